//! What walks can capture, whatever stands on the board: lets attacks be asked of few pieces.

use std::collections::HashMap;

use super::check::{Codes, View};
use super::codes::{EMPTY, EVERY, join, without};
use super::table::Region;
use super::walk::any;
use crate::index::{Cell, Heading, Register};
use crate::rules::{Act, Cells, Dirs, Node, Test, Walk};

/// Boards of more cells than this get no [`reach`].
pub(crate) const CELLS: usize = 144;
/// Cursors and headings tried for one cell before a walk counts as reaching everything.
const STATES: usize = 20_000;

/// Whether a walk may capture: it has a capture, or lands where something may stand that it would capture.
pub(crate) fn captures(node: &Node, view: &View<'_>) -> bool {
    let spared = join(&Codes::of(view.mover), &EMPTY);
    Taking { view, spared, sure: true }.takes(node, &mut false)
}

/// Whether it may capture one of such pieces, none of them the viewing player's.
pub(crate) fn captures_such(node: &Node, view: &View<'_>, pieces: &Codes) -> bool {
    Taking { view, spared: without(&EVERY, pieces), sure: false }.takes(node, &mut false)
}

/// A walk without what it ends with once its piece has landed or it has returned to it, if that captures none of such pieces.
pub(crate) fn without_end(node: &Node, view: &View<'_>, pieces: &Codes) -> Node {
    let walk = match &node.walk {
        Walk::Alt(list) => {
            Walk::Alt(list.iter().map(|node| without_end(node, view, pieces)).collect())
        }
        Walk::Seq(list) => {
            let spares = |end: &[Node]| !end.iter().any(|node| captures_such(node, view, pieces));
            let ends = |(at, node): (usize, &Node)| match node.walk {
                Walk::Act(Act::Land) => spares(&list[at + 1..]).then_some(at + 1),
                Walk::Return => spares(&list[at + 1..]).then_some(at),
                _ => None,
            };
            let end = list.iter().enumerate().find_map(ends).unwrap_or(list.len());
            let mut list = list[..end].to_vec();
            if let Some(last) = list.pop() {
                list.push(without_end(&last, view, pieces));
            }
            Walk::Seq(list)
        }
        walk => walk.clone(),
    };
    Node { walk, ..node.clone() }
}

/// What walks may capture.
struct Taking<'v> {
    view: &'v View<'v>,
    /// What is captured by none, or does not matter.
    spared: Codes,
    /// Whether what is captured in so many words is, whatever it is.
    sure: bool,
}

impl Taking<'_> {
    /// Whether a walk may capture; `spared`: what stands on the cell where it is does not matter.
    fn takes(&self, node: &Node, spared: &mut bool) -> bool {
        match &node.walk {
            Walk::Seq(list) => list.iter().any(|node| self.takes(node, spared)),
            Walk::Alt(list) => {
                let before = *spared;
                let mut after = true;
                let found = list.iter().any(|node| {
                    let mut branch = before;
                    let found = self.takes(node, &mut branch);
                    after &= branch;
                    found
                });
                *spared = after;
                found
            }
            Walk::Turn { .. } => {
                *spared = false;
                false
            }
            Walk::Repeat { body, .. } | Walk::Rounds { body, .. } | Walk::While { body } => {
                // Where a round begins, the one before it has ended, whatever stands there.
                let mut within = false;
                let found = self.takes(body, &mut within);
                let once = matches!(node.walk, Walk::Repeat { min: 1.., .. });
                *spared = !self.sure && within && (once || *spared);
                found
            }
            // What is only looked at captures nothing.
            Walk::Tally { .. } => false,
            Walk::Every { test, body, .. } => {
                *spared = false;
                let mut within = !self.sure && self.view.check(test).spares(&self.spared);
                self.takes(body, &mut within)
            }
            Walk::Each { body, .. } | Walk::See { body, .. } => {
                let (here, mut within) = (*spared, false);
                *spared = here && matches!(node.walk, Walk::See { .. });
                self.takes(body, &mut within)
            }
            Walk::Test(test) => {
                *spared |= self.view.check(test).spares(&self.spared);
                false
            }
            Walk::Pick(test) => {
                *spared = !self.sure && self.view.check(test).spares(&self.spared);
                false
            }
            Walk::Ahead | Walk::Go(_) | Walk::Return => {
                *spared = false;
                false
            }
            // What is pushed off the board is captured, and nothing else by it.
            Walk::Act(Act::Capture | Act::Push) => self.sure || !*spared,
            // What goes on may capture whatever other walks of that name do.
            Walk::Act(Act::Again) => !self.sure,
            Walk::Act(Act::Tower(tower)) => {
                *spared = false;
                tower.captures()
            }
            Walk::Act(Act::Land) => !std::mem::replace(spared, false),
            Walk::Act(Act::Put(_) | Act::Cover(_) | Act::PutBack(_) | Act::Drop(_)) => {
                *spared = false;
                false
            }
            Walk::Face(_) | Walk::As(_) | Walk::Act(_) | Walk::When(_) | Walk::Note(..) => false,
        }
    }
}

