//! `interp fmt`: rule files with their blanks laid out anew.

use std::fs;
use std::io::{self, Read};

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use super::load;
use crate::game::{Code, Fault, Game, shipped};
use crate::rules::limits;
use crate::source::Source;

/// A rule file that was looked at.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file, `-` for standard input.
    file: &'a str,
    /// Whether it was tidy already.
    tidy: bool,
    /// The first line that is laid out otherwise, from 1; none of a tidy file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Of standard input, the text as it is tidy.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// Writes every file anew that is not tidy, or with `check` only tells which.
pub fn run(console: &mut Console, files: &[String], check: bool) -> Result<(), Failure> {
    if files.is_empty() {
        return Err(Failure::usage("no rule file to lay out")
            .help("`interp fmt RULES…`, or `interp fmt -` for standard input"));
    }
    for file in files {
        if let Err(failure) = one(console, file, check) {
            console.fail(&failure);
        }
    }
    Ok(())
}

fn one(console: &mut Console, file: &str, check: bool) -> Result<(), Failure> {
    let (path, source) = read(file)?;
    let tidy = Game::tidy_source(&source)?;
    let line = differs(&source.text, &tidy);
    if check && line.is_some() {
        console.worst(&Failure::Untidy);
    } else if let (Some(path), Some(_)) = (&path, line) {
        fs::write(path, &tidy).map_err(|error| Failure::unwritable(path, &error))?;
    }
    let shown = path.as_deref().unwrap_or(file);
    if console.json() {
        let text = path.is_none().then_some(tidy.as_str());
        return console.record(&Record { file: shown, tidy: line.is_none(), line, text });
    }
    match (path.is_none() && !check, line) {
        // What is printed ends its own last line.
        (true, _) => console.answer(tidy.strip_suffix('\n').unwrap_or(&tidy)),
        (false, None) => Ok(()),
        (false, Some(line)) if check => console.answer(&format!("{shown}:{line}")),
        (false, Some(_)) => console.answer(shown),
    }
}

/// A rule file to be laid out, with its path; of standard input none.
fn read(file: &str) -> Result<(Option<String>, Source), Failure> {
    if file == "-" {
        let mut bytes = Vec::new();
        let most = limits::FILE_BYTES as u64 + 1;
        let name = "standard input";
        let read = io::stdin().lock().take(most).read_to_end(&mut bytes);
        read.map_err(|error| Failure::unreadable(name, &error))?;
        return Ok((None, Game::source_of(name, bytes)?));
    }
    match load::on_disk(file) {
        Some(path) => {
            let source = Game::source_from(&path)?;
            Ok((Some(path), source))
        }
        None if shipped::text(file).is_some() => {
            Err(Failure::usage(format!("`{file}` is shipped, no file to be written anew"))
                .help(format!("`interp new mine --from {file}` begins a variant of it")))
        }
        None => {
            let message = format!("cannot read `{file}`: no such file");
            Err(Failure::from(Fault::plain(Code::Unreadable, message)))
        }
    }
}

/// The first line in which two texts differ, from 1.
fn differs(before: &str, after: &str) -> Option<usize> {
    if before == after {
        return None;
    }
    let mut lines = before.split('\n').zip(after.split('\n'));
    Some(1 + lines.by_ref().take_while(|(before, after)| before == after).count())
}
