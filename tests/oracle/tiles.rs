//! Polyominoes laid on a board, from the rules alone: Golomb's game, and the one for two in which pieces of a colour touch at corners.
//! A position is the rows of the board, and a move is told by the position that it leads to.

use super::packed;
use std::collections::BTreeSet;

type Cell = (i32, i32);

/// The pieces, each by its letter and its cells.
const PIECES: [(u8, &[Cell]); 21] = [
    (b'M', &[(0, 0)]),
    (b'D', &[(0, 0), (1, 0)]),
    (b'A', &[(0, 0), (1, 0), (2, 0)]),
    (b'C', &[(0, 0), (1, 0), (0, 1)]),
    (b'J', &[(0, 0), (1, 0), (2, 0), (3, 0)]),
    (b'G', &[(0, 0), (1, 0), (2, 0), (2, 1)]),
    (b'O', &[(0, 0), (1, 0), (0, 1), (1, 1)]),
    (b'E', &[(0, 0), (1, 0), (2, 0), (1, 1)]),
    (b'S', &[(0, 0), (1, 0), (1, 1), (2, 1)]),
    (b'F', &[(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)]),
    (b'I', &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]),
    (b'L', &[(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]),
    (b'N', &[(0, 0), (1, 0), (1, 1), (2, 1), (3, 1)]),
    (b'P', &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]),
    (b'T', &[(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)]),
    (b'U', &[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)]),
    (b'V', &[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]),
    (b'W', &[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]),
    (b'X', &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]),
    (b'Y', &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)]),
    (b'Z', &[(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)]),
];

/// A position: rows from the north, who moves (0 or 1), and the letters of the pieces that each still has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tiles {
    rows: Vec<Vec<u8>>,
    turn: usize,
    left: [BTreeSet<u8>; 2],
    /// Whether both have pieces of their own, which touch their like at corners alone.
    corners: bool,
}

/// All ways in which a piece may lie, at the origin.
fn ways(cells: &[Cell]) -> BTreeSet<Vec<Cell>> {
    let mut found = BTreeSet::new();
    for turn in 0..8 {
        let turned = cells.iter().map(|&(x, y)| {
            let (x, y) = if turn >= 4 { (-x, y) } else { (x, y) };
            [(x, y), (y, -x), (-x, -y), (-y, x)][turn % 4]
        });
        let turned: Vec<Cell> = turned.collect();
        let west = turned.iter().map(|cell| cell.0).min().expect("a cell");
        let north = turned.iter().map(|cell| cell.1).min().expect("a cell");
        let mut moved: Vec<Cell> =
            turned.iter().map(|cell| (cell.0 - west, cell.1 - north)).collect();
        moved.sort_unstable();
        found.insert(moved);
    }
    found
}

impl Tiles {
    /// Twelve pieces of five squares for both, on a board of eight by eight.
    pub fn of_five() -> Self {
        let letters: BTreeSet<u8> = PIECES[9..].iter().map(|(letter, _)| *letter).collect();
        let rows = vec![vec![b'.'; 8]; 8];
        Self { rows, turn: 0, left: [letters, BTreeSet::new()], corners: false }
    }

    /// All pieces for each, on a board of fourteen by fourteen.
    pub fn of_both() -> Self {
        let letters: BTreeSet<u8> = PIECES.iter().map(|(letter, _)| *letter).collect();
        let rows = vec![vec![b'.'; 14]; 14];
        Self { rows, turn: 0, left: [letters.clone(), letters], corners: true }
    }

    fn at(&self, (x, y): Cell) -> Option<u8> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn own(&self, cell: Cell) -> bool {
        self.at(cell).is_some_and(|letter| match self.turn {
            0 => letter.is_ascii_uppercase(),
            _ => letter.is_ascii_lowercase(),
        })
    }

    fn fits(&self, cells: &[Cell]) -> bool {
        let touches = |ways: [Cell; 4]| {
            cells.iter().any(|(x, y)| ways.iter().any(|(dx, dy)| self.own((x + dx, y + dy))))
        };
        if cells.iter().any(|cell| self.at(*cell) != Some(b'.')) {
            return false;
        }
        if !self.corners {
            return true;
        }
        if touches([(0, 1), (1, 0), (0, -1), (-1, 0)]) {
            return false;
        }
        if self.left[self.turn].len() == PIECES.len() {
            // Files and ranks 5 and 10 of 14, counted from the south-west.
            return cells.contains(&(4, 9)) || cells.contains(&(9, 4));
        }
        touches([(1, 1), (1, -1), (-1, 1), (-1, -1)])
    }

    /// The positions after each move.
    pub fn moves(&self) -> Vec<Self> {
        let side = self.rows.len() as i32;
        let whose = if self.corners { self.turn } else { 0 };
        let mut after = Vec::new();
        for (letter, cells) in PIECES.iter().filter(|(letter, _)| self.left[whose].contains(letter))
        {
            for way in ways(cells) {
                for at in 0..side * side {
                    let cells: Vec<Cell> =
                        way.iter().map(|(x, y)| (x + at % side, y + at / side)).collect();
                    if !self.fits(&cells) {
                        continue;
                    }
                    let mut next = self.clone();
                    let shown = if whose == 1 { letter.to_ascii_lowercase() } else { *letter };
                    cells.iter().for_each(|(x, y)| next.rows[*y as usize][*x as usize] = shown);
                    next.left[whose].remove(letter);
                    next.turn = 1 - self.turn;
                    after.push(next);
                }
            }
        }
        if after.is_empty() && self.corners {
            after.push(Self { turn: 1 - self.turn, ..self.clone() });
        }
        after
    }

    /// Who has so many squares, and 15 or 20 for having laid all.
    pub fn squares(&self) -> [usize; 2] {
        let all = self.rows.concat();
        [
            all.iter().filter(|letter| letter.is_ascii_uppercase()).count(),
            all.iter().filter(|letter| letter.is_ascii_lowercase()).count(),
        ]
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| packed(row)).collect();
        let turn = [["f", "s"], ["a", "b"]][usize::from(self.corners)][self.turn];
        if !self.corners {
            return format!("{} {turn}", rows.join("/"));
        }
        let hand = |side: usize| -> String {
            let letters = PIECES.iter().map(|(letter, _)| *letter);
            let held = letters.filter(|letter| self.left[side].contains(letter));
            held.map(|letter| {
                char::from(if side == 1 { letter.to_ascii_lowercase() } else { letter })
            })
            .collect()
        };
        format!("{} {turn} {}{}", rows.join("/"), hand(0), hand(1))
    }
}
