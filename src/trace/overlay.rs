//! A board with changes laid over it.

use std::collections::BTreeMap;

use crate::index::{Cell, Piece};
use crate::position::Edit;
use crate::rules::layout::Slots;

impl Slots for Overlay<'_> {
    fn slot(&self, at: usize) -> u8 {
        self.at(Cell::at(at)).0
    }

    fn set_slot(&mut self, at: usize, value: u8) {
        self.set(Cell::at(at), Piece(value));
    }
}

/// What stands where, while a walk changes it.
#[derive(Clone, Debug)]
pub(super) struct Overlay<'a> {
    base: &'a [Piece],
    changes: BTreeMap<Cell, Piece>,
}

impl<'a> Overlay<'a> {
    /// The board as it is.
    pub(super) fn new(base: &'a [Piece]) -> Self {
        Self { base, changes: BTreeMap::new() }
    }

    /// What stands on a cell now.
    pub(super) fn at(&self, cell: Cell) -> Piece {
        self.changes.get(&cell).copied().unwrap_or(self.base[cell.index()])
    }

    /// Lets something else stand on a cell.
    pub(super) fn set(&mut self, cell: Cell, piece: Piece) {
        self.changes.insert(cell, piece);
    }

    /// The whole board as it is now.
    pub(super) fn cells(&self) -> Vec<Piece> {
        let mut cells = self.base.to_vec();
        for (cell, piece) in &self.changes {
            cells[cell.index()] = *piece;
        }
        cells
    }

    /// What is different now, by cell.
    pub(super) fn edits(&self) -> Vec<Edit> {
        self.changes
            .iter()
            .map(|(cell, after)| Edit {
                cell: *cell,
                before: self.base[cell.index()],
                after: *after,
            })
            .filter(|edit| edit.before != edit.after)
            .collect()
    }
}
