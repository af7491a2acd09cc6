//! `interp describe`: the rules as a page for players.

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use super::load;

/// The page of a rule file.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file.
    file: &'a str,
    /// The page, as Markdown.
    page: &'a str,
}

/// Prints the page of every file.
pub fn run(console: &mut Console, files: &[&str]) -> Result<(), Failure> {
    if files.is_empty() {
        return Err(Failure::usage("no rules to describe").help("`interp describe RULES…`"));
    }
    for file in files {
        match load::rules(file) {
            Ok(loaded) => {
                let page = loaded.describe();
                if console.json() {
                    console.record(&Record { file, page: &page })?;
                } else {
                    console.answer(page.trim_end())?;
                }
            }
            Err(fault) => console.fail(&fault.into()),
        }
    }
    Ok(())
}
