//! Lines and connections.

use crate::index::{Cell, Piece};
use crate::program::{Check, Codes, Connect, NOWHERE, Neighbours, Program, has};

/// The groups of one goal on one board.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// The group of each cell, named by one of its cells; [`NOWHERE`] for a cell that does not pass.
    parent: Vec<u16>,
    /// The sides that a group touches, at the cell that names it.
    touched: Vec<u64>,
}

impl Groups {
    /// Labels the groups of passing cells and gathers the sides of part `part` that each touches.
    fn label(&mut self, passing: &[bool], neighbours: &Neighbours, goal: &Connect, part: usize) {
        self.parent.clear();
        let own = |(at, passes): (usize, &bool)| if *passes { at as u16 } else { NOWHERE };
        self.parent.extend(passing.iter().enumerate().map(own));
        // Cells without, headings within: whether a cell passes is hard to predict, so it is asked once.
        for at in 0..passing.len() {
            if self.parent[at] == NOWHERE {
                continue;
            }
            for heading in &goal.joins {
                let next = neighbours.next(*heading, at as u16);
                if next != NOWHERE && self.parent[usize::from(next)] != NOWHERE {
                    self.join(at as u16, next);
                }
            }
        }
        self.touched.clear();
        self.touched.resize(passing.len(), 0);
        for at in 0..passing.len() {
            if self.parent[at] != NOWHERE {
                let root = self.root(at as u16);
                self.parent[at] = root;
                self.touched[usize::from(root)] |= goal.sides[part][at];
            }
        }
    }

    fn root(&mut self, mut cell: u16) -> u16 {
        loop {
            let above = self.parent[usize::from(cell)];
            if above == cell {
                return cell;
            }
            let top = self.parent[usize::from(above)];
            self.parent[usize::from(cell)] = top;
            cell = top;
        }
    }

    /// Makes two groups one, named by its first cell.
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parent[usize::from(a.max(b))] = a.min(b);
        }
    }

    /// Whether a group touches every side.
    pub fn connected(&mut self, passing: &[bool], neighbours: &Neighbours, goal: &Connect) -> bool {
        let mut whole = vec![true; if goal.full.len() > 1 { passing.len() } else { 0 }];
        for part in 0..goal.full.len() {
            self.label(passing, neighbours, goal, part);
            if part == 0 && goal.full.len() == 1 {
                return self.complete(goal.full[0]);
            }
            for (at, whole) in whole.iter_mut().enumerate() {
                let named = usize::from(self.parent[at]) == at;
                *whole &= named && self.touched[at] == goal.full[part];
            }
        }
        whole.contains(&true)
    }

    fn complete(&self, full: u64) -> bool {
        let mut roots = self.parent.iter().zip(&self.touched).enumerate();
        roots.any(|(at, (root, sides))| usize::from(*root) == at && *sides == full)
    }

    /// Whether one of the placements leads to a group that touches every side. Must follow
    /// [`Groups::connected`] on the same board.
    pub fn connected_by(
        &self,
        cells: &[Piece],
        program: &Program,
        goal: &Connect,
        placements: &[(Check, Piece)],
    ) -> bool {
        let Some(full) = goal.full.first().copied() else { return false };
        let done = self.complete(full);
        for (at, before) in cells.iter().enumerate() {
            let cell = Cell::at(at);
            if !before.is_empty() || !program.has(cell) {
                continue;
            }
            for (from, piece) in placements {
                if !passes(from, cell, *before) {
                    continue;
                }
                if done {
                    return true;
                }
                if passes(&goal.check, cell, *piece)
                    && self.joined(&program.neighbours, goal, at) == full
                {
                    return true;
                }
            }
        }
        false
    }

    /// The sides that a cell and the groups around it touch.
    fn joined(&self, neighbours: &Neighbours, goal: &Connect, at: usize) -> u64 {
        let mut sides = goal.sides[0][at];
        for heading in &goal.headings {
            let next = neighbours.next(*heading, at as u16);
            if next == NOWHERE {
                continue;
            }
            let root = self.parent[usize::from(next)];
            if root != NOWHERE {
                sides |= self.touched[usize::from(root)];
            }
        }
        sides
    }
}

/// Whether a cell passes a check in which no attack is asked (an attack counts as none).
fn passes(check: &Check, cell: Cell, piece: Piece) -> bool {
    check.passes(cell, piece, &mut |_| false)
}

/// A line as [`GoalCode::Line`] has it.
pub(super) struct Line<'a> {
    pub length: usize,
    pub headings: &'a [u16],
    pub limits: &'a [(Codes, u16)],
}

/// Whether so many cells in a row pass, with no kind over its limit.
pub(super) fn has_line(
    line: &Line<'_>,
    cells: &[Piece],
    neighbours: &Neighbours,
    passing: &[bool],
) -> bool {
    line.headings.iter().any(|heading| {
        let along = neighbours.along(*heading);
        (0..passing.len()).filter(|start| passing[*start]).any(|start| {
            let mut at = start;
            for _ in 1..line.length {
                let next = along[at];
                if next == NOWHERE || !passing[usize::from(next)] {
                    return false;
                }
                at = usize::from(next);
            }
            within(line, cells, along, start)
        })
    })
}

/// Whether no kind is over its limit in the row that begins there.
fn within(line: &Line<'_>, cells: &[Piece], along: &[u16], start: usize) -> bool {
    line.limits.iter().all(|(codes, most)| {
        let (mut at, mut count) = (start, 0);
        for step in 0..line.length {
            count += u16::from(has(codes, cells[at]));
            if step + 1 < line.length {
                at = usize::from(along[at]);
            }
        }
        count <= *most
    })
}
