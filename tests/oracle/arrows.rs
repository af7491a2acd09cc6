//! A queen's move and an arrow, told from the rules: rows of `W`, `B`, `#` and `.`.

type Board = Vec<Vec<u8>>;

fn lines(board: &Board, r: usize, c: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (dr, dc) in (-1..=1).flat_map(|dr| (-1..=1).map(move |dc| (dr, dc))) {
        let (mut r, mut c) = (r as i32 + dr, c as i32 + dc);
        let free = |r: i32, c: i32| {
            let row = usize::try_from(r).ok().and_then(|r| board.get(r));
            row.and_then(|row| row.get(usize::try_from(c).ok()?)) == Some(&b'.')
        };
        while (dr, dc) != (0, 0) && free(r, c) {
            found.push((r as usize, c as usize));
            (r, c) = (r + dr, c + dc);
        }
    }
    found
}

/// How many lines of play of that length there are.
pub fn perft(rows: &[&str], side: u8, depth: u32) -> u64 {
    let board: Board = rows.iter().map(|row| row.as_bytes().to_vec()).collect();
    leaves(&board, side, depth)
}

fn leaves(board: &Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let other = if side == b'W' { b'B' } else { b'W' };
    let mut count = 0;
    for (r, c) in (0..board.len()).flat_map(|r| (0..board[r].len()).map(move |c| (r, c))) {
        if board[r][c] != side {
            continue;
        }
        for (r2, c2) in lines(board, r, c) {
            let mut moved = board.clone();
            moved[r][c] = b'.';
            moved[r2][c2] = side;
            for (r3, c3) in lines(&moved, r2, c2) {
                let mut barred = moved.clone();
                barred[r3][c3] = b'#';
                count += leaves(&barred, other, depth - 1);
            }
        }
    }
    count
}
