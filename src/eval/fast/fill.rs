//! Random games in which pieces are only ever added: the empty cells are the moves.

use super::Fast;
use super::field::{Field, Stands};
use super::forest::Forest;
use crate::eval::playout::{Chance, Playout};
use crate::index::{GoalId, Piece, Player};
use crate::position::{Position, State};
use crate::program::{
    Bar, Content, End, Fill, Goal, Place, Plan, Ranked, Room, Set, Track, Turn, Winner, pair_at,
};

/// The position from which games begin, and one of a game.
#[derive(Debug)]
pub(super) struct Filling<S> {
    /// The cells and slots of the first, and the player to move; nothing is known of it if there are no cells.
    cells: Vec<Piece>,
    turn: Player,
    /// How that stands, if games from it can be played by adding pieces.
    state: Option<State>,
    start: Filled<S>,
    now: Filled<S>,
}

/// A position of such a game.
#[derive(Debug)]
struct Filled<S> {
    /// Cells that are empty.
    left: u32,
    /// The empty cells of each of the rooms.
    rooms: Vec<Ranked<S>>,
    /// The kept sets.
    sets: Vec<S>,
    /// Of each of the rows, where its lines begin in `lines`.
    rows: Vec<usize>,
    /// The lines of all rows.
    lines: Vec<u64>,
    /// The groups of each of the nets.
    forests: Vec<Forest>,
}

/// The kept sets of a position, by content.
struct Kept<'g, S> {
    fill: &'g Fill<S>,
    sets: &'g [S],
}

impl<S: Set> Stands<S> for Kept<'_, S> {
    #[inline]
    fn set(&self, content: Content) -> S {
        self.sets[usize::from(self.fill.at[usize::from(content.0)])]
    }

    #[inline]
    fn occupied(&self) -> S {
        !self.sets[self.fill.empty]
    }

    /// Nothing asks for numbers.
    fn slot(&self, _: usize) -> u8 {
        0
    }
}

impl<S: Set> Default for Filling<S> {
    fn default() -> Self {
        let none = || Filled {
            left: 0,
            rooms: Vec::new(),
            sets: Vec::new(),
            rows: Vec::new(),
            lines: Vec::new(),
            forests: Vec::new(),
        };
        let cells = Vec::new();
        Self { cells, turn: Player::default(), state: None, start: none(), now: none() }
    }
}

impl<S: Set> Fast<'_, S> {
    /// A random game as [`Fast::playout`] plays it; `None` if more can happen than that pieces are added. `see` is told of each
    /// move who makes it and where.
    pub(super) fn filled(
        &mut self,
        start: &Position,
        chance: &mut Chance,
        plies: u32,
        see: impl FnMut(Player, usize),
    ) -> Option<Playout> {
        let plan = self.plan;
        let fill = plan.fill.as_ref()?;
        if !Piece::alike(&self.filling.cells, &start.cells) || self.filling.turn != start.turn {
            self.begin(fill, start);
        }
        let Filling { state, start, now, turn, .. } = &mut self.filling;
        let state = (*state)?;
        now.copy(start);
        Some(now.play_any((plan, fill), state, turn.index(), chance, plies, see))
    }

    /// Takes over a position to begin with.
    fn begin(&mut self, fill: &Fill<S>, start: &Position) {
        self.load(&start.cells, false);
        let state = self.state(start.turn);
        // What is reached at the start might be asked for later.
        let reached = self.reached_any();
        let [start_of, now] = [(); 2].map(|()| self.grown(fill));
        self.filling = Filling {
            cells: start.cells.clone(),
            turn: start.turn,
            state: (!reached).then_some(state),
            start: start_of,
            now,
        };
    }

    /// Whether any player has reached any goal.
    pub(super) fn reached_any(&mut self) -> bool {
        let (sides, goals) = (self.plan.sides.len(), self.plan.sides[0].goals.len());
        let mut all = (0..sides).flat_map(|side| (0..goals).map(move |goal| (side, goal)));
        all.any(|(side, goal)| self.reached(Player::at(side), GoalId::at(goal), None))
    }

    /// A random game as [`Fast::filled`] plays it, from the position on the board, in which it is the player's turn and no goal
    /// has been reached.
    pub(super) fn filled_on(
        &mut self,
        turn: Player,
        chance: &mut Chance,
        plies: u32,
        see: impl FnMut(Player, usize),
    ) -> Option<Playout> {
        let (plan, state) = (self.plan, self.state(turn));
        let fill = plan.fill.as_ref()?;
        let game = &mut self.grown(fill);
        Some(game.play_any((plan, fill), state, turn.index(), chance, plies, see))
    }

    /// The position on the board.
    fn grown(&self, fill: &Fill<S>) -> Filled<S> {
        let empty = self.plan.cells & !self.board.occupied;
        let mut lines = Vec::new();
        let rows = fill.rows.iter().map(|rows| {
            let begin = lines.len();
            let of = &fill.lines[rows.lines];
            lines.resize(begin + of.count, 0);
            for cell in (self.board.set(rows.of) & rows.cells).cells() {
                of.add(&mut lines[begin..], cell);
            }
            begin
        });
        let rows = rows.collect();
        let forests = fill.nets.iter().map(|net| {
            let mut forest = Forest::new(self.program.cells);
            for cell in (self.board.set(net.of) & net.cells).cells() {
                forest.add(net, cell);
            }
            forest
        });
        Filled {
            left: empty.len(),
            rooms: fill.rooms.iter().map(|cells| Ranked::new(*cells & empty)).collect(),
            sets: fill.sets.iter().map(|content| self.board.set(*content)).collect(),
            rows,
            lines,
            forests: forests.collect(),
        }
    }
}

