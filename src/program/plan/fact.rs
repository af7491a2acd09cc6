//! Conditions that sets of cells, slots and the move itself can tell.

use super::content::{Content, Contents};
use crate::index::{Cell, GoalId, Kind, MoveName, Player};
use crate::program::Program;
use crate::program::check::{Check, Codes};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::table::Region;
use crate::rules::{Aim, Relation, Repetition};

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
    /// One of these players has a move after which this is so.
    Leads(Vec<(Player, Fact<S>)>),
    /// How many cells there are.
    Count(Where<S>, Relation, u16),
    /// The number in one of the slots.
    Slot(Box<[u16]>, Relation, u16),
    /// One of the players has reached the goal. So many turns before it was asked, and was not so.
    Has(u8, GoalId, Option<u8>),
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
#[derive(Debug)]
pub(crate) enum Where<S> {
    /// Where one of the pieces stands, of these cells.
    Stands(Content, S),
    /// Where all are so.
    All(Vec<Where<S>>),
    /// Where one is so.
    Any(Vec<Where<S>>),
    /// Where it is not so.
    Not(Box<Where<S>>),
}

/// What facts are made with.
pub(super) struct Facts<'c, S> {
    /// The sets of pieces that are asked for.
    pub contents: &'c mut Contents,
    /// The cells of the board.
    pub cells: S,
    /// What the rules were compiled to.
    pub program: &'c Program,
    /// By player and goal, whether it is planned.
    pub goals: &'c [Vec<bool>],
    /// After fewer plies than these nothing that is asked for can have been repeated.
    pub plies: &'c mut u32,
    /// How many questions after moves the condition lies in.
    pub depth: u32,
}

/// Questions after moves that lie in one another at most.
const DEPTH: u32 = 2;

impl<S: Set> Fact<S> {
    /// The same condition, if it asks for nothing else.
    pub(super) fn new(when: &CondCode, facts: &mut Facts<'_, S>) -> Option<Self> {
        let mut each = |list: &[CondCode]| -> Option<Vec<Self>> {
            list.iter().map(|when| Self::new(when, facts)).collect()
        };
        Some(match when {
            CondCode::All(list) => Fact::All(each(list)?),
            CondCode::Any(list) => Fact::Any(each(list)?),
            CondCode::Not(when) => Fact::Not(Box::new(Self::new(when, facts)?)),
            CondCode::Stuck(who) => Fact::Stuck(*who),
            CondCode::Attacked(who) => Fact::Attacked(*who),
            CondCode::Can(who, Aim::Fact(fact), 1) if facts.depth < DEPTH => {
                facts.depth += 1;
                let players = facts.program.players;
                let leads = (0..players).filter(|player| who >> player & 1 != 0).map(|player| {
                    let next = &facts.program.sides[(player + 1) % players];
                    let after = Self::new(&next.facts[fact.index()], facts)?;
                    (!after.asks_past()).then_some((Player::at(player), after))
                });
                let leads = leads.collect::<Option<_>>()?;
                facts.depth -= 1;
                Fact::Leads(leads)
            }
            CondCode::Count(check, relation, number) => {
                Fact::Count(Where::new(check, facts.contents, facts.cells)?, *relation, *number)
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
                let round = if repetition.board { 1 } else { facts.program.players as u32 };
                let plies = (u32::from(repetition.times) - 1).saturating_mul(round);
                *facts.plies = plies.min(*facts.plies);
                Fact::Repeated(*repetition)
            }
            CondCode::Captured => Fact::Captured,
            CondCode::By(name) => Fact::By(*name),
            CondCode::Moved(kinds) => Fact::Moved(kinds.clone()),
            _ => return None,
        })
    }

    /// Whether it asks what positions have been there.
    pub fn asks_past(&self) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().any(Fact::asks_past),
            Fact::Not(fact) => fact.asks_past(),
            Fact::Repeated(_) => true,
            _ => false,
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
    pub(super) fn new(check: &Check, contents: &mut Contents, cells: S) -> Option<Self> {
        let mut each = |list: &[Check]| -> Option<Vec<Self>> {
            list.iter().map(|check| Self::new(check, contents, cells)).collect()
        };
        Some(match check {
            Check::Leaf(codes, region) => Self::stands(codes, region.as_ref(), contents, cells),
            Check::All(list) => Where::All(each(list)?),
            Check::Any(list) => Where::Any(each(list)?),
            Check::Not(check) => Where::Not(Box::new(Self::new(check, contents, cells)?)),
            _ => return None,
        })
    }

    fn stands(codes: &Codes, region: Option<&Region>, contents: &mut Contents, cells: S) -> Self {
        let within = |cell: &usize| region.is_none_or(|region| region.contains(Cell::at(*cell)));
        let cells = cells.cells().filter(within).fold(S::NONE, |set, cell| set | S::one(cell));
        Where::Stands(contents.of(codes), cells)
    }
}
