//! How pieces aim at cells.

use super::Plan;
use super::content::Content;
use super::shape::Step;
use crate::index::Cell;
use crate::program::check::Codes;
use crate::program::set::Set;

/// Pieces that aim at cells, all in one way.
#[derive(Debug)]
pub(crate) struct Aim<S> {
    /// The pieces.
    pub pieces: Content,
    /// By the cell that is aimed at, from where nothing can stand between.
    pub near: Box<[S]>,
    /// From where everything between must be empty, and the table of that.
    pub far: Option<(Box<[S]>, usize)>,
    /// From where exactly one piece must stand between, and the table of that.
    pub over: Option<(Box<[S]>, usize)>,
    /// From where one must, but not any or not anywhere.
    pub hurdle: Option<Hurdle<S>>,
}

/// Ways over one piece of some, on one of some cells.
#[derive(Debug)]
pub(crate) struct Hurdle<S> {
    /// By the cell that is aimed at, from where.
    pub from: Box<[S]>,
    /// The table of what is between.
    pub between: usize,
    /// The table of the cells where the one piece may stand.
    pub held: usize,
    /// What it may be.
    pub over: Content,
    /// What it may be.
    pub codes: Codes,
}

impl<S: Set> Plan<S> {
    /// The aims of those pieces, which all go those ways.
    pub(super) fn aim(
        &mut self,
        pieces: Content,
        ways: &[(Cell, Step<S>)],
        cells: usize,
    ) -> Option<Aim<S>> {
        let mut near = vec![S::NONE; cells];
        for (from, step) in ways.iter().filter(|way| way.1.between.is_none()) {
            near[step.to] |= S::one(from.index());
        }
        let of = |wanted: fn(&Step<S>) -> bool| -> Vec<&(Cell, Step<S>)> {
            ways.iter().filter(|(_, step)| !step.between.is_none() && wanted(step)).collect()
        };
        let over = of(|step| step.hurdles == 1 && !step.hops_freely());
        let far = self.far(&of(|step| step.hurdles == 0), cells, |step| step.between)?;
        let free = self.far(&of(Step::hops_freely), cells, |step| step.between)?;
        let mut hurdle = None;
        if let Some((_, first)) = over.first() {
            let codes = first.over;
            if over.iter().any(|(_, step)| step.over != codes) {
                return None;
            }
            let (from, between) = self.far(&over, cells, |step| step.between)??;
            let (_, held) = self.far(&over, cells, |step| step.held)??;
            let over = self.contents.of(&codes);
            hurdle = Some(Hurdle { from, between, held, over, codes });
        }
        Some(Aim { pieces, near: near.into(), far, over: free, hurdle })
    }

    /// The ways by the cell that is aimed at, and the table of some cells of each; fails where two ways lead
    /// from one cell to another.
    fn far(
        &mut self,
        ways: &[&(Cell, Step<S>)],
        cells: usize,
        of: fn(&Step<S>) -> S,
    ) -> Option<Option<(Box<[S]>, usize)>> {
        if ways.is_empty() {
            return Some(None);
        }
        let mut from = vec![S::NONE; cells];
        for (cell, step) in ways {
            from[step.to] |= S::one(cell.index());
        }
        let index = |cell: Cell, step: &Step<S>| cell.index() * cells + step.to;
        let fits = |table: &[S]| {
            ways.iter().all(|(cell, step)| {
                let known = table[index(*cell, step)];
                known.is_none() || known == of(step)
            })
        };
        let known = self.between.iter().position(|table| fits(table));
        let table = known.unwrap_or_else(|| {
            self.between.push(vec![S::NONE; cells * cells].into());
            self.between.len() - 1
        });
        for (cell, step) in ways {
            let entry = &mut self.between[table][index(*cell, step)];
            if !entry.is_none() && *entry != of(step) {
                return None;
            }
            *entry = of(step);
        }
        Some(Some((from.into(), table)))
    }
}
