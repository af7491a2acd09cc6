//! Rules → a plan: what is looked up instead of walked.
//!
//! Each walk is lowered by itself: to steps, if it only goes; to single moves, if it has [trails](super::trail); to hops,
//! placements or moves of phases. What no set tells is walked, that walk alone, and a condition that no set tells is
//! asked of the board. The moves of a kind are then a few [shapes](shape::Shape) and some moves by themselves;
//! prohibitions on cells left open to capture are [dangers](danger::Danger), from which pins and evasions are found
//! without trying moves. No kind is known by name.
//!
//! `slide orthogonal` becomes one group of steps along four rays from every cell. `not frozen, slide orthogonal` becomes
//! the same group, given that the cell from which a piece goes passes `not frozen`: as an attacker such a piece might
//! capture, and is asked whether it does only where a move would leave its ray open.

mod after;
mod aim;
mod around;
mod asked;
mod ballot;
mod begins;
mod behind;
mod bring;
mod content;
mod counting;
mod course;
mod danger;
mod distinct;
mod drawn;
mod early;
mod enclosed;
mod fact;
mod fill;
mod finish;
mod flood;
mod forbid;
mod form;
mod gauge;
mod given;
mod glide;
mod goal;
mod guess;
mod heed;
mod hop;
mod kinds;
mod leap;
mod lent;
mod lines;
mod march;
mod mask;
mod net;
mod phase;
mod places;
mod prefer;
mod quarters;
mod repeat;
mod room;
mod round;
mod rows;
mod score;
mod script;
mod second;
mod sequel;
mod settled;
mod several;
mod shape;
mod shift;
mod sight;
mod slide;
mod stirs;
mod stride;
mod tail;
mod taken;
mod throws;
mod tickets;
mod truce;
mod turned;
mod ways;

pub(crate) use after::Deed;
pub(crate) use aim::{Aims, Far};
pub(crate) use around::{Around, Pinch};
pub(crate) use asked::Bunch;
pub(crate) use ballot::{BALLOTS, Ballot, Ballots};
pub(crate) use begins::Begins;
pub(crate) use behind::{Behind, Done};
pub(crate) use content::{Content, Contents, Joins};
pub(crate) use counting::{Counting, Passing, Tick, Ticks};
pub(crate) use course::Course;
pub(crate) use danger::{Danger, May};
pub(crate) use drawn::{Drawn, Parts};
pub(crate) use enclosed::Enclosed;
use fact::Asker;
pub(crate) use fact::{Ago, Fact, Numbers, Where, includes};
pub(crate) use fill::{Bar, End, Fill, Put, Track, Turn};
pub(crate) use finish::Finish;
use finish::{Cut, Split};
pub(crate) use flood::Flood;
pub(crate) use forbid::Forbid;
use forbid::named;
pub(crate) use form::Refusal;
pub(crate) use gauge::Gauge;
pub(crate) use given::Given;
pub(crate) use goal::{Goal, Join, Row, Shut, Whole};
pub(crate) use guess::{GUESSES, Guess, Guesses, SORTS, Sort};
pub(crate) use hop::{Hop, Hops, Rung};
use kinds::Mover;
pub(crate) use kinds::{Becomes, Group, Known, Loose, Meanwhile, Moves, Part, Ready};
pub(crate) use march::{KEPT, March, NARROW, Same};
pub(crate) use net::Net;
pub(crate) use phase::{Goes, Phase, Start, Take};
pub(crate) use places::{Place, When};
pub(crate) use prefer::Preference;
pub(crate) use quarters::Quarters;
pub(crate) use repeat::{Repeats, Single};
pub(crate) use room::{Passes, Room};
pub(crate) use rows::Rows;
use score::Score;
pub(crate) use script::Script;
pub(crate) use second::pair_at;
pub(crate) use sequel::{Each, Look, Ray, Sequel};
pub(crate) use settled::Walked;
pub(crate) use shape::Shape;
pub(crate) use shift::Shift;
use sight::Scope;
pub(crate) use sight::{Loop, Run, Sight};
pub(crate) use slide::Slide;
pub(crate) use stirs::Stirs;
pub(crate) use stride::{Stride, Strides, Strode};
pub(crate) use tail::Tail;
pub(crate) use taken::{Leg, Taken};
pub(crate) use throws::Throws;
pub(crate) use tickets::Ticket;
pub(crate) use truce::Truce;
pub(crate) use turned::Turned;
pub(crate) use ways::Ways;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::check::{Codes, View, has};
use super::cond::CondCode;
use super::set::Set;
use super::trail::{EMPTY, Finder, NONE, join, meet};
use super::why::{Reason, Why};
use super::{Program, Winner};
use crate::index::{Cell, GoalId, Kind, MoveName, Player};
use crate::rules::{GoalRule, MoveRule, Named, Pass, Rules, Schedule, ScoreRule};

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
    /// The actions that are moves of pieces: their numbers, and those of the kinds and of the walks that these have more.
    pub lent: Vec<(u16, Kind, u16)>,
    /// Why it does not, if it does not.
    pub unplayed: Option<Why>,
    /// The slot of the turn, where players do not simply take turns.
    pub slot: Option<u16>,
    /// Whether random games need the counters.
    pub counts: bool,
    /// Whether some conditions are asked of the board as it stands, for no set tells them.
    pub asks: bool,
    /// Among what a move of a random game is drawn, if moves are not counted before.
    pub drawn: Option<Drawn<S>>,
    /// Whether that depends on what positions have been there.
    pub remembers: bool,
    /// What games come to in which pieces are only ever added.
    pub fill: Option<Fill<S>>,
    /// Whether that is so only once some actions and conditions are over for good.
    pub fills_later: bool,
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

/// So many groups of a kind's moves, or placements of a player's, have numbers of their own.
const NUMBERED: usize = 1 << 8;

/// All numbers that a slot may hold.
const ALL: Numbers = [u64::MAX; 4];

/// Pieces, cells, and how many fewer and more of the pieces may stand there after a move.
pub(crate) type Span<S> = (Content, S, [u32; 2]);

