//! Moves of the phases of a game, counted and picked by their number in the order of moves.

use super::Fast;
use super::list::Play;
use crate::index::{Piece, Player};
use crate::program::{NOWHERE, Phase, Set, Start, Take};

/// A phase that the board is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage<S> {
    /// Its number.
    at: usize,
    /// The pieces that go.
    pieces: S,
    /// The cells where one may be put.
    puts: S,
    /// The cells that a row lacks alone, as the board is.
    lacking: S,
    /// What may be taken where a row is filled.
    victims: S,
    /// How many that is.
    takes: u32,
}

/// The moves of a piece on a cell, or of one that is put.
struct Leads<'o, S> {
    /// What they may take, and where rows lack a cell.
    stage: &'o Stage<S>,
    /// Where they lead.
    to: S,
    /// Where they fill a row.
    fills: S,
}

impl<S: Set> Fast<'_, S> {
    /// The phases that the board is in.
    pub(super) fn open_phases(&mut self, player: Player, open: &mut Vec<Stage<S>>) {
        let plan = self.plan;
        open.clear();
        for (at, phase) in plan.sides[player.index()].phases.iter().enumerate() {
            if !phase.given.iter().all(|fact| self.holds(fact, None)) {
                continue;
            }
            let (pieces, puts, lacking, victims) = (S::NONE, S::NONE, S::NONE, S::NONE);
            let mut stage = Stage { at, pieces, puts, lacking, victims, takes: 0 };
            match &phase.start {
                Start::Put(_, cells) => stage.puts = *cells & !self.board.occupied,
                Start::Go(content, _) => stage.pieces = self.board.set(*content),
            }
            if let Some(take) = &phase.take {
                let rows = &plan.rows[take.goal.index()][player.index()];
                stage.lacking = rows.lacking(self.board.set(rows.of)) & !self.board.occupied;
                if !stage.lacking.is_none() {
                    stage.victims = self.victims(take);
                    stage.takes = stage.victims.len();
                }
            }
            open.push(stage);
        }
    }

    /// What may be taken where a row is filled.
    fn victims(&self, take: &Take<S>) -> S {
        let mut sets = take.of.iter().map(|cells| self.cells(cells) & self.board.occupied);
        sets.find(|cells| !cells.is_none()).unwrap_or(S::NONE)
    }

    /// The moves of the piece on a cell, by all phases in which it goes: they take alike.
    #[inline]
    fn going<'o>(&self, player: Player, open: &'o [Stage<S>], from: usize) -> Option<Leads<'o, S>> {
        let phases = &self.plan.sides[player.index()].phases;
        let mut stages = open.iter().filter(|stage| stage.pieces.has(from));
        let stage = stages.next()?;
        let cells = |stage: &Stage<S>| phases[stage.at].reach(from);
        let all = stages.fold(cells(stage), |all, stage| all | cells(stage));
        let to = all & !self.board.occupied;
        let mut fills = to & stage.lacking;
        if !fills.is_none()
            && let Some(take) = &phases[stage.at].take
        {
            let rows = &self.plan.rows[take.goal.index()][player.index()];
            let others = self.board.set(rows.of) & !S::one(from);
            for cell in fills.cells() {
                if !rows.fills(others, cell) {
                    fills &= !S::one(cell);
                }
            }
        }
        Some(Leads { stage, to, fills })
    }

    /// Tells of each cell from which pieces go how many moves they have; all moves there are.
    pub(super) fn count_phases(
        &self,
        player: Player,
        open: &[Stage<S>],
        mut see: impl FnMut(usize, u32),
    ) -> u32 {
        let mut all: u32 = open.iter().map(|stage| stage.put().number()).sum();
        let pieces = open.iter().fold(S::NONE, |all, stage| all | stage.pieces);
        for from in pieces.cells() {
            let count = self.going(player, open, from).map_or(0, |leads| leads.number());
            if count > 0 {
                see(from, count);
                all += count;
            }
        }
        all
    }

    /// All moves of the phases.
    pub(super) fn list_phases(&mut self, player: Player, moves: &mut Vec<Play>) {
        let mut open = self.stages.pop().unwrap_or_default();
        self.open_phases(player, &mut open);
        let pieces = open.iter().fold(S::NONE, |all, stage| all | stage.pieces);
        for from in pieces.cells() {
            let Some(leads) = self.going(player, &open, from) else { continue };
            for before in 0..leads.number() {
                moves.push(self.nth_going(player, &open, from, &leads, before));
            }
        }
        for stage in &open {
            let leads = stage.put();
            for before in 0..leads.number() {
                let (to, taken) = leads.nth(before);
                moves.push(stage.play(NOWHERE, to, taken));
            }
        }
        self.stages.push(open);
    }

    /// The move before which so many others come in their order; by the cell from which pieces go, how many moves
    /// they have.
    pub(super) fn chosen_phase(
        &self,
        player: Player,
        open: &[Stage<S>],
        (from, counts): (S, &[u32]),
        mut before: u32,
    ) -> Play {
        let puts = open.iter().find(|stage| !stage.puts.is_none());
        if let Some(stage) = puts.filter(|_| from.is_none()) {
            let (to, taken) = stage.put().nth(before);
            return stage.play(NOWHERE, to, taken);
        }
        let cells = puts.map_or(S::NONE, |stage| stage.puts);
        for first in (from | cells).cells() {
            let put = puts.filter(|_| cells.has(first));
            let put = put.map(|stage| Leads { to: S::one(first), ..stage.put() });
            let count = put.as_ref().map_or(counts[first], Leads::number);
            if before >= count {
                before -= count;
                continue;
            }
            if let Some(leads) = put {
                let (to, taken) = leads.nth(before);
                return leads.stage.play(NOWHERE, to, taken);
            }
            if let Some(leads) = self.going(player, open, first) {
                return self.nth_going(player, open, first, &leads, before);
            }
        }
        Play::Pass
    }

    /// The same, of the moves of the piece on a cell: each is of the first phase that has it.
    fn nth_going(
        &self,
        player: Player,
        open: &[Stage<S>],
        from: usize,
        leads: &Leads<'_, S>,
        before: u32,
    ) -> Play {
        let phases = &self.plan.sides[player.index()].phases;
        let (to, taken) = leads.nth(before);
        let mut stages = open.iter().filter(|stage| stage.pieces.has(from));
        let stage = stages.find(|stage| phases[stage.at].reach(from).has(to));
        stage.unwrap_or(leads.stage).play(from as u16, to, taken)
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

impl<S: Set> Stage<S> {
    /// The moves of pieces that are put.
    fn put(&self) -> Leads<'_, S> {
        Leads { stage: self, to: self.puts, fills: self.lacking }
    }

    fn play(&self, from: u16, to: usize, taken: u16) -> Play {
        Play::Phase { phase: self.at as u8, from, to: to as u16, taken }
    }
}

impl<S: Set> Leads<'_, S> {
    /// How many moves there are.
    #[inline]
    fn number(&self) -> u32 {
        let fills = self.to & self.fills;
        if self.to.is_none() {
            return 0;
        }
        let quiet = (self.to & !fills).len();
        if fills.is_none() { quiet } else { quiet + fills.len() * self.stage.takes }
    }

    /// Where the move leads before which so many others come in their order, and where it takes something.
    #[inline]
    fn nth(&self, mut before: u32) -> (usize, u16) {
        if (self.to & self.fills).is_none() {
            return (self.to.nth(before), NOWHERE);
        }
        let mut last = (S::CELLS, NOWHERE);
        for to in self.to.cells() {
            let (fills, takes) = (self.fills.has(to), self.stage.takes);
            let count = if fills { takes } else { 1 };
            if before < count {
                last = (to, if fills { self.stage.victims.nth(before) as u16 } else { NOWHERE });
                break;
            }
            before -= count;
        }
        last
    }
}
