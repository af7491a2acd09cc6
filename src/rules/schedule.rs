//! Who moves when, where players do not simply take turns.
//!
//! `order = ["first", "second"]` with `steps = 2` makes a round of four *places*: the first player's two steps, then
//! the second player's. A position tells its place, and who moved before it, by the number in a slot; a player's turn is as many
//! places in a row as are his.

use super::model::Rules;
use crate::index::Player;

/// The places of a round, over again after the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    players: usize,
    places: Box<[Player]>,
    /// Which step of its turn each place is, from 1.
    steps: Box<[u16]>,
}

/// Where a position stands in a [`Schedule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the place.
    pub at: usize,
    /// Who has made the move before.
    pub last: Player,
}

impl Schedule {
    /// The most places times players: a place and a player make a number that a slot holds.
    pub const MOST: usize = u8::MAX as usize - 1;

    /// That of some rules; none where players simply take turns.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        let (turn, players) = (&rules.turn, rules.players.len());
        if !rules.by_rule() {
            return None;
        }
        let places: Box<[Player]> = turn.order.as_slice().into();
        let before = |at: usize| (at + places.len() - 1) % places.len();
        let step = |at: usize| {
            let mut first = at;
            while places[before(first)] == places[at] && before(first) != at {
                first = before(first);
            }
            1 + ((at + places.len() - first) % places.len()) as u16
        };
        let steps = (0..places.len()).map(step).collect();
        Some(Self { players, places, steps })
    }

    /// The first place that is a player's, after that of the player before it in the order; that of the first player, if
    /// none is.
    pub fn first(&self, player: Player) -> Place {
        self.after_all(self.places.iter().position(|known| *known == player).unwrap_or(0))
    }

    /// A place where all before it has gone by the order.
    fn after_all(&self, at: usize) -> Place {
        Place { at, last: self.places[(at + self.places.len() - 1) % self.places.len()] }
    }

    /// The place of a step of a player's turn, if there is one.
    pub fn place_of(&self, player: Player, step: u16) -> Option<Place> {
        let such = |at: &usize| (self.places[*at], self.steps[*at]) == (player, step);
        (0..self.places.len()).find(such).map(|at| self.after_all(at))
    }

    /// Where a player stands whose turn it is, by the number in the slot; where that is none of his, as if his turn began.
    pub fn place(&self, value: u8, turn: Player) -> Place {
        let known = usize::from(value).checked_sub(1);
        let known = known.map(|known| (known / self.players, Player::at(known % self.players)));
        match known.filter(|(at, _)| self.places.get(*at) == Some(&turn)) {
            Some((at, last)) => Place { at, last },
            None => self.first(turn),
        }
    }

    /// The number that tells a place.
    pub fn value(&self, place: Place) -> u8 {
        (1 + place.at * self.players + place.last.index()) as u8
    }

    /// Who is to move by the number in the slot, if it tells.
    pub fn mover(&self, value: u8) -> Option<Player> {
        let at = usize::from(value).checked_sub(1)? / self.players;
        self.places.get(at).copied()
    }

    /// Whose a place is.
    pub fn player(&self, at: usize) -> Player {
        self.places[at]
    }

    /// Which step of its turn a place is, from 1.
    pub fn step(&self, at: usize) -> u16 {
        self.steps[at]
    }

    /// How many steps a player's longest turn has.
    pub fn most_steps(&self, player: Player) -> u16 {
        let own = (0..self.len()).filter(|at| self.places[*at] == player);
        own.map(|at| self.steps[at]).max().unwrap_or(1)
    }

    /// The place after one.
    pub fn next(&self, at: usize) -> usize {
        (at + 1) % self.places.len()
    }

    /// The place where the turn after that of a place begins.
    pub fn next_turn(&self, at: usize) -> usize {
        let mut next = self.next(at);
        while self.steps[next] > self.steps[at] {
            next = self.next(next);
        }
        next
    }

    /// How many places there are.
    #[expect(clippy::len_without_is_empty, reason = "there is one at least")]
    pub fn len(&self) -> usize {
        self.places.len()
    }
}
