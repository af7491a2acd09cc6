//! Each player's pieces by their cells, on one line: `W:W31-50:B1-20` is a turn and such a list.

use std::collections::HashMap;
use std::io;

use super::Notation;
use super::canvas::Canvas;
use super::fault::{BoardFault, ReadError, quoted};
use super::scan::Scan;
use crate::diag::list;
use crate::index::{Cell, Kind, Piece, Player};
use crate::position::{Position, Size};
use crate::rules::{Part, TurnText};

/// Cells in a row from which on they are written as a range.
const RANGE: usize = 3;

/// What is between the players' lists.
const BETWEEN: char = ':';

impl Notation {
    /// The pieces of each player: his word, then the cells by their numbers, then those without.
    pub(super) fn pieces(&self, position: &Position) -> String {
        let TurnText::Words(words) = &self.rules.format.turn else { return String::new() };
        let canvas = self.canvas(position.size);
        let unnumbered = canvas.cells.iter().filter(|cell| canvas.numbers[cell.index()] == 0);
        let cells: Vec<Cell> = canvas.numbered.iter().chain(unnumbered).copied().collect();
        let mut told: Vec<Player> = Vec::new();
        let mut lists: Vec<String> = Vec::new();
        for (word, player) in words {
            if !told.contains(player) {
                told.push(*player);
                let items = self.items(*player, position, &cells, &canvas);
                lists.push(format!("{}{}", word.value, items.join(",")));
            }
        }
        lists.join(&BETWEEN.to_string())
    }

    /// A player's list. Of the kind without a letter many cells in a row are one range.
    fn items(
        &self,
        player: Player,
        position: &Position,
        cells: &[Cell],
        canvas: &Canvas,
    ) -> Vec<String> {
        let kind = |cell: &Cell| {
            let piece = position.at(*cell);
            piece.kind().filter(|_| piece.owner() == Some(player))
        };
        let letter = |cell: &Cell, kind: Kind| match self.veil(*cell) {
            Some(veil) => veil.glyph.as_str(),
            None => self.kind_letter(kind),
        };
        let plain = |cell: &Cell| kind(cell).is_some_and(|kind| letter(cell, kind).is_empty());
        let name = |cell: &Cell| self.cell_name(*cell, position.size);
        let (mut items, mut at) = (Vec::new(), 0);
        while let Some(cell) = cells.get(at) {
            let run = canvas.numbered.iter().skip(at).take_while(|cell| plain(cell)).count();
            if run >= RANGE {
                items.push(format!("{}-{}", name(cell), name(&cells[at + run - 1])));
            } else {
                let one = kind(cell).map(|kind| format!("{}{}", letter(cell, kind), name(cell)));
                items.extend(one);
            }
            at += if run >= RANGE { run } else { 1 };
        }
        items
    }

    /// What stands before the cell of a piece of that kind.
    fn kind_letter(&self, kind: Kind) -> &str {
        let known = self.rules.format.kinds.iter().find(|(_, known)| *known == kind);
        known.map_or("", |(letter, _)| letter.value.as_str())
    }
}

/// Lists being read.
struct Lists {
    size: Size,
    cells: Vec<Piece>,
    /// The cells that have names, unless these are numbers.
    names: HashMap<String, Cell>,
    /// How long a name is at most.
    longest: usize,
}

impl<I: Iterator<Item = io::Result<String>>> Scan<'_, '_, I> {
    /// Reads the players' lists, in any order, and a full stop behind them.
    pub fn pieces(&mut self, size: Size, next: Option<&Part>) -> Result<Vec<Piece>, ReadError> {
        let TurnText::Words(words) = self.written().turn else { return Ok(Vec::new()) };
        let notation = self.notation;
        let canvas = notation.canvas(size);
        let named = canvas.cells.iter().filter(|cell| canvas.numbers[cell.index()] == 0);
        let names: HashMap<String, Cell> =
            named.map(|cell| (notation.cell_name(*cell, size), *cell)).collect();
        let longest = names.keys().map(String::len).max().unwrap_or(0);
        let cells = vec![Piece::EMPTY; usize::from(size.width) * usize::from(size.height)];
        let mut lists = Lists { size, cells, names, longest };
        let mut told: Vec<Player> = Vec::new();
        loop {
            let fits = words.iter().filter(|(word, _)| self.rest().starts_with(&word.value));
            let found = fits.max_by_key(|(word, _)| word.value.len());
            let Some((word, player)) = found else {
                let known: Vec<&str> = words.iter().map(|(word, _)| word.value.as_str()).collect();
                let expected = format!("whose pieces follow: {}", list(&known));
                return Err(self.fault_word(&expected).into());
            };
            let range = self.at..self.at + word.value.len();
            if told.contains(player) {
                let message = format!("the pieces of `{}` are told twice", word.value);
                return Err(self.line.fault(range, message).into());
            }
            told.push(*player);
            self.at = range.end;
            self.one_list(*player, &mut lists, &canvas)?;
            // What follows the lists may begin as another list would.
            let list_follows = self.rest().strip_prefix(BETWEEN).is_some_and(|rest| {
                let ends = matches!(next, Some(Part::Text(text)) if text.starts_with(BETWEEN));
                !ends || words.iter().any(|(word, _)| rest.starts_with(&word.value))
            });
            if !list_follows {
                break;
            }
            self.at += BETWEEN.len_utf8();
        }
        if let Some((word, _)) = words.iter().find(|(_, player)| !told.contains(player)) {
            let expected = format!("`{BETWEEN}{}` and the pieces there", word.value);
            let help = format!("`{BETWEEN}{}` alone says that there are none", word.value);
            return Err(self.fault_word(&expected).help(help).into());
        }
        if self.rest().trim_end() == "." {
            self.at += 1;
        }
        Ok(lists.cells)
    }

