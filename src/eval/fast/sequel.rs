//! What comes after a placement.

use super::Fast;
use crate::index::{Piece, Player};
use crate::program::{Each, Enclosed, Look, Ray, Sequel, Set, has};
use crate::rules::Act;

impl<S: Set> Fast<'_, S> {
    /// Does what comes after a placement on a cell, as far as it goes; whether all of it could be done.
    pub(super) fn act_after(&mut self, player: Player, cell: usize, list: &[Sequel<S>]) -> bool {
        list.iter().all(|part| match part {
            Sequel::Each(each) => self.act_around(player, cell, each),
            Sequel::Script(script) => self.act_by_walk(player, cell, script),
            Sequel::Here(cells) => self.passes(cells, cell),
            Sequel::Every { cells, act, optional, elsewhere, among: (codes, _) } => {
                let mut fits = *optional;
                for at in (self.cells(cells) & self.board.occupied).cells() {
                    if has(codes, self.board.cells[at]) && !(*elsewhere && at == cell) {
                        self.act_on_piece(player, at, *act);
                        fits = true;
                    }
                }
                fits
            }
            Sequel::Either(given, [first, second]) => {
                let list = if self.passes(given, cell) { first } else { second };
                self.act_after(player, cell, list)
            }
        })
    }

    fn act_around(&mut self, player: Player, cell: usize, each: &Each<S>) -> bool {
        if let Some(enclosed) = &each.enclosed {
            let cells = self.enclosed(enclosed, cell);
            cells.cells().for_each(|cell| self.act_on_piece(player, cell, enclosed.act));
            return each.optional || !cells.is_none();
        }
        let mut fitted = each.optional;
        for ray in &each.rays {
            if let Some(steps) = self.steps(ray, cell) {
                self.act_along(player, cell, ray, steps);
                fitted = true;
            }
        }
        for looks in &each.looks {
            let fits = |look: &&Look<S>| {
                let piece = self.board.cells.get(usize::from(look.at[cell]));
                let does = piece.is_some_and(|piece| match look.act {
                    Act::Flip => piece
                        .owner()
                        .is_some_and(|owner| self.program.team(owner) != self.program.team(player)),
                    _ => !piece.is_empty(),
                });
                does && self.fits(&look.sight, cell)
            };
            if let Some(look) = looks.iter().find(fits) {
                self.act_on_piece(player, look.at[cell].into(), look.act);
                fitted = true;
            }
        }
        fitted
    }

    /// The cells that lines from a cell go over.
    fn enclosed(&self, Enclosed { over, end, rays, .. }: &Enclosed<S>, cell: usize) -> S {
        let [over, end] = [over, end].map(|(content, cells)| self.board.set(*content) & *cells);
        let fitting = |line: S| if (line & end).is_none() { S::NONE } else { line & over };
        let (up, down) = rays.from(cell);
        let up = up.iter().map(|ray| fitting(*ray & (*ray & !over).up_to_lowest()));
        let down = down.iter().map(|ray| fitting(*ray & (*ray & !over).highest_and_on()));
        up.chain(down).fold(S::NONE, |all, cells| all | cells)
    }

    /// Turns a piece over, or takes it off.
    #[inline]
    fn act_on_piece(&mut self, player: Player, cell: usize, act: Act) {
        match (act, self.board.cells[cell].kind()) {
            (Act::Flip, Some(kind)) => self.board.put(cell, Piece::new(kind, Some(player))),
            (Act::Capture, _) => {
                self.captured |= S::one(cell);
                self.take(player, self.board.cells[cell]);
                self.board.put(cell, Piece::EMPTY);
            }
            (Act::Lift, _) => self.board.put(cell, Piece::EMPTY),
            _ => {}
        }
    }

    /// How many steps a line from that cell has, if it fits.
    fn steps(&self, ray: &Ray<S>, cell: usize) -> Option<usize> {
        let (mut at, mut all) = (cell, 0);
        for stride in &ray.strides {
            let mut steps = 0;
            loop {
                let fits = |next: &usize| {
                    has(&stride.codes, self.board.cells[*next]) && stride.cells.has(*next)
                };
                let Some(next) = self.ahead(ray.heading, at).filter(fits) else { break };
                (at, steps) = (next, steps + 1);
                if !stride.many {
                    break;
                }
            }
            if steps == 0 && (stride.least || !stride.many) {
                return None;
            }
            all += steps;
        }
        Some(all)
    }

    /// Does what is done along a line that fits and has so many steps: it may lead around the board to where it began.
    fn act_along(&mut self, player: Player, cell: usize, ray: &Ray<S>, mut steps: usize) {
        let mut at = cell;
        for stride in &ray.strides {
            while steps > 0 {
                let Some(next) = self.ahead(ray.heading, at) else { break };
                if !has(&stride.codes, self.board.cells[next]) || !stride.cells.has(next) {
                    break;
                }
                if let Some(act) = stride.act.filter(|_| !stride.last) {
                    self.act_on_piece(player, next, act);
                }
                (at, steps) = (next, steps - 1);
                if !stride.many {
                    break;
                }
            }
            if let Some(act) = stride.act.filter(|_| stride.last) {
                self.act_on_piece(player, at, act);
            }
        }
    }
}
