//! What comes after a placement.

use super::Fast;
use crate::index::{Piece, Player};
use crate::program::{Each, Ray, Sequel, Set, has};
use crate::rules::Act;

impl<S: Set> Fast<'_, S> {
    /// Does what comes after a placement on a cell, as far as it goes; whether all of it could be done.
    pub(super) fn act_after(&mut self, player: Player, cell: usize, list: &[Sequel<S>]) -> bool {
        list.iter().all(|part| match part {
            Sequel::Each(each) => self.act_around(player, cell, each),
            Sequel::Here(cells) => self.passes(cells, cell),
            Sequel::Every { cells, act, optional, .. } => {
                let cells = self.cells(cells) & self.board.occupied;
                for cell in cells.cells() {
                    if *act == Act::Capture {
                        self.take(player, self.board.cells[cell]);
                        self.captured = true;
                    }
                    self.board.put(cell, Piece::EMPTY);
                }
                *optional || !cells.is_none()
            }
            Sequel::Either(given, [first, second]) => {
                let list = if self.passes(given, cell) { first } else { second };
                self.act_after(player, cell, list)
            }
        })
    }

    fn act_around(&mut self, player: Player, cell: usize, each: &Each) -> bool {
        let mut fitted = each.optional;
        for ray in &each.rays {
            if let Some(end) = self.end(ray, cell) {
                self.act_along(player, cell, ray, end);
                fitted = true;
            }
        }
        fitted
    }

    /// The last cell of a line from that cell, if it fits.
    fn end(&self, ray: &Ray, cell: usize) -> Option<usize> {
        let mut at = cell;
        for stride in &ray.strides {
            let mut steps = 0;
            loop {
                let fits = |next: &usize| has(&stride.codes, self.board.cells[*next]);
                let Some(next) = self.ahead(ray.heading, at).filter(fits) else { break };
                (at, steps) = (next, steps + 1);
                if !stride.many {
                    break;
                }
            }
            if steps == 0 && (stride.least || !stride.many) {
                return None;
            }
        }
        Some(at)
    }

    /// Does what is done along a line that fits.
    fn act_along(&mut self, player: Player, cell: usize, ray: &Ray, end: usize) {
        let mut at = cell;
        for stride in &ray.strides {
            while at != end {
                let Some(next) = self.ahead(ray.heading, at) else { break };
                let piece = self.board.cells[next];
                if !has(&stride.codes, piece) {
                    break;
                }
                match (stride.act, piece.kind()) {
                    (Some(Act::Flip), Some(kind)) => {
                        self.board.put(next, Piece::new(kind, Some(player)));
                    }
                    (Some(Act::Lift), _) => self.board.put(next, Piece::EMPTY),
                    _ => {}
                }
                at = next;
                if !stride.many {
                    break;
                }
            }
        }
    }
}
