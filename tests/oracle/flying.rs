//! Draughts with flying kings where the most must be captured, by hand: along diagonals on any board
//! (international, Brazilian, Canadian), or along files and ranks (Turkish).

use std::collections::BTreeSet;

/// Whose a piece is (white first), and whether it is a king.
type Piece = Option<(bool, bool)>;
type Cell = (usize, usize);
/// Where a move begins and ends, and what it captures.
type Move = (Cell, Cell, BTreeSet<Cell>);

#[derive(Clone)]
pub struct Board {
    side: usize,
    turkish: bool,
    cells: Vec<Vec<Piece>>,
}

impl Board {
    /// The usual start, with `rows` of men a side.
    pub fn start(side: usize, rows: usize, turkish: bool) -> Self {
        let mut cells = vec![vec![None; side]; side];
        let first = usize::from(turkish);
        for (row, file) in (first..first + rows).flat_map(|row| (0..side).map(move |f| (row, f))) {
            if turkish || (row + file) % 2 == 0 {
                cells[row][file] = Some((true, false));
                cells[side - 1 - row][side - 1 - file] = Some((false, false));
            }
        }
        Self { side, turkish, cells }
    }

    pub fn perft(&self, white: bool, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(white);
        moves.into_iter().map(|chosen| self.after(&chosen).perft(!white, depth - 1)).sum()
    }

    fn after(&self, (from, to, taken): &Move) -> Self {
        let mut after = self.clone();
        let moved = after.cells[from.0][from.1].take();
        for cell in taken {
            after.cells[cell.0][cell.1] = None;
        }
        after.cells[to.0][to.1] = moved
            .map(|(white, king)| (white, king || to.0 == if white { self.side - 1 } else { 0 }));
        after
    }

    fn moves(&self, white: bool) -> BTreeSet<Move> {
        let mut captures = BTreeSet::new();
        let mut quiet = BTreeSet::new();
        for from in (0..self.side * self.side).map(|at| (at / self.side, at % self.side)) {
            let Some((_, king)) = self.cells[from.0][from.1].filter(|piece| piece.0 == white)
            else {
                continue;
            };
            let mut lifted = self.clone();
            lifted.cells[from.0][from.1] = None;
            lifted.chain(white, king, from, (from, None), &BTreeSet::new(), &mut captures);
            for way in self.ways(white, king, false) {
                let mut next = self.step(from, way);
                while let Some(to) = next.filter(|to| self.at(*to).is_none()) {
                    quiet.insert((from, to, BTreeSet::new()));
                    next = self.step(to, way).filter(|_| king);
                }
            }
        }
        let most = captures.iter().map(|(_, _, taken)| taken.len()).max();
        captures.retain(|(_, _, taken)| Some(taken.len()) == most);
        if captures.is_empty() { quiet } else { captures }
    }

    /// The captures that go on from a cell. In Turkish draughts a piece is gone at once, and nobody turns
    /// right about; else it stays, and nobody jumps it twice.
    fn chain(
        &self,
        white: bool,
        king: bool,
        from: Cell,
        (at, heading): (Cell, Option<(isize, isize)>),
        taken: &BTreeSet<Cell>,
        found: &mut BTreeSet<Move>,
    ) {
        if !taken.is_empty() {
            found.insert((from, at, taken.clone()));
        }
        for way in self.ways(white, king, true) {
            if self.turkish && heading == Some((-way.0, -way.1)) {
                continue;
            }
            let mut next = self.step(at, way);
            while let Some(to) = next.filter(|to| king && self.at(*to).is_none()) {
                next = self.step(to, way);
            }
            let Some(victim) = next.filter(|victim| {
                self.at(*victim).is_some_and(|piece| piece.0 != white) && !taken.contains(victim)
            }) else {
                continue;
            };
            let mut after = self.clone();
            if self.turkish {
                after.cells[victim.0][victim.1] = None;
            }
            let mut more = taken.clone();
            more.insert(victim);
            let mut next = self.step(victim, way);
            while let Some(to) = next.filter(|to| self.at(*to).is_none()) {
                after.chain(white, king, from, (to, Some(way)), &more, found);
                next = self.step(to, way).filter(|_| king);
            }
        }
    }

    fn at(&self, cell: Cell) -> Piece {
        self.cells[cell.0][cell.1]
    }

    fn ways(&self, white: bool, king: bool, captures: bool) -> Vec<(isize, isize)> {
        let forward = if white { 1 } else { -1 };
        let all: &[(isize, isize)] = match self.turkish {
            true => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
            false => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
        };
        let back = |way: &(isize, isize)| way.0 == -forward;
        let may = |way: &&(isize, isize)| king || !back(way) || captures && !self.turkish;
        all.iter().filter(may).copied().collect()
    }

    fn step(&self, (row, file): Cell, way: (isize, isize)) -> Option<Cell> {
        let to = (row.checked_add_signed(way.0)?, file.checked_add_signed(way.1)?);
        (to.0 < self.side && to.1 < self.side).then_some(to)
    }
}
