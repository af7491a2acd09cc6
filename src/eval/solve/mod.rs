//! What a position is worth with best play, exactly: who can force a win, or that nobody can.
//!
//! First by alpha-beta with a table of all positions seen (`tree`), which is sound as long as it comes to no
//! position below itself. Where it does, or where the number of plies is asked for, all positions that can come
//! of the first are found and judged backwards from the ends (`graph`); what neither player can force to
//! an end, play going round for ever, is nobody's. A position is its board, hands, marks, counters and turn; rules
//! that ask what was played before must not be given ([`Rules::past`](crate::rules::Rules::past)).

mod graph;
mod states;
mod tree;

use super::Evaluator;
use super::search::Bound;
use crate::index::Player;
use crate::position::{Move, Position, TooWide};

/// Positions to look at where nobody says otherwise.
pub const NODES: u64 = 5_000_000;

/// What best play comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins; nobody can force a win if `None`.
    pub winner: Option<Player>,
    /// A move that keeps what the position is worth to the mover; none where every move loses or the game
    /// is over.
    pub best: Option<Move>,
    /// Where the position is won and plies were counted: a line of best play to the end, the winner
    /// taking the fewest plies that he can and the loser the most.
    pub line: Option<Vec<Move>>,
    /// Positions that were looked at.
    pub positions: u64,
}

/// Whether a position has been decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// It has.
    Decided(Solution),
    /// It has not, within the bounds; so many positions were looked at.
    GaveUp(u64),
}

/// What keeps a search from its end.
enum Halt {
    /// The bounds.
    Spent,
    /// A position was reached below itself, or the line has grown too long.
    Returns,
    /// A limit of the rules.
    Wide(TooWide),
}

impl From<TooWide> for Halt {
    fn from(wide: TooWide) -> Self {
        Halt::Wide(wide)
    }
}

/// The bounds, and who is told how far it is.
struct Watch<'w> {
    nodes: u64,
    bound: Bound<'w>,
    see: &'w mut dyn FnMut(u64),
}

impl Watch<'_> {
    /// Fails where so many positions are too many, or the time is over.
    fn check(&mut self, positions: usize) -> Result<(), Halt> {
        let positions = positions as u64;
        if positions > self.nodes.min(states::MOST) {
            return Err(Halt::Spent);
        }
        if positions.is_multiple_of(256) {
            (self.see)(positions);
            if self.bound.stops() {
                return Err(Halt::Spent);
            }
        }
        Ok(())
    }
}

/// Decides a position of a game of two players. `plies`: also in how many plies it is won. `see` is told how
/// many positions have been looked at, now and then. The game begins with the position.
///
/// # Errors
/// [`TooWide`] where a position on the way has more walks or moves than are tried.
pub fn solve(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    bound: Bound<'_>,
    plies: bool,
    see: &mut dyn FnMut(u64),
) -> Result<Solved, TooWide> {
    let nodes = bound.nodes.unwrap_or(NODES);
    let mut watch = Watch { nodes, bound, see };
    let start = Position { history: Vec::new(), ..position.clone() };
    let mut looked = 0;
    if !plies {
        evaluator.load(&start);
        match tree::solve(evaluator, start.turn, &mut watch, &mut looked) {
            Ok(solution) => return Ok(Solved::Decided(solution)),
            Err(Halt::Spent) => return Ok(Solved::GaveUp(looked)),
            Err(Halt::Wide(wide)) => return Err(wide),
            Err(Halt::Returns) => {}
        }
    }
    evaluator.load(&start);
    match graph::solve(evaluator, start.turn, &mut watch, &mut looked) {
        Ok(solution) => Ok(Solved::Decided(solution)),
        Err(Halt::Wide(wide)) => Err(wide),
        Err(Halt::Spent | Halt::Returns) => Ok(Solved::GaveUp(looked)),
    }
}
