//! The search in a game with hands, marks, counters and passes.

use crate::chance::board;
use crate::tool::{Chance, assert_answer, root, rules};
use interp::eval::Evaluator;
use interp::eval::search::{Bound, best};
use interp::index::Cell;
use interp::notation::Notation;
use interp::position::Position;
use interp::program::Program;
use interp::rules::Rules;

const BOUND: Bound<'_> = Bound { nodes: Some(300), stop: None };

fn outpost() -> Rules {
    rules(&root().join("tests/cases/boards/outpost/rules.toml"))
}

/// Holds that the move found is legal and is told by cells of the board; whether there is one.
fn assert_found(rules: &Rules, evaluator: &mut Evaluator<'_>, position: &Position) -> bool {
    let mut moves = Vec::new();
    if evaluator.moves(position, &mut moves).is_err() {
        return false;
    }
    let shown = || Notation::new(rules).write(position);
    let found = best(evaluator, position, BOUND).expect("not too wide");
    assert_eq!(found.is_none(), moves.is_empty(), "{}", shown());
    let Some(found) = found else { return false };
    assert!(moves.contains(&found), "{found:?} is not legal in {}", shown());
    let on_board = |cell: &Cell| cell.index() < rules.layout(position.size).cells();
    assert!(found.path.iter().chain(&found.captures).all(on_board), "{found:?}");
    true
}

#[test]
fn what_is_found_is_legal_whatever_is_remembered() {
    let rules = outpost();
    let size = rules.board.size.expect("a size");
    let program = Program::compile(&rules, size);
    let (mut evaluator, mut chance) = (Evaluator::new(&program), Chance::new(5));
    let mut found = 0;
    for _ in 0..60 {
        let mut position = board(&rules, size, 30, &mut chance);
        found += usize::from(assert_found(&rules, &mut evaluator, &position));
        // Hands as full as they can be.
        for slot in size_of_board(&position)..position.cells.len() {
            position.cells[slot].0 |= 0x80;
        }
        assert_found(&rules, &mut evaluator, &position);
    }
    assert!(found > 20, "only {found} positions had a move");
}

fn size_of_board(position: &Position) -> usize {
    usize::from(position.size.width) * usize::from(position.size.height)
}

/// The name of the move that is found.
fn chosen(text: &str) -> String {
    let rules = outpost();
    let notation = Notation::new(&rules);
    let position = notation.position(text).expect("a position").position;
    let program = Program::compile(&rules, position.size);
    let mut evaluator = Evaluator::new(&program);
    let found = best(&mut evaluator, &position, BOUND).expect("not too wide");
    found.map_or_else(String::new, |found| notation.move_name(&found, &position))
}

#[test]
fn a_piece_for_nothing_is_taken_into_the_hand() {
    assert_eq!(chosen("4g/5/5/1t3/G4[] w - - 3+3 0 1"), "a1xb2");
}

#[test]
fn a_player_passes_where_every_move_would_cost_him() {
    assert_eq!(chosen("Pp1pP/5/2P2/5/5[] w - - 3+3 0 1"), "pass");
}

#[test]
fn the_move_found_is_told_in_cells() {
    let input =
        "4g/5/5/1t3/G4[] w\nPp1pP/5/2P2/5/5[] w\n5/p4/P4/5/5[] w\n4g/5/5/5/G4[T] w - b2 3+3 7 1\n";
    let answer = "a1xb2 (1)\npass (0)\nnone\nT@d2 (0)\n";
    assert_answer("tests/cases/search/outpost.toml", input, answer);
}
