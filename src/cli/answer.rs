//! The main job: what the file's format asks, for every case of every board.

use super::args::Search;
use super::console::Console;
use super::each::{self, Asked};
use super::fail::Failure;
use super::input::Place;
use super::load::Loaded;
use crate::eval::search::{Bound, best};
use crate::report::{Answer, Needs};

/// Positions that the search for a move looks at where nothing else is asked.
const NODES: u64 = 200_000;

/// Answers every board in turn; a refused one does not keep the others from being answered.
pub fn run(
    console: &mut Console,
    loaded: &Loaded,
    places: &[Place<'_>],
    search: Search,
) -> Result<(), Failure> {
    let rules = &loaded.rules;
    let needs = if console.json() { Needs::of_json(rules) } else { Needs::of_text(rules) };
    if !needs.chosen && (search.nodes.is_some() || search.time.is_some()) {
        let name = &loaded.source.name;
        return Err(Failure::usage(format!("`{name}` asks for no move, so nothing is searched"))
            .help("leave out `--nodes` and `--time`"));
    }
    let nodes = search.nodes.or(search.time.is_none().then_some(NODES));
    let bound = Bound { nodes, time: search.time };
    for place in places {
        let answered = each::answer(console, loaded, *place, |console, asked| {
            let text = one(asked, needs, bound, console.json())?;
            console.answer(&text)
        });
        match answered {
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => console.fail(&failure),
            Ok(()) => {}
        }
    }
    Ok(())
}

fn one(asked: Asked<'_, '_>, needs: Needs, bound: Bound, json: bool) -> Result<String, Failure> {
    let position = &asked.case.position;
    let verdict = match needs.verdict {
        true => {
            let verdict = asked.evaluator.verdict(position);
            asked.wide(verdict)?
        }
        false => None,
    };
    let state = match needs.state {
        true => {
            let state = asked.evaluator.state(position);
            Some(asked.wide(state)?)
        }
        false => None,
    };
    let mut moves = Vec::new();
    if needs.moves {
        let found = asked.evaluator.moves(position, &mut moves);
        asked.wide(found)?;
    }
    let chosen = match needs.chosen {
        true => {
            let chosen = best(asked.evaluator, position, bound);
            asked.wide(chosen)?
        }
        false => None,
    };
    let answer = Answer {
        notation: asked.notation,
        number: asked.case.number,
        position,
        state,
        verdict,
        moves: &moves,
        chosen: chosen.as_ref(),
    };
    Ok(if json { answer.json() } else { answer.text() })
}
