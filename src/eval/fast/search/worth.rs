//! What a position is worth to a player, as far as the rules themselves tell without looking ahead.

use crate::eval::fast::Fast;
use crate::eval::fast::list::Play;
use crate::eval::playout::Chance;
use crate::index::{Cell, Kind, Piece, Player};
use crate::program::{Fact, Goal, Plan, Program, Row, Set, Where, Winner, has};
use crate::rules::Relation;

/// What every piece is worth, were it never to move.
const PIECE: i32 = 60;
/// What a move that a piece has on average is worth.
const MOVE: i32 = 40;
/// What a move more than that on some cell is worth.
const PLACED: i32 = 3;
/// Boards at most that are filled at random to measure the moves of all kinds.
const BOARDS: usize = 1024;
/// Of the cells of such a board so many of a hundred are filled.
const FILLED: usize = 30;
/// What a move more than the other player has is worth, where who cannot move has lost and pieces are worth nothing.
const ROOM: i32 = 12;

/// What it is worth to have all pieces that there are, where who has none has lost: who is ahead gains by every exchange.
const TRADE: i32 = 500;

/// What is measured once for a game.
#[derive(Debug)]
pub(crate) struct Worth<'p, S> {
    /// By piece code, what it is worth.
    of: Vec<i32>,
    /// By piece code and cell, what it is worth there.
    placed: Vec<i32>,
    cells: usize,
    /// The slots of hands: whose it is, and what one piece in it is worth.
    hands: Vec<(u16, Player, i32)>,
    /// The rows that win, by player.
    rows: Vec<(Player, Lines<'p, S>)>,
    /// What a move more than the other has is worth.
    room: i32,
    /// What it is worth to have all pieces that there are.
    trade: i32,
    /// Whether pieces are worth something.
    pub material: bool,
}

/// The rows of a goal, which are filled cell by cell.
#[derive(Debug)]
struct Lines<'p, S> {
    row: &'p Row<S>,
    /// By direction, the cells where a row begins that fits on the board, and the difference to the next of its cells.
    starts: Vec<(S, i16)>,
}

/// What an open row is worth of which one cell is left to be filled; a cell more that is left makes it so many times less.
const ROW: i32 = 250;
const LEFT: i32 = 5;
/// Binary digits in which the cells of a row are counted.
const DIGITS: usize = 4;

impl<'p, S: Set> Worth<'p, S> {
    /// Measures what is worth what.
    pub fn new(fast: &mut Fast<'p, S>) -> Self {
        let program = fast.program;
        let kinds = program.kinds();
        let codes = usize::from(Piece::codes(kinds));
        let mut worth = Self {
            of: vec![0; codes],
            placed: vec![0; codes * program.cells],
            cells: program.cells,
            hands: Vec::new(),
            rows: Vec::new(),
            room: 0,
            trade: 0,
            material: true,
        };
        let sides = &program.sides;
        let royal = !program.royal.is_none();
        let stuck = !royal && sides.iter().all(|side| side.asks_stuck);
        // Pieces are worth something where some moves capture and others do not; else having moves is.
        let material = !stuck || {
            let walks = sides.iter().flat_map(|side| &side.kinds);
            let mut entries = walks.flat_map(|walks| &walks.entries);
            let first = entries.next().map(|entry| entry.captures);
            entries.any(|entry| Some(entry.captures) != first)
        };
        if !material {
            (worth.room, worth.material) = (ROOM, false);
        }
        let mut chance = Chance::of_game(0, 0);
        for kind in (0..kinds).map(Kind::at).filter(|_| material) {
            worth.measure(fast, kind, &mut chance);
        }
        for player in (0..program.players).map(Player::at).filter(|_| material) {
            for kind in (0..kinds).map(Kind::at) {
                worth.promote(fast, kind, player);
            }
        }
        let mut winners = fast.plan.sides.iter().flat_map(|side| &side.winners);
        let counted = winners.any(|winner| matches!(winner, Winner::Extreme(..)));
        if !royal && !counted && sides.iter().all(|side| side.asks_stuck) {
            worth.trade = TRADE;
        }
        for player in (0..program.players).map(Player::at) {
            for kind in (0..kinds).map(Kind::at) {
                // As much as on the board, so that nothing is dropped only for being dropped; of equals the drop is better.
                let value = (worth.of(Piece::new(kind, Some(player))) - 1).max(0);
                let slot = program.layout.hand(player, kind);
                worth.hands.extend(slot.map(|slot| (slot.0, player, value)));
            }
            let plan = fast.plan;
            let goals = plan.sides[player.index()].goals.iter().flatten();
            let rows = goals.filter_map(|goal| match goal {
                Goal::Line(row) => Lines::new(row),
                _ => None,
            });
            worth.rows.extend(rows.map(|lines| (player, lines)));
        }
        worth
    }

