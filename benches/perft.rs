//! Perft beside hand-written chess engines, in turns in one run, and the same count by an embedder's own loop over the
//! front door beside ours. What is timed is asserted: a faster wrong count is no progress. An argument picks the rows
//! whose name has it.

mod job;
mod page;
mod yard;

use cozy_chess::Board;
use interp::eval::Evaluator;
use interp::{Fault, Game, Play};
use job::Job;
use page::Table;
use std::hint::black_box;

/// How often each row is timed; the median counts.
const RUNS: usize = 5;

/// A rule file, a position (the usual start if empty), a depth, how many lines there are, and what of the yardstick is to be
/// reached; 0 if nothing is. Counts that no table of `tests/cases/perft` has: chess and its variants on eight by eight are those of `shakmaty`; those of makruk, capablanca,
/// janggi and minishogi are our own, and a ply less deep they are published. Othello has 24,571,284 lines where it is a
/// move to pass when both must: without the ending that forbids it, that is ours too.
type Row = (&'static str, &'static str, u32, u64, f64);

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const ROWS: [Row; 20] = [
    ("chess", "", 6, 119_060_324, 0.35),
    ("chess", KIWIPETE, 5, 193_690_690, 0.4),
    ("crazyhouse", "", 6, 120_812_942, 0.3),
    ("antichess", "", 6, 46_264_162, 0.25),
    ("horde", "", 7, 68_441_644, 0.3),
    ("racing_kings", "", 6, 298_712_641, 0.2),
    ("atomic", "", 6, 118_926_425, 0.25),
    ("makruk", "", 6, 142_078_049, 0.25),
    ("capablanca", "", 5, 28_741_319, 0.25),
    ("xiangqi", "", 5, 133_312_995, 0.1),
    ("janggi", "", 5, 35_243_995, 0.09),
    ("shogi", "", 5, 19_861_490, 0.1),
    ("minishogi", "", 7, 132_680_617, 0.13),
    ("breakthrough", "", 6, 149_264_638, 0.6),
    ("clobber", "", 5, 74_662_024, 0.45),
    ("amazons", "", 2, 4_307_152, 0.7),
    ("ataxx", "", 6, 141_865_520, 0.4),
    ("othello", "", 10, 24_571_056, 0.1),
    ("connect_four", "", 9, 39_394_572, 0.25),
    ("english_draughts", "", 9, 3_963_680, 0.0),
];

/// A shipped game, counted from its start by a loop over the front door: so deep.
const DOORS: [(&str, u32); 5] = [
    ("chess", 5),
    ("shogi", 4),
    ("international_draughts", 7),
    ("english_draughts", 8),
    ("hex", 4),
];

/// How much longer than [`Play::perft`] a loop over the front door may take.
const FACTOR: f64 = 3.0;

/// A perft as an embedder writes it.
fn door(play: &mut Play, depth: u32) -> Result<u64, Fault> {
    let moves = play.moves()?;
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    let mut count = 0;
    for chosen in &moves {
        play.make(chosen)?;
        count += door(play, depth - 1)?;
        play.undo();
    }
    Ok(count)
}

/// The fastest known: `cozy-chess`, the last move counted and not made.
fn cozy(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for chosen in moves {
                let mut after = board.clone();
                after.play_unchecked(chosen);
                count += cozy(&after, depth - 1);
            }
        }
        false
    });
    count
}

fn main() {
    let wanted = page::wanted();
    let heads = [
        "game",
        "depth:",
        "lines:",
        "million lines a second:",
        "of the yardstick:",
        "to be reached:",
    ];
    let mut table = Table::new("perft", &heads);
    let told = |name: &str, (depth, nodes): (u32, u64), (speed, ratio): (f64, f64), reach: f64| {
        let (speed, ratio) = (format!("{speed:.1}"), page::figure(ratio, 3, reach));
        let reach = if reach > 0.0 { reach.to_string() } else { String::new() };
        [name.to_owned(), depth.to_string(), nodes.to_string(), speed, ratio, reach]
    };
    let start = Board::default();
    let known = yard::pair(RUNS, yard::LINES, || cozy(black_box(&start), 6));
    table.row(told("(cozy-chess)", (6, yard::LINES), known, 0.0));
    for (name, position, depth, nodes, reach) in ROWS {
        if !name.contains(&wanted) {
            continue;
        }
        let job = Job::of(name);
        let position = if position.is_empty() { job.setup() } else { job.position(position) };
        let mut evaluator = Evaluator::new(&job.program);
        // Tables that are made when they are first wanted are not what is timed.
        assert!(evaluator.perft(&position, 1).is_ok());
        let count = || evaluator.perft(black_box(&position), depth).unwrap_or_default();
        table.row(told(name, (depth, nodes), yard::pair(RUNS, nodes, count), reach));
    }
    table.done();
    println!(
        "{:<24} {:>5} {:>12} {:>12} {:>12}",
        "by the front door", "depth", "lines", "million/s", "perft / it"
    );
    for (name, depth) in DOORS.iter().filter(|row| row.0.contains(&wanted)) {
        let mut play = Game::shipped(name).and_then(|game| game.start()).expect("a start");
        let lines = play.perft(*depth).expect("few moves");
        let turns = (0..RUNS).map(|_| {
            let perft = yard::speed(lines, || play.perft(*depth).unwrap_or_default());
            let own = yard::speed(lines, || door(&mut play, *depth).unwrap_or_default());
            (own, perft / own)
        });
        let (speeds, factors): (Vec<f64>, Vec<f64>) = turns.unzip();
        let (speed, factor) = (yard::median(speeds), yard::median(factors));
        let told = if factor > FACTOR { " below reach" } else { "" };
        println!("{name:<24} {depth:>5} {lines:>12} {speed:>12.1} {factor:>12.2}{told}");
    }
}
