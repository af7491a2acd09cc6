//! What a walk does to a cell, and what it must not find.

use std::rc::Rc;

use super::number::known;
use super::way::Way;
use super::{EMPTY, EVERY, Finder, NONE, Needs, only, without};
use crate::index::{Cell, Kind, Piece, Player, Register};
use crate::program::check::{Codes, View};
use crate::program::table::NOWHERE;
use crate::program::why::{Reason, Why};
use crate::rules::{Act, Reading, Tower, Who};

/// Pieces at most of which one may be lifted under a name, flipped or pushed: each is a way of its own.
const LIFTED: usize = 12;

impl Finder<'_, '_> {
    /// The ways on after something is lifted under a name: one for each piece that it may be.
    pub(super) fn lift(&mut self, name: Register, way: Way) -> Result<Vec<Way>, Why> {
        if self.apart {
            return Err(Reason::EachLooksBack.into());
        }
        let Some(cell) = way.cursor else { return Ok(Vec::new()) };
        let mut ways = Vec::new();
        let pieces: Vec<Piece> = self.pieces().collect();
        for piece in pieces {
            let Some(mut sure) = way.clone().where_stands(cell, &only(piece)) else { continue };
            sure.keep(name, Some(piece));
            ways.extend(self.act(Act::Lift, sure)?);
        }
        if ways.len() > LIFTED { Err(Reason::Unsure.into()) } else { Ok(ways) }
    }

    /// What a piece is when it is flipped, given to the next player or made another; `None` if that cannot be done to it.
    pub fn turned(&self, act: Act, piece: Piece) -> Option<Piece> {
        let View { mover, team, players, .. } = *self.view;
        let owner = match act {
            Act::Flip => piece.owner().filter(|of| team >> of.0 & 1 == 0).map(|_| mover),
            Act::Tower(Tower::Give) => {
                let next = Player::at((mover.index() + 1) % players);
                piece.owner().filter(|of| *of == mover).map(|_| next)
            }
            Act::Tower(Tower::Make(kind)) if self.neutral[kind.index()] => {
                return (!piece.is_empty()).then(|| Piece::new(kind, None));
            }
            Act::Tower(Tower::Make(kind)) => {
                return piece.owner().map(|owner| Piece::new(kind, Some(owner)));
            }
            _ => None,
        };
        Some(Piece::new(piece.kind()?, Some(owner?)))
    }

    /// The ways on after a piece is turned so: one for each that it may be.
    pub(super) fn turn(&self, act: Act, way: Way) -> Result<Vec<Way>, Why> {
        if act != Act::Flip && self.view.layout.stack() > 1 {
            return Err(Reason::Towers.into());
        }
        let Some(cell) = way.cursor.filter(|cell| !way.taken.contains(cell)) else {
            return Ok(Vec::new());
        };
        let turned = self.pieces().filter_map(|piece| {
            let turned = self.turned(act, piece)?;
            let mut way = way.clone().where_stands(cell, &only(piece))?;
            if turned != piece {
                way.set(cell, turned);
            }
            Some(way)
        });
        let ways: Vec<Way> = turned.collect();
        if ways.len() > LIFTED { Err(Reason::Unsure.into()) } else { Ok(ways) }
    }

    /// The ways on after something is pushed a cell on: one for each piece that it may be.
    pub(super) fn push(&mut self, way: Way) -> Result<Vec<Way>, Why> {
        let view = self.view;
        if view.layout.stack() > 1 || self.apart {
            return Err(Reason::Pushes.into());
        }
        let Some(cell) = way.cursor.filter(|cell| !way.taken.contains(cell)) else {
            return Ok(Vec::new());
        };
        let Some(next) = view.graph.next(cell, way.heading) else {
            // At once, whenever else what is captured leaves the board.
            if view.captures_last {
                return Err(Reason::Pushes.into());
            }
            return Ok(self.act(Act::Capture, way)?.into_iter().collect());
        };
        let Some(way) = way.where_stands(next, &EMPTY) else { return Ok(Vec::new()) };
        let pushed = self.pieces().filter_map(|piece| {
            let mut way = way.clone().where_stands(cell, &only(piece))?;
            way.set(next, piece);
            way.set(cell, Piece::EMPTY);
            if way.place == Some(cell) {
                way.place = Some(next);
                way.effect().path.push(next);
            }
            Some(way)
        });
        let ways: Vec<Way> = pushed.collect();
        if ways.len() > LIFTED { Err(Reason::Unsure.into()) } else { Ok(ways) }
    }

