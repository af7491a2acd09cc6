//! What must be there for a walk to go on from an instruction at all: what stands on the cell where it is, or on the next one.
//!
//! `any (ahead to enemy, …)` begins in eight directions, and where there is no enemy it would turn back at once. The machine asks
//! before it makes a choice of that, so that most choices are never made: only where two directions have an enemy is it noted
//! that another one is left.

use super::check::Check;
use super::codes::{EMPTY, EVERY, PIECES};
use super::walk::{Code, Op, Watch};

/// Instructions that are followed, until it is told what the walk needs.
const FAR: usize = 8;

/// What a walk needs to go on from an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Guard {
    /// That is not told at once.
    #[default]
    Open,
    /// That the cell where it is passes a check.
    Here(u32),
    /// That there is a cell ahead, and that it passes a check.
    Ahead(u32),
}

/// A loop each of whose rounds is a single step, where no heading matters: it comes to a cell once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flood {
    /// The list of the steps' headings.
    pub list: u32,
    /// What each cell must pass.
    pub check: u32,
    /// Where it goes on.
    pub exit: u32,
}

impl Code {
    /// Finds out which loops are floods, where they are not within others.
    pub fn find_floods(&mut self) {
        self.floods = vec![None; self.loops.len()];
        let empty = self.check(Check::Leaf(EMPTY, None));
        let mut within = 0;
        for (at, op) in self.ops.iter().enumerate() {
            let Op::Loop(id, exit) = *op else { continue };
            let rule = &self.loops[id as usize];
            let outer = at < within;
            within = within.max(exit as usize);
            let flood = match self.ops[at + 1..] {
                [Op::Face(list), Op::Ahead, Op::Empty, Op::Jump(again), ..] => (list, empty, again),
                [Op::Face(list), Op::Ahead, Op::Test(check), Op::Jump(again), ..] => {
                    (list, check, again)
                }
                _ => continue,
            };
            let (list, check, again) = flood;
            let whole = again as usize == at && rule.max == u32::MAX && rule.min <= 1;
            if whole && !outer && rule.watch == Watch::All(1) {
                self.floods[id as usize] = Some(Flood { list, check, exit });
            }
        }
    }

    /// Finds out what each instruction needs, once all are written.
    pub fn find_guards(&mut self) {
        let [empty, pieces, every] =
            [EMPTY, PIECES, EVERY].map(|codes| self.check(Check::Leaf(codes, None)));
        let guard = |mut at: usize| {
            for _ in 0..FAR {
                at = match self.ops.get(at) {
                    Some(Op::Jump(to)) => *to as usize,
                    Some(Op::As(_)) => at + 1,
                    Some(Op::Test(check)) => return Guard::Here(*check),
                    Some(Op::Empty | Op::Put(_) | Op::Cover(_) | Op::Drop(..)) => {
                        return Guard::Here(empty);
                    }
                    Some(
                        Op::Capture | Op::Take | Op::Lift | Op::LiftAs(_) | Op::Flip | Op::Push,
                    ) => {
                        return Guard::Here(pieces);
                    }
                    Some(Op::Ahead) => {
                        return Guard::Ahead(match self.ops.get(at + 1) {
                            Some(Op::Test(check)) => *check,
                            Some(Op::Empty) => empty,
                            _ => every,
                        });
                    }
                    _ => return Guard::Open,
                };
            }
            Guard::Open
        };
        self.guards = (0..self.ops.len()).map(guard).collect();
    }

    /// Makes one instruction of a cell ahead and what must stand there, where no more is asked of it.
    pub fn join_steps(&mut self) {
        let empty = self.check(Check::Leaf(EMPTY, None));
        for at in 1..self.ops.len() {
            let check = match self.ops[at] {
                Op::Test(check) => check,
                Op::Empty => empty,
                _ => continue,
            };
            let told = matches!(self.checks[check as usize].check, Check::Leaf(..));
            if told && self.ops[at - 1] == Op::Ahead {
                self.ops[at - 1] = Op::Step(check);
            }
        }
    }
}
