//! Moves that are told by the ends of their paths alone.

use super::tree::{Made, Stop, Tail};
use crate::index::{Cell, Kind};
use crate::rules::{Graph, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// Ways from anywhere to anywhere, where that is all that can be told.
const ANYWHERE: usize = 4_000_000;

/// From which stop to which other the paths go that have no longest one.
#[derive(Debug, Default)]
pub struct Hops {
    /// What may follow each stop.
    pub hops: BTreeMap<Stop, BTreeSet<Stop>>,
    /// Where a path may begin.
    pub first: BTreeSet<Stop>,
    /// Where a path of one stop may end.
    pub single: BTreeSet<Stop>,
    /// Where a longer one may.
    pub last: BTreeSet<Stop>,
}

impl Hops {
    /// Adds what leads from each first stop, over any hops, to a last one. `None` where that takes more `steps`.
    pub fn close(&self, made: &mut Made, steps: &mut usize) -> Option<()> {
        for first in &self.first {
            let mut seen: BTreeSet<Stop> = BTreeSet::new();
            let mut fresh = vec![*first];
            while let Some(stop) = fresh.pop() {
                let next = self.hops.get(&stop).into_iter().flatten();
                *steps = steps.checked_sub(next.clone().count())?;
                fresh.extend(next.filter(|stop| seen.insert(**stop)));
            }
            seen.retain(|stop| self.last.contains(stop));
            for last in &seen {
                made.stops.entry((1, *last)).or_default().1.insert(Tail::default());
            }
            made.first.insert(*first);
            let begin = made.stops.entry((0, *first)).or_default();
            begin.0.extend(seen);
            if self.single.contains(first) {
                begin.1.insert(Tail::default());
            }
        }
        Some(())
    }
}

/// From every cell to every cell, as any kind: where nothing else can be told. `None` where that is too much.
pub fn anywhere(rules: &Rules, graph: &Graph) -> Option<Made> {
    let kinds = (0..rules.kinds.len()).map(|kind| Some(Kind::at(kind)));
    let kinds: Vec<Option<Kind>> = std::iter::once(None).chain(kinds).collect();
    let cells = graph.all().count();
    cells.checked_mul(cells)?.checked_mul(kinds.len()).filter(|ways| *ways <= ANYWHERE)?;
    let stops = |cell: Cell| kinds.iter().map(move |kind| Stop { cell, kind: *kind });
    let all: BTreeSet<Stop> = graph.all().flat_map(stops).collect();
    let end = BTreeSet::from([Tail::default()]);
    let mut made = Made { first: all.clone(), bare: end.clone(), ..Made::default() };
    // Of a path of two stops the kind is told at its end.
    let next = |stop: &Stop| stop.kind.map_or_else(|| all.clone(), |_| BTreeSet::new());
    for stop in &all {
        made.stops.insert((0, *stop), (next(stop), end.clone()));
        made.stops.insert((1, *stop), (BTreeSet::new(), end.clone()));
    }
    Some(made)
}
