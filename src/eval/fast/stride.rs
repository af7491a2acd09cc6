//! One of the moves of a player whose moves are shifts of his pieces, by its number in their order.

use super::field::Field;
use super::list::Play;
use super::{Fast, Memory};
use crate::index::{Piece, Player};
use crate::program::{Set, Strides};

impl<S: Set> Fast<'_, S> {
    /// How many moves there are, and the cells from which each of the strides can be made.
    pub(super) fn striding(&mut self, player: Player, strides: &Strides<S>) -> usize {
        let plan = self.plan;
        let Memory { board, choice, .. } = &mut **self;
        let field = Field { plan, board: &*board };
        let grant = |grant: &(u8, u8)| field.granted(plan.sides[player.index()].given(*grant));
        let empty = || !board.occupied;
        let open = |put: u8| field.open(&plan.sides[player.index()].places[usize::from(put)]);
        let (set, room) = (|content| board.set(content), |by| board.room(by));
        strides.find(&mut choice.strode, set, empty, grant, open, room);
        choice.strode.merged.len()
    }

    /// The move before which so many others come in their order: by the cell from which it is made, then by
    /// that where it leads.
    pub(super) fn strode(&mut self, player: Player, strides: &Strides<S>, before: usize) -> Play {
        let (from, at) = self.choice.strode.merged.nth(before);
        match at.checked_sub(strides.puts.len()).map(|at| &strides.all[at]) {
            Some(stride) if stride.rivals => self.strode_of(player, strides, from, at),
            _ => self.stride_from(player, strides, from, at),
        }
    }

    /// The same, where the same cells may tell several: these are put in order by what else they do.
    fn strode_of(
        &mut self,
        player: Player,
        strides: &Strides<S>,
        from: usize,
        chosen: usize,
    ) -> Play {
        let puts = strides.puts.len();
        let told = strides.all[chosen - puts].told;
        let mut moves = self.pool.pop().unwrap_or_default();
        moves.clear();
        let mut before = 0;
        for (at, stride) in (puts..).zip(&strides.all) {
            if stride.told == told && self.choice.strode.merged.set(at).has(from) {
                before += usize::from(at < chosen);
                moves.push(self.stride_from(player, strides, from, at));
            }
        }
        let chosen = self.nth_of(player, &moves, before);
        self.pool.push(moves);
        chosen
    }

    /// The stride of that number from a cell, or the placement on it.
    pub(super) fn stride_from(
        &self,
        player: Player,
        strides: &Strides<S>,
        from: usize,
        at: usize,
    ) -> Play {
        if let Some(at) = strides.puts.get(at) {
            return Play::Place { at: *at, to: from as u16, then: 0 };
        }
        let stride = &strides.all[at - strides.puts.len()];
        let to = from.wrapping_add_signed(stride.shift.by.into());
        let moves = &self.plan.sides[player.index()].kinds[usize::from(stride.kind)];
        if let Some(which) = &stride.which {
            return Play::Loose { from: from as u16, at: which[from] };
        }
        let mut becomes = moves.groups[usize::from(stride.group)].becomes.iter();
        let is = becomes.find(|is| is.may(from, to));
        let piece = is.and_then(|is| is.pieces.first()).copied().unwrap_or(Piece::EMPTY);
        Play::Plain { from: from as u16, to: to as u16, piece, group: stride.group }
    }
}
