//! Moves that are drawn in a random game without being counted before.

use std::ops::Range;

use super::fact::Fact;
use super::kinds::{self, Part};
use super::shape::Step;
use super::tail::{Tail, landing};
use super::{Moves, Plan, Side};
use crate::index::{Kind, Player};
use crate::program::Program;
use crate::program::set::Set;
use crate::program::trail::EMPTY;
use crate::program::walk::any;
use crate::rules::{Act, Group, MoveRule, Rules, Test, Walk};

/// How often a move is drawn among those that a prohibition may refuse.
const DRAWS: usize = 8;

/// Among what a move is drawn, and drawn again if there is none such.
#[derive(Debug)]
pub(crate) enum Drawn<S> {
    /// Placements, of which only trying tells whether they can be made; where anything may be walked as well, all moves are listed.
    Places,
    /// Two parts of a move.
    Parts(Parts<S>),
}

/// Moves of two parts.
#[derive(Debug)]
pub(crate) struct Parts<S> {
    /// Where a part could lead, each such table once.
    leads: Vec<Leads<S>>,
    /// Of one group of a kind's after another, where its parts could lead.
    groups: Vec<Split>,
    /// By player and kind, which of these are its groups.
    of: Vec<Vec<Range<u16>>>,
    /// To how many cells a first part could lead at most, and a second.
    pub most: [usize; 2],
    /// Whether each cell is reached from another by the first parts of one group at most, to all of which others belong that put
    /// something on cells which tell no move: the moves can be counted in their order.
    pub even: bool,
}

/// The numbers of the tables of where the parts of a group's moves could lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    pub first: u16,
    /// None, where the first is all.
    pub second: Option<u16>,
}

/// Where parts of moves could lead.
#[derive(Debug, PartialEq)]
pub(crate) struct Leads<S> {
    /// By cell, where the cells begin in `cells` to which they do if all else is as it should be.
    starts: Box<[u32]>,
    /// These, of each cell in their order.
    cells: Box<[u16]>,
    /// Of each, the cells that must be empty: that and all between; none where more is asked than that.
    ways: Box<[S]>,
}

impl Rules {
    /// Whether on a board of so many cells each move of a random game is drawn from the list of all, whatever plan there is; what the
    /// plan draws of else (see [`Plan::drawn`]), nobody knows before it is made.
    pub(in crate::program) fn draws_from_lists(&self, cells: usize) -> bool {
        let puts = |act: Act| !matches!(act, Act::Land | Act::Capture);
        let moves = || self.kinds.iter().flat_map(|kind| &kind.moves);
        // Beside placements on wide boards moves may be guessed.
        let guessed = cells > u64::CELLS && !self.actions.is_empty();
        // What comes around a piece may be told by no set, or let moves come to the same.
        let around = |walk: &Walk| matches!(walk, Walk::Each { .. } | Walk::Every { .. });
        let behind = || moves().any(|rule| any(&rule.walk, &around));
        // Moves of two parts may be drawn by these, beside such of one.
        let royal = self.kinds.iter().any(|kind| kind.royal);
        let parted = || !royal && moves().any(|rule| landing(rule).is_some());
        // Where a piece does something to others and stays, several may come to the same.
        let back = |walk: &Walk| match walk {
            Walk::Return => true,
            Walk::Face(dirs) => dirs.0.iter().any(|term| term.group == Group::Back),
            _ => false,
        };
        let returns =
            |rule: &MoveRule| rule.walk.acts(&|act| act != Act::Land) && any(&rule.walk, &back);
        let takes =
            |rule: &MoveRule| rule.walk.acts(&|act| matches!(act, Act::Flip | Act::Capture));
        let stays = || !royal && (moves().any(returns) || self.actions.iter().any(takes));
        // What takes something off on its way, or may be attacked, are moves by themselves, of which some are drawn sooner.
        let repeats = |walk: &Walk| {
            matches!(walk, Walk::Repeat { .. } | Walk::Rounds { .. } | Walk::While { .. })
        };
        let lifts = |act: Act| matches!(act, Act::Lift | Act::LiftAs(_));
        let singly = |rule: &MoveRule| {
            let turns = || any(&rule.walk, &|walk| matches!(walk, Walk::Face(_)));
            let soon = || !any(&rule.walk, &repeats);
            let attacked = |test: &Test| *test == Test::Attacked;
            rule.walk.acts(&lifts) && turns() && soon() || rule.walk.tests(&attacked)
        };
        let apart = || moves().chain(&self.actions).any(singly);
        let alone = self.forbids.is_empty() && !guessed && !behind() && !parted() && !stays();
        let alone = alone && !apart();
        alone && moves().any(|rule| !rule.walk.acts(&puts))
    }
}

