//! `interp games`: the rule files that are shipped, a line each, or a gallery of them.

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use super::gallery;
use crate::game::{Game, shipped};

/// A shipped game.
pub struct Shown {
    /// The name of its rule file, without `.toml`.
    pub file: &'static str,
    /// Its rule file, whole.
    pub text: &'static str,
    /// That of the file that it extends.
    pub base: Option<String>,
    /// What stands in its file, and in those that it extends.
    pub loaded: Game,
}

/// A line of the list.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The name of its rule file, without `.toml`.
    file: &'a str,
    /// The game's name.
    name: &'a str,
    /// One line about it, or null.
    about: Option<&'a str>,
    /// The file that it extends, or null.
    extends: Option<&'a str>,
}

/// Lists the games, sorted by the names of their files, or writes the pages that show them.
pub fn run(console: &mut Console, markdown: bool, folder: Option<&str>) -> Result<(), Failure> {
    for (page, asked) in [("--markdown", markdown), ("--gallery", folder.is_some())] {
        if asked && console.json() {
            return Err(Failure::usage(format!("`{page}` is not printed as JSON")));
        }
    }
    let mut games = Vec::new();
    for file in shipped::names() {
        let text = shipped::text(file).unwrap_or_default();
        let loaded = Game::shipped(file)?;
        games.push(Shown { file, text, base: gallery::base(text), loaded });
    }
    if markdown {
        return console.answer(gallery::markdown(&games).trim_end());
    }
    if let Some(folder) = folder {
        return gallery::write(console, &games, folder);
    }
    let wide = games.iter().map(|game| game.file.len()).max().unwrap_or(0);
    for game in &games {
        let (rules, file) = (game.loaded.rules(), game.file);
        if console.json() {
            let (about, extends) = (rules.about.as_deref(), game.base.as_deref());
            console.record(&Record { file, name: &rules.name, about, extends })?;
        } else {
            let about = rules.about.as_ref().map_or(String::new(), |about| format!(": {about}"));
            console.answer(&format!("{file:wide$}  {}{about}", rules.name))?;
        }
    }
    Ok(())
}
