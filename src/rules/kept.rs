//! Names that walks give to what they lift: `lift as it, …, put it`.

use super::names::Names;
use crate::diag::Diagnostic;
use crate::index::Register;
use crate::syntax::ast::{CellName, Name};

/// Why a name after `put` is of nothing that the walk has lifted.
pub(super) enum Unkept {
    /// It is of a kind.
    Kind,
    /// A fault, which has been told.
    Told,
}

impl Names {
    /// The register of what is lifted under a name, unless that name is taken.
    pub(super) fn lift(
        &mut self,
        lifted: &CellName,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Register> {
        let name = &lifted.name;
        let kind = self.kind_word(name).map(|(span, what)| (span, format!("a {what}")));
        let cell = self.named.iter().find(|named| *named == lifted);
        let cell = cell.map(|cell| (cell.name.span, String::from("a cell")));
        let held = self.held.iter().find(|held| *held == lifted);
        let held = held.map(|held| (held.name.span, String::from("a number")));
        if let Some((span, what)) = kind.or(cell).or(held) {
            let fault = Diagnostic::new(format!("`{}` names two things", name.value), name.span);
            faults.push(fault.label("what is lifted").also(span, what));
            return None;
        }
        self.lifted.push(lifted.clone());
        self.numbered(lifted, faults)
    }

    /// The register of what has been lifted under a name.
    pub(super) fn kept(
        &mut self,
        put: &CellName,
        faults: &mut Vec<Diagnostic>,
    ) -> Result<Register, Unkept> {
        let name = &put.name;
        if self.lifted.contains(put) {
            return self.numbered(put, faults).ok_or(Unkept::Told);
        }
        // Without any kinds, that is the fault.
        if self.kinds.is_empty() || self.kind_word(name).is_some() {
            return Err(Unkept::Kind);
        }
        let called = |known: &&CellName| known.name.value == name.value;
        if let Some(cell) = self.named.iter().find(|named| *named == put) {
            let fault = Diagnostic::new(format!("`{}` is a cell", name.value), name.span);
            let fault = fault.label("no piece").also(cell.name.span, "named here");
            faults.push(fault.help(format!("`lift as {}` takes up what stands there", name.value)));
            return Err(Unkept::Told);
        }
        if let Some(other) = self.lifted.iter().find(called) {
            let fault = Diagnostic::new(format!("unknown piece `{}`", name.value), name.span)
                .label("what another walk lifts has this name")
                .also(other.name.span, "lifted here");
            faults.push(fault.help(
                "what a walk of `[walks]` lifts is its own; let the name be a parameter of it",
            ));
            return Err(Unkept::Told);
        }
        let own = self.lifted.iter().filter(|lifted| lifted.scope == put.scope);
        let own: Vec<&str> = own.map(|lifted| lifted.name.value.as_str()).collect();
        let lifts = !own.is_empty();
        let known = self.kind_words().chain(own);
        let mut fault = Diagnostic::unknown("piece", &name.value, name.span, known);
        if !lifts && !fault.help.is_empty() {
            fault =
                fault.help(format!("what `lift as {0}` takes up, `put {0}` puts down", name.value));
        }
        faults.push(fault);
        Err(Unkept::Told)
    }

    /// Where a name of a kind, or of several, is declared.
    fn kind_word(&self, name: &Name) -> Option<(crate::source::Span, &'static str)> {
        let kinds = self.kinds.iter().map(|(kind, _)| (kind, "piece"));
        let groups = self.groups.iter().map(|(group, _)| (group, "word for kinds"));
        let mut known = kinds.chain(groups);
        known.find(|known| known.0.value == name.value).map(|(known, what)| (known.span, what))
    }

    /// All names of kinds, and of several.
    fn kind_words(&self) -> impl Iterator<Item = &str> {
        let kinds = self.kinds.iter().map(|(kind, _)| kind.value.as_str());
        kinds.chain(self.groups.iter().map(|(group, _)| group.value.as_str()))
    }
}
