//! `interp check`: all faults of rule files, and what in them may be other than it seems.

use serde::Serialize;
use serde_json::Value;

use super::console::Console;
use super::fail::Failure;
use super::listing::{self, RuleRecord};
use super::mend::mend;
use super::{load, sarif};
use crate::diag::Warning;
use crate::game::{self, FaultRecord, Game};
use crate::trial;

/// What is asked of rule files.
#[derive(Clone, Copy)]
pub struct Asked {
    /// Tell which rules sets alone do not tell.
    pub verbose: bool,
    /// Refuse files that have warnings.
    pub deny: bool,
    /// Write what is surely meant into the files.
    pub fix: bool,
    /// Print one log of all that was found.
    pub sarif: bool,
}

/// A rule file without faults.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file.
    file: &'a str,
    /// True but where warnings are denied and there are some; faults go to standard error.
    ok: bool,
    /// With `--fix`, how many findings were mended.
    #[serde(skip_serializing_if = "Option::is_none")]
    mended: Option<usize>,
    /// With `--verbose`, the rules that sets alone do not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    slow: Option<Vec<RuleRecord>>,
    /// What may be other than it seems.
    warnings: Vec<FaultRecord<'a>>,
}

/// Checks every file, its usual starting position and those of its tests included.
pub fn run(console: &mut Console, files: &[&str], asked: Asked) -> Result<(), Failure> {
    if files.is_empty() {
        return Err(Failure::usage("no rule file to check").help("`interp check RULES…`"));
    }
    let mut log: Vec<Value> = Vec::new();
    for file in files {
        let mended = if asked.fix { mend(file)? } else { 0 };
        let checked = load::rules(file).map_err(Failure::from).and_then(checked);
        let (game, found) = match checked {
            Ok(checked) => checked,
            Err(failure) => {
                match failure.faults().filter(|_| asked.sarif) {
                    Some((source, faults)) => {
                        log.extend(faults.iter().map(|told| sarif::result(source, told, None)));
                        console.worst(&failure);
                    }
                    None => console.fail(&failure),
                }
                continue;
            }
        };
        let slow = asked.verbose.then(|| listing::slow(&game));
        let ok = found.is_empty() || !asked.deny;
        let source = Box::new(game.source().clone());
        let warned = Failure::Warnings(source, found.clone(), asked.deny);
        if asked.sarif {
            let results =
                found.iter().map(|one| sarif::result(game.source(), &one.told, Some(one.code)));
            log.extend(results);
            if !ok {
                console.worst(&warned);
            }
            continue;
        }
        if console.json() {
            let warnings = game::warnings(game.source(), &found);
            let mended = asked.fix.then_some(mended);
            console.record(&Record { file, ok, mended, slow, warnings })?;
            if !ok {
                console.worst(&warned);
            }
            continue;
        }
        let count = match found.len() {
            0 => String::from("ok"),
            1 => String::from("1 warning"),
            many => format!("{many} warnings"),
        };
        let mended = match mended {
            0 => String::new(),
            mended => format!(", {mended} mended"),
        };
        console.answer(&format!("{file}: {count}{mended}"))?;
        slow.iter().flatten().try_for_each(|rule| console.answer(&format!("  {}", rule.text())))?;
        if !found.is_empty() {
            console.fail(&warned);
        }
    }
    if asked.sarif {
        let text = serde_json::to_string_pretty(&sarif::log(log));
        console.answer(&text.unwrap_or_default())?;
    }
    Ok(())
}

/// The game with its warnings, if its positions are as its format says.
fn checked(game: Game) -> Result<(Game, Vec<Warning>), Failure> {
    positions(&game)?;
    let found = game.found_warnings()?;
    Ok((game, found))
}

/// Whether the positions that a rule file writes down, its usual start and those of its tests, are as its format says.
pub fn positions(game: &Game) -> Result<(), Failure> {
    load::start(game)?;
    let tests = game.rules().tests.iter();
    let refused = tests.filter_map(|test| trial::position(game.notation(), test).err());
    let faults: Vec<_> = refused.flatten().collect();
    if !faults.is_empty() {
        return Err(Failure::Rules(Box::new(game.source().clone()), faults));
    }
    Ok(())
}
