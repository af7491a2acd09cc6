//! What conditions mean, and where each may be asked.

use super::limits;
use super::model::*;
use super::names::Names;
use crate::diag::{Diagnostic, Label};
use crate::index::{FactId, GoalId, Kind, MoveName};
use crate::source::Spanned;
use crate::syntax::ast::{
    CondAst, CondWord, OwnerWord, ReadingAst, Relation, ThanAst, WhoAst, WhoWord,
};
use crate::syntax::foreign;

/// What a condition is asked of.
#[derive(Clone, Copy)]
pub(super) enum Asked<'n> {
    /// A position: endings, verdicts.
    Position,
    /// A move that has just been made, these being the moves' names: prohibitions, counters, `must`.
    Move(&'n [String]),
    /// A walk on its way: `if`.
    Walk,
}

impl Asked<'_> {
    /// Whether a fact may be asked here; what is joined is judged part by part.
    fn may(self, fact: &CondWord) -> bool {
        use CondWord::{
            Amount, And, Attacked, By, Can, Captured, Goal, Moved, Not, Or, Repeated, Stuck,
        };
        match self {
            Asked::Position => !matches!(fact, Captured | By(_) | Moved(_)),
            Asked::Move(_) => true,
            Asked::Walk => match fact {
                Stuck(_)
                | Attacked(_)
                | Goal(..)
                | Can(..)
                | Repeated(_)
                | CondWord::Unchanged
                | By(_)
                | Moved(_)
                | CondWord::Leads(..) => false,
                Or(_) | And(_) | Not(_) | Amount(..) | Captured | CondWord::Named(_) => true,
                CondWord::Several(..) | CondWord::Used(..) => true,
                CondWord::Turn(_) | CondWord::Holds(..) | CondWord::Compare(..) => true,
                CondWord::Step(..) => true,
            },
        }
    }

    fn fault(self, cond: &CondAst) -> Diagnostic {
        match self {
            Asked::Position | Asked::Move(_) => {
                Diagnostic::new("this asks about a move, and here there is none", cond.span)
                    .help("`captured`, `by` and `moved` stand in prohibitions, counters and `must`")
            }
            Asked::Walk => Diagnostic::new("a walk on its way cannot know this", cond.span).help(
                "`if` counts cells, asks hands, counters, numbers of players, the step and whose turn it is, and whether the walk `captured`",
            ),
        }
    }
}

impl Names {
    /// Who is meant.
    pub(super) fn who(&self, who: &WhoAst, faults: &mut Vec<Diagnostic>) -> Option<Who> {
        match &who.value {
            WhoWord::Word(OwnerWord::Mover) => Some(Who::Mover),
            WhoWord::Word(OwnerWord::Other) => {
                self.against("other", who.span, faults);
                Some(Who::Other)
            }
            WhoWord::Word(OwnerWord::Ally) => {
                self.allied(who.span, faults);
                Some(Who::Ally)
            }
            WhoWord::Word(OwnerWord::Last) => Some(Who::Last),
            WhoWord::Name(name) => {
                let name = Spanned::new(name.clone(), who.span);
                self.player_or(&name, &["mover", "other", "ally", "last"], faults).map(Who::Player)
            }
        }
    }

