//! Moves of a random game that are drawn among all that pieces may do at all: by the cell of each a list of moves, whatever stands
//! elsewhere, of which one is drawn, and again until what is drawn can be done.
//!
//! A piece that may be pushed by any of eight ways and then leave something on any of eight cells has 64 moves from each cell, few of
//! which can be made at a time. To ask of all of them which can, to draw one of these, takes much longer than to draw some.

use super::{Group, Moves, Place, Plan, Side};
use crate::index::Piece;
use crate::program::Program;
use crate::program::set::Set;

/// How often one is drawn before all moves are found.
pub(crate) const BALLOTS: usize = 48;

/// Moves of a piece from a cell at most.
const MOST: usize = 2_000;

/// What a piece may do where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ballot<S> {
    /// It goes to a cell and is that then, by a group of that number; if these cells are empty, where that is all that is asked.
    Plain { to: u16, piece: Piece, group: u8, way: Option<S> },
    /// Its move by itself of that number.
    Loose(u16),
}

/// By cell, what a piece may do there.
type Listed<S> = Box<[Box<[Ballot<S>]>]>;

/// What a player's pieces may do.
#[derive(Debug)]
pub(crate) struct Ballots<S> {
    /// By kind.
    pub kinds: Vec<Listed<S>>,
    /// By kind, the cells from where it may do about as many, and how many at most.
    pub sorts: Vec<Vec<(S, usize)>>,
    /// By placement, how many ways there are to make it on a cell at most.
    pub ways: Vec<usize>,
}

impl<S: Set> Plan<S> {
    /// Finds whose moves are drawn so.
    pub(super) fn find_ballots(&mut self, program: &Program) {
        let otherwise = self.fill.is_some() || self.march.is_some() || self.course.is_some();
        if otherwise || self.drawn.is_some() || !self.plays || program.pass.is_some() {
            return;
        }
        if program.draws_from_lists || program.weighs {
            return;
        }
        let ballots: Vec<_> = self.sides.iter().map(|side| side.ballots()).collect();
        for (side, ballots) in self.sides.iter_mut().zip(ballots) {
            side.ballots = ballots;
        }
    }
}

impl<S: Set> Side<S> {
    /// What his pieces may do, if moves of pieces by themselves and placements are all that he has, and to find all takes longer.
    fn ballots(&self) -> Option<Ballots<S>> {
        let preferred = self.must.is_some() || !self.prefer.is_empty() || self.hops;
        let otherwise = self.finish.is_some() || self.throws.is_some() || !self.phases.is_empty();
        let refused = self.listed && !self.draws_again() || self.asks_past();
        let twice = self.alike && self.repeats.is_none();
        if self.walks || preferred || otherwise || refused || twice || self.guesses.is_some() {
            return None;
        }
        let places = self.places.iter().all(|place| place.less.is_empty() && !place.tried);
        let told = |moves: &Moves<S>| moves.groups.iter().all(Group::is_stepped);
        if !places || !self.kinds.iter().all(told) {
            return None;
        }
        let loose = |moves: &Moves<S>| moves.loose.iter().any(|loose| !loose.is_empty());
        // Of pieces that slide it is found one by one where each goes.
        let slides =
            self.strides.is_none() && self.kinds.iter().any(|moves| !moves.groups.is_empty());
        // Of placements that put more than one piece on the same cell first it takes long to tell the order.
        let more = self.places.iter().filter(|place| place.after.is_some()).count() > 1;
        let singly = more || self.places.iter().any(Place::is_counted_singly);
        if !slides && !self.kinds.iter().any(loose) && !singly {
            return None;
        }
        let kinds: Vec<Listed<S>> = self.kinds.iter().map(Moves::ballots).collect();
        let sorts: Vec<_> = kinds.iter().map(sorts).collect();
        let ways: Vec<usize> = self.places.iter().map(Place::most_ways).collect();
        let most = sorts.iter().flatten().map(|(_, most)| most);
        let few = most.chain(&ways).all(|most| *most <= MOST);
        few.then_some(Ballots { kinds, sorts, ways })
    }
}

/// The cells that have about as many moves each, at least two of three that any of them has, and how many that is.
fn sorts<S: Set>(from: &Listed<S>) -> Vec<(S, usize)> {
    let mut counts: Vec<(usize, usize)> = (0..).zip(from.iter().map(|list| list.len())).collect();
    counts.retain(|(_, count)| *count > 0);
    counts.sort_unstable_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut sorts: Vec<(S, usize)> = Vec::new();
    for (cell, count) in counts {
        match sorts.last_mut().filter(|(_, most)| 3 * count >= 2 * *most) {
            Some((cells, _)) => *cells |= S::one(cell),
            None => sorts.push((S::one(cell), count)),
        }
    }
    sorts
}

impl<S: Set> Group<S> {
    /// Whether its moves are steps and no more.
    fn is_stepped(&self) -> bool {
        self.tail.is_none() && self.parts.iter().all(|part| part.steps_alone())
    }

    /// The cells that must be empty for a step from one cell to another, if no more than that is asked: the other one and those between.
    fn way_to(&self, from: usize, to: usize) -> Option<S> {
        let steps = self.parts.iter().flat_map(|part| &part.steps[from]);
        let mut here = steps.filter(|step| step.to == to);
        let (step, None) = (here.next()?, here.next()) else { return None };
        (self.goes_where_open() && step.hurdles == 0).then(|| step.between | S::one(to))
    }
}

impl<S: Set> Moves<S> {
    /// By the cell from which they are made, all of them.
    fn ballots(&self) -> Listed<S> {
        let from = |from: usize| {
            let mut all: Vec<Ballot<S>> = Vec::new();
            for (number, group) in (0..).zip(&self.groups) {
                let steps = group.parts.iter().flat_map(|part| part.steps.get(from));
                let to = steps.flatten().fold(S::NONE, |to, step| to | S::one(step.to));
                for becomes in &group.becomes {
                    for at in becomes.within(from, to).cells() {
                        let (to, group, way) = (at as u16, number, group.way_to(from, at));
                        let plain = |piece: &Piece| Ballot::Plain { to, piece: *piece, group, way };
                        all.extend(becomes.pieces.iter().map(plain));
                    }
                }
            }
            all.extend((0..self.loose[from].len()).map(|at| Ballot::Loose(at as u16)));
            all.into()
        };
        (0..self.loose.len()).map(from).collect()
    }
}

impl<S: Set> Place<S> {
    /// Whether pairs of cells are counted by the cell of the first.
    fn is_counted_singly(&self) -> bool {
        self.second.as_ref().is_some_and(|second| second.is_counted_singly())
    }

    /// How many ways there are to make it on a cell at most.
    fn most_ways(&self) -> usize {
        self.second.as_ref().map_or(self.ways(), |second| second.most())
    }
}
