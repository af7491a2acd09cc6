//! What one's own pieces would aim at, where they may not.

use super::Fast;
use super::danger::Bind;
use super::list::Play;
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
        let truces = self.plan.sides[player.index()].truces.iter();
        truces.fold(S::NONE, |barred, truce| barred | self.aims_from(truce, player, piece, from))
    }

    /// The cells where a piece of the player's would aim as a truce tells, once it has left `from`.
    #[inline]
    fn aims_from(&self, truce: &Truce<S>, player: Player, piece: Piece, from: Option<usize>) -> S {
        let Truce { danger, back } = truce;
        let kind = piece.kind().filter(|_| piece.owner() == Some(player));
        let Some(Some(shape)) = kind.map(|kind| &back[kind.index()]) else { return S::NONE };
        let occupied = self.board.occupied & !from.map_or(S::NONE, S::one);
        let anchors = self.board.set(danger.anchors).cells();
        anchors.fold(S::NONE, |all, anchor| all | targets(shape, anchor, occupied, S::ALL))
    }

    /// Where prohibitions may refuse only moves after which the player's pieces aim at some others: the lines on which they
    /// nearly do. `None` where they may refuse more, or one aims already.
    pub(super) fn aiming_lines(&mut self, player: Player) -> Option<S> {
        let side = &self.plan.sides[player.index()];
        if !side.sequel.is_empty() {
            return None;
        }
        let mut lines = S::NONE;
        let mut binds = self.binds.pop().unwrap_or_default();
        for forbid in &side.forbids {
            let Some(Truce { danger, .. }) = &forbid.aims else {
                if self.may_come(player, &forbid.fact) {
                    binds.clear();
                    self.binds.push(binds);
                    return None;
                }
                continue;
            };
            binds.clear();
            self.gather_of(danger, &mut binds);
            for bind in &binds {
                lines |= bind.between | bind.from | S::one(bind.anchor);
            }
            if binds.iter().any(|bind| bind.count == bind.hurdles) {
                self.binds.push(binds);
                return None;
            }
        }
        self.binds.push(binds);
        Some(lines)
    }

    /// Whether some piece of the player's may aim as prohibitions ask for after a move that touches those lines, or leads to where
    /// it does.
    pub(super) fn may_aim(&self, player: Player, play: Play, lines: Option<S>) -> bool {
        let (Some(lines), Play::Plain { from, to, piece, .. }) = (lines, play) else { return true };
        let [from, to] = [from, to].map(usize::from);
        let truces =
            || self.plan.sides[player.index()].forbids.iter().filter_map(|one| one.aims.as_ref());
        lines.has(from)
            || lines.has(to)
            || self.stirs(player, play)
            || truces().any(|truce| self.aims_from(truce, player, piece, Some(from)).has(to))
    }
}
