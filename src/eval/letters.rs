//! Which cells the letters of the format mean.

use super::Evaluator;
use crate::index::Cell;
use crate::position::{Position, TooWide};

impl Evaluator<'_> {
    /// The cells that each letter of the format means, in the order of the file, each list sorted:
    /// those that pass one of its tests; none where one of the tests passes nowhere.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks than are tried.
    pub fn lettered(&mut self, position: &Position) -> Result<Vec<Vec<Cell>>, TooWide> {
        self.load(position);
        let mover = position.turn;
        let letters = &self.program.sides[mover.index()].letters;
        let mut found = Vec::with_capacity(letters.len());
        for tests in letters {
            let mut cells = Vec::new();
            for test in tests {
                self.mark(test, mover)?;
                if !self.passing.contains(&true) {
                    cells.clear();
                    break;
                }
                let passing = self.passing.iter().enumerate().filter(|(_, passes)| **passes);
                cells.extend(passing.map(|(at, _)| Cell::at(at)));
            }
            cells.sort();
            cells.dedup();
            found.push(cells);
        }
        Ok(found)
    }
}
