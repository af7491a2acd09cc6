//! What a placement asks of other cells once it is made is asked before it is.
//!
//! `pick empty, put piece, unless (see at least 5 any (ahead to own))` asks the same of the cells around as it would before the piece is
//! there: so it is a look that tells where one may be put, and no placement need be tried.

use std::borrow::Cow;

use super::sequel::flat;
use crate::index::Player;
use crate::program::Program;
use crate::program::check::View;
use crate::program::reach::looks_away;
use crate::program::walk::any;
use crate::rules::{Act, MoveRule, Node, Rules, Walk};

/// The rules with looks of actions before what is put on the cell from which they look, where they come to the same on boards of the
/// program's size.
pub(super) fn looking_first<'r>(rules: &'r Rules, program: &Program) -> Cow<'r, Rules> {
    let may = |rule: &MoveRule| rule.walk.acts(&puts) && any(&rule.walk, &looks);
    if !rules.actions.iter().any(may) {
        return Cow::Borrowed(rules);
    }
    let (graph, layout) = (program.rules.graph(program.size()), rules.layout(program.size()));
    let bodies = program.rules.looks();
    let views = (0..rules.players.len()).map(Player::at);
    let views = views.map(|mover| View::new(rules, &graph, &layout, &bodies, mover));
    let views: Vec<View<'_>> = views.collect();
    let mut found = rules.clone();
    for rule in &mut found.actions {
        look_first(&mut rule.walk, &views);
    }
    Cow::Owned(found)
}

fn puts(act: Act) -> bool {
    matches!(act, Act::Put(_) | Act::Drop(_))
}

fn looks(walk: &Walk) -> bool {
    matches!(walk, Walk::See { .. } | Walk::Tally { .. })
}

/// The same of a walk.
fn look_first(node: &mut Node, views: &[View<'_>]) {
    match &mut node.walk {
        Walk::Alt(list) => list.iter_mut().for_each(|node| look_first(node, views)),
        Walk::Seq(_) => {
            let mut list = flat(node);
            let before = list.clone();
            for at in 1..list.len() {
                let late = matches!(list[at - 1].walk, Walk::Act(act) if puts(act));
                if late && views.iter().all(|view| looks_away(list[at], view)) {
                    list.swap(at - 1, at);
                }
            }
            if list != before {
                node.walk = Walk::Seq(list.into_iter().cloned().collect());
            }
        }
        _ => {}
    }
}
