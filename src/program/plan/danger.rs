//! Dangers: what may not be left open to a capture, or in sight, after a move of one's own.

use super::aim::Aims;
use super::content::Content;
use super::fact::{Asker, Fact};
use super::kinds::{Loose, Ready};
use super::shape::{Step, step};
use super::{Plan, Side};
use crate::index::{Cell, Kind, Piece, Player};
use crate::program::check::{Check, Codes, View, codes, has};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, Finder, join, meet, only, without};
use crate::rules::{Relation, Rules};

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
    /// If it is one only where more holds, that.
    pub only: Option<Box<Fact<S>>>,
}

/// From where, and how it gets to what is captured.
type Way<S> = (Cell, Step<S>);

/// What captures.
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
            let pieces = alike.fold([0; 4], |all, (piece, _)| join(&all, &only(*piece)));
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
    let royal = |kind: Kind| rules.kinds.get(kind.index()).is_some_and(|rule| rule.royal);
    codes(|kind, owner| owner == view.mover.0 && royal(kind))
}

impl<S: Set> Danger<S> {
    /// What something must go over to be a danger, where not any piece will do.
    pub fn picky(&self) -> impl Iterator<Item = Codes> + '_ {
        self.aims.over.iter().map(|hurdle| hurdle.codes)
    }
}

