//! What words for towers expand into: `carry 1 to 3` is a choice of `carry 1`, `carry 2` and `carry 3`.

use super::expand::Expander;
use super::given::Unkept;
use super::model::*;
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::ast;

impl Expander<'_> {
    /// A part that has to do with towers.
    pub(super) fn tower(&mut self, part: &Spanned<ast::Part>, out: &mut Vec<Node>) {
        let span = part.span;
        let what = match &part.value {
            // Whatever it is called, a piece may change its kind where it stands alone.
            ast::Part::Make(kinds) => {
                return self.one_of(kinds, |kind| Act::Tower(Tower::Make(kind)), span, out);
            }
            ast::Part::PutOnTop(_) | ast::Part::DropOnTop(_) => "this puts a piece on others",
            ast::Part::Carry(..) => "`carry` takes a part of a tower along",
            ast::Part::Leave(_) => "`leave` leaves a part of a tower behind",
            _ => "this takes away more than what is on top",
        };
        let Some(most) = self.names.towers(what, span, self.faults) else { return };
        match &part.value {
            ast::Part::PutOnTop(what) => match self.names.kept(what, self.faults) {
                Ok(register) => {
                    out.push(self.node(Walk::Act(Act::Tower(Tower::PutBack(register))), span));
                }
                Err(Unkept::Kind) => {
                    let one = std::slice::from_ref(&what.name);
                    self.one_of(one, |kind| Act::Tower(Tower::Put(kind)), span, out);
                }
                Err(Unkept::Told) => {}
            },
            ast::Part::DropOnTop(kinds) => {
                self.has_hands(span);
                self.one_of(kinds, |kind| Act::Tower(Tower::Drop(kind)), span, out);
            }
            ast::Part::Whole { captures, all } => {
                let take = if *all { Tower::TakeAll } else { Tower::TakeBottom };
                out.push(self.node(Walk::Act(Act::Tower(take(*captures))), span));
            }
            ast::Part::Carry(..) if !self.piece => self.no_piece("nothing is carried", span),
            ast::Part::Leave(_) if !self.piece => self.no_piece("nothing can be left", span),
            ast::Part::Carry(portion, held) => {
                let Some(held) = self.names.taken_down(held.as_ref(), self.faults) else { return };
                self.portions(portion, most, &|portion| Tower::Carry(portion, held), span, out);
            }
            ast::Part::Leave(portion) => {
                self.portions(portion, most - 1, &Tower::Leave, span, out);
            }
            _ => {}
        }
    }

    /// The same act with each number of pieces that may be chosen, the fewest first.
    fn portions(
        &mut self,
        portion: &ast::Portion,
        most: u16,
        act: &dyn Fn(Portion) -> Tower,
        span: Span,
        out: &mut Vec<Node>,
    ) {
        let numbers = match portion {
            ast::Portion::All => {
                return out.push(self.node(Walk::Act(Act::Tower(act(Portion::All))), span));
            }
            ast::Portion::Exactly(quantity) => {
                let before = self.faults.len();
                let amount = self.names.pieces(quantity, span, self.faults);
                if let ast::Quantity::Held(_) = quantity {
                    for fault in &mut self.faults[before..] {
                        fault
                            .help
                            .push(String::from("or say how many: `3`, `1 to 3`, `some`, `all`"));
                    }
                }
                let act = amount.map(|amount| Walk::Act(Act::Tower(act(Portion::Of(amount)))));
                return out.extend(act.map(|act| self.node(act, span)));
            }
            ast::Portion::Some => 1..=most,
            ast::Portion::Between(least, most) if least > most => {
                let fault = Diagnostic::new("no number of pieces lies between these", span);
                self.faults.push(fault.help("the smaller comes first"));
                return;
            }
            ast::Portion::Between(least, most) => {
                let known = [least, most].map(|end| self.names.storeys(*end, span, self.faults));
                if known.contains(&None) {
                    return;
                }
                *least..=*most
            }
        };
        let choices = numbers
            .map(|number| act(Portion::Of(Amount::Fixed(number))))
            .map(|act| self.node(Walk::Act(Act::Tower(act)), span));
        let choices = choices.collect();
        let choice = self.alt(choices, span);
        out.push(choice);
    }

    /// The fault of a word that takes a walking piece, in an action.
    pub(super) fn no_piece(&mut self, what: &str, span: Span) {
        let fault = Diagnostic::new(format!("an action moves no piece, so {what}"), span);
        self.faults.push(fault.help("actions `pick` a cell and `put` something there"));
    }

    /// Tells a fault where nobody has a hand.
    pub(super) fn has_hands(&mut self, span: Span) {
        if !self.names.hands {
            let fault = Diagnostic::new("nobody has a hand to drop from", span);
            self.faults.push(fault.help("declare `[hands]`"));
        }
    }
}
