//! The contest problems: the program's whole answer against checkers written by hand.

use crate::oracle::{draughts, mate, path, tomek};
use crate::tool::{Chance, assert_answer, interp};

const MATE: &str = "rules/rank_and_file.toml";
const PATH: &str = "rules/path.toml";
const CHECKERS: &str = "rules/checkers.toml";
const TOMEK: &str = "rules/tomek.toml";

fn mate_input(seed: u64, cases: usize) -> (String, String) {
    let mut chance = Chance::new(seed);
    let (mut input, mut expected) = (format!("{cases}\n"), String::new());
    for _ in 0..cases {
        let (board, white) = mate::random(&mut chance);
        input += &mate::write(&board, white);
        expected += &(mate::answer(&board, white) + "\n");
    }
    (input, expected)
}

fn tomek_input(seed: u64, cases: usize) -> (String, String) {
    let mut chance = Chance::new(seed);
    let (mut input, mut expected) = (format!("{cases}\n"), String::new());
    for number in 1..=cases {
        let board = tomek::random(&mut chance);
        input += &tomek::write(&board);
        expected += &format!("Case #{number}: {}\n", tomek::answer(&board));
    }
    (input, expected)
}

fn path_input(seed: u64, sizes: impl IntoIterator<Item = usize>) -> (String, String) {
    let mut chance = Chance::new(seed);
    let boards: Vec<path::Board> =
        sizes.into_iter().map(|n| path::random(n, &mut chance)).collect();
    let expected = boards.iter().map(|board| format!("{}\n", path::answer(board))).collect();
    (path::write_all(&boards), expected)
}

/// How many of the answers end so; a suite that never meets an answer proves nothing of it.
fn count(expected: &str, ending: &str) -> usize {
    expected.lines().filter(|line| line.ends_with(ending)).count()
}

#[test]
fn rank_and_file_answers_a_thousand_boards() {
    let mut all = String::new();
    for seed in 1..=10 {
        let (input, expected) = mate_input(seed, 100);
        assert_answer(MATE, &input, &expected);
        all += &expected;
    }
    for answer in ["IS CHECKMATED", "IS CHECKED", "IS SAFE"] {
        assert!(count(&all, answer) > 50, "only {} {answer}", count(&all, answer));
    }
}

#[test]
fn the_two_hand_written_path_checkers_agree() {
    let mut chance = Chance::new(3);
    for n in (1..=9).cycle().take(2000) {
        let board = path::random(n, &mut chance);
        assert_eq!(path::answer(&board), path::answer_by_trying(&board), "{}", path::write(&board));
    }
}

#[test]
fn path_answers_boards_of_every_size() {
    let mut all = String::new();
    for seed in 1..=3 {
        let (input, expected) = path_input(seed, (1..=12).cycle().take(300));
        assert_answer(PATH, &input, &expected);
        all += &expected;
    }
    let (input, expected) = path_input(7, 1..=80);
    assert_answer(PATH, &input, &expected);
    let (input, expected) = path_input(8, [80; 20]);
    assert_answer(PATH, &input, &expected);
    for answer in [
        "White has a winning path.",
        "Black has a winning path.",
        "White can win in one move.",
        "Black can win in one move.",
        "There is no winning path.",
    ] {
        assert!(count(&all, answer) > 20, "only {} {answer}", count(&all, answer));
    }
}

#[test]
fn path_answers_the_three_boards_of_one_cell() {
    assert_answer(
        PATH,
        "1\n\nW\n\n1\n\nB\n\n1\n\nU\n\n0\n",
        "White has a winning path.\nBlack has a winning path.\nWhite can win in one move.\n",
    );
    assert_answer(PATH, "0\n", "");
}

#[test]
fn tomek_answers_a_thousand_boards() {
    for seed in 1..=3 {
        let (input, expected) = tomek_input(seed, 1000);
        assert_answer(TOMEK, &input, &expected);
        for answer in [": X won", ": O won", ": Draw", ": Game has not completed"] {
            assert!(count(&expected, answer) > 20, "only {} {answer}", count(&expected, answer));
        }
    }
}

