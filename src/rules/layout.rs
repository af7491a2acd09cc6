//! Where a position keeps what is not on top of the board: hands, marks, counters and numbers, a byte a slot, and the
//! pieces of towers beneath others, a piece a slot.
//!
//! The slots follow the cells, so that a move's edits, undo and comparison know of one array only.

use std::sync::Arc;

use super::model::{Bearer, Lasts, Rules};
use super::schedule::{Place, Schedule};
use crate::index::{Cell, Counter, Kind, Mark, Number, Piece, Player};
use crate::position::{Edit, Move, Position};

/// The slots of some rules on boards of some number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    cells: usize,
    players: usize,
    kinds: usize,
    /// The first slot of the hands: by player, then by kind.
    hands: Option<usize>,
    /// Of each mark: its first slot, how many sets of cells it has, how long it stays.
    marks: Vec<(usize, usize, Lasts)>,
    /// Of each counter: its first slot, whether each player has his own, whether it can be reset.
    counters: Vec<(usize, bool, bool)>,
    /// Of each number: its first slot, and what has it.
    numbers: Vec<(usize, Bearer)>,
    /// The first slot of what stands beneath others, and how many storeys there are but for the top: by storey, the lowest
    /// first, then by cell.
    beneath: (usize, usize),
    /// Where players do not simply take turns: the slot of the place, which that of the moves made in this turn follows.
    schedule: Option<(usize, Arc<Schedule>)>,
    len: usize,
}

impl Layout {
    /// The layout of those rules on boards of so many cells.
    pub fn new(rules: &Rules, cells: usize) -> Self {
        let (players, kinds) = (rules.players.len(), rules.kinds.len());
        let mut len = cells;
        let mut take = |slots: usize| {
            len += slots;
            len - slots
        };
        let hands = rules.hands.map(|_| take(players * kinds));
        let marks = rules.marks.iter().map(|mark| {
            let sets = if mark.lasts == Lasts::Turn { players } else { 1 };
            (take(sets * cells.div_ceil(8)), sets, mark.lasts)
        });
        let marks = marks.collect();
        let counters = rules.counters.iter().map(|counter| {
            let slots = if counter.each { players } else { 1 };
            (take(slots), counter.each, counter.reset.is_some())
        });
        let counters = counters.collect();
        let numbers = rules.numbers.iter().map(|number| {
            let slots = match number.of {
                Bearer::Cell => cells,
                Bearer::Player => players,
                Bearer::Turn => 1,
            };
            (take(slots), number.of)
        });
        let numbers = numbers.collect();
        let storeys = usize::from(rules.board.stack).saturating_sub(1);
        let beneath = (take(storeys * cells), storeys);
        let schedule = Schedule::of(rules).map(|schedule| (take(2), Arc::new(schedule)));
        Self { cells, players, kinds, hands, marks, counters, numbers, beneath, schedule, len }
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Cells and slots together.
    #[expect(clippy::len_without_is_empty, reason = "a board has cells")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The slot that counts a player's pieces of a kind in hand, if there are hands.
    pub fn hand(&self, player: Player, kind: Kind) -> Option<Cell> {
        self.hands.map(|first| Cell::at(first + player.index() * self.kinds + kind.index()))
    }

    /// Whether a slot counts pieces in hand.
    pub fn is_hand(&self, slot: usize) -> bool {
        let of = |first: usize| (first..first + self.players * self.kinds).contains(&slot);
        self.hands.is_some_and(of)
    }

    /// The slot of a counter; `player` matters where each has his own.
    pub fn counter(&self, counter: Counter, player: Player) -> Cell {
        let (first, each, _) = self.counters[counter.index()];
        Cell::at(first + if each { player.index() } else { 0 })
    }

    /// Whether each cell has a number, or each player.
    pub fn bearer(&self, number: Number) -> Bearer {
        self.numbers[number.index()].1
    }

    /// The slot of a cell's number, where each cell has one.
    pub fn cell_number(&self, number: Number, cell: Cell) -> Cell {
        Cell::at(self.numbers[number.index()].0 + cell.index())
    }

    /// The slot of a player's number, where each player has one; of a turn's, `player` does not matter.
    pub fn player_number(&self, number: Number, player: Player) -> Cell {
        let (first, of) = self.numbers[number.index()];
        Cell::at(first + if of == Bearer::Player { player.index() } else { 0 })
    }

    /// Whether a slot is a number of a player's or of the turn.
    pub(crate) fn is_number(&self, slot: usize) -> bool {
        self.numbers.iter().any(|(first, of)| match of {
            Bearer::Cell => false,
            Bearer::Player => (*first..*first + self.players).contains(&slot),
            Bearer::Turn => *first == slot,
        })
    }

    /// The slots of the numbers that are 0 when a turn begins.
    pub fn turn_numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let of_turn = self.numbers.iter().filter(|(_, of)| *of == Bearer::Turn);
        of_turn.map(|(slot, _)| *slot)
    }

