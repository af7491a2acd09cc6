//! Games on boards of other shapes, from their rules and from geometry alone, without looking at a rule file.

use std::collections::{BTreeMap, BTreeSet};

/// Who stands where, whose turn it is, and whether the game is over.
#[derive(Clone)]
pub struct Game {
    pieces: BTreeMap<Point, u8>,
    turn: u8,
    over: bool,
    rules: Rules,
}

/// A place in the plane or in space.
type Point = (i32, i32, i32);

#[derive(Clone, Copy)]
struct Rules {
    is_cell: fn(Point) -> bool,
    play: fn(&Game) -> Vec<Game>,
}

/// How many lines of play of that length there are.
pub fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = if game.over { Vec::new() } else { (game.rules.play)(game) };
    if depth == 1 {
        next.len() as u64
    } else {
        next.iter().map(|game| perft(game, depth - 1)).sum()
    }
}

/// The games that are told here, by the names of their rule files.
pub fn start(name: &str) -> Option<Game> {
    let game = |is_cell, play| Game {
        pieces: BTreeMap::new(),
        turn: 0,
        over: false,
        rules: Rules { is_cell, play },
    };
    Some(match name {
        "yavalath" => game(hexagon, yavalath),
        "qubic" => game(|(x, y, z)| [x, y, z].iter().all(|at| (0..4).contains(at)), qubic),
        "torus" => game(|(x, y, z)| z == 0 && (0..3).contains(&x) && (0..3).contains(&y), torus),
        "snort" => game(triangle, snort),
        "fox_and_geese" => {
            let mut game = game(cross, hunt);
            let geese = all(cross).into_iter().filter(|(_, y, _)| *y >= 4);
            game.pieces.extend(geese.map(|cell| (cell, 0)));
            game.pieces.insert((3, 2, 0), 1);
            game
        }
        "chinese_checkers" => {
            let mut game = game(star, hops);
            for cell in all(star) {
                // The points in the north and in the south.
                if cell.1.abs() > 4 {
                    game.pieces.insert(cell, u8::from(cell.1 > 0));
                }
            }
            game
        }
        "halma" => {
            let mut game = game(square, hops);
            for (x, y, z) in all(square) {
                let camp = |x: i32, y: i32| x < 5 && y < 5 && x + y < 6;
                if camp(x, y) || camp(15 - x, 15 - y) {
                    game.pieces.insert((x, y, z), u8::from(x > 7));
                }
            }
            game
        }
        _ => return None,
    })
}

fn all(is_cell: fn(Point) -> bool) -> Vec<Point> {
    let side = || -9..=16;
    let plane = side().flat_map(|x| side().flat_map(move |y| (0..4).map(move |z| (x, y, z))));
    plane.filter(|cell| is_cell(*cell)).collect()
}

fn hexagon((q, r, z): Point) -> bool {
    z == 0 && q.abs().max(r.abs()).max((q + r).abs()) <= 4
}

/// Row and place of a triangle; those at even places point up.
fn triangle((row, at, z): Point) -> bool {
    z == 0 && (0..4).contains(&row) && (0..=2 * row).contains(&at)
}

fn square((x, y, z): Point) -> bool {
    z == 0 && (0..16).contains(&x) && (0..16).contains(&y)
}

fn star((q, r, z): Point) -> bool {
    let ways = [q, r, -q - r];
    z == 0 && (ways.iter().all(|way| *way <= 4) || ways.iter().all(|way| *way >= -4))
}

fn cross((x, y, z): Point) -> bool {
    let (x, y) = (x - 3, y - 3);
    z == 0 && x.abs().max(y.abs()) <= 3 && x.abs().min(y.abs()) <= 1
}

impl Game {
    /// Every empty cell.
    fn empty(&self) -> Vec<Point> {
        let free = |cell: &Point| !self.pieces.contains_key(cell);
        all(self.rules.is_cell).into_iter().filter(free).collect()
    }

    /// The game after something has been done to the board.
    fn after(&self, change: impl FnOnce(&mut BTreeMap<Point, u8>)) -> Game {
        let mut next = Game { turn: 1 - self.turn, ..self.clone() };
        change(&mut next.pieces);
        next
    }

    /// How long a row through that cell is, of pieces of one player.
    fn row(&self, cell: Point, (x, y, z): Point) -> usize {
        let who = self.pieces.get(&cell);
        let run = |way: i32| {
            let on =
                (1..).map(|n| (cell.0 + way * n * x, cell.1 + way * n * y, cell.2 + way * n * z));
            on.take_while(|cell| self.pieces.get(cell) == who).count()
        };
        1 + run(1) + run(-1)
    }

    /// Every placement, with what it makes of the game.
    fn placed(&self, over: impl Fn(&Game, Point) -> bool) -> Vec<Game> {
        let place = |cell: Point| {
            let mut next = self.after(|pieces| {
                pieces.insert(cell, self.turn);
            });
            next.over = over(&next, cell);
            next
        };
        self.empty().into_iter().map(place).collect()
    }
}