impl<S: Set> Plan<S> {
    /// Among what every player's moves can be drawn.
    pub(super) fn drawn(&self, program: &Program) -> Option<Drawn<S>> {
        let known = |side: &Side<S>| !side.walks || !program.draws_from_lists;
        let places = |side: &Side<S>| side.tries() && side.tries_alone() && known(side);
        if self.sides.iter().all(places) {
            return Some(Drawn::Places);
        }
        let mut parts = Parts::default();
        if program.pass.is_some() || program.draws_from_lists {
            return None;
        }
        for side in &self.sides {
            let of = side.parts(&mut parts)?;
            parts.of.push(of);
        }
        // Where few of the cells to which second parts could lead are such, all are counted sooner.
        let mut groups =
            self.sides.iter().flat_map(|side| &side.kinds).flat_map(|kind| &kind.groups);
        let free = groups.any(|group| group.tail.as_ref().is_some_and(Tail::is_free));
        free.then_some(Drawn::Parts(parts))
    }
}

impl<S: Set> Side<S> {
    /// Whether a move of a random game is drawn among all, and again if it is refused.
    pub fn draws_again(&self) -> bool {
        self.draws > 0
    }

    /// Whether what may be done hangs on what positions have been there.
    pub fn asks_past(&self) -> bool {
        self.forbids.iter().any(|forbid| forbid.fact.asks_past())
    }

    /// How often it is: once where it takes as long to tell of one move whether it is refused as of all.
    pub(super) fn most_draws(&self) -> usize {
        let looks = |fact: &Fact<S>| matches!(fact, Fact::Count(cells, ..) if !cells.is_plain());
        match self.forbids.iter().any(|forbid| forbid.mask && forbid.fact.asks(&looks)) {
            true => 1,
            false => DRAWS,
        }
    }

    /// By kind, the groups of its moves, if all are of two parts and none is refused before it is drawn.
    fn parts(&self, parts: &mut Parts<S>) -> Option<Vec<Range<u16>>> {
        let refuses = self.listed && !self.draws_again() || self.asks_past();
        let others = self.alike || self.walks || !self.is_free() || !self.truces.is_empty();
        if refuses || others || !self.places.is_empty() {
            return None;
        }
        self.kinds.iter().map(|kind| parts.enter_kind(kind)).collect()
    }
}

impl<S> kinds::Group<S> {
    /// Whether its pieces go wherever the way is open to an empty cell.
    pub(super) fn goes_where_open(&self) -> bool {
        let plain = self.given.is_empty() && self.known.is_empty() && !self.rises;
        plain && self.parts.iter().all(|part| part.codes == EMPTY)
    }
}

impl<S> Default for Parts<S> {
    fn default() -> Self {
        Self { leads: Vec::new(), groups: Vec::new(), of: Vec::new(), most: [0; 2], even: true }
    }
}

impl<S: Set> Parts<S> {
    /// The groups of a player's kind.
    pub fn of(&self, player: Player, kind: Kind) -> Range<u16> {
        self.of[player.index()][kind.index()].clone()
    }

    /// The tables of where the parts of the moves of some groups could lead.
    #[inline]
    pub fn groups(&self, groups: Range<u16>) -> &[Split] {
        &self.groups[groups.start.into()..groups.end.into()]
    }

