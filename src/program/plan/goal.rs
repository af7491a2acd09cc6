//! Goals, told from the cells that the last moves have changed.

use super::fact::Where;
use super::sight::Scope;
use super::ways::{Ways, even};
use crate::index::{Cell, Heading};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::program::why::Why;
use crate::program::{GoalCode, Program};

/// A goal as one player has it.
#[derive(Debug)]
pub(crate) enum Goal<S> {
    /// The player does not have it.
    Never,
    /// So many cells in a row.
    Line(Row<S>),
    /// A group of cells that touches enough sides.
    Connect(Join<S>),
    /// A cell that is shut in by such cells.
    Ring(Shut<S>),
    /// All of some cells, at least one, in one group.
    Together(Whole<S>),
}

/// Cells that pass, in one group.
#[derive(Debug)]
pub(crate) struct Whole<S> {
    /// What passes.
    pub of: Where<S>,
    /// The directions in which a cell joins another; of two opposites only one.
    pub ways: Ways<S>,
}

/// A row of cells that pass.
#[derive(Debug)]
pub(crate) struct Row<S> {
    /// What passes.
    pub of: Where<S>,
    /// How many.
    pub length: usize,
    /// Whether a longer row does not count.
    pub exactly: bool,
    /// At most so many of these codes in the row.
    pub limits: Vec<(Codes, u16)>,
    /// By direction and cell, where it leads on and where it comes from: an index, or [`NOWHERE`].
    pub ways: Vec<Box<[[u16; 2]]>>,
    /// The same as differences of indices, if each direction that a row fits in has but one, and nothing in a row
    /// is limited: the cells from which it leads on, and it.
    pub shifts: Option<Box<[(S, i16)]>>,
}

impl<S: Set> Row<S> {
    /// The directions as differences of indices.
    fn shifts(&self) -> Option<Box<[(S, i16)]>> {
        if !self.limits.is_empty() || self.length < 2 {
            return None;
        }
        let mut shifts = Vec::new();
        for way in &self.ways {
            let leads = way.iter().enumerate().filter(|(_, [next, _])| *next != NOWHERE);
            let (from, by) = even::<S>(leads.map(|(at, [next, _])| (at, usize::from(*next))))?;
            // Where no row fits no such shift of a set has to be one of cells.
            let fits = usize::from(by.unsigned_abs()) * (self.length - 1) < S::CELLS;
            if fits && !from.is_none() {
                shifts.push((from, by));
            }
        }
        Some(shifts.into())
    }
}

/// A group of cells that pass.
#[derive(Debug)]
pub(crate) struct Join<S> {
    /// What passes.
    pub of: Where<S>,
    /// By cell, those that it joins.
    pub near: Box<[S]>,
    /// By cell, the sides that it is on, a bit each.
    pub sides: Box<[u64]>,
    /// How many of them a group must touch.
    pub least: u32,
}

/// Cells that pass, around others.
#[derive(Debug)]
pub(crate) struct Shut<S> {
    /// What passes.
    pub of: Where<S>,
    /// By cell, where one gets out of it.
    pub near: Box<[S]>,
    /// The cells at the border.
    pub border: S,
    /// All cells.
    pub cells: S,
}

impl<S: Set> Goal<S> {
    /// Whether it is as it was where nothing has changed on the cells that it is about.
    pub fn is_plain(&self) -> bool {
        self.of().is_none_or(Where::is_plain)
    }

    /// The cells that pass, of one that the player has.
    pub fn of(&self) -> Option<&Where<S>> {
        match self {
            Goal::Never => None,
            Goal::Line(Row { of, .. })
            | Goal::Connect(Join { of, .. })
            | Goal::Ring(Shut { of, .. })
            | Goal::Together(Whole { of, .. }) => Some(of),
        }
    }

    /// The goal, if sets can tell which cells pass.
    pub(super) fn new(
        code: &GoalCode,
        program: &Program,
        scope: &mut Scope<'_, '_, S>,
    ) -> Result<Self, Why> {
        let cells = scope.cells;
        let mut of = |check| Where::new(check, scope);
        Ok(match code {
            GoalCode::Never => Goal::Never,
            GoalCode::Line(line) => {
                let ways = line.headings.iter().zip(&line.before).map(|(heading, before)| {
                    let along = program.neighbours.along(*heading).iter();
                    along.zip(before).map(|(next, before)| [*next, *before]).collect()
                });
                let mut row = Row {
                    of: of(&line.check)?,
                    length: line.length,
                    exactly: line.exactly,
                    limits: line.limits.clone(),
                    ways: ways.collect(),
                    shifts: None,
                };
                row.shifts = row.shifts();
                Goal::Line(row)
            }
            GoalCode::Connect(connect) => {
                let mut near = vec![S::NONE; program.cells];
                for heading in &connect.joins {
                    for at in cells.cells() {
                        let next = program.neighbours.next(*heading, at as u16);
                        if next != NOWHERE {
                            near[at] |= S::one(usize::from(next));
                            near[usize::from(next)] |= S::one(at);
                        }
                    }
                }
                Goal::Connect(Join {
                    of: of(&connect.check)?,
                    near: near.into(),
                    sides: connect.sides.clone(),
                    least: connect.least,
                })
            }
            GoalCode::Ring(ring) => {
                let near = ring.near.iter().map(|near| {
                    near.iter().fold(S::NONE, |set, cell| set | S::one(Cell(*cell).index()))
                });
                let border = cells.cells().filter(|cell| ring.border[*cell] != 0);
                Goal::Ring(Shut {
                    of: of(&ring.check)?,
                    near: near.collect(),
                    border: border.fold(S::NONE, |set, cell| set | S::one(cell)),
                    cells,
                })
            }
            GoalCode::Together { joins, check } => Goal::Together(Whole {
                of: of(check)?,
                ways: Ways::new(
                    scope.view,
                    &joins.iter().copied().map(Heading).collect::<Vec<_>>(),
                ),
            }),
        })
    }
}
