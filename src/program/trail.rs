//! Walks → trails: every way that a walk can go from a cell, told as what must be so before and what
//! is different after. What has trails needs no walking any more.

mod act;
mod after;
mod along;
mod given;
mod number;
mod sets;
mod way;

use std::collections::HashMap;
use std::rc::Rc;

use super::check::{Check, Codes, View};
pub(crate) use super::codes::{EMPTY, EVERY, NONE, PIECES, join, meet, only, sole, without};
use super::cond::CondCode;
use super::reach::ends;
use super::walk::any;
use super::why::{Reason, Why};
use crate::index::{Cell, Heading, Kind, Mark, Piece, Register};
use crate::rules::{Act, Cond, MoveRule, Node, Test, Times, Tower, Walk};
use act::refute;
pub(crate) use after::After;
use after::Follows;
pub(crate) use given::{Asked, Given, give};
pub(crate) use sets::Sets;
use way::Way;

/// Steps tried for the trails of one walk from one cell; a walk that needs more has none.
const STEPS: usize = 4_000;
/// The same of a walk that names cells: it may come to an end on few of its many ways.
const NAMED_STEPS: usize = 100_000;
/// Steps tried for all walks of a player: what is left is walked, so that no file takes long. A file in which every piece that
/// captures takes its surroundings along, and may promote, takes half of them.
const ALL_STEPS: usize = 200_000;
/// Ways kept at once, from one cell.
const WAYS: usize = 512;

/// One way from a cell to the end of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trail {
    /// What must be so before.
    pub needs: Needs,
    /// What is different after.
    pub effect: Effect,
    /// How far it had come when it could be gone on with, if it can be.
    pub gone: Option<Rc<Gone>>,
}

/// What a walk has needed and done when it can be gone on with.
pub(crate) type Gone = (Needs, Effect);

/// What must be so before a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// What may stand on these cells, each named once, in the order in which the walk comes to them.
    pub content: Vec<(Cell, Codes)>,
    /// The cells that must carry a mark, or must not.
    pub marked: Vec<(Mark, Cell, bool)>,
    /// The cells that no enemy may attack, were the walking piece there.
    pub safe: Vec<Safe>,
    /// How many pieces must stand on lines.
    pub counts: Vec<Counted>,
    /// What else must be so, sorted.
    pub given: Vec<Given>,
    /// What must be so once some of it is done, if anything.
    pub meanwhile: Option<Meanwhile>,
}

/// What must be so on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meanwhile {
    /// The number of the condition among those that the player's walks ask on the way.
    pub when: u16,
    /// Whether it is so wherever it is asked what is attacked.
    pub safe: bool,
    /// What stands where then.
    pub sets: Sets,
}

impl Needs {
    /// What may stand on a cell.
    pub fn on(&self, cell: Cell) -> Codes {
        let known = self.content.iter().find(|need| need.0 == cell);
        known.map_or(EVERY, |need| need.1.clone())
    }

    /// Whether they are of nothing but what stands on single cells.
    pub fn content_alone(&self) -> bool {
        let others = self.safe.is_empty() && self.counts.is_empty() && self.given.is_empty();
        self.marked.is_empty() && others && self.meanwhile.is_none()
    }
}

/// How many pieces must stand on some cells, counted before anything has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Which pieces.
    pub of: Codes,
    /// How many.
    pub number: u32,
}

/// A cell that no enemy may attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Safe {
    /// The cell.
    pub cell: Cell,
    /// It may be where what stands on one of these cells is one of these.
    pub unless: Vec<(Cell, Codes)>,
}

/// What may stand on which cell.
type Excuses = Rc<[(Cell, Codes)]>;

