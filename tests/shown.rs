//! Hands, marks and counters as they are shown: beside the board, in JSON, in explanations.
//!
//! The game is `tests/cases/boards/outpost/rules.toml`, which has all of them.

use crate::chance::board;
use crate::tool::{Chance, files, interp, root, rules};
use interp::eval::Evaluator;
use interp::index::Piece;
use interp::notation::{Notation, Sheet, Spot};
use interp::program::Program;
use interp::rules::Change;

const RULES: &str = "tests/cases/boards/outpost/rules.toml";

/// What a command says of a position.
fn said(command: &str, position: &str, more: &[&str]) -> String {
    let ran = interp(&[&[command, "--rules", RULES, "--position", position], more].concat(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command} {position}");
    ran.out
}

#[test]
fn a_drawn_board_tells_where_each_cell_is_shown_whichever_way_round() {
    let mut boards = 0;
    for path in files("rules", ".toml") {
        let rules = rules(&path);
        let notation = Notation::new(&rules);
        let Some(setup) = &rules.setup else { continue };
        let position = notation.position(&setup.value).expect("a position").position;
        let [sheet, turned] = [false, true].map(|turned| notation.sheet(&position, turned));
        let shown = |sheet: &Sheet, spot: &Spot| -> String {
            sheet.lines[spot.line].chars().skip(spot.column).take(spot.width).collect()
        };
        let name = path.display();
        assert_eq!(sheet.to_string(), notation.draw(&position), "{name}");
        assert_eq!(sheet.spots.len(), rules.graph(position.size).all().count(), "{name}");
        assert_eq!(sheet.spots.len(), turned.spots.len(), "{name}");
        for spot in &sheet.spots {
            let what = shown(&sheet, spot);
            assert!(
                what.ends_with(&notation.standing(&position, spot.cell))
                    || !rules.numbers.is_empty(),
                "{name}: {what}"
            );
            let across = turned.spots.iter().find(|other| other.cell == spot.cell);
            let across = across.expect("the same cells");
            assert_eq!(shown(&turned, across), what, "{name}");
        }
        // What is first in one is last in the other.
        let ends = |sheet: &Sheet| {
            let mut cells = sheet.spots.iter().map(|spot| spot.cell);
            cells.clone().next().zip(cells.next_back())
        };
        assert_eq!(ends(&sheet), ends(&turned).map(|(first, last)| (last, first)), "{name}");
        boards += 1;
    }
    assert!(boards > 100, "only {boards} boards are drawn");
}

#[test]
fn a_board_shows_hands_and_what_else_is_remembered() {
    assert_eq!(
        said("board", "g3g/+P4/2+p2/5/G1T1G[TPPp] b E c3d3 2+3 7 31", &[]),
        "\
5   g  .  .  .  g    blue's hand: p
4  +P  .  .  .  .
3   .  . +p  .  .
2   .  .  .  .  .
1   G  .  T  .  G    red's hand: T 2P
    a  b  c  d  e
blue to move
passed: c3, d3
no longer unmoved: a1, a5, e5
clock: 7
lives: 2 of red, 3 of blue
"
    );
    // As at the start nothing needs to be said.
    let start = said("board", "g1t1g/1ppp1/5/1PPP1/G1T1G[] w AEae - 3+3 0 1", &[]);
    assert!(start.ends_with("a b c d e\nred to move\n"), "{start}");
}

#[test]
fn hands_stand_beside_targets_too() {
    let drawn = said("board", "g3g/5/5/5/G3G[P] w - - 3+3 0 1", &["--targets"]);
    let first = drawn.lines().next().unwrap_or_default();
    assert_eq!(first, "5  g . . . g    5  . . . . .    blue's hand: -");
    assert!(drawn.contains("1  G . . . G    1  . * . * .    red's hand: P\n"), "{drawn}");
}

/// The edits of a move, as JSON has them.
fn edits(position: &str, chosen: &str) -> String {
    let moves = said("moves", position, &["--format", "json"]);
    let (_, rest) = moves.split_once(&format!(r#"{{"text":"{chosen}""#)).expect("a legal move");
    let (_, rest) = rest.split_once(r#""edits":["#).expect("its edits");
    rest.split_once(']').expect("a list").0.to_owned()
}

#[test]
fn json_tells_slots_by_what_they_keep() {
    assert_eq!(
        edits("g3g/5/5/5/G3G[P] w - b2 3+3 4 1", "P@c3"),
        r#"{"cell":"c3","before":"empty","after":"red token"},{"hand":"red","kind":"token","before":1,"after":0},{"mark":"passed","cell":"b2","before":true,"after":false},{"counter":"clock","before":4,"after":5}"#
    );
    assert_eq!(
        edits("g3g/5/5/1t3/G3G[] w - - 3+3 4 1", "a1xb2"),
        r#"{"cell":"a1","before":"red guard","after":"empty"},{"cell":"b2","before":"blue tower","after":"red guard"},{"hand":"red","kind":"tower","before":0,"after":1},{"counter":"clock","before":4,"after":0}"#
    );
}

#[test]
fn explanations_tell_slots_in_words() {
    let told = |position: &str, chosen: &str| said("explain", position, &["--move", chosen]);
    let taken = told("g3g/5/5/1t3/G3G[] w - - 3+3 4 1", "a1-b2");
    assert!(taken.contains("\n  red's hand gets a tower\n"), "{taken}");
    assert!(taken.ends_with("\n  the clock is 0 again\n"), "{taken}");
    let dropped = told("g3g/5/5/5/G3G[P] w - b2 3+3 4 1", "P@c3");
    assert!(dropped.contains("\n  red's hand gives a token\n"), "{dropped}");
    assert!(dropped.contains("\n  b2 is no longer marked passed\n"), "{dropped}");
    assert!(dropped.contains("\n  the clock is 5\n"), "{dropped}");
    let double = told("g3g/5/5/2P2/G3G[] w - - 3+3 4 1", "c2-c4");
    assert!(double.contains("\n  c3 is marked passed\n"), "{double}");
}

#[test]
fn changes_are_all_that_edits_do() {
    let rules = crate::tool::rules(&root().join(RULES));
    let size = rules.board.size.expect("a size");
    let (layout, program) = (rules.layout(size), Program::compile(&rules, size));
    let (mut evaluator, mut moves) = (Evaluator::new(&program), Vec::new());
    let mut chance = Chance::new(71);
    for _ in 0..100 {
        let position = board(&rules, size, 30, &mut chance);
        if evaluator.legal(&position, &mut moves).is_err() {
            continue;
        }
        for chosen in &moves {
            let mut cells = position.cells.clone();
            for change in layout.changes(&chosen.edits) {
                match change {
                    Change::Cell(edit) => cells[edit.cell.index()] = edit.after,
                    Change::Hand(player, kind, [before, after]) => {
                        let slot = layout.hand(player, kind).expect("hands").index();
                        assert_eq!(cells[slot], Piece::of_byte(before));
                        cells[slot] = Piece::of_byte(after);
                    }
                    Change::Mark(mark, cell, player, _) => {
                        let (slot, bit) = layout.mark(mark, cell, player.unwrap_or_default());
                        cells[slot.index()].0 ^= u16::from(bit);
                    }
                    Change::Number(number, cell, [before, after]) => {
                        let slot = layout.cell_number(number, cell).index();
                        assert_eq!(cells[slot], Piece::of_byte(before));
                        cells[slot] = Piece::of_byte(after);
                    }
                    Change::Beneath(cell, storey, [before, after]) => {
                        let slot = layout.storey(cell, storey).index();
                        assert_eq!(cells[slot], before);
                        cells[slot] = after;
                    }
                    Change::Store(number, player, [before, after]) => {
                        let slot = layout.player_number(number, player.unwrap_or_default()).index();
                        assert_eq!(cells[slot], Piece::of_byte(before));
                        cells[slot] = Piece::of_byte(after);
                    }
                    Change::Counter(counter, player, [before, after]) => {
                        let slot = layout.counter(counter, player.unwrap_or_default()).index();
                        assert_eq!(cells[slot], Piece::of_byte(before));
                        cells[slot] = Piece::of_byte(after);
                    }
                }
            }
            let mut after = position.clone();
            after.apply(chosen, &layout);
            assert_eq!(cells, after.cells, "{chosen:?}");
        }
    }
}
