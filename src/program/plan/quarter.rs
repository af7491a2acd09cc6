//! Quarter turns of blocks of cells, as shifts of what stands there.

use crate::program::check::View;
use crate::program::set::Set;
use crate::program::walk::Block;
use crate::rules::{Node, Walk};

/// A block of cells that is turned.
#[derive(Debug)]
pub(crate) struct Quarter<S> {
    /// Each four cells that change places: the first goes where the second is, and so on.
    pub rounds: Box<[[u16; 4]]>,
    /// The first cell of the block, and where it goes.
    pub told: [u16; 2],
    /// The cells that do not stay.
    pub cells: S,
    /// By how much the index of a cell grows: the cells where it grows so.
    shifts: Box<[(S, i16)]>,
}

impl<S: Set> Quarter<S> {
    fn new(block: Block) -> Self {
        let mut shifts: Vec<(S, i16)> = Vec::new();
        for round in &block.rounds {
            for (at, from) in round.iter().enumerate() {
                let by = round[(at + 1) % 4] as i16 - *from as i16;
                let here = S::one(usize::from(*from));
                match shifts.iter_mut().find(|known| known.1 == by) {
                    Some(known) => known.0 |= here,
                    None => shifts.push((here, by)),
                }
            }
        }
        let cells = shifts.iter().fold(S::NONE, |cells, shift| cells | shift.0);
        let Block { rounds, told } = block;
        Self { rounds: rounds.into(), told, cells, shifts: shifts.into() }
    }

    /// Where cells come by the turn.
    #[inline]
    pub fn turned(&self, cells: S) -> S {
        let shift = |turned: S, (from, by): &(S, i16)| turned | (cells & *from).moved(*by);
        self.shifts.iter().fold(cells & !self.cells, shift)
    }

    /// The blocks of which one is turned, in the order of the cells that tell which, if that is all that is done;
    /// `None` within if two turns are told alike.
    pub(super) fn choices(nodes: &[&Node], view: &View<'_>) -> Option<Option<Box<[Self]>>> {
        let [node] = nodes else { return None };
        let list = match &node.walk {
            Walk::Alt(list) => &list[..],
            _ => std::slice::from_ref(*node),
        };
        let turn = |node: &Node| match &node.walk {
            Walk::Turn { cells, right } => Some(Block::of(cells, *right, view)),
            _ => None,
        };
        // Of what is no block there is no turn.
        let blocks: Vec<Option<Block>> = list.iter().map(turn).collect::<Option<_>>()?;
        let mut turns: Vec<Self> = blocks.into_iter().flatten().map(Self::new).collect();
        turns.sort_by_key(|turn| turn.told);
        let apart = !turns.is_empty() && !turns.windows(2).any(|two| two[0].told == two[1].told);
        Some(apart.then(|| turns.into()))
    }
}
