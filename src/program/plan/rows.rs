//! The rows of a board, each as a set of cells.

use super::Plan;
use super::content::{Content, Contents};
use super::ways::even;
use crate::index::{GoalId, Player};
use crate::program::check::{Check, Codes};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::program::trail::without;
use crate::program::{GoalCode, Program};
use crate::rules::{Node, Rules, Test};

/// Cells of a row at most where rows are found by shifts.
const LENGTH: usize = 16;

/// The rows that reach a goal, for one player.
#[derive(Debug)]
pub(crate) struct Rows<S> {
    /// What stands there.
    pub of: Content,
    /// All of them.
    pub all: Box<[S]>,
    /// By cell, the other cells of the rows through it.
    pub through: Box<[Box<[S]>]>,
    /// How many cells a row has.
    length: usize,
    /// If along each direction the index grows by the same everywhere: the cells from which a row may go on, and by how much.
    shifts: Option<Box<[(S, i16)]>>,
    /// Where they may lie.
    within: S,
}

impl<S: Set> Plan<S> {
    /// Finds the rows of the goals of which walks ask whether a piece lies in one, or prohibitions whether there are any, by goal and
    /// player; none where they are no such goals.
    pub(super) fn find_rows(&mut self, rules: &Rules, program: &Program) {
        let kinds = rules.kinds.iter().flat_map(|kind| &kind.moves);
        let walks: Vec<&Node> = kinds.chain(&rules.actions).map(|rule| &rule.walk).collect();
        let forbids: Vec<&CondCode> = program.sides.iter().flat_map(|side| &side.forbids).collect();
        let asked = |goal| {
            walks.iter().any(|walk| walk.tests(&|test| *test == Test::Lies(goal)))
                || forbids.iter().any(|when| when.asks_goal(goal))
        };
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
        let mut shifts = (line.length <= LENGTH).then(Vec::new);
        for heading in &line.headings {
            let within = |at: &u16| {
                let cell = crate::index::Cell(*at);
                program.has(cell) && region.as_ref().is_none_or(|cells| cells.contains(cell))
            };
            let next = |at: &u16| program.neighbours.next(*heading, *at);
            let next = |at: &u16| Some(next(at)).filter(|next| *next != NOWHERE && within(next));
            let starts = || (0..program.cells as u16).filter(within);
            for start in starts() {
                let row: Vec<u16> =
                    std::iter::successors(Some(start), next).take(line.length).collect();
                if row.len() == line.length {
                    all.push(row.iter().fold(S::NONE, |set, at| set | S::one(usize::from(*at))));
                }
            }
            let steps = starts().filter_map(|start| Some((start.into(), next(&start)?.into())));
            shifts = shifts.zip(even(steps)).map(|(mut shifts, shift)| {
                shifts.push(shift);
                shifts
            });
        }
        let through = |cell: usize| {
            let rows = all.iter().filter(|row| row.has(cell));
            rows.map(|row| *row & !S::one(cell)).collect()
        };
        let through = (0..program.cells).map(through).collect();
        let (of, length) = (contents.of(codes), line.length);
        let within = all.iter().fold(S::NONE, |within, row| within | *row);
        let shifts = shifts.map(Vec::into);
        Some(Self { of, all: all.into(), through, length, shifts, within })
    }

    /// Those of some players, a bit each.
    pub fn of_players(all: &[Self], players: u8) -> impl Iterator<Item = &Self> {
        let own = all.iter().enumerate().filter(move |(player, _)| players >> player & 1 != 0);
        own.map(|(_, rows)| rows)
    }

    /// The cells of rows that are full, where such pieces stand.
    pub fn full(&self, pieces: S) -> S {
        let Some(shifts) = &self.shifts else {
            let whole = self.all.iter().filter(|row| (**row & !pieces).is_none());
            return whole.fold(S::NONE, |full, row| full | *row);
        };
        shifts.iter().fold(S::NONE, |full, (from, by)| {
            let begins = |row: S| pieces & *from & row.moved(-by);
            let mut row = (1..self.length).fold(pieces, |row, _| begins(row));
            let mut full = full | row;
            for _ in 1..self.length {
                row = row.moved(*by);
                full |= row;
            }
            full
        })
    }

    /// The cells that are all that a row lacks.
    pub fn lacking(&self, pieces: S) -> S {
        let Some(shifts) = &self.shifts else {
            return self.all.iter().fold(S::NONE, |lacking, row| {
                let lacks = *row & !pieces;
                if (lacks & !lacks.up_to_lowest()).is_none() { lacking | lacks } else { lacking }
            });
        };
        let lacking = shifts.iter().fold(S::NONE, |lacking, (from, by)| {
            // Of how many such pieces and more each cell is followed, and how many come before it.
            let (mut on, mut back) = ([S::ALL; LENGTH], S::ALL);
            for steps in 1..self.length {
                on[steps] = *from & (pieces & on[steps - 1]).moved(-by);
            }
            (0..self.length).rev().fold(lacking, |lacking, steps| {
                let lacking = lacking | on[steps] & back;
                back = (*from & pieces & back).moved(*by);
                lacking
            })
        });
        lacking & !pieces & self.within
    }

    /// Whether a piece on a cell fills a row.
    #[inline]
    pub fn fills(&self, pieces: S, cell: usize) -> bool {
        self.through[cell].iter().any(|others| (*others & !pieces).is_none())
    }
}
