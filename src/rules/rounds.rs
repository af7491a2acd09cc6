//! Parts of walks that are done again and again, and what brings them to an end.
//!
//! `(ahead to empty)*` goes a step along the board each time, and is given up where it has been before. `(pick own and not visited, flip)*`
//! goes anywhere, but each round visits a cell that no other has: cells are what it uses up.

use super::check::{always, inner, sometimes};
use super::model::*;
use super::tower::Tower;
use crate::diag::Diagnostic;
use std::cmp::Ordering;

impl Node {
    /// Whether it is a repeat whose rounds each use something up, or are counted and need not go a step along the board: it ends by that,
    /// and none is given up for coming to where it has been.
    pub fn uses_up(&self) -> bool {
        matches!(&self.walk, Walk::Repeat { body, .. } if !steps(body) || ends(body))
    }

    /// Whether it is a repeat whose rounds need not go a step along the board.
    pub fn may_stay(&self) -> bool {
        matches!(&self.walk, Walk::Repeat { body, .. } if !steps(body))
    }
}

/// Whether every way through a walk goes a step along the board.
fn steps(body: &Node) -> bool {
    always(body, &|walk| matches!(walk, Walk::Ahead))
}

/// Whether a walk may leave the cursor where it was, and does something all the same.
pub(super) fn stays(body: &Node) -> bool {
    let does = |walk: &Walk| matches!(walk, Walk::Pick(_) | Walk::Act(_) | Walk::Turn { .. });
    !steps(body) && always(body, &does)
}

/// What the rounds of a repeat may use up. There is only so much of it on a board.
#[derive(Clone, Copy)]
enum Stock {
    /// Cells that the walk has not visited.
    Cells,
    /// Pieces on the board.
    Pieces,
    /// Room for more of them.
    Room,
    /// Pieces that are not the mover's.
    Enemies,
    /// All that there is of a number.
    Number(Purse),
}

impl Stock {
    /// Whether a step of a walk leaves less of it, as much, or perhaps more.
    fn after(self, walk: &Walk) -> Ordering {
        let (less, more) = (Ordering::Less, Ordering::Greater);
        match (self, walk) {
            (Stock::Cells, Walk::Pick(test)) if unvisited(test) => less,
            (Stock::Cells, _) => Ordering::Equal,
            (Stock::Number(purse), Walk::Act(act)) => match act {
                Act::Take(of, None | Some(Amount::Fixed(1..)), _) if *of == purse => less,
                Act::Add(of, _) if of.number == purse.number => more,
                _ => Ordering::Equal,
            },
            (Stock::Pieces, Walk::Act(act)) => match effect(*act) {
                Effect::Takes => less,
                Effect::Puts | Effect::Other => more,
                Effect::Flips | Effect::Nothing => Ordering::Equal,
            },
            (Stock::Room, Walk::Act(act)) => match effect(*act) {
                Effect::Puts => less,
                Effect::Takes | Effect::Other => more,
                Effect::Flips | Effect::Nothing => Ordering::Equal,
            },
            (Stock::Enemies, Walk::Act(act)) => match (effect(*act), act) {
                (Effect::Flips, _) => less,
                (Effect::Other, _) | (_, Act::PutBack(_)) => more,
                _ => Ordering::Equal,
            },
            _ => Ordering::Equal,
        }
    }
}

/// What an act does to how many pieces there are.
enum Effect {
    Takes,
    Puts,
    Flips,
    Nothing,
    /// That is not so easily said.
    Other,
}

fn effect(act: Act) -> Effect {
    match act {
        Act::Capture | Act::Lift | Act::LiftAs(_) => Effect::Takes,
        Act::Tower(Tower::TakeAll(_) | Tower::TakeBottom(_)) => Effect::Takes,
        Act::Put(_) | Act::Cover(_) | Act::Drop(_) | Act::PutBack(_) => Effect::Puts,
        Act::Tower(Tower::Put(_) | Tower::Drop(_)) => Effect::Puts,
        Act::Flip => Effect::Flips,
        Act::Mark(..) | Act::Take(..) | Act::Add(..) | Act::Become(_) => Effect::Nothing,
        Act::Tower(Tower::Make(_)) => Effect::Nothing,
        Act::Push | Act::Land | Act::Again | Act::Tower(_) => Effect::Other,
    }
}

