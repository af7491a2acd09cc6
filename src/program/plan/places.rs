//! Placements: one piece is put on an empty cell, out of a hand or not.

use std::collections::BTreeMap;

use super::after::{Deeds, deeds};
use super::content::{Content, Contents};
use super::fact::{Fact, Where};
use super::given::Given;
use super::kinds::givens;
use super::quarter::Quarter;
use super::second::Second;
use super::sequel::{Sequel, flat};
use super::shape::arrival;
use super::sight::{Scope, Sight};
use crate::index::{Cell, Kind, MoveName, Piece};
use crate::program::check::{Codes, View};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::trail::{After, EMPTY, EVERY, Finder, Given as Asks, Needs, meet, without};
use crate::program::walk::any;
use crate::program::why::{Reason, Why};
use crate::rules::{Act, MoveRule, Node, Rules, Walk};

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
    /// Where it may be put, if nothing stands there.
    pub cells: S,
    /// Where it may be, by one of these or another; anywhere, if there are none.
    pub when: Vec<When<S>>,
    /// Pieces that keep others away.
    pub repels: Vec<Repel<S>>,
    /// From where these fit.
    pub sights: Vec<Sight<S>>,
    /// What comes then.
    pub sequel: Vec<Sequel<S>>,
    /// Whether only that tells if the placement can be made.
    pub tried: bool,
    /// Pieces without which it may be put nowhere.
    pub attracts: Option<Attract<S>>,
    /// What follows.
    pub after: Option<Deeds<S>>,
    /// The blocks of which one is turned then, in the order of the cells that tell which; none if nothing is.
    pub turns: Box<[Quarter<S>]>,
    /// The piece that is put with it, if they are two.
    pub second: Option<Second<S>>,
    /// The player's placements that do the same and come first, by number: where one of them can be made, this is none.
    pub less: Vec<u8>,
}

impl<S> Place<S> {
    /// Whether where it may be hangs on what stands on other cells, as long as there are any.
    pub fn sees(&self) -> bool {
        !self.repels.is_empty()
            || !self.sights.is_empty()
            || self.attracts.is_some()
            || self.when.iter().any(|when| !when.sights.is_empty())
    }
}

impl<S: Set> Place<S> {
    /// Whether what stands where is all that tells where it may be.
    pub fn asks_board(&self) -> bool {
        self.slot.is_none() && self.reads(&mut |_| ()).is_some()
    }

    /// Tells of each set of pieces of which it asks where such stand, unless it asks more.
    pub fn reads(&self, see: &mut impl FnMut(Content)) -> Option<()> {
        self.repels.iter().for_each(|repel| see(repel.pieces));
        self.attracts.iter().for_each(|attract| see(attract.pieces));
        self.sights.iter().try_for_each(|sight| sight.reads(see))?;
        self.when.iter().try_for_each(|when| {
            when.facts.iter().try_for_each(|fact| fact.reads(see))?;
            when.sights.iter().try_for_each(|sight| sight.reads(see))
        })
    }
}

impl<S> Place<S> {
    /// How many placements of one piece there are on a cell.
    #[inline]
    pub fn ways(&self) -> usize {
        self.turns.len().max(1)
    }

