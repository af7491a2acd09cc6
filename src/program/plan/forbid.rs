//! Prohibitions that are asked of the board after a move, and which moves they may refuse.

use super::fact::{Fact, Where};
use super::kinds::{Group, Part};
use super::{Contents, Side, Truce};
use crate::index::{MoveName, Piece, Player};
use crate::program::check::{Codes, View, has};
use crate::program::set::Set;
use crate::program::trail::{meet, without};
use crate::rules::{Cond, Graph};

/// A prohibition on what sets tell.
#[derive(Debug)]
pub(crate) struct Forbid<S> {
    /// The names of the moves that it is about; of all, if `None`.
    pub names: Option<Vec<MoveName>>,
    /// What may not be so after them.
    pub fact: Fact<S>,
    /// Whether only moves that [stir](Group::stirs), and loose ones, change whether it is.
    pub kept: bool,
    /// A player of whom a royal piece is attacked wherever that is so.
    pub attacks: Option<Player>,
    /// What the player's own pieces aim at wherever that is so.
    pub aims: Option<Truce<S>>,
    /// Whether it is told before a move is made.
    pub of_move: bool,
    /// Whether where a move leads tells it before.
    pub mask: bool,
    /// Where moves begin and lead, or put a piece, that may change whether it is so, where few do and those are known.
    pub touched: Option<S>,
}

impl<S: Set> Side<S> {
    /// The prohibitions on moves of that name.
    pub fn forbids_on(&self, name: MoveName) -> impl Iterator<Item = &Forbid<S>> {
        let on = move |names: &Vec<MoveName>| names.contains(&name);
        self.forbids.iter().filter(move |forbid| forbid.names.as_ref().is_none_or(on))
    }

    /// Whether no move changes if that is so, but moves that stir and loose ones: so many pieces of one's own
    /// stand anywhere.
    pub(super) fn keeps(
        &self,
        fact: &Fact<S>,
        cells: S,
        contents: &Contents,
        view: &View<'_>,
    ) -> bool {
        let Fact::Count(Where::Stands(content, everywhere), ..) = fact else { return false };
        let counted = &contents.codes[usize::from(content.0)];
        let own = Codes::of(view.mover);
        let groups = self.kinds.iter().flat_map(|kind| {
            kind.groups.iter().filter(|group| !group.stirs).map(move |group| (kind.piece, group))
        });
        let kept = |(piece, group): (Piece, &Group<S>)| {
            let mut after = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
            group.parts.iter().all(|part| meet(&part.codes, counted).is_none())
                && after.all(|after| has(counted, *after) == has(counted, piece))
        };
        *everywhere == cells
            && self.sequel.is_empty()
            && without(counted, &own).is_none()
            && groups.into_iter().all(kept)
            && self.places.iter().all(|place| place.on.is_some() || !has(counted, place.piece))
    }

    /// Where moves begin and lead that may change whether that is so, if it asks for what stands on some cells and no other moves do.
    pub(super) fn touches(&self, fact: &Fact<S>, cells: S, graph: &Graph) -> Option<S> {
        let region = fact.region()? & cells;
        let mut groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        // What a move puts elsewhere is not where it begins or leads.
        if groups.any(|group| group.tail.is_some()) {
            return None;
        }
        let near = self.deeds().filter(|(_, deed)| !(deed.cells & region).is_none());
        let mut touched = near.fold(region, |all, (at, _)| all | S::one(at));
        for sequel in self.sequels() {
            for at in cells.cells() {
                let mut near = false;
                sequel.reach(at, graph, &mut |cell| near |= region.has(cell))?;
                touched |= if near { S::one(at) } else { S::NONE };
            }
        }
        (touched != cells).then_some(touched)
    }

    /// Finds whether some moves must be made to know what they leave open.
    pub(super) fn settle_tests(&mut self, contents: &Contents) {
        self.excused = self.dangers.iter().any(|danger| danger.only.is_some());
        let picky = self.dangers.iter().any(|danger| danger.picky().next().is_some());
        self.plainly = !self.excused && !picky && self.truces.is_empty();
        self.calm_towers();
        let stirs = self.kinds.iter().flat_map(|kind| &kind.groups).any(|group| group.stirs)
            || self.places.iter().any(|place| place.after.is_some());
        let asked = !self.dangers.is_empty() || !self.truces.is_empty();
        let only = self.dangers.iter().filter_map(|danger| danger.only.as_deref());
        let mut facts = self.forbids.iter().map(|forbid| &forbid.fact).chain(only);
        self.lists = facts.any(Fact::lists);
        let around = self.has_sequels() && asked;
        self.tests = self.excused || stirs && asked || around;
        self.listed |= self.tests;
        self.find_keeping(contents);
    }
}

impl<S: Set> Side<S> {
    /// A piece that lands on top of others hides what it lands on, as if that were captured: where it hides nothing that may not be
    /// aimed at, and that is all that is asked, no more comes of it than of any other move.
    fn calm_towers(&mut self) {
        if self.excused || !self.truces.is_empty() || !self.forbids.is_empty() {
            return;
        }
        let dangers = &self.dangers;
        let hides = |part: &Part<S>| {
            dangers.iter().any(|danger| !meet(&part.codes, &danger.codes).is_none())
        };
        let groups = self.kinds.iter_mut().flat_map(|kind| &mut kind.groups);
        for group in groups.filter(|group| group.rises && group.after.is_none()) {
            group.stirs &= group.parts.iter().any(hides);
        }
    }
}

/// The names of moves that a prohibition is about, if it is about no others.
pub(super) fn named(when: &Cond) -> Option<Vec<MoveName>> {
    match when {
        Cond::By(name) => Some(vec![*name]),
        Cond::All(list) => list.iter().find_map(named),
        Cond::Any(list) => {
            let all: Option<Vec<_>> = list.iter().map(named).collect();
            all.map(|all| all.concat()).filter(|all| !all.is_empty())
        }
        _ => None,
    }
}
