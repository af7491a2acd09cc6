//! Middle shogi from its rules alone: a table of how each piece goes, and the lion's double moves. A move is told by its cells, as
//! shogiops tells it, or by the position that it leads to, as here, where two ways to one position are one move.

use std::collections::BTreeSet;

const SIDE: i32 = 12;

/// A piece: whose (0 in the south), whether promoted, and its letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Piece {
    side: usize,
    promoted: bool,
    letter: u8,
}

type Cell = (i32, i32);

/// A position. `taken` is where a piece that is no lion has just captured a lion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Table {
    cells: Vec<Option<Piece>>,
    side: usize,
    taken: Option<Cell>,
}

/// A move: from, over, to, and whether the piece promotes.
type Step = (Cell, Option<Cell>, Cell, bool);

const FORWARD: Cell = (0, 1);
const BACK: Cell = (0, -1);
const SIDES: [Cell; 2] = [(-1, 0), (1, 0)];
const AHEAD: [Cell; 2] = [(-1, 1), (1, 1)];
const BEHIND: [Cell; 2] = [(-1, -1), (1, -1)];

/// How a piece goes, for one who looks to the north: single leaps, and lines.
fn reach(letter: u8, promoted: bool) -> (Vec<Cell>, Vec<Cell>) {
    let (fore, back, side) = (vec![FORWARD], vec![BACK], SIDES.to_vec());
    let (ahead, behind) = (AHEAD.to_vec(), BEHIND.to_vec());
    let upright = [fore.clone(), back.clone()].concat();
    let straight = [upright.clone(), side.clone()].concat();
    let slanted = [ahead.clone(), behind.clone()].concat();
    let all = [straight.clone(), slanted.clone()].concat();
    let twice = |ways: &[Cell]| ways.iter().map(|(x, y)| (2 * x, 2 * y)).collect::<Vec<_>>();
    let but =
        |gone: &[Cell]| all.iter().copied().filter(|way| !gone.contains(way)).collect::<Vec<_>>();
    let near = |gone: &[Cell]| (but(gone), vec![]);
    let square = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))).filter(|way| *way != (0, 0));
    match (letter.to_ascii_lowercase(), promoted) {
        (b'p', false) => (fore, vec![]),
        (b'i', false) => (upright, vec![]),
        (b'c', false) => ([upright, ahead].concat(), vec![]),
        (b's', false) => ([fore, slanted].concat(), vec![]),
        (b'g', false) | (b'p', true) => near(&behind),
        (b'f', false) => near(&side),
        (b't', false) => near(&fore),
        (b'e', false) | (b'i', true) => near(&back),
        (b'k', _) | (b'e', true) => near(&[]),
        (b'x', false) => ([straight, twice(&slanted)].concat(), vec![]),
        (b'o', false) => ([slanted, twice(&straight)].concat(), vec![]),
        (b'n', _) | (b'o', true) => (square.collect(), vec![]),
        (b'l', false) => (vec![], fore),
        (b'a', false) => (vec![], upright),
        (b'm', false) | (b'c', true) => (upright, side),
        (b'v', false) | (b's', true) => (side, upright),
        (b'b', false) | (b'f', true) => (vec![], slanted),
        (b'r', false) | (b'g', true) => (vec![], straight),
        (b'h', false) | (b'b', true) => (straight, slanted),
        (b'd', false) | (b'r', true) => (slanted, straight),
        (b'q', _) | (b'x', true) => (vec![], all),
        (b't', true) => (all, upright),
        (b'l', true) => (vec![], [upright, ahead].concat()),
        (b'a', true) => (vec![], [upright, behind].concat()),
        (b'm', true) => (vec![], but(&upright)),
        (b'v', true) => (vec![], but(&side)),
        (b'h', true) => ([fore.clone(), twice(&fore)].concat(), but(&fore)),
        (b'd', true) => ([ahead.clone(), twice(&ahead)].concat(), but(&ahead)),
        other => panic!("no such piece: {other:?}"),
    }
}

