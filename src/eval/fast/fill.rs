//! Random games in which pieces are only ever added: the empty cells are the moves.

use super::Fast;
use crate::eval::playout::{Chance, Playout};
use crate::index::{GoalId, Player};
use crate::position::{Position, State};
use crate::program::{End, Goal, Join, Set};

/// The groups of a goal's cells: a forest, and at each root the sides that the group touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest {
    parent: Vec<u16>,
    sides: Vec<u64>,
}

impl Forest {
    /// A forest for so many cells; what it says of a cell counts only once the cell has been added.
    fn of(cells: usize) -> Self {
        Self { parent: vec![0; cells], sides: vec![0; cells] }
    }

    fn root(&mut self, mut cell: usize) -> usize {
        loop {
            let above = usize::from(self.parent[cell]);
            if above == cell {
                return cell;
            }
            let top = self.parent[above];
            self.parent[cell] = top;
            cell = usize::from(top);
        }
    }

    /// Adds a cell; whether its group touches enough sides.
    fn add<S: Set>(&mut self, join: &Join<S>, passing: S, cell: usize) -> bool {
        self.parent[cell] = cell as u16;
        self.sides[cell] = join.sides[cell];
        for near in (join.near[cell] & passing).cells() {
            let root = self.root(near);
            self.parent[root] = cell as u16;
            self.sides[cell] |= self.sides[root];
        }
        self.sides[cell].count_ones() >= join.least
    }
}

impl<S: Set> Fast<'_, S> {
    /// A random game as [`Fast::playout`] plays it; `None` if more can happen than that pieces are added.
    pub(super) fn filled(
        &mut self,
        start: &Position,
        chance: &mut Chance,
        plies: u32,
    ) -> Option<Playout> {
        let plan = self.plan;
        let fill = plan.fill.as_ref()?;
        self.load(&start.cells);
        let players = plan.sides.len();
        let goals = plan.sides[0].goals.len();
        for player in 0..players {
            for goal in 0..goals {
                // What is reached at the start might be asked for later.
                if self.reached(Player::at(player), GoalId::at(goal), None) {
                    return None;
                }
            }
        }
        self.grow();
        let mut game =
            Playout { state: self.state(start.turn), unended: false, plies: 0, choices: 0 };
        let mut turn = start.turn.index();
        let mut left = (plan.cells & !self.board.occupied).len();
        while game.state == State::Ongoing {
            let place = &plan.sides[turn].places[0];
            let cells = self.places(Player::at(turn), place);
            let free = place.repels.is_empty() && place.cells == plan.cells;
            let moves = if free { left } else { cells.len() };
            if moves == 0 {
                break;
            }
            if game.plies == plies {
                game.unended = true;
                break;
            }
            let cell = cells.nth(chance.below(moves as usize) as u32);
            game.plies += 1;
            game.choices += u64::from(moves);
            self.board.add(cell, place.piece);
            left -= 1;
            let next = (turn + 1) % players;
            let mut ends = fill[turn].iter();
            let ended = ends.find(|(_, end)| match end {
                End::Goal(side, goal) => self.reached_by(*side, *goal, cell),
                End::Left(of, relation, number) => {
                    let count =
                        if *of == plan.cells { left } else { (*of & !self.board.occupied).len() };
                    relation.holds(count as usize, usize::from(*number))
                }
            });
            turn = next;
            if let Some((at, _)) = ended {
                game.state = self.ended_by(Player::at(turn), *at);
            }
        }
        Some(game)
    }

    /// Makes the forests of what stands on the board.
    fn grow(&mut self) {
        let plan = self.plan;
        let goals = plan.sides.iter().flat_map(|side| &side.goals).enumerate();
        for (at, goal) in goals {
            let Some(Goal::Connect(join)) = goal else { continue };
            if self.forests.len() <= at {
                self.forests.resize(at + 1, Forest::default());
            }
            if self.forests[at].parent.is_empty() {
                self.forests[at] = Forest::of(self.program.cells);
            }
            let mut passing = S::NONE;
            for cell in self.cells(&join.of).cells() {
                passing |= S::one(cell);
                self.forests[at].add(join, passing, cell);
            }
        }
    }

    /// Whether a player's goal is reached by the piece that was added last.
    #[inline]
    fn reached_by(&mut self, side: usize, goal: GoalId, cell: usize) -> bool {
        let goals = &self.plan.sides[side].goals;
        let at = side * goals.len() + goal.index();
        match &goals[goal.index()] {
            Some(Goal::Line(row)) => {
                let passing = self.cells(&row.of);
                passing.has(cell) && self.in_row_through(row, passing, cell)
            }
            Some(Goal::Connect(join)) => {
                let passing = self.cells(&join.of);
                passing.has(cell) && self.forests[at].add(join, passing, cell)
            }
            Some(Goal::Ring(shut)) => {
                let passing = self.cells(&shut.of);
                passing.has(cell) && super::goal::shut_by(shut, passing, cell)
            }
            Some(Goal::Never) | None => false,
        }
    }
}
