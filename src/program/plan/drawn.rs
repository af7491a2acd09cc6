//! Moves that are drawn in a random game without being counted before.

use super::shape::Step;
use super::{Plan, Side};
use crate::index::{Kind, Player};
use crate::program::Program;
use crate::program::set::Set;
use crate::program::trail::EMPTY;

/// Among what a move is drawn, and drawn again if there is none such.
#[derive(Debug)]
pub(crate) enum Drawn<S> {
    /// Placements, of which only trying tells whether they can be made.
    Places,
    /// Two parts of a move.
    Parts(Parts<S>),
}

/// Moves of two parts, each of which leads to an empty cell over empty ones.
#[derive(Debug)]
pub(crate) struct Parts<S> {
    /// Where a part could lead, each such table once.
    leads: Vec<Leads<S>>,
    /// By player and kind, where the first part could and where the second could, if it moves.
    of: Vec<Vec<Option<[u16; 2]>>>,
    /// To how many cells a first part could lead at most, and a second.
    pub most: [usize; 2],
}

/// Where parts of moves could lead.
#[derive(Debug, PartialEq)]
pub(crate) struct Leads<S> {
    /// By cell, where the cells begin in `cells` to which they do if nothing stands anywhere.
    starts: Box<[u32]>,
    /// These, of each cell in their order.
    cells: Box<[u16]>,
    /// Of each, the cells that must be empty: that and all between.
    ways: Box<[S]>,
}

impl<S: Set> Plan<S> {
    /// Among what every player's moves can be drawn.
    pub(super) fn drawn(&self, program: &Program) -> Option<Drawn<S>> {
        if self.sides.iter().all(|side| side.tries() && side.tries_alone()) {
            return Some(Drawn::Places);
        }
        let mut parts = Parts { leads: Vec::new(), of: Vec::new(), most: [0; 2] };
        if program.pass.is_some() {
            return None;
        }
        for side in &self.sides {
            let of = side.parts(&mut parts)?;
            parts.of.push(of);
        }
        (!parts.leads.is_empty()).then_some(Drawn::Parts(parts))
    }
}

impl<S: Set> Side<S> {
    /// By kind, where the parts of its moves could lead, if all are of two parts and none is refused.
    fn parts(&self, parts: &mut Parts<S>) -> Option<Vec<Option<[u16; 2]>>> {
        let refuses =
            self.listed || self.alike || self.walks || !self.is_free() || !self.truces.is_empty();
        if refuses || !self.places.is_empty() {
            return None;
        }
        let mut of = Vec::new();
        for kind in &self.kinds {
            of.push(match &kind.groups[..] {
                _ if !kind.moves => None,
                [group] if group.given.is_empty() && group.known.is_empty() => {
                    let [part] = &group.parts[..] else { return None };
                    let plain = part.steps_alone() && part.codes == EMPTY;
                    let tail = group.tail.as_ref().filter(|tail| plain && !tail.told)?;
                    let both = [parts.enter(&part.steps)?, parts.enter(&tail.steps)?];
                    let most = both.map(|at| parts.leads(at).most());
                    parts.most = [0, 1].map(|part| most[part].max(parts.most[part]));
                    Some(both)
                }
                _ => return None,
            });
        }
        Some(of)
    }
}

impl<S: Set> Parts<S> {
    /// The tables of where the parts of the moves of a player's kind could lead, if it moves.
    pub fn of(&self, player: Player, kind: Kind) -> Option<[u16; 2]> {
        self.of[player.index()][kind.index()]
    }

    /// A table.
    #[inline]
    pub fn leads(&self, at: u16) -> &Leads<S> {
        &self.leads[usize::from(at)]
    }

    /// The number of the table of some steps, if they make one.
    fn enter(&mut self, steps: &[Vec<Step<S>>]) -> Option<u16> {
        let leads = Leads::new(steps)?;
        let known = self.leads.iter().position(|known| *known == leads);
        let at = known.unwrap_or(self.leads.len());
        if known.is_none() {
            self.leads.push(leads);
        }
        Some(at as u16)
    }
}

impl<S: Set> Leads<S> {
    /// The table of some steps, by cell, unless some go over pieces or two lead to one cell.
    fn new(steps: &[Vec<Step<S>>]) -> Option<Self> {
        let (mut starts, mut cells, mut ways) = (vec![0], Vec::new(), Vec::new());
        for steps in steps {
            let mut steps: Vec<&Step<S>> = steps.iter().collect();
            steps.sort_by_key(|step| step.to);
            let same = steps.windows(2).any(|pair| pair[0].to == pair[1].to);
            if same || steps.iter().any(|step| step.hurdles > 0) {
                return None;
            }
            cells.extend(steps.iter().map(|step| step.to as u16));
            ways.extend(steps.iter().map(|step| step.between | S::one(step.to)));
            starts.push(cells.len() as u32);
        }
        Some(Self { starts: starts.into(), cells: cells.into(), ways: ways.into() })
    }

    /// The cells to which parts could lead from a cell.
    pub fn cells(&self, from: usize) -> &[u16] {
        &self.cells[self.starts[from] as usize..self.starts[from + 1] as usize]
    }

    /// The cell of that number to which a part could lead from a cell, if it does.
    #[inline]
    pub fn open(&self, from: usize, number: usize, occupied: S) -> Option<u16> {
        let at = self.starts[from] as usize + number;
        let leads = at < self.starts[from + 1] as usize && (self.ways[at] & occupied).is_none();
        leads.then(|| self.cells[at])
    }

    /// To how many cells at most.
    fn most(&self) -> usize {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as usize
    }
}
