//! Syntax → validated model, every name resolved.

mod ask;
mod check;
mod expand;
pub mod graph;
pub mod limits;
mod load;
pub mod model;
mod names;
mod print;

pub use graph::Graph;
pub use load::load;
pub use model::*;
