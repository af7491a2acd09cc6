//! `interp solve`: who wins with best play; of one player, how in the fewest moves.

use super::answer::{self, deadline};
use super::args::Solve;
use super::console::Console;
use super::each::{self, Asked};
use super::fail::Failure;
use crate::eval::search::Bound;
use crate::eval::solve::{self as eval, Solved, solve};
use crate::game::Game;
use crate::report::{ChanceRecord, SolutionRecord, WorthRecord};
use std::time::Instant;

/// Decides every case; one that is given up does not keep the others from being decided.
pub fn run(console: &mut Console, loaded: &Game, asked: &Solve) -> Result<(), Failure> {
    loaded.solvable()?;
    if asked.threads.count() > 1 && loaded.rules().players.len() != 1 {
        let failure =
            Failure::usage("only one player's shortest solution is looked for by several threads");
        return Err(failure.help("leave out `--threads`"));
    }
    each::show(console, loaded, asked.board.start(), |console, case| {
        one(console, loaded, asked, case)
    })
}

fn one(
    console: &mut Console,
    loaded: &Game,
    asked: &Solve,
    case: Asked<'_, '_>,
) -> Result<(), Failure> {
    let position = &case.case.position;
    let stop = asked.time.map(deadline);
    let stop = stop.as_ref().map(|stop| stop as &(dyn Fn() -> bool + Sync));
    let begun = Instant::now();
    let Solve { nodes, memory, .. } = *asked;
    let threads = Some(asked.threads.count());
    let bound = Bound { nodes, stop, memory, threads };
    let mut see = |positions: u64| console.progress(|| format!("{positions} positions"));
    let solved = solve(case.evaluator, position, bound, asked.plies, &mut see);
    let solved = case.wide(solved)?;
    let pace = |positions| answer::pace(positions, begun.elapsed());
    let found = match solved {
        Solved::Decided(found) => found,
        Solved::GaveUp(positions) => {
            let number = case.case.number;
            let message = format!("case {number} is not decided after {positions} positions");
            let help = String::from("`--nodes`, `--time` and `--memory` bound the search");
            console.fail(&Failure::Undecided(message, vec![help]));
            if asked.verbose {
                console.note(&format!("case {number}: {}", pace(positions)), &[]);
            }
            return Ok(());
        }
    };
    let how = format!("case {}: {}, {}", case.case.number, found.method, pace(found.positions));
    tell(console, loaded, case, found)?;
    if asked.verbose {
        console.note(&how, &[]);
    }
    Ok(())
}

fn tell(
    console: &mut Console,
    loaded: &Game,
    case: Asked<'_, '_>,
    found: eval::Solution,
) -> Result<(), Failure> {
    let position = &case.case.position;
    let found = loaded.named(case.evaluator, position, found);
    let found = case.wide(found)?;
    let worth = found.record(loaded);
    if console.json() {
        let mover = case.notation.player_name(position.turn);
        return console.record(&SolutionRecord { case: case.case.number, mover, worth });
    }
    if let Some(solutions) = &worth.solutions {
        let told = shortest(&worth, solutions);
        told.iter().try_for_each(|told| console.answer(told))?;
        return console.answer(&looked(worth.positions));
    }
    if let Some(chances) = &worth.chances {
        for ChanceRecord { player, probability } in chances {
            console.answer(&format!("{player} wins with probability {probability:.6}"))?;
        }
        let won: f64 = chances.iter().map(|chance| chance.probability).sum();
        if 1.0 - won > 1e-6 {
            console.answer(&format!("a draw with probability {:.6}", 1.0 - won))?;
        }
    }
    let told = match (worth.winner, worth.plies) {
        (None, None) if worth.chances.is_some() => None,
        (Some(winner), Some(0)) => Some(format!("{winner} has won")),
        (Some(winner), Some(1)) => Some(format!("{winner} wins in 1 ply")),
        (Some(winner), Some(plies)) => Some(format!("{winner} wins in {plies} plies")),
        (Some(winner), None) => Some(format!("{winner} wins")),
        (None, _) => Some(String::from("nobody can force a win")),
    };
    told.iter().try_for_each(|told| console.answer(told))?;
    if let Some(best) = &worth.best {
        console.answer(&format!("best move: {best}"))?;
    }
    if let Some(line) = worth.line.as_ref().filter(|line| line.len() > 1) {
        console.answer(&format!("best play: {}", line.join(" ")))?;
    }
    console.answer(&looked(worth.positions))
}

/// What is told of one player's shortest solutions.
fn shortest(worth: &WorthRecord<'_>, solutions: &str) -> Vec<String> {
    let Some(line) = &worth.line else { return vec![String::from("there is no solution")] };
    if line.is_empty() {
        return vec![String::from("it is solved")];
    }
    let moves = if line.len() == 1 { "1 move" } else { &format!("{} moves", line.len()) };
    let more = if solutions == u128::MAX.to_string() { " or more" } else { "" };
    vec![
        format!("solved in {moves}, and not in fewer"),
        format!("sequences of {moves} that solve it: {solutions}{more}"),
        format!("one of them: {}", line.join(" ")),
    ]
}

fn looked(positions: u64) -> String {
    let many = if positions == 1 { "position" } else { "positions" };
    format!("{positions} {many} looked at")
}
