//! The clauses of rules that a position may use or leave unused: walks and what is chosen in them, prohibitions, endings, …

use super::model::{Cond, Measure, Node, Rules, Test, Walk};
use super::visit::{self, Seen};
use crate::source::{Span, Spanned};

/// A clause of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// Of what sort it is.
    pub sort: Sort,
    /// Where it stands.
    pub span: Span,
}

/// What a clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A walk, or what in a walk may be gone over or not: an alternative, what is repeated, a look.
    Walk,
    /// A prohibition.
    Forbid,
    /// An ending.
    Ending,
    /// A verdict.
    Verdict,
    /// What a counter goes by.
    Counter,
    /// What moves must be made, or go before others, and whose turn is next.
    Turn,
}

impl Sort {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Sort::Walk => "walk",
            Sort::Forbid => "prohibition",
            Sort::Ending => "ending",
            Sort::Verdict => "verdict",
            Sort::Counter => "counter",
            Sort::Turn => "turn",
        }
    }
}

impl Rules {
    /// Every clause of the rules by where it stands, each once, in the order of the text. Clauses of the same place are one:
    /// where a definition is used several times, it is used if one of these is. The letters of the format are none, as they are
    /// asked when a position is read and no move uses them; nor is that what is drawn comes before all else.
    pub fn clauses(&self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        let mut add = |sort: Sort, span: Span| clauses.push(Clause { sort, span });
        let moves = self.kinds.iter().flat_map(|kind| &kind.moves).chain(&self.actions);
        moves.for_each(|rule| add(Sort::Walk, rule.walk.span));
        visit::played(self, &mut |seen| {
            for body in chosen(seen) {
                add(Sort::Walk, body.span);
            }
        });
        let of = |when: &Option<Spanned<Cond>>| when.as_ref().map(|when| when.span);
        self.forbids.iter().for_each(|forbid| add(Sort::Forbid, forbid.when.span));
        self.endings.iter().for_each(|ending| add(Sort::Ending, ending.when.span));
        self.verdicts.iter().for_each(|verdict| add(Sort::Verdict, verdict.say.span));
        for counter in &self.counters {
            let asked = [&counter.up, &counter.down, &counter.reset];
            asked.into_iter().filter_map(of).for_each(|span| add(Sort::Counter, span));
        }
        let turn = &self.turn;
        let passing = [&turn.again, &turn.over, &turn.skip].into_iter().filter_map(of);
        let must = turn.must.as_ref().filter(|must| !self.draws(&must.value)).map(|must| must.span);
        let first =
            |of: &&Spanned<Measure>| !matches!(&of.value, Measure::Holds(when) if self.draws(when));
        let prefer = turn.prefer.iter().filter(first).map(|measure| measure.span);
        passing.chain(must).chain(prefer).for_each(|span| add(Sort::Turn, span));
        clauses.sort_by_key(|clause| (clause.span.start, std::cmp::Reverse(clause.span.end)));
        clauses.dedup_by_key(|clause| clause.span);
        clauses
    }
}

/// Sort stands directly within a walk or a test, and may fit or not while that fits.
fn chosen(seen: Seen<'_>) -> &[Node] {
    match seen {
        Seen::Walk(Node { walk: Walk::Alt(nodes), .. }) => nodes,
        Seen::Walk(Node {
            walk:
                Walk::Repeat { body, .. }
                | Walk::Rounds { body, .. }
                | Walk::While { body }
                | Walk::Each { body, .. }
                | Walk::Every { body, .. }
                | Walk::See { body, .. }
                | Walk::Tally { body, .. },
            ..
        })
        | Seen::Test(Test::Look { body, .. }) => std::slice::from_ref(body),
        _ => &[],
    }
}
