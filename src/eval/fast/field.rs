//! What stands where, whatever keeps it, and what sets of cells tell of it.

use super::facts::amounts;
use super::goal::{in_row_through, shifted};
use crate::index::{GoalId, Mark, MoveName, Piece};
use crate::program::{
    Ago, Content, Fact, Given, Goal, Loop, Place, Plan, Rows, Set, Sight, When, Where, includes,
};

/// So few cells are asked one by one.
const FEW: u32 = 3;

/// What stands where, and the numbers in the slots.
pub(super) trait Stands<S: Set> {
    /// The cells where such a piece stands.
    fn set(&self, content: Content) -> S;
    /// Whether such a piece stands on a cell.
    #[inline]
    fn stands(&self, content: Content, at: usize) -> bool {
        self.set(content).has(at)
    }
    /// The cells where anything stands.
    fn occupied(&self) -> S;
    /// The number in a slot.
    fn slot(&self, at: usize) -> u8;
    /// The cells from which there is room, by that difference, for what stands there on top of what it comes to; few games have
    /// pieces on pieces.
    fn room(&self, _: i16) -> S {
        S::ALL
    }
    /// The cell where a player's last move has led, if all rows of his go through it that were not there so long ago.
    fn arrived(&self, _: usize, _: Ago) -> Option<usize> {
        None
    }
    /// The cells that carry a mark; few sorts of games have any.
    fn marked(&self, _: Mark) -> S {
        S::NONE
    }
}

/// A piece that comes to a cell by a move of that name, and leaves another one if it has stood on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub name: MoveName,
    pub piece: Piece,
    pub from: Option<usize>,
}

impl Arrival {
    /// The piece that a placement puts.
    pub fn put<S>(place: &Place<S>) -> Self {
        Self { name: place.name, piece: place.piece, from: None }
    }
}

/// A plan, and what stands where.
#[derive(Clone, Copy)]
pub(super) struct Field<'p, 'b, S, B> {
    pub plan: &'p Plan<S>,
    pub board: &'b B,
}

impl<S: Set, B: Stands<S>> Field<'_, '_, S, B> {
    /// Whether a condition holds that [asks the board alone](Fact::asks_board), or whether a player is `stuck`.
    /// What is soon told is told in line.
    #[inline(always)]
    pub fn tells(&self, fact: &Fact<S>, stuck: bool) -> bool {
        match fact {
            Fact::Slot { slots, relation, number, .. } => slots
                .iter()
                .any(|slot| relation.holds(self.board.slot(usize::from(*slot)).into(), *number)),
            Fact::Count(Where::Stands(content, cells), relation, number) => {
                amounts(self.board.set(*content) & *cells, *relation, *number)
            }
            Fact::Stuck(_) => stuck,
            fact => self.tells_all(fact, stuck),
        }
    }

    fn tells_all(&self, fact: &Fact<S>, stuck: bool) -> bool {
        match fact {
            Fact::Compare([slots, others], relation) => {
                let read = |slot: &u16| self.board.slot(usize::from(*slot));
                relation.holds_of_any(slots.iter().map(read), others.iter().map(read))
            }
            Fact::All(list) => list.iter().all(|fact| self.tells(fact, stuck)),
            Fact::Any(list) => list.iter().any(|fact| self.tells(fact, stuck)),
            Fact::Not(fact) => !self.tells(fact, stuck),
            Fact::Among(slot, values) => includes(values, self.board.slot((*slot).into())),
            Fact::Count(cells, relation, number) => amounts(self.cells(cells), *relation, *number),
            Fact::Has(who, goal, ago) => self.has_row(*who, *goal, *ago),
            // The others are told in line, or ask for more than the board.
            _ => false,
        }
    }

    /// Whether one of these players has a row that is a goal.
    fn has_row(&self, who: u8, goal: GoalId, ago: Ago) -> bool {
        let mut sides = self.plan.sides.iter().enumerate().filter(|(at, _)| who >> at & 1 != 0);
        sides.any(|(player, side)| match &side.goals[goal.index()] {
            Ok(Goal::Line(row)) => {
                let (shifts, passing) = (row.shifts.as_ref(), self.cells(&row.of));
                match self.board.arrived(player, ago) {
                    Some(at) => {
                        passing.has(at) && in_row_through(row, passing, at, |_, _, _, _| true)
                    }
                    None => shifts.is_some_and(|shifts| shifted(row, shifts, passing)),
                }
            }
            _ => false,
        })
    }

    /// Those of some pieces for which what moves of theirs are given holds.
    #[inline]
    pub fn grants(&self, given: &[Given<S>], pieces: S) -> S {
        given.iter().fold(pieces, |pieces, given| match given {
            Given::From(cells) => pieces & self.cells(cells),
            Given::Holds(fact) if self.tells(fact, false) => pieces,
            Given::Holds(_) => S::NONE,
            Given::Onto(_) => pieces,
        })
    }

