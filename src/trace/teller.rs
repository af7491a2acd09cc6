//! How notes are written down.

use super::Note;
use crate::index::Cell;
use crate::position::{Move, TooWide};
use crate::source::Span;

/// How many of one sort are told before the rest is only counted.
pub(super) const TOLD: usize = 12;

/// What is written down, and how cells are called there.
pub(super) struct Teller<'n> {
    pub(super) notes: Vec<Note>,
    pub(super) name: &'n dyn Fn(Cell) -> String,
}

impl Teller<'_> {
    pub(super) fn say(&mut self, depth: usize, span: Option<Span>, text: impl Into<String>) {
        self.notes.push(Note { depth, text: text.into(), span });
    }

    /// Cells in words, the last of very many left out.
    pub(super) fn cells(&self, cells: &[Cell]) -> String {
        let told: Vec<String> = cells.iter().take(TOLD).map(|cell| (self.name)(*cell)).collect();
        let more = cells.len().saturating_sub(TOLD);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", told.join(", "))
    }

    /// A move by its cells.
    pub(super) fn chosen(&self, chosen: &Move) -> String {
        let cells: Vec<String> = chosen.path.iter().map(|cell| (self.name)(*cell)).collect();
        cells.join(if chosen.captures.is_empty() { "-" } else { "x" })
    }

    /// Moves by their cells, the last of very many left out.
    pub(super) fn list(&self, moves: &[&Move]) -> String {
        let told: Vec<String> = moves.iter().take(TOLD).map(|one| self.chosen(one)).collect();
        let more = moves.len().saturating_sub(TOLD);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", told.join(", "))
    }

    /// The notes without their only heading, where it says no more than is known already.
    pub(super) fn below_the_obvious(self) -> Vec<Note> {
        let mut notes = self.notes;
        let top = notes.first().map(|note| note.depth);
        let heads = notes.iter().filter(|note| Some(note.depth) == top).count();
        if heads == 1 && notes.len() > 1 {
            notes.remove(0);
            for note in &mut notes {
                note.depth -= 1;
            }
        }
        notes
    }

    /// Says that the position is beyond the limits, if it is.
    pub(super) fn finish(mut self, told: Result<(), TooWide>) -> Vec<Note> {
        if told.is_err() {
            self.say(0, None, "there are more walks and moves here than are tried");
        }
        self.notes
    }
}
