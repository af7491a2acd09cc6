//! What a search remembers of positions: a table of bounded memory, which threads share.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a value tells of a position's worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bounds {
    /// It is worth just that.
    Exact,
    /// It is worth that at least.
    Least,
    /// It is worth that at most.
    Most,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// How deep it was searched.
    pub depth: u8,
    /// What was found, within ±[`super::INFINITE`].
    pub value: i32,
    /// What that tells.
    pub bounds: Bounds,
    /// The [print](super::order) of the best move, of 32 bits; 0 if none is known.
    pub best: u32,
}

/// Entries by the low bits of a key, two places for each. Memory is taken a chunk at a time, when it is first
/// written to.
///
/// A place is two words, the second one what is remembered and the first its exclusive or with the key: what two
/// threads write at once is then of no key that is asked for (Hyatt and Mann 2002).
#[derive(Debug)]
pub(crate) struct Table {
    chunks: Box<[OnceLock<Box<[Place]>>]>,
}

type Place = [AtomicU64; 2];

/// Bytes of a place.
const PLACE: usize = 16;
/// Places of a chunk.
const CHUNK: usize = 1 << 12;

/// Bits of a value, a best move, a depth; what is left tells the bounds.
const VALUE: u32 = 22;
const BEST: u32 = 32;
const DEPTH: u32 = 8;
/// What is added to a value so that it is not below 0.
const ZERO: i32 = 1 << (VALUE - 1);

impl Table {
    /// An empty table of so many bytes at most.
    pub fn new(bytes: usize) -> Self {
        let chunks = (bytes / (PLACE * CHUNK)).max(1);
        // A power of two, not more.
        let chunks = 1 << chunks.ilog2();
        Self { chunks: (0..chunks).map(|_| OnceLock::new()).collect() }
    }

    fn at(&self, key: u64) -> (usize, usize) {
        let at = (key >> 20) as usize;
        (at / CHUNK % self.chunks.len(), at % (CHUNK / 2) * 2)
    }

    /// What is remembered of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let (chunk, at) = self.at(key);
        let places = &self.chunks[chunk].get()?[at..at + 2];
        let known = |place: &Place| {
            let data = place[1].load(Relaxed);
            (place[0].load(Relaxed) ^ data == key && data != 0).then(|| Entry::of(data))
        };
        places.iter().find_map(known)
    }

    /// Remembers a position: in the place of what was known of it; else of what was searched less deep, which moves
    /// to the second place; else in the second.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let (chunk, at) = self.at(key);
        let places = self.chunks[chunk].get_or_init(|| {
            let place = || [AtomicU64::new(0), AtomicU64::new(0)];
            (0..CHUNK).map(|_| place()).collect()
        });
        let [first, second] = [&places[at], &places[at + 1]];
        let words = |place: &Place| [place[0].load(Relaxed), place[1].load(Relaxed)];
        let write = |place: &Place, [check, data]: [u64; 2]| {
            place[0].store(check, Relaxed);
            place[1].store(data, Relaxed);
        };
        let [check, data] = words(first);
        let new = [key ^ entry.data(), entry.data()];
        if check ^ data == key {
            write(first, new);
        } else if Entry::of(data).depth <= entry.depth {
            write(second, [check, data]);
            write(first, new);
        } else {
            write(second, new);
        }
    }
}

impl Entry {
    fn data(self) -> u64 {
        let value = (self.value + ZERO) as u64;
        let bounds = self.bounds as u64 + 1;
        ((value << BEST | u64::from(self.best)) << DEPTH | u64::from(self.depth)) << 2 | bounds
    }

    fn of(data: u64) -> Self {
        let bounds = match data & 3 {
            1 => Bounds::Exact,
            2 => Bounds::Least,
            _ => Bounds::Most,
        };
        let (depth, best) = (data >> 2, data >> (2 + DEPTH));
        let value = (data >> (2 + DEPTH + BEST)) as i32 - ZERO;
        Self { depth: depth as u8, value, bounds, best: best as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_was_told() {
        let table = Table::new(1 << 20);
        let entry = |value, depth, bounds, best| Entry { depth, value, bounds, best };
        let all = [
            (3, entry(-1_999_999, 0, Bounds::Most, 0)),
            (u64::MAX, entry(1_999_999, 255, Bounds::Least, u32::MAX)),
            (1 << 40, entry(0, 7, Bounds::Exact, 12)),
        ];
        for (key, entry) in all {
            assert_eq!(table.get(key), None);
            table.put(key, entry);
        }
        for (key, entry) in all {
            assert_eq!(table.get(key), Some(entry));
        }
    }

    #[test]
    fn what_was_searched_deeper_is_kept() {
        let table = Table::new(1);
        let entry = |depth| Entry { depth, value: 5, bounds: Bounds::Exact, best: 1 };
        // Keys that differ in bits that tell no place.
        table.put(1, entry(9));
        table.put(2, entry(3));
        table.put(3, entry(4));
        let depths = [1, 2, 3].map(|key| table.get(key).map(|entry| entry.depth));
        assert_eq!(depths, [Some(9), None, Some(4)]);
    }
}
