//! What comes after a placement: what must be so then, and what is turned over or taken off around it.

use super::enclosed::Enclosed;
use super::fact::Where;
use super::script::Script;
use super::sight::{Run, Scope, Sight};
use super::ways::Ways;
use crate::index::{Cell, Heading, Piece, Register};
use crate::program::check::{Check, Codes, has};
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::program::trail::{EMPTY, EVERY, NONE, PIECES, join, meet, without};
use crate::program::why::{Reason, Why};
use crate::rules::{Act, Dirs, Graph, Node, Test, Walk, Who};

/// What comes after a placement, on the board as it is then.
#[derive(Debug, PartialEq)]
pub(crate) enum Sequel<S> {
    /// In each direction in which its line fits, what is on the line is done.
    Each(Each<S>),
    /// The cell passes.
    Here(Where<S>),
    /// What stands on any of these cells is taken off or turned over; there must be something, unless it is `optional`.
    Every {
        /// The cells, as they are before it.
        cells: Where<S>,
        /// What is done.
        act: Act,
        /// Whether it is enough that there is none.
        optional: bool,
        /// Whether the cell behind which it comes is left alone.
        elsewhere: bool,
        /// What may stand there, and where that may be.
        among: (Codes, S),
    },
    /// The same, by instructions.
    Script(Script),
    /// The first list if the cell passes, the second if it does not.
    Either(Where<S>, [Vec<Sequel<S>>; 2]),
}

/// What is done in each direction.
#[derive(Debug, PartialEq)]
pub(crate) struct Each<S> {
    /// The lines, direction by direction.
    pub rays: Vec<Ray<S>>,
    /// What is looked for in their place, if it is more than lines: direction by direction, of which the first that fits is
    /// done.
    pub looks: Vec<Vec<Look<S>>>,
    /// The same as sets, if they have a form that those tell.
    pub enclosed: Option<Enclosed<S>>,
    /// Whether it is enough that none fits.
    pub optional: bool,
}

/// What must be seen from a cell, and what is done at another one then.
#[derive(Debug, PartialEq)]
pub(crate) struct Look<S> {
    /// What must be seen.
    pub sight: Sight<S>,
    /// By cell, the other one; [`NOWHERE`] if there is none.
    pub at: Box<[u16]>,
    /// What is done there, if anything stands there.
    pub act: Act,
    /// What may stand there.
    codes: Codes,
}

/// What must be so on a straight line, and what is done there.
#[derive(Debug, PartialEq)]
pub(crate) struct Ray<S> {
    /// Where it leads.
    pub heading: Heading,
    /// One after another.
    pub strides: Vec<Stride<S>>,
    /// Whether it may lead around the board to where it began.
    pub rings: bool,
}

/// One step, or as many as can be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stride<S> {
    /// What must stand there.
    pub codes: Codes,
    /// Which cells it may be.
    pub cells: S,
    /// What is done there.
    pub act: Option<Act>,
    /// As many as can be.
    pub many: bool,
    /// At least one.
    pub least: bool,
    /// Of many, whether it is done on the last alone.
    pub last: bool,
}

/// What a test asks of other cells than that of one of these names, if it fails there.
fn elsewhere(test: &Test, names: &[Register]) -> Option<Test> {
    let here = |test: &Test| match test {
        Test::Not(test) => matches!(**test, Test::Named(name) if names.contains(&name)),
        _ => false,
    };
    let Test::All(list) = test else { return None };
    let rest: Vec<Test> = list.iter().filter(|test| !here(test)).cloned().collect();
    (rest.len() < list.len()).then_some(Test::All(rest))
}

impl<S: Set> Sequel<S> {
    /// Whether it can always be done.
    pub(super) fn is_sure(&self) -> bool {
        match self {
            Sequel::Each(each) => each.optional,
            Sequel::Script(script) => script.optional,
            Sequel::Every { optional, .. } => *optional,
            Sequel::Either(_, lists) => lists.iter().flatten().all(Self::is_sure),
            Sequel::Here(_) => false,
        }
    }

