//! A good move, within bounds.

mod walked;

use super::Evaluator;
use super::buffer::Moves;
use crate::index::Player;
use crate::position::{Move, Position, State, TooWide};
use std::fmt;

/// When to stop searching. With a bound on nodes alone the answer is always the same.
#[derive(Clone, Copy, Default)]
pub struct Bound<'s> {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Asked now and then: whether to stop, as the time is over or nobody waits for the answer any more. The engine itself reads
    /// no clock.
    pub stop: Option<&'s (dyn Fn() -> bool + Sync)>,
    /// Bytes at most to remember positions in; 64 MiB if nothing is said.
    pub memory: Option<usize>,
    /// Threads that search; one if nothing is said. With a bound on nodes there is always one.
    pub threads: Option<usize>,
}

impl fmt::Debug for Bound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bound")
            .field("nodes", &self.nodes)
            .field("stop", &self.stop.is_some())
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .finish()
    }
}

impl Bound<'_> {
    /// Whether to stop, whatever has been looked at.
    pub(super) fn stops(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }

    /// Bytes at most to remember positions in: of few positions few.
    pub(super) fn memory(&self) -> usize {
        let few = self.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(64));
        let most = self.memory.unwrap_or(MEMORY);
        most.min(usize::try_from(few).unwrap_or(usize::MAX))
    }

    /// Threads beside the one that asks.
    pub(super) fn helpers(&self) -> usize {
        let threads = if self.nodes.is_some() { 1 } else { self.threads.unwrap_or(1) };
        threads.saturating_sub(1)
    }
}

/// Positions to look at where nothing bounds the search.
pub const NODES: u64 = 200_000;
/// Bytes to remember positions in where nothing is said of that.
const MEMORY: usize = 64 << 20;

/// How a search judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Alpha-beta over what sets of cells tell.
    AlphaBeta,
    /// Monte Carlo tree search: by random games.
    Playouts,
    /// Alpha-beta over lists of walked moves, where no sets tell them.
    Walked,
    /// The same, expecting the mean of what chance may draw (expectimax).
    Expected,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::AlphaBeta => "alpha-beta",
            Method::Playouts => "Monte Carlo tree search",
            Method::Walked => "alpha-beta over walked moves",
            Method::Expected => "expectation over walked moves",
        })
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The principal variation: a good move first, then how play may go on.
    pub line: Vec<Move>,
    /// How it was found.
    pub method: Method,
    /// Plies that were looked ahead; by random games, how long the line is that was tried most often.
    pub depth: u32,
    /// Positions that were looked at.
    pub positions: u64,
}

/// The same, its moves by their places among the legal ones of each position.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub line: Vec<usize>,
    pub depth: u32,
    pub positions: u64,
}

/// A good move, or `None` if there is none, or chance draws.
///
/// # Errors
/// [`TooWide`] where the position has more walks or moves than are tried.
pub fn best(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    bound: Bound<'_>,
) -> Result<Option<Move>, TooWide> {
    let found = search(evaluator, position, bound, 1)?;
    Ok(found.and_then(|found| found.line.into_iter().next()))
}

/// The same with how it was found, and a line of so many moves at most.
///
/// # Errors
/// As [`best`].
pub fn search(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    bound: Bound<'_>,
    most: usize,
) -> Result<Option<Found>, TooWide> {
    let nodes = match (bound.nodes, bound.stop) {
        (None, None) => Some(NODES),
        (nodes, _) => nodes,
    };
    let bound = Bound { nodes, ..bound };
    if evaluator.program.draws {
        return walked::best(evaluator, position, bound);
    }
    let Some(planner) = evaluator.told_by_sets() else {
        return walked::best(evaluator, position, bound);
    };
    let method = match planner.judges_by_playouts() {
        true => Method::Playouts,
        false => Method::AlphaBeta,
    };
    let Some(Places { line, depth, positions }) = planner.best(position, bound) else {
        return Ok(None);
    };
    let line = played(evaluator, position, line.into_iter().take(most))?;
    Ok(Some(Found { line, method, depth, positions }))
}

/// The moves that have these places among the legal ones, played one after the other.
pub(super) fn played(
    evaluator: &mut Evaluator<'_>,
    start: &Position,
    places: impl IntoIterator<Item = usize>,
) -> Result<Vec<Move>, TooWide> {
    let (mut position, mut moves, mut line) = (start.clone(), Vec::new(), Vec::new());
    let mut places = places.into_iter().peekable();
    while let Some(at) = places.next() {
        evaluator.moves(&position, &mut moves)?;
        if at >= moves.len() {
            break;
        }
        let chosen = moves.swap_remove(at);
        if places.peek().is_some() {
            evaluator.play(&mut position, &chosen)?;
        }
        line.push(chosen);
    }
    Ok(line)
}

/// Whether [`best`] judges positions by random games from them, and not by what stands on the board: pieces are only placed, and
/// what wins is neither a row nor having moves.
pub fn judges_by_playouts(evaluator: &mut Evaluator<'_>) -> bool {
    evaluator.told_by_sets().is_some_and(|planner| planner.judges_by_playouts())
}

impl Evaluator<'_> {
    /// How the game stands, and the moves if it goes on.
    pub(super) fn playing(&mut self, turn: Player, moves: &mut Moves) -> Result<State, TooWide> {
        let known = if self.program.sides[turn.index()].asks_stuck {
            self.lawful(turn, moves)?;
            Some((turn, moves.len() == 0))
        } else {
            None
        };
        let state = self.standing(turn, known)?;
        if state == State::Ongoing {
            if known.is_none() {
                self.lawful(turn, moves)?;
            }
            self.complete(turn, moves, false)?;
        }
        Ok(state)
    }
}
