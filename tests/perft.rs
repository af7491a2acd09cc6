//! Perft: the counts that others have published, by hand-written generators and by the program.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;

use crate::oracle::{boards, draughts, tomek};
use crate::tool::{interp, root, text};
use interp::eval::Evaluator;
use interp::notation::Notation;
use interp::program::Program;

/// The published counts of a game, by depth.
fn published(game: &str) -> Vec<(u32, u64)> {
    let table = text(&root().join("tests/cases/perft/other.csv"));
    let rows: Vec<(u32, u64)> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.strip_prefix(game)?.strip_prefix(',')?.split_once(','))
        .map(|(depth, nodes)| {
            (depth.parse().expect("a depth"), nodes.parse().expect("a number of nodes"))
        })
        .collect();
    assert!(!rows.is_empty(), "no counts of {game}");
    rows
}

/// Holds that `interp perft` counts as published to that depth.
fn assert_perft(rules: &str, game: &str, deepest: u32) {
    for (depth, nodes) in published(game).into_iter().filter(|(depth, _)| *depth <= deepest) {
        let ran = interp(&["perft", "--rules", rules, "--depth", &depth.to_string()], "");
        assert_eq!(ran.code, 0, "{rules} at depth {depth}: {}", ran.err);
        let last = ran.out.lines().last().unwrap_or_default();
        assert_eq!(last, nodes.to_string(), "{rules} at depth {depth}");
    }
}

#[test]
fn the_hand_written_generators_count_as_published() {
    for (depth, nodes) in published("contest_checkers").into_iter().filter(|row| row.0 <= 7) {
        assert_eq!(draughts::perft(&draughts::start(), b'b', depth), nodes, "depth {depth}");
    }
    for (depth, nodes) in published("tomek_no_T").into_iter().filter(|row| row.0 <= 5) {
        assert_eq!(tomek::perft(&mut [[b'.'; 4]; 4], true, depth), nodes, "depth {depth}");
    }
}

#[test]
fn the_counts_on_other_boards_are_those_of_hand_written_generators() {
    let told = tables().into_iter().filter(|row| row.1.is_empty() && row.3 <= 300_000);
    let mut tried = 0;
    for (name, _, depth, nodes) in told {
        if let Some(start) = boards::start(&name) {
            assert_eq!(boards::perft(&start, depth), nodes, "{name} at depth {depth}");
            tried += 1;
        }
    }
    assert!(tried >= 12, "only {tried} counts");
}

#[test]
fn checkers_counts_as_published() {
    assert_perft("rules/checkers.toml", "contest_checkers", 7);
}

#[test]
fn tomek_counts_as_published() {
    assert_perft("rules/tomek.toml", "tomek_no_T", 5);
}

#[test]
fn chess_counts_as_published() {
    assert_perft("rules/chess.toml", "chess", 4);
}

/// The counts of every table but `other.csv`: rule file, position (the usual start if empty), depth, nodes.
fn tables() -> Vec<(String, String, u32, u64)> {
    let tables = crate::tool::files("tests/cases/perft", ".csv").into_iter();
    let tables: Vec<String> =
        tables.filter(|path| !path.ends_with("other.csv")).map(|path| text(&path)).collect();
    let lines = tables.iter().flat_map(|table| table.lines());
    let rows = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [rules, position, depth, nodes] = fields[..] else { panic!("four fields: {line}") };
        let (depth, nodes) = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        (rules.to_owned(), position.to_owned(), depth, nodes)
    });
    rows.collect()
}

/// The shipped file of that name, or the one that only counts are for.
fn rule_file(name: &str) -> PathBuf {
    let shipped = root().join(format!("rules/{name}.toml"));
    if shipped.exists() { shipped } else { root().join(format!("tests/cases/perft/{name}.toml")) }
}

/// Holds the program against every count of so many nodes, each rule file for itself.
fn assert_counts(nodes: std::ops::RangeInclusive<u64>) {
    let rows: Vec<_> = tables().into_iter().filter(|row| nodes.contains(&row.3)).collect();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.0.as_str()).collect();
    let next = Mutex::new(names.into_iter());
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(name) = { next.lock().expect("no panic").next() } {
                    let rules = crate::tool::rules(&rule_file(name));
                    let notation = Notation::new(&rules);
                    let size = rules.board.size.expect("a size");
                    let program = Program::compile(&rules, size);
                    let mut evaluator = Evaluator::new(&program);
                    for (_, text, depth, nodes) in rows.iter().filter(|row| row.0 == name) {
                        let start = rules.setup.as_ref().map(|setup| setup.value.as_str());
                        let text = if text.is_empty() { start.unwrap_or_default() } else { text };
                        let counted = match notation.position(text) {
                            Ok(case) => format!("{:?}", evaluator.perft(&case.position, *depth)),
                            Err(faults) => format!("{faults:?}"),
                        };
                        if counted != format!("Ok({nodes})") {
                            let fault = format!("{name} {text} {depth}: {nodes}, not {counted}");
                            faults.lock().expect("no panic").push(fault);
                        }
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), rows.len(), faults.join("\n"));
}

#[test]
fn every_game_counts_as_published() {
    assert_counts(0..=60_000);
}

#[test]
#[ignore = "takes minutes, in a release build"]
fn every_game_counts_as_published_at_depth() {
    assert_counts(60_001..=u64::MAX);
}

/// The files whose moves are counted by sets of cells: slower, they would still be right.
const BY_SETS: &str = "antichess antidraughts ataxx atomic berolina brazilian_draughts breakthrough canadian_draughts \
    capablanca chess chess960 clobber connect_four courier crazyhouse english_draughts \
    extinction fox_and_geese fox_and_hounds gomoku grasshopper horde international_draughts isolation \
    italian_draughts janggi king_of_the_hill knightmate knightthrough lines_of_action los_alamos makruk minishogi \
    minixiangqi nightrider nine_mens_morris pentago racing_kings rank_and_file shatranj shogi small_breakthrough snort \
    three_check tictactoe tomek xiangqi";

#[test]
fn what_can_be_counted_by_sets_is() {
    for name in BY_SETS.split_whitespace() {
        let rules = crate::tool::rules(&rule_file(name));
        let size = rules.board.size.expect("a size");
        assert!(Program::compile(&rules, size).counts_by_sets(), "{name} is walked");
    }
}
