//! A move drawn among all that pieces may do at all: see `program::plan::ballot`.

use super::Fast;
use super::list::Play;
use crate::eval::playout::Chance;
use crate::index::Player;
use crate::program::{BALLOTS, Ballot, Ballots, Set};
use std::collections::HashMap;

/// Ballots of one sort.
#[derive(Debug)]
pub(super) struct Slip<S> {
    /// The placement of that number, or the kind, counted behind them.
    of: usize,
    /// Where they begin.
    cells: S,
    /// Up to which number they go.
    end: usize,
    /// How many begin on a cell.
    ways: usize,
}

impl<'p, S: Set> Fast<'p, S> {
    /// One of the legal moves, if there is any.
    pub(super) fn drawn_by_ballot(
        &mut self,
        player: Player,
        ballots: &'p Ballots<S>,
        chance: &mut Chance,
    ) -> Option<Play> {
        let doubt = self.doubt(player);
        let side = &self.plan.sides[player.index()];
        let open = !side.tests && (!side.dangers.is_empty() || !side.truces.is_empty());
        let mut urn = std::mem::take(&mut self.choice.urn);
        let all = self.fill_urn(player, ballots, &mut urn);
        let drawn = chance.first_of(BALLOTS, all, |number| {
            let (play, way) = self.on_ballot(player, ballots, &urn, number)?;
            let can = match way {
                Some(way) => (way & self.board.occupied).is_none(),
                None => self.can_play(player, play),
            };
            let goes = can && (!open || self.leaves_safe(player, play));
            (goes && !self.refuses(player, play, doubt)).then_some(play)
        });
        self.choice.urn = urn;
        drawn.or_else(|| self.picked_of_all(player, chance))
    }

    /// By ballot, how many others come before the move that it is, if it is one.
    pub(super) fn ballot_ranks(
        &mut self,
        player: Player,
        ballots: &'p Ballots<S>,
    ) -> Vec<Option<usize>> {
        let mut ranks = HashMap::new();
        for at in 0..self.survey(player) {
            ranks.insert(self.chosen(player, at), at);
        }
        let mut urn = Vec::new();
        let all = self.fill_urn(player, ballots, &mut urn);
        let rank = |number| ranks.get(&self.on_ballot(player, ballots, &urn, number)?.0).copied();
        (0..all).map(rank).collect()
    }

    /// Where ballots begin, placements before kinds; how many there are.
    fn fill_urn(&self, player: Player, ballots: &Ballots<S>, urn: &mut Vec<Slip<S>>) -> usize {
        let side = &self.plan.sides[player.index()];
        let field = self.field();
        let places = side.places.iter().zip(&ballots.ways);
        let places = places.map(|(place, ways)| (field.vacant(place), *ways)).enumerate();
        let kinds = (side.places.len()..).zip(side.kinds.iter().zip(&ballots.sorts));
        let kinds = kinds.flat_map(|(at, (kind, sorts))| {
            let pieces = self.board.set(kind.pieces);
            sorts.iter().map(move |(from, ways)| (at, (pieces & *from, *ways)))
        });
        urn.clear();
        let mut end = 0;
        for (of, (cells, ways)) in places.chain(kinds) {
            if !cells.is_none() {
                end += cells.len() as usize * ways;
                urn.push(Slip { of, cells, end, ways });
            }
        }
        end
    }

    /// The move on the ballot of that number, if there is one; and the cells that must be empty, where that is all that is asked.
    fn on_ballot(
        &self,
        player: Player,
        ballots: &Ballots<S>,
        urn: &[Slip<S>],
        number: usize,
    ) -> Option<(Play, Option<S>)> {
        let Slip { of, cells, end, ways } = urn.iter().find(|slip| number < slip.end)?;
        // Counted from the last one back.
        let back = end - 1 - number;
        let (cell, way) = (cells.nth((back / ways) as u32), back % ways);
        let side = &self.plan.sides[player.index()];
        let from = cell as u16;
        let Some(kind) = of.checked_sub(side.places.len()) else {
            let then = match &side.places[*of].second {
                Some(second) => second.nth_led(cell, way)?,
                None => way as u16,
            };
            return Some((Play::Place { at: *of as u8, to: from, then }, None));
        };
        Some(match *ballots.kinds[kind][cell].get(way)? {
            Ballot::Plain { to, piece, group, way } => {
                (Play::Plain { from, to, piece, group }, way)
            }
            Ballot::Loose(at) => (Play::Loose { from, at }, None),
        })
    }

    /// Whether a move that a piece or a player may have can be made as the board stands, whatever it leaves open.
    fn can_play(&mut self, player: Player, play: Play) -> bool {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        match play {
            Play::Plain { from, to, group, .. } => {
                let group = self.group(player, from, group);
                self.reach(group, from.into()).has(to.into())
            }
            Play::Loose { from, at } => {
                let loose = self.loose(player, from.into(), at);
                loose.is_some_and(|loose| self.can(player, from.into(), loose))
            }
            Play::Place { at, to, then } => {
                let place = &side.places[usize::from(at)];
                let beside = place.second.is_none() || self.empty().has(then.into());
                let open = beside && self.field().opens(place, to.into());
                open && !self.allowed(player, at.into(), S::one(to.into())).is_none()
            }
            _ => false,
        }
    }
}
