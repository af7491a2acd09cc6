//! `[goals]` → goals with every name resolved.

use super::limits;
use super::load::Loader;
use super::model::*;
use super::visit::{self, Seen};
use crate::diag::Diagnostic;
use crate::index::Player;
use crate::syntax::ast::TestAst;
use crate::syntax::decl::{ConnectDecl, GoalDecl};

impl Loader {
    pub(super) fn goal(&mut self, decl: &GoalDecl) -> Option<GoalRule> {
        let before = self.faults.len();
        let goal = self.plain_goal(decl);
        if let Some(used) = &decl.used {
            used.explain(&mut self.faults[before..]);
        }
        goal
    }

    fn plain_goal(&mut self, decl: &GoalDecl) -> Option<GoalRule> {
        let of = match &decl.of {
            Some(of) => self.names.test(of, &mut self.faults)?,
            None => Test::Owned(Who::Mover),
        };
        let any = || Dirs(vec![DirTerm::of(Group::Any)]);
        let orthogonal = || Dirs(vec![DirTerm::of(Group::Orthogonal)]);
        let goal = match (&decl.line, &decl.connect, decl.together, decl.ring) {
            (Some(length), None, false, false) => {
                if length.value == 0 || length.value > u32::from(limits::SIDE) {
                    let fault = Diagnostic::new("a line of impossible length", length.span);
                    self.faults.push(fault.label(format!("from 1 to {}", limits::SIDE)));
                }
                let mut limits = Vec::new();
                for (kind, most) in &decl.limit {
                    if let Some(kind) = self.names.kind(kind, &mut self.faults) {
                        limits.push((kind, most.value.min(u32::from(u16::MAX)) as u16));
                    }
                }
                Goal::Line {
                    length: length.value as u16,
                    exactly: decl.exactly,
                    along: decl.along.clone().unwrap_or_else(any),
                    of,
                    limits,
                }
            }
            (None, Some(connect), false, false) => {
                let sides = self.sides(connect);
                let least = self.least(decl, &sides);
                Goal::Connect { sides, least, by: decl.by.clone().unwrap_or_else(orthogonal), of }
            }
            (None, None, true, false) => {
                Goal::Together { by: decl.by.clone().unwrap_or_else(orthogonal), of }
            }
            (None, None, false, true) => {
                Goal::Ring { across: decl.across.clone().unwrap_or_else(orthogonal), of }
            }
            _ if decl.broken => return None,
            _ => {
                let message = "a goal is one of `line`, `connect`, `together` and `ring`";
                let fault = Diagnostic::new(message, decl.name.span);
                let given = [
                    ("line", decl.line.is_some()),
                    ("connect", decl.connect.is_some()),
                    ("together", decl.together),
                    ("ring", decl.ring),
                ];
                let given: Vec<&str> = given.iter().filter(|key| key.1).map(|key| key.0).collect();
                self.faults.push(match given[..] {
                    [first, second, ..] => {
                        fault.label(format!("has `{first}` and `{second}`")).help(format!(
                            "a variant takes away what its base has by `{first} = false`",
                        ))
                    }
                    _ => fault.label("should have one of them"),
                });
                return None;
            }
        };
        Some(GoalRule { name: decl.name.clone(), goal })
    }

    /// The sets of cells that each player has to connect.
    fn sides(&mut self, connect: &ConnectDecl) -> Vec<(Player, Vec<Cells>)> {
        let cells = |loader: &mut Self, sets: &[TestAst]| -> Vec<Cells> {
            let sets = sets.iter();
            sets.filter_map(|set| loader.names.cells(set, &mut loader.faults)).collect()
        };
        match connect {
            ConnectDecl::All(sets) => {
                let sets = cells(self, sets);
                let players = self.names.players.len().min(limits::PLAYERS);
                (0..players).map(|player| (Player::at(player), sets.clone())).collect()
            }
            ConnectDecl::Each(each) => {
                let mut sides = Vec::new();
                for (player, sets) in each {
                    let player = self.names.player(player, &mut self.faults);
                    let sets = cells(self, sets);
                    sides.extend(player.map(|player| (player, sets)));
                }
                sides
            }
        }
    }

    /// How many of the sets a group must touch, if not all.
    fn least(&mut self, decl: &GoalDecl, sides: &[(Player, Vec<Cells>)]) -> Option<u16> {
        let least = decl.least.as_ref()?;
        let sets = sides.iter().map(|(_, sets)| sets.len()).min().unwrap_or(0);
        if least.value == 0 || least.value as usize > sets {
            let message = format!("cannot touch {} of the sets of cells", least.value);
            let fault = Diagnostic::new(message, least.span);
            self.faults.push(fault.label(format!("from 1 to {sets}")));
        }
        Some(least.value.min(u32::from(u16::MAX)) as u16)
    }

    /// Refuses goals that rest on lines of goals: `in` within `of`.
    pub(super) fn no_lines_of_lines(&mut self, decls: &[GoalDecl], rules: &Rules) {
        for rule in &rules.goals {
            let mut found = false;
            visit::goal(&rule.goal, &mut |seen| {
                found |= matches!(seen, Seen::Test(Test::Lies(_)));
            });
            let decl = decls.iter().find(|decl| decl.name == rule.name);
            if let Some(of) = decl.and_then(|decl| decl.of.as_ref()).filter(|_| found) {
                let fault = Diagnostic::new("a goal cannot ask what lies in a goal", of.span);
                self.faults.push(fault.help("say what stands there instead"));
            }
        }
    }
}
