//! Placements: one piece is put on an empty cell, out of a hand or not. What an action does to a piece that stands on a cell
//! is a placement as well: `pick own and rank 1, lift` puts nothing where a piece of one's own stands, `pick enemy, flip` another
//! piece.

use std::collections::{BTreeMap, BTreeSet};

use super::NUMBERED;
use super::after::{Deed, Deeds, deeds};
use super::content::{Content, Contents};
use super::fact::{Fact, Where};
use super::given::Given;
use super::heed::Read;
use super::kinds::{Group, Loose, Moves, givens};
use super::quarters::Quarters;
use super::second::Second;
use super::sequel::{Sequel, flat};
use super::sight::{Scope, Sight};
use super::stirs::Stirs;
use crate::index::{Cell, Mark, MoveName, Piece};
use crate::program::check::{Codes, View, has};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::trail::{
    After, EMPTY, EVERY, Finder, Given as Asks, NONE, Needs, PIECES, Tally, Trail, join, meet,
    only, without,
};
use crate::program::walk::any;
use crate::program::why::{Reason, Why};
use crate::rules::{Act, MoveRule, Named, Node, Rules, Test, Tower, Walk};

/// Placements of one piece.
#[derive(Debug)]
pub(crate) struct Place<S> {
    /// The name of the moves.
    pub name: MoveName,
    /// The number of the action.
    pub action: u16,
    /// What is put.
    pub piece: Piece,
    /// The slot of the hand that it comes out of.
    pub slot: Option<u16>,
    /// What stands where it is put, if anything does, and whether that is captured.
    pub on: Option<Content>,
    pub captures: bool,
    /// The marks that the cell gets or loses.
    pub marks: Box<[(Mark, bool)]>,
    /// By how much numbers of the player's are more then, or less.
    pub tallies: Box<[Tally]>,
    /// Where it may be put, if that stands there.
    pub cells: S,
    /// Where it may be, by one of these or another; anywhere, if there are none.
    pub when: Vec<When<S>>,
    /// Pieces that keep others away.
    pub repels: Vec<Repel<S>>,
    /// From where these fit.
    pub sights: Vec<Sight<S>>,
    /// What must be so of the cell when the piece stands there.
    pub lands: Vec<Where<S>>,
    /// What comes then.
    pub sequel: Vec<Sequel<S>>,
    /// Whether only that tells if the placement can be made.
    pub tried: bool,
    /// Whether that may empty the cell again: what comes to nothing is no move, and of those that come to the same the first is one.
    pub returns: bool,
    /// Pieces without which it may be put nowhere.
    pub attracts: Option<Attract<S>>,
    /// What follows.
    pub after: Option<Deeds<S>>,
    /// Whether that is, wherever it is put, that pieces are put on other cells that are empty.
    pub fills: bool,
    /// The blocks of which one is turned then, in the order of the cells that tell which; none if nothing is.
    pub turns: Box<[Quarters<S>]>,
    /// The piece that is put with it, if they are two.
    pub second: Option<Second<S>>,
    /// The player's placements that do the same and come first, by number: where one of them can be made, this is none.
    pub less: Vec<u8>,
    /// Where it must be made to know what it leaves open.
    pub stirs: Option<Stirs<S>>,
    /// Whether every placement of it is one of another's, so that without it there are as many.
    pub within: bool,
}

impl<S> Place<S> {
    /// Whether where it may be hangs on more than which cells are empty, as long as any are, and on what is so for good in the end.
    pub fn sees(&self) -> bool {
        let looks =
            |when: &When<S>| !when.sights.is_empty() || when.facts.iter().any(Fact::asks_numbers);
        self.on.is_some() || !self.asks_nothing() || self.when.iter().any(looks)
    }

    /// Whether it asks for no more than for what stands where it is put, but for conditions.
    fn asks_nothing(&self) -> bool {
        let alone = self.repels.is_empty() && self.attracts.is_none();
        alone && self.sights.is_empty() && self.lands.is_empty()
    }
}

impl<S: Set> Place<S> {
    /// Whether what stands where is all that tells where it may be.
    pub fn asks_board(&self) -> bool {
        self.slot.is_none() && self.reads(&mut |_| Some(())).is_some()
    }

    /// Whether all that comes behind it is that cells of others' pieces are emptied, which can always be done.
    pub(super) fn clears(&self, own: &Codes) -> bool {
        let others = |one: &Sequel<S>| one.is_sure() && one.why().is_none() && one.spares(own);
        let alone = self.turns.is_empty() && self.second.is_none() && !self.tried;
        alone && self.sequel.iter().all(others)
    }

    /// Tells of each part of the position for which it asks, unless it asks more.
    pub(super) fn reads(&self, see: &mut impl FnMut(Read) -> Option<()>) -> Option<()> {
        let near = self.repels.iter().map(|repel| repel.pieces);
        let near = near.chain(self.attracts.iter().map(|attract| attract.pieces));
        self.on.into_iter().chain(near).try_for_each(|pieces| see(Read::Stands(pieces)))?;
        self.sights.iter().try_for_each(|sight| sight.reads(see))?;
        self.lands.iter().try_for_each(|cells| cells.reads(see))?;
        self.when.iter().try_for_each(|when| {
            when.facts.iter().try_for_each(|fact| fact.reads(see))?;
            when.sights.iter().try_for_each(|sight| sight.reads(see))
        })
    }
}

impl<S> Place<S> {
    /// The marks that are made or taken away by a placement on a cell.
    pub fn marks_on(&self, cell: Cell) -> Vec<(Mark, Cell, bool)> {
        self.marks.iter().map(|(mark, on)| (*mark, cell, *on)).collect()
    }

    /// How many placements of one piece there are on a cell.
    #[inline]
    pub fn ways(&self) -> usize {
        self.turns.len().max(1)
    }

