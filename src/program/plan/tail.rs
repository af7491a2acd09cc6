//! Moves that go on when the piece has arrived: it puts something where it can reach, on any cell that is empty then, or where it has
//! come from, or takes off what stands there.

use super::content::Content;
use super::fact::Where;
use super::heed::Read;
use super::kinds::{Group, Part, looked_for, measures};
use super::sequel::flat;
use super::shape::{Shape, Step, step};
use super::sight::Scope;
use crate::index::{Kind, Piece};
use crate::program::check::has;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, Finder, meet};
use crate::program::walk::any;
use crate::rules::{Act, MoveRule, Node, Test, Walk};

/// What a piece does where it has arrived.
#[derive(Debug)]
pub(crate) struct Tail<S> {
    /// Where it puts something, or takes something off.
    pub shape: Shape<S>,
    /// What it puts; nothing, if it takes something off.
    pub piece: Piece,
    /// What its ways go over, if some go over a piece.
    pub over: Option<Content>,
    /// What must stand there, if something must.
    pub onto: Option<Content>,
    /// What else is asked of the cell, which no such piece's arrival changes.
    pub only: Option<Where<S>>,
    /// Whether the cell is one of those that tell the move.
    pub told: bool,
    /// Whether it is that where the piece has come from, and no other.
    pub home: bool,
    /// The ways there, one by one, by cell where the piece has arrived.
    pub steps: Vec<Vec<Step<S>>>,
}

/// What a walk does up to where the piece lands for the last time, and what after that.
pub(super) fn landing(rule: &MoveRule) -> Option<(&[Node], &[Node])> {
    let Walk::Seq(list) = &rule.walk.walk else { return None };
    let land = |node: &Node| matches!(node.walk, Walk::Act(Act::Land));
    let (head, rest) = list.split_at(list.iter().position(land)? + 1);
    (!rest.is_empty() && !rest.iter().any(land)).then_some((head, rest))
}

/// The same as walks of their own.
pub(super) fn split(rule: &MoveRule) -> Option<(MoveRule, MoveRule)> {
    let (head, rest) = landing(rule)?;
    let part = |list: &[Node]| {
        let walk = Node { walk: Walk::Seq(list.to_vec()), ..rule.walk.clone() };
        MoveRule { walk, ..rule.clone() }
    };
    Some((part(head), part(rest)))
}

/// What a test asks by looking, or of distances, and what else it asks.
pub(super) fn parted(test: &Test) -> [Vec<&Test>; 2] {
    match test {
        Test::All(list) => list.iter().map(parted).fold(Default::default(), |all, one| {
            let [[looks, others], [more, rest]] = [all, one];
            [[looks, more].concat(), [others, rest].concat()]
        }),
        test if looked_for(test).is_empty() && !measures(test) => [Vec::new(), vec![test]],
        test => [vec![test], Vec::new()],
    }
}

/// The same walk without what is asked last by looking from the cell where something is done, and that.
fn looking<S: Set>(
    rule: &MoveRule,
    scope: &mut Scope<'_, '_, S>,
) -> Option<(MoveRule, Vec<Where<S>>)> {
    let mut list: Vec<Node> = flat(&rule.walk).into_iter().cloned().collect();
    let mut rest = vec![list.pop()?];
    let mut asked = Vec::new();
    while let Some(node) = list.pop() {
        let (test, picks) = match &node.walk {
            Walk::See { body, holds } => {
                asked.push(Where::Look(Box::new(scope.sight(body).ok()?), *holds));
                continue;
            }
            Walk::Test(test) => (test, false),
            Walk::Pick(test) => (test, true),
            _ => {
                rest.push(node);
                break;
            }
        };
        let [looks, others] = parted(test);
        for test in looks {
            asked.push(Where::new(&scope.view.check(test), scope).ok()?);
        }
        let test = Test::All(others.into_iter().cloned().collect());
        let walk = if picks { Walk::Pick(test) } else { Walk::Test(test) };
        rest.push(Node { walk, ..node });
        if picks {
            break;
        }
    }
    list.extend(rest.into_iter().rev());
    let walk = Node { walk: Walk::Seq(list), ..rule.walk.clone() };
    Some((MoveRule { walk, ..rule.clone() }, asked))
}

