//! A rule file's own tests → what of them does not hold.
//!
//! [`run`] tries one test: it reads the position, plays the moves and compares what is expected with
//! what comes out. Every fault points at the expected value in the rule file.

mod coverage;
mod expect;
mod mutate;
mod propose;

use crate::diag::Diagnostic;
use crate::eval::Evaluator;
use crate::notation::{BoardFault, LineFault, Notation};
use crate::position::{Move, Position};
use crate::program::Program;
use crate::rules::{Rules, TestRule, Text};
use crate::source::{Span, Spanned};

pub use coverage::Coverage;
pub use mutate::Mutation;
pub use propose::propose;

/// What came of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as expected.
    Holds,
    /// This is not as expected.
    Fails(Vec<Diagnostic>),
    /// The position is not one of the format: the rule file is at fault.
    Refused(Vec<Diagnostic>),
}

/// Tries a test of those rules.
///
/// ```
/// use interp::{rules, source::Source, trial};
///
/// let page = r#"
/// [board]
/// size = [2, 1]
/// [players]
/// order = ["x", "o"]
/// [pieces]
/// token = {}
/// [actions]
/// place = 'pick empty, put token'
/// [format]
/// case  = "{board}"
/// turn  = 'fewest'
/// cells = { "." = 'empty', X = 'x token', O = 'o token' }
/// setup = '..'
/// answer = '{moves}'
/// [[test]]
/// play   = 'a1'
/// moves  = ['b1']
/// "#;
/// let rules = rules::load(&Source::new("two.toml", page)).expect("no faults");
/// assert_eq!(trial::run(&rules, &rules.tests[0]), trial::Outcome::Holds);
/// ```
pub fn run(rules: &Rules, test: &TestRule) -> Outcome {
    let notation = Notation::new(rules);
    let mut position = match position(&notation, test) {
        Ok(position) => position,
        Err(faults) => return Outcome::Refused(faults),
    };
    let program = Program::compile(rules, position.size);
    let mut evaluator = Evaluator::lazy(&program);
    let faults = match play(&notation, &mut evaluator, &mut position, test, &mut |_, _| ()) {
        Ok(()) => expect::all(&notation, &mut evaluator, &position, test),
        Err(fault) => vec![fault],
    };
    // A fault is read beside the test that it belongs to.
    let placed = |fault: Diagnostic| match &test.name {
        Some(name) => fault.also(test.span, format!("in the test `{name}`")),
        None => fault.also(test.span, "in this test"),
    };
    let faults: Vec<Diagnostic> = faults.into_iter().map(placed).collect();
    if faults.is_empty() { Outcome::Holds } else { Outcome::Fails(faults) }
}

/// The position that a test starts from.
///
/// # Errors
/// What is wrong with its text.
pub fn position(notation: &Notation, test: &TestRule) -> Result<Position, Vec<Diagnostic>> {
    if let Some(text) = &test.position {
        let case = notation.position(&text.value);
        return case.map(|case| case.position).map_err(|faults| {
            faults.into_iter().map(|fault| told(line_place(text, &fault), fault)).collect()
        });
    }
    let whole = Spanned::new(String::new(), test.span);
    let setup = notation.rules().setup.as_ref().unwrap_or(&whole);
    let case = notation.position(&setup.value);
    case.map(|case| case.position)
        .map_err(|faults| faults.into_iter().map(|fault| told(setup.span, fault)).collect())
}

/// Where the fault of a position stands in the rule file.
fn line_place(text: &Text, fault: &BoardFault) -> Span {
    let before = usize::try_from(fault.line.saturating_sub(1)).unwrap_or(usize::MAX);
    let start: usize = text.value.split_inclusive('\n').take(before).map(str::len).sum();
    text.span(start + fault.range.start, start + fault.range.end)
}

fn told(place: Span, fault: BoardFault) -> Diagnostic {
    let diagnostic = Diagnostic::new(fault.message, place).label(fault.label);
    fault.help.into_iter().fold(diagnostic, Diagnostic::help)
}

/// Plays the moves of a test, each told to `see` with the position before it.
fn play(
    notation: &Notation,
    evaluator: &mut Evaluator<'_>,
    position: &mut Position,
    test: &TestRule,
    see: &mut dyn FnMut(&Position, &Move),
) -> Result<(), Diagnostic> {
    let Some(line) = &test.play else { return Ok(()) };
    notation.play_each(evaluator, position, &line.value, see).map_err(|fault| {
        let message = fault.message(&line.value);
        let LineFault { range, fault, .. } = fault;
        let place = line.span(range.start, range.end);
        let diagnostic = Diagnostic::new(message, place).label(fault.label);
        fault.help.into_iter().fold(diagnostic, Diagnostic::help)
    })
}
