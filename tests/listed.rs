//! Cells that have numbers, positions as lists of cells, and names of moves that tell no more than they must.

use crate::tool::root;
use interp::eval::Evaluator;
use interp::index::Cell;
use interp::notation::{MoveFault, Notation};
use interp::position::Position;
use interp::program::Program;
use interp::rules::Rules;
use std::collections::BTreeSet;

fn shipped(name: &str) -> Rules {
    crate::tool::rules(&root().join(format!("rules/{name}.toml")))
}

fn position(rules: &Rules, text: &str) -> Position {
    match Notation::new(rules).position(text) {
        Ok(case) => case.position,
        Err(faults) => panic!("{text}: {}", faults[0]),
    }
}

/// The name of the move that a text is taken for, or the names of all that it may be.
fn taken(rules: &Rules, position: &Position, text: &str) -> Result<String, Vec<String>> {
    let (notation, program) = (Notation::new(rules), Program::compile(rules, position.size));
    let mut moves = Vec::new();
    Evaluator::new(&program).moves(position, &mut moves).expect("few moves");
    let names = notation.move_names(&moves, position);
    match notation.parse_move(text, &moves, position) {
        Ok(chosen) => {
            let at = moves.iter().position(|other| other == chosen).expect("one of them");
            Ok(names[at].clone())
        }
        Err(MoveFault::Several(names)) => Err(names),
        Err(MoveFault::Unknown(_)) => Err(Vec::new()),
    }
}

#[test]
fn numbers_run_row_by_row_from_the_north_west() {
    for (name, cells) in [
        ("english_draughts", [("1", "b8"), ("4", "h8"), ("5", "a7"), ("29", "a1"), ("32", "g1")]),
        ("italian_draughts", [("1", "a8"), ("4", "g8"), ("5", "b7"), ("29", "b1"), ("32", "h1")]),
        (
            "international_draughts",
            [("1", "b10"), ("5", "j10"), ("6", "a9"), ("46", "a1"), ("50", "i1")],
        ),
        (
            "canadian_draughts",
            [("1", "b12"), ("6", "l12"), ("7", "a11"), ("67", "a1"), ("72", "k1")],
        ),
    ] {
        let rules = shipped(name);
        let size = rules.board.size.expect("a size");
        let notation = Notation::new(&rules);
        for (number, place) in cells {
            let file = u16::from(place.as_bytes()[0] - b'a');
            let rank: u16 = place[1..].parse().expect("a rank");
            let cell = Cell((rank - 1) * size.width + file);
            assert_eq!(notation.cell_name(cell, size), number, "{name}: {place}");
            assert_eq!(notation.parse_cell(number, size), Some(cell), "{name}: {number}");
        }
        let all = usize::from(size.width) * usize::from(size.height);
        let names: BTreeSet<String> =
            (0..all).map(|cell| notation.cell_name(Cell::at(cell), size)).collect();
        assert_eq!(names.len(), all, "{name}: every cell has a name of its own");
    }
}

#[test]
fn lists_are_read_in_any_order_with_ranges_or_without() {
    let rules = shipped("international_draughts");
    let read = |text: &str| Notation::new(&rules).write(&position(&rules, text));
    let start = "W:W31-50:B1-20";
    assert_eq!(read(start), start);
    assert_eq!(read("W:B20,1-19:W50,49,48,31-47."), start);
    assert_eq!(read("B:BK5-7,1,2:WK50,44"), "B:W44,K50:B1,2,K5,K6,K7");
    assert_eq!(read("B:W1-2,4-5,7-9,11,12:B"), "B:W1,2,4,5,7-9,11,12:B");
    assert_eq!(read("B:W:B"), "B:W:B");
    assert_eq!(read("W:WK28:BK1:H12:F31"), "W:WK28:BK1");
}

#[test]
fn a_move_tells_no_more_than_it_must() {
    let rules = shipped("english_draughts");
    let two = position(&rules, "W:W30:B25,26,17,18");
    let both = || vec![String::from("30x21x14"), String::from("30x23x14")];
    for text in ["30x21x14", "30-21-14", "30:21:14", "302114"] {
        assert_eq!(taken(&rules, &two, text), Ok(both().remove(0)), "{text}");
    }
    for text in ["30x14", "30-14", "3014"] {
        assert_eq!(taken(&rules, &two, text), Err(both()), "{text}");
    }
    assert_eq!(taken(&rules, &two, "30x22x14"), Err(Vec::new()));
    let one = position(&rules, "W:W30:B25,17,10");
    for text in ["30x7", "30x14x7", "30x21x14x7", "307", "30x21x7"] {
        assert_eq!(taken(&rules, &one, text), Ok(String::from("30x7")), "{text}");
    }
    for text in ["30x14", "30x21", "30x14x21x7", "30x30x7", "x7", "30x", "30x33", "1x7"] {
        assert!(taken(&rules, &one, text).is_err(), "{text}");
    }
}

#[test]
fn two_numbers_without_a_joint_are_what_they_can_be() {
    let rules = shipped("english_draughts");
    let kings = position(&rules, "W:WK1,K15:B32");
    assert_eq!(taken(&rules, &kings, "15"), Ok(String::from("1-5")));
    assert_eq!(taken(&rules, &kings, "1-5"), Ok(String::from("1-5")));
    assert_eq!(taken(&rules, &kings, "1511"), Ok(String::from("15-11")));
    let rules = shipped("international_draughts");
    let kings = position(&rules, "W:WK1,K11:B");
    let both = vec![String::from("11-2"), String::from("1-12")];
    assert_eq!(taken(&rules, &kings, "112"), Err(both));
    assert_eq!(taken(&rules, &kings, "11 2"), Ok(String::from("11-2")));
}

#[test]
fn what_a_piece_becomes_is_told_where_it_is_a_choice() {
    let rules = crate::tool::rules(&root().join("tests/cases/boards/listed/rules.toml"));
    let near = position(&rules, "1 1c3:2");
    for (text, name) in [("c3b4", "c3-b4"), ("c3-b4=gate", "c3-b4=gate"), ("c3b4H", "c3-b4=gate")] {
        assert_eq!(taken(&rules, &near, text), Ok(String::from(name)), "{text}");
    }
    // Whatever it becomes: a short name is no secret.
    let rules = shipped("english_draughts");
    let near = position(&rules, "B:W:B28");
    assert_eq!(taken(&rules, &near, "28-32"), Ok(String::from("28-32")));
    assert_eq!(taken(&rules, &near, "28-32=king"), Ok(String::from("28-32")));
}

#[test]
fn a_refused_move_names_those_that_it_may_be() {
    let ran = crate::tool::interp(
        &[
            "board",
            "--rules",
            "english_draughts",
            "--play",
            "30x14",
            "--position",
            "W:W30:B25,26,17,18",
        ],
        "",
    );
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(ran.err.contains("write `30x21x14` or `30x23x14`"), "{}", ran.err);
}

#[test]
fn json_names_cells_as_the_format_does() {
    let args = ["moves", "--rules", "international_draughts", "--format", "json"];
    let ran = crate::tool::interp(&[&args[..], &["--position", "W:WK46:B41,32"]].concat(), "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(r#""text":"46x28","name":"capture""#), "{}", ran.out);
    assert!(ran.out.contains(r#""path":["46","37","#), "{}", ran.out);
}
