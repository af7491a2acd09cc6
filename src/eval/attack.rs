//! Whether a player could capture on a cell: stops at the first walk that does.

use super::machine::Machine;
use crate::index::{Cell, Piece, Player};
use crate::position::TooWide;
use crate::program::{NOWHERE, Walks, has};

impl Machine<'_> {
    /// Whether some walk of `by` would capture on the cell if a piece of `defender` stood there.
    pub fn attacked(&mut self, cell: Cell, by: Player, defender: Player) -> Result<bool, TooWide> {
        let before = self.cells[cell.index()];
        if before.owner() != Some(defender) {
            self.cells[cell.index()] = match before.kind() {
                Some(kind) => Piece::new(kind, Some(defender)),
                None => self.program.sides[defender.index()].stand_in,
            };
        }
        let answer = self.reached(cell, by);
        self.cells[cell.index()] = before;
        answer
    }

    /// Whether a royal piece of the player is attacked by another player.
    pub fn royal_attacked(&mut self, player: Player) -> Result<bool, TooWide> {
        let program = self.program;
        for at in 0..program.cells {
            let piece = self.cells[at];
            if piece.owner() != Some(player) || !has(&program.royal, piece) {
                continue;
            }
            let team = program.team(player);
            let others = (0..program.players).map(Player::at);
            for by in others.filter(|by| program.team(*by) != team) {
                if self.reached(Cell::at(at), by)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn reached(&mut self, cell: Cell, by: Player) -> Result<bool, TooWide> {
        let program = self.program;
        let side = &program.sides[by.index()];
        if program.pieces_move {
            let reach = program.reach(by);
            for at in 0..program.cells {
                let piece = self.cells[at];
                if !program.moves(piece, by) {
                    continue;
                }
                let Some(kind) = piece.kind().filter(|kind| kind.index() < side.kinds.len()) else {
                    continue;
                };
                let (walks, reach) = (&side.kinds[kind.index()], &reach[kind.index()]);
                if reach.as_ref().is_some_and(|reach| !reach[at].contains(cell)) {
                    continue;
                }
                if self.takes(cell, by, walks, at as u16)? {
                    return Ok(true);
                }
            }
        }
        self.takes(cell, by, &side.actions, NOWHERE)
    }

    /// Whether one of these walks, from `from`, captures on the cell.
    pub fn takes(
        &mut self,
        cell: Cell,
        by: Player,
        walks: &Walks,
        from: u16,
    ) -> Result<bool, TooWide> {
        for at in &walks.capturing {
            let entry = &walks.entries[*at as usize];
            if from != NOWHERE && !entry.starts_on(Cell(from)) {
                continue;
            }
            self.start(by, entry, from, cell.0);
            let mut fits = self.first()?;
            while fits {
                if self.took_target() {
                    self.stop();
                    return Ok(true);
                }
                fits = self.next()?;
            }
        }
        Ok(false)
    }
}
