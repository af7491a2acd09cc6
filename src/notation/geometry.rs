//! Where each cell of a board lies in the plane: for pictures, and for whoever points at one.
//!
//! x grows to the right and y **downwards**, as in pictures. North is up, so that a higher rank has a
//! smaller y. All outlines together fill a box from (0, 0) to ([`Geometry::width`], [`Geometry::height`]).
//!
//! The unit is the pitch of a cell: on every board a circle of radius 0.5 fits into each outline, and
//! no two outlines overlap, so that a piece that fits one cell of one board fits them all.
//!
//! | board | outline | pitch |
//! | --- | --- | --- |
//! | squares | 4 corners | cells that share a side are 1 apart, the layers side by side from the lowest, [`GAP`] between them |
//! | hexagons | 6 corners, one of them at the top | cells that share a side are 1 apart, so ranks are √3/2 apart |
//! | triangles | 3 corners, the side √3 | cells that share a side are 1 apart, so files are √3/2 and ranks 3/2 apart |
//! | a drawing | 8 corners around a point | as in the picture, a column as wide as a line is high; the outlines that are nearest touch |
//!
//! On a drawing the cells are points: an outline says only where one may point at it, and what is seen are
//! the [`Geometry::lines`]. A board that wraps is drawn flat.
//!
//! Of a board of squares with two files and one rank, `a1` is centred at (0.5, 0.5) and its outline is (0, 0), (1, 0), (1, 1),
//! (0, 1); `b1` is centred at (1.5, 0.5); the width is 2, the height 1.

use std::f64::consts::SQRT_2;

use super::Notation;
use crate::index::{Cell, Heading};
use crate::position::Size;
use crate::rules::{Graph, Tiling};

/// How far two layers lie apart.
pub const GAP: f64 = 1.0;

/// A place in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// Where a cell lies.
#[derive(Clone, Debug, PartialEq)]
pub struct CellShape {
    /// The cell.
    pub cell: Cell,
    /// Its name, as [`Notation::cell_name`] has it.
    pub name: String,
    /// Its middle, at least 0.5 away from each side of the outline.
    pub centre: Point,
    /// The corners of a convex polygon, clockwise as they are seen. Cells that share a side share two of
    /// them, but for errors of rounding.
    pub outline: Vec<Point>,
}

/// A board in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// How far the outlines reach to the right.
    pub width: f64,
    /// How far they reach downwards.
    pub height: f64,
    /// Every cell that the board has, the south-western first.
    pub cells: Vec<CellShape>,
    /// Of a drawing, the lines from centre to centre, one for each two cells that are joined; of other boards none.
    pub lines: Vec<[Point; 2]>,
}

impl Notation {
    /// Where each cell of a board of that size lies in the plane.
    pub fn geometry(&self, size: Size) -> Geometry {
        let shape = &self.rules.board.shape;
        let drawn = matches!(shape.tiling, Tiling::Drawn(_));
        // Only the lines of a drawing ask where headings lead.
        let graph = match drawn {
            true => Graph::of(shape, size, &[], false),
            false => Graph::still(shape, size),
        };
        let mut centres: Vec<(Cell, Point)> =
            graph.all().map(|cell| (cell, centre(&graph, cell))).collect();
        if drawn {
            let scale = closest(&centres).map_or(1.0, f64::recip);
            centres.iter_mut().for_each(|(_, at)| *at = Point { x: at.x * scale, y: at.y * scale });
        }
        let corner = |centre: Point, (x, y): (f64, f64)| Point { x: centre.x + x, y: centre.y + y };
        let outline = |cell: Cell, centre: Point| -> Vec<Point> {
            corners(&graph, cell).iter().map(|by| corner(centre, *by)).collect()
        };
        let (west, north, east, south) =
            bounds(centres.iter().flat_map(|(cell, centre)| outline(*cell, *centre)));
        for (_, centre) in &mut centres {
            *centre = corner(*centre, (-west, -north));
        }
        let names = self.cell_names(size);
        let cells = centres.iter().zip(names).map(|((cell, centre), name)| CellShape {
            cell: *cell,
            name,
            centre: *centre,
            outline: outline(*cell, *centre),
        });
        Geometry {
            width: east - west,
            height: south - north,
            cells: cells.collect(),
            lines: if drawn { joined(&graph, &centres) } else { Vec::new() },
        }
    }
}

