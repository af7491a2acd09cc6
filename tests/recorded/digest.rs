//! Answers as one number, the same on every machine.

use crate::chance::Answer;
use interp::eval::playout::Playout;
use interp::position::{Move, State};

/// Numbers in their order, as one (FNV-1a of their bytes, the lowest first).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// That of a text.
    pub fn of(text: &str) -> u64 {
        let mut digest = Self::default();
        text.bytes().for_each(|byte| digest.add(byte.into()));
        digest.0
    }

    /// One more number.
    pub fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// An index or a length.
    fn index(&mut self, index: usize) {
        self.add(index as u64);
    }

    /// What was said of a position.
    pub fn answer(&mut self, answer: &Answer) {
        self.state(answer.state);
        self.index(answer.legal.len());
        answer.legal.iter().for_each(|chosen| self.chosen(chosen));
        self.index(answer.verdict.map_or(0, |verdict| verdict + 1));
        self.add(answer.count);
        if let Some(game) = &answer.played {
            self.game(game);
        }
    }

    fn state(&mut self, state: State) {
        match state {
            State::Ongoing => self.add(0),
            State::Won(player, at) => {
                [1, player.index(), at].into_iter().for_each(|n| self.index(n));
            }
            State::Drawn(at) => [2, at].into_iter().for_each(|n| self.index(n)),
        }
    }

    /// A random game.
    pub fn game(&mut self, game: &Playout) {
        self.state(game.state);
        self.add(game.unended.into());
        self.add(game.plies.into());
        self.add(game.choices);
        self.add(game.surveyed.into());
    }

    fn chosen(&mut self, chosen: &Move) {
        for cells in [&chosen.path, &chosen.captures] {
            self.index(cells.len());
            cells.iter().for_each(|cell| self.index(cell.index()));
        }
        self.index(chosen.edits.len());
        for edit in &chosen.edits {
            self.index(edit.cell.index());
            self.add(edit.before.0.into());
            self.add(edit.after.0.into());
        }
        self.index(chosen.name.index());
        self.index(chosen.became.map_or(0, |kind| kind.index() + 1));
    }
}
