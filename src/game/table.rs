//! What a play and the lists of its moves share: where the line of its moves begins, and the memory in which it is played.

use std::ops::DerefMut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Board, Game};
use crate::eval::{Evaluator, Filled, Seat, Step};
use crate::index::Player;
use crate::position::{self, Position, State, TooWide};

/// What the lists of a play's moves hold on to.
pub(super) struct Table {
    pub game: Game,
    pub board: Arc<Board>,
    /// Where the line of moves begins.
    pub start: Position,
    seat: Mutex<Seat>,
}

impl Table {
    pub fn new(game: Game, board: Arc<Board>, start: Position) -> Arc<Self> {
        let seat = Mutex::new(board.seat());
        Arc::new(Self { game, board, start, seat })
    }

    /// The memory in which the line is played.
    pub fn seat(&self) -> impl DerefMut<Target = Seat> + '_ {
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let seat = self.seat.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.board.leave(std::mem::take(seat));
    }
}

/// Stands for a number of moves that is not known yet.
const UNKNOWN: usize = usize::MAX;

/// The legal moves of a position: how many there are is known before they are listed.
///
/// Whoever but its play holds a list may ask for its moves at any time, so a play lists them before it goes elsewhere.
pub(super) struct List {
    pub table: Arc<Table>,
    /// Whose turn it is.
    pub turn: Player,
    ply: u32,
    /// How many moves there are; [`UNKNOWN`] before that is asked for.
    count: AtomicUsize,
    /// How the game stands, if it is over.
    over: OnceLock<State>,
    filled: OnceLock<Box<Filled>>,
    told: OnceLock<Box<Told>>,
}

/// A list as it is told.
pub(super) struct Told {
    /// The position, without its history.
    pub position: Position,
    pub moves: Vec<position::Move>,
    /// Their texts, found when one is first asked for.
    names: OnceLock<Vec<String>>,
}

impl List {
    pub fn new(table: Arc<Table>, turn: Player, ply: u32) -> Arc<Self> {
        let (over, filled, told) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let count = AtomicUsize::new(UNKNOWN);
        Arc::new(Self { table, turn, ply, count, over, filled, told })
    }

    /// Makes it the list of another position of its play, if that is of the table and nobody else holds it.
    pub fn renew(self: &mut Arc<Self>, table: &Arc<Table>, turn: Player, ply: u32) -> bool {
        let own = Arc::get_mut(self).filter(|list| Arc::ptr_eq(&list.table, table));
        let Some(list) = own else { return false };
        (list.turn, list.ply) = (turn, ply);
        *list.count.get_mut() = UNKNOWN;
        list.over.take();
        list.filled.take();
        list.told.take();
        true
    }

    /// A list of the same position, for another play.
    pub fn again(&self, table: Arc<Table>) -> Arc<Self> {
        Self::new(table, self.turn, self.ply)
    }

    /// Whether the moves are listed.
    pub fn is_filled(&self) -> bool {
        self.filled.get().is_some()
    }

    /// Takes over how the game stands, how many moves there are, and perhaps these.
    pub fn settle(&self, (state, count, filled): (State, usize, Option<Box<Filled>>)) {
        if let Some(filled) = filled {
            self.filled.get_or_init(|| filled);
        }
        if state != State::Ongoing {
            self.over.get_or_init(|| state);
        }
        // What is known besides is seen by whoever sees the number.
        self.count.store(count, Ordering::Release);
    }

    /// How the game stands, and how many moves there are, once that is known.
    pub fn status(&self) -> Option<(State, usize)> {
        let count = self.count.load(Ordering::Acquire);
        let over = || self.over.get().copied().unwrap_or(State::Ongoing);
        (count != UNKNOWN).then(|| (over(), count))
    }

    /// The moves, where the memory stands at their position, or they are listed.
    pub fn filled(&self) -> &Filled {
        if let Some(filled) = self.filled.get() {
            return filled;
        }
        let mut seat = self.table.seat();
        let program = &self.table.board.program;
        self.filled.get_or_init(|| Box::new(seat.fill(program, self.turn).unwrap_or_default()))
    }

    /// The moves as values, with their position.
    pub fn told(&self) -> &Told {
        self.told.get_or_init(|| {
            let filled = self.filled();
            let (size, cells) = (self.table.start.size, filled.cells.to_vec());
            let (turn, ply, history) = (self.turn, self.ply, Vec::new());
            let position = Position { size, cells, turn, ply, history };
            let moves = match filled.told.len() == filled.steps.len() {
                true => filled.told.clone(),
                false => self.tell(&position, filled),
            };
            Box::new(Told { position, moves, names: OnceLock::new() })
        })
    }

    fn tell(&self, position: &Position, filled: &Filled) -> Vec<position::Move> {
        let board = &self.table.board;
        let mut seat = board.seat();
        let moves = seat.tell(&board.program, position, filled);
        board.leave(seat);
        moves.unwrap_or_default()
    }

    /// The text of each move, different from that of every other.
    pub fn names(&self) -> &[String] {
        let Told { position, moves, names } = self.told();
        names.get_or_init(|| self.table.game.notation().move_names(moves, position))
    }
}

/// How the game stands and the moves, where sets do not tell them.
pub(super) fn walked(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
) -> Result<(State, usize, Option<Box<Filled>>), TooWide> {
    let (state, mut told) = (evaluator.state(position)?, Vec::new());
    evaluator.moves(position, &mut told)?;
    let steps = (0..told.len() as u32).map(Step::Told).collect::<Vec<_>>();
    let filled = Filled { cells: position.cells.as_slice().into(), steps, told };
    Ok((state, filled.steps.len(), Some(Box::new(filled))))
}
