//! Pseudo-legal and legal moves.

use super::buffer::Moves;
use super::machine::Machine;
use super::{Evaluator, Made};
use crate::index::{Cell, Counter, Kind, Piece, Player};
use crate::position::{Edit, Position, State, TooWide};
use crate::program::{CondCode, Entry, MeasureCode, NOWHERE, Passing, Steps};
use crate::rules::{Pass, Place, limits};
use crate::source::Span;
use std::cmp::Ordering;

impl Evaluator<'_> {
    /// The player's legal moves, or none when the game is over; complete unless they are only `counted`.
    pub(super) fn playable(
        &mut self,
        turn: Player,
        moves: &mut Moves,
        counted: bool,
    ) -> Result<(), TooWide> {
        let known = if self.program.sides[turn.index()].asks_stuck {
            self.lawful(turn, moves)?;
            Some((turn, moves.len() == 0))
        } else {
            None
        };
        if self.standing(turn, known)? != State::Ongoing {
            moves.clear();
            return Ok(());
        }
        if known.is_none() {
            self.lawful(turn, moves)?;
        }
        self.complete(turn, moves, counted)
    }

    /// The player's legal moves as if no ending held, without counters and without a pass.
    pub(super) fn lawful(&mut self, turn: Player, moves: &mut Moves) -> Result<(), TooWide> {
        self.within(|this| this.allowed(turn, moves))?;
        let side = &self.program.sides[turn.index()];
        if let Some(must) = &side.must {
            self.keep(turn, moves, must)?;
        }
        for measure in &side.prefer {
            match measure {
                _ if moves.len() < 2 || self.all_drawn(moves) => break,
                MeasureCode::Holds(when) => self.keep(turn, moves, when)?,
                MeasureCode::Worth(kinds) => {
                    let worth = |moves: &Moves, at: usize| -> u64 {
                        let worth = |piece: &Piece| kinds.get(piece.kind()?.index());
                        moves
                            .taken(at)
                            .iter()
                            .filter_map(worth)
                            .map(|worth| u64::from(*worth))
                            .sum()
                    };
                    let most = (0..moves.len()).map(|at| worth(moves, at)).max();
                    moves.retain(|moves, at| Some(worth(moves, at)) == most);
                }
                MeasureCode::First(kind) => {
                    let mut best = 0;
                    for at in 1..moves.len() {
                        if moves.order(*kind, at, best) == Ordering::Greater {
                            best = at;
                        }
                    }
                    // A move that is kept may take the place of the best, which it equals.
                    let kept = (0..moves.len())
                        .map(|at| moves.order(*kind, at, best) == Ordering::Equal)
                        .collect::<Vec<_>>();
                    moves.retain(|_, at| kept[at]);
                }
            }
        }
        moves.once(self.program.routes_differ, &self.program.named, &side.prefer);
        Ok(())
    }

    /// Whether all moves of a list are drawn: nothing is preferred among them then, and nobody passes.
    fn all_drawn(&self, moves: &Moves) -> bool {
        let program = self.program;
        program.draws && (0..moves.len()).all(|at| program.is_drawn(moves.name(at)))
    }

    /// Keeps only the moves after which a condition holds, if there are any.
    fn keep(&mut self, turn: Player, moves: &mut Moves, when: &CondCode) -> Result<(), TooWide> {
        let mut first = Vec::new();
        for at in 0..moves.len() {
            let holds = |this: &mut Self| this.holds(when, turn, None);
            first.push(match when.of_move() {
                true => self.of(turn, moves, at, holds),
                false => self.after(turn, moves, at, holds),
            }?);
        }
        if first.contains(&true) {
            moves.retain(|_, at| first[at]);
        }
        Ok(())
    }

    /// Adds to the moves what they do to the counters (unless they are only `counted`), and a pass
    /// where there is one.
    pub(super) fn complete(
        &mut self,
        turn: Player,
        moves: &mut Moves,
        counted: bool,
    ) -> Result<(), TooWide> {
        let pass = match self.program.pass {
            Some(Pass::Free(name)) => {
                Some(name).filter(|_| moves.len() == 0 || !self.all_drawn(moves))
            }
            Some(Pass::Stuck(name)) => Some(name).filter(|_| moves.len() == 0),
            None => None,
        };
        if let Some(name) = pass {
            moves.add_pass(&self.machine, turn, name);
            let at = moves.len() - 1;
            if self.refused(turn, moves, at)? {
                moves.retain(|_, index| index != at);
            }
        }
        let side = &self.program.sides[turn.index()];
        let changes = !counted && (!side.counters.is_empty() || side.passing.is_some());
        let of_move = side.counters.iter().all(Steps::of_move)
            && side.passing.as_ref().is_none_or(Passing::of_move)
            && self.program.layout.turn_numbers().next().is_none();
        for at in 0..if changes { moves.len() } else { 0 } {
            let edits = match of_move {
                true => self.of(turn, moves, at, |this| this.steps(turn)),
                false => self.after(turn, moves, at, |this| this.steps(turn)),
            };
            moves.extend(at, &edits?);
        }
        Ok(())
    }

    /// How a move changes the counters.
    fn steps(&mut self, turn: Player) -> Result<Vec<Edit>, TooWide> {
        let program = self.program;
        let mut edits = Vec::new();
        for (index, steps) in program.sides[turn.index()].counters.iter().enumerate() {
            let up = self.holds(&steps.up, turn, None)?;
            let down = self.holds(&steps.down, turn, None)?;
            let reset = self.holds(&steps.reset, turn, None)?;
            let cell = program.layout.counter(Counter::at(index), turn);
            let before = self.machine.cells[cell.index()];
            let moved = before.byte().saturating_add(up.into()).saturating_sub(down.into());
            let after = Piece::of_byte(if reset { steps.start } else { moved });
            if before != after {
                edits.push(Edit { cell, before, after });
            }
        }
        for edit in &edits {
            self.machine.cells[edit.cell.index()] = edit.after;
        }
        let passed = self.passed(turn);
        for edit in &edits {
            self.machine.cells[edit.cell.index()] = edit.before;
        }
        edits.extend(passed?);
        Ok(edits)
    }

    /// How the move that is asked about, and is made, changes the place in the schedule.
    pub(super) fn passed(&mut self, turn: Player) -> Result<Vec<Edit>, TooWide> {
        let program = self.program;
        let slots = program.layout.schedule().zip(program.layout.turn_slots());
        let (Some((schedule, slots)), Some(passing)) =
            (slots, &program.sides[turn.index()].passing)
        else {
            return Ok(Vec::new());
        };
        let slots = [slots.0, slots.1];
        let before = slots.map(|at| self.machine.cells[at]);
        let here = schedule.place(before[0].byte(), turn).at;
        let pass = self.made.is_some_and(|made| program.is_pass(made.name));
        let (next, goes_on) = if pass || self.holds(&passing.over, turn, None)? {
            (schedule.next_turn(here), false)
        } else if self.holds(&passing.again, turn, None)? {
            (here, true)
        } else {
            let next = schedule.next(here);
            (next, schedule.step(next) > 1)
        };
        let after = |at: usize| {
            let run = match schedule.player(at) == turn {
                true => before[1].byte().saturating_add(1),
                false => 0,
            };
            [schedule.value(Place { at, last: turn }), run].map(Piece::of_byte)
        };
        // The numbers of the turn go with it.
        let goes = |at: usize| at != next || !goes_on;
        let numbers = || program.layout.turn_numbers();
        let kept: Vec<Piece> = numbers().map(|slot| self.machine.cells[slot]).collect();
        let (mut chosen, mut at) = (next, next);
        for _ in 0..schedule.len() {
            let player = schedule.player(at);
            let Some(passing) = &program.sides[player.index()].passing else { break };
            (self.machine.cells[slots[0]], self.machine.cells[slots[1]]) = after(at).into();
            if goes(at) {
                numbers().for_each(|slot| self.machine.cells[slot] = Piece::EMPTY);
            }
            self.version += 1;
            let skipped = self.replied(|this| {
                let made = this.made.take();
                let skipped = this.holds(&passing.skip, player, None);
                this.made = made;
                skipped
            });
            (self.machine.cells[slots[0]], self.machine.cells[slots[1]]) = before.into();
            numbers().zip(&kept).for_each(|(slot, kept)| self.machine.cells[slot] = *kept);
            self.version += 1;
            if !skipped? {
                chosen = at;
                break;
            }
            at = schedule.next_turn(at);
        }
        let edit = |(at, (before, after)): (usize, (Piece, Piece))| Edit {
            cell: Cell::at(at),
            before,
            after,
        };
        let edits = slots.into_iter().zip(before.into_iter().zip(after(chosen)));
        let numbers = numbers().zip(kept.into_iter().map(|kept| (kept, Piece::EMPTY)));
        let edits = edits.chain(numbers.filter(|_| goes(chosen))).map(edit);
        Ok(edits.filter(|edit| edit.before != edit.after).collect())
    }

    /// The moves that no prohibition refuses.
    pub(super) fn allowed(&mut self, turn: Player, moves: &mut Moves) -> Result<(), TooWide> {
        moves.clear();
        self.pseudo(turn, moves)?;
        if self.program.sides[turn.index()].forbids.is_empty() {
            return Ok(());
        }
        let mut fault = Ok(());
        moves.retain(|moves, at| match self.refused(turn, moves, at) {
            Ok(refused) => !refused,
            Err(wide) => {
                fault = Err(wide);
                true
            }
        });
        fault
    }

    /// Whether a prohibition holds after a move of the list.
    fn refused(&mut self, turn: Player, moves: &Moves, at: usize) -> Result<bool, TooWide> {
        let forbids = &self.program.sides[turn.index()].forbids;
        self.after(turn, moves, at, |this| {
            for forbid in forbids {
                if this.holds(forbid, turn, None)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Asks about the position after a move of the list.
    fn after<T>(
        &mut self,
        turn: Player,
        moves: &Moves,
        at: usize,
        ask: impl FnOnce(&mut Self) -> Result<T, TooWide>,
    ) -> Result<T, TooWide> {
        self.of(turn, moves, at, |this| {
            this.apply(moves, at);
            let answer = ask(this);
            this.undo(moves, at);
            answer
        })
    }

    /// Asks about a move of the list, which is not made for it.
    fn of<T>(
        &mut self,
        turn: Player,
        moves: &Moves,
        at: usize,
        ask: impl FnOnce(&mut Self) -> Result<T, TooWide>,
    ) -> Result<T, TooWide> {
        let from = moves.path(at).first().map(|cell| self.machine.cells[cell.index()]);
        let kind = from.filter(|piece| self.program.moves(*piece, turn)).and_then(Piece::kind);
        let captured = !moves.captures(at).is_empty();
        let remembers = self.program.remembers;
        let before = match remembers {
            true => self.program.layout.board_key(&self.machine.cells),
            false => 0,
        };
        let key = match self.program.replies_ask_past {
            false => None,
            // No position is taken for a repetition then.
            true if self.keying => Some(0),
            true => Some(self.key_of(turn)?),
        };
        self.about(Made { captured, name: moves.name(at), kind, before, key }, ask)
    }

    /// The position's key, as [`Evaluator::key`] tells.
    pub(super) fn key_of(&mut self, turn: Player) -> Result<u64, TooWide> {
        let layout = &self.program.layout;
        let mut fleeting = layout.has_fleeting(&self.machine.cells);
        if fleeting {
            // A prohibition that asks for repetitions would ask for this key again.
            let keying = std::mem::replace(&mut self.keying, true);
            let with = self.edits_of(turn);
            let kept = self.machine.cells.clone();
            layout.clear_fleeting(&mut self.machine.cells);
            let without = self.edits_of(turn);
            self.machine.cells = kept;
            self.keying = keying;
            fleeting = with? != without?;
        }
        Ok(layout.key(&self.machine.cells, turn, fleeting))
    }

    /// What the legal moves change on the board, in order.
    fn edits_of(&mut self, turn: Player) -> Result<Vec<Vec<Edit>>, TooWide> {
        let mut moves = self.take();
        self.lawful(turn, &mut moves)?;
        let board = |edit: &&Edit| self.program.layout.is_of_board(edit.cell.index());
        let edits = |at| moves.edits(at).iter().filter(board).copied().collect();
        let mut all: Vec<Vec<Edit>> = (0..moves.len()).map(edits).collect();
        self.give(moves);
        // The marks are among what tells the moves apart: their order says nothing of them.
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// Every walk of the player's pieces and actions, each move once.
    fn pseudo(&mut self, turn: Player, moves: &mut Moves) -> Result<(), TooWide> {
        let program = self.program;
        let side = &program.sides[turn.index()];
        if program.pieces_move {
            for at in 0..program.cells {
                if program.moves(self.machine.cells[at], turn) {
                    self.moves_of(turn, at as u16, moves)?;
                }
            }
        }
        for entry in &side.actions.entries {
            self.walk(turn, entry, NOWHERE, moves)?;
        }
        Ok(())
    }

    /// Every walk of the player's piece on a cell.
    pub(super) fn moves_of(
        &mut self,
        turn: Player,
        at: u16,
        moves: &mut Moves,
    ) -> Result<(), TooWide> {
        let kinds = &self.program.sides[turn.index()].kinds;
        let kind = self.machine.cells[usize::from(at)].kind();
        let Some(walks) = kind.and_then(|kind| kinds.get(kind.index())) else { return Ok(()) };
        for entry in &walks.entries {
            if entry.starts_on(Cell(at)) {
                self.walk(turn, entry, at, moves)?;
            }
        }
        Ok(())
    }

    /// Where the walk stands in the rules that runs the most instructions of the player whose turn it is, or that alone reaches a limit;
    /// and how many, if none is reached.
    pub fn widest(&mut self, position: &Position) -> Option<(Span, Option<u64>)> {
        self.load(position);
        let (program, turn) = (self.program, position.turn);
        let side = &program.sides[turn.index()];
        let kinds = side.kinds.iter().enumerate().map(|(at, walks)| (Some(Kind::at(at)), walks));
        let walks = kinds.chain([(None, &side.actions)]);
        let entries = walks.flat_map(|(kind, walks)| {
            walks.entries.iter().enumerate().map(move |(at, entry)| (kind, at, entry))
        });
        let mut moves = self.take();
        let mut widest: Option<(u64, Option<Kind>, usize)> = None;
        for (kind, at, entry) in entries {
            moves.clear();
            let begins = |cell: &usize| {
                let piece = self.machine.cells[*cell];
                self.program.moves(piece, turn)
                    && piece.kind() == kind
                    && entry.starts_on(Cell::at(*cell))
            };
            let from: Vec<u16> = match kind {
                None => vec![NOWHERE],
                Some(_) => (0..program.cells).filter(begins).map(|cell| cell as u16).collect(),
            };
            self.machine.steps = 0;
            let stopped =
                from.into_iter().any(|from| self.walk(turn, entry, from, &mut moves).is_err());
            let so_many = if stopped { u64::MAX } else { self.machine.steps };
            if widest.is_none_or(|(known, ..)| so_many > known) {
                widest = Some((so_many, kind, at));
            }
        }
        self.give(moves);
        let (so_many, kind, at) = widest?;
        Some((program.walk_span(kind, at)?, Some(so_many).filter(|many| *many < u64::MAX)))
    }

    /// Adds what one walk of a player's comes to, from a cell or nowhere.
    pub(super) fn walk(
        &mut self,
        turn: Player,
        entry: &Entry,
        from: u16,
        moves: &mut Moves,
    ) -> Result<(), TooWide> {
        self.walk_on(entry, moves, |machine| machine.start(turn, entry, from, NOWHERE))
    }

    /// Adds the moves of an action that begins with a pick, of those that pick one of these cells first, in words of 64 each.
    pub(super) fn walk_picking(
        &mut self,
        turn: Player,
        entry: &Entry,
        firsts: impl Iterator<Item = u64>,
        moves: &mut Moves,
    ) -> Result<(), TooWide> {
        self.walk_on(entry, moves, |machine| machine.start_picking(turn, entry, firsts))
    }

    /// Adds what a way comes to, of a walk that `start` sets up, if it fits: by these branches first, and then by its number. The branches
    /// that it takes in all are written down.
    pub(super) fn walk_way(
        &mut self,
        (entry, begun, number): (&Entry, &[u32], u64),
        moves: &mut Moves,
        branches: &mut Vec<u32>,
        start: impl FnOnce(&mut Machine<'_>),
    ) -> Result<(), TooWide> {
        let (path, captures) = (self.machine.path.len(), self.machine.captures.len());
        let told = self.program.named.told(entry.name);
        start(&mut self.machine);
        if self.machine.go_way(begun, number)? {
            self.machine.finish();
            moves.add(&self.machine, (entry.name, told), path, captures);
            branches.clear();
            branches.extend(self.machine.branches());
            self.machine.stop();
        }
        Ok(())
    }

    /// Goes the beginnings of the ways of a walk that `start` sets up and that may go so many, up to the first fork after something is
    /// changed: `see` is told the branches of each, and how many ways begin so.
    pub(super) fn each_beginning(
        &mut self,
        ways: u64,
        start: impl FnOnce(&mut Machine<'_>),
        mut see: impl FnMut(&[u32], u64),
    ) -> Result<(), TooWide> {
        start(&mut self.machine);
        let mut fits = self.machine.first_beginning(ways)?;
        while fits {
            see(self.machine.branches(), self.machine.ways_on());
            fits = self.machine.next_beginning()?;
        }
        Ok(())
    }

    /// Goes each way of a walk that `start` sets up which may change just that: `see` is told what it comes to, the only move of a
    /// list, and the branches that it takes.
    pub(super) fn each_way_to(
        &mut self,
        entry: &Entry,
        edits: &[Edit],
        start: impl FnOnce(&mut Machine<'_>),
        mut see: impl FnMut(&Moves, &[u32]),
    ) -> Result<(), TooWide> {
        let (path, captures) = (self.machine.path.len(), self.machine.captures.len());
        let told = self.program.named.told(entry.name);
        let mut found = self.take();
        start(&mut self.machine);
        let mut fits = self.machine.first_way_to(edits)?;
        while fits {
            self.machine.finish();
            let cells = &self.machine.cells;
            let here = |edit: &&Edit| edit.cell.index() < self.program.cells;
            if edits.iter().filter(here).all(|edit| cells[edit.cell.index()] == edit.after) {
                found.clear();
                found.add(&self.machine, (entry.name, told), path, captures);
                if found.len() > 0 {
                    see(&found, self.machine.branches());
                }
            }
            fits = self.machine.next_way_to(edits)?;
        }
        self.give(found);
        Ok(())
    }

    fn walk_on(
        &mut self,
        entry: &Entry,
        moves: &mut Moves,
        start: impl FnOnce(&mut Machine<'_>),
    ) -> Result<(), TooWide> {
        let (path, captures) = (self.machine.path.len(), self.machine.captures.len());
        let name = entry.name;
        let told = self.program.named.told(name);
        start(&mut self.machine);
        let mut fits = self.machine.first()?;
        while fits {
            self.machine.finish();
            moves.add(&self.machine, (name, told), path, captures);
            if moves.len() > limits::MOVES {
                return Err(TooWide::Moves);
            }
            fits = self.machine.next()?;
        }
        Ok(())
    }
}
