//! Move patterns.

use super::super::ast::*;
use super::super::limits::REPEAT;
use super::towers::{on_top, over};
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
                let body = body.unwrap_or_else(|| Spanned::new(Vec::new(), span));
                match inners.next() {
                    Some(along) if along.as_rule() == Rule::along => {
                        let test = self.tested(along);
                        Part::Along(body, test)
                    }
                    Some(count) => match self.rounds(&count) {
                        Some(name) => Part::Rounds(body, name),
                        None => Part::Bracket(body, Some(self.count(count))),
                    },
                    None => Part::Bracket(body, None),
                }
            }
            Rule::choose => self.range_of_walks(inner),
            Rule::head => Part::Head(
                match inner.into_inner().find(|inner| inner.as_rule() == Rule::courses) {
                    Some(dirs) => self.directions(dirs),
                    None => Dirs(Vec::new()),
                },
            ),
            Rule::quarter => {
                let right = inner.clone().into_inner().any(|inner| inner.as_str() == "right");
                Part::Turn(self.tested(inner), right)
            }
            Rule::each => {
                let (mut dirs, mut body, mut optional) = (Dirs(Vec::new()), None, false);
                for inner in inner.into_inner() {
                    match inner.as_rule() {
                        Rule::courses => dirs = self.directions(inner),
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
            Rule::every => {
                let (mut test, mut body, mut optional) = (None, None, false);
                for inner in inner.into_inner() {
                    match inner.as_rule() {
                        Rule::test => test = Some(self.test(inner)),
                        Rule::choice => body = Some(self.choice(inner)),
                        Rule::maybe => optional = true,
                        _ => {}
                    }
                }
                Part::Every {
                    test: test.unwrap_or_else(|| Spanned::new(TestWord::Empty, span)),
                    body: body.unwrap_or_else(|| Spanned::new(Vec::new(), span)),
                    optional,
                }
            }
            Rule::look => {
                let (body, holds) = self.look(inner);
                Part::Look { body, holds }
            }
            Rule::while_fits => {
                let body = inner.into_inner().find(|inner| inner.as_rule() == Rule::choice);
                let body = body.map(|body| self.choice(body));
                Part::While(body.unwrap_or_else(|| Spanned::new(Vec::new(), span)))
            }
            Rule::take => self.take(inner),
            Rule::add => self.add(inner),
            Rule::pick => Part::Pick(self.tested(inner)),
            Rule::turn_into => Part::Become(self.names(inner)),
            Rule::drop => match on_top(&inner) {
                false => {
                    let to = self.arrival(&inner);
                    Part::Drop(self.names(inner), to)
                }
                true => Part::DropOnTop(self.names(inner)),
            },
            Rule::note => match self.note(inner) {
                Some(note) => note,
                None => Part::Test(Spanned::new(TestWord::Empty, span)),
            },
            Rule::carry => self.carry(inner),
            Rule::leave => self.leave(inner),
            Rule::make => Part::Make(self.names(inner)),
            Rule::whole => Part::Whole {
                captures: inner.as_str().starts_with("capture"),
                all: inner.as_str().ends_with("all"),
            },
            Rule::land_top => Part::Act(ActWord::LandOnTop),
            Rule::r#if => match inner.into_inner().find(|inner| inner.as_rule() == Rule::cond) {
                Some(cond) => Part::If(self.cond(cond)),
                None => Part::If(Spanned::new(CondWord::And(Vec::new()), span)),
            },
            Rule::mark => {
                let (mut name, mut on) = (Spanned::new(String::new(), span), true);
                for word in inner.into_inner() {
                    match word.as_rule() {
                        Rule::w_unmark => on = false,
                        Rule::name | Rule::w_unmoved => name = self.name(&word),
                        _ => {}
                    }
                }
                Part::Mark(name, on)
            }
            Rule::go => self.go(inner),
            Rule::put | Rule::lift_as | Rule::call_it => {
                let (rule, pair) = (inner.as_rule(), inner.clone());
                let name =
                    self.names(inner).pop().unwrap_or_else(|| Spanned::new(String::new(), span));
                match rule {
                    Rule::put if on_top(&pair) => Part::PutOnTop(self.cell(name, &pair)),
                    Rule::put => Part::Put(self.cell(name, &pair), self.arrival(&pair)),
                    Rule::lift_as => Part::LiftAs(self.cell(name, &pair)),
                    _ => Part::As(self.cell(name, &pair)),
                }
            }
            Rule::act => Part::Act(match inner.as_str() {
                "capture" => ActWord::Capture,
                "lift" => ActWord::Lift,
                "flip" => ActWord::Flip,
                "push" => ActWord::Push,
                "land" => ActWord::Land,
                "return" => ActWord::Return,
                "tuck" => ActWord::Tuck,
                "give" => ActWord::Give,
                _ => ActWord::Again,
            }),
            Rule::shift => Part::Shift(self.shift(inner)),
            _ => match (self.walk(&inner), self.bare_track(&inner)) {
                (Some(walk), _) => walk,
                (None, Some(shift)) => Part::Shift(shift),
                (None, None) => Part::Test(self.test(inner)),
            },
        };
        Spanned::new(part, span)
    }

    /// `go NAME`, `go e1`, `go (file e and last rank)`.
    fn go(&mut self, pair: Pair<Rule>) -> Part {
        let target = pair.clone().into_inner().last().unwrap_or(pair);
        // Blanks behind a test are part of it, and not of the name that it may be.
        let word = target.as_str().trim_end();
        let names = target.clone().into_inner().flatten();
        match names.into_iter().find(|pair| pair.as_rule() == Rule::name && pair.as_str() == word) {
            Some(pair) => {
                let name = self.name(&pair);
                Part::Go(self.cell(name, &pair))
            }
            None => Part::GoTo(self.test(target)),
        }
    }

    /// A step in directions of the file's own, if that is all.
    fn bare_track(&self, pair: &Pair<Rule>) -> Option<Shift> {
        let words: Vec<&str> = pair.as_str().split_whitespace().collect();
        let between = words.iter().skip(1).step_by(2).all(|word| *word == "or");
        let span = self.span(pair);
        let terms = words
            .iter()
            .step_by(2)
            .map(|word| self.track(&Spanned::new((*word).to_owned(), span)).filter(|_| between));
        let dirs = Dirs(terms.collect::<Option<Vec<_>>>()?);
        Some(Shift { word: ShiftWord::Bare, dirs, range: None, over: None, to: None })
    }

    /// What a cell must be to which something comes, if that is said.
    fn arrival(&mut self, pair: &Pair<Rule>) -> Option<TestAst> {
        let mut inners = pair.clone().into_inner();
        inners.find(|inner| inner.as_rule() == Rule::test).map(|test| self.test(test))
    }

    /// The test within.
    fn tested(&mut self, pair: Pair<Rule>) -> TestAst {
        let span = self.span(&pair);
        match pair.into_inner().find(|inner| inner.as_rule() == Rule::test) {
            Some(test) => self.test(test),
            None => Spanned::new(TestWord::Empty, span),
        }
    }

    /// What is looked at, and whether it must fit.
    pub(super) fn look(&mut self, pair: Pair<Rule>) -> (Choice, bool) {
        let span = self.span(&pair);
        let (mut body, mut holds) = (Spanned::new(Vec::new(), span), true);
        let mut tally = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::look_word => holds = inner.as_str() == "see",
                Rule::how_many => tally = Some((self.how_many(inner), Dirs(Vec::new()))),
                Rule::courses => {
                    let found = self.directions(inner);
                    tally = tally.map(|(many, _)| (many, found));
                }
                _ => body = self.choice(inner),
            }
        }
        if let Some(((relation, number), dirs)) = tally {
            if dirs.0.is_empty() {
                let fault = Diagnostic::new("no directions are counted here", span);
                self.faults.push(fault.help("for example `see at least 2 orthogonal ( … )`"));
            }
            let tally = Part::Tally { relation, number, dirs, body };
            let sequence = Spanned::new(vec![Spanned::new(tally, span)], span);
            body = Spanned::new(vec![sequence], span);
        }
        (body, holds)
    }

    /// How often: `*`, `{2}`, `{1,3}`.
    pub(super) fn count(&mut self, pair: Pair<Rule>) -> Count {
        let slides = pair.as_rule() == Rule::times;
        let inner = if slides { pair } else { only(pair) };
        match inner.as_rule() {
            Rule::star => Count { min: 0, max: None },
            Rule::plus => Count { min: 1, max: None },
            Rule::maybe => Count { min: 0, max: Some(1) },
            _ => {
                let span = self.span(&inner);
                let comma = inner.clone().into_inner().any(|part| part.as_rule() == Rule::comma);
                let numbers = inner.into_inner().filter(|part| part.as_rule() == Rule::number);
                let (mut bounds, mut listed) = (Vec::new(), false);
                for part in numbers {
                    let place = self.span(&part);
                    listed |= place.start < span.start || place.end > span.end;
                    bounds.push(self.bounded(&part, REPEAT));
                }
                let min = bounds.first().copied().unwrap_or(0);
                let max = if comma { bounds.get(1).copied() } else { Some(min) };
                // A list may say that what stands in brackets is not done at all.
                let least = if listed && !slides { min } else { min.max(1) };
                if max.is_some_and(|max| max < least) {
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
                Rule::mixed | Rule::courses => shift.dirs = self.directions(inner),
                Rule::times => shift.range = Some(self.count(inner)),
                Rule::over => {
                    let mut what = Over::Passes;
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::over_word => what = over(part.as_str()),
                            _ => shift.over = Some((what, self.test(part))),
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