    /// Whether it changes no other cell than that where the piece is put, but for what follows.
    pub fn is_brief(&self) -> bool {
        self.sequel.is_empty() && self.turns.is_empty() && self.second.is_none() && !self.fills
    }

    /// Whether where its piece is put tells all of it.
    pub fn is_single(&self) -> bool {
        self.second.is_none() && self.turns.is_empty()
    }

    /// Whether it puts one piece, what follows it by no table is all that follows, and it can be made wherever it may be.
    pub fn is_masked(&self) -> bool {
        self.is_single() && self.after.is_none() && !self.tried
    }

    /// Whether it is done to a piece on the board, and changes nothing else.
    pub fn changes_piece_alone(&self) -> bool {
        self.on.is_some() && self.is_brief() && self.after.is_none()
    }

    /// What is put.
    fn pieces(&self) -> impl Iterator<Item = Piece> {
        std::iter::once(self.piece).chain(self.second.as_ref().map(|second| second.piece))
    }
}

/// Where a piece may be put on some conditions.
#[derive(Debug)]
pub(crate) struct When<S> {
    /// What must hold.
    pub facts: Vec<Fact<S>>,
    /// The cells.
    pub cells: S,
    /// From where these must fit as well.
    pub sights: Vec<Sight<S>>,
}

impl<S> When<S> {
    /// Those cells, if all of these hold.
    pub(super) fn hold(facts: Vec<Fact<S>>, cells: S) -> Self {
        Self { facts, cells, sights: Vec::new() }
    }
}

impl<S: Set> When<S> {
    /// The cells that pass a test, if conditions hold and looks fit from there.
    fn asked(test: &Test, asks: &[&Node], scope: &mut Scope<'_, '_, S>) -> Option<Self> {
        let view = scope.view;
        let cells = Where::new(&view.check(test), scope).ok()?;
        let mut when = Self { facts: Vec::new(), cells: scope.cells, sights: vec![cells.sight()] };
        for node in asks {
            match &node.walk {
                Walk::When(cond) => {
                    when.facts.push(Fact::told(&CondCode::new(view, cond), scope).ok()?);
                }
                _ => when.sights.push(scope.sight(node).ok()?),
            }
        }
        Some(when)
    }
}

/// Pieces near which others may be put.
#[derive(Debug)]
pub(crate) struct Attract<S> {
    /// The pieces.
    pub pieces: Content,
    /// By difference of indices: where such a piece draws others to the cell that differs so.
    pub shifts: Box<[(S, i16)]>,
}

/// Differences of indices at most by which pieces keep others away, if they do so by these.
const SHIFTS: usize = 8;

/// Pieces that keep others away.
#[derive(Debug)]
pub(crate) struct Repel<S> {
    /// The pieces.
    pub pieces: Content,
    /// By the cell where one stands, from where.
    pub from: Box<[S]>,
    /// The same by difference of indices, if these are few: the cells where one matters, and it.
    pub shifts: Box<[(S, i16)]>,
}

impl<S: Set> Repel<S> {
    /// The cells from which pieces on those cells keep others away.
    #[inline]
    pub fn kept(&self, pieces: S) -> S {
        match self.shifts.is_empty() {
            false => {
                let kept = |kept, (of, by): &(S, i16)| kept | (pieces & *of).moved(*by);
                self.shifts.iter().fold(S::NONE, kept)
            }
            true => pieces.cells().fold(S::NONE, |kept, at| kept | self.from[at]),
        }
    }

    fn shift(&mut self) {
        let mut shifts: BTreeMap<i16, S> = BTreeMap::new();
        for (at, kept) in self.from.iter().enumerate() {
            for to in kept.cells() {
                *shifts.entry(to as i16 - at as i16).or_insert(S::NONE) |= S::one(at);
            }
        }
        if shifts.len() <= SHIFTS {
            self.shifts = shifts.into_iter().map(|(by, of)| (of, by)).collect();
        }
    }
}

/// What is put: the piece, out of which slot, instead of which pieces if any, whether these are captured, the marks that the
/// cell gets or loses, and what becomes of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Puts {
    slot: Option<u16>,
    piece: Piece,
    on: Option<Codes>,
    captures: bool,
    marks: Vec<(Mark, bool)>,
    tallies: Vec<Tally>,
}

impl Puts {
    /// A piece that is put on an empty cell.
    fn piece(slot: Option<u16>, piece: Piece) -> Self {
        Self { slot, piece, on: None, captures: false, marks: Vec::new(), tallies: Vec::new() }
    }

    /// What a trail puts on the cell that it picks, unless it does more: on an empty cell, and where pieces stand; and what follows. If
    /// the cell was empty, that may be to put pieces on other empty cells.
    fn of(trail: &Trail) -> Result<(Cell, Vec<Self>, Vec<After>), Reason> {
        let Trail { needs, effect, .. } = trail;
        let to = *effect.path.first().ok_or(Reason::NoPlacement)?;
        let piece = effect.sets.get(to).ok_or(Reason::NoPlacement)?;
        let mut after = effect.after.clone();
        for (cell, piece) in effect.sets.iter().filter(|set| set.0 != to) {
            if needs.on(to) != EMPTY || needs.on(cell) != EMPTY {
                return Err(Reason::SeveralCells);
            }
            after.push(After { cell, of: EMPTY, piece });
        }
        after.sort();
        if effect.marks.iter().any(|(_, cell, _)| *cell != to) {
            return Err(Reason::MakesMarks);
        }
        if !needs.marked.is_empty() {
            return Err(Reason::Marked);
        }
        let marks: Vec<_> = effect.marks.iter().map(|(mark, _, on)| (*mark, *on)).collect();
        let captures = !effect.captures.is_empty();
        let whole = effect.path == [to] && effect.captures.iter().all(|cell| *cell == to);
        let plain = effect.lowers.is_empty() && effect.became.is_none() && !effect.rises;
        if !whole || !plain || !needs.content_alone() {
            return Err(Reason::NoPlacement);
        }
        let stands = needs.on(to);
        let empty = !piece.is_empty() && has(&stands, Piece::EMPTY);
        // What is put where its like stands changes nothing.
        let on = without(&without(&stands, &EMPTY), &only(piece));
        // What changes no cell may change numbers.
        if !effect.tallies.is_empty() && !meet(&stands, &PIECES).is_none() {
            return Err(Reason::NoPlacement);
        }
        let tallies = effect.tallies.clone();
        let plain = Self { marks, tallies, ..Self::piece(effect.drop, piece) };
        let on = (!on.is_none()).then_some(Self { captures, on: Some(on), ..plain.clone() });
        Ok((to, empty.then_some(plain).into_iter().chain(on).collect(), after))
    }

