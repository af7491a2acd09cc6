//! The machine that runs a program's walks: backtracking with explicit stacks and an undo trail.
//!
//! One board is changed in place. A choice remembers where to go on and how long the stacks were;
//! failing returns to the last choice, undoing what was done since. Nothing recurses. Where nothing can be changed, a choice remembers
//! no more than where to go on (`glance`).

mod ask;
mod glance;
mod op;
mod stacks;
mod towers;
mod ways;

use crate::index::{Cell, Kind, MoveName, Piece, Player, Register};
use crate::position::TooWide;
use crate::program::{Entry, Latch, NOWHERE, Op, Program, has};
use crate::rules::{Amount, Relation, limits};
pub(super) use stacks::Stacks;
use std::ops::{Deref, DerefMut};
use towers::ALL;

/// No choice.
const NONE: u32 = u32::MAX;

/// Where a walk stands. Fields that are short lie apart, or the compiler packs and unpacks them together at each step.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct State {
    pc: u32,
    cursor: u16,
    /// What the walking piece has become.
    became: Option<Kind>,
    /// The choice of the innermost `each` or `see` around.
    barrier: u32,
    heading: u16,
    /// How many pieces of its tower the walking piece takes along, itself included, or [`ALL`].
    load: u16,
    /// The choice of the last `again`.
    again: u32,
    place: u16,
}

/// What one run of a walk is for, and how long the stacks were when it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub walker: Player,
    name: MoveName,
    state: State,
    /// The cell whose capture is asked for.
    target: u16,
    /// Whether none but the `firsts` are picked first.
    narrowed: bool,
    choices: usize,
    trail: usize,
    path: usize,
    captures: usize,
    marks: usize,
    branches: usize,
    /// Where the list of taken cells begins that this run sees: a look sees those of the walk that looks.
    sees: usize,
    /// Where the path begins that this run sees, likewise.
    came: usize,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Split,
    Face {
        list: u32,
        at: u32,
    },
    Pick {
        check: u32,
        at: u16,
    },
    Each {
        list: u32,
        at: u32,
        fitted: bool,
        optional: bool,
        end: u32,
    },
    /// The cells that are left are those of `listed` from `at` on.
    Every {
        first: u32,
        at: u32,
        fitted: bool,
        optional: bool,
        end: u32,
    },
    While {
        rounds: u32,
        end: u32,
    },
    See {
        holds: bool,
        end: u32,
    },
    Tally {
        list: u32,
        at: u32,
        fits: u16,
        id: u32,
        end: u32,
    },
    Again {
        at: u32,
        fitted: bool,
    },
    /// The branches that are left are those from that one on.
    Fork(u32),
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    state: State,
    what: What,
    trail: u32,
}

/// One change to undo.
#[derive(Clone, Copy, Debug)]
enum Undo {
    Cell(u16, Piece),
    Register(u8, u16),
    Loop(u32, u32, u32),
    /// A search that began at that place of `searched` is over.
    Search(u32),
    /// What an `every` has listed begins there.
    Listed(u32),
    /// The last of each of these is not there any more.
    Path,
    Captures,
    Marks,
    Visited,
    Taken,
    /// A way took a branch; so many it was one of before.
    Branch(u64),
    /// How often it had gone on.
    Further(u32),
}

/// A program, and what it runs on.
#[derive(Debug)]
pub(super) struct Machine<'p> {
    pub program: &'p Program,
    stacks: Stacks,
}

// The program is read while its stacks are written.
impl Deref for Machine<'_> {
    type Target = Stacks;

    #[inline]
    fn deref(&self) -> &Stacks {
        &self.stacks
    }
}

impl DerefMut for Machine<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Stacks {
        &mut self.stacks
    }
}

impl<'p> Machine<'p> {
    /// A machine with an empty board.
    pub fn new(program: &'p Program) -> Self {
        Self::with(program, Stacks::new(program))
    }

    /// A machine on stacks that were made for the program.
    pub fn with(program: &'p Program, stacks: Stacks) -> Self {
        Self { program, stacks }
    }

    /// The board and the stacks, to be put by.
    pub fn rest(self) -> Stacks {
        self.stacks
    }

    /// Sets up a walk from `cell` (nowhere for an action); follow with [`Machine::first`].
    pub fn start(&mut self, walker: Player, entry: &Entry, cell: u16, target: u16) {
        let state = State {
            pc: entry.start,
            cursor: cell,
            heading: self.program.sides[walker.index()].facing,
            place: cell,
            barrier: NONE,
            again: NONE,
            became: None,
            load: ALL,
        };
        self.frame = self.frame_of(walker, entry.name, state, target);
        self.clear_registers();
        if cell != NOWHERE {
            self.comes_to(cell);
        }
    }

