//! Random games in which pieces only stride: each stride is of many pieces at once, and made on a few sets of cells.

use super::Fast;
use super::field::{Arrival, Field, Stands};
use super::rounds::{Rounds, exchange};
use crate::eval::playout::{Chance, Playout};
use crate::index::{Kind, Piece};
use crate::position::{Position, State};
use crate::program::{
    Ago, Behind, Content, Done, Fact, GUESSES, Guess, Joins, KEPT, March, NOWHERE, Plan, Same, Set,
    Stride, Strides, Strode, Winner, tallied,
};

/// The position from which games begin, and one of a game.
#[derive(Debug, Default)]
pub(super) struct Marching<S> {
    /// The cells of the first; nothing is known of it if there are none.
    cells: Vec<Piece>,
    first: Kept<S>,
    now: Kept<S>,
    /// Where the strides can be made from.
    strode: Strode<S>,
}

/// What is kept of a position.
#[derive(Debug, Default)]
struct Kept<S> {
    /// The sets.
    sets: [S; KEPT],
    /// The slots, if they are kept.
    slots: Vec<u8>,
    /// How many moves have been made, and by player, where the last of his moves has led; [`NOWHERE`] before the first. Not told if
    /// nobody asks.
    turns: u32,
    arrived: Vec<u16>,
}

/// What stands where.
struct On<'g, S> {
    march: &'g March<S>,
    sets: &'g [S; KEPT],
    /// What else is kept.
    kept: &'g Kept<S>,
}

impl<S: Set> Stands<S> for On<'_, S> {
    #[inline]
    fn set(&self, content: Content) -> S {
        self.sets[usize::from(self.march.at[usize::from(content.0)]) % KEPT]
    }

    #[inline]
    fn occupied(&self) -> S {
        !self.sets[0]
    }

    fn arrived(&self, player: usize, ago: Ago) -> Option<usize> {
        let at = *self.kept.arrived.get(player).filter(|_| self.march.by_arrival)?;
        let asked = matches!(ago, Ago::Turns(turns) if u32::from(turns) <= self.kept.turns);
        (asked && at != NOWHERE).then_some(at.into())
    }

    fn slot(&self, at: usize) -> u8 {
        let first = self.march.slots.unwrap_or_default();
        self.kept.slots.get(at - first).copied().unwrap_or_default()
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
            for (set, content) in memory.marching.first.sets.iter_mut().zip(&march.sets) {
                *set = memory.board.set(*content);
            }
            let kept = march.slots.map_or(0..0, |first| first..self.program.layout.len());
            let slots = kept.map(|slot| self.board.slot(slot)).collect();
            self.marching.first.slots = slots;
            self.marching.first.arrived = vec![NOWHERE; self.plan.sides.len()];
        }
        let plan = self.plan;
        let game = &mut *self.marching;
        let Marching { first, now, .. } = game;
        (now.sets, now.turns) = (first.sets, 0);
        now.slots.clone_from(&first.slots);
        now.arrived.clone_from(&first.arrived);
        Some(Game { plan, march, game }.play(start.turn, chance, plies))
    }
}

/// A game by a plan.
struct Game<'g, S> {
    plan: &'g Plan<S>,
    march: &'g March<S>,
    game: &'g mut Marching<S>,
}

/// Changes the other cells of a stride from a cell.
#[inline(never)]
fn change_others<S: Set>(sets: &mut [S; KEPT], others: &[(i16, Joins<S>)], from: usize) {
    for (by, joins) in others {
        exchange(sets, joins, S::NONE, S::one(from.wrapping_add_signed((*by).into())));
    }
}