    /// What the deeds with which an action ends do to the cell that it has picked, if they do nothing else.
    fn by(deeds: &[&Node], finder: &Finder<'_, '_>) -> Option<Self> {
        let view = finder.view();
        let acts = deeds.iter().map(|node| match node.walk {
            Walk::Act(act) => Some(act),
            _ => None,
        });
        let acts: Vec<Act> = acts.collect::<Option<_>>()?;
        let marks = acts.iter().rev().take_while(|act| matches!(act, Act::Mark(..))).count();
        let (acts, marks) = acts.split_at(acts.len() - marks);
        let marks = marks.iter().filter_map(|act| match act {
            Act::Mark(mark, on) => Some((*mark, *on)),
            _ => None,
        });
        let marks = marks.collect();
        let (captures, rest) = match acts[..] {
            [taken @ (Act::Lift | Act::Capture), ref rest @ ..] => (taken == Act::Capture, rest),
            ref all => (false, all),
        };
        let taken = rest.len() < acts.len();
        let on = |piece| without(&PIECES, &only(piece));
        match rest {
            [] if taken => {
                let plain = Self::piece(None, Piece::EMPTY);
                Some(Self { on: Some(PIECES), captures, marks, ..plain })
            }
            [Act::Put(kind)] => {
                let piece = finder.put(*kind);
                let on = taken.then(|| on(piece));
                Some(Self { on, captures, marks, ..Self::piece(None, piece) })
            }
            [Act::Drop(kind)] if !taken => {
                let slot = view.layout.hand(view.mover, *kind)?;
                let piece = Piece::new(*kind, Some(view.mover));
                Some(Self { marks, ..Self::piece(Some(slot.0), piece) })
            }
            _ => None,
        }
    }

    /// What comes of pieces that are turned over, given away or made others, by what they are then.
    fn turned(act: Act, finder: &Finder<'_, '_>) -> Vec<Self> {
        let mut turned: BTreeMap<Piece, Codes> = BTreeMap::new();
        for piece in finder.pieces() {
            if let Some(then) = finder.turned(act, piece).filter(|then| *then != piece) {
                let on = turned.entry(then).or_insert(NONE);
                *on = join(on, &only(piece));
            }
        }
        let puts = |(piece, on)| Self { on: Some(on), ..Self::piece(None, piece) };
        turned.into_iter().map(puts).collect()
    }

    /// Placements of it on those cells, and nothing more.
    fn place<S: Set>(
        self,
        rule: &MoveRule,
        action: u16,
        cells: S,
        contents: &mut Contents,
    ) -> Place<S> {
        let Self { slot, piece, on, captures, marks, tallies } = self;
        let (on, marks) = (on.map(|codes| contents.of(&codes)), marks.into());
        let tallies = tallies.into();
        Place { slot, on, captures, marks, tallies, ..Place::plain(rule, action, piece, cells) }
    }
}

/// By the cell: what must be so for a placement on it, and what follows.
type Follows = BTreeMap<Cell, (Vec<Needs>, Vec<After>)>;

/// By what is put, and by which of several ways to put others with it.
type Found = BTreeMap<(Puts, usize), Follows>;

/// Whether what follows is that pieces are put on cells that must be empty.
fn puts_more(after: &[After], needs: &Needs) -> bool {
    let surely = |one: &After| one.of == EMPTY && needs.on(one.cell) == EMPTY;
    !after.is_empty() && after.iter().all(surely)
}

/// Whether an action may put a piece on one cell, and do nothing else: on an empty one, or where a piece `stands`.
fn puts(rule: &MoveRule, piece: Piece, stands: bool) -> bool {
    let list = flat(&rule.walk);
    let number = |such: fn(&Walk) -> bool| list.iter().filter(|node| such(&node.walk)).count();
    let takes = number(|walk| matches!(walk, Walk::Act(Act::Lift | Act::Capture)));
    let forks = number(|walk| matches!(walk, Walk::Alt(_) | Walk::Repeat { .. }));
    let put = number(|walk| matches!(walk, Walk::Act(Act::Put(_) | Act::Drop(_))));
    // Where something is taken first, and one piece is put, another cell changes or this was not empty.
    let exchanges = takes > 0 && forks == 0 && put == 1;
    let Some(kind) = piece.kind() else {
        let clears = |act| matches!(act, Act::Lift | Act::LiftAs(_) | Act::Capture);
        return rule.walk.acts(&clears) && !(exchanges && takes == 1);
    };
    let comes = |walk: &Walk| match walk {
        Walk::Act(Act::Put(of) | Act::Drop(of) | Act::Become(of)) => *of == kind,
        Walk::Act(Act::Flip | Act::PutBack(_) | Act::Tower(Tower::Give)) => stands,
        Walk::Act(Act::Tower(Tower::Make(of))) => stands && *of == kind,
        _ => false,
    };
    (stands || !exchanges) && any(&rule.walk, &comes)
}

