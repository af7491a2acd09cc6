//! Moves that go on when the piece has arrived: it puts something where it can reach, or on any cell that is empty then.

use super::kinds::{Group, Part};
use super::shape::{Shape, Step, step};
use crate::index::{Kind, Piece};
use crate::program::check::View;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, Finder, meet};
use crate::rules::{Act, MoveRule, Node, Walk};

/// What a piece does where it has arrived.
#[derive(Debug)]
pub(crate) struct Tail<S> {
    /// Where it puts something, if nothing stands there.
    pub shape: Shape<S>,
    /// What it puts.
    pub piece: Piece,
    /// Whether the cell is one of those that tell the move.
    pub told: bool,
    /// The ways there, one by one, by cell where the piece has arrived.
    pub steps: Vec<Vec<Step<S>>>,
}

/// A walk up to where the piece lands for the last time, and what comes after.
pub(super) fn split(rule: &MoveRule) -> Option<(MoveRule, MoveRule)> {
    let Walk::Seq(list) = &rule.walk.walk else { return None };
    let land = |node: &Node| matches!(node.walk, Walk::Act(Act::Land));
    let at = list.iter().position(land)?;
    let (head, rest) = list.split_at(at + 1);
    let part = |list: &[Node]| {
        let walk = Node { walk: Walk::Seq(list.to_vec()), ..rule.walk.clone() };
        MoveRule { walk, ..rule.clone() }
    };
    (!rest.is_empty() && !rest.iter().any(land)).then(|| (part(head), part(rest)))
}

impl<S: Set> Tail<S> {
    /// What a kind does by that walk, wherever it stands; `None` if it does not just put something somewhere.
    pub fn new(
        rule: &MoveRule,
        kind: Kind,
        view: &View<'_>,
        finder: &mut Finder<'_, '_>,
    ) -> Option<Self> {
        let mut steps = vec![Vec::new(); view.graph.cells()];
        let (mut put, mut told) = (None, None);
        for from in view.graph.all() {
            for trail in finder.trails(rule, Some((from, kind))).ok()? {
                let effect = &trail.effect;
                let sets: Vec<_> = effect.sets.iter().collect();
                let [(to, piece)] = sets[..] else { return None };
                let named = effect.path == [from, to];
                let plain = (named || effect.path == [from])
                    && *told.get_or_insert(named) == named
                    && effect.marks.is_empty()
                    && effect.tallies.is_empty()
                    && effect.captures.is_empty()
                    && effect.drop.is_none()
                    && effect.after.is_empty()
                    && to != from
                    && trail.needs.on(to) == EMPTY;
                if !plain || *put.get_or_insert(piece) != piece {
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
        Some(Self { shape: Shape::new(&steps)?, piece: put?, told: told?, steps })
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
