//! Moves that must be made, and captures, apart from other moves: most often there are none to be listed.

use super::Fast;
use super::list::Play;
use crate::index::Player;
use crate::program::{Group, Set};

impl<S: Set> Fast<'_, S> {
    /// Whether the player has moves that must be made, where those are told apart.
    pub(super) fn must_any(&mut self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        if side.hops && self.can_hop(player) {
            return true;
        }
        let mut kinds = side.kinds.iter().filter(|kind| side.must_singly && kind.moves);
        kinds.any(|kind| {
            let pieces = self.board.set(kind.pieces);
            let arrives = |group: &Group<S>| {
                let to = self.where_must(group);
                match &group.shifts {
                    _ if to.is_none() => false,
                    Some(shifts) => {
                        let mut shifts = shifts.iter();
                        shifts.any(|shift| !(self.arrivals(shift, pieces) & to).is_none())
                    }
                    None => pieces.cells().any(|from| !(self.reach(group, from) & to).is_none()),
                }
            };
            if !pieces.is_none() && kind.groups.iter().any(arrives) {
                return true;
            }
            let mut must = false;
            self.each_loose(player, kind, &[], |_, _, one| must |= one.must);
            must
        })
    }

    /// Where moves of a group lead that must be made, if they lead there.
    fn where_must(&self, group: &Group<S>) -> S {
        match group.must {
            [true, true] => S::ALL,
            [true, false] => !self.board.occupied,
            [false, true] => self.board.occupied,
            [false, false] => S::NONE,
        }
    }

    /// The player's legal moves that must be made, where those are told apart.
    pub(super) fn list_must(&mut self, player: Player, moves: &mut Vec<Play>) {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        if side.hops {
            self.list_chains(player, moves);
        }
        let hold = self.hold(player);
        for kind in side.kinds.iter().filter(|kind| side.must_singly && kind.moves) {
            for (index, group) in kind.groups.iter().enumerate() {
                let to = self.where_must(group);
                let pieces = if to.is_none() { S::NONE } else { self.board.set(kind.pieces) };
                for from in pieces.cells() {
                    let group = std::iter::once((index, group));
                    self.list_groups(player, (kind, from), &hold, to, group, moves);
                }
            }
            self.each_loose(player, kind, &hold.binds, |from, at, one| {
                if one.must {
                    moves.push(Play::Loose { from, at });
                }
            });
        }
        self.binds.push(hold.binds);
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
            let apart = self.arrive_apart(kind, pieces, occupied);
            let pieces = if apart { S::NONE } else { pieces };
            for from in pieces.cells() {
                self.list_from(player, (kind, from), &hold, occupied, moves);
            }
            self.each_loose(player, kind, &hold.binds, |from, at, loose| {
                if loose.effect.captures.iter().any(|cell| occupied.has(cell.index())) {
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
