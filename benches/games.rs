//! Every shipped rule file and every small change of one in `tests/cases/cliffs/`: random games and counts, beside the
//! yardstick in one run; each change by turns with the file that it builds on. An argument picks the files whose name has it, or
//! names a folder of other changes, which are measured alone; `--write` puts both tables into `docs/performance.md`.

mod job;
mod page;
mod yard;

use interp::eval::Evaluator;
use interp::eval::playout::{Chance, PLIES};
use interp::position::Position;
use job::Job;
use page::{Table, figure};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a row is measured, twice: once for its games, and once for its counts.
const TURN: Duration = Duration::from_millis(300);

/// How often, in between; the best counts, as whatever else the machine does only adds.
const RUNS: u32 = 3;

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

fn millions(count: u64, start: Instant) -> f64 {
    count as f64 / start.elapsed().as_secs_f64() / 1e6
}

/// A game that is measured.
struct Measured<'j> {
    setup: Position,
    evaluator: Evaluator<'j>,
    /// How many random games have been played.
    number: u64,
    speed: Speed,
    /// How deep is counted, and whether more than once.
    depth: u32,
    again: bool,
}

impl<'j> Measured<'j> {
    /// As deep as can be counted in the time: the counts of all depths but the last are small beside that.
    fn new(job: &'j Job) -> Self {
        let (setup, mut evaluator) = (job.setup(), Evaluator::new(&job.program));
        let (mut speed, mut depth) = (Speed::default(), 1);
        let again = loop {
            let mut timed = || {
                let start = Instant::now();
                let count = evaluator.perft(&setup, depth).expect("few moves");
                (start.elapsed(), count, millions(count, start))
            };
            let (mut time, count, mut lines) = timed();
            if time >= TURN / 10 {
                // The rules may have been lowered meanwhile.
                (time, _, lines) = timed();
            }
            speed.lines = lines;
            if time >= TURN / 10 || count == 0 || depth == 40 {
                break time < TURN;
            }
            depth += 1;
        };
        Self { setup, evaluator, number: 0, speed, depth, again }
    }

    /// Plays and counts for a part of the time; the best counts.
    fn turn(&mut self) {
        let (start, mut plies) = (Instant::now(), 0);
        while start.elapsed() < TURN / RUNS {
            self.number += 1;
            let mut chance = Chance::of_game(SEED, self.number);
            let game = self.evaluator.playout(&self.setup, &mut chance, PLIES).expect("few moves");
            plies += u64::from(game.plies);
        }
        self.speed.moves = self.speed.moves.max(millions(plies, start));
        if self.again {
            let start = Instant::now();
            let count = self.evaluator.perft(&self.setup, self.depth).expect("few moves");
            self.speed.lines = self.speed.lines.max(millions(count, start));
        }
    }
}

/// How fast some games are, by turns.
fn speeds<const N: usize>(jobs: [&Job; N]) -> [Speed; N] {
    let mut games = jobs.map(Measured::new);
    for _ in 0..RUNS {
        games.iter_mut().for_each(Measured::turn);
    }
    games.map(|game| game.speed)
}

/// The rule files of a folder whose names have that word.
fn files(folder: &Path, wanted: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files.retain(|path| stem(path).contains(wanted));
    files
}

/// The shipped file that a file says it extends.
fn extended(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let said = text.lines().find_map(|line| line.trim_start().strip_prefix("extends"))?;
    said.split(['"', '\'']).nth(1).map(str::to_owned)
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What a file says of itself first: what a change adds.
fn told(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let said = text.lines().next().and_then(|line| line.strip_prefix("# "));
    said.unwrap_or_default().trim_end_matches('.').to_owned()
}

/// How many of the rules sets do not tell by themselves.
fn forms(job: &Job) -> String {
    let lines = job.program.listing();
    let count = |form: &str| lines.iter().filter(|line| line.form.starts_with(form)).count();
    let each = [("walked", count("walked")), ("asked of the board", count("asked"))];
    let told = each.iter().filter(|(_, many)| *many > 0);
    let told: Vec<String> = told.map(|(form, many)| format!("{many} {form}")).collect();
    if told.is_empty() { String::from("sets") } else { told.join(", ") }
}

fn main() {
    let wanted = page::wanted();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (shipped, changes) = match Path::new(&wanted) {
        folder if folder.is_dir() => (Vec::new(), files(folder, "")),
        _ => {
            (files(&here.join("rules"), &wanted), files(&here.join("tests/cases/cliffs"), &wanted))
        }
    };
    let heads = [
        "file",
        "thousand moves a second:",
        "of the yardstick:",
        "million lines a second:",
        "rules",
    ];
    let mut table = Table::new("files", &heads);
    let mut below = 0;
    let yardstick = || yard::speed(yard::LINES, yard::shakmaty);
    for path in shipped {
        let Some(job) = Job::played(&path) else { continue };
        let [Speed { moves, lines }] = speeds([&job]);
        let (name, part) = (stem(&path), moves / yardstick());
        let reach = LARGE.iter().find(|row| row.0 == name).map_or(REACH, |row| row.1);
        below += usize::from(part < reach);
        let moves = format!("{:.1}", moves * 1e3);
        table.row([name, moves, figure(part, 4, reach), format!("{lines:.2}"), forms(&job)]);
    }
    table.done();
    let heads = ["change", "games:", "counts:", "rules", "what it adds"];
    let mut table = Table::new("changes", &heads);
    for path in changes {
        let (Some(job), Some(base)) = (Job::played(&path), extended(&path)) else { continue };
        let [speed, base] = speeds([&job, &Job::of(&base)]);
        let kept = [speed.moves / base.moves, speed.lines / base.lines];
        below += usize::from(kept.iter().any(|kept| *kept < KEPT));
        let [games, counts] = kept.map(|kept| figure(kept, 2, KEPT));
        table.row([stem(&path), games, counts, forms(&job), told(&path)]);
    }
    table.done();
    println!("{below} below what is to be reached");
}
