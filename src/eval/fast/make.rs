//! Making moves.

use super::Fast;
use super::facts::Made;
use super::list::Play;
use crate::index::{Cell, MoveName, Piece, Player};
use crate::position::Edit;
use crate::program::{
    After, Counting, Deed, Group, Loose, Moves, NOWHERE, Sequel, Set, Stirs, Tally, Tick, has,
    tallied,
};
use crate::rules::Pass;

impl<'p, S: Set> Fast<'p, S> {
    /// The name of a move.
    pub(super) fn name(&self, player: Player, play: Play) -> MoveName {
        let side = &self.plan.sides[player.index()];
        match play {
            Play::Plain { from, group, .. } | Play::Put { from, group, .. } => {
                self.group(player, from, group).name
            }
            Play::Loose { from, at } => self
                .loose(player, from.into(), at)
                .map_or_else(MoveName::default, |loose| loose.name),
            Play::Finished { group, bits } => self.name(player, Play::unfinished(group, bits).0),
            Play::Chain { at } => self.chains.get(at).name,
            Play::Place { at, .. } => side.places[usize::from(at)].name,
            Play::Phase { phase, .. } => side.phases[usize::from(phase)].name,
            Play::Walked { list, at } => self.walks[usize::from(list)].name(at as usize),
            Play::Throw { at } => match &side.throws {
                Some(throws) => throws.all[usize::from(at)].name,
                None => MoveName::default(),
            },
            Play::Pass => match self.program.pass {
                Some(Pass::Free(name) | Pass::Stuck(name)) => name,
                None => MoveName::default(),
            },
        }
    }

    /// What conditions may ask of a move that is not made yet.
    pub(super) fn made(&self, player: Player, play: Play) -> Made {
        if let Play::Finished { group, bits } = play {
            return self.made(player, Play::unfinished(group, bits).0);
        }
        let cells = &self.board.cells;
        let stands = |cell: usize| !cells[cell].is_empty();
        let (captured, kind) = match play {
            Play::Plain { from, to, group, .. } | Play::Put { from, to, group, .. } => {
                let captured = stands(to.into()) && !self.group(player, from, group).rises;
                (captured, cells[usize::from(from)].kind())
            }
            Play::Loose { from, at } => {
                let loose = self.loose(player, from.into(), at);
                let captures = loose.map(|loose| &loose.effect.captures);
                let captured = captures.is_some_and(|all| all.iter().any(|at| stands(at.index())));
                (captured, cells[usize::from(from)].kind())
            }
            Play::Chain { at } => (true, cells[usize::from(self.chains.path(at)[0])].kind()),
            Play::Phase { from, taken, .. } => {
                let from = cells.get(usize::from(from));
                (taken != NOWHERE, from.and_then(|piece| piece.kind()))
            }
            Play::Walked { list, at } => {
                let (list, at) = (&self.walks[usize::from(list)], at as usize);
                let from = list.path(at).first().map(|cell| cells[cell.index()]);
                let from = from.filter(|piece| piece.owner() == Some(player));
                (!list.captures(at).is_empty(), from.and_then(Piece::kind))
            }
            Play::Place { at, to, .. } => {
                let place = &self.plan.sides[player.index()].places[usize::from(at)];
                let stood = cells[usize::from(to)];
                (place.captures, stood.kind().filter(|_| stood.owner() == Some(player)))
            }
            Play::Finished { .. } | Play::Throw { .. } | Play::Pass => (false, None),
        };
        let before = self.board.board_key();
        Made { captured, name: self.name(player, play), kind, before }
    }

    /// Makes a move, and what it does to the counters.
    pub(super) fn make(&mut self, player: Player, play: Play) {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        if side.passing.is_some() {
            let made = self.act_told(player, play);
            if self.counts {
                self.count_on(player, made);
            }
            self.pass_on(player, &made, play == Play::Pass);
            return;
        }
        if side.counters.is_empty() || !self.counts {
            self.act(player, play);
            return;
        }
        if let Some(ticks) = &side.ticks {
            let ticks = &ticks[self.name(player, play).index()];
            self.act(player, play);
            ticks.iter().for_each(|tick| self.tick(*tick));
            return;
        }
        let made = self.act_told(player, play);
        self.count_on(player, made);
    }

