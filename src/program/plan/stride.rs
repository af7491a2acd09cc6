//! Players whose moves are shifts of their pieces and nothing else.

use super::content::{Content, Contents};
use super::fact::Fact;
use super::given::Given;
use super::kinds::Moves;
use super::shift::{self, Shift};
use super::{Place, Side};
use crate::index::Piece;
use crate::program::check::has;
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
    /// If it is a move by itself, by cell its number there.
    pub which: Option<Box<[u16]>>,
    /// What stands then where they were and where they arrive, if such a move does no more than to change some cells.
    pub exchange: Option<[Piece; 2]>,
    /// What stands on the others of these then, by their differences.
    pub others: Box<[(i16, Piece)]>,
    /// The differences of the cells that tell it after the first.
    pub told: [Option<i16>; 2],
    /// Whether more than the cells tells which of those comes first that the same cells tell.
    pub rivals: bool,
    /// How they go.
    pub shift: Shift<S>,
    /// Which of the grants it is given, if any.
    pub grant: Option<u8>,
    /// The strides by the same difference by which some of its moves are made as well.
    pub less: Vec<u8>,
    /// That from which it goes on, one empty cell further.
    past: Option<u8>,
}

/// Cells by their differences, in order, and what stands there.
type Changes = Vec<(i16, Piece)>;

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
    /// The moves of a player, if they are shifts, from one cell to another there is only one, and no two come to the same. Hops that are
    /// made before all others are left out. `slots` is whether moves may change more than cells.
    pub(super) fn new(side: &Side<S>, contents: &Contents, slots: bool) -> Option<Self> {
        if side.alike { None } else { Self::of(side, contents, slots) }
    }

    /// The same where some may come to the same.
    pub(super) fn of(side: &Side<S>, contents: &Contents, slots: bool) -> Option<Self> {
        let captures_first = side.must_capture_alone();
        let listed = side.listed && !side.must_first && !captures_first && !side.refuses_only;
        if listed || side.walks || !side.dangers.is_empty() {
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
                    if shift.times != 1 {
                        return None;
                    }
                    let told = [Some(shift.by), None];
                    let stride = Stride::new((*pieces, kind), told, shift.clone());
                    let known = |known: &&Stride<S>| {
                        let own = (known.kind, known.group) == (kind, at);
                        (own || group.less.contains(&known.group.into()))
                            && known.shift.by == shift.by
                            && known.may_stand_with(&stride, contents)
                    };
                    let less = all.iter().filter(known).map(|known| known.group).collect();
                    all.push(Stride { group: at, grant, less, ..stride });
                }
            }
        }
        let plain = all.len();
        all.extend(side.singles(contents)?);
        let single = all.len() > plain;
        // Those that others know must stay before these.
        let shared = all.iter().any(|stride| !stride.less.is_empty());
        let changed =
            |stride: &Stride<S>| if shared { None } else { side.changed_by(stride, contents) };
        all.sort_by_cached_key(|stride| (stride.told, changed(stride), stride.shift.by));
        Self::find_rivals(&mut all, |one, other| {
            let cells = changed(one).zip(changed(other));
            one.may_stand_with(other, contents) && !one.is_before(other, cells, slots)
        });
        let rivals = all.iter().any(|stride| stride.rivals);
        if (single || rivals) && (captures_first || side.finish.is_some()) {
            return None;
        }
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

    /// Finds which of the strides more than the cells that tell them must put in order: all that the same cells tell, if two of these are
    /// such.
    fn find_rivals(all: &mut [Stride<S>], unordered: impl Fn(&Stride<S>, &Stride<S>) -> bool) {
        for same in all.chunk_by_mut(|one, other| one.told == other.told) {
            let rivals = |(at, one): (usize, &Stride<S>)| {
                same[at + 1..].iter().any(|other| unordered(one, other))
            };
            if same.iter().enumerate().any(rivals) {
                same.iter_mut().for_each(|stride| stride.rivals = true);
            }
        }
    }

    /// Finds the strides that go on from others; in which order they are found, if there are any.
    fn find_past(all: &mut [Stride<S>], contents: &Contents) -> Vec<u8> {
        for at in 0..all.len() {
            let goes_on = |before: &usize| {
                let (one, other) = (&all[at], &all[*before]);
                let same =
                    (one.pieces, one.kind, one.group) == (other.pieces, other.kind, other.group);
                let plain = one.which.is_none() && other.which.is_none();
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

    /// Whether more than the cells that tell them must put some of its moves in order.
    pub fn has_rivals(&self) -> bool {
        self.all.iter().any(|stride| stride.rivals)
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

impl<S: Set> Stride<S> {
    /// Whether it lets something stand on another cell than that where it arrives.
    pub(super) fn moves_others(&self) -> bool {
        self.others.iter().any(|(_, piece)| !piece.is_empty())
    }

    /// Pieces of a kind that go so, with nothing else.
    fn new((pieces, kind): (Content, u8), told: [Option<i16>; 2], shift: Shift<S>) -> Self {
        Self {
            pieces,
            kind,
            group: u8::MAX,
            which: None,
            exchange: None,
            others: Box::default(),
            told,
            rivals: false,
            shift,
            grant: None,
            less: Vec::new(),
            past: None,
        }
    }

    /// Whether nothing else need tell that it comes before another one that the same cells tell: that knows it, or the cells that both
    /// change do. Slots, if moves may change such, come behind all cells.
    fn is_before(&self, other: &Self, changed: Option<(Changes, Changes)>, slots: bool) -> bool {
        let knows = |one: &Self, other: &Self| one.less.contains(&other.group);
        let plain = self.which.is_none() && other.which.is_none();
        let known = self.group == other.group || knows(self, other) || knows(other, self);
        plain && known
            || changed.is_some_and(|(one, other)| {
                let within = one.starts_with(&other) || other.starts_with(&one);
                one != other && !(slots && within)
            })
    }

    /// Whether both may be made from one cell, as far as what stands there, where they arrive and on the way tells.
    fn may_stand_with(&self, other: &Self, contents: &Contents) -> bool {
        let lands = |stride: &Self| &contents.codes[usize::from(stride.shift.land.0)];
        let apart = || self.shift.by != other.shift.by;
        self.pieces == other.pieces
            && !(self.shift.from & other.shift.from).is_none()
            && (apart() || !meet(lands(self), lands(other)).is_none())
            && !self.shift.excludes(&other.shift)
    }
}

impl<S: Set> Side<S> {
    /// The cells that a stride changes, by their differences and in order, and what stands there then, if it surely changes these and
    /// no others.
    fn changed_by(&self, stride: &Stride<S>, contents: &Contents) -> Option<Changes> {
        let kind = &self.kinds[usize::from(stride.kind)];
        let [left, comes] = match &stride.which {
            Some(_) => stride.exchange?,
            None => {
                let group = &kind.groups[usize::from(stride.group)];
                let brief = group.after.is_none() && group.tail.is_none() && !group.rises;
                let [becomes] = &group.becomes[..] else { return None };
                let [piece] = becomes.pieces[..] else { return None };
                (brief && becomes.to.is_none()).then_some([Piece::EMPTY, piece])?
            }
        };
        let Shift { by, land, over, hurdle, .. } = &stride.shift;
        let stands = |content: Content, piece| has(&contents.codes[usize::from(content.0)], piece);
        let may_stand = |(at, piece): &(i16, Piece)| match hurdle {
            _ if at == by => stands(*land, *piece),
            _ if over.contains(at) => piece.is_empty(),
            Some((hurdle, Some(of))) if hurdle == at => stands(*of, *piece),
            _ => true,
        };
        let to = [(*by, comes)].into_iter().chain(stride.others.iter().copied());
        let stays = stride.which.is_some() && left == kind.piece;
        let left = (!stays).then_some((0, left));
        let mut cells: Changes = to.collect();
        let sure = self.sequel.is_empty() && !cells.iter().any(may_stand);
        cells.extend(left);
        cells.sort_unstable();
        sure.then_some(cells)
    }
}

/// More sorts of moves by themselves, times words of a set, are not told as strides.
const SINGLES: usize = 96;

impl<S: Set> Side<S> {
    /// The moves by themselves as strides, if all are such: what must stand where is told by differences of cells.
    fn singles(&self, contents: &Contents) -> Option<Vec<Stride<S>>> {
        let mut singles: Vec<Stride<S>> = Vec::new();
        for (index, kind) in self.kinds.iter().enumerate() {
            let cells = kind.loose.len();
            let all = kind.loose.iter().enumerate().flat_map(|(from, loose)| {
                loose.iter().enumerate().map(move |(number, one)| (from, number, one))
            });
            for (from, number, one) in all {
                let effect = &one.effect;
                let [ready] = &one.any[..] else { return None };
                let free =
                    ready.marked.is_empty() && ready.safe.is_empty() && ready.given.is_empty();
                let free = free && ready.meanwhile.is_none() && one.paths.is_empty();
                if !free || effect.rises || self.places.iter().any(|place| place.on.is_some()) {
                    return None;
                }
                let plain = effect.marks.is_empty() && effect.drop.is_none();
                let plain = plain && effect.tallies.is_empty();
                let exchange = one.exchange(from, kind.piece).filter(|_| plain);
                let (first, told) = effect.path.split_first()?;
                if first.index() != from || told.len() > 2 {
                    return None;
                }
                let last = effect.path.last()?.index();
                let way = |cell: usize| cell as i16 - from as i16;
                let (to, exchange, others) = match exchange {
                    Some((to, exchange, others)) => (to, Some(exchange), others),
                    None => (last, None, Vec::new()),
                };
                let others = others.into_iter().map(|(cell, piece)| (way(cell), piece));
                let others: Box<[(i16, Piece)]> = others.collect();
                let told = [0, 1].map(|at| told.get(at).map(|cell| way(cell.index())));
                let (mut land, mut over, mut hurdle) = (None, Vec::new(), None);
                if to == from {
                    land = Some(kind.pieces);
                }
                for (content, cells) in &ready.content {
                    for cell in cells.cells() {
                        if cell == from {
                            (*content == kind.pieces).then_some(())?;
                        } else if cell == to {
                            land.replace(*content).is_none().then_some(())?;
                        } else if contents.codes[usize::from(content.0)] == EMPTY {
                            over.push(way(cell));
                        } else {
                            hurdle.replace((way(cell), Some(*content))).is_none().then_some(())?;
                        }
                    }
                }
                over.sort_unstable();
                let shift = Shift {
                    land: land?,
                    by: way(to),
                    over: over.into(),
                    hurdle,
                    from: S::NONE,
                    times: 1,
                    again: false,
                    rises: false,
                };
                let (pieces, index) = (kind.pieces, u8::try_from(index).ok()?);
                let same = |known: &Stride<S>| {
                    let way = (known.shift.by, &known.shift.over, known.shift.hurdle);
                    way == (shift.by, &shift.over, shift.hurdle)
                        && (known.shift.land, known.exchange) == (shift.land, exchange)
                        && known.others == others
                        && (known.pieces, known.kind, known.told) == (pieces, index, told)
                        && !known.shift.from.has(from)
                };
                let at = match singles.iter().position(same) {
                    Some(at) => at,
                    None if singles.len() == SINGLES / (S::CELLS / 64) => return None,
                    None => {
                        let which = Some(vec![0; cells].into());
                        let stride = Stride::new((pieces, index), told, shift);
                        singles.push(Stride { which, exchange, others: others.clone(), ..stride });
                        singles.len() - 1
                    }
                };
                let stride = &mut singles[at];
                stride.shift.from |= S::one(from);
                stride.which.as_mut()?[from] = number as u16;
            }
        }
        Some(singles)
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
