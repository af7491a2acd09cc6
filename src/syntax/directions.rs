//! Direction sets as written, and the vectors that they mean.

/// A union of direction terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Dirs(pub Vec<DirTerm>);

/// Some headings of the board, perhaps only those on one side of a bearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirTerm {
    /// Keep only the headings on this side: those that lead that way at all.
    pub side: Option<Bearing>,
    /// Keep only the headings within 45° of this bearing (for `Sideways`, strictly within 45° of
    /// the line across the facing).
    pub bearing: Option<Bearing>,
    /// Out of these.
    pub group: Group,
}

/// A bearing that a direction term is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// The player's facing.
    Forward,
    /// Its opposite.
    Backward,
    /// Across it, both ways.
    Sideways,
    /// The walk's own heading.
    Outward,
    /// The walk's heading turned by 90° to the left.
    Left,
    /// The walk's heading turned by 90° to the right.
    Right,
    /// The opposite of the walk's heading.
    Back,
}

/// A group of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The directions across a cell's sides.
    Orthogonal,
    /// The directions across its corners.
    Diagonal,
    /// Both.
    Any,
    /// One direction of the compass.
    Compass(Compass),
    /// All leaps of so many cells along one axis and so many along the other (≤ 8 headings).
    Leap(u8, u8),
    /// The walk's heading.
    Ahead,
    /// Its opposite.
    Back,
    /// The heading turned by 90° to the left.
    Left,
    /// The heading turned by 90° to the right.
    Right,
    /// To the layer above.
    Up,
    /// To the layer below.
    Down,
    /// To the cell whose file and rank are exchanged.
    Transposed,
    /// The direction of that number among those of the file's own.
    Track(u8),
}

/// The directions of the compass, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Compass {
    North,
    Northeast,
    East,
    Southeast,
    South,
    Southwest,
    West,
    Northwest,
}

/// Files to the east and ranks to the north.
pub type Vector = (i32, i32);

/// A way over a board: to the east, to the north and up, in the units of its [`Metric`].
pub type Way = [i32; 3];

/// What the square of one unit to the east, to the north and up is worth: a board's own grid need not
/// have units of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric(pub Way);

impl Metric {
    /// Of a board of squares.
    pub const SQUARE: Metric = Metric([1, 1, 1]);

    /// The scalar product of two ways.
    fn dot(self, a: Way, b: Way) -> i32 {
        (0..3).map(|axis| self.0[axis] * a[axis] * b[axis]).sum()
    }

    /// The way turned clockwise by so many right angles, as seen from above; its length may change.
    fn turned(self, [x, y, z]: Way, quarters: u8) -> Way {
        match quarters {
            0 => [x, y, z],
            _ => self.turned([self.0[1] * y, -self.0[0] * x, z], quarters - 1),
        }
    }

    /// Whether the angle between two ways is at most 45°.
    fn within(self, a: Way, b: Way) -> bool {
        let along = self.dot(a, b);
        along > 0 && 2 * along * along >= self.dot(a, a) * self.dot(b, b)
    }
}

