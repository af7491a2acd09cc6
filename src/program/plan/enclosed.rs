//! Lines over pieces up to one that ends them, as sets of cells.

use std::iter::successors;

use super::content::Content;
use super::sequel::{Ray, Stride};
use super::shape::Rays;
use super::sight::Scope;
use crate::program::set::Set;
use crate::program::trail::meet;
use crate::rules::Act;

/// Lines of which all have the same form: over one piece or more, with which something is done, to one other.
#[derive(Debug, PartialEq)]
pub(crate) struct Enclosed<S> {
    /// What they go over, and on which cells.
    pub over: (Content, S),
    /// What is done with it.
    pub act: Act,
    /// What must stand behind it.
    pub end: (Content, S),
    /// The lines from each cell. No two share a cell, so that it does not matter which comes first.
    pub rays: Rays<S>,
}

impl<S: Set> Enclosed<S> {
    /// The lines of some rays, if they are such.
    pub(super) fn new(rays: &[Ray<S>], scope: &mut Scope<'_, '_, S>) -> Option<Self> {
        let [over, end] = &rays.first()?.strides[..] else { return None };
        let same = |ray: &Ray<S>| {
            let alike = matches!(&ray.strides[..], [first, last] if (first, last) == (over, end));
            alike && !ray.rings
        };
        let form = over.many
            && over.least
            && !over.last
            && !end.many
            && meet(&over.codes, &end.codes).is_none();
        let act = over.act.filter(|_| form && end.act.is_none() && rays.iter().all(same))?;
        let graph = scope.view.graph;
        let mut lines = vec![Vec::new(); graph.cells()];
        for cell in graph.all() {
            let mut found = S::one(cell.index());
            for ray in rays {
                let line = successors(Some(cell), |at| graph.next(*at, ray.heading)).skip(1);
                let line: Vec<usize> = line.map(|cell| cell.index()).collect();
                // On shorter ones there is no room for both.
                let [first, second, ..] = line[..] else { continue };
                if !line.is_sorted_by(|a, b| (a < b) == (first < second)) {
                    return None;
                }
                for at in &line {
                    if found.has(*at) {
                        return None;
                    }
                    found |= S::one(*at);
                }
                lines[cell.index()].push(line);
            }
        }
        let told = |stride: &Stride<S>| (scope.contents.of(&stride.codes), stride.cells);
        let [over, end] = [over, end].map(told);
        Some(Self { over, act, end, rays: Rays::new(&lines) })
    }

    /// The cells that a line goes over from anywhere: not those that are the last of all that have them.
    pub(super) fn inner(&self) -> S {
        let of = |from| {
            let (up, down) = self.rays.from(from);
            let up = up.iter().map(|line| *line & !line.cells().last().map_or(S::NONE, S::one));
            up.chain(down.iter().map(|line| *line & !S::one(line.first()))).collect::<Vec<S>>()
        };
        (0..self.rays.cells()).flat_map(of).fold(S::NONE, |all, cells| all | cells)
    }
}
