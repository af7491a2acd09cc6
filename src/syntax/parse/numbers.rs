//! Numbers on cells: what takes, adds and asks for them.

use super::super::ast::*;
use super::condition::bound;
use super::{Reader, Rule, only};
use crate::source::Spanned;
use crate::syntax::directions::Dirs;
use pest::iterators::Pair;

/// The largest number that a cell or a player can have.
pub(super) const MOST: u32 = u8::MAX as u32;

impl Reader<'_> {
    /// `{held}`: what the walk has taken down under that name, if the count is one.
    pub(super) fn rounds(&mut self, count: &Pair<Rule>) -> Option<GivenName> {
        let inner = only(count.clone());
        if inner.as_rule() != Rule::rounds {
            return None;
        }
        match inner.clone().into_inner().find(|word| word.as_rule() == Rule::height) {
            Some(height) => {
                let name = self.name(&height);
                Some(self.cell(name, &height))
            }
            None => self.held(inner),
        }
    }

    /// `take seeds as held`, `take 2 seeds`, `take any dice as n`.
    pub(super) fn take(&mut self, pair: Pair<Rule>) -> Part {
        let (mut amount, mut held, mut throw) = (None, None, None);
        let purse = self.purse(&pair);
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::quantity => amount = Some(self.quantity(inner)),
                Rule::held => held = self.held(inner),
                Rule::any_die => throw = self.names(inner).pop(),
                _ => {}
            }
        }
        match throw {
            Some(throw) => Part::TakeAny(throw, held),
            None => Part::Take(amount, purse, held),
        }
    }

    /// `add 1 seeds`.
    pub(super) fn add(&mut self, pair: Pair<Rule>) -> Part {
        let purse = self.purse(&pair);
        let amount = pair.into_inner().find(|inner| inner.as_rule() == Rule::quantity);
        let amount = amount.map_or(Quantity::Fixed(1), |amount| self.quantity(amount));
        Part::Add(amount, purse)
    }

    /// The number that is taken of or added to, and whose that is: `coins`, `other coins`.
    fn purse(&mut self, pair: &Pair<Rule>) -> PurseAst {
        let (mut whose, mut number) = (None, Spanned::new(String::new(), self.span(pair)));
        for inner in pair.clone().into_inner() {
            match inner.as_rule() {
                Rule::whose => whose = Some(self.who(inner)),
                Rule::name => number = self.name(&inner),
                _ => {}
            }
        }
        PurseAst { whose, number }
    }

    /// `seeds at least 2`; `seeds 2 to 3` is at least the one and at most the other.
    pub(super) fn numbered(&mut self, pair: Pair<Rule>) -> TestAst {
        let span = self.span(&pair);
        let mut number = self.cell(Spanned::new(String::new(), span), &pair);
        let (mut relation, mut amount) = (Relation::Equal, Quantity::Fixed(0));
        let mut ends = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => {
                    let name = self.name(&inner);
                    number = self.cell(name, &inner);
                }
                Rule::bound => relation = bound(inner.as_str()),
                Rule::quantity => amount = self.quantity(inner),
                Rule::number => ends.push(self.bounded(&inner, MOST) as u16),
                _ => {}
            }
        }
        let word = match ends[..] {
            [least, most] => {
                let end = |relation, end| {
                    let amount = Quantity::Fixed(end);
                    Spanned::new(TestWord::Number(number.clone(), relation, amount), span)
                };
                TestWord::And(vec![end(Relation::AtLeast, least), end(Relation::AtMost, most)])
            }
            _ => TestWord::Number(number, relation, amount),
        };
        Spanned::new(word, span)
    }

    /// `distance any to own at most 2`; `distance any to own 1 to 2` is at least the one and at most the other.
    pub(super) fn apart(&mut self, pair: Pair<Rule>) -> TestAst {
        let span = self.span(&pair);
        let mut distance = None;
        let (mut relation, mut amount) = (Relation::Equal, Quantity::Fixed(0));
        let mut ends = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::distance => distance = Some(Box::new(self.distance(inner))),
                Rule::bound => relation = bound(inner.as_str()),
                Rule::quantity => amount = self.quantity(inner),
                Rule::number => ends.push(self.bounded(&inner, MOST) as u16),
                _ => {}
            }
        }
        let word = match (distance, &ends[..]) {
            (None, _) => TestWord::Empty,
            (Some(distance), [least, most]) => {
                let end = |relation, end: &u16| {
                    let amount = Quantity::Fixed(*end);
                    Spanned::new(TestWord::Distance(distance.clone(), relation, amount), span)
                };
                TestWord::And(vec![end(Relation::AtLeast, least), end(Relation::AtMost, most)])
            }
            (Some(distance), _) => TestWord::Distance(distance, relation, amount),
        };
        Spanned::new(word, span)
    }

    /// `note distance any to own as NAME`.
    pub(super) fn note(&mut self, pair: Pair<Rule>) -> Option<Part> {
        let (mut distance, mut held) = (None, None);
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::distance => distance = Some(Box::new(self.distance(inner))),
                Rule::held => held = self.held(inner),
                _ => {}
            }
        }
        Some(Part::Note(distance?, held?))
    }

    fn distance(&mut self, pair: Pair<Rule>) -> DistanceAst {
        let span = self.span(&pair);
        let (mut by, mut tests) = (Dirs(Vec::new()), Vec::new());
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::courses => by = self.directions(inner),
                Rule::test_unit => tests.push(self.test(inner)),
                _ => {}
            }
        }
        let to = tests.pop().unwrap_or_else(|| Spanned::new(TestWord::Empty, span));
        DistanceAst { by, over: tests.pop(), to }
    }

    pub(super) fn quantity(&mut self, pair: Pair<Rule>) -> Quantity {
        let inner = only(pair.clone());
        match inner.as_rule() {
            Rule::name => {
                let name = self.name(&inner);
                Quantity::Held(self.cell(name, &inner))
            }
            _ => Quantity::Fixed(self.bounded(&inner, MOST) as u16),
        }
    }

    pub(super) fn held(&mut self, pair: Pair<Rule>) -> Option<GivenName> {
        // Whose it is the name alone tells: what stands around it may be another walk's.
        let word = pair.into_inner().find(|inner| inner.as_rule() == Rule::name)?;
        let name = self.name(&word);
        Some(self.cell(name, &word))
    }
}
