//! `interp draw`: pictures of positions.

use crate::tool::{each, files, interp, root};
use interp::{Code, Game};
use std::collections::BTreeSet;

/// An element: its name, its attributes, and whether it closes itself.
#[derive(Debug)]
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// The elements of a document, which must be well-formed: every one closed in its turn, every attribute once and quoted.
fn tags(document: &str) -> Result<Vec<Tag>, String> {
    let (mut open, mut found, mut rest) = (Vec::new(), Vec::new(), document);
    while let Some(start) = rest.find('<') {
        let between = &rest[..start];
        if between.contains('>') || open.is_empty() && !between.trim().is_empty() {
            return Err(format!("text where none may be: {between}"));
        }
        let known = ["amp;", "lt;", "gt;", "quot;"];
        if between.split('&').skip(1).any(|after| !known.iter().any(|name| after.starts_with(name)))
        {
            return Err(format!("a bare `&`: {between}"));
        }
        let end = rest[start..].find('>').ok_or("a tag without an end")? + start;
        let inside = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            let last: Option<String> = open.pop();
            if last.as_deref() != Some(name) {
                return Err(format!("`{name}` closes {last:?}"));
            }
            continue;
        }
        let (inside, alone) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let (name, mut more) = inside.split_once(' ').unwrap_or((inside, ""));
        let mut attributes: Vec<(String, String)> = Vec::new();
        while !more.trim().is_empty() {
            let (key, after) =
                more.trim_start().split_once("=\"").ok_or(format!("no value: {more}"))?;
            let (value, after) = after.split_once('"').ok_or(format!("no end: {more}"))?;
            if attributes.iter().any(|(known, _)| known == key) || value.contains('<') {
                return Err(format!("`{key}` twice, or a `<`: {inside}"));
            }
            attributes.push((key.to_owned(), value.to_owned()));
            more = after;
        }
        if !alone {
            open.push(name.to_owned());
        }
        found.push(Tag { name: name.to_owned(), attributes });
    }
    match (open.is_empty(), rest.trim().is_empty()) {
        (true, true) => Ok(found),
        _ => Err(format!("not closed: {open:?}")),
    }
}

