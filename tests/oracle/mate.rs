//! Rank and File: is the side to move safe, checked or checkmated?

use crate::tool::Chance;

/// Row 0 is the first line read; `.` is empty, lower case white, upper case black.
pub type Board = [[u8; 8]; 8];

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn is_white(piece: u8) -> bool {
    piece.is_ascii_lowercase()
}

/// Where the piece on that cell may go, its own side's safety aside.
fn reach(board: &Board, row: usize, column: usize) -> Vec<(usize, usize)> {
    let piece = board[row][column];
    let (steps, far): (Vec<(i32, i32)>, bool) = match piece.to_ascii_lowercase() {
        b'r' => (STRAIGHT.to_vec(), true),
        b'b' => (SLANTED.to_vec(), true),
        b'q' => ([STRAIGHT, SLANTED].concat(), true),
        b'k' => ([STRAIGHT, SLANTED].concat(), false),
        b'n' => (KNIGHT.to_vec(), false),
        _ => (Vec::new(), false),
    };
    let mut found = Vec::new();
    for (dr, dc) in steps {
        let (mut r, mut c) = (row as i32 + dr, column as i32 + dc);
        while (0..8).contains(&r) && (0..8).contains(&c) {
            let there = board[r as usize][c as usize];
            if there == b'.' || is_white(there) != is_white(piece) {
                found.push((r as usize, c as usize));
            }
            if there != b'.' || !far {
                break;
            }
            (r, c) = (r + dr, c + dc);
        }
    }
    found
}

fn pieces(board: &Board, white: bool) -> Vec<(usize, usize)> {
    (0..64)
        .map(|at| (at / 8, at % 8))
        .filter(|&(r, c)| board[r][c] != b'.' && is_white(board[r][c]) == white)
        .collect()
}

fn checked(board: &Board, white: bool) -> bool {
    let king = if white { b'k' } else { b'K' };
    pieces(board, !white)
        .into_iter()
        .any(|(r, c)| reach(board, r, c).into_iter().any(|(r, c)| board[r][c] == king))
}

/// The line to be printed.
pub fn answer(board: &Board, white: bool) -> String {
    let saved = pieces(board, white).into_iter().any(|(r, c)| {
        reach(board, r, c).into_iter().any(|(to_r, to_c)| {
            let mut after = *board;
            after[to_r][to_c] = after[r][c];
            after[r][c] = b'.';
            !checked(&after, white)
        })
    });
    let state = match (checked(board, white), saved) {
        (true, false) => "CHECKMATED",
        (true, true) => "CHECKED",
        (false, _) => "SAFE",
    };
    format!("{} IS {state}", if white { "WHITE" } else { "BLACK" })
}

/// One case as it is written down.
pub fn write(board: &Board, white: bool) -> String {
    let mut text = String::from(if white { "w\n" } else { "B\n" });
    for row in board {
        text.push_str(&String::from_utf8_lossy(row));
        text.push('\n');
    }
    text
}

/// A board with a king a side. Every other one has its analysed king driven to an edge and
/// hunted, so that mates are not rare.
pub fn random(chance: &mut Chance) -> (Board, bool) {
    let white = chance.percent(50);
    let hunted = chance.percent(60);
    let mut board = [[b'.'; 8]; 8];
    let case = |piece: u8, white: bool| if white { piece } else { piece.to_ascii_uppercase() };
    let own = if hunted { (*chance.of(&[0, 7]), chance.below(8)) } else { anywhere(chance) };
    board[own.0][own.1] = case(b'k', white);
    put(&mut board, case(b'k', !white), chance);
    let (mine, theirs) = if hunted { (6, 6) } else { (14, 14) };
    for _ in 0..chance.below(mine + 1) {
        let kind = *chance.of(b"rbqnnb");
        put(&mut board, case(kind, white), chance);
    }
    for _ in 0..chance.below(theirs + 1) {
        let kind = *chance.of(b"rbqnrq");
        put(&mut board, case(kind, !white), chance);
    }
    (board, white)
}

fn anywhere(chance: &mut Chance) -> (usize, usize) {
    (chance.below(8), chance.below(8))
}

fn put(board: &mut Board, piece: u8, chance: &mut Chance) {
    loop {
        let (r, c) = anywhere(chance);
        if board[r][c] == b'.' {
            board[r][c] = piece;
            return;
        }
    }
}
