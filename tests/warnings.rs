//! Rule files that are read as they stand and may be other than their authors think, and what is said about them.
//!
//! A snapshot holds the file and what `interp check` tells of it.

use crate::tool::{each, files, interp, root, snapshots, text};
use interp::{Game, WarningCode};
use std::collections::BTreeSet;

/// The folder of the cases.
const CASES: &str = "tests/cases/warnings";

/// The code that a case is about: the start of its name.
fn code(name: &str) -> &'static str {
    let codes = WarningCode::ALL.iter().map(|code| code.as_str());
    let found = codes.filter(|code| name.starts_with(&code.replace('-', "_")));
    found.max_by_key(|code| code.len()).unwrap_or_else(|| panic!("{name} is named by no code"))
}

/// Snapshots of what `interp check` tells of each file.
fn shown(called: &str, pattern: &str, code: i32) {
    let _bound = snapshots("warnings");
    insta::glob!(pattern, |path| {
        let name = path.strip_prefix(root()).expect("a path of the project");
        let name = name.display().to_string();
        let ran = interp(&["check", &name], "");
        assert_eq!(ran.code, code, "{name}: {}", ran.err);
        let line = "=".repeat(72);
        insta::assert_snapshot!(called, format!("{}\n{line}\n{}", text(path), ran.err));
    });
}

#[test]
fn every_warning_is_shown_with_its_places() {
    shown("warned", "cases/warnings/*.toml", 0);
}

#[test]
fn a_setup_that_is_refused_shows_what_does_it() {
    shown("refused", "cases/warnings/refused/*.toml", 2);
}

#[test]
fn every_sort_of_warning_has_a_case_and_a_line_in_the_reference() {
    let mut shown = BTreeSet::new();
    // The folders within hold what the cases extend.
    let cases = files(CASES, ".toml")
        .into_iter()
        .filter(|path| path.parent().is_some_and(|folder| folder.ends_with("warnings")));
    for path in cases {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let ran = interp(&["check", &path.to_string_lossy()], "");
        // A case named `NAME_not` shows what is meant and written so, and is not warned of.
        let (code, fine) = (code(&name), name.ends_with("_not"));
        assert_eq!(ran.err.contains(&format!("warning[{code}]")), !fine, "{name}: {}", ran.err);
        assert!(!fine || ran.err.is_empty(), "{name}: {}", ran.err);
        shown.insert(code);
    }
    let reference = text(&root().join("docs/language.md"));
    for code in WarningCode::ALL {
        assert!(shown.contains(code.as_str()), "no case shows `{code}`");
        assert!(reference.contains(&format!("| `{code}` |")), "`{code}` is not in the reference");
    }
}

#[test]
fn shipped_files_have_no_warnings() {
    let names: Vec<String> =
        files("rules", ".toml").iter().map(|path| path.to_string_lossy().into_owned()).collect();
    // A few at a time, as each takes a while and others may be looked at beside it.
    let some: Vec<&[String]> = names.chunks(8).collect();
    each(&some, |names| {
        let mut words = vec!["check", "--deny-warnings"];
        words.extend(names.iter().map(String::as_str));
        let ran = interp(&words, "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    });
}

#[test]
fn warnings_are_no_faults_unless_they_are_denied() {
    let file = "tests/cases/warnings/replaced_list_endings.toml";
    let ran = interp(&["check", file, "hex"], "");
    assert_eq!((ran.code, ran.out.as_str()), (0, format!("{file}: 1 warning\nhex: ok\n").as_str()));
    let denied = interp(&["check", "--deny-warnings", "hex", file], "");
    assert_eq!((denied.code, &denied.err), (2, &ran.err));
    assert_eq!(interp(&["check", "--deny-warnings", "hex"], "").code, 0);
    // Other commands go by the file as it stands.
    let ran = interp(&["moves", file], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn programs_read_the_same() {
    let file = "tests/cases/warnings/replaced_list_endings.toml";
    let ran = interp(&["check", "--deny-warnings", "--format", "json", file], "");
    assert_eq!((ran.code, ran.err.as_str()), (2, ""));
    let record: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(record["ok"], false);
    let told = &record["warnings"][0];
    assert_eq!((&told["level"], &told["code"]), (&"warning".into(), &"replaced-list".into()));
    assert_eq!(told["labels"][1]["file"], "tictactoe");

    let game = Game::from_file(root().join(file)).expect("a rule file");
    let warnings = game.warnings().expect("a setup that is a position");
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].code(), WarningCode::ReplacedList);
    let places: Vec<String> =
        warnings[0].places().map(|(place, told)| format!("{} {told}", place.text)).collect();
    assert_eq!(
        places,
        ["end from here on these alone hold", "end all 2 that begin here no longer hold"]
    );
    assert!(warnings[0].render(false).starts_with("warning[replaced-list]: `[[end]]` takes"));
    assert!(warnings[0].to_string().ends_with("[replaced-list]"));
}
