//! Towers: the pieces that stand on one another, and what instructions do to them.

use std::ops::Deref;

use super::{Machine, Stacks, State};
use crate::index::{Cell, Piece, Player, Register};
use crate::program::NOWHERE;
use crate::rules::{Portion, Tower, limits};

/// The load of a piece that takes all of its tower along.
pub(super) const ALL: u16 = u16::MAX;
/// Beside a cell in the list of what is taken: the top of the tower there went beneath another.
pub(super) const TUCKED: u16 = 1 << 15;

/// The pieces of a tower, the lowest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    pieces: [Piece; limits::STACK as usize],
    len: usize,
}

impl Pile {
    const NONE: Self = Self { pieces: [Piece::EMPTY; limits::STACK as usize], len: 0 };

    /// Adds pieces on top; whether there is room for them among `most`.
    fn add(&mut self, pieces: &[Piece], most: usize) -> bool {
        let end = self.len + pieces.len();
        if end > most {
            return false;
        }
        self.pieces[self.len..end].copy_from_slice(pieces);
        self.len = end;
        true
    }
}

impl Deref for Pile {
    type Target = [Piece];

    fn deref(&self) -> &[Piece] {
        &self.pieces[..self.len]
    }
}

impl Stacks {
    /// How many pieces may stand on one another.
    fn most(&self) -> usize {
        self.beneath[1] + 1
    }

    /// The slot of a storey beneath the top.
    fn storey(&self, cell: u16, storey: usize) -> u16 {
        let [first, _, cells] = self.beneath;
        (first + storey * cells) as u16 + cell
    }

    /// How many pieces stand on a cell.
    pub(super) fn height(&self, cell: u16) -> usize {
        if self.cells[usize::from(cell)].is_empty() {
            return 0;
        }
        let mut height = 1;
        while height < self.most()
            && !self.cells[usize::from(self.storey(cell, height - 1))].is_empty()
        {
            height += 1;
        }
        height
    }

    /// The piece of that number on a cell, the lowest first, of so many that stand there.
    pub(super) fn piece(&self, cell: u16, number: usize, height: usize) -> Piece {
        let slot = if number + 1 == height { cell } else { self.storey(cell, number) };
        self.cells[usize::from(slot)]
    }

    /// How many pieces stand on a cell.
    pub fn height_of(&self, cell: Cell) -> usize {
        self.height(cell.0)
    }

    /// What stands on a cell.
    pub(super) fn tower(&self, cell: u16) -> Pile {
        let mut pile = Pile { len: self.height(cell), ..Pile::NONE };
        for number in 0..pile.len {
            pile.pieces[number] = self.piece(cell, number, pile.len);
        }
        pile
    }

