//! `interp solve`: what is known of small games, and what is refused and given up.

use crate::tool::{Chance, interp, root, rules};
use interp::eval::Evaluator;
use interp::eval::search::Bound;
use interp::eval::solve::{Method, Solution, Solved, solve};
use interp::index::{Piece, Player};
use interp::notation::Notation;
use interp::position::Position;
use interp::program::Program;
use interp::rules::Rules;
use std::collections::HashMap;

const HEAP: &str = "tests/cases/solve/heap.toml";

/// What is told of the usual starting position.
fn told(rules: &str, more: &[&str]) -> String {
    let rules = format!("tests/cases/solve/{rules}.toml");
    let ran = interp(&[&["solve", "--rules", &rules], more].concat(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
    ran.out
}

fn worth(rules: &str, more: &[&str]) -> String {
    told(rules, more).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn small_games_are_worth_what_is_known_of_them() {
    let draw = "nobody can force a win";
    let known = [
        ("tictactoe", draw),
        ("misere", draw),
        // The first to move takes the middle and answers by reflection.
        ("notakto", "x wins"),
        // Hein and Nash: who moves first wins.
        ("hex_3", "x wins"),
        ("hex_4", "x wins"),
        ("hex_5", "x wins"),
        // Tromp's table of boards: 5 x 4 is a draw.
        ("drop_four", draw),
        // Who moves second wins, by eleven discs to three.
        ("othello_4", "white wins"),
        ("heap", "first wins"),
        ("lone_king", "white wins in 5 plies"),
    ];
    for (rules, worth_of_it) in known {
        assert_eq!(worth(rules, &[]), worth_of_it, "{rules}");
    }
}

#[test]
fn games_on_other_boards_are_worth_what_is_known_of_them() {
    let known = [
        // The affine plane of order three has no draws, so the second player cannot do better than lose.
        ("rules/torus.toml", "x wins"),
        // Hexagons in a rhombus and in a triangle: who moves first wins.
        ("tests/cases/perft/hex_3.toml", "red wins"),
        ("tests/cases/perft/y_4.toml", "black wins"),
    ];
    for (rules, worth_of_it) in known {
        let ran = interp(&["solve", "--rules", rules], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
        assert_eq!(ran.out.lines().next(), Some(worth_of_it), "{rules}");
    }
}

#[test]
fn both_ways_of_solving_agree() {
    let plies = ["--plies"];
    assert_eq!(worth("tictactoe", &plies), "nobody can force a win");
    assert_eq!(worth("misere", &plies), "nobody can force a win");
    assert_eq!(worth("notakto", &plies), "x wins in 6 plies");
    assert_eq!(worth("hex_3", &plies), "x wins in 5 plies");
}

/// A position of a game that goes on, some moves by chance after its usual start.
fn later(evaluator: &mut Evaluator<'_>, start: &Position, chance: &mut Chance) -> Position {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for _ in 0..chance.below(8) {
        let mut next = position.clone();
        evaluator.moves(&position, &mut moves).expect("not too wide");
        let Some(chosen) = moves.get(chance.below(moves.len().max(1))) else { break };
        evaluator.play(&mut next, chosen).expect("not too wide");
        evaluator.moves(&next, &mut moves).expect("not too wide");
        if moves.is_empty() {
            break;
        }
        position = next;
    }
    position
}

fn decided(evaluator: &mut Evaluator<'_>, position: &Position, bound: Bound<'_>) -> Solution {
    match solve(evaluator, position, bound, false, &mut |_| {}) {
        Ok(Solved::Decided(solution)) => solution,
        other => panic!("{other:?}"),
    }
}

/// The program of a game's usual board, and the position in which it begins.
fn begun(rules: &Rules) -> (Program, Position) {
    let setup = &rules.setup.as_ref().expect("a setup").value;
    let start = Notation::new(rules).position(setup).expect("a position").position;
    (Program::compile(rules, start.size), start)
}

fn case(name: &str) -> Rules {
    rules(&root().join(format!("tests/cases/solve/{name}.toml")))
}

/// By board and turn, who wins.
type Winners = HashMap<(Vec<Piece>, Player), Option<Player>>;

/// Who wins as all positions that can come of one tell, judged backwards from the ends; once for each.
fn judged(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    known: &mut Winners,
) -> Option<Player> {
    *known.entry((position.cells.clone(), position.turn)).or_insert_with(|| {
        let backwards = solve(evaluator, position, Bound::default(), true, &mut |_| {});
        let Ok(Solved::Decided(all)) = backwards else { panic!("{backwards:?}\n{position:?}") };
        assert_eq!(all.method, Method::Backwards);
        all.winner
    })
}

/// Holds that positions after some moves are worth what all positions that can come of them tell, with any of these sizes of memory.
fn assert_agree(rules: &Rules, name: &str, method: Method, memories: &[usize]) {
    let (program, start) = begun(rules);
    let (mut evaluator, mut chance) = (Evaluator::new(&program), Chance::new(7));
    let mut known = Winners::new();
    for _ in 0..30 {
        let position = later(&mut evaluator, &start, &mut chance);
        for memory in memories {
            let bound = Bound { memory: Some(*memory), ..Bound::default() };
            let solution = decided(&mut evaluator, &position, bound);
            let shown =
                || format!("{name}, {memory} bytes: {}", Notation::new(rules).write(&position));
            assert_eq!(solution.method, method, "{}", shown());
            let winner = judged(&mut evaluator, &position, &mut known);
            assert_eq!(winner, solution.winner, "{}", shown());
            // The move that is told keeps what the position is worth.
            let Some(best) = solution.best else { continue };
            let mut after = position.clone();
            evaluator.play(&mut after, &best).expect("not too wide");
            let kept = judged(&mut evaluator, &after, &mut known);
            assert_eq!(kept, solution.winner, "{}", shown());
        }
    }
}

#[test]
fn positions_are_worth_what_all_that_can_come_of_them_tell() {
    use Method::{AlphaBeta, Numbers};
    let games = [
        ("hex_3", Numbers),
        ("heap", Numbers),
        ("konane_4", Numbers),
        ("breakthrough_4", Numbers),
        ("notakto", Numbers),
        ("tictactoe", AlphaBeta),
        ("misere", AlphaBeta),
    ];
    for (name, method) in games {
        // With place for a few positions only, all the others are found out anew.
        assert_agree(&case(name), name, method, &[64 << 20, 1 << 10]);
    }
    let triangle = rules(&root().join("tests/cases/perft/y_4.toml"));
    assert_agree(&triangle, "y_4", Numbers, &[64 << 20]);
}

#[test]
fn how_it_was_decided_is_told_if_asked() {
    let ran = interp(&["solve", "tests/cases/solve/hex_3.toml", "--verbose"], "");
    assert!(ran.err.starts_with("note: case 1: proof numbers, "), "{}", ran.err);
    let plain = interp(&["solve", "tests/cases/solve/hex_3.toml"], "");
    assert_eq!((plain.out, plain.err), (ran.out, String::new()));
    let told = |more: &[&str]| {
        let words = [&["solve", "tictactoe", "--verbose"], more].concat();
        interp(&words, "").err
    };
    assert!(told(&[]).starts_with("note: case 1: alpha-beta, "));
    assert!(
        told(&["--plies"]).contains("all positions, backwards from the ends, 5478 positions, ")
    );
    let ran = interp(&["solve", "tomek", "--nodes", "1000", "--verbose"], "");
    assert!(ran.err.contains("note: case 1: 1001 positions, "), "{}", ran.err);
}

#[test]
fn a_heap_is_lost_where_four_divides_it() {
    for beans in 1..=9 {
        let row = "o".repeat(beans) + &".".repeat(9 - beans);
        let position = format!("a\n{row}");
        let out = told("heap", &["--plies", "--position", &position]);
        let lines: Vec<&str> = out.lines().collect();
        if beans % 4 == 0 {
            let lost = format!("second wins in {} plies", beans / 2);
            assert_eq!(lines[0], lost, "{beans}");
            assert!(!out.contains("best move"), "{out}");
        } else {
            assert!(lines[0].starts_with("first wins in "), "{beans}: {out}");
            let play = lines[1].strip_prefix("best move: ").expect("a best move");
            let shown = ["board", "--rules", HEAP, "--position", &position, "--play", play];
            let shown = interp(&shown, "").out;
            let row = shown.lines().next().unwrap_or_default();
            assert_eq!(row.matches('o').count(), beans - beans % 4, "{play}\n{shown}");
        }
    }
}

#[test]
fn a_queen_mates_in_as_many_plies_as_the_oracle_says() {
    let oracle = crate::oracle::queen::Table::new(4);
    let mut chance = Chance::new(6);
    let mut input = String::new();
    let mut expected = Vec::new();
    while expected.len() < 12 {
        let cells = [chance.below(16), chance.below(16), chance.below(16)];
        let white = chance.percent(50);
        let Some(plies) = oracle.plies(cells, white) else { continue };
        let mut board = ["."; 16];
        for (cell, glyph) in cells.into_iter().zip(["K", "Q", "k"]) {
            board[cell] = glyph;
        }
        let rows: Vec<String> = board.chunks(4).rev().map(|row| row.concat()).collect();
        input += &format!("{}\n{}\n", if white { "w" } else { "b" }, rows.join("\n"));
        expected.push(match plies {
            Some(0) => String::from("white has won"),
            Some(1) => String::from("white wins in 1 ply"),
            Some(plies) => format!("white wins in {plies} plies"),
            None => String::from("nobody can force a win"),
        });
    }
    let out = interp(&["solve", "--rules", "tests/cases/solve/lone_king.toml", "-"], &input).out;
    let worth = out.lines().filter(|line| line.contains("win") || line.contains("won"));
    assert_eq!(worth.collect::<Vec<_>>(), expected, "{input}");
}

#[test]
fn best_play_reaches_the_end_in_so_many_plies() {
    let out = told("lone_king", &[]);
    let line = out.lines().find_map(|line| line.strip_prefix("best play: ")).expect("a line");
    assert_eq!(line.split(' ').count(), 5);
    let rules = "tests/cases/solve/lone_king.toml";
    let after = interp(&["solve", "--rules", rules, "--play", line], "").out;
    assert_eq!(after.lines().next(), Some("white has won"));
}

#[test]
fn what_is_decided_is_told_to_programs() {
    let out = told("lone_king", &["--format", "json"]);
    let expected = r#"{"version":1,"case":1,"mover":"white","winner":"white","plies":5,"move":"#;
    assert!(out.starts_with(expected), "{out}");
    let out = told("tictactoe", &["--format", "json", "--play", "a1"]);
    assert!(out.starts_with(
        r#"{"version":1,"case":1,"mover":"o","winner":null,"plies":null,"move":"b2","#
    ));
}

#[test]
fn a_search_is_given_up_with_a_code_of_its_own() {
    let ran = interp(&["solve", "--rules", "tomek", "--nodes", "1000"], "");
    assert_eq!((ran.code, ran.out.as_str()), (6, ""));
    assert!(ran.err.contains("case 1 is not decided after 1001 positions"), "{}", ran.err);
    let ran = interp(&["solve", "--rules", "tomek", "--time", "0"], "");
    assert_eq!(ran.code, 6, "{}", ran.err);
}

#[test]
fn rules_that_ask_what_was_played_before_are_refused_at_the_word() {
    let ran = interp(&["solve", "--rules", "chess"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let words = ["cannot be judged by itself", "asks what was played before"];
    assert!(words.iter().all(|word| ran.err.contains(word)), "{}", ran.err);
}
