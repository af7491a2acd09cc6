//! Whether a position is worth the same whatever was played before it.

use super::model::{Aim, Cond, Measure, Outcome, Rules};
use super::visit;
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};

/// What can be done about an ending that asks what was played before.
const WITHOUT: &str = "a variant (`extends`) with other `[[end]]`s, or in which this one is only claimed \
    (`claim = true`), can be solved";

impl Rules {
    /// Where rules ask what was played before a position, in a way that its worth may depend on; none if a
    /// position can be judged by itself.
    ///
    /// An ending that draws repeated positions need not be asked: who can force a win can do so without
    /// repeating one, and who can keep from losing for ever can keep from losing. That holds only if nothing
    /// else looks at the past, if the rules do not look ahead to such an ending, and if a position that comes
    /// again is quite the same, which counters that are reset need not be. Endings that are claimed are left
    /// out: play goes on.
    pub fn past(&self) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let mut harmless = Vec::new();
        for ending in self.endings.iter().filter(|ending| !ending.claim) {
            match ending.result {
                _ if !asks(&ending.when.value) => {}
                Outcome::Draw if raises(&ending.when.value) => harmless.push(ending.when.span),
                _ => faults.push(fault(ending.when.span).help(WITHOUT)),
            }
        }
        let others = self.others();
        let asking = others.iter().filter(|when| asks(&when.value));
        faults.extend(asking.map(|when| fault(when.span)));
        if let Some(counter) = self.counters.iter().find(|counter| counter.reset.is_some()) {
            let beside = |span: &Span| {
                let note = "and this number may differ when a position comes again";
                fault(*span).also(counter.name.span, note).help(WITHOUT)
            };
            faults.extend(harmless.iter().map(beside));
        }
        if !harmless.is_empty() || self.facts.iter().flatten().any(asks) {
            let endings = self.endings.iter().map(|ending| &ending.when);
            let ahead = endings.chain(others).filter(|when| looks_ahead(&when.value));
            faults.extend(ahead.map(|when| {
                Diagnostic::new("a position of these rules cannot be judged by itself", when.span)
                    .label("looks ahead to what asks what was played before")
            }));
        }
        faults
    }

    /// Whether what moves are legal can depend on the positions before.
    pub fn moves_ask_past(&self) -> bool {
        let prefer = self.turn.prefer.iter().any(|measure| match &measure.value {
            Measure::Holds(when) => asks(when),
            _ => false,
        });
        let forbids = self.forbids.iter().map(|forbid| &forbid.when);
        prefer || forbids.chain(&self.turn.must).any(|when| asks(&when.value))
    }

    /// Where it is asked of a move whether there are moves after it, if these can depend on the positions before.
    pub(crate) fn replies_ask_past(&self) -> Option<Span> {
        let past = |cond: &Cond| match cond {
            Cond::Can(_, aim, _) => matches!(aim, Aim::Fact(_)),
            Cond::Repeated(_) | Cond::Unchanged => true,
            _ => false,
        };
        let prefer = self.turn.prefer.iter().filter_map(|measure| match &measure.value {
            Measure::Holds(when) => Some((when, measure.span)),
            _ => None,
        });
        let others = self.others().into_iter().map(|when| (&when.value, when.span));
        let remembers = self.forbids.iter().any(|forbid| visit::asks(&forbid.when.value, &past));
        let mut asked = prefer.chain(others).filter(|_| remembers);
        asked
            .find(|(when, _)| visit::asks(when, &|of| matches!(of, Cond::Stuck(_))))
            .map(|(_, span)| span)
    }

    /// The conditions that moves depend on, beside endings.
    fn others(&self) -> Vec<&Spanned<Cond>> {
        let forbids = self.forbids.iter().map(|forbid| &forbid.when);
        let counters = self.counters.iter();
        let counters =
            counters.flat_map(|one| [&one.up, &one.down, &one.reset].into_iter().flatten());
        forbids.chain(&self.turn.must).chain(counters).chain(self.turn.passing()).collect()
    }
}

fn fault(span: Span) -> Diagnostic {
    Diagnostic::new("a position of these rules cannot be judged by itself", span)
        .label("asks what was played before")
}

/// Whether a condition asks for earlier positions.
fn asks(when: &Cond) -> bool {
    match when {
        Cond::All(parts) | Cond::Any(parts) | Cond::Several(parts, ..) => parts.iter().any(asks),
        Cond::Not(part) => asks(part),
        Cond::Repeated(_) | Cond::Unchanged => true,
        _ => false,
    }
}

/// Whether a condition asks what can be reached.
fn looks_ahead(when: &Cond) -> bool {
    match when {
        Cond::All(parts) | Cond::Any(parts) | Cond::Several(parts, ..) => {
            parts.iter().any(looks_ahead)
        }
        Cond::Not(part) => looks_ahead(part),
        Cond::Can(..) => true,
        _ => false,
    }
}

/// Whether a position that has been there can make the condition hold, and never keep it from holding.
fn raises(when: &Cond) -> bool {
    match when {
        Cond::All(parts) | Cond::Any(parts) => parts.iter().all(raises),
        Cond::Not(part) => !asks(part),
        Cond::Several(parts, ..) => !parts.iter().any(asks),
        // The same board may come again with another player to move, without going round.
        Cond::Repeated(repetition) => !repetition.board,
        Cond::Unchanged => false,
        _ => true,
    }
}
