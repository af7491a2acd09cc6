//! Captures by way of loops round the corners: two closed tracks, gone along cell by cell. From the rules alone.

/// Who stands where, rank by rank from the south: 0 nobody, 1 the side in the south, 2 the other.
pub type Board = [u8; 36];

/// A closed track: its 24 cells in order, a loop before each sixth.
type Track = [usize; 24];

fn cell(file: usize, rank: usize) -> usize {
    rank * 6 + file
}

/// The track of the lines that lie so many cells from the edges: up on the west, along the north from the west, down on the
/// east, along the south from the east.
fn track(inset: usize) -> Track {
    let far = 5 - inset;
    let mut cells = [0; 24];
    for step in 0..6 {
        cells[step] = cell(inset, step);
        cells[6 + step] = cell(step, far);
        cells[12 + step] = cell(far, 5 - step);
        cells[18 + step] = cell(5 - step, inset);
    }
    cells
}

pub fn start() -> Board {
    let mut board = [0; 36];
    board[..12].fill(1);
    board[24..].fill(2);
    board
}

/// The cells that a man captures from a cell.
fn captured(board: &Board, from: usize, side: u8) -> Vec<usize> {
    let mut found = Vec::new();
    for track in [track(1), track(2)] {
        for at in (0..24).filter(|at| track[*at] == from) {
            for back in [false, true] {
                let (mut at, mut loops) = (at, 0);
                for _ in 0..24 {
                    let next = if back { (at + 23) % 24 } else { (at + 1) % 24 };
                    // From the last cell of a line to the first of the next goes a loop.
                    loops += u32::from(at / 6 != next / 6);
                    at = next;
                    let there = track[at];
                    if board[there] == 0 || there == from {
                        continue;
                    }
                    if board[there] != side && loops > 0 {
                        found.push(there);
                    }
                    break;
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The boards after each move.
pub fn moves(board: &Board, side: u8) -> Vec<Board> {
    let mut found = Vec::new();
    for from in (0..36).filter(|from| board[*from] == side) {
        let (file, rank) = (from as i32 % 6, from as i32 / 6);
        let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (file + dx, rank + dy)));
        let near = near.filter(|(x, y)| (0..6).contains(x) && (0..6).contains(y));
        let steps = near.map(|(x, y)| cell(x as usize, y as usize)).filter(|to| board[*to] == 0);
        for to in steps.chain(captured(board, from, side)) {
            let mut next = *board;
            next[from] = 0;
            next[to] = side;
            found.push(next);
        }
    }
    found
}

/// How many lines of so many moves there are; who has lost all men ends the game.
pub fn perft(board: &Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if !board.contains(&side) {
        return 0;
    }
    moves(board, side).iter().map(|next| perft(next, 3 - side, depth - 1)).sum()
}

/// The board as the rule file writes it.
pub fn text(board: &Board, side: u8) -> String {
    let letter = |cell: &u8| char::from(b".wb"[usize::from(*cell)]);
    let rows: Vec<String> =
        board.chunks(6).rev().map(|row| row.iter().map(letter).collect()).collect();
    format!("{}\n{}", ["white", "black"][usize::from(side) - 1], rows.join("\n"))
}