/// What is planned for one player.
#[derive(Debug)]
pub(crate) struct Side<S> {
    /// The moves of each kind.
    pub kinds: Vec<Moves<S>>,
    /// The slides of all kinds that do nothing else.
    pub slides: Vec<Slide<S>>,
    /// The pieces of those kinds.
    pub sliders: Content,
    /// The pieces of which some moves may change what a prohibition asks of.
    pub heeded: Content,
    /// What every move ends with, beside what else is told of it.
    pub finish: Option<Finish<S>>,
    /// What comes around pieces when they have moved, and by kind, which of it comes around such a piece.
    pub sequel: Vec<Sequel<S>>,
    pub followed: Vec<Range<usize>>,
    /// The cells that may be emptied behind every move, if the player's own pieces may stand there, or others that he moves.
    pub culls: Option<S>,
    /// What may be turned over around a piece that arrives, if two captures may come to the same by it.
    pub turned: Option<Turned<S>>,
    /// Where some moves must be made to know what they leave open.
    pub stirs: Option<Stirs<S>>,
    /// What his walks ask on the way.
    pub meanwhile: Vec<Fact<S>>,
    /// The placements.
    pub places: Vec<Place<S>>,
    /// The moves that are drawn, if they change nothing but numbers and are looked at before all others.
    pub throws: Option<Throws<S>>,
    /// The actions of which no set tells.
    pub walked: Vec<Walked<S>>,
    /// Whether any moves are walked.
    pub walks: bool,
    /// Whether some of a kind are, and others are not.
    pub mixed: bool,
    /// All moves, if they are those of the phases of a game: there are no others then.
    pub phases: Vec<Phase<S>>,
    /// Whether nothing refuses any of them but what masks tell.
    pub masks_phases: bool,
    /// All moves, if they are nothing but shifts of pieces.
    pub strides: Option<Strides<S>>,
    /// All moves, those too that come to the same as others, if in a random game one is drawn among them.
    pub repeats: Option<Repeats<S>>,
    /// The goals, or why sets do not tell them.
    pub goals: Vec<Result<Goal<S>, Why>>,
    /// The scores, or why sets do not tell them.
    pub scores: Vec<Result<Score<S>, Why>>,
    /// What may not be left open.
    pub dangers: Vec<Danger<S>>,
    /// What attacks others of his pieces, of which a walk asks whether they are attacked.
    pub shunned: Vec<Danger<S>>,
    /// What his own pieces may not aim at.
    pub truces: Vec<Truce<S>>,
    /// What his royal pieces are in, where they are attacked.
    pub attack: Vec<Danger<S>>,
    /// The other prohibitions: on moves of these names, or on every one.
    pub forbids: Vec<Forbid<S>>,
    /// Whether those ask of few cells what stands there.
    pub asks_few: bool,
    /// Whether some dangers are such only where more holds.
    pub excused: bool,
    /// Whether nothing but dangers may be left open, and those are told by where his pieces stand, and where any do.
    pub plainly: bool,
    /// Whether some moves must be made to know whether they leave something open.
    pub tests: bool,
    /// Whether what may not be so after a move is also about the moves that there are then.
    pub lists: bool,
    /// Whether some moves of a piece may come to the same.
    pub alike: bool,
    /// What stands on cells of which a move does not tell by itself that it changes them, as something follows that does: none
    /// of the player's own pieces and no empty cell, if it is known.
    pub follows: Option<Codes>,
    /// Whether moves must be listed to choose one: what must be or may not be is not about placements alone.
    pub listed: bool,
    /// Whether a move that is walked may come to the same as one of another piece's or as a placement.
    pub meddled: bool,
    /// Whether they must be for nothing but that some may be refused.
    pub refuses_only: bool,
    /// Whether they need be for nothing else than to know what some leave open, where the board tells if there are such.
    pub calm: bool,
    /// Which placements must be made where they can, if one of those two is so of the side wherever none can and nothing is walked.
    pub rests: Option<Vec<usize>>,
    /// How often a move of a random game is then drawn among all, and again if it is refused, before those that none refuses are
    /// listed; 0 if none is drawn so.
    pub draws: usize,
    /// To how many moves each walk from a cell may come at most, if in a random game cells are [drawn](tickets) from which to walk.
    pub tickets: Option<tickets::Tickets>,
    /// Among what his moves are [drawn](guess) in a random game, if they are.
    pub guesses: Option<Guesses>,
    /// The same of [what pieces may do](ballot) at all.
    pub ballots: Option<Ballots<S>>,
    /// How many cells a move changes at most, if that is known to be few.
    pub changes: Option<u16>,
    /// Of pieces on cells of which prohibitions ask how many there are: how many fewer and how many more there may be after a move,
    /// if what moves change is known.
    pub spans: Vec<Span<S>>,
    /// What holds of the moves that must be made.
    pub must: Option<Fact<S>>,
    /// Whether those are the ones that are drawn, and these are walked, and nothing else is: where there are any they are all that is
    /// legal, and else nothing must be made.
    pub draws_first: bool,
    /// Whether that is asked of the board after a move, and not of the move alone.
    pub must_after: bool,
    /// By what moves are preferred to others.
    pub prefer: Vec<Preference<S>>,
    /// Whether some moves go on from where they end.
    pub hops: bool,
    /// Whether these alone are found before one of all moves is picked by its number.
    pub chains: bool,
    /// Whether the moves that must be made where there are any are told apart before they are listed; and whether others than hops are
    /// such.
    pub must_first: bool,
    pub must_singly: bool,
    /// The endings that a count stops at, but for those that only hold where no move is.
    pub endings: Vec<Fact<S>>,
    /// All endings, where games can be played.
    pub ends: Vec<Fact<S>>,
    /// Which of them only hold where the player has no move, and whether all do.
    pub last: Vec<bool>,
    pub stuck_only: bool,
    /// Who wins by each of them.
    pub winners: Vec<Winner>,
    /// The verdicts, if all are told; one without a condition always holds.
    pub verdicts: Option<Vec<Option<Fact<S>>>>,
    /// When each counter changes.
    pub counters: Vec<Counting<S>>,
    /// What tells who moves next, where players do not simply take turns.
    pub passing: Option<Passing<S>>,
    /// By name, how moves of that name change them, if nothing but that is asked.
    pub ticks: Option<Box<[Box<[Tick]>]>>,
    /// The same by all that is asked of a move, if it is of nothing else.
    pub told_ticks: Option<Ticks>,
    /// Whether what he must or may not do asks for the number in a slot.
    pub asks_slots: bool,
    /// What each prohibition has become, in the order of the rules.
    pub refusals: Vec<Refusal>,
    /// The endings that are not told, by their number among all.
    pub untold: BTreeMap<usize, Why>,
}

impl<S: Set> Side<S> {
    /// What stands on cells that something which follows a move changes, if that is none of the player's own pieces and no empty
    /// cell.
    fn follows(&self, mover: Player, contents: &Contents) -> Option<Codes> {
        // What is put on empty cells with a piece is no more than what a placement does anyway.
        let places = self.places.iter().filter(|place| !place.fills);
        let deeds = self.deeds_of(places).map(|(_, deed)| &contents.codes[usize::from(deed.of.0)]);
        let loose = self.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
        let loose = loose.flat_map(|one| one.effect.after.iter().map(|after| &after.of));
        let follows = deeds.chain(loose).fold(NONE, |all, codes| join(&all, codes));
        // Of cells that are emptied wherever the piece stands it is known which they may be.
        let player = Codes::of(mover);
        let around =
            self.sequel.iter().filter(|one| one.leaves(&player) || one.everywhere().is_none());
        let sequels = self.places.iter().flat_map(|place| &place.sequel).chain(around);
        let follows = sequels.fold(follows, |all, one| join(&all, &one.touches()));
        let own = join(&Codes::of_players(1 << mover.0), &EMPTY);
        meet(&follows, &own).is_none().then_some(follows)
    }

    /// What follows moves by tables, each with the cell where such a move leads.
    fn deeds(&self) -> impl Iterator<Item = (usize, &Deed<S>)> {
        self.deeds_of(&self.places)
    }