fn yavalath(game: &Game) -> Vec<Game> {
    let axes = [(1, 0, 0), (0, 1, 0), (1, -1, 0)];
    game.placed(|next, cell| axes.iter().any(|axis| next.row(cell, *axis) >= 3))
}

fn qubic(game: &Game) -> Vec<Game> {
    game.placed(|next, cell| {
        let axes =
            (-1..=1).flat_map(|x| (-1..=1).flat_map(move |y| (-1..=1).map(move |z| (x, y, z))));
        let mut axes = axes.filter(|axis| *axis != (0, 0, 0));
        axes.any(|axis| next.row(cell, axis) >= 4)
    })
}

fn torus(game: &Game) -> Vec<Game> {
    game.placed(|next, (x, y, _)| {
        let owner = |n: i32, (a, b): (i32, i32)| {
            next.pieces.get(&((x + n * a).rem_euclid(3), (y + n * b).rem_euclid(3), 0))
        };
        let axes = [(1, 0), (0, 1), (1, 1), (1, -1)];
        axes.iter().any(|axis| (1..3).all(|n| owner(n, *axis) == owner(0, *axis)))
    })
}

fn snort(game: &Game) -> Vec<Game> {
    let mut found = game.placed(|_, _| false);
    found.retain(|next| {
        let new = next.pieces.keys().find(|cell| !game.pieces.contains_key(cell));
        let (row, at, _) = *new.expect("a new piece");
        let other = if at % 2 == 0 { (row + 1, at + 1, 0) } else { (row - 1, at - 1, 0) };
        let near = [(row, at - 1, 0), (row, at + 1, 0), other];
        near.iter().all(|cell| game.pieces.get(cell) != Some(&(1 - game.turn)))
    });
    found
}

/// The fox steps and jumps along files and ranks, geese step, but not back.
fn hunt(game: &Game) -> Vec<Game> {
    let mut found = Vec::new();
    for (&(x, y, _), who) in game.pieces.iter().filter(|(_, who)| **who == game.turn) {
        for (a, b) in [(0, -1), (1, 0), (-1, 0), (0, 1)] {
            let to = (x + a, y + b, 0);
            let fits = (*who == 1 || b != 1) && cross(to) && !game.pieces.contains_key(&to);
            found.extend(fits.then(|| {
                game.after(|pieces| {
                    pieces.remove(&(x, y, 0));
                    pieces.insert(to, *who);
                })
            }));
        }
        if *who == 1 {
            let mut ends = BTreeMap::new();
            chain(&game.pieces, (x, y), false, &mut ends);
            found.extend(ends.into_keys().map(|pieces| game.after(|now| *now = pieces)));
        }
    }
    for next in &mut found {
        next.over = next.pieces.values().filter(|who| **who == 0).count() <= 5;
    }
    found
}

type Pieces = BTreeMap<Point, u8>;

/// The boards on which a chain of jumps may end: it goes on as long as it can.
fn chain(pieces: &Pieces, (x, y): (i32, i32), jumped: bool, ends: &mut BTreeMap<Pieces, ()>) {
    let mut on = false;
    for (a, b) in [(0, -1), (1, 0), (-1, 0), (0, 1)] {
        let (over, to) = ((x + a, y + b, 0), (x + 2 * a, y + 2 * b, 0));
        if pieces.get(&over) == Some(&0) && cross(to) && !pieces.contains_key(&to) {
            let mut next = pieces.clone();
            next.remove(&(x, y, 0));
            next.remove(&over);
            next.insert(to, 1);
            chain(&next, (to.0, to.1), true, ends);
            on = true;
        }
    }
    if jumped && !on {
        ends.insert(pieces.clone(), ());
    }
}

/// A step to a neighbour, or any number of hops over single neighbours.
fn hops(game: &Game) -> Vec<Game> {
    const SIX: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    const EIGHT: [(i32, i32); 8] =
        [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 1), (-1, -1)];
    let is_cell = game.rules.is_cell;
    // The star is one of hexagons, where two slanting ways are none.
    let ways: &[(i32, i32)] = if is_cell((4, -8, 0)) { &SIX } else { &EIGHT };
    let mut found = Vec::new();
    for from in game.pieces.iter().filter(|(_, who)| **who == game.turn).map(|(cell, _)| *cell) {
        let mut rest = game.pieces.clone();
        rest.remove(&from);
        let free = |cell: Point| is_cell(cell) && !rest.contains_key(&cell);
        let on = |cell: Point, way: (i32, i32), n: i32| (cell.0 + n * way.0, cell.1 + n * way.1, 0);
        let mut reached: BTreeSet<Point> = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            for way in ways {
                let (over, to) = (on(cell, *way, 1), on(cell, *way, 2));
                if rest.contains_key(&over) && free(to) && reached.insert(to) {
                    open.push(to);
                }
            }
        }
        reached.extend(ways.iter().map(|way| on(from, *way, 1)).filter(|cell| free(*cell)));
        reached.remove(&from);
        found.extend(reached.into_iter().map(|to| {
            game.after(|pieces| {
                pieces.remove(&from);
                pieces.insert(to, game.turn);
            })
        }));
    }
    found
}
