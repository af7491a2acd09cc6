//! Moves that go on from where they end, as long as they can.

use super::Fast;
use super::list::Play;
use crate::index::{Kind, MoveName, Piece, Player};
use crate::program::{Content, Hop, Hops, Rung, Set, has};
use std::cmp::Ordering;
use std::ops::Range;

/// A move of one hop after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain<S> {
    /// The name of the move.
    pub name: MoveName,
    /// What the piece is when it is over.
    pub piece: Piece,
    /// Where it captures.
    captured: S,
    /// Where its cells begin: those that it comes to, the one from which it is made being the first, and behind
    /// them those where it captures.
    first: u32,
    /// How many hops it has.
    hops: u32,
}

impl<S> Chain<S> {
    fn path(&self) -> Range<usize> {
        self.first as usize..(self.first + self.hops + 1) as usize
    }

    fn taken(&self) -> Range<usize> {
        let path = self.path();
        path.end..path.end + self.hops as usize
    }
}

/// The moves of one position after another that are chains of hops.
#[derive(Debug)]
pub(super) struct Chains<S> {
    all: Vec<Chain<S>>,
    cells: Vec<u16>,
    /// The hops of the one that is being made: where each arrives, and where it captures.
    way: Vec<(u16, u16)>,
    /// How many there may be.
    limit: usize,
}

impl<S> Default for Chains<S> {
    fn default() -> Self {
        Self { all: Vec::new(), cells: Vec::new(), way: Vec::new(), limit: MOST }
    }
}

impl<S: Set> Chains<S> {
    /// How many chains and cells there are.
    pub fn mark(&self) -> (usize, usize) {
        (self.all.len(), self.cells.len())
    }

    /// Forgets those that came after that mark.
    pub fn forget(&mut self, (chains, cells): (usize, usize)) {
        self.all.truncate(chains);
        self.cells.truncate(cells);
    }

    /// One of them.
    #[inline]
    pub fn get(&self, at: u32) -> &Chain<S> {
        &self.all[at as usize]
    }

    /// The cells that it comes to, the one from which it is made being the first.
    #[inline]
    pub fn path(&self, at: u32) -> &[u16] {
        &self.cells[self.get(at).path()]
    }

    /// The cells where it captures, in this order.
    #[inline]
    pub fn taken(&self, at: u32) -> &[u16] {
        &self.cells[self.get(at).taken()]
    }

    /// Adds the way that has been made, which begins on a cell.
    fn add(&mut self, from: usize, name: MoveName, piece: Piece, captured: S) {
        let (first, hops) = (self.cells.len() as u32, self.way.len() as u32);
        self.cells.push(from as u16);
        self.cells.extend(self.way.iter().map(|hop| hop.0));
        self.cells.extend(self.way.iter().map(|hop| hop.1));
        self.all.push(Chain { name, piece, captured, first, hops });
    }
}

/// Chains of one position at most.
const MOST: usize = 1_000;

