//! What a board looks like: which cells of its grid it has, and where each lies.
//!
//! Every board is laid out on a grid of files and ranks; a cell that the board does not have is
//! *void*: no heading leads there and no question sees it. Layers are further ranks of the grid.

use super::drawing::Drawing;
use super::model::{Cells, Compass};
use crate::position::Size;
use crate::syntax::directions::Metric;

/// A board's shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What its cells are.
    pub tiling: Tiling,
    /// Which part of the grid it fills.
    pub outline: Outline,
    /// How many layers lie one above the other.
    pub layers: u16,
    /// Whether the files close to a ring (the last borders on the first), and whether the ranks do.
    pub wraps: (bool, bool),
    /// The cells that are left out.
    pub holes: Option<Cells>,
}

/// What the cells of a board are.
#[derive(Clone, Debug, PartialEq)]
pub enum Tiling {
    /// Squares.
    Square,
    /// Hexagons, each rank half a cell further west than the one north of it.
    Hex,
    /// Triangles that point up and down by turns.
    Triangular,
    /// The places of a picture, joined by its lines.
    Drawn(Drawing),
}

/// Which part of its grid a board fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// All of it: a rectangle, of hexagons a rhombus.
    Whole,
    /// A triangle with so many cells along its side, its point to the north.
    Triangle(u16),
    /// A hexagon with so many cells along its sides.
    Hexagon(u16),
    /// A hexagon with a triangle on each of its sides.
    Star(u16),
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            tiling: Tiling::Square,
            outline: Outline::Whole,
            layers: 1,
            wraps: (false, false),
            holes: None,
        }
    }
}

/// File, rank and layer, each from 0.
pub(crate) type Place = (u16, u16, u16);

impl Shape {
    /// Whether it is a rectangle of squares, whole and flat, that a diagram shows as it is.
    pub fn is_plain(&self) -> bool {
        self.tiling == Tiling::Square && self.layers == 1 && self.holes.is_none()
    }

    /// How many ranks each layer has.
    pub fn ranks(&self, size: Size) -> u16 {
        (size.height / self.layers.max(1)).max(1)
    }

    /// The grid of a form that has a side of its own.
    pub(super) fn grid(tiling: &Tiling, form: Outline) -> Option<(u32, u32)> {
        let triangles = *tiling == Tiling::Triangular;
        Some(match form {
            Outline::Whole => return None,
            Outline::Triangle(side) if triangles => (2 * u32::from(side) - 1, side.into()),
            Outline::Triangle(side) => (side.into(), side.into()),
            Outline::Hexagon(side) if triangles => (4 * u32::from(side) - 1, 2 * u32::from(side)),
            Outline::Hexagon(side) => (2 * u32::from(side) - 1, 2 * u32::from(side) - 1),
            Outline::Star(side) => (4 * u32::from(side) - 3, 4 * u32::from(side) - 3),
        })
    }

    /// Whether a cell of the grid lies within the form; holes are not asked.
    pub(super) fn fills(&self, (file, rank, _): Place) -> bool {
        let (x, y) = (i32::from(file), i32::from(rank));
        match (&self.tiling, self.outline) {
            (Tiling::Drawn(drawing), _) => drawing.has(file, rank),
            (_, Outline::Whole) => true,
            (Tiling::Triangular, Outline::Hexagon(n)) => {
                let (from, to) = hexagon_row(i32::from(n), y);
                (from..=to).contains(&x)
            }
            (Tiling::Triangular, Outline::Triangle(n) | Outline::Star(n)) => {
                (y..=2 * i32::from(n) - 2 - y).contains(&x)
            }
            (_, Outline::Triangle(n)) => x + y < i32::from(n),
            (_, Outline::Hexagon(n)) => {
                (i32::from(n) - 1..=3 * i32::from(n) - 3).contains(&(x + y))
            }
            (_, Outline::Star(n)) => {
                let (ways, most) = star(n, x, y);
                ways.iter().all(|way| *way <= most) || ways.iter().all(|way| *way >= -most)
            }
        }
    }

    /// Of a triangular board, whether the cell points up.
    pub(super) fn points_up(&self, (file, rank, _): Place) -> bool {
        let shift = if let Outline::Hexagon(side) = self.outline { side } else { 0 };
        (file + rank + shift) % 2 == 0
    }

    /// How ways over the board are measured.
    pub(super) fn metric(&self) -> Metric {
        match self.tiling {
            Tiling::Hex => Metric([1, 3, 1]),
            Tiling::Triangular => Metric([3, 1, 1]),
            _ => Metric::SQUARE,
        }
    }