/// Whether an action leaves a piece on a cell that was empty before, whatever else it does: it puts one on an empty cell, and then
/// captures at most, but none of the player's own pieces.
fn fills(rule: &MoveRule, view: &View<'_>) -> bool {
    let list = flat(&rule.walk);
    let [Node { walk: Walk::Pick(test), .. }, rest @ ..] = &list[..] else { return false };
    let mut rest = rest.iter().skip_while(|node| matches!(node.walk, Walk::When(_)));
    let puts = |node: &&Node| matches!(node.walk, Walk::Act(Act::Put(_) | Act::Drop(_)));
    if view.check(test).codes() != Some(EMPTY) || !rest.next().is_some_and(puts) {
        return false;
    }
    let mut taken = NONE;
    let end = rest.try_fold(EVERY, |here, node| captured(node, here, view, &mut taken));
    let kept = join(&Codes::of(view.mover), &Codes::of_nobody());
    end.is_some() && meet(&taken, &kept).is_none()
}

/// What may stand where a walk ends, by what may where it begins, and what it may capture; `None` if it does more.
fn captured(node: &Node, here: Codes, view: &View<'_>, taken: &mut Codes) -> Option<Codes> {
    let codes = |test: &Test| view.check(test).codes().unwrap_or(EVERY);
    Some(match &node.walk {
        Walk::Seq(list) => {
            list.iter().try_fold(here, |here, node| captured(node, here, view, taken))?
        }
        Walk::Alt(list) => list.iter().try_fold(NONE, |all, node| {
            Some(join(&all, &captured(node, here.clone(), view, taken)?))
        })?,
        Walk::Test(test) => meet(&here, &codes(test)),
        Walk::Pick(test) => codes(test),
        Walk::When(_) | Walk::See { .. } => here,
        Walk::Act(Act::Capture) => {
            *taken = join(taken, &here);
            EMPTY
        }
        _ => return None,
    })
}

/// The placements that an action makes, or why they cannot be planned.
pub(super) fn places<S: Set>(
    rule: &MoveRule,
    action: u16,
    view: &View<'_>,
    finder: &mut Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
    routes: bool,
) -> Result<Vec<Place<S>>, Why> {
    if let Some(place) = Place::of_picks(rule, action, finder, scope, routes) {
        return Ok(vec![place]);
    }
    let why = match finder.trails(rule, None) {
        Ok(trails) => {
            return Placer { rule, action, finder, scope, routes }.follow(trails, None);
        }
        Err(why) => why,
    };
    if let Some(places) = united(rule, action, finder, scope) {
        return Ok(places);
    }
    let found = alone(rule, (action, why), view, finder, scope, routes);
    if found.is_err()
        && let Some((plain, looks)) = Looks::split(rule)
    {
        let trails = finder.trails(&plain, None);
        // The parts of a walk that was split are there no more.
        finder.forget();
        let mut placer = Placer { rule, action, finder, scope, routes };
        let places = trails.and_then(|trails| placer.follow(trails, Some(&looks)));
        return places.or(found);
    }
    found
}

/// What an action asks of the cell that it picks, beside what stands there.
struct Looks<'r> {
    test: &'r Test,
    asks: Vec<&'r Node>,
}

impl<'r> Looks<'r> {
    /// A walk without such questions, and they, if it begins with some.
    fn split(rule: &'r MoveRule) -> Option<(MoveRule, Self)> {
        let list = flat(&rule.walk);
        let at = list.iter().position(|node| matches!(node.walk, Walk::Pick(_)))?;
        let (begin, [pick, rest @ ..]) = list.split_at(at) else { return None };
        let Walk::Pick(test) = &pick.walk else { return None };
        let when = |node: &&&Node| matches!(node.walk, Walk::When(_));
        let asks = |node: &&&Node| {
            matches!(node.walk, Walk::When(_) | Walk::See { .. } | Walk::Tally { .. })
        };
        let here =
            rest.iter().take_while(|node| asks(node) || matches!(node.walk, Walk::As(_))).count();
        let (here, rest) = rest.split_at(here);
        if !begin.iter().all(|node| when(&node)) {
            return None;
        }
        let asked = begin.iter().chain(here).filter(asks).copied().collect();
        let plain = Node { walk: Walk::Pick(stands(test)), ..(*pick).clone() };
        let named = here.iter().filter(|node| !asks(node));
        let list = [&plain].into_iter().chain(named.copied()).chain(rest.iter().copied());
        let walk = Node { walk: Walk::Seq(list.cloned().collect()), ..rule.walk.clone() };
        Some((MoveRule { walk, ..rule.clone() }, Self { test, asks: asked }))
    }
}

/// A test as far as what stands on the cell and which one it is tells it.
fn stands(test: &Test) -> Test {
    fn plain(test: &Test) -> bool {
        match test {
            Test::All(list) | Test::Any(list) => list.iter().all(plain),
            Test::Not(test) => plain(test),
            Test::Empty | Test::Occupied | Test::Owned(_) | Test::Is(_) | Test::In(_) => true,
            _ => false,
        }
    }
    match test {
        Test::All(list) => Test::All(list.iter().filter(|test| plain(test)).cloned().collect()),
        test if plain(test) => test.clone(),
        _ => Test::All(Vec::new()),
    }
}

/// What the placements of an action are found with.
struct Placer<'p, 'v, 'a, 's, 't, S> {
    rule: &'p MoveRule,
    action: u16,
    finder: &'p mut Finder<'v, 'a>,
    scope: &'p mut Scope<'s, 't, S>,
    /// Whether another path is another move.
    routes: bool,
}

