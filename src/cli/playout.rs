//! `interp playout`: games played at random, and what became of them.

use std::time::{Duration, Instant};

use super::args::Playout;
use super::console::Console;
use super::each::{self, Asked};
use super::fail::Failure;
use super::load::Loaded;
use super::{place, threads};
use crate::eval::Evaluator;
use crate::eval::playout::{Chance, Tally};
use crate::index::Player;
use crate::position::State;
use crate::report::{EndingRecord, GameRecord, PliesRecord, TallyRecord, WinsRecord};

/// Numbers of games that are named where more were given up.
const NAMED: usize = 10;

/// Games that are played at first before it is told how far the work is; twice as many when they took less than
/// that.
const BLOCK: u64 = 64;
const WHILE: Duration = Duration::from_millis(50);

/// Plays from every case.
pub fn run(console: &mut Console, loaded: &Loaded, asked: &Playout) -> Result<(), Failure> {
    each::show(console, loaded, asked.board.start(), |console, case| match asked.game {
        Some(number) => one(console, loaded, asked, case, number),
        None => many(console, loaded, asked, case),
    })
}

/// The endings of the rules, none of which has ended a game.
fn endings(loaded: &Loaded) -> Vec<EndingRecord> {
    let endings = loaded.rules.endings.iter().map(|ending| {
        let at = place::of(&loaded.source, ending.when.span);
        let words: Vec<&str> = at.text.trim_matches(['\'', '"']).split_whitespace().collect();
        let (when, file) = (words.join(" "), at.file.to_owned());
        EndingRecord { when, file, line: at.line, games: 0 }
    });
    endings.collect()
}

fn many(
    console: &mut Console,
    loaded: &Loaded,
    asked: &Playout,
    case: Asked<'_, '_>,
) -> Result<(), Failure> {
    let rules = &loaded.rules;
    let mut tally = Tally::new(rules.players.len(), rules.endings.len());
    let (position, program) = (&case.case.position, case.evaluator.program());
    let (mut first, mut block) = (1, BLOCK);
    while first <= asked.games {
        console.progress(|| format!("game {first} of {}", asked.games));
        let last = asked.games.min(first.saturating_add(block - 1));
        let begun = Instant::now();
        let numbers: Vec<u64> = (first..=last).collect();
        let games = threads::map(
            asked.threads.count(),
            &numbers,
            || Evaluator::new(program),
            |evaluator, number| {
                let mut chance = Chance::of_game(asked.seed, *number);
                evaluator.playout(position, &mut chance, asked.plies)
            },
        );
        for (number, game) in numbers.into_iter().zip(games) {
            tally.count(number, &case.wide(game)?);
        }
        if begun.elapsed() < WHILE {
            block *= 2;
        }
        let Some(next) = last.checked_add(1) else { break };
        first = next;
    }
    let mut endings = endings(loaded);
    endings.iter_mut().zip(&tally.endings).for_each(|(ending, games)| ending.games = *games);
    let wins = (0..rules.players.len()).map(Player::at).map(|player| {
        let games = tally.won(player);
        WinsRecord { player: case.notation.player_name(player), games }
    });
    let (mean, least, most) = (hundredths(tally.mean()), tally.least, tally.most);
    let record = TallyRecord {
        case: case.case.number,
        games: tally.games,
        seed: asked.seed,
        wins: wins.collect(),
        draws: tally.draws,
        open: tally.open,
        unended: &tally.unended,
        plies: PliesRecord { mean, least, most },
        branching: tally.branching().map(hundredths),
        endings: &endings,
    };
    if console.json() {
        return console.record(&record);
    }
    tell(console, asked, &record)
}

/// A number with two digits after the point.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn tell(console: &mut Console, asked: &Playout, record: &TallyRecord<'_>) -> Result<(), Failure> {
    let won = record.wins.iter().map(|wins| (format!("{} wins", wins.player), wins.games));
    let mut rows: Vec<(String, u64)> = won.collect();
    rows.push((String::from("drawn"), record.draws));
    let others = [("no move left", record.open), ("not over", record.unended.len() as u64)];
    let others = others.into_iter().filter(|(_, games)| *games > 0);
    rows.extend(others.map(|(what, games)| (what.to_owned(), games)));
    let wide = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    let digits = record.games.to_string().len();
    let many = if record.games == 1 { "game" } else { "games" };
    console.answer(&format!("{} {many} from seed {}", record.games, record.seed))?;
    for (what, games) in rows {
        let share = 100.0 * games as f64 / record.games.max(1) as f64;
        console.answer(&format!("{what:wide$}  {games:digits$}  {share:5.1} %"))?;
    }
    let PliesRecord { mean, least, most } = record.plies;
    console.answer(&format!("{mean:.2} plies a game, from {least} to {most}"))?;
    if let Some(branching) = record.branching {
        console.answer(&format!("{branching:.2} moves to choose from"))?;
    }
    for ending in record.endings.iter().filter(|ending| ending.games > 0) {
        let EndingRecord { when, file, line, games } = ending;
        console.answer(&format!("{games:digits$} ended by `{when}`  ({file}:{line})"))?;
    }
    let Some(first) = record.unended.first() else { return Ok(()) };
    let named: Vec<String> = record.unended.iter().take(NAMED).map(u64::to_string).collect();
    let more = if record.unended.len() > NAMED { ", …" } else { "" };
    let plies = asked.plies;
    console.answer(&format!("not over after {plies} plies: game {}{more}", named.join(", ")))?;
    console.answer(&format!("`--game {first}` instead of `--games` tells its moves"))
}

/// Plays one game and tells its moves, as `--play` reads them.
fn one(
    console: &mut Console,
    loaded: &Loaded,
    asked: &Playout,
    case: Asked<'_, '_>,
    number: u64,
) -> Result<(), Failure> {
    let mut chance = Chance::of_game(asked.seed, number);
    let mut line = Vec::new();
    let position = &case.case.position;
    let game =
        case.evaluator.replay(position, &mut chance, asked.plies, |chosen| line.push(chosen));
    let game = case.wide(game)?;
    let moves = case.notation.line(case.evaluator, position, &line);
    let moves = case.wide(moves)?;
    let (state, winner, ending) = match game.state {
        State::Won(winner, at) => ("won", Some(case.notation.player_name(winner)), Some(at)),
        State::Drawn(at) => ("drawn", None, Some(at)),
        State::Ongoing => ("ongoing", None, None),
    };
    if console.json() {
        let (case, seed, moves) = (case.case.number, asked.seed, moves.as_slice());
        return console.record(&GameRecord { case, game: number, seed, moves, state, winner });
    }
    console.answer(&moves.join(" "))?;
    let ended = match (winner, state, game.unended) {
        (Some(winner), ..) => format!("{winner} wins"),
        (None, "drawn", _) => String::from("drawn"),
        (None, _, true) => String::from("not over"),
        (None, ..) => String::from("no move left"),
    };
    let by = ending
        .and_then(|at| endings(loaded).into_iter().nth(at))
        .map(|ending| format!(" by `{}`  ({}:{})", ending.when, ending.file, ending.line));
    console.answer(&format!("{ended} after {} plies{}", game.plies, by.unwrap_or_default()))
}