    /// All pieces that there can be.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let owners = |kind: usize| match self.neutral[kind] {
            true => 0..0,
            false => 0..self.view.players,
        };
        (0..self.neutral.len()).flat_map(move |kind| {
            let owned = owners(kind).map(move |owner| Some(Player::at(owner)));
            let nobodys = self.neutral[kind].then_some(None);
            nobodys.into_iter().chain(owned).map(move |owner| Piece::new(Kind::at(kind), owner))
        })
    }

    /// Where the piece that walks stands, if it does; from a cell alone nobody knows what walks, nor where it stands.
    pub(super) fn stands(&self, way: &Way) -> Result<Option<Cell>, Why> {
        if self.apart { Err(Reason::EachLooksBack.into()) } else { Ok(way.place) }
    }

    /// The way on after a deed, if it can be done, or why it cannot be told.
    pub(super) fn act(&mut self, act: Act, mut way: Way) -> Result<Option<Way>, Why> {
        if let Act::Become(kind) = act {
            let Some(place) = self.stands(&way)? else { return Ok(None) };
            let owner = way.sure(place).ok_or(Reason::Unsure)?.owner();
            way.set(place, Piece::new(kind, owner));
            way.effect().became = self.view.routes_differ.then_some(kind);
            return Ok(Some(way));
        }
        match act {
            Act::Take(purse, amount, held) => return self.take(purse, amount, held, way),
            Act::Add(purse, amount) => {
                let amount = known(amount, &way)?;
                return self.tally(purse, amount.into(), way);
            }
            _ => {}
        }
        let Some(cell) = way.cursor else { return Ok(None) };
        if way.taken.contains(&cell) && !matches!(act, Act::Mark(..)) {
            return Ok(None);
        }
        match act {
            Act::Capture | Act::Lift => {
                let Some(mut way) = way.where_stands(cell, &without(&EVERY, &EMPTY)) else {
                    return Ok(None);
                };
                if self.view.layout.stack() > 1 {
                    way.effect().lowers.push(cell);
                }
                if act == Act::Capture {
                    // What is captured must be what stood there before the move.
                    if way.effect.sets.has(cell) {
                        return Err(Reason::Overwrites.into());
                    }
                    way.effect().captures.push(cell);
                    if self.view.captures_last && way.place != Some(cell) {
                        Rc::make_mut(&mut way.taken).push(cell);
                        return Ok(Some(way));
                    }
                }
                way.set(cell, Piece::EMPTY);
                if way.place == Some(cell) {
                    way.place = None;
                }
                Ok(Some(way))
            }
            Act::LiftAs(_) => Err(Reason::Unsure.into()),
            Act::PutBack(_) if self.apart => Err(Reason::EachLooksBack.into()),
            Act::PutBack(name) => {
                let Some(piece) = way.kept(name) else { return Ok(None) };
                let Some(mut way) = way.where_stands(cell, &EMPTY) else { return Ok(None) };
                way.set(cell, piece);
                way.keep(name, None);
                Ok(Some(way))
            }
            Act::Put(kind) => {
                let Some(mut way) = way.where_stands(cell, &EMPTY) else { return Ok(None) };
                way.set(cell, self.put(kind));
                Ok(Some(way))
            }
            Act::Cover(_) => Err(Reason::Shapes.into()),
            Act::Drop(kind) => {
                let slot = self.view.layout.hand(self.view.mover, kind).map_or(NOWHERE, |s| s.0);
                // What a piece leaves behind is one less in the hand, if that is as it was before.
                if way.place.is_some() && slot != NOWHERE {
                    let may_stand = |cell: &Cell| way.needs.on(*cell) != EMPTY;
                    if self.view.captures_to_hand && way.effect.captures.iter().any(may_stand) {
                        return Err(Reason::Drops.into());
                    }
                    let Some(way) = way.where_stands(cell, &EMPTY) else { return Ok(None) };
                    let reading = Reading::Hand(Who::Mover, kind);
                    let less = self.tally_slot((slot, -1), reading, way)?;
                    let Some(mut way) = less else { return Ok(None) };
                    way.set(cell, Piece::new(kind, Some(self.view.mover)));
                    return Ok(Some(way));
                }
                if way.effect().drop.replace(slot).is_some() || slot == NOWHERE {
                    return Err(Reason::Drops.into());
                }
                let Some(mut way) = way.where_stands(cell, &EMPTY) else { return Ok(None) };
                way.set(cell, Piece::new(kind, Some(self.view.mover)));
                Ok(Some(way))
            }
            Act::Mark(mark, on) => {
                way.effect().marks.push((mark, cell, on));
                Ok(Some(way))
            }
            Act::Tower(Tower::LandOnTop) if !self.rises => Err(Reason::Towers.into()),
            Act::Land | Act::Tower(Tower::LandOnTop) => {
                let Some(place) = self.stands(&way)? else { return Ok(None) };
                if place == cell {
                    return Ok(Some(way));
                }
                let rises = act != Act::Land;
                let lands = if rises { EVERY } else { without(&EVERY, &self.own) };
                let Some(mut way) = way.where_stands(cell, &lands) else {
                    return Ok(None);
                };
                if way.effect.sets.get(cell).is_some_and(|piece| !piece.is_empty()) {
                    return Err(Reason::Overwrites.into());
                }
                if rises {
                    way.effect().rises = true;
                } else if !way.effect.sets.has(cell) {
                    way.effect().captures.push(cell);
                }
                let piece = way.sure(place).ok_or(Reason::Unsure)?;
                way.set(cell, piece);
                way.set(place, Piece::EMPTY);
                way.place = Some(cell);
                // A piece that was sent there by a `pick` has told so already.
                if way.effect.path.last() != Some(&cell) {
                    way.effect().path.push(cell);
                }
                Ok(Some(way))
            }
            Act::Tower(_) => Err(Reason::Towers.into()),
            Act::Become(_) | Act::Take(..) | Act::Add(..) | Act::Flip | Act::Push => Ok(None),
            Act::Again => Err(Reason::GoesOn.into()),
        }
    }
}

/// The way where a look that needs one thing more does not fit; `None` if it needs several.
pub(super) fn refute(mut way: Way, fit: &Way) -> Option<Way> {
    let Needs { marked, safe, counts, given, .. } = &*way.needs;
    let others = fit.needs.safe == *safe && fit.needs.counts == *counts;
    let others = others && fit.needs.meanwhile == way.needs.meanwhile;
    if fit.needs.marked != *marked || !others || fit.needs.given != *given {
        return None;
    }
    let more = fit.needs.content.iter().filter(|(cell, codes)| way.needs.on(*cell) != *codes);
    let more: Vec<(Cell, Codes)> = more.cloned().collect();
    match &more[..] {
        // It fits whatever else is so.
        [] => {
            way.needs().content.push((fit.cursor?, NONE));
            Some(way)
        }
        [(cell, codes)] => {
            let kept = without(&way.needs.on(*cell), codes);
            match way.needs().content.iter_mut().find(|need| need.0 == *cell) {
                Some(need) => need.1 = kept,
                None => way.needs().content.push((*cell, kept)),
            }
            Some(way)
        }
        _ => None,
    }
}
