//! The board that walks change, the stacks that remember how, and the way back.

use super::glance::Back;
use super::towers::{ALL, TUCKED};
use super::{Choice, Frame, NONE, State, Undo, What};
use crate::index::{Cell, Kind, Mark, MoveName, Piece, Player};
use crate::program::{NOWHERE, Program};
use crate::rules::limits;

/// What a position costs beside its walks, in instructions.
const POSITION: u64 = 32;

/// What a move costs beside the walk that leads to it, where moves are kept and put in order, in instructions.
const MOVE: u64 = 16;

/// The board and the stacks.
#[derive(Debug)]
pub struct Stacks {
    /// The board.
    pub cells: Vec<Piece>,
    /// Instructions run for this position.
    pub steps: u64,
    /// How many may be run for it.
    most: u64,
    /// How many may be run for all positions.
    spare: u64,
    pub frame: Frame,
    pub(super) choices: Vec<Choice>,
    /// Where looks that only look may go on.
    pub(super) backs: Vec<Back>,
    pub(super) trail: Vec<Undo>,
    pub path: Vec<Cell>,
    pub captures: Vec<Cell>,
    /// The marks that the walk makes when its move is made.
    pub marks: Vec<(Mark, Cell, bool)>,
    pub(super) visited: Vec<(u32, u16, u16)>,
    /// Where the searches that are open have been: a bit a cell, or a cell and heading.
    pub(super) searched: Vec<u64>,
    /// The cells of which one may be picked first, a bit a cell.
    pub(super) firsts: Vec<u64>,
    /// Memory for distances: cells come to, those a step on, and a bit for each cell that was come to.
    pub(super) spread: [Vec<u16>; 3],
    /// The cells that each open `every` was begun with.
    pub(super) listed: Vec<u16>,
    /// Where pieces stand that the walk has captured, and that leave the board when the move is over; and, with a bit more,
    /// where it has taken the top of a tower beneath its own piece.
    pub(super) taken: Vec<u16>,
    pub(super) registers: Vec<u16>,
    /// The first slot of what stands beneath others, how many storeys there are but for the top, and how many cells.
    pub(super) beneath: [usize; 3],
    /// Of each loop: rounds made, and where its visits begin.
    pub(super) loops: Vec<(u32, u32)>,
    /// The branches that a way has taken at forks; the one that it goes on with where it has come back to a fork.
    pub(super) branches: Vec<u32>,
    pub(super) resumed: u32,
    /// How often it has gone on where it may go on again, and one of how many ways it is.
    pub(super) further: u32,
    pub(super) ways: u64,
}

impl Stacks {
    /// An empty board.
    pub(super) fn new(program: &Program) -> Self {
        let state = State {
            pc: 0,
            cursor: NOWHERE,
            heading: 0,
            place: NOWHERE,
            barrier: NONE,
            again: NONE,
            became: None,
            load: ALL,
        };
        Self {
            cells: vec![Piece::EMPTY; program.layout.len()],
            steps: 0,
            most: limits::STEPS,
            spare: u64::MAX,
            frame: Frame {
                walker: Player(0),
                name: MoveName(0),
                state,
                target: NOWHERE,
                narrowed: false,
                choices: 0,
                trail: 0,
                path: 0,
                captures: 0,
                marks: 0,
                branches: 0,
                sees: 0,
                came: 0,
            },
            choices: Vec::new(),
            backs: Vec::new(),
            trail: Vec::new(),
            path: Vec::new(),
            captures: Vec::new(),
            marks: Vec::new(),
            visited: Vec::new(),
            searched: Vec::new(),
            firsts: Vec::new(),
            spread: Default::default(),
            listed: Vec::new(),
            taken: Vec::new(),
            registers: vec![NOWHERE; program.code.registers],
            loops: vec![(0, 0); program.code.loops.len()],
            branches: Vec::new(),
            resumed: 0,
            further: 0,
            ways: 0,
            beneath: program.layout.beneath(),
        }
    }

    /// Goes on to another position, with as many instructions as for every other.
    pub fn begin(&mut self) {
        self.spare = self.spare.saturating_sub(self.steps + POSITION);
        self.steps = 0;
        self.most = self.spare.min(limits::STEPS);
    }

    /// Takes off what it takes to keep so many moves of a position and to put them in order.
    pub fn keep(&mut self, moves: usize) {
        self.spare = self.spare.saturating_sub(MOVE * moves as u64);
    }

