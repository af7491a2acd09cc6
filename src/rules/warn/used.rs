//! What is kept and never asked for, or asked for and never comes: marks, counters, numbers, hands, names that walks give.

use super::super::model::*;
use super::super::visit::{self, Seen};
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::{Kind, Mark, Register};
use crate::source::Span;

/// What the rules do with something that they keep.
#[derive(Clone, Copy, Default)]
struct Use {
    /// Something asks for it, or a position or an answer tells it.
    asked: bool,
    /// Something changes it, or a position tells it.
    set: bool,
}

impl Rules {
    /// Where a piece is dropped out of a hand, the first such place.
    pub(crate) fn drops(&self) -> Option<Span> {
        let mut dropped = None;
        visit::rules(self, &mut |seen| {
            if let Seen::Walk(Node { walk: Walk::Act(act), span }) = seen
                && matches!(act, Act::Drop(_) | Act::Tower(Tower::Drop(_)))
            {
                dropped = dropped.or(Some(*span));
            }
        });
        dropped
    }
}

/// Warns of all that is kept and of no use. `own` is where the user's own file begins.
pub(super) fn names(rules: &Rules, own: usize, warnings: &mut Vec<Warning>) {
    let mut marks = vec![Use::default(); rules.marks.len()];
    let mut counters = vec![Use { set: true, asked: false }; rules.counters.len()];
    let mut numbers = vec![Use::default(); rules.numbers.len()];
    let dropped = rules.drops();
    for (field, _) in rules.format.fields() {
        let told = Use { asked: true, set: true };
        match field {
            Field::Letters(mark) | Field::Marked(mark) => change(&mut marks, mark.index(), told),
            Field::Counter(counter) => change(&mut counters, counter.index(), told),
            Field::Numbers(number) => change(&mut numbers, number.index(), told),
            _ => {}
        }
    }
    let asks = Use { asked: true, set: false };
    let sets = Use { asked: false, set: true };
    for (number, _) in rules.scores.iter().flat_map(|score| &score.sum) {
        change(&mut numbers, number.index(), asks);
    }
    visit::rules(rules, &mut |seen| match seen {
        Seen::Test(Test::Marked(mark)) => change(&mut marks, mark.index(), asks),
        Seen::Test(Test::Number(number, ..)) => change(&mut numbers, number.index(), asks),
        Seen::Cond(Cond::Compare(reading, _, than)) => {
            for read in reading.and(*than) {
                match read {
                    Reading::Counter(_, counter) => change(&mut counters, counter.index(), asks),
                    Reading::Number(_, number) => change(&mut numbers, number.index(), asks),
                    Reading::Hand(..) | Reading::Score(..) => {}
                }
            }
        }
        Seen::Walk(Node { walk: Walk::Act(act), .. }) => match act {
            Act::Mark(mark, on) if *on => change(&mut marks, mark.index(), sets),
            Act::Add(purse, _) => change(&mut numbers, purse.number.index(), sets),
            // There must be as much as is taken.
            Act::Take(purse, ..) => change(&mut numbers, purse.number.index(), asks),
            _ => {}
        },
        _ => {}
    });
    let marks = rules.marks.iter().zip(&marks).enumerate();
    let marks = marks.filter(|(at, _)| rules.unmoved() != Some(Mark::at(*at)));
    let marks = marks.map(|(_, (rule, used))| ("mark", &rule.name, *used, "`mark NAME`"));
    let counters = rules.counters.iter().zip(&counters);
    let counters = counters.map(|(rule, used)| ("counter", &rule.name, *used, ""));
    let numbers = rules.numbers.iter().zip(&numbers);
    let numbers = numbers.map(|(rule, used)| ("number", &rule.name, *used, "`add N NAME`"));
    for (what, name, used, by) in marks.chain(counters).chain(numbers) {
        if name.span.start < own || used.asked && used.set {
            continue;
        }
        let told = match (used.asked, used.set) {
            (true, _) => {
                Diagnostic::new(format!("nothing ever sets the {what} `{}`", name.value), name.span)
                    .label("asked for, but always as at the start")
                    .help(format!("set it by {by}, or let positions tell it in a field of `case`"))
            }
            (_, true) => {
                Diagnostic::new(format!("the {what} `{}` is never used", name.value), name.span)
                    .label("kept, but nothing asks for it or tells it")
                    .help("use it, or take it away")
            }
            _ => Diagnostic::new(format!("the {what} `{}` is never used", name.value), name.span)
                .label("nothing names it")
                .help("use it, or take it away"),
        };
        let code = if used.asked { WarningCode::NeverSet } else { WarningCode::NeverUsed };
        warnings.push(Warning::new(code, told));
    }
    let hands = rules.format.fields().find(|(field, _)| *field == Field::Hands);
    if let (None, Some(place)) = (hands, dropped.filter(|span| span.start >= own)) {
        let told = Diagnostic::new("positions do not tell the hands", place)
            .label("drops out of a hand")
            .help("write `{hands}` in `case`, or every position that is read has empty hands");
        warnings.push(Warning::new(WarningCode::Untold, told));
    }
    if rules.hands.is_some() && dropped.is_none() {
        let span = hands.map(|(_, span)| span);
        let captured = rules.captures_to_hand();
        if let Some(span) = span.filter(|span| span.start >= own && !captured) {
            let told = Diagnostic::new("nothing ever comes out of a hand", span)
                .label("pieces may be there")
                .help(
                    "`drop KIND` takes a piece out of the hand, where `put KIND` makes a new one",
                );
            warnings.push(Warning::new(WarningCode::NeverUsed, told));
        }
    }
    untold(rules, own, warnings);
    idle(rules, own, warnings);
    warnings.extend(same(rules, own));
    let moves = rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
    let mut told = Vec::new();
    for rule in moves {
        given(&rule.walk, own, &mut told);
    }
    let mut spans: Vec<Span> = Vec::new();
    for (span, what) in told {
        if !spans.contains(&span) {
            spans.push(span);
            let told = Diagnostic::new(format!("{what} is named and never asked for"), span);
            let told = told.label("nothing in this walk uses the name");
            warnings
                .push(Warning::new(WarningCode::NeverUsed, told.help("use it, or take it away")));
        }
    }
}

