//! The rows of a board, each as a set of cells.

use super::Plan;
use super::content::{Content, Contents};
use crate::index::{GoalId, Player};
use crate::program::check::{Check, Codes};
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::program::trail::without;
use crate::program::{GoalCode, Program};
use crate::rules::{Node, Rules, Test};

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

impl<S: Set> Plan<S> {
    /// Finds the rows of the goals of which walks ask whether a piece lies in one, by goal and player; none where they are no such goals.
    pub(super) fn find_rows(&mut self, rules: &Rules, program: &Program) {
        let kinds = rules.kinds.iter().flat_map(|kind| &kind.moves);
        let walks: Vec<&Node> = kinds.chain(&rules.actions).map(|rule| &rule.walk).collect();
        let asked = |goal| walks.iter().any(|walk| walk.tests(&|test| *test == Test::Lies(goal)));
        let rows = (0..rules.goals.len()).map(GoalId::at).map(|goal| {
            let sides = program.sides.iter().enumerate().filter(|_| asked(goal));
            let rows = sides.map(|(side, of)| {
                let own = Codes::of(Player::at(side));
                Rows::new(&of.goals[goal.index()], program, own, &mut self.contents)
            });
            rows.collect::<Option<Vec<_>>>().unwrap_or_default()
        });
        self.rows = rows.collect();
    }
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
