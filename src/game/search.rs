//! Questions that look ahead: a good move, and what a position is worth.

use super::{Code, Fault, Game, Move, Play, What};
use crate::diag::Diagnostic;
use crate::eval::Evaluator;
use crate::eval::search::{Bound, best};
use crate::eval::solve::{self, NODES, Solved, solve};
use crate::position::{Position, TooWide};
use crate::report::{ChanceRecord, WorthRecord};
use std::sync::Arc;

/// How far a search goes. With a bound on positions alone, the answer is always the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search<'s> {
    bound: Bound<'s>,
}

impl<'s> Search<'s> {
    /// A search of so many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { bound: Bound { nodes: Some(nodes), ..Bound::default() } }
    }

    /// The same, in so many bytes of memory at most for what is known of positions.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.bound.memory = Some(bytes);
        self
    }

    /// The same on so many threads, where positions alone do not bound it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.bound.threads = Some(threads);
        self
    }

    /// The same, ended as well when `stop` says so, which is asked now and then: a time that is over, a flag that another thread
    /// has set.
    #[must_use]
    pub fn until(mut self, stop: &'s (dyn Fn() -> bool + Sync)) -> Self {
        self.bound.stop = Some(stop);
        self
    }
}

/// What a position is worth with best play.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The name of the player who can force a win; nobody can if `None`.
    pub winner: Option<String>,
    /// A move that keeps what the position is worth to the mover, as a text; none where every move loses or the game is over.
    pub best: Option<String>,
    /// A line of best play to the end, where the position is won; in a game of one player a shortest solution.
    pub line: Option<Vec<String>>,
    /// Of one player, how many sequences of moves win in as few: 0 if none wins at all, `u128::MAX` if there are as many or more.
    pub solutions: Option<u128>,
    /// By player, how often he wins with best play, from 0 to 1, where chance draws some of the moves.
    pub chances: Option<Vec<f64>>,
    /// Positions that were looked at.
    pub positions: u64,
}

impl Play {
    /// A good move, or `None` where there is none.
    ///
    /// # Errors
    /// A limit.
    pub fn best(&self, search: Search<'_>) -> Result<Option<Move>, Fault> {
        let found = best(&mut self.evaluator(), self.inner(), search.bound)?;
        let list = self.list()?;
        let at = found.and_then(|found| list.told().moves.iter().position(|known| *known == found));
        Ok(at.map(|at| Move::new(Arc::clone(list), at as u32)))
    }

    /// What the position is worth with best play, exactly; `None` where the search was given up before.
    ///
    /// # Errors
    /// [`Code::Question`] for a game of more than two players, or whose rules ask what was played before; a limit.
    pub fn solve(&self, search: Search<'_>) -> Result<Option<Solution>, Fault> {
        self.game().solvable()?;
        let bound = Bound { nodes: Some(search.bound.nodes.unwrap_or(NODES)), ..search.bound };
        let mut evaluator = self.evaluator();
        let solved = solve(&mut evaluator, self.inner(), bound, true, &mut |_| {})?;
        let Solved::Decided(found) = solved else { return Ok(None) };
        Ok(Some(self.game().named(&mut evaluator, self.inner(), found)?))
    }
}

impl Solution {
    /// What JSON tells of it.
    pub(crate) fn record<'a>(&'a self, game: &'a Game) -> WorthRecord<'a> {
        let chances = self.chances.as_ref().map(|chances| {
            let each = game.players().zip(chances);
            each.map(|(player, probability)| ChanceRecord { player, probability: *probability })
                .collect()
        });
        WorthRecord {
            winner: self.winner.as_deref(),
            plies: self.line.as_ref().map(Vec::len),
            best: self.best.as_deref(),
            line: self.line.as_deref(),
            solutions: self.solutions.map(|solutions| solutions.to_string()),
            chances,
            positions: self.positions,
        }
    }
}

impl Game {
    /// What has been found of a position, in the game's names.
    pub(crate) fn named(
        &self,
        evaluator: &mut Evaluator<'_>,
        position: &Position,
        found: solve::Solution,
    ) -> Result<Solution, TooWide> {
        let mut told = |moves: &[_]| self.notation().line(evaluator, position, moves);
        let best = found.best.as_ref().map(|best| told(std::slice::from_ref(best))).transpose()?;
        let line = found.line.as_ref().map(|line| told(line)).transpose()?;
        Ok(Solution {
            winner: found.winner.map(|winner| self.winner(winner).to_owned()),
            best: best.and_then(|mut best| best.pop()),
            line,
            solutions: found.solutions,
            chances: found.chances,
            positions: found.positions,
        })
    }

    /// Whether the rules are such that positions can be decided.
    pub(crate) fn solvable(&self) -> Result<(), Fault> {
        let (rules, source) = (self.rules(), self.source());
        let third = rules.teams().nth(2).and_then(|team| rules.players.get(team.index()));
        let drawn = rules.chance.first().filter(|_| rules.has_teams());
        let faults = match (third, drawn) {
            (Some(third), _) => {
                let what = "only games of one player, or of two players or teams, can be decided";
                vec![Diagnostic::new(what, third.name.span).label("a third one")]
            }
            (None, Some(chance)) => {
                let what = "games of teams in which moves are drawn cannot be decided";
                vec![Diagnostic::new(what, chance.span).label("how often a team wins is not found")]
            }
            (None, None) => rules.past(),
        };
        match faults.is_empty() {
            true => Ok(()),
            false => Err(Fault::new(Code::Question, What::Rules(source.clone(), faults))),
        }
    }
}
