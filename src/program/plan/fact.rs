//! Conditions that sets of cells, slots and the move itself can tell.

use super::content::Content;
use super::sight::{Scope, Sight};
use crate::index::{Cell, GoalId, Kind, MoveName, ScoreId};
use crate::program::check::{Check, Codes};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::table::Region;
use crate::rules::{Relation, Repetition};

/// A condition, for one player.
#[derive(Debug)]
pub(crate) enum Fact<S> {
    /// All of them.
    All(Vec<Fact<S>>),
    /// At least one.
    Any(Vec<Fact<S>>),
    /// Not that.
    Not(Box<Fact<S>>),
    /// One of the players has no legal move.
    Stuck(u8),
    /// A royal piece of one of the players is attacked.
    Attacked(u8),
    /// How many cells there are.
    Count(Where<S>, Relation, u16),
    /// The number in one of the slots.
    Slot(Box<[u16]>, Relation, u16),
    /// One of the players has reached the goal. So many turns before it was asked, and was not so.
    Has(u8, GoalId, Option<u8>),
    /// One of the players has so many half points.
    Score(u8, ScoreId, Relation, i32),
    /// One of the players has more of the score than every other.
    Leads(u8, ScoreId),
    /// The position has been there so often.
    Repeated(Repetition),
    /// The move has captured.
    Captured,
    /// The move has that name.
    By(MoveName),
    /// The move's piece was of one of these kinds.
    Moved(Box<[Kind]>),
}

/// Cells that pass a test.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Where<S> {
    /// Where one of the pieces stands, of these cells.
    Stands(Content, S),
    /// Where all are so.
    All(Vec<Where<S>>),
    /// Where one is so.
    Any(Vec<Where<S>>),
    /// Where it is not so.
    Not(Box<Where<S>>),
    /// From where a look fits, or does not.
    Look(Box<Sight<S>>, bool),
}

/// What facts are made with.
pub(super) struct Facts<'f, 's, 'v, S> {
    /// What tests are made with.
    pub scope: Scope<'s, 'v, S>,
    /// How many players there are.
    pub players: usize,
    /// By player and goal, whether it is planned.
    pub goals: &'f [Vec<bool>],
    /// By player and score, whether it is planned.
    pub scores: &'f [Vec<bool>],
    /// After fewer plies than these nothing that is asked for can have been repeated.
    pub plies: &'f mut u32,
}

impl<S> Fact<S> {
    /// Whether it asks for the number in a slot.
    pub fn asks_slots(&self) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().any(Fact::asks_slots),
            Fact::Not(fact) => fact.asks_slots(),
            Fact::Slot(..) => true,
            _ => false,
        }
    }

    /// How many plies go by at least before it holds; `count` tells what a slot can at most have now if it grows
    /// by no more than one a ply.
    pub fn earliest(&self, count: &impl Fn(u16) -> Option<u8>) -> u16 {
        match self {
            Fact::All(list) => list.iter().map(|fact| fact.earliest(count)).max().unwrap_or(0),
            Fact::Any(list) => {
                list.iter().map(|fact| fact.earliest(count)).min().unwrap_or(u16::MAX)
            }
            Fact::Slot(slots, Relation::AtLeast, number) => {
                let left =
                    |slot: &u16| count(*slot).map_or(0, |now| number.saturating_sub(now.into()));
                slots.iter().map(left).min().unwrap_or(u16::MAX)
            }
            // Lines in which a position might be repeated are not counted so.
            Fact::Repeated(repetition) if repetition.times > 1 => u16::MAX,
            _ => 0,
        }
    }
}

