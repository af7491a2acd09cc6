//! What stands where in a rule file, however broken it is: keys, values and the tables they are in.
//!
//! ```text
//! [pieces.man]                 ["pieces"]                     a table
//! moves.step = 'step any'      ["pieces", "man"]              a table
//!                              ["pieces", "man", "moves"]     a table
//!                              […, "moves", "step"]           a text
//! ```
//!
//! A text in the midst of being typed is no TOML. Here a value ends at the latest where the next key or header begins, so that what is
//! broken hides nothing of the rest.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::source::Span;

/// A step on the way from the file to something in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Of a table, the value of that key.
    Key(String),
    /// Of a list, an item.
    Item,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A text, with its quotes.
    Text,
    /// A number, a truth value, anything else; or nothing yet.
    Other,
    /// A list.
    List,
    /// A table; of a header or a dotted key, its last key.
    Table,
}

/// A value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// How it is come to.
    pub path: Vec<Step>,
    /// Where its key is written, quotes included; of a list's item none.
    pub key: Option<Span>,
    /// Where it is written; where there is none yet, right behind its key.
    pub value: Span,
    /// What it is.
    pub sort: Sort,
    /// Whether the key stands in a header.
    pub heads: bool,
}

/// The keys of a path, without the items of lists.
pub fn keys(path: &[Step]) -> Vec<&str> {
    let key = |step: &'_ Step| matches!(step, Step::Key(_));
    let named = path.iter().filter(|step| key(step));
    named
        .map(|step| match step {
            Step::Key(key) => key.as_str(),
            Step::Item => "",
        })
        .collect()
}

/// A header and what stands below it.
#[derive(Clone, Debug)]
pub struct Section {
    /// The table.
    pub path: Vec<Step>,
    /// The header, brackets included.
    pub head: Span,
    /// From the header to the end of its last line that is not blank.
    pub span: Span,
}

/// All that stands in a file, in the order of its text.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Every value.
    pub entries: Vec<Entry>,
    /// Every header.
    pub sections: Vec<Section>,
    /// Every comment.
    pub comments: Vec<Span>,
}

impl Outline {
    /// Of a text.
    pub fn of(text: &str) -> Self {
        let lexed = Source::new(text).lex().into_vec();
        let tokens = lexed.into_iter().map(|token| {
            let span = token.span();
            Token { kind: token.kind(), span: Span::new(span.start(), span.end()) }
        });
        let tokens: Vec<Token> =
            tokens.filter(|token| token.kind != TokenKind::Whitespace).collect();
        let mut reader = Reader { text, tokens, at: 0, depth: 0, outline: Outline::default() };
        reader.file();
        reader.outline
    }

    /// The entry of that path; of several the first.
    pub fn find(&self, path: &[&str]) -> Option<&Entry> {
        let is = |step: &Step, key: &&str| matches!(step, Step::Key(known) if known == *key);
        self.entries.iter().find(|entry| {
            entry.path.len() == path.len()
                && entry.path.iter().zip(path).all(|(step, key)| is(step, key))
        })
    }

    /// The text that a byte stands in, its quotes left and right of it.
    pub fn text_at(&self, byte: usize) -> Option<&Entry> {
        let inside = |entry: &&Entry| entry.value.start < byte && byte <= entry.value.end;
        self.entries.iter().filter(|entry| entry.sort == Sort::Text).find(inside)
    }

    /// The entry whose key a byte touches.
    pub fn key_at(&self, byte: usize) -> Option<&Entry> {
        let touches =
            |entry: &&Entry| entry.key.is_some_and(|key| (key.start..=key.end).contains(&byte));
        self.entries.iter().find(touches)
    }
}

/// How deep lists and tables may lie in one another; what lies deeper is passed over.
const DEPTH: usize = 64;

#[derive(Clone, Copy)]
struct Token {
    kind: TokenKind,
    span: Span,
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    outline: Outline,
}

