//! A place inside a TOML string: from the decoded text back to the user's bytes.

use super::ast::Scope;
use crate::source::Span;

/// A text and, for each of its bytes, where it stands in the file: the decoded value of a TOML
/// string, or what was made out of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The value.
    pub value: String,
    /// The whole token, quotes included.
    pub span: Span,
    /// `at[i]` is where in the file the value's byte `i` came from; one more entry for the end.
    at: Vec<Span>,
    /// Where the bytes of another scope begin, and which it is. Without any, all are of the text of a move itself.
    scopes: Vec<(usize, Scope)>,
}

impl Text {
    /// The string token at `span` of `file`, whose decoded value the TOML parser gave as `value`.
    ///
    /// Where the token cannot be followed byte by byte, every place is the whole token.
    pub fn new(file: &str, span: Span, value: &str) -> Self {
        let whole = || vec![span; value.len() + 1];
        let bytes = |at: Vec<usize>| at.into_iter().map(|at| Span::new(at, at + 1)).collect();
        let at = file
            .get(span.start..span.end)
            .and_then(|raw| decode(raw, span.start))
            .filter(|(decoded, _)| decoded == value)
            .map_or_else(whole, |(_, at)| bytes(at));
        Self { value: value.to_owned(), span, at, scopes: Vec::new() }
    }

    /// A text that is a file of its own.
    pub fn plain(value: &str) -> Self {
        let at = (0..=value.len()).map(|at| Span::new(at, at + 1)).collect();
        let span = Span::new(0, value.len());
        Self { value: value.to_owned(), span, at, scopes: Vec::new() }
    }

    /// A text that was made out of the one at `span`: pieces, each with what it was made out of.
    pub fn made<'p>(span: Span, pieces: impl IntoIterator<Item = (&'p str, Span)>) -> Self {
        let (mut value, mut at) = (String::new(), Vec::new());
        for (piece, from) in pieces {
            value += piece;
            at.resize(value.len(), from);
        }
        at.push(at.last().copied().unwrap_or(span));
        Self { value, span, at, scopes: Vec::new() }
    }

    /// A text that is put together of parts of others, each the bytes `start..end` of one.
    pub(super) fn joined<'t>(
        span: Span,
        parts: impl IntoIterator<Item = (&'t Text, usize, usize)>,
    ) -> Self {
        let mut whole = Self { value: String::new(), span, at: Vec::new(), scopes: Vec::new() };
        for (text, start, end) in parts {
            let at = whole.value.len();
            whole.scopes.push((at, text.scope(start)));
            let inside = text.scopes.iter().filter(|(from, _)| (start + 1..end).contains(from));
            whole.scopes.extend(inside.map(|(from, scope)| (at + from - start, *scope)));
            whole.value += &text.value[start..end];
            whole.at.extend(&text.at[start..end]);
        }
        whole.at.push(whole.at.last().copied().unwrap_or(span));
        whole
    }

    /// The bytes `start..end` of the value, without blanks around them.
    pub(super) fn slice(&self, start: usize, end: usize) -> Self {
        let part = &self.value[start..end];
        let start = start + (part.len() - part.trim_start().len());
        let end = start + part.trim().len();
        Self::joined(self.span(start, end), [(self, start, end)])
    }

    /// The same text as one of a scope.
    pub(super) fn within(&self, scope: Scope) -> Self {
        Self { scopes: vec![(0, scope)], ..self.clone() }
    }

    /// Whose the names of cells at a byte are.
    pub(super) fn scope(&self, byte: usize) -> Scope {
        let before = self.scopes.iter().take_while(|(from, _)| *from <= byte);
        before.last().map_or(Scope::default(), |(_, scope)| *scope)
    }

    /// The file's span of the value's bytes `start..end`.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let last = self.at.len() - 1;
        let (start, end) = (start.min(last), end.min(last));
        let from = self.at[start];
        if end <= start {
            return Span::new(from.start, from.start);
        }
        // What was put together has no place as a whole, unless it begins and ends in the same text.
        let other = self.scopes.iter().find(|(at, _)| (start + 1..end).contains(at));
        let end = match other {
            Some((at, _)) if self.scope(start) != self.scope(end - 1) => *at,
            _ => end,
        };
        // The end is that of the last byte, not the start of the next, which an escaped line end
        // may have moved far away.
        Span::new(from.start, self.at[end - 1].end.max(from.start))
    }
}

