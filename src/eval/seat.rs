//! A line of moves from a position, in memory that is kept between questions.
//!
//! Whoever asks tells the whole line each time: moves that are not on it any more are taken back, those that have come to it
//! are made, and most often that is one of each.

use super::fast::{Filled, Kept, Planner};
use crate::index::Player;
use crate::position::{Move, Past, Position, State};
use crate::program::Program;

/// The memory, and which moves have been made in it.
#[derive(Debug, Default)]
pub(crate) struct Seat {
    kept: Option<Kept>,
    /// The numbers of the moves that have been made; of no line yet, if `None`.
    line: Option<Vec<u64>>,
    /// Whether positions of the line are remembered.
    keyed: bool,
}

/// A move of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply<'l> {
    /// A number that no other move of a seat's lines has.
    pub number: u64,
    /// Who makes it.
    pub turn: Player,
    /// The list that it is of, and its place there.
    pub list: &'l Filled,
    /// Its place there.
    pub at: usize,
}

/// A position with the moves that were made from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'l, F> {
    /// The program that tells of them.
    pub program: &'l Program,
    /// Where the line begins.
    pub start: &'l Position,
    /// Whose turn it is at the end.
    pub turn: Player,
    /// How many moves it has.
    pub len: usize,
    /// Each of them.
    pub ply: F,
}

impl Seat {
    /// How the game stands at the end of a line, how many moves there are, and the list of them where listing them might
    /// ask too much; `None` if sets do not tell.
    pub fn status<'l>(
        &mut self,
        line: &Line<'l, impl Fn(usize) -> Ply<'l>>,
    ) -> Option<(State, usize, Option<Box<Filled>>)> {
        self.at(line, false, |planner, turn| {
            let (state, count) = planner.status(turn)?;
            let filled = match count {
                0 => Some(Box::default()),
                _ if planner.may_widen(turn) => Some(Box::new(planner.fill(turn)?)),
                _ => None,
            };
            Some((state, count, filled))
        })
    }

    /// The moves at the end of the line that was asked about last.
    pub fn fill(&mut self, program: &Program, turn: Player) -> Option<Filled> {
        self.with(program, |planner, _| planner.fill(turn))
    }

    /// The position at the end of a line.
    pub fn position<'l>(&mut self, line: &Line<'l, impl Fn(usize) -> Ply<'l>>) -> Option<Position> {
        self.at(line, true, |planner, turn| {
            Some(planner.position(line.start, turn, line.len as u32))
        })
    }

    /// What is remembered of the position at the end of a line.
    pub fn past<'l>(&mut self, line: &Line<'l, impl Fn(usize) -> Ply<'l>>) -> Option<Past> {
        self.at(line, true, |planner, turn| planner.past(turn))
    }

    /// The moves of a list of a position as values.
    pub fn tell(
        &mut self,
        program: &Program,
        position: &Position,
        list: &Filled,
    ) -> Option<Vec<Move>> {
        self.with(program, |planner, line| {
            *line = None;
            planner.stand(position, false);
            Some(planner.tell(position.turn, list))
        })
    }

    /// Asks at the end of a line, of which positions are remembered if they are `keyed`.
    fn at<'l, T>(
        &mut self,
        line: &Line<'l, impl Fn(usize) -> Ply<'l>>,
        keyed: bool,
        ask: impl FnOnce(&mut Planner<'_>, Player) -> Option<T>,
    ) -> Option<T> {
        if keyed && !std::mem::replace(&mut self.keyed, true) {
            self.line = None;
        }
        let keyed = self.keyed;
        self.with(line.program, |planner, known| {
            let made = known.get_or_insert_with(|| {
                planner.stand(line.start, keyed);
                Vec::new()
            });
            let on = |made: &[u64], at: usize| at < line.len && (line.ply)(at).number == made[at];
            while made.len().checked_sub(1).is_some_and(|last| !on(made, last)) {
                planner.take_back();
                made.pop();
            }
            for at in made.len()..line.len {
                let Ply { number, turn, list, at: place } = (line.ply)(at);
                planner.make_step(turn, list, place);
                made.push(number);
            }
            ask(planner, line.turn)
        })
    }

    /// Asks by the memory, which is made when it is first wanted; `None` if sets do not tell all of positions.
    fn with<T>(
        &mut self,
        program: &Program,
        ask: impl FnOnce(&mut Planner<'_>, &mut Option<Vec<u64>>) -> Option<T>,
    ) -> Option<T> {
        if !program.plays_by_sets() {
            return None;
        }
        let kept = match self.kept.take() {
            Some(kept) => kept,
            None => {
                self.line = None;
                Kept::new(program)?
            }
        };
        let mut planner = Planner::with(program, kept)?;
        let answer = ask(&mut planner, &mut self.line);
        self.kept = Some(planner.rest());
        answer
    }

    /// Forgets the line, for another.
    pub fn clear(&mut self) {
        (self.line, self.keyed) = (None, false);
    }
}
