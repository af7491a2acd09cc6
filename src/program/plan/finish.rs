//! What every move of a turn ends with: a piece that stands anywhere goes to another empty cell, or one is put on an empty
//! cell.
//!
//! `then = '(pick token, as here, lift, pick empty and not at here | unless (pick token), pick empty), put token'` stands behind
//! every walk of every piece. The walks without it are lowered as if they were all; each of their moves is then made with each
//! cell that is empty when all else is done: a move to an empty cell leaves as many as there were, a capture one more, so that
//! moves are counted by a product.

use super::aim::Aims;
use super::content::{Content, Contents};
use super::danger::Danger;
use super::fact::{Fact, Where};
use super::sequel::{Sequel, flat};
use super::sight::Scope;
use super::{Group, Loose, Moves, Plan, Ready, Side};
use crate::index::{Cell, Kind, Piece, Player, Register};
use crate::program::Program;
use crate::program::check::{Check, Codes, View, has};
use crate::program::set::Set;
use crate::program::trail::{Finder, NONE, join, meet, only};
use crate::program::why::{Reason, Why};
use crate::rules::{Act, MoveRule, Node, Rules, Test, Walk};
use std::ops::Range;

/// What every move of a player ends with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finish<S> {
    /// What is put.
    pub piece: Piece,
    /// Where it may be, if nothing stands there when all else is done.
    pub cells: S,
    /// Which pieces are lifted first, one of them and not put back where it was, if there are any.
    pub lifts: Option<Content>,
    /// Whether it may cover what a move would leave open: then of each move, legal without it or not, the cells are told where it
    /// leaves nothing open.
    pub covers: bool,
    /// Whether it is none of the pieces that something must go over to capture.
    pub odd: bool,
}

/// Where what a walk ends with begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Behind its last return to where the piece is. Every walk of every piece and every action has such an end, or none is cut.
    Return,
    /// Behind where the piece lands for the last time. All walks of a kind have such an end, or none is cut.
    Land,
}

/// Rules without what walks of pieces end with.
pub(super) struct Split {
    /// The rules.
    pub heads: Rules,
    /// The ends, each once: the same end names its cells by other numbers where more has been named before.
    pub ends: Vec<Vec<Node>>,
    /// By kind, the number of what all its walks ended with, if they did.
    pub kinds: Vec<Option<usize>>,
    /// Whether the actions had them.
    pub actions: bool,
}

/// Cuts off what walks end with; `None` where nothing is cut.
pub(super) fn split(rules: &Rules, at: Cut) -> Option<Split> {
    if !rules.turn.pieces || rules.board.stack > 1 {
        return None;
    }
    let actions = at == Cut::Return;
    let (mut heads, mut all, mut kinds) = (rules.clone(), Vec::new(), Vec::new());
    for kind in &mut heads.kinds {
        let mut ends = Vec::new();
        let told = kind.moves.iter().try_for_each(|rule| find_ends(&rule.walk, at, &mut ends));
        match at {
            Cut::Return => told?,
            // What some walks do before they end as the others is no part of the end. Without one end nothing is cut.
            Cut::Land => {
                ends.sort_by_key(Vec::len);
                let shared = |end: &Vec<Node>| ends.iter().all(|other| other.ends_with(end));
                let one = told.is_some() && ends.first().is_some_and(shared);
                ends.truncate(usize::from(one));
            }
        }
        kind.moves.iter_mut().for_each(|rule| cut(&mut rule.walk, &ends));
        kinds.push(keep(&mut all, ends));
    }
    for action in heads.actions.iter_mut().filter(|_| actions) {
        let mut ends = Vec::new();
        find_ends(&action.walk, at, &mut ends)?;
        cut(&mut action.walk, &ends);
        keep(&mut all, ends);
    }
    (!all.is_empty()).then_some(Split { heads, ends: all, kinds, actions })
}

/// Adds ends to all that there are, each once; the number of the first.
fn keep(all: &mut Vec<Vec<Node>>, ends: Vec<Vec<Node>>) -> Option<usize> {
    let mut first = None;
    for end in ends {
        let known = all.iter().position(|one| *one == end);
        first = first.or(Some(known.unwrap_or(all.len())));
        if known.is_none() {
            all.push(end);
        }
    }
    first
}

