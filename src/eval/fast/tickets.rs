//! A move drawn among those that sets tell and the cells from which others are walked: see `program::plan::tickets`.
//!
//! Each move that sets tell is a ticket, and each cell where a walk may begin, with each number below the most to which the walks
//! that may begin there come. A ticket is drawn, and walked from its cell alone; if it comes to no move of that number, or to one that
//! sets tell as well, another is drawn. What may come to many moves from a cell is walked from all of its cells before, and each of
//! these moves is a ticket as well.

use super::Fast;
use super::list::Play;
use super::tried::Doubt;
use super::walked::Beginning;
use crate::eval::Moves;
use crate::eval::lot::{Lot, Tickets};
use crate::eval::playout::Chance;
use crate::index::Player;
use crate::position::Move;
use crate::program::Set;
use std::collections::HashSet;

/// What is drawn from at a turn.
struct Drum<'p, S> {
    player: Player,
    /// How many moves sets tell, those that a prohibition refuses too.
    told: usize,
    /// The list of what is walked before one is drawn.
    whole: usize,
    /// How many moves that comes to.
    known: usize,
    /// All that is walked, and what of it is when one of its tickets is drawn.
    beginnings: Vec<Beginning<'p, S>>,
    drawn: Vec<Beginning<'p, S>>,
    /// The cells where what is walked before may begin, and those where other walks may.
    rest: S,
    starts: S,
    /// The latter by to how many moves the walks from one come at most.
    groups: Vec<(S, usize)>,
    /// Those of all of them that may be as they were in the end.
    reverting: S,
    /// Which moves a prohibition may refuse.
    doubt: Doubt,
}

