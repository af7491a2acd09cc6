//! Walks by which a piece only goes from a cell to another: told as steps at once, without trails.
//!
//! `slide orthogonal` from a1 to a4 is a step to a4 with a2 and a3 between. Most walks of most games are such, and most
//! of them are long: to follow them with all that a walk can do would take most of the time in which a file is loaded.

use super::shape::Step;
use crate::index::{Cell, Heading, Kind, Piece};
use crate::program::check::{Check, Codes, has};
use crate::program::set::Set;
use crate::program::trail::{EMPTY, EVERY, Finder, Given, PIECES, give, meet, without};
use crate::rules::{Act, MoveRule, Node, Tower, Walk};

/// Ways that are followed at once, from one cell; a walk that has more is no such walk.
const WAYS: usize = 512;

/// A step, what may stand where it arrives, whether the piece stands on top of that then, and what else must hold.
pub(super) type Glide<S> = (Codes, bool, Step<S>, Vec<Given>);

/// How far a walk has come.
#[derive(Clone)]
struct Way<S> {
    cell: Cell,
    heading: Heading,
    /// The cells behind it, the first left out: they must be empty.
    between: S,
    /// What may stand on the cell.
    here: Codes,
    /// Whether the piece has landed there, and whether on top of what stands there.
    landed: bool,
    rises: bool,
    /// What else must hold, some of it of the cell.
    given: Vec<Given>,
    looked: bool,
}

/// What a walk is followed with.
struct Glider<'f, 'v, 'a> {
    finder: &'f mut Finder<'v, 'a>,
    piece: Piece,
    start: Cell,
    /// Whether it may be given what it looks for from where it begins.
    gives: bool,
}

/// The steps that a walk of a kind is from a cell; `None` if it is more than that.
pub(super) fn glides<S: Set>(
    rule: &MoveRule,
    kind: Kind,
    start: Cell,
    finder: &mut Finder<'_, '_>,
    gives: bool,
) -> Option<Vec<Glide<S>>> {
    let (view, own) = (finder.view(), finder.own());
    let piece = Piece::new(kind, Some(view.mover));
    let (heading, between) = (view.facing.heading, S::NONE);
    let (landed, rises, given, looked) = (false, false, Vec::new(), false);
    let way = Way { cell: start, heading, between, here: EVERY, landed, rises, given, looked };
    let ways = Glider { finder, piece, start, gives }.walk(&rule.walk, vec![way])?;
    let mut glides: Vec<Glide<S>> = Vec::new();
    for way in ways {
        // A piece that stays where it is has not moved.
        if !way.landed || way.cell == start {
            continue;
        }
        let (to, between) = (way.cell.index(), way.between);
        let land = if way.rises { way.here } else { meet(&way.here, &without(&EVERY, &own)) };
        let step = Step { to, between, hurdles: 0, held: S::NONE, over: PIECES };
        let glide = (land.clone(), way.rises && land != EMPTY, step, way.given);
        if !land.is_none() && !glides.contains(&glide) {
            glides.push(glide);
        }
    }
    Some(glides)
}

impl<'v> Glider<'_, 'v, '_> {
    fn walk<S: Set>(&mut self, node: &Node, ways: Vec<Way<S>>) -> Option<Vec<Way<S>>> {
        if ways.len() > WAYS || ways.iter().any(|way| way.landed) {
            return None;
        }
        let view = self.finder.view();
        Some(match &node.walk {
            Walk::Seq(list) => {
                let mut ways = ways;
                for node in list {
                    ways = self.walk(node, ways)?;
                }
                ways
            }
            Walk::Alt(list) => {
                let mut all = Vec::new();
                for node in list {
                    all.extend(self.walk(node, ways.clone())?);
                }
                all
            }
            Walk::Face(dirs) => {
                let mut turned = Vec::with_capacity(ways.len());
                for way in ways {
                    let headings = view.headings(dirs, way.heading);
                    turned.extend(
                        headings.iter().map(|heading| Way { heading: *heading, ..way.clone() }),
                    );
                }
                turned
            }
            Walk::Ahead => {
                let mut ahead = Vec::with_capacity(ways.len());
                for way in ways {
                    ahead.extend(self.ahead(way)?);
                }
                ahead
            }
            Walk::Test(test) => {
                let check = self.finder.check(test);
                return self.tested(&check, ways);
            }
            Walk::Pick(test) if self.gives && ways.iter().all(|way| self.begins(way)) => {
                let check = self.finder.check(test);
                let pick = |way: Way<S>| {
                    view.graph.all().map(move |cell| Way { cell, looked: true, ..way.clone() })
                };
                let begun = ways.into_iter().flat_map(pick).filter(|way| way.cell != self.start);
                return self.tested(&check, begun.collect());
            }
            Walk::See { body, holds } => return self.given(body, (*holds, None), ways),
            Walk::Tally { .. } => return self.given(node, (true, None), ways),
            Walk::Repeat { body, min, max } => self.repeat(body, *min, *max, ways)?,
            Walk::Act(Act::Land) => {
                ways.into_iter().map(|way| Way { landed: true, ..way }).collect()
            }
            Walk::Act(Act::Tower(Tower::LandOnTop)) if self.finder.rises => {
                ways.into_iter().map(|way| Way { landed: true, rises: true, ..way }).collect()
            }
            _ => return None,
        })
    }

