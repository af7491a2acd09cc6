//! Breakthrough and knightthrough by hand: two rows of men a side, and the first to come home wins.

/// Whether men step (and capture only aslant) or leap like knights.
#[derive(Clone, Copy, PartialEq)]
pub enum Gait {
    Step,
    Leap,
}

pub fn perft(side: usize, gait: Gait, depth: u32) -> u64 {
    let mut board = vec![vec![b'.'; side]; side];
    board[..2].fill(vec![b'w'; side]);
    board[side - 2..].fill(vec![b'b'; side]);
    leaves(&mut board, gait, true, depth)
}

fn leaves(board: &mut Vec<Vec<u8>>, gait: Gait, white: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let n = board.len();
    let gone = |man: u8| !board.iter().flatten().any(|found| *found == man);
    if board[n - 1].contains(&b'w') || board[0].contains(&b'b') || gone(b'w') || gone(b'b') {
        return 0;
    }
    let (own, enemy) = if white { (b'w', b'b') } else { (b'b', b'w') };
    let ways: &[(isize, isize)] = match gait {
        Gait::Step => &[(1, -1), (1, 0), (1, 1)],
        Gait::Leap => &[(2, -1), (2, 1), (1, -2), (1, 2)],
    };
    let mut sum = 0;
    for (rank, file) in (0..n * n).map(|at| (at / n, at % n)) {
        if board[rank][file] != own {
            continue;
        }
        for (up, right) in ways {
            let up = if white { *up } else { -up };
            let to = rank.checked_add_signed(up).zip(file.checked_add_signed(*right));
            let Some((r, f)) = to.filter(|(r, f)| *r < n && *f < n) else { continue };
            let found = board[r][f];
            let straight = gait == Gait::Step && *right == 0;
            if found == own || straight && found == enemy {
                continue;
            }
            (board[rank][file], board[r][f]) = (b'.', own);
            sum += leaves(board, gait, !white, depth - 1);
            (board[rank][file], board[r][f]) = (own, found);
        }
    }
    sum
}
