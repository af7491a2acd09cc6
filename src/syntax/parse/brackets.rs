//! Which bracket of a text that does not parse holds the fault: what stands in it is a text of its own, and told as that.

use super::super::error::{explain, in_word};
use super::super::text::Text;
use super::{Grammar, Rule, in_detail, is_reserved};
use crate::diag::Diagnostic;
use pest::Parser;
use pest::error::Error;

/// What a text that does not parse is told.
pub(super) fn fault(what: &str, rule: Rule, text: &Text, error: &Error<Rule>) -> Diagnostic {
    let inner = Bracket::all(&text.value).into_iter().find_map(|bracket| {
        let rule = bracket.holds(rule, &text.value)?;
        let inside = text.slice(bracket.start + 1, bracket.end);
        // An empty bracket is told where it stands.
        if inside.value.is_empty() || Grammar::parse(rule, &inside.value).is_ok() {
            return None;
        }
        let error = in_detail(rule, &inside.value).err()?;
        Some(fault(name(rule), rule, &inside, &error))
    });
    inner.unwrap_or_else(|| explain(what, text, error))
}

/// What such a text is called.
fn name(rule: Rule) -> &'static str {
    match rule {
        Rule::pattern => "pattern",
        Rule::condition => "condition",
        _ => "cell test",
    }
}

/// A pair of brackets that stands in no other.
struct Bracket {
    /// Where the text since the last comma or bar before it begins.
    part: usize,
    /// Where it opens.
    start: usize,
    /// Where it closes.
    end: usize,
}

impl Bracket {
    /// Those of a text, as far as each is closed.
    fn all(value: &str) -> Vec<Self> {
        let (mut all, mut depth, mut comment) = (Vec::new(), 0_usize, false);
        let (mut part, mut start) = (0, 0);
        for (at, c) in value.char_indices() {
            comment = c != '\n' && (comment || c == '#');
            match c {
                _ if comment => {}
                '(' => {
                    if depth == 0 {
                        start = at;
                    }
                    depth += 1;
                }
                ')' => {
                    if depth == 1 {
                        all.push(Self { part, start, end: at });
                    }
                    depth = depth.saturating_sub(1);
                }
                ',' | '|' if depth == 0 => part = at + 1,
                _ => {}
            }
        }
        all
    }

    /// What stands in it where it is part of such a text; nothing where that is not known, or is read by itself.
    fn holds(&self, rule: Rule, value: &str) -> Option<Rule> {
        let before = &value[self.part..self.start];
        let mut words = before.split_whitespace();
        let (first, last) = (words.next(), words.next_back());
        let last = last.or(first).unwrap_or_default();
        let name = before.ends_with(in_word) && !is_reserved(last);
        // What ranges over a list is read once for each of it; a leap is no text.
        let ranges = before.split_whitespace().any(|word| word == "of");
        let leap =
            value[self.start + 1..self.end].trim_start().starts_with(|c: char| c.is_ascii_digit());
        if name || ranges || leap {
            return None;
        }
        let after = value[self.end + 1..].trim_start();
        let joined = matches!(after.split(|c| !in_word(c)).next(), Some("and" | "or"));
        let looks = matches!(first, Some("see" | "unless"));
        match (rule, last) {
            (Rule::pattern, "if") => Some(Rule::condition),
            (
                Rule::pattern,
                "pick" | "every" | "to" | "over" | "capturing" | "tucking" | "and" | "or" | "not",
            ) => Some(Rule::test_only),
            (Rule::pattern, "") if joined => Some(Rule::test_only),
            (Rule::pattern, "" | "while") => Some(Rule::pattern),
            (Rule::pattern, _) => {
                (looks || matches!(first, Some("each" | "every"))).then_some(Rule::pattern)
            }
            (Rule::condition, "" | "and" | "or" | "not") => Some(Rule::condition),
            (Rule::condition, "some" | "no") => Some(Rule::test_only),
            (Rule::condition, number) => {
                let counts = number.parse::<u32>().is_ok() && !before.contains("repeated");
                counts.then_some(Rule::test_only)
            }
            (Rule::test_only, "see" | "unless") => Some(Rule::pattern),
            (Rule::test_only, "" | "and" | "or" | "not" | "under" | "bottom" | "tower") => {
                Some(Rule::test_only)
            }
            (Rule::test_only, _) if looks => Some(Rule::pattern),
            _ => None,
        }
    }
}
