//! What in a rule file may be other than its author thinks, as the front door tells it.

use std::fmt;

use super::fault::in_rules;
use super::{Code, Fault, Game, Moves, Place, Play, What};
use crate::diag::{self, Diagnostic, Fix, WarningCode};
use crate::eval::cycle::{Cycle, Round};
use crate::index::{Counter, Kind, Piece, Player};
use crate::position::{Position, State};
use crate::rules::{Field, TurnText};
use crate::syntax::meant::{Meant, meant};

/// Something in a rule file that is read as it stands, but may be other than its author thinks.
///
/// It prints as a line with its place. With the feature `render`, [`Warning::render`] shows the lines of the file and points into
/// them.
#[derive(Clone)]
pub struct Warning {
    game: Game,
    told: diag::Warning,
}

impl Game {
    /// What in the rule file may be other than its author thinks, in the order of its text.
    ///
    /// ```
    /// let game = interp::Game::from_text("extends = 'hex'\n[[end]]\nwhen = 'no empty'\ndraw = true")?;
    /// let warnings = game.warnings()?;
    /// assert_eq!(warnings[0].code().as_str(), "replaced-list"); // the endings of the base are gone
    /// # Ok::<(), interp::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Code::Rules`] if the rule file's `setup` is no position, or if a limit keeps it from being asked whether an ending holds there.
    pub fn warnings(&self) -> Result<Vec<Warning>, Fault> {
        let found = self.found_warnings()?.into_iter();
        Ok(found.map(|told| Warning::new(self.clone(), told)).collect())
    }

    /// The warnings as they were found: those of the text, and what shows only where its `setup` is looked at.
    pub(crate) fn found_warnings(&self) -> Result<Vec<diag::Warning>, Fault> {
        let mut found = self.0.warnings.clone();
        found.extend(crate::rules::on_board(self.rules(), self.source().own().start));
        let over = self.over_at_start()?;
        let long = if over.is_none() { self.long()? } else { None };
        if over.is_none() && long.is_none() {
            found.extend(self.stuck()?);
            found.extend(self.unchosen()?);
            found.extend(self.endless()?);
            found.extend(self.misread()?);
        }
        found.extend(over);
        found.extend(long);
        found.extend(self.no_royal()?);
        found.extend(self.unentered()?);
        found.extend(self.unheld()?);
        found.extend(self.overridden()?);
        found = self.unmeant(found);
        found.sort_by_key(|warning| warning.told.labels.first().map(|label| label.span));
        Ok(found)
    }

    /// The warnings that the text alone shows, and that are not meant. They are found when a file is read, and cost nothing more;
    /// [`found_warnings`](Self::found_warnings) plays games.
    #[cfg(feature = "cli")]
    pub(crate) fn text_warnings(&self) -> Vec<diag::Warning> {
        let found = self.unmeant(self.0.warnings.clone());
        // Whether a comment allows nothing is known once everything has been looked for.
        found.into_iter().filter(|warning| warning.code != WarningCode::IdleAllow).collect()
    }

    /// Without the warnings that the file, or one that it builds on, says are meant; with one for each comment of its own that says so of
    /// nothing.
    fn unmeant(&self, found: Vec<diag::Warning>) -> Vec<diag::Warning> {
        let source = self.source();
        let meant = meant(source);
        let code = |one: &Meant| &source.text[one.code.start..one.code.end];
        let covers = |one: &Meant, warning: &diag::Warning| {
            let first = warning.told.labels.first().map_or(0, |label| label.span.start);
            code(one) == warning.code.as_str()
                && (one.covers.start..one.covers.end).contains(&first)
        };
        // What a base's comment allows may be gone in a variant.
        let own = source.own().start;
        let idle = meant.iter().filter(|one| one.code.start >= own);
        let idle = idle.filter(|one| !found.iter().any(|warning| covers(one, warning)));
        let mut idle: Vec<diag::Warning> = idle
            .map(|one| {
                let told = Diagnostic::new("a comment that allows nothing", one.code);
                let without = one.without(&source.text);
                let told = match WarningCode::named(code(one)) {
                    Ok(named) => {
                        let told = told.label("there is no such warning of what stands here");
                        let such = found.iter().find(|warning| warning.code == named);
                        let such = such.and_then(|warning| warning.told.labels.first());
                        let told = match such {
                            Some(label) => told.also(label.span, "of this there is one"),
                            None => told,
                        };
                        told.fix(without)
                    }
                    Err(Some(near)) => told
                        .label(format!("did you mean `{}`?", near.as_str()))
                        .fix(Fix::instead(one.code, near.as_str())),
                    Err(None) => told.label("no code of a warning").fix(without),
                };
                let help = "such a comment stands at the end of what is warned of, or on a line of its own above it";
                diag::Warning::new(WarningCode::IdleAllow, told.help(help))
            })
            .collect();
        let kept =
            found.into_iter().filter(|warning| !meant.iter().any(|one| covers(one, warning)));
        idle.extend(kept);
        idle
    }

