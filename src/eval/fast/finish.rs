//! Moves that end with a piece that is put on an empty cell, perhaps after another one of its sort has been lifted: the moves
//! without that are told as elsewhere, and each is made with each such end.

use super::Fast;
use super::danger::{Hold, allowed};
use super::list::Play;
use crate::index::{Cell, Mark, Piece, Player};
use crate::program::{Finish, NOWHERE, Set, Strides};

/// A cell takes so many bits, and this one is none.
const CELL: u32 = 9;
const NONE: u64 = (1 << CELL) - 1;

/// Takes the lowest bits off a number.
fn low(bits: &mut u64, count: u32) -> u64 {
    let low = *bits & ((1 << count) - 1);
    *bits >>= count;
    low
}

impl Play {
    /// A move with its end: the cell where a piece is lifted, if one is, and that where one is put. It takes as many bytes as
    /// any other move.
    fn finished(head: Play, lifted: Option<usize>, at: usize) -> Self {
        let (group, from, rest) = match head {
            Play::Plain { from, to, piece, group } => {
                (group, from, u64::from(to) << Piece::BITS | u64::from(piece.0))
            }
            Play::Loose { from, at } => (0, from, 1 << (CELL + Piece::BITS) | u64::from(at)),
            other => return other,
        };
        let lifted = lifted.map_or(NONE, |cell| cell as u64);
        let bits = ((rest << CELL | u64::from(from)) << CELL | lifted) << CELL | at as u64;
        Play::Finished { group, bits: [bits as u16, (bits >> 16) as u16, (bits >> 32) as u16] }
    }

    /// The move without its end, the cell where a piece is lifted, and that where one is put.
    pub(super) fn unfinished(group: u8, bits: [u16; 3]) -> (Play, Option<usize>, usize) {
        let mut bits = bits.iter().rev().fold(0, |all, part| all << 16 | u64::from(*part));
        let at = low(&mut bits, CELL) as usize;
        let lifted = low(&mut bits, CELL);
        let from = low(&mut bits, CELL) as u16;
        let head = match bits >> (CELL + Piece::BITS) {
            0 => {
                let piece = Piece(low(&mut bits, Piece::BITS) as u16);
                Play::Plain { from, to: bits as u16, piece, group }
            }
            _ => Play::Loose { from, at: bits as u16 },
        };
        (head, (lifted != NONE).then_some(lifted as usize), at)
    }
}

/// With what a move may end: the cells of which one is emptied, if there are any, and those of which one is filled.
#[derive(Clone, Copy)]
struct Ends<S> {
    lifted: S,
    empty: S,
}

impl<S: Set> Ends<S> {
    fn count(self) -> u32 {
        self.lifted.len().max(1) * self.empty.len()
    }

    /// The end before which so many others come.
    fn nth(self, before: u32) -> (Option<usize>, usize) {
        let ways = self.empty.len();
        let lifted = (!self.lifted.is_none()).then(|| self.lifted.nth(before / ways));
        (lifted, self.empty.nth(before % ways))
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// What the player's moves end with, if they do.
    pub(super) fn finish(&self, player: Player) -> Option<&'p Finish<S>> {
        self.plan.sides[player.index()].finish.as_ref()
    }

    /// Which pieces may be lifted, and which cells are empty, as the board is.
    fn ends(&self, finish: &Finish<S>) -> Ends<S> {
        let lifted = finish.lifts.map_or(S::NONE, |lifts| self.board.set(lifts));
        Ends { lifted, empty: finish.cells & !self.board.occupied }
    }

    /// The same after a move; where ends may cover what it leaves open, those that leave nothing so. `hold`: what binds the
    /// player's pieces.
    fn ends_of(
        &mut self,
        player: Player,
        (finish, hold): (&Finish<S>, &Hold<S>),
        head: Play,
    ) -> Ends<S> {
        let sure = !finish.covers || self.daring;
        match head {
            Play::Plain { from, to, group, .. }
                if sure || self.is_safe(player, hold, [from, to], group) =>
            {
                let Ends { lifted, empty } = self.ends(finish);
                let [from, to] = [from, to].map(|cell| S::one(usize::from(cell)));
                Ends { lifted, empty: (empty | (from & finish.cells)) & !to }
            }
            _ => {
                let mark = self.board.mark();
                self.act_on(player, head, false);
                let Ends { lifted, mut empty } = self.ends(finish);
                if !sure {
                    let hold = self.hold(player);
                    empty &= allowed(&hold.binds, None, self.board.occupied, finish.odd);
                    self.binds.push(hold.binds);
                }
                self.board.undo(mark);
                Ends { lifted, empty }
            }
        }
    }

