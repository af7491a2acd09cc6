//! Whose eyes the game is seen with, where its rules hide something.

use super::session::{Session, Turn};
use crate::cli::fail::Failure;
use crate::game::{Fault, Move};
use crate::notation::Sheet;

/// What stands for all players, of whom each may see something else.
const ALL: &str = "all";

impl Session {
    /// Shows the game as that player sees it, until it is over; or all of it.
    pub fn show_to(&mut self, name: &str) -> Result<(), Failure> {
        self.looker = match self.player(name) {
            Ok(player) => Some(player),
            Err(_) if name == ALL => None,
            Err(told) => return Err(Failure::usage(told)),
        };
        Ok(())
    }

    /// The player of whom something may be hidden in what is shown.
    pub fn looker(&self) -> Option<&str> {
        let hides = self.game().rules().sight.is_some() && !matches!(self.turn(), Ok(Turn::Over));
        self.looker.filter(|_| hides).and_then(|looker| self.game().players().nth(looker))
    }

    /// Whether it is told what that player moves.
    pub fn tells(&self, player: &str) -> bool {
        self.looker().is_none_or(|looker| looker == player)
    }

    /// What is told of a move that a player has made.
    pub fn plays(&self, player: &str, made: &Move) -> String {
        match self.tells(player) {
            true => format!("{player} plays {made}"),
            false => format!("{player} has moved"),
        }
    }

    /// Draws the move at hand by chance, and says what is told of it.
    pub fn draw_told(&mut self) -> Result<String, Fault> {
        let player = self.play().turn().to_owned();
        let tells = self.tells(&player);
        let drawn = self.draw()?;
        Ok(match tells {
            true => format!("{player}: {drawn} is drawn"),
            false => format!("a move of {player} is drawn"),
        })
    }

    /// Why something is not told to who sees a part of the board, if that is so.
    pub fn untold(&self) -> Option<String> {
        let looker = self.looker()?;
        Some(format!(
            "that is not told, as {looker} sees a part of the board; `for {ALL}` shows all of it"
        ))
    }

    /// The same of the moves at hand, which are told to who makes them.
    pub fn unlisted(&self) -> Option<String> {
        self.untold().filter(|_| !self.tells(self.play().turn()))
    }

    /// The board as it is seen, and a line each of what it does not show and the rules remember.
    pub fn sheet(&self) -> Result<(Sheet, Vec<String>), Fault> {
        let view = self.looker().map(|looker| self.play().seen(looker)).transpose()?;
        let whole = (self.game().notation(), self.play().inner());
        let (notation, position) = view.as_ref().map_or(whole, |view| view.parts());
        Ok((notation.sheet(position, self.turned), notation.remembered(position)))
    }
}
