//! Move patterns.

use super::super::ast::*;
use super::super::limits::REPEAT;
use super::{Reader, Rule, only};
use crate::diag::Diagnostic;
use crate::source::Spanned;
use crate::syntax::directions::Dirs;
use pest::iterators::Pair;

impl Reader<'_> {
    pub(super) fn choice(&mut self, pair: Pair<Rule>) -> Choice {
        let span = self.span(&pair);
        let sequences = pair.into_inner().map(|sequence| {
            let span = self.span(&sequence);
            Spanned::new(sequence.into_inner().map(|part| self.part(part)).collect(), span)
        });
        let sequences = sequences.collect();
        Spanned::new(sequences, span)
    }

    pub(super) fn part(&mut self, pair: Pair<Rule>) -> Spanned<Part> {
        let span = self.span(&pair);
        let inner = only(pair);
        let part = match inner.as_rule() {
            Rule::bracket => {
                let mut inners = inner.into_inner();
                let body = inners.next().map(|body| self.choice(body));
                let count = inners.next().map(|count| self.count(count));
                Part::Bracket(body.unwrap_or_else(|| Spanned::new(Vec::new(), span)), count)
            }
            Rule::each => {
                let (mut dirs, mut body, mut optional) = (Dirs(Vec::new()), None, false);
                for inner in inner.into_inner() {
                    match inner.as_rule() {
                        Rule::directions => dirs = self.directions(inner),
                        Rule::choice => body = Some(self.choice(inner)),
                        Rule::maybe => optional = true,
                        _ => {}
                    }
                }
                Part::Each {
                    dirs,
                    body: body.unwrap_or_else(|| Spanned::new(Vec::new(), span)),
                    optional,
                }
            }
            Rule::look => {
                let (mut body, mut holds) = (None, true);
                for inner in inner.into_inner() {
                    match inner.as_rule() {
                        Rule::look_word => holds = inner.as_str() == "see",
                        _ => body = Some(self.choice(inner)),
                    }
                }
                Part::Look { body: body.unwrap_or_else(|| Spanned::new(Vec::new(), span)), holds }
            }
            Rule::pick => match inner.into_inner().find(|inner| inner.as_rule() == Rule::test) {
                Some(test) => Part::Pick(self.test(test)),
                None => Part::Pick(Spanned::new(TestWord::Empty, span)),
            },
            Rule::turn_into => Part::Become(self.names(inner)),
            Rule::put | Rule::call | Rule::go | Rule::mark => {
                let rule = inner.as_rule();
                let name =
                    self.names(inner).pop().unwrap_or_else(|| Spanned::new(String::new(), span));
                match rule {
                    Rule::put => Part::Put(name),
                    Rule::call => Part::As(name),
                    Rule::go => Part::Go(name),
                    _ => Part::Mark(name),
                }
            }
            Rule::act => Part::Act(match inner.as_str() {
                "capture" => ActWord::Capture,
                "lift" => ActWord::Lift,
                "flip" => ActWord::Flip,
                "land" => ActWord::Land,
                _ => ActWord::Again,
            }),
            Rule::shift => Part::Shift(self.shift(inner)),
            _ => Part::Test(self.test(inner)),
        };
        Spanned::new(part, span)
    }

    pub(super) fn count(&mut self, pair: Pair<Rule>) -> Count {
        let inner = if pair.as_rule() == Rule::times { pair } else { only(pair) };
        match inner.as_rule() {
            Rule::star => Count { min: 0, max: None },
            Rule::plus => Count { min: 1, max: None },
            Rule::maybe => Count { min: 0, max: Some(1) },
            _ => {
                let span = self.span(&inner);
                let comma = inner.clone().into_inner().any(|part| part.as_rule() == Rule::comma);
                let bounds: Vec<u32> = inner
                    .into_inner()
                    .filter(|part| part.as_rule() == Rule::number)
                    .map(|part| self.bounded(&part, REPEAT))
                    .collect();
                let min = bounds.first().copied().unwrap_or(0);
                let max = if comma { bounds.get(1).copied() } else { Some(min) };
                if max.is_some_and(|max| max < min || max == 0) {
                    let fault = Diagnostic::new("a count that nothing satisfies", span);
                    self.faults.push(fault.help("write `{least,most}`, the most at least 1"));
                }
                Count { min, max }
            }
        }
    }

    pub(super) fn shift(&mut self, pair: Pair<Rule>) -> Shift {
        let mut shift = Shift {
            word: ShiftWord::Bare,
            dirs: Dirs(Vec::new()),
            range: None,
            over: None,
            to: None,
        };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::step => shift.word = ShiftWord::Step,
                Rule::slide => shift.word = ShiftWord::Slide,
                Rule::jump => shift.word = ShiftWord::Jump,
                Rule::directions => shift.dirs = self.directions(inner),
                Rule::times => shift.range = Some(self.count(inner)),
                Rule::over => {
                    let mut captures = false;
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::over_word => captures = part.as_str() == "capturing",
                            _ => shift.over = Some((captures, self.test(part))),
                        }
                    }
                }
                Rule::test => shift.to = Some(self.test(inner)),
                _ => {}
            }
        }
        shift
    }
}
