//! Lists of moves without an allocation a move.

use super::machine::Machine;
use crate::index::{Cell, Kind, MoveName, Piece, Player};
use crate::position::{Edit, Move};
use crate::program::MeasureCode;
use crate::rules::Named;
use crate::rules::layout::Slots;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Where moves are looked up there are so many places at least, and fewer again where a list had so many times fewer moves.
const LEAST: usize = 128;
const SPARSE: usize = 16;

/// Moves whose cells and edits lie one after another in shared lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    items: Vec<Item>,
    cells: Vec<Cell>,
    edits: Vec<Edit>,
    /// What each move captures, in order; only where that matters.
    taken: Vec<Piece>,
    /// Open addressing: the number of a move, from 1, by the hash of its edits.
    table: Vec<u32>,
    /// Memory for the cells that a move has changed.
    changed: Vec<Cell>,
    /// Whether some change the same, and are told apart by their names.
    twice: bool,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    /// Where the path starts in `cells`, where the captures do, and where they end.
    path: u32,
    captures: u32,
    end: u32,
    edits: u32,
    edits_end: u32,
    taken: u32,
    taken_end: u32,
    name: MoveName,
    became: Option<Kind>,
    hash: u32,
    /// Its name, where that tells it from others that change the same.
    told: Option<MoveName>,
}

impl Moves {
    /// Forgets the moves and keeps the memory.
    pub fn clear(&mut self) {
        let known = self.items.len();
        self.items.clear();
        self.cells.clear();
        self.edits.clear();
        self.taken.clear();
        // A few moves need not be looked up where many were.
        if SPARSE * known < self.table.len() {
            self.table.truncate(LEAST);
        }
        self.table.fill(0);
        self.twice = false;
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The net edits of a move.
    pub fn edits(&self, at: usize) -> &[Edit] {
        let item = &self.items[at];
        &self.edits[item.edits as usize..item.edits_end as usize]
    }

    /// The cells that tell a move.
    pub fn path(&self, at: usize) -> &[Cell] {
        let item = &self.items[at];
        &self.cells[item.path as usize..item.captures as usize]
    }

    /// The cells where a move captures.
    pub fn captures(&self, at: usize) -> &[Cell] {
        let item = &self.items[at];
        &self.cells[item.captures as usize..item.end as usize]
    }

    /// What a move captures, in order, where the rules prefer moves by that.
    pub fn taken(&self, at: usize) -> &[Piece] {
        let item = &self.items[at];
        &self.taken[item.taken as usize..item.taken_end as usize]
    }

    /// How two moves compare by where a kind stands in what they capture.
    pub fn order(&self, kind: Kind, a: usize, b: usize) -> Ordering {
        let is = |piece: &Piece| piece.kind() == Some(kind);
        self.taken(a).iter().map(is).cmp(self.taken(b).iter().map(is))
    }

    /// The name of a move.
    pub fn name(&self, at: usize) -> MoveName {
        self.items[at].name
    }

    /// What the walking piece became before it left the board, where routes differ.
    pub fn became(&self, at: usize) -> Option<Kind> {
        self.items[at].became
    }

    /// The move as a value.
    pub fn get(&self, at: usize) -> Move {
        Move {
            path: self.path(at).to_vec(),
            edits: self.edits(at).to_vec(),
            captures: self.captures(at).to_vec(),
            name: self.name(at),
            became: self.became(at),
        }
    }

    /// Keeps only the moves of which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&Moves, usize) -> bool) {
        let mut kept = 0;
        for at in 0..self.items.len() {
            if keep(self, at) {
                self.items[kept] = self.items[at];
                kept += 1;
            }
        }
        self.items.truncate(kept);
    }

