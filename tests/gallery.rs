//! The list of the shipped games, docs/games.md, which is made from them, and the gallery.

use crate::tool::{files, interp, root, text};
use interp::Game;
use std::collections::BTreeSet;

#[test]
fn the_page_is_what_the_program_prints() {
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
fn every_game_is_in_the_list_once_beneath_the_one_that_it_is_made_from() {
    let page = text(&root().join("docs/games.md"));
    let mut seen = BTreeSet::new();
    // The files above a line, the outermost first.
    let mut above: Vec<String> = Vec::new();
    for line in page.lines().filter(|line| line.trim_start().starts_with("- [")) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let file = line.split("../rules/").nth(1).and_then(|rest| rest.split(".toml)").next());
        let file = file.unwrap_or_else(|| panic!("{line} links to no file")).to_owned();
        let rules = text(&root().join(format!("rules/{file}.toml")));
        let rules: toml::Table = toml::from_str(&rules).expect("TOML");
        let base = rules.get("extends").and_then(toml::Value::as_str);
        above.truncate(depth);
        assert_eq!(base, above.last().map(String::as_str), "{line}");
        above.push(file.clone());
        assert!(seen.insert(file), "{line} stands there twice");
    }
    assert_eq!(seen.len(), files("rules", ".toml").len());
}

#[test]
fn the_gallery_shows_every_game_with_its_picture() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    let made = interp(&["games", "--gallery", &folder.to_string_lossy()], "");
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let page = text(&folder.join("index.html"));
    assert_eq!(made.out, format!("{}\n", folder.join("index.html").display()));
    for path in files("rules", ".toml") {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let section = page.split(&format!("<section id=\"{name}\">")).nth(1);
        let section = section.and_then(|rest| rest.split("</section>").next());
        let section = section.unwrap_or_else(|| panic!("{name} is not there"));
        assert!(page.contains(&format!("<a href=\"#{name}\">")), "nothing links to {name}");
        assert_eq!(section.matches("<details>").count(), 2, "{name}");
        let drawn = section.contains(&format!("<img src=\"{name}.svg\""));
        let picture = std::fs::read_to_string(folder.join(format!("{name}.svg")));
        assert_eq!(picture.is_ok_and(|svg| svg.starts_with("<svg ")), drawn, "{name}");
        assert_eq!(drawn, Game::shipped(&name).expect("sound rules").start().is_ok(), "{name}");
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}
