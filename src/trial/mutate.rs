//! Rules with one thing changed: whether the tests of a file notice it.
//!
//! A change is known by where it is made and what it says, so that what a definition says is changed wherever it is used at once.

use std::collections::HashSet;

use crate::rules::several::is_short;
use crate::rules::{
    Act, Amount, Bearing, Cond, Dirs, Goal, Group, Measure, Node, Outcome, Reading, Relation,
    Rules, Test, Than, Times, Walk, Who,
};
use crate::source::{Source, Span, Spanned};

/// A change of rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mutation {
    /// Where it is made.
    pub span: Span,
    /// What it is: `not done`, `one more`.
    pub change: String,
    /// Whether what stands there is left out.
    pub omits: bool,
}

impl Mutation {
    /// Every change of rules that the file's own text says, in the order in which rules are gone through.
    pub fn all(rules: &Rules, source: &Source) -> Vec<Mutation> {
        let own = source.own().start;
        let mut surgeon = Surgeon::new(rules, None);
        surgeon.rules(&mut rules.clone());
        surgeon.found.retain(|found| found.span.start >= own && found.span.start < found.span.end);
        surgeon.found
    }

    /// The rules with this change.
    pub fn of(&self, rules: &Rules) -> Rules {
        let mut surgeon = Surgeon::new(rules, Some(self.clone()));
        let mut rules = rules.clone();
        surgeon.rules(&mut rules);
        rules
    }
}

/// Goes through rules and makes the change that is wanted, or finds all that can be made.
struct Surgeon {
    found: Vec<Mutation>,
    known: HashSet<Mutation>,
    wanted: Option<Mutation>,
    /// Whether there is one kind of piece alone.
    one_kind: bool,
}

impl Surgeon {
    fn new(rules: &Rules, wanted: Option<Mutation>) -> Self {
        let one_kind = rules.kinds.len() == 1;
        Self { found: Vec::new(), known: HashSet::new(), wanted, one_kind }
    }

    /// Whether this change is to be made.
    fn makes(&mut self, span: Span, change: impl Into<String>) -> bool {
        self.asks(Mutation { span, change: change.into(), omits: false })
    }

    /// Whether what stands there is to be left out.
    fn omits(&mut self, span: Span, change: &str) -> bool {
        self.asks(Mutation { span, change: change.to_owned(), omits: true })
    }

    fn asks(&mut self, mutation: Mutation) -> bool {
        match &self.wanted {
            Some(wanted) => *wanted == mutation,
            None => {
                if self.known.insert(mutation.clone()) {
                    self.found.push(mutation);
                }
                false
            }
        }
    }

    /// Takes those out that are to be left out.
    fn without<T>(&mut self, list: &mut Vec<T>, span: impl Fn(&T) -> Span, change: &str) {
        list.retain(|one| !self.omits(span(one), change));
    }

    fn rules(&mut self, rules: &mut Rules) {
        let moves = rules.kinds.iter_mut().map(|kind| &mut kind.moves);
        for moves in moves.chain([&mut rules.actions]) {
            self.without(moves, |rule| rule.walk.span, "not there");
            moves.iter_mut().for_each(|rule| self.walk(&mut rule.walk));
        }
        self.without(&mut rules.forbids, |forbid| forbid.when.span, "not forbidden");
        rules.forbids.iter_mut().for_each(|forbid| self.condition(&mut forbid.when));
        self.without(&mut rules.endings, |ending| ending.when.span, "no ending");
        for ending in &mut rules.endings {
            self.condition(&mut ending.when);
            self.outcome(ending.when.span, &mut ending.result);
        }
        self.without(&mut rules.verdicts, |verdict| verdict.say.span, "not said");
        for when in rules.verdicts.iter_mut().filter_map(|verdict| verdict.when.as_mut()) {
            self.condition(when);
        }
        for counter in &mut rules.counters {
            for when in [&mut counter.up, &mut counter.down, &mut counter.reset] {
                self.maybe(when);
            }
        }
        let turn = &mut rules.turn;
        for when in [&mut turn.again, &mut turn.over, &mut turn.skip, &mut turn.must] {
            self.maybe(when);
        }
        self.without(&mut turn.prefer, |measure| measure.span, "not preferred");
        for measure in &mut turn.prefer {
            if let Measure::Holds(when) = &mut measure.value {
                self.cond(measure.span, when);
            }
        }
        for rule in &mut rules.goals {
            self.goal(rule.name.span, &mut rule.goal);
        }
        for score in &mut rules.scores {
            let span = score.name.span;
            for (test, worth) in &mut score.count {
                *worth += 2 * i32::from(self.makes(span, "worth a point more"));
                self.test(span, test);
            }
        }
    }

