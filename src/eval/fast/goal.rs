//! Whether a goal is reached, told from the cells that have changed since it was not.

use super::Fast;
use crate::index::{Cell, GoalId, Player};
use crate::program::{Ago, Goal, Join, NARROW, NOWHERE, Row, Set, Shut, Whole, has, includes};

/// Boards of more cells than are shifted as a whole are shifted where more cells than these have changed.
const FEW: u32 = 4;

impl<S: Set> Fast<'_, S> {
    /// Whether the player has reached the goal, which was not so when it was asked before.
    pub(super) fn reached(&self, player: Player, goal: GoalId, ago: Ago) -> bool {
        let goals = &self.plan.sides[player.index()].goals;
        let Ok(goal) = &goals[goal.index()] else { return false };
        let Some(of) = goal.of() else { return false };
        let passing = self.cells(of);
        if let Goal::Line(row) = goal
            && let Some(shifts) = row.shifts.as_ref().filter(|_| S::CELLS <= NARROW)
        {
            return shifted(row, shifts, passing);
        }
        if let Goal::Together(whole) = goal {
            return together(whole, passing);
        }
        // The last of the turns is this one.
        let mut before = self.turns.iter().rev().skip(1);
        let before = match ago {
            Ago::Unknown => None,
            Ago::Turns(turns) => before.nth(usize::from(turns) - 1),
            Ago::At(places) => before.find(|turn| includes(&places, turn.place)),
        };
        match before.map(|turn| turn.mark) {
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

    /// Whether the player would reach a goal if what passes stood on those cells as well.
    pub(super) fn reaches_with(&self, player: Player, more: S) -> bool {
        let goals = &self.plan.sides[player.index()].goals;
        goals.iter().flatten().any(|goal| {
            goal.of().is_some_and(|of| {
                let passing = self.cells(of) | more;
                self.reached_with(goal, passing, passing, false)
            })
        })
    }

    /// Whether the goal is reached with one of the cells, all of which pass; `lost`: others may pass no more.
    fn reached_with(&self, goal: &Goal<S>, passing: S, among: S, lost: bool) -> bool {
        match goal {
            Goal::Never => false,
            Goal::Together(whole) => together(whole, passing),
            Goal::Line(row) if lost && row.exactly => self.in_row(row, passing, passing),
            Goal::Line(row) => self.in_row(row, passing, among),
            Goal::Connect(join) if among.len() == 1 => joins_by(join, passing, among.first()),
            Goal::Connect(join) => among.cells().any(|cell| joins(join, passing, cell)),
            Goal::Ring(shut) if among == passing => shuts(shut, passing),
            Goal::Ring(shut) => among.cells().any(|cell| shut_by(shut, passing, cell)),
        }
    }

    /// Whether a row that is long enough has one of the cells.
    fn in_row(&self, row: &Row<S>, passing: S, among: S) -> bool {
        if let Some(shifts) = row.shifts.as_ref().filter(|_| among.len() > FEW) {
            return shifted(row, shifts, passing);
        }
        let within = |way: &[[u16; 2]], cell: usize, on: usize, back: usize| {
            row.limits.is_empty() || self.within(row, way, cell, on, back)
        };
        among.cells().any(|cell| in_row_through(row, passing, cell, within))
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

/// Whether a row that is long enough goes through a cell that passes; of one that goes so far on and back from the cell, `within`
/// tells whether it will do.
#[inline]
pub(super) fn in_row_through<S: Set>(
    row: &Row<S>,
    passing: S,
    cell: usize,
    within: impl Fn(&[[u16; 2]], usize, usize, usize) -> bool,
) -> bool {
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
            _ => within(way, cell, on, back),
        }
    })
}

