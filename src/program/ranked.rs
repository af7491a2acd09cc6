//! The cell of a set before which it has so many others, by tables and sums: most machines that a program is
//! compiled for have no instruction that tells it.

use std::marker::PhantomData;

use super::set::Set;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// By byte and number, the bit of the byte below which so many others are set.
static SELECT: [[u8; 8]; 256] = select();

const fn select() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut before) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][before] = bit;
                before += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// By byte, a byte of 0 or 1 for each of its bits: looked up, as a product of a word is dear where several are made at once.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        // Each byte of the product keeps its own bit, which is then carried to the highest and on to the lowest.
        let own = (byte as u64).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
        table[byte] = ((own + (HIGH - ONES)) & HIGH) >> 7;
        byte += 1;
    }
    table
}

/// Of each byte of a word, how many bits are set in it and in those below.
#[inline]
fn sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

/// Of bytes that never fall, none of them more than 127, the bits below the first that is more than a number, and
/// how much more that is than the byte before.
#[inline]
fn lane(sums: u64, number: u32) -> (u32, u32) {
    let fewer = ((u64::from(number) * ONES) | HIGH).wrapping_sub(sums) & HIGH;
    let shift = (((fewer >> 7).wrapping_mul(ONES) >> 56) as u32 * 8) & 63;
    (shift, number.wrapping_sub(((sums << 8) >> shift & 0xff) as u32))
}

/// The bit of a word with these sums below which so many others are set; it has more.
#[inline]
fn summed(word: u64, sums: u64, before: u32) -> usize {
    let (shift, below) = lane(sums, before);
    let bits = &SELECT[(word >> shift & 0xff) as usize];
    shift as usize + usize::from(bits[below as usize & 7])
}

/// The bit of a word below which so many others are set; it has more.
#[inline]
pub(super) fn nth(word: u64, before: u32) -> usize {
    summed(word, sums(word), before)
}

/// Words of a set at most, and how many of them share one that says how many cells are below each.
const WORDS: usize = 12;
const LANES: usize = 4;
const EACH: u64 = 0x0001_0001_0001_0001;
const TOP: u64 = 0x8000_8000_8000_8000;

/// A set out of which cells are taken one after the other, each by its number among those that are left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<S> {
    words: [u64; WORDS],
    /// Of each byte of a word, how many cells are in it and in those of the word that are below.
    sums: [u64; WORDS],
    /// Of each word, 16 bits: how many cells are in those below; very many of words that the set has not.
    below: [u64; WORDS / LANES],
    len: u32,
    of: PhantomData<S>,
}

impl<S: Set> Ranked<S> {
    /// How many words the set has.
    const USED: usize = S::CELLS / 64;

    /// The cells of a set.
    pub fn new(set: S) -> Self {
        let mut ranked = Self {
            words: [0; WORDS],
            sums: [0; WORDS],
            below: [EACH * 0x7fff; WORDS / LANES],
            len: 0,
            of: PhantomData,
        };
        for at in 0..Self::USED {
            let word = set.word(at);
            (ranked.words[at], ranked.sums[at]) = (word, sums(word));
            let lane = 16 * (at % LANES);
            ranked.below[at / LANES] ^= u64::from(0x7fff ^ ranked.len) << lane;
            ranked.len += word.count_ones();
        }
        ranked
    }

    /// How many cells are left.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// The word and the bit in it of the cell before which so many others are; there are more.
    #[inline]
    fn nth(&self, before: u32) -> (usize, usize) {
        if Self::USED == 1 {
            return (0, summed(self.words[0], self.sums[0], before));
        }
        if Self::USED == 2 {
            let low = (self.below[0] >> 16 & 0xffff) as u32;
            let at = usize::from(before >= low);
            let before = before - if before >= low { low } else { 0 };
            return (at, summed(self.words[at], self.sums[at], before));
        }
        // The word is the last below which there are not more than `before`.
        let all = (u64::from(before) * EACH) | TOP;
        let mut at = 0;
        for below in &self.below[..Self::USED.div_ceil(LANES)] {
            at += ((((all - below) & TOP) >> 15).wrapping_mul(EACH) >> 48) as usize;
        }
        let at = at.wrapping_sub(1).min(WORDS - 1);
        let below = self.below[at / LANES] >> (16 * (at % LANES)) & 0xffff;
        (at, summed(self.words[at], self.sums[at], before.wrapping_sub(below as u32)))
    }