/// The cells that a walk from each cell might capture on, or `None` if that cannot be told.
pub(crate) fn reach(node: &Node, view: &View<'_>) -> Option<Vec<Region>> {
    let wild = |walk: &Walk| {
        matches!(
            walk,
            Walk::Every { .. }
                | Walk::Rounds { .. }
                | Walk::While { .. }
                | Walk::Turn { .. }
                | Walk::Pick(_)
                | Walk::Go(_)
                | Walk::Return
                | Walk::Act(Act::Again | Act::Lift | Act::LiftAs(_) | Act::Push | Act::Tower(_))
        )
    };
    if view.graph.cells() > CELLS || any(node, &wild) {
        return None;
    }
    let mut table = Vec::with_capacity(view.graph.cells());
    for cell in (0..view.graph.cells()).map(Cell::at) {
        let mut spread = Spread::new(view);
        spread.node(node, vec![(cell, view.facing.heading)])?;
        table.push(spread.taken);
    }
    Some(table)
}

/// Whether a look is nothing but another one.
fn looks_once(body: &Node) -> bool {
    match &body.walk {
        Walk::Seq(list) => list.len() == 1 && looks_once(&list[0]),
        walk => matches!(walk, Walk::See { .. } | Walk::Tally { .. }),
    }
}

/// Whether a look from a cell, whatever it heads for, asks nothing of that cell, and of others only what stands there.
pub(crate) fn looks_away(look: &Node, view: &View<'_>) -> bool {
    let (body, dirs) = match &look.walk {
        Walk::Seq(list) if list.len() == 1 => return looks_away(&list[0], view),
        Walk::See { body, .. } if looks_once(body) => return looks_away(body, view),
        Walk::See { body, .. } => (body, None),
        Walk::Tally { dirs, body, .. } => (body, Some(dirs)),
        _ => return false,
    };
    let more = |walk: &Walk| match walk {
        Walk::Seq(_) | Walk::Alt(_) | Walk::Repeat { .. } | Walk::Face(_) | Walk::Ahead => false,
        Walk::Test(test) => !view.check(test).stands(),
        _ => true,
    };
    let headings = (0..view.graph.headings()).map(Heading::at);
    !any(body, &more)
        && view.graph.all().all(|cell| {
            let mut spread = Spread::new(view);
            let mut begun = states(headings.clone().map(|heading| (cell, heading)));
            if let Some(dirs) = dirs {
                begun = spread.turned(dirs, &begun);
            }
            spread.node(body, begun).is_some() && !spread.asked.contains(cell)
        })
}

/// Whether a walk from a cell could come to its end if every test of a piece passed; true if that cannot be told.
pub(crate) fn ends(node: &Node, from: Cell, view: &View<'_>) -> bool {
    let mut course =
        Course { spread: Spread::new(view), names: HashMap::new(), places: vec![from] };
    course.node(node, vec![(from, view.facing.heading)]).is_none_or(|ends| !ends.is_empty())
}

/// Follows a walk with the cells that it names.
struct Course<'v> {
    spread: Spread<'v>,
    /// The cells that each name may mean.
    names: HashMap<Register, Vec<Cell>>,
    /// The cells where the walking piece may be.
    places: Vec<Cell>,
}

impl Course<'_> {
    fn node(&mut self, node: &Node, begun: States) -> Option<States> {
        self.spread.left = self.spread.left.checked_sub(begun.len().max(1))?;
        let view = self.spread.view;
        let facing = |cells: &[Cell]| states(cells.iter().map(|cell| (*cell, view.facing.heading)));
        // Whatever the heading was, it is one of these.
        let turned = |cells: &[Cell]| {
            let headings = (0..view.graph.headings()).map(Heading::at);
            states(cells.iter().flat_map(|cell| headings.clone().map(|way| (*cell, way))))
        };
        Some(match &node.walk {
            Walk::Seq(list) => {
                let mut after = begun;
                for node in list {
                    after = self.node(node, after)?;
                }
                after
            }
            Walk::Alt(list) => {
                let mut after = States::new();
                for node in list {
                    after.extend(self.node(node, begun.clone())?);
                }
                states(after)
            }
            // What is named in one round may be meant in the next.
            Walk::Repeat { body, .. } if any(body, &|walk| matches!(walk, Walk::As(_))) => {
                return None;
            }
            Walk::Repeat { body, max, .. } => {
                let (mut all, mut fresh) = (begun.clone(), begun);
                let mut rounds = max.unwrap_or(u32::MAX);
                while rounds > 0 && !fresh.is_empty() {
                    fresh = self.node(body, fresh)?;
                    fresh.retain(|state| all.binary_search(state).is_err());
                    all.extend(&fresh);
                    all.sort_unstable();
                    rounds -= 1;
                }
                all
            }
            Walk::As(name) => {
                let known = self.names.entry(*name).or_default();
                known.extend(begun.iter().map(|state| state.0));
                known.sort_unstable();
                known.dedup();
                begun
            }
            Walk::Go(name) => match self.names.get(name) {
                Some(cells) if !begun.is_empty() => turned(cells),
                _ => States::new(),
            },
            Walk::Return if begun.is_empty() => begun,
            Walk::Return => turned(&self.places),
            Walk::Pick(_) if begun.is_empty() => begun,
            Walk::Pick(test) => {
                let cells = view.graph.all().filter(|cell| self.spread.may_pass(test, *cell));
                facing(&cells.collect::<Vec<_>>())
            }
            Walk::Act(Act::Land) => {
                self.places.extend(begun.iter().map(|state| state.0));
                self.places.sort_unstable();
                self.places.dedup();
                begun
            }
            Walk::Face(_) | Walk::Ahead | Walk::Test(_) => self.spread.node(node, begun)?,
            Walk::See { .. } | Walk::Tally { .. } | Walk::Act(_) | Walk::When(_) => begun,
            Walk::Note(..) => begun,
            Walk::Each { .. } | Walk::Every { .. } | Walk::Turn { .. } => return None,
            Walk::Rounds { .. } | Walk::While { .. } => return None,
        })
    }
}

