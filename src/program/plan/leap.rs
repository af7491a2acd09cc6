//! Moves that ask for nothing but what stands where, as those of many pieces at once.

use super::content::Content;
use crate::index::Cell;
use crate::program::set::Set;

/// Moves of one difference: what must stand where, by the difference from the cell where they begin.
#[derive(Debug)]
pub(crate) struct Leap<S> {
    /// The cells where they begin.
    from: S,
    /// What must stand where.
    needs: Box<[(i16, Content)]>,
}

/// More of them than these save nothing.
const MOST: usize = 8;

impl<S: Set> Leap<S> {
    /// Of cells where moves begin and what each asks for, the same at once; `None` if that would be too many.
    pub(super) fn list(
        moves: impl Iterator<Item = (usize, Vec<(Cell, Content)>)>,
    ) -> Option<Vec<Self>> {
        let mut leaps: Vec<Self> = Vec::new();
        for (from, needs) in moves {
            let away = |(cell, of): &(Cell, Content)| (cell.0 as i16 - from as i16, *of);
            let needs: Box<[(i16, Content)]> = needs.iter().map(away).collect();
            let at = leaps.iter().position(|leap| leap.needs == needs).unwrap_or_else(|| {
                leaps.push(Leap { from: S::NONE, needs });
                leaps.len() - 1
            });
            leaps[at].from |= S::one(from);
            if leaps.len() > MOST {
                return None;
            }
        }
        Some(leaps)
    }

    /// Those of some pieces that can make one; `set` tells where what stands.
    #[inline]
    pub fn open(&self, pieces: S, set: impl Fn(Content) -> S) -> S {
        let open = |from: S, (by, of): &(i16, Content)| from & set(*of).moved(-by);
        self.needs.iter().fold(pieces & self.from, open)
    }
}
