//! From pest's failures to diagnostics: the furthest place, what was expected, the nearest word.

use super::foreign;
use super::parse::{Rule, is_reserved, stands_alone};
use super::text::Text;
use crate::diag::{Diagnostic, Fix, list, nearest, odd_blank};
use crate::source::Span;
use pest::error::{Error, InputLocation};
use std::collections::BTreeSet;

/// The words that could have stood at the end of a text, where it fails to go on.
pub(super) fn expected(error: &Error<Rule>, end: usize) -> BTreeSet<String> {
    let attempts = error.parse_attempts().filter(|attempts| attempts.max_position == end);
    let tokens = attempts.into_iter().flat_map(|attempts| attempts.expected_tokens());
    let words = tokens.map(|token| token.to_string());
    words
        .filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
        .collect()
}

/// Where it is said how many of something are counted that is no list: `at least 2 any (`.
fn uncounted(what: &str, (value, at): (&str, usize)) -> Option<usize> {
    let before = value.get(..at).filter(|_| matches!(what, "pattern" | "cell test"))?;
    let bound = ["at least ", "at most ", "exactly "];
    let (start, bound) =
        bound.iter().filter_map(|bound| Some((before.rfind(bound)?, bound))).max()?;
    let counted = before[start + bound.len()..].split_whitespace();
    let several = value[at..].starts_with('(') && counted.count() == 2;
    several.then(|| start + bound.len() - bound.trim_start_matches("at ").len())
}

