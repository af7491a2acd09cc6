//! What may be written at a place, in a text that is in the midst of being typed.

use std::collections::BTreeSet;

use super::chain::Chain;
use super::lexicon;
use super::names::{self, Sort};
use super::outline::{self, Outline, Step};
use super::schema::{self, Tongue};
use crate::source::Span;
use crate::syntax::parse::{self, Language};
use crate::syntax::template::{Field, Named};

/// What sort of thing is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A key.
    Key,
    /// A word of the language.
    Word,
    /// A name that the file gives.
    Name(Sort),
    /// A value.
    Value,
    /// Rules that can be extended.
    Rules,
}

/// Something that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The word.
    pub word: String,
    /// What is written in place of the [`Proposals::span`].
    pub text: String,
    /// What sort of thing it is.
    pub what: What,
    /// What it means, in a line.
    pub about: String,
}

/// All that may be written at a place.
#[derive(Clone, Debug, Default)]
pub struct Proposals {
    /// The part of a word that stands there already.
    pub span: Span,
    /// What may stand instead.
    pub all: Vec<Proposal>,
}

/// Stands where an author types: it is no name of any file.
const HERE: &str = "zz-here-zz";

/// What may be written at a byte of the first file of a chain; `rules` can be extended.
pub fn proposals(chain: &Chain, byte: usize, rules: &[String]) -> Proposals {
    let Some(own) = chain.own() else { return Proposals::default() };
    let text = own.text.as_str();
    let Some(before) = text.get(..byte) else { return Proposals::default() };
    if own.outline.comments.iter().any(|span| span.start < byte && byte <= span.end) {
        return Proposals::default();
    }
    if !super::is_rules(&own.outline, Some(byte)) {
        return Proposals::default();
    }
    let start = before.trim_end_matches(names::in_word).len();
    let rest = text.get(byte..).unwrap_or_default();
    let end = byte + rest.find(|c| !names::in_word(c)).unwrap_or(rest.len());
    let here = Here { chain, start, end };
    let closed = |entry: &outline::Entry| {
        let raw = text.get(entry.value.start..entry.value.end).unwrap_or_default();
        let (inside, wide) = outline::inside(raw);
        entry.value.start + wide + inside.len()
    };
    let within = own.outline.text_at(byte).filter(|entry| byte <= closed(entry));
    let mut all = match within {
        Some(entry) if outline::keys(&entry.path) == ["extends"] => {
            let (inside, wide) =
                outline::inside(text.get(entry.value.start..entry.value.end).unwrap_or_default());
            let from = entry.value.start + wide;
            let all = rules.iter().map(|name| Proposal {
                word: name.clone(),
                text: name.clone(),
                what: What::Rules,
                about: String::new(),
            });
            let span = Span::new(from, from + inside.len());
            return Proposals { span, all: all.collect() };
        }
        Some(entry) => here.in_text(entry),
        None => here.in_file(),
    };
    let mut seen = BTreeSet::new();
    all.retain(|proposal| seen.insert((proposal.word.clone(), proposal.text.clone())));
    Proposals { span: Span::new(start, end), all }
}

/// A place in the first file of a chain: the word that begins or stands there.
struct Here<'c> {
    chain: &'c Chain,
    start: usize,
    end: usize,
}

