//! The cells of a board, as a diagram or packed on one line.

use std::io;

use super::canvas::Spot;
use super::fault::{ReadError, quoted};
use super::scan::Scan;
use crate::diag::list;
use crate::index::{Cell, Piece};
use crate::position::Size;
use crate::rules::{Field, Part, Style};

/// What stands around the glyphs of a tower.
const OPEN: char = '(';
const CLOSE: char = ')';

/// Of more unknown characters than this the rest is not told: the board is something else.
const UNKNOWN: usize = 20;

/// Cells being read, and the first row of a wrong length, once.
struct Rows {
    cells: Vec<Piece>,
    uneven: bool,
    unknown: Vec<(char, usize, usize)>,
}

impl Rows {
    fn new(size: Size) -> Self {
        let cells = usize::from(size.width) * usize::from(size.height);
        Self { cells: vec![Piece::EMPTY; cells], uneven: false, unknown: Vec::new() }
    }

    fn set(&mut self, cell: Option<Cell>, piece: Piece) {
        if let Some(cell) = cell {
            self.cells[cell.index()] = piece;
        }
    }
}

/// How many cells a line of a diagram has.
fn width(line: &[(usize, Spot)]) -> usize {
    line.iter().filter(|(_, spot)| matches!(spot, Spot::Cell(_))).count()
}

impl<I: Iterator<Item = io::Result<String>>> Scan<'_, '_, I> {
    /// A diagram: a line a row, the northernmost first. Where the board is the `last` of its line,
    /// everything up to the end of the line belongs to the row. Blanks do not matter but where glyphs
    /// stand side by side. Where a case `begins` with it, its first line is none of the empty rows in the north, as blank lines part one
    /// case from the next; in the south an input may end before such rows.
    pub fn plain(&mut self, size: Size, last: bool, begins: bool) -> Result<Vec<Piece>, ReadError> {
        let canvas = self.notation.canvas(size);
        let mut rows = Rows::new(size);
        let count = canvas.lines.len();
        let passed = canvas.lines.iter().take_while(|line| begins && line.is_empty()).count();
        for (row, line) in canvas.lines.iter().enumerate().skip(passed) {
            if row > passed {
                self.advance()?;
            }
            if self.line.end && canvas.lines[row..].iter().all(|line| line.is_empty()) {
                break;
            }
            // Where text follows on the line, the row ends with its last cell.
            let whole = last || row + 1 < count;
            let text = if whole { self.rest().trim_end() } else { self.rest() }.to_owned();
            if self.line.end || (text.trim().is_empty() && !line.is_empty()) {
                let message = format!("expected {count} rows, found {row}");
                self.settle(&rows);
                return Err(self.line.fault(self.at..self.at, message).into());
            }
            // A word that is too short for a row and has no piece in it is what comes after the board.
            let word = text.trim();
            if row > 0
                && word.starts_with(|c: char| !c.is_ascii_punctuation())
                && word.chars().count() < width(line)
                && !self.has_piece(word)
            {
                let message = format!("expected {count} rows, found {row}");
                self.settle(&rows);
                let end = self.at + text.len();
                return Err(self.line.fault(self.at..end, message).label("no row of it").into());
            }
            let (mut offset, mut column, mut extra) = (0, 0, None);
            let mut spots = line.iter().map(|(_, spot)| *spot).peekable();
            while whole || spots.peek().is_some() {
                if !canvas.dense {
                    offset += text[offset..].len() - text[offset..].trim_start().len();
                }
                if offset >= text.len() {
                    break;
                }
                let spot = spots.next();
                if let Some(Spot::Sign(sign)) = spot {
                    if !text[offset..].starts_with(sign) {
                        self.at += offset;
                        self.settle(&rows);
                        let expected = format!("`{sign}`, as the board is drawn");
                        return Err(self.fault_here(&expected).into());
                    }
                    offset += sign.len_utf8();
                    continue;
                }
                let cell = spot.and_then(|spot| match spot {
                    Spot::Cell(cell) => Some(cell),
                    Spot::Sign(_) => None,
                });
                if cell.is_none() {
                    extra = extra.or(Some(offset));
                }
                let (piece, length) =
                    self.standing(&text[offset..], (offset, cell), &mut rows, extra.is_none())?;
                rows.set(cell, piece);
                (offset, column) = (offset + length, column + 1);
            }
            if column != width(line) {
                let range = self.at + extra.unwrap_or(offset)..self.at + offset;
                self.uneven(&mut rows, (row, width(line)), column, range);
            }
            self.at += offset;
        }
        self.settle(&rows);
        Ok(rows.cells)
    }

