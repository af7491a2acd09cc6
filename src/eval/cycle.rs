//! Moves that bring a position back, and what becomes of a game in which they are made again and again.
//!
//! They are looked for as a player would: each player makes a move at random, and then those that leave the fewest traces of what has
//! been done, until the position is the same. Not finding any proves nothing.

use super::Evaluator;
use super::playout::Chance;
use crate::position::{Move, Position, State, TooWide};

/// Positions from which moves are tried: the first, and some of games at random.
const GAMES: u64 = 6;
const LOOKS: usize = 3;
/// Moves of such a game, at most.
const PLIES: u32 = 120;
/// How often moves are tried from the first position, and from another one.
const FIRST: usize = 24;
const OTHER: usize = 8;
/// Moves of each player after which the position should be the same.
const EACH: usize = 4;
/// Draws of a first move until one takes nothing off the board and puts nothing there.
const DRAWS: usize = 6;
/// Moves of cycles after which a game is not played on.
const LONGEST: usize = 1000;
/// How often a cycle has been gone through when counters and rules of repetition have had their say, if nothing has changed since.
const ROUNDS: usize = 16;

/// Moves after which a position is the same as before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The position, with its past.
    pub position: Position,
    /// How many moves have led to it from the start.
    pub plies: usize,
    /// Those that lead from it to it again.
    pub moves: Vec<Move>,
}

/// What becomes of a game in which a cycle is gone through again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Round {
    /// So it ends, after these moves from the cycle's first on.
    Ends(Vec<Move>),
    /// A move of the cycle is not legal any more.
    Stops,
    /// Nothing ends it: after a round everything is as it was before, counters too.
    Endless,
    /// Nothing has ended it in many moves.
    Long,
}

impl Evaluator<'_> {
    /// Moves that bring a position back, if some are found, from the start or in games at random. None are looked for where chance
    /// moves, as it may move otherwise the next time, nor where each move of these games puts something on an empty cell, and takes
    /// nothing off the board.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn cycle(&mut self, start: &Position) -> Result<Option<Cycle>, TooWide> {
        if self.program.draws {
            return Ok(None);
        }
        // In most games a piece moves sooner or later: then the first of them is enough to tell.
        let fills = (1..=GAMES).all(|number| match self.line(start, number) {
            Ok((_, line)) => line.iter().all(|chosen| self.fills(chosen)),
            Err(_) => false,
        });
        if fills {
            return Ok(None);
        }
        if let Some(moves) = self.around(start, FIRST, &mut Chance::of_game(1, 0))? {
            return Ok(Some(Cycle { position: start.clone(), plies: 0, moves }));
        }
        for number in 1..=GAMES {
            let (mut chance, line) = self.line(start, number)?;
            let mut here = start.clone();
            let looks: Vec<usize> =
                (1..=LOOKS).map(|look| line.len() * look / (LOOKS + 1)).collect();
            for (plies, chosen) in line.iter().enumerate() {
                if looks.contains(&plies)
                    && let Some(moves) = self.around(&here, OTHER, &mut chance)?
                {
                    return Ok(Some(Cycle { position: here, plies, moves }));
                }
                self.play(&mut here, chosen)?;
            }
        }
        Ok(None)
    }

    /// The moves of the game at random of that number, and what chance has next.
    fn line(&mut self, start: &Position, number: u64) -> Result<(Chance, Vec<Move>), TooWide> {
        let (mut chance, mut line) = (Chance::of_game(1, number), Vec::new());
        self.replay(start, &mut chance, PLIES, |chosen| line.push(chosen))?;
        Ok((chance, line))
    }

    /// Whether a move puts something on empty cells, and does nothing to what stands on others.
    fn fills(&self, chosen: &Move) -> bool {
        let cells = self.program.layout.cells();
        let mut edits = chosen.edits.iter().filter(|edit| edit.cell.index() < cells).peekable();
        edits.peek().is_some() && edits.all(|edit| edit.before.is_empty())
    }

    /// Moves that lead from a position to it again, if some are found in so many tries.
    fn around(
        &mut self,
        from: &Position,
        tries: usize,
        chance: &mut Chance,
    ) -> Result<Option<Vec<Move>>, TooWide> {
        let mut first = from.clone();
        self.program.layout.complete(&mut first.cells, first.turn);
        let key = self.key(&first)?;
        let players = self.program.sides.len();
        let mut moves = Vec::new();
        for _ in 0..tries {
            let (mut here, mut line) = (first.clone(), Vec::new());
            let mut moved = vec![false; players];
            while line.len() < EACH * players {
                self.moves(&here, &mut moves)?;
                let Some(some) = moves.get(chance.below(moves.len().max(1))) else { break };
                let chosen = if std::mem::replace(&mut moved[here.turn.index()], true) {
                    let traces = |chosen: &&Move| self.traces(&first, &here, chosen);
                    moves.iter().min_by_key(traces).unwrap_or(some).clone()
                } else {
                    self.quiet(&moves, &here, chance).unwrap_or(some).clone()
                };
                self.play(&mut here, &chosen)?;
                line.push(chosen);
                if self.key(&here)? == key {
                    return Ok(Some(line));
                }
            }
        }
        Ok(None)
    }

    /// A move drawn from a list, if it can be one after which as many cells are empty as before it.
    fn quiet<'m>(
        &self,
        moves: &'m [Move],
        here: &Position,
        chance: &mut Chance,
    ) -> Option<&'m Move> {
        let empty = |position: &Position| {
            let board = position.cells.iter().take(self.program.layout.cells());
            board.filter(|piece| piece.kind().is_none()).count()
        };
        (0..DRAWS.min(moves.len())).find_map(|_| {
            let chosen = moves.get(chance.below(moves.len()))?;
            (empty(&here.after(chosen, &self.program.layout)) == empty(here)).then_some(chosen)
        })
    }

    /// In how much the board and what is remembered beside it would differ from what they were.
    fn traces(&self, first: &Position, here: &Position, chosen: &Move) -> usize {
        let then = here.after(chosen, &self.program.layout);
        then.cells.iter().zip(&first.cells).filter(|(now, before)| now != before).count()
    }

    /// What becomes of a game that goes through a cycle again and again.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn rounds(&mut self, cycle: &Cycle) -> Result<Round, TooWide> {
        let mut here = cycle.position.clone();
        let (mut made, mut legal, mut before) = (Vec::new(), Vec::new(), Vec::new());
        for (at, chosen) in cycle.moves.iter().cycle().take(LONGEST).enumerate() {
            if at % cycle.moves.len() == 0 {
                if at / cycle.moves.len() >= ROUNDS && here.cells == before {
                    return Ok(Round::Endless);
                }
                before.clone_from(&here.cells);
            }
            self.moves(&here, &mut legal)?;
            if !legal.contains(chosen) {
                return Ok(Round::Stops);
            }
            made.push(chosen.clone());
            self.play(&mut here, chosen)?;
            if self.state(&here)? != State::Ongoing {
                return Ok(Round::Ends(made));
            }
        }
        Ok(Round::Long)
    }
}
