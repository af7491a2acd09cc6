//! What is told of a position beside its board: hands, marks, counters, the round.

use std::io;

use super::Notation;
use super::fault::{ReadError, quoted};
use super::lines::Line;
use super::scan::{Scan, ends};
use crate::diag::list;
use crate::index::{Cell, Counter, Mark, Number, Piece, Player};
use crate::position::Position;
use crate::rules::{Bearer, Field, Layout, Part, Style};

/// What a field says, as it was read; which cells a letter means is known only of a whole position.
pub(super) enum Told {
    /// Letters of the format by their index, each with its place in the line.
    Letters(Line, Vec<(usize, usize)>),
    Marked(Mark, Vec<Cell>),
    /// A number for each player, or one.
    Counter(Counter, Vec<u8>),
    /// The numbers of cells, or of players, in the order in which they are written.
    Numbers(Number, Vec<u8>),
    /// Which step of the turn it is, with its place in the line.
    Step(Line, std::ops::Range<usize>, u16),
    /// Pieces, and how many of each.
    Hands(Vec<(Piece, u8)>),
}

impl<I: Iterator<Item = io::Result<String>>> Scan<'_, '_, I> {
    /// Reads a field that tells of slots, or of the round.
    pub fn slots(
        &mut self,
        field: Field,
        style: Style,
        next: Option<&Part>,
    ) -> Result<(), ReadError> {
        let told = match field {
            Field::Hands => self.hands(style, next)?,
            Field::Letters(mark) => self.letters(mark, next)?,
            Field::Marked(mark) => self.marked(mark, next)?,
            Field::Counter(counter) => self.counter(counter, style)?,
            Field::Numbers(number) => self.numbers(number, style)?,
            Field::Step => {
                let start = self.at;
                let step = self.ordinal("step", u32::from(u8::MAX))?;
                Told::Step(self.line.clone(), start..self.at, step as u16)
            }
            Field::Ignored => return self.digits("a number").map(|_| ()),
            Field::Round => {
                // The moves made so far are counted in 32 bits.
                let most = u32::MAX / self.notation.rules.turn.order.len().max(1) as u32;
                self.round = Some(self.ordinal("round", most)?);
                return Ok(());
            }
            Field::Ply => {
                self.ply = Some(self.ordinal("move", u32::MAX)?);
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.told.push(told);
        Ok(())
    }

    /// A number from 1 to `most` that counts something.
    fn ordinal(&mut self, what: &str, most: u32) -> Result<u32, ReadError> {
        let start = self.at;
        let number = self.digits(&format!("the number of the {what}"))?;
        let number = u32::try_from(number).ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            let fault = self.line.fault(start..self.at, format!("there is no such {what}"));
            fault.label(format!("from 1 to {most}")).into()
        })
    }

    /// A `-`, which says that there is none of them.
    fn none(&mut self, next: Option<&Part>) -> bool {
        let none = self.rest().strip_prefix('-').is_some_and(|tail| ends(tail, next));
        self.at += usize::from(none);
        none
    }

    fn hands(&mut self, style: Style, next: Option<&Part>) -> Result<Told, ReadError> {
        let mut held: Vec<(Piece, u8)> = Vec::new();
        let bracketed = style == Style::Bracketed && self.rest().starts_with('[');
        if style == Style::Bracketed {
            // Some write the hands as one more row of the board.
            if !bracketed && !self.rest().starts_with('/') {
                return Ok(Told::Hands(held));
            }
            self.at += 1;
        }
        let close = Part::Text(String::from("]"));
        let next = if bracketed { Some(&close) } else { next };
        if !self.none(next) {
            loop {
                let start = self.at;
                let counted = style == Style::Counted && self.rest().starts_with(digit);
                let number = if counted { self.digits("a number of pieces")? } else { 1 };
                let Some((piece, length)) = self.form.piece(self.rest()) else {
                    if counted {
                        return Err(self.fault_word("a piece after its number").into());
                    }
                    break;
                };
                let range = start..self.at + length;
                if piece.owner().is_none() {
                    let glyph = quoted(&self.rest()[..length]);
                    let message = format!("{glyph} is in nobody's hand");
                    return Err(self.line.fault(range, message).into());
                }
                self.at += length;
                let sum = held.iter().find(|(known, _)| *known == piece).map_or(0, |known| known.1);
                let Ok(sum) = u8::try_from(number.saturating_add(u64::from(sum))) else {
                    let fault = self.line.fault(range, "too many pieces in a hand");
                    return Err(fault.label(format!("at most {} of a kind", u8::MAX)).into());
                };
                held.retain(|(known, _)| *known != piece);
                held.push((piece, sum));
            }
        }
        if bracketed && self.rest().starts_with(char::is_whitespace) {
            return Err(self.fault_here("`]`").into());
        }
        if !ends(self.rest(), next) {
            return Err(self.fault_word("the pieces in hand").into());
        }
        self.at += usize::from(bracketed);
        Ok(Told::Hands(held))
    }

