//! What the documents show is run: commands, their outputs, rule files and parts of rule files.
//!
//! A block of `sh` must run from the root of the repository with success; where it starts with `cargo`
//! or `git`, only its lines that start with `interp` are run. `cargo run … --` at the start of a line stands
//! for `interp`. In a block of `console`, what follows
//! `$ ` is a command and the lines up to the next one are its exact output, standard error included.
//!
//! The blocks of the language's reference are the subject of `tests/language.rs`.

use crate::tool::{files, root, run, text};
use std::path::Path;
use std::process::Command;

/// A fenced block of a document.
struct Block {
    place: String,
    language: String,
    body: String,
}

fn blocks(path: &Path) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
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
                    body: String::new(),
                });
            }
            (None, None) => {}
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

/// A line without cargo: the program that the tests built is run.
fn by_program(line: &str) -> String {
    match line.strip_prefix("cargo run ").and_then(|rest| rest.split_once("-- ")) {
        Some((_, words)) => format!("interp {words}"),
        None => line.to_owned(),
    }
}

/// Runs a script in the root of the repository, with the program first on the path; both its outputs
/// in one.
fn bash(script: &str) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_interp"));
    let folder = program.parent().expect("a folder").to_string_lossy();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let script: String = script.lines().map(|line| by_program(line) + "\n").collect();
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

/// The anchors of a document: its headings, as they are linked to.
fn anchors(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        inside ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if inside || heading.len() == line.len() {
            continue;
        }
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        found.push(kept.collect::<String>().to_lowercase().replace(' ', "-"));
    }
    found
}

#[test]
fn the_links_of_documents_lead_somewhere() {
    let named = ["CONTRIBUTING.md", "README.md"].map(|name| root().join(name));
    let mut lost = Vec::new();
    let mut seen = 0;
    for path in [files("docs", ".md"), named.to_vec()].concat() {
        let shown = path.strip_prefix(root()).unwrap_or(&path).display();
        for (at, line) in text(&path).lines().enumerate() {
            let links = line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
            for link in links.filter(|link| !link.contains("://")) {
                seen += 1;
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = match file {
                    "" => path.clone(),
                    file => path.with_file_name("").join(file),
                };
                let page = target.extension().is_some_and(|ending| ending == "md");
                let fine = target.exists()
                    && (anchor.is_empty()
                        || page && anchors(&text(&target)).iter().any(|known| known == anchor));
                if !fine {
                    lost.push(format!("{shown}:{}: {link}", at + 1));
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} links are found");
    assert!(lost.is_empty(), "links that lead nowhere:\n{}", lost.join("\n"));
}
