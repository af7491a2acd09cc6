//! Walked moves that are drawn in a random game without walking all of them.
//!
//! `place = 'pick empty, put piece, not crowded'` comes to one move at most from each cell. A cell is drawn and walked from alone; where
//! nothing fits, another is drawn. Where a walk goes [several ways](crate::program::Fork), the number of a way is drawn with the cell,
//! and that way is gone alone; where several ways come to the same move, the first of them stands for it: so each move is as likely as
//! every other.

use std::collections::BTreeMap;

use super::begins::first_picks;
use super::sequel::flat;
use super::{Plan, Side};
use crate::index::{Cell, Heading};
use crate::program::Program;
use crate::program::check::{Codes, View};
use crate::program::set::Set;
use crate::program::trail::{EVERY, join, meet};
use crate::program::walk::any;
use crate::rules::{Act, Bearer, Node, Purse, Rules, Test, Times, Tower, Walk};

/// So many ways of a walk from a cell are drawn from at most: of more, too few are moves.
const MOST: u64 = 1 << 24;

/// Where walks lead from all cells is followed to so many ends.
const ENDS: usize = 10_000;

/// Where a walk is, and where it heads; by how many ways it comes there.
type At = (Cell, Heading);
pub(super) type Led = BTreeMap<At, usize>;

/// How many ways each walk may go from a cell.
#[derive(Debug)]
pub(crate) struct Tickets {
    /// Those of each kind of piece.
    pub pieces: Vec<Vec<Ticket>>,
    /// Those of no piece, where the cell is the one that is picked first.
    pub actions: Vec<Ticket>,
}

/// The same of one walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket {
    /// How many ways; `None` if these may be many: then it is walked from all cells before one is drawn.
    pub ways: Option<usize>,
    /// Whether the cell where it begins may be as it was in the end.
    pub reverts: bool,
    /// Whether it may be so where blocks are turned, and another cell that goes round with it is not.
    pub turns: bool,
}

impl Ticket {
    fn new(ways: Option<u64>, [reverts, turns]: [bool; 2]) -> Self {
        let ways = ways.filter(|ways| *ways <= MOST).map(|ways| ways as usize);
        Self { ways, reverts, turns }
    }
}