    /// A board on one line: rows parted by `/`, runs of empty cells as numbers. It ends before a
    /// blank and before the `next` part, be that a text or hands in brackets.
    pub fn packed(&mut self, size: Size, next: Option<&Part>) -> Result<Vec<Piece>, ReadError> {
        let canvas = self.notation.canvas(size);
        let mut rows = Rows::new(size);
        let height = canvas.rows.len();
        let cell_at = |row: usize, column: usize| canvas.rows.get(row)?.get(column).copied();
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let hands = matches!(next, Some(Part::Field(Field::Hands, Style::Bracketed)));
        let next = match next {
            Some(Part::Text(text)) => rest.find(text.as_str()),
            _ if hands => rest.find('['),
            _ => None,
        };
        let end = next.map_or(end, |next| next.min(end));
        let text = rest[..end].to_owned();
        if text.is_empty() {
            return Err(self.fault_here("a board").into());
        }
        let wide = |row: usize| canvas.rows.get(row).map(Vec::len);
        let (mut row, mut column, mut row_start) = (0, 0, 0);
        let mut offset = 0;
        while let Some(first) = text[offset..].chars().next() {
            let known = self.form.piece(&text[offset..]).is_some();
            if first == '/' && hands && row + 1 == height {
                break;
            }
            if first == '/' && !known {
                self.row_done(&mut rows, (row, wide(row)), column, row_start..offset);
                offset += 1;
                (row, column, row_start) = (row + 1, 0, offset);
            } else if first.is_ascii_digit() && !known {
                let digits = text[offset..].bytes().take_while(u8::is_ascii_digit).count();
                let run = text[offset..offset + digits].parse().unwrap_or(usize::MAX);
                (offset, column) = (offset + digits, column.saturating_add(run));
            } else {
                let cell = cell_at(row, column);
                let (piece, length) =
                    self.standing(&text[offset..], (offset, cell), &mut rows, true)?;
                rows.set(cell, piece);
                (offset, column) = (offset + length, column.saturating_add(1));
            }
        }
        self.row_done(&mut rows, (row, wide(row)), column, row_start..offset);
        self.settle(&rows);
        if row + 1 != height {
            let message = format!("expected {height} rows, found {}", row + 1);
            let end = self.at + text.len();
            let fault = self.line.fault(self.at..end, message).label("rows are parted by `/`");
            return Err(fault.into());
        }
        self.at += offset;
        Ok(rows.cells)
    }

    fn row_done(
        &mut self,
        rows: &mut Rows,
        (row, width): (usize, Option<usize>),
        count: usize,
        range: std::ops::Range<usize>,
    ) {
        if let Some(width) = width.filter(|width| *width != count) {
            self.uneven(rows, (row, width), count, self.at + range.start..self.at + range.end);
        }
    }

    /// Notes the first row of a wrong length; the others would only say the same again.
    fn uneven(
        &mut self,
        rows: &mut Rows,
        (row, width): (usize, usize),
        count: usize,
        range: std::ops::Range<usize>,
    ) {
        if std::mem::replace(&mut rows.uneven, true) {
            return;
        }
        let cells = if width == 1 { "cell" } else { "cells" };
        let message = format!("expected {width} {cells} in row {}, found {count}", row + 1);
        let mut fault = self.line.fault(range, message);
        if width == 0 {
            fault
                .help
                .push(String::from("the board has no cell there, so the row is an empty line"));
        }
        self.faults.push(fault);
    }

