//! A move of two parts, drawn part by part: most positions have far fewer first parts than moves.

use super::Fast;
use super::list::Play;
use super::tried::Doubt;
use crate::eval::lot;
use crate::eval::playout::Chance;
use crate::index::{Cell, Kind, Player};
use crate::program::{Parts, Set};

/// How often parts are drawn of which it is not known whether there are such, while more than half of the board is
/// empty: most often less than to find those that there are.
const GUESSES: usize = 32;

/// How often a first part that there is and a second are drawn, times the number of first parts; then no more is lost
/// by counting all moves.
const DRAWS: usize = 3;

/// A piece from which moves may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    from: u16,
    kind: Kind,
    /// The first and the last but one of the groups of its moves, among those of all kinds.
    groups: [u16; 2],
}

/// A first part of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    from: u16,
    to: u16,
    /// The number of its group among those of the piece, and the table of where a second part could lead.
    group: u16,
    leads: u16,
}

impl<S: Set> Fast<'_, S> {
    /// One of the moves, if there is any. Every piece comes with as many pairs of numbers as every other, and every
    /// first part with as many numbers, and each move with one of them: so all are alike.
    pub(super) fn drawn_parts(
        &mut self,
        player: Player,
        parts: &Parts<S>,
        chance: &mut Chance,
    ) -> Option<Play> {
        self.find_starts(player, parts);
        let doubt = self.doubt(player);
        for _ in 0..self.guesses() {
            let start = self.choice.starts[chance.below(self.choice.starts.len())];
            let number = chance.below(parts.most[0]);
            let Some(head) = self.begun_at(player, parts, start, number) else { continue };
            let play = self.ended_at(player, parts, head, chance);
            if let Some(play) = play.filter(|play| !self.refuses(player, *play, doubt)) {
                return Some(play);
            }
        }
        self.find_heads(player, parts);
        for _ in 0..DRAWS * self.choice.heads.len() {
            let head = self.choice.heads[chance.below(self.choice.heads.len())];
            let play = self.ended_at(player, parts, head, chance);
            if let Some(play) = play.filter(|play| !self.refuses(player, *play, doubt)) {
                return Some(play);
            }
        }
        match doubt {
            Doubt::None => self.counted_parts(player, chance),
            _ => self.drawn_of_list(player, chance),
        }
    }

    /// One of the moves by its number among all, if there is any.
    fn counted_parts(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        let mut ends = std::mem::take(&mut self.choice.ends);
        ends.clear();
        for Head { from, to, group, .. } in self.choice.heads.iter().copied() {
            let tail = self.group(player, from, group as u8).tail.as_ref()?;
            ends.push(self.beyond(tail, from.into(), to.into()));
        }
        self.choice.ends = ends;
        let (heads, ends) = (&self.choice.heads, &self.choice.ends);
        let legal: u32 = ends.iter().map(|ends| ends.len()).sum();
        let mut before = (legal > 0).then(|| chance.below(legal as usize) as u32)?;
        heads.iter().zip(ends).find_map(|(head, ends)| match before.checked_sub(ends.len()) {
            None => {
                let ways = [head.from, head.to].map(usize::from);
                Some(Self::put(ways, head.group.into(), *ends, before))
            }
            Some(others) => {
                before = others;
                None
            }
        })
    }

    /// The first part of that number from a piece, of all its groups, if it leads anywhere.
    #[inline(always)]
    fn begun_at(
        &self,
        player: Player,
        parts: &Parts<S>,
        start: Start,
        mut number: usize,
    ) -> Option<Head> {
        let Start { from, groups: [first, last], .. } = start;
        for (group, [heads, leads]) in (0..).zip(parts.groups(first..last)) {
            let heads = parts.leads(*heads);
            let all = heads.cells(from.into()).len();
            if number >= all {
                number -= all;
                continue;
            }
            let leads_to = |to| {
                let group = self.group(player, from, group as u8);
                self.reach(group, from.into()).has(to)
            };
            let to = heads.open(from.into(), number, self.board.occupied, leads_to)?;
            return Some(Head { from, to, group, leads: *leads });
        }
        None
    }

    /// The move with that first part and a second part that is drawn, if there is such.
    #[inline(always)]
    fn ended_at(
        &self,
        player: Player,
        parts: &Parts<S>,
        head: Head,
        chance: &mut Chance,
    ) -> Option<Play> {
        let Head { from, to, group, leads } = head;
        let number = chance.below(parts.most[1]);
        let occupied = self.board.occupied & !S::one(from.into());
        let leads_to = |at| {
            let tail = self.group(player, from, group as u8).tail.as_ref();
            tail.is_some_and(|tail| self.beyond(tail, from.into(), to.into()).has(at))
        };
        let at = parts.leads(leads).open(to.into(), number, occupied, leads_to)?;
        Some(Play::Put { from, to, group: group as u8, at })
    }

    /// How often parts are drawn before it is known which first parts there are.
    fn guesses(&self) -> usize {
        let occupied = self.board.occupied.len();
        let open = 2 * occupied < self.plan.cells.len() && !self.choice.starts.is_empty();
        if open { GUESSES } else { 0 }
    }

    /// Finds the pieces from which moves may go.
    fn find_starts(&mut self, player: Player, parts: &Parts<S>) {
        let mut starts = std::mem::take(&mut self.choice.starts);
        starts.clear();
        for (kind, moves) in self.plan.sides[player.index()].kinds.iter().enumerate() {
            let kind = Kind::at(kind);
            let groups = parts.of(player, kind);
            if groups.is_empty() {
                continue;
            }
            for from in self.board.set(moves.pieces).cells() {
                starts.push(Start { from: from as u16, kind, groups: [groups.start, groups.end] });
            }
        }
        if !starts.is_sorted_by_key(|start| start.from) {
            starts.sort_unstable_by_key(|start| start.from);
        }
        self.choice.starts = starts;
    }

    /// Finds the first parts of the moves from them.
    fn find_heads(&mut self, player: Player, parts: &Parts<S>) {
        let kinds = &self.plan.sides[player.index()].kinds;
        let mut heads = std::mem::take(&mut self.choice.heads);
        heads.clear();
        for Start { from, kind, groups: [first, last] } in self.choice.starts.iter().copied() {
            let leads = parts.groups(first..last).iter().map(|both| both[1]);
            for ((at, group), leads) in (0..).zip(&kinds[kind.index()].groups).zip(leads) {
                let to = self.reach(group, from.into()).cells();
                heads.extend(to.map(|to| Head { from, to: to as u16, group: at, leads }));
            }
        }
        if !heads.is_sorted_by_key(|head| (head.from, head.to)) {
            heads.sort_unstable_by_key(|head| (head.from, head.to));
        }
        self.choice.heads = heads;
    }

    /// Among what a move of two parts is drawn.
    pub(super) fn parted(&mut self, player: Player, parts: &Parts<S>) -> lot::Parts {
        self.find_starts(player, parts);
        let guesses = self.guesses();
        self.find_heads(player, parts);
        let starts = self.choice.starts.iter().map(|start| {
            let heads = (0..parts.most[0]).map(|number| {
                let head = self.begun_at(player, parts, *start, number)?;
                Some(Cell(head.to))
            });
            (Cell(start.from), heads.collect())
        });
        let heads = self.choice.heads.iter().map(|head| {
            let ends = parts.leads(head.leads).cells(head.to.into());
            ([Cell(head.from), Cell(head.to)], ends.iter().copied().map(Cell).collect())
        });
        let draws = DRAWS * heads.len();
        let (starts, heads) = (starts.collect(), heads.collect());
        lot::Parts { starts, guesses, heads, draws, most: parts.most }
    }
}
