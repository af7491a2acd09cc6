//! Positions, moves and states: plain values that both evaluators share.

use crate::index::{Cell, Kind, MoveName, Piece, Player};

/// Width (files) and height (ranks) in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Files.
    pub width: u16,
    /// Ranks.
    pub height: u16,
}

/// What stands where, whose turn it is, and what else the rules remember.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board's size.
    pub size: Size,
    /// What stands on each [`Cell`], `size.width * size.height` of them, and then the *slots*: hands,
    /// marks and counters, a byte each, where [`Layout`](crate::rules::Layout) says. Missing slots
    /// are zero.
    pub cells: Vec<Piece>,
    /// The player to move.
    pub turn: Player,
    /// Moves made since the start of the game.
    pub ply: u32,
    /// The earlier positions of the game, oldest first.
    pub history: Vec<Past>,
}

/// What is remembered of an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Past {
    /// Its key; see [`Reference::key`](crate::trace::Reference::key).
    pub key: u64,
    /// The key of its board alone; see [`Layout::board_key`](crate::rules::Layout::board_key).
    pub board: u64,
}

/// One cell changed, or one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit {
    /// The cell.
    pub cell: Cell,
    /// What stood there before the move.
    pub before: Piece,
    /// What stands there after it.
    pub after: Piece,
}

/// What a player does in a turn.
///
/// `edits` are net (one a cell, `before != after`) and sorted by cell. Moves order by `path`, then `edits`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cells that tell the move: where the piece stood and each cell where it landed; of a
    /// placement, the picked cells.
    pub path: Vec<Cell>,
    /// What changes on the board.
    pub edits: Vec<Edit>,
    /// The cells where something was captured, sorted.
    pub captures: Vec<Cell>,
    /// The name of the move in the rules.
    pub name: MoveName,
    /// What the walking piece became before it left the board by the same move; only where routes differ, as the board
    /// does not tell it.
    pub became: Option<Kind>,
}

impl Move {
    /// Whether its path begins and ends as these cells do and goes by all of them in their order: `a1 c3` of `a1 b5 c3`.
    pub fn goes_by(&self, cells: &[Cell]) -> bool {
        let mut path = self.path.iter();
        cells.first() == self.path.first()
            && cells.last() == self.path.last()
            && cells.iter().all(|cell| path.any(|other| other == cell))
    }

    /// Whether its path has these cells in another order, and the same becomes of each, so that their order says nothing: `a1 c3` of
    /// a move that puts like pieces on c3 and a1.
    pub fn takes_in_any_order(&self, cells: &[Cell]) -> bool {
        let edit = |cell: &Cell| self.edits.iter().find(|edit| edit.cell == *cell);
        let change = |cell: &Cell| edit(cell).map(|edit| (edit.before, edit.after));
        let sorted = |cells: &[Cell]| {
            let mut cells = cells.to_vec();
            cells.sort();
            cells
        };
        let first = self.path.first().and_then(change);
        self.path.len() > 1
            && self.path.len() == cells.len()
            && first.is_some()
            && self.path.iter().all(|cell| change(cell) == first)
            && sorted(&self.path) == sorted(cells)
    }
}

/// What a move is said to put on its last cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// A piece of that kind, out of a hand: `P@e4`.
    Dropped(Kind),
    /// A piece that is of that kind then: `e7e8=Q`.
    As(Kind),
}

impl Put {
    /// The kind of the piece.
    pub fn kind(self) -> Kind {
        match self {
            Put::Dropped(kind) | Put::As(kind) => kind,
        }
    }
}

/// What a player sees of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// All that is there.
    Whole,
    /// All but of which kind the piece is.
    Piece,
    /// Nothing.
    Hidden,
}

/// How the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody has won yet.
    Ongoing,
    /// A player has won, by the ending of that index.
    Won(Player, usize),
    /// Nobody wins, by the ending of that index.
    Drawn(usize),
}

/// A question about a position asks for more than [`limits`](crate::rules::limits) allow; which of them is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooWide {
    /// More steps of walks than [`STEPS`](crate::rules::limits::STEPS).
    Steps,
    /// More legal moves than [`MOVES`](crate::rules::limits::MOVES).
    Moves,
    /// A walk can go on in more ways than [`WAYS`](crate::rules::limits::WAYS).
    Ways,
    /// Questions within questions, deeper than [`DEPTH`](crate::rules::limits::DEPTH).
    Depth,
}

impl Position {
    /// A board without a past: of the rules' slots all are zero, no move has been made.
    pub fn new(size: Size, cells: Vec<Piece>, turn: Player) -> Self {
        Self { size, cells, turn, ply: 0, history: Vec::new() }
    }

    /// What stands on a cell.
    pub fn at(&self, cell: Cell) -> Piece {
        self.cells[cell.index()]
    }

    /// Whether an edit is of a cell, not of a slot.
    pub fn is_cell(&self, edit: &Edit) -> bool {
        edit.cell.index() < usize::from(self.size.width) * usize::from(self.size.height)
    }
}
