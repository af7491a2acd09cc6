//! What in a rule file may be other than its author thinks, as the front door tells it.

use std::fmt;

use super::fault::in_rules;
use super::{Code, Fault, Game, Place, What};
use crate::diag::{self, Diagnostic, WarningCode};
use crate::position::State;

/// Something in a rule file that is read as it stands, but may be other than its author thinks.
///
/// It prints as a line with its place. With the feature `render`, [`Warning::render`] shows the lines of the file and points into
/// them.
#[derive(Clone)]
pub struct Warning {
    game: Game,
    told: diag::Warning,
}

impl Game {
    /// What in the rule file may be other than its author thinks, in the order of its text.
    ///
    /// ```
    /// let game = interp::Game::from_text("extends = 'hex'\n[[end]]\nwhen = 'no empty'\ndraw = true")?;
    /// let warnings = game.warnings()?;
    /// assert_eq!(warnings[0].code().as_str(), "replaced-list"); // the endings of the base are gone
    /// # Ok::<(), interp::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Code::Rules`] if the rule file's `setup` is no position, or if a limit keeps it from being asked whether an ending holds there.
    pub fn warnings(&self) -> Result<Vec<Warning>, Fault> {
        let found = self.found_warnings()?.into_iter();
        Ok(found.map(|told| Warning::new(self.clone(), told)).collect())
    }

    /// The warnings as they were found: those of the text, and what shows only where its `setup` is looked at.
    pub(crate) fn found_warnings(&self) -> Result<Vec<diag::Warning>, Fault> {
        let mut found = self.0.warnings.clone();
        found.extend(self.over_at_start()?);
        found.sort_by_key(|warning| warning.told.labels.first().map(|label| label.span));
        Ok(found)
    }

    /// The ending that holds in the `setup`, if one does.
    fn over_at_start(&self) -> Result<Option<diag::Warning>, Fault> {
        let Some(setup) = &self.rules().setup else { return Ok(None) };
        let state = self.start()?.state().map_err(|fault| {
            let told = Diagnostic::new(fault.to_string(), setup.span)
                .label("asked whether an ending holds in this position");
            Fault::new(Code::Rules, What::Rules(self.source().clone(), vec![told]))
        })?;
        let (result, ending) = match state {
            State::Ongoing => return Ok(None),
            State::Won(winner, ending) => (format!("{} has won", self.player(winner)), ending),
            State::Drawn(ending) => (String::from("it is a draw"), ending),
        };
        let Some(rule) = self.rules().endings.get(ending) else { return Ok(None) };
        let told = Diagnostic::new("the game is over before the first move", rule.when.span)
            .label("holds at the start")
            .also(setup.span, format!("here {result}"))
            .help("change the ending or the `setup`; `interp explain` says why it holds");
        Ok(Some(diag::Warning::new(WarningCode::OverAtStart, told)))
    }
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
