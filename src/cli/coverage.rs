//! Which clauses of a rule file have been used, shown beside its lines.

use serde::Serialize;

use super::args::Covered;
use super::beside::beside;
use super::console::Console;
use super::fail::Failure;
use super::share::Share;
use crate::rules::Clause;
use crate::source::{Source, Span};
use crate::trial::Coverage;

/// How many clauses of a rule file have been used, and which have not.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file.
    file: &'a str,
    /// How many clauses of its own it has: walks and what may be chosen in them, prohibitions, endings, verdicts, …
    clauses: usize,
    /// How many of them have been used.
    used: usize,
    /// Those that have not.
    unused: Vec<UnusedRecord<'a>>,
}

/// A clause that has not been used.
#[derive(Serialize, schemars::JsonSchema)]
struct UnusedRecord<'a> {
    /// What it is: `walk`, `prohibition`, `ending`, `verdict`, `counter` or `turn`.
    sort: &'static str,
    /// The line, from 1.
    line: usize,
    /// The column in characters, from 1.
    column: usize,
    /// Its text.
    text: &'a str,
}

/// Tells which clauses have been used.
pub fn tell(
    console: &mut Console,
    file: &str,
    source: &Source,
    coverage: &Coverage<'_>,
    asked: Covered,
) -> Result<(), Failure> {
    let clauses: Vec<(Clause, u64)> = coverage.clauses().collect();
    let used = clauses.iter().filter(|(_, times)| *times > 0).count();
    let share = Share { some: used, all: clauses.len() };
    if console.json() {
        let unused = clauses.iter().filter(|(_, times)| *times == 0).map(|(clause, _)| {
            let place = source.place(clause.span);
            let (sort, text) = (clause.sort.as_str(), place.text);
            UnusedRecord { sort, line: place.line, column: place.column, text }
        });
        let unused = unused.collect();
        console.record(&Record { file, clauses: clauses.len(), used, unused })?;
    } else {
        console.answer(&match share {
            Share { all: 0, .. } => format!("{file}: no clauses of its own"),
            Share { some, all } if some == all => format!("{file}: all {all} clauses are used"),
            Share { some, all } => format!("{file}: {some} of {all} clauses are used, {share}"),
        })?;
        let lines = lines(source, &clauses, asked.verbose);
        lines.iter().try_for_each(|line| console.answer(line))?;
    }
    share.check(console, asked.min, |share| format!("{file}: {share} of the clauses are used"));
    Ok(())
}

/// The lines on which clauses begin that have not been used, these marked; with `every` all lines on which clauses
/// begin, and how often the one most used there has been.
fn lines(source: &Source, clauses: &[(Clause, u64)], every: bool) -> Vec<String> {
    let digits = clauses.iter().map(|(_, times)| times.to_string().len()).max().unwrap_or(0);
    let unused = |(_, times): &&(Clause, u64)| *times == 0;
    // Where a clause is not used, nothing within it is.
    let outermost = |(clause, _): &&(Clause, u64)| {
        let holds = |other: &(Clause, u64)| {
            other.0.span != clause.span && covers(other.0.span, clause.span)
        };
        !clauses.iter().filter(unused).any(holds)
    };
    let unused = clauses.iter().filter(unused).filter(outermost);
    let remarks: Vec<(Span, &str)> = unused.map(|(clause, _)| (clause.span, "never")).collect();
    beside(source, &remarks, |line| {
        let here = clauses
            .iter()
            .filter(|(clause, _)| (line.start..line.end).contains(&clause.span.start));
        let most = here.map(|(_, times)| *times).max().filter(|_| every)?;
        Some(format!("{most:>digits$}  "))
    })
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Sort;

    #[test]
    fn what_is_not_used_is_marked_below_its_line() {
        let source = Source::new("mine", "a = 'b | c'\nx = 1\nd = 'e'\n");
        let clause =
            |start, end, times| (Clause { sort: Sort::Walk, span: Span::new(start, end) }, times);
        let clauses = [clause(4, 11, 12), clause(5, 6, 12), clause(9, 10, 0), clause(22, 25, 0)];
        let some =
            ["  1 | a = 'b | c'", "    |          ^ never", "  3 | d = 'e'", "    |     ^^^ never"];
        assert_eq!(lines(&source, &clauses, false), some);
        let clauses = [clause(4, 11, 12), clause(22, 25, 3)];
        assert_eq!(lines(&source, &clauses, true), ["  12  1 | a = 'b | c'", "   3  3 | d = 'e'"]);
        assert!(lines(&source, &clauses, false).is_empty());
    }
}
