//! `interp test`: the tests that rule files hold.

use super::console::Console;
use super::fail::Failure;
use super::load::{self, Loaded};
use super::shipped;
use crate::report::TestRecord;
use crate::trial::{self, Outcome};

/// Tries every test of every file; of all that are shipped, where none is named.
pub fn run(console: &mut Console, files: &[&str]) -> Result<(), Failure> {
    let all: Vec<&str> = if files.is_empty() { shipped::names().collect() } else { files.to_vec() };
    for file in all {
        match load::rules(file) {
            Ok(loaded) => one(console, file, &loaded)?,
            Err(failure) => console.fail(&failure),
        }
    }
    Ok(())
}

fn one(console: &mut Console, file: &str, loaded: &Loaded) -> Result<(), Failure> {
    let tests = &loaded.rules.tests;
    let mut held = 0;
    for (number, test) in (1..).zip(tests) {
        let source = || Box::new(loaded.source.clone());
        let ok = match trial::run(&loaded.rules, test) {
            Outcome::Holds => true,
            Outcome::Fails(faults) => {
                console.fail(&Failure::Test(source(), faults));
                false
            }
            Outcome::Refused(faults) => {
                console.fail(&Failure::Rules(source(), faults));
                false
            }
        };
        held += usize::from(ok);
        if console.json() {
            let name = test.name.as_deref();
            console.record(&TestRecord { file, test: number, name, ok })?;
        }
    }
    if console.json() {
        return Ok(());
    }
    console.answer(&match (held, tests.len()) {
        (_, 0) => format!("{file}: no tests"),
        (1, 1) => format!("{file}: 1 test holds"),
        (held, all) if held == all => format!("{file}: {all} tests hold"),
        (held, all) => format!("{file}: {} of {all} tests failed", all - held),
    })
}