    fn letters(&mut self, mark: Mark, next: Option<&Part>) -> Result<Told, ReadError> {
        let mut read: Vec<(usize, usize)> = Vec::new();
        if !self.none(next) {
            let letters = &self.notation.rules.format.letters;
            let of_mark = || letters.iter().enumerate().filter(|(_, letter)| letter.mark == mark);
            let fits = |rest: &str| {
                of_mark().find(|(_, letter)| rest.starts_with(letter.letter.value.as_str()))
            };
            while let Some((index, letter)) = fits(self.rest()) {
                let length = letter.letter.value.len();
                if read.iter().any(|(known, _)| *known == index) {
                    let message = format!("`{}` stands here twice", letter.letter.value);
                    return Err(self.line.fault(self.at..self.at + length, message).into());
                }
                read.push((index, self.at));
                self.at += length;
            }
            if read.is_empty() || !ends(self.rest(), next) {
                let known = of_mark().map(|(_, letter)| letter.letter.value.as_str());
                let known: Vec<&str> = known.chain(["-"]).collect();
                return Err(self.fault_word(&list(&known)).into());
            }
        }
        Ok(Told::Letters(self.line.clone(), read))
    }

    fn marked(&mut self, mark: Mark, next: Option<&Part>) -> Result<Told, ReadError> {
        let mut cells = Vec::new();
        if !self.none(next) {
            let size = self.size()?;
            let canvas = self.notation.canvas(size);
            let all = canvas.cells.iter().copied();
            let names: Vec<(String, Cell)> =
                all.map(|cell| (self.notation.cell_name(cell, size), cell)).collect();
            let longest = |rest: &str| {
                let fitting = names.iter().filter(|(name, _)| rest.starts_with(name.as_str()));
                fitting.max_by_key(|(name, _)| name.len()).filter(|(name, _)| !name.is_empty())
            };
            while let Some((name, cell)) = longest(self.rest()) {
                cells.push(*cell);
                self.at += name.len();
            }
            if cells.is_empty() || !ends(self.rest(), next) {
                return Err(self.fault_word("names of cells, or `-`").into());
            }
        }
        Ok(Told::Marked(mark, cells))
    }

    fn counter(&mut self, counter: Counter, style: Style) -> Result<Told, ReadError> {
        let rules = &self.notation.rules;
        let Some(rule) = rules.counters.get(counter.index()) else {
            return Ok(Told::Counter(counter, Vec::new()));
        };
        let name = rule.name.value.as_str();
        let spent = (style == Style::Spent).then_some(rule.start);
        let mut numbers = Vec::new();
        for at in 0..if rule.each { rules.players.len() } else { 1 } {
            if at > 0 {
                self.literal("+")?;
            }
            let number = self.byte(name, spent)?;
            numbers.push(spent.map_or(number, |start| start - number));
        }
        Ok(Told::Counter(counter, numbers))
    }
}

