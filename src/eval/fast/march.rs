//! Random games in which pieces only stride: each stride is of many pieces at once, and made on a few sets of cells.

use super::Fast;
use super::field::{Arrival, Field, Stands};
use super::rounds::{Rounds, exchange};
use crate::eval::playout::{Chance, Playout};
use crate::index::Piece;
use crate::position::{Position, State};
use crate::program::{
    Ago, Behind, Content, Done, Fact, KEPT, March, NOWHERE, Plan, Set, Stride, Strode, Winner,
};

/// The position from which games begin, and one of a game.
#[derive(Debug)]
pub(super) struct Marching<S> {
    /// The cells of the first; nothing is known of it if there are none.
    cells: Vec<Piece>,
    /// The kept sets of the first.
    start: [S; KEPT],
    /// Those of the other.
    sets: [S; KEPT],
    /// The slots of the first, if they are kept, and those of the other.
    first_slots: Vec<u8>,
    slots: Vec<u8>,
    /// How many moves have been made, and by player, where the last of his moves has led; [`NOWHERE`] before the first.
    turns: u32,
    arrived: Vec<u16>,
    /// Where the strides can be made from.
    strode: Strode<S>,
}

impl<S: Set> Default for Marching<S> {
    fn default() -> Self {
        let none = [S::NONE; KEPT];
        Self {
            cells: Vec::new(),
            start: none,
            sets: none,
            first_slots: Vec::new(),
            slots: Vec::new(),
            turns: 0,
            arrived: Vec::new(),
            strode: Strode::default(),
        }
    }
}

/// The kept sets of a position, by content.
struct Kept<'g, S> {
    march: &'g March<S>,
    sets: &'g [S; KEPT],
    slots: &'g [u8],
    turns: u32,
    arrived: &'g [u16],
}

impl<S: Set> Stands<S> for Kept<'_, S> {
    #[inline]
    fn set(&self, content: Content) -> S {
        self.sets[usize::from(self.march.at[usize::from(content.0)]) % KEPT]
    }

    #[inline]
    fn occupied(&self) -> S {
        !self.sets[0]
    }

    fn arrived(&self, player: usize, ago: Ago) -> Option<usize> {
        let at = *self.arrived.get(player).filter(|_| self.march.by_arrival)?;
        let asked = matches!(ago, Ago::Turns(turns) if u32::from(turns) <= self.turns);
        (asked && at != NOWHERE).then_some(at.into())
    }

    fn slot(&self, at: usize) -> u8 {
        let first = self.march.slots.unwrap_or_default();
        self.slots.get(at - first).copied().unwrap_or_default()
    }
}

impl<S: Set> Fast<'_, S> {
    /// A random game as [`Fast::playout`] plays it; `None` if more can happen than that pieces stride.
    pub(super) fn marched(
        &mut self,
        start: &Position,
        chance: &mut Chance,
        plies: u32,
    ) -> Option<Playout> {
        let march = self.plan.march.as_ref()?;
        if !Piece::alike(&self.marching.cells, &start.cells) {
            self.load(&start.cells, false);
            self.marching.cells.clone_from(&start.cells);
            let memory = &mut **self;
            for (set, content) in memory.marching.start.iter_mut().zip(&march.sets) {
                *set = memory.board.set(*content);
            }
            let kept = march.slots.map_or(0..0, |first| first..self.program.layout.len());
            let slots = kept.map(|slot| self.board.slot(slot)).collect();
            self.marching.first_slots = slots;
        }
        let plan = self.plan;
        let game = &mut *self.marching;
        game.sets = game.start;
        game.slots.clone_from(&game.first_slots);
        game.turns = 0;
        game.arrived.clear();
        game.arrived.resize(plan.sides.len(), NOWHERE);
        Some(Game { plan, march, game }.play(start.turn, chance, plies))
    }
}

/// A game by a plan.
struct Game<'g, S> {
    plan: &'g Plan<S>,
    march: &'g March<S>,
    game: &'g mut Marching<S>,
}