impl<S: Set> Game<'_, S> {
    /// What stands where.
    fn on(&self) -> On<'_, S> {
        self.on_sets(&self.game.now.sets)
    }

    /// The same on these sets.
    fn on_sets<'s>(&'s self, sets: &'s [S; KEPT]) -> On<'s, S> {
        On { march: self.march, sets, kept: &self.game.now }
    }

    /// What the stride that arrives at a cell, or the placement of that number, does to numbers and counters, whose slots begin there.
    #[inline(never)]
    fn count(&mut self, player: usize, one: Result<&Stride<S>, usize>, to: usize, first: usize) {
        let side = &self.plan.sides[player];
        let (name, kind, tallies) = match one {
            // What is a move by itself changes none.
            Ok(stride) if stride.which.is_some() => return,
            Ok(Stride { kind, group, .. }) => {
                let group = &side.kinds[usize::from(*kind)].groups[usize::from(*group)];
                (group.name, Some(Kind::at((*kind).into())), &group.tallies)
            }
            Err(put) => (side.places[put].name, None, &side.places[put].tallies),
        };
        let captured = one.is_ok() && !self.game.now.sets[0].has(to);
        let slots = &mut self.game.now.slots;
        for (slot, more) in tallies {
            let slot = &mut slots[usize::from(*slot) - first];
            *slot = tallied(*slot, *more);
        }
        if let Some(ticks) = side.told_ticks.as_ref().filter(|_| self.plan.counts) {
            for tick in ticks.of(name, kind, captured) {
                let slot = &mut slots[usize::from(tick.slot) - first];
                *slot = tick.after(*slot);
            }
        }
    }

    /// The sets after a stride, as after `make`.
    fn after(&self, player: usize, (from, at): (usize, usize)) -> [S; KEPT] {
        let leg = &self.march.legs[player];
        let mut sets = self.game.now.sets;
        let to = from.wrapping_add_signed(leg.strides.all[at].shift.by.into());
        exchange(&mut sets, &leg.joins[at], S::one(from), S::one(to));
        if let Some(others) = leg.others.get(at) {
            change_others(&mut sets, others, from);
        }
        leg.behind.iter().for_each(|behind| self.follow(&mut sets, player, behind, to));
        sets
    }

    /// Whether a stride comes to the same as one that comes before it in their order.
    #[inline(never)]
    fn is_repeated(&self, player: usize, apart: &[Content], one: (usize, usize)) -> bool {
        let of = |content: &Content| usize::from(content.0) % KEPT;
        let after = self.after(player, one);
        let stride = &self.march.legs[player].strides.all[one.1];
        let to = one.0.wrapping_add_signed(stride.shift.by.into());
        let [before, now] = [&self.game.now.sets, &after].map(|sets| {
            let own = apart[1..].iter().fold(S::NONE, |all, content| all | sets[of(content)]);
            (sets[0], own)
        });
        let ends = S::one(one.0) | S::one(to);
        let repeats = self.plan.sides[player].repeats.as_ref();
        let still = repeats.is_some_and(|repeats| repeats.still) && !before.1.has(to);
        if still && ((before.0 ^ now.0) | (before.1 ^ now.1)) & !ends == S::NONE && now.1.has(to) {
            return false;
        }
        let strode = &self.game.strode.merged;
        let strides = 0..self.march.legs[player].strides.all.len();
        let lost = before.1 & !now.1 | S::one(one.0);
        let others = lost.cells().flat_map(|from| strides.clone().map(move |at| (from, at)));
        let mut others = others.take_while(|other| *other != one);
        others.any(|other| {
            strode.set(other.1).has(other.0) && {
                let other = self.after(player, other);
                apart.iter().all(|content| other[of(content)] == after[of(content)])
            }
        })
    }

    /// Whether a piece that comes before one does the same to the same cells, by one of some strides, so many cells away.
    fn is_shared(&self, others: &[(i16, u16)], (from, stride): (usize, usize)) -> bool {
        let strode = &self.game.strode.merged;
        others.iter().any(|(away, other)| {
            let (at, other) = (from.checked_add_signed((*away).into()), usize::from(*other));
            at.is_some_and(|at| {
                at < S::CELLS && (at, other) < (from, stride) && strode.set(other).has(at)
            })
        })
    }

    /// Does what comes behind a stride that has arrived at a cell, on the sets that are kept.
    fn follow(&self, sets: &mut [S; KEPT], player: usize, behind: &Behind<S>, to: usize) {
        let leg = &self.march.legs[player];
        match behind {
            Behind::Emptied(number) => {
                let sequel = &self.plan.sides[player].sequel[*number];
                let Some((cells, _)) = sequel.everywhere() else { return };
                let on = self.on_sets(sets);
                let emptied = Field { plan: self.plan, board: &on }.cells(cells);
                let emptied = emptied & on.occupied();
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

    /// Whether some of a player's moves may be refused, or come to the same as others.
    fn refuses(&self, player: usize) -> bool {
        !self.plan.sides[player].forbids.is_empty() || self.march.legs[player].same.is_some()
    }

    /// Whether masks refuse a piece that comes to a cell.
    fn masked(&self, player: usize, to: usize, arrival: Arrival) -> bool {
        let on = self.on();
        Field { plan: self.plan, board: &on }.refuses(player, arrival, to)
    }
}

impl<S: Set> Rounds for Game<'_, S> {
    /// The cell where it is made, and the number of the placement, or of the stride behind them.
    type Move = (usize, usize);

    #[inline]
    fn players(&self) -> usize {
        self.march.legs.len()
    }

    #[inline]
    fn moves(&mut self, player: usize) -> usize {
        let (plan, march) = (self.plan, self.march);
        let Marching { now, strode, .. } = &mut *self.game;
        let (on, sets) = (On { march, sets: &now.sets, kept: now }, &now.sets);
        let grant = |grant: &(u8, u8)| {
            let field = Field { plan, board: &on };
            field.granted(plan.sides[player].given(*grant))
        };
        let set = |at: Content| sets[usize::from(at.0) % KEPT];
        let open =
            |put: u8| Field { plan, board: &on }.open(&plan.sides[player].places[usize::from(put)]);
        march.legs[player].strides.find(strode, set, || sets[0], grant, open, |_| S::ALL);
        strode.merged.len()
    }

    #[inline]
    fn nth(&self, _: usize, before: usize) -> (usize, usize) {
        self.game.strode.merged.nth(before)
    }

    #[inline]
    fn doubts(&self, player: usize) -> bool {
        let side = &self.plan.sides[player];
        side.guesses.is_some() || self.refuses(player)
    }

    fn first_drawn(&mut self, player: usize, chance: &mut Chance) -> Option<(usize, usize)> {
        let side = &self.plan.sides[player];
        let Some(guesses) = &side.guesses else {
            let moves = self.moves(player);
            return chance.first_of(side.draws, moves, |before| {
                Some(self.nth(player, before)).filter(|one| !self.refused(player, *one))
            });
        };
        let on = self.on();
        let field = Field { plan: self.plan, board: &on };
        let puts = &self.march.legs[player].strides.puts;
        let drum = field.drum(player, guesses);
        chance.first_of(GUESSES, drum.len(), |number| {
            let guess = drum.nth(number);
            let one = match guess {
                Guess::Place(at, to) => (to, puts.iter().position(|put| *put == at)?),
                Guess::Stride(at, from) => (from, puts.len() + usize::from(at)),
            };
            (field.goes(player, guess) && !self.refused(player, one)).then_some(one)
        })
    }

    fn legal(&mut self, player: usize) -> usize {
        match self.refuses(player) {
            true => self.allowed(player).len(),
            false => self.moves(player),
        }
    }

    fn refused(&self, player: usize, (from, stride): (usize, usize)) -> bool {
        if !self.refuses(player) {
            return false;
        }
        match &self.march.legs[player].same {
            Some(Same::Sets(sets)) => return self.is_repeated(player, sets, (from, stride)),
            Some(Same::Away(others)) => return self.is_shared(&others[stride], (from, stride)),
            None => {}
        }
        let (side, strides) = (&self.plan.sides[player], &self.march.legs[player].strides);
        let Some(at) = stride.checked_sub(strides.puts.len()) else {
            let place = &side.places[usize::from(strides.puts[stride])];
            return self.masked(player, from, Arrival::put(place));
        };
        let Stride { kind, group, shift, .. } = &strides.all[at];
        let group = &side.kinds[usize::from(*kind)].groups[usize::from(*group)];
        let pieces = group.becomes.iter().flat_map(|becomes| &becomes.pieces).copied();
        let (name, from, to) = (group.name, Some(from), from.wrapping_add_signed(shift.by.into()));
        pieces.take(1).any(|piece| self.masked(player, to, Arrival { name, piece, from }))
    }

    #[inline]
    fn state(&self, player: usize, moves: usize) -> State {
        let side = &self.plan.sides[player];
        let on = self.on();
        let field = Field { plan: self.plan, board: &on };
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
    fn make(&mut self, player: usize, (from, stride): (usize, usize)) {
        let leg = &self.march.legs[player];
        let Strides { all, puts, .. } = &leg.strides;
        let one = match stride.checked_sub(puts.len()) {
            Some(at) => Ok(&all[at]),
            None => Err(usize::from(puts[stride])),
        };
        let (left, to) = match one {
            Ok(one) => (S::one(from), from.wrapping_add_signed(one.shift.by.into())),
            Err(_) => (S::NONE, from),
        };
        if let Some(first) = self.march.slots {
            self.count(player, one, to, first);
        }
        exchange(&mut self.game.now.sets, &leg.joins[stride], left, S::one(to));
        if !leg.others.is_empty()
            && let Some(at) = stride.checked_sub(puts.len())
        {
            change_others(&mut self.game.now.sets, &leg.others[at], from);
        }
        if self.march.by_arrival {
            self.game.now.arrived[player] = to as u16;
            self.game.now.turns += 1;
        }
        if !leg.behind.is_empty() {
            let mut sets = self.game.now.sets;
            leg.behind.iter().for_each(|behind| self.follow(&mut sets, player, behind, to));
            self.game.now.sets = sets;
        }
    }
}