    /// Where the middle of a cell lies, in the units of [`Shape::metric`].
    pub(super) fn middle(&self, place: Place) -> [i64; 3] {
        let (x, y, z) = (i64::from(place.0), i64::from(place.1), i64::from(place.2));
        match self.tiling {
            Tiling::Hex => [2 * x + y, y, z],
            Tiling::Triangular => [x, 3 * y + if self.points_up(place) { 1 } else { 2 }, z],
            _ => [x, y, z],
        }
    }

    /// The sides that the board has, as its `edge`s are named.
    pub fn sides(&self) -> &'static [Compass] {
        use Compass::*;
        match (self.outline, self.wraps) {
            (Outline::Hexagon(_) | Outline::Star(_), _) => {
                &[North, Northeast, Southeast, South, Southwest, Northwest]
            }
            (Outline::Triangle(_), _) => &[East, South, West],
            (Outline::Whole, (false, false)) => &[North, South, East, West],
            (Outline::Whole, (true, false)) => &[North, South],
            (Outline::Whole, (false, true)) => &[East, West],
            (Outline::Whole, (true, true)) => &[],
        }
    }

    /// Whether a cell that the board has lies on that side; of a star, in that point.
    pub(super) fn on_side(&self, side: Compass, place: Place, size: Size) -> bool {
        use Compass::*;
        if !self.sides().contains(&side) {
            return false;
        }
        let (x, y) = (i32::from(place.0), i32::from(place.1));
        let (width, height) = (i32::from(size.width), i32::from(self.ranks(size)));
        if self.tiling == Tiling::Triangular {
            // Only a triangle whose side lies there; others reach it with a corner.
            let up = self.points_up(place);
            let (from, to) = match self.outline {
                Outline::Hexagon(n) => hexagon_row(i32::from(n), y),
                Outline::Triangle(_) | Outline::Star(_) => (y, width - 1 - y),
                Outline::Whole => (0, width - 1),
            };
            return match side {
                North => !up && y + 1 == height,
                South => up && y == 0,
                East => x == to,
                West => x == from,
                Northeast => up && x == to,
                Northwest => up && x == from,
                Southeast => !up && x == to,
                Southwest => !up && x == from,
            };
        }
        match self.outline {
            Outline::Whole => match side {
                North => y + 1 == height,
                South => y == 0,
                East => x + 1 == width,
                _ => x == 0,
            },
            Outline::Triangle(_) => match side {
                South => y == 0,
                West => x == 0,
                _ => x + y + 1 == width,
            },
            Outline::Hexagon(n) => {
                let n = i32::from(n);
                match side {
                    North => y + 1 == height,
                    South => y == 0,
                    Southeast => x + 1 == width,
                    Northwest => x == 0,
                    Northeast => x + y == 3 * n - 3,
                    _ => x + y == n - 1,
                }
            }
            Outline::Star(n) => {
                let ([q, r, s], most) = star(n, x, y);
                match side {
                    North => r > most,
                    South => r < -most,
                    Southeast => q > most,
                    Northwest => q < -most,
                    Northeast => s < -most,
                    _ => s > most,
                }
            }
        }
    }

    /// Whether a cell that the board has is one of its corners; of a star, the tip of a point.
    pub(super) fn in_corner(&self, place: Place, size: Size) -> bool {
        use Compass::*;
        let on = |side: Compass| self.on_side(side, place, size);
        let end = place.2 == 0 || place.2 + 1 == self.layers;
        match self.outline {
            Outline::Whole => (on(East) || on(West)) && (on(North) || on(South)) && end,
            Outline::Star(n) => {
                let (ways, most) = star(n, place.0.into(), place.1.into());
                ways.iter().any(|way| way.abs() == 2 * most)
            }
            _ => self.sides().iter().filter(|side| on(**side)).count() > 1,
        }
    }

    /// How far a cell lies that way, counted in ranks of the board across it.
    pub(super) fn along(&self, way: Compass, place: Place) -> i32 {
        use Compass::*;
        let (x, y) = (i32::from(place.0), i32::from(place.1));
        let hexagons = self.tiling == Tiling::Hex;
        match way {
            East => x,
            West => -x,
            South => -y,
            Northeast if hexagons => x + y,
            Southwest if hexagons => -x - y,
            Southeast if hexagons => x,
            Northwest if hexagons => -x,
            Southeast | Southwest => -y,
            North | Northeast | Northwest => y,
        }
    }
}

/// The first and the last file of a row of a hexagon made of triangles.
fn hexagon_row(side: i32, rank: i32) -> (i32, i32) {
    let from = if rank < side { side - 1 - rank } else { rank - side };
    (from, 4 * side - 2 - from)
}

/// How far a cell of a star lies along the three axes of its hexagons, and how far the hexagon in its
/// middle goes.
fn star(side: u16, x: i32, y: i32) -> ([i32; 3], i32) {
    let most = i32::from(side) - 1;
    let (q, r) = (x - 2 * most, y - 2 * most);
    ([q, r, -q - r], most)
}
