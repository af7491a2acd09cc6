//! Walks that no position lets be made: they lead off the board or nowhere, or, as [`clash`] finds, do something on a cell that is not so.

use super::super::graph::Facing;
use super::super::model::*;
use super::clash;
use super::ground::Ground;
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::{Cell, Heading, Kind, Register};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Cursors with headings that are looked at for one rule.
const STATES: usize = 400_000;

/// Warns of alternatives that never fit, and of promotions that never come.
pub(super) fn walks(
    rules: &Rules,
    ground: Option<&Ground>,
    own: usize,
    warnings: &mut Vec<Warning>,
) {
    let moves = rules.kinds.iter().flat_map(|kind| &kind.moves);
    let all: Vec<(&MoveRule, bool)> = moves
        .map(|rule| (rule, true))
        .chain(rules.actions.iter().map(|rule| (rule, false)))
        .collect();
    let rings = ground.is_some_and(|ground| ground.graph.has_rings());
    let mut found = clash::walks(rules, &all, rings, own, warnings);
    // An alternative that was written once may stand for several: of a list, or of pieces that are like another.
    let mut dead: BTreeMap<Span, Option<Stop>> = BTreeMap::new();
    let mut grown: BTreeMap<Span, (bool, bool)> = BTreeMap::new();
    for (rule, piece) in &all {
        let Some(ground) = ground else { break };
        for node in alternatives(&rule.walk) {
            let Some((fits, stop, promoted)) = follow(ground, rule, *piece, node) else {
                dead.insert(node.span, None);
                continue;
            };
            for (span, comes) in promoted {
                let known = grown.entry(span).or_default();
                known.0 |= comes;
            }
            let known = dead.entry(node.span).or_insert(stop);
            if fits {
                *known = None;
            }
        }
    }
    found.extend(dead.into_iter().filter_map(|(span, stop)| {
        let stop = stop?;
        let told = Diagnostic::new("a walk that never fits on this board", span);
        let told = match stop.span == span {
            true => told.label(stop.why),
            false => told.also(stop.span, stop.why),
        };
        Some(told.help("change it, or take it away"))
    }));
    found.extend(grown.into_iter().filter(|(_, (comes, _))| !comes).map(|(span, _)| {
        Diagnostic::new("a piece that is never promoted", span)
            .label("none of its moves ends there")
            .help("the first rank is the one on a player's own side, the last one that on the far side")
    }));
    let mut told: Vec<Diagnostic> = Vec::new();
    for fault in found {
        let new = told.iter().all(|known| known.labels.first() != fault.labels.first());
        if new {
            told.push(fault);
        }
    }
    warnings.extend(told.into_iter().map(|told| Warning::new(WarningCode::NeverFits, told)));
}

/// The alternatives of a pattern.
pub(super) fn alternatives(node: &Node) -> &[Node] {
    match &node.walk {
        Walk::Alt(nodes) => nodes,
        _ => std::slice::from_ref(node),
    }
}

/// Where a walk first comes to nothing.
#[derive(Clone)]
struct Stop {
    span: Span,
    why: &'static str,
}

/// Cursors and headings.
pub(super) type States = BTreeSet<(Cell, Heading)>;

/// Follows an alternative over the board as if every piece were where it is wanted: whether it ever comes to its end, where it stops first,
/// and of each promotion in it, by its place, whether it comes. `None` where that is too much.
fn follow(
    ground: &Ground,
    rule: &MoveRule,
    piece: bool,
    node: &Node,
) -> Option<(bool, Option<Stop>, BTreeMap<Span, bool>)> {
    let (mut fits, mut stop, mut promoted) = (false, None, BTreeMap::new());
    for facing in &ground.facings {
        let begins = |cell: &Cell| !piece || ground.graph.contains(&rule.from, *cell, *facing);
        let begun: States =
            ground.graph.all().filter(begins).map(|cell| (cell, facing.heading)).collect();
        if begun.is_empty() {
            stop = stop.or(Some(Stop { span: node.span, why: "there are no cells to start from" }));
            continue;
        }
        let places = begun.iter().map(|state| state.0).collect();
        let mut course = Course { promoted, ..Course::new(ground, *facing, places, rule) };
        let ends = course.node(node, begun)?;
        fits |= !ends.is_empty();
        stop = stop.or(course.stop);
        promoted = course.promoted;
    }
    Some((fits, stop, promoted))
}