    /// Sets up an action that begins with a pick, which picks one of these cells, in words of 64 each.
    pub fn start_picking(
        &mut self,
        walker: Player,
        entry: &Entry,
        firsts: impl Iterator<Item = u64>,
    ) {
        self.start(walker, entry, NOWHERE, NOWHERE);
        self.frame.narrowed = true;
        self.firsts.clear();
        self.firsts.extend(firsts);
    }

    /// Runs to the first fit; false, with everything undone, if there is none.
    pub fn first(&mut self) -> Result<bool, TooWide> {
        self.run(self.frame.state)
    }

    /// Runs to the next fit; false, with everything undone, if there is none.
    pub fn next(&mut self) -> Result<bool, TooWide> {
        self.back().map_or(Ok(false), |state| self.run(state))
    }

    /// The same as [`Machine::fail`], with everything undone if there is no choice left.
    fn back(&mut self) -> Option<State> {
        let state = self.fail();
        if state.is_none() {
            self.stop();
        }
        state
    }

    /// Returns to the last choice that has anything left: where the walk stands then.
    fn fail(&mut self) -> Option<State> {
        loop {
            if self.choices.len() == self.frame.choices {
                return None;
            }
            let top = self.choices.len() - 1;
            let choice = self.choices[top];
            let state = choice.state;
            self.undo(choice.trail as usize);
            let onward = match choice.what {
                What::Face { list, at } => {
                    let turns = self.program.code.turns[list as usize].at(state.heading);
                    match self.next_open(turns, at as usize + 1, state.pc, state.cursor) {
                        Some(next) => {
                            self.choices[top].what = What::Face { list, at: next as u32 };
                        }
                        None => self.choices.truncate(top),
                    }
                    return Some(self.headed(state, turns, at as usize));
                }
                What::Again { at, fitted } => match self.following(state.place, at) {
                    Some((next, entry)) => {
                        self.choices[top].what = What::Again { at: next, fitted };
                        self.clear_registers();
                        return Some(State {
                            pc: entry.start,
                            cursor: state.place,
                            barrier: NONE,
                            again: top as u32,
                            load: ALL,
                            ..state
                        });
                    }
                    // Where nothing fits the chain ends here; what follows `again` is done.
                    None => (!fitted).then_some(state),
                },
                What::Split => Some(state),
                What::Fork(branch) => {
                    self.resumed = branch;
                    Some(state)
                }
                What::While { end, .. } => Some(State { pc: end, ..state }),
                What::See { holds, end } => (!holds).then_some(State { pc: end, ..state }),
                _ => None,
            };
            self.choices.truncate(top);
            let onward = match choice.what {
                What::Pick { check, at } => self.pick(state, check, at),
                What::Each { list, at, fitted, optional, end } => {
                    self.each(state, list, at, fitted, optional, end)
                }
                What::Every { first, at, fitted, optional, end } => {
                    self.every(state, first, at, fitted, optional, end)
                }
                What::Tally { list, at, fits, id, end } => {
                    self.tally(state, list, at, fits, id, end)
                }
                _ => onward,
            };
            if onward.is_some() {
                return onward;
            }
        }
    }

    /// The next move that an `again` may go on with, and the number after it.
    fn following(&self, place: u16, at: u32) -> Option<(u32, &'p Entry)> {
        let program = self.program;
        let kind = self.cells.get(usize::from(place))?.kind()?;
        let walks = program.sides[self.frame.walker.index()].kinds.get(kind.index())?;
        let mut rest = walks.entries.iter().enumerate().skip(at as usize);
        let (found, entry) =
            rest.find(|(_, entry)| entry.name == self.frame.name && entry.starts_on(Cell(place)))?;
        Some((found as u32 + 1, entry))
    }

    /// Tells the last `again` of the way, and every one before it, that something fits.
    fn fits(&mut self, mut at: u32) {
        while at != NONE {
            let choice = &mut self.choices[at as usize];
            at = choice.state.again;
            match &mut choice.what {
                What::Again { fitted, .. } if !*fitted => *fitted = true,
                _ => return,
            }
        }
    }

    /// Whether a walk that goes on from an instruction turns back at once, as what stands there or ahead tells.
    #[inline(always)]
    fn is_shut(&self, pc: u32, cursor: u16, heading: u16) -> bool {
        match self.program.code.latches[pc as usize] {
            Latch::Open => false,
            Latch::Here(check) => !self.may_pass(check, cursor),
            Latch::Ahead(_) if cursor == NOWHERE => true,
            Latch::Ahead(check) => {
                !self.may_pass(check, self.program.neighbours.next(heading, cursor))
            }
        }
    }