impl Reader<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied().filter(|token| token.kind != TokenKind::Eof)
    }

    fn next_is(&self, kind: TokenKind) -> bool {
        self.peek().is_some_and(|token| token.kind == kind)
    }

    /// Passes the next token if it is of that kind.
    fn pass(&mut self, kind: TokenKind) -> Option<Token> {
        let token = self.peek().filter(|token| token.kind == kind)?;
        self.at += 1;
        Some(token)
    }

    /// Where the token before ends.
    fn behind(&self) -> usize {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.map_or(0, |token| token.span.end)
    }

    fn file(&mut self) {
        let mut table: Vec<Step> = Vec::new();
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Newline => self.at += 1,
                TokenKind::Comment => self.comment(),
                TokenKind::LeftSquareBracket => table = self.header(),
                _ => {
                    let before = self.at;
                    self.entry(&table);
                    self.rest_of_line();
                    // Something always passes.
                    self.at = self.at.max(before + 1);
                }
            }
        }
        let end = self.text.len();
        self.close(end);
    }

    fn comment(&mut self) {
        if let Some(token) = self.pass(TokenKind::Comment) {
            self.outline.comments.push(token.span);
        }
    }

    /// Passes what should not stand at the end of a line.
    fn rest_of_line(&mut self) {
        while let Some(token) = self.peek().filter(|token| token.kind != TokenKind::Newline) {
            match token.kind {
                TokenKind::Comment => self.comment(),
                _ => self.at += 1,
            }
        }
    }

    /// Ends the section before.
    fn close(&mut self, end: usize) {
        let text = self.text;
        if let Some(last) = self.outline.sections.last_mut() {
            let inside = text.get(last.span.start..end).unwrap_or_default();
            last.span.end = last.span.start + inside.trim_end().len();
        }
    }

    /// `[table]` or `[[list]]`: the path of what stands below it.
    fn header(&mut self) -> Vec<Step> {
        let start = self.peek().map_or(0, |token| token.span.start);
        self.close(start);
        self.at += 1;
        let list = self.pass(TokenKind::LeftSquareBracket).is_some();
        let (mut path, mut keys) = (Vec::new(), Vec::new());
        while let Some(key) = self.key() {
            path.push(Step::Key(key.0));
            keys.push((path.clone(), key.1));
            if self.pass(TokenKind::Dot).is_none() {
                break;
            }
        }
        for (path, key) in keys {
            let (value, sort) = (Span::new(key.end, key.end), Sort::Table);
            self.outline.entries.push(Entry { path, key: Some(key), value, sort, heads: true });
        }
        while self.pass(TokenKind::RightSquareBracket).is_some() {}
        if list {
            path.push(Step::Item);
        }
        let head = Span::new(start, self.behind());
        self.outline.sections.push(Section { path: path.clone(), head, span: head });
        self.rest_of_line();
        path
    }

    /// A key that is no dotted one.
    fn key(&mut self) -> Option<(String, Span)> {
        let token = self.peek()?;
        let text = self.text.get(token.span.start..token.span.end)?;
        let key = match token.kind {
            TokenKind::Atom => text,
            TokenKind::LiteralString | TokenKind::BasicString => inside(text).0,
            _ => return None,
        };
        self.at += 1;
        Some((key.to_owned(), token.span))
    }

    /// `key = value`, the key perhaps dotted.
    fn entry(&mut self, table: &[Step]) {
        let mut path = table.to_vec();
        let mut keys = Vec::new();
        while let Some((key, span)) = self.key() {
            path.push(Step::Key(key));
            keys.push((path.clone(), span));
            if self.pass(TokenKind::Dot).is_none() {
                break;
            }
        }
        let Some((path, last)) = keys.pop() else { return };
        for (path, key) in keys {
            let (value, sort) = (Span::new(key.end, key.end), Sort::Table);
            self.outline.entries.push(Entry { path, key: Some(key), value, sort, heads: false });
        }
        let has = self.pass(TokenKind::Equals).is_some();
        let nothing = Span::new(self.behind(), self.behind());
        if has {
            self.value(path, Some(last));
        } else {
            let sort = Sort::Other;
            let key = Some(last);
            self.outline.entries.push(Entry { path, key, value: nothing, sort, heads: false });
        }
    }

    fn value(&mut self, path: Vec<Step>, key: Option<Span>) {
        let nothing = Span::new(self.behind(), self.behind());
        let at = self.outline.entries.len();
        let mut entry = Entry { path, key, value: nothing, sort: Sort::Other, heads: false };
        let Some(token) = self.peek() else {
            self.outline.entries.push(entry);
            return;
        };
        entry.value = token.span;
        match token.kind {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket if self.depth < DEPTH => {
                self.at += 1;
                self.depth += 1;
                let list = token.kind == TokenKind::LeftSquareBracket;
                entry.sort = if list { Sort::List } else { Sort::Table };
                let path = entry.path.clone();
                self.outline.entries.push(entry);
                if list {
                    self.list(&path)
                } else {
                    self.table(&path)
                }
                self.depth -= 1;
                let end = self.behind();
                if let Some(entry) = self.outline.entries.get_mut(at) {
                    entry.value.end = end;
                }
                return;
            }
            // What lies too deep is passed over.
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => return,
            TokenKind::LiteralString
            | TokenKind::BasicString
            | TokenKind::MlLiteralString
            | TokenKind::MlBasicString => {
                self.at += 1;
                entry.sort = Sort::Text;
            }
            TokenKind::Atom => {
                self.at += 1;
                // `1.5` is three tokens.
                while self.next_is(TokenKind::Dot) || self.next_is(TokenKind::Atom) {
                    self.at += 1;
                }
                entry.value.end = self.behind();
            }
            _ => entry.value = nothing,
        }
        self.outline.entries.push(entry);
    }

    /// Passes blanks and comments within brackets; whether the value is broken off here, as the next key or header begins.
    fn broken_off(&mut self) -> bool {
        loop {
            match self.peek().map(|token| token.kind) {
                None => return true,
                Some(TokenKind::Comment) => self.comment(),
                Some(TokenKind::Newline) => {
                    if self.begins_anew(self.at + 1) {
                        return true;
                    }
                    self.at += 1;
                }
                Some(_) => return false,
            }
        }
    }

    /// Whether a line looks like one of the file and not of a value: `key =`, `[header]`.
    fn begins_anew(&self, at: usize) -> bool {
        let kind = |at: usize| self.tokens.get(at).map(|token| token.kind);
        let flush = self.tokens.get(at).is_some_and(|token| {
            let before = self.text.get(..token.span.start).unwrap_or_default();
            before.is_empty() || before.ends_with('\n')
        });
        if !flush {
            return false;
        }
        match kind(at) {
            Some(TokenKind::Atom | TokenKind::LiteralString | TokenKind::BasicString) => {
                let mut at = at + 1;
                while kind(at) == Some(TokenKind::Dot) {
                    at += 2;
                }
                kind(at) == Some(TokenKind::Equals)
            }
            Some(TokenKind::LeftSquareBracket) => {
                let first =
                    at + 1 + usize::from(kind(at + 1) == Some(TokenKind::LeftSquareBracket));
                kind(first) == Some(TokenKind::Atom)
            }
            _ => false,
        }
    }

    fn list(&mut self, path: &[Step]) {
        let path = [path, &[Step::Item]].concat();
        loop {
            if self.broken_off() {
                return;
            }
            match self.peek().map(|token| token.kind) {
                Some(TokenKind::RightSquareBracket) => {
                    self.at += 1;
                    return;
                }
                Some(TokenKind::Comma | TokenKind::Equals | TokenKind::Dot) => self.at += 1,
                Some(TokenKind::RightCurlyBracket) | None => return,
                Some(_) => {
                    let before = self.at;
                    self.value(path.clone(), None);
                    self.at = self.at.max(before + 1);
                }
            }
        }
    }

    fn table(&mut self, path: &[Step]) {
        loop {
            if self.broken_off() {
                return;
            }
            match self.peek().map(|token| token.kind) {
                Some(TokenKind::RightCurlyBracket) => {
                    self.at += 1;
                    return;
                }
                Some(TokenKind::RightSquareBracket) | None => return,
                Some(TokenKind::Atom | TokenKind::LiteralString | TokenKind::BasicString) => {
                    let before = self.at;
                    self.entry(path);
                    self.at = self.at.max(before + 1);
                }
                Some(_) => self.at += 1,
            }
        }
    }
}