/// Finds what a walk ends with, each of these once; `None` where one of its ways has no such end.
fn find_ends(node: &Node, at: Cut, ends: &mut Vec<Vec<Node>>) -> Option<()> {
    match &node.walk {
        Walk::Alt(list) => list.iter().try_for_each(|node| find_ends(node, at, ends)),
        Walk::Seq(list) => {
            let last = match at {
                Cut::Return => list.iter().rposition(|node| matches!(node.walk, Walk::Return)),
                Cut::Land => {
                    let lands = |node: &Node| matches!(node.walk, Walk::Act(Act::Land));
                    let land = list.iter().rposition(lands).map(|land| land + 1);
                    // What the piece becomes there is told with where it lands.
                    let becomes =
                        |node: &Node| node.any(&|walk| matches!(walk, Walk::Act(Act::Become(_))));
                    let became = list.iter().rposition(becomes).map_or(0, |at| at + 1);
                    land.map(|land| land.max(became)).filter(|end| *end < list.len())
                }
            };
            // What a whole pattern must begin with stands before it.
            let Some(last) = last else { return find_ends(list.last()?, at, ends) };
            if !ends.iter().any(|end| *end == list[last..]) {
                ends.push(list[last..].to_vec());
            }
            Some(())
        }
        _ => None,
    }
}

/// Cuts off the one of these with which a way of a walk ends: none of them ends with another.
fn cut(node: &mut Node, ends: &[Vec<Node>]) {
    match &mut node.walk {
        Walk::Alt(list) => list.iter_mut().for_each(|node| cut(node, ends)),
        Walk::Seq(list) => match ends.iter().find(|end| list.ends_with(end)) {
            Some(end) => list.truncate(list.len() - end.len()),
            None => list.last_mut().into_iter().for_each(|last| cut(last, ends)),
        },
        _ => {}
    }
}

impl<S: Set> Finish<S> {
    /// The end of the player's moves, if it is such.
    pub(super) fn new(
        end: &[Node],
        (finder, neutral): (&Finder<'_, '_>, &[bool]),
        scope: &mut Scope<'_, '_, S>,
    ) -> Option<Self> {
        let [Node { walk: Walk::Return, .. }, rest @ ..] = end else { return None };
        let list: Vec<&Node> = rest.iter().flat_map(flat).collect();
        let [choice, Node { walk: Walk::Act(Act::Put(kind)), .. }] = list[..] else { return None };
        let piece = finder.put(*kind);
        let view = scope.view;
        let mut cells =
            |check: &Check| Where::new(check, scope).ok()?.empties(scope.cells, scope.contents);
        if let Walk::Pick(test) = &choice.walk {
            let cells = cells(&view.check(test))?;
            return Some(Self { piece, cells, lifts: None, covers: false, odd: false });
        }
        let Walk::Alt(ways) = &choice.walk else { return None };
        let [one, other] = &ways[..] else { return None };
        let (one, other) = (flat(one), flat(other));
        let [from, named, lift, to] = one[..] else { return None };
        let (Walk::Pick(from), Walk::As(name), Walk::Act(Act::Lift), Walk::Pick(to)) =
            (&from.walk, &named.walk, &lift.walk, &to.walk)
        else {
            return None;
        };
        let [none, first] = other[..] else { return None };
        let (Walk::See { body, holds: false }, Walk::Pick(first)) = (&none.walk, &first.walk)
        else {
            return None;
        };
        let [Node { walk: Walk::Pick(same), .. }] = flat(body)[..] else { return None };
        let (to, first) = (elsewhere(to, *name, view)?, view.check(first));
        let (to, first) = (cells(&to)?, cells(&first)?);
        let lifted = Where::new(&view.check(from), scope).ok()?;
        let Where::Stands(content, everywhere) = lifted else { return None };
        let whole = everywhere == scope.cells && from == same && to == first;
        // Only what there can be is lifted: nobody's pieces of some kinds, and players' pieces of the others.
        let kinds = |nobodys: bool| {
            let kinds = (0..neutral.len()).map(Kind::at);
            Codes::of_kinds(kinds.filter(|kind| neutral[kind.index()] == nobodys))
        };
        let players = Codes::of_players((1 << view.players) - 1);
        let real = join(&meet(&kinds(false), &players), &meet(&kinds(true), &Codes::of_nobody()));
        let lifted = meet(&scope.contents.codes[usize::from(content.0)], &real);
        let lifts = Some(scope.contents.of(&lifted));
        whole.then_some(Self { piece, cells: to, lifts, covers: false, odd: false })
    }
}

/// What else than not to be the named cell a cell must be.
fn elsewhere(test: &Test, name: Register, view: &View<'_>) -> Option<Check> {
    let Check::All(mut list) = view.check(test) else { return None };
    let named = Check::Not(Box::new(Check::Named(name.0)));
    let at = list.iter().position(|check| *check == named)?;
    list.remove(at);
    Some(Check::All(list))
}