    /// Whether a cell passes a check of the code, as far as what stands there and where it is tells.
    #[inline(always)]
    fn may_pass(&self, check: u32, cell: u16) -> bool {
        let asked = &self.program.code.checks[check as usize];
        cell != NOWHERE
            && has(&asked.codes, self.cells[usize::from(cell)])
            && (!asked.bounded || asked.cells.contains(Cell(cell)))
    }

    /// The first of some headings, from that one on, in which what comes does not turn back at once. A single one is not asked
    /// about: nothing would be noted for it.
    #[inline(always)]
    fn next_open(&self, turns: &[u16], from: usize, pc: u32, cursor: u16) -> Option<usize> {
        let mut at = from;
        if turns.len() > 1 && !matches!(self.program.code.latches[pc as usize], Latch::Open) {
            while at < turns.len() && self.is_shut(pc, cursor, turns[at]) {
                at += 1;
            }
        }
        (at < turns.len()).then_some(at)
    }

    /// Heads in one of some headings, which is open, and goes on there as far as that is told by it.
    #[inline(always)]
    fn headed(&self, state: State, turns: &[u16], at: usize) -> State {
        let heading = turns[at];
        match self.stepped(turns, state.pc, state.cursor, heading) {
            Some((pc, cursor)) => State { pc, cursor, heading, ..state },
            None => State { heading, ..state },
        }
    }

    /// Where a step in one of some headings leads, which is open, if that tells all of it: the instruction after it, and the cell.
    #[inline(always)]
    fn stepped(&self, turns: &[u16], pc: u32, cursor: u16, heading: u16) -> Option<(u32, u16)> {
        let step = turns.len() > 1 && matches!(self.program.code.ops[pc as usize], Op::Step(_));
        step.then(|| (pc + 2, self.program.neighbours.next(heading, cursor)))
    }

    /// Goes to the next cell that passes, from `at` on.
    fn pick(&mut self, mut state: State, check: u32, at: u16) -> Option<State> {
        self.frame.state = state;
        let first = self.frame.narrowed && self.path.len() == self.frame.path;
        let (asked, mut at) = (&self.program.code.checks[check as usize], usize::from(at));
        let next = |this: &Self, at| match first {
            true => asked.cells.next_among(&this.firsts, at),
            false => asked.cells.next(at),
        };
        while let Some(found) = next(self, at) {
            at = found + 1;
            self.steps += 1;
            let cell = found as u16;
            if self.passes(check, cell) {
                if at < self.program.cells {
                    self.choose(state, What::Pick { check, at: at as u16 });
                }
                state.cursor = cell;
                state.heading = self.program.sides[self.frame.walker.index()].facing;
                self.comes_to(cell);
                return Some(state);
            }
        }
        None
    }

    /// Starts the body of an `each` in the next heading, or goes on after it.
    fn each(
        &mut self,
        state: State,
        list: u32,
        at: u32,
        fitted: bool,
        optional: bool,
        end: u32,
    ) -> Option<State> {
        let turns = self.program.code.turns[list as usize].at(state.heading);
        let Some(at) = self.next_open(turns, at as usize, state.pc, state.cursor) else {
            return (fitted || optional).then_some(State { pc: end, ..state });
        };
        let next = at as u32 + 1;
        let barrier = self.choose(state, What::Each { list, at: next, fitted, optional, end });
        Some(self.headed(State { barrier, ..state }, turns, at))
    }

    /// Starts the body of a `while` once more, unless it has been done too often to end.
    fn again_while(&mut self, state: State, rounds: u32, end: u32) -> Option<State> {
        (rounds <= limits::ROUNDS).then(|| {
            let barrier = self.choose(state, What::While { rounds, end });
            State { barrier, ..state }
        })
    }

    /// How much is meant; none where nothing was taken down.
    pub(super) fn amount(&self, amount: Amount) -> Option<u16> {
        match amount {
            Amount::Fixed(number) => Some(number),
            Amount::Held(register) => {
                Some(self.registers[register.index()]).filter(|number| *number != NOWHERE)
            }
        }
    }

    /// Takes of a number, or all that there is; whether it could.
    fn less(&mut self, slot: u16, amount: Option<Amount>, held: Option<Register>) -> bool {
        let count = self.cells[usize::from(slot)].0;
        let taken = match amount {
            Some(amount) => self.amount(amount),
            None => Some(count).filter(|count| *count > 0),
        };
        let Some(taken) = taken.filter(|taken| *taken <= count) else { return false };
        self.set(slot, Piece(count - taken));
        if let Some(held) = held {
            self.name(held.0, taken);
        }
        true
    }

