//! Perft from the usual start. What is timed is asserted: a faster wrong count is no progress.

mod job;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use interp::eval::Evaluator;
use job::Job;

/// Counts to that depth and holds that there are so many lines.
fn perft(bencher: Bencher<'_, '_>, name: &str, side: u16, depth: u32, nodes: u64) {
    let job = Job::new(name, side);
    let position = job.setup();
    let mut evaluator = Evaluator::new(&job.program);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| {
        let counted = evaluator.perft(black_box(&position), depth);
        assert_eq!(counted, Ok(nodes), "{name} at depth {depth}");
    });
}

#[divan::bench]
fn chess_4(bencher: Bencher<'_, '_>) {
    perft(bencher, "chess", 8, 4, 197_281);
}

#[divan::bench]
fn checkers_6(bencher: Bencher<'_, '_>) {
    perft(bencher, "checkers", 8, 6, 36_768);
}

#[divan::bench]
fn tomek_4(bencher: Bencher<'_, '_>) {
    perft(bencher, "tomek", 4, 4, 43_680);
}

fn main() {
    divan::main();
}