    /// Whether some cell is changed wherever it can be done.
    pub(super) fn surely_changes(&self) -> bool {
        match self {
            Sequel::Each(each) => {
                let acts =
                    |stride: &Stride<S>| stride.act.is_some() && (stride.least || !stride.many);
                let mut rays = each.rays.iter();
                !each.optional
                    && each.looks.is_empty()
                    && rays.all(|ray| ray.strides.iter().any(acts))
            }
            Sequel::Every { optional, .. } => !optional,
            Sequel::Here(_) | Sequel::Script(_) | Sequel::Either(..) => false,
        }
    }

    /// Whether it may take off that piece from the cell where it was put.
    pub(super) fn takes_back(&self, piece: Piece) -> bool {
        match self {
            Sequel::Each(each) => each.looks.iter().flatten().any(|look| {
                let here = |(cell, at): (usize, &u16)| usize::from(*at) == cell;
                has(&look.codes, piece) && look.at.iter().enumerate().any(here)
            }),
            Sequel::Every { among: (codes, _), .. } => has(codes, piece),
            Sequel::Script(script) => has(&script.takes, piece),
            Sequel::Either(_, lists) => lists.iter().flatten().any(|one| one.takes_back(piece)),
            Sequel::Here(_) => false,
        }
    }

    /// The cells on which it is done wherever the piece stands, if they are such; what may stand there, and where that may be.
    pub fn everywhere(&self) -> Option<(&Where<S>, &(Codes, S))> {
        match self {
            Sequel::Every { cells, among, .. } => Some((cells, among)),
            _ => None,
        }
    }

    /// Why it is run by instructions, if it is.
    pub fn why(&self) -> Option<Why> {
        match self {
            Sequel::Script(script) => Some(script.why),
            Sequel::Either(_, lists) => lists.iter().flatten().find_map(Self::why),
            _ => None,
        }
    }

    /// What stands on cells that it may change.
    pub(super) fn touches(&self) -> Codes {
        match self {
            Sequel::Each(each) => {
                let strides = each.rays.iter().flat_map(|ray| &ray.strides);
                let lines =
                    strides.filter(|stride| stride.act.is_some()).map(|stride| &stride.codes);
                let looks = each.looks.iter().flatten().map(|look| &look.codes);
                lines.chain(looks).fold(NONE, |all, codes| join(&all, codes))
            }
            Sequel::Every { among: (codes, _), .. } => codes.clone(),
            Sequel::Script(script) if script.flips => PIECES,
            Sequel::Script(script) => script.takes.clone(),
            Sequel::Either(_, lists) => {
                lists.iter().flatten().fold(NONE, |all, one| join(&all, &one.touches()))
            }
            Sequel::Here(_) => NONE,
        }
    }

    /// Whether pieces may be captured by it.
    pub(super) fn may_capture(&self) -> bool {
        self.may_do(Act::Capture)
    }

    /// Whether pieces may be taken off that are not captured.
    pub(super) fn lifts(&self) -> bool {
        self.may_do(Act::Lift)
    }

    /// Whether that may be done to what lies on its lines, or more than these tell.
    fn may_do(&self, act: Act) -> bool {
        match self {
            Sequel::Each(each) => {
                let mut strides = each.rays.iter().flat_map(|ray| &ray.strides);
                !each.looks.is_empty() || strides.any(|stride| stride.act == Some(act))
            }
            Sequel::Here(_) => false,
            Sequel::Every { .. } | Sequel::Script(_) | Sequel::Either(..) => true,
        }
    }

    /// Tells of each cell that it may change, from that where the piece stands; `None` if it may change any.
    pub(super) fn reach(
        &self,
        at: usize,
        graph: &Graph,
        see: &mut impl FnMut(usize),
    ) -> Option<()> {
        match self {
            Sequel::Each(each) => {
                for Ray { heading, strides, .. } in &each.rays {
                    let next = |cell: &Cell| graph.next(*cell, *heading);
                    let far = strides.iter().any(|stride| stride.many);
                    let line = std::iter::successors(next(&Cell::at(at)), next);
                    let line = line.take(if far { graph.cells() } else { strides.len() });
                    for (cell, number) in line.zip(0..) {
                        if far || strides[number].act.is_some() {
                            see(cell.index());
                        }
                    }
                }
                let looks = each.looks.iter().flatten().map(|look| look.at[at]);
                looks.filter(|cell| *cell != NOWHERE).for_each(|cell| see(cell.into()));
                Some(())
            }
            Sequel::Either(_, lists) => {
                lists.iter().flatten().try_for_each(|one| one.reach(at, graph, see))
            }
            Sequel::Here(_) => Some(()),
            Sequel::Every { among: (_, cells), .. } => {
                cells.cells().for_each(see);
                Some(())
            }
            Sequel::Script(_) => None,
        }
    }

