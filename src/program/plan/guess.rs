//! Moves of a random game that are drawn among all that may be moves: of what is drawn, and of nothing else, is asked whether it
//! is one.
//!
//! `pick empty, put piece, not see (any to own, ahead to own)` beside `step any to empty`: an empty cell is drawn, or a piece and one
//! of its eight ways, and drawn again until what is drawn can be done. So each move is as likely as every other, and no set
//! tells first from which cells a look fits, or by which ways pieces can go.

use super::fill::Turn;
use super::room::Room;
use super::{Content, Place, Plan, Side, Sight, Where};
use crate::program::Program;
use crate::program::set::Set;

/// How often one is drawn before all moves are found.
pub(crate) const GUESSES: usize = 16;

/// Fewer strides than these, times the words of a set, are found at once; so is all that may be on boards of one word.
const FEW: usize = 12;

/// Nor does it pay to tell more sorts apart.
pub(crate) const SORTS: usize = 8;

/// What may be moves of a player, by where they begin: his placements, on each cell where what stands there allows it, and by each
/// stride of his each piece that might go so.
#[derive(Debug)]
pub(crate) struct Guesses {
    /// Each sort.
    pub sorts: Vec<Sort>,
}

/// What may be moves that begin on the same cells.
#[derive(Debug)]
pub(crate) enum Sort {
    /// A placement, by its number.
    Place(u8),
    /// The strides of these pieces, by their numbers.
    Strides(Content, Vec<u8>),
}

impl Sort {
    /// How many of it begin on a cell.
    #[inline]
    pub fn ways(&self) -> usize {
        match self {
            Sort::Place(_) => 1,
            Sort::Strides(_, each) => each.len(),
        }
    }
}

/// What may be a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Guess {
    /// A placement, by its number, on a cell.
    Place(u8, usize),
    /// A stride, by its number, from a cell.
    Stride(u8, usize),
}

impl<S: Set> Plan<S> {
    /// Finds whose moves are guessed.
    pub(super) fn find_guesses(&mut self, program: &Program) {
        if self.fills_later && self.fill.is_some() || self.drawn.is_some() || self.course.is_some()
        {
            return;
        }
        let fill = self.fill.as_ref();
        let guesses = self.sides.iter().enumerate().map(|(at, side)| {
            let guesses = side.guesses(program)?;
            let asked = |turn: &Turn<S>| {
                let all = turn.puts().count() == side.places.len() && !turn.put.twice;
                all && turn.puts().any(|put| matches!(put.room, Room::Asked))
            };
            let mut turns = fill.iter().flat_map(|fill| &fill.turns).filter(|turn| turn.side == at);
            turns.all(asked).then_some(guesses)
        });
        let guesses: Vec<_> = guesses.collect();
        for turn in self.fill.iter_mut().flat_map(|fill| &mut fill.turns) {
            turn.doubts |= guesses[turn.side].is_some();
        }
        for (side, guesses) in self.sides.iter_mut().zip(guesses) {
            side.guesses = guesses;
        }
    }
}

impl<S: Set> Side<S> {
    /// What his moves are guessed among, if they are placements of one piece and strides, and to find all takes longer.
    fn guesses(&self, program: &Program) -> Option<Guesses> {
        let preferred = self.must.is_some() || !self.prefer.is_empty() || self.hops;
        let otherwise = self.finish.is_some() || self.throws.is_some() || !self.phases.is_empty();
        let open = !self.dangers.is_empty() || !self.truces.is_empty();
        let walked = self.walks || self.alike || self.tickets.is_some();
        let refused = self.listed && !self.draws_again() || self.asks_past();
        // Without placements games are drawn from lists as long as they are walked.
        let alone = self.places.is_empty();
        if program.pass.is_some() || alone || preferred || otherwise || open || walked || refused {
            return None;
        }
        let told = |place: &Place<S>| place.is_single() && place.less.is_empty() && !place.tried;
        let moves = self.kinds.iter().any(|kind| kind.moves);
        let strides = self.strides.as_ref();
        let all = strides.map_or(&[][..], |strides| &strides.all);
        let most = self.places.len().max(all.len());
        let shares = strides.is_some_and(|strides| strides.shares() || strides.has_rivals());
        if moves && all.is_empty() || shares || most >= usize::from(u8::MAX) {
            return None;
        }
        let mut sorts: Vec<Sort> = (0..).zip(&self.places).map(|(at, _)| Sort::Place(at)).collect();
        for (at, stride) in (0..).zip(all) {
            let known = sorts.iter_mut().find_map(|sort| match sort {
                Sort::Strides(of, each) if *of == stride.pieces => Some(each),
                _ => None,
            });
            match known {
                Some(each) => each.push(at),
                None => sorts.push(Sort::Strides(stride.pieces, vec![at])),
            }
        }
        let words = S::CELLS / 64;
        let many = all.len() * words >= FEW;
        let mut sights = self.places.iter().flat_map(Place::looks);
        // Where no placement can be made whatever is looked at, what is asked of many that cannot must soon be told.
        let looks = sights.clone().next().is_some();
        let free = self.places.iter().any(|place| place.looks().next().is_none());
        let soon = looks && (free || sights.all(Sight::is_near));
        let told = sorts.len() <= SORTS && self.places.iter().all(told);
        (words > 1 && told && (many || soon)).then_some(Guesses { sorts })
    }
}

impl<S> Place<S> {
    /// The looks that tell where it may be.
    fn looks(&self) -> impl Iterator<Item = &Sight<S>> + Clone {
        self.when.iter().flat_map(|when| &when.sights).chain(&self.sights)
    }
}

impl<S: Set> Sight<S> {
    /// Whether it asks for no more than what stands on the cell and on those around it, at once.
    fn is_near(&self) -> bool {
        match self {
            Sight::Every => true,
            Sight::Here(cells, rest) => cells.is_near() && rest.is_near(),
            Sight::Next(_, rest) => rest.ends_plainly(),
            Sight::Several(several) => {
                !several.around.is_empty()
                    && several.looks.iter().all(|(_, look)| look.ends_plainly())
            }
            Sight::Any(_) | Sight::Run(..) | Sight::Loop(_) | Sight::Again => false,
        }
    }

    /// Whether what stands there is all that it asks.
    fn ends_plainly(&self) -> bool {
        matches!(self, Sight::Here(cells, rest) if cells.is_plain() && matches!(**rest, Sight::Every))
    }
}

impl<S: Set> Where<S> {
    fn is_near(&self) -> bool {
        match self {
            Where::Look(sight, _) => sight.is_near(),
            Where::All(list) | Where::Any(list) => list.iter().all(Self::is_near),
            Where::Not(cells) => cells.is_near(),
            cells => cells.is_plain(),
        }
    }
}
