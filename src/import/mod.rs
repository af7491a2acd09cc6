//! Variants of foreign formats → rule files.
//!
//! A file of variants is INI: sections of options, each perhaps built on another. What the options are
//! and what each means is data, a table of `tables/` ([`Format`]): it gives for every option the piece of
//! TOML that says the same. This module reads the INI, resolves the sections that build on one another,
//! fills in the templates, and writes either a whole rule file or, where the variant builds on one that is
//! shipped, the difference to that.
//!
//! ```text
//! INI ──ini──▶ sections ──settings──▶ options with values ──document──▶ TOML ──lay──▶ difference ──write──▶ text
//! ```
//!
//! What is not carried over is never dropped: it is told in the file, and as a diagnostic.

mod around;
mod cells;
mod document;
mod fill;
pub mod ini;
mod lay;
mod pieces;
mod scope;
mod settings;
mod start;
mod table;
mod value;
mod when;
mod write;

pub use document::{Imported, Importer};
pub use table::Format;
