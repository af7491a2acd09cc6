use super::fixture::{rules, template};
use super::*;
use crate::index::{Cell, Kind, MoveName, Player};
use crate::position::{Edit, Move};
use crate::rules::{Cases, Field, TurnText};
use crate::source::Span;

/// The positions of an input as the format writes them, and the faults at its end.
fn read(rules: &Rules, text: &str) -> (Vec<String>, Vec<String>) {
    let notation = Notation::new(rules);
    let lines = text.split_inclusive('\n').map(|line| Ok(line.to_owned()));
    let (mut cases, mut faults) = (Vec::new(), Vec::new());
    for case in notation.cases(lines) {
        match case {
            Ok(case) => cases.push(notation.write(&case.position)),
            Err(ReadError::Faults(all)) => faults.extend(all.iter().map(ToString::to_string)),
            Err(ReadError::Io(error)) => faults.push(error.to_string()),
        }
    }
    (cases, faults)
}

#[track_caller]
fn assert_cases(rules: &Rules, text: &str, expected: &[&str]) {
    assert_eq!(
        read(rules, text),
        (expected.iter().map(|case| (*case).to_owned()).collect(), Vec::new())
    );
}

#[track_caller]
fn assert_faults(rules: &Rules, text: &str, expected: &[&str]) {
    assert_eq!(read(rules, text).1, expected);
}

fn counted() -> Rules {
    rules(Some((2, 2)), Cases::Count, "{turn}\n{board}")
}

#[test]
fn a_counted_input_is_read_case_by_case() {
    assert_cases(&counted(), "2\nw\n.w\nB.\nb\n..\n..\n", &["w\n.w\nB.", "b\n..\n.."]);
}

#[test]
fn line_ends_blanks_and_a_byte_order_mark_do_not_matter() {
    assert_cases(&counted(), "\u{feff}1 \r\nw \r\n.w  \r\nB.\r\n\r\n \r\n", &["w\n.w\nB."]);
    assert_cases(&counted(), "1\nw\n.w\nB.", &["w\n.w\nB."]);
}

#[test]
fn what_follows_the_last_case_must_be_blank() {
    let (cases, faults) = read(&counted(), "1\nw\n.w\nB.\nb\n");
    assert_eq!(cases.len(), 1);
    assert_eq!(faults, ["5:1: expected the end after 1 position, found `b`"]);
}

#[test]
fn fewer_cases_than_promised_are_a_fault() {
    assert_faults(&counted(), "2\nw\n.w\nB.\n", &["5:1: expected 2 positions, found 1"]);
    assert_faults(&counted(), "", &["1:1: expected the number of positions, found nothing"]);
    assert_faults(&counted(), "w\n", &["1:1: expected the number of positions, found `w`"]);
}

#[test]
fn all_unknown_pieces_of_a_case_are_told_once_each() {
    assert_faults(
        &counted(),
        "1\nw\nxy\nxx\n",
        &[
            "3:1: unknown piece `x`: expected one of `.`, `w`, `b`, `W` or `B`",
            "3:2: unknown piece `y`: expected one of `.`, `w`, `b`, `W` or `B`",
        ],
    );
}

#[test]
fn rows_and_their_cells_are_counted() {
    assert_faults(&counted(), "1\nw\n...\n..\n", &["3:3: expected 2 cells in row 1, found 3"]);
    assert_faults(&counted(), "1\nw\n..\n.\n", &["4:2: expected 2 cells in row 2, found 1"]);
    assert_faults(&counted(), "1\nw\n..\n\n", &["4:1: expected 2 rows, found 1"]);
    assert_faults(&counted(), "1\nw\n..\n", &["4:1: expected 2 rows, found 1"]);
}

#[test]
fn what_comes_too_early_or_too_late_for_a_row_is_told_so() {
    let rules = rules(Some((2, 2)), Cases::End, "{board}\n{turn}");
    assert_faults(&rules, "..\nx\n", &["2:1: expected 2 rows, found 1: no row of it"]);
    let lines = "..\n..\n..\nw\n".split_inclusive('\n').map(|line| Ok(line.to_owned()));
    let notation = Notation::new(&rules);
    let Some(Err(ReadError::Faults(faults))) = notation.cases(lines).next() else {
        panic!("a row too many is a fault");
    };
    assert_eq!(faults[0].message, "expected whose turn it is: `w` or `b`, found `..`");
    assert_eq!(faults[0].help, ["a board has 2 rows: this looks like one more"]);
}

#[test]
fn a_word_for_nobodys_turn_is_a_fault() {
    assert_faults(
        &counted(),
        "1\nW\n..\n..\n",
        &["2:1: expected whose turn it is: `w` or `b`, found `W`: did you mean `w`?"],
    );
}

