//! JSON is a contract: what every command prints is what `interp schema json` says.

use crate::tool::interp;
use serde_json::{Value, json};

/// The schema of one sort of line.
fn schema(of: &str) -> jsonschema::Validator {
    let printed = interp(&["schema", "json"], "");
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    let mut schema: Value = serde_json::from_str(&printed.out).expect("JSON");
    if let Some(keys) = schema.as_object_mut() {
        keys.remove("anyOf");
        keys.insert(String::from("$ref"), json!(format!("#/$defs/line-{of}")));
    }
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Holds that each line is such a one; there is at least one.
fn assert_lines(of: &str, text: &str) {
    let validator = schema(of);
    assert!(!text.is_empty(), "{of}: nothing was printed");
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{of}: {line}"));
        let faults: Vec<String> = validator
            .iter_errors(&value)
            .map(|fault| format!("{fault} at {}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{of}: {line}\n{}", faults.join("\n"));
        assert_eq!(value["version"], 1);
        let mut other = value.clone();
        other["unheard_of"] = json!(1);
        assert!(!validator.is_valid(&other), "{of}: a key that nobody promised is taken");
        other = value;
        other.as_object_mut().expect("an object").remove("version");
        assert!(!validator.is_valid(&other), "{of}: the version may be missing");
    }
}

#[test]
fn every_command_prints_what_the_schema_says() {
    let sample = "tests/cases/boards/rank_and_file/sample.txt";
    let commands: &[(&str, &[&str])] = &[
        ("answer", &["rank_and_file", sample]),
        ("answer", &["checkers", "tests/cases/boards/checkers/sample.txt"]),
        ("answer", &["chess", "--position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]),
        ("moves", &["moves", "chess"]),
        ("moves", &["moves", "shogi", "--play", "c3c4"]),
        ("explain", &["explain", "chess"]),
        ("explain", &["explain", "chess", "--move", "e2e4"]),
        ("board", &["board", "hex", "--targets"]),
        ("perft", &["perft", "chess", "--depth", "2", "--divide"]),
        ("perft", &["perft", "chess", "--depth", "1"]),
        ("playout", &["playout", "othello", "--games", "3"]),
        ("game", &["playout", "tictactoe", "--game", "2"]),
        ("solve", &["solve", "tictactoe"]),
        ("solve", &["solve", "tests/cases/solve/lone_king.toml"]),
        ("check", &["check", "chess"]),
        ("check", &["check", "hex_swap", "--verbose"]),
        ("listing", &["listing", "hex_swap"]),
        ("listing", &["listing", "tests/cases/cliffs/english_draughts__convert.toml"]),
        ("test", &["test", "chess"]),
        ("coverage", &["test", "--coverage", "tests/cases/cliffs/english_draughts__convert.toml"]),
        ("mutate", &["test", "--mutate", "tests/cases/cliffs/english_draughts__convert.toml"]),
        ("describe", &["describe", "hex"]),
        ("games", &["games"]),
        ("betza", &["betza", "WfF"]),
        ("diff", &["diff", "tictactoe", "tests/cases/diff/misere.toml"]),
        ("diff", &["diff", "chess", "antichess"]),
        ("draw", &["draw", "tictactoe"]),
        ("fmt", &["fmt", "--check", "rules/tictactoe.toml"]),
        ("fmt", &["fmt", "--check", "-"]),
        ("new", &["new", "--board", "hex"]),
    ];
    crate::tool::each(commands, |(of, args)| {
        let ran = interp(&[args, &["--format", "json"][..]].concat(), "");
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        assert_lines(of, &ran.out);
    });
}

#[test]
fn faults_are_told_as_the_schema_says() {
    let faults: &[&[&str]] = &[
        &["check", "tests/cases/readme/broken.toml"],
        &["tests/cases/readme/mine.toml", "tests/cases/readme/broken.txt"],
        &["moves", "chess", "--play", "e2e5"],
        &["moves", "nowhere"],
        &["board", "rank_and_file"],
    ];
    for args in faults {
        let ran = interp(&[args, &["--format", "json"][..]].concat(), "");
        assert_ne!(ran.code, 0, "{args:?}");
        assert_lines("fault", &ran.err);
    }
}
