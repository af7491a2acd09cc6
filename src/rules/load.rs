//! Syntax tree → model: the one way in. All faults of a file are collected.

use super::expand::Expander;
use super::model::*;
use super::names::Names;
use super::{check, limits};
use crate::diag::Diagnostic;
use crate::index::{GoalId, Kind, MoveName, Piece, Player};
use crate::position::Size;
use crate::source::{Source, Span, Spanned};
use crate::syntax::ast::{CasesAst, CondAst, CondWord, Content, OwnerWord, WhoAst, WhoWord};
use crate::syntax::document::{
    self, BoardDecl, FormatDecl, GoalDecl, RulesFile, SizeDecl, TurnDecl,
};
use crate::syntax::parse;
use crate::syntax::text::Text;

/// Reads and validates a rule file.
///
/// # Errors
///
/// Every fault of the file, in the order in which they stand in it.
pub fn load(source: &Source) -> Result<Rules, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let file = document::read(source, &mut faults);
    if file.unread {
        return Err(faults);
    }
    let mut broken = file.broken.clone();
    if let Some(players) = &file.players {
        let unfit = players.order.iter().filter(|name| !parse::is_name(&name.value));
        broken.extend(unfit.map(|name| Spanned::new(name.value.clone(), name.span)));
    }
    let names = Names::new(&file, &mut faults);
    let mut loader = Loader { names, faults };
    let rules = loader.rules(file, &source.text);
    let mut faults = loader.faults;
    if faults.is_empty() {
        check::rules(&rules, &mut faults);
    } else {
        // What a broken declaration would have named is not missed a second time.
        faults.retain(|fault| !echoes(fault, &broken, &source.text));
    }
    if faults.is_empty() {
        return Ok(rules);
    }
    faults.sort_by_key(|fault| fault.labels.first().map(|label| label.span));
    faults.dedup();
    Err(faults)
}

/// Whether a fault is only that a name is not known whose declaration is itself at fault.
fn echoes(fault: &Diagnostic, broken: &[Spanned<String>], text: &str) -> bool {
    fault.labels.first().is_some_and(|label| {
        let word = text.get(label.span.start..label.span.end).map(|word| word.trim_matches('"'));
        broken.iter().any(|name| Some(name.value.as_str()) == word && name.span != label.span)
    })
}

struct Loader {
    names: Names,
    faults: Vec<Diagnostic>,
}

impl Loader {
    fn rules(&mut self, file: RulesFile, text: &str) -> Rules {
        let whole = Span::new(0, text.find('\n').unwrap_or(text.len()));
        let board = self.board(file.board.as_ref(), whole);
        let players = self.players(&file);
        let mut expander = Expander::new(&self.names, &mut self.faults);
        let kinds = expander.kinds(&file.pieces);
        let actions = expander.actions(&file.actions);
        let move_names = expander.move_names;
        let goals: Vec<GoalRule> = file.goals.iter().filter_map(|goal| self.goal(goal)).collect();
        let must = file.must.as_ref().and_then(|must| {
            let found = move_names.iter().position(|name| *name == must.value);
            if found.is_none() {
                let known = move_names.iter().map(String::as_str);
                self.faults.push(Diagnostic::unknown("move", &must.value, must.span, known));
            }
            found.map(MoveName::at)
        });
        let mut forbids: Vec<Forbid> = Vec::new();
        if let Some(royal) = kinds.iter().find(|kind| kind.royal) {
            let when = Spanned::new(Cond::Attacked(Who::Mover), royal.name.span);
            forbids.push(Forbid { when, why: None });
        }
        for forbid in &file.forbids {
            let span = forbid.when.span;
            if let Some(cond) = self.cond(&forbid.when) {
                forbids.push(Forbid { when: Spanned::new(cond, span), why: forbid.why.clone() });
            }
        }
        let endings = file.ends.iter().filter_map(|end| {
            let when = Spanned::new(self.cond(&end.when)?, end.when.span);
            let result = match &end.win {
                Some(who) => Outcome::Win(self.who(who)?),
                None => Outcome::Draw,
            };
            Some(Ending { when, result })
        });
        let endings = endings.collect();
        let verdicts = file.verdicts.iter().filter_map(|verdict| {
            let when = match &verdict.when {
                Some(cond) => Some(Spanned::new(self.cond(cond)?, cond.span)),
                None => None,
            };
            Some(VerdictRule { say: verdict.say.clone(), when })
        });
        let verdicts: Vec<VerdictRule> = verdicts.collect();
        let turn = TurnRule {
            pieces: kinds.iter().any(|kind| !kind.moves.is_empty()),
            must,
            routes_differ: file.routes_differ,
        };
        if kinds.iter().all(|kind| kind.moves.is_empty())
            && actions.is_empty()
            && !kinds.is_empty()
            && self.faults.is_empty()
        {
            self.faults.push(
                Diagnostic::new("nothing can ever move", kinds[0].name.span)
                    .help("give a piece `moves`, or put an action under `[actions]`"),
            );
        }
        let setup = file.format.as_ref().and_then(|format| format.setup.clone());
        let format = self.format(file.format, whole, board.size.is_none());
        Rules {
            name: file.name.map_or_else(|| String::from("unnamed"), |name| name.value),
            about: file.about.map(|about| about.value),
            board,
            players,
            kinds,
            actions,
            move_names,
            turn,
            goals,
            forbids,
            endings,
            verdicts,
            setup,
            format,
        }
    }

