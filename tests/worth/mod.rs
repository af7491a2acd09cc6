//! What a position is worth, by the reference evaluator alone.

use interp::eval::solve::{Solution, Solved};
use interp::index::Player;
use interp::position::{Position, State};
use interp::rules::Rules;
use interp::trace::Reference;
use std::collections::HashMap;

/// Positions of a random game that the reference evaluator judges.
const JUDGED: usize = 250;
/// Positions of a game in which moves are drawn.
const EXPECTED: usize = 3_000;

/// All positions that can come of one, by the reference evaluator.
struct Known {
    known: Vec<Position>,
    /// What those are worth to who is to move there that are over; 1 won, -1 lost.
    worth: Vec<Option<i8>>,
    /// Where the moves lead.
    children: Vec<Vec<usize>>,
    /// What the moves weigh, where they are drawn.
    weights: Vec<Option<Vec<u64>>>,
}

impl Known {
    /// `None` if there are more than so many.
    fn of(rules: &Rules, start: &Position, most: usize) -> Option<Self> {
        let reference = Reference::new(rules, start.size);
        let layout = rules.layout(start.size);
        let mut known = vec![start.clone()];
        layout.complete(&mut known[0].cells, start.turn);
        let mut places = HashMap::from([((start.turn, known[0].cells.clone()), 0)]);
        let (mut worth, mut children, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(position) = known.get(worth.len()).cloned() {
            let me = position.turn;
            let mut asked = reference.about(&position);
            worth.push(match asked.state().ok()? {
                State::Won(winner, _) => Some(if winner == rules.team(me) { 1 } else { -1 }),
                State::Drawn(_) => Some(0),
                State::Ongoing => None,
            });
            let mut below = Vec::new();
            let moves = asked.moves().ok()?;
            weights.push(rules.weights(moves.iter().map(|chosen| chosen.name)));
            for chosen in moves {
                let mut after = position.clone();
                after.apply(&chosen, &layout);
                after.ply = 0;
                let at = places.entry((after.turn, after.cells.clone())).or_insert_with(|| {
                    known.push(after);
                    known.len() - 1
                });
                below.push(*at);
            }
            children.push(below);
            if known.len() > most {
                return None;
            }
        }
        Some(Self { known, worth, children, weights })
    }
}

/// What a position is worth to its mover, in the plainest way: all
/// positions that can come of it, judged over and over until nothing changes; 1 won, -1 lost. `None` if
/// there are too many.
pub fn judged(rules: &Rules, start: &Position) -> Option<i8> {
    let Known { known, mut worth, children, .. } = Known::of(rules, start, JUDGED)?;
    loop {
        let mut changed = false;
        for at in 0..worth.len() {
            if worth[at].is_some() || children[at].is_empty() {
                continue;
            }
            // To whoever moves, who may be the same player again, or a team-mate.
            let team = |at: usize| rules.team(known[at].turn);
            let mine = |child: usize| team(child) == team(at);
            let of =
                |child: usize| worth[child].map(|worth| if mine(child) { worth } else { -worth });
            let lost = |child: &usize| of(*child) == Some(1);
            let won = |child: &usize| of(*child) == Some(-1);
            let found = match children[at].iter().any(lost) {
                true => Some(1),
                false => children[at].iter().all(won).then_some(-1),
            };
            changed |= found.is_some();
            worth[at] = found;
        }
        if !changed {
            return Some(worth[0].unwrap_or(0));
        }
    }
}

/// In how few moves the only player of a game wins, and how many sequences of so many moves do, in the plainest way: all positions
/// that can come of the first, and how many sequences of 0, 1, 2, … moves lead to each. `None` if there are too many.
pub fn shortest(rules: &Rules, start: &Position) -> Option<(Option<usize>, u128)> {
    let Known { worth, children, .. } = Known::of(rules, start, 3 * JUDGED)?;
    let mut ways = vec![0_u128; worth.len()];
    ways[0] = 1;
    // Whoever needs more moves than there are positions comes to one of them twice.
    for moves in 0..=worth.len() {
        let won = (0..worth.len()).filter(|at| worth[*at] == Some(1)).map(|at| ways[at]).sum();
        if won > 0 {
            return Some((Some(moves), won));
        }
        let mut next = vec![0_u128; worth.len()];
        for (at, children) in children.iter().enumerate() {
            // `u128::MAX` is as many or more, as `solve` has it.
            children.iter().for_each(|child| next[*child] = next[*child].saturating_add(ways[at]));
        }
        ways = next;
    }
    Some((None, 0))
}

/// Holds that a line of best play is legal, and ends as it should.
pub fn assert_line(rules: &Rules, start: &Position, solution: &Solution, file: &str) {
    let Some(line) = &solution.line else { return };
    let reference = Reference::new(rules, start.size);
    let mut position = start.clone();
    for chosen in line {
        let moves = reference.moves(&position).expect("a small game");
        assert!(moves.contains(chosen), "{chosen:?} is not legal\n{start:?}\n{file}");
        position.apply(chosen, &rules.layout(start.size));
    }
    let state = reference.state(&position).expect("a small game");
    let won = matches!(state, State::Won(winner, _) if Some(winner) == solution.winner);
    assert!(won, "{line:?} ends in {state:?}\n{start:?}\n{file}");
}

/// How often each of two players wins where both play so: the choice of a mover among what moves are worth to the first player.
/// Such rounds that nothing changes any more by a billionth, or `None`.
fn iterated(
    all: &Known,
    end: f64,
    choice: impl Fn(&Position, &mut dyn Iterator<Item = f64>) -> f64,
) -> Option<f64> {
    let first = |at: usize| all.known[at].turn == Player(0);
    let of = |at: usize, worth: i8| f64::from(if first(at) { worth } else { -worth });
    let mut worth: Vec<f64> = (0..all.known.len())
        .map(|at| match all.worth[at] {
            Some(worth) => of(at, worth),
            None if all.children[at].is_empty() => 0.0,
            None => end,
        })
        .collect();
    for _ in 0..200_000 {
        let mut moved = 0.0_f64;
        for at in 0..worth.len() {
            if all.worth[at].is_some() || all.children[at].is_empty() {
                continue;
            }
            let mut below = all.children[at].iter().map(|child| worth[*child]);
            let found = match &all.weights[at] {
                Some(weights) => {
                    let sum: f64 =
                        below.zip(weights).map(|(one, weight)| one * *weight as f64).sum();
                    sum / weights.iter().sum::<u64>() as f64
                }
                None => choice(&all.known[at], &mut below),
            };
            moved = moved.max((found - worth[at]).abs());
            worth[at] = found;
        }
        if moved < 1e-13 {
            return Some(worth[0]);
        }
    }
    None
}

/// What a position is worth to the first of two players, from 1 to -1, where moves are drawn and both play best: between what it would be
/// if play without an end were lost, and if it were won. `None` if there are too many positions.
pub fn expected(rules: &Rules, start: &Position) -> Option<[f64; 2]> {
    let all = Known::of(rules, start, EXPECTED)?;
    let best = |position: &Position, below: &mut dyn Iterator<Item = f64>| match position.turn {
        Player(0) => below.fold(f64::NEG_INFINITY, f64::max),
        _ => below.fold(f64::INFINITY, f64::min),
    };
    Some([iterated(&all, -1.0, best)?, iterated(&all, 1.0, best)?])
}

/// The same where players choose at random.
pub fn at_random(rules: &Rules, start: &Position) -> Option<f64> {
    let all = Known::of(rules, start, EXPECTED)?;
    iterated(&all, 0.0, |_, below| {
        let (count, sum) = below.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
        sum / f64::from(count)
    })
}

/// Holds that a game in which moves are drawn is worth what the reference evaluator finds; it is not decided where play may go on for ever.
pub fn assert_expected(
    [least, most]: [f64; 2],
    start: &Position,
    solved: Option<&Solved>,
    file: &str,
) {
    match solved {
        Some(Solved::Decided(solution)) => {
            let chances = solution.chances.as_ref().expect("what is drawn has chances");
            let found = chances[0] - chances[1];
            assert!((found - least).abs() < 1e-7, "{found} and {least}\n{start:?}\n{file}");
            assert!((found - most).abs() < 1e-7, "{found} and {most}\n{start:?}\n{file}");
            let sum: f64 = chances.iter().sum();
            assert!((0.0..=1.0 + 1e-9).contains(&sum), "{chances:?}\n{start:?}\n{file}");
        }
        _ => assert!(most - least > 1e-9, "{least} is not found\n{start:?}\n{file}"),
    }
}