    /// What something that is done changes, in order; it is taken back.
    pub(super) fn edits_of(&mut self, done: impl FnOnce(&mut Self)) -> Vec<Edit> {
        let mark = self.board.mark();
        done(self);
        let mut edits = self.board.edits(mark);
        self.board.undo(mark);
        edits.sort_unstable();
        edits
    }

    /// Makes a move but for the counters; what conditions may ask of it.
    pub(super) fn act_told(&mut self, player: Player, play: Play) -> Made {
        let mut made = self.made(player, play);
        let around = self.may_take_around(player, play);
        self.act(player, play);
        made.captured |= around && !self.captured.is_none();
        made
    }

    /// What a move that has been made does to the counters.
    pub(super) fn count_on(&mut self, player: Player, made: Made) {
        let plan = self.plan;
        if let Some(ticks) = &plan.sides[player.index()].told_ticks {
            let ticks = ticks.of(made.name, made.kind, made.captured);
            return ticks.iter().for_each(|tick| self.tick(*tick));
        }
        let made = Some(&made);
        for Counting { slot, start, changes: [up, down, reset] } in
            &plan.sides[player.index()].counters
        {
            let (up, down) = (self.holds(up, made), self.holds(down, made));
            let reset = self.holds(reset, made).then_some(*start);
            self.tick(Tick { slot: *slot, up, down, reset });
        }
    }

    /// Changes a counter.
    #[inline]
    fn tick(&mut self, tick: Tick) {
        let slot = usize::from(tick.slot);
        let before = self.board.slot(slot);
        let after = tick.after(before);
        if before != after {
            self.board.set_slot(slot, after);
        }
    }

    /// Changes numbers, of which was asked that they may be so much more or less.
    #[inline]
    fn tally(&mut self, tallies: &[Tally]) {
        for (slot, more) in tallies {
            let before = self.board.slot((*slot).into());
            self.board.set_slot((*slot).into(), tallied(before, *more));
        }
    }

    /// Makes a move but for the counters.
    pub(super) fn act(&mut self, player: Player, play: Play) {
        self.act_on(player, play, true);
    }

    /// Makes a move but for the counters and, if they are not to be `settled`, the marks.
    pub(super) fn act_on(&mut self, player: Player, play: Play, settled: bool) {
        let mark = self.board.mark();
        match play {
            Play::Plain { from, to, piece, group } => {
                let group = self.group(player, from, group);
                let (from, to) = (usize::from(from), usize::from(to));
                let goes = self.board.cells[from];
                self.go(player, [from, to], piece, group.rises);
                if let Some(after) = &group.after {
                    self.follow(&after[to]);
                }
                self.follow_around(player, goes, to);
                self.tally(&group.tallies);
                if settled {
                    self.board.settle(player, group.marking(from, to), mark);
                }
            }
            Play::Put { from, to, group, at } => {
                let group = self.group(player, from, group);
                let piece = self.board.cells[usize::from(from)];
                self.go(player, [from.into(), to.into()], piece, false);
                if let Some(tail) = &group.tail {
                    self.board.put(at.into(), tail.piece);
                }
                if settled {
                    self.board.settle(player, &[], mark);
                }
            }
            Play::Loose { from, at } => {
                let plan = self.plan;
                let kind = self.board.cells[usize::from(from)].kind().unwrap_or_default();
                let moves = &plan.sides[player.index()].kinds[kind.index()];
                self.act_loose(player, &moves.loose[usize::from(from)][usize::from(at)]);
            }
            Play::Finished { group, bits } => {
                self.act_finished(player, Play::unfinished(group, bits), settled);
            }
            Play::Chain { at } => {
                self.act_chain(player, at);
                self.board.settle(player, &[], mark);
            }
            Play::Place { at, to, then } => {
                self.lay(player, at, to.into());
                let place = &self.plan.sides[player.index()].places[usize::from(at)];
                if let Some(second) = &place.second {
                    self.board.put(then.into(), second.piece);
                } else if let Some(turns) = place.turns.get(usize::from(then)) {
                    self.board.turn(turns);
                }
                self.board.settle(player, &place.marks_on(Cell(to)), mark);
            }
            Play::Phase { phase, from, to, taken } => {
                self.act_phase(player, phase, [from, to, taken]);
                self.board.settle(player, &[], mark);
            }
            Play::Walked { list, at } => {
                let memory = &mut **self;
                for edit in memory.walks[usize::from(list)].edits(at as usize) {
                    memory.board.edit(edit.cell.index(), edit.after);
                }
            }
            Play::Throw { at } => {
                if let Some(throws) = &self.plan.sides[player.index()].throws {
                    self.tally(&throws.all[usize::from(at)].tallies);
                }
                self.board.settle(player, &[], mark);
            }
            Play::Pass => self.board.settle(player, &[], mark),
        }
    }

