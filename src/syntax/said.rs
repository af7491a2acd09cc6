//! Names of regions, facts, goals, scores and words for kinds that the file gives and no text of it uses.

use super::fields::Fields;
use super::unfold::words;
use crate::diag::{Diagnostic, Fix, Warning, WarningCode};
use crate::source::Span;
use std::collections::BTreeSet;
use toml::de::{DeTable, DeValue};

/// Tables whose keys are names that the file gives, and what such a name is of where it is told when none uses it.
const GIVEN: &[(&str, Option<&str>)] = &[
    ("regions", Some("region")),
    ("facts", Some("fact")),
    ("goals", Some("goal")),
    ("scores", Some("score")),
    ("kinds", Some("word for kinds")),
    ("pieces", None),
    ("actions", None),
    ("marks", None),
    ("counters", None),
    ("numbers", None),
    ("directions", None),
    ("walks", None),
    ("lists", None),
    ("areas", None),
];

/// Keys whose texts are for people, or positions.
const PLAIN: &[&str] = &["name", "about", "say", "why", "setup", "drawing"];

/// The warnings of names in the user's own file, which starts there, that nothing uses. Names with parameters are told of where they are
/// put in.
pub(super) fn unused(top: &Fields<'_>, text: &str, start: usize) -> Vec<Warning> {
    let mut said = BTreeSet::new();
    let mut names: Vec<(&str, Span, &str, Span)> = Vec::new();
    for (section, value) in top.entries() {
        if ["name", "about", "extends", "interp", "test"].contains(&section) {
            continue;
        }
        let given = GIVEN.iter().find(|(known, _)| *known == section);
        let (Some((_, what)), DeValue::Table(table)) = (given, value.get_ref()) else {
            texts(value.get_ref(), &mut said);
            continue;
        };
        for (key, value) in table {
            texts(value.get_ref(), &mut said);
            if let (Some(what), false) = (what, key.get_ref().contains('(')) {
                names.push((key.get_ref(), key.span().into(), what, value.span().into()));
            }
        }
    }
    let idle =
        names.into_iter().filter(|(name, span, ..)| span.start >= start && !said.contains(*name));
    let told = idle.map(|(name, span, what, value)| {
        Diagnostic::new(format!("the {what} `{name}` is never used"), span)
            .label("nothing names it")
            .help("use it, or take it away")
            .fix(Fix::without(text, span, value))
    });
    told.map(|told| Warning::new(WarningCode::NeverUsed, told)).collect()
}

/// Takes down all words of the texts and keys within a value.
fn texts(value: &DeValue<'_>, said: &mut BTreeSet<String>) {
    match value {
        DeValue::String(text) => {
            said.extend(words(text).into_iter().map(|(_, word)| word.to_owned()));
        }
        DeValue::Array(items) => items.iter().for_each(|item| texts(item.get_ref(), said)),
        DeValue::Table(table) => keys(table, said),
        _ => {}
    }
}

fn keys(table: &DeTable<'_>, said: &mut BTreeSet<String>) {
    for (key, value) in table {
        said.extend(words(key.get_ref()).into_iter().map(|(_, word)| word.to_owned()));
        if !PLAIN.contains(&key.get_ref().as_ref()) {
            texts(value.get_ref(), said);
        }
    }
}
