//! `interp board`: the board, drawn.

use super::args::Positions;
use super::console::Console;
use super::each;
use super::fail::Failure;
use crate::game::{Game, View};
use crate::index::Cell;
use crate::report::BoardRecord;

/// Draws every case, as the `looker` sees it if there is one, and says whose turn it is and what else is remembered.
pub fn run(
    console: &mut Console,
    loaded: &Game,
    board: &Positions,
    targets: bool,
    looker: Option<&str>,
) -> Result<(), Failure> {
    each::show(console, loaded, board.start(), |console, asked| {
        let position = &asked.case.position;
        let view = looker.map(|looker| loaded.play(position.clone()).seen(looker)).transpose()?;
        let mut marked: Vec<Cell> = Vec::new();
        if targets {
            let mut moves = Vec::new();
            let found = asked.evaluator.moves(position, &mut moves);
            asked.wide(found)?;
            marked = moves.iter().filter_map(|chosen| chosen.path.last().copied()).collect();
            marked.sort();
            marked.dedup();
        }
        let whole = (asked.notation, position);
        let (notation, position) = view.as_ref().map_or(whole, View::parts);
        if console.json() {
            let targets = targets.then_some(marked.as_slice());
            return console.record(&BoardRecord::new(
                notation,
                asked.case.number,
                position,
                targets,
            ));
        }
        let drawn = match targets {
            true => notation.draw_marked(position, &marked),
            false => notation.draw(position),
        };
        console.answer(&format!("{drawn}{} to move", notation.player_name(position.turn)))?;
        notation.remembered(position).iter().try_for_each(|told| console.answer(told))
    })
}