    /// What a condition means where it stands.
    pub(super) fn cond(
        &self,
        cond: &CondAst,
        asked: Asked<'_>,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Cond> {
        let many = |parts: &[CondAst], faults: &mut Vec<Diagnostic>| -> Option<Vec<Cond>> {
            let parts: Vec<Option<Cond>> =
                parts.iter().map(|part| self.cond(part, asked, faults)).collect();
            parts.into_iter().collect()
        };
        if !asked.may(&cond.value) {
            faults.push(asked.fault(cond));
            return None;
        }
        Some(match &cond.value {
            CondWord::And(parts) => Cond::All(many(parts, faults)?),
            CondWord::Or(parts) => Cond::Any(many(parts, faults)?),
            CondWord::Several(parts, relation, number) => {
                Cond::Several(many(parts, faults)?, *relation, *number)
            }
            CondWord::Not(part) => Cond::Not(Box::new(self.cond(part, asked, faults)?)),
            CondWord::Amount(relation, number, test) => {
                Cond::Count(self.test(test, faults)?, *relation, *number)
            }
            CondWord::Stuck(who) => Cond::Stuck(self.who(who, faults)?),
            CondWord::Attacked(who) => {
                if who.value != WhoWord::Word(OwnerWord::Other) {
                    self.against("attacked", cond.span, faults);
                }
                Cond::Attacked(self.who(who, faults)?)
            }
            CondWord::Goal(who, goal) => {
                let (who, goal) = (self.who(who, faults), self.goal_id(goal, &[], faults));
                Cond::Has(who?, goal?)
            }
            CondWord::Can(who, aim, moves) => {
                let who = self.who(who, faults);
                let fact = self.facts.iter().position(|(known, _)| known.value == aim.value);
                let aim = if aim.value == "win" {
                    Some(Aim::Win)
                } else if let Some(fact) = fact {
                    let named = Spanned::new(CondWord::Named(aim.clone()), aim.span);
                    self.cond(&named, Asked::Position, faults)?;
                    Some(Aim::Fact(FactId::at(fact)))
                } else {
                    self.goal_id(aim, &["win"], faults).map(Aim::Goal)
                };
                if moves.value == 0 || moves.value > u32::from(limits::AHEAD) {
                    let fault = Diagnostic::new(
                        format!("cannot look {} moves ahead", moves.value),
                        moves.span,
                    );
                    faults.push(fault.label(format!("from 1 to {}", limits::AHEAD)));
                    return None;
                }
                Cond::Can(who?, aim?, moves.value as u8)
            }
            CondWord::Turn(who) => Cond::Turn(self.who(who, faults)?),
            CondWord::Holds(who, relation, number, kind) => {
                if !self.hands {
                    let fault = Diagnostic::new("nobody has a hand to hold anything", cond.span);
                    faults.push(fault.help("declare `[hands]`"));
                }
                let (who, kinds) = (self.who(who, faults), self.kinds_of(kind, faults));
                let (who, kinds) = (who?, kinds?);
                let mut each: Vec<Cond> = kinds
                    .into_iter()
                    .map(|kind| {
                        Cond::Compare(Reading::Hand(who, kind), *relation, Than::Fixed(*number))
                    })
                    .collect();
                match (each.len(), relation, number) {
                    (1, ..) => each.remove(0),
                    (_, Relation::AtLeast, 1) => Cond::Any(each),
                    (_, Relation::Equal, 0) => Cond::All(each),
                    _ => {
                        let message = format!("`{}` names several kinds", kind.value);
                        let fault = Diagnostic::new(message, kind.span);
                        faults.push(fault.label("a hand counts each by itself").help(
                            "`holds KIND` and `holds no KIND` ask for several; a number is of one",
                        ));
                        return None;
                    }
                }
            }
            CondWord::Leads(who, score) => {
                let (who, score) = (self.who(who, faults), self.score(score, faults));
                Cond::Leads(who?, score?)
            }
            CondWord::Compare(read, relation, than) => {
                let reading = self.reading(read, (cond, asked), than, faults);
                let than = match than {
                    ThanAst::Fixed(number) => {
                        let limited = match reading {
                            Some(Reading::Number(..)) => Some("a number"),
                            Some(Reading::Counter(..)) => Some("a counter"),
                            _ => None,
                        };
                        if let Some(what) = limited.filter(|_| *number > u16::from(u8::MAX)) {
                            let fault =
                                Diagnostic::new(format!("`{number}` is too large"), cond.span);
                            faults.push(fault.label(format!("{what} goes from 0 to 255")));
                        }
                        Some(Than::Fixed(*number))
                    }
                    ThanAst::Reading(other) => {
                        let other = self.reading(other, (cond, asked), than, faults);
                        other.map(Than::Reading)
                    }
                };
                Cond::Compare(reading?, *relation, than?)
            }
            CondWord::Named(name) => {
                let Some(at) = self.facts.iter().position(|(known, _)| known.value == name.value)
                else {
                    let known = self.facts.iter().map(|(known, _)| known.value.as_str());
                    let others = ["captured"];
                    let (name_of, span) = (&name.value, name.span);
                    let fault = Diagnostic::unknown_or("fact", name_of, span, known, &others);
                    faults.push(self.otherwise(name, asked).unwrap_or(fault));
                    return None;
                };
                let (declared, fact) = &self.facts[at];
                match self.sizes[at] {
                    Some(size) if size <= limits::NODES => {}
                    Some(_) => {
                        let text = format!("the fact `{}` is too large", name.value);
                        let fault = Diagnostic::new(text, declared.span);
                        faults.push(fault.label(format!("at most {} parts", limits::NODES)));
                        return None;
                    }
                    None => {
                        let text = format!("the fact `{}` rests on itself", name.value);
                        let fault = Diagnostic::new(text, declared.span);
                        faults.push(fault.also(name.span, "asked for here"));
                        return None;
                    }
                }
                let before = faults.len();
                let found = self.cond(fact, asked, faults);
                for fault in &mut faults[before..] {
                    fault
                        .labels
                        .push(Label { span: name.span, text: String::from(super::settle::USED) });
                }
                found?
            }
            CondWord::Used(part, used) => {
                let before = faults.len();
                let found = self.cond(part, asked, faults);
                used.explain(&mut faults[before..]);
                found?
            }
            CondWord::Repeated(repetition) => Cond::Repeated(*repetition),
            CondWord::Unchanged => Cond::Unchanged,
            CondWord::Step(relation, number) => Cond::Step(*relation, *number),
            CondWord::Captured => Cond::Captured,
            CondWord::By(name) => {
                let Asked::Move(move_names) = asked else { return None };
                let known = |name: &str| move_names.iter().position(|known| known == name);
                // That there are more is told where they are given.
                let by = |at: usize| (at < limits::NAMES).then(|| Cond::By(MoveName::at(at)));
                if let Some(throw) = self.throws.iter().find(|throw| throw.name.value == name.value)
                {
                    let each = throw.moves.iter().filter_map(|name| known(&name.value));
                    return Some(Cond::Any(each.filter_map(by).collect()));
                }
                let found = known(&name.value);
                if found.is_none() {
                    let known = move_names.iter().map(String::as_str);
                    faults.push(Diagnostic::unknown("move", &name.value, name.span, known));
                }
                by(found?)?
            }
            CondWord::Moved(kinds) => {
                let kinds: Vec<_> = kinds.iter().map(|kind| self.kinds_of(kind, faults)).collect();
                let kinds = kinds.into_iter().collect::<Option<Vec<Vec<Kind>>>>()?;
                Cond::Moved(kinds.into_iter().flatten().collect())
            }
        })
    }

