//! Positions that have been seen, each known by a number.

use crate::index::{Piece, Player};

/// The most positions that have numbers.
pub(super) const MOST: u64 = u32::MAX as u64 / 4;

/// Boards with their slots and whose turn it is, whole, so that no two are ever taken for one.
#[derive(Debug)]
pub(super) struct States {
    /// Bytes of a cell or slot.
    each: usize,
    /// Bytes of a position: its cells and slots, and the player.
    width: usize,
    bytes: Vec<u8>,
    /// Open addressing: the number of a position, from 1, by its hash.
    table: Vec<u32>,
}

impl States {
    /// No positions, of so many cells and slots, in a game of so many kinds.
    pub fn new(cells: usize, kinds: usize) -> Self {
        let each = if Piece::codes(kinds) <= 1 << 8 { 1 } else { 2 };
        Self { each, width: each * cells + 1, bytes: Vec::new(), table: vec![0; 1024] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    /// Puts a position back on the board; whose turn it is.
    pub fn read(&self, at: u32, cells: &mut [Piece]) -> Player {
        let (bytes, turn) = self.record(at as usize).split_at(self.width - 1);
        for (cell, bytes) in cells.iter_mut().zip(bytes.chunks(self.each)) {
            *cell = Piece(bytes.iter().rev().fold(0, |code, byte| code << 8 | u16::from(*byte)));
        }
        Player(turn[0])
    }

    fn record(&self, at: usize) -> &[u8] {
        &self.bytes[at * self.width..(at + 1) * self.width]
    }

    /// The number of a position, and whether it is new.
    pub fn enter(&mut self, cells: &[Piece], turn: Player) -> (u32, bool) {
        let slot = self.slot(cells, turn);
        if let Some(known) = self.table[slot].checked_sub(1) {
            return (known, false);
        }
        let number = self.len();
        self.bytes.extend(told(cells, self.each));
        self.bytes.push(turn.0);
        self.table[slot] = number as u32 + 1;
        if 2 * (number + 1) > self.table.len() {
            self.grow();
        }
        (number as u32, true)
    }

    /// Where a position stands in the table, or would.
    fn slot(&self, cells: &[Piece], turn: Player) -> usize {
        let mask = self.table.len() - 1;
        let bytes = told(cells, self.each);
        let mut slot = hash(bytes.clone().chain([turn.0])) as usize & mask;
        while let Some(known) = self.table[slot].checked_sub(1) {
            let (record, player) = self.record(known as usize).split_at(self.width - 1);
            if player[0] == turn.0 && bytes.clone().eq(record.iter().copied()) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Doubles the table.
    fn grow(&mut self) {
        let size = 2 * self.table.len();
        self.table.clear();
        self.table.resize(size, 0);
        for at in 0..self.len() {
            let mut slot = hash(self.record(at).iter().copied()) as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = at as u32 + 1;
        }
    }
}

/// The codes of pieces, so many bytes each.
fn told(cells: &[Piece], each: usize) -> impl Iterator<Item = u8> + Clone + '_ {
    cells.iter().flat_map(move |piece| piece.0.to_le_bytes().into_iter().take(each))
}

fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    let mut hash = 0u64;
    for byte in bytes {
        hash = (hash.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_known_by_its_board_and_its_turn() {
        a_position_is_known(1, 8);
        a_position_is_known(250, 11);
    }

    fn a_position_is_known(kinds: usize, bits: u32) {
        let board = |number: u32| -> Vec<Piece> {
            let code = |at| (number >> (bits * at)) & ((1 << bits) - 1);
            (0..3).map(|at| Piece(code(at) as u16)).collect()
        };
        let mut states = States::new(3, kinds);
        for number in 0..5000 {
            let player = Player((number % 2) as u8);
            assert_eq!(states.enter(&board(number * 7), player), (number, true));
        }
        assert_eq!(states.len(), 5000);
        for number in 0..5000 {
            let player = Player((number % 2) as u8);
            assert_eq!(states.enter(&board(number * 7), player), (number, false));
            let mut cells = board(0);
            assert_eq!(states.read(number, &mut cells), player);
            assert_eq!(cells, board(number * 7));
        }
    }
}
