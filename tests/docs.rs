//! What the documents show is run: commands, their outputs, rule files and parts of rule files.
//!
//! A block of `sh` must run from the root of the repository with success; where it starts with `cargo`
//! or `git`, only its lines that start with `interp` are run. In a block of `console`, what follows
//! `$ ` is a command and the lines up to the next one are its exact output, standard error included.
//!
//! A block of `toml` in docs/language.md with a `[board]` must load as it is. Any other must load when
//! it is merged into `rules/chess.toml`: tables merge, everything else replaces, a list of tables the
//! whole list. So must every line of a `pattern` block, as the moves of a piece, and of a `condition`
//! block, as a prohibition. A comment on the line before may say otherwise:
//!
//! - `<!-- base: NAME -->`: it is merged into `rules/NAME.toml` instead;
//! - `<!-- in: FILE -->`: it stands in `rules/FILE`, blanks aside;
//! - `<!-- refused -->`: the loader must refuse it.

mod tool;

use std::path::Path;
use std::process::Command;
use tool::{files, root, run, text};

/// A fenced block of a document.
struct Block {
    place: String,
    language: String,
    /// The comment on the line before, without `<!--` and `-->`.
    comment: Option<String>,
    body: String,
}

fn blocks(path: &Path) -> Vec<Block> {
    let (mut found, mut comment): (Vec<Block>, Option<String>) = (Vec::new(), None);
    let mut open: Option<Block> = None;
    for (at, line) in text(path).lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (&mut open, fence) {
            (Some(_), Some("")) => found.extend(open.take()),
            (Some(block), _) => block.body += &format!("{line}\n"),
            (None, Some(language)) => {
                let place = path.strip_prefix(root()).unwrap_or(path).display();
                open = Some(Block {
                    place: format!("{place}:{}", at + 1),
                    language: language.trim().to_owned(),
                    comment: comment.take(),
                    body: String::new(),
                });
            }
            (None, None) if line.trim().is_empty() => {}
            (None, None) => {
                let inside = line.trim().strip_prefix("<!--");
                comment = inside
                    .and_then(|inside| inside.strip_suffix("-->"))
                    .map(|inside| inside.trim().to_owned());
            }
        }
    }
    assert!(open.is_none(), "{}: a block that is not closed", path.display());
    found
}

fn documents() -> Vec<Block> {
    let mut paths = files("docs", ".md");
    paths.extend(Some(root().join("README.md")).filter(|path| path.exists()));
    paths.iter().flat_map(|path| blocks(path)).collect()
}

/// Runs a script in the root of the repository, with the program first on the path; both its outputs
/// in one.
fn bash(script: &str) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_interp"));
    let folder = program.parent().expect("a folder").to_string_lossy();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let script = format!("exec 2>&1\nset -euo pipefail\n{script}");
    let ran = run(Command::new("bash").args(["-c", &script]).env("PATH", path), b"");
    (ran.code, ran.out)
}

#[test]
fn the_commands_of_the_documents_run() {
    for block in documents().iter().filter(|block| ["sh", "bash"].contains(&&*block.language)) {
        let exempt = ["cargo", "git"].iter().any(|word| block.body.starts_with(word));
        let script: String = match exempt {
            true => block
                .body
                .lines()
                .filter(|line| line.starts_with("interp"))
                .fold(String::new(), |script, line| script + line + "\n"),
            false => block.body.clone(),
        };
        let (code, out) = bash(&script);
        assert_eq!(code, 0, "{}\n{script}\n{out}", block.place);
    }
}

#[test]
fn the_sessions_of_the_documents_print_what_they_show() {
    for block in documents().iter().filter(|block| block.language == "console") {
        let mut sessions: Vec<(String, String)> = Vec::new();
        for line in block.body.lines() {
            match (line.strip_prefix("$ "), line.strip_prefix("> "), sessions.last_mut()) {
                (Some(command), _, _) => sessions.push((format!("{command}\n"), String::new())),
                (None, Some(more), Some((command, output))) if output.is_empty() => {
                    *command += &format!("{more}\n");
                }
                (None, _, Some((_, output))) => *output += &format!("{line}\n"),
                (None, _, None) => panic!("{}: output before a command", block.place),
            }
        }
        for (command, expected) in sessions {
            let (_, out) = bash(&command);
            // A document cannot show blanks at the ends of lines.
            let out: String = out.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            assert_eq!(out, expected, "{}\n$ {command}", block.place);
        }
    }
}

/// Why the loader refuses a text, or nothing.
fn refusal(name: &str, text: String) -> Option<String> {
    let faults = interp::rules::load(&interp::source::Source::new(name, text)).err()?;
    Some(faults.iter().map(|fault| format!("{}\n", fault.message)).collect())
}

fn merge(into: &mut toml::Table, from: toml::Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) => merge(old, new),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

fn table(place: &str, text: &str) -> toml::Table {
    text.parse().unwrap_or_else(|fault| panic!("{place}: {fault}"))
}

fn blanks_aside(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What the loader says of a part of a rule file, merged into that file of `rules/`.
fn refusal_of_part(place: &str, base: &str, part: toml::Table) -> Option<String> {
    let mut merged = table(place, &text(&root().join(format!("rules/{base}.toml"))));
    merge(&mut merged, part);
    refusal(place, toml::to_string(&merged).expect("a table can be written"))
}

/// Holds that a block says what the program knows.
fn assert_known(block: &Block) {
    let Block { place, comment, body, .. } = block;
    let comment = comment.as_deref().unwrap_or_default();
    if let Some(file) = comment.strip_prefix("in:") {
        let rules = text(&root().join("rules").join(file.trim()));
        let stands = blanks_aside(&rules).contains(&blanks_aside(body));
        return assert!(stands, "{place} does not stand in {file}");
    }
    let refusal = if body.lines().any(|line| line.trim() == "[board]") {
        refusal(place, body.clone())
    } else {
        let base = comment.strip_prefix("base:").unwrap_or("chess");
        refusal_of_part(place, base.trim(), table(place, body))
    };
    if comment == "refused" {
        assert!(refusal.is_some(), "{place} is not refused");
    } else {
        assert_eq!(refusal, None, "{place} is refused");
    }
}

#[test]
fn the_rule_files_of_the_reference_load() {
    let blocks = blocks(&root().join("docs/language.md"));
    for block in blocks.iter().filter(|block| block.language == "toml") {
        assert_known(block);
    }
}

#[test]
fn the_patterns_and_conditions_of_the_reference_load() {
    for block in blocks(&root().join("docs/language.md")) {
        let wrap: fn(&str) -> String = match block.language.as_str() {
            "pattern" => |line| format!("[pieces.probe]\nmoves = '''{line}'''\n"),
            "condition" => |line| format!("[[forbid]]\nwhen = '''{line}'''\n"),
            _ => continue,
        };
        let base = block.comment.as_deref().and_then(|comment| comment.strip_prefix("base:"));
        for line in block.body.lines().filter(|line| !line.trim().is_empty()) {
            let part = table(&block.place, &wrap(line));
            let refusal = refusal_of_part(&block.place, base.unwrap_or("chess").trim(), part);
            assert_eq!(refusal, None, "{}: `{line}` is refused", block.place);
        }
    }
}