/// What moves of a player end with: a finish, or what comes around where the piece stands, by the number of the end.
pub(super) type End<S> = (Option<Finish<S>>, Vec<Vec<Sequel<S>>>);

impl<S: Set> Plan<S> {
    /// What the moves of each player end with, if they do.
    pub(super) fn find_finishes(
        &mut self,
        split: Option<&Split>,
        views: &[View<'_>],
        neutral: &[bool],
    ) -> Result<Vec<End<S>>, Why> {
        let ends = split.map_or(&[][..], |split| &split.ends);
        // Where all walks are cut, those of a kind may end in several ways.
        let told = ends.len() == 1 || split.is_some_and(|split| !split.actions);
        let of = |view: &View<'_>| {
            let finder = Finder::new(view, neutral);
            let mut scope = Scope::new(&mut self.contents, self.cells, view);
            let sequels = ends.iter().map(|end| around(end, &mut scope));
            if told && let Some(sequels) = sequels.collect::<Option<Vec<_>>>() {
                return Ok((None, sequels));
            }
            let mut common = None;
            for end in ends {
                let finish = Finish::new(end, (&finder, neutral), &mut scope);
                let finish = finish.ok_or(Reason::SecondChoice)?;
                if *common.get_or_insert_with(|| finish.clone()) != finish {
                    return Err(Reason::SecondChoice.into());
                }
            }
            Ok((common, Vec::new()))
        };
        views.iter().map(of).collect()
    }

    /// Whether sets tell all moves but for their ends, and nothing asks for what those may leave open.
    pub(super) fn finishes(&self, rules: &Rules, program: &Program) -> bool {
        // What comes around a piece leaves those alone of which it is asked whether they are attacked, or captures them as is told:
        // else what attacks them are steps as ever, and where more changes by a move, it is made to know what it leaves open.
        let dangers = self.sides.iter().flat_map(|side| {
            side.dangers.iter().chain(&side.shunned).chain(&side.attack).map(|danger| &danger.codes)
        });
        let royal = Codes::royal(rules);
        let mut all = dangers.chain([&royal]);
        let spared = all.all(|codes| !self.touched_around(codes))
            && self.sides.iter().all(|side| side.finish.is_none());
        let spared = spared || self.sides.iter().all(|side| self.stands_between(side));
        // What is put is put behind moves, and no pass is one.
        let puts = self.sides.iter().any(|side| side.finish.is_some());
        let passes = program.pass.is_some() && puts;
        let leaves = !royal.is_none() && !spared || self.captures_last || passes;
        let named = program.asks_names();
        let told = |side: &Side<S>| {
            let apart = side.culls.is_none() || !named;
            apart && side.finishes(rules, &self.contents, spared)
        };
        !leaves && self.sides.iter().all(told)
    }

    /// Whether what a player's moves end with can always be put and does nothing to attacks but to stand in their way, or to be what
    /// they go over: the piece is none that attacks or is asked of.
    fn stands_between(&self, side: &Side<S>) -> bool {
        let Some(Finish { piece, cells, lifts: None, .. }) = &side.finish else { return false };
        let stands = |content: Content| has(&self.contents.codes[usize::from(content.0)], *piece);
        let told = |danger: &Danger<S>| {
            let Aims { near, far, over } = &danger.aims;
            let pieces = near.iter().map(|near| near.pieces);
            let pieces = pieces.chain(far.iter().map(|far| far.pieces));
            let mut pieces = pieces.chain(over.iter().map(|hurdle| hurdle.pieces));
            danger.only.is_none()
                && !danger.always
                && !has(&danger.codes, *piece)
                && !pieces.any(stands)
        };
        let mut dangers = side.dangers.iter().chain(&side.shunned).chain(&side.attack);
        let [over, odd] = side.goes_over(*piece);
        *cells == self.cells
            && !side.tests
            && side.truces.is_empty()
            && dangers.all(told)
            && !(over && odd)
    }

    /// Lets ends cover what moves would leave open.
    pub(super) fn find_covers(&mut self, program: &Program) {
        for side in self.sides.iter_mut().filter(|side| !side.dangers.is_empty()) {
            let Some(finish) = side.finish.take() else { continue };
            let [_, odd] = side.goes_over(finish.piece);
            side.finish = Some(Finish { covers: true, odd, ..finish });
            side.draws = if program.weighs { 0 } else { side.most_draws() };
        }
    }
}

