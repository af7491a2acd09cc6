//! All positions that can come of one, judged backwards from the ends.

use super::states::{Packing, States};
use super::{Halt, Method, Solution, Watch};
use crate::eval::Evaluator;
use crate::index::Player;
use crate::position::{Move, State};
use std::collections::{HashMap, VecDeque};

/// Every position, and where the moves lead.
pub(super) struct Graph {
    states: States,
    /// By position, whose turn it is.
    pub turns: Vec<Player>,
    /// By position, where its children begin; one more at the end.
    starts: Vec<usize>,
    /// The positions that the moves lead to, in the order of the moves.
    children: Vec<u32>,
    /// What the moves weigh, position by position, where chance draws one of them.
    weights: HashMap<u32, Vec<u64>>,
    /// By position, whose team wins it, by who stands for it, and in how many plies.
    pub worth: Vec<Option<(Player, u32)>>,
    /// By player, who stands for the team.
    teams: Vec<Player>,
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
    let lost = winner.is_some_and(|winner| winner != evaluator.program.team(turn));
    let best = line.first().filter(|_| !lost).cloned();
    let line = winner.map(|_| line);
    let (positions, method) = (*looked, Method::Backwards);
    Ok(Solution { winner, best, line, solutions: None, chances: None, positions, method })
}

impl Graph {
    /// Finds every position.
    pub fn of(
        evaluator: &mut Evaluator<'_>,
        turn: Player,
        watch: &mut Watch<'_>,
        looked: &mut u64,
    ) -> Result<Self, Halt> {
        let mut states = States::new(Packing::new(evaluator.program));
        states.enter(&evaluator.machine.cells, turn);
        let mut graph = Self {
            states,
            turns: Vec::new(),
            starts: vec![0],
            children: Vec::new(),
            weights: HashMap::new(),
            worth: Vec::new(),
            teams: evaluator.program.teams.clone(),
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
                let names = (0..moves.len()).map(|at| moves.name(at));
                if let Some(weights) = evaluator.program.weights(names) {
                    graph.weights.insert(at as u32, weights);
                }
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

    /// What the moves of a position weigh, where chance draws one of them.
    pub fn weights(&self, at: usize) -> Option<&[u64]> {
        self.weights.get(&(at as u32)).map(Vec::as_slice)
    }

    /// The positions that the moves of one lead to, in the order of the moves.
    pub fn children(&self, at: usize) -> &[u32] {
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
                if winner == self.teams[self.turns[parent].index()] || left[parent] == 0 {
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
        let mover = self.teams[self.turns[at].index()];
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
        Ok(Some((self.shown(evaluator, at, index)?, *child as usize)))
    }

    /// The move of that place in a position.
    pub fn shown(
        &self,
        evaluator: &mut Evaluator<'_>,
        at: usize,
        index: usize,
    ) -> Result<Move, Halt> {
        let mover = self.show(evaluator, at as u32);
        let mut moves = evaluator.take();
        evaluator.playing(mover, &mut moves)?;
        let chosen = moves.get(index);
        evaluator.give(moves);
        Ok(chosen)
    }
}
