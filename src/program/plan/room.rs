//! Where pieces may be put in games in which they stay where they are: told by sets that grow with every piece.
//!
//! `pick empty and see (any to occupied), put token`: each token draws the next ones to the cells around it, and none ever
//! leaves. So those cells are kept as a set, to which a new one adds its own neighbours, and nothing is looked for again.

use super::content::{Content, Contents};
use super::fact::Where;
use super::sight::Sight;
use super::{Place, Plan};
use crate::index::Piece;
use crate::program::check::has;
use crate::program::set::Set;
use crate::program::trail::EMPTY;

/// Where a placement may be.
#[derive(Debug)]
pub(crate) enum Room<S> {
    /// On each empty cell of one of the rooms.
    All(usize),
    /// The same, unless it is refused there.
    Masked(usize),
    /// On each empty cell of its own that passes.
    Near(Passes<S>),
    /// Where the placement itself tells, asked of what stands where.
    Asked,
    /// On pairs of empty cells that are not any two.
    Pairs,
}

/// What cells must pass, told by kept sets.
#[derive(Debug)]
pub(crate) struct Passes<S> {
    /// All of these.
    pub every: Vec<Where<S>>,
    /// And one of these, if there are any.
    pub any: Vec<Given<S>>,
}

/// Cells that pass on a condition.
#[derive(Debug)]
pub(crate) struct Given<S> {
    /// The number of the condition among those of the placement.
    pub when: usize,
    /// The cells.
    pub cells: S,
    /// What they must pass as well.
    pub every: Vec<Where<S>>,
}

/// Cells that are near to pieces.
#[derive(Debug, PartialEq)]
pub(crate) struct Near<S> {
    /// The pieces.
    pub of: Content,
    /// By the cell where one stands, the cells that are near to it.
    pub from: Box<[S]>,
}

impl<S: Set> Room<S> {
    /// Where a placement may be, if sets tell that which only grow; these are numbered behind the plan's own.
    pub(super) fn near(place: &Place<S>, plan: &Plan<S>, near: &mut Vec<Near<S>>) -> Option<Self> {
        let known = near.len();
        let mut growth = Growth { contents: &plan.contents, all: plan.cells, near };
        let passes = growth.passes(place);
        if passes.is_none() {
            near.truncate(known);
        }
        passes.map(Room::Near)
    }
}

/// What sets that grow are told from.
struct Growth<'g, S> {
    contents: &'g Contents,
    all: S,
    near: &'g mut Vec<Near<S>>,
}

impl<S: Set> Growth<'_, S> {
    fn passes(&mut self, place: &Place<S>) -> Option<Passes<S>> {
        if !place.lands.is_empty() {
            return None;
        }
        let mut every = self.every(&place.sights)?;
        if let Some(attract) = &place.attracts {
            let drawn = |cell: usize| {
                let shifts = attract.shifts.iter().filter(|(from, _)| from.has(cell));
                shifts.fold(S::NONE, |all, (_, by)| all | S::one(cell).moved(*by))
            };
            every.push(self.kept(attract.pieces, place, drawn)?);
        }
        for repel in &place.repels {
            let kept = self.kept(repel.pieces, place, |cell| repel.from[cell])?;
            every.push(Where::Not(Box::new(kept)));
        }
        let any = place.when.iter().enumerate().map(|(at, when)| {
            Some(Given { when: at, cells: when.cells, every: self.every(&when.sights)? })
        });
        let any = any.collect::<Option<_>>()?;
        Some(Passes { every, any })
    }

    /// What looks ask for, but that cells are empty.
    fn every(&mut self, sights: &[Sight<S>]) -> Option<Vec<Where<S>>> {
        let mut every = Vec::new();
        for sight in sights {
            let mut open = vec![self.sight(sight)?];
            while let Some(cells) = open.pop() {
                match cells {
                    Where::All(list) => open.extend(list),
                    Where::Stands(content, cells)
                        if cells == self.all && self.is_empty(content) => {}
                    cells => every.push(cells),
                }
            }
        }
        Some(every)
    }

    fn is_empty(&self, content: Content) -> bool {
        self.contents.codes.get(usize::from(content.0)) == Some(&EMPTY)
    }

    /// The cells from which a look fits.
    fn sight(&mut self, sight: &Sight<S>) -> Option<Where<S>> {
        Some(match sight {
            Sight::Every => Where::All(Vec::new()),
            Sight::Here(cells, rest) => Where::All(vec![self.cells(cells)?, self.sight(rest)?]),
            Sight::Any(list) => {
                Where::Any(list.iter().map(|one| self.sight(one)).collect::<Option<_>>()?)
            }
            Sight::Next(ways, rest) => match &**rest {
                Sight::Here(cells, rest) if matches!(**rest, Sight::Every) => {
                    let Where::Stands(of, within) = **cells else { return None };
                    let from = |cell: usize| match within.has(cell) {
                        true => ways.back(S::one(cell)),
                        false => S::NONE,
                    };
                    self.growing(of, self.all, from)?
                }
                _ => return None,
            },
            Sight::Run(..) | Sight::Loop(_) | Sight::Again | Sight::Several(_) => return None,
        })
    }

    /// The same cells, told by kept sets.
    fn cells(&mut self, cells: &Where<S>) -> Option<Where<S>> {
        let mut each = |list: &[Where<S>]| -> Option<Vec<Where<S>>> {
            list.iter().map(|cells| self.cells(cells)).collect()
        };
        Some(match cells {
            Where::Stands(..) => cells.clone(),
            Where::All(list) => Where::All(each(list)?),
            Where::Any(list) => Where::Any(each(list)?),
            Where::Not(cells) => Where::Not(Box::new(self.cells(cells)?)),
            Where::Look(sight, true) => self.sight(sight)?,
            Where::Look(sight, false) => Where::Not(Box::new(self.sight(sight)?)),
            Where::Lies(..) | Where::Marked(_) => return None,
        })
    }

    /// The cells near to pieces by a table that a placement has.
    fn kept(
        &mut self,
        of: Content,
        place: &Place<S>,
        from: impl Fn(usize) -> S,
    ) -> Option<Where<S>> {
        self.growing(of, self.all | place.cells, from)
    }

    /// The cells near to pieces, a set that grows as pieces are added; `None` if empty cells make it grow.
    fn growing(&mut self, of: Content, all: S, from: impl Fn(usize) -> S) -> Option<Where<S>> {
        if has(self.contents.codes.get(usize::from(of.0))?, Piece::EMPTY) {
            return None;
        }
        let last = all.cells().last()?;
        let from = (0..=last).map(|cell| if all.has(cell) { from(cell) } else { S::NONE });
        let near = Near { of, from: from.collect() };
        let at = super::fill::place_of(self.near, near);
        let number = u16::try_from(self.contents.codes.len() + at).ok()?;
        Some(Where::Stands(Content(number), self.all))
    }
}
