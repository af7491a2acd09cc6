//! Numbers that walks change.

use super::limits;
use super::model::{Amount, Bearer, Cells, Distance, Purse, Test, Who};
use super::names::{Names, too_many};
use crate::diag::Diagnostic;
use crate::index::Number;
use crate::source::Spanned;
use crate::syntax::ast::{DistanceAst, PurseAst, Quantity};
use crate::syntax::decl::RulesFile;

type Name = Spanned<String>;

impl Names {
    /// What the file says of numbers.
    pub(super) fn read_numbers(&mut self, file: &RulesFile, faults: &mut Vec<Diagnostic>) {
        let known = [("cell", Bearer::Cell), ("player", Bearer::Player), ("turn", Bearer::Turn)];
        for (name, of) in &file.numbers {
            if !crate::syntax::parse::is_name(&name.value) {
                faults.push(crate::syntax::parse::no_name(&name.value, name.span));
            }
            let found = known.iter().find(|(word, _)| *word == of.value);
            if found.is_none() {
                let words = known.iter().map(|(word, _)| *word);
                let fault = Diagnostic::unknown("bearer of a number", &of.value, of.span, words);
                faults
                    .push(fault.help(
                        "each `'cell'` has such a number, or each `'player'`, or a `'turn'`",
                    ));
            }
            self.numbers.push((name.clone(), found.map_or(Bearer::Cell, |(_, of)| *of)));
        }
        let height = self.numbers.iter().find(|(name, _)| name.value == super::tower::HEIGHT);
        if let (Some((name, _)), true) = (height, self.stack.is_some()) {
            let fault = Diagnostic::new("`height` names two things", name.span);
            faults
                .push(fault.label("a number").help("`height` is how many pieces stand on a cell"));
        }
        let number = self.numbers.get(limits::NUMBERS).map(|(name, _)| name);
        too_many("numbers", number, limits::NUMBERS, faults);
    }

    /// Whether each cell has such a number.
    pub(super) fn is_of_cells(&self, number: Number) -> bool {
        self.numbers.get(number.index()).is_some_and(|(_, of)| *of == Bearer::Cell)
    }

    /// Whether a number has that name.
    pub(super) fn is_number(&self, name: &Name) -> bool {
        self.numbers.iter().any(|(known, _)| known.value == name.value)
    }

    /// The number of that name, and what has it.
    pub(super) fn number(
        &self,
        name: &Name,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<(Number, Bearer)> {
        let found = self.numbers.iter().position(|(known, _)| known.value == name.value);
        if found.is_none() {
            let known = self.numbers.iter().map(|(known, _)| known.value.as_str());
            let fault = Diagnostic::undeclared("number", &name.value, name.span, known);
            let counter = self.counters.iter().find(|(known, _)| known.value == name.value);
            faults.push(match counter {
                Some((counter, _)) => fault
                    .also(counter.span, "a counter, which no walk changes")
                    .help("`up`, `down` and `reset` change a counter after a move"),
                None if name.value == super::tower::HEIGHT => fault.help(
                    "towers have a height where `[board]` says how high they may be: `stack = 24`",
                ),
                None if fault.fixes.is_empty() => {
                    fault.help(format!("declare it: `[numbers]` with `{} = 'cell'`", name.value))
                }
                None => fault,
            });
        }
        let at = found.filter(|at| *at < limits::NUMBERS)?;
        Some((Number::at(at), self.numbers[at].1))
    }

    /// The number that a walk changes, and whose it is.
    pub(super) fn purse(&self, purse: &PurseAst, faults: &mut Vec<Diagnostic>) -> Option<Purse> {
        let (number, bearer) = self.number(&purse.number, faults)?;
        let Some(whose) = &purse.whose else { return Some(Purse { number, who: Who::Mover }) };
        let who = self.who(whose, faults)?;
        if bearer != Bearer::Player {
            let name = &purse.number.value;
            let of = if bearer == Bearer::Cell { "each cell has one" } else { "it is the turn's" };
            let fault = Diagnostic::new(format!("`{name}` is no player's number"), whose.span);
            faults.push(fault.label("whose").help(of));
            return None;
        }
        let one = match who {
            Who::Mover | Who::Player(_) => true,
            Who::Other => self.players.len() == 2,
            _ => false,
        };
        if !one {
            let fault = Diagnostic::new("whose number this is must be one player", whose.span);
            faults.push(fault.help("name a player, or say `other` where there are two"));
            return None;
        }
        Some(Purse { number, who })
    }

    /// The number of that name that each cell has.
    pub(super) fn number_of_cells(
        &self,
        name: &Name,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Number> {
        let (number, of) = self.number(name, faults)?;
        if of != Bearer::Cell {
            let message = format!("cells have no `{}`", name.value);
            let fault = Diagnostic::new(message, name.span).label(of.told());
            let declared = self.numbers[number.index()].0.span;
            let whose = if of == Bearer::Player { "mover " } else { "" };
            faults.push(fault.also(declared, "declared here").help(format!(
                "ask for it in a condition: `if ({whose}{} at least 1)`",
                name.value
            )));
            return None;
        }
        Some(number)
    }

    /// A distance, with what the cells between and the nearest must be.
    pub(super) fn distance(
        &self,
        distance: &DistanceAst,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Distance> {
        let over = match &distance.over {
            Some(over) => self.test(over, faults),
            None => Some(Test::In(Cells::All)),
        };
        let to = self.test(&distance.to, faults);
        Some(Distance { by: distance.by.clone(), over: over?, to: to? })
    }

    /// How much is meant.
    pub(super) fn amount(
        &self,
        quantity: &Quantity,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Amount> {
        match quantity {
            Quantity::Fixed(number) => Some(Amount::Fixed(*number)),
            Quantity::Held(name) => self.held(name, faults).map(Amount::Held),
        }
    }
}
