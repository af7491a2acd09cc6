//! `interp playout`: games played at random, and what became of them.

use std::ops::RangeInclusive;

use super::args::Playout;
use super::console::Console;
use super::coverage;
use super::each::{self, Asked};
use super::fail::Failure;
use crate::game::Game;
use crate::game::Playouts;
use crate::report::{EndingRecord, GameRecord, PliesRecord, TallyRecord, WinsRecord};
use crate::trial::Coverage;

/// Numbers of games that are named where more were given up.
const NAMED: usize = 10;

/// Plays from every case.
pub fn run(console: &mut Console, loaded: &Game, asked: &Playout) -> Result<(), Failure> {
    each::show(console, loaded, asked.board.start(), |console, case| match asked.game {
        Some(number) => {
            one(console, loaded, asked, &case, number)?;
            covered(console, loaded, asked, &case, number..=number)
        }
        None => {
            many(console, loaded, asked, &case)?;
            covered(console, loaded, asked, &case, 1..=asked.games)
        }
    })
}

/// Tells which clauses of the rules the games of those numbers use, if that is asked for.
fn covered(
    console: &mut Console,
    loaded: &Game,
    asked: &Playout,
    case: &Asked<'_, '_>,
    games: RangeInclusive<u64>,
) -> Result<(), Failure> {
    if !asked.coverage {
        return match asked.covered.min {
            None => Ok(()),
            Some(_) => Err(Failure::usage("`--min` goes with `--coverage`")),
        };
    }
    let mut coverage = Coverage::new(loaded.rules(), loaded.source());
    for number in games {
        console.progress(|| format!("clauses of game {number} of {}", asked.games));
        let chance = (asked.seed, number);
        let looked = coverage.game(&case.case.position, chance, asked.plies);
        looked.map_err(|wide| Failure::usage(wide.to_string()))?;
    }
    coverage::tell(console, loaded.name(), loaded.source(), &coverage, asked.covered)
}

/// The endings of the rules, with the games that each has ended.
fn endings(loaded: &Game, games: &[u64]) -> Vec<EndingRecord> {
    let both = loaded.rules().endings.iter().zip(games);
    let endings = both.map(|(ending, games)| {
        let at = loaded.source().place(ending.when.span);
        EndingRecord {
            when: words(at.text),
            file: at.file.to_owned(),
            line: at.line,
            games: *games,
        }
    });
    endings.collect()
}

/// A condition as it is written, on one line and without its quotes.
pub fn words(text: &str) -> String {
    let words: Vec<&str> = text.trim_matches(['\'', '"']).split_whitespace().collect();
    words.join(" ")
}

/// The games that are asked for, from a case.
fn playouts(loaded: &Game, asked: &Playout, case: &Asked<'_, '_>) -> Playouts {
    let play = loaded.play(case.case.position.clone());
    play.playouts(asked.games).seed(asked.seed).plies(asked.plies).threads(asked.threads.count())
}

fn many(
    console: &mut Console,
    loaded: &Game,
    asked: &Playout,
    case: &Asked<'_, '_>,
) -> Result<(), Failure> {
    let playouts = playouts(loaded, asked, case);
    let tally = playouts.run_with(|played| {
        console.progress(|| format!("game {} of {}", played + 1, asked.games));
        true
    });
    let (tally, _) = case.whole(tally)?;
    let wins = tally.wins.iter();
    let wins = wins.map(|(player, games)| WinsRecord { player, games: *games }).collect();
    let record = TallyRecord {
        case: case.case.number,
        games: tally.games,
        seed: asked.seed,
        wins,
        draws: tally.draws,
        open: tally.open,
        unended: &tally.unended,
        plies: PliesRecord { mean: hundredths(tally.mean), least: tally.least, most: tally.most },
        branching: tally.branching.map(hundredths),
        surveyed: tally.surveyed,
        endings: &endings(loaded, &tally.endings),
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
        let counted =
            record.surveyed.map(|positions| format!(", counted in {positions} of the positions"));
        console.answer(&format!(
            "{branching:.2} moves to choose from{}",
            counted.unwrap_or_default()
        ))?;
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
    loaded: &Game,
    asked: &Playout,
    case: &Asked<'_, '_>,
    number: u64,
) -> Result<(), Failure> {
    let game = case.whole(playouts(loaded, asked, case).replay(number))?;
    let winner = game.end.as_ref().and_then(|end| end.winner.as_deref());
    let state = match &game.end {
        None => "ongoing",
        Some(_) if winner.is_some() => "won",
        Some(_) => "drawn",
    };
    if console.json() {
        let (case, seed, moves) = (case.case.number, asked.seed, game.moves.as_slice());
        return console.record(&GameRecord { case, game: number, seed, moves, state, winner });
    }
    console.answer(&game.moves.join(" "))?;
    let ended = match (winner, state, game.unended) {
        (Some(winner), ..) => format!("{winner} wins"),
        (None, "drawn", _) => String::from("drawn"),
        (None, _, true) => String::from("not over"),
        (None, ..) => String::from("no move left"),
    };
    let by =
        game.end.as_ref().map(|end| format!(" by `{}`  ({})", words(&end.place.text), end.place));
    let plies = game.moves.len();
    console.answer(&format!("{ended} after {plies} plies{}", by.unwrap_or_default()))
}
