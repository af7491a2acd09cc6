//! Of which moves it must be asked whether a prohibition refuses them, where it may refuse some: those by which pieces may come to
//! aim at some others, and those that touch the cells of which it asks.
//!
//! `at least 3 (own and centre)` is as it is now after any move that leaves the centre alone. All moves are counted as if nothing were
//! forbidden, and of those that touch it the ones that are refused are taken off.

use super::Fast;
use super::list::Play;
use crate::index::{Piece, Player};
use crate::program::{Becomes, Forbid, Moves, Set, Truce};

/// Where moves begin and lead that a prohibition may refuse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubted<S> {
    /// If one asks for what the player's pieces aim at, the lines on which they nearly do.
    lines: Option<S>,
    /// What others ask of, and where a move leads that may change that.
    touched: S,
}

impl<S: Set> Fast<'_, S> {
    /// Where moves begin and lead that a prohibition may refuse, if it may refuse no others.
    pub(super) fn doubted(&mut self, player: Player) -> Option<Doubted<S>> {
        let side = &self.plan.sides[player.index()];
        let mut doubted = Doubted { lines: None, touched: S::NONE };
        let mut binds = self.binds.pop().unwrap_or_default();
        let told = side.forbids.iter().all(|forbid| {
            let Some(Truce { danger, .. }) = &forbid.aims else {
                let touched = self.touched(player, forbid);
                doubted.touched |= touched.unwrap_or(S::NONE);
                return touched.is_some();
            };
            binds.clear();
            self.gather_of(danger, &mut binds);
            let mut lines = doubted.lines.unwrap_or(S::NONE);
            for bind in &binds {
                lines |= bind.between | bind.from | S::one(bind.anchor);
            }
            doubted.lines = Some(lines);
            // Else one aims already.
            binds.iter().all(|bind| bind.count != bind.hurdles)
        });
        binds.clear();
        self.binds.push(binds);
        let around = doubted.lines.is_some() && !side.sequel.is_empty();
        (told && !around).then_some(doubted)
    }

    /// Where moves begin and lead that a prohibition may refuse which asks for no aims, if it may refuse no others.
    pub(super) fn touched(&mut self, player: Player, forbid: &Forbid<S>) -> Option<S> {
        match self.may_come(player, &forbid.fact) {
            false => Some(S::NONE),
            // What leaves those cells alone leaves it as it is.
            true => forbid.touched.filter(|_| !self.holds(&forbid.fact, None)),
        }
    }

    /// The same, where all moves can be counted as if nothing were forbidden.
    pub(super) fn doubted_apart(&mut self, player: Player) -> Option<Doubted<S>> {
        let side = &self.plan.sides[player.index()];
        let otherwise = side.walks || side.hops || side.alike || !side.phases.is_empty();
        if otherwise { None } else { self.doubted(player) }
    }

    /// How many legal moves there are: all less those that prohibitions refuse, of which few must be asked.
    pub(super) fn count_doubted(&mut self, player: Player, of: Doubted<S>) -> u64 {
        let side = &self.plan.sides[player.index()];
        let lines = of.touched | of.lines.unwrap_or(S::NONE);
        let all = self.count(player, false)[0];
        let mut doubted = self.pool.pop().unwrap_or_default();
        doubted.clear();
        let hold = self.hold(player);
        let straight = self.aims_straight(player);
        for kind in side.kinds.iter().filter(|kind| kind.moves) {
            // Where nothing asks for aims, other moves change nothing of it.
            let heeded = of.lines.is_some() || kind.groups.iter().any(|group| group.heeded);
            let pieces = if heeded { self.board.set(kind.pieces) } else { S::NONE };
            let aims = lines | self.aims_of(player, kind.piece, None);
            // Where one leaves that stands in the way of no other, the same cells are aimed from.
            let alike = if straight { pieces & !aims } else { S::NONE };
            let becomes = |from: &usize| others_of(kind, *from).next().is_some();
            let others = alike.cells().filter(becomes);
            let alike = others.fold(alike, |alike, from| alike & !S::one(from));
            let apart = self.arrive_apart(kind, alike, aims);
            for from in if apart { pieces & !alike } else { pieces }.cells() {
                let aims_of = |piece: Piece| self.aims_of(player, piece, Some(from));
                let to = match lines.has(from) {
                    true => S::ALL,
                    false if alike.has(from) => aims,
                    false => {
                        let own = lines | aims_of(kind.piece);
                        others_of(kind, from).fold(own, |all, piece| all | aims_of(piece))
                    }
                };
                self.list_from(player, (kind, from), &hold, to, &mut doubted);
            }
            self.each_loose(player, kind, &hold.binds, |from, at, _| {
                doubted.push(Play::Loose { from, at });
            });
        }
        self.binds.push(hold.binds);
        for (at, place) in side.places.iter().enumerate().filter(|place| !place.1.is_single()) {
            for to in self.places(player, place).cells() {
                self.list_place(place, at, to, &mut doubted);
            }
        }
        doubted
            .retain(|play| self.is_doubted(player, *play, Some(of)) && self.refused(player, *play));
        let refused = doubted.len() as u64;
        self.pool.push(doubted);
        all - refused
    }

    /// Whether none of some pieces of a kind arrives on one of these cells by a move of a group, if that is told at once.
    pub(super) fn arrive_apart(&self, kind: &Moves<S>, pieces: S, cells: S) -> bool {
        kind.groups.iter().all(|group| {
            let mut shifts = group.shifts.iter().flatten();
            group.shifts.is_some()
                && shifts.all(|shift| (self.arrivals(shift, pieces) & cells).is_none())
        })
    }

    /// Whether a prohibition may refuse a move that leads or begins so.
    pub(super) fn is_doubted(
        &self,
        player: Player,
        play: Play,
        doubted: Option<Doubted<S>>,
    ) -> bool {
        let Some(Doubted { lines, touched }) = doubted else { return true };
        match play {
            Play::Plain { from, to, piece, .. } => {
                let [from, to] = [from, to].map(usize::from);
                let aims = |truce| self.aims_from(truce, player, piece, Some(from)).has(to);
                touched.has(from)
                    || touched.has(to)
                    || lines.is_some_and(|lines| {
                        let forbids = self.plan.sides[player.index()].forbids.iter();
                        let mut truces = forbids.filter_map(|one| one.aims.as_ref());
                        lines.has(from)
                            || lines.has(to)
                            || self.stirs(player, play)
                            || truces.any(aims)
                    })
            }
            Play::Place { at, to, then } if lines.is_none() => {
                let place = &self.plan.sides[player.index()].places[usize::from(at)];
                let then = match place.second {
                    Some(_) => touched.has(then.into()),
                    None => !place.turns.is_empty(),
                };
                touched.has(to.into()) || then
            }
            Play::Chain { at } if lines.is_none() => {
                let cells = self.chains.path(at).iter().chain(self.chains.taken(at));
                cells.into_iter().any(|cell| touched.has(usize::from(*cell)))
            }
            Play::Loose { from, at } if lines.is_none() => {
                self.loose(player, from.into(), at).is_none_or(|loose| {
                    let after = loose.effect.after.iter().map(|after| after.cell);
                    let mut changed = loose.effect.sets.iter().map(|(cell, _)| cell).chain(after);
                    changed.any(|cell| touched.has(cell.index()))
                })
            }
            _ => true,
        }
    }
}

/// What else a piece of a kind may be after a move from a cell.
fn others_of<S: Set>(kind: &Moves<S>, from: usize) -> impl Iterator<Item = Piece> {
    let becomes = kind.groups.iter().flat_map(|group| &group.becomes);
    let others = |is: &'_ Becomes<S>| is.pieces.iter().any(|piece| *piece != kind.piece);
    let comes = move |is: &&Becomes<S>| is.to.as_ref().is_none_or(|to| !to[from].is_none());
    let becomes = becomes.filter(move |is| others(is) && comes(is));
    becomes.flat_map(|is| &is.pieces).copied().filter(|piece| *piece != kind.piece)
}
