//! Dangers: what may not be left open to a capture, or in sight, after a move of one's own.

use super::aim::{Aims, Near};
use super::content::Content;
use super::fact::{Asker, Fact};
use super::kinds::{Group, Loose, Moves, Part};
use super::shape::{Step, step};
use super::{Phase, Plan, Side};
use crate::index::{Cell, Kind, Piece, Player};
use crate::program::check::{Check, Codes, View, has};
use crate::program::cond::CondCode;
use crate::program::reach::{captures_such, reach, without_end};
use crate::program::set::Set;
use crate::program::trail::{EMPTY, Finder, NONE, join, meet, only, without};
use crate::program::why::Reason;
use crate::rules::{MoveRule, Relation, Rules};

/// A prohibition that a piece of one's own be aimed at.
#[derive(Debug)]
pub(crate) struct Danger<S> {
    /// The pieces that may not be.
    pub anchors: Content,
    /// The codes of these.
    pub codes: Codes,
    /// What aims at them.
    pub aims: Aims<S>,
    /// Whether it is that they are attacked.
    pub attack: bool,
    /// Whether what aims at them is all that there is to it: else it is only where more holds.
    pub exact: bool,
    /// Whether it may be there wherever they stand.
    pub always: bool,
    /// If it is one only where more holds, that.
    pub only: Option<Box<Fact<S>>>,
}

/// From where, and how it gets to what is captured.
type Way<S> = (Cell, Step<S>);

/// What captures.
#[derive(Default)]
pub(super) struct Takers<S> {
    /// How pieces do.
    pub ways: Vec<Taker<S>>,
    /// How pieces might, if more holds.
    pub doubtful: Vec<Taker<S>>,
    /// From where others might, and what may hold for them.
    pub may: Vec<May<S>>,
    /// Whether something else might, wherever.
    pub always: bool,
}

impl<S> Takers<S> {
    /// Whether the ways are all that there is.
    fn is_exact(&self) -> bool {
        self.may.is_empty() && !self.always
    }
}

/// Pieces that might capture, by more than steps.
#[derive(Debug)]
pub(crate) struct May<S> {
    /// Whose they are.
    pub player: Player,
    /// Their kind.
    pub kind: Kind,
    /// By the cell where one might, from where.
    pub from: Box<[S]>,
}

/// How one piece captures.
pub(super) struct Taker<S> {
    /// The piece.
    pub piece: Piece,
    /// From where, and how it gets to what it captures.
    pub ways: Vec<Way<S>>,
}

/// The ways of all takers, by the pieces that go them: what many of them share is looked at once.
fn shared<S: Set>(takers: &[Taker<S>]) -> Vec<(Codes, Vec<Way<S>>)> {
    let ways = takers.iter().flat_map(|taker| taker.ways.iter().map(|way| (taker.piece, way)));
    let mut ways: Vec<(Piece, &Way<S>)> = ways.collect();
    let ends = |way: &Way<S>| (way.0, way.1.to);
    ways.sort_by_key(|(_, way)| ends(way));
    let mut sorts: Vec<(Codes, Vec<Way<S>>)> = Vec::new();
    for same in ways.chunk_by(|one, two| ends(one.1) == ends(two.1)) {
        for (at, (_, way)) in same.iter().enumerate() {
            if same[..at].iter().any(|(_, known)| known == way) {
                continue;
            }
            let alike = same[at..].iter().filter(|(_, other)| other == way);
            let pieces = alike.fold(NONE, |all, (piece, _)| join(&all, &only(*piece)));
            match sorts.iter_mut().find(|known| known.0 == pieces) {
                Some(known) => known.1.push((*way).clone()),
                None => sorts.push((pieces, vec![(*way).clone()])),
            }
        }
    }
    sorts
}

/// The viewing player's royal pieces.
pub(super) fn royal(rules: &Rules, view: &View<'_>) -> Codes {
    meet(&Codes::royal(rules), &Codes::of(view.mover))
}

