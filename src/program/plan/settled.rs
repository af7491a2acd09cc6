//! What is so for good where pieces are only ever added, and what actions may ask for before they do anything.

use super::begins::asked_first;
use super::fact::{Fact, Where};
use super::sight::{Scope, Sight};
use super::throws::Thrown;
use super::{Contents, Place, Side};
use crate::index::Piece;
use crate::program::check::has;
use crate::program::set::Set;
use crate::program::why::Why;
use crate::rules::{MoveRule, Relation};

/// An action of which no set tells.
#[derive(Debug)]
pub(crate) struct Walked<S> {
    /// Its number.
    pub action: u16,
    /// What must hold for it.
    pub given: Vec<Fact<S>>,
    /// The cells that it may pick first, and others, if it begins with a pick.
    pub picks: Option<Sight<S>>,
    /// What it is as throws, if it is drawn and changes nothing but numbers.
    pub thrown: Option<Thrown<S>>,
    /// Why it is walked.
    pub why: Why,
}

impl<S: Set> Walked<S> {
    /// The action of that number, which is walked only where what it asks for first holds.
    pub(super) fn new(
        (action, why): (u16, Why),
        rule: &MoveRule,
        scope: &mut Scope<'_, '_, S>,
    ) -> Self {
        Self { action, given: asked_first(rule, scope), picks: None, thrown: None, why }
    }
}

impl<S: Set> Fact<S> {
    /// Whether it is so, or is not, for good: pieces are only added and counters only go up. `count` tells how many
    /// cells pass, `slot` what number is in a slot.
    pub fn is_settled(
        &self,
        wanted: bool,
        contents: &Contents,
        count: &impl Fn(&Where<S>) -> u32,
        slot: &impl Fn(u16) -> u32,
    ) -> bool {
        let settled = |fact: &Self, wanted| fact.is_settled(wanted, contents, count, slot);
        match (self, wanted) {
            (Fact::All(list), true) | (Fact::Any(list), false) => {
                list.iter().all(|fact| settled(fact, wanted))
            }
            (Fact::All(list), false) | (Fact::Any(list), true) => {
                list.iter().any(|fact| settled(fact, wanted))
            }
            (Fact::Not(fact), wanted) => settled(fact, !wanted),
            (Fact::Count(cells, relation, number), wanted) => {
                let Where::Stands(content, _) = cells else { return false };
                let codes = &contents.codes[usize::from(content.0)];
                let (now, number) = (count(cells), u32::from(*number));
                match has(codes, Piece::EMPTY) {
                    true => shrinks(*relation, now, number, wanted),
                    false => grows(*relation, now, number, wanted),
                }
            }
            (Fact::Slot { slots, relation, number, .. }, wanted) => {
                let settled = |at: &u16| grows(*relation, slot(*at), u32::from(*number), wanted);
                // One of them is enough for it to be so.
                if wanted { slots.iter().any(settled) } else { slots.iter().all(settled) }
            }
            _ => false,
        }
    }
}

/// Whether a number that never falls compares so for good.
fn grows(relation: Relation, now: u32, number: u32, wanted: bool) -> bool {
    match (relation, wanted) {
        (Relation::AtLeast, true) | (Relation::Less, false) => now >= number,
        (Relation::More, true) | (Relation::AtMost | Relation::Equal, false) => now > number,
        _ => false,
    }
}

/// Whether a number that never rises compares so for good.
fn shrinks(relation: Relation, now: u32, number: u32, wanted: bool) -> bool {
    match (relation, wanted) {
        (Relation::AtMost, true) | (Relation::More, false) => now <= number,
        (Relation::Less, true) | (Relation::AtLeast | Relation::Equal, false) => now < number,
        _ => false,
    }
}

impl<S: Set> Place<S> {
    /// Whether the conditions on which it may be made are what is `wanted` for good, wherever it may be made at all.
    pub fn is_settled(
        &self,
        wanted: bool,
        contents: &Contents,
        count: &impl Fn(&Where<S>) -> u32,
        slot: &impl Fn(u16) -> u32,
    ) -> bool {
        let settled = |fact: &Fact<S>| fact.is_settled(wanted, contents, count, slot);
        let mut when = self.when.iter();
        if wanted && self.sees() {
            return self.asks_board();
        }
        if !wanted {
            return !self.when.is_empty() && when.all(|when| when.facts.iter().any(settled));
        }
        let open = when.filter(|when| when.sights.is_empty() && when.facts.iter().all(settled));
        self.when.is_empty() || open.fold(S::NONE, |cells, when| cells | when.cells) == self.cells
    }
}

impl<S: Set> Side<S> {
    /// The placements, by their numbers, that may be made in the end: where every number has grown as far as it can, and no
    /// cell is empty. `None` if there are none, or of others it is not known.
    pub(super) fn places_left(&self, contents: &Contents) -> Option<Vec<usize>> {
        let count = |cells: &Where<S>| match cells {
            Where::Stands(content, _)
                if has(&contents.codes[usize::from(content.0)], Piece::EMPTY) =>
            {
                0
            }
            _ => u32::MAX,
        };
        let settled =
            |place: &Place<S>, wanted| place.is_settled(wanted, contents, &count, &|_| u32::MAX);
        let all = (0..self.places.len()).filter(|at| !self.places[*at].within);
        let (left, over): (Vec<_>, Vec<_>) = all.partition(|at| settled(&self.places[*at], true));
        let over = over.iter().all(|at| settled(&self.places[*at], false));
        (over && !left.is_empty()).then_some(left)
    }

    /// Whether counters only go up, and only actions and placements ask for them.
    pub(super) fn counts_up(&self) -> bool {
        let never = |fact: &Fact<S>| matches!(fact, Fact::Any(list) if list.is_empty());
        self.counters.iter().all(|counting| counting.changes[1..].iter().all(never))
    }
}
