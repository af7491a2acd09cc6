//! A move of two parts, drawn part by part: most positions have far fewer first parts than moves.

use super::Fast;
use super::list::Play;
use crate::eval::lot;
use crate::eval::playout::{Chance, Playout};
use crate::index::{Cell, Kind, Player};
use crate::position::State;
use crate::program::{Parts, Set};

/// How often parts are drawn of which it is not known whether there are such, while more than half of the board is
/// empty: most often less than to find those that there are.
const GUESSES: usize = 32;

/// How often a first part that there is and a second are drawn, times the number of first parts; then no more is lost
/// by counting all moves.
const DRAWS: usize = 3;

/// A piece from which moves may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    from: u16,
    kind: Kind,
    /// The tables of where the parts of its moves could lead.
    leads: [u16; 2],
}

/// A first part of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    from: u16,
    to: u16,
    /// The table of where a second could lead.
    leads: u16,
}

impl<S: Set> Fast<'_, S> {
    /// Plays a move of a game; false if none is played any more.
    pub(super) fn draw_parts(
        &mut self,
        turn: Player,
        parts: &Parts<S>,
        chance: &mut Chance,
        plies: u32,
        game: &mut Playout,
    ) -> bool {
        let mut after = chance.clone();
        let chosen = self.drawn_parts(turn, parts, &mut after);
        self.known = Some((turn, chosen.is_none()));
        game.state = self.state(turn);
        self.known = None;
        let goes_on = !self.wide && game.state == State::Ongoing;
        let Some(chosen) = chosen.filter(|_| goes_on) else { return false };
        if game.plies == plies {
            game.unended = true;
            return false;
        }
        if chance.surveys() {
            game.survey(self.survey(turn));
        }
        *chance = after;
        game.plies += 1;
        self.note(self.now);
        self.make(turn, chosen);
        true
    }

    /// One of the moves, if there is any. Every piece comes with as many pairs of numbers as every other, and every
    /// first part with as many numbers, and each move with one of them: so all are alike.
    fn drawn_parts(
        &mut self,
        player: Player,
        parts: &Parts<S>,
        chance: &mut Chance,
    ) -> Option<Play> {
        self.find_starts(player, parts);
        let starts = &self.choice.starts;
        for _ in 0..self.guesses() {
            let Start { from, leads: [first, second], .. } = starts[chance.below(starts.len())];
            let number = chance.below(parts.most[0]);
            let to = parts.leads(first).open(from.into(), number, self.board.occupied);
            let Some(to) = to else { continue };
            let play = self.ended_at(parts, Head { from, to, leads: second }, chance);
            if play.is_some() {
                return play;
            }
        }
        self.find_heads(player);
        let heads = &self.choice.heads;
        for _ in 0..DRAWS * heads.len() {
            let play = self.ended_at(parts, heads[chance.below(heads.len())], chance);
            if play.is_some() {
                return play;
            }
        }
        self.counted_parts(player, chance)
    }

    /// One of the moves by its number among all, if there is any.
    fn counted_parts(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        let mut ends = std::mem::take(&mut self.choice.ends);
        ends.clear();
        for Head { from, to, .. } in self.choice.heads.iter().copied() {
            let tail = self.group(player, from, 0).tail.as_ref()?;
            ends.push(self.beyond(tail, from.into(), to.into()));
        }
        self.choice.ends = ends;
        let (heads, ends) = (&self.choice.heads, &self.choice.ends);
        let legal: u32 = ends.iter().map(|ends| ends.len()).sum();
        let mut before = (legal > 0).then(|| chance.below(legal as usize) as u32)?;
        heads.iter().zip(ends).find_map(|(head, ends)| match before.checked_sub(ends.len()) {
            None => Some(Self::put(head.from.into(), head.to.into(), *ends, before)),
            Some(others) => {
                before = others;
                None
            }
        })
    }

    /// The move with that first part and a second part that is drawn, if there is such.
    #[inline(always)]
    fn ended_at(&self, parts: &Parts<S>, head: Head, chance: &mut Chance) -> Option<Play> {
        let Head { from, to, leads } = head;
        let number = chance.below(parts.most[1]);
        let occupied = self.board.occupied & !S::one(from.into());
        let at = parts.leads(leads).open(to.into(), number, occupied)?;
        Some(Play::Put { from, to, group: 0, at })
    }

    /// How often parts are drawn before it is known which first parts there are.
    fn guesses(&self) -> usize {
        let occupied = self.board.occupied.len();
        let open = 2 * occupied < self.plan.cells.len() && !self.choice.starts.is_empty();
        if open { GUESSES } else { 0 }
    }

    /// Finds the pieces from which moves may go.
    fn find_starts(&mut self, player: Player, parts: &Parts<S>) {
        let mut starts = std::mem::take(&mut self.choice.starts);
        starts.clear();
        for (kind, moves) in self.plan.sides[player.index()].kinds.iter().enumerate() {
            let kind = Kind::at(kind);
            let Some(leads) = parts.of(player, kind) else { continue };
            for from in self.board.set(moves.pieces).cells() {
                starts.push(Start { from: from as u16, kind, leads });
            }
        }
        if !starts.is_sorted_by_key(|start| start.from) {
            starts.sort_unstable_by_key(|start| start.from);
        }
        self.choice.starts = starts;
    }

    /// Finds the first parts of the moves from them.
    fn find_heads(&mut self, player: Player) {
        let kinds = &self.plan.sides[player.index()].kinds;
        let mut heads = std::mem::take(&mut self.choice.heads);
        heads.clear();
        for Start { from, kind, leads: [_, leads] } in self.choice.starts.iter().copied() {
            for group in &kinds[kind.index()].groups {
                let to = self.reach(group, from.into()).cells();
                heads.extend(to.map(|to| Head { from, to: to as u16, leads }));
            }
        }
        self.choice.heads = heads;
    }

    /// Among what a move of two parts is drawn.
    pub(super) fn parted(&mut self, player: Player, parts: &Parts<S>) -> lot::Parts {
        self.find_starts(player, parts);
        let guesses = self.guesses();
        self.find_heads(player);
        let list = |leads: u16, from: u16| {
            let cells = parts.leads(leads).cells(from.into());
            (Cell(from), cells.iter().copied().map(Cell).collect())
        };
        let starts = self.choice.starts.iter().map(|start| list(start.leads[0], start.from));
        let heads = self.choice.heads.iter().map(|head| {
            let (to, ends) = list(head.leads, head.to);
            ([Cell(head.from), to], ends)
        });
        let draws = DRAWS * heads.len();
        let (starts, heads) = (starts.collect(), heads.collect());
        lot::Parts { starts, guesses, heads, draws, most: parts.most }
    }
}