    /// The ending that holds in the `setup`, if one does.
    fn over_at_start(&self) -> Result<Option<diag::Warning>, Fault> {
        let Some(setup) = &self.rules().setup else { return Ok(None) };
        let start = self.start()?;
        let state = start.state().map_err(|fault| {
            let asked = "asked whether an ending holds in this position";
            let told = |span| Diagnostic::new(fault.to_string(), span);
            let deep = match fault.code() {
                Code::LimitDepth => self.rules().asks_moves(self.source().own().start),
                _ => None,
            };
            let told = if let Some(when) = deep {
                told(when)
                    .label("to find the moves this is asked again, and again")
                    .also(setup.span, asked)
                    .help("ask for what stands on the board after the move, or look fewer moves ahead")
            } else if let Some((walk, _)) = start.evaluator().widest(start.inner()) {
                told(walk).label("most of it is this walk's").also(setup.span, asked).help(
                    "let the walk leave fewer choices, or share them among the steps of a turn",
                )
            } else {
                told(setup.span).label(asked)
            };
            Fault::new(Code::Rules, What::Rules(self.source().clone(), vec![told]))
        })?;
        let (result, ending) = match state {
            State::Ongoing => return Ok(None),
            State::Won(winner, ending) => (format!("{} has won", self.winner(winner)), ending),
            State::Drawn(ending) => (String::from("it is a draw"), ending),
        };
        let Some(rule) = self.rules().endings.get(ending) else { return Ok(None) };
        let told = Diagnostic::new("the game is over before the first move", rule.when.span)
            .label("holds at the start")
            .also(setup.span, format!("here {result}"))
            .help("change the ending or the `setup`; `interp explain` says why it holds");
        Ok(Some(diag::Warning::new(WarningCode::OverAtStart, told)))
    }
}

/// Random games that are played to see whether they come to an end, and the moves after which one is given up: few, so that a file whose
/// rules are slow is checked in seconds.
const GAMES: u64 = 8;
const PLIES: u32 = 100;

/// Instructions of walks that are run for all of them, and for those in which moves are looked for that bring a position back.
const WALKED: u64 = 200_000_000;

/// Instructions beyond which a walk of a piece alone on the board takes too long for games to be played.
const LONG: u64 = 50_000_000;

/// Moves of chance in a row after which no player is thought ever to move.
const DRAWN: usize = 100;

impl Game {
    /// A walk that takes too long even where its piece stands alone.
    fn long(&self) -> Result<Option<diag::Warning>, Fault> {
        if self.rules().setup.is_none() {
            return Ok(None);
        }
        let start = self.start()?;
        let mut evaluator = start.evaluator();
        evaluator.allow(LONG);
        let mut alone = start.inner().clone();
        let cells = start.program().layout.cells();
        alone.cells.iter_mut().take(cells).for_each(|piece| *piece = Piece::EMPTY);
        let middle = cells / 2 + usize::from(alone.size.width) / 2;
        for kind in (0..self.rules().kinds.len()).map(Kind::at) {
            let piece = Piece::new(kind, Some(alone.turn));
            alone.cells.iter_mut().take(cells).skip(middle).take(1).for_each(|cell| *cell = piece);
            if let Some((walk, None)) = evaluator.widest(&alone) {
                let told = Diagnostic::new("a walk that takes too long", walk)
                    .label(format!("alone on an empty board it takes more than {LONG} steps"))
                    .help("each round of `( … ){1,12}` or `( … )+` leaves as many choices as the one before: let it leave fewer, or go on `ahead`");
                return Ok(Some(diag::Warning::new(WarningCode::LongWalk, told)));
            }
        }
        Ok(None)
    }

