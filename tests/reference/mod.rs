//! What holds of the reference evaluator.

mod explain;
mod files;
mod hand;
mod walks;

use hand::*;

use interp::index::Player;
use interp::position::{Position, State};
use interp::rules::{Aim, Cond, Rules, Who};
use interp::trace::Reference;

const START: &str = "rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR";
const CHESS: &str = "kqrbnp";

/// The moves, each as its cells with `-` or, for a capture, `x` between.
fn moves(rules: &Rules, position: &Position) -> Vec<String> {
    let name = named(position.size.width);
    let mut moves: Vec<String> = Reference::new(rules, position.size)
        .moves(position)
        .expect("not too wide")
        .iter()
        .map(|chosen| {
            let cells: Vec<String> = chosen.path.iter().map(|cell| name(*cell)).collect();
            cells.join(if chosen.captures.is_empty() { "-" } else { "x" })
        })
        .collect();
    moves.sort();
    moves
}

fn state(rules: &Rules, position: &Position) -> State {
    Reference::new(rules, position.size).state(position).expect("not too wide")
}

fn holds(rules: &Rules, position: &Position, when: &Cond) -> bool {
    Reference::new(rules, position.size).holds(position, when).expect("not too wide")
}

fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let reference = Reference::new(rules, position.size);
    if depth == 0 {
        return 1;
    }
    let moves = reference.moves(position).expect("not too wide");
    moves
        .iter()
        .map(|chosen| {
            let mut after = position.clone();
            after.apply(chosen, &rules.layout(position.size));
            perft(rules, &after, depth - 1)
        })
        .sum()
}

#[test]
fn the_start_of_chess_has_8902_leaves_after_three_plies() {
    let rules = chess();
    let start = board(&rules, CHESS, 0, START);
    assert_eq!([1, 2, 3].map(|depth| perft(&rules, &start, depth)), [20, 400, 8902]);
}

#[test]
fn a_pinned_piece_stays_in_line() {
    let rules = chess();
    let pin = board(&rules, CHESS, 0, "..r.. ..... ..R.. ..K..");
    assert!(
        moves(&rules, &pin).iter().filter(|chosen| chosen.starts_with("c2")).eq(["c2-c3", "c2xc4"])
    );
}

#[test]
fn a_mated_player_has_lost_and_a_stalemated_one_has_drawn() {
    let rules = chess();
    let mate = board(&rules, CHESS, 1, "k.R .Q. ..K");
    assert_eq!(state(&rules, &mate), State::Won(Player(0), 0));
    assert_eq!(moves(&rules, &mate), Vec::<String>::new());
    let stale = board(&rules, CHESS, 1, "k... ..Q. .K..");
    assert_eq!(state(&rules, &stale), State::Drawn(1));
}

#[test]
fn verdicts_are_tried_in_order() {
    let rules = chess();
    let verdict = |diagram| {
        let position = board(&rules, CHESS, 0, diagram);
        Reference::new(&rules, position.size).verdict(&position).expect("not too wide")
    };
    assert_eq!(verdict("K.r ... k.."), Some(0));
    assert_eq!(verdict("K.b ... k.."), Some(1));
}

#[test]
fn a_line_takes_no_more_jokers_than_allowed() {
    let rules = row();
    let won = |diagram| state(&rules, &board(&rules, "sj", 1, diagram));
    assert_eq!(won("S.. .J. ..S"), State::Won(Player(0), 0));
    assert_eq!(won("S.. .J. ..J"), State::Ongoing);
    assert_eq!(won("SsS sJs sSs"), State::Drawn(1));
}

#[test]
fn an_action_fills_any_empty_cell() {
    let rules = row();
    assert_eq!(
        moves(&rules, &board(&rules, "sj", 1, "S.. .J. ss.")),
        ["a2", "b3", "c1", "c2", "c3"]
    );
}

#[test]
fn looking_ahead_counts_every_reply() {
    let rules = row();
    let can = |diagram, moves| {
        let position = board(&rules, "sj", 0, diagram);
        let three = Aim::Goal(interp::index::GoalId(0));
        let goal = holds(&rules, &position, &Cond::Can(Who::Mover, three, moves));
        let win = holds(&rules, &position, &Cond::Can(Who::Mover, Aim::Win, moves));
        assert_eq!(goal, win);
        goal
    };
    assert!(can("SS. .s. s..", 1));
    assert!(!can("S.. .s. s.S", 1));
    assert!(can("S.s ... S.s", 1));
    assert!(!can("S.s .s. ..S", 1));
    assert!(can("S.s ... ..S", 2));
    assert!(!can("S.. .s. ...", 2));
    assert!(can("S.. ..s ...", 3));
}