impl<S: Set> Fast<'_, S> {
    /// The pieces that can make a hop, or all that might if that is not known yet.
    #[inline]
    fn hoppers(&self, pieces: S, hops: &Hops<S>) -> S {
        let pieces = pieces & hops.from;
        match &hops.leaps {
            _ if pieces.is_none() => S::NONE,
            None => pieces,
            Some(leaps) => leaps
                .iter()
                .fold(S::NONE, |some, leap| some | leap.open(pieces, |of| self.board.set(of))),
        }
    }

    /// Whether the player can make a hop.
    pub(super) fn can_hop(&self, player: Player) -> bool {
        let kinds = &self.plan.sides[player.index()].kinds;
        kinds.iter().any(|kind| {
            let Some(hops) = &kind.hops else { return false };
            let some = self.hoppers(self.board.set(kind.pieces), hops);
            let mut cells = some.cells();
            !some.is_none()
                && (hops.leaps.is_some()
                    || cells.any(|from| self.next_hop(&hops.rungs[from], 0).is_some()))
        })
    }

    /// The next hop that can be made of those that are told from that rung on, and the rung after it.
    #[inline]
    fn next_hop(&self, rungs: &[Rung], at: usize) -> Option<(u16, usize)> {
        self.next_hop_if(rungs, at, |_, _| None)
    }

    /// The same, where `as_if` tells whether such a piece stands on a cell if what the board has there does not matter.
    #[inline]
    fn next_hop_if(
        &self,
        rungs: &[Rung],
        mut at: usize,
        as_if: impl Fn(Content, usize) -> Option<bool>,
    ) -> Option<(u16, usize)> {
        let stands = |of, cell| as_if(of, cell).unwrap_or_else(|| self.board.stands(of, cell));
        loop {
            match *rungs.get(at)? {
                Rung::Ask { cell, of, .. } if stands(of, cell.into()) => at += 1,
                Rung::Ask { past, .. } => at = past.into(),
                Rung::Fits(hop) => return Some((hop, at + 1)),
            }
        }
    }

    /// Adds the player's moves that are chains of hops, each once.
    pub(super) fn list_chains(&mut self, player: Player, moves: &mut Vec<Play>) {
        let plan = self.plan;
        let first = self.chains.all.len();
        self.chains.limit = first + MOST;
        for kind in &plan.sides[player.index()].kinds {
            let Some(hops) = &kind.hops else { continue };
            for from in self.hoppers(self.board.set(kind.pieces), hops).cells() {
                self.chains.way.clear();
                self.hop_on(player, from, from, S::NONE, None);
            }
        }
        if self.chains.all.len() > self.chains.limit {
            self.wide = true;
            self.chains.all.truncate(first);
        }
        self.keep_distinct(player, first);
        moves.extend((first..self.chains.all.len()).map(|at| Play::Chain { at: at as u32 }));
    }

    /// Adds the chains that go on from a cell with hops of a name; whether there are any.
    fn hop_on(
        &mut self,
        player: Player,
        start: usize,
        from: usize,
        captured: S,
        name: Option<MoveName>,
    ) -> bool {
        let plan = self.plan;
        let Some(kind) = self.board.cells[from].kind() else { return false };
        let kind = &plan.sides[player.index()].kinds[kind.index()];
        let Some(hops) = &kind.hops else { return false };
        let (mut any, mut rung) = (false, 0);
        while let Some((at, next)) = self.next_hop(&hops.rungs[from], rung) {
            rung = next;
            let hop = &hops.hops[usize::from(at)];
            let taken = captured.has(hop.captured.into());
            let full = self.chains.all.len() > self.chains.limit;
            if taken || name.is_some_and(|name| name != hop.name) || full {
                continue;
            }
            any = true;
            let captured = captured | S::one(hop.captured.into());
            self.chains.way.push((hop.to, hop.captured));
            if !(hop.again && self.goes_on(player, hop, start, from, captured)) {
                for piece in &hop.ends {
                    self.chains.add(start, hop.name, *piece, captured);
                }
            }
            self.chains.way.pop();
        }
        any
    }

    /// Adds the chains that go on after a hop; whether there are any.
    fn goes_on(
        &mut self,
        player: Player,
        hop: &Hop,
        start: usize,
        from: usize,
        captured: S,
    ) -> bool {
        let (to, plan) = (usize::from(hop.to), self.plan);
        let kind = hop.piece.kind().map(|kind| &plan.sides[player.index()].kinds[kind.index()]);
        let hops = kind.and_then(|kind| kind.hops.as_ref());
        // Most often none goes on, and the hop need not be made to see that.
        let late = plan.captures_last;
        let left = S::one(from) | if late { S::NONE } else { S::one(hop.captured.into()) };
        let as_if = |of: Content, cell: usize| match left.has(cell) {
            true => Some(has(&plan.contents.codes[usize::from(of.0)], Piece::EMPTY)),
            false => (cell == to).then_some(true),
        };
        if hops.and_then(|hops| self.next_hop_if(&hops.rungs[to], 0, as_if)).is_none() {
            return false;
        }
        let mark = self.board.mark();
        self.board.go(from, to, hop.piece);
        if !late {
            self.board.put(hop.captured.into(), Piece::EMPTY);
        }
        let goes_on = self.hop_on(player, start, to, captured, Some(hop.name));
        self.board.undo(mark);
        goes_on
    }

    /// Keeps one of several chains that come to the same, of those from that number on.
    fn keep_distinct(&mut self, player: Player, first: usize) {
        let mut kept = first;
        for at in first..self.chains.all.len() {
            let known = (first..kept).find(|known| self.same(*known, at));
            match known {
                None => {
                    self.chains.all.swap(kept, at);
                    kept += 1;
                }
                Some(known) if self.goes_before(player, at, known) => {
                    self.chains.all.swap(known, at);
                }
                Some(_) => {}
            }
        }
        self.chains.all.truncate(kept);
    }

    /// Whether two chains are one move.
    fn same(&self, a: usize, b: usize) -> bool {
        let [one, two] = [a, b].map(|at| &self.chains.all[at]);
        if one.captured != two.captured {
            return false;
        }
        let [one_path, two_path] = [a, b].map(|at| self.chains.path(at as u32));
        if self.program.routes_differ && one_path != two_path {
            return false;
        }
        let ends = |chain: &Chain<S>, path: &[u16]| {
            let [from, to] = [path[0], path[path.len() - 1]];
            let stays = from == to && self.board.cells[usize::from(from)] == chain.piece;
            (!stays).then_some((from, to, chain.piece))
        };
        ends(one, one_path) == ends(two, two_path)
    }

    /// Whether a chain stands for both of two that are one move.
    fn goes_before(&self, player: Player, a: usize, b: usize) -> bool {
        let [one, two] = [a, b].map(|at| Play::Chain { at: at as u32 });
        let measures =
            self.plan.sides[player.index()].prefer.iter().filter_map(|measure| measure.first());
        let orders = measures.map(|kind| self.order_of(kind, two).cmp(&self.order_of(kind, one)));
        let order = orders.fold(Ordering::Equal, Ordering::then);
        let name = |at: usize| self.chains.all[at].name;
        let [one, two] = [a, b].map(|at| (self.chains.path(at as u32), name(at)));
        order.then_with(|| one.cmp(&two)) == Ordering::Less
    }

    /// Where a kind stands in what a move captures: the earlier, the more.
    pub(super) fn order_of(&self, of: Kind, play: Play) -> (u64, u32) {
        let (mut bits, mut len) = (0, 0);
        self.each_taken(play, |piece| {
            if piece.kind() == Some(of) && len < u64::BITS {
                bits |= 1 << (u64::BITS - 1 - len);
            }
            len += 1;
        });
        (bits, len)
    }

    /// Does what a chain does to the board.
    pub(super) fn act_chain(&mut self, player: Player, at: u32) {
        let chain = *self.chains.get(at);
        let path = self.chains.path(at);
        let [from, to] = [path[0], path[path.len() - 1]].map(usize::from);
        for cell in chain.captured.cells() {
            self.take(player, self.board.cells[cell]);
            self.board.put(cell, Piece::EMPTY);
        }
        self.board.go(from, to, chain.piece);
    }
}