/// What a move does.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Effect {
    /// What stands where after it, by cell; cells that are as before may be among them.
    pub sets: Sets,
    /// The marks that it makes or takes away, in order.
    pub marks: Vec<(Mark, Cell, bool)>,
    /// Where something is captured, if anything stands there.
    pub captures: Vec<Cell>,
    /// The slot of the hand that a piece comes out of.
    pub drop: Option<u16>,
    /// The cells that tell the move.
    pub path: Vec<Cell>,
    /// Whether the piece stands on top of what it has come to.
    pub rises: bool,
    /// The towers whose top is taken away: what is beneath it comes up.
    pub lowers: Vec<Cell>,
    /// Whether it was asked what stands there then.
    pub vague: bool,
    /// What follows when all else is done, each on a cell of its own or where something else stands.
    pub after: Vec<After>,
    /// By how much the numbers in slots of the player's are more after it, or less.
    pub tallies: Vec<Tally>,
    /// What the walking piece became before it left the board, where routes differ.
    pub became: Option<Kind>,
}

/// A slot, and by how much the number there is more, or less.
pub(crate) type Tally = (u16, i16);

/// What a number becomes by that, of which was asked that it may be so much more or less.
#[inline]
pub(crate) fn tallied(number: u8, more: i16) -> u8 {
    (i16::from(number) + more).clamp(0, u8::MAX.into()) as u8
}

/// That no enemy attacks a cell.
fn safe() -> Check {
    Check::Not(Box::new(Check::Attacked))
}

/// Finds the trails of one player's walks.
pub(crate) struct Finder<'v, 'a> {
    view: &'v View<'a>,
    neutral: &'v [bool],
    /// The pieces of the player.
    own: Codes,
    /// The tests that were come to before, by where they are.
    checks: HashMap<*const Test, Rc<Check>>,
    /// What excuses an attack on a cell, by the tests that say so.
    excuses: HashMap<(*const Check, Cell), Excuses>,
    /// By heading, from which cell it leads to each; only of headings of lines on which pieces were counted.
    before: HashMap<Heading, HashMap<Cell, Cell>>,
    /// What follows a move that ends at a cell, by the part of the walk that says so.
    follows: Follows,
    /// What walks have asked, by the part of the rules that asks it.
    asked: Vec<(Walk, Asked)>,
    /// What they ask on the way.
    meanwhile: Vec<(Cond, bool, CondCode)>,
    /// The number of what a part of the rules asks, by where it is.
    numbers: HashMap<*const (), u16>,
    /// Whether a part is followed that must be the same whatever went before.
    apart: bool,
    /// Whether a piece that comes to stand on top of others is told.
    pub rises: bool,
    /// Whether what is looked for from where a walk begins, or from where it arrives, is given, and not followed.
    pub gives: bool,
    /// Whether walks are told without what they end with.
    pub ends_later: bool,
    /// How far the ways of a walk had come where they can be gone on with.
    gone: Vec<Rc<Gone>>,
    /// The steps that a walk may still take, and the ways that are kept at once.
    left: usize,
    most: usize,
    /// The steps that all walks together may still take.
    pub left_of_all: usize,
}

impl<'v, 'a> Finder<'v, 'a> {
    /// A finder for the viewing player; which kinds are `neutral` is told by kind.
    pub fn new(view: &'v View<'a>, neutral: &'v [bool]) -> Self {
        let own = Codes::of(view.mover);
        Self {
            view,
            neutral,
            own,
            checks: HashMap::new(),
            excuses: HashMap::new(),
            before: HashMap::new(),
            follows: Follows::new(),
            asked: Vec::new(),
            meanwhile: Vec::new(),
            numbers: HashMap::new(),
            apart: false,
            rises: false,
            gives: false,
            ends_later: false,
            gone: Vec::new(),
            left: 0,
            most: 0,
            left_of_all: ALL_STEPS,
        }
    }

    /// The trails of a piece of that kind on `from`, or of an action.
    ///
    /// # Errors
    /// Why the walk cannot be told so: it asks for the whole board, goes on as long as it can, or goes too many ways.
    pub fn trails(
        &mut self,
        rule: &MoveRule,
        from: Option<(Cell, Kind)>,
    ) -> Result<Vec<Trail>, Why> {
        let trails = self.hops(rule, from)?;
        if !self.gone.is_empty() {
            return Err(Why::from(Reason::GoesOn).at(rule.walk.span));
        }
        Ok(trails)
    }

