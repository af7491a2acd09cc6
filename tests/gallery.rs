//! The list of the shipped games, and docs/games.md, which is made from them.

use crate::tool::{files, interp, root, text};
use std::collections::BTreeSet;

#[test]
fn the_gallery_is_what_the_program_prints() {
    let made = interp(&["games", "--markdown"], "");
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let page = text(&root().join("docs/games.md"));
    let differs = page.lines().zip(made.out.lines()).position(|(old, new)| old != new);
    assert!(
        page == made.out,
        "docs/games.md is no longer what the rule files say (from line {}); make it anew:\n\
         cargo run -q -- games --markdown > docs/games.md",
        differs.map_or(page.lines().count().min(made.out.lines().count()), |at| at) + 1
    );
}

#[test]
fn every_game_is_listed_with_its_name_and_what_it_is_about() {
    let told = interp(&["games"], "").out;
    let listed: Vec<&str> = told.lines().filter_map(|line| line.split(' ').next()).collect();
    let shipped = files("rules", ".toml");
    let stems = shipped.iter().map(|path| path.file_stem().unwrap_or_default().to_string_lossy());
    assert_eq!(listed, stems.collect::<Vec<_>>());
    let json = interp(&["games", "--format", "json"], "").out;
    for line in json.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("a record");
        assert!(game["about"].as_str().is_some_and(|about| !about.is_empty()), "{line}");
        assert!(game["name"].as_str().is_some_and(|name| name != "unnamed"), "{line}");
    }
    assert_eq!(json.lines().count(), listed.len());
}

#[test]
fn every_game_has_one_place_in_the_gallery_and_a_link_to_it() {
    let page = text(&root().join("docs/games.md"));
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let distinct: BTreeSet<&&str> = headings.iter().collect();
    assert_eq!(distinct.len(), headings.len(), "two games of one name: {headings:?}");
    assert_eq!(headings.len(), files("rules", ".toml").len());
    for name in headings {
        assert!(page.contains(&format!("[{name}](#")), "nothing links to {name}");
    }
}
