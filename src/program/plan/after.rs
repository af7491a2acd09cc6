//! What follows a move: deeds on cells around where it ends, of what stands there when all else is done.

use super::content::{Content, Contents};
use crate::index::{Cell, Piece};
use crate::program::set::Set;
use crate::program::trail::After;

/// Whatever of some pieces stands on one of these cells becomes another, or leaves the board.
#[derive(Debug, PartialEq)]
pub(crate) struct Deed<S> {
    /// The cells.
    pub cells: S,
    /// What may stand there.
    pub of: Content,
    /// What it becomes.
    pub piece: Piece,
}

/// What follows, by the cell where a move ends.
pub(crate) type Deeds<S> = Box<[Vec<Deed<S>>]>;

/// What follows the moves that end at each cell; nothing if nothing follows any.
pub(super) fn deeds<'a, S: Set>(
    all: impl Iterator<Item = (Cell, &'a Vec<After>)>,
    cells: usize,
    contents: &mut Contents,
) -> Option<Deeds<S>> {
    let mut deeds: Vec<Vec<Deed<S>>> = (0..cells).map(|_| Vec::new()).collect();
    for (to, after) in all {
        for After { cell, of, piece } in after {
            let (of, here) = (contents.of(of), S::one(cell.index()));
            let same = |known: &&mut Deed<S>| known.of == of && known.piece == *piece;
            match deeds[to.index()].iter_mut().find(same) {
                Some(known) => known.cells |= here,
                None => deeds[to.index()].push(Deed { cells: here, of, piece: *piece }),
            }
        }
    }
    deeds.iter().any(|deeds| !deeds.is_empty()).then(|| deeds.into())
}
