//! A board with changes laid over it.

use std::borrow::Cow;

use crate::index::{Cell, Piece};
use crate::position::Edit;
use crate::rules::layout::Slots;

impl Slots for Overlay<'_> {
    fn slot(&self, at: usize) -> u8 {
        self.now[at].byte()
    }

    fn set_slot(&mut self, at: usize, value: u8) {
        self.set(Cell::at(at), Piece::of_byte(value));
    }
}

/// What stands where, while a walk changes it.
#[derive(Clone, Debug)]
pub(super) struct Overlay<'a> {
    before: &'a [Piece],
    /// The board before, until something is changed.
    now: Cow<'a, [Piece]>,
}

impl<'a> Overlay<'a> {
    /// The board as it is.
    pub(super) fn new(before: &'a [Piece]) -> Self {
        Self { before, now: Cow::Borrowed(before) }
    }

    /// What stands on a cell now.
    #[inline]
    pub(super) fn at(&self, cell: Cell) -> Piece {
        self.now[cell.index()]
    }

    /// Lets something else stand on a cell.
    pub(super) fn set(&mut self, cell: Cell, piece: Piece) {
        self.now.to_mut()[cell.index()] = piece;
    }

    /// The whole board as it is now.
    pub(super) fn cells(&self) -> Vec<Piece> {
        self.now.to_vec()
    }

    /// What is different now, by cell.
    pub(super) fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, (before, after)) in self.before.iter().zip(self.now.iter()).enumerate() {
            if before != after {
                edits.push(Edit { cell: Cell::at(at), before: *before, after: *after });
            }
        }
        edits
    }
}
