//! From which cells looks fit.

use super::Fast;
use crate::program::{Set, Sight, Where};

impl<S: Set> Fast<'_, S> {
    /// Whether a cell passes.
    pub(super) fn passes(&self, cells: &Where<S>, cell: usize) -> bool {
        !self.among(cells, S::one(cell)).is_none()
    }

    /// Those of some cells that pass; looks begin from each of them.
    pub(super) fn among(&self, cells: &Where<S>, some: S) -> S {
        match cells {
            _ if some.is_none() => S::NONE,
            Where::All(list) => list.iter().fold(some, |some, cells| self.among(cells, some)),
            Where::Look(sight, holds) => {
                let fits = |cell: &usize| self.fits(sight, S::one(*cell)) == *holds;
                some.cells().filter(fits).fold(S::NONE, |some, cell| some | S::one(cell))
            }
            Where::Not(cells) => some & !self.among(cells, some),
            Where::Lies(goal) => {
                let sides = self.plan.rows[goal.index()].iter();
                let sides = sides.map(|rows| (rows, self.board.set(rows.of)));
                let sides = sides.filter(|(_, pieces)| !(*pieces & some).is_none());
                some & sides.fold(S::NONE, |full, (rows, pieces)| full | rows.full(pieces))
            }
            cells => some & self.cells(cells),
        }
    }

    /// Whether a look fits from one of some cells.
    fn fits(&self, sight: &Sight<S>, from: S) -> bool {
        match sight {
            _ if from.is_none() => false,
            Sight::Every => true,
            Sight::Here(cells, rest) if **rest == Sight::Every => self.any_passes(cells, from),
            Sight::Here(cells, rest) => self.fits(rest, self.among(cells, from)),
            Sight::Next(way, rest) => self.fits(rest, way.ahead(from)),
            Sight::Any(list) => list.iter().any(|sight| self.fits(sight, from)),
            Sight::Run(run, rest) => {
                let mut found = S::NONE;
                let mut last = from;
                if !run.least {
                    if self.fits(rest, last) {
                        return true;
                    }
                    found = last;
                }
                loop {
                    let next = run.ways.iter().fold(S::NONE, |next, way| next | way.ahead(last));
                    last = self.among(&run.cells, next & !found);
                    if last.is_none() {
                        return false;
                    }
                    if self.fits(rest, last) {
                        return true;
                    }
                    found |= last;
                }
            }
        }
    }

    /// Whether one of some cells passes.
    fn any_passes(&self, cells: &Where<S>, some: S) -> bool {
        match cells {
            Where::All(list) if !list.is_empty() => {
                let (last, first) = (&list[list.len() - 1], &list[..list.len() - 1]);
                let some = first.iter().fold(some, |some, cells| self.among(cells, some));
                self.any_passes(last, some)
            }
            Where::Look(sight, true) => self.fits(sight, some),
            Where::Look(sight, false) => some.cells().any(|cell| !self.fits(sight, S::one(cell))),
            cells => !self.among(cells, some).is_none(),
        }
    }

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
