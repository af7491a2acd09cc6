//! What a piece that comes to a cell brings about there, told of all cells at once.

use super::field::{Field, Stands};
use crate::index::{Mark, Piece};
use crate::program::{Content, Contents, Rows, Run, Set, Sight, Ways, Where, has};
use crate::rules::Relation;

/// A board on which something else stands on a cell than does.
struct Changed<'b, B> {
    board: &'b B,
    contents: &'b Contents,
    cell: usize,
    piece: Piece,
}

impl<S: Set, B: Stands<S>> Stands<S> for Changed<'_, B> {
    fn set(&self, content: Content) -> S {
        let cell = S::one(self.cell);
        let stands = has(&self.contents.codes[usize::from(content.0)], self.piece);
        self.board.set(content) & !cell | if stands { cell } else { S::NONE }
    }

    fn occupied(&self) -> S {
        let cell = S::one(self.cell);
        self.board.occupied() & !cell | if self.piece.is_empty() { S::NONE } else { cell }
    }

    fn slot(&self, at: usize) -> u8 {
        self.board.slot(at)
    }

    fn marked(&self, mark: Mark) -> S {
        self.board.marked(mark)
    }
}

impl<S: Set, B: Stands<S>> Field<'_, '_, S, B> {
    /// The cells at which a piece that comes there, and leaves that cell if it has stood on the board, makes it so that some cells pass,
    /// or none, as the relation says, of which [sets tell](Where::is_brought).
    pub fn after_some(
        &self,
        cells: &Where<S>,
        relation: Relation,
        (piece, from): (Piece, Option<usize>),
    ) -> S {
        let contents = &self.plan.contents;
        let some = match from {
            None => self.with_some(cells, piece),
            Some(cell) => {
                let board = Changed { board: self.board, contents, cell, piece: Piece::EMPTY };
                Field { plan: self.plan, board: &board }.with_some(cells, piece)
            }
        };
        if relation.grows() { some } else { !some }
    }

    /// Whether one of them is among these. The same as [`Field::after_some`] of that cell.
    pub fn after_some_at(
        &self,
        cells: &Where<S>,
        relation: Relation,
        (piece, from): (Piece, Option<usize>),
        to: usize,
    ) -> bool {
        let (plan, contents) = (self.plan, &self.plan.contents);
        let cell = from.unwrap_or(to);
        let left = Changed { board: self.board, contents, cell, piece: Piece::EMPTY };
        let board = Changed { board: &left, contents, cell: to, piece };
        let some = !Field { plan, board: &board }.cells(cells).is_none();
        relation.grows() == some
    }

    /// The cells at which a piece that comes there makes some pass, or all if some pass without it.
    fn with_some(&self, cells: &Where<S>, piece: Piece) -> S {
        match self.cells(cells).is_none() {
            true => self.brings(cells, piece, self.plan.cells),
            false => S::ALL,
        }
    }

    /// The cells at which a piece that comes there makes one of these pass, where none does without it.
    fn brings(&self, cells: &Where<S>, piece: Piece, among: S) -> S {
        match cells {
            Where::All(list) => {
                let contents = &self.plan.contents;
                let plain = || list.iter().filter(|one| one.is_plain());
                let mut others = list.iter().filter(|one| !one.is_plain());
                let Some(other) = others.next() else { return among & cells.with(piece, contents) };
                let here = plain().fold(among, |all, one| all & one.with(piece, contents));
                let now = plain().fold(among, |all, one| all & self.cells(one));
                here & self.landing(other, piece) | self.brings(other, piece, now)
            }
            Where::Any(list) => {
                list.iter().fold(S::NONE, |all, one| all | self.brings(one, piece, among))
            }
            Where::Look(sight, _) => self.brings_in(sight, piece, among),
            cells => among & self.landing(cells, piece),
        }
    }

