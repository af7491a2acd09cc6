//! Syntax → validated model, every name resolved.

mod ask;
mod blame;
mod board;
mod chance;
mod check;
mod check_format;
mod check_pieces;
mod clauses;
mod cond;
mod covers;
mod drawing;
mod expand;
mod expand_towers;
mod form;
mod format;
mod given;
mod goal;
pub mod graph;
mod groups;
pub mod layout;
pub mod limits;
mod load;
pub mod model;
mod names;
mod numbers;
mod past;
mod places;
mod print;
mod promotion;
mod rounds;
pub mod schedule;
mod score;
mod settle;
pub mod shape;
mod symmetry;
mod test;
mod tower;
mod tracks;
mod turn;
mod visit;
mod warn;
mod ways;

#[cfg(test)]
mod graph_tests;

pub use ask::points_text;
pub(crate) use blame::blame;
pub use clauses::{Clause, Sort};
pub use drawing::Drawing;
pub use graph::{Facing, Graph};
pub use layout::{Change, Layout};
pub use load::{load, load_with_warnings};
pub use model::*;
pub use schedule::{Place, Schedule};
pub use shape::{Outline, Shape, Tiling};
pub(crate) use warn::{entered, on_board};