/// The text between the quotes of a string as it is written, and where it begins there; a string may lack its last quotes.
pub fn inside(raw: &str) -> (&str, usize) {
    let Some(quote) = raw.chars().next().filter(|quote| "'\"".contains(*quote)) else {
        return (raw, 0);
    };
    let triple: String = [quote; 3].iter().collect();
    let wide = if raw.starts_with(&triple) { 3 } else { 1 };
    let quotes = triple.get(..wide).unwrap_or_default();
    let rest = raw.get(wide..).unwrap_or_default();
    (rest.strip_suffix(quotes).unwrap_or(rest), wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each entry as a line: its path, and what stands there.
    fn told(text: &str) -> Vec<String> {
        let path = |path: &[Step]| {
            let steps = path.iter().map(|step| match step {
                Step::Key(key) => key.as_str(),
                Step::Item => "*",
            });
            steps.collect::<Vec<_>>().join(".")
        };
        let entries = Outline::of(text).entries;
        entries
            .iter()
            .map(|entry| {
                let value = &text[entry.value.start..entry.value.end];
                format!("{} {:?} {value}", path(&entry.path), entry.sort).trim_end().to_owned()
            })
            .collect()
    }

    #[test]
    fn every_value_has_its_path() {
        let text = "a = 1.5 # x\n[b.'c d']\ne.f = 'g'\n[[h]]\ni = [{ j = \"k\" }, 2]\n";
        let expected = [
            "a Other 1.5",
            "b Table",
            "b.c d Table",
            "b.c d.e Table",
            "b.c d.e.f Text 'g'",
            "h Table",
            "h.*.i List [{ j = \"k\" }, 2]",
            "h.*.i.* Table { j = \"k\" }",
            "h.*.i.*.j Text \"k\"",
            "h.*.i.* Other 2",
        ];
        assert_eq!(told(text), expected);
    }

    #[test]
    fn what_is_broken_hides_nothing_of_the_rest() {
        assert_eq!(told("a = 'b\nc = 1"), ["a Text 'b", "c Other 1"]);
        assert_eq!(told("a =\nb\n= 3\nc = 1"), ["a Other", "b Other", "c Other 1"]);
        assert_eq!(
            told("a = [1,\n[b]\nc = 2"),
            ["a List [1,", "a.* Other 1", "b Table", "b.c Other 2"]
        );
        assert_eq!(
            told("a = { b = 'x',\nc = 2"),
            ["a Table { b = 'x',", "a.b Text 'x'", "c Other 2"]
        );
        assert_eq!(told("[a.\nb = 1"), ["a Table", "a.b Other 1"]);
        assert_eq!(told("[[a\nb = 1"), ["a Table", "a.*.b Other 1"]);
        assert_eq!(told("a = ]}{,=\nb = 1"), ["a Other", "b Other 1"]);
        assert_eq!(told(&format!("a = {}\nb = 1", "[".repeat(999))).len(), 65);
    }

    #[test]
    fn every_part_of_a_text_is_read_to_its_end() {
        let text = "a = [{b.c='''x\n''', 'd' = \"\\\"\"}]\n[e]\n";
        for at in 0..=text.len() {
            let outline = Outline::of(&text[..at]);
            assert!(outline.entries.iter().all(|entry| entry.value.end <= at), "{at}");
        }
    }
}
