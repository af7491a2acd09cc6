//! What moves do to the counters.

use super::fact::{Asker, Fact};
use super::given::Given;
use super::{Plan, Side};
use crate::index::{Counter, Kind, MoveName};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::why::Why;

/// When a counter changes.
#[derive(Debug)]
pub(crate) struct Counting<S> {
    /// Its slot.
    pub slot: u16,
    /// What it starts with.
    pub start: u8,
    /// One more, one less, as at the start.
    pub changes: [Fact<S>; 3],
}

/// What tells who moves next: asked of a player's move, but for the last.
#[derive(Debug)]
pub(crate) struct Passing<S> {
    /// He moves again.
    pub again: Fact<S>,
    /// His turn is over.
    pub over: Fact<S>,
    /// He is passed over when it would be his turn.
    pub skip: Fact<S>,
}

/// A change of a counter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tick {
    /// Its slot.
    pub slot: u16,
    /// Whether it is one more, and one less.
    pub up: bool,
    pub down: bool,
    /// What it starts with, if it is that again.
    pub reset: Option<u8>,
}

impl Tick {
    /// Whether any number becomes another.
    fn changes(&self) -> bool {
        self.up || self.down || self.reset.is_some()
    }

    /// What becomes of a number.
    #[inline]
    pub fn after(self, before: u8) -> u8 {
        let moved = before.saturating_add(self.up.into()).saturating_sub(self.down.into());
        self.reset.unwrap_or(moved)
    }
}

/// What moves do to the counters by what is asked of them: name, kind of the piece, whether they have captured.
#[derive(Debug)]
pub(crate) struct Ticks {
    kinds: usize,
    all: Box<[Box<[Tick]>]>,
}

/// A longer table than this one is not made.
const TABLE: usize = 1 << 12;

impl Ticks {
    /// The table for so many kinds and names, if that is all that is asked.
    fn new<S: Set>(counters: &[Counting<S>], kinds: usize, names: usize) -> Option<Self> {
        let rows = 2 * names * (kinds + 1);
        let each = (0..rows).map(|at| {
            // The last kind stands for none.
            let (captured, kind, name) = (at % 2 == 1, at / 2 % (kinds + 1), at / 2 / (kinds + 1));
            let of = |fact: &Fact<S>| fact.holds_of(captured, MoveName::at(name), Kind::at(kind));
            let tick = |Counting { slot, start, changes: [up, down, reset] }: &Counting<S>| {
                let reset = of(reset)?.then_some(*start);
                Some(Tick { slot: *slot, up: of(up)?, down: of(down)?, reset })
            };
            let ticks: Vec<Tick> = counters.iter().map(tick).collect::<Option<_>>()?;
            Some(ticks.into_iter().filter(Tick::changes).collect())
        });
        let some = rows <= TABLE && !counters.is_empty();
        some.then(|| each.collect::<Option<_>>().map(|all| Self { kinds, all }))?
    }

    /// What such a move does.
    #[inline]
    pub fn of(&self, name: MoveName, kind: Option<Kind>, captured: bool) -> &[Tick] {
        let kind = kind.map_or(self.kinds, Kind::index);
        &self.all[2 * (name.index() * (self.kinds + 1) + kind) + usize::from(captured)]
    }
}

impl<S> Fact<S> {
    /// Whether it holds of every move of a name, or of none; `None` if more is asked than the name.
    fn of_name(&self, name: MoveName) -> Option<bool> {
        match self {
            Fact::By(of) => Some(*of == name),
            Fact::Not(fact) => fact.of_name(name).map(|holds| !holds),
            Fact::All(list) => {
                list.iter().try_fold(true, |all, fact| Some(all & fact.of_name(name)?))
            }
            Fact::Any(list) => {
                list.iter().try_fold(false, |any, fact| Some(any | fact.of_name(name)?))
            }
            _ => None,
        }
    }
}

impl<S: Set> Plan<S> {
    /// When a player's counters change.
    pub(super) fn counting(&mut self, asker: Asker<'_>) -> Result<(), Why> {
        let Asker { program, rules, mover, .. } = asker;
        let mut counters = Vec::new();
        for (at, steps) in program.sides[mover.index()].counters.iter().enumerate() {
            let span = rules.counters[at].name.span;
            let [up, down, reset] = [&steps.up, &steps.down, &steps.reset]
                .map(|when| Fact::new(when, self, asker).map_err(|why| why.at(span)));
            let changes = [up?, down?, reset?];
            self.tells_past &= !changes.iter().any(Fact::asks_past);
            let slot = program.layout.counter(Counter::at(at), mover).0;
            counters.push(Counting { slot, start: steps.start, changes });
        }
        let mut told = |when: &CondCode| {
            let told = Fact::new(when, self, asker);
            told.map_err(|why| rules.turn.passing().next().map_or(why, |when| why.at(when.span)))
        };
        let passing = match &program.sides[mover.index()].passing {
            Some(next) => {
                let (again, over) = (told(&next.again)?, told(&next.over)?);
                Some(Passing { again, over, skip: told(&next.skip)? })
            }
            None => None,
        };
        let names = (0..rules.move_names.len()).map(MoveName::at);
        let side = &mut self.sides[mover.index()];
        side.told_ticks = Ticks::new(&counters, rules.kinds.len(), rules.move_names.len());
        side.ticks = names.map(|name| Self::ticks(&counters, name)).collect();
        side.counters = counters;
        side.passing = passing;
        Ok(())
    }

    /// What every move of a name does to those counters, if the name tells it.
    fn ticks(counters: &[Counting<S>], name: MoveName) -> Option<Box<[Tick]>> {
        let tick = |Counting { slot, start, changes: [up, down, reset] }: &Counting<S>| {
            let reset = reset.of_name(name)?.then_some(*start);
            Some(Tick { slot: *slot, up: up.of_name(name)?, down: down.of_name(name)?, reset })
        };
        let ticks: Vec<Tick> = counters.iter().map(tick).collect::<Option<_>>()?;
        Some(ticks.into_iter().filter(Tick::changes).collect())
    }

    /// Whether random games need the counters: not where moves are told apart by their cells, and nobody asks of them.
    pub(super) fn needs_counters(&self) -> bool {
        let asks = |fact: &Fact<S>| fact.asks_past() || fact.asks(&Fact::reads_slots);
        let asks = |side: &Side<S>| {
            let Some(strides) = side.all_strides() else { return true };
            let when = side.places.iter().flat_map(|place| &place.when);
            if side.listed && !strides.captures_first
                || side.finish.is_some()
                || strides.has_rivals()
                || when.flat_map(|when| &when.facts).any(asks)
            {
                return true;
            }
            let mut given = strides.grants.iter().flat_map(|grant| side.given(*grant));
            let told = |given: &Given<S>| matches!(given, Given::Holds(fact) if asks(fact));
            given.any(told) || side.ends.iter().chain(&side.endings).any(asks)
        };
        self.sides.iter().any(|side| side.throws.is_some() || asks(side))
    }
}
