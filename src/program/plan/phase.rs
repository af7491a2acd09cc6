//! Moves of the phases of a game: where a condition holds a piece is put on an empty cell or goes to one, and where
//! it fills a row there it takes another.

use std::collections::BTreeSet;

use super::Plan;
use super::content::{Content, Contents};
use super::fact::{Asker, Fact, Where};
use super::kinds::{Group, Mover, Part};
use super::sequel::flat;
use super::shape::{Shape, Step};
use super::sight::Scope;
use crate::index::{Cell, GoalId, Kind, MoveName, Piece};
use crate::program::check::{Check, Codes, has};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, Effect, Finder, Needs, Trail, without};
use crate::rules::{Act, Cond, MoveRule, Node, Relation, Walk, Who};

/// Moves of one sort, as long as a condition holds.
#[derive(Debug)]
pub(crate) struct Phase<S> {
    /// The name of the moves.
    pub name: MoveName,
    /// All that must be so for them.
    pub given: Vec<Fact<S>>,
    /// What they begin with.
    pub start: Start<S>,
    /// What a piece takes then.
    pub take: Option<Take<S>>,
}

/// What a move of a phase begins with.
#[derive(Debug)]
pub(crate) enum Start<S> {
    /// That piece is put on one of the cells, if nothing stands there.
    Put(Piece, S),
    /// One of these pieces goes somewhere, if nothing stands there.
    Go(Content, Goes<S>),
}

/// Where a piece goes by a move of a phase.
#[derive(Debug)]
pub(crate) struct Goes<S> {
    /// By the cell where it stands, the cells to which it goes whatever stands elsewhere.
    pub near: Box<[S]>,
    /// The ways to others, and what they go over, if not any piece will do.
    pub ways: Vec<(Shape<S>, Option<Content>)>,
}

/// What a piece takes where it fills a row.
#[derive(Debug, PartialEq)]
pub(crate) struct Take<S> {
    /// The goal that the row would reach.
    pub goal: GoalId,
    /// What stands on one of these cells: of the first of these that are any.
    pub of: Vec<Where<S>>,
}