    /// From which cells something is done, if the board before a piece comes there tells it, or more cells: what must stand on its
    /// lines are pieces, and a piece that leaves its cell for their start makes none fit.
    pub(super) fn fits(&self, scope: &mut Scope<'_, '_, S>) -> Option<Where<S>> {
        let Sequel::Each(each) = self else { return None };
        let mut strides = each.rays.iter().flat_map(|ray| &ray.strides);
        let pieces = strides.all(|stride| !has(&stride.codes, Piece::EMPTY));
        (each.looks.is_empty() && pieces && !each.rings())
            .then(|| Where::Look(Box::new(each.sight(scope)), true))
    }

    /// What it may turn over.
    pub(super) fn turns(&self) -> Codes {
        let turned = |act: Act, codes: &Codes| if act == Act::Flip { codes.clone() } else { NONE };
        match self {
            Sequel::Each(each) => {
                let strides = each.rays.iter().flat_map(|ray| &ray.strides);
                let lines = strides.filter_map(|stride| Some(turned(stride.act?, &stride.codes)));
                let looks = each.looks.iter().flatten().map(|look| turned(look.act, &look.codes));
                lines.chain(looks).fold(NONE, |all, codes| join(&all, &codes))
            }
            Sequel::Every { act, among: (codes, _), .. } => turned(*act, codes),
            Sequel::Script(script) if script.flips => PIECES,
            Sequel::Either(_, lists) => {
                lists.iter().flatten().fold(NONE, |all, one| join(&all, &one.turns()))
            }
            Sequel::Script(_) | Sequel::Here(_) => NONE,
        }
    }

    /// Whether it only asks of the cell itself, and sets tell beforehand what is so when a piece stands there.
    pub(super) fn is_landing(&self) -> bool {
        matches!(self, Sequel::Here(cells) if cells.is_landing())
    }

    /// What it asks of the cell itself, if that is all.
    pub(super) fn here(self) -> Option<Where<S>> {
        if let Sequel::Here(cells) = self { Some(cells) } else { None }
    }

    /// Whether none of these pieces is changed.
    pub(super) fn leaves(&self, pieces: &Codes) -> bool {
        meet(&self.touches(), pieces).is_none()
    }

    /// The same, nor is another one changed to one of them.
    pub(super) fn spares(&self, pieces: &Codes) -> bool {
        self.leaves(pieces) && self.turns().is_none()
    }

    /// The deeds of a walk that goes on from any cell, unless it goes elsewhere, or more than one way.
    pub(super) fn list(nodes: &[&Node], scope: &mut Scope<'_, '_, S>) -> Result<Vec<Self>, Why> {
        // No piece walks to which the cursor could return.
        let nodes = nodes.iter().filter(|node| !matches!(node.walk, Walk::Return));
        // Nothing that comes here goes elsewhere, so that all names mean the cell from which it is done.
        let mut here = Vec::new();
        let mut list = Vec::new();
        for node in nodes {
            match node.walk {
                Walk::As(name) => here.push(name),
                _ => list.push(Self::new(node, &here, scope).map_err(|why| why.at(node.span))?),
            }
        }
        Ok(list)
    }

