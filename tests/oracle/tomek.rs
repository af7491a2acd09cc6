//! Tic-Tac-Toe-Tomek: who has four in a row, the `T` counting for both?

use crate::tool::Chance;

/// Rows of `X`, `O`, `T` and `.`.
pub type Board = [[u8; 4]; 4];

/// The status of the board.
pub fn answer(board: &Board) -> &'static str {
    if won(board, b'X') {
        "X won"
    } else if won(board, b'O') {
        "O won"
    } else if board.iter().flatten().all(|cell| *cell != b'.') {
        "Draw"
    } else {
        "Game has not completed"
    }
}

fn won(board: &Board, side: u8) -> bool {
    let mut lines: Vec<[u8; 4]> = board.to_vec();
    lines.extend((0..4).map(|c| [0, 1, 2, 3].map(|r| board[r][c])));
    lines.push([0, 1, 2, 3].map(|at| board[at][at]));
    lines.push([0, 1, 2, 3].map(|at| board[at][3 - at]));
    lines.iter().any(|line| {
        line.iter().all(|cell| *cell == side || *cell == b'T')
            && line.iter().filter(|cell| **cell == b'T').count() <= 1
    })
}

/// A case as it is written down, its blank line included.
pub fn write(board: &Board) -> String {
    let mut text = String::new();
    for row in board {
        text.push_str(&String::from_utf8_lossy(row));
        text.push('\n');
    }
    text + "\n"
}

/// A board that play can reach: X and O in turn, nothing after a win, at most one `T`.
pub fn random(chance: &mut Chance) -> Board {
    let mut board = [[b'.'; 4]; 4];
    if chance.percent(80) {
        board[chance.below(4)][chance.below(4)] = b'T';
    }
    let stop = if chance.percent(60) { 16 } else { chance.below(17) };
    for turn in 0..stop {
        let open: Vec<(usize, usize)> =
            (0..16).map(|at| (at / 4, at % 4)).filter(|&(r, c)| board[r][c] == b'.').collect();
        if open.is_empty() || won(&board, b'X') || won(&board, b'O') {
            break;
        }
        let &(r, c) = chance.of(&open);
        board[r][c] = if turn % 2 == 0 { b'X' } else { b'O' };
    }
    board
}

/// How many games of that many moves there are from the board, nobody moving after a win.
pub fn perft(board: &mut Board, x: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if won(board, b'X') || won(board, b'O') {
        return 0;
    }
    let mut games = 0;
    for at in 0..16 {
        if board[at / 4][at % 4] == b'.' {
            board[at / 4][at % 4] = if x { b'X' } else { b'O' };
            games += perft(board, !x, depth - 1);
            board[at / 4][at % 4] = b'.';
        }
    }
    games
}
