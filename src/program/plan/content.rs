//! What may stand on a cell, as sets of cells tell it.

use crate::index::Piece;
use crate::program::check::{Codes, has};

/// Sets of pieces that are asked for, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    /// Each: its codes.
    pub codes: Vec<Codes>,
    /// By code, the sets that it belongs to.
    pub of: Vec<Vec<u16>>,
}

/// One of the [`Contents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Content(pub u16);

impl Contents {
    /// The set of those codes.
    pub fn of(&mut self, codes: &Codes) -> Content {
        if let Some(at) = self.codes.iter().position(|known| known == codes) {
            return Content(at as u16);
        }
        self.of.resize(256, Vec::new());
        let at = self.codes.len() as u16;
        for code in (0..=u8::MAX).filter(|code| has(codes, Piece(*code))) {
            self.of[usize::from(code)].push(at);
        }
        self.codes.push(*codes);
        Content(at)
    }
}
