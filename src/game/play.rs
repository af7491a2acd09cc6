//! A position with its history: moves are made and taken back, and everything can be asked of it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::table::{List, Table};
use super::{Chosen, Fault, Game, Move, Moves, Place, Playouts};
use crate::notation::geometry::Geometry;
use crate::position::{self, Position, State};
use crate::report::Needs;

/// A position of a game, with what was played to reach it.
///
/// A clone goes its own way. It prints as the drawing that `interp board` shows.
pub struct Play {
    pub(super) table: Arc<Table>,
    /// The moves that were made.
    pub(super) made: Vec<Made>,
    /// How many moves were made, those included that were taken back.
    pub(super) number: u64,
    /// The moves of the position at hand.
    pub(super) here: Arc<List>,
    /// A list that is used again if nobody else holds it.
    pub(super) spare: Option<Arc<List>>,
    /// That position, once it is asked for; where sets do not tell it, it is kept.
    pub(super) position: OnceLock<Position>,
}

/// A move that was made.
#[derive(Clone)]
pub(super) struct Made {
    /// The moves among which it was chosen, and its place there.
    pub(super) list: Arc<List>,
    pub(super) at: u32,
    pub(super) number: u64,
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

/// `draw`, or who wins.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.winner {
            None => f.write_str("draw"),
            Some(winner) => write!(f, "{winner} wins"),
        }
    }
}

impl Play {
    pub(super) fn new(game: Game, mut position: Position) -> Self {
        let board = game.board(position.size);
        // With all of its slots, so that what a move does and undoes leaves the same array.
        board.program.layout.complete(&mut position.cells, position.turn);
        let (turn, ply) = (position.turn, position.ply);
        let table = Table::new(game, board, position);
        let here = List::new(Arc::clone(&table), turn, ply);
        Self { table, made: Vec::new(), number: 0, here, spare: None, position: OnceLock::new() }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.table.game
    }

    /// The name of the player to move.
    pub fn turn(&self) -> &str {
        self.game().player(self.mover())
    }

    /// How many moves have been made here and can be taken back.
    pub fn made(&self) -> usize {
        self.made.len()
    }

    /// The moves that have been made here, the first one first.
    pub fn played(&self) -> impl Iterator<Item = Move> {
        self.made.iter().map(|made| Move::new(Arc::clone(&made.list), made.at))
    }

    /// The legal moves, in a fixed order; none when the game is over.
    ///
    /// How many there are is known before they are listed, so that a loop which counts the last ply by that is quick:
    ///
    /// ```
    /// use interp::{Fault, Game, Play};
    ///
    /// fn perft(play: &mut Play, depth: u32) -> Result<u64, Fault> {
    ///     let moves = play.moves()?;
    ///     if depth == 1 {
    ///         return Ok(moves.len() as u64);
    ///     }
    ///     let mut count = 0;
    ///     for chosen in &moves {
    ///         play.make(chosen)?;
    ///         count += perft(play, depth - 1)?;
    ///         play.undo();
    ///     }
    ///     Ok(count)
    /// }
    /// let mut play = Game::shipped("hex")?.start()?;
    /// assert_eq!(perft(&mut play, 3)?, 121 * 120 * 119);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// A limit, as in every question here.
    pub fn moves(&self) -> Result<Moves, Fault> {
        let (_, count) = self.status()?;
        Ok(Moves::new(Arc::clone(&self.here), count))
    }

