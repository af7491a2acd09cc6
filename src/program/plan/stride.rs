//! Players whose moves are shifts of their pieces and nothing else.

use super::content::{Content, Contents};
use super::fact::Fact;
use super::given::Given;
use super::kinds::Moves;
use super::shift::{self, Shift};
use super::{Place, Side};
use crate::index::Piece;
use crate::program::ranked::Merged;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, meet};

/// The moves of a player, all of them shifts, the lesser differences first, or placements of one piece.
#[derive(Debug)]
pub(crate) struct Strides<S> {
    /// Each.
    pub all: Vec<Stride<S>>,
    /// The kinds and groups of moves of those that are given more.
    pub grants: Vec<(u8, u8)>,
    /// The placements, by their numbers, in the order of what they put.
    pub puts: Vec<u8>,
    /// Whether only captures are made where there are any.
    pub captures_first: bool,
    /// Whether each can be made whatever else can.
    apart: bool,
    /// Where some go on from where others have come: each by its number, behind that from which it goes on.
    order: Vec<u8>,
}

/// Pieces of a kind that go by one difference of cells.
#[derive(Clone, Debug)]
pub(crate) struct Stride<S> {
    /// The pieces.
    pub pieces: Content,
    /// The kind, and which of its groups of moves it is.
    pub kind: u8,
    pub group: u8,
    /// What stands then where they were and where they arrive, if it is a move by itself, and by cell its number there.
    pub single: Option<[Piece; 2]>,
    pub which: Box<[u16]>,
    /// How they go.
    pub shift: Shift<S>,
    /// Which of the grants it is given, if any.
    pub grant: Option<u8>,
    /// The strides by the same difference by which some of its moves are made as well.
    pub less: Vec<u8>,
    /// That from which it goes on, one empty cell further.
    past: Option<u8>,
}

/// Where strides can be made from, and memory to find it.
#[derive(Debug, Default)]
pub(crate) struct Strode<S> {
    /// By number of a stride, the cells from which it can be made.
    pub merged: Merged<S>,
    /// The same where strides hang on one another, and by number of a grant, the cells from which it holds, and to which.
    from: Vec<S>,
    granted: Vec<[S; 2]>,
    /// By number of a stride, from where it can be made but for what it is given, where some go on from others.
    open: Vec<S>,
}

/// Strides at most, times words of a set, if some go far.
const FAR: usize = 32;