fn index((x, y): Cell) -> usize {
    (y * SIDE + x) as usize
}

fn inside((x, y): Cell) -> bool {
    (0..SIDE).contains(&x) && (0..SIDE).contains(&y)
}

fn distance(a: Cell, b: Cell) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
}

impl Piece {
    fn is(self, letter: u8, promoted: bool) -> bool {
        self.letter.eq_ignore_ascii_case(&letter) && self.promoted == promoted
    }

    fn is_lion(self) -> bool {
        self.is(b'n', false) || self.is(b'o', true)
    }

    fn is_royal(self) -> bool {
        self.is(b'k', false) || self.is(b'e', true)
    }

    /// In what directions it has the lion's power: two steps, each of which may capture.
    fn double(self) -> Vec<Cell> {
        let ways = match self {
            _ if self.is_lion() => reach(b'k', false).0,
            _ if self.is(b'h', true) => vec![FORWARD],
            _ if self.is(b'd', true) => AHEAD.to_vec(),
            _ => vec![],
        };
        ways.into_iter().map(|way| self.turned(way)).collect()
    }

    fn turned(self, (x, y): Cell) -> Cell {
        (x, if self.side == 0 { y } else { -y })
    }

    fn is_zone(self, (_, y): Cell) -> bool {
        if self.side == 0 { y >= SIDE - 4 } else { y < 4 }
    }

    fn is_last(self, (_, y): Cell) -> bool {
        y == if self.side == 0 { SIDE - 1 } else { 0 }
    }
}

impl Table {
    /// Reads a board, whose turn it is, and where a lion was just captured by another piece.
    pub fn read(text: &str, taken: Option<(i32, i32)>) -> Self {
        let mut fields = text.split(' ');
        let mut cells = vec![None; (SIDE * SIDE) as usize];
        for (row, y) in fields.next().expect("a board").split('/').zip((0..SIDE).rev()) {
            let (mut x, mut run, mut promoted) = (0, 0, false);
            for letter in row.bytes() {
                match letter {
                    b'0'..=b'9' => run = 10 * run + i32::from(letter - b'0'),
                    b'+' => promoted = true,
                    _ => {
                        x += run;
                        let side = usize::from(letter.is_ascii_lowercase());
                        cells[index((x, y))] = Some(Piece { side, promoted, letter });
                        (x, run, promoted) = (x + 1, 0, false);
                    }
                }
            }
        }
        let side = usize::from(fields.next() == Some("w"));
        Self { cells, side, taken }
    }

    fn at(&self, cell: Cell) -> Option<Piece> {
        self.cells[index(cell)]
    }

