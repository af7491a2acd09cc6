//! Plans of all widths, and their memory: each question is asked of the one that a program has.

use super::solve::Proof;
use super::stand::Filled;
use super::{Fast, Memory};
use crate::eval::lot::Lot;
use crate::eval::playout::{Chance, Playout};
use crate::eval::search::{Bound, Places};
use crate::eval::solve::{Halt, Watch};
use crate::index::{Piece, Player};
use crate::position::{Move, Past, Position, State};
use crate::program::{Planned, Program, Wide};

/// Plans of all widths.
#[derive(Debug)]
pub(in crate::eval) enum Planner<'p> {
    One(Fast<'p, u64>),
    Two(Fast<'p, u128>),
    Four(Fast<'p, Wide<4>>),
    Six(Fast<'p, Wide<6>>),
    Nine(Fast<'p, Wide<9>>),
}

/// The memory of a planner, which is put by and taken up again.
#[derive(Debug)]
pub(in crate::eval) enum Kept {
    One(Box<Memory<u64>>),
    Two(Box<Memory<u128>>),
    Four(Box<Memory<Wide<4>>>),
    Six(Box<Memory<Wide<6>>>),
    Nine(Box<Memory<Wide<9>>>),
}

/// Asks a plan, whatever its width.
macro_rules! ask {
    ($planner:expr, $fast:ident => $answer:expr) => {
        match $planner {
            Planner::One($fast) => $answer,
            Planner::Two($fast) => $answer,
            Planner::Four($fast) => $answer,
            Planner::Six($fast) => $answer,
            Planner::Nine($fast) => $answer,
        }
    };
}

impl<'p> Planner<'p> {
    /// The program's plan, if it has one.
    pub fn new(program: &'p Program) -> Option<Self> {
        Self::with(program, Kept::new(program)?)
    }

    /// The program's plan with memory that was made for it.
    #[inline]
    pub fn with(program: &'p Program, kept: Kept) -> Option<Self> {
        Some(match (program.plan()?, kept) {
            (Planned::One(plan), Kept::One(memory)) => {
                Planner::One(Fast::with(program, plan, memory))
            }
            (Planned::Two(plan), Kept::Two(memory)) => {
                Planner::Two(Fast::with(program, plan, memory))
            }
            (Planned::Four(plan), Kept::Four(memory)) => {
                Planner::Four(Fast::with(program, plan, memory))
            }
            (Planned::Six(plan), Kept::Six(memory)) => {
                Planner::Six(Fast::with(program, plan, memory))
            }
            (Planned::Nine(plan), Kept::Nine(memory)) => {
                Planner::Nine(Fast::with(program, plan, memory))
            }
            _ => return None,
        })
    }

    /// Its memory.
    #[inline]
    pub fn rest(self) -> Kept {
        match self {
            Planner::One(fast) => Kept::One(fast.rest()),
            Planner::Two(fast) => Kept::Two(fast.rest()),
            Planner::Four(fast) => Kept::Four(fast.rest()),
            Planner::Six(fast) => Kept::Six(fast.rest()),
            Planner::Nine(fast) => Kept::Nine(fast.rest()),
        }
    }

    /// Runs so many instructions of walks at most from now on.
    pub fn allow(&mut self, instructions: u64) {
        ask!(self, fast => fast.allowed = instructions);
    }

    /// Whether the plan tells all that is asked of positions: their moves in their order, and how games end.
    pub fn tells_positions(&self) -> bool {
        ask!(self, fast => fast.plan.plays)
    }

    /// Takes over a position; `keyed`: with its history, which conditions may ask for anyway.
    pub fn stand(&mut self, position: &Position, keyed: bool) {
        ask!(self, fast => fast.stand(position, keyed));
    }

    /// A good move and how play may go on, by their places among the legal ones, if there is one.
    pub fn best(&mut self, position: &Position, bound: Bound<'_>) -> Option<Places> {
        ask!(self, fast => fast.best(position, bound))
    }

    /// Whether that is told by random games.
    pub fn judges_by_playouts(&self) -> bool {
        ask!(self, fast => fast.judges_by_playouts())
    }

    /// What a position is worth; `looked` is how many positions were looked at.
    pub fn solve(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
        looked: &mut u64,
    ) -> Result<Proof, Halt> {
        ask!(self, fast => fast.solve(position, watch, looked))
    }

    /// How the game stands, and how many moves there are; see [`Fast::status`].
    pub fn status(&mut self, turn: Player) -> Option<(State, usize)> {
        ask!(self, fast => fast.status(turn))
    }

    /// Which verdict holds first, unless too much is asked for that.
    pub fn verdict(&mut self, turn: Player) -> Option<Option<usize>> {
        ask!(self, fast => fast.verdict(turn))
    }

    /// The first moves of lines that are counted; see [`Fast::counted_moves`].
    pub fn counted_moves(&mut self, position: &Position, depth: u32) -> Option<Vec<Move>> {
        ask!(self, fast => fast.counted_moves(position, depth))
    }

    /// Whether to list moves may ask too much where to count them did not.
    pub fn may_widen(&self, turn: Player) -> bool {
        ask!(self, fast => fast.may_widen(turn))
    }

    /// How the game stands, unless too much is asked for that.
    pub fn standing(&mut self, turn: Player) -> Option<State> {
        ask!(self, fast => fast.standing(turn))
    }

    /// The legal moves in their order, whether or not an ending holds, unless too much is asked for that.
    pub fn legal_moves(&mut self, turn: Player) -> Option<Vec<Move>> {
        ask!(self, fast => fast.legal_moves(turn))
    }

    /// What will be remembered of the position, unless too much is asked for that.
    pub fn past(&mut self, turn: Player) -> Option<Past> {
        ask!(self, fast => {
            let past = fast.past(turn);
            (!fast.wide).then_some(past)
        })
    }

    /// The legal moves, to be kept, unless too much is asked for that.
    pub fn fill(&mut self, turn: Player) -> Option<Filled> {
        ask!(self, fast => fast.fill(turn))
    }

    /// The moves of a list of the position as values.
    pub fn tell(&mut self, turn: Player, filled: &Filled) -> Vec<Move> {
        ask!(self, fast => fast.tell(turn, filled))
    }

    /// Makes a move of a list of the position.
    pub fn make_step(&mut self, turn: Player, filled: &Filled, at: usize) {
        ask!(self, fast => fast.make_step(turn, filled, at));
    }

    /// Takes back the move that was made last.
    pub fn take_back(&mut self) {
        ask!(self, fast => fast.take_back());
    }

    /// The position, so many plies after `start`, where the line began.
    pub fn position(&self, start: &Position, turn: Player, plies: u32) -> Position {
        ask!(self, fast => fast.position(start, turn, plies))
    }

    /// How many lines of `depth` moves there are after a `past`, if the plan tells.
    pub fn leaves_of(
        &mut self,
        cells: &[Piece],
        past: &[Past],
        turn: Player,
        depth: u32,
    ) -> Option<u64> {
        ask!(self, fast => fast.leaves_of(cells, past, turn, depth))
    }

    /// Begins a random game of which moves are drawn one by one.
    pub fn begin_game(&mut self) {
        ask!(self, fast => fast.begin_game());
    }

    /// Among what a move of a random game is drawn, if moves are not counted before.
    pub fn lot(&mut self, cells: &[Piece], turn: Player, chance: &mut Chance) -> Option<Lot> {
        ask!(self, fast => fast.lot(cells, turn, chance))
    }

    /// A random game, if the plan tells how games end.
    pub fn playout(
        &mut self,
        start: &Position,
        chance: &mut Chance,
        plies: u32,
    ) -> Option<Playout> {
        ask!(self, fast => fast.playout(start, chance, plies))
    }
}

impl Kept {
    /// Memory for the program's plan, if it has one.
    pub fn new(program: &Program) -> Option<Self> {
        Some(match program.plan()? {
            Planned::One(plan) => Kept::One(Box::new(Memory::new(program, plan))),
            Planned::Two(plan) => Kept::Two(Box::new(Memory::new(program, plan))),
            Planned::Four(plan) => Kept::Four(Box::new(Memory::new(program, plan))),
            Planned::Six(plan) => Kept::Six(Box::new(Memory::new(program, plan))),
            Planned::Nine(plan) => Kept::Nine(Box::new(Memory::new(program, plan))),
        })
    }
}
