//! The rows of a board, each as a set of cells.

use super::content::{Content, Contents};
use crate::program::check::{Check, Codes};
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::program::trail::without;
use crate::program::{GoalCode, Program};

/// The rows that reach a goal, for one player.
#[derive(Debug)]
pub(crate) struct Rows<S> {
    /// What stands there.
    pub of: Content,
    /// All of them.
    pub all: Box<[S]>,
    /// By cell, the other cells of the rows through it.
    pub through: Box<[Box<[S]>]>,
}

impl<S: Set> Rows<S> {
    /// The rows of a goal that is nothing else, of such pieces.
    pub(super) fn new(
        goal: &GoalCode,
        program: &Program,
        pieces: Codes,
        contents: &mut Contents,
    ) -> Option<Self> {
        let GoalCode::Line(line) = goal else { return None };
        let Check::Leaf(codes, region) = &line.check else { return None };
        if line.exactly || !line.limits.is_empty() || !without(codes, &pieces).is_none() {
            return None;
        }
        let mut all = Vec::new();
        for heading in &line.headings {
            for start in 0..program.cells as u16 {
                let next = |at: &u16| program.neighbours.next(*heading, *at);
                let next = |at: &u16| Some(next(at)).filter(|next| *next != NOWHERE);
                let row: Vec<u16> =
                    std::iter::successors(Some(start), next).take(line.length).collect();
                let within = |at: &u16| {
                    let cell = crate::index::Cell(*at);
                    program.has(cell) && region.as_ref().is_none_or(|cells| cells.contains(cell))
                };
                if row.len() == line.length && row.iter().all(within) {
                    all.push(row.iter().fold(S::NONE, |set, at| set | S::one(usize::from(*at))));
                }
            }
        }
        let through = |cell: usize| {
            let rows = all.iter().filter(|row| row.has(cell));
            rows.map(|row| *row & !S::one(cell)).collect()
        };
        let through = (0..program.cells).map(through).collect();
        Some(Self { of: contents.of(codes), all: all.into(), through })
    }

    /// The cells of rows that are full, where such pieces stand.
    pub fn full(&self, pieces: S) -> S {
        let whole = self.all.iter().filter(|row| (**row & !pieces).is_none());
        whole.fold(S::NONE, |full, row| full | *row)
    }

    /// The cells that are all that a row lacks.
    pub fn lacking(&self, pieces: S) -> S {
        self.all.iter().fold(S::NONE, |lacking, row| {
            let lacks = *row & !pieces;
            if (lacks & !lacks.up_to_lowest()).is_none() { lacking | lacks } else { lacking }
        })
    }

    /// Whether a piece on a cell fills a row.
    #[inline]
    pub fn fills(&self, pieces: S, cell: usize) -> bool {
        self.through[cell].iter().any(|others| (*others & !pieces).is_none())
    }
}