    /// The cells that are left.
    pub fn set(&self) -> S {
        let words = self.words.iter().take(Self::USED);
        S::of_bytes(words.flat_map(|word| word.to_le_bytes()))
    }

    /// The cell before which so many others are; there are more.
    #[inline]
    pub fn cell(&self, before: u32) -> usize {
        let (at, bit) = self.nth(before);
        64 * at + bit
    }

    /// Takes out the cell before which so many others are; there are more.
    #[inline]
    pub fn take(&mut self, before: u32) -> usize {
        let (at, bit) = self.nth(before);
        self.out(at, bit);
        64 * at + bit
    }

    /// Takes a cell out, if it is there.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        let (at, bit) = (cell / 64 % WORDS, cell % 64);
        if self.words[at] >> bit & 1 != 0 {
            self.out(at, bit);
        }
    }

    /// Puts a cell in again that was taken out.
    #[inline]
    pub fn put(&mut self, cell: usize) {
        let (at, bit) = (cell / 64 % WORDS, cell % 64);
        self.words[at] ^= 1 << bit;
        self.sums[at] += ONES << (bit & !7);
        self.len += 1;
        if Self::USED == 2 {
            self.below[0] += u64::from(at == 0) << 16;
        } else if Self::USED > 2 {
            self.below[at / LANES] += EACH << 16 << (16 * (at % LANES));
        }
        let others = self.below.iter_mut().enumerate().take(Self::USED.div_ceil(LANES));
        for (lanes, below) in others.skip(1) {
            *below += if at / LANES < lanes { EACH } else { 0 };
        }
    }

    #[inline]
    fn out(&mut self, at: usize, bit: usize) {
        self.words[at] ^= 1 << bit;
        // One less in its byte and all bytes above.
        self.sums[at] -= ONES << (bit & !7);
        self.len -= 1;
        if Self::USED == 2 {
            self.below[0] -= u64::from(at == 0) << 16;
        } else if Self::USED > 2 {
            self.below[at / LANES] -= EACH << 16 << (16 * (at % LANES));
        }
        let others = self.below.iter_mut().enumerate().take(Self::USED.div_ceil(LANES));
        for (lanes, below) in others.skip(1) {
            *below -= if at / LANES < lanes { EACH } else { 0 };
        }
    }
}

/// Sets whose cells are numbered together: the lowest first, and each as often as sets have it.
#[derive(Debug, Default)]
pub(crate) struct Merged<S> {
    /// The sets, and behind them what is left of others.
    sets: Vec<S>,
    used: usize,
    /// Of each byte of a word, how many cells the sets have in it and in those of the word that are below.
    sums: [u64; WORDS],
    /// Of each word, how many cells the sets have.
    counts: [u32; WORDS],
}

/// Cells of a word that weigh differently, or the bits of one of its bytes: which of them a number means.
///
/// Of eight lanes, which are the bytes or bits, each tells what those up to it weigh together: 16 bits each, those with even
/// numbers in one word and the others in another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weights {
    lanes: [u64; 2],
    total: u64,
}

/// The even ones of eight bytes, 16 bits each.
const EVEN: u64 = 0x00ff_00ff_00ff_00ff;

impl Weights {
    /// Adds cells of a word that weigh so much each.
    #[inline]
    pub fn add(&mut self, cells: u64, weight: u32) {
        if cells != 0 {
            self.add_sums(sums(cells), weight);
        }
    }

    /// The same of the cells of one of its bytes.
    #[inline]
    pub fn add_byte(&mut self, cells: u64, byte: usize, weight: u32) {
        let spread = SPREAD[(cells >> (8 * byte) & 0xff) as usize];
        self.add_sums(spread.wrapping_mul(ONES), weight);
    }

