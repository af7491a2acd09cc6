//! What a game is worth in which chance draws some of the moves: all positions that can come of the first, and how often each
//! player wins where both play best.
//!
//! A position is worth 1 to the first player where he has won, -1 where the second has, 0 where it is drawn; a player chooses the
//! best for him, chance the mean (a stochastic game, Shapley 1953). The worth of each is approached from below and from above at
//! once, from what is known of the positions that it leads to, so that the two bounds hold at every step, whatever play without
//! an end would be worth. Where they do not meet, play may go on for ever, and nothing is said.

use super::graph::Graph;
use super::{Halt, Method, Solution, Watch};
use crate::eval::Evaluator;
use crate::index::Player;

/// Bounds that are no farther apart are taken to have met.
const MET: f64 = 1e-10;
/// Rounds over all positions at most.
const ROUNDS: u32 = 100_000;

pub(super) fn solve(
    evaluator: &mut Evaluator<'_>,
    turn: Player,
    watch: &mut Watch<'_>,
    looked: &mut u64,
) -> Result<Solution, Halt> {
    let graph = Graph::of(evaluator, turn, watch, looked)?;
    let count = graph.turns.len();
    let mut bounds: Vec<[f64; 2]> = (0..count)
        .map(|at| match graph.worth[at] {
            Some((winner, _)) => [if winner == Player(0) { 1.0 } else { -1.0 }; 2],
            None if graph.children(at).is_empty() => [0.0; 2],
            None => [-1.0, 1.0],
        })
        .collect();
    let met = |bounds: &[[f64; 2]]| bounds[0][1] - bounds[0][0] <= MET;
    for round in 0.. {
        if met(&bounds) {
            break;
        }
        // Later positions were mostly found from earlier ones.
        let mut moved = 0.0_f64;
        for at in (0..count).rev().filter(|at| !graph.children(*at).is_empty()) {
            let after = [0, 1].map(|side| graph.expect(at, |child| bounds[child][side]));
            moved = moved.max(after[0] - bounds[at][0]).max(bounds[at][1] - after[1]);
            bounds[at] = after;
        }
        watch.check(*looked)?;
        if moved <= 0.0 && !met(&bounds) || round == ROUNDS {
            return Err(Halt::Spent);
        }
    }
    let worth: Vec<f64> = bounds.iter().map(|[least, most]| (least + most) / 2.0).collect();
    let chances = graph.chances(&worth);
    let best = match graph.weights(0) {
        Some(_) => None,
        None => graph.chosen(0, &worth).map(|index| graph.shown(evaluator, 0, index)).transpose()?,
    };
    let sure = |player: usize| (1.0 - chances[player] <= MET).then(|| Player::at(player));
    let winner = sure(0).or_else(|| sure(1));
    let (positions, method) = (*looked, Method::Expectation);
    Ok(Solution { winner, best, line: None, chances: Some(chances), positions, method })
}

impl Graph {
    /// What a position is worth to the first player, if that is what those are worth that it leads to.
    fn expect(&self, at: usize, worth: impl Fn(usize) -> f64) -> f64 {
        let children = self.children(at).iter().map(|child| worth(*child as usize));
        match self.weights(at) {
            Some(weights) => mean(children, weights),
            None if self.turns[at] == Player(0) => children.fold(f64::NEG_INFINITY, f64::max),
            None => children.fold(f64::INFINITY, f64::min),
        }
    }

    /// The place of the first of the best moves.
    fn chosen(&self, at: usize, worth: &[f64]) -> Option<usize> {
        let sign = if self.turns[at] == Player(0) { 1.0 } else { -1.0 };
        let worth = |index: &usize| sign * worth[self.children(at)[*index] as usize];
        let better = |one: usize, two: usize| if worth(&two) > worth(&one) + MET { two } else { one };
        (0..self.children(at).len()).reduce(better)
    }

    /// How often each player wins where both play the first of their best moves.
    fn chances(&self, worth: &[f64]) -> Vec<f64> {
        let count = self.turns.len();
        let chosen: Vec<Option<usize>> = (0..count).map(|at| self.chosen(at, worth)).collect();
        let chance = |player: Player| {
            let mut often: Vec<f64> = (0..count)
                .map(|at| f64::from(self.worth[at].is_some_and(|(winner, _)| winner == player)))
                .collect();
            for _ in 0..ROUNDS {
                let mut moved = 0.0_f64;
                for at in (0..count).rev() {
                    let Some(index) = chosen[at] else { continue };
                    let children = self.children(at).iter().map(|child| often[*child as usize]);
                    let after = match self.weights(at) {
                        Some(weights) => mean(children, weights),
                        None => often[self.children(at)[index] as usize],
                    };
                    moved = moved.max((after - often[at]).abs());
                    often[at] = after;
                }
                if moved <= f64::EPSILON {
                    break;
                }
            }
            often[0]
        };
        vec![chance(Player(0)), chance(Player(1))]
    }
}

/// The mean of values that weigh so much.
fn mean(values: impl Iterator<Item = f64>, weights: &[u64]) -> f64 {
    let whole: u64 = weights.iter().sum();
    let sum: f64 = values.zip(weights).map(|(value, weight)| value * *weight as f64).sum();
    sum / whole as f64
}
