//! Index newtypes, so that a cell is never taken for a kind.

macro_rules! index {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl $name {
            /// The index itself.
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }

            /// The newtype of an index that is known to fit.
            #[inline]
            pub fn at(index: usize) -> Self {
                debug_assert!(index <= usize::from(<$inner>::MAX));
                Self(index as $inner)
            }
        }
    };
}

index! {
    /// A cell of the board: `rank * width + file`, rank 0 the southernmost, file 0 the westernmost.
    Cell(u16)
}
index! {
    /// A kind of piece, in the order of the file.
    Kind(u8)
}
index! {
    /// A player, in turn order.
    Player(u8)
}
index! {
    /// A direction or leap of one board's [`Graph`](crate::rules::Graph).
    Heading(u16)
}
index! {
    /// A goal, in the order of the file.
    GoalId(u8)
}
index! {
    /// A score, in the order of the file.
    ScoreId(u8)
}
index! {
    /// A fact, in the order of the file.
    FactId(u8)
}
index! {
    /// A mark that cells can carry, in the order of the file.
    Mark(u8)
}
index! {
    /// A counter, in the order of the file.
    Counter(u8)
}
index! {
    /// A number that cells or players have, in the order of the file.
    Number(u8)
}
index! {
    /// A name that a walk gives to a cell (`as crossed`).
    Register(u8)
}
index! {
    /// A move's name (`quiet`, `capture`, …), shared by all kinds and actions.
    MoveName(u8)
}

/// What stands on a cell: nothing, or a piece of one kind and one owner; or the number that a slot holds.
///
/// The code is 0 for an empty cell and `(kind + 1) << 3 | owner` otherwise, the owner being 0 for nobody and 1 for the
/// first player. A slot holds a number below 256 ([`Piece::byte`]).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(pub u16);

impl Piece {
    /// An empty cell.
    pub const EMPTY: Piece = Piece(0);
    /// Bits of a code.
    pub const BITS: u32 = 11;
    /// All codes are below this number.
    pub const CODES: usize = 1 << Self::BITS;

    /// A piece of that kind; `owner` is `None` for a piece that is nobody's.
    #[inline]
    pub fn new(kind: Kind, owner: Option<Player>) -> Self {
        let owner = owner.map_or(0, |player| u16::from(player.0) + 1);
        Piece((u16::from(kind.0) + 1) << 3 | owner)
    }

    /// What a slot holds.
    #[inline]
    pub fn of_byte(value: u8) -> Self {
        Piece(value.into())
    }

    /// The number that a slot holds.
    #[inline]
    pub fn byte(self) -> u8 {
        self.0 as u8
    }

    /// The codes of so many kinds are below this number.
    pub fn codes(kinds: usize) -> u16 {
        ((kinds + 1) << 3).min(Self::CODES) as u16
    }

    /// Whether the same stands on as many cells: told without stopping at the first that differs, which is fast
    /// where most often none does.
    pub fn alike(cells: &[Piece], others: &[Piece]) -> bool {
        let differing =
            cells.iter().zip(others).fold(0, |all, (one, other)| all | (one.0 ^ other.0));
        differing == 0 && cells.len() == others.len()
    }

    /// Whether nothing stands there.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kind, unless the cell is empty.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        (self.0 >> 3).checked_sub(1).map(|kind| Kind(kind as u8))
    }

    /// The owner, unless the cell is empty or the piece nobody's.
    #[inline]
    pub fn owner(self) -> Option<Player> {
        (self.0 & 7).checked_sub(1).map(|player| Player(player as u8))
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.kind(), self.owner()) {
            (None, _) => write!(f, "empty"),
            (Some(kind), Some(player)) => write!(f, "k{}p{}", kind.0, player.0),
            (Some(kind), None) => write!(f, "k{}", kind.0),
        }
    }
}
