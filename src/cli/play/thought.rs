//! What the machine looks for: a good move to make, or to tell as a hint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::cli::answer::deadline;
use crate::eval::search::{Bound, NODES, search};
use crate::game::{Fault, Play, Search, Solution};

/// Positions that are looked at to decide one exactly, before it is searched.
const DECIDED: u64 = 20_000;

/// Moves of a line that a hint tells.
const LINE: usize = 8;

/// How far the machine looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// Positions to look at; as many as elsewhere if nothing is said.
    pub nodes: Option<u64>,
    /// Time to spend.
    pub time: Option<Duration>,
}

/// A position in which a good move is wanted. It can be sent to another thread.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The position.
    pub play: Play,
    /// How far to look.
    pub bounds: Bounds,
    /// Whether it is to be made, or to be told as a hint.
    pub made: bool,
}

/// What has been found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// A good move.
    pub best: String,
    /// How play may go on with it, the move itself first.
    pub line: Vec<String>,
    /// What the position is worth, or how the move was found.
    pub why: String,
}

impl Thought {
    /// Looks for a move until `stop` says so, or the bounds; `None` if there is none.
    ///
    /// Whoever plays alone wants a shortest solution; a hint tells what a position is worth where few positions tell it.
    pub fn run(&self, stop: &AtomicBool) -> Result<Option<Advice>, Fault> {
        let Self { play, bounds, made } = self;
        let over = bounds.time.map(deadline);
        let ends = || stop.load(Ordering::Relaxed) || over.as_ref().is_some_and(|over| over());
        let alone = play.game().players().count() == 1;
        if alone || !made {
            let nodes = if alone { bounds.nodes.unwrap_or(u64::MAX) } else { DECIDED };
            let nodes = nodes.min(10 * DECIDED);
            // What cannot be decided is searched.
            if let Ok(Some(found)) = play.solve(Search::nodes(nodes).until(&ends))
                && let Some(advice) = decided(&found, alone)
            {
                return Ok(Some(advice));
            }
        }
        let nodes = match (bounds.nodes, bounds.time) {
            (None, None) => Some(NODES),
            (nodes, _) => nodes,
        };
        let bound = Bound { nodes, stop: Some(&ends), memory: None, threads: None };
        let mut evaluator = play.evaluator();
        let most = if *made { 1 } else { LINE };
        let Some(found) = search(&mut evaluator, play.inner(), bound, most)? else {
            return Ok(None);
        };
        let line = play.game().notation().line(&mut evaluator, play.inner(), &found.line)?;
        let Some(best) = line.first().cloned() else { return Ok(None) };
        let plies = if found.depth == 1 { "ply" } else { "plies" };
        let why = format!("{}, {} {plies} deep", found.method, found.depth);
        Ok(Some(Advice { best, line, why }))
    }
}

/// What an exact answer advises; nothing where every move loses, or the game is over.
fn decided(found: &Solution, alone: bool) -> Option<Advice> {
    let line = found.line.clone().unwrap_or_default();
    let best = found.best.clone().or_else(|| line.first().cloned())?;
    let many = |one: &str| match line.len() {
        1 => format!("1 {one}"),
        many => format!("{many} {}", if one == "ply" { "plies" } else { "moves" }),
    };
    let why = match &found.winner {
        _ if alone && line.is_empty() => return None,
        _ if alone => format!("solved in {}, and not in fewer", many("move")),
        _ if found.chances.is_some() => String::from("best play, by all that may be drawn"),
        Some(winner) if line.is_empty() => format!("{winner} wins"),
        Some(winner) => format!("{winner} wins in {}", many("ply")),
        None => String::from("nobody can force a win"),
    };
    Some(Advice { line: if line.is_empty() { vec![best.clone()] } else { line }, best, why })
}
