//! `[chance]`: moves that nobody chooses, and throws of dice, which are a short form for such moves.
//!
//! `dice = { roll = [6, 6], into = ["high", "low"] }` becomes the actions `dice-6-5`, `dice-4-4` and so on, each with its weight
//! and its walk, `if (high exactly 0 and low exactly 0), add 6 high, add 5 low`; the numbers `high` and `low` of the turn; and
//! `again = 'high at least 1 or low at least 1'`, so that a turn goes on as long as something is left of what was thrown.

use super::ast::{
    Choice, CondAst, CondWord, Part, PurseAst, Quantity, ReadingAst, Relation, ThanAst,
};
use super::decl::{RulesFile, ThrowDecl};
use super::document::Reader;
use super::fields::{Fields, Value, as_number, as_table, as_texts, wrong};
use super::limits::{FACE, THROWS, WEIGHT};
use super::parse;
use super::text::Text;
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use std::collections::BTreeMap;
use toml::de::DeValue;

/// The name of moves that nobody chooses, and what each weighs.
pub type Weight = (Spanned<String>, Spanned<u32>);

/// A throw of dice.
pub(super) struct Throw {
    name: Spanned<String>,
    /// The numbers that it goes into.
    into: Vec<Text>,
    /// What is thrown, a number for each of `into`, and how much that weighs.
    shows: BTreeMap<Vec<u16>, u32>,
    /// When it may be thrown at all.
    when: Option<CondAst>,
}

impl<'f> Reader<'f, '_> {
    /// By a move's name, what it weighs; and the throws.
    pub(super) fn chance(&mut self, top: &mut Fields<'f>) -> (Vec<Weight>, Vec<Throw>) {
        let entries = top.table("chance", self.faults).map_or_else(Vec::new, Fields::rest);
        let (mut weights, mut throws) = (Vec::new(), Vec::new());
        for (name, value) in entries {
            let span = Span::from(value.span());
            match value.get_ref() {
                DeValue::Table(_) => throws.extend(self.throw(name, value)),
                DeValue::Integer(_) => {
                    weights.extend(as_number(&value, self.faults).map(|weight| (name, weight)));
                }
                other => {
                    wrong::<()>("a weight, or a table with `roll`", other, span, self.faults);
                }
            }
        }
        (weights, throws)
    }

    fn throw(&mut self, name: Spanned<String>, value: Value<'f>) -> Option<Throw> {
        let mut fields = as_table(self.file, value, self.faults)?;
        fields.only("a throw", &["roll", "into", "when"], self.faults);
        if !parse::is_word(&name.value) {
            let fault = Diagnostic::new(format!("`{}` cannot be a name", name.value), name.span);
            self.faults.push(fault.help("a throw is named by a word of its own"));
            return None;
        }
        let into = match fields.take("into") {
            Some((_, value)) => as_texts(self.file, value, self.faults),
            None => vec![Text::made(name.span, [(name.value.as_str(), name.span)])],
        };
        let when = fields.text("when", self.faults).and_then(|when| self.condition(&when));
        let Some((_, roll)) = fields.take("roll") else {
            let help = "write `roll = 6`, for several dice `roll = [6, 6]`, with weights `roll = { 0 = 1, 1 = 2 }`";
            self.missing_with(&fields, "roll", "a throw", help);
            return None;
        };
        let span = Span::from(roll.span());
        let dice = self.dice(roll)?;
        if into.len() != 1 && into.len() != dice.len() {
            let fault = Diagnostic::new("as many numbers as dice are meant, or one", span);
            let place = into.first().map_or(fields.span, |into| into.span);
            self.faults.push(
                fault
                    .label(format!("dice: {}", dice.len()))
                    .also(place, format!("numbers: {}", into.len()))
                    .help("one number gets the sum; several get a die each, the highest first"),
            );
            return None;
        }
        let shows = self.shows(&dice, into.len() > 1, span)?;
        Some(Throw { name, into, shows, when })
    }

    /// The dice: what each may show, and what that weighs.
    fn dice(&mut self, roll: Value<'f>) -> Option<Vec<Vec<(u16, u32)>>> {
        let span = Span::from(roll.span());
        match roll.get_ref() {
            DeValue::Integer(_) => Some(vec![self.die(&roll)?]),
            DeValue::Array(list) if list.is_empty() => {
                let fault = Diagnostic::new("no die is thrown", span);
                self.faults.push(fault.help("write `roll = [6, 6]` for two dice with six faces"));
                None
            }
            DeValue::Array(list) => list.iter().map(|die| self.die(die)).collect(),
            DeValue::Table(_) => {
                let (mut die, before) = (Vec::new(), self.faults.len());
                for (face, weight) in as_table(self.file, roll, self.faults)?.rest() {
                    let number = face.value.parse::<u16>().ok().filter(|face| *face <= FACE);
                    if number.is_none() {
                        let message = format!("`{}` is no face of a die", face.value);
                        let fault = Diagnostic::new(message, face.span);
                        self.faults.push(fault.label(format!("a number from 0 to {FACE}")));
                    }
                    let weight = as_number(&weight, self.faults);
                    let weight = weight.filter(|weight| self.is_weight(weight));
                    die.extend(number.zip(weight.map(|weight| weight.value)));
                }
                if die.is_empty() {
                    let fault = Diagnostic::new("a die without faces", span);
                    let fault = fault.help("write `{ FACE = WEIGHT, … }`, or how many faces");
                    self.faults.extend(Some(fault).filter(|_| self.faults.len() == before));
                    return None;
                }
                Some(vec![die])
            }
            other => wrong("a die: how many faces, or what each weighs", other, span, self.faults),
        }
    }

    /// A die whose faces are numbered from 1.
    fn die(&mut self, value: &Value<'f>) -> Option<Vec<(u16, u32)>> {
        let faces = as_number(value, self.faults)?;
        if !(2..=u32::from(FACE)).contains(&faces.value) {
            let fault = Diagnostic::new("no number of faces", faces.span);
            self.faults.push(fault.label(format!("from 2 to {FACE}")));
            return None;
        }
        Some((1..=faces.value as u16).map(|face| (face, 1)).collect())
    }

    fn is_weight(&mut self, weight: &Spanned<u32>) -> bool {
        let fault = no_weight(weight);
        let fits = fault.is_none();
        self.faults.extend(fault);
        fits
    }

    /// What the dice may show together: their sum, or each, the highest first; and how much that weighs.
    fn shows(
        &mut self,
        dice: &[Vec<(u16, u32)>],
        apart: bool,
        span: Span,
    ) -> Option<BTreeMap<Vec<u16>, u32>> {
        let ways = dice.iter().map(Vec::len).fold(1, usize::saturating_mul);
        if ways > THROWS {
            let fault = Diagnostic::new("too many ways for the dice to fall", span);
            self.faults.push(fault.label(format!("{ways} ways, and at most {THROWS}")));
            return None;
        }
        let mut shows = BTreeMap::from([(Vec::new(), 1)]);
        for die in dice {
            let mut next: BTreeMap<Vec<u16>, u32> = BTreeMap::new();
            for (before, weight) in &shows {
                for (face, more) in die {
                    let mut after = before.clone();
                    after.push(*face);
                    if apart {
                        after.sort_by(|a, b| b.cmp(a));
                    } else {
                        after = vec![after.iter().sum()];
                    }
                    *next.entry(after).or_default() += weight * more;
                }
            }
            shows = next;
        }
        if let Some(most) = shows.keys().flatten().find(|number| **number > FACE) {
            let fault = Diagnostic::new("more is thrown than a number can be", span);
            self.faults.push(fault.label(format!("{most}, and at most {FACE}")));
            return None;
        }
        Some(shows)
    }
}