    fn new(node: &Node, names: &[Register], scope: &mut Scope<'_, '_, S>) -> Result<Self, Why> {
        match &node.walk {
            Walk::Each { .. } => match Each::new(node, scope) {
                Ok(each) => Ok(Sequel::Each(each)),
                Err(why) => Script::new(node, why, scope).map(Sequel::Script).ok_or(why),
            },
            Walk::Test(_) | Walk::See { .. } => Ok(Sequel::Here(here(node, scope)?)),
            Walk::Every { test, body, optional } => {
                let Walk::Act(act @ (Act::Capture | Act::Lift | Act::Flip)) = body.walk else {
                    return Err(Reason::Every.into());
                };
                let needed = needed(act, scope).ok_or(Reason::Every)?;
                let beside = elsewhere(test, names);
                let elsewhere = beside.is_some();
                let check = scope.view.check(beside.as_ref().unwrap_or(test));
                let cells = Where::new(&check, scope)?;
                let (codes, at) = cells.among(scope.contents);
                let among = (meet(&codes, &needed), at & scope.cells);
                Ok(Sequel::Every { cells, act, optional: *optional, elsewhere, among })
            }
            Walk::Alt(list) => {
                let [first, second] = &list[..] else { return Err(Reason::SecondChoice.into()) };
                let [first, second] = [flat(first), flat(second)];
                let (given, rest) = first.split_first().ok_or(Reason::SecondChoice)?;
                let (other, others) = second.split_first().ok_or(Reason::SecondChoice)?;
                let (given, other) = (here(given, scope)?, here(other, scope)?);
                let lists = [Self::list(rest, scope)?, Self::list(others, scope)?];
                match other.negates(&given) || scope.divides(&given, &other) {
                    true => Ok(Sequel::Either(given, lists)),
                    false => Err(Reason::SecondChoice.into()),
                }
            }
            Walk::Pick(_) | Walk::Face(_) | Walk::Repeat { .. } => Err(Reason::SecondChoice.into()),
            Walk::When(_) => Err(Reason::Changed.into()),
            Walk::Tally { .. } => Err(Reason::Tally.into()),
            Walk::Turn { .. } => Err(Reason::Turns.into()),
            _ => Err(Reason::GoesAway.into()),
        }
    }
}

/// What a test or look says of the cell where it is.
fn here<S: Set>(node: &Node, scope: &mut Scope<'_, '_, S>) -> Result<Where<S>, Why> {
    match &node.walk {
        Walk::Test(test) => Where::new(&scope.view.check(test), scope),
        Walk::See { body, holds } => Ok(Where::Look(Box::new(scope.sight(body)?), *holds)),
        _ => Err(Reason::SecondChoice.into()),
    }
}

impl<S: Set> Each<S> {
    fn new(node: &Node, scope: &mut Scope<'_, '_, S>) -> Result<Self, Why> {
        let Walk::Each { dirs, body, optional } = &node.walk else {
            return Err(Reason::EachDoesMore.into());
        };
        let view = scope.view;
        let headings = view.graph.resolve(dirs, view.facing, view.facing.heading);
        let rays = headings.iter().map(|heading| Ray::new(*heading, body, scope));
        if let Some(rays) = rays.collect::<Option<Vec<_>>>() {
            let enclosed = Enclosed::new(&rays, scope);
            return Ok(Self { rays, looks: Vec::new(), enclosed, optional: *optional });
        }
        let alternatives = match &body.walk {
            Walk::Alt(list) => list.iter().collect(),
            _ => vec![&**body],
        };
        let looks = headings.iter().map(|heading| {
            let each = alternatives.iter().map(|node| Look::new(*heading, node, scope));
            each.collect::<Result<Vec<_>, Why>>()
        });
        let looks = looks.collect::<Result<_, _>>()?;
        Ok(Self { rays: Vec::new(), looks, enclosed: None, optional: *optional })
    }

    /// From which cells it can be done; from more, where lines lead around the board.
    pub(super) fn sight(&self, scope: &mut Scope<'_, '_, S>) -> Sight<S> {
        Sight::any(self.rays.iter().map(|ray| ray.sight(scope)).collect())
    }

    /// Whether some lines may lead around the board to where they began: what stands there then ends them.
    pub(super) fn rings(&self) -> bool {
        self.rays.iter().any(|ray| ray.rings)
    }
}

impl<S: Set> Look<S> {
    /// What may stand where it is done.
    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// What a walk that ends with one deed looks for in a direction.
    fn new(heading: Heading, node: &Node, scope: &mut Scope<'_, '_, S>) -> Result<Self, Why> {
        let (view, list) = (scope.view, flat(node));
        let Some((Node { walk: Walk::Act(act), .. }, asks)) = list.split_last() else {
            return Err(Reason::EachDoesMore.into());
        };
        let mut codes = needed(*act, scope).ok_or(Reason::EachDoesMore)?;
        let mut at: Vec<Option<Cell>> =
            (0..view.graph.cells()).map(|at| Some(Cell::at(at))).collect();
        for node in asks {
            match &node.walk {
                Walk::Ahead => {
                    at.iter_mut()
                        .for_each(|at| *at = at.and_then(|at| view.graph.next(at, heading)));
                    codes = needed(*act, scope).ok_or(Reason::EachDoesMore)?;
                }
                Walk::Test(test) => {
                    if let Some(known) = view.check(test).codes() {
                        codes = meet(&codes, &known);
                    }
                }
                Walk::See { .. } => {}
                _ => return Err(Reason::EachDoesMore.into()),
            }
        }
        let asks = asks.iter().map(|node| (*node).clone()).collect();
        let sight = scope.sight_along(&Node { walk: Walk::Seq(asks), ..node.clone() }, heading)?;
        let at = at.into_iter().map(|at| at.map_or(NOWHERE, |at| at.0)).collect();
        Ok(Self { sight, at, act: *act, codes })
    }
}

