//! A move of two parts, drawn part by part: most positions have far fewer first parts than moves.

use super::Fast;
use super::list::Play;
use super::tried::Doubt;
use crate::eval::lot;
use crate::eval::playout::Chance;
use crate::index::{Kind, Player};
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

/// A first part of moves, or such as are of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Head {
    from: u16,
    way: Way,
}

/// How a piece goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// To a cell by a group of that number among those of the piece; the number of the table of where a second part could lead, if
    /// there is one.
    Group { to: u16, group: u16, leads: Option<u16> },
    /// By a loose move of that number among those from the cell.
    Loose { at: u16 },
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
            let play = self.ended_at(player, parts, head, chance.below(parts.most[1]));
            if let Some(play) = play.filter(|play| !self.refuses(player, *play, doubt)) {
                return Some(play);
            }
        }
        self.find_heads(player, parts);
        for _ in 0..DRAWS * self.choice.heads.len() {
            let head = self.choice.heads[chance.below(self.choice.heads.len())];
            let play = self.ended_at(player, parts, head, chance.below(parts.most[1]));
            if let Some(play) = play.filter(|play| !self.refuses(player, *play, doubt)) {
                return Some(play);
            }
        }
        match doubt {
            Doubt::None if parts.even => self.counted_parts(player, chance),
            _ => self.drawn_of_list(player, chance),
        }
    }

    /// One of the moves by its number among all, if there is any.
    fn counted_parts(&mut self, player: Player, chance: &mut Chance) -> Option<Play> {
        let mut ends = std::mem::take(&mut self.choice.ends);
        ends.clear();
        for head in self.choice.heads.iter() {
            let Way::Group { to, group, .. } = head.way else { return None };
            let tail = self.group(player, head.from, group as u8).tail.as_ref()?;
            ends.push(self.beyond(tail, head.from.into(), to.into()));
        }
        self.choice.ends = ends;
        let (heads, ends) = (&self.choice.heads, &self.choice.ends);
        let legal: u32 = ends.iter().map(|ends| ends.len()).sum();
        let mut before = (legal > 0).then(|| chance.below(legal as usize) as u32)?;
        heads.iter().zip(ends).find_map(|(head, ends)| match before.checked_sub(ends.len()) {
            None => {
                let Way::Group { to, group, .. } = head.way else { return None };
                let ways = [head.from, to].map(usize::from);
                Some(Self::put(ways, group.into(), *ends, before))
            }
            Some(others) => {
                before = others;
                None
            }
        })
    }

    /// The first part of that number from a piece, of all its groups and then of its loose moves, if it leads anywhere.
    #[inline(always)]
    fn begun_at(
        &mut self,
        player: Player,
        parts: &Parts<S>,
        start: Start,
        mut number: usize,
    ) -> Option<Head> {
        let Start { from, kind, groups: [first, last] } = start;
        for (group, split) in (0..).zip(parts.groups(first..last)) {
            let heads = parts.leads(split.first);
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
            return Some(Head { from, way: Way::Group { to, group, leads: split.second } });
        }
        let moves = &self.plan.sides[player.index()].kinds[kind.index()];
        let loose = moves.loose[usize::from(from)].get(number)?;
        let way = Way::Loose { at: number as u16 };
        self.can(player, from.into(), loose).then_some(Head { from, way })
    }

    /// The move with that first part and the second part of that number, if there is such; the first of them stands for a move of one
    /// part.
    #[inline(always)]
    fn ended_at(
        &self,
        player: Player,
        parts: &Parts<S>,
        head: Head,
        number: usize,
    ) -> Option<Play> {
        let Head { from, way } = head;
        let (to, group, leads) = match way {
            Way::Group { to, group, leads: Some(leads) } => (to, group, leads),
            _ if number > 0 => return None,
            Way::Group { to, group, .. } => {
                let piece = self.board.cells[usize::from(from)];
                return Some(Play::Plain { from, to, piece, group: group as u8 });
            }
            Way::Loose { at } => return Some(Play::Loose { from, at }),
        };
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
            if !moves.moves {
                continue;
            }
            let groups = parts.of(player, kind);
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
        let starts = std::mem::take(&mut self.choice.starts);
        for Start { from, kind, groups: [first, last] } in starts.iter().copied() {
            let kind = &kinds[kind.index()];
            let leads = parts.groups(first..last).iter().map(|split| split.second);
            for ((group, moves), leads) in (0..).zip(&kind.groups).zip(leads) {
                let to = self.reach(moves, from.into()).cells().map(|to| to as u16);
                let way = |to| Way::Group { to, group, leads };
                heads.extend(to.map(|to| Head { from, way: way(to) }));
            }
            for (at, loose) in (0..).zip(&kind.loose[usize::from(from)]) {
                if self.can(player, from.into(), loose) {
                    heads.push(Head { from, way: Way::Loose { at } });
                }
            }
        }
        self.choice.starts = starts;
        if !heads.is_sorted() {
            heads.sort_unstable();
        }
        self.choice.heads = heads;
    }

    /// Among what a move of two parts is drawn.
    pub(super) fn parted(&mut self, player: Player, parts: &Parts<S>) -> lot::Parts {
        self.find_starts(player, parts);
        let guesses = self.guesses();
        self.find_heads(player, parts);
        let (starts, heads) = (self.choice.starts.clone(), self.choice.heads.clone());
        let begun = |start: &Start| {
            let numbers = 0..parts.most[0];
            let begun = numbers.map(|number| {
                let begun = self.begun_at(player, parts, *start, number)?;
                heads.iter().position(|head| *head == begun)
            });
            begun.collect()
        };
        let starts = starts.iter().map(begun).collect();
        let draws = DRAWS * heads.len();
        let ended = |head: Head| {
            let numbers = 0..parts.most[1];
            let ended = numbers.map(|number| {
                let play = self.ended_at(player, parts, head, number)?;
                Some(self.told(player, play))
            });
            ended.collect()
        };
        let heads = heads.into_iter().map(ended).collect();
        lot::Parts { starts, guesses, heads, draws, cells: self.program.cells, most: parts.most }
    }
}