    /// The first slot of what stands beneath others, how many storeys there are but for the top, and how many cells.
    pub(crate) fn beneath(&self) -> [usize; 3] {
        [self.beneath.0, self.beneath.1, self.cells]
    }

    /// How many pieces may stand on one another; one, if cells carry no towers.
    pub fn stack(&self) -> usize {
        self.beneath.1 + 1
    }

    /// The slot of what stands on a storey of a cell's tower beneath its top, the lowest being 0. What is on top stands on the
    /// cell itself, whatever its storey.
    pub fn storey(&self, cell: Cell, storey: usize) -> Cell {
        debug_assert!(storey < self.beneath.1);
        Cell::at(self.beneath.0 + storey * self.cells + cell.index())
    }

    /// How many pieces stand on a cell; `slot` reads a slot.
    pub fn height(&self, slot: impl Fn(Cell) -> Piece, cell: Cell) -> usize {
        if slot(cell).is_empty() {
            return 0;
        }
        let storeys = (0..self.beneath.1).map(|storey| slot(self.storey(cell, storey)));
        1 + storeys.take_while(|piece| !piece.is_empty()).count()
    }

    /// What stands on a cell, the lowest piece first; `slot` reads a slot.
    pub fn tower(&self, slot: impl Fn(Cell) -> Piece, cell: Cell) -> Vec<Piece> {
        let top = slot(cell);
        let beneath = self.height(&slot, cell).saturating_sub(1);
        let beneath = (0..beneath).map(|storey| slot(self.storey(cell, storey)));
        beneath.chain(Some(top).filter(|top| !top.is_empty())).collect()
    }

    /// Lets those pieces stand on a cell, the lowest first, and no others. There are no more than [`Layout::stack`].
    pub fn build(&self, cells: &mut [Piece], cell: Cell, tower: &[Piece]) {
        let (top, beneath) = match tower.split_last() {
            Some((top, beneath)) => (*top, beneath),
            None => (Piece::EMPTY, tower),
        };
        cells[cell.index()] = top;
        for storey in 0..self.beneath.1 {
            let piece = beneath.get(storey).copied().unwrap_or_default();
            cells[self.storey(cell, storey).index()] = piece;
        }
    }

    /// What was captured on those cells, in order: of a cell that is named several times, from the top down. `before` reads a slot
    /// as it was before.
    pub fn captured(&self, before: impl Fn(Cell) -> Piece, captures: &[Cell]) -> Vec<Piece> {
        let stood = captures.iter().enumerate().map(|(at, cell)| {
            if self.stack() == 1 {
                return before(*cell);
            }
            let above = captures[..at].iter().filter(|other| *other == cell).count();
            self.tower(&before, *cell).into_iter().rev().nth(above).unwrap_or_default()
        });
        stood.collect()
    }

