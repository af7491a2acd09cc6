//! The main job: what the file's format asks, for every case of every board.

use super::args::Search;
use super::console::Console;
use super::each::{self, Start, Told};
use super::fail::Failure;
use super::input::Place;
use crate::eval::search::{Bound, Found};
use crate::game::Game;
use crate::report::Needs;
use std::time::{Duration, Instant};

/// What is asked of the main job.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Moves to be made from each position.
    pub play: Option<&'a str>,
    /// The bounds of a search, and how many threads answer.
    pub search: Search,
}

/// Answers every board in turn; a refused one does not keep the others from being answered.
pub fn run(
    console: &mut Console,
    loaded: &Game,
    places: &[Place<'_>],
    asked: Asked<'_>,
) -> Result<(), Failure> {
    let Asked { play, search } = asked;
    let rules = loaded.rules();
    let needs = if console.json() { Needs::of_json(rules) } else { Needs::of_text(rules) };
    let needs = Needs { line: search.verbose, ..needs };
    let Search { nodes, time, memory, verbose, .. } = search;
    if !needs.chosen && (nodes.is_some() || time.is_some() || memory.is_some() || verbose) {
        let name = &loaded.source().name;
        return Err(Failure::usage(format!("`{name}` asks for no move, so nothing is searched"))
            .help("leave out `--nodes`, `--time`, `--memory` and `--verbose`"));
    }
    let json = console.json();
    for place in places {
        let start = Start { place: *place, play };
        let one = |asked: each::Asked<'_, '_>| one(asked, needs, search, json);
        let answered = each::answer(console, loaded, start, search.threads(), one);
        match answered {
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => console.fail(&failure),
            Ok(()) => {}
        }
    }
    Ok(())
}

fn one(
    mut asked: each::Asked<'_, '_>,
    needs: Needs,
    search: Search,
    json: bool,
) -> Result<Told, Failure> {
    let position = &asked.case.position;
    let begun = Instant::now();
    let stop = search.time.map(deadline);
    let stop = stop.as_ref().map(|stop| stop as &(dyn Fn() -> bool + Sync));
    let Search { nodes, memory, .. } = search;
    let bound = Bound { nodes, stop, memory, threads: Some(asked.threads) };
    let found = needs.find(asked.evaluator, position, bound);
    let found = asked.wide(found)?;
    let answer = found.answer(asked.notation, asked.case.number, position);
    let text = if json { answer.json() } else { answer.text() };
    let note = match found.chosen.as_ref().filter(|_| search.verbose) {
        Some(chosen) => Some(how(&mut asked, chosen, begun.elapsed())?),
        None => None,
    };
    Ok(Told { text, note })
}

/// How a move was found in so much time.
fn how(asked: &mut each::Asked<'_, '_>, found: &Found, time: Duration) -> Result<String, Failure> {
    let Found { line, method, depth, positions } = found;
    let line = asked.notation.line(asked.evaluator, &asked.case.position, line);
    let line = asked.wide(line)?.join(" ");
    let (number, pace) = (asked.case.number, pace(*positions, time));
    Ok(format!("case {number}: {method}, depth {depth}, {pace}, best play {line}"))
}

/// So many positions, and how many that is a second.
pub fn pace(positions: u64, time: Duration) -> String {
    let many = if positions == 1 { "position" } else { "positions" };
    let second = positions as f64 / time.as_secs_f64().max(1e-6);
    format!("{positions} {many}, {second:.0} a second")
}

/// Whether so much time has gone by since now.
pub fn deadline(time: Duration) -> impl Fn() -> bool + Sync {
    let begun = Instant::now();
    move || begun.elapsed() >= time
}
