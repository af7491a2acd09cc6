//! Moves of several legs by the definition: each leg turns by eighths of a circle, goes on along a ray of cells,
//! and from every cell that its modes allow the next leg sets out. Knows nothing of patterns.

use super::board::{At, Board};
use crate::tool::Chance;
use std::collections::BTreeSet;

/// The eight directions, clockwise.
const RING: [At; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Turns as letters and as eighths.
const TURNS: [(&str, &[usize]); 16] = [
    ("f", &[0]),
    ("r", &[2]),
    ("b", &[4]),
    ("l", &[6]),
    ("s", &[2, 6]),
    ("v", &[0, 4]),
    ("fr", &[1]),
    ("fl", &[7]),
    ("rb", &[3]),
    ("bl", &[5]),
    ("fs", &[1, 7]),
    ("bs", &[3, 5]),
    ("rv", &[1, 3]),
    ("fh", &[7, 0, 1]),
    ("ffrr", &[0, 2]),
    ("ff", &[0]),
];

struct Leg {
    turn: &'static str,
    eighths: Vec<usize>,
    modes: &'static str,
}

/// A move of two or three legs.
pub struct Chain {
    legs: Vec<Leg>,
    atom: char,
    range: usize,
}

impl Chain {
    pub fn random(chance: &mut Chance) -> Self {
        let atom = *chance.of(&['W', 'F', 'K', 'R', 'B', 'W', 'F', 'K', 'Q']);
        let first: Vec<usize> = match atom {
            'W' | 'R' => vec![0, 2, 4, 6],
            'F' | 'B' => vec![1, 3, 5, 7],
            _ => (0..8).collect(),
        };
        let eight = first.len() == 8;
        let count = 2 + chance.below(3) / 2;
        let legs = (0..count).map(|at| {
            let modes = match at + 1 == count {
                true => *chance.of(&["", "m", "c", "mc", "d"]),
                false => *chance.of(&["", "m", "c", "p", "mp", "mc", "cp", "g", "y", "d", "cd"]),
            };
            let (turn, eighths) = match at {
                0 => ("", first.clone()),
                _ if chance.percent(25) && eight => ("", vec![0, 1, 2, 3, 5, 6, 7]),
                _ if chance.percent(25) => ("", vec![0, 2, 6]),
                _ => {
                    let (turn, eighths) = chance.of(&TURNS);
                    (*turn, eighths.to_vec())
                }
            };
            let eighths = if turn.is_empty() && eight && at > 0 {
                vec![0, 1, 2, 3, 5, 6, 7]
            } else {
                eighths
            };
            Leg { turn, eighths, modes }
        });
        let range = if "RBQ".contains(atom) { 20 } else { 1 };
        Self { legs: legs.collect(), atom, range }
    }

    pub fn text(&self) -> String {
        let legs: Vec<String> =
            self.legs.iter().map(|leg| format!("{}{}", leg.turn, leg.modes)).collect();
        format!("{}{}", legs.join("a"), self.atom)
    }

    /// The boards that the move leads to; not the board as it was.
    pub fn results(&self, board: &Board) -> BTreeSet<Board> {
        let mut found = BTreeSet::new();
        let north = if board.south { 4 } else { 0 };
        self.leg(0, board, board.piece(), north, self.range, &[], &mut found);
        found.remove(board);
        found
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a walk, spelled out")]
    fn leg(
        &self,
        at: usize,
        board: &Board,
        from: At,
        heading: usize,
        range: usize,
        captured: &[At],
        found: &mut BTreeSet<Board>,
    ) {
        let leg = &self.legs[at];
        let last = at + 1 == self.legs.len();
        let default = if last { "mc" } else { "m" };
        let modes = if leg.modes.is_empty() { default } else { leg.modes };
        for eighth in &leg.eighths {
            let heading = (heading + eighth) % 8;
            let mut cell = from;
            for _ in 0..range {
                cell = (cell.0 + RING[heading].0, cell.1 + RING[heading].1);
                let Some(mut there) = board.at(cell) else { break };
                // The cell where the piece started, and those that it has emptied, are empty.
                if there == b'P' || captured.contains(&cell) {
                    there = b'.';
                }
                let does = |mode: char| modes.contains(mode);
                let takes = there == b'x' && does('c') || there == b'o' && does('d');
                let mut gone = captured.to_vec();
                gone.extend(takes.then_some(cell));
                if last {
                    if takes || there == b'.' && does('m') {
                        found.insert(board.after(cell, &gone));
                    }
                } else {
                    let next = |range: usize, gone: &[At], found: &mut BTreeSet<Board>| {
                        self.leg(at + 1, board, cell, heading, range, gone, found);
                    };
                    let other = if range == 1 { 20 } else { 1 };
                    let free = there == b'.';
                    if free && does('m') || !free && does('p') {
                        next(range, captured, found);
                    }
                    if takes {
                        next(range, &gone, found);
                    }
                    if free && does('y') || !free && does('g') {
                        next(other, captured, found);
                    }
                }
                if there != b'.' {
                    break;
                }
            }
        }
    }
}