    /// The same of a walk that may go on as long as it can: up to where it can be gone on with.
    pub fn hops(&mut self, rule: &MoveRule, from: Option<(Cell, Kind)>) -> Result<Vec<Trail>, Why> {
        // A walk that names cells may go many ways before it finds that it cannot end.
        let names = any(&rule.walk, &|walk| matches!(walk, Walk::As(_)));
        if from.is_some_and(|from| names && !ends(&rule.walk, from.0, self.view)) {
            self.gone.clear();
            return Ok(Vec::new());
        }
        let start = Way::start(self.view, from);
        // An action may begin anywhere.
        let starts = if from.is_none() { self.view.graph.cells() } else { 1 };
        let steps = if names { NAMED_STEPS } else { STEPS };
        (self.left, self.most) = (starts * steps, starts * WAYS);
        self.gone.clear();
        let ways = self.walk(&rule.walk, start)?;
        if ways.iter().any(Way::takes_unknown) {
            let takes = |walk: &Walk| matches!(walk, Walk::Act(Act::Take(_, None, _)));
            let span = rule.walk.span_of(&takes).unwrap_or(rule.walk.span);
            return Err(Why::from(Reason::Numbers).at(span));
        }
        if ways.iter().any(Way::looks_elsewhere) {
            return Err(Why::from(Reason::Looks).at(rule.walk.span));
        }
        // What follows may change something where the walk has not.
        if ways.iter().any(|way| way.changes_later(self.ends_later)) {
            return Err(Why::from(Reason::AfterEach).at(rule.walk.span));
        }
        // Wherever one can be gone on with, it can also end.
        let ends = |gone: &Rc<Gone>| {
            ways.iter().any(|way| way.gone.as_ref().is_some_and(|end| Rc::ptr_eq(end, gone)))
        };
        if !self.gone.iter().all(ends) {
            return Err(Why::from(Reason::EndsElsewhere).at(rule.walk.span));
        }
        Ok(ways.into_iter().filter_map(Way::trail).collect())
    }

    /// The conditions on the board under which a look from a cell fits: any one of them is enough.
    pub fn look(&mut self, body: &Node, from: Cell) -> Result<Vec<Needs>, Why> {
        let mut start = Way::start(self.view, None);
        start.cursor = Some(from);
        (self.left, self.most) = (STEPS, WAYS);
        let ways = self.walk(body, start)?;
        if ways.iter().any(|way| way.effect.vague) {
            return Err(Reason::Towers.into());
        }
        let ways = ways.into_iter();
        Ok(ways.map(|way| Rc::unwrap_or_clone(way.needs)).collect())
    }

    /// What the player puts of a kind.
    pub fn put(&self, kind: Kind) -> Piece {
        Piece::new(kind, (!self.neutral[kind.index()]).then_some(self.view.mover))
    }

    /// Counts a step, unless there were too many.
    fn spend(&mut self) -> Result<(), Why> {
        self.left = self.left.checked_sub(1).ok_or(Reason::TooManyWays)?;
        self.left_of_all = self.left_of_all.checked_sub(1).ok_or(Reason::TooManyWays)?;
        Ok(())
    }

    /// Forgets what it knows of parts of the rules that are there no more.
    pub fn forget(&mut self) {
        self.checks.clear();
        self.excuses.clear();
        self.follows.clear();
        self.numbers.clear();
    }

    /// What walks ask on the way, by number.
    pub fn asked_meanwhile(self) -> Vec<CondCode> {
        self.meanwhile.into_iter().map(|(.., code)| code).collect()
    }

    /// What the player sees of the rules.
    pub fn view(&self) -> &'v View<'a> {
        self.view
    }

    /// The pieces of the player.
    pub fn own(&self) -> Codes {
        self.own.clone()
    }

