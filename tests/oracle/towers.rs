//! Games of towers, from their rules alone: a cell is a list of letters, the lowest first, and a move is told by the
//! position that it leads to. Every move is tried, nothing is kept.

/// A position: the cells that the board has, rank by rank from the south, and the rest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tower {
    /// What stands on each cell of the grid, the lowest first.
    pub cells: Vec<Vec<u8>>,
    /// Who moves: 0 or 1.
    pub turn: usize,
    /// Pieces beside the board: of each player two sorts, or whatever the game counts.
    pub beside: [u32; 4],
}

/// A game of towers.
pub struct Game {
    /// Files of the grid, and ranks.
    pub size: (usize, usize),
    /// Whether the grid's cell is one of the board.
    pub has: fn(usize, usize) -> bool,
    /// All positions after a move; one may be there several times.
    pub after: fn(&Game, &Tower) -> Vec<Tower>,
}

/// One step each way on squares.
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// On a rhombus of hexagons.
const HEX: [(i32, i32); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

impl Game {
    /// The cell so many steps on.
    fn on(&self, at: usize, (dx, dy): (i32, i32), steps: i32) -> Option<usize> {
        let (files, ranks) = self.size;
        let (x, y) = ((at % files) as i32 + dx * steps, (at / files) as i32 + dy * steps);
        let fits = x >= 0 && y >= 0 && (x as usize) < files && (y as usize) < ranks;
        (fits && (self.has)(x as usize, y as usize)).then(|| y as usize * files + x as usize)
    }

    fn all(&self) -> Vec<usize> {
        let files = self.size.0;
        (0..files * self.size.1).filter(|at| (self.has)(at % files, at / files)).collect()
    }

    /// An empty board.
    pub fn empty(&self, beside: [u32; 4]) -> Tower {
        Tower { cells: vec![Vec::new(); self.size.0 * self.size.1], turn: 0, beside }
    }

    /// The positions after a move, each once.
    pub fn moves(&self, tower: &Tower) -> Vec<Tower> {
        let mut after = (self.after)(self, tower);
        after.sort();
        after.dedup();
        after
    }

    /// How many lines of so many moves there are.
    pub fn perft(&self, tower: &Tower, depth: u32) -> u64 {
        let after = self.moves(tower);
        if depth == 1 {
            return after.len() as u64;
        }
        after.iter().map(|tower| self.perft(tower, depth - 1)).sum()
    }

    /// The board packed, a tower in brackets with its top first.
    pub fn board(&self, tower: &Tower) -> String {
        let mut rows = Vec::new();
        for y in (0..self.size.1).rev() {
            let (mut row, mut run) = (String::new(), 0);
            for x in (0..self.size.0).filter(|x| (self.has)(*x, y)) {
                let cell = &tower.cells[y * self.size.0 + x];
                if cell.is_empty() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    row += &run.to_string();
                    run = 0;
                }
                let letters: String = cell.iter().rev().map(|letter| char::from(*letter)).collect();
                row += &if cell.len() > 1 { format!("({letters})") } else { letters };
            }
            if run > 0 {
                row += &run.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }
}

fn dark(x: usize, y: usize) -> bool {
    (x + y).is_multiple_of(2)
}

fn owner(letter: u8) -> usize {
    usize::from(matches!(letter, b'b' | b'B' | b'f' | b's' | b'c'))
}

fn owns(cell: &[u8], player: usize) -> bool {
    cell.last().is_some_and(|top| *top != b'r' && owner(*top) == player)
}

/// Draughts with towers. `flying` kings go far, men capture backward, and who is crowned goes on as a king.
struct Draughts {
    flying: bool,
}

impl Draughts {
    fn last_rank(game: &Game, at: usize, player: usize) -> bool {
        at / game.size.0 == if player == 0 { game.size.1 - 1 } else { 0 }
    }

    fn crowned(tower: &mut Tower, at: usize) {
        if let Some(top) = tower.cells[at].last_mut() {
            top.make_ascii_uppercase();
        }
    }

    /// The jumps of the tower on a cell: what is jumped, and where it may land.
    fn jumps(
        &self,
        game: &Game,
        tower: &Tower,
        at: usize,
        over: &[usize],
    ) -> Vec<(usize, Vec<usize>)> {
        let player = tower.turn;
        let king = tower.cells[at].last().is_some_and(u8::is_ascii_uppercase);
        let ahead = if player == 0 { 1 } else { -1 };
        let mut found = Vec::new();
        for step in SLANTED {
            if !king && !self.flying && step.1 != ahead {
                continue;
            }
            let far = if king && self.flying { 16 } else { 1 };
            let first = (1..=far).map_while(|n| game.on(at, step, n));
            let Some(prey) = first.into_iter().find(|cell| !tower.cells[*cell].is_empty()) else {
                continue;
            };
            if !owns(&tower.cells[prey], 1 - player) || over.contains(&prey) {
                continue;
            }
            let lands = (1..=far).map_while(|n| game.on(prey, step, n));
            let lands: Vec<usize> =
                lands.take_while(|cell| tower.cells[*cell].is_empty()).collect();
            if !lands.is_empty() {
                found.push((prey, lands));
            }
        }
        found
    }

    fn captures(
        &self,
        game: &Game,
        tower: &Tower,
        at: usize,
        over: &[usize],
        out: &mut Vec<Tower>,
    ) {
        for (prey, lands) in self.jumps(game, tower, at, over) {
            let over = [over, &[prey]].concat();
            let after = |to: usize| {
                let mut next = tower.clone();
                let top = next.cells[prey].pop().expect("something was jumped");
                let mut own = std::mem::take(&mut next.cells[at]);
                own.insert(0, top);
                next.cells[to] = own;
                if self.flying && Self::last_rank(game, to, tower.turn) {
                    Self::crowned(&mut next, to);
                }
                next
            };
            let goes_on = |to: &usize| !self.jumps(game, &after(*to), *to, &over).is_empty();
            let on: Vec<usize> = lands.iter().copied().filter(goes_on).collect();
            for to in if on.is_empty() { lands } else { on.clone() } {
                let mut next = after(to);
                if on.is_empty() {
                    if Self::last_rank(game, to, tower.turn) {
                        Self::crowned(&mut next, to);
                    }
                    next.turn = 1 - tower.turn;
                    out.push(next);
                } else {
                    self.captures(game, &next, to, &over, out);
                }
            }
        }
    }

    fn after(&self, game: &Game, tower: &Tower) -> Vec<Tower> {
        let player = tower.turn;
        let own: Vec<usize> =
            game.all().into_iter().filter(|at| owns(&tower.cells[*at], player)).collect();
        let mut found = Vec::new();
        for at in &own {
            self.captures(game, tower, *at, &[], &mut found);
        }
        if !found.is_empty() {
            return found;
        }
        for at in own {
            let king = tower.cells[at].last().is_some_and(u8::is_ascii_uppercase);
            let ahead = if player == 0 { 1 } else { -1 };
            for step in SLANTED.into_iter().filter(|step| king || step.1 == ahead) {
                let far = if king && self.flying { 16 } else { 1 };
                let ways = (1..=far).map_while(|n| game.on(at, step, n));
                for to in ways.take_while(|to| tower.cells[*to].is_empty()) {
                    let mut next = tower.clone();
                    next.cells[to] = std::mem::take(&mut next.cells[at]);
                    if Self::last_rank(game, to, player) {
                        Self::crowned(&mut next, to);
                    }
                    next.turn = 1 - player;
                    found.push(next);
                }
            }
        }
        found
    }
}

fn lasca_after(game: &Game, tower: &Tower) -> Vec<Tower> {
    Draughts { flying: false }.after(game, tower)
}

fn bashni_after(game: &Game, tower: &Tower) -> Vec<Tower> {
    Draughts { flying: true }.after(game, tower)
}

/// Seven by seven cells, the dark ones, three ranks of men each.
pub const LASCA: Game = Game { size: (7, 7), has: all_squares, after: lasca_after };
/// The same of eight by eight.
pub const BASHNI: Game = Game { size: (8, 8), has: all_squares, after: bashni_after };

fn all_squares(_: usize, _: usize) -> bool {
    true
}

/// Three ranks of men on the dark cells of each side.
pub fn draughts(game: &Game) -> Tower {
    let mut tower = game.empty([0; 4]);
    let (files, ranks) = game.size;
    for at in game.all().into_iter().filter(|at| dark(at % files, at / files)) {
        match at / files {
            0..=2 => tower.cells[at].push(b'w'),
            rank if rank + 3 >= ranks => tower.cells[at].push(b'b'),
            _ => {}
        }
    }
    tower
}

/// An elongated hexagon of 49 cells; `beside` counts the pieces that have been put.
pub const DVONN: Game = Game { size: (11, 5), has: dvonn_has, after: dvonn_after };

fn dvonn_has(x: usize, y: usize) -> bool {
    (2..=12).contains(&(x + y)) && x < 11
}

fn dvonn_after(game: &Game, tower: &Tower) -> Vec<Tower> {
    let (player, put) = (tower.turn, tower.beside[0]);
    let mut found = Vec::new();
    if put < 49 {
        for at in game.all().into_iter().filter(|at| tower.cells[*at].is_empty()) {
            let mut next = tower.clone();
            next.cells[at].push(if put < 3 { b'r' } else { [b'w', b'b'][player] });
            next.beside[0] += 1;
            next.turn = if put == 48 { player } else { 1 - player };
            found.push(next);
        }
        return found;
    }
    for at in game.all().into_iter().filter(|at| owns(&tower.cells[*at], player)) {
        let beside = HEX.iter().filter_map(|step| game.on(at, *step, 1));
        if beside.filter(|cell| !tower.cells[*cell].is_empty()).count() == 6 {
            continue;
        }
        for step in HEX {
            // The way leads over the board, empty cells or not.
            let high = tower.cells[at].len() as i32;
            let way: Vec<usize> = (1..=high).map_while(|n| game.on(at, step, n)).collect();
            let to = match way[..] {
                [.., to] if way.len() == high as usize && !tower.cells[to].is_empty() => to,
                _ => continue,
            };
            let mut next = tower.clone();
            let pile = std::mem::take(&mut next.cells[at]);
            next.cells[to].extend(pile);
            // What reaches no red piece is lost.
            let mut safe: Vec<usize> =
                game.all().into_iter().filter(|cell| next.cells[*cell].contains(&b'r')).collect();
            let mut seen = 0;
            while seen < safe.len() {
                let at = safe[seen];
                for near in HEX.iter().filter_map(|step| game.on(at, *step, 1)) {
                    if !next.cells[near].is_empty() && !safe.contains(&near) {
                        safe.push(near);
                    }
                }
                seen += 1;
            }
            for cell in game.all().into_iter().filter(|cell| !safe.contains(cell)) {
                next.cells[cell].clear();
            }
            next.turn = 1 - player;
            found.push(next);
        }
    }
    found
}

/// A board of 52 cells; `beside` has what each player may enter.
pub const FOCUS: Game = Game { size: (8, 8), has: focus_has, after: focus_after };

fn focus_has(x: usize, y: usize) -> bool {
    let (x, y) = (x.min(7 - x), y.min(7 - y));
    x + y > 1
}

/// Six by six pieces, two of a colour side by side.
pub fn focus() -> Tower {
    let mut tower = FOCUS.empty([0; 4]);
    for (x, y) in (1..7).flat_map(|y| (1..7).map(move |x| (x, y))) {
        let white = usize::is_multiple_of((x - 1) / 2 + y, 2);
        tower.cells[y * 8 + x].push(if white { b'w' } else { b'b' });
    }
    tower
}

fn trimmed(tower: &mut Tower, at: usize, player: usize) {
    while tower.cells[at].len() > 5 {
        let lowest = tower.cells[at].remove(0);
        tower.beside[player] += u32::from(owner(lowest) == player);
    }
}

fn focus_after(game: &Game, tower: &Tower) -> Vec<Tower> {
    let player = tower.turn;
    let mut found = Vec::new();
    for at in game.all() {
        if tower.beside[player] > 0 {
            let mut next = tower.clone();
            next.beside[player] -= 1;
            next.cells[at].push([b'w', b'b'][player]);
            trimmed(&mut next, at, player);
            next.turn = 1 - player;
            found.push(next);
        }
        if !owns(&tower.cells[at], player) {
            continue;
        }
        for (step, many) in STRAIGHT.iter().flat_map(|step| (1..=5).map(move |many| (*step, many)))
        {
            let way: Vec<usize> = (1..=many as i32).map_while(|n| game.on(at, step, n)).collect();
            if many > tower.cells[at].len() || way.len() < many {
                continue;
            }
            let mut next = tower.clone();
            let from = next.cells[at].len() - many;
            let pile = next.cells[at].split_off(from);
            next.cells[way[many - 1]].extend(pile);
            trimmed(&mut next, way[many - 1], player);
            next.turn = 1 - player;
            found.push(next);
        }
    }
    found
}

/// Five by five cells; `beside` has what each player has left: stones and capstones.
pub const TAK: Game = Game { size: (5, 5), has: all_squares, after: tak_after };
/// What each has at first.
pub const TAK_STONES: [u32; 4] = [21, 1, 21, 1];

fn tak_after(game: &Game, tower: &Tower) -> Vec<Tower> {
    let player = tower.turn;
    let mut found = Vec::new();
    let stones = 2 * player;
    let letters = [b"FSC", b"fsc"];
    // Both have their stones on the board after the first two moves.
    let begun = tower.beside[stones] < 21;
    for at in game.all().into_iter().filter(|at| tower.cells[*at].is_empty()) {
        let mut put = |sort: usize, slot: usize, of: usize| {
            if tower.beside[slot] > 0 {
                let mut next = tower.clone();
                next.beside[slot] -= 1;
                next.cells[at].push(letters[of][sort]);
                next.turn = 1 - player;
                found.push(next);
            }
        };
        if begun {
            put(0, stones, player);
            put(1, stones, player);
            put(2, stones + 1, player);
        } else {
            put(0, stones, 1 - player);
        }
    }
    for at in game.all().into_iter().filter(|at| begun && owns(&tower.cells[*at], player)) {
        for step in STRAIGHT {
            for many in 1..=tower.cells[at].len().min(5) {
                let mut next = tower.clone();
                let from = next.cells[at].len() - many;
                let hand = next.cells[at].split_off(from);
                next.turn = 1 - player;
                spread(game, &next, (at, step), &hand, &mut found);
            }
        }
    }
    found
}

/// Drops one stone or more of a hand on the next cell, and so on until nothing is left.
fn spread(
    game: &Game,
    tower: &Tower,
    (at, step): (usize, (i32, i32)),
    hand: &[u8],
    out: &mut Vec<Tower>,
) {
    let Some(to) = game.on(at, step, 1) else { return };
    let top = tower.cells[to].last().map(u8::to_ascii_uppercase);
    let flattens = top == Some(b'S') && hand.len() == 1 && hand[0].eq_ignore_ascii_case(&b'C');
    if matches!(top, Some(b'S' | b'C')) && !flattens {
        return;
    }
    for many in 1..=hand.len() {
        let mut next = tower.clone();
        if flattens && let Some(wall) = next.cells[to].last_mut() {
            *wall = if *wall == b'S' { b'F' } else { b'f' };
        }
        next.cells[to].extend(&hand[..many]);
        match many == hand.len() {
            true => out.push(next),
            false => spread(game, &next, (to, step), &hand[many..], out),
        }
    }
}

/// Whether a player has a road, by flood.
pub fn road(tower: &Tower, player: usize) -> bool {
    let is_road = |at: usize| {
        let top = tower.cells[at].last();
        top.is_some_and(|top| owner(*top) == player && !top.eq_ignore_ascii_case(&b'S'))
    };
    [true, false].into_iter().any(|across| {
        let side = |at: usize| if across { at % 5 } else { at / 5 };
        let mut reached: Vec<usize> = (0..25).filter(|at| side(*at) == 0 && is_road(*at)).collect();
        let mut seen = 0;
        while seen < reached.len() {
            let at = reached[seen];
            let near = STRAIGHT.iter().filter_map(|step| TAK.on(at, *step, 1));
            for near in near.filter(|near| is_road(*near)) {
                if !reached.contains(&near) {
                    reached.push(near);
                }
            }
            seen += 1;
        }
        reached.iter().any(|at| side(*at) == 4)
    })
}
