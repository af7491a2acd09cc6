//! Names with parameters, and what ranges over a list: each is written out, and parsed as it stands then.

use super::super::ast::*;
use super::super::several::{Logic, is_short};
use super::super::unfold::{Call, Sort};
use super::condition::bound;
use super::{Reader, Rule, only, read};
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::text::Text;
use pest::iterators::Pair;

/// After so many uses that could not be read the others are not tried: they mostly have the same faults.
const FAILURES: usize = 64;

/// What a text is read as.
struct Grammar<T> {
    rule: Rule,
    what: &'static str,
    build: fn(&mut Reader<'_>, Pair<Rule>) -> T,
}

const WALK: Grammar<Choice> = Grammar {
    rule: Rule::pattern,
    what: "pattern",
    build: |reader, pair| reader.choice(only(pair)),
};
const TEST: Grammar<TestAst> = Grammar {
    rule: Rule::test_only,
    what: "cell test",
    build: |reader, pair| reader.test(only(pair)),
};
const CONDITION: Grammar<CondAst> = Grammar {
    rule: Rule::condition,
    what: "condition",
    build: |reader, pair| reader.cond(only(pair)),
};

impl Reader<'_> {
    /// A name with what it is given, or a name alone.
    fn call(&self, pair: &Pair<Rule>) -> Call {
        let span = self.span(pair);
        let scope = self.text.scope(pair.as_span().start());
        let mut name = Spanned::new(pair.as_str().to_owned(), span);
        let mut args = Vec::new();
        for inner in pair.clone().into_inner() {
            let place = inner.as_span();
            match inner.as_rule() {
                Rule::name => name = Spanned::new(inner.as_str().to_owned(), self.span(&inner)),
                _ => args.push(self.text.slice(place.start(), place.end())),
            }
        }
        Call { name, scope, args, span }
    }

    /// The name of a cell, and whose it is.
    pub(super) fn cell(&self, name: Name, pair: &Pair<Rule>) -> GivenName {
        // The last byte is the name's, whatever words stand before it.
        let end = pair.as_span().start() + pair.as_str().trim_end().len();
        GivenName { name, scope: self.text.scope(end.saturating_sub(1)) }
    }

    /// A walk by its name, if the test is nothing but one; what is at fault is told, and passes for a test.
    pub(super) fn walk(&mut self, test: &Pair<Rule>) -> Option<Part> {
        let mut pair = test.clone();
        while matches!(
            pair.as_rule(),
            Rule::test | Rule::test_all | Rule::test_not | Rule::test_unit
        ) {
            let mut inner = pair.into_inner();
            pair = inner.next().filter(|_| inner.peek().is_none())?;
        }
        if !matches!(pair.as_rule(), Rule::call | Rule::name) {
            return None;
        }
        let call = self.call(&pair);
        let at = self.known.find(Sort::Walk, &call.name.value)?;
        Some(match self.unfold(at, &call, &pair, &WALK) {
            Some((body, used)) => Part::Walk(body, used),
            None => Part::Test(Spanned::new(TestWord::Empty, call.span)),
        })
    }

    /// A region with what it is given.
    pub(super) fn region(&mut self, pair: &Pair<Rule>) -> TestWord {
        let call = self.call(pair);
        let Some(at) = self.known.find(Sort::Region, &call.name.value) else {
            if let Some(at) = self.known.find(Sort::Walk, &call.name.value) {
                let message = format!("`{}` is a walk, and no test", call.name.value);
                let fault = Diagnostic::new(message, call.span);
                let fault = fault.also(self.known.known[at].name.span, "declared here");
                let help = "it stands alone in a walk; a test is `see ( … )` around it";
                self.faults.push(fault.help(help));
            } else {
                self.unknown(&[Sort::Region, Sort::Walk], &call);
            }
            return TestWord::Empty;
        };
        match self.unfold(at, &call, pair, &TEST) {
            Some((test, used)) => TestWord::Used(Box::new(test), used),
            None => TestWord::Empty,
        }
    }

