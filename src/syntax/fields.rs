//! A TOML table read key by key, every fault collected.

use super::foreign;
use super::text::Text;
use crate::diag::{Diagnostic, nearest};
use crate::source::{Span, Spanned};
use toml::Spanned as Placed;
use toml::de::{DeTable, DeValue};

/// A value of the document.
pub(super) type Value<'f> = Placed<DeValue<'f>>;

/// A table, and the file it stands in.
pub(super) struct Fields<'f> {
    file: &'f str,
    /// In the order of the file; what it builds on comes first.
    entries: Vec<(Spanned<String>, Value<'f>)>,
    /// Where the table stands.
    pub(super) span: Span,
    /// The keys that misspelt ones were meant to be; they are not missed a second time.
    meant: Vec<String>,
}

/// Faults, as they are found.
pub(super) type Faults = Vec<Diagnostic>;

impl<'f> Fields<'f> {
    pub(super) fn new(file: &'f str, table: DeTable<'f>, span: Span) -> Self {
        // The table keeps the order in which its keys were written.
        let entries: Vec<_> = table
            .into_iter()
            .map(|(key, value)| {
                let span = Span::from(key.span());
                (Spanned::new(key.into_inner().into_owned(), span), value)
            })
            .collect();
        Self { file, entries, span, meant: Vec::new() }
    }

    /// Reports every key that is not in `known`.
    pub(super) fn only(&mut self, what: &str, known: &[&str], faults: &mut Faults) {
        for (key, _) in &self.entries {
            if !known.contains(&key.value.as_str()) {
                let known = known.iter().copied();
                self.meant.extend(nearest(&key.value, known.clone()).map(str::to_owned));
                let mut fault = Diagnostic::unknown("key", &key.value, key.span, known);
                fault.message = format!("unknown key `{}` in {what}", key.value);
                if let Some(foreign) = foreign::key(&key.value) {
                    fault.labels.truncate(1);
                    fault = fault.label(foreign.lacks);
                    self.meant.extend(foreign::stands_for(&key.value).map(str::to_owned));
                    fault.help = vec![foreign.nearest.to_owned()];
                }
                faults.push(fault);
            }
        }
    }

    /// Whether a key is there, if only misspelt.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(known, _)| known.value == key)
            || self.meant.iter().any(|meant| meant == key)
    }

    /// The value of a key, taken out of the table.
    pub(super) fn take(&mut self, key: &str) -> Option<(Spanned<String>, Value<'f>)> {
        let at = self.entries.iter().position(|(known, _)| known.value == key)?;
        Some(self.entries.remove(at))
    }

    /// The keys that have not been taken, and their values.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, &Value<'f>)> {
        self.entries.iter().map(|(key, value)| (key.value.as_str(), value))
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Value<'f>> {
        self.entries.iter().find(|(known, _)| known.value == key).map(|(_, value)| value)
    }

    /// Takes those entries out of a table of names that have parameters, `"NAME(ONE)"`; each with how many stay before it.
    pub(super) fn with_parameters(
        &mut self,
        key: &str,
    ) -> Vec<(usize, Spanned<String>, Value<'f>)> {
        let entry = self.entries.iter_mut().find(|(known, _)| known.value == key);
        let Some(DeValue::Table(table)) = entry.map(|(_, value)| value.get_mut()) else {
            return Vec::new();
        };
        let (mut kept, mut taken) = (DeTable::new(), Vec::new());
        for (name, value) in std::mem::take(table) {
            if name.get_ref().contains('(') {
                let place = Span::from(name.span());
                let name = Spanned::new(name.into_inner().into_owned(), place);
                taken.push((kept.len(), name, value));
            } else {
                kept.insert(name, value);
            }
        }
        *table = kept;
        taken
    }

    /// Everything that is left, in the order of the file.
    pub(super) fn rest(self) -> Vec<(Spanned<String>, Value<'f>)> {
        self.entries
    }

    pub(super) fn text(&mut self, key: &str, faults: &mut Faults) -> Option<Text> {
        let (_, value) = self.take(key)?;
        as_text(self.file, &value, faults)
    }

    pub(super) fn flag(&mut self, key: &str, faults: &mut Faults) -> Option<Spanned<bool>> {
        let (_, value) = self.take(key)?;
        let span = Span::from(value.span());
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(Spanned::new(*flag, span)),
            other => wrong("`true` or `false`", other, span, faults),
        }
    }

    pub(super) fn number(&mut self, key: &str, faults: &mut Faults) -> Option<Spanned<u32>> {
        let (_, value) = self.take(key)?;
        as_number(&value, faults)
    }

    pub(super) fn table(&mut self, key: &str, faults: &mut Faults) -> Option<Fields<'f>> {
        let (_, value) = self.take(key)?;
        as_table(self.file, value, faults)
    }

    /// A list of tables (`[[key]]`).
    pub(super) fn tables(&mut self, key: &str, faults: &mut Faults) -> Vec<Fields<'f>> {
        let Some((name, value)) = self.take(key) else { return Vec::new() };
        let span = Span::from(value.span());
        match value.into_inner() {
            DeValue::Array(items) => {
                let file = self.file;
                items.into_iter().filter_map(|item| as_table(file, item, faults)).collect()
            }
            other => {
                let fault = Diagnostic::new(
                    format!("expected a list of tables, found {}", article(&other)),
                    if matches!(other, DeValue::Table(_)) { name.span } else { span },
                );
                faults
                    .push(fault.help(format!("write `[[{key}]]`, with double brackets, for each")));
                Vec::new()
            }
        }
    }

    /// A table of texts, none if it is not there.
    pub(super) fn words(&mut self, key: &str, faults: &mut Faults) -> Vec<(Spanned<String>, Text)> {
        self.table(key, faults).map_or_else(Vec::new, |table| table.rest_words(faults))
    }

    /// Everything that is left, each a text.
    pub(super) fn rest_words(self, faults: &mut Faults) -> Vec<(Spanned<String>, Text)> {
        let mut words = Vec::new();
        for (key, value) in self.entries {
            words.extend(as_text(self.file, &value, faults).map(|text| (key, text)));
        }
        words
    }

    /// One text, or a list of them.
    pub(super) fn texts(&mut self, key: &str, faults: &mut Faults) -> Vec<Text> {
        self.take(key).map_or_else(Vec::new, |(_, value)| as_texts(self.file, value, faults))
    }
}