impl<S: Set> Side<S> {
    /// Whether the kind of a piece that moves tells if it may be what something goes over in a danger, also
    /// when it becomes another; what comes out of a hand always may.
    pub(super) fn tells(&self, danger: &Danger<S>) -> bool {
        let all: Vec<Codes> = self.dangers.iter().chain([danger]).flat_map(Danger::picky).collect();
        let places =
            self.places.iter().all(|place| all.iter().all(|codes| has(codes, place.piece)));
        let pieces = self.kinds.iter().all(|kind| {
            let plain = kind.groups.iter().flat_map(|group| &group.becomes);
            let plain = plain.flat_map(|becomes| becomes.pieces.iter().copied());
            let loose = kind.loose.iter().flatten();
            let loose = loose.filter_map(|one| Some(one.effect.sets[&Cell::at(one.to?)]));
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

    /// Whether a cell that must be safe in a walk is one where its piece would be attacked.
    pub(super) fn safe_is_danger(&self) -> bool {
        self.sides.iter().enumerate().all(|(mover, side)| {
            side.kinds.iter().enumerate().all(|(kind, moves)| {
                let piece = Piece::new(Kind::at(kind), Some(Player::at(mover)));
                let asks = |loose: &Loose<S>| loose.any.iter().any(|ready| !ready.safe.is_empty());
                let mut dangers = side.dangers.iter().filter(|danger| has(&danger.codes, piece));
                let attacked = dangers.clone().next().is_some() && dangers.all(|one| one.attack);
                attacked || !moves.loose.iter().flatten().any(asks)
            })
        })
    }

    /// The danger that a prohibition of the player's tells, if it is one: that, or it and more.
    pub(super) fn danger(&mut self, when: &CondCode, asker: Asker<'_>) -> Option<Danger<S>> {
        let list = match when {
            CondCode::All(list) => list,
            when => return self.open(when, asker),
        };
        for (at, one) in list.iter().enumerate() {
            let Some(mut danger) = self.open(one, asker) else { continue };
            let others = list.iter().enumerate().filter(|other| other.0 != at);
            let others = CondCode::All(others.map(|other| other.1.clone()).collect());
            let only = Fact::new(&others, self, asker)?;
            // What is asked of the move, or of the game, is not told by the board that a move leads to.
            danger.only =
                Some(Box::new(only)).filter(|only| !only.asks_move() && !only.asks_past());
            return danger.only.is_some().then_some(danger);
        }
        None
    }

    /// A piece of one's own is attacked, or in sight.
    pub(super) fn open(&mut self, when: &CondCode, asker: Asker<'_>) -> Option<Danger<S>> {
        let view = asker.view();
        match when {
            CondCode::Attacked(who) if *who == 1 << view.mover.0 => self.attack(asker.rules, view),
            CondCode::Count(Check::All(list), Relation::AtLeast, 1) => {
                let [Check::Leaf(anchors, None), how] = &list[..] else { return None };
                let own = codes(|_, owner| owner == view.mover.0);
                match how {
                    _ if without(anchors, &own) != [0; 4] => None,
                    Check::Attacked => {
                        let takers = self.takers(anchors, view)?;
                        self.aimed_by(anchors, &takers, view)
                    }
                    Check::Look(at, true) => self.sight(anchors, *at, view, asker.neutral),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Royal pieces are attacked.
    pub(super) fn attack(&mut self, rules: &Rules, view: &View<'_>) -> Option<Danger<S>> {
        let royal = royal(rules, view);
        let takers = self.takers(&royal, view)?;
        self.aimed_by(&royal, &takers, view)
    }

    /// The danger that these pieces are taken by those.
    pub(super) fn aimed_by(
        &mut self,
        codes: &Codes,
        takers: &[Taker<S>],
        view: &View<'_>,
    ) -> Option<Danger<S>> {
        let mut aims = Aims::default();
        for (pieces, ways) in shared(takers) {
            let pieces = self.contents.of(&pieces);
            self.aim(&mut aims, pieces, &ways, view.graph.cells())?;
        }
        let (attack, only) = (true, None);
        Some(Danger { anchors: self.contents.of(codes), codes: *codes, aims, attack, only })
    }

    /// What may capture such pieces of the viewing player's, whichever of them it is, and how.
    pub(super) fn takers(&self, royal: &Codes, view: &View<'_>) -> Option<Vec<Taker<S>>> {
        let mut takers = Vec::new();
        let enemies = (0..view.players).map(Player::at).filter(|player| *player != view.mover);
        for enemy in enemies {
            if *royal != [0; 4] && !self.sides[enemy.index()].phases.is_empty() {
                return None;
            }
            // An action that captures would be no placement, and those alone are planned.
            for kind in 0..self.sides[enemy.index()].kinds.len() {
                let moves = &self.sides[enemy.index()].kinds[kind];
                let takes = |needs: &Codes| meet(needs, royal) != [0; 4];
                for loose in moves.loose.iter().flatten() {
                    let may_stand = |ready: &Ready<S>, cell: usize| {
                        ready.content.iter().all(|(content, cells)| {
                            !cells.has(cell) || takes(&self.contents.codes[usize::from(content.0)])
                        })
                    };
                    let takes_royal =
                        |cell: &Cell| loose.any.iter().any(|ready| may_stand(ready, cell.index()));
                    if loose.effect.captures.iter().any(takes_royal) {
                        return None;
                    }
                }
                let mut ways: Vec<Way<S>> = Vec::new();
                for part in moves.groups.iter().flat_map(|group| &group.parts) {
                    if !takes(&part.codes) {
                        continue;
                    }
                    if without(royal, &part.codes) != [0; 4] || part.gauge.is_some() {
                        return None;
                    }
                    for (from, steps) in part.steps.iter().enumerate() {
                        ways.extend(steps.iter().map(|step| (Cell::at(from), step.clone())));
                    }
                }
                if !ways.is_empty() {
                    let piece = Piece::new(Kind::at(kind), Some(enemy));
                    takers.push(Taker { piece, ways });
                }
            }
        }
        Some(takers)
    }

    /// Some pieces of one's own stand in sight of others, by that look.
    fn sight(
        &mut self,
        anchors: &Codes,
        at: u16,
        view: &View<'_>,
        neutral: &[bool],
    ) -> Option<Danger<S>> {
        let own = codes(|_, owner| owner == view.mover.0);
        let body = *view.looks.get(usize::from(at))?;
        let mut ways: Vec<(Codes, Cell, Step<S>)> = Vec::new();
        let mut finder = Finder::new(view, neutral);
        for anchor in view.graph.all() {
            for needs in finder.look(body, anchor)? {
                let others =
                    needs.content.iter().filter(|(cell, codes)| *cell != anchor && *codes != EMPTY);
                let others: Vec<&(Cell, Codes)> = others.collect();
                let [(from, pieces)] = others[..] else { return None };
                let mut step = step::<S>(Some(*from), anchor, &[&needs])?;
                step.to = anchor.index();
                ways.push((*pieces, *from, step));
            }
        }
        let pieces = ways.first()?.0;
        if ways.iter().any(|way| way.0 != pieces || meet(&pieces, &own) != [0; 4]) {
            return None;
        }
        let ways: Vec<(Cell, Step<S>)> =
            ways.into_iter().map(|(_, from, step)| (from, step)).collect();
        let pieces = self.contents.of(&pieces);
        let mut aims = Aims::default();
        self.aim(&mut aims, pieces, &ways, view.graph.cells())?;
        let (attack, only) = (false, None);
        Some(Danger { anchors: self.contents.of(anchors), codes: *anchors, aims, attack, only })
    }
}
