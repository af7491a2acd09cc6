//! The PATH: has a side a path from edge to edge, or one with a piece more?

use crate::tool::Chance;

/// Rows of `W`, `B` and `U`, from the top.
pub type Board = Vec<Vec<u8>>;

/// The cells of `side` that are joined to its home edge (`far`: to its target edge).
///
/// White's home is the first column, black's the first row.
fn joined(board: &Board, side: u8, far: bool) -> Vec<Vec<bool>> {
    let n = board.len();
    let mut seen = vec![vec![false; n]; n];
    let edge = if far { n - 1 } else { 0 };
    let mut open: Vec<(usize, usize)> =
        (0..n).map(|at| if side == b'W' { (at, edge) } else { (edge, at) }).collect();
    while let Some((r, c)) = open.pop() {
        if board[r][c] != side || seen[r][c] {
            continue;
        }
        seen[r][c] = true;
        open.extend(around(n, r, c));
    }
    seen
}

fn around(n: usize, r: usize, c: usize) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    if r > 0 {
        cells.push((r - 1, c));
    }
    if r + 1 < n {
        cells.push((r + 1, c));
    }
    if c > 0 {
        cells.push((r, c - 1));
    }
    if c + 1 < n {
        cells.push((r, c + 1));
    }
    cells
}

fn has_path(board: &Board, side: u8) -> bool {
    let last = board.len() - 1;
    let seen = joined(board, side, false);
    (0..=last).any(|at| if side == b'W' { seen[at][last] } else { seen[last][at] })
}

/// Whether one piece more makes a path, by trying every empty cell.
fn can_by_trying(board: &Board, side: u8) -> bool {
    let n = board.len();
    (0..n * n).map(|at| (at / n, at % n)).filter(|&(r, c)| board[r][c] == b'U').any(|(r, c)| {
        let mut after = board.clone();
        after[r][c] = side;
        has_path(&after, side)
    })
}

/// Whether one piece more makes a path: the cell must touch what is joined to both edges.
fn can_by_joining(board: &Board, side: u8) -> bool {
    let n = board.len();
    let near = joined(board, side, false);
    let far = joined(board, side, true);
    (0..n * n).map(|at| (at / n, at % n)).filter(|&(r, c)| board[r][c] == b'U').any(|(r, c)| {
        let along = if side == b'W' { c } else { r };
        let touches = |seen: &Vec<Vec<bool>>| around(n, r, c).into_iter().any(|(r, c)| seen[r][c]);
        (along == 0 || touches(&near)) && (along == n - 1 || touches(&far))
    })
}

fn say(board: &Board, can: impl Fn(&Board, u8) -> bool) -> &'static str {
    if has_path(board, b'W') {
        "White has a winning path."
    } else if has_path(board, b'B') {
        "Black has a winning path."
    } else if can(board, b'W') {
        "White can win in one move."
    } else if can(board, b'B') {
        "Black can win in one move."
    } else {
        "There is no winning path."
    }
}

/// The line to be printed; slow.
pub fn answer_by_trying(board: &Board) -> &'static str {
    say(board, can_by_trying)
}

/// The line to be printed, in time linear in the cells.
pub fn answer(board: &Board) -> &'static str {
    say(board, can_by_joining)
}

/// A board as it is written down, its size first.
pub fn write(board: &Board) -> String {
    let mut text = format!("{}\n\n", board.len());
    for row in board {
        text.push_str(&String::from_utf8_lossy(row));
        text.push('\n');
    }
    text
}

/// Boards as an input has them: parted by blank lines and ended by a size of 0.
pub fn write_all(boards: &[Board]) -> String {
    boards.iter().map(|board| write(board) + "\n").collect::<String>() + "0\n"
}

/// A board of that size. Its mix of pieces is chosen anew each time, and often a wandering road of
/// one side's is laid across, perhaps with a gap or two.
pub fn random(n: usize, chance: &mut Chance) -> Board {
    let whites = 20 + chance.below(60);
    let empties = *chance.of(&[0, 2, 10, 30]);
    let mut board: Board = (0..n)
        .map(|_| {
            (0..n)
                .map(|_| match (chance.percent(empties), chance.percent(whites)) {
                    (true, _) => b'U',
                    (_, true) => b'W',
                    _ => b'B',
                })
                .collect()
        })
        .collect();
    if chance.percent(70) {
        let side = *chance.of(b"WB");
        let mut across = chance.below(n);
        for along in 0..n {
            let turn = if chance.percent(40) { chance.below(n) } else { across };
            for at in across.min(turn)..=across.max(turn) {
                let (r, c) = if side == b'W' { (at, along) } else { (along, at) };
                board[r][c] = side;
            }
            across = turn;
        }
        for _ in 0..chance.below(4) {
            let (r, c) = (chance.below(n), chance.below(n));
            board[r][c] = *chance.of(b"UUWB");
        }
        if chance.percent(60) {
            let along = chance.below(n);
            for at in 0..n {
                let (r, c) = if side == b'W' { (at, along) } else { (along, at) };
                if board[r][c] == side {
                    board[r][c] = *chance.of(b"UUWB");
                }
            }
        }
    }
    board
}
