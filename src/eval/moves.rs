//! Pseudo-legal and legal moves.

use super::Evaluator;
use super::buffer::Moves;
use crate::index::{Cell, Player};
use crate::position::{State, TooWide};
use crate::program::{Entry, NOWHERE};
use crate::rules::limits;

impl Evaluator<'_> {
    /// The player's legal moves, or none when the game is over.
    pub(super) fn playable(&mut self, turn: Player, moves: &mut Moves) -> Result<(), TooWide> {
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
        if known.is_some() { Ok(()) } else { self.lawful(turn, moves) }
    }

    /// The player's legal moves, as if no ending held.
    pub(super) fn lawful(&mut self, turn: Player, moves: &mut Moves) -> Result<(), TooWide> {
        self.within(|this| this.allowed(turn, moves))?;
        if let Some(must) = self.program.must
            && (0..moves.len()).any(|at| moves.name(at) == must)
        {
            moves.retain(|moves, at| moves.name(at) == must);
        }
        Ok(())
    }

    /// The moves that no prohibition refuses.
    fn allowed(&mut self, turn: Player, moves: &mut Moves) -> Result<(), TooWide> {
        moves.clear();
        self.pseudo(turn, moves)?;
        let forbids = &self.program.sides[turn.index()].forbids;
        if forbids.is_empty() {
            return Ok(());
        }
        let mut fault = Ok(());
        moves.retain(|moves, at| {
            self.apply(moves, at);
            let mut kept = true;
            for forbid in forbids {
                match self.holds(forbid, turn, None) {
                    Ok(false) => {}
                    Ok(true) => {
                        kept = false;
                        break;
                    }
                    Err(wide) => {
                        fault = Err(wide);
                        break;
                    }
                }
            }
            self.undo(moves, at);
            kept
        });
        fault
    }

    /// Every walk of the player's pieces and actions, each move once.
    fn pseudo(&mut self, turn: Player, moves: &mut Moves) -> Result<(), TooWide> {
        let program = self.program;
        let side = &program.sides[turn.index()];
        if program.pieces_move {
            for at in 0..self.machine.cells.len() {
                if self.machine.cells[at].owner() == Some(turn) {
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
            if entry.from.as_ref().is_none_or(|from| from.contains(Cell(at))) {
                self.walk(turn, entry, at, moves)?;
            }
        }
        Ok(())
    }

    fn walk(
        &mut self,
        turn: Player,
        entry: &Entry,
        from: u16,
        moves: &mut Moves,
    ) -> Result<(), TooWide> {
        let (path, captures) = (self.machine.path.len(), self.machine.captures.len());
        self.machine.start(turn, entry, from, NOWHERE);
        let mut fits = self.machine.first()?;
        while fits {
            moves.add(&self.machine, entry.name, path, captures);
            if moves.len() > limits::MOVES {
                return Err(TooWide);
            }
            fits = self.machine.next()?;
        }
        Ok(())
    }
}
