//! Players of whose moves several may come to the same by what comes behind every move: in a random game one is drawn among all of
//! them, and again if it is not the first of those that come to what it comes to.
//!
//! Every piece that moves leaves its cell, and nothing that comes then puts a piece on an empty one. So of two moves of different pieces
//! that come to the same each takes off the piece of the other one: few need be compared.

use super::content::Contents;
use super::sequel::Sequel;
use super::stride::{Stride, Strides};
use super::{Group, Loose, Moves, Side};
use crate::index::{Cell, Piece, Player};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::meet;

/// All moves of such a player, those too that come to the same as others.
#[derive(Debug)]
pub(crate) struct Repeats<S> {
    /// The same as strides, if they are such.
    pub strides: Option<Strides<S>>,
    /// Whether no other one comes to the same as one that takes no piece of the player's own and changes no other cells than that which
    /// its piece leaves and that where it arrives.
    pub still: bool,
}

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
        let plain = |group: &Group<S>| group.after.is_none() && group.tail.is_none();
        let leaves = |from: usize, one: &Loose<S>| {
            one.effect.sets.get(Cell::at(from)) == Some(Piece::EMPTY) && one.effect.after.is_empty()
        };
        let leave = |kind: &Moves<S>| {
            let mut loose = kind.loose.iter().enumerate();
            loose.all(|(from, loose)| loose.iter().all(|one| leaves(from, one)))
        };
        let told = |kind: &Moves<S>| kind.groups.iter().all(plain) && leave(kind);
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
        let apart = |kind: &Moves<S>| !kind.alike && kind.groups.iter().all(|group| !group.alike);
        let still = side.kinds.iter().all(apart) && (takes || leaves());
        Some(Self { strides, still })
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