impl<S: Set> Placer<'_, '_, '_, '_, '_, S> {
    /// The placements that the ways of the action are, where what it `looks` for besides is so.
    fn follow(
        &mut self,
        trails: Vec<Trail>,
        looks: Option<&Looks<'_>>,
    ) -> Result<Vec<Place<S>>, Why> {
        let Self { rule, action, routes, .. } = *self;
        let view = self.finder.view();
        let at = |reason: Reason| Why::from(reason).at(rule.walk.span);
        if let Some((mut place, given)) = Place::of_pairs(rule, action, &trails, view, routes) {
            if !given.is_empty() || looks.is_some() {
                place.when = vec![self.when(&given, looks, place.cells)?];
            }
            return Ok(vec![place]);
        }
        let own = Codes::of(view.mover);
        let mut found = Found::new();
        let mut whens: BTreeMap<(Puts, usize), BTreeMap<Vec<Asks>, S>> = BTreeMap::new();
        for mut trail in trails {
            let given = std::mem::take(&mut trail.needs.given);
            let (to, puts, after) = match Puts::of(&trail) {
                Ok(puts) => puts,
                Err(why @ Reason::Marked) => return self.united().ok_or_else(|| at(why)),
                Err(why) => return Err(at(why)),
            };
            let needs = trail.needs;
            for put in puts {
                // Placements that come to the same by what follows would be one.
                let kept = put.on.iter().fold(own.clone(), |kept, on| join(&kept, on));
                let other = |way: &usize| {
                    let known = found.get(&(put.clone(), *way)).and_then(|cells| cells.get(&to));
                    known.is_some_and(|known| known.1 != after)
                };
                let ways = if puts_more(&after, &needs) { NUMBERED } else { 0 };
                let put = (put.clone(), (0..ways).find(|way| !other(way)).unwrap_or(0));
                let cells = found.entry(put.clone()).or_default();
                let known = cells.entry(to).or_insert_with(|| (Vec::new(), after.clone()));
                let alike = after.iter().any(|after| !meet(&after.of, &kept).is_none());
                if alike || known.1 != after {
                    return Err(at(Reason::Alike));
                }
                if !known.0.contains(&needs) {
                    known.0.push(needs.clone());
                }
                let when = whens.entry(put).or_default();
                *when.entry(given.clone()).or_insert(S::NONE) |= S::one(to.index());
            }
        }
        let mut places = Vec::new();
        for (put, cells) in found {
            let mut when = Vec::new();
            for (given, cells) in whens.remove(&put).unwrap_or_default() {
                when.push(self.when(&given, looks, cells)?);
            }
            let contents = &mut *self.scope.contents;
            let after = cells.iter().map(|(to, known)| (*to, &known.1));
            let after = deeds(after, view.graph.cells(), contents);
            let all = cells.keys().fold(S::NONE, |all, to| all | S::one(to.index()));
            let surely = |(needs, after): &(Vec<Needs>, Vec<After>)| {
                needs.iter().all(|needs| puts_more(after, needs))
            };
            let fills = cells.values().all(surely);
            let mut place = Place { after, fills, ..put.0.place(rule, action, all, contents) };
            // Where there are several ways to the same placement, one is enough.
            match cells.values().any(|known| known.0.len() > 1) {
                true => {
                    let Some(attract) = Attract::new(&cells, view.graph.cells(), contents) else {
                        return self.united().ok_or_else(|| at(Reason::Neighbours));
                    };
                    place.attracts = Some(attract);
                }
                false => {
                    for (to, (needs, _)) in &cells {
                        place.repelled(*to, &needs[0], view.graph.cells(), contents);
                    }
                }
            }
            place.repels.iter_mut().for_each(Repel::shift);
            if looks.is_some() || when.iter().any(|when| !when.facts.is_empty()) {
                place.when = when;
            }
            places.push(place);
        }
        match Place::fill_alike(places.iter().filter(|place| place.fills)) {
            true => Err(at(Reason::Alike)),
            false => Ok(places),
        }
    }

    fn united(&mut self) -> Option<Vec<Place<S>>> {
        united(self.rule, self.action, self.finder, self.scope)
    }

    /// Those cells, where what a walk has asked holds, and what it looks for.
    fn when(
        &mut self,
        given: &[Asks],
        looks: Option<&Looks<'_>>,
        cells: S,
    ) -> Result<When<S>, Why> {
        let facts = facts(given, self.finder, self.scope, self.rule)?;
        let Some(Looks { test, asks }) = looks else { return Ok(When::hold(facts, cells)) };
        let asked = When::asked(test, asks, self.scope);
        let mut when = asked.ok_or(Why::from(Reason::Looks).at(self.rule.walk.span))?;
        when.facts.extend(facts);
        when.cells &= cells;
        Ok(when)
    }
}

/// The conditions that a walk has asked, none of them of a cell.
fn facts<S: Set>(
    given: &[Asks],
    finder: &Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
    rule: &MoveRule,
) -> Result<Vec<Fact<S>>, Why> {
    let given: Result<Vec<Given<S>>, Why> = givens(given, finder, scope);
    let holds = |given| match given {
        Given::Holds(fact) => Ok(fact),
        Given::From(_) | Given::Onto(_) => Err(Reason::Looks.into()),
    };
    let facts = given.and_then(|given| given.into_iter().map(holds).collect());
    facts.map_err(|why: Why| why.at(rule.walk.span))
}

/// A way of an action that picks a cell: what it asks of it and of the board, and what it does then.
struct Picked<'r> {
    test: &'r Test,
    asks: Vec<&'r Node>,
    deeds: Vec<&'r Node>,
}

/// What ways that put the same ask, what they put, and what they do then.
struct Begun<'r, S> {
    when: Vec<When<S>>,
    puts: Puts,
    rest: Vec<&'r Node>,
}

