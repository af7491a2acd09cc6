//! Moves that are drawn and change nothing but numbers: throws of dice.
//!
//! `dice-3 = 'if (dice exactly 0), add 3 dice'` is given that `dice` is 0, and makes it 3. Where such moves can be made they are all that is
//! legal, so that they are looked at before all others. One is drawn by its number in the order of moves, which is known beforehand where
//! what it changes is.

use std::collections::{BTreeMap, BTreeSet};

use super::fact::{Fact, Where};
use super::settled::Walked;
use super::sight::Scope;
use super::{Given, Moves, Side};
use crate::index::MoveName;
use crate::program::Program;
use crate::program::set::Set;
use crate::program::trail::{self, Finder, Tally};
use crate::rules::{Lasts, MoveRule, Relation, Rules};

/// Sets of conditions at most on which throws of a player are given.
const GIVEN: usize = 64;

/// By how much numbers in slots are more or less after a throw and what it does to the turn, and whether it is known what comes behind.
type Key = (Vec<(u16, i32)>, bool);

/// All moves of a player that are drawn.
#[derive(Debug)]
pub(crate) struct Throws<S> {
    /// On which conditions throws are given, each set of them once.
    pub given: Vec<Vec<Fact<S>>>,
    /// The throws, in the order of moves if that is known.
    pub all: Vec<Throw>,
    /// Whether it is.
    pub ordered: bool,
    /// What each of them weighs, unless all weigh the same.
    pub weights: Option<Box<[u64]>>,
}

/// A move that is drawn.
#[derive(Debug)]
pub(crate) struct Throw {
    /// Its name, and the number of its action.
    pub name: MoveName,
    pub action: u16,
    /// On which conditions it is given.
    pub given: u8,
    /// By how much the numbers in slots are more after it, or less.
    pub tallies: Box<[Tally]>,
}

/// The ways of an action that is drawn and changes nothing but numbers: on what each is given, and what it changes.
#[derive(Debug)]
pub(crate) struct Thrown<S>(Vec<WayOf<S>>);

/// What the walk asks on a way, by number and as sets tell it, and by how much numbers in slots are more or less then.
type WayOf<S> = (Vec<trail::Given>, Vec<Fact<S>>, Box<[Tally]>);

impl<S: Set> Thrown<S> {
    /// Those of an action, if sets tell all of them and no two are the same.
    pub(super) fn new(
        rule: &MoveRule,
        finder: &mut Finder<'_, '_>,
        scope: &mut Scope<'_, '_, S>,
    ) -> Option<Self> {
        let mut ways: Vec<WayOf<S>> = Vec::new();
        for (asked, tallies) in finder.tallies(rule)? {
            let fact =
                |given: &trail::Given| match Given::new(finder.asked(given.0), given.1, scope) {
                    Ok(Given::Holds(fact)) => Some(fact),
                    _ => None,
                };
            let facts = asked.iter().map(fact).collect::<Option<_>>()?;
            if ways.iter().any(|(.., known)| **known == tallies[..]) {
                return None;
            }
            ways.push((asked, facts, tallies.into()));
        }
        Some(Self(ways))
    }
}

impl<S: Set> Throws<S> {
    /// Those of the actions that are drawn, if all are such; they are no walked ones any more then.
    fn new(walked: &mut Vec<Walked<S>>, rules: &Rules) -> Option<Self> {
        let name = |one: &Walked<S>| rules.actions[usize::from(one.action)].name;
        let drawn = |one: &Walked<S>| rules.is_drawn(name(one));
        let thrown = walked.iter().filter(|one| drawn(one)).map(|one| one.thrown.as_ref());
        let thrown: Vec<&Thrown<S>> = thrown.collect::<Option<_>>()?;
        let asked = thrown.iter().flat_map(|one| one.0.iter().map(|way| &way.0));
        let sorts = asked.collect::<BTreeSet<_>>().len();
        if sorts == 0 || sorts > GIVEN {
            return None;
        }
        let (mut given, mut all, mut asked) = (Vec::new(), Vec::new(), Vec::new());
        for mut one in walked.extract_if(.., |one| drawn(one)) {
            let (name, action) = (name(&one), one.action);
            let Some(thrown) = one.thrown.take() else { continue };
            for (of, facts, tallies) in thrown.0 {
                let at = asked.iter().position(|known| *known == of).unwrap_or_else(|| {
                    asked.push(of);
                    given.push(facts);
                    asked.len() - 1
                });
                all.push(Throw { name, action, given: at as u8, tallies });
            }
        }
        Some(Self { given, all, ordered: false, weights: None })
    }

    /// Puts them in the order of moves, if it is known before they are made: what becomes of numbers tells it, of the lower slots first,
    /// if all else that changes before those of the turn is the same.
    fn order(&mut self, side: &Side<S>, program: &Program, skips: bool) {
        let keys = self.all.iter().map(|one| self.key(one, side, program, skips));
        let Some(keys) = keys.collect::<Option<Vec<Key>>>() else { return };
        // Where one changes what another does and more, what changes besides tells which comes first.
        let told = keys.iter().enumerate().all(|(at, (key, ends))| {
            let begins = |(other, _): &Key| other.len() > key.len() && other.starts_with(key);
            *ends || !keys[..at].iter().chain(&keys[at + 1..]).any(begins)
        });
        let ticks = side.ticks.as_ref();
        let ticks = |one: &Throw| ticks.map(|ticks| &ticks[one.name.index()]);
        let counts = side.counters.is_empty()
            || self
                .all
                .windows(2)
                .all(|two| ticks(&two[0]).is_some() && ticks(&two[0]) == ticks(&two[1]));
        let mut keyed: Vec<_> = keys.into_iter().zip(self.all.drain(..)).collect();
        keyed.sort_by(|((a, _), one), ((b, _), two)| (a, one.name).cmp(&(b, two.name)));
        self.all = keyed.into_iter().map(|(_, one)| one).collect();
        self.ordered = told && counts;
    }

