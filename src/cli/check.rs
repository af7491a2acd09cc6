//! `interp check`: all faults of rule files.

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use super::listing::{self, RuleRecord};
use super::load;
use crate::game::Game;
use crate::trial;

/// A rule file without faults.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file.
    file: &'a str,
    /// Always true; faults go to standard error.
    ok: bool,
    /// With `--verbose`, the rules that sets alone do not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    slow: Option<Vec<RuleRecord>>,
}

/// Checks every file, its usual starting position and those of its tests included; where asked for, tells as well which
/// of its rules sets alone do not tell.
pub fn run(console: &mut Console, files: &[&str], verbose: bool) -> Result<(), Failure> {
    if files.is_empty() {
        return Err(Failure::usage("no rule file to check").help("`interp check RULES…`"));
    }
    for file in files {
        let checked = load::rules(file).map_err(Failure::from).and_then(checked);
        let game = match checked {
            Ok(game) => game,
            Err(failure) => {
                console.fail(&failure);
                continue;
            }
        };
        let slow = verbose.then(|| listing::slow(&game));
        if console.json() {
            console.record(&Record { file, ok: true, slow })?;
            continue;
        }
        console.answer(&format!("{file}: ok"))?;
        slow.iter().flatten().try_for_each(|rule| console.answer(&format!("  {}", rule.text())))?;
    }
    Ok(())
}

/// The game, if its positions are as its format says.
fn checked(game: Game) -> Result<Game, Failure> {
    load::start(&game)?;
    let tests = game.rules().tests.iter();
    let refused = tests.filter_map(|test| trial::position(game.notation(), test).err());
    let faults: Vec<_> = refused.flatten().collect();
    match faults.is_empty() {
        true => Ok(game),
        false => Err(Failure::Rules(Box::new(game.source().clone()), faults)),
    }
}
