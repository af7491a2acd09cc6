//! The line of moves that a play has made, and what is found at its end.

use std::sync::{Arc, OnceLock};

use super::play::Made;
use super::table::{List, Table, walked};
use super::{Board, Code, Fault, Play, What};
use crate::eval::{Evaluator, Line, Ply};
use crate::index::{Cell, Player};
use crate::notation::BoardFault;
use crate::position::{self, Position, Size, State};
use crate::program::Program;

impl Play {
    /// The position at hand.
    pub(crate) fn inner(&self) -> &Position {
        match self.made.is_empty() {
            true => &self.table.start,
            false => self.position.get_or_init(|| {
                let position = self.table.seat().position(&self.line());
                position.unwrap_or_else(|| self.table.start.clone())
            }),
        }
    }

    pub(crate) fn program(&self) -> &Program {
        &self.table.board.program
    }

    pub(super) fn board(&self) -> &Board {
        &self.table.board
    }

    pub(crate) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::lazy(self.program())
    }

    pub(super) fn name(&self, cell: Cell) -> String {
        self.game().notation().cell_name(cell, self.size())
    }

    pub(super) fn size(&self) -> Size {
        self.table.start.size
    }

    /// The player to move.
    pub(super) fn mover(&self) -> Player {
        self.here.turn
    }

    /// Whether sets do not tell positions, so that the one at hand is kept.
    pub(super) fn is_kept(&self) -> bool {
        !self.program().plays_by_sets() || self.program().layout.schedule().is_some()
    }

    /// The line of moves that were made, each of a list that is filled.
    #[expect(clippy::indexing_slicing, reason = "a line is asked for its own moves alone")]
    pub(super) fn line<'l>(&'l self) -> Line<'l, impl Fn(usize) -> Ply<'l>> {
        let ply = |at: usize| {
            let Made { list, at, number } = &self.made[at];
            Ply { number: *number, turn: list.turn, list: list.filled(), at: *at as usize }
        };
        let Table { board, start, .. } = &*self.table;
        Line { program: &board.program, start, turn: self.here.turn, len: self.made.len(), ply }
    }

    /// How the game stands, and how many legal moves there are; found once.
    pub(super) fn status(&self) -> Result<(State, usize), Fault> {
        if let Some(status) = self.here.status() {
            return Ok(status);
        }
        // The first moves that are asked for need not wait for what many take.
        let soon = self.made.is_empty() && self.program().spare() > 0;
        let soon = soon.then(|| walked(&mut self.evaluator(), self.inner()).ok()).flatten();
        let found = soon.or_else(|| self.table.seat().status(&self.line()));
        let found = match found {
            Some(found) => found,
            None => walked(&mut self.evaluator(), self.inner())?,
        };
        let status = (found.0, found.1);
        self.here.settle(found);
        Ok(status)
    }

    pub(super) fn state(&self) -> Result<State, Fault> {
        Ok(self.status()?.0)
    }

    /// The legal moves, found once.
    pub(super) fn list(&self) -> Result<&Arc<List>, Fault> {
        self.status()?;
        Ok(&self.here)
    }

    /// The place in the list of a move that is in it.
    pub(super) fn place(&self, chosen: &position::Move) -> Result<u32, Fault> {
        let mut moves = self.list()?.told().moves.iter();
        let at = moves.position(|known| known == chosen);
        at.map(|at| at as u32)
            .ok_or_else(|| Fault::plain(Code::Move, "the move is not legal in this position"))
    }

    /// Makes the move of that place in the list.
    pub(super) fn go(&mut self, at: u32) -> Result<(), Fault> {
        let mut turn = Player::at((self.mover().index() + 1) % self.program().players());
        if self.is_kept() {
            let mut after = self.inner().clone();
            if let Some(chosen) = self.here.told().moves.get(at as usize) {
                self.evaluator().play(&mut after, chosen)?;
            }
            turn = after.turn;
            self.position = OnceLock::from(after);
        } else {
            self.position.take();
        }
        self.number += 1;
        let ply = self.table.start.ply.saturating_add(self.made.len() as u32 + 1);
        let mut spare = self.spare.take();
        let here = match spare.take_if(|list| list.renew(&self.table, turn, ply)) {
            Some(list) => list,
            None => List::new(Arc::clone(&self.table), turn, ply),
        };
        let list = std::mem::replace(&mut self.here, here);
        self.made.push(Made { list, at, number: self.number });
        Ok(())
    }

    /// The place in the list of the move that a text means.
    pub(super) fn meant(&self, text: &str) -> Result<u32, Fault> {
        let list = self.list()?;
        if let Some(at) = list.names().iter().position(|name| name == text) {
            return Ok(at as u32);
        }
        let moves = &list.told().moves;
        let notation = self.game().notation();
        let trimmed = text.trim();
        let fault = match notation.parse_move(trimmed, moves, self.inner()) {
            Ok(found) => return self.place(found),
            Err(fault) => fault,
        };
        if moves.is_empty() {
            let shown = BoardFault::new(
                1,
                trimmed,
                0..trimmed.len(),
                format!("`{trimmed}` comes when the game is over"),
            );
            return Err(Fault::new(Code::Move, What::Lines(String::from("move"), vec![shown])));
        }
        let unfound = notation.unfound(trimmed, fault, moves, self.inner());
        let message = format!("`{trimmed}` {}", unfound.what);
        Err(Fault::unfound("move", trimmed, 0..trimmed.len(), message, unfound))
    }
}
