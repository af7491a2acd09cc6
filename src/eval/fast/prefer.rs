//! Moves that are preferred to others.

use super::Fast;
use super::list::Play;
use crate::index::{Piece, Player};
use crate::program::{NOWHERE, Preference, Set};

impl<S: Set> Fast<'_, S> {
    /// Keeps only the moves that are preferred to all others.
    pub(super) fn prefer(&mut self, player: Player, moves: &mut Vec<Play>) {
        let plan = self.plan;
        for measure in &plan.sides[player.index()].prefer {
            if moves.len() < 2 || self.all_drawn(player, moves) {
                return;
            }
            let most = moves.iter().map(|play| self.worth(measure, player, *play)).max();
            moves.retain(|play| Some(self.worth(measure, player, *play)) == most);
        }
    }

    /// Whether all moves of a list are drawn: nothing is preferred among them then, and nobody passes.
    pub(super) fn all_drawn(&self, player: Player, moves: &[Play]) -> bool {
        let program = self.program;
        let drawn = |play: &Play| program.is_drawn(self.name(player, *play));
        program.draws && !moves.is_empty() && moves.iter().all(drawn)
    }

    /// Whether the player chooses among his moves, and none is drawn.
    pub(super) fn chooses(&mut self, player: Player) -> bool {
        match self.plan.sides[player.index()].throws {
            Some(_) => self.count_throws(player) == 0,
            None if !self.program.draws => true,
            None => self.listed(player, |this, moves| !this.all_drawn(player, moves)),
        }
    }

    /// What a move is worth by a measure: the more, the better.
    fn worth(&mut self, measure: &Preference<S>, player: Player, play: Play) -> (u64, u32) {
        match measure {
            Preference::Worth(kinds) => {
                let mut sum = 0;
                self.each_taken(play, |piece| {
                    let worth = piece.kind().and_then(|kind| kinds.get(kind.index()));
                    sum += worth.map_or(0, |worth| u64::from(*worth));
                });
                (sum, 0)
            }
            Preference::First(kind) => self.order_of(*kind, play),
            Preference::Holds(fact, after) => (self.holds_of(player, play, fact, *after).into(), 0),
        }
    }

    /// Each piece that a move captures, in order.
    pub(super) fn each_taken(&self, play: Play, mut see: impl FnMut(Piece)) {
        let cells = &self.board.cells;
        let mut at = |cell: usize| {
            if !cells[cell].is_empty() {
                see(cells[cell]);
            }
        };
        match play {
            Play::Plain { to, .. } | Play::Put { to, .. } => at(to.into()),
            Play::Chain { at: chain } => {
                self.chains.taken(chain).iter().for_each(|cell| at(usize::from(*cell)));
            }
            Play::Loose { from, at: loose } => {
                let player = cells[usize::from(from)].owner();
                let loose = player.and_then(|player| self.loose(player, from.into(), loose));
                let captures = loose.iter().flat_map(|loose| &loose.effect.captures);
                captures.for_each(|cell| at(cell.index()));
            }
            Play::Walked { list, at } => {
                self.walks[usize::from(list)].taken(at as usize).iter().copied().for_each(see);
            }
            Play::Finished { group, bits } => {
                self.each_taken(Play::unfinished(group, bits).0, see);
            }
            Play::Phase { taken, .. } if taken != NOWHERE => at(taken.into()),
            Play::Phase { .. } | Play::Place { .. } | Play::Throw { .. } | Play::Pass => {}
        }
    }
}