    /// Reads one player's list, which may be empty.
    fn one_list(
        &mut self,
        player: Player,
        lists: &mut Lists,
        canvas: &Canvas,
    ) -> Result<(), ReadError> {
        let rest = self.rest().trim_end();
        if rest.is_empty() || rest == "." || rest.starts_with(BETWEEN) {
            return Ok(());
        }
        loop {
            let start = self.at;
            let kinds = &self.notation.rules.format.kinds;
            let letter = kinds.iter().find(|(letter, _)| self.rest().starts_with(&letter.value));
            let kind = match letter {
                Some((letter, kind)) => {
                    self.at += letter.value.len();
                    Some(*kind)
                }
                None => self.notation.rules.unlettered(),
            };
            let first = self.listed(lists, canvas)?;
            let mut cells = vec![first];
            if canvas.numbers[first.index()] > 0 && self.rest().starts_with('-') {
                self.at += 1;
                let last = self.listed(lists, canvas)?;
                let number = |cell: Cell| usize::from(canvas.numbers[cell.index()]);
                let Some(range) = canvas.numbered.get(number(first) - 1..number(last)) else {
                    let message = "a range that runs backwards";
                    return Err(self.line.fault(start..self.at, message).into());
                };
                cells = range.to_vec();
            }
            let Some(kind) = kind else {
                let known: Vec<&str> = kinds.iter().map(|(one, _)| one.value.as_str()).collect();
                let fault = self.line.fault(start..self.at, "a piece of no kind");
                return Err(fault.label(format!("expected {} before it", list(&known))).into());
            };
            for cell in cells {
                if !lists.cells[cell.index()].is_empty() {
                    let name = self.notation.cell_name(cell, lists.size);
                    let message = format!("two pieces stand on {}", quoted(&name));
                    self.faults.push(self.line.fault(start..self.at, message));
                }
                lists.cells[cell.index()] = Piece::new(kind, Some(player));
            }
            if !self.rest().starts_with(',') {
                return Ok(());
            }
            self.at += 1;
        }
    }

    /// Reads the name of a cell.
    fn listed(&mut self, lists: &Lists, canvas: &Canvas) -> Result<Cell, ReadError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && !canvas.numbered.is_empty() {
            let number: usize = self.rest()[..digits].parse().unwrap_or(usize::MAX);
            let cell = number.checked_sub(1).and_then(|at| canvas.numbered.get(at));
            return match cell {
                Some(cell) => {
                    self.at += digits;
                    Ok(*cell)
                }
                None => {
                    let range = self.at..self.at + digits;
                    let name = quoted(&self.rest()[..digits]);
                    Err(self.no_cell(range, &name, canvas).into())
                }
            };
        }
        let rest = self.rest();
        let lengths = (1..=lists.longest.min(rest.len())).rev();
        let mut found =
            lengths.filter_map(|length| Some((lists.names.get(rest.get(..length)?)?, length)));
        match found.next() {
            Some((cell, length)) => {
                self.at += length;
                Ok(*cell)
            }
            None => {
                let word = rest.split([',', BETWEEN, ' ', '-', '.']).next().unwrap_or_default();
                let range = self.at..self.at + word.len();
                if word.is_empty() {
                    return Err(self.fault_word("a cell").into());
                }
                Err(self.no_cell(range, &quoted(word), canvas).into())
            }
        }
    }

    /// The fault of a cell that the board does not have.
    fn no_cell(&self, range: std::ops::Range<usize>, name: &str, canvas: &Canvas) -> BoardFault {
        let kinds = self.notation.rules.format.kinds.iter();
        let kinds: Vec<&str> = kinds.map(|(letter, _)| letter.value.as_str()).collect();
        let fault = self.line.fault(range, format!("the board has no cell {name}"));
        let fault = match canvas.numbered.len() {
            0 => fault,
            most => fault.label(format!("expected a number from 1 to {most}")),
        };
        match kinds.as_slice() {
            [] => fault,
            kinds => fault.help(format!("before a cell may stand {}", list(kinds))),
        }
    }
}