impl<'r> Picked<'r> {
    fn of(list: &[&'r Node]) -> Option<Self> {
        // What is asked before the pick is asked of the same board.
        let mut asks = list.to_vec();
        let first = asks.iter().position(|node| !matches!(node.walk, Walk::When(_)))?;
        let Walk::Pick(test) = &asks.remove(first).walk else { return None };
        let acts = asks.iter().take_while(|node| !matches!(node.walk, Walk::Act(_))).count();
        let deeds = asks.split_off(acts);
        Some(Self { test, asks, deeds })
    }

    /// Several ways as one, if all of them put the same and do the same then.
    fn alike<S: Set>(
        ways: &[Vec<&'r Node>],
        finder: &Finder<'_, '_>,
        scope: &mut Scope<'_, '_, S>,
    ) -> Option<Begun<'r, S>> {
        let (mut whens, mut does) = (Vec::new(), None);
        for way in ways {
            let Self { test, asks, mut deeds } = Self::of(way)?;
            let rest = deeds.split_off(deeds.iter().take_while(|node| lays(node)).count());
            let does_so = (Puts::by(&deeds, finder)?, rest);
            if *does.get_or_insert_with(|| does_so.clone()) != does_so {
                return None;
            }
            whens.push(When::asked(test, &asks, scope)?);
        }
        let (puts, rest) = does?;
        Some(Begun { when: whens, puts, rest })
    }
}

/// Whether a part of a walk puts something where it is, or takes it off.
fn lays(node: &Node) -> bool {
    matches!(node.walk, Walk::Act(Act::Put(_) | Act::Lift | Act::Capture | Act::Mark(..)))
}

/// The placements of an action of which every alternative picks a cell, asks and looks, and puts a piece there or takes one off:
/// for each piece, wherever one of these lets it be.
fn united<S: Set>(
    rule: &MoveRule,
    action: u16,
    finder: &Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
) -> Option<Vec<Place<S>>> {
    let alternatives = match &rule.walk.walk {
        Walk::Alt(list) => list.iter().collect(),
        _ => vec![&rule.walk],
    };
    let mut places: Vec<Place<S>> = Vec::new();
    for node in alternatives {
        let Picked { test, asks, deeds } = Picked::of(&flat(node))?;
        let puts = match &deeds[..] {
            [
                Node {
                    walk: Walk::Act(act @ (Act::Flip | Act::Tower(Tower::Give | Tower::Make(_)))),
                    ..
                },
            ] => Puts::turned(*act, finder),
            deeds => vec![Puts::by(deeds, finder)?],
        };
        for put in puts {
            let when = When::asked(test, &asks, scope)?;
            let place = put.place(rule, action, scope.cells, scope.contents);
            let what = |of: &Place<S>| (of.slot, of.piece, of.on, of.captures);
            let same = |of: &&mut Place<S>| what(of) == what(&place) && of.marks == place.marks;
            match places.iter_mut().find(same) {
                Some(known) => known.when.push(when),
                None => places.push(Place { when: vec![when], ..place }),
            }
        }
    }
    Some(places)
}

/// The one placement of an action that was not followed for that reason.
fn alone<S: Set>(
    rule: &MoveRule,
    (action, why): (u16, Why),
    view: &View<'_>,
    finder: &Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
    routes: bool,
) -> Result<Vec<Place<S>>, Why> {
    let place = placement(rule, (action, why), finder, scope);
    let place = place.map_err(|why| why.at(rule.walk.span))?;
    // By another turn the same may come about; nor do marks stay with what is put and goes on.
    let plain = routes && view.layout.marks().next().is_none();
    match place.turns.is_empty() || plain {
        true => Ok(vec![place]),
        false => Err(Why::from(Reason::Turns).at(rule.walk.span)),
    }
}

/// The placement of an action that puts a piece on a cell of which all else follows; if it begins otherwise, it is
/// not told for the reason why it was not followed.
fn placement<S: Set>(
    rule: &MoveRule,
    (action, why): (u16, Why),
    finder: &Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
) -> Result<Place<S>, Why> {
    let view = scope.view;
    let list = flat(&rule.walk);
    let first = list.first().ok_or(why)?;
    let begin = list.iter().take_while(|node| !lays(node)).count();
    let alternatives = match &first.walk {
        // What comes behind all ways comes behind each.
        Walk::Alt(ways) => Some(ways.iter().map(|way| [&flat(way), &list[1..]].concat()).collect()),
        _ if list[..begin].iter().any(|node| matches!(node.walk, Walk::When(_))) => {
            Some(vec![list.clone()])
        }
        _ => None,
    };
    let (mut open, mut sights, mut when) = (scope.cells, Vec::new(), Vec::new());
    let (puts, rest) = match (&first.walk, alternatives) {
        (_, Some(ways)) => {
            let begun = Picked::alike(&ways, finder, scope).ok_or(why)?;
            when = begun.when;
            (begun.puts, begun.rest)
        }
        (Walk::Pick(test), None) => {
            let cells = Where::new(&view.check(test), scope).map_err(|why| why.at(first.span))?;
            // What empty cells alone pass need not be looked for.
            match cells.empties(scope.cells, scope.contents) {
                Some(empty) => open = empty,
                None => sights.push(cells.sight()),
            }
            for node in &list[1..begin] {
                sights.push(scope.sight(node)?);
            }
            let deeds = list[begin..].iter().take_while(|node| lays(node)).count();
            let (deeds, rest) = list[begin..].split_at(deeds);
            (Puts::by(deeds, finder).ok_or(why)?, rest.to_vec())
        }
        _ => return Err(why),
    };
    // What comes then may ask for marks that have changed.
    scope.marks = false;
    let (sequel, turns) = match Quarters::choices(&rest, view) {
        Some(turns) if puts.on.is_none() => (Vec::new(), turns.ok_or(Reason::Turns)?),
        _ => (Sequel::list(&rest, scope)?, Box::default()),
    };
    // What is asked first of the cell itself is so of it, or not, before the piece stands there.
    let mut sequel = sequel;
    let asks = sequel.iter().take_while(|one| puts.on.is_none() && one.is_landing()).count();
    let lands = sequel.drain(..asks).filter_map(Sequel::here).collect();
    // What is taken off again could leave as much as another placement does, or nothing.
    let returns = sequel.iter().any(|one| one.takes_back(puts.piece));
    let tried = match &sequel[..] {
        [] => false,
        // Where lines lead away from the cell, whether they fit is so before the piece stands there.
        [Sequel::Each(each)] if each.looks.is_empty() => {
            sights.extend((!each.optional).then(|| each.sight(scope)));
            !each.optional && each.rings()
        }
        some => returns || !some.iter().all(Sequel::is_sure),
    };
    // What is done to one's like could leave as much as another placement does.
    let touched = |on: &Codes| sequel.iter().any(|one| !meet(&one.touches(), on).is_none());
    let more = !puts.marks.is_empty() || !puts.tallies.is_empty() || puts.on.is_some();
    if returns && more || puts.on.as_ref().is_some_and(touched) {
        return Err(Reason::Alike.into());
    }
    let plain = puts.place(rule, action, open, scope.contents);
    Ok(Place { when, sights, lands, sequel, tried, returns, turns, ..plain })
}

impl<S: Set> Place<S> {
    /// The placement of a piece on those cells, wherever they are empty, and nothing more.
    pub(super) fn plain(rule: &MoveRule, action: u16, piece: Piece, cells: S) -> Self {
        Self {
            name: rule.name,
            action,
            piece,
            slot: None,
            on: None,
            captures: false,
            marks: Box::default(),
            tallies: Box::default(),
            cells,
            when: Vec::new(),
            repels: Vec::new(),
            sights: Vec::new(),
            lands: Vec::new(),
            sequel: Vec::new(),
            tried: false,
            returns: false,
            attracts: None,
            after: None,
            fills: false,
            turns: Box::default(),
            second: None,
            less: Vec::new(),
            within: false,
            stirs: None,
        }
    }

