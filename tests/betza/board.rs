//! A square board with one piece that is tried, and what its moves make of it.

use crate::chance::Pair;
use crate::tool::Chance;
use interp::index::Cell;
use interp::notation::Notation;
use interp::position::Size;
use interp::rules::{Rules, load};
use interp::source::Source;
use std::collections::BTreeSet;
use std::fmt;

/// Files and ranks.
pub const SIDE: i32 = 9;

/// A cell: files from the west, ranks from the south.
pub type At = (i32, i32);

/// `P` is the piece, `o` of its own side, `x` an enemy; the south first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Board {
    cells: Vec<u8>,
    /// Whether the piece is the second player's, who faces south.
    pub south: bool,
}

impl Board {
    pub fn empty() -> Self {
        let mut board = Self { cells: vec![b'.'; (SIDE * SIDE) as usize], south: false };
        board.put((SIDE / 2, SIDE / 2), b'P');
        board
    }

    pub fn random(chance: &mut Chance) -> Self {
        let share = 5 + chance.below(40);
        let mut board = Self { south: chance.percent(40), ..Self::empty() };
        for cell in &mut board.cells {
            *cell = if chance.percent(share) { *chance.of(b"oxx") } else { b'.' };
        }
        let at = (chance.below(SIDE as usize) as i32, chance.below(SIDE as usize) as i32);
        board.put(at, b'P');
        board
    }

    /// A board as it is drawn, the north first; the empty one if there is no drawing.
    pub fn read(drawn: &str) -> Self {
        let rows: Vec<&str> = drawn.lines().filter(|row| !row.trim().is_empty()).collect();
        if rows.is_empty() {
            return Self::empty();
        }
        let cells: Vec<u8> = rows.iter().rev().flat_map(|row| row.bytes()).collect();
        assert_eq!(cells.len(), (SIDE * SIDE) as usize, "{drawn}");
        Self { cells, south: false }
    }

    fn index(at: At) -> Option<usize> {
        let inside = (0..SIDE).contains(&at.0) && (0..SIDE).contains(&at.1);
        inside.then_some((at.1 * SIDE + at.0) as usize)
    }

    /// What stands there; nothing off the board.
    pub fn at(&self, at: At) -> Option<u8> {
        Self::index(at).map(|index| self.cells[index])
    }

    pub fn put(&mut self, at: At, what: u8) {
        if let Some(index) = Self::index(at) {
            self.cells[index] = what;
        }
    }

    pub fn piece(&self) -> At {
        let at = self.cells.iter().position(|cell| *cell == b'P').expect("the piece") as i32;
        (at % SIDE, at / SIDE)
    }

    /// The board after the piece has gone there and what stood on these cells is gone.
    pub fn after(&self, to: At, captured: &[At]) -> Self {
        let mut after = self.clone();
        after.put(self.piece(), b'.');
        captured.iter().for_each(|at| after.put(*at, b'.'));
        after.put(to, b'P');
        after
    }

    /// The text of the board in the format of [`rules`].
    fn text(&self) -> String {
        let turn = if self.south { "second" } else { "first" };
        let other = |cell: char| match cell {
            'P' => 'p',
            'o' => 'x',
            'x' => 'o',
            cell => cell,
        };
        let board = self.to_string();
        let board = if self.south { board.chars().map(other).collect() } else { board };
        format!("{turn}\n{board}")
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(SIDE as usize).rev() {
            writeln!(f, "{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}

/// Rules with one piece that moves so (`betza = 'N'`, `moves = 'step any'`).
pub fn rules(moves: &str) -> Rules {
    let page = format!(
        "[board]\nsize = [{SIDE}, {SIDE}]\n[players]\norder = ['first', 'second']\n\
         facing = {{ second = 'south' }}\n[pieces]\nblock = {{}}\n[pieces.tried]\n{moves}\n\
         [[verdict]]\nsay = 'ok'\n[format]\ncells = {{ '.' = 'empty', P = 'first tried', \
         p = 'second tried', o = 'first block', x = 'second block' }}\n"
    );
    let source = Source::new("page", page);
    load(&source).unwrap_or_else(|faults| panic!("{faults:#?}\n{}", source.text))
}

/// Both evaluators of the rules.
pub fn pair(rules: &Rules) -> Pair<'_> {
    Pair::new(rules, Size { width: SIDE as u16, height: SIDE as u16 })
}

/// The board after each move of the piece; both evaluators say so.
pub fn moves(rules: &Rules, pair: &Pair<'_>, board: &Board) -> Vec<Board> {
    let notation = Notation::new(rules);
    let position = notation.position(&board.text()).expect("a board").position;
    let found = pair.agreed(&position).expect("a small game");
    let at = |cell: Cell| (i32::from(cell.0) % SIDE, i32::from(cell.0) / SIDE);
    let made = found.into_iter().map(|chosen| {
        let to = at(*chosen.path.last().expect("a path"));
        let captured: Vec<At> = chosen.captures.iter().map(|cell| at(*cell)).collect();
        let after = board.after(to, &captured);
        for edit in &chosen.edits {
            let (is, was) = (after.at(at(edit.cell)), board.at(at(edit.cell)));
            assert_ne!(is, was, "an edit that the path and the captures do not tell");
        }
        after
    });
    made.collect()
}

/// Where the moves of a text end. On the board of the case: `+` an empty cell, `*` one where something is
/// captured. If the case has none, the piece stands alone: `+` a cell where it may go, `*` one where it would
/// capture an enemy, `#` both.
pub fn drawn(betza: &str, board: &str) -> String {
    let rules = rules(&format!("betza = '{betza}'"));
    let pair = pair(&rules);
    let start = Board::read(board);
    let mut shown = start.clone();
    let alone = board.trim().is_empty();
    for after in moves(&rules, &pair, &start) {
        for at in every() {
            if after.at(at) != start.at(at) && start.at(at) != Some(b'P') {
                shown.put(at, if start.at(at) == Some(b'.') { b'+' } else { b'*' });
            }
        }
    }
    for at in every().filter(|at| alone && *at != start.piece()) {
        let mut with = start.clone();
        with.put(at, b'x');
        let captured: BTreeSet<Option<u8>> =
            moves(&rules, &pair, &with).iter().map(|after| after.at(at)).collect();
        if captured.iter().any(|left| *left != Some(b'x')) {
            shown.put(at, if shown.at(at) == Some(b'+') { b'#' } else { b'*' });
        }
    }
    let given = if alone { String::new() } else { format!("{start}\n") };
    format!("{given}{shown}")
}

fn every() -> impl Iterator<Item = At> {
    (0..SIDE * SIDE).map(|index| (index % SIDE, index / SIDE))
}
