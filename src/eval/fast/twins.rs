//! Captures of one piece that come to the same: each turns over what the other one captures.
//!
//! A piece between two enemies that leaps onto either, and turns over what stands beside it, leaves its own piece on both cells
//! whichever it leaps onto. Such pieces are found by sets, and most often there are none.

use super::Fast;
use crate::index::{Piece, Player};
use crate::program::{Deed, Group, Moves, Set, Turned};

/// Of a piece with more captures than these that may come to the same, all moves are looked at.
const TWINS: usize = 8;

impl<S: Set> Fast<'_, S> {
    /// The cells of the player's pieces of which two captures come to the same, or may: by each of both what the other one captures is
    /// turned over, and what else is turned over is the same.
    pub(super) fn twins(&self, player: Player) -> S {
        let side = &self.plan.sides[player.index()];
        let around = side.turned.as_ref().map(|turned| (turned, self.turned(turned)));
        let kinds = side.kinds.iter().filter(|kind| kind.turns);
        let of = |kind: &Moves<S>| {
            let has_twins = |from: &usize| match &around {
                None => self.has_twins(kind, *from),
                Some((turned, cells)) => self.has_twins_around(kind, *from, turned, *cells),
            };
            let nowhere = around.as_ref().is_some_and(|(_, cells)| cells.is_none());
            let pieces = if nowhere { S::NONE } else { self.board.set(kind.pieces) };
            pieces.cells().filter(has_twins).fold(S::NONE, |all, from| all | S::one(from))
        };
        kinds.fold(S::NONE, |all, kind| all | of(kind))
    }

    /// What may be turned over when one of the same is captured, and something is turned over where that stands.
    fn turned(&self, turned: &Turned<S>) -> S {
        let all = self.board.set(turned.of);
        let beside = |at: &usize| !(turned.near[*at] & all).is_none();
        let paired = all.cells().filter(beside).fold(S::NONE, |some, at| some | S::one(at));
        match &turned.fits {
            Some(fits) if !paired.is_none() => {
                paired & fits.iter().fold(S::NONE, |all, cells| all | self.cells(cells))
            }
            _ => paired,
        }
    }

    /// Whether a piece may capture on two of those cells, each of which is near the other, and be then what the other one becomes.
    fn has_twins_around(&self, kind: &Moves<S>, from: usize, turned: &Turned<S>, cells: S) -> bool {
        let mut captured = S::NONE;
        for group in &kind.groups {
            let reach = self.reach(group, from) & cells;
            for becomes in group.becomes.iter().filter(|_| !reach.is_none()) {
                let such = |to: &usize| {
                    let kind = self.board.cells[*to].kind();
                    becomes.pieces.iter().any(|piece| piece.kind() == kind)
                };
                let to = becomes.within(from, reach).cells().filter(such);
                captured = to.fold(captured, |all, to| all | S::one(to));
            }
        }
        // Where all that stands beside is turned over, that tells which come to the same.
        let of = self.board.set(turned.of);
        let comes = |to: usize| turned.near[to] & of | S::one(to);
        let same = |to: usize| {
            let mut others = (turned.near[to] & captured & !S::one(to).up_to_lowest()).cells();
            others.any(|other| !turned.whole || comes(to) == comes(other))
        };
        captured.cells().any(same)
    }

    /// Whether that is so of the piece on a cell, by what tables tell.
    fn has_twins(&self, kind: &Moves<S>, from: usize) -> bool {
        let captures = |group: &Group<S>| self.reach(group, from) & self.board.occupied;
        let all = kind.groups.iter().fold(S::NONE, |all, group| all | captures(group));
        if all.len() < 2 {
            return false;
        }
        let (mut known, mut count) = ([(Piece::EMPTY, S::NONE); TWINS], 0);
        for group in &kind.groups {
            for to in captures(group).cells() {
                let after = group.after.as_ref().map_or(&[][..], |after| &after[to]);
                let turns = |deed: &Deed<S>| self.board.set(deed.of) & deed.cells;
                let turned = after.iter().fold(S::NONE, |all, deed| all | turns(deed));
                if (turned & all & !S::one(to)).is_none() {
                    continue;
                }
                let becomes = group.becomes.iter().filter(|becomes| becomes.may(from, to));
                for piece in becomes.flat_map(|becomes| &becomes.pieces) {
                    let others = |deed: &Deed<S>| deed.piece != *piece && !turns(deed).is_none();
                    let comes = (*piece, turned | S::one(to));
                    if after.iter().any(others) || known[..count].contains(&comes) || count == TWINS
                    {
                        return true;
                    }
                    known[count] = comes;
                    count += 1;
                }
            }
        }
        false
    }
}