    /// The same of these placements alone.
    fn deeds_of<'s>(
        &'s self,
        places: impl IntoIterator<Item = &'s Place<S>>,
    ) -> impl Iterator<Item = (usize, &'s Deed<S>)> {
        let groups = self.kinds.iter().flat_map(|kind| &kind.groups).map(|group| &group.after);
        let after = groups.chain(places.into_iter().map(|place| &place.after)).flatten();
        let at = after.flat_map(|after| after.iter().enumerate());
        at.flat_map(|(at, deeds)| deeds.iter().map(move |deed| (at, deed)))
    }

    /// What follows moves that no table tells.
    fn sequels(&self) -> impl Iterator<Item = &Sequel<S>> {
        self.places.iter().flat_map(|place| &place.sequel).chain(&self.sequel)
    }

    /// Whether masks tell of moves before they are made: those by which one piece comes to a cell, and leaves nothing open by what else
    /// it does.
    pub fn asks_masks(&self) -> bool {
        !self.tests && self.places.iter().all(Place::is_single)
    }

    /// The cells where moves may come to the same as others, if they begin or end there.
    #[inline]
    pub fn sinks(&self) -> S {
        self.culls.filter(|_| self.alike).unwrap_or(S::NONE)
    }

    /// How many cells a move changes at most, if it is a plain one or a placement, or one by itself.
    fn changes(&self) -> Option<u16> {
        let plain = |group: &Group<S>| group.after.is_none() && group.tail.is_none();
        let alone = |place: &Place<S>| place.sequel.is_empty() && place.after.is_none();
        let mut groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        let told = groups.all(plain) && self.places.iter().all(alone);
        let loose = self.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
        let most = loose.map(|one| one.effect.sets.len() + one.effect.after.len()).max();
        let known =
            told && self.sequel.is_empty() && !self.walks && !self.hops && self.phases.is_empty();
        let turned = 1 + self.turned(S::ALL) as usize;
        known.then_some(most.unwrap_or(0).max(2).max(turned) as u16)
    }

    /// Whether some moves come to the same on the board's cells, whatever else they change.
    pub fn overlaps(&self) -> bool {
        let pieces = |at: usize| self.places[at + 1..].iter().map(|place| place.piece);
        let mut places = self.places.iter().enumerate();
        places.any(|(at, place)| pieces(at).any(|piece| piece == place.piece))
            || self.kinds.iter().any(|kind| kind.overlaps)
    }

    /// Whether what is walked may be told by sets as well, of the same piece.
    pub fn walks_what_is_told(&self) -> bool {
        self.mixed || !self.walked.is_empty() && self.kinds.iter().any(|kind| kind.moves)
    }

    /// Whether moves are always listed to choose one.
    pub fn lists(&self) -> bool {
        self.listed && !self.refuses_only && !self.calm && !self.chains && !self.must_first
    }

    /// Whether chains of hops are all for which moves would be listed: they are found then, and all others counted.
    fn chains_alone(&self) -> bool {
        let others = self.walks || self.alike || self.meddled || self.finish.is_some();
        let refused = !self.forbids.is_empty() || !self.dangers.is_empty();
        let chosen = self.must.is_some() || !self.prefer.is_empty() || self.throws.is_some();
        self.hops
            && !others
            && !refused
            && !chosen
            && self.truces.is_empty()
            && self.phases.is_empty()
            && !self.places.iter().any(|place| place.tried)
    }

    /// What comes around a piece of a kind when it has moved.
    #[inline]
    pub fn sequel(&self, kind: usize) -> &[Sequel<S>] {
        self.followed.get(kind).map_or(&[], |of| &self.sequel[of.clone()])
    }

    /// All moves as strides, if they are such, those too that come to the same as others if one of them is drawn so.
    pub fn all_strides(&self) -> Option<&Strides<S>> {
        let repeats = self.repeats.as_ref().and_then(|repeats| repeats.strides.as_ref());
        self.strides.as_ref().or(repeats)
    }

    /// Whether all moves are strides of which those that capture are made first.
    pub fn strides_first(&self) -> bool {
        self.strides.as_ref().is_some_and(|strides| strides.captures_first)
    }

    /// Whether something follows moves that no table tells.
    fn has_sequels(&self) -> bool {
        self.sequels().next().is_some()
    }

    /// Whether a move of some piece may come to the same as one of another piece's or as a placement, and one of both is
    /// walked or put: a piece stays where it is, or what is walked does more than to go and to capture.
    fn is_meddled(&self, rules: &Rules, contents: &Contents) -> bool {
        let walks = self.kinds.iter().any(|moves| !moves.walked.is_empty());
        // One piece that is put is none of several cells that change.
        let puts = |place: &Place<S>| {
            let alone = place.changes_more() == Some(false) && place.turns.is_empty();
            let same = |moves: &Moves<S>| place.may_be_move(moves, contents);
            place.slot.is_none() && (!alone || self.kinds.iter().any(same))
        };
        let acts = self.places.iter().any(|place| place.on.is_some());
        let stays = self.kinds.iter().any(|moves| moves.staying().next().is_some());
        let mut kinds = self.kinds.iter().zip(&rules.kinds);
        stays && (walks || self.places.iter().any(puts))
            || walks && acts
            || kinds.any(|(moves, rule)| moves.walks_meddle(&rule.moves))
    }

    /// Whether all moves are told as if nothing could be left open, and only what one of them leaves so must be known of it.
    fn tests_alone(&self) -> bool {
        let unites = self.alike || self.kinds.iter().any(Moves::unites);
        self.tests
            && self.refuses_only()
            && self.truces.is_empty()
            && self.finish.is_none()
            && !unites
    }

    /// Whether nothing must be made but what is drawn, all that is walked are actions that are drawn, and no others are; and nothing
    /// is refused or preferred.
    fn draws_first(&self, rules: &Rules) -> bool {
        let drawn =
            |walked: &Walked<S>| rules.is_drawn(rules.actions[usize::from(walked.action)].name);
        let chosen = |place: &Place<S>| !rules.is_drawn(place.name);
        let mut walks = rules.kinds.iter().flat_map(|kind| &kind.moves);
        let alone = self.prefer.is_empty() && self.forbids.is_empty() && !self.hops;
        rules.turn.must.as_ref().is_some_and(|must| rules.draws(&must.value))
            && self.walked.iter().all(drawn)
            && self.kinds.iter().all(|kind| kind.walked.is_empty())
            && self.places.iter().all(chosen)
            && !walks.any(|rule| rules.is_drawn(rule.name))
            && self.phases.is_empty()
            && self.finish.is_none()
            && alone
    }

    /// Whether actions are walked, or placements given more, that may come to an end.
    fn fills_later(&self) -> bool {
        // Where looks or pieces tell as well where it may be made, conditions on the board are asked with them.
        let given = |place: &Place<S>| {
            let asked = place.sees() && place.asks_board();
            !place.when.is_empty() && !asked && !place.within
        };
        self.walks || self.places.iter().any(given)
    }
}

impl<S> Side<S> {
    /// Whether only trying tells of some placements whether they can be made.
    fn tries(&self) -> bool {
        self.places.iter().any(|place| place.tried)
    }

    /// Whether there is nothing else to do then but what is walked: several such are told apart by their names.
    fn tries_alone(&self) -> bool {
        let names: BTreeSet<MoveName> = self.places.iter().map(|place| place.name).collect();
        let single = |place: &Place<S>| {
            let alone = place.second.is_none() && place.ways() == 1;
            alone && (place.tried || place.less.is_empty())
        };
        let told = names.len() == self.places.len() && self.places.iter().all(single);
        let alone = self.places.len() == 1 || told;
        alone && self.kinds.iter().all(|kind| !kind.moves) && self.throws.is_none()
    }

    /// Whether moves change no other cells than those where a piece goes or is put: only of such are dangers told.
    fn is_brief(&self) -> bool {
        let mut groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        self.places.iter().all(Place::is_brief) && groups.all(|group| group.tail.is_none())
    }

    /// Whether moves need not be listed where none is refused, nor made to know what it leaves open.
    fn refuses_only(&self) -> bool {
        self.must.is_none() && !self.walks && self.refuses_alone()
    }

    /// The same where nothing must be made and nothing is walked.
    fn refuses_alone(&self) -> bool {
        let others = !self.prefer.is_empty() || self.hops || self.meddled;
        !others && !self.tries() && self.phases.is_empty()
    }

