//! What in a rule file may be other than its author thinks, as the front door tells it.

use std::fmt;

use super::fault::in_rules;
use super::{Game, Place};
use crate::diag::{self, WarningCode};

/// Something in a rule file that is read as it stands, but may be other than its author thinks.
///
/// It prints as a line with its place. With the feature `render`, [`Warning::render`] shows the lines of the file and points into
/// them.
#[derive(Clone)]
pub struct Warning {
    game: Game,
    told: diag::Warning,
}

impl Warning {
    /// A warning about the game's rule file.
    pub(super) fn new(game: Game, told: diag::Warning) -> Self {
        Self { game, told }
    }

    /// What sort of thing it is.
    pub fn code(&self) -> WarningCode {
        self.told.code
    }

    /// What it is, in a sentence without places.
    pub fn message(&self) -> &str {
        &self.told.told.message
    }

    /// Where it is, and after it the other places that show it, each with what is said there.
    pub fn places(&self) -> impl Iterator<Item = (Place, &str)> {
        let labels = self.told.told.labels.iter();
        labels.map(|label| (self.game.place(label.span), label.text.as_str()))
    }

    /// What to write instead, a sentence each.
    pub fn help(&self) -> impl Iterator<Item = &str> {
        self.told.told.help.iter().map(String::as_str)
    }

    /// The warning as people read it, with the lines of the file around its places. With `colour`, in the escape sequences of a
    /// terminal.
    #[cfg(feature = "render")]
    pub fn render(&self, colour: bool) -> String {
        super::render::warning(self.game.source(), &self.told, colour)
    }
}

impl fmt::Debug for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", in_rules(self.game.source(), &self.told.told), self.code())
    }
}
