//! Everything that rules are made of, visited once: walks, tests, conditions and directions.

use super::model::{Act, Cond, Dirs, Distance, Goal, Measure, Node, Rules, Test, Times, Walk};
use crate::source::Span;

/// Something that rules are made of.
#[derive(Clone, Copy)]
pub(super) enum Seen<'r> {
    /// A walk, before what is within it.
    Walk(&'r Node),
    /// A test, before what is within it.
    Test(&'r Test),
    /// Directions.
    Dirs(&'r Dirs),
    /// A condition, before what is within it.
    Cond(&'r Cond),
}

/// Visits all of some rules.
pub(super) fn rules<'r>(rules: &'r Rules, see: &mut dyn FnMut(Seen<'r>)) {
    played(rules, see);
    let letters = rules.format.letters.iter();
    letters.flat_map(|letter| &letter.tests).for_each(|of| test(of, see));
    let sight = rules.sight.iter().flat_map(|sight| [&sight.sees, &sight.knows]);
    sight.flatten().for_each(|of| test(of, see));
}

/// Visits all of some rules by which games are played; what the format asks when it reads or writes a position, and what
/// players see of it, is not of these.
pub(super) fn played<'r>(rules: &'r Rules, see: &mut dyn FnMut(Seen<'r>)) {
    let moves = rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
    moves.for_each(|rule| walk(&rule.walk, see));
    rules.goals.iter().for_each(|rule| goal(&rule.goal, see));
    let scores = rules.scores.iter().flat_map(|score| &score.count);
    scores.for_each(|(of, _)| test(of, see));
    let sums = rules.scores.iter().flat_map(|score| &score.sum);
    sums.filter_map(|(_, of)| of.as_ref()).for_each(|of| test(of, see));
    rules.scores.iter().flat_map(|score| &score.heights).for_each(|of| test(of, see));
    for groups in rules.scores.iter().filter_map(|score| score.groups.as_ref()) {
        see(Seen::Dirs(&groups.by));
        test(&groups.of, see);
        groups.count.iter().chain(&groups.touching).for_each(|(of, _)| test(of, see));
    }
    let forbids = rules.forbids.iter().map(|forbid| &forbid.when);
    let endings = rules.endings.iter().map(|ending| &ending.when);
    let verdicts = rules.verdicts.iter().flat_map(|verdict| &verdict.when);
    let counters = rules.counters.iter();
    let counters = counters.flat_map(|one| [&one.up, &one.down, &one.reset].into_iter().flatten());
    rules.facts.iter().flatten().for_each(|fact| cond(fact, see));
    for measure in &rules.turn.prefer {
        if let Measure::Holds(when) = &measure.value {
            cond(when, see);
        }
    }
    let others = verdicts.chain(&rules.turn.must).chain(counters).chain(rules.turn.passing());
    forbids.chain(endings).chain(others).for_each(|when| cond(&when.value, see));
}

/// Visits a goal.
pub(super) fn goal<'r>(of: &'r Goal, see: &mut dyn FnMut(Seen<'r>)) {
    match of {
        Goal::Line { along: dirs, of, .. }
        | Goal::Connect { by: dirs, of, .. }
        | Goal::Together { by: dirs, of }
        | Goal::Ring { across: dirs, of } => {
            see(Seen::Dirs(dirs));
            test(of, see);
        }
    }
}

impl Node {
    /// Whether such an act is among those of the walk.
    pub fn acts(&self, wanted: &dyn Fn(Act) -> bool) -> bool {
        let mut found = false;
        walk(self, &mut |seen| {
            if let Seen::Walk(Node { walk: Walk::Act(act), .. }) = seen {
                found |= wanted(*act);
            }
        });
        found
    }

    /// Whether the walk has such a part, those that it looks at included.
    pub fn any(&self, wanted: &dyn Fn(&Walk) -> bool) -> bool {
        let mut found = false;
        walk(self, &mut |seen| {
            if let Seen::Walk(node) = seen {
                found |= wanted(&node.walk);
            }
        });
        found
    }

    /// Where the first such part of the walk stands.
    pub fn span_of(&self, wanted: &dyn Fn(&Walk) -> bool) -> Option<Span> {
        let mut found = None;
        walk(self, &mut |seen| {
            if let Seen::Walk(node) = seen {
                found = found.or_else(|| wanted(&node.walk).then_some(node.span));
            }
        });
        found
    }

    /// Whether such a test is among those of the walk, those that it looks at included.
    pub fn tests(&self, wanted: &dyn Fn(&Test) -> bool) -> bool {
        let mut found = false;
        walk(self, &mut |seen| {
            if let Seen::Test(test) = seen {
                found |= wanted(test);
            }
        });
        found
    }

    /// Whether every way through the walk puts a piece somewhere.
    pub fn puts(&self) -> bool {
        match &self.walk {
            Walk::Seq(nodes) => nodes.iter().any(Node::puts),
            Walk::Alt(nodes) => !nodes.is_empty() && nodes.iter().all(Node::puts),
            walk => matches!(walk, Walk::Act(Act::Put(_))),
        }
    }

    /// Where all its parts stand, those that it looks at included.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        walk(self, &mut |seen| {
            if let Seen::Walk(node) = seen {
                spans.push(node.span);
            }
        });
        spans
    }

    /// The parts of the walk that ask for a condition.
    pub fn conditions(&self) -> Vec<&Node> {
        let mut found = Vec::new();
        walk(self, &mut |seen| {
            if let Seen::Walk(node @ Node { walk: Walk::When(_), .. }) = seen {
                found.push(node);
            }
        });
        found
    }
}

