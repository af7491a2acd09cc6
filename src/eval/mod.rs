//! Program + position → moves, verdicts, counts, search.
//!
//! An [`Evaluator`] owns the scratch memory for one [`Program`]; nothing is allocated a move or a
//! node once it has warmed up. What it answers is what [`crate::trace::Reference`] answers, faster.

mod attack;
mod buffer;
mod cond;
pub mod cycle;
mod fast;
mod goal;
mod letters;
mod lot;
mod machine;
mod moves;
mod perft;
pub mod playout;
mod score;
pub mod search;
mod seat;
pub mod solve;

use crate::index::{Kind, MoveName, Player};
use crate::position::{Move, Past, Position, State, TooWide};
use crate::program::Program;
use crate::rules::limits;
use buffer::Moves;
use fast::Planner;
pub(crate) use fast::{Filled, Step};
use goal::Groups;
use machine::{Machine, Stacks};
pub use perft::Lines;
pub(crate) use seat::{Line, Ply, Seat};

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
    /// The game's earlier positions.
    history: Vec<Past>,
    /// The move that is asked about, where it is made and the turn has not passed yet.
    made: Option<Made>,
    /// Whether moves are only counted, past endings that do not stop a count.
    counting: bool,
    /// Whether it is only asked whether two positions are the same, so that none is taken for a repetition.
    keying: bool,
    depth: u32,
    /// What counts and plays by sets of cells, where it is ready and the rules allow it.
    planner: Option<Box<Planner<'p>>>,
    /// Whether that was looked at.
    planned: bool,
    /// Whether it walks at first.
    lazy: bool,
    /// Instructions of walks that may be run for all positions.
    allowed: u64,
}

/// The memory of an evaluator that walks, which outlives it.
#[derive(Debug)]
struct Scratch {
    stacks: Stacks,
    pool: Vec<Moves>,
    groups: Vec<(u64, bool, Groups)>,
    version: u64,
    passing: Vec<bool>,
}

