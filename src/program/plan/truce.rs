//! Truces: what one's own pieces may not aim at after a move of one's own.

use super::Plan;
use super::danger::{Danger, royal};
use super::fact::Asker;
use super::shape::{Shape, Step};
use crate::index::Player;
use crate::program::cond::CondCode;
use crate::program::set::Set;

/// A prohibition that one's own pieces aim at another player's.
#[derive(Debug)]
pub(crate) struct Truce<S> {
    /// What they may not aim at, and how they would.
    pub danger: Danger<S>,
    /// By kind of one's own pieces, the ways back: from a cell that is aimed at to where that is done from.
    pub back: Vec<Option<Shape<S>>>,
}

impl<S: Set> Plan<S> {
    /// The truce that a prohibition of the viewing player's tells, if it is one: that the only other player's
    /// royal pieces be attacked.
    pub(super) fn truce(&mut self, when: &CondCode, asker: Asker<'_>) -> Option<Truce<S>> {
        let (rules, view) = (asker.rules, asker.view());
        let other = Player::at(1 - view.mover.index().min(1));
        if view.players != 2 || !matches!(when, CondCode::Attacked(who) if *who == 1 << other.0) {
            return None;
        }
        let asker = Asker { mover: other, ..asker };
        let royal = royal(rules, asker.view());
        let takers = self.takers(&royal, asker);
        let mut back = vec![None; rules.kinds.len()];
        for taker in &takers.ways {
            let mut steps = vec![Vec::new(); view.graph.cells()];
            for (from, step) in &taker.ways {
                steps[step.to].push(Step { to: from.index(), ..step.clone() });
            }
            back[taker.piece.kind()?.index()] = Some(Shape::new(&steps)?);
        }
        let danger = self.aimed_by(&royal, takers, None, asker);
        danger.exact.then_some(Truce { danger, back })
    }
}
