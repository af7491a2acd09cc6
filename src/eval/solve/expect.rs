//! What a game is worth in which chance draws some of the moves: all positions that can come of the first, and how often each
//! player wins where both play best.
//!
//! A position is worth 1 to the first player where he has won, -1 where the second has, 0 where it is drawn; a player chooses the
//! best for him, chance the mean (a stochastic game, Shapley 1953). The worth of each is approached from below and from above at
//! once, from what is known of the positions that it leads to, so that the two bounds hold at every step, whatever play without
//! an end would be worth. Where they stay apart, play may go on for ever, and nothing is said.

use super::graph::Graph;
use super::{Halt, Method, Solution, Watch};
use crate::eval::Evaluator;
use crate::index::Player;

/// Bounds that are no farther apart are taken for one.
const CLOSE: f64 = 1e-10;
/// Rounds over all positions at most.
const ROUNDS: u32 = 100_000;

pub(super) fn solve(
    evaluator: &mut Evaluator<'_>,
    turn: Player,
    watch: &mut Watch<'_>,
    looked: &mut u64,
) -> Result<Solution, Halt> {
    let graph = Graph::of(evaluator, turn, watch, looked)?;
    let chosen = graph.play_best(watch, *looked)?;
    let players = (0..evaluator.program.players).map(Player::at);
    let chances: Vec<f64> = players.map(|player| graph.wins(player, &chosen)).collect();
    let best = match graph.weights(0).is_some() || graph.children(0).is_empty() {
        true => None,
        false => Some(graph.shown(evaluator, 0, chosen[0])?),
    };
    let sure = |player: usize| (1.0 - chances[player] <= CLOSE).then(|| Player::at(player));
    let winner = (0..chances.len()).find_map(sure);
    let (positions, method) = (*looked, Method::Expectation);
    let (line, solutions, chances) = (None, None, Some(chances));
    Ok(Solution { winner, best, line, solutions, chances, positions, method })
}

impl Graph {
    /// The place of a best move in every position, such that best play comes to an end.
    fn play_best(&self, watch: &mut Watch<'_>, looked: u64) -> Result<Vec<usize>, Halt> {
        let count = self.turns.len();
        let mut bounds: Vec<[f64; 2]> = (0..count)
            .map(|at| match self.worth[at] {
                Some((winner, _)) => [if winner == Player(0) { 1.0 } else { -1.0 }; 2],
                None if self.children(at).is_empty() => [0.0; 2],
                None => [-1.0, 1.0],
            })
            .collect();
        // The move that has last made a position better for who moves there leads to an end: of two that are worth as
        // much, one may lead round for ever.
        let mut chosen = vec![0; count];
        for round in 0.. {
            if bounds[0][1] - bounds[0][0] <= CLOSE {
                break;
            }
            let mut moved = 0.0_f64;
            // Later positions were mostly found from earlier ones.
            for at in (0..count).rev().filter(|at| !self.children(*at).is_empty()) {
                let [least, most] = [0, 1].map(|side| self.expect(at, |child| bounds[child][side]));
                let mine = usize::from(self.turns[at] != Player(0));
                let (better, index) = if mine == 0 { least } else { most };
                if self.weights(at).is_none() && better != bounds[at][mine] {
                    chosen[at] = index;
                }
                moved = moved.max(least.0 - bounds[at][0]).max(bounds[at][1] - most.0);
                bounds[at] = [least.0, most.0];
            }
            watch.check(looked)?;
            if moved <= 0.0 && bounds[0][1] - bounds[0][0] > CLOSE || round == ROUNDS {
                return Err(Halt::Spent);
            }
        }
        Ok(chosen)
    }

    /// What a position is worth to the first player, if that is what those are worth that it leads to, and by which move.
    fn expect(&self, at: usize, worth: impl Fn(usize) -> f64) -> (f64, usize) {
        let children = self.children(at).iter().map(|child| worth(*child as usize));
        if let Some(weights) = self.weights(at) {
            return (mean(children, weights), 0);
        }
        let sign = if self.turns[at] == Player(0) { 1.0 } else { -1.0 };
        let first = (f64::NEG_INFINITY, 0);
        let best = children.enumerate().fold(first, |best, (index, worth)| {
            if sign * worth > best.0 { (sign * worth, index) } else { best }
        });
        (sign * best.0, best.1)
    }

    /// How often a player wins where both play so.
    fn wins(&self, player: Player, chosen: &[usize]) -> f64 {
        let count = self.turns.len();
        let won = |at: usize| self.worth[at].is_some_and(|(winner, _)| winner == player);
        let mut often: Vec<f64> = (0..count).map(|at| f64::from(won(at))).collect();
        for _ in 0..ROUNDS {
            let mut moved = 0.0_f64;
            for at in (0..count).rev().filter(|at| !self.children(*at).is_empty()) {
                let children = self.children(at).iter().map(|child| often[*child as usize]);
                let after = match self.weights(at) {
                    Some(weights) => mean(children, weights),
                    None => often[self.children(at)[chosen[at]] as usize],
                };
                moved = moved.max((after - often[at]).abs());
                often[at] = after;
            }
            if moved <= f64::EPSILON {
                break;
            }
        }
        often[0]
    }
}

/// The mean of values that weigh so much.
fn mean(values: impl Iterator<Item = f64>, weights: &[u64]) -> f64 {
    let whole: u64 = weights.iter().sum();
    let sum: f64 = values.zip(weights).map(|(value, weight)| value * *weight as f64).sum();
    sum / whole as f64
}
