//! Slides of all pieces of some kinds at once: in one direction no two of them come to the same cell, for the
//! one in front stands in the way.

use std::collections::BTreeMap;

use super::Plan;
use super::content::Content;
use super::kinds::{Group, Part};
use super::shape::Step;
use crate::index::{Kind, Piece, Player};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{NONE, join, only};

/// Slides in one direction, as far as nothing stands in the way.
#[derive(Debug)]
pub(crate) struct Slide<S> {
    /// The pieces that go so.
    pub pieces: Content,
    /// What may stand where they arrive.
    pub land: Content,
    /// The index of the next cell less that of a cell.
    pub by: i16,
    /// The cells that are next to another.
    pub to: S,
    /// How often the way must be doubled to be as long as the longest.
    pub rounds: u32,
}

/// A direction: the difference of indices, and the cells from which it leads on.
type Way<S> = (i16, S);

impl<S: Set> Plan<S> {
    /// Finds the groups that are slides and nothing else.
    pub(super) fn find_slides(&mut self) {
        for player in 0..self.sides.len() {
            if !self.sides[player].truces.is_empty() {
                continue;
            }
            let tests = self.sides[player].tests;
            let refuses = !self.sides[player].forbids.is_empty();
            let mut slides: BTreeMap<(i16, Content), Vec<(S, Codes)>> = BTreeMap::new();
            let mut all = NONE;
            let kinds = self.sides[player].kinds.iter_mut().enumerate();
            for (kind, moves) in kinds.filter(|kind| !kind.1.alike) {
                let codes = only(Piece::new(Kind::at(kind), Some(Player::at(player))));
                // Those that may have to be tried are not counted at once.
                let tried = |group: &Group<S>| tests && !group.keeps || refuses && group.stirs;
                let told = |group: &&mut Group<S>| !group.alike && !tried(group);
                for group in moves.groups.iter_mut().filter(told) {
                    let [part] = &group.parts[..] else { continue };
                    let Some(ways) = ways(group, part).filter(|_| !moves.wary && !moves.odd) else {
                        continue;
                    };
                    // Two slides of one piece to one cell, by which it becomes another, are two moves.
                    let fits = |(by, from): &Way<S>| {
                        let known = slides.get(&(*by, part.land));
                        let apart = |known: &(S, Codes)| known.0 == *from && known.1 != codes;
                        known.is_none_or(|known| known.iter().all(apart))
                    };
                    if !ways.iter().all(fits) {
                        continue;
                    }
                    for (by, from) in ways {
                        slides.entry((by, part.land)).or_default().push((from, codes.clone()));
                    }
                    all = join(&all, &codes);
                    group.slid = true;
                }
            }
            let slides = slides.into_iter().map(|((by, land), of)| {
                let pieces = of.iter().fold(NONE, |all, (_, codes)| join(&all, codes));
                let (from, pieces) = (of[0].0, self.contents.of(&pieces));
                Slide { pieces, land, by, to: from.moved(by), rounds: rounds(from, by) }
            });
            self.sides[player].slides = slides.collect();
            self.sides[player].sliders = self.contents.of(&all);
        }
    }
}

/// The directions that a group's moves are slides in, if they are; one that goes one cell far on some board
/// and no farther is none.
fn ways<S: Set>(group: &Group<S>, part: &Part<S>) -> Option<Vec<Way<S>>> {
    let plain = group.tail.is_none()
        && !group.rises
        && group.given.is_empty()
        && group.known.is_empty()
        && matches!(&group.becomes[..], [becomes] if becomes.to.is_none() && becomes.pieces.len() == 1);
    if !plain || group.wary || !part.steps_alone() {
        return None;
    }
    let mut ways: Vec<Way<S>> = Vec::new();
    let mut count = 0;
    for (from, steps) in part.steps.iter().enumerate() {
        for step in steps {
            let by = step.to as i16 - from as i16;
            if step.hurdles > 0 {
                return None;
            }
            count += 1;
            if step.between.is_none() {
                match ways.iter_mut().find(|way| way.0 == by) {
                    Some(way) => way.1 |= S::one(from),
                    None => ways.push((by, S::one(from))),
                }
            }
        }
    }
    // Every cell along a way is reached, over those before it, and nothing else is.
    let mut along = 0;
    for (by, from) in &ways {
        for start in from.cells() {
            let (mut at, mut between) = (start, S::NONE);
            while from.has(at) && (at == start || !between.has(at)) {
                if at != start {
                    between |= S::one(at);
                }
                at = at.wrapping_add_signed((*by).into());
                along += 1;
                let goes = |step: &Step<S>| step.to == at && step.between == between;
                if !part.steps[start].iter().any(goes) {
                    return None;
                }
            }
        }
    }
    (along == count).then_some(ways)
}

/// How often a way must be doubled to be as long as the longest in that direction.
fn rounds<S: Set>(from: S, by: i16) -> u32 {
    let (mut left, mut longest) = (from, 0u32);
    while !left.is_none() {
        left = left & left.moved(by) & from;
        longest += 1;
        if longest as usize > S::CELLS {
            break;
        }
    }
    u32::BITS - longest.leading_zeros()
}
