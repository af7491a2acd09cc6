//! One of the moves of a player whose moves are shifts of his pieces, by its number in their order.

use super::list::Play;
use super::{Fast, Memory};
use crate::index::{Piece, Player};
use crate::program::{Set, Stride};

impl<S: Set> Fast<'_, S> {
    /// How many moves there are, and the cells from which each of the strides can be made.
    pub(super) fn striding(&mut self, strides: &[Stride<S>]) -> usize {
        let occupied = self.board.occupied;
        let Memory { board, choice, .. } = &mut **self;
        let each = strides.iter().enumerate().filter_map(|(at, Stride { pieces, shift, .. })| {
            let pieces = board.set(*pieces);
            let from = shift.open(pieces, occupied) & board.set(shift.land).moved(-shift.by);
            (!pieces.is_none()).then_some((at, from))
        });
        choice.strides.renew(strides.len(), each);
        choice.strides.len()
    }

    /// The move before which so many others come in their order: by the cell from which it is made, then by
    /// that where it leads.
    pub(super) fn strode(&self, player: Player, strides: &[Stride<S>], before: usize) -> Play {
        let (from, at) = self.choice.strides.nth(before);
        let Stride { kind, group, shift, .. } = &strides[at];
        let to = from.wrapping_add_signed(shift.by.into());
        let moves = &self.plan.sides[player.index()].kinds[usize::from(*kind)];
        let mut becomes = moves.groups[usize::from(*group)].becomes.iter();
        let is = becomes.find(|is| is.to.as_ref().is_none_or(|cells| cells[from].has(to)));
        let piece = is.and_then(|is| is.pieces.first()).copied().unwrap_or(Piece::EMPTY);
        Play::Plain { from: from as u16, to: to as u16, piece, group: *group }
    }
}
