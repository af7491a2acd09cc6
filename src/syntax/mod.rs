//! Text → syntax tree with spans.
//!
//! [`document`] walks the TOML document and builds the tree of [`decl`]; every quoted word in it goes
//! through [`parse`], whose grammars are in `grammar/`. [`extend`] gathers the texts that a file builds
//! on, and the document that is walked is all of them, merged.

mod areas;
pub mod ast;
mod attributes;
pub(crate) mod chance;
pub mod decl;
mod define;
pub mod directions;
pub mod document;
mod error;
pub mod extend;
mod fields;
pub mod flat;
pub(crate) mod foreign;
mod format;
mod goals;
pub mod limits;
pub(crate) mod meant;
mod merge;
pub mod parse;
pub mod parts;
mod said;
mod same;
pub mod several;
pub mod template;
mod test;
pub mod text;
mod tracks;
mod turn;
mod unfold;