    /// The slots that belong to cells, their numbers and what stands beneath others: with the cells they are the board.
    fn on_board(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let numbers = self.numbers.iter().filter(|(_, of)| *of == Bearer::Cell);
        let numbers = numbers.map(|(first, _)| *first..first + self.cells);
        let (first, storeys) = self.beneath;
        numbers.chain((storeys > 0).then_some(first..first + storeys * self.cells))
    }

    /// Who moves when, where players do not simply take turns.
    pub fn schedule(&self) -> Option<&Schedule> {
        self.schedule.as_ref().map(|(_, schedule)| &**schedule)
    }

    /// The slot of the place in the schedule, and that of the moves that have been made in this turn.
    pub fn turn_slots(&self) -> Option<(usize, usize)> {
        self.schedule.as_ref().map(|(slot, _)| (*slot, slot + 1))
    }

    /// Where a player stands in the schedule whose turn it is, were it his; `slot` reads a slot.
    pub fn place(&self, slot: impl Fn(usize) -> Piece, turn: Player) -> Option<Place> {
        let (at, schedule) = self.schedule.as_ref()?;
        Some(schedule.place(slot(*at).byte(), turn))
    }

    /// Who moved before that player; `slot` reads a slot.
    pub fn last(&self, slot: impl Fn(usize) -> Piece, turn: Player) -> Player {
        let before = || Player::at((turn.index() + self.players - 1) % self.players);
        self.place(slot, turn).map_or_else(before, |place| place.last)
    }

    /// Which step of his turn a player is at, from 1; `slot` reads a slot.
    pub fn step(&self, slot: impl Fn(usize) -> Piece, turn: Player) -> u16 {
        let step = |schedule: &Schedule, place: Place| schedule.step(place.at);
        self.schedule().zip(self.place(slot, turn)).map_or(1, |(all, place)| step(all, place))
    }

    /// How many moves have been made in this turn.
    pub fn made(&self, slot: impl Fn(usize) -> Piece) -> usize {
        self.turn_slots().map_or(0, |(_, made)| usize::from(slot(made).byte()))
    }

    /// Who is to move after a move of that player's, of which the slots tell.
    pub fn mover(&self, cells: &[Piece], moved: Player) -> Player {
        let told = self.schedule.as_ref().and_then(|(at, schedule)| {
            schedule.mover(cells.get(*at).copied().unwrap_or_default().byte())
        });
        told.unwrap_or(Player::at((moved.index() + 1) % self.players))
    }

    /// The same after the move was taken back.
    pub fn mover_before(&self, cells: &[Piece], turn: Player) -> Player {
        let told = self.schedule.as_ref().and_then(|(at, schedule)| {
            schedule.mover(cells.get(*at).copied().unwrap_or_default().byte())
        });
        told.unwrap_or(Player::at((turn.index() + self.players - 1) % self.players))
    }

    /// Gives a position all of its slots; that of the place tells of the player to move.
    pub fn complete(&self, cells: &mut Vec<Piece>, turn: Player) {
        cells.resize(self.len, Piece::EMPTY);
        if let Some((at, schedule)) = &self.schedule
            && schedule.mover(cells[*at].byte()) != Some(turn)
        {
            cells[*at] = Piece::of_byte(schedule.value(schedule.first(turn)));
            cells[*at + 1] = Piece::EMPTY;
        }
    }

    /// The slot and the bit of a mark on a cell; `player` matters for marks that last a turn.
    pub fn mark(&self, mark: Mark, cell: Cell, player: Player) -> (Cell, u8) {
        let (first, sets, _) = self.marks[mark.index()];
        let set = if sets > 1 { player.index() } else { 0 };
        let slot = first + set * self.cells.div_ceil(8) + cell.index() / 8;
        (Cell::at(slot), 1 << (cell.index() % 8))
    }

