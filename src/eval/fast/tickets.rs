//! A move drawn among those that sets tell and the ways that others may be walked: see `program::plan::tickets`.
//!
//! Each move that sets tell is a ticket, and each way that a walk may go from each cell where it may begin, whatever stands there. A
//! ticket is drawn, and that way is gone; if it does not fit, or sets tell its move as well, or another way that comes to the same is
//! the first, another ticket is drawn. Where that goes wrong again and again, all moves are listed, or the walks are gone up to where they
//! change something first, and ways are drawn that begin so: whichever has [cost](super::costs) less of late. What may go too many ways
//! is walked from all of its cells before, and each of these moves is a ticket as well.

use super::Fast;
use super::costs::Attempt;
use super::list::Play;
use super::tried::Doubt;
use super::walked::Beginning;
use crate::eval::lot::Lot;
use crate::eval::playout::Chance;
use crate::index::Player;
use crate::program::Set;
use std::cmp::Ordering;

/// How many tickets are drawn before something else is tried.
const FIRST: usize = 16;

/// How many are drawn where it is known how ways begin: one of so many, within bounds.
const SHARE: usize = 8;
const THEN: [usize; 2] = [64, 512];

/// What it takes to list a move, or to draw a way, beside walking: as much as so many instructions.
const MOVE: u64 = 16;

/// What is drawn from at a turn.
struct Drum<'p, S> {
    player: Player,
    /// How many moves sets tell, those that a prohibition refuses too.
    told: usize,
    /// The list of what is walked before one is drawn.
    whole: usize,
    /// How many moves that comes to.
    known: usize,
    /// All that is walked, and what of it goes one way when one of its tickets is drawn.
    beginnings: Vec<Beginning<'p, S>>,
    drawn: Vec<Beginning<'p, S>>,
    /// The cells where what is walked before may begin, and those where other walks may.
    rest: S,
    starts: S,
    /// Those of all of them that may be as they were in the end; and whether others may where blocks are turned.
    reverting: S,
    turns: bool,
    /// Which moves a prohibition may refuse.
    doubt: Doubt,
}

/// How some ways begin.
#[derive(Debug)]
pub(super) struct Part {
    /// The number of the walk, and the cell where it begins.
    begins: (usize, usize),
    /// Where its branches are in the list of all.
    branches: std::ops::Range<usize>,
    /// How many tickets come before those of these ways, and how many there are with them.
    before: usize,
    end: usize,
}

