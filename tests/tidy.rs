//! `interp fmt`: blanks are laid out anew, and nothing else changes.

use crate::tool::{Chance, files, interp, mutate, root, text, tries};
use interp::Game;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every rule file of the repository, those of its tests included.
fn rule_files() -> Vec<PathBuf> {
    ["rules", "starters", "tests/cases"].iter().flat_map(|folder| files(folder, ".toml")).collect()
}

/// A text without its blanks, outside of strings and comments a fair picture of its words.
fn words(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// What a text says as TOML; none if it is not.
fn said(text: &str) -> Option<toml::Table> {
    toml::from_str(text).ok()
}

#[test]
fn tidy_files_say_what_they_said_and_stay_as_they_are() {
    let mut seen = 0;
    for path in rule_files() {
        let text = text(&path);
        let Ok(tidy) = Game::tidy(&text) else {
            assert!(said(&text).is_none(), "{}: TOML that is refused", path.display());
            continue;
        };
        seen += 1;
        assert_eq!(words(&tidy), words(&text), "{}", path.display());
        assert_eq!(said(&tidy), said(&text), "{}", path.display());
        assert_eq!(Game::tidy(&tidy).expect("TOML"), tidy, "{}", path.display());
    }
    assert!(seen > 300, "only {seen} files");
}

#[test]
fn what_is_shipped_is_tidy() {
    for path in [files("rules", ".toml"), files("starters", ".toml")].concat() {
        let text = text(&path);
        let tidy = Game::tidy(&text).expect("TOML");
        let line = text.lines().zip(tidy.lines()).position(|(is, was)| is != was);
        assert!(tidy == text, "{}:{:?}", path.display(), line.map(|at| at + 1));
    }
}

#[test]
fn broken_texts_are_refused_or_say_what_they_said() {
    let texts: Vec<String> = files("rules", ".toml").iter().map(|path| text(path)).collect();
    let mut chance = Chance::new(7);
    for _ in 0..tries(20_000) {
        let mut bytes = chance.of(&texts).clone().into_bytes();
        for _ in 0..=chance.below(3) {
            mutate(&mut bytes, b" \t\r\n[]{}=,.'\"#ab0\\", &mut chance);
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let Ok(tidy) = Game::tidy(&text) else {
            assert!(said(&text).is_none(), "TOML that is refused:\n{text}");
            continue;
        };
        assert_eq!(said(&tidy), said(&text), "{text}");
        assert_eq!(Game::tidy(&tidy).as_ref().ok(), Some(&tidy), "{text}");
    }
}

#[test]
fn loose_files_are_laid_out() {
    let loose = text(&root().join("tests/cases/tidy/loose.toml"));
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/tidy"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("loose", Game::tidy(&loose).expect("TOML"));
    });
}

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn files_are_written_anew_only_where_something_changes() {
    let folder = folder("tidy-files");
    let loose = text(&root().join("tests/cases/tidy/loose.toml"));
    let tidy = Game::tidy(&loose).expect("TOML");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    fs::write(path("loose.toml"), &loose).expect("a file");
    fs::write(path("tidy.toml"), &tidy).expect("a file");
    let (one, other) = (path("loose"), path("tidy.toml"));
    let checked = interp(&["fmt", "--check", &one, &other], "");
    assert_eq!((checked.code, checked.out), (7, format!("{one}.toml:3\n")));
    assert_eq!(text(Path::new(&path("loose.toml"))), loose, "--check writes nothing");
    let written = interp(&["fmt", &one, &other], "");
    assert_eq!((written.code, written.out), (0, format!("{one}.toml\n")));
    assert_eq!(text(Path::new(&path("loose.toml"))), tidy);
    let checked = interp(&["fmt", "--check", &one, &other], "");
    assert_eq!((checked.code, checked.out.as_str()), (0, ""));
    fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn standard_input_is_printed() {
    let ran = interp(&["fmt", "-"], "a=1\n");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "a = 1\n", ""));
    let ran = interp(&["fmt", "-", "--format", "json"], "a=1");
    let told: BTreeMap<String, serde_json::Value> = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(told["text"], "a = 1\n");
    assert_eq!((&told["tidy"], &told["line"]), (&false.into(), &1.into()));
}

#[test]
fn what_cannot_be_laid_out_is_told() {
    let ran = interp(&["fmt", "chess"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("`interp new mine --from chess`"), "{}", ran.err);
    let ran = interp(&["fmt", "tests/cases/tidy/err_no_toml.toml"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("err_no_toml.toml:2"), "{}", ran.err);
    let ran = interp(&["fmt", "-"], [b'a', 0xff]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}
