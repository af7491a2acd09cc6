//! Captures by what comes around a piece, wherever it may go.
//!
//! `then = 'each any (ahead to enemy, see (ahead to own), capture)?'`: what has an enemy's piece on one side of it is captured by
//! any other piece of his that may go to the cell on the other side. Where none stands beside it, nothing needs to be
//! looked for.

use super::Plan;
use super::aim::{Aims, Near};
use super::content::Content;
use super::danger::Danger;
use super::fact::{Asker, Fact};
use super::sequel::{Ray, Sequel, Stride};
use crate::index::{Cell, Player};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{meet, without};
use crate::rules::{Act, Graph};

/// How a player's pieces may capture by what comes around them.
#[derive(Debug)]
pub(crate) struct Around<S> {
    /// Whose they are.
    pub player: Player,
    /// By the cell where something may be captured, how.
    pub lines: Box<[Vec<Pinch<S>>]>,
}

/// A line from where a piece arrives.
#[derive(Debug)]
pub(crate) struct Pinch<S> {
    /// Where it arrives.
    pub at: u16,
    /// What must stand on the other cells, each told by its set.
    pub others: Box<[(Content, S)]>,
}

impl<S: Set> Sequel<S> {
    /// The lines by which it captures such pieces, each with the place of these on it, and that of a piece of its player's, of those
    /// codes; none if it leaves them alone, `None` if it does more to them than that.
    pub(super) fn captures(
        &self,
        codes: &Codes,
        own: &Codes,
    ) -> Option<Vec<(&Ray<S>, usize, usize)>> {
        if meet(&self.touches(), codes).is_none() {
            return Some(Vec::new());
        }
        let Sequel::Each(each) = self else { return None };
        if !each.looks.is_empty() {
            return None;
        }
        let mut lines = Vec::new();
        for ray in &each.rays {
            for (at, stride) in ray.strides.iter().enumerate() {
                if stride.act.is_none() || meet(&stride.codes, codes).is_none() {
                    continue;
                }
                let owns = |stride: &Stride<S>| without(&stride.codes, own).is_none();
                let beside = ray.strides.iter().position(owns)?;
                let short = ray.strides.iter().all(|stride| !stride.many);
                (short && stride.act == Some(Act::Capture)).then_some(())?;
                lines.push((ray, at, beside));
            }
        }
        Some(lines)
    }
}

impl<S: Set> Plan<S> {
    /// Whether lines tell how what comes around the enemies' pieces may capture such pieces.
    pub(super) fn tells_around(&self, codes: &Codes, asker: Asker<'_>) -> bool {
        asker.enemies().all(|player| {
            let Some(side) = self.sides.get(player.index()) else { return true };
            side.sequel.iter().all(|one| one.captures(codes, &Codes::of(player)).is_some())
        })
    }

    /// The danger that these pieces of the player's are captured by what comes around others', if there is one that is told.
    pub(super) fn danger_around(&mut self, codes: &Codes, asker: Asker<'_>) -> Option<Danger<S>> {
        let graph = asker.view().graph;
        let mut near: Vec<(Codes, Vec<S>)> = Vec::new();
        let mut all = Vec::new();
        for player in asker.enemies() {
            let own = Codes::of(player);
            let mut lines: Vec<Vec<Pinch<S>>> = (0..graph.cells()).map(|_| Vec::new()).collect();
            for sequel in &self.sides[player.index()].sequel {
                for (ray, taken, beside) in sequel.captures(codes, &own)? {
                    for (at, cells) in
                        graph.all().filter_map(|at| Some((at, along(ray, at, graph)?)))
                    {
                        let strides = ray.strides.iter().zip(&cells).enumerate();
                        let others = strides.filter(|(stride, _)| *stride != taken);
                        let others = others.map(|(_, (stride, cell))| {
                            (self.contents.of(&stride.codes), S::one(cell.index()))
                        });
                        let line = Pinch { at: at.0, others: others.collect() };
                        lines[cells[taken].index()].push(line);
                        let stands = &ray.strides[beside].codes;
                        let known = near.iter().position(|(known, _)| known == stands);
                        let known = known.unwrap_or_else(|| {
                            near.push((stands.clone(), vec![S::NONE; graph.cells()]));
                            near.len() - 1
                        });
                        near[known].1[cells[taken].index()] |= S::one(cells[beside].index());
                    }
                }
            }
            if lines.iter().any(|lines| !lines.is_empty()) {
                all.push(Around { player, lines: lines.into() });
            }
        }
        if all.is_empty() {
            return None;
        }
        let near = near
            .into_iter()
            .map(|(codes, from)| Near { pieces: self.contents.of(&codes), from: from.into() });
        let aims = Aims { near: near.collect(), ..Aims::default() };
        let anchors = self.contents.of(codes);
        Some(Danger {
            anchors,
            codes: codes.clone(),
            aims,
            attack: true,
            exact: false,
            always: false,
            only: Some(Box::new(Fact::Around(anchors, all))),
        })
    }

    /// Whether pieces of those codes are taken off or turned over around others in ways that no danger tells.
    pub(super) fn touched_around(&self, codes: &Codes) -> bool {
        let told = |(player, sequel): (usize, &Sequel<S>)| {
            sequel.captures(codes, &Codes::of(Player::at(player))).is_some()
        };
        let sides = self.sides.iter().enumerate();
        let mut sequels =
            sides.flat_map(|(player, side)| side.sequel.iter().map(move |one| (player, one)));
        !sequels.all(told)
    }
}

/// The cells of a line from one, if it lies on the board and within what is asked.
pub(super) fn along<S: Set>(ray: &Ray<S>, from: Cell, graph: &Graph) -> Option<Vec<Cell>> {
    let mut at = from;
    let next = |stride: &Stride<S>| {
        at = graph.next(at, ray.heading)?;
        stride.cells.has(at.index()).then_some(at)
    };
    ray.strides.iter().map(next).collect()
}
