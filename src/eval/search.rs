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
}

impl fmt::Debug for Bound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bound")
            .field("nodes", &self.nodes)
            .field("stop", &self.stop.is_some())
            .field("memory", &self.memory)
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
}

/// Positions to look at where nothing bounds the search.
const NODES: u64 = 200_000;
/// Bytes to remember positions in where nothing is said of that.
const MEMORY: usize = 64 << 20;

/// A good move, or `None` if there is none.
///
/// # Errors
/// [`TooWide`] where the position has more walks or moves than are tried.
pub fn best(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    bound: Bound<'_>,
) -> Result<Option<Move>, TooWide> {
    let nodes = match (bound.nodes, bound.stop) {
        (None, None) => Some(NODES),
        (nodes, _) => nodes,
    };
    let bound = Bound { nodes, ..bound };
    let Some(planner) = evaluator.told_by_sets() else {
        return walked::best(evaluator, position, bound);
    };
    let found = planner.best(position, bound);
    let mut moves = Vec::new();
    evaluator.moves(position, &mut moves)?;
    Ok(found.and_then(|found| moves.into_iter().nth(found)))
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
