//! How many of some looks fit from a cell, for all cells at once.
//!
//! `see at least 3 any (own)` is eight looks, one a direction, and a number. Where they lead by one step each to cells of which the
//! same is asked, these are found once.

use super::sight::Sight;
use super::ways::Ways;
use crate::program::set::Set;
use crate::rules::Relation;

/// Digits of a number of looks.
const DIGITS: usize = 8;

/// How many looks must fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Several<S> {
    /// Looks, each after a step along one of these ways, and each of them counted; or without one, if there are none.
    pub looks: Vec<(Vec<Ways<S>>, Sight<S>)>,
    /// By cell, where those ways lead, if all looks are the same and lead to cells of their own.
    pub around: Box<[S]>,
    relation: Relation,
    number: u16,
}

impl<S: Set> Several<S> {
    /// So many of those looks, or more, or fewer; `None` of too many.
    pub(super) fn new(sights: Vec<Sight<S>>, relation: Relation, number: u16) -> Option<Self> {
        if sights.len() >= 1 << DIGITS {
            return None;
        }
        let mut looks: Vec<(Vec<Ways<S>>, Sight<S>)> = Vec::new();
        for sight in sights {
            let (ways, rest) = match sight {
                Sight::Next(ways, rest) if ways.is_single() => (vec![ways], *rest),
                sight => (Vec::new(), sight),
            };
            let same = |(others, known): &&mut (Vec<_>, _)| {
                !ways.is_empty() && !others.is_empty() && *known == rest
            };
            match looks.iter_mut().find(same) {
                Some((others, _)) => others.extend(ways),
                None => looks.push((ways, rest)),
            }
        }
        let around = match &looks[..] {
            [(ways, _)] if !ways.is_empty() && Ways::lead_apart(ways.iter()) => {
                let all = |cell| ways.iter().fold(S::NONE, |all, way| all | way.leads(cell));
                (0..ways[0].cells()).map(all).collect()
            }
            _ => Box::default(),
        };
        Some(Self { looks, around, relation, number })
    }

    /// Whether it holds of any more of which it holds of fewer.
    pub fn grows(&self) -> bool {
        self.relation.grows()
    }

    /// Of looks that [grow](Self::grows): the cells from which just one too few fit, by the cells from which each does.
    pub fn one_less(&self, seen: impl Fn(&Sight<S>) -> S) -> S {
        let count = self.count(seen);
        let least = self.number.saturating_add(u16::from(self.relation == Relation::More));
        match least.checked_sub(1) {
            Some(less) => count.at_least(less) & !count.at_least(least),
            None => S::NONE,
        }
    }

    /// Whether that holds of so many.
    pub fn holds(&self, count: usize) -> bool {
        self.relation.holds(count, self.number.into())
    }

    /// The cells of which it holds, by the cells from which each look fits.
    pub fn of(&self, seen: impl Fn(&Sight<S>) -> S) -> S {
        let count = self.count(seen);
        match self.relation {
            Relation::Less => !count.at_least(self.number),
            Relation::AtMost => !count.at_least(self.number.saturating_add(1)),
            Relation::Equal => {
                count.at_least(self.number) & !count.at_least(self.number.saturating_add(1))
            }
            Relation::AtLeast => count.at_least(self.number),
            Relation::More => count.at_least(self.number.saturating_add(1)),
        }
    }

    /// How many fit from each cell.
    fn count(&self, seen: impl Fn(&Sight<S>) -> S) -> Count<S> {
        let mut count = Count::default();
        for (ways, sight) in &self.looks {
            let cells = seen(sight);
            match &ways[..] {
                [] => count.add(cells),
                ways => ways.iter().for_each(|way| count.add(way.back(cells))),
            }
        }
        count
    }
}

/// A number for each cell, as the sets of those whose number has a digit, from the lowest on.
struct Count<S> {
    digits: [S; DIGITS],
    /// How many digits any number has.
    used: usize,
}

impl<S: Set> Default for Count<S> {
    fn default() -> Self {
        Self { digits: [S::NONE; DIGITS], used: 0 }
    }
}

impl<S: Set> Count<S> {
    /// One more for each of these cells.
    fn add(&mut self, cells: S) {
        let mut carry = cells;
        for (at, digit) in self.digits.iter_mut().enumerate() {
            if carry.is_none() {
                return;
            }
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            self.used = self.used.max(at + 1);
        }
    }

    /// The cells whose number is no less, those beyond the board included where that is 0.
    fn at_least(&self, number: u16) -> S {
        if u32::from(number) >> self.used != 0 {
            return S::NONE;
        }
        // From the lowest digit on: no less in those so far.
        self.digits[..self.used].iter().enumerate().fold(
            S::ALL,
            |no_less, (at, digit)| match number >> at & 1 {
                0 => *digit | no_less,
                _ => *digit & no_less,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Count;
    use crate::program::set::Set;

    #[test]
    fn numbers_of_cells_are_added_digit_by_digit() {
        let mut count = Count::<u64>::default();
        // Each cell is added as often as its index says.
        for round in 0..40 {
            count.add((round + 1..40).fold(u64::NONE, |set, cell| set | u64::one(cell)));
        }
        for number in 0..50 {
            let most = (0..40).filter(|cell| *cell >= usize::from(number));
            let board = (0..40).fold(u64::NONE, |set, cell| set | u64::one(cell));
            assert_eq!(
                (count.at_least(number) & board).cells().collect::<Vec<_>>(),
                most.collect::<Vec<_>>()
            );
        }
    }
}