impl<I: Iterator<Item = io::Result<String>>> Scan<'_, '_, I> {
    /// The number of each cell, a line a row with blanks between, or packed; or of each player.
    fn numbers(&mut self, of: Number, style: Style) -> Result<Told, ReadError> {
        let rules = &self.notation.rules;
        let Some(rule) = rules.numbers.get(of.index()) else {
            return Ok(Told::Numbers(of, Vec::new()));
        };
        let name = rule.name.value.as_str();
        let mut numbers = Vec::new();
        if rule.of == Bearer::Player {
            for at in 0..rules.players.len() {
                if at > 0 {
                    self.literal("+")?;
                }
                numbers.push(self.byte(name, None)?);
            }
            return Ok(Told::Numbers(of, numbers));
        }
        if rule.of == Bearer::Turn {
            numbers.push(self.byte(name, None)?);
            return Ok(Told::Numbers(of, numbers));
        }
        let notation = self.notation;
        let rows = &notation.canvas(self.size()?).rows;
        let packed = style == Style::Packed;
        for (at, row) in rows.iter().enumerate() {
            match (at, packed) {
                (0, _) => {}
                (_, true) => self.literal("/")?,
                (_, false) => {
                    if !self.rest().trim().is_empty() {
                        let expected = format!("{} numbers in a row", rows[at - 1].len());
                        return Err(self.fault_here(&expected).into());
                    }
                    self.advance()?;
                }
            }
            for column in 0..row.len() {
                if packed && column > 0 {
                    self.literal(",")?;
                } else if !packed {
                    let rest = self.rest();
                    self.at += rest.len() - rest.trim_start().len();
                }
                numbers.push(self.byte(name, None)?);
            }
        }
        Ok(Told::Numbers(of, numbers))
    }

    /// A number from 0 to 255, or to that from which it is spent.
    fn byte(&mut self, name: &str, spent: Option<u8>) -> Result<u8, ReadError> {
        let start = self.at;
        let number = self.digits(&format!("the number of `{name}`"))?;
        let most = spent.unwrap_or(u8::MAX);
        let number = u8::try_from(number).ok().filter(|number| *number <= most);
        number.ok_or_else(|| {
            let fault = self.line.fault(start..self.at, "too large a number");
            let range = match spent {
                Some(_) => format!("`{name}` starts at {most}"),
                None => format!("`{name}` goes from 0 to {most}"),
            };
            fault.label(range).into()
        })
    }
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}

impl Notation {
    /// Puts what was told into the position's slots, and what follows where nothing was.
    ///
    /// `unmoved` is the mark that pieces at home carry, where nothing tells of it.
    pub(super) fn fill(
        &self,
        position: &mut Position,
        told: &[Told],
        unmoved: Option<Mark>,
    ) -> Result<(), ReadError> {
        let layout = self.rules.layout(position.size);
        if layout.len() == position.cells.len() {
            return Ok(());
        }
        position.cells.resize(layout.len(), Piece::EMPTY);
        for (at, rule) in self.rules.counters.iter().enumerate() {
            for player in (0..self.rules.players.len()).map(Player::at) {
                let slot = layout.counter(Counter::at(at), player);
                position.cells[slot.index()] = Piece::of_byte(rule.start);
            }
        }
        self.fill_step(&layout, position, told)?;
        // A mark that lasts a turn was made by who moved last.
        let last = layout.last(|at| position.cells[at], position.turn);
        let set = |cells: &mut Vec<Piece>, mark: Mark, cell: Cell| {
            let (slot, bit) = layout.mark(mark, cell, last);
            cells[slot.index()].0 |= u16::from(bit);
        };
        for told in told {
            match told {
                Told::Letters(..) | Told::Step(..) => {}
                Told::Marked(mark, cells) => {
                    cells.iter().for_each(|cell| set(&mut position.cells, *mark, *cell));
                }
                Told::Counter(counter, numbers) => {
                    for (player, number) in numbers.iter().enumerate() {
                        let slot = layout.counter(*counter, Player::at(player));
                        position.cells[slot.index()] = Piece::of_byte(*number);
                    }
                }
                Told::Numbers(of, numbers) => {
                    let by_cell = self.rules.numbers[of.index()].of == Bearer::Cell;
                    let canvas = self.canvas(position.size);
                    let cells: Vec<Cell> = canvas.rows.iter().flatten().copied().collect();
                    for (at, number) in numbers.iter().enumerate() {
                        let slot = match by_cell {
                            true => layout.cell_number(*of, cells[at]),
                            false => layout.player_number(*of, Player::at(at)),
                        };
                        position.cells[slot.index()] = Piece::of_byte(*number);
                    }
                }
                Told::Hands(held) => {
                    for (piece, count) in held {
                        let (Some(owner), Some(kind)) = (piece.owner(), piece.kind()) else {
                            continue;
                        };
                        if let Some(slot) = layout.hand(owner, kind) {
                            position.cells[slot.index()] = Piece::of_byte(*count);
                        }
                    }
                }
            }
        }
        if let (Some(mark), Some((size, home))) = (unmoved, &self.home)
            && *size == position.size
        {
            for (at, piece) in home.iter().enumerate() {
                if !piece.is_empty() && position.cells[at] == *piece {
                    set(&mut position.cells, mark, Cell::at(at));
                }
            }
        }
        self.fill_letters(position, told)
    }

