//! The shortest ways in which a player without opponents comes to a win, and how many there are: breadth first over positions.
//!
//! A layer holds the positions that so many moves lead to and no fewer; with each goes how many sequences of moves lead to it.
//! No shortest sequence comes to a position later than it could, as the moves between could be left out, so that each
//! position is looked at once. Where one of four moves can be made first and three then, the layers are one position, four and twelve, if no
//! two sequences lead to the same. Positions that are images of one another, by a symmetry that the rules do not notice, are one:
//! as many moves lead from each to the images of what they lead to from the other.

use super::states::{MOST, Packing, States};
use super::{Halt, Method, Solution, Watch};
use crate::eval::Evaluator;
use crate::eval::buffer::Moves;
use crate::index::{Cell, Piece, Player};
use crate::parallel;
use crate::position::{Move, State, TooWide};
use crate::program::Program;
use std::ops::Range;

/// Positions that a thread goes on from at a time.
const CHUNK: usize = 256;
/// Chunks for each thread before what they have found is put together.
const CHUNKS: usize = 16;

/// What is known of the positions so far.
struct Layers {
    kinship: Kinship,
    states: States,
    /// By position, the first one from which a move has led to it.
    parents: Vec<u32>,
    /// How many sequences of moves lead to each position of the layer at hand, and of the next; `u128::MAX` is as many or more.
    ways: [Vec<u128>; 2],
}

/// What a thread has found from some positions.
struct Grown {
    /// The positions to which moves lead, one after another as they are written.
    children: Vec<u8>,
    /// From which position each of them comes.
    from: Vec<u32>,
    /// The positions that are won.
    won: Vec<u32>,
}

/// Finds the shortest ways to a win from the position that the evaluator has taken over.
pub(super) fn solve(
    evaluator: &mut Evaluator<'_>,
    turn: Player,
    watch: &mut Watch<'_>,
    looked: &mut u64,
) -> Result<Solution, Halt> {
    let program = evaluator.program;
    let kinship = Kinship::new(program);
    let start = Start { cells: evaluator.machine.cells.clone(), turn };
    let mut states = States::new(kinship.packing.clone());
    let mut bytes = Vec::new();
    kinship.pack(&start.cells, turn, &mut bytes);
    states.enter_packed(&bytes);
    let mut layers = Layers { kinship, states, parents: vec![0], ways: [vec![1], Vec::new()] };
    let mut layer = 0..1;
    let mut solution = Solution {
        winner: None,
        best: None,
        line: None,
        solutions: Some(0),
        chances: None,
        positions: 0,
        method: Method::Layers,
    };
    while !layer.is_empty() {
        let end = layer.end;
        let won = layers.grow(program, layer.clone(), watch, looked)?;
        if let Some(first) = won.first() {
            let ways = won.iter().map(|at| layers.ways[0][*at as usize - layer.start]);
            solution.solutions = Some(ways.fold(0, u128::saturating_add));
            let line = layers.line(evaluator, &start, *first)?;
            solution.best = line.first().cloned();
            (solution.winner, solution.line) = (Some(turn), Some(line));
            break;
        }
        layer = end..layers.states.len();
        layers.ways.swap(0, 1);
        layers.ways[1].clear();
    }
    solution.positions = *looked;
    Ok(solution)
}

impl Layers {
    /// Looks at the positions of a layer and enters those that come next, unless some are won: these are told.
    fn grow(
        &mut self,
        program: &Program,
        layer: Range<usize>,
        watch: &mut Watch<'_>,
        looked: &mut u64,
    ) -> Result<Vec<u32>, Halt> {
        let mut won = Vec::new();
        let starts: Vec<usize> = layer.clone().step_by(CHUNK).collect();
        for starts in starts.chunks(CHUNKS * watch.threads()) {
            let (kinship, states) = (&self.kinship, &self.states);
            let grown = parallel::map(
                watch.threads(),
                starts,
                || Evaluator::plain(program),
                |evaluator, start| {
                    let chunk = *start..layer.end.min(start + CHUNK);
                    expand(evaluator, (kinship, states), chunk.start as u32..chunk.end as u32)
                },
            );
            for (start, grown) in starts.iter().zip(grown) {
                let mut grown = grown?;
                *looked += (layer.end - start).min(CHUNK) as u64;
                won.append(&mut grown.won);
                if won.is_empty() {
                    self.add(&layer, &grown);
                }
                watch.ask((self.states.len() as u64).max(*looked))?;
                watch.hold(self.memory())?;
                if self.states.len() as u64 > MOST {
                    return Err(Halt::Spent);
                }
            }
        }
        Ok(won)
    }