impl<S: Set> Tail<S> {
    /// What a kind does by that walk, wherever it stands; `None` if it does not just put something somewhere, or take it off.
    pub(super) fn new(
        rule: &MoveRule,
        kind: Kind,
        scope: &mut Scope<'_, '_, S>,
        finder: &mut Finder<'_, '_>,
    ) -> Option<Self> {
        let view = scope.view;
        let (rule, mut asked) = looking(rule, scope)?;
        // What is looked for is as it was before the piece moved: neither it nor an empty cell.
        let own = Piece::new(kind, Some(view.mover));
        let mut stays = |read: Read| {
            let codes = &scope.contents.codes[usize::from(read.stands()?.0)];
            (!has(codes, Piece::EMPTY) && !has(codes, own)).then_some(())
        };
        asked.iter().try_for_each(|cells| cells.reads(&mut stays))?;
        let mut steps = vec![Vec::new(); view.graph.cells()];
        let (mut done, mut told) = (None, None);
        for from in view.graph.all() {
            for trail in finder.trails(&rule, Some((from, kind))).ok()? {
                let effect = &trail.effect;
                let sets: Vec<_> = effect.sets.iter().collect();
                let [(to, piece)] = sets[..] else { return None };
                let named = effect.path == [from, to];
                let onto = trail.needs.on(to);
                let plain = (named || effect.path == [from])
                    && *told.get_or_insert(named) == named
                    && effect.marks.is_empty()
                    && effect.tallies.is_empty()
                    && effect.captures.is_empty()
                    && effect.drop.is_none()
                    && effect.after.is_empty()
                    && to != from
                    && match piece {
                        // Its like may come where it goes, and take it off.
                        Piece::EMPTY => !has(&onto, piece) && !has(&onto, own),
                        _ => onto == EMPTY,
                    };
                if !plain || *done.get_or_insert((piece, onto.clone())) != (piece, onto) {
                    return None;
                }
                let step = step(Some(from), to, &[&trail.needs])?;
                let steps: &mut Vec<_> = &mut steps[from.index()];
                // One cell by two ways would be one move.
                if steps.iter().any(|known: &Step<S>| known.to == step.to) {
                    return None;
                }
                steps.push(step);
            }
        }
        let over = steps.iter().flatten().filter(|step: &&Step<S>| step.hurdles > 0);
        let mut over = over.map(|step| &step.over);
        let hurdle = over.next();
        if over.any(|other| Some(other) != hurdle) {
            return None;
        }
        let over = hurdle.map(|codes| scope.contents.of(codes));
        let (piece, onto) = done?;
        let onto = (onto != EMPTY).then(|| scope.contents.of(&onto));
        let only = match asked.len() {
            0 | 1 => asked.pop(),
            _ => Some(Where::All(asked)),
        };
        let (shape, home) = (Shape::new(&steps)?, false);
        Some(Self { shape, piece, over, onto, only, told: told?, home, steps })
    }

    /// That a piece is put where the piece has come from that goes so.
    pub(super) fn home(piece: Piece, parts: &[Part<S>]) -> Option<Self> {
        let mut steps: Vec<Vec<Step<S>>> = vec![Vec::new(); parts.first()?.steps.len()];
        let none = Shape::new(&steps)?;
        for (from, to) in parts.iter().flat_map(|part| part.steps.iter().enumerate()) {
            for step in to {
                let back =
                    Step { to: from, between: S::NONE, hurdles: 0, held: S::NONE, over: EMPTY };
                steps[step.to].push(back);
            }
        }
        Some(Self {
            shape: none,
            piece,
            over: None,
            onto: None,
            only: None,
            told: false,
            home: true,
            steps,
        })
    }
}

