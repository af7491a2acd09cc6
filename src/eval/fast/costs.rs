//! What it has cost to find a move of a random game, and how the next is found.
//!
//! Of walked moves some ways are drawn, or ways by how they begin, or all moves are listed. In one game most ways fit, in another hardly
//! any, and what a list costs grows and shrinks with the pieces. So it is taken down what each has cost of late, in instructions of walks:
//! the cheapest is tried, and the others now and then, within bounds. As games are short, what cannot pay is not tried at all.

/// What seems dear is given so many times as many instructions as what is cheap.
const DEAR: u64 = 8;

/// It is given so many anyway.
const SOON: u64 = 1_024;

/// Where a list costs no more, to look how ways begin costs as much.
const CHEAP: u64 = 2_048;

/// It is tried again at one turn of so many, and of more the dearer it is.
const AGAIN: u64 = 12;

/// A way to find a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// Ways are drawn.
    Draw,
    /// All moves are listed.
    List,
    /// Ways are drawn by how they begin.
    Part,
}

impl Attempt {
    pub const ALL: [Self; 3] = [Self::Draw, Self::List, Self::Part];
}

/// What each has cost of late in a game, that included which was tried next where it found none.
#[derive(Debug, Default)]
pub(super) struct Costs([Cost; 3]);

#[derive(Debug, Default)]
struct Cost {
    /// On average, if it is known.
    mean: Option<u64>,
    /// For how many turns it has not been tried.
    idle: u64,
}

impl Costs {
    /// Which of those that are `left` is tried: one of which nothing is known, or what was cheap, and now and then another.
    pub fn next(&mut self, left: &[bool; 3]) -> Option<Attempt> {
        let mean = |attempt: &Attempt| self.0[*attempt as usize].mean;
        let listed = mean(&Attempt::List).is_some_and(|mean| mean <= CHEAP);
        let pays = |attempt: Attempt| attempt != Attempt::Part || !listed;
        let among = || Attempt::ALL.into_iter().filter(|one| left[*one as usize] && pays(*one));
        let least = among().min_by_key(mean)?;
        let Some(cheap) = mean(&least) else { return Some(least) };
        let mut next = least;
        for attempt in among().filter(|attempt| *attempt != least) {
            let cost = &mut self.0[attempt as usize];
            cost.idle += 1;
            let dear = cost.mean.map_or(1, |mean| mean / cheap.max(1)).clamp(1, DEAR);
            if cost.idle > AGAIN * dear {
                next = attempt;
            }
        }
        Some(next)
    }

    /// How many instructions it may cost to list, or to prepare a draw, before something else is tried.
    pub fn limit(&self, attempt: Attempt) -> u64 {
        let others = Attempt::ALL.iter().filter(|other| **other != attempt);
        let known = others.filter_map(|other| self.0[*other as usize].mean).min();
        known.map_or(DEAR * SOON, |mean| DEAR.saturating_mul(mean).max(SOON))
    }

    /// Takes down what an attempt has cost.
    pub fn spend(&mut self, attempt: Attempt, cost: u64) {
        let known = &mut self.0[attempt as usize];
        let mean =
            known.mean.map_or(cost, |mean| (mean.saturating_mul(7) / 8).saturating_add(cost / 8));
        *known = Cost { mean: Some(mean), idle: 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Attempt::{Draw, List, Part};

    #[test]
    fn what_is_unknown_is_tried_and_then_what_is_cheap() {
        let (mut costs, all) = (Costs::default(), [true; 3]);
        for (attempt, cost) in [(Draw, 5_000), (List, 7_000), (Part, 9_000)] {
            assert_eq!(costs.next(&all), Some(attempt));
            costs.spend(attempt, cost);
        }
        assert_eq!(costs.next(&all), Some(Draw));
        assert_eq!(costs.next(&[false, true, true]), Some(List));
        assert_eq!(costs.next(&[false; 3]), None);
    }

    #[test]
    fn what_cannot_pay_is_not_tried() {
        let mut costs = Costs::default();
        costs.spend(Draw, 100);
        costs.spend(List, 400);
        assert_eq!(costs.next(&[true; 3]), Some(Draw));
        assert_eq!(costs.next(&[false, false, true]), None);
    }

    #[test]
    fn what_is_dear_is_tried_now_and_then_and_the_dearer_the_seldomer() {
        let costs_of = [1_000, 1_000_000, 5_000];
        let mut costs = Costs::default();
        for (attempt, cost) in Attempt::ALL.into_iter().zip(costs_of) {
            costs.spend(attempt, cost);
        }
        let mut tried = [0; 3];
        for _ in 0..1_000 {
            let attempt = costs.next(&[true; 3]).expect("one of them");
            tried[attempt as usize] += 1;
            costs.spend(attempt, costs_of[attempt as usize]);
        }
        assert_eq!(tried, [974, 10, 16]);
    }

    #[test]
    fn what_is_dear_is_given_no_more_than_some_times_the_cheapest() {
        let mut costs = Costs::default();
        assert_eq!(costs.limit(List), 8_192);
        costs.spend(Draw, 2_000);
        assert_eq!((costs.limit(List), costs.limit(Draw)), (16_000, 8_192));
        costs.spend(Part, 10);
        assert_eq!(costs.limit(List), SOON);
        costs.spend(Part, u64::MAX);
        assert_eq!(costs.limit(List), 16_000);
    }
}
