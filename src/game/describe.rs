//! The rules as a page for players.

use super::Game;
use crate::report;

impl Game {
    /// The rules in plain English, as Markdown: a page that a player could learn the game from.
    pub fn describe(&self) -> String {
        report::describe(self.notation(), &|kind| self.reach(kind, None))
    }
}
