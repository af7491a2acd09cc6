//! What was found out of positions, in bounded memory, under two keys of 64 bits that are made of the board in different ways.

/// By the high bits of a key two places, of which the first keeps what took most work.
#[derive(Debug)]
pub(super) struct Table {
    /// By place: both keys, and what is known beside how much work that was; 0 if it is empty.
    words: Vec<u64>,
    /// By place: the cells that a win does not need, if that is asked.
    spared: Vec<u64>,
    pairs: usize,
}

/// Words of a place.
const WORDS: usize = 3;
/// Bits of what is known; the others tell how much work it was.
pub(super) const BITS: u32 = 57;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// What is known, in [`BITS`] bits that are not all 0.
    pub known: u64,
    /// The cells that a win does not need.
    pub spared: u64,
}

impl Table {
    /// An empty table of so many bytes at most. What is never written to takes no memory on most machines.
    pub fn new(bytes: usize, spares: bool) -> Self {
        let place = size_of::<u64>() * (WORDS + usize::from(spares));
        let pairs = (bytes / (2 * place)).max(1);
        let spared = if spares { vec![0; 2 * pairs] } else { Vec::new() };
        Self { words: vec![0; 2 * pairs * WORDS], spared, pairs }
    }

    fn at(&self, key: u64) -> usize {
        2 * ((u128::from(key) * self.pairs as u128) >> u64::BITS) as usize
    }

    fn place(&self, at: usize) -> [u64; WORDS] {
        let first = at * WORDS;
        [self.words[first], self.words[first + 1], self.words[first + 2]]
    }

    /// What is remembered of a position.
    #[inline]
    pub fn get(&self, keys: [u64; 2]) -> Option<Entry> {
        let at = self.at(keys[0]);
        [at, at + 1].into_iter().find_map(|at| {
            let [one, other, data] = self.place(at);
            let spared = || self.spared.get(at).copied().unwrap_or_default();
            let known = data & ((1 << BITS) - 1);
            ([one, other] == keys && data != 0).then(|| Entry { known, spared: spared() })
        })
    }

    /// Remembers a position, which took so much work: the binary logarithm of its positions. It stands in the place of what was
    /// known of it; else of what took less work, which moves to the second place; else in the second.
    #[inline]
    pub fn put(&mut self, keys: [u64; 2], entry: Entry, work: u32) {
        let at = self.at(keys[0]);
        let [one, other, data] = self.place(at);
        let work = u64::from(work.min((1 << (u64::BITS - BITS)) - 1));
        let to = match [one, other] == keys {
            true => at,
            false if data >> BITS > work => at + 1,
            false => {
                self.words.copy_within(at * WORDS..(at + 1) * WORDS, (at + 1) * WORDS);
                if !self.spared.is_empty() {
                    self.spared[at + 1] = self.spared[at];
                }
                at
            }
        };
        let new = [keys[0], keys[1], entry.known | work << BITS];
        self.words[to * WORDS..(to + 1) * WORDS].copy_from_slice(&new);
        if let Some(spared) = self.spared.get_mut(to) {
            *spared = entry.spared;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(known: u64) -> Entry {
        Entry { known, spared: known << 3 }
    }

    #[test]
    fn what_is_remembered_is_what_was_told() {
        let mut table = Table::new(1 << 16, true);
        let keys = [[1, 2], [1 << 63, 7], [u64::MAX, 0]];
        for (at, keys) in keys.into_iter().enumerate() {
            assert_eq!(table.get(keys), None);
            table.put(keys, entry(at as u64 + 1), 200);
        }
        for (at, keys) in keys.into_iter().enumerate() {
            assert_eq!(table.get(keys), Some(entry(at as u64 + 1)));
        }
        assert_eq!(table.get([1, 3]), None, "the second key differs");
    }

    #[test]
    fn what_took_most_work_is_kept() {
        let mut table = Table::new(1, false);
        table.put([1, 1], entry(1), 9);
        table.put([2, 2], entry(2), 3);
        table.put([3, 3], entry(3), 4);
        let known = [1, 2, 3].map(|key| table.get([key, key]).map(|entry| entry.known));
        assert_eq!(known, [Some(1), None, Some(3)]);
    }
}