    #[inline]
    fn add_sums(&mut self, sums: u64, weight: u32) {
        let weight = u64::from(weight);
        let [even, odd] = &mut self.lanes;
        *even = even.wrapping_add((sums & EVEN).wrapping_mul(weight));
        *odd = odd.wrapping_add((sums >> 8 & EVEN).wrapping_mul(weight));
        self.total += (sums >> 56) * weight;
    }

    /// What all weigh together.
    #[inline]
    pub fn total(&self) -> usize {
        self.total as usize
    }

    /// Whether [`Weights::find`] tells what is asked of it: lanes are no wider.
    #[inline]
    pub fn fits(&self) -> bool {
        self.total < 1 << 15
    }

    /// The byte or bit that a number means, and what is left of it there; all weigh more together.
    #[inline]
    pub fn find(&self, before: usize) -> (usize, usize) {
        let all = (before as u64).wrapping_mul(EACH) | TOP;
        let fewer = |lanes: u64| (((all - lanes) & TOP) >> 15).wrapping_mul(EACH) >> 48;
        let at = (fewer(self.lanes[0]) + fewer(self.lanes[1])) as usize;
        let below =
            at.checked_sub(1).map_or(0, |last| self.lanes[last % 2] >> (16 * (last / 2)) & 0xffff);
        (at, before - below as usize)
    }
}

/// Cells of a word at most, for the sums to tell which is meant; more of them are weighed.
const SUMMED: u32 = 127;

impl<S: Set> Merged<S> {
    /// How many words a set has.
    const USED: usize = S::CELLS / 64;

    /// Takes up these sets, so many at most, instead of all before.
    #[inline(always)]
    pub fn renew(&mut self, most: usize, sets: impl Iterator<Item = S>) {
        if self.sets.len() < most {
            self.sets.resize(most, S::NONE);
        }
        let (mut all, mut counts, mut used) = ([0u64; WORDS], [0; WORDS], 0);
        for (kept, set) in self.sets.iter_mut().zip(sets) {
            *kept = set;
            used += 1;
            for at in 0..Self::USED {
                let sums = sums(set.word(at));
                all[at] = all[at].wrapping_add(sums);
                counts[at] += (sums >> 56) as u32;
            }
        }
        self.used = used;
        self.sums[..Self::USED].copy_from_slice(&all[..Self::USED]);
        self.counts[..Self::USED].copy_from_slice(&counts[..Self::USED]);
    }

    /// One of the sets, by its place among them.
    #[inline]
    pub fn set(&self, at: usize) -> S {
        self.sets[at]
    }

