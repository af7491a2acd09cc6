//! Random games, moves and games a second, beside the yardstick in one run. An argument picks the rows whose
//! name has it.

mod job;
mod page;
mod yard;

use interp::eval::Evaluator;
use interp::eval::playout::{Chance, PLIES};
use job::Job;
use page::Table;
use std::time::{Duration, Instant};

/// How often each row is timed; the median counts.
const RUNS: usize = 3;

/// How long the games of a turn take, about.
const TURN: Duration = Duration::from_millis(500);

/// The seed of all games.
const SEED: u64 = 1;

/// A rule file, and what of the yardstick is to be reached and aimed at, in moves a second for its lines a second.
const ROWS: [(&str, f64, f64); 23] = [
    ("tictactoe", 0.14, 0.4),
    ("connect_four", 0.13, 0.4),
    ("gomoku", 0.16, 0.4),
    ("yavalath", 0.19, 0.4),
    ("hex", 0.05, 0.2),
    ("fox_and_hounds", 0.09, 0.25),
    ("breakthrough", 0.04, 0.15),
    ("knightthrough", 0.04, 0.15),
    ("english_draughts", 0.04, 0.12),
    ("international_draughts", 0.006, 0.03),
    ("chess", 0.006, 0.03),
    ("othello", 0.015, 0.06),
    ("amazons", 0.012, 0.05),
    ("nine_mens_morris", 0.03, 0.1),
    ("go_9", 0.01, 0.04),
    ("go_19", 0.004, 0.02),
    ("pentago", 0.02, 0.06),
    ("xiangqi", 0.003, 0.015),
    ("shogi", 0.003, 0.015),
    ("havannah", 0.03, 0.1),
    ("y", 0.03, 0.1),
    ("lines_of_action", 0.003, 0.02),
    ("clobber", 0.02, 0.1),
];

/// Plays games from the usual start, as many as there are or until the time is over; games and moves.
fn play(job: &Job, games: u64, time: Option<Duration>) -> (u64, u64) {
    let (start, setup) = (Instant::now(), job.setup());
    let mut evaluator = Evaluator::new(&job.program);
    let mut plies = 0;
    for number in 1..=games {
        let mut chance = Chance::of_game(SEED, number);
        let game = evaluator.playout(&setup, &mut chance, PLIES).expect("few moves");
        plies += u64::from(game.plies);
        if time.is_some_and(|time| start.elapsed() >= time) {
            return (number, plies);
        }
    }
    (games, plies)
}

fn main() {
    let wanted = page::wanted();
    let heads = [
        "game",
        "games a second:",
        "million moves a second:",
        "of the yardstick:",
        "to be reached:",
        "aim:",
    ];
    let mut table = Table::new("playouts", &heads);
    for (name, reach, aim) in ROWS.into_iter().filter(|row| row.0.contains(&wanted)) {
        let job = Job::of(name);
        // The first games also make the tables that are made when they are first wanted.
        let (games, plies) = play(&job, u64::MAX, Some(TURN));
        let (speed, ratio) = yard::pair(RUNS, plies, || play(&job, games, None).1);
        let games = speed * 1e6 * games as f64 / plies as f64;
        let figures = [format!("{games:.0}"), format!("{speed:.3}"), format!("{ratio:.4}")];
        let figures = figures.into_iter().chain([reach.to_string(), aim.to_string()]);
        table.row(std::iter::once(name.to_owned()).chain(figures));
    }
    table.done();
}
