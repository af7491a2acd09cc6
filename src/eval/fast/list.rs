//! Lists of moves: small values, in memory that is used again.

use super::Fast;
use super::danger::allowed;
use super::targets::targets;
use crate::index::{Cell, Piece, Player};
use crate::program::{Becomes, Loose, Place, Ready, Set};
use crate::rules::Pass;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Play {
    /// A piece goes from a cell to another and is that then, by a group of its kind's moves.
    Plain { from: u8, to: u8, piece: Piece, group: u8 },
    /// One of the loose moves from that cell.
    Loose { from: u8, at: u16 },
    /// A placement, by its number, on a cell.
    Place { at: u8, to: u8 },
    /// Nothing.
    Pass,
}

impl<S: Set> Fast<'_, S> {
    /// The player's legal moves, whether or not an ending holds.
    pub(super) fn list(&mut self, player: Player, moves: &mut Vec<Play>) {
        moves.clear();
        let mut binds = self.binds.pop().unwrap_or_default();
        self.gather(player, &mut binds);
        let side = &self.plan.sides[player.index()];
        let occupied = self.board.occupied;
        for from in self.board.set(side.own).cells() {
            let piece = self.board.cells[from];
            let Some(kind) = piece.kind() else { continue };
            let kind = &side.kinds[kind.index()];
            let free = allowed(&binds, Some(from), occupied);
            for (index, group) in kind.groups.iter().enumerate() {
                let mut to = S::NONE;
                for part in &group.parts {
                    to |= targets(&part.shape, from, occupied) & self.board.set(part.land);
                }
                to &= free;
                for Becomes { pieces, to: cells } in &group.becomes {
                    let to = cells.as_ref().map_or(to, |cells| to & cells[from]);
                    for to in to.cells() {
                        for piece in pieces {
                            if self.walks_into_danger(player, *piece, from, to) {
                                continue;
                            }
                            let (from, to) = (from as u8, to as u8);
                            let group = index as u8;
                            moves.push(Play::Plain { from, to, piece: *piece, group });
                        }
                    }
                }
            }
            for at in 0..kind.loose[from].len() {
                if self.loose_fits(player, from, at, free) {
                    moves.push(Play::Loose { from: from as u8, at: at as u16 });
                }
            }
        }
        let free = allowed(&binds, None, occupied);
        for (at, place) in side.places.iter().enumerate() {
            for to in (self.places(place) & free).cells() {
                moves.push(Play::Place { at: at as u8, to: to as u8 });
            }
        }
        self.binds.push(binds);
        moves.retain(|play| !self.refused(player, *play));
        self.must(player, moves);
        match self.program.pass {
            Some(Pass::Free(_)) => self.pass(player, moves),
            Some(Pass::Stuck(_)) if moves.is_empty() => self.pass(player, moves),
            _ => {}
        }
    }

    fn pass(&mut self, player: Player, moves: &mut Vec<Play>) {
        if !self.exposed(player) && !self.refused(player, Play::Pass) {
            moves.push(Play::Pass);
        }
    }

    /// Whether a prohibition refuses a move that leaves nothing open.
    fn refused(&mut self, player: Player, play: Play) -> bool {
        let plan = self.plan;
        let forbids = &plan.sides[player.index()].forbids;
        if forbids.is_empty() {
            return false;
        }
        let made = self.made(player, play);
        let on = |names: &Option<Vec<_>>| names.as_ref().is_none_or(|all| all.contains(&made.name));
        let mut forbids = forbids.iter().filter(|(names, _)| on(names));
        forbids.any(|(_, forbid)| {
            let mark = self.board.mark();
            self.act(player, play);
            let holds = self.holds(forbid, Some(made));
            self.board.undo(mark);
            holds
        })
    }

    /// Keeps only the moves that must be made, if there are any.
    fn must(&mut self, player: Player, moves: &mut Vec<Play>) {
        let plan = self.plan;
        let Some(must) = &plan.sides[player.index()].must else { return };
        let first = |this: &mut Self, play: Play| {
            let made = this.made(player, play);
            this.holds(must, Some(made))
        };
        if moves.iter().any(|play| first(self, *play)) {
            moves.retain(|play| first(self, *play));
        }
    }

    /// Whether a piece that may not be aimed at would be where it arrives.
    #[inline]
    pub(super) fn walks_into_danger(
        &self,
        player: Player,
        piece: Piece,
        from: usize,
        to: usize,
    ) -> bool {
        let dangers = &self.plan.sides[player.index()].dangers;
        if dangers.iter().all(|danger| !crate::program::has(&danger.codes, piece)) {
            return false;
        }
        let arrived = S::one(to);
        let occupied = (self.board.occupied & !S::one(from)) | arrived;
        self.open(player, piece, to, occupied, arrived)
    }

    /// Where a placement is possible.
    #[inline]
    pub(super) fn places(&self, place: &Place<S>) -> S {
        if place.slot.is_some_and(|slot| self.board.cells[usize::from(slot)].is_empty()) {
            return S::NONE;
        }
        let mut cells = place.cells & self.board.set(place.land);
        for (repeller, table) in &place.repels {
            for at in self.board.set(*repeller).cells() {
                cells &= !table[at];
            }
        }
        cells
    }

    /// Whether a loose move can be made and leaves nothing open.
    pub(super) fn loose_fits(&mut self, player: Player, from: usize, at: usize, free: S) -> bool {
        let piece = self.board.cells[from];
        let Some(kind) = piece.kind() else { return false };
        let plan = self.plan;
        let loose = &plan.sides[player.index()].kinds[kind.index()].loose[from][at];
        if !loose.any.iter().any(|ready| self.ready(player, from, ready)) {
            return false;
        }
        match loose.to {
            Some(to) => {
                let after = loose.effect.sets[&Cell::at(to)];
                free.has(to) && !self.walks_into_danger(player, after, from, to)
            }
            None => {
                let mark = self.board.mark();
                self.act_loose(player, loose);
                let open = self.exposed(player);
                self.board.undo(mark);
                !open
            }
        }
    }

    fn ready(&self, player: Player, from: usize, ready: &Ready<S>) -> bool {
        let layout = &self.program.layout;
        let marked = |(mark, cell, wanted): &(_, Cell, bool)| {
            layout.marked(&self.board.cells, *mark, *cell) == *wanted
        };
        let stands = |(content, cells): &(_, S)| (*cells & !self.board.set(*content)).is_none();
        ready.marked.iter().all(marked)
            && ready.content.iter().all(stands)
            && ready.safe.iter().all(|at| {
                let left = self.board.occupied & !S::one(from);
                !self.open(player, self.board.cells[from], *at, left | S::one(*at), S::NONE)
            })
    }

    pub(super) fn loose(&self, player: Player, from: usize, at: u16) -> Option<&Loose<S>> {
        let kind = self.board.cells[from].kind()?;
        let moves = &self.plan.sides[player.index()].kinds[kind.index()];
        moves.loose[from].get(usize::from(at))
    }
}
