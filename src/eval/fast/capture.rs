//! Captures apart from other moves: where such must be made, most often there are none to be listed.

use super::Fast;
use super::list::Play;
use crate::index::Player;
use crate::program::{Group, Loose, Set};

impl<S: Set> Fast<'_, S> {
    /// Whether the player may capture something, where nothing that he might leave open forbids it.
    pub(super) fn can_capture(&mut self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        if side.hops && self.can_hop(player) {
            return true;
        }
        let occupied = self.board.occupied;
        let mut kinds = side.kinds.iter().filter(|kind| side.captures_singly && kind.moves);
        kinds.any(|kind| {
            let pieces = self.board.set(kind.pieces);
            let mut groups = kind.groups.iter();
            let arrives = |group: &Group<S>| match &group.shifts {
                Some(shifts) => {
                    let mut shifts = shifts.iter();
                    shifts.any(|shift| !(self.arrivals(shift, pieces) & occupied).is_none())
                }
                None => pieces.cells().any(|from| !(self.reach(group, from) & occupied).is_none()),
            };
            if !pieces.is_none() && groups.any(arrives) {
                return true;
            }
            let mut captures = false;
            self.each_loose(player, kind, &[], |_, _, one| captures |= takes(one, occupied));
            captures
        })
    }

    /// The player's legal moves that capture, where none must be made and none are preferred; and perhaps others.
    pub(super) fn list_captures(&mut self, player: Player, moves: &mut Vec<Play>) {
        moves.clear();
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        if side.hops {
            self.list_chains(player, moves);
        }
        let hold = self.hold(player);
        let occupied = self.board.occupied;
        for kind in side.kinds.iter().filter(|kind| kind.moves) {
            let pieces = self.board.set(kind.pieces);
            let nowhere = |group: &Group<S>| {
                let shifts = group.shifts.as_ref().filter(|_| group.tail.is_none());
                let none = |shift| (self.arrivals(shift, pieces) & occupied).is_none();
                shifts.is_some_and(|shifts| shifts.iter().all(none))
            };
            let pieces = if kind.groups.iter().all(nowhere) { S::NONE } else { pieces };
            for from in pieces.cells() {
                self.list_from(player, (kind, from), &hold, occupied, moves);
            }
            self.each_loose(player, kind, &hold.binds, |from, at, loose| {
                if takes(loose, occupied) {
                    moves.push(Play::Loose { from, at });
                }
            });
        }
        self.binds.push(hold.binds);
        if let Some(finish) = &side.finish {
            self.list_ends(player, finish, moves);
        }
        self.list_others(player, moves);
    }
}

/// Whether a move by itself captures what stands on these cells.
fn takes<S: Set>(one: &Loose<S>, occupied: S) -> bool {
    one.effect.captures.iter().any(|cell| occupied.has(cell.index()))
}
