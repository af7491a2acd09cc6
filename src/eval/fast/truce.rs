//! What one's own pieces would aim at, where they may not.

use super::Fast;
use super::danger::Bind;
use super::field::Arrival;
use super::targets::targets;
use crate::index::{Piece, Player};
use crate::program::{Group, Set, Truce};

impl<S: Set> Fast<'_, S> {
    /// All of the player's pieces that aim, or nearly do, where they may not. It is as with what aims at his own,
    /// the two ends exchanged: whoever moves away aims no longer, and what is captured is aimed at no longer.
    pub(super) fn gather_truces(&self, player: Player, binds: &mut Vec<Bind<S>>) {
        for Truce { danger, .. } in &self.plan.sides[player.index()].truces {
            let start = binds.len();
            self.gather_of(danger, binds);
            for bind in &mut binds[start..] {
                let aimed_at = S::one(bind.anchor);
                bind.anchor = bind.from.first();
                bind.from = aimed_at;
            }
        }
    }

    /// Whether there are cells where some piece of the player's may not come by moves of a group.
    #[inline]
    pub(super) fn bars(&self, player: Player, group: &Group<S>) -> bool {
        self.masking && (group.heeded || !self.lenient)
            || !self.plan.sides[player.index()].truces.is_empty()
    }

    /// Leaves out what masks refuse, or no longer; what was before.
    pub(super) fn mask(&mut self, player: Player, masking: bool) -> (bool, bool) {
        let before = (self.masking, self.lenient);
        let forbids = self.plan.sides[player.index()].forbids.iter();
        // Those on moves of some names are nothing to others.
        let mut all = forbids.filter(|forbid| masking && forbid.names.is_none());
        let lenient = masking && !all.any(|forbid| self.holds(&forbid.fact, None));
        (self.masking, self.lenient) = (masking, lenient);
        before
    }

    /// The cells where a piece of the player's may not come: by masks, where those are asked, or as it would aim where it may not.
    #[inline]
    pub(super) fn barred(&self, player: Player, arrival: Arrival) -> S {
        let barred = self.truced(player, arrival.piece, arrival.from);
        match self.masking {
            true => barred | self.field().refused(player.index(), arrival),
            false => barred,
        }
    }

    /// The cells where a piece of the player's would aim where it may not, once it has left `from`.
    #[inline]
    pub(super) fn truced(&self, player: Player, piece: Piece, from: Option<usize>) -> S {
        let truces = self.plan.sides[player.index()].truces.iter();
        truces.fold(S::NONE, |barred, truce| barred | self.aims_from(truce, player, piece, from))
    }

    /// The cells where a piece of the player's would aim as a truce tells, once it has left `from`.
    #[inline]
    pub(super) fn aims_from(
        &self,
        truce: &Truce<S>,
        player: Player,
        piece: Piece,
        from: Option<usize>,
    ) -> S {
        let Truce { danger, back } = truce;
        let kind = piece.kind().filter(|_| piece.owner() == Some(player));
        let Some(Some(shape)) = kind.map(|kind| &back[kind.index()]) else { return S::NONE };
        let occupied = self.board.occupied & !from.map_or(S::NONE, S::one);
        let anchors = self.board.set(danger.anchors).cells();
        anchors.fold(S::NONE, |all, anchor| all | targets(shape, anchor, occupied, S::ALL))
    }

    /// Whether what prohibitions ask of a player's aims goes over no piece, and needs no other cells to be empty than those on a line.
    pub(super) fn aims_straight(&self, player: Player) -> bool {
        let forbids = self.plan.sides[player.index()].forbids.iter();
        let mut ways =
            forbids.filter_map(|forbid| forbid.aims.as_ref()).flat_map(|truce| &truce.back);
        ways.all(|way| way.as_ref().is_none_or(|shape| shape.has[1..] == [false; 3]))
    }

    /// The cells where a piece would aim as prohibitions ask for that has come from a cell, or from any.
    pub(super) fn aims_of(&self, player: Player, piece: Piece, from: Option<usize>) -> S {
        let forbids = self.plan.sides[player.index()].forbids.iter();
        let truces = forbids.filter_map(|forbid| forbid.aims.as_ref());
        let aims = truces.map(|truce| self.aims_from(truce, player, piece, from));
        aims.fold(S::NONE, |all, cells| all | cells)
    }
}
