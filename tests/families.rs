//! Games without published counts, or where the published ones are at fault: counted by hand-written generators,
//! made from the games' rules and not from the rule files.

use crate::oracle::dice;
use crate::oracle::discs::{self, Ended};
use crate::oracle::flying::Board;
use crate::oracle::race::{self, Gait};
use crate::oracle::{arrows, bids, castles, lions, loops, pushes, ranked, rows, tafl, walls};
use crate::tool::root;
use interp::eval::Evaluator;
use interp::notation::Notation;
use interp::program::Program;

/// Holds that the program counts as somebody else does, to that depth.
fn assert_counts(rules: &str, deepest: u32, count: impl Fn(u32) -> u64) {
    let path = |folder: &str| root().join(folder).join(format!("{rules}.toml"));
    let shipped = Some(path("rules")).filter(|path| path.exists());
    let rules = crate::tool::rules(&shipped.unwrap_or_else(|| path("tests/cases/perft")));
    let setup = rules.setup.as_ref().expect("a setup");
    let case = Notation::new(&rules).position(&setup.value).expect("a position");
    let program = Program::compile(&rules, case.position.size);
    let mut evaluator = Evaluator::new(&program);
    for depth in 1..=deepest {
        let counted = evaluator.perft(&case.position, depth).expect("not too wide");
        assert_eq!(counted, count(depth), "{} at depth {depth}", rules.name);
    }
}

#[test]
fn draughts_on_other_boards() {
    assert_counts("international_draughts", 5, |depth| {
        Board::start(10, 4, false).perft(true, depth)
    });
    // Nobody has lost his last man so early.
    assert_counts("antidraughts", 5, |depth| Board::start(10, 4, false).perft(true, depth));
    assert_counts("brazilian_draughts", 7, |depth| Board::start(8, 3, false).perft(true, depth));
    assert_counts("canadian_draughts", 5, |depth| Board::start(12, 5, false).perft(true, depth));
}

/// The library that the other counts of Turkish draughts are from lets a king on a8 pass over his own man
/// on a2, and so counts 85146 at depth 5.
#[test]
fn turkish_draughts() {
    assert_counts("turkish_draughts", 5, |depth| Board::start(8, 2, true).perft(true, depth));
}

/// From the ninth move on it matters that only captures prefer a piece: anything may make a quiet move.
#[test]
fn italian_draughts() {
    assert_counts("italian_draughts", 7, |depth| ranked::Board::start().perft(true, depth));
}

#[test]
#[ignore = "takes seconds, in a release build"]
fn italian_draughts_at_depth() {
    assert_counts("italian_draughts", 9, |depth| ranked::Board::start().perft(true, depth));
}

#[test]
fn discs_that_are_turned_over() {
    assert_counts("othello", 7, |depth| discs::Board::start(8).perft(1, depth, Ended::No));
}

/// 228 games are over after nine moves. The published series goes on counting each of them as a line; here a
/// finished game has no moves.
#[test]
#[ignore = "takes half a minute, in a release build"]
fn finished_games_are_no_lines() {
    let count = |depth, ended| discs::Board::start(8).perft(1, depth, ended);
    assert_eq!(count(9, Ended::No), count(9, Ended::Once));
    assert_eq!((count(10, Ended::No), count(10, Ended::Once)), (24_571_056, 24_571_284));
}

#[test]
fn tafl_games() {
    assert_counts("brandubh", 3, |depth| tafl::perft(&tafl::BRANDUBH, depth));
    assert_counts("tablut", 3, |depth| tafl::perft(&tafl::TABLUT, depth));
}

#[test]
fn rows_that_are_taken() {
    assert_counts("fanorona", 4, |depth| rows::perft(&rows::start(), b'w', depth));
}

#[test]
fn lines_that_push() {
    assert_counts("abalone", 3, |depth| pushes::perft(&pushes::start(), 0, depth));
}

#[test]
fn queens_and_arrows() {
    let start = [".B..B.", "B....B", "......", "......", "W....W", ".W..W."];
    assert_counts("amazons_6", 2, |depth| arrows::perft(&start, b'W', depth));
}

#[test]
fn colours_that_a_pass_settles() {
    assert_counts("unlur_3", 5, |depth| bids::Game::new(3).perft(depth));
    assert_counts("unlur", 3, |depth| bids::Game::new(6).perft(depth));
}

#[test]
fn races() {
    assert_counts("breakthrough", 4, |depth| race::perft(8, Gait::Step, depth));
    assert_counts("small_breakthrough", 4, |depth| race::perft(6, Gait::Step, depth));
    assert_counts("knightthrough", 3, |depth| race::perft(8, Gait::Leap, depth));
}

#[test]
fn races_by_dice() {
    assert_counts("royal_game_of_ur", 8, |depth| dice::perft(&dice::ur(), depth));
    assert_counts("dice_race", 12, |depth| dice::perft(&dice::lane(), depth));
}

#[test]
fn loops_round_corners() {
    assert_counts("surakarta", 4, |depth| loops::perft(&loops::start(), 1, depth));
}

#[test]
fn castles_and_walls() {
    assert_counts("camelot", 2, |depth| castles::Field::start().perft(depth));
    assert_counts("quoridor", 1, |depth| walls::Race::start().perft(depth));
}

#[test]
fn pieces_that_move_twice() {
    let start = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b";
    assert_counts("chu_shogi", 2, |depth| lions::Table::read(start, None).perft(depth));
}