/// The first verdict of the user's own file, if no answer tells verdicts.
fn untold(rules: &Rules, own: usize, warnings: &mut Vec<Warning>) {
    let said = rules.verdicts.iter().map(|verdict| verdict.say.span).find(|say| say.start >= own);
    let told = rules.format.fields().any(|(field, _)| field == Field::Verdict);
    if let Some(say) = said.filter(|_| !told) {
        let told = Diagnostic::new("the answer tells no verdict", say)
            .label("never said in an answer")
            .help(
                "write `{verdict}` in `answer`, with `ask = 'verdict'`; or take the verdicts away",
            );
        warnings.push(Warning::new(WarningCode::NeverUsed, told));
    }
}

/// Keys that change nothing, as things are.
fn idle(rules: &Rules, own: usize, warnings: &mut Vec<Warning>) {
    let mut warn = |span: Span, message: String, label: &str, help: &str| {
        if span.start >= own {
            let told = Diagnostic::new(message, span).label(label).help(help);
            warnings.push(Warning::new(WarningCode::IdleKey, told));
        }
    };
    let takes = rules.captures_to_hand();
    for (at, kind) in rules.kinds.iter().enumerate().filter(|_| !takes) {
        if kind.hand.is_some_and(|hand| hand.index() != at) {
            let message = format!("`{}` never goes to a hand", kind.name.value);
            let help = "write `captures = true` under `[hands]`, or `captures = \"owner\"`";
            warn(kind.name.span, message, "its `hand` says as what it would", help);
        }
    }
    let told = |mark: Mark| rules.format.fields().any(|(field, _)| field == Field::Letters(mark));
    if let Some(letter) = rules.format.letters.iter().find(|letter| !told(letter.mark)) {
        let name = rules.marks.get(letter.mark.index()).map_or("", |mark| mark.name.value.as_str());
        let help = format!("write `{{letters:{name}}}` in `case`");
        let message = String::from("these letters stand in no case");
        warn(letter.letter.span, message, "never read or written", &help);
    }
    let no_move = rules.format.no_move.as_ref().and_then(|text| text.0.first());
    if let Some(text) = no_move.filter(|_| rules.format.ask != Ask::Move) {
        let message = String::from("`no_move` where no move is asked");
        warn(text.span, message, "never printed", "write `ask = 'move'`, or take it away");
    }
    let order = &rules.turn.order;
    let steps =
        order.len() > 1 && (0..order.len()).any(|at| order[at] == order[(at + 1) % order.len()]);
    if let Some(over) = rules.turn.over.as_ref().filter(|_| !steps && rules.turn.again.is_none()) {
        let message = String::from("`over` ends a turn that has one step");
        warn(over.span, message, "changes nothing", "say how many it has: `steps = 2`");
    }
    let stuck = Cond::Stuck(Who::Mover);
    let over = rules.endings.iter().find(|ending| !ending.claim && ending.when.value == stuck);
    if let (Some(Pass::Stuck(_)), Some(ending)) = (rules.turn.pass, over) {
        let message = String::from("nobody ever passes");
        let label = "who cannot move ends the game, so that `pass = 'stuck'` never comes about";
        warn(ending.when.span, message, label, "take the ending away, or the pass");
    }
}