    /// A table.
    #[inline]
    pub fn leads(&self, at: u16) -> &Leads<S> {
        &self.leads[usize::from(at)]
    }

    /// Enters the groups of a kind, if all their moves are of one part or of two.
    fn enter_kind(&mut self, kind: &Moves<S>) -> Option<Range<u16>> {
        let begin = self.groups.len() as u16;
        if kind.hops.is_some() {
            return None;
        }
        let mut most = kind.loose.iter().map(|loose| loose.len()).max().unwrap_or(0);
        self.even &= most == 0;
        for (at, group) in kind.groups.iter().enumerate() {
            let told = group.parts.iter().all(Part::steps_alone);
            if !told || group.tail.is_none() && !group.is_steady(kind.piece.kind()?) {
                return None;
            }
            let others = kind.groups[..at].iter().any(|other| group.may_lead_with(other));
            self.even &= !others && group.tail.as_ref().is_some_and(Tail::is_plain);
            let mut steps =
                vec![Vec::new(); group.parts.first().map_or(0, |part| part.steps.len())];
            for part in &group.parts {
                steps.iter_mut().zip(&part.steps).for_each(|(all, steps)| all.extend(steps));
            }
            let first = self.enter(&steps, group.goes_where_open());
            let second = group.tail.as_ref().map(|tail| {
                let ends: Vec<Vec<&Step<S>>> =
                    tail.steps.iter().map(|steps| steps.iter().collect()).collect();
                self.enter(&ends, tail.is_free())
            });
            most += self.leads(first).most();
            let ends = second.map_or(1, |second| self.leads(second).most());
            self.most[1] = self.most[1].max(ends);
            self.groups.push(Split { first, second });
        }
        self.most[0] = self.most[0].max(most);
        Some(begin..self.groups.len() as u16)
    }

    /// The number of the table of some steps; whether a way that is open is all that they ask for.
    fn enter(&mut self, steps: &[Vec<&Step<S>>], plain: bool) -> u16 {
        let leads = Leads::new(steps, plain);
        let known = self.leads.iter().position(|known| *known == leads);
        let at = known.unwrap_or(self.leads.len());
        if known.is_none() {
            self.leads.push(leads);
        }
        at as u16
    }
}

impl<S: Set> Leads<S> {
    /// The table of some steps, by cell.
    fn new(steps: &[Vec<&Step<S>>], plain: bool) -> Self {
        let plain = plain
            && steps.iter().all(|steps| {
                let once = |(at, step): (usize, &&Step<S>)| {
                    step.hurdles == 0 && steps[..at].iter().all(|other| other.to != step.to)
                };
                steps.iter().enumerate().all(once)
            });
        let (mut starts, mut cells, mut ways) = (vec![0], Vec::new(), Vec::new());
        for steps in steps {
            let mut steps = steps.clone();
            steps.sort_by_key(|step| step.to);
            steps.dedup_by_key(|step| step.to);
            cells.extend(steps.iter().map(|step| step.to as u16));
            if plain {
                ways.extend(steps.iter().map(|step| step.between | S::one(step.to)));
            }
            starts.push(cells.len() as u32);
        }
        Self { starts: starts.into(), cells: cells.into(), ways: ways.into() }
    }

    /// The cells to which parts could lead from a cell.
    pub fn cells(&self, from: usize) -> &[u16] {
        &self.cells[self.starts[from] as usize..self.starts[from + 1] as usize]
    }

    /// The cell of that number to which a part leads from a cell, if it does; where the way does not tell, `leads` does.
    #[inline]
    pub fn open(
        &self,
        from: usize,
        number: usize,
        occupied: S,
        leads: impl FnOnce(usize) -> bool,
    ) -> Option<u16> {
        let cell = *self.cells(from).get(number)?;
        let leads = match self.ways.get(self.starts[from] as usize + number) {
            Some(way) => (*way & occupied).is_none(),
            None => leads(cell.into()),
        };
        leads.then_some(cell)
    }

    /// To how many cells at most.
    fn most(&self) -> usize {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as usize
    }
}
