//! `[turn]` → who moves when.

use super::cond::Asked;
use super::load::Loader;
use super::model::Cond;
use super::schedule::Schedule;
use super::visit;
use crate::diag::Diagnostic;
use crate::index::Player;
use crate::source::Spanned;
use crate::syntax::ast::CondAst;
use crate::syntax::decl::TurnRulesDecl;

impl Loader {
    /// Who makes each move of a round; each player one in turn, if the file does not say.
    pub(super) fn order(&mut self, decl: &TurnRulesDecl) -> Vec<Player> {
        let players = self.names.players.len();
        let mut turns: Vec<Player> = Vec::new();
        for name in &decl.order {
            let name = Spanned::new(name.value.clone(), name.span);
            turns.extend(self.names.player(&name, &mut self.faults));
        }
        if let (Some(first), true) = (decl.order.first(), turns.len() == decl.order.len()) {
            for player in (0..players).map(Player::at).filter(|player| !turns.contains(player)) {
                let name = self.names.players[player.index()].clone();
                let fault = Diagnostic::new(format!("`{}` never moves", name.value), first.span);
                self.faults.push(
                    fault.label("this order leaves him out").also(name.span, "declared here"),
                );
            }
        }
        if turns.is_empty() {
            turns = (0..players).map(Player::at).collect();
        }
        let steps = decl.steps.as_ref().map_or(1, |steps| steps.value as usize);
        let most = Schedule::MOST / players.max(1) / turns.len().max(1);
        let place = decl.steps.as_ref().map(|steps| steps.span);
        let place = place.or_else(|| decl.order.last().map(|name| name.span));
        if let Some(span) = place.filter(|_| !(1..=most).contains(&steps)) {
            let message = match (steps, most) {
                (0, _) => String::from("a turn has at least one step"),
                (_, 0) => String::from("the order is too long"),
                _ => format!("a turn of {steps} steps is too long"),
            };
            let fault = Diagnostic::new(message, span);
            let round = turns.len().saturating_mul(steps);
            let label = match steps {
                0 => String::from("from 1"),
                _ => {
                    format!("{round} moves a round, of at most {}", Schedule::MOST / players.max(1))
                }
            };
            self.faults.push(fault.label(label));
        }
        let steps = steps.clamp(1, most.max(1));
        turns.into_iter().flat_map(|player| std::iter::repeat_n(player, steps)).collect()
    }

    /// A condition that tells who moves next. It may not ask what it would itself be asked for.
    pub(super) fn passing(
        &mut self,
        when: Option<&CondAst>,
        asked: Asked<'_>,
    ) -> Option<Spanned<Cond>> {
        let when = when?;
        let cond = self.names.cond(when, asked, &mut self.faults)?;
        let ahead = |part: &Cond| matches!(part, Cond::Repeated(_) | Cond::Can(..));
        if visit::asks(&cond, &ahead) {
            let fault = Diagnostic::new("who moves next is asked of the move alone", when.span);
            self.faults.push(
                fault
                    .label("what was there before, and what can be reached, rests on it")
                    .help("ask what the move has done, what stands on the board, or a counter"),
            );
            return None;
        }
        Some(Spanned::new(cond, when.span))
    }
}