/// What `what` (`pattern`, `condition`, …) should have been, at the furthest place that parsed.
pub(super) fn explain(what: &str, text: &Text, error: &Error<Rule>) -> Diagnostic {
    let value = text.value.as_str();
    let attempts = error.parse_attempts();
    let reached = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let mut at = attempts.as_ref().map_or(reached, |attempts| attempts.max_position.max(reached));
    let mut expected = BTreeSet::new();
    let (mut names, mut digits, mut letters) = (false, false, false);
    if let Some(attempts) = &attempts {
        for token in attempts.expected_tokens() {
            // Pest does not export the tokens' type; their text tells them apart.
            match token.to_string() {
                builtin if builtin == "BUILTIN_RULE" => names = true,
                range if range.contains("..") => {
                    digits |= range.contains("0..9");
                    letters |= range.contains("a..z") || range.contains("A..Z");
                }
                token => drop(expected.insert(token)),
            }
        }
    }
    // Digits among letters are only what a word could go on with.
    let numbers = digits && !letters;
    // The letters that a word could go on with say nothing; then pest's own place is the right one.
    for noise in ["-", "_", "#"] {
        expected.remove(noise);
    }
    if expected.is_empty() && !names && !numbers {
        at = reached;
    }
    let blanks = value.get(..at).unwrap_or_default().trim_end().len();
    for place in blanks..=at {
        if let Some((length, sign)) = value.get(place..).and_then(odd_blank) {
            let fault =
                Diagnostic::new("a blank of another sort", text.span(place, place + length));
            return fault.label(sign).help("write a plain blank");
        }
    }
    let at = skip_blanks(value, at);
    let at = uncounted(what, (value, at)).filter(|_| expected.contains("of")).unwrap_or(at);
    let word = word_at(value, at);
    let span = if word.is_empty() {
        let last = value.get(..at).and_then(|before| before.char_indices().next_back());
        text.span(last.map_or(at, |(start, _)| start), at)
    } else {
        text.span(at, at + word.len())
    };
    let before = value.get(..at).unwrap_or_default();
    if let Some((message, help)) = foreign::text(what, before, word) {
        let label = if word.is_empty() { "something is missing here" } else { "not here" };
        return Diagnostic::new(message, span).label(label).help(help);
    }
    if let Some(fault) = unclosed(what, (text, value, at)) {
        return fault;
    }
    if word == ")" && before.matches(')').count() >= before.matches('(').count() {
        let fault = Diagnostic::new("this bracket closes none", span);
        return fault.label("no bracket is open here").help("take it away, or open one before");
    }
    if what == "pattern" && before.trim_end().ends_with('{') {
        let fault = Diagnostic::new(format!("unexpected `{word}` in braces"), span);
        return fault.label("not expected here").help(
            "in `{ }` stands a number, two of them as in `{1,3}`, the name of a number, or `along TEST`",
        );
    }
    // Within `if ( … )` a condition stands.
    let what = match before.rfind("if (").map(|at| &before[at + 3..]) {
        Some(inside) if inside.matches('(').count() > inside.matches(')').count() => "condition",
        _ => what,
    };
    let acts = [(at, word), word_before(value, at)].into_iter().filter(|_| what == "pattern");
    if let Some((start, verb, help)) =
        acts.filter_map(|(start, verb)| Some((start, verb, foreign::act(verb)?))).next()
    {
        let fault = foreign::no_act(verb, text.span(start, start + verb.len()));
        return fault.help(help);
    }
    // Where directions stand, any name may be one of the file's own.
    let turns = ["step", "leap", "slide", "jump", "head"];
    let turns = turns.contains(&word_before(value, at).1);
    if what == "pattern" && turns && is_reserved(word) {
        return no_direction(word, span, std::iter::empty());
    }
    if let Some(fault) = misnumbered((text, value, at), word) {
        return fault;
    }
    if let Some(fault) = misplaced(what, (value, at), word, span) {
        return fault;
    }
    let misspelt = misspelt_before(what, (value, at), word);
    let ordinal = misspelt.is_some_and(|(_, _, near)| ORDINALS.contains(&near));
    if let Some(fault) = apart(what, (text, value, at), word).filter(|_| !ordinal) {
        return fault;
    }
    if let Some((start, name, near)) = misspelt {
        let span = text.span(start, start + name.len());
        return Diagnostic::new(format!("unknown word `{name}`"), span).meant(span, near);
    }
    if let (true, Some((start, owner))) = (word == "piece", owner_before(value, at)) {
        let fault = Diagnostic::new(format!("unexpected `piece` after `{owner}`"), span);
        return fault
            .label(format!("`{owner}` by itself is any piece of that player's"))
            .fix(Fix::instead(text.span(start, at + word.len()), owner));
    }
    if !word.is_empty() && is_reserved(word) && expected.is_empty() {
        if let Some(name) = name_before(value, at) {
            let fault = Diagnostic::new(format!("unexpected `{word}` after `{name}`"), span);
            return fault.label("not expected here").help(example(what));
        }
        if what == "condition" && ["own", "enemy", "empty", "occupied", "piece"].contains(&word) {
            let fault = Diagnostic::new(format!("`{word}` is a test of a cell"), span);
            return fault.label("no fact by itself").help(
                "a fact counts the cells that pass: `some own`, `no enemy`, `exactly 3 own`, `at least 3 (own KIND)`",
            );
        }
        let fault =
            Diagnostic::new(format!("`{word}` is a word of the language, not a name"), span)
                .label(format!("not expected here in the {what}"));
        return fault.help(example(what));
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
        return fault
            .label("something is missing here")
            .help(expectation(what, &words, names, numbers));
    }
    let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_word && !letters.is_empty() {
        let kind = if letters.contains(&"orthogonal") && !letters.contains(&"occupied") {
            "direction"
        } else {
            "word"
        };
        if let Some(near) = nearest(word, letters.iter().copied()).filter(|near| *near != word) {
            return Diagnostic::new(format!("unknown {kind} `{word}`"), span).meant(span, near);
        }
        if kind == "direction" {
            return Diagnostic::new(format!("expected a direction, found `{word}`"), span)
                .label("not a direction")
                .help(expectation(what, &words, false, false));
        }
    }
    if let Some(near) = nearest(word, complete(what).iter().copied()) {
        return Diagnostic::new(format!("unknown word `{word}`"), span).meant(span, near);
    }
    Diagnostic::new(format!("unexpected `{word}` in the {what}"), span)
        .label("not expected here")
        .help(expectation(what, &words, names, numbers))
}

/// What is said of a field of a template without its brace, where a blank follows or nothing.
fn unclosed(what: &str, (text, value, at): (&Text, &str, usize)) -> Option<Diagnostic> {
    let before = value.get(..at).filter(|_| what == "template")?;
    let open = before.rfind('{')?;
    let field = before[open..].trim_end();
    let goes_on = value[at..].starts_with(|c: char| !c.is_whitespace());
    if field.len() < 2 || field.contains('}') || goes_on && before.len() == open + field.len() {
        return None;
    }
    let fault = Diagnostic::new("a field that is not closed", text.span(open, open + field.len()));
    Some(
        fault
            .label("`}` is missing behind this")
            .help("a field stands in braces: `{board:packed} {turn}`"),
    )
}

