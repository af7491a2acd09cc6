//! What a player sees of a position.

use super::{Inquiry, Reference};
use crate::index::{Piece, Player};
use crate::position::{Position, Seen, TooWide};
use crate::rules::{SightRule, Test};

impl<'r> Reference<'r> {
    /// What a player sees of each cell of the board, whoever's turn it is.
    ///
    /// # Errors
    /// [`TooWide`] where a limit is reached, as in every other method here.
    pub fn seen(&self, position: &Position, player: Player) -> Result<Vec<Seen>, TooWide> {
        let cells = self.store(position);
        match &self.rules.sight {
            None => Ok(vec![Seen::Whole; self.graph.cells()]),
            Some(sight) => self.inquiry(position).seen(&cells, player, sight),
        }
    }
}

impl<'r> Inquiry<'r> {
    fn seen(
        &mut self,
        cells: &[Piece],
        player: Player,
        sight: &'r SightRule,
    ) -> Result<Vec<Seen>, TooWide> {
        let mut told = |test: &'r Option<Test>| match test {
            Some(test) => self.passing(cells, player, test),
            None => Ok(vec![true; self.graph.cells()]),
        };
        let (mut sees, knows) = (told(&sight.sees)?, told(&sight.knows)?);
        if sight.moves {
            for chosen in self.legal(cells, player)?.iter() {
                let changed = chosen.edits.iter().map(|edit| edit.cell);
                let known = changed.chain(chosen.path.iter().copied());
                let on_board = known.filter(|cell| cell.index() < self.graph.cells());
                on_board.for_each(|cell| sees[cell.index()] = true);
            }
        }
        let seen = |cell: usize| match (sees[cell], knows[cell]) {
            (false, _) => Seen::Hidden,
            // What is nobody's has nobody who could hide it.
            (true, false) if cells[cell].owner().is_some() => Seen::Piece,
            (true, _) => Seen::Whole,
        };
        Ok((0..self.graph.cells()).map(seen).collect())
    }
}
