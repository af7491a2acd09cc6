//! Quarter turns of blocks of cells, one after another, as shifts of what stands there.

use crate::program::check::View;
use crate::program::set::Set;
use crate::program::walk::Block;
use crate::rules::{Node, Walk};

/// Ways to turn blocks at most.
const WAYS: usize = 256;

/// Blocks of cells that are turned, one after another.
#[derive(Debug)]
pub(crate) struct Quarters<S> {
    /// Each cell whose piece does not stay, and where that goes.
    pub goes: Box<[[u16; 2]]>,
    /// Of each turn the first cell of the block, and where it goes.
    pub told: Box<[u16]>,
    /// The cells that do not stay.
    pub cells: S,
    /// By how much the index of a cell grows: the cells where it grows so.
    shifts: Box<[(S, i16)]>,
}

impl<S: Set> Quarters<S> {
    fn new(turns: &[Block]) -> Self {
        let to = |from: u16| turns.iter().fold(from, |cell, block| block.to(cell));
        let mut cells: Vec<u16> =
            turns.iter().flat_map(|block| &block.rounds).flatten().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let goes: Box<[[u16; 2]]> = cells
            .into_iter()
            .map(|from| [from, to(from)])
            .filter(|[from, to]| from != to)
            .collect();
        let mut shifts: Vec<(S, i16)> = Vec::new();
        for [from, to] in &goes {
            let (here, by) = (S::one(usize::from(*from)), *to as i16 - *from as i16);
            match shifts.iter_mut().find(|known| known.1 == by) {
                Some(known) => known.0 |= here,
                None => shifts.push((here, by)),
            }
        }
        let cells = shifts.iter().fold(S::NONE, |cells, shift| cells | shift.0);
        let told = turns.iter().flat_map(|block| block.told).collect();
        Self { goes, told, cells, shifts: shifts.into() }
    }

    /// Where cells come by the turns.
    #[inline]
    pub fn turned(&self, cells: S) -> S {
        let shift = |turned: S, (from, by): &(S, i16)| turned | (cells & *from).moved(*by);
        self.shifts.iter().fold(cells & !self.cells, shift)
    }

    /// The ways to turn blocks, in the order of the cells that tell them, if that is all that is done; `None` within if two are told
    /// alike, or they are too many.
    pub(super) fn choices(nodes: &[&Node], view: &View<'_>) -> Option<Option<Box<[Self]>>> {
        let turns = nodes.iter().all(|node| turns_alone(node)) && !nodes.is_empty();
        turns.then(|| {
            let ways = after(vec![Vec::new()], nodes.iter().copied(), view)?;
            let mut ways: Vec<Self> = ways.iter().map(|turns| Self::new(turns)).collect();
            ways.sort_by(|one, two| one.told.cmp(&two.told));
            let apart = !ways.is_empty() && ways.windows(2).all(|two| two[0].told != two[1].told);
            apart.then(|| ways.into())
        })
    }
}

/// Whether a walk does nothing but to turn blocks.
fn turns_alone(node: &Node) -> bool {
    match &node.walk {
        Walk::Turn { .. } => true,
        Walk::Seq(list) | Walk::Alt(list) => !list.is_empty() && list.iter().all(turns_alone),
        _ => false,
    }
}

/// Ways to turn blocks, with those of each of some walks behind them; `None` if they are too many.
fn after<'n>(
    ways: Vec<Vec<Block>>,
    nodes: impl IntoIterator<Item = &'n Node>,
    view: &View<'_>,
) -> Option<Vec<Vec<Block>>> {
    let mut nodes = nodes.into_iter();
    nodes.try_fold(ways, |ways, node| {
        let ways = match &node.walk {
            Walk::Turn { cells, right } => {
                // Of what is no block there is no turn.
                let block = Block::of(cells, *right, view);
                let with = |mut way: Vec<Block>| {
                    way.push(block.clone()?);
                    Some(way)
                };
                ways.into_iter().filter_map(with).collect()
            }
            Walk::Alt(list) => {
                let each = list.iter().map(|node| after(ways.clone(), [node], view));
                each.collect::<Option<Vec<_>>>()?.concat()
            }
            Walk::Seq(list) => after(ways, list, view)?,
            _ => return None,
        };
        (ways.len() <= WAYS).then_some(ways)
    })
}
