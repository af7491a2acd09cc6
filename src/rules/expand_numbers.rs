//! What words for numbers expand into: `take any dice as n` is a choice of `take high as n` and `take low as n`.

use super::expand::Expander;
use super::given::Given;
use super::model::*;
use crate::diag::Diagnostic;
use crate::source::Spanned;
use crate::syntax::ast::{
    self, Choice, CondAst, CondWord, GivenName, Name, PurseAst, Quantity, ReadingAst, Relation,
    ThanAst,
};

impl Expander<'_> {
    /// A part that has to do with numbers; `tail` if the walk ends with it.
    pub(super) fn number(&mut self, part: &Spanned<ast::Part>, tail: bool, out: &mut Vec<Node>) {
        let walk = match &part.value {
            ast::Part::Take(amount, purse, held) => {
                self.take(amount.as_ref(), purse, held.as_ref()).map(Walk::Act)
            }
            ast::Part::TakeAny(throw, held) => {
                let choice = self.any_of(throw, held.as_ref());
                out.extend(choice.map(|choice| self.inner(&choice, tail)));
                return;
            }
            ast::Part::Add(amount, purse) => {
                let purse = self.names.purse(purse, self.faults);
                let amount = self.names.amount(amount, self.faults);
                purse.zip(amount).map(|(purse, amount)| Walk::Act(Act::Add(purse, amount)))
            }
            ast::Part::Note(distance, held) => {
                let distance = self.names.distance(distance, self.faults);
                let held = self.names.give(held, Given::Number, self.faults);
                distance.zip(held).map(|(distance, held)| Walk::Note(Box::new(distance), held))
            }
            _ => None,
        };
        out.extend(walk.map(|walk| self.node(walk, part.span)));
    }

    /// What is at fault with a condition that asks for a number that the walk has taken down, and for none of the file's.
    pub(super) fn held_in(&self, cond: &CondAst) -> Option<Diagnostic> {
        match &cond.value {
            CondWord::Or(list) | CondWord::And(list) | CondWord::Several(list, ..) => {
                list.iter().find_map(|cond| self.held_in(cond))
            }
            CondWord::Not(cond) | CondWord::Used(cond, _) => self.held_in(cond),
            CondWord::Compare(ReadingAst { who: None, name }, ..) => {
                let names = &self.names;
                let known = names.counters.iter().any(|(counter, _)| counter.value == name.value);
                if known || names.is_number(name) || !names.has_held(name) {
                    return None;
                }
                let message = format!("`{}` is known to the walk alone", name.value);
                let fault = Diagnostic::new(message, name.span).label("a number that it has taken");
                Some(fault.help(format!(
                    "ask for it without `if`, as a test of the cell where the walk is: `{} at least 2`",
                    name.value
                )))
            }
            _ => None,
        }
    }

    fn take(
        &mut self,
        amount: Option<&Quantity>,
        purse: &PurseAst,
        held: Option<&GivenName>,
    ) -> Option<Act> {
        // `other_player coins` reads like `n coins`: all that there is of a player's, unless the walk has taken down so much.
        let (amount, purse) = match amount {
            Some(Quantity::Held(name)) if self.names.is_whose(name) => {
                let whose =
                    Spanned::new(ast::WhoWord::Name(name.name.value.clone()), name.name.span);
                (None, &PurseAst { whose: Some(whose), ..purse.clone() })
            }
            amount => (amount, purse),
        };
        let purse = self.names.purse(purse, self.faults);
        let amount = amount.map(|amount| self.names.amount(amount, self.faults));
        let held = held.map(|held| self.names.give(held, Given::Number, self.faults));
        match (amount, held) {
            (Some(None), _) | (_, Some(None)) => None,
            (amount, held) => Some(Act::Take(purse?, amount.flatten(), held.flatten())),
        }
    }

    /// Of each of a throw's dice all is taken, unless one after it shows the same.
    fn any_of(&mut self, throw: &Name, held: Option<&GivenName>) -> Option<Choice> {
        let Some(known) = self.names.throws.iter().find(|known| known.name.value == throw.value)
        else {
            let known = self.names.throws.iter().map(|throw| throw.name.value.as_str());
            let fault = Diagnostic::unknown("throw", &throw.value, throw.span, known);
            let help = "`take any THROW as n` takes one of the dice of a throw in `[chance]`; one alone is taken by its number: `take high as n`";
            self.faults.push(if fault.fixes.is_empty() { fault.help(help) } else { fault });
            return None;
        };
        let span = throw.span;
        let number = |name: &Name| Spanned::new(name.value.clone(), span);
        let same = |one: &Name, other: &Name| -> CondAst {
            let reading = |name: &Name| ReadingAst { who: None, name: number(name) };
            let than = ThanAst::Reading(reading(other));
            Spanned::new(CondWord::Compare(reading(one), Relation::Equal, than), span)
        };
        let alternatives = known.into.iter().enumerate().map(|(at, die)| {
            let later = known.into[at + 1..].iter().map(|other| same(die, other));
            let later: Vec<CondAst> = later.collect();
            let purse = PurseAst { whose: None, number: number(die) };
            let take = ast::Part::Take(None, purse, held.cloned());
            let differs = (!later.is_empty()).then(|| {
                let any = Spanned::new(CondWord::Or(later), span);
                ast::Part::If(Spanned::new(CondWord::Not(Box::new(any)), span))
            });
            let parts = differs.into_iter().chain([take]);
            Spanned::new(parts.map(|part| Spanned::new(part, span)).collect(), span)
        });
        Some(Spanned::new(alternatives.collect(), span))
    }
}
