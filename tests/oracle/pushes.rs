//! Marbles on a hexagon that move in lines and push shorter lines before them, told from the rules: a line is a
//! set of neighbours, and a move shifts a set.

use std::collections::{BTreeMap, BTreeSet};

/// Who stands where; by slanting file and row from the middle.
pub type Board = BTreeMap<(i32, i32), u8>;
type Cell = (i32, i32);

const WAYS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

fn is_cell((q, r): Cell) -> bool {
    [q, r, q + r].iter().all(|along| along.abs() <= 4)
}

fn on((q, r): Cell, (dq, dr): Cell, steps: i32) -> Cell {
    (q + dq * steps, r + dr * steps)
}

/// Two rows and three marbles before them on each side; 0 begins, in the south.
pub fn start() -> Board {
    let mut board = Board::new();
    for (q, r) in (-4..=4).flat_map(|q| (-4..=4).map(move |r| (q, r))).filter(|cell| is_cell(*cell))
    {
        // The third row has its three in the middle.
        let third = |q: i32| r.abs() == 2 && [0, -1, -2].contains(&(q * r.signum()));
        if r.abs() >= 3 || third(q) {
            board.insert((q, r), u8::from(r > 0));
        }
    }
    board
}

/// The boards after each move.
pub fn moves(board: &Board, side: u8) -> BTreeSet<Board> {
    let owner = |cell: Cell| board.get(&cell).copied();
    let mut found = BTreeSet::new();
    for (first, along) in board.keys().flat_map(|first| WAYS.iter().map(move |way| (*first, *way)))
    {
        for length in 1..=3 {
            let line: Vec<Cell> = (0..length).map(|n| on(first, along, n)).collect();
            if line.iter().any(|cell| owner(*cell) != Some(side)) {
                break;
            }
            for way in WAYS {
                let straight = length == 1 || way == along;
                // The line against its own way is the line from its other end.
                if length > 1 && way == (-along.0, -along.1) {
                    continue;
                }
                let mut pushed = Vec::new();
                if straight {
                    let front = on(first, way, length);
                    let enemies = (0..length).map(|n| on(front, way, n));
                    pushed = enemies.take_while(|cell| owner(*cell) == Some(1 - side)).collect();
                    let behind = on(front, way, pushed.len() as i32);
                    let free = owner(behind).is_none();
                    let room = if pushed.is_empty() { is_cell(behind) } else { true };
                    if pushed.len() as i32 >= length || !free || !room {
                        continue;
                    }
                } else if line.iter().any(|cell| {
                    let to = on(*cell, way, 1);
                    !is_cell(to) || owner(to).is_some()
                }) {
                    continue;
                }
                let mut after = board.clone();
                for cell in line.iter().chain(&pushed) {
                    after.remove(cell);
                }
                for cell in line.iter().chain(&pushed) {
                    let to = on(*cell, way, 1);
                    if is_cell(to) {
                        after.insert(to, board[cell]);
                    }
                }
                found.insert(after);
            }
        }
    }
    found
}

/// How many lines of play of that length there are; six marbles lost end the game.
pub fn perft(board: &Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.values().filter(|owner| **owner == side).count() <= 8 {
        return 0;
    }
    moves(board, side).iter().map(|after| perft(after, 1 - side, depth - 1)).sum()
}
