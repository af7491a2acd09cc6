//! What is done in each of some directions where neither lines nor looks tell it: instructions, run from the cell where a
//! piece was put, and only there.
//!
//! `each any ((ahead to enemy)+, see (ahead to own), capture)?` takes the last piece of a run. Where the piece is put is
//! told by sets all the same: whatever that takes, it leaves that piece alone.

use super::sequel::needed;
use super::sight::Scope;
use crate::program::check::{Check, Codes, View};
use crate::program::set::Set;
use crate::program::trail::{EMPTY, EVERY, NONE, join, meet};
use crate::program::why::Why;
use crate::rules::{Act, Node, Walk};

/// A part of a walk that is run by itself.
#[derive(Debug, PartialEq)]
pub(crate) struct Script {
    /// Its number: see `Rules::scripts`.
    pub at: u16,
    /// What it may take, or turn over.
    pub takes: Codes,
    /// Whether it turns anything over.
    pub flips: bool,
    /// Whether it can always be done.
    pub optional: bool,
    /// Why nothing better tells it.
    pub why: Why,
}

impl Script {
    /// That of an `each`, if all that it asks is there on the board from which it goes on.
    pub(super) fn new<S: Set>(node: &Node, why: Why, scope: &Scope<'_, '_, S>) -> Option<Self> {
        let Walk::Each { optional, .. } = node.walk else { return None };
        let at = scope.view.scripts.iter().position(|script| *script == node)?;
        let mut course = Course { scope, takes: NONE, flips: false };
        course.end(node, EVERY)?;
        let Course { takes, flips, .. } = course;
        Some(Self { at: at as u16, takes, flips, optional, why: why.at(node.span) })
    }
}

/// Follows a walk with what may stand where it is.
struct Course<'s, 'c, 'v, S> {
    scope: &'s Scope<'c, 'v, S>,
    takes: Codes,
    flips: bool,
}

impl<S: Set> Course<'_, '_, '_, S> {
    /// What may stand where a walk ends, by what may where it begins; `None` where it asks for what went before it, or
    /// does more than to take pieces and to turn them over.
    fn end(&mut self, node: &Node, here: Codes) -> Option<Codes> {
        let view = self.scope.view;
        Some(match &node.walk {
            Walk::Seq(list) => list.iter().try_fold(here, |here, node| self.end(node, here))?,
            Walk::Alt(list) => list.iter().try_fold(NONE, |all, node| {
                let end = self.end(node, here.clone())?;
                Some(join(&all, &end))
            })?,
            Walk::Repeat { body, min, .. } => {
                let end = self.end(body, EVERY)?;
                if *min > 0 { end } else { join(&here, &end) }
            }
            Walk::Each { body, .. } => {
                self.end(body, here)?;
                EVERY
            }
            Walk::See { body, .. } | Walk::Tally { body, .. } => {
                looks_alone(body, view).then_some(here)?
            }
            Walk::Face(_) => here,
            Walk::Ahead => EVERY,
            Walk::Test(test) => {
                let check = view.check(test);
                stands_alone(&check, view).then_some(())?;
                meet(&here, &check.codes().unwrap_or(EVERY))
            }
            Walk::Act(act) => {
                let takes = meet(&here, &needed(*act, self.scope)?);
                self.takes = join(&self.takes, &takes);
                self.flips |= *act == Act::Flip;
                if *act == Act::Flip { EVERY } else { EMPTY }
            }
            _ => return None,
        })
    }
}

/// Whether a check asks the board alone, not the walk that has come to the cell.
fn stands_alone(check: &Check, view: &View<'_>) -> bool {
    match check {
        Check::Leaf(..) | Check::Marked(_) => true,
        Check::All(list) | Check::Any(list) => list.iter().all(|one| stands_alone(one, view)),
        Check::Not(check) => stands_alone(check, view),
        Check::Look(at, _) => {
            view.looks.get(usize::from(*at)).is_some_and(|body| looks_alone(body, view))
        }
        Check::Attacked | Check::Taken | Check::Visited | Check::Named(_) | Check::Lies(_) => false,
        Check::Among(..) | Check::Number(..) | Check::Distance(..) => false,
        Check::Held(..) | Check::Height(..) | Check::Within(..) => false,
    }
}

/// The same of all that a look asks.
fn looks_alone(node: &Node, view: &View<'_>) -> bool {
    match &node.walk {
        Walk::Seq(list) | Walk::Alt(list) => list.iter().all(|node| looks_alone(node, view)),
        Walk::Repeat { body, .. } | Walk::See { body, .. } | Walk::Tally { body, .. } => {
            looks_alone(body, view)
        }
        Walk::Face(_) | Walk::Ahead => true,
        Walk::Test(test) => stands_alone(&view.check(test), view),
        _ => false,
    }
}
