//! What a walk does to numbers of the player's and of the turn.
//!
//! `take 1 coins` is one coin less, given that there is one. `take luck as n, (forward){n}` is a way for each number that `luck` may
//! be, given that it is that: as many as lead somewhere.

use super::way::{Held, Way};
use super::{Asked, Effect, Finder, Given, Needs, STEPS, Tally, WAYS};
use crate::index::Register;
use crate::program::cond::CondCode;
use crate::program::why::{Reason, Why};
use crate::rules::{Amount, Bearer, MoveRule, Node, Purse, Reading, Relation};

/// Numbers of which it is told apart at most how far a walk goes with each.
const ROUNDS: u16 = 72;

/// The most that a number may be.
const MOST: i32 = u8::MAX as i32;

/// How much is meant.
///
/// # Errors
/// That nothing has told yet how much was taken under that name.
pub(super) fn known(amount: Amount, way: &Way) -> Result<u16, Why> {
    match amount {
        Amount::Fixed(amount) => Ok(amount),
        Amount::Held(name) => match way.held(name) {
            Some(Held::Known(amount)) => Ok(amount),
            _ => Err(Reason::Numbers.into()),
        },
    }
}

impl Finder<'_, '_> {
    /// The ways of an action that changes nothing but numbers of the player's and of the turn, or nothing at all: what each is given,
    /// and what it changes. `None` if it does more, or may not be told.
    pub fn tallies(&mut self, rule: &MoveRule) -> Option<Vec<(Vec<Given>, Vec<Tally>)>> {
        (self.left, self.most) = (STEPS, WAYS);
        self.gone.clear();
        let ways = self.walk(&rule.walk, Way::start(self.view, None)).ok()?;
        let told = ways.into_iter().map(|way| {
            let told = !way.takes_unknown() && way.gone.is_none();
            let (needs, effect) = way.told();
            let tallies = effect.tallies.clone();
            let others = Effect { tallies: Vec::new(), ..effect };
            let Needs { given, content, marked, safe, counts, meanwhile } = needs;
            let none = content.is_empty() && marked.is_empty() && safe.is_empty();
            let none = none && meanwhile.is_none();
            let alone = others == Effect::default() && none && counts.is_empty();
            (told && alone).then_some((given, tallies))
        });
        told.collect()
    }

    /// The slot of a number, if it is not one of a cell.
    fn slot(&self, purse: Purse) -> Result<u16, Why> {
        let layout = self.view.layout;
        match layout.bearer(purse.number) {
            Bearer::Cell => Err(Reason::Numbers.into()),
            Bearer::Player | Bearer::Turn if self.apart => Err(Reason::Numbers.into()),
            Bearer::Player | Bearer::Turn => {
                Ok(layout.player_number(purse.number, purse.player(self.view.mover)).0)
            }
        }
    }

    /// The way on where so much of a number is taken, or all that there is, and its name is that.
    pub(super) fn take(
        &mut self,
        purse: Purse,
        amount: Option<Amount>,
        name: Option<Register>,
        mut way: Way,
    ) -> Result<Option<Way>, Why> {
        if way.takes_unknown() {
            return Err(Reason::Numbers.into());
        }
        let Some(amount) = amount else {
            let (slot, name) = (self.slot(purse)?, name.ok_or(Reason::Numbers)?);
            if way.effect.tallies.iter().any(|known| known.0 == slot) {
                return Err(Reason::Numbers.into());
            }
            way.hold(name, Held::All(purse));
            return Ok(Some(way));
        };
        let amount = known(amount, &way)?;
        if let Some(name) = name {
            way.hold(name, Held::Known(amount));
        }
        self.tally(purse, -i32::from(amount), way)
    }

    /// The way on where a number is so much more, or less.
    pub(super) fn tally(&mut self, purse: Purse, more: i32, way: Way) -> Result<Option<Way>, Why> {
        let slot = self.slot(purse)?;
        self.tally_slot((slot, more), Reading::Number(purse.who, purse.number), way)
    }

    /// The same of the number in a slot, which is what is read there.
    pub(super) fn tally_slot(
        &mut self,
        (slot, more): (u16, i32),
        reading: Reading,
        mut way: Way,
    ) -> Result<Option<Way>, Why> {
        if way.takes_unknown() {
            return Err(Reason::Numbers.into());
        }
        let known = way.effect.tallies.iter().position(|known| known.0 == slot);
        let before = known.map_or(0, |at| i32::from(way.effect.tallies[at].1));
        let after = before + more;
        let Ok(sum) = i16::try_from(after) else { return Ok(None) };
        // What would be less than nothing or more than a slot holds does not fit.
        let (relation, bound) = match more < 0 {
            true => (Relation::AtLeast, -after),
            false => (Relation::AtMost, MOST - after),
        };
        match (u16::try_from(bound), more < 0) {
            (Ok(0), true) | (Err(_), true) => {}
            (Err(_), false) => return Ok(None),
            (Ok(bound), _) if self.is_implied(slot, relation, bound, &way) => {}
            (Ok(bound), _) => {
                let given = self.number_given(reading, relation, bound);
                let Some(given) = way.given((given, true)) else { return Ok(None) };
                way = given;
            }
        }
        let tallies = &mut way.effect().tallies;
        match known {
            Some(at) => tallies[at].1 = sum,
            None => tallies.push((slot, sum)),
        }
        tallies.retain(|known| known.1 != 0);
        tallies.sort_unstable();
        Ok(Some(way))
    }

    /// Whether what a way is given says already that the number in a slot compares so.
    fn is_implied(&self, slot: u16, relation: Relation, bound: u16, way: &Way) -> bool {
        use Relation::{AtLeast, AtMost, Equal, Less, More};
        let implies = |code: &CondCode| match code {
            CondCode::Slot(slots, known, number) if **slots == [slot] => match relation {
                AtLeast => matches!(known, Equal | AtLeast | More) && *number >= bound,
                AtMost => matches!(known, Equal | AtMost | Less) && *number <= bound,
                _ => false,
            },
            _ => false,
        };
        let mut given = way.needs.given.iter().filter(|given| given.1);
        given.any(|(at, _)| match self.asked(*at) {
            Asked::Cond(CondCode::All(list)) => list.iter().any(implies),
            Asked::Cond(code) => implies(code),
            Asked::Look(_) | Asked::Onto(..) => false,
        })
    }

    /// The ways on after a part is done as often as was taken of a number under that name. Where that is all that there was, a way for
    /// each number that it may have been.
    pub(super) fn held_times(
        &mut self,
        name: Register,
        body: &Node,
        way: Way,
    ) -> Result<Vec<Way>, Why> {
        let (mut ends, held) = (Vec::new(), way.held(name).ok_or(Reason::Numbers)?);
        let mut ways = vec![way];
        let most = if let Held::Known(number) = held { number } else { MOST as u16 };
        for round in 1..=most {
            ways = self.each_on(body, ways)?;
            if ways.is_empty() {
                break;
            }
            let Held::All(purse) = held else { continue };
            // Each number makes moves of its own: along a way round and round more than are soon looked through.
            if round > ROUNDS {
                return Err(Reason::TooManyWays.into());
            }
            let reading = Reading::Number(purse.who, purse.number);
            let given = self.number_given(reading, Relation::Equal, round);
            for way in &ways {
                let Some(mut end) = way.clone().given((given, true)) else { continue };
                end.hold(name, Held::Known(round));
                ends.extend(self.tally(purse, -i32::from(round), end)?);
            }
            self.few(&ends)?;
        }
        Ok(if matches!(held, Held::Known(_)) { ways } else { ends })
    }
}