    /// Measures what a kind is worth: by how many moves it has among others that fill the board at random, and on each cell
    /// by how many it has there alone, and how near that is to where it wins. Where something must be done first, only the
    /// latter tells how it moves.
    fn measure(&mut self, fast: &mut Fast<'p, S>, kind: Kind, chance: &mut Chance) {
        let program = fast.program;
        let players = || (0..program.players).map(Player::at);
        let measured = players().map(|player| Measured::new(fast, (kind, player), chance));
        let mut measured: Vec<Measured> = measured.collect();
        // Who moves in the same way elsewhere on the board differs by chance alone.
        let alone = |one: &Measured| one.alone.iter().map(|(_, count, _)| count).sum::<i32>();
        if measured.iter().all(|one| alone(one) == alone(&measured[0])) {
            let mean = measured.iter().map(|one| one.moves).sum::<i32>() / program.players as i32;
            measured.iter_mut().for_each(|one| one.moves = mean);
        }
        for (player, measured) in players().zip(measured) {
            let piece = Piece::new(kind, Some(player));
            let value = PIECE + measured.moves;
            let far = measured.far(races(fast.plan, program.team(player), piece));
            let place = &mut self.placed[usize::from(piece.0) * program.cells..][..program.cells];
            if !has(&program.royal, piece) {
                self.of[usize::from(piece.0)] = value;
                place.fill(value);
                let mean = measured.alone.iter().map(|one| one.1).sum::<i32>();
                let mean = mean / measured.alone.len().max(1) as i32;
                for (at, count, _) in &measured.alone {
                    place[*at] += PLACED * (count - mean);
                }
            }
            let most = far.iter().map(|(_, far)| *far).max().unwrap_or(0).max(1);
            for (at, far) in far {
                place[at] += nearer(most - far, most, value);
            }
        }
    }

    /// Measures what it is worth to a piece to be near where it becomes another that is worth more.
    fn promote(&mut self, fast: &Fast<'p, S>, kind: Kind, player: Player) {
        let program = fast.program;
        let of = |kind: Kind| self.of(Piece::new(kind, Some(player)));
        let entries = &program.sides[player.index()].kinds[kind.index()].entries;
        let others = entries.iter().flat_map(|entry| program.becomes(entry));
        let most = others.filter(|other| *other != kind).map(of).max();
        let Some(gain) = most.map(|most| most - of(kind)).filter(|gain| *gain > 0) else { return };
        let gain = gain.min(of(kind));
        let first = usize::from(Piece::new(kind, Some(player)).0) * program.cells;
        for at in fast.plan.cells.cells() {
            self.placed[first + at] += advanced(program, player, at, gain);
        }
    }

    /// What a piece is worth, wherever it stands.
    #[inline]
    pub fn of(&self, piece: Piece) -> i32 {
        self.of[usize::from(piece.0)]
    }

