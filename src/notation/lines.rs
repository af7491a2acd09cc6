//! The lines of an input, numbered, one of them in advance.

use std::collections::VecDeque;
use std::io;

use super::fault::{BoardFault, ReadError};

/// A line without its end, and its number from 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub number: u64,
    pub text: String,
    /// Whether it stands for the end of the input.
    pub end: bool,
}

impl Line {
    /// A fault at those bytes of the line.
    pub fn fault(&self, range: std::ops::Range<usize>, message: impl Into<String>) -> BoardFault {
        BoardFault::new(self.number, &self.text, range, message)
    }
}

/// A source of lines that can be looked at before they are taken.
pub(super) struct Lines<I> {
    inner: I,
    number: u64,
    ahead: Option<Line>,
    /// The lines taken since [`Lines::keep`], if they are kept.
    taken: Option<Vec<Line>>,
    /// Lines to be taken once more.
    again: VecDeque<Line>,
    broken: bool,
}

impl<I: Iterator<Item = io::Result<String>>> Lines<I> {
    pub fn new(inner: I) -> Self {
        Self { inner, number: 0, ahead: None, taken: None, again: VecDeque::new(), broken: false }
    }

    /// The next line, which stays; the end of the input is a line of its own.
    pub fn peek(&mut self) -> Result<&Line, ReadError> {
        let line = match self.ahead.take() {
            Some(line) => line,
            None => self.fetch()?,
        };
        Ok(self.ahead.insert(line))
    }

    /// The next line, which is gone from here on.
    pub fn take(&mut self) -> Result<Line, ReadError> {
        self.peek()?;
        let line = self.ahead.take().unwrap_or_default();
        if let Some(taken) = &mut self.taken {
            taken.push(line.clone());
        }
        Ok(line)
    }

    /// From here on, lines that are taken can be brought back.
    pub fn keep(&mut self) {
        self.taken = Some(Vec::new());
    }

    /// Brings back the lines that were taken.
    pub fn rewind(&mut self) {
        let taken = self.taken.iter_mut().flat_map(|taken| taken.drain(..));
        for line in taken.chain(self.ahead.take()).collect::<Vec<_>>().into_iter().rev() {
            self.again.push_front(line);
        }
    }

    /// Lets go of the lines that were taken.
    pub fn release(&mut self) {
        self.taken = None;
    }

    /// Whether the source of the lines has failed.
    pub fn broken(&self) -> bool {
        self.broken
    }

    fn fetch(&mut self) -> Result<Line, ReadError> {
        if let Some(line) = self.again.pop_front() {
            return Ok(line);
        }
        let number = self.number.saturating_add(1);
        let mut text = match self.inner.next() {
            None => return Ok(Line { number, text: String::new(), end: true }),
            Some(Ok(text)) => text,
            Some(Err(error)) => {
                self.broken = true;
                return Err(match error.kind() {
                    io::ErrorKind::InvalidData => {
                        BoardFault::new(number, "", 0..0, error.to_string()).into()
                    }
                    _ => ReadError::Io(error),
                });
            }
        };
        self.number = number;
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        if number == 1 && text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Line { number, text, end: false })
    }
}
