//! The alternatives with which a walk begins, each a walk of its own.
//!
//! `slide any | leap (1,2)` of a piece is `slide any` and `leap (1,2)`, two walks of one name: what sets do not tell of the one
//! keeps nothing from the other. So are those with which it goes on where it has landed: `slide any, land, (slide any, put token | any
//! to enemy, lift)`.

use crate::rules::{Act, MoveRule, Node, Rules, Walk};

/// The same rules, where no walk of a piece begins with a choice between several or goes on with one from where it lands, and no action
/// begins with one between such as do different things.
pub(super) fn parted(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    for kind in &mut rules.kinds {
        let parts = |rule: &MoveRule| parts(&rule.walk).into_iter().flat_map(landed).collect();
        kind.moves = kind.moves.iter().flat_map(|rule| each(rule, parts(rule))).collect();
    }
    let actions = rules.actions.iter().flat_map(|rule| {
        let parts = parts(&rule.walk);
        let alike = parts.windows(2).all(|two| deeds(&two[0]).eq(deeds(&two[1])));
        if alike { vec![rule.clone()] } else { each(rule, parts) }
    });
    rules.actions = actions.collect();
    rules
}

/// A walk for each of several.
fn each(rule: &MoveRule, walks: Vec<Vec<Node>>) -> Vec<MoveRule> {
    let span = rule.walk.span;
    let walks = walks.into_iter().map(|list| {
        let walk = Node { walk: Walk::Seq(list), span };
        MoveRule { walk, ..rule.clone() }
    });
    walks.collect()
}

/// What a walk may be, each with what comes behind the choice.
fn parts(walk: &Node) -> Vec<Vec<Node>> {
    match &walk.walk {
        Walk::Alt(list) => list.iter().flat_map(parts).collect(),
        Walk::Seq(list) => {
            let Some((first, rest)) = list.split_first() else { return vec![Vec::new()] };
            let go_on = |part: Vec<Node>| part.into_iter().chain(rest.iter().cloned()).collect();
            parts(first).into_iter().map(go_on).collect()
        }
        _ => vec![vec![walk.clone()]],
    }
}

/// What a walk may be that ends with a choice between ways on from where the piece has landed.
fn landed(mut walk: Vec<Node>) -> Vec<Vec<Node>> {
    let lands = |node: &Node| matches!(node.walk, Walk::Act(Act::Land));
    let goes = |part: &Vec<Node>| {
        let on = |node: &Node| matches!(node.walk, Walk::Face(_) | Walk::Pick(_));
        part.first().is_some_and(on)
            && !part.iter().any(|node| node.any(&|walk| matches!(walk, Walk::Act(Act::Again))))
    };
    let [.., land, last] = &walk[..] else { return vec![walk] };
    let ways = parts(last);
    if !lands(land) || ways.len() < 2 || !ways.iter().all(goes) {
        return vec![walk];
    }
    walk.pop();
    ways.into_iter().map(|way| [walk.clone(), way].concat()).collect()
}

/// What a part of an action does, once it has asked and picked, wherever that is written.
fn deeds(part: &[Node]) -> impl Iterator<Item = &Walk> {
    part.iter().map(|node| &node.walk).skip_while(|walk| !matches!(walk, Walk::Act(_)))
}
