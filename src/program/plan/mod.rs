//! Rules → a plan: what is looked up instead of walked.
//!
//! Rules have a plan if every walk of theirs has [trails](super::trail) and every condition asks only what
//! can be told from sets of cells. The moves of a kind are then a few [shapes](shape::Shape) and some
//! moves by themselves; prohibitions on cells left open to capture are [dangers](danger::Danger), from
//! which pins and evasions are found without trying moves. No kind is known by name.

mod after;
mod aim;
mod asked;
mod content;
mod counting;
mod course;
mod danger;
mod distinct;
mod drawn;
mod enclosed;
mod fact;
mod fill;
mod forbid;
mod gauge;
mod goal;
mod heed;
mod hop;
mod kinds;
mod lines;
mod march;
mod net;
mod phase;
mod places;
mod prefer;
mod quarter;
mod rows;
mod score;
mod sequel;
mod shape;
mod shift;
mod sight;
mod slide;
mod stride;
mod tail;
mod truce;
mod ways;

pub(crate) use after::Deed;
pub(crate) use aim::{Aims, Far};
pub(crate) use content::{Content, Contents, Joins};
pub(crate) use counting::{Counting, Tick};
pub(crate) use course::Course;
pub(crate) use danger::Danger;
pub(crate) use drawn::{Drawn, Parts};
pub(crate) use enclosed::Enclosed;
use fact::Asker;
pub(crate) use fact::{Fact, Where};
pub(crate) use fill::{Bar, End, Fill, Room, Track, Turn};
pub(crate) use forbid::Forbid;
use forbid::named;
pub(crate) use gauge::Gauge;
pub(crate) use goal::{Goal, Join, Row, Shut, Whole};
pub(crate) use hop::{Hop, Hops, Rung};
pub(crate) use kinds::{Becomes, Group, Loose, Moves, Ready};
pub(crate) use march::{Halt, KEPT, March, Stop};
pub(crate) use net::Net;
pub(crate) use phase::{Phase, Start, Take};
pub(crate) use places::Place;
pub(crate) use prefer::Preference;
pub(crate) use quarter::Quarter;
use rows::Rows;
use score::Score;
pub(crate) use sequel::{Each, Ray, Sequel};
pub(crate) use shape::Shape;
pub(crate) use shift::Shift;
use sight::Scope;
pub(crate) use sight::{Run, Sight};
pub(crate) use slide::Slide;
pub(crate) use stride::Stride;
pub(crate) use tail::Tail;
pub(crate) use truce::Truce;

use super::check::View;
use super::cond::CondCode;
use super::set::Set;
use super::trail::Finder;
use super::{Program, Winner};
use crate::index::{Kind, MoveName, Player};
use crate::rules::Rules;

/// Rules planned for boards of one size.
#[derive(Debug)]
pub(crate) struct Plan<S> {
    /// The sets of pieces that it asks of.
    pub contents: Contents,
    /// The cells of the board.
    pub cells: S,
    /// What is planned for each player.
    pub sides: Vec<Side<S>>,
    /// Lines of so many plies, in games without a past, may ask what positions have been there.
    pub plies: u32,
    /// Whether it tells that then.
    pub tells_past: bool,
    /// Whether it tells how games end.
    pub plays: bool,
    /// Among what a move of a random game is drawn, if moves are not counted before.
    pub drawn: Option<Drawn<S>>,
    /// Whether that depends on what positions have been there.
    pub remembers: bool,
    /// What games come to in which pieces are only ever added.
    pub fill: Option<Fill<S>>,
    /// What games come to in which pieces only stride.
    pub march: Option<March<S>>,
    /// What games come to in which nothing is done but the moves of phases.
    pub course: Option<Course<S>>,
    /// Whether what a move captures leaves the board when it is over.
    pub captures_last: bool,
    /// Between two cells what a piece goes over, by table: `from * cells + to`.
    pub between: Vec<Box<[S]>>,
    /// By goal and player, the rows that moves or tests ask for.
    pub rows: Vec<Vec<Rows<S>>>,
}

