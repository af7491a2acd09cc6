//! A move drawn among placements of which only trying tells whether they can be made: those that cannot be are drawn
//! again, so that all others are alike.

use super::Fast;
use super::facts::Made;
use super::list::Play;
use crate::eval::lot::Lot;
use crate::eval::playout::{Chance, Playout};
use crate::index::{Cell, Piece, Player};
use crate::position::State;
use crate::program::{Drawn, Set};
use crate::rules::Pass;

impl<S: Set> Fast<'_, S> {
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
        if game.plies < plies && chance.surveys() {
            let count = self.listed(turn, |_, moves| moves.len());
            if count > 0 {
                game.survey(count);
            }
        }
        let (mark, before) = (self.board.mark(), chance.clone());
        let Some(made) = self.drawn(turn, chance) else { return false };
        if game.plies == plies {
            self.board.undo(mark);
            *chance = before;
            game.unended = true;
            return false;
        }
        game.plies += 1;
        self.note(self.now);
        self.count_on(turn, made);
        true
    }

    /// Makes a move that can be made, but for the counters, if there is any.
    fn drawn(&mut self, player: Player, chance: &mut Chance) -> Option<Made> {
        let plan = self.plan;
        let mut cells = self.places(player, &plan.sides[player.index()].places[0]);
        let free = matches!(self.program.pass, Some(Pass::Free(_)));
        let pass = free && self.chooses(player) && self.may_pass(player);
        let mark = self.board.mark();
        loop {
            let count = cells.len() as usize + usize::from(pass);
            let at = match count {
                0 if matches!(self.program.pass, Some(Pass::Stuck(_))) && self.may_pass(player) => {
                    None
                }
                0 => return None,
                _ => chance.below(count).checked_sub(usize::from(pass)),
            };
            let Some(at) = at else {
                let made = self.made(player, Play::Pass);
                self.act(player, Play::Pass);
                return Some(made);
            };
            let cell = cells.nth(at as u32);
            let made = self.try_place(player, 0, cell as u16);
            if made.is_some() {
                return made;
            }
            self.board.undo(mark);
            cells &= !S::one(cell);
        }
    }

    /// Among what a move of a game is drawn, if moves are not counted before.
    pub(super) fn lot(&mut self, cells: &[Piece], player: Player) -> Option<Lot> {
        let drawn = self.plan.drawn.as_ref().filter(|_| self.plan.plays)?;
        self.load(cells, false);
        Some(match drawn {
            Drawn::Places => {
                let cells = self.places(player, &self.plan.sides[player.index()].places[0]);
                Lot::Places(cells.cells().map(Cell::at).collect())
            }
            Drawn::Parts(parts) => Lot::Parts(self.parted(player, parts)),
        })
    }
}
