//! Prohibitions that are asked before a move is made: of a move that changes no cells but the one that a piece leaves and the one
//! where it arrives, those two tell what would hold after it.
//!
//! `at least 2 (own and corner)` refuses, once a corner is one's own, what leads to another corner. So a set of cells is taken off
//! those where moves may lead, and they are counted and listed as if nothing were forbidden. What else such moves do (a piece is
//! put then, others are captured around) is derived, and must leave alone what is asked of.

use super::bring::Arrives;
use super::content::{Content, Contents};
use super::fact::{Fact, Where};
use super::sequel::Sequel;
use super::stride::{Stride, Strides};
use super::{Forbid, Side, Span, Tail};
use crate::index::{Piece, Player};
use crate::program::check::{Codes, has};
use crate::program::set::Set;
use crate::program::trail::{EMPTY, NONE, join, meet, only, without};
use crate::rules::Act;

/// What may stand before and after on cells that moves change beside those where a piece leaves and arrives.
type Write<S> = (Codes, S);

/// Of few cells there are so many times as many on the board.
const FEW: u32 = 4;

impl<S: Set> Side<S> {
    /// Whether where a move leads tells if a condition holds after it; of moves by which a piece goes or is put, and nothing is told
    /// by itself.
    pub(super) fn masks(&self, fact: &Fact<S>, mover: Player, contents: &Contents) -> bool {
        let mut writes: Vec<Write<S>> = Vec::new();
        let mut write = |codes: Codes, cells: S| writes.push((codes, cells));
        let groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        for Tail { piece, onto, .. } in groups.filter_map(|group| group.tail.as_ref()) {
            let onto = onto.map_or(EMPTY, |onto| contents.codes[usize::from(onto.0)].clone());
            write(join(&onto, &only(*piece)), S::ALL);
        }
        for take in self.phases.iter().filter_map(|phase| phase.take.as_ref()) {
            let may_be = |piece: &Piece| take.of.iter().any(|of| of.may_be(*piece, contents));
            let taken = contents.pieces().filter(may_be);
            write(taken.fold(EMPTY, |all, piece| join(&all, &only(piece))), S::ALL);
        }
        for (_, deed) in self.deeds() {
            let of = &contents.codes[usize::from(deed.of.0)];
            write(join(of, &only(deed.piece)), deed.cells);
        }
        let own = Codes::of(mover);
        let told =
            self.sequels().map(|sequel| sequel.writes(&own, &mut write)).all(|told| told.is_some());
        let steady = |cells: &Where<S>| !writes.iter().any(|write| cells.notices(write, contents));
        let arrives = self.arrives(contents);
        told && fact.is_mask(&|cells| {
            steady(cells) && (cells.is_plain() || cells.is_brought(&arrives, contents))
        })
    }

    /// What comes to a cell by a move, and what may have stood there.
    fn arrives(&self, contents: &Contents) -> Vec<Arrives> {
        let mut arrives: Vec<Arrives> = Vec::new();
        let mut see =
            |codes: Codes, piece: Piece| match arrives.iter_mut().find(|known| known.1 == piece) {
                Some(known) => known.0 = join(&known.0, &codes),
                None => arrives.push((codes, piece)),
            };
        for kind in &self.kinds {
            for group in &kind.groups {
                let lands = group.parts.iter().fold(EMPTY, |all, part| join(&all, &part.codes));
                let pieces = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
                pieces.chain([&kind.piece]).for_each(|piece| see(lands.clone(), *piece));
            }
        }
        for place in &self.places {
            let on = place.on.map(|on| contents.codes[usize::from(on.0)].clone());
            see(on.unwrap_or(EMPTY), place.piece);
        }
        for phase in &self.phases {
            phase.pieces(contents).into_iter().for_each(|piece| see(EMPTY, piece));
        }
        arrives
    }

