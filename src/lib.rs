//! A referee for board games written as data.

pub mod cli;
pub mod diag;
pub mod eval;
pub mod index;
pub mod notation;
pub mod position;
pub mod program;
pub mod report;
pub mod rules;
pub mod source;
pub mod syntax;
pub mod trace;