    /// What the pieces on the board and in hands, the rows, and the moves that two players have are worth to some players more
    /// than to the others.
    pub fn judge(
        &self,
        fast: &mut Fast<'_, S>,
        movers: [Player; 2],
        mine: impl Fn(Player) -> bool,
    ) -> i32 {
        let mut sum = 0;
        if self.room > 0 {
            for player in movers {
                let value = self.room * fast.legal(player) as i32;
                sum += if mine(player) { value } else { -value };
            }
        }
        let board = &fast.board;
        let mut pieces = [0; 2];
        for at in board.occupied.cells() {
            let piece = board.cells[at];
            if let Some(owner) = piece.owner() {
                let value = self.placed[usize::from(piece.0) * self.cells + at];
                pieces[usize::from(mine(owner))] += value;
            }
        }
        let [theirs, mine_all] = pieces;
        sum += mine_all - theirs;
        if self.trade > 0 {
            sum += self.trade * (mine_all - theirs) / (mine_all + theirs).max(1);
        }
        for (slot, player, value) in &self.hands {
            let value = value * i32::from(board.slot(usize::from(*slot)));
            sum += if mine(*player) { value } else { -value };
        }
        for (player, lines) in &self.rows {
            let value = lines.judge(fast);
            sum += if mine(*player) { value } else { -value };
        }
        sum
    }
}

/// The cells where an ending is won by such a piece of the player's that stands there.
fn races<S: Set>(plan: &Plan<S>, player: Player, piece: Piece) -> S {
    fn cells<S: Set>(fact: &Fact<S>, plan: &Plan<S>, piece: Piece) -> S {
        match fact {
            Fact::All(list) | Fact::Any(list) => {
                list.iter().fold(S::NONE, |all, fact| all | cells(fact, plan, piece))
            }
            Fact::Count(Where::Stands(of, cells), Relation::AtLeast | Relation::More, _)
                if has(&plan.contents.codes[usize::from(of.0)], piece) && *cells != plan.cells =>
            {
                *cells
            }
            _ => S::NONE,
        }
    }
    let won = |winner: &Winner| matches!(winner, Winner::Player(winner) if *winner == player);
    let endings = plan.sides.iter().flat_map(|side| side.ends.iter().zip(&side.winners));
    let won = endings.filter(|(_, winner)| won(winner));
    won.fold(S::NONE, |all, (ending, _)| all | cells(ending, plan, piece))
}

/// What was measured of a kind for a player.
struct Measured {
    /// What its moves are worth.
    moves: i32,
    /// By cell, how many it has there alone on the board, and where they lead.
    alone: Vec<(usize, i32, Vec<u16>)>,
}

impl Measured {
    fn new<S: Set>(
        fast: &mut Fast<'_, S>,
        (kind, player): (Kind, Player),
        chance: &mut Chance,
    ) -> Self {
        let program = fast.program;
        let piece = Piece::new(kind, Some(player));
        let other = Piece::new(kind, Some(fast.next(player)));
        let side = &program.sides[player.index()];
        let free = side.must.is_none() && side.prefer.is_empty();
        let mut board = vec![Piece::EMPTY; program.layout.len()];
        let cells: Vec<usize> = fast.plan.cells.cells().collect();
        let boards = cells.len() * side.kinds.len() * program.players;
        let step = boards.div_ceil(BOARDS).max(1);
        let (mut sum, mut tried, mut alone) = (0, 0, Vec::new());
        for (number, at) in cells.iter().copied().enumerate() {
            board.fill(Piece::EMPTY);
            board[at] = piece;
            let leads = leads(fast, &board, player, at);
            let count = leads.len() as i32;
            alone.push((at, count, leads));
            if number % step > 0 {
                continue;
            }
            tried += 1;
            if !free {
                sum += count;
                continue;
            }
            for cell in cells.iter().filter(|cell| **cell != at) {
                if chance.below(100) < FILLED {
                    board[*cell] = other;
                }
            }
            sum += self::leads(fast, &board, player, at).len() as i32;
        }
        Self { moves: MOVE * sum / tried.max(1), alone }
    }

