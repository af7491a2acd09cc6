//! Lines and connections.

use super::machine::Machine;
use crate::index::{Cell, GoalId, Piece};
use crate::program::{
    Check, Connect, GoalCode, GroupsCode, Line, NOWHERE, Neighbours, Program, Ring, has,
};

/// The groups of one goal on one board.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// The group of each cell, named by one of its cells; [`NOWHERE`] for a cell that does not pass.
    parent: Vec<u16>,
    /// The sides that a group touches, at the cell that names it.
    touched: Vec<u64>,
}

/// The root above a cell in a forest, which leads to itself; the way there is halved.
#[inline]
pub(super) fn root(parent: &mut [u16], mut cell: u16) -> u16 {
    loop {
        let above = parent[usize::from(cell)];
        if above == cell {
            return cell;
        }
        let top = parent[usize::from(above)];
        parent[usize::from(cell)] = top;
        cell = top;
    }
}

impl Groups {
    /// Labels the groups of passing cells and gathers the sides that each touches.
    fn label(&mut self, passing: &[bool], neighbours: &Neighbours, joins: &[u16], sides: &[u64]) {
        self.parent.clear();
        let own = |(at, passes): (usize, &bool)| if *passes { at as u16 } else { NOWHERE };
        self.parent.extend(passing.iter().enumerate().map(own));
        // Cells without, headings within: whether a cell passes is hard to predict, so it is asked once.
        for at in 0..passing.len() {
            if self.parent[at] == NOWHERE {
                continue;
            }
            for heading in joins {
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
                self.touched[usize::from(root)] |= sides.get(at).copied().unwrap_or(0);
            }
        }
    }

    /// The sides that each group touches.
    fn roots(&self) -> impl Iterator<Item = u64> + '_ {
        let named = self.parent.iter().zip(&self.touched).enumerate();
        named.filter(|(at, (root, _))| usize::from(**root) == *at).map(|(_, (_, sides))| *sides)
    }

    /// Whether the passing cells are one group.
    pub fn together(&mut self, passing: &[bool], neighbours: &Neighbours, joins: &[u16]) -> bool {
        self.label(passing, neighbours, joins, &[]);
        self.roots().count() == 1
    }

    /// Whether the passing cells shut in some cell; `passing` is turned round on the way.
    pub fn ring(&mut self, passing: &mut [bool], neighbours: &Neighbours, ring: &Ring) -> bool {
        let shut = |cell: usize| {
            let all = |near: &[u16]| near.iter().all(|cell| passing[usize::from(*cell)]);
            passing[cell] && ring.border[cell] == 0 && all(&ring.near[cell])
        };
        if (0..passing.len()).any(shut) {
            return true;
        }
        passing.iter_mut().for_each(|passes| *passes = !*passes);
        self.label(passing, neighbours, &ring.joins, &ring.border);
        self.roots().any(|border| border == 0)
    }

    /// What the groups of passing cells are worth, of what each cell is worth to its group and to those next to it.
    pub fn worth(
        &mut self,
        passing: &[bool],
        neighbours: &Neighbours,
        code: &GroupsCode,
        counted: &[i64],
        touched: &[i64],
    ) -> i64 {
        self.label(passing, neighbours, &code.joins, &[]);
        let mut points = vec![0; passing.len()];
        let mut beside: Vec<u16> = Vec::new();
        for at in 0..passing.len() {
            let group = self.parent[at];
            if group != NOWHERE {
                points[usize::from(group)] += counted[at];
            } else if touched[at] != 0 {
                let near = code.near[at].iter().map(|cell| self.parent[usize::from(*cell)]);
                beside.clear();
                beside.extend(near.filter(|group| *group != NOWHERE));
                beside.sort_unstable();
                beside.dedup();
                beside.iter().for_each(|group| points[usize::from(*group)] += touched[at]);
            }
        }
        let named = self.parent.iter().enumerate();
        let roots = named.filter(|(at, group)| usize::from(**group) == *at);
        code.rule.total(roots.map(|(at, _)| points[at]))
    }

    fn root(&mut self, cell: u16) -> u16 {
        root(&mut self.parent, cell)
    }

    /// Makes two groups one, named by its first cell.
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parent[usize::from(a.max(b))] = a.min(b);
        }
    }

    /// Whether a group touches enough sides.
    pub fn connected(&mut self, passing: &[bool], neighbours: &Neighbours, goal: &Connect) -> bool {
        self.label(passing, neighbours, &goal.joins, &goal.sides);
        self.complete(goal)
    }

    fn complete(&self, goal: &Connect) -> bool {
        self.roots().any(|sides| sides.count_ones() >= goal.least)
    }

    /// Whether one of the placements leads to a group that touches enough sides. Must follow
    /// [`Groups::connected`] on the same board.
    pub fn connected_by(
        &self,
        cells: &[Piece],
        program: &Program,
        goal: &Connect,
        placements: &[(Check, Piece)],
    ) -> bool {
        let done = self.complete(goal);
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
                let sides = || self.joined(&program.neighbours, goal, at).count_ones();
                if passes(&goal.check, cell, *piece) && sides() >= goal.least {
                    return true;
                }
            }
        }
        false
    }

    /// The sides that a cell and the groups around it touch.
    fn joined(&self, neighbours: &Neighbours, goal: &Connect, at: usize) -> u64 {
        let mut sides = goal.sides[at];
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
    check.passes(cell, piece)
}

