//! Moves that are drawn and change nothing but numbers: throws of dice, which are looked at before all other moves.

use super::Fast;
use super::list::Play;
use crate::index::Player;
use crate::program::{Set, Throws};

impl<S: Set> Fast<'_, S> {
    /// How many throws can be made.
    pub(super) fn count_throws(&mut self, player: Player) -> u64 {
        let Some(throws) = &self.plan.sides[player.index()].throws else { return 0 };
        let mut lent = self.lend();
        lent.moves.clear();
        self.list_throws(player, throws, &mut lent.moves);
        let count = lent.moves.len() as u64;
        self.give_back(lent);
        count
    }

    /// Adds the throws that can be made, in the order of moves if that is known before they are made.
    pub(super) fn list_throws(
        &mut self,
        player: Player,
        throws: &Throws<S>,
        moves: &mut Vec<Play>,
    ) {
        let field = self.field();
        let holds = |(at, facts): (usize, &Vec<_>)| {
            u64::from(facts.iter().all(|fact| field.tells(fact, false))) << at
        };
        let given = throws.given.iter().enumerate().map(holds).fold(0, |all, one| all | one);
        if given == 0 {
            return;
        }
        let side = &self.plan.sides[player.index()];
        let safe = side.dangers.is_empty() && side.truces.is_empty();
        let free = side.forbids.is_empty();
        for (at, throw) in throws.all.iter().enumerate() {
            let play = Play::Throw { at: at as u16 };
            if given >> throw.given & 1 != 0
                && (safe || self.leaves_safe(player, play))
                && (free || !self.refused(player, play))
            {
                moves.push(play);
            }
        }
    }
}
