//! A move drawn among more than those that can be made: those that cannot be are drawn again, so that all others are
//! alike.
//!
//! Of placements of which only trying tells whether they can be made, one is tried after another. Where a prohibition may
//! refuse moves, one of all is drawn, and again if it is refused; most often few are, and none but those that are drawn
//! must be made to know it. Moves of two parts are drawn [part by part](super::heads).

use super::Fast;
use super::facts::Made;
use super::list::Play;
use super::tried::Doubt;
use crate::eval::lot::{Lot, ranks};
use crate::eval::playout::{Chance, Playout};
use crate::index::{Cell, Kind, Piece, Player};
use crate::position::{Edit, State};
use crate::program::{BALLOTS, Drawn, GUESSES, Set, Sets, Single};
use crate::rules::Pass;
use std::collections::HashMap;

impl<S: Set> Fast<'_, S> {
    /// Whether a cell is drawn, and again where nothing can be placed: there are no moves but placements, and nothing is walked as the
    /// board is.
    pub(super) fn draws_places(&self, player: Player) -> bool {
        matches!(self.plan.drawn, Some(Drawn::Places))
            && (!self.plan.sides[player.index()].walks || self.beginnings(player).next().is_none())
    }

    /// Plays a move of a game as it is drawn; false if none is played any more.
    pub(super) fn draw_move(
        &mut self,
        turn: Player,
        draw: impl FnOnce(&mut Self, &mut Chance) -> Option<Play>,
        chance: &mut Chance,
        plies: u32,
        game: &mut Playout,
    ) -> bool {
        let mut after = chance.clone();
        let chosen = draw(self, &mut after);
        game.state = self.state_of(turn, chosen.is_none_or(|play| play == Play::Pass));
        let goes_on = !self.wide && game.state == State::Ongoing;
        let Some(chosen) = chosen.filter(|_| goes_on) else { return false };
        if game.plies == plies {
            game.unended = true;
            return false;
        }
        let side = &self.plan.sides[turn.index()];
        if chance.surveys(self.plan.drawn.is_none() && side.tickets.is_some()) {
            game.survey(match side.guesses.is_some() || side.ballots.is_some() {
                true => self.survey(turn),
                false => self.listed(turn, |_, moves| moves.len()),
            });
        }
        *chance = after;
        game.plies += 1;
        self.note(self.now);
        self.make(turn, chosen);
        true
    }

    /// Whether a move is drawn among all, and again if it is refused: where that hangs on what moves leave open, only where some must be
    /// made to know it.
    pub(super) fn draws_again(&mut self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        side.draws_again() && (!side.tests || !side.calm || self.is_stirred(player))
    }

    /// One of the moves that no prohibition refuses, if there is any.
    pub(super) fn drawn_again(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        let doubt = self.doubt(player);
        let moves = self.untested(player, |this| this.survey_all(player));
        let draws = self.plan.sides[player.index()].draws;
        let drawn = chance.first_of(draws, moves, |before| {
            let play = self.untested(player, |this| this.chosen(player, before));
            (!self.refuses(player, play, doubt)).then_some(play)
        });
        drawn.or_else(|| self.drawn_of_list(player, chance))
    }

    /// Asks of the moves among which one is drawn: where they are tested, with those that leave something open.
    fn untested<T>(&mut self, player: Player, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.daringly(self.plan.sides[player.index()].tests, ask)
    }

    /// One of the legal moves, if there is any.
    pub(super) fn drawn_of_list(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        self.drawn_of_all(player, chance).1
    }

    /// How many legal moves there are, and one of them.
    pub(super) fn drawn_of_all(
        &mut self,
        player: Player,
        chance: &mut Chance,
    ) -> (usize, Option<Play>) {
        let mut lent = self.lend();
        self.list(player, &mut lent.moves);
        let chosen = (!lent.moves.is_empty()).then(|| {
            let at = chance.below(lent.moves.len());
            self.nth_of(player, &lent.moves, at)
        });
        let moves = lent.moves.len();
        self.give_back(lent);
        // What else is walked before the move is made does not take its place.
        if let Some(Play::Walked { list, .. }) = chosen {
            self.walking = self.walking.max(usize::from(list) + 1);
        }
        (moves, chosen)
    }

    /// Whether a prohibition refuses a move, if it may refuse such.
    pub(super) fn refuses(&mut self, player: Player, play: Play, doubt: Doubt) -> bool {
        let doubtful = match doubt {
            Doubt::None => false,
            Doubt::Stirring => self.stirs(player, play),
            Doubt::Masked | Doubt::All => true,
        };
        let tests = self.plan.sides[player.index()].tests;
        let covers = self.finish(player).is_some_and(|finish| finish.covers);
        (covers || tests) && !self.leaves_safe(player, play)
            || doubtful && self.refused(player, play)
            || self.is_repeated(player, play)
    }

    /// Whether a move comes to the same as one that comes before it in their order, and is drawn beside that.
    fn is_repeated(&mut self, player: Player, play: Play) -> bool {
        let plan = self.plan;
        let repeats = plan.sides[player.index()].repeats.as_ref();
        let Some(repeats) = repeats.filter(|_| self.may_repeat(player, play)) else { return false };
        let Some(from) = play.from().map(usize::from) else { return false };
        if let Some(shared) = &repeats.shared {
            return self.is_shared(player, play, shared);
        }
        let edits = self.edits_of(|this| this.act(player, play));
        let cells = || edits.iter().filter(|edit| edit.cell.index() < self.program.cells);
        if let Play::Plain { to, .. } = play
            && repeats.still
            && self.board.cells[usize::from(to)].owner() != Some(player)
        {
            let stays = |edit: &Edit| edit.cell.index() == from && edit.after.is_empty();
            let stands = |edit: &Edit| edit.cell == Cell(to) && !edit.after.is_empty();
            if cells().all(|edit| stays(edit) || stands(edit)) && cells().any(stands) {
                return false;
            }
        }
        // Only of pieces that it takes off may the moves come to the same, and of its own.
        let lost = cells().filter(|edit| edit.before.owner() == Some(player));
        let lost = lost.fold(S::one(from), |all, edit| all | S::one(edit.cell.index()));
        let hold = self.hold(player);
        let mut others = self.pool.pop().unwrap_or_default();
        others.clear();
        for from in lost.cells() {
            let kind = self.board.cells[from].kind().map(Kind::index);
            let Some(kind) = kind.map(|kind| &plan.sides[player.index()].kinds[kind]) else {
                continue;
            };
            self.list_from(player, (kind, from), &hold, S::ALL, &mut others);
            self.list_loose(player, (kind, from), &hold, &mut others);
        }
        self.binds.push(hold.binds);
        let number = |play: Play| match play {
            Play::Plain { group, .. } => (0, group.into()),
            Play::Loose { at, .. } => (1, at),
            _ => (2, 0),
        };
        let repeated = others.iter().any(|other| {
            *other != play && self.edits_of(|this| this.act(player, *other)) == edits && {
                let order = self.compare(player, *other, play);
                order.then_with(|| number(*other).cmp(&number(play))).is_lt()
            }
        });
        self.pool.push(others);
        repeated
    }

    /// The same of one that leaves its piece where it is.
    fn is_shared(
        &mut self,
        player: Player,
        play: Play,
        shared: &HashMap<Sets, Vec<Single>>,
    ) -> bool {
        let kinds = &self.plan.sides[player.index()].kinds;
        let Play::Loose { from, at } = play else { return false };
        let Some(one) = self.loose(player, from.into(), at) else { return false };
        let others = shared.get(&one.effect.sets).map_or(&[][..], |others| others);
        others.iter().any(|(kind, cell, number)| {
            let (kind, other) =
                (&kinds[usize::from(*kind)], Play::Loose { from: *cell, at: *number });
            let stands = self.board.set(kind.pieces).has((*cell).into());
            let single = &kind.loose[usize::from(*cell)][usize::from(*number)];
            stands
                && other != play
                && self.can(player, (*cell).into(), single)
                && self.edits_of(|this| this.act(player, other))
                    == self.edits_of(|this| this.act(player, play))
                && {
                    let order = self.compare(player, other, play);
                    order.then_with(|| (*cell, *number).cmp(&(from, at))).is_lt()
                }
        })
    }

    /// Plays a move of a game; false if none is played any more.
    pub(super) fn draw_place(
        &mut self,
        turn: Player,
        chance: &mut Chance,
        plies: u32,
        game: &mut Playout,
    ) -> bool {
        game.state = self.state(turn);
        if self.wide || game.state != State::Ongoing {
            return false;
        }
        if game.plies < plies && chance.surveys(false) {
            let count = self.listed(turn, |_, moves| moves.len());
            if count > 0 {
                game.survey(count);
            }
        }
        let (mark, before) = (self.board.mark(), chance.clone());
        let Some((made, pass)) = self.drawn(turn, chance) else {
            *chance = before;
            return false;
        };
        if game.plies == plies {
            self.board.undo(mark);
            *chance = before;
            game.unended = true;
            return false;
        }
        game.plies += 1;
        self.note(self.now);
        self.count_on(turn, made);
        self.pass_on(turn, &made, pass);
        true
    }

    /// Makes a move that can be made, but for the counters and the turn, if there is any; whether it is a pass.
    fn drawn(&mut self, player: Player, chance: &mut Chance) -> Option<(Made, bool)> {
        let mut open = std::mem::take(&mut self.choice.places);
        open.clear();
        let places = self.plan.sides[player.index()].places.iter();
        open.extend(places.map(|place| self.places(player, place)));
        let drawn = self.drawn_of(player, &mut open, chance);
        self.choice.places = open;
        drawn
    }

    /// The same, by placement, of those cells.
    fn drawn_of(
        &mut self,
        player: Player,
        open: &mut [S],
        chance: &mut Chance,
    ) -> Option<(Made, bool)> {
        let free = matches!(self.program.pass, Some(Pass::Free(_)));
        let pass = free && self.chooses(player) && self.may_pass(player);
        let mark = self.board.mark();
        loop {
            let cells: usize = open.iter().map(|cells| cells.len() as usize).sum();
            let at = match cells + usize::from(pass) {
                0 if matches!(self.program.pass, Some(Pass::Stuck(_))) && self.may_pass(player) => {
                    None
                }
                0 => return None,
                count => chance.below(count).checked_sub(usize::from(pass)),
            };
            let Some(at) = at else {
                let made = self.made(player, Play::Pass);
                self.act(player, Play::Pass);
                return Some((made, true));
            };
            let mut before = at as u32;
            for (number, cells) in (0..).zip(&mut *open) {
                if let Some(others) = before.checked_sub(cells.len()) {
                    before = others;
                    continue;
                }
                let cell = cells.nth(before);
                if let Some(made) = self.try_place(player, number, cell as u16) {
                    return Some((made, false));
                }
                self.board.undo(mark);
                *cells &= !S::one(cell);
                break;
            }
        }
    }

    /// Among what a move of a game is drawn, if moves are not counted before.
    pub(super) fn lot(
        &mut self,
        cells: &[Piece],
        player: Player,
        chance: &mut Chance,
    ) -> Option<Lot> {
        let (plan, side) = (self.plan, &self.plan.sides[player.index()]);
        let guessed = side.guesses.is_some() || side.ballots.is_some();
        let again = side.draws_again() || side.tickets.is_some() || guessed;
        if !plan.plays || plan.drawn.is_none() && !again {
            return None;
        }
        self.load(cells, false);
        let counted = plan.drawn.is_none() && side.tickets.is_none() && !guessed;
        if counted && !self.draws_again(player) {
            return None;
        }
        Some(match &plan.drawn {
            Some(Drawn::Places) if !self.draws_places(player) => return None,
            Some(Drawn::Places) => {
                let places = side.places.iter().flat_map(|place| {
                    let cells = self.places(player, place).cells();
                    cells.map(|cell| (place.name, Cell::at(cell)))
                });
                Lot::Places(places.collect())
            }
            Some(Drawn::Parts(parts)) => Lot::Parts(self.parted(player, parts)),
            None if side.tickets.is_some() => return self.lot_by_ticket(player, chance),
            None => match (&side.guesses, &side.ballots) {
                (Some(guesses), _) => {
                    Lot::Guesses { ranks: self.guess_ranks(player, guesses), draws: GUESSES }
                }
                (None, Some(ballots)) => {
                    Lot::Guesses { ranks: self.ballot_ranks(player, ballots), draws: BALLOTS }
                }
                // What positions there were who lists all moves knows.
                (None, None) if side.asks_past() => {
                    let moves = 0..self.untested(player, |this| this.survey_all(player));
                    let told = moves.map(|at| {
                        let play = self.untested(player, |this| this.chosen(player, at));
                        self.told(player, play)
                    });
                    let (moves, draws) = (told.collect(), side.draws);
                    Lot::Moves { moves, draws, cells: self.program.cells }
                }
                (None, None) => {
                    let doubt = self.doubt(player);
                    let moves = 0..self.untested(player, |this| this.survey_all(player));
                    let goes = moves.map(|at| {
                        let play = self.untested(player, |this| this.chosen(player, at));
                        !self.refuses(player, play, doubt)
                    });
                    Lot::Guesses { ranks: ranks(goes), draws: side.draws }
                }
            },
        })
    }
}