    /// Leaves to be walked what could be the same as what is walked or, though more is done by one of them, as another placement.
    pub(super) fn walk_alike(
        places: &mut Vec<Self>,
        walked: &mut BTreeMap<u16, Why>,
        (rules, view, named): (&Rules, &View<'_>, &Named),
        contents: &Contents,
    ) {
        let routes = rules.turn.routes_differ;
        let may_equal = |one: &Self, other: &Self| one.may_equal(other, routes, contents);
        loop {
            let alike = |(at, place): (usize, &Self)| {
                let puts = |act: &u16| {
                    let rule = &rules.actions[usize::from(*act)];
                    let stands = place.on.is_some();
                    let differs = stands && fills(rule, view);
                    !differs && place.pieces().any(|piece| puts(rule, piece, stands))
                };
                let told = |other: &Self| named.tell_apart(other.name, place.name);
                let same = |other: &Self| {
                    may_equal(other, place) && (told(other) || !other.does_as(place))
                };
                let twice = places[..at].iter().any(same) || places[at + 1..].iter().any(same);
                let others = places.len() > 1 || !walked.is_empty();
                walked.keys().any(puts) || twice || place.returns && others
            };
            let Some(at) =
                places.iter().enumerate().find(|known| alike(*known)).map(|known| known.1.action)
            else {
                break;
            };
            places.retain(|place| place.action != at);
            let span = rules.actions[usize::from(at)].walk.span;
            walked.entry(at).or_insert(Why::from(Reason::Alike).at(span));
        }
        for at in 0..places.len() {
            let (place, others) = (&places[at], places.iter().enumerate());
            let first = |other: &Self| (other.name, other.action) < (place.name, place.action);
            let less = others.filter(|(_, other)| may_equal(other, place) && first(other));
            places[at].less = less.map(|(other, _)| other as u8).collect();
            // Of two that are the same the first one is kept.
            let covers = |one: usize, other: usize| places[one].covers(&places[other]);
            let mut others = (0..places.len()).filter(|other| *other != at);
            places[at].within =
                others.any(|other| covers(other, at) && (other < at || !covers(at, other)));
        }
    }

    /// Whether a placement of it does what one of another does that puts the same piece on the same cell.
    fn does_as(&self, other: &Self) -> bool {
        fn after<S>(of: &Place<S>, cell: usize) -> &[Deed<S>] {
            of.after.as_ref().map_or(&[], |after| &after[cell])
        }
        let alone = self.second.is_none() && other.second.is_none();
        let turns = !self.turns.is_empty() || !other.turns.is_empty();
        let mut shared = (self.cells & other.cells).cells();
        let follows = self.sequel == other.sequel
            && shared.all(|cell| after(self, cell) == after(other, cell));
        let alike = (self.tried, self.captures) == (other.tried, other.captures);
        alone && !turns && follows && alike && self.marks == other.marks
    }

    /// Whether more than one cell changes by it wherever it can be made, or more than one never does.
    pub(super) fn changes_more(&self) -> Option<bool> {
        let [surely, never] = match &self.sequel[..] {
            [] => [self.fills, self.after.is_none() && self.is_brief()],
            [one] => [one.surely_changes(), false],
            _ => [false; 2],
        };
        (surely || never).then_some(surely)
    }

    /// Whether it is made wherever another one is, on no condition, and does the same.
    fn covers(&self, other: &Self) -> bool {
        let same = (self.piece, self.slot, self.on) == (other.piece, other.slot, other.on)
            && self.tallies == other.tallies;
        let everywhere = self.when.is_empty() && self.asks_nothing();
        let less = (other.cells & !self.cells).is_none();
        everywhere && less && same && self.does_as(other)
    }

    /// Whether a placement of it may come to the same as one of another: of one piece on the same cell, or of the same two. If
    /// `routes` differ, one by which a block is turned is none by which none is.
    fn may_equal(&self, other: &Self, routes: bool, contents: &Contents) -> bool {
        let more = self.changes_more().zip(other.changes_more());
        if self.tallies != other.tallies || more.is_some_and(|(one, other)| one != other) {
            return false;
        }
        let (on, others) = (self.stands(contents), other.stands(contents));
        let apart = (self.cells & other.cells).is_none() || meet(&on, &others).is_none();
        match (&self.second, &other.second) {
            (None, None) if self.changes(&others, contents) || other.changes(&on, contents) => true,
            (None, None) if self.fills && other.fills => Self::fill_alike([self, other]),
            (None, None) => {
                (self.piece, self.slot) == (other.piece, other.slot)
                    && !apart
                    && !(routes && self.turns.is_empty() != other.turns.is_empty())
            }
            (Some(one), Some(two)) => {
                let shared = || (self.cells & other.cells).cells();
                let mut pairs = self.cells.cells().flat_map(|first| {
                    one.beside(first, other.cells).cells().map(move |second| (first, second))
                });
                (self.piece, one.piece) == (other.piece, two.piece)
                    && shared().any(|first| !one.beside(first, two.beside(first, S::ALL)).is_none())
                    || (self.piece, one.piece) == (two.piece, other.piece)
                        && pairs.any(|(first, second)| two.beside(second, S::ALL).has(first))
            }
            _ => false,
        }
    }

    /// What it puts where if its first piece is put on a cell, in order of the cells.
    pub fn puts_on(&self, to: usize) -> Vec<(usize, Piece)> {
        let deeds = self.after.iter().flat_map(|after| &after[to]);
        let others = deeds.flat_map(|deed| deed.cells.cells().map(|cell| (cell, deed.piece)));
        let mut puts: Vec<(usize, Piece)> = others.chain([(to, self.piece)]).collect();
        puts.sort_unstable();
        puts
    }

    /// Whether two of these placements, which put several pieces, put the same on the same cells.
    fn fill_alike<'p>(places: impl IntoIterator<Item = &'p Self>) -> bool
    where
        S: 'p,
    {
        let mut known = BTreeSet::new();
        let each = places.into_iter();
        let mut all = each.flat_map(|place| place.cells.cells().map(move |to| place.puts_on(to)));
        all.any(|puts| !known.insert(puts))
    }