    /// Finds the moves that may change what prohibitions ask of by where a piece leaves and arrives.
    pub(super) fn find_heeded(&mut self, cells: S, contents: &mut Contents) {
        let mut pieces = NONE;
        let follows = self.has_sequels();
        for kind in &mut self.kinds {
            let leaves = join(&only(kind.piece), &EMPTY);
            for group in &mut kind.groups {
                let after = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
                let lands = group.parts.iter().fold(NONE, |all, part| join(&all, &part.codes));
                let lands = after.fold(lands, |all, piece| join(&all, &only(*piece)));
                let writes = [(leaves.clone(), S::ALL), (lands, S::ALL)];
                let asks =
                    |cells: &Where<S>| !writes.iter().any(|write| cells.notices(write, contents));
                let on = |forbid: &&Forbid<S>| {
                    forbid.names.as_ref().is_none_or(|names| names.contains(&group.name))
                };
                let spared = |forbid: &Forbid<S>| {
                    forbid.names.is_none() && !forbid.of_move && forbid.fact.is_mask(&asks)
                };
                let more = follows || group.tail.is_some() || group.after.is_some();
                group.heeded = more || !self.forbids.iter().filter(on).all(spared);
                if group.heeded {
                    pieces = join(&pieces, &only(kind.piece));
                }
            }
        }
        self.heeded = contents.of(&pieces);
        let few = |touched: S| FEW * touched.len() <= cells.len();
        self.asks_few = self.forbids.iter().all(|forbid| forbid.touched.is_some_and(few));
    }

    /// How far a move may change the numbers for which prohibitions ask.
    pub(super) fn spans(&self, contents: &Contents) -> Vec<Span<S>> {
        let mut spans = Vec::new();
        let loose = || self.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
        let two = self.places.iter().any(|place| place.second.is_some());
        if self.changes.is_none() || two || loose().any(|one| !one.effect.after.is_empty()) {
            return spans;
        }
        let mut see = |fact: &Fact<S>| {
            let Fact::Count(Where::Stands(content, within), ..) = fact else { return };
            // A plain move leaves one cell and comes to one, and there alone something stands after it.
            let empty = has(&contents.codes[usize::from(content.0)], Piece::EMPTY);
            let mut span = [2, if empty { 2 } else { 1 }];
            let turned = self.turned(*within);
            if turned > 0 {
                span = span.map(|most| most.max(1 + turned));
            }
            for one in loose() {
                let here = || one.effect.sets.iter().filter(|(cell, _)| within.has(cell.index()));
                let gains = here().filter(|(_, piece)| empty || !piece.is_empty());
                span = [span[0].max(here().count() as u32), span[1].max(gains.count() as u32)];
            }
            spans.push((*content, *within, span));
        };
        self.forbids.iter().for_each(|forbid| forbid.fact.visit(&mut see));
        spans
    }

    /// How many of these cells quarter turns behind a placement may change at most.
    pub(super) fn turned(&self, within: S) -> u32 {
        let turns = self.places.iter().flat_map(|place| &place.turns);
        turns.map(|turns| (turns.cells & within).len()).max().unwrap_or(0)
    }

    /// Whether masks tell of all prohibitions, by nothing but the sets where pieces stand, on these placements.
    pub(super) fn masks_kept(&self, left: &[usize]) -> bool {
        let told = |forbid: &Forbid<S>| {
            forbid.mask && forbid.names.is_none() && forbid.fact.reads(&mut |_| Some(())).is_some()
        };
        self.forbids.iter().all(told) && left.iter().all(|at| self.places[*at].is_masked())
    }

    /// Whether a move of a random game that is a stride or a placement is drawn again where it is refused, and masks tell of that by
    /// nothing but the sets where pieces stand.
    pub(super) fn draws_by_masks(&self, strides: &Strides<S>) -> bool {
        let left: Vec<usize> = strides.puts.iter().map(|put| usize::from(*put)).collect();
        let told = |stride: &Stride<S>| stride.which.is_none();
        self.draws_again() && !self.tests && self.masks_kept(&left) && strides.all.iter().all(told)
    }

    /// Whether all moves are those of phases, and where one leads tells of every prohibition whether it refuses it.
    pub(super) fn masks_phases(&self) -> bool {
        let told =
            |forbid: &Forbid<S>| forbid.mask && forbid.names.is_none() && !forbid.fact.asks_move();
        self.places.is_empty() && !self.phases.is_empty() && self.forbids.iter().all(told)
    }
}

impl<S: Set> Fact<S> {
    /// The cells of which it asks what stands there, if it asks for nothing else.
    pub(super) fn region(&self) -> Option<S> {
        match self {
            Fact::All(list) | Fact::Any(list) => {
                list.iter().try_fold(S::NONE, |all, fact| Some(all | fact.region()?))
            }
            Fact::Not(fact) => fact.region(),
            Fact::Count(cells, ..) => cells.region(),
            _ => None,
        }
    }

