//! Moves as small values: a handle on the list of a position's legal moves, and a place in it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::Game;
use crate::index::Cell;
use crate::position::{self, Position};
use crate::report::MoveRecord;

/// The legal moves of a position.
pub(super) struct List {
    pub game: Game,
    /// The position, without its history.
    pub position: Position,
    pub moves: Vec<position::Move>,
    /// Their texts, found when one is first asked for.
    names: OnceLock<Vec<String>>,
}

impl List {
    pub fn new(game: Game, position: &Position, moves: Vec<position::Move>) -> Self {
        let position = Position { history: Vec::new(), cells: position.cells.clone(), ..*position };
        Self { game, position, moves, names: OnceLock::new() }
    }

    /// The text of each move, different from that of every other.
    pub fn names(&self) -> &[String] {
        self.names.get_or_init(|| self.game.notation().move_names(&self.moves, &self.position))
    }
}

/// A legal move of a position.
///
/// Moves are equal that do the same in the same way: where a piece goes or is put, what is captured, what changes.
#[derive(Clone)]
pub struct Move {
    list: Arc<List>,
    at: usize,
}

impl Move {
    pub(super) fn new(list: Arc<List>, at: usize) -> Self {
        Self { list, at }
    }

    /// The move as the engine has it.
    #[expect(
        clippy::indexing_slicing,
        reason = "a move is made with a place in its own list alone"
    )]
    pub(super) fn inner(&self) -> &position::Move {
        &self.list.moves[self.at]
    }

    /// Its text, as the game's notation writes it and [`Play::make`](super::Play::make) reads it; different from that of every other
    /// legal move of the position.
    pub fn text(&self) -> &str {
        self.list.names().get(self.at).map_or("", String::as_str)
    }

    /// Its name in the rule file: `capture`, `castle`, `move` where the rules give it none.
    pub fn name(&self) -> &str {
        let names = &self.list.game.rules().move_names;
        names.get(self.inner().name.index()).map_or("", String::as_str)
    }

    /// The cells that tell the move: where the piece stood and each cell where it landed; of a placement, the cells that were picked.
    pub fn cells(&self) -> impl Iterator<Item = String> {
        self.inner().path.iter().map(|cell| self.cell(*cell))
    }

    /// The cells where something is captured.
    pub fn captures(&self) -> impl Iterator<Item = String> {
        self.inner().captures.iter().map(|cell| self.cell(*cell))
    }

    /// What moves: `first warden`; none where a piece is put or nothing moves.
    pub fn piece(&self) -> Option<String> {
        let from = self.inner().path.first()?;
        let piece = self.list.position.at(*from);
        (piece.owner() == Some(self.list.position.turn))
            .then(|| self.list.game.rules().piece_name(piece))
    }

    /// Everything that the move changes, and its text, cells and captures: what `interp moves --format json` tells.
    pub fn record(&self) -> MoveRecord {
        let (notation, text) = (self.list.game.notation(), self.text().to_owned());
        MoveRecord::new(notation, self.inner(), text, &self.list.position)
    }

    fn cell(&self, cell: Cell) -> String {
        self.list.game.notation().cell_name(cell, self.list.position.size)
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.inner() == other.inner()
    }
}

impl Eq for Move {}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Move").field(&self.text()).finish()
    }
}

/// What [`Play::make`](super::Play::make) takes: the text of a move, as a person writes it, or a [`Move`].
#[derive(Clone, Copy, Debug)]
pub enum Chosen<'m> {
    /// A text.
    Text(&'m str),
    /// A move of a list.
    Move(&'m Move),
}

impl<'m> From<&'m str> for Chosen<'m> {
    fn from(text: &'m str) -> Self {
        Chosen::Text(text)
    }
}

impl<'m> From<&'m String> for Chosen<'m> {
    fn from(text: &'m String) -> Self {
        Chosen::Text(text)
    }
}

impl<'m> From<&'m Move> for Chosen<'m> {
    fn from(chosen: &'m Move) -> Self {
        Chosen::Move(chosen)
    }
}