/// What is planned for one player.
#[derive(Debug)]
pub(crate) struct Side<S> {
    /// The moves of each kind.
    pub kinds: Vec<Moves<S>>,
    /// The slides of all kinds that do nothing else.
    pub slides: Vec<Slide<S>>,
    /// The pieces of those kinds.
    pub sliders: Content,
    /// The placements.
    pub places: Vec<Place<S>>,
    /// All moves, if they are those of the phases of a game: there are no others then.
    pub phases: Vec<Phase<S>>,
    /// All moves, if they are nothing but shifts of pieces.
    pub strides: Option<Vec<Stride<S>>>,
    /// The goals, but for those that sets do not tell.
    pub goals: Vec<Option<Goal<S>>>,
    /// The scores, but for those that sets do not tell.
    pub scores: Vec<Option<Score<S>>>,
    /// What may not be left open.
    pub dangers: Vec<Danger<S>>,
    /// What his own pieces may not aim at.
    pub truces: Vec<Truce<S>>,
    /// What his royal pieces are in, where they are attacked.
    pub attack: Option<Danger<S>>,
    /// The other prohibitions: on moves of these names, or on every one.
    pub forbids: Vec<Forbid<S>>,
    /// Whether some dangers are such only where more holds.
    pub excused: bool,
    /// Whether nothing but dangers may be left open, and those are told by where his pieces stand, and where any do.
    pub plainly: bool,
    /// Whether some moves must be made to know whether they leave something open.
    pub tests: bool,
    /// Whether what may not be so after a move is also about the moves that there are then.
    pub lists: bool,
    /// Whether moves must be listed to choose one: what must be or may not be is not about placements alone.
    pub listed: bool,
    /// What holds of the moves that must be made.
    pub must: Option<Fact<S>>,
    /// By what moves are preferred to others.
    pub prefer: Vec<Preference<S>>,
    /// Whether some moves go on from where they end.
    pub hops: bool,
    /// Whether, where there are such, only those are made.
    pub hops_first: bool,
    /// The endings that a count stops at, but for those that only hold where no move is.
    pub endings: Vec<Fact<S>>,
    /// All endings, where games can be played.
    pub ends: Vec<Fact<S>>,
    /// Which of them only hold where the player has no move, and whether all do.
    pub last: Vec<bool>,
    pub stuck_only: bool,
    /// Who wins by each of them.
    pub winners: Vec<Winner>,
    /// When each counter changes.
    pub counters: Vec<Counting<S>>,
    /// By name, how moves of that name change them, if nothing but that is asked.
    pub ticks: Option<Box<[Box<[Tick]>]>>,
    /// Whether what he must or may not do asks for the number in a slot.
    pub asks_slots: bool,
}

impl<S> Side<S> {
    /// Whether only trying tells of some placements whether they can be made.
    fn tries(&self) -> bool {
        self.places.iter().any(|place| place.tried)
    }

    /// Whether there is nothing else to do then.
    fn tries_alone(&self) -> bool {
        let alone = self.places.len() == 1 && self.kinds.iter().all(|kind| !kind.moves);
        !self.tries() || alone && self.must.is_none()
    }

    /// Whether moves change no other cells than those where a piece goes or is put: only of such are dangers told.
    fn is_brief(&self) -> bool {
        let mut groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        self.places.iter().all(|place| place.sequel.is_empty() && place.turns.is_empty())
            && groups.all(|group| group.tail.is_none())
    }

    /// Whether nothing more is asked of moves if they are those of phases.
    fn is_sorted(&self) -> bool {
        let asked = self.listed || !self.truces.is_empty() || !self.forbids.is_empty();
        self.phases.is_empty() || self.is_free() && !asked
    }

    /// Whether anything may be left open, and nothing must be done.
    fn is_free(&self) -> bool {
        self.dangers.is_empty() && self.must.is_none()
    }
}

/// The moves of each kind, and the placements.
type Sorts<S> = (Vec<Moves<S>>, Vec<Place<S>>);

impl<S: Set> Plan<S> {
    /// The plan of rules for boards of that size, which `program` was made for; `None` if there is none.
    pub fn new(rules: &Rules, program: &Program) -> Option<Self> {
        if program.cells > S::CELLS {
            return None;
        }
        let graph = rules.graph(program.size());
        let (layout, looks) = (rules.layout(program.size()), rules.looks());
        let neutral: Vec<bool> = rules.kinds.iter().map(|rule| rule.neutral).collect();
        let players = rules.players.len();
        let views: Vec<View<'_>> = (0..players)
            .map(|mover| View::new(rules, &graph, &layout, &looks, Player::at(mover)))
            .collect();
        let mut plan = Plan {
            contents: Contents::default(),
            cells: graph.all().fold(S::NONE, |cells, cell| cells | S::one(cell.index())),
            sides: Vec::new(),
            plies: u32::MAX,
            tells_past: true,
            plays: true,
            drawn: None,
            remembers: false,
            fill: None,
            march: None,
            course: None,
            captures_last: rules.turn.captures_last,
            between: Vec::new(),
            rows: Vec::new(),
        };
        for mover in (0..players).map(Player::at) {
            let asker = Asker { program, rules, views: &views, neutral: &neutral, mover, depth: 0 };
            let side = plan.moves(asker)?;
            plan.sides.push(side);
        }
        for mover in (0..players).map(Player::at) {
            let asker = Asker { program, rules, views: &views, neutral: &neutral, mover, depth: 0 };
            plan.sides[mover.index()].attack = Some(plan.attack(rules, asker.view())?);
            plan.forbids(asker)?;
            plan.rest(asker)?;
        }
        plan.plays &= plan.tells_past;
        plan.settle_hops(rules, program)?;
        plan.watch(|side| &mut side.endings);
        plan.watch(|side| &mut side.ends);
        plan.find_wary();
        plan.find_slides();
        for side in &mut plan.sides {
            side.strides = stride::strides(side, &plan.contents);
        }
        plan.forget_counters();
        plan.fill = plan.fill(program);
        plan.march = plan.march(program);
        plan.course = plan.course(program);
        plan.drawn = plan.drawn(program);
        let told = plan.sides.iter().all(Side::tries_alone)
            && (plan.sides.iter().all(Side::is_brief) || plan.sides.iter().all(Side::is_free))
            && plan.sides.iter().all(Side::is_sorted);
        (told && plan.safe_is_danger()).then_some(plan)
    }

