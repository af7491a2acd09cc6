//! Walks that repeat a part as often as pieces stand on their line.

use std::collections::HashMap;

use super::way::Way;
use super::{Check, Counted, EVERY, Finder};
use crate::index::{Cell, Heading};
use crate::program::why::{Reason, Why};
use crate::rules::{Node, Test};

impl Finder<'_, '_> {
    /// The ways on after a part is done as often as cells of the line pass: those for each number of them.
    pub(super) fn along(&mut self, test: &Test, body: &Node, way: Way) -> Result<Vec<Way>, Why> {
        let check = self.check(test);
        let Check::Leaf(of, region) = &*check else { return Err(Reason::CountsLine.into()) };
        // What has changed would count as it is now.
        if !way.effect.sets.is_empty() || self.apart {
            return Err(Reason::CountsLine.into());
        }
        let Some(cursor) = way.cursor else { return Ok(Vec::new()) };
        let mut cells = self.line(cursor, way.heading).ok_or(Reason::CountsLine)?;
        cells.retain(|cell| region.as_ref().is_none_or(|region| region.contains(*cell)));
        if *of == EVERY {
            return Err(Reason::CountsLine.into());
        }
        let mut ends = Vec::new();
        let mut ways = vec![way];
        for number in 0..=cells.len() as u32 {
            if number > 0 {
                ways = self.each_on(body, ways)?;
            }
            for way in &ways {
                let mut end = way.clone();
                end.needs().counts.push(Counted { cells: cells.clone(), of: of.clone(), number });
                ends.push(end);
            }
        }
        Ok(ends)
    }

    /// The cells of the line through one, in the order of the board; `None` if it comes to one of them again.
    fn line(&mut self, cursor: Cell, heading: Heading) -> Option<Vec<Cell>> {
        let graph = self.view.graph;
        let before = self.before.entry(heading).or_insert_with(|| {
            let mut before = HashMap::new();
            for cell in graph.all() {
                if let Some(next) = graph.next(cell, heading) {
                    before.entry(next).or_insert(cell);
                }
            }
            before
        });
        let ahead = std::iter::successors(Some(cursor), |cell| graph.next(*cell, heading));
        let back = std::iter::successors(Some(cursor), |cell| before.get(cell).copied());
        let mut cells: Vec<Cell> = Vec::new();
        for cell in ahead.chain(back.skip(1)) {
            if cells.contains(&cell) {
                return None;
            }
            cells.push(cell);
        }
        cells.sort();
        Some(cells)
    }
}
