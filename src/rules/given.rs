//! Names that walks give: to cells (`as start`), to what they lift (`lift as it`), to numbers (`take 1 seeds as n`).

use super::limits;
use super::names::Names;
use crate::diag::Diagnostic;
use crate::index::Register;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{GivenName, Name, Scope, TestAst, TestWord};

/// To what a walk has given a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// A cell.
    Cell,
    /// What was lifted.
    Piece,
    /// A number that was taken.
    Number,
}

impl Given {
    fn noun(self) -> &'static str {
        match self {
            Given::Cell => "a cell",
            Given::Piece => "what is lifted",
            Given::Number => "a number",
        }
    }
}

/// Why a name after `put` is of nothing that the walk has lifted.
pub(super) enum Unkept {
    /// It is of a kind.
    Kind,
    /// A fault, which has been told.
    Told,
}

impl Names {
    /// The register of a cell's name; a new one where it is defined (`as`).
    pub(super) fn register(
        &mut self,
        cell: &GivenName,
        defines: bool,
        faults: &mut Vec<Diagnostic>,
    ) -> Register {
        if defines {
            return self.give(cell, Given::Cell, faults).unwrap_or_default();
        }
        if !self.is_named(cell, true, faults) {
            return Register(0);
        }
        self.numbered(cell, faults).unwrap_or_default()
    }

