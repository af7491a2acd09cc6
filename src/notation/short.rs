//! Short names of moves: no more is told of a move than what tells it from all others.

use std::collections::HashMap;

use super::Notation;
use super::moves::{JOINTS, MoveFault};
use crate::index::Cell;
use crate::position::{Move, Position, Size};

impl Notation {
    /// A move's first and last cell; where others have these too, all its cells; where these are
    /// the same as well, all that [`Notation::move_name`] tells.
    pub(super) fn short_names(&self, moves: &[Move], position: &Position) -> Vec<String> {
        let joined = |chosen: &Move, cells: &[Cell]| {
            let joint = if chosen.captures.is_empty() { "-" } else { "x" };
            let cells = cells.iter().map(|cell| self.cell_name(*cell, position.size));
            cells.collect::<Vec<_>>().join(joint)
        };
        let names = moves.iter().map(|chosen| match chosen.path.as_slice() {
            [] => self.move_name(chosen, position),
            [first, .., last] => joined(chosen, &[*first, *last]),
            [only] => joined(chosen, &[*only]),
        });
        let mut names: Vec<String> = names.collect();
        for step in 0..2 {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            names.iter().for_each(|name| *counts.entry(name.as_str()).or_default() += 1);
            let several: Vec<bool> = names.iter().map(|name| counts[name.as_str()] > 1).collect();
            for (at, chosen) in moves.iter().enumerate().filter(|(at, _)| several[*at]) {
                names[at] = match step {
                    0 if !chosen.path.is_empty() => joined(chosen, &chosen.path),
                    _ => self.move_name(chosen, position),
                };
            }
        }
        names
    }

    /// What else a move may be called where names are short: its first and last cell, all its cells.
    pub(super) fn shorter(&self, chosen: &Move, position: &Position) -> Vec<String> {
        let ends = [chosen.path.first(), chosen.path.last()];
        let name = |cell: &Cell| self.cell_name(*cell, position.size);
        let told = |cells: Vec<&Cell>| cells.into_iter().map(name).collect::<Vec<_>>().join("-");
        match self.rules.format.short {
            true => {
                vec![told(ends.into_iter().flatten().collect()), told(chosen.path.iter().collect())]
            }
            false => Vec::new(),
        }
    }

    /// The move of which a text tells everything.
    pub(super) fn whole<'m>(
        &self,
        text: &str,
        moves: &'m [Move],
        position: &Position,
    ) -> Option<&'m Move> {
        let short = self.rules.format.short;
        let same = |chosen: &&Move| self.move_name(chosen, position) == text;
        moves.iter().filter(|_| short).find(same)
    }

    /// The move that begins and ends as a text does and goes by all cells that it tells, if there is
    /// one; the names of all if there are several.
    pub(super) fn by_cells<'m>(
        &self,
        text: &str,
        moves: &'m [Move],
        position: &Position,
        names: &[String],
    ) -> Option<Result<&'m Move, MoveFault>> {
        let told = self.jointed(text, position.size).filter(|_| self.rules.format.short)?;
        let found: Vec<usize> = (0..moves.len()).filter(|at| moves[*at].goes_by(&told)).collect();
        match found[..] {
            [] => None,
            [one] => Some(Ok(&moves[one])),
            _ => {
                let same = |at: &&usize| moves[**at].path == told;
                let mut exact = found.iter().filter(same);
                match (exact.next(), exact.next()) {
                    (Some(one), None) => Some(Ok(&moves[*one])),
                    _ => {
                        let names = found.iter().map(|at| names[*at].clone()).collect();
                        Some(Err(MoveFault::Several(names)))
                    }
                }
            }
        }
    }

    /// The cells that a text names with joints between them; two at least.
    fn jointed(&self, text: &str, size: Size) -> Option<Vec<Cell>> {
        let cells: Option<Vec<Cell>> =
            text.split(JOINTS).map(|name| self.parse_cell(name.trim(), size)).collect();
        cells.filter(|cells| cells.len() > 1)
    }
}