/// What conditions may ask of a move that has just been made.
#[derive(Clone, Copy, Debug)]
struct Made {
    captured: bool,
    name: MoveName,
    /// The kind of the piece that made it, if one did.
    kind: Option<Kind>,
    /// The key of the board before it, where that is asked.
    before: u64,
    /// The key of the position before it, where that may matter to the moves after it.
    key: Option<u64>,
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
            history: Vec::new(),
            made: None,
            counting: false,
            keying: false,
            depth: 0,
            planner: None,
            planned: false,
            lazy: false,
            allowed: u64::MAX,
        }
    }

    /// The same, which walks at first: to lower the rules to sets takes longer than what is asked, if that is little.
    pub fn lazy(program: &'p Program) -> Self {
        Self { lazy: true, ..Self::new(program) }
    }

    /// The same, without what counts and plays by sets: it serves that, and whoever asks of a few positions only.
    pub(crate) fn plain(program: &'p Program) -> Self {
        Self { planned: true, ..Self::new(program) }
    }

    /// Runs so many instructions of walks at most for all positions from now on; what takes more is too wide.
    pub(crate) fn allow(&mut self, instructions: u64) {
        self.allowed = instructions;
        self.machine.allow(instructions);
        self.planner.iter_mut().for_each(|planner| planner.allow(instructions));
    }

    /// The same, with the memory of another of that program.
    fn with(program: &'p Program, scratch: Scratch) -> Self {
        let Scratch { stacks, pool, groups, version, passing } = scratch;
        Self {
            program,
            machine: Machine::with(program, stacks),
            pool,
            groups,
            version,
            passing,
            history: Vec::new(),
            made: None,
            counting: false,
            keying: false,
            depth: 0,
            planner: None,
            planned: true,
            lazy: false,
            allowed: u64::MAX,
        }
    }

    /// The memory, to be put by.
    fn rest(self) -> Scratch {
        let Self { machine, pool, groups, version, passing, .. } = self;
        Scratch { stacks: machine.rest(), pool, groups, version, passing }
    }

    /// Makes the planner ready, if the program has a plan.
    fn ready(&mut self) {
        if !std::mem::replace(&mut self.planned, true) {
            self.planner = Planner::new(self.program).map(Box::new);
            self.planner.iter_mut().for_each(|planner| planner.allow(self.allowed));
        }
    }

    /// What it evaluates.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The moves in a position, sorted; none when the game is over.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn moves(&mut self, position: &Position, found: &mut Vec<Move>) -> Result<(), TooWide> {
        let told = |planner: &mut Planner<'p>| {
            let (state, _) = planner.status(position.turn)?;
            match state {
                State::Ongoing => planner.legal_moves(position.turn),
                _ => Some(Vec::new()),
            }
        };
        *found = self.asked(position, told, |this| {
            this.listed(position.turn, |this, turn, moves| this.playable(turn, moves, false))
        })?;
        Ok(())
    }

    /// The moves in a position, sorted, as if no ending held.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn legal(&mut self, position: &Position, found: &mut Vec<Move>) -> Result<(), TooWide> {
        let told = |planner: &mut Planner<'p>| planner.legal_moves(position.turn);
        *found = self.asked(position, told, |this| {
            this.listed(position.turn, |this, turn, moves| {
                this.lawful(turn, moves)?;
                this.complete(turn, moves, false)
            })
        })?;
        Ok(())
    }

    /// How the game stands.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn state(&mut self, position: &Position) -> Result<State, TooWide> {
        let told = |planner: &mut Planner<'p>| planner.standing(position.turn);
        self.asked(position, told, |this| this.standing(position.turn, None))
    }

    /// Which verdict of the rules holds first.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn verdict(&mut self, position: &Position) -> Result<Option<usize>, TooWide> {
        let told = |planner: &mut Planner<'p>| planner.verdict(position.turn);
        self.asked(position, told, |this| {
            let program = this.program;
            for (at, when) in program.sides[position.turn.index()].verdicts.iter().enumerate() {
                let holds = match when {
                    Some(when) => this.holds(when, position.turn, None)?,
                    None => true,
                };
                if holds {
                    return Ok(Some(at));
                }
            }
            Ok(None)
        })
    }

    /// A number that two positions of a game share if they are the same; see
    /// [`Reference::key`](crate::trace::Reference::key).
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn key(&mut self, position: &Position) -> Result<u64, TooWide> {
        Ok(self.past(position)?.key)
    }

    /// What is remembered of a position.
    fn past(&mut self, position: &Position) -> Result<Past, TooWide> {
        let told = |planner: &mut Planner<'p>| planner.past(position.turn);
        self.asked(position, told, |this| {
            let key = this.key_of(position.turn)?;
            Ok(Past { key, board: this.program.layout.board_key(&this.machine.cells) })
        })
    }

    /// Answers a question about a position by what is `told` of it by sets of cells, or by what is `walked`.
    fn asked<T>(
        &mut self,
        position: &Position,
        told: impl FnOnce(&mut Planner<'p>) -> Option<T>,
        walked: impl Fn(&mut Self) -> Result<T, TooWide>,
    ) -> Result<T, TooWide> {
        let walk = |this: &mut Self| {
            this.load(position);
            walked(this)
        };
        if let Some(answer) = self.soon(walk) {
            return Ok(answer);
        }
        match self.told(position, told) {
            Some(answer) => Ok(answer),
            None => walk(self),
        }
    }

    /// What walking tells, while the rules are not lowered, and as long as little was asked of the program.
    fn soon<T>(&mut self, walk: impl FnOnce(&mut Self) -> Result<T, TooWide>) -> Option<T> {
        let spare = if self.lazy && !self.planned { self.program.spare() } else { 0 };
        if spare == 0 {
            return None;
        }
        self.machine.allow(spare);
        let answer = walk(self);
        let left = self.machine.left();
        self.program.spend(spare - left);
        self.machine.allow(self.allowed);
        // Where nothing is left, a look may have been broken off.
        answer.ok().filter(|_| left > 0)
    }

    /// What sets of cells tell of a position, if they tell all that is asked of positions.
    fn told<T>(
        &mut self,
        position: &Position,
        ask: impl FnOnce(&mut Planner<'p>) -> Option<T>,
    ) -> Option<T> {
        let planner = self.told_by_sets()?;
        planner.stand(position, true);
        ask(planner)
    }

    /// What tells by sets of cells all that is asked of positions, if they do.
    fn told_by_sets(&mut self) -> Option<&mut Planner<'p>> {
        self.ready();
        self.planner.as_deref_mut().filter(|planner| planner.tells_positions())
    }

    /// Makes a move and enters the position before it into the history.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn play(&mut self, position: &mut Position, chosen: &Move) -> Result<(), TooWide> {
        let past = self.past(position)?;
        position.history.push(past);
        self.program.layout.complete(&mut position.cells, position.turn);
        position.apply(chosen, &self.program.layout);
        Ok(())
    }

    fn listed(
        &mut self,
        turn: Player,
        generate: fn(&mut Self, Player, &mut Moves) -> Result<(), TooWide>,
    ) -> Result<Vec<Move>, TooWide> {
        let mut moves = self.take();
        generate(self, turn, &mut moves)?;
        moves.sort();
        let found = (0..moves.len()).map(|at| moves.get(at)).collect();
        self.give(moves);
        Ok(found)
    }

    /// Takes over a position, which must be of the program's size.
    fn load(&mut self, position: &Position) {
        self.machine.reset();
        self.machine.begin();
        let cells = &mut self.machine.cells;
        cells.clear();
        cells.extend_from_slice(&position.cells);
        self.program.layout.complete(cells, position.turn);
        self.history.clone_from(&position.history);
        self.made = None;
        self.counting = false;
        self.version += 1;
        self.depth = 0;
    }

    /// Who is to move on the board after a move of that player's.
    fn mover(&self, moved: Player) -> Player {
        self.program.layout.mover(&self.machine.cells, moved)
    }

    /// Enters the position into the history, where moves ask for it, and makes a move of the list.
    fn enter(&mut self, turn: Player, moves: &Moves, at: usize) -> Result<(), TooWide> {
        if self.program.remembers {
            self.remember(turn)?;
        }
        self.apply(moves, at);
        Ok(())
    }

    /// Enters the position into the history.
    fn remember(&mut self, turn: Player) -> Result<(), TooWide> {
        let key = self.key_of(turn)?;
        let board = self.program.layout.board_key(&self.machine.cells);
        self.history.push(Past { key, board });
        Ok(())
    }

    /// Takes a move back that was entered.
    fn leave(&mut self, moves: &Moves, at: usize) {
        self.undo(moves, at);
        if self.program.remembers {
            self.history.pop();
        }
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

    /// Asks about a move of the list, which has just been made.
    fn about<T>(&mut self, made: Made, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.made.replace(made);
        let answer = ask(self);
        self.made = before;
        answer
    }

    /// Asks what moves there are after the one that is asked about: by then the position before it is the latest of the
    /// earlier ones.
    fn replied<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let past = |made: Made| Some(Past { key: made.key?, board: made.before });
        let Some(past) = self.made.and_then(past) else { return ask(self) };
        let made = self.made.take();
        self.history.push(past);
        let answer = ask(self);
        self.history.pop();
        self.made = made;
        answer
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
        if self.depth >= limits::DEPTH {
            return Err(TooWide::Depth);
        }
        self.depth += 1;
        let answer = ask(self);
        self.depth -= 1;
        answer
    }
}
