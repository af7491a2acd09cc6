//! `interp test --mutate`: which changes of the rules no test of theirs notices.

use std::time::Instant;

use serde::Serialize;

use crate::cli::args::Test;
use crate::cli::beside::beside;
use crate::cli::console::Console;
use crate::cli::fail::Failure;
use crate::cli::share::Share;
use crate::game::Game;
use crate::parallel;
use crate::rules::{Rules, TestRule};
use crate::source::Span;
use crate::trial::{self, Mutation, Outcome};

/// Changes that are tried between two tellings of how far it is, for each thread.
const ROUND: usize = 8;

/// How many changes of a rule file its tests notice, and which they do not.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file.
    file: &'a str,
    /// How many changes of what the file says itself were tried.
    changes: usize,
    /// How many of them a test has noticed.
    noticed: usize,
    /// Those that none has.
    unnoticed: Vec<UnnoticedRecord<'a>>,
}

/// A change that no test has noticed.
#[derive(Serialize, schemars::JsonSchema)]
struct UnnoticedRecord<'a> {
    /// The line, from 1.
    line: usize,
    /// The column in characters, from 1.
    column: usize,
    /// What stands there.
    text: &'a str,
    /// How it was changed: `not \`empty\``.
    change: &'a str,
}

/// Tells which changes the tests of a file do not notice.
pub fn tell(console: &mut Console, file: &str, loaded: &Game, asked: &Test) -> Result<(), Failure> {
    let (rules, source) = (loaded.rules(), loaded.source());
    // Those that are soon tried come first: most changes are noticed by them.
    let timed = |test| {
        let start = Instant::now();
        (trial::run(rules, test) == Outcome::Holds).then(|| (start.elapsed(), test))
    };
    let Some(mut tests) = rules.tests.iter().map(timed).collect::<Option<Vec<_>>>() else {
        return Err(Failure::usage(format!(
            "{file}: its tests must hold before changes are tried"
        )));
    };
    tests.sort_by_key(|(took, _)| *took);
    let tests: Vec<&TestRule> = tests.into_iter().map(|(_, test)| test).collect();
    let all = Mutation::all(rules, source);
    let threads = asked.threads.count();
    let mut unnoticed: Vec<&Mutation> = Vec::new();
    for (round, some) in all.chunks(ROUND * threads).enumerate() {
        console.progress(|| {
            format!("{file}: change {} of {}", round * ROUND * threads + 1, all.len())
        });
        let noticed =
            parallel::map(threads, some, || (), |(), one| notices(&one.of(rules), &tests));
        let missed = some.iter().zip(noticed).filter(|(_, noticed)| !noticed);
        unnoticed.extend(missed.map(|(one, _)| one));
    }
    let (changes, noticed) = (all.len(), all.len() - unnoticed.len());
    let share = Share { some: noticed, all: changes };
    if console.json() {
        let unnoticed = unnoticed.iter().map(|one| {
            let place = source.place(one.span);
            let (line, column, text) = (place.line, place.column, place.text);
            UnnoticedRecord { line, column, text, change: &one.change }
        });
        console.record(&Record { file, changes, noticed, unnoticed: unnoticed.collect() })?;
    } else {
        console.answer(&match share {
            Share { all: 0, .. } => format!("{file}: nothing of its own to change"),
            Share { some, all } if some == all => {
                format!("{file}: all {all} changes are noticed by its tests")
            }
            Share { some, all } => {
                format!("{file}: {some} of {all} changes are noticed by its tests, {share}")
            }
        })?;
        let remarks: Vec<(Span, &str)> =
            unnoticed.iter().map(|one| (one.span, one.change.as_str())).collect();
        let lines = beside(source, &remarks, |_| None);
        lines.iter().try_for_each(|line| console.answer(line))?;
    }
    let what = |share| format!("{file}: {share} of the changes are noticed");
    share.check(console, asked.covered.min, what);
    Ok(())
}

/// Whether one of the tests does not hold of these rules.
fn notices(rules: &Rules, tests: &[&TestRule]) -> bool {
    tests.iter().any(|test| trial::run(rules, test) != Outcome::Holds)
}
