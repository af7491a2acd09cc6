//! Moves of the phases of a game, counted and picked by their number in the order of moves.

use super::Fast;
use super::list::Play;
use crate::index::Player;
use crate::program::{NOWHERE, PHASES, Phase, Rows, Set, Start, Take};

/// The phases of a player that the board is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<S> {
    list: [Stage<S>; PHASES],
    len: usize,
}

/// A phase that the board is in.
#[derive(Clone, Copy, Debug, Default)]
struct Stage<S> {
    /// Its number.
    at: usize,
    /// The cells that a row lacks alone, as the board is.
    lacking: S,
    /// What may be taken where a row is filled.
    victims: S,
    /// How many that is.
    takes: u32,
}

impl<S: Default> Default for Open<S> {
    fn default() -> Self {
        Self { list: [(); PHASES].map(|()| Stage::default()), len: 0 }
    }
}

impl<S> Open<S> {
    fn stages(&self) -> &[Stage<S>] {
        &self.list[..self.len]
    }
}

/// Where a move of a phase may lead from a cell.
struct Leads<S> {
    /// Everywhere.
    to: S,
    /// Where it fills a row.
    fills: S,
}

impl<S: Set> Fast<'_, S> {
    /// The phases that the board is in.
    pub(super) fn open_phases(&mut self, player: Player) -> Open<S> {
        let plan = self.plan;
        let mut open = Open::default();
        for (at, phase) in plan.sides[player.index()].phases.iter().enumerate() {
            if !phase.given.iter().all(|fact| self.holds(fact, None)) {
                continue;
            }
            let mut stage = Stage { at, ..Stage::default() };
            if let Some(take) = &phase.take {
                let rows = self.rows(player, take);
                stage.lacking = rows.lacking(self.board.set(rows.of)) & !self.board.occupied;
                if !stage.lacking.is_none() {
                    stage.victims = self.victims(take);
                    stage.takes = stage.victims.len();
                }
            }
            open.list[open.len] = stage;
            open.len += 1;
        }
        open
    }

    fn rows(&self, player: Player, take: &Take<S>) -> &Rows<S> {
        &self.plan.rows[take.goal.index()][player.index()]
    }

    /// What may be taken where a row is filled.
    fn victims(&self, take: &Take<S>) -> S {
        let mut sets = take.of.iter().map(|cells| self.cells(cells) & self.board.occupied);
        sets.find(|cells| !cells.is_none()).unwrap_or(S::NONE)
    }

    /// Where a piece may be put by a phase.
    fn phase_puts(&self, player: Player, stage: &Stage<S>) -> S {
        match self.plan.sides[player.index()].phases[stage.at].start {
            Start::Put(_, cells) => cells & !self.board.occupied,
            Start::Go(..) => S::NONE,
        }
    }

    /// Where a piece on a cell may go by a phase and by none of those before it.
    #[inline]
    fn phase_goes(
        &self,
        player: Player,
        before: &[Stage<S>],
        stage: &Stage<S>,
        from: usize,
    ) -> Leads<S> {
        let phases = &self.plan.sides[player.index()].phases;
        let none = Leads { to: S::NONE, fills: S::NONE };
        let cells = |stage: &Stage<S>| match &phases[stage.at].start {
            Start::Go(pieces, to) if self.board.set(*pieces).has(from) => to[from],
            _ => S::NONE,
        };
        let known = before.iter().fold(self.board.occupied, |known, stage| known | cells(stage));
        let to = cells(stage) & !known;
        let Some(take) = &phases[stage.at].take else { return Leads { to, ..none } };
        let mut fills = to & stage.lacking;
        if !fills.is_none() {
            let rows = self.rows(player, take);
            let others = self.board.set(rows.of) & !S::one(from);
            for cell in fills.cells() {
                if !rows.fills(others, cell) {
                    fills &= !S::one(cell);
                }
            }
        }
        Leads { to, fills }
    }

    /// Tells of each cell from which pieces go how many moves they have; all moves there are.
    pub(super) fn count_phases(
        &mut self,
        player: Player,
        open: &Open<S>,
        mut see: impl FnMut(usize, u32),
    ) -> u32 {
        let plan = self.plan;
        let phases = &plan.sides[player.index()].phases;
        let (mut all, mut pieces) = (0, S::NONE);
        for stage in open.stages() {
            match &phases[stage.at].start {
                Start::Put(..) => {
                    all += stage.number(self.phase_puts(player, stage), stage.lacking)
                }
                Start::Go(content, _) => pieces |= self.board.set(*content),
            }
        }
        for from in pieces.cells() {
            let mut count = 0;
            for (at, stage) in open.stages().iter().enumerate() {
                let Leads { to, fills } =
                    self.phase_goes(player, &open.stages()[..at], stage, from);
                count += if to.is_none() { 0 } else { stage.number(to, fills) };
            }
            if count > 0 {
                see(from, count);
                all += count;
            }
        }
        all
    }

    /// All moves of the phases.
    pub(super) fn list_phases(&mut self, player: Player, moves: &mut Vec<Play>) {
        let open = self.open_phases(player);
        let plan = self.plan;
        for (at, stage) in open.stages().iter().enumerate() {
            match &plan.sides[player.index()].phases[stage.at].start {
                Start::Put(..) => {
                    let to = self.phase_puts(player, stage);
                    stage.list(NOWHERE, &Leads { to, fills: to & stage.lacking }, moves);
                }
                Start::Go(content, _) => {
                    for from in self.board.set(*content).cells() {
                        let leads = self.phase_goes(player, &open.stages()[..at], stage, from);
                        stage.list(from as u16, &leads, moves);
                    }
                }
            }
        }
    }

    /// The move before which so many others come in their order; by the cell from which pieces go, how many moves
    /// they have.
    pub(super) fn chosen_phase(
        &self,
        player: Player,
        open: &Open<S>,
        (from, counts): (S, &[u32]),
        mut before: u32,
    ) -> Play {
        let puts = open.stages().iter().find(|stage| !self.phase_puts(player, stage).is_none());
        let cells = puts.map_or(S::NONE, |stage| self.phase_puts(player, stage));
        let fills = puts.map_or(S::NONE, |stage| cells & stage.lacking);
        if let Some(stage) = puts.filter(|_| from.is_none() && fills.is_none()) {
            return stage.play(NOWHERE, cells.nth(before), NOWHERE);
        }
        for first in (from | cells).cells() {
            let count = match puts.filter(|_| cells.has(first)) {
                Some(stage) => stage.number(S::one(first), fills),
                None => counts[first],
            };
            if before >= count {
                before -= count;
                continue;
            }
            return match puts.filter(|_| cells.has(first)) {
                Some(stage) => stage.nth(NOWHERE, first, fills.has(first), before),
                None => self.chosen_from(player, open, first, before),
            };
        }
        Play::Pass
    }

    /// The same, of the moves of the piece on a cell.
    fn chosen_from(&self, player: Player, open: &Open<S>, from: usize, mut before: u32) -> Play {
        let stages = open.stages();
        let leads = |at: usize| self.phase_goes(player, &stages[..at], &stages[at], from);
        let mut ways = [(); PHASES].map(|()| Leads { to: S::NONE, fills: S::NONE });
        (0..stages.len()).for_each(|at| ways[at] = leads(at));
        let all = ways.iter().fold(S::NONE, |all, leads| all | leads.to);
        for to in all.cells() {
            let mut here = stages.iter().zip(&ways).filter(|(_, leads)| leads.to.has(to));
            let Some((stage, leads)) = here.next() else { continue };
            let count = stage.number(S::one(to), leads.fills);
            match before.checked_sub(count) {
                None => return stage.nth(from as u16, to, leads.fills.has(to), before),
                Some(others) => before = others,
            }
        }
        Play::Pass
    }

    /// Makes a move of a phase but for the marks and counters.
    pub(super) fn act_phase(&mut self, player: Player, phase: u8, [from, to, taken]: [u16; 3]) {
        let plan = self.plan;
        let Phase { start, .. } = &plan.sides[player.index()].phases[usize::from(phase)];
        let piece = match start {
            Start::Put(piece, _) => *piece,
            Start::Go(..) => self.board.cells[usize::from(from)],
        };
        if from != NOWHERE {
            self.board.put(from.into(), Default::default());
        }
        self.board.put(to.into(), piece);
        if taken != NOWHERE {
            self.take(player, self.board.cells[usize::from(taken)]);
            self.board.put(taken.into(), Default::default());
        }
    }
}

impl<S: Set> Stage<S> {
    /// How many moves lead to some cells, where those fill rows.
    #[inline]
    fn number(&self, to: S, fills: S) -> u32 {
        let fills = to & fills;
        let quiet = (to & !fills).len();
        if fills.is_none() { quiet } else { quiet + fills.len() * self.takes }
    }

    /// Of the moves that lead to a cell, in their order, the one before which there are so many.
    fn nth(&self, from: u16, to: usize, fills: bool, before: u32) -> Play {
        let taken = if fills { self.victims.nth(before) as u16 } else { NOWHERE };
        self.play(from, to, taken)
    }

    fn play(&self, from: u16, to: usize, taken: u16) -> Play {
        Play::Phase { phase: self.at as u8, from, to: to as u16, taken }
    }

    fn list(&self, from: u16, leads: &Leads<S>, moves: &mut Vec<Play>) {
        for to in leads.to.cells() {
            match leads.fills.has(to) {
                true => moves
                    .extend(self.victims.cells().map(|taken| self.play(from, to, taken as u16))),
                false => moves.push(self.play(from, to, NOWHERE)),
            }
        }
    }
}
