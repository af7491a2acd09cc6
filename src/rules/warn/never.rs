//! Conditions that can never hold, or that always do: endings, prohibitions, verdicts, what tells whose turn it is, what counts.

use super::super::check;
use super::super::model::*;
use super::super::visit;
use super::clash::takes;
use super::ground::Ground;
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::Kind;
use crate::source::{Span, Spanned};

/// Conditions and what they are asked of.
struct Asked<'r> {
    rules: &'r Rules,
    /// The board, if all positions have the same.
    ground: Option<&'r Ground>,
}

/// Warns of all conditions of the rules that cannot hold or fail, and of those that earlier ones forestall; but for endings of those in
/// the user's own file, which starts at `own`: a variant may do without what its base asks for.
pub(super) fn conditions(
    rules: &Rules,
    ground: Option<&Ground>,
    own: usize,
    warnings: &mut Vec<Warning>,
) {
    let asked = Asked { rules, ground };
    for (at, ending) in rules.endings.iter().enumerate() {
        let like = |later: &&Ending| {
            (later.result, later.claim, later.perft) == (ending.result, ending.claim, ending.perft)
        };
        // Those between must not come to another result.
        let mut later = rules.endings[at + 1..].iter().take_while(like);
        let same = later.find(|later| {
            later.when.value != ending.when.value && follows(&ending.when.value, &later.when.value)
        });
        if let Some(same) = same {
            let told = Diagnostic::new("an ending that changes nothing", ending.when.span)
                .label("whenever it holds")
                .also(same.when.span, "this one holds as well, with the same result")
                .help("take it away, or change the other one");
            warnings.push(Warning::new(WarningCode::NeverReached, told));
        }
    }
    let endings: Vec<_> = rules.endings.iter().map(|one| (&one.when, one.claim)).collect();
    asked.list("an ending", &endings, warnings);
    let before = warnings.len();
    let verdicts = rules.verdicts.iter().filter_map(|one| Some((one.when.as_ref()?, false)));
    asked.list("a verdict", &verdicts.collect::<Vec<_>>(), warnings);
    asked.rest(warnings);
    let verdicts = rules.verdicts.iter().filter_map(|one| one.when.as_ref());
    let endings =
        rules.endings.iter().map(|one| (&one.when, one.result == Outcome::Win(Who::Last)));
    for (when, wins) in endings.chain(verdicts.map(|when| (when, false))) {
        warnings.extend(whose(rules, when, wins));
    }
    let inherited =
        |warning: &Warning| warning.told.labels.first().is_some_and(|label| label.span.start < own);
    let rest = warnings.split_off(before);
    warnings.extend(rest.into_iter().filter(|warning| !inherited(warning)));
}

impl Asked<'_> {
    /// Warns of prohibitions, counters, and of what tells whose turn it is.
    fn rest(&self, warnings: &mut Vec<Warning>) {
        let (asked, rules) = (self, self.rules);
        let told = |code, told: Diagnostic| Warning::new(code, told);
        for forbid in &rules.forbids {
            let Spanned { value: when, span } = &forbid.when;
            warnings.extend(asked.idle("a prohibition", when, *span));
            if let Some(why) = asked.always(when) {
                let fault = Diagnostic::new("a prohibition that always holds", *span).label(why);
                let fault = fault.help("no move is legal; say what must not be after a move");
                warnings.push(told(WarningCode::AlwaysHolds, fault));
            }
        }
        for counter in &rules.counters {
            let whens = [&counter.up, &counter.down, &counter.reset];
            for (when, key) in whens.into_iter().zip(["up", "down", "reset"]) {
                let Some(Spanned { value: when, span }) = when else { continue };
                let what = format!("`{key}` of the counter `{}`", counter.name.value);
                warnings.extend(asked.idle(&what, when, *span));
            }
        }
        let turn = &rules.turn;
        let again = "who moves once moves for ever";
        let over = "every move ends the turn, so it has one step";
        let skip = "everyone is passed over, so that it is as if nobody were";
        let must = "every move is so, so that any may be made";
        for (when, key, always) in [
            (&turn.again, "`again`", again),
            (&turn.over, "`over`", over),
            (&turn.skip, "`skip`", skip),
            (&turn.must, "`must`", must),
        ] {
            let Some(Spanned { value: when, span }) = when else { continue };
            warnings.extend(asked.idle(key, when, *span));
            if let Some(why) = asked.always(when) {
                let fault = Diagnostic::new(format!("{key} always holds"), *span).label(why);
                warnings.push(told(WarningCode::AlwaysHolds, fault.help(always)));
            }
        }
    }
}

