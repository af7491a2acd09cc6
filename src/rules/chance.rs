//! `[chance]` → moves that nobody chooses.

use super::cond::Asked;
use super::limits;
use super::load::Loader;
use super::model::{ChanceRule, Cond, Measure, Pass, Rules, TurnRule};
use crate::diag::Diagnostic;
use crate::index::MoveName;
use crate::position::Move;
use crate::source::Spanned;
use crate::syntax::ast::CondWord;
use crate::syntax::chance::no_weight;

impl Loader {
    /// What each name of such moves weighs.
    pub(super) fn chance(
        &mut self,
        decls: &[(Spanned<String>, Spanned<u32>)],
        move_names: &[String],
        pass: Option<Pass>,
    ) -> Vec<ChanceRule> {
        let mut rules = Vec::new();
        for (name, weight) in decls {
            let by = Spanned::new(CondWord::By(name.clone()), name.span);
            let found = self.names.cond(&by, Asked::Move(move_names), &mut self.faults);
            self.faults.extend(no_weight(weight));
            let passes = match pass {
                Some(Pass::Stuck(pass) | Pass::Free(pass)) => found == Some(Cond::By(pass)),
                None => false,
            };
            // Where there are too many names, some are taken for others, and that has been told.
            if passes && move_names.len() <= limits::NAMES {
                let fault = Diagnostic::new("a pass is not drawn", name.span);
                let help = "an action that changes nothing may be: `NAME = 'if (CONDITION)'`";
                self.faults.push(fault.help(help));
            }
            if let Some(Cond::By(known)) = found {
                rules.push(ChanceRule { name: known, weight: weight.value, span: name.span });
            }
        }
        let divisor = rules.iter().fold(0, |divisor, rule| divide(divisor, rule.weight)).max(1);
        rules.iter_mut().for_each(|rule| rule.weight /= divisor);
        rules
    }
}

/// The greatest common divisor.
fn divide(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divide(b, a % b) }
}

/// Where moves of chance are legal, they are all that is: they must be made, and come before what else must.
pub(super) fn comes_first(chance: &[ChanceRule], turn: &mut TurnRule) {
    let Some(first) = chance.first() else { return };
    let mut drawn: Vec<Cond> = chance.iter().map(|rule| Cond::By(rule.name)).collect();
    let any = |mut conds: Vec<Cond>| match conds.len() {
        1 => conds.remove(0),
        _ => Cond::Any(conds),
    };
    if let Some(must) = turn.must.take() {
        let first = Spanned::new(Measure::Holds(any(drawn.clone())), first.span);
        turn.prefer.insert(0, first);
        drawn.push(must.value);
    }
    turn.must = Some(Spanned::new(any(drawn), first.span));
}

impl Rules {
    /// Whether moves of that name are drawn, and not chosen.
    pub fn is_drawn(&self, name: MoveName) -> bool {
        self.chance.iter().any(|rule| rule.name == name)
    }

    /// Whether a condition asks for moves that are drawn, and for nothing else.
    pub(crate) fn draws(&self, when: &Cond) -> bool {
        match when {
            Cond::By(name) => self.is_drawn(*name),
            Cond::Any(list) => !list.is_empty() && list.iter().all(|when| self.draws(when)),
            _ => false,
        }
    }

    /// What each of a position's legal moves weighs, where one of them is drawn; `None` where a player chooses.
    pub fn weights(&self, mut legal: impl Iterator<Item = MoveName>) -> Option<Vec<u64>> {
        let weight = |name: MoveName| {
            let rule = self.chance.iter().find(|rule| rule.name == name)?;
            Some(u64::from(rule.weight))
        };
        let first = weight(legal.next()?)?;
        Some(std::iter::once(first).chain(legal.map(|name| weight(name).unwrap_or(0))).collect())
    }

    /// How likely each of a position's legal moves is, from 0 to 1, where one of them is drawn; `None` where a player chooses.
    pub fn probabilities(&self, legal: &[Move]) -> Option<Vec<f64>> {
        let weights = self.weights(legal.iter().map(|chosen| chosen.name))?;
        let whole: u64 = weights.iter().sum();
        Some(weights.into_iter().map(|weight| weight as f64 / whole as f64).collect())
    }
}