/// What is put where the piece has come from, by a walk that does nothing more after it has gone, and that without it.
pub(super) fn left_behind(rule: &MoveRule) -> Option<(MoveRule, Kind)> {
    let list = flat(&rule.walk);
    let [first, head @ .., last, put] = &list[..] else { return None };
    let (Walk::As(start), Walk::Go(name)) = (&first.walk, &last.walk) else { return None };
    let Walk::Act(Act::Put(kind)) = put.walk else { return None };
    let land = |node: &Node| matches!(node.walk, Walk::Act(Act::Land));
    let other = |walk: &Walk| matches!(walk, Walk::As(_) | Walk::Go(_) | Walk::Note(..));
    let (lands, rest) = head.split_last()?;
    let plain = start == name && land(lands);
    let alone = rest.iter().all(|node| !land(node) && !any(node, &other));
    let list = head.iter().map(|node| (*node).clone()).collect();
    let walk = Node { walk: Walk::Seq(list), ..rule.walk.clone() };
    (plain && alone).then(|| (MoveRule { walk, ..rule.clone() }, kind))
}

impl<S> Tail<S> {
    /// Whether it puts something wherever it can reach.
    pub(super) fn is_free(&self) -> bool {
        self.onto.is_none() && self.only.is_none() && !self.home
    }

    /// Whether it does, and the cell is none of those that tell the move.
    pub(super) fn is_plain(&self) -> bool {
        !self.told && self.is_free()
    }
}

impl<S: Set> Group<S> {
    /// Whether both may lead from one cell to another on some board.
    pub(super) fn may_lead_with(&self, other: &Self) -> bool {
        self.meet(other, |_| true)
    }

    /// Whether both may put the same piece on the same cell then.
    pub(super) fn may_put_with(&self, other: &Self) -> bool {
        let (Some(tail), Some(others)) = (&self.tail, &other.tail) else { return false };
        let share = |to: usize| {
            let mut ends = tail.steps[to].iter();
            ends.any(|end| others.steps[to].iter().any(|other| other.to == end.to))
        };
        tail.piece == others.piece && self.meet(other, share)
    }

    /// Whether something may be put where the piece has come from.
    pub(super) fn puts_home(&self) -> bool {
        let Some(tail) = &self.tail else { return false };
        let back = |(from, steps): (usize, &Vec<Step<S>>)| {
            let mut ends = steps.iter().flat_map(|step| &tail.steps[step.to]);
            ends.any(|end| end.to == from)
        };
        let part = |part: &Part<S>| !part.steps_alone() || part.steps.iter().enumerate().any(back);
        self.parts.iter().any(part)
    }

    /// Whether both may lead from one cell to another of those.
    fn meet(&self, other: &Self, to: impl Fn(usize) -> bool) -> bool {
        let steps = |one: &Step<S>, two: &Step<S>| {
            one.to == two.to && !one.excludes(two) && !two.excludes(one) && to(one.to)
        };
        let parts = |one: &Part<S>, two: &Part<S>| {
            let told = one.steps_alone() && two.steps_alone();
            let mut pairs = one.steps.iter().zip(&two.steps);
            let any = |(ones, twos): (&Vec<Step<S>>, &Vec<Step<S>>)| {
                ones.iter().any(|one| twos.iter().any(|two| steps(one, two)))
            };
            !meet(&one.codes, &two.codes).is_none() && (!told || pairs.any(any))
        };
        self.parts.iter().any(|one| other.parts.iter().any(|two| parts(one, two)))
    }
}

impl<S> Group<S> {
    /// Whether its moves leave a piece what it is, and make no marks.
    pub(super) fn is_steady(&self, kind: Kind) -> bool {
        let same = |piece: &Piece| piece.kind() == Some(kind);
        let stays = matches!(&self.becomes[..], [all] if all.pieces.len() == 1 && all.pieces.iter().all(same));
        stays && self.marks.is_none()
    }
}
