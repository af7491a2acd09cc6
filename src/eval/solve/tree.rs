//! Alpha-beta over the three things that a position can be worth, with a table of all that were seen.
//!
//! A value stands only on values that are already known, so what is proved is proved, however much is
//! left out; a position that comes again below itself would break that, and stops the search.

use super::states::States;
use super::{Halt, Solution, Watch};
use crate::eval::Evaluator;
use crate::eval::buffer::Moves;
use crate::index::Player;
use crate::position::{Move, State};

/// Plies at most in one line.
const PLIES: usize = 1000;

/// What is known of a position for who is to move: 1 won, 0 nobody's, -1 lost.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// At least.
    least: i8,
    /// At most.
    most: i8,
    /// Whether it lies on the line at hand.
    open: bool,
}

/// A position of the line at hand.
struct Frame {
    state: u32,
    turn: Player,
    moves: Moves,
    /// The order in which moves are tried, and how many have been.
    order: Vec<u32>,
    tried: usize,
    /// What would change something above: more than `alpha`, and no more than `beta`.
    alpha: i8,
    beta: i8,
    /// The best so far, and its move.
    best: i8,
    chosen: usize,
}

struct Tree<'t, 'p, 'w> {
    evaluator: &'t mut Evaluator<'p>,
    watch: &'t mut Watch<'w>,
    states: States,
    known: Vec<Known>,
    line: Vec<Frame>,
    /// By player and cell: how often a move that ends there was enough.
    enough: Vec<u32>,
}

pub(super) fn solve(
    evaluator: &mut Evaluator<'_>,
    turn: Player,
    watch: &mut Watch<'_>,
    looked: &mut u64,
) -> Result<Solution, Halt> {
    let layout = &evaluator.program.layout;
    let enough = vec![0; layout.cells() * evaluator.program.players];
    let states = States::new(layout.len());
    let mut tree = Tree { evaluator, watch, states, known: Vec::new(), line: Vec::new(), enough };
    let solved = tree.run(turn);
    *looked = tree.states.len() as u64;
    while let Some(frame) = tree.line.pop() {
        tree.evaluator.give(frame.moves);
    }
    let (value, best) = solved?;
    let winner = match value {
        1 => Some(turn),
        -1 => Some(evaluator.next_player(turn)),
        _ => None,
    };
    // Of a game that is over all plies are known.
    let line = (winner.is_some() && *looked == 1).then(Vec::new);
    Ok(Solution { winner, best, line, positions: *looked })
}

