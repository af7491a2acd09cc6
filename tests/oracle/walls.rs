//! A race of two pawns on nine by nine squares, and walls that may not bar a way: from the rules alone. The position is told as the
//! rule file draws it, on a board with the grooves between the squares.

use std::collections::{BTreeSet, VecDeque};

/// A square: file and rank, from 0.
type Square = (i32, i32);

/// A position: pawns, walls by the crossing that is south-west of square (x + 1, y + 1), walls that are left, and who moves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Race {
    pawns: [Square; 2],
    level: BTreeSet<Square>,
    upright: BTreeSet<Square>,
    left: [u32; 2],
    turn: usize,
}

const SIDE: i32 = 9;
const WAYS: [Square; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Race {
    pub fn start() -> Self {
        let none = BTreeSet::new;
        Self { pawns: [(4, 0), (4, 8)], level: none(), upright: none(), left: [10, 10], turn: 0 }
    }

    /// The next square that way, if no wall is between.
    fn on(&self, (x, y): Square, (dx, dy): Square) -> Option<Square> {
        let to = (x + dx, y + dy);
        let inside = (0..SIDE).contains(&to.0) && (0..SIDE).contains(&to.1);
        let walled = match (dx, dy) {
            (0, _) => {
                let below = y.min(to.1);
                [x - 1, x].iter().any(|left| self.level.contains(&(*left, below)))
            }
            _ => {
                let west = x.min(to.0);
                [y - 1, y].iter().any(|below| self.upright.contains(&(west, *below)))
            }
        };
        (inside && !walled).then_some(to)
    }

    /// Whether a pawn can still come to its last rank.
    fn is_open(&self, player: usize) -> bool {
        let goal = if player == 0 { SIDE - 1 } else { 0 };
        let (mut seen, mut open) = (BTreeSet::new(), VecDeque::from([self.pawns[player]]));
        while let Some(at) = open.pop_front() {
            if at.1 == goal {
                return true;
            }
            if seen.insert(at) {
                open.extend(WAYS.iter().filter_map(|way| self.on(at, *way)));
            }
        }
        false
    }

    fn steps(&self) -> BTreeSet<Square> {
        let (own, other) = (self.pawns[self.turn], self.pawns[1 - self.turn]);
        let mut found = BTreeSet::new();
        for way in WAYS {
            match self.on(own, way) {
                Some(to) if to != other => _ = found.insert(to),
                Some(_) => match self.on(other, way) {
                    Some(behind) => _ = found.insert(behind),
                    None => found.extend(
                        [(way.1, way.0), (-way.1, -way.0)]
                            .iter()
                            .filter_map(|side| self.on(other, *side)),
                    ),
                },
                None => {}
            }
        }
        found
    }

    /// The positions after each legal move.
    pub fn moves(&self) -> BTreeSet<Self> {
        let mut found = BTreeSet::new();
        let next = || Self { turn: 1 - self.turn, ..self.clone() };
        for to in self.steps() {
            let mut moved = next();
            moved.pawns[self.turn] = to;
            found.insert(moved);
        }
        if self.left[self.turn] == 0 {
            return found;
        }
        for at in (0..SIDE - 1).flat_map(|x| (0..SIDE - 1).map(move |y| (x, y))) {
            if self.level.contains(&at) || self.upright.contains(&at) {
                continue;
            }
            for upright in [false, true] {
                let mut built = next();
                built.left[self.turn] -= 1;
                let (walls, along) = match upright {
                    false => (&mut built.level, (1, 0)),
                    true => (&mut built.upright, (0, 1)),
                };
                let ends = [(at.0 + along.0, at.1 + along.1), (at.0 - along.0, at.1 - along.1)];
                if ends.iter().any(|end| walls.contains(end)) {
                    continue;
                }
                walls.insert(at);
                if built.is_open(0) && built.is_open(1) {
                    found.insert(built);
                }
            }
        }
        found
    }

    /// How many lines of so many moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        let over = self.pawns[0].1 == SIDE - 1 || self.pawns[1].1 == 0;
        match depth {
            0 => 1,
            _ if over => 0,
            _ => self.moves().iter().map(|next| next.perft(depth - 1)).sum(),
        }
    }

    /// The position as the rule file writes it.
    pub fn text(&self) -> String {
        let grid = 2 * SIDE - 1;
        let mut cells = vec![vec![b'.'; grid as usize]; grid as usize];
        let mut put = |x: i32, y: i32, letter| cells[y as usize][x as usize] = letter;
        for (walls, along) in [(&self.level, (1, 0)), (&self.upright, (0, 1))] {
            for (x, y) in walls {
                for step in -1..=1 {
                    put(2 * x + 1 + step * along.0, 2 * y + 1 + step * along.1, b'#');
                }
            }
        }
        for (pawn, letter) in self.pawns.iter().zip([b'w', b'b']) {
            put(2 * pawn.0, 2 * pawn.1, letter);
        }
        let rows: Vec<String> = cells.iter().rev().map(|row| super::packed(row)).collect();
        let turn = ["w", "b"][self.turn];
        format!("{} {turn} {}+{}", rows.join("/"), self.left[0], self.left[1])
    }
}
