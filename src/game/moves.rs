//! Moves as small values: a handle on the list of a position's legal moves, and a place in it.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::table::List;
use crate::index::Cell;
use crate::position;
use crate::report::MoveRecord;

/// The legal moves of a position, in a fixed order.
///
/// It is a slice of moves, and how many they are is known before any is listed: a loop that only counts them does no more.
#[derive(Clone)]
pub struct Moves {
    list: Arc<List>,
    count: usize,
    all: OnceLock<Vec<Move>>,
}

impl Moves {
    /// The moves of a list that are so many.
    pub(super) fn new(list: Arc<List>, count: usize) -> Self {
        Self { list, count, all: OnceLock::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether chance draws one of them, and nobody chooses: [`Move::probability`] tells how likely each is.
    pub fn are_drawn(&self) -> bool {
        self.first().is_some_and(|first| first.probability().is_some())
    }

    fn listed(&self) -> Vec<Move> {
        let count = self.list.filled().steps.len();
        (0..count as u32).map(|at| Move::new(Arc::clone(&self.list), at)).collect()
    }
}

impl Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.all.get_or_init(|| self.listed())
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.all.take().unwrap_or_else(|| self.listed()).into_iter()
    }
}

impl<'m> IntoIterator for &'m Moves {
    type Item = &'m Move;
    type IntoIter = std::slice::Iter<'m, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&**self).finish()
    }
}

/// A legal move of a position.
///
/// Moves are equal that do the same in the same way: where a piece goes or is put, what is captured, what changes.
#[derive(Clone)]
pub struct Move {
    pub(super) list: Arc<List>,
    pub(super) at: u32,
}

impl Move {
    pub(super) fn new(list: Arc<List>, at: u32) -> Self {
        Self { list, at }
    }

    /// The move as the engine has it.
    #[expect(
        clippy::indexing_slicing,
        reason = "a move is made with a place in its own list alone"
    )]
    pub(super) fn inner(&self) -> &position::Move {
        &self.list.told().moves[self.at as usize]
    }

    /// Its text, as the game's notation writes it and [`Play::make`](super::Play::make) reads it; different from that of every other
    /// legal move of the position.
    pub fn text(&self) -> &str {
        self.list.names().get(self.at as usize).map_or("", String::as_str)
    }

    /// The name of the player whose turn it is.
    pub fn player(&self) -> &str {
        self.list.table.game.player(self.list.turn)
    }

    /// Its name in the rule file: `capture`, `castle`, `move` where the rules give it none.
    pub fn name(&self) -> &str {
        let names = &self.list.table.game.rules().move_names;
        names.get(self.inner().name.index()).map_or("", String::as_str)
    }

    /// How likely it is, from 0 to 1, where chance draws the move; `None` where the player chooses.
    pub fn probability(&self) -> Option<f64> {
        let rules = self.list.table.game.rules();
        rules.probabilities(&self.list.told().moves)?.get(self.at as usize).copied()
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
        let position = &self.list.told().position;
        let piece = position.at(*from);
        let rules = self.list.table.game.rules();
        rules.moves(piece, position.turn).then(|| rules.piece_name(piece))
    }

    /// Everything that the move changes, and its text, cells and captures: what `interp moves --format json` tells.
    pub fn record(&self) -> MoveRecord {
        let (notation, text) = (self.list.table.game.notation(), self.text().to_owned());
        let position = &self.list.told().position;
        MoveRecord {
            probability: self.probability(),
            ..MoveRecord::new(notation, self.inner(), text, position)
        }
    }

    fn cell(&self, cell: Cell) -> String {
        self.list.table.game.notation().cell_name(cell, self.list.table.start.size)
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
