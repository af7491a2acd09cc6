//! Two against two on six cells: each player in turn puts a stone, and who has two of his own side by side wins for the team.

use super::packed;

/// The northern rank, then the southern one.
pub type Board = [u8; 6];

/// The players in turn order; every second one is of the same team.
const PLAYERS: [(u8, &str); 4] = [(b'r', "red"), (b'b', "blue"), (b'y', "yellow"), (b'g', "green")];

/// The board and whose turn it is, as text.
pub fn text(board: &Board, turn: usize) -> String {
    format!("{}/{} {}", packed(&board[..3]), packed(&board[3..]), PLAYERS[turn].1)
}

fn has_pair(board: &Board, stone: u8) -> bool {
    let pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    pairs.iter().any(|(a, b)| board[*a] == stone && board[*b] == stone)
}

/// The team that wins with best play, and in how many plies: the winners need as few as they can, the losers as many.
pub fn worth(board: &mut Board, turn: usize) -> Option<(usize, usize)> {
    let last = (turn + 3) % 4;
    if has_pair(board, PLAYERS[last].0) {
        return Some((last % 2, 0));
    }
    let team = turn % 2;
    let (mut best, mut rank) = (None, (-2, 0));
    for at in (0..6).filter(|at| board[*at] == b'.').collect::<Vec<_>>() {
        board[at] = PLAYERS[turn].0;
        let found = worth(board, (turn + 1) % 4);
        board[at] = b'.';
        let found = found.map(|(winner, plies)| (winner, plies + 1));
        let ranked = match found {
            Some((winner, plies)) if winner == team => (1, -(plies as i32)),
            Some((_, plies)) => (-1, plies as i32),
            None => (0, 0),
        };
        if ranked > rank {
            (best, rank) = (found, ranked);
        }
    }
    best
}

/// Calls for every position that can come about, with whose turn it is.
pub fn positions(board: &mut Board, turn: usize, see: &mut dyn FnMut(&Board, usize)) {
    see(board, turn);
    if has_pair(board, PLAYERS[(turn + 3) % 4].0) {
        return;
    }
    for at in (0..6).filter(|at| board[*at] == b'.').collect::<Vec<_>>() {
        board[at] = PLAYERS[turn].0;
        positions(board, (turn + 1) % 4, see);
        board[at] = b'.';
    }
}