impl<S: Set> Fact<S> {
    /// The same condition, if it asks for nothing else.
    pub(super) fn new(when: &CondCode, facts: &mut Facts<'_, '_, '_, S>) -> Option<Self> {
        let mut each = |list: &[CondCode]| -> Option<Vec<Self>> {
            list.iter().map(|when| Self::new(when, facts)).collect()
        };
        Some(match when {
            CondCode::All(list) => Fact::All(each(list)?),
            CondCode::Any(list) => Fact::Any(each(list)?),
            CondCode::Not(when) => Fact::Not(Box::new(Self::new(when, facts)?)),
            CondCode::Stuck(who) => Fact::Stuck(*who),
            CondCode::Attacked(who) => Fact::Attacked(*who),
            CondCode::Count(check, relation, number) => {
                Fact::Count(Where::new(check, &mut facts.scope)?, *relation, *number)
            }
            CondCode::Slot(slots, relation, number) => {
                Fact::Slot(slots.clone(), *relation, *number)
            }
            CondCode::Has(who, goal) => {
                let mut sides = facts.goals.iter().enumerate();
                let planned =
                    sides.all(|(side, goals)| who >> side & 1 == 0 || goals[goal.index()]);
                planned.then_some(Fact::Has(*who, *goal, None))?
            }
            CondCode::Repeated(repetition) if repetition.times > 1 => {
                // The same player is to move again after as many plies as there are players.
                let round = if repetition.board { 1 } else { facts.players as u32 };
                let plies = (u32::from(repetition.times) - 1).saturating_mul(round);
                *facts.plies = plies.min(*facts.plies);
                Fact::Repeated(*repetition)
            }
            CondCode::Score(who, score, relation, halves) => {
                let planned = |(_, scores): (usize, &Vec<bool>)| scores[score.index()];
                let mut of =
                    facts.scores.iter().enumerate().filter(|(side, _)| who >> side & 1 != 0);
                of.all(planned).then_some(Fact::Score(*who, *score, *relation, *halves))?
            }
            CondCode::Leads(who, score) => {
                let planned = facts.scores.iter().all(|scores| scores[score.index()]);
                planned.then_some(Fact::Leads(*who, *score))?
            }
            CondCode::Captured => Fact::Captured,
            CondCode::By(name) => Fact::By(*name),
            CondCode::Moved(kinds) => Fact::Moved(kinds.clone()),
            _ => return None,
        })
    }

    /// Whether it asks what positions have been there.
    pub fn asks_past(&self) -> bool {
        self.asks(&|fact| matches!(fact, Fact::Repeated(_)))
    }

    /// Whether it asks that of more than the board.
    pub fn asks_keys(&self) -> bool {
        self.asks(&|fact| matches!(fact, Fact::Repeated(repetition) if !repetition.board))
    }

    /// Whether something that it asks is such.
    pub fn asks(&self, such: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().any(|fact| fact.asks(such)),
            Fact::Not(fact) => fact.asks(such),
            fact => such(fact),
        }
    }

    /// The goals that are not reached wherever it does not hold, and how long ago they were asked for.
    pub fn watched(&mut self, see: &mut impl FnMut(u8, GoalId, &mut Option<u8>)) {
        match self {
            Fact::Any(list) => list.iter_mut().for_each(|fact| fact.watched(see)),
            Fact::Has(who, goal, ago) => see(*who, *goal, ago),
            _ => {}
        }
    }

    /// Whether it can only hold where that player, one bit, is stuck.
    pub fn says_stuck(&self, player: u8) -> bool {
        match self {
            Fact::All(list) => list.iter().any(|fact| fact.says_stuck(player)),
            Fact::Any(list) => list.iter().all(|fact| fact.says_stuck(player)),
            Fact::Stuck(who) => *who == player,
            _ => false,
        }
    }
}

impl<S: Set> Where<S> {
    /// Whether it passes just where the other does not.
    pub fn negates(&self, other: &Self) -> bool {
        match (self, other) {
            (Where::Not(one), other) | (other, Where::Not(one)) => **one == *other,
            (Where::Look(one, holds), Where::Look(other, also)) => holds != also && one == other,
            _ => false,
        }
    }

    /// The look that is a test of where it begins.
    pub fn sight(self) -> Sight<S> {
        Sight::Here(Box::new(self), Box::new(Sight::Every))
    }

    pub(super) fn new(check: &Check, scope: &mut Scope<'_, '_, S>) -> Option<Self> {
        let mut each = |list: &[Check]| -> Option<Vec<Self>> {
            list.iter().map(|check| Self::new(check, scope)).collect()
        };
        Some(match check {
            Check::Leaf(codes, region) => Self::stands(codes, region.as_ref(), scope),
            Check::All(list) => Where::All(each(list)?),
            Check::Any(list) => Where::Any(each(list)?),
            Check::Not(check) => Where::Not(Box::new(Self::new(check, scope)?)),
            Check::Look(at, holds) => {
                let body = *scope.view.looks.get(usize::from(*at))?;
                Where::Look(Box::new(scope.sight(body)?), *holds)
            }
            _ => return None,
        })
    }

    fn stands(codes: &Codes, region: Option<&Region>, scope: &mut Scope<'_, '_, S>) -> Self {
        let within = |cell: &usize| region.is_none_or(|region| region.contains(Cell::at(*cell)));
        let cells = scope.cells.cells().filter(within);
        let cells = cells.fold(S::NONE, |set, cell| set | S::one(cell));
        Where::Stands(scope.contents.of(codes), cells)
    }
}