/// A walk that is followed for one player, from all cells at once.
pub(super) struct Course<'g> {
    ground: &'g Ground,
    facing: Facing,
    /// The cells that each name may mean.
    named: BTreeMap<Register, BTreeSet<Cell>>,
    /// Where the walking piece may be, and whether it has landed there.
    places: BTreeSet<Cell>,
    landed: bool,
    stop: Option<Stop>,
    promoted: BTreeMap<Span, bool>,
    /// The choice that is walked through: of a promotion, whose kinds stand elsewhere, the place of its cells.
    within: Span,
    left: usize,
    /// Where each act is done, by what it puts there.
    pub(super) entered: BTreeMap<Enters, BTreeSet<Cell>>,
}

/// What comes to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Enters {
    /// The walking piece.
    Walker,
    /// A piece of that kind; the walking one, if it becomes one.
    Kind(Kind),
    /// One that stood elsewhere.
    Any,
}

impl<'g> Course<'g> {
    /// The walk of a rule, made by that player's piece on one of those cells.
    pub(super) fn new(
        ground: &'g Ground,
        facing: Facing,
        places: BTreeSet<Cell>,
        rule: &MoveRule,
    ) -> Self {
        Self {
            ground,
            facing,
            named: BTreeMap::new(),
            places,
            landed: false,
            stop: None,
            promoted: BTreeMap::new(),
            within: rule.walk.span,
            left: STATES,
            entered: BTreeMap::new(),
        }
    }

    /// Takes down what an act puts where.
    fn enter(&mut self, act: &Act, begun: &States) {
        let graph = &self.ground.graph;
        let next = |(cell, heading): &(Cell, Heading)| graph.next(*cell, *heading);
        let mut cells: BTreeSet<Cell> = begun.iter().map(|one| one.0).collect();
        let what = match act {
            Act::Land => Enters::Walker,
            Act::Put(kind) | Act::Cover(kind) | Act::Drop(kind) => Enters::Kind(*kind),
            Act::Become(kind) => {
                cells.extend(&self.places);
                Enters::Kind(*kind)
            }
            Act::Push => {
                cells = begun.iter().filter_map(next).collect();
                Enters::Any
            }
            Act::PutBack(_) | Act::Tower(_) => Enters::Any,
            Act::Capture
            | Act::Lift
            | Act::LiftAs(_)
            | Act::Mark(..)
            | Act::Take(..)
            | Act::Add(..)
            | Act::Flip
            | Act::Again => return,
        };
        self.entered.entry(what).or_default().extend(cells);
    }

