//! Random games of phases, played on the plan's sets of cells and the numbers in the slots alone.

use super::Fast;
use super::field::{Field, Stands};
use super::list::Play;
use super::phase::Stage;
use super::rounds::{Rounds, exchange};
use crate::eval::playout::{Chance, Playout};
use crate::index::{Piece, Player};
use crate::position::{Position, State};
use crate::program::{Content, Course, NOWHERE, Plan, Set, Winner};

/// The position from which games begin, and one of a game.
#[derive(Debug)]
pub(super) struct Coursing<'p, S> {
    /// The cells and slots of the first; nothing is known of it if there are none.
    cells: Vec<Piece>,
    start: Kept<S>,
    now: Kept<S>,
    /// The phases that the other is in.
    open: Vec<Stage<'p, S>>,
    /// The cells from which pieces may go, and by such a cell, how many moves there are.
    from: S,
    counts: Vec<u32>,
}

/// What is kept of a position.
#[derive(Clone, Debug)]
struct Kept<S> {
    /// The plan's sets.
    sets: Vec<S>,
    /// The cells where anything stands.
    occupied: S,
    /// The slots, and how many cells come before them.
    slots: Vec<u8>,
    size: usize,
}

impl<S: Set> Stands<S> for Kept<S> {
    #[inline]
    fn set(&self, content: Content) -> S {
        self.sets[usize::from(content.0)]
    }

    #[inline]
    fn occupied(&self) -> S {
        self.occupied
    }

    #[inline]
    fn slot(&self, at: usize) -> u8 {
        self.slots[at - self.size]
    }
}

impl<S: Set> Default for Coursing<'_, S> {
    fn default() -> Self {
        let none = || Kept { sets: Vec::new(), occupied: S::NONE, slots: Vec::new(), size: 0 };
        Self {
            cells: Vec::new(),
            start: none(),
            now: none(),
            open: Vec::new(),
            from: S::NONE,
            counts: Vec::new(),
        }
    }
}

impl<S: Set> Fast<'_, S> {
    /// A random game as [`Fast::playout`] plays it; `None` if more can happen than the moves of phases.
    pub(super) fn coursed(
        &mut self,
        start: &Position,
        chance: &mut Chance,
        plies: u32,
    ) -> Option<Playout> {
        let plan = self.plan;
        let course = plan.course.as_ref()?;
        let mut coursing = self.coursing.take().unwrap_or_default();
        if !Piece::alike(&coursing.cells, &start.cells) {
            self.load(&start.cells, false);
            let size = self.program.cells;
            let contents = plan.contents.all();
            let slots = start.cells[size..].iter().map(|slot| slot.byte());
            coursing.start = Kept {
                sets: contents.map(|content| self.board.set(content)).collect(),
                occupied: self.board.occupied,
                slots: slots.collect(),
                size,
            };
            coursing.cells.clone_from(&start.cells);
            coursing.counts.resize(size, 0);
        }
        let game = &mut **self.coursing.insert(coursing);
        game.now.clone_from(&game.start);
        Some(Game { plan, course, game }.play(start.turn, chance, plies))
    }
}

/// A game by a plan.
struct Game<'p, 'g, S> {
    plan: &'p Plan<S>,
    course: &'p Course<S>,
    game: &'g mut Coursing<'p, S>,
}

impl<'p, S: Set> Game<'p, '_, S> {
    fn field(&self) -> Field<'p, '_, S, Kept<S>> {
        Field { plan: self.plan, board: &self.game.now }
    }
}

impl<S: Set> Rounds for Game<'_, '_, S> {
    type Move = Play;

    fn players(&self) -> usize {
        self.plan.sides.len()
    }

    fn moves(&mut self, player: usize) -> usize {
        let Coursing { now, open, counts, from, .. } = &mut *self.game;
        let (field, player) = (Field { plan: self.plan, board: now }, Player::at(player));
        field.open_phases(player, open);
        *from = S::NONE;
        let moves = field.count_phases(player, open, |cell, count| {
            counts[cell] = count;
            *from |= S::one(cell);
        });
        moves as usize
    }

    fn state(&self, player: usize, moves: usize) -> State {
        let (side, field) = (&self.plan.sides[player], self.field());
        let mut ends = side.ends.iter().zip(&side.last);
        let ended = ends
            .position(|(ending, last)| (moves == 0 || !last) && field.tells(ending, moves == 0));
        ended.map_or(State::Ongoing, |at| match side.winners[at] {
            Winner::Player(winner) => State::Won(winner, at),
            Winner::Nobody | Winner::Last | Winner::Extreme(..) => State::Drawn(at),
        })
    }

    fn nth(&self, player: usize, before: usize) -> Play {
        let Coursing { open, from, counts, .. } = &*self.game;
        let from = (*from, &counts[..]);
        self.field().chosen_phase(Player::at(player), open, from, before as u32)
    }

    fn make(&mut self, player: usize, one: Play) {
        let Play::Phase { phase, from, to, taken } = one else { return };
        let phase = usize::from(phase);
        let one = |at: u16| if at == NOWHERE { S::NONE } else { S::one(at.into()) };
        let (left, to) = (one(from) | one(taken), one(to));
        let now = &mut self.game.now;
        exchange(&mut now.sets, &self.course.joins[player][phase], left, to);
        now.occupied = now.occupied & !left | to;
        let side = &self.plan.sides[player];
        let name = side.phases[phase].name;
        for tick in side.ticks.iter().flat_map(|ticks| &ticks[name.index()]) {
            let slot = &mut now.slots[usize::from(tick.slot) - now.size];
            *slot = tick.after(*slot);
        }
    }
}
