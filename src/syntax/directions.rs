//! Direction sets as written.

/// A union of direction terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Dirs(pub Vec<DirTerm>);

/// Some headings of the board, perhaps only those on one side of a bearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirTerm {
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