    /// Whether a cell carries a mark, whoever made it.
    pub fn marked(&self, cells: &[Piece], mark: Mark, cell: Cell) -> bool {
        self.marked_in(|slot| cells.get(slot.index()).copied().unwrap_or_default(), mark, cell)
    }

    /// The same, of slots that `slot` reads.
    pub fn marked_in(&self, slot: impl Fn(Cell) -> Piece, mark: Mark, cell: Cell) -> bool {
        let sets = self.marks[mark.index()].1;
        (0..sets).map(Player::at).any(|player| {
            let (at, bit) = self.mark(mark, cell, player);
            slot(at).byte() & bit != 0
        })
    }

    /// The slots of a mark's set of cells; `player` matters for marks that last a turn.
    pub fn mark_slots(&self, mark: Mark, player: Player) -> std::ops::Range<usize> {
        let first = self.mark(mark, Cell(0), player).0.index();
        first..first + self.cells.div_ceil(8)
    }

    /// The slots of all the mark's sets of cells.
    pub fn mark_sets(&self, mark: Mark) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let sets = self.marks[mark.index()].1;
        (0..sets).map(move |player| self.mark_slots(mark, Player::at(player)))
    }

    /// How long each mark stays, by [`Mark`].
    pub fn marks(&self) -> impl Iterator<Item = (Mark, Lasts)> + '_ {
        self.marks.iter().enumerate().map(|(at, (_, _, lasts))| (Mark::at(at), *lasts))
    }

    /// What a move does to the slots beside what its walk did: the marks that end with it, those
    /// that go with a changed cell, and those that it made or took away. `slot` reads a slot as the walk left it,
    /// `set` writes it, `changed` tells whether a cell has changed.
    pub fn settle(
        &self,
        mover: Player,
        made: impl IntoIterator<Item = (Mark, Cell, bool)>,
        changed: &[Cell],
        cells: &mut impl Slots,
    ) {
        for (mark, lasts) in self.marks() {
            match lasts {
                Lasts::Ply | Lasts::Turn => {
                    for slot in self.mark_slots(mark, mover) {
                        if cells.slot(slot) != 0 {
                            cells.set_slot(slot, 0);
                        }
                    }
                }
                Lasts::Piece => {
                    for cell in changed {
                        let (slot, bit) = self.mark(mark, *cell, mover);
                        let value = cells.slot(slot.index());
                        if value & bit != 0 {
                            cells.set_slot(slot.index(), value & !bit);
                        }
                    }
                }
                Lasts::Ever => {}
            }
        }
        for (mark, cell, on) in made {
            let (slot, bit) = self.mark(mark, cell, mover);
            let value = cells.slot(slot.index());
            cells.set_slot(slot.index(), if on { value | bit } else { value & !bit });
        }
    }

    /// A number that is the same for two positions of a game that are the same: what stands on the
    /// board and in hands, whose turn it is, the marks (those that last a ply only if `fleeting`), and
    /// the counters that are never reset. It is made of parts, one a slot, so that it can be kept up to date.
    pub fn key(&self, cells: &[Piece], turn: Player, fleeting: bool) -> u64 {
        let slots = cells.iter().enumerate();
        let told = slots.filter(|(at, _)| match self.told(*at) {
            Told::Always => true,
            Told::Fleeting => fleeting,
            Told::Never => false,
        });
        told.fold(self.turn_part(turn), |key, (at, value)| key ^ self.part(at, value.0))
    }

    /// What a slot's value adds to a key, by exclusive or; 0 if it is 0. The parts are random to one another
    /// (Zobrist 1970), by the last steps of SplitMix64.
    #[inline]
    pub(crate) fn part(&self, at: usize, value: u16) -> u64 {
        if value == 0 {
            return 0;
        }
        let mixed = ((at as u64) << 16 | u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// What the turn adds to a key.
    pub(crate) fn turn_part(&self, turn: Player) -> u64 {
        self.part(self.len, u16::from(turn.0) + 1)
    }

    /// Whether a key tells of a slot.
    pub(crate) fn told(&self, at: usize) -> Told {
        for (first, sets, lasts) in &self.marks {
            if (*first..first + sets * self.cells.div_ceil(8)).contains(&at) {
                return if *lasts == Lasts::Ply { Told::Fleeting } else { Told::Always };
            }
        }
        for (first, each, reset) in &self.counters {
            if *reset && (*first..first + if *each { self.players } else { 1 }).contains(&at) {
                return Told::Never;
            }
        }
        if self.turn_slots().is_some_and(|(_, made)| made == at) {
            return Told::Never;
        }
        Told::Always
    }

    /// A number that is the same for two positions on whose boards the same stands, and the same numbers.
    pub fn board_key(&self, cells: &[Piece]) -> u64 {
        let slots = std::iter::once(0..self.cells).chain(self.on_board()).flatten();
        slots.fold(0, |key, at| key ^ self.part(at, cells.get(at).map_or(0, |piece| piece.0)))
    }

    /// Whether a slot is of the board: a cell, or the number of one.
    pub(crate) fn is_of_board(&self, at: usize) -> bool {
        at < self.cells || self.on_board().any(|slots| slots.contains(&at))
    }

    /// The cell of which a slot tells what stands there, or what number it has.
    pub(crate) fn cell_of(&self, at: usize) -> Option<usize> {
        let within = |slots: std::ops::Range<usize>| (at - slots.start) % self.cells;
        let own = (at < self.cells).then_some(at);
        own.or_else(|| self.on_board().find(|slots| slots.contains(&at)).map(within))
    }

    /// Whether any cell carries a mark that lasts a ply.
    pub fn has_fleeting(&self, cells: &[Piece]) -> bool {
        self.marks().any(|(mark, lasts)| {
            lasts == Lasts::Ply
                && self
                    .mark_slots(mark, Player(0))
                    .any(|slot| cells.get(slot).is_some_and(|slot| slot.0 != 0))
        })
    }

    /// Takes every mark that lasts a ply off the board.
    pub fn clear_fleeting(&self, cells: &mut [Piece]) {
        for (mark, lasts) in self.marks() {
            if lasts == Lasts::Ply {
                for slot in self.mark_slots(mark, Player(0)) {
                    if let Some(slot) = cells.get_mut(slot) {
                        *slot = Piece::EMPTY;
                    }
                }
            }
        }
    }
}

impl Position {
    /// Makes the move's edits and passes the turn on. The history stays as it
    /// is; [`Reference::play`](crate::trace::Reference::play) keeps it.
    pub fn apply(&mut self, chosen: &Move, layout: &Layout) {
        // Edits are sorted by cell: the last one tells how far the slots reach.
        let reach = chosen.edits.last().map_or(0, |edit| edit.cell.index() + 1);
        if self.cells.len() < reach {
            self.cells.resize(reach, Piece::EMPTY);
        }
        for edit in &chosen.edits {
            self.cells[edit.cell.index()] = edit.after;
        }
        self.turn = layout.mover(&self.cells, self.turn);
        self.ply = self.ply.saturating_add(1);
    }

    /// The position after a move, without its past.
    pub fn after(&self, chosen: &Move, layout: &Layout) -> Self {
        let mut after = Self::new(self.size, self.cells.clone(), self.turn);
        layout.complete(&mut after.cells, after.turn);
        after.apply(chosen, layout);
        after
    }

    /// Takes the move back; the inverse of [`Position::apply`].
    pub fn undo(&mut self, chosen: &Move, layout: &Layout) {
        for edit in &chosen.edits {
            self.cells[edit.cell.index()] = edit.before;
        }
        self.turn = layout.mover_before(&self.cells, self.turn);
        self.ply = self.ply.saturating_sub(1);
    }
}

/// Whether the key of a position tells of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It does.
    Always,
    /// It does where that makes a difference: marks that last a ply.
    Fleeting,
    /// It does not.
    Never,
}

