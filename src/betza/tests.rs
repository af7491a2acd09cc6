//! The way there and back again.

use super::ast::Betza;
use super::pattern::{Simple, simple};
use super::*;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

/// The Betza text of a pattern.
fn back_of(pattern: &str) -> Result<String, Vec<Diagnostic>> {
    back(&crate::syntax::parse::pattern(&Text::plain(pattern)).expect("a pattern"))
}

fn read(text: &str) -> Betza {
    parse(&Text::plain(text)).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// What the moves mean, however they are written: each leap by itself.
fn meaning(betza: &Betza) -> Vec<String> {
    let mut found = Vec::new();
    for Simple { initial, shape, modes, range, steps, .. } in simple(betza) {
        for (step, ways) in steps {
            for eighth in (0..8).filter(|eighth| ways >> eighth & 1 == 1) {
                found.push(format!("{initial} {shape:?} {modes:?} {range:?} {step:?} {eighth}"));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Holds that the pattern of the text has a Betza text, and that it means the same.
fn assert_returns(text: &str) {
    let betza = read(text);
    let pattern = pattern(&betza).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let returned = back_of(&pattern.value)
        .unwrap_or_else(|faults| panic!("{text}: {}: {faults:?}", pattern.value));
    assert_eq!(
        meaning(&read(&returned)),
        meaning(&betza),
        "{text} is `{}`, and that is {returned}",
        pattern.value
    );
}

/// Moves of one leg whose patterns have a Betza text.
fn moves() -> impl Strategy<Value = String> {
    let four = select(vec!["", "f", "b", "l", "r", "s", "v", "fl", "br", "fs", "lv", "ffrr", "vs"]);
    let eight = select(vec![
        "", "f", "b", "l", "r", "s", "v", "fl", "lf", "br", "rb", "fs", "bs", "lv", "rv", "fh",
        "lh", "hr", "hl", "ffrr", "fhrb",
    ]);
    let mode = || select(vec!["", "m", "c", "mc"]);
    let first = || select(vec!["", "", "i"]);
    let of_four = (
        first(),
        four.clone(),
        mode(),
        select(vec![
            "W", "F", "D", "A", "H", "G", "R", "B", "R4", "F2", "D0", "AA", "H3", "nD", "nA", "nH",
            "nG", "jD", "jA", "jR", "jB3", "pR", "pB", "gB", "gR", "pD0",
        ]),
    );
    let of_eight = (
        first(),
        eight,
        mode(),
        select(vec!["N", "C", "Z", "(1,4)", "N0", "ZZ", "C3", "nN", "jN", "pN0", "gZ0"]),
    );
    let of_both = (first(), Just(""), mode(), select(vec!["K", "Q", "K3", "Q2", "gQ", "pQ", "jQ"]));
    let text = |(first, dirs, mode, atom): (&str, &str, &str, &str)| {
        let shape = atom.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(0);
        format!("{first}{dirs}{mode}{}{}", &atom[..shape], &atom[shape..])
    };
    prop_oneof![of_four.prop_map(text), of_eight.prop_map(text), of_both.prop_map(text)]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_pattern_returns_to_the_same_moves(texts in proptest::collection::vec(moves(), 1..4)) {
        let mut text = String::new();
        for one in texts {
            // The same capital twice in a row would be a rider.
            if text.chars().last() != one.chars().next() {
                text += &one;
            }
        }
        assert_returns(&text);
    }

    #[test]
    fn no_text_panics(text in "[fblrsvhmcdeinjpgzyaWFDNAHCZGRBQK0-9(),]{0,24}") {
        if let Ok(walk) = walk(&Text::plain(&text)) {
            let _ = back(&walk);
        }
    }
}

#[test]
fn moves_that_once_did_not_return_do() {
    assert_returns("mQmcQ");
}

#[test]
fn patterns_that_plainly_mean_the_same_return() {
    for (pattern, betza) in [
        ("slide any | leap (2,1)", "QN"),
        ("step orthogonal to empty or enemy", "W"),
        ("forward to empty | step forward diagonal to enemy", "fmWfcF"),
        ("slide forward {1,2} to empty", "fmR2"),
        ("step any", "K"),
        ("leap (1,2) | slide (1,2) {1,3} to empty | slide (1,2) {1,2}", "NmN3N2"),
        ("step orthogonal | step orthogonal | slide any | slide any {1,2}", "W1WQ0Q2"),
        ("step orthogonal or diagonal", "K"),
        ("step left or right | leap (0,3)", "sWH"),
        (
            "slide orthogonal to empty | slide orthogonal to piece, (ahead to empty)*, ahead to enemy",
            "mRcpR",
        ),
        ("jump any over piece to enemy", "cjDcjA"),
        ("step orthogonal to empty, outward diagonal", "nN"),
        ("unmoved, slide forward {1,2} to empty", "ifmR2"),
    ] {
        assert_eq!(back_of(pattern).as_deref(), Ok(betza), "{pattern}");
    }
}

#[test]
fn what_has_no_betza_form_is_pointed_at() {
    for (pattern, part) in [
        ("step north", "step north"),
        ("step any to enemy or own", "enemy or own"),
        ("step any | pick empty", "pick empty"),
        ("step any, capture", "capture"),
        ("jump any capturing enemy", "enemy"),
        ("slide any {2,3}", "slide any {2,3}"),
        ("step sideways diagonal", "step sideways diagonal"),
        ("(step any)", "(step any)"),
        ("step any to empty, step any", "step any"),
        ("slide any to piece, (ahead to enemy)*, step ahead", "(ahead to enemy)*"),
        ("step any to empty, step outward diagonal", "step any to empty"),
        ("unmoved", "unmoved"),
    ] {
        let faults = back_of(pattern).expect_err(pattern);
        let span = faults[0].labels[0].span;
        assert_eq!(&pattern[span.start..span.end], part, "{pattern}");
    }
}
