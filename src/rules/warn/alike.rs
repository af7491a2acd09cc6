//! Moves that another way of the same piece makes as well: `step any | step diagonal`. Two walks that end alike are one move.

use super::super::check::possible_at;
use super::super::model::*;
use super::super::named::Named;
use super::fits::alternatives;
use super::ground::Ground;
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::Heading;
use std::collections::BTreeSet;

/// Nodes compared for two alternatives before they count as different.
const STEPS: u32 = 10_000;

/// An alternative of a pattern.
struct Way<'r> {
    rule: &'r MoveRule,
    node: &'r Node,
}

/// Warns of alternatives all of whose moves another one makes. `own` is where the user's own file begins.
pub(super) fn moves(
    rules: &Rules,
    ground: Option<&Ground>,
    own: usize,
    warnings: &mut Vec<Warning>,
) {
    if rules.turn.routes_differ {
        return;
    }
    let named = Named::of(rules);
    let mut told = BTreeSet::new();
    let pieces = rules.kinds.iter().map(|kind| &kind.moves);
    for list in pieces.chain([&rules.actions]) {
        let ways: Vec<Way<'_>> = list
            .iter()
            .flat_map(|rule| alternatives(&rule.walk).iter().map(move |node| Way { rule, node }))
            .collect();
        for (at, one) in ways.iter().enumerate() {
            let same = Same { ground };
            let covers = |(other_at, other): &(usize, &Way<'_>)| {
                let within = |one: &Way<'_>, other: &Way<'_>| {
                    (other.rule.from == Cells::All || other.rule.from == one.rule.from)
                        && same.within(one.node, other.node, &mut { STEPS })
                };
                // Where a condition asks for the name of one, it may be refused and the other not.
                let apart = named.tell_apart(one.rule.name, other.rule.name);
                // Of two that are the same, the later one is told of.
                !apart
                    && *other_at != at
                    && within(one, other)
                    && (*other_at < at || !within(other, one))
            };
            let Some((_, other)) = ways.iter().enumerate().find(covers) else { continue };
            let (place, there) = (one.node.span, other.node.span);
            // What a list or a name stands for twice was written once.
            if place == there || place.start.max(there.start) < own || !told.insert(place) {
                continue;
            }
            let name = |way: &Way<'_>| rules.move_names.get(way.rule.name.index()).cloned();
            let (mine, others) = (name(one).unwrap_or_default(), name(other).unwrap_or_default());
            let message = match mine == others {
                true => String::from("this way makes no move that another does not make"),
                false => format!("`{mine}` makes no move here that `{others}` does not make"),
            };
            let fault = Diagnostic::new(message, place)
                .label("all of these are moves")
                .also(there, "of this one, too")
                .help("two ways that end alike are one move: change one, or take it away");
            warnings.push(Warning::new(WarningCode::MergedMoves, fault));
        }
    }
}

/// What is compared on a board, if it is known.
struct Same<'g> {
    ground: Option<&'g Ground>,
}

impl Same<'_> {
    /// Whether each way that one walk goes is one of another walk's, as far as their parts tell.
    fn within(&self, one: &Node, other: &Node, left: &mut u32) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        match (&one.walk, &other.walk) {
            (Walk::Seq(_), _) | (_, Walk::Seq(_)) => self.rows(&flat(one), &flat(other), left),
            (Walk::Alt(nodes), _) => nodes.iter().all(|node| self.within(node, other, left)),
            (_, Walk::Alt(nodes)) => nodes.iter().any(|node| self.within(one, node, left)),
            (Walk::Face(dirs), Walk::Face(others)) => self.directions(dirs, others),
            (Walk::Test(test), Walk::Test(other)) | (Walk::Pick(test), Walk::Pick(other)) => {
                let beyond = Test::All(vec![test.clone(), Test::Not(Box::new(other.clone()))]);
                test == other || !possible_at(&beyond, &|_| None)
            }
            (
                Walk::Repeat { body, min, max },
                Walk::Repeat { body: other, min: least, max: most },
            ) => {
                min >= least
                    && most.is_none_or(|most| max.is_some_and(|max| max <= most))
                    && self.within(body, other, left)
            }
            (Walk::See { body, holds }, Walk::See { body: other, holds: same }) => {
                holds == same && self.same(body, other, left)
            }
            (
                Walk::Each { dirs, body, optional },
                Walk::Each { dirs: others, body: other, optional: same },
            ) => dirs == others && optional == same && self.same(body, other, left),
            (
                Walk::Every { test, body, optional },
                Walk::Every { test: of, body: other, optional: same },
            ) => test == of && optional == same && self.same(body, other, left),
            (Walk::While { body }, Walk::While { body: other }) => self.same(body, other, left),
            (Walk::Rounds { times, body }, Walk::Rounds { times: same, body: other }) => {
                times == same && self.same(body, other, left)
            }
            (Walk::Ahead, Walk::Ahead) | (Walk::Return, Walk::Return) => true,
            (Walk::Act(act), Walk::Act(other)) => act == other,
            (Walk::As(name), Walk::As(other)) | (Walk::Go(name), Walk::Go(other)) => name == other,
            (Walk::When(when), Walk::When(other)) => when == other,
            (Walk::Note(of, name), Walk::Note(other, same)) => of == other && name == same,
            (Walk::Turn { cells, right }, Walk::Turn { cells: others, right: same }) => {
                cells == others && right == same
            }
            _ => false,
        }
    }

    fn same(&self, one: &Node, other: &Node, left: &mut u32) -> bool {
        self.within(one, other, left) && self.within(other, one, left)
    }

    /// The same of parts in a row: a repeat may be left out where it need not be done, or be done once.
    fn rows(&self, ones: &[&Node], others: &[&Node], left: &mut u32) -> bool {
        let Some((other, rest)) = others.split_first() else { return ones.is_empty() };
        if let Walk::Repeat { min: 0, .. } = &other.walk
            && self.rows(ones, rest, left)
        {
            return true;
        }
        match ones.split_first() {
            Some((one, after)) => {
                self.within_part(one, other, left) && self.rows(after, rest, left)
            }
            None => false,
        }
    }

    fn within_part(&self, one: &Node, other: &Node, left: &mut u32) -> bool {
        match (&one.walk, &other.walk) {
            (Walk::Seq(_), _) | (_, Walk::Seq(_)) => false,
            _ => self.within(one, other, left),
        }
    }

    /// Whether all of some directions are among others, whoever goes and wherever he heads.
    fn directions(&self, dirs: &Dirs, others: &Dirs) -> bool {
        let Some(ground) = self.ground else { return dirs == others };
        dirs == others
            || ground.facings.iter().all(|facing| {
                (0..ground.graph.headings()).map(Heading::at).all(|ahead| {
                    let others = ground.graph.resolve(others, *facing, ahead);
                    ground
                        .graph
                        .resolve(dirs, *facing, ahead)
                        .iter()
                        .all(|way| others.contains(way))
                })
            })
    }
}

/// The parts of a walk in a row, without rows in rows.
fn flat(node: &Node) -> Vec<&Node> {
    match &node.walk {
        Walk::Seq(nodes) => nodes.iter().flat_map(flat).collect(),
        _ => vec![node],
    }
}
