//! A Betza text as read: moves, each of legs.

use crate::source::{Span, Spanned};

/// A piece's moves, one after the other as written; at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Betza {
    /// The moves.
    pub moves: Vec<Spanned<Move>>,
    /// The whole text.
    pub span: Span,
}

/// Modifiers and an atom: `fmW`, `N0`, `cabK`.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// `i`: only while the piece has not moved.
    pub initial: Option<Span>,
    /// What is done one after the other, parted by `a`; at least one.
    pub legs: Vec<Leg>,
    /// How each leg steps.
    pub atom: Atom,
}

/// One leg of a move: the modifiers that concern it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leg {
    /// Where the leg goes; everywhere if empty.
    pub dirs: Vec<Spanned<Dir>>,
    /// `m`, `c`, `d`, `e`, `p`, `g`, `n`, `j`, `y`, `z` as they were written.
    pub marks: Vec<Spanned<char>>,
    /// The place of the modifiers; of the atom if there are none.
    pub span: Span,
}

impl Leg {
    /// The place of a modifier, if the leg has it.
    pub fn mark(&self, mark: char) -> Option<Span> {
        self.marks.iter().find(|known| known.value == mark).map(|known| known.span)
    }

    /// Whether the leg has a modifier.
    pub fn has(&self, mark: char) -> bool {
        self.mark(mark).is_some()
    }
}

/// A direction: one or two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// `f`, `ff`, and so with `b`, `l`, `r`, `s`, `v`.
    One(char),
    /// `fl`, `lf`, `fs`, `lv`: the first letter picks a side of what the second means.
    Two(char, char),
    /// `fh`, `bh`, `lh`, `rh`: a half of the eight.
    Half(char),
    /// `hr`, `hl`: the four leaps of one hand.
    Hand(char),
}

/// A step of so many cells along one axis and so many along the other, the shorter first.
pub type Step = (u8, u8);

/// The capital of a move, and how often it steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// As written, without its range.
    pub name: Spanned<String>,
    /// Its steps: two for `K` and `Q`, one for all others.
    pub steps: Vec<Step>,
    /// How many steps it goes in a line at most; without end if `None`.
    pub range: Option<u32>,
}
