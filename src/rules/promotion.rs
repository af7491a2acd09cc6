//! Promotion, by what it adds to the walks of a piece.

use super::expand::{Expander, warn_once};
use super::model::*;
use crate::diag::{Diagnostic, WarningCode};
use crate::index::{Kind, Register};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{GivenName, Scope};
use crate::syntax::decl::PromoteDecl;

/// Where a kind's pieces are promoted.
#[derive(Clone)]
pub(super) struct Promotion {
    /// The kinds, each where it is named.
    pub(super) to: Vec<(Kind, Span)>,
    pub(super) at: Cells,
    /// At every landing, not only at the end of the move.
    pub(super) landing: bool,
    /// Where a move that begins there promotes as well, and the name of the cell where it began.
    pub(super) from: Option<(Cells, Register)>,
    /// Whether the player may leave the piece as it is.
    pub(super) optional: bool,
    /// Where he may not.
    pub(super) forced: Option<Cells>,
    /// At most so many of a kind may be the player's.
    pub(super) limit: Vec<(Kind, u16)>,
    pub(super) span: Span,
}

/// The name of the cell where a move began; no walk can give it.
const START: &str = "the start";

impl Expander<'_> {
    pub(super) fn promotion(&mut self, promote: &PromoteDecl) -> Option<Promotion> {
        let mut to = Vec::new();
        for kind in &promote.to {
            let name = Spanned::new(kind.value.clone(), kind.span);
            let kinds = self.names.kinds_of(&name, self.faults).unwrap_or_default();
            to.extend(kinds.into_iter().map(|one| (one, kind.span)));
        }
        let landing = promote.when.as_ref().is_some_and(|when| {
            if !["landing", "end"].contains(&when.value.as_str()) {
                self.faults.push(Diagnostic::unknown(
                    "time",
                    &when.value,
                    when.span,
                    ["landing", "end"],
                ));
            }
            when.value == "landing"
        });
        let at = self.names.cells(&promote.at, self.faults)?;
        let from = match &promote.from {
            Some(from) => {
                let cells = self.names.cells(from, self.faults)?;
                let name = Spanned::new(String::from(START), from.span);
                let start = GivenName { name, scope: Scope::default() };
                Some((cells, self.names.register(&start, true, self.faults)))
            }
            None => None,
        };
        let forced = match &promote.forced {
            Some(forced) => Some(self.names.cells(forced, self.faults)?),
            None => None,
        };
        if let (Some(forced), false) = (&promote.forced, promote.optional) {
            let fault = Diagnostic::new("every promotion here is forced", forced.span);
            self.faults.push(fault.help(
                "`forced` names the cells where a promotion that is `optional = true` must be made",
            ));
        }
        let mut limit = Vec::new();
        for (kind, most) in &promote.limit {
            let kind = self.names.kind(kind, self.faults);
            limit.extend(kind.map(|kind| (kind, most.value.min(u32::from(u16::MAX)) as u16)));
        }
        let (optional, span) = (promote.optional, promote.at.span);
        Some(Promotion { to, at, landing, from, optional, forced, limit, span })
    }

    /// Warns of what a promotion says to no effect: a piece that becomes what it is, a limit of a kind that it does not become.
    pub(super) fn idle_promotion(&mut self, promote: &PromoteDecl) {
        let mut warn = |span: Span, message: String, label: &str, other: Option<Span>| {
            let mut told = Diagnostic::new(message, span).label(label);
            if let Some(other) = other {
                told = told.also(other, "the kinds that it may become");
            }
            let told = told.help("change it, or take it away");
            warn_once(&mut self.warnings, WarningCode::IdleKey, told);
        };
        for (at, kind) in promote.to.iter().enumerate() {
            if let Some(first) = promote.to[..at].iter().find(|known| known.value == kind.value) {
                let message = format!("`{}` stands here twice", kind.value);
                warn(kind.span, message, "again", Some(first.span));
            }
        }
        let to = self.promotion.as_ref().map(|promotion| promotion.to.clone()).unwrap_or_default();
        for (kind, _) in &promote.limit {
            let mut none = Vec::new();
            let known = self.names.kind(kind, &mut none);
            if known.is_some_and(|known| !to.iter().any(|(kind, _)| *kind == known)) {
                let other = promote.to.first().map(|first| first.span);
                let message = format!("a limit of `{}`, which it does not become", kind.value);
                warn(kind.span, message, "limits nothing", other);
            }
        }
    }

    /// What promotion adds at the end of a move (whose own `land`s have promoted already, where they do).
    pub(super) fn promote(&mut self, landed: bool, nodes: &mut Vec<Node>) {
        if self.promotion.as_ref().is_some_and(|promotion| !(promotion.landing && landed)) {
            if landed {
                let span = self.promotion.as_ref().map_or_else(Span::default, |one| one.span);
                nodes.push(self.node(Walk::Return, span));
            }
            nodes.extend(self.promoted());
        }
    }

    /// `becomes one of the kinds, if it stands where it is promoted`.
    pub(super) fn promoted(&mut self) -> Option<Node> {
        let Promotion { to, at, from, optional, forced, limit, span, .. } =
            self.promotion.clone()?;
        let not = |cells: &Cells| Walk::Test(Test::Not(Box::new(Test::In(cells.clone()))));
        let mut choices = Vec::new();
        for (kind, named) in to {
            let mut nodes = Vec::new();
            if let Some((_, most)) = limit.iter().find(|(limited, _)| *limited == kind) {
                let own = Test::All(vec![Test::Owned(Who::Mover), Test::Is(kind)]);
                let fewer = Cond::Count(own, Relation::Less, *most);
                nodes.push(self.node(Walk::When(fewer), named));
            }
            nodes.push(self.node(Walk::Act(Act::Become(kind)), named));
            choices.push(self.seq(nodes, named));
        }
        if optional {
            let stays = forced.as_ref().map(not).unwrap_or(Walk::Seq(Vec::new()));
            choices.push(self.node(stays, span));
        }
        let become_one = self.alt(choices, span);
        let mut here = self.node(Walk::Test(Test::In(at.clone())), span);
        let mut elsewhere = vec![self.node(not(&at), span)];
        if let Some((from, start)) = from {
            let began = |expander: &mut Self, holds: bool| {
                let go = expander.node(Walk::Go(start), span);
                let there = expander.node(Walk::Test(Test::In(from.clone())), span);
                let body = Box::new(expander.seq(vec![go, there], span));
                expander.node(Walk::See { body, holds }, span)
            };
            let outside = vec![self.node(not(&at), span), began(self, true)];
            let outside = self.seq(outside, span);
            here = self.alt(vec![here, outside], span);
            elsewhere.push(began(self, false));
        }
        let promoted = self.seq(vec![here, become_one], span);
        let elsewhere = self.seq(elsewhere, span);
        Some(self.alt(vec![promoted, elsewhere], span))
    }
}
