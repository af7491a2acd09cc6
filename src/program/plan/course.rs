//! Games of phases of which nothing has to be kept but the plan's own sets of cells, and the numbers in the slots.

use super::fact::Fact;
use super::phase::Start;
use super::{Phase, Plan};
use crate::index::Piece;
use crate::program::check::has;
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::program::{Program, Winner};

/// Rules by which players do nothing but make the moves of phases.
#[derive(Debug)]
pub(crate) struct Course<S> {
    /// By player and phase, what its moves do to the sets.
    pub joins: Vec<Vec<Joins<S>>>,
}

/// By set of the plan, whether a cell that is left comes into it, and whether one where the piece arrives does: every
/// cell or none.
pub(crate) type Joins<S> = Box<[[S; 2]]>;

impl<S: Set> Plan<S> {
    /// What such games come to, if the rules are such.
    pub(super) fn course(&self, program: &Program) -> Option<Course<S>> {
        let plain = program.pass.is_none() && program.layout.marks().next().is_none();
        if !plain || !self.plays || self.remembers {
            return None;
        }
        let mut hands = program.sides.iter().flat_map(|side| side.hand.iter());
        if hands.any(|slot| *slot != NOWHERE) {
            return None;
        }
        let sides = self.sides.iter().enumerate();
        let joins = sides.map(|(player, side)| {
            let ends = |ending: &Fact<S>| ending.asks_board(1 << player);
            let extreme = |winner: &Winner| matches!(winner, Winner::Extreme(..));
            let told = side.ends.iter().all(ends) && !side.winners.iter().any(extreme);
            let phases = side.phases.iter().map(|phase| self.joins(phase));
            let told = told && side.ticks.is_some() && !side.phases.is_empty();
            told.then(|| phases.collect())?
        });
        joins.collect::<Option<_>>().map(|joins| Course { joins })
    }

    /// What the moves of a phase do to the sets, if all of them are of one piece.
    fn joins(&self, phase: &Phase<S>) -> Option<Joins<S>> {
        let arrives = match &phase.start {
            Start::Put(piece, _) => *piece,
            Start::Go(content, _) => {
                let codes = &self.contents.codes[usize::from(content.0)];
                let mut pieces = (0..=u8::MAX).map(Piece).filter(|piece| has(codes, *piece));
                pieces.next().filter(|_| pieces.next().is_none())?
            }
        };
        let joins = |codes, piece| if has(codes, piece) { S::ALL } else { S::NONE };
        let sets = self.contents.codes.iter();
        Some(sets.map(|codes| [joins(codes, Piece::EMPTY), joins(codes, arrives)]).collect())
    }
}

impl<S> Fact<S> {
    /// Whether it asks for nothing but what stands where, the numbers in the slots, and whether one of these players
    /// has no move.
    pub fn asks_board(&self, players: u8) -> bool {
        let more = |fact: &Self| match fact {
            Fact::Count(..) | Fact::Slot { .. } => false,
            Fact::Stuck(who) => *who != players,
            _ => true,
        };
        !self.asks(&more)
    }
}
