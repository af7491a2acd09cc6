//! What keeps a command from its answer, and the exit code that says so.

use std::fmt;
use std::io;

use crate::diag::{Diagnostic, Warning};
use crate::game::{Code, Fault, Tone, What, reason};
use crate::notation::{BoardFault, ReadError};
use crate::source::Source;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The command cannot run: `cannot read \`boards.txt\`: no such file`.
    Usage(String, Vec<String>),
    /// The rule file is refused.
    Rules(Box<Source>, Vec<Diagnostic>),
    /// A test of a rule file fails.
    Test(Box<Source>, Vec<Diagnostic>),
    /// Something was left out of an answer that was given; whether that is fine.
    Partial(Box<Source>, Vec<Diagnostic>, bool),
    /// A rule file may be other than it seems; whether that is refused.
    Warnings(Box<Source>, Vec<Warning>, bool),
    /// The input of that name is refused.
    Board(String, Vec<BoardFault>),
    /// A rule file is not tidy, as an answer has told.
    Untidy,
    /// Fewer than were asked for.
    Scant(String),
    /// A position was given up before it was decided.
    Undecided(String, Vec<String>),
    /// What the library says.
    Fault(Fault),
    /// Nobody reads the output any more.
    Closed,
}

impl Failure {
    /// A fault of usage without advice.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::Usage(message.into(), Vec::new())
    }

    /// Adds advice to a fault of usage.
    pub fn help(mut self, advice: impl Into<String>) -> Self {
        if let Failure::Usage(_, help) = &mut self {
            help.push(advice.into());
        }
        self
    }

    /// A file that cannot be read.
    pub fn unreadable(name: &str, error: &io::Error) -> Self {
        Self::usage(format!("cannot read `{name}`: {}", reason(error)))
    }

    /// A file that cannot be written.
    pub fn unwritable(path: impl fmt::Display, error: &io::Error) -> Self {
        Self::usage(format!("cannot write `{path}`: {}", reason(error)))
    }

    /// The input of that name could not be read to its end.
    pub fn read(name: &str, error: ReadError) -> Self {
        match error {
            ReadError::Faults(faults) => Failure::Board(name.to_owned(), faults),
            ReadError::Io(error) => Self::unreadable(name, &error),
        }
    }

    /// The output cannot be written.
    pub fn write(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Self::usage(format!("cannot write the answer: {error}"))
        }
    }

    /// The faults of a rule file, if that is what it tells of.
    pub fn faults(&self) -> Option<(&Source, &[Diagnostic])> {
        match self {
            Failure::Rules(source, faults) => Some((source, faults)),
            Failure::Fault(fault) => match fault.what() {
                What::Rules(source, faults) => Some((source, faults)),
                _ => None,
            },
            _ => None,
        }
    }

    /// What standard error shows of it, and how bad it is.
    pub(crate) fn told(&self) -> Option<(Fault, Tone)> {
        let rules = |source: &Source, faults: &[Diagnostic]| {
            Fault::new(Code::Rules, What::Rules(source.clone(), faults.to_vec()))
        };
        let plain = |message: &str, help: &[String], code| {
            Fault::new(code, What::Plain(vec![(message.to_owned(), help.to_vec())]))
        };
        let fault = match self {
            Failure::Closed | Failure::Untidy => return None,
            Failure::Fault(fault) => fault.clone(),
            Failure::Usage(message, help) => plain(message, help, Code::Usage),
            Failure::Scant(message) => plain(message, &Vec::new(), Code::Test),
            Failure::Undecided(message, help) => plain(message, help, Code::Undecided),
            Failure::Rules(source, faults) => rules(source, faults),
            Failure::Test(source, faults) => {
                Fault::new(Code::Test, What::Rules((**source).clone(), faults.clone()))
            }
            Failure::Partial(source, faults, _) => {
                let fault =
                    Fault::new(Code::Partial, What::Rules((**source).clone(), faults.clone()));
                return Some((fault, Tone::Warning));
            }
            Failure::Warnings(source, found, _) => {
                let what = What::Warnings((**source).clone(), found.clone());
                return Some((Fault::new(Code::Rules, what), Tone::Warning));
            }
            Failure::Board(name, faults) => {
                Fault::new(Code::Position, What::Lines(name.clone(), faults.clone()))
            }
        };
        Some((fault, Tone::Error))
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Closed | Failure::Warnings(_, _, false) => 0,
            Failure::Usage(..) => 1,
            Failure::Rules(..) | Failure::Warnings(_, _, true) => 2,
            Failure::Board(..) => 3,
            Failure::Test(..) => 4,
            Failure::Partial(_, _, true) => 0,
            Failure::Partial(_, _, false) => 5,
            Failure::Undecided(..) => 6,
            Failure::Untidy => 7,
            Failure::Scant(_) => 8,
            Failure::Fault(fault) => match fault.code() {
                Code::Unreadable | Code::NoStart | Code::Usage => 1,
                Code::Rules | Code::Question => 2,
                _ => 3,
            },
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Fault(fault)
    }
}