    /// Whether a player may be left without a move where no ending holds: at the start, or in random games.
    fn stuck(&self) -> Result<Option<diag::Warning>, Fault> {
        let Some(setup) = &self.rules().setup else { return Ok(None) };
        let start = self.start()?;
        let told = |code, message: &str, label: &str| {
            let told = Diagnostic::new(message, setup.span).label(label);
            let help = "add an ending for it, such as `mover stuck`, or let `[turn]` have a `pass`";
            diag::Warning::new(code, told.help(help))
        };
        if start.moves().is_ok_and(|moves| moves.is_empty()) {
            let message = "there is no legal move at the start";
            let label = "no ending holds here either, so that nothing ever happens";
            return Ok(Some(told(WarningCode::StuckAtStart, message, label)));
        }
        // A file without endings says that it has none.
        if self.rules().endings.is_empty() {
            return Ok(None);
        }
        // Where pieces only come, a game may last as long as there are cells.
        let stays = self.rules().kinds.iter().all(|kind| kind.moves.is_empty());
        let plies = if stays { PLIES.max(start.inner().cells.len() as u32) } else { PLIES };
        // A game that takes too long to be played is not asked for more.
        let Ok(games) = self.playouts(GAMES).plies(plies).allow(WALKED).run() else {
            return Ok(None);
        };
        Ok((games.open > 0).then(|| {
            let message = "a game may stop without an end";
            let label = format!("of {GAMES} random games {} came to a position without a legal move, where no ending holds", games.open);
            told(WarningCode::StuckOpen, message, &label)
        }))
    }

    /// Moves that can be made for ever, as nothing ends a game in which the same position comes back.
    fn endless(&self) -> Result<Option<diag::Warning>, Fault> {
        let rules = self.rules();
        let Some(setup) = &rules.setup else { return Ok(None) };
        // Who plays alone may try as long as he likes, players may claim an end, and a file without endings says that it has none.
        let claimed = rules.endings.iter().any(|ending| ending.claim);
        let alone = rules.players.len() < 2;
        if alone || claimed || rules.endings.is_empty() {
            return Ok(None);
        }
        let start = self.start()?;
        let mut evaluator = start.evaluator();
        evaluator.allow(WALKED);
        // A game that takes too long to be played is not asked for more.
        let Ok(Some(cycle)) = evaluator.cycle(start.inner()) else { return Ok(None) };
        if evaluator.rounds(&cycle) != Ok(Round::Endless) {
            return Ok(None);
        }
        let Cycle { position, plies, moves } = &cycle;
        let names = self.notation().line(&mut evaluator, position, moves)?.join(" ");
        let told = Diagnostic::new("a game may go on for ever", setup.span);
        let told = match plies {
            0 => told.label(format!("from here `{names}` leads to the same position again")),
            plies => {
                told.label(format!("{plies} moves later, in a random game, `{names}` leads to the same position again"))
                    .help(self.that_position(position))
            }
        };
        let told = told.help("add an ending for it, as `when = 'repeated 3'` with `draw = true`, or forbid it: `[[forbid]] when = 'repeated 2'`");
        Ok(Some(diag::Warning::new(WarningCode::Endless, told)))
    }

