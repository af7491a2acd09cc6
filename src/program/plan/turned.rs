//! What is turned over around a piece that arrives: two captures may come to the same by it.
//!
//! Of two moves that come to the same by it one does not begin where the other one does not: an own piece would be left there. So
//! both are captures of one piece, and each turns over what the other one captures.

use super::content::{Content, Contents};
use super::fact::Where;
use super::sequel::Sequel;
use super::sight::Scope;
use super::{Group, Loose, Moves, Ready, Side};
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
        let turning = sequels.iter().filter(|one| !one.turns().is_none());
        let fits = turning.map(|one| one.fits(scope)).collect();
        Some(Self { of: scope.contents.of(&codes), near: near.into(), fits })
    }
}

/// What these turn over.
fn turns<S: Set>(sequels: &[Sequel<S>]) -> Codes {
    sequels.iter().fold(NONE, |all, one| join(&all, &one.turns()))
}

impl<S: Set> Side<S> {
    /// Finds the kinds of which two captures may come to the same by what they turn over; where `routes` differ, none do.
    pub(super) fn find_turned(&mut self, routes: bool, scope: &mut Scope<'_, '_, S>) {
        let codes = turns(&self.sequel);
        for (at, kind) in self.kinds.iter_mut().enumerate().filter(|_| !routes) {
            let followed = self.followed.get(at).is_some_and(|followed| *followed);
            kind.turns |= followed && kind.turns_twins(&codes);
        }
        if self.kinds.iter().any(|kind| kind.turns) {
            self.turned = Turned::of(&self.sequel, scope);
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
    /// Whether a piece of the kind captures some of these and is the same kind then.
    fn turns_twins(&self, codes: &Codes) -> bool {
        let captures = |group: &Group<S>| {
            let pieces = || group.becomes.iter().flat_map(|becomes| &becomes.pieces);
            let kinds = Codes::of_kinds(pieces().filter_map(|piece| piece.kind()));
            let taken = meet(&kinds, codes);
            group.parts.iter().any(|part| !meet(&part.codes, &taken).is_none())
        };
        self.groups.iter().any(captures)
    }
}