    /// How many moves a piece that is alone needs from each cell to come to one of some others, where it can.
    fn far<S: Set>(&self, to: S) -> Vec<(usize, i32)> {
        let mut far: Vec<(usize, i32)> = to.cells().map(|at| (at, 0)).collect();
        let (mut known, mut step) = (to, 0);
        loop {
            step += 1;
            let comes = |leads: &[u16]| leads.iter().any(|to| known.has(usize::from(*to)));
            let new = self.alone.iter().filter(|one| !known.has(one.0) && comes(&one.2));
            let new = new.fold(S::NONE, |new, one| new | S::one(one.0));
            if to.is_none() || new.is_none() {
                return far;
            }
            far.extend(new.cells().map(|at| (at, step)));
            known |= new;
        }
    }
}

/// Where the moves of the piece on a cell lead; none if more is asked than is tried.
fn leads<S: Set>(fast: &mut Fast<'_, S>, board: &[Piece], player: Player, at: usize) -> Vec<u16> {
    fast.load(board, false);
    fast.listed(player, |fast, moves| {
        let leads = moves.iter().filter_map(|play| fast.leads_from(player, *play));
        let own = leads.filter(|(from, _)| usize::from(*from) == at);
        own.map(|(_, to)| to).collect()
    })
}

impl<S: Set> Fast<'_, S> {
    /// From where a piece goes by a move, and where it arrives.
    fn leads_from(&self, player: Player, play: Play) -> Option<(u16, u16)> {
        match play {
            Play::Plain { from, to, .. } | Play::Put { from, to, .. } => Some((from, to)),
            Play::Phase { from, to, .. } => Some((from, to)),
            Play::Loose { from, at } => {
                let path = &self.loose(player, from.into(), at)?.effect.path;
                Some((from, path.last()?.0))
            }
            Play::Chain { at } => {
                let path = self.chains.path(at);
                Some((*path.first()?, *path.last()?))
            }
            Play::Walked { list, at } => {
                let path = self.walks[usize::from(list)].path(at as usize);
                Some((path.first()?.0, path.last()?.0))
            }
            Play::Finished { group, bits } => {
                self.leads_from(player, Play::unfinished(group, bits).0)
            }
            Play::Place { .. } | Play::Throw { .. } | Play::Pass => None,
        }
    }
}

/// What getting on is worth to a piece that can become another.
fn advanced(program: &Program, player: Player, at: usize, value: i32) -> i32 {
    let far = program.advance(player, Cell::at(at));
    let most = (0..program.cells).map(|at| program.advance(player, Cell::at(at))).max();
    nearer(far, most.unwrap_or(1).max(1), value)
}

/// What so much of a way is worth to a piece: little at first, half of itself at the end.
fn nearer(far: i32, most: i32, value: i32) -> i32 {
    2 * far + value * far * far / (2 * most * most)
}

impl<'p, S: Set> Lines<'p, S> {
    /// The rows of a goal, if each of its directions is one difference and they are not too long to be counted.
    fn new(row: &'p Row<S>) -> Option<Self> {
        let shifts = row.shifts.as_ref().filter(|_| row.length < 1 << DIGITS)?;
        let starts = shifts.iter().map(|(from, by)| {
            let steps = 0..row.length as i16 - 1;
            (steps.fold(*from, |starts, step| starts & from.moved(-by * step)), *by)
        });
        Some(Self { row, starts: starts.collect() })
    }

    /// What the rows are worth that can still be filled, by how many of their cells are: counted for all cells at once,
    /// digit by digit.
    fn judge(&self, fast: &Fast<'_, S>) -> i32 {
        let own = fast.cells(&self.row.of);
        let blocked = fast.board.occupied & !own;
        let length = self.row.length as i16;
        let mut sum = 0;
        for (starts, by) in &self.starts {
            let (mut open, mut digits) = (*starts, [S::NONE; DIGITS]);
            for step in 0..length {
                open &= !blocked.moved(-by * step);
                let mut carry = own.moved(-by * step);
                for digit in &mut digits {
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            }
            let mut value = ROW;
            for count in (1..self.row.length).rev() {
                let counted = digits.iter().enumerate().fold(open, |cells, (at, digit)| {
                    cells & if count >> at & 1 != 0 { *digit } else { !*digit }
                });
                sum += value * counted.len() as i32;
                value /= LEFT;
            }
        }
        sum
    }
}