impl<S: Set> Danger<S> {
    /// What something must go over to be a danger, where not any piece will do.
    pub fn picky(&self) -> impl Iterator<Item = Codes> + '_ {
        self.aims.over.iter().map(|hurdle| hurdle.codes.clone())
    }
}

impl<S: Set> Side<S> {
    /// Whether the kind of a piece that moves tells if it may be what something goes over in a danger, also
    /// when it becomes another; what comes out of a hand always may.
    pub(super) fn tells(&self, danger: &Danger<S>) -> bool {
        let all: Vec<Codes> = self.dangers.iter().chain([danger]).flat_map(Danger::picky).collect();
        // What is done to a piece that stands there is made to be known.
        let mut puts = self.places.iter().filter(|place| place.on.is_none());
        let places = puts.all(|place| all.iter().all(|codes| has(codes, place.piece)));
        let pieces = self.kinds.iter().all(|kind| {
            let plain = kind.groups.iter().flat_map(|group| &group.becomes);
            let plain = plain.flat_map(|becomes| becomes.pieces.iter().copied());
            let loose = kind.loose.iter().flatten();
            let loose = loose.filter_map(|one| one.effect.sets.get(Cell::at(one.to?)));
            let after: Vec<Piece> = plain.chain(loose).chain([kind.piece]).collect();
            after
                .iter()
                .all(|piece| all.iter().all(|codes| has(codes, *piece) == has(&all[0], kind.piece)))
        });
        places && pieces
    }
}

impl<S: Set> Plan<S> {
    /// Finds the pieces that may be in a danger, and the moves by which others come to be such.
    pub(super) fn find_wary(&mut self) {
        for (player, side) in self.sides.iter_mut().enumerate() {
            let picky: Vec<Codes> = side.dangers.iter().flat_map(Danger::picky).collect();
            for (kind, moves) in side.kinds.iter_mut().enumerate() {
                let piece = Piece::new(Kind::at(kind), Some(Player::at(player)));
                moves.odd = picky.iter().any(|codes| !has(codes, piece));
                moves.wary = side.dangers.iter().any(|danger| has(&danger.codes, piece));
                for group in &mut moves.groups {
                    let pieces = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
                    let mut others = pieces.filter(|piece| piece.kind() != Some(Kind::at(kind)));
                    let dangers = &side.dangers;
                    group.wary =
                        others.any(|piece| dangers.iter().any(|danger| has(&danger.codes, *piece)));
                }
            }
        }
    }

    /// The kinds of a player's of which a cell must be safe in a walk, while its piece is in no danger where it is attacked.
    pub(super) fn unsafe_kinds(&self, player: usize) -> Vec<usize> {
        let side = &self.sides[player];
        let kinds = side.kinds.iter().enumerate();
        let fails = |(_, moves): &(usize, &Moves<S>)| {
            let asks = |loose: &Loose<S>| loose.any.iter().any(|ready| !ready.safe.is_empty());
            let dangers = side.dangers.iter().chain(&side.shunned);
            let mut dangers = dangers.filter(|danger| has(&danger.codes, moves.piece)).peekable();
            let attacked = dangers.peek().is_some() && dangers.all(|danger| danger.attack);
            !attacked && moves.loose.iter().flatten().any(asks)
        };
        kinds.filter(fails).map(|(kind, _)| kind).collect()
    }

    /// What attacks pieces of the player's of which a cell must be safe in a walk, where no prohibition is about that: of those
    /// kinds of which sets tell all of it.
    pub(super) fn shunned(&mut self, asker: Asker<'_>) -> Vec<Danger<S>> {
        let mut shunned = Vec::new();
        for kind in self.unsafe_kinds(asker.mover.index()) {
            let codes = only(Piece::new(Kind::at(kind), Some(asker.mover)));
            let takers = self.takers(&codes, asker);
            let danger = self.aimed_by(&codes, takers, None, asker);
            let around = self.danger_around(&codes, asker);
            shunned.extend(Some(danger).filter(|danger| danger.exact && around.is_none()));
        }
        shunned
    }

