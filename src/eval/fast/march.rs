//! Random games in which pieces only stride: each stride is of many pieces at once, and made on a few sets of cells.

use super::Fast;
use super::facts::amounts;
use super::rounds::{Rounds, exchange};
use crate::eval::playout::{Chance, Playout};
use crate::index::Piece;
use crate::position::{Position, State};
use crate::program::{Halt, KEPT, March, Merged, Set, Stop};

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
            let memory = &mut **self;
            for (set, content) in memory.marching.start.iter_mut().zip(&march.sets) {
                *set = memory.board.set(*content);
            }
        }
        let game = &mut *self.marching;
        game.sets = game.start;
        Some(Game { march, game }.play(start.turn, chance, plies))
    }
}

/// A game by a plan.
struct Game<'g, S> {
    march: &'g March<S>,
    game: &'g mut Marching<S>,
}

impl<S: Set> Rounds for Game<'_, S> {
    #[inline]
    fn players(&self) -> usize {
        self.march.legs.len()
    }

    #[inline]
    fn moves(&mut self, player: usize) -> usize {
        let sets = &self.game.sets;
        let set = |at: usize| sets[at % KEPT];
        let paces = &self.march.legs[player].paces;
        let each = paces.iter().enumerate().map(|(at, pace)| {
            let from = set(pace.pieces) & pace.from & set(pace.land).moved(-pace.by);
            (at, pace.over.iter().fold(from, |from, over| from & set(pace.empty).moved(-over)))
        });
        self.game.strides.renew(paces.len(), each);
        self.game.strides.len()
    }

    #[inline]
    fn state(&self, player: usize, moves: usize) -> State {
        let leg = &self.march.legs[player];
        let mut ends = leg.ends.iter().filter(|stop| moves == 0 || !stop.last);
        let ended = ends.find(|stop| self.game.holds(&stop.halt, moves));
        ended.map_or(State::Ongoing, |Stop { winner, at, .. }| {
            winner.map_or(State::Drawn(*at), |winner| State::Won(winner, *at))
        })
    }

    #[inline]
    fn make(&mut self, player: usize, before: usize) {
        let (from, pace) = self.game.strides.nth(before);
        let pace = &self.march.legs[player].paces[pace];
        let (from, to) = (S::one(from), S::one(from.wrapping_add_signed(pace.by.into())));
        exchange(&mut self.game.sets, &pace.joins, from, to);
    }
}

impl<S: Set> Marching<S> {
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