    /// A test, compiled once.
    pub fn check(&mut self, test: &Test) -> Rc<Check> {
        let view = self.view;
        let known = self.checks.entry(std::ptr::from_ref(test));
        Rc::clone(known.or_insert_with(|| Rc::new(view.check(test))))
    }
}

/// Where the rounds of a repetition have begun, the last one first.
struct Been {
    here: (Option<Cell>, Heading),
    before: Option<Rc<Been>>,
}

impl Been {
    fn contains(&self, here: (Option<Cell>, Heading)) -> bool {
        let mut at = Some(self);
        while let Some(been) = at {
            if been.here == here {
                return true;
            }
            at = been.before.as_deref();
        }
        false
    }
}

impl Finder<'_, '_> {
    /// Every way on, or what cannot be told without the board, and where that is said.
    fn walk(&mut self, node: &Node, way: Way) -> Result<Vec<Way>, Why> {
        self.onward(node, vec![way])
    }

    /// Every way on from each of some.
    fn onward(&mut self, node: &Node, ways: Vec<Way>) -> Result<Vec<Way>, Why> {
        let mut onward = Vec::with_capacity(ways.len());
        for way in ways {
            self.on(node, way, &mut onward).map_err(|why| why.at(node.span))?;
        }
        self.few(&onward)?;
        Ok(onward)
    }

    /// Adds every way on from one.
    fn on(&mut self, node: &Node, way: Way, onward: &mut Vec<Way>) -> Result<(), Why> {
        self.spend()?;
        if !way.effect.after.is_empty() && !matches!(node.walk, Walk::Seq(_) | Walk::Alt(_)) {
            return Err(Reason::AfterEach.into());
        }
        let graph = self.view.graph;
        match &node.walk {
            Walk::Seq(list) => {
                let mut ways = vec![way];
                for node in list {
                    ways = self.each_on(node, ways)?;
                }
                onward.append(&mut ways);
            }
            Walk::Alt(list) => {
                for node in list {
                    onward.append(&mut self.walk(node, way.clone())?);
                }
            }
            // How often it goes round hangs on how much is there to be used up.
            Walk::Repeat { .. } if node.may_stay() => return Err(Reason::SecondChoice.into()),
            Walk::Repeat { body, min, max } => {
                onward.append(&mut self.repeat(node, body, (*min, *max), way)?);
            }
            Walk::Face(dirs) => match self.view.headings(dirs, way.heading)[..] {
                [heading] => onward.push(Way { heading, ..way }),
                ref several => {
                    let turned = |heading: &Heading| Way { heading: *heading, ..way.clone() };
                    onward.extend(several.iter().map(turned));
                }
            },
            Walk::Ahead => {
                let next = way.cursor.and_then(|cell| graph.next(cell, way.heading));
                onward.extend(next.map(|cell| Way { cursor: Some(cell), ..way }));
            }
            Walk::Test(test) => {
                if let Some(cell) = way.cursor {
                    let check = self.check(test);
                    self.test(&check, cell, true, way, onward)?;
                }
            }
            Walk::Pick(test) => self.pick(test, &way, onward)?,
            Walk::See { body, holds } => {
                match self.looked(body, way.cursor, (way.heading, *holds), &way) {
                    Some(ways) => onward.extend(ways),
                    None => onward.append(&mut self.see(body, *holds, way)?),
                }
            }
            Walk::Tally { .. } => {
                let looked = self.looked(node, way.cursor, (way.heading, true), &way);
                onward.extend(looked.ok_or(Reason::Tally)?);
            }
            Walk::As(name) => onward.extend(way.named(*name)),
            Walk::Go(_) if self.apart => return Err(Reason::EachLooksBack.into()),
            Walk::Go(name) => {
                let cell = way.name(*name);
                onward.extend(cell.map(|cell| Way { cursor: Some(cell), ..way }));
            }
            Walk::Return => {
                onward.push(Way { cursor: self.stands(&way)?.or(way.cursor), ..way });
            }
            Walk::Act(Act::Again) if self.apart || way.gone.is_some() => {
                return Err(Reason::GoesOn.into());
            }
            Walk::Act(Act::Again) => {
                let gone = Rc::new(way.clone().told());
                self.gone.push(Rc::clone(&gone));
                onward.push(Way { gone: Some(gone), ..way });
            }
            Walk::Act(Act::LiftAs(name)) => onward.append(&mut self.lift(*name, way)?),
            Walk::Act(act @ (Act::Flip | Act::Tower(Tower::Give | Tower::Make(_)))) => {
                onward.append(&mut self.turn(*act, way)?);
            }
            Walk::Act(Act::Push) => onward.append(&mut self.push(way)?),
            Walk::Act(act) => onward.extend(self.act(*act, way)?),
            Walk::Each { dirs, body, optional: true } => {
                onward.push(self.each(node, dirs, body, way)?);
            }
            Walk::When(when) => onward.append(&mut self.when(when, true, way)?),
            Walk::Rounds { times: Times::Passing(test), body } => {
                onward.append(&mut self.along(test, body, way)?);
            }
            Walk::Rounds { times: Times::Held(name), body } => {
                onward.append(&mut self.held_times(*name, body, way)?);
            }
            Walk::Rounds { times: Times::Height, .. } => return Err(Reason::Towers.into()),
            Walk::While { .. } => return Err(Reason::While.into()),
            Walk::Note(..) => return Err(Reason::Distances.into()),
            Walk::Turn { .. } => return Err(Reason::Turns.into()),
            Walk::Each { .. } => return Err(Reason::EachNeedsOne.into()),
            // Cells that the rules alone tell are gone through and named: the last of them keeps the name.
            Walk::Every { test: Test::In(cells), body, optional: false }
                if let Walk::As(name) = body.walk =>
            {
                let region = self.view.region(cells);
                let last = graph.all().filter(|cell| region.contains(*cell)).last();
                let cursor = way.cursor;
                let named = last.and_then(|cell| Way { cursor: Some(cell), ..way }.named(name));
                onward.extend(named.map(|way| Way { cursor, ..way }));
            }
            Walk::Every { .. } => return Err(Reason::Every.into()),
        }
        Ok(())
    }

