//! Boards for people: glyphs with blanks between them, ranks at the left, files below.

use super::{Notation, cell_at, names};
use crate::index::{Cell, Piece};
use crate::position::{Position, Size};
use crate::rules::Field;

impl Notation<'_> {
    /// The board, a line a row, each line ended.
    pub fn draw(&self, position: &Position) -> String {
        let lines = self.grid(position.size, |cell| self.drawn(position.at(cell)));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The board, and beside it one where `marked` cells show `*`.
    pub fn draw_marked(&self, position: &Position, marked: &[Cell]) -> String {
        let board = self.grid(position.size, |cell| self.drawn(position.at(cell)));
        let marks = self.grid(position.size, |cell| {
            if marked.contains(&cell) { '*' } else { self.drawn(Piece::EMPTY) }
        });
        let width = board.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        board.iter().zip(marks).map(|(left, right)| format!("{left:width$}    {right}\n")).collect()
    }

    fn drawn(&self, piece: Piece) -> char {
        let glyph = self.glyph(piece);
        if glyph.is_whitespace() { '.' } else { glyph }
    }

    fn grid(&self, size: Size, show: impl Fn(Cell) -> char) -> Vec<String> {
        let has = |field| names::has_field(self.rules, field);
        let files: Vec<String> = (0..size.width)
            .map(|file| {
                if has(Field::Column) && !has(Field::File) {
                    file.to_string()
                } else {
                    names::letters(file)
                }
            })
            .collect();
        let rows: Vec<String> = (0..size.height)
            .map(|row| {
                let counted = has(Field::Row) && !has(Field::Rank);
                if counted { row.to_string() } else { (size.height - row).to_string() }
            })
            .collect();
        let wide = |labels: &[String]| labels.iter().map(String::len).max().unwrap_or(1);
        let (left, below) = (wide(&rows), wide(&files));
        let mut lines: Vec<String> = Vec::with_capacity(rows.len() + 1);
        for (row, label) in rows.iter().enumerate() {
            let mut line = format!("{label:>left$} ");
            for column in 0..files.len() {
                line.push_str(&format!(" {:>below$}", show(cell_at(size, row, column))));
            }
            lines.push(line);
        }
        let mut line = format!("{:left$} ", "");
        for label in &files {
            line.push_str(&format!(" {label:>below$}"));
        }
        lines.push(line);
        lines
    }
}