    /// What is read, in a condition that compares it so.
    fn reading(
        &self,
        read: &ReadingAst,
        (cond, asked): (&CondAst, Asked<'_>),
        than: &ThanAst,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Reading> {
        let ReadingAst { who, name } = read;
        let whose = |faults: &mut Vec<Diagnostic>| -> Option<Option<Who>> {
            match who {
                Some(who) => Some(Some(self.who(who, faults)?)),
                None => Some(None),
            }
        };
        let own = |fault: Diagnostic| {
            let help = "say `mover`, or a player's name";
            fault.label("each player has their own").help(help)
        };
        let meant = || Diagnostic::new(format!("whose `{}` is meant", name.value), name.span);
        if self.scores.iter().any(|score| score.value == name.value) {
            if matches!(asked, Asked::Walk) {
                faults.push(asked.fault(cond));
                return None;
            }
            if who.is_none() {
                faults.push(own(meant()));
                return None;
            }
            let (who, score) = (whose(faults), self.score(name, faults));
            return Some(Reading::Score(who??, score?));
        }
        if self.is_number(name) {
            let (found, of) = self.number(name, faults)?;
            let whose = match (of, who) {
                (Bearer::Player, Some(_)) => whose(faults)?,
                (Bearer::Turn, None) => Some(Who::Mover),
                _ => None,
            };
            if whose.is_none() {
                let number = if let ThanAst::Fixed(number) = than { *number } else { 1 };
                faults.push(match of {
                    Bearer::Turn => {
                        let alone = format!("say `{}` alone", name.value);
                        meant().label(of.told()).help(alone)
                    }
                    Bearer::Player => own(meant()),
                    Bearer::Cell => meant().label("each cell has its own").help(format!(
                        "count cells: `some ({0} at least {number})`, `no (own and {0} at least {number})`; a score can add them up",
                        name.value
                    )),
                });
            }
            return Some(Reading::Number(whose?, found));
        }
        let who = whose(faults)?;
        let others = self.numbers.iter().map(|(known, _)| known).chain(&self.scores);
        let others: Vec<&str> = others.map(|known| known.value.as_str()).collect();
        let (counter, each) = self.counter_or(name, &others, faults)?;
        if each != who.is_some() {
            faults.push(match who {
                Some(_) => Diagnostic::new(format!("`{}` is nobody's", name.value), name.span)
                    .label("there is one for all players")
                    .help(format!("write `{}` alone", name.value)),
                None => own(meant()),
            });
            return None;
        }
        Some(Reading::Counter(who.unwrap_or(Who::Mover), counter))
    }

    /// What is said of a name that is no fact's and something else's: how it is asked for.
    fn otherwise(&self, name: &Spanned<String>, asked: Asked<'_>) -> Option<Diagnostic> {
        let word = name.value.as_str();
        let is = |known: &Spanned<String>| known.value == word;
        let (what, write) = if self.goals.iter().any(is) {
            ("a goal", format!("`last {word}` asks whether who has just moved has reached it"))
        } else if self.scores.iter().any(is) {
            ("a score", format!("`mover leads {word}` and `mover {word} at least N` ask for it"))
        } else if matches!(asked, Asked::Move(names) if names.iter().any(|name| name == word)) {
            ("the name of a move", format!("`by {word}` asks whether the move has this name"))
        } else if self.marks.iter().any(|(known, _)| is(known)) {
            ("a mark", format!("`some (marked {word})` asks whether a cell carries it"))
        } else if self.kinds.iter().any(|(known, _)| is(known))
            || self.regions().iter().any(|(known, _)| is(known))
        {
            (
                "a test of a cell",
                format!("`some {word}`, `no {word}` and `at least N {word}` count cells"),
            )
        } else {
            return None;
        };
        let fault = Diagnostic::new(format!("`{word}` is {what}, and no fact"), name.span);
        Some(fault.label("not a fact").help(write))
    }

    /// The goal that a test asks for a line of by `in NAME`.
    pub(super) fn line_goal(
        &self,
        name: &Spanned<String>,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<GoalId> {
        let found = self.goals.iter().position(|goal| goal.value == name.value);
        if found.is_none() {
            let known = self.goals.iter().map(|goal| goal.value.as_str());
            faults.push(Diagnostic::unknown("goal", &name.value, name.span, known));
        }
        found.map(GoalId::at)
    }

    /// The goal of that name, where words of `also` could stand as well.
    pub(super) fn goal_id(
        &self,
        name: &Spanned<String>,
        also: &[&str],
        faults: &mut Vec<Diagnostic>,
    ) -> Option<GoalId> {
        let found = self.goals.iter().position(|goal| goal.value == name.value);
        if found.is_none() && self.facts.iter().any(|(known, _)| known.value == name.value) {
            let message = format!("`{}` is a fact of the position, and nobody's", name.value);
            let fault = Diagnostic::new(message, name.span).label("not a goal");
            faults.push(fault.help(format!("write `{}` alone", name.value)));
        } else if found.is_none() {
            let facts =
                ["stuck", "attacked"].iter().filter(|_| also.is_empty()).chain(also).copied();
            let known: Vec<&str> =
                self.goals.iter().map(|goal| goal.value.as_str()).chain(facts).collect();
            let fault = Diagnostic::unknown("goal", &name.value, name.span, known);
            faults.push(match foreign::fact(&name.value) {
                Some(help) => Diagnostic { help: vec![help.to_owned()], ..fault },
                None => fault,
            });
        }
        found.map(GoalId::at)
    }
}

/// How many parts each fact has with all that it rests on; none where it rests on itself.
pub(super) fn sizes(facts: &[(Spanned<String>, CondAst)]) -> Vec<Option<usize>> {
    let mut sizes = vec![Size::Unknown; facts.len()];
    (0..facts.len()).map(|at| size_of(facts, at, &mut sizes)).collect()
}

/// What is known of a fact's size.
#[derive(Clone, Copy)]
enum Size {
    Unknown,
    /// It is being found out: who asks for it now rests on itself.
    Open,
    Known(Option<usize>),
}

fn size_of(
    facts: &[(Spanned<String>, CondAst)],
    at: usize,
    sizes: &mut Vec<Size>,
) -> Option<usize> {
    match sizes[at] {
        Size::Known(size) => size,
        Size::Open => None,
        Size::Unknown => {
            sizes[at] = Size::Open;
            let size = parts_of(facts, &facts[at].1, sizes);
            sizes[at] = Size::Known(size);
            size
        }
    }
}

fn parts_of(
    facts: &[(Spanned<String>, CondAst)],
    cond: &CondAst,
    sizes: &mut Vec<Size>,
) -> Option<usize> {
    let mut named = |name: &str| match facts.iter().position(|(known, _)| known.value == name) {
        Some(at) => size_of(facts, at, sizes),
        None => Some(1),
    };
    match &cond.value {
        CondWord::Named(name) | CondWord::Can(_, name, _) => named(&name.value),
        CondWord::Not(part) | CondWord::Used(part, _) => parts_of(facts, part, sizes),
        CondWord::And(parts) | CondWord::Or(parts) | CondWord::Several(parts, ..) => {
            parts.iter().try_fold(1, |sum: usize, part| {
                Some(sum.saturating_add(parts_of(facts, part, sizes)?))
            })
        }
        _ => Some(1),
    }
}