impl<S: Set> Ray<S> {
    /// The line that a walk follows in a direction, if it does.
    fn new(heading: Heading, body: &Node, scope: &Scope<'_, '_, S>) -> Option<Self> {
        let strides = Self::strides(heading, body, scope)?;
        let mut ray = Self { heading, strides, rings: false };
        if !scope.is_open(heading) {
            // Where it began stands what has come there, which is none of the others' pieces.
            let others = Codes::of_players(scope.view.whose(Who::Other));
            let mut many = ray.strides.iter().filter(|stride| stride.many).peekable();
            ray.rings = many.peek().is_some();
            let ends = many.all(|stride| without(&stride.codes, &others).is_none());
            let away = ray.rings || scope.view.graph.all().all(|at| ray.leads_away(at, scope));
            (ends && away).then_some(())?;
        }
        Some(ray)
    }

    /// Whether it does not come back to the cell where it begins, step by step.
    fn leads_away(&self, at: Cell, scope: &Scope<'_, '_, S>) -> bool {
        let next = |cell: &Cell| scope.view.graph.next(*cell, self.heading);
        let mut line = std::iter::successors(next(&at), next).take(self.strides.len());
        line.all(|cell| cell != at)
    }

    /// Its steps, one after another.
    fn strides(heading: Heading, body: &Node, scope: &Scope<'_, '_, S>) -> Option<Vec<Stride<S>>> {
        let mut strides: Vec<Stride<S>> = Vec::new();
        let mut list = flat(body);
        while let Some((node, rest)) = list.split_first() {
            // What lies ahead is only looked at, or what lay on the way is gone back to: then there is nothing else.
            match &node.walk {
                Walk::See { body, holds: true } => {
                    let ahead = Self::strides(heading, body, scope)?;
                    let looks = ahead.iter().all(|stride| stride.act.is_none());
                    if let Some((Node { walk: Walk::Face(dirs), .. }, rest)) = rest.split_first() {
                        turns_back(dirs, heading, scope).then_some(())?;
                        acts_back(&mut strides, rest, scope)?;
                        strides.extend(ahead);
                        return looks.then_some(strides);
                    }
                    // What comes behind the look is done on one cell, not on all that were gone over: on the last, if nothing that
                    // stands on those can stand where it looks.
                    let last = strides.last_mut()?;
                    let apart = |next: &Stride<S>| {
                        let sure = !next.many || next.least;
                        sure && meet(&last.codes, &next.codes).is_none()
                    };
                    last.last = last.many && !rest.is_empty();
                    if last.many && !(last.least && ahead.first().is_some_and(apart)) {
                        return None;
                    }
                    last.does(rest, scope)?;
                    strides.extend(ahead);
                    return looks.then_some(strides);
                }
                Walk::Face(dirs) if turns_back(dirs, heading, scope) => {
                    acts_back(&mut strides, rest, scope)?;
                    return Some(strides);
                }
                _ => {}
            }
            let stride = match &node.walk {
                Walk::Repeat { body, min: min @ 0..=1, max: None } => {
                    let body = flat(body);
                    let (stride, end) = Stride::new(&body, scope)?;
                    list.remove(0);
                    (end == body.len()).then_some(Stride {
                        many: true,
                        least: *min > 0,
                        ..stride
                    })?
                }
                _ => {
                    let (stride, end) = Stride::new(&list, scope)?;
                    list = list.split_off(end.min(rest.len() + 1));
                    stride
                }
            };
            // What goes on as long as it can must end where the next one begins.
            let clear = |last: &Stride<S>| !last.many || meet(&last.codes, &stride.codes).is_none();
            if !strides.last().is_none_or(clear) {
                return None;
            }
            strides.push(stride);
        }
        Some(strides)
    }

