//! A referee for board games written as data.

pub mod diag;
pub mod index;
pub mod rules;
pub mod source;
