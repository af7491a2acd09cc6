//! One of the legal moves, by its number in their order, without listing the others.

use super::Fast;
use super::ballot::Slip;
use super::danger::Hold;
use super::heads::{Head, Start};
use super::list::Play;
use super::tried::Doubt;
use crate::index::{Piece, Player};
use crate::program::{Finish, Group, Moves, Place, Set, Shift, Strides, Strode, Throws, Weights};
use crate::rules::Pass;
use std::borrow::Cow;

/// Sets at most by which it is told where a piece goes.
const REACHED: usize = 6;

/// First cells of pairs at most of which each is counted by itself.
const COUNTED: u32 = 16;

/// Where a piece goes by the groups of its kind.
struct Reached<'g, S> {
    /// The cells, the number of the group, and what the piece may be then.
    all: [(S, u8, &'g [Piece]); REACHED],
    used: usize,
    /// All of these cells, and whether there is one move to each.
    cells: S,
    apart: bool,
}

impl<S: Set> Default for Reached<'_, S> {
    fn default() -> Self {
        Self { all: [(S::NONE, 0, &[]); REACHED], used: 0, cells: S::NONE, apart: false }
    }
}

impl<'g, S: Set> Reached<'g, S> {
    /// The ways to a cell.
    fn here(&self, to: usize) -> impl Iterator<Item = &(S, u8, &'g [Piece])> {
        self.all[..self.used].iter().filter(move |one| one.0.has(to))
    }

    /// The move from a cell before which so many others come in their order, where each leads to a cell of its own.
    fn nth(&self, from: usize, before: usize) -> Play {
        let to = self.cells.nth(before as u32);
        match self.here(to).next() {
            Some((_, group, [piece, ..])) => {
                Play::Plain { from: from as u16, to: to as u16, piece: *piece, group: *group }
            }
            _ => Play::Pass,
        }
    }
}

/// What there is to choose from at a turn.
#[derive(Debug, Default)]
pub(super) struct Choice<S> {
    /// Whether the player may pass.
    pub pass: bool,
    /// The moves, if they had to be listed.
    listed: Vec<Play>,
    /// Whether they had to be, and whether they stand in the order of moves.
    lists: bool,
    sorted: bool,
    /// Whether moves are among them that leave open what may not be left so.
    all: bool,
    /// Whether those are among them that come to the same as others.
    repeats: bool,
    /// The pieces from which moves of two parts may go, and the first parts.
    pub starts: Vec<Start>,
    pub heads: Vec<Head>,
    /// By first part, where the second may lead.
    pub ends: Vec<S>,
    /// What binds the player's pieces.
    hold: Hold<S>,
    /// The cells from which pieces may go whose moves are counted one by one.
    from: S,
    /// By such a cell, how many moves there are.
    counts: Vec<u32>,
    /// The cells from which other pieces may go by a shift, and how many moves each of these is; and all such cells.
    shifted: Vec<(S, u32)>,
    shifting: S,
    /// The moves that are walked, and those of pieces whose moves may come to the same, each with the cell where it begins,
    /// and these cells.
    walked: Vec<(u16, Play)>,
    walking: S,
    /// By number of a placement, where it may be made.
    pub places: Vec<S>,
    /// Where moves may begin, and how many of each do.
    begins: Vec<(S, u32)>,
    /// Where the strides can be made from.
    pub strode: Strode<S>,
    /// Where ballots begin.
    pub urn: Vec<Slip<S>>,
}

