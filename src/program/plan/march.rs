//! Games in which pieces only stride: all that has to be kept is some sets of cells.

use super::content::{Content, Joins};
use super::fact::{Fact, Where};
use super::stride::Stride;
use super::{Plan, Side};
use crate::index::{Piece, Player};
use crate::program::set::Set;
use crate::program::trail::EMPTY;
use crate::program::{Program, Winner};
use crate::rules::Relation;

/// Rules by which players do nothing but let a piece of theirs stride, which changes the cell that it leaves and
/// the one where it arrives.
#[derive(Debug)]
pub(crate) struct March<S> {
    /// The sets of cells that are kept.
    pub sets: Vec<Content>,
    /// By player.
    pub legs: Vec<Leg<S>>,
}

/// What a player may do at his turn, and what may end the game there.
#[derive(Debug)]
pub(crate) struct Leg<S> {
    /// The strides, as [`Side::strides`] has them.
    pub paces: Vec<Pace<S>>,
    /// The endings.
    pub ends: Vec<Stop<S>>,
}

/// An ending of such a game.
#[derive(Debug)]
pub(crate) struct Stop<S> {
    /// What it asks.
    pub halt: Halt<S>,
    /// Whether it only holds where the player has no move.
    pub last: bool,
    /// Who wins by it, if anybody does.
    pub winner: Option<Player>,
    /// Which of all endings it is.
    pub at: usize,
}

/// Sets that are kept at most.
pub(crate) const KEPT: usize = 8;

/// Pieces that go by one difference of cells.
#[derive(Debug)]
pub(crate) struct Pace<S> {
    /// Which of the kept sets are they, and which is what they can land on.
    pub pieces: usize,
    pub land: usize,
    /// How they go.
    pub by: i16,
    pub from: S,
    /// The differences of the cells that must be empty, and which of the kept sets tells that.
    pub over: Box<[i16]>,
    pub empty: usize,
    /// What they do to the kept sets.
    pub joins: Joins<S>,
}

/// What an ending asks where pieces only stride.
#[derive(Debug)]
pub(crate) enum Halt<S> {
    /// That the player has no move.
    Stuck,
    /// How many of some cells are in that kept set.
    Count(usize, S, Relation, u16),
    /// All of them.
    All(Vec<Halt<S>>),
    /// At least one.
    Any(Vec<Halt<S>>),
    /// Not that.
    Not(Box<Halt<S>>),
}

impl<S: Set> Plan<S> {
    /// What such games come to, if the rules are such.
    pub(super) fn march(&mut self, program: &Program) -> Option<March<S>> {
        let keeps = |side: &Side<S>| self.counts && !side.counters.is_empty() || side.hops_first;
        if !self.plays_plainly(program) || program.has_hands() || self.sides.iter().any(keeps) {
            return None;
        }
        let mut march = March { sets: Vec::new(), legs: Vec::new() };
        let empty = self.contents.of(&EMPTY);
        let mut pieces = Vec::new();
        for (player, side) in self.sides.iter().enumerate() {
            let mut paces = Vec::new();
            for stride in side.strides.as_ref()? {
                let (pace, piece) = march.pace(side, stride, empty)?;
                paces.push(pace);
                pieces.push(piece);
            }
            let mut ends = Vec::new();
            for (at, (ending, last)) in side.ends.iter().zip(&side.last).enumerate() {
                let winner = match side.winners[at] {
                    Winner::Player(winner) => Some(winner),
                    Winner::Nobody => None,
                    Winner::Extreme(..) => return None,
                };
                match march.halt(ending, 1 << player)? {
                    Halt::Any(none) if none.is_empty() => {}
                    halt => ends.push(Stop { halt, last: *last, winner, at }),
                }
            }
            march.legs.push(Leg { paces, ends });
        }
        let paces = march.legs.iter_mut().flat_map(|leg| &mut leg.paces);
        for (pace, piece) in paces.zip(pieces) {
            pace.joins = self.contents.joins(march.sets.iter().copied(), piece);
        }
        (march.sets.len() <= KEPT).then_some(march)
    }
}

impl<S: Set> March<S> {
    /// Where a set of cells is kept.
    fn keep(&mut self, content: Content) -> usize {
        self.sets.iter().position(|known| *known == content).unwrap_or_else(|| {
            self.sets.push(content);
            self.sets.len() - 1
        })
    }

    /// A stride, but for what it does to the kept sets, and the piece that arrives.
    fn pace(
        &mut self,
        side: &Side<S>,
        stride: &Stride<S>,
        empty: Content,
    ) -> Option<(Pace<S>, Piece)> {
        let Stride { pieces, kind, group, shift } = stride;
        let group = &side.kinds[usize::from(*kind)].groups[usize::from(*group)];
        let plain = group.tail.is_none() && group.after.is_none() && group.marks.is_none();
        let [becomes] = &group.becomes[..] else { return None };
        let ([piece], true) = (&becomes.pieces[..], plain && becomes.to.is_none()) else {
            return None;
        };
        let pace = Pace {
            pieces: self.keep(*pieces),
            land: self.keep(shift.land),
            by: shift.by,
            from: shift.from,
            over: shift.over.clone(),
            empty: if shift.over.is_empty() { 0 } else { self.keep(empty) },
            joins: Box::default(),
        };
        Some((pace, *piece))
    }

    /// What an ending asks at the turn of that one player.
    fn halt(&mut self, ending: &Fact<S>, mover: u8) -> Option<Halt<S>> {
        Some(match ending {
            Fact::Stuck(who) if *who == mover => Halt::Stuck,
            Fact::Count(Where::Stands(content, cells), relation, number) => {
                Halt::Count(self.keep(*content), *cells, *relation, *number)
            }
            Fact::All(list) => self.halts(list, mover, Halt::All)?,
            Fact::Any(list) => self.halts(list, mover, Halt::Any)?,
            Fact::Not(fact) => Halt::Not(Box::new(self.halt(fact, mover)?)),
            _ => return None,
        })
    }

    /// The same of several, `joined` if they are more than one.
    fn halts(
        &mut self,
        list: &[Fact<S>],
        mover: u8,
        joined: fn(Vec<Halt<S>>) -> Halt<S>,
    ) -> Option<Halt<S>> {
        if let [one] = list {
            return self.halt(one, mover);
        }
        let list: Option<_> = list.iter().map(|fact| self.halt(fact, mover)).collect();
        Some(joined(list?))
    }
}