    /// By slot, what is there where those pieces stand on a cell.
    fn slots<'p>(
        &self,
        cell: u16,
        tower: &'p [Piece],
    ) -> impl Iterator<Item = (u16, Piece)> + use<'p> {
        let [first, storeys, cells] = self.beneath;
        let (top, beneath) = match tower.split_last() {
            Some((top, beneath)) => (*top, beneath),
            None => (Piece::EMPTY, tower),
        };
        let beneath = (0..storeys).map(move |storey| {
            let slot = (first + storey * cells) as u16 + cell;
            (slot, beneath.get(storey).copied().unwrap_or_default())
        });
        std::iter::once((cell, top)).chain(beneath)
    }

    /// Lets those pieces stand on a cell, and no others; undone with the walk.
    #[inline]
    pub(super) fn build(&mut self, cell: u16, tower: &[Piece]) {
        match tower {
            _ if self.most() > 1 => self.build_high(cell, tower),
            [] => self.stands_then(cell, Piece::EMPTY),
            [.., piece] => self.stands_then(cell, *piece),
        }
    }

    /// A piece stands on a cell, or none does.
    #[inline]
    fn stands_then(&mut self, cell: u16, piece: Piece) {
        if self.cells[usize::from(cell)] != piece {
            self.set(cell, piece);
        }
    }

    fn build_high(&mut self, cell: u16, tower: &[Piece]) {
        for (slot, piece) in self.slots(cell, tower) {
            if self.cells[usize::from(slot)] != piece {
                self.set(slot, piece);
            } else if slot != cell && piece.is_empty() {
                // Nothing was above, and nothing is to be.
                return;
            }
        }
    }

    /// The same, for as long as a question is asked.
    pub(super) fn stand(&mut self, cell: u16, tower: &[Piece]) {
        for (slot, piece) in self.slots(cell, tower) {
            self.cells[usize::from(slot)] = piece;
        }
    }

    /// Takes the top of what stands on a cell away.
    pub(super) fn lower(&mut self, cell: u16) {
        if self.most() == 1 {
            return self.set(cell, Piece::EMPTY);
        }
        let height = self.height(cell);
        let under = height.checked_sub(2).map(|storey| self.storey(cell, storey));
        let piece = under.map_or(Piece::EMPTY, |slot| self.cells[usize::from(slot)]);
        self.set(cell, piece);
        if let Some(slot) = under {
            self.set(slot, Piece::EMPTY);
        }
    }

    /// What stands beneath others on four cells that change places goes with it.
    pub(super) fn turn_beneath(&mut self, round: &[u16; 4]) {
        for storey in 0..self.beneath[1] {
            let slots = round.map(|cell| self.storey(cell, storey));
            let [a, b, c, d] = slots.map(|slot| self.cells[usize::from(slot)]);
            for (slot, piece) in slots.iter().zip([d, a, b, c]) {
                self.set(*slot, piece);
            }
        }
    }

    /// How many pieces the walking piece takes along.
    fn load(&self, state: &State) -> usize {
        usize::from(state.load).min(self.height(state.place))
    }
}

