//! Conditions that sets of cells, slots and the move itself can tell.

use super::Plan;
use super::around::Around;
use super::content::{Content, Contents};
use super::danger::{Danger, May};
use super::rows::Rows;
use super::sight::{Scope, Sight};
use crate::index::{Counter, GoalId, Kind, Mark, MoveName, Piece, Player, ScoreId};
use crate::program::Program;
use crate::program::check::{Apart, Check, Codes, View, has};
use crate::program::cond::{CondCode, ReadCode};
use crate::program::set::Set;
use crate::program::table::Region;
use crate::program::trail::{EVERY, NONE, join, meet};
use crate::program::why::{Reason, Why};
use crate::rules::{Aim, Amount, Relation, Repetition, Rules};

/// When a goal was asked for before it is asked for again, in the same line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ago {
    /// Nothing is known of it.
    Unknown,
    /// So many turns ago.
    Turns(u8),
    /// Whenever the slot of the turn held one of these numbers, a bit each.
    At(Numbers),
}

/// Numbers in a slot, a bit each.
pub(crate) type Numbers = [u64; 4];

/// Whether a number is one of those.
#[inline]
pub(crate) fn includes(numbers: &Numbers, number: u8) -> bool {
    numbers[usize::from(number / 64)] >> (number % 64) & 1 != 0
}

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
    /// One of one's own pieces is in sight of others.
    Seen(Danger<S>),
    /// The number in one of the slots.
    Slot {
        /// The slots.
        slots: Box<[u16]>,
        /// How it compares.
        relation: Relation,
        /// With what.
        number: u16,
        /// Whether they are of counters, which change only when all else of a move is done.
        steady: bool,
    },
    /// The number in the slot of the turn is one of these.
    Among(u16, Numbers),
    /// One of the players has reached the goal, which was not so when it was asked before.
    Has(u8, GoalId, Ago),
    /// One of the players has so many half points.
    Score(u8, ScoreId, Relation, i32),
    /// A number in one of the first slots compares so with one in the others.
    Compare([Box<[u16]>; 2], Relation),
    /// One of the players has more of the score than every other.
    Most(u8, ScoreId),
    /// The position has been there so often; where nothing was before, that takes so many plies at least.
    Repeated(Repetition, u16),
    /// The same of the position that a move leads to, with that player to move.
    Returns(Repetition, Player, u16),
    /// The move has captured.
    Captured,
    /// The move has that name.
    By(MoveName),
    /// The move's piece was of one of these kinds.
    Moved(Box<[Kind]>),
    /// One of those pieces is one that such pieces might capture, and do.
    Taken(Content, Vec<May<S>>),
    /// One of those pieces is captured by what comes around pieces that may go somewhere.
    Around(Content, Vec<Around<S>>),
    /// What no set tells, and why: it is asked of the board as it stands, for that player.
    Asked(Player, Box<CondCode>, Why),
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
    /// Where a piece of one of these players lies in a row of its owner's that reaches the goal; and what these rows are made of.
    Lies(GoalId, u8, Box<[Content]>),
    /// The cells that carry a mark.
    Marked(Mark),
}

impl<S> Fact<S> {
    /// Whether it asks for the number in a slot.
    pub fn asks_slots(&self) -> bool {
        let captures = |fact: &Self| matches!(fact, Fact::Taken(..) | Fact::Around(..));
        let reads = |fact: &Self| matches!(fact, Fact::Slot { .. } | Fact::Compare(..));
        let asks = |fact: &Self| captures(fact) || reads(fact) || matches!(fact, Fact::Asked(..));
        self.asks(&asks)
    }

    /// Whether it is about the numbers in some slots.
    pub(super) fn reads_slots(&self) -> bool {
        matches!(self, Fact::Slot { .. } | Fact::Compare(..))
    }

    /// That numbers compare so, if slots tell them.
    pub(super) fn compare(read: &[ReadCode; 2], relation: Relation) -> Option<Self> {
        match read {
            [ReadCode::Slots(slots), ReadCode::Slots(others)] => {
                Some(Fact::Compare([slots.clone(), others.clone()], relation))
            }
            _ => None,
        }
    }

