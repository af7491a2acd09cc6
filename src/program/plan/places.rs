//! Placements: one piece is put on an empty cell, out of a hand or not.

use std::collections::BTreeMap;

use super::content::Content;
use super::deed::{Deed, flat};
use super::fact::Where;
use super::shape::arrival;
use super::sight::{Scope, Sight};
use crate::index::{Cell, MoveName, Piece};
use crate::program::check::View;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, EVERY, Finder, without};
use crate::rules::{Act, MoveRule, Walk};

/// Placements of one piece.
#[derive(Debug)]
pub(crate) struct Place<S> {
    /// The name of the moves.
    pub name: MoveName,
    /// What is put.
    pub piece: Piece,
    /// The slot of the hand that it comes out of.
    pub slot: Option<u16>,
    /// Where it may be put, if nothing stands there.
    pub cells: S,
    /// Pieces that keep others away.
    pub repels: Vec<Repel<S>>,
    /// From where these fit.
    pub sights: Vec<Sight<S>>,
    /// What comes then.
    pub deeds: Vec<Deed<S>>,
    /// Whether only that tells if the placement can be made.
    pub tried: bool,
}

/// Pieces that keep others away.
#[derive(Debug)]
pub(crate) struct Repel<S> {
    /// The pieces.
    pub pieces: Content,
    /// By the cell where one stands, from where.
    pub from: Box<[S]>,
    /// If that is one cell with the same difference of indices for all: those where it matters, and it.
    pub shift: Option<(S, i16)>,
}

impl<S: Set> Repel<S> {
    /// The cells from which pieces on those cells keep others away.
    #[inline]
    pub fn kept(&self, pieces: S) -> S {
        match self.shift {
            Some((of, by)) => (pieces & of).moved(by),
            None => pieces.cells().fold(S::NONE, |kept, at| kept | self.from[at]),
        }
    }

    fn shift(&mut self) {
        let kept = self.from.iter().enumerate().filter(|(_, kept)| !kept.is_none());
        let mut ways = kept.clone().map(|(at, kept)| kept.first() as i16 - at as i16);
        let Some(by) = ways.next() else { return };
        if ways.all(|other| other == by) && kept.clone().all(|(_, kept)| kept.len() == 1) {
            self.shift = Some((kept.fold(S::NONE, |set, (at, _)| set | S::one(at)), by));
        }
    }
}

/// The placements that an action makes; `None` if they cannot be planned.
pub(super) fn places<S: Set>(
    rule: &MoveRule,
    view: &View<'_>,
    finder: &mut Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
) -> Option<Vec<Place<S>>> {
    let Some(trails) = finder.trails(rule, None) else {
        return Some(vec![placement(rule, finder, scope)?]);
    };
    let contents = &mut *scope.contents;
    let mut places: BTreeMap<(Option<u16>, Piece), Place<S>> = BTreeMap::new();
    for trail in trails {
        let (needs, effect) = (trail.needs, trail.effect);
        let sets: Vec<(Cell, Piece)> = effect.sets.into_iter().collect();
        let [(to, piece)] = sets[..] else { return None };
        let placed = effect.path == [to]
            && effect.captures.is_empty()
            && effect.marks.is_empty()
            && needs.marked.is_empty()
            && needs.safe.is_empty()
            && !piece.is_empty();
        if !placed || arrival(&needs, to) != EMPTY {
            return None;
        }
        let place = places.entry((effect.drop, piece)).or_insert_with(|| Place {
            name: rule.name,
            piece,
            slot: effect.drop,
            cells: S::NONE,
            repels: Vec::new(),
            sights: Vec::new(),
            deeds: Vec::new(),
            tried: false,
        });
        // The same placement twice would need either of two things.
        if place.cells.has(to.index()) {
            return None;
        }
        place.cells |= S::one(to.index());
        for (cell, codes) in needs.content.iter().filter(|need| need.0 != to) {
            let repeller = contents.of(&without(&EVERY, codes));
            let known = place.repels.iter().position(|known| known.pieces == repeller);
            let at = known.unwrap_or_else(|| {
                let from = vec![S::NONE; view.graph.cells()].into();
                place.repels.push(Repel { pieces: repeller, from, shift: None });
                place.repels.len() - 1
            });
            place.repels[at].from[cell.index()] |= S::one(to.index());
        }
    }
    let mut places: Vec<Place<S>> = places.into_values().collect();
    places.iter_mut().flat_map(|place| &mut place.repels).for_each(Repel::shift);
    Some(places)
}

/// The placement of an action that puts a piece on a cell of which all else follows; `None` if it does more.
fn placement<S: Set>(
    rule: &MoveRule,
    finder: &Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
) -> Option<Place<S>> {
    let view = scope.view;
    let list = flat(&rule.walk);
    let (first, rest) = list.split_first()?;
    let Walk::Pick(test) = &first.walk else { return None };
    let mut sights = vec![Where::new(&view.check(test), scope)?.sight()];
    let put = rest.iter().position(|node| matches!(node.walk, Walk::Act(Act::Put(_))))?;
    let Walk::Act(Act::Put(kind)) = rest[put].walk else { return None };
    for node in &rest[..put] {
        sights.push(scope.sight(node)?);
    }
    let deeds = Deed::list(&rest[put + 1..], scope)?;
    // Lines lead away from the cell: whether they fit is so before the piece stands there.
    let mut tried = true;
    if let [Deed::Each(each)] = &deeds[..] {
        tried = false;
        if !each.optional {
            sights.push(each.sight(scope));
        }
    }
    tried &= !deeds.is_empty();
    Some(Place {
        name: rule.name,
        piece: finder.put(kind),
        slot: None,
        cells: scope.cells,
        repels: Vec::new(),
        sights,
        deeds,
        tried,
    })
}