/// Where what is the mover's own is asked for, and another player is meant: another one's pieces on the mover's last rank or in the
/// mover's region, or a fact about the mover that is looked ahead to, when it is the next player's turn. Where who moved last `wins`, the
/// mover's pieces on the last rank, or that the mover has no enemies, who is the one that moved last.
fn whose(rules: &Rules, when: &Spanned<Cond>, wins: bool) -> Option<Warning> {
    let facing = |player: &PlayerRule| player.facing.unwrap_or(Compass::North);
    let opposed = match rules.players.as_slice() {
        [first, second] => facing(first) != facing(second),
        _ => false,
    };
    // Where a condition says whose turn it is, a player's name may well be the mover's.
    let told = visit::asks(&when.value, &|part| matches!(part, Cond::Turn(_)));
    let counts = |part: &Cond, of: &dyn Fn(Who) -> bool, cells: &dyn Fn(&Cells) -> bool| match part
    {
        Cond::Count(test, ..) => {
            let parts = both(test);
            let owned = parts.iter().any(|test| matches!(test, Test::Owned(who) if of(*who)));
            owned && parts.iter().any(|test| matches!(test, Test::In(of) if cells(of)))
        }
        _ => false,
    };
    let named = |who: Who| !told && matches!(who, Who::Player(_));
    let others = |who: Who| named(who) || matches!(who, Who::Last | Who::Other);
    let rank = |cells: &Cells| matches!(cells, Cells::RankTo(_));
    let own_far = |part: &Cond| {
        let some = matches!(part, Cond::Count(_, relation, _) if relation.grows());
        wins && opposed && some && counts(part, &|who| who == Who::Mover, &rank)
    };
    let two = rules.players.len() == 2;
    let no_enemy = |part: &Cond| match part {
        Cond::Count(Test::Owned(Who::Other), relation, number) => {
            wins && two && relation.says_some(*number) == Some(false)
        }
        _ => false,
    };
    let far = |part: &Cond| opposed && counts(part, &others, &rank);
    let each = |part: &Cond| counts(part, &others, &|cells| matches!(cells, Cells::Each(_)));
    let ahead = |part: &Cond| match part {
        Cond::Can(_, Aim::Fact(fact), _) => {
            rules.facts.get(fact.index()).and_then(|fact| fact.as_ref()).is_some_and(of_mover)
        }
        _ => false,
    };
    let (message, label, help) = if visit::asks(&when.value, &far) {
        (
            "another player's pieces on the mover's last rank",
            "`mover` is whose turn it is now, and whose ranks these are",
            match visit::asks(&when.value, &|part| counts(part, &named, &rank)) {
                true => "write which rank it is by its number: `rank 8`",
                false => "the last rank of who has just moved is `first rank` here",
            },
        )
    } else if visit::asks(&when.value, &own_far) {
        (
            "the mover's pieces on the last rank, where the other player wins",
            "`own` is who moves next, and not who has just moved",
            "write `last and first rank`: the last rank of who has just moved is the first of who moves next",
        )
    } else if visit::asks(&when.value, &no_enemy) {
        (
            "no pieces of the player who has just moved, who wins then",
            "`enemy` is of who moves next, and so who has just moved",
            "write `no own`: who moves next has nothing left",
        )
    } else if visit::asks(&when.value, &each) {
        (
            "another player's pieces in the mover's own region",
            "`mover` is whose turn it is now, and whose region this is",
            "name the players, each with cells of their own, or count with a score: `last SCORE at least N`",
        )
    } else if visit::asks(&when.value, &ahead) {
        (
            "a fact of the mover that is looked ahead to",
            "after the move `mover` and `own` are the next player",
            "in a fact behind `can`, who has made the move is `last`",
        )
    } else {
        return None;
    };
    let told = Diagnostic::new(message, when.span).label(label).help(help);
    Some(Warning::new(WarningCode::WhoseTurn, told))
}