    /// A condition that may be left out.
    fn maybe(&mut self, when: &mut Option<Spanned<Cond>>) {
        if when.as_ref().is_some_and(|when| self.omits(when.span, "never")) {
            *when = None;
        }
        when.iter_mut().for_each(|when| self.condition(when));
    }

    fn outcome(&mut self, span: Span, outcome: &mut Outcome) {
        match outcome {
            Outcome::Win(who) => self.who(span, "wins", who),
            Outcome::Extreme(most, _) => *most ^= self.makes(span, "the least instead of the most"),
            Outcome::Draw if self.makes(span, "won by who moved, not drawn") => {
                *outcome = Outcome::Win(Who::Last);
            }
            Outcome::Draw => {}
        }
    }

    fn who(&mut self, span: Span, what: &str, who: &mut Who) {
        let other = match who {
            Who::Mover => Who::Other,
            Who::Other | Who::Ally | Who::Last => Who::Mover,
            Who::Player(_) | Who::Nobody => return,
        };
        if self.makes(span, format!("{what}: {} instead of {}", named(other), named(*who))) {
            *who = other;
        }
    }

    fn goal(&mut self, span: Span, goal: &mut Goal) {
        match goal {
            Goal::Line { length, exactly, along, of, .. } => {
                *length += u16::from(self.makes(span, "one longer"));
                *length -= u16::from(*length > 2 && self.makes(span, "one shorter"));
                *exactly ^= self.makes(span, "exactly, or not");
                self.dirs(span, along);
                self.test(span, of);
            }
            Goal::Connect { least, by, of, sides } => {
                let most = sides.iter().map(|(_, sides)| sides.len()).min().unwrap_or(0);
                let all = least.map_or(most, usize::from);
                if all > 1 && self.makes(span, "one side fewer") {
                    *least = u16::try_from(all - 1).ok();
                }
                self.dirs(span, by);
                self.test(span, of);
            }
            Goal::Together { by, of } | Goal::Ring { across: by, of } => {
                self.dirs(span, by);
                self.test(span, of);
            }
        }
    }
}

/// Walks.
impl Surgeon {
    fn walk(&mut self, node: &mut Node) {
        let span = node.span;
        match &mut node.walk {
            Walk::Seq(nodes) => nodes.iter_mut().for_each(|node| self.walk(node)),
            Walk::Alt(nodes) => {
                self.without(nodes, |node| node.span, "not there");
                nodes.iter_mut().for_each(|node| self.walk(node));
            }
            Walk::Repeat { body, min, max } => {
                self.walk(body);
                *min += u32::from(
                    max.is_none_or(|max| *min < max) && self.makes(span, "once more at least"),
                );
                match max {
                    Some(most)
                        if *most > 1 && *most > *min && self.makes(span, "once less at most") =>
                    {
                        *most -= 1
                    }
                    Some(most) => *most += u32::from(self.makes(span, "once more at most")),
                    None if self.makes(span, "once at most") => *max = Some((*min).max(1)),
                    None => {}
                }
                if *max == Some(1) && *min == 0 && self.omits(body.span, "never") {
                    node.walk = Walk::Seq(Vec::new());
                }
            }
            Walk::Rounds { times, body } => {
                if let Times::Passing(test) = times {
                    self.test(span, test);
                }
                self.walk(body);
            }
            Walk::While { body } => self.walk(body),
            Walk::Turn { right, .. } => *right ^= self.makes(span, "turned the other way"),
            Walk::Face(dirs) => self.dirs(span, dirs),
            Walk::Test(test) | Walk::Pick(test) => self.test(span, test),
            Walk::Each { dirs, body, optional } => {
                *optional ^= self.makes(span, "need not fit, or must");
                self.dirs(span, dirs);
                self.walk(body);
            }
            Walk::Every { test, body, optional } => {
                *optional ^= self.makes(span, "need not fit, or must");
                self.test(span, test);
                self.walk(body);
            }
            Walk::See { body, holds } => {
                *holds ^= self.makes(span, "turned around");
                self.walk(body);
            }
            Walk::Tally { relation, number, dirs, body } => {
                self.number(span, *relation, number);
                self.dirs(span, dirs);
                self.walk(body);
            }
            Walk::When(when) => self.cond(span, when),
            Walk::Note(of, _) => self.test(span, &mut of.to),
            Walk::Act(act) => {
                let (idle, said) = match act {
                    Act::Capture if self.makes(span, "taken off, not captured") => {
                        *act = Act::Lift;
                        return;
                    }
                    Act::Mark(_, true) => (true, "not marked"),
                    Act::Mark(_, false) => (true, "not unmarked"),
                    Act::Flip => (true, "not turned over"),
                    Act::Again => (true, "does not go on"),
                    Act::Become(_) => (true, "stays what it is"),
                    _ => (false, ""),
                };
                if idle && self.makes(span, said) {
                    node.walk = Walk::Seq(Vec::new());
                }
            }
            Walk::Ahead | Walk::As(_) | Walk::Go(_) | Walk::Return => {}
        }
    }

