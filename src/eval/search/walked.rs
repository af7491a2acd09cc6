//! A good move where sets of cells do not tell the moves, as on boards of too many cells: alpha-beta with iterative deepening
//! on the lists of what walks, judging by the rules alone.
//!
//! Two players or teams search by negamax; of three, everybody else is taken to play against the one who
//! asked and the team (the paranoid assumption). Where chance draws the move, a position is worth the mean of where they lead, each as often
//! as it is drawn (expectimax, Michie 1966), which no window bounds.

use super::{Bound, Found, Method};
use crate::eval::Evaluator;
use crate::eval::buffer::Moves;
use crate::index::{Cell, GoalId, Kind, Piece, Player};
use crate::position::{Move, Position, State, TooWide};
use crate::program::{GoalCode, Line, NOWHERE};

/// What winning is worth, less a point a ply.
const WIN: i32 = 1_000_000;
/// More than anything is worth.
const INFINITE: i32 = 2 * WIN;
/// Plies at most.
const PLIES: u32 = 64;
/// Plies of captures at most, beyond the depth.
const CAPTURES: u32 = 8;
/// A good move, or `None` if there is none.
///
/// # Errors
/// [`TooWide`] where a position on the way has more walks or moves than are tried.
pub(super) fn best(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    bound: Bound<'_>,
) -> Result<Option<Found>, TooWide> {
    evaluator.load(position);
    let values = Values::new(evaluator)?;
    evaluator.load(position);
    let me = position.turn;
    let mut search = Search { evaluator, values, me, looked: 0, bound, over: false };
    search.run()
}

/// What pieces are worth.
struct Values {
    /// By kind.
    material: Vec<i32>,
    /// By kind: whether it can become another, so that getting on is worth something.
    promoting: Vec<bool>,
}

impl Values {
    /// Measures each kind by how many moves it has on average, alone on the board.
    fn new(evaluator: &mut Evaluator<'_>) -> Result<Self, TooWide> {
        let program = evaluator.program;
        let kinds = program.sides[0].kinds.len();
        let mut values = Self { material: vec![0; kinds], promoting: vec![false; kinds] };
        let step = (program.cells / 64).max(1);
        for kind in (0..kinds).map(Kind::at) {
            let piece = Piece::new(kind, Some(Player(0)));
            values.promoting[kind.index()] = program.sides.iter().any(|side| {
                side.kinds[kind.index()]
                    .entries
                    .iter()
                    .any(|entry| program.becomes_other(entry, kind))
            });
            if crate::program::has(&program.royal, piece) {
                continue;
            }
            let (mut moves, mut tried) = (0, 0);
            let cells = (0..program.cells).filter(|at| program.has(Cell::at(*at)));
            for at in cells.step_by(step) {
                evaluator.machine.reset();
                evaluator.machine.cells.fill(Piece::EMPTY);
                evaluator.machine.cells[at] = piece;
                evaluator.machine.steps = 0;
                let mut found = evaluator.take();
                evaluator.moves_of(Player(0), at as u16, &mut found)?;
                moves += found.len().min(1000);
                evaluator.give(found);
                tried += 1;
            }
            values.material[kind.index()] = 60 + (40 * moves / tried) as i32;
        }
        Ok(values)
    }
}

