//! What a move of a random game is drawn from where moves are not counted before, drawn from a list all the same.

use super::buffer::Moves;
use super::playout::Chance;
use crate::index::{Cell, MoveName};
use crate::position::Move;

/// Among what a move is drawn.
pub(super) enum Lot {
    /// The names and the cells of placements, in their order.
    Places(Vec<(MoveName, Cell)>),
    /// Two parts of a move.
    Parts(Parts),
    /// All moves in their order, those that a prohibition refuses as well, of which each tells whether it `goes`; drawn so often
    /// at most.
    Moves { goes: Vec<bool>, draws: usize },
    /// Moves that sets tell and others that are walked.
    Tickets(Tickets),
}

/// Among what moves are drawn of which some are walked.
pub(super) struct Tickets {
    /// Whether nothing refuses each of the moves that sets tell, in their order.
    pub told: Vec<bool>,
    /// By cell where others begin, and number, the move, if there is one.
    pub walked: Vec<Vec<Option<Move>>>,
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
            Lot::Moves { goes, draws } => again(moves, &goes, draws, chance),
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

/// One of those that go, of all; after so many draws one of the list.
fn again(moves: &Moves, goes: &[bool], draws: usize, chance: &mut Chance) -> usize {
    for _ in 0..if goes.is_empty() { 0 } else { draws } {
        let (before, rest) = goes.split_at(chance.below(goes.len()));
        if rest.first() == Some(&true) {
            return before.iter().filter(|goes| **goes).count();
        }
    }
    chance.below(moves.len())
}

impl Tickets {
    /// A move for which a ticket stands, drawn again if there is none, and after so many draws any move.
    fn draw(self, moves: &Moves, chance: &mut Chance) -> usize {
        let walked: Vec<&Option<Move>> = self.walked.iter().flatten().collect();
        // Counters and whose turn is next are no matter of the walk.
        let is = |at: &usize, one: &Move| {
            let known = moves.edits(*at);
            (moves.path(*at), moves.captures(*at)) == (&one.path, &one.captures)
                && (moves.name(*at), moves.became(*at)) == (one.name, one.became)
                && one.edits.iter().all(|edit| known.contains(edit))
        };
        let place = |one: &Move| (0..moves.len()).find(|at| is(at, one));
        let places: Vec<Option<usize>> =
            walked.iter().map(|one| one.as_ref().and_then(place)).collect();
        let told = |at: &usize| !places.contains(&Some(*at)) && !moves.path(*at).is_empty();
        let told: Vec<usize> = (0..moves.len()).filter(told).collect();
        for _ in 0..self.draws {
            let at = chance.below(self.told.len() + places.len());
            let drawn = match at.checked_sub(self.told.len()) {
                Some(at) => places[at],
                None => {
                    let before = self.told[..at].iter().filter(|goes| **goes).count();
                    self.told[at].then(|| told[before])
                }
            };
            if let Some(at) = drawn {
                return at;
            }
        }
        chance.below(moves.len())
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
