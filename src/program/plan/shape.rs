//! The ways of a kind's plain moves, sorted so that a board's worth of them is a few operations on sets.

use crate::index::{Cell, Piece};
use crate::program::check::{Codes, has};
use crate::program::set::Set;
use crate::program::trail::{EMPTY, Needs, PIECES};

/// From each cell, where a piece may go by one sort of plain moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape<S> {
    /// The cells that nothing stands between.
    pub leaps: Box<[S]>,
    /// The lines along which it goes on over empty cells.
    pub rays: Rays<S>,
    /// The cells that are reached if others are empty, which are on no line.
    pub lame: Box<[Lame<S>]>,
    /// The lines along which it goes over exactly one piece.
    pub hops: Rays<S>,
    /// The lines along which it goes over one piece, to the cell behind it.
    pub vaults: Rays<S>,
    /// Whether there are any rays, lame leaps, hops and vaults.
    pub has: [bool; 4],
}

/// Each: the cells that must be empty, and the cells that are reached then.
type Lame<S> = Box<[(S, S)]>;

/// Lines from each cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rays<S> {
    /// All, cell by cell; of each cell first those on which the index of the cells grows.
    lines: Box<[S]>,
    /// By cell, where its lines begin, where those begin on which the index falls, and where they end.
    of: Box<[[u16; 3]]>,
}

impl<S: Set> Rays<S> {
    /// Lines of two cells or more from each cell, on which the index only grows or only falls.
    pub(super) fn new(cells: &[Vec<Vec<usize>>]) -> Self {
        let set = |line: &Vec<usize>| line.iter().fold(S::NONE, |set, cell| set | S::one(*cell));
        let (mut lines, mut of) = (Vec::new(), Vec::new());
        for all in cells {
            let start = lines.len() as u16;
            lines.extend(all.iter().filter(|line| line[1] > line[0]).map(set));
            let middle = lines.len() as u16;
            lines.extend(all.iter().filter(|line| line[1] < line[0]).map(set));
            of.push([start, middle, lines.len() as u16]);
        }
        Self { lines: lines.into(), of: of.into() }
    }

    /// How many cells there are from which there may be lines.
    pub(super) fn cells(&self) -> usize {
        self.of.len()
    }

    /// The lines from a cell on which the index grows, and those on which it falls.
    #[inline]
    pub fn from(&self, cell: usize) -> (&[S], &[S]) {
        let [start, middle, end] = self.of[cell].map(usize::from);
        (&self.lines[start..middle], &self.lines[middle..end])
    }
}

/// How a piece gets from one cell to another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step<S> {
    /// Where it goes.
    pub to: usize,
    /// What stands between.
    pub between: S,
    /// How many pieces must stand there.
    pub hurdles: u32,
    /// If one must, on one of these cells.
    pub held: S,
    /// If one must, one of these.
    pub over: Codes,
}

impl<S: Set> Step<S> {
    /// Whether it goes over empty cells of which one must not be empty for the other.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        self.hurdles == 0 && other.hurdles > 0 && (other.held & !self.between).is_none()
    }

    /// Whether it goes over any piece, wherever between.
    pub(super) fn hops_freely(&self) -> bool {
        self.hurdles == 1 && self.over == PIECES && self.held == self.between
    }
}

/// The step that some conditions on other cells than the two ends mean, if they mean one: all
/// between is empty, or exactly one cell of it is not, whichever of some cells.
pub(crate) fn step<S: Set>(from: Option<Cell>, to: Cell, any: &[&Needs]) -> Option<Step<S>> {
    let mut between = None;
    let mut held = S::NONE;
    let mut of = None;
    for needs in any {
        if !needs.content_alone() {
            return None;
        }
        let mut cells = S::NONE;
        let mut over = S::NONE;
        for (cell, codes) in &needs.content {
            let here = S::one(cell.index());
            match codes {
                _ if Some(*cell) == from || *cell == to => continue,
                codes if *codes == EMPTY => {}
                codes if has(codes, Piece::EMPTY) || !over.is_none() => return None,
                codes if *of.get_or_insert(codes) != codes => return None,
                _ => over = here,
            }
            cells |= here;
        }
        if *between.get_or_insert(cells) != cells || !(held & over).is_none() {
            return None;
        }
        held |= over;
    }
    let (to, between) = (to.index(), between?);
    let over = of.cloned().unwrap_or(PIECES);
    let hurdles = u32::from(!held.is_none());
    // Each way that there is must be over a cell of its own, or over none.
    (any.len() as u32 == held.len().max(1)).then_some(Step { to, between, hurdles, held, over })
}

