//! From pest's failures to diagnostics: the furthest place, what was expected, the nearest word.

use super::parse::{Rule, is_reserved};
use super::text::Text;
use crate::diag::{Diagnostic, nearest};
use pest::error::{Error, InputLocation};
use std::collections::BTreeSet;

/// What `what` (`pattern`, `condition`, …) should have been, at the furthest place that parsed.
pub(super) fn explain(what: &str, text: &Text, error: &Error<Rule>) -> Diagnostic {
    let value = text.value.as_str();
    let attempts = error.parse_attempts();
    let reached = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let mut at = attempts.as_ref().map_or(reached, |attempts| attempts.max_position.max(reached));
    let mut expected = BTreeSet::new();
    let mut names = false;
    if let Some(attempts) = &attempts {
        for token in attempts.expected_tokens() {
            // Pest does not export the tokens' type; their text tells them apart.
            match token.to_string() {
                builtin if builtin == "BUILTIN_RULE" => names = true,
                range if range.contains("..") => {}
                token => drop(expected.insert(token)),
            }
        }
    }
    // The letters that a word could go on with say nothing; then pest's own place is the right one.
    for noise in ["-", "_", "#"] {
        expected.remove(noise);
    }
    if expected.is_empty() && !names {
        at = reached;
    }
    let at = skip_blanks(value, at);
    let word = word_at(value, at);
    let span = if word.is_empty() {
        text.span(at.saturating_sub(1), at)
    } else {
        text.span(at, at + word.len())
    };
    if let Some((start, name, near)) = misspelt_before(value, at) {
        let span = text.span(start, start + name.len());
        return Diagnostic::new(format!("unknown word `{name}`"), span)
            .label(format!("did you mean `{near}`?"));
    }
    if !word.is_empty() && is_reserved(word) && expected.is_empty() {
        let fault =
            Diagnostic::new(format!("`{word}` is a word of the language, not a name"), span);
        return fault.label(format!("not expected here in the {what}"));
    }
    let mut words: Vec<&str> =
        expected.iter().map(String::as_str).filter(|token| !token.trim().is_empty()).collect();
    // Where any word at all could follow, an operator is rarely what was meant.
    let letters: Vec<&str> = words
        .iter()
        .copied()
        .filter(|token| token.starts_with(|c: char| c.is_ascii_alphabetic()))
        .collect();
    if word.is_empty() {
        words.sort_unstable();
        let fault = Diagnostic::new(format!("the {what} ends too early"), span);
        return fault.label("something is missing here").help(expectation(&words, names));
    }
    let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_word && !letters.is_empty() {
        let kind = if letters.contains(&"orthogonal") && !letters.contains(&"occupied") {
            "direction"
        } else {
            "word"
        };
        if let Some(near) = nearest(word, letters.iter().copied()).filter(|near| *near != word) {
            return Diagnostic::new(format!("unknown {kind} `{word}`"), span)
                .label(format!("did you mean `{near}`?"));
        }
        if kind == "direction" {
            return Diagnostic::new(format!("expected a direction, found `{word}`"), span)
                .label("not a direction")
                .help(expectation(&words, false));
        }
    }
    Diagnostic::new(format!("unexpected `{word}` in the {what}"), span)
        .label("not expected here")
        .help(expectation(&words, names))
}

/// `expected …`, shortened where the list is long.
fn expectation(words: &[&str], names: bool) -> String {
    let mut shown: Vec<String> = words.iter().take(24).map(|word| format!("`{word}`")).collect();
    if words.len() > 24 {
        shown.push(String::from("…"));
    }
    if names && shown.is_empty() {
        shown.push(String::from("a name or a number"));
    }
    match shown.as_slice() {
        [] => String::from("the text should end here"),
        [one] => format!("expected {one}"),
        _ => format!("expected one of {}", shown.join(", ")),
    }
}

fn skip_blanks(value: &str, at: usize) -> usize {
    let rest = value.get(at..).unwrap_or("");
    at + (rest.len() - rest.trim_start().len())
}

/// The word (or the one character) that starts at `at`.
fn word_at(value: &str, at: usize) -> &str {
    let rest = value.get(at..).unwrap_or("");
    let long = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    &rest[..long.max(first)]
}

/// The word before `at`, where it is no word of the language but nearly one: a misspelt word parses as
/// a name, and the fault shows only after it.
fn misspelt_before(value: &str, at: usize) -> Option<(usize, &str, &'static str)> {
    let before = value.get(..at)?.trim_end();
    let start = before
        .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .map_or(0, |at| at + 1);
    let name = &before[start..];
    if name.len() < 3 || is_reserved(name) {
        return None;
    }
    // The grammar's own list of its words.
    let list =
        include_str!("../../grammar/words.pest").split_once("reserved =")?.1.split_once('}')?.0;
    let near = nearest(name, list.split('"').skip(1).step_by(2))?;
    Some((start, name, near))
}
