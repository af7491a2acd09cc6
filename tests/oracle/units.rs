//! Units that are brought together, from the rules alone: a unit is a stone with all that hang together with it, and every move brings
//! one nearer to the nearest of its colour.

use super::packed;
use std::collections::{BTreeMap, BTreeSet};

type Cell = (i32, i32);

/// The board, rows from the north, and whose turn it is: `x` or `o`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Units {
    rows: Vec<Vec<u8>>,
    turn: u8,
}

const STEPS: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Units {
    pub fn start(side: usize) -> Self {
        let stone = |x: usize, y: usize| match (x % 2, y % 2) {
            (1, 0) => b'x',
            (0, 1) => b'o',
            _ => b'.',
        };
        let rows = (0..side).map(|y| (0..side).map(|x| stone(x, y)).collect()).collect();
        Self { rows, turn: b'x' }
    }

    fn at(&self, (x, y): Cell) -> Option<u8> {
        self.rows.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
    }

    fn beside(&self, (x, y): Cell) -> impl Iterator<Item = Cell> + '_ {
        STEPS.iter().map(move |(dx, dy)| (x + dx, y + dy)).filter(|cell| self.at(*cell).is_some())
    }

    fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.rows.len() as i32;
        (0..side).flat_map(move |y| (0..side).map(move |x| (x, y)))
    }

    fn unit(&self, from: Cell) -> BTreeSet<Cell> {
        let mut unit = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            for next in self.beside(cell) {
                if self.at(next) == self.at(from) && unit.insert(next) {
                    open.push(next);
                }
            }
        }
        unit
    }

    /// How many moves one would need to join the unit to another of its colour; none, if no way leads to one.
    fn apart(&self, unit: &BTreeSet<Cell>) -> Option<u32> {
        let colour = self.at(*unit.first()?);
        let mut steps: BTreeMap<Cell, u32> = unit.iter().map(|cell| (*cell, 0)).collect();
        let mut open: std::collections::VecDeque<Cell> = unit.iter().copied().collect();
        while let Some(cell) = open.pop_front() {
            let far = steps[&cell] + 1;
            for next in self.beside(cell) {
                if self.at(next) == colour && !unit.contains(&next) {
                    return Some(far);
                }
                if self.at(next) == Some(b'.') && !steps.contains_key(&next) {
                    steps.insert(next, far);
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// The positions after each move.
    pub fn moves(&self) -> Vec<Self> {
        let mut after = Vec::new();
        for from in self.all().filter(|cell| self.at(*cell) == Some(self.turn)) {
            let unit = self.unit(from);
            let Some(before) = self.apart(&unit) else { continue };
            let around: BTreeSet<Cell> = unit.iter().flat_map(|cell| self.beside(*cell)).collect();
            for to in around.into_iter().filter(|cell| self.at(*cell) == Some(b'.')) {
                let mut next = self.clone();
                next.rows[from.1 as usize][from.0 as usize] = b'.';
                next.rows[to.1 as usize][to.0 as usize] = self.turn;
                let joined = next.unit(to);
                if !unit.iter().all(|cell| *cell == from || joined.contains(cell)) {
                    continue;
                }
                // A unit that has come beside another one is one with it.
                let moved: BTreeSet<Cell> =
                    unit.iter().copied().filter(|cell| *cell != from).chain([to]).collect();
                if joined != moved || next.apart(&moved).is_some_and(|now| now < before) {
                    next.turn = if self.turn == b'x' { b'o' } else { b'x' };
                    after.push(next);
                }
            }
        }
        after
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| packed(row)).collect();
        format!("{} {}", rows.join("/"), if self.turn == b'x' { "b" } else { "w" })
    }
}
