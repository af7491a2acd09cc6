//! Counting by a [`Plan`]: moves as sets of cells, pins and evasions without trying them.

mod board;
mod count;
mod danger;
mod facts;
mod list;
mod make;
mod targets;

use crate::index::{Piece, Player};
use crate::program::{Plan, Program, Set};
use board::Board;
use danger::Bind;
use list::Play;

/// A plan and the memory to run it.
#[derive(Debug)]
pub(super) struct Fast<'p, S> {
    program: &'p Program,
    plan: &'p Plan<S>,
    board: Board<'p, S>,
    /// Lists of moves that are not in use.
    pool: Vec<Vec<Play>>,
    /// Lists of what binds pieces that are not in use.
    binds: Vec<Vec<Bind<S>>>,
}

impl<'p, S: Set> Fast<'p, S> {
    /// Scratch memory for a plan of a program.
    pub fn new(program: &'p Program, plan: &'p Plan<S>) -> Self {
        Self {
            program,
            plan,
            board: Board::new(program, plan),
            pool: Vec::new(),
            binds: Vec::new(),
        }
    }

    /// How many lines of `depth` moves there are from those cells and slots.
    pub fn leaves_of(&mut self, cells: &[Piece], turn: Player, depth: u32) -> u64 {
        self.board.load(cells);
        self.leaves(turn, depth)
    }

    fn next(&self, player: Player) -> Player {
        Player::at((player.index() + 1) % self.program.players)
    }
}
