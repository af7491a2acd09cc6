//! Every shipped rule file and every small change of one in `tests/cases/cliffs/`: random games and counts, beside the
//! yardstick in one run, and beside the file that each change builds on. An argument picks the files whose name has it.

mod job;
mod yard;

use interp::eval::Evaluator;
use interp::eval::playout::{Chance, PLIES};
use job::Job;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a row is measured, twice: once for its games, and once for its counts.
const TURN: Duration = Duration::from_millis(300);

/// How often, in between; the best counts, as whatever else the machine does only adds.
const RUNS: usize = 3;

/// The seed of all games.
const SEED: u64 = 1;

/// What of the yardstick every game is to reach, in moves a second for its lines a second.
const REACH: f64 = 0.002;

/// What is to be reached where moves go on over the whole of large boards, or are of many regions.
const LARGE: [(&str, f64); 5] = [
    ("connect6", 0.001),
    ("renju", 0.001),
    ("halma", 0.001),
    ("chinese_checkers", 0.001),
    ("ultimate_tic_tac_toe", 0.001),
];

/// What a change is to keep of the speed of the file that it builds on.
const KEPT: f64 = 1.0 / 3.0;

/// Moves of random games a second, and lines counted a second, in millions.
#[derive(Clone, Copy, Default)]
struct Speed {
    moves: f64,
    lines: f64,
}

/// The best of several turns.
fn best(mut turn: impl FnMut() -> f64) -> f64 {
    (0..RUNS).map(|_| turn()).fold(0.0, f64::max)
}

fn millions(count: u64, start: Instant) -> f64 {
    count as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn speed(job: &Job) -> Speed {
    let setup = job.setup();
    let mut evaluator = Evaluator::new(&job.program);
    let mut number = 0;
    let mut games = |time: Duration| {
        let (start, mut plies) = (Instant::now(), 0);
        while start.elapsed() < time {
            number += 1;
            let mut chance = Chance::of_game(SEED, number);
            let game = evaluator.playout(&setup, &mut chance, PLIES).expect("few moves");
            plies += u64::from(game.plies);
        }
        millions(plies, start)
    };
    let moves = best(|| games(TURN / RUNS as u32));
    // As deep as can be counted in the time: the counts of all depths but the last are small beside that.
    let mut depth = 1;
    let lines = loop {
        let start = Instant::now();
        let count = evaluator.perft(&setup, depth).expect("few moves");
        let (speed, time) = (millions(count, start), start.elapsed());
        if time >= TURN / 10 || count == 0 || depth == 40 {
            let again = || {
                let start = Instant::now();
                millions(evaluator.perft(&setup, depth).expect("few moves"), start)
            };
            break if time < TURN { best(again).max(speed) } else { speed };
        }
        depth += 1;
    };
    Speed { moves, lines }
}

/// The rule files of a folder whose names have that word.
fn files(folder: &str, wanted: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files.retain(|path| stem(path).contains(wanted));
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn row(name: &str, speed: Speed, yard: f64, base: Option<Speed>) -> bool {
    let Speed { moves, lines } = speed;
    let of_base = base.map(|base| [moves / base.moves, lines / base.lines]);
    let reach = LARGE.iter().find(|row| row.0 == name).map_or(REACH, |row| row.1);
    let reached = match of_base {
        Some(kept) => kept.into_iter().all(|kept| kept >= KEPT),
        None => moves / yard >= reach,
    };
    let kept = of_base
        .map_or(String::from(" |  | "), |[games, counts]| format!(" | {games:.3} | {counts:.3} "));
    let told = if reached { "" } else { " below reach" };
    println!(
        "| {name} | {:.1} | {:.4} | {lines:.2} | {:.4}{kept}|{told}",
        moves * 1e3,
        moves / yard,
        lines / yard
    );
    reached
}

fn main() {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    println!(
        "| file | k moves/s | of yardstick | M lines/s | of yardstick | games, of base | counts, of base |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut below = 0;
    let mut bases: BTreeMap<String, Speed> = BTreeMap::new();
    let yardstick = || yard::speed(yard::LINES, yard::shakmaty);
    for path in files("rules", &wanted) {
        let Some(job) = Job::played(&path) else { continue };
        let speed = speed(&job);
        bases.insert(stem(&path), speed);
        below += usize::from(!row(&stem(&path), speed, yardstick(), None));
    }
    for path in files("tests/cases/cliffs", &wanted) {
        let Some(job) = Job::played(&path) else { continue };
        let name = stem(&path);
        let base = name.split("__").next().unwrap_or_default().to_owned();
        let of = |base: &str| speed(&Job::of(base));
        let base = *bases.entry(base).or_insert_with_key(|base| of(base));
        below += usize::from(!row(&name, speed(&job), yardstick(), Some(base)));
    }
    println!("\n{below} below what is to be reached");
}
