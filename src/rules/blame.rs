//! Which line of a variant makes what it inherits a fault.

use crate::diag::{Diagnostic, Label};
use crate::source::{Source, Span};
use crate::syntax::parts::said;

/// What is said of a line without which there would be no such fault.
const CAUSE: &str = "not without this";

/// So many lines are tried, each by reading the file without it.
const TRIED: usize = 60;

/// So many faults of one sort are told that come of one line.
const TOLD: usize = 3;

/// Faults that lie in what the user's own part builds on: each is shown with the lines of that part without which there would be no such
/// fault. Faults of the user's own part come first. Of faults of one sort that come of one line the first are told, and how many more
/// there are.
///
/// `read` tells the faults of a source.
pub(crate) fn blame(
    source: &Source,
    mut faults: Vec<Diagnostic>,
    read: impl Fn(&Source) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let own = source.own().start;
    let inherited = |fault: &Diagnostic| fault.labels.iter().all(|label| label.span.start < own);
    if own == 0 || !faults.iter().any(inherited) {
        return faults;
    }
    let first = |fault: &Diagnostic| fault.labels.first().map(|label| label.span);
    let lines = said(source);
    if lines.len() <= TRIED {
        let same = |one: &Diagnostic, other: &Diagnostic| {
            one.message == other.message && first(one) == first(other)
        };
        for (key, whole) in lines {
            let without = read(&blanked(source, whole));
            // Where the file has other faults without the line, it is not the line that is one too many.
            if !without.iter().all(|other| faults.iter().any(|fault| same(fault, other))) {
                continue;
            }
            for fault in faults.iter_mut().filter(|fault| inherited(fault)) {
                if !without.iter().any(|other| same(fault, other)) {
                    fault.labels.push(Label { span: key, text: String::from(CAUSE) });
                }
            }
        }
    }
    faults.sort_by_key(|fault| first(fault).is_some_and(|span| span.start < own));
    few(faults)
}

/// The faults without those that are like others of the same line.
fn few(faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<(Diagnostic, usize)> = Vec::new();
    for fault in faults {
        let line = fault.labels.last().filter(|label| label.text == CAUSE).map(|label| label.span);
        let like = |other: &Diagnostic| {
            let same = other.labels.last().map(|label| label.span) == line;
            same && sort(&other.message) == sort(&fault.message)
        };
        let mut alike: Vec<&mut (Diagnostic, usize)> = match line {
            Some(_) => told.iter_mut().filter(|(other, _)| like(other)).collect(),
            None => Vec::new(),
        };
        match alike.len() {
            TOLD => alike[TOLD - 1].1 += 1,
            _ => told.push((fault, 0)),
        }
    }
    let told = told.into_iter().map(|(fault, more)| match more {
        0 => fault,
        more => fault.help(format!("{more} more like this come of the same line")),
    });
    told.collect()
}

/// A message without the words that it quotes and the numbers in it.
fn sort(message: &str) -> String {
    let plain = message.split('`').step_by(2).collect::<String>();
    plain.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// The source with blanks in place of a part of its text.
fn blanked(source: &Source, part: Span) -> Source {
    let mut without = source.clone();
    let blank =
        |letter: char| if letter == '\n' { "\n".to_owned() } else { " ".repeat(letter.len_utf8()) };
    let blanks: String = without.text[part.start..part.end].chars().map(blank).collect();
    without.text.replace_range(part.start..part.end, &blanks);
    without
}