/// What an edit changes, in the rules' own terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// What stands on a cell.
    Cell(Edit),
    /// How many pieces of a kind a player has in hand, before and after.
    Hand(Player, Kind, [u8; 2]),
    /// Whether a cell carries a mark afterwards; of a mark that lasts a turn, whose it is.
    Mark(Mark, Cell, Option<Player>, bool),
    /// The number of a cell, before and after.
    Number(Number, Cell, [u8; 2]),
    /// What stands on a storey of a cell's tower beneath its top, before and after; the lowest storey is 0.
    Beneath(Cell, usize, [Piece; 2]),
    /// The number of a player, or of the turn, before and after.
    Store(Number, Option<Player>, [u8; 2]),
    /// A counter, before and after; the player whose it is, if each has his own.
    Counter(Counter, Option<Player>, [u8; 2]),
}

impl Layout {
    /// What edits change, in their order: a slot of marks tells of several cells.
    pub fn changes(&self, edits: &[Edit]) -> Vec<Change> {
        let mut changes = Vec::new();
        for edit in edits {
            let (at, values) = (edit.cell.index(), [edit.before.byte(), edit.after.byte()]);
            if at < self.cells {
                changes.push(Change::Cell(*edit));
                continue;
            }
            let hand = self.hands.and_then(|first| at.checked_sub(first));
            if let Some(hand) = hand.filter(|hand| *hand < self.players * self.kinds) {
                let (player, kind) = (Player::at(hand / self.kinds), Kind::at(hand % self.kinds));
                changes.push(Change::Hand(player, kind, values));
            }
            let wide = self.cells.div_ceil(8);
            for (mark, (first, sets, _)) in self.marks.iter().enumerate() {
                let Some(slot) = at.checked_sub(*first).filter(|slot| *slot < sets * wide) else {
                    continue;
                };
                let owner = (*sets > 1).then(|| Player::at(slot / wide));
                for bit in (0..8).filter(|bit| (values[0] ^ values[1]) & (1 << bit) != 0) {
                    let cell = Cell::at(slot % wide * 8 + bit);
                    let on = values[1] & (1 << bit) != 0;
                    changes.push(Change::Mark(Mark::at(mark), cell, owner, on));
                }
            }
            for (number, (first, of)) in self.numbers.iter().enumerate() {
                let slots = match of {
                    Bearer::Cell => self.cells,
                    Bearer::Player => self.players,
                    Bearer::Turn => 1,
                };
                if let Some(slot) = at.checked_sub(*first).filter(|slot| *slot < slots) {
                    let number = Number::at(number);
                    changes.push(match of {
                        Bearer::Cell => Change::Number(number, Cell::at(slot), values),
                        Bearer::Player => Change::Store(number, Some(Player::at(slot)), values),
                        Bearer::Turn => Change::Store(number, None, values),
                    });
                }
            }
            let beneath = at.checked_sub(self.beneath.0);
            if let Some(slot) = beneath.filter(|slot| *slot < self.beneath.1 * self.cells) {
                let (storey, cell) = (slot / self.cells, Cell::at(slot % self.cells));
                changes.push(Change::Beneath(cell, storey, [edit.before, edit.after]));
            }
            for (counter, (first, each, _)) in self.counters.iter().enumerate() {
                let slots = if *each { self.players } else { 1 };
                if let Some(slot) = at.checked_sub(*first).filter(|slot| *slot < slots) {
                    let owner = each.then(|| Player::at(slot));
                    changes.push(Change::Counter(Counter::at(counter), owner, values));
                }
            }
        }
        changes
    }
}

/// A board with its slots, as a walk has left it.
pub trait Slots {
    /// The value of a slot.
    fn slot(&self, at: usize) -> u8;
    /// Changes a slot.
    fn set_slot(&mut self, at: usize, value: u8);
}