    fn board(&mut self, decl: Option<&BoardDecl>, whole: Span) -> Board {
        let Some(decl) = decl else {
            return Board { size: None, span: whole };
        };
        if let Some(shape) = decl.shape.as_ref().filter(|shape| shape.value != "square") {
            self.faults.push(Diagnostic::unknown("shape", &shape.value, shape.span, ["square"]));
        }
        let size = match &decl.size {
            None | Some(SizeDecl::Read) => None,
            Some(SizeDecl::Fixed(width, height)) => {
                for side in [width, height] {
                    if side.value == 0 || side.value > u32::from(limits::SIDE) {
                        let fault = Diagnostic::new("a board of impossible size", side.span);
                        self.faults.push(fault.label(format!("from 1 to {}", limits::SIDE)));
                    }
                }
                let cells = u64::from(width.value) * u64::from(height.value);
                if cells > limits::CELLS as u64
                    && width.value <= u32::from(limits::SIDE)
                    && height.value <= u32::from(limits::SIDE)
                {
                    let fault = Diagnostic::new(
                        format!("a board of {cells} cells is too large"),
                        width.span.to(height.span),
                    );
                    self.faults.push(fault.label(format!("at most {} cells", limits::CELLS)));
                }
                let side = |side: u32| side.clamp(1, u32::from(limits::SIDE)) as u16;
                Some(Size { width: side(width.value), height: side(height.value) })
            }
        };
        Board { size, span: decl.span }
    }

    fn players(&mut self, file: &RulesFile) -> Vec<PlayerRule> {
        let mut players = Vec::new();
        let Some(decl) = &file.players else { return players };
        for name in &decl.order {
            let facing = decl.facing.iter().find(|(player, _)| player.value == name.value);
            let facing = facing.and_then(|(_, way)| self.facing(way));
            players.push(PlayerRule { name: Spanned::new(name.value.clone(), name.span), facing });
        }
        for (player, _) in &decl.facing {
            self.names.player(player, &mut self.faults);
        }
        players
    }

    fn facing(&mut self, way: &Text) -> Option<Compass> {
        let known = [
            ("north", Compass::North),
            ("east", Compass::East),
            ("south", Compass::South),
            ("west", Compass::West),
        ];
        let found = known.iter().find(|(word, _)| *word == way.value);
        if found.is_none() {
            let words = known.iter().map(|(word, _)| *word);
            self.faults.push(Diagnostic::unknown("direction to face", &way.value, way.span, words));
        }
        found.map(|(_, compass)| *compass)
    }

    fn goal(&mut self, decl: &GoalDecl) -> Option<GoalRule> {
        let of = match &decl.of {
            Some(of) => self.names.test(of, &mut self.faults)?,
            None => Test::Owned(Who::Mover),
        };
        let any = Dirs(vec![DirTerm { bearing: None, group: Group::Any }]);
        let goal = match (&decl.line, &decl.connect) {
            (Some(length), None) => {
                if length.value == 0 || length.value > u32::from(limits::SIDE) {
                    let fault = Diagnostic::new("a line of impossible length", length.span);
                    self.faults.push(fault.label(format!("from 1 to {}", limits::SIDE)));
                }
                let mut limits = Vec::new();
                for (kind, most) in &decl.limit {
                    if let Some(kind) = self.names.kind(kind, &mut self.faults) {
                        limits.push((kind, most.value.min(u32::from(u16::MAX)) as u16));
                    }
                }
                Goal::Line {
                    length: length.value as u16,
                    along: decl.along.clone().unwrap_or(any),
                    of,
                    limits,
                }
            }
            (None, Some(connect)) => {
                let mut sides = Vec::new();
                for (player, cells) in connect {
                    let player = self.names.player(player, &mut self.faults);
                    let cells: Vec<Cells> = cells
                        .iter()
                        .filter_map(|cells| self.names.cells(cells, &mut self.faults))
                        .collect();
                    sides.extend(player.map(|player| (player, cells)));
                }
                let orthogonal = Dirs(vec![DirTerm { bearing: None, group: Group::Orthogonal }]);
                Goal::Connect { sides, by: decl.by.clone().unwrap_or(orthogonal), of }
            }
            _ => {
                let fault =
                    Diagnostic::new("a goal is either a `line` or a `connect`", decl.name.span);
                self.faults.push(fault.label("should have one of them"));
                return None;
            }
        };
        Some(GoalRule { name: decl.name.clone(), goal })
    }

