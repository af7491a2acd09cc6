//! The machine that runs a program's walks: backtracking with explicit stacks and an undo trail.
//!
//! One board is changed in place. A choice remembers where to go on and how long the stacks were;
//! failing returns to the last choice, undoing what was done since. Nothing recurses.

mod ask;
mod op;

use crate::index::{Cell, Mark, MoveName, Piece, Player};
use crate::position::TooWide;
use crate::program::{Entry, NOWHERE, Program};
use crate::rules::{Relation, limits};

/// No choice.
const NONE: u32 = u32::MAX;

/// Where a walk stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pc: u32,
    cursor: u16,
    heading: u16,
    place: u16,
    /// The choice of the innermost `each` or `see` around.
    barrier: u32,
    /// The choice of the last `again`.
    again: u32,
}

/// What one run of a walk is for, and how long the stacks were when it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub walker: Player,
    name: MoveName,
    state: State,
    /// The cell whose capture is asked for.
    target: u16,
    choices: usize,
    trail: usize,
    path: usize,
    captures: usize,
    marks: usize,
    visited: usize,
    listed: usize,
    taken: usize,
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
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    state: State,
    what: What,
    trail: u32,
    path: u32,
    captures: u32,
    marks: u32,
    visited: u32,
    listed: u32,
    taken: u32,
}

/// One change to undo.
#[derive(Clone, Copy, Debug)]
enum Undo {
    Cell(u16, Piece),
    Register(u8, u16),
    Loop(u32, u32, u32),
    /// A search that began at that place of `searched` is over.
    Search(u32),
}

/// What comes after a failure.
enum Next {
    Run,
    End,
}

/// The board and the stacks.
#[derive(Debug)]
pub(super) struct Machine<'p> {
    pub program: &'p Program,
    /// The board.
    pub cells: Vec<Piece>,
    /// Instructions run since it was set to 0.
    pub steps: u64,
    pub frame: Frame,
    choices: Vec<Choice>,
    trail: Vec<Undo>,
    pub path: Vec<Cell>,
    pub captures: Vec<Cell>,
    /// The marks that the walk makes when its move is made.
    pub marks: Vec<(Mark, Cell, bool)>,
    visited: Vec<(u32, u16, u16)>,
    /// Where the searches that are open have been: a bit a cell, or a cell and heading.
    searched: Vec<u64>,
    /// The cells that each open `every` was begun with.
    listed: Vec<u16>,
    /// Where pieces stand that the walk has captured, and that leave the board when the move is over.
    taken: Vec<u16>,
    registers: Vec<u16>,
    /// Of each loop: rounds made, and where its visits begin.
    loops: Vec<(u32, u32)>,
}