/// Whether only cells pass that the walk has not visited.
fn unvisited(test: &Test) -> bool {
    match test {
        Test::All(tests) => tests.iter().any(unvisited),
        Test::Any(tests) => !tests.is_empty() && tests.iter().all(unvisited),
        Test::Not(test) => **test == Test::Visited,
        _ => false,
    }
}

/// Whether each round uses something up that no round brings back.
fn ends(body: &Node) -> bool {
    let mut stocks = vec![Stock::Cells, Stock::Pieces, Stock::Room, Stock::Enemies];
    let taken = |walk: &Walk| match walk {
        Walk::Act(Act::Take(purse, ..)) => Some(Stock::Number(*purse)),
        _ => None,
    };
    stocks.extend(numbers(body, &taken));
    stocks.into_iter().any(|stock| {
        always(body, &|walk| stock.after(walk) == Ordering::Less)
            && !sometimes(body, &|walk| stock.after(walk) == Ordering::Greater)
    })
}

/// The numbers of which a walk takes.
fn numbers(node: &Node, taken: &dyn Fn(&Walk) -> Option<Stock>) -> Vec<Stock> {
    let mut found: Vec<Stock> = taken(&node.walk).into_iter().collect();
    inner(node, &mut |node| found.extend(numbers(node, taken)));
    found
}

/// Repeats that need not end: whose body may leave the cursor where it was, and uses nothing up.
pub(super) fn repeat(node: &Node, faults: &mut Vec<Diagnostic>) {
    let Walk::Repeat { body, .. } = &node.walk else { return };
    if steps(body) || ends(body) {
        return;
    }
    let acts = always(body, &|walk| matches!(walk, Walk::Pick(_) | Walk::Act(_)));
    faults.push(match acts {
        true => Diagnostic::new("a repeat that need not end", node.span)
            .label("can go round without a step along the board, and uses nothing up")
            .help("say how often at most, for example `( … ){1,4}`; or let each round pick another cell, as by `pick own and not visited`, or only take pieces, or only put some"),
        false => Diagnostic::new("a repeat that consumes nothing", node.span)
            .label("can go round without a step")
            .help("let the body move the cursor, for example with `ahead`"),
    });
}

/// A `while` that changes nothing and goes nowhere fits for ever.
pub(super) fn endless(node: &Node, faults: &mut Vec<Diagnostic>) {
    let changes = |walk: &Walk| {
        matches!(walk, Walk::Ahead | Walk::Turn { .. } | Walk::Act(_) | Walk::Go(_) | Walk::Pick(_))
    };
    if let Walk::While { body } = &node.walk
        && !sometimes(body, &changes)
    {
        let fault = Diagnostic::new("a `while` that need not end", node.span);
        faults.push(
            fault
                .label("what fits once fits for ever")
                .help("let it go on or change something, or write `see ( … )` to look only"),
        );
    }
}

/// Chains (`again`) that capture nothing need not end.
pub(super) fn chains(node: &Node, captured: bool, faults: &mut Vec<Diagnostic>) {
    match &node.walk {
        Walk::Seq(nodes) => {
            let mut captured = captured;
            for node in nodes {
                chains(node, captured, faults);
                captured |= always(node, &captures);
            }
        }
        Walk::Act(Act::Again) if !captured => {
            let fault = Diagnostic::new("a chain that captures nothing need not end", node.span);
            faults.push(fault.label("goes on for ever").help(
                "let the walk capture before `again`, for example with `jump … capturing enemy`, or with `to enemy, capture, again`",
            ));
        }
        _ => inner(node, &mut |node| chains(node, captured, faults)),
    }
}

/// Whether a step of a walk captures, or must end for all it does.
fn captures(walk: &Walk) -> bool {
    match walk {
        Walk::Act(Act::Tower(tower)) => tower.captures(),
        walk => matches!(walk, Walk::Act(Act::Capture)),
    }
}
