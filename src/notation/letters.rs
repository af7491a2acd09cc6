//! Which cells the format's letters mean in a position.

use super::Notation;
use crate::eval::Evaluator;
use crate::index::{Cell, Piece, Player, ScoreId};
use crate::position::{Position, TooWide};
use crate::program::Program;

impl Notation {
    /// The cells that each letter of the format means, in the order of the file. The marks that
    /// letters tell of count as not made, so that writing asks what reading does.
    pub(super) fn lettered(&self, position: &Position) -> Result<Vec<Vec<Cell>>, TooWide> {
        let layout = self.rules.layout(position.size);
        let mut bare = position.clone();
        bare.cells.resize(layout.len(), Piece::EMPTY);
        for letter in &self.rules.format.letters {
            for player in (0..self.rules.players.len()).map(Player::at) {
                let slots = layout.mark_slots(letter.mark, player);
                bare.cells[slots].fill(Piece::EMPTY);
            }
        }
        self.evaluated(position, |evaluator| evaluator.lettered(&bare))
    }

    /// What each player has of a score, in half points.
    pub(super) fn points(&self, score: ScoreId, position: &Position) -> Result<Vec<i64>, TooWide> {
        self.evaluated(position, |evaluator| evaluator.scores(position, score))
    }

    /// Asks an evaluator for boards of the position's size.
    fn evaluated<T>(&self, position: &Position, ask: impl FnOnce(&mut Evaluator<'_>) -> T) -> T {
        let compile = || Program::compile(&self.rules, position.size);
        let program = self.program.get_or_init(compile);
        if program.size() == position.size {
            return ask(&mut Evaluator::lazy(program));
        }
        ask(&mut Evaluator::lazy(&compile()))
    }
}