/// Holds that what the program plays is legal, and wins where it can win at once.
fn assert_plays(board: &draughts::Board, side: u8) {
    let input = draughts::write(board, side);
    let legal = draughts::moves(board, side);
    if legal.is_empty() {
        return assert_answer(CHECKERS, &input, "0\n");
    }
    let ran = interp(&["--rules", CHECKERS], &input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "refused\n{input}");
    let written: Vec<String> =
        legal.iter().map(|(route, _)| draughts::write_route(route)).collect();
    let Some(played) = written.iter().position(|text| *text == ran.out) else {
        panic!("not a legal move of\n{input}\n{}\nlegal are\n{}", ran.out, written.join("\n"));
    };
    let wins = |(_, after): &(draughts::Route, draughts::Board)| {
        draughts::moves(after, draughts::other(side)).is_empty()
    };
    assert!(
        wins(&legal[played]) || !legal.iter().any(wins),
        "a win was missed on\n{input}\n{}",
        ran.out
    );
}

#[test]
fn checkers_plays_a_legal_move_on_boards_of_every_size() {
    let mut chance = Chance::new(11);
    for n in (4..=12).cycle().take(180) {
        let (board, side) = draughts::random(n, &mut chance);
        assert_plays(&board, side);
    }
}

#[test]
fn checkers_plays_legally_through_whole_games() {
    let mut chance = Chance::new(12);
    let (mut board, mut side) = (draughts::start(), b'b');
    for ply in 0..60 {
        let legal = draughts::moves(&board, side);
        if legal.is_empty() {
            break;
        }
        if ply % 3 == 0 {
            assert_plays(&board, side);
        }
        board = chance.of(&legal).1.clone();
        side = draughts::other(side);
    }
}

#[test]
fn checkers_answers_both_samples() {
    let crowned =
        "w\n8\n________\n__b_b_b_\n________\n__b_____\n________\n__b_____\n_w______\n________\n";
    assert_answer(CHECKERS, crowned, "5\n6 1\n4 3\n2 1\n0 3\n2 5\n0 7\n");
    assert_plays(&draughts::start(), b'b');
    assert_plays(&draughts::start(), b'w');
}

/// The same input, written the ways in which files come out of other hands.
fn variations(input: &str) -> Vec<(&'static str, String)> {
    let trimmed = input.trim_end_matches('\n');
    vec![
        ("carriage returns", input.replace('\n', "\r\n")),
        ("trailing blanks", input.replace('\n', "  \n")),
        ("trailing tabs and carriage returns", input.replace('\n', "\t\r\n")),
        ("no last line end", trimmed.to_owned()),
        ("no last blank line", format!("{trimmed}\n")),
        ("more blank lines at the end", format!("{input}\n\n")),
    ]
}

#[test]
fn line_ends_and_trailing_blanks_do_not_matter() {
    let (draughts_board, side) = draughts::random(6, &mut Chance::new(5));
    let checkers = draughts::write(&draughts_board, side);
    let (mate, path, tomek) =
        (mate_input(99, 5).0, path_input(99, [1, 3, 5, 7]).0, tomek_input(99, 5).0);
    for (rules, input) in [(MATE, mate), (PATH, path), (TOMEK, tomek), (CHECKERS, checkers)] {
        let expected = interp(&["--rules", rules], &input);
        assert_eq!(expected.code, 0, "{rules}\n{}", expected.err);
        for (what, varied) in variations(&input) {
            assert_eq!(interp(&["--rules", rules], &varied), expected, "{rules} with {what}");
        }
    }
}

#[test]
fn a_board_may_be_a_file_or_a_dash() {
    for rules in [MATE, PATH, TOMEK, CHECKERS] {
        let file = rules.replace("rules/", "tests/cases/boards/").replace(".toml", "/sample.txt");
        let from_file = interp(&["--rules", rules, &file], "");
        let input = crate::tool::text(&crate::tool::root().join(&file));
        assert_eq!(from_file.code, 0, "{rules}\n{}", from_file.err);
        assert_eq!(interp(&["--rules", rules, "-"], &input), from_file, "{rules} -");
        assert_eq!(interp(&["--rules", rules], &input), from_file, "{rules}");
    }
}