struct Search<'e, 'p> {
    evaluator: &'e mut Evaluator<'p>,
    values: Values,
    me: Player,
    looked: u64,
    bound: Bound<'e>,
    over: bool,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<Option<Found>, TooWide> {
        let mut moves = self.evaluator.take();
        self.evaluator.playable(self.me, &mut moves, false)?;
        moves.sort();
        if self.weights(&moves).is_some() {
            return Ok(None);
        }
        if moves.len() < 2 {
            return Ok((moves.len() == 1).then(|| self.found(moves.get(0), 0)));
        }
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(moves.captures(*at).len()));
        let (mut best, mut whole) = (order[0], 0);
        for depth in 1..PLIES {
            let mut alpha = -INFINITE;
            let mut found = order[0];
            for at in order.iter().copied() {
                self.evaluator.enter(self.me, &moves, at)?;
                let next = self.evaluator.mover(self.me);
                let value = self.after(next, depth - 1, 1, alpha, INFINITE, self.me);
                self.evaluator.leave(&moves, at);
                let value = value?;
                if self.over {
                    break;
                }
                if value > alpha {
                    (alpha, found) = (value, at);
                }
            }
            if alpha > -INFINITE {
                best = found;
                order.retain(|at| *at != found);
                order.insert(0, found);
            }
            whole = if self.over { whole } else { depth };
            if self.over || alpha.abs() > WIN - i32::try_from(PLIES).unwrap_or(0) {
                break;
            }
        }
        Ok(Some(self.found(moves.get(best), whole)))
    }

    fn found(&self, best: Move, depth: u32) -> Found {
        let method = match self.evaluator.program.draws {
            true => Method::Expected,
            false => Method::Walked,
        };
        Found { line: vec![best], method, depth, positions: self.looked }
    }

    /// What each of a position's legal moves weighs, where chance draws one.
    fn weights(&self, moves: &Moves) -> Option<Vec<u64>> {
        self.evaluator.program.weights((0..moves.len()).map(|at| moves.name(at)))
    }

    /// The mean of where moves lead that chance draws. They take no ply of the depth, which is of choices.
    fn mean(
        &mut self,
        moves: &Moves,
        weights: &[u64],
        turn: Player,
        depth: u32,
        ply: u32,
    ) -> Result<i32, TooWide> {
        let (mut sum, mut whole) = (0, 0);
        for (at, weight) in weights.iter().enumerate() {
            self.evaluator.enter(turn, moves, at)?;
            let next = self.evaluator.mover(turn);
            let value = self.after(next, depth, ply + 1, -INFINITE, INFINITE, turn);
            self.evaluator.leave(moves, at);
            let weight = *weight as i64;
            sum += i64::from(value?) * weight;
            whole += weight;
            if self.over {
                break;
            }
        }
        Ok((sum / whole.max(1)) as i32)
    }

    /// The value for `mover`, who has just moved, of the position in which it is `turn`'s turn.
    fn after(
        &mut self,
        turn: Player,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        mover: Player,
    ) -> Result<i32, TooWide> {
        if self.side(turn) == self.side(mover) {
            self.value(turn, depth, ply, alpha, beta)
        } else {
            Ok(-self.value(turn, depth, ply, -beta, -alpha)?)
        }
    }

    /// Whether a player is of the team of the one who asked.
    fn side(&self, player: Player) -> bool {
        let program = self.evaluator.program;
        program.team(player) == program.team(self.me)
    }

    fn count(&mut self) {
        self.evaluator.machine.steps = 0;
        self.looked += 1;
        self.over |= self.bound.nodes.is_some_and(|nodes| self.looked >= nodes);
        if self.looked.is_multiple_of(64) {
            self.over |= self.bound.stops();
        }
    }

    /// The value for the side of `turn`.
    fn value(
        &mut self,
        turn: Player,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, TooWide> {
        self.count();
        if self.over {
            return Ok(0);
        }
        let mut moves = self.evaluator.take();
        let state = self.evaluator.playing(turn, &mut moves)?;
        let ended = match state {
            State::Won(winner, _) => {
                let far = WIN - ply as i32;
                Some(if self.side(winner) == self.side(turn) { far } else { -far })
            }
            State::Drawn(_) => Some(0),
            State::Ongoing if moves.len() == 0 => Some(self.material(turn)),
            State::Ongoing => None,
        };
        if let Some(value) = ended {
            self.evaluator.give(moves);
            return Ok(value);
        }
        if let Some(weights) = self.weights(&moves).filter(|_| ply < PLIES) {
            let mean = self.mean(&moves, &weights, turn, depth, ply);
            self.evaluator.give(moves);
            return mean;
        }
        let quiet = depth == 0;
        if quiet {
            let still = self.judge(turn, moves.len())?;
            let taking = (0..moves.len()).any(|at| !moves.captures(at).is_empty());
            // Where captures must be made there is no standing still before them.
            let side = &self.evaluator.program.sides[0];
            let free = side.must.is_none() && side.prefer.is_empty();
            if !taking || ply > PLIES + CAPTURES || (free && still >= beta) {
                self.evaluator.give(moves);
                return Ok(still);
            }
            if free {
                moves.retain(|moves, at| !moves.captures(at).is_empty());
                alpha = alpha.max(still);
            }
        }
        let answer = self.children(&moves, turn, depth, ply, alpha, beta);
        self.evaluator.give(moves);
        answer
    }

    fn children(
        &mut self,
        moves: &Moves,
        turn: Player,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, TooWide> {
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.gain(moves, *at)));
        // Captures at the leaves go on with no depth left until they run out or `PLIES` are reached.
        let (depth, ply) = match depth {
            0 => (0, ply.max(PLIES) + 1),
            depth => (depth - 1, ply + 1),
        };
        for at in order {
            self.evaluator.enter(turn, moves, at)?;
            let next = self.evaluator.mover(turn);
            let value = self.after(next, depth, ply, alpha, beta, turn);
            self.evaluator.leave(moves, at);
            alpha = alpha.max(value?);
            if alpha >= beta || self.over {
                break;
            }
        }
        Ok(alpha)
    }

    /// What a move takes, for trying the greatest gains first.
    fn gain(&self, moves: &Moves, at: usize) -> i32 {
        let edits = moves.edits(at);
        let taken = moves.captures(at).iter().filter_map(|cell| {
            let edit = edits.iter().find(|edit| edit.cell == *cell)?;
            edit.before.kind().map(|kind| 1000 + self.values.material[kind.index()])
        });
        taken.sum()
    }

    /// What the pieces are worth to the side of `turn`.
    fn material(&self, turn: Player) -> i32 {
        let program = self.evaluator.program;
        let mut sum = 0;
        for (at, piece) in self.evaluator.machine.cells.iter().enumerate().take(program.cells) {
            let (Some(kind), Some(owner)) = (piece.kind(), piece.owner()) else { continue };
            let Some(value) = self.values.material.get(kind.index()) else { continue };
            let mut value = *value;
            if self.values.promoting[kind.index()] {
                value += 4 * program.advance(owner, Cell::at(at));
            }
            sum += if self.side(owner) == self.side(turn) { value } else { -value };
        }
        bounded(sum + self.in_hand(turn))
    }

    /// What the pieces in hand are worth to the side of `turn`: as much as on the board, so that
    /// nothing is dropped only for being dropped.
    fn in_hand(&self, turn: Player) -> i32 {
        let layout = &self.evaluator.program.layout;
        let mut sum = 0;
        for player in (0..self.evaluator.program.players).map(Player::at) {
            for (kind, value) in self.values.material.iter().enumerate() {
                let Some(slot) = layout.hand(player, Kind::at(kind)) else { return 0 };
                let value = value * i32::from(self.evaluator.machine.cells[slot.index()].0);
                sum += if self.side(player) == self.side(turn) { value } else { -value };
            }
        }
        sum
    }

    /// What the position is worth to the side of `turn`, who has so many moves.
    fn judge(&mut self, turn: Player, moves: usize) -> Result<i32, TooWide> {
        let pieces = self.material(turn) + self.prospects(turn);
        Ok(bounded(pieces + moves.min(200) as i32))
    }

    /// How near the players are to their lines.
    fn prospects(&self, turn: Player) -> i32 {
        let program = self.evaluator.program;
        let mut sum = 0;
        for (at, side) in program.sides.iter().enumerate() {
            let player = Player::at(at);
            for goal in 0..side.goals.len() {
                let value = self.evaluator.longest(player, GoalId::at(goal));
                sum += if self.side(player) == self.side(turn) { value } else { -value };
            }
        }
        sum
    }
}

