//! What a position is worth with best play, exactly: who can force a win, or that nobody can.
//!
//! First by proof numbers or alpha-beta with a table of positions that were proved (`eval::fast::solve`), which is sound as long as it comes to no
//! position below itself. Where it does, or where the number of plies is asked for, all positions that can come
//! of the first are found and judged backwards from the ends (`graph`); what neither player can force to
//! an end, play going round for ever, is nobody's. Where chance draws some of the moves, all positions are found as well, and
//! how often each player wins (`expect`). Of one player it is asked how he wins in the fewest moves (`shortest`). A position is its board, hands, marks, counters and turn; rules
//! that ask what was played before must not be given ([`Rules::past`](crate::rules::Rules::past)).

mod expect;
mod graph;
mod shortest;
mod states;

use super::Evaluator;
use super::search::{Bound, played};
use crate::index::Player;
use crate::position::{Move, Position, TooWide};
use std::fmt;

/// Positions to look at where nothing bounds the search.
pub const NODES: u64 = 5_000_000;

/// How a position is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By alpha-beta over what a position can be worth.
    AlphaBeta,
    /// By proof numbers.
    Numbers,
    /// From the ends of all games backwards.
    Backwards,
    /// The same, expecting the mean of what chance draws.
    Expectation,
    /// Breadth first: all positions by how many moves lead to them.
    Layers,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::AlphaBeta => "alpha-beta",
            Method::Numbers => "proof numbers",
            Method::Backwards => "all positions, backwards from the ends",
            Method::Expectation => "all positions, each expected of those it leads to",
            Method::Layers => "breadth first",
        })
    }
}

/// What best play comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Who wins, however chance draws; nobody can force a win if `None`.
    pub winner: Option<Player>,
    /// A move that keeps what the position is worth to the mover; none where every move loses or the game
    /// is over.
    pub best: Option<Move>,
    /// Where the position is won and plies were counted: a line of best play to the end, the winner
    /// taking the fewest plies that he can and the loser the most. Of one player, a shortest way to win.
    pub line: Option<Vec<Move>>,
    /// Of one player, how many sequences of moves are as short as that one and win too: 0 if none wins at all, `u128::MAX` if there
    /// are as many or more.
    pub solutions: Option<u128>,
    /// By player, how often he wins with best play, where chance draws some of the moves: from 0 to 1, exact to ten digits.
    pub chances: Option<Vec<f64>>,
    /// Positions that were looked at.
    pub positions: u64,
    /// How it was decided.
    pub method: Method,
}

/// Whether a position has been decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Solved {
    /// It has.
    Decided(Solution),
    /// It has not, within the bounds; so many positions were looked at.
    GaveUp(u64),
}

/// What keeps a search from its end.
pub(super) enum Halt {
    /// The bounds.
    Spent,
    /// A position was reached below itself, the line has grown too long, or more is asked than is tried.
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
pub(super) struct Watch<'w> {
    nodes: u64,
    bound: Bound<'w>,
    see: &'w mut dyn FnMut(u64),
}

impl Watch<'_> {
    /// Fails where so many positions are too many, or the time is over.
    pub fn check(&mut self, positions: u64) -> Result<(), Halt> {
        if positions > self.nodes {
            return Err(Halt::Spent);
        }
        if positions.is_multiple_of(256) { self.ask(positions) } else { Ok(()) }
    }

    /// The same, whatever their number: to be asked now and then.
    pub fn ask(&mut self, positions: u64) -> Result<(), Halt> {
        (self.see)(positions);
        match positions > self.nodes || self.bound.stops() {
            true => Err(Halt::Spent),
            false => Ok(()),
        }
    }

    /// Fails where so many bytes are more than were given.
    pub fn hold(&self, bytes: usize) -> Result<(), Halt> {
        match self.bound.memory.is_some_and(|most| bytes > most) {
            true => Err(Halt::Spent),
            false => Ok(()),
        }
    }

    /// Threads that share the work.
    pub fn threads(&self) -> usize {
        self.bound.threads.unwrap_or(1).max(1)
    }

    /// Bytes at most to remember positions in.
    pub fn memory(&self) -> usize {
        self.bound.memory()
    }
}

/// Decides a position of a game of one player, or of two players or teams. `plies`: also in how many plies it is won, which of one player is always told. `see` is told how
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
    let nodes = bound.nodes.unwrap_or(if bound.stop.is_some() { u64::MAX } else { NODES });
    let mut watch = Watch { nodes, bound, see };
    let start = Position { history: Vec::new(), ..position.clone() };
    let mut looked = 0;
    let (draws, alone) = (evaluator.program.draws, evaluator.program.players == 1);
    if !plies && !draws && evaluator.program.players == 2 {
        match evaluator.told_by_sets().map(|planner| planner.solve(&start, &mut watch, &mut looked))
        {
            Some(Ok(proof)) => {
                let winner = match proof.value {
                    1 => Some(start.turn),
                    -1 => Some(Player::at((start.turn.index() + 1) % evaluator.program.players)),
                    _ => None,
                };
                let best = proof.best.map(|best| played(evaluator, &start, [best]));
                let best = best.transpose()?.and_then(|line| line.into_iter().next());
                let line = proof.line.map(|line| played(evaluator, &start, line)).transpose()?;
                let positions = looked + 1;
                let method = if proof.numbers { Method::Numbers } else { Method::AlphaBeta };
                return Ok(Solved::Decided(Solution {
                    winner,
                    best,
                    line,
                    solutions: None,
                    chances: None,
                    positions,
                    method,
                }));
            }
            Some(Err(Halt::Spent)) => return Ok(Solved::GaveUp(looked)),
            Some(Err(Halt::Wide(wide))) => return Err(wide),
            Some(Err(Halt::Returns)) | None => {}
        }
    }
    let of_all = match (draws, alone) {
        (true, _) => expect::solve,
        (_, true) => shortest::solve,
        _ => graph::solve,
    };
    evaluator.load(&start);
    match of_all(evaluator, start.turn, &mut watch, &mut looked) {
        Ok(solution) => Ok(Solved::Decided(solution)),
        Err(Halt::Wide(wide)) => Err(wide),
        Err(Halt::Spent | Halt::Returns) => Ok(Solved::GaveUp(looked)),
    }
}
