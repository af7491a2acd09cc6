//! Groups of cells that pieces are added to: a forest with the sides that each group touches.

use crate::eval::goal::root;
use crate::program::{NOWHERE, Net, Set};

/// The groups of cells of a [`Net`].
#[derive(Debug, Default)]
pub(super) struct Forest {
    /// By cell, one of its group that is nearer to the root, which leads to itself; none of cells that are not
    /// in it.
    parent: Vec<u16>,
    /// Of roots: how many cells the group has, and the sides that it touches.
    groups: Vec<(u16, u64)>,
}

impl Forest {
    /// No group yet, for so many cells.
    pub fn new(cells: usize) -> Self {
        Self { parent: vec![NOWHERE; cells], groups: vec![(0, 0); cells] }
    }

    /// Takes over another for as many cells.
    pub fn copy(&mut self, other: &Self) {
        self.parent.copy_from_slice(&other.parent);
        self.groups.copy_from_slice(&other.groups);
    }

    /// Adds a cell; the sides that its group touches.
    #[inline]
    pub fn add<S: Set>(&mut self, net: &Net<S>, cell: usize) -> u64 {
        let mut top = cell as u16;
        self.parent[cell] = top;
        let (mut size, mut sides) = (1, net.sides[cell]);
        for near in net.near(cell) {
            if self.parent[usize::from(*near)] == NOWHERE {
                continue;
            }
            let root = root(&mut self.parent, *near);
            if root == top {
                continue;
            }
            let (others, touched) = self.groups[usize::from(root)];
            // The smaller group hangs on the larger one.
            let (above, under) = if others >= size { (root, top) } else { (top, root) };
            self.parent[usize::from(under)] = above;
            top = above;
            size += others;
            sides |= touched;
        }
        self.groups[usize::from(top)] = (size, sides);
        sides
    }

    /// The sides that the group of a cell touches.
    pub fn sides(&mut self, cell: usize) -> u64 {
        let root = root(&mut self.parent, cell as u16);
        self.groups[usize::from(root)].1
    }
}