/// Whether a condition asks for the mover or what is his.
fn of_mover(when: &Cond) -> bool {
    fn owned(test: &Test) -> bool {
        match test {
            Test::All(tests) | Test::Any(tests) => tests.iter().any(owned),
            Test::Not(test) => owned(test),
            Test::Owned(who) => *who == Who::Mover,
            _ => false,
        }
    }
    visit::asks(when, &|part| match part {
        Cond::Count(test, ..) => owned(test),
        Cond::Stuck(who) | Cond::Attacked(who) | Cond::Has(who, _) | Cond::Leads(who, _) => {
            *who == Who::Mover
        }
        Cond::Compare(reading, _, than) => {
            let mut read = reading.and(*than);
            read.any(|one| !matches!(one, Reading::Counter(..)) && one.who() == Who::Mover)
        }
        _ => false,
    })
}

/// The tests of which all must pass.
fn both(test: &Test) -> Vec<&Test> {
    match test {
        Test::All(tests) => tests.iter().flat_map(both).collect(),
        test => vec![test],
    }
}

impl Asked<'_> {
    /// Whether every move has one of the names that are asked for.
    fn names_all(&self, parts: &[Cond]) -> bool {
        let rules = self.rules;
        let moves = rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
        let pass = rules.turn.pass.map(|(Pass::Stuck(name) | Pass::Free(name))| name);
        moves.map(|rule| rule.name).chain(pass).all(|name| parts.contains(&Cond::By(name)))
    }

    /// What is said of conditions that are tried in order: those that cannot hold, and those that never have their turn.
    fn list(&self, what: &str, list: &[(&Spanned<Cond>, bool)], warnings: &mut Vec<Warning>) {
        for (at, (Spanned { value: when, span }, _)) in list.iter().enumerate() {
            if let Some(told) = self.idle(what, when, *span) {
                warnings.push(told);
                continue;
            }
            // A variant's own ending before an inherited one is there to forestall it.
            let meant = |earlier: &Spanned<Cond>| earlier.span.start > span.start;
            let mut before = list[..at].iter().filter(|(earlier, claim)| !claim && !meant(earlier));
            let first = before.find(|(earlier, _)| follows(when, &earlier.value));
            if let Some((first, _)) = first {
                let told = Diagnostic::new(format!("{what} that is never reached"), *span)
                    .label("never alone")
                    .also(first.span, "this one holds whenever it does, and comes first")
                    .help("put it before the other, or take it away");
                warnings.push(Warning::new(WarningCode::NeverReached, told));
            }
        }
    }

    /// The warning of a condition that never holds, or of a part of one.
    fn idle(&self, what: &str, when: &Cond, span: Span) -> Option<Warning> {
        let told = |message: String, why: String| {
            let told = Diagnostic::new(message, span).label(why);
            Warning::new(WarningCode::NeverHolds, told.help("change it, or take it away"))
        };
        if let Some(why) = self.never(when) {
            return Some(told(format!("{what} that never holds").replace("` that", "`"), why));
        }
        let Cond::Any(parts) = when else { return None };
        let why = parts.iter().find_map(|part| self.never(part))?;
        Some(told(format!("a part of {what} that never holds"), why))
    }

    /// Why a condition never holds, if that is plain.
    fn never(&self, when: &Cond) -> Option<String> {
        let rules = self.rules;
        match when {
            Cond::Any(parts) => {
                let mut whys = parts.iter().map(|part| self.never(part));
                let first = whys.next()??;
                whys.all(|why| why.is_some()).then_some(first)
            }
            Cond::All(parts) => parts
                .iter()
                .find_map(|part| self.never(part))
                .or_else(|| {
                    let negated = |part: &Cond| match part {
                        Cond::Not(part) => parts.contains(part),
                        _ => false,
                    };
                    let apart = |part: &Cond| self.counts(parts, part, false);
                    let contrary = parts.iter().any(|part| negated(part) || apart(part));
                    contrary.then(|| String::from("asks for something and its contrary"))
                })
                .or_else(|| self.no_such_move(parts)),
            Cond::Not(part) => self.always(part),
            Cond::Attacked(_) if rules.kinds.iter().all(|kind| !kind.royal) => {
                Some(String::from("no kind of piece is `royal`"))
            }
            Cond::Captured if !self.captures() => {
                Some(String::from("no walk captures anything; what `lift` takes is no capture"))
            }
            Cond::Count(test, relation, number) => {
                let cells = self.most(test)?;
                let none = !(0..=cells).any(|count| relation.holds(count, usize::from(*number)));
                none.then(|| match cells {
                    0 => String::from("nothing on a board is so"),
                    cells => format!("at most {cells} cells can be so"),
                })
            }
            Cond::Compare(Reading::Number(..), relation, Than::Fixed(number)) => {
                let none = !(0..=u16::from(u8::MAX)).any(|count| relation.holds(count, *number));
                none.then(|| String::from("a number goes from 0 to 255"))
            }
            Cond::Compare(Reading::Counter(_, counter), relation, Than::Fixed(number)) => {
                let rule = rules.counters.get(counter.index())?;
                let (least, most) = self.range(rule);
                let none = !(least..=most).any(|count| relation.holds(count, *number));
                none.then(|| match least == most {
                    true => format!("the counter stays at {least}"),
                    false => format!("the counter goes from {least} to {most}"),
                })
            }
            Cond::Step(relation, number) => {
                let most = self.steps()?;
                let none = !(1..=most).any(|step| relation.holds(step, *number));
                none.then(|| match most {
                    1 => String::from("a turn has one step"),
                    most => format!("a turn has at most {most} steps"),
                })
            }
            Cond::Repeated(Repetition { times, within: Some(within), .. })
                if u32::from(*times) > u32::from(*within) + 1 =>
            {
                Some(format!("looking back {within} moves there are {} positions", within + 1))
            }
            Cond::Moved(kinds)
                if kinds.iter().all(|kind| {
                    rules.kinds.get(kind.index()).is_some_and(|kind| kind.moves.is_empty())
                }) =>
            {
                Some(String::from("such a piece has no moves"))
            }
            Cond::Compare(Reading::Hand(_, kind), relation, Than::Fixed(number))
                if !self.comes_to_hand(*kind) && !relation.holds(0, *number) =>
            {
                Some(String::from("no such piece ever comes to a hand"))
            }
            Cond::Has(_, goal) | Cond::Can(_, Aim::Goal(goal), _) => {
                let ground = self.ground?;
                match &rules.goals.get(goal.index())?.goal {
                    Goal::Line { length, along, of, .. } => {
                        let length = usize::from(*length);
                        let none = !ground.has_line(length, along, of);
                        none.then(|| format!("no row of {length} such cells fits on the board"))
                    }
                    Goal::Connect { sides, of, .. } => {
                        let void = |cells: &Cells| ground.most(&Test::In(cells.clone())) == 0;
                        let none = sides.iter().all(|(_, sets)| sets.iter().any(void));
                        (none || ground.most(of) == 0)
                            .then(|| String::from("no such cells are on the board"))
                    }
                    Goal::Together { of, .. } | Goal::Ring { of, .. } => (ground.most(of) == 0)
                        .then(|| String::from("no such cells are on the board")),
                }
            }
            _ => None,
        }
    }

    /// Why a condition always holds, if that is plain.
    fn always(&self, when: &Cond) -> Option<String> {
        let rules = self.rules;
        let any = |holds: bool, why: &str| holds.then(|| String::from(why));
        match when {
            Cond::All(parts) => {
                let mut whys = parts.iter().map(|part| self.always(part));
                let first = whys.next()??;
                whys.all(|why| why.is_some()).then_some(first)
            }
            Cond::By(_) => {
                any(self.names_all(std::slice::from_ref(when)), "all moves have this name")
            }
            Cond::Any(parts) if self.names_all(parts) => any(true, "all moves have these names"),
            Cond::Any(parts) => parts.iter().find_map(|part| self.always(part)).or_else(|| {
                let negated = |part: &Cond| match part {
                    Cond::Not(part) => parts.contains(part),
                    _ => false,
                };
                let all = |part: &Cond| self.counts(parts, part, true);
                let either = parts.iter().any(|part| negated(part) || all(part));
                any(either, "asks for something or its contrary")
            }),
            Cond::Not(part) => self.never(part),
            Cond::Count(test, relation, number) => {
                let cells = self.most(test)?;
                let all = (0..=cells).all(|count| relation.holds(count, usize::from(*number)));
                any(all, "every board is so")
            }
            Cond::Compare(reading, relation, Than::Reading(other)) if reading == other => {
                let same = relation.holds(0, 0);
                any(same, "it is compared with itself")
            }
            Cond::Compare(Reading::Number(..), relation, Than::Fixed(number)) => {
                let all = (0..=u16::from(u8::MAX)).all(|count| relation.holds(count, *number));
                any(all, "every number is so")
            }
            Cond::Compare(Reading::Counter(_, counter), relation, Than::Fixed(number)) => {
                let (least, most) = self.range(rules.counters.get(counter.index())?);
                let all = (least..=most).all(|count| relation.holds(count, *number));
                any(all, "the counter is always so")
            }
            Cond::Step(relation, number) => {
                let all = (1..=self.steps()?).all(|step| relation.holds(step, *number));
                any(all, "every step is so")
            }
            Cond::Turn(Who::Mover) => any(true, "it is always the mover's turn"),
            _ => None,
        }
    }

    /// Whether the counts of cells that pass the same test as one of these parts leave no number (`any` of them holds for every
    /// one, or all of them together for none).
    fn counts(&self, parts: &[Cond], part: &Cond, any: bool) -> bool {
        let Cond::Count(test, ..) = part else { return false };
        let same = parts.iter().filter_map(|part| match part {
            Cond::Count(other, relation, number) if other == test => Some((relation, *number)),
            _ => None,
        });
        let same: Vec<_> = same.collect();
        let Some(cells) = self.most(test).filter(|_| same.len() > 1) else { return false };
        let holds = |count: usize| {
            let one =
                |(relation, number): &(&Relation, u16)| relation.holds(count, usize::from(*number));
            if any { same.iter().any(one) } else { same.iter().all(one) }
        };
        (0..=cells).all(|count| holds(count) == any)
    }

    /// On how many cells of a board a test passes at most, if that can be told.
    fn most(&self, test: &Test) -> Option<usize> {
        match self.ground {
            Some(ground) => Some(ground.most(test)),
            None if !check::possible(test) => Some(0),
            None => {
                let size = self.rules.board.size?;
                Some(usize::from(size.width) * usize::from(size.height))
            }
        }
    }

    /// Between which numbers a counter stays.
    fn range(&self, rule: &CounterRule) -> (u16, u16) {
        // Counters that ask for one another are not followed.
        let counter = |part: &Cond| matches!(part, Cond::Compare(Reading::Counter(..), ..));
        let can = |when: &Option<Spanned<Cond>>| {
            when.as_ref().is_some_and(|Spanned { value: when, .. }| {
                visit::asks(when, &counter) || self.never(when).is_none()
            })
        };
        let start = u16::from(rule.start);
        let each = rule.up.is_none() && rule.down.is_none();
        let most = if each || can(&rule.up) { u16::from(u8::MAX) } else { start };
        // What a position tells of it may be less than its start.
        let read = self.rules.format.fields().any(|(field, _)| {
            matches!(field, Field::Counter(counter) if self.rules.counters.get(counter.index()) == Some(rule))
        });
        let least = if read || can(&rule.down) { 0 } else { start };
        (least, most)
    }

    /// How many steps a turn has at most, if that can be told.
    fn steps(&self) -> Option<u16> {
        let turn = &self.rules.turn;
        if turn.again.is_some() || turn.skip.is_some() {
            return None;
        }
        let order = &turn.order;
        let run = |first: usize| {
            (1..=order.len())
                .take_while(|by| order[(first + by) % order.len()] == order[first])
                .count()
                + 1
        };
        let most = (0..order.len()).map(|first| run(first).min(order.len())).max()?;
        u16::try_from(most.max(1)).ok()
    }

    /// Whether some walk can capture.
    fn captures(&self) -> bool {
        let moves = self.rules.kinds.iter().flat_map(|kind| &kind.moves);
        moves.chain(&self.rules.actions).any(|rule| takes(self.rules, &rule.walk))
    }

    /// Why no move is all of what is asked of it.
    fn no_such_move(&self, parts: &[Cond]) -> Option<String> {
        let name = parts.iter().find_map(|part| match part {
            Cond::By(name) => Some(*name),
            _ => None,
        })?;
        let of = |kinds: &[Kind], moves: &dyn Fn(&MoveRule) -> bool| {
            let kinds = kinds.iter().filter_map(|kind| self.rules.kinds.get(kind.index()));
            kinds.flat_map(|kind| &kind.moves).any(moves)
        };
        let called = self.rules.move_names.get(usize::from(name.0))?;
        let named = |rule: &MoveRule| rule.name == name;
        parts.iter().find_map(|part| match part {
            Cond::Captured => {
                let moves = self.rules.kinds.iter().flat_map(|kind| &kind.moves);
                let mut named = moves.chain(&self.rules.actions).filter(|rule| named(rule));
                let none = named.all(|rule| !takes(self.rules, &rule.walk));
                none.then(|| format!("no move `{called}` captures anything"))
            }
            Cond::Moved(kinds) if !of(kinds, &named) => {
                Some(format!("no such piece has a move `{called}`"))
            }
            _ => None,
        })
    }

    /// Whether a piece of that kind can be in a hand: captured, or there as a position tells.
    fn comes_to_hand(&self, kind: Kind) -> bool {
        let told = self.rules.format.fields().any(|(field, _)| field == Field::Hands);
        let captured = self.rules.captures_to_hand();
        told || captured && self.rules.kinds.iter().any(|rule| rule.hand == Some(kind))
    }
}

