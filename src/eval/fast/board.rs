//! The board as sets of cells beside a plain array.

use super::field::Stands;
use crate::index::{Cell, Mark, Piece, Player};
use crate::position::{Edit, Past};
use crate::program::{Content, Plan, Program, Quarters, Set, Shift};
use crate::rules::layout::{Layout, Told};
use crate::rules::model::Lasts;

/// Stands in the trail for the last of the marks that were changed.
const MARKS: u16 = u16::MAX;
/// Stands in the trail behind the two cells of a piece that went from one to the other.
const GONE: u16 = u16::MAX - 1;

/// What stands where, what is remembered, and the sets that the plan asks of.
#[derive(Debug)]
pub(super) struct Board<S> {
    layout: Layout,
    /// By code, where its sets begin in `sets_of`, and where they end.
    of: Box<[[u16; 2]]>,
    sets_of: Box<[u16]>,
    /// Cells, and slots behind them.
    pub cells: Vec<Piece>,
    /// By [`Content`], the cells where such a piece stands.
    sets: Vec<S>,
    /// Cells where anything stands.
    pub occupied: S,
    /// How many cells there are, slots not counted.
    size: usize,
    /// The cells that the board has.
    all: S,
    /// By storey beneath the top, the lowest first, the cells where a piece stands on it; and the first slot of these.
    storeys: Vec<S>,
    beneath: usize,
    /// The cells that carry each mark: of each mark one set, or one a player if it lasts a turn.
    marked: Vec<S>,
    /// By mark, where its sets begin, and how long it lasts.
    marks: Box<[(usize, Lasts)]>,
    /// What is undone in the end: the cell or slot, and what was there.
    trail: Vec<(u16, Piece)>,
    /// The sets of marks that were changed, and what they were.
    faded: Vec<(usize, S)>,
    /// Whether the keys are kept.
    keyed: bool,
    /// By slot, the key that tells of it, if one does.
    told: Box<[Option<u8>]>,
    /// The keys of the cells, of the slots, and of the marks that last a ply.
    keys: [u64; 3],
}

impl<S: Set> Board<S> {
    /// An empty board.
    pub fn new(program: &Program, plan: &Plan<S>) -> Self {
        let layout = &program.layout;
        let mut sets = 0;
        let marks = layout.marks().map(|(mark, lasts)| {
            let first = sets;
            sets += layout.mark_sets(mark).count();
            (first, lasts)
        });
        let marks = marks.collect();
        let told = |at| match layout.told(at) {
            _ if layout.is_of_board(at) => Some(0),
            Told::Always => Some(1),
            Told::Fleeting => Some(2),
            Told::Never => None,
        };
        let mut sets_of = Vec::new();
        let of = plan.contents.of.iter().map(|sets| {
            let start = sets_of.len() as u16;
            sets_of.extend_from_slice(sets);
            [start, sets_of.len() as u16]
        });
        Self {
            layout: layout.clone(),
            of: of.collect(),
            sets_of: sets_of.into(),
            cells: vec![Piece::EMPTY; program.layout.len()],
            sets: vec![S::NONE; plan.contents.codes.len()],
            occupied: S::NONE,
            size: program.cells,
            all: plan.cells,
            storeys: vec![S::NONE; layout.stack() - 1],
            beneath: layout.beneath()[0],
            marked: vec![S::NONE; sets],
            marks,
            trail: Vec::new(),
            faded: Vec::new(),
            keyed: false,
            told: (0..layout.len()).map(told).collect(),
            keys: [0; 3],
        }
    }

    /// Takes over cells and slots, and keeps keys of them if [`Board::past`] will be asked.
    pub fn load(&mut self, cells: &[Piece], keyed: bool) {
        self.keyed = keyed;
        self.trail.clear();
        self.faded.clear();
        self.cells.fill(Piece::EMPTY);
        self.cells[..cells.len()].copy_from_slice(cells);
        self.sets.fill(S::NONE);
        self.occupied = S::NONE;
        for cell in self.all.cells() {
            let piece = self.cells[cell];
            let [start, end] = self.of[usize::from(piece.0)].map(usize::from);
            for set in &self.sets_of[start..end] {
                self.sets[usize::from(*set)] |= S::one(cell);
            }
            if !piece.is_empty() {
                self.occupied |= S::one(cell);
            }
        }
        for (storey, set) in self.storeys.iter_mut().enumerate() {
            let slots = &self.cells[self.beneath + storey * self.size..][..self.size];
            let stands = (0..).zip(slots).filter(|(_, piece)| !piece.is_empty());
            *set = stands.fold(S::NONE, |all, (cell, _)| all | S::one(cell));
        }
        for (mark, _) in self.layout.marks() {
            for (at, slots) in self.layout.mark_sets(mark).enumerate() {
                let bytes = self.cells[slots].iter().map(|slot| slot.byte());
                self.marked[self.marks[mark.index()].0 + at] = S::of_bytes(bytes);
            }
        }
        if self.keyed {
            self.keys = [0; 3];
            for at in 0..self.cells.len() {
                self.turn_key(at, self.cells[at].0);
            }
        }
    }