    /// Enters positions to which moves lead from some of a layer.
    fn add(&mut self, layer: &Range<usize>, grown: &Grown) {
        let width = self.kinship.packing.width();
        for (at, from) in grown.from.iter().enumerate() {
            let (child, new) = self.states.enter_packed(&grown.children[at * width..][..width]);
            let [here, next] = &mut self.ways;
            if new {
                self.parents.push(*from);
                next.push(0);
            }
            if let Some(place) = (child as usize).checked_sub(layer.end) {
                next[place] = next[place].saturating_add(here[*from as usize - layer.start]);
            }
        }
    }

    /// Bytes of memory that all of it takes.
    fn memory(&self) -> usize {
        let ways = self.ways.iter().map(Vec::capacity).sum::<usize>();
        self.states.memory() + self.parents.capacity() * size_of::<u32>() + ways * size_of::<u128>()
    }

    /// Moves that lead from the first position, as it was given, to that one or an image of it.
    fn line(
        &self,
        evaluator: &mut Evaluator<'_>,
        start: &Start,
        at: u32,
    ) -> Result<Vec<Move>, Halt> {
        let mut way = vec![at];
        while way.last() != Some(&0) {
            way.extend(way.last().map(|at| self.parents[*at as usize]));
        }
        let (mut line, mut moves, mut bytes) = (Vec::new(), evaluator.take(), Vec::new());
        evaluator.machine.cells.clone_from(&start.cells);
        evaluator.version += 1;
        let mut turn = start.turn;
        for next in way.iter().rev().skip(1) {
            evaluator.machine.steps = 0;
            evaluator.playing(turn, &mut moves)?;
            moves.sort();
            let leads = (0..moves.len()).find(|at| {
                bytes.clear();
                self.kinship.after(evaluator, turn, (&moves, *at), &mut bytes);
                bytes == self.states.bytes_of(*next)
            });
            let Some(at) = leads else { break };
            line.push(moves.get(at));
            evaluator.apply(&moves, at);
            turn = evaluator.mover(turn);
        }
        evaluator.give(moves);
        Ok(line)
    }
}

/// The position from which is solved.
struct Start {
    cells: Vec<Piece>,
    turn: Player,
}

/// Which positions are taken for one: those that are images of one another by a symmetry that the rules do not notice.
struct Kinship {
    packing: Packing,
    /// Where each cell goes, by symmetry; that which changes nothing is left out.
    images: Vec<Vec<Cell>>,
}

impl Kinship {
    fn new(program: &Program) -> Self {
        Self { packing: Packing::new(program), images: program.symmetries() }
    }

    /// Writes down the position on the board: that of its images whose bytes come first.
    fn pack(&self, cells: &[Piece], turn: Player, bytes: &mut Vec<u8>) {
        let from = bytes.len();
        self.packing.pack(cells, turn, bytes);
        let mut shown = cells.to_vec();
        for image in &self.images {
            for (at, to) in image.iter().enumerate() {
                shown[to.index()] = cells[at];
            }
            let next = bytes.len();
            self.packing.pack(&shown, turn, bytes);
            if bytes[next..] < bytes[from..next] {
                bytes.copy_within(next.., from);
            }
            bytes.truncate(next);
        }
    }

    /// Writes down the position after a move of a list.
    fn after(
        &self,
        evaluator: &mut Evaluator<'_>,
        turn: Player,
        (moves, at): (&Moves, usize),
        bytes: &mut Vec<u8>,
    ) {
        evaluator.apply(moves, at);
        let next = evaluator.mover(turn);
        self.pack(&evaluator.machine.cells, next, bytes);
        evaluator.undo(moves, at);
    }
}

/// Puts a position on the board; whose turn it is.
fn show(evaluator: &mut Evaluator<'_>, states: &States, at: u32) -> Player {
    evaluator.machine.steps = 0;
    evaluator.version += 1;
    states.read(at, &mut evaluator.machine.cells)
}

/// What some positions lead to.
fn expand(
    evaluator: &mut Evaluator<'_>,
    (kinship, states): (&Kinship, &States),
    chunk: Range<u32>,
) -> Result<Grown, TooWide> {
    let mut grown = Grown { children: Vec::new(), from: Vec::new(), won: Vec::new() };
    if evaluator.machine.cells.is_empty() {
        evaluator.machine.reset();
        evaluator.machine.cells.resize(evaluator.program.layout.len(), Default::default());
    }
    let mut moves = evaluator.take();
    for at in chunk {
        let turn = show(evaluator, states, at);
        match evaluator.playing(turn, &mut moves)? {
            State::Won(..) => grown.won.push(at),
            State::Drawn(_) => {}
            State::Ongoing => {
                for place in 0..moves.len() {
                    kinship.after(evaluator, turn, (&moves, place), &mut grown.children);
                    grown.from.push(at);
                }
            }
        }
    }
    evaluator.give(moves);
    Ok(grown)
}
