//! The headings of each shape of board.

use super::model::Compass;
use super::shape::{Shape, Tiling};
use crate::syntax::directions::{COMPASS, Way, leap_vectors};

/// A heading of a graph.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heads {
    /// Files, ranks and layers on.
    pub step: Way,
    /// The same as people see it, in the units of the board's metric.
    pub way: Way,
    /// Which group it belongs to.
    pub family: Family,
    /// Of a triangular board, whether it leads only from triangles that point up, or only from the others.
    pub up: Option<bool>,
    /// Which of the compass it is.
    pub compass: Option<Compass>,
}

/// A group of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Across a side of the cell.
    Orthogonal,
    /// Across a corner.
    Diagonal,
    /// Further away.
    Leap,
    /// To the cell whose file and rank are exchanged.
    Transposed,
    /// Along a direction of the file's own, or back.
    Track,
}

impl Heads {
    /// One that leads as the file says.
    pub fn track() -> Self {
        of([0; 3], Family::Track)
    }

    /// Whether it is a step or a leap from one cell to another.
    pub fn leads(&self) -> bool {
        matches!(self.family, Family::Orthogonal | Family::Diagonal | Family::Leap)
            && self.up.is_none()
    }
}

/// The compass of a board of hexagons; north and south lead between two of them.
const HEXAGONS: [(i32, i32); 12] = [
    (-1, 2),
    (0, 1),
    (1, 0),
    (1, -1),
    (1, -2),
    (0, -1),
    (-1, 0),
    (-1, 1),
    // Between these.
    (1, 1),
    (2, -1),
    (-1, -1),
    (-2, 1),
];

/// The six sides of a hexagon, clockwise.
const SIX: [(i32, i32); 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// The ways over a board of triangles: from those that point up, from the others, or from both. First the
/// compass; east and west lead to the next triangle that points the same way.
const TRIANGLES: [((i32, i32), Option<bool>); 18] = [
    ((0, 1), Some(false)),
    ((1, 0), Some(true)),
    ((2, 0), None),
    ((1, 0), Some(false)),
    ((0, -1), Some(true)),
    ((-1, 0), Some(false)),
    ((-2, 0), None),
    ((-1, 0), Some(true)),
    // Across corners.
    ((0, 1), Some(true)),
    ((0, -1), Some(false)),
    ((1, 1), None),
    ((1, -1), None),
    ((-1, -1), None),
    ((-1, 1), None),
    ((2, -1), Some(true)),
    ((-2, -1), Some(true)),
    ((2, 1), Some(false)),
    ((-2, 1), Some(false)),
];

/// All headings of a board, the compass first.
pub(super) fn headings(shape: &Shape, leaps_used: &[(u8, u8)], transposed: bool) -> Vec<Heads> {
    let mut all = match &shape.tiling {
        Tiling::Square => squares(shape.layers > 1),
        Tiling::Drawn(_) => squares(false),
        Tiling::Hex => hexagons(),
        Tiling::Triangular => triangles(),
    };
    for (heading, compass) in all.iter_mut().zip(AROUND) {
        heading.compass = Some(compass);
    }
    for leap in leaps_used {
        for step in leaps(shape, *leap) {
            if !all.iter().any(|known| known.step == step) {
                let way = if shape.tiling == Tiling::Hex { slanted(step) } else { step };
                all.push(Heads { way, family: Family::Leap, ..of(step, Family::Leap) });
            }
        }
    }
    if transposed {
        all.push(of([0; 3], Family::Transposed));
    }
    all
}

/// The compass, clockwise from north.
pub(super) const AROUND: [Compass; 8] = [
    Compass::North,
    Compass::Northeast,
    Compass::East,
    Compass::Southeast,
    Compass::South,
    Compass::Southwest,
    Compass::West,
    Compass::Northwest,
];

fn of(step: Way, family: Family) -> Heads {
    Heads { step, way: step, family, up: None, compass: None }
}

fn squares(layered: bool) -> Vec<Heads> {
    let family = |[x, y, z]: Way| match x.abs() + y.abs() + z.abs() {
        1 => Family::Orthogonal,
        _ => Family::Diagonal,
    };
    let flat = COMPASS.iter().map(|(x, y)| [*x, *y, 0]);
    let mut steps: Vec<Way> = flat.clone().collect();
    if layered {
        steps.extend([[0, 0, 1], [0, 0, -1]]);
        steps
            .extend([1, -1].into_iter().flat_map(|z| flat.clone().map(move |[x, y, _]| [x, y, z])));
    }
    steps.into_iter().map(|step| of(step, family(step))).collect()
}

fn hexagons() -> Vec<Heads> {
    let heads = HEXAGONS.iter().map(|(x, y)| {
        let family = if SIX.contains(&(*x, *y)) { Family::Orthogonal } else { Family::Diagonal };
        let step = [*x, *y, 0];
        Heads { way: slanted(step), ..of(step, family) }
    });
    heads.collect()
}

/// A step over hexagons as people see it: half cells to the east, ranks to the north.
fn slanted([x, y, z]: Way) -> Way {
    [2 * x + y, y, z]
}

fn triangles() -> Vec<Heads> {
    let heads = TRIANGLES.iter().enumerate().map(|(at, ((x, y), up))| {
        // From the middle of one that points up to that of another there are two thirds of its height less.
        let turns = (x + y).rem_euclid(2) != 0;
        let shift = match up {
            Some(true) if turns => 1,
            Some(false) if turns => -1,
            _ => 0,
        };
        let family = if at < 8 && up.is_some() { Family::Orthogonal } else { Family::Diagonal };
        Heads { way: [*x, 3 * y + shift, 0], up: *up, ..of([*x, *y, 0], family) }
    });
    heads.collect()
}

/// The steps of a leap `(a, b)`: none on boards where it means nothing.
pub(super) fn leaps(shape: &Shape, (a, b): (u8, u8)) -> Vec<Way> {
    let mut steps: Vec<Way> = Vec::new();
    let mut add = |step: Way| {
        if !steps.contains(&step) {
            steps.push(step);
        }
    };
    match shape.tiling {
        Tiling::Square if shape.layers == 1 => {
            leap_vectors((a, b)).into_iter().for_each(|(x, y)| add([x, y, 0]));
        }
        Tiling::Square => {
            for (x, y) in leap_vectors((a, b)) {
                [[x, y, 0], [x, 0, y], [0, x, y]].into_iter().for_each(&mut add);
            }
        }
        Tiling::Hex => {
            // So many cells across one side, and so many across the one next to it.
            let (a, b) = (i32::from(a), i32::from(b));
            for (at, first) in SIX.iter().enumerate() {
                for second in [SIX[(at + 1) % 6], SIX[(at + 5) % 6]] {
                    add([a * first.0 + b * second.0, a * first.1 + b * second.1, 0]);
                }
            }
        }
        Tiling::Triangular | Tiling::Drawn(_) => {}
    }
    steps
}

/// What it is to turn to the right: by as much as the sides of a cell lie apart.
pub(super) fn turn(tiling: &Tiling) -> fn(Way) -> Way {
    match tiling {
        Tiling::Square | Tiling::Drawn(_) => |[x, y, z]| [y, -x, z],
        Tiling::Hex => |[x, y, z]| [(x + 3 * y) / 2, (y - x) / 2, z],
        Tiling::Triangular => |[x, y, z]| [(x + y) / 2, (y - 3 * x) / 2, z],
    }
}
