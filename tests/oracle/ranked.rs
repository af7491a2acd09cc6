//! Draughts with short kings by hand, English or Italian. In the Italian game men do not capture kings, and of several captures
//! four rules choose: the most pieces, with a king, the most kings, the earliest king.

use std::collections::BTreeSet;

/// Whose a piece is (white first), and whether it is a king.
type Piece = Option<(bool, bool)>;
type Cell = (usize, usize);

/// A move: the cells that the piece goes over, and what it captures, in order.
#[derive(Clone, Debug)]
struct Move {
    cells: Vec<Cell>,
    taken: Vec<Cell>,
}

/// A board of eight by eight.
#[derive(Clone)]
pub struct Board([[Piece; 8]; 8]);

impl Board {
    /// The usual start of the Italian game: the square at the right of each player is dark.
    pub fn start() -> Self {
        let mut cells = [[None; 8]; 8];
        for (row, file) in (0..3).flat_map(|row| (0..8).map(move |file| (row, file))) {
            if (row + file) % 2 == 1 {
                cells[row][file] = Some((true, false));
                cells[7 - row][7 - file] = Some((false, false));
            }
        }
        Self(cells)
    }

    /// How many lines of so many moves there are; moves with the same ends and captures are one.
    pub fn perft(&self, white: bool, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(white);
        let mut told = BTreeSet::new();
        let mut count = 0;
        for chosen in moves {
            let taken: BTreeSet<Cell> = chosen.taken.iter().copied().collect();
            if told.insert((chosen.cells[0], chosen.cells[chosen.cells.len() - 1], taken)) {
                count += self.after(&chosen).perft(!white, depth - 1);
            }
        }
        count
    }

    fn after(&self, chosen: &Move) -> Self {
        let mut after = self.clone();
        let (from, to) = (chosen.cells[0], chosen.cells[chosen.cells.len() - 1]);
        let moved = after.0[from.0][from.1].take();
        for cell in &chosen.taken {
            after.0[cell.0][cell.1] = None;
        }
        after.0[to.0][to.1] =
            moved.map(|(white, king)| (white, king || to.0 == if white { 7 } else { 0 }));
        after
    }

    fn moves(&self, white: bool) -> Vec<Move> {
        let (mut quiet, mut captures) = (Vec::new(), Vec::new());
        for from in (0..64).map(|at| (at / 8, at % 8)) {
            let Some((_, king)) = self.0[from.0][from.1].filter(|piece| piece.0 == white) else {
                continue;
            };
            for way in ways(white, king) {
                let to = step(from, way).filter(|to| self.0[to.0][to.1].is_none());
                quiet.extend(to.map(|to| Move { cells: vec![from, to], taken: Vec::new() }));
            }
            let mut lifted = self.clone();
            lifted.0[from.0][from.1] = None;
            let begun = Move { cells: vec![from], taken: Vec::new() };
            lifted.chain((white, king), &begun, &mut captures);
        }
        if captures.is_empty() {
            return quiet;
        }
        let king = |cell: &Cell| self.0[cell.0][cell.1].is_some_and(|piece| piece.1);
        let kings = |one: &Move| one.taken.iter().filter(|cell| king(cell)).count();
        let first = |one: &Move| one.taken.iter().position(king);
        best(&mut captures, |one| one.taken.len());
        best(&mut captures, |one| king(&one.cells[0]));
        best(&mut captures, kings);
        // The earlier the better; that there is none is no worse, as then nobody has one.
        best(&mut captures, |one| std::cmp::Reverse(first(one)));
        captures
    }

    /// The captures that go on from the end of one, gone on with to their ends.
    fn chain(&self, (white, king): (bool, bool), begun: &Move, found: &mut Vec<Move>) {
        let at = begun.cells[begun.cells.len() - 1];
        let mut ended = true;
        for way in ways(white, king) {
            let Some(victim) = step(at, way) else { continue };
            let may = |piece: (bool, bool)| piece.0 != white && (king || !piece.1);
            if !self.0[victim.0][victim.1].is_some_and(may) || begun.taken.contains(&victim) {
                continue;
            }
            let to = step(victim, way).filter(|to| self.0[to.0][to.1].is_none());
            let Some(to) = to else { continue };
            ended = false;
            let mut more = begun.clone();
            more.cells.push(to);
            more.taken.push(victim);
            self.chain((white, king), &more, found);
        }
        if ended && !begun.taken.is_empty() {
            found.push(begun.clone());
        }
    }
}

/// Leaves the moves that are best by a measure.
fn best<T: Ord>(moves: &mut Vec<Move>, measure: impl Fn(&Move) -> T) {
    let most = moves.iter().map(&measure).max();
    moves.retain(|one| Some(measure(one)) == most);
}

fn ways(white: bool, king: bool) -> Vec<(isize, isize)> {
    let forward = if white { 1 } else { -1 };
    let ways = [(forward, 1), (forward, -1), (-forward, 1), (-forward, -1)];
    ways[..if king { 4 } else { 2 }].to_vec()
}

fn step((row, file): Cell, way: (isize, isize)) -> Option<Cell> {
    let to = (row.checked_add_signed(way.0)?, file.checked_add_signed(way.1)?);
    (to.0 < 8 && to.1 < 8).then_some(to)
}
