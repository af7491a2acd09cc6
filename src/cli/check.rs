//! `interp check`: all faults of rule files.

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use super::load;
use crate::notation::Notation;
use crate::trial;

/// A rule file without faults.
#[derive(Serialize)]
struct Record<'a> {
    /// The file.
    file: &'a str,
    /// Always true; faults go to standard error.
    ok: bool,
}

/// Checks every file, its usual starting position and those of its tests included.
pub fn run(console: &mut Console, files: &[&str]) -> Result<(), Failure> {
    if files.is_empty() {
        return Err(Failure::usage("no rule file to check").help("`interp check RULES…`"));
    }
    for file in files {
        let checked = load::rules(file).and_then(|loaded| {
            let notation = Notation::new(&loaded.rules);
            loaded.setup(&notation)?;
            let positions = loaded.rules.tests.iter();
            let refused = positions.filter_map(|test| trial::position(&notation, test).err());
            let faults: Vec<_> = refused.flatten().collect();
            match faults.is_empty() {
                true => Ok(()),
                false => Err(Failure::Rules(Box::new(loaded.source.clone()), faults)),
            }
        });
        match checked {
            Err(failure) => console.fail(&failure),
            Ok(()) if console.json() => console.record(&Record { file, ok: true })?,
            Ok(()) => console.answer(&format!("{file}: ok"))?,
        }
    }
    Ok(())
}