/// North, then clockwise, as [`Compass`]; files grow to the east, ranks to the north.
pub const COMPASS: [Vector; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl DirTerm {
    /// All headings of a group.
    pub const fn of(group: Group) -> Self {
        Self { side: None, bearing: None, group }
    }

    /// Whether the term depends on the walk's heading.
    pub fn is_relative(&self) -> bool {
        let bearings = [self.side, self.bearing];
        matches!(self.group, Group::Ahead | Group::Back | Group::Left | Group::Right)
            || bearings.into_iter().flatten().any(|bearing| {
                matches!(bearing, Bearing::Outward | Bearing::Left | Bearing::Right | Bearing::Back)
            })
    }

    /// The vectors that the term means on a board of squares to a player who faces `facing` and a walk that heads for
    /// `ahead`, clockwise from north.
    pub fn vectors(&self, facing: Vector, ahead: Vector) -> Vec<Vector> {
        let mut vectors = self.group.vectors(ahead);
        let flat = |(x, y): Vector| [x, y, 0];
        let (facing, ahead) = (flat(facing), flat(ahead));
        vectors.retain(|vector| self.keeps(flat(*vector), facing, ahead, Metric::SQUARE));
        vectors
    }

    /// Whether a way of the group lies where the term's side and bearing want it.
    pub fn keeps(&self, way: Way, facing: Way, ahead: Way, metric: Metric) -> bool {
        self.side.is_none_or(|side| side.leads(way, facing, ahead, metric))
            && self.bearing.is_none_or(|bearing| bearing.admits(way, facing, ahead, metric))
    }
}

impl Bearing {
    /// Whether a way is within 45° of the bearing; of `Sideways`, whether it is so of neither
    /// `Forward` nor `Backward`.
    fn admits(self, way: Way, facing: Way, ahead: Way, metric: Metric) -> bool {
        match self.way(facing, ahead, metric) {
            Some(bearing) => metric.within(way, bearing),
            None => {
                let back = metric.turned(facing, 2);
                !metric.within(way, facing) && !metric.within(way, back)
            }
        }
    }

    /// Whether a way leads to the bearing's side at all.
    fn leads(self, way: Way, facing: Way, ahead: Way, metric: Metric) -> bool {
        match self.way(facing, ahead, metric) {
            Some(bearing) => metric.dot(way, bearing) > 0,
            None => metric.dot(way, metric.turned(facing, 1)) != 0,
        }
    }

    /// The way that the bearing points; `Sideways` points two ways.
    fn way(self, facing: Way, ahead: Way, metric: Metric) -> Option<Way> {
        Some(match self {
            Bearing::Forward => facing,
            Bearing::Backward => metric.turned(facing, 2),
            Bearing::Sideways => return None,
            Bearing::Outward => ahead,
            Bearing::Right => metric.turned(ahead, 1),
            Bearing::Back => metric.turned(ahead, 2),
            Bearing::Left => metric.turned(ahead, 3),
        })
    }
}

impl Group {
    /// The vectors of the group on a board of squares for a walk that heads for `ahead`, clockwise from north.
    fn vectors(self, ahead: Vector) -> Vec<Vector> {
        match self {
            Group::Orthogonal => COMPASS.into_iter().step_by(2).collect(),
            Group::Diagonal => COMPASS.into_iter().skip(1).step_by(2).collect(),
            Group::Any => COMPASS.to_vec(),
            Group::Compass(compass) => vec![COMPASS[compass as usize]],
            Group::Leap(a, b) => leap_vectors((a, b)),
            Group::Ahead => vec![ahead],
            Group::Right => vec![turned(ahead, 1)],
            Group::Back => vec![turned(ahead, 2)],
            Group::Left => vec![turned(ahead, 3)],
            Group::Up | Group::Down | Group::Transposed | Group::Track(_) => Vec::new(),
        }
    }
}

/// The up to eight vectors of a leap, clockwise from the one nearest north.
pub fn leap_vectors((a, b): (u8, u8)) -> Vec<Vector> {
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

/// The vector, turned clockwise by so many right angles.
fn turned((x, y): Vector, quarters: u8) -> Vector {
    match quarters {
        0 => (x, y),
        _ => turned((y, -x), quarters - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORTH: Vector = (0, 1);
    const EAST: Vector = (1, 0);
    const NORTHEAST: Vector = (1, 1);

    /// Holds that these mean these vectors to one who faces north and heads for `ahead`.
    fn assert_vectors(
        sides: [Option<Bearing>; 2],
        group: Group,
        ahead: Vector,
        expected: &[Vector],
    ) {
        let [side, bearing] = sides;
        let term = DirTerm { side, bearing, group };
        assert_eq!(term.vectors(NORTH, ahead), expected, "{term:?} for {ahead:?}");
    }

    #[test]
    fn a_bearing_keeps_what_is_within_45_degrees_and_a_side_what_leads_there() {
        use Bearing::*;
        let leap = Group::Leap(1, 2);
        assert_vectors([None, Some(Forward)], leap, EAST, &[(1, 2), (-1, 2)]);
        assert_vectors([Some(Right), Some(Forward)], leap, NORTH, &[(1, 2)]);
        assert_vectors([Some(Forward), Some(Right)], leap, NORTH, &[(2, 1)]);
        assert_vectors([Some(Forward), Some(Sideways)], leap, NORTH, &[(2, 1), (-2, 1)]);
        assert_vectors([Some(Sideways), Some(Forward)], Group::Any, NORTH, &[(1, 1), (-1, 1)]);
        assert_vectors([None, Some(Left)], Group::Diagonal, NORTH, &[(-1, -1), (-1, 1)]);
        assert_vectors([None, Some(Back)], Group::Orthogonal, NORTHEAST, &[(0, -1), (-1, 0)]);
        assert_vectors([Some(Right), Some(Outward)], Group::Any, NORTHEAST, &[(1, 0)]);
        assert_vectors([Some(Right), Some(Outward)], Group::Any, EAST, &[(1, -1)]);
    }
}