impl<'p> Machine<'p> {
    /// A machine with an empty board.
    pub fn new(program: &'p Program) -> Self {
        let state = State {
            pc: 0,
            cursor: NOWHERE,
            heading: 0,
            place: NOWHERE,
            barrier: NONE,
            again: NONE,
        };
        Self {
            program,
            cells: vec![Piece::EMPTY; program.layout.len()],
            steps: 0,
            frame: Frame {
                walker: Player(0),
                name: MoveName(0),
                state,
                target: NOWHERE,
                choices: 0,
                trail: 0,
                path: 0,
                captures: 0,
                marks: 0,
                visited: 0,
                listed: 0,
                taken: 0,
                sees: 0,
                came: 0,
            },
            choices: Vec::new(),
            trail: Vec::new(),
            path: Vec::new(),
            captures: Vec::new(),
            marks: Vec::new(),
            visited: Vec::new(),
            searched: Vec::new(),
            listed: Vec::new(),
            taken: Vec::new(),
            registers: vec![NOWHERE; program.code.registers],
            loops: vec![(0, 0); program.code.loops.len()],
        }
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
        };
        self.frame = self.frame_of(walker, entry.name, state, target);
        self.clear_registers();
        if cell != NOWHERE {
            self.path.push(Cell(cell));
        }
    }

    /// A frame that begins where the stacks end.
    fn frame_of(&self, walker: Player, name: MoveName, state: State, target: u16) -> Frame {
        Frame {
            walker,
            name,
            state,
            target,
            choices: self.choices.len(),
            trail: self.trail.len(),
            path: self.path.len(),
            captures: self.captures.len(),
            marks: self.marks.len(),
            visited: self.visited.len(),
            listed: self.listed.len(),
            taken: self.taken.len(),
            sees: self.taken.len(),
            came: self.path.len(),
        }
    }

    /// Runs to the first fit; false, with everything undone, if there is none.
    pub fn first(&mut self) -> Result<bool, TooWide> {
        self.run()
    }

    /// Runs to the next fit; false, with everything undone, if there is none.
    pub fn next(&mut self) -> Result<bool, TooWide> {
        match self.fail() {
            Next::Run => self.run(),
            Next::End => {
                self.stop();
                Ok(false)
            }
        }
    }

    /// Takes what the walk has captured off the board, once it is over; undone with the walk.
    pub fn finish(&mut self) {
        for at in self.frame.sees..self.taken.len() {
            self.set(self.taken[at], Piece::EMPTY);
        }
    }

    /// Whether the walk has captured what stands on a cell.
    fn is_taken(&self, cell: u16) -> bool {
        self.taken.get(self.frame.sees..).is_some_and(|taken| taken.contains(&cell))
    }

    /// Whether the walk has been on a cell.
    fn has_visited(&self, cell: Cell) -> bool {
        self.path.get(self.frame.came..).is_some_and(|path| path.contains(&cell))
    }

    /// Undoes everything since [`Machine::start`].
    pub fn stop(&mut self) {
        let frame = self.frame;
        self.frame.target = NOWHERE;
        self.frame.state.place = NOWHERE;
        self.choices.truncate(frame.choices);
        self.undo(frame.trail);
        self.path.truncate(frame.path);
        self.captures.truncate(frame.captures);
        self.marks.truncate(frame.marks);
        self.visited.truncate(frame.visited);
        self.listed.truncate(frame.listed);
        self.taken.truncate(frame.taken);
    }

    /// Puts everything back as it was before any walk, after an error.
    pub fn reset(&mut self) {
        self.choices.clear();
        self.undo(0);
        self.frame.target = NOWHERE;
        self.frame.state.place = NOWHERE;
        self.path.clear();
        self.captures.clear();
        self.marks.clear();
        self.visited.clear();
        self.listed.clear();
        self.taken.clear();
        (self.frame.taken, self.frame.sees, self.frame.came) = (0, 0, 0);
    }

    /// Calls `with` for each cell that the walk has changed, perhaps more than once, with what stood
    /// there before; the first call for a cell is right.
    pub fn changes(&self, mut with: impl FnMut(Cell, Piece)) {
        for undo in &self.trail[self.frame.trail..] {
            if let Undo::Cell(cell, before) = *undo {
                with(Cell(cell), before);
            }
        }
    }

    /// The marks that the walk makes.
    pub fn made(&self) -> &[(Mark, Cell, bool)] {
        &self.marks[self.frame.marks..]
    }

    /// Whether the target is among the walk's captures.
    pub fn took_target(&self) -> bool {
        self.captures[self.frame.captures..].contains(&Cell(self.frame.target))
    }

    #[inline]
    fn set(&mut self, cell: u16, piece: Piece) {
        let slot = &mut self.cells[usize::from(cell)];
        self.trail.push(Undo::Cell(cell, *slot));
        *slot = piece;
    }

    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            match self.trail.pop() {
                Some(Undo::Cell(cell, piece)) => self.cells[usize::from(cell)] = piece,
                Some(Undo::Register(at, cell)) => self.registers[usize::from(at)] = cell,
                Some(Undo::Loop(id, rounds, base)) => self.loops[id as usize] = (rounds, base),
                Some(Undo::Search(base)) => self.searched.truncate(base as usize),
                None => return,
            }
        }
    }

    fn clear_registers(&mut self) {
        for (at, register) in self.registers.iter_mut().enumerate() {
            if *register != NOWHERE {
                self.trail.push(Undo::Register(at as u8, *register));
                *register = NOWHERE;
            }
        }
    }

    fn choose(&mut self, what: What) {
        self.choices.push(Choice {
            state: self.frame.state,
            what,
            trail: self.trail.len() as u32,
            path: self.path.len() as u32,
            captures: self.captures.len() as u32,
            marks: self.marks.len() as u32,
            visited: self.visited.len() as u32,
            listed: self.listed.len() as u32,
            taken: self.taken.len() as u32,
        });
    }

    /// Undoes everything since a choice was made.
    fn restore(&mut self, choice: &Choice) {
        self.frame.state = choice.state;
        self.undo(choice.trail as usize);
        self.path.truncate(choice.path as usize);
        self.captures.truncate(choice.captures as usize);
        self.marks.truncate(choice.marks as usize);
        self.visited.truncate(choice.visited as usize);
        self.listed.truncate(choice.listed as usize);
        self.taken.truncate(choice.taken as usize);
    }

    /// Returns to the last choice that has anything left.
    fn fail(&mut self) -> Next {
        loop {
            if self.choices.len() == self.frame.choices {
                return Next::End;
            }
            let top = self.choices.len() - 1;
            let choice = self.choices[top];
            self.restore(&choice);
            match choice.what {
                What::Split => {
                    self.choices.truncate(top);
                    return Next::Run;
                }
                What::Face { list, at } => {
                    let turns = self.program.code.turns[list as usize].at(choice.state.heading);
                    self.frame.state.heading = turns[at as usize];
                    if at as usize + 1 < turns.len() {
                        self.choices[top].what = What::Face { list, at: at + 1 };
                    } else {
                        self.choices.truncate(top);
                    }
                    return Next::Run;
                }
                What::Pick { check, at } => {
                    self.choices.truncate(top);
                    if self.pick(check, at) {
                        return Next::Run;
                    }
                }
                What::Each { list, at, fitted, optional, end } => {
                    self.choices.truncate(top);
                    if self.each(list, at, fitted, optional, end) {
                        return Next::Run;
                    }
                }
                What::Every { first, at, fitted, optional, end } => {
                    self.choices.truncate(top);
                    if self.every(first, at, fitted, optional, end) {
                        return Next::Run;
                    }
                }
                What::See { holds, end } => {
                    self.choices.truncate(top);
                    if !holds {
                        self.frame.state.pc = end;
                        return Next::Run;
                    }
                }
                What::Tally { list, at, fits, id, end } => {
                    self.choices.truncate(top);
                    if self.tally(list, at, fits, id, end) {
                        return Next::Run;
                    }
                }
                What::Again { at, fitted } => {
                    if let Some((next, entry)) = self.following(at) {
                        self.choices[top].what = What::Again { at: next, fitted };
                        self.clear_registers();
                        let state = &mut self.frame.state;
                        state.pc = entry.start;
                        state.cursor = state.place;
                        state.barrier = NONE;
                        state.again = top as u32;
                        return Next::Run;
                    }
                    self.choices.truncate(top);
                    if !fitted {
                        // The chain ends here; what follows `again` is done.
                        return Next::Run;
                    }
                }
            }
        }
    }

    /// The next move that an `again` may go on with, and the number after it.
    fn following(&self, at: u32) -> Option<(u32, &'p Entry)> {
        let program = self.program;
        let place = self.frame.state.place;
        let kind = self.cells.get(usize::from(place))?.kind()?;
        let walks = program.sides[self.frame.walker.index()].kinds.get(kind.index())?;
        let mut rest = walks.entries.iter().enumerate().skip(at as usize);
        let (found, entry) = rest.find(|(_, entry)| {
            entry.name == self.frame.name
                && entry.from.as_ref().is_none_or(|from| from.contains(Cell(place)))
        })?;
        Some((found as u32 + 1, entry))
    }

    /// Tells every `again` on the way that something fits.
    fn fits(&mut self) {
        let mut at = self.frame.state.again;
        while at != NONE {
            let choice = &mut self.choices[at as usize];
            at = choice.state.again;
            match &mut choice.what {
                What::Again { fitted, .. } if !*fitted => *fitted = true,
                _ => return,
            }
        }
    }

    /// Goes to the next cell that passes, from `at` on.
    fn pick(&mut self, check: u32, at: u16) -> bool {
        let cells = self.program.cells as u16;
        for cell in at..cells {
            self.steps += 1;
            if self.program.has(Cell(cell)) && self.passes(check, cell) {
                if cell + 1 < cells {
                    self.choose(What::Pick { check, at: cell + 1 });
                }
                let state = &mut self.frame.state;
                state.cursor = cell;
                state.heading = self.program.sides[self.frame.walker.index()].facing;
                self.path.push(Cell(cell));
                return true;
            }
        }
        false
    }

    /// Starts the body of an `each` in the next heading, or goes on after it.
    fn each(&mut self, list: u32, at: u32, fitted: bool, optional: bool, end: u32) -> bool {
        let turns = self.program.code.turns[list as usize].at(self.frame.state.heading);
        let Some(heading) = turns.get(at as usize) else {
            self.frame.state.pc = end;
            return fitted || optional;
        };
        self.choose(What::Each { list, at: at + 1, fitted, optional, end });
        self.frame.state.barrier = self.choices.len() as u32 - 1;
        self.frame.state.heading = *heading;
        true
    }

    /// Starts the body of a tally in the next heading, or goes on after it.
    fn tally(&mut self, list: u32, at: u32, fits: u16, id: u32, end: u32) -> bool {
        let (relation, number) = self.program.code.tallies[id as usize];
        let turns = self.program.code.turns[list as usize].at(self.frame.state.heading);
        let enough = relation == Relation::AtLeast && fits >= number;
        let Some(heading) = turns.get(at as usize).filter(|_| !enough) else {
            self.frame.state.pc = end;
            return relation.holds(fits, number);
        };
        self.choose(What::Tally { list, at: at + 1, fits, id, end });
        self.frame.state.barrier = self.choices.len() as u32 - 1;
        self.frame.state.heading = *heading;
        true
    }

    /// Takes down the cells that pass; where they begin.
    fn list(&mut self, check: u32) -> u32 {
        let first = self.listed.len();
        for cell in 0..self.program.cells as u16 {
            self.steps += 1;
            if self.program.has(Cell(cell)) && self.passes(check, cell) {
                self.listed.push(cell);
            }
        }
        first as u32
    }

    /// Starts the body of an `every` on the next cell, or goes on after it.
    fn every(&mut self, first: u32, at: u32, fitted: bool, optional: bool, end: u32) -> bool {
        let Some(cell) = self.listed.get(at as usize).copied() else {
            self.listed.truncate(first as usize);
            self.frame.state.pc = end;
            return fitted || optional;
        };
        self.choose(What::Every { first, at: at + 1, fitted, optional, end });
        let state = &mut self.frame.state;
        state.barrier = self.choices.len() as u32 - 1;
        state.cursor = cell;
        state.heading = self.program.sides[self.frame.walker.index()].facing;
        true
    }

    /// Whether the search at hand, which began at that place, comes to the cell and heading anew.
    fn comes_anew(&mut self, base: u32, headings: u32, state: &State) -> bool {
        if state.cursor == NOWHERE {
            return true;
        }
        let heading = if headings == 1 { 0 } else { usize::from(state.heading) };
        let at = heading * self.program.cells + usize::from(state.cursor);
        let Some(word) = self.searched.get_mut(base as usize + at / 64) else { return false };
        let bit = 1 << (at % 64);
        let anew = *word & bit == 0;
        *word |= bit;
        anew
    }

    /// What stands on the cell is captured, and goes to the hand where there is one.
    fn capture(&mut self, cell: u16, piece: Piece) {
        self.captures.push(Cell(cell));
        let slot = self.program.sides[self.frame.walker.index()].hand[usize::from(piece.0)];
        if slot != NOWHERE {
            let held = self.cells[usize::from(slot)].0.saturating_add(1);
            self.set(slot, Piece(held));
        }
    }

    /// Runs until the walk fits or nothing is left.
    fn run(&mut self) -> Result<bool, TooWide> {
        let program = self.program;
        loop {
            self.steps += 1;
            if self.steps > limits::STEPS {
                self.stop();
                return Err(TooWide::Steps);
            }
            match self.op(program.code.ops[self.frame.state.pc as usize]) {
                Step::On => {}
                Step::Fit => return Ok(true),
                Step::Fail => match self.fail() {
                    Next::Run => {}
                    Next::End => {
                        self.stop();
                        return Ok(false);
                    }
                },
            }
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
