//! Placements: one piece is put on an empty cell, out of a hand or not.

use std::collections::BTreeMap;

use super::content::{Content, Contents};
use super::shape::arrival;
use crate::index::{Cell, MoveName, Piece};
use crate::program::check::View;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, EVERY, Finder, without};
use crate::rules::MoveRule;

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
    contents: &mut Contents,
) -> Option<Vec<Place<S>>> {
    let mut places: BTreeMap<(Option<u16>, Piece), Place<S>> = BTreeMap::new();
    for trail in finder.trails(rule, None)? {
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
