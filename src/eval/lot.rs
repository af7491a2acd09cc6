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
    /// Moves that sets tell and others that are walked.
    Tickets(Tickets),
}

/// Among what moves are drawn of which some are walked.
pub(super) struct Tickets {
    /// The moves that sets tell, in their order, and then those that are walked before one is drawn, if nothing refuses them.
    pub told: Vec<Option<Move>>,
    /// By cell where others begin, and number, the move, if there is one.
    pub walked: Vec<Option<Move>>,
    /// How many cells there are.
    pub cells: usize,
    /// How often one of all these is drawn, before one of the list is.
    pub draws: usize,
}

/// Among what the parts of a move are drawn.
pub(super) struct Parts {
    /// The cells from which pieces go, each with the cells to which first parts lead, by number; a part may lead nowhere.
    pub starts: Vec<(Cell, Vec<Option<Cell>>)>,
    /// How often a piece and two numbers are drawn first.
    pub guesses: usize,
    /// The first parts that there are, in their order, each with the cells to which a second could lead.
    pub heads: Vec<([Cell; 2], Vec<Cell>)>,
    /// How often one of them and a number are drawn then.
    pub draws: usize,
    /// From how many numbers each is drawn: those of cells to which a part leads stand for it.
    pub most: [usize; 2],
}

impl Lot {
    /// The place in the list of all moves, in their order, of one that is drawn; `passes`: who has others may pass.
    pub fn draw(self, moves: &Moves, passes: bool, chance: &mut Chance) -> usize {
        match self {
            Lot::Places(places) => place(moves, places, passes, chance),
            Lot::Parts(parts) => parts.draw(moves, chance),
            Lot::Guesses { ranks, draws } => {
                let drawn = chance.first_of(draws, ranks.len(), |at| ranks[at]);
                drawn.unwrap_or_else(|| chance.below(moves.len()))
            }
            Lot::Tickets(tickets) => tickets.draw(moves, chance),
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

impl Tickets {
    /// A move for which a ticket stands, drawn again if there is none, and after so many draws any move.
    fn draw(self, moves: &Moves, chance: &mut Chance) -> usize {
        let Tickets { told, walked, cells, draws } = self;
        let mut by_path: HashMap<&[Cell], Vec<usize>> = HashMap::new();
        (0..moves.len()).for_each(|at| by_path.entry(moves.path(at)).or_default().push(at));
        // Counters and whose turn is next are no matter of the walk.
        let is = |at: usize, one: &Move| {
            let known = moves.edits(at);
            (moves.captures(at), moves.name(at), moves.became(at))
                == (&one.captures, one.name, one.became)
                && one.edits.iter().all(|edit| known.contains(edit))
        };
        let place = |one: &Move| {
            let mut same = by_path.get(&one.path[..])?.iter().copied();
            same.find(|at| is(*at, one))
        };
        // A walk may have taken the place of what comes to the same.
        let changes = |edits: &[Edit]| {
            let here = edits.iter().filter(|edit| edit.cell.index() < cells).copied();
            here.collect::<Vec<_>>()
        };
        let like = |one: &Move| {
            let wanted = changes(&one.edits);
            let mut same = (0..moves.len()).filter(|at| changes(moves.edits(*at)) == wanted);
            let named = |at: &usize| moves.name(*at) == one.name && moves.path(*at) == one.path;
            place(one).or_else(|| same.clone().find(named)).or_else(|| same.next())
        };
        let places: Vec<Option<usize>> = (told.iter().map(|one| one.as_ref().and_then(like)))
            .chain(walked.iter().map(|one| one.as_ref().and_then(place)))
            .collect();
        let drawn = chance.first_of(draws, places.len(), |at| places[at]);
        drawn.unwrap_or_else(|| chance.below(moves.len()))
    }
}

impl Parts {
    /// Two parts, drawn again if there is no such move, and after so many draws any move.
    fn draw(self, moves: &Moves, chance: &mut Chance) -> usize {
        for _ in 0..self.guesses {
            let (from, leads) = &self.starts[chance.below(self.starts.len())];
            let to = leads.get(chance.below(self.most[0])).copied().flatten();
            let fits = |head: &&([Cell; 2], _)| to.is_some_and(|to| head.0 == [*from, to]);
            let Some(head) = self.heads.iter().find(fits) else { continue };
            if let Some(at) = self.end(head, moves, chance) {
                return at;
            }
        }
        for _ in 0..self.draws {
            let head = &self.heads[chance.below(self.heads.len())];
            if let Some(at) = self.end(head, moves, chance) {
                return at;
            }
        }
        chance.below(moves.len())
    }

    /// The move with a first part and a second that is drawn, if there is one.
    fn end(
        &self,
        head: &([Cell; 2], Vec<Cell>),
        moves: &Moves,
        chance: &mut Chance,
    ) -> Option<usize> {
        let (path, leads) = head;
        let end = leads.get(chance.below(self.most[1]))?;
        let puts = |at| {
            let mut edits = moves.edits(at).iter();
            edits.any(|edit| edit.cell == *end && !edit.after.is_empty())
        };
        (0..moves.len()).find(|at| moves.path(*at) == path && puts(*at))
    }
}