    /// The names of the moves of which it holds, if it asks for nothing else.
    pub(super) fn names(&self) -> Option<Vec<MoveName>> {
        match self {
            Fact::By(name) => Some(vec![*name]),
            Fact::Any(list) => {
                let names = list.iter().map(Self::names).collect::<Option<Vec<_>>>()?;
                Some(names.concat())
            }
            _ => None,
        }
    }

    /// Whether it asks for numbers that moves may change by themselves.
    pub(super) fn asks_numbers(&self) -> bool {
        self.asks(&|fact| matches!(fact, Fact::Slot { steady: false, .. } | Fact::Compare(..)))
    }

    /// How many plies go by at least before it holds, of a game that has a `past` or not; `count` tells what a slot
    /// can at most have now if it grows by no more than one a ply.
    pub fn earliest(&self, past: bool, count: &impl Fn(u16) -> Option<u8>) -> u16 {
        match self {
            Fact::All(list) => {
                list.iter().map(|fact| fact.earliest(past, count)).max().unwrap_or(0)
            }
            Fact::Any(list) => {
                list.iter().map(|fact| fact.earliest(past, count)).min().unwrap_or(u16::MAX)
            }
            Fact::Slot { slots, relation: Relation::AtLeast, number, .. } => {
                let left =
                    |slot: &u16| count(*slot).map_or(0, |now| number.saturating_sub(now.into()));
                slots.iter().map(left).min().unwrap_or(u16::MAX)
            }
            Fact::Repeated(_, plies) | Fact::Returns(_, _, plies) if !past => *plies,
            _ => 0,
        }
    }

    /// Tells of each part that asks one thing.
    pub fn visit(&self, see: &mut impl FnMut(&Self)) {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().for_each(|fact| fact.visit(see)),
            Fact::Not(fact) => fact.visit(see),
            Fact::Leads(list) => list.iter().for_each(|(_, fact)| fact.visit(see)),
            fact => see(fact),
        }
    }

    /// Whether it asks what a move leads to.
    pub fn leads(&self) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().any(Fact::leads),
            Fact::Not(fact) => fact.leads(),
            Fact::Leads(_) => true,
            _ => false,
        }
    }

    /// Whether something that it asks is such.
    pub fn asks(&self, such: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().any(|fact| fact.asks(such)),
            Fact::Not(fact) => fact.asks(such),
            Fact::Leads(list) => list.iter().any(|(_, fact)| fact.asks(such)),
            fact => such(fact),
        }
    }
}

/// Whose facts are made, and with what.
#[derive(Clone, Copy)]
pub(super) struct Asker<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What they were compiled to.
    pub program: &'a Program,
    /// What each player sees of them.
    pub views: &'a [View<'a>],
    /// Which kinds are nobody's.
    pub neutral: &'a [bool],
    /// Whose conditions they are.
    pub mover: Player,
    /// How many questions after moves the condition lies in.
    pub depth: u32,
    /// Whether they are asked of boards on which no move has begun, which tell what carries marks.
    pub marks: bool,
}

impl<'a> Asker<'a> {
    /// What the player sees.
    pub fn view(&self) -> &'a View<'a> {
        &self.views[self.mover.index()]
    }

    /// The other players, but for those of his team.
    pub fn enemies(&self) -> impl Iterator<Item = Player> + use<'a> {
        let (views, team) = (self.views, self.view().team);
        (0..views.len()).map(Player::at).filter(move |player| team >> player.0 & 1 == 0)
    }

    /// Whether a slot is a counter's.
    fn counts(&self, slot: u16) -> bool {
        let counters = (0..self.rules.counters.len()).map(Counter::at);
        let mut slots = counters.flat_map(|counter| {
            self.views.iter().map(move |view| view.layout.counter(counter, view.mover))
        });
        slots.any(|counter| counter.0 == slot)
    }
}

/// Questions after moves that lie in one another at most.
const DEPTH: u32 = 2;

