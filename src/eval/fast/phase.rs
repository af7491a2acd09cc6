//! Moves of the phases of a game, counted and picked by their number in the order of moves.

use std::cell::OnceCell;

use super::Fast;
use super::field::{Arrival, Field, Stands};
use super::list::Play;
use super::targets::targets;
use crate::index::{Piece, Player};
use crate::program::{Content, Goes, NOWHERE, Phase, Set, Shape, Start, Take, sole};

/// A phase that the board is in.
#[derive(Clone, Debug)]
pub(super) struct Stage<'p, S> {
    /// Its number.
    at: usize,
    /// The pieces that go, and where, if nothing stands there.
    pieces: S,
    reach: Option<&'p Goes<S>>,
    /// The cells where one may be put.
    puts: S,
    /// What a piece takes where it fills a row.
    take: Option<&'p Take<S>>,
    /// The cells that a row lacks alone, as the board is.
    lacking: S,
    /// What may be taken where one is filled, once it has been asked for.
    victims: OnceCell<S>,
}

/// The moves of a piece on a cell, or of one that is put.
struct Leads<S> {
    /// Where they lead.
    to: S,
    /// Where they fill a row.
    fills: S,
    /// What they take then.
    victims: S,
}

impl<'p, S: Set, B: Stands<S>> Field<'p, '_, S, B> {
    /// The phases that the board is in.
    pub fn open_phases(&self, player: Player, open: &mut Vec<Stage<'p, S>>) {
        let plan = self.plan;
        open.clear();
        for (at, phase) in plan.sides[player.index()].phases.iter().enumerate() {
            if !phase.given.iter().all(|fact| self.tells(fact, false)) {
                continue;
            }
            let take = phase.take.as_ref();
            let lacking = take.map_or(S::NONE, |take| {
                let rows = &plan.rows[take.goal.index()][player.index()];
                rows.lacking(self.board.set(rows.of)) & !self.board.occupied()
            });
            let (pieces, puts, reach) = match &phase.start {
                Start::Put(_, cells) => (S::NONE, *cells & !self.board.occupied(), None),
                Start::Go(content, to) => (self.board.set(*content), S::NONE, Some(to)),
            };
            let victims = OnceCell::new();
            open.push(Stage { at, pieces, reach, puts, take, lacking, victims });
        }
    }

    /// Where a piece on a cell goes, and perhaps where something stands.
    #[inline(always)]
    fn reached(&self, stage: &Stage<'p, S>, from: usize) -> S {
        let Some(Goes { near, ways }) = stage.reach else { return S::NONE };
        let to = near[from];
        if ways.is_empty() { to } else { to | self.far(ways, from) }
    }

    #[inline(never)]
    fn far(&self, ways: &[(Shape<S>, Option<Content>)], from: usize) -> S {
        ways.iter().fold(S::NONE, |to, (shape, over)| {
            let hurdles = over.map_or(S::ALL, |over| self.board.set(over));
            to | targets(shape, from, self.board.occupied(), hurdles)
        })
    }

    /// What may be taken where a row is filled.
    fn victims(&self, stage: &Stage<'p, S>) -> S {
        *stage.victims.get_or_init(|| {
            let of = stage.take.into_iter().flat_map(|take| &take.of);
            let mut sets = of.map(|cells| self.cells(cells) & self.board.occupied());
            sets.find(|cells| !cells.is_none()).unwrap_or(S::NONE)
        })
    }

    /// The moves of the piece on a cell, by all phases in which it goes: they take alike.
    #[inline(always)]
    fn going(&self, player: Player, open: &[Stage<'p, S>], from: usize) -> Leads<S> {
        if let [stage] = open {
            return self.leading(player, stage, from, self.reached(stage, from));
        }
        let goes = |stage: &&Stage<'p, S>| stage.pieces.has(from);
        let to = open.iter().filter(goes).fold(S::NONE, |to, stage| to | self.reached(stage, from));
        let none = Leads { to: S::NONE, fills: S::NONE, victims: S::NONE };
        let stage = open.iter().find(goes);
        stage.map_or(none, |stage| self.leading(player, stage, from, to))
    }

    /// The moves of the piece on a cell to those of some cells where nothing stands.
    #[inline(always)]
    fn leading(&self, player: Player, stage: &Stage<'p, S>, from: usize, to: S) -> Leads<S> {
        let to = self.unmasked(player, stage, Some(from), to & !self.board.occupied());
        if (to & stage.lacking).is_none() {
            return Leads { to, fills: S::NONE, victims: S::NONE };
        }
        self.filling(player, stage, from, to)
    }

    /// The same where cells to which the piece goes may be all that a row lacks.
    fn filling(&self, player: Player, stage: &Stage<'p, S>, from: usize, to: S) -> Leads<S> {
        let mut fills = S::NONE;
        if let Some(take) = stage.take {
            let rows = &self.plan.rows[take.goal.index()][player.index()];
            let others = self.board.set(rows.of) & !S::one(from);
            let lacking = (to & stage.lacking).cells().filter(|cell| rows.fills(others, *cell));
            fills = lacking.fold(S::NONE, |fills, cell| fills | S::one(cell));
        }
        let victims = if fills.is_none() { S::NONE } else { self.victims(stage) };
        Leads { to, fills, victims }
    }

    /// The moves of pieces that are put.
    fn putting(&self, player: Player, stage: &Stage<'p, S>) -> Leads<S> {
        let to = self.unmasked(player, stage, None, stage.puts);
        let fills = to & stage.lacking;
        let victims = if fills.is_none() { S::NONE } else { self.victims(stage) };
        Leads { to, fills, victims }
    }

    /// Of some cells those where no mask refuses a piece that is put, or comes from a cell.
    #[inline]
    fn unmasked(&self, player: Player, stage: &Stage<'p, S>, from: Option<usize>, to: S) -> S {
        let side = &self.plan.sides[player.index()];
        match side.forbids.is_empty() || !side.masks_phases {
            true => to,
            false => to & !self.masked_phase(player, stage, from),
        }
    }

    /// The cells where one does.
    #[inline(never)]
    fn masked_phase(&self, player: Player, stage: &Stage<'p, S>, from: Option<usize>) -> S {
        let Phase { name, start, .. } = &self.plan.sides[player.index()].phases[stage.at];
        let piece = match start {
            Start::Put(piece, _) => *piece,
            Start::Go(content, _) => {
                let codes = &self.plan.contents.codes[usize::from(content.0)];
                sole(codes).unwrap_or_default()
            }
        };
        self.refused(player.index(), Arrival { name: *name, piece, from })
    }

    /// Tells of each cell from which pieces go how many moves they have; all moves there are.
    #[inline]
    pub fn count_phases(
        &self,
        player: Player,
        open: &[Stage<'p, S>],
        mut see: impl FnMut(usize, u32),
    ) -> u32 {
        let (mut all, mut pieces) = (0, S::NONE);
        for stage in open {
            pieces |= stage.pieces;
            if !stage.puts.is_none() {
                all += self.putting(player, stage).number();
            }
        }
        for from in pieces.cells() {
            let count = self.going(player, open, from).number();
            if count > 0 {
                see(from, count);
                all += count;
            }
        }
        all
    }

    /// The move before which so many others come in their order; by the cell from which pieces go, how many moves
    /// they have.
    pub fn chosen_phase(
        &self,
        player: Player,
        open: &[Stage<'p, S>],
        (from, counts): (S, &[u32]),
        mut before: u32,
    ) -> Play {
        let puts = open.iter().find(|stage| !stage.puts.is_none());
        let put = puts.map(|stage| (stage, self.putting(player, stage)));
        if let (Some((stage, leads)), true) = (&put, from.is_none()) {
            let (to, taken) = leads.nth(before);
            return stage.play(NOWHERE, to, taken);
        }
        let cells = put.as_ref().map_or(S::NONE, |(_, leads)| leads.to);
        for first in (from | cells).cells() {
            let put = put.as_ref().filter(|_| cells.has(first));
            let put = put.map(|(stage, leads)| (stage, Leads { to: S::one(first), ..*leads }));
            let count = put.as_ref().map_or(counts[first], |(_, leads)| leads.number());
            if before >= count {
                before -= count;
                continue;
            }
            if let Some((stage, leads)) = put {
                let (to, taken) = leads.nth(before);
                return stage.play(NOWHERE, to, taken);
            }
            let leads = self.going(player, open, first);
            return self.nth_going(open, first, &leads, before);
        }
        Play::Pass
    }

    /// The move of the piece on a cell before which so many others of its moves come: each is of the first phase that has it.
    fn nth_going(&self, open: &[Stage<'p, S>], from: usize, leads: &Leads<S>, before: u32) -> Play {
        let (to, taken) = leads.nth(before);
        let has = |stage: &&Stage<'p, S>| {
            stage.pieces.has(from) && (open.len() == 1 || self.reached(stage, from).has(to))
        };
        let stage = open.iter().find(has);
        stage.map_or(Play::Pass, |stage| stage.play(from as u16, to, taken))
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// All moves of the phases.
    pub(super) fn list_phases(&mut self, player: Player, moves: &mut Vec<Play>) {
        let mut open = self.stages.pop().unwrap_or_default();
        let field = self.field();
        field.open_phases(player, &mut open);
        let pieces = open.iter().fold(S::NONE, |all, stage| all | stage.pieces);
        for from in pieces.cells() {
            let leads = field.going(player, &open, from);
            for before in 0..leads.number() {
                moves.push(field.nth_going(&open, from, &leads, before));
            }
        }
        for stage in &open {
            let leads = field.putting(player, stage);
            for before in 0..leads.number() {
                let (to, taken) = leads.nth(before);
                moves.push(stage.play(NOWHERE, to, taken));
            }
        }
        self.stages.push(open);
    }

    /// Makes a move of a phase but for the marks and counters.
    pub(super) fn act_phase(&mut self, player: Player, phase: u8, [from, to, taken]: [u16; 3]) {
        let plan = self.plan;
        let Phase { start, .. } = &plan.sides[player.index()].phases[usize::from(phase)];
        let piece = match start {
            Start::Put(piece, _) => *piece,
            Start::Go(..) => self.board.cells[usize::from(from)],
        };
        match from {
            NOWHERE => self.board.put(to.into(), piece),
            from => self.board.go(from.into(), to.into(), piece),
        }
        if taken != NOWHERE {
            self.take(player, self.board.cells[usize::from(taken)]);
            self.board.put(taken.into(), Piece::EMPTY);
        }
    }
}

impl<S: Set> Stage<'_, S> {
    fn play(&self, from: u16, to: usize, taken: u16) -> Play {
        Play::Phase { phase: self.at as u8, from, to: to as u16, taken }
    }
}

impl<S: Set> Leads<S> {
    /// How many moves there are.
    #[inline]
    fn number(&self) -> u32 {
        if self.fills.is_none() {
            return self.to.len();
        }
        let fills = self.to & self.fills;
        (self.to & !fills).len() + fills.len() * self.victims.len()
    }

    /// Where the move leads before which so many others come in their order, and where it takes something.
    #[inline]
    fn nth(&self, mut before: u32) -> (usize, u16) {
        if (self.to & self.fills).is_none() {
            return (self.to.nth(before), NOWHERE);
        }
        let takes = self.victims.len();
        let mut last = (S::CELLS, NOWHERE);
        for to in self.to.cells() {
            let fills = self.fills.has(to);
            let count = if fills { takes } else { 1 };
            if before < count {
                last = (to, if fills { self.victims.nth(before) as u16 } else { NOWHERE });
                break;
            }
            before -= count;
        }
        last
    }
}
