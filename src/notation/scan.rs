//! One case: the parts of the format's template against the lines of the input.

use std::io;

use super::Notation;
use super::fault::{BoardFault, ReadError, quoted};
use super::forms::Reading;
use super::lines::{Line, Lines};
use super::slots::Told;
use crate::diag::list;
use crate::index::{Cell, Piece, Player};
use crate::position::{Position, Size};
use crate::rules::{Cases, Field, Form, Part, Style, TurnText, limits};

/// A place in the input, and what has been found out on the way there.
pub(super) struct Scan<'n, 'l, I> {
    pub notation: &'n Notation,
    /// The form that the case is read in.
    pub form: &'n Reading,
    lines: &'l mut Lines<I>,
    pub line: Line,
    /// The byte of `line` that is next.
    pub at: usize,
    /// Faults that do not keep the rest from being read.
    pub faults: Vec<BoardFault>,
    width: Option<u16>,
    height: Option<u16>,
    cells: Option<(Size, Vec<Piece>)>,
    /// What stands beneath others: the cell, and the whole tower there, the lowest piece first.
    pub towers: Vec<(Cell, Vec<Piece>)>,
    turn: Option<Player>,
    /// What the fields say of slots, in their order.
    pub told: Vec<Told>,
    /// The number of the round, from 1.
    pub round: Option<u32>,
    /// The number of the move to be made, from 1.
    pub ply: Option<u32>,
}

impl<'n, 'l, I: Iterator<Item = io::Result<String>>> Scan<'n, 'l, I> {
    /// Reads a case; `None` where the format's mark stands instead. The first line is not blank.
    pub fn case(
        notation: &'n Notation,
        form: &'n Reading,
        lines: &'l mut Lines<I>,
    ) -> Result<Option<Position>, ReadError> {
        let line = lines.take()?;
        let size = notation.rules.board.size;
        let mut scan = Self {
            notation,
            form,
            lines,
            line,
            at: 0,
            faults: Vec::new(),
            width: size.map(|size| size.width),
            height: size.map(|size| size.height),
            cells: None,
            towers: Vec::new(),
            turn: None,
            told: Vec::new(),
            round: None,
            ply: None,
        };
        match scan.parts() {
            Err(ReadError::Faults(last)) => {
                scan.faults.extend(last);
                Err(ReadError::Faults(scan.faults))
            }
            Err(error) => Err(error),
            Ok(_) if !scan.faults.is_empty() => Err(ReadError::Faults(scan.faults)),
            Ok(false) => Ok(None),
            Ok(true) => scan.finish().map(Some),
        }
    }

