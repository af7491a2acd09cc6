//! Random games in which pieces are put and never go: the empty cells are the moves.

use super::Fast;
use super::facts::Made;
use super::field::{Arrival, Field, Stands};
use super::forest::Forest;
use crate::eval::playout::{Chance, Playout};
use crate::index::{GoalId, Piece, Player};
use crate::position::{Position, State};
use crate::program::{
    Ago, Bar, Content, End, Fact, Fill, GUESSES, Goal, Guess, Leg, Merged, NOWHERE, Passes, Place,
    Plan, Put, Ranked, Room, Set, Taken, Track, Turn, Winner, pair_at, tallied,
};

/// The position from which games begin, and one of a game.
#[derive(Debug)]
pub(super) struct Filling<S> {
    /// The cells and slots of the first; nothing is known of it if there are none.
    cells: Vec<Piece>,
    /// The player to move, and the place of the round.
    mover: Player,
    turn: usize,
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
    /// The kept numbers.
    slots: Vec<u8>,
    /// The number in the slot of the turn, where there is one.
    value: u8,
    /// Where each of several placements may be.
    merged: Merged<S>,
    /// The cells where a placement has turned a piece over, each with what may have come about there.
    turned: Vec<(usize, u64)>,
}

/// What is kept of a position: the sets by content, the numbers, and that in the slot of the turn.
struct Kept<'g, S> {
    fill: &'g Fill<S>,
    sets: &'g [S],
    slots: &'g [u8],
    value: u8,
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

    fn slot(&self, at: usize) -> u8 {
        let known = self.fill.slots.iter().position(|slot| usize::from(*slot) == at);
        known.map_or(self.value, |known| self.slots[known])
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
            slots: Vec::new(),
            value: 0,
            merged: Merged::default(),
            turned: Vec::new(),
        };
        let cells = Vec::new();
        let mover = Player::default();
        Self { cells, mover, turn: 0, state: None, start: none(), now: none() }
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
        if !Piece::alike(&self.filling.cells, &start.cells) || self.filling.mover != start.turn {
            self.begin(fill, start);
        }
        let Filling { state, start, now, turn, .. } = &mut self.filling;
        let state = (*state)?;
        now.copy(start);
        Some(now.play_any((plan, fill), state, *turn, chance, plies, see))
    }

    /// Takes over a position to begin with.
    fn begin(&mut self, fill: &Fill<S>, start: &Position) {
        self.load_turn(start, false);
        let state = self.state(start.turn);
        // What is reached at the start might be asked for later.
        let reached = self.reached_any();
        let [start_of, now] = [(); 2].map(|()| self.grown(fill));
        self.filling = Filling {
            cells: start.cells.clone(),
            mover: start.turn,
            turn: self.place_of_turn(start.turn),
            state: (!reached).then_some(state),
            start: start_of,
            now,
        };
    }

    /// Whether any player has reached any goal.
    pub(super) fn reached_any(&mut self) -> bool {
        let (sides, goals) = (self.plan.sides.len(), self.plan.sides[0].goals.len());
        let mut all = (0..sides).flat_map(|side| (0..goals).map(move |goal| (side, goal)));
        all.any(|(side, goal)| self.reached(Player::at(side), GoalId::at(goal), Ago::Unknown))
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
        let at = self.place_of_turn(turn);
        let game = &mut self.grown(fill);
        Some(game.play_any((plan, fill), state, at, chance, plies, see))
    }

    /// The place of the round at which it is the player's turn.
    fn place_of_turn(&self, turn: Player) -> usize {
        let layout = &self.program.layout;
        let told = layout.schedule().zip(layout.turn_slots());
        let place = told.map(|(all, (slot, _))| all.place(self.board.slot(slot), turn).at);
        place.unwrap_or(turn.index())
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
        let sets = fill.sets.iter().map(|content| self.board.set(*content));
        let near = fill.near.iter().map(|near| {
            let pieces = self.board.set(near.of).cells();
            pieces.fold(S::NONE, |all, cell| all | near.from[cell])
        });
        Filled {
            left: empty.len(),
            rooms: fill.rooms.iter().map(|cells| Ranked::new(*cells & empty)).collect(),
            sets: sets.chain(near).collect(),
            rows,
            lines,
            forests: forests.collect(),
            slots: fill.slots.iter().map(|slot| self.board.slot((*slot).into())).collect(),
            value: self.plan.slot.map_or(0, |slot| self.board.slot(slot.into())),
            merged: Merged::default(),
            turned: Vec::new(),
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

/// How a game stands that an ending at the next player's turn has ended, after a move of a player's.
fn won<S: Set>(plan: &Plan<S>, (last, next): (usize, usize), at: usize) -> State {
    match plan.sides[next].winners[at] {
        Winner::Player(winner) => State::Won(winner, at),
        Winner::Last => State::Won(Player::at(last), at),
        _ => State::Drawn(at),
    }
}

/// Where a placement may be.
fn open<S: Set>(plan: &Plan<S>, board: &Kept<'_, S>, (put, place): (&Put<S>, &Place<S>)) -> S {
    let field = Field { plan, board };
    let Room::Near(Passes { every, any }) = &put.room else { return field.open(place) };
    let mut cells = place.cells & !board.occupied();
    if !any.is_empty() {
        let holds =
            |when: usize| place.when[when].facts.iter().all(|fact| field.tells(fact, false));
        let mut open = S::NONE;
        for way in any.iter().filter(|way| holds(way.when)) {
            open |= way.every.iter().fold(way.cells, |cells, pass| cells & field.cells(pass));
        }
        cells &= open;
    }
    every.iter().fold(cells, |cells, pass| cells & field.cells(pass))
}

// What few placements come to is kept out of the loop of a game, which has no registers to spare for it.
impl<S: Set> Filled<S> {
    /// What conditions are asked of.
    #[inline]
    fn kept<'g>(&'g self, fill: &'g Fill<S>) -> Kept<'g, S> {
        Kept { fill, sets: &self.sets, slots: &self.slots, value: self.value }
    }

    /// Takes over another position of the same game.
    fn copy(&mut self, other: &Self) {
        self.left = other.left;
        self.rooms.copy_from_slice(&other.rooms);
        self.sets.copy_from_slice(&other.sets);
        self.lines.copy_from_slice(&other.lines);
        self.slots.copy_from_slice(&other.slots);
        self.value = other.value;
        for (forest, other) in self.forests.iter_mut().zip(&other.forests) {
            forest.copy(other);
        }
    }

    /// Plays from here, at a place of the round.
    fn play_any(
        &mut self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        state: State,
        turn: usize,
        chance: &mut Chance,
        plies: u32,
        see: impl FnMut(Player, usize),
    ) -> Playout {
        match fill.plain {
            true => self.play((plan, fill), state, turn, chance, plies, see),
            false => self.play_more((plan, fill), state, turn, chance, plies, see),
        }
    }

    /// The same, where there is more than one placement of one piece at each turn, or pieces are taken off: kept out of the loop
    /// of the other games, which has no registers to spare for it.
    #[inline(never)]
    fn play_more(
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
            let now = &fill.turns[turn];
            let places = &plan.sides[now.side].places;
            let mut put = &now.put;
            let chosen = if now.doubts {
                self.draw((plan, fill), now, &mut game, chance, plies).map(|(cell, number)| {
                    put = now.puts().nth(number).unwrap_or(put);
                    [cell; 2]
                })
            } else if now.more.is_empty() {
                let moves = self.moves(plan, fill, (put, &places[put.place]));
                choose(&mut game, moves, chance, plies)
                    .map(|before| self.choose_cells(plan, fill, (put, &places[put.place]), before))
            } else {
                let Self { sets, slots, value, merged, .. } = &mut *self;
                let board = Kept { fill, sets, slots, value: *value };
                let open = |put: &Put<S>| open(plan, &board, (put, &places[put.place]));
                merged.renew(1 + now.more.len(), now.puts().map(open));
                choose(&mut game, merged.len() as u32, chance, plies).map(|before| {
                    let (cell, number) = merged.nth(before as usize);
                    put = now.puts().nth(number).unwrap_or(put);
                    [cell; 2]
                })
            };
            let Some(cells) = chosen else { break };
            let cells = &cells[..1 + usize::from(put.twice)];
            let (mut found, mut turned) = ([0; 2], std::mem::take(&mut self.turned));
            turned.clear();
            let mut later = S::NONE;
            let before = self.left;
            for (cell, found) in cells.iter().zip(&mut found) {
                if put.replaces {
                    *found = self.replace(plan, fill, put, *cell);
                    continue;
                }
                self.left -= 1;
                for room in &put.others {
                    self.rooms[*room].remove(*cell);
                }
                self.stand(fill, put, *cell);
                if !put.takes.is_empty() {
                    self.take_off(fill, put, *cell, &mut turned);
                }
                later = turned.iter().fold(S::NONE, |all, (cell, _)| all | S::one(*cell));
                *found = self.follow(plan, fill, put, (*cell, later));
            }
            for (cell, found) in &mut turned {
                later &= !S::one(*cell);
                *found = self.follow(plan, fill, put, (*cell, later));
            }
            for (slot, tick) in &put.ticks {
                self.slots[*slot] = tick.after(self.slots[*slot]);
            }
            for (slot, more) in &put.tallies {
                self.slots[*slot] = tallied(self.slots[*slot], *more);
            }
            see(Player::at(now.side), cells[0]);
            let mut which = 0;
            turn = match fill.told {
                false => {
                    self.value =
                        fill.turns[now.next].values.get(now.side).map_or(0, |value| *value);
                    now.next
                }
                true => {
                    let place = &places[put.place];
                    let gone = self.left + cells.len() as u32 > before;
                    let captured = place.captures || !put.replaces && gone;
                    let (name, kind, before) = (place.name, None, None);
                    let made = Made { captured, name, kind, before };
                    let next = self.next((plan, fill), now, turn, &made);
                    which = now.after.iter().position(|at| *at == next).unwrap_or(0);
                    next
                }
            };
            let none = found == [0; 2] && turned.iter().all(|(_, found)| *found == 0);
            if !none || self.left < u32::from(put.full) {
                let ended = |(at, end): &&(usize, End<S>)| {
                    let mut each = cells.iter().copied().zip(found).chain(turned.iter().copied());
                    each.any(|(cell, found)| self.ended((plan, fill), put, (*at, end), found, cell))
                };
                if let Some((at, _)) = put.ends[which].iter().find(ended) {
                    game.state = won(plan, (now.side, fill.turns[turn].side), *at);
                }
            }
            self.turned = turned;
        }
        game
    }

    /// The place after that of a turn, where rules tell who moves next: asked of a placement that has been made.
    #[inline(never)]
    fn next(
        &mut self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        now: &Turn<S>,
        at: usize,
        made: &Made,
    ) -> usize {
        let Some(rule) = &plan.sides[now.side].passing else { return now.next };
        let first = if self.holds((plan, fill), &rule.over, Some(made)) {
            now.next_turn
        } else if self.holds((plan, fill), &rule.again, Some(made)) {
            at
        } else {
            now.next
        };
        let mut next = first;
        for _ in &fill.turns {
            let turn = &fill.turns[next];
            self.value = turn.values[now.side];
            let skip = plan.sides[turn.side].passing.as_ref().map(|rule| &rule.skip);
            if !skip.is_some_and(|skip| self.holds((plan, fill), skip, None)) {
                return next;
            }
            next = turn.next_turn;
        }
        self.value = fill.turns[first].values[now.side];
        first
    }

    /// Whether a condition holds on who moves next.
    fn holds(
        &self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        fact: &Fact<S>,
        made: Option<&Made>,
    ) -> bool {
        match fact {
            Fact::All(list) => list.iter().all(|fact| self.holds((plan, fill), fact, made)),
            Fact::Any(list) => list.iter().any(|fact| self.holds((plan, fill), fact, made)),
            Fact::Not(fact) => !self.holds((plan, fill), fact, made),
            Fact::By(name) => made.is_some_and(|made| made.name == *name),
            Fact::Captured => made.is_some_and(|made| made.captured),
            fact => {
                let board = &self.kept(fill);
                Field { plan, board }.tells(fact, false)
            }
        }
    }

    /// A move of a turn at which masks may refuse some, as it is drawn where moves are [drawn again](Fast::drawn_again), or by
    /// its number where they are not; or one that is [guessed](Fast::drawn_by_guess): its cell, and which of the placements it is.
    #[inline(never)]
    fn draw(
        &mut self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        now: &Turn<S>,
        game: &mut Playout,
        chance: &mut Chance,
        plies: u32,
    ) -> Option<(usize, usize)> {
        let side = &plan.sides[now.side];
        let Self { sets, slots, value, merged, rooms, .. } = self;
        let board = &Kept { fill, sets, slots, value: *value };
        let field = Field { plan, board };
        let arrival = |put: &Put<S>| Arrival::put(&side.places[put.place]);
        let room = match now.put.room {
            Room::Masked(at) => Some(&rooms[at]),
            _ => None,
        };
        let open = |put: &Put<S>| match room {
            Some(room) => room.set(),
            None => open(plan, board, (put, &side.places[put.place])),
        };
        let most = 1 + now.more.len();
        let allowed = |put: &Put<S>| open(put) & !field.refused(now.side, arrival(put));
        let (mut after, mut chosen) = (chance.clone(), None);
        if let Some(guesses) = &side.guesses {
            let drum = field.drum(now.side, guesses);
            chosen = after.first_of(GUESSES, drum.len(), |number| {
                let guess = drum.nth(number);
                let Guess::Place(at, cell) = guess else { return None };
                let at = usize::from(at);
                let arrival = Arrival::put(&side.places[at]);
                let goes = field.goes(now.side, guess) && !field.refuses(now.side, arrival, cell);
                let put = now.puts().position(|put| put.place == at)?;
                goes.then_some((cell, put))
            });
        } else if side.draws_again() {
            if room.is_none() {
                merged.renew(most, now.puts().map(open));
            }
            let moves = room.map_or_else(|| merged.len(), |room| room.len() as usize);
            chosen = after.first_of(side.draws, moves, |before| {
                let (cell, number) = match room {
                    Some(room) => (room.cell(before as u32), 0),
                    None => merged.nth(before),
                };
                let put = now.puts().nth(number)?;
                (!field.refuses(now.side, arrival(put), cell)).then_some((cell, number))
            });
        }
        if chosen.is_none() {
            merged.renew(most, now.puts().map(allowed));
            let moves = merged.len();
            if !side.draws_again() && side.guesses.is_none() {
                let before = choose(game, moves as u32, chance, plies)?;
                return Some(merged.nth(before as usize));
            }
            chosen = (moves > 0).then(|| merged.nth(after.below(moves)));
        }
        let chosen = chosen?;
        if game.plies == plies {
            game.unended = true;
            return None;
        }
        if chance.surveys(false) {
            merged.renew(most, now.puts().map(allowed));
            game.survey(merged.len());
        }
        *chance = after;
        game.plies += 1;
        Some(chosen)
    }

    /// How many moves a placement is that is the only one of its turn.
    fn moves(&self, plan: &Plan<S>, fill: &Fill<S>, (put, place): (&Put<S>, &Place<S>)) -> u32 {
        let pairs = |count: u32| count * count.saturating_sub(1) / 2;
        match (&put.room, &place.second) {
            (Room::All(at), None) => self.rooms[*at].len(),
            (Room::All(at), Some(_)) => pairs(self.rooms[*at].len()),
            (_, Some(second)) => {
                let empty = self.sets[fill.empty];
                second.count(place.cells & empty, empty) as u32
            }
            _ => open(plan, &self.kept(fill), (put, place)).len(),
        }
    }

    /// The cells of the one before which so many others come, twice the same if it is of one piece.
    fn choose_cells(
        &mut self,
        plan: &Plan<S>,
        fill: &Fill<S>,
        (put, place): (&Put<S>, &Place<S>),
        before: u32,
    ) -> [usize; 2] {
        match (&put.room, &place.second) {
            (Room::All(at), None) => [self.rooms[*at].take(before); 2],
            (Room::All(at), Some(_)) => {
                let room = &mut self.rooms[*at];
                let (one, two) = pair_at(room.len(), before);
                [room.take(one), room.take(two - 1)]
            }
            (_, Some(second)) => {
                let empty = self.sets[fill.empty];
                let (one, two) = second.nth(place.cells & empty, empty, before as usize);
                [one, two]
            }
            _ => [open(plan, &self.kept(fill), (put, place)).nth(before); 2],
        }
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
            let now = &fill.turns[turn];
            let put = &now.put;
            let chosen = match &put.room {
                Room::All(at) => {
                    let room = &mut self.rooms[*at];
                    let moves = room.len();
                    choose(&mut game, moves, chance, plies).map(|before| room.take(before))
                }
                _ if now.doubts => {
                    let drawn = self.draw((plan, fill), now, &mut game, chance, plies);
                    drawn.map(|(cell, _)| cell)
                }
                _ => {
                    let cells = self.part(plan, fill, (put, now.side));
                    let moves = cells.len();
                    choose(&mut game, moves, chance, plies).map(|before| cells.nth(before))
                }
            };
            let Some(cell) = chosen else { break };
            self.left -= 1;
            for room in &put.others {
                self.rooms[*room].remove(cell);
            }
            self.stand(fill, put, cell);
            let found = self.follow(plan, fill, put, (cell, S::NONE));
            see(Player::at(now.side), cell);
            turn = now.next;
            if found == 0 && self.left >= u32::from(put.full) {
                continue;
            }
            let mut ends = put.ends[0].iter();
            let ended = |(at, end): &&(usize, End<S>)| {
                self.ended((plan, fill), put, (*at, end), found, cell)
            };
            if let Some((at, _)) = ends.find(ended) {
                game.state = won(plan, (now.side, fill.turns[turn].side), *at);
            }
        }
        game
    }

    /// Where a placement may be, if that hangs on what stands elsewhere.
    #[inline(never)]
    fn part(&self, plan: &Plan<S>, fill: &Fill<S>, (put, side): (&Put<S>, usize)) -> S {
        open(plan, &self.kept(fill), (put, &plan.sides[side].places[put.place]))
    }

    /// Enters a piece that is put on a cell into the kept sets.
    #[inline]
    fn stand(&mut self, fill: &Fill<S>, put: &Put<S>, cell: usize) {
        for set in &put.flips {
            self.sets[*set].flip(cell);
        }
        if !put.grows.is_empty() {
            self.grow(fill, put, cell);
        }
    }

    /// The same of the sets that tell what is near to pieces.
    #[inline(never)]
    fn grow(&mut self, fill: &Fill<S>, put: &Put<S>, cell: usize) {
        for near in &put.grows {
            self.sets[fill.sets.len() + near] |= fill.near[*near].from[cell];
        }
    }

    /// Takes off or turns over what a piece that is put on a cell takes.
    fn take_off(
        &mut self,
        fill: &Fill<S>,
        put: &Put<S>,
        cell: usize,
        turned: &mut Vec<(usize, u64)>,
    ) {
        for takes in &put.takes {
            for spot in takes.spots(cell) {
                let cells = takes.legs.iter().zip(spot);
                let stands = |(leg, at): (&Leg<S>, &u16)| self.sets[leg.set].has((*at).into());
                if takes.short {
                    if cells.clone().all(stands) {
                        for (_, at) in cells.filter(|(leg, _)| leg.takes) {
                            let at = usize::from(*at);
                            self.take(fill, (put, takes), at, turned);
                        }
                    }
                    continue;
                }
                if cells.clone().take(1).all(stands) {
                    let mut taken = self.taken(takes, usize::from(spot[1]), cell);
                    while let Some(cell) = taken.pop() {
                        self.take(fill, (put, takes), cell, turned);
                    }
                }
            }
        }
    }

    /// Takes the piece of a cell off, or turns it over.
    fn take(
        &mut self,
        fill: &Fill<S>,
        (put, takes): (&Put<S>, &Taken<S>),
        cell: usize,
        turned: &mut Vec<(usize, u64)>,
    ) {
        match takes.turns {
            true => self.turn_over(fill, put, cell, turned),
            false => self.leave(fill, cell),
        }
    }

    /// The cells that are taken off on a line from a cell.
    fn taken(&self, takes: &Taken<S>, line: usize, from: usize) -> S {
        let next = &takes.lines[line];
        let (mut at, mut taken) = (from, S::NONE);
        for leg in &takes.legs {
            let (set, mut steps) = (&self.sets[leg.set], 0);
            loop {
                let to = usize::from(next[at]);
                if to == usize::from(NOWHERE) || !set.has(to) || !leg.cells.has(to) {
                    break;
                }
                (at, steps) = (to, steps + 1);
                if leg.takes && !leg.last {
                    taken |= S::one(at);
                }
                if !leg.many {
                    break;
                }
            }
            if steps == 0 && (leg.least || !leg.many) {
                return S::NONE;
            }
            if leg.last && leg.takes {
                taken |= S::one(at);
            }
        }
        taken
    }

    /// Lets the piece on a cell become one like that which is put.
    fn turn_over(
        &mut self,
        fill: &Fill<S>,
        put: &Put<S>,
        cell: usize,
        turned: &mut Vec<(usize, u64)>,
    ) {
        self.become_on(fill, &put.comes, cell);
        turned.push((cell, 0));
    }

    /// Puts a piece on a cell instead of what stands there, or none; what may have come about there.
    fn replace(&mut self, plan: &Plan<S>, fill: &Fill<S>, put: &Put<S>, cell: usize) -> u64 {
        if put.clears {
            self.leave(fill, cell);
            return 0;
        }
        self.become_on(fill, &put.comes, cell);
        self.follow(plan, fill, put, (cell, S::NONE))
    }

    /// Takes what stands on a cell off the board.
    fn leave(&mut self, fill: &Fill<S>, cell: usize) {
        self.left += 1;
        self.become_on(fill, &fill.empties, cell);
        for (room, cells) in self.rooms.iter_mut().zip(&fill.rooms) {
            if cells.has(cell) {
                room.put(cell);
            }
        }
    }

    /// Lets a cell be in each of the kept sets as these tell, and in no row.
    fn become_on(&mut self, fill: &Fill<S>, sets: &[bool], cell: usize) {
        for (set, stands) in self.sets.iter_mut().zip(sets) {
            if set.has(cell) != *stands {
                set.flip(cell);
            }
        }
        for (rows, begin) in fill.rows.iter().zip(&self.rows) {
            fill.lines[rows.lines].remove(&mut self.lines[*begin..], cell);
        }
    }

    /// Keeps up with a piece that stands on a cell now; which of the tracks of its placement may tell of an ending, a bit each. `later`
    /// are the cells of others that have come to be with it, and are followed after it.
    #[inline]
    fn follow(
        &mut self,
        plan: &Plan<S>,
        fill: &Fill<S>,
        put: &Put<S>,
        (cell, later): (usize, S),
    ) -> u64 {
        let mut found = 0;
        for (at, track) in put.tracks.iter().enumerate() {
            let may = match *track {
                Track::Rows(at) => {
                    fill.lines[fill.rows[at].lines].add(&mut self.lines[self.rows[at]..], cell)
                }
                Track::Net(at) => self.join(fill, at, cell),
                Track::Whole(side, goal, set) => {
                    self.whole(plan, (side, goal), self.sets[set] & !later, cell)
                }
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
        passing: S,
        cell: usize,
    ) -> bool {
        match &plan.sides[side].goals[goal.index()] {
            Ok(Goal::Ring(shut)) => super::goal::shut_by(shut, passing, cell),
            Ok(Goal::Connect(join)) => super::goal::joins_by(join, passing, cell),
            Ok(Goal::Line(row)) => {
                passing.has(cell)
                    && super::goal::in_row_through(row, passing, cell, |_, _, _, _| true)
            }
            _ => false,
        }
    }

    /// Whether an ending of that number holds after a placement, of which that was found.
    #[inline(never)]
    fn ended(
        &mut self,
        (plan, fill): (&Plan<S>, &Fill<S>),
        put: &Put<S>,
        (at, end): (usize, &End<S>),
        found: u64,
        cell: usize,
    ) -> bool {
        match end {
            End::Left(relation, number) => relation.holds(self.left as usize, (*number).into()),
            End::Told(side) => self.holds((plan, fill), &plan.sides[*side].ends[at], None),
            End::Stands(set, of, relation, number) => {
                relation.holds((self.sets[*set] & *of).len() as usize, (*number).into())
            }
            End::Slot(slots, relation, number) => {
                slots.iter().any(|slot| relation.holds(self.slots[*slot].into(), *number))
            }
            End::Goal(at, _) if found >> at & 1 == 0 => false,
            End::Goal(at, reach) => match (put.tracks[*at], *reach) {
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