    /// Puts the moves in their order.
    pub fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.items.len()).collect();
        order.sort_by(|a, b| self.compare(*a, *b));
        self.items = order.into_iter().map(|at| self.items[at]).collect();
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        self.compare_to(a, self, b)
    }

    /// How a move compares to one of another list.
    pub fn compare_to(&self, at: usize, others: &Self, other: usize) -> Ordering {
        self.told(at).cmp(&others.told(other))
    }

    /// What moves are put in order by.
    fn told(&self, at: usize) -> (&[Cell], &[Edit], &[Cell], MoveName, Option<Kind>) {
        (self.path(at), self.edits(at), self.captures(at), self.name(at), self.became(at))
    }

    /// Whether a move is the same as one of another list.
    pub fn is_same(&self, at: usize, others: &Self, other: usize, routes: bool) -> bool {
        let told = self.items[at].told == others.items[other].told;
        told && self.changes_as(at, others, other, routes)
    }

    /// Whether a move comes to the same as one of another list, whatever its name; where `routes` differ, on the same route.
    fn changes_as(&self, at: usize, others: &Self, other: usize, routes: bool) -> bool {
        self.edits(at) == others.edits(other)
            && self.became(at) == others.became(other)
            && (!routes || self.path(at) == others.path(other))
    }

    /// Adds the walk that the machine has just fitted, unless it changes nothing or is there
    /// already; of two that are the same move the one that comes first in order stays. `told` is its name, where that tells it from
    /// others that change the same.
    pub fn add(
        &mut self,
        machine: &Machine<'_>,
        (name, told): (MoveName, Option<MoveName>),
        path: usize,
        captures: usize,
    ) {
        let edits = self.edits.len();
        let list = &mut self.edits;
        machine.changes(|cell, before| {
            if !list[edits..].iter().any(|edit| edit.cell == cell) {
                list.push(Edit { cell, before, after: machine.cells[cell.index()] });
            }
        });
        self.drop_idle(edits);
        let drawn = machine.program.is_drawn(name);
        // What is drawn may be that nothing changes.
        if self.edits.len() == edits && machine.made().is_empty() && !drawn {
            return;
        }
        self.settle(machine, machine.frame.walker, edits);
        let kept = self.edits.len();
        self.edits[edits..].sort_unstable();
        let start = self.cells.len();
        self.cells.extend_from_slice(&machine.path[path..]);
        let middle = self.cells.len();
        self.cells.extend_from_slice(&machine.captures[captures..]);
        self.cells[middle..].sort_unstable();
        let mut end = middle;
        for at in middle..self.cells.len() {
            if at == middle || self.cells[at] != self.cells[end - 1] {
                self.cells[end] = self.cells[at];
                end += 1;
            }
        }
        self.cells.truncate(end);
        let taken = self.taken.len();
        let orders = &machine.program.sides[machine.frame.walker.index()].prefer;
        if !orders.is_empty() {
            let before = |cell: Cell| {
                let mut piece = machine.cells[cell.index()];
                let mut known = false;
                machine.changes(|changed, before| {
                    if changed == cell && !known {
                        (piece, known) = (before, true);
                    }
                });
                piece
            };
            let stood = machine.program.layout.captured(before, &machine.captures[captures..]);
            self.taken.extend(stood);
        }
        let routes = machine.program.routes_differ;
        self.items.push(Item {
            path: start as u32,
            captures: middle as u32,
            end: end as u32,
            edits: edits as u32,
            edits_end: kept as u32,
            taken: taken as u32,
            taken_end: self.taken.len() as u32,
            name,
            became: machine.became().filter(|_| routes),
            hash: self.hash(edits, start, middle, routes),
            told,
        });
        self.deduplicate(routes, orders);
    }

    /// Adds what a move of that player's does to the marks; its edits so far begin at `first`.
    fn settle(&mut self, machine: &Machine<'_>, player: Player, first: usize) {
        let layout = &machine.program.layout;
        if layout.marks().next().is_none() {
            return;
        }
        let cells = self.edits[first..].iter().map(|edit| edit.cell);
        self.changed.clear();
        self.changed.extend(cells.filter(|cell| cell.index() < layout.cells()));
        let mut after = After::new(&machine.cells, &mut self.edits, first);
        layout.settle(player, machine.made().iter().copied(), &self.changed, &mut after);
        self.drop_idle(first);
    }

    /// Drops the edits from `first` on that change nothing.
    fn drop_idle(&mut self, first: usize) {
        let mut kept = first;
        for at in first..self.edits.len() {
            if self.edits[at].before != self.edits[at].after {
                self.edits[kept] = self.edits[at];
                kept += 1;
            }
        }
        self.edits.truncate(kept);
    }

    /// Adds a move that leaves the board as it is.
    pub fn add_pass(&mut self, machine: &Machine<'_>, player: Player, name: MoveName) {
        let edits = self.edits.len();
        self.settle(machine, player, edits);
        let (cells, end) = (self.cells.len() as u32, self.edits.len() as u32);
        let (path, captures) = (cells, cells);
        let taken = self.taken.len() as u32;
        let item = Item {
            path,
            captures,
            end: cells,
            edits: edits as u32,
            edits_end: end,
            taken,
            taken_end: taken,
            name,
            became: None,
            hash: 0,
            told: None,
        };
        self.items.push(item);
    }

    /// Adds edits to a move.
    pub fn extend(&mut self, at: usize, edits: &[Edit]) {
        if edits.is_empty() {
            return;
        }
        let (first, last) = (self.items[at].edits as usize, self.items[at].edits_end as usize);
        let start = self.edits.len();
        self.edits.extend_from_within(first..last);
        for change in edits {
            // What the walk has added to a number of the turn goes with the turn.
            match self.edits[start..].iter_mut().find(|edit| edit.cell == change.cell) {
                Some(edit) => edit.after = change.after,
                None => self.edits.push(*change),
            }
        }
        self.drop_idle(start);
        self.edits[start..].sort_unstable();
        self.items[at].edits = start as u32;
        self.items[at].edits_end = self.edits.len() as u32;
    }

    fn hash(&self, edits: usize, start: usize, middle: usize, routes: bool) -> u32 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = 0u64;
        for edit in &self.edits[edits..] {
            let word = u64::from(edit.cell.0) << 32
                | u64::from(edit.before.0) << 16
                | u64::from(edit.after.0);
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR);
        }
        if routes {
            for cell in &self.cells[start..middle] {
                hash = (hash.rotate_left(5) ^ u64::from(cell.0)).wrapping_mul(FACTOR);
            }
        }
        (hash >> 32) as u32
    }

    /// Looks the last move up among the others; drops it, or the other, if they are one.
    fn deduplicate(&mut self, routes: bool, prefer: &[MeasureCode]) {
        let last = self.items.len() - 1;
        if self.table.len() < 2 * (last + 1) {
            self.grow();
            return self.deduplicate(routes, prefer);
        }
        let mask = self.table.len() - 1;
        let mut slot = self.items[last].hash as usize & mask;
        loop {
            let Some(other) = self.table[slot].checked_sub(1) else {
                self.table[slot] = last as u32 + 1;
                return;
            };
            let other = other as usize;
            let same = self.items[other].hash == self.items[last].hash
                && self.changes_as(other, self, last, routes);
            if same && self.items[other].told == self.items[last].told {
                if self.is_first(last, other, prefer) {
                    self.items[other] = self.items[last];
                }
                self.items.truncate(last);
                return;
            }
            self.twice |= same;
            slot = (slot + 1) & mask;
        }
    }

    /// Whether of two moves that are one this one stays: its captures come in the better order, or it comes first.
    pub fn is_first(&self, one: usize, other: usize, prefer: &[MeasureCode]) -> bool {
        let orders = prefer.iter().map(|measure| match measure {
            MeasureCode::First(kind) => self.order(*kind, other, one),
            _ => Ordering::Equal,
        });
        let order = orders.fold(Ordering::Equal, Ordering::then);
        order.then_with(|| self.compare(one, other)) == Ordering::Less
    }

    /// Whether moves that are told apart by their names alone may change the same.
    pub fn may_be_twice(&self) -> bool {
        self.twice
    }

    /// Keeps one of those that change the same, unless their names tell them apart for good.
    pub fn once(&mut self, routes: bool, named: &Named, prefer: &[MeasureCode]) {
        if !std::mem::take(&mut self.twice) {
            return;
        }
        let same = |moves: &Self, at: usize, other: usize| {
            let name = |at| named.lasting(moves.name(at));
            name(at) == name(other) && moves.changes_as(at, moves, other, routes)
        };
        let mut by_hash: HashMap<u32, Vec<usize>> = HashMap::new();
        let mut kept = vec![true; self.items.len()];
        for at in 0..self.items.len() {
            let known = by_hash.entry(self.items[at].hash).or_default();
            match known.iter_mut().find(|other| same(self, at, **other)) {
                Some(other) if self.is_first(at, *other, prefer) => {
                    kept[*other] = false;
                    *other = at;
                }
                Some(_) => kept[at] = false,
                None => known.push(at),
            }
        }
        self.retain(|_, at| kept[at]);
    }

    /// Doubles the table and enters all moves but the last.
    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(LEAST);
        self.table.clear();
        self.table.resize(size, 0);
        for at in 0..self.items.len() - 1 {
            let mut slot = self.items[at].hash as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = at as u32 + 1;
        }
    }
}