pub(super) fn as_text(file: &str, value: &Value, faults: &mut Faults) -> Option<Text> {
    let span = Span::from(value.span());
    match value.get_ref() {
        DeValue::String(text) => Some(Text::new(file, span, text)),
        other => wrong("a string", other, span, faults),
    }
}

pub(super) fn as_number(value: &Value, faults: &mut Faults) -> Option<Spanned<u32>> {
    let span = Span::from(value.span());
    let DeValue::Integer(number) = value.get_ref() else {
        return wrong("a whole number", value.get_ref(), span, faults);
    };
    match u32::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) => Some(Spanned::new(number, span)),
        Err(_) => {
            faults
                .push(Diagnostic::new("a number out of range", span).label("from 0 to 4294967295"));
            None
        }
    }
}

/// A number of points, in halves: `7`, `6.5`, `-1`.
pub(super) fn as_points(value: &Value, faults: &mut Faults) -> Option<i32> {
    let span = Span::from(value.span());
    let points = match value.get_ref() {
        DeValue::Integer(number) => {
            i32::from_str_radix(number.as_str(), number.radix()).ok().and_then(|n| n.checked_mul(2))
        }
        DeValue::Float(number) => {
            let halves = number.as_str().parse::<f64>().ok().map(|number| number * 2.0);
            halves.filter(|halves| halves.fract() == 0.0).map(|halves| halves as i32)
        }
        other => return wrong("a number of points", other, span, faults),
    };
    let most = 2 * super::limits::POINTS as i32;
    let found = points.filter(|points| (-most..=most).contains(points));
    if found.is_none() {
        let fault = Diagnostic::new("no number of points", span);
        let label = format!("whole or half points, at most {}", super::limits::POINTS);
        faults.push(fault.label(label));
    }
    found
}

pub(super) fn as_table<'f>(
    file: &'f str,
    value: Value<'f>,
    faults: &mut Faults,
) -> Option<Fields<'f>> {
    let span = Span::from(value.span());
    match value.into_inner() {
        DeValue::Table(table) => Some(Fields::new(file, table, span)),
        other => wrong("a table", &other, span, faults),
    }
}

pub(super) fn as_texts<'f>(file: &'f str, value: Value<'f>, faults: &mut Faults) -> Vec<Text> {
    match value.get_ref() {
        DeValue::Array(items) => {
            items.iter().filter_map(|item| as_text(file, item, faults)).collect()
        }
        _ => as_text(file, &value, faults).into_iter().collect(),
    }
}

/// Reports a value of the wrong type.
pub(super) fn wrong<T>(
    expected: &str,
    found: &DeValue,
    span: Span,
    faults: &mut Faults,
) -> Option<T> {
    let fault = Diagnostic::new(format!("expected {expected}, found {}", article(found)), span);
    faults.push(fault.label(format!("should be {expected}")));
    None
}

/// What kind of value it is, in words.
pub(super) fn article(value: &DeValue) -> String {
    let name = match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    name.to_owned()
}