impl<S: Set> Plan<S> {
    /// Finds whose moves are drawn so.
    pub(super) fn find_tickets(&mut self, rules: &Rules, program: &Program, views: &[View<'_>]) {
        // As long as games are drawn from lists nobody knows what is walked.
        if program.draws_from_lists {
            return;
        }
        for (side, view) in self.sides.iter_mut().zip(views) {
            // One ticket may not draw what another one draws by another name.
            if !program.merges_names {
                side.tickets = side.tickets(rules, program, view);
            }
        }
    }
}

impl<S: Set> Side<S> {
    /// How many ways each walk may go, if moves are drawn so: nothing must be made, and no walk comes to what sets tell of another piece
    /// or of a placement.
    fn tickets(&self, rules: &Rules, program: &Program, view: &View<'_>) -> Option<Tickets> {
        let preferred = self.must.is_some() || !self.prefer.is_empty() || self.hops;
        let otherwise = self.finish.is_some()
            || self.throws.is_some()
            || self.strides.is_some()
            || !self.phases.is_empty();
        let moves = self.kinds.iter().any(|kind| kind.moves);
        let told = moves || !self.places.is_empty();
        let meets = self.alike || self.tries();
        let drawn = rules.actions.iter().any(|action| rules.is_drawn(action.name));
        if !self.walks || preferred || otherwise || self.asks_past() || told && meets || drawn {
            return None;
        }
        let walks = &program.sides[view.mover.index()];
        let actions = self.walked.iter().map(|walked| {
            let walk = &rules.actions[usize::from(walked.action)].walk;
            let ways = walks.actions.entries[usize::from(walked.action)].ways;
            let ways = ways.filter(|_| begins_with_changes(walk, view));
            // What does not begin by changing the cell may leave it as it was.
            let turns = any(walk, &|walk| matches!(walk, Walk::Turn { .. }));
            Ticket::new(ways, [ways.is_none() || reverts(walk, view), turns])
        });
        let pieces = self.kinds.iter().zip(&rules.kinds).zip(&walks.kinds);
        let pieces = pieces.map(|((kind, rule), walks)| {
            let ticket = |at: &u16| {
                let walk = &rule.moves[usize::from(*at)].walk;
                let ways = walks.entries[usize::from(*at)].ways;
                let few = ways.is_some_and(|ways| ways <= (ENDS / view.graph.cells()) as u64);
                Ticket::new(ways, [!leaves(walk, few || is_straight(walk), view), false])
            };
            kind.walked.iter().map(ticket).collect()
        });
        let (actions, pieces): (Vec<Ticket>, Vec<Vec<Ticket>>) =
            (actions.collect(), pieces.collect());
        let known = pieces.iter().flatten().chain(&actions).map(|ticket| ticket.ways.is_some());
        let (drawn, whole): (Vec<bool>, Vec<bool>) = known.partition(|known| *known);
        // What moves leave open is asked of each that is listed where none is drawn: too much, where many are walked anyway.
        let free = whole.is_empty() || self.is_free();
        (free && drawn.len() > whole.len()).then_some(Tickets { pieces, actions })
    }
}

/// Whether an action picks a cell first, and changes that before it does anything else.
fn begins_with_changes(walk: &Node, view: &View<'_>) -> bool {
    let picks = first_picks(walk);
    picks.is_some_and(|picks| picks.iter().all(|(_, rest)| begins_with_change(rest, view)))
}

/// Whether what an action does behind its first change, around a cell, or wherever something stands, may leave the cell that it has picked
/// as it was: it takes off what has been put there, or puts something where it has taken that off. Turning blocks apart.
fn reverts(walk: &Node, view: &View<'_>) -> bool {
    let of_cells = |purse: Purse| view.layout.bearer(purse.number) == Bearer::Cell;
    let puts = |act| match act {
        Act::Add(purse, _) => of_cells(purse),
        _ => matches!(act, Act::Put(_) | Act::Cover(_) | Act::Drop(_) | Act::PutBack(_)),
    };
    let takes = |act| match act {
        Act::Take(purse, ..) => of_cells(purse),
        Act::Capture | Act::Lift | Act::LiftAs(_) => true,
        _ => matches!(act, Act::Push | Act::Land | Act::Tower(_)),
    };
    let own = join(&Codes::of(view.mover), &Codes::of_nobody());
    let codes = |test: &Test| view.check(test).codes().unwrap_or(EVERY);
    let may = |first: Codes, body: &[&Node]| {
        let mut here = first;
        let mut taken = body.iter().map(|node| match &node.walk {
            Walk::Test(test) => {
                here = meet(&here, &codes(test));
                false
            }
            Walk::See { .. } | Walk::When(_) | Walk::As(_) | Walk::Note(..) | Walk::Face(_) => {
                false
            }
            Walk::Act(act) => takes(*act) && !meet(&here, &own).is_none(),
            // What is done in each direction, or wherever something stands, is asked by itself.
            Walk::Each { .. } | Walk::Every { .. } => false,
            _ => {
                here = EVERY;
                node.acts(&takes)
            }
        });
        let puts = body.iter().any(|node| node.acts(&puts));
        taken.any(|taken| taken) || puts && walk.acts(&takes)
    };
    let behind = first_picks(walk).into_iter().flatten().any(|(_, rest)| {
        let first = rest.iter().position(|node| node.acts(&|_| true));
        first.is_some_and(|first| may(EVERY, &rest[first + 1..]))
    });
    behind
        || any(walk, &|walk| match walk {
            Walk::Each { body, .. } => may(EVERY, &flat(body)),
            Walk::Every { test, body, .. } => may(codes(test), &flat(body)),
            _ => false,
        })
}

/// Whether a walk that goes on so from the cell that it has picked changes first what stands there, or a number of it.
fn begins_with_change(rest: &[&Node], view: &View<'_>) -> bool {
    let stays = |walk: &Walk| match walk {
        Walk::Test(_) | Walk::See { .. } | Walk::Tally { .. } | Walk::When(_) => true,
        Walk::As(_) | Walk::Note(..) | Walk::Face(_) => true,
        // A number that the cell does not have is the same wherever the walk begins.
        Walk::Act(Act::Take(purse, ..)) => view.layout.bearer(purse.number) != Bearer::Cell,
        _ => false,
    };
    match rest.iter().map(|node| &node.walk).find(|walk| !stays(walk)) {
        Some(Walk::Act(act)) => !matches!(act, Act::Mark(..) | Act::Add(..) | Act::Again),
        _ => false,
    }
}

/// Whether what a walk repeats leads straight on.
fn is_straight(walk: &Node) -> bool {
    let onward = |walk: &Walk| matches!(walk, Walk::Ahead | Walk::Test(_) | Walk::Seq(_));
    let turns = |body: &Node| any(body, &|walk| !onward(walk));
    !any(walk, &|walk| match walk {
        Walk::Repeat { body, .. } => turns(body),
        Walk::Rounds { .. } | Walk::While { .. } => true,
        _ => false,
    })
}

/// Whether a piece that walks so leaves its cell, or what stands beneath it does: it comes to no cell, or at last to one that is never
/// the one where it began, and nothing comes there then. `few` is whether it soon ends.
fn leaves(walk: &Node, few: bool, view: &View<'_>) -> bool {
    let lands = |act| matches!(act, Act::Land | Act::Tower(Tower::LandOnTop));
    let stays = |act| match act {
        Act::Put(_) | Act::PutBack(_) | Act::Cover(_) | Act::Drop(_) => true,
        Act::Tower(Tower::Put(_) | Tower::PutBack(_) | Tower::Drop(_) | Tower::Leave(_)) => true,
        act => lands(act),
    };
    if !walk.acts(&stays) {
        return true;
    }
    let list = flat(walk);
    let land = list.iter().rposition(|node| matches!(node.walk, Walk::Act(act) if lands(act)));
    let Some((before, rest)) = land.map(|land| list.split_at(land)) else { return false };
    let carries = |act| matches!(act, Act::Tower(Tower::Carry(..)));
    let turns = |walk: &Walk| matches!(walk, Walk::Turn { .. });
    // What lands once, and does nothing else, is no move where it lands on its own cell.
    if rest.len() == 1
        && !any(walk, &turns)
        && !before.iter().any(|node| node.acts(&|act| !carries(act)))
    {
        return true;
    }
    let changes = |act| !keeps(act);
    let takes = |act| match act {
        Act::Tower(tower) => matches!(tower, Tower::TakeAll(_) | Tower::TakeBottom(_)),
        act => matches!(act, Act::Lift | Act::Flip),
    };
    let fills = |act| changes(act) && !takes(act);
    let away = |from: Cell| {
        let begins = Led::from([((from, view.facing.heading), 1)]);
        let led = before.iter().try_fold(begins, |at, node| match &node.walk {
            // As high as the tower is, which is one at least.
            Walk::Rounds { times: Times::Height, body } if at.keys().all(|(at, _)| *at == from) => {
                led(&some_rounds(node, body), &at, view)
            }
            _ => led(node, &at, view),
        });
        led.is_some_and(|ends| ends.keys().all(|(to, _)| *to != from))
    };
    few && !before.iter().any(|node| node.acts(&changes))
        && !rest[1..].iter().any(|node| node.acts(&fills) || any(node, &turns))
        && view.graph.all().all(away)
}

/// Whether an act does not matter for where a piece stands in the end.
fn keeps(act: Act) -> bool {
    let carries = matches!(act, Act::Tower(Tower::Carry(..)));
    carries || matches!(act, Act::Capture | Act::Mark(..) | Act::Take(..) | Act::Add(..))
}

/// What is done at least once, for what is done so many times.
fn some_rounds(node: &Node, body: &Node) -> Node {
    let body = Box::new(body.clone());
    Node { walk: Walk::Repeat { body, min: 1, max: None }, ..node.clone() }
}

/// To which cells, heading where, part of a walk leads from some, whatever stands there, if the board alone tells.
pub(super) fn led(node: &Node, from: &Led, view: &View<'_>) -> Option<Led> {
    let all = |each: &mut dyn Iterator<Item = (At, usize)>| {
        let mut all = Led::new();
        for (at, ways) in each {
            let known = all.entry(at).or_default();
            *known = known.saturating_add(ways);
        }
        all
    };
    Some(match &node.walk {
        Walk::Seq(list) => list.iter().try_fold(from.clone(), |at, node| led(node, &at, view))?,
        Walk::Alt(list) => {
            let each = list.iter().map(|node| led(node, from, view));
            all(&mut each.collect::<Option<Vec<_>>>()?.into_iter().flatten())
        }
        Walk::Face(among) => {
            let faced = |((cell, ahead), ways): (&At, &usize)| {
                let (cell, ways) = (*cell, *ways);
                let headings = view.headings(among, *ahead);
                headings.iter().map(|heading| ((cell, *heading), ways)).collect::<Vec<_>>()
            };
            all(&mut from.iter().flat_map(faced))
        }
        Walk::Ahead => {
            let next = |((cell, ahead), ways): (&At, &usize)| {
                Some(((view.graph.next(*cell, *ahead)?, *ahead), *ways))
            };
            all(&mut from.iter().filter_map(next))
        }
        Walk::Repeat { body, min, max } => {
            // What goes on as long as it can leaves the board at last, unless it goes round.
            let most = max.map_or(view.graph.cells(), |max| max as usize);
            let (mut at, mut ends) = (from.clone(), Vec::new());
            for times in 0..=most {
                if times > 0 {
                    at = led(body, &at, view)?;
                }
                if times >= *min as usize {
                    ends.extend(at.iter().map(|(at, ways)| (*at, *ways)));
                }
                if at.is_empty() {
                    break;
                }
            }
            all(&mut ends.into_iter())
        }
        Walk::Test(_) | Walk::See { .. } | Walk::Tally { .. } | Walk::When(_) | Walk::As(_) => {
            from.clone()
        }
        // What is taken down of a number, or carried, is one at least.
        Walk::Rounds { times: Times::Held(_), body } => led(&some_rounds(node, body), from, view)?,
        Walk::Act(act) if keeps(*act) => from.clone(),
        _ => return None,
    })
}
