//! The search: in a game with hands, marks, counters and passes, and where random games tell who is ahead.

use crate::chance::board;
use crate::tool::{Chance, assert_answer, interp, load, root, rules, text};
use interp::eval::Evaluator;
use interp::eval::search::{Bound, Found, Method, best, judges_by_playouts, search};
use interp::index::Cell;
use interp::notation::Notation;
use interp::position::Position;
use interp::program::Program;
use interp::rules::Rules;
use interp::source::Source;
use std::sync::atomic::Ordering::Relaxed;

const BOUND: Bound<'_> = Bound { nodes: Some(300), stop: None, memory: None, threads: None };

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
    chosen_by(&outpost(), text, BOUND)
}

fn chosen_by(rules: &Rules, text: &str, bound: Bound<'_>) -> String {
    let notation = Notation::new(rules);
    let position = notation.position(text).expect("a position").position;
    let program = Program::compile(rules, position.size);
    let mut evaluator = Evaluator::new(&program);
    let found = best(&mut evaluator, &position, bound).expect("not too wide");
    found.map_or_else(String::new, |found| notation.move_name(&found, &position))
}

fn shipped(name: &str) -> Rules {
    rules(&root().join(format!("rules/{name}.toml")))
}

/// The rules of Hex on a board of 5 x 5.
fn small_hex() -> Rules {
    let text = text(&root().join("rules/hex.toml"));
    let text = text.split("[[test]]").next().expect("rules");
    let text =
        text.replace("[11, 11]", "[5, 5]").replace("11/11/11/11/11/11/11/11/11/11/11", "5/5/5/5/5");
    load(Source::new("small", text)).1.expect("rules")
}

const NODES: Bound<'_> = Bound { nodes: Some(5_000), stop: None, memory: None, threads: None };

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
    let answer = "a1xb2 (1)\npass (0)\nnone\nT@b2 (0)\n";
    assert_answer("tests/cases/search/outpost.toml", input, answer);
}

#[test]
fn random_games_judge_where_pieces_are_placed_for_no_row() {
    let by_playouts = |name: &&str| {
        let rules = shipped(name);
        let program = Program::compile(&rules, rules.board.size.expect("a size"));
        judges_by_playouts(&mut Evaluator::new(&program))
    };
    let connected = ["hex", "hex_swap", "havannah", "y", "go_9", "gonnect"];
    let others =
        ["othello", "chess", "gomoku", "gomoku_swap", "amazons", "connect_four", "domineering"];
    let told = |names: &[&'static str]| -> Vec<_> {
        names.iter().filter(|name| by_playouts(name)).copied().collect()
    };
    assert_eq!(told(&connected), connected);
    assert_eq!(told(&others), [""; 0]);
}

#[test]
fn random_games_find_what_wins_at_once_and_by_two_threats() {
    let hex = small_hex();
    assert_eq!(chosen_by(&hex, "1b1b1/5/rr1rr/5/1b1b1 r", NODES), "c3");
    assert_eq!(chosen_by(&hex, "2b2/5/rrrbb/5/5 r", NODES), "d2");
    // And what must be kept from the other player.
    assert_eq!(chosen_by(&hex, "1b1b1/5/rr1rr/5/1b3 b", NODES), "c3");
}

#[test]
fn a_tree_without_room_to_grow_still_tells_a_move() {
    let small = Bound { memory: Some(1), ..NODES };
    assert_eq!(chosen_by(&small_hex(), "1b1b1/5/rr1rr/5/1b1b1 r", small), "c3");
}

/// What is found of the usual start with threads until so many questions whether to stop were asked.
fn searched(name: &str, threads: usize, most: usize) -> Found {
    let rules = shipped(name);
    let setup = &rules.setup.as_ref().expect("a setup").value;
    let position = Notation::new(&rules).position(setup).expect("a position").position;
    let program = Program::compile(&rules, position.size);
    let mut evaluator = Evaluator::new(&program);
    let left = std::sync::atomic::AtomicUsize::new(200);
    let sub = |left: usize| Some(left.saturating_sub(1));
    let stop = || left.fetch_update(Relaxed, Relaxed, sub) == Ok(0);
    let bound = Bound { threads: Some(threads), stop: Some(&stop), ..Bound::default() };
    let found = search(&mut evaluator, &position, bound, most).expect("not too wide");
    let found = found.expect("a move");
    let (mut after, mut moves) = (position, Vec::new());
    for chosen in &found.line {
        evaluator.moves(&after, &mut moves).expect("not too wide");
        assert!(moves.contains(chosen), "{name}: {chosen:?}");
        evaluator.play(&mut after, chosen).expect("not too wide");
    }
    found
}

