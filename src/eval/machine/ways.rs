//! One way of a walk, gone by its number, and all ways that come to the same: see `program::fork`.

use super::{Machine, State, Step, Undo, What};
use crate::index::Piece;
use crate::position::{Edit, TooWide};
use crate::program::{Fork, Op, Watch};

/// Which ways are gone.
#[derive(Clone, Copy, Debug)]
enum Guide<'e> {
    /// One: by these branches first, and then by its number among those that go on so.
    One(&'e [u32], u64),
    /// All that may change just that, one after another.
    To(&'e [Edit]),
    /// The beginnings of all, up to the first fork after something is changed, one after another.
    Beginnings,
}

/// Where a way comes to at a fork.
enum Turn {
    /// It goes on by the branch of that number.
    Branch(u32),
    /// No branch is open, or not the one that was told.
    Shut,
    /// What was asked for ends here.
    End,
}

impl Machine<'_> {
    /// Goes one way of a walk that was set up and has so many; whether it fits. If not, everything is undone.
    pub fn go_way(&mut self, branches: &[u32], number: u64) -> Result<bool, TooWide> {
        self.sets_out(u64::MAX);
        self.go(self.frame.state, Guide::One(branches, number))
    }

    /// Goes the first way of a walk that was set up that may change just that; whether one fits.
    pub fn first_way_to(&mut self, edits: &[Edit]) -> Result<bool, TooWide> {
        self.sets_out(u64::MAX);
        self.go(self.frame.state, Guide::To(edits))
    }

    /// Goes the next such way.
    pub fn next_way_to(&mut self, edits: &[Edit]) -> Result<bool, TooWide> {
        self.go_back(Guide::To(edits))
    }

    /// Goes the beginning of the first way of a walk that was set up and has so many, up to the first fork after something is changed;
    /// whether there is one.
    pub fn first_beginning(&mut self, ways: u64) -> Result<bool, TooWide> {
        self.sets_out(ways);
        self.go(self.frame.state, Guide::Beginnings)
    }

    /// Goes the next one.
    pub fn next_beginning(&mut self) -> Result<bool, TooWide> {
        self.go_back(Guide::Beginnings)
    }

    /// The branches that the way has taken, one after another.
    pub fn branches(&self) -> &[u32] {
        &self.branches[self.frame.branches..]
    }

    /// How many ways begin so, whatever stands where they lead.
    pub fn ways_on(&self) -> u64 {
        self.ways
    }

    fn sets_out(&mut self, ways: u64) {
        (self.resumed, self.further, self.ways) = (0, 0, ways);
    }

    fn go_back(&mut self, guide: Guide<'_>) -> Result<bool, TooWide> {
        self.back().map_or(Ok(false), |state| self.go(state, guide))
    }

    fn go(&mut self, mut state: State, mut guide: Guide<'_>) -> Result<bool, TooWide> {
        let program = self.program;
        loop {
            self.spend()?;
            let at = state.pc as usize;
            let (op, fork) = (&program.code.ops[at], program.code.forks[at]);
            let step = match fork {
                Fork::None => self.op(op, &mut state),
                Fork::Settled => {
                    let cursor = state.cursor;
                    match self.op(op, &mut state) {
                        Step::On if !self.stays(cursor, guide) => Step::Fail,
                        step => step,
                    }
                }
                fork => match self.turn(op, fork, &mut state, &mut guide) {
                    Turn::Branch(branch) => {
                        let before = self.ways;
                        self.trail.push(Undo::Branch(before));
                        self.ways = self.share(op, fork, branch);
                        self.branches.push(branch);
                        match self.take_branch(op, branch, &mut state) {
                            true => Step::On,
                            false => Step::Fail,
                        }
                    }
                    Turn::Shut => Step::Fail,
                    Turn::End => Step::Fit,
                },
            };
            if let Some(fits) = self.after(step, &mut state) {
                return Ok(fits);
            }
        }
    }

    /// Whether what has come to a cell may stay there.
    fn stays(&self, cell: u16, guide: Guide<'_>) -> bool {
        let Guide::To(edits) = guide else { return true };
        let now = self.cells[usize::from(cell)];
        match edits.iter().find(|edit| edit.cell.0 == cell) {
            Some(edit) => edit.after == now,
            None => self.stood(cell).is_none_or(|before| before == now),
        }
    }

    /// What stood on a cell before the walk, if that has set anything there.
    fn stood(&self, cell: u16) -> Option<Piece> {
        self.trail[self.frame.trail..].iter().find_map(|undo| match undo {
            Undo::Cell(changed, before) if *changed == cell => Some(*before),
            _ => None,
        })
    }

    /// Whether the walk has changed anything.
    fn has_changed(&self) -> bool {
        self.trail[self.frame.trail..].iter().any(|undo| matches!(undo, Undo::Cell(..)))
    }

    /// The branch by which a way goes on.
    fn turn(&mut self, op: &Op, fork: Fork, state: &mut State, guide: &mut Guide<'_>) -> Turn {
        let from = std::mem::take(&mut self.resumed);
        // Where it comes back to a fork it has been there.
        if let (Op::Loop(id, _), 0) = (op, from)
            && self.has_come(*id, state)
        {
            return Turn::Shut;
        }
        match guide {
            Guide::One(told, number) => match told.get(self.branches().len()) {
                Some(branch) => Turn::Branch(*branch),
                None => Turn::Branch(self.branch_of(op, fork, number)),
            },
            Guide::Beginnings if self.has_changed() => Turn::End,
            Guide::Beginnings => self.next_branch(from, op, state, None),
            Guide::To(edits) => self.next_branch(from, op, state, Some(*edits)),
        }
    }

    /// The branch that the number of a way tells; what is left of the number.
    fn branch_of(&self, op: &Op, fork: Fork, number: &mut u64) -> u32 {
        let all = self.shares(op, fork);
        let (branch, rest) = (*number % all, *number / all);
        match fork {
            Fork::Face(_) | Fork::Pick(..) => {
                *number = rest;
                branch as u32
            }
            _ => {
                // Of two branches those of the first come last.
                let there = all - self.shares_here(op, fork);
                match branch.checked_sub(there) {
                    Some(branch) => {
                        *number = rest * (all - there) + branch;
                        0
                    }
                    None => {
                        *number = rest * there + branch;
                        1
                    }
                }
            }
        }
    }

    /// How many shares the ways are of which the branches of a fork have some.
    fn shares(&self, op: &Op, fork: Fork) -> u64 {
        match (fork, op) {
            (Fork::Face(most), _) => most.into(),
            (Fork::Pick(list, _), _) => self.program.code.picks[list as usize].len() as u64,
            (Fork::Split(here, there), _) => here + there,
            (Fork::Further { most, each }, _) => runs(each, 0, most.saturating_sub(self.further)),
            (Fork::Round { most, each }, Op::Loop(id, _)) => {
                let (least, rounds) =
                    (self.program.code.loops[*id as usize].min, self.loops[*id as usize].0);
                runs(each, least.saturating_sub(rounds), most.saturating_sub(rounds))
            }
            _ => 1,
        }
    }

    /// How many of them the first branch has, where there are two.
    fn shares_here(&self, op: &Op, fork: Fork) -> u64 {
        let all = self.shares(op, fork);
        match (fork, op) {
            (Fork::Split(here, _), _) => here,
            (Fork::Further { .. }, _) => all - 1,
            (Fork::Round { .. }, Op::Loop(id, _)) => {
                let least = self.program.code.loops[*id as usize].min;
                all - u64::from(self.loops[*id as usize].0 >= least)
            }
            _ => all,
        }
    }

    /// How many of the ways at hand go by a branch.
    fn share(&self, op: &Op, fork: Fork, branch: u32) -> u64 {
        if self.ways == u64::MAX {
            return self.ways;
        }
        let (all, here) = (self.shares(op, fork), self.shares_here(op, fork));
        let each = self.ways / all;
        match (fork, branch) {
            (Fork::Face(_) | Fork::Pick(..), _) => each,
            (_, 0) => each * here,
            _ => each * (all - here),
        }
    }

    /// The next branch that is open, from that one on; those after it are left for later. If it is told what the way changes, of cells
    /// to which something comes that stays only such are picked.
    fn next_branch(
        &mut self,
        from: u32,
        op: &Op,
        state: &mut State,
        edits: Option<&[Edit]>,
    ) -> Turn {
        let (pc, cursor, heading) = (state.pc + 1, state.cursor, state.heading);
        let (branch, others) = match *op {
            Op::Face(list) => {
                let turns = self.program.code.turns[list as usize].at(heading);
                let next = |at| self.next_open(turns, at, pc, cursor);
                let Some(at) = next(from as usize) else { return Turn::Shut };
                (at as u32, next(at + 1).map(|at| at as u32))
            }
            Op::Pick(_) => {
                let Fork::Pick(list, stays) = self.program.code.forks[state.pc as usize] else {
                    return Turn::Shut;
                };
                let cells = &self.program.code.picks[list as usize];
                let next = |from: u32| match edits.filter(|_| stays) {
                    None => Some(from).filter(|from| (*from as usize) < cells.len()),
                    Some(edits) => {
                        // What was taken off before may come to stand there again.
                        let emptied = self.trail[self.frame.trail..].iter();
                        let emptied = emptied.filter_map(|undo| match undo {
                            Undo::Cell(cell, _) => Some(*cell),
                            _ => None,
                        });
                        let may = edits.iter().map(|edit| edit.cell.0).chain(emptied);
                        let places = may.map(|cell| cells.binary_search(&cell));
                        places.flatten().map(|at| at as u32).filter(|at| *at >= from).min()
                    }
                };
                let Some(at) = next(from) else { return Turn::Shut };
                (at, next(at + 1))
            }
            Op::Split(_) | Op::Loop(..) => {
                let (here, there) = match *op {
                    Op::Split(other) => {
                        let opens = |pc| !self.is_shut(pc, cursor, heading);
                        (opens(pc), opens(other))
                    }
                    Op::Loop(id, _) => {
                        let rule = self.program.code.loops[id as usize];
                        let rounds = self.loops[id as usize].0;
                        (rounds < rule.max, rounds >= rule.min)
                    }
                    _ => (false, false),
                };
                match (from == 0 && here, there) {
                    (true, there) => (0, there.then_some(1)),
                    (false, true) => (1, None),
                    (false, false) => return Turn::Shut,
                }
            }
            _ => (0, None),
        };
        if let Some(next) = others {
            self.choose(*state, What::Fork(next));
        }
        Turn::Branch(branch)
    }

    /// Goes on by a branch; whether that is open.
    fn take_branch(&mut self, op: &Op, branch: u32, state: &mut State) -> bool {
        let at = state.pc;
        state.pc += 1;
        match (*op, self.program.code.forks[at as usize]) {
            (Op::Face(list), _) => {
                let turns = self.program.code.turns[list as usize].at(state.heading);
                let Some(heading) = turns.get(branch as usize) else { return false };
                state.heading = *heading;
            }
            (Op::Pick(check), Fork::Pick(list, _)) => {
                let cell = self.program.code.picks[list as usize][branch as usize];
                self.frame.state = *state;
                if !self.passes(check, cell) {
                    return false;
                }
                state.cursor = cell;
                state.heading = self.program.sides[self.frame.walker.index()].facing;
                self.comes_to(cell);
            }
            (Op::Split(other), fork) => {
                if let Fork::Further { .. } = fork {
                    let further = self.further;
                    self.trail.push(Undo::Further(further));
                    self.further = if branch == 0 { further + 1 } else { 0 };
                }
                if branch > 0 {
                    state.pc = other;
                }
            }
            (Op::Enter(id), _) => {
                let (rounds, base) = self.loops[id as usize];
                self.trail.push(Undo::Loop(id, rounds, base));
                self.loops[id as usize] = (0, self.visited.len() as u32);
            }
            (Op::Loop(id, exit), _) if branch > 0 => {
                debug_assert!(
                    self.loops[id as usize].0 >= self.program.code.loops[id as usize].min
                );
                state.pc = exit;
            }
            (Op::Loop(id, _), _) => self.set_rounds(id, self.loops[id as usize].0 + 1),
            _ => return false,
        }
        true
    }

    /// Whether a round of a loop may not begin where the way is, as an earlier one did; it is noted that one does.
    fn has_come(&mut self, id: u32, state: &State) -> bool {
        let rule = self.program.code.loops[id as usize];
        let (rounds, base) = self.loops[id as usize];
        let watched = match rule.watch {
            Watch::Not => false,
            Watch::Own => true,
            Watch::All(_) => rounds >= rule.min,
        };
        let here = (id, state.cursor, state.heading);
        if watched && self.visited[base as usize..].contains(&here) {
            return true;
        }
        if watched {
            self.visits(here);
        }
        false
    }
}

/// How many ways there are to go on so often, at least and at most, each time by so many.
fn runs(each: u64, least: u32, most: u32) -> u64 {
    match each {
        1 => u64::from(most.saturating_sub(least)) + 1,
        _ => (least..=most).map(|times| each.pow(times)).sum(),
    }
}
