//! A man that steps takes the row of enemies before him or behind him, told from the rules with loops and lists
//! only: 9 x 5 points, diagonal lines through every other one.

use std::collections::BTreeSet;

const FILES: i32 = 9;
const RANKS: i32 = 5;

/// Rank by rank from the south; `b' '` is empty.
pub type Board = Vec<u8>;

/// Everybody's men, an empty point in the middle.
pub fn start() -> Board {
    let rows = ["wwwwwwwww", "wwwwwwwww", "bwbw bwbw", "bbbbbbbbb", "bbbbbbbbb"];
    rows.concat().into_bytes()
}

fn at(x: i32, y: i32) -> Option<usize> {
    let within = (0..FILES).contains(&x) && (0..RANKS).contains(&y);
    within.then(|| (y * FILES + x) as usize)
}

/// The point that a line leads to.
fn next(from: usize, (dx, dy): (i32, i32)) -> Option<usize> {
    let (x, y) = (from as i32 % FILES, from as i32 / FILES);
    // Slanting lines meet in the points of the corners' colour.
    if dx != 0 && dy != 0 && (x + y) % 2 != 0 {
        return None;
    }
    at(x + dx, y + dy)
}

fn ways() -> Vec<(i32, i32)> {
    let all = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    all.filter(|way| *way != (0, 0)).collect()
}

/// The enemies in a row from the point on, that one included.
fn row(board: &Board, first: Option<usize>, way: (i32, i32), enemy: u8) -> Vec<usize> {
    let (mut found, mut point) = (Vec::new(), first);
    while let Some(here) = point.filter(|point| board[*point] == enemy) {
        found.push(here);
        point = next(here, way);
    }
    found
}

/// Every way to take with the man on that point, and to take on: the boards that come of it.
fn takes(
    board: &Board,
    from: usize,
    been: &[usize],
    last: Option<(i32, i32)>,
    found: &mut BTreeSet<Board>,
) {
    let own = board[from];
    let enemy = if own == b'w' { b'b' } else { b'w' };
    for way in ways().into_iter().filter(|way| Some(*way) != last) {
        let Some(to) = next(from, way) else { continue };
        if board[to] != b' ' || been.contains(&to) {
            continue;
        }
        let back = (-way.0, -way.1);
        for taken in
            [row(board, next(to, way), way, enemy), row(board, next(from, back), back, enemy)]
        {
            if taken.is_empty() {
                continue;
            }
            let mut after = board.clone();
            after[to] = own;
            after[from] = b' ';
            taken.iter().for_each(|point| after[*point] = b' ');
            found.insert(after.clone());
            let been: Vec<usize> = been.iter().copied().chain([to]).collect();
            takes(&after, to, &been, Some(way), found);
        }
    }
}

/// The boards after each move: one that takes where there is one.
pub fn moves(board: &Board, side: u8) -> Vec<Board> {
    let mut found = BTreeSet::new();
    let mut quiet = BTreeSet::new();
    for from in (0..board.len()).filter(|from| board[*from] == side) {
        // Moves of different men may lead to the same board only if they are the same move.
        takes(board, from, &[from], None, &mut found);
        for to in ways().into_iter().filter_map(|way| next(from, way)) {
            if board[to] == b' ' {
                let mut after = board.clone();
                after.swap(from, to);
                quiet.insert(after);
            }
        }
    }
    Vec::from_iter(if found.is_empty() { quiet } else { found })
}

/// How many lines of play of that length there are.
pub fn perft(board: &Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let other = if side == b'w' { b'b' } else { b'w' };
    moves(board, side).iter().map(|after| perft(after, other, depth - 1)).sum()
}