#[test]
fn threads_search_together_and_each_move_of_the_line_is_legal() {
    let games = [
        ("chess", Method::AlphaBeta),
        ("english_draughts", Method::AlphaBeta),
        ("othello", Method::AlphaBeta),
        ("hex", Method::Playouts),
        ("go_9", Method::Playouts),
    ];
    for (name, method) in games {
        for threads in 1..=3 {
            let found = searched(name, threads, usize::MAX);
            assert_eq!(found.method, method, "{name}");
            assert!(found.depth > 0 && found.positions > 100, "{name}: {found:?}");
            assert!(!found.line.is_empty(), "{name}");
            assert_eq!(searched(name, threads, 1).line.len(), 1, "{name}");
        }
    }
}

#[test]
fn many_positions_one_after_another_are_searched_by_the_same_evaluator() {
    let rules = shipped("english_draughts");
    let setup = &rules.setup.as_ref().expect("a setup").value;
    let start = Notation::new(&rules).position(setup).expect("a position").position;
    let program = Program::compile(&rules, start.size);
    let mut evaluator = Evaluator::new(&program);
    let bound = Bound { nodes: Some(2_000), ..BOUND };
    for _ in 0..4 {
        let mut position = start.clone();
        let (mut kept, mut fresh) = (Vec::new(), Vec::new());
        while let Some(best) = best(&mut evaluator, &position, bound).expect("not too wide") {
            evaluator.moves(&position, &mut kept).expect("not too wide");
            Evaluator::new(&program).moves(&position, &mut fresh).expect("not too wide");
            assert_eq!(kept, fresh, "what was listed before is forgotten");
            evaluator.play(&mut position, &best).expect("not too wide");
        }
    }
}

#[test]
fn whoever_is_ahead_passes_after_a_pass() {
    let board = ["........."; 9].join("\n");
    let bound = Bound { nodes: Some(100_000), ..NODES };
    assert_eq!(chosen_by(&shipped("go_9"), &format!("white 1\n{board}"), bound), "pass");
}

#[test]
fn the_same_nodes_find_the_same_move() {
    let found = || chosen_by(&shipped("havannah_swap"), &setup("havannah_swap"), NODES);
    assert_eq!(found(), found());
}

fn setup(name: &str) -> String {
    shipped(name).setup.expect("a setup").value
}

#[test]
fn a_board_that_no_set_holds_is_searched_too() {
    let wide = text(&root().join("rules/gomoku.toml"));
    let wide = wide.split("setup =").next().expect("rules").replace("[15, 15]", "[20, 20]");
    let rules = load(Source::new("wide", wide)).1.expect("rules");
    let empty = format!("{}\n", ".".repeat(20)).repeat(18);
    let text = format!("{empty}....XXXX..O.........\n....OOOOX...........\n");
    assert!(matches!(chosen_by(&rules, &text, BOUND).as_str(), "d2" | "i2"));
}

#[test]
fn how_a_move_was_found_is_told_if_asked() {
    let board = "tests/cases/boards/checkers/sample.txt";
    let asked = ["checkers", board, "--nodes", "2000", "--memory", "1M"];
    let plain = interp(&asked, "");
    let told = interp(&[&asked[..], &["--verbose"]].concat(), "");
    assert_eq!((plain.code, plain.err.as_str(), &plain.out), (0, "", &told.out));
    let lines: Vec<&str> = told.err.lines().filter(|line| line.starts_with("note: ")).collect();
    assert!(lines[0].starts_with("note: case 1: alpha-beta, depth "), "{}", told.err);
    assert!(lines[0].contains(" positions, ") && lines[0].contains(", best play "), "{}", told.err);
}

#[test]
fn games_at_random_leave_the_moves_alone_that_a_tree_has_walked() {
    // The second player may take the first one's place instead, a move that is walked.
    for rules in ["y_swap", "havannah_swap"] {
        let mut play = interp::Game::shipped(rules).and_then(|game| game.start()).expect("a start");
        let first = play.moves().expect("moves")[40].clone();
        play.make(&first).expect("a legal move");
        for nodes in [1, 20, 200, 2_000] {
            let best = play.best(interp::Search::nodes(nodes)).expect("no limit");
            assert!(best.is_some(), "{rules}: no move of {nodes} positions");
        }
    }
}
