//! Games of stones that are only put down: three in a row with symbols for both, five in a row with
//! captured pairs, six in a row with two stones a turn, and territory with captured groups.
//!
//! Plain boards, every move tried, nothing kept from one position to the next.

/// The cells of a square board, row by row: 0 is empty.
pub type Board = Vec<u8>;

/// One step in each direction.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The cell so many steps on.
fn along(size: usize, at: usize, step: (i32, i32), steps: i32) -> Option<usize> {
    let (x, y) = ((at % size) as i32 + step.0 * steps, (at / size) as i32 + step.1 * steps);
    let fits = |v: i32| (0..size as i32).contains(&v);
    (fits(x) && fits(y)).then(|| y as usize * size + x as usize)
}

/// Whether so many stones of that sort stand in a row.
pub fn row(board: &Board, size: usize, stone: u8, length: i32) -> bool {
    (0..board.len()).any(|at| {
        STEPS.iter().take(4).any(|step| {
            let cell = |n| along(size, at, *step, n).map(|at| board[at]);
            (0..length).all(|n| cell(n) == Some(stone))
        })
    })
}

fn empty(board: &Board) -> Vec<usize> {
    (0..board.len()).filter(|at| board[*at] == 0).collect()
}

/// Three in a row of any of so many symbols, each of which both players put; a row ends the game.
pub fn shared(board: &mut Board, symbols: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if (1..=symbols).any(|symbol| row(board, 3, symbol, 3)) {
        return 0;
    }
    let mut games = 0;
    for at in empty(board) {
        for symbol in 1..=symbols {
            board[at] = symbol;
            games += shared(board, symbols, depth - 1);
            board[at] = 0;
        }
    }
    games
}

/// Five in a row, or ten stones captured in pairs.
#[derive(Clone)]
pub struct Pairs {
    /// The board.
    pub board: Board,
    /// Its side.
    pub size: usize,
    /// Who moves: 1 or 2.
    pub turn: u8,
    /// Stones that each has captured.
    pub taken: [u32; 2],
}

impl Pairs {
    /// An empty board.
    pub fn new(size: usize) -> Self {
        Self { board: vec![0; size * size], size, turn: 1, taken: [0, 0] }
    }

    /// Whether the one who has just moved has won, or the board is full.
    pub fn over(&self) -> bool {
        let last = 3 - self.turn;
        row(&self.board, self.size, last, 5)
            || self.taken[usize::from(last) - 1] >= 10
            || empty(&self.board).is_empty()
    }

    /// The position after a stone.
    pub fn after(&self, at: usize) -> Self {
        let mut next = self.clone();
        next.board[at] = self.turn;
        for step in STEPS {
            let cells: Vec<usize> = (1..=3).filter_map(|n| along(self.size, at, step, n)).collect();
            let [a, b, c] = cells[..] else { continue };
            if self.board[a] == 3 - self.turn
                && self.board[b] == 3 - self.turn
                && self.board[c] == self.turn
            {
                next.board[a] = 0;
                next.board[b] = 0;
                next.taken[usize::from(self.turn) - 1] += 2;
            }
        }
        next.turn = 3 - self.turn;
        next
    }

    /// The cells where a stone may be put; none when the game is over.
    pub fn moves(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { empty(&self.board) }
    }
}

/// Six in a row: one stone first, then two a turn, in any order.
pub fn twos(board: &mut Board, size: usize, turn: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let free = empty(board);
    if row(board, size, 3 - turn, 6) || free.len() < 2 {
        return 0;
    }
    let mut games = 0;
    for (nth, a) in free.iter().enumerate() {
        board[*a] = turn;
        if free.len() == board.len() {
            games += twos(board, size, 3 - turn, depth - 1);
        } else {
            for b in &free[nth + 1..] {
                board[*b] = turn;
                games += twos(board, size, 3 - turn, depth - 1);
                board[*b] = 0;
            }
        }
        board[*a] = 0;
    }
    games
}

/// How a board may come back.
#[derive(Clone, Copy, PartialEq)]
pub enum Ko {
    /// Not at once.
    Simple,
    /// Not at all.
    Positional,
}

/// Stones that are captured in groups; two passes end the game.
#[derive(Clone)]
pub struct Groups {
    /// The boards so far, the present one last.
    pub boards: Vec<Board>,
    /// The side of the board.
    pub size: usize,
    /// Who moves: 1 or 2.
    pub turn: u8,
    /// Passes in a row.
    pub passes: u32,
    /// How boards may come back.
    pub ko: Ko,
    /// Whether the first capture ends the game, and nobody passes.
    pub first_capture: bool,
}

