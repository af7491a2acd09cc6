//! Betza notation ↔ move patterns.
//!
//! Betza notation writes a piece's moves as letters: `fmWfcF` goes one cell forward to an empty cell,
//! or takes one cell diagonally forward. `parse` reads it, `pattern` says it as a pattern of the
//! rule language, which then goes through the ordinary grammar, so that there is one meaning;
//! `back` finds the Betza text of a pattern that has one.
//!
//! The letters mean what they mean in XBoard (<https://www.gnu.org/software/xboard/Betza.html>) and
//! Fairy-Stockfish (the head of its `variants.ini`, and `piece.cpp`); where these two differ, the text
//! is refused and told what to write instead.
//!
//! ```
//! use interp::{betza, syntax::text::Text};
//!
//! let betza = betza::parse(&Text::plain("WfF")).expect("two moves");
//! let pattern = betza::pattern(&betza).expect("a pattern");
//! assert_eq!(pattern.value, "step orthogonal or forward diagonal");
//! ```

pub mod ast;
mod back;
mod chain;
mod letters;
mod parse;
mod pattern;
#[cfg(test)]
mod tests;
mod ways;

pub use back::back;
pub use parse::parse;
pub use pattern::pattern;

use crate::diag::Diagnostic;
use crate::syntax::ast::Choice;
use crate::syntax::text::Text;

/// Bytes of a Betza text.
pub const BYTES: usize = 256;
/// Legs of one move, parted by `a`.
pub const LEGS: usize = 8;

/// The walk that a Betza text means; every place in it is one of the Betza text.
///
/// # Errors
///
/// What keeps the text from being read, or from being said as a pattern.
pub fn walk(text: &Text) -> Result<Choice, Vec<Diagnostic>> {
    crate::syntax::parse::pattern(&pattern(&parse(text)?)?)
}