impl<S: Set> Game<'_, S> {
    /// What stands where.
    fn kept(&self) -> Kept<'_, S> {
        let Marching { sets, slots, turns, arrived, .. } = &*self.game;
        Kept { march: self.march, sets, slots, turns: *turns, arrived }
    }

    /// What a move does to numbers and counters, whose slots begin there.
    #[inline(never)]
    fn count(&mut self, player: usize, stride: usize, captured: bool, first: usize) {
        let (leg, slots) = (&self.march.legs[player], &mut self.game.slots);
        for (slot, more) in &leg.tallies[stride] {
            let slot = &mut slots[usize::from(*slot) - first];
            *slot = (i16::from(*slot) + more).clamp(0, u8::MAX.into()) as u8;
        }
        if let Some(ticks) =
            self.plan.sides[player].told_ticks.as_ref().filter(|_| self.plan.counts)
        {
            let (name, kind) = leg.named[stride];
            for tick in ticks.of(name, kind, captured) {
                let slot = &mut slots[usize::from(tick.slot) - first];
                *slot = tick.after(*slot);
            }
        }
    }

    /// Does what comes behind a stride that has arrived at a cell.
    fn follow(&mut self, player: usize, behind: &Behind<S>, to: usize) {
        let leg = &self.march.legs[player];
        let sets = &mut self.game.sets;
        match behind {
            Behind::Emptied(number) => {
                let sequel = &self.plan.sides[player].sequel[*number];
                let Some((cells, _)) = sequel.everywhere() else { return };
                let kept = Kept { march: self.march, sets, slots: &[], turns: 0, arrived: &[] };
                let emptied = Field { plan: self.plan, board: &kept }.cells(cells);
                let emptied = emptied & kept.occupied();
                if !emptied.is_none() {
                    exchange(sets, &leg.emptied, emptied, S::NONE);
                }
            }
            Behind::Lines(lines) => {
                for line in &lines[to] {
                    let at = |of: Content| usize::from(of.0) % KEPT;
                    let stands = |(of, cell): &(Content, S)| !(sets[at(*of)] & *cell).is_none();
                    if !line.needs.iter().all(stands) {
                        continue;
                    }
                    for (of, cells, done) in &line.acts {
                        let cells = sets[at(*of)] & *cells;
                        let joins = match done {
                            Done::Emptied => &leg.emptied,
                            Done::Turned(kind) => &leg.turned[kind.index()],
                        };
                        if !cells.is_none() {
                            exchange(sets, joins, cells, S::NONE);
                        }
                    }
                }
            }
        }
    }

    /// Whether masks refuse a piece that comes to a cell.
    fn refuses(&self, player: usize, to: usize, arrival: Arrival) -> bool {
        let kept = self.kept();
        Field { plan: self.plan, board: &kept }.refuses(player, arrival, to)
    }
}

impl<S: Set> Rounds for Game<'_, S> {
    #[inline]
    fn players(&self) -> usize {
        self.march.legs.len()
    }

    #[inline]
    fn moves(&mut self, player: usize) -> usize {
        let (plan, march) = (self.plan, self.march);
        let Marching { sets, strode, slots, turns, arrived, .. } = &mut *self.game;
        let kept = Kept { march, sets, slots, turns: *turns, arrived };
        let grant = |grant: &(u8, u8)| {
            let field = Field { plan, board: &kept };
            field.grants(plan.sides[player].given(*grant), plan.cells)
        };
        let set = |at: Content| sets[usize::from(at.0) % KEPT];
        let open = |put: u8| {
            Field { plan, board: &kept }.open(&plan.sides[player].places[usize::from(put)])
        };
        march.legs[player].strides.find(strode, set, || sets[0], grant, open, |_| S::ALL);
        strode.merged.len()
    }

    #[inline]
    fn draws_again(&self, player: usize) -> bool {
        let side = &self.plan.sides[player];
        side.draws_again && !side.forbids.is_empty()
    }

    fn refused(&self, player: usize, before: usize) -> bool {
        let (from, stride) = self.game.strode.merged.nth(before);
        let (side, strides) = (&self.plan.sides[player], &self.march.legs[player].strides);
        let Some(at) = stride.checked_sub(strides.puts.len()) else {
            let place = &side.places[usize::from(strides.puts[stride])];
            return self.refuses(player, from, Arrival::put(place));
        };
        let Stride { kind, group, shift, .. } = &strides.all[at];
        let group = &side.kinds[usize::from(*kind)].groups[usize::from(*group)];
        let pieces = group.becomes.iter().flat_map(|becomes| &becomes.pieces).copied();
        let (name, from, to) = (group.name, Some(from), from.wrapping_add_signed(shift.by.into()));
        pieces.take(1).any(|piece| self.refuses(player, to, Arrival { name, piece, from }))
    }

    #[inline]
    fn state(&self, player: usize, moves: usize) -> State {
        let side = &self.plan.sides[player];
        let kept = self.kept();
        let field = Field { plan: self.plan, board: &kept };
        let mut ends = side.ends.iter().zip(&side.last);
        let holds = |(ending, last): (&Fact<S>, &bool)| {
            (moves == 0 || !last) && field.tells(ending, moves == 0)
        };
        ends.position(holds).map_or(State::Ongoing, |at| match side.winners[at] {
            Winner::Player(winner) => State::Won(winner, at),
            _ => State::Drawn(at),
        })
    }

    #[inline]
    fn make(&mut self, player: usize, before: usize) {
        let (from, stride) = self.game.strode.merged.nth(before);
        let leg = &self.march.legs[player];
        let one = stride.checked_sub(leg.strides.puts.len()).and_then(|at| leg.strides.all.get(at));
        let (left, to) = match one {
            Some(one) => (S::one(from), from.wrapping_add_signed(one.shift.by.into())),
            None => (S::NONE, from),
        };
        if let Some(first) = self.march.slots {
            let captured = one.is_some() && !self.game.sets[0].has(to);
            self.count(player, stride, captured, first);
        }
        exchange(&mut self.game.sets, &leg.joins[stride], left, S::one(to));
        self.game.arrived[player] = to as u16;
        self.game.turns += 1;
        for behind in &leg.behind {
            self.follow(player, behind, to);
        }
    }
}