    fn who(&mut self, who: &WhoAst) -> Option<Who> {
        match &who.value {
            WhoWord::Word(OwnerWord::Mover) => Some(Who::Mover),
            WhoWord::Word(OwnerWord::Other) => Some(Who::Other),
            WhoWord::Word(OwnerWord::Last) => Some(Who::Last),
            WhoWord::Name(name) => self
                .names
                .player_or(
                    &Spanned::new(name.clone(), who.span),
                    &["mover", "other", "last"],
                    &mut self.faults,
                )
                .map(Who::Player),
        }
    }

    fn cond(&mut self, cond: &CondAst) -> Option<Cond> {
        let many = |loader: &mut Self, parts: &[CondAst]| -> Option<Vec<Cond>> {
            let parts: Vec<Option<Cond>> = parts.iter().map(|part| loader.cond(part)).collect();
            parts.into_iter().collect()
        };
        Some(match &cond.value {
            CondWord::And(parts) => Cond::All(many(self, parts)?),
            CondWord::Or(parts) => Cond::Any(many(self, parts)?),
            CondWord::Not(part) => Cond::Not(Box::new(self.cond(part)?)),
            CondWord::Amount(relation, number, test) => {
                Cond::Count(self.names.test(test, &mut self.faults)?, *relation, *number)
            }
            CondWord::Stuck(who) => Cond::Stuck(self.who(who)?),
            CondWord::Attacked(who) => Cond::Attacked(self.who(who)?),
            CondWord::Goal(who, goal) => {
                let (who, goal) = (self.who(who), self.goal_id(goal, &[]));
                Cond::Has(who?, goal?)
            }
            CondWord::Can(who, aim, moves) => {
                let who = self.who(who);
                let aim = if aim.value == "win" {
                    Some(Aim::Win)
                } else {
                    self.goal_id(aim, &["win"]).map(Aim::Goal)
                };
                if moves.value == 0 || moves.value > u32::from(limits::AHEAD) {
                    let fault = Diagnostic::new(
                        format!("cannot look {} moves ahead", moves.value),
                        moves.span,
                    );
                    self.faults.push(fault.label(format!("from 1 to {}", limits::AHEAD)));
                    return None;
                }
                Cond::Can(who?, aim?, moves.value as u8)
            }
        })
    }

    fn goal_id(&mut self, name: &Spanned<String>, also: &[&str]) -> Option<GoalId> {
        let found = self.names.goals.iter().position(|goal| goal.value == name.value);
        if found.is_none() {
            let facts =
                ["stuck", "attacked"].iter().filter(|_| also.is_empty()).chain(also).copied();
            let known: Vec<&str> =
                self.names.goals.iter().map(|goal| goal.value.as_str()).chain(facts).collect();
            self.faults.push(Diagnostic::unknown("goal", &name.value, name.span, known));
        }
        found.map(GoalId::at)
    }

    fn format(&mut self, decl: Option<FormatDecl>, whole: Span, reads_size: bool) -> Format {
        // What is not written in the file has its place where it is missing.
        let place = decl.as_ref().map_or(whole, |decl| decl.span);
        let template = |text: &str| {
            let text = Text::new(text, Span::new(0, text.len()), text);
            let parts = parse::template(&text).map_or_else(|_| Vec::new(), |template| template.0);
            Template(parts.into_iter().map(|part| Spanned::new(part.value, place)).collect())
        };
        let coordinate = || template("{file}{rank}");
        let Some(decl) = decl else {
            return Format {
                cases: Cases::End,
                case: template("{board}"),
                ask: Ask::Verdict,
                answer: template("{verdict}"),
                no_move: None,
                turn: TurnText::First,
                cells: Vec::new(),
                coordinate: coordinate(),
            };
        };
        let ask = match &decl.ask {
            None => Ask::Verdict,
            Some(word) => match word.value.as_str() {
                "verdict" => Ask::Verdict,
                "move" => Ask::Move,
                "moves" => Ask::Moves,
                other => {
                    let fault = Diagnostic::unknown(
                        "question",
                        other,
                        word.span,
                        ["verdict", "move", "moves"],
                    );
                    self.faults.push(fault);
                    Ask::Verdict
                }
            },
        };
        let default_answer = match ask {
            Ask::Verdict => "{verdict}",
            Ask::Move => "{move}",
            Ask::Moves => "{moves}",
        };
        let default_case =
            if reads_size { "{turn}\n{width} {height}\n{board}" } else { "{turn}\n{board}" };
        let turn = match &decl.turn {
            TurnDecl::Word(word) => match word.value.as_str() {
                "fewest" => TurnText::Fewest,
                "first" => TurnText::First,
                other => {
                    let fault = Diagnostic::unknown(
                        "way to tell the turn",
                        other,
                        word.span,
                        ["fewest", "first"],
                    );
                    self.faults.push(fault.help("or a table of words: `turn = { r = \"red\" }`"));
                    TurnText::First
                }
            },
            TurnDecl::Words(words) => TurnText::Words(self.turn_words(words)),
            TurnDecl::Absent => {
                let named = self.names.players.iter().enumerate();
                TurnText::Words(named.map(|(at, name)| (name.clone(), Player::at(at))).collect())
            }
        };
        let cells = self.glyphs(&decl);
        Format {
            cases: match decl.cases {
                None | Some(CasesAst::End) => Cases::End,
                Some(CasesAst::Count) => Cases::Count,
                Some(CasesAst::Until(field, number)) => Cases::Until(field, number),
            },
            case: decl.case.unwrap_or_else(|| template(default_case)),
            ask,
            answer: decl.answer.unwrap_or_else(|| template(default_answer)),
            no_move: decl.no_move,
            turn,
            cells,
            coordinate: decl.coordinate.unwrap_or_else(coordinate),
        }
    }

