//! A position as one of the players sees it.

use std::fmt;

use super::{Code, Fault, Game, Play};
use crate::diag::list;
use crate::index::Player;
use crate::notation::Notation;
use crate::position::Position;
use crate::trace::Reference;

/// A position as a player sees it, by the `[sight]` of the rule file. It prints as the drawing that `interp board --for` shows.
///
/// ```
/// use interp::{Fault, Game};
///
/// let rules = "extends = 'hex'\n[board]\nsize = [3, 3]\n[format]\nsetup = '3/3/3 r'\n[sight]\nsees = 'own'";
/// let mut play = Game::from_text(rules)?.start()?;
/// let first = play.turn().to_owned();
/// play.make_all("b2 a1")?;
/// let view = play.seen(&first)?;
/// assert_eq!(view.text(), "???/?r?/??? r");
/// assert_eq!(view.hidden(), ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]);
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct View {
    notation: Notation,
    position: Position,
}

impl Play {
    /// The position as that player sees it, whoever's turn it is; the whole of it, if the rules hide nothing.
    ///
    /// # Errors
    /// [`Code::Usage`] if there is no such player, or a limit.
    pub fn seen(&self, player: &str) -> Result<View, Fault> {
        let looker = self.game().player_named(player)?;
        let position = self.inner();
        let seen = Reference::new(self.game().rules(), position.size).seen(position, looker)?;
        let (notation, position) = self.game().notation().veiled(position, &seen);
        Ok(View { notation, position })
    }
}

impl Game {
    /// The player of that name.
    pub(super) fn player_named(&self, name: &str) -> Result<Player, Fault> {
        let names: Vec<&str> =
            self.rules().players.iter().map(|player| player.name.value.as_str()).collect();
        match names.iter().position(|known| *known == name) {
            Some(at) => Ok(Player::at(at)),
            None => Err(Fault::plain(Code::Usage, format!("no player `{name}`"))
                .help(format!("there are {}", list(&names)))),
        }
    }
}

impl View {
    /// The position in the game's own format, with the glyphs of what is hidden in it; it is not read again.
    pub fn text(&self) -> String {
        self.notation.write(&self.position)
    }

    /// The cells of which nothing is seen.
    pub fn hidden(&self) -> Vec<String> {
        let graph = self.notation.rules().graph(self.position.size);
        let hides = |cell| self.notation.veil(cell).is_some_and(|veil| veil.hidden);
        let hidden = graph.all().filter(|cell| hides(*cell));
        hidden.map(|cell| self.notation.cell_name(cell, self.position.size)).collect()
    }

    /// How it is written, and what is seen.
    pub(crate) fn parts(&self) -> (&Notation, &Position) {
        (&self.notation, &self.position)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notation.draw(&self.position))
    }
}
