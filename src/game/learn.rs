//! Games as numbers, for learning systems: every move one of a fixed list of actions, every position a block of planes.
//!
//! `docs/actions.md` tells how both are made. They depend on the rules and the board's size alone.

use std::sync::Arc;

use super::{Code, Fault, Move, Play};
use crate::actions::Actions;
use crate::index::Player;
use crate::planes::Planes;
use crate::trace::Reference;

impl Play {
    /// How many actions there are on a board of this size; each is a number below that.
    ///
    /// ```
    /// let play = interp::Game::shipped("hex")?.start()?;
    /// assert_eq!(play.actions()?, 121);
    /// # Ok::<(), interp::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Code::LimitActions`] where moves can go more ways than can be numbered.
    pub fn actions(&self) -> Result<usize, Fault> {
        Ok(self.numbers()?.len())
    }

    /// The number of a legal move; `None` for any other, and for one that finds the numbers of its own taken.
    ///
    /// # Errors
    /// A limit.
    pub fn action(&self, chosen: &Move) -> Result<Option<usize>, Fault> {
        let legal = &self.list()?.told().moves;
        let number = self.numbers()?.of(self.inner(), chosen.inner(), legal);
        Ok(number.map(|number| number as usize))
    }

    /// The legal move of that number; `None` where there is none.
    ///
    /// # Errors
    /// A limit.
    pub fn action_move(&self, action: usize) -> Result<Option<Move>, Fault> {
        let list = self.list()?;
        let moves = &list.told().moves;
        let Ok(action) = u32::try_from(action) else { return Ok(None) };
        let found = self.numbers()?.find(self.inner(), moves, action);
        let at = found.and_then(|found| moves.iter().position(|known| known == found));
        Ok(at.map(|at| Move::new(Arc::clone(list), at as u32)))
    }

    /// Which numbers are legal moves, [`Play::actions`] of them.
    ///
    /// # Errors
    /// A limit.
    pub fn legal_mask(&self) -> Result<Vec<bool>, Fault> {
        let mut mask = Vec::new();
        self.numbers()?.mask(self.inner(), &self.list()?.told().moves, &mut mask);
        Ok(mask)
    }

    /// What each plane of [`Play::observe`] tells, in the words of the rules: `own token`, `enemy token`.
    pub fn planes(&self) -> &[String] {
        self.viewed().names()
    }

    /// How many planes, ranks and files an observation has.
    pub fn observation_shape(&self) -> [usize; 3] {
        self.viewed().shape()
    }

    /// The position as the player of that name sees it, in the order of [`Play::observation_shape`], files the fastest; `None` if there
    /// is no such player, or a limit is reached where rules hide something.
    pub fn observe(&self, player: &str) -> Option<Vec<f32>> {
        let viewer = Player::at(self.game().players().position(|name| name == player)?);
        let (rules, position) = (self.game().rules(), self.inner());
        let parts = match rules.sight {
            Some(_) => Reference::new(rules, position.size).seen(position, viewer).ok()?,
            None => Vec::new(),
        };
        let mut seen = Vec::new();
        self.viewed().see_part(position, viewer, &parts, &mut seen).then_some(seen)
    }

    fn numbers(&self) -> Result<&Actions, Fault> {
        let made = || Actions::new(self.game().rules(), self.inner().size);
        let actions = self.board().actions.get_or_init(made).as_ref();
        actions.map_err(|many| Fault::plain(Code::LimitActions, many.to_string()))
    }

    fn viewed(&self) -> &Planes {
        let made = || Planes::new(self.game().rules(), self.inner().size);
        self.board().planes.get_or_init(made)
    }
}