impl<S: Set> Fact<S> {
    /// The same condition, if it asks for nothing else.
    ///
    /// # Errors
    /// That it asks for earlier positions in a way that no count and no game is told with.
    pub(super) fn new(when: &CondCode, plan: &mut Plan<S>, asker: Asker<'_>) -> Result<Self, Why> {
        let mut each = |list: &[CondCode]| -> Result<Vec<Self>, Why> {
            let mut all: Vec<Self> =
                list.iter().map(|when| Self::new(when, plan, asker)).collect::<Result<_, _>>()?;
            all.sort_by_key(Self::cost);
            Ok(all)
        };
        let players = asker.views.len();
        Ok(match when {
            CondCode::All(list) => Fact::All(each(list)?),
            CondCode::Any(list) => Fact::Any(each(list)?),
            CondCode::Not(when) => Fact::Not(Box::new(Self::new(when, plan, asker)?)),
            CondCode::Stuck(who) => Fact::Stuck(*who),
            CondCode::Attacked(who) => Fact::Attacked(*who),
            CondCode::Can(who, Aim::Fact(fact), 1)
                if asker.depth < DEPTH && !asker.rules.by_rule() =>
            {
                let leads = (0..players).filter(|player| who >> player & 1 != 0).map(|player| {
                    let mover = Player::at((player + 1) % players);
                    let then = Asker { mover, depth: asker.depth + 1, marks: false, ..asker };
                    let fact = &asker.program.sides[mover.index()].facts[fact.index()];
                    let after = Self::new(fact, plan, then)?;
                    if after.asks_past() {
                        return Err(Reason::AheadOfPast.into());
                    }
                    Ok((Player::at(player), after))
                });
                match leads.collect::<Result<_, Why>>() {
                    Ok(leads) => Fact::Leads(leads),
                    Err(why) => Self::asked(when, why, plan, asker)?,
                }
            }
            CondCode::Count(check, relation, number) => {
                let mut scope = Scope::new(&mut plan.contents, plan.cells, asker.view());
                scope.marks = asker.marks;
                match Where::new(check, &mut scope) {
                    Ok(cells) => Fact::Count(cells, *relation, *number),
                    Err(why) => match Self::seen(check, (*relation, *number), plan, asker) {
                        Some(seen) => seen,
                        None => Self::asked(when, why, plan, asker)?,
                    },
                }
            }
            CondCode::Slot(slots, relation, number) => {
                let steady = slots.iter().all(|slot| asker.counts(*slot));
                Fact::Slot { slots: slots.clone(), relation: *relation, number: *number, steady }
            }
            CondCode::Has(who, goal) => {
                let sides = plan.sides.iter().enumerate().filter(|(at, _)| who >> at & 1 != 0);
                let mut untold =
                    sides.filter_map(|(_, side)| side.goals[goal.index()].as_ref().err());
                match untold.next().copied() {
                    None => Fact::Has(*who, *goal, Ago::Unknown),
                    Some(why) => Self::asked(when, why, plan, asker)?,
                }
            }
            CondCode::Repeated(repetition) if repetition.times > 1 => {
                // The same player is to move again after as many plies as there are players.
                let round =
                    if repetition.board || asker.rules.by_rule() { 1 } else { players as u32 };
                let plies = (u32::from(repetition.times) - 1).saturating_mul(round);
                plan.plies = plies.min(plan.plies);
                Fact::Repeated(*repetition, plies.min(u16::MAX.into()) as u16)
            }
            CondCode::Compare(read, relation) => match Self::compare(read, *relation) {
                Some(fact) => fact,
                None => Self::asked(when, Reason::Scores.into(), plan, asker)?,
            },
            CondCode::Score(who, score, relation, halves) => {
                let sides = plan.sides.iter().enumerate().filter(|(at, _)| who >> at & 1 != 0);
                let mut untold =
                    sides.filter_map(|(_, side)| side.scores[score.index()].as_ref().err());
                match untold.next().copied() {
                    None => Fact::Score(*who, *score, *relation, *halves),
                    Some(why) => Self::asked(when, why, plan, asker)?,
                }
            }
            CondCode::Leads(who, score) => {
                let mut untold =
                    plan.sides.iter().filter_map(|side| side.scores[score.index()].as_ref().err());
                match untold.next().copied() {
                    None => Fact::Most(*who, *score),
                    Some(why) => Self::asked(when, why, plan, asker)?,
                }
            }
            CondCode::Captured => Fact::Captured,
            CondCode::By(name) => Fact::By(*name),
            CondCode::Moved(kinds) => Fact::Moved(kinds.clone()),
            CondCode::Among(slot, values) => Fact::Among(*slot, *values),
            CondCode::Unchanged => return Err(Reason::Unchanged.into()),
            CondCode::Can(..) => Self::asked(when, Reason::LooksAhead.into(), plan, asker)?,
            CondCode::Repeated(_) => return Err(Reason::OnceThere.into()),
        })
    }

