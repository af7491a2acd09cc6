//! What a move of a random game is drawn from where moves are not counted before, drawn from a list all the same.

use super::buffer::Moves;
use super::playout::Chance;
use crate::index::{Cell, MoveName};
use crate::position::{Edit, Move};
use std::collections::HashMap;

/// Among what a move is drawn.
pub(super) enum Lot {
    /// The names and the cells of placements, in their order.
    Places(Vec<(MoveName, Cell)>),
    /// Two parts of a move.
    Parts(Parts),
    /// What may be moves, each with how many others come before the move that it is, if it is one; drawn so often at most.
    Guesses { ranks: Vec<Option<usize>>, draws: usize },
    /// Moves, some of which may be refused, on a board of so many cells; drawn so often at most.
    Moves { moves: Vec<Move>, draws: usize, cells: usize },
    /// The move that was drawn, of moves some of which are walked, on a board of so many cells.
    Drawn { drawn: Move, cells: usize },
}

/// Among what the parts of a move are drawn.
pub(super) struct Parts {
    /// By piece from which moves go, the first parts by number, each as its place in `heads`; a number may lead nowhere.
    pub starts: Vec<Vec<Option<usize>>>,
    /// How often a piece and two numbers are drawn first.
    pub guesses: usize,
    /// By first part, in their order, the moves by the numbers of the second, if nothing refuses them; a number may lead nowhere.
    pub heads: Vec<Vec<Option<Move>>>,
    /// How often one of them and a number are drawn then.
    pub draws: usize,
    /// How many cells there are.
    pub cells: usize,
    /// From how many numbers each is drawn: those of cells to which a part leads stand for it.
    pub most: [usize; 2],
}

/// The places of moves in a list.
struct Places<'m> {
    moves: &'m Moves,
    /// How many cells the board has.
    cells: usize,
    by_path: HashMap<&'m [Cell], Vec<usize>>,
}

impl Lot {
    /// Whether some moves are walked, so that it takes long to list all.
    pub fn is_walked(&self) -> bool {
        matches!(self, Lot::Drawn { .. })
    }

    /// The place in the list of all moves, in their order, of one that is drawn; `passes`: who has others may pass.
    pub fn draw(self, moves: &Moves, passes: bool, chance: &mut Chance) -> usize {
        match self {
            Lot::Places(places) => place(moves, places, passes, chance),
            Lot::Parts(parts) => parts.draw(moves, chance),
            Lot::Guesses { ranks, draws } => {
                let drawn = chance.first_of(draws, ranks.len(), |at| ranks[at]);
                drawn.unwrap_or_else(|| chance.below(moves.len()))
            }
            Lot::Moves { moves: all, draws, cells } => {
                let known = Places::new(moves, cells);
                let drawn = chance.first_of(draws, all.len(), |at| known.of(&all[at]));
                drawn.unwrap_or_else(|| chance.below(moves.len()))
            }
            Lot::Drawn { drawn, cells } => {
                let place = Places::new(moves, cells).like(&drawn);
                debug_assert!(place.is_some(), "a move that was drawn is not legal");
                place.unwrap_or_default()
            }
        }
    }
}

/// A pass, if who can move `passes` and may, and those placements, of which such as are not in the list
/// are drawn again.
fn place(
    moves: &Moves,
    mut places: Vec<(MoveName, Cell)>,
    passes: bool,
    chance: &mut Chance,
) -> usize {
    let passes = usize::from(passes && moves.path(0).is_empty());
    loop {
        // A pass of who has no other move is drawn of nothing.
        let count = places.len() + passes;
        let at = if count > 0 { chance.below(count).checked_sub(passes) } else { None };
        let Some(at) = at else { return 0 };
        let (name, cell) = places.remove(at);
        let same = |at: &usize| moves.path(*at) == [cell] && moves.name(*at) == name;
        if let Some(at) = (0..moves.len()).find(same) {
            return at;
        }
    }
}

/// Of each of some moves in their order how many others come before it of those that go, if it goes.
pub(super) fn ranks(goes: impl Iterator<Item = bool>) -> Vec<Option<usize>> {
    let mut before = 0..;
    goes.map(|goes| if goes { before.next() } else { None }).collect()
}

impl<'m> Places<'m> {
    /// The places in that list.
    fn new(moves: &'m Moves, cells: usize) -> Self {
        let mut by_path: HashMap<&[Cell], Vec<usize>> = HashMap::new();
        (0..moves.len()).for_each(|at| by_path.entry(moves.path(at)).or_default().push(at));
        Self { moves, cells, by_path }
    }

    /// The place of a move, if it is in the list.
    fn of(&self, one: &Move) -> Option<usize> {
        let moves = self.moves;
        // Counters and whose turn is next are no matter of the walk.
        let is = |at: &usize| {
            let known = moves.edits(*at);
            let mut changed = known.iter().filter(|edit| edit.cell.index() < self.cells);
            (moves.captures(*at), moves.name(*at), moves.became(*at))
                == (&one.captures, one.name, one.became)
                && one.edits.iter().all(|edit| known.contains(edit))
                && changed.all(|edit| one.edits.contains(edit))
        };
        self.by_path.get(&one.path[..])?.iter().copied().find(is)
    }

    /// The same, or of what comes to the same: a walk may have taken the place of what sets tell.
    fn like(&self, one: &Move) -> Option<usize> {
        let (moves, cells) = (self.moves, self.cells);
        let changes = |edits: &[Edit]| {
            let here = edits.iter().filter(|edit| edit.cell.index() < cells).copied();
            here.collect::<Vec<_>>()
        };
        let wanted = changes(&one.edits);
        let mut same = (0..moves.len()).filter(|at| changes(moves.edits(*at)) == wanted);
        let named = |at: &usize| moves.name(*at) == one.name && moves.path(*at) == one.path;
        self.of(one).or_else(|| same.clone().find(named)).or_else(|| same.next())
    }
}

impl Parts {
    /// Two parts, drawn again if there is no such move, and after so many draws any move.
    fn draw(self, moves: &Moves, chance: &mut Chance) -> usize {
        let known = Places::new(moves, self.cells);
        let end = |head: usize, chance: &mut Chance| {
            let ends: &Vec<Option<Move>> = &self.heads[head];
            known.of(ends[chance.below(self.most[1])].as_ref()?)
        };
        for _ in 0..self.guesses {
            let leads = &self.starts[chance.below(self.starts.len())];
            let Some(head) = leads[chance.below(self.most[0])] else { continue };
            if let Some(at) = end(head, chance) {
                return at;
            }
        }
        for _ in 0..self.draws {
            if let Some(at) = end(chance.below(self.heads.len()), chance) {
                return at;
            }
        }
        chance.below(moves.len())
    }
}
