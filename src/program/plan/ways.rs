//! Directions of steps, for sets of cells and for single ones.

use std::iter::successors;

use crate::index::Heading;
use crate::program::check::View;
use crate::program::set::Set;

/// The cells from which some steps lead, and by how much the index grows, if by the same along all of them.
pub(super) fn even<S: Set>(steps: impl Iterator<Item = (usize, usize)>) -> Option<(S, i16)> {
    let (mut from, mut by) = (S::NONE, None);
    for (cell, next) in steps {
        let grows = next as i16 - cell as i16;
        if *by.get_or_insert(grows) != grows {
            return None;
        }
        from |= S::one(cell);
    }
    Some((from, by.unwrap_or(0)))
}

/// One direction or several.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ways<S> {
    each: Vec<Way<S>>,
    /// How many steps they may be, each in any of the directions; one, but where that is said of them.
    most: u16,
    /// How often a distance is doubled until it is no less than the longest line, if they are one straight
    /// direction that does not come back to where it was.
    rounds: Option<u32>,
    /// By cell, where the cells begin in `next` to which they lead.
    starts: Box<[u32]>,
    next: Box<[u16]>,
    /// The same as sets, if they are several.
    around: Box<[S]>,
}

/// A direction.
#[derive(Clone, Debug, PartialEq)]
struct Way<S> {
    /// The cells that it leads to.
    to: S,
    /// By how much the index grows, if that is the same everywhere.
    by: Option<i16>,
    /// By cell, from which it leads there; only where the index grows differently.
    before: Box<[S]>,
}

impl<S: Set> Ways<S> {
    /// The directions of some headings.
    pub(super) fn new(view: &View<'_>, headings: &[Heading]) -> Self {
        let each = headings.iter().map(|heading| Way::new(view, *heading)).collect();
        let next = view.graph.all().flat_map(|cell| {
            headings.iter().filter_map(move |heading| {
                let next = view.graph.next(cell, *heading)?;
                Some((cell.index(), next.0))
            })
        });
        let mut ways = Self::listed(view.graph.cells(), (each, 1), next.collect());
        ways.rounds = ways.longest().map(|longest| longest.next_power_of_two().ilog2());
        ways
    }

    /// Up to so many steps in these directions, one after the other and each in any of them.
    pub(super) fn up_to(self, most: u16) -> Self {
        let cells = self.cells();
        let mut around: Vec<S> = (0..cells).map(|cell| self.leads(cell)).collect();
        for _ in 1..most {
            around = around.into_iter().map(|near| near | self.ahead(near)).collect();
        }
        let steps = around.into_iter().enumerate().flat_map(|(cell, near)| {
            let near: Vec<usize> = near.cells().collect();
            near.into_iter().map(move |next| (cell, next as u16))
        });
        Self::listed(cells, (self.each, most), steps.collect())
    }

    /// Up to so many steps in those directions, and to which cells they lead from which.
    fn listed(
        cells: usize,
        (each, most): (Vec<Way<S>>, u16),
        mut steps: Vec<(usize, u16)>,
    ) -> Self {
        steps.sort_by_key(|step| step.0);
        let starts = (0..=cells).map(|cell| steps.partition_point(|step| step.0 < cell) as u32);
        let next = steps.iter().map(|step| step.1).collect();
        let around = Box::default();
        let ways = Self { each, most, rounds: None, starts: starts.collect(), next, around };
        match ways.is_single() {
            true => ways,
            false => Self { around: (0..cells).map(|cell| ways.leads(cell)).collect(), ..ways },
        }
    }

    /// The cells to which they lead from a cell, as a set.
    pub fn leads(&self, cell: usize) -> S {
        self.from(cell).iter().fold(S::NONE, |all, next| all | S::one((*next).into()))
    }

    /// How many steps there are at most along them, if they are one straight direction and there are always some
    /// after which there are no more.
    fn longest(&self) -> Option<u32> {
        let [Way { by: Some(_), .. }] = &self.each[..] else { return None };
        let cells = self.cells();
        let steps = |cell: usize| {
            let next = |at: &usize| self.from(*at).first().map(|next| usize::from(*next));
            successors(Some(cell), next).take(cells + 1).count() - 1
        };
        (0..cells)
            .map(steps)
            .max()
            .filter(|steps| (1..cells).contains(steps))
            .map(|most| most as u32)
    }

    /// These directions and others.
    pub(super) fn and(self, others: Self) -> Self {
        let cells = self.cells();
        let of = |ways: &Self| {
            let steps =
                (0..cells).flat_map(|cell| ways.from(cell).iter().map(move |next| (cell, *next)));
            steps.collect::<Vec<_>>()
        };
        let steps = [of(&self), of(&others)].concat();
        Self::listed(cells, ([self.each, others.each].concat(), 1), steps)
    }

