//! `interp perft`: how many sequences of so many moves there are.

use super::args::Positions;
use super::console::Console;
use super::each;
use super::fail::Failure;
use crate::eval::{Evaluator, Lines};
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
    /// Whether lines count as much as what is drawn in them is likely.
    pub chance: bool,
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
    let Asked { depth, divide, chance, .. } = asked;
    each::show(console, loaded, board.start(), |console, case| {
        let position = &case.case.position;
        let mut branches = None;
        let lines = if depth > 0 && (divide || depth > 1 && asked.threads > 1) {
            let divided = divided(case.evaluator, position, asked);
            let divided = case.wide(divided)?;
            let all = divided.iter().map(|(_, lines)| *lines).fold(Lines::default(), Lines::plus);
            if divide {
                let (moves, lines): (Vec<_>, Vec<_>) = divided.into_iter().unzip();
                let names = case.notation.move_names(&moves, position);
                let branch = |(chosen, lines): (_, Lines)| {
                    let mean = chance.then_some(lines.rounded().mean);
                    Branch { chosen, nodes: lines.count, mean }
                };
                branches = Some(names.into_iter().zip(lines).map(branch).collect());
            }
            all
        } else {
            let lines = counted(case.evaluator, position, asked);
            case.wide(lines)?
        };
        let mean = chance.then_some(lines.rounded().mean);
        let record = CountRecord {
            case: case.case.number,
            depth,
            nodes: lines.count,
            mean,
            divide: branches,
        };
        if console.json() {
            return console.record(&record);
        }
        for Branch { chosen, nodes, mean } in record.divide.iter().flatten() {
            console.answer(&format!("{chosen} {}", told(*nodes, *mean)))?;
        }
        console.answer(&told(record.nodes, record.mean))
    })
}

/// A count, or what there is on average, to six places.
fn told(nodes: u64, mean: Option<f64>) -> String {
    let Some(mean) = mean else { return nodes.to_string() };
    let text = format!("{mean:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The lines from a position, as they are asked for.
fn counted(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    asked: Asked,
) -> Result<Lines, TooWide> {
    match asked.chance {
        true => evaluator.lines(position, asked.depth),
        false => evaluator.perft(position, asked.depth).map(Lines::chosen),
    }
}

/// The counts by the first move, which threads share.
fn divided(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    asked: Asked,
) -> Result<Vec<(Move, Lines)>, TooWide> {
    let Asked { depth, threads, chance, .. } = asked;
    let alone = threads <= 1 || depth <= 1;
    if alone && !chance {
        let counts = evaluator.divide(position, depth)?;
        return Ok(counts
            .into_iter()
            .map(|(chosen, count)| (chosen, Lines::chosen(count)))
            .collect());
    }
    let moves = evaluator.first_moves(position, depth)?;
    let places: Vec<usize> = (0..moves.len()).collect();
    let program = evaluator.program();
    let counts = parallel::map(
        if alone { 1 } else { threads },
        &places,
        || Evaluator::lazy(program),
        |evaluator, at| match chance {
            true => evaluator.branch_lines(position, depth, *at),
            false => evaluator.branch(position, depth, *at).map(Lines::chosen),
        },
    );
    moves.into_iter().zip(counts).map(|(chosen, lines)| Ok((chosen, lines?))).collect()
}
