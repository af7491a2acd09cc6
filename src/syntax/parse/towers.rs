//! Towers: what takes of them, leaves on them and asks for them.

use super::super::ast::*;
use super::numbers::MOST;
use super::{Reader, Rule};
use crate::source::Spanned;
use pest::iterators::Pair;

/// Whether a piece is put on a tower as well as on an empty cell.
pub(super) fn on_top(pair: &Pair<Rule>) -> bool {
    pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::on_top)
}

/// What a jump does to what it goes over.
pub(super) fn over(word: &str) -> Over {
    match word {
        "capturing" => Over::Captures,
        "tucking" => Over::Tucks,
        _ => Over::Passes,
    }
}

impl Reader<'_> {
    /// `carry 1 to 5`, `carry some as many`.
    pub(super) fn carry(&mut self, pair: Pair<Rule>) -> Part {
        let (mut portion, mut held) = (Portion::All, None);
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::portion => portion = self.portion(inner),
                Rule::held => held = self.held(inner),
                _ => {}
            }
        }
        Part::Carry(portion, held)
    }

    /// `leave 1`, `leave some`.
    pub(super) fn leave(&mut self, pair: Pair<Rule>) -> Part {
        let portion = pair.into_inner().find(|inner| inner.as_rule() == Rule::portion);
        Part::Leave(portion.map_or(Portion::All, |portion| self.portion(portion)))
    }

    fn portion(&mut self, pair: Pair<Rule>) -> Portion {
        let mut ends = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::some => return Portion::Some,
                Rule::quantity => return Portion::Exactly(self.quantity(inner)),
                Rule::number => ends.push(self.bounded(&inner, MOST) as u16),
                _ => {}
            }
        }
        match ends[..] {
            [least, most] => Portion::Between(least, most),
            _ => Portion::All,
        }
    }

    /// `under (enemy)`, `bottom (own)`, `tower (own KIND)`.
    pub(super) fn within(&mut self, pair: Pair<Rule>) -> TestAst {
        let span = self.span(&pair);
        let (mut storey, mut of) = (Storey::Any, None);
        for inner in pair.into_inner() {
            match (inner.as_rule(), inner.as_str()) {
                (Rule::within_word, "under") => storey = Storey::Under,
                (Rule::within_word, "bottom") => storey = Storey::Bottom,
                (Rule::test, _) => of = Some(self.test(inner)),
                _ => {}
            }
        }
        let of = of.unwrap_or_else(|| Spanned::new(TestWord::Occupied, span));
        Spanned::new(TestWord::Within(storey, Box::new(of)), span)
    }
}