impl<S: Set> Strides<S> {
    /// The moves of a player, if they are shifts and from one cell to another there is only one. Hops that are made before
    /// all others are left out.
    pub(super) fn new(side: &Side<S>, contents: &Contents) -> Option<Self> {
        let captures_first = side.must_capture_alone();
        let listed = side.listed && !side.must_first && !captures_first && !side.refuses_only;
        if listed || side.alike || side.walks || !side.dangers.is_empty() {
            return None;
        }
        let puts = side.puts().filter(|puts| puts.is_empty() || !captures_first)?;
        let mut all: Vec<Stride<S>> = Vec::new();
        let mut grants = Vec::new();
        let mut far = false;
        for (index, kind) in side.kinds.iter().enumerate() {
            let Moves { pieces, groups, .. } = kind;
            for (number, group) in groups.iter().enumerate() {
                let (kind, at) = (u8::try_from(index).ok()?, u8::try_from(number).ok()?);
                let grant = match group.given.is_empty() {
                    true => None,
                    false => {
                        grants.push((kind, at));
                        Some(u8::try_from(grants.len() - 1).ok()?)
                    }
                };
                let more = group.shifts.is_none() && group.tail.is_none();
                let further = if more { shift::far_shifts(group) } else { None };
                far |= further.is_some();
                for shift in group.shifts.as_ref().or(further.as_ref())? {
                    let codes = |shift: &Shift<S>| &contents.codes[usize::from(shift.land.0)];
                    let mut less = Vec::new();
                    for known in &all {
                        let alike = (known.pieces, known.shift.by) == (*pieces, shift.by)
                            && !(known.shift.from & shift.from).is_none()
                            && !meet(codes(&known.shift), codes(shift)).is_none()
                            && !known.shift.excludes(shift);
                        let own = (known.kind, known.group) == (kind, at);
                        match own || group.less.contains(&known.group.into()) {
                            true if alike => less.push(known.group),
                            _ if alike => return None,
                            _ => {}
                        }
                    }
                    if shift.times != 1 {
                        return None;
                    }
                    let (pieces, shift, single, which) =
                        (*pieces, shift.clone(), None, Box::default());
                    let (group, past) = (at, None);
                    let stride =
                        Stride { pieces, kind, group, single, which, shift, grant, less, past };
                    all.push(stride);
                }
            }
        }
        let plain = all.len();
        let singles = side.singles(contents)?;
        if !singles.is_empty() && (captures_first || side.finish.is_some()) {
            return None;
        }
        // Those that one cell tells come before those of two, by where the other cell is; no two are told by the same cells.
        let first = singles.iter().all(|(_, told)| *told == 1);
        let left = |one: &Stride<S>| one.single.map(|[left, _]| left);
        let alike = |(at, (one, told)): (usize, &(Stride<S>, usize))| {
            let shares = |other: &Stride<S>| {
                let by = (other.pieces, other.shift.by) == (one.pieces, one.shift.by);
                by && !(other.shift.from & one.shift.from).is_none()
            };
            let mut others = singles[at + 1..].iter().filter(|(_, of)| of == told);
            let unordered = |other: &Stride<S>| {
                *told == 1 && other.kind == one.kind && left(other) != left(one)
            };
            others.any(|(other, _)| shares(other) || unordered(other))
                || *told == 2 && all[..plain].iter().any(shares)
        };
        let mixed = !first && singles.iter().any(|(_, told)| *told == 1);
        if mixed || singles.iter().enumerate().any(alike) {
            return None;
        }
        all.extend(singles.into_iter().map(|(single, _)| single));
        all.sort_by_key(|stride| (first && stride.single.is_none(), stride.shift.by));
        // Groups have become strides: those by the same difference.
        let whose: Vec<_> = all.iter().map(|one| (one.kind, one.group, one.shift.by)).collect();
        for (at, stride) in all.iter_mut().enumerate() {
            let groups = std::mem::take(&mut stride.less);
            let such = |(kind, group, by): &(u8, u8, i16)| {
                (*kind, *by) == (stride.kind, stride.shift.by) && groups.contains(group)
            };
            let before = (0..at).filter(|before| such(&whose[*before]));
            stride.less = before.map(|before| u8::try_from(before).ok()).collect::<Option<_>>()?;
        }
        let known = all.iter().any(|one| !one.less.is_empty());
        let apart = grants.is_empty() && !captures_first && !known;
        // Where there are many, pieces are few beside them, and looked at one by one as quickly.
        let many = all.len() * S::CELLS / 64 > FAR;
        if far && many {
            return None;
        }
        let order = if far { Self::find_past(&mut all, contents) } else { Vec::new() };
        (!all.is_empty()).then_some(Self { all, grants, puts, captures_first, apart, order })
    }

    /// Finds the strides that go on from others; in which order they are found, if there are any.
    fn find_past(all: &mut [Stride<S>], contents: &Contents) -> Vec<u8> {
        for at in 0..all.len() {
            let goes_on = |before: &usize| {
                let (one, other) = (&all[at], &all[*before]);
                let same =
                    (one.pieces, one.kind, one.group) == (other.pieces, other.kind, other.group);
                let plain = one.single.is_none() && other.single.is_none();
                same && plain && one.shift.goes_on_from(&other.shift, contents)
            };
            let past = (0..all.len()).find(goes_on);
            all[at].past = past.and_then(|past| u8::try_from(past).ok());
        }
        if all.iter().all(|stride| stride.past.is_none()) {
            return Vec::new();
        }
        let mut order: Vec<u8> = (0..=u8::MAX).take(all.len()).collect();
        order.sort_by_key(|at| all[usize::from(*at)].shift.over.len());
        order
    }

    /// Whether some of its moves are made by several strides.
    pub fn shares(&self) -> bool {
        self.all.iter().any(|stride| !stride.less.is_empty())
    }