/// What is wrong with such a weight.
pub fn no_weight(weight: &Spanned<u32>) -> Option<Diagnostic> {
    if (1..=WEIGHT).contains(&weight.value) {
        return None;
    }
    let fault = Diagnostic::new("no weight of a move", weight.span);
    let fault = fault.label(format!("from 1 to {WEIGHT}"));
    Some(match weight.value {
        0 => fault.help("what never comes need not be a move: leave it out, or forbid it"),
        _ => fault,
    })
}

impl Throw {
    /// Adds to a file what the throw stands for.
    pub(super) fn written_out(self, file: &mut RulesFile, faults: &mut Vec<Diagnostic>) {
        let place = self.name.span;
        let ask = |into: &Text, relation, number| {
            let name = Spanned::new(into.value.clone(), into.span);
            Spanned::new(
                CondWord::Compare(ReadingAst { who: None, name }, relation, ThanAst::Fixed(number)),
                place,
            )
        };
        let both = |mut list: Vec<CondAst>, join: fn(Vec<CondAst>) -> CondWord| match list.len() {
            1 => list.remove(0),
            _ => Spanned::new(join(list), place),
        };
        for into in &self.into {
            let known = file.numbers.iter().find(|(name, _)| name.value == into.value);
            if let Some((name, of)) = known.filter(|(_, of)| of.value != "turn") {
                let message = format!("`{}` is no number of the turn", name.value);
                let fault = Diagnostic::new(message, of.span).label("declared here");
                faults.push(fault.also(into.span, "a throw goes into it").help(
                    "write `'turn'`, or leave it out: what a throw goes into need not be declared",
                ));
                file.throws.push(ThrowDecl {
                    name: self.name,
                    moves: Vec::new(),
                    into: Vec::new(),
                });
                return;
            }
            if known.is_none() {
                let name = Spanned::new(into.value.clone(), into.span);
                file.numbers.push((name, Text::made(into.span, [("turn", into.span)])));
            }
        }
        let used = self.into.iter().map(|into| ask(into, Relation::Equal, 0));
        let when = both(used.chain(self.when).collect(), CondWord::And);
        let mut names = Vec::new();
        for (shows, weight) in &self.shows {
            let shown: Vec<String> = shows.iter().map(u16::to_string).collect();
            let name = Spanned::new(format!("{}-{}", self.name.value, shown.join("-")), place);
            if let Some((other, _)) =
                file.actions.iter().find(|(known, _)| known.value == name.value)
            {
                let message = format!("`{}` names two things", name.value);
                let fault = Diagnostic::new(message, other.span).label("an action");
                faults.push(fault.also(place, "what this throw may show is called so"));
            }
            let mut parts = vec![Spanned::new(Part::If(when.clone()), place)];
            for (number, into) in shows.iter().zip(&self.into).filter(|(number, _)| **number > 0) {
                let into = Spanned::new(into.value.clone(), into.span);
                parts.push(Spanned::new(
                    Part::Add(Quantity::Fixed(*number), PurseAst { whose: None, number: into }),
                    place,
                ));
            }
            let walk: Choice = Spanned::new(vec![Spanned::new(parts, place)], place);
            file.actions.push((name.clone(), walk));
            file.chance.push((name.clone(), Spanned::new(*weight, place)));
            names.push(name);
        }
        let left = self.into.iter().map(|into| ask(into, Relation::AtLeast, 1));
        let again = file.turn.again.take();
        file.turn.again = Some(both(again.into_iter().chain(left).collect(), CondWord::Or));
        let into = self.into.iter().map(|into| Spanned::new(into.value.clone(), into.span));
        file.throws.push(ThrowDecl { name: self.name, moves: names, into: into.collect() });
    }
}