impl<'p, S: Set> Fast<'p, S> {
    /// What each of the player's legal moves weighs, which are so many and have been surveyed, if they do not all weigh the same.
    pub(super) fn weights(&mut self, player: Player, moves: usize) -> Option<Cow<'p, [u64]>> {
        let program = self.program;
        if !program.weighs {
            return None;
        }
        if let Some(throws) = self.thrown(player)
            && throws.all.len() == moves
        {
            return throws.weights.as_deref().map(Cow::Borrowed);
        }
        if self.choice.lists && self.finish(player).is_none() {
            let mut listed = std::mem::take(&mut self.choice.listed);
            // Where moves are drawn, they are all that is legal.
            let first = listed.first().map(|play| self.name(player, *play));
            let drawn = first.is_some_and(|name| program.is_drawn(name));
            let weights = drawn.then(|| {
                self.sort(player, &mut listed);
                self.choice.sorted = true;
                program.uneven(listed.iter().map(|play| self.name(player, *play)))
            });
            self.choice.listed = listed;
            return weights.flatten().map(Cow::Owned);
        }
        let names = (0..moves).map(|at| {
            let play = self.chosen(player, at);
            self.name(player, play)
        });
        program.uneven(names).map(Cow::Owned)
    }

    /// The throws of which one is to be drawn, if they are what has been surveyed, in the order of moves.
    fn thrown(&self, player: Player) -> Option<&'p Throws<S>> {
        let throws = self.plan.sides[player.index()].throws.as_ref();
        throws.filter(|throws| throws.ordered && self.choice.sorted)
    }

    /// How many legal moves there are, a pass not counted.
    pub(super) fn survey(&mut self, player: Player) -> usize {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        (self.choice.sorted, self.choice.repeats) = (false, false);
        if let Some(throws) = &side.throws {
            let mut listed = std::mem::take(&mut self.choice.listed);
            listed.clear();
            self.list_throws(player, throws, &mut listed);
            let legal = listed.len();
            self.choice.listed = listed;
            if legal > 0 {
                (self.choice.lists, self.choice.pass) = (true, false);
                self.choice.sorted = throws.ordered;
                return legal;
            }
        }
        let strides_first = side.strides_first();
        self.choice.lists = match side.must_first && !strides_first {
            true => self.must_any(player),
            false if side.refuses_only || side.calm || self.rests(player) => {
                self.doubt(player) != Doubt::None || side.tests && self.is_stirred(player)
            }
            false => side.listed && !strides_first && !side.chains || !side.phases.is_empty(),
        };
        self.choice.walked.clear();
        if let Some(finish) = &side.finish {
            return self.survey_finished(player, finish, false);
        }
        if side.walks && !self.choice.lists {
            let mut walked = std::mem::take(&mut self.choice.walked);
            self.choice.lists = !self.choose_walks(player, &mut walked);
            self.choice.walked = walked;
        }
        if side.chains {
            self.choose_chains(player);
        }
        if !self.choice.lists {
            let legal = self.picked(player, false);
            self.choice.pass = match self.program.pass {
                Some(Pass::Free(_)) => self.chooses(player) && self.passes_safely(player),
                Some(Pass::Stuck(_)) => legal == 0 && self.passes_safely(player),
                None => false,
            };
            return legal;
        }
        self.chains.forget((0, 0));
        self.walking = self.kept;
        let mut moves = std::mem::take(&mut self.choice.listed);
        self.list(player, &mut moves);
        self.choice.pass = moves.last() == Some(&Play::Pass);
        let legal = moves.len() - usize::from(self.choice.pass);
        self.choice.listed = moves;
        legal
    }

    /// Finds the moves that are chains of hops, of which the others are counted.
    fn choose_chains(&mut self, player: Player) {
        self.chains.forget((0, 0));
        let mut chains = self.pool.pop().unwrap_or_default();
        chains.clear();
        self.list_chains(player, &mut chains);
        for play in &chains {
            if let Play::Chain { at } = *play {
                let begin = self.chains.path(at)[0];
                self.choice.walked.push((begin, *play));
            }
        }
        self.pool.push(chains);
    }

    /// How many moves there are with those that a prohibition refuses, where none but these are no moves, and those that come to the
    /// same as others.
    pub(super) fn survey_all(&mut self, player: Player) -> usize {
        self.choice.walked.clear();
        self.choice.repeats = self.plan.sides[player.index()].repeats.is_some();
        if let Some(finish) = self.finish(player) {
            return self.survey_finished(player, finish, true);
        }
        (self.choice.lists, self.choice.pass) = (false, false);
        self.picked(player, true)
    }

    /// How many moves there are with their ends, `all` of them also with those that leave something open.
    fn survey_finished(&mut self, player: Player, finish: &Finish<S>, all: bool) -> usize {
        self.choice.all = all;
        self.daringly(all, |this| {
            let shifted = this.survey_shifted(player, finish);
            (this.choice.pass, this.choice.lists) = (false, shifted.is_none());
            shifted.unwrap_or_else(|| {
                let Choice { listed, counts, .. } = &mut this.choice;
                let (mut heads, mut counts) = (std::mem::take(listed), std::mem::take(counts));
                let moves = this.survey_ends(player, finish, &mut heads, &mut counts);
                (this.choice.listed, this.choice.counts) = (heads, counts);
                moves
            })
        })
    }

    /// The strides that all moves are of which one is chosen, if they are such.
    fn strides(&self, player: Player) -> Option<&'p Strides<S>> {
        let side = &self.plan.sides[player.index()];
        if self.choice.repeats { side.all_strides() } else { side.strides.as_ref() }
    }

    /// The cells where moves may come to the same as others, and are looked at by themselves.
    fn sinks(&self, player: Player) -> S {
        if self.choice.repeats { S::NONE } else { self.plan.sides[player.index()].sinks() }
    }

    /// Counts the moves that are picked by their number, `all` of them also with those that a prohibition refuses.
    fn picked(&mut self, player: Player, all: bool) -> usize {
        match self.strides(player) {
            Some(strides) => self.striding(player, strides),
            None => self.counted(player, all),
        }
    }

    /// Counts the moves from each cell and the placements.
    fn counted(&mut self, player: Player, all: bool) -> usize {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let mut hold = self.hold(player);
        let free = hold.free;
        let occupied = self.board.occupied;
        hold.twins = if self.choice.repeats { S::NONE } else { self.twins(player) };
        let mut counts = std::mem::take(&mut self.choice.counts);
        counts.resize(self.program.cells, 0);
        let mut going = S::NONE;
        let mut legal = 0;
        let mut shifted = std::mem::take(&mut self.choice.shifted);
        shifted.clear();
        let apart = side.dangers.is_empty() && side.truces.is_empty();
        let sinks = self.sinks(player);
        let repeats = self.choice.repeats;
        for kind in side.kinds.iter().filter(|kind| kind.moves && (!kind.alike || repeats)) {
            let pieces = self.board.set(kind.pieces) & !(sinks | hold.twins);
            let at_once = |group: &&Group<S>| apart && goes_by_shifts(group, pieces);
            let groups = || kind.distinct(repeats).map(|(_, group)| group);
            for group in groups().filter(at_once) {
                self.each_shift(group, pieces, |from, shift| {
                    shifted.push((from & !sinks.moved(-shift.by), shift.times));
                });
            }
            let singly = || groups().filter(|group| !at_once(group));
            let alone = pieces & kind.goes_from;
            for from in if singly().next().is_some() { alone } else { S::NONE }.cells() {
                let free = hold.free_from(kind, from, occupied) & !sinks;
                let mut count = 0;
                for group in singly() {
                    // Most sorts of moves lead nowhere from a cell, and counting cells takes longer than looking.
                    let add =
                        |to: S, pieces| count += if to.is_none() { 0 } else { to.len() * pieces };
                    self.each_plain(player, kind, group, from, free, add);
                }
                counts[from] = count;
                if count > 0 {
                    going |= S::one(from);
                    legal += count as usize;
                }
            }
            if !sinks.is_none() {
                continue;
            }
            self.each_loose(player, kind, &hold.binds, |from, _, _| {
                let from = usize::from(from);
                counts[from] = if going.has(from) { counts[from] + 1 } else { 1 };
                going |= S::one(from);
                legal += 1;
            });
        }
        legal += self.keep_shifts(shifted);
        if side.alike && !self.choice.repeats {
            let united = self.lend_united(player, &hold);
            self.choice.walked.extend(united.iter().filter_map(|play| Some((play.from()?, *play))));
            self.pool.push(united);
        }
        let mut walking = S::NONE;
        for (first, _) in &self.choice.walked {
            let first = usize::from(*first);
            if !(walking | going).has(first) {
                counts[first] = 0;
            }
            counts[first] += 1;
            walking |= S::one(first);
            legal += 1;
        }
        self.choice.walking = walking;
        let hold = std::mem::replace(&mut self.choice.hold, hold);
        self.binds.push(hold.binds);
        let mut places = std::mem::take(&mut self.choice.places);
        places.clear();
        for (at, place) in side.places.iter().enumerate() {
            let cells = match all {
                true => self.safe_places(player, at, free),
                false => self.granted(player, at, free),
            };
            legal += self.placements(place, cells) as usize;
            places.push(cells);
        }
        (self.choice.from, self.choice.counts, self.choice.places) = (going, counts, places);
        legal
    }

    /// The cells from which such pieces go by each of the shifts of a group, if there are any.
    fn each_shift(&self, group: &Group<S>, pieces: S, mut see: impl FnMut(S, &Shift<S>)) {
        let (pieces, onto) = match group.given.is_empty() {
            true => (pieces, None),
            false => {
                let [from, onto] = self.field().granted(&group.given);
                (pieces & from, Some(onto))
            }
        };
        let shifts = group.shifts.as_deref().unwrap_or_default();
        for (at, shift) in shifts.iter().enumerate() {
            let mut from = self.board.open_anew(shift, &shifts[..at], pieces);
            if let Some(onto) = onto {
                from &= onto.moved(-shift.by);
            }
            if !from.is_none() {
                see(from, shift);
            }
        }
    }

    /// Takes up from where pieces go by shifts; how many moves these are.
    fn keep_shifts(&mut self, shifted: Vec<(S, u32)>) -> usize {
        let moves = shifted.iter().map(|(from, times)| (from.len() * times) as usize).sum();
        self.choice.shifting = shifted.iter().fold(S::NONE, |all, (from, _)| all | *from);
        self.choice.shifted = shifted;
        moves
    }

    /// Counts the moves that are shifts and of which each ends alike with one of several ends: those to empty cells have `ends[0]`
    /// each, captures `ends[1]`.
    pub(super) fn shift_with_ends(&mut self, strides: &Strides<S>, ends: [u32; 2]) -> usize {
        let mut shifted = std::mem::take(&mut self.choice.shifted);
        shifted.clear();
        for (at, stride) in strides.all.iter().enumerate() {
            let from = self.choice.strode.merged.set(at);
            let captures = from & self.board.occupied.moved(-stride.shift.by);
            for (from, ends) in [from & !captures, captures].into_iter().zip(ends) {
                if !from.is_none() {
                    shifted.push((from, ends));
                }
            }
        }
        (self.choice.from, self.choice.walking) = (S::NONE, S::NONE);
        self.choice.places.clear();
        self.keep_shifts(shifted)
    }

    /// Takes up where moves begin that are counted by sets; whether these are all that are not counted cell by cell.
    fn take_begins(&mut self, places: &[Place<S>]) -> bool {
        let empty = self.empty();
        let Choice { begins, shifted, places: open, .. } = &mut self.choice;
        begins.clear();
        begins.extend_from_slice(shifted);
        for (cells, place) in open.iter().zip(places) {
            match &place.second {
                None => begins.push((*cells, place.ways() as u32)),
                Some(second) => match second.starts(*cells, empty) {
                    Some(starts) => begins.extend(starts.map(|start| (start, 1))),
                    None if cells.len() <= COUNTED => {
                        let count = |first: usize| second.beside(first, empty).len();
                        begins.extend(cells.cells().map(|first| (S::one(first), count(first))));
                    }
                    None => return false,
                },
            }
        }
        true
    }

    /// The cell where the move begins before which so many others come in their order, and how many of these begin there as
    /// well.
    fn begins(&self, mut before: usize) -> Option<(usize, usize)> {
        let Choice { begins, counts, from, walking, .. } = &self.choice;
        let counted = *from | *walking;
        let each = |word: usize, add: &mut dyn FnMut(u64, u32)| {
            begins.iter().for_each(|(cells, weight)| add(cells.word(word), *weight));
            let mut left = counted.word(word);
            while left != 0 {
                let bit = left.trailing_zeros();
                add(1 << bit, counts[64 * word + bit as usize]);
                left &= left - 1;
            }
        };
        for word in 0..S::CELLS / 64 {
            let mut weights = Weights::default();
            each(word, &mut |cells, weight| weights.add(cells, weight));
            if let Some(others) = before.checked_sub(weights.total()) {
                before = others;
                continue;
            }
            if weights.fits() {
                let (byte, rest) = weights.find(before);
                let mut bits = Weights::default();
                each(word, &mut |cells, weight| bits.add_byte(cells, byte, weight));
                let (bit, rest) = bits.find(rest);
                return Some((64 * word + 8 * byte + bit, rest));
            }
            for bit in 0..64 {
                let mut here = 0;
                each(word, &mut |cells, weight| {
                    here += (cells >> bit & 1) as usize * weight as usize
                });
                match before.checked_sub(here) {
                    Some(others) => before = others,
                    None => return Some((64 * word + bit, before)),
                }
            }
        }
        None
    }

    /// The same of moves with their ends.
    fn chosen_finished(&mut self, player: Player, finish: &Finish<S>, before: usize) -> Play {
        let strides = self.plan.sides[player.index()].strides.as_ref();
        if let Some(strides) = strides.filter(|_| !self.choice.lists) {
            self.take_begins(&[]);
            let begins = self.begins(before);
            return begins.map_or(Play::Pass, |(first, before)| {
                self.strode_with_end(player, (strides, finish), first, before as u32)
            });
        }
        let heads = std::mem::take(&mut self.choice.listed);
        let counts = std::mem::take(&mut self.choice.counts);
        let chosen = self.daringly(self.choice.all, |this| {
            this.chosen_end(player, finish, (&heads, &counts), before)
        });
        (self.choice.listed, self.choice.counts) = (heads, counts);
        chosen
    }

    /// The move before which so many others come in their order.
    pub(super) fn chosen(&mut self, player: Player, mut before: usize) -> Play {
        if let Some(finish) = self.finish(player) {
            return self.chosen_finished(player, finish, before);
        }
        let side = &self.plan.sides[player.index()];
        if self.choice.lists && self.choice.sorted {
            return self.choice.listed[before];
        }
        if self.choice.lists {
            let moves = std::mem::take(&mut self.choice.listed);
            let chosen = self.nth_of(player, &moves, before);
            self.choice.listed = moves;
            return chosen;
        }
        if self.choice.pass {
            match before.checked_sub(1) {
                None => return Play::Pass,
                Some(others) => before = others,
            }
        }
        if let Some(strides) = self.strides(player) {
            return self.strode(player, strides, before);
        }
        let Choice { from, shifting, places, walking, .. } = &self.choice;
        let from = *from | *walking | *shifting;
        if let ([cells], [place], true) = (&places[..], &side.places[..], from.is_none()) {
            let (to, then) = match (&place.second, place.ways()) {
                (Some(second), _) => second.nth(*cells, self.empty(), before),
                (None, 1) => (cells.nth(before as u32), 0),
                (None, ways) => (cells.nth((before / ways) as u32), before % ways),
            };
            return Play::Place { at: 0, to: to as u16, then: then as u16 };
        }
        if self.take_begins(&side.places) {
            return match self.begins(before) {
                Some((first, before)) => self.chosen_at(player, first, before),
                None => Play::Pass,
            };
        }
        let Choice { places, counts, walking, .. } = &self.choice;
        let counted = self.choice.from | *walking;
        let firsts = places.iter().fold(from, |firsts, cells| firsts | *cells);
        for first in firsts.cells() {
            let mut count = if counted.has(first) { counts[first] as usize } else { 0 };
            let shifts = self.choice.shifted.iter().filter(|(from, _)| from.has(first));
            count += shifts.map(|(_, times)| *times as usize).sum::<usize>();
            let here = places.iter().zip(&side.places).filter(|(cells, _)| cells.has(first));
            count += here.map(|(_, place)| self.placements_at(place, first)).sum::<usize>();
            match before.checked_sub(count) {
                None => return self.chosen_at(player, first, before),
                Some(others) => before = others,
            }
        }
        Play::Pass
    }

    /// The same, of the moves that begin at a cell. Most often where each leads tells which it is; only those are compared that lead
    /// to the same cell.
    fn chosen_at(&mut self, player: Player, first: usize, mut before: usize) -> Play {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let piece = self.board.cells[first];
        let kind = piece.kind().map(|kind| &side.kinds[kind.index()]);
        let kind = kind.filter(|_| (self.choice.from | self.choice.shifting).has(first));
        let placed = self.choice.places.iter().any(|cells| cells.has(first));
        let walked = self.choice.walking.has(first);
        if let Some(kind) = kind
            && !placed
            && !walked
            && kind.groups.iter().all(|group| group.tail.is_some())
            && kind.loose[first].is_empty()
            && let Some(play) = self.chosen_put(kind, first, before)
        {
            return play;
        }
        if kind.is_none()
            && !walked
            && let Some(play) = self.chosen_pair(&side.places, first, before)
        {
            return play;
        }
        let hold = std::mem::take(&mut self.choice.hold);
        let mut moves = self.pool.pop().unwrap_or_default();
        moves.clear();
        if placed {
            let places = self.choice.places.iter().enumerate();
            for (at, _) in places.filter(|(_, cells)| cells.has(first)) {
                self.list_place(&side.places[at], at, first, &mut moves);
            }
        }
        if let Some(kind) =
            kind.filter(|kind| self.choice.repeats || !kind.alike && self.sinks(player).is_none())
        {
            self.list_loose(player, (kind, first), &hold, &mut moves);
        }
        if walked {
            let here = self.choice.walked.iter().filter(|walk| usize::from(walk.0) == first);
            moves.extend(here.map(|walk| walk.1));
        }
        // What some of the moves from such a cell come to has been looked at, of all of them.
        match kind.filter(|_| !hold.twins.has(first)) {
            // Of placements alone none need be left out to put the others in order.
            None if kind.is_none() && !walked => {}
            None => before -= self.only_to(player, first, &Reached::default(), before, &mut moves),
            Some(kind) => match self.ways_from(player, kind, first, &hold) {
                Some(ways) if moves.is_empty() && ways.apart => {
                    self.pool.push(moves);
                    self.choice.hold = hold;
                    return ways.nth(first, before);
                }
                Some(ways) => before -= self.only_to(player, first, &ways, before, &mut moves),
                None => {
                    let groups = kind.distinct(self.choice.repeats);
                    let within = !self.sinks(player);
                    self.list_groups(player, (kind, first), &hold, within, groups, &mut moves);
                }
            },
        }
        self.choice.hold = hold;
        let chosen = self.nth_of(player, &moves, before);
        self.pool.push(moves);
        chosen
    }

    /// The same, if it is a placement of two pieces and the cells alone tell which: those of one piece come before it.
    fn chosen_pair(&self, places: &[Place<S>], first: usize, before: usize) -> Option<Play> {
        let open = self.choice.places.iter().zip(places).enumerate();
        let (mut singles, mut pair) = (0, None);
        for (at, (_, place)) in open.filter(|(_, (cells, _))| cells.has(first)) {
            match &place.second {
                Some(second) if pair.is_none() && second.told => pair = Some((at, second)),
                Some(_) => return None,
                None => singles += place.ways(),
            }
        }
        let (at, second) = pair?;
        let nth = before.checked_sub(singles)?;
        let then = second.beside(first, self.empty()).nth(nth as u32);
        Some(Play::Place { at: at as u8, to: first as u16, then: then as u16 })
    }

    /// Where a piece of a kind goes by its groups, if these are few and nothing is put then.
    fn ways_from(
        &self,
        player: Player,
        kind: &'p Moves<S>,
        from: usize,
        hold: &Hold<S>,
    ) -> Option<Reached<'p, S>> {
        let sinks = self.sinks(player);
        let free = hold.free_from(kind, from, self.board.occupied) & !sinks;
        let mut ways = Reached::<S> { apart: true, ..Reached::default() };
        for (index, group) in kind.distinct(self.choice.repeats) {
            if group.tail.is_some() {
                return None;
            }
            self.each_arrival(player, kind, group, from, free, |to, pieces| {
                if to.is_none() {
                    return;
                }
                ways.apart &= (ways.cells & to).is_none() && pieces.len() == 1;
                if let Some(one) = ways.all.get_mut(ways.used) {
                    *one = (to, index as u8, pieces);
                }
                ways.used += 1;
                ways.cells |= to;
            });
        }
        (ways.used <= REACHED).then_some(ways)
    }

    /// Of moves that begin at a cell, those of groups and these others, the list of those that lead to the same cell as the one before
    /// which so many come in their order; how many lead to cells that come before that.
    fn only_to(
        &mut self,
        player: Player,
        first: usize,
        ways: &Reached<S>,
        before: usize,
        moves: &mut Vec<Play>,
    ) -> usize {
        // Those that lead to no cell come first.
        let leads = |(begin, _): &(u64, Play)| usize::from((begin >> 16) as u16).checked_sub(1);
        let here = |to: Option<usize>| to.into_iter().flat_map(|to| ways.here(to));
        let mut others = self.begun(player, moves);
        others.sort_unstable_by_key(leads);
        let mut rest = &others[..];
        let cells = others.iter().filter_map(leads).fold(ways.cells, |all, to| all | S::one(to));
        let mut earlier = 0;
        moves.clear();
        let to = std::iter::once(None).chain(cells.cells().map(Some)).find(|to| {
            let same = rest.iter().take_while(|other| leads(other) == *to).count();
            let (others, after) = rest.split_at(same);
            rest = after;
            let all = same + here(*to).map(|(_, _, pieces)| pieces.len()).sum::<usize>();
            let found = before < earlier + all;
            if found {
                moves.extend(others.iter().map(|(_, play)| *play));
            }
            earlier += if found { 0 } else { all };
            found
        });
        let to = to.flatten();
        self.traced = others;
        for (_, group, pieces) in here(to) {
            let (from, to) = (first as u16, to.unwrap_or(first) as u16);
            let play = |piece: &Piece| Play::Plain { from, to, piece: *piece, group: *group };
            moves.extend(pieces.iter().map(play));
        }
        earlier
    }

    /// The same, of the moves from a cell that all end with putting something, if each cell is reached by those of one group:
    /// where no path tells the cell, those that put it where the piece came from are the last of those to a cell, for what
    /// stands there is compared after what stands elsewhere.
    fn chosen_put(&self, kind: &Moves<S>, from: usize, mut before: usize) -> Option<Play> {
        let reach = |group| self.reach(group, from);
        let all = kind.groups.iter().fold(S::NONE, |all, group| all | reach(group));
        for to in all.cells() {
            let mut groups =
                kind.groups.iter().enumerate().filter(|(_, group)| reach(group).has(to));
            let (at, group) = groups.next().filter(|_| groups.next().is_none())?;
            let tail = group.tail.as_ref()?;
            let beyond = self.beyond(tail, from, to);
            match before.checked_sub(beyond.len() as usize) {
                None if tail.told => {
                    let put = beyond.nth(before as u32);
                    let [from, to, put] = [from, to, put].map(|cell| cell as u16);
                    return Some(Play::Put { from, to, group: at as u8, at: put });
                }
                None => return Some(Self::put([from, to], at, beyond, before as u32)),
                Some(others) => before = others,
            }
        }
        None
    }

    /// The same, of those of a group from a cell to another that can put something on these cells.
    #[inline]
    pub(super) fn put([from, to]: [usize; 2], group: usize, beyond: S, before: u32) -> Play {
        let others = beyond & !S::one(from);
        let at = if before == others.len() { from } else { others.nth(before) };
        let [from, to, at] = [from, to, at].map(|cell| cell as u16);
        Play::Put { from, to, group: group as u8, at }
    }
}

/// Whether all moves of a group are shifts that can be made at once, and that is quicker for so many pieces.
fn goes_by_shifts<S: Set>(group: &Group<S>, pieces: S) -> bool {
    let shifts = group.shifts.as_ref().filter(|_| group.known.is_empty());
    shifts.is_some_and(|shifts| shifts.len() <= 2 * pieces.len() as usize)
}
