//! What a placement does around it.

use super::Fast;
use crate::index::{Piece, Player};
use crate::program::{Deed, NOWHERE, Ray, Set, has};
use crate::rules::Act;

impl<S: Set> Fast<'_, S> {
    /// Does a deed around a cell, as far as it can be done.
    pub(super) fn act_around(&mut self, player: Player, cell: usize, deed: &Deed) {
        for ray in &deed.rays {
            if let Some(end) = self.end(ray, cell) {
                self.act_along(player, cell, ray, end);
            }
        }
    }

    /// The last cell of a line from that cell, if it fits.
    fn end(&self, ray: &Ray, cell: usize) -> Option<usize> {
        let mut at = cell;
        for stride in &ray.strides {
            let mut steps = 0;
            loop {
                let next = usize::from(ray.along[at]);
                let fits =
                    next != usize::from(NOWHERE) && has(&stride.codes, self.board.cells[next]);
                if !fits {
                    break;
                }
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
                let next = usize::from(ray.along[at]);
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
