//! What a walk asks of the board beside what stands on single cells, before anything has changed.

use super::way::Way;
use super::{Check, Codes, Effect, Finder, Meanwhile, meet};
use crate::index::{Cell, Heading, Piece};
use crate::program::check::{View, has};
use crate::program::cond::CondCode;
use crate::program::table::Region;
use crate::program::walk::any;
use crate::program::why::{Reason, Why};
use crate::rules::{Cond, Node, Reading, Relation, Test, Than, Walk};
use crate::source::Span;

/// What a walk asks.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// A condition.
    Cond(CondCode),
    /// Whether a look fits from the cell where the walk begins, heading where the player faces.
    Look(Node),
    /// Whether one fits from the cell where the walk ends, before the piece has gone there, heading so.
    Onto(Node, Heading),
}

/// Which of the things that walks ask, and whether it must be so.
pub(crate) type Given = (u16, bool);

/// Adds one thing to others that are given, sorted; false if it is known not to be so.
pub(crate) fn give(given: &mut Vec<Given>, one: Given) -> bool {
    let (at, wanted) = one;
    let place = given.partition_point(|other| *other < one);
    if given.get(place) != Some(&one) {
        given.insert(place, one);
    }
    !given.contains(&(at, !wanted))
}

impl Finder<'_, '_> {
    /// What is asked by that number.
    pub fn asked(&self, at: u16) -> &Asked {
        &self.asked[usize::from(at)].1
    }

    /// Whether that is asked of where a walk ends.
    pub fn is_onto(&self, (at, _): Given) -> bool {
        matches!(self.asked(at), Asked::Onto(..))
    }

    /// The number of what a part of the rules asks.
    fn number(&mut self, place: *const (), part: Walk, asked: Asked) -> u16 {
        let at = self.number_of(part, asked);
        self.numbers.insert(place, at);
        at
    }

    /// The same of what no place in the rules stands for.
    fn number_of(&mut self, part: Walk, asked: Asked) -> u16 {
        let here = |known: &(Walk, Asked)| !matches!(known.1, Asked::Onto(..)) && known.0 == part;
        let known = self.asked.iter().position(here);
        let at = known.unwrap_or_else(|| {
            self.asked.push((part, asked));
            self.asked.len() - 1
        });
        at as u16
    }

    /// The number of what it is that what is read compares so with a number; no place in the rules stands for that.
    pub(super) fn number_given(&mut self, reading: Reading, relation: Relation, bound: u16) -> u16 {
        let cond = Cond::Compare(reading, relation, Than::Fixed(bound));
        let (code, part) = (CondCode::new(self.view, &cond), Walk::When(cond));
        self.number_of(part, Asked::Cond(code))
    }

    /// That a look fits from where a walk begins, or does not.
    pub fn look_from(&mut self, body: &Node, wanted: bool) -> Given {
        let place = std::ptr::from_ref(body).cast();
        let known = self.numbers.get(&place).copied();
        let number = || self.number(place, body.walk.clone(), Asked::Look(body.clone()));
        (known.unwrap_or_else(number), wanted)
    }

    /// That a look fits from where a walk ends that heads so, or does not.
    pub fn look_onto(&mut self, body: &Node, heading: Heading, wanted: bool) -> Given {
        let steady = keeps_heading(body, self.view);
        let heading = if steady { self.view.facing.heading } else { heading };
        let same = |known: &(Walk, Asked)| matches!(&known.1, Asked::Onto(other, ahead) if *ahead == heading && other == body);
        let known = self.asked.iter().position(same);
        let at = known.unwrap_or_else(|| {
            self.asked.push((body.walk.clone(), Asked::Onto(body.clone(), heading)));
            self.asked.len() - 1
        });
        (at as u16, wanted)
    }

    /// The ways on which a look from a cell that heads so fits, or does not, if that is one thing to be given: before anything has
    /// changed, and from where the walk begins, or from one other cell, where it must arrive then.
    pub(super) fn looked(
        &mut self,
        body: &Node,
        cell: Option<Cell>,
        (heading, wanted): (Heading, bool),
        way: &Way,
    ) -> Option<Option<Way>> {
        let names = |walk: &Walk| matches!(walk, Walk::Go(_) | Walk::As(_) | Walk::Return);
        if !self.gives || self.apart || !way.changes_nothing() || any(body, &names) {
            return None;
        }
        let (cell, mut way) = (cell?, way.clone());
        let given = if way.place? != cell {
            if way.onto.is_some_and(|known| known != cell) {
                return None;
            }
            way.onto = Some(cell);
            self.look_onto(body, heading, wanted)
        } else if heading == self.view.facing.heading {
            // The body may be there no longer than this.
            (self.number_of(body.walk.clone(), Asked::Look(body.clone())), wanted)
        } else {
            return None;
        };
        Some(way.given(given))
    }

    /// The same of whether a cell passes a test of which sets tell.
    pub(super) fn looked_for_test(
        &mut self,
        test: Test,
        cell: Cell,
        wanted: bool,
        way: &Way,
    ) -> Option<Option<Way>> {
        let test = Node { walk: Walk::Test(test), span: Span::default() };
        self.looked(&test, Some(cell), (self.view.facing.heading, wanted), way)
    }