/// What may come around pieces of all kinds, one end behind the other, and by kind, which of it does.
pub(super) fn by_kind<S>(
    ends: Vec<Vec<Sequel<S>>>,
    kinds: &[Option<usize>],
) -> (Vec<Sequel<S>>, Vec<Range<usize>>) {
    let mut all = Vec::new();
    let parts = ends.into_iter().map(|list| {
        let begin = all.len();
        all.extend(list);
        begin..all.len()
    });
    let parts: Vec<Range<usize>> = parts.collect();
    let of = |end: &Option<usize>| end.and_then(|end| parts.get(end).cloned()).unwrap_or_default();
    (all, kinds.iter().map(of).collect())
}

/// What comes around where a piece stands, if that is all, can always be done and leaves the player's own pieces alone: so no
/// two moves come to the same by it. What is done on cells wherever the piece stands may be done to his own pieces, or make others his.
fn around<S: Set>(end: &[Node], scope: &mut Scope<'_, '_, S>) -> Option<Vec<Sequel<S>>> {
    let nodes: Vec<&Node> = end.iter().flat_map(flat).collect();
    // How the piece has come to its cell tells where it heads, and no walk is known here.
    let turns =
        |walk: &Walk| matches!(walk, Walk::Each { dirs, .. } if !scope.view.is_steady(dirs));
    if nodes.iter().any(|node| node.any(&turns)) {
        return None;
    }
    let own = Codes::of(scope.view.mover);
    let sequel = Sequel::list(&nodes, scope).ok()?;
    let leaves = |one: &Sequel<S>| one.leaves(&own) || one.everywhere().is_some();
    let leaves = sequel.iter().all(|one| one.is_sure() && leaves(one));
    (leaves && !sequel.is_empty()).then_some(sequel)
}

impl<S: Set> Side<S> {
    /// Lets placements end as moves of pieces do; `None` where what they come to could then be told no more.
    pub(super) fn find_place_ends(
        &mut self,
        ends: &[Vec<Node>],
        scope: &mut Scope<'_, '_, S>,
    ) -> Option<()> {
        let own = Codes::of(scope.view.mover);
        for place in &mut self.places {
            let [end] = ends else { return None };
            let end = around(end, scope)?;
            let plain = place.turns.is_empty() && place.second.is_none() && place.on.is_none();
            let plain = plain && place.after.is_none() && !place.tried;
            let spares = |one: &Sequel<S>| one.leaves(&own) && !one.takes_back(place.piece);
            (plain && end.iter().all(spares)).then_some(())?;
            place.sequel.extend(end);
        }
        Some(())
    }

    /// Finds what is emptied or turned over behind each move of cells where the player's own pieces may be, or others that he moves: moves
    /// may come to the same by that.
    pub(super) fn find_culls(&mut self, mover: Player) {
        let kinds = || self.kinds.iter().filter(|kind| kind.moves);
        let groups = kinds().flat_map(|kind| &kind.groups);
        let becomes = groups.flat_map(|group| &group.becomes).flat_map(|becomes| &becomes.pieces);
        let loose = kinds().flat_map(|kind| kind.loose.iter().flatten());
        let sets = loose.flat_map(|one| one.effect.sets.iter().map(|(_, piece)| piece));
        let pieces = kinds().map(|kind| kind.piece).chain(becomes.copied()).chain(sets);
        let pieces = pieces.filter(|piece| !piece.is_empty());
        let moved = pieces.fold(Codes::of(mover), |all, piece| join(&all, &only(piece)));
        let culls = self.sequel.iter().filter(|one| !one.leaves(&moved));
        let cells = culls.filter_map(Sequel::everywhere).map(|(_, (_, cells))| *cells);
        self.culls = cells.reduce(|all, cells| all | cells);
    }

    /// Whether moves may come to the same as what one captures elsewhere than where it lands would be taken off behind another one
    /// as well.
    fn may_meet(&self, contents: &Contents) -> bool {
        let touched = self.sequel.iter().fold(NONE, |all, one| join(&all, &one.touches()));
        let codes = |content: Content| &contents.codes[usize::from(content.0)];
        let clears = |cell: Cell| {
            let clears = |one: &Sequel<S>| {
                one.everywhere().is_none_or(|(_, (_, cells))| cells.has(cell.index()))
            };
            self.sequel.iter().any(clears)
        };
        let takes = |from: usize, one: &Loose<S>| {
            let such = |cell: Cell| {
                let there = |ready: &Ready<S>| {
                    let mut known = ready.content.iter().filter(|known| known.1.has(cell.index()));
                    known.all(|(of, _)| !meet(codes(*of), &touched).is_none())
                };
                cell.index() != from && clears(cell) && one.any.iter().any(there)
            };
            let mut left = one.effect.sets.iter().filter(|(_, piece)| piece.is_empty());
            left.any(|(cell, _)| such(cell))
        };
        let meets = |kind: &Moves<S>| {
            kind.loose.iter().enumerate().any(|(from, list)| {
                let mut taking = list.iter().filter(|one| takes(from, one));
                taking.any(|one| kind.rivals(from, one, contents))
            })
        };
        self.kinds.iter().any(meets)
    }

