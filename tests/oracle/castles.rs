//! Men and knights that step, canter over friends and jump over enemies, and castles to be taken: from the rules alone. A move
//! is told by the position that it leads to.

use std::collections::BTreeSet;

/// What stands on each cell: `m` and `n` are the man and the knight of the south, capitals those of the north.
type Board = Vec<u8>;

/// A position: the board, whether the south moves, and how often each has moved within the other's castle.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field {
    board: Board,
    south: bool,
    asides: [u8; 2],
}

const FILES: i32 = 12;
const RANKS: i32 = 16;

fn cells() -> impl Iterator<Item = (i32, i32)> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank))).filter(|at| is_cell(*at))
}

fn is_cell((file, rank): (i32, i32)) -> bool {
    // How many files are missing at each end of a rank.
    let missing = match rank.min(RANKS - 1 - rank) {
        0 => 5,
        1 => 2,
        2 => 1,
        _ => 0,
    };
    (0..RANKS).contains(&rank) && file >= missing && file < FILES - missing
}

fn index((file, rank): (i32, i32)) -> usize {
    (rank * FILES + file) as usize
}

const WAYS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The rules ask only where a piece is, and whose.
impl Field {
    pub fn start() -> Self {
        let mut board = vec![b'.'; (FILES * RANKS) as usize];
        let rows = ["..nmmmmmmn..", "...nmmmmn...", "...NMMMMN...", "..NMMMMMMN.."];
        for (rank, row) in [5, 6, 9, 10].into_iter().zip(rows) {
            for (file, letter) in row.bytes().enumerate() {
                board[index((file as i32, rank))] = letter;
            }
        }
        Self { board, south: true, asides: [0, 0] }
    }

    fn is_side(&self, at: (i32, i32), south: bool) -> bool {
        let letter = self.board[index(at)];
        letter != b'.' && letter.is_ascii_lowercase() == south
    }

    fn is_empty(&self, at: (i32, i32)) -> bool {
        is_cell(at) && self.board[index(at)] == b'.'
    }

    fn is_home(&self, at: (i32, i32)) -> bool {
        at.1 == if self.south { 0 } else { RANKS - 1 }
    }

    fn is_goal(&self, at: (i32, i32)) -> bool {
        at.1 == if self.south { RANKS - 1 } else { 0 }
    }

    /// Where a piece on a cell comes down after going over one of that side, with the cell that it went over.
    fn over(&self, from: (i32, i32), south: bool) -> Vec<[(i32, i32); 2]> {
        let way =
            |(dx, dy): (i32, i32)| [(from.0 + dx, from.1 + dy), (from.0 + 2 * dx, from.1 + 2 * dy)];
        let fits = |[middle, to]: &[(i32, i32); 2]| {
            is_cell(*middle) && self.is_side(*middle, south) && self.is_empty(*to)
        };
        WAYS.map(way).into_iter().filter(fits).collect()
    }

    fn without(&self, at: (i32, i32)) -> Self {
        let mut lifted = self.clone();
        lifted.board[index(at)] = b'.';
        lifted
    }

    fn with(&self, at: (i32, i32), letter: u8) -> Self {
        let mut put = self.clone();
        put.board[index(at)] = letter;
        put
    }

    /// All ends of jumps from a cell, the piece being off the board meanwhile; what was jumped is gone.
    fn jumps(&self, from: (i32, i32), letter: u8, found: &mut BTreeSet<Self>, jumped: bool) {
        let next = if jumped && self.is_goal(from) { vec![] } else { self.over(from, !self.south) };
        if next.is_empty() && jumped {
            found.insert(self.with(from, letter));
        }
        for [middle, to] in next {
            self.without(middle).jumps(to, letter, found, true);
        }
    }

    /// All cells to which friends are cantered over. A knight does not pass one that could be jumped if he is `calm`.
    fn canters(&self, start: (i32, i32), calm: bool) -> BTreeSet<(i32, i32)> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(from) = open.pop() {
            for [_, to] in self.over(from, self.south) {
                let wild = calm && !self.is_goal(to) && !self.over(to, !self.south).is_empty();
                if to == start || self.is_home(to) || wild || !reached.insert(to) {
                    continue;
                }
                if !self.is_goal(to) {
                    open.push(to);
                }
            }
        }
        reached
    }

    /// The positions after each legal move.
    pub fn moves(&self) -> BTreeSet<Self> {
        let (mut forced, mut captures, mut quiet) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for at in cells().filter(|at| self.is_side(*at, self.south)) {
            let letter = self.board[index(at)];
            let knight = letter.eq_ignore_ascii_case(&b'n');
            let lifted = self.without(at);
            if self.is_goal(at) {
                // Only to the other cell of the castle, and twice at most.
                let aside = [(at.0 - 1, at.1), (at.0 + 1, at.1)];
                let player = usize::from(!self.south);
                for to in aside.into_iter().filter(|to| self.is_empty(*to)) {
                    let mut moved = lifted.with(to, letter);
                    moved.asides[player] += 1;
                    if moved.asides[player] <= 2 {
                        quiet.insert(moved);
                    }
                }
                continue;
            }
            let mut jumps = BTreeSet::new();
            lifted.jumps(at, letter, &mut jumps, false);
            let must = !jumps.is_empty();
            if knight {
                for from in lifted.canters(at, false).into_iter().filter(|to| !self.is_goal(*to)) {
                    lifted.jumps(from, letter, &mut jumps, false);
                }
            }
            let steps = WAYS.iter().map(|(dx, dy)| (at.0 + dx, at.1 + dy));
            let steps = steps.filter(|to| self.is_empty(*to) && !self.is_home(*to));
            let still = steps.chain(lifted.canters(at, knight)).map(|to| lifted.with(to, letter));
            if self.is_home(at) {
                forced.extend(jumps);
                if !must {
                    forced.extend(still);
                }
            } else {
                captures.extend(jumps);
                quiet.extend(still);
            }
        }
        let found = [forced, captures, quiet].into_iter().find(|found| !found.is_empty());
        let turned = |field: Self| Self { south: !self.south, ..field };
        found.unwrap_or_default().into_iter().map(turned).collect()
    }

    fn is_over(&self) -> bool {
        let many = |south: bool| cells().filter(|at| self.is_side(*at, south)).count();
        let inside = |south: bool, rank| {
            cells().filter(|at| at.1 == rank && self.is_side(*at, south)).count() > 1
        };
        inside(true, RANKS - 1) || inside(false, 0) || many(true) <= 1 && many(false) <= 1
    }

    /// How many lines of so many moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        self.moves().iter().map(|next| next.perft(depth - 1)).sum()
    }

    /// The position as the rule file writes it, but for the moves since a capture.
    pub fn text(&self) -> String {
        let row = |rank: i32| -> String {
            let cells = (0..FILES).filter(|file| is_cell((*file, rank)));
            cells.map(|file| char::from(self.board[index((file, rank))])).collect()
        };
        let rows: Vec<String> = (0..RANKS).rev().map(row).collect();
        let turn = if self.south { "white" } else { "black" };
        format!("{turn}\n{}\n{}+{}", rows.join("\n"), self.asides[0], self.asides[1])
    }
}