impl Machine<'_> {
    /// What the load of the walking piece on a cell is then, if it can take so many pieces along.
    pub(super) fn carry(
        &mut self,
        portion: Portion,
        held: Option<Register>,
        place: u16,
    ) -> Option<u16> {
        if place == NOWHERE {
            return None;
        }
        let height = self.height(place) as u16;
        let load = match portion {
            Portion::All => height,
            Portion::Of(amount) => self.amount(amount)?,
        };
        if load == 0 || load > height {
            return None;
        }
        if let Some(held) = held {
            self.name(held.0, load);
        }
        Some(load)
    }

    /// The walking piece, with what it takes along, stands on top of those pieces on the cursor's cell; whether there
    /// is room.
    pub(super) fn arrive(&mut self, state: &State, beneath: &[Piece]) -> bool {
        if self.most() == 1 && beneath.is_empty() {
            let piece = self.cells[usize::from(state.place)];
            self.build(state.place, &[]);
            self.build(state.cursor, &[piece]);
            self.tell(state.cursor);
            return true;
        }
        let from = self.tower(state.place);
        let (left, carried) = from.split_at(from.len() - self.load(state));
        let mut tower = Pile::NONE;
        if !tower.add(beneath, self.most()) || !tower.add(carried, self.most()) {
            return false;
        }
        self.build(state.place, left);
        self.build(state.cursor, &tower);
        self.tell(state.cursor);
        true
    }

    /// The cell is one of those that tell the move.
    fn tell(&mut self, cell: u16) {
        // A piece that was sent there by a `pick` has told so already.
        if self.path.last() != Some(&Cell(cell)) {
            self.comes_to(cell);
        }
    }

    /// All that stands on a cell is captured, the top first.
    pub(super) fn capture_all(&mut self, cell: u16) {
        let top = self.cells[usize::from(cell)];
        if self.most() == 1 && !top.is_empty() {
            return self.capture(cell, top);
        }
        for piece in self.tower(cell).iter().rev() {
            self.capture(cell, *piece);
        }
    }

    /// Does something to the tower on the cursor's cell; whether it could.
    pub(super) fn act_on_tower(&mut self, act: Tower, state: &mut State) -> bool {
        let (cell, most) = (state.cursor, self.most());
        let mut tower = self.tower(cell);
        let top = tower.last().copied();
        let walker = self.frame.walker;
        let walks = state.place != NOWHERE;
        match act {
            Tower::Carry(..) => return false,
            Tower::LandOnTop => {
                let lands = walks && (state.place == cell || self.arrive(state, &tower));
                state.place = if lands { cell } else { state.place };
                return lands;
            }
            Tower::Leave(portion) => {
                if !walks || state.place == cell {
                    return false;
                }
                let load = self.load(state);
                let left = match portion {
                    Portion::All => load.checked_sub(1),
                    Portion::Of(amount) => self.amount(amount).map(usize::from),
                };
                let Some(left) = left.filter(|left| *left > 0 && *left < load) else {
                    return false;
                };
                let from = self.tower(state.place);
                let (rest, carried) = from.split_at(from.len() - load);
                let (stay, carried) = carried.split_at(left);
                let mut kept = Pile::NONE;
                if !tower.add(stay, most) || !kept.add(rest, most) || !kept.add(carried, most) {
                    return false;
                }
                self.build(state.place, &kept);
                state.load = (load - left) as u16;
                self.tell(cell);
            }
            Tower::Put(kind) => {
                let owner = (!self.program.is_neutral(kind)).then_some(walker);
                if !tower.add(&[Piece::new(kind, owner)], most) {
                    return false;
                }
            }
            Tower::Drop(kind) => {
                let piece = Piece::new(kind, Some(walker));
                let slot = self.program.layout.hand(walker, kind);
                let held = slot.and_then(|slot| self.cells[slot.index()].byte().checked_sub(1));
                let (Some(slot), Some(held), true) = (slot, held, tower.add(&[piece], most)) else {
                    return false;
                };
                self.set(slot.0, Piece::of_byte(held));
            }
            Tower::PutBack(register) => {
                let kept = self.registers[register.index()];
                if kept == NOWHERE || !tower.add(&[Piece(kept)], most) {
                    return false;
                }
                self.name(register.0, NOWHERE);
            }
            Tower::Tuck => {
                let Some(prey) = top.filter(|_| walks && state.place != cell) else {
                    return false;
                };
                let own = self.tower(state.place);
                let (rest, carried) = own.split_at(own.len() - self.load(state));
                let mut after = Pile::NONE;
                let fits = after.add(rest, most) && after.add(&[prey], most);
                if !fits || !after.add(carried, most) {
                    return false;
                }
                self.build(state.place, &after);
                if state.load != ALL {
                    state.load += 1;
                }
                self.captured_on(cell);
                self.takes_last(cell | TUCKED);
                tower.len -= 1;
            }
            Tower::TakeAll(captures) => {
                if top.is_none() {
                    return false;
                }
                if captures {
                    self.capture_all(cell);
                }
                tower.len = 0;
            }
            Tower::TakeBottom(captures) => {
                let Some(lowest) = tower.first().copied() else { return false };
                if captures {
                    self.capture(cell, lowest);
                }
                tower.pieces.copy_within(1.., 0);
                tower.len -= 1;
            }
            Tower::Make(kind) => {
                let owner = match (top, self.program.is_neutral(kind)) {
                    (None, _) => return false,
                    (_, true) => None,
                    (Some(piece), false) => match piece.owner() {
                        None => return false,
                        owner => owner,
                    },
                };
                tower.pieces[tower.len - 1] = Piece::new(kind, owner);
            }
            Tower::Give => {
                let own = top.filter(|piece| piece.owner() == Some(walker));
                let Some(kind) = own.and_then(Piece::kind) else { return false };
                let next = Player::at((walker.index() + 1) % self.program.players);
                tower.pieces[tower.len - 1] = Piece::new(kind, Some(next));
            }
        }
        self.build(cell, &tower);
        if state.place == cell && tower.is_empty() {
            state.place = NOWHERE;
        }
        true
    }
}
