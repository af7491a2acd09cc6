//! What stands where after a move.

use crate::index::{Cell, Piece};

/// Cells and what stands on them then, by cell: few, so that a list is faster than a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Sets(Vec<(Cell, Piece)>);

impl Sets {
    fn find(&self, cell: Cell) -> Result<usize, usize> {
        self.0.binary_search_by_key(&cell, |set| set.0)
    }

    /// What stands on a cell, if that is told.
    pub fn get(&self, cell: Cell) -> Option<Piece> {
        self.find(cell).ok().map(|at| self.0[at].1)
    }

    /// Whether that is told.
    pub fn has(&self, cell: Cell) -> bool {
        self.find(cell).is_ok()
    }

    /// Lets a piece stand on a cell, whatever stood there.
    pub fn insert(&mut self, cell: Cell, piece: Piece) {
        match self.find(cell) {
            Ok(at) => self.0[at].1 = piece,
            Err(at) => self.0.insert(at, (cell, piece)),
        }
    }

    /// Keeps some.
    pub fn retain(&mut self, keep: impl Fn(Cell, Piece) -> bool) {
        self.0.retain(|(cell, piece)| keep(*cell, *piece));
    }

    /// The cell that is left, the one that is come to and the piece that stands there then, if that is all.
    pub fn plain(&self) -> Option<(Cell, Cell, Piece)> {
        match self.0[..] {
            [(left, none), (to, piece)] if none.is_empty() && !piece.is_empty() => {
                Some((left, to, piece))
            }
            [(to, piece), (left, none)] if none.is_empty() && !piece.is_empty() => {
                Some((left, to, piece))
            }
            _ => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All, by cell.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        self.0.iter().copied()
    }
}

impl<const N: usize> From<[(Cell, Piece); N]> for Sets {
    fn from(mut sets: [(Cell, Piece); N]) -> Self {
        sets.sort_unstable();
        Self(sets.into())
    }
}
