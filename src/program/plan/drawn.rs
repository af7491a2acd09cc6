//! Moves that are drawn in a random game without being counted before.

use super::{Plan, Side};
use crate::program::Program;
use crate::program::set::Set;

/// Among what a move is drawn, and drawn again if there is none such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// Placements, of which only trying tells whether they can be made.
    Places,
    /// The first parts of moves, and as many numbers as there are at most second parts of one: those below the
    /// number that there are stand for a move.
    Heads(u32),
}

impl<S: Set> Plan<S> {
    /// Among what every player's moves can be drawn.
    pub(super) fn drawn(&self, program: &Program) -> Option<Drawn> {
        if self.sides.iter().all(Side::tries) {
            return Some(Drawn::Places);
        }
        let most = self.sides.iter().map(Side::most_ends).collect::<Option<Vec<_>>>()?;
        let most = most.into_iter().max().filter(|_| program.pass.is_none());
        most.map(Drawn::Heads)
    }
}

impl<S: Set> Side<S> {
    /// How many second parts a move can have at most, if all moves are of two parts and none is refused.
    fn most_ends(&self) -> Option<u32> {
        let refuses = self.listed || !self.is_free() || !self.truces.is_empty();
        if refuses || !self.places.is_empty() {
            return None;
        }
        let kinds = self.kinds.iter().filter(|kind| kind.moves);
        let most = kinds.map(|kind| match &kind.groups[..] {
            [group] => group.tail.as_ref()?.cells.iter().map(|cells| cells.len()).max(),
            _ => None,
        });
        most.collect::<Option<Vec<_>>>()?.into_iter().max()
    }
}
