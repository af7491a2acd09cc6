//! Text ↔ positions and moves, as a rule file's `Format` declares.
//!
//! [`Notation::cases`] reads an input case by case, [`Notation::position`] reads one; [`Notation::write`]
//! is the inverse. Cells and moves are named and parsed back in [`names`] and [`moves`].

mod board;
mod draw;
mod fault;
mod lines;
mod moves;
mod names;
mod read;
mod scan;
mod write;

pub use fault::{BoardFault, ReadError};
pub use moves::MoveFault;
pub use read::{Case, CaseReader};
pub use write::styled;

use std::collections::HashMap;

use crate::index::{Cell, Piece};
use crate::position::Size;
use crate::rules::Rules;

/// How positions and moves of one rule file are written.
#[derive(Clone, Debug)]
pub struct Notation<'r> {
    rules: &'r Rules,
    pieces: HashMap<char, Piece>,
    glyphs: HashMap<Piece, char>,
}

impl<'r> Notation<'r> {
    /// The notation that the file's format declares.
    pub fn new(rules: &'r Rules) -> Self {
        let mut pieces = HashMap::new();
        let mut glyphs = HashMap::new();
        for glyph in &rules.format.cells {
            pieces.entry(glyph.glyph.value).or_insert(glyph.piece);
            glyphs.entry(glyph.piece).or_insert(glyph.glyph.value);
        }
        Self { rules, pieces, glyphs }
    }

    /// The rules whose notation it is.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The character for what stands on a cell; `?` where the file declares none.
    pub fn glyph(&self, piece: Piece) -> char {
        self.glyphs.get(&piece).copied().unwrap_or(if piece.is_empty() { '.' } else { '?' })
    }

    /// Whether a blank stands for something, so that trailing blanks count.
    fn blank_counts(&self) -> bool {
        self.pieces.keys().any(|glyph| glyph.is_whitespace())
    }
}

/// The cell in that row (from 0, northernmost first) and column (from 0, westernmost first).
fn cell_at(size: Size, row: usize, column: usize) -> Cell {
    Cell::at((usize::from(size.height) - 1 - row) * usize::from(size.width) + column)
}

#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod tests;