    fn turn_words(&mut self, words: &[(Spanned<String>, Text)]) -> Vec<(Spanned<String>, Player)> {
        let mut found: Vec<(Spanned<String>, Player)> = Vec::new();
        for (word, player) in words {
            if word.value.is_empty() || word.value.contains(char::is_whitespace) {
                self.faults.push(Diagnostic::new("a turn's word has no blanks in it", word.span));
            }
            let name = Spanned::new(player.value.clone(), player.span);
            found.extend(
                self.names.player(&name, &mut self.faults).map(|player| (word.clone(), player)),
            );
        }
        found
    }

    fn glyphs(&mut self, decl: &FormatDecl) -> Vec<Glyph> {
        let mut glyphs: Vec<Glyph> = Vec::new();
        for (key, content) in &decl.cells {
            let piece = match &content.value {
                Content::Empty => Some(Piece::EMPTY),
                Content::Names(first, second) => self.content(first, second.as_ref()),
            };
            let mut chars = key.value.chars();
            let (Some(glyph), None) = (chars.next(), chars.next()) else {
                let message = match key.value.as_str() {
                    "" => String::from("an empty text is not one character"),
                    value => format!("`{value}` is not one character"),
                };
                self.faults.push(Diagnostic::new(message, key.span));
                continue;
            };
            if glyph.is_control() || glyph.is_whitespace() {
                let what = if glyph.is_control() { "a control character" } else { "a blank" };
                let message = format!("{what} cannot stand for a cell");
                self.faults.push(Diagnostic::new(message, key.span));
                continue;
            }
            let Some(piece) = piece else { continue };
            if let Some(other) = glyphs.iter().find(|other| other.piece == piece) {
                let fault = Diagnostic::new(
                    format!("`{glyph}` and `{}` stand for the same", other.glyph.value),
                    key.span,
                );
                self.faults.push(fault.also(other.glyph.span, "the other"));
            }
            glyphs.push(Glyph { glyph: Spanned::new(glyph, key.span), piece });
        }
        if !glyphs.is_empty()
            && !glyphs.iter().any(|glyph| glyph.piece.is_empty())
            && decl.cells.len() == glyphs.len()
        {
            let fault = Diagnostic::new("no character stands for an empty cell", decl.span);
            self.faults.push(fault.help("add `\".\" = \"empty\"` to `cells`"));
        }
        glyphs
    }

    fn content(
        &mut self,
        first: &Spanned<String>,
        second: Option<&Spanned<String>>,
    ) -> Option<Piece> {
        let Some(second) = second else {
            let kind = self.names.kind(first, &mut self.faults)?;
            if !self.names.neutral(kind) {
                let fault = Diagnostic::new(format!("whose `{}`?", first.value), first.span);
                let owner = self.names.players.first().map_or("", |player| player.value.as_str());
                self.faults.push(
                    fault
                        .label("needs an owner")
                        .help(format!("for example `{owner} {}`", first.value)),
                );
                return None;
            }
            return Some(Piece::new(kind, None));
        };
        let (player, kind) =
            (self.names.player(first, &mut self.faults), self.names.kind(second, &mut self.faults));
        let (player, kind): (Player, Kind) = (player?, kind?);
        if self.names.neutral(kind) {
            let fault = Diagnostic::new(
                format!("a `{}` belongs to nobody", second.value),
                first.span.to(second.span),
            );
            self.faults.push(fault.help(format!("write `{}`", second.value)));
            return None;
        }
        Some(Piece::new(kind, Some(player)))
    }
}
