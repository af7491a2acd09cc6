//! Who moves when in games that are played by a round of places, and what may be the next one after a move.

use super::Side;
use super::fact::{Fact, includes};
use crate::index::Player;
use crate::program::Program;
use crate::program::set::Set;
use crate::rules::Place;

/// Who moves when.
pub(super) struct Round {
    /// By place, whose it is.
    pub sides: Vec<usize>,
    /// By place, that where the next turn begins.
    pub next_turn: Vec<usize>,
    /// By place, those that may be next: the first is the one after it.
    pub after: Vec<Vec<usize>>,
    /// Where players do not simply take turns, the slot that tells the place, and by place and the player who has moved last what
    /// it holds.
    slot: Option<u16>,
    pub values: Vec<Vec<u8>>,
}

impl Round {
    /// The round of a game, unless turns have numbers of their own.
    pub fn new<S: Set>(program: &Program, sides: &[Side<S>]) -> Option<Self> {
        let layout = &program.layout;
        let Some(schedule) = layout.schedule() else {
            return Some(Self {
                sides: (0..sides.len()).collect(),
                after: (0..sides.len()).map(|at| vec![(at + 1) % sides.len()]).collect(),
                next_turn: (0..sides.len()).map(|at| (at + 1) % sides.len()).collect(),
                slot: None,
                values: Vec::new(),
            });
        };
        if layout.turn_numbers().next().is_some() {
            return None;
        }
        let places = 0..schedule.len();
        let passing = |at: usize| sides[schedule.player(at).index()].passing.as_ref();
        let may = |fact: &Fact<S>| !matches!(fact, Fact::Any(none) if none.is_empty());
        let after = places.clone().map(|at| {
            let Some(rule) = passing(at) else { return vec![schedule.next(at)] };
            let again = may(&rule.again).then_some(at);
            let over = may(&rule.over).then(|| schedule.next_turn(at));
            let mut after = Vec::new();
            for first in [Some(schedule.next(at)), again, over].into_iter().flatten() {
                let mut at = first;
                while !after.contains(&at) {
                    after.push(at);
                    if passing(at).is_some_and(|rule| may(&rule.skip)) {
                        at = schedule.next_turn(at);
                    }
                }
            }
            after
        });
        let value = |at: usize| {
            let players = (0..sides.len()).map(Player::at);
            players.map(|last| schedule.value(Place { at, last })).collect()
        };
        Some(Self {
            sides: places.clone().map(|at| schedule.player(at).index()).collect(),
            after: after.collect(),
            next_turn: places.clone().map(|at| schedule.next_turn(at)).collect(),
            slot: Some(u16::try_from(layout.turn_slots()?.0).ok()?),
            values: places.map(value).collect(),
        })
    }

    /// Whether a condition on the slot of the turn holds at a place, after a move from another; `None` of any other condition.
    pub fn tells<S>(&self, from: usize, to: usize, fact: &Fact<S>) -> Option<bool> {
        match fact {
            Fact::Among(of, values) if self.slot == Some(*of) => {
                Some(includes(values, self.values[to][self.sides[from]]))
            }
            _ => None,
        }
    }
}
