//! Which cells hang together with which, and which sides they are on: of all goals that ask the same, at once.

use super::content::Content;
use super::fact::Where;
use super::goal::Join;
use crate::program::set::Set;

/// Cells that hang together if the same may stand on them.
#[derive(Debug)]
pub(crate) struct Net<S> {
    /// What stands there.
    pub of: Content,
    /// Where it counts.
    pub cells: S,
    /// By cell, where its neighbours begin in `near`, and in the end where the last ones end.
    starts: Box<[u16]>,
    near: Box<[u16]>,
    /// By cell, the sides that it is on, a bit each.
    pub sides: Box<[u64]>,
    /// Of each goal, its sides, and how many of them a group must touch.
    pub goals: Vec<(u64, u32)>,
}

impl<S: Set> Net<S> {
    /// No cell yet, for a goal and those that are like it.
    pub fn new(join: &Join<S>) -> Option<Self> {
        let Where::Stands(of, cells) = join.of else { return None };
        let (mut starts, mut near) = (vec![0], Vec::new());
        for (cell, joined) in join.near.iter().enumerate() {
            let joined = if cells.has(cell) { *joined & cells } else { S::NONE };
            near.extend(joined.cells().map(|cell| cell as u16));
            starts.push(u16::try_from(near.len()).ok()?);
        }
        let sides = vec![0; join.near.len()].into();
        Some(Self { of, cells, starts: starts.into(), near: near.into(), sides, goals: Vec::new() })
    }

    /// Takes up a goal; its sides and how many must be touched, unless it is about other cells.
    pub fn take(&mut self, join: &Join<S>) -> Option<(u64, u32)> {
        let other = Self::new(join)?;
        let same = (self.of, self.cells) == (other.of, other.cells)
            && (&self.starts, &self.near) == (&other.starts, &other.near);
        let used = self.goals.iter().fold(0, |used, goal| used | goal.0);
        let shift = u64::BITS - used.leading_zeros();
        let all = join.sides.iter().fold(0, |all, sides| all | sides);
        if !same || join.least == 0 || all.leading_zeros() < shift {
            return None;
        }
        for (mine, sides) in self.sides.iter_mut().zip(&join.sides) {
            // Where one shifts by a whole word there are no sides.
            *mine |= sides.checked_shl(shift).unwrap_or(0);
        }
        let goal = (all.checked_shl(shift).unwrap_or(0), join.least);
        self.goals.push(goal);
        Some(goal)
    }

    /// Whether a group that touches those sides may reach one of the goals.
    #[inline]
    pub fn may(&self, sides: u64) -> bool {
        let reached = |goal: &(u64, u32)| (sides & goal.0).count_ones() >= goal.1;
        sides != 0 && self.goals.iter().any(reached)
    }

    /// The neighbours of a cell.
    #[inline]
    pub fn near(&self, cell: usize) -> &[u16] {
        &self.near[usize::from(self.starts[cell])..usize::from(self.starts[cell + 1])]
    }
}
