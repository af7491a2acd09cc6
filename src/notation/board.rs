//! The cells of a board, as a diagram or packed on one line.

use std::io;

use super::cell_at;
use super::fault::{ReadError, quoted};
use super::scan::Scan;
use crate::diag::list;
use crate::index::Piece;
use crate::position::Size;

/// Of more unknown characters than this the rest is not told: the board is something else.
const UNKNOWN: usize = 20;

/// A row being read: its cells so far and, once, the first row of a wrong length.
struct Rows {
    size: Size,
    cells: Vec<Piece>,
    uneven: bool,
    unknown: Vec<(char, usize, usize)>,
}

impl Rows {
    fn new(size: Size) -> Self {
        let cells = usize::from(size.width) * usize::from(size.height);
        Self { size, cells: vec![Piece::EMPTY; cells], uneven: false, unknown: Vec::new() }
    }

    fn width(&self) -> usize {
        usize::from(self.size.width)
    }

    fn height(&self) -> usize {
        usize::from(self.size.height)
    }

    fn set(&mut self, row: usize, column: usize, piece: Piece) {
        if row < self.height() && column < self.width() {
            self.cells[cell_at(self.size, row, column).index()] = piece;
        }
    }
}

impl<I: Iterator<Item = io::Result<String>>> Scan<'_, '_, I> {
    /// A diagram: a line a row, the northernmost first. Where the board is the `last` of its line,
    /// everything up to the end of the line belongs to the row.
    pub fn plain(&mut self, size: Size, last: bool) -> Result<Vec<Piece>, ReadError> {
        let mut rows = Rows::new(size);
        for row in 0..rows.height() {
            if row > 0 {
                self.advance()?;
            }
            let text = self.row(rows.width(), last || row + 1 < rows.height());
            if self.line.end || text.is_empty() {
                let message = format!("expected {} rows, found {row}", rows.height());
                self.settle(&rows);
                return Err(self.line.fault(self.at..self.at, message).into());
            }
            for (column, (offset, glyph)) in text.char_indices().take(rows.width()).enumerate() {
                let piece = self.piece(glyph, self.at + offset, &mut rows);
                rows.set(row, column, piece);
            }
            let count = text.chars().count();
            if count != rows.width() {
                let extra = text.char_indices().nth(rows.width());
                let start = extra.map_or(text.len(), |(offset, _)| offset);
                let range = self.at + start..self.at + text.len();
                self.uneven(&mut rows, row, count, range);
            }
            self.at += text.len();
        }
        self.settle(&rows);
        Ok(rows.cells)
    }

    /// The text of a row from here on.
    fn row(&self, width: usize, whole: bool) -> String {
        let rest = self.rest();
        let wide = rest.char_indices().nth(width).map_or(rest.len(), |(offset, _)| offset);
        let trimmed = rest.trim_end().len();
        let end = match (whole, self.notation.blank_counts()) {
            (false, _) => wide,
            (true, false) => trimmed,
            (true, true) => trimmed.max(wide),
        };
        rest[..end].to_owned()
    }

    /// A board on one line: rows parted by `/`, runs of empty cells as numbers.
    pub fn packed(&mut self, size: Size) -> Result<Vec<Piece>, ReadError> {
        let mut rows = Rows::new(size);
        let known = |glyph: char| self.notation.pieces.contains_key(&glyph);
        let (slash, blank) = (known('/'), self.notation.blank_counts());
        let text: String =
            self.rest().chars().take_while(|glyph| blank || !glyph.is_whitespace()).collect();
        if text.trim().is_empty() {
            return Err(self.fault_here("a board").into());
        }
        let (mut row, mut column, mut row_start) = (0, 0, 0);
        let mut glyphs = text.char_indices().peekable();
        while let Some((offset, glyph)) = glyphs.next() {
            if glyph == '/' && !slash {
                self.row_done(&mut rows, row, column, row_start..offset);
                (row, column, row_start) = (row + 1, 0, offset + 1);
            } else if let Some(digit) = glyph.to_digit(10)
                && !self.notation.pieces.contains_key(&glyph)
            {
                let mut run = digit as usize;
                while let Some(digit) = glyphs.peek().and_then(|(_, glyph)| glyph.to_digit(10)) {
                    run = run.saturating_mul(10).saturating_add(digit as usize);
                    glyphs.next();
                }
                column = column.saturating_add(run);
            } else {
                let piece = self.piece(glyph, self.at + offset, &mut rows);
                rows.set(row, column, piece);
                column = column.saturating_add(1);
            }
        }
        self.row_done(&mut rows, row, column, row_start..text.len());
        self.settle(&rows);
        if row + 1 != rows.height() {
            let message = format!("expected {} rows, found {}", rows.height(), row + 1);
            let end = self.at + text.len();
            let fault = self.line.fault(self.at..end, message).label("rows are parted by `/`");
            return Err(fault.into());
        }
        self.at += text.len();
        Ok(rows.cells)
    }

    fn row_done(
        &mut self,
        rows: &mut Rows,
        row: usize,
        count: usize,
        range: std::ops::Range<usize>,
    ) {
        if count != rows.width() && row < rows.height() {
            self.uneven(rows, row, count, self.at + range.start..self.at + range.end);
        }
    }

    /// Notes the first row of a wrong length; the others would only say the same again.
    fn uneven(&mut self, rows: &mut Rows, row: usize, count: usize, range: std::ops::Range<usize>) {
        if std::mem::replace(&mut rows.uneven, true) {
            return;
        }
        let cells = if rows.width() == 1 { "cell" } else { "cells" };
        let message =
            format!("expected {} {cells} in row {}, found {count}", rows.width(), row + 1);
        self.faults.push(self.line.fault(range, message));
    }

    /// What a character stands for. Of a character that stands for nothing the first place is
    /// noted; others are counted.
    fn piece(&mut self, glyph: char, at: usize, rows: &mut Rows) -> Piece {
        if let Some(piece) = self.notation.pieces.get(&glyph) {
            return *piece;
        }
        if let Some((_, _, more)) = rows.unknown.iter_mut().find(|known| known.0 == glyph) {
            *more += 1;
            return Piece::EMPTY;
        }
        if rows.unknown.len() == UNKNOWN {
            return Piece::EMPTY;
        }
        rows.unknown.push((glyph, self.faults.len(), 0));
        let message = format!("unknown piece {}", quoted(&glyph.to_string()));
        let known: Vec<String> = self
            .notation
            .rules
            .format
            .cells
            .iter()
            .map(|known| known.glyph.value.to_string())
            .collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let other_case = |known: &&&str| known.to_lowercase().eq(&glyph.to_lowercase().to_string());
        let label = match known.iter().find(other_case) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected one of {}", list(&known)),
        };
        self.faults.push(self.line.fault(at..at + glyph.len_utf8(), message).label(label));
        Piece::EMPTY
    }

    /// Says of each unknown character how often it stands elsewhere.
    fn settle(&mut self, rows: &Rows) {
        for (_, index, more) in &rows.unknown {
            if *more > 0
                && let Some(fault) = self.faults.get_mut(*index)
            {
                let times = if *more == 1 { "once" } else { "times" };
                let text = if *more == 1 { times.to_owned() } else { format!("{more} {times}") };
                fault.help.push(format!("it stands on the board {text} more"));
            }
        }
    }
}
