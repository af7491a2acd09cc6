//! What each rule was lowered to, a line each.
//!
//! `slide orthogonal` of a piece is listed as `steps`, `pick enemy, lift, pick empty, put token` as `walked`, for it
//! `changes several cells`. The form is read off the plan that the engine goes by, the reason off the place of the
//! lowering that gave up.

use super::plan::{Danger, Drawn, Fact, Finish, Goal, Place, Plan, Refusal, Sequel, Side};
use super::set::Set;
use super::why::Why;
use super::{Planned, Program};
use crate::index::{Kind, MoveName};
use crate::rules::Rules;
use crate::source::Span;

/// A rule and its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The kind and name of a walk, the name of an action, a goal, a counter or a score, or what sort of rule it is.
    pub rule: String,
    /// The players for whom it is so, by their numbers; none if it is for all.
    pub players: Vec<usize>,
    /// What it has become.
    pub form: String,
    /// Why that is not told by sets alone: what the rule does or asks.
    pub why: Option<String>,
    /// The text that says that; without a reason, the rule. Nothing where the line is about all rules.
    pub span: Option<Span>,
}

/// A form, and why it is no better one.
type Told = (String, Option<Why>);

fn told(form: impl Into<String>) -> Told {
    (form.into(), None)
}

impl Program {
    /// What each rule was lowered to, in the order walks, actions, duties, prohibitions, counters, goals, scores,
    /// endings; then how lines of moves are counted and random games played.
    ///
    /// ```
    /// use interp::program::Program;
    /// use interp::{rules, source::Source};
    ///
    /// let text = "[board]\nsize = [3, 3]\n[players]\norder = ['x', 'o']\n[pieces]\ntoken = {}\n\
    ///             [actions]\nplace = 'pick empty, put token'\n[[end]]\nwhen = 'no empty'\ndraw = true\n\
    ///             [format]\ncase = '{board}'\nturn = 'fewest'\n\
    ///             cells = { '.' = 'empty', x = 'x token', o = 'o token' }\n\
    ///             [[verdict]]\nsay = 'Not full yet.'\nwhen = 'some empty'\n[[verdict]]\nsay = 'Full.'\n";
    /// let rules = rules::load(&Source::new("nine", text)).expect("rules");
    /// let program = Program::compile(&rules, rules.board.size.expect("a size"));
    /// let lines: Vec<_> = program.listing().into_iter().map(|line| (line.rule, line.form)).collect();
    /// assert_eq!(lines[1], ("place".into(), "placements".into()));
    /// ```
    pub fn listing(&self) -> Vec<Listed> {
        match self.planned() {
            Err(why) => vec![self.whole("every rule", (String::from("walked"), Some(*why)))],
            Ok(Planned::One(plan)) => self.lines(plan),
            Ok(Planned::Two(plan)) => self.lines(plan),
            Ok(Planned::Four(plan)) => self.lines(plan),
            Ok(Planned::Six(plan)) => self.lines(plan),
            Ok(Planned::Nine(plan)) => self.lines(plan),
        }
    }

    /// A line about all rules.
    fn whole(&self, rule: &str, (form, why): Told) -> Listed {
        let span = why.and_then(|why| why.span);
        let why = why.map(|why| why.to_string());
        Listed { rule: rule.to_owned(), players: Vec::new(), form, why, span }
    }

