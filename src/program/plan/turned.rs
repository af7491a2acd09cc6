//! What is turned over around a piece that arrives: two captures may come to the same by it.
//!
//! Of two moves that come to the same by it one does not begin where the other one does not: an own piece would be left there. So
//! both are captures of one piece, and each turns over what the other one captures.

use super::content::{Content, Contents};
use super::fact::Where;
use super::sequel::{Ray, Sequel};
use super::sight::Scope;
use super::{Group, Loose, Moves, Part, Ready, Side};
use crate::index::{Cell, Piece};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{NONE, join, meet};

/// What may be turned over around a piece.
#[derive(Debug)]
pub(crate) struct Turned<S> {
    /// What it is.
    pub of: Content,
    /// By cell, the other ones where it may be when a piece arrives there.
    pub near: Box<[S]>,
    /// Whether all of it is turned over that stands there.
    pub whole: bool,
    /// Where something comes around a piece that arrives, as sets tell it of the board before the move, or of more cells; `None` if
    /// they do not.
    pub fits: Option<Vec<Where<S>>>,
}

impl<S: Set> Turned<S> {
    /// What these turn over, if anything.
    fn of(sequels: &[Sequel<S>], scope: &mut Scope<'_, '_, S>) -> Option<Self> {
        let codes = turns(sequels);
        if codes.is_none() {
            return None;
        }
        let graph = scope.view.graph;
        let mut near: Vec<S> = vec![S::NONE; graph.cells()];
        for (at, near) in near.iter_mut().enumerate() {
            let mut see = |cell: usize| *near |= S::one(cell);
            let told = sequels.iter().try_for_each(|one| one.reach(at, graph, &mut see));
            *near = if told.is_none() { scope.cells } else { *near } & !S::one(at);
        }
        let whole = match sequels {
            [Sequel::Each(each)] => {
                let single = |ray: &Ray<S>| match &ray.strides[..] {
                    [stride] => {
                        !stride.many && stride.cells == scope.cells && stride.codes == codes
                    }
                    _ => false,
                };
                each.looks.is_empty() && each.rays.iter().all(single)
            }
            _ => false,
        };
        let turning = sequels.iter().filter(|one| !one.turns().is_none());
        let fits = turning.map(|one| one.fits(scope)).collect();
        Some(Self { of: scope.contents.of(&codes), near: near.into(), whole, fits })
    }
}

/// What these turn over.
fn turns<S: Set>(sequels: &[Sequel<S>]) -> Codes {
    sequels.iter().fold(NONE, |all, one| join(&all, &one.turns()))
}

impl<S: Set> Side<S> {
    /// Finds the kinds of which two captures may come to the same by what they turn over; where `routes` differ, none do.
    pub(super) fn find_turned(&mut self, routes: bool, scope: &mut Scope<'_, '_, S>) {
        let Some(turned) = Turned::of(&self.sequel, scope).filter(|_| !routes) else { return };
        for (kind, followed) in self.kinds.iter_mut().zip(&self.followed) {
            kind.turns |= !followed.is_empty() && kind.turns_twins(&turned, scope.contents);
        }
        if self.kinds.iter().any(|kind| kind.turns) {
            self.turned = Some(turned);
        }
    }

    /// Whether what is turned over around pieces may make a move by itself come to the same as another one, which is not looked for:
    /// it captures such a piece and becomes one, or turns one over.
    pub(super) fn turns_apart(&self, contents: &Contents) -> bool {
        let codes = turns(&self.sequel);
        let sets = |from: usize, one: &Loose<S>| {
            let such = |(cell, piece): (Cell, Piece)| {
                let stands = |ready: &Ready<S>| {
                    let mut known = ready.content.iter().filter(|known| known.1.has(cell.index()));
                    known.all(|(of, _)| !meet(&contents.codes[usize::from(of.0)], &codes).is_none())
                };
                cell.index() != from && !piece.is_empty() && one.any.iter().any(stands)
            };
            !one.effect.after.is_empty() || one.effect.sets.iter().any(such)
        };
        !codes.is_none()
            && self.kinds.iter().any(|kind| kind.changing().any(|(from, one)| sets(from, one)))
    }
}

impl<S: Set> Moves<S> {
    /// Whether a piece of the kind may capture one of two of these that are near each other, and be the same kind then.
    fn turns_twins(&self, turned: &Turned<S>, contents: &Contents) -> bool {
        let codes = &contents.codes[usize::from(turned.of.0)];
        let taking = self.groups.iter().flat_map(|group| group.takes_alike(codes));
        let parts: Vec<&Part<S>> = taking.collect();
        let near = |from: usize| {
            let steps = || parts.iter().flat_map(|part| &part.steps[from]);
            let all = steps().fold(S::NONE, |all, step| all | S::one(step.to));
            steps().any(|step| !(turned.near[step.to] & all).is_none())
        };
        parts.iter().any(|part| !part.steps_alone()) || (0..turned.near.len()).any(near)
    }
}

impl<S: Set> Group<S> {
    /// Where it captures some of these and becomes of the same kind.
    fn takes_alike(&self, codes: &Codes) -> impl Iterator<Item = &Part<S>> {
        let pieces = self.becomes.iter().flat_map(|becomes| &becomes.pieces);
        let kinds = Codes::of_kinds(pieces.filter_map(|piece| piece.kind()));
        let taken = meet(&kinds, codes);
        self.parts.iter().filter(move |part| !meet(&part.codes, &taken).is_none())
    }
}
