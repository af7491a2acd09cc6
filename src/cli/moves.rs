//! `interp moves`: the legal moves, one a line.

use super::args::Positions;
use super::console::Console;
use super::each;
use super::fail::Failure;
use crate::game::Game;
use crate::report::MovesRecord;

/// Lists the moves of every case.
pub fn run(console: &mut Console, loaded: &Game, board: &Positions) -> Result<(), Failure> {
    each::show(console, loaded, board.start(), |console, asked| {
        let position = &asked.case.position;
        let mut moves = Vec::new();
        let found = asked.evaluator.moves(position, &mut moves);
        asked.wide(found)?;
        if console.json() {
            let number = asked.case.number;
            return console.record(&MovesRecord::new(asked.notation, number, &moves, position));
        }
        let names = asked.notation.move_names(&moves, position);
        let Some(likely) = asked.notation.rules().probabilities(&moves) else {
            return names.iter().try_for_each(|name| console.answer(name));
        };
        let each = names.iter().zip(likely);
        each.map(|(name, likely)| format!("{name}  {likely:.6}"))
            .try_for_each(|line| console.answer(&line))
    })
}
