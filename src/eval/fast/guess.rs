//! A move drawn among all that may be moves: see `program::plan::guess`.

use super::Fast;
use super::field::{Field, Stands};
use super::list::Play;
use crate::eval::playout::Chance;
use crate::index::Player;
use crate::program::{GUESSES, Guess, Guesses, Place, SORTS, Set, Sort, When};
use std::collections::HashMap;

/// What there is to draw from at a turn.
pub(super) struct Drum<'p, S> {
    guesses: &'p Guesses,
    /// By sort, the cells where guesses begin, and how many guesses there are up to these.
    cells: [S; SORTS],
    ends: [usize; SORTS],
}

impl<S: Set> Drum<'_, S> {
    /// How many guesses there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.guesses.sorts.len().checked_sub(1).map_or(0, |last| self.ends[last])
    }

    /// The guess of that number; there are more.
    #[inline]
    pub fn nth(&self, number: usize) -> Guess {
        let sort = self.ends.iter().take_while(|end| **end <= number).count();
        let before = number - sort.checked_sub(1).map_or(0, |last| self.ends[last]);
        match &self.guesses.sorts[sort] {
            Sort::Place(at) => Guess::Place(*at, self.cells[sort].nth(before as u32)),
            Sort::Strides(_, each) => {
                let from = self.cells[sort].nth((before / each.len()) as u32);
                Guess::Stride(each[before % each.len()], from)
            }
        }
    }
}

impl<'p, S: Set, B: Stands<S>> Field<'p, '_, S, B> {
    /// What there is to draw from.
    #[inline]
    pub fn drum(&self, player: usize, guesses: &'p Guesses) -> Drum<'p, S> {
        let side = &self.plan.sides[player];
        let (mut cells, mut ends) = ([S::NONE; SORTS], [usize::MAX; SORTS]);
        let mut end = 0;
        for (at, sort) in guesses.sorts.iter().enumerate() {
            cells[at] = match sort {
                Sort::Place(place) => self.vacant(&side.places[usize::from(*place)]),
                Sort::Strides(of, _) => self.board.set(*of),
            };
            end += cells[at].len() as usize * sort.ways();
            ends[at] = end;
        }
        Drum { guesses, cells, ends }
    }

    /// Whether a guess is a move, unless it is refused.
    #[inline]
    pub fn goes(&self, player: usize, guess: Guess) -> bool {
        let side = &self.plan.sides[player];
        match guess {
            Guess::Place(at, to) => self.opens(&side.places[usize::from(at)], to),
            Guess::Stride(at, from) => {
                let Some(strides) = &side.strides else { return false };
                let stride = &strides.all[usize::from(at)];
                let stands = |of, at| self.board.stands(of, at);
                let empty = |at| !self.board.occupied().has(at);
                let room = |by| self.board.room(by);
                let to = from.wrapping_add_signed(stride.shift.by.into());
                let given = stride.grant.map(|grant| strides.grants[usize::from(grant)]);
                stride.shift.goes(from, stands, empty, room)
                    && given.is_none_or(|grant| self.gives(side.given(grant), from, Some(to)))
            }
        }
    }

    /// Whether a placement is possible on one of the cells where it [may be](Field::vacant). The same as [`Field::open`] of that cell.
    pub fn opens(&self, place: &Place<S>, at: usize) -> bool {
        let given = |when: &When<S>| {
            when.cells.has(at)
                && when.facts.iter().all(|fact| self.tells(fact, false))
                && when.sights.iter().all(|sight| self.fits(sight, at))
        };
        let kept = |of, from: &S, by: i16| (self.board.set(of) & *from).moved(by).has(at);
        (place.when.is_empty() || place.when.iter().any(given))
            && place.sights.iter().all(|sight| self.fits(sight, at))
            && place.attracts.as_ref().is_none_or(|attract| {
                attract.shifts.iter().any(|(from, by)| kept(attract.pieces, from, *by))
            })
            && !place.repels.iter().any(|repel| repel.kept(self.board.set(repel.pieces)).has(at))
            && place.lands.iter().all(|lands| self.landing(lands, place.piece).has(at))
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// One of the legal moves, if there is any.
    pub(super) fn drawn_by_guess(
        &mut self,
        player: Player,
        guesses: &'p Guesses,
        chance: &mut Chance,
    ) -> Option<Play> {
        let doubt = self.doubt(player);
        let drum = self.field().drum(player.index(), guesses);
        let drawn = chance.first_of(GUESSES, drum.len(), |number| {
            let guess = drum.nth(number);
            let goes = self.field().goes(player.index(), guess);
            let play = if goes { self.guessed(player, guess) } else { None };
            play.filter(|play| !self.refuses(player, *play, doubt))
        });
        drawn.or_else(|| self.picked_of_all(player, chance))
    }

    /// One of the legal moves by its number, if there is any: to count them and pick one is quicker than to list all.
    pub(super) fn picked_of_all(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        let moves = self.survey(player);
        (moves > 0).then(|| {
            let number = chance.below(moves);
            self.chosen(player, number)
        })
    }

    /// By guess, how many others come before the move that it is, if it is one.
    pub(super) fn guess_ranks(
        &mut self,
        player: Player,
        guesses: &'p Guesses,
    ) -> Vec<Option<usize>> {
        let doubt = self.doubt(player);
        let mut ranks = HashMap::new();
        for at in 0..self.survey_all(player) {
            let play = self.chosen(player, at);
            if !self.refuses(player, play, doubt) {
                ranks.insert(self.guess_at(player, at, play), ranks.len());
            }
        }
        let drum = self.field().drum(player.index(), guesses);
        (0..drum.len()).map(|number| ranks.get(&Some(drum.nth(number))).copied()).collect()
    }

    /// The guess that comes to the move of that number: of several strides from one cell to another that by which it can be made.
    fn guess_at(&self, player: Player, number: usize, play: Play) -> Option<Guess> {
        let Some(strides) = &self.plan.sides[player.index()].strides else {
            let Play::Place { at, to, .. } = play else { return None };
            return Some(Guess::Place(at, to.into()));
        };
        let (cell, at) = self.choice.strode.merged.nth(number);
        Some(match at.checked_sub(strides.puts.len()) {
            None => Guess::Place(strides.puts[at], cell),
            Some(stride) => Guess::Stride(u8::try_from(stride).ok()?, cell),
        })
    }

    /// The move that a guess comes to.
    fn guessed(&self, player: Player, guess: Guess) -> Option<Play> {
        match guess {
            Guess::Place(at, to) => Some(Play::Place { at, to: to as u16, then: 0 }),
            Guess::Stride(at, from) => {
                let strides = self.plan.sides[player.index()].strides.as_ref()?;
                let number = strides.puts.len() + usize::from(at);
                Some(self.stride_from(player, strides, from, number))
            }
        }
    }
}