    /// The same with each stride changed, unless one cannot be.
    pub(super) fn changed(
        &self,
        change: impl FnMut(&Stride<S>) -> Option<Stride<S>>,
    ) -> Option<Self> {
        let all = self.all.iter().map(change).collect::<Option<_>>()?;
        let (grants, puts, order) = (self.grants.clone(), self.puts.clone(), self.order.clone());
        Some(Self { all, grants, puts, order, ..*self })
    }

    /// Finds where the strides can be made from: `set` tells where what stands, `empty` where nothing does, `grant` from where and to
    /// where what they are given holds, `open` where a placement may be, `room` from where there is room by a difference of cells.
    #[inline(always)]
    pub fn find(
        &self,
        strode: &mut Strode<S>,
        set: impl Fn(Content) -> S,
        empty: impl Fn() -> S,
        grant: impl Fn(&(u8, u8)) -> [S; 2],
        open: impl Fn(u8) -> S,
        room: impl Fn(i16) -> S,
    ) {
        let (strides, most) = (self.all.len(), self.all.len() + self.puts.len());
        // A cell tells a placement, two cells a stride: of those that begin on the same cell the placement comes first.
        let puts = || self.puts.iter().map(|put| open(*put));
        let from = |stride: &Stride<S>| stride.shift.open(set(stride.pieces), &set, &empty, &room);
        let Strode { merged, open: opened, .. } = strode;
        if !self.order.is_empty() {
            opened.clear();
            opened.resize(strides, S::NONE);
            let vacant = empty();
            for at in self.order.iter().map(|at| usize::from(*at)) {
                let stride = &self.all[at];
                opened[at] = match stride.past.map(usize::from) {
                    None => from(stride),
                    Some(past) => {
                        let Shift { from, land, by, .. } = &stride.shift;
                        let on = opened[past] & vacant.moved(-self.all[past].shift.by);
                        on & *from & set(*land).moved(-by)
                    }
                };
            }
        }
        let opened = if self.order.is_empty() { &[] } else { &opened[..] };
        let from = |(at, stride): (usize, &Stride<S>)| {
            opened.get(at).copied().unwrap_or_else(|| from(stride))
        };
        let each = || self.all.iter().enumerate();
        if self.apart {
            // Two loops: where nothing is put, the one without placements is quicker by a fifth.
            match self.puts.is_empty() {
                true => merged.renew(strides, each().map(from)),
                false => merged.renew(most, puts().chain(each().map(from))),
            }
            return;
        }
        strode.granted.clear();
        strode.granted.extend(self.grants.iter().map(grant));
        strode.from.clear();
        for (at, stride) in each() {
            let mut from = from((at, stride));
            if let Some(grant) = stride.grant {
                let [goes, onto] = strode.granted[usize::from(grant)];
                from &= goes & onto.moved(-stride.shift.by);
            }
            let known = stride.less.iter().map(|less| strode.from[usize::from(*less)]);
            strode.from.push(known.fold(from, |from, known| from & !known));
        }
        if self.captures_first {
            let stands = !empty();
            let captures =
                |(from, stride): (&S, &Stride<S>)| *from & stands.moved(-stride.shift.by);
            let mut both = strode.from.iter().zip(&self.all);
            if both.any(|both| !captures(both).is_none()) {
                let froms = strode.from.iter_mut().zip(&self.all);
                froms.for_each(|(from, stride)| *from = captures((&*from, stride)));
            }
        }
        match self.puts.is_empty() {
            true => merged.renew(strides, strode.from.iter().copied()),
            false => merged.renew(most, puts().chain(strode.from.iter().copied())),
        }
    }
}

/// More sorts of moves by themselves are not told as strides.
const SINGLES: usize = 16;