impl<S: Set> Drum<'_, S> {
    /// How many tickets there are.
    fn len(&self) -> usize {
        let ways = |one: &Beginning<'_, S>| one.from.len() as usize * one.ways().unwrap_or(0);
        self.told + self.known + self.drawn.iter().map(ways).sum::<usize>()
    }

    /// The walk and the cell of the way before which so many others come, and its number.
    fn way(&self, mut before: usize) -> Option<((usize, usize), usize)> {
        self.drawn.iter().enumerate().find_map(|(at, one)| {
            let ways = one.ways()?;
            let here = one.from.len() as usize * ways;
            match before.checked_sub(here) {
                Some(others) => before = others,
                None => return Some(((at, one.from.nth((before / ways) as u32)), before % ways)),
            }
            None
        })
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// One of the legal moves, if there is any.
    pub(super) fn drawn_by_ticket(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        let (mut left, mut made) = ([true; 3], [None; 3]);
        let drawn = loop {
            let Some(attempt) = self.costs.next(&left) else {
                break self.drawn_of_list(player, chance);
            };
            left[attempt as usize] = false;
            let last = left == [false; 3];
            let limit = if last { u64::MAX } else { self.costs.limit(attempt) };
            let (begun, limit) = (self.allowed, limit.min(self.allowed));
            let found = match attempt {
                Attempt::Draw => Some(self.drawn_of_ways(player, chance)),
                Attempt::Part => self.drawn_of_parts(player, chance, limit),
                Attempt::List => {
                    let mut later = chance.clone();
                    let list = |this: &mut Self| this.drawn_of_all(player, &mut later);
                    let listed = self.in_time(limit, list);
                    if listed.is_some() {
                        *chance = later;
                    }
                    listed
                }
            };
            let Some((tried, found)) = found else {
                self.costs.spend(attempt, limit.saturating_mul(2));
                continue;
            };
            made[attempt as usize] = Some((begun, tried));
            if found.is_some() || attempt == Attempt::List {
                break found;
            }
        };
        let now = self.allowed;
        for (attempt, made) in Attempt::ALL.into_iter().zip(made) {
            if let Some((begun, tried)) = made {
                let cost = begun.saturating_sub(now);
                // To go ways one by one takes more than their instructions.
                let more = if attempt == Attempt::List { 0 } else { cost / 4 };
                self.costs.spend(attempt, cost + more + MOVE * tried as u64);
            }
        }
        drawn
    }

    /// How many of the first ways are drawn, and a move of one.
    fn drawn_of_ways(&mut self, player: Player, chance: &mut Chance) -> (usize, Option<Play>) {
        let (drum, mut draws) = (self.drum(player), 0);
        let drawn = chance.first_of(FIRST, drum.len(), |at| {
            draws += 1;
            self.ticket(&drum, at)
        });
        self.lull();
        (draws, drawn)
    }

    /// The same of ways by how they begin, if so many instructions tell that.
    fn drawn_of_parts(
        &mut self,
        player: Player,
        chance: &mut Chance,
        limit: u64,
    ) -> Option<(usize, Option<Play>)> {
        let (drum, tickets) = self.in_time(limit, |this| {
            let drum = this.drum(player);
            let tickets = this.part(&drum);
            (drum, tickets)
        })?;
        let most = (tickets / SHARE).clamp(THEN[0], THEN[1]);
        let mut draws = 0;
        let drawn = chance.first_of(most, tickets, |at| {
            draws += 1;
            self.parted_ticket(&drum, at)
        });
        self.lull();
        Some((draws, drawn))
    }

    /// What there is to draw from.
    fn drum(&mut self, player: Player) -> Drum<'p, S> {
        let told = self.survey_all(player);
        self.walking = self.kept;
        let beginnings: Vec<_> = self.beginnings(player).collect();
        let reverts = |one: &&Beginning<'p, S>| one.ticket.is_some_and(|ticket| ticket.reverts);
        let from = |all: S, one: &Beginning<'p, S>| all | one.from;
        let reverting = beginnings.iter().filter(reverts).fold(S::NONE, from);
        let turns = beginnings.iter().any(|one| one.ticket.is_some_and(|ticket| ticket.turns));
        let (drawn, before): (Vec<_>, Vec<_>) =
            beginnings.iter().copied().partition(|one| one.ways().is_some());
        let (rest, starts) = (before.iter().fold(S::NONE, from), drawn.iter().fold(S::NONE, from));
        let whole = self.walk_from(player, &before, S::ALL);
        self.walks[whole].sort();
        let known = self.walks[whole].len();
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
            reverting,
            turns,
            doubt,
        }
    }

    /// A move drawn so, as a value.
    pub(super) fn lot_by_ticket(&mut self, player: Player, chance: &mut Chance) -> Option<Lot> {
        let play = self.drawn_by_ticket(player, chance)?;
        let mut drawn = self.told(player, play);
        // A number of the turn may be gone by its end.
        let of_turn: Vec<usize> = self.program.layout.turn_numbers().collect();
        drawn.edits.retain(|edit| !of_turn.contains(&edit.cell.index()));
        Some(Lot::Drawn { drawn, cells: self.program.cells })
    }

    /// The move for which the ticket of that number stands, if it stands for one.
    fn ticket(&mut self, drum: &Drum<'p, S>, at: usize) -> Option<Play> {
        let Some(at) = at.checked_sub(drum.told) else {
            self.lull();
            let play = self.chosen(drum.player, at);
            return (!self.refuses(drum.player, play, drum.doubt)).then_some(play);
        };
        let Some(at) = at.checked_sub(drum.known) else {
            self.lull();
            return self.known_ticket(drum, at);
        };
        let (begins, number) = drum.way(at)?;
        self.way_ticket(drum, begins, (&[], number as u64))
    }

    /// Finds how ways may begin; how many tickets there are then.
    fn part(&mut self, drum: &Drum<'p, S>) -> usize {
        let mut parts = std::mem::take(&mut self.parts);
        parts.0.clear();
        parts.1.clear();
        let mut end = drum.told + drum.known;
        self.each_beginning(drum.player, &drum.drawn, |begins, branches, ways| {
            let (before, first) = (end, parts.1.len());
            end += ways as usize;
            parts.1.extend(branches);
            parts.0.push(Part { begins, branches: first..parts.1.len(), before, end });
        });
        self.parts = parts;
        end
    }

    /// The same as [`Fast::ticket`] of these.
    fn parted_ticket(&mut self, drum: &Drum<'p, S>, at: usize) -> Option<Play> {
        if at < drum.told + drum.known {
            return self.ticket(drum, at);
        }
        let parts = std::mem::take(&mut self.parts);
        let of = parts.0.partition_point(|part| part.end <= at);
        let play = parts.0.get(of).and_then(|part| {
            let number = (at - part.before) as u64;
            self.way_ticket(drum, part.begins, (&parts.1[part.branches.clone()], number))
        });
        self.parts = parts;
        play
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

    /// The move to which a way comes, if it fits and may be made, and no other way that comes to the same is the first.
    fn way_ticket(
        &mut self,
        drum: &Drum<'p, S>,
        begins: (usize, usize),
        way: (&[u32], u64),
    ) -> Option<Play> {
        let (one, from) = (&drum.drawn[begins.0], begins.1);
        if !one.starts_on(from) {
            return None;
        }
        let mark = self.walking;
        let mut branches = std::mem::take(&mut self.branches);
        let list = self.go_way(drum.player, (one, from), way, &mut branches);
        let goes = self.walks[list].len() > 0 && {
            self.lull();
            !self.is_known(drum, list)
                && self.is_first_way(drum, list, (begins, &branches))
                && self.walked_may(drum, (list, 0))
        };
        self.branches = branches;
        if !goes {
            self.walking = mark;
        }
        goes.then_some(Play::Walked { list: list as u16, at: 0 })
    }

    /// Whether the move of a list is one of those that are walked before, or such a one is first of both.
    fn is_known(&self, drum: &Drum<'p, S>, list: usize) -> bool {
        let (whole, own) = (&self.walks[drum.whole], &self.walks[list]);
        let routes = self.program.routes_differ;
        (0..drum.known).any(|at| {
            let first = || whole.compare_to(at, own, 0) != Ordering::Greater;
            whole.is_same(at, own, 0, routes) && first()
        })
    }

    /// Whether a way comes first of those that come to its move, which a list has.
    fn is_first_way(
        &mut self,
        drum: &Drum<'p, S>,
        list: usize,
        way: ((usize, usize), &[u32]),
    ) -> bool {
        let cells = (self.changed_by(drum, (list, 0)) | drum.reverting) & drum.starts;
        // A piece that leaves its cell leaves less there.
        let left = self.left_by((list, 0));
        let cells = |one: &Beginning<'p, S>| match one.leaves() && !drum.turns {
            true => cells & left,
            false => cells,
        };
        let routes = self.program.routes_differ;
        let (mut known, mut first) = (false, true);
        let ways = (&drum.drawn[..], cells);
        self.each_way_to(drum.player, ways, list, |begins, (found, own), branches| {
            if (begins, branches) == way {
                known = true;
            } else if found.is_same(0, own, 0, routes) {
                first &= match found.compare_to(0, own, 0) {
                    Ordering::Less => false,
                    Ordering::Equal => known,
                    Ordering::Greater => true,
                };
            }
        });
        debug_assert!(known || self.wide, "a way that was gone is not found");
        first
    }

    /// The cells where fewer pieces stand after a move of a list.
    fn left_by(&self, (list, number): (usize, usize)) -> S {
        let emptied = self.walks[list].edits(number).iter().filter(|edit| edit.after.is_empty());
        let cells = emptied.filter_map(|edit| self.program.layout.cell_of(edit.cell.index()));
        cells.fold(S::NONE, |all, cell| all | S::one(cell))
    }

    /// The cells that a move of a list changes, and those that go round with them.
    fn changed_by(&self, drum: &Drum<'p, S>, (list, number): (usize, usize)) -> S {
        let edits = self.walks[list].edits(number).iter();
        let changed = edits.filter_map(|edit| self.program.layout.cell_of(edit.cell.index()));
        let mut changed = changed.fold(S::NONE, |all, cell| all | S::one(cell));
        let blocks = if drum.turns { &self.program.code.blocks[..] } else { &[] };
        loop {
            let before = changed;
            for round in blocks.iter().flat_map(|block| &block.rounds) {
                if round.iter().any(|cell| changed.has((*cell).into())) {
                    changed = round.iter().fold(changed, |all, cell| all | S::one((*cell).into()));
                }
            }
            if changed == before {
                return changed;
            }
        }
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
        let changed = self.changed_by(drum, (list, number));
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
        (0..all.len()).any(|at| all.compare_to(at, own, number) == Ordering::Equal)
    }
}