    /// The register for a name that the walk gives, unless something else has it. Another cell may take a cell's name.
    pub(super) fn give(
        &mut self,
        name: &GivenName,
        what: Given,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Register> {
        let kind = self.kind_word(&name.name).filter(|_| what == Given::Piece);
        let kind = kind.map(|(span, kind)| (span, format!("a {kind}")));
        let other = self.given(name).filter(|(_, other)| *other != what);
        let other = other.map(|(other, what)| (other.name.span, String::from(what.noun())));
        self.given.push((name.clone(), what));
        if let Some((span, other)) = kind.or(other) {
            let message = format!("`{}` names two things", name.name.value);
            let fault = Diagnostic::new(message, name.name.span).label(what.noun());
            faults.push(fault.also(span, other));
            return None;
        }
        self.numbered(name, faults)
    }

    /// A name of a cell that no author can give, for what is named and used at once.
    pub(super) fn nameless(&self, span: Span) -> GivenName {
        GivenName { name: Spanned::new(String::new(), span), scope: Scope::default() }
    }

    /// Whether the walk at hand has given that name to something of that sort.
    fn is(&self, name: &GivenName, sort: Given) -> bool {
        self.all(sort).any(|known| known == name)
    }

    /// Whether the walk at hand has taken down a number under that name.
    pub(super) fn is_held(&self, name: &GivenName) -> bool {
        self.is(name, Given::Number)
    }

    /// The same of a name in a condition, whoever's it is.
    pub(super) fn has_held(&self, name: &Name) -> bool {
        self.all(Given::Number).any(|known| known.name.value == name.value)
    }

    /// What the walk at hand has given that name first.
    fn given(&self, name: &GivenName) -> Option<(&GivenName, Given)> {
        let given = self.given.iter().find(|(known, _)| known == name);
        given.map(|(known, what)| (known, *what))
    }

    /// All to which names of that sort have been given, in whatever walk.
    fn all(&self, sort: Given) -> impl Iterator<Item = &GivenName> {
        self.given.iter().filter(move |(_, what)| *what == sort).map(|(name, _)| name)
    }

    /// The same in the walk that uses a name.
    fn own(&self, sort: Given, name: &GivenName) -> Vec<&str> {
        let own = self.all(sort).filter(|known| known.scope == name.scope);
        own.map(|known| known.name.value.as_str()).collect()
    }

    /// The register of a name; a new one if it has none.
    pub(super) fn numbered(
        &mut self,
        name: &GivenName,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Register> {
        if let Some(at) = self.register_of(name) {
            return Some(at);
        }
        if self.registers.len() >= limits::REGISTERS {
            faults.push(
                Diagnostic::new("too many names of cells, pieces and numbers", name.name.span)
                    .label(format!("at most {}", limits::REGISTERS)),
            );
            return None;
        }
        self.registers.push((name.scope.level, name.name.value.clone()));
        Some(Register::at(self.registers.len() - 1))
    }

    /// Two walks that are used by their names on one level are never under way at once, so they may share a register.
    pub(super) fn register_of(&self, name: &GivenName) -> Option<Register> {
        let is = |(level, known): &(u32, String)| {
            *level == name.scope.level && *known == name.name.value
        };
        self.registers.iter().position(is).map(Register::at)
    }

    /// Whether the walk at hand has given a cell that name, to which it `goes` or for which it asks.
    pub(super) fn is_named(
        &self,
        cell: &GivenName,
        goes: bool,
        faults: &mut Vec<Diagnostic>,
    ) -> bool {
        if self.is(cell, Given::Cell) {
            return true;
        }
        let name = &cell.name;
        let fault = || Diagnostic::new(format!("unknown cell `{}`", name.value), name.span);
        let mut others = self.all(Given::Cell);
        if let Some(other) = others.find(|named| named.name.value == name.value) {
            let fault = fault()
                .label("a cell of another walk has this name")
                .also(other.name.span, "named here");
            faults.push(fault.help(
                "what a walk of `[walks]` names is its own; let the name be a parameter of it",
            ));
            return false;
        }
        if let Some((lifted, Given::Piece)) = self.given(cell) {
            let fault = fault().label("a piece").also(lifted.name.span, "lifted here");
            faults.push(fault.help("`as NAME, lift` names the cell, `lift as NAME` the piece"));
            return false;
        }
        if self.regions().iter().any(|(region, _)| region.value == name.value) {
            let message =
                format!("`{}` is a set of cells, and no cell that the walk has named", name.value);
            let fault = Diagnostic::new(message, name.span).label("a region");
            faults.push(fault.help(format!(
                "`pick {0}` goes to a cell of it, and `{0}` alone asks whether the cursor is there",
                name.value
            )));
            return false;
        }
        let mut known = self.own(Given::Cell, cell);
        let none = known.is_empty();
        let regions = self.regions().iter().filter(|_| goes);
        known.extend(regions.map(|(region, _)| region.value.as_str()));
        let mut fault = Diagnostic::unknown("cell", &name.value, name.span, known);
        fault.help.clear();
        let help = match self.walking {
            true if goes => {
                "`go NAME` leads to a cell that the walk has named before, with `as NAME`, or to a region of one cell"
            }
            true => "a walk names a cell with `as NAME` before `at NAME`",
            false => {
                "a walk gives the name to a region as a parameter: `\"clear(START)\" = 'empty or at START'`"
            }
        };
        if none && fault.fixes.is_empty() {
            fault = fault.label(match self.walking {
                true => "the walk has named no cell",
                false => "only a walk names cells",
            });
        }
        faults.push(fault.help(help));
        false
    }

    /// The cells of a region that has such a name, unless the walk at hand has given it to a cell.
    pub(super) fn region_of(&self, name: &GivenName) -> Option<TestAst> {
        let named = &name.name;
        let region = self.regions().iter().any(|(region, _)| region.value == named.value);
        (region && self.given(name).is_none())
            .then(|| Spanned::new(TestWord::Names(named.clone(), None), named.span))
    }

    /// Whether a name is a player's, and the walk at hand has given it to no number.
    pub(super) fn is_whose(&self, name: &GivenName) -> bool {
        let is = |player: &Name| player.value == name.name.value;
        !self.is_held(name) && self.players.iter().any(is)
    }

    /// The register of what has been lifted under a name.
    pub(super) fn kept(
        &mut self,
        put: &GivenName,
        faults: &mut Vec<Diagnostic>,
    ) -> Result<Register, Unkept> {
        let name = &put.name;
        if self.is(put, Given::Piece) {
            return self.numbered(put, faults).ok_or(Unkept::Told);
        }
        // Without any kinds, that is the fault.
        if self.kinds.is_empty() || self.kind_word(name).is_some() {
            return Err(Unkept::Kind);
        }
        if let Some((cell, Given::Cell)) = self.given(put) {
            let fault = Diagnostic::new(format!("`{}` is a cell", name.value), name.span);
            let fault = fault.label("no piece").also(cell.name.span, "named here");
            faults.push(fault.help(format!("`lift as {}` takes up what stands there", name.value)));
            return Err(Unkept::Told);
        }
        let mut others = self.all(Given::Piece);
        if let Some(other) = others.find(|known| known.name.value == name.value) {
            let fault = Diagnostic::new(format!("unknown piece `{}`", name.value), name.span)
                .label("what another walk lifts has this name")
                .also(other.name.span, "lifted here");
            faults.push(fault.help(
                "what a walk of `[walks]` lifts is its own; let the name be a parameter of it",
            ));
            return Err(Unkept::Told);
        }
        let own = self.own(Given::Piece, put);
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

    /// The register in which the walk has taken down a number.
    pub(super) fn held(&self, name: &GivenName, faults: &mut Vec<Diagnostic>) -> Option<Register> {
        if self.is(name, Given::Number) {
            return self.register_of(name);
        }
        let called = &name.name;
        let mut fault = match self.given(name) {
            Some((other, what)) => {
                let fault =
                    Diagnostic::new(format!("`{}` is no number", called.value), called.span);
                fault.label(what.noun()).also(other.name.span, "named here")
            }
            None => {
                let own = self.own(Given::Number, name);
                let none = own.is_empty();
                let mut fault = Diagnostic::unknown("number", &called.value, called.span, own);
                if none {
                    fault = fault.label("nothing has been taken under this name");
                }
                match self.all(Given::Number).find(|known| known.name.value == called.value) {
                    Some(other) => fault
                        .label("what another walk has taken down has this name")
                        .also(other.name.span, "taken down here"),
                    None => fault,
                }
            }
        };
        if called.value == super::tower::HEIGHT && self.stack.is_none() {
            fault = fault.help(
                "towers have a height where `[board]` says how high they may be: `stack = 24`",
            );
        }
        if fault.help.is_empty() {
            fault = fault.help("a walk takes a number down by `take NUMBER as NAME`");
        }
        faults.push(fault);
        None
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