/// Cursors and headings, sorted, each once: they are few, so that a list is faster than a set.
type States = Vec<(Cell, Heading)>;

fn states(found: impl IntoIterator<Item = (Cell, Heading)>) -> States {
    let mut states: States = found.into_iter().collect();
    states.sort_unstable();
    states.dedup();
    states
}

/// Follows a walk to wherever it could lead if every test of a piece passed.
struct Spread<'v> {
    view: &'v View<'v>,
    taken: Region,
    /// The cells of which something is asked.
    asked: Region,
    left: usize,
}

impl<'v> Spread<'v> {
    fn new(view: &'v View<'v>) -> Self {
        let none = || Region::none(view.graph.cells());
        Self { view, taken: none(), asked: none(), left: STATES }
    }

    fn node(&mut self, node: &Node, begun: States) -> Option<States> {
        self.left = self.left.checked_sub(begun.len().max(1))?;
        let graph = self.view.graph;
        Some(match &node.walk {
            Walk::Seq(list) => {
                let mut after = begun;
                for node in list {
                    after = self.node(node, after)?;
                }
                after
            }
            Walk::Alt(list) => {
                let mut after = States::new();
                for node in list {
                    after.extend(self.node(node, begun.clone())?);
                }
                states(after)
            }
            Walk::Repeat { body, max, .. } => {
                let (mut all, mut fresh) = (begun.clone(), begun);
                let mut rounds = max.unwrap_or(u32::MAX);
                while rounds > 0 && !fresh.is_empty() {
                    fresh = self.node(body, fresh)?;
                    fresh.retain(|state| all.binary_search(state).is_err());
                    all.extend(&fresh);
                    all.sort_unstable();
                    rounds -= 1;
                }
                all
            }
            Walk::Face(dirs) => self.turned(dirs, &begun),
            Walk::Ahead => {
                let next = begun.into_iter();
                states(next.filter_map(|(cell, ahead)| Some((graph.next(cell, ahead)?, ahead))))
            }
            Walk::Test(test) => {
                begun.iter().for_each(|(cell, _)| self.asked.insert(*cell));
                let mut left = begun;
                left.retain(|(cell, _)| self.may_pass(test, *cell));
                left
            }
            Walk::Act(Act::Capture | Act::Land) => {
                for (cell, _) in &begun {
                    self.taken.insert(*cell);
                }
                begun
            }
            Walk::Each { dirs, body, .. } => {
                self.node(body, self.turned(dirs, &begun))?;
                begun
            }
            Walk::See { .. } | Walk::Tally { .. } | Walk::Act(_) | Walk::When(_) => begun,
            Walk::Note(..) | Walk::As(_) => begun,
            Walk::Rounds { .. } | Walk::While { .. } | Walk::Turn { .. } => return None,
            Walk::Every { .. } | Walk::Pick(_) | Walk::Go(_) | Walk::Return => {
                return None;
            }
        })
    }

    /// Each cursor with each of the headings.
    fn turned(&self, dirs: &Dirs, begun: &States) -> States {
        states(begun.iter().flat_map(|(cell, ahead)| {
            let turns = self.view.headings(dirs, *ahead);
            (0..turns.len()).map(move |at| (*cell, turns[at]))
        }))
    }

    /// Whether a cell could pass a test, if what stands there were right.
    fn may_pass(&self, test: &Test, cell: Cell) -> bool {
        let contains = |cells: &Cells| self.view.graph.contains(cells, cell, self.view.facing);
        match test {
            Test::All(list) => list.iter().all(|test| self.may_pass(test, cell)),
            Test::Any(list) => list.iter().any(|test| self.may_pass(test, cell)),
            Test::In(cells) => contains(cells),
            Test::Not(inner) => match &**inner {
                Test::In(cells) => !contains(cells),
                _ => true,
            },
            _ => true,
        }
    }
}