/// What is no win is worth less than one, however many pieces there are.
fn bounded(value: i32) -> i32 {
    value.clamp(-WIN / 2, WIN / 2)
}

impl Evaluator<'_> {
    /// Ten times the square of the passing cells on the best line that can still be filled.
    fn longest(&self, player: Player, goal: GoalId) -> i32 {
        let goal = &self.program.sides[player.index()].goals[goal.index()];
        let GoalCode::Line(line) = goal else { return 0 };
        let Line { length, headings, check, .. } = &**line;
        let cells = &self.machine.cells;
        let passes = |at: usize| check.passes(Cell::at(at), cells[at]);
        let mut best = 0;
        for heading in headings {
            let along = self.program.neighbours.along(*heading);
            let real = |at: &usize| self.program.has(Cell::at(*at));
            for start in (0..self.program.cells).filter(real) {
                let (mut at, mut own, mut count) = (start, 0, 0);
                while count < *length {
                    if passes(at) {
                        own += 1;
                    } else if !cells[at].is_empty() {
                        break;
                    }
                    count += 1;
                    if count == *length || along[at] == NOWHERE {
                        break;
                    }
                    at = usize::from(along[at]);
                }
                if count == *length {
                    best = best.max(own);
                }
            }
        }
        10 * best * best
    }
}