    fn lines<S: Set>(&self, plan: &Plan<S>) -> Vec<Listed> {
        let rules = &*self.rules;
        let size = format!("{} x {}", self.size.width, self.size.height);
        let mut lines =
            vec![self.whole("board", told(format!("{size}, sets of {} cells", S::CELLS)))];
        let mut list = |rule: String, span: Span, of: &dyn Fn(usize, &Side<S>) -> Told| {
            let each = plan.sides.iter().enumerate().map(|(player, side)| of(player, side));
            // Parts of a rule may have become the same.
            let new = grouped(&rule, span, each.collect()).into_iter();
            let new: Vec<Listed> = new.filter(|line| !lines.contains(line)).collect();
            lines.extend(new);
        };
        for (kind, rule) in rules.kinds.iter().enumerate().filter(|_| rules.turn.pieces) {
            for (at, walk) in rule.moves.iter().enumerate() {
                let name = named(rules, Some(Kind::at(kind)), walk.name);
                list(name, walk.walk.span, &|_, side| side.piece_walk(kind, at, walk.name));
            }
        }
        for (at, action) in rules.actions.iter().enumerate() {
            let name = named(rules, None, action.name);
            let lent: Vec<(usize, usize)> = plan.lent_as(at as u16).collect();
            list(name, action.walk.span, &|_, side| match lent[..] {
                [] => side.action(at as u16),
                ref lent => side.lent(lent, action.name),
            });
        }
        if let Some(must) = &rules.turn.must {
            let of = |_: usize, side: &Side<S>| match &side.must {
                Some(fact) if side.must_after => after(fact),
                _ => told("told by the move"),
            };
            list(String::from("must"), must.span, &of);
        }
        for (at, measure) in rules.turn.prefer.iter().enumerate() {
            let of = |_: usize, side: &Side<S>| match side.prefer[at].fact() {
                Some((fact, true)) => after(fact),
                _ => told("told by the move"),
            };
            list(String::from("prefer"), measure.span, &of);
        }
        for (at, forbid) in rules.forbids.iter().enumerate() {
            list(String::from("forbid"), forbid.when.span, &|_, side| side.refusal(at));
        }
        for (at, counter) in rules.counters.iter().enumerate() {
            let of = |player: usize, _: &Side<S>| self.counter(plan, player, at);
            list(format!("counter {}", counter.name.value), counter.name.span, &of);
        }
        for (at, goal) in rules.goals.iter().enumerate() {
            let of = |_: usize, side: &Side<S>| goal_of(&side.goals[at]);
            list(format!("goal {}", goal.name.value), goal.name.span, &of);
        }
        for (at, score) in rules.scores.iter().enumerate() {
            let of = |_: usize, side: &Side<S>| match &side.scores[at] {
                Ok(_) => told("cells counted"),
                Err(why) => (String::from("asked of the board"), Some(*why)),
            };
            list(format!("score {}", score.name.value), score.name.span, &of);
        }
        for (at, ending) in rules.endings.iter().enumerate().filter(|(_, ending)| !ending.claim) {
            list(String::from("end"), ending.when.span, &|_, side| side.ending(at));
        }
        lines.push(self.whole("counts", self.counts(plan)));
        lines.push(self.whole("games", self.games(plan)));
        lines
    }

    /// How a counter is kept.
    fn counter<S: Set>(&self, plan: &Plan<S>, player: usize, at: usize) -> Told {
        let side = &plan.sides[player];
        let counting = &side.counters[at];
        match side.ticks {
            _ if !plan.counts => told("not kept in random games, for nobody asks"),
            Some(_) => told("told by the move's name"),
            None if self.sides[player].counters[at].of_move() => told("told by the move"),
            None => {
                let mut all = counting.changes.iter().map(after);
                let worst = all.find(|told| told.1.is_some());
                worst.unwrap_or_else(|| told("by sets, after the move"))
            }
        }
    }

    /// How lines of moves are counted.
    fn counts<S: Set>(&self, plan: &Plan<S>) -> Told {
        let most = match plan.plies {
            plies if plies < u32::MAX && !plan.tells_past => {
                format!(", and from {plies} plies on walked")
            }
            _ => String::new(),
        };
        told(match plan.tells_all() {
            true => format!("by sets{most}"),
            false => format!("by sets, beside what is walked or asked{most}"),
        })
    }