    /// Directions fewer, or the other way round.
    fn dirs(&mut self, span: Span, dirs: &mut Dirs) {
        if let [_, _, ..] = dirs.0.as_slice() {
            let said: Vec<String> =
                dirs.0.iter().map(|term| Dirs(vec![*term]).to_string()).collect();
            let mut said = said.iter();
            dirs.0.retain(|_| {
                let term = said.next().map_or("", String::as_str);
                !self.makes(span, format!("not {term}"))
            });
        }
        for term in &mut dirs.0 {
            let (mut back, mut across) = (*term, *term);
            for bearing in [&mut back.side, &mut back.bearing].into_iter().flatten() {
                *bearing = turned(*bearing);
            }
            across.group = other(term.group);
            for changed in [back, across] {
                let said = |term| Dirs(vec![term]).to_string();
                let change = || format!("{} instead of {}", said(changed), said(*term));
                if changed != *term && self.makes(span, change()) {
                    *term = changed;
                    break;
                }
            }
        }
    }

    fn test(&mut self, span: Span, test: &mut Test) {
        match test {
            Test::All(tests) | Test::Any(tests) => {
                if tests.len() > 1 {
                    let said: Vec<String> =
                        tests.iter().map(|test| format!("without `{}`", leaf(test))).collect();
                    let mut said = said.into_iter();
                    let one_kind = self.one_kind;
                    tests.retain(|test| {
                        let said = said.next().unwrap_or_default();
                        // Of one kind there is nothing else that it could be.
                        (one_kind && matches!(test, Test::Is(_))) || !self.makes(span, said)
                    });
                }
                tests.iter_mut().for_each(|test| self.test(span, test));
            }
            Test::Not(inner) => {
                if self.makes(span, format!("`{}`, not `not`", leaf(inner))) {
                    *test = (**inner).clone();
                }
            }
            Test::Look { body, holds } => {
                *holds ^= self.makes(body.span, "turned around");
                self.walk(body);
            }
            Test::Number(_, relation, Amount::Fixed(number))
            | Test::Held(_, relation, Amount::Fixed(number))
            | Test::Height(relation, Amount::Fixed(number))
            | Test::Distance(_, relation, Amount::Fixed(number)) => {
                self.number(span, *relation, number);
            }
            Test::Within(_, inner) => self.test(span, inner),
            other => {
                if self.makes(span, format!("not `{}`", leaf(other))) {
                    *other = Test::Not(Box::new(other.clone()));
                }
            }
        }
    }

    /// A number one more, or less.
    fn number(&mut self, span: Span, relation: Relation, number: &mut u16) {
        let before = *number;
        *number =
            before.saturating_add(u16::from(self.makes(
                span,
                format!("{relation} {} instead of {before}", before.saturating_add(1)),
            )));
        if before > 0 {
            *number -= u16::from(
                self.makes(span, format!("{relation} {} instead of {before}", before - 1)),
            );
        }
    }
}

/// Conditions.
impl Surgeon {
    fn condition(&mut self, when: &mut Spanned<Cond>) {
        self.cond(when.span, &mut when.value);
    }