impl Groups {
    /// An empty board.
    pub fn new(size: usize, ko: Ko, first_capture: bool) -> Self {
        let boards = vec![vec![0; size * size]];
        Self { boards, size, turn: 1, passes: 0, ko, first_capture }
    }

    /// The present board.
    pub fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// The group of a stone, if it has no empty neighbour.
    fn dead(&self, board: &Board, at: usize) -> Option<Vec<usize>> {
        let mut group = vec![at];
        let mut seen = 0;
        while seen < group.len() {
            for step in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let Some(next) = along(self.size, group[seen], step, 1) else { continue };
                if board[next] == 0 {
                    return None;
                }
                if board[next] == board[at] && !group.contains(&next) {
                    group.push(next);
                }
            }
            seen += 1;
        }
        Some(group)
    }

    /// The board after a stone, and whether it captured; none if it would have no liberty.
    fn put(&self, at: usize) -> Option<(Board, bool)> {
        let mut board = self.board().clone();
        board[at] = self.turn;
        let mut captured = false;
        let dead: Vec<usize> = (0..board.len())
            .filter(|cell| board[*cell] == 3 - self.turn && self.dead(&board, *cell).is_some())
            .collect();
        for cell in dead {
            board[cell] = 0;
            captured = true;
        }
        self.dead(&board, at).is_none().then_some((board, captured))
    }

    /// The positions that the moves lead to, each with where the stone is put (nowhere: a pass).
    pub fn moves(&self) -> Vec<(Option<usize>, Self)> {
        let mut moves = Vec::new();
        if self.passes >= 2 {
            return moves;
        }
        for at in empty(self.board()) {
            let Some((board, captured)) = self.put(at) else { continue };
            let barred = match self.ko {
                Ko::Simple => self.boards.len() > 1 && board == self.boards[self.boards.len() - 2],
                Ko::Positional => self.boards.contains(&board),
            };
            if barred {
                continue;
            }
            let mut next = self.clone();
            next.boards.push(board);
            next.turn = 3 - self.turn;
            next.passes = if captured && self.first_capture { 2 } else { 0 };
            moves.push((Some(at), next));
        }
        if !self.first_capture {
            let mut next = self.clone();
            next.boards.push(self.board().clone());
            next.turn = 3 - self.turn;
            next.passes += 1;
            moves.push((None, next));
        }
        moves
    }

    /// How many lines of so many moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }

    /// What a player has: his stones, and the empty cells from which one comes to his alone.
    pub fn area(&self, player: u8) -> usize {
        let board = self.board();
        let mut area = board.iter().filter(|stone| **stone == player).count();
        for at in empty(board) {
            let (mut region, mut seen, mut meets) = (vec![at], 0, [false; 3]);
            while seen < region.len() {
                for step in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let Some(next) = along(self.size, region[seen], step, 1) else { continue };
                    meets[usize::from(board[next])] = true;
                    if board[next] == 0 && !region.contains(&next) {
                        region.push(next);
                    }
                }
                seen += 1;
            }
            area += usize::from(meets[usize::from(player)] && !meets[usize::from(3 - player)]);
        }
        area
    }
}

/// Nine boards of three in a row, 9 cells each: the place of a move is the board of the next one, unless
/// that is won or full. Ends where a player has three boards in a row.
pub fn nine(
    boards: &mut [[u8; 9]; 9],
    won: &mut [u8; 9],
    sent: Option<usize>,
    turn: u8,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let line = |cells: &[u8; 9], stone: u8| row(&cells.to_vec(), 3, stone, 3);
    if line(won, 3 - turn) {
        return 0;
    }
    let open =
        |boards: &[[u8; 9]; 9], won: &[u8; 9], at: usize| won[at] == 0 && boards[at].contains(&0);
    let only = sent.filter(|at| open(boards, won, *at));
    let mut games = 0;
    for board in (0..9).filter(|at| only.is_none_or(|only| only == *at)) {
        if !open(boards, won, board) {
            continue;
        }
        for cell in 0..9 {
            if boards[board][cell] != 0 {
                continue;
            }
            boards[board][cell] = turn;
            let before = won[board];
            if line(&boards[board], turn) {
                won[board] = turn;
            }
            games += nine(boards, won, Some(cell), 3 - turn, depth - 1);
            won[board] = before;
            boards[board][cell] = 0;
        }
    }
    games
}