    /// That the ways are not too many.
    fn few(&self, ways: &[Way]) -> Result<(), Why> {
        if ways.len() > self.most { Err(Reason::TooManyWays.into()) } else { Ok(()) }
    }

    /// A way for each cell that passes.
    fn pick(&mut self, test: &Test, way: &Way, ways: &mut Vec<Way>) -> Result<(), Why> {
        let check = self.check(test);
        for cell in self.view.graph.all() {
            let mut picked = way.clone();
            picked.cursor = Some(cell);
            picked.heading = self.view.facing.heading;
            picked.effect().path.push(cell);
            self.test(&check, cell, true, picked, ways)?;
        }
        Ok(())
    }

    /// Every way on from each of some. Cells that are picked after something has changed are another choice, if they
    /// are too many.
    fn each_on(&mut self, node: &Node, ways: Vec<Way>) -> Result<Vec<Way>, Why> {
        let again = matches!(node.walk, Walk::Pick(_))
            && ways.first().is_some_and(|way| !way.effect.sets.is_empty());
        self.onward(node, ways).map_err(|why| match why.reason {
            Reason::TooManyWays if again => Why::from(Reason::SecondChoice).at(node.span),
            _ => why.at(node.span),
        })
    }

    fn repeat(
        &mut self,
        node: &Node,
        body: &Node,
        (min, max): (u32, Option<u32>),
        way: Way,
    ) -> Result<Vec<Way>, Why> {
        let (searches, uses_up) = (node.searches(), node.uses_up());
        let mut ends = Vec::new();
        // Where all that matters is where it leads, it may come to where it began once more, if that is no end already.
        let first = (!uses_up && (min == 0 || !searches))
            .then(|| Rc::new(Been { here: (way.cursor, way.heading), before: None }));
        let mut open = vec![(way, first)];
        let mut count = 0;
        while !open.is_empty() {
            if count >= min {
                ends.extend(open.iter().map(|(way, _)| way.clone()));
            }
            if max.is_some_and(|max| count >= max) {
                break;
            }
            count += 1;
            let mut next = Vec::new();
            for (way, been) in open {
                for way in self.walk(body, way)? {
                    let here = (way.cursor, way.heading);
                    if uses_up {
                        next.push((way, None));
                    } else if been.as_ref().is_none_or(|been| !been.contains(here)) {
                        next.push((way, Some(Rc::new(Been { here, before: been.clone() }))));
                    }
                }
            }
            open = next;
            if open.len() + ends.len() > self.most {
                return Err(Reason::TooManyWays.into());
            }
        }
        Ok(ends)
    }