impl<S: Set> Shape<S> {
    /// The shape of the steps from each cell, unless some go over a piece by no line.
    pub fn new(steps: &[Vec<Step<S>>]) -> Option<Self> {
        let mut leaps = vec![S::NONE; steps.len()];
        let (mut rays, mut lames) = (Vec::new(), Vec::new());
        let (mut hops, mut vaults) = (Vec::new(), Vec::new());
        for (at, steps) in steps.iter().enumerate() {
            let (lines, mut lame) = (lines(steps, Kind::Slide), Vec::new());
            for step in steps.iter().filter(|step| step.hurdles == 0) {
                let on_line =
                    lines.iter().any(|line| line.contains(&step.to) && follows(line, step));
                match on_line {
                    true => {}
                    false if step.between.is_none() => leaps[at] |= S::one(step.to),
                    false => lame.push((step.between, S::one(step.to))),
                }
            }
            // What hangs on the same cells is one entry.
            lame.sort_by_key(|(between, to)| (between.first(), to.first()));
            let mut merged: Vec<(S, S)> = Vec::new();
            for (between, to) in lame {
                match merged.iter_mut().find(|known| known.0 == between) {
                    Some(known) => known.1 |= to,
                    None => merged.push((between, to)),
                }
            }
            lames.push(Lame::from(merged));
            rays.push(lines);
            for (kind, all) in [(Kind::Hop, &mut hops), (Kind::Vault, &mut vaults)] {
                let lines = self::lines(steps, kind);
                let mut of = steps.iter().filter(|step| Kind::of(step, steps) == kind);
                if !of.all(|step| lines.iter().any(|line| leads(line, step, kind))) {
                    return None;
                }
                all.push(lines);
            }
        }
        let (rays, hops, vaults) = (Rays::new(&rays), Rays::new(&hops), Rays::new(&vaults));
        let lame = lames.iter().any(|list| !list.is_empty());
        let some = |rays: &Rays<S>| !rays.lines.is_empty();
        let has = [some(&rays), lame, some(&hops), some(&vaults)];
        Some(Shape { leaps: leaps.into(), rays, lame: lames.into(), hops, vaults, has })
    }
}

/// How a step gets over what is between.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is empty.
    Slide,
    /// One piece stands there, on any of the cells.
    Hop,
    /// One piece stands there, on a certain cell.
    Vault,
}

impl Kind {
    /// How one of the steps from a cell does.
    fn of<S: Set>(step: &Step<S>, steps: &[Step<S>]) -> Self {
        // Where there is but one cell between, it is either, as the others of its line are.
        let goes_on = |other: &Step<S>| {
            other.held != other.between
                && (step.between & !other.between).is_none()
                && other.between.has(step.to)
        };
        match step.hurdles {
            0 => Kind::Slide,
            _ if step.held != step.between || steps.iter().any(goes_on) => Kind::Vault,
            _ => Kind::Hop,
        }
    }
}

/// Whether a step over a piece is one of those along the line.
fn leads<S: Set>(line: &[usize], step: &Step<S>, kind: Kind) -> bool {
    let Some(at) = line.iter().skip(1).position(|cell| *cell == step.to) else { return false };
    kind == Kind::Hop || step.held == S::one(line[at])
}

/// Whether a step goes along the line to where it ends.
fn follows<S: Set>(line: &[usize], step: &Step<S>) -> bool {
    let before = line.iter().take_while(|cell| **cell != step.to);
    before.fold(S::NONE, |set, cell| set | S::one(*cell)) == step.between
}

/// The lines of cells that the steps go along, one cell on after another; the index of the cells only
/// grows or only falls on each. A line over a hurdle begins with the first cell that may hold it.
fn lines<S: Set>(steps: &[Step<S>], kind: Kind) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    let all: Vec<&Step<S>> = steps.iter().filter(|step| Kind::of(step, steps) == kind).collect();
    let of = |between: S| all.iter().filter(move |step| step.between == between);
    let mut firsts: Vec<usize> = match kind {
        Kind::Slide => of(S::NONE).map(|step| step.to).collect(),
        Kind::Hop | Kind::Vault => all
            .iter()
            .filter(|step| step.between.len() == 1)
            .map(|step| step.between.first())
            .collect(),
    };
    firsts.sort_unstable();
    firsts.dedup();
    for first in firsts {
        let seconds: Vec<usize> = of(S::one(first)).map(|step| step.to).collect();
        for second in seconds {
            let mut line = vec![first, second];
            let mut passed = S::one(first);
            loop {
                let last = line[line.len() - 1];
                passed |= S::one(last);
                let up = second > first;
                let next = of(passed).map(|step| step.to).find(|to| (*to > last) == up);
                let Some(next) = next else { break };
                line.push(next);
            }
            lines.push(line);
        }
    }
    lines
}
