//! Sets of cells in a machine word or two.

use std::array::from_fn;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::ranked::nth;

/// A set of cells, by index, of at most [`Set::CELLS`].
pub(crate) trait Set:
    Copy
    + Default
    + Eq
    + std::fmt::Debug
    + Send
    + Sync
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
    /// The byte of that number of [`Set::of_bytes`].
    fn byte(self, at: usize) -> u8;
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
    /// Takes the lowest cell out.
    fn pop(&mut self) -> Option<usize>;
    /// Each cell exchanged for the one whose index differs by so much, which must be an index too.
    fn moved(self, by: i16) -> Self;
    /// The cell before which the set has so many others; it has more.
    fn nth(self, before: u32) -> usize;
    /// One of its words, the lowest first, of 64 cells each.
    fn word(self, at: usize) -> u64;
    /// Adds a cell, or takes it out if it is there.
    fn flip(&mut self, at: usize);

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
        self.0.pop()
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
            fn byte(self, at: usize) -> u8 {
                (self >> (8 * at)) as u8
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
            fn pop(&mut self) -> Option<usize> {
                let lowest = (*self != 0).then(|| self.first());
                *self &= self.wrapping_sub(1);
                lowest
            }
            #[inline]
            fn moved(self, by: i16) -> Self {
                self.rotate_left(by as u32 & (<$word>::BITS - 1))
            }
            #[inline]
            fn nth(self, mut before: u32) -> usize {
                let mut at = 0;
                loop {
                    let word = (self >> at) as u64;
                    let ones = word.count_ones();
                    if before < ones || at + 64 >= Self::CELLS {
                        return at + nth(word, before);
                    }
                    before -= ones;
                    at += 64;
                }
            }
            #[inline]
            fn word(self, at: usize) -> u64 {
                (self >> (64 * at)) as u64
            }
            #[inline]
            fn flip(&mut self, at: usize) {
                *self ^= 1 << at;
            }
        }
    };
}

word!(u64);
word!(u128);

/// A set of cells in so many words, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline(always)]
    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self(from_fn(|at| with(self.0[at], other.0[at])))
    }

    /// The lowest word that is not 0.
    #[inline]
    fn lowest(self) -> Option<usize> {
        self.0.iter().position(|word| *word != 0)
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        self.zip(self, |word, _| !word)
    }
}

impl<const N: usize> Set for Wide<N> {
    const CELLS: usize = 64 * N;
    const NONE: Self = Self([0; N]);
    const ALL: Self = Self([u64::MAX; N]);

