//! Counts of the positions that so many moves lead to.

use super::Evaluator;
use super::buffer::Moves;
use super::fast::Planner;
use crate::index::Player;
use crate::position::{Move, Position, TooWide};

/// How many lines of moves there are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lines {
    /// All of them, each counted once.
    pub count: u64,
    /// How many there are on average where what chance draws is drawn.
    pub mean: f64,
}

impl Lines {
    /// Lines in which nothing is drawn.
    pub fn chosen(count: u64) -> Self {
        Self { count, mean: count as f64 }
    }

    /// The mean to nine places, so that it does not hang on the order in which lines were added up.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self { mean: format!("{:.9}", self.mean).parse().unwrap_or(self.mean), ..self }
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self { count: self.count + other.count, mean: self.mean + other.mean }
    }
}

impl Evaluator<'_> {
    /// How many lines of `depth` moves there are. The last move of a line is counted, not made.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn perft(&mut self, position: &Position, depth: u32) -> Result<u64, TooWide> {
        let walk = |this: &mut Self| {
            this.load(position);
            this.counting = true;
            this.leaves(position.turn, depth)
        };
        if let Some(count) = self.soon(walk) {
            return Ok(count);
        }
        self.load(position);
        match self.planned(position.turn, depth) {
            Some(count) => Ok(count),
            None => walk(self),
        }
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

    /// How many lines of `depth` moves there are, and how many there are on average where what chance draws is drawn: a line
    /// counts as much as its draws are likely together.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn lines(&mut self, position: &Position, depth: u32) -> Result<Lines, TooWide> {
        if depth == 0 || !self.program.draws() {
            return Ok(Lines::chosen(self.perft(position, depth)?));
        }
        let moves = self.first_moves(position, depth)?;
        let likely = self.likely(&moves);
        if depth == 1 {
            return Ok(Lines {
                count: moves.len() as u64,
                mean: likely.iter().fold(0.0, |sum, one| sum + one),
            });
        }
        let mut sum = Lines::default();
        for (chosen, likely) in moves.iter().zip(likely) {
            let lines = self.lines_below(position, chosen, likely, depth)?;
            sum = sum.plus(lines);
        }
        Ok(sum)
    }

    /// Of [`Evaluator::lines`] those that begin with the move at that place of [`Evaluator::divide`]: several evaluators may
    /// share the places.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn branch_lines(
        &mut self,
        position: &Position,
        depth: u32,
        at: usize,
    ) -> Result<Lines, TooWide> {
        let moves = self.first_moves(position, depth)?;
        let Some(chosen) = moves.get(at) else { return Ok(Lines::default()) };
        let likely = self.likely(&moves)[at];
        self.lines_below(position, chosen, likely, depth)
    }

    /// How likely each of a position's legal moves is, where one of them is drawn; else 1 each.
    fn likely(&self, moves: &[Move]) -> Vec<f64> {
        let weights = self.program.weights(moves.iter().map(|one| one.name));
        let Some(weights) = weights else { return vec![1.0; moves.len()] };
        let whole: u64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight as f64 / whole as f64).collect()
    }

    /// The lines that begin with a move, which is so likely.
    fn lines_below(
        &mut self,
        position: &Position,
        chosen: &Move,
        likely: f64,
        depth: u32,
    ) -> Result<Lines, TooWide> {
        let mut after = position.clone();
        self.play(&mut after, chosen)?;
        let lines = self.lines(&after, depth - 1)?;
        Ok(Lines { mean: likely * lines.mean, ..lines })
    }

    /// The first moves of the lines that are counted, sorted.
    pub fn first_moves(&mut self, position: &Position, depth: u32) -> Result<Vec<Move>, TooWide> {
        let told = |planner: &mut Planner<'_>| planner.counted_moves(position, depth);
        self.asked(position, told, |this| {
            this.counting = true;
            this.listed(position.turn, |this, turn, moves| this.playable(turn, moves, false))
        })
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
            self.machine.begin();
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
