//! Positions that have been seen, each known by a number.

use crate::index::{Cell, Piece, Player};
use crate::program::Program;

/// The most positions that have numbers.
pub(super) const MOST: u64 = u32::MAX as u64 - 1;

/// How a position is written as few bytes: for each cell and slot as many bits as what may stand there takes.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// Bits of each cell and slot, and whether they number a piece.
    fields: Vec<(u32, bool)>,
    /// What may stand on a cell.
    pieces: Vec<Piece>,
    /// By the code of a piece, its place among those.
    numbers: Vec<u16>,
    /// Bits of whose turn it is.
    turn: u32,
    /// Bytes of a position.
    width: usize,
}

impl Packing {
    /// For positions of a program.
    pub fn new(program: &Program) -> Self {
        let layout = &program.layout;
        let [beneath, storeys, cells] = layout.beneath();
        let fields = (0..layout.len()).map(|slot| {
            let storey = (beneath..beneath + storeys * cells).contains(&slot);
            match slot < cells || storey {
                // Nothing ever stands where the board has no cell.
                true => (program.has(Cell::at(slot % cells.max(1))), true),
                false => (true, false),
            }
        });
        Self::of(fields, program.pieces(), program.players)
    }

    /// For slots of which is told whether anything is there, and whether that is a piece.
    fn of(fields: impl Iterator<Item = (bool, bool)>, pieces: Vec<Piece>, players: usize) -> Self {
        let wide = bits(pieces.len());
        let fields: Vec<(u32, bool)> = fields
            .map(|(any, piece)| match (any, piece) {
                (false, _) => (0, piece),
                (true, true) => (wide, true),
                (true, false) => (u8::BITS, false),
            })
            .collect();
        let mut numbers = vec![0; Piece::CODES];
        for (number, piece) in pieces.iter().enumerate() {
            numbers[usize::from(piece.0)] = number as u16;
        }
        let turn = bits(players);
        let whole = fields.iter().map(|(bits, _)| bits).sum::<u32>() + turn;
        Self { fields, pieces, numbers, turn, width: whole.div_ceil(u8::BITS) as usize }
    }

    /// Bytes of a position.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Adds the bytes of a position.
    pub fn pack(&self, cells: &[Piece], turn: Player, bytes: &mut Vec<u8>) {
        let (mut word, mut held) = (0_u32, 0);
        let mut add = |value: u16, bits: u32| {
            word |= u32::from(value) << held;
            held += bits;
            while held >= u8::BITS {
                bytes.push(word as u8);
                word >>= u8::BITS;
                held -= u8::BITS;
            }
        };
        for (piece, (bits, stands)) in cells.iter().zip(&self.fields) {
            if *bits > 0 {
                let number = self.numbers[usize::from(piece.0)];
                debug_assert!(!stands || self.pieces[usize::from(number)] == *piece);
                add(if *stands { number } else { piece.0 }, *bits);
            }
        }
        add(turn.0.into(), self.turn);
        if held > 0 {
            bytes.push(word as u8);
        }
    }

    /// Puts a position back on the board; whose turn it is.
    pub fn unpack(&self, bytes: &[u8], cells: &mut [Piece]) -> Player {
        let (mut word, mut held, mut bytes) = (0_u32, 0, bytes.iter());
        let mut take = |bits: u32| {
            while held < bits {
                word |= u32::from(bytes.next().copied().unwrap_or(0)) << held;
                held += u8::BITS;
            }
            let value = word & ((1 << bits) - 1);
            word >>= bits;
            held -= bits;
            value as u16
        };
        for (cell, (bits, stands)) in cells.iter_mut().zip(&self.fields) {
            *cell = match (bits, stands) {
                (0, _) => Piece::EMPTY,
                (bits, true) => self.pieces[usize::from(take(*bits))],
                (bits, false) => Piece(take(*bits)),
            };
        }
        Player(take(self.turn) as u8)
    }
}

/// Bits that tell so many things apart.
fn bits(things: usize) -> u32 {
    usize::BITS - things.saturating_sub(1).leading_zeros()
}

/// Boards with their slots and whose turn it is, whole, so that no two are ever taken for one.
#[derive(Debug)]
pub(super) struct States {
    packing: Packing,
    bytes: Vec<u8>,
    /// Open addressing: the number of a position, from 1, by its hash.
    table: Vec<u32>,
    /// The position that is looked up.
    sought: Vec<u8>,
}

impl States {
    /// No positions, which are written so.
    pub fn new(packing: Packing) -> Self {
        Self { packing, bytes: Vec::new(), table: vec![0; 1024], sought: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        // A board on which nothing can be has one position.
        self.bytes.len() / self.packing.width.max(1)
    }

    /// Bytes of memory that they take.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + self.table.capacity() * size_of::<u32>()
    }

    /// Puts a position back on the board; whose turn it is.
    pub fn read(&self, at: u32, cells: &mut [Piece]) -> Player {
        self.packing.unpack(self.record(at as usize), cells)
    }

    /// The bytes of a position.
    pub fn bytes_of(&self, at: u32) -> &[u8] {
        self.record(at as usize)
    }

    fn record(&self, at: usize) -> &[u8] {
        let width = self.packing.width;
        &self.bytes[at * width..(at + 1) * width]
    }

    /// The number of a position, and whether it is new.
    pub fn enter(&mut self, cells: &[Piece], turn: Player) -> (u32, bool) {
        let mut sought = std::mem::take(&mut self.sought);
        sought.clear();
        self.packing.pack(cells, turn, &mut sought);
        let entered = self.enter_packed(&sought);
        self.sought = sought;
        entered
    }

    /// The same of one that is written already.
    pub fn enter_packed(&mut self, bytes: &[u8]) -> (u32, bool) {
        let slot = self.slot(bytes);
        if let Some(known) = self.table[slot].checked_sub(1) {
            return (known, false);
        }
        let number = self.len();
        self.bytes.extend_from_slice(bytes);
        self.table[slot] = number as u32 + 1;
        // Four fifths full, so that the table is not much more than the positions.
        if 5 * (number + 1) > 4 * self.table.len() {
            self.grow();
        }
        (number as u32, true)
    }

    /// Where a position stands in the table, or would.
    fn slot(&self, bytes: &[u8]) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(bytes) as usize & mask;
        while let Some(known) = self.table[slot].checked_sub(1) {
            if self.record(known as usize) == bytes {
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
            let mut slot = hash(self.record(at)) as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = at as u32 + 1;
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0_u64;
    for word in bytes.chunks(8) {
        let word = word.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_known_by_its_board_and_its_turn() {
        a_position_is_known(7);
        a_position_is_known(11);
    }

    /// Three cells that may carry so many bits of pieces, one that the board has not, and a byte behind them.
    fn a_position_is_known(bits: u32) {
        let pieces: Vec<Piece> = (0..1 << bits).map(Piece).collect();
        let fields = [(true, true), (true, true), (false, true), (true, true), (true, false)];
        let board = |number: u32| -> Vec<Piece> {
            let code = |at| Piece(((number >> (bits * at)) & ((1 << bits) - 1)) as u16);
            vec![code(0), code(1), Piece::EMPTY, code(2), Piece::of_byte(number as u8)]
        };
        let mut states = States::new(Packing::of(fields.into_iter(), pieces, 2));
        assert_eq!(states.packing.width(), (3 * bits as usize + 9).div_ceil(8));
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