    /// Whether some moves must be made to know what they leave open, and that is all: such as lead where something may come around
    /// them, or into a danger that may be none.
    fn is_calm(&self) -> bool {
        let mut groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        let put = |place: &Place<S>| place.after.is_none() && place.on.is_none();
        self.tests
            && self.culls.is_none()
            && groups.all(|group| !group.stirs)
            && self.places.iter().all(put)
    }

    /// The placements that must be made, if moves need be listed for no more than others where none of them can be, and nothing is
    /// walked: only actions must be made.
    fn rests(&self, rules: &Rules) -> Option<Vec<usize>> {
        let otherwise = self.finish.is_some() || self.throws.is_some() || self.draws_first;
        let told = self.refuses_alone() && (!self.tests || self.is_calm());
        if otherwise || !told || self.must.is_none() && !self.walks {
            return None;
        }
        let must = self.must.as_ref().map_or(Some(Vec::new()), Fact::names)?;
        let moves = rules.kinds.iter().flat_map(|kind| &kind.moves);
        let apart = moves.into_iter().all(|rule| !must.contains(&rule.name));
        let places = self.places.iter().enumerate();
        let of = places.filter(|(_, place)| must.contains(&place.name));
        apart.then(|| of.map(|(at, _)| at).collect())
    }

    /// Whether some moves are given what the number in a slot tells.
    fn given_slots(&self) -> bool {
        let asks = |given: &Given<S>| matches!(given, Given::Holds(fact) if fact.asks_slots());
        let groups = self.kinds.iter().flat_map(|kind| &kind.groups);
        let loose = self.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
        let ready = loose.flat_map(|one| &one.any).flat_map(|ready| &ready.given);
        let when = self.places.iter().flat_map(|place| &place.when);
        groups.flat_map(|group| &group.given).chain(ready).any(asks)
            || when.flat_map(|when| &when.facts).any(Fact::asks_slots)
    }

    /// Whether anything may be left open, and nothing must be done.
    fn is_free(&self) -> bool {
        self.dangers.is_empty() && self.must.is_none()
    }
}

/// The moves of each kind, the placements, and the actions that are walked.
type Sorts<S> = (Vec<Moves<S>>, Vec<Place<S>>, BTreeMap<u16, Why>);

impl Rules {
    /// Whether moves of pieces are among those of these names.
    fn asks_pieces(&self, named: &Named) -> bool {
        let mut moves = self.kinds.iter().flat_map(|kind| &kind.moves);
        moves.any(|rule| named.tells(rule.name))
    }
}

/// The kinds of which a move may come to the same as one of another piece.
#[derive(Default)]
struct Several {
    /// All of them.
    same: BTreeSet<usize>,
    /// Those of which one of the two leaves its cell.
    moved: BTreeSet<usize>,
}

/// The kinds of which a move may come to the same as one of another piece: neither leaves its cell, each takes the
/// other's place, or one carries the other where it could go by itself.
fn same_by_several<S: Set>(kinds: &[Moves<S>], contents: &Contents) -> Several {
    let mut known: HashMap<_, Vec<(usize, usize, &Loose<S>)>> = HashMap::new();
    let mut found = Several::default();
    for (kind, moves) in kinds.iter().enumerate() {
        for (from, loose) in moves.changing() {
            let sets = &loose.effect.sets;
            let others = known.entry(sets).or_default();
            let of_another = |(_, at, other): &&(usize, usize, &Loose<S>)| {
                *at != from && loose.may_stand_with(other, contents)
            };
            for (other, at, _) in others.iter().filter(of_another) {
                found.same.extend([kind, *other]);
                if sets.has(Cell::at(from)) || sets.has(Cell::at(*at)) {
                    found.moved.extend([kind, *other]);
                }
            }
            others.push((kind, from, loose));
            let carried = sets.plain().filter(|(left, ..)| left.index() != from);
            if let Some((left, to, piece)) = carried {
                let goes = |other: &usize| kinds[*other].goes(left, to, piece, from);
                if let Some(other) = (0..kinds.len()).find(goes) {
                    found.same.extend([kind, other]);
                    found.moved.extend([kind, other]);
                }
            }
        }
    }
    found
}

impl<S: Set> Plan<S> {
    /// The plan of rules for boards of that size, which `program` was made for, or why there is none.
    pub fn new(rules: &Rules, program: &Program) -> Result<Self, Why> {
        let rules = &*early::looking_first(rules, program);
        // What comes behind placements is told with them as well, in games of nothing else on few sets.
        let acts = !rules.actions.is_empty();
        let ending = |at: Cut| Self::ending(rules, program, at);
        let walks = |plan: &Self| plan.sides.iter().any(|side| side.walks);
        let mut first = if acts { None } else { ending(Cut::Return) };
        if let Some(plan) = first.take_if(|plan| !walks(plan)) {
            return Ok(plan);
        }
        let plan = Self::of(rules, program, None)?;
        if !walks(&plan) {
            return Ok(plan);
        }
        let other = if acts { ending(Cut::Return) } else { first };
        let other = other.or_else(|| ending(Cut::Land));
        let other = other.or_else(|| plan.lending(rules, program));
        let fewer = other.filter(|other| other.walked_in_all() < plan.walked_in_all());
        Ok(fewer.unwrap_or(plan))
    }

    /// How many walks no set tells, of all players.
    fn walked_in_all(&self) -> usize {
        let of = |side: &Side<S>| {
            let kinds = side.kinds.iter().map(|moves| moves.walked.len());
            side.walked.len() + kinds.sum::<usize>()
        };
        self.sides.iter().map(of).sum()
    }

    /// The plan by which walks are lowered without what they end with, if sets tell all of them so.
    fn ending(rules: &Rules, program: &Program, at: Cut) -> Option<Self> {
        let split = finish::split(rules, at)?;
        let mut plan = Self::of(&split.heads, program, Some(&split)).ok()?;
        if !plan.finishes(&split.heads, program) {
            return None;
        }
        plan.find_covers(program);
        Some(plan)
    }

