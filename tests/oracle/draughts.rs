//! The checkers contest: every legal move of a board.

use crate::tool::Chance;

/// Rows of `b`, `w` (men), `B`, `W` (kings) and `_`; black starts at the top.
pub type Board = Vec<Vec<u8>>;

/// The cells of a move: where the disc stood and each cell that it hopped to.
pub type Route = Vec<(usize, usize)>;

/// The usual start on eight by eight.
pub fn start() -> Board {
    let row = |text: &str| text.as_bytes().to_vec();
    ["_b_b_b_b", "b_b_b_b_", "_b_b_b_b", "________", "________", "w_w_w_w_", "_w_w_w_w", "w_w_w_w_"]
        .map(row)
        .to_vec()
}

/// Every legal move with the board after it: all the captures, gone on to their ends, or where
/// there is none all the plain moves.
pub fn moves(board: &Board, side: u8) -> Vec<(Route, Board)> {
    let n = board.len();
    let own: Vec<(usize, usize)> = (0..n * n)
        .map(|at| (at / n, at % n))
        .filter(|&(r, c)| board[r][c].to_ascii_lowercase() == side)
        .collect();
    let mut found = Vec::new();
    for &at in &own {
        hop(board, vec![at], &mut found);
    }
    if !found.is_empty() {
        return found;
    }
    for &(r, c) in &own {
        for (dr, dc) in ways(board[r][c]) {
            if let Some((to_r, to_c)) = shift(n, (r, c), dr, dc)
                && board[to_r][to_c] == b'_'
            {
                let mut after = board.clone();
                after[to_r][to_c] = crowned(board[r][c], to_r, n);
                after[r][c] = b'_';
                found.push((vec![(r, c), (to_r, to_c)], after));
            }
        }
    }
    found
}

/// Goes on with a chain; one that cannot go on is a move.
fn hop(board: &Board, route: Route, found: &mut Vec<(Route, Board)>) {
    let n = board.len();
    let (r, c) = route[route.len() - 1];
    let disc = board[r][c];
    let mut ended = true;
    for (dr, dc) in ways(disc) {
        let (Some((mid_r, mid_c)), Some((to_r, to_c))) =
            (shift(n, (r, c), dr, dc), shift(n, (r, c), 2 * dr, 2 * dc))
        else {
            continue;
        };
        let jumped = board[mid_r][mid_c];
        if jumped == b'_' || jumped.eq_ignore_ascii_case(&disc) || board[to_r][to_c] != b'_' {
            continue;
        }
        ended = false;
        let mut after = board.clone();
        after[r][c] = b'_';
        after[mid_r][mid_c] = b'_';
        after[to_r][to_c] = crowned(disc, to_r, n);
        let mut longer = route.clone();
        longer.push((to_r, to_c));
        hop(&after, longer, found);
    }
    if ended && route.len() > 1 {
        found.push((route, board.clone()));
    }
}

fn ways(disc: u8) -> Vec<(i32, i32)> {
    match disc {
        b'b' => vec![(1, -1), (1, 1)],
        b'w' => vec![(-1, -1), (-1, 1)],
        _ => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
    }
}

fn shift(n: usize, (r, c): (usize, usize), dr: i32, dc: i32) -> Option<(usize, usize)> {
    let (r, c) = (r as i32 + dr, c as i32 + dc);
    let size = 0..n as i32;
    (size.contains(&r) && size.contains(&c)).then_some((r as usize, c as usize))
}

fn crowned(disc: u8, row: usize, n: usize) -> u8 {
    match disc {
        b'b' if row == n - 1 => b'B',
        b'w' if row == 0 => b'W',
        _ => disc,
    }
}

/// The other side.
pub fn other(side: u8) -> u8 {
    if side == b'b' { b'w' } else { b'b' }
}

/// How many games of that many moves there are.
pub fn perft(board: &Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    moves(board, side).iter().map(|(_, after)| perft(after, other(side), depth - 1)).sum()
}

/// A move as it is to be printed.
pub fn write_route(route: &Route) -> String {
    let cells: String = route.iter().map(|(r, c)| format!("{r} {c}\n")).collect();
    format!("{}\n{cells}", route.len() - 1)
}

/// A case as it is written down.
pub fn write(board: &Board, side: u8) -> String {
    let mut text = format!("{}\n{}\n", char::from(side), board.len());
    for row in board {
        text.push_str(&String::from_utf8_lossy(row));
        text.push('\n');
    }
    text
}

/// A board of that size, with discs on the cells of one colour and no man on his last row.
pub fn random(n: usize, chance: &mut Chance) -> (Board, u8) {
    let filled = *chance.of(&[8, 20, 40, 60, 85]);
    let kings = *chance.of(&[0, 15, 60]);
    let blacks = *chance.of(&[50, 50, 25, 75, 4, 96]);
    let mut board = vec![vec![b'_'; n]; n];
    for (r, row) in board.iter_mut().enumerate() {
        for c in (0..n).filter(|c| (r + c) % 2 == 1) {
            if chance.percent(filled) {
                let man = if chance.percent(blacks) { b'b' } else { b'w' };
                let crowned = crowned(man, r, n);
                row[c] = if chance.percent(kings) { man.to_ascii_uppercase() } else { crowned };
            }
        }
    }
    (board, *chance.of(b"bw"))
}
