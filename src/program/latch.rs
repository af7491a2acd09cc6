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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Latch {
    /// That is not told at once.
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
    /// Finds out what can be told ahead, once all instructions are written.
    pub fn look_ahead(&mut self) {
        self.find_latches();
        self.find_floods();
        self.join_steps();
    }

    /// Finds out which loops are floods, where they are not within others.
    fn find_floods(&mut self) {
        self.floods = vec![None; self.loops.len()];
        let mut within = 0;
        for (at, op) in self.ops.iter().enumerate() {
            let Op::Loop(id, exit) = *op else { continue };
            let rule = &self.loops[id as usize];
            let outer = at < within;
            within = within.max(exit as usize);
            let [Op::Face(list), Op::Ahead, Op::Test(check), Op::Jump(again), ..] =
                self.ops[at + 1..]
            else {
                continue;
            };
            let whole = again as usize == at && rule.max == u32::MAX && rule.min <= 1;
            if whole && !outer && rule.watch == Watch::All(1) {
                self.floods[id as usize] = Some(Flood { list, check, exit });
            }
        }
    }

    /// Finds out what each instruction needs.
    fn find_latches(&mut self) {
        let [empty, pieces, every] =
            [EMPTY, PIECES, EVERY].map(|codes| self.check(Check::Leaf(codes, None)));
        let latch = |mut at: usize| {
            for _ in 0..FAR {
                at = match self.ops.get(at) {
                    Some(Op::Jump(to)) => *to as usize,
                    Some(Op::As(_)) => at + 1,
                    Some(Op::Test(check)) => return Latch::Here(*check),
                    Some(Op::Put(_) | Op::Cover(_) | Op::Drop(..)) => return Latch::Here(empty),
                    Some(
                        Op::Capture | Op::Take | Op::Lift | Op::LiftAs(_) | Op::Flip | Op::Push,
                    ) => {
                        return Latch::Here(pieces);
                    }
                    Some(Op::Ahead) => {
                        return Latch::Ahead(match self.ops.get(at + 1) {
                            Some(Op::Test(check)) => *check,
                            _ => every,
                        });
                    }
                    _ => return Latch::Open,
                };
            }
            Latch::Open
        };
        self.latches = (0..self.ops.len()).map(latch).collect();
    }

    /// Makes one instruction of a cell ahead and what must stand there, where no more is asked of it.
    fn join_steps(&mut self) {
        for at in 1..self.ops.len() {
            if let [Op::Ahead, Op::Test(check)] = self.ops[at - 1..=at]
                && matches!(self.checks[check as usize].check, Check::Leaf(..))
            {
                self.ops[at - 1] = Op::Step(check);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Player;
    use crate::position::Size;
    use crate::program::check::View;
    use crate::program::walk::Eye;
    use crate::program::walk::Maker;
    use crate::rules::load;
    use crate::source::Source;

    /// The instructions of a piece's walk on a board of 4 × 4, for the first of two players.
    fn code(walk: &str) -> Code {
        let text = format!(
            "interp = 1\nname = 'one walk'\n[board]\nsize = [4, 4]\n[players]\norder = ['one', 'two']\n\
             [pieces.thing]\nmoves = '{walk}'\n[format]\nask = 'moves'\ncase = '{{turn}} {{board:packed}}'\n\
             turn = {{ a = 'one', b = 'two' }}\ncells = {{ '.' = 'empty', x = 'one thing', y = 'two thing' }}\n"
        );
        let rules = load(&Source::new("one.toml", text)).expect("a walk that holds");
        let size = Size { width: 4, height: 4 };
        let (graph, layout, looks) = (rules.graph(size), rules.layout(size), rules.looks());
        let view = View::new(&rules, &graph, &layout, &looks, Player(0));
        let mut code = Code::new(&graph);
        code.entry((&rules.kinds[0].moves[0], Maker::Piece), &view, &[false]);
        code.look_ahead();
        code
    }

    #[test]
    fn a_step_and_what_must_stand_there_are_one_instruction() {
        let code = code("step any to enemy");
        let Op::Step(check) = code.ops[1] else { panic!("{:?}", code.ops) };
        assert!(matches!(code.ops[0], Op::Face(_)));
        assert_eq!(code.latches[1], Latch::Ahead(check));
        // What follows a choice of two ways is told by where each begins.
        assert_eq!(code.latches[0], Latch::Open);
    }

    #[test]
    fn only_looks_that_change_nothing_are_glanced() {
        let eyes = |walk: &str| -> Vec<Eye> {
            let eye = |op: &Op| match op {
                Op::See(_, eye, _) | Op::Tally(_, _, eye, _) => Some(*eye),
                _ => None,
            };
            code(walk).ops.iter().filter_map(eye).collect()
        };
        assert_eq!(eyes("see (any to own), any to empty, land"), [Eye::Plain]);
        // What counts directions is a look within a look.
        assert_eq!(eyes("see at least 2 any (ahead to own), any to empty, land"), [Eye::Plain; 2]);
        assert_eq!(eyes("see (pick own and edge), any to empty, land"), [Eye::Acting]);
        let nested =
            eyes("see (any to own, see (pick edge)), see (any to edge), any to empty, land");
        assert_eq!(nested, [Eye::Acting, Eye::Acting, Eye::Plain]);
    }

    #[test]
    fn loops_of_single_steps_are_floods_unless_they_are_within_others() {
        let floods = |walk: &str| code(walk).floods.iter().filter(|flood| flood.is_some()).count();
        assert_eq!(floods("see ((any to own)*, edge), step any"), 1);
        assert_eq!(floods("see ((any to own, see (any to enemy))*, edge), step any"), 0);
        assert_eq!(floods("see (((orthogonal to own)*, diagonal to enemy)*, edge), step any"), 0);
        // Straight on nothing comes back.
        assert_eq!(floods("see (head any, (ahead to own)*, edge), step any"), 0);
    }
}