/// Decodes a raw TOML string token; the file's place of each byte and of the closing quotes.
fn decode(raw: &str, base: usize) -> Option<(String, Vec<usize>)> {
    let quote = raw.chars().next()?;
    let triple: String = [quote; 3].iter().collect();
    let width = if raw.len() >= 6 && raw.starts_with(&triple) { 3 } else { 1 };
    let end = raw.len().checked_sub(width)?;
    let mut out = (String::new(), Vec::new());
    let mut i = width;
    if width == 3 {
        i += if raw[i..].starts_with("\r\n") { 2 } else { usize::from(raw[i..].starts_with('\n')) };
    }
    while i < end {
        let c = raw.get(i..end)?.chars().next()?;
        let from = i;
        i += c.len_utf8();
        let decoded = match c {
            '\\' if quote == '"' => {
                let kind = raw.get(i..end)?.chars().next()?;
                i += kind.len_utf8();
                let digits = match kind {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    _ => 0,
                };
                match kind {
                    'b' => '\u{8}',
                    't' => '\t',
                    'n' => '\n',
                    'f' => '\u{c}',
                    'r' => '\r',
                    'e' => '\u{1b}',
                    '"' => '"',
                    '\\' => '\\',
                    'x' | 'u' | 'U' => {
                        let hex = raw.get(i..i + digits)?;
                        i += digits;
                        char::from_u32(u32::from_str_radix(hex, 16).ok()?)?
                    }
                    _ => {
                        // A line end that is escaped swallows the blanks after it.
                        i -= kind.len_utf8();
                        let rest = raw.get(i..end)?;
                        i += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
                        continue;
                    }
                }
            }
            '\r' if raw[i..].starts_with('\n') => {
                i += 1;
                '\n'
            }
            other => other,
        };
        let before = out.0.len();
        out.0.push(decoded);
        let same = decoded == c;
        out.1.extend(
            (before..out.0.len())
                .map(|byte| base + if same { from + (byte - before) } else { from }),
        );
    }
    out.1.push(base + end);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in the file at the place of `word` within the decoded string.
    fn shown<'a>(file: &'a str, value: &str, word: &str) -> &'a str {
        let text = Text::new(file, Span::new(0, file.len()), value);
        let start = value.find(word).expect("the word is in the value");
        let span = text.span(start, start + word.len());
        &file[span.start..span.end]
    }

    #[test]
    fn a_text_that_was_made_has_the_places_of_what_it_was_made_out_of() {
        let (one, two) = (Span::new(7, 8), Span::new(8, 11));
        let text = Text::made(Span::new(6, 12), [("slide any", one), (" | ", two), ("step", two)]);
        assert_eq!(text.value, "slide any | step");
        assert_eq!([text.span(6, 9), text.span(12, 16), text.span(6, 16)], [one, two, one.to(two)]);
    }

    #[test]
    fn a_word_is_found_in_every_kind_of_string() {
        assert_eq!(shown("'slide any'", "slide any", "any"), "any");
        assert_eq!(shown(r#""a\tb any""#, "a\tb any", "any"), "any");
        assert_eq!(shown("'''\nslide\nany'''", "slide\nany", "any"), "any");
        assert_eq!(shown("\"\"\"\nslide \\\n   any\"\"\"", "slide any", "any"), "any");
        assert_eq!(shown("\"\"\"a\r\nany\"\"\"", "a\nany", "any"), "any");
        assert_eq!(shown(r#""\u00e9 any""#, "é any", "any"), "any");
    }
}