/// What is said where two parts of a walk, or two facts, stand side by side with nothing between them.
fn apart(what: &str, (text, value, at): (&Text, &str, usize), word: &str) -> Option<Diagnostic> {
    let before = value.get(..at)?.trim_end();
    let end = before.len();
    let (joint, help) = match what {
        "pattern" if VERBS.contains(&word) => (",", "parts of a walk are parted by commas"),
        "condition" if FACTS.contains(&word) => ("and", "facts are joined by `and` or `or`"),
        "cell test" if TESTS.contains(&word) => ("and", "tests are joined by `and` or `or`"),
        _ => return None,
    };
    if end == 0 || !stands_alone(what, before) {
        return None;
    }
    let put = if joint == "," { String::from(",") } else { format!(" {joint}") };
    let fault = Diagnostic::new(
        format!("`{joint}` is missing before `{word}`"),
        text.span(at, at + word.len()),
    );
    let told = fault.label("something else begins here");
    Some(told.help(help).fix(Fix::behind(text.span(end - 1, end), &put)))
}

/// Words with which a part of a walk begins, and no other can go on.
const VERBS: [&str; 28] = [
    "step", "leap", "slide", "jump", "head", "pick", "put", "drop", "become", "as", "go", "lift",
    "mark", "unmark", "take", "note", "add", "carry", "leave", "make", "capture", "flip", "land",
    "push", "see", "unless", "each", "every",
];

/// Words with which a test begins, and no other can go on.
const TESTS: [&str; 18] = [
    "own", "enemy", "empty", "occupied", "first", "last", "rank", "ranks", "file", "files", "edge",
    "corner", "centre", "unmoved", "attacked", "marked", "see", "unless",
];

/// Words with which a fact begins, and no other can go on.
const FACTS: [&str; 9] =
    ["mover", "other", "last", "no", "some", "exactly", "repeated", "board", "not"];

/// What is said where one line of cells is called several, or several one.
fn misnumbered((text, value, at): (&Text, &str, usize), word: &str) -> Option<Diagnostic> {
    let (named, name) = word_before(value, at);
    let (start, lines) = word_before(value, named);
    let (message, other, label) = match (lines, word) {
        ("file" | "rank", "to") => {
            let other = if lines == "file" { "files" } else { "ranks" };
            (format!("`{lines}` is one"), other, format!("several are `{other} {name} to …`"))
        }
        ("files" | "ranks", word) if word != "to" => {
            let other = if lines == "files" { "file" } else { "rank" };
            (format!("`{lines}` are several"), other, format!("one is `{other} {name}`"))
        }
        _ => return None,
    };
    let span = text.span(start, start + lines.len());
    Some(Diagnostic::new(message, span).label(label).fix(Fix::instead(span, other)))
}

/// What is said to a word that stands where the word before it asks for something else.
fn misplaced(what: &str, (value, at): (&str, usize), word: &str, span: Span) -> Option<Diagnostic> {
    let (_, before) = word_before(value, at);
    if what == "pattern" && before == "see" && DIRECTIONS.contains(&word) {
        let fault = Diagnostic::new(String::from("what `see` looks at stands in brackets"), span);
        return Some(fault.label("a bracket is missing before this").help(
            "`see (any to own)` looks one step away; `see at least 2 any (ahead to own)` counts directions",
        ));
    }
    if what == "pattern" && ["or", "and"].contains(&word) {
        let fault = Diagnostic::new(format!("unexpected `{word}` after `{before}`"), span);
        return Some(fault.label("joins tests and directions, and no parts of a walk").help(
            "`|` parts alternatives, as `(put ONE | put OTHER)`, and `,` what is done one after the other",
        ));
    }
    let players = ["mover", "other", "ally", "last"].contains(&before);
    let counts = ["at", "exactly", "no", "some"].contains(&word);
    if what == "condition" && players && counts {
        let fault = Diagnostic::new(format!("unexpected `{word}` after `{before}`"), span);
        return Some(
            fault.label("whose pieces are counted is said in the test").help(
                "for example `at least 3 (own KIND)`, `no enemy`, or `exactly 2 (last KIND)`",
            ),
        );
    }
    None
}

/// The words for directions.
pub(super) const DIRECTIONS: [&str; 23] = [
    "(1,2)",
    "ahead",
    "any",
    "back",
    "backward",
    "diagonal",
    "down",
    "east",
    "forward",
    "left",
    "north",
    "northeast",
    "northwest",
    "orthogonal",
    "outward",
    "right",
    "sideways",
    "south",
    "southeast",
    "southwest",
    "transposed",
    "up",
    "west",
];

/// What is said to a word where directions stand; the file has some of its own.
pub(super) fn no_direction<'n>(
    word: &str,
    span: Span,
    own: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let known: Vec<&str> = DIRECTIONS.into_iter().chain(own).collect();
    Diagnostic::new(format!("expected a direction, found `{word}`"), span)
        .label("not a direction")
        .help(format!("expected one of {}", list(&known)))
}