    /// Whether a position, as it is written, may be read with another player to move: the numbers of pieces tell it.
    fn misread(&self) -> Result<Option<diag::Warning>, Fault> {
        let TurnText::Fewest(span) = self.rules().format.turn else { return Ok(None) };
        self.along(PLIES as usize, |ply, play, _| {
            let position = play.inner();
            let case = self.notation().position(&self.notation().write(position)).ok()?;
            if case.position.turn == position.turn {
                return None;
            }
            let [read, turn] =
                [case.position.turn, position.turn].map(|player| self.player(player));
            let told = Diagnostic::new("a position may be read with another player to move", span)
                .label(format!("tells `{read}`, {ply} moves after the `setup`, where it is the turn of `{turn}`"))
                .help(self.that_position(position))
                .help("write `{turn}` into the `case` of the `[format]`, with a table of words for the players: `turn = { g = \"green\" }`");
            Some(diag::Warning::new(WarningCode::LostTurn, told))
        })
    }

    /// A position as a help shows it.
    fn that_position(&self, position: &Position) -> String {
        let position = self.notation().write(position);
        format!("that position is {}{position}", if position.contains('\n') { "\n" } else { "" })
    }

    /// What is first found along a game of so many moves at most, of the number of those that have been made, the position and the moves
    /// that there are.
    fn along(
        &self,
        plies: usize,
        mut find: impl FnMut(usize, &Play, &Moves) -> Option<diag::Warning>,
    ) -> Result<Option<diag::Warning>, Fault> {
        if self.rules().setup.is_none() {
            return Ok(None);
        }
        let mut play = self.start()?;
        for ply in 0..plies {
            // A position that is not answered is told of where it is asked for.
            let Ok(moves) = play.moves() else { return Ok(None) };
            if let Some(found) = find(ply, &play, &moves) {
                return Ok(Some(found));
            }
            let Some(chosen) = moves.get(ply % moves.len().max(1)) else { return Ok(None) };
            play.make(chosen)?;
        }
        Ok(None)
    }

    /// Moves of chance after which chance moves again, so many times that no player is ever likely to move.
    fn unchosen(&self) -> Result<Option<diag::Warning>, Fault> {
        let Some(rule) = self.rules().chance.first() else { return Ok(None) };
        let mut drawn = 0;
        self.along(DRAWN * 4, |_, _, moves| {
            drawn = if moves.are_drawn() { drawn + 1 } else { 0 };
            (drawn == DRAWN).then(|| {
                let told = Diagnostic::new("chance moves again and again", rule.span)
                    .label(format!("{DRAWN} moves in a row were drawn, and no player moved"))
                    .help("let what is drawn change something that a condition of the move asks for, so that it is not legal again");
                diag::Warning::new(WarningCode::NeverChosen, told)
            })
        })
    }

    /// A drop out of hands that hold nothing at the start, and into which nothing comes.
    fn unheld(&self) -> Result<Option<diag::Warning>, Fault> {
        let rules = self.rules();
        let told = rules.format.fields().any(|(field, _)| field == Field::Hands);
        if rules.setup.is_none() || rules.captures_to_hand() || !told {
            return Ok(None);
        }
        let start = self.start()?;
        let layout = &start.program().layout;
        let held = start.inner().cells.iter().enumerate();
        let mut held = held.filter(|(slot, _)| layout.is_hand(*slot));
        let own = self.source().own().start;
        let Some(place) = rules.drops().filter(|place| place.start >= own) else { return Ok(None) };
        Ok(held.all(|(_, count)| count.is_empty()).then(|| {
            let told = Diagnostic::new("hands that are always empty", place)
                .label("there is never anything to drop")
                .help("what is captured comes into a hand with `captures = true` or `\"owner\"` under `[hands]`; or let the `setup` begin with pieces there");
            diag::Warning::new(WarningCode::NeverFits, told)
        }))
    }

