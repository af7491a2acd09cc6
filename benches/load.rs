//! From a rule file's text to its first answer: milliseconds for reading, for compiling, for the first list of moves, and
//! together, the slowest last; and for lowering the rules to sets, which waits until more is asked. An argument picks the files
//! whose name has it.

mod job;
mod page;

use interp::eval::Evaluator;
use interp::notation::Notation;
use interp::position::Size;
use interp::program::Program;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// How often each file is loaded; the fastest counts, as whatever else the machine does only adds.
const RUNS: usize = 15;

/// What a first answer may take at most, in milliseconds.
const MOST: f64 = 10.0;

/// The side of boards whose size is read with them.
const SIDE: u16 = 8;

fn milliseconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let made = black_box(work());
    (start.elapsed().as_secs_f64() * 1e3, made)
}

fn main() {
    let wanted = page::wanted();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let files = std::fs::read_dir(folder).expect("the shipped files").flatten();
    let names =
        files.filter_map(|file| Some(file.path().file_stem()?.to_string_lossy().into_owned()));
    let mut rows: Vec<([f64; 4], String)> = Vec::new();
    for name in names.filter(|name| name.contains(&wanted)) {
        let runs = (0..RUNS).map(|_| {
            let (reading, rules) = milliseconds(|| job::rules(black_box(&name)));
            let size = rules.board.size.unwrap_or(Size { width: SIDE, height: SIDE });
            let compile = || Program::compile(black_box(&rules), size);
            let (compiling, program) = milliseconds(compile);
            let setup = rules.setup.as_ref().map(|setup| &setup.value);
            let start = setup.map(|setup| Notation::new(&rules).position(setup).expect("a setup"));
            let (first, _) = milliseconds(|| {
                let ask = |position| Evaluator::lazy(&program).moves(position, &mut Vec::new());
                start.as_ref().map(|start| ask(&start.position))
            });
            let (lowering, _) = milliseconds(|| program.plays_by_sets());
            [reading, compiling, first, lowering]
        });
        let fastest = runs.min_by(|one, other| together(one).total_cmp(&together(other)));
        rows.push((fastest.expect("a run"), name));
    }
    rows.sort_by(|one, other| together(&one.0).total_cmp(&together(&other.0)));
    println!(
        "{:<24} {:>9} {:>10} {:>9} {:>9} {:>9}",
        "ms", "reading", "compiling", "moves", "together", "lowering"
    );
    for (times, name) in &rows {
        let [reading, compiling, first, lowering] = times;
        let all = together(times);
        let told = if all > MOST { "  too slow" } else { "" };
        println!(
            "{name:<24} {reading:>9.2} {compiling:>10.2} {first:>9.2} {all:>9.2} {lowering:>9.2}{told}"
        );
    }
    let slow = rows.iter().filter(|(times, _)| together(times) > MOST).count();
    println!("{slow} of {} take more than {MOST} ms", rows.len());
}

/// Until the first answer.
fn together(times: &[f64; 4]) -> f64 {
    times[..3].iter().sum()
}