    /// A fact with what it is given: a fact of its own, which is made once.
    pub(super) fn made_fact(&mut self, pair: &Pair<Rule>) -> Option<Name> {
        let call = self.call(pair);
        let Some(at) = self.known.find(Sort::Fact, &call.name.value) else {
            self.unknown(&[Sort::Fact], &call);
            return None;
        };
        let name = call.whole_name();
        if self.known.facts.iter().all(|(_, made, _)| made.value != name.value) {
            let (cond, used) = self.unfold(at, &call, pair, &CONDITION)?;
            let cond = Spanned::new(CondWord::Used(Box::new(cond), used), used.defined);
            self.known.facts.push((at, name.clone(), cond));
        }
        Some(name)
    }

    /// A goal with what it is given: a goal of its own, which is made once.
    pub(super) fn made_goal(&mut self, pair: &Pair<Rule>) -> Option<Name> {
        let call = self.call(pair);
        let Some(at) = self.known.find(Sort::Goal, &call.name.value) else {
            self.unknown(&[Sort::Goal], &call);
            return None;
        };
        self.known.want(at, call).map_err(|fault| self.faults.push(fault)).ok()
    }

    /// What a player can reach: a fact, or a goal.
    pub(super) fn made_aim(&mut self, pair: &Pair<Rule>) -> Option<Name> {
        let call = self.call(pair);
        let goal = self.known.find(Sort::Goal, &call.name.value).is_some();
        let fact = self.known.find(Sort::Fact, &call.name.value).is_some();
        if goal && !fact { self.made_goal(pair) } else { self.made_fact(pair) }
    }

    /// A name alone; it is a fault if it has parameters.
    pub(super) fn alone(&mut self, sorts: &[Sort], name: &Name) {
        let found = sorts.iter().find_map(|sort| self.known.find(*sort, &name.value));
        let Some(at) = found.filter(|at| !self.known.known[*at].params.is_empty()) else { return };
        let (name, span) = (name.clone(), name.span);
        let call = Call { name, scope: Scope::default(), args: Vec::new(), span };
        self.faults.extend(self.known.written_out(at, &call).err());
    }

    fn unknown(&mut self, sorts: &[Sort], call: &Call) {
        let plain = sorts.iter().find_map(|sort| self.known.find(*sort, &call.name.value));
        let known: Vec<&str> = sorts.iter().flat_map(|sort| self.known.names(*sort)).collect();
        let words: Vec<&str> = sorts.iter().map(|sort| sort.words().0).collect();
        let what = format!("{} with parameters", words.join(" or "));
        let near = crate::diag::nearest(&call.name.value, known.iter().copied());
        let mut fault = Diagnostic::unknown(&what, &call.name.value, call.name.span, known);
        if plain.is_none() && near.is_none() {
            let tables = sorts.iter().map(|sort| format!("`[{}]`", sort.words().1));
            let tables = tables.collect::<Vec<_>>().join(" or ");
            let name = &call.name.value;
            fault = fault.help(format!("declare it: {tables} with `\"{name}(…)\" = …`"));
        }
        self.faults.push(fault);
    }

    /// A use, written out and read.
    fn unfold<T>(
        &mut self,
        at: usize,
        call: &Call,
        pair: &Pair<Rule>,
        grammar: &Grammar<T>,
    ) -> Option<(T, Used)> {
        if self.known.is_spent() {
            return None;
        }
        let text =
            self.known.written_out(at, call).map_err(|fault| self.faults.push(fault)).ok()?;
        let defined = self.known.known[at].name.span;
        let used = Used { how: How::Named, at: call.span, defined };
        Some((self.read_within(&text, used, pair, grammar)?, used))
    }

