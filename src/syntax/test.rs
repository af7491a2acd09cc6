//! `[[test]]`: what a rule file says that is to be tried.

use super::decl::TestDecl;
use super::fields::{Faults, Fields, Value, as_number, as_texts, wrong};
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use toml::de::DeValue;

/// What a test may expect.
const EXPECTED: [&str; 7] = ["answer", "state", "moves", "legal", "illegal", "perft", "seen"];

/// Every test of a file.
pub(super) fn all<'f>(file: &'f str, top: &mut Fields<'f>, faults: &mut Faults) -> Vec<TestDecl> {
    let tables = top.tables("test", faults);
    tables.into_iter().map(|fields| one(file, fields, faults)).collect()
}

fn one<'f>(file: &'f str, mut fields: Fields<'f>, faults: &mut Faults) -> TestDecl {
    let known = [["name", "position", "play"].as_slice(), &EXPECTED].concat();
    let before = faults.len();
    fields.only("`[[test]]`", &known, faults);
    let span = fields.span;
    // An unknown key may have been meant for one of them.
    let empty = |key: &str| {
        // No legal moves at all is something to expect.
        let list = fields.get(key).map(|value| value.get_ref());
        key != "moves" && matches!(list, Some(DeValue::Array(items)) if items.is_empty())
    };
    let expects = |key: &&str| fields.has(key) && !empty(key);
    if faults.len() == before && !EXPECTED.iter().any(expects) {
        let fault = Diagnostic::new("a test that expects nothing", span);
        faults.push(fault.help(
            "say what should come out: `answer`, `state`, `moves`, `legal`, `illegal`, `perft` or `seen`",
        ));
    }
    let moves = fields.take("moves").map(|(_, value)| {
        let span = Span::from(value.span());
        Spanned::new(as_texts(file, value, faults), span)
    });
    let perft = fields.take("perft").map_or_else(Vec::new, |(_, value)| counts(value, faults));
    TestDecl {
        span,
        name: fields.text("name", faults),
        position: fields.text("position", faults),
        play: fields.text("play", faults),
        answer: fields.text("answer", faults),
        state: fields.text("state", faults),
        moves,
        legal: fields.texts("legal", faults),
        illegal: fields.texts("illegal", faults),
        perft,
        seen: fields.words("seen", faults),
    }
}

/// A list of numbers.
fn counts(value: Value<'_>, faults: &mut Faults) -> Vec<Spanned<u32>> {
    let span = Span::from(value.span());
    match value.into_inner() {
        DeValue::Array(items) => items.iter().filter_map(|item| as_number(item, faults)).collect(),
        other => wrong("a list of numbers", &other, span, faults).unwrap_or_default(),
    }
}