impl Tree<'_, '_, '_> {
    /// What the position on the board is worth to the player, and a move that keeps that.
    fn run(&mut self, turn: Player) -> Result<(i8, Option<Move>), Halt> {
        if let Some(value) = self.enter(turn, -1, 1)? {
            return Ok((value, None));
        }
        loop {
            match self.line.as_slice() {
                [first] if first.is_done() => {
                    let best = (first.best > -1).then(|| first.moves.get(first.chosen));
                    return Ok((first.best, best));
                }
                [.., last] if last.is_done() => self.leave(),
                _ => self.go_on()?,
            }
        }
    }

    /// The worth of the position on the board to the player, if it is known well enough; where it is not, it
    /// becomes the last of the line.
    fn enter(&mut self, turn: Player, alpha: i8, beta: i8) -> Result<Option<i8>, Halt> {
        let (state, new) = self.states.enter(&self.evaluator.machine.cells, turn);
        if new {
            self.known.push(Known { least: -1, most: 1, open: false });
            self.watch.check(self.states.len())?;
        }
        let known = self.known[state as usize];
        if known.open || self.line.len() >= PLIES {
            return Err(Halt::Returns);
        }
        if let Some(value) = known.enough(alpha, beta) {
            return Ok(Some(value));
        }
        self.evaluator.machine.steps = 0;
        let mut moves = self.evaluator.take();
        let value = match self.evaluator.playing(turn, &mut moves) {
            Err(wide) => {
                self.evaluator.give(moves);
                return Err(wide.into());
            }
            Ok(State::Won(winner, _)) => Some(if winner == turn { 1 } else { -1 }),
            Ok(State::Drawn(_)) => Some(0),
            // Where no move is left and no ending holds, nobody wins.
            Ok(State::Ongoing) => (moves.len() == 0).then_some(0),
        };
        if let Some(value) = value {
            self.evaluator.give(moves);
            self.known[state as usize] = Known { least: value, most: value, open: false };
            return Ok(Some(value));
        }
        self.known[state as usize].open = true;
        let order = self.order(turn, &moves, beta);
        let (best, chosen, tried) = (-2, 0, 0);
        self.line.push(Frame { state, turn, moves, order, tried, alpha, beta, best, chosen });
        Ok(None)
    }

    /// The moves: first those that are known to be enough, then by how often such a move was.
    fn order(&mut self, turn: Player, moves: &Moves, beta: i8) -> Vec<u32> {
        let next = self.evaluator.next_player(turn);
        let mut order: Vec<(bool, u32, u32)> = Vec::with_capacity(moves.len());
        for at in 0..moves.len() {
            self.evaluator.apply(moves, at);
            let state = self.states.find(&self.evaluator.machine.cells, next);
            self.evaluator.undo(moves, at);
            let known = state.map(|state| self.known[state as usize]);
            let enough = known.is_some_and(|known| match next == turn {
                true => known.least >= beta,
                false => -known.most >= beta,
            });
            let often = self.place(turn, moves, at).map_or(0, |place| self.enough[place]);
            order.push((!enough, u32::MAX - often, at as u32));
        }
        order.sort_unstable();
        order.into_iter().map(|(.., at)| at).collect()
    }

    /// Where `enough` counts a move.
    fn place(&self, turn: Player, moves: &Moves, at: usize) -> Option<usize> {
        let cells = self.evaluator.program.layout.cells();
        moves.path(at).last().map(|cell| turn.index() * cells + cell.index())
    }

    /// Makes the next move of the last position.
    fn go_on(&mut self) -> Result<(), Halt> {
        let Some(frame) = self.line.last_mut() else { return Ok(()) };
        self.evaluator.apply(&frame.moves, frame.order[frame.tried] as usize);
        frame.tried += 1;
        let next = self.evaluator.next_player(frame.turn);
        let (alpha, beta) = (frame.alpha.max(frame.best), frame.beta);
        let window = if next == frame.turn { (alpha, beta) } else { (-beta, -alpha) };
        if let Some(value) = self.enter(next, window.0, window.1)? {
            self.take_back(next, value);
        }
        Ok(())
    }

    /// Leaves the last position of the line, and keeps what is now known of it.
    fn leave(&mut self) {
        let Some(frame) = self.line.pop() else { return };
        let known = &mut self.known[frame.state as usize];
        known.open = false;
        if frame.best >= frame.beta {
            known.least = known.least.max(frame.best);
            if let Some(place) = self.place(frame.turn, &frame.moves, frame.chosen) {
                self.enough[place] = self.enough[place].saturating_add(1);
            }
        } else {
            known.most = known.most.min(frame.best);
            if frame.best > frame.alpha {
                known.least = known.least.max(frame.best);
            }
        }
        self.evaluator.give(frame.moves);
        self.take_back(frame.turn, frame.best);
    }

    /// Takes back the move that led to a position of that worth to that player.
    fn take_back(&mut self, turn: Player, value: i8) {
        let Some(frame) = self.line.last_mut() else { return };
        let at = frame.order[frame.tried - 1] as usize;
        self.evaluator.undo(&frame.moves, at);
        let value = if turn == frame.turn { value } else { -value };
        if value > frame.best {
            (frame.best, frame.chosen) = (value, at);
        }
    }
}

impl Known {
    /// The worth, if it is known as well as these bounds ask.
    fn enough(self, alpha: i8, beta: i8) -> Option<i8> {
        match self {
            Known { least, .. } if least >= beta => Some(least),
            Known { most, .. } if most <= alpha => Some(most),
            Known { least, most, .. } if least == most => Some(least),
            Known { .. } => None,
        }
    }
}

impl Frame {
    /// Whether nothing more can change what is above.
    fn is_done(&self) -> bool {
        self.best >= self.beta || self.tried == self.order.len()
    }
}
