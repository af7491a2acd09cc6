//! Inputs → cases, one at a time: memory does not grow with their number.

use std::io;

use super::fault::{BoardFault, ReadError, quoted};
use super::lines::{Line, Lines};
use super::{Notation, fault};
use crate::position::Position;
use crate::rules::Cases;

/// A position of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its number in the input, from 1.
    pub number: u64,
    /// The position.
    pub position: Position,
    /// The number of its first line, from 1.
    pub line: u64,
    /// Its first line.
    pub text: String,
}

impl Case {
    /// A fault of the case as a whole, shown at its first line.
    pub fn fault(&self, message: impl Into<String>) -> BoardFault {
        BoardFault::new(self.line, &self.text, 0..self.text.len(), message)
    }
}

impl Notation {
    /// Reads the cases of an input, as many as the format says there are.
    ///
    /// After an error nothing more is read. What follows the last case must be blank, except after
    /// the line that ends an input by its own mark.
    pub fn cases<I>(&self, lines: I) -> CaseReader<'_, I::IntoIter>
    where
        I: IntoIterator<Item = io::Result<String>>,
    {
        let end = match &self.rules.format.cases {
            Cases::Count => End::Unread,
            Cases::Until(..) => End::Mark,
            Cases::End => End::Input,
        };
        CaseReader { notation: self, lines: Lines::new(lines.into_iter()), end, read: 0 }
    }

    /// Reads exactly one case, without the number or the mark that the format has for many.
    pub fn position(&self, text: &str) -> Result<Case, Vec<BoardFault>> {
        let lines = text.lines().map(|line| Ok(line.to_owned()));
        let mut reader =
            CaseReader { notation: self, lines: Lines::new(lines), end: End::After(1), read: 0 };
        let case = reader.next().unwrap_or_else(|| Err(ReadError::Faults(Vec::new())));
        match (case, reader.next()) {
            (Err(error), _) | (_, Some(Err(error))) => Err(faults(error)),
            (Ok(case), _) => Ok(case),
        }
    }
}

/// The faults of reading a text in memory, where nothing else can go wrong.
fn faults(error: ReadError) -> Vec<BoardFault> {
    match error {
        ReadError::Faults(faults) => faults,
        ReadError::Io(error) => vec![BoardFault::new(1, "", 0..0, error.to_string())],
    }
}

/// An iterator over the cases of an input.
pub struct CaseReader<'n, I> {
    notation: &'n Notation,
    lines: Lines<I>,
    end: End,
    read: u64,
}

/// Where the cases end.
enum End {
    /// The number of cases is still to be read.
    Unread,
    /// After so many.
    After(u64),
    /// At the mark.
    Mark,
    /// At the end of the input.
    Input,
    /// Here.
    Reached,
}

impl<I: Iterator<Item = io::Result<String>>> Iterator for CaseReader<'_, I> {
    type Item = Result<Case, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let case = self.case();
        if !matches!(case, Ok(Some(_))) {
            self.end = End::Reached;
        }
        case.transpose()
    }
}

impl<I: Iterator<Item = io::Result<String>>> CaseReader<'_, I> {
    fn case(&mut self) -> Result<Option<Case>, ReadError> {
        if let End::Unread = self.end {
            self.end = End::After(self.count()?);
        }
        if let End::Reached = self.end {
            return Ok(None);
        }
        self.skip_blank()?;
        let first = self.lines.peek()?.clone();
        match self.end {
            End::After(count) if self.read == count => {
                return if first.end { Ok(None) } else { Err(after_last(&first, count).into()) };
            }
            End::Input if first.end && self.read > 0 => return Ok(None),
            _ if first.end => return Err(self.missing(&first).into()),
            _ => {}
        }
        let Some(position) = self.notation.case(&mut self.lines)? else {
            return Ok(None);
        };
        self.read += 1;
        Ok(Some(Case { number: self.read, position, line: first.number, text: first.text }))
    }

    /// The first line of an input that says how many cases follow.
    fn count(&mut self) -> Result<u64, ReadError> {
        self.skip_blank()?;
        let line = self.lines.take()?;
        let word = line.text.trim();
        let start = line.text.len() - line.text.trim_start().len();
        let number = (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| word.parse().ok())
            .flatten();
        number.ok_or_else(|| {
            let found = if line.end { String::from("nothing") } else { quoted(word) };
            line.fault(
                start..start + word.len(),
                format!("expected the number of positions, found {found}"),
            )
            .help("the first line of this format says how many positions follow")
            .into()
        })
    }

    fn skip_blank(&mut self) -> Result<(), ReadError> {
        loop {
            let line = self.lines.peek()?;
            if line.end || !line.text.trim().is_empty() {
                return Ok(());
            }
            self.lines.take()?;
        }
    }

    /// The fault of an input that ends where a case should begin.
    fn missing(&self, line: &Line) -> fault::BoardFault {
        match (&self.end, &self.notation.rules.format.cases) {
            (End::After(count), _) if *count > 1 || self.read > 0 => {
                line.fault(0..0, format!("expected {count} positions, found {}", self.read))
            }
            (End::Mark, Cases::Until(_, mark)) => line
                .fault(0..0, format!("expected a last line that begins with `{mark}`"))
                .help("that line ends an input of this format"),
            _ => line.fault(0..0, "expected a position, found nothing"),
        }
    }
}

fn after_last(line: &Line, count: u64) -> BoardFault {
    let positions = if count == 1 { "position" } else { "positions" };
    line.fault(
        0..line.text.trim_end().len(),
        format!("expected the end after {count} {positions}, found {}", quoted(line.text.trim())),
    )
}
