//! Which words of the command line are rules, and which are boards: the first is the rules, unless `--rules` names them.

use super::args::{Named, Positions};
use super::fail::Failure;
use super::load::{self, Loaded};

impl Named {
    /// The rules, which may be named `before` the command, and a word in their place that is a board.
    pub fn parted<'a>(
        &'a self,
        before: Option<&'a str>,
    ) -> Result<(&'a str, Option<&'a str>), Failure> {
        let word = self.word.as_deref();
        match (self.rules.as_deref().or(before), word) {
            (Some(rules), board) => Ok((rules, board)),
            (None, Some(word)) if word == "-" || load::is_other(word) => {
                Err(load::none_given(Some(word)))
            }
            (None, Some(word)) => Ok((word, None)),
            (None, None) => Err(load::none_given(None)),
        }
    }
}

impl Positions {
    /// Loads the rules, and leaves the board where it belongs.
    pub fn load(&mut self, before: Option<&str>) -> Result<Loaded, Failure> {
        let (rules, first) = self.named.parted(before)?;
        if let Some(first) = first
            && let Some(second) = self.board.replace(first.to_owned())
        {
            let failure = Failure::usage(format!("one BOARD too many: `{second}`"));
            return Err(failure.help(format!("the rules are `{rules}`, by `--rules`")));
        }
        single(self.board.as_deref(), self.position.as_deref())?;
        load::rules(rules)
    }
}

/// Refuses a position beside a board.
pub fn single(board: Option<&str>, position: Option<&str>) -> Result<(), Failure> {
    match (board, position) {
        (Some(board), Some(_)) => {
            Err(Failure::usage(format!("`--position` stands in place of the BOARD `{board}`")))
        }
        _ => Ok(()),
    }
}
