//! A position as a player sees it: what is hidden is taken off the board, and glyphs of the file's own are shown there.
//!
//! The notation that comes of it is for this position alone: it writes and draws it as any other.

use std::collections::HashMap;

use super::Notation;
use crate::index::{Cell, Number, Piece, Player};
use crate::position::{Position, Seen};
use crate::rules::Bearer;

/// What is shown of a cell of which not all is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Veil {
    /// In place of the glyph of what stands there.
    pub glyph: String,
    /// Whether nothing else is seen of the cell.
    pub hidden: bool,
}

impl Notation {
    /// The position with nothing in it that is not `seen`, and the notation that shows what is hidden as hidden; the whole of both, if the
    /// rules hide nothing.
    pub fn veiled(&self, position: &Position, seen: &[Seen]) -> (Notation, Position) {
        let (mut notation, mut shown) = (self.clone(), position.clone());
        let Some(sight) = &self.rules.sight else { return (notation, shown) };
        let layout = self.rules.layout(position.size);
        shown.history.clear();
        layout.complete(&mut shown.cells, shown.turn);
        let mut veils = HashMap::new();
        for (cell, seen) in (0..layout.cells()).map(Cell::at).zip(seen) {
            let owner = position.at(cell).owner();
            let (glyph, stands) = match (seen, owner) {
                (Seen::Whole, _) | (Seen::Piece, None) => continue,
                (Seen::Piece, Some(owner)) => {
                    (sight.unknown.get(owner.index()), self.rules.stand_in(owner))
                }
                (Seen::Hidden, _) => (None, Piece::EMPTY),
            };
            let veil = Veil {
                glyph: glyph.unwrap_or(&sight.hidden).clone(),
                hidden: *seen == Seen::Hidden,
            };
            let tower = if stands.is_empty() { vec![] } else { vec![stands] };
            layout.build(&mut shown.cells, cell, &tower);
            if veil.hidden {
                self.bare(&mut shown, cell);
            }
            veils.insert(cell, veil);
        }
        notation.veils = veils;
        (notation, shown)
    }

    /// What is shown of a cell of which not all is seen.
    pub fn veil(&self, cell: Cell) -> Option<&Veil> {
        self.veils.get(&cell)
    }

    /// Takes the numbers and marks of a cell away.
    fn bare(&self, position: &mut Position, cell: Cell) {
        let layout = self.rules.layout(position.size);
        for (at, _) in self.rules.numbers.iter().enumerate().filter(|(_, of)| of.of == Bearer::Cell)
        {
            position.cells[layout.cell_number(Number::at(at), cell).index()] = Piece::EMPTY;
        }
        for (mark, _) in layout.marks() {
            for player in (0..self.rules.players.len()).map(Player::at) {
                let (slot, bit) = layout.mark(mark, cell, player);
                let marks = &mut position.cells[slot.index()];
                *marks = Piece::of_byte(marks.byte() & !bit);
            }
        }
    }
}
