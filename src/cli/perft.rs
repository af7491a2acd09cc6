//! `interp perft`: how many sequences of so many moves there are.

use super::args::Positions;
use super::console::Console;
use super::each;
use super::fail::Failure;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::parallel;
use crate::position::{Move, Position, TooWide};
use crate::report::{Branch, CountRecord};

/// What is to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// How many moves deep.
    pub depth: u32,
    /// Whether by the first move.
    pub divide: bool,
    /// How many threads count.
    pub threads: usize,
}

/// Counts from every case; the count is the last line, the counts below each move come before it.
pub fn run(
    console: &mut Console,
    loaded: &Game,
    board: &Positions,
    asked: Asked,
) -> Result<(), Failure> {
    let Asked { depth, divide, .. } = asked;
    each::show(console, loaded, board.start(), |console, case| {
        let position = &case.case.position;
        let mut branches = None;
        let nodes = if depth > 0 && (divide || depth > 1 && asked.threads > 1) {
            let divided = divided(case.evaluator, position, asked);
            let divided = case.wide(divided)?;
            let nodes = divided.iter().map(|(_, nodes)| nodes).sum();
            if divide {
                let (moves, counts): (Vec<_>, Vec<_>) = divided.into_iter().unzip();
                let names = case.notation.move_names(&moves, position);
                let both = names.into_iter().zip(counts);
                branches = Some(both.map(|(chosen, nodes)| Branch { chosen, nodes }).collect());
            }
            nodes
        } else {
            let nodes = case.evaluator.perft(position, depth);
            case.wide(nodes)?
        };
        let record = CountRecord { case: case.case.number, depth, nodes, divide: branches };
        if console.json() {
            return console.record(&record);
        }
        for Branch { chosen, nodes } in record.divide.iter().flatten() {
            console.answer(&format!("{chosen} {nodes}"))?;
        }
        console.answer(&nodes.to_string())
    })
}

/// The counts by the first move, which threads share.
fn divided(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    asked: Asked,
) -> Result<Vec<(Move, u64)>, TooWide> {
    let Asked { depth, threads, .. } = asked;
    if threads <= 1 || depth <= 1 {
        return evaluator.divide(position, depth);
    }
    let moves = evaluator.divide(position, 1)?;
    let places: Vec<usize> = (0..moves.len()).collect();
    let program = evaluator.program();
    let counts = parallel::map(
        threads,
        &places,
        || Evaluator::new(program),
        |evaluator, at| evaluator.branch(position, depth, *at),
    );
    moves.into_iter().zip(counts).map(|((chosen, _), count)| Ok((chosen, count?))).collect()
}
