//! The linter beside its warnings: the page of what it finds, what it mends, and what it prints for editors.

use crate::tool::{interp, root, snapshots, text};
use interp::WarningCode;
use std::path::PathBuf;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("interp-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A block of a page that begins with that line, and what follows it.
fn block<'p>(page: &'p str, begin: &str) -> Option<(&'p str, &'p str)> {
    page.split_once(begin)?.1.split_once("```")
}

#[test]
fn the_page_of_findings_shows_what_is_said_of_each_code() {
    let page = text(&root().join("docs/findings.md"));
    let folder = folder("findings");
    let path = folder.join("game.toml");
    let name = path.to_string_lossy().into_owned();
    let mut told: Vec<&str> = Vec::new();
    for section in page.split("\n## ").skip(1) {
        let (code, rest) = section.split_once('\n').expect("a heading");
        let (rules, rest) = block(rest, "```toml\n").expect("a rule file");
        let (said, _) = block(rest, "```text\n").expect("what is said of it");
        std::fs::write(&path, rules).expect("written");
        let ran = interp(&["check", &name], "");
        assert_eq!(ran.err.replace(&name, "game.toml").trim_end(), said.trim_end(), "{code}");
        assert_eq!(ran.out, format!("{name}: 1 warning\n"), "{code}");
        assert!(said.starts_with(&format!("warning[{code}]")), "{code}");
        told.push(code);
    }
    std::fs::remove_dir_all(folder).expect("taken away");
    let mut codes: Vec<&str> = WarningCode::ALL.iter().map(|code| code.as_str()).collect();
    codes.sort_unstable();
    assert_eq!(told, codes);
}

#[test]
fn a_code_is_explained() {
    let ran = interp(&["check", "--explain", "to-and-fro"], "");
    assert!(ran.out.starts_with("A loop turns back in each round"), "{}", ran.out);
    assert!(ran.out.contains("warning[to-and-fro]") && !ran.out.contains("## "), "{}", ran.out);
    let ran = interp(&["check", "--explain", "never-fit"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("did you mean `never-fits`?"), "{}", ran.err);
}

/// Of what is to be mended: a value of the base's, a region within a table that keeps another, one that only another one uses, a comment.
const BEFORE: &str = r#"# Mine.
extends = "chess"

[board]
size = [8, 8]   # as it was

[regions]
inner = 'file d'           # used by the next alone
outer = 'inner or file e'
camp  = 'ranks 1 to 2'     # kept

# interp: allow no-cells
[pieces.rook]
moves = 'slide orthogonal to not camp' # interp: allow never-fits: so it seems
"#;

const AFTER: &str = r#"# Mine.
extends = "chess"

[board]

[regions]
camp  = 'ranks 1 to 2'     # kept

[pieces.rook]
moves = 'slide orthogonal to not camp'
"#;

#[test]
fn what_is_surely_meant_is_written_and_nothing_else() {
    let folder = folder("mend");
    let path = folder.join("mine.toml");
    let name = path.to_string_lossy().into_owned();
    std::fs::write(&path, BEFORE).expect("written");
    let ran = interp(&["check", "--fix", &name, "hex"], "");
    assert_eq!(ran.out, format!("{name}: ok, 5 mended\nhex: ok\n"), "{}", ran.err);
    assert_eq!(text(&path), AFTER);
    let ran = interp(&["check", "--fix", &name], "");
    assert_eq!((ran.out, text(&path).as_str()), (format!("{name}: ok\n"), AFTER));
    // A file with faults stays as it is.
    std::fs::write(&path, BEFORE.replace("orthogonal", "orthogonaly")).expect("written");
    let ran = interp(&["check", "--fix", &name], "");
    assert_eq!((ran.code, text(&path)), (2, BEFORE.replace("orthogonal", "orthogonaly")));
    std::fs::remove_dir_all(folder).expect("taken away");
}

#[test]
fn every_shipped_file_has_nothing_to_mend() {
    let ran = interp(&["check", "--fix", "rules/chess.toml", "rules/spartan.toml"], "");
    assert_eq!(ran.out, "rules/chess.toml: ok\nrules/spartan.toml: ok\n");
}

#[test]
fn editors_read_one_log_of_all_files() {
    let files =
        ["tests/cases/warnings/idle_key_same.toml", "tests/cases/errors/err_broken_move_used.toml"];
    let ran = interp(&["check", "--sarif", files[0], files[1], "hex"], "");
    assert_eq!((ran.code, ran.err.as_str()), (2, ""));
    let log: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert_eq!(rules.len(), WarningCode::ALL.len() + 1);
    let texts = rules.iter().map(|rule| rule["shortDescription"]["text"].as_str().unwrap_or(""));
    assert!(texts.clone().all(|text| text.len() > 9), "{:?}", texts.collect::<Vec<_>>());
    let _bound = snapshots("findings");
    let results = serde_json::to_string_pretty(&run["results"]).expect("JSON");
    insta::assert_snapshot!("sarif", results);
    for result in run["results"].as_array().expect("results") {
        let at = result["ruleIndex"].as_u64().expect("a number") as usize;
        assert_eq!(rules[at]["id"], result["ruleId"]);
    }
}
