//! Where a walk leaves the player a choice, and how many ways it may go: so that one way is gone by its number, without the others.
//!
//! `slide orthogonal to empty, land, step any to empty, put token` on a board of 8 × 8 goes in one of 4 directions, up to 7 cells and in
//! one of 8 directions: 224 ways at most. The number of a way tells, by remainders, which of these it takes at each choice;
//! where there are fewer there, as the board stands, no way has that number.

use super::walk::any;
use crate::index::{Cell, Heading};
use crate::rules::{Act, Graph, Node, Walk};

/// How many ways something may go, if there are not too many.
pub(crate) type Ways = Option<u64>;

/// More ways are too many.
const MOST: u64 = 1 << 40;

/// Among what the player chooses at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fork {
    /// Nothing.
    None,
    /// So many headings at most.
    Face(u32),
    /// The cells of that list; and whether something comes there next that stays there to the end of the walk.
    Pick(u32, bool),
    /// Two branches: what follows, and what stands elsewhere, with so many ways through each.
    Split(u64, u64),
    /// To go on, up to so often, with so many ways each time, or not to.
    Further {
        /// So often at most.
        most: u32,
        /// The ways each time.
        each: u64,
    },
    /// A loop is entered.
    Enter,
    /// Another round of that loop, up to so many, with so many ways through each, or no more.
    Round {
        /// So many rounds at most.
        most: u32,
        /// The ways through each.
        each: u64,
    },
    /// Nothing; and what comes to stand there stays there to the end of the walk.
    Settled,
}

/// The ways through one part and then another.
pub(super) fn product(one: Ways, other: Ways) -> Ways {
    one?.checked_mul(other?).filter(|ways| *ways <= MOST)
}

/// The ways through either of two parts.
pub(super) fn sum(one: Ways, other: Ways) -> Ways {
    one?.checked_add(other?).filter(|ways| *ways <= MOST)
}

/// The ways through a part that is gone so often, at least and at most.
pub(super) fn rounds(each: Ways, (least, most): (u32, Option<u32>)) -> Ways {
    let (mut ways, mut all) = (Some(1), Some(0));
    for times in 0..=most? {
        if times >= least {
            all = sum(all, ways);
        }
        ways = product(ways, each);
        all?;
    }
    all
}

/// Whether a walk does nothing before it picks a cell, by any of its ways.
pub(super) fn picks_first(walk: &Node) -> bool {
    match &walk.walk {
        Walk::Alt(list) => list.iter().all(picks_first),
        Walk::Seq(list) => {
            list.iter().find(|node| !matches!(node.walk, Walk::When(_))).is_some_and(picks_first)
        }
        walk => matches!(walk, Walk::Pick(_)),
    }
}

/// Whether each round of a part goes on along the heading, and never turns.
pub(super) fn is_straight(body: &Node) -> bool {
    let turns = |walk: &Walk| {
        matches!(walk, Walk::Face(_) | Walk::Go(_) | Walk::Pick(_) | Walk::Return)
            || matches!(walk, Walk::Act(Act::Land | Act::Again))
    };
    goes_on(body) && !any(body, &turns)
}

/// Whether a part surely goes a cell on.
fn goes_on(node: &Node) -> bool {
    match &node.walk {
        Walk::Ahead => true,
        Walk::Seq(list) => list.iter().any(goes_on),
        Walk::Alt(list) => list.iter().all(goes_on),
        _ => false,
    }
}

/// How many steps lead straight on at most, from any cell: round a ring, once to each cell.
pub(super) fn straight(graph: &Graph) -> u32 {
    let run = |from: Cell, heading: Heading| {
        let next = |at: &Cell| graph.next(*at, heading).filter(|next| *next != from);
        // A line that comes into a ring from without goes round it at most once.
        let onward = std::iter::successors(Some(from), next).take(graph.cells());
        let ring = |last: Cell| graph.next(last, heading) == Some(from);
        onward.clone().count() - 1 + usize::from(onward.last().is_some_and(ring))
    };
    let headings = || (0..graph.headings()).map(Heading::at);
    let runs = graph.all().flat_map(|from| headings().map(move |heading| run(from, heading)));
    runs.max().unwrap_or(0) as u32
}

/// Whether some parts of a walk, one after another, bring something to the cursor's cell before it goes on, and it stays there.
pub(super) fn fill(list: &[Node]) -> bool {
    let asks = |node: &&Node| {
        matches!(node.walk, Walk::Test(_) | Walk::When(_) | Walk::As(_) | Walk::See { .. })
    };
    let at = list.iter().take_while(asks).count();
    let fills = |node: &Node| matches!(node.walk, Walk::Act(act) if settles(act));
    list.get(at).is_some_and(fills) && !list[at + 1..].iter().any(changes)
}

/// Whether what an act brings to a cell stays there, if nothing else [changes](changes) it.
pub(super) fn settles(act: Act) -> bool {
    matches!(act, Act::Put(_) | Act::Cover(_) | Act::Drop(_) | Act::Land)
}

/// Whether part of a walk may change what it has brought to a cell. It turns over nothing of its own.
pub(super) fn changes(node: &Node) -> bool {
    any(node, &|walk| match walk {
        Walk::Turn { .. } => true,
        Walk::Act(act) => match act {
            Act::Capture | Act::Lift | Act::LiftAs(_) | Act::Push | Act::Land => true,
            Act::Become(_) | Act::Again | Act::Tower(_) => true,
            Act::Put(_) | Act::Cover(_) | Act::Drop(_) | Act::PutBack(_) | Act::Flip => false,
            Act::Mark(..) | Act::Take(..) | Act::Add(..) => false,
        },
        _ => false,
    })
}
