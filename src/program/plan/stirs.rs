//! Where moves lead that must be made to know what they leave open, as something may come around the piece there.

use super::Plan;
use super::content::Content;
use super::fact::Where;
use super::sequel::Sequel;
use super::sight::Scope;
use crate::program::check::View;
use crate::program::set::Set;
use crate::program::trail::{NONE, PIECES, join, meet};

/// Where something may come around a piece that arrives.
#[derive(Debug, Default)]
pub(crate) struct Stirs<S> {
    /// Where it does, as sets tell it of the board before the move, or of more cells.
    pub fits: Vec<Where<S>>,
    /// Of what those do not tell: by cell, from where it may be changed, and what it changes; none if there is nothing.
    pub near: Box<[S]>,
    /// What that changes.
    pub touched: Content,
}

impl<S: Set> Stirs<S> {
    /// Where one of these does something, if there are any.
    fn of(sequels: &[Sequel<S>], scope: &mut Scope<'_, '_, S>) -> Option<Self> {
        let mut stirs = Self::default();
        let mut others: Vec<&Sequel<S>> = Vec::new();
        for sequel in sequels {
            match sequel.fits(scope) {
                Some(fits) => stirs.fits.push(fits),
                None => others.push(sequel),
            }
        }
        if !others.is_empty() {
            let graph = scope.view.graph;
            let mut near = vec![S::NONE; graph.cells()];
            for to in scope.cells.cells() {
                let mut see = |at: usize| near[at] |= S::one(to);
                let told = others.iter().try_for_each(|one| one.reach(to, graph, &mut see));
                if told.is_none() {
                    near.fill(scope.cells);
                }
            }
            let touched = others.iter().fold(NONE, |all, one| join(&all, &one.touches()));
            stirs.near = near.into();
            stirs.touched = scope.contents.of(&meet(&touched, &PIECES));
        }
        (!sequels.is_empty()).then_some(stirs)
    }
}

impl<S: Set> Plan<S> {
    /// Finds where moves and placements lead by which something may come around the piece, where that must be made to be known.
    pub(super) fn find_stirring(&mut self, views: &[View<'_>]) {
        let sides = self.sides.iter_mut().zip(views);
        for (side, view) in sides.filter(|(side, _)| side.tests) {
            let mut scope = Scope::new(&mut self.contents, self.cells, view);
            side.stirs = Stirs::of(&side.sequel, &mut scope);
            for place in &mut side.places {
                place.stirs = Stirs::of(&place.sequel, &mut scope);
            }
        }
    }
}
