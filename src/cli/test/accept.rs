//! `interp test --accept`: writes into rule files what comes out of their tests.

use crate::cli::console::Console;
use crate::cli::fail::Failure;
use crate::cli::load;
use crate::cli::mend::edited;
use crate::diag::Fix;
use crate::game::Game;
use crate::trial::{self, Outcome};

/// Shows what the tests of a file expect that does not come out, beside what does, and writes the latter in its place.
pub fn accept(console: &mut Console, file: &str, loaded: &Game) -> Result<(), Failure> {
    let Some(path) = load::on_disk(file) else {
        return Err(Failure::usage(format!("`{file}` is shipped: there is no file to write")));
    };
    let source = loaded.source();
    let own = source.own();
    let tests = loaded.rules().tests.iter().filter(|test| test.span.start >= own.start);
    let mut fixes: Vec<Fix> = Vec::new();
    for test in tests {
        if let Outcome::Fails(faults) = trial::run(loaded.rules(), test) {
            fixes.extend(faults.into_iter().flat_map(|fault| fault.fixes));
        }
    }
    if fixes.is_empty() {
        return Ok(());
    }
    for (span, to) in fixes.iter().flat_map(|fix| &fix.edits) {
        let place = source.place(*span);
        console.answer(&format!("{}:{}", place.file, place.line))?;
        place.text.lines().try_for_each(|line| console.answer(&format!("- {line}")))?;
        to.lines().try_for_each(|line| console.answer(&format!("+ {line}")))?;
    }
    let (text, count) = edited(own.text, own.start, fixes.iter());
    std::fs::write(&path, text).map_err(|error| Failure::unwritable(&path, &error))?;
    let what = if count == 1 { "expectation" } else { "expectations" };
    console.answer(&format!("{path}: {count} {what} written"))
}
