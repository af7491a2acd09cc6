//! Moves that go exactly as far as the pieces on their line say.

use super::content::{Content, Contents};
use crate::index::Cell;
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{Counted, EVERY, Needs, without};

/// From each cell, the lines along which a piece goes as many cells as such pieces stand on it.
#[derive(Clone, Debug)]
pub(crate) struct Gauge<S> {
    /// What is counted.
    pub of: Content,
    /// What may not stand between.
    pub walls: Content,
    /// The lines, cell by cell.
    lines: Box<[Measured<S>]>,
    /// By cell, where its lines begin, and in the end where the last ones end.
    starts: Box<[u16]>,
}

/// A line on which pieces are counted, and what lies ahead on it.
#[derive(Clone, Debug)]
struct Measured<S> {
    /// The cells that count.
    cells: S,
    /// The cells ahead.
    ahead: S,
    /// The index of the next cell less that of a cell.
    by: i16,
    /// How many lie ahead.
    most: u16,
}

impl<S: Set> Gauge<S> {
    /// Where a piece may go from a cell, whatever may stand there, on a board where these cells count and those
    /// may not be between.
    #[inline]
    pub fn targets(&self, from: usize, counted: S, walls: S) -> S {
        let [start, end] = [self.starts[from], self.starts[from + 1]].map(usize::from);
        let mut found = S::NONE;
        let (mut last, mut number) = (S::NONE, 0);
        for Measured { cells, ahead, by, most } in &self.lines[start..end] {
            // Lines that lead two ways come one after the other.
            if *cells != last {
                (last, number) = (*cells, (*cells & counted).len() as u16);
            }
            if number == 0 || number > *most {
                continue;
            }
            let to = S::one(from.wrapping_add_signed(isize::from(*by) * number as isize));
            let upto = if *by > 0 { to.up_to_lowest() } else { to.highest_and_on() };
            if (*ahead & upto & !to & walls).is_none() {
                found |= to;
            }
        }
        found
    }
}

/// A step of such a move: what is counted where, how many there must be, and what may stand between.
pub(super) struct Reading<S> {
    from: usize,
    to: usize,
    cells: S,
    of: Codes,
    number: u32,
    between: S,
    open: Option<Codes>,
}

impl<S: Set> Reading<S> {
    /// The step that needs one number of pieces on a line, if that is what it needs beside its two ends and what
    /// is between them.
    pub fn of(from: Cell, to: Cell, any: &[&Needs]) -> Option<Self> {
        let [needs] = any else { return None };
        let [Counted { cells, of, number }] = &needs.counts[..] else { return None };
        if !needs.marked.is_empty() || !needs.safe.is_empty() || needs.meanwhile.is_some() {
            return None;
        }
        let (mut between, mut open) = (S::NONE, None);
        for (cell, codes) in needs.content.iter().filter(|need| need.0 != from && need.0 != to) {
            between |= S::one(cell.index());
            if open.get_or_insert_with(|| codes.clone()) != codes {
                return None;
            }
        }
        let cells = cells.iter().fold(S::NONE, |set, cell| set | S::one(cell.index()));
        let (from, to) = (from.index(), to.index());
        Some(Self { from, to, cells, of: of.clone(), number: *number, between, open })
    }

    /// What is counted.
    pub fn counts(&self) -> Codes {
        self.of.clone()
    }
}

impl<S: Set> Gauge<S> {
    /// The lines that some steps go along, all of which count the same; `None` if they are none.
    pub(super) fn new(
        steps: &[Reading<S>],
        of: &Codes,
        cells: usize,
        contents: &mut Contents,
    ) -> Option<Self> {
        let mut open = steps.iter().filter_map(|step| step.open.clone());
        let clear = open.next().unwrap_or(EVERY);
        if open.any(|other| other != clear) {
            return None;
        }
        let (mut lines, mut starts) = (Vec::new(), vec![0]);
        for from in 0..cells {
            let mut here: Vec<Measured<S>> = Vec::new();
            for step in steps.iter().filter(|step| step.from == from) {
                let by = (step.to as i16 - from as i16).checked_div(step.number as i16)?;
                let same = |known: &&mut Measured<S>| (known.cells, known.by) == (step.cells, by);
                match here.iter_mut().find(same) {
                    Some(known) => known.ahead |= S::one(step.to),
                    None => here.push(Measured {
                        cells: step.cells,
                        ahead: S::one(step.to),
                        by,
                        most: 0,
                    }),
                }
            }
            here.sort_by_key(|line| (line.cells.first(), line.cells.len(), line.by));
            for line in &mut here {
                line.most = line.ahead.len() as u16;
                let of_line = |step: &&Reading<S>| {
                    let by = (step.to as i16 - from as i16) / step.number as i16;
                    step.from == from && step.cells == line.cells && by == line.by
                };
                // One step for each number, to a cell just so far away, over all that are nearer.
                let mut numbers = S::NONE;
                for step in steps.iter().filter(of_line) {
                    let to = S::one(step.to);
                    let upto = if line.by > 0 { to.up_to_lowest() } else { to.highest_and_on() };
                    let far = step.to as i16 - from as i16 == line.by * step.number as i16;
                    let nearer = (line.ahead & upto & !to).len() + 1 == step.number;
                    let over = line.ahead & upto & !to == step.between;
                    if !far || !nearer || !over || numbers.has(step.to) {
                        return None;
                    }
                    numbers |= to;
                }
            }
            lines.extend(here);
            starts.push(u16::try_from(lines.len()).ok()?);
        }
        Some(Self {
            of: contents.of(of),
            walls: contents.of(&without(&EVERY, &clear)),
            lines: lines.into(),
            starts: starts.into(),
        })
    }
}