    /// The dangers that a prohibition of the player's tells, if it is about such: those, or they and more.
    pub(super) fn danger(&mut self, when: &CondCode, asker: Asker<'_>) -> Vec<Danger<S>> {
        let list = match when {
            CondCode::All(list) => list,
            when => return self.open(when, asker),
        };
        for (at, one) in list.iter().enumerate() {
            let mut open = self.open(one, asker);
            let Some(mut danger) = open.pop() else { continue };
            let others = list.iter().enumerate().filter(|other| other.0 != at);
            let others = CondCode::All(others.map(|other| other.1.clone()).collect());
            let only = Fact::new(&others, self, asker).ok();
            // What is asked of the move, or of the game, is not told by the board that a move leads to.
            let only = only.filter(|only| !only.asks_move() && !only.asks_past());
            let Some(only) = only.filter(|_| open.is_empty()) else { return Vec::new() };
            let only = danger.only.take().into_iter().map(|fact| *fact).chain([only]);
            danger.only = Some(Box::new(Fact::All(only.collect())));
            return vec![danger];
        }
        Vec::new()
    }

    /// A piece of one's own is attacked, or in sight.
    pub(super) fn open(&mut self, when: &CondCode, asker: Asker<'_>) -> Vec<Danger<S>> {
        let view = asker.view();
        match when {
            CondCode::Attacked(who) if *who == 1 << view.mover.0 => self.attack(asker),
            CondCode::Count(Check::All(list), Relation::AtLeast, 1) => {
                let [Check::Leaf(anchors, None), how] = &list[..] else { return Vec::new() };
                let own = Codes::of(view.mover);
                match how {
                    _ if !without(anchors, &own).is_none() => Vec::new(),
                    // What comes around pieces may do more to these than lines tell.
                    Check::Attacked if !self.tells_around(anchors, asker) => Vec::new(),
                    Check::Attacked => self.captured(anchors, when, asker),
                    Check::Look(at, true) => {
                        let sight = self.sight(anchors, *at, view, asker.neutral);
                        sight.into_iter().collect()
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Royal pieces are attacked.
    pub(super) fn attack(&mut self, asker: Asker<'_>) -> Vec<Danger<S>> {
        let view = asker.view();
        let royal = royal(asker.rules, view);
        self.captured(&royal, &CondCode::Attacked(1 << view.mover.0), asker)
    }

    /// Pieces of those codes are captured where they stand, or by what comes around others, as `when` asks.
    fn captured(&mut self, codes: &Codes, when: &CondCode, asker: Asker<'_>) -> Vec<Danger<S>> {
        // What moves are given is told before all of these are known.
        if self.sides.len() < asker.views.len() {
            return Vec::new();
        }
        let takers = self.takers(codes, asker);
        let aimed = self.aimed_by(codes, takers, Some(when), asker);
        std::iter::once(aimed).chain(self.danger_around(codes, asker)).collect()
    }

    /// The danger that these pieces are taken by those; where more than that tells of it, it is what `when` asks.
    pub(super) fn aimed_by(
        &mut self,
        codes: &Codes,
        takers: Takers<S>,
        when: Option<&CondCode>,
        asker: Asker<'_>,
    ) -> Danger<S> {
        let cells = asker.view().graph.cells();
        let (anchors, mut aims, mut exact) =
            (self.contents.of(codes), Aims::default(), takers.is_exact());
        let (mut sure, mut may) = (Aims::default(), takers.may);
        for (pieces, ways) in shared(&takers.ways) {
            let content = self.contents.of(&pieces);
            let mut found = Aims::default();
            let told = self.aim(&mut found, content, &ways, cells).is_some();
            aims.add(found.clone());
            if told {
                sure.add(found);
                continue;
            }
            exact = false;
            for piece in
                takers.ways.iter().map(|taker| taker.piece).filter(|one| has(&pieces, *one))
            {
                if let (Some(kind), Some(player)) = (piece.kind(), piece.owner()) {
                    let from = aimed(&ways, cells);
                    may.push(May { player, kind, from });
                }
            }
        }
        for (pieces, ways) in shared(&takers.doubtful) {
            let content = self.contents.of(&pieces);
            if self.aim(&mut aims, content, &ways, cells).is_none() {
                aims.near.push(Near { pieces: content, from: aimed(&ways, cells) });
            }
        }
        for May { player, kind, from, .. } in &may {
            let pieces = self.contents.of(&only(Piece::new(*kind, Some(*player))));
            aims.near.push(Near { pieces, from: from.clone() });
        }
        // What is asked of them in the end is asked of these as well.
        for Taker { piece, ways } in &takers.doubtful {
            let found = aimed(ways, cells);
            for may in may.iter_mut().filter(|may| Piece::new(may.kind, Some(may.player)) == *piece)
            {
                may.from.iter_mut().zip(&found[..]).for_each(|(from, more)| *from |= *more);
            }
        }
        let only = match when.filter(|_| !exact) {
            None => None,
            Some(when) if takers.always => {
                self.asks = true;
                Some(Fact::Asked(asker.mover, Box::new(when.clone()), Reason::Anywhere.into()))
            }
            Some(_) => {
                let (attack, exact, always, only) = (true, true, false, None);
                let codes = codes.clone();
                let sure = Danger { anchors, codes, aims: sure, attack, exact, always, only };
                Some(Fact::Any(vec![Fact::Seen(sure), Fact::Taken(anchors, may)]))
            }
        };
        let (codes, attack, always) = (codes.clone(), true, takers.always);
        Danger { anchors, codes, aims, attack, exact, always, only: only.map(Box::new) }
    }

    /// What may capture such pieces of the viewing player's, whichever of them it is, and how.
    pub(super) fn takers(&self, royal: &Codes, asker: Asker<'_>) -> Takers<S> {
        let Asker { rules, views, .. } = asker;
        let mut takers =
            Takers { ways: Vec::new(), doubtful: Vec::new(), may: Vec::new(), always: false };
        if royal.is_none() {
            return takers;
        }
        let takes = |needs: &Codes| !meet(needs, royal).is_none();
        for enemy in asker.enemies() {
            let side = &self.sides[enemy.index()];
            let view = &views[enemy.index()];
            let takes_in = |phase: &Phase<S>| phase.take.is_some();
            takers.always |= side.phases.iter().any(takes_in)
                || rules.actions.iter().any(|rule| captures_such(&rule.walk, view, royal));
            for (kind, moves) in side.kinds.iter().enumerate() {
                let piece = Piece::new(Kind::at(kind), Some(enemy));
                let mut ways: Vec<Way<S>> = Vec::new();
                let mut from = vec![S::NONE; view.graph.cells()];
                let mut doubtful: Vec<Way<S>> = Vec::new();
                let mut gauged = false;
                for (at, loose) in moves.loose.iter().enumerate() {
                    let all = loose.iter().flat_map(|one| &one.takes);
                    for one in all.filter(|one| takes(&one.codes)) {
                        let whole = without(royal, &one.codes).is_none();
                        let into = if one.sure { &mut ways } else { &mut doubtful };
                        match one.step.as_ref().filter(|_| whole) {
                            Some(step) => into.push((Cell::at(at), step.clone())),
                            None => from[one.cell] |= S::one(at),
                        }
                    }
                }
                let groups = moves.groups.iter();
                let parts =
                    groups.flat_map(|group| group.parts.iter().map(move |part| (group, part)));
                let takes =
                    |(group, part): &(&Group<S>, &Part<S>)| !group.rises && takes(&part.codes);
                for (group, part) in parts.filter(takes) {
                    gauged |= !part.steps_alone();
                    let whole = without(royal, &part.codes).is_none();
                    // There may be no room for what is put behind the capture.
                    let sure = whole && group.given.is_empty() && group.tail.is_none();
                    for (at, steps) in part.steps.iter().enumerate() {
                        let steps = steps.iter().map(|step| (Cell::at(at), step.clone()));
                        if sure { ways.extend(steps) } else { doubtful.extend(steps) }
                    }
                }
                // What captures so anyway captures so where more holds.
                if !doubtful.is_empty() {
                    let mut sure = vec![Vec::new(); view.graph.cells()];
                    ways.iter().for_each(|(at, step)| sure[at.index()].push(step));
                    doubtful.retain(|(at, step)| !sure[at.index()].contains(&step));
                }
                let all = moves.hops.is_some() || gauged;
                let rules = rules.kinds[kind].moves.iter().enumerate();
                let walked: Vec<&MoveRule> = rules
                    .filter(|(at, _)| all || moves.walked.contains(&(*at as u16)))
                    .map(|(_, rule)| rule)
                    .filter(|rule| captures_such(&rule.walk, view, royal))
                    .collect();
                match aimed_from::<S>(&walked, royal, view) {
                    Some(more) => {
                        from.iter_mut().zip(&more[..]).for_each(|(from, more)| *from |= *more);
                    }
                    None => takers.always = true,
                }
                if from.iter().any(|from| !from.is_none()) || !doubtful.is_empty() {
                    takers.may.push(May { player: enemy, kind: Kind::at(kind), from: from.into() });
                }
                if !doubtful.is_empty() {
                    takers.doubtful.push(Taker { piece, ways: doubtful });
                }
                if !ways.is_empty() {
                    takers.ways.push(Taker { piece, ways });
                }
            }
        }
        takers
    }

    /// Some pieces of one's own stand in sight of others, by that look.
    fn sight(
        &mut self,
        anchors: &Codes,
        at: u16,
        view: &View<'_>,
        neutral: &[bool],
    ) -> Option<Danger<S>> {
        let own = Codes::of(view.mover);
        let body = *view.looks.get(usize::from(at))?;
        let mut ways: Vec<(Codes, Cell, Step<S>)> = Vec::new();
        let mut finder = Finder::new(view, neutral);
        for anchor in view.graph.all() {
            for needs in finder.look(body, anchor).ok()? {
                let others =
                    needs.content.iter().filter(|(cell, codes)| *cell != anchor && *codes != EMPTY);
                let others: Vec<&(Cell, Codes)> = others.collect();
                let [(from, pieces)] = others[..] else { return None };
                let mut step = step::<S>(Some(*from), anchor, &[&needs])?;
                step.to = anchor.index();
                ways.push((pieces.clone(), *from, step));
            }
        }
        let pieces = ways.first()?.0.clone();
        if ways.iter().any(|way| way.0 != pieces || !meet(&pieces, &own).is_none()) {
            return None;
        }
        let ways: Vec<(Cell, Step<S>)> =
            ways.into_iter().map(|(_, from, step)| (from, step)).collect();
        let pieces = self.contents.of(&pieces);
        let mut aims = Aims::default();
        self.aim(&mut aims, pieces, &ways, view.graph.cells())?;
        Some(Danger {
            anchors: self.contents.of(anchors),
            codes: anchors.clone(),
            aims,
            attack: false,
            exact: true,
            always: false,
            only: None,
        })
    }
}

/// By cell, from where one of these ways might lead there.
fn aimed<S: Set>(ways: &[Way<S>], cells: usize) -> Box<[S]> {
    let mut from = vec![S::NONE; cells];
    for (at, step) in ways {
        from[step.to] |= S::one(at.index());
    }
    from.into()
}

/// By cell, from where one of these walks might capture there; `None` if from anywhere.
fn aimed_from<S: Set>(rules: &[&MoveRule], royal: &Codes, view: &View<'_>) -> Option<Box<[S]>> {
    let graph = view.graph;
    let mut aimed = vec![S::NONE; graph.cells()];
    for rule in rules {
        let reach = reach(&without_end(&rule.walk, view, royal), view)?;
        let starts = graph.all().filter(|at| graph.contains(&rule.from, *at, view.facing));
        for from in starts {
            for (to, aimed) in aimed.iter_mut().enumerate() {
                if reach[from.index()].contains(Cell::at(to)) {
                    *aimed |= S::one(from.index());
                }
            }
        }
    }
    Some(aimed.into())
}
