//! Names of cells, by the format's `coordinate` template.

use super::Notation;
use super::canvas::Canvas;
use crate::index::Cell;
use crate::position::Size;
use crate::rules::{Field, Part, Rules};

impl Notation {
    /// The name of a cell on a board of that size. Where cells have numbers, one that has none is
    /// called by its file and rank.
    pub fn cell_name(&self, cell: Cell, size: Size) -> String {
        let canvas = self.rules.format.numbered.as_ref().map(|_| self.canvas(size));
        self.name(cell, size, canvas.as_deref())
    }

    /// The names of all cells of a board of that size, the south-western first.
    pub(super) fn cell_names(&self, size: Size) -> Vec<String> {
        // One diagram for all of them: of a size that is not kept each makes it anew.
        let canvas = self.canvas(size);
        let numbers = self.rules.format.numbered.as_ref().map(|_| &*canvas);
        canvas.cells.iter().map(|cell| self.name(*cell, size, numbers)).collect()
    }

    /// The name of a cell; `numbers` is the diagram where cells have numbers.
    fn name(&self, cell: Cell, size: Size, numbers: Option<&Canvas>) -> String {
        if let Some(canvas) = numbers {
            let number = canvas.numbers.get(cell.index()).copied().unwrap_or_default();
            return match number {
                0 => {
                    let file = letters(cell.0 % size.width);
                    format!("{file}{}", cell.0 / size.width + 1)
                }
                number => number.to_string(),
            };
        }
        let ranks = self.rules.board.shape.ranks(size);
        let (file, rank) = (cell.0 % size.width, cell.0 / size.width);
        let (rank, layer) = (rank % ranks, rank / ranks);
        let mut name = String::new();
        for part in &self.rules.format.coordinate.0 {
            match &part.value {
                Part::Text(text) => name.push_str(text),
                Part::Newline => name.push('\n'),
                Part::Field(Field::File, style) => {
                    name.push_str(&super::styled(letters(file), *style));
                }
                Part::Field(Field::Rank, _) => name.push_str(&(u32::from(rank) + 1).to_string()),
                Part::Field(Field::Row, _) => {
                    name.push_str(&ranks.saturating_sub(rank + 1).to_string());
                }
                Part::Field(Field::Column, _) => name.push_str(&file.to_string()),
                Part::Field(Field::Layer, style) => {
                    let layer = letters(layer).to_uppercase();
                    name.push_str(&super::styled(layer, *style));
                }
                Part::Field(..) => {}
            }
        }
        name
    }

    /// The cell of that name.
    pub fn parse_cell(&self, name: &str, size: Size) -> Option<Cell> {
        let canvas = self.canvas(size);
        canvas.cells.iter().copied().find(|cell| self.cell_name(*cell, size) == name)
    }
}

/// Whether the names of cells have that field.
pub(super) fn has_field(rules: &Rules, field: Field) -> bool {
    let parts = &rules.format.coordinate.0;
    parts.iter().any(|part| matches!(part.value, Part::Field(known, _) if known == field))
}

/// A file's letters: `a` to `z`, then `aa`, `ab` and so on.
pub(super) fn letters(file: u16) -> String {
    let mut left = u32::from(file) + 1;
    let mut reversed = Vec::new();
    while left > 0 {
        left -= 1;
        reversed.push(char::from(b'a' + (left % 26) as u8));
        left /= 26;
    }
    reversed.into_iter().rev().collect()
}