    /// Adds the ways on which a cell passes a check (`wanted`), or does not.
    fn test(
        &mut self,
        check: &Check,
        cell: Cell,
        wanted: bool,
        way: Way,
        passing: &mut Vec<Way>,
    ) -> Result<(), Why> {
        self.spend()?;
        match check {
            Check::Leaf(codes, cells) => {
                let within = cells.as_ref().is_none_or(|cells| cells.contains(cell));
                passing.extend(match (within, wanted) {
                    (true, true) => way.where_stands(cell, codes),
                    (true, false) => way.where_stands(cell, &without(&EVERY, codes)),
                    (false, wanted) => (!wanted).then_some(way),
                });
            }
            Check::All(list) => self.list(list, wanted, cell, wanted, way, passing)?,
            Check::Any(list) if wanted && list.contains(&safe()) => {
                passing.push(self.excused(list, cell, way)?);
            }
            Check::Any(list) => self.list(list, !wanted, cell, wanted, way, passing)?,
            Check::Not(check) => self.test(check, cell, !wanted, way, passing)?,
            Check::Named(_) if self.apart => return Err(Reason::EachLooksBack.into()),
            Check::Named(register) => {
                let same = way.name(Register(*register)) == Some(cell);
                passing.extend((same == wanted).then_some(way));
            }
            Check::Marked(mark) => {
                if let Some(ways) = self.looked_for_test(Test::Marked(*mark), cell, wanted, &way) {
                    passing.extend(ways);
                    return Ok(());
                }
                let mut way = way;
                let known = way.needs.marked.iter().find(|need| (need.0, need.1) == (*mark, cell));
                match known.map(|need| need.2) {
                    Some(known) => passing.extend((known == wanted).then_some(way)),
                    None => {
                        way.needs().marked.push((*mark, cell, wanted));
                        passing.push(way);
                    }
                }
            }
            Check::Lies(_) => return Err(Reason::Lies.into()),
            Check::Taken => return Err(Reason::Taken.into()),
            Check::Visited => return Err(Reason::Visited.into()),
            Check::Among(..) => return Err(Reason::Schedule.into()),
            Check::Number(..) | Check::Held(..) => return Err(Reason::Numbers.into()),
            Check::Distance(apart, relation, amount) => {
                let test = Test::Distance(Box::new(apart.of.clone()), *relation, *amount);
                let ways = self.looked_for_test(test, cell, wanted, &way);
                passing.extend(ways.ok_or(Reason::Distances)?);
            }
            Check::Height(..) | Check::Within(..) => return Err(Reason::Towers.into()),
            Check::Attacked if wanted || !way.effect.sets.is_empty() => {
                return Err(Reason::Attacked.into());
            }
            Check::Attacked => {
                let mut way = way;
                let safe = Safe { cell, unless: Vec::new() };
                if !way.needs.safe.contains(&safe) {
                    way.needs().safe.push(safe);
                }
                passing.push(way);
            }
            Check::Look(at, holds) => {
                let body = *self.view.looks.get(usize::from(*at)).ok_or(Reason::Looks)?;
                let facing = self.view.facing.heading;
                if let Some(ways) = self.looked(body, Some(cell), (facing, *holds == wanted), &way)
                {
                    passing.extend(ways);
                    return Ok(());
                }
                let (cursor, heading) = (way.cursor, way.heading);
                let place = way.place;
                let mut start = way;
                start.cursor = Some(cell);
                start.heading = facing;
                // A look is not a piece's walk.
                start.place = None;
                let ways = self.see(body, *holds == wanted, start)?.into_iter();
                passing.extend(ways.map(|way| Way { cursor, heading, place, ..way }));
            }
        }
        Ok(())
    }