impl<S: Set> Drum<'_, S> {
    /// How many tickets there are.
    fn tickets(&self) -> usize {
        self.told
            + self.known
            + self.groups.iter().map(|(cells, most)| cells.len() as usize * most).sum::<usize>()
    }

    /// The cell and the number of the ticket before which so many others come of those that are walked, and how many there are from
    /// that cell.
    fn walked(&self, mut before: usize) -> Option<(usize, usize, usize)> {
        self.groups.iter().find_map(|(cells, most)| {
            let here = cells.len() as usize * most;
            match before.checked_sub(here) {
                Some(others) => before = others,
                None => return Some((cells.nth((before / most) as u32), before % most, *most)),
            }
            None
        })
    }

    /// How many draws there are before all moves are listed: one, but no more walks than half of those that this takes.
    fn draws(&self) -> usize {
        (self.starts.len() as usize).div_ceil(2).max(1)
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// One of the legal moves, if there is any.
    pub(super) fn drawn_by_ticket(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        let drum = self.drum(player);
        let drawn =
            chance.first_of(drum.draws(), drum.tickets(), |at| match at.checked_sub(drum.told) {
                None => self.told_ticket(&drum, at),
                Some(at) => match at.checked_sub(drum.known) {
                    None => self.known_ticket(&drum, at),
                    Some(at) => self.walked_ticket(&drum, drum.walked(at)?),
                },
            });
        drawn.or_else(|| self.drawn_of_list(player, chance))
    }

    /// The same as a lot of which moves are drawn. Which of those that come to the same is the first is told by a walk of all.
    pub(super) fn tickets(&mut self, player: Player) -> Lot {
        let drum = self.drum(player);
        let told = (0..drum.told).map(|at| {
            let play = self.told_ticket(&drum, at)?;
            Some(self.told(player, play))
        });
        let mut told: Vec<Option<Move>> = told.collect();
        let all = self.walk_from(player, &drum.beginnings, S::ALL);
        let firsts: HashSet<Move> =
            (0..self.walks[all].len()).map(|at| self.walks[all].get(at)).collect();
        let of_turn: Vec<usize> = self.program.layout.turn_numbers().collect();
        let found = |list: &Moves, number: usize| {
            let mut one = list.get(number);
            // A number of the turn may be gone by its end.
            one.edits.retain(|edit| !of_turn.contains(&edit.cell.index()));
            one
        };
        for number in 0..drum.known {
            let goes = firsts.contains(&self.walks[drum.whole].get(number))
                && self.walked_may(&drum, (drum.whole, number));
            told.push(goes.then(|| found(&self.walks[drum.whole], number)));
        }
        let mut walked = Vec::new();
        let groups = drum.groups.iter();
        for (from, most) in groups.flat_map(|(cells, most)| cells.cells().map(|from| (from, *most)))
        {
            let list = self.walk_sorted(&drum, (from, most));
            for number in 0..most {
                let is_first =
                    |moves: &Moves| number < moves.len() && firsts.contains(&moves.get(number));
                let goes = is_first(&self.walks[list])
                    && !self.is_known(&drum, (list, number))
                    && self.walked_may(&drum, (list, number));
                walked.push(goes.then(|| found(&self.walks[list], number)));
            }
            self.walking -= 1;
        }
        self.walking -= 1;
        let cells = self.program.cells;
        Lot::Tickets(Tickets { told, walked, cells, draws: drum.draws() })
    }

    /// What there is to draw from.
    fn drum(&mut self, player: Player) -> Drum<'p, S> {
        let told = self.survey_all(player);
        self.walking = self.kept;
        let beginnings: Vec<_> = self.beginnings(player).collect();
        let reverts = |one: &&Beginning<'p, S>| one.ticket.is_some_and(|ticket| ticket.reverts);
        let reverting = beginnings.iter().filter(reverts).fold(S::NONE, |all, one| all | one.from);
        let (drawn, before): (Vec<_>, Vec<_>) =
            beginnings.iter().copied().partition(|one| one.most().is_some());
        let rest = before.iter().fold(S::NONE, |all, one| all | one.from);
        let whole = self.walk_from(player, &before, S::ALL);
        self.walks[whole].sort();
        let known = self.walks[whole].len();
        let mut groups: Vec<(S, usize)> = Vec::new();
        let mut starts = S::NONE;
        for (from, most) in drawn.iter().filter_map(|one| Some((&one.from, one.most()?))) {
            for at in 0..groups.len() {
                let (cells, known) = groups[at];
                if (cells & *from).is_none() {
                    continue;
                }
                groups[at] = (cells & *from, known + most);
                if !(cells & !*from).is_none() {
                    groups.push((cells & !*from, known));
                }
            }
            if !(*from & !starts).is_none() {
                groups.push((*from & !starts, most));
            }
            starts |= *from;
        }
        let doubt = self.doubt(player);
        Drum {
            player,
            told,
            whole,
            known,
            beginnings,
            drawn,
            rest,
            starts,
            groups,
            reverting,
            doubt,
        }
    }

    /// The move of that number of those that sets tell, if nothing refuses it.
    fn told_ticket(&mut self, drum: &Drum<'p, S>, at: usize) -> Option<Play> {
        let play = self.chosen(drum.player, at);
        (!self.refuses(drum.player, play, drum.doubt)).then_some(play)
    }

    /// The move of that number of those that are walked before, if it may be made; of those that come to the same the first.
    fn known_ticket(&mut self, drum: &Drum<'p, S>, number: usize) -> Option<Play> {
        let list = drum.whole;
        let from =
            self.walks[list].path(number).first().map_or(S::NONE, |from| S::one(from.index()));
        let goes =
            self.comes_first(drum, from, (list, number)) && self.walked_may(drum, (list, number));
        goes.then_some(Play::Walked { list: list as u16, at: number as u32 })
    }

    /// The move of that number of those that are walked from that one of the cells, in their order, if there is one and it may be made;
    /// of those that come to the same the first.
    fn walked_ticket(
        &mut self,
        drum: &Drum<'p, S>,
        (from, number, most): (usize, usize, usize),
    ) -> Option<Play> {
        let list = self.walk_sorted(drum, (from, most));
        let goes = number < self.walks[list].len()
            && !self.is_known(drum, (list, number))
            && self.comes_first(drum, S::one(from), (list, number))
            && self.walked_may(drum, (list, number));
        if !goes {
            self.walking -= 1;
        }
        goes.then_some(Play::Walked { list: list as u16, at: number as u32 })
    }

    /// Walks from a cell; the number of the list, which is in order.
    fn walk_sorted(&mut self, drum: &Drum<'p, S>, (from, most): (usize, usize)) -> usize {
        let list = self.walk_from(drum.player, &drum.drawn, S::one(from));
        self.walks[list].sort();
        debug_assert!(self.walks[list].len() <= most, "more moves than tickets");
        list
    }

    /// Whether a move in a list is one of those that are walked before.
    fn is_known(&self, drum: &Drum<'p, S>, (list, number): (usize, usize)) -> bool {
        let (whole, own) = (&self.walks[drum.whole], &self.walks[list]);
        (0..drum.known).any(|at| is_one(whole, at, own, number))
    }

    /// Whether a move in a list may be made, and is none that sets tell.
    fn walked_may(&mut self, drum: &Drum<'p, S>, (list, number): (usize, usize)) -> bool {
        let play = Play::Walked { list: list as u16, at: number as u32 };
        !self.is_told(drum.player, list, number)
            && self.walks_safely(drum.player, play)
            && !self.refuses(drum.player, play, drum.doubt)
    }

    /// Whether a move in a list, walked from a cell, is the first of those that come to the same from all cells.
    fn comes_first(&mut self, drum: &Drum<'p, S>, from: S, (list, number): (usize, usize)) -> bool {
        let changed = self.walks[list].edits(number).iter();
        let changed = changed.filter_map(|edit| self.program.layout.cell_of(edit.cell.index()));
        let changed = changed.fold(S::NONE, |all, cell| all | S::one(cell));
        // Only what begins on a cell that is changed may come to the same, where that is so of the move itself, or what may leave its
        // own as it was.
        let leaves = !from.is_none() && (from & !changed).is_none();
        let others = if leaves { changed | drum.reverting } else { S::ALL };
        let others = others & (drum.starts | drum.rest) & !from;
        if others.is_none() && (drum.rest & from).is_none() {
            return true;
        }
        let all = self.walk_from(drum.player, &drum.beginnings, others | from);
        self.walking -= 1;
        let (all, own) = (&self.walks[all], &self.walks[list]);
        (0..all.len()).any(|at| is_one(all, at, own, number))
    }
}

/// Whether a move in a list is one of another list, which is told by the same name and path.
fn is_one(list: &Moves, at: usize, others: &Moves, other: usize) -> bool {
    list.edits(at) == others.edits(other)
        && list.path(at) == others.path(other)
        && list.name(at) == others.name(other)
}