    /// Tells the place in the schedule, by the step of the turn if that is told.
    fn fill_step(
        &self,
        layout: &Layout,
        position: &mut Position,
        told: &[Told],
    ) -> Result<(), ReadError> {
        layout.complete(&mut position.cells, position.turn);
        let step = told.iter().find_map(|told| match told {
            Told::Step(line, range, step) => Some((line, range, *step)),
            _ => None,
        });
        let Some((line, range, step)) = step else { return Ok(()) };
        let player = position.turn;
        let place = match layout.schedule() {
            Some(schedule) => schedule.place_of(player, step).map(|place| schedule.value(place)),
            None => (step == 1).then_some(0),
        };
        let Some(value) = place else {
            let name = &self.rules.players[player.index()].name.value;
            let fault = line.fault(range.clone(), format!("`{name}` has no step {step} in a turn"));
            let most = layout.schedule().map_or(1, |schedule| schedule.most_steps(player));
            return Err(fault.label(format!("from 1 to {most}")).into());
        };
        if let Some((slot, made)) = layout.turn_slots() {
            position.cells[slot] = Piece::of_byte(value);
            position.cells[made] = Piece::of_byte((step - 1).min(u8::MAX.into()) as u8);
        }
        Ok(())
    }

    /// Marks the cells that the letters mean; needs all else that is told of the position.
    fn fill_letters(&self, position: &mut Position, told: &[Told]) -> Result<(), ReadError> {
        let read = told.iter().filter_map(|told| match told {
            Told::Letters(line, read) => {
                Some(read.iter().map(move |(at, place)| (line, *at, *place)))
            }
            _ => None,
        });
        let read: Vec<(&Line, usize, usize)> = read.flatten().collect();
        if read.is_empty() {
            return Ok(());
        }
        let layout = self.rules.layout(position.size);
        let last = layout.last(|at| position.cells[at], position.turn);
        let meant = self.lettered(position);
        for (line, index, place) in read {
            let letter = &self.rules.format.letters[index];
            let range = place..place + letter.letter.value.len();
            let Ok(meant) = &meant else {
                let message = "the position has too many moves to tell what letters mean";
                return Err(line.fault(range, message).into());
            };
            if meant[index].is_empty() {
                let message = format!("`{}` means no cell here", letter.letter.value);
                let name = &self.rules.marks[letter.mark.index()].name.value;
                let label = format!("there is nothing that could be `{name}` by it");
                let name = &letter.letter.value;
                let help = format!(
                    "leave `{name}` out of the position, or take the letter away: `{name} = false`"
                );
                let fault = line.fault(range, message).label(label);
                let fault = fault.rule(letter.letter.span, "what the letter means is said here");
                return Err(fault.help(help).into());
            }
            for cell in &meant[index] {
                let (slot, bit) = layout.mark(letter.mark, *cell, last);
                position.cells[slot.index()].0 |= u16::from(bit);
            }
        }
        Ok(())
    }
}
