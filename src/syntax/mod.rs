//! Text → syntax tree with spans.
//!
//! [`document`] walks the TOML document; every quoted word in it goes through [`parse`], whose
//! grammars are in `grammar/`.

pub mod ast;
pub mod directions;
pub mod document;
mod error;
mod fields;
pub mod limits;
pub mod parse;
pub mod template;
pub mod text;
