//! Moves of all pieces of a kind at once: the whole set of them goes by the same difference of cells.

use super::content::{Content, Contents};
use super::kinds::{Group, Part};
use super::shape::Step;
use crate::index::Piece;
use crate::program::check::{Codes, has};
use crate::program::set::Set;
use crate::program::trail::meet;

/// Steps of one difference.
#[derive(Clone, Debug)]
pub(crate) struct Shift<S> {
    /// What may stand where they arrive.
    pub land: Content,
    /// The index of the cell where one arrives, less that of the cell from which it goes.
    pub by: i16,
    /// The same differences of the cells that must be empty.
    pub over: Box<[i16]>,
    /// That of the cell over which one goes, and what must stand there, if not any piece will do.
    pub hurdle: Option<(i16, Option<Content>)>,
    /// The cells from which there is such a step.
    pub from: S,
    /// How many moves each is: one for each piece that may be had by it.
    pub times: u32,
    /// Whether it is another way by the same difference as one before it.
    pub again: bool,
    /// Whether the piece stands on top of what it comes to.
    pub rises: bool,
}

impl<S: Set> Shift<S> {
    /// Whether it goes on from where another one has come, over empty cells alone.
    pub(super) fn goes_on_from(&self, other: &Self, contents: &Contents) -> bool {
        let lands = &contents.codes[usize::from(other.land.0)];
        let mut over: Vec<i16> = other.over.iter().copied().chain([other.by]).collect();
        let mut own = self.over.to_vec();
        over.sort_unstable();
        own.sort_unstable();
        let plain = self.hurdle.is_none() && other.hurdle.is_none() && !self.rises && !other.rises;
        plain && over == own && has(lands, Piece::EMPTY) && (self.from & !other.from).is_none()
    }

    /// Those of some pieces that can go, where `set` tells where what stands, `empty` where nothing does, and `room` from where there
    /// is room, by that difference, for what stands there on top of what it comes to.
    #[inline(always)]
    pub fn open(
        &self,
        pieces: S,
        set: impl Fn(Content) -> S,
        empty: impl Fn() -> S,
        room: impl Fn(i16) -> S,
    ) -> S {
        let mut from = pieces & self.from & set(self.land).moved(-self.by);
        for over in &self.over {
            from &= empty().moved(-over);
        }
        if let Some((by, of)) = self.hurdle {
            from &= of.map_or_else(|| !empty(), &set).moved(-by);
        }
        if self.rises { from & room(self.by) } else { from }
    }

    /// Whether what stands on a cell can go, if it is one of the pieces.
    #[inline]
    pub fn goes(
        &self,
        from: usize,
        stands: impl Fn(Content, usize) -> bool,
        empty: impl Fn(usize) -> bool,
        room: impl Fn(i16) -> S,
    ) -> bool {
        let at = |by: i16| from.wrapping_add_signed(by.into());
        self.from.has(from)
            && stands(self.land, at(self.by))
            && self.over.iter().all(|over| empty(at(*over)))
            && self.hurdle.is_none_or(|(by, of)| match of {
                Some(of) => stands(of, at(by)),
                None => !empty(at(by)),
            })
            && (!self.rises || room(self.by).has(from))
    }

    /// The same, but for those that can go by one of these to the same cell as well.
    #[inline(always)]
    pub fn open_anew(
        &self,
        before: &[Self],
        pieces: S,
        set: impl Fn(Content) -> S,
        empty: impl Fn() -> S,
        room: impl Fn(i16) -> S,
    ) -> S {
        let from = self.open(pieces, &set, &empty, &room);
        if !self.again {
            return from;
        }
        let before = before.iter().filter(|before| before.by == self.by);
        before.fold(from, |from, before| from & !before.open(pieces, &set, &empty, &room))
    }

    /// Whether no piece can go by both: what one goes over must be empty for the other.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let shut =
            |one: &Self, other: &Self| one.hurdle.is_some_and(|(by, _)| other.over.contains(&by));
        shut(self, other) || shut(other, self)
    }
}

/// More differences than these save nothing.
const MOST: usize = 16;
/// Nor do more ways.
const WAYS: usize = 32;
/// The same where each goes on from another one.
const FAR: usize = 64;

/// The moves of a group as shifts, whatever it is given; `None` if that would be too many, or one would be counted twice.
pub(super) fn shifts<S: Set>(group: &Group<S>) -> Option<Vec<Shift<S>>> {
    some_shifts(group, [MOST, WAYS])
}

/// The same if they are many.
pub(super) fn far_shifts<S: Set>(group: &Group<S>) -> Option<Vec<Shift<S>>> {
    some_shifts(group, [FAR; 2])
}

fn some_shifts<S: Set>(group: &Group<S>, [most, ways]: [usize; 2]) -> Option<Vec<Shift<S>>> {
    if !group.parts.iter().all(Part::steps_alone) {
        return None;
    }
    let leads =
        |part: &Part<S>, from: usize, to: usize| part.steps[from].iter().any(|step| step.to == to);
    for (at, part) in group.parts.iter().enumerate() {
        for other in
            group.parts[..at].iter().filter(|other| !meet(&other.codes, &part.codes).is_none())
        {
            let twice = |(from, steps): (usize, &Vec<Step<S>>)| {
                steps.iter().any(|step| leads(other, from, step.to))
            };
            if part.steps.iter().enumerate().any(twice) {
                return None;
            }
        }
    }
    let mut shifts: Vec<Shift<S>> = Vec::new();
    let mut lands: Vec<&Codes> = Vec::new();
    for part in &group.parts {
        for (from, steps) in part.steps.iter().enumerate() {
            for step in steps {
                let way = |to: usize| to as i16 - from as i16;
                let by = way(step.to);
                let over: Box<[i16]> = (step.between & !step.held).cells().map(way).collect();
                // One of several cells is no one difference.
                let hurdle = match (step.hurdles, step.held.len()) {
                    (0, _) => None,
                    (1, 1) => Some((way(step.held.first()), part.over)),
                    _ => return None,
                };
                let becomes = group.becomes.iter().filter(|becomes| becomes.may(from, step.to));
                let times = becomes.map(|becomes| becomes.pieces.len() as u32).sum();
                let same = |known: &Shift<S>| {
                    let way = (known.by, &known.over, known.hurdle) == (by, &over, hurdle);
                    way && (known.land, known.times) == (part.land, times)
                };
                let at = shifts.iter().position(same).unwrap_or_else(|| {
                    let (land, from, again, rises) = (part.land, S::NONE, false, group.rises);
                    shifts.push(Shift { land, by, over, hurdle, from, times, again, rises });
                    lands.push(&part.codes);
                    shifts.len() - 1
                });
                shifts[at].from |= S::one(from);
                if shifts.len() > ways {
                    return None;
                }
            }
        }
    }
    for at in 0..shifts.len() {
        let (before, rest) = shifts.split_at_mut(at);
        let same = |(other, land): (&Shift<S>, &&Codes)| {
            let both = !(other.from & rest[0].from).is_none() && !other.excludes(&rest[0]);
            other.by == rest[0].by && both && !meet(land, lands[at]).is_none()
        };
        rest[0].again = before.iter().zip(&lands).any(same);
    }
    let differences = shifts.iter().filter(|shift| !shift.again).count();
    (differences <= most).then_some(shifts)
}