    /// Enters the value of a cell or slot into the keys, or takes it out.
    fn turn_key(&mut self, at: usize, value: u16) {
        let Some(key) = self.told[at] else { return };
        self.keys[usize::from(key)] ^= self.layout.part(at, value);
    }

    /// The key of the board alone, if keys are kept.
    #[inline]
    pub fn board_key(&self) -> Option<u64> {
        self.keyed.then_some(self.keys[0])
    }

    /// What is remembered of a position, with or without the marks that last a ply.
    pub fn past(&self, turn: Player, fleeting: bool) -> Past {
        let [board, slots, marks] = self.keys;
        let marks = if fleeting { marks } else { 0 };
        Past { key: self.layout.turn_part(turn) ^ board ^ slots ^ marks, board }
    }

    /// A key of everything, of all counters as well, that is made in another way than [`Board::past`]: word by word.
    pub fn mixed(&self) -> u64 {
        let mix = |key: u64, word: u64| {
            let mixed = (key ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            mixed ^ (mixed >> 32)
        };
        let words = |set: &S| {
            let set = *set;
            (0..S::CELLS / 64).map(move |at| set.word(at))
        };
        let key = self.sets.iter().chain(&self.marked).flat_map(words).fold(0, mix);
        self.cells[self.size..].iter().fold(key, |key, slot| mix(key, slot.0.into()))
    }

    /// Whether any cell carries a mark that lasts a ply.
    pub fn has_fleeting(&self) -> bool {
        let mut fleeting = self.marks.iter().filter(|mark| mark.1 == Lasts::Ply);
        fleeting.any(|mark| !self.marked[mark.0].is_none())
    }

    /// Takes every mark that lasts a ply off the board.
    pub fn clear_fleeting(&mut self) {
        for at in 0..self.marks.len() {
            if self.marks[at].1 == Lasts::Ply {
                self.set_marks(self.marks[at].0, S::NONE);
            }
        }
    }

    /// The cells where such a piece stands.
    #[inline]
    pub fn set(&self, content: Content) -> S {
        self.sets[usize::from(content.0)]
    }

    /// Whether such a piece stands on a cell.
    #[inline]
    pub fn stands(&self, content: Content, cell: usize) -> bool {
        self.sets[usize::from(content.0)].has(cell)
    }

    /// The cells that carry a mark, whoever made it.
    #[inline]
    pub fn marks(&self, mark: Mark) -> S {
        let first = self.marks[mark.index()].0;
        let end = self.marks.get(mark.index() + 1).map_or(self.marked.len(), |next| next.0);
        self.marked[first..end].iter().fold(S::NONE, |all, set| all | *set)
    }

    /// What a player's move does to the marks: those that end with it, those that go with the cells changed
    /// since `since`, and those that it makes or takes away.
    pub fn settle(&mut self, player: Player, made: &[(Mark, Cell, bool)], since: usize) {
        for at in 0..self.marks.len() {
            let (set, lasting) = self.lasting(player, at, || self.changed_cells(since));
            let after = marked(lasting, made, at);
            if after != self.marked[set] {
                self.set_marks(set, after);
            }
        }
    }

    /// The set of a mark that a move of the player's may change, the mark told by its number, and what of it outlasts a move that
    /// changes some cells.
    fn lasting(&self, player: Player, at: usize, changed: impl FnOnce() -> S) -> (usize, S) {
        let (first, lasts) = self.marks[at];
        let set = first + if lasts == Lasts::Turn { player.index() } else { 0 };
        let before = self.marked[set];
        let lasting = match lasts {
            Lasts::Ply | Lasts::Turn => S::NONE,
            Lasts::Piece if !before.is_none() => before & !changed(),
            Lasts::Piece | Lasts::Ever => before,
        };
        (set, lasting)
    }

    /// Whether two moves of the player's that change the same cells leave the same marks, by those that each makes or takes away.
    pub fn settles_alike(
        &self,
        player: Player,
        made: [&[(Mark, Cell, bool)]; 2],
        changed: S,
    ) -> bool {
        let [one, two] = made;
        one == two
            || (0..self.marks.len()).all(|at| {
                let (_, lasting) = self.lasting(player, at, || changed);
                let [one, two] = made.map(|made| marked(lasting, made, at));
                one == two
            })
    }

    /// Adds what becomes of the slots of marks by a move of the player's that changes some cells, and makes or takes away these.
    pub fn fades(
        &self,
        player: Player,
        made: &[(Mark, Cell, bool)],
        changed: S,
        edits: &mut Vec<Edit>,
    ) {
        for at in 0..self.marks.len() {
            let (set, lasting) = self.lasting(player, at, || changed);
            let (before, after) = (self.marked[set], marked(lasting, made, at));
            if before == after {
                continue;
            }
            for (byte, slot) in self.slots_of(set).enumerate() {
                let [before, after] = [before, after].map(|set| Piece::of_byte(set.byte(byte)));
                if before != after {
                    edits.push(Edit { cell: Cell::at(slot), before, after });
                }
            }
        }
    }

    fn set_marks(&mut self, set: usize, marks: S) {
        let before = self.replace_marks(set, marks);
        self.faded.push((set, before));
        self.trail.push((MARKS, Piece::EMPTY));
    }

    fn replace_marks(&mut self, set: usize, marks: S) -> S {
        let before = std::mem::replace(&mut self.marked[set], marks);
        if self.keyed && before != marks {
            for (byte, slot) in self.slots_of(set).enumerate() {
                let [before, after] = [before, marks].map(|marks| marks.byte(byte));
                if before != after {
                    self.turn_key(slot, before.into());
                    self.turn_key(slot, after.into());
                }
            }
        }
        before
    }

    /// The slots that tell a set of marks elsewhere, eight cells each.
    fn slots_of(&self, set: usize) -> std::ops::Range<usize> {
        let wide = self.size.div_ceil(8);
        let first = self.layout.marks().next();
        let first = first.map_or(0, |(mark, _)| self.layout.mark_slots(mark, Player(0)).start);
        first + set * wide..first + (set + 1) * wide
    }

    /// Writes down cells and slots.
    pub fn write(&self, cells: &mut [Piece]) {
        cells.copy_from_slice(&self.cells);
        for (set, marks) in self.marked.iter().enumerate() {
            for (byte, slot) in self.slots_of(set).enumerate() {
                cells[slot] = Piece::of_byte(marks.byte(byte));
            }
        }
    }

    /// Changes a cell or a slot.
    pub fn edit(&mut self, at: usize, after: Piece) {
        if at < self.size {
            return self.put(at, after);
        }
        let marks = (0..self.marked.len()).find(|set| self.slots_of(*set).contains(&at));
        match marks {
            None => self.put_slot(at, after),
            Some(set) => {
                let (before, slots) = (self.marked[set], self.slots_of(set));
                let byte =
                    |slot| if slot == at { after.byte() } else { before.byte(slot - slots.start) };
                self.set_marks(set, S::of_bytes(slots.clone().map(byte)));
            }
        }
    }

    /// The value of a slot that is no mark.
    #[inline]
    pub fn slot(&self, at: usize) -> u8 {
        self.cells[at].byte()
    }

    /// Changes a slot that is no mark.
    pub fn set_slot(&mut self, at: usize, value: u8) {
        self.put_slot(at, Piece::of_byte(value));
    }

    /// The same, of one in which a piece stands beneath others.
    pub fn put_slot(&mut self, at: usize, value: Piece) {
        let before = self.replace_slot(at, value);
        self.trail.push((at as u16, before));
    }

    fn replace_slot(&mut self, at: usize, value: Piece) -> Piece {
        let before = std::mem::replace(&mut self.cells[at], value);
        if !self.storeys.is_empty()
            && before.is_empty() != value.is_empty()
            && let Some(slot) = at.checked_sub(self.beneath)
            && let Some(storey) = self.storeys.get_mut(slot / self.size)
        {
            storey.flip(slot % self.size);
        }
        if self.keyed {
            self.turn_key(at, before.0);
            self.turn_key(at, value.0);
        }
        before
    }

    /// The cells where so many pieces stand on one another, or more; at least one.
    #[inline]
    pub fn tall(&self, pieces: usize) -> S {
        match pieces.checked_sub(2) {
            None => self.occupied,
            Some(storey) => self.storeys.get(storey).copied().unwrap_or(S::NONE),
        }
    }

    /// Those of some pieces that can go by a shift.
    #[inline(always)]
    pub fn open(&self, shift: &Shift<S>, pieces: S) -> S {
        shift.open(pieces, |of| self.set(of), || !self.occupied, |by| self.room(by))
    }

    /// The same, but for those that can go by one of these to the same cell as well.
    #[inline(always)]
    pub fn open_anew(&self, shift: &Shift<S>, before: &[Shift<S>], pieces: S) -> S {
        let (set, empty) = (|of| self.set(of), || !self.occupied);
        shift.open_anew(before, pieces, set, empty, |by| self.room(by))
    }

    /// The cells from where all that stands there may stand on top of what is on the cell away by that difference.
    pub fn room(&self, by: i16) -> S {
        let most = self.storeys.len() + 1;
        let high = |from: usize| self.tall(from) & self.tall(most + 1 - from).moved(-by);
        !(1..=most).fold(S::NONE, |all, from| all | high(from))
    }

    /// The cells where all that stands on this one may stand on top of what is there.
    pub fn room_beside(&self, from: usize) -> S {
        let most = self.storeys.len() + 1;
        let height = (1..=most).take_while(|pieces| self.tall(*pieces).has(from)).count();
        if height == 0 { S::ALL } else { !self.tall(most + 1 - height) }
    }

    /// How far back [`Board::undo`] may be asked to go: to here.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Lets a piece stand on a cell, or nothing.
    #[inline]
    pub fn put(&mut self, cell: usize, piece: Piece) {
        let before = self.replace(cell, piece);
        self.trail.push((cell as u16, before));
    }

    #[inline]
    fn replace(&mut self, cell: usize, piece: Piece) -> Piece {
        let before = std::mem::replace(&mut self.cells[cell], piece);
        self.toggle(before, [cell]);
        self.toggle(piece, [cell]);
        if before.is_empty() != piece.is_empty() {
            self.occupied.flip(cell);
        }
        if self.keyed {
            self.keys[0] ^= self.layout.part(cell, before.0) ^ self.layout.part(cell, piece.0);
        }
        before
    }

    /// Lets the piece on a cell leave it and stand on another, or on the same, perhaps as another piece.
    #[inline]
    pub fn go(&mut self, from: usize, to: usize, becomes: Piece) {
        let [piece, there] = [self.cells[from], self.cells[to]];
        if piece != becomes || from == to {
            self.put(from, Piece::EMPTY);
            self.put(to, becomes);
            return;
        }
        (self.cells[from], self.cells[to]) = (Piece::EMPTY, piece);
        self.exchange(from, to, piece, there);
        self.trail.extend([(from as u16, piece), (to as u16, there), (GONE, Piece::EMPTY)]);
    }

    /// Enters that a piece goes from a cell to another where something stands, or that it goes back.
    #[inline]
    fn exchange(&mut self, from: usize, to: usize, piece: Piece, there: Piece) {
        self.toggle(piece, [from, to]);
        self.occupied.flip(from);
        if there.is_empty() {
            self.toggle(Piece::EMPTY, [from, to]);
            self.occupied.flip(to);
        } else {
            self.toggle(Piece::EMPTY, [from]);
            self.toggle(there, [to]);
        }
        if self.keyed {
            let part = |cell, piece: Piece| self.layout.part(cell, piece.0);
            self.keys[0] ^= part(from, piece) ^ part(from, Piece::EMPTY);
            self.keys[0] ^= part(to, there) ^ part(to, piece);
        }
    }

    /// Enters that such a piece comes to some cells, or leaves them.
    #[inline]
    fn toggle<const N: usize>(&mut self, piece: Piece, cells: [usize; N]) {
        let [start, end] = self.of[usize::from(piece.0)].map(usize::from);
        for set in &self.sets_of[start..end] {
            let set = &mut self.sets[usize::from(*set)];
            cells.iter().for_each(|cell| set.flip(*cell));
        }
    }

    /// Turns blocks of cells.
    #[inline]
    pub fn turn(&mut self, quarters: &Quarters<S>) {
        // Which of them change is hard to foresee, so all are noted and set.
        let noted = self.trail.len();
        let cells = &self.cells;
        self.trail.extend(quarters.goes.iter().map(|[from, _]| (*from, cells[usize::from(*from)])));
        for ([_, to], at) in quarters.goes.iter().zip(noted..) {
            let (cell, piece) = (usize::from(*to), self.trail[at].1);
            if self.keyed {
                let parts = [self.cells[cell], piece].map(|piece| self.layout.part(cell, piece.0));
                self.keys[0] ^= parts[0] ^ parts[1];
            }
            self.cells[cell] = piece;
        }
        for set in &mut self.sets {
            *set = quarters.turned(*set);
        }
        self.occupied = quarters.turned(self.occupied);
    }

    /// Undoes everything since that mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some((at, before)) = self.trail.pop() else { return };
            if usize::from(at) < self.size {
                self.replace(usize::from(at), before);
            } else if at == GONE {
                let last = [self.trail.pop(), self.trail.pop()];
                let [Some((to, there)), Some((from, piece))] = last else { return };
                let [from, to] = [from, to].map(usize::from);
                (self.cells[from], self.cells[to]) = (piece, there);
                self.exchange(from, to, piece, there);
            } else if at != MARKS {
                self.replace_slot(at.into(), before);
            } else if let Some((set, before)) = self.faded.pop() {
                self.replace_marks(set, before);
            }
        }
    }

    /// The cells that were changed since that mark.
    pub fn changed(&self, mark: usize) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.trail[mark..].iter().map(|(at, _)| Cell(*at));
        cells.filter(|cell| cell.index() < self.size)
    }

    fn changed_cells(&self, mark: usize) -> S {
        let (mut seen, mut changed) = (S::NONE, S::NONE);
        for (at, before) in &self.trail[mark..] {
            let at = usize::from(*at);
            if at < self.size && !seen.has(at) {
                seen |= S::one(at);
                changed |= if self.cells[at] == *before { S::NONE } else { S::one(at) };
            }
        }
        changed
    }

    /// What has changed since that mark: the net edits, in no order.
    pub fn edits(&self, mark: usize) -> Vec<Edit> {
        let trail = &self.trail[mark..];
        let mut edits: Vec<Edit> = Vec::with_capacity(trail.len());
        let first = self.faded.len() - trail.iter().filter(|change| change.0 == MARKS).count();
        let mut faded = first;
        for (at, before) in trail.iter().filter(|change| change.0 != GONE) {
            if *at != MARKS {
                let (cell, after) = (Cell(*at), self.cells[usize::from(*at)]);
                if edits.iter().all(|edit| edit.cell != cell) {
                    edits.push(Edit { cell, before: *before, after });
                }
                continue;
            }
            let (set, before) = self.faded[faded];
            // What was there first is told by the first change of a set.
            let known = self.faded[first..faded].iter().any(|(other, _)| *other == set);
            faded += 1;
            let after = self.marked[set];
            if known || before == after {
                continue;
            }
            for (byte, slot) in self.slots_of(set).enumerate() {
                let [before, after] = [before, after].map(|set| Piece::of_byte(set.byte(byte)));
                edits.push(Edit { cell: Cell::at(slot), before, after });
            }
        }
        edits.retain(|edit| edit.before != edit.after);
        edits
    }
}

/// What carries a mark, told by its number, once some have been made and taken away.
fn marked<S: Set>(before: S, made: &[(Mark, Cell, bool)], at: usize) -> S {
    let of = made.iter().filter(|made| made.0.index() == at);
    of.fold(before, |after, (_, cell, on)| {
        let here = S::one(cell.index());
        if *on { after | here } else { after & !here }
    })
}

impl<S: Set> Stands<S> for Board<S> {
    #[inline]
    fn set(&self, content: Content) -> S {
        Board::set(self, content)
    }

    #[inline]
    fn occupied(&self) -> S {
        self.occupied
    }

    #[inline]
    fn slot(&self, at: usize) -> u8 {
        Board::slot(self, at)
    }

    fn room(&self, by: i16) -> S {
        Board::room(self, by)
    }

    fn marked(&self, mark: Mark) -> S {
        self.marks(mark)
    }
}
