//! A walk of the core told as a pattern again, for explanations: `(head orthogonal, ahead to enemy)`.
//!
//! Its author's own text stands in the file, which the model does not keep; the words are those of the core, and cells that
//! the walk has named are called A, B, C.

use crate::index::Register;
use crate::rules::{Act, Amount, Dirs, Group, Node, Rules, Times, Tower, Walk};
use crate::words::{self, purse};

/// A walk, in brackets where it has several parts.
pub fn walk(rules: &Rules, node: &Node) -> String {
    let body = |node: &Node| inner(rules, node);
    match &node.walk {
        Walk::Seq(parts) if parts.len() == 1 => walk(rules, &parts[0]),
        Walk::Seq(_) | Walk::Alt(_) => format!("({})", body(node)),
        Walk::Repeat { body: part, min, max } => {
            let times = match (min, max) {
                (0, None) => String::from("*"),
                (1, None) => String::from("+"),
                (0, Some(1)) => String::from("?"),
                (min, None) => format!("{{{min},}}"),
                (min, Some(max)) if min == max => format!("{{{min}}}"),
                (min, Some(max)) => format!("{{{min},{max}}}"),
            };
            format!("({}){times}", body(part))
        }
        Walk::Rounds { times, body: part } => {
            let times = match times {
                Times::Passing(test) => format!("along {}", words::test(rules, test)),
                Times::Held(register) => named(*register),
                Times::Height => String::from("height"),
            };
            format!("({}){{{times}}}", body(part))
        }
        Walk::While { body: part } => format!("while ({})", body(part)),
        Walk::Turn { right, .. } => {
            format!("turn {}", if *right { "right" } else { "left" })
        }
        Walk::Face(to) => format!("head {}", dirs(rules, to)),
        Walk::Ahead => String::from("ahead"),
        Walk::Test(test) => words::test(rules, test),
        Walk::Act(done) => act(rules, *done),
        Walk::Each { dirs: to, body: part, optional } => {
            let maybe = if *optional { "?" } else { "" };
            format!("each {} ({}){maybe}", dirs(rules, to), body(part))
        }
        Walk::Every { test, body: part, optional } => {
            let maybe = if *optional { "?" } else { "" };
            format!("every {} ({}){maybe}", words::test(rules, test), body(part))
        }
        Walk::See { body: part, holds } => {
            format!("{} ({})", if *holds { "see" } else { "unless" }, body(part))
        }
        Walk::Tally { relation, number, dirs: to, body: part } => {
            format!("see {relation} {number} {} ({})", dirs(rules, to), body(part))
        }
        Walk::Pick(test) => format!("pick {}", words::test(rules, test)),
        Walk::As(register) => format!("as {}", named(*register)),
        Walk::Go(register) => format!("go {}", named(*register)),
        Walk::Note(of, register) => {
            format!("note how far {} is as {}", words::test(rules, &of.to), named(*register))
        }
        Walk::Return => String::from("return"),
        Walk::When(_) => String::from("if ( … )"),
    }
}

/// The same without brackets around the whole of it.
fn inner(rules: &Rules, node: &Node) -> String {
    match &node.walk {
        Walk::Seq(parts) => list(rules, parts, ", "),
        Walk::Alt(parts) => list(rules, parts, " | "),
        _ => walk(rules, node),
    }
}

fn list(rules: &Rules, parts: &[Node], between: &str) -> String {
    let parts: Vec<String> = parts.iter().map(|part| walk(rules, part)).collect();
    parts.join(between)
}

pub fn named(register: Register) -> String {
    match u8::try_from(register.index()) {
        Ok(at) if at < 26 => char::from(b'A' + at).to_string(),
        _ => format!("cell {}", register.index() + 1),
    }
}

fn amount(amount: Amount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Held(register) => named(register),
    }
}

/// Directions, a line of the file's own by its name.
fn dirs(rules: &Rules, dirs: &Dirs) -> String {
    let terms = dirs.0.iter().map(|term| match term.group {
        Group::Track(track) => rules.tracks[usize::from(track)].name.value.clone(),
        _ => Dirs(vec![*term]).to_string(),
    });
    terms.collect::<Vec<_>>().join(" or ")
}

fn act(rules: &Rules, act: Act) -> String {
    let kind = |kind: crate::index::Kind| &rules.kinds[kind.index()].name.value;
    match act {
        Act::LiftAs(register) => format!("lift as {}", named(register)),
        Act::PutBack(register) => format!("put {}", named(register)),
        Act::Put(of) | Act::Cover(of) => format!("put {}", kind(of)),
        Act::Drop(of) => format!("drop {}", kind(of)),
        Act::Become(of) => format!("become {}", kind(of)),
        Act::Mark(mark, on) => {
            let mark = &rules.marks[mark.index()].name.value;
            format!("{} {mark}", if on { "mark" } else { "unmark" })
        }
        Act::Take(of, None, _) => format!("take {}", purse(rules, of)),
        Act::Take(of, Some(taken), _) => format!("take {} {}", amount(taken), purse(rules, of)),
        Act::Add(of, added) => format!("add {} {}", amount(added), purse(rules, of)),
        Act::Tower(Tower::Put(of)) => format!("put {} on top", kind(of)),
        Act::Tower(Tower::Drop(of)) => format!("drop {} on top", kind(of)),
        Act::Tower(Tower::Make(of)) => format!("make {}", kind(of)),
        Act::Tower(Tower::PutBack(register)) => format!("put {} on top", named(register)),
        Act::Tower(_)
        | Act::Capture
        | Act::Lift
        | Act::Flip
        | Act::Push
        | Act::Land
        | Act::Again => act.to_string(),
    }
}