#[test]
fn cases_are_read_up_to_the_mark() {
    let rules = rules(None, Cases::Until(Field::Size, 0), "{size}\n\n{board}\n");
    assert_cases(&rules, "1\n\nw\n\n2\n\n..\nb.\n\n0\n", &["1\n\nw\n", "2\n\n..\nb.\n"]);
    assert_cases(&rules, "1\n\nw\n0", &["1\n\nw\n"]);
}

#[test]
fn a_missing_mark_and_a_huge_board_are_faults() {
    let rules = rules(None, Cases::Until(Field::Size, 0), "{size}\n{board}");
    assert_faults(&rules, "1\nw\n", &["3:1: expected a last line that begins with `0`"]);
    assert_faults(&rules, "1000\n", &["1:1: board too large: a side has at most 256 cells"]);
    assert_faults(&rules, "101\n", &["1:1: board too large: a board has at most 10000 cells"]);
    assert_faults(
        &rules,
        "99999999999999999999999\n",
        &["1:1: board too large: a side has at most 256 cells"],
    );
    assert_faults(&rules, "x\n", &["1:1: expected the size of the board, found `x`"]);
}

#[test]
fn cases_to_the_end_may_be_parted_by_empty_lines() {
    let rules = rules(None, Cases::End, "{width} {height}\n{board}");
    assert_cases(&rules, "\n2 1\nwb\n\n\n1 2\nw\nb\n\n", &["2 1\nwb", "1 2\nw\nb"]);
    assert_faults(&rules, "\n \n", &["3:1: expected a position, found nothing"]);
}

#[test]
fn a_packed_board_counts_runs_of_empty_cells() {
    let rules = rules(Some((12, 3)), Cases::End, "{board:packed} {turn}");
    assert_cases(&rules, "w11/12/5b6 b\n", &["w11/12/5b6 b"]);
    assert_cases(&rules, "w.3.6/........4/5b6 b", &["w11/12/5b6 b"]);
    assert_faults(&rules, "w11/12 b", &["1:1: expected 3 rows, found 2: rows are parted by `/`"]);
    assert_faults(&rules, "w11/13/12 b", &["1:5: expected 12 cells in row 2, found 13"]);
    assert_faults(&rules, "12/12/12 b KQ", &["1:11: expected the end of the line, found ` KQ`"]);
}

#[test]
fn whose_turn_it_is_may_follow_from_the_pieces() {
    let mut rules = rules(Some((3, 1)), Cases::End, "{board}");
    rules.format.turn = TurnText::Fewest(Span { start: 0, end: 0 });
    let notation = Notation::new(&rules);
    let turn = |text: &str| notation.position(text).map(|case| case.position.turn);
    assert_eq!(turn("w.."), Ok(Player(1)));
    assert_eq!(turn("wb."), Ok(Player(0)));
}

#[test]
fn one_position_is_exactly_one() {
    let rules = counted();
    let notation = Notation::new(&rules);
    assert!(notation.position("w\n..\n..\n\n").is_ok());
    let faults = notation.position("w\n..\n..\nw").map_err(|faults| faults[0].to_string());
    let expected = "4:1: expected the end after 1 position, found `w`";
    assert_eq!(faults.err().as_deref(), Some(expected));
}

#[test]
fn cells_have_names_and_names_have_cells() {
    let mut rules = counted();
    let size = Size { width: 30, height: 12 };
    for coordinate in ["{file}{rank}", "{row} {column}", "{file:upper}{rank}"] {
        rules.format.coordinate = template(coordinate);
        let notation = Notation::new(&rules);
        for cell in (0..360).map(Cell) {
            let name = notation.cell_name(cell, size);
            assert_eq!(notation.parse_cell(&name, size), Some(cell), "{name}");
        }
    }
    assert_eq!(names::letters(0), "a");
    assert_eq!(names::letters(25), "z");
    assert_eq!(names::letters(26), "aa");
    assert_eq!(names::letters(52), "ba");
}

fn piece(kind: u8) -> Piece {
    Piece::new(Kind(kind), Some(Player(0)))
}

fn walk(path: &[u16], after: u8, captures: &[u16]) -> Move {
    let (first, last) = (Cell(path[0]), Cell(path[path.len() - 1]));
    let mut edits = vec![
        Edit { cell: first, before: piece(0), after: Piece::EMPTY },
        Edit { cell: last, before: Piece::EMPTY, after: piece(after) },
    ];
    let captured = Piece::new(Kind(0), Some(Player(1)));
    edits.extend(captures.iter().map(|cell| Edit {
        cell: Cell(*cell),
        before: captured,
        after: Piece::EMPTY,
    }));
    edits.sort();
    Move {
        path: path.iter().copied().map(Cell).collect(),
        edits,
        captures: captures.iter().copied().map(Cell).collect(),
        name: MoveName(0),
        became: None,
    }
}

