//! Random games in which pieces only stride: each stride is of many pieces at once, and made on a few sets of cells.

use super::Fast;
use super::facts::amounts;
use crate::eval::playout::{Chance, Playout};
use crate::index::{Piece, Player};
use crate::position::{Position, State};
use crate::program::{Halt, KEPT, Leg, March, Merged, Pace, Set, Stop};

/// The position from which games begin, and one of a game.
#[derive(Debug)]
pub(super) struct Marching<S> {
    /// The cells of the first; nothing is known of it if there are none.
    cells: Vec<Piece>,
    /// The kept sets of the first.
    start: [S; KEPT],
    /// Those of the other.
    sets: [S; KEPT],
    /// By number of a stride, the cells from which it can be made.
    strides: Merged<S>,
}

impl<S: Set> Default for Marching<S> {
    fn default() -> Self {
        let none = [S::NONE; KEPT];
        Self { cells: Vec::new(), start: none, sets: none, strides: Merged::default() }
    }
}

impl<S: Set> Fast<'_, S> {
    /// A random game as [`Fast::playout`] plays it; `None` if more can happen than that pieces stride.
    pub(super) fn marched(
        &mut self,
        start: &Position,
        chance: &mut Chance,
        plies: u32,
    ) -> Option<Playout> {
        let march = self.plan.march.as_ref()?;
        if !Piece::alike(&self.marching.cells, &start.cells) {
            self.load(&start.cells, false);
            self.marching.cells.clone_from(&start.cells);
            for (set, content) in self.marching.start.iter_mut().zip(&march.sets) {
                *set = self.board.set(*content);
            }
        }
        Some(self.marching.play(march, start.turn, chance, plies))
    }
}

impl<S: Set> Marching<S> {
    /// Plays from the start.
    #[inline(never)]
    fn play(&mut self, march: &March<S>, turn: Player, chance: &mut Chance, plies: u32) -> Playout {
        self.sets = self.start;
        let mut game = Playout::default();
        let mut turn = turn.index();
        loop {
            let leg = &march.legs[turn];
            let moves = self.moves(leg);
            let mut ends = leg.ends.iter().filter(|stop| moves == 0 || !stop.last);
            if let Some(Stop { winner, at, .. }) = ends.find(|stop| self.holds(&stop.halt, moves)) {
                game.state = winner.map_or(State::Drawn(*at), |winner| State::Won(winner, *at));
                return game;
            }
            if moves == 0 {
                return game;
            }
            if game.plies == plies {
                game.unended = true;
                return game;
            }
            game.plies += 1;
            game.survey(moves);
            let (from, pace) = self.strides.nth(chance.below(moves));
            self.make(&leg.paces[pace], from);
            turn = if turn + 1 == march.legs.len() { 0 } else { turn + 1 };
        }
    }

    /// How many moves there are.
    #[inline]
    fn moves(&mut self, leg: &Leg<S>) -> usize {
        let sets = &self.sets;
        let set = |at: usize| sets[at % KEPT];
        self.strides.renew(leg.paces.iter().map(|pace| {
            let from = set(pace.pieces) & pace.from & set(pace.land).moved(-pace.by);
            pace.over.iter().fold(from, |from, over| from & set(pace.empty).moved(-over))
        }));
        self.strides.len()
    }

    /// Makes a stride from a cell.
    #[inline]
    fn make(&mut self, pace: &Pace<S>, from: usize) {
        let (from, to) = (S::one(from), S::one(from.wrapping_add_signed(pace.by.into())));
        for (set, [left, come]) in self.sets.iter_mut().zip(&pace.joins) {
            *set = *set & !(from | to) | from & *left | to & *come;
        }
    }

    /// Whether an ending holds where the player has so many moves.
    fn holds(&self, halt: &Halt<S>, moves: usize) -> bool {
        match halt {
            Halt::Stuck => moves == 0,
            Halt::Count(set, cells, relation, number) => {
                amounts(self.sets[*set % KEPT] & *cells, *relation, *number)
            }
            Halt::All(list) => list.iter().all(|halt| self.holds(halt, moves)),
            Halt::Any(list) => list.iter().any(|halt| self.holds(halt, moves)),
            Halt::Not(halt) => !self.holds(halt, moves),
        }
    }
}