    /// The same of cells from which a look fits then.
    fn brings_in(&self, sight: &Sight<S>, piece: Piece, among: S) -> S {
        if among.is_none() {
            return S::NONE;
        }
        let contents = &self.plan.contents;
        match sight {
            // Of what goes in rounds this is not asked: see `Sight::goes_on`.
            Sight::Every | Sight::Loop(_) | Sight::Again => S::NONE,
            Sight::Here(cells, rest) => {
                let here = among & cells.with(piece, contents);
                let fits = if here.is_none() { here } else { here & self.lands_in(rest, piece) };
                fits | self.brings_in(rest, piece, among & self.cells(cells))
            }
            Sight::Next(ways, rest) => self.brings_in(rest, piece, ways.ahead(among)),
            Sight::Any(list) => {
                list.iter().fold(S::NONE, |all, one| all | self.brings_in(one, piece, among))
            }
            Sight::Run(run, rest) => {
                let passing = self.cells(&run.cells);
                let mut begun = S::NONE;
                let mut last = among;
                while !last.is_none() {
                    last = run.ways.ahead(last) & passing & !begun;
                    begun |= last;
                }
                let all = among | begun;
                let here = run.ways.ahead(all) & run.cells.with(piece, contents);
                let fits =
                    if here.is_none() { here } else { here & self.lands_on(run, rest, piece) };
                let ends = if run.least { begun } else { all };
                fits | self.brings_in(rest, piece, ends)
            }
            Sight::Several(several) => {
                let less = among & several.one_less(|look| self.seen(look));
                several.looks.iter().fold(S::NONE, |all, (ways, look)| {
                    // What fits there already makes them no more where the piece captures it.
                    let open = !self.seen(look);
                    let more = |all, way: &Ways<S>| {
                        all | self.brings_in(look, piece, way.ahead(less) & open)
                    };
                    ways.iter().fold(all, more)
                })
            }
        }
    }

    /// The cells from which a look would fit if such a piece stood where it begins.
    fn lands_in(&self, sight: &Sight<S>, piece: Piece) -> S {
        match sight {
            Sight::Here(cells, rest) => {
                cells.with(piece, &self.plan.contents) & self.lands_in(rest, piece)
            }
            Sight::Any(list) => {
                list.iter().fold(S::NONE, |all, one| all | self.lands_in(one, piece))
            }
            Sight::Run(run, _) if run.least => self.seen(sight),
            Sight::Run(run, rest) => self.lands_on(run, rest, piece),
            sight => self.seen(sight),
        }
    }

    /// The same of the rest of a look, after any number of steps of a run.
    fn lands_on(&self, run: &Run<S>, rest: &Sight<S>, piece: Piece) -> S {
        let ends = self.seen(rest);
        let on = run.ways.back_along(ends, self.cells(&run.cells)).unwrap_or(S::NONE);
        on | self.lands_in(rest, piece)
    }

    /// The cells that would pass themselves if such a piece stood there.
    pub fn landing(&self, cells: &Where<S>, piece: Piece) -> S {
        match cells {
            Where::All(list) => {
                list.iter().fold(self.plan.cells, |all, one| all & self.landing(one, piece))
            }
            Where::Any(list) => {
                list.iter().fold(S::NONE, |all, one| all | self.landing(one, piece))
            }
            Where::Not(cells) => self.plan.cells & !self.landing(cells, piece),
            Where::Lies(goal, players, _) => {
                let rows = Rows::of_players(&self.plan.rows[goal.index()], *players);
                rows.fold(S::NONE, |all, rows| {
                    let of = &self.plan.contents.codes[usize::from(rows.of.0)];
                    match has(of, piece) {
                        true => all | rows.lacking(self.board.set(rows.of)),
                        false => all,
                    }
                })
            }
            Where::Look(sight, true) => self.lands_in(sight, piece),
            Where::Look(sight, false) => self.plan.cells & !self.lands_in(sight, piece),
            cells => cells.with(piece, &self.plan.contents),
        }
    }
}