    /// Whether random games ask for nothing but what stands where, and the counters.
    fn plays_plainly(&self, program: &Program) -> bool {
        let plain = program.pass.is_none() && program.layout.marks().next().is_none();
        plain && self.plays && !self.remembers
    }

    /// A player's moves and goals.
    fn moves(&mut self, asker: Asker<'_>) -> Option<Side<S>> {
        let Asker { rules, program, neutral, .. } = asker;
        let view = asker.view();
        let mut finder = Finder::new(view, neutral);
        let contents = self.contents.clone();
        let (kinds, places, phases) = match self.sorts(rules, view, &mut finder) {
            Some((kinds, places)) => (kinds, places, Vec::new()),
            None => {
                self.contents = contents;
                let kinds = (0..rules.kinds.len()).map(Kind::at).map(|kind| {
                    kinds::moves(kind, &[], &[], view, &mut finder, &mut self.contents, false)
                });
                let kinds = kinds.collect::<Option<_>>()?;
                (kinds, Vec::new(), self.phases(asker, &mut finder)?)
            }
        };
        // The order of moves is that of the paths that tell them.
        self.plays &= !kinds.iter().any(|kind| kind.forked);
        let mut scope = Scope::new(&mut self.contents, self.cells, view);
        let goals = program.sides[view.mover.index()].goals.iter();
        let goals = goals.map(|goal| Goal::new(goal, program, &mut scope)).collect();
        let scores = program.sides[view.mover.index()].scores.iter();
        let scores = scores.map(|score| Score::new(score, &mut scope)).collect();
        let given = phases.iter().flat_map(|phase| &phase.given);
        Some(Side {
            asks_slots: given.into_iter().any(Fact::asks_slots),
            kinds,
            slides: Vec::new(),
            sliders: Content(0),
            places,
            phases,
            strides: None,
            goals,
            scores,
            dangers: Vec::new(),
            truces: Vec::new(),
            attack: None,
            forbids: Vec::new(),
            excused: false,
            plainly: false,
            tests: false,
            lists: false,
            listed: program.sides[view.mover.index()].must.is_some(),
            must: None,
            prefer: Vec::new(),
            hops: false,
            hops_first: false,
            endings: Vec::new(),
            ends: Vec::new(),
            last: Vec::new(),
            stuck_only: false,
            winners: Vec::new(),
            counters: Vec::new(),
            ticks: None,
        })
    }

    /// A player's moves of all kinds and placements; `None` if they are of other sorts.
    fn sorts(
        &mut self,
        rules: &Rules,
        view: &View<'_>,
        finder: &mut Finder<'_, '_>,
    ) -> Option<Sorts<S>> {
        let chained = hop::names(rules);
        let kinds = (0..rules.kinds.len()).map(Kind::at).map(|kind| {
            let moves = if rules.turn.pieces { &rules.kinds[kind.index()].moves[..] } else { &[] };
            let routes = rules.turn.routes_differ;
            kinds::moves(kind, moves, &chained, view, finder, &mut self.contents, routes)
        });
        let kinds = kinds.collect::<Option<Vec<_>>>()?;
        let mut places = Vec::new();
        let mut scope = Scope::new(&mut self.contents, self.cells, view);
        for rule in &rules.actions {
            let routes = rules.turn.routes_differ;
            places.extend(places::places(rule, view, finder, &mut scope, routes)?);
        }
        Some((kinds, places))
    }