    /// What stands on top of a cell, and how long that is told: a glyph, or those of a tower in brackets, what is on top first.
    fn standing(
        &mut self,
        text: &str,
        (offset, cell): (usize, Option<Cell>),
        rows: &mut Rows,
        told: bool,
    ) -> Result<(Piece, usize), ReadError> {
        let most = usize::from(self.notation.rules.board.stack);
        if most == 1 || !text.starts_with(OPEN) {
            return Ok(self.glyph(text, offset, rows, told));
        }
        let Some(length) = text.find(CLOSE) else {
            let range = self.at + offset..self.at + offset + text.trim_end().len();
            let fault = self.line.fault(range, "a tower that does not end");
            return Err(fault.label(format!("`{CLOSE}` is missing")).into());
        };
        let (mut at, mut tower) = (OPEN.len_utf8(), Vec::new());
        while at < length {
            let (piece, wide) = self.glyph(&text[at..length], offset + at, rows, told);
            tower.push(piece);
            at += wide;
        }
        let end = length + CLOSE.len_utf8();
        let range = self.at + offset..self.at + offset + end;
        let fault = match tower.len() {
            0 => Some("a tower without pieces"),
            // What is no glyph has been told.
            _ if rows.unknown.is_empty() && tower.contains(&Piece::EMPTY) => {
                Some("nothing stands within a tower")
            }
            high if high > most => Some("too high a tower"),
            _ => None,
        };
        if let Some(message) = fault {
            let fault = self.line.fault(range, message);
            self.faults.push(fault.label(format!("from 1 to {most} pieces, what is on top first")));
            return Ok((Piece::EMPTY, end));
        }
        let top = tower[0];
        tower.reverse();
        if let Some(cell) = cell.filter(|_| tower.len() > 1) {
            self.towers.push((cell, tower));
        }
        Ok((top, end))
    }

    /// Whether any sign of a text begins a glyph.
    fn has_piece(&self, text: &str) -> bool {
        text.char_indices().any(|(at, _)| self.form.piece(&text[at..]).is_some())
    }

    /// What the glyph at the beginning of a text stands for, and its length; `offset` bytes of the
    /// line are read already. Of a character that begins no glyph the first place is noted, if it
    /// is to be `told`; others are counted.
    fn glyph(&mut self, text: &str, offset: usize, rows: &mut Rows, told: bool) -> (Piece, usize) {
        if let Some(found) = self.form.piece(text) {
            return found;
        }
        let glyph = text.chars().next().unwrap_or_default();
        if told {
            self.unknown(glyph, self.at + offset, rows);
        }
        (Piece::EMPTY, glyph.len_utf8())
    }

    /// Notes a character that stands for nothing.
    fn unknown(&mut self, glyph: char, at: usize, rows: &mut Rows) {
        if let Some((_, _, more)) = rows.unknown.iter_mut().find(|known| known.0 == glyph) {
            *more += 1;
            return;
        }
        if rows.unknown.len() == UNKNOWN {
            return;
        }
        rows.unknown.push((glyph, self.faults.len(), 0));
        let message = format!("unknown piece {}", quoted(&glyph.to_string()));
        let cells = self.written().cells;
        let known: Vec<&str> = cells.iter().map(|known| known.glyph.value.as_str()).collect();
        let other_case = |known: &&&str| known.to_lowercase().eq(&glyph.to_lowercase().to_string());
        let label = match known.iter().find(other_case) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected one of {}", list(&known)),
        };
        self.faults.push(self.line.fault(at..at + glyph.len_utf8(), message).label(label));
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