    /// The same, of rules that were `split` off what moves end with, if they were: what that is must come to the same.
    fn of(rules: &Rules, program: &Program, split: Option<&Split>) -> Result<Self, Why> {
        if program.cells > S::CELLS {
            return Err(Why::from(Reason::TooLarge).at(rules.board.span));
        }
        if let Some(walk) = rules.moves_of_nobody() {
            return Err(Why::from(Reason::Nobodys).at(walk));
        }
        if let Some(asked) = rules.replies_ask_past() {
            return Err(Why::from(Reason::AheadOfPast).at(asked));
        }
        // What was split off may head where nothing else does.
        let graph = program.rules.graph(program.size());
        let (layout, looks) = (rules.layout(program.size()), program.rules.looks());
        let scripts = program.rules.scripts();
        let neutral: Vec<bool> = rules.kinds.iter().map(|rule| rule.neutral).collect();
        let players = rules.players.len();
        let views: Vec<View<'_>> = (0..players)
            .map(|mover| View::new(rules, &graph, &layout, &looks, Player::at(mover)))
            .map(|view| view.with_scripts(&scripts))
            .collect();
        let mut plan = Plan {
            contents: Contents::new(rules.kinds.len()),
            cells: graph.all().fold(S::NONE, |cells, cell| cells | S::one(cell.index())),
            sides: Vec::new(),
            plies: u32::MAX,
            tells_past: true,
            plays: true,
            lent: Vec::new(),
            unplayed: None,
            slot: layout.turn_slots().map(|(slot, _)| slot as u16),
            counts: true,
            asks: false,
            drawn: None,
            remembers: false,
            fill: None,
            fills_later: false,
            march: None,
            course: None,
            captures_last: rules.turn.captures_last,
            between: Vec::new(),
            rows: Vec::new(),
        };
        plan.find_rows(rules, program);
        let ends = split.map_or(&[][..], |split| &split.ends);
        let finishes = plan.find_finishes(split, &views, &neutral)?;
        let asker = |mover| {
            let (neutral, marks) = (&neutral, false);
            Asker { program, rules, views: &views, neutral, mover, depth: 0, marks }
        };
        let mut asked_meanwhile = Vec::new();
        for (mover, (finish, sequels)) in (0..players).map(Player::at).zip(finishes) {
            let asker = asker(mover);
            let kinds = split.map_or(&[][..], |split| &split.kinds);
            let (sequel, followed) = finish::by_kind(sequels, kinds);
            let (side, asked) = plan.moves(asker, split.is_some());
            asked_meanwhile.push(asked);
            let mut side = Side { finish, sequel, followed, ..side };
            side.find_culls(mover);
            let mut scope = Scope::new(&mut plan.contents, plan.cells, asker.view());
            side.find_turned(rules.turn.routes_differ, &mut scope);
            if split.is_some_and(|split| split.actions) && !side.sequel.is_empty() {
                side.find_place_ends(ends, &mut scope).ok_or(Reason::Strict)?;
            }
            plan.sides.push(side);
        }
        for (mover, asked) in (0..players).map(Player::at).zip(asked_meanwhile) {
            let asker = asker(mover);
            plan.sides[mover.index()].attack = plan.attack(asker);
            let asked = asked.iter().map(|when| plan.fact(when, asker));
            plan.sides[mover.index()].meanwhile = asked.collect::<Result<_, _>>()?;
            plan.forbids(asker)?;
            plan.sides[mover.index()].shunned = plan.shunned(asker);
            plan.rest(asker)?;
        }
        if !plan.tells_past {
            plan.leave_games(Reason::Past.into());
        }
        plan.settle_walks(rules, program, &views);
        plan.settle_hops(rules, program);
        plan.narrow_walks(rules, &views);
        let passing = plan.sides.iter().flat_map(|side| &side.passing);
        let never = |fact: &Fact<S>| matches!(fact, Fact::Any(none) if none.is_empty());
        let skips = !passing.map(|passing| &passing.skip).all(never);
        for side in &mut plan.sides {
            side.draws_first = side.draws_first(rules);
            if split.is_none() {
                side.find_throws(rules, program, skips);
            }
        }
        for side in &mut plan.sides {
            side.changes = side.changes();
            side.spans = side.spans(&plan.contents);
            side.kinds.iter_mut().for_each(|moves| moves.mixed = moves.is_mixed());
            side.mixed = side.kinds.iter().any(|moves| moves.mixed);
            side.refuses_only = !side.tests && side.refuses_only();
            side.calm = side.refuses_only() && side.is_calm();
            side.rests = side.rests(rules);
            side.masks_phases = side.masks_phases();
            side.listed |= side.must.is_some() && !side.draws_first;
            side.asks_slots |= side.given_slots();
        }
        match layout.schedule() {
            None => {
                plan.watch(|side| &mut side.endings);
                plan.watch(|side| &mut side.ends);
            }
            Some(schedule) => {
                plan.watch_at(schedule, |side| &mut side.endings);
                plan.watch_at(schedule, |side| &mut side.ends);
            }
        }
        plan.find_stirring(&views);
        plan.find_wary();
        plan.find_slides();
        // What a move is drawn of is told by the board alone. Who may pass though he has moves may do so by number.
        let plain = !program.weighs && !matches!(program.pass, Some(Pass::Free(_)));
        let slots = layout.len() > program.cells;
        for (player, side) in plan.sides.iter_mut().enumerate() {
            side.chains = side.chains_alone();
            side.strides = Strides::new(side, &plan.contents, slots);
            if plain && !program.draws_from_lists {
                let mover = Player::at(player);
                side.repeats = Repeats::new(side, mover, &plan.contents, slots);
            }
        }
        plan.counts = plan.needs_counters();
        let ended = split.is_some();
        if !ended {
            plan.fills_later = plan.sides.iter().any(Side::fills_later);
            plan.fill = plan.fill(program);
        }
        for side in plan.sides.iter_mut().filter(|_| plain) {
            let asks_board = side.forbids.iter().all(|forbid| !forbid.fact.asks_past());
            let refuses = side.listed && side.refuses_only;
            let tests = asks_board && !program.draws_from_lists && side.tests_alone();
            let again = refuses || tests || side.repeats.is_some();
            side.draws = if again { side.most_draws() } else { 0 };
        }
        plan.sides.iter_mut().flat_map(|side| &mut side.kinds).for_each(Moves::find_starts);
        if plain && plan.fill.is_none() {
            plan.find_tickets(rules, program, &views);
        }
        if !ended {
            plan.drawn = plan.drawn(program);
        }
        if !rules.by_rule() {
            plan.march = plan.march(program, &graph);
        }
        if !ended && !rules.by_rule() {
            plan.course = plan.course(program);
        }
        if plain && !ended {
            plan.find_guesses(program);
        }
        plan.find_ballots(program);
        Ok(plan)
    }

    /// Leaves random games to be walked.
    fn leave_games(&mut self, why: Why) {
        self.plays = false;
        self.unplayed.get_or_insert(why);
    }

    /// Whether sets tell all that a count asks for.
    pub fn tells_all(&self) -> bool {
        !self.asks && !self.sides.iter().any(|side| side.walks)
    }

    /// Whether random games ask for nothing but what stands where, and the counters.
    fn plays_plainly(&self, program: &Program) -> bool {
        self.plays_on(program) && !self.sides.iter().any(|side| side.walks)
    }

    /// The same, once nothing is walked any more.
    fn plays_on(&self, program: &Program) -> bool {
        let plain = program.pass.is_none() && program.layout.marks().next().is_none();
        let throws = self.sides.iter().any(|side| side.throws.is_some());
        plain && self.plays && !self.remembers && !throws
    }

