//! Players of whose moves several may come to the same by what comes behind every move: in a random game one is drawn among all of
//! them, and again if it is not the first of those that come to what it comes to.
//!
//! Every piece that moves leaves its cell, and nothing that comes then puts a piece on an empty one. So of two moves of different pieces
//! that come to the same each takes off the piece of the other one: few need be compared. Or two pieces that stay where they are do the
//! same to a third cell: which those are is known beforehand.

use super::content::Contents;
use super::sequel::Sequel;
use super::stride::{Stride, Strides};
use super::{Group, Loose, Moves, Side};
use crate::index::{Cell, Piece, Player};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{Sets, meet};
use std::collections::HashMap;

/// All moves of such a player, those too that come to the same as others.
#[derive(Debug)]
pub(crate) struct Repeats<S> {
    /// The same as strides, if they are such.
    pub strides: Option<Strides<S>>,
    /// Whether no other one comes to the same as one that takes no piece of the player's own and changes no other cells than that which
    /// its piece leaves and that where it arrives.
    pub still: bool,
    /// Where only moves may come to the same that leave their pieces where they are: those, if there are several, by what they change.
    pub shared: Option<HashMap<Sets, Vec<Single>>>,
}

/// A move by itself: the kind of its piece, from which cell, and its number among those from there.
pub(crate) type Single = (u16, u16, u16);

impl<S: Set> Repeats<S> {
    /// Those of a player, if nothing else is asked of his moves.
    pub(super) fn new(
        side: &Side<S>,
        mover: Player,
        contents: &Contents,
        slots: bool,
    ) -> Option<Self> {
        if !side.alike || side.meddled || !side.only_goes() {
            return None;
        }
        let apart = |kind: &Moves<S>| kind.groups.iter().all(|group| !group.alike);
        // Beside those that are known beforehand to come to the same, which stay, no piece need leave its cell.
        let known = |kind: &Moves<S>| !kind.turns && apart(kind) && (!kind.alike || kind.shares);
        let shares = side.sequel.is_empty() && side.kinds.iter().all(known);
        let plain = |group: &Group<S>| group.after.is_none() && group.tail.is_none();
        let leaves = |(from, one): (usize, &Loose<S>)| {
            let empties = || one.effect.sets.get(Cell::at(from)) == Some(Piece::EMPTY);
            one.effect.after.is_empty() && (shares || empties())
        };
        let told = |kind: &Moves<S>| kind.groups.iter().all(plain) && kind.changing().all(leaves);
        if !side.kinds.iter().all(told) {
            return None;
        }
        let strides = Strides::of(side, contents, slots).filter(|strides| !strides.has_rivals());
        // Of two that both change no more than that the piece goes, one would have to leave where the other one stays. So one of two
        // changes more: it takes off what it has moved, or it turns over what the other one captures.
        let own = Codes::of(mover);
        let spares = |stride: &Stride<S>| {
            let land = &contents.codes[usize::from(stride.shift.land.0)];
            meet(land, &own).is_none()
        };
        let spares = || strides.as_ref().is_some_and(|strides| strides.all.iter().all(spares));
        let takes = side.sequel.iter().all(|one| one.turns().is_none());
        let leaves = || side.sequel.iter().all(|one: &Sequel<S>| one.leaves(&own)) && spares();
        // Two walks of a piece may come to the same without that.
        let apart = |kind: &Moves<S>| !kind.alike && apart(kind);
        let still = side.kinds.iter().all(apart) && (takes || leaves());
        let shared = if shares { Some(side.shared()?) } else { None };
        Some(Self { strides, still, shared })
    }
}

impl<S: Set> Side<S> {
    /// The moves by themselves that leave their pieces where they are and of which others change the same; `None` if they are too many.
    fn shared(&self) -> Option<HashMap<Sets, Vec<Single>>> {
        let mut shared: HashMap<Sets, Vec<Single>> = HashMap::new();
        let number = |at: usize| u16::try_from(at).ok();
        for (kind, moves) in self.kinds.iter().enumerate() {
            for (from, loose) in moves.loose.iter().enumerate() {
                let stays = |one: &(usize, &Loose<S>)| !one.1.effect.sets.has(Cell::at(from));
                for (at, one) in loose.iter().enumerate().filter(stays) {
                    let single = (number(kind)?, number(from)?, number(at)?);
                    shared.entry(one.effect.sets.clone()).or_default().push(single);
                }
            }
        }
        shared.retain(|_, some| some.len() > 1);
        Some(shared)
    }
}

impl<S: Set> Strides<S> {
    /// By stride that leaves its piece where it is, by how many cells from there another such piece stands that can do the same to the same
    /// cells, and by which stride.
    pub(super) fn shared(&self, side: &Side<S>) -> Vec<Box<[(i16, u16)]>> {
        let changes = |stride: &Stride<S>| {
            let [left, comes] = stride.exchange?;
            let stays = left == side.kinds[usize::from(stride.kind)].piece;
            let arrives = std::iter::once((stride.shift.by, comes));
            let mut changes: Vec<_> = arrives.chain(stride.others.iter().copied()).collect();
            changes.sort_unstable();
            stays.then_some(changes)
        };
        let all: Vec<_> = self.all.iter().map(changes).collect();
        let away = |one: &[(i16, Piece)], other: &[(i16, Piece)]| {
            let away = one.first()?.0 - other.first()?.0;
            let moved = other.iter().map(|(by, piece)| (by + away, *piece));
            (away != 0 && moved.eq(one.iter().copied())).then_some(away)
        };
        let shared = |one: &Option<Vec<(i16, Piece)>>| {
            let others = all.iter().enumerate();
            let others = others
                .filter_map(|(at, other)| Some((away(one.as_ref()?, other.as_ref()?)?, at as u16)));
            others.collect()
        };
        all.iter().map(shared).collect()
    }
}

impl<S> Side<S> {
    /// Whether he does nothing but let a piece go, with what comes behind it, and nothing is refused, asked for or preferred.
    fn only_goes(&self) -> bool {
        let asked = self.must.is_some() || !self.prefer.is_empty() || self.tests || self.listed;
        let refused =
            !self.forbids.is_empty() || !self.truces.is_empty() || !self.dangers.is_empty();
        let others = self.walks || self.hops || self.finish.is_some() || self.throws.is_some();
        !asked && !refused && !others && self.places.is_empty() && self.phases.is_empty()
    }
}
