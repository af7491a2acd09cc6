//! Sets of cells, neighbour tables and lists of headings, for one board.

use crate::index::{Cell, Heading};
use crate::rules::{Cells, Dirs, Facing, Graph};

/// Where no cell is: off the board, or unset.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A set of cells, one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region(Box<[u64]>);

impl Region {
    /// The set without cells, on a board of so many.
    pub fn none(cells: usize) -> Self {
        Region(vec![0; cells.div_ceil(64)].into())
    }

    /// The cells that a set of the rules means to a player who faces `facing`.
    pub fn of(graph: &Graph, cells: &Cells, facing: Facing) -> Self {
        let mut region = Self::none(graph.cells());
        for cell in graph.all().filter(|cell| graph.contains(cells, *cell, facing)) {
            region.insert(cell);
        }
        region
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// The first cell of the set from that one on.
    #[inline]
    pub fn next(&self, at: usize) -> Option<usize> {
        let mut words = self.0.iter().enumerate().skip(at / 64);
        let (first, word) = words.next()?;
        let (first, word) = match word & u64::MAX << (at % 64) {
            0 => words.find(|(_, word)| **word != 0).map(|(first, word)| (first, *word))?,
            word => (first, word),
        };
        Some(64 * first + word.trailing_zeros() as usize)
    }

    /// The same, among some cells, in words of 64 each.
    #[inline]
    pub fn next_among(&self, cells: &[u64], at: usize) -> Option<usize> {
        let mut words = self.0.iter().zip(cells).map(|(a, b)| a & b).enumerate().skip(at / 64);
        let (first, word) = words.next()?;
        let (first, word) = match word & u64::MAX << (at % 64) {
            0 => words.find(|(_, word)| *word != 0)?,
            word => (first, word),
        };
        Some(64 * first + word.trailing_zeros() as usize)
    }

    /// The same operation on each word of two sets of one board.
    pub fn zip(&self, other: &Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Region(self.0.iter().zip(&other.0).map(|(a, b)| with(*a, *b)).collect())
    }

    /// Every cell that is not in the set.
    pub fn complement(&self, cells: usize) -> Self {
        let mut region = Self::none(cells);
        for cell in (0..cells).map(Cell::at).filter(|cell| !self.contains(*cell)) {
            region.insert(cell);
        }
        region
    }

    /// How many cells are in the set.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// Where each heading leads from each cell.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours {
    cells: usize,
    next: Box<[u16]>,
    /// From where each heading leads to each cell.
    before: Box<[u16]>,
}

impl Neighbours {
    /// The table of a graph.
    pub fn new(graph: &Graph) -> Self {
        let headings = (0..graph.headings()).map(Heading::at);
        let next = headings
            .flat_map(|heading| {
                let all = (0..graph.cells()).map(Cell::at);
                all.map(move |cell| graph.next(cell, heading))
            })
            .map(|cell| cell.map_or(NOWHERE, |cell| cell.0))
            .collect();
        let mut neighbours = Self { cells: graph.cells(), next, before: Box::default() };
        neighbours.before = neighbours.turned();
        neighbours
    }

    /// From where each heading leads to each cell; of several cells the first.
    fn turned(&self) -> Box<[u16]> {
        let mut before = vec![NOWHERE; self.next.len()];
        for (at, next) in self.next.iter().enumerate().filter(|(_, next)| **next != NOWHERE) {
            let from = &mut before[at - at % self.cells + usize::from(*next)];
            if *from == NOWHERE {
                *from = (at % self.cells) as u16;
            }
        }
        before.into()
    }

    /// The cell from which the heading leads to this one, or [`NOWHERE`].
    pub fn before(&self, heading: u16, cell: u16) -> u16 {
        self.before[usize::from(heading) * self.cells + usize::from(cell)]
    }

    /// The cell one heading on, or [`NOWHERE`].
    #[inline(always)]
    pub fn next(&self, heading: u16, cell: u16) -> u16 {
        self.next[usize::from(heading) * self.cells + usize::from(cell)]
    }

    /// Where one heading leads from each cell.
    pub fn along(&self, heading: u16) -> &[u16] {
        let start = usize::from(heading) * self.cells;
        &self.next[start..start + self.cells]
    }
}

/// The headings that a union of directions means, for one facing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turns {
    lists: Box<[Box<[u16]>]>,
}

impl Turns {
    /// Resolves directions: one list if the walk's heading does not matter, else one a heading.
    pub fn new(graph: &Graph, dirs: &Dirs, facing: Facing) -> Self {
        let list = |ahead| -> Box<[u16]> {
            graph.resolve(dirs, facing, ahead).into_iter().map(|heading| heading.0).collect()
        };
        let lists = if relative(dirs) {
            (0..graph.headings()).map(|ahead| list(Heading::at(ahead))).collect()
        } else {
            Box::new([list(facing.heading)]) as Box<[_]>
        };
        Self { lists }
    }

    /// How many headings there are at most.
    pub fn most(&self) -> u32 {
        self.lists.iter().map(|list| list.len()).max().unwrap_or(0) as u32
    }

    /// The headings for a walk that heads for `heading`.
    pub fn at(&self, heading: u16) -> &[u16] {
        if self.lists.len() == 1 { &self.lists[0] } else { &self.lists[usize::from(heading)] }
    }
}

/// Whether directions depend on the walk's heading.
pub(super) fn relative(dirs: &Dirs) -> bool {
    dirs.0.iter().any(crate::rules::DirTerm::is_relative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_a_set_are_come_to_one_after_another() {
        let known = [0, 3, 63, 64, 130];
        let mut region = Region::none(192);
        known.iter().for_each(|at| region.insert(Cell::at(*at)));
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(cell) = region.next(at) {
            found.push(cell);
            at = cell + 1;
        }
        assert_eq!(found, known);
        assert_eq!(region.next(192), None);
    }
}
