//! What may stand on a cell, as sets of cells tell it.

use crate::index::Piece;
use crate::program::check::{Codes, has};
use crate::program::set::Set;

/// Sets of pieces that are asked for, each once.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    /// Each: its codes.
    pub codes: Vec<Codes>,
    /// By code, the sets that it belongs to.
    pub of: Vec<Vec<u16>>,
}

/// One of the [`Contents`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Content(pub u16);

/// By set, whether a cell that is left comes into it, and whether one where a piece arrives does: every cell or none.
pub(crate) type Joins<S> = Box<[[S; 2]]>;

impl Contents {
    /// None yet, of a game of so many kinds.
    pub fn new(kinds: usize) -> Self {
        Self { codes: Vec::new(), of: vec![Vec::new(); Piece::codes(kinds).into()] }
    }

    /// The set of those codes.
    pub fn of(&mut self, codes: &Codes) -> Content {
        if let Some(at) = self.codes.iter().position(|known| known == codes) {
            return Content(at as u16);
        }
        let at = self.codes.len() as u16;
        for (code, sets) in (0..).zip(&mut self.of) {
            if has(codes, Piece(code)) {
                sets.push(at);
            }
        }
        self.codes.push(codes.clone());
        Content(at)
    }

    /// The pieces that there are, and what stands where nothing does, the first.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        (0..self.of.len() as u16).map(Piece)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Content> + use<> {
        (0..self.codes.len()).map(|at| Content(at as u16))
    }

    /// What it does to some of the sets that one piece stands then on a cell that is left, and another where that arrives.
    pub fn joins<S: Set>(
        &self,
        sets: impl Iterator<Item = Content>,
        [left, comes]: [Piece; 2],
    ) -> Joins<S> {
        let joins = |content: Content, piece| {
            let codes = &self.codes[usize::from(content.0)];
            if has(codes, piece) { S::ALL } else { S::NONE }
        };
        sets.map(|content| [joins(content, left), joins(content, comes)]).collect()
    }
}
