//! What one's own pieces would aim at, where they may not.

use super::Fast;
use super::danger::Bind;
use super::targets::targets;
use crate::index::{Piece, Player};
use crate::program::{Set, Truce};

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

    /// The cells where a piece of the player's would aim where it may not, once it has left `from`.
    #[inline]
    pub(super) fn barred(&self, player: Player, piece: Piece, from: Option<usize>) -> S {
        let mut barred = S::NONE;
        for Truce { danger, back } in &self.plan.sides[player.index()].truces {
            let kind = piece.kind().filter(|_| piece.owner() == Some(player));
            let Some(Some(shape)) = kind.map(|kind| &back[kind.index()]) else { continue };
            let left = from.map_or(S::NONE, S::one);
            for anchor in self.board.set(danger.anchors).cells() {
                barred |= targets(shape, anchor, self.board.occupied & !left, S::ALL);
            }
        }
        barred
    }
}
