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

    /// The vectors that the term means to a player who faces `facing` and a walk that heads for
    /// `ahead`, clockwise from north.
    pub fn vectors(&self, facing: Vector, ahead: Vector) -> Vec<Vector> {
        let mut vectors = self.group.vectors(ahead);
        vectors.retain(|vector| {
            self.side.is_none_or(|side| side.leads(*vector, facing, ahead))
                && self.bearing.is_none_or(|bearing| bearing.admits(*vector, facing, ahead))
        });
        vectors
    }
}

impl Bearing {
    /// Whether a vector is within 45° of the bearing; of `Sideways`, whether it is so of neither
    /// `Forward` nor `Backward`.
    fn admits(self, vector: Vector, facing: Vector, ahead: Vector) -> bool {
        match self.vector(facing, ahead) {
            Some(bearing) => within(vector, bearing),
            None => !within(vector, facing) && !within(vector, turned(facing, 2)),
        }
    }

    /// Whether a vector leads to the bearing's side at all.
    fn leads(self, vector: Vector, facing: Vector, ahead: Vector) -> bool {
        match self.vector(facing, ahead) {
            Some(bearing) => dot(vector, bearing) > 0,
            None => dot(vector, turned(facing, 1)) != 0,
        }
    }

    /// The way that the bearing points; `Sideways` points two ways.
    fn vector(self, facing: Vector, ahead: Vector) -> Option<Vector> {
        Some(match self {
            Bearing::Forward => facing,
            Bearing::Backward => turned(facing, 2),
            Bearing::Sideways => return None,
            Bearing::Outward => ahead,
            Bearing::Right => turned(ahead, 1),
            Bearing::Back => turned(ahead, 2),
            Bearing::Left => turned(ahead, 3),
        })
    }
}

impl Group {
    /// The vectors of the group for a walk that heads for `ahead`, clockwise from north.
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

fn dot(a: Vector, b: Vector) -> i32 {
    a.0 * b.0 + a.1 * b.1
}

/// Whether the angle between two vectors is at most 45°.
fn within(a: Vector, b: Vector) -> bool {
    let along = dot(a, b);
    along > 0 && 2 * along * along >= dot(a, a) * dot(b, b)
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
