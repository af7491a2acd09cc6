//! `interp perft`: how many sequences of so many moves there are.

use super::args::Positions;
use super::console::Console;
use super::each;
use super::fail::Failure;
use super::load::Loaded;
use crate::report::{Branch, CountRecord};

/// Counts from every case; the count is the last line, the counts below each move come before it.
pub fn run(
    console: &mut Console,
    loaded: &Loaded,
    board: &Positions,
    depth: u32,
    divide: bool,
) -> Result<(), Failure> {
    each::show(console, loaded, board.start(), |console, asked| {
        let position = &asked.case.position;
        let mut branches = None;
        let nodes = if divide && depth > 0 {
            let divided = asked.evaluator.divide(position, depth);
            let divided = asked.wide(divided)?;
            let nodes = divided.iter().map(|(_, nodes)| nodes).sum();
            let (moves, counts): (Vec<_>, Vec<_>) = divided.into_iter().unzip();
            let names = asked.notation.move_names(&moves, position);
            let both = names.into_iter().zip(counts);
            branches = Some(both.map(|(chosen, nodes)| Branch { chosen, nodes }).collect());
            nodes
        } else {
            let nodes = asked.evaluator.perft(position, depth);
            asked.wide(nodes)?
        };
        let record = CountRecord { case: asked.case.number, depth, nodes, divide: branches };
        if console.json() {
            return console.record(&record);
        }
        for Branch { chosen, nodes } in record.divide.iter().flatten() {
            console.answer(&format!("{chosen} {nodes}"))?;
        }
        console.answer(&nodes.to_string())
    })
}
