//! What a rule file begins with, and what editors, shells and manuals want to know.

use crate::tool::{Chance, files, interp, root, text};
use interp::Game;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The schema of rule files, as it is printed.
fn schema() -> jsonschema::Validator {
    let printed = interp(&["schema", "rules"], "");
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    let schema: Value = serde_json::from_str(&printed.out).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// A rule file as JSON; none if it is not TOML, or says what JSON cannot.
fn json(text: &str) -> Option<Value> {
    let table: toml::Table = toml::from_str(text).ok()?;
    serde_json::to_value(table).ok()
}

/// What is wrong with a rule file by the schema.
fn faults(schema: &jsonschema::Validator, file: &Value) -> Vec<String> {
    let told =
        |fault: jsonschema::ValidationError<'_>| format!("{fault} at {}", fault.instance_path());
    schema.iter_errors(file).map(told).collect()
}

#[test]
fn every_sound_rule_file_is_one_by_the_schema() {
    let schema = schema();
    let mut seen = 0;
    for path in
        ["rules", "starters", "tests/cases"].iter().flat_map(|folder| files(folder, ".toml"))
    {
        if Game::from_file(&path).is_err() {
            continue;
        }
        seen += 1;
        let file = json(&text(&path)).expect("TOML");
        assert_eq!(faults(&schema, &file), Vec::<String>::new(), "{}", path.display());
    }
    assert!(seen > 250, "only {seen} files");
}

/// Every table of a file, by the keys that lead to it.
fn tables(of: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match of {
        Value::Object(keys) => {
            found.push(path.clone());
            for (key, value) in keys {
                path.push(key.clone());
                tables(value, path, found);
                path.pop();
            }
        }
        Value::Array(items) => {
            for (at, value) in items.iter().enumerate() {
                path.push(at.to_string());
                tables(value, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

/// The value at a place.
fn at<'v>(value: &'v mut Value, path: &[String]) -> &'v mut Value {
    path.iter().fold(value, |value, key| match value {
        Value::Array(items) => &mut items[key.parse::<usize>().expect("a place")],
        value => &mut value[key.as_str()],
    })
}

/// A file as JSON, written as TOML.
fn toml_of(file: &Value) -> String {
    toml::to_string(file).expect("TOML")
}

/// Rule files that have, together, every section of the language.
const NAMES: [&str; 10] = [
    "backgammon",
    "bashni",
    "chess",
    "crazyhouse",
    "havannah",
    "hus",
    "international_draughts",
    "ludo",
    "pentago",
    "quarto",
];

/// Whether a change of a file is refused with words that begin so.
fn is_refused(file: &Value, with: &str) -> bool {
    let read = Game::from_text(&toml_of(file));
    read.is_err_and(|fault| fault.messages().any(|told| told.starts_with(with)))
}

#[test]
fn the_schema_and_the_reader_know_the_same_keys() {
    let schema = schema();
    let mut refused = 0;
    for name in NAMES {
        let file = json(&text(&root().join(format!("rules/{name}.toml")))).expect("TOML");
        let mut found = Vec::new();
        tables(&file, &mut Vec::new(), &mut found);
        for table in found {
            let mut more = file.clone();
            at(&mut more, &table)["unheard-of"] = Value::from(7.25);
            // Where any name may stand, no number with a fraction may.
            assert!(!schema.is_valid(&more), "{name}: {table:?} may have any key by the schema");
            refused += usize::from(is_refused(&more, "unknown key `unheard-of`"));
        }
    }
    assert!(refused > 100, "only {refused} tables have keys of their own");
}

#[test]
fn the_schema_and_the_reader_know_the_same_types() {
    let schema = schema();
    let others =
        [Value::from(-1.25), Value::from("?"), Value::from(vec![vec![7]]), Value::from(true)];
    let (mut chance, mut wrong, mut fine) = (Chance::new(18), 0, 0);
    for name in NAMES {
        let file = json(&text(&root().join(format!("rules/{name}.toml")))).expect("TOML");
        let mut found = Vec::new();
        tables(&file, &mut Vec::new(), &mut found);
        for table in found {
            let keys: Vec<String> = match at(&mut file.clone(), &table) {
                Value::Object(keys) => keys.keys().cloned().collect(),
                _ => Vec::new(),
            };
            for key in keys.iter().filter(|_| chance.percent(45)).collect::<Vec<_>>() {
                let other = chance.of(&others).clone();
                let mut changed = file.clone();
                at(&mut changed, &table)[key.as_str()] = other.clone();
                match Game::from_text(&toml_of(&changed)) {
                    Ok(_) => {
                        fine += 1;
                        let told = faults(&schema, &changed);
                        assert_eq!(told, Vec::<String>::new(), "{name}: {table:?} {key} = {other}");
                    }
                    Err(fault) if fault.messages().any(|told| told.starts_with("expected a ")) => {
                        wrong += 1;
                        let told = "is of the wrong type to the reader, and not by the schema";
                        assert!(
                            !schema.is_valid(&changed),
                            "{name}: {table:?} {key} = {other} {told}"
                        );
                    }
                    Err(_) => {}
                }
            }
        }
    }
    assert!(wrong > 200 && fine > 10, "{wrong} wrong, {fine} fine");
}

#[test]
fn every_key_of_the_reference_is_known_to_the_schema() {
    let schema = text(&root().join("tables/rules.schema.json"));
    let language = text(&root().join("docs/language.md"));
    let (mut within, mut seen) = (false, 0);
    for line in language.lines() {
        within = line.starts_with("| key | type |") || within && line.starts_with('|');
        let key = line.split('`').nth(1).filter(|_| within && line.starts_with("| `"));
        // `letters.MARK` is a table of tables.
        let Some(key) = key.and_then(|key| key.split('.').next()) else { continue };
        seen += 1;
        assert!(schema.contains(&format!("\"{key}\": {{")), "`{key}` is unknown: {line}");
    }
    assert!(seen > 80, "only {seen} rows");
}

#[test]
fn a_schema_line_does_not_matter_to_the_reader() {
    let text =
        format!("#:schema rules.schema.json\n{}", text(&root().join("rules/tictactoe.toml")));
    assert_eq!(Game::from_text(&text).expect("sound").name(), "Tic-Tac-Toe");
}

/// A folder of its own for one test.
fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder.to_string_lossy().into_owned()
}

/// Holds that a file is sound, without warnings, tidy, and holds its own tests.
fn assert_begun(path: &str) {
    for command in
        [&["check", "--deny-warnings", path][..], &["test", path], &["fmt", "--check", path]]
    {
        let ran = interp(command, "");
        assert_eq!(ran.code, 0, "{command:?}: {}{}\n{}", ran.out, ran.err, text(Path::new(path)));
    }
}

#[test]
fn a_game_on_every_board_can_be_begun() {
    let folder = folder("begun-boards");
    for board in ["square", "hex", "triangular", "layers", "drawn"] {
        let path = format!("{folder}/my_{board}.toml");
        let ran = interp(&["new", &format!("{folder}/my_{board}"), "--board", board], "");
        assert_eq!((ran.code, ran.out), (0, format!("{path}\n")), "{}", ran.err);
        assert_begun(&path);
        assert_eq!(Game::from_file(&path).expect("sound").name(), format!("My {board}"));
        assert!(faults(&schema(), &json(&text(Path::new(&path))).expect("TOML")).is_empty());
    }
    fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn a_variant_of_every_shipped_game_can_be_begun() {
    let folder = folder("begun-variants");
    let names: Vec<String> = files("rules", ".toml")
        .iter()
        .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    crate::tool::each(&names, |name| {
        let path = format!("{folder}/of_{name}.toml");
        let ran = interp(&["new", &path, "--from", name], "");
        assert_eq!((ran.code, ran.out), (0, format!("{path}\n")), "{}", ran.err);
        let ran = interp(&["test", &path], "");
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let ran = interp(&["fmt", "--check", &path], "");
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    });
    fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn a_variant_finds_the_file_that_it_is_of() {
    let folder = folder("begun-near");
    fs::create_dir_all(format!("{folder}/deep")).expect("a folder");
    let base = format!("{folder}/base.toml");
    assert_eq!(interp(&["new", &base, "--board", "hex"], "").code, 0);
    for file in ["near", "deep/far"] {
        let path = format!("{folder}/{file}.toml");
        let ran = interp(&["new", &path, "--from", &format!("{folder}/base")], "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_begun(&path);
    }
    assert!(text(Path::new(&format!("{folder}/near.toml"))).contains("extends = \"base.toml\""));
    fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn what_is_there_is_not_written_over() {
    let folder = folder("begun-twice");
    let path = format!("{folder}/mine.toml");
    fs::write(&path, "precious").expect("a file");
    let ran = interp(&["new", &path], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("already"), "{}", ran.err);
    assert_eq!(text(Path::new(&path)), "precious");
    fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn without_a_file_the_text_is_printed() {
    let whole = interp(&["new", "--from", "tictactoe", "--whole"], "").out;
    assert_eq!(whole, text(&root().join("rules/tictactoe.toml")));
    let begun = interp(&["new"], "").out;
    assert!(begun.starts_with("# My game.") && begun.contains("name   = \"My game\""), "{begun}");
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/begun"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("variant_of_gardner", interp(&["new", "--from", "gardner"], "").out);
    });
}

#[test]
fn shells_get_completions() {
    for (shell, mark) in [
        ("bash", "_interp()"),
        ("zsh", "#compdef interp"),
        ("fish", "complete -c interp"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let ran = interp(&["completions", shell], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        assert!(ran.out.contains(mark) && ran.out.contains("playout"), "{shell}: {}", ran.out);
    }
    let script = interp(&["completions", "bash"], "").out;
    let asked = format!(
        "{script}\nCOMP_WORDS=(interp pla) COMP_CWORD=1\n_interp interp pla interp\necho \"${{COMPREPLY[@]}}\""
    );
    let mut bash = std::process::Command::new("bash");
    let ran = crate::tool::run(bash.args(["-c", &asked]), b"");
    assert_eq!(ran.out, "play playout\n", "{}", ran.err);
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let main = interp(&["man"], "");
    assert_eq!((main.code, main.err.as_str()), (0, ""));
    assert!(
        main.out.contains(".TH interp 1") && main.out.contains(".SH SUBCOMMANDS"),
        "{}",
        main.out
    );
    let help = interp(&["help"], "").out;
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let mut seen = 0;
    for command in
        commands.unwrap_or_default().lines().filter_map(|line| line.split_whitespace().next())
    {
        let page = interp(&["man", command], "");
        assert_eq!((page.code, page.err.as_str()), (0, ""), "{command}");
        assert!(page.out.contains(&format!(".TH interp-{command} 1")), "{command}: {}", page.out);
        seen += 1;
    }
    assert!(seen > 15, "only {seen} commands");
    let ran = interp(&["man", "mvoes"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("did you mean the command `moves`?"), "{}", ran.err);
}
