//! `--threads`: whatever their number, the same bytes are printed, and the same failures come at the same place.

use crate::oracle::{draughts, path, tomek};
use crate::tool::{Chance, Ran, interp};

/// Holds that the program says the same with one, two and four threads, and gives what that is.
#[track_caller]
fn assert_same(args: &[&str], input: &str) -> Ran {
    let ran = |threads: &str| interp(&[args, &["--threads", threads]].concat(), input);
    let one = interp(args, input);
    for threads in ["1", "2", "4"] {
        assert_eq!(ran(threads), one, "{args:?} with {threads} threads");
    }
    one
}

/// Many boards of sizes that take turns.
fn paths(boards: usize) -> Vec<path::Board> {
    let mut chance = Chance::new(5);
    (0..boards).map(|at| path::random(3 + at % 9, &mut chance)).collect()
}

#[test]
fn a_count_is_the_same() {
    for (rules, depth) in [("chess", "3"), ("international_draughts", "5"), ("othello", "6")] {
        for more in [&[][..], &["--divide"], &["--divide", "--format", "json"]] {
            let ran =
                assert_same(&[&["perft", "--rules", rules, "--depth", depth], more].concat(), "");
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
        }
    }
    for depth in ["0", "1", "2"] {
        assert_same(&["perft", "--rules", "tictactoe", "--depth", depth], "");
    }
    // The game is over; there are no first moves to share.
    let over = ["perft", "--rules", "chess", "--depth", "3", "--play", "f2f3 e7e5 g2g4 d8h4"];
    assert_eq!(assert_same(&over, "").out, "0\n");
    // What has been played before counts.
    let again = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    assert_same(&["perft", "--rules", "chess", "--depth", "2", "--divide", "--play", again], "");
}

#[test]
fn random_games_are_the_same() {
    for rules in ["connect_four", "english_draughts", "go_9"] {
        let args = ["playout", "--rules", rules, "--games", "70", "--seed", "3", "--plies", "60"];
        let ran = assert_same(&args, "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
        assert_same(&[&args[..], &["--format", "json"]].concat(), "");
    }
    assert_same(&["playout", "--rules", "tictactoe", "--games", "0"], "");
}

#[test]
fn many_cases_are_answered_in_their_order() {
    let ran = assert_same(&["--rules", "path"], &path::write_all(&paths(300)));
    assert_eq!((ran.code, ran.out.lines().count()), (0, 300));
    let mut chance = Chance::new(6);
    let lines = (0..150).map(|_| tomek::write(&tomek::random(&mut chance)));
    let input = lines.fold(String::from("150\n"), |text, case| text + &case);
    assert_eq!(assert_same(&["--rules", "tomek"], &input).out.lines().count(), 150);
    assert_same(&["--rules", "tomek", "--format", "json"], &input);
    let boards = (0..40).map(|_| draughts::random(8, &mut chance));
    let input: String = boards.map(|(board, side)| draughts::write(&board, side)).collect();
    assert_same(&["--rules", "checkers", "--nodes", "50"], &input);
}

#[test]
fn a_broken_case_is_told_where_it_is_told_without_threads() {
    for broken in [0, 1, 70, 139] {
        let mut text = path::write_all(&paths(140));
        let cases: Vec<usize> = text.match_indices("\n\n").map(|(at, _)| at).collect();
        // The first row of that board.
        text.replace_range(cases[2 * broken] + 2..cases[2 * broken] + 3, "?");
        let ran = assert_same(&["--rules", "path"], &text);
        assert_eq!((ran.code, ran.out.lines().count()), (3, broken), "{}", ran.err);
        assert_same(&["--rules", "path", "--format", "json"], &text);
    }
    let short = path::write_all(&paths(50));
    assert_eq!(assert_same(&["--rules", "path"], short.trim_end().trim_end_matches('0')).code, 3);
}

#[test]
fn a_move_that_cannot_be_played_is_told_after_the_answers_before_it() {
    let input: String = (0..60)
        .map(|at| if at == 41 { "X..\\n...\\n...\\n" } else { "...\\n...\\n...\\n" })
        .map(|text| text.replace("\\n", "\n") + "\n")
        .collect();
    let args = ["--rules", "tictactoe", "--play", "a3", "-"];
    let ran = assert_same(&args, &input);
    assert_eq!((ran.code, ran.out.lines().count()), (3, 41), "{}", ran.err);
    assert!(ran.err.contains("played from case 42"), "{}", ran.err);
}

#[test]
fn threads_are_counted_from_one_and_said_to_who_uses_them() {
    for args in [
        &["perft", "--rules", "chess", "--depth", "1", "--threads", "0"][..],
        &["--rules", "chess", "--threads", "many"],
        &["--threads", "2", "moves", "--rules", "chess"],
        &["moves", "--rules", "chess", "--threads", "2"],
    ] {
        let ran = interp(args, "");
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}");
        assert!(ran.err.contains("--threads"), "{args:?}: {}", ran.err);
    }
}