impl Here<'_> {
    fn text(&self) -> &str {
        self.chain.own().map_or("", |own| own.text.as_str())
    }

    /// The text with a word of ours where the author types.
    fn marked(&self) -> (String, Outline) {
        let (before, after) = (self.text().get(..self.start), self.text().get(self.end..));
        let text = format!("{}{HERE}{}", before.unwrap_or_default(), after.unwrap_or_default());
        let outline = Outline::of(&text);
        (text, outline)
    }

    /// In a quoted text.
    fn in_text(&self, entry: &outline::Entry) -> Vec<Proposal> {
        let Some(tongue) = schema::tongue(&entry.path) else {
            let words = schema::words(&entry.path).into_iter();
            return words.filter(|(_, quoted)| *quoted).map(|(word, _)| value(word)).collect();
        };
        let raw = self.text().get(entry.value.start..self.start).unwrap_or_default();
        let (before, _) = names::plain(raw);
        let language = match tongue {
            Tongue::In(language) => language,
            Tongue::Template => return self.in_template(&before),
            Tongue::Content
            | Tongue::Kind
            | Tongue::Player
            | Tongue::Mark
            | Tongue::Number
            | Tongue::State => {
                let fixed: &[&str] = match tongue {
                    Tongue::Content => &["empty"],
                    Tongue::State => &["goes on", "draw"],
                    _ => &[],
                };
                let fixed = fixed.iter().map(|word| value((*word).to_owned()));
                return fixed.chain(self.names(&[])).collect();
            }
        };
        let mut expected = parse::expected(language, &before);
        if expected.words.is_empty()
            && let Some(inside) = open_bracket(&before)
        {
            // What a name is given is read where it is used: it may be anything.
            let languages =
                [Language::Pattern, Language::Test, Language::Condition, Language::Directions];
            for language in languages {
                let more = parse::expected(language, inside);
                expected.words.extend(more.words);
                expected.names |= more.names;
            }
        }
        let words = expected.words.iter().map(|word| Proposal {
            word: word.clone(),
            text: word.clone(),
            what: What::Word,
            about: lexicon::word(word).map_or_else(String::new, |word| word.says.to_owned()),
        });
        let mut all: Vec<Proposal> = words.collect();
        if expected.names {
            let last = names::tokens(&before).pop().map_or("", |(_, word)| word);
            let ways = ["step", "leap", "slide", "jump", "head", "each"].contains(&last);
            let only: &[Sort] = if ways { &[Sort::Direction, Sort::Local] } else { &[] };
            all.extend(self.names(only));
        }
        all
    }

    /// In a text with fields.
    fn in_template(&self, before: &str) -> Vec<Proposal> {
        let Some((_, field)) = before.rsplit_once('{').filter(|(_, field)| !field.contains('}'))
        else {
            return Vec::new();
        };
        if field.contains(':') {
            return self.names(&[]);
        }
        let fields = Field::ALL.iter().map(|field| field.word());
        let named = Named::ALL.iter().map(|named| named.word());
        fields.chain(named).map(|word| value(word.to_owned())).collect()
    }

    /// The names that may stand here; with `only`, those of these sorts.
    fn names(&self, only: &[Sort]) -> Vec<Proposal> {
        let (text, outline) = self.marked();
        let names = names::names(&text, &outline);
        let Some(here) = names.iter().find(|name| name.name == HERE) else { return Vec::new() };
        if here.declares {
            return Vec::new();
        }
        // Where a test of a cell stands, no fact does; and the other way round no walk.
        let facts = [Sort::Fact, Sort::Counter, Sort::Score, Sort::Goal];
        let walks = [Sort::Walk, Sort::Direction, Sort::Local];
        let out: &[Sort] = match here.sorts.as_slice() {
            [Sort::Kind, Sort::Kinds, Sort::Region, ..] => &facts,
            [Sort::Fact, _, _, ..] => &walks,
            _ => &[],
        };
        let may = |sort: &Sort| {
            here.sorts.contains(sort)
                && !out.contains(sort)
                && (only.is_empty() || only.contains(sort))
        };
        let mut all: Vec<Proposal> = Vec::new();
        for (at, name) in self.chain.declared() {
            let Some(sort) = name.sorts.first().copied().filter(may) else { continue };
            let line = self.chain.written(at, name.span).trim();
            let about = format!("{}: {}", sort.word(), line.lines().next().unwrap_or_default());
            all.push(proposal(&name.name, What::Name(sort), about));
        }
        if may(&Sort::Local) || here.sorts.is_empty() {
            let own = names.iter().filter(|name| {
                name.declares
                    && name.sorts.first() == Some(&Sort::Local)
                    && name.scope == here.scope
            });
            let word = Sort::Local.word();
            all.extend(
                own.map(|name| proposal(&name.name, What::Name(Sort::Local), word.to_owned())),
            );
        }
        all
    }

    /// Outside of texts: a key, a header, a value without quotes.
    fn in_file(&self) -> Vec<Proposal> {
        let (text, outline) = self.marked();
        let is_here = |step: &Step| matches!(step, Step::Key(key) if key == HERE);
        let as_key = outline.entries.iter().find(|entry| entry.path.last().is_some_and(is_here));
        if let Some(entry) = as_key {
            let (_, table) = entry.path.split_last().unwrap_or((&Step::Item, &[]));
            let ends = self.text().get(self.end..).unwrap_or_default();
            let ends = ends.lines().next().unwrap_or_default().trim().is_empty();
            return self.keys(table, entry.heads, ends);
        }
        let here =
            |entry: &&outline::Entry| text.get(entry.value.start..entry.value.end) == Some(HERE);
        let Some(entry) = outline.entries.iter().find(here) else { return Vec::new() };
        let mut all: Vec<Proposal> = schema::words(&entry.path)
            .into_iter()
            .map(|(word, quoted)| {
                let text = if quoted { format!("\"{word}\"") } else { word.clone() };
                Proposal { text, ..value(word) }
            })
            .collect();
        if schema::tongue(&entry.path).is_some() {
            all.push(Proposal { text: String::from("''"), ..value(String::from("'…'")) });
        }
        all
    }

    /// The keys that a table may have.
    fn keys(&self, table: &[Step], heads: bool, ends: bool) -> Vec<Proposal> {
        let list = |key: &schema::Key| {
            let path = [table, &[Step::Key(key.name.to_owned()), Step::Item]].concat();
            !schema::keys(&path).is_empty()
        };
        let keys = schema::keys(table).into_iter().filter(|key| !heads || key.table);
        let keys = keys.map(|key| {
            let text = match (heads, table.is_empty() && key.table) {
                (true, _) => key.name.to_owned(),
                (false, true) if list(&key) => format!("[[{}]]", key.name),
                (false, true) => format!("[{}]", key.name),
                (false, false) if ends => format!("{} = ", key.name),
                (false, false) => key.name.to_owned(),
            };
            let (word, about) = (key.name.to_owned(), key.about.to_owned());
            Proposal { word, text, what: What::Key, about }
        });
        let mut all: Vec<Proposal> = keys.collect();
        // Names that the table goes by, and those that what it extends has there.
        let tongue = schema::tongue_of_keys(table);
        let wanted = |sort: Sort| match tongue {
            Some(Tongue::Kind) => matches!(sort, Sort::Kind | Sort::Kinds),
            Some(Tongue::Player) => sort == Sort::Player,
            Some(Tongue::Mark) => sort == Sort::Mark,
            Some(Tongue::Number) => sort == Sort::Number,
            _ => false,
        };
        for (at, name) in self.chain.declared() {
            let Some(sort) = name.sorts.first().copied() else { continue };
            let beside = || {
                let part = self.chain.parts.get(at);
                let entry = part.and_then(|part| part.outline.key_at(name.span.start));
                at > 0
                    && entry
                        .and_then(|entry| entry.path.split_last())
                        .is_some_and(|(_, of)| of == table)
            };
            if wanted(sort) || beside() {
                all.push(proposal(&name.name, What::Name(sort), sort.word().to_owned()));
            }
        }
        all
    }
}

/// What stands behind the last bracket that is not closed, or behind the last comma there.
fn open_bracket(text: &str) -> Option<&str> {
    let mut open: Vec<usize> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(at + 1),
            ')' => drop(open.pop()),
            ',' => {
                if let Some(last) = open.last_mut() {
                    *last = at + 1;
                }
            }
            _ => {}
        }
    }
    text.get(open.pop()?..)
}

fn value(word: String) -> Proposal {
    Proposal { text: word.clone(), word, what: What::Value, about: String::new() }
}

fn proposal(word: &str, what: What, about: String) -> Proposal {
    Proposal { word: word.to_owned(), text: word.to_owned(), what, about }
}