impl<S: Set> Side<S> {
    /// The moves by themselves as strides, each with how many cells tell it, if all are such: two cells change, and what must stand
    /// where is told by differences of cells.
    fn singles(&self, contents: &Contents) -> Option<Vec<(Stride<S>, usize)>> {
        let mut singles: Vec<(Stride<S>, usize)> = Vec::new();
        for (index, kind) in self.kinds.iter().enumerate() {
            let cells = kind.loose.len();
            let all = kind.loose.iter().enumerate().flat_map(|(from, loose)| {
                loose.iter().enumerate().map(move |(number, one)| (from, number, one))
            });
            for (from, number, one) in all {
                let (effect, (to, single)) = (&one.effect, one.exchange(from, kind.piece)?);
                let [ready] = &one.any[..] else { return None };
                let free =
                    ready.marked.is_empty() && ready.safe.is_empty() && ready.given.is_empty();
                let free = free && ready.meanwhile.is_none();
                let plain = effect.marks.is_empty() && effect.drop.is_none() && !effect.rises;
                let plain = plain && effect.tallies.is_empty();
                if !free || !plain || self.places.iter().any(|place| place.on.is_some()) {
                    return None;
                }
                let way = |cell: usize| cell as i16 - from as i16;
                let (mut land, mut over, mut hurdle) = (None, Vec::new(), None);
                for (content, cells) in &ready.content {
                    for cell in cells.cells() {
                        if cell == to {
                            land = Some(*content);
                        } else if cell == from {
                            (*content == kind.pieces).then_some(())?;
                        } else if contents.codes[usize::from(content.0)] == EMPTY {
                            over.push(way(cell));
                        } else {
                            hurdle.replace((way(cell), Some(*content))).is_none().then_some(())?;
                        }
                    }
                }
                over.sort_unstable();
                let single = Some(single);
                let shift = Shift {
                    land: land?,
                    by: way(to),
                    over: over.into(),
                    hurdle,
                    from: S::one(from),
                    times: 1,
                    again: false,
                    rises: false,
                };
                let kind = (kind.pieces, u8::try_from(index).ok()?);
                let same = |(known, told): &&mut (Stride<S>, usize)| {
                    let way = (known.shift.by, &known.shift.over, known.shift.hurdle);
                    way == (shift.by, &shift.over, shift.hurdle)
                        && (known.shift.land, known.single) == (shift.land, single)
                        && ((known.pieces, known.kind), *told) == (kind, effect.path.len())
                };
                match singles.iter_mut().find(same) {
                    Some((known, _)) if !known.shift.from.has(from) => {
                        known.shift.from |= shift.from;
                        known.which[from] = number as u16;
                    }
                    Some(_) => return None,
                    None => {
                        let (pieces, kind) = kind;
                        let (group, grant, less, past) = (u8::MAX, None, Vec::new(), None);
                        let mut which: Box<[u16]> = vec![0; cells].into();
                        which[from] = number as u16;
                        let single =
                            Stride { pieces, kind, group, single, which, shift, grant, less, past };
                        singles.push((single, effect.path.len()));
                    }
                }
            }
        }
        let told = singles.iter().all(|(_, told)| (1..=2).contains(told));
        (told && singles.len() <= SINGLES).then_some(singles)
    }

    /// The placements in the order of what they put, if each is of one piece and none is refused.
    fn puts(&self) -> Option<Vec<u8>> {
        let free = self.forbids.is_empty() && self.truces.is_empty();
        let alone = self.places.len() == 1;
        let told = |place: &Place<S>| {
            let brief = place.is_brief() && place.after.is_none() && place.less.is_empty();
            !place.tried && place.second.is_none() && place.turns.is_empty() && (alone || brief)
        };
        let all = self.places.is_empty() || free && self.places.iter().all(told);
        let mut puts: Vec<u8> = (0..u8::try_from(self.places.len()).ok()?).collect();
        let piece = |put: &u8| self.places[usize::from(*put)].piece;
        puts.sort_by_key(piece);
        // Of two that put the same, what else they change tells which comes first.
        let ordered = puts.windows(2).all(|two| piece(&two[0]) != piece(&two[1]));
        (all && ordered).then_some(puts)
    }
}

impl<S> Side<S> {
    /// Whether captures must be made where there are any, and nothing else is asked of moves.
    fn must_capture_alone(&self) -> bool {
        let must = matches!(self.must, Some(Fact::Captured)) && !self.must_after;
        let others = self.tests || self.hops || self.walks || self.alike || !self.prefer.is_empty();
        must && !others && self.forbids.is_empty() && self.truces.is_empty()
    }

    /// What moves of a group are given.
    pub fn given(&self, (kind, group): (u8, u8)) -> &[Given<S>] {
        &self.kinds[usize::from(kind)].groups[usize::from(group)].given
    }
}
