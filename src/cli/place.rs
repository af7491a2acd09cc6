//! Bytes → files, lines and columns.

use crate::source::{Part, Source, Span};

/// A place as people tell it.
pub struct Place<'s> {
    /// The file.
    pub file: &'s str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there.
    pub text: &'s str,
}

/// The place of a span.
pub fn of(source: &Source, span: Span) -> Place<'_> {
    let (part, span) = local(source, span);
    let (line, column) = line_column(part.text, span.start);
    Place { file: part.name, line, column, text: &part.text[span.start..span.end] }
}

/// The part in which a span starts, and the span within that part's text, on whole characters.
pub fn local(source: &Source, span: Span) -> (Part<'_>, Span) {
    let part = source.part(span.start);
    (part, clamp(part.text, span.within(part.start)))
}

/// The line and the column in characters, each from 1, of a byte that begins a character.
pub fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// The span within the text, on whole characters.
pub fn clamp(text: &str, span: Span) -> Span {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!(line_column("ab\ncd", 0), (1, 1));
        assert_eq!(line_column("äb\ncd", 2), (1, 2));
        assert_eq!(line_column("ab\ncd", 4), (2, 2));
    }
}
