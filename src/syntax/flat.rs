//! What a source says, all that it extends included, as a list of keys and values: to be compared with another.

use toml::de::{DeTable, DeValue};

use super::error::in_word;
use super::parts;
use crate::source::{Source, Span};

/// A key, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The key with those above it: `pieces.NAME.moves`. Tables of a list have one key in double brackets: `[[end]]`.
    pub key: String,
    /// The value, on one line.
    pub value: String,
    /// Where the value stands.
    pub span: Span,
}

/// Keys that say nothing about how the game is played.
const ASIDE: [&str; 5] = ["interp", "extends", "name", "about", "test"];

/// All that a sound source says about how its game is played, in the order of the file.
pub fn flat(source: &Source) -> Vec<Said> {
    let mut found = Vec::new();
    if let Some(merged) = parts::merged(source, &mut Vec::new()) {
        for (key, value) in &merged.table {
            if !ASIDE.contains(&key.get_ref().as_ref()) {
                put(source, key.get_ref().to_string(), value, &mut found);
            }
        }
    }
    found
}

fn put(source: &Source, key: String, value: &super::fields::Value<'_>, found: &mut Vec<Said>) {
    let span = Span::from(value.span());
    match value.get_ref() {
        DeValue::Table(table) if !table.is_empty() => {
            for (below, value) in table {
                let below = below.get_ref();
                let plain = !below.is_empty() && below.chars().all(in_word);
                let below = if plain { below.to_string() } else { format!("{below:?}") };
                put(source, format!("{key}.{below}"), value, found);
            }
        }
        DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_table()) => {
            found.extend(items.iter().map(|item| Said {
                key: format!("[[{key}]]"),
                value: one_line(source, item),
                span: item.span().into(),
            }));
        }
        _ => found.push(Said { key, value: one_line(source, value), span }),
    }
}

/// A value on one line, the same however it was quoted and spaced.
fn one_line(source: &Source, value: &super::fields::Value<'_>) -> String {
    match value.get_ref() {
        DeValue::String(text) => {
            let words: Vec<&str> = text.split_whitespace().collect();
            match words.join(" ") {
                line if line.contains('\'') => format!("{line:?}"),
                line => format!("'{line}'"),
            }
        }
        DeValue::Table(table) => {
            let keys: Vec<String> = entries(table)
                .map(|(key, value)| format!("{key} = {}", one_line(source, value)))
                .collect();
            if keys.is_empty() { String::from("{}") } else { format!("{{ {} }}", keys.join(", ")) }
        }
        DeValue::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| one_line(source, item)).collect();
            format!("[{}]", items.join(", "))
        }
        _ => source.text.get(value.span()).unwrap_or_default().to_owned(),
    }
}

fn entries<'t, 'f>(
    table: &'t DeTable<'f>,
) -> impl Iterator<Item = (&'t str, &'t super::fields::Value<'f>)> {
    table.iter().map(|(key, value)| (key.get_ref().as_ref(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let all = flat(&Source::new("", text));
        all.into_iter().map(|said| format!("{} = {}", said.key, said.value)).collect()
    }

    #[test]
    fn tables_are_told_key_by_key_and_lists_table_by_table() {
        let text = "name = 'N'\n[a]\nb = [ 1,2 ]\nc = \"x\n  y\"\n\"d e\" = true\n[[end]]\nwhen = 'w'\ndraw = true\n[[end]]\nwhen = 'v'\n[k]\n";
        let text = text.replace("\"x\n  y\"", "'''x\n  y'''");
        assert_eq!(
            told(&text),
            [
                "a.b = [1, 2]",
                "a.c = 'x y'",
                "a.\"d e\" = true",
                "[[end]] = { when = 'w', draw = true }",
                "[[end]] = { when = 'v' }",
                "k = {}"
            ]
        );
    }

    #[test]
    fn quotes_and_blanks_do_not_matter() {
        assert_eq!(told("a = \"x\"\nb={c=1}"), told("a = 'x'\n[b]\nc = 1"));
    }
}