    /// Adds to a number; whether it could.
    fn more(&mut self, slot: u16, amount: Amount) -> bool {
        let count = self.cells[usize::from(slot)].0;
        let after = self.amount(amount).map(|amount| count + amount);
        let Some(after) = after.filter(|after| *after <= u16::from(u8::MAX)) else { return false };
        self.set(slot, Piece(after));
        true
    }

    /// Starts the body of a tally in the next heading, or goes on after it.
    fn tally(
        &mut self,
        state: State,
        list: u32,
        at: u32,
        fits: u16,
        id: u32,
        end: u32,
    ) -> Option<State> {
        let (relation, number) = self.program.code.tallies[id as usize];
        let turns = self.program.code.turns[list as usize].at(state.heading);
        let enough = relation == Relation::AtLeast && fits >= number;
        let next = self.next_open(turns, at as usize, state.pc, state.cursor);
        let Some(at) = next.filter(|_| !enough) else {
            return relation.holds(fits, number).then_some(State { pc: end, ..state });
        };
        let barrier = self.choose(state, What::Tally { list, at: at as u32 + 1, fits, id, end });
        Some(self.headed(State { barrier, ..state }, turns, at))
    }

    /// Takes down the cells that pass; where they begin.
    fn list(&mut self, check: u32) -> u32 {
        let (asked, first) = (&self.program.code.checks[check as usize], self.listed.len());
        self.trail.push(Undo::Listed(first as u32));
        let mut at = 0;
        while let Some(cell) = asked.cells.next(at) {
            self.steps += 1;
            at = cell + 1;
            if self.passes(check, cell as u16) {
                self.listed.push(cell as u16);
            }
        }
        first as u32
    }

    /// Starts the body of an `every` on the next cell, or goes on after it.
    fn every(
        &mut self,
        state: State,
        first: u32,
        at: u32,
        fitted: bool,
        optional: bool,
        end: u32,
    ) -> Option<State> {
        let Some(cell) = self.listed.get(at as usize).copied() else {
            self.listed.truncate(first as usize);
            return (fitted || optional).then_some(State { pc: end, ..state });
        };
        let barrier = self.choose(state, What::Every { first, at: at + 1, fitted, optional, end });
        let heading = self.program.sides[self.frame.walker.index()].facing;
        Some(State { barrier, cursor: cell, heading, ..state })
    }

    /// Whether the search at hand, which began at that place, comes to the cell and heading anew.
    fn comes_anew(&mut self, base: u32, headings: u32, cursor: u16, heading: u16) -> bool {
        if cursor == NOWHERE {
            return true;
        }
        let heading = if headings == 1 { 0 } else { usize::from(heading) };
        let at = heading * self.program.cells + usize::from(cursor);
        let Some(word) = self.searched.get_mut(base as usize + at / 64) else { return false };
        let bit = 1 << (at % 64);
        let anew = *word & bit == 0;
        *word |= bit;
        anew
    }

    /// What stands on the cell is captured, and goes to the hand where there is one.
    pub(super) fn capture(&mut self, cell: u16, piece: Piece) {
        self.captured_on(cell);
        let slot = self.program.sides[self.frame.walker.index()].hand[usize::from(piece.0)];
        if slot != NOWHERE {
            let held = self.cells[usize::from(slot)].byte().saturating_add(1);
            self.set(slot, Piece::of_byte(held));
        }
    }

    /// Runs on from there until the walk fits or nothing is left.
    fn run(&mut self, mut state: State) -> Result<bool, TooWide> {
        let program = self.program;
        loop {
            self.spend()?;
            let step = self.op(&program.code.ops[state.pc as usize], &mut state);
            if let Some(fits) = self.after(step, &mut state) {
                return Ok(fits);
            }
        }
    }

    /// Takes an instruction off what may be run; where there is none, everything is undone.
    #[inline(always)]
    fn spend(&mut self) -> Result<(), TooWide> {
        self.steps += 1;
        if self.is_spent() {
            self.stop();
            return Err(TooWide::Steps);
        }
        Ok(())
    }

    /// Goes on after an instruction, or back to a choice where it fails; once that is known, whether the walk fits.
    #[inline(always)]
    fn after(&mut self, step: Step, state: &mut State) -> Option<bool> {
        match step {
            Step::On => None,
            Step::Fit => {
                self.frame.state = *state;
                Some(true)
            }
            Step::Fail => match self.back() {
                Some(before) => {
                    *state = before;
                    None
                }
                None => Some(false),
            },
        }
    }
}

/// What an instruction comes to.
enum Step {
    On,
    Fail,
    Fit,
}

impl Step {
    fn when(on: bool) -> Self {
        if on { Step::On } else { Step::Fail }
    }
}