    /// Whether they are steps by themselves.
    pub(super) fn is_step(&self) -> bool {
        self.most == 1
    }

    /// Whether they are one direction.
    pub(super) fn is_single(&self) -> bool {
        self.each.len() == 1 && self.is_step()
    }

    /// Whether they are one direction, straight on, that does not come back to where it was.
    pub(super) fn is_straight(&self) -> bool {
        self.rounds.is_some()
    }

    /// Whether they lead from each cell to others.
    pub(super) fn leads_away(&self) -> bool {
        (0..self.cells()).all(|cell| !self.from(cell).contains(&(cell as u16)))
    }

    /// Whether they lead from each cell to others, and no two of them to the same.
    pub(super) fn lead_apart<'w>(mut all: impl Iterator<Item = &'w Self> + Clone) -> bool
    where
        S: 'w,
    {
        let Some(first) = all.clone().next() else { return true };
        let alike = |cell: usize| {
            let mut next: Vec<u16> =
                all.clone().flat_map(|ways| ways.from(cell)).copied().collect();
            let steps = next.len();
            next.sort_unstable();
            next.dedup();
            next.len() < steps
        };
        !(0..first.cells()).any(alike) && all.all(Self::leads_away)
    }

    /// The cells to which they lead from a cell.
    #[inline]
    pub fn from(&self, cell: usize) -> &[u16] {
        &self.next[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The same as a set that is kept, if they are several.
    #[inline]
    pub fn around(&self, cell: usize) -> Option<S> {
        self.around.get(cell).copied()
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells to which one of them leads from one of these.
    #[inline]
    pub fn ahead(&self, cells: S) -> S {
        self.further(cells, |cells| {
            self.each.iter().fold(S::NONE, |ahead, way| ahead | way.ahead(cells))
        })
    }

    /// The cells from which one of them leads to one of these.
    #[inline]
    pub fn back(&self, cells: S) -> S {
        self.further(cells, |cells| {
            self.each.iter().fold(S::NONE, |back, way| back | way.back(cells))
        })
    }

    /// The cells that are as many steps away from some cells, as `step` tells of one.
    #[inline]
    fn further(&self, cells: S, step: impl Fn(S) -> S) -> S {
        let mut found = step(cells);
        for _ in 1..self.most {
            found |= step(found);
        }
        found
    }
}

impl<S: Set> Ways<S> {
    /// From where steps, one or more, all to some of these cells, lead to one of the ends, if that can be told of
    /// all lines at once: first of steps that are next to each other, then of two and two, and so on.
    #[inline]
    pub fn back_along(&self, ends: S, cells: S) -> Option<S> {
        let rounds = self.rounds?;
        let [Way { to, by: Some(by), .. }] = &self.each[..] else { return None };
        let (mut open, mut back) = (cells & *to, -by);
        let mut found = ends & open;
        for _ in 0..rounds {
            found |= open & found.moved(back);
            open &= open.moved(back);
            back *= 2;
        }
        Some(found.moved(-by))
    }
}

impl<S: Set> Way<S> {
    fn new(view: &View<'_>, heading: Heading) -> Self {
        let steps = view.graph.all().filter_map(|cell| {
            view.graph.next(cell, heading).map(|next| (cell.index(), next.index()))
        });
        let steps: Vec<(usize, usize)> = steps.collect();
        let to = steps.iter().fold(S::NONE, |set, step| set | S::one(step.1));
        let mut grows = steps.iter().map(|(from, to)| *to as i16 - *from as i16);
        let by = grows.next().filter(|by| grows.all(|other| other == *by));
        let mut before = vec![S::NONE; if by.is_some() { 0 } else { view.graph.cells() }];
        for (from, to) in steps.iter().filter(|_| by.is_none()) {
            before[*to] |= S::one(*from);
        }
        Self { to, by, before: before.into() }
    }

    #[inline]
    fn ahead(&self, cells: S) -> S {
        match self.by {
            Some(by) => cells.moved(by) & self.to,
            None => {
                let leads = |to: &usize| !(self.before[*to] & cells).is_none();
                self.to.cells().filter(leads).fold(S::NONE, |ahead, to| ahead | S::one(to))
            }
        }
    }

    #[inline]
    fn back(&self, cells: S) -> S {
        let cells = cells & self.to;
        match self.by {
            Some(by) => cells.moved(-by),
            None => cells.cells().fold(S::NONE, |back, cell| back | self.before[cell]),
        }
    }
}
