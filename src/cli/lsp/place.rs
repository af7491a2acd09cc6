//! Places as editors count them: lines and columns from 0, columns in units of UTF-16 or in bytes.

use lsp_types::{Position, Range};

use crate::source::{Span, clamp};

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// Bytes, where the client offers that.
    Bytes,
    /// 16-bit units of UTF-16.
    #[default]
    Utf16,
}

/// A text and where its lines begin.
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    units: Units,
}

impl<'t> Lines<'t> {
    /// The lines of a text; each ends with `\n`, `\r\n` or `\r`.
    pub fn new(text: &'t str, units: Units) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| {
            **byte == b'\n' || **byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { text, starts, units }
    }

    /// The place of a byte.
    pub fn position(&self, byte: usize) -> Position {
        let byte = clamp(self.text, Span::new(byte, byte)).start;
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..byte).unwrap_or_default();
        let column = match self.units {
            Units::Bytes => before.len(),
            Units::Utf16 => before.encode_utf16().count(),
        };
        Position::new(line as u32, column as u32)
    }

    /// The byte at a place; what lies outside is brought inside.
    pub fn byte(&self, place: Position) -> usize {
        let line = place.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
        let mut column = place.character as usize;
        for (at, c) in text.char_indices() {
            let wide = match self.units {
                Units::Bytes => c.len_utf8(),
                Units::Utf16 => c.len_utf16(),
            };
            if column < wide {
                return start + at;
            }
            column -= wide;
        }
        start + text.len()
    }

    /// The range of a span.
    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end.max(span.start)))
    }

    /// The span of a range.
    pub fn span(&self, range: Range) -> Span {
        let start = self.byte(range.start);
        Span::new(start, self.byte(range.end).max(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_utf_16_or_bytes() {
        let text = "aé𝄞b\r\nc\rd";
        let lines = Lines::new(text, Units::Utf16);
        let places: Vec<_> = text.char_indices().map(|(at, _)| lines.position(at)).collect();
        let told: Vec<_> = places.iter().map(|place| (place.line, place.character)).collect();
        assert_eq!(told, [(0, 0), (0, 1), (0, 2), (0, 4), (0, 5), (0, 6), (1, 0), (1, 1), (2, 0)]);
        for (at, _) in text.char_indices().filter(|(_, c)| *c != '\n') {
            assert_eq!(lines.byte(lines.position(at)), at);
        }
        let bytes = Lines::new(text, Units::Bytes);
        assert_eq!(bytes.position(7), Position::new(0, 7));
        assert_eq!(bytes.byte(Position::new(0, 7)), 7);
    }

    #[test]
    fn what_lies_outside_is_brought_inside() {
        let lines = Lines::new("ab\n𝄞", Units::Utf16);
        assert_eq!(lines.byte(Position::new(0, 99)), 2);
        assert_eq!(lines.byte(Position::new(9, 0)), 7);
        assert_eq!(lines.byte(Position::new(1, 1)), 3);
        assert_eq!(lines.position(99), Position::new(1, 2));
    }
}
