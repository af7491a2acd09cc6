//! The board as sets of cells beside a plain array.

use crate::index::{Cell, Mark, Piece};
use crate::program::{Content, Plan, Program, Set};
use crate::rules::Layout;
use crate::rules::layout::Slots;

/// What stands where, what is remembered, and the sets that the plan asks of.
#[derive(Debug)]
pub(super) struct Board<S> {
    /// By code, where its sets begin in `sets_of`, and where they end.
    of: Box<[[u16; 2]]>,
    sets_of: Box<[u16]>,
    /// Cells, and slots behind them.
    pub cells: Vec<Piece>,
    /// By [`Content`], the cells where such a piece stands.
    sets: Vec<S>,
    /// Cells where anything stands.
    pub occupied: S,
    /// How many cells there are, slots not counted.
    size: usize,
    /// The cells that the board has.
    all: S,
    /// What is undone in the end: the cell or slot, and what was there.
    trail: Vec<(u16, Piece)>,
}

impl<S: Set> Board<S> {
    /// An empty board.
    pub fn new(program: &Program, plan: &Plan<S>) -> Self {
        let mut sets_of = Vec::new();
        let of = plan.contents.of.iter().map(|sets| {
            let start = sets_of.len() as u16;
            sets_of.extend_from_slice(sets);
            [start, sets_of.len() as u16]
        });
        Self {
            of: of.collect(),
            sets_of: sets_of.into(),
            cells: vec![Piece::EMPTY; program.layout.len()],
            sets: vec![S::NONE; plan.contents.codes.len()],
            occupied: S::NONE,
            size: program.cells,
            all: plan.cells,
            trail: Vec::new(),
        }
    }

    /// Takes over cells and slots.
    pub fn load(&mut self, cells: &[Piece]) {
        self.trail.clear();
        self.cells.fill(Piece::EMPTY);
        self.cells[..cells.len()].copy_from_slice(cells);
        self.sets.fill(S::NONE);
        self.occupied = S::NONE;
        for cell in self.all.cells() {
            let piece = self.cells[cell];
            let [start, end] = self.of[usize::from(piece.0)].map(usize::from);
            for set in &self.sets_of[start..end] {
                self.sets[usize::from(*set)] |= S::one(cell);
            }
            if !piece.is_empty() {
                self.occupied |= S::one(cell);
            }
        }
    }

    /// The cells where such a piece stands.
    #[inline]
    pub fn set(&self, content: Content) -> S {
        self.sets[usize::from(content.0)]
    }

    /// The cells that carry a mark, whoever made it.
    pub fn marks(&self, layout: &Layout, mark: Mark) -> S {
        let sets = layout.mark_sets(mark);
        sets.fold(S::NONE, |marked, slots| {
            marked | S::of_bytes(self.cells[slots].iter().map(|slot| slot.0))
        })
    }

    /// How far back [`Board::undo`] may be asked to go: to here.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Lets a piece stand on a cell, or nothing.
    #[inline]
    pub fn put(&mut self, cell: usize, piece: Piece) {
        let before = self.replace(cell, piece);
        self.trail.push((cell as u16, before));
    }

    #[inline]
    fn replace(&mut self, cell: usize, piece: Piece) -> Piece {
        let before = std::mem::replace(&mut self.cells[cell], piece);
        let here = S::one(cell);
        for piece in [before, piece] {
            let [start, end] = self.of[usize::from(piece.0)].map(usize::from);
            for set in &self.sets_of[start..end] {
                let set = &mut self.sets[usize::from(*set)];
                *set = *set ^ here;
            }
        }
        if before.is_empty() != piece.is_empty() {
            self.occupied = self.occupied ^ here;
        }
        before
    }

    /// Undoes everything since that mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some((at, before)) = self.trail.pop() else { return };
            if usize::from(at) < self.size {
                self.replace(usize::from(at), before);
            } else {
                self.cells[usize::from(at)] = before;
            }
        }
    }

    /// The cells that were changed since that mark.
    pub fn changed(&self, mark: usize) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.changes(mark).map(|(cell, _)| cell);
        cells.filter(|cell| cell.index() < self.size)
    }

    /// The cells and slots that were changed since that mark, and what was there before each change.
    pub fn changes(&self, mark: usize) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        self.trail[mark..].iter().map(|(at, before)| (Cell(*at), *before))
    }
}

impl<S: Set> Slots for Board<S> {
    fn slot(&self, at: usize) -> u8 {
        self.cells[at].0
    }

    fn set_slot(&mut self, at: usize, value: u8) {
        let before = std::mem::replace(&mut self.cells[at], Piece(value));
        self.trail.push((at as u16, before));
    }
}