/// Visits a walk and what is within it.
pub(super) fn walk<'r>(node: &'r Node, see: &mut dyn FnMut(Seen<'r>)) {
    see(Seen::Walk(node));
    match &node.walk {
        Walk::Seq(nodes) | Walk::Alt(nodes) => nodes.iter().for_each(|node| walk(node, see)),
        Walk::Repeat { body, .. } | Walk::See { body, .. } | Walk::While { body } => {
            walk(body, see);
        }
        Walk::Rounds { times: Times::Held(_) | Times::Height, body } => walk(body, see),
        Walk::Each { dirs, body, .. } | Walk::Tally { dirs, body, .. } => {
            see(Seen::Dirs(dirs));
            walk(body, see);
        }
        Walk::Every { test: of, body, .. } | Walk::Rounds { times: Times::Passing(of), body } => {
            test(of, see);
            walk(body, see);
        }
        Walk::Face(dirs) => see(Seen::Dirs(dirs)),
        Walk::Test(of) | Walk::Pick(of) => test(of, see),
        Walk::When(when) => cond(when, see),
        Walk::Note(of, _) => distance(of, see),
        Walk::Ahead
        | Walk::Turn { .. }
        | Walk::Act(_)
        | Walk::As(_)
        | Walk::Go(_)
        | Walk::Return => {}
    }
}

fn test<'r>(of: &'r Test, see: &mut dyn FnMut(Seen<'r>)) {
    see(Seen::Test(of));
    match of {
        Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|of| test(of, see)),
        Test::Not(of) | Test::Within(_, of) => test(of, see),
        Test::Look { body, .. } => walk(body, see),
        Test::Distance(of, ..) => distance(of, see),
        _ => {}
    }
}

fn distance<'r>(of: &'r Distance, see: &mut dyn FnMut(Seen<'r>)) {
    see(Seen::Dirs(&of.by));
    test(&of.over, see);
    test(&of.to, see);
}

fn cond<'r>(when: &'r Cond, see: &mut dyn FnMut(Seen<'r>)) {
    see(Seen::Cond(when));
    match when {
        Cond::All(parts) | Cond::Any(parts) | Cond::Several(parts, ..) => {
            parts.iter().for_each(|when| cond(when, see));
        }
        Cond::Not(when) => cond(when, see),
        Cond::Count(of, ..) => test(of, see),
        _ => {}
    }
}

/// Whether any part of a condition is so.
pub(super) fn asks(when: &Cond, wanted: &dyn Fn(&Cond) -> bool) -> bool {
    wanted(when)
        || match when {
            Cond::All(parts) | Cond::Any(parts) | Cond::Several(parts, ..) => {
                parts.iter().any(|when| asks(when, wanted))
            }
            Cond::Not(when) => asks(when, wanted),
            _ => false,
        }
}