    /// How random games are played.
    fn games<S: Set>(&self, plan: &Plan<S>) -> Told {
        if let Some(why) = plan.unplayed {
            return (String::from("walked"), Some(why));
        }
        told(match (&plan.fill, &plan.march, &plan.course, &plan.drawn) {
            _ if plan.sides.iter().any(|side| side.guesses.is_some() || side.ballots.is_some()) => {
                "what may be a move drawn, and again where it is none"
            }
            (Some(_), ..) if plan.fills_later => {
                "moves picked by number; once only placements are left, empty cells drawn"
            }
            (Some(_), ..) => "empty cells drawn",
            (_, Some(_), ..) => "steps of all pieces at once, picked by number",
            (_, _, Some(_), _) => "moves of phases, picked by number",
            (.., Some(Drawn::Places)) => "cells drawn, and again where nothing can be placed",
            (.., Some(Drawn::Parts(_))) => "two cells drawn, and again where the way is shut",
            _ if plan.sides.iter().any(|side| side.tickets.is_some()) => {
                "moves picked by number, or a way drawn and walked, and again where it does not fit"
            }
            _ if plan.sides.iter().any(|side| side.tests && side.draws_again()) => {
                "moves picked by number, and again where one leaves open what may not be left so"
            }
            _ if plan.sides.iter().any(Side::lists) => "moves listed",
            _ if plan.sides.iter().any(|side| side.calm || side.must_first) => {
                "moves picked by number, or listed where some must be made"
            }
            _ if plan.sides.iter().any(|side| side.repeats.is_some()) => {
                "moves picked by number, and again where one comes to the same as another"
            }
            _ if plan.sides.iter().any(|side| side.draws_again()) => {
                "moves picked by number, and again where one is refused"
            }
            _ => "moves picked by number",
        })
    }
}

/// The name of a walk: of its piece, if it is one's, and its own, unless it has none.
fn named(rules: &Rules, kind: Option<Kind>, name: MoveName) -> String {
    let own = rules.move_names.get(name.index()).map_or("move", String::as_str);
    match kind.and_then(|kind| rules.kinds.get(kind.index())) {
        None => own.to_owned(),
        Some(rule) if own == "move" => rule.name.value.clone(),
        Some(rule) => format!("{} {own}", rule.name.value),
    }
}

/// One line for all players for whom a rule has become the same.
fn grouped(rule: &str, span: Span, each: Vec<Told>) -> Vec<Listed> {
    let players = each.len();
    let mut lines: Vec<Listed> = Vec::new();
    for (player, (form, why)) in each.into_iter().enumerate() {
        let span = Some(why.and_then(|why| why.span).unwrap_or(span));
        let why = why.map(|why| why.to_string());
        let same = |line: &&mut Listed| (&line.form, &line.why, line.span) == (&form, &why, span);
        match lines.iter_mut().find(same) {
            Some(line) => line.players.push(player),
            None => {
                lines.push(Listed {
                    rule: rule.to_owned(),
                    players: vec![player],
                    form,
                    why,
                    span,
                });
            }
        }
    }
    for line in lines.iter_mut().filter(|line| line.players.len() == players) {
        line.players.clear();
    }
    lines
}

impl<S: Set> Side<S> {
    /// The form of a walk of a kind.
    fn piece_walk(&self, kind: usize, at: usize, name: MoveName) -> Told {
        if !self.phases.is_empty() {
            return told("moves of a phase");
        }
        let (form, why) = self.kinds[kind].form(at, name);
        let then = match &self.finish {
            _ if why.is_some() => "",
            Some(Finish { lifts: Some(_), .. }) => ", then another piece goes elsewhere",
            Some(_) => ", then a placement",
            None if !self.sequel(kind).is_empty() => ", then changes around it",
            None => "",
        };
        (form + then, why.or(self.sequel(kind).iter().find_map(Sequel::why)))
    }

    /// The form of an action.
    fn action(&self, at: u16) -> Told {
        if let Some(walked) = self.walked.iter().find(|walked| walked.action == at) {
            return (String::from("walked"), Some(walked.why));
        }
        let mut throws = self.throws.iter().flat_map(|throws| &throws.all);
        if throws.any(|throw| throw.action == at) {
            return told("numbers alone");
        }
        match self.places.iter().find(|place| place.action == at) {
            Some(place) => place.form(),
            None if self.phases.is_empty() => told("no moves"),
            None => told("moves of a phase"),
        }
    }

    /// The form of an action that is these walks of kinds.
    fn lent(&self, walks: &[(usize, usize)], name: MoveName) -> Told {
        let mut forms = walks.iter().map(|(kind, at)| self.kinds[*kind].form(*at, name));
        let found = forms.find(|(form, _)| form != "no moves");
        found.unwrap_or_else(|| told("no moves"))
    }

