//! What each instruction does.

use super::{Machine, State, Step, Undo, What};
use crate::index::{Cell, Piece};
use crate::program::{Check, Eye, NOWHERE, Op, Watch, has};
use crate::rules::Tower;

impl Machine<'_> {
    /// Runs one instruction of a walk that stands so. Where it stands is only written down where others ask: what is written
    /// field by field and read again as a whole at once is slow.
    #[inline(always)]
    pub(super) fn op(&mut self, op: &Op, state: &mut State) -> Step {
        let program = self.program;
        state.pc += 1;
        let cursor = usize::from(state.cursor);
        match *op {
            Op::Done => {
                self.fits(state.again);
                return Step::Fit;
            }
            Op::Jump(to) => state.pc = to,
            Op::Split(other) => {
                if self.is_shut(state.pc, state.cursor, state.heading) {
                    state.pc = other;
                } else if !self.is_shut(other, state.cursor, state.heading) {
                    self.choose(State { pc: other, ..*state }, What::Split);
                }
            }
            Op::Face(list) => {
                let turns = program.code.turns[list as usize].at(state.heading);
                let next = |at| self.next_open(turns, at, state.pc, state.cursor);
                let Some(first) = next(0) else { return Step::Fail };
                if let Some(other) = next(first + 1) {
                    self.choose(*state, What::Face { list, at: other as u32 });
                }
                *state = self.headed(*state, turns, first);
            }
            Op::Pick(check) => {
                return state.go(self.pick(*state, check, 0));
            }
            Op::Each(list, optional, end) => {
                return state.go(self.each(*state, list, 0, false, optional, end));
            }
            Op::Every(check, optional, end) => {
                self.frame.state = *state;
                let first = self.list(check);
                return state.go(self.every(*state, first, first, false, optional, end));
            }
            Op::Fit => {
                let State { barrier, place, became, load, cursor, heading, .. } = *state;
                let choice = self.choices[barrier as usize];
                self.choices.truncate(barrier as usize);
                *state = State { place, became, load, ..choice.state };
                match choice.what {
                    What::While { rounds, end } => {
                        (state.cursor, state.heading) = (cursor, heading);
                        return state.go(self.again_while(*state, rounds + 1, end));
                    }
                    What::Each { list, at, optional, end, .. } => {
                        return state.go(self.each(*state, list, at, true, optional, end));
                    }
                    What::Every { first, at, optional, end, .. } => {
                        return state.go(self.every(*state, first, at, true, optional, end));
                    }
                    _ => return Step::Fail,
                }
            }
            Op::See(holds, Eye::Plain, end) => {
                self.frame.state = *state;
                let fits = self.glance(state.pc, state.cursor, state.heading);
                state.pc = end;
                return Step::when(fits == holds);
            }
            Op::See(holds, Eye::Acting, end) => {
                state.barrier = self.choose(*state, What::See { holds, end });
            }
            Op::Seen => {
                let barrier = state.barrier as usize;
                let choice = self.choices[barrier];
                self.choices.truncate(barrier);
                self.undo(choice.trail as usize);
                let What::See { holds, end } = choice.what else { return Step::Fail };
                *state = State { pc: end, ..choice.state };
                return Step::when(holds);
            }
            Op::Tally(list, id, Eye::Plain, end) => {
                self.frame.state = *state;
                let fits = self.tallied(list, id, state.pc, state.cursor, state.heading);
                state.pc = end;
                return Step::when(fits);
            }
            Op::Tally(list, id, Eye::Acting, end) => {
                return state.go(self.tally(*state, list, 0, 0, id, end));
            }
            Op::Told => {
                let barrier = state.barrier as usize;
                let choice = self.choices[barrier];
                self.choices.truncate(barrier);
                self.undo(choice.trail as usize);
                let What::Tally { list, at, fits, id, end } = choice.what else {
                    return Step::Fail;
                };
                return state.go(self.tally(choice.state, list, at, fits + 1, id, end));
            }
            Op::Enter(id) => {
                let (rounds, base) = self.loops[id as usize];
                self.trail.push(Undo::Loop(id, rounds, base));
                self.loops[id as usize] = (0, self.visited.len() as u32);
                if let Watch::All(headings) = program.code.loops[id as usize].watch {
                    let base = self.searched.len();
                    let words = (headings as usize * program.cells).div_ceil(64);
                    self.trail.push(Undo::Search(base as u32));
                    self.searched.resize(base + words, 0);
                    self.loops[id as usize].1 = base as u32;
                    // So that searches within searches cannot take more memory than steps.
                    self.steps += words as u64;
                }
            }
            Op::Loop(id, exit) => {
                let rule = program.code.loops[id as usize];
                let (rounds, base) = self.loops[id as usize];
                let here = (id, state.cursor, state.heading);
                let seen = match rule.watch {
                    Watch::Not => false,
                    Watch::Own => self.visited[base as usize..].contains(&here),
                    Watch::All(headings) if rounds >= rule.min => {
                        !self.comes_anew(base, headings, state.cursor, state.heading)
                    }
                    Watch::All(_) => false,
                };
                if seen || (rounds >= rule.max && rounds < rule.min) {
                    return Step::Fail;
                }
                if rounds >= rule.max {
                    state.pc = exit;
                } else {
                    if rounds >= rule.min && !self.is_shut(exit, state.cursor, state.heading) {
                        self.choose(State { pc: exit, ..*state }, What::Split);
                    }
                    if rule.watch == Watch::Own {
                        self.visits(here);
                    }
                    if rule.counts(rounds) {
                        self.set_rounds(id, rounds + 1);
                    }
                }
            }
            Op::Along(id, check) => {
                if state.cursor == NOWHERE {
                    return Step::Fail;
                }
                self.frame.state = *state;
                let rounds = self.along(check, state.cursor, state.heading);
                self.set_rounds(id, rounds);
            }
            Op::Times(id, register) => {
                let rounds = self.registers[usize::from(register)];
                if rounds == NOWHERE {
                    return Step::Fail;
                }
                self.set_rounds(id, rounds.into());
            }
            Op::Storeys(id) => {
                if state.cursor == NOWHERE {
                    return Step::Fail;
                }
                let rounds = self.height(state.cursor);
                self.set_rounds(id, rounds as u32);
            }
            Op::While(end) => {
                return state.go(self.again_while(*state, 0, end));
            }
            Op::Less(slots, amount, held) => {
                let Some(slot) = slots.at(state.cursor) else { return Step::Fail };
                if !self.less(slot, amount, held) {
                    return Step::Fail;
                }
            }
            Op::More(slots, amount) => {
                let Some(slot) = slots.at(state.cursor) else { return Step::Fail };
                if !self.more(slot, amount) {
                    return Step::Fail;
                }
            }
            Op::Round(id, exit) => match self.loops[id as usize].0.checked_sub(1) {
                None => state.pc = exit,
                Some(left) => self.set_rounds(id, left),
            },
            Op::Turn(at) => {
                let block = &program.code.blocks[at as usize];
                if block.rounds.iter().flatten().any(|cell| self.is_taken(*cell)) {
                    return Step::Fail;
                }
                for round in &block.rounds {
                    self.turn_beneath(round);
                    let [a, b, c, d] = round.map(|cell| self.cells[usize::from(cell)]);
                    for (cell, piece) in round.iter().zip([d, a, b, c]) {
                        self.set(*cell, piece);
                    }
                    if let Some(at) = round.iter().position(|cell| *cell == state.place) {
                        state.place = round[(at + 1) % 4];
                    }
                }
                block.told.iter().for_each(|cell| self.comes_to(*cell));
            }
            Op::Become(kind) => {
                let Some(piece) = self.cells.get(usize::from(state.place)) else {
                    return Step::Fail;
                };
                let owner = piece.owner();
                self.set(state.place, Piece::new(kind, owner));
                state.became = Some(kind);
            }
            Op::Again => {
                // Whatever the chain goes on with, it has captured there: if only it can end.
                let over = matches!(program.code.ops[state.pc as usize], Op::Done);
                if over && self.frame.target != NOWHERE && self.took_target() {
                    return Step::Fit;
                }
                self.fits(state.again);
                self.choose(*state, What::Again { at: 0, fitted: false });
                return Step::Fail;
            }
            Op::Return => {
                if state.place != NOWHERE {
                    state.cursor = state.place;
                }
            }
            Op::When(when) => {
                self.frame.state = *state;
                if !self.fact(&program.code.conds[when as usize]) {
                    return Step::Fail;
                }
            }
            Op::Tower(Tower::Carry(portion, held)) => {
                let Some(load) = self.carry(portion, held, state.place) else {
                    return Step::Fail;
                };
                state.load = load;
            }
            Op::Go(register) => {
                state.cursor = self.registers[usize::from(register)];
                if state.cursor == NOWHERE {
                    return Step::Fail;
                }
            }
            // What follows needs a cursor.
            _ if state.cursor == NOWHERE => return Step::Fail,
            Op::Note(at, register) => {
                self.frame.state = *state;
                let of = &program.code.distances[at as usize];
                let (cell, mover) = (Cell(state.cursor), self.frame.walker);
                let Some(distance) = self.distance(of, cell, mover, u8::MAX.into()) else {
                    return Step::Fail;
                };
                self.name(register, u16::from(distance));
            }
            Op::Ahead => {
                state.cursor = program.neighbours.next(state.heading, state.cursor);
                if state.cursor == NOWHERE {
                    return Step::Fail;
                }
            }
            Op::Step(check) => {
                state.cursor = program.neighbours.next(state.heading, state.cursor);
                if !self.may_pass(check, state.cursor) {
                    return Step::Fail;
                }
                state.pc += 1;
            }
            Op::Test(check) => {
                if !self.passes_here(check, state) {
                    return Step::Fail;
                }
            }
            Op::Take if state.place != state.cursor => {
                if self.cells[cursor].is_empty() || self.is_taken(state.cursor) {
                    return Step::Fail;
                }
                self.takes_last(state.cursor);
                self.capture(state.cursor, self.cells[cursor]);
            }
            Op::Capture | Op::Take | Op::Lift | Op::LiftAs(_) => {
                if self.cells[cursor].is_empty() || self.is_taken(state.cursor) {
                    return Step::Fail;
                }
                let piece = self.cells[cursor];
                self.lower(state.cursor);
                match *op {
                    Op::Lift => {}
                    Op::LiftAs(register) => self.name(register, piece.0),
                    _ => self.capture(state.cursor, piece),
                }
                if state.place == state.cursor {
                    state.place = NOWHERE;
                }
            }
            Op::PutBack(register) => {
                let kept = self.registers[usize::from(register)];
                if kept == NOWHERE || !self.cells[cursor].is_empty() {
                    return Step::Fail;
                }
                self.name(register, NOWHERE);
                self.set(state.cursor, Piece(kept));
            }
            Op::Put(piece) => {
                if !self.cells[cursor].is_empty() {
                    return Step::Fail;
                }
                self.set(state.cursor, piece);
            }
            Op::Cover(piece) => {
                if !self.cells[cursor].is_empty() {
                    return Step::Fail;
                }
                self.set(state.cursor, piece);
                self.comes_to(state.cursor);
            }
            Op::Drop(slot, piece) => {
                let held = self.cells.get(usize::from(slot));
                let held = held.and_then(|held| held.byte().checked_sub(1));
                let (Some(held), true) = (held, self.cells[cursor].is_empty()) else {
                    return Step::Fail;
                };
                self.set(slot, Piece::of_byte(held));
                self.set(state.cursor, piece);
            }
            Op::Mark(mark, on) => self.marks(mark, state.cursor, on),
            Op::Flip => {
                let piece = self.cells[cursor];
                let (Some(kind), Some(owner)) = (piece.kind(), piece.owner()) else {
                    return Step::Fail;
                };
                let program = self.program;
                let friend = program.team(owner) == program.team(self.frame.walker);
                if friend || self.is_taken(state.cursor) {
                    return Step::Fail;
                }
                let piece = Piece::new(kind, Some(self.frame.walker));
                self.set(state.cursor, piece);
            }
            Op::Push => {
                let piece = self.cells[cursor];
                if piece.is_empty() || self.is_taken(state.cursor) {
                    return Step::Fail;
                }
                let next = program.neighbours.next(state.heading, state.cursor);
                let tower = self.tower(state.cursor);
                match self.cells.get(usize::from(next)) {
                    Some(there) if !there.is_empty() => return Step::Fail,
                    Some(_) => self.build(next, &tower),
                    None => self.capture_all(state.cursor),
                }
                self.build(state.cursor, &[]);
                if state.place == state.cursor {
                    state.place = next;
                    if next != NOWHERE {
                        self.comes_to(next);
                    }
                }
            }
            Op::Land => {
                if state.place == NOWHERE {
                    return Step::Fail;
                }
                if state.place != state.cursor {
                    let there = self.cells[cursor];
                    if there.owner() == Some(self.frame.walker) || self.is_taken(state.cursor) {
                        return Step::Fail;
                    }
                    self.capture_all(state.cursor);
                    let at = *state;
                    if !self.arrive(&at, &[]) {
                        return Step::Fail;
                    }
                    state.place = state.cursor;
                }
            }
            Op::Tower(tower) => {
                let mut acting = *state;
                if self.is_taken(state.cursor) || !self.act_on_tower(tower, &mut acting) {
                    return Step::Fail;
                }
                *state = acting;
            }
            Op::As(register) => {
                self.name(register, state.cursor);
            }
        }
        Step::On
    }

    /// Whether the cursor's cell passes a check of the code, for who walks.
    #[inline(always)]
    fn passes_here(&mut self, check: u32, state: &State) -> bool {
        let asked = &self.program.code.checks[check as usize];
        has(&asked.codes, self.cells[usize::from(state.cursor)])
            && (matches!(asked.check, Check::Leaf(_, None)) || {
                self.frame.state = *state;
                self.test(&asked.check, Cell(state.cursor), self.frame.walker)
            })
    }

    /// How many rounds a loop has made, or has yet to make.
    pub(super) fn set_rounds(&mut self, id: u32, rounds: u32) {
        let (old, base) = self.loops[id as usize];
        self.trail.push(Undo::Loop(id, old, base));
        self.loops[id as usize] = (rounds, base);
    }
}

impl State {
    /// Goes on where it is said, if it is.
    #[inline]
    fn go(&mut self, onward: Option<State>) -> Step {
        match onward {
            Some(state) => {
                *self = state;
                Step::On
            }
            None => Step::Fail,
        }
    }
}
