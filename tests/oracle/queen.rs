//! King and queen against king on a small board, judged round by round from the mates.

use std::collections::HashMap;

/// Where the two kings and the queen stand, and whether white is to move: king, queen, black king.
type State = ([usize; 3], bool);

/// What is known of every position.
pub struct Table {
    side: usize,
    /// In how many plies white mates.
    mates: HashMap<State, u32>,
}

impl Table {
    /// Judges every position of a board of that side.
    pub fn new(side: usize) -> Self {
        let mut table = Self { side, mates: HashMap::new() };
        let cells = side * side;
        let mut states: Vec<State> = Vec::new();
        for at in 0..cells * cells * cells {
            let pieces = [at % cells, at / cells % cells, at / cells / cells];
            states.extend([(pieces, true), (pieces, false)]);
        }
        states.retain(|(pieces, white)| table.is_sound(*pieces, *white));
        for round in 0.. {
            let before = table.mates.len();
            let new: Vec<State> = states
                .iter()
                .copied()
                .filter(|state| !table.mates.contains_key(state) && table.falls(*state, round))
                .collect();
            table.mates.extend(new.into_iter().map(|state| (state, round)));
            if round > 1 && table.mates.len() == before {
                return table;
            }
        }
        table
    }

    /// In how many plies white mates, if he can; `None` if the position is none.
    pub fn plies(&self, pieces: [usize; 3], white: bool) -> Option<Option<u32>> {
        self.is_sound(pieces, white).then(|| self.mates.get(&(pieces, white)).copied())
    }

    /// Whether a position is won in so many plies, those won in fewer being known.
    fn falls(&self, (pieces, white): State, round: u32) -> bool {
        let children = self.children(pieces, white);
        let known = |child: &Option<State>| {
            child.and_then(|child| self.mates.get(&child)).is_some_and(|plies| *plies < round)
        };
        match (white, children.is_empty()) {
            (true, _) => children.iter().any(known),
            (false, true) => round == 0 && self.sees(pieces[1], pieces[2], &[pieces[0]]),
            (false, false) => children.iter().all(known),
        }
    }

    /// The positions after each legal move; `None` where the queen is taken.
    fn children(&self, [king, queen, lone]: [usize; 3], white: bool) -> Vec<Option<State>> {
        let mut found = Vec::new();
        for to in 0..self.side * self.side {
            if !white && self.near(lone, to) && to != king && !self.near(king, to) {
                // The queen looks through the cell that the king leaves.
                let free = to == queen || !self.sees(queen, to, &[king]);
                if free {
                    found.push((to != queen).then_some(([king, queen, to], true)));
                }
            }
            if white && self.near(king, to) && to != queen && !self.near(to, lone) {
                found.push(Some(([to, queen, lone], false)));
            }
            if white && to != king && to != lone && self.sees(queen, to, &[king, lone]) {
                found.push(Some(([king, to, lone], false)));
            }
        }
        found
    }

    /// Whether the pieces stand apart, and who has just moved has not left his king attacked.
    fn is_sound(&self, [king, queen, lone]: [usize; 3], white: bool) -> bool {
        let apart = king != queen && king != lone && queen != lone && !self.near(king, lone);
        apart && !(white && self.sees(queen, lone, &[king]))
    }

    fn steps(&self, from: usize, to: usize) -> (isize, isize) {
        let step = |a: usize, b: usize| b as isize - a as isize;
        (step(from % self.side, to % self.side), step(from / self.side, to / self.side))
    }

    fn near(&self, a: usize, b: usize) -> bool {
        let (files, ranks) = self.steps(a, b);
        a != b && files.abs() <= 1 && ranks.abs() <= 1
    }

    /// Whether a queen reaches from one cell to another, none of the others standing between.
    fn sees(&self, from: usize, to: usize, others: &[usize]) -> bool {
        let (files, ranks) = self.steps(from, to);
        if from == to || !(files == 0 || ranks == 0 || files.abs() == ranks.abs()) {
            return false;
        }
        let step = files.signum() + ranks.signum() * self.side as isize;
        let between = |count: isize| (from as isize + count * step) as usize;
        (1..files.abs().max(ranks.abs())).all(|count| !others.contains(&between(count)))
    }
}
