//! Whether walks heed the heading that they begin with.

use super::table::relative;
use crate::rules::{Act, Node, Walk};

/// Whether walks, one after another, heed the heading that they begin with; none where they leave it as it
/// is, so that what follows decides.
pub(super) fn heeded(nodes: &[Node]) -> Option<bool> {
    nodes.iter().find_map(one)
}

fn one(node: &Node) -> Option<bool> {
    match &node.walk {
        Walk::Seq(nodes) => heeded(nodes),
        // Where one leaves the heading as it is, what follows may yet heed it.
        Walk::Alt(nodes) => {
            let each: Vec<Option<bool>> = nodes.iter().map(one).collect();
            match () {
                () if each.contains(&Some(true)) => Some(true),
                () if each.contains(&None) => None,
                () => Some(false),
            }
        }
        Walk::Face(dirs) | Walk::Each { dirs, .. } | Walk::Tally { dirs, .. } if relative(dirs) => {
            Some(true)
        }
        Walk::Face(_) | Walk::Pick(_) => Some(false),
        Walk::Ahead | Walk::Rounds { .. } => Some(true),
        // No round may be made, and what is within begins with the heading.
        Walk::Repeat { body, .. } | Walk::While { body } | Walk::See { body, .. } => {
            one(body).filter(|heeded| *heeded)
        }
        // Here it begins with one of its own, and the old one returns.
        Walk::Each { .. } | Walk::Every { .. } | Walk::Tally { .. } => None,
        // The walks that go on begin with the heading that there is.
        Walk::Act(Act::Again) => Some(true),
        Walk::Test(_) | Walk::Act(_) | Walk::As(_) | Walk::Go(_) => None,
        Walk::Turn { .. } | Walk::Return | Walk::When(_) | Walk::Note(..) => None,
    }
}
