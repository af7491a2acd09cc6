//! From which cells looks fit.

use super::Fast;
use crate::index::Heading;
use crate::program::{NOWHERE, Run, Set, Sight, Where, back};

impl<S: Set> Fast<'_, S> {
    /// Whether a cell passes. The same as [`Fast::cells`] of one cell: looks are followed cell by cell, no further
    /// than they must be.
    #[inline]
    pub(super) fn passes(&self, cells: &Where<S>, at: usize) -> bool {
        match cells {
            Where::Stands(content, cells) => self.board.stands(*content, at) && cells.has(at),
            cells => self.passes_all(cells, at),
        }
    }

    fn passes_all(&self, cells: &Where<S>, at: usize) -> bool {
        match cells {
            Where::Stands(..) => self.passes(cells, at),
            Where::All(list) => list.iter().all(|cells| self.passes(cells, at)),
            Where::Any(list) => list.iter().any(|cells| self.passes(cells, at)),
            Where::Not(cells) => !self.passes(cells, at),
            Where::Look(sight, holds) => self.fits(sight, at) == *holds,
        }
    }

    /// Whether a look fits from a cell. The same as [`Fast::seen`] of one cell.
    fn fits(&self, sight: &Sight<S>, at: usize) -> bool {
        match sight {
            Sight::Every => true,
            Sight::Here(cells, rest) => {
                self.passes(cells, at) && (matches!(**rest, Sight::Every) || self.fits(rest, at))
            }
            Sight::Next(ways, rest) => ways
                .iter()
                .any(|way| self.ahead(way.heading, at).is_some_and(|next| self.fits(rest, next))),
            Sight::Any(list) => list.iter().any(|sight| self.fits(sight, at)),
            Sight::Run(run, rest) => self.runs(run, rest, at),
        }
    }

    /// Whether a run of steps from a cell leads to where the rest of a look fits.
    fn runs(&self, run: &Run<S>, rest: &Sight<S>, from: usize) -> bool {
        if !run.least && self.fits(rest, from) {
            return true;
        }
        let mut found = S::one(from);
        let mut onward = found;
        while let Some(at) = onward.pop() {
            for way in &run.ways {
                let Some(next) = self.ahead(way.heading, at) else { continue };
                if found.has(next) || !self.passes(&run.cells, next) {
                    continue;
                }
                if self.fits(rest, next) {
                    return true;
                }
                found.flip(next);
                onward.flip(next);
            }
        }
        false
    }

    /// The next cell in a direction, if there is one.
    #[inline]
    pub(super) fn ahead(&self, heading: Heading, at: usize) -> Option<usize> {
        let next = self.program.neighbours.next(heading.0, at as u16);
        (next != NOWHERE).then_some(next.into())
    }

    /// The cells from which a look fits.
    pub(super) fn seen(&self, sight: &Sight<S>) -> S {
        match sight {
            Sight::Every => self.plan.cells,
            Sight::Here(cells, rest) => self.cells(cells) & self.seen(rest),
            Sight::Next(ways, rest) => back(ways, self.seen(rest)),
            Sight::Any(list) => list.iter().fold(S::NONE, |any, sight| any | self.seen(sight)),
            Sight::Run(run, rest) => {
                let cells = self.cells(&run.cells);
                let mut last = self.seen(rest);
                let mut found = if run.least { S::NONE } else { last };
                while !last.is_none() {
                    let onward = last & cells;
                    last = back(&run.ways, onward);
                    if !run.open {
                        last &= !found;
                    }
                    found |= last;
                }
                found
            }
        }
    }
}