    /// Reads a text that stands where a pair does.
    fn read_within<T>(
        &mut self,
        text: &Text,
        used: Used,
        pair: &Pair<Rule>,
        grammar: &Grammar<T>,
    ) -> Option<T> {
        if self.known.failed >= FAILURES {
            return None;
        }
        let around = (self.known.level, self.known.nesting);
        let before = &self.text.value[..pair.as_span().start()];
        let count = |bracket| before.matches(bracket).count();
        let open = count('(').saturating_sub(count(')'));
        self.known.level += 1;
        self.known.nesting += open + 1;
        let parsed = read(text, grammar.rule, grammar.what, self.known, |reader, pair| {
            (grammar.build)(reader, pair)
        });
        (self.known.level, self.known.nesting) = around;
        parsed
            .map_err(|mut faults| {
                self.known.failed += 1;
                used.explain(&mut faults);
                self.faults.extend(faults);
            })
            .ok()
    }

    /// `some b of LIST ( … )` as a condition.
    pub(super) fn range_of_facts(&mut self, pair: Pair<Rule>) -> CondWord {
        let (word, span) = (first_word(&pair), self.span(&pair));
        let several = self.several_of(&pair);
        let parts = uses(self.ranging(pair, &CONDITION), CondWord::Used);
        if let Some((relation, number)) = several {
            if !is_short(parts.len(), relation, number.into()) {
                self.faults.push(too_many(span));
            }
            return CondWord::Several(parts, relation, number);
        }
        match word.as_str() {
            "every" => CondWord::And(parts),
            "some" => CondWord::Or(parts),
            _ => CondWord::Not(Box::new(Spanned::new(CondWord::Or(parts), span))),
        }
    }

    /// `some b of LIST ( … )` as a test.
    pub(super) fn range_of_tests(&mut self, pair: Pair<Rule>) -> TestWord {
        let (word, span) = (first_word(&pair), self.span(&pair));
        let several = self.several_of(&pair);
        let parts = uses(self.ranging(pair, &TEST), TestWord::Used);
        if let Some((relation, number)) = several {
            let spanned = |word: TestWord| Spanned::new(word, span);
            let logic = Logic {
                all: &|parts| spanned(TestWord::And(parts)),
                any: &|parts| spanned(TestWord::Or(parts)),
                not: &|part| spanned(TestWord::Not(Box::new(part))),
            };
            let told = logic.several(&parts, relation, number);
            return told.map_or_else(
                || {
                    self.faults.push(too_many(span));
                    TestWord::Empty
                },
                |told| told.value,
            );
        }
        match word.as_str() {
            "every" => TestWord::And(parts),
            "some" => TestWord::Or(parts),
            _ => TestWord::Not(Box::new(Spanned::new(TestWord::Or(parts), span))),
        }
    }

    /// How many of a list it is asked of.
    fn several_of(&mut self, pair: &Pair<Rule>) -> Option<(Relation, u16)> {
        let mut inner = pair.clone().into_inner();
        let relation = bound(inner.next().filter(|one| one.as_rule() == Rule::bound)?.as_str());
        let number = inner.next().filter(|one| one.as_rule() == Rule::number)?;
        Some((relation, self.bounded(&number, 10_000) as u16))
    }

    /// `any b of LIST ( … )` as a walk.
    pub(super) fn range_of_walks(&mut self, pair: Pair<Rule>) -> Part {
        Part::Choose(self.ranging(pair, &WALK))
    }

