//! Positions of every shipped game, at random and as they start: what is written is read again.

use crate::chance::board;
use crate::tool::{Chance, files, rules};
use interp::index::{Cell, Counter, Kind, Piece, Player};
use interp::notation::Notation;
use interp::position::{Position, Size};
use interp::rules::{Field, Rules};

/// Positions of each game.
const POSITIONS: usize = 60;

fn read(notation: &Notation, text: &str) -> Position {
    match notation.position(text) {
        Ok(case) => case.position,
        Err(faults) => panic!("{}: {}\n{text}", notation.rules().name, faults[0]),
    }
}

/// A position with everything at random that can be written down.
fn random(rules: &Rules, size: Size, chance: &mut Chance) -> Position {
    let mut position = board(rules, size, 10 + chance.below(60), chance);
    let (layout, glyphs) = (rules.layout(size), crate::chance::pieces(rules));
    for player in (0..rules.players.len()).map(Player::at) {
        for kind in (0..rules.kinds.len()).map(Kind::at) {
            if let Some(slot) = layout.hand(player, kind)
                && !glyphs.contains(&Piece::new(kind, Some(player)))
            {
                position.cells[slot.index()] = Piece::EMPTY;
            }
        }
    }
    // A round has as many moves as the order has places, and his turn begins at the player's first.
    let order = &rules.turn.order;
    let first = order.iter().position(|player| *player == position.turn).unwrap_or(0);
    position.ply = (order.len() * chance.below(300) + first) as u32;
    position
}

/// Holds that what a field tells of a position is the same in another.
fn assert_told(rules: &Rules, field: Field, before: &Position, after: &Position, text: &str) {
    let layout = rules.layout(before.size);
    let name = &rules.name;
    let slot = |position: &Position, slot: Cell| position.cells[slot.index()];
    let players = || (0..rules.players.len()).map(Player::at);
    match field {
        Field::Board | Field::Pieces => {
            let cells = ..layout.cells();
            assert_eq!(after.cells[cells], before.cells[cells], "{name}: board of\n{text}");
        }
        Field::Turn => assert_eq!(after.turn, before.turn, "{name}: turn of\n{text}"),
        Field::Round | Field::Ply => {
            assert_eq!(after.ply, before.ply, "{name}: ply of\n{text}");
        }
        Field::Hands => {
            for player in players() {
                for kind in (0..rules.kinds.len()).map(Kind::at) {
                    let hand = layout.hand(player, kind).expect("hands");
                    assert_eq!(slot(after, hand), slot(before, hand), "{name}: hand of\n{text}");
                }
            }
        }
        Field::Marked(mark) => {
            for cell in (0..layout.cells()).map(Cell::at) {
                let marked = |position: &Position| layout.marked(&position.cells, mark, cell);
                assert_eq!(marked(after), marked(before), "{name}: mark of\n{text}");
            }
        }
        Field::Counter(counter) => {
            for player in players() {
                let at: Cell = layout.counter(Counter(counter.0), player);
                assert_eq!(slot(after, at), slot(before, at), "{name}: counter of\n{text}");
            }
        }
        // Letters tell some cells together, or none: that they are the same again is asked below.
        _ => {}
    }
}

#[test]
fn random_positions_are_read_as_they_were_written() {
    for path in files("rules", ".toml") {
        let rules = rules(&path);
        let notation = Notation::new(&rules);
        let mut chance = Chance::new(43);
        for number in 0..POSITIONS {
            let side = 3 + (number % 5) as u16;
            let size = rules.board.size.unwrap_or(Size { width: side, height: side });
            let position = random(&rules, size, &mut chance);
            let text = notation.write(&position);
            let again = read(&notation, &text);
            for field in rules.format.form().fields() {
                assert_told(&rules, field, &position, &again, &text);
            }
            assert_eq!(notation.write(&again), text, "{}", rules.name);
            assert_eq!(read(&notation, &notation.write(&again)), again, "{}:\n{text}", rules.name);
        }
    }
}

#[test]
fn starting_positions_are_written_as_the_files_have_them() {
    let mut count = 0;
    for path in files("rules", ".toml") {
        let rules = rules(&path);
        let Some(setup) = &rules.setup else { continue };
        let notation = Notation::new(&rules);
        let written = notation.write(&read(&notation, &setup.value));
        assert_eq!(written.trim_end(), setup.value.trim_end(), "{}", rules.name);
        count += 1;
    }
    assert!(count > 20, "only {count} files have a setup");
}
