//! What is wrong with an input that holds positions.

use crate::diag::Diagnostic;
use crate::source::Span;
use std::fmt;
use std::io;
use std::ops::Range;

/// A fault of an input, with the line that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFault {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// The text of the line; empty past the end of the input.
    pub text: String,
    /// The bytes of the line that are at fault; empty where something is missing.
    pub range: Range<usize>,
    /// What is wrong: lower case, no full stop, names in backticks.
    pub message: String,
    /// What is said at the place; may be empty.
    pub label: String,
    /// What to do about it, a sentence each.
    pub help: Vec<String>,
    /// The place of the rule file that asks for it, and what is said there.
    pub rule: Option<(Span, &'static str)>,
}

impl BoardFault {
    /// A fault at those bytes of a line.
    pub fn new(line: u64, text: &str, range: Range<usize>, message: impl Into<String>) -> Self {
        let column = text.get(..range.start).map_or(0, |before| before.chars().count()) + 1;
        Self {
            line,
            column,
            text: text.to_owned(),
            range,
            message: message.into(),
            label: String::new(),
            help: Vec::new(),
            rule: None,
        }
    }

    /// Says `label` at the place.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Names the part of the rule file that asks for it.
    pub fn rule(mut self, place: Span, text: &'static str) -> Self {
        self.rule = Some((place, text));
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}

impl BoardFault {
    /// The fault of a position that is a text of a rule file, at the place `whole` there; `of` tells where bytes of it stand.
    pub fn in_rules(
        self,
        text: &str,
        whole: Span,
        of: impl Fn(Range<usize>) -> Span,
    ) -> Diagnostic {
        let near = self.range_in(text).map(of).filter(|place| place.start < place.end);
        let (place, known) = (near.unwrap_or(whole), near.is_some());
        let diagnostic = match known {
            true => Diagnostic::new(self.message, place).label(self.label.as_str()),
            false => {
                let at = format!("in its line {}, column {}", self.line, self.column);
                Diagnostic::new(self.message, place).label(at)
            }
        };
        let diagnostic = match self.rule {
            Some((rule, text)) => diagnostic.also(rule, text),
            None => diagnostic,
        };
        let said = Some(self.label).filter(|label| !known && !label.is_empty());
        said.into_iter().chain(self.help).fold(diagnostic, Diagnostic::help)
    }

    /// The bytes of the text that are at fault, or those before what is missing.
    fn range_in(&self, text: &str) -> Option<Range<usize>> {
        let before = usize::try_from(self.line - 1).unwrap_or(usize::MAX);
        let lines = || text.split('\n');
        lines().nth(before).filter(|line| *line == self.text && !line.is_empty())?;
        let start: usize = lines().take(before).map(|line| line.len() + 1).sum();
        let Range { start: from, end } = self.range.clone();
        // Where something is missing, what stands before it is shown.
        let last = self.text.get(..from)?.char_indices().next_back().map_or(0, |(at, _)| at);
        let from = if from == end { last } else { from };
        Some(start + from..start + end)
    }
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        if self.label.is_empty() { Ok(()) } else { write!(f, ": {}", self.label) }
    }
}

/// Why a case could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The input is not what the format says: `expected 8 cells in row 3, found 7`.
    Faults(Vec<BoardFault>),
    /// The input could not be read: a directory, a broken disk.
    Io(io::Error),
}

impl From<BoardFault> for ReadError {
    fn from(fault: BoardFault) -> Self {
        ReadError::Faults(vec![fault])
    }
}

/// A piece of the user's text for a message: control characters escaped, long texts cut.
pub(super) fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut shown = String::from("`");
    for (count, c) in text.chars().enumerate() {
        if count == SHOWN {
            shown.push('…');
            break;
        }
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown.push('`');
    shown
}