    pub(super) fn node(&mut self, node: &Node, begun: States) -> Option<States> {
        self.left = self.left.checked_sub(begun.len().max(1))?;
        if let Walk::Act(Act::Become(_)) = &node.walk {
            let inside = self.within.start <= node.span.start && node.span.end <= self.within.end;
            let place = if inside { node.span } else { self.within };
            *self.promoted.entry(place).or_default() |= !begun.is_empty();
        }
        if begun.is_empty() && !matches!(node.walk, Walk::Seq(_) | Walk::Alt(_)) {
            return Some(begun);
        }
        let graph = &self.ground.graph;
        let all = |facing: Facing| graph.all().map(move |cell| (cell, facing.heading));
        let turned = |cells: &mut dyn Iterator<Item = Cell>| -> States {
            let headings = (0..graph.headings()).map(Heading::at);
            cells.flat_map(|cell| headings.clone().map(move |heading| (cell, heading))).collect()
        };
        let some = !begun.is_empty();
        let (after, why) = match &node.walk {
            Walk::Seq(nodes) => {
                let mut after = begun;
                for node in nodes {
                    after = self.node(node, after)?;
                }
                return Some(after);
            }
            Walk::Alt(nodes) => {
                let mut after = States::new();
                let stop = self.stop.clone();
                let around = std::mem::replace(&mut self.within, node.span);
                for node in nodes {
                    after.extend(self.node(node, begun.clone())?);
                }
                self.within = around;
                if !after.is_empty() {
                    self.stop = stop;
                }
                return Some(after);
            }
            Walk::Repeat { body, min, max } => {
                let (mut all, mut fresh, mut round) = (States::new(), begun.clone(), 0);
                if *min == 0 {
                    all = begun;
                }
                let stop = self.stop.clone();
                while max.is_none_or(|max| round < max) && !fresh.is_empty() {
                    let next = self.node(body, fresh)?;
                    round += 1;
                    fresh = match round > *min {
                        true => next.difference(&all).copied().collect(),
                        false => next.clone(),
                    };
                    if round >= *min {
                        all.extend(next);
                    }
                }
                if !all.is_empty() {
                    self.stop = stop;
                }
                return Some(all);
            }
            // As often as it fits, or never.
            Walk::Rounds { body, .. } | Walk::While { body } => {
                let (mut all, mut fresh, stop) = (begun.clone(), begun, self.stop.clone());
                while !fresh.is_empty() {
                    let next = self.node(body, fresh)?;
                    fresh = next.difference(&all).copied().collect();
                    all.extend(&fresh);
                }
                self.stop = stop;
                return Some(all);
            }
            Walk::Face(dirs) => (self.faced(dirs, &begun), "no such direction leads on"),
            Walk::Ahead => {
                let next =
                    |(cell, heading): (Cell, Heading)| Some((graph.next(cell, heading)?, heading));
                (
                    begun.into_iter().filter_map(next).collect(),
                    "leads off the board from everywhere",
                )
            }
            Walk::Test(test) => {
                let passes =
                    |(cell, _): &(Cell, Heading)| self.ground.may_pass(test, *cell, self.facing);
                (begun.into_iter().filter(passes).collect(), "no cell that it comes to passes")
            }
            Walk::Pick(test) => {
                let passes =
                    |(cell, _): &(Cell, Heading)| self.ground.may_pass(test, *cell, self.facing);
                (all(self.facing).filter(passes).collect(), "no cell of the board passes")
            }
            Walk::Each { dirs, body, optional } => {
                let (faced, stop) = (self.faced(dirs, &begun), self.stop.clone());
                let fits = !self.node(body, faced)?.is_empty();
                if fits || *optional {
                    self.stop = stop;
                    return Some(begun);
                }
                (States::new(), "fits in no direction")
            }
            Walk::Every { test, body, optional } => {
                let passes =
                    |(cell, _): &(Cell, Heading)| self.ground.may_pass(test, *cell, self.facing);
                let (cells, stop) = (all(self.facing).filter(passes).collect(), self.stop.clone());
                let fits = !self.node(body, cells)?.is_empty();
                if fits || *optional {
                    self.stop = stop;
                    return Some(begun);
                }
                (States::new(), "fits from no cell")
            }
            Walk::See { body, holds: true } => {
                // What it names holds within it alone, and it leads nowhere.
                let fits = !self.node(body, begun.clone())?.is_empty();
                (if fits { begun } else { States::new() }, "what is looked for is nowhere")
            }
            Walk::See { body, holds: false } if board_alone(body) => {
                let (mut kept, stop) = (States::new(), self.stop.clone());
                for state in begun {
                    if self.node(body, States::from([state]))?.is_empty() {
                        kept.insert(state);
                    }
                }
                self.stop = stop;
                (kept, "what must not fit here fits from every cell, whatever stands where")
            }
            Walk::As(register) => {
                self.named.entry(*register).or_default().extend(begun.iter().map(|state| state.0));
                return Some(begun);
            }
            Walk::Go(register) => {
                let cells = self.named.get(register).cloned().unwrap_or_default();
                return Some(turned(&mut cells.into_iter()));
            }
            Walk::Return => return Some(turned(&mut self.places.iter().copied())),
            Walk::Act(Act::Land) => {
                if !std::mem::replace(&mut self.landed, true) {
                    self.places.clear();
                }
                self.places.extend(begun.iter().map(|state| state.0));
                self.enter(&Act::Land, &begun);
                return Some(begun);
            }
            Walk::See { .. } | Walk::Tally { .. } | Walk::When(_) | Walk::Turn { .. } => {
                return Some(begun);
            }
            Walk::Act(act) => {
                self.enter(act, &begun);
                return Some(begun);
            }
            Walk::Note(..) => return Some(begun),
        };
        if some && after.is_empty() && self.stop.is_none() {
            self.stop = Some(Stop { span: node.span, why });
        }
        Some(after)
    }

    /// Each cursor with each of the headings.
    fn faced(&self, dirs: &Dirs, begun: &States) -> States {
        let turn = |(cell, heading): &(Cell, Heading)| {
            let headings = self.ground.graph.resolve(dirs, self.facing, *heading);
            let cell = *cell;
            headings.into_iter().map(move |heading| (cell, heading))
        };
        begun.iter().flat_map(turn).collect()
    }
}

/// Whether nothing but the board decides where a walk fits.
fn board_alone(walk: &Node) -> bool {
    fn places(test: &Test) -> bool {
        match test {
            Test::All(tests) | Test::Any(tests) => tests.iter().all(places),
            Test::Not(test) => places(test),
            test => matches!(test, Test::In(_)),
        }
    }
    !walk.any(&|walk| match walk {
        Walk::Seq(_) | Walk::Alt(_) | Walk::Repeat { .. } | Walk::Face(_) | Walk::Ahead => false,
        Walk::Test(test) => !places(test),
        _ => true,
    })
}