    #[inline]
    fn one(at: usize) -> Self {
        let mut set = Self::NONE;
        set.0[at / 64] = 1 << (at % 64);
        set
    }
    fn of_bytes(bytes: impl Iterator<Item = u8>) -> Self {
        let mut set = Self::NONE;
        for (at, byte) in bytes.enumerate() {
            set.0[at / 8] |= u64::from(byte) << (8 * (at % 8));
        }
        set
    }
    fn byte(self, at: usize) -> u8 {
        (self.0[at / 8] >> (8 * (at % 8))) as u8
    }
    #[inline]
    fn has(self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 != 0
    }
    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> usize {
        self.lowest().map_or(Self::CELLS, |at| 64 * at + self.0[at].trailing_zeros() as usize)
    }
    #[inline]
    fn up_to_lowest(self) -> Self {
        let Some(lowest) = self.lowest() else { return Self::ALL };
        Self(from_fn(|at| match at.cmp(&lowest) {
            std::cmp::Ordering::Less => u64::MAX,
            std::cmp::Ordering::Equal => self.0[at] ^ (self.0[at] - 1),
            std::cmp::Ordering::Greater => 0,
        }))
    }
    #[inline]
    fn highest_and_on(self) -> Self {
        let Some(highest) = self.0.iter().rposition(|word| *word != 0) else { return Self::ALL };
        Self(from_fn(|at| match at.cmp(&highest) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => u64::MAX << (63 - self.0[at].leading_zeros()),
            std::cmp::Ordering::Greater => u64::MAX,
        }))
    }
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        for (at, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * at + bit);
            }
        }
        None
    }
    #[inline]
    fn moved(self, by: i16) -> Self {
        // By less than a word no word comes from further than beside it.
        let bits = u32::from(by.unsigned_abs());
        if bits < 64 {
            let words = self.0;
            let below = |at: usize| at.checked_sub(1).map_or(0, |at| words[at]);
            let above = |at: usize| words.get(at + 1).copied().unwrap_or(0);
            return Self(match by > 0 {
                true => from_fn(|at| words[at] << bits | below(at) >> 1 >> (63 - bits)),
                false => from_fn(|at| words[at] >> bits | above(at) << 1 << (63 - bits)),
            });
        }
        // Between words without cells on both sides, so that it does not matter which way it goes.
        let wide = [[0; N], self.0, [0; N]];
        let wide = wide.as_flattened();
        let (words, bits) = (by.div_euclid(64), by.rem_euclid(64) as u32);
        // Of each word what stays in its word, and what comes out of the one below: that is shifted twice, as a word cannot be
        // shifted by all of its bits.
        let start = (N as i16 - 1 - words) as usize;
        let Some(from) = wide.get(start..start + N + 1) else { return Self::NONE };
        let mut moved = [0; N];
        for (word, pair) in moved.iter_mut().zip(from.windows(2)) {
            *word = pair[1] << bits | pair[0] >> 1 >> (63 - bits);
        }
        Self(moved)
    }
    #[inline]
    fn nth(self, mut before: u32) -> usize {
        for (at, word) in self.0.iter().enumerate() {
            let ones = word.count_ones();
            if before < ones {
                return 64 * at + nth(*word, before);
            }
            before -= ones;
        }
        Self::CELLS
    }
    #[inline]
    fn word(self, at: usize) -> u64 {
        self.0[at]
    }
    #[inline]
    fn is_none(self) -> bool {
        // A comparison of as many bytes would be a call.
        self.0.iter().fold(0, |any, word| any | word) == 0
    }
    #[inline]
    fn flip(&mut self, at: usize) {
        self.0[at / 64] ^= 1 << (at % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of cells below 128, the same for every width.
    fn set<S: Set>(cells: &[usize]) -> S {
        cells.iter().fold(S::NONE, |set, cell| set | S::one(*cell))
    }

    fn all_widths<const N: usize>(cells: &[usize]) {
        fn told<S: Set>(cells: &[usize], most: usize) -> Vec<Vec<usize>> {
            let one: S = set(cells);
            let listed = |set: S| (0..most).filter(|cell| set.has(*cell)).collect::<Vec<_>>();
            let mut told = vec![one.cells().collect(), listed(!one)];
            told.push(listed(one.up_to_lowest()));
            told.push(listed(one.highest_and_on()));
            told.push((0..one.len()).map(|at| one.nth(at)).collect());
            told.push(vec![one.len() as usize]);
            for by in [1isize, 7, -3, 63, -63, 64, -64, 70, -70] {
                if by.unsigned_abs() >= most {
                    continue;
                }
                let inner = cells
                    .iter()
                    .filter(|cell| cell.checked_add_signed(by).is_some_and(|cell| cell < most));
                let inner: Vec<usize> = inner.copied().collect();
                told.push(listed(set::<S>(&inner).moved(by as i16)));
            }
            told
        }
        let wide = told::<Wide<N>>(cells, 128);
        assert_eq!(wide, told::<u128>(cells, 128), "{cells:?}");
        if cells.iter().all(|cell| *cell < 64) {
            assert_eq!(told::<u64>(cells, 64), told::<Wide<1>>(cells, 64), "{cells:?}");
        }
    }

    #[test]
    fn sets_of_all_widths_are_alike() {
        let mut chance = 9u64;
        for size in 0..60 {
            let mut cells: Vec<usize> = (0..size)
                .map(|_| {
                    chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (chance >> 33) as usize % if size % 2 == 0 { 64 } else { 128 }
                })
                .collect();
            cells.sort_unstable();
            cells.dedup();
            all_widths::<2>(&cells);
        }
    }
}
