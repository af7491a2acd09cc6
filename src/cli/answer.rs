//! The main job: what the file's format asks, for every case of every board.

use super::args::Search;
use super::console::Console;
use super::each::{self, Start};
use super::fail::Failure;
use super::input::Place;
use crate::eval::search::Bound;
use crate::game::Game;
use crate::report::Needs;
use std::time::{Duration, Instant};

/// What is asked of the main job.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Moves to be made from each position.
    pub play: Option<&'a str>,
    /// The bounds of a search.
    pub search: Search,
    /// How many threads answer.
    pub threads: usize,
}

/// Answers every board in turn; a refused one does not keep the others from being answered.
pub fn run(
    console: &mut Console,
    loaded: &Game,
    places: &[Place<'_>],
    asked: Asked<'_>,
) -> Result<(), Failure> {
    let Asked { play, search, threads } = asked;
    let rules = loaded.rules();
    let needs = if console.json() { Needs::of_json(rules) } else { Needs::of_text(rules) };
    if !needs.chosen && (search.nodes.is_some() || search.time.is_some()) {
        let name = &loaded.source().name;
        return Err(Failure::usage(format!("`{name}` asks for no move, so nothing is searched"))
            .help("leave out `--nodes` and `--time`"));
    }
    let json = console.json();
    for place in places {
        let start = Start { place: *place, play };
        let one = |asked: each::Asked<'_, '_>| one(asked, needs, search, json);
        let answered = each::answer(console, loaded, start, threads, one);
        match answered {
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => console.fail(&failure),
            Ok(()) => {}
        }
    }
    Ok(())
}

fn one(
    asked: each::Asked<'_, '_>,
    needs: Needs,
    search: Search,
    json: bool,
) -> Result<String, Failure> {
    let position = &asked.case.position;
    let stop = search.time.map(deadline);
    let stop = stop.as_ref().map(|stop| stop as &(dyn Fn() -> bool + Sync));
    let found = needs.find(
        asked.evaluator,
        position,
        Bound { nodes: search.nodes, stop, ..Bound::default() },
    );
    let found = asked.wide(found)?;
    let answer = found.answer(asked.notation, asked.case.number, position);
    Ok(if json { answer.json() } else { answer.text() })
}

/// Whether so much time has gone by since now.
pub fn deadline(time: Duration) -> impl Fn() -> bool + Sync {
    let begun = Instant::now();
    move || begun.elapsed() >= time
}
