//! Syntax → validated model, every name resolved.

mod ask;
pub mod graph;
pub mod limits;
pub mod model;

pub use graph::Graph;
pub use model::*;