/// `expected …`; where anything or nothing could stand, an example.
fn expectation(what: &str, words: &[&str], names: bool, numbers: bool) -> String {
    let mut shown: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    if shown.is_empty() {
        shown.extend(names.then(|| String::from("a name")));
        shown.extend(numbers.then(|| String::from("a number")));
    }
    match shown.as_slice() {
        [] => String::from(example(what)),
        many if many.len() > 24 => String::from(example(what)),
        [one] => format!("expected {one}"),
        _ => format!("expected one of {}", shown.join(", ")),
    }
}

/// What such a text looks like.
fn example(what: &str) -> &'static str {
    match what {
        "pattern" => {
            "parts of a walk, parted by commas, are for example `step any`, \
             `slide diagonal to empty`, `pick empty`, `capture` or `own KIND`"
        }
        "cell test" => {
            "a test is for example `empty`, `own KIND`, `last rank`, or these with `and`, `or` and `not`"
        }
        "direction set" => "directions are for example `orthogonal`, `forward diagonal` or `(1,2)`",
        "condition" => {
            "a condition is for example `mover stuck`, `other attacked`, `no empty`, \
             or `at least 3 (own KIND)`"
        }
        "cell's content" => "a cell holds `empty`, or a piece as `PLAYER KIND`",
        "winner" => {
            "a winner is `mover`, `other`, `last`, a player's name, or `most` or `least` of a score"
        }
        "number of cases" => "expected `count`, `end`, or `until {size} = 0`",
        "line of cells" => "two cells or more stand one after the other: `a1 b1 b2`",
        _ => "fields stand in brackets, as in `{board}`; write `{{` and `}}` for brackets",
    }
}

/// The words with which it can be said who wins.
const WINNERS: [&str; 5] = ["mover", "other", "last", "most", "least"];

/// The words that say which ranks or files.
const ORDINALS: [&str; 11] = [
    "first", "last", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "odd",
    "even",
];

/// The words that are a whole text by themselves.
fn complete(what: &str) -> &'static [&'static str] {
    if what == "number of cases" { &["count", "end", "until"] } else { &[] }
}

/// The word right before `at`, if only blanks part them, and where it starts.
fn word_before(value: &str, at: usize) -> (usize, &str) {
    let before = value.get(..at).unwrap_or_default().trim_end();
    let start = before.trim_end_matches(in_word).len();
    (start, &before[start..])
}

/// The word right before `at` that says whose a piece is: a player's name, or what stands for one.
fn owner_before(value: &str, at: usize) -> Option<(usize, &str)> {
    let (start, owner) = word_before(value, at);
    let stands_for = ["own", "enemy", "mover", "other", "last"].contains(&owner);
    (stands_for || name_before(value, at).is_some()).then_some((start, owner))
}

/// The plain name right before `at`, if only blanks part them.
fn name_before(value: &str, at: usize) -> Option<&str> {
    let (_, name) = word_before(value, at);
    (name.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_reserved(name)).then_some(name)
}

fn skip_blanks(value: &str, at: usize) -> usize {
    let rest = value.get(at..).unwrap_or("");
    at + (rest.len() - rest.trim_start().len())
}

/// Whether a sign may stand within a word.
pub(super) fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// The word (or the one character) that starts at `at`.
fn word_at(value: &str, at: usize) -> &str {
    let rest = value.get(at..).unwrap_or("");
    let long = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    &rest[..long.max(first)]
}

/// The words of the language that name nothing: the grammar's own list.
pub(super) fn reserved() -> impl Iterator<Item = &'static str> {
    let words = include_str!("../../grammar/words.pest");
    let list = words.split_once("reserved =").map_or("", |(_, rest)| rest);
    let list = list.split_once('}').map_or("", |(list, _)| list);
    list.split('"').skip(1).step_by(2)
}

/// The word before `at`, where it is no word that such a text may have but nearly one: a misspelt word parses as
/// a name, and the fault shows only after it.
fn misspelt_before<'v>(
    what: &str,
    (value, at): (&'v str, usize),
    word: &str,
) -> Option<(usize, &'v str, &'static str)> {
    let (start, name) = word_before(value, at);
    if name.len() < 3 || is_reserved(name) {
        return None;
    }
    let near = match what {
        "winner" => nearest(name, WINNERS.iter().copied())?,
        _ if ["rank", "ranks", "files"].contains(&word) => nearest(name, ORDINALS)?,
        _ if name.len() < 4 => return None,
        _ => nearest(name, reserved())?,
    };
    Some((start, name, near))
}
