//! The cells of a board as they lie on its lines: a bit each, one beside the next.

use crate::program::set::Set;
use crate::program::table::NOWHERE;

/// The lines of a board on which rows are looked for, a word each, with as many empty bits below the lowest cell
/// as a row has but for one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    /// How many there are. The first is none: cells of lines too short for a row are all its same bit.
    pub count: usize,
    /// The bit of a cell, before it is shifted, and those of the cells that may be in a row with it.
    one: u64,
    near: u64,
    /// How often the lines are shifted to find a row that is of interest, one after the other.
    steps: [u8; STEPS],
    /// How many fours of directions they go in, and whether it is one of three.
    fours: usize,
    three: bool,
    /// By cell and direction: the line, times 64, and how far a cell's bit is shifted there.
    spots: Box<[[u16; 4]]>,
}

/// Lines at most.
const MOST: usize = 1 << 10;

/// Shifts at most, and so cells in a row: four times as many as a word has then, and a bit between any two.
const STEPS: usize = 3;
const LONGEST: usize = 1 << STEPS;

impl Lines {
    /// The lines of cells of a set, in directions that tell of each cell which is the next and which the one
    /// before, as far as rows of `least` cells fit; `None` if one closes or is longer than a word.
    pub fn new<S: Set>(ways: &[Box<[[u16; 2]]>], of: S, least: usize) -> Option<Self> {
        if !(2..=LONGEST).contains(&least) {
            return None;
        }
        let most = u64::BITS as usize - least;
        let size = ways.iter().map(|way| way.len()).max().unwrap_or(0);
        let fours = ways.len().div_ceil(4);
        let mut spots = vec![[0; 4]; size * fours];
        let mut count = 1;
        for (at, way) in ways.iter().enumerate() {
            let is = |cell: u16| cell != NOWHERE && of.has(usize::from(cell));
            let first = |cell: &u16| is(*cell) && !is(way[usize::from(*cell)][1]);
            let mut told = 0;
            for first in (0..size as u16).filter(first) {
                let mut line = vec![first];
                loop {
                    let last = line[line.len() - 1];
                    let next = way[usize::from(last)][0];
                    if !is(next) {
                        break;
                    }
                    if way[usize::from(next)][1] != last || line.len() == most {
                        return None;
                    }
                    line.push(next);
                }
                told += line.len();
                if line.len() < least {
                    continue;
                }
                for (bit, cell) in line.iter().enumerate() {
                    let four = &mut spots[usize::from(*cell) * fours + at / 4];
                    four[at % 4] = (count << 6 | bit) as u16;
                }
                count += 1;
            }
            if told != of.len() as usize || count > MOST {
                return None;
            }
        }
        let mut known = 1;
        let steps = [(); STEPS].map(|()| {
            let more = known.min(least - known);
            known += more;
            more as u8
        });
        let (one, near) = (1 << (least - 1), (1 << (2 * least - 1)) - 1);
        let three = ways.len() == 3;
        Some(Self { count, one, near, steps, fours, three, spots: spots.into() })
    }

    /// Adds a cell to the lines through it; whether one has as many in a row then as are of interest.
    #[inline(always)]
    pub fn add(&self, lines: &mut [u64], cell: usize) -> bool {
        let fours = self.spots(cell);
        // Hexagons have three directions.
        if self.three {
            return self.add_on::<3>(lines, &fours[0]) != 0;
        }
        let mut found = 0;
        for four in fours {
            found |= self.add_on::<4>(lines, four);
        }
        found != 0
    }

    /// Takes a cell out of the lines through it.
    pub fn remove(&self, lines: &mut [u64], cell: usize) {
        for spot in self.spots(cell).as_flattened() {
            lines[usize::from(spot >> 6)] &= !(self.one << (spot & 63));
        }
    }

    /// The same on the first lines of a four; where the rows end, if there are any.
    #[inline(always)]
    fn add_on<const N: usize>(&self, lines: &mut [u64], four: &[u16; 4]) -> u64 {
        // The cells that may be in a row with it are looked at on all lines at once, side by side.
        let mut rows = 0;
        for spot in &four[..N] {
            let line = &mut lines[usize::from(spot >> 6)];
            let shift = spot & 63;
            *line |= self.one << shift;
            rows = rows << 16 | *line >> shift & self.near;
        }
        for step in self.steps {
            rows &= rows >> (step & 63);
        }
        rows
    }

    /// Whether a line through a cell has so many in a row; `exactly`: and no more.
    pub fn has(&self, lines: &[u64], cell: usize, length: u32, exactly: bool) -> bool {
        self.spots(cell).as_flattened().iter().any(|spot| {
            let line = lines[usize::from(spot >> 6)];
            let rows = rows(line, length);
            let longer = if exactly { line << 1 | line >> length } else { 0 };
            rows & !longer != 0
        })
    }

    #[inline]
    fn spots(&self, cell: usize) -> &[[u16; 4]] {
        &self.spots[cell * self.fours..][..self.fours]
    }
}

/// The bits from which on so many are set.
fn rows(line: u64, length: u32) -> u64 {
    let (mut rows, mut known) = (line, 1);
    while known < length {
        let more = known.min(length - known);
        rows &= rows >> more;
        known += more;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::set::Wide;

    /// Ten cells in a row.
    fn row() -> Vec<Box<[[u16; 2]]>> {
        let ends = |at: u16| {
            [if at == 9 { NOWHERE } else { at + 1 }, at.checked_sub(1).unwrap_or(NOWHERE)]
        };
        vec![(0..10).map(ends).collect()]
    }

    fn all() -> Wide<4> {
        (0..10).fold(Wide::NONE, |set, cell| set | Wide::one(cell))
    }

    #[test]
    fn a_row_is_found_by_the_cell_that_fills_its_gap() {
        let lines = Lines::new(&row(), all(), 3).expect("short lines");
        let mut words = vec![0; lines.count];
        for cell in [0, 1, 9, 4, 3] {
            assert!(!lines.add(&mut words, cell), "{cell}");
        }
        assert!(lines.add(&mut words, 2));
        assert!(lines.has(&words, 2, 3, false) && lines.has(&words, 2, 5, false));
        assert!(lines.has(&words, 2, 5, true) && !lines.has(&words, 2, 4, true));
        assert!(!lines.has(&words, 2, 6, false));
    }

    #[test]
    fn rows_do_not_go_on_where_nothing_counts() {
        let lines = Lines::new(&row(), all() & !Wide::one(2), 3).expect("short lines");
        let mut words = vec![0; lines.count];
        let mut found = (0..5).map(|cell| lines.add(&mut words, cell));
        assert!(!found.any(|found| found));
        assert!(lines.add(&mut words, 5));
    }

    #[test]
    fn lines_that_close_or_are_longer_than_a_word_are_left_to_others() {
        let mut ring = row();
        (ring[0][9][0], ring[0][0][1]) = (0, 9);
        assert_eq!(Lines::new(&ring, all(), 3), None);
        assert_eq!(Lines::new(&row(), all(), 9), None);
        let ends = |at: u16| {
            [if at == 69 { NOWHERE } else { at + 1 }, at.checked_sub(1).unwrap_or(NOWHERE)]
        };
        let long = (0..70).fold(Wide::<4>::NONE, |set, cell| set | Wide::one(cell));
        assert_eq!(Lines::new(&[(0..70).map(ends).collect()], long, 3), None);
    }
}
