//! What can go wrong at the front door: one error for a rule file, a position, a move, a limit.

use std::fmt;

use crate::diag::{Diagnostic, Warning};
use crate::notation::{BoardFault, LineFault, Unfound};
use crate::position::TooWide;
use crate::source::Source;

/// Why there is no answer.
///
/// It prints as a line for each thing that is wrong, with its place: `board:4:3: unknown piece \`x\``. With the feature
/// `render`, [`Fault::render`] shows the user's text and points into it.
#[derive(Clone)]
pub struct Fault(Box<Inner>);

#[derive(Clone)]
struct Inner {
    code: Code,
    what: What,
}

/// What is at fault, and where that can be shown.
#[derive(Clone)]
pub(crate) enum What {
    /// Places of a rule file.
    Rules(Source, Vec<Diagnostic>),
    /// What may be other than it seems in a rule file that is read.
    #[cfg_attr(
        not(feature = "cli"),
        allow(dead_code, reason = "the command line alone tells all at once")
    )]
    Warnings(Source, Vec<Warning>),
    /// Lines of an input of that name.
    Lines(String, Vec<BoardFault>),
    /// Nothing that has a place: what is wrong, and what to do about it.
    Plain(Vec<(String, Vec<String>)>),
}

/// What sort of thing is wrong. The codes stay as they are; there may be more of them one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// A file cannot be read, or is not there.
    Unreadable,
    /// The rule file is refused.
    Rules,
    /// The rules have no usual starting position.
    NoStart,
    /// A text is not a position of the game's format.
    Position,
    /// A [`Setup`](super::Setup) says what the rules do not have.
    Setup,
    /// A text is not a legal move, or may be any of several; or a move is not one of the position.
    Move,
    /// A question does not fit the game: a game of three players cannot be solved.
    Question,
    /// The moves of some rules can go more ways than can be numbered.
    LimitActions,
    /// A position was given up before it was decided.
    Undecided,
    /// A test of a rule file fails.
    Test,
    /// Something was left out of what was made.
    Partial,
    /// A command or a request does not say what it must, or says what nothing knows.
    Usage,
    /// More steps of walks than are taken for one position.
    LimitSteps,
    /// More legal moves than are listed.
    LimitMoves,
    /// More ways of one walk than are kept.
    LimitWays,
    /// Questions within questions, deeper than they are asked.
    LimitDepth,
}

impl Code {
    /// The code as programs read it: `move`, `limit-steps`.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Unreadable => "unreadable",
            Code::Rules => "rules",
            Code::NoStart => "no-start",
            Code::Position => "position",
            Code::Setup => "setup",
            Code::Move => "move",
            Code::Question => "question",
            Code::LimitActions => "limit-actions",
            Code::Undecided => "undecided",
            Code::Test => "test",
            Code::Partial => "partial",
            Code::Usage => "usage",
            Code::LimitSteps => "limit-steps",
            Code::LimitMoves => "limit-moves",
            Code::LimitWays => "limit-ways",
            Code::LimitDepth => "limit-depth",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Fault {
    pub(crate) fn new(code: Code, what: What) -> Self {
        Self(Box::new(Inner { code, what }))
    }

    /// A fault without a place.
    pub(crate) fn plain(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, What::Plain(vec![(message.into(), Vec::new())]))
    }

    /// The same fault, of another sort where it is asked elsewhere.
    #[cfg(feature = "cli")]
    pub(crate) fn with(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }

    /// Adds advice to the last thing that is wrong.
    pub(crate) fn help(mut self, advice: impl Into<String>) -> Self {
        let help = match &mut self.0.what {
            What::Rules(_, faults) => faults.last_mut().map(|fault| &mut fault.help),
            What::Warnings(_, found) => found.last_mut().map(|warning| &mut warning.told.help),
            What::Lines(_, faults) => faults.last_mut().map(|fault| &mut fault.help),
            What::Plain(said) => said.last_mut().map(|(_, help)| help),
        };
        if let Some(help) = help {
            help.push(advice.into());
        }
        self
    }

    /// The fault of a line of moves.
    pub(crate) fn line(name: &str, line: &str, fault: LineFault) -> Self {
        let message = fault.message(line);
        Self::unfound(name, line, fault.range, message, fault.fault)
    }

    /// The fault of a text that is no legal move.
    pub(crate) fn unfound(
        name: &str,
        line: &str,
        range: std::ops::Range<usize>,
        message: String,
        fault: Unfound,
    ) -> Self {
        // One line, whatever blanks part its moves.
        let line = line.replace(['\n', '\r'], " ");
        let shown = BoardFault::new(1, &line, range, message).label(fault.label);
        let shown = fault.help.into_iter().fold(shown, BoardFault::help);
        Self::new(Code::Move, What::Lines(name.to_owned(), vec![shown]))
    }

    /// What sort of thing is wrong.
    pub fn code(&self) -> Code {
        self.0.code
    }

    #[cfg(feature = "render")]
    pub(crate) fn what(&self) -> &What {
        &self.0.what
    }

    /// What is wrong, a sentence each, without places.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        let messages: Vec<&str> = match &self.0.what {
            What::Rules(_, faults) => faults.iter().map(|fault| fault.message.as_str()).collect(),
            What::Warnings(_, found) => {
                found.iter().map(|warning| warning.told.message.as_str()).collect()
            }
            What::Lines(_, faults) => faults.iter().map(|fault| fault.message.as_str()).collect(),
            What::Plain(said) => said.iter().map(|(message, _)| message.as_str()).collect(),
        };
        messages.into_iter()
    }
}

impl From<TooWide> for Fault {
    fn from(wide: TooWide) -> Self {
        let code = match wide {
            TooWide::Steps => Code::LimitSteps,
            TooWide::Moves => Code::LimitMoves,
            TooWide::Ways => Code::LimitWays,
            TooWide::Depth => Code::LimitDepth,
        };
        Self::plain(code, wide.to_string())
    }
}

impl std::error::Error for Fault {}

impl fmt::Debug for Fault {
    /// As it displays: this is what a program shows whose `main` ends with it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines: Vec<String> = Vec::new();
        match &self.0.what {
            What::Rules(source, faults) => {
                lines.extend(faults.iter().map(|fault| in_rules(source, fault)));
            }
            What::Warnings(source, found) => {
                lines.extend(found.iter().map(|warning| in_rules(source, &warning.told)));
            }
            What::Lines(name, faults) => lines.extend(faults.iter().map(|fault| {
                let at = format!("{name}:{}:{}", fault.line, fault.column);
                told(&at, &fault.message, &fault.label, &fault.help)
            })),
            What::Plain(said) => {
                lines.extend(said.iter().map(|(message, help)| told("", message, "", help)));
            }
        }
        f.write_str(&lines.join("\n"))
    }
}

/// A fault of a rule file in one line.
pub(super) fn in_rules(source: &Source, fault: &Diagnostic) -> String {
    let Some(first) = fault.labels.first() else { return fault.message.clone() };
    let place = source.place(first.span);
    let at = format!("{}:{}:{}", place.file, place.line, place.column);
    told(&at, &fault.message, &first.text, &fault.help)
}

/// `board:4:3: unknown piece \`x\`: not known (help: …)`.
fn told(at: &str, message: &str, label: &str, help: &[String]) -> String {
    let mut line = if at.is_empty() { message.to_owned() } else { format!("{at}: {message}") };
    if !label.is_empty() {
        line += ": ";
        line += label;
    }
    if !help.is_empty() {
        line += &format!(" ({})", help.join("; "));
    }
    line
}
