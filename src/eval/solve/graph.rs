//! All positions that can come of one, judged backwards from the ends.

use super::states::States;
use super::{Halt, Method, Solution, Watch};
use crate::eval::Evaluator;
use crate::index::Player;
use crate::position::{Move, State};
use std::collections::VecDeque;

/// Every position, and where the moves lead.
struct Graph {
    states: States,
    /// By position, whose turn it is.
    turns: Vec<Player>,
    /// By position, where its children begin; one more at the end.
    starts: Vec<usize>,
    /// The positions that the moves lead to, in the order of the moves.
    children: Vec<u32>,
    /// By position, who wins it and in how many plies.
    worth: Vec<Option<(Player, u32)>>,
}

pub(super) fn solve(
    evaluator: &mut Evaluator<'_>,
    turn: Player,
    watch: &mut Watch<'_>,
    looked: &mut u64,
) -> Result<Solution, Halt> {
    let mut graph = Graph::of(evaluator, turn, watch, looked)?;
    graph.judge();
    let winner = graph.worth[0].map(|(winner, _)| winner);
    let mut line = Vec::new();
    let mut at = 0;
    while let Some((chosen, next)) = graph.best(evaluator, at)? {
        line.push(chosen);
        at = next;
        // Where nobody wins, the first move is all that there is to tell.
        if winner.is_none() {
            break;
        }
    }
    let lost = winner.is_some_and(|winner| winner != turn);
    let best = line.first().filter(|_| !lost).cloned();
    let line = winner.map(|_| line);
    Ok(Solution { winner, best, line, positions: *looked, method: Method::Backwards })
}

impl Graph {
    /// Finds every position.
    fn of(
        evaluator: &mut Evaluator<'_>,
        turn: Player,
        watch: &mut Watch<'_>,
        looked: &mut u64,
    ) -> Result<Self, Halt> {
        let mut states = States::new(evaluator.program.layout.len(), evaluator.program.kinds());
        states.enter(&evaluator.machine.cells, turn);
        let mut graph = Self {
            states,
            turns: Vec::new(),
            starts: vec![0],
            children: Vec::new(),
            worth: Vec::new(),
        };
        let mut moves = evaluator.take();
        while graph.turns.len() < graph.states.len() {
            let at = graph.turns.len();
            *looked = at as u64 + 1;
            watch.check((graph.states.len() as u64).max(*looked))?;
            if graph.states.len() as u64 > super::states::MOST {
                return Err(Halt::Spent);
            }
            let turn = graph.show(evaluator, at as u32);
            let state = evaluator.playing(turn, &mut moves)?;
            graph.turns.push(turn);
            graph.worth.push(match state {
                State::Won(winner, _) => Some((winner, 0)),
                State::Drawn(_) | State::Ongoing => None,
            });
            if state == State::Ongoing {
                for at in 0..moves.len() {
                    evaluator.apply(&moves, at);
                    let next = evaluator.mover(turn);
                    let (child, _) = graph.states.enter(&evaluator.machine.cells, next);
                    evaluator.undo(&moves, at);
                    graph.children.push(child);
                }
            }
            graph.starts.push(graph.children.len());
        }
        evaluator.give(moves);
        Ok(graph)
    }

    /// Puts a position on the board; whose turn it is.
    fn show(&self, evaluator: &mut Evaluator<'_>, at: u32) -> Player {
        evaluator.machine.steps = 0;
        evaluator.version += 1;
        self.states.read(at, &mut evaluator.machine.cells)
    }

    fn children(&self, at: usize) -> &[u32] {
        &self.children[self.starts[at]..self.starts[at + 1]]
    }

    /// From the ends backwards: a position is won in one ply more than the nearest won child, and lost in one
    /// more than the farthest once all its children are lost. They come in order of their plies.
    fn judge(&mut self) {
        let (begins, parents) = self.parents();
        let mut left: Vec<usize> =
            (0..self.turns.len()).map(|at| self.children(at).len()).collect();
        let ends = (0..self.turns.len()).filter(|at| self.worth[*at].is_some());
        let mut queue: VecDeque<usize> = ends.collect();
        while let Some(child) = queue.pop_front() {
            let Some((winner, plies)) = self.worth[child] else { continue };
            for parent in &parents[begins[child]..begins[child + 1]] {
                let parent = *parent as usize;
                if self.worth[parent].is_some() {
                    continue;
                }
                left[parent] -= 1;
                if winner == self.turns[parent] || left[parent] == 0 {
                    self.worth[parent] = Some((winner, plies + 1));
                    queue.push_back(parent);
                }
            }
        }
    }

    /// The positions from which moves lead to each, one after another, and where those of each begin.
    fn parents(&self) -> (Vec<usize>, Vec<u32>) {
        let mut begins = vec![0; self.turns.len() + 1];
        for child in &self.children {
            begins[*child as usize + 1] += 1;
        }
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut next = begins.clone();
        let mut parents = vec![0; self.children.len()];
        for parent in 0..self.turns.len() {
            for child in self.children(parent) {
                parents[next[*child as usize]] = parent as u32;
                next[*child as usize] += 1;
            }
        }
        (begins, parents)
    }

    /// The first of the best moves in a position, and where it leads.
    fn best(
        &self,
        evaluator: &mut Evaluator<'_>,
        at: usize,
    ) -> Result<Option<(Move, usize)>, Halt> {
        let mover = self.turns[at];
        let worth = |child: u32| match self.worth[child as usize] {
            Some((winner, plies)) if winner == mover => (1, -i64::from(plies)),
            Some((_, plies)) => (-1, i64::from(plies)),
            None => (0, 0),
        };
        let children = self.children(at).iter().enumerate();
        // Of equals `max_by_key` takes the last: reversed, the first.
        let Some((index, child)) = children.rev().max_by_key(|(_, child)| worth(**child)) else {
            return Ok(None);
        };
        self.show(evaluator, at as u32);
        let mut moves = evaluator.take();
        evaluator.playing(mover, &mut moves)?;
        let chosen = moves.get(index);
        evaluator.give(moves);
        Ok(Some((chosen, *child as usize)))
    }
}
