//! `interp check`: all faults of rule files, and what in them may be other than it seems.

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use super::listing::{self, RuleRecord};
use super::load;
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
}

/// A rule file without faults.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file.
    file: &'a str,
    /// True but where warnings are denied and there are some; faults go to standard error.
    ok: bool,
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
    for file in files {
        let checked = load::rules(file).map_err(Failure::from).and_then(checked);
        let (game, found) = match checked {
            Ok(checked) => checked,
            Err(failure) => {
                console.fail(&failure);
                continue;
            }
        };
        let slow = asked.verbose.then(|| listing::slow(&game));
        let ok = found.is_empty() || !asked.deny;
        let source = Box::new(game.source().clone());
        let warned = Failure::Warnings(source, found.clone(), asked.deny);
        if console.json() {
            let warnings = game::warnings(game.source(), &found);
            console.record(&Record { file, ok, slow, warnings })?;
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
        console.answer(&format!("{file}: {count}"))?;
        slow.iter().flatten().try_for_each(|rule| console.answer(&format!("  {}", rule.text())))?;
        if !found.is_empty() {
            console.fail(&warned);
        }
    }
    Ok(())
}

/// The game with its warnings, if its positions are as its format says.
fn checked(game: Game) -> Result<(Game, Vec<Warning>), Failure> {
    load::start(&game)?;
    let tests = game.rules().tests.iter();
    let refused = tests.filter_map(|test| trial::position(game.notation(), test).err());
    let faults: Vec<_> = refused.flatten().collect();
    if !faults.is_empty() {
        return Err(Failure::Rules(Box::new(game.source().clone()), faults));
    }
    let found = game.found_warnings()?;
    Ok((game, found))
}