impl Tag {
    fn get(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

/// Holds that a document is sound SVG: well-formed, paths of numbers, and nothing used that it does not have.
#[track_caller]
fn assert_sound(what: &str, svg: &str) {
    let tags = tags(svg).unwrap_or_else(|why| panic!("{what}: {why}\n{svg}"));
    let ids: BTreeSet<&str> = tags.iter().filter_map(|tag| tag.get("id")).collect();
    assert_eq!(
        ids.len(),
        tags.iter().filter(|tag| tag.get("id").is_some()).count(),
        "{what}: an id twice"
    );
    for tag in &tags {
        if let Some(used) = tag.get("href") {
            assert!(ids.contains(used.trim_start_matches('#')), "{what}: nothing is called {used}");
        }
        for key in ["fill", "stroke"] {
            let colour = tag.get(key).unwrap_or("none");
            let hex = colour.len() == 7
                && colour.starts_with('#')
                && colour[1..].bytes().all(|b| b.is_ascii_hexdigit());
            assert!(hex || colour == "none", "{what}: {colour}");
        }
        if tag.name == "path" {
            let path = tag.get("d").unwrap_or_default();
            assert!(path.starts_with('M'), "{what}: {path}");
            let fine = |sign: char| sign.is_ascii_digit() || "MLHVCAazhvlZ .-".contains(sign);
            assert!(path.chars().all(fine), "{what}: {path}");
        }
    }
    assert_eq!(tags.first().map(|tag| tag.name.as_str()), Some("svg"), "{what}");
}

#[test]
fn what_is_no_document_is_seen() {
    for broken in [
        "<a>",
        "<a></b>",
        "<a b=\"1\" b=\"2\"/>",
        "<a b=1/>",
        "<a>&</a>",
        "x<a/>",
        "<a/>x",
        "<a b=\"<\"/>",
    ] {
        assert!(tags(broken).is_err(), "{broken}");
    }
    assert_eq!(tags("<a b=\"1\"><c/>x &amp; y</a>\n").expect("sound").len(), 2);
}

#[test]
fn every_shipped_game_is_drawn_in_every_theme() {
    let games = files("rules", ".toml");
    each(&games, |path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let game = Game::shipped(&name).expect("sound rules");
        let Ok(mut play) = game.start() else { return };
        // A few moves in, there is a last one.
        for step in 0..4 {
            let Ok(moves) = play.moves() else { break };
            let Some(chosen) = moves.get((step * 7) % moves.len().max(1)).cloned() else { break };
            play.make(&chosen).expect("a legal move");
        }
        for theme in ["wood", "slate", "dark", "print"] {
            let picture =
                play.picture().and_then(|picture| picture.theme(theme)).expect("a picture");
            assert_sound(&name, &picture.svg());
            assert_sound(&name, &picture.targets().expect("moves").bare().svg());
        }
    });
}

#[test]
fn a_position_of_a_file_is_drawn() {
    let ran = interp(&["draw", "tests/cases/readme/mine.toml", "tests/cases/readme/board.txt"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_sound("mine", &ran.out);
    // Three pieces, one of a kind that has no shape of its own.
    assert_eq!(ran.out.matches("<use ").count(), 3);
}

/// Small pictures of each shape and each thing that is shown.
const SHOWN: &[(&str, &[&str])] = &[
    ("line", &["tictactoe", "--play", "b2 a1 c1 a2 a3"]),
    ("targets", &["hexapawn", "--targets", "--theme", "print"]),
    ("hexagons", &["tests/cases/pictures/hexagons.toml", "--play", "a1 b1 a2 b2 a3"]),
    ("triangles", &["tests/cases/pictures/triangles.toml", "--moves", "a1"]),
    ("drawing", &["mu_torere", "--bare"]),
    ("layers", &["tests/cases/pictures/layers.toml", "--position", "(rRr)R/.R white"]),
    ("hand", &["dobutsu", "--play", "b2xb3"]),
    ("attacks", &["tests/cases/pictures/attacks.toml", "--attacks", "white"]),
    ("chess", &["chess", "--play", "e2e4 e7e5 g1f3", "--moves", "g8"]),
    ("backgammon", &["backgammon", "--theme", "wood"]),
    ("go_9", &["go_9", "--play", "e5 c3 d5 g7", "--theme", "wood"]),
    ("kalah", &["kalah", "--play", "c1", "--theme", "slate"]),
    ("lasca", &["lasca", "--targets"]),
    ("nine_mens_morris", &["nine_mens_morris", "--play", "a1 d2 d1 b2 g1xb2"]),
    ("film", &["hexapawn", "--play", "a1-a2 b3xa2 b1xa2", "--film", "0.5", "--bare"]),
];

#[test]
fn small_pictures_show_what_they_should() {
    for (name, words) in SHOWN {
        let ran = interp(&[&["draw"], *words].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        assert_sound(name, &ran.out);
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/pictures"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => words.join(" "),
        }, {
            insta::assert_snapshot!(*name, ran.out);
        });
    }
}

/// The last number of places where a tag of that colour begins a subpath.
fn parts(svg: &str, colour: &str) -> usize {
    let tags = tags(svg).expect("sound");
    let of = tags.iter().filter(|tag| [tag.get("fill"), tag.get("stroke")].contains(&Some(colour)));
    of.map(|tag| tag.get("d").unwrap_or_default().matches('M').count()).sum()
}

#[test]
fn the_moves_of_a_piece_are_as_many_as_it_has() {
    let play = Game::shipped("chess").and_then(|game| game.start()).expect("a game");
    let picture = |cell: &str| {
        play.picture().and_then(|picture| picture.moves_from(cell)).expect("a picture").svg()
    };
    let target = "#3d7a4e";
    // The cell itself, and those where its moves end.
    assert_eq!(parts(&picture("b1"), target), 1 + 2);
    assert_eq!(parts(&picture("a1"), target), 1);
    assert_eq!(
        parts(&play.picture().and_then(|picture| picture.targets()).expect("one").svg(), target),
        16
    );
}

#[test]
fn a_film_shows_each_position_in_its_turn() {
    let line = ["11-15 22-18 15x22 25x18 8-11", ""];
    for (line, moves) in line.into_iter().zip([5, 0]) {
        let ran = interp(&["draw", "english_draughts", "--play", line, "--film", "1"], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert_sound(line, &ran.out);
        let tags = tags(&ran.out).expect("sound");
        let list = |tag: &Tag, key: &str| -> Vec<String> {
            tag.get(key).unwrap_or_default().split(';').map(str::to_owned).collect()
        };
        let mut shown = 0.0;
        let mut frames = 0;
        for tag in tags.iter().filter(|tag| tag.name == "animate") {
            let (times, values) = (list(tag, "keyTimes"), list(tag, "values"));
            let at = values.iter().position(|value| value == "visible").expect("it is seen");
            let times: Vec<f64> = times.iter().map(|time| time.parse().expect("a time")).collect();
            // It begins where the one before it ends.
            assert!((times[at] - shown).abs() < 1e-9, "{times:?} after {shown}");
            shown = times.get(at + 1).copied().unwrap_or(1.0);
            assert_eq!(tag.get("dur"), Some(format!("{}s", moves + 2).as_str()));
            frames += 1;
        }
        assert_eq!((frames, shown), (moves + 1, 1.0));
        // Each of these moves moves one piece.
        let slides: Vec<&Tag> = tags.iter().filter(|tag| tag.name == "animateTransform").collect();
        assert_eq!(slides.len(), moves);
        for tag in slides {
            let (times, values) = (list(tag, "keyTimes"), list(tag, "values"));
            assert_eq!(
                (times.len(), values.last().map(String::as_str)),
                (values.len(), Some("0 0"))
            );
            assert_eq!((times[0].as_str(), times.last().map(String::as_str)), ("0", Some("1")));
        }
        // What knows of no time sees the last position alone.
        let seen = tags.iter().filter(|tag| tag.get("visibility") == Some("visible"));
        assert_eq!(seen.count(), 1);
    }
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let play = Game::shipped("chess").and_then(|game| game.start()).expect("a game");
    let picture = play.picture().expect("a picture");
    let fault = picture.clone().moves_from("j9").expect_err("no cell");
    assert_eq!(
        (fault.code(), fault.to_string().as_str()),
        (Code::Usage, "the board has no cell `j9` (cells are named like `a1`)")
    );
    let fault = picture.theme("wod").expect_err("no theme");
    assert_eq!(fault.to_string(), "no theme `wod` (did you mean `wood`?)");
    for (words, told) in [
        (&["--out", "board.gif"][..], "ends in `.svg` or `.png`"),
        (&["--moves", "z9"], "no cell `z9`"),
        (&["--theme", "none"], "there are `dark`, `print`, `slate` or `wood`"),
        (&["--play", "e2e5"], "--play:1:1"),
        (&["--pitch", "4"], "8..=512"),
        (&["--attacks", "red"], "there are `white` or `black`"),
        (&["--film", "1"], "--play"),
        (&["--film", "1", "--play", "e2e4", "--out", "board.png"], "a PNG shows one position"),
    ] {
        let ran = interp(&[&["draw", "chess"], words].concat(), "");
        assert!(ran.code != 0 && ran.err.contains(told), "{words:?}: {}", ran.err);
    }
}

#[test]
fn each_case_has_its_file() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    let out = folder.join("board.svg").to_string_lossy().into_owned();
    let cases = root().join("tests/cases/boards/rank_and_file/sample.txt");
    let cases = cases.to_string_lossy().into_owned();
    let ran = interp(&["draw", "rank_and_file", &cases, "--out", &out], "");
    let second = out.replace(".svg", "-2.svg");
    let third = out.replace(".svg", "-3.svg");
    assert_eq!((ran.code, ran.out), (0, format!("{out}\n{second}\n{third}\n")), "{}", ran.err);
    for file in [out, second, third] {
        assert_sound(&file, &std::fs::read_to_string(&file).expect("a file"));
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}