    fn sight(&self, scope: &mut Scope<'_, '_, S>) -> Sight<S> {
        let way = Ways::new(scope.view, &[self.heading]);
        // Where a line comes back to stands what is not there yet: of such a one only the beginning is looked for.
        let sure = self.strides.first().is_some_and(|first| !first.many || first.least);
        let told = if self.rings { usize::from(sure) } else { self.strides.len() };
        self.strides[..told].iter().rev().fold(Sight::Every, |rest, stride| {
            let cells = Where::Stands(scope.contents.of(&stride.codes), stride.cells);
            let rest = Box::new(rest);
            if !stride.many || self.rings {
                return Sight::Next(way.clone(), Box::new(Sight::Here(Box::new(cells), rest)));
            }
            let run = Run { ways: way.clone(), cells, least: stride.least, open: true };
            Sight::Run(Box::new(run), rest)
        })
    }
}

impl<S: Set> Stride<S> {
    /// The step with which a list begins, and how long it is.
    fn new(list: &[&Node], scope: &Scope<'_, '_, S>) -> Option<(Self, usize)> {
        let view = scope.view;
        let [Node { walk: Walk::Ahead, .. }, rest @ ..] = list else { return None };
        let cells = scope.cells;
        let (many, least, last) = (false, false, false);
        let mut stride = Stride { codes: EVERY, cells, act: None, many, least, last };
        let mut end = 1;
        for node in rest {
            match &node.walk {
                Walk::Test(test) if stride.act.is_none() => {
                    let Check::Leaf(codes, region) = view.check(test) else { return None };
                    stride.codes = meet(&stride.codes, &codes);
                    stride.cells &= scope.within(region.as_ref());
                }
                Walk::Act(_) => stride.does(&[*node], scope)?,
                _ => break,
            }
            end += 1;
        }
        Some((stride, end))
    }

    /// Adds what is done there, if it is one thing or nothing.
    fn does(&mut self, acts: &[&Node], scope: &Scope<'_, '_, S>) -> Option<()> {
        for node in acts {
            let Walk::Act(act) = &node.walk else { return None };
            self.codes = meet(&self.codes, &needed(*act, scope)?);
            self.act.is_none().then(|| self.act = Some(*act))?;
        }
        Some(())
    }
}

/// What may stand where that is done; `None` of what is not done so.
pub(super) fn needed<S>(act: Act, scope: &Scope<'_, '_, S>) -> Option<Codes> {
    match act {
        Act::Capture if scope.view.captures_last => None,
        Act::Lift | Act::Capture => Some(without(&EVERY, &EMPTY)),
        Act::Flip => Some(Codes::of_players(scope.view.whose(Who::Other))),
        _ => None,
    }
}

/// Adds what is done on the way back along steps, from the last one on: `capture, ahead, capture`.
fn acts_back<S: Set>(
    strides: &mut [Stride<S>],
    acts: &[&Node],
    scope: &Scope<'_, '_, S>,
) -> Option<()> {
    let mut at = strides.len();
    for (steps, acts) in acts.split(|node| matches!(node.walk, Walk::Ahead)).enumerate() {
        at = at.checked_sub(usize::from(steps > 0))?;
        strides.get_mut(at.checked_sub(1)?)?.does(acts, scope)?;
    }
    let single = strides.iter().all(|stride| !stride.many);
    (single && strides.iter().any(|stride| stride.act.is_some())).then_some(())
}

/// Whether directions mean the one that leads back, wherever it does.
fn turns_back<S>(dirs: &Dirs, heading: Heading, scope: &Scope<'_, '_, S>) -> bool {
    let (graph, facing) = (scope.view.graph, scope.view.facing);
    let [back] = graph.resolve(dirs, facing, heading)[..] else { return false };
    graph.all().all(|cell| {
        let next = graph.next(cell, heading);
        next.is_none_or(|next| graph.next(next, back) == Some(cell))
    })
}

/// The parts of a walk, one after another.
pub(super) fn flat(node: &Node) -> Vec<&Node> {
    match &node.walk {
        Walk::Seq(list) => list.iter().flat_map(flat).collect(),
        _ => vec![node],
    }
}