    /// What tells where a throw comes in the order of moves; `None` where the board must.
    fn key(&self, throw: &Throw, side: &Side<S>, program: &Program, skips: bool) -> Option<Key> {
        let known = self.given[usize::from(throw.given)].iter().flat_map(Fact::numbers);
        // Counters change with the throw.
        let known = known.filter(|(slot, _)| program.layout.is_number((*slot).into()));
        let known: BTreeMap<u16, u16> = known.collect();
        let tallies = throw.tallies.iter().map(|(slot, more)| (*slot, i32::from(*more)));
        let mut key: BTreeMap<u16, i32> = tallies.collect();
        let (Some(passing), Some(schedule)) = (&side.passing, program.layout.schedule()) else {
            return Some((key.into_iter().collect(), true));
        };
        let sure = |fact: &Fact<S>| fact.after(throw, &known, program);
        let steps = (0..schedule.len()).any(|at| schedule.step(at) > 1);
        let over = sure(&passing.over)?;
        let goes_on = !over && sure(&passing.again)?;
        if skips || !goes_on && steps {
            return None;
        }
        let slots = program.layout.turn_numbers().map(|slot| slot as u16);
        for slot in slots.filter(|_| !goes_on) {
            key.insert(slot, -i32::from(*known.get(&slot)?));
        }
        key.retain(|_, more| *more != 0);
        let mut key: Vec<(u16, i32)> = key.into_iter().collect();
        // The turn is told by slots behind those of numbers.
        let passes = !goes_on && schedule.len() > 1;
        key.extend(passes.then_some((u16::MAX, 0)));
        Some((key, passes))
    }
}

impl<S: Set> Side<S> {
    /// Takes up the moves that are drawn, if they change nothing but numbers; `skips` tells whether anyone may be passed over.
    pub(super) fn find_throws(&mut self, rules: &Rules, program: &Program, skips: bool) {
        let mut walks = rules.kinds.iter().flat_map(|kind| &kind.moves);
        if self.places.iter().any(|place| rules.is_drawn(place.name))
            || walks.any(|rule| rules.is_drawn(rule.name))
        {
            return;
        }
        let Some(mut throws) = Throws::new(&mut self.walked, rules) else { return };
        throws.order(self, program, skips);
        let names = throws.all.iter().map(|one| one.name);
        throws.weights = program.uneven(names).map(Vec::into_boxed_slice);
        self.throws = Some(throws);
        self.walks = !self.walked.is_empty() || self.kinds.iter().any(Moves::is_walked);
        // Nothing else must be made.
        self.draws_first |= rules.turn.must.as_ref().is_some_and(|must| rules.draws(&must.value));
    }
}

impl<S> Where<S> {
    /// Whether no cell passes where nothing has made a mark.
    fn needs_mark(&self, program: &Program) -> bool {
        match self {
            Where::All(list) => list.iter().any(|cells| cells.needs_mark(program)),
            Where::Any(list) => list.iter().all(|cells| cells.needs_mark(program)),
            Where::Marked(mark) => {
                let mut marks = program.layout.marks();
                marks.any(|known| known == (*mark, Lasts::Ply))
            }
            _ => false,
        }
    }
}

impl<S> Fact<S> {
    /// The slots of which it says what number is in them, and that.
    fn numbers(&self) -> Vec<(u16, u16)> {
        match self {
            Fact::All(list) => list.iter().flat_map(Fact::numbers).collect(),
            Fact::Slot { slots, relation: Relation::Equal, number, .. } => match **slots {
                [slot] => vec![(slot, *number)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Whether it is sure to hold after a throw, or not to, where some numbers in slots are `known` before; `None` if it is neither.
    fn after(&self, throw: &Throw, known: &BTreeMap<u16, u16>, program: &Program) -> Option<bool> {
        let after = |fact: &Self| fact.after(throw, known, program);
        // Whether one of some is sure to be so, or all not to be.
        fn any(each: impl Iterator<Item = Option<bool>>, wanted: bool) -> Option<bool> {
            let all: Vec<Option<bool>> = each.collect();
            match all.contains(&Some(wanted)) {
                true => Some(wanted),
                false => (!all.contains(&None)).then_some(!wanted),
            }
        }
        match self {
            Fact::Any(list) => any(list.iter().map(after), true),
            Fact::All(list) => any(list.iter().map(after), false),
            Fact::Not(fact) => after(fact).map(|holds| !holds),
            Fact::By(by) => Some(*by == throw.name),
            Fact::Captured | Fact::Moved(_) => Some(false),
            Fact::Count(cells, relation, number) if cells.needs_mark(program) => {
                Some(relation.holds(0, usize::from(*number)))
            }
            Fact::Slot { slots, relation, number, steady: false } => {
                let holds = |slot: &u16| {
                    let more = throw.tallies.iter().find(|one| one.0 == *slot);
                    let more = more.map_or(0, |one| i32::from(one.1));
                    match known.get(slot) {
                        Some(known) => {
                            let after = u16::try_from(i32::from(*known) + more).ok()?;
                            Some(relation.holds(after.into(), usize::from(*number)))
                        }
                        None => (*relation == Relation::AtLeast && more >= i32::from(*number))
                            .then_some(true),
                    }
                };
                any(slots.iter().map(holds), true)
            }
            _ => None,
        }
    }
}
