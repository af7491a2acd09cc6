//! What a move of a random game is drawn from where moves are not counted before, drawn from a list all the same.

use super::buffer::Moves;
use super::playout::Chance;
use crate::index::Cell;

/// Among what a move is drawn.
pub(super) enum Lot {
    /// The cells of placements, in their order.
    Places(Vec<Cell>),
    /// The first parts of moves, in their order, and how many numbers are drawn from for the second.
    Heads(Vec<[Cell; 2]>, usize),
}

impl Lot {
    /// The place in the list of all moves, in their order, of one that is drawn; `passes`: who has others may pass.
    pub fn draw(self, moves: &Moves, passes: bool, chance: &mut Chance) -> usize {
        match self {
            Lot::Places(cells) => place(moves, cells, passes, chance),
            Lot::Heads(heads, most) => ended(moves, &heads, most, chance),
        }
    }
}

/// A pass, if who can move `passes` and may, and placements on those cells, of which such as are not in the list
/// are drawn again.
fn place(moves: &Moves, mut cells: Vec<Cell>, passes: bool, chance: &mut Chance) -> usize {
    let passes = usize::from(passes && moves.path(0).is_empty());
    loop {
        // A pass of who has no other move is drawn of nothing.
        let count = cells.len() + passes;
        let at = if count > 0 { chance.below(count).checked_sub(passes) } else { None };
        let Some(at) = at else { return 0 };
        let cell = cells.remove(at);
        if let Some(at) = (0..moves.len()).find(|at| moves.path(*at) == [cell]) {
            return at;
        }
    }
}

/// A first part and a number, drawn again if there are not so many second parts, as often as there are first parts;
/// then any move.
fn ended(moves: &Moves, heads: &[[Cell; 2]], most: usize, chance: &mut Chance) -> usize {
    for _ in heads {
        let head = &heads[chance.below(heads.len())];
        let before = chance.below(most);
        let mut ends = (0..moves.len()).filter(|at| moves.path(*at) == head);
        if let Some(at) = ends.nth(before) {
            return at;
        }
    }
    chance.below(moves.len())
}