    /// Whether there are dangers of the player's that must go over a piece, for which this one will do, and some for which it will not.
    fn goes_over(&self, piece: Piece) -> [bool; 2] {
        let does = |wanted| {
            let mut over = self.dangers.iter().flat_map(Danger::picky);
            over.any(|codes| has(&codes, piece) == wanted)
        };
        [does(true), does(false)]
    }

    /// `spared`: what the moves end with does nothing to attacks, or stands in their way at most.
    fn finishes(&self, rules: &Rules, contents: &Contents, spared: bool) -> bool {
        if self.finish.is_none() && self.sequel.is_empty() {
            return false;
        }
        let codes = |content: Content| &contents.codes[usize::from(content.0)];
        let lifts = self.finish.as_ref().and_then(|finish| finish.lifts);
        let lifted = lifts.map_or(&NONE, codes);
        // What is lifted neither goes nor is captured by steps: how many there are is known before.
        let lies = |group: &Group<S>| {
            let lands = group.parts.iter().all(|part| meet(codes(part.land), lifted).is_none());
            let mut becomes = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
            lands && !becomes.any(|piece| has(lifted, *piece))
        };
        let plain = |group: &Group<S>| group.tail.is_none() && group.after.is_none();
        let single = |one: &Loose<S>| {
            let asks = |ready: &Ready<S>| !ready.safe.is_empty() || ready.meanwhile.is_some();
            let safe = one.any.iter().any(asks);
            // What comes around a piece comes where it stands.
            let stands = self.sequel.is_empty() || one.lands().is_some();
            let path = one.effect.path.len() <= 2 && one.paths.is_empty();
            path && (!safe || spared) && stands
        };
        let picks = |rule: &MoveRule| rule.walk.any(&|walk| matches!(walk, Walk::Pick(_)));
        // What is walked is walked to its end: it stands beside moves around which something comes.
        let told = |kind: &Moves<S>, at: usize| !kind.walked.contains(&(at as u16));
        let kinds = self.kinds.iter().zip(&rules.kinds).all(|(kind, rule)| {
            let mut moves = rule.moves.iter().enumerate().filter(|(at, _)| told(kind, *at));
            let picks = !self.sequel.is_empty() && moves.any(|(_, rule)| picks(rule));
            !picks
                && (!kind.moves || meet(codes(kind.pieces), lifted).is_none())
                && kind.hops.is_none()
                && (kind.walked.is_empty() || self.finish.is_none())
                && kind.groups.iter().all(|group| plain(group) && lies(group))
                && kind.loose.iter().flatten().all(single)
        });
        let asks = |fact: &Fact<S>| match fact {
            Fact::Attacked(_) | Fact::Seen(_) => !spared,
            Fact::Taken(..) | Fact::Asked(..) => true,
            _ => false,
        };
        let verdicts = self.verdicts.iter().flatten().flatten();
        let forbids = self.forbids.iter().map(|forbid| &forbid.fact);
        let ruled = forbids.chain(&self.must);
        let mut facts = self.endings.iter().chain(&self.ends).chain(verdicts).chain(ruled);
        // Moves are counted with the pieces that they end with before any is made; what comes around a piece is there once a
        // move is made, to be asked of it.
        let unruled = self.must.is_none() && self.forbids.is_empty() && !self.listed;
        let open = !self.dangers.is_empty() || !self.truces.is_empty() || self.tests;
        let free = (!open || spared) && (unruled || self.finish.is_none());
        let walks = self.walks && self.finish.is_some();
        let others = walks || self.hops || !self.prefer.is_empty();
        let others = others
            || self.alike && self.finish.is_some()
            || self.culls.is_some() && !self.places.is_empty();
        kinds
            && free
            && !others
            && !self.may_meet(contents)
            && !self.turns_apart(contents)
            && (self.places.is_empty() || self.finish.is_none())
            && self.phases.is_empty()
            && !facts.any(|fact| fact.asks(&asks))
    }
}