    /// Whether too many instructions were run.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.steps > self.most
    }

    /// Allows so many instructions for all positions from now on.
    pub fn allow(&mut self, spare: u64) {
        (self.steps, self.most, self.spare) = (0, spare.min(limits::STEPS), spare);
    }

    /// How many of them are left.
    pub fn left(&self) -> u64 {
        self.spare.saturating_sub(self.steps)
    }

    /// A frame that begins where the stacks end.
    pub(super) fn frame_of(
        &self,
        walker: Player,
        name: MoveName,
        state: State,
        target: u16,
    ) -> Frame {
        Frame {
            walker,
            name,
            state,
            target,
            narrowed: false,
            choices: self.choices.len(),
            trail: self.trail.len(),
            path: self.path.len(),
            captures: self.captures.len(),
            marks: self.marks.len(),
            branches: self.branches.len(),
            sees: self.taken.len(),
            came: self.path.len(),
        }
    }

    /// Takes what the walk has captured off the board, once it is over; undone with the walk.
    pub fn finish(&mut self) {
        for at in self.frame.sees..self.taken.len() {
            if self.taken[at] & TUCKED == 0 {
                self.lower(self.taken[at]);
            }
        }
    }

    /// Whether the walk has captured what stands on a cell.
    pub(super) fn is_taken(&self, cell: u16) -> bool {
        self.taken.get(self.frame.sees..).is_some_and(|taken| taken.contains(&cell))
    }

    /// Whether the walk has been on a cell.
    pub(super) fn has_visited(&self, cell: Cell) -> bool {
        self.path.get(self.frame.came..).is_some_and(|path| path.contains(&cell))
    }

    /// Undoes everything since [`Machine::start`].
    pub fn stop(&mut self) {
        let frame = self.frame;
        self.frame.target = NOWHERE;
        self.frame.state.place = NOWHERE;
        self.choices.truncate(frame.choices);
        self.undo(frame.trail);
    }

    /// Puts everything back as it was before any walk, after an error.
    pub fn reset(&mut self) {
        self.choices.clear();
        self.undo(0);
        self.frame.target = NOWHERE;
        self.frame.state.place = NOWHERE;
        (self.frame.sees, self.frame.came) = (0, 0);
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

    /// The cells on which the walk has captured.
    pub fn captured(&self) -> &[Cell] {
        &self.captures[self.frame.captures..]
    }

    /// What the walking piece has become, if it is off the board now.
    pub fn became(&self) -> Option<Kind> {
        let state = self.frame.state;
        state.became.filter(|_| state.place == NOWHERE)
    }

    /// Whether the target is among the walk's captures.
    pub fn took_target(&self) -> bool {
        self.captures[self.frame.captures..].contains(&Cell(self.frame.target))
    }

    #[inline]
    pub(super) fn set(&mut self, cell: u16, piece: Piece) {
        let slot = &mut self.cells[usize::from(cell)];
        self.trail.push(Undo::Cell(cell, *slot));
        *slot = piece;
    }

    pub(super) fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            match self.trail.pop() {
                Some(Undo::Cell(cell, piece)) => self.cells[usize::from(cell)] = piece,
                Some(Undo::Register(at, cell)) => self.registers[usize::from(at)] = cell,
                Some(Undo::Loop(id, rounds, base)) => self.loops[id as usize] = (rounds, base),
                Some(Undo::Search(base)) => self.searched.truncate(base as usize),
                Some(Undo::Listed(first)) => self.listed.truncate(first as usize),
                Some(Undo::Path) => drop(self.path.pop()),
                Some(Undo::Captures) => drop(self.captures.pop()),
                Some(Undo::Marks) => drop(self.marks.pop()),
                Some(Undo::Visited) => drop(self.visited.pop()),
                Some(Undo::Taken) => drop(self.taken.pop()),
                Some(Undo::Branch(ways)) => {
                    self.branches.pop();
                    self.ways = ways;
                }
                Some(Undo::Further(further)) => self.further = further,
                None => return,
            }
        }
    }

    /// Lets a register hold a cell, or the code of a piece.
    pub(super) fn name(&mut self, register: u8, value: u16) {
        let old = std::mem::replace(&mut self.registers[usize::from(register)], value);
        self.trail.push(Undo::Register(register, old));
    }

    pub(super) fn clear_registers(&mut self) {
        for (at, register) in self.registers.iter_mut().enumerate() {
            if *register != NOWHERE {
                self.trail.push(Undo::Register(at as u8, *register));
                *register = NOWHERE;
            }
        }
    }

    /// Notes what else could be done where the walk stands so; the number of that choice.
    #[inline]
    pub(super) fn choose(&mut self, state: State, what: What) -> u32 {
        self.choices.push(Choice { state, what, trail: self.trail.len() as u32 });
        self.choices.len() as u32 - 1
    }

    /// The path goes on to a cell.
    pub(super) fn comes_to(&mut self, cell: u16) {
        self.path.push(Cell(cell));
        self.trail.push(Undo::Path);
    }

    /// Something was captured on a cell.
    pub(super) fn captured_on(&mut self, cell: u16) {
        self.captures.push(Cell(cell));
        self.trail.push(Undo::Captures);
    }

    /// A mark is made when the move is, or taken away.
    pub(super) fn marks(&mut self, mark: Mark, cell: u16, on: bool) {
        self.marks.push((mark, Cell(cell), on));
        self.trail.push(Undo::Marks);
    }

    /// A loop begins a round there.
    pub(super) fn visits(&mut self, here: (u32, u16, u16)) {
        self.visited.push(here);
        self.trail.push(Undo::Visited);
    }

    /// What stands on a cell is taken when the move is over, or was taken beneath.
    pub(super) fn takes_last(&mut self, cell: u16) {
        self.taken.push(cell);
        self.trail.push(Undo::Taken);
    }
}
