//! Games in which pieces are only ever added: what a placement can end.

use super::fact::{Fact, Where};
use super::goal::{Goal, Join, Row, Shut};
use super::{Plan, Program};
use crate::index::{GoalId, Piece};
use crate::program::check::has;
use crate::program::set::Set;
use crate::rules::Relation;

/// What may hold after a player's placement and did not before, in the order of the endings.
pub(crate) type Ends<S> = Vec<(usize, End<S>)>;

/// One ending of such a game.
#[derive(Debug)]
pub(crate) enum End<S> {
    /// A player's goal.
    Goal(usize, GoalId),
    /// How many cells are empty, of these.
    Left(S, Relation, u16),
}

impl<S: Set> Plan<S> {
    /// By the player who has moved, what may have ended the game, if the rules let players do nothing but
    /// place one sort of piece each.
    pub(super) fn fill(&self, program: &Program) -> Option<Vec<Ends<S>>> {
        let places = |side: &super::Side<S>| {
            side.places.len() == 1
                && side.places[0].slot.is_none()
                && side.places[0].attracts.is_none()
                && side.places[0].after.is_none()
                && side.kinds.iter().all(|kind| !kind.moves)
                && side.forbids.is_empty()
                && side.dangers.is_empty()
                && side.truces.is_empty()
                && side.must.is_none()
                && side.counters.is_empty()
        };
        let plain = program.pass.is_none() && program.layout.marks().next().is_none();
        if !plain || !self.plays || self.remembers || !self.sides.iter().all(places) {
            return None;
        }
        let players = self.sides.len();
        let mut all = Vec::new();
        for mover in 0..players {
            let mut ends = Vec::new();
            for (at, ending) in self.sides[(mover + 1) % players].ends.iter().enumerate() {
                self.ends(at, ending, self.sides[mover].places[0].piece, &mut ends)?;
            }
            all.push(ends);
        }
        // Whoever can bring a goal about is looked at when he may have done so.
        let asked = |mover: usize, wanted: &(usize, GoalId)| {
            all[mover]
                .iter()
                .any(|(_, end)| matches!(end, End::Goal(side, goal) if (*side, *goal) == *wanted))
        };
        let mut goals = all.iter().flatten().filter_map(|(_, end)| match end {
            End::Goal(side, goal) => Some((*side, *goal)),
            End::Left(..) => None,
        });
        let watched = goals.all(|wanted| {
            let goal = self.sides[wanted.0].goals[wanted.1.index()].as_ref();
            (0..players).all(|mover| {
                let piece = self.sides[mover].places[0].piece;
                goal.is_none_or(|goal| self.helps(goal, piece) != Some(true))
                    || asked(mover, &wanted)
            })
        });
        watched.then_some(all)
    }

    /// What of an ending a piece that is added can bring about.
    fn ends(&self, at: usize, ending: &Fact<S>, piece: Piece, ends: &mut Ends<S>) -> Option<()> {
        match ending {
            Fact::Any(list) => list.iter().try_for_each(|fact| self.ends(at, fact, piece, ends)),
            Fact::Has(who, id, _) => {
                for side in (0..self.sides.len()).filter(|side| who >> side & 1 != 0) {
                    let goal = self.sides[side].goals[id.index()].as_ref()?;
                    if self.helps(goal, piece)? {
                        ends.push((at, End::Goal(side, *id)));
                    }
                }
                Some(())
            }
            Fact::Count(Where::Stands(content, cells), relation, number) => {
                let codes = &self.contents.codes[usize::from(content.0)];
                let empty = *codes == crate::program::trail::EMPTY;
                ends.push((at, End::Left(*cells, *relation, *number)));
                empty.then_some(())
            }
            _ => None,
        }
    }

    /// Whether a piece that is added can help to reach a goal; `None` if it might be in its way.
    fn helps(&self, goal: &Goal<S>, piece: Piece) -> Option<bool> {
        let of = match goal {
            Goal::Never => return Some(false),
            Goal::Line(Row { of, limits, .. }) if limits.is_empty() => of,
            Goal::Connect(Join { of, .. }) | Goal::Ring(Shut { of, .. }) => of,
            Goal::Line(_) => return None,
        };
        let Where::Stands(content, _) = of else { return None };
        let codes = &self.contents.codes[usize::from(content.0)];
        (!has(codes, Piece::EMPTY)).then_some(has(codes, piece))
    }
}
