//! What moves of one name can be told apart by, as a tree whose leaves are numbered.

use crate::index::{Cell, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// A cell of a move's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stop {
    /// The cell.
    pub cell: Cell,
    /// The kind that stands there after the move, where that is another than the kind that made it.
    pub kind: Option<Kind>,
}

/// What a move changes off its path, after the last stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tail {
    /// The lowest and the highest cell of what changes, if anything does.
    pub cells: Option<(Cell, Cell)>,
    /// The kind that is put there.
    pub kind: Option<Kind>,
}

impl Tail {
    /// The tail with one more cell that changes.
    pub fn with(mut self, cell: Cell) -> Self {
        let (low, high) = self.cells.unwrap_or((cell, cell));
        self.cells = Some((low.min(cell), high.max(cell)));
        self
    }
}

/// How the moves of one name go on, before they are counted: by how many stops come before one.
#[derive(Debug, Default)]
pub struct Made {
    /// The first stops.
    pub first: BTreeSet<Stop>,
    /// The tails of moves without a path.
    pub bare: BTreeSet<Tail>,
    /// The stops that may follow each, and the tails with which a move may end there.
    pub stops: BTreeMap<(usize, Stop), (BTreeSet<Stop>, BTreeSet<Tail>)>,
}

impl Made {
    /// How many stops the longest path has.
    pub fn depth(&self) -> usize {
        self.stops.keys().last().map_or(0, |(level, _)| level + 1)
    }
}

/// A stop, reached by any of the ways to it.
#[derive(Clone, Debug)]
struct Knot {
    stop: Option<Stop>,
    tails: Vec<Tail>,
    /// What may follow, by stop: the knot, and how many leaves come before its own.
    next: Vec<(usize, u64)>,
    leaves: u64,
}

/// The tree. Its leaves are the tuples of stops and a tail, in order.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The root is the last one; what follows a knot comes before it.
    knots: Vec<Knot>,
}

impl Tree {
    /// The tree of what was made; none where it has more than `most` leaves.
    pub fn new(made: &Made, most: u64) -> Option<Self> {
        let mut tree = Tree { knots: Vec::new() };
        let mut known: BTreeMap<(usize, Stop), usize> = BTreeMap::new();
        for ((level, stop), (next, tails)) in made.stops.iter().rev() {
            let next = next.iter().filter_map(|stop| known.get(&(level + 1, *stop)).copied());
            let next = next.collect();
            let knot = tree.knot(Some(*stop), next, tails, most)?;
            known.insert((*level, *stop), knot);
        }
        let first = made.first.iter().filter_map(|stop| known.get(&(0, *stop)).copied()).collect();
        tree.knot(None, first, &made.bare, most)?;
        Some(tree)
    }

    fn knot(
        &mut self,
        stop: Option<Stop>,
        next: Vec<usize>,
        tails: &BTreeSet<Tail>,
        most: u64,
    ) -> Option<usize> {
        let mut leaves = tails.len() as u64;
        let mut after = Vec::with_capacity(next.len());
        for knot in next {
            // A way that leads to no move is none.
            if self.knots[knot].leaves > 0 {
                after.push((knot, leaves));
                leaves = leaves.checked_add(self.knots[knot].leaves)?;
            }
        }
        if leaves > most {
            return None;
        }
        let tails = tails.iter().copied().collect();
        self.knots.push(Knot { stop, tails, next: after, leaves });
        Some(self.knots.len() - 1)
    }

    fn root(&self) -> Option<&Knot> {
        self.knots.last()
    }

    /// How many leaves there are.
    pub fn leaves(&self) -> u64 {
        self.root().map_or(0, |root| root.leaves)
    }

    /// The leaf of those stops and that tail, or the nearest one: of the same cells.
    pub fn leaf(&self, stops: &[Stop], tail: Tail, changed: &[Cell]) -> Option<u64> {
        let mut knot = self.root()?;
        let mut leaf = 0;
        for (at, stop) in stops.iter().enumerate() {
            let after = |at: &(usize, u64)| self.knots[at.0].stop;
            let found = knot.next.binary_search_by_key(&Some(*stop), after).ok();
            // One that the rest of the path can follow.
            let onward =
                |next: &(usize, u64)| at + 1 == stops.len() || !self.knots[next.0].next.is_empty();
            let found = found.filter(|found| onward(&knot.next[*found]));
            let same = |at: &(usize, u64)| {
                after(at).is_some_and(|other| other.cell == stop.cell) && onward(at)
            };
            let found = found.or_else(|| knot.next.iter().position(same))?;
            let (next, before) = knot.next[found];
            leaf += before;
            knot = &self.knots[next];
        }
        let near = |other: &Tail| {
            let within = |cell: Cell| usize::from(changed.contains(&cell));
            let cells = other.cells.map_or(0, |(low, high)| within(low) + within(high));
            cells * 2 + usize::from(other.kind == tail.kind)
        };
        let found = knot.tails.binary_search(&tail);
        // What is pushed or taken is told without its kind.
        let found = found.or_else(|_| knot.tails.binary_search(&Tail { kind: None, ..tail })).ok();
        let nearest = || (0..knot.tails.len()).max_by_key(|at| near(&knot.tails[*at]));
        Some(leaf + found.or_else(nearest)? as u64)
    }

    /// The stops and the tail of a leaf.
    pub fn tell(&self, leaf: u64) -> Option<(Vec<Stop>, Tail)> {
        let mut knot = self.root()?;
        let (mut left, mut stops) = (leaf, Vec::new());
        loop {
            if let Some(tail) = usize::try_from(left).ok().and_then(|at| knot.tails.get(at)) {
                return Some((stops, *tail));
            }
            let found = knot.next.partition_point(|(_, before)| *before <= left).checked_sub(1)?;
            let (next, before) = knot.next[found];
            left -= before;
            knot = &self.knots[next];
            stops.extend(knot.stop);
            if left >= knot.leaves {
                return None;
            }
        }
    }
}