/// Where a piece becomes what it is: nothing in the move makes it another, and no other piece has the same walk.
fn same(rules: &Rules, own: usize) -> Vec<Warning> {
    let moves =
        rules.kinds.iter().enumerate().flat_map(|(at, kind)| {
            kind.moves.iter().map(move |rule| (Kind::at(at), becomes(rule)))
        });
    let moves: Vec<(Kind, Vec<(Kind, Span)>)> = moves.collect();
    let shared = |kind: Kind, span: Span| {
        let others = moves.iter().filter(|(of, _)| *of != kind).flat_map(|(_, made)| made);
        others.into_iter().any(|(_, other)| *other == span)
    };
    let mut found: Vec<(Kind, Span)> = Vec::new();
    for (kind, made) in &moves {
        if made.iter().all(|(to, _)| to == kind) {
            found
                .extend(made.iter().filter(|(_, span)| span.start >= own && !shared(*kind, *span)));
        }
    }
    found.sort_unstable_by_key(|(kind, span)| (kind.index(), *span));
    found.dedup();
    let told = found.into_iter().map(|(kind, span)| {
        let name = rules.kinds.get(kind.index()).map_or("", |kind| kind.name.value.as_str());
        Diagnostic::new("the piece becomes what it is", span)
            .label(format!("a `{name}` is one already"))
            .help("name another kind, or take it away")
    });
    told.map(|told| Warning::new(WarningCode::IdleKey, told)).collect()
}

/// What a move makes of the piece, and where.
fn becomes(rule: &MoveRule) -> Vec<(Kind, Span)> {
    let mut found = Vec::new();
    visit::walk(&rule.walk, &mut |seen| {
        if let Seen::Walk(Node { walk: Walk::Act(Act::Become(to)), span }) = seen {
            found.push((*to, *span));
        }
    });
    found
}

fn change(uses: &mut [Use], at: usize, by: Use) {
    if let Some(known) = uses.get_mut(at) {
        known.asked |= by.asked;
        known.set |= by.set;
    }
}

/// Names that a walk gives and does not use.
fn given(walk: &Node, own: usize, told: &mut Vec<(Span, &'static str)>) {
    let mut names: Vec<(Register, Span, &'static str)> = Vec::new();
    let mut uses: Vec<Register> = Vec::new();
    visit::walk(walk, &mut |seen| match seen {
        Seen::Walk(Node { walk, span }) => match walk {
            Walk::As(name) => names.push((*name, *span, "a cell")),
            Walk::Act(Act::Take(_, _, Some(name))) | Walk::Note(_, name) => {
                names.push((*name, *span, "a number"))
            }
            Walk::Act(Act::LiftAs(name)) => names.push((*name, *span, "what is lifted")),
            Walk::Go(name) | Walk::Act(Act::PutBack(name) | Act::Tower(Tower::PutBack(name))) => {
                uses.push(*name)
            }
            Walk::Rounds { times: Times::Held(name), .. } => uses.push(*name),
            _ => {}
        },
        Seen::Test(
            Test::Named(name)
            | Test::Number(_, _, Amount::Held(name))
            | Test::Height(_, Amount::Held(name))
            | Test::Distance(_, _, Amount::Held(name)),
        ) => uses.push(*name),
        Seen::Test(Test::Held(name, _, amount)) => {
            uses.push(*name);
            uses.extend(match amount {
                Amount::Held(other) => Some(*other),
                Amount::Fixed(_) => None,
            });
        }
        _ => {}
    });
    let amount = |act: &Act| match act {
        Act::Take(_, amount, _) => *amount,
        Act::Add(_, amount) => Some(*amount),
        Act::Tower(Tower::Carry(Portion::Of(amount), _) | Tower::Leave(Portion::Of(amount))) => {
            Some(*amount)
        }
        _ => None,
    };
    visit::walk(walk, &mut |seen| {
        if let Seen::Walk(Node { walk: Walk::Act(act), .. }) = seen
            && let Some(Amount::Held(name)) = amount(act)
        {
            uses.push(name);
        }
    });
    let idle =
        names.into_iter().filter(|(name, span, _)| !uses.contains(name) && span.start >= own);
    told.extend(idle.map(|(_, span, what)| (span, what)));
}
