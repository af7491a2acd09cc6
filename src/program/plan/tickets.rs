//! Walked moves that are drawn in a random game without walking all of them.
//!
//! `place = 'pick empty, put piece, not crowded'` comes to one move at most from each cell. A cell is drawn and walked from alone; where
//! nothing fits, another is drawn. Where a walk comes to several moves, a number is drawn with the cell, below the most that it
//! may come to, and another cell and number where there are not so many: so each move is as likely as every other.

use super::begins::first_picks;
use super::{Plan, Side};
use crate::index::Heading;
use crate::program::check::View;
use crate::program::set::Set;
use crate::program::walk::any;
use crate::rules::{Act, Dirs, Node, Rules, Walk};

/// To how many moves walks from a cell may come at most.
const MOST: usize = 256;

impl<S: Set> Plan<S> {
    /// Finds whose moves are drawn so.
    pub(super) fn find_tickets(&mut self, rules: &Rules, views: &[View<'_>]) {
        for (side, view) in self.sides.iter_mut().zip(views) {
            side.tickets = side.tickets(rules, view);
        }
    }
}

impl<S: Set> Side<S> {
    /// To how many moves walks from a cell may come at most, if they are drawn so: nothing must be made, and what is walked is not
    /// told by sets as well.
    fn tickets(&self, rules: &Rules, view: &View<'_>) -> Option<usize> {
        let preferred = self.must.is_some() || !self.prefer.is_empty() || self.hops;
        let otherwise = self.finish.is_some()
            || self.throws.is_some()
            || self.strides.is_some()
            || !self.phases.is_empty();
        let past = self.forbids.iter().any(|forbid| forbid.fact.asks_past());
        let moves = self.kinds.iter().any(|kind| kind.moves);
        let told = moves || !self.places.is_empty();
        let meets = self.mixed || self.alike || self.tries() || moves && !self.walked.is_empty();
        let drawn = rules.actions.iter().any(|action| rules.is_drawn(action.name));
        if !self.walks || preferred || otherwise || past || told && meets || drawn {
            return None;
        }
        let actions = self
            .walked
            .iter()
            .map(|walked| picked_ends(&rules.actions[usize::from(walked.action)].walk, view));
        let pieces = self.kinds.iter().zip(&rules.kinds).map(|(kind, rule)| {
            let walks = kind.walked.iter().map(|at| &rule.moves[usize::from(*at)].walk);
            walks.map(|walk| ends(walk, view).filter(|_| leaves(walk))).fold(Some(0), sum)
        });
        let pieces = pieces.collect::<Option<Vec<_>>>()?.into_iter().max();
        let most = actions.chain(pieces.map(Some)).fold(Some(0), sum)?;
        (most <= MOST).then_some(most)
    }
}

/// To how many moves an action may come at most from a cell that it picks first, if it changes that first.
fn picked_ends(walk: &Node, view: &View<'_>) -> Option<usize> {
    let picks = first_picks(walk)?;
    let each = picks
        .iter()
        .map(|(_, rest)| ends_of(rest.iter().copied(), view).filter(|_| begins_with_change(rest)));
    each.fold(Some(0), sum)
}

/// Whether a walk that goes on so from the cell that it has picked changes first what stands there, or a number of it.
fn begins_with_change(rest: &[&Node]) -> bool {
    let stays = |walk: &Walk| {
        matches!(walk, Walk::Test(_) | Walk::See { .. } | Walk::Tally { .. } | Walk::When(_))
            || matches!(walk, Walk::As(_) | Walk::Note(..) | Walk::Face(_))
    };
    match rest.iter().map(|node| &node.walk).find(|walk| !stays(walk)) {
        Some(Walk::Act(act)) => !matches!(act, Act::Mark(..) | Act::Add(..) | Act::Again),
        _ => false,
    }
}

/// Whether a piece that walks so leaves its cell, or what stands beneath it does.
fn leaves(walk: &Node) -> bool {
    let stays = |walk: &Walk| matches!(walk, Walk::Act(Act::Land | Act::Put(_) | Act::PutBack(_)));
    !any(walk, &stays)
}

/// To how many moves a walk may come from a cell at most, if that is known to be few.
fn ends(node: &Node, view: &View<'_>) -> Option<usize> {
    let dirs = |dirs: &Dirs| {
        let headings = (0..view.graph.headings()).map(Heading::at);
        headings.map(|ahead| view.headings(dirs, ahead).len()).max()
    };
    match &node.walk {
        Walk::Seq(list) => ends_of(list.iter(), view),
        Walk::Alt(list) => list.iter().map(|node| ends(node, view)).fold(Some(0), sum),
        Walk::Face(among) => dirs(among),
        Walk::Pick(_) => Some(view.graph.cells()),
        Walk::Repeat { body, min, max } => {
            let body = ends(body, view)?;
            let mut rounds = *min..=(*max)?;
            rounds.try_fold(0usize, |sum, times| sum.checked_add(body.checked_pow(times)?))
        }
        Walk::Rounds { body, .. } => ends(body, view).filter(|ends| *ends < 2),
        Walk::Act(Act::Again) => None,
        _ => Some(1),
    }
}

/// The same of such parts, one after another.
fn ends_of<'n>(mut list: impl Iterator<Item = &'n Node>, view: &View<'_>) -> Option<usize> {
    list.try_fold(1usize, |all, node| all.checked_mul(ends(node, view)?))
}

/// The same of such parts, either of which is done.
fn sum(all: Option<usize>, one: Option<usize>) -> Option<usize> {
    all?.checked_add(one?)
}
