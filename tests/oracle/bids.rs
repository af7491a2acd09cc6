//! Two who put black stones on a hexagon until one passes and owns them: Black wants two opposite sides joined, White
//! three that do not touch. Told from the rules, with sides as coordinates.

use std::collections::BTreeSet;

type Cell = (i32, i32);
const WAYS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

#[derive(Clone)]
pub struct Game {
    far: i32,
    stones: [BTreeSet<Cell>; 2],
    turn: usize,
    /// Who plays black, once somebody does.
    black: Option<usize>,
}

impl Game {
    /// An empty board of that many hexagons a side.
    pub fn new(side: i32) -> Self {
        Self { far: side - 1, stones: Default::default(), turn: 0, black: None }
    }

    fn depth(&self, (q, r): Cell) -> i32 {
        self.far - q.abs().max(r.abs()).max((q + r).abs())
    }

    fn cells(&self) -> Vec<Cell> {
        let range = -self.far..=self.far;
        let all = range.clone().flat_map(|q| range.clone().map(move |r| (q, r)));
        all.filter(|cell| self.depth(*cell) >= 0).collect()
    }

    /// The sides that a cell lies on: three that do not touch, then each one's opposite.
    fn sides(&self, (q, r): Cell) -> Vec<usize> {
        let s = -q - r;
        let lies = [q, -r, s, -q, r, -s].map(|along| along == self.far);
        (0..6).filter(|side| lies[*side]).collect()
    }

    /// Whether stones of that colour join two opposite sides, and three by turns.
    fn shapes(&self, colour: usize) -> (bool, bool) {
        let stones = &self.stones[colour];
        let (mut line, mut fork) = (false, false);
        for first in stones {
            let (mut group, mut open) = (BTreeSet::from([*first]), vec![*first]);
            while let Some((q, r)) = open.pop() {
                for (dq, dr) in WAYS {
                    let next = (q + dq, r + dr);
                    if stones.contains(&next) && group.insert(next) {
                        open.push(next);
                    }
                }
            }
            let sides: BTreeSet<usize> = group.iter().flat_map(|cell| self.sides(*cell)).collect();
            line |= (0..3).any(|side| sides.contains(&side) && sides.contains(&(side + 3)));
            fork |= [0, 3].iter().any(|from| (0..3).all(|n| sides.contains(&(from + n))));
        }
        (line, fork)
    }

    fn over(&self) -> bool {
        (0..2).any(|colour| {
            let (line, fork) = self.shapes(colour);
            line || fork
        })
    }

    /// How many lines of play of that length there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.over() {
            return 0;
        }
        let mut count = 0;
        let bids = self.black.is_none();
        let colour = usize::from(self.black.is_some_and(|black| black != self.turn));
        for cell in self.cells() {
            let free = self.stones.iter().all(|stones| !stones.contains(&cell));
            if free && (!bids || self.depth(cell) > 0) {
                let mut next = Self { turn: 1 - self.turn, ..self.clone() };
                next.stones[colour].insert(cell);
                count += next.perft(depth - 1);
            }
        }
        if bids && !self.stones[0].is_empty() {
            let next = Self { turn: 1 - self.turn, black: Some(self.turn), ..self.clone() };
            count += next.perft(depth - 1);
        }
        count
    }
}
