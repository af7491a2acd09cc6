//! Conditions, and whose they are.

use super::super::ast::*;
use super::super::unfold::Sort;
use super::cells::owner;
use super::{Reader, Rule, only};
use crate::source::Spanned;
use pest::iterators::Pair;

impl Reader<'_> {
    pub(super) fn cond(&mut self, pair: Pair<Rule>) -> CondAst {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::cond | Rule::cond_all => {
                let or = pair.as_rule() == Rule::cond;
                let mut parts: Vec<CondAst> = pair
                    .into_inner()
                    .filter(|inner| matches!(inner.as_rule(), Rule::cond_all | Rule::cond_not))
                    .map(|inner| self.cond(inner))
                    .collect();
                if parts.len() == 1 {
                    return parts.remove(0);
                }
                if or { CondWord::Or(parts) } else { CondWord::And(parts) }
            }
            Rule::cond_not => {
                let not = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::w_not);
                match pair.into_inner().find(|inner| inner.as_rule() != Rule::w_not) {
                    Some(inner) if not => CondWord::Not(Box::new(self.cond(inner))),
                    Some(inner) => return self.cond(inner),
                    None => CondWord::And(Vec::new()),
                }
            }
            Rule::cond_unit => {
                let inner = only(pair);
                match inner.as_rule() {
                    Rule::range => self.range_of_facts(inner),
                    Rule::amount => self.amount(inner),
                    Rule::fact => self.fact(inner),
                    _ => return self.cond(inner),
                }
            }
            _ => CondWord::And(Vec::new()),
        };
        Spanned::new(value, span)
    }

    pub(super) fn amount(&mut self, pair: Pair<Rule>) -> CondWord {
        let (mut relation, mut number) = (Relation::AtLeast, 1);
        let mut test = Spanned::new(TestWord::Empty, self.span(&pair));
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::test_unit {
                test = self.test(inner);
            } else {
                (relation, number) = self.how_many(inner);
            }
        }
        CondWord::Amount(relation, number, test)
    }

    /// `no`, `some`, `at least 3`.
    pub(super) fn how_many(&mut self, pair: Pair<Rule>) -> (Relation, u16) {
        let (mut relation, mut number) = (Relation::AtLeast, 1);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::none => (relation, number) = (Relation::Equal, 0),
                Rule::number => number = self.bounded(&part, 10_000) as u16,
                Rule::bound => relation = bound(part.as_str()),
                _ => {}
            }
        }
        (relation, number)
    }

    pub(super) fn fact(&mut self, pair: Pair<Rule>) -> CondWord {
        let whole = self.span(&pair);
        let mut who = Spanned::new(WhoWord::Word(OwnerWord::Mover), whole);
        let mut named = false;
        let mut fact = CondWord::And(Vec::new());
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::who => (who, named) = (self.who(inner), true),
                Rule::captured => fact = CondWord::Captured,
                Rule::unchanged => fact = CondWord::Unchanged,
                Rule::step_is => {
                    let (mut relation, mut number) = (Relation::Equal, 0);
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::bound => relation = bound(part.as_str()),
                            Rule::number => number = self.bounded(&part, 10_000) as u16,
                            _ => {}
                        }
                    }
                    fact = CondWord::Step(relation, number);
                }
                Rule::to_move => fact = CondWord::Turn(who.clone()),
                Rule::repeated => {
                    let board = inner.as_str().starts_with("board");
                    let parts = inner.into_inner();
                    let mut numbers = parts.filter(|part| part.as_rule() == Rule::number);
                    let times = numbers.next().map_or(1, |part| self.bounded(&part, 10_000) as u16);
                    let within = numbers.next().map(|part| self.bounded(&part, 10_000) as u16);
                    fact = CondWord::Repeated(Repetition { times, board, within });
                }
                Rule::leads => {
                    if let Some(score) = self.names(inner).pop() {
                        fact = CondWord::Leads(who.clone(), score);
                    }
                }
                Rule::by => {
                    let word = inner.into_inner().find(|part| part.as_rule() == Rule::word);
                    fact = word.map_or(fact, |word| CondWord::By(self.name(&word)));
                }
                Rule::moved => fact = CondWord::Moved(self.names(inner)),
                Rule::holds => {
                    let (mut relation, mut number) = (Relation::AtLeast, 1);
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::how_many => (relation, number) = self.how_many(part),
                            Rule::name => {
                                let name = self.name(&part);
                                fact = CondWord::Holds(who.clone(), relation, number, name);
                            }
                            _ => {}
                        }
                    }
                }
                Rule::tally => {
                    // `2 to 3` is at least the one and at most the other.
                    let (mut name, mut relation) = (None, Relation::AtLeast);
                    let mut bounds: Vec<ThanAst> = Vec::new();
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::name => name = Some(self.name(&part)),
                            Rule::bound => relation = bound(part.as_str()),
                            Rule::number => {
                                bounds.push(ThanAst::Fixed(self.bounded(&part, 10_000) as u16));
                            }
                            Rule::reading => {
                                bounds.extend(self.reading(part).map(ThanAst::Reading));
                            }
                            _ => {}
                        }
                    }
                    let who = named.then(|| who.clone());
                    let Some(read) = name.map(|name| ReadingAst { who, name }) else { continue };
                    let mut bounds = bounds.into_iter();
                    let compare = |than| CondWord::Compare(read.clone(), relation, than);
                    fact = bounds.next().map_or(fact, compare);
                    if let Some(most) = bounds.next() {
                        let most = CondWord::Compare(read, Relation::AtMost, most);
                        let both = [fact, most].map(|part| Spanned::new(part, whole));
                        fact = CondWord::And(both.into());
                    }
                }
                Rule::fact_word if inner.as_str() == "stuck" => fact = CondWord::Stuck(who.clone()),
                Rule::fact_word => fact = CondWord::Attacked(who.clone()),
                Rule::call if named => {
                    let goal = self.made_goal(&inner);
                    fact = goal.map_or(fact, |goal| CondWord::Goal(who.clone(), goal));
                }
                Rule::call => fact = self.made_fact(&inner).map_or(fact, CondWord::Named),
                Rule::name if named => {
                    let name = self.name(&inner);
                    self.alone(&[Sort::Goal], &name);
                    fact = CondWord::Goal(who.clone(), name);
                }
                Rule::name => {
                    let name = self.name(&inner);
                    self.alone(&[Sort::Fact], &name);
                    fact = CondWord::Named(name);
                }
                Rule::can => {
                    let mut aim = None;
                    let mut moves = Spanned::new(1, who.span);
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::call => aim = self.made_aim(&part),
                            Rule::name => {
                                let name = self.name(&part);
                                self.alone(&[Sort::Fact, Sort::Goal], &name);
                                aim = Some(name);
                            }
                            Rule::number => {
                                moves = Spanned::new(self.number(&part), self.span(&part))
                            }
                            _ => {}
                        }
                    }
                    if let Some(aim) = aim {
                        fact = CondWord::Can(who.clone(), aim, moves);
                    }
                }
                _ => {}
            }
        }
        fact
    }

    /// `clock`, `other clock`.
    fn reading(&mut self, pair: Pair<Rule>) -> Option<ReadingAst> {
        let (mut who, mut name) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::who => who = Some(self.who(part)),
                _ => name = Some(self.name(&part)),
            }
        }
        Some(ReadingAst { who, name: name? })
    }

    pub(super) fn who(&mut self, pair: Pair<Rule>) -> WhoAst {
        let span = self.span(&pair);
        let inner = only(pair);
        let value = match inner.as_rule() {
            Rule::who_word => WhoWord::Word(owner(inner.as_str())),
            _ => WhoWord::Name(inner.as_str().to_owned()),
        };
        Spanned::new(value, span)
    }
}

pub(super) fn bound(words: &str) -> Relation {
    if words.contains("least") {
        Relation::AtLeast
    } else if words.contains("most") {
        Relation::AtMost
    } else {
        Relation::Equal
    }
}
