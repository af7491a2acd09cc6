//! Games of phases of which nothing has to be kept but the plan's own sets of cells, and the numbers in the slots.

use super::content::Joins;
use super::fact::Fact;
use super::phase::Start;
use super::{Phase, Plan, Side};
use crate::index::{GoalId, Piece};
use crate::program::set::Set;
use crate::program::trail::sole;
use crate::program::{Program, Winner};

/// Rules by which players do nothing but make the moves of phases.
#[derive(Debug)]
pub(crate) struct Course<S> {
    /// By player and phase, what its moves do to the sets.
    pub joins: Vec<Vec<Joins<S>>>,
}

impl<S: Set> Plan<S> {
    /// What such games come to, if the rules are such.
    pub(super) fn course(&self, program: &Program) -> Option<Course<S>> {
        if !self.plays_plainly(program) || program.has_hands() {
            return None;
        }
        let sides = self.sides.iter().enumerate();
        let joins = sides.map(|(player, side)| {
            let ends = |ending: &Fact<S>| ending.asks_board(1 << player, &|_, _| false);
            let extreme = |winner: &Winner| matches!(winner, Winner::Extreme(..));
            let told = side.ends.iter().all(ends) && !side.winners.iter().any(extreme);
            let phases = side.phases.iter().map(|phase| self.joins(phase));
            let told = told && side.ticks.is_some() && !side.phases.is_empty() && side.is_plain();
            told.then(|| phases.collect())?
        });
        joins.collect::<Option<_>>().map(|joins| Course { joins })
    }

    /// What the moves of a phase do to the sets, if all of them are of one piece.
    fn joins(&self, phase: &Phase<S>) -> Option<Joins<S>> {
        let arrives = match &phase.start {
            Start::Put(piece, _) => *piece,
            Start::Go(content, _) => sole(&self.contents.codes[usize::from(content.0)])?,
        };
        Some(self.contents.joins(self.contents.all(), [Piece::EMPTY, arrives]))
    }
}

impl<S> Side<S> {
    /// Whether there are no moves but those of phases, nothing but masks refuses one, and none must be made.
    fn is_plain(&self) -> bool {
        let open = self.dangers.is_empty() && self.truces.is_empty();
        open && self.places.is_empty() && self.masks_phases && self.must.is_none()
    }
}

impl<S> Fact<S> {
    /// Whether it asks for nothing but what stands where, the numbers in the slots, whether one of these players
    /// has no move, and for goals that what stands where tells.
    pub fn asks_board(&self, players: u8, goal: &impl Fn(u8, GoalId) -> bool) -> bool {
        let more = |fact: &Self| match fact {
            Fact::Count(..) | Fact::Slot { .. } => false,
            Fact::Stuck(who) => *who != players,
            Fact::Has(who, id, _) => !goal(*who, *id),
            _ => true,
        };
        !self.asks(&more)
    }
}
