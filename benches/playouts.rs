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

/// A rule file, and what of the yardstick is to be reached, in moves a second for its lines a second.
const ROWS: [(&str, f64); 23] = [
    ("tictactoe", 0.14),
    ("connect_four", 0.13),
    ("gomoku", 0.16),
    ("yavalath", 0.19),
    ("hex", 0.05),
    ("fox_and_hounds", 0.09),
    ("breakthrough", 0.04),
    ("knightthrough", 0.04),
    ("english_draughts", 0.04),
    ("international_draughts", 0.006),
    ("chess", 0.006),
    ("othello", 0.015),
    ("amazons", 0.012),
    ("nine_mens_morris", 0.03),
    ("go_9", 0.01),
    ("go_19", 0.004),
    ("pentago", 0.02),
    ("xiangqi", 0.003),
    ("shogi", 0.003),
    ("havannah", 0.03),
    ("y", 0.03),
    ("lines_of_action", 0.003),
    ("clobber", 0.02),
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
    ];
    let mut table = Table::new("playouts", &heads);
    for (name, reach) in ROWS.into_iter().filter(|row| row.0.contains(&wanted)) {
        let job = Job::of(name);
        // The first games also make the tables that are made when they are first wanted.
        let (games, plies) = play(&job, u64::MAX, Some(TURN));
        let (speed, ratio) = yard::pair(RUNS, plies, || play(&job, games, None).1);
        let games = speed * 1e6 * games as f64 / plies as f64;
        let ratio = page::figure(ratio, 4, reach);
        let figures = [format!("{games:.0}"), format!("{speed:.3}"), ratio, reach.to_string()];
        table.row(std::iter::once(name.to_owned()).chain(figures));
    }
    table.done();
}
