//! By what moves are preferred to others, and what it means that some go on as long as they can.

use super::content::{Content, Contents};
use super::fact::{Asker, Fact};
use super::sequel::Sequel;
use super::{Loose, Place, Plan, Ready, Side};
use crate::index::{Cell, Kind, Piece};
use crate::program::check::has;
use crate::program::set::Set;
use crate::program::trail::EMPTY;
use crate::program::why::{Reason, Why};
use crate::program::{MeasureCode, Program};
use crate::rules::model::Lasts;
use crate::rules::{Act, Pass, Rules};

/// By what a move is better than another.
#[derive(Debug)]
pub(crate) enum Preference<S> {
    /// What each captured piece is worth, by kind.
    Worth(Box<[u32]>),
    /// That kind captured first.
    First(Kind),
    /// It holds of the move, or of the board after it.
    Holds(Fact<S>, bool),
}

impl<S: Set> Preference<S> {
    /// The measure.
    pub(super) fn new(
        code: &MeasureCode,
        plan: &mut Plan<S>,
        asker: Asker<'_>,
    ) -> Result<Self, Why> {
        Ok(match code {
            MeasureCode::Worth(kinds) => Preference::Worth(kinds[..].into()),
            MeasureCode::First(kind) => Preference::First(*kind),
            MeasureCode::Holds(when) => {
                Preference::Holds(Fact::new(when, plan, asker)?, !when.of_move())
            }
        })
    }

    /// What must hold, and whether it is asked of the board after the move.
    pub fn fact(&self) -> Option<(&Fact<S>, bool)> {
        if let Preference::Holds(fact, after) = self { Some((fact, *after)) } else { None }
    }

    /// The kind that is to be captured first.
    pub fn first(&self) -> Option<Kind> {
        if let Preference::First(kind) = self { Some(*kind) } else { None }
    }

    /// Whether all moves that capture nothing are alike by it.
    fn spares_quiet(&self) -> bool {
        match self {
            Preference::Worth(_) | Preference::First(_) => true,
            Preference::Holds(fact, after) => !after && fact.says_captured(),
        }
    }
}

impl<S: Set> Plan<S> {
    /// Looks at what moves that go on, and preferences among moves, mean for all others.
    pub(super) fn settle_hops(&mut self, rules: &Rules, program: &Program) {
        let fleeting = program.layout.marks().any(|(_, lasts)| lasts == Lasts::Ply);
        let told = !fleeting && self.sides.iter().all(Side::hops_told);
        for side in &mut self.sides {
            let order = side.prefer.iter().any(|measure| measure.first().is_some());
            let walks = side.walks;
            for (moves, rule) in side.kinds.iter_mut().zip(&rules.kinds) {
                let mut loose = moves.loose.iter().flatten();
                // The order in which such a move captures is not told.
                let several = loose.any(|one| one.effect.captures.len() > 1);
                let twice = moves.unites() || moves.is_mixed() || walks && moves.moves;
                let unordered = order && (several || twice);
                if unordered || moves.hops.is_some() && !told {
                    let why = if unordered { Reason::Order } else { Reason::SeenJumps };
                    moves.walk_for(&rule.moves, why);
                }
            }
            side.hops = side.kinds.iter().any(|kind| kind.hops.is_some());
            side.walks |= side.kinds.iter().any(|kind| !kind.walked.is_empty());
        }
        // Who may always pass may do so where there are hops.
        let free = matches!(program.pass, Some(Pass::Free(_)));
        for side in &mut self.sides {
            side.must_first = side.sort_must(rules, &self.contents) && !free;
            side.must_singly = side.must_singly();
            side.listed |= side.hops || !side.prefer.is_empty();
            side.listed |= side.walks && !side.forbids.is_empty();
            side.asks_slots |= side.walks;
        }
    }
}