    /// A group of the moves of the piece on a cell.
    #[inline]
    pub(super) fn group(&self, player: Player, from: u16, group: u8) -> &'p Group<S> {
        let kind = self.board.cells[usize::from(from)].kind().unwrap_or_default();
        &self.plan.sides[player.index()].kinds[kind.index()].groups[usize::from(group)]
    }

    /// A piece goes from a cell to another, where it may be another piece, and stands on what is there if it `rises`.
    #[inline]
    fn go(&mut self, player: Player, [from, to]: [usize; 2], piece: Piece, rises: bool) {
        if !rises {
            self.take(player, self.board.cells[to]);
        }
        if self.program.layout.stack() > 1 {
            self.go_beneath(player, from, to, rises);
        }
        self.board.go(from, to, piece);
    }

    /// What stands beneath a piece goes along with it to another cell. What stands there is beneath it all if the piece `rises`, else
    /// what stands beneath others there is captured; what is on top of them is left to others.
    #[inline(never)]
    fn go_beneath(&mut self, player: Player, from: usize, to: usize, rises: bool) {
        let layout = &self.program.layout;
        let slot = |cell: usize, storey: usize| layout.storey(Cell::at(cell), storey).index();
        let mut above = 0;
        if rises {
            above = layout.height(|at| self.board.cells[at.index()], Cell::at(to));
            if let Some(top) = above.checked_sub(1) {
                let piece = self.board.cells[to];
                self.board.put_slot(slot(to, top), piece);
            }
        }
        for storey in 0..layout.stack() - 1 {
            let left = slot(from, storey);
            let comes = self.board.cells[left];
            let there = storey + above;
            let taken = if rises { Piece::EMPTY } else { self.board.cells[slot(to, there)] };
            if comes.is_empty() && taken.is_empty() {
                return;
            }
            self.take(player, taken);
            self.board.put_slot(slot(to, there), comes);
            self.board.put_slot(left, Piece::EMPTY);
        }
    }

    /// Makes a placement but for the marks and counters, as far as it goes; whether all of it could be done.
    pub(super) fn lay(&mut self, player: Player, at: u8, to: usize) -> bool {
        let plan = self.plan;
        let place = &plan.sides[player.index()].places[usize::from(at)];
        if let Some(slot) = place.slot {
            let held = self.board.slot(slot.into());
            self.board.set_slot(slot.into(), held.saturating_sub(1));
        }
        self.captured = S::NONE;
        if place.captures {
            self.take(player, self.board.cells[to]);
            self.captured = S::one(to);
        }
        self.board.put(to, place.piece);
        self.tally(&place.tallies);
        let done = self.act_after(player, to, &place.sequel);
        if let Some(after) = &place.after {
            self.follow(&after[to]);
        }
        done
    }

    /// Makes a loose move but for the counters.
    pub(super) fn act_loose(&mut self, player: Player, loose: &Loose<S>) {
        let mark = self.board.mark();
        let from = loose.effect.path.first();
        let goes = from.map_or(Piece::EMPTY, |from| self.board.cells[from.index()]);
        self.change(player, loose);
        if let Some(to) = loose.lands() {
            self.follow_around(player, goes, to.index());
        }
        self.board.settle(player, &loose.effect.marks, mark);
    }

    /// The same but for the marks as well.
    pub(super) fn change(&mut self, player: Player, loose: &Loose<S>) {
        for cell in &loose.effect.captures {
            self.take(player, self.board.cells[cell.index()]);
        }
        if let (2.., [from, to]) = (self.program.layout.stack(), &loose.effect.path[..])
            && loose.effect.sets.get(*from) == Some(Piece::EMPTY)
            && !loose.effect.lowers.contains(from)
        {
            self.go_beneath(player, from.index(), to.index(), loose.effect.rises);
        }
        for (cell, piece) in loose.effect.sets.iter() {
            let (piece, slot) = self.comes_up(loose, cell, piece);
            if let Some(slot) = slot {
                self.board.put_slot(slot, Piece::EMPTY);
            }
            if self.board.cells[cell.index()] != piece {
                self.board.put(cell.index(), piece);
            }
        }
        for After { cell, of, piece } in &loose.effect.after {
            if has(of, self.board.cells[cell.index()]) {
                self.board.put(cell.index(), *piece);
            }
        }
        self.tally(&loose.effect.tallies);
    }

    /// What stands on a cell where a loose move sets a piece, or takes the top of a tower away, and the slot from which it comes up
    /// then.
    #[inline]
    pub(super) fn comes_up(
        &self,
        loose: &Loose<S>,
        cell: Cell,
        piece: Piece,
    ) -> (Piece, Option<usize>) {
        if !loose.effect.lowers.contains(&cell) {
            return (piece, None);
        }
        let layout = &self.program.layout;
        let beneath = layout.height(|at| self.board.cells[at.index()], cell).checked_sub(2);
        let slot = beneath.map(|storey| layout.storey(cell, storey).index());
        (slot.map_or(Piece::EMPTY, |slot| self.board.cells[slot]), slot)
    }

    /// Whether a move may capture around the cell where it ends.
    pub(super) fn may_take_around(&self, player: Player, play: Play) -> bool {
        match play {
            Play::Place { at, .. } => {
                let place = &self.plan.sides[player.index()].places[usize::from(at)];
                place.captures || !place.sequel.is_empty()
            }
            Play::Plain { from, .. } | Play::Loose { from, .. } => {
                !self.around(player, self.board.cells[usize::from(from)]).is_empty()
            }
            _ => false,
        }
    }

    /// What comes around a piece when it has moved.
    #[inline]
    fn around(&self, player: Player, piece: Piece) -> &'p [Sequel<S>] {
        let side = &self.plan.sides[player.index()];
        match side.sequel.is_empty() {
            true => &[],
            false => piece.kind().map_or(&[], |kind| side.sequel(kind.index())),
        }
    }

    /// Whether something comes around pieces of a kind when they have moved.
    #[inline]
    pub(super) fn is_followed(&self, player: Player, kind: &Moves<S>) -> bool {
        !self.around(player, kind.piece).is_empty()
    }

    /// Where moves lead by which something may come around the piece, if such must be made to know what they leave open.
    #[inline]
    pub(super) fn stirring(&self, player: Player) -> S {
        let side = &self.plan.sides[player.index()];
        match &side.stirs {
            None => S::NONE,
            // What comes where his own pieces are taken off stands in no way any more.
            Some(stirs) => self.stirred(stirs) | side.culls.unwrap_or(S::NONE),
        }
    }

    /// Where something may come around a piece that arrives, as the board stands.
    pub(super) fn stirred(&self, stirs: &Stirs<S>) -> S {
        let fits = stirs.fits.iter().fold(S::NONE, |all, cells| all | self.cells(cells));
        let touched = if stirs.near.is_empty() { S::NONE } else { self.board.set(stirs.touched) };
        touched.cells().fold(fits, |all, at| all | stirs.near[at])
    }

    /// Does what comes around a piece that has moved to a cell.
    #[inline]
    fn follow_around(&mut self, player: Player, piece: Piece, to: usize) {
        let sequel = self.around(player, piece);
        if !sequel.is_empty() {
            self.captured = S::NONE;
            self.act_after(player, to, sequel);
        }
    }

    /// What follows a move.
    #[inline]
    fn follow(&mut self, deeds: &[Deed<S>]) {
        for Deed { cells, of, piece } in deeds {
            for cell in (self.board.set(*of) & *cells).cells() {
                self.board.put(cell, *piece);
            }
        }
    }

    /// What was captured goes to the hand, where there are hands.
    #[inline]
    pub(super) fn take(&mut self, player: Player, piece: Piece) {
        let slot = self.program.sides[player.index()].hand[usize::from(piece.0)];
        if slot != NOWHERE {
            let held = self.board.slot(slot.into());
            self.board.set_slot(slot.into(), held.saturating_add(1));
        }
    }
}