    /// The form of a prohibition.
    fn refusal(&self, at: usize) -> Told {
        match self.refusals[at] {
            Refusal::Dangers(first, count) => {
                let forms = self.dangers[first..][..count].iter().map(Danger::form);
                let (forms, why): (Vec<String>, Vec<Option<Why>>) = forms.unzip();
                (forms.join("; "), why.into_iter().flatten().next())
            }
            Refusal::Truce => told("attack table of one's own pieces, exact"),
            Refusal::Fact(fact) => match &self.forbids[fact] {
                forbid if forbid.mask && self.asks_masks() => told("by sets, before the move"),
                forbid => after(&forbid.fact),
            },
        }
    }

    /// The form of an ending.
    fn ending(&self, at: usize) -> Told {
        if let Some(why) = self.untold.get(&at) {
            return (String::from("walked"), Some(*why));
        }
        // Those that are not told are left out.
        let before = self.untold.range(..at).count();
        condition(&self.ends[at - before])
    }
}

impl<S: Set> Place<S> {
    /// What the placements of an action are called.
    fn form(&self) -> Told {
        let more = !self.when.is_empty() || !self.sights.is_empty() || !self.lands.is_empty();
        let given = more || !self.repels.is_empty() || self.attracts.is_some();
        let then = !self.sequel.is_empty() || self.after.is_some() && !self.fills;
        let why = self.sequel.iter().find_map(Sequel::why);
        let turned = self.turns.iter().map(|turns| turns.told.len() / 2).max().unwrap_or(0);
        let parts = [
            (self.second.is_some(), " of two pieces"),
            (self.fills, " of several pieces"),
            (self.slot.is_some(), " from the hand"),
            (self.on.is_some(), " on pieces"),
            (given, ", given more"),
            (then && why.is_none(), ", then changes around them"),
            (why.is_some(), ", then instructions around them"),
            (self.tried, ", tried"),
            (turned == 1, ", then a quarter turn"),
            (turned > 1, ", then quarter turns"),
        ];
        let parts = parts.iter().filter(|part| part.0).map(|part| part.1);
        let form = std::iter::once("placements").chain(parts).collect();
        (form, why)
    }
}

impl<S: Set> Danger<S> {
    /// What the prohibition on being captured, or seen, is called.
    fn form(&self) -> Told {
        let table = if self.attack { "attack table" } else { "table of looks" };
        let Some(only) = &self.only else { return told(format!("{table}, exact")) };
        let (then, why) = condition(only);
        (format!("{table} in excess, then {then}"), why)
    }
}

/// The form of a goal.
fn goal_of<S: Set>(goal: &Result<Goal<S>, Why>) -> Told {
    told(match goal {
        Err(why) => return (String::from("asked of the board"), Some(*why)),
        Ok(Goal::Never) => "never reached",
        Ok(Goal::Line(_)) => "rows through changed cells",
        Ok(Goal::Connect(_)) => "groups of changed cells",
        Ok(Goal::Ring(_)) => "rings around changed cells",
        Ok(Goal::Together(_)) => "one flood",
    })
}

/// The form of what is asked of the board after a move.
fn after<S: Set>(fact: &Fact<S>) -> Told {
    let (form, why) = condition(fact);
    (form + ", after the move", why)
}

/// The form of a condition.
fn condition<S: Set>(fact: &Fact<S>) -> Told {
    let mut asked = None;
    fact.visit(&mut |fact| {
        if let Fact::Asked(_, _, why) = fact {
            asked = asked.or(Some(*why));
        }
    });
    if asked.is_some() {
        return (String::from("asked of the board"), asked);
    }
    told(match () {
        () if fact.asks(&|fact| matches!(fact, Fact::Taken(..))) => "asked who captures",
        () if fact.asks(&|fact| matches!(fact, Fact::Around(..))) => {
            "asked who arrives beside them"
        }
        () if fact.leads() => "by sets one move ahead",
        () => "by sets",
    })
}
