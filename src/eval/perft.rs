//! Counts of the positions that so many moves lead to.

use super::Evaluator;
use super::buffer::Moves;
use crate::index::Player;
use crate::position::{Move, Position, TooWide};

impl Evaluator<'_> {
    /// How many lines of `depth` moves there are. The last move of a line is counted, not made.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn perft(&mut self, position: &Position, depth: u32) -> Result<u64, TooWide> {
        self.load(position);
        self.counting = true;
        if let Some(count) = self.planned(position.turn, depth) {
            return Ok(count);
        }
        self.leaves(position.turn, depth)
    }

    /// [`Evaluator::leaves`], by the program's plan if it has one.
    fn planned(&mut self, turn: Player, depth: u32) -> Option<u64> {
        self.ready();
        let planner = self.planner.as_mut()?;
        planner.leaves_of(&self.machine.cells, &self.history, turn, depth)
    }

    /// [`Evaluator::perft`], by the first move; moves in their order.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn divide(&mut self, position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, TooWide> {
        if depth == 0 {
            return Ok(Vec::new());
        }
        let moves = self.first_moves(position, depth)?;
        let count = |chosen: Move| {
            let count = self.below(position, &chosen, depth)?;
            Ok((chosen, count))
        };
        moves.into_iter().map(count).collect()
    }

    /// The count that [`Evaluator::divide`] has at that place: several evaluators may share the places.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn branch(&mut self, position: &Position, depth: u32, at: usize) -> Result<u64, TooWide> {
        if depth == 0 {
            return Ok(0);
        }
        let moves = self.first_moves(position, depth)?;
        moves.get(at).map_or(Ok(0), |chosen| self.below(position, chosen, depth))
    }

    /// The first moves of the lines that are counted, sorted.
    fn first_moves(&mut self, position: &Position, depth: u32) -> Result<Vec<Move>, TooWide> {
        let told = self.told(position, |planner| planner.counted_moves(position, depth));
        if let Some(moves) = told {
            return Ok(moves);
        }
        self.load(position);
        self.counting = true;
        let mut moves = Vec::new();
        self.listed(position.turn, &mut moves, |this, turn, moves| {
            this.playable(turn, moves, false)
        })?;
        Ok(moves)
    }

    /// How many lines of `depth` moves begin with that one.
    fn below(&mut self, position: &Position, chosen: &Move, depth: u32) -> Result<u64, TooWide> {
        let mut after = position.clone();
        self.play(&mut after, chosen)?;
        self.perft(&after, depth - 1)
    }

    fn leaves(&mut self, turn: Player, depth: u32) -> Result<u64, TooWide> {
        if depth == 0 {
            return Ok(1);
        }
        let mut count = 0;
        let mut line: Vec<(Moves, usize, Player)> = Vec::new();
        let mut turn = turn;
        loop {
            let mut moves = self.take();
            self.machine.steps = 0;
            let last = line.len() as u32 + 1 == depth;
            self.playable(turn, &mut moves, last)?;
            if last {
                count += moves.len() as u64;
                self.give(moves);
            } else {
                line.push((moves, 0, turn));
            }
            // Back to where a move is left, and on with it.
            loop {
                let Some((moves, at, _)) = line.last_mut() else { return Ok(count) };
                if *at > 0 {
                    let (moves, at) = (std::mem::take(moves), *at);
                    self.leave(&moves, at - 1);
                    if let Some(top) = line.last_mut() {
                        top.0 = moves;
                    }
                }
                let Some((moves, at, mover)) = line.pop() else { return Ok(count) };
                if at < moves.len() {
                    self.enter(mover, &moves, at)?;
                    turn = self.mover(mover);
                    line.push((moves, at + 1, mover));
                    break;
                }
                self.give(moves);
            }
        }
    }
}
