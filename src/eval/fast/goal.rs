//! Whether a goal is reached, told from the cells that have changed since it was not.

use super::Fast;
use crate::index::{Cell, GoalId, Player};
use crate::program::{Goal, Join, NOWHERE, Row, Set, Shut, has};

impl<S: Set> Fast<'_, S> {
    /// Whether the player has reached the goal. `ago`: so many turns before it was asked, and was not so.
    pub(super) fn reached(&self, player: Player, goal: GoalId, ago: Option<u8>) -> bool {
        let goals = &self.plan.sides[player.index()].goals;
        let Some(goal) = &goals[goal.index()] else { return false };
        let (Goal::Line(Row { of, .. })
        | Goal::Connect(Join { of, .. })
        | Goal::Ring(Shut { of, .. })) = goal
        else {
            return false;
        };
        let passing = self.cells(of);
        // The last of the turns is this one.
        let before = ago.and_then(|ago| self.turns.len().checked_sub(1 + usize::from(ago)));
        let since = before.map(|turn| self.turns[turn]);
        match since {
            None => self.reached_with(goal, passing, passing, false),
            Some(since) => {
                let mut changed = S::NONE;
                let mut lost = false;
                for Cell(cell) in self.board.changed(since) {
                    changed |= S::one(usize::from(cell));
                    lost |= !passing.has(usize::from(cell));
                }
                self.reached_with(goal, passing, changed & passing, lost)
            }
        }
    }

    /// Whether the goal is reached with one of the cells, all of which pass; `lost`: others may pass no more.
    fn reached_with(&self, goal: &Goal<S>, passing: S, among: S, lost: bool) -> bool {
        match goal {
            Goal::Never => false,
            Goal::Line(row) if lost && row.exactly => self.in_row(row, passing, passing),
            Goal::Line(row) => self.in_row(row, passing, among),
            Goal::Connect(join) => among.cells().any(|cell| joins(join, passing, cell)),
            Goal::Ring(shut) if among == passing => shuts(shut, passing),
            Goal::Ring(shut) => among.cells().any(|cell| shut_by(shut, passing, cell)),
        }
    }

    /// Whether a row that is long enough has one of the cells.
    fn in_row(&self, row: &Row<S>, passing: S, among: S) -> bool {
        among.cells().any(|cell| self.in_row_through(row, passing, cell))
    }

    /// Whether a row that is long enough goes through a cell that passes.
    #[inline]
    pub(super) fn in_row_through(&self, row: &Row<S>, passing: S, cell: usize) -> bool {
        let along = |way: &[[u16; 2]], sense: usize| {
            let mut count = 0;
            let mut at = way[cell][sense];
            while at != NOWHERE && passing.has(usize::from(at)) && count < row.length {
                at = way[usize::from(at)][sense];
                count += 1;
            }
            count
        };
        row.ways.iter().any(|way| {
            let (on, back) = (along(way, 0), along(way, 1));
            match row.exactly {
                true if on + back + 1 != row.length => false,
                false if on + back + 1 < row.length => false,
                _ => row.limits.is_empty() || self.within(row, way, cell, on, back),
            }
        })
    }

    /// Whether, of the rows through a cell that go so far on and back, one has no kind over its limit.
    fn within(&self, row: &Row<S>, way: &[[u16; 2]], cell: usize, on: usize, back: usize) -> bool {
        let least = (row.length - 1).saturating_sub(on);
        let mut start = cell;
        (0..=back.min(row.length - 1)).any(|before| {
            let fits = before >= least && {
                row.limits.iter().all(|(codes, most)| {
                    let mut at = start;
                    let mut count = 0;
                    for step in 0..row.length {
                        count += u16::from(has(codes, self.board.cells[at]));
                        if step + 1 < row.length {
                            at = usize::from(way[at][0]);
                        }
                    }
                    count <= *most
                })
            };
            start = usize::from(way[start][1]);
            fits
        })
    }
}

/// Whether the group of a cell touches enough sides.
fn joins<S: Set>(join: &Join<S>, passing: S, cell: usize) -> bool {
    let mut group = S::one(cell);
    let mut sides = join.sides[cell];
    let mut todo = join.near[cell] & passing;
    while sides.count_ones() < join.least {
        if todo.is_none() {
            return false;
        }
        let cell = todo.first();
        group |= S::one(cell);
        sides |= join.sides[cell];
        todo = (todo | (join.near[cell] & passing)) & !group;
    }
    true
}

/// Whether a cell that passes now has shut others in. Where those around it that do not pass still reach one
/// another beside it, whatever got out before gets out now.
pub(super) fn shut_by<S: Set>(shut: &Shut<S>, passing: S, cell: usize) -> bool {
    let near = shut.near[cell];
    let filled = |cell: usize| !shut.border.has(cell) && (shut.near[cell] & !passing).is_none();
    if filled(cell) || (near & passing).cells().any(filled) {
        return true;
    }
    let open = near & !passing;
    let mut found = S::NONE;
    while found != open {
        let first = (open & !found).first();
        let mut todo = S::one(first);
        while let Some(at) = todo.pop() {
            found |= S::one(at);
            todo = (todo | (shut.near[at] & open)) & !found;
        }
        if found == open && first == open.first() && !shut.border.has(cell) {
            return false;
        }
        if !gets_out(shut, passing, first) {
            return true;
        }
    }
    false
}

/// Whether a way over cells that do not pass leads from one to the border.
fn gets_out<S: Set>(shut: &Shut<S>, passing: S, from: usize) -> bool {
    let mut found = S::NONE;
    let mut todo = S::one(from);
    while let Some(at) = todo.pop() {
        if shut.border.has(at) {
            return true;
        }
        found |= S::one(at);
        todo = (todo | (shut.near[at] & !passing)) & !found;
    }
    false
}

/// Whether any cell is shut in.
fn shuts<S: Set>(shut: &Shut<S>, passing: S) -> bool {
    let filled = |cell: &usize| !shut.border.has(*cell) && (shut.near[*cell] & !passing).is_none();
    if passing.cells().any(|cell| filled(&cell)) {
        return true;
    }
    // What gets out, from the border inwards.
    let mut out = S::NONE;
    let mut todo = shut.border & !passing;
    while !todo.is_none() {
        let at = todo.first();
        out |= S::one(at);
        todo = (todo | (shut.near[at] & !passing)) & !out;
    }
    !(shut.cells & !passing & !out).is_none()
}
