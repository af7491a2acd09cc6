//! `interp test --mutate`: which changes of the rules no test of theirs notices.

use std::collections::HashSet;
use std::time::Instant;

use serde::Serialize;

use super::uses;
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

/// The changes of what a rule file says itself, and those of them that its tests do not notice.
fn unnoticed(
    console: &mut Console,
    file: &str,
    loaded: &Game,
    threads: usize,
) -> Result<(Vec<Mutation>, Vec<Mutation>), Failure> {
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
    let mut missed: Vec<Mutation> = Vec::new();
    for (round, some) in all.chunks(ROUND * threads).enumerate() {
        let number = round * ROUND * threads + 1;
        console.progress(|| format!("{file}: change {number} of {}", all.len()));
        let noticed =
            parallel::map(threads, some, || (), |(), one| notices(&one.of(rules), &tests));
        let these = some.iter().zip(noticed).filter(|(_, noticed)| !noticed);
        missed.extend(these.map(|(one, _)| one.clone()));
    }
    Ok((all, missed))
}

/// The changes that leave a clause out which no test of the file uses.
fn unused(file: &str, loaded: &Game) -> Result<Vec<Mutation>, Failure> {
    let coverage = uses(file, loaded)?;
    let unused: HashSet<Span> = coverage
        .clauses()
        .filter(|(_, times)| *times == 0)
        .map(|(clause, _)| clause.span)
        .collect();
    let mut all = Mutation::all(loaded.rules(), loaded.source());
    all.retain(|one| one.omits && unused.contains(&one.span));
    Ok(all)
}

/// Prints tests that notice what those of a file do not.
pub fn propose(
    console: &mut Console,
    file: &str,
    loaded: &Game,
    asked: &Test,
) -> Result<(), Failure> {
    let (rules, source, threads) = (loaded.rules(), loaded.source(), asked.threads.count());
    let missed = match asked.coverage {
        true => unused(file, loaded)?,
        false => unnoticed(console, file, loaded, threads)?.1,
    };
    let progress = |game, left| {
        console.progress(|| format!("{file}: game {game}, {left} changes are not noticed yet"));
    };
    let (proposed, left) = trial::propose(rules, missed, threads, progress);
    for (test, notices) in proposed {
        let changes = if notices == 1 { "a change" } else { &format!("{notices} changes") };
        console.answer(&format!("\n# notices {changes} of the rules\n{}", test.trim_end()))?;
    }
    for one in left {
        let place = source.place(one.span);
        let at = format!("{}:{}", place.file, place.line);
        let said = format!(
            "no game was found that shows it: {at}, `{}` {}",
            first_line(place.text),
            one.change
        );
        console.answer(&format!("# {said}"))?;
    }
    Ok(())
}

/// A text up to the end of its line.
fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Tells which changes the tests of a file do not notice.
pub fn tell(console: &mut Console, file: &str, loaded: &Game, asked: &Test) -> Result<(), Failure> {
    let source = loaded.source();
    let (all, unnoticed) = unnoticed(console, file, loaded, asked.threads.count())?;
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
