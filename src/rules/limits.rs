//! What a rule file or a position may not exceed. Reaching a limit is a diagnostic.

use crate::position::TooWide;
use std::fmt;

pub use crate::syntax::limits::{
    AREAS, CHAIN, FILE_BYTES, GROUPS, KINDS, LEAP, NESTING, PATTERN_BYTES, POINTS, REPEAT, TRACKS,
    WRITTEN_OUT,
};

/// Cells of a board.
pub const CELLS: usize = 10_000;
/// Cells along one side of a board.
pub const SIDE: u16 = 256;
/// Players.
pub const PLAYERS: usize = 6;
/// Goals.
pub const GOALS: usize = 64;
/// Scores.
pub const SCORES: usize = 16;
/// Points of a score that multiplies what groups are worth.
pub const PRODUCT: f64 = 1e18;
/// Cells that a piece covers.
pub const SHAPE: usize = 32;
/// Facts.
pub const FACTS: usize = 250;
/// Characters of a glyph.
pub const GLYPH: usize = 4;
/// Forms of a case beside the format's own; each costs a reading of what the others refuse.
pub const FORMS: usize = 8;
/// Names that the walks of one file give to cells.
pub const REGISTERS: usize = 16;
/// Marks that cells can carry.
pub const MARKS: usize = 8;
/// Counters.
pub const COUNTERS: usize = 16;
/// Numbers that walks change.
pub const NUMBERS: usize = 8;
/// Pieces of a tower.
pub const STACK: u16 = 64;
/// Pieces of all towers of a board, were each as high as it may be.
pub const STOREYS: usize = 16_384;
/// Rounds of a `while`: a walk in which it has not ended then is none.
pub const ROUNDS: u32 = 10_000;
/// Nodes of a walk after expansion.
pub const NODES: usize = 4096;
/// Moves of `can GOAL in N`.
pub const AHEAD: u8 = 8;
/// Walks tried for one position before it is given up as too wide.
pub const STEPS: u64 = 50_000_000;
/// Names of moves.
pub const NAMES: usize = 256;
/// Legal moves of one position.
pub const MOVES: usize = 100_000;
/// Ways of one walk that are kept at once.
pub const WAYS: usize = 1_000_000;
/// How deep questions may lie in one another: a prohibition that asks for moves, an ending that looks ahead.
pub const DEPTH: u32 = 16;

/// Cells of a board whose towers may be so high.
pub fn cells(stack: u16) -> usize {
    match stack {
        0 | 1 => CELLS,
        high => CELLS.min(STOREYS / usize::from(high)),
    }
}

impl fmt::Display for TooWide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooWide::Steps => {
                write!(f, "the position takes more than {} steps of walks to be answered", STEPS)
            }
            TooWide::Moves => write!(f, "the position has more than {} moves", MOVES),
            TooWide::Ways => write!(f, "a walk can go on in more than {} ways", WAYS),
            TooWide::Depth => write!(
                f,
                "to answer this, questions are asked within questions more than {} deep: a condition asks for moves that ask for it again",
                DEPTH
            ),
        }
    }
}