    /// The cells that a piece reaches from a cell, its own among them, with some cells taken as empty.
    fn reached(&self, piece: Piece, from: Cell, clear: &[Cell]) -> Vec<Cell> {
        let (leaps, lines) = reach(piece.letter, piece.promoted);
        let on = |(x, y): Cell, way: Cell| {
            let way = piece.turned(way);
            (x + way.0, y + way.1)
        };
        let mut found: Vec<Cell> = leaps.iter().map(|way| on(from, *way)).collect();
        for way in lines {
            let mut to = on(from, way);
            while inside(to) {
                found.push(to);
                if self.at(to).is_some() && !clear.contains(&to) {
                    break;
                }
                to = on(to, way);
            }
        }
        found.retain(|to| inside(*to));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a piece of that side could capture on the cell.
    fn guarded(&self, cell: Cell, side: usize, clear: &[Cell]) -> bool {
        cells().filter(|from| *from != cell && !clear.contains(from)).any(|from| {
            self.at(from).is_some_and(|piece| {
                piece.side == side && self.reached(piece, from, clear).contains(&cell)
            })
        })
    }

    /// Whether the piece may capture the lion on a cell, having captured `first` on the way.
    fn may_take_lion(
        &self,
        piece: Piece,
        from: Cell,
        to: Cell,
        first: Option<(Cell, Piece)>,
    ) -> bool {
        if !piece.is_lion() {
            return self.taken.is_none_or(|taken| taken == to);
        }
        let worthy = first.is_some_and(|(_, prey)| !prey.is(b'p', false) && !prey.is(b'i', false));
        let clear: Vec<Cell> = [from].into_iter().chain(first.map(|(cell, _)| cell)).collect();
        distance(from, to) == 1 || worthy || !self.guarded(to, 1 - self.side, &clear)
    }

    fn allowed(&self, piece: Piece, from: Cell, to: Cell, first: Option<(Cell, Piece)>) -> bool {
        inside(to)
            && match self.at(to) {
                Some(_) if to == from => true,
                Some(prey) if prey.side == self.side => false,
                Some(prey) if prey.is_lion() => self.may_take_lion(piece, from, to, first),
                _ => true,
            }
    }

    /// All moves by their cells.
    pub fn steps(&self) -> Vec<Step> {
        let mut found = Vec::new();
        for from in cells() {
            let Some(piece) = self.at(from).filter(|piece| piece.side == self.side) else {
                continue;
            };
            for to in self.reached(piece, from, &[]) {
                if !self.allowed(piece, from, to, None) {
                    continue;
                }
                found.push((from, None, to, false));
                let zones = [from, to].map(|cell| piece.is_zone(cell));
                let enters = zones == [false, true];
                let takes = self.at(to).is_some() && zones.contains(&true);
                let last = [b'p', b'l'].iter().any(|letter| piece.is(*letter, false));
                let able = !piece.promoted
                    && ![b'k', b'q', b'n'].contains(&piece.letter.to_ascii_lowercase());
                if able && (enters || takes || last && piece.is_last(to)) {
                    found.push((from, None, to, true));
                }
            }
            for way in piece.double() {
                let over = (from.0 + way.0, from.1 + way.1);
                if !inside(over) || !self.allowed(piece, from, over, None) {
                    continue;
                }
                let seconds = match piece.is_lion() {
                    true => piece.double(),
                    false => vec![way, (-way.0, -way.1)],
                };
                for second in seconds {
                    let to = (over.0 + second.0, over.1 + second.1);
                    let first = self.at(over).map(|prey| (over, prey));
                    if self.allowed(piece, from, to, first) {
                        found.push((from, Some(over), to, false));
                    }
                }
            }
        }
        found
    }

    fn after(&self, (from, over, to, promotes): Step) -> Self {
        let mut next = Self { side: 1 - self.side, taken: None, ..self.clone() };
        let mut piece = next.cells[index(from)].take().expect("a piece moves");
        for cell in over.into_iter().chain([to]) {
            let prey = next.cells[index(cell)].take();
            if prey.is_some_and(Piece::is_lion) && !piece.is_lion() {
                next.taken = Some(cell);
            }
        }
        piece.promoted |= promotes;
        next.cells[index(to)] = Some(piece);
        next
    }

    /// The positions after each move, each once.
    pub fn moves(&self) -> BTreeSet<Self> {
        self.steps().into_iter().map(|step| self.after(step)).collect()
    }

    fn is_over(&self) -> bool {
        !self.cells.iter().flatten().any(|piece| piece.side == self.side && piece.is_royal())
    }

    /// How many lines of so many moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            _ => self.moves().iter().map(|next| next.perft(depth - 1)).sum(),
        }
    }

    /// The same, where each way of moving counts.
    pub fn ways(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.steps().into_iter().map(|step| self.after(step).ways(depth - 1)).sum(),
        }
    }

    /// The board and whose turn it is.
    pub fn text(&self) -> String {
        let row = |y: i32| {
            let (mut text, mut run) = (String::new(), 0);
            for x in 0..SIDE {
                let Some(piece) = self.at((x, y)) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text += if piece.promoted { "+" } else { "" };
                text.push(char::from(piece.letter));
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        let rows: Vec<String> = (0..SIDE).rev().map(row).collect();
        format!("{} {}", rows.join("/"), ["b", "w"][self.side])
    }
}
