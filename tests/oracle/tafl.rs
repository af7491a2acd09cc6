//! Brandubh and tablut by hand: a king's flight from the middle of an odd board.

/// Rows of `x` (attackers), `o` (defenders), `K` and `.`, the northernmost first.
pub type Board = Vec<Vec<u8>>;

/// What differs between the two.
pub struct Game {
    pub start: &'static [&'static str],
    /// The king escapes at any edge, not only in a corner, and nobody crosses his throne.
    pub edges: bool,
}

pub const BRANDUBH: Game = Game {
    start: &["...x...", "...x...", "...o...", "xxoKoxx", "...o...", "...x...", "...x..."],
    edges: false,
};

pub const TABLUT: Game = Game {
    start: &[
        "...xxx...",
        "....x....",
        "....o....",
        "x...o...x",
        "xxooKooxx",
        "x...o...x",
        "....o....",
        "....x....",
        "...xxx...",
    ],
    edges: true,
};

const WAYS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

pub fn perft(game: &Game, depth: u32) -> u64 {
    let board: Board = game.start.iter().map(|row| row.as_bytes().to_vec()).collect();
    leaves(game, &board, b'x', depth)
}

fn leaves(game: &Game, board: &Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if over(game, board) {
        return 0;
    }
    let other = if side == b'x' { b'o' } else { b'x' };
    moves(game, board, side).iter().map(|after| leaves(game, after, other, depth - 1)).sum()
}

fn side_of(piece: u8) -> u8 {
    if piece == b'K' { b'o' } else { piece }
}

fn over(game: &Game, board: &Board) -> bool {
    let n = board.len();
    let king = (0..n * n).find(|at| board[at / n][at % n] == b'K');
    king.is_none_or(|at| exits(game, n, at / n, at % n))
}

fn exits(game: &Game, n: usize, r: usize, c: usize) -> bool {
    let (row, column) = (r == 0 || r == n - 1, c == 0 || c == n - 1);
    if game.edges { row || column } else { row && column }
}

fn moves(game: &Game, board: &Board, side: u8) -> Vec<Board> {
    let n = board.len();
    let middle = (n / 2, n / 2);
    let mut found = Vec::new();
    for (r, c) in (0..n * n).map(|at| (at / n, at % n)) {
        let piece = board[r][c];
        if piece == b'.' || side_of(piece) != side {
            continue;
        }
        for way in WAYS {
            let mut next = step(n, (r, c), way);
            while let Some((r2, c2)) = next {
                if board[r2][c2] != b'.' || game.edges && (r2, c2) == middle {
                    break;
                }
                let to = (r2, c2);
                next = step(n, to, way);
                let corner = !game.edges && exits(game, n, r2, c2);
                if piece != b'K' && (corner || to == middle) {
                    continue;
                }
                let mut after = board.clone();
                after[r2][c2] = piece;
                after[r][c] = b'.';
                capture(game, &mut after, to, side);
                found.push(after);
            }
        }
    }
    found
}

fn step(n: usize, (r, c): (usize, usize), (dr, dc): (isize, isize)) -> Option<(usize, usize)> {
    let (r, c) = (r.checked_add_signed(dr)?, c.checked_add_signed(dc)?);
    (r < n && c < n).then_some((r, c))
}

fn capture(game: &Game, board: &mut Board, at: (usize, usize), side: u8) {
    let n = board.len();
    let middle = (n / 2, n / 2);
    for way in WAYS {
        let Some(victim) = step(n, at, way) else { continue };
        let piece = board[victim.0][victim.1];
        if piece == b'.' || side_of(piece) == side {
            continue;
        }
        let empty_throne =
            |board: &Board, at: (usize, usize)| at == middle && board[at.0][at.1] == b'.';
        let apart = victim.0.abs_diff(middle.0) + victim.1.abs_diff(middle.1);
        let taken = if piece == b'K' && apart <= 1 {
            // On his throne and beside it everything around him must be against him.
            WAYS.iter().filter_map(|way| step(n, victim, *way)).all(|around| {
                board[around.0][around.1] == b'x' || apart == 1 && empty_throne(board, around)
            })
        } else {
            step(n, victim, way).is_some_and(|behind| {
                let found = board[behind.0][behind.1];
                let corner = !game.edges && exits(game, n, behind.0, behind.1);
                corner && found == b'.'
                    || found != b'.' && side_of(found) == side
                    || empty_throne(board, behind)
            })
        };
        if taken {
            board[victim.0][victim.1] = b'.';
        }
    }
}