    /// Whether a move leaves nothing open, as is told without making it: of one that might, that is not told.
    fn is_safe(&self, player: Player, hold: &Hold<S>, head: [u16; 2], group: u8) -> bool {
        let [from, to] = head.map(usize::from);
        let kind = self.board.cells[from].kind().unwrap_or_default();
        let moves = &self.plan.sides[player.index()].kinds[kind.index()];
        let wary = moves.wary || moves.groups[usize::from(group)].wary;
        !wary && !hold.bound.has(from) && hold.free.has(to) && !hold.goes_over()
    }

    /// Adds the moves without their ends: where these may cover what they leave open, such moves as well.
    pub(super) fn list_finished_heads(
        &mut self,
        player: Player,
        finish: &Finish<S>,
        moves: &mut Vec<Play>,
    ) {
        let hold =
            self.daringly(self.daring || finish.covers, |this| this.list_heads(player, moves));
        self.binds.push(hold.binds);
    }

    /// Makes of a list of moves one of those with each of their ends.
    pub(super) fn list_ends(&mut self, player: Player, finish: &Finish<S>, moves: &mut Vec<Play>) {
        let mut heads = self.pool.pop().unwrap_or_default();
        heads.clear();
        heads.append(moves);
        let hold = self.hold(player);
        for head in &heads {
            let ends = self.ends_of(player, (finish, &hold), *head);
            for before in 0..ends.count() {
                let (lifted, at) = ends.nth(before);
                moves.push(Play::finished(*head, lifted, at));
            }
        }
        self.binds.push(hold.binds);
        self.pool.push(heads);
    }

    /// How many moves there are.
    pub(super) fn count_ends(&mut self, player: Player, finish: &Finish<S>) -> u64 {
        let plan = self.plan;
        let here = self.ends(finish);
        let whole = finish.cells == plan.cells;
        let sorts = if whole { self.count(player, true) } else { [0; 2] };
        if !whole || finish.covers && !self.is_covered(player, sorts) {
            let mut heads = self.pool.pop().unwrap_or_default();
            heads.clear();
            self.list_finished_heads(player, finish, &mut heads);
            let mut count = 0;
            self.count_heads(player, finish, &heads, |ends| count += u64::from(ends));
            self.pool.push(heads);
            return count;
        }
        // A piece that goes to an empty cell leaves one; where it captures, there is one more.
        let [quiet, taking] = sorts;
        let (with, ways) = (u64::from(here.count()), u64::from(here.lifted.len().max(1)));
        let mut count = quiet * with + taking * (with + ways);
        // What moves by themselves leave empty is told move by move.
        let occupied = self.board.occupied;
        let hold = self.hold(player);
        for kind in plan.sides[player.index()].kinds.iter().filter(|kind| kind.moves) {
            let mut loose = self.pool.pop().unwrap_or_default();
            loose.clear();
            self.each_loose(player, kind, &hold.binds, |from, at, one| {
                let taken = one.effect.captures.iter().any(|cell| occupied.has(cell.index()));
                count -= with + if taken { ways } else { 0 };
                loose.push(Play::Loose { from, at });
            });
            let ends = loose.iter().map(|head| self.ends_of(player, (finish, &hold), *head));
            count += ends.map(|ends| u64::from(ends.count())).sum::<u64>();
            self.pool.push(loose);
        }
        self.binds.push(hold.binds);
        count
    }

    /// Whether no move without its end leaves anything open, of which there are so many, nor any end.
    fn is_covered(&mut self, player: Player, sorts: [u64; 2]) -> bool {
        let hold = self.hold(player);
        let over = hold.goes_over();
        self.binds.push(hold.binds);
        !over && self.daringly(true, |this| this.count(player, true)) == sorts
    }

    /// Of moves without their ends, in their order, how many there are with them: all, and each.
    pub(super) fn survey_ends(
        &mut self,
        player: Player,
        finish: &Finish<S>,
        heads: &mut Vec<Play>,
        counts: &mut Vec<u32>,
    ) -> usize {
        heads.clear();
        self.list_finished_heads(player, finish, heads);
        self.sort(player, heads);
        counts.clear();
        self.count_heads(player, finish, heads, |ends| counts.push(ends));
        counts.iter().map(|count| *count as usize).sum()
    }

    /// The same, if all moves go by shifts, and each ends on any empty cell: a capture leaves one more.
    pub(super) fn survey_shifted(&mut self, player: Player, finish: &Finish<S>) -> Option<usize> {
        if finish.cells != self.plan.cells || finish.covers {
            return None;
        }
        let strides = self.plan.sides[player.index()].strides.as_ref()?;
        self.striding(player, strides);
        let here = self.ends(finish);
        let ends = [here.count(), here.count() + here.lifted.len().max(1)];
        Some(self.shift_with_ends(strides, ends))
    }

