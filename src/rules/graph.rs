//! The board as a graph: cells and headings, for one size.

use super::model::{Bearing, Cells, Compass, DirTerm, Dirs, Group};
use crate::index::{Cell, Heading};
use crate::position::Size;

/// The cells of a board and where each heading leads.
///
/// Headings 0 to 7 are the compass, clockwise from north; the leaps that the rules use follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    size: Size,
    headings: Vec<(i32, i32)>,
}

/// North, then clockwise; files grow to the east, ranks to the north.
const COMPASS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

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
        let (ax, ay) = self.headings[ahead.index()];
        let group: Vec<Heading> = match term.group {
            Group::Orthogonal => [0, 2, 4, 6].map(Heading).to_vec(),
            Group::Diagonal => [1, 3, 5, 7].map(Heading).to_vec(),
            Group::Any => (0..8).map(Heading).collect(),
            Group::Compass(compass) => vec![Self::compass(compass)],
            Group::Leap(a, b) => {
                leap_vectors((a, b)).into_iter().filter_map(|v| self.heading(v)).collect()
            }
            Group::Ahead => vec![ahead],
            Group::Back => self.heading((-ax, -ay)).into_iter().collect(),
            Group::Left => self.heading((-ay, ax)).into_iter().collect(),
            Group::Right => self.heading((ay, -ax)).into_iter().collect(),
        };
        let (fx, fy) = self.headings[facing.index()];
        group
            .into_iter()
            .filter(|heading| {
                let vector = self.headings[heading.index()];
                match term.bearing {
                    None => true,
                    Some(Bearing::Forward) => within(vector, (fx, fy)),
                    Some(Bearing::Backward) => within(vector, (-fx, -fy)),
                    Some(Bearing::Sideways) => {
                        !within(vector, (fx, fy)) && !within(vector, (-fx, -fy))
                    }
                    Some(Bearing::Outward) => within(vector, (ax, ay)),
                }
            })
            .collect()
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

/// The up to eight vectors of a leap, clockwise from the one nearest north.
fn leap_vectors((a, b): (u8, u8)) -> Vec<(i32, i32)> {
    let (short, long) = (i32::from(a.min(b)), i32::from(a.max(b)));
    let mut vectors = Vec::with_capacity(8);
    for vector in [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ] {
        if !vectors.contains(&vector) {
            vectors.push(vector);
        }
    }
    vectors
}

/// Whether the angle between two vectors is at most 45°.
fn within(a: (i32, i32), b: (i32, i32)) -> bool {
    let dot = a.0 * b.0 + a.1 * b.1;
    let norms = (a.0 * a.0 + a.1 * a.1) * (b.0 * b.0 + b.1 * b.1);
    dot > 0 && 2 * dot * dot >= norms
}