impl<S: Set> Plan<S> {
    /// A player's phases, without some `others` of his actions; `None` if the moves by all else are not such.
    pub(super) fn phases<'v>(
        &mut self,
        asker: Asker<'v>,
        finder: &mut Finder<'v, 'v>,
        others: &BTreeSet<u16>,
    ) -> Option<Vec<Phase<S>>> {
        let (rules, view) = (asker.rules, asker.view());
        let kinds = rules.kinds.iter().enumerate().filter(|_| rules.turn.pieces);
        let moves =
            kinds.flat_map(|(kind, of)| of.moves.iter().map(move |rule| (Some(kind), rule)));
        let actions = (0..).zip(&rules.actions).filter(|(at, _)| !others.contains(at));
        let actions: Vec<_> = actions.map(|(_, rule)| (None, rule)).collect();
        let plain = !rules.turn.captures_last && rules.turn.prefer.is_empty();
        // By two placements on a cell the same could come about.
        if !plain || actions.len() > 1 || view.layout.marks().next().is_some() {
            return None;
        }
        let mut phases = Vec::new();
        for (kind, rule) in moves.chain(actions) {
            finder.forget();
            let parts = Parts::of(rule)?;
            let start = match kind {
                Some(kind) => self.go(&parts.head, Kind::at(kind), asker, finder)?,
                None => self.put(&parts.head, finder)?,
            };
            let mut given = Vec::new();
            for when in &parts.given {
                match self.given(when, asker)? {
                    Fact::All(list) => given.extend(list),
                    fact => given.push(fact),
                }
            }
            let take = match &parts.rest[..] {
                [] => None,
                rest => Some(self.take(rest, &start, asker)?),
            };
            phases.push(Phase { name: rule.name, given, start, take });
        }
        // Of moves that come to the same the one with the least name stays.
        phases.sort_by_key(|phase| phase.name);
        let told =
            |one: &Phase<S>, other: &Phase<S>| asker.program.named.tell_apart(one.name, other.name);
        let differs = |(at, one): (usize, &Phase<S>)| {
            phases[..at]
                .iter()
                .any(|other| one.differs(other) || one.meets(other) && told(one, other))
        };
        let alike = !phases.iter().enumerate().any(differs);
        (alike && u8::try_from(phases.len()).is_ok()).then_some(phases)
    }

    /// How a piece of that kind goes to empty cells, if a walk is that alone.
    fn go<'v>(
        &mut self,
        rule: &MoveRule,
        kind: Kind,
        asker: Asker<'v>,
        finder: &mut Finder<'v, 'v>,
    ) -> Option<Start<S>> {
        let (view, routes) = (asker.view(), asker.rules.turn.routes_differ);
        let contents = &mut self.contents;
        let rules = std::slice::from_ref(rule);
        let named = &asker.program.named;
        let moves = Mover { kind, view, routes, named, finder, contents }.moves(rules, &[]);
        let loosely = moves.changing().next().is_some();
        let [group] = &moves.groups[..] else { return None };
        let alone = moves.walked.is_empty() && !loosely && !moves.unites();
        if !alone || !group.goes_alone(kind) {
            return None;
        }
        let mut near: Box<[S]> = vec![S::NONE; view.graph.cells()].into();
        let mut ways = Vec::new();
        for part in &group.parts {
            let at_once = |step: &Step<S>| step.between.is_none() && step.hurdles == 0;
            match part.steps.iter().flatten().all(at_once) {
                true => {
                    for (near, steps) in near.iter_mut().zip(&part.steps) {
                        *near = steps.iter().fold(*near, |near, step| near | S::one(step.to));
                    }
                }
                false => ways.push((part.shape.clone(), part.over)),
            }
        }
        Some(Start::Go(moves.pieces, Goes { near, ways }))
    }

    /// What is put on which empty cells, if a walk is that alone.
    fn put(&self, rule: &MoveRule, finder: &mut Finder<'_, '_>) -> Option<Start<S>> {
        let (mut cells, mut put) = (S::NONE, None);
        for Trail { needs, effect, .. } in finder.trails(rule, None).ok()? {
            let [to] = effect.path[..] else { return None };
            let piece = effect.sets.get(to)?;
            let (sets, path) = ([(to, piece)].into(), vec![to]);
            let same = *put.get_or_insert(piece) == piece && !piece.is_empty();
            let puts = effect == Effect { sets, path, ..Effect::default() };
            if !same || !puts || !asks_only(&needs, &[(to, EMPTY)]) {
                return None;
            }
            cells |= S::one(to.index());
        }
        Some(Start::Put(put?, cells))
    }

    /// What must be so before anything has changed.
    fn given(&mut self, when: &Cond, asker: Asker<'_>) -> Option<Fact<S>> {
        let fact = Fact::new(&CondCode::new(asker.view(), when), self, asker).ok()?;
        let told = !fact.asks(&|fact| !matches!(fact, Fact::Count(..) | Fact::Slot { .. }));
        told.then_some(fact)
    }

    /// What is taken after a piece has come to a cell, if that does not hang on which piece and where.
    fn take(&mut self, rest: &[&Node], start: &Start<S>, asker: Asker<'_>) -> Option<Take<S>> {
        let view = asker.view();
        let enemies = Codes::of_players(view.whose(Who::Other));
        let [Node { walk: Walk::Alt(list), .. }] = rest else { return None };
        let [idle, takes] = &list[..] else { return None };
        let (idle, takes) = (flat(idle), flat(takes));
        let [Node { walk: Walk::Test(idle), .. }] = idle[..] else { return None };
        let [Node { walk: Walk::Test(given), .. }, pick, last] = takes[..] else { return None };
        let mut cells = |check: &Check| {
            let mut scope = Scope::new(&mut self.contents, self.cells, view);
            scope.rows = &self.rows;
            Where::new(check, &mut scope).ok()
        };
        let (idle, given) = (cells(&view.check(idle))?, cells(&view.check(given))?);
        let Where::Lies(goal, ..) = given else { return None };
        if !idle.negates(&given) || last.walk != Walk::Act(Act::Capture) {
            return None;
        }
        let mut of: Vec<Where<S>> = Vec::new();
        let list = match &pick.walk {
            Walk::Alt(list) => &list[..],
            _ => std::slice::from_ref(pick),
        };
        for node in list {
            let parts = flat(node);
            let (pick, whens) = parts.split_last()?;
            let Walk::Pick(test) = &pick.walk else { return None };
            // Of several each is for where the one before has nothing.
            let none = match whens {
                [] => None,
                [Node { walk: Walk::When(when), .. }] => match CondCode::new(view, when) {
                    CondCode::Count(check, Relation::AtMost | Relation::Equal, 0) => {
                        Some(cells(&check)?)
                    }
                    _ => return None,
                },
                _ => return None,
            };
            if of.last() != none.as_ref() {
                return None;
            }
            of.push(cells(&view.check(test))?);
        }
        let among = of.iter().all(|cells| cells.is_among(&enemies, &self.contents));
        if of.len() > 2 || !among {
            return None;
        }
        // What passes is an enemy's: rows of one's own are none that it lies in.
        of.iter_mut().for_each(|cells| cells.narrow(!(1 << view.mover.0)));
        let rows = self.rows[goal.index()].get(view.mover.index())?.of;
        let rows = &self.contents.codes[usize::from(rows.0)];
        let counts = match start {
            Start::Put(piece, _) => has(rows, *piece),
            Start::Go(content, _) => {
                without(&self.contents.codes[usize::from(content.0)], rows).is_none()
            }
        };
        counts.then_some(Take { goal, of })
    }
}

