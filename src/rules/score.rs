//! `[scores]` → scores with every name resolved.

use super::limits;
use super::load::Loader;
use super::model::*;
use crate::diag::Diagnostic;
use crate::index::Number;
use crate::source::Spanned;
use crate::syntax::ast::TestAst;
use crate::syntax::decl::{GroupsDecl, ScoreDecl};

impl Loader {
    pub(super) fn score(&mut self, decl: &ScoreDecl) -> Option<ScoreRule> {
        let mut bonus = vec![0; self.names.players.len()];
        for (player, points) in &decl.bonus {
            if let Some(player) = self.names.player(player, &mut self.faults) {
                bonus[player.index()] = *points;
            }
        }
        let count = decl.count.iter().map(|(test, points)| {
            self.names.test(test, &mut self.faults).map(|test| (test, *points))
        });
        let count = count.collect::<Option<Vec<_>>>()?;
        let (mut sum, mut heights) = (Vec::new(), None);
        for (name, of) in &decl.sum {
            if self.names.is_height(name) {
                let Some(of) = of else {
                    self.no_cells(name);
                    return None;
                };
                heights = Some(self.names.test(of, &mut self.faults)?);
                continue;
            }
            sum.push(self.sum(name, of.as_ref())?);
        }
        let groups = match &decl.groups {
            Some(groups) => Some(self.groups(groups)?),
            None => None,
        };
        Some(ScoreRule { name: decl.name.clone(), count, sum, heights, groups, bonus })
    }

    /// A number that a score adds up, and of which cells.
    fn sum(
        &mut self,
        name: &Spanned<String>,
        of: Option<&TestAst>,
    ) -> Option<(Number, Option<Test>)> {
        let (number, bearer) = self.names.number(name, &mut self.faults)?;
        match (of, bearer) {
            (_, Bearer::Turn) => {
                let message = format!("nobody has `{}` when the turn is over", name.value);
                let fault = Diagnostic::new(message, name.span).label(bearer.told());
                self.faults.push(fault.help("a score adds up what cells or players have"));
                None
            }
            (Some(of), Bearer::Cell) => {
                Some((number, Some(self.names.test(of, &mut self.faults)?)))
            }
            (None, Bearer::Player) => Some((number, None)),
            (Some(of), Bearer::Player) => {
                let fault = Diagnostic::new(format!("cells have no `{}`", name.value), of.span);
                let fault = fault.label("each player has one");
                self.faults.push(fault.help(format!("write `{} = true`", name.value)));
                None
            }
            (None, Bearer::Cell) => {
                self.no_cells(name);
                None
            }
        }
    }

    /// The fault of a sum of something that each cell has, which does not say of which.
    fn no_cells(&mut self, name: &Spanned<String>) {
        let message = format!("of which cells `{}` is added up", name.value);
        let fault = Diagnostic::new(message, name.span).label("each cell has its own");
        self.faults.push(fault.help(format!("write `{} = 'own'`, or another test", name.value)));
    }

    /// What groups of cells are worth.
    fn groups(&mut self, decl: &GroupsDecl) -> Option<GroupsRule> {
        let of = match &decl.of {
            Some(of) => self.names.test(of, &mut self.faults)?,
            None => Test::Owned(Who::Mover),
        };
        let orthogonal = || Dirs(vec![DirTerm::of(Group::Orthogonal)]);
        let mut worth = |of: &[(TestAst, i32)]| {
            let worth = of.iter().map(|(test, points)| {
                self.names.test(test, &mut self.faults).map(|test| (test, *points))
            });
            worth.collect::<Option<Vec<_>>>()
        };
        let touching = worth(&decl.touching)?;
        let count = match &decl.count {
            Some(count) => worth(count)?,
            // Its size.
            None if touching.is_empty() => vec![(of.clone(), 2)],
            None => Vec::new(),
        };
        if let (Some(_), Some(each)) = (decl.less, &decl.each) {
            let message = "a group is worth what its points are less something, or `each` as much";
            let fault = Diagnostic::new(message, each.span).label("then its points do not matter");
            self.faults.push(fault.help("take away `less`, or `each`"));
        }
        if let Some(largest) = decl.largest.as_ref().filter(|largest| largest.value == 0) {
            let fault = Diagnostic::new("no group would count", largest.span);
            self.faults.push(fault.label("at least 1"));
        }
        let halves = |points: i32| points % 2 != 0;
        if let Some(span) = decl.product {
            let tables = count.iter().chain(&touching).map(|(_, points)| *points);
            let flat = decl.less.into_iter().chain(decl.each.as_ref().map(|each| each.value));
            if tables.chain(flat).any(halves) {
                let fault = Diagnostic::new("a product is of whole points", span);
                self.faults.push(fault.label("some points here are halves"));
            }
        }
        let cells = limits::CELLS as u32;
        Some(GroupsRule {
            of,
            by: decl.by.clone().unwrap_or_else(orthogonal),
            count,
            touching,
            least: decl
                .least
                .as_ref()
                .map_or(i32::MIN, |least| 2 * least.value.min(2 * cells) as i32),
            less: decl.less.unwrap_or(0),
            each: decl.each.as_ref().map(|each| each.value),
            largest: decl.largest.as_ref().map(|most| most.value.min(cells) as u16),
            product: decl.product.is_some(),
        })
    }
}