/// The number of a move among so many; none if there is none, or the game is given up.
#[inline]
fn choose(game: &mut Playout, moves: u32, chance: &mut Chance, plies: u32) -> Option<u32> {
    if moves == 0 {
        return None;
    }
    if game.plies == plies {
        game.unended = true;
        return None;
    }
    game.plies += 1;
    game.survey(moves as usize);
    Some(chance.below(moves as usize) as u32)
}

// What few placements come to is kept out of the loop of a game, which has no registers to spare for it.
impl<S: Set> Filled<S> {
    /// Takes over another position of the same game.
    fn copy(&mut self, other: &Self) {
        self.left = other.left;
        self.rooms.copy_from_slice(&other.rooms);
        self.sets.copy_from_slice(&other.sets);
        self.lines.copy_from_slice(&other.lines);
        for (forest, other) in self.forests.iter_mut().zip(&other.forests) {
            forest.copy(other);
        }
    }

    /// Plays from here, one or two pieces at a turn.
    fn play_any(
        &mut self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        state: State,
        turn: usize,
        chance: &mut Chance,
        plies: u32,
        see: impl FnMut(Player, usize),
    ) -> Playout {
        match fill.turns.iter().any(|turn| turn.twice) {
            true => self.play_twice((plan, fill), state, turn, chance, plies, see),
            false => self.play((plan, fill), state, turn, chance, plies, see),
        }
    }

    /// The same, where some players put two pieces: kept out of the loop of those that put one, which has no registers to
    /// spare for it.
    #[inline(never)]
    fn play_twice(
        &mut self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        state: State,
        mut turn: usize,
        chance: &mut Chance,
        plies: u32,
        mut see: impl FnMut(Player, usize),
    ) -> Playout {
        let mut game = Playout { state, ..Playout::default() };
        while game.state == State::Ongoing {
            let mover = &fill.turns[turn];
            let put = if mover.twice { 2 } else { 1 };
            let chosen = match &mover.room {
                Room::All(at) => {
                    let room = &mut self.rooms[*at];
                    let count = room.len();
                    let moves = if put == 2 { count * count.saturating_sub(1) / 2 } else { count };
                    choose(&mut game, moves, chance, plies).map(|before| match put {
                        1 => [room.take(before); 2],
                        _ => {
                            let (one, two) = pair_at(count, before);
                            [room.take(one), room.take(two - 1)]
                        }
                    })
                }
                Room::Part => {
                    let cells = self.part(plan, fill, &plan.sides[turn].places[mover.place]);
                    let before = choose(&mut game, cells.len(), chance, plies);
                    before.map(|before| [cells.nth(before); 2])
                }
            };
            let Some(cells) = chosen else { break };
            let cells = &cells[..put];
            self.left -= put as u32;
            let mut found = [0; 2];
            for (cell, found) in cells.iter().zip(&mut found) {
                for room in &mover.others {
                    self.rooms[*room].remove(*cell);
                }
                *found = self.add(plan, fill, mover, *cell);
            }
            see(Player::at(turn), cells[0]);
            turn = if turn + 1 == fill.turns.len() { 0 } else { turn + 1 };
            if found == [0; 2] && self.left >= u32::from(mover.full) {
                continue;
            }
            let ended = |(_, end): &&(usize, End<S>)| {
                let mut each = cells.iter().zip(found);
                each.any(|(cell, found)| self.ended(fill, mover, end, found, *cell))
            };
            if let Some((at, _)) = mover.ends.iter().find(ended) {
                game.state = match plan.sides[turn].winners[*at] {
                    Winner::Player(winner) => State::Won(winner, *at),
                    _ => State::Drawn(*at),
                };
            }
        }
        game
    }