    /// A player's moves and goals, and what his walks ask on the way.
    fn moves(&mut self, asker: Asker<'_>, ends_later: bool) -> (Side<S>, Vec<CondCode>) {
        let Asker { program, neutral, .. } = asker;
        let view = asker.view();
        let mut finder = Finder::new(view, neutral);
        finder.ends_later = ends_later;
        let turn = &asker.rules.turn;
        // What stands on top of others has captured none of them.
        finder.rises = asker.rules.board.stack > 1 && turn.must.is_none() && turn.prefer.is_empty();
        let contents = self.contents.clone();
        let (mut kinds, mut places, mut walked) = self.sorts(asker, &mut finder);
        let mut walks = !walked.is_empty() || kinds.iter().any(|kind| !kind.walked.is_empty());
        let mut phases = Vec::new();
        if walks && asker.rules.board.stack == 1 {
            // What is done to pieces on the board stands beside phases: no move of theirs comes to the same.
            let others = places.iter().filter(|place| !place.changes_piece_alone());
            let others: BTreeSet<u16> = others.map(|place| place.action).collect();
            let kept = |place: &Place<S>| !others.contains(&place.action);
            let acts: BTreeSet<u16> =
                places.iter().filter(|place| kept(place)).map(|place| place.action).collect();
            let sorted = self.contents.clone();
            if acts.is_empty() {
                self.contents = contents;
            }
            match self.phases(asker, &mut finder, &acts) {
                Some(found) => {
                    phases = found;
                    places.retain(kept);
                    (walked, walks) = (BTreeMap::new(), false);
                    kinds = self.kinds(asker, &mut finder, |_| &[], &[]);
                }
                None => self.contents = sorted,
            }
        }
        // The order of moves is that of the paths that tell them: of several ways the first one that can be gone.
        let safely = |one: &Loose<S>| one.any.iter().any(|ready| !ready.safe.is_empty());
        let untold =
            |one: &Loose<S>| !one.paths.is_empty() && (asker.rules.board.stack > 1 || safely(one));
        if kinds.iter().flat_map(|kind| kind.loose.iter().flatten()).any(untold) {
            self.leave_games(Reason::Paths.into());
        }
        let mut scope = Scope::new(&mut self.contents, self.cells, view);
        let goals = program.sides[view.mover.index()].goals.iter().zip(&asker.rules.goals);
        let goal = |(code, rule): (&_, &GoalRule)| {
            let goal = Goal::new(code, program, &mut scope);
            goal.map_err(|why| why.at(rule.name.span))
        };
        let goals = goals.map(goal).collect();
        let scores = program.sides[view.mover.index()].scores.iter().zip(&asker.rules.scores);
        let score = |(code, rule): (&_, &ScoreRule)| {
            Score::new(code, &mut scope).map_err(|why| why.at(rule.name.span))
        };
        let scores = scores.map(score).collect();
        let given = phases.iter().flat_map(|phase| &phase.given);
        let asks_slots = given.into_iter().any(Fact::asks_slots);
        let walked = self.walked(&walked, asker, &mut finder);
        let side = Side {
            asks_slots,
            meanwhile: Vec::new(),
            kinds,
            slides: Vec::new(),
            sliders: Content(0),
            heeded: Content(0),
            finish: None,
            sequel: Vec::new(),
            followed: Vec::new(),
            culls: None,
            turned: None,
            stirs: None,
            places,
            throws: None,
            walked,
            walks,
            mixed: false,
            alike: false,
            follows: None,
            phases,
            masks_phases: false,
            strides: None,
            repeats: None,
            goals,
            scores,
            dangers: Vec::new(),
            shunned: Vec::new(),
            truces: Vec::new(),
            attack: Vec::new(),
            forbids: Vec::new(),
            asks_few: false,
            excused: false,
            plainly: false,
            tests: false,
            lists: false,
            meddled: false,
            listed: false,
            refuses_only: false,
            calm: false,
            rests: None,
            draws: 0,
            tickets: None,
            guesses: None,
            ballots: None,
            changes: None,
            spans: Vec::new(),
            must: None,
            draws_first: false,
            must_after: false,
            prefer: Vec::new(),
            hops: false,
            chains: false,
            must_first: false,
            must_singly: false,
            endings: Vec::new(),
            ends: Vec::new(),
            last: Vec::new(),
            stuck_only: false,
            winners: Vec::new(),
            verdicts: None,
            counters: Vec::new(),
            passing: None,
            ticks: None,
            told_ticks: None,
            refusals: Vec::new(),
            untold: BTreeMap::new(),
        };
        (side, finder.asked_meanwhile())
    }