#[test]
fn moves_are_named_apart_and_found_again() {
    let rules = rules(Some((3, 3)), Cases::End, "{board}");
    let notation = Notation::new(&rules);
    let position = notation.position("...\nbb.\nw..").map(|case| case.position).expect("valid");
    let moves = [
        walk(&[0, 8], 0, &[3]),
        walk(&[0, 8], 0, &[4]),
        walk(&[0, 1], 0, &[]),
        walk(&[0, 1], 1, &[]),
    ];
    let names = notation.move_names(&moves, &position);
    assert_eq!(names, ["a1xc3 (a2: empty)", "a1xc3 (b2: empty)", "a1-b1", "a1-b1=major"]);
    for (chosen, name) in moves.iter().zip(&names) {
        assert_eq!(notation.parse_move(name, &moves, &position), Ok(chosen));
    }
    assert_eq!(notation.parse_move("A1B1", &moves, &position), Ok(&moves[2]));
    let several = notation.parse_move("a1c3", &moves, &position);
    assert!(matches!(several, Err(MoveFault::Several(names)) if names.len() == 2));
    let unknown = notation.parse_move("a1-b2", &moves, &position);
    assert_eq!(unknown, Err(MoveFault::Unknown(Some(String::from("a1-b1")))));
}

#[test]
fn a_path_is_read_whether_it_is_legal_or_not() {
    let rules = counted();
    let notation = Notation::new(&rules);
    let size = Size { width: 26, height: 12 };
    let path = |text: &str| {
        let cells = notation.parse_path(text, size)?;
        Some(cells.iter().map(|cell| notation.cell_name(*cell, size)).collect::<Vec<_>>())
    };
    let cells = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(path("a1-b12"), cells(&["a1", "b12"]));
    assert_eq!(path("a1b11xx3"), cells(&["a1", "b11", "x3"]));
    assert_eq!(path("x1xx2=major"), cells(&["x1", "x2"]));
    assert_eq!(path("a1-"), None);
    assert_eq!(path("a1-é"), None);
    assert_eq!(path(""), None);
}

#[test]
fn a_board_is_drawn_with_its_names() {
    let rules = rules(Some((3, 2)), Cases::End, "{board}");
    let notation = Notation::new(&rules);
    let position = notation.position("w.b\n.B.").map(|case| case.position).expect("valid");
    assert_eq!(notation.draw(&position), "2  w . b\n1  . B .\n   a b c\n");
    assert_eq!(
        notation.draw_marked(&position, &[Cell(0)]),
        "2  w . b    2  . . .\n1  . B .    1  * . .\n   a b c       a b c\n"
    );
}

/// A format whose majors are minors with a `+` before them.
fn promoted(case: &str) -> Rules {
    let mut rules = rules(Some((3, 2)), Cases::End, case);
    for (glyph, text) in rules.format.cells.iter_mut().zip([".", "w", "b", "+w", "b~"]) {
        glyph.glyph.value = String::from(text);
    }
    rules
}

#[test]
fn the_longest_glyph_is_meant() {
    assert_cases(&promoted("{board:packed} {turn}"), "w+w1/b~bb~ b", &["w+w1/b~bb~ b"]);
    assert_cases(&promoted("{board}"), "w+w.\nb~bb~", &["w+w.\nb~bb~"]);
    let one_row = Rules {
        board: crate::rules::Board { size: Some(Size { width: 3, height: 1 }), ..counted().board },
        ..promoted("{board} {turn}")
    };
    assert_cases(&one_row, "w+wb~ b", &["w+wb~ b"]);
    assert_faults(
        &promoted("{board}"),
        "w+w.b~\nb~b+",
        &[
            "1:5: expected 3 cells in row 1, found 4",
            "2:4: unknown piece `+`: expected one of `.`, `w`, `b`, `+w` or `b~`",
        ],
    );
}

#[test]
fn wide_glyphs_are_drawn_in_wide_columns() {
    let rules = promoted("{board}");
    let notation = Notation::new(&rules);
    let position = notation.position("w+w.\nb~bb~").map(|case| case.position).expect("valid");
    assert_eq!(notation.draw(&position), "2   w +w  .\n1  b~  b b~\n    a  b  c\n");
}