    /// The way on which a condition holds, or does not.
    ///
    /// # Errors
    /// That it asks for more than a set tells, or for what the walk has changed.
    pub(super) fn cond_given(
        &mut self,
        when: &Cond,
        wanted: bool,
        way: Way,
    ) -> Result<Vec<Way>, Why> {
        let code = CondCode::new(self.view, when);
        if self.apart || !way.taken.is_empty() || !keeps(&code, &way) {
            if let Some(way) = self.meanwhile((when, &code), wanted, &way) {
                return Ok(vec![way]);
            }
            let changed = !way.effect.sets.is_empty() || !way.taken.is_empty();
            return Err(if changed { Reason::Changed } else { Reason::Asks }.into());
        }
        match &code {
            CondCode::All(none) if none.is_empty() => {
                return Ok(if wanted { vec![way] } else { Vec::new() });
            }
            CondCode::Any(none) if none.is_empty() => {
                return Ok(if wanted { Vec::new() } else { vec![way] });
            }
            _ => {}
        }
        let place = std::ptr::from_ref(when).cast();
        let known = self.numbers.get(&place).copied();
        let number = || self.number(place, Walk::When(when.clone()), Asked::Cond(code));
        let at = known.unwrap_or_else(number);
        Ok(way.given((at, wanted)).into_iter().collect())
    }

    /// The way on which a condition holds, or does not, once what it has changed is so: if pieces alone have come and gone, and pieces
    /// alone are asked for.
    fn meanwhile(
        &mut self,
        (when, code): (&Cond, &CondCode),
        wanted: bool,
        way: &Way,
    ) -> Option<Way> {
        let sort = OnTheWay::of(code, wanted)?;
        let none = Effect {
            path: way.effect.path.clone(),
            sets: way.effect.sets.clone(),
            captures: way.effect.captures.clone(),
            // Marks are made when the move is over.
            marks: way.effect.marks.clone(),
            ..Effect::default()
        };
        let others = way.held.is_empty() && way.kept.is_empty() && way.taken.is_empty();
        let first = way.needs.meanwhile.is_none() && way.gone.is_none();
        if self.apart || way.place.is_none() || !others || !first || *way.effect != none {
            return None;
        }
        let same = |known: &(Cond, bool, CondCode)| (&known.0, known.1) == (when, wanted);
        let known = self.meanwhile.iter().position(same);
        let when = known.unwrap_or_else(|| {
            let code = if wanted { code.clone() } else { CondCode::Not(Box::new(code.clone())) };
            self.meanwhile.push((when.clone(), wanted, code));
            self.meanwhile.len() - 1
        });
        let mut way = way.clone();
        let (safe, sets) = (sort == OnTheWay::Safe, way.effect.sets.clone());
        way.needs().meanwhile = Some(Meanwhile { when: when as u16, safe, sets });
        Some(way)
    }
}

/// What is asked on the way.
#[derive(PartialEq, Eq)]
enum OnTheWay {
    /// That none of some pieces is attacked.
    Safe,
    /// What stands where.
    Stands,
}

impl OnTheWay {
    fn of(code: &CondCode, wanted: bool) -> Option<Self> {
        let each = |list: &[CondCode]| {
            let mut all = list.iter().map(|code| Self::of(code, wanted));
            all.all(|sort| sort == Some(OnTheWay::Stands)).then_some(OnTheWay::Stands)
        };
        match code {
            CondCode::Not(code) => Self::of(code, !wanted),
            CondCode::All(list) | CondCode::Any(list) => each(list),
            CondCode::Count(check, relation, number) => {
                if check.stands() {
                    return Some(OnTheWay::Stands);
                }
                let Check::All(list) = check else { return None };
                let [Check::Leaf(_, None), Check::Attacked] = &list[..] else { return None };
                let some = relation.says_some(*number)?;
                (some != wanted).then_some(OnTheWay::Safe)
            }
            _ => None,
        }
    }
}

impl Way {
    /// The same way where that is so, unless it is known not to be.
    pub(super) fn given(mut self, given: Given) -> Option<Self> {
        give(&mut self.needs().given, given).then_some(self)
    }
}

/// Whether a look is the same wherever one heads: it begins with directions that are.
fn keeps_heading(body: &Node, view: &View<'_>) -> bool {
    match &body.walk {
        Walk::Seq(list) => {
            let first = list.iter().find(|node| !matches!(node.walk, Walk::Test(_)));
            first.is_none_or(|node| keeps_heading(node, view))
        }
        Walk::Alt(list) => list.iter().all(|node| keeps_heading(node, view)),
        Walk::Face(dirs) | Walk::Tally { dirs, .. } => view.is_steady(dirs),
        Walk::See { body, .. } => keeps_heading(body, view),
        Walk::Test(_) => true,
        _ => false,
    }
}

/// Whether a condition is as it was before a walk changed what it has changed so far.
fn keeps(code: &CondCode, way: &Way) -> bool {
    // Whether a cell that changes so is counted as before.
    let alike = |codes: &Codes, region: Option<&Region>, cell: Cell, after: Piece| {
        let outside = region.is_some_and(|region| !region.contains(cell));
        let was = way.needs.on(cell);
        let counted = meet(&was, codes);
        outside || if has(codes, after) { counted == was } else { counted.is_none() }
    };
    match code {
        CondCode::All(list) | CondCode::Any(list) => list.iter().all(|code| keeps(code, way)),
        CondCode::Not(code) => keeps(code, way),
        CondCode::Count(Check::Leaf(codes, region), ..) => {
            let mut sets = way.effect.sets.iter();
            sets.all(|(cell, piece)| alike(codes, region.as_ref(), cell, piece))
        }
        CondCode::Count(..) => way.effect.sets.is_empty(),
        CondCode::Slot(..) | CondCode::Compare(..) => {
            let effect = &way.effect;
            !way.takes_unknown()
                && effect.captures.is_empty()
                && effect.drop.is_none()
                && effect.tallies.is_empty()
        }
        _ => false,
    }
}
