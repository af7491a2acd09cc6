//! Perft: the counts that others have published, by hand-written generators and by the program.

mod oracle;
mod tool;

use oracle::{draughts, tomek};
use tool::{interp, root, text};

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