/// Whether so many cells in a row pass, with no kind over its limit.
pub(super) fn has_line(
    line: &Line,
    cells: &[Piece],
    neighbours: &Neighbours,
    passing: &[bool],
) -> bool {
    let mut passes = |at: u16| passing[usize::from(at)];
    line.headings.iter().zip(&line.before).any(|(heading, before)| {
        let way = (neighbours.along(*heading), &**before);
        let starts = (0..passing.len()).filter(|start| passing[*start]);
        starts.map(|start| start as u16).any(|start| {
            row(line, way, start, &mut passes) && within(line, cells, way.0, usize::from(start))
        })
    })
}

/// Whether a row that is long enough begins there, on a passing cell; the way leads on and back.
fn row(
    line: &Line,
    (along, before): (&[u16], &[u16]),
    start: u16,
    passes: &mut dyn FnMut(u16) -> bool,
) -> bool {
    let mut at = start;
    for _ in 1..line.length {
        at = along[usize::from(at)];
        if at == NOWHERE || !passes(at) {
            return false;
        }
    }
    let mut longer = |end: u16| end != NOWHERE && passes(end);
    !(line.exactly && (longer(before[usize::from(start)]) || longer(along[usize::from(at)])))
}

impl Machine<'_> {
    /// Whether the piece on a cell lies in a line that reaches the goal for its owner.
    pub fn lies(&mut self, cell: Cell, goal: GoalId) -> bool {
        // The question is about the board, not about where a walking piece might go.
        let walk = self.leave();
        let lies = self.in_row(cell, goal);
        self.come_back(walk);
        lies
    }

    fn in_row(&mut self, cell: Cell, goal: GoalId) -> bool {
        let program = self.program;
        let Some(owner) = self.cells[cell.index()].owner() else { return false };
        let goal = &program.sides[owner.index()].goals[goal.index()];
        let GoalCode::Line(line) = goal else { return false };
        if !self.test(&line.check, cell, owner) {
            return false;
        }
        // Rows that begin there, or one cell before it, or two, …
        line.headings.iter().zip(&line.before).any(|(heading, before)| {
            let way = (program.neighbours.along(*heading), &**before);
            let mut start = cell.0;
            for _ in 0..line.length {
                if start == NOWHERE || !self.test(&line.check, Cell(start), owner) {
                    return false;
                }
                let mut passes = |at: u16| self.test(&line.check, Cell(at), owner);
                if row(line, way, start, &mut passes)
                    && within(line, &self.cells, way.0, usize::from(start))
                {
                    return true;
                }
                start = before[usize::from(start)];
            }
            false
        })
    }
}

/// Whether no kind is over its limit in the row that begins there.
fn within(line: &Line, cells: &[Piece], along: &[u16], start: usize) -> bool {
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
