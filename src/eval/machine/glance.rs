//! Looks that change nothing: where one turns back nothing is undone, and what it notes is a few words.

use super::Machine;
use crate::program::{NOWHERE, Op, Watch};
use crate::rules::Relation;

/// No look around.
const NONE: u32 = u32::MAX;

/// Where a look stands.
#[derive(Clone, Copy, Debug)]
struct At {
    pc: u32,
    cursor: u16,
    heading: u16,
}

/// What a look goes back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    at: At,
    to: To,
}

#[derive(Clone, Copy, Debug)]
enum To {
    /// Another way.
    Split,
    /// The heading of that number in the list of the instruction before.
    Face(u16),
    /// A loop as it was: its rounds, and where its visits begin.
    Loop(u32, u32, u32),
    /// The same of one that is entered: what it has searched is over.
    Enter(u32, u32, u32),
    /// What was before a look that began there, and where `searched` ended then: nothing fits.
    See { outer: u32, searched: u32 },
}

impl Machine<'_> {
    /// Whether a look that begins with that instruction fits.
    pub(super) fn glance(&mut self, pc: u32, cursor: u16, heading: u16) -> bool {
        let (first, searched) = (self.backs.len(), self.searched.len());
        let fits = self.glances(At { pc, cursor, heading }, first);
        self.backs.truncate(first);
        self.searched.truncate(searched);
        fits
    }

    /// Whether as many looks fit, in the headings of a list, as a tally wants.
    pub(super) fn tallied(
        &mut self,
        list: u32,
        id: u32,
        pc: u32,
        cursor: u16,
        heading: u16,
    ) -> bool {
        let program = self.program;
        let (relation, number) = program.code.tallies[id as usize];
        let turns = program.code.turns[list as usize].at(heading);
        let (mut fits, mut next) = (0, 0);
        while !(relation == Relation::AtLeast && fits >= number)
            && let Some(at) = self.next_open(turns, next, pc, cursor)
        {
            next = at + 1;
            fits += u16::from(self.glance(pc, cursor, turns[at]));
        }
        relation.holds(fits, number)
    }

    fn glances(&mut self, mut at: At, first: usize) -> bool {
        // The look around, and whether the way goes on.
        let (mut outer, mut on) = (NONE, true);
        loop {
            if !on {
                match self.turn_back(first, &mut outer) {
                    Some(before) => at = before,
                    None => return false,
                }
            }
            self.steps += 1;
            if self.is_spent() {
                // Too many steps count as a fit here, and as too many at the walk's next instruction.
                return true;
            }
            let op = &self.program.code.ops[at.pc as usize];
            at.pc += 1;
            on = match *op {
                Op::Seen | Op::Told | Op::Done if outer == NONE => return true,
                Op::Seen => self.seen(&mut at, &mut outer),
                Op::Enter(id) if self.program.code.floods[id as usize].is_some() => {
                    match self.floods(id, at.cursor) {
                        // The way goes on to the end of the look that it is in.
                        true if outer == NONE => return true,
                        true => self.seen(&mut at, &mut outer),
                        false => false,
                    }
                }
                _ => self.glance_op(op, &mut at, &mut outer),
            };
        }
    }

    /// Whether a loop of single steps comes to a cell from where the look goes on and fits.
    fn floods(&mut self, id: u32, cursor: u16) -> bool {
        let program = self.program;
        let Some(flood) = program.code.floods[id as usize] else { return false };
        let (searched, waiting) = (self.searched.len(), self.listed.len());
        self.searched.resize(searched + program.cells.div_ceil(64), 0);
        let turns = program.code.turns[flood.list as usize].at(0);
        let (mut at, mut fits) = (cursor, false);
        if program.code.loops[id as usize].min == 0 {
            self.comes_anew(searched as u32, 1, cursor, 0);
            fits = self.goes_on(flood.exit, cursor);
        }
        while !fits && at != NOWHERE {
            self.steps += 1;
            for heading in turns {
                let next = program.neighbours.next(*heading, at);
                if next == NOWHERE
                    || !self.may_pass(flood.check, next)
                    || !self.comes_anew(searched as u32, 1, next, 0)
                {
                    continue;
                }
                if self.passes(flood.check, next) {
                    fits = self.goes_on(flood.exit, next);
                    if fits {
                        break;
                    }
                    self.listed.push(next);
                }
            }
            if self.listed.len() == waiting {
                break;
            }
            at = self.listed.pop().unwrap_or(cursor);
        }
        self.searched.truncate(searched);
        self.listed.truncate(waiting);
        fits
    }

    /// Whether a look fits that goes on from an instruction, where no heading matters.
    fn goes_on(&mut self, pc: u32, cursor: u16) -> bool {
        !self.is_shut(pc, cursor, 0) && self.glance(pc, cursor, 0)
    }

    /// Goes on behind the look around, which fits; whether that is what was wanted.
    fn seen(&mut self, at: &mut At, outer: &mut u32) -> bool {
        let Back { at: before, to: To::See { outer: around, searched } } =
            self.backs[*outer as usize]
        else {
            return false;
        };
        self.backs.truncate(*outer as usize);
        self.searched.truncate(searched as usize);
        (*at, *outer) = (before, around);
        self.sees(at, true)
    }

    /// Goes on behind a look that fits or does not; whether that is what was wanted.
    fn sees(&self, at: &mut At, fits: bool) -> bool {
        match self.program.code.ops[at.pc as usize - 1] {
            Op::See(holds, _, end) => {
                at.pc = end;
                fits == holds
            }
            _ => false,
        }
    }

    /// Heads in one of some headings, which is open, and goes on there as far as that is told by it.
    #[inline(always)]
    fn heads(&self, at: &mut At, turns: &[u16], number: usize) {
        at.heading = turns[number];
        if let Some((pc, cursor)) = self.stepped(turns, at.pc, at.cursor, at.heading) {
            (at.pc, at.cursor) = (pc, cursor);
        }
    }

    /// Goes back to where there is another way.
    fn turn_back(&mut self, first: usize, outer: &mut u32) -> Option<At> {
        while self.backs.len() > first {
            let top = self.backs.len() - 1;
            let Back { mut at, to } = self.backs[top];
            match to {
                To::Split => {
                    self.backs.truncate(top);
                    return Some(at);
                }
                To::Face(number) => {
                    let Op::Face(list) = self.program.code.ops[at.pc as usize - 1] else {
                        return None;
                    };
                    let turns = self.program.code.turns[list as usize].at(at.heading);
                    let next = usize::from(number) + 1;
                    match self.next_open(turns, next, at.pc, at.cursor) {
                        Some(next) => self.backs[top].to = To::Face(next as u16),
                        None => self.backs.truncate(top),
                    }
                    self.heads(&mut at, turns, usize::from(number));
                    return Some(at);
                }
                To::Loop(id, rounds, base) => {
                    self.backs.truncate(top);
                    self.loops[id as usize] = (rounds, base);
                }
                To::Enter(id, rounds, base) => {
                    self.backs.truncate(top);
                    let searched = self.loops[id as usize].1;
                    self.searched.truncate(searched as usize);
                    self.loops[id as usize] = (rounds, base);
                }
                To::See { outer: around, searched } => {
                    self.backs.truncate(top);
                    self.searched.truncate(searched as usize);
                    *outer = around;
                    if self.sees(&mut at, false) {
                        return Some(at);
                    }
                }
            }
        }
        None
    }

    /// Runs one instruction of a look; whether the way goes on.
    #[inline(always)]
    fn glance_op(&mut self, op: &Op, at: &mut At, outer: &mut u32) -> bool {
        let program = self.program;
        match *op {
            Op::Jump(to) => at.pc = to,
            Op::Split(other) => {
                if self.is_shut(at.pc, at.cursor, at.heading) {
                    at.pc = other;
                } else if !self.is_shut(other, at.cursor, at.heading) {
                    self.backs.push(Back { at: At { pc: other, ..*at }, to: To::Split });
                }
            }
            Op::Face(list) => {
                let turns = program.code.turns[list as usize].at(at.heading);
                let next = |from| self.next_open(turns, from, at.pc, at.cursor);
                let Some(number) = next(0) else { return false };
                if let Some(other) = next(number + 1) {
                    self.backs.push(Back { at: *at, to: To::Face(other as u16) });
                }
                self.heads(at, turns, number);
            }
            Op::Enter(id) => {
                let (rounds, base) = self.loops[id as usize];
                self.backs.push(Back { at: *at, to: To::Enter(id, rounds, base) });
                let base = self.searched.len();
                self.loops[id as usize] = (0, base as u32);
                if let Watch::All(headings) = program.code.loops[id as usize].watch {
                    let words = (headings as usize * program.cells).div_ceil(64);
                    self.searched.resize(base + words, 0);
                    self.steps += words as u64;
                }
            }
            Op::Loop(id, exit) => {
                let rule = program.code.loops[id as usize];
                let (rounds, base) = self.loops[id as usize];
                if let Watch::All(headings) = rule.watch
                    && rounds >= rule.min
                    && !self.comes_anew(base, headings, at.cursor, at.heading)
                {
                    return false;
                }
                if rounds >= rule.max {
                    at.pc = exit;
                    return rounds >= rule.min;
                }
                if rounds >= rule.min && !self.is_shut(exit, at.cursor, at.heading) {
                    self.backs.push(Back { at: At { pc: exit, ..*at }, to: To::Split });
                }
                if rule.counts(rounds) {
                    self.backs.push(Back { at: *at, to: To::Loop(id, rounds, base) });
                    self.loops[id as usize] = (rounds + 1, base);
                }
            }
            Op::See(..) => {
                let to = To::See { outer: *outer, searched: self.searched.len() as u32 };
                *outer = self.backs.len() as u32;
                self.backs.push(Back { at: *at, to });
            }
            Op::Tally(list, id, _, end) => {
                if !self.tallied(list, id, at.pc, at.cursor, at.heading) {
                    return false;
                }
                at.pc = end;
            }
            Op::Return => {
                let place = self.frame.state.place;
                if place != NOWHERE {
                    at.cursor = place;
                }
            }
            Op::Go(register) => {
                at.cursor = self.registers[usize::from(register)];
                return at.cursor != NOWHERE;
            }
            _ if at.cursor == NOWHERE => return false,
            Op::Ahead => {
                at.cursor = program.neighbours.next(at.heading, at.cursor);
                return at.cursor != NOWHERE;
            }
            Op::Step(check) => {
                at.cursor = program.neighbours.next(at.heading, at.cursor);
                at.pc += 1;
                return self.may_pass(check, at.cursor);
            }
            Op::Test(check) => return self.passes(check, at.cursor),
            // Looks that only look have no other instructions: the program tells them apart.
            _ => return false,
        }
        true
    }
}
