//! Players whose moves are shifts of their pieces and nothing else.

use super::content::Content;
use super::kinds::Moves;
use super::shift::Shift;
use super::{Contents, Side};
use crate::program::set::Set;
use crate::program::trail::meet;

/// Pieces of a kind that go by one difference of cells.
#[derive(Debug)]
pub(crate) struct Stride<S> {
    /// The pieces.
    pub pieces: Content,
    /// The kind, and which of its groups of moves it is.
    pub kind: u8,
    pub group: u8,
    /// How they go.
    pub shift: Shift<S>,
}

/// The moves of a player, if they are shifts and from one cell to another there is only one; the lesser
/// differences first. Hops that are made before all others are left out.
pub(super) fn strides<S: Set>(side: &Side<S>, contents: &Contents) -> Option<Vec<Stride<S>>> {
    let listed = side.listed && !side.hops_first;
    if listed || side.walks || !side.dangers.is_empty() || !side.places.is_empty() {
        return None;
    }
    let mut strides: Vec<Stride<S>> = Vec::new();
    for (index, kind) in side.kinds.iter().enumerate() {
        let Moves { pieces, groups, loose, .. } = kind;
        if loose.iter().any(|moves| !moves.is_empty()) {
            return None;
        }
        for (group, moves) in groups.iter().enumerate() {
            for shift in moves.shifts.as_ref()? {
                let codes = |shift: &Shift<S>| &contents.codes[usize::from(shift.land.0)];
                let twice = strides.iter().any(|known| {
                    (known.pieces, known.shift.by) == (*pieces, shift.by)
                        && !(known.shift.from & shift.from).is_none()
                        && meet(codes(&known.shift), codes(shift)) != [0; 4]
                });
                if twice || shift.times != 1 {
                    return None;
                }
                let (kind, group) = (u8::try_from(index).ok()?, u8::try_from(group).ok()?);
                strides.push(Stride { pieces: *pieces, kind, group, shift: shift.clone() });
            }
        }
    }
    strides.sort_by_key(|stride| stride.shift.by);
    (!strides.is_empty()).then_some(strides)
}
