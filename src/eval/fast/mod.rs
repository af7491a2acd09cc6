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
    board: Board<S>,
    /// Lists of moves that are not in use.
    pool: Vec<Vec<Play>>,
    /// Lists of what binds pieces that are not in use.
    binds: Vec<Vec<Bind<S>>>,
    /// How deep questions lie in one another, and how many a position has asked.
    depth: u32,
    asked: u32,
    /// Whether they were too many.
    wide: bool,
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
            depth: 0,
            asked: 0,
            wide: false,
        }
    }

    /// How many lines of `depth` moves there are from those cells and slots, unless prohibitions ask too
    /// much of the moves that they lead to.
    pub fn leaves_of(&mut self, cells: &[Piece], turn: Player, depth: u32) -> Option<u64> {
        self.board.load(cells);
        self.wide = false;
        let count = self.leaves(turn, depth);
        (!self.wide).then_some(count)
    }

    fn next(&self, player: Player) -> Player {
        Player::at((player.index() + 1) % self.program.players)
    }
}
