//! A position with its history: moves are made and taken back, and everything can be asked of it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::moves::List;
use super::{Board, Chosen, Code, Fault, Game, Move, Place, Playouts, What};
use crate::eval::Evaluator;
use crate::index::Cell;
use crate::notation::BoardFault;
use crate::notation::geometry::Geometry;
use crate::position::{self, Position, State};
use crate::program::Program;
use crate::report::Needs;

/// A position of a game, with what was played to reach it.
///
/// A clone goes its own way. It prints as the drawing that `interp board` shows.
#[derive(Clone)]
pub struct Play {
    game: Game,
    board: Arc<Board>,
    position: Position,
    /// The moves that were made, each with the number of moves before it.
    made: Vec<(position::Move, u32)>,
    list: OnceLock<Arc<List>>,
    state: OnceLock<State>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The name of the player who has won; nobody has if `None`.
    pub winner: Option<String>,
    /// The number of the ending, from 0, among those of the rule file.
    pub ending: usize,
    /// The ending's condition, where it stands in the rule file.
    pub place: Place,
}

impl Play {
    pub(super) fn new(game: Game, mut position: Position) -> Self {
        let board = game.board(position.size);
        // With all of its slots, so that what a move does and undoes leaves the same array.
        position.cells.resize(game.rules().layout(position.size).len(), crate::index::Piece::EMPTY);
        let (list, state) = (OnceLock::new(), OnceLock::new());
        Self { game, board, position, made: Vec::new(), list, state }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The name of the player to move.
    pub fn turn(&self) -> &str {
        self.game.player(self.position.turn)
    }

    /// How many moves have been made here and can be taken back.
    pub fn made(&self) -> usize {
        self.made.len()
    }

    /// The legal moves, in a fixed order; none when the game is over.
    ///
    /// # Errors
    /// A limit, as in every question here.
    pub fn moves(&self) -> Result<Vec<Move>, Fault> {
        let list = self.list()?;
        Ok((0..list.moves.len()).map(|at| Move::new(Arc::clone(list), at)).collect())
    }

    /// Makes a legal move: a text as a person writes it (`e2e4`), or one of [`Play::moves`].
    ///
    /// # Errors
    /// [`Code::Move`] with what is meant perhaps, or a limit; nothing has changed then.
    pub fn make<'m>(&mut self, chosen: impl Into<Chosen<'m>>) -> Result<(), Fault> {
        let found = match chosen.into() {
            Chosen::Text(text) => {
                let at = self.meant(text)?;
                self.list()?.moves.get(at).cloned()
            }
            Chosen::Move(chosen) => {
                let moves = &self.list()?.moves;
                moves.iter().find(|known| *known == chosen.inner()).cloned()
            }
        };
        let Some(chosen) = found else {
            return Err(Fault::plain(Code::Move, "the move is not legal in this position"));
        };
        let ply = self.position.ply;
        Evaluator::new(&self.board.program).play(&mut self.position, &chosen)?;
        self.made.push((chosen, ply));
        self.changed();
        Ok(())
    }

    /// Makes moves one after another: `e2e4 e7e5`, with or without numbers.
    ///
    /// # Errors
    /// [`Code::Move`] for the first that is not legal, or a limit; nothing has changed then.
    pub fn make_all(&mut self, line: &str) -> Result<(), Fault> {
        let mut after = self.clone();
        let mut each = |position: &Position, chosen: &position::Move| {
            after.made.push((chosen.clone(), position.ply));
        };
        let (notation, position) = (self.game.notation(), &mut self.position.clone());
        notation
            .play_each(&mut self.evaluator(), position, line, &mut each)
            .map_err(|fault| Fault::line("moves", line, fault))?;
        after.position = position.clone();
        after.changed();
        *self = after;
        Ok(())
    }

    /// Takes the last move back, with all that it did: to the board, hands, marks, counters, the history. `false` where none was made
    /// here.
    pub fn undo(&mut self) -> bool {
        let Some((chosen, ply)) = self.made.pop() else { return false };
        self.position.undo(&chosen, self.game.rules().players.len());
        self.position.ply = ply;
        self.position.history.pop();
        self.changed();
        true
    }

    /// How the game has ended, if it has.
    ///
    /// # Errors
    /// A limit.
    pub fn end(&self) -> Result<Option<End>, Fault> {
        let (winner, ending) = match self.state()? {
            State::Ongoing => return Ok(None),
            State::Won(winner, ending) => (Some(self.game.player(winner).to_owned()), ending),
            State::Drawn(ending) => (None, ending),
        };
        let place = self.game.ending(ending);
        Ok(Some(End { winner, ending, place }))
    }

