//! The contest problems at their limits: the program beside solutions written by hand.
//!
//! The inputs are the same in every run. Before anything is timed, both sides must answer alike.

mod job;
#[path = "../tests/oracle/mod.rs"]
mod oracle;
mod plain;
#[path = "../tests/tool/mod.rs"]
mod tool;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use interp::position::Size;
use interp::program::Program;
use job::Job;
use oracle::{draughts, mate, path, tomek};
use tool::Chance;

/// Sides of the path boards.
const SIDES: [usize; 3] = [20, 40, 80];
/// Cells of all path boards of one size: a hundred of the largest.
const CELLS: usize = 100 * 80 * 80;
/// Boards of the checkers input.
const BOARDS: usize = 20;
/// Positions that are searched for each checkers move.
const NODES: u64 = 2000;

fn path_input(side: usize) -> String {
    let mut chance = Chance::new(side as u64);
    let boards = CELLS / (side * side);
    let boards: Vec<path::Board> = (0..boards).map(|_| path::random(side, &mut chance)).collect();
    path::write_all(&boards)
}

fn rank_and_file_input() -> String {
    let mut chance = Chance::new(1);
    (0..100).fold(String::from("100\n"), |text, _| {
        let (board, white) = mate::random(&mut chance);
        text + &mate::write(&board, white)
    })
}

fn tomek_input() -> String {
    let mut chance = Chance::new(2);
    (0..1000)
        .fold(String::from("1000\n"), |text, _| text + &tomek::write(&tomek::random(&mut chance)))
}

fn checkers_boards() -> Vec<(draughts::Board, u8)> {
    let mut chance = Chance::new(3);
    (0..BOARDS).map(|_| draughts::random(8, &mut chance)).collect()
}

fn checkers_input() -> String {
    checkers_boards().iter().map(|(board, side)| draughts::write(board, *side)).collect()
}

fn path_job(side: usize) -> Job {
    Job::new("path", side as u16)
}

fn assert_same_answers() {
    for side in SIDES {
        let input = path_input(side);
        assert_eq!(path_job(side).answer(&input, 0), plain::path::answer(&input), "side {side}");
    }
    let input = rank_and_file_input();
    assert_eq!(Job::new("rank_and_file", 8).answer(&input, 0), plain::rank_and_file(&input));
    let input = tomek_input();
    assert_eq!(Job::new("tomek", 4).answer(&input, 0), plain::tomek(&input));
    let job = Job::new("checkers", 8);
    for (board, side) in checkers_boards() {
        let legal = draughts::moves(&board, side);
        let written = legal.iter().map(|(route, _)| draughts::write_route(route));
        let played = job.answer(&draughts::write(&board, side), NODES);
        let none = legal.is_empty() && played == "0\n";
        assert!(none || written.into_iter().any(|text| text == played), "not legal: {played}");
    }
}

#[divan::bench(args = SIDES)]
fn path_interp(bencher: Bencher<'_, '_>, side: usize) {
    let (job, input) = (path_job(side), path_input(side));
    bencher.counter(ItemsCount::new(CELLS)).bench(|| job.answer(black_box(&input), 0));
}

#[divan::bench(args = SIDES)]
fn path_interp_reading(bencher: Bencher<'_, '_>, side: usize) {
    let (job, input) = (path_job(side), path_input(side));
    bencher.counter(ItemsCount::new(CELLS)).bench(|| job.read(black_box(&input)));
}

#[divan::bench(args = SIDES)]
fn path_interp_verdicts(bencher: Bencher<'_, '_>, side: usize) {
    let job = path_job(side);
    let positions = job.positions(&path_input(side));
    bencher.counter(ItemsCount::new(CELLS)).bench(|| job.verdicts(black_box(&positions)));
}

#[divan::bench(args = SIDES)]
fn path_plain(bencher: Bencher<'_, '_>, side: usize) {
    let input = path_input(side);
    bencher.counter(ItemsCount::new(CELLS)).bench(|| plain::path::answer(black_box(&input)));
}

/// Once a size, whatever the number of boards.
#[divan::bench(args = SIDES)]
fn path_compiling(bencher: Bencher<'_, '_>, side: usize) {
    let rules = path_job(side).rules;
    let size = Size { width: side as u16, height: side as u16 };
    let cells = ItemsCount::new(side * side);
    bencher.counter(cells).bench(|| Program::compile(black_box(&rules), size));
}

#[divan::bench]
fn rank_and_file_interp(bencher: Bencher<'_, '_>) {
    let (job, input) = (Job::new("rank_and_file", 8), rank_and_file_input());
    bencher.counter(BytesCount::of_str(&input)).bench(|| job.answer(black_box(&input), 0));
}

#[divan::bench]
fn rank_and_file_plain(bencher: Bencher<'_, '_>) {
    let input = rank_and_file_input();
    bencher.counter(BytesCount::of_str(&input)).bench(|| plain::rank_and_file(black_box(&input)));
}

#[divan::bench]
fn tomek_interp(bencher: Bencher<'_, '_>) {
    let (job, input) = (Job::new("tomek", 4), tomek_input());
    bencher.counter(BytesCount::of_str(&input)).bench(|| job.answer(black_box(&input), 0));
}

#[divan::bench]
fn tomek_plain(bencher: Bencher<'_, '_>) {
    let input = tomek_input();
    bencher.counter(BytesCount::of_str(&input)).bench(|| plain::tomek(black_box(&input)));
}

#[divan::bench]
fn checkers_interp(bencher: Bencher<'_, '_>) {
    let (job, input) = (Job::new("checkers", 8), checkers_input());
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| job.answer(black_box(&input), NODES));
}

fn main() {
    assert_same_answers();
    divan::main();
}
