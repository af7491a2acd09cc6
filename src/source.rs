//! Where a piece of the user's text stands.

use std::fmt;

/// A text with the name under which the user knows it (a path, or what stands for one), and the texts
/// that it builds on.
///
/// All of them stand in `text`, one after another, what is built on before what builds on it; so a
/// [`Span`] is a plain range, whichever of them it is in. Most sources are of one part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The path of the user's own file, or `standard input`.
    pub name: String,
    /// The whole text of every part.
    pub text: String,
    /// The parts that the user's own builds on, in the order of the text.
    bases: Vec<Base>,
}

/// A part that another builds on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Base {
    name: String,
    /// One past its last byte. A line end follows, so that no place belongs to two parts.
    end: usize,
}

/// One of the texts of a [`Source`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'s> {
    /// The name under which the user knows it.
    pub name: &'s str,
    /// Its text.
    pub text: &'s str,
    /// Where it starts in the text of the source.
    pub start: usize,
}

impl Source {
    /// A source of that name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), bases: Vec::new() }
    }

    /// This source, built on another: the parts of `base`, then its own.
    ///
    /// ```
    /// use interp::source::Source;
    ///
    /// let both = Source::new("mine", "size = 9").on(Source::new("base", "size = 8"));
    /// assert_eq!(both.name, "mine");
    /// assert_eq!(both.text, "size = 8\nsize = 9");
    /// assert_eq!(both.part(7).name, "base");
    /// assert_eq!(both.own().start, 9);
    /// ```
    #[must_use]
    pub fn on(self, base: Source) -> Self {
        let Source { name, text, mut bases } = base;
        let end = text.len();
        bases.push(Base { name, end });
        let shifted = |base: Base| Base { end: base.end + end + 1, ..base };
        bases.extend(self.bases.into_iter().map(shifted));
        Self { name: self.name, text: text + "\n" + &self.text, bases }
    }

    /// The parts in the order of the text; the user's own is the last.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let starts = std::iter::once(0).chain(self.bases.iter().map(|base| base.end + 1));
        let bases = self.bases.iter().zip(starts).map(|(base, start)| Part {
            name: &base.name,
            text: self.text.get(start..base.end).unwrap_or_default(),
            start,
        });
        bases.chain(std::iter::once(self.own()))
    }

    /// The user's own part.
    pub fn own(&self) -> Part<'_> {
        let start = self.bases.last().map_or(0, |base| base.end + 1);
        Part { name: &self.name, text: self.text.get(start..).unwrap_or_default(), start }
    }

    /// The part in which a byte of the text stands.
    pub fn part(&self, byte: usize) -> Part<'_> {
        let holds = |part: &Part<'_>| byte <= part.start + part.text.len();
        self.parts().find(holds).unwrap_or_else(|| self.own())
    }
}

/// A place as people tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Source {
    /// The place of a span.
    pub fn place(&self, span: Span) -> Place<'_> {
        let (part, span) = self.local(span);
        let (line, column) = line_column(part.text, span.start);
        Place { file: part.name, line, column, text: &part.text[span.start..span.end] }
    }

    /// The part in which a span starts, and the span within that part's text, on whole characters.
    pub fn local(&self, span: Span) -> (Part<'_>, Span) {
        let part = self.part(span.start);
        (part, clamp(part.text, span.within(part.start)))
    }
}

/// The line and the column in characters, each from 1, of a byte that begins a character.
fn line_column(text: &str, byte: usize) -> (usize, usize) {
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

impl Part<'_> {
    /// The first line: the place of what is missing in the whole part.
    pub fn first_line(&self) -> Span {
        let end = self.text.find('\n').unwrap_or(self.text.len());
        Span::new(self.start, self.start + end)
    }
}

/// A range of bytes in a [`Source`]; `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest range that covers both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The range that starts so many bytes later.
    pub fn later(self, by: usize) -> Span {
        Span::new(self.start + by, self.end + by)
    }

    /// The range as it is counted from the byte `start`.
    pub fn within(self, start: usize) -> Span {
        Span::new(self.start.saturating_sub(start), self.end.saturating_sub(start))
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}

/// A value and where it was written. Two are equal when their values are.
#[derive(Clone, Copy)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, written at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// The same place, another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(f(self.value), self.span)
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
impl<T: Eq> Eq for Spanned<T> {}

impl<T: fmt::Debug> fmt::Debug for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_belongs_to_one_part() {
        let chain = Source::new("c", "ccc").on(Source::new("b", "")).on(Source::new("a", "aa"));
        let parts: Vec<_> = chain.parts().map(|part| (part.name, part.text, part.start)).collect();
        assert_eq!(parts, [("a", "aa", 0), ("b", "", 3), ("c", "ccc", 4)]);
        let names: String = (0..=chain.text.len()).map(|byte| chain.part(byte).name).collect();
        assert_eq!(names, "aaabcccc");
        assert_eq!(chain.part(99).name, "c");
        let same = Source::new("c", "ccc").on(Source::new("b", "").on(Source::new("a", "aa")));
        assert_eq!(chain, same);
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!(line_column("ab\ncd", 0), (1, 1));
        assert_eq!(line_column("äb\ncd", 2), (1, 2));
        assert_eq!(line_column("ab\ncd", 4), (2, 2));
    }
}
