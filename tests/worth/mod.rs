//! What a position is worth, by the reference evaluator alone.

use interp::eval::solve::Solution;
use interp::position::{Position, State};
use interp::rules::Rules;
use interp::trace::Reference;

/// Positions of a random game that the reference evaluator judges.
const JUDGED: usize = 250;

/// What a position is worth to its mover, in the plainest way: all
/// positions that can come of it, judged over and over until nothing changes; 1 won, -1 lost. `None` if
/// there are too many.
pub fn judged(rules: &Rules, start: &Position) -> Option<i8> {
    let reference = Reference::new(rules, start.size);
    let layout = rules.layout(start.size);
    let mut known = vec![start.clone()];
    layout.complete(&mut known[0].cells, start.turn);
    let mut worth: Vec<Option<i8>> = Vec::new();
    let mut children: Vec<Vec<usize>> = Vec::new();
    while let Some(position) = known.get(worth.len()).cloned() {
        let me = position.turn;
        let mut asked = reference.about(&position);
        worth.push(match asked.state().ok()? {
            State::Won(winner, _) => Some(if winner == me { 1 } else { -1 }),
            State::Drawn(_) => Some(0),
            State::Ongoing => None,
        });
        let mut below = Vec::new();
        for chosen in asked.moves().ok()? {
            let mut after = position.clone();
            after.apply(&chosen, &layout);
            after.ply = 0;
            let at = known.iter().position(|other| *other == after).unwrap_or_else(|| {
                known.push(after);
                known.len() - 1
            });
            below.push(at);
        }
        children.push(below);
        if known.len() > JUDGED {
            return None;
        }
    }
    loop {
        let mut changed = false;
        for at in 0..worth.len() {
            if worth[at].is_some() || children[at].is_empty() {
                continue;
            }
            // To whoever moves, who may be the same player again.
            let mine = |child: usize| known[child].turn == known[at].turn;
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
