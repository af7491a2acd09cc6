//! Kinds by their names, and words for several of them.

use super::limits;
use super::model::Test;
use super::names::{Names, too_many};
use crate::diag::Diagnostic;
use crate::index::Kind;
use crate::source::Spanned;
use crate::syntax::decl::RulesFile;

type Name = Spanned<String>;

impl Names {
    /// Words for several kinds; each may use those above it.
    pub(super) fn read_groups(&mut self, file: &RulesFile, faults: &mut Vec<Diagnostic>) {
        for (name, of) in &file.kinds {
            let mut kinds: Vec<Kind> = Vec::new();
            for kind in of {
                let one = Spanned::new(kind.value.clone(), kind.span);
                for kind in self.kinds_of(&one, faults).unwrap_or_default() {
                    kinds.extend((!kinds.contains(&kind)).then_some(kind));
                }
            }
            self.groups.push((name.clone(), kinds));
        }
        let most = self.groups.get(limits::GROUPS).map(|(name, _)| name);
        too_many("words for kinds", most, limits::GROUPS, faults);
    }

    /// The kinds that a word names: one, or several.
    pub(super) fn kinds_of(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Vec<Kind>> {
        match self.group(name) {
            Some((_, kinds)) => Some(kinds.clone()),
            None => self.kind(name, faults).map(|kind| vec![kind]),
        }
    }

    /// The word for several kinds of that name.
    fn group(&self, name: &Name) -> Option<&(Name, Vec<Kind>)> {
        let single = self.kinds.iter().any(|(kind, _)| kind.value == name.value);
        self.groups.iter().find(|(group, _)| group.value == name.value && !single)
    }

    /// The test that a piece is of a kind, or one of several.
    pub(super) fn of_kind(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Test> {
        let mut tests: Vec<Test> = self.kinds_of(name, faults)?.into_iter().map(Test::Is).collect();
        Some(if tests.len() == 1 { tests.remove(0) } else { Test::Any(tests) })
    }

    /// The one kind of that name.
    pub(super) fn kind(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Kind> {
        if let Some((declared, _)) = self.group(name) {
            let message = format!("`{}` names several kinds", name.value);
            let fault = Diagnostic::new(message, name.span).label("one kind is meant here");
            faults.push(fault.also(declared.span, "declared here"));
            return None;
        }
        let found = self.kinds.iter().position(|(kind, _)| kind.value == name.value);
        // Without any, that is the fault.
        if found.is_none() && !self.kinds.is_empty() {
            let groups = self.groups.iter().map(|(group, _)| group.value.as_str());
            let known = self.kinds.iter().map(|(kind, _)| kind.value.as_str()).chain(groups);
            faults.push(Diagnostic::unknown("piece", &name.value, name.span, known));
        }
        found.filter(|at| *at < limits::KINDS).map(Kind::at)
    }

    pub(super) fn every_kind(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.kinds.len().min(limits::KINDS)).map(Kind::at)
    }

    pub(super) fn neutral(&self, kind: Kind) -> bool {
        self.kinds.get(kind.index()).is_some_and(|(_, neutral)| *neutral)
    }
}