    /// Of those from a cell the move before which so many others come.
    pub(super) fn strode_with_end(
        &mut self,
        player: Player,
        (strides, finish): (&Strides<S>, &Finish<S>),
        from: usize,
        mut before: u32,
    ) -> Play {
        let hold = self.hold(player);
        let mut chosen = Play::Pass;
        for at in 0..strides.all.len() {
            if !self.choice.strode.merged.set(at).has(from) {
                continue;
            }
            let head = self.stride_from(player, strides, from, at);
            let ends = self.ends_of(player, (finish, &hold), head);
            match before.checked_sub(ends.count()) {
                Some(others) => before = others,
                None => {
                    let (lifted, at) = ends.nth(before);
                    chosen = Play::finished(head, lifted, at);
                    break;
                }
            }
        }
        self.binds.push(hold.binds);
        chosen
    }

    /// Tells how many ends each of some moves has.
    fn count_heads(
        &mut self,
        player: Player,
        finish: &Finish<S>,
        heads: &[Play],
        mut see: impl FnMut(u32),
    ) {
        let hold = self.hold(player);
        for head in heads {
            see(self.ends_of(player, (finish, &hold), *head).count());
        }
        self.binds.push(hold.binds);
    }

    /// Of those the move before which so many others come. Moves that the same cells tell are ordered by their ends first.
    pub(super) fn chosen_end(
        &mut self,
        player: Player,
        finish: &Finish<S>,
        (heads, counts): (&[Play], &[u32]),
        mut before: usize,
    ) -> Play {
        let mut start = 0;
        while start < heads.len() {
            let [from, to] = self.ways_told(player, heads[start]);
            let begin = |head: &&Play| self.ways_told(player, **head)[0] == from;
            let here = heads[start..].iter().take_while(begin).count();
            let here = &heads[start..start + here];
            // Behind a move that one cell tells, its end is told by the second.
            let short = here.iter().any(|head| self.ways_told(player, *head)[1] == NOWHERE);
            let alike = |head: &&Play| short || self.ways_told(player, **head)[1] == to;
            let end = start + here.iter().take_while(alike).count();
            let count = counts[start..end].iter().map(|count| *count as usize).sum();
            match before.checked_sub(count) {
                Some(others) => (before, start) = (others, end),
                None if end == start + 1 => {
                    let hold = self.hold(player);
                    let ends = self.ends_of(player, (finish, &hold), heads[start]);
                    self.binds.push(hold.binds);
                    let (lifted, at) = ends.nth(before as u32);
                    return Play::finished(heads[start], lifted, at);
                }
                None => {
                    let mut moves = heads[start..end].to_vec();
                    self.list_ends(player, finish, &mut moves);
                    return self.nth_of(player, &moves, before);
                }
            }
        }
        Play::Pass
    }

    /// The one or two cells that tell a move without its end.
    pub(super) fn ways_told(&self, player: Player, head: Play) -> [u16; 2] {
        match head {
            Play::Plain { from, to, .. } => [from, to],
            Play::Loose { from, at } => {
                let path = self.loose(player, from.into(), at).map(|loose| &loose.effect.path[..]);
                if let Some([from, to]) = path { [from.0, to.0] } else { [from, NOWHERE] }
            }
            _ => [NOWHERE; 2],
        }
    }

    /// By what moves with their ends are ordered: the cells that tell them, each by one more than its number, and what arrives by
    /// a plain move; none of another, or of one by itself, whose changes are compared.
    pub(super) fn told_with_end(&self, player: Player, play: Play) -> Option<([usize; 4], u16)> {
        let Play::Finished { group, bits } = play else { return None };
        let (head, lifted, at) = Play::unfinished(group, bits);
        let Play::Plain { piece, .. } = head else { return None };
        let [from, to] = self.ways_told(player, head).map(|cell| usize::from(cell) + 1);
        let end = lifted.map_or([at + 1, 0], |lifted| [lifted + 1, at + 1]);
        Some(([from, to, end[0], end[1]], piece.0))
    }

    /// Makes a move and its end but for the counters and, if they are not to be `settled`, the marks.
    pub(super) fn act_finished(
        &mut self,
        player: Player,
        (head, lifted, at): (Play, Option<usize>, usize),
        settled: bool,
    ) {
        let plan = self.plan;
        let mark = self.board.mark();
        let made: &[(Mark, Cell, bool)] = match head {
            Play::Plain { from, to, group, .. } => {
                let group = self.group(player, from, group);
                self.act_on(player, head, false);
                group.marking(from.into(), to.into())
            }
            Play::Loose { from, at } => {
                let kind = self.board.cells[usize::from(from)].kind().unwrap_or_default();
                let moves = &plan.sides[player.index()].kinds[kind.index()];
                let loose = &moves.loose[usize::from(from)][usize::from(at)];
                self.change(player, loose);
                &loose.effect.marks
            }
            _ => &[],
        };
        if let Some(lifted) = lifted {
            self.board.put(lifted, Piece::EMPTY);
        }
        if let Some(finish) = self.finish(player) {
            self.board.put(at, finish.piece);
        }
        if settled {
            self.board.settle(player, made, mark);
        }
    }
}
