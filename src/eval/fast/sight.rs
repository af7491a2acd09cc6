//! From which cells looks fit.

use super::Fast;
use super::field::{Field, Stands};
use crate::index::Heading;
use crate::program::{Loop, NOWHERE, Rows, Run, Set, Sight, Ways, Where};

impl<S: Set> Fast<'_, S> {
    /// Whether a cell passes.
    #[inline]
    pub(super) fn passes(&self, cells: &Where<S>, at: usize) -> bool {
        self.field().passes(cells, at)
    }

    /// Whether a look fits from a cell.
    #[inline]
    pub(super) fn fits(&self, sight: &Sight<S>, at: usize) -> bool {
        self.field().fits(sight, at)
    }

    /// The next cell in a direction, if there is one.
    #[inline]
    pub(super) fn ahead(&self, heading: Heading, at: usize) -> Option<usize> {
        let next = self.program.neighbours.next(heading.0, at as u16);
        (next != NOWHERE).then_some(next.into())
    }
}

impl<S: Set, B: Stands<S>> Field<'_, '_, S, B> {
    /// Whether a cell passes. The same as [`Field::cells`] of one cell: looks are followed cell by cell, no further
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
            Where::Lies(goal, players, _) => {
                let mut rows = Rows::of_players(&self.plan.rows[goal.index()], *players);
                rows.any(|rows| {
                    let pieces = self.board.set(rows.of);
                    pieces.has(at) && rows.fills(pieces, at)
                })
            }
            Where::Marked(mark) => self.board.marked(*mark).has(at),
        }
    }

    /// Whether a look fits from a cell. The same as [`Field::seen`] of one cell.
    pub(super) fn fits(&self, sight: &Sight<S>, at: usize) -> bool {
        match sight {
            Sight::Every => true,
            Sight::Here(cells, rest) => self.passes(cells, at) && self.fits(rest, at),
            Sight::Next(ways, rest) => {
                let mut near = ways.from(at).iter().map(|next| usize::from(*next));
                // What stands there is told for all at once where they are several.
                match (ways.around(at), &**rest) {
                    (Some(around), Sight::Here(cells, rest)) => match self.plain(cells) {
                        Some(cells) if matches!(**rest, Sight::Every) => {
                            !(around & cells).is_none()
                        }
                        Some(cells) => (around & cells).cells().any(|next| self.fits(rest, next)),
                        None => near.any(|next| self.passes(cells, next) && self.fits(rest, next)),
                    },
                    (_, rest) => near.any(|next| self.fits(rest, next)),
                }
            }
            Sight::Any(list) => list.iter().any(|sight| self.fits(sight, at)),
            Sight::Run(run, rest) => self.runs(run, rest, at),
            Sight::Loop(rounds) => self.rounds(rounds, at, |at| self.fits(&rounds.rest, at)),
            // Where rounds lead is told by `leads`.
            Sight::Again => false,
            Sight::Several(several) => {
                if let Some(around) = several.around.get(at)
                    && let Some(cells) = self.end_of(&several.looks[0].1)
                {
                    return several.holds((*around & cells).len() as usize);
                }
                let fits = |(ways, look): &(Vec<Ways<S>>, Sight<S>)| match &ways[..] {
                    [] => usize::from(self.fits(look, at)),
                    ways => {
                        let next = ways.iter().flat_map(|way| way.from(at));
                        next.filter(|next| self.fits(look, usize::from(**next))).count()
                    }
                };
                several.holds(several.looks.iter().map(fits).sum())
            }
        }
    }

    /// Whether rounds from a cell lead to one where they may end.
    fn rounds(&self, rounds: &Loop<S>, from: usize, mut ends: impl FnMut(usize) -> bool) -> bool {
        let mut found = S::one(from);
        let mut onward = found;
        while let Some(at) = onward.pop() {
            if ends(at) {
                return true;
            }
            let more = self.leads(&rounds.round, at) & !found;
            found |= more;
            onward |= more;
        }
        false
    }

    /// The cells from which another round is begun, where a part of a round leads there from a cell.
    fn leads(&self, sight: &Sight<S>, at: usize) -> S {
        let mut ends = S::NONE;
        let mut end = |cell| {
            ends |= S::one(cell);
            false
        };
        let each =
            |cells: S, rest| cells.cells().fold(S::NONE, |all, next| all | self.leads(rest, next));
        match sight {
            Sight::Every | Sight::Several(_) => S::NONE,
            Sight::Again => S::one(at),
            Sight::Here(cells, rest) if self.passes(cells, at) => self.leads(rest, at),
            Sight::Here(..) => S::NONE,
            Sight::Next(ways, rest) => each(ways.leads(at), rest),
            Sight::Any(list) => list.iter().fold(S::NONE, |all, sight| all | self.leads(sight, at)),
            Sight::Run(run, rest) => {
                self.runs_to(run, at, &mut end);
                each(ends, rest)
            }
            Sight::Loop(rounds) => {
                self.rounds(rounds, at, &mut end);
                each(ends, &rounds.rest)
            }
        }
    }

    /// Whether a run of steps from a cell leads to where the rest of a look fits.
    fn runs(&self, run: &Run<S>, rest: &Sight<S>, from: usize) -> bool {
        if let Sight::Next(ways, rest) = rest
            && let Some(end) = self.end_of(rest)
        {
            let ends = |at: usize| ways.from(at).iter().any(|next| end.has((*next).into()));
            return self.runs_to(run, from, ends);
        }
        self.runs_to(run, from, |at| self.fits(rest, at))
    }

    /// Whether it leads to one where it may end.
    #[inline]
    fn runs_to(&self, run: &Run<S>, from: usize, mut ends: impl FnMut(usize) -> bool) -> bool {
        // Most looks end where they begin, before anything else is put together.
        if !run.least && ends(from) {
            return true;
        }
        // What is asked of many cells is told for all at once, if it is what stands there.
        match self.plain(&run.cells) {
            Some(cells) => run_to(run, from, |at| cells.has(at), ends),
            None => run_to(run, from, |at| self.passes(&run.cells, at), ends),
        }
    }

    /// The cells from which a look fits that asks for no more than what stands there.
    #[inline]
    fn end_of(&self, sight: &Sight<S>) -> Option<S> {
        match sight {
            Sight::Here(cells, rest) if matches!(**rest, Sight::Every) => self.plain(cells),
            _ => None,
        }
    }

    /// The cells that pass, if what stands there is enough to tell.
    #[inline]
    fn plain(&self, cells: &Where<S>) -> Option<S> {
        match cells {
            Where::Stands(content, cells) => Some(self.board.set(*content) & *cells),
            cells => cells.is_plain().then(|| self.cells(cells)),
        }
    }
}

/// Whether a run of steps from a cell, one or more, to cells that pass, leads to one where it may end.
#[inline]
fn run_to<S: Set>(
    run: &Run<S>,
    from: usize,
    passes: impl Fn(usize) -> bool,
    mut ends: impl FnMut(usize) -> bool,
) -> bool {
    let mut found = S::one(from);
    let mut onward = found;
    while let Some(at) = onward.pop() {
        for next in run.ways.from(at) {
            let next = usize::from(*next);
            if found.has(next) || !passes(next) {
                continue;
            }
            if ends(next) {
                return true;
            }
            found.flip(next);
            onward.flip(next);
        }
    }
    false
}
