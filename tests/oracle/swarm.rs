//! Insects on a table of thirteen by thirteen hexagons, from the rules alone: a cell is a list of letters, the lowest first, and a move
//! is told by the position that it leads to.

use std::collections::BTreeSet;

/// A hexagon, by slanting file and rank.
type Cell = (i32, i32);

const SIDE: i32 = 13;
/// The six ways, each beside the one before.
const WAYS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const SORTS: [u8; 5] = *b"QBSGA";

/// A position: the table, who moves (0 or 1), and what each still has beside it, by sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Swarm {
    cells: Vec<Vec<u8>>,
    turn: usize,
    beside: [[u32; 5]; 2],
    placed: [u32; 2],
}

fn inside((x, y): Cell) -> bool {
    (0..SIDE).contains(&x) && (0..SIDE).contains(&y)
}

fn index((x, y): Cell) -> usize {
    (y * SIDE + x) as usize
}

fn on((x, y): Cell, way: usize) -> Cell {
    let (dx, dy) = WAYS[way % 6];
    (x + dx, y + dy)
}

fn all() -> impl Iterator<Item = Cell> {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
}

fn side(letter: u8) -> usize {
    usize::from(letter.is_ascii_lowercase())
}

impl Swarm {
    pub fn start() -> Self {
        let cells = vec![Vec::new(); (SIDE * SIDE) as usize];
        Self { cells, turn: 0, beside: [[1, 2, 2, 3, 3]; 2], placed: [0; 2] }
    }

    fn height(&self, cell: Cell) -> usize {
        if inside(cell) { self.cells[index(cell)].len() } else { 0 }
    }

    fn top(&self, cell: Cell) -> Option<u8> {
        self.cells.get(index(cell)).filter(|_| inside(cell))?.last().copied()
    }

    fn neighbours(cell: Cell) -> Vec<Cell> {
        (0..6).map(|way| on(cell, way)).filter(|to| inside(*to)).collect()
    }

    /// Whether all that is on the table is one group.
    fn is_one(&self) -> bool {
        let full: Vec<Cell> = all().filter(|cell| self.height(*cell) > 0).collect();
        let mut reached = BTreeSet::from([full[0]]);
        let mut open = vec![full[0]];
        while let Some(cell) = open.pop() {
            for next in Self::neighbours(cell) {
                if self.height(next) > 0 && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached.len() == full.len()
    }

    /// Where a piece that has been lifted may slide in one step, on the ground or, if it climbs, up and down.
    fn slides(&self, from: Cell, climbs: bool) -> Vec<Cell> {
        let steps = (0..6).filter(|way| {
            let to = on(from, *way);
            let beside = [self.height(on(from, way + 1)), self.height(on(from, way + 5))];
            let level = self.height(from).max(self.height(to));
            let ground = level == 0;
            inside(to)
                && (climbs || ground)
                && *beside.iter().min().expect("two") <= level
                && (!ground || beside.contains(&0) && beside != [0, 0])
        });
        steps.map(|way| on(from, way)).collect()
    }

    /// Where the piece goes, having been lifted from there.
    fn goals(&self, letter: u8, from: Cell) -> BTreeSet<Cell> {
        match letter.to_ascii_uppercase() {
            b'Q' => self.slides(from, false).into_iter().collect(),
            b'B' => self.slides(from, true).into_iter().collect(),
            b'A' => {
                let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
                while let Some(cell) = open.pop() {
                    open.extend(
                        self.slides(cell, false).into_iter().filter(|to| reached.insert(*to)),
                    );
                }
                reached.remove(&from);
                reached
            }
            b'S' => {
                let mut paths = vec![vec![from]];
                for _ in 0..3 {
                    let longer = paths.iter().flat_map(|path| {
                        let steps = self.slides(path[path.len() - 1], false).into_iter();
                        let new = steps.filter(|to| !path.contains(to));
                        new.map(|to| [path.clone(), vec![to]].concat())
                    });
                    paths = longer.collect();
                }
                paths.iter().map(|path| path[3]).collect()
            }
            _ => {
                let jumps = (0..6).filter_map(|way| {
                    let mut to = on(from, way);
                    let first = self.height(to) > 0;
                    while self.height(to) > 0 {
                        to = on(to, way);
                    }
                    (first && inside(to)).then_some(to)
                });
                jumps.collect()
            }
        }
    }

    fn placements(&self) -> Vec<Cell> {
        let full = all().filter(|cell| self.height(*cell) > 0).count();
        let fits = |cell: &Cell| {
            let beside: Vec<usize> = Self::neighbours(*cell)
                .into_iter()
                .filter_map(|next| self.top(next))
                .map(side)
                .collect();
            self.height(*cell) == 0
                && match full {
                    0 => *cell == (SIDE / 2, SIDE / 2),
                    1 => !beside.is_empty(),
                    _ => !beside.is_empty() && beside.iter().all(|one| *one == self.turn),
                }
        };
        all().filter(fits).collect()
    }

    /// The positions after each legal move; who has none passes.
    pub fn moves(&self) -> Vec<Self> {
        let mut found = BTreeSet::new();
        let player = self.turn;
        let queen = self.beside[player][0] == 0;
        for to in self.placements() {
            for sort in (0..5).filter(|sort| self.beside[player][*sort] > 0) {
                if sort == 0 && self.placed[player] == 0
                    || sort > 0 && !queen && self.placed[player] == 3
                {
                    continue;
                }
                let mut next = Self { turn: 1 - player, ..self.clone() };
                next.beside[player][sort] -= 1;
                next.placed[player] += 1;
                let letter = SORTS[sort];
                let letter = if player == 0 { letter } else { letter.to_ascii_lowercase() };
                next.cells[index(to)].push(letter);
                found.insert(next);
            }
        }
        for from in all().filter(|_| queen) {
            let Some(letter) = self.top(from).filter(|letter| side(*letter) == player) else {
                continue;
            };
            let mut lifted = Self { turn: 1 - player, ..self.clone() };
            lifted.cells[index(from)].pop();
            if !lifted.is_one() {
                continue;
            }
            for to in lifted.goals(letter, from) {
                let mut next = lifted.clone();
                next.cells[index(to)].push(letter);
                found.insert(next);
            }
        }
        if found.is_empty() {
            found.insert(Self { turn: 1 - player, ..self.clone() });
        }
        found.into_iter().collect()
    }

    /// The position as the rule file writes it.
    pub fn text(&self) -> String {
        let row = |y: i32| {
            let (mut text, mut run) = (String::new(), 0);
            for x in 0..SIDE {
                let cell = &self.cells[index((x, y))];
                if cell.is_empty() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                let letters: String = cell.iter().rev().map(|letter| char::from(*letter)).collect();
                text += &if cell.len() > 1 { format!("({letters})") } else { letters };
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        let rows: Vec<String> = (0..SIDE).rev().map(row).collect();
        let mut hands = String::new();
        for (player, beside) in self.beside.iter().enumerate() {
            for (count, sort) in beside.iter().zip(SORTS).filter(|(count, _)| **count > 0) {
                if *count > 1 {
                    hands += &count.to_string();
                }
                hands.push(char::from(if player == 0 { sort } else { sort.to_ascii_lowercase() }));
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        let [white, black] = self.placed;
        format!("{} {} {hands} {white}+{black}", rows.join("/"), ["w", "b"][self.turn])
    }
}
