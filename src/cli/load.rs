//! Rule files, from the disk or out of the program.

use std::io;
use std::path::Path;

use super::fail::Failure;
use crate::diag::{Diagnostic, list, nearest};
use crate::game::{Game, shipped};
use crate::notation::{Case, Notation};
use crate::rules::Rules;
use crate::source::Source;

/// A rule file and what it says.
#[derive(Debug)]
pub struct Loaded {
    /// The text.
    pub source: Source,
    /// What it says.
    pub rules: Rules,
    /// Both, ready to be played.
    pub game: Game,
}

/// Loads the rule file that `--rules` names.
pub fn rules(name: Option<&str>) -> Result<Loaded, Failure> {
    let Some(name) = name else {
        return Err(Failure::usage("no rules given")
            .help("name a rule file with `--rules RULES`")
            .help(all_shipped()));
    };
    gathered(name, Path::new(name).exists())
}

/// Loads shipped rules, whatever files there are.
pub fn shipped(name: &str) -> Result<Loaded, Failure> {
    gathered(name, false)
}

/// Loads a rule file with all that it extends.
fn gathered(name: &str, on_disk: bool) -> Result<Loaded, Failure> {
    let game = match on_disk {
        true => Game::from_file(name)?,
        false if shipped::text(name).is_some() => Game::shipped(name)?,
        false => {
            return Err(
                Failure::unreadable(name, &io::ErrorKind::NotFound.into()).help(shipped_help(name))
            );
        }
    };
    Ok(Loaded { source: game.source().clone(), rules: game.rules().clone(), game })
}

/// Which shipped rules a name may have meant.
pub fn shipped_help(name: &str) -> String {
    match nearest(name, shipped::names()) {
        Some(near) => format!("did you mean the shipped rules `{near}`?"),
        None => all_shipped(),
    }
}

fn all_shipped() -> String {
    let names: Vec<&str> = shipped::names().collect();
    format!("rules that are shipped: {}", list(&names).replace(" or ", " and "))
}

impl Loaded {
    /// The usual starting position, if the file has one.
    pub fn setup(&self, notation: &Notation) -> Result<Option<Case>, Failure> {
        let Some(setup) = &self.rules.setup else { return Ok(None) };
        notation.position(&setup.value).map(Some).map_err(|faults| {
            let faults = faults.into_iter().map(|fault| {
                let place = format!("in its line {}, column {}", fault.line, fault.column);
                let diagnostic = Diagnostic::new(fault.message, setup.span).label(place);
                let said = Some(fault.label).filter(|label| !label.is_empty());
                said.into_iter().chain(fault.help).fold(diagnostic, Diagnostic::help)
            });
            Failure::Rules(Box::new(self.source.clone()), faults.collect())
        })
    }
}