    /// The cells to which moves may lead that are given so.
    #[inline]
    pub fn onto(&self, given: &[Given<S>]) -> S {
        given.iter().fold(S::ALL, |all, given| match given {
            Given::Onto(cells) => all & self.cells(cells),
            Given::From(_) | Given::Holds(_) => all,
        })
    }

    /// Whether what a move from a cell is given holds, and what one to that other cell is, if there is one.
    pub fn gives(&self, given: &[Given<S>], from: usize, to: Option<usize>) -> bool {
        given.iter().all(|given| match given {
            Given::Holds(fact) => self.tells(fact, false),
            Given::From(cells) => self.passes(cells, from),
            Given::Onto(cells) => to.is_none_or(|to| self.passes(cells, to)),
        })
    }

    /// The cells from which moves may go that are given so, and those to which they may lead.
    #[inline]
    pub fn granted(&self, given: &[Given<S>]) -> [S; 2] {
        let from = self.grants(given, self.plan.cells);
        [from, if from.is_none() { from } else { self.onto(given) }]
    }

    /// The cells that pass. What is soon told is told in line.
    #[inline(always)]
    pub fn cells(&self, cells: &Where<S>) -> S {
        match cells {
            Where::Stands(content, cells) => self.board.set(*content) & *cells,
            cells => self.cells_all(cells),
        }
    }

    fn cells_all(&self, cells: &Where<S>) -> S {
        match cells {
            Where::Stands(..) => self.cells(cells),
            Where::All(list) => {
                list.iter().fold(self.plan.cells, |all, cells| self.cells_among(cells, all))
            }
            Where::Any(list) => list.iter().fold(S::NONE, |any, cells| any | self.cells(cells)),
            Where::Not(cells) => self.plan.cells & !self.cells(cells),
            Where::Marked(mark) => self.board.marked(*mark),
            Where::Lies(goal, players, _) => {
                let rows = Rows::of_players(&self.plan.rows[goal.index()], *players);
                rows.fold(S::NONE, |full, rows| full | rows.full(self.board.set(rows.of)))
            }
            Where::Look(sight, true) => self.seen(sight),
            Where::Look(sight, false) => self.plan.cells & !self.seen(sight),
        }
    }

    /// Which of some cells pass.
    fn cells_among(&self, cells: &Where<S>, among: S) -> S {
        match cells {
            Where::Look(sight, true) => self.seen_among(sight, among),
            Where::Look(sight, false) => among & !self.seen_among(sight, among),
            cells => among & self.cells(cells),
        }
    }

    /// From which of some cells a look fits: of what goes in rounds no more is found than that.
    fn seen_among(&self, sight: &Sight<S>, among: S) -> S {
        match sight {
            _ if among.is_none() => among,
            Sight::Loop(rounds) => among & self.looped(rounds, S::NONE, among),
            sight => among & self.seen(sight),
        }
    }

    /// From where rounds lead to the rest of a look, found until all of `enough` are.
    fn looped(&self, rounds: &Loop<S>, again: S, enough: S) -> S {
        let mut last = self.seen_in(&rounds.rest, again);
        let mut found = last;
        while !last.is_none() && !(enough & !found).is_none() {
            // From where a round leads to several cells it leads to each of them.
            last = self.seen_in(&rounds.round, last) & !found;
            found |= last;
        }
        found
    }

    /// The cells where a piece may not come, as prohibitions tell that are [masks](crate::program::Forbid).
    #[inline(never)]
    pub fn refused(&self, player: usize, arrival: Arrival) -> S {
        let forbids = self.plan.sides[player].forbids_on(arrival.name);
        let masks = forbids.filter(|forbid| forbid.mask);
        masks.fold(S::NONE, |cells, forbid| cells | self.after(&forbid.fact, arrival))
    }

    /// Whether a piece may not come to that cell, as they tell.
    #[inline(never)]
    pub fn refuses(&self, player: usize, arrival: Arrival, to: usize) -> bool {
        let mut forbids = self.plan.sides[player].forbids_on(arrival.name);
        forbids.any(|forbid| forbid.mask && self.holds_after(&forbid.fact, arrival, to))
    }

    /// Whether a condition would hold if the piece came to that cell, if it is one of which that tells.
    fn holds_after(&self, fact: &Fact<S>, arrival: Arrival, to: usize) -> bool {
        match fact {
            Fact::All(list) => list.iter().all(|fact| self.holds_after(fact, arrival, to)),
            Fact::Any(list) => list.iter().any(|fact| self.holds_after(fact, arrival, to)),
            Fact::Not(fact) => !self.holds_after(fact, arrival, to),
            Fact::By(name) => *name == arrival.name,
            Fact::Count(cells, relation, _) if !cells.is_plain() => {
                let piece = (arrival.piece, arrival.from);
                self.after_some_at(cells, *relation, piece, to)
            }
            Fact::Count(cells, relation, number) => {
                let contents = &self.plan.contents;
                let now = self.cells(cells);
                let passes = |cell, piece| cells.with(piece, contents).has(cell);
                let mut count = now.len() as usize + usize::from(passes(to, arrival.piece));
                count -= usize::from(now.has(to));
                if let Some(from) = arrival.from.filter(|from| *from != to) {
                    count += usize::from(passes(from, Piece::EMPTY));
                    count -= usize::from(now.has(from));
                }
                relation.holds(count, usize::from(*number))
            }
            fact => self.tells(fact, false),
        }
    }

