//! What a placement asks of other cells once it is made is asked before it is.
//!
//! `pick empty, put piece, unless (see at least 5 any (ahead to own))` asks the same of the cells around as it would before the piece is
//! there: so it is a look that tells where one may be put, and no placement need be tried.

use std::borrow::Cow;

use super::sequel::flat;
use crate::program::check::View;
use crate::program::reach::looks_away;
use crate::rules::{Act, Node, Rules, Walk};

/// The rules with looks of actions before what is put on the cell from which they look, where they come to the same.
pub(super) fn looking_first<'r>(rules: &'r Rules, views: &[View<'_>]) -> Cow<'r, Rules> {
    let mut found = Cow::Borrowed(rules);
    for at in 0..rules.actions.len() {
        if let Some(walk) = looked_first(&rules.actions[at].walk, views) {
            found.to_mut().actions[at].walk = walk;
        }
    }
    found
}

/// The same of a walk; `None` where all stays as it is.
fn looked_first(node: &Node, views: &[View<'_>]) -> Option<Node> {
    let walk = match &node.walk {
        Walk::Alt(list) => {
            let each: Vec<Option<Node>> =
                list.iter().map(|node| looked_first(node, views)).collect();
            if each.iter().all(Option::is_none) {
                return None;
            }
            let each = each.into_iter().zip(list);
            Walk::Alt(each.map(|(found, node)| found.unwrap_or_else(|| node.clone())).collect())
        }
        Walk::Seq(_) => {
            let mut list = flat(node);
            let mut moved = false;
            for at in 1..list.len() {
                let puts = matches!(list[at - 1].walk, Walk::Act(Act::Put(_) | Act::Drop(_)));
                if puts && views.iter().all(|view| looks_away(list[at], view)) {
                    list.swap(at - 1, at);
                    moved = true;
                }
            }
            if !moved {
                return None;
            }
            Walk::Seq(list.into_iter().cloned().collect())
        }
        _ => return None,
    };
    Some(Node { walk, ..node.clone() })
}
