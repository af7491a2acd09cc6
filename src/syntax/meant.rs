//! Warnings that a file says are meant: `# interp: allow CODE` at the end of what is warned of, or on a line of its own before it.
//!
//! ```toml
//! # interp: allow whose-turn: the enemy's men in the castle of who is to move
//! when = 'at least 2 (last and keep)'
//! ```

use super::parts::table;
use crate::diag::Fix;
use crate::source::{Part, Source, Span};
use toml::de::{DeTable, DeValue};

/// How such a comment begins.
const ALLOW: &str = "interp: allow ";

/// A code that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meant {
    /// The code as written.
    pub code: Span,
    /// What is written where it is allowed: whole lines, from one key to before the next.
    pub covers: Span,
}

impl Meant {
    /// The text without the comment, if it allows nothing else.
    pub fn without(&self, text: &str) -> Option<Fix> {
        let start = text.get(..self.code.start)?.rfind('#')?;
        let line =
            text.get(self.code.end..)?.find('\n').map_or(text.len(), |at| self.code.end + at);
        let codes = text.get(start..line)?.split(':').nth(1)?;
        if codes.contains(',') {
            return None;
        }
        // A line of nothing else goes as a whole.
        let begin = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
        let alone = text.get(begin..start)?.trim().is_empty();
        let span = match alone {
            true => Span::new(begin, (line + 1).min(text.len())),
            false => Span::new(text.get(..start)?.trim_end().len(), line),
        };
        Some(Fix {
            title: String::from("take it away"),
            sure: true,
            edits: vec![(span, String::new())],
        })
    }
}

/// The codes that are allowed, in the order of the text: in the parts that the user's own builds on as well.
pub fn meant(source: &Source) -> Vec<Meant> {
    source.parts().flat_map(|part| of_part(source, part)).collect()
}

/// Those of one part.
fn of_part(source: &Source, part: Part<'_>) -> Vec<Meant> {
    if !part.text.contains(ALLOW) {
        return Vec::new();
    }
    let Some(table) = table(part, &mut Vec::new()) else { return Vec::new() };
    let end = part.start + part.text.len();
    let mut places = Places::default();
    places.read(&table);
    let line = |byte: usize| source.text[..byte].rfind('\n').map_or(0, |at| at + 1);
    let mut starts: Vec<usize> = places.keys.iter().map(|key| line(*key)).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut found = Vec::new();
    let mut at = part.start;
    for text in part.text.split_inclusive('\n') {
        let begin = at;
        at += text.len();
        let quoted =
            |byte: usize| places.texts.iter().any(|span| span.start < byte && byte < span.end);
        let mut hashes = text.match_indices('#').map(|(within, _)| begin + within);
        let Some(hash) = hashes.find(|hash| !quoted(*hash)) else { continue };
        let comment = &source.text[hash + 1..at];
        let Some(codes) = comment.trim_start().strip_prefix(ALLOW) else { continue };
        let mut next = at - codes.len();
        let alone = source.text[begin..hash].trim().is_empty();
        // A comment alone is about what begins after it.
        let from = match alone {
            true => starts.iter().copied().find(|start| *start >= at),
            false => starts.iter().copied().rfind(|start| *start <= begin),
        };
        let Some(from) = from else { continue };
        let to = starts.iter().copied().find(|start| *start > from);
        let covers = Span::new(from, to.unwrap_or(end));
        // What follows a colon says why.
        let codes = codes.split([':', '\n']).next().unwrap_or_default();
        for code in codes.split(',') {
            let start = next + (code.len() - code.trim_start().len());
            next += code.len() + 1;
            let span = Span::new(start, start + code.trim().len());
            found.extend((span.start < span.end).then_some(Meant { code: span, covers }));
        }
    }
    found
}

/// Where keys and headers begin, and where texts stand.
#[derive(Default)]
struct Places {
    keys: Vec<usize>,
    texts: Vec<Span>,
}

impl Places {
    fn read(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.keys.push(key.span().start);
            self.value(value.get_ref(), value.span().into());
        }
    }

    fn value(&mut self, value: &DeValue<'_>, span: Span) {
        match value {
            DeValue::String(_) => self.texts.push(span),
            DeValue::Table(table) => self.read(table),
            DeValue::Array(items) => {
                for item in items {
                    // Of a list of tables the headers after the first are no keys.
                    if matches!(item.get_ref(), DeValue::Table(_)) {
                        self.keys.push(item.span().start);
                    }
                    self.value(item.get_ref(), item.span().into());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is allowed, and the lines where it is.
    fn told(text: &str) -> Vec<(String, String)> {
        of(Source::new("mine", text).on(Source::new("base", "x = 1")))
    }

    fn of(source: Source) -> Vec<(String, String)> {
        let text = |span: Span| source.text[span.start..span.end].to_owned();
        meant(&source).iter().map(|meant| (text(meant.code), text(meant.covers))).collect()
    }

    fn one(code: &str, covers: &str) -> (String, String) {
        (code.to_owned(), covers.to_owned())
    }

    #[test]
    fn a_comment_at_the_end_is_about_its_entry() {
        assert_eq!(
            told("a = 1\nb = 2 # interp: allow x\nc = 3"),
            [one("x", "b = 2 # interp: allow x\n")]
        );
        let long = "a = '''\n# interp: allow no''' # interp: allow x, y : as meant\n";
        assert_eq!(told(long), [one("x", long), one("y", long)]);
    }

    #[test]
    fn a_comment_alone_is_about_what_follows() {
        let text = "a = 1\n# interp: allow x\n# more of it\n[t]\nb = 2\n";
        assert_eq!(told(text), [one("x", "[t]\n")]);
        assert_eq!(told("[[t]]\n#interp: allow x\nb = 2"), [one("x", "b = 2")]);
        assert!(told("a = 1\n# interp: allow x").is_empty());
        assert!(told("a = 1\n# allow x\nb = 2").is_empty());
    }
    #[test]
    fn what_a_base_allows_is_about_the_base() {
        let base = Source::new("base", "x = 1 # interp: allow a");
        let told = of(Source::new("mine", "b = 2 # interp: allow c").on(base));
        assert_eq!(
            told,
            [one("a", "x = 1 # interp: allow a"), one("c", "b = 2 # interp: allow c")]
        );
    }
}
