//! How notes are written down.

use super::Note;
use crate::index::Cell;
use crate::position::{Move, TooWide};
use crate::rules::Rules;
use crate::source::Span;
use std::cell::RefCell;

/// How many of one sort are told before the rest is only counted.
pub(super) const TOLD: usize = 12;

/// How cells are called, and which have been called so since the last note.
pub(super) struct Names<'n> {
    rules: &'n Rules,
    name: &'n dyn Fn(Cell) -> String,
    called: RefCell<Vec<Cell>>,
}

impl<'n> Names<'n> {
    pub(super) fn new(rules: &'n Rules, name: &'n dyn Fn(Cell) -> String) -> Self {
        Self { rules, name, called: RefCell::default() }
    }

    /// The name of a cell, which the next note is about.
    pub(super) fn of(&self, cell: Cell) -> String {
        let mut called = self.called.borrow_mut();
        if !called.contains(&cell) {
            called.push(cell);
        }
        (self.name)(cell)
    }
}

/// What is written down, and how cells are called there.
pub(super) struct Teller<'n> {
    pub(super) notes: Vec<Note>,
    pub(super) names: &'n Names<'n>,
}

impl Teller<'_> {
    pub(super) fn say(&mut self, depth: usize, span: Option<Span>, text: impl Into<String>) {
        let cells = self.names.called.take();
        self.notes.push(Note { depth, text: text.into(), cells, span });
    }

    /// Cells in words, the last of very many left out.
    pub(super) fn cells(&self, cells: &[Cell]) -> String {
        let told: Vec<String> = cells.iter().take(TOLD).map(|cell| self.names.of(*cell)).collect();
        let more = cells.len().saturating_sub(TOLD);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", told.join(", "))
    }

    /// A move by its cells.
    pub(super) fn chosen(&self, chosen: &Move) -> String {
        let cells: Vec<String> = chosen.path.iter().map(|cell| self.names.of(*cell)).collect();
        match cells[..] {
            [] => self.names.rules.move_names.get(chosen.name.index()).cloned().unwrap_or_default(),
            _ => cells.join(if chosen.captures.is_empty() { "-" } else { "x" }),
        }
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
