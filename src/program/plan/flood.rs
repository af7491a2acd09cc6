//! Walks that go on from cell to cell as often as they can and land once: where they lead is a flood.
//!
//! `(jump any over piece to empty)+` leads to every empty cell that jumps reach one after another. Nothing changes on the way, so
//! how it is reached is no difference.

use super::content::{Content, Contents};
use super::sequel::flat;
use crate::index::{Cell, Heading, Register};
use crate::program::check::{Check, Codes, View};
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::program::trail::{EMPTY, EVERY, meet, without};
use crate::rules::{Act, MoveRule, Node, Walk};

/// From one cell: which is gone over, and where that leads.
type Steps = Box<[(u16, u16)]>;

/// Where such a walk leads.
#[derive(Clone, Debug)]
pub(crate) struct Flood<S> {
    /// From where it may be made.
    starts: S,
    /// What must stand on the cells that it goes over, if it goes over any.
    over: Option<Content>,
    /// Whether the piece itself, where it still stands, is nothing to go over.
    leaves_home: bool,
    /// By cell, each step: the cell that is gone over, [`NOWHERE`] if none is, and where it leads.
    steps: Box<[Steps]>,
}

impl<S: Set> Flood<S> {
    /// The empty cells to which it leads from a cell.
    pub fn targets(&self, from: usize, occupied: S, set: impl Fn(Content) -> S) -> S {
        let home = S::one(from);
        let mut over = self.over.map_or(S::NONE, set);
        if self.leaves_home {
            over &= !home;
        }
        let (mut found, mut front) = (S::NONE, self.starts & home);
        while let Some(at) = front.pop() {
            for (between, to) in &self.steps[at] {
                let (between, to) = (usize::from(*between), usize::from(*to));
                let goes = between == usize::from(NOWHERE) || over.has(between);
                if goes && !occupied.has(to) && !found.has(to) {
                    found |= S::one(to);
                    front |= S::one(to);
                }
            }
        }
        found
    }

    /// The flood that a walk is, if it is one.
    pub(super) fn of(rule: &MoveRule, view: &View<'_>, contents: &mut Contents) -> Option<Self> {
        let mut list = &flat(&rule.walk)[..];
        let mut home = None;
        if let [Node { walk: Walk::As(name), .. }, rest @ ..] = list {
            (home, list) = (Some(*name), rest);
        }
        let [repeat, Node { walk: Walk::Act(Act::Land), .. }] = list else { return None };
        let Walk::Repeat { body, min: 1, max: None } = &repeat.walk else { return None };
        let body = flat(body);
        let [Node { walk: Walk::Face(dirs), .. }, ahead, rest @ ..] = &body[..] else {
            return None;
        };
        let graph = view.graph;
        let headings = graph.resolve(dirs, view.facing, view.facing.heading);
        let steady = view.is_steady(dirs) && matches!(ahead.walk, Walk::Ahead);
        let (over, land) = match rest {
            [land] => (None, land),
            [over, Node { walk: Walk::Ahead, .. }, land] => (Some(over), land),
            _ => return None,
        };
        let Walk::Test(land) = &land.walk else { return None };
        if !steady || view.check(land) != Check::Leaf(EMPTY, None) {
            return None;
        }
        let over = match over {
            None => None,
            Some(Node { walk: Walk::Test(test), .. }) => Some(hurdle(&view.check(test), home)?),
            Some(_) => return None,
        };
        let step = |cell: Cell, heading: &Heading| {
            let next = graph.next(cell, *heading)?;
            Some(match over {
                Some(_) => (next.0, graph.next(next, *heading)?.0),
                None => (NOWHERE, next.0),
            })
        };
        let mut steps = vec![Steps::default(); graph.cells()];
        for cell in graph.all() {
            steps[cell.index()] = headings.iter().filter_map(|at| step(cell, at)).collect();
        }
        let starts = graph.all().filter(|at| graph.contains(&rule.from, *at, view.facing));
        Some(Self {
            starts: starts.fold(S::NONE, |all, at| all | S::one(at.index())),
            over: over.as_ref().map(|(codes, _)| contents.of(codes)),
            leaves_home: over.is_some_and(|over| over.1),
            steps: steps.into(),
        })
    }
}

/// What stands on cells that are gone over, and whether the cell of that name is none of them.
fn hurdle(check: &Check, home: Option<Register>) -> Option<(Codes, bool)> {
    let stands = |check: &Check| match check {
        Check::Leaf(codes, None) => Some(without(codes, &EMPTY)),
        _ => None,
    };
    let Check::All(list) = check else { return Some((stands(check)?, false)) };
    let named = Check::Not(Box::new(Check::Named(home?.0)));
    let mut codes = without(&EVERY, &EMPTY);
    for check in list.iter().filter(|check| **check != named) {
        let more = stands(check)?;
        codes = meet(&codes, &more);
    }
    Some((codes, list.contains(&named)))
}