/// Whether there is a row that is long enough, of all cells that pass.
pub(super) fn shifted<S: Set>(row: &Row<S>, shifts: &[(S, i16)], passing: S) -> bool {
    let steps = row.length as i16 - 1;
    passing.len() as usize >= row.length
        && shifts.iter().any(|(from, by)| {
            // The cells that are followed by another, and then by more and more.
            let pairs = passing & *from & passing.moved(-by);
            let (mut rows, mut known) = (pairs, 1);
            while known < steps {
                let more = known.min(steps - known);
                rows &= rows.moved(-by * more);
                known += more;
            }
            if row.exactly && !rows.is_none() {
                rows &= !(pairs.moved(*by) | pairs.moved(-by * steps));
            }
            !rows.is_none()
        })
}

/// The cells next to some, either way.
#[inline]
fn around<S: Set>(whole: &Whole<S>, cells: S) -> S {
    whole.ways.ahead(cells) | whole.ways.back(cells)
}

/// Whether the cells that pass are one group.
fn together<S: Set>(whole: &Whole<S>, passing: S) -> bool {
    if passing.is_none() {
        return false;
    }
    let mut found = S::one(passing.first());
    // Most often one of them stands alone.
    if found != passing && !(passing & !around(whole, passing)).is_none() {
        return false;
    }
    loop {
        let more = found | (around(whole, found) & passing);
        if more == found {
            return found == passing;
        }
        found = more;
    }
}

/// The cells that hang together with some of these, all within others; it ends at the first that `stop` says.
fn spread<S: Set>(near: &[S], from: S, within: S, mut stop: impl FnMut(usize) -> bool) -> S {
    let (mut found, mut todo) = (S::NONE, from);
    while let Some(at) = todo.pop() {
        found |= S::one(at);
        if stop(at) {
            break;
        }
        todo = (todo | (near[at] & within)) & !found;
    }
    found
}

/// Whether the group of a cell touches enough sides.
fn joins<S: Set>(join: &Join<S>, passing: S, cell: usize) -> bool {
    let mut sides = 0u64;
    let mut enough = |at: usize| {
        let more = join.sides[at] & !sides;
        sides |= more;
        more != 0 && sides.count_ones() >= join.least
    };
    spread(&join.near, S::one(cell), passing, &mut enough);
    sides.count_ones() >= join.least
}

/// The same, if no group touched enough before the cell passed: where those around it hang together beside it, it adds nothing but
/// its own sides.
pub(super) fn joins_by<S: Set>(join: &Join<S>, passing: S, cell: usize) -> bool {
    let around = join.near[cell] & passing;
    if join.sides[cell] == 0 && join.least > 0 {
        let first = if around.is_none() { S::NONE } else { S::one(around.first()) };
        if spread(&join.near, first, around, |_| false) == around {
            return false;
        }
    }
    joins(join, passing, cell)
}

/// Whether a cell that passes is shut in by such cells alone.
fn filled<S: Set>(shut: &Shut<S>, passing: S, cell: usize) -> bool {
    !shut.border.has(cell) && (shut.near[cell] & !passing).is_none()
}

/// Whether a cell that passes now has shut others in. Where those around it that do not pass still reach one
/// another beside it, whatever got out before gets out now.
pub(super) fn shut_by<S: Set>(shut: &Shut<S>, passing: S, cell: usize) -> bool {
    let near = shut.near[cell];
    let mut passed = (near & passing).cells();
    if filled(shut, passing, cell) || passed.any(|cell| filled(shut, passing, cell)) {
        return true;
    }
    let open = near & !passing;
    let mut found = S::NONE;
    while found != open {
        let first = (open & !found).first();
        let whole = found.is_none();
        found |= spread(&shut.near, S::one(first), open, |_| false);
        if whole && found == open && !shut.border.has(cell) {
            return false;
        }
        let out = spread(&shut.near, S::one(first), !passing, |at| shut.border.has(at));
        if (out & shut.border).is_none() {
            return true;
        }
    }
    false
}

/// Whether any cell is shut in.
fn shuts<S: Set>(shut: &Shut<S>, passing: S) -> bool {
    let out = spread(&shut.near, shut.border & !passing, !passing, |_| false);
    passing.cells().any(|cell| filled(shut, passing, cell))
        || !(shut.cells & !passing & !out).is_none()
}