    /// Whether it asks for nothing but the name of the move, numbers that no move changes by itself, and how many cells pass of which
    /// what stands there is enough to tell; `steady`: nothing but where a piece leaves and arrives changes which.
    fn is_mask(&self, steady: &impl Fn(&Where<S>) -> bool) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().all(|fact| fact.is_mask(steady)),
            Fact::Not(fact) => fact.is_mask(steady),
            Fact::Count(cells, relation, number) => {
                (cells.is_plain() || relation.says_some(*number).is_some()) && steady(cells)
            }
            Fact::Slot { steady, .. } => *steady,
            Fact::By(_) | Fact::Among(..) => true,
            _ => false,
        }
    }
}

impl<S: Set> Where<S> {
    /// The cells of which it asks what stands there, if it asks for nothing else.
    fn region(&self) -> Option<S> {
        match self {
            Where::Stands(_, within) => Some(*within),
            Where::All(list) | Where::Any(list) => {
                list.iter().try_fold(S::NONE, |all, cells| Some(all | cells.region()?))
            }
            Where::Not(cells) => cells.region(),
            Where::Look(..) | Where::Lies(..) | Where::Marked(_) => None,
        }
    }

    /// Whether other cells may pass after a change.
    fn notices(&self, write: &Write<S>, contents: &Contents) -> bool {
        let of = |content: Content, within: S| {
            let of = &contents.codes[usize::from(content.0)];
            let (codes, cells) = write;
            let same = meet(codes, of).is_none() || without(codes, of).is_none();
            !same && !(within & *cells).is_none()
        };
        match self {
            Where::Stands(content, within) => of(*content, *within),
            Where::Lies(.., own) => own.iter().any(|content| of(*content, S::ALL)),
            Where::All(list) | Where::Any(list) => {
                list.iter().any(|cells| cells.notices(write, contents))
            }
            Where::Not(cells) => cells.notices(write, contents),
            Where::Look(sight, _) => !sight.asks(&|cells| !cells.notices(write, contents)),
            Where::Marked(_) => true,
        }
    }

    /// The cells that would pass if such a piece stood on each; of tests for which what stands there is enough to tell.
    pub fn with(&self, piece: Piece, contents: &Contents) -> S {
        let each = |list: &[Self], all: S, with: fn(S, S) -> S| {
            list.iter().fold(all, |cells, one| with(cells, one.with(piece, contents)))
        };
        match self {
            Where::Stands(content, cells) => {
                match has(&contents.codes[usize::from(content.0)], piece) {
                    true => *cells,
                    false => S::NONE,
                }
            }
            Where::All(list) => each(list, S::ALL, |one, other| one & other),
            Where::Any(list) => each(list, S::NONE, |one, other| one | other),
            Where::Not(cells) => !cells.with(piece, contents),
            Where::Look(..) | Where::Lies(..) | Where::Marked(_) => S::NONE,
        }
    }
}

impl<S: Set> Sequel<S> {
    /// Tells what stands before and after on cells that it may change, and which these are; `None` if that is not known.
    fn writes(&self, own: &Codes, see: &mut impl FnMut(Codes, S)) -> Option<()> {
        let after = |act: Act, codes: &Codes| match act {
            Act::Flip => join(codes, own),
            _ => join(codes, &EMPTY),
        };
        match self {
            Sequel::Each(each) => {
                for stride in each.rays.iter().flat_map(|ray| &ray.strides) {
                    let Some(act) = stride.act else { continue };
                    // What ends a line is left alone.
                    let inner = each.enclosed.as_ref().map(|enclosed| enclosed.inner());
                    see(after(act, &stride.codes), stride.cells & inner.unwrap_or(S::ALL));
                }
                for look in each.looks.iter().flatten() {
                    see(after(look.act, look.codes()), S::ALL);
                }
                Some(())
            }
            Sequel::Every { act, among: (codes, cells), .. } => {
                see(after(*act, codes), *cells);
                Some(())
            }
            Sequel::Script(script) => {
                see(join(&script.takes, &EMPTY), S::ALL);
                (!script.flips).then_some(())
            }
            Sequel::Either(_, lists) => {
                lists.iter().flatten().try_for_each(|one| one.writes(own, see))
            }
            Sequel::Here(_) => Some(()),
        }
    }
}
