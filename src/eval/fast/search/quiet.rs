//! Positions in which nothing is left to be captured.

use super::{CAPTURES, PLIES, Search, Window};
use crate::eval::fast::Fast;
use crate::eval::fast::tried::Doubt;
use crate::index::Player;
use crate::position::State;
use crate::program::Set;

/// What a capture may win beside what it takes, where it would have to be enough.
const MARGIN: i32 = 150;

impl<S: Set> Search<'_, '_, S> {
    /// The value for the side of `turn`, whose captures are looked at and nothing else, where he need not capture.
    pub(super) fn settled(&mut self, turn: Player, ply: u32, mut window: Window) -> i32 {
        let fast = &mut *self.fast;
        let side = &fast.program.sides[turn.index()];
        let asks_stuck = side.asks_stuck;
        let free = side.must.is_none() && side.prefer.is_empty();
        let can = !asks_stuck || fast.can_move(turn);
        let state = match asks_stuck {
            true => fast.state_of(turn, !can),
            false => fast.state(turn),
        };
        if state != State::Ongoing {
            return self.outcome(state, turn, ply);
        }
        let still = self.judge(turn);
        let first = self.fast.plan.sides[turn.index()].must_first;
        let quiet = !self.worth.material || !can || first && !self.fast.must_any(turn);
        // Where captures must be made there is no standing still before them.
        if quiet || ply > PLIES + CAPTURES || free && still >= window.beta {
            return still;
        }
        let mut best = -super::INFINITE;
        if free {
            window.alpha = window.alpha.max(still);
            best = still;
        }
        let mut lent = self.fast.lend();
        match free {
            true => self.fast.list_captures(turn, &mut lent.moves),
            false => self.fast.list(turn, &mut lent.moves),
        }
        let mut ranked = self.ranked(turn, &lent.moves, 0, 0);
        let least = window.alpha - still - MARGIN;
        if free {
            ranked.retain(|chosen| chosen.gain > 0 && chosen.gain >= least);
        } else if ranked.iter().all(|chosen| chosen.gain == 0) {
            ranked.clear();
            best = still;
        }
        for at in 0..ranked.len() {
            let chosen = super::order::next(&mut ranked, at);
            let value = self.child(turn, chosen, 0, ply.max(PLIES), (window, 0, false));
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if self.over || value >= window.beta {
                break;
            }
        }
        self.spare.push(ranked);
        self.fast.give_back(lent);
        if std::mem::take(&mut self.fast.wide) { still } else { best }
    }
}

impl<S: Set> Fast<'_, S> {
    /// Whether the player has a legal move; most often the first piece that is looked at has one.
    fn can_move(&mut self, player: Player) -> bool {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        if side.must_first && self.can_hop(player) {
            return true;
        }
        if side.tests || self.doubt(player) != Doubt::None {
            return self.legal(player) > 0;
        }
        let hold = self.hold(player);
        let mut kinds = side.kinds.iter().filter(|kind| kind.moves);
        let goes = kinds.any(|kind| {
            let mut pieces = self.board.set(kind.pieces).cells();
            pieces.any(|from| {
                let free = hold.free_from(kind, from, self.board.occupied);
                let mut goes = false;
                kind.groups.iter().any(|group| {
                    self.each_plain(player, kind, group, from, free, |to, _| goes |= !to.is_none());
                    goes
                })
            })
        });
        self.binds.push(hold.binds);
        goes || self.legal(player) > 0
    }
}