impl<S: Set> Side<S> {
    /// Finds the moves that must be made where there are any, and others are not; whether that tells them apart. Of the others none is
    /// preferred or refused.
    fn sort_must(&mut self, rules: &Rules, contents: &Contents) -> bool {
        let Some(must) = self.must.as_ref().filter(|_| !self.must_after) else { return false };
        let free = self.dangers.is_empty() && self.truces.is_empty() && self.forbids.is_empty();
        let others = self.walks || self.alike || self.finish.is_some() || !self.phases.is_empty();
        let captures = self.sequels().any(Sequel::may_capture);
        let takes = |act| act == Act::Capture;
        let spared = |place: &Place<S>| {
            let quiet = !place.tried && !rules.actions[usize::from(place.action)].walk.acts(&takes);
            let kind = place.piece.kind().filter(|_| quiet);
            kind.is_some_and(|kind| must.holds_of(false, place.name, kind) == Some(false))
        };
        let told =
            self.places.iter().all(spared) && self.prefer.iter().all(Preference::spares_quiet);
        if !free || others || captures || !told {
            return false;
        }
        let codes = |of: Content| &contents.codes[usize::from(of.0)];
        let sure = |one: &Loose<S>, cell: &Cell| {
            let stands = |ready: &Ready<S>| {
                let mut known = ready.content.iter();
                known.any(|(of, cells)| cells.has(cell.index()) && !has(codes(*of), Piece::EMPTY))
            };
            one.any.iter().all(stands)
        };
        // What is preferred is so among captures: of the moves that need not be made there are none.
        let told = |must: bool, captures: bool| must || !captures || self.prefer.is_empty();
        let mut sorts = true;
        for (at, kind) in self.kinds.iter_mut().enumerate() {
            let of = |captured, name| must.holds_of(captured, name, Kind::at(at));
            let mut hops = kind.hops.iter().flat_map(|hops| &hops.hops);
            sorts &= hops.all(|hop| of(true, hop.name) == Some(true));
            let walks = &rules.kinds[at].moves;
            for group in &mut kind.groups {
                let mut codes = group.parts.iter().map(|part| &part.codes);
                let quiet = codes.clone().any(|codes| has(codes, Piece::EMPTY));
                let captures = codes.any(|codes| *codes != EMPTY);
                let mut named = walks.iter().filter(|rule| rule.name == group.name);
                // What is done around where it leads may capture.
                let after = group.after.is_some() && named.any(|rule| rule.walk.acts(&takes));
                sorts &= !after && group.tail.is_none() && !group.rises;
                for (captured, some) in [(false, quiet), (true, captures)] {
                    let must = of(captured, group.name);
                    sorts &= !some || must.is_some_and(|must| told(must, captured));
                    group.must[usize::from(captured)] = some && must == Some(true);
                }
            }
            for one in kind.loose.iter_mut().flatten() {
                let captures = !one.effect.captures.is_empty();
                let must = of(captures, one.name);
                sorts &= one.effect.after.is_empty()
                    && one.effect.captures.iter().all(|cell| sure(one, cell))
                    && must.is_some_and(|must| told(must, captures));
                one.must = must == Some(true);
            }
        }
        sorts
    }

    /// Whether other moves than hops are among those that must be made.
    fn must_singly(&self) -> bool {
        let mut groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        let mut loose = self.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
        groups.any(|group| group.must != [false; 2]) || loose.any(|one| one.must)
    }

    /// Whether nothing looks for what such moves could capture.
    pub(super) fn hops_told(&self) -> bool {
        let aims = |fact: &Fact<S>| matches!(fact, Fact::Attacked(_) | Fact::Seen(_));
        let changes = self.counters.iter().flat_map(|counting| &counting.changes);
        let forbids = self.forbids.iter().map(|forbid| &forbid.fact);
        let mut facts = self.endings.iter().chain(&self.ends).chain(changes).chain(forbids);
        let mut loose = self.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
        let asks = |ready: &Ready<S>| !ready.safe.is_empty() || ready.meanwhile.is_some();
        let safe = !loose.any(|one| one.any.iter().any(asks));
        self.dangers.is_empty()
            && self.truces.is_empty()
            && safe
            && !facts.any(|fact| fact.asks(&aims))
    }
}
