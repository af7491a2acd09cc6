//! Walks by which a piece only goes from a cell to another: told as steps at once, without trails.
//!
//! A slide of a rook from a1 to a4 is a step to a4 with a2 and a3 between. Most walks of most games are such, and most
//! of them are long: to follow them with all that a walk can do would take most of the time in which a file is loaded.

use super::shape::{PIECES, Step};
use crate::index::{Cell, Heading, Kind, Piece};
use crate::program::check::{Check, Codes, has};
use crate::program::set::Set;
use crate::program::trail::{EMPTY, EVERY, Finder, meet, without};
use crate::rules::{Act, MoveRule, Node, Walk};

/// Ways that are followed at once, from one cell; a walk that has more is no such walk.
const WAYS: usize = 512;

/// A step, and what may stand where it arrives.
pub(super) type Glide<S> = (Codes, Step<S>);

/// How far a walk has come.
#[derive(Clone, Copy)]
struct Way<S> {
    cell: Cell,
    heading: Heading,
    /// The cells behind it, the first left out: they must be empty.
    between: S,
    /// What may stand on the cell.
    here: Codes,
    /// Whether the piece has landed there.
    landed: bool,
}

/// What a walk is followed with.
struct Glider<'f, 'v, 'a> {
    finder: &'f mut Finder<'v, 'a>,
    piece: Piece,
    start: Cell,
}

/// The steps that a walk of a kind is from a cell; `None` if it is more than that.
pub(super) fn glides<S: Set>(
    rule: &MoveRule,
    kind: Kind,
    start: Cell,
    finder: &mut Finder<'_, '_>,
) -> Option<Vec<Glide<S>>> {
    let (view, own) = (finder.view(), finder.own());
    let piece = Piece::new(kind, Some(view.mover));
    let (heading, between) = (view.facing, S::NONE);
    let way = Way { cell: start, heading, between, here: EVERY, landed: false };
    let ways = Glider { finder, piece, start }.walk(&rule.walk, vec![way])?;
    let mut glides: Vec<Glide<S>> = Vec::new();
    for way in ways {
        // A piece that stays where it is has not moved.
        if !way.landed || way.cell == start {
            continue;
        }
        let (to, between) = (way.cell.index(), way.between);
        let land = meet(&way.here, &without(&EVERY, &own));
        let step = Step { to, between, hurdles: 0, held: S::NONE, over: PIECES };
        let glide = (land, step);
        if land != [0; 4] && !glides.contains(&glide) {
            glides.push(glide);
        }
    }
    Some(glides)
}

impl Glider<'_, '_, '_> {
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
                let turned = |way: Way<S>| {
                    let headings = view.graph.resolve(dirs, view.facing, way.heading);
                    headings.into_iter().map(move |heading| Way { heading, ..way })
                };
                ways.into_iter().flat_map(turned).collect()
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
                let Check::Leaf(codes, region) = &*check else { return None };
                let within =
                    |cell: Cell| region.as_ref().is_none_or(|region| region.contains(cell));
                let mut passing = Vec::with_capacity(ways.len());
                for mut way in ways.into_iter().filter(|way| within(way.cell)) {
                    way.here = meet(&way.here, codes);
                    let starts = way.cell == self.start;
                    if if starts { has(&way.here, self.piece) } else { way.here != [0; 4] } {
                        passing.push(way);
                    }
                }
                passing
            }
            Walk::Repeat { body, min, max } => self.repeat(body, *min, *max, ways)?,
            Walk::Act(Act::Land) => {
                ways.into_iter().map(|way| Way { landed: true, ..way }).collect()
            }
            _ => return None,
        })
    }

    /// One cell on, if there is one; `None` if the walk goes over something, or comes to a cell again.
    fn ahead<S: Set>(&self, mut way: Way<S>) -> Option<Option<Way<S>>> {
        let next = self.finder.view().graph.next(way.cell, way.heading);
        let Some(next) = next else { return Some(None) };
        if way.cell != self.start {
            match way.here {
                EVERY => {}
                EMPTY => way.between |= S::one(way.cell.index()),
                _ => return None,
            }
        }
        let back = next == self.start || way.between.has(next.index());
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
                ends.extend(&open);
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
