//! `interp test`: the tests that rule files hold.

mod accept;
pub mod mutate;
mod sheet;

use super::args::{Covered, Output, Test};
use super::console::Console;
use super::fail::Failure;
use super::{coverage, load};
use crate::game::{Game, shipped};
use crate::trial::{self, Coverage, Outcome};
use sheet::{Sheet, Tried};

/// Tries every test of every file; of all that are shipped, where none is named.
pub fn run(console: &mut Console, files: &[&str], asked: &Test) -> Result<(), Failure> {
    let output = console.output();
    let plain = matches!(output, Output::Text | Output::Json);
    for (given, what) in [(asked.coverage, "--coverage"), (asked.mutate, "--mutate")] {
        if given && !plain {
            return Err(Failure::usage(format!("`{what}` is told as text or JSON")));
        }
    }
    if asked.covered.min.is_some() && !asked.coverage && !asked.mutate {
        return Err(Failure::usage("`--min` goes with `--coverage` or `--mutate`"));
    }
    for (given, what) in [(asked.accept, "--accept"), (asked.propose, "--propose")] {
        if given && output != Output::Text {
            return Err(Failure::usage(format!("`{what}` is told as text")));
        }
    }
    if asked.accept && files.is_empty() {
        return Err(Failure::usage("no rule file to write").help("`interp test --accept RULES…`"));
    }
    let all: Vec<&str> = if files.is_empty() { shipped::names().collect() } else { files.to_vec() };
    if asked.propose {
        return each_proposed(console, files, asked);
    }
    let mut sheet = Sheet::new(console, output)?;
    for file in all {
        let mut loaded = load::rules(file);
        if let (true, Ok(before)) = (asked.accept, &loaded) {
            accept::accept(console, file, before)?;
            loaded = load::rules(file);
        }
        match loaded {
            Ok(loaded) => {
                sheet.file(console, file, tried(&loaded))?;
                if asked.mutate {
                    mutate::tell(console, file, &loaded, asked)?;
                }
                if asked.coverage {
                    covered(console, file, &loaded, asked.covered)?;
                }
            }
            Err(fault) => sheet.unread(console, file, &fault.into())?,
        }
    }
    sheet.end(console)
}

/// Prints tests for every file.
fn each_proposed(console: &mut Console, files: &[&str], asked: &Test) -> Result<(), Failure> {
    if files.is_empty() {
        return Err(Failure::usage("no rule file to test").help("`interp test --propose RULES…`"));
    }
    for file in files {
        mutate::propose(console, file, &load::rules(file)?, asked)?;
    }
    Ok(())
}

/// The tests of a game, each tried when it is asked for.
fn tried(loaded: &Game) -> impl Iterator<Item = Tried<'_>> {
    (1..).zip(&loaded.rules().tests).map(|(number, test)| {
        let source = || Box::new(loaded.source().clone());
        let failure = match trial::run(loaded.rules(), test) {
            Outcome::Holds => None,
            Outcome::Fails(faults) => Some(Failure::Test(source(), faults)),
            Outcome::Refused(faults) => Some(Failure::Rules(source(), faults)),
        };
        let place = loaded.source().place(test.span);
        Tried { number, name: test.name.as_deref(), place, failure }
    })
}

/// Tells which clauses of the rules the tests of a file use.
fn covered(
    console: &mut Console,
    file: &str,
    loaded: &Game,
    asked: Covered,
) -> Result<(), Failure> {
    coverage::tell(console, file, loaded.source(), &uses(file, loaded)?, asked)
}

/// What the tests of a file use.
fn uses<'a>(file: &str, loaded: &'a Game) -> Result<Coverage<'a>, Failure> {
    let mut coverage = Coverage::new(loaded.rules(), loaded.source());
    for test in &loaded.rules().tests {
        coverage.test(test).map_err(|wide| Failure::usage(format!("{file}: {wide}")))?;
    }
    Ok(coverage)
}
