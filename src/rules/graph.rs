//! The board as a graph: cells and headings, for one size.

use super::model::{Cells, Compass, DirTerm, Dirs};
use crate::index::{Cell, Heading};
use crate::position::Size;
use crate::syntax::directions::{COMPASS, leap_vectors};

/// The cells of a board and where each heading leads.
///
/// Headings 0 to 7 are the compass, clockwise from north; the leaps that the rules use follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    size: Size,
    headings: Vec<(i32, i32)>,
}

impl Graph {
    /// The graph of a board of that size, with the leaps `(a, b)` as headings.
    pub fn new(size: Size, leaps: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let mut headings = COMPASS.to_vec();
        for leap in leaps {
            for vector in leap_vectors(leap) {
                if !headings.contains(&vector) {
                    headings.push(vector);
                }
            }
        }
        Self { size, headings }
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        usize::from(self.size.width) * usize::from(self.size.height)
    }

    /// Every cell, south-west first.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cells()).map(Cell::at)
    }

    /// How many headings there are.
    pub fn headings(&self) -> usize {
        self.headings.len()
    }

    /// File and rank of a cell, each from 0.
    pub fn file_rank(&self, cell: Cell) -> (u16, u16) {
        (cell.0 % self.size.width, cell.0 / self.size.width)
    }

    /// The cell on that file and rank, if the board has it.
    pub fn cell(&self, file: u16, rank: u16) -> Option<Cell> {
        (file < self.size.width && rank < self.size.height)
            .then(|| Cell(rank * self.size.width + file))
    }

    /// The cell one heading on, or `None` off the board.
    pub fn next(&self, cell: Cell, heading: Heading) -> Option<Cell> {
        let (dx, dy) = self.headings[heading.index()];
        let (file, rank) = self.file_rank(cell);
        let file = u16::try_from(i32::from(file) + dx).ok()?;
        let rank = u16::try_from(i32::from(rank) + dy).ok()?;
        self.cell(file, rank)
    }

    /// The cells of the line through a cell along a heading, the cell first, then what lies ahead of it,
    /// then what lies behind. A line that comes round to the cell lies all ahead.
    pub fn line(&self, cell: Cell, heading: Heading) -> Vec<Cell> {
        let mut line = vec![cell];
        let mut at = cell;
        while let Some(next) = self.next(at, heading) {
            if next == cell {
                return line;
            }
            line.push(next);
            at = next;
        }
        at = cell;
        while let Some(before) = self.all().find(|from| self.next(*from, heading) == Some(at)) {
            line.push(before);
            at = before;
        }
        line
    }

    /// Where each cell of a square block goes when it is turned by a right angle, `right` being
    /// clockwise; none if the cells are no such block, or only one.
    pub fn quarter(
        &self,
        cells: &Cells,
        facing: Heading,
        right: bool,
    ) -> Option<Vec<(Cell, Cell)>> {
        let block: Vec<Cell> =
            self.all().filter(|cell| self.contains(cells, *cell, facing)).collect();
        let places: Vec<(u16, u16)> = block.iter().map(|cell| self.file_rank(*cell)).collect();
        let file = places.iter().map(|place| place.0).min()?;
        let rank = places.iter().map(|place| place.1).min()?;
        let side = places.iter().map(|place| (place.0 - file).max(place.1 - rank)).max()? + 1;
        if side < 2 || usize::from(side) * usize::from(side) != block.len() {
            return None;
        }
        let turned = block.iter().zip(&places).map(|(from, place)| {
            let (x, y) = (place.0 - file, place.1 - rank);
            let (x, y) = if right { (y, side - 1 - x) } else { (side - 1 - y, x) };
            Some((*from, self.cell(file + x, rank + y)?))
        });
        turned.collect()
    }

    /// The heading of a compass direction.
    pub fn compass(compass: Compass) -> Heading {
        Heading(compass as u16)
    }

    /// The headings that `dirs` names for a player who faces `facing` and a walk that heads for
    /// `ahead`, in the graph's order, each once.
    pub fn resolve(&self, dirs: &Dirs, facing: Heading, ahead: Heading) -> Vec<Heading> {
        let mut found: Vec<Heading> =
            dirs.0.iter().flat_map(|term| self.term(*term, facing, ahead)).collect();
        found.sort();
        found.dedup();
        found
    }

    fn term(&self, term: DirTerm, facing: Heading, ahead: Heading) -> Vec<Heading> {
        let (facing, ahead) = (self.headings[facing.index()], self.headings[ahead.index()]);
        let vectors = term.vectors(facing, ahead);
        vectors.into_iter().filter_map(|vector| self.heading(vector)).collect()
    }

    fn heading(&self, vector: (i32, i32)) -> Option<Heading> {
        self.headings.iter().position(|known| *known == vector).map(Heading::at)
    }

    /// Whether a cell is in the set, for a player who faces `facing`.
    pub fn contains(&self, cells: &Cells, cell: Cell, facing: Heading) -> bool {
        let (file, rank) = self.file_rank(cell);
        let Size { width, height } = self.size;
        match cells {
            Cells::All => true,
            Cells::Edge(side) => {
                let (dx, dy) = COMPASS[*side as usize];
                match (dx, dy) {
                    (0, 1) => rank + 1 == height,
                    (0, -1) => rank == 0,
                    (1, 0) => file + 1 == width,
                    _ => file == 0,
                }
            }
            Cells::Edges => file == 0 || rank == 0 || file + 1 == width || rank + 1 == height,
            Cells::Corners => (file == 0 || file + 1 == width) && (rank == 0 || rank + 1 == height),
            Cells::Centre => {
                let middle = |at: u16, of: u16| at == of / 2 || at == (of - 1) / 2;
                middle(file, width) && middle(rank, height)
            }
            Cells::RankFrom(n) => self.depth(cell, facing) == *n,
            Cells::RankTo(n) => self.depth(cell, self.opposite(facing)) == *n,
            Cells::Rank(n) => rank == *n,
            Cells::File(n) => file == *n,
            Cells::Dark => (file + rank) % 2 == 0,
            Cells::At(f, r) => (file, rank) == (*f, *r),
            Cells::Both(sets) => sets.iter().all(|set| self.contains(set, cell, facing)),
            Cells::Either(sets) => sets.iter().any(|set| self.contains(set, cell, facing)),
            Cells::Not(set) => !self.contains(set, cell, facing),
        }
    }

    /// How many ranks lie behind a cell for a player who faces `facing` (an orthogonal direction).
    fn depth(&self, cell: Cell, facing: Heading) -> u16 {
        let (file, rank) = self.file_rank(cell);
        match self.headings[facing.index()] {
            (0, -1) => self.size.height - 1 - rank,
            (1, 0) => file,
            (-1, 0) => self.size.width - 1 - file,
            _ => rank,
        }
    }

    fn opposite(&self, heading: Heading) -> Heading {
        let (x, y) = self.headings[heading.index()];
        self.heading((-x, -y)).unwrap_or(heading)
    }
}