    /// Plays from here.
    #[inline(never)]
    fn play(
        &mut self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        state: State,
        mut turn: usize,
        chance: &mut Chance,
        plies: u32,
        mut see: impl FnMut(Player, usize),
    ) -> Playout {
        let mut game = Playout { state, ..Playout::default() };
        while game.state == State::Ongoing {
            let mover = &fill.turns[turn];
            let chosen = match &mover.room {
                Room::All(at) => {
                    let room = &mut self.rooms[*at];
                    let moves = room.len();
                    choose(&mut game, moves, chance, plies).map(|before| room.take(before))
                }
                Room::Part => {
                    let cells = self.part(plan, fill, &plan.sides[turn].places[mover.place]);
                    let moves = cells.len();
                    choose(&mut game, moves, chance, plies).map(|before| cells.nth(before))
                }
            };
            let Some(cell) = chosen else { break };
            self.left -= 1;
            for room in &mover.others {
                self.rooms[*room].remove(cell);
            }
            let found = self.add(plan, fill, mover, cell);
            see(Player::at(turn), cell);
            turn = if turn + 1 == fill.turns.len() { 0 } else { turn + 1 };
            if found == 0 && self.left >= u32::from(mover.full) {
                continue;
            }
            let mut ends = mover.ends.iter();
            if let Some((at, _)) = ends.find(|(_, end)| self.ended(fill, mover, end, found, cell)) {
                game.state = match plan.sides[turn].winners[*at] {
                    Winner::Player(winner) => State::Won(winner, *at),
                    _ => State::Drawn(*at),
                };
            }
        }
        game
    }

    /// Where a placement may be, if that hangs on what stands elsewhere.
    #[inline(never)]
    fn part(&self, plan: &Plan<S>, fill: &Fill<S>, place: &Place<S>) -> S {
        Field { plan, board: &Kept { fill, sets: &self.sets } }.open(place)
    }

    /// Adds a piece of the mover's; which of the turn's tracks may tell of an ending, a bit each.
    #[inline]
    fn add(&mut self, plan: &Plan<S>, fill: &Fill<S>, mover: &Turn<S>, cell: usize) -> u64 {
        for set in &mover.flips {
            self.sets[*set].flip(cell);
        }
        let mut found = 0;
        for (at, track) in mover.tracks.iter().enumerate() {
            let may = match *track {
                Track::Rows(at) => {
                    fill.lines[fill.rows[at].lines].add(&mut self.lines[self.rows[at]..], cell)
                }
                Track::Net(at) => self.join(fill, at, cell),
                Track::Whole(side, goal, set) => self.whole(plan, (side, goal), set, cell),
            };
            found |= u64::from(may) << at;
        }
        found
    }

    /// Adds a piece to one of the nets; whether it may tell of an ending then.
    #[inline(never)]
    fn join(&mut self, fill: &Fill<S>, at: usize, cell: usize) -> bool {
        let net = &fill.nets[at];
        net.cells.has(cell) && net.may(self.forests[at].add(net, cell))
    }

    /// Whether a piece brings a player's goal about that is told by all that stands there.
    #[inline(never)]
    fn whole(
        &self,
        plan: &Plan<S>,
        (side, goal): (usize, GoalId),
        set: usize,
        cell: usize,
    ) -> bool {
        let passing = self.sets[set];
        match &plan.sides[side].goals[goal.index()] {
            Ok(Goal::Ring(shut)) => super::goal::shut_by(shut, passing, cell),
            Ok(Goal::Line(row)) => {
                passing.has(cell)
                    && super::goal::in_row_through(row, passing, cell, |_, _, _, _| true)
            }
            _ => false,
        }
    }

    /// Whether an ending holds after a placement, of which that was found.
    #[inline(never)]
    fn ended(
        &mut self,
        fill: &Fill<S>,
        mover: &Turn<S>,
        end: &End<S>,
        found: u64,
        cell: usize,
    ) -> bool {
        match *end {
            End::Left(relation, number) => relation.holds(self.left as usize, number.into()),
            End::LeftOf(of, set, relation, number) => {
                relation.holds((self.sets[set] & of).len() as usize, number.into())
            }
            End::Goal(at, _) if found >> at & 1 == 0 => false,
            End::Goal(at, reach) => match (mover.tracks[at], reach) {
                (Track::Rows(at), Bar::Row(length, exactly)) => {
                    let rows = &fill.rows[at];
                    let lines = &self.lines[self.rows[at]..];
                    fill.lines[rows.lines].has(lines, cell, length, exactly)
                }
                (Track::Net(at), Bar::Group(sides, least)) => {
                    (self.forests[at].sides(cell) & sides).count_ones() >= least
                }
                (_, reach) => matches!(reach, Bar::Whole),
            },
        }
    }
}
