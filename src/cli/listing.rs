//! `interp listing`: what each rule was made into.

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use super::load;
use crate::game::{Game, Place};
use crate::position::Size;
use crate::program::{Listed, Program};
use crate::trial;

/// A rule and its form.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The rule file.
    file: &'a str,
    #[serde(flatten)]
    rule: RuleRecord,
}

/// What a rule was made into.
#[derive(Serialize, schemars::JsonSchema)]
pub struct RuleRecord {
    /// What the rule is called: a kind and the name of its move, an action, `end`.
    rule: String,
    /// For whom; for all if there is none.
    players: Vec<String>,
    /// What it was made into.
    form: String,
    /// Why that is not told by sets alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Where the rule file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
}

impl RuleRecord {
    fn new(game: &Game, listed: Listed) -> Self {
        let Listed { rule, players, form, why, span } = listed;
        let name = |at| game.players().nth(at).unwrap_or_default().to_owned();
        let players = players.into_iter().map(name).collect();
        Self { rule, players, form, why, place: span.map(|span| game.place(span)) }
    }

    /// The rule as a line: `swap: walked, changes several cells (mine:9)`.
    pub fn text(&self) -> String {
        let who = match &self.players[..] {
            [] => String::new(),
            players => format!("{} ", players.join(" and ")),
        };
        let why = self.why.as_ref().map_or(String::new(), |why| format!(", {why}"));
        let place = self.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        format!("{who}{}: {}{why}{place}", self.rule, self.form)
    }
}

/// Lists the rules of every file.
pub fn run(console: &mut Console, files: &[&str]) -> Result<(), Failure> {
    if files.is_empty() {
        return Err(load::none_given(None));
    }
    for file in files {
        match load::rules(file).map_err(Failure::from).and_then(|game| rules(&game)) {
            Err(failure) => console.fail(&failure),
            Ok(rules) if console.json() => {
                for rule in rules {
                    console.record(&Record { file, rule })?;
                }
            }
            Ok(rules) => {
                if files.len() > 1 {
                    console.answer(&format!("--- {file}"))?;
                }
                rules.iter().try_for_each(|rule| console.answer(&rule.text()))?;
            }
        }
    }
    Ok(())
}

/// Every rule of a game and its form.
fn rules(game: &Game) -> Result<Vec<RuleRecord>, Failure> {
    let size = size(game).ok_or_else(|| {
        Failure::usage("the size of the board comes with each position, and the rules have none")
            .help("give the rule file a `setup` or a test with a position")
    })?;
    let listing = Program::compile(game.rules(), size).listing();
    Ok(listing.into_iter().map(|listed| RuleRecord::new(game, listed)).collect())
}

/// The rules of a game that sets alone do not tell; none where the size of its board is not known.
pub fn slow(game: &Game) -> Vec<RuleRecord> {
    let rules = rules(game).unwrap_or_default().into_iter();
    rules.filter(|rule| rule.why.is_some()).collect()
}

/// The size of the boards: of all, or that of the usual starting position, or that of the first test.
fn size(game: &Game) -> Option<Size> {
    let rules = game.rules();
    let setup = || rules.setup.as_ref().and_then(|text| game.position(&text.value).ok());
    let setup = || setup().map(|play| play.inner().size);
    let mut tests = rules.tests.iter();
    let mut test = || tests.find_map(|test| trial::position(game.notation(), test).ok());
    rules.board.size.or_else(setup).or_else(|| test().map(|position| position.size))
}