    /// The same condition, left to be asked of the board for that reason, unless more is asked than that.
    fn asked(when: &CondCode, why: Why, plan: &mut Plan<S>, asker: Asker<'_>) -> Result<Self, Why> {
        plan.asks = true;
        if matches!(when, CondCode::Can(..)) && asker.program.remembers {
            return Err(Reason::AheadOfPast.into());
        }
        Ok(Fact::Asked(asker.mover, Box::new(when.clone()), why))
    }

    /// Whether there are pieces of one's own that are attacked or in sight, or none.
    fn seen(
        check: &Check,
        number: (Relation, u16),
        plan: &mut Plan<S>,
        asker: Asker<'_>,
    ) -> Option<Self> {
        let some = CondCode::Count(check.clone(), Relation::AtLeast, 1);
        let mut open = plan.open(&some, asker);
        let danger = open.pop().filter(|danger| danger.exact && open.is_empty());
        let seen = Fact::Seen(danger?);
        match number.0.says_some(number.1)? {
            true => Some(seen),
            false => Some(Fact::Not(Box::new(seen))),
        }
    }

    /// How much work it may be to tell: of several, the light ones are asked first.
    fn cost(&self) -> u8 {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().map(Fact::cost).max().unwrap_or(0),
            Fact::Not(fact) => fact.cost(),
            Fact::Leads(_) | Fact::Asked(..) | Fact::Taken(..) => 3,
            Fact::Stuck(_) | Fact::Around(..) => 2,
            Fact::Attacked(_) | Fact::Seen(_) | Fact::Has(..) => 1,
            Fact::Repeated(..) | Fact::Returns(..) => 1,
            _ => 0,
        }
    }

    /// Whether it asks what positions have been there.
    pub fn asks_past(&self) -> bool {
        self.asks(&|fact| matches!(fact, Fact::Repeated(..) | Fact::Returns(..)))
    }

    /// Whether it asks that of more than the board.
    pub fn asks_keys(&self) -> bool {
        self.asks(&|fact| matches!(fact, Fact::Repeated(repetition, _) if !repetition.board))
    }

    /// Asks for positions as they are once a move has been made and that player is to move.
    pub(super) fn ask_after(&mut self, next: Player) {
        match self {
            Fact::All(list) | Fact::Any(list) => {
                list.iter_mut().for_each(|fact| fact.ask_after(next));
            }
            Fact::Not(fact) => fact.ask_after(next),
            Fact::Repeated(repetition, plies) if !repetition.board => {
                *self = Fact::Returns(*repetition, next, *plies);
            }
            _ => {}
        }
    }

    /// Whether it asks of the move that was made.
    pub fn asks_move(&self) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().any(Fact::asks_move),
            Fact::Not(fact) => fact.asks_move(),
            Fact::Captured | Fact::By(_) | Fact::Moved(_) => true,
            _ => false,
        }
    }

    /// Whether it asks what moves there are.
    pub fn lists(&self) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().any(Fact::lists),
            Fact::Not(fact) => fact.lists(),
            Fact::Stuck(_) | Fact::Leads(_) | Fact::Asked(..) | Fact::Taken(..) => true,
            Fact::Around(..) => true,
            _ => false,
        }
    }

    /// Where the slot of the turn holds some `numbers`, the goals that are not reached wherever the condition does not hold, each
    /// with those of the numbers at which that is so, and when they were asked for.
    pub fn watched(
        &mut self,
        numbers: Numbers,
        see: &mut impl FnMut(u8, GoalId, Numbers, &mut Ago),
    ) {
        match self {
            Fact::Any(list) => list.iter_mut().for_each(|fact| fact.watched(numbers, see)),
            Fact::All(list) => {
                let mut left = numbers;
                let mut rest = list.iter_mut().filter_map(|fact| match fact {
                    Fact::Among(_, among) => {
                        left.iter_mut().zip(among).for_each(|(left, among)| *left &= *among);
                        None
                    }
                    fact => Some(fact),
                });
                let (one, other) = (rest.next(), rest.next());
                drop(rest);
                if let (Some(fact), None) = (one, other) {
                    fact.watched(left, see);
                }
            }
            Fact::Has(who, goal, ago) => see(*who, *goal, numbers, ago),
            _ => {}
        }
    }

    /// Whether it can only hold of a move that has captured.
    pub fn says_captured(&self) -> bool {
        match self {
            Fact::All(list) => list.iter().any(Fact::says_captured),
            Fact::Any(list) => list.iter().all(Fact::says_captured),
            Fact::Captured => true,
            _ => false,
        }
    }

    /// Whether it holds of a move of that name by that kind, if it asks for nothing else than of the move.
    pub fn holds_of(&self, captured: bool, name: MoveName, kind: Kind) -> Option<bool> {
        let of = |fact: &Self| fact.holds_of(captured, name, kind);
        match self {
            Fact::All(list) => list.iter().map(of).try_fold(true, |all, holds| Some(all & holds?)),
            Fact::Any(list) => list.iter().map(of).try_fold(false, |any, holds| Some(any | holds?)),
            Fact::Not(fact) => of(fact).map(|holds| !holds),
            Fact::Captured => Some(captured),
            Fact::By(by) => Some(*by == name),
            Fact::Moved(kinds) => Some(kinds.contains(&kind)),
            _ => None,
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

    /// A player of whom a royal piece is attacked wherever it holds.
    pub(super) fn says_attacked(&self) -> Option<Player> {
        match self {
            Fact::All(list) => list.iter().find_map(Fact::says_attacked),
            Fact::Attacked(who) if who.is_power_of_two() => {
                Some(Player::at(who.trailing_zeros() as usize))
            }
            _ => None,
        }
    }
}

impl<S: Set> Where<S> {
    /// Whether such a piece may stand on one of the cells.
    pub(super) fn may_be(&self, piece: Piece, contents: &Contents) -> bool {
        match self {
            Where::Stands(content, _) => has(&contents.codes[usize::from(content.0)], piece),
            Where::All(list) => list.iter().all(|one| one.may_be(piece, contents)),
            Where::Any(list) => list.iter().any(|one| one.may_be(piece, contents)),
            Where::Not(_) | Where::Look(..) | Where::Lies(..) | Where::Marked(_) => true,
        }
    }

    /// What may stand on such cells, and where they may be: no less.
    pub(super) fn among(&self, contents: &Contents) -> (Codes, S) {
        let each = |list: &[Self]| -> Vec<(Codes, S)> {
            list.iter().map(|one| one.among(contents)).collect()
        };
        match self {
            Where::Stands(content, cells) => {
                (contents.codes[usize::from(content.0)].clone(), *cells)
            }
            Where::All(list) => {
                each(list).iter().fold((EVERY, S::ALL), |(all, at), (codes, cells)| {
                    (meet(&all, codes), at & *cells)
                })
            }
            Where::Any(list) => {
                each(list).iter().fold((NONE, S::NONE), |(all, at), (codes, cells)| {
                    (join(&all, codes), at | *cells)
                })
            }
            Where::Not(_) | Where::Look(..) | Where::Lies(..) | Where::Marked(_) => (EVERY, S::ALL),
        }
    }

    /// Where all are so.
    pub(super) fn every(mut list: Vec<Self>) -> Self {
        let one = if list.len() == 1 { list.pop() } else { None };
        one.unwrap_or(Where::All(list))
    }

    /// Whether what stands on a cell is enough to tell.
    pub fn is_plain(&self) -> bool {
        match self {
            Where::Stands(..) => true,
            Where::All(list) | Where::Any(list) => list.iter().all(Self::is_plain),
            Where::Not(cells) => cells.is_plain(),
            Where::Look(..) | Where::Lies(..) | Where::Marked(_) => false,
        }
    }

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

    /// Where the nearest cell that passes is so far away: a look of as many steps.
    fn apart(
        apart: &Apart,
        (relation, steps): (Relation, u16),
        scope: &mut Scope<'_, '_, S>,
    ) -> Result<Self, Why> {
        let within = |sight: Sight<S>, holds| Where::Look(Box::new(sight), holds);
        let (least, most) = match relation {
            Relation::AtMost => (0, Some(steps)),
            Relation::Less => (0, Some(steps.checked_sub(1).ok_or(Reason::Distances)?)),
            Relation::Equal => (steps, Some(steps)),
            Relation::AtLeast => (steps, None),
            Relation::More => (steps.saturating_add(1), None),
        };
        let mut both = Vec::new();
        if let Some(most) = most {
            both.push(within(scope.near(apart, most)?, true));
        }
        if let Some(nearer) = least.checked_sub(1) {
            both.push(within(scope.near(apart, nearer)?, false));
        }
        Ok(Where::every(both))
    }

    pub(super) fn new(check: &Check, scope: &mut Scope<'_, '_, S>) -> Result<Self, Why> {
        let mut each = |list: &[Check]| -> Result<Vec<Self>, Why> {
            list.iter().map(|check| Self::new(check, scope)).collect()
        };
        Ok(match check {
            Check::Leaf(codes, region) => Self::stands(codes, region.as_ref(), scope),
            Check::All(list) => Where::All(each(list)?),
            Check::Any(list) => Where::Any(each(list)?),
            Check::Not(check) => Where::Not(Box::new(Self::new(check, scope)?)),
            Check::Look(at, holds) => {
                let body = *scope.view.looks.get(usize::from(*at)).ok_or(Reason::Looks)?;
                Where::Look(Box::new(scope.sight(body)?), *holds)
            }
            Check::Lies(goal) => {
                let rows = scope.rows.get(goal.index()).filter(|rows| !rows.is_empty());
                Self::lies(*goal, u8::MAX, rows.ok_or(Reason::Lies)?)
            }
            Check::Attacked => return Err(Reason::Attacked.into()),
            Check::Taken => return Err(Reason::Taken.into()),
            Check::Visited => return Err(Reason::Visited.into()),
            Check::Among(..) => return Err(Reason::Schedule.into()),
            Check::Number(..) | Check::Held(..) => return Err(Reason::Numbers.into()),
            Check::Distance(apart, relation, Amount::Fixed(steps)) => {
                Self::apart(apart, (*relation, *steps), scope)?
            }
            Check::Distance(..) => return Err(Reason::Distances.into()),
            Check::Height(..) | Check::Within(..) => return Err(Reason::Towers.into()),
            Check::Marked(mark) if scope.marks => Where::Marked(*mark),
            Check::Marked(_) => return Err(Reason::Marked.into()),
            Check::Named(_) => return Err(Reason::Names.into()),
        })
    }

    /// Where a piece lies in a row of one of these players'.
    pub(super) fn lies(goal: GoalId, players: u8, rows: &[Rows<S>]) -> Self {
        let own = Rows::of_players(rows, players).map(|rows| rows.of);
        Where::Lies(goal, players, own.collect())
    }

    fn stands(codes: &Codes, region: Option<&Region>, scope: &mut Scope<'_, '_, S>) -> Self {
        Where::Stands(scope.contents.of(codes), scope.within(region))
    }
}
