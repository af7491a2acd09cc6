//! Text ↔ positions and moves, as a rule file's `Format` declares.
//!
//! [`Notation::cases`] reads an input case by case, [`Notation::position`] reads one, each in any of the
//! format's `forms`; [`Notation::write`] is the inverse, in the format's own. Cells and moves are named
//! and parsed back in `names` and `moves`, whole lines of moves in `line`.

mod board;
mod canvas;
mod draw;
mod fault;
mod forms;
pub mod geometry;
mod grid;
pub(crate) mod labels;
mod letters;
mod line;
mod lines;
mod moves;
mod names;
mod pieces;
mod read;
mod scan;
mod short;
mod slot_text;
mod slots;
mod veil;
mod write;

pub use draw::Sheet;
pub use fault::{BoardFault, ReadError};
pub use geometry::Geometry;
pub use grid::Spot;
pub use line::{LineFault, Unfound};
pub use moves::MoveFault;
pub use read::{Case, CaseReader};
pub use veil::Veil;
pub use write::styled;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::index::{Cell, Piece};
use crate::position::{Position, Size};
use crate::program::Program;
use crate::rules::{Layout, Rules};
use canvas::Canvas;
use forms::Reading;

/// How positions and moves of one rule file are written.
#[derive(Clone, Debug)]
pub struct Notation {
    rules: Arc<Rules>,
    /// The format's own form, in which cases are written.
    own: Reading,
    /// The forms that are read where the own one does not fit.
    others: Vec<Reading>,
    glyphs: HashMap<Piece, String>,
    /// By kind, whether a move that puts it tells so.
    told_kinds: Vec<bool>,
    /// What is shown of the cells of which not all is seen, if it is the notation of what a player sees.
    veils: HashMap<Cell, Veil>,
    /// What stands where in the usual starting position, if that is asked.
    home: Option<(Size, Vec<Piece>)>,
    /// Knows which cells the letters mean; of the size that was asked for first.
    program: OnceLock<Program>,
    /// The diagram of the size that was asked for first.
    canvas: OnceLock<Canvas>,
}

impl Notation {
    /// The notation that the file's format declares. It keeps a copy of the rules; see [`Notation::of`].
    pub fn new(rules: &Rules) -> Self {
        Self::of(Arc::new(rules.clone()))
    }

    /// The notation of rules that are shared.
    pub fn of(shared: Arc<Rules>) -> Self {
        let rules = &*shared;
        let own = Reading::new(rules, None);
        let others = 0..rules.format.others().count();
        let others: Vec<Reading> = others.map(|at| Reading::new(rules, Some(at))).collect();
        let glyphs = rules.format.cells.iter();
        let glyphs = glyphs.map(|glyph| (glyph.piece, glyph.glyph.value.clone())).collect();
        let asked = others.iter().chain([&own]).any(|form| form.unmoved.is_some());
        let setup = rules.setup.as_ref().filter(|_| asked).map(|setup| setup.value.clone());
        let program = OnceLock::new();
        let canvas = OnceLock::new();
        let veils = HashMap::new();
        let (told_kinds, home) = (moves::told_kinds(rules), None);
        let mut notation =
            Self { rules: shared, own, others, glyphs, told_kinds, veils, home, program, canvas };
        // Of a setup that cannot be read no piece is at home; whoever reads it is told why.
        let home = setup.and_then(|setup| notation.position(&setup).ok());
        notation.home = home.map(|case| {
            let (size, mut cells) = (case.position.size, case.position.cells);
            cells.truncate(usize::from(size.width) * usize::from(size.height));
            (size, cells)
        });
        notation
    }

    /// The diagram of a board of that size.
    fn canvas(&self, size: Size) -> Cow<'_, Canvas> {
        let (shape, numbered) = (&self.rules.board.shape, self.rules.format.numbered.as_ref());
        let canvas = self.canvas.get_or_init(|| Canvas::new(shape, numbered, size));
        match canvas.size == size {
            true => Cow::Borrowed(canvas),
            false => Cow::Owned(Canvas::new(shape, numbered, size)),
        }
    }

    /// The rules whose notation it is.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What stands on a cell: the glyph, or those of a tower in brackets, what is on top first: `(Wbb)`.
    pub fn standing(&self, position: &Position, cell: Cell) -> String {
        let layout = self.rules.layout(position.size);
        self.standing_by(&layout, position, cell)
    }

    /// The same, where the layout is at hand.
    fn standing_by(&self, layout: &Layout, position: &Position, cell: Cell) -> String {
        if let Some(veil) = self.veils.get(&cell) {
            return veil.glyph.clone();
        }
        let slot = |slot: Cell| position.cells.get(slot.index()).copied().unwrap_or_default();
        if layout.stack() == 1 || layout.height(slot, cell) < 2 {
            return self.glyph(slot(cell)).to_owned();
        }
        let tower = layout.tower(slot, cell).into_iter().rev();
        let glyphs: String = tower.map(|piece| self.glyph(piece)).collect();
        format!("({glyphs})")
    }

    /// The glyph for what stands on a cell; `?` where the file declares none.
    pub fn glyph(&self, piece: Piece) -> &str {
        self.glyphs.get(&piece).map(String::as_str).unwrap_or(if piece.is_empty() {
            "."
        } else {
            "?"
        })
    }
}

#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod tests;
