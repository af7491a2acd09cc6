//! Program + position → moves, verdicts, counts, search.
//!
//! An [`Evaluator`] owns the scratch memory for one [`Program`]; nothing is allocated a move or a
//! node once it has warmed up. What it answers is what [`crate::trace::Reference`] answers, faster.

mod attack;
mod buffer;
mod cond;
mod goal;
mod machine;
mod moves;
mod perft;
pub mod search;

use crate::index::{Piece, Player};
use crate::position::{Move, Position, State, TooWide};
use crate::program::Program;
use buffer::Moves;
use goal::Groups;
use machine::Machine;

/// How deep questions may lie in one another before they count as too wide.
const DEPTH: u32 = 16;

/// A program and the memory to run it.
#[derive(Debug)]
pub struct Evaluator<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    /// Lists of moves that are not in use.
    pool: Vec<Moves>,
    /// By player and goal: the board's version that the groups are of, and whether one is whole.
    groups: Vec<(u64, bool, Groups)>,
    /// Counts every change of the board.
    version: u64,
    passing: Vec<bool>,
    depth: u32,
}

impl<'p> Evaluator<'p> {
    /// An evaluator with its own scratch memory.
    pub fn new(program: &'p Program) -> Self {
        let goals = program.sides.iter().map(|side| side.goals.len()).sum();
        Self {
            program,
            machine: Machine::new(program),
            pool: Vec::new(),
            groups: vec![Default::default(); goals],
            version: 0,
            passing: Vec::new(),
            depth: 0,
        }
    }

    /// The moves in a position, sorted; none when the game is over.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn moves(&mut self, position: &Position, found: &mut Vec<Move>) -> Result<(), TooWide> {
        self.load(position);
        self.listed(position.turn, found, Self::playable)
    }

    /// The moves in a position, sorted, as if no ending held.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn legal(&mut self, position: &Position, found: &mut Vec<Move>) -> Result<(), TooWide> {
        self.load(position);
        self.listed(position.turn, found, Self::lawful)
    }

    /// How the game stands.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn state(&mut self, position: &Position) -> Result<State, TooWide> {
        self.load(position);
        self.standing(position.turn, None)
    }

    /// Which verdict of the rules holds first.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn verdict(&mut self, position: &Position) -> Result<Option<usize>, TooWide> {
        self.load(position);
        let program = self.program;
        for (at, when) in program.sides[position.turn.index()].verdicts.iter().enumerate() {
            let holds = match when {
                Some(when) => self.holds(when, position.turn, None)?,
                None => true,
            };
            if holds {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    fn listed(
        &mut self,
        turn: Player,
        found: &mut Vec<Move>,
        generate: fn(&mut Self, Player, &mut Moves) -> Result<(), TooWide>,
    ) -> Result<(), TooWide> {
        found.clear();
        let mut moves = self.take();
        generate(self, turn, &mut moves)?;
        moves.sort();
        found.extend((0..moves.len()).map(|at| moves.get(at)));
        self.give(moves);
        Ok(())
    }

    /// Takes over a position, which must be of the program's size.
    fn load(&mut self, position: &Position) {
        self.machine.reset();
        self.machine.steps = 0;
        let cells = &mut self.machine.cells;
        cells.clear();
        cells.extend_from_slice(&position.cells);
        cells.resize(self.program.cells, Piece::EMPTY);
        self.version += 1;
        self.depth = 0;
    }

    fn next_player(&self, player: Player) -> Player {
        Player::at((player.index() + 1) % self.program.players)
    }

    /// Makes a move of the list on the board.
    fn apply(&mut self, moves: &Moves, at: usize) {
        for edit in moves.edits(at) {
            self.machine.cells[edit.cell.index()] = edit.after;
        }
        self.version += 1;
    }

    /// Takes a move of the list back.
    fn undo(&mut self, moves: &Moves, at: usize) {
        for edit in moves.edits(at) {
            self.machine.cells[edit.cell.index()] = edit.before;
        }
        self.version += 1;
    }

    /// An empty list of moves.
    fn take(&mut self) -> Moves {
        self.pool.pop().unwrap_or_default()
    }

    /// Gives a list's memory back.
    fn give(&mut self, mut moves: Moves) {
        moves.clear();
        self.pool.push(moves);
    }

    /// Asks a question within others, unless they lie too deep.
    fn within<T>(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<T, TooWide>,
    ) -> Result<T, TooWide> {
        if self.depth >= DEPTH {
            return Err(TooWide);
        }
        self.depth += 1;
        let answer = ask(self);
        self.depth -= 1;
        answer
    }
}
