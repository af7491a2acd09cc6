//! The parts of a source as TOML tables whose places count in the whole text.

use super::fields::{Faults, Value, as_number, wrong};
use super::merge::Merged;
use super::same;
use crate::diag::{Diagnostic, odd_blank};
use crate::source::{Part, Source, Span};
use toml::Spanned as Placed;
use toml::de::{DeTable, DeValue};

/// The version of the language that this program reads.
pub const VERSION: u32 = 1;

/// The table of the whole source; none where a part is not TOML.
pub(super) fn merged<'s>(source: &'s Source, faults: &mut Faults) -> Option<Merged<'s>> {
    let mut whole = None::<Merged<'s>>;
    let mut broken = false;
    for part in source.parts() {
        let Some(mut table) = table(part, faults) else {
            broken = true;
            continue;
        };
        if let Some(value) = table.remove("interp") {
            version(&value, faults);
        }
        // A file is tested by its own tests, not by those of what it builds on.
        if part.start < source.own().start {
            table.remove("test");
        }
        // Before the first part something is missing if it extends anything; its key is kept, for
        // what it would have brought is not missed as well.
        if part.start > 0 {
            table.remove("extends");
        } else if let Some(value) = table.get("extends") {
            not_gathered(value, faults);
        }
        match &mut whole {
            None => whole = Some(Merged::new(table, faults)),
            Some(whole) => {
                if part.start == source.own().start {
                    whole.warnings.extend(same::idle(&whole.table, &table, &source.text));
                }
                whole.put(table, faults);
            }
        }
    }
    whole.filter(|_| !broken)
}

/// What the user's own part of a source says, a key with its value each: the place of the key, and of the whole.
pub fn said(source: &Source) -> Vec<(Span, Span)> {
    let own = source.own();
    let mut found = Vec::new();
    if let Some(table) = table(own, &mut Vec::new()) {
        said_in(&table, source, &mut found);
    }
    // Without these a file is another, or none.
    let kept = ["interp", "extends", "name", "about"];
    found.retain(|(key, _)| !kept.contains(&&source.text[key.start..key.end]));
    found.sort_unstable();
    found
}

/// What keeps the user's own part of a source from being TOML.
pub fn broken(source: &Source) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    table(source.own(), &mut faults);
    faults
}

fn said_in(table: &DeTable<'_>, source: &Source, found: &mut Vec<(Span, Span)>) {
    for (key, value) in table {
        let (key, whole) = (Span::from(key.span()), Span::from(value.span()));
        match value.get_ref() {
            // A table of lines of its own; one in braces is a value.
            DeValue::Table(table) if !source.text[whole.start..].starts_with('{') => {
                said_in(table, source, found);
            }
            // A list of tables is no value on one place.
            DeValue::Array(_)
                if !source.text[whole.start..].starts_with('[') || key.start > whole.start => {}
            _ => {
                let line = source.text[..key.start].rfind('\n').map_or(0, |at| at + 1);
                found.push((key, Span::new(line, whole.end)));
            }
        }
    }
}

fn version(value: &Value, faults: &mut Faults) {
    let Some(version) = as_number(value, faults).filter(|version| version.value != VERSION) else {
        return;
    };
    let message = format!("version {} of the language is not known", version.value);
    let fault = Diagnostic::new(message, version.span);
    faults.push(fault.label(format!("this program reads version {VERSION}")));
}

/// Reports an `extends` of which nothing came.
fn not_gathered(value: &Value, faults: &mut Faults) {
    let span = Span::from(value.span());
    match value.get_ref() {
        DeValue::String(name) => {
            let fault = Diagnostic::new(format!("`{name}` was not read"), span);
            faults.push(fault.help("call `syntax::extend::gather` before the file is loaded"));
        }
        other => {
            wrong::<()>("the name of a file", other, span, faults);
        }
    }
}

/// The table of one part, or the fault of its notation.
pub(super) fn table<'s>(part: Part<'s>, faults: &mut Faults) -> Option<DeTable<'s>> {
    let (table, errors) = DeTable::parse_recoverable(part.text);
    if let Some(error) = errors.into_iter().next() {
        // The first fault of the notation itself; what follows it is mostly its echo.
        let span = error.span().map_or(Span::new(0, 0), Span::from);
        let fault = notation(part.text, table.get_ref(), error.message(), span);
        faults.push(fault.later(part.start));
        return None;
    }
    let table = table.into_inner();
    Some(if part.start == 0 { table } else { later(table, part.start) })
}

/// The same table in a text that starts so many bytes later.
fn later(table: DeTable<'_>, by: usize) -> DeTable<'_> {
    let mut moved = DeTable::new();
    for (key, value) in table {
        let (range, key) = (key.span(), key.into_inner());
        let key = Placed::new(range.start + by..range.end + by, key);
        moved.insert(key, value_later(value, by));
    }
    moved
}

fn value_later(value: Value<'_>, by: usize) -> Value<'_> {
    let range = value.span();
    let value = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(later(table, by)),
        DeValue::Array(items) => {
            DeValue::Array(items.into_iter().map(|item| value_later(item, by)).collect())
        }
        other => other,
    };
    Placed::new(range.start + by..range.end + by, value)
}

/// A fault of the notation, in our own words where the parser's say too little.
fn notation(file: &str, table: &DeTable, message: &str, span: Span) -> Diagnostic {
    if message.starts_with("duplicate key") {
        let name = file.get(span.start..span.end).unwrap_or("").trim_matches(['"', '\'']);
        let fault = Diagnostic::new(format!("`{name}` is written twice"), span).label("again");
        // What the parser kept after the fault may lack the first; the text before it has it.
        let line = file.get(..span.start).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let (before, _) = DeTable::parse_recoverable(&file[..line]);
        let first =
            key_before(table, name, span).or_else(|| key_before(before.get_ref(), name, span));
        return match first {
            Some(first) => fault.also(first, "first here"),
            None => fault,
        };
    }
    let rest = file.get(span.start..).unwrap_or("").lines().next().unwrap_or("").trim();
    if message.starts_with("string values must be quoted") && rest.is_empty() {
        return Diagnostic::new("a value is missing", span).label("nothing follows the `=`");
    }
    if rest.starts_with([
        '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '`', '\u{b4}', '\u{ab}', '\u{bb}',
    ]) {
        let fault = Diagnostic::new("quotes of another sort", span).label("this is not TOML");
        return fault.help("a text stands in `'` or `\"`");
    }
    if let Some((length, sign)) = file.get(span.start..).and_then(odd_blank) {
        let fault =
            Diagnostic::new("a blank of another sort", Span::new(span.start, span.start + length));
        return fault.label(sign).help("write a plain blank, or none");
    }
    let message = message.trim_end().replace('\n', ", ");
    Diagnostic::new(message, span).label("this is not TOML")
}

/// The last key of that name before a place, in this table or one within it.
fn key_before(table: &DeTable, name: &str, place: Span) -> Option<Span> {
    let within = |value: &DeValue| match value {
        DeValue::Table(table) => key_before(table, name, place),
        DeValue::Array(items) => items
            .iter()
            .filter_map(|item| match item.get_ref() {
                DeValue::Table(table) => key_before(table, name, place),
                _ => None,
            })
            .max(),
        _ => None,
    };
    let own = |key: &toml::Spanned<std::borrow::Cow<str>>| {
        let span = Span::from(key.span());
        (key.get_ref() == name && span.end <= place.start).then_some(span)
    };
    table.iter().flat_map(|(key, value)| [own(key), within(value.get_ref())]).flatten().max()
}