    /// What holds, in the words of the rule file's verdicts; where none holds, how the game stands.
    ///
    /// # Errors
    /// A limit.
    pub fn verdict(&self) -> Result<String, Fault> {
        let needs = Needs { state: true, verdict: true, ..Needs::default() };
        let found = needs.find(&mut self.evaluator(), &self.position, Default::default())?;
        Ok(found.answer(self.game.notation(), 1, &self.position).verdict_text())
    }

    /// A number that two positions of a game share if they are the same: what stands where and in hands, whose turn it is, marks, counters.
    ///
    /// # Errors
    /// A limit.
    pub fn key(&self) -> Result<u64, Fault> {
        Ok(self.evaluator().key(&self.position)?)
    }

    /// How many positions like this one, and this one itself, the game has had.
    ///
    /// # Errors
    /// A limit.
    pub fn repetitions(&self) -> Result<usize, Fault> {
        let key = self.key()?;
        Ok(1 + self.position.history.iter().filter(|past| past.key == key).count())
    }

    /// How many sequences of so many legal moves there are.
    ///
    /// # Errors
    /// A limit.
    pub fn perft(&self, depth: u32) -> Result<u64, Fault> {
        Ok(self.evaluator().perft(&self.position, depth)?)
    }

    /// Random games from here.
    pub fn playouts(&self, games: u64) -> Playouts {
        Playouts::new(Ok(self.clone()), games)
    }

    /// The position in the game's own format, as [`Game::position`] reads it; empty where the format has no form for positions.
    pub fn text(&self) -> String {
        self.game.notation().write(&self.position)
    }

    /// What stands on a cell: `first warden`, `empty`; `None` if the board has no such cell.
    pub fn at(&self, cell: &str) -> Option<String> {
        let cell = self.game.notation().parse_cell(cell, self.position.size)?;
        let has = self.game.rules().graph(self.position.size).has(cell);
        has.then(|| self.game.rules().piece_name(self.position.at(cell)))
    }

    /// The name of every cell that the board has.
    pub fn cells(&self) -> Vec<String> {
        let (notation, size) = (self.game.notation(), self.position.size);
        self.game.rules().graph(size).all().map(|cell| notation.cell_name(cell, size)).collect()
    }

    /// Where each cell of the board lies in the plane.
    pub fn geometry(&self) -> Geometry {
        self.game.notation().geometry(self.position.size)
    }

    pub(crate) fn inner(&self) -> &Position {
        &self.position
    }

    pub(crate) fn program(&self) -> &Program {
        &self.board.program
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.board.program)
    }

    pub(super) fn name(&self, cell: Cell) -> String {
        self.game.notation().cell_name(cell, self.position.size)
    }

    pub(super) fn state(&self) -> Result<State, Fault> {
        if let Some(state) = self.state.get() {
            return Ok(*state);
        }
        let state = self.evaluator().state(&self.position)?;
        Ok(*self.state.get_or_init(|| state))
    }

    /// The legal moves, found once.
    pub(super) fn list(&self) -> Result<&Arc<List>, Fault> {
        if let Some(list) = self.list.get() {
            return Ok(list);
        }
        let mut moves = Vec::new();
        self.evaluator().moves(&self.position, &mut moves)?;
        let list = Arc::new(List::new(self.game.clone(), &self.position, moves));
        Ok(self.list.get_or_init(|| list))
    }

    /// The place in the list of the move that a text means.
    fn meant(&self, text: &str) -> Result<usize, Fault> {
        let list = self.list()?;
        if let Some(at) = list.names().iter().position(|name| name == text) {
            return Ok(at);
        }
        let notation = self.game.notation();
        let trimmed = text.trim();
        let fault = match notation.parse_move(trimmed, &list.moves, &self.position) {
            Ok(found) => {
                let at = list.moves.iter().position(|known| known == found);
                return at
                    .ok_or_else(|| Fault::plain(Code::Move, format!("`{trimmed}` is not legal")));
            }
            Err(fault) => fault,
        };
        if list.moves.is_empty() {
            let shown = BoardFault::new(
                1,
                trimmed,
                0..trimmed.len(),
                format!("`{trimmed}` comes when the game is over"),
            );
            return Err(Fault::new(Code::Move, What::Lines(String::from("move"), vec![shown])));
        }
        let unfound = notation.unfound(trimmed, fault, &list.moves, &self.position);
        let message = format!("`{trimmed}` {}", unfound.what);
        Err(Fault::unfound("move", trimmed, 0..trimmed.len(), message, unfound))
    }

    fn changed(&mut self) {
        (self.list, self.state) = (OnceLock::new(), OnceLock::new());
    }
}

impl PartialEq for Play {
    /// Whether both are the same position with the same history.
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game.notation().draw(&self.position))
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{self}", self.game)
    }
}
