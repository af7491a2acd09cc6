//! What comes behind a stride, on the few sets that are kept of a game in which pieces only stride.

use super::Contents;
use super::around::along;
use super::content::Content;
use super::heed::Read;
use super::march::keep;
use super::sequel::{Ray, Sequel, Stride};
use crate::index::{Cell, Kind};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::meet;
use crate::rules::{Act, Graph};

/// One thing that comes behind a stride.
#[derive(Debug)]
pub(crate) enum Behind<S> {
    /// Cells are emptied, as what comes around a piece tells that has this number.
    Emptied(usize),
    /// Lines, by the cell where the piece has arrived: of each that fits what is on it is changed.
    Lines(Box<[Vec<Line<S>>]>),
}

/// A line from a cell.
#[derive(Debug)]
pub(crate) struct Line<S> {
    /// What must stand on each of its cells, by where that is kept.
    pub needs: Box<[(Content, S)]>,
    /// What is done with such that stand on these cells.
    pub acts: Box<[(Content, S, Done)]>,
}

/// What becomes of what stands on a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Done {
    /// It is gone.
    Emptied,
    /// It is the player's.
    Turned(Kind),
}

impl<S: Set> Behind<S> {
    /// That of what comes around a player's pieces, which has this number, if kept sets tell it.
    pub(super) fn new(
        (number, sequel): (usize, &Sequel<S>),
        (contents, kept): (&mut Contents, &mut Vec<Content>),
        (graph, kinds): (&Graph, usize),
    ) -> Option<Self> {
        match sequel {
            Sequel::Every { cells, act: Act::Capture | Act::Lift, elsewhere: false, .. } => {
                let mut see = |read: Read| {
                    keep(kept, read.stands()?);
                    Some(())
                };
                cells.reads(&mut see)?;
                Some(Behind::Emptied(number))
            }
            Sequel::Each(each) if each.optional && each.looks.is_empty() => {
                let mut lines: Vec<Vec<Line<S>>> = (0..graph.cells()).map(|_| Vec::new()).collect();
                for ray in &each.rays {
                    if ray.strides.iter().any(|stride| stride.many) {
                        return None;
                    }
                    for at in graph.all() {
                        if let Some(line) = Line::new(ray, at, (contents, kept), (graph, kinds)) {
                            lines[at.index()].push(line?);
                        }
                    }
                }
                Some(Behind::Lines(lines.into()))
            }
            _ => None,
        }
    }
}

impl<S: Set> Line<S> {
    /// The line from a cell, if it lies on the board; `None` of what is done if kept sets do not tell that.
    fn new(
        ray: &Ray<S>,
        at: Cell,
        (contents, kept): (&mut Contents, &mut Vec<Content>),
        (graph, kinds): (&Graph, usize),
    ) -> Option<Option<Self>> {
        let cells = along(ray, at, graph)?;
        let (mut needs, mut acts) = (Vec::new(), Vec::new());
        for (Stride { codes, act, .. }, cell) in ray.strides.iter().zip(cells) {
            let cell = S::one(cell.index());
            let of = keep(kept, contents.of(codes));
            needs.push((of, cell));
            match act {
                None => {}
                Some(Act::Capture | Act::Lift) => acts.push((of, cell, Done::Emptied)),
                Some(Act::Flip) => {
                    for kind in (0..kinds).map(Kind::at) {
                        let such = meet(codes, &Codes::of_kind(kind));
                        let of = if kinds == 1 { of } else { keep(kept, contents.of(&such)) };
                        if !such.is_none() {
                            acts.push((of, cell, Done::Turned(kind)));
                        }
                    }
                }
                Some(_) => return Some(None),
            }
        }
        Some(Some(Self { needs: needs.into(), acts: acts.into() }))
    }
}