    /// The ways whose cells pass.
    fn tested<S: Set>(&mut self, check: &Check, ways: Vec<Way<S>>) -> Option<Vec<Way<S>>> {
        let (Check::Leaf(codes, region), None) = (check, self.look(check)) else {
            if let (Check::All(list), true) = (check, self.gives) {
                return list.iter().try_fold(ways, |ways, check| self.tested(check, ways));
            }
            let (body, holds) = self.look(check)?;
            // A test looks where the player faces.
            let facing = self.finder.view().facing.heading;
            return self.given(body, (holds, Some(facing)), ways);
        };
        let within = |cell: Cell| region.as_ref().is_none_or(|region| region.contains(cell));
        let mut passing = Vec::with_capacity(ways.len());
        for mut way in ways.into_iter().filter(|way| within(way.cell)) {
            way.here = meet(&way.here, codes);
            let starts = way.cell == self.start;
            if if starts { has(&way.here, self.piece) } else { !way.here.is_none() } {
                passing.push(way);
            }
        }
        Some(passing)
    }

    /// Whether a way has not left the cell where the piece stands.
    fn begins<S: Set>(&self, way: &Way<S>) -> bool {
        let heading = self.finder.view().facing.heading;
        way.cell == self.start && way.heading == heading && way.between.is_none()
    }

    /// What a test looks for, and whether it must be so.
    fn look(&self, check: &Check) -> Option<(&'v Node, bool)> {
        let (check, wanted) = match check {
            Check::Not(check) => (&**check, false),
            check => (check, true),
        };
        let Check::Look(at, holds) = check else { return None };
        Some((*self.finder.view().looks.get(usize::from(*at))?, *holds == wanted))
    }

    /// The same ways where a look from where the piece stands fits, or from where it arrives, or does not; it heads so, or on.
    fn given<S: Set>(
        &mut self,
        body: &Node,
        (holds, heading): (bool, Option<Heading>),
        ways: Vec<Way<S>>,
    ) -> Option<Vec<Way<S>>> {
        let arrives = ways.iter().all(|way| way.cell != self.start);
        if !self.gives || !arrives && !ways.iter().all(|way| self.begins(way)) {
            return None;
        }
        let given = |mut way: Way<S>| {
            let given = match arrives {
                true => self.finder.look_onto(body, heading.unwrap_or(way.heading), holds),
                false => self.finder.look_from(body, holds),
            };
            way.looked |= arrives;
            give(&mut way.given, given).then_some(way)
        };
        Some(ways.into_iter().filter_map(given).collect())
    }

    /// One cell on, if there is one; `None` if the walk goes over something, or comes to a cell again.
    fn ahead<S: Set>(&self, mut way: Way<S>) -> Option<Option<Way<S>>> {
        if way.looked {
            return None;
        }
        let next = self.finder.view().graph.next(way.cell, way.heading);
        let Some(next) = next else { return Some(None) };
        if way.cell != self.start {
            if way.here == EMPTY {
                way.between |= S::one(way.cell.index());
            } else if way.here != EVERY {
                return None;
            }
        }
        // On its first cell the piece itself stands in the way, unless it goes over it.
        let back = way.between.has(next.index());
        (!back).then_some(Some(Way { cell: next, here: EVERY, ..way }))
    }

    fn repeat<S: Set>(
        &mut self,
        body: &Node,
        min: u32,
        max: Option<u32>,
        mut open: Vec<Way<S>>,
    ) -> Option<Vec<Way<S>>> {
        let mut ends = Vec::new();
        for count in 0.. {
            if count >= min {
                ends.extend(open.iter().cloned());
            }
            if open.is_empty() || ends.len() > WAYS || max.is_some_and(|max| count >= max) {
                break;
            }
            // A round that leads nowhere could be left out, and one that need not be empty could come back.
            let before = open.clone();
            open = self.walk(body, open)?;
            let stays = |way: &Way<S>| {
                let same = |old: &Way<S>| (old.cell, old.heading) == (way.cell, way.heading);
                way.here != EMPTY || before.iter().any(same)
            };
            if open.iter().any(stays) {
                return None;
            }
        }
        (ends.len() <= WAYS).then_some(ends)
    }
}
