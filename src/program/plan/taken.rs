//! What a placement takes off or turns over along lines from the cell where a piece was put, told by kept sets.
//!
//! `each any (ahead to enemy, see (ahead to own), capture)?`: of every cell it is known beforehand which two others are on each
//! line, so that a line fits where the one is in the set of enemies and the other in that of one's own.

use super::Place;
use super::content::{Content, Contents};
use super::fill::place_of;
use super::sequel::{Each, Ray, Sequel};
use crate::index::Piece;
use crate::program::Program;
use crate::program::check::{Codes, has};
use crate::program::set::Set;
use crate::program::table::NOWHERE;
use crate::rules::Act;

/// Lines from each cell, all of the same form.
#[derive(Debug)]
pub(crate) struct Taken<S> {
    /// What stands there, one after another.
    pub legs: Vec<Leg<S>>,
    /// By line and cell, the next one.
    pub lines: Vec<Box<[u16]>>,
    /// Whether each leg is one step: then the cells of a line are told beforehand.
    pub short: bool,
    /// Whether what is taken is turned over instead: it becomes a piece like the one that was put.
    pub turns: bool,
    /// By cell, where its lines begin in `spots`.
    starts: Box<[u32]>,
    spots: Box<[u16]>,
}

/// One step of a line, or as many as can be.
#[derive(Debug)]
pub(crate) struct Leg<S> {
    /// The kept set of what must stand there.
    pub set: usize,
    /// Which cells it may be.
    pub cells: S,
    /// As many as can be, and whether there must be one.
    pub many: bool,
    pub least: bool,
    /// Whether what stands there is taken off or turned over, and of many whether the last alone is.
    pub takes: bool,
    pub last: bool,
}

impl<S: Set> Taken<S> {
    /// What a placement takes off or turns over, if that is all that comes after it.
    pub(super) fn all(
        place: &Place<S>,
        program: &Program,
        contents: &mut Contents,
        sets: &mut Vec<Content>,
    ) -> Option<Vec<Self>> {
        let mut all = Vec::new();
        for part in &place.sequel {
            let Sequel::Each(Each { rays, looks, optional: true, .. }) = part else { return None };
            if !looks.is_empty() || rays.iter().any(|ray| ray.rings) {
                return None;
            }
            for alike in rays.chunk_by(|one, other| one.strides == other.strides) {
                all.push(Self::new(alike, place.piece, program, contents, sets)?);
            }
        }
        Some(all)
    }

    /// The lines of some rays that have the same form.
    fn new(
        rays: &[Ray<S>],
        piece: Piece,
        program: &Program,
        contents: &mut Contents,
        sets: &mut Vec<Content>,
    ) -> Option<Self> {
        let mut legs = Vec::new();
        let strides = &rays.first()?.strides;
        let turns = strides.iter().any(|stride| stride.act == Some(Act::Flip));
        let pieces = program.pieces();
        let alike = |codes: &Codes| {
            let mut turned = pieces.iter().filter(|one| has(codes, **one));
            turned.all(|one| one.kind() == piece.kind() && one.owner() != piece.owner())
        };
        for stride in strides {
            let takes = match stride.act {
                None => false,
                Some(Act::Capture | Act::Lift) if !turns => true,
                Some(Act::Flip) if alike(&stride.codes) => true,
                Some(_) => return None,
            };
            legs.push(Leg {
                set: place_of(sets, contents.of(&stride.codes)),
                cells: stride.cells,
                many: stride.many,
                least: stride.least,
                takes,
                last: stride.last,
            });
        }
        // A line that need not begin where it does fits more often than its first cell tells.
        if legs.first().is_none_or(|leg| leg.many && !leg.least) {
            return None;
        }
        let along = |ray: &Ray<S>| program.neighbours.along(ray.heading.0).into();
        let lines: Vec<Box<[u16]>> = rays.iter().map(along).collect();
        let short = legs.iter().all(|leg| !leg.many);
        let (mut starts, mut spots) = (vec![0], Vec::new());
        for cell in 0..program.cells {
            for (number, line) in (0..).zip(&lines) {
                let mut at = cell;
                let mut next = |leg: &Leg<S>| {
                    at = usize::from(line[at]);
                    (at != usize::from(NOWHERE) && leg.cells.has(at)).then_some(at as u16)
                };
                let told = if short { legs.len() } else { 1 };
                let cells: Option<Vec<u16>> = legs[..told].iter().map(&mut next).collect();
                if let Some(cells) = cells {
                    spots.extend(cells);
                    spots.extend((!short).then_some(number));
                }
            }
            starts.push(spots.len() as u32);
        }
        Some(Self { legs, lines, short, turns, starts: starts.into(), spots: spots.into() })
    }

    /// The lines from a cell, each its cells, or its first cell and its number.
    #[inline]
    pub fn spots(&self, cell: usize) -> std::slice::ChunksExact<'_, u16> {
        let spots = &self.spots[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        spots.chunks_exact(if self.short { self.legs.len() } else { 2 })
    }
}