    /// What ranges over a list, once for each of its rows.
    fn ranging<T>(&mut self, pair: Pair<Rule>, grammar: &Grammar<T>) -> Vec<(T, Used)> {
        let (mut names, mut lists, mut body) = (Vec::new(), Vec::new(), None);
        let mut head = self.span(&pair);
        for inner in pair.clone().into_inner() {
            match inner.as_rule() {
                Rule::ranged => {
                    head.end = self.span(&inner).end.max(head.start);
                    names = self.names(inner.clone());
                    let of = inner.into_inner().find(|inner| inner.as_rule() == Rule::lists);
                    lists = of.map_or_else(Vec::new, |of| self.names(of));
                }
                Rule::balanced => body = Some(inner.as_span()),
                _ => {}
            }
        }
        let Some(body) = body else { return Vec::new() };
        let body = self.text.slice(body.start() + 1, body.end() - 1);
        let Some(rows) = self.side_by_side(&names, &lists, head) else { return Vec::new() };
        let mut parts = Vec::new();
        for row in rows {
            if self.known.is_spent() {
                break;
            }
            let at = row.first().map_or(head, |text| text.span);
            let used = Used { how: How::Ranging, at, defined: head };
            match self.known.ranged(&body, &names, &row) {
                Ok(text) => {
                    let part = self.read_within(&text, used, &pair, grammar);
                    parts.extend(part.map(|part| (part, used)));
                }
                Err(fault) => {
                    self.faults.push(fault);
                    break;
                }
            }
        }
        parts
    }

    /// The rows of several lists, side by side, one text for each of the names.
    fn side_by_side(
        &mut self,
        names: &[Name],
        lists: &[Name],
        head: Span,
    ) -> Option<Vec<Vec<Text>>> {
        let mut rows: Vec<Vec<Text>> = Vec::new();
        let mut first: Option<(Span, usize)> = None;
        for list in lists {
            let at = self.known.lists.iter().position(|known| known.name.value == list.value);
            let Some(at) = at else {
                let known = self.known.lists.iter().map(|list| list.name.value.as_str());
                let fault = Diagnostic::unknown("list", &list.value, list.span, known);
                let help = format!("declare it: `[lists]` with `{} = [\"…\", \"…\"]`", list.value);
                self.faults.push(if self.known.lists.is_empty() {
                    fault.help(help)
                } else {
                    fault
                });
                return None;
            };
            let known = &mut self.known.lists[at];
            known.used = true;
            let (length, _) =
                (known.rows.len(), first.get_or_insert((known.name.span, known.rows.len())));
            rows.resize(length.max(rows.len()), Vec::new());
            for (row, more) in rows.iter_mut().zip(&known.rows) {
                row.extend(more.iter().cloned());
            }
            let (place, other) = first.unwrap_or((head, length));
            if other != length {
                let message = format!(
                    "`{}` has {length} entries, and the list before it {other}",
                    list.value
                );
                let fault = Diagnostic::new(message, list.span).label("they go side by side");
                self.faults.push(fault.also(place, "declared here"));
                return None;
            }
        }
        let width = rows.first().map_or(0, Vec::len);
        if width != names.len() {
            let message = match lists {
                [list] => format!("`{}` has rows of {width}, not of {}", list.value, names.len()),
                _ => format!("these lists have rows of {width}, not of {}", names.len()),
            };
            let (place, _) = first?;
            self.faults.push(Diagnostic::new(message, head).also(place, "declared here"));
            return None;
        }
        let twice = names
            .iter()
            .enumerate()
            .find(|(at, name)| names[..*at].iter().any(|other| other.value == name.value));
        if let Some((_, name)) = twice {
            let message = format!("`{}` ranges over two things", name.value);
            self.faults.push(Diagnostic::new(message, name.span).label("again"));
            return None;
        }
        Some(rows)
    }
}

fn too_many(span: Span) -> Diagnostic {
    Diagnostic::new("this asks of too many", span)
        .help("fewer of a shorter list, or a counter that counts them")
}

fn first_word(pair: &Pair<Rule>) -> String {
    pair.as_str().split_whitespace().next().unwrap_or_default().to_owned()
}

/// What was written out, each part with the use that it is of.
fn uses<T>(
    parts: Vec<(Spanned<T>, Used)>,
    word: fn(Box<Spanned<T>>, Used) -> T,
) -> Vec<Spanned<T>> {
    let each = parts.into_iter().map(|(part, used)| {
        let span = part.span;
        Spanned::new(word(Box::new(part), used), span)
    });
    each.collect()
}
