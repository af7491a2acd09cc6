//! Moves that are made before a position is looked at: `--play`.

use crate::tool::{Ran, interp};

const DANCE: &str = "tests/cases/play/dance.toml";
const DANCERS: &str =
    "w\n....K...\n........\n........\n........\n........\n........\n........\n....k...";
const ROUND: &str = "e1d1 e8d8 d1e1 d8e8";

/// What the main job answers after those moves.
fn answer(rules: &str, position: &str, line: &str) -> Ran {
    interp(&["--rules", rules, "--position", position, "--play", line], "")
}

/// Holds that a line is refused, with these words in what is said.
fn assert_refused(rules: &str, line: &str, words: &[&str]) {
    let ran = interp(&["moves", "--rules", rules, "--play", line], "");
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{rules} takes {line}");
    for word in words {
        assert!(ran.err.contains(word), "{rules}: {line}: no `{word}` in\n{}", ran.err);
    }
}

#[test]
fn the_moves_before_are_remembered() {
    let told = |line: &str| answer(DANCE, DANCERS, line).out;
    assert_eq!(told(""), "WHITE IS SAFE\n");
    assert_eq!(told(ROUND), "WHITE IS SAFE\n");
    assert_eq!(told(&format!("{ROUND} e1d1 e8d8")), "WHITE IS TIRED\n");
    assert_eq!(told(&format!("{ROUND} {ROUND}")), "WHITE IS DRAWN\n");
}

#[test]
fn every_command_that_takes_a_position_plays() {
    let shown = |command: &[&str]| {
        let args = [command, &["--rules", DANCE, "--play", "e1-d1"]].concat();
        let ran = interp(&args, "");
        assert_eq!(ran.code, 0, "{command:?}: {}", ran.err);
        ran.out
    };
    assert!(shown(&["moves"]).starts_with("e8-d7\n"));
    assert_eq!(shown(&["perft", "--depth", "2"]), "25\n");
    assert!(shown(&["board"]).contains("1  . . . k . . . .\n"));
    assert!(shown(&["explain", "--move", "e8-d8"]).contains("e8-d8 is legal"));
    assert!(shown(&["explain"]).starts_with("black to move"));
}

#[test]
fn moves_are_played_from_every_case() {
    let two = format!("{DANCERS}\n{}", DANCERS.replace('w', "B"));
    let ran = interp(&["--rules", DANCE, "--play", "e1d1", "-"], &two);
    assert_eq!((ran.code, ran.out.as_str()), (3, "BLACK IS SAFE\n"));
    assert!(ran.err.contains("played from case 2, at line 10"), "{}", ran.err);
}

#[test]
fn every_notation_of_moves_is_read() {
    let after = |rules: &str, line: &str| {
        let ran = interp(&["board", "--rules", rules, "--play", line], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}: {line}");
        ran.out
    };
    let plain = after(DANCE, "e1d1 e8d8 d1c1");
    for line in ["e1-d1 e8-d8 d1-c1", "1. E1D1 e8d8 2. d1c1", " e1-d1, e8d8;\n d1-c1 "] {
        assert_eq!(after(DANCE, line), plain, "{line}");
    }
    // Cells whose names have a blank in them.
    let plain = after("checkers", "2 1-3 0 5 0-4 1");
    for line in ["2 13 0 5 04 1", "2 1-3 0, 5 0-4 1"] {
        assert_eq!(after("checkers", line), plain, "{line}");
    }
    assert!(after("checkers", "2 1-3 2 5 0-4 1 3 2x5 0").contains("white to move"));
    // Of which cell like pieces are put first says nothing; from where a piece goes, and to where, does.
    assert_eq!(after("connect6", "g7 h8-g8"), after("connect6", "g7 g8-h8"));
    assert_refused(DANCE, "d1e1", &["`d1e1`, is not legal"]);
}

#[test]
fn a_line_stops_at_the_first_move_that_cannot_be_made() {
    assert_refused(DANCE, "e1d1 e8f6", &["move 2, `e8f6`, is not legal", "--play:1:6", "`e8-f7`?"]);
    assert_refused(DANCE, "e1d1 h8h1", &["move 2, `h8h1`, is not legal", "e8-d7"]);
    assert_refused(DANCE, "e1d1 up", &["move 2, `up`, is not a move", "expected `e8-d7`"]);
    assert_refused(DANCE, "e1", &["move 1, `e1`, may be any of several", "`e1-d1`"]);
    let long = format!("{ROUND} {ROUND} e1d1");
    assert_refused(DANCE, &long, &["move 9, `e1d1`, comes when the game is over", "is drawn"]);
    assert_refused(
        "checkers",
        "2 1-3 0 5 0-4 7",
        &["move 2, `5 0-4 7`", "--play:1:9", "`5 0-4 1`"],
    );
    assert_refused("checkers", "\u{e9}\u{301} x (", &["move 1"]);
}

#[test]
fn a_refused_line_is_told_to_programs() {
    let ran = interp(&["moves", "--rules", DANCE, "--play", "e1e3", "--format", "json"], "");
    let expected = r#"{"version":1,"level":"error","code":"position","message":"move 1, `e1e3`, is not legal","file":"--play","labels":[{"line":1,"column":1,"source":"e1e3","text":"did you mean `e1-e2`?"}],"help":[]}"#;
    assert_eq!((ran.code, ran.err.trim_end()), (3, expected));
}