    /// A counter that says where it begins, where the `setup` says otherwise and nothing ever sets it back.
    fn overridden(&self) -> Result<Option<diag::Warning>, Fault> {
        let rules = self.rules();
        let own = self.source().own().start;
        let stated = rules.counters.iter().enumerate();
        let stated = stated.filter(|(_, rule)| rule.start > 0 && rule.reset.is_none());
        let Some(setup) = &rules.setup else { return Ok(None) };
        let start = self.start()?;
        for (at, rule) in stated.filter(|(_, rule)| rule.name.span.start >= own) {
            let players = (0..rules.players.len()).map(Player::at);
            let slots =
                players.map(|player| start.program().layout.counter(Counter::at(at), player));
            let begins: Vec<u8> = slots
                .filter_map(|slot| Some(start.inner().cells.get(slot.index())?.byte()))
                .collect();
            if let Some(first) = begins.first().filter(|_| !begins.contains(&rule.start)) {
                let told = Diagnostic::new("a `start` that no game has", rule.name.span)
                    .label(format!("begins at {} by itself", rule.start))
                    .also(setup.span, format!("begins at {first} here"))
                    .help(
                        "positions that tell a counter say where it begins; let both say the same",
                    );
                return Ok(Some(diag::Warning::new(WarningCode::IdleKey, told)));
            }
        }
        Ok(None)
    }

    /// Cells to which nothing ever comes from the `setup`.
    fn unentered(&self) -> Result<Option<diag::Warning>, Fault> {
        if self.rules().setup.is_none() {
            return Ok(None);
        }
        let start = self.start()?;
        Ok(crate::rules::entered(self.rules(), start.inner(), |cell| start.name(cell)))
    }

    /// Players who have no royal piece in the `setup`, though they could have one and others have.
    fn no_royal(&self) -> Result<Option<diag::Warning>, Fault> {
        let rules = self.rules();
        let Some(setup) = &rules.setup else { return Ok(None) };
        if rules.kinds.iter().all(|kind| !kind.royal) || rules.makes_royals() {
            return Ok(None);
        }
        let play = self.start()?;
        let royal = |piece: Piece| {
            piece
                .kind()
                .is_some_and(|kind| rules.kinds.get(kind.index()).is_some_and(|kind| kind.royal))
        };
        let has = |player: Player| {
            let position = play.inner();
            let cells = usize::from(position.size.width) * usize::from(position.size.height);
            let board = position.cells.iter().take(cells);
            board.copied().any(|piece| royal(piece) && piece.owner() == Some(player))
        };
        let players = (0..rules.players.len()).map(Player::at);
        let (with, without): (Vec<_>, Vec<_>) = players.partition(|player| has(*player));
        // A player may have other pieces, and other endings, than the rest.
        let glyph = without.iter().find_map(|player| {
            let mut glyphs = rules.format.cells.iter();
            glyphs.find(|glyph| royal(glyph.piece) && glyph.piece.owner() == Some(*player))
        });
        let (Some(glyph), Some(_)) = (glyph, with.first()) else { return Ok(None) };
        let player = glyph.piece.owner().map_or("", |player| self.player(player));
        let told = Diagnostic::new(format!("`{player}` has no royal piece"), setup.span)
            .label("none stands here, while another player has one")
            .also(glyph.glyph.span, "would be one")
            .help("put it on the board; if it is meant, take its glyph away");
        Ok(Some(diag::Warning::new(WarningCode::NoRoyal, told)))
    }
}

impl Warning {
    /// A warning about the game's rule file.
    pub(super) fn new(game: Game, told: diag::Warning) -> Self {
        Self { game, told }
    }

    /// What sort of thing it is.
    pub fn code(&self) -> WarningCode {
        self.told.code
    }

    /// What it is, in a sentence without places.
    pub fn message(&self) -> &str {
        &self.told.told.message
    }

    /// Where it is, and after it the other places that show it, each with what is said there.
    pub fn places(&self) -> impl Iterator<Item = (Place, &str)> {
        let labels = self.told.told.labels.iter();
        labels.map(|label| (self.game.place(label.span), label.text.as_str()))
    }

    /// What to write instead, a sentence each.
    pub fn help(&self) -> impl Iterator<Item = &str> {
        self.told.told.help.iter().map(String::as_str)
    }

    /// The warning as people read it, with the lines of the file around its places. With `colour`, in the escape sequences of a
    /// terminal.
    #[cfg(feature = "render")]
    pub fn render(&self, colour: bool) -> String {
        super::render::warning(self.game.source(), &self.told, colour)
    }
}

impl fmt::Debug for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", in_rules(self.game.source(), &self.told.told), self.code())
    }
}