/// The middle of a cell, measured from somewhere; on a drawing in characters.
fn centre(graph: &Graph, cell: Cell) -> Point {
    let (file, rank, layer) = graph.place(cell);
    let (x, y) = (f64::from(file), -f64::from(rank));
    match &graph.shape().tiling {
        Tiling::Square => {
            Point { x: x + f64::from(layer) * (f64::from(graph.size().width) + GAP), y }
        }
        Tiling::Hex => Point { x: x - y / 2.0, y: y * ROOT / 2.0 },
        Tiling::Triangular => {
            // The middle is twice as far from a corner as from the side across.
            let up = if graph.points_up(cell) { 0.5 } else { 1.0 };
            Point { x: x * ROOT / 2.0, y: y * 1.5 - up }
        }
        Tiling::Drawn(drawing) => {
            let (column, line) = drawing.spot(file, rank).unwrap_or_default();
            Point { x: column as f64, y: line as f64 }
        }
    }
}

/// √3.
const ROOT: f64 = 1.732_050_807_568_877_2;
/// How far the corners at the sides of a hexagon lie above or below its middle; half of that of those at
/// the top and the bottom.
const SIXTH: f64 = ROOT / 6.0;
/// Half the side of an octagon.
const EIGHTH: f64 = (SQRT_2 - 1.0) / 2.0;

const SQUARE: [(f64, f64); 4] = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
const HEXAGON: [(f64, f64); 6] = [
    (0.0, -2.0 * SIXTH),
    (0.5, -SIXTH),
    (0.5, SIXTH),
    (0.0, 2.0 * SIXTH),
    (-0.5, SIXTH),
    (-0.5, -SIXTH),
];
const UP: [(f64, f64); 3] = [(0.0, -1.0), (ROOT / 2.0, 0.5), (-ROOT / 2.0, 0.5)];
const DOWN: [(f64, f64); 3] = [(-ROOT / 2.0, -0.5), (ROOT / 2.0, -0.5), (0.0, 1.0)];
const OCTAGON: [(f64, f64); 8] = [
    (-EIGHTH, -0.5),
    (EIGHTH, -0.5),
    (0.5, -EIGHTH),
    (0.5, EIGHTH),
    (EIGHTH, 0.5),
    (-EIGHTH, 0.5),
    (-0.5, EIGHTH),
    (-0.5, -EIGHTH),
];

/// The corners of a cell, measured from its middle.
fn corners(graph: &Graph, cell: Cell) -> &'static [(f64, f64)] {
    match graph.shape().tiling {
        Tiling::Square => &SQUARE,
        Tiling::Hex => &HEXAGON,
        Tiling::Triangular if graph.points_up(cell) => &UP,
        Tiling::Triangular => &DOWN,
        Tiling::Drawn(_) => &OCTAGON,
    }
}

/// How many times as large octagons could be before two of them overlap; none where there are no two.
///
/// Expects the centres rank by rank, as a drawing has them.
fn closest(centres: &[(Cell, Point)]) -> Option<f64> {
    let mut least: Option<f64> = None;
    for (at, (_, from)) in centres.iter().enumerate() {
        for (_, to) in &centres[at + 1..] {
            let (x, y) = ((to.x - from.x).abs(), (to.y - from.y).abs());
            if least.is_some_and(|least| y >= least) {
                break;
            }
            // The distance as octagons have it: across a straight side, or across a slanting one.
            let apart = x.max(y).max((x + y) / SQRT_2);
            least = Some(least.map_or(apart, |least| least.min(apart)));
        }
    }
    least
}

/// The least x and y, and the greatest.
fn bounds(points: impl Iterator<Item = Point>) -> (f64, f64, f64, f64) {
    let none = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    let (west, north, east, south) =
        points.fold(none, |(west, north, east, south), Point { x, y }| {
            (west.min(x), north.min(y), east.max(x), south.max(y))
        });
    // A board without cells has no extent.
    if west > east { (0.0, 0.0, 0.0, 0.0) } else { (west, north, east, south) }
}

/// The lines between cells that are joined.
fn joined(graph: &Graph, centres: &[(Cell, Point)]) -> Vec<[Point; 2]> {
    let place = |cell: Cell| {
        let at = centres.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
        Some(centres[at].1)
    };
    let line = |from: Cell, heading: usize| {
        let to = graph.next(from, Heading::at(heading))?;
        // Every line leads back as well, and is told once.
        if to < from { None } else { Some([place(from)?, place(to)?]) }
    };
    let lines = centres.iter().flat_map(|(cell, _)| {
        (0..graph.headings()).filter_map(move |heading| line(*cell, heading))
    });
    lines.collect()
}