/// Whether one condition holds wherever another does, as far as their parts tell.
fn follows(when: &Cond, from: &Cond) -> bool {
    if when == from {
        return true;
    }
    match (when, from) {
        (Cond::Any(parts), _) => parts.iter().all(|part| follows(part, from)),
        (_, Cond::All(wanted)) => wanted.iter().all(|wanted| follows(when, wanted)),
        (_, Cond::Any(wanted)) if wanted.iter().any(|wanted| follows(when, wanted)) => true,
        (Cond::All(parts), _) => parts.iter().any(|part| follows(part, from)),
        (Cond::Count(of, relation, number), Cond::Count(test, other, most)) => {
            of == test && implies((*relation, *number), (*other, *most))
        }
        (
            Cond::Compare(reading, relation, Than::Fixed(number)),
            Cond::Compare(known, other, Than::Fixed(most)),
        ) => reading == known && implies((*relation, *number), (*other, *most)),
        _ => false,
    }
}

/// Whether all numbers that stand so to one number stand so to another.
fn implies<N>((relation, number): (Relation, N), (other, most): (Relation, N)) -> bool
where
    N: Copy + Into<i64>,
{
    let (number, most): (i64, i64) = (number.into(), most.into());
    // Beyond both of them nothing changes any more.
    let range = number.min(most) - 1..=number.max(most) + 1;
    range.into_iter().all(|count| !relation.holds(count, number) || other.holds(count, most))
}