    /// What a case looks like in the form that is read.
    pub fn written(&self) -> Form<'n> {
        self.form.form(&self.notation.rules)
    }

    /// Whether the template was read to its end, and not the mark.
    fn parts(&mut self) -> Result<bool, ReadError> {
        let template = &self.written().case.0;
        let parts: Vec<&Part> = template
            .iter()
            .map(|part| &part.value)
            .skip_while(|part| matches!(part, Part::Newline))
            .collect();
        let body = parts.iter().rposition(|part| !matches!(part, Part::Newline));
        let (body, tail) = parts.split_at(body.map_or(0, |last| last + 1));
        let mut first = true;
        // Whether the line has ended before its template has.
        let mut short = false;
        for (index, part) in body.iter().enumerate() {
            let next = parts.get(index + 1).copied();
            short = short || self.ends_before(part, &body[index + 1..]);
            match part {
                Part::Newline => {
                    short = false;
                    self.line_end()?;
                }
                _ if short => self.at = self.line.text.len(),
                Part::Text(text) => self.literal(text)?,
                Part::Field(field, style) => {
                    if self.field(*field, *style, next, first)? {
                        return Ok(false);
                    }
                    first = false;
                }
            }
        }
        self.blank_rest()?;
        for _ in tail {
            // The mark may follow at once: the blank lines part one case from the next.
            if self.mark_follows()? {
                break;
            }
            self.advance()?;
            self.blank_rest()?;
        }
        Ok(true)
    }

    /// Whether the line ends within this part, and only things follow in the template that may be
    /// missing there: fields of slots, blanks and `-`.
    fn ends_before(&self, part: &Part, rest: &[&Part]) -> bool {
        let blank = |text: &str| text.chars().all(|c| c == '-' || c.is_whitespace());
        let line = rest.iter().take_while(|part| !matches!(part, Part::Newline));
        let left = self.rest().trim_end();
        let ends = match part {
            Part::Text(text) => {
                let missing = text.strip_prefix(left).filter(|missing| !missing.is_empty());
                self.at > 0 && missing.is_some_and(blank)
            }
            Part::Field(field, _) => left.is_empty() && field.tells_slots(),
            Part::Newline => false,
        };
        ends && line.into_iter().all(|part| match part {
            Part::Text(text) => blank(text),
            Part::Field(field, _) => field.tells_slots(),
            Part::Newline => true,
        })
    }

    fn mark_follows(&mut self) -> Result<bool, ReadError> {
        let Cases::Until(_, mark) = self.notation.rules.format.cases else { return Ok(false) };
        Ok(self.lines.peek()?.text.trim() == mark.to_string())
    }

    /// Reads a field; whether it is the mark that ends the input.
    fn field(
        &mut self,
        field: Field,
        style: Style,
        next: Option<&Part>,
        first: bool,
    ) -> Result<bool, ReadError> {
        match field {
            Field::Turn => self.turn = Some(self.turn_word(next)?),
            Field::Size | Field::Width | Field::Height | Field::Number => {
                let (start, number) = self.number(field)?;
                if let Cases::Until(marked, mark) = self.notation.rules.format.cases
                    && first
                    && marked == field
                    && number == u64::from(mark)
                {
                    return Ok(true);
                }
                self.measure(field, start, number)?;
            }
            Field::Board => {
                let size = self.size()?;
                let cells = match style {
                    Style::Packed => self.packed(size, next)?,
                    _ => {
                        let last = matches!(next, None | Some(Part::Newline));
                        self.plain(size, last, first && self.at == 0)?
                    }
                };
                self.cells = Some((size, cells));
            }
            Field::Pieces => {
                let size = self.size()?;
                self.cells = Some((size, self.pieces(size, next)?));
            }
            other => self.slots(other, style, next)?,
        }
        Ok(false)
    }

    fn finish(mut self) -> Result<Position, ReadError> {
        // A format without a board is one of numbers: nothing stands anywhere.
        let (size, cells) = match self.cells.take() {
            Some(board) => board,
            None => {
                let size = self.size()?;
                let cells = usize::from(size.width) * usize::from(size.height);
                (size, vec![Piece::EMPTY; cells])
            }
        };
        let turn = self.turn.unwrap_or_else(|| self.turn_of(&cells));
        let mut position = Position::new(size, cells, turn);
        let rules = &self.notation.rules;
        if let Some(ply) = self.ply {
            position.ply = ply - 1;
        } else if self.written().fields().any(|field| field == Field::Round) {
            let before = self.round.unwrap_or(1) - 1;
            let order = &rules.turn.order;
            let place = order.iter().position(|player| *player == turn).unwrap_or(0);
            position.ply = before * order.len() as u32 + place as u32;
        }
        self.notation.fill(&mut position, &self.told, self.form.unmoved)?;
        if !self.towers.is_empty() {
            let layout = self.notation.rules.layout(size);
            for (cell, tower) in &self.towers {
                layout.build(&mut position.cells, *cell, tower);
            }
        }
        Ok(position)
    }

    /// What is left of the line.
    pub fn rest(&self) -> &str {
        self.line.text.get(self.at..).unwrap_or_default()
    }

    /// A fault from here to the end of the line, trailing blanks left out.
    pub fn fault_here(&self, expected: &str) -> BoardFault {
        let rest = self.rest().trim_end();
        let end = self.at + rest.len();
        let found = match rest {
            "" if self.line.end => String::from("the end of the input"),
            "" => String::from("the end of the line"),
            rest => quoted(rest),
        };
        self.line.fault(self.at..end, format!("expected {expected}, found {found}"))
    }

    /// A fault from here to the next blank.
    pub fn fault_word(&self, expected: &str) -> BoardFault {
        let mut fault = self.fault_here(expected);
        let word = self.rest().split(char::is_whitespace).next().unwrap_or_default();
        if !word.is_empty() {
            fault.range.end = fault.range.start + word.len();
            fault.message = format!("expected {expected}, found {}", quoted(word));
        }
        fault
    }

    /// Goes to the next line.
    pub fn advance(&mut self) -> Result<(), ReadError> {
        self.line = self.lines.take()?;
        self.at = 0;
        Ok(())
    }

    pub fn literal(&mut self, text: &str) -> Result<(), ReadError> {
        if self.rest().starts_with(text) {
            self.at += text.len();
            return Ok(());
        }
        // Trailing blanks of the template may be missing in the input.
        if self.rest().trim().is_empty() && text.trim().is_empty() {
            self.at = self.line.text.len();
            return Ok(());
        }
        Err(self.fault_here(&format!("`{text}`")).into())
    }

    fn blank_rest(&mut self) -> Result<(), ReadError> {
        if self.rest().trim().is_empty() {
            return Ok(());
        }
        let expected = if self.at == 0 { "an empty line" } else { "the end of the line" };
        let mut fault = self.fault_here(expected);
        let next = |help| format!("{help}, or like the first of the next board");
        fault.help.extend(self.row_too_many().map(next));
        Err(fault.into())
    }

    /// That the board has no more rows, if what stands on this line reads as one.
    fn row_too_many(&self) -> Option<String> {
        let (size, _) = self.cells.as_ref().filter(|_| self.at == 0)?;
        let (mut rest, mut glyphs) = (self.rest().trim(), 0);
        while !rest.is_empty() {
            let (_, length) = self.form.piece(rest)?;
            (rest, glyphs) = (rest[length..].trim_start(), glyphs + 1);
        }
        let like = glyphs == usize::from(size.width);
        like.then(|| format!("a board has {} rows: this looks like one more", size.height))
    }

    fn line_end(&mut self) -> Result<(), ReadError> {
        self.blank_rest()?;
        self.advance()
    }

    fn number(&mut self, field: Field) -> Result<(usize, u64), ReadError> {
        let start = self.at;
        let number = self.digits(match field {
            Field::Width => "the width of the board",
            Field::Height => "the height of the board",
            Field::Number => "the number of the position",
            _ => "the size of the board",
        })?;
        Ok((start, number))
    }

    /// A number; `u64::MAX` stands for any that is larger.
    pub fn digits(&mut self, expected: &str) -> Result<u64, ReadError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.fault_here(expected).into());
        }
        let number = self.rest()[..digits].parse().unwrap_or(u64::MAX);
        self.at += digits;
        Ok(number)
    }

    /// Takes a number that says how large the board is.
    fn measure(&mut self, field: Field, start: usize, number: u64) -> Result<(), ReadError> {
        let range = start..self.at;
        let side = u16::try_from(number).ok().filter(|side| *side <= limits::SIDE);
        let fault = |message: &str| self.line.fault(range.clone(), message);
        let (width, height) = match (field, side) {
            (Field::Number, _) => return Ok(()),
            (_, None) => {
                let sides = format!("a side has at most {} cells", limits::SIDE);
                return Err(fault("board too large").label(sides).into());
            }
            (_, Some(0)) => {
                return Err(fault("board too small").label("a side has at least 1 cell").into());
            }
            (Field::Width, Some(side)) => (Some(side), None),
            (Field::Height, Some(side)) => (None, Some(side)),
            (_, Some(side)) => (Some(side), Some(side)),
        };
        if let Some(size) = self.notation.rules.board.size {
            let fits = width.is_none_or(|width| width == size.width)
                && height.is_none_or(|height| height == size.height);
            let known = format!("the board has {} by {} cells", size.width, size.height);
            return if fits { Ok(()) } else { Err(fault("wrong size").label(known).into()) };
        }
        let (width, height) = (width.or(self.width), height.or(self.height));
        let most = limits::cells(self.notation.rules.board.stack);
        if let (Some(width), Some(height)) = (width, height)
            && usize::from(width) * usize::from(height) > most
        {
            let cells = format!("a board has at most {most} cells");
            return Err(fault("board too large").label(cells).into());
        }
        (self.width, self.height) = (width, height);
        Ok(())
    }

    pub fn size(&self) -> Result<Size, ReadError> {
        match (self.width, self.height) {
            (Some(width), Some(height)) => Ok(Size { width, height }),
            _ => Err(self
                .line
                .fault(self.at..self.at, "the size of the board is not known here")
                .help("the format must read the size before the board")
                .into()),
        }
    }

    fn turn_word(&mut self, next: Option<&Part>) -> Result<Player, ReadError> {
        let TurnText::Words(words) = self.written().turn else {
            return Ok(Player(0));
        };
        let rest = self.rest();
        let found = words
            .iter()
            .filter(|(word, _)| {
                rest.strip_prefix(word.value.as_str()).is_some_and(|tail| ends(tail, next))
            })
            .max_by_key(|(word, _)| word.value.len());
        if let Some((word, player)) = found {
            self.at += word.value.len();
            return Ok(*player);
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| word.value.as_str()).collect();
        let word = rest.split(char::is_whitespace).next().unwrap_or_default();
        let mut fault = self.fault_here(&format!("whose turn it is: {}", list(&known)));
        if !word.is_empty() {
            fault.range.end = fault.range.start + word.len();
            let near = known.iter().find(|known| known.eq_ignore_ascii_case(word));
            fault.label = near.map_or_else(String::new, |near| format!("did you mean `{near}`?"));
        }
        fault.help.extend(self.row_too_many());
        Err(fault.into())
    }

    /// Whose turn it is where the text does not say.
    fn turn_of(&self, cells: &[Piece]) -> Player {
        let pieces =
            |player: &Player| cells.iter().filter(|piece| piece.owner() == Some(*player)).count();
        match self.written().turn {
            TurnText::Fewest(_) => (0..self.notation.rules.players.len())
                .map(Player::at)
                .min_by_key(pieces)
                .unwrap_or(Player(0)),
            TurnText::Words(_) | TurnText::First => Player(0),
        }
    }
}

/// Whether a field can end here: before the `next` part, a blank or the end of the line.
pub(super) fn ends(tail: &str, next: Option<&Part>) -> bool {
    match next {
        Some(Part::Text(text)) if tail.starts_with(text.as_str()) => true,
        Some(Part::Field(..)) => true,
        _ => tail.chars().next().is_none_or(char::is_whitespace),
    }
}
