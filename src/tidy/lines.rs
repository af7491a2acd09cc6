//! The lines of a TOML text, each in words without the blanks between them.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// A line, or several that one value has.
#[derive(Debug)]
pub(super) enum Line<'t> {
    /// Nothing.
    Blank,
    /// A comment of its own.
    Comment(&'t str),
    /// `[table]` or `[[list]]`.
    Header {
        /// With its brackets.
        text: String,
        /// The comment behind it.
        comment: Option<&'t str>,
    },
    /// `key = value`.
    Entry(Entry<'t>),
}

impl Line<'_> {
    /// Whether the keys on its two sides do not stand together.
    pub fn parts(&self) -> bool {
        matches!(self, Line::Blank | Line::Header { .. })
    }
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Entry<'t> {
    /// The key, dotted perhaps.
    pub key: String,
    /// The lines of the value.
    pub rows: Vec<Row<'t>>,
}

/// A line of a value. A string of several lines stands in one of them.
#[derive(Debug)]
pub(super) struct Row<'t> {
    /// How many brackets are open where it begins, of those that it does not close.
    pub depth: usize,
    /// The text.
    pub text: String,
    /// The comment behind it, or instead of it.
    pub comment: Option<&'t str>,
}

/// A word of the text and what it is.
#[derive(Clone, Copy)]
struct Word<'t> {
    kind: TokenKind,
    text: &'t str,
}

/// Every word, blanks included.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let tokens = Source::new(text).lex().into_vec();
    tokens.into_iter().filter_map(move |token| {
        let (kind, span) = (token.kind(), token.span());
        Some(Word { kind, text: text.get(span.start()..span.end())? })
    })
}

/// The strings of several lines, in their order.
pub(super) fn strings(text: &str) -> impl Iterator<Item = &str> {
    let many = |kind| matches!(kind, TokenKind::MlBasicString | TokenKind::MlLiteralString);
    words(text).filter(move |word| many(word.kind)).map(|word| word.text)
}

/// The lines of a text that is TOML.
pub(super) fn read(text: &str) -> Vec<Line<'_>> {
    let mut reader = Reader { words: words(text).collect(), at: 0 };
    let mut lines = Vec::new();
    while let Some(word) = reader.peek() {
        lines.push(match word.kind {
            TokenKind::Newline => Line::Blank,
            TokenKind::Comment => {
                reader.at += 1;
                Line::Comment(word.text.trim_end())
            }
            TokenKind::LeftSquareBracket => reader.header(),
            TokenKind::Eof => break,
            _ => Line::Entry(reader.entry()),
        });
        reader.end();
    }
    lines
}

struct Reader<'t> {
    words: Vec<Word<'t>>,
    at: usize,
}

impl<'t> Reader<'t> {
    /// The next word that is no blank.
    fn peek(&mut self) -> Option<Word<'t>> {
        while self.words.get(self.at).is_some_and(|word| word.kind == TokenKind::Whitespace) {
            self.at += 1;
        }
        self.words.get(self.at).copied()
    }

    /// The next word if it stands in the same line.
    fn within(&mut self) -> Option<Word<'t>> {
        self.peek().filter(|word| !matches!(word.kind, TokenKind::Newline | TokenKind::Eof))
    }

    /// The comment that ends the line.
    fn comment(&mut self) -> Option<&'t str> {
        let word = self.within().filter(|word| word.kind == TokenKind::Comment)?;
        self.at += 1;
        Some(word.text.trim_end())
    }

    /// Passes the end of the line.
    fn end(&mut self) {
        if self.peek().is_some_and(|word| word.kind == TokenKind::Newline) {
            self.at += 1;
        }
    }

    fn header(&mut self) -> Line<'t> {
        let mut text = String::new();
        while let Some(word) = self.within().filter(|word| word.kind != TokenKind::Comment) {
            text += word.text;
            self.at += 1;
        }
        Line::Header { text, comment: self.comment() }
    }

    fn entry(&mut self) -> Entry<'t> {
        let mut key = String::new();
        while let Some(word) = self.within() {
            self.at += 1;
            if word.kind == TokenKind::Equals {
                break;
            }
            key += word.text;
        }
        let (mut rows, mut depth) = (Vec::new(), 0);
        loop {
            let row = self.row(&mut depth);
            rows.push(row);
            // Within brackets a value goes on after the end of the line.
            let ends = self.peek().is_none_or(|word| word.kind != TokenKind::Newline);
            if depth == 0 || ends {
                break;
            }
            self.at += 1;
        }
        rows.dedup_by(|row, before| row.is_blank() && before.is_blank());
        Entry { key, rows }
    }

    /// A line of a value; `depth` counts the brackets that are open.
    fn row(&mut self, depth: &mut usize) -> Row<'t> {
        let (mut least, mut text) = (*depth, String::new());
        let mut before: Option<TokenKind> = None;
        while let Some(word) = self.within().filter(|word| word.kind != TokenKind::Comment) {
            match word.kind {
                TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => *depth += 1,
                TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                    *depth = depth.saturating_sub(1);
                    // What closes a bracket of a line above stands below that line's beginning, if it comes first.
                    if text.bytes().all(|byte| b"]}".contains(&byte)) {
                        least = *depth;
                    }
                }
                _ => {}
            }
            if before.is_some_and(|before| parted(before, word.kind)) {
                text.push(' ');
            }
            text += word.text;
            before = Some(word.kind);
            self.at += 1;
        }
        Row { depth: least, text, comment: self.comment() }
    }
}

impl Row<'_> {
    fn is_blank(&self) -> bool {
        self.text.is_empty() && self.comment.is_none()
    }
}

/// Whether a blank stands between two words of one line.
fn parted(before: TokenKind, after: TokenKind) -> bool {
    use TokenKind::{
        Comma, Dot, LeftCurlyBracket, LeftSquareBracket, RightCurlyBracket, RightSquareBracket,
    };
    !matches!(
        (before, after),
        (LeftCurlyBracket, RightCurlyBracket)
            | (_, Comma | Dot | RightSquareBracket)
            | (Dot | LeftSquareBracket, _)
    )
}
