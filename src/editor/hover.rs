//! What something means where it stands: a name, a word of the language, a key.

use super::chain::Chain;
use super::lexicon;
use super::names::{self, Sort};
use super::outline::{self, Step};
use super::schema;
use crate::source::Span;

/// What is said of a place.
#[derive(Clone, Debug)]
pub struct Hover {
    /// What it is said of.
    pub span: Span,
    /// What is said, in Markdown.
    pub text: String,
    /// The kind of piece that it is about.
    pub kind: Option<String>,
    /// Of its moves the one that it is about, if it is about one.
    pub only: Option<String>,
}

/// What stands at a byte of the first file of a chain.
pub fn hover(chain: &Chain, byte: usize) -> Option<Hover> {
    let own = chain.own()?;
    if own.outline.comments.iter().any(|span| (span.start..span.end).contains(&byte)) {
        return None;
    }
    if !super::is_rules(&own.outline, None) {
        return None;
    }
    if let Some(name) = own.name_at(byte)
        && let Some(target) = chain.target(0, name)
    {
        let mut text = format!("{} `{}`", target.sort.word(), name.name);
        for (at, declared) in chain.declarations(&target) {
            let line = chain.written(at, declared.span);
            if target.sort != Sort::Local {
                let of = chain.parts.get(at).filter(|_| at > 0);
                let of = of.map_or_else(String::new, |part| format!("\n\nin `{}`", part.name));
                text += &format!("{of}\n\n```toml\n{}\n```", line);
            }
        }
        let (of, only) = moves_at(chain, byte);
        let kind = (target.sort == Sort::Kind).then_some(target.name).or(of);
        return Some(Hover { span: name.span, text, kind, only });
    }
    if let Some(entry) = own.outline.text_at(byte) {
        let raw = own.text.get(entry.value.start..entry.value.end)?;
        let (text, wide) = names::plain(raw);
        let start = entry.value.start + wide;
        let tokens = names::tokens(&text);
        let touches =
            |(at, word): &&(usize, &str)| (start + at..=start + at + word.len()).contains(&byte);
        let (at, word) = tokens.iter().find(touches)?;
        schema::tongue(&entry.path)?;
        let known = lexicon::word(word)?;
        let sections = lexicon::sections(known).join(" · ");
        let text = format!("`{word}`\n\n{}\n\ndocs/language.md: {sections}", known.says);
        let span = Span::new(start + at, start + at + word.len());
        return Some(Hover { span, text, kind: None, only: None });
    }
    let entry = own.outline.key_at(byte)?;
    let about = schema::about(&entry.path)?;
    let steps = entry.path.iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Item => None,
    });
    let path = steps.collect::<Vec<_>>().join(".");
    let words: Vec<String> = match entry.sort {
        outline::Sort::Table => Vec::new(),
        _ => schema::words(&entry.path).into_iter().map(|(word, _)| format!("`{word}`")).collect(),
    };
    let one =
        if words.is_empty() { String::new() } else { format!("\n\none of {}", words.join(", ")) };
    let (kind, only) = moves_at(chain, byte);
    Some(Hover { span: entry.key?, text: format!("`{path}`\n\n{about}{one}"), kind, only })
}

/// The kind of piece whose moves have their key at a byte; of several moves the one.
fn moves_at(chain: &Chain, byte: usize) -> (Option<String>, Option<String>) {
    let entry = chain.own().and_then(|own| own.outline.key_at(byte));
    let keys = entry.map_or_else(Vec::new, |entry| outline::keys(&entry.path));
    match keys.as_slice() {
        ["pieces", kind, "moves", "walk" | "betza" | "from", ..]
        | ["pieces", kind, "moves" | "betza"] => (Some((*kind).to_owned()), None),
        ["pieces", kind, "moves", one, ..] => (Some((*kind).to_owned()), Some((*one).to_owned())),
        _ => (None, None),
    }
}

/// The word that a byte of a text touches.
pub fn word_at(text: &str, byte: usize) -> &str {
    let (before, after) = (text.get(..byte).unwrap_or_default(), text.get(byte..));
    let start = before.trim_end_matches(names::in_word).len();
    let after = after.unwrap_or_default();
    let end = byte + after.find(|c| !names::in_word(c)).unwrap_or(after.len());
    text.get(start..end).unwrap_or_default()
}
