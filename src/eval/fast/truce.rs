//! What one's own pieces would aim at, where they may not.

use super::Fast;
use super::danger::Bind;
use super::field::Arrival;
use super::list::Play;
use super::targets::targets;
use crate::index::{Piece, Player};
use crate::program::{Becomes, Moves, Set, Truce};

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

    /// Whether there are cells where some piece of the player's may not come.
    #[inline]
    pub(super) fn bars(&self, player: Player) -> bool {
        self.masking || !self.plan.sides[player.index()].truces.is_empty()
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

    /// How many legal moves there are where prohibitions refuse only such after which pieces of the player's aim at some others: all
    /// less those that are refused, of which few must be asked. `None` where more may be refused, or moves are told otherwise.
    pub(super) fn count_aiming(&mut self, player: Player) -> Option<u64> {
        let side = &self.plan.sides[player.index()];
        if side.walks || side.hops || side.alike || !side.phases.is_empty() {
            return None;
        }
        let lines = self.aiming_lines(player)?;
        let all = self.count(player, false)[0];
        let mut doubted = self.pool.pop().unwrap_or_default();
        doubted.clear();
        let hold = self.hold(player);
        let straight = self.aims_straight(player);
        for kind in side.kinds.iter().filter(|kind| kind.moves) {
            let pieces = self.board.set(kind.pieces);
            let aims = lines | self.aims_of(player, kind.piece, None);
            // Where one leaves that stands in the way of no other, the same cells are aimed from.
            let alike = if straight { pieces & !aims } else { S::NONE };
            let becomes = |from: &usize| others_of(kind, *from).next().is_some();
            let others = alike.cells().filter(becomes);
            let alike = others.fold(alike, |alike, from| alike & !S::one(from));
            let apart = self.arrive_apart(kind, alike, aims);
            for from in if apart { pieces & !alike } else { pieces }.cells() {
                let aims_of = |piece: Piece| self.aims_of(player, piece, Some(from));
                let to = match lines.has(from) {
                    true => S::ALL,
                    false if alike.has(from) => aims,
                    false => {
                        let own = lines | aims_of(kind.piece);
                        others_of(kind, from).fold(own, |all, piece| all | aims_of(piece))
                    }
                };
                self.list_from(player, (kind, from), &hold, to, &mut doubted);
            }
            self.each_loose(player, kind, &hold.binds, |from, at, _| {
                doubted.push(Play::Loose { from, at });
            });
        }
        self.binds.push(hold.binds);
        doubted
            .retain(|play| self.may_aim(player, *play, Some(lines)) && self.refused(player, *play));
        let refused = doubted.len() as u64;
        self.pool.push(doubted);
        Some(all - refused)
    }

    /// Whether what prohibitions ask of a player's aims goes over no piece, and needs no other cells to be empty than those on a line.
    fn aims_straight(&self, player: Player) -> bool {
        let forbids = self.plan.sides[player.index()].forbids.iter();
        let mut ways =
            forbids.filter_map(|forbid| forbid.aims.as_ref()).flat_map(|truce| &truce.back);
        ways.all(|way| way.as_ref().is_none_or(|shape| shape.has[1..] == [false; 3]))
    }

    /// Whether none of some pieces of a kind arrives on one of these cells by a move of a group, if that is told at once.
    fn arrive_apart(&self, kind: &Moves<S>, pieces: S, cells: S) -> bool {
        kind.groups.iter().all(|group| {
            let mut shifts = group.shifts.iter().flatten();
            group.shifts.is_some()
                && shifts.all(|shift| (self.arrivals(shift, pieces) & cells).is_none())
        })
    }

    /// The cells where a piece would aim as prohibitions ask for that has come from a cell, or from any.
    fn aims_of(&self, player: Player, piece: Piece, from: Option<usize>) -> S {
        let forbids = self.plan.sides[player.index()].forbids.iter();
        let truces = forbids.filter_map(|forbid| forbid.aims.as_ref());
        let aims = truces.map(|truce| self.aims_from(truce, player, piece, from));
        aims.fold(S::NONE, |all, cells| all | cells)
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

/// What else a piece of a kind may be after a move from a cell.
fn others_of<S: Set>(kind: &Moves<S>, from: usize) -> impl Iterator<Item = Piece> {
    let becomes = kind.groups.iter().flat_map(|group| &group.becomes);
    let others = |is: &'_ Becomes<S>| is.pieces.iter().any(|piece| *piece != kind.piece);
    let comes = move |is: &&Becomes<S>| is.to.as_ref().is_none_or(|to| !to[from].is_none());
    let becomes = becomes.filter(move |is| others(is) && comes(is));
    becomes.flat_map(|is| &is.pieces).copied().filter(|piece| *piece != kind.piece)
}