    /// The way on which a cell is attacked by no enemy or passes one of the other checks of a list.
    fn excused(&mut self, list: &[Check], cell: Cell, mut way: Way) -> Result<Way, Why> {
        if !way.effect.sets.is_empty() {
            return Err(Reason::Attacked.into());
        }
        let key = (list.as_ptr(), cell);
        let known = self.excuses.get(&key).cloned();
        let unless = known.map_or_else(|| self.excuses(list, cell), Ok)?;
        self.excuses.insert(key, Rc::clone(&unless));
        way.needs().safe.push(Safe { cell, unless: unless.to_vec() });
        Ok(way)
    }

    /// What may stand where, if one of the checks of a list passes that are not about attacks on a cell.
    fn excuses(&mut self, list: &[Check], cell: Cell) -> Result<Excuses, Why> {
        let mut unless = Vec::new();
        let plain = Way::start(self.view, None);
        for check in list.iter().filter(|check| **check != safe()) {
            let mut fits = Vec::new();
            self.test(check, cell, true, plain.clone(), &mut fits)?;
            for fit in fits {
                let needs = fit.needs;
                let ([content], true) = (&needs.content[..], needs.content_alone()) else {
                    return Err(Reason::Attacked.into());
                };
                unless.push(content.clone());
            }
        }
        Ok(unless.into())
    }

    /// Adds the ways on which every check comes out as `wanted`, or on which one does, if that is enough.
    fn list(
        &mut self,
        list: &[Check],
        every: bool,
        cell: Cell,
        wanted: bool,
        way: Way,
        passing: &mut Vec<Way>,
    ) -> Result<(), Why> {
        if !every {
            return list
                .iter()
                .try_for_each(|check| self.test(check, cell, wanted, way.clone(), passing));
        }
        let mut ways = vec![way];
        for check in list {
            let mut before = std::mem::take(&mut ways).into_iter();
            before.try_for_each(|way| self.test(check, cell, wanted, way, &mut ways))?;
        }
        passing.append(&mut ways);
        Ok(())
    }

    /// The ways on which the body fits, or does not.
    fn see(&mut self, body: &Node, holds: bool, way: Way) -> Result<Vec<Way>, Why> {
        let before = way.clone();
        // An action may begin anywhere, but a look begins on one cell.
        let most = std::mem::replace(&mut self.most, WAYS);
        let fits = self.walk(body, way);
        self.most = most;
        let fits = fits?;
        // What is in the hand is nothing that stands on cells.
        if fits.iter().any(|fit| fit.effect.drop != before.effect.drop) {
            return Err(Reason::Drops.into());
        }
        if fits.iter().any(|fit| fit.effect.vague) {
            return Err(Reason::Towers.into());
        }
        let tallied =
            |fit: &Way| fit.effect.tallies != before.effect.tallies || fit.held != before.held;
        if fits.iter().any(tallied) {
            return Err(Reason::Numbers.into());
        }
        if holds {
            let seen = |fit: Way| Way { needs: fit.needs, ..before.clone() };
            return Ok(fits.into_iter().map(seen).collect());
        }
        let mut left = before;
        for fit in fits {
            left = refute(left, &fit).ok_or(Reason::NotTogether)?;
            if left.needs.content.iter().any(|need| need.1.is_none()) {
                return Ok(Vec::new());
            }
        }
        Ok(vec![left])
    }
}
