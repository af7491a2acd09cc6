//! The yardstick, timed in turns with what is measured, so that figures of different machines can be compared.
#![allow(dead_code, reason = "each bench uses its own part")]

use shakmaty::Chess;
use std::hint::black_box;
use std::time::Instant;

/// Lines from the start of chess, six moves deep.
pub const LINES: u64 = 119_060_324;

/// The yardstick: `shakmaty` from the start of chess, six moves deep.
pub fn shakmaty() -> u64 {
    shakmaty::perft(black_box(&Chess::default()), 6)
}

/// Millions a second of a work that must come to that count.
pub fn speed(expected: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(count(), expected);
    expected as f64 / start.elapsed().as_secs_f64() / 1e6
}

/// The median of some figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Times a work and the yardstick by turns; the median of the work's speeds, and that of their ratios.
pub fn pair(runs: usize, expected: u64, mut count: impl FnMut() -> u64) -> (f64, f64) {
    let turns: Vec<(f64, f64)> =
        (0..runs).map(|_| (speed(LINES, shakmaty), speed(expected, &mut count))).collect();
    let ratios = turns.iter().map(|(yard, ours)| ours / yard).collect();
    (median(turns.iter().map(|turn| turn.1).collect()), median(ratios))
}
