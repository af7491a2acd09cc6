//! Tests of a cell.

use super::super::ast::{Name, OwnerWord, TestAst, TestWord};
use super::super::unfold::Sort;
use super::directions::compass;
use super::{Reader, Rule, only};
use crate::source::Spanned;
use pest::iterators::Pair;

impl Reader<'_> {
    pub(super) fn test(&mut self, pair: Pair<Rule>) -> TestAst {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::test | Rule::test_all => {
                let or = pair.as_rule() == Rule::test;
                let mut parts: Vec<TestAst> = pair
                    .into_inner()
                    .filter(|inner| matches!(inner.as_rule(), Rule::test_all | Rule::test_not))
                    .map(|inner| self.test(inner))
                    .collect();
                if parts.len() == 1 {
                    return parts.remove(0);
                }
                if or { TestWord::Or(parts) } else { TestWord::And(parts) }
            }
            Rule::test_not => {
                let not = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::w_not);
                let inner = pair.into_inner().find(|inner| inner.as_rule() != Rule::w_not);
                match inner.map(|inner| self.test(inner)) {
                    Some(inner) if not => TestWord::Not(Box::new(inner)),
                    Some(inner) => return inner,
                    None => TestWord::Empty,
                }
            }
            _ => {
                let mut inners = pair.clone().into_inner();
                let Some(first) = inners.next() else {
                    return Spanned::new(TestWord::Empty, span);
                };
                let second = inners.next().map(|name| self.name(&name));
                match first.as_rule() {
                    Rule::test => return self.test(first),
                    Rule::look => {
                        let (body, holds) = self.look(first);
                        TestWord::Look(body, holds)
                    }
                    Rule::range => self.range_of_tests(first),
                    Rule::call => self.region(&first),
                    Rule::named => match self.names(first.clone()).pop() {
                        Some(name) => TestWord::At(self.cell(name, &first)),
                        None => TestWord::Empty,
                    },
                    Rule::lies => match self.goal(first) {
                        Some(name) => TestWord::Lies(name),
                        None => TestWord::Empty,
                    },
                    Rule::within => return self.within(first),
                    Rule::place => self.place(only(first)),
                    Rule::standing => self.standing(only(first)),
                    Rule::numbered => return self.numbered(first),
                    Rule::apart => return self.apart(first),
                    Rule::owner => TestWord::Owner(owner(first.as_str()), second),
                    _ => {
                        let name = self.name(&first);
                        self.alone(&[Sort::Region, Sort::Walk], &name);
                        TestWord::Names(name, second)
                    }
                }
            }
        };
        Spanned::new(value, span)
    }

    /// The goal within: a name, perhaps with what it is given.
    pub(super) fn goal(&mut self, pair: Pair<Rule>) -> Option<Name> {
        let named = |inner: &Pair<Rule>| matches!(inner.as_rule(), Rule::call | Rule::name);
        let inner = pair.into_inner().find(named)?;
        if inner.as_rule() == Rule::call {
            return self.made_goal(&inner);
        }
        let name = self.name(&inner);
        self.alone(&[Sort::Goal], &name);
        Some(name)
    }

    pub(super) fn standing(&mut self, inner: Pair<Rule>) -> TestWord {
        match inner.as_str() {
            "empty" => TestWord::Empty,
            "occupied" | "piece" => TestWord::Occupied,
            "attacked" => TestWord::Attacked,
            "unmoved" => TestWord::Unmoved,
            "taken" => TestWord::Taken,
            "visited" => TestWord::Visited,
            _ => match self.names(inner).pop() {
                Some(name) => TestWord::Marked(name),
                None => TestWord::Empty,
            },
        }
    }

    pub(super) fn place(&mut self, inner: Pair<Rule>) -> TestWord {
        let rule = inner.as_rule();
        let text = inner.as_str();
        match rule {
            Rule::edge => {
                let side = inner.into_inner().find(|part| part.as_rule() == Rule::compass);
                TestWord::Edge(side.map(|side| compass(side.as_str())))
            }
            Rule::corner => TestWord::Corner,
            Rule::centre => TestWord::Centre,
            Rule::shade => TestWord::Shade(text == "dark"),
            Rule::second_each => {
                let files = inner.into_inner().any(|part| part.as_rule() == Rule::w_files);
                TestWord::SecondEach(files, text.starts_with("odd"))
            }
            Rule::files_to => {
                let ends: Vec<u16> = inner
                    .into_inner()
                    .filter(|part| part.as_rule() == Rule::letters)
                    .map(|part| file_number(part.as_str()))
                    .collect();
                let (from, to) = (ends.first().copied(), ends.last().copied());
                TestWord::Files(from.unwrap_or(0), to.unwrap_or(0))
            }
            Rule::ranks_to => {
                let ends: Vec<u16> = inner
                    .into_inner()
                    .filter(|part| part.as_rule() == Rule::number)
                    .map(|part| self.bounded(&part, 256) as u16)
                    .collect();
                let (from, to) = (ends.first().copied(), ends.last().copied());
                TestWord::Ranks(from.unwrap_or(1), to.unwrap_or(1))
            }
            Rule::layer => {
                let number = inner.into_inner().find(|part| part.as_rule() == Rule::number);
                TestWord::Layer(number.map_or(1, |number| self.bounded(&number, 256) as u16))
            }
            Rule::square => {
                let (file, rank) = square(text);
                TestWord::Square(file, rank)
            }
            Rule::file => {
                let letters = inner.into_inner().find(|part| part.as_rule() == Rule::letters);
                TestWord::File(letters.map_or(0, |letters| file_number(letters.as_str())))
            }
            _ => {
                let (mut ordinal, mut last, mut number) = (0, None, None);
                for part in inner.into_inner() {
                    match part.as_rule() {
                        Rule::ordinal => {
                            let known = [
                                "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
                            ];
                            let at =
                                known.iter().position(|word| *word == part.as_str()).unwrap_or(0);
                            ordinal = at as u16 + 1;
                        }
                        Rule::end => last = Some(part.as_str() == "last"),
                        Rule::number => number = Some(self.bounded(&part, 256) as u16),
                        _ => {}
                    }
                }
                match (rule, last, number) {
                    (Rule::ranks, Some(true), Some(n)) => TestWord::RanksTo(0, n),
                    (Rule::ranks, _, Some(n)) => TestWord::RanksFrom(0, n),
                    (_, _, Some(n)) => TestWord::Rank(n),
                    (_, Some(true), _) => TestWord::RanksTo(ordinal, 1),
                    _ => TestWord::RanksFrom(ordinal, 1),
                }
            }
        }
    }
}

pub(super) fn owner(word: &str) -> OwnerWord {
    match word {
        "own" | "mover" => OwnerWord::Mover,
        "ally" => OwnerWord::Ally,
        "last" => OwnerWord::Last,
        _ => OwnerWord::Other,
    }
}

/// File and rank of a cell, from 0.
pub(super) fn square(text: &str) -> (u16, u16) {
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let rank: u16 = text[digits..].parse().unwrap_or(1);
    (file_number(&text[..digits]), rank.saturating_sub(1))
}

/// `a` is 0, `z` 25, `aa` 26.
fn file_number(letters: &str) -> u16 {
    letters
        .bytes()
        .fold(0_u16, |number, letter| number * 26 + u16::from(letter - b'a') + 1)
        .saturating_sub(1)
}