impl<S: Set> Group<S> {
    /// Whether by its moves a piece goes to an empty cell, and nothing else changes.
    fn goes_alone(&self, kind: Kind) -> bool {
        let goes = |part: &Part<S>| part.codes == EMPTY && part.steps_alone();
        let more = self.stirs || self.after.is_some() || self.tail.is_some();
        let asks = !self.tallies.is_empty() || !self.given.is_empty();
        self.parts.iter().all(goes) && self.is_steady(kind) && !more && !asks
    }
}

impl<S: Set> Phase<S> {
    /// What comes to a cell by its moves.
    pub(super) fn pieces(&self, contents: &Contents) -> Vec<Piece> {
        match self.start {
            Start::Put(piece, _) => vec![piece],
            Start::Go(content, _) => {
                let codes = &contents.codes[usize::from(content.0)];
                let pieces = contents.pieces().filter(|piece| !piece.is_empty());
                pieces.filter(|piece| has(codes, *piece)).collect()
            }
        }
    }

    /// Whether a move of it may come to the same as one of another: both put something, or a piece goes by both.
    fn meets(&self, other: &Self) -> bool {
        std::mem::discriminant(&self.start) == std::mem::discriminant(&other.start)
    }

    /// Whether the same pieces go by both, and do not take alike.
    fn differs(&self, other: &Self) -> bool {
        match (&self.start, &other.start) {
            (Start::Go(pieces, _), Start::Go(others, _)) => {
                pieces == others && self.take != other.take
            }
            _ => false,
        }
    }
}

/// Whether a move needs nothing but that.
fn asks_only(needs: &Needs, content: &[(Cell, Codes)]) -> bool {
    needs.content_alone()
        && needs.content.iter().all(|need| content.contains(need))
        && content.iter().all(|need| needs.content.contains(need))
}

impl<S: Set> Where<S> {
    /// Whether only such pieces pass, and whether one does is the same whatever other pieces stand elsewhere.
    fn is_among(&self, pieces: &Codes, contents: &Contents) -> bool {
        match self {
            Where::Stands(content, _) => {
                without(&contents.codes[usize::from(content.0)], pieces).is_none()
            }
            // Rows are of pieces of one player.
            Where::All(list) => {
                list.iter().any(|cells| cells.is_among(pieces, contents))
                    && list.iter().all(Self::is_steady)
            }
            Where::Any(list) => list.iter().all(|cells| cells.is_among(pieces, contents)),
            Where::Not(_) | Where::Lies(..) | Where::Look(..) | Where::Marked(_) => false,
        }
    }

    /// Asks only for rows of these players.
    fn narrow(&mut self, players: u8) {
        match self {
            Where::All(list) | Where::Any(list) => {
                list.iter_mut().for_each(|cells| cells.narrow(players));
            }
            Where::Not(cells) => cells.narrow(players),
            Where::Lies(_, of, _) => *of &= players,
            Where::Stands(..) | Where::Look(..) | Where::Marked(_) => {}
        }
    }

    /// Whether no look is among what it asks.
    fn is_steady(&self) -> bool {
        match self {
            Where::Stands(..) | Where::Lies(..) => true,
            Where::All(list) | Where::Any(list) => list.iter().all(Self::is_steady),
            Where::Not(cells) => cells.is_steady(),
            Where::Look(..) | Where::Marked(_) => false,
        }
    }
}

/// The parts of a walk of a phase.
struct Parts<'r> {
    /// What is asked before anything has changed.
    given: Vec<&'r Cond>,
    /// The walk up to where a piece is put or lands, without those questions.
    head: MoveRule,
    /// What comes then.
    rest: Vec<&'r Node>,
}

impl<'r> Parts<'r> {
    fn of(rule: &'r MoveRule) -> Option<Self> {
        let mut rest = flat(&rule.walk);
        let first = rest.iter().position(|node| matches!(node.walk, Walk::Act(_)))?;
        let head: Vec<&Node> = rest.drain(..=first).collect();
        let last = matches!(head[first].walk, Walk::Act(Act::Land | Act::Put(_)));
        let when = |node: &&'r Node| match &node.walk {
            Walk::When(when) => Some(when),
            _ => None,
        };
        let given = head.iter().filter_map(when).collect();
        let others = head.iter().filter(|node| when(node).is_none());
        let walk = Walk::Seq(others.map(|node| (*node).clone()).collect());
        let head = MoveRule { walk: Node { walk, ..rule.walk.clone() }, ..rule.clone() };
        last.then_some(Self { given, head, rest })
    }
}