    /// Whether it changes no other cell than that where the piece is put, but for what follows.
    pub fn is_brief(&self) -> bool {
        self.sequel.is_empty() && self.turns.is_empty() && self.second.is_none()
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

/// Pieces near which others may be put.
#[derive(Debug)]
pub(crate) struct Attract<S> {
    /// The pieces.
    pub pieces: Content,
    /// By difference of indices: where such a piece draws others to the cell that differs so.
    pub shifts: Box<[(S, i16)]>,
}

/// Pieces that keep others away.
#[derive(Debug)]
pub(crate) struct Repel<S> {
    /// The pieces.
    pub pieces: Content,
    /// By the cell where one stands, from where.
    pub from: Box<[S]>,
    /// If that is one cell with the same difference of indices for all: those where it matters, and it.
    pub shift: Option<(S, i16)>,
}

impl<S: Set> Repel<S> {
    /// The cells from which pieces on those cells keep others away.
    #[inline]
    pub fn kept(&self, pieces: S) -> S {
        match self.shift {
            Some((of, by)) => (pieces & of).moved(by),
            None => pieces.cells().fold(S::NONE, |kept, at| kept | self.from[at]),
        }
    }

    fn shift(&mut self) {
        let kept = self.from.iter().enumerate().filter(|(_, kept)| !kept.is_none());
        let mut ways = kept.clone().map(|(at, kept)| kept.first() as i16 - at as i16);
        let Some(by) = ways.next() else { return };
        if ways.all(|other| other == by) && kept.clone().all(|(_, kept)| kept.len() == 1) {
            self.shift = Some((kept.fold(S::NONE, |set, (at, _)| set | S::one(at)), by));
        }
    }
}

/// By what is put and out of which slot, and by the cell: what must be so for it, and what follows.
type Found = BTreeMap<(Option<u16>, Piece), BTreeMap<Cell, (Vec<Needs>, Vec<After>)>>;

/// Whether an action may put a piece of that kind on the board, and do nothing else.
fn puts(rule: &MoveRule, kind: Kind) -> bool {
    let takes = |node: &&Node| matches!(node.walk, Walk::Act(Act::Lift | Act::Capture));
    let forks = |node: &&Node| matches!(node.walk, Walk::Alt(_) | Walk::Repeat { .. });
    let put = |node: &&Node| matches!(node.walk, Walk::Act(Act::Put(_) | Act::Drop(_)));
    let list = flat(&rule.walk);
    let number = |such: fn(&&Node) -> bool| list.iter().filter(|node| such(node)).count();
    // Where something is taken first, and one piece is put, another cell changes or this was not empty.
    if number(takes) > 0 && number(forks) == 0 && number(put) == 1 {
        return false;
    }
    any(
        &rule.walk,
        &|walk| matches!(walk, Walk::Act(Act::Put(of) | Act::Drop(of) | Act::Become(of)) if *of == kind),
    )
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
    let at = |reason: Reason| Why::from(reason).at(rule.walk.span);
    if let Some(place) = Place::of_picks(rule, action, finder, scope, routes) {
        return Ok(vec![place]);
    }
    let trails = match finder.trails(rule, None) {
        Ok(trails) => trails,
        Err(why) => {
            let united = united(rule, action, finder, scope);
            return united
                .map_or_else(|| alone(rule, (action, why), view, finder, scope, routes), Ok);
        }
    };
    if let Some((mut place, given)) = Place::of_pairs(rule, action, &trails, view, routes) {
        if !given.is_empty() {
            place.when = vec![When::hold(facts(&given, finder, scope, rule)?, place.cells)];
        }
        return Ok(vec![place]);
    }
    let own = Codes::of(view.mover);
    let mut found = Found::new();
    let mut whens: BTreeMap<(Option<u16>, Piece), BTreeMap<Vec<Asks>, S>> = BTreeMap::new();
    for trail in trails {
        let (mut needs, effect) = (trail.needs, trail.effect);
        let given = std::mem::take(&mut needs.given);
        let sets: Vec<(Cell, Piece)> = effect.sets.iter().collect();
        let [(to, piece)] = sets[..] else { return Err(at(Reason::SeveralCells)) };
        let placed = effect.path == [to] && effect.captures.is_empty() && needs.content_alone();
        // Placements that come to the same by what follows would be one.
        let alike = effect.after.iter().any(|after| !meet(&after.of, &own).is_none());
        if alike {
            return Err(at(Reason::Alike));
        }
        if piece.is_empty() {
            return Err(at(Reason::Removes));
        }
        if !effect.marks.is_empty() {
            return Err(at(Reason::MakesMarks));
        }
        if arrival(&needs, to) != EMPTY {
            return Err(at(Reason::Replaces));
        }
        if !placed {
            return Err(at(Reason::NoPlacement));
        }
        let cells = found.entry((effect.drop, piece)).or_default();
        let known = cells.entry(to).or_insert_with(|| (Vec::new(), effect.after.clone()));
        if known.1 != effect.after {
            return Err(at(Reason::Alike));
        }
        if !known.0.contains(&needs) {
            known.0.push(needs);
        }
        let when = whens.entry((effect.drop, piece)).or_default();
        *when.entry(given).or_insert(S::NONE) |= S::one(to.index());
    }
    let mut places = Vec::new();
    for ((slot, piece), cells) in found {
        let mut when = Vec::new();
        for (given, cells) in whens.remove(&(slot, piece)).unwrap_or_default() {
            when.push(When::hold(facts(&given, finder, scope, rule)?, cells));
        }
        let contents = &mut *scope.contents;
        let after = cells.iter().map(|(to, known)| (*to, &known.1));
        let after = deeds(after, view.graph.cells(), contents);
        let all = cells.keys().fold(S::NONE, |all, to| all | S::one(to.index()));
        let mut place = Place { slot, after, ..Place::plain(rule, action, piece, all) };
        // Where there are several ways to the same placement, one is enough.
        match cells.values().any(|known| known.0.len() > 1) {
            true => {
                let Some(attract) = Attract::new(&cells, view.graph.cells(), contents) else {
                    return united(rule, action, finder, scope)
                        .ok_or_else(|| at(Reason::Neighbours));
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
        if when.iter().any(|when| !when.facts.is_empty()) {
            place.when = when;
        }
        places.push(place);
    }
    Ok(places)
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
        Given::From(_) => Err(Reason::Looks.into()),
    };
    let facts = given.and_then(|given| given.into_iter().map(holds).collect());
    facts.map_err(|why: Why| why.at(rule.walk.span))
}

/// The placements of an action of which every alternative picks an empty cell, asks and looks, and puts a piece there: for
/// each piece, wherever one of these lets it be.
fn united<S: Set>(
    rule: &MoveRule,
    action: u16,
    finder: &Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
) -> Option<Vec<Place<S>>> {
    let view = scope.view;
    let alternatives = match &rule.walk.walk {
        Walk::Alt(list) => list.iter().collect(),
        _ => vec![&rule.walk],
    };
    let mut places: Vec<Place<S>> = Vec::new();
    for node in alternatives {
        let list = flat(node);
        let [pick, asks @ .., put] = &list[..] else { return None };
        let Walk::Pick(test) = &pick.walk else { return None };
        let (slot, piece) = match put.walk {
            Walk::Act(Act::Put(kind)) => (None, finder.put(kind)),
            Walk::Act(Act::Drop(kind)) => {
                let slot = view.layout.hand(view.mover, kind)?;
                (Some(slot.0), Piece::new(kind, Some(view.mover)))
            }
            _ => return None,
        };
        let cells = Where::new(&view.check(test), scope).ok()?;
        let mut when = When { facts: Vec::new(), cells: scope.cells, sights: vec![cells.sight()] };
        for node in asks {
            match &node.walk {
                Walk::When(cond) => {
                    when.facts.push(Fact::told(&CondCode::new(view, cond), scope).ok()?);
                }
                _ => when.sights.push(scope.sight(node).ok()?),
            }
        }
        let same = |place: &&mut Place<S>| (place.slot, place.piece) == (slot, piece);
        match places.iter_mut().find(same) {
            Some(place) => place.when.push(when),
            None => {
                let plain = Place::plain(rule, action, piece, scope.cells);
                places.push(Place { slot, when: vec![when], ..plain });
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
    let (first, rest) = list.split_first().ok_or(why)?;
    let Walk::Pick(test) = &first.walk else { return Err(why) };
    let cells = Where::new(&view.check(test), scope).map_err(|why| why.at(first.span))?;
    // What empty cells alone pass need not be looked for.
    let (open, mut sights) = match cells.empties(scope.cells, scope.contents) {
        Some(open) => (open, Vec::new()),
        None => (scope.cells, vec![cells.sight()]),
    };
    let put = rest.iter().position(|node| matches!(node.walk, Walk::Act(Act::Put(_))));
    let put = put.ok_or(why)?;
    let Walk::Act(Act::Put(kind)) = rest[put].walk else { return Err(why) };
    for node in &rest[..put] {
        sights.push(scope.sight(node)?);
    }
    let (sequel, turns) = match Quarter::choices(&rest[put + 1..], view) {
        Some(turns) => (Vec::new(), turns.ok_or(Reason::Turns)?),
        None => (Sequel::list(&rest[put + 1..], scope)?, Box::default()),
    };
    let tried = match &sequel[..] {
        [] => false,
        // Lines lead away from the cell: whether they fit is so before the piece stands there.
        [Sequel::Each(each)] if each.looks.is_empty() => {
            sights.extend((!each.optional).then(|| each.sight(scope)));
            false
        }
        some => !some.iter().all(Sequel::is_sure),
    };
    // What takes the piece again could leave as much as another placement does.
    let piece = finder.put(kind);
    if sequel.iter().any(|one| one.takes_back(piece, scope.contents)) {
        return Err(Reason::Alike.into());
    }
    let plain = Place::plain(rule, action, piece, open);
    Ok(Place { sights, sequel, tried, turns, ..plain })
}

impl<S: Set> Place<S> {
    /// The placement of a piece on those cells, wherever they are empty, and nothing more.
    pub(super) fn plain(rule: &MoveRule, action: u16, piece: Piece, cells: S) -> Self {
        Self {
            name: rule.name,
            action,
            piece,
            slot: None,
            cells,
            when: Vec::new(),
            repels: Vec::new(),
            sights: Vec::new(),
            sequel: Vec::new(),
            tried: false,
            attracts: None,
            after: None,
            turns: Box::default(),
            second: None,
            less: Vec::new(),
        }
    }

    /// Leaves to be walked what could be the same as what is walked or, though more is done by one of them, as another placement.
    pub(super) fn walk_alike(
        places: &mut Vec<Self>,
        walked: &mut BTreeMap<u16, Why>,
        rules: &Rules,
    ) {
        let routes = rules.turn.routes_differ;
        loop {
            let alike = |(at, place): (usize, &Self)| {
                let puts = |act: &u16| {
                    let rule = &rules.actions[usize::from(*act)];
                    place.pieces().filter_map(Piece::kind).any(|kind| puts(rule, kind))
                };
                let same = |other: &Self| other.may_equal(place, routes) && !other.does_as(place);
                let twice = places[..at].iter().any(same) || places[at + 1..].iter().any(same);
                walked.keys().any(puts) || twice
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
            let less = others.filter(|(_, other)| other.may_equal(place, routes) && first(other));
            places[at].less = less.map(|(other, _)| other as u8).collect();
        }
    }

    /// Whether a placement of it does what one of another does that puts the same piece on the same cell.
    fn does_as(&self, other: &Self) -> bool {
        let alone = self.second.is_none() && other.second.is_none();
        let turns = !self.turns.is_empty() || !other.turns.is_empty();
        let follows = (&self.sequel, &self.after) == (&other.sequel, &other.after);
        alone && !turns && follows && self.tried == other.tried
    }

    /// Whether a placement of it may come to the same as one of another: of one piece on the same cell, or of the same two. If
    /// `routes` differ, one by which a block is turned is none by which none is.
    fn may_equal(&self, other: &Self, routes: bool) -> bool {
        match (&self.second, &other.second) {
            (None, None) => {
                (self.piece, self.slot) == (other.piece, other.slot)
                    && !(self.cells & other.cells).is_none()
                    && !(routes && self.turns.is_empty() != other.turns.is_empty())
            }
            (Some(one), Some(two)) => {
                (self.piece, one.piece) == (other.piece, two.piece)
                    || (self.piece, one.piece) == (two.piece, other.piece)
            }
            _ => false,
        }
    }

    /// What else must be so for a placement on a cell.
    fn repelled(&mut self, to: Cell, needs: &Needs, cells: usize, contents: &mut Contents) {
        for (cell, codes) in needs.content.iter().filter(|need| need.0 != to) {
            let repeller = contents.of(&without(&EVERY, codes));
            let known = self.repels.iter().position(|known| known.pieces == repeller);
            let at = known.unwrap_or_else(|| {
                let from = vec![S::NONE; cells].into();
                self.repels.push(Repel { pieces: repeller, from, shift: None });
                self.repels.len() - 1
            });
            self.repels[at].from[cell.index()] |= S::one(to.index());
        }
    }
}

impl<S: Set> Attract<S> {
    /// What draws placements to cells, if each asks for one thing on one of several cells.
    fn new(
        found: &BTreeMap<Cell, (Vec<Needs>, Vec<After>)>,
        cells: usize,
        contents: &mut Contents,
    ) -> Option<Self> {
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
