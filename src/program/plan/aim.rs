//! How pieces aim at cells.

use super::Plan;
use super::content::Content;
use super::shape::Step;
use crate::index::Cell;
use crate::program::check::Codes;
use crate::program::set::Set;

/// How pieces aim at cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims<S> {
    /// From where nothing can stand between.
    pub near: Vec<Near<S>>,
    /// From where so many pieces must stand between.
    pub far: Vec<Far<S>>,
    /// From where one must, but not any or not anywhere.
    pub over: Vec<Hurdle<S>>,
}

/// Ways to cells with nothing between.
#[derive(Clone, Debug)]
pub(crate) struct Near<S> {
    /// The pieces that go them.
    pub pieces: Content,
    /// By the cell that is aimed at, from where.
    pub from: Box<[S]>,
}

/// Ways to cells on which others lie.
#[derive(Clone, Debug)]
pub(crate) struct Far<S> {
    /// The pieces that go them.
    pub pieces: Content,
    /// By the cell that is aimed at, from where.
    pub from: Box<[S]>,
    /// The table of what is between.
    pub between: usize,
    /// How many pieces must stand there.
    pub hurdles: u32,
}

/// Ways over one piece of some, on one of some cells.
#[derive(Clone, Debug)]
pub(crate) struct Hurdle<S> {
    /// The pieces that go them.
    pub pieces: Content,
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

impl<S> Aims<S> {
    /// Adds others.
    pub(super) fn add(&mut self, others: Self) {
        self.near.extend(others.near);
        self.far.extend(others.far);
        self.over.extend(others.over);
    }
}

impl<S: Set> Plan<S> {
    /// Adds how those pieces aim, which all go those ways.
    pub(super) fn aim(
        &mut self,
        aims: &mut Aims<S>,
        pieces: Content,
        ways: &[(Cell, Step<S>)],
        cells: usize,
    ) -> Option<()> {
        let mut near = vec![S::NONE; cells];
        for (from, step) in ways.iter().filter(|way| way.1.between.is_none()) {
            near[step.to] |= S::one(from.index());
        }
        if near.iter().any(|from| !from.is_none()) {
            aims.near.push(Near { pieces, from: near.into() });
        }
        let of = |wanted: fn(&Step<S>) -> bool| -> Vec<&(Cell, Step<S>)> {
            ways.iter().filter(|(_, step)| !step.between.is_none() && wanted(step)).collect()
        };
        let over = of(|step| step.hurdles == 1 && !step.hops_freely());
        for (hurdles, far) in [(0, of(|step| step.hurdles == 0)), (1, of(Step::hops_freely))] {
            for far in once(far) {
                let (from, between) = self.far(&far, cells, |step| step.between);
                aims.far.push(Far { pieces, from, between, hurdles });
            }
        }
        if let Some((_, first)) = over.first() {
            let codes = first.over.clone();
            let each = once(over);
            let ([over], true) =
                (&each[..], each.concat().iter().all(|(_, step)| step.over == codes))
            else {
                return None;
            };
            let (from, between) = self.far(over, cells, |step| step.between);
            let (_, held) = self.far(over, cells, |step| step.held);
            let over = self.contents.of(&codes);
            aims.over.push(Hurdle { pieces, from, between, held, over, codes });
        }
        Some(())
    }

    /// The ways by the cell that is aimed at, and the table of some cells of each, of which no two lead from one cell to
    /// another.
    fn far(
        &mut self,
        ways: &[&(Cell, Step<S>)],
        cells: usize,
        of: fn(&Step<S>) -> S,
    ) -> (Box<[S]>, usize) {
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
            self.between[table][index(*cell, step)] = of(step);
        }
        (from.into(), table)
    }
}

/// Ways parted so that no two lead from one cell to another.
fn once<S: Set>(mut ways: Vec<&(Cell, Step<S>)>) -> Vec<Vec<&(Cell, Step<S>)>> {
    let ends = |way: &(Cell, Step<S>)| (way.0, way.1.to);
    ways.sort_by_key(|way| ends(way));
    let mut parts: Vec<Vec<_>> = Vec::new();
    for same in ways.chunk_by(|one, two| ends(one) == ends(two)) {
        parts.resize_with(parts.len().max(same.len()), Vec::new);
        parts.iter_mut().zip(same).for_each(|(part, way)| part.push(*way));
    }
    parts
}
