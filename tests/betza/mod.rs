//! Betza notation: what each text means as a pattern, and that the pattern's moves are those of the notation.
//!
//! A file of `tests/cases/betza` holds a text, and perhaps a board: `P` is the piece, `o` one of its own side,
//! `x` an enemy. A snapshot shows the pattern, the text that the pattern has, and the cells where its moves
//! end.

mod board;
mod direct;
mod legs;

use crate::tool::{Chance, snapshots, text};
use board::{Board, moves, pair, rules};
use interp::betza;
use interp::syntax::parse;
use interp::syntax::text::Text;
use std::collections::BTreeSet;

/// The pattern of a Betza text, if it has one.
fn pattern(text: &str) -> Option<String> {
    let text = Text::plain(text);
    let made = betza::parse(&text).and_then(|moves| betza::pattern(&moves));
    made.ok().map(|pattern| pattern.value)
}

/// Holds that the moves of the text on each board lead to those boards.
fn assert_moves(betza: &str, cases: &[(Board, BTreeSet<Board>)]) {
    let pattern = pattern(betza).unwrap_or_else(|| panic!("`{betza}` has no pattern"));
    let rules = rules(&format!("betza = '{betza}'"));
    let pair = pair(&rules);
    for (board, expected) in cases {
        let found: BTreeSet<Board> = moves(&rules, &pair, board).into_iter().collect();
        if found == *expected {
            continue;
        }
        let shown =
            |boards: Vec<&Board>| boards.iter().map(|b| format!("{b}\n")).collect::<String>();
        panic!(
            "`{betza}`: {pattern}\non\n{board}\nlacks\n{}\nand has\n{}",
            shown(expected.difference(&found).collect()),
            shown(found.difference(expected).collect())
        );
    }
}

/// Random boards, each with the boards that the moves lead to.
fn cases(
    chance: &mut Chance,
    results: impl Fn(&Board) -> BTreeSet<Board>,
) -> Vec<(Board, BTreeSet<Board>)> {
    let boards = (0..3).map(|_| Board::random(chance));
    boards.map(|board| (board.clone(), results(&board))).collect()
}

#[test]
fn single_legs_move_as_their_letters_say() {
    let mut chance = Chance::new(11);
    for _ in 0..600 {
        let (text, moves) = direct::random(&mut chance);
        assert_moves(&text, &cases(&mut chance, |board| direct::results(&moves, board)));
    }
}

#[test]
fn several_legs_move_as_their_letters_say() {
    let mut chance = Chance::new(12);
    let mut tried = 0;
    for _ in 0..600 {
        let chain = legs::Chain::random(&mut chance);
        let text = chain.text();
        // A hopper that may come back to where it started is refused.
        if pattern(&text).is_none() {
            assert!(text.contains(['p', 'g']), "`{text}` has no pattern");
            continue;
        }
        tried += 1;
        assert_moves(&text, &cases(&mut chance, |board| chain.results(board)));
    }
    assert!(tried > 300, "only {tried}");
}

#[test]
fn every_text_that_has_a_pattern_loads_and_points_into_itself() {
    let mut chance = Chance::new(13);
    let letters: Vec<char> =
        "fblrsvhmcdeinjpgzyaaWFDNAHCZGRBQKJLOxq0123456789(),- é".chars().collect();
    for _ in 0..20_000 {
        let length = 1 + chance.below(12);
        let text: String = (0..length).map(|_| *chance.of(&letters)).collect();
        let plain = Text::plain(&text);
        let faults = match betza::parse(&plain).and_then(|moves| betza::pattern(&moves)) {
            Ok(pattern) => match parse::pattern(&pattern) {
                Ok(walk) => {
                    assert!(text.get(walk.span.start..walk.span.end).is_some(), "{text}");
                    continue;
                }
                Err(faults) => panic!("`{text}` means `{}`: {faults:?}", pattern.value),
            },
            Err(faults) => faults,
        };
        assert!(!faults.is_empty(), "`{text}` is refused without a reason");
        for fault in faults {
            for label in &fault.labels {
                let place = text.get(label.span.start..label.span.end);
                assert!(place.is_some(), "`{text}`: {fault:?} has no place");
            }
        }
    }
}

#[test]
fn hostile_texts_are_bounded() {
    for text in ["a".repeat(256) + "K", "cdmpga".repeat(40) + "K", "(".repeat(200), "N".repeat(256)]
    {
        assert!(pattern(&text).is_none(), "{text}");
    }
    let long = "cdpgyaaaaa".repeat(3) + "K";
    assert!(pattern(&long).is_none());
    assert!(pattern("cdgyacdgyacdgyacdgyacdgyacdgyafcdgR").is_none());
    assert!(pattern("N9999999999999").is_none());
    assert_eq!(pattern(&"hrN".repeat(80)), pattern("hrN"));
}

#[test]
fn what_is_refused_says_so_at_the_letter() {
    for letter in "JLIOUXxuokqtw@-:?".chars() {
        let text = format!("fmW{letter}F");
        let faults = betza::parse(&Text::plain(&text)).expect_err(&text);
        let span = faults[0].labels[0].span;
        assert_eq!(&text[span.start..span.end], letter.to_string(), "{:?}", faults[0]);
        assert!(faults[0].message.contains(&format!("`{letter}`")), "{:?}", faults[0]);
        assert!(!faults[0].help.is_empty());
    }
}

#[test]
fn texts_mean_what_was_reviewed() {
    let _bound = snapshots("betza");
    insta::glob!("../cases/betza", "*.txt", |path| {
        let case = text(path);
        let (betza, drawn) = case.split_once('\n').unwrap_or((&case, ""));
        let name = path.file_stem().expect("a name").to_string_lossy();
        let ran = crate::tool::interp(&["betza", "--", betza], "");
        if name.starts_with("err_") {
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{betza}");
            insta::assert_snapshot!("betza", format!("{betza}\n\n{}", ran.err));
            return;
        }
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{betza}");
        let pattern = ran.out.trim_end();
        let back = crate::tool::interp(&["betza", "--pattern", pattern], "");
        let back = if back.code == 0 { back.out } else { "no Betza form\n".to_owned() };
        // What the rules do not judge yet cannot be drawn.
        let judged = !["unmoved", "marked"].iter().any(|word| pattern.contains(word));
        let targets = match judged {
            true => board::drawn(betza, drawn),
            false => String::from("not drawn: depends on what happened before\n"),
        };
        let page = format!("{betza}\n\npattern\n  {pattern}\nback\n  {back}\n{targets}");
        insta::assert_snapshot!("betza", page);
    });
}