    fn cond(&mut self, span: Span, when: &mut Cond) {
        match when {
            Cond::All(parts) | Cond::Any(parts) => {
                if parts.len() > 1 {
                    let mut number = 0;
                    parts.retain(|_| {
                        number += 1;
                        !self.makes(span, format!("without its part {number}"))
                    });
                }
                parts.iter_mut().for_each(|part| self.cond(span, part));
            }
            Cond::Several(parts, relation, number) => {
                let before = *number;
                self.number(span, *relation, number);
                if !is_short(parts.len(), *relation, (*number).into()) {
                    *number = before;
                }
                parts.iter_mut().for_each(|part| self.cond(span, part));
            }
            Cond::Not(inner) => {
                if self.makes(span, "without a `not`") {
                    *when = (**inner).clone();
                } else {
                    self.cond(span, inner);
                }
            }
            Cond::Stuck(who) => self.who(span, "stuck", who),
            Cond::Attacked(who) => self.who(span, "attacked", who),
            Cond::Has(who, _) => self.who(span, "has the goal", who),
            Cond::Leads(who, _) => self.who(span, "leads", who),
            Cond::Can(who, _, plies) => {
                self.who(span, "can", who);
                *plies -= u8::from(*plies > 1 && self.makes(span, "in one move fewer"));
            }
            Cond::Count(test, relation, number) => {
                self.number(span, *relation, number);
                self.test(span, test);
            }
            Cond::Compare(Reading::Score(..), relation, Than::Fixed(points)) => {
                *points += u16::from(self.makes(span, format!("{relation} a point more")));
            }
            Cond::Compare(_, relation, Than::Fixed(number)) | Cond::Step(relation, number) => {
                self.number(span, *relation, number);
            }
            Cond::Compare(reading, relation, Than::Reading(other)) => {
                if self.makes(span, format!("{relation} turned around")) {
                    std::mem::swap(reading, other);
                }
            }
            Cond::Turn(_)
            | Cond::Repeated(_)
            | Cond::Unchanged
            | Cond::Captured
            | Cond::By(_)
            | Cond::Moved(_) => {
                if self.makes(span, "turned around") {
                    *when = Cond::Not(Box::new(when.clone()));
                }
            }
        }
    }
}

/// Another group of headings, or the same.
fn other(group: Group) -> Group {
    match group {
        Group::Orthogonal => Group::Diagonal,
        Group::Diagonal | Group::Any => Group::Orthogonal,
        Group::Left => Group::Right,
        Group::Right => Group::Left,
        Group::Up => Group::Down,
        Group::Down => Group::Up,
        group => group,
    }
}

/// The other way.
fn turned(bearing: Bearing) -> Bearing {
    match bearing {
        Bearing::Forward => Bearing::Backward,
        Bearing::Backward => Bearing::Forward,
        Bearing::Sideways => Bearing::Forward,
        Bearing::Outward => Bearing::Back,
        Bearing::Back => Bearing::Outward,
        Bearing::Left => Bearing::Right,
        Bearing::Right => Bearing::Left,
    }
}

fn named(who: Who) -> &'static str {
    match who {
        Who::Mover => "the mover",
        Who::Other => "another player",
        Who::Ally => "a team-mate",
        Who::Last => "who moved last",
        Who::Player(_) => "that player",
        Who::Nobody => "nobody",
    }
}

/// What a test asks, in a word.
fn leaf(test: &Test) -> &'static str {
    match test {
        Test::All(_) => "… and …",
        Test::Any(_) => "… or …",
        Test::Not(_) => "not …",
        Test::Empty => "empty",
        Test::Occupied => "occupied",
        Test::Owned(Who::Mover) => "own",
        Test::Owned(Who::Nobody) => "neutral",
        Test::Owned(Who::Player(_)) => "that player's",
        Test::Owned(Who::Other | Who::Last) => "enemy",
        Test::Owned(Who::Ally) => "ally",
        Test::Is(_) => "of that kind",
        Test::In(_) => "on those cells",
        Test::Attacked => "attacked",
        Test::Taken => "taken",
        Test::Visited => "visited",
        Test::Marked(_) => "marked",
        Test::Named(_) => "the named cell",
        Test::Number(..) => "that number",
        Test::Held(..) => "what was taken",
        Test::Height(..) => "that height",
        Test::Distance(..) => "that distance",
        Test::Within(..) => "in the tower",
        Test::Lies(_) => "in the line",
        Test::Look { .. } => "what is looked at",
    }
}