    /// A player's moves of all kinds, and placements.
    fn sorts<'v>(&mut self, asker: Asker<'v>, finder: &mut Finder<'v, 'v>) -> Sorts<S> {
        let Asker { rules, program, .. } = asker;
        let (view, routes) = (asker.view(), rules.turn.routes_differ);
        let moves = |kind: Kind| match rules.turn.pieces {
            true => &rules.kinds[kind.index()].moves[..],
            false => &[],
        };
        let chained = hop::names(rules);
        let mut kinds = self.kinds(asker, finder, moves, &chained);
        // A piece that becomes another goes on as that: either the hops of all kinds are told, or none are.
        let hops = |kind: usize| {
            let mut moves = moves(Kind::at(kind)).iter();
            moves.any(|rule| chained[kind].contains(&rule.name))
        };
        if (0..kinds.len()).any(|kind| hops(kind) && kinds[kind].hops.is_none()) {
            for (kind, found) in kinds.iter_mut().enumerate().filter(|(kind, _)| hops(*kind)) {
                found.walk_for(moves(Kind::at(kind)), Reason::WithOthers);
            }
        }
        // What is captured of a tower is counted piece by piece.
        if rules.board.stack > 1 && !rules.turn.prefer.is_empty() {
            for (kind, found) in kinds.iter_mut().enumerate() {
                found.walk_for(moves(Kind::at(kind)), Reason::Towers);
            }
        }
        if !rules.turn.routes_differ {
            let Several { same, moved } = same_by_several(&kinds, &self.contents);
            for kind in same {
                kinds[kind].shares = !kinds[kind].alike && !moved.contains(&kind);
                kinds[kind].alike = true;
            }
        }
        // What is found twice is one move: which of its names it keeps is told where all its ways are walked.
        let named = &program.named;
        let of_any = rules.asks_pieces(named);
        for (moves, kind) in kinds.iter_mut().zip(&rules.kinds) {
            // Neither are two moves one that change the same, if one of them is drawn.
            let drawn = kind.moves.iter().any(|rule| rules.is_drawn(rule.name));
            if drawn {
                moves.walk_for(&kind.moves, Reason::Drawn);
            } else if moves.asks_names(&kind.moves, named, of_any) {
                moves.walk_for(&kind.moves, Reason::NameAsked);
            }
        }
        let (mut places, mut walked): (Vec<Place<S>>, BTreeMap<u16, Why>) = Default::default();
        for (at, rule) in rules.actions.iter().enumerate() {
            // What is drawn may change nothing, which is no placement.
            if rules.is_drawn(rule.name) && !rule.walk.puts() {
                walked.insert(at as u16, Why::from(Reason::Drawn).at(rule.walk.span));
                continue;
            }
            if rules.board.stack > 1 && !rule.walk.spares_towers() {
                walked.insert(at as u16, Why::from(Reason::Towers).at(rule.walk.span));
                continue;
            }
            let contents = self.contents.clone();
            let mut scope = Scope::new(&mut self.contents, self.cells, view);
            (scope.marks, scope.rows) = (true, &self.rows);
            match places::places(rule, at as u16, view, finder, &mut scope, routes) {
                // A move tells its placement by a byte.
                Ok(found) if places.len() + found.len() > NUMBERED => {
                    self.contents = contents;
                    walked.insert(at as u16, Why::from(Reason::TooManyWays).at(rule.walk.span));
                }
                Ok(found) => places.extend(found),
                Err(why) => {
                    self.contents = contents;
                    walked.insert(at as u16, why.at(rule.walk.span));
                }
            }
        }
        Place::walk_alike(&mut places, &mut walked, (rules, view, named), &self.contents);
        (kinds, places, walked)
    }

    /// A player's moves of all kinds, by the walks that each has.
    fn kinds<'v, 'r>(
        &mut self,
        asker: Asker<'v>,
        finder: &mut Finder<'v, 'v>,
        walks: impl Fn(Kind) -> &'r [MoveRule],
        chained: &[Vec<MoveName>],
    ) -> Vec<Moves<S>> {
        let (view, routes) = (asker.view(), asker.rules.turn.routes_differ);
        let named = &asker.program.named;
        let kinds = (0..asker.rules.kinds.len()).map(Kind::at);
        let moves = |kind: Kind| {
            let contents = &mut self.contents;
            let chained = chained.get(kind.index()).map_or(&[][..], |names| names);
            Mover { kind, view, routes, named, finder, contents }.moves(walks(kind), chained)
        };
        kinds.map(moves).collect()
    }

    /// Actions that are walked, by their numbers.
    fn walked<'v>(
        &mut self,
        actions: &BTreeMap<u16, Why>,
        asker: Asker<'v>,
        finder: &mut Finder<'v, 'v>,
    ) -> Vec<Walked<S>> {
        let mut scope = Scope::new(&mut self.contents, self.cells, asker.view());
        let of = |(at, why): (&u16, &Why)| {
            let rule = &asker.rules.actions[usize::from(*at)];
            let walked = Walked::new((*at, *why), rule, &mut scope);
            match asker.rules.is_drawn(rule.name) {
                true => Walked { thrown: throws::Thrown::new(rule, finder, &mut scope), ..walked },
                false => walked,
            }
        };
        actions.iter().map(of).collect()
    }

    /// Leaves to be walked what sets do not tell beside what else there is.
    fn settle_walks(&mut self, rules: &Rules, program: &Program, views: &[View<'_>]) {
        let brief = self.sides.iter().all(Side::is_brief) || self.sides.iter().all(Side::is_free);
        let (names, chosen) = (&program.named, program.asks_names());
        let of_any = rules.asks_pieces(names);
        for (player, view) in views.iter().enumerate() {
            let unsafely = self.unsafe_kinds(player);
            let contents = &self.contents;
            let side = &mut self.sides[player];
            if !rules.turn.routes_differ {
                for (moves, rule) in side.kinds.iter_mut().zip(&rules.kinds) {
                    if moves.puts_like_home() {
                        moves.walk_for(&rule.moves, Reason::Alike);
                    }
                }
            }
            side.meddled = !rules.turn.routes_differ && side.is_meddled(rules, contents);
            let named = side.meddled && chosen;
            let strict = side.must.is_some() || !side.prefer.is_empty();
            for (at, moves) in side.kinds.iter_mut().enumerate() {
                let tailed = moves.groups.iter().any(|group| group.tail.is_some());
                let walks = &rules.kinds[at].moves;
                if unsafely.contains(&at) {
                    let asks = |one: &Loose<S>| one.any.iter().any(|ready| !ready.safe.is_empty());
                    moves.walk_such(walks, view, Reason::Unsafe, asks);
                }
                if tailed && !brief {
                    moves.walk_for(walks, Reason::Strict);
                } else if named || moves.asks_names(walks, names, of_any) {
                    moves.walk_for(walks, Reason::NameAsked);
                }
            }
            let unruled = !strict && side.truces.is_empty();
            let apart = side.kinds.iter().all(|moves| moves.stands_apart_from_placements());
            let moved = rules.kinds.iter().any(|rule| !rule.moves.is_empty());
            let stirred =
                moved && !rules.turn.routes_differ && side.follows(view.mover, contents).is_none();
            let own = Codes::of(view.mover);
            let reason = |place: &Place<S>| {
                let two = place.second.is_some() && !(unruled && apart);
                // What is captured around the piece is known when it is put.
                let captures = place.captures || !place.sequel.is_empty();
                let weighed = !side.prefer.is_empty() && captures;
                // Where a placement may take an own piece off, it may come to the same as that piece's step.
                let moved = |moves: &Moves<S>| place.may_be_move(moves, contents);
                let same = (named || stirred) && place.slot.is_none()
                    || !rules.turn.routes_differ && side.kinds.iter().any(moved);
                // Where a piece may be put that must not be attacked there, no table tells.
                let pieces = place.second.iter().map(|second| second.piece).chain([place.piece]);
                let exposed = |piece| side.dangers.iter().any(|danger| has(&danger.codes, piece));
                let unsafely = pieces.into_iter().any(exposed) || place.tried && strict;
                // What is emptied behind a placement may be a capture, as it may have to be.
                let clears = place.clears(&own) && !strict;
                let late = unsafely || weighed || !place.is_brief() && !clears && !brief || two;
                (same || late).then_some(if same { Reason::Alike } else { Reason::Strict })
            };
            let late = side.places.iter().filter_map(|place| Some((place.action, reason(place)?)));
            let late: BTreeMap<u16, Reason> = late.collect();
            side.places.retain(|place| !late.contains_key(&place.action));
            let known = side.walked.iter().map(|one| (one.action, one.why));
            let mut walked: BTreeMap<u16, Why> = known.collect();
            for (at, why) in late {
                let span = rules.actions[usize::from(at)].walk.span;
                walked.entry(at).or_insert(Why::from(why).at(span));
            }
            Place::walk_alike(&mut side.places, &mut walked, (rules, view, names), contents);
            walked.retain(|at, _| side.walked.iter().all(|one| one.action != *at));
            let walked = walked.into_iter();
            side.walked.extend(walked.map(|(action, why)| Walked {
                action,
                given: Vec::new(),
                picks: None,
                thrown: None,
                why,
            }));
            side.walks =
                !side.walked.is_empty() || side.kinds.iter().any(|kind| !kind.walked.is_empty());
            side.asks_slots |= side.walks;
            let mut loose = side.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
            let stays = loose.any(|one| one.effect.path.len() < 2);
            let culled = side.culls.is_some() && (!rules.turn.routes_differ || stays);
            // Where moves may come to the same by the cells where they begin or end, all of a kind are looked at together.
            side.kinds.iter_mut().for_each(|moves| moves.alike |= culled && moves.unites());
            side.alike = side.meddled || culled || side.kinds.iter().any(Moves::unites);
            side.listed |= side.walks && !side.forbids.is_empty() || side.meddled;
            // What follows by tables is told with the move.
            side.follows = match side.has_sequels() {
                true => side.follows(view.mover, contents),
                false => Some(NONE),
            };
            side.listed |= side.tries() && (side.walks || !side.tries_alone());
        }
    }

    /// What a player may not do.
    fn forbids(&mut self, asker: Asker<'_>) -> Result<(), Why> {
        let Asker { rules, program, .. } = asker;
        let (view, side) = (asker.view(), asker.mover.index());
        for (forbid, code) in rules.forbids.iter().zip(&program.sides[side].forbids) {
            let names = named(&forbid.when.value);
            let mut dangers = match names {
                Some(_) => Vec::new(),
                None => self.danger(code, asker),
            };
            if !dangers.iter().all(|danger| self.sides[side].tells(danger)) {
                dangers.clear();
            }
            if !dangers.is_empty() {
                let side = &mut self.sides[side];
                side.refusals.push(Refusal::Dangers(side.dangers.len(), dangers.len()));
                side.dangers.extend(dangers);
            } else if let Some(truce) = self.truce(code, asker) {
                self.sides[side].truces.push(truce);
                self.sides[side].refusals.push(Refusal::Truce);
            } else {
                let mut fact = self.fact(code, asker).map_err(|why| why.at(forbid.when.span))?;
                fact.ask_rows(asker.mover, &self.rows);
                // Where players simply take turns, that is known before the turn passes.
                let layout = &program.layout;
                let turn = layout.schedule().is_some() || layout.turn_numbers().next().is_some();
                if !turn {
                    fact.ask_after(Player::at((side + 1) % rules.players.len()));
                }
                self.tells_past &= !fact.asks_keys();
                self.remembers |= fact.asks_past();
                let aims = match code {
                    CondCode::All(list) => list.iter().find_map(|part| self.truce(part, asker)),
                    _ => None,
                };
                let side = &mut self.sides[side];
                side.asks_slots |= fact.asks_slots();
                let groups = side.kinds.iter().flat_map(|kind| &kind.groups);
                let loose = side.kinds.iter().flat_map(|kind| kind.loose.iter().flatten());
                let phases = side.phases.iter().map(|phase| phase.name);
                let names_of = groups.map(|group| group.name).chain(loose.map(|one| one.name));
                let mut moves = names_of.chain(phases);
                let spared = |names: &Vec<MoveName>| moves.all(|name| !names.contains(&name));
                side.listed |= program.pass.is_some()
                    || !names.as_ref().is_some_and(spared)
                    || side.places.iter().any(|place| !place.is_single());
                let kept = side.keeps(&fact, self.cells, &self.contents, view);
                let attacks = fact.says_attacked();
                side.refusals.push(Refusal::Fact(side.forbids.len()));
                let of_move = fact.is_of_move();
                let mask = side.masks(&fact, view.mover, &self.contents);
                let touched = side.touches(&fact, self.cells, view.graph);
                let told = Forbid { names, fact, kept, attacks, aims, of_move, mask, touched };
                side.forbids.push(told);
            }
        }
        self.sides[side].settle_tests(&self.contents);
        self.sides[side].find_heeded(self.cells, &mut self.contents);
        Ok(())
    }

    /// What a player must do, when his counters change, and how the game ends at his turn.
    fn rest(&mut self, asker: Asker<'_>) -> Result<(), Why> {
        let Asker { program, rules, mover, .. } = asker;
        let code = &program.sides[mover.index()];
        if let Some(must) = &code.must {
            // What comes around a piece may capture.
            let around = self.sides[mover.index()].sequel.iter().any(Sequel::may_capture);
            let after = !must.of_move() || around;
            let must = self.fact(must, asker).map_err(|why| match &rules.turn.must {
                Some(must) => why.at(must.span),
                None => why,
            })?;
            let side = &mut self.sides[mover.index()];
            side.asks_slots |= must.asks_slots();
            (side.must, side.must_after) = (Some(must), after);
        }
        for (measure, rule) in code.prefer.iter().zip(&rules.turn.prefer) {
            let measure = Preference::new(measure, self, asker);
            let measure = measure.map_err(|why| why.at(rule.span))?;
            self.sides[mover.index()].prefer.push(measure);
        }
        self.counting(asker)?;
        // What ends a game is asked once the move is done.
        let asker = Asker { marks: true, ..asker };
        for (at, (when, winner, counts)) in code.endings.iter().enumerate() {
            let span = rules.endings[at].when.span;
            if *counts {
                let ending = self.fact(when, asker).map_err(|why| why.at(span))?;
                if program.pass.is_some() || !ending.says_stuck(1 << mover.0) {
                    self.sides[mover.index()].endings.push(ending);
                }
            }
            // What only ends games that are played does not bound the counts.
            let plies = self.plies;
            let ending = self.fact(when, asker);
            self.plies = plies;
            let ending = match ending.map_err(|why| why.at(span)) {
                Ok(ending) => ending,
                Err(why) => {
                    self.sides[mover.index()].untold.insert(at, why);
                    self.leave_games(why);
                    continue;
                }
            };
            self.remembers |= ending.asks_past();
            self.sides[mover.index()].last.push(ending.says_stuck(1 << mover.0));
            self.sides[mover.index()].ends.push(ending);
            self.sides[mover.index()].winners.push(*winner);
        }
        // What only verdicts ask bounds neither counts nor games.
        let (plies, asks) = (self.plies, self.asks);
        let verdicts = code.verdicts.iter().map(|when| match when {
            Some(when) => self.fact(when, asker).map(Some),
            None => Ok(None),
        });
        let verdicts = verdicts.collect::<Result<_, _>>().ok();
        (self.plies, self.asks) = (plies, asks);
        let side = &mut self.sides[mover.index()];
        side.verdicts = verdicts;
        side.stuck_only = side.last.iter().all(|last| *last);
        Ok(())
    }

    fn fact(&mut self, when: &CondCode, asker: Asker<'_>) -> Result<Fact<S>, Why> {
        Fact::new(when, self, asker)
    }

    /// By player and goal, whether it is as it was where nothing has changed on the cells that it is about.
    fn plain_goals(&self) -> Vec<Vec<bool>> {
        let plain = |goal: &Result<Goal<S>, Why>| goal.as_ref().is_ok_and(Goal::is_plain);
        let plain = |side: &Side<S>| side.goals.iter().map(plain).collect();
        self.sides.iter().map(plain).collect()
    }

    /// Finds how long before a goal is asked for it was asked for the last time, and was not reached.
    fn watch(&mut self, list: impl Fn(&mut Side<S>) -> &mut Vec<Fact<S>>) {
        let players = self.sides.len();
        let plain = self.plain_goals();
        let mut watched = vec![Vec::new(); players];
        for (side, watched) in self.sides.iter_mut().zip(&mut watched) {
            for fact in list(side) {
                fact.watched(ALL, &mut |who, goal, _, _| {
                    watched
                        .extend((0..players).filter(|at| who >> at & 1 != 0).map(|at| (at, goal)));
                });
            }
        }
        for (mover, side) in self.sides.iter_mut().enumerate() {
            for fact in list(side) {
                fact.watched(ALL, &mut |who, goal, _, ago| {
                    let known = |back: &usize| {
                        let then = &watched[(mover + players - back) % players];
                        let mut of = (0..players).filter(|at| who >> at & 1 != 0);
                        of.all(|at| then.contains(&(at, goal)) && plain[at][goal.index()])
                    };
                    *ago = (1..=players)
                        .find(known)
                        .map_or(Ago::Unknown, |back| Ago::Turns(back as u8));
                });
            }
        }
    }

    /// The same where players do not simply take turns: a goal was asked for wherever the slot of the turn held such a number.
    fn watch_at(&mut self, schedule: &Schedule, list: impl Fn(&mut Side<S>) -> &mut Vec<Fact<S>>) {
        let numbers = |mover: usize| {
            let mut numbers = Numbers::default();
            let own = |number: &u8| schedule.mover(*number) == Some(Player::at(mover));
            for number in (0..=u8::MAX).filter(own) {
                numbers[usize::from(number / 64)] |= 1 << (number % 64);
            }
            numbers
        };
        let mut asked: BTreeMap<(usize, GoalId), Numbers> = BTreeMap::new();
        let players = self.sides.len();
        let of = |who: u8| (0..players).filter(move |player| who >> player & 1 != 0);
        for (mover, side) in self.sides.iter_mut().enumerate() {
            for fact in list(side) {
                fact.watched(numbers(mover), &mut |who, goal, at, _| {
                    for player in of(who) {
                        let all = asked.entry((player, goal)).or_default();
                        all.iter_mut().zip(at).for_each(|(all, at)| *all |= at);
                    }
                });
            }
        }
        let plain = self.plain_goals();
        for (mover, side) in self.sides.iter_mut().enumerate() {
            for fact in list(side) {
                fact.watched(numbers(mover), &mut |who, goal, _, ago| {
                    let mut all = ALL;
                    for player in of(who) {
                        let asked = asked.get(&(player, goal)).copied().unwrap_or_default();
                        let told = plain[player][goal.index()];
                        all.iter_mut()
                            .zip(asked)
                            .for_each(|(all, at)| *all &= if told { at } else { 0 });
                    }
                    *ago = if all == [0; 4] { Ago::Unknown } else { Ago::At(all) };
                });
            }
        }
    }
}