/// The board after a move whose edits begin at `first`.
struct After<'m> {
    cells: &'m [Piece],
    edits: &'m mut Vec<Edit>,
    first: usize,
    /// Bits that tell of every slot that an edit changes, and perhaps of others.
    edited: u64,
}

impl<'m> After<'m> {
    fn new(cells: &'m [Piece], edits: &'m mut Vec<Edit>, first: usize) -> Self {
        let edited = edits[first..].iter().fold(0, |all, edit| all | bit(edit.cell.index()));
        Self { cells, edits, first, edited }
    }
}

/// The bit that tells of a slot.
fn bit(at: usize) -> u64 {
    1 << (at % 64)
}

impl Slots for After<'_> {
    fn slot(&self, at: usize) -> u8 {
        if self.edited & bit(at) == 0 {
            return self.cells[at].byte();
        }
        let edit = self.edits[self.first..].iter().find(|edit| edit.cell.index() == at);
        edit.map_or(self.cells[at], |edit| edit.after).byte()
    }

    fn set_slot(&mut self, at: usize, value: u8) {
        let known = self.edits[self.first..].iter_mut().find(|edit| edit.cell.index() == at);
        self.edited |= bit(at);
        match known {
            Some(edit) => edit.after = Piece::of_byte(value),
            None => self.edits.push(Edit {
                cell: Cell::at(at),
                before: self.cells[at],
                after: Piece::of_byte(value),
            }),
        }
    }
}