    /// How many cells there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.counts[..Self::USED].iter().sum::<u32>() as usize
    }

    /// The cell before which there are so many others, and the number of the set that has it; there are more.
    #[inline]
    pub fn nth(&self, before: usize) -> (usize, usize) {
        let sets = self.sets.get(..self.used).unwrap_or_default();
        let (mut at, mut before) = (0, before as u32);
        while at + 1 < Self::USED && before >= self.counts[at] {
            before -= self.counts[at];
            at += 1;
        }
        let words = || sets.iter().map(|set| set.word(at));
        let bit = if self.counts[at] <= SUMMED {
            let (low, below) = lane(self.sums[at], before);
            let bytes = words().map(|word| word >> low & 0xff);
            let sums = bytes.map(|byte| SPREAD[byte as usize]).sum::<u64>().wrapping_mul(ONES);
            let (shift, rest) = lane(sums, below);
            before = rest;
            (low + shift / 8) as usize
        } else {
            let (mut all, mut bits) = (Weights::default(), Weights::default());
            words().for_each(|word| all.add(word, 1));
            let (byte, below) = all.find(before as usize);
            words().for_each(|word| bits.add_byte(word, byte, 1));
            let (bit, rest) = bits.find(below);
            before = rest as u32;
            8 * byte + bit
        };
        // The set is the first up to which more of them than that have the cell.
        let (mut index, mut have) = (0, 0);
        for set in sets {
            have += (set.word(at) >> bit & 1) as u32;
            index += usize::from(have <= before);
        }
        (64 * at + bit, index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::set::Wide;

    fn assert_taken<S: Set>(size: usize, mut chance: u64) {
        let mut cells: Vec<usize> = (0..size).filter(|cell| cell % 7 != 3).collect();
        let set = cells.iter().fold(S::NONE, |set, cell| set | S::one(*cell));
        let mut ranked = Ranked::new(set);
        while !cells.is_empty() {
            assert_eq!(ranked.len() as usize, cells.len());
            let told: Vec<usize> = (0..cells.len())
                .map(|before| ranked.nth(before as u32))
                .map(|(at, bit)| 64 * at + bit)
                .collect();
            assert_eq!(told, cells);
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (chance >> 33) as usize % cells.len();
            let taken = cells.remove(at);
            if cells.len().is_multiple_of(2) {
                assert_eq!(ranked.take(at as u32), taken);
            }
            ranked.remove(taken);
            ranked.put(taken);
            ranked.remove(taken);
        }
        assert_eq!(ranked.len(), 0);
    }

    #[test]
    fn cells_that_are_left_are_told_by_their_number() {
        assert_taken::<u64>(64, 1);
        assert_taken::<u64>(9, 2);
        assert_taken::<u128>(128, 3);
        assert_taken::<Wide<4>>(225, 4);
        assert_taken::<Wide<6>>(384, 5);
        assert_taken::<Wide<9>>(576, 6);
    }

    fn assert_in_order<S: Set>(cells: &[&[usize]]) {
        let set = |cells: &&[usize]| cells.iter().fold(S::NONE, |set, cell| set | S::one(*cell));
        let mut merged: Merged<S> = Merged::default();
        merged.renew(cells.len(), cells.iter().map(set));
        let each = cells.iter().enumerate();
        let mut all: Vec<(usize, usize)> =
            each.flat_map(|(at, cells)| cells.iter().map(move |cell| (*cell, at))).collect();
        all.sort_unstable();
        assert_eq!(merged.len(), all.len());
        let told: Vec<_> = (0..all.len()).map(|before| merged.nth(before)).collect();
        assert_eq!(told, all);
        merged.renew(0, std::iter::empty());
        assert_eq!(merged.len(), 0);
    }

    #[test]
    fn cells_that_weigh_differently_are_told_in_their_order() {
        let sets = [(0x8000_0102_0304_f001u64, 3), (0x0100_0000_0000_8081, 1), (u64::MAX, 40)];
        for used in 1..=sets.len() {
            let sets = &sets[..used];
            let mut all = Weights::default();
            sets.iter().for_each(|(cells, weight)| all.add(*cells, *weight));
            let weight = |bit: usize| {
                let here = sets.iter().filter(|(cells, _)| cells >> bit & 1 != 0);
                here.map(|(_, weight)| *weight as usize).sum::<usize>()
            };
            assert_eq!(all.total(), (0..64).map(weight).sum::<usize>());
            assert!(all.fits());
            let cells = (0..64).flat_map(|bit| (0..weight(bit)).map(move |rest| (bit, rest)));
            for (before, cell) in cells.enumerate() {
                let (byte, rest) = all.find(before);
                let mut here = Weights::default();
                sets.iter().for_each(|(cells, weight)| here.add_byte(*cells, byte, *weight));
                let (bit, rest) = here.find(rest);
                assert_eq!((8 * byte + bit, rest), cell);
            }
        }
    }

    #[test]
    fn cells_of_several_sets_are_told_in_their_order() {
        let low: [&[usize]; 3] = [&[0, 1, 8, 20, 63], &[], &[1, 2, 8, 9, 21, 40, 63]];
        assert_in_order::<u64>(&low);
        assert_in_order::<u128>(&low);
        assert_in_order::<Wide<4>>(&[&[5, 64, 200], &[5, 64, 127, 128, 255], &[64, 201]]);
        let all: Vec<usize> = (0..64).collect();
        assert_in_order::<u64>(&[&all, &all[1..]]);
        assert_in_order::<u64>(&[&all, &all, &all[9..]]);
        assert_in_order::<u64>(&[&all, &all, &all, &all, &all[9..]]);
    }
}
