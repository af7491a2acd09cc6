//! Sets of cells in a machine word or two.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of cells, by index, of at most [`Set::CELLS`].
pub(crate) trait Set:
    Copy
    + Eq
    + std::fmt::Debug
    + std::hash::Hash
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many cells a board may have.
    const CELLS: usize;
    /// No cell.
    const NONE: Self;
    /// Every index, also those beyond the board.
    const ALL: Self;

    /// The set of one cell.
    fn one(at: usize) -> Self;
    /// The set whose cells are told by bits, eight cells a byte.
    fn of_bytes(bytes: impl Iterator<Item = u8>) -> Self;
    /// Whether it has a cell.
    fn has(self, at: usize) -> bool;
    /// How many cells it has.
    fn len(self) -> u32;
    /// The lowest cell; of no cell, [`Set::CELLS`].
    fn first(self) -> usize;
    /// Everything up to the lowest cell, that included; everything if there is none.
    fn up_to_lowest(self) -> Self;
    /// Everything from the highest cell on, that included; everything if there is none.
    fn highest_and_on(self) -> Self;
    /// The set without its lowest cell.
    fn rest(self) -> Self;
    /// Each cell exchanged for the one whose index differs by so much, round the word's ends.
    fn moved(self, by: i16) -> Self;

    /// Whether it has no cell.
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Its cells, the lowest first.
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set, the lowest first.
pub(crate) struct Cells<S>(S);

impl<S: Set> Iterator for Cells<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_none() {
            return None;
        }
        let at = self.0.first();
        self.0 = self.0.rest();
        Some(at)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Set for $word {
            const CELLS: usize = <$word>::BITS as usize;
            const NONE: Self = 0;
            const ALL: Self = <$word>::MAX;

            #[inline]
            fn one(at: usize) -> Self {
                1 << at
            }
            #[inline]
            fn of_bytes(bytes: impl Iterator<Item = u8>) -> Self {
                bytes.enumerate().fold(0, |set, (at, byte)| set | <$word>::from(byte) << (8 * at))
            }
            #[inline]
            fn has(self, at: usize) -> bool {
                self >> at & 1 != 0
            }
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn up_to_lowest(self) -> Self {
                self ^ self.wrapping_sub(1)
            }
            #[inline]
            fn highest_and_on(self) -> Self {
                <$word>::MAX << (<$word>::BITS - 1 - (self | 1).leading_zeros())
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn moved(self, by: i16) -> Self {
                self.rotate_left(by as u32 & (<$word>::BITS - 1))
            }
        }
    };
}

word!(u64);
word!(u128);
