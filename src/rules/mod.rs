//! Syntax → validated model, every name resolved.

mod ask;
mod check;
mod check_format;
mod cond;
mod expand;
mod form;
mod format;
mod goal;
pub mod graph;
pub mod layout;
pub mod limits;
mod load;
pub mod model;
mod names;
mod past;
mod print;
mod settle;
mod test;
mod visit;

pub use graph::Graph;
pub use layout::{Change, Layout};
pub use load::load;
pub use model::*;
