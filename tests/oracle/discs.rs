//! Discs that enclose others in a line turn them over: every move tried, cell by cell.

/// The steps to the eight neighbours.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A square board of at most eight by eight; a disc is 1 or 2.
#[derive(Clone)]
pub struct Board {
    side: i32,
    cells: [u8; 64],
}

/// What counts at the end of a line that is shorter than asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Nothing: a finished game has no moves.
    No,
    /// The game: one line.
    Once,
}

impl Board {
    /// The usual start.
    pub fn start(side: i32) -> Self {
        let mut board = Self { side, cells: [0; 64] };
        let half = side / 2;
        // The first player has the north-eastern and the south-western one.
        for (x, y, disc) in [(0, 0, 1), (-1, -1, 1), (-1, 0, 2), (0, -1, 2)] {
            board.cells[((half + y) * side + half + x) as usize] = disc;
        }
        board
    }

    /// The board after a disc of the player was put there; none if it turns nothing over.
    fn after(&self, at: i32, player: u8) -> Option<Self> {
        if self.cells[at as usize] != 0 {
            return None;
        }
        let mut after = self.clone();
        for (dx, dy) in STEPS {
            let cell = |n: i32| {
                let (x, y) = (at % self.side + n * dx, at / self.side + n * dy);
                let on = (0..self.side).contains(&x) && (0..self.side).contains(&y);
                on.then_some((y * self.side + x) as usize)
            };
            let disc = |n: i32| cell(n).map(|cell| self.cells[cell]);
            let end = (1..).find(|n| disc(*n) != Some(3 - player)).unwrap_or(1);
            if disc(end) == Some(player) {
                (1..end).filter_map(cell).for_each(|cell| after.cells[cell] = player);
            }
        }
        if after.cells == self.cells {
            return None;
        }
        after.cells[at as usize] = player;
        Some(after)
    }

    fn moves(&self, player: u8) -> Vec<Self> {
        (0..self.side * self.side).filter_map(|at| self.after(at, player)).collect()
    }

    /// How many lines of so many moves there are; a pass is a move of who has no other.
    pub fn perft(&self, player: u8, depth: u32, ended: Ended) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(player);
        if !moves.is_empty() {
            return moves.iter().map(|after| after.perft(3 - player, depth - 1, ended)).sum();
        }
        match (self.moves(3 - player).is_empty(), ended) {
            (false, _) => self.perft(3 - player, depth - 1, ended),
            (true, Ended::No) => 0,
            (true, Ended::Once) => 1,
        }
    }
}