    /// What a player may not do.
    fn forbids(&mut self, asker: Asker<'_>) -> Option<()> {
        let Asker { rules, program, .. } = asker;
        let (view, side) = (asker.view(), asker.mover.index());
        for (forbid, code) in rules.forbids.iter().zip(&program.sides[side].forbids) {
            let names = named(&forbid.when.value);
            let danger = match names {
                Some(_) => None,
                None => self.danger(code, asker),
            };
            let danger = danger.filter(|danger| self.sides[side].tells(danger));
            if let Some(danger) = danger {
                self.sides[side].dangers.push(danger);
            } else if let Some(truce) = self.truce(code, rules, view) {
                self.sides[side].truces.push(truce);
            } else {
                let fact = self.fact(code, asker)?;
                self.tells_past &= !fact.asks_keys();
                self.remembers |= fact.asks_past();
                let side = &mut self.sides[side];
                side.asks_slots |= fact.asks_slots();
                let groups = side.kinds.iter().flat_map(|kind| &kind.groups);
                let loose = side.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
                let mut moves = groups.map(|group| group.name).chain(loose.map(|one| one.name));
                let spared = |names: &Vec<MoveName>| moves.all(|name| !names.contains(&name));
                side.listed |= program.pass.is_some()
                    || !names.as_ref().is_some_and(spared)
                    || side.places.iter().any(|place| !place.turns.is_empty());
                let kept = side.keeps(&fact, self.cells, &self.contents, view);
                let attacks = fact.says_attacked();
                side.forbids.push(Forbid { names, fact, kept, attacks });
            }
        }
        self.sides[side].settle_tests(&self.contents);
        Some(())
    }

    /// What a player must do, when his counters change, and how the game ends at his turn.
    fn rest(&mut self, asker: Asker<'_>) -> Option<()> {
        let Asker { program, mover, .. } = asker;
        let code = &program.sides[mover.index()];
        if let Some(must) = &code.must {
            let must = self.fact(must, asker).filter(|_| must.of_move())?;
            self.sides[mover.index()].asks_slots |= must.asks_slots();
            self.sides[mover.index()].must = Some(must);
        }
        for measure in &code.prefer {
            let measure = Preference::new(measure, self, asker)?;
            self.sides[mover.index()].prefer.push(measure);
        }
        self.counting(asker)?;
        for (when, winner, counts) in &code.endings {
            if *counts {
                let ending = self.fact(when, asker)?;
                if program.pass.is_some() || !ending.says_stuck(1 << mover.0) {
                    self.sides[mover.index()].endings.push(ending);
                }
            }
            let told = match winner {
                Winner::Extreme(_, score) => {
                    self.sides.iter().all(|side| side.scores[score.index()].is_some())
                }
                Winner::Nobody | Winner::Player(_) => true,
            };
            // What only ends games that are played does not bound the counts.
            let plies = self.plies;
            let ending = self.fact(when, asker);
            self.plies = plies;
            let Some(ending) = ending.filter(|_| told) else {
                self.plays = false;
                continue;
            };
            self.remembers |= ending.asks_past();
            self.sides[mover.index()].last.push(ending.says_stuck(1 << mover.0));
            self.sides[mover.index()].ends.push(ending);
            self.sides[mover.index()].winners.push(*winner);
        }
        let side = &mut self.sides[mover.index()];
        side.stuck_only = side.last.iter().all(|last| *last);
        Some(())
    }

    fn fact(&mut self, when: &CondCode, asker: Asker<'_>) -> Option<Fact<S>> {
        Fact::new(when, self, asker)
    }

    /// Finds how long before a goal is asked for it was asked for the last time, and was not reached.
    fn watch(&mut self, list: impl Fn(&mut Side<S>) -> &mut Vec<Fact<S>>) {
        let players = self.sides.len();
        let plain = |goal: &Option<Goal<S>>| goal.as_ref().is_some_and(Goal::is_plain);
        let plain = |side: &Side<S>| side.goals.iter().map(plain).collect();
        let plain: Vec<Vec<bool>> = self.sides.iter().map(plain).collect();
        let mut watched = vec![Vec::new(); players];
        for (side, watched) in self.sides.iter_mut().zip(&mut watched) {
            for fact in list(side) {
                fact.watched(&mut |who, goal, _| {
                    watched
                        .extend((0..players).filter(|at| who >> at & 1 != 0).map(|at| (at, goal)));
                });
            }
        }
        for (mover, side) in self.sides.iter_mut().enumerate() {
            for fact in list(side) {
                fact.watched(&mut |who, goal, ago| {
                    let known = |back: &usize| {
                        let then = &watched[(mover + players - back) % players];
                        let mut of = (0..players).filter(|at| who >> at & 1 != 0);
                        of.all(|at| then.contains(&(at, goal)) && plain[at][goal.index()])
                    };
                    *ago = (1..=players).find(known).map(|back| back as u8);
                });
            }
        }
    }
}
