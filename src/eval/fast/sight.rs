//! From which cells looks fit.

use super::Fast;
use crate::program::{Set, Sight};

impl<S: Set> Fast<'_, S> {
    /// The cells from which a look fits.
    pub(super) fn seen(&self, sight: &Sight<S>) -> S {
        match sight {
            Sight::Every => self.plan.cells,
            Sight::Here(cells, rest) => self.cells(cells) & self.seen(rest),
            Sight::Next(way, rest) => way.back(self.seen(rest)),
            Sight::Any(list) => list.iter().fold(S::NONE, |any, sight| any | self.seen(sight)),
            Sight::Run(run, rest) => {
                let cells = self.cells(&run.cells);
                let mut last = self.seen(rest);
                let mut found = if run.least { S::NONE } else { last };
                while !last.is_none() {
                    let onward = last & cells;
                    last = run.ways.iter().fold(S::NONE, |next, way| next | way.back(onward));
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
