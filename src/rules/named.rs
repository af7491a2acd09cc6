//! By which names moves are told apart that change the same.

use std::collections::BTreeSet;

use super::model::{Cond, Measure, Rules};
use crate::index::MoveName;

/// The names that tell moves apart though they change the same: those of which a condition asks, and those that are drawn.
///
/// A move to one cell by `fly` and one to the same cell by `step` are one move, unless `must = 'by fly'` asks for one of these names:
/// then either is allowed or put aside by itself, and of those that are legal one is kept. They stay two where what a name is asked
/// for makes them differ after all, as whose turn it is then.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Those of which is asked what is legal.
    law: BTreeSet<MoveName>,
    /// Those by which legal moves differ.
    lasting: BTreeSet<MoveName>,
}

impl Named {
    /// The names that are told apart by the conditions of some rules.
    pub fn of(rules: &Rules) -> Self {
        let mut named = Self::default();
        let measures = rules.turn.prefer.iter().filter_map(|measure| match &measure.value {
            Measure::Holds(when) => Some(when),
            Measure::Worth(_) | Measure::First(_) => None,
        });
        let law = rules.forbids.iter().map(|forbid| &forbid.when).chain(&rules.turn.must);
        for when in law.map(|when| &when.value).chain(measures) {
            names(when, &mut named.law);
        }
        let counters = rules.counters.iter();
        let counters = counters.flat_map(|one| [&one.up, &one.down, &one.reset]).flatten();
        for when in counters.chain(rules.turn.passing()) {
            names(&when.value, &mut named.lasting);
        }
        // Nothing is the same as a pass.
        let walks = || rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
        for names in [&mut named.law, &mut named.lasting] {
            names.retain(|name| walks().any(|rule| rule.name == *name));
        }
        // How often a move is drawn hangs on its name.
        named.lasting.extend(rules.chance.iter().map(|rule| rule.name));
        named
    }

    /// Whether the name tells a move from others that change the same while it is asked what is legal.
    pub fn tells(&self, name: MoveName) -> bool {
        self.law.contains(&name) || self.lasts(name)
    }

    /// Whether it tells a legal move from others that change the same.
    pub fn lasts(&self, name: MoveName) -> bool {
        self.lasting.contains(&name)
    }

    /// The name, if it tells a move from others that change the same while it is asked what is legal.
    pub fn told(&self, name: MoveName) -> Option<MoveName> {
        Some(name).filter(|name| self.tells(*name))
    }

    /// The name, if it tells a legal move from others that change the same.
    pub fn lasting(&self, name: MoveName) -> Option<MoveName> {
        Some(name).filter(|name| self.lasts(*name))
    }

    /// Whether moves of these names are two, though they change the same, while it is asked what is legal.
    pub fn tell_apart(&self, one: MoveName, other: MoveName) -> bool {
        one != other && (self.tells(one) || self.tells(other))
    }

    /// Whether some names tell moves apart only while it is asked what is legal.
    pub fn merges(&self) -> bool {
        self.law.iter().any(|name| !self.lasts(*name))
    }
}

/// Adds the names of moves of which a condition asks.
fn names(when: &Cond, found: &mut BTreeSet<MoveName>) {
    match when {
        Cond::All(list) | Cond::Any(list) | Cond::Several(list, ..) => {
            list.iter().for_each(|when| names(when, found));
        }
        Cond::Not(when) => names(when, found),
        Cond::By(name) => _ = found.insert(*name),
        _ => {}
    }
}