    /// What stands where it is put.
    fn stands(&self, contents: &Contents) -> Codes {
        let on = self.on.map(|on| contents.codes[usize::from(on.0)].clone());
        on.unwrap_or(EMPTY)
    }

    /// Whether what follows it may do to another of these pieces what is done to that by itself.
    fn changes(&self, others: &Codes, contents: &Contents) -> bool {
        let deeds = self.after.iter().flat_map(|after| after.iter().flatten());
        let deeds = deeds.map(|deed| contents.codes[usize::from(deed.of.0)].clone());
        let touched = self.sequel.iter().map(Sequel::touches).chain(deeds);
        self.on.is_some() && touched.into_iter().any(|codes| !meet(&codes, others).is_none())
    }

    /// Whether a move of a piece of that kind may come to the same: it changes no other cell than that where something is put.
    pub(super) fn may_be_move(&self, moves: &Moves<S>, contents: &Contents) -> bool {
        if self.returns {
            return moves.moves;
        }
        let codes = |content: Content| &contents.codes[usize::from(content.0)];
        let here = self.piece;
        // A piece that lands where its like stands changes nothing but the cell that it leaves.
        let lands = |group: &Group<S>| {
            let mut pieces = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
            pieces.any(|piece| group.parts.iter().any(|part| has(&part.codes, *piece)))
        };
        let single = |(from, one): (usize, &Loose<S>)| {
            let is_before = |cell: Cell, piece: Piece| match cell.index() == from {
                true => piece == moves.piece,
                false => one.any.iter().any(|ready| {
                    let mut known = ready.content.iter().filter(|known| known.1.has(cell.index()));
                    known.all(|known| has(codes(known.0), piece))
                }),
            };
            let sets = || one.effect.sets.iter();
            let sure = sets().filter(|(cell, piece)| !is_before(*cell, *piece)).count();
            let same = |(cell, piece): (Cell, Piece)| piece == here && self.cells.has(cell.index());
            sure <= 1 && sets().any(same)
        };
        let Some(on) = self.on else {
            // What comes out of a hand is another move.
            return self.slot.is_none() && moves.changing().any(single);
        };
        let leaves = here.is_empty() && has(codes(on), moves.piece);
        moves.hops.is_some()
            || leaves && moves.groups.iter().any(lands)
            || moves.changing().any(single)
    }

    /// What else must be so for a placement on a cell.
    fn repelled(&mut self, to: Cell, needs: &Needs, cells: usize, contents: &mut Contents) {
        for (cell, codes) in needs.content.iter().filter(|need| need.0 != to) {
            let repeller = contents.of(&without(&EVERY, codes));
            let known = self.repels.iter().position(|known| known.pieces == repeller);
            let at = known.unwrap_or_else(|| {
                let from = vec![S::NONE; cells].into();
                self.repels.push(Repel { pieces: repeller, from, shifts: Box::default() });
                self.repels.len() - 1
            });
            self.repels[at].from[cell.index()] |= S::one(to.index());
        }
    }
}

impl<S: Set> Attract<S> {
    /// What draws placements to cells, if each asks for one thing on one of several cells.
    fn new(found: &Follows, cells: usize, contents: &mut Contents) -> Option<Self> {
        let mut wanted = None;
        let mut shifts: BTreeMap<i16, S> = BTreeMap::new();
        for (to, (all, _)) in found {
            for needs in all {
                let others: Vec<_> = needs.content.iter().filter(|need| need.0 != *to).collect();
                let [(cell, codes)] = others[..] else { return None };
                if *wanted.get_or_insert(codes) != codes || cell.index() >= cells {
                    return None;
                }
                let by = to.0 as i16 - cell.0 as i16;
                *shifts.entry(by).or_insert(S::NONE) |= S::one(cell.index());
            }
        }
        let shifts = shifts.into_iter().map(|(by, from)| (from, by)).collect();
        Some(Attract { pieces: contents.of(wanted?), shifts })
    }
}
