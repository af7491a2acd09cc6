//! What each instruction does.

use super::{Machine, State, Step, Undo, What};
use crate::index::{Cell, Piece};
use crate::program::{NOWHERE, Op};

impl Machine<'_> {
    /// Runs one instruction.
    #[inline]
    pub(super) fn op(&mut self, op: Op) -> Step {
        let program = self.program;
        let mut state = self.frame.state;
        state.pc += 1;
        let cursor = usize::from(state.cursor);
        match op {
            Op::Done => {
                self.fits();
                return Step::Fit;
            }
            Op::Jump(to) => state.pc = to,
            Op::Split(other) => {
                self.frame.state.pc = other;
                self.choose(What::Split);
            }
            Op::Face(list) => {
                let turns = program.code.turns[list as usize].at(state.heading);
                let Some(first) = turns.first() else { return Step::Fail };
                if turns.len() > 1 {
                    self.frame.state = state;
                    self.choose(What::Face { list, at: 1 });
                }
                state.heading = *first;
            }
            Op::Pick(check) => {
                self.frame.state = state;
                return Step::when(self.pick(check, 0));
            }
            Op::Each(list, optional, end) => {
                self.frame.state = state;
                return Step::when(self.each(list, 0, false, optional, end));
            }
            Op::Fit => {
                let barrier = state.barrier as usize;
                let choice = self.choices[barrier];
                self.choices.truncate(barrier);
                let place = state.place;
                self.frame.state = State { place, ..choice.state };
                let What::Each { list, at, optional, end, .. } = choice.what else {
                    return Step::Fail;
                };
                return Step::when(self.each(list, at, true, optional, end));
            }
            Op::See(holds, end) => {
                self.frame.state = state;
                self.choose(What::See { holds, end });
                self.frame.state.barrier = self.choices.len() as u32 - 1;
                return Step::On;
            }
            Op::Seen => {
                let barrier = state.barrier as usize;
                let choice = self.choices[barrier];
                self.choices.truncate(barrier);
                self.restore(&choice);
                let What::See { holds, end } = choice.what else { return Step::Fail };
                self.frame.state.pc = end;
                return Step::when(holds);
            }
            Op::Enter(id) => {
                let (rounds, base) = self.loops[id as usize];
                self.trail.push(Undo::Loop(id, rounds, base));
                self.loops[id as usize] = (0, self.visited.len() as u32);
            }
            Op::Loop(id, exit) => {
                let rule = program.code.loops[id as usize];
                let (rounds, base) = self.loops[id as usize];
                let here = (id, state.cursor, state.heading);
                let seen = rule.watch && self.visited[base as usize..].contains(&here);
                if seen || (rounds >= rule.max && rounds < rule.min) {
                    return Step::Fail;
                }
                if rounds >= rule.max {
                    state.pc = exit;
                } else {
                    if rounds >= rule.min {
                        self.frame.state = State { pc: exit, ..state };
                        self.choose(What::Split);
                    }
                    if rule.watch {
                        self.visited.push(here);
                    }
                    self.trail.push(Undo::Loop(id, rounds, base));
                    self.loops[id as usize] = (rounds + 1, base);
                }
            }
            Op::Become(kind) => {
                let Some(piece) = self.cells.get(usize::from(state.place)) else {
                    return Step::Fail;
                };
                let owner = piece.owner();
                self.set(state.place, Piece::new(kind, owner));
            }
            Op::Again => {
                if self.frame.target != NOWHERE && self.took_target() {
                    return Step::Fit;
                }
                self.choose(What::Again { at: 0, fitted: false });
                return Step::Fail;
            }
            Op::Return => {
                if state.place != NOWHERE {
                    state.cursor = state.place;
                }
            }
            Op::When(when) => {
                if !self.fact(&program.code.conds[when as usize]) {
                    return Step::Fail;
                }
            }
            // What follows needs a cursor.
            _ if state.cursor == NOWHERE => return Step::Fail,
            Op::Ahead => {
                state.cursor = program.neighbours.next(state.heading, state.cursor);
                if state.cursor == NOWHERE {
                    return Step::Fail;
                }
            }
            Op::Empty => {
                if !self.cells[cursor].is_empty() {
                    return Step::Fail;
                }
            }
            Op::Test(check) => {
                if !self.passes(check, state.cursor) {
                    return Step::Fail;
                }
            }
            Op::Capture | Op::Lift => {
                if self.cells[cursor].is_empty() {
                    return Step::Fail;
                }
                let piece = self.cells[cursor];
                self.set(state.cursor, Piece::EMPTY);
                if op == Op::Capture {
                    self.capture(state.cursor, piece);
                }
                if state.place == state.cursor {
                    state.place = NOWHERE;
                }
            }
            Op::Put(piece) => {
                if !self.cells[cursor].is_empty() {
                    return Step::Fail;
                }
                self.set(state.cursor, piece);
            }
            Op::Drop(slot, piece) => {
                let held = self.cells.get(usize::from(slot)).and_then(|held| held.0.checked_sub(1));
                let (Some(held), true) = (held, self.cells[cursor].is_empty()) else {
                    return Step::Fail;
                };
                self.set(slot, Piece(held));
                self.set(state.cursor, piece);
            }
            Op::Mark(mark, on) => self.marks.push((mark, Cell(state.cursor), on)),
            Op::Flip => {
                let piece = self.cells[cursor];
                let (Some(kind), Some(owner)) = (piece.kind(), piece.owner()) else {
                    return Step::Fail;
                };
                if owner == self.frame.walker {
                    return Step::Fail;
                }
                self.set(state.cursor, Piece::new(kind, Some(self.frame.walker)));
            }
            Op::Land => {
                if state.place == NOWHERE {
                    return Step::Fail;
                }
                if state.place != state.cursor {
                    let there = self.cells[cursor];
                    if there.owner() == Some(self.frame.walker) {
                        return Step::Fail;
                    }
                    if !there.is_empty() {
                        self.capture(state.cursor, there);
                    }
                    let piece = self.cells[usize::from(state.place)];
                    self.set(state.place, Piece::EMPTY);
                    self.set(state.cursor, piece);
                    state.place = state.cursor;
                    // A piece that was sent there by a `pick` has told so already.
                    if self.path.last() != Some(&Cell(state.cursor)) {
                        self.path.push(Cell(state.cursor));
                    }
                }
            }
            Op::As(register) => {
                let old = self.registers[usize::from(register)];
                self.trail.push(Undo::Register(register, old));
                self.registers[usize::from(register)] = state.cursor;
            }
            Op::Go(register) => {
                state.cursor = self.registers[usize::from(register)];
                if state.cursor == NOWHERE {
                    return Step::Fail;
                }
            }
        }
        self.frame.state = state;
        Step::On
    }
}