    /// The cells where a condition would hold if the piece came there, if it is one of which that cell tells.
    pub fn after(&self, fact: &Fact<S>, arrival: Arrival) -> S {
        let whole = |holds| if holds { S::ALL } else { S::NONE };
        match fact {
            Fact::All(list) => {
                let mut cells = S::ALL;
                for fact in list {
                    cells &= self.after(fact, arrival);
                    if cells.is_none() {
                        break;
                    }
                }
                cells
            }
            Fact::Any(list) => {
                list.iter().fold(S::NONE, |cells, fact| cells | self.after(fact, arrival))
            }
            Fact::Not(fact) => !self.after(fact, arrival),
            Fact::By(name) => whole(*name == arrival.name),
            Fact::Count(cells, relation, _) if !cells.is_plain() => {
                self.after_some(cells, *relation, (arrival.piece, arrival.from))
            }
            Fact::Count(cells, relation, number) => {
                let contents = &self.plan.contents;
                let mut now = self.cells(cells);
                if let Some(from) = arrival.from.map(S::one) {
                    now = now & !from | from & cells.with(Piece::EMPTY, contents);
                }
                let comes = cells.with(arrival.piece, contents);
                let count = now.len() as usize;
                let holds = |count| whole(relation.holds(count, usize::from(*number)));
                comes & !now & holds(count + 1)
                    | now & !comes & holds(count.saturating_sub(1))
                    | !(now ^ comes) & holds(count)
            }
            fact => whole(self.tells(fact, false)),
        }
    }

    /// Where a placement may be, as far as what stands there and what the player has in hand tells.
    #[inline]
    pub fn vacant(&self, place: &Place<S>) -> S {
        match place.on {
            _ if place.slot.is_some_and(|slot| self.board.slot(slot.into()) == 0) => S::NONE,
            None => place.cells & !self.board.occupied(),
            Some(on) => place.cells & self.board.set(on),
        }
    }

    /// Where a placement is possible, as far as the board alone tells.
    #[inline]
    pub fn open(&self, place: &Place<S>) -> S {
        let mut cells = self.vacant(place);
        if cells.is_none() {
            return cells;
        }
        if !place.when.is_empty() {
            let holds = |when: &&When<S>| when.facts.iter().all(|fact| self.tells(fact, false));
            let seen = |when: &When<S>| {
                when.sights.iter().fold(when.cells, |cells, sight| cells & self.seen(sight))
            };
            let open = place.when.iter().filter(holds);
            cells &= open.fold(S::NONE, |open, when| open | seen(when));
        }
        for sight in &place.sights {
            cells &= self.seen(sight);
        }
        if let Some(attract) = &place.attracts {
            let pieces = self.board.set(attract.pieces);
            let drawn = |all: S, (from, by): &(S, i16)| all | (pieces & *from).moved(*by);
            cells &= attract.shifts.iter().fold(S::NONE, drawn);
        }
        for repel in &place.repels {
            cells &= !repel.kept(self.board.set(repel.pieces));
        }
        for lands in &place.lands {
            cells &= self.landing(lands, place.piece);
        }
        cells
    }

    /// The cells from which a look fits.
    pub fn seen(&self, sight: &Sight<S>) -> S {
        self.seen_in(sight, S::NONE)
    }

    /// From which of some cells a look fits; of few cells each is asked by itself.
    pub fn seen_of(&self, sight: &Sight<S>, among: S) -> S {
        if among.len() > FEW {
            return self.seen_among(sight, among);
        }
        let fits = among.cells().filter(|at| self.fits(sight, *at));
        fits.fold(S::NONE, |all, at| all | S::one(at))
    }

    /// The same of a part of a round, where another is begun from the cells of `again`.
    fn seen_in(&self, sight: &Sight<S>, again: S) -> S {
        match sight {
            Sight::Every => self.plan.cells,
            Sight::Again => again,
            Sight::Here(cells, rest) => self.cells(cells) & self.seen_in(rest, again),
            Sight::Next(ways, rest) => ways.back(self.seen_in(rest, again)),
            Sight::Any(list) => {
                list.iter().fold(S::NONE, |any, sight| any | self.seen_in(sight, again))
            }
            Sight::Run(run, rest) => {
                let cells = self.cells(&run.cells);
                let mut last = self.seen_in(rest, again);
                let mut found = if run.least { S::NONE } else { last };
                if let Some(along) = run.ways.back_along(last, cells) {
                    return found | along;
                }
                while !last.is_none() {
                    let onward = last & cells;
                    last = run.ways.back(onward);
                    if !run.open {
                        last &= !found;
                    }
                    found |= last;
                }
                found
            }
            Sight::Loop(rounds) => self.looped(rounds, again, S::ALL),
            Sight::Several(several) => self.plan.cells & several.of(|sight| self.seen(sight)),
        }
    }
}