    /// Makes a legal move: a text as a person writes it (`e2e4`), or one of [`Play::moves`].
    ///
    /// # Errors
    /// [`Code::Move`](super::Code::Move) with what is meant perhaps, or a limit; nothing has changed then.
    pub fn make<'m>(&mut self, chosen: impl Into<Chosen<'m>>) -> Result<(), Fault> {
        let at = match chosen.into() {
            Chosen::Text(text) => self.meant(text)?,
            Chosen::Move(chosen) if Arc::ptr_eq(&chosen.list, &self.here) => chosen.at,
            Chosen::Move(chosen) => self.place(chosen.inner())?,
        };
        self.go(at)
    }

    /// Makes moves one after another: `e2e4 e7e5`, with or without numbers.
    ///
    /// # Errors
    /// [`Code::Move`](super::Code::Move) for the first that is not legal, or a limit; nothing has changed then.
    pub fn make_all(&mut self, line: &str) -> Result<(), Fault> {
        self.make_line("moves", line)
    }

    /// The same, of a line that its user knows under that name.
    pub(crate) fn make_line(&mut self, name: &str, line: &str) -> Result<(), Fault> {
        let mut after = self.clone();
        let mut made = Vec::new();
        let mut each = |_: &Position, chosen: &position::Move| made.push(chosen.clone());
        let (notation, position) = (self.game().notation(), &mut self.inner().clone());
        notation
            .play_each(&mut self.evaluator(), position, line, &mut each)
            .map_err(|fault| Fault::line(name, line, fault))?;
        for chosen in &made {
            after.go(after.place(chosen)?)?;
        }
        *self = after;
        Ok(())
    }

    /// Takes the last move back, with all that it did: to the board, hands, marks, counters, the history. `false` where none was made
    /// here.
    pub fn undo(&mut self) -> bool {
        let Some(made) = self.made.pop() else { return false };
        // Whoever else holds the moves may ask for them later.
        if Arc::strong_count(&self.here) > 1 {
            self.here.filled();
        }
        if self.is_kept() {
            if let (Some(position), Some(chosen)) =
                (self.position.get_mut(), made.list.told().moves.get(made.at as usize))
            {
                position.undo(chosen, &self.table.board.program.layout);
                position.ply = made.list.told().position.ply;
                position.history.pop();
            }
        } else {
            self.position.take();
        }
        self.spare = Some(std::mem::replace(&mut self.here, made.list));
        true
    }

    /// How the game has ended, if it has.
    ///
    /// # Errors
    /// A limit.
    pub fn end(&self) -> Result<Option<End>, Fault> {
        let (winner, ending) = match self.state()? {
            State::Ongoing => return Ok(None),
            State::Won(winner, ending) => (Some(self.game().winner(winner).to_owned()), ending),
            State::Drawn(ending) => (None, ending),
        };
        let place = self.game().ending(ending);
        Ok(Some(End { winner, ending, place }))
    }

    /// What holds, in the words of the rule file's verdicts; where none holds, how the game stands.
    ///
    /// # Errors
    /// A limit.
    pub fn verdict(&self) -> Result<String, Fault> {
        let needs = Needs { state: true, verdict: true, ..Needs::default() };
        let found = needs.find(&mut self.evaluator(), self.inner(), Default::default())?;
        Ok(found.answer(self.game().notation(), 1, self.inner()).verdict_text())
    }

    /// A number that two positions of a game share if they are the same: what stands where and in hands, whose turn it is, marks, counters.
    ///
    /// # Errors
    /// A limit.
    pub fn key(&self) -> Result<u64, Fault> {
        let past = self.table.seat().past(&self.line());
        match past {
            Some(past) => Ok(past.key),
            None => Ok(self.evaluator().key(self.inner())?),
        }
    }

    /// How many positions like this one, and this one itself, the game has had.
    ///
    /// # Errors
    /// A limit.
    pub fn repetitions(&self) -> Result<usize, Fault> {
        let key = self.key()?;
        Ok(1 + self.inner().history.iter().filter(|past| past.key == key).count())
    }

    /// How many sequences of so many legal moves there are.
    ///
    /// # Errors
    /// A limit.
    pub fn perft(&self, depth: u32) -> Result<u64, Fault> {
        Ok(self.evaluator().perft(self.inner(), depth)?)
    }

    /// Random games from here.
    pub fn playouts(&self, games: u64) -> Playouts {
        Playouts::new(Ok(self.clone()), games)
    }

    /// The position in the game's own format, as [`Game::position`] reads it; empty where the format has no form for positions.
    pub fn text(&self) -> String {
        self.game().notation().write(self.inner())
    }

    /// What stands on a cell: `first warden`, `empty`; `None` if the board has no such cell.
    pub fn at(&self, cell: &str) -> Option<String> {
        let cell = self.game().notation().parse_cell(cell, self.size())?;
        let has = self.game().rules().graph(self.size()).has(cell);
        has.then(|| self.game().rules().piece_name(self.inner().at(cell)))
    }

    /// The name of every cell that the board has.
    pub fn cells(&self) -> Vec<String> {
        let (notation, size) = (self.game().notation(), self.size());
        self.game().rules().graph(size).all().map(|cell| notation.cell_name(cell, size)).collect()
    }

    /// Where each cell of the board lies in the plane.
    pub fn geometry(&self) -> Geometry {
        self.game().notation().geometry(self.size())
    }
}

impl Clone for Play {
    fn clone(&self) -> Self {
        let Table { game, board, start, .. } = &*self.table;
        let table = Table::new(game.clone(), Arc::clone(board), start.clone());
        // Moves that are not listed are found in the memory of the play that has them.
        let here = match self.here.is_filled() {
            true => Arc::clone(&self.here),
            false => self.here.again(Arc::clone(&table)),
        };
        let (made, number, position) = (self.made.clone(), self.number, self.position.clone());
        Self { table, made, number, here, spare: None, position }
    }
}

impl PartialEq for Play {
    /// Whether both are the same position with the same history.
    fn eq(&self, other: &Self) -> bool {
        self.inner() == other.inner()
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game().notation().draw(self.inner()))
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{self}", self.game())
    }
}
