//! One of the legal moves, by its number in their order, without listing the others.

use super::Fast;
use super::danger::{allowed, bound};
use super::list::Play;
use crate::index::{Cell, Player};
use crate::position::{Edit, Move};
use crate::program::{Becomes, Group, Moves, Set};
use crate::rules::Pass;
use std::cmp::Ordering;

/// What there is to choose from at a turn.
#[derive(Debug, Default)]
pub(super) struct Choice<S> {
    /// Whether the player may pass.
    pub pass: bool,
    /// The moves in their order, where they had to be listed.
    listed: Option<Vec<Play>>,
    /// The cells from which pieces may go.
    from: S,
    /// By such a cell, how many moves there are.
    counts: Vec<u32>,
    /// By number of a placement, where it may be made.
    places: Vec<S>,
}

impl<S: Set> Fast<'_, S> {
    /// How many legal moves there are, a pass not counted.
    pub(super) fn survey(&mut self, player: Player) -> usize {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let mut choice = std::mem::take(&mut self.choice);
        let listed = choice.listed.take();
        let legal = if side.forbids.is_empty() && side.must.is_none() {
            self.pool.extend(listed);
            let legal = self.counted(player, &mut choice);
            choice.pass = match self.program.pass {
                Some(Pass::Free(_)) => !self.exposed(player),
                Some(Pass::Stuck(_)) => legal == 0 && !self.exposed(player),
                None => false,
            };
            legal
        } else {
            let mut moves = listed.or_else(|| self.pool.pop()).unwrap_or_default();
            self.list(player, &mut moves);
            moves.sort_by(|a, b| self.compare(player, *a, *b));
            choice.pass = moves.first() == Some(&Play::Pass);
            let legal = moves.len() - usize::from(choice.pass);
            choice.listed = Some(moves);
            legal
        };
        self.choice = choice;
        legal
    }

    /// Counts the moves from each cell and the placements.
    fn counted(&mut self, player: Player, choice: &mut Choice<S>) -> usize {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let mut binds = self.binds.pop().unwrap_or_default();
        self.gather(player, &mut binds);
        let occupied = self.board.occupied;
        let free = allowed(&binds, None, occupied);
        let bound = bound(&binds);
        choice.counts.resize(self.program.cells, 0);
        choice.from = S::NONE;
        let mut legal = 0;
        for kind in &side.kinds {
            let pieces = self.board.set(kind.pieces);
            for from in pieces.cells() {
                let free =
                    if bound.has(from) { allowed(&binds, Some(from), occupied) } else { free };
                let mut count = 0;
                for group in &kind.groups {
                    self.each_plain(player, kind, group, from, free, |_, to, pieces| {
                        count += to.len() * pieces;
                    });
                }
                choice.counts[from] = count;
                if count > 0 {
                    choice.from |= S::one(from);
                    legal += count as usize;
                }
            }
            self.each_loose(player, kind, &binds, |from, _, _| {
                choice.counts[usize::from(from)] += 1;
                choice.from |= S::one(usize::from(from));
                legal += 1;
            });
        }
        choice.places.clear();
        for place in &side.places {
            let cells = self.places(place) & free;
            legal += cells.len() as usize;
            choice.places.push(cells);
        }
        self.binds.push(binds);
        legal
    }

    /// The cells where a piece may go by the moves of a group, and how many pieces it may be then.
    #[inline]
    fn each_plain(
        &self,
        player: Player,
        kind: &Moves<S>,
        group: &Group<S>,
        from: usize,
        free: S,
        mut see: impl FnMut(&Becomes<S>, S, u32),
    ) {
        let to = self.reach(group, from) & free;
        for becomes in &group.becomes {
            let to = becomes.to.as_ref().map_or(to, |cells| to & cells[from]);
            if !kind.wary && !group.wary {
                see(becomes, to, becomes.pieces.len() as u32);
                continue;
            }
            for to in to.cells() {
                let safe = |piece: &&_| !self.walks_into_danger(player, **piece, from, to);
                let pieces = becomes.pieces.iter().filter(safe).count();
                see(becomes, S::one(to), pieces as u32);
            }
        }
    }

    /// The move before which so many others come in their order.
    pub(super) fn chosen(&mut self, player: Player, mut before: usize) -> Play {
        if let Some(moves) = &self.choice.listed {
            return moves[before];
        }
        if self.choice.pass {
            match before.checked_sub(1) {
                None => return Play::Pass,
                Some(others) => before = others,
            }
        }
        let Choice { from, places, counts, .. } = &self.choice;
        if let ([cells], true) = (&places[..], from.is_none()) {
            return Play::Place { at: 0, to: cells.nth(before as u32) as u16 };
        }
        let firsts = places.iter().fold(*from, |firsts, cells| firsts | *cells);
        for first in firsts.cells() {
            let mut count = if from.has(first) { counts[first] as usize } else { 0 };
            count += places.iter().filter(|cells| cells.has(first)).count();
            match before.checked_sub(count) {
                None => return self.chosen_at(player, first, before),
                Some(others) => before = others,
            }
        }
        Play::Pass
    }

    /// The same, of the moves that begin at a cell.
    fn chosen_at(&mut self, player: Player, first: usize, before: usize) -> Play {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let mut moves = self.pool.pop().unwrap_or_default();
        moves.clear();
        let places = self.choice.places.iter().enumerate().filter(|(_, cells)| cells.has(first));
        moves.extend(places.map(|(at, _)| Play::Place { at: at as u8, to: first as u16 }));
        let kind = self.board.cells[first].kind().map(|kind| &side.kinds[kind.index()]);
        if let Some(kind) = kind.filter(|_| self.choice.from.has(first)) {
            let mut binds = self.binds.pop().unwrap_or_default();
            self.gather(player, &mut binds);
            let free = allowed(&binds, Some(first), self.board.occupied);
            self.list_from(player, kind, first, free, &mut moves);
            for (at, loose) in kind.loose[first].iter().enumerate() {
                if self.loose_fits(player, first, loose, &binds) {
                    moves.push(Play::Loose { from: first as u16, at: at as u16 });
                }
            }
            self.binds.push(binds);
        }
        if moves.len() > 1 {
            moves.sort_by(|a, b| self.compare(player, *a, *b));
        }
        let chosen = moves[before];
        self.pool.push(moves);
        chosen
    }

    /// How two moves compare.
    fn compare(&mut self, player: Player, a: Play, b: Play) -> Ordering {
        let few = |this: &Self, play| match play {
            Play::Plain { from, to, .. } => Some([from + 1, to + 1, 0]),
            Play::Place { to, .. } => Some([to + 1, 0, 0]),
            Play::Pass => Some([0; 3]),
            Play::Loose { from, at } => {
                let mut cells = [0; 3];
                let path = &this.loose(player, from.into(), at)?.effect.path;
                for (cell, of) in cells.get_mut(..path.len())?.iter_mut().zip(path) {
                    *cell = of.0 + 1;
                }
                Some(cells)
            }
        };
        let order = match (few(self, a), few(self, b)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        };
        order.then_with(|| self.told(player, a).cmp(&self.told(player, b)))
    }

    /// A move as a value.
    fn told(&mut self, player: Player, play: Play) -> Move {
        let name = self.name(player, play);
        let stands = |cell: &Cell| !self.board.cells[cell.index()].is_empty();
        let (path, captures) = match play {
            Play::Plain { from, to, .. } => (vec![Cell(from), Cell(to)], vec![Cell(to)]),
            Play::Place { to, .. } => (vec![Cell(to)], Vec::new()),
            Play::Pass => (Vec::new(), Vec::new()),
            Play::Loose { from, at } => {
                let effect = self.loose(player, from.into(), at).map(|loose| &loose.effect);
                effect
                    .map(|effect| (effect.path.clone(), effect.captures.clone()))
                    .unwrap_or_default()
            }
        };
        let captures = captures.into_iter().filter(stands).collect();
        let mark = self.board.mark();
        self.make(player, play);
        let mut edits: Vec<Edit> = Vec::new();
        for (cell, before) in self.board.changes(mark) {
            if edits.iter().all(|edit| edit.cell != cell) {
                edits.push(Edit { cell, before, after: self.board.cells[cell.index()] });
            }
        }
        self.board.undo(mark);
        edits.retain(|edit| edit.before != edit.after);
        edits.sort_unstable();
        Move { path, edits, captures, name }
    }
}
