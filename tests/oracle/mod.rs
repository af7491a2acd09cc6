//! The four contest problems solved by hand, and some games on boards of other shapes, from their statements and
//! from nothing else.
//!
//! Each is as plain as it can be: the program must agree with it, with the contests byte for byte.
#![allow(dead_code, reason = "each suite uses its own part")]

pub mod arrows;
pub mod bids;
pub mod boards;
pub mod dice;
pub mod discs;
pub mod draughts;
pub mod flying;
pub mod forbidden;
pub mod mate;
pub mod path;
pub mod pushes;
pub mod queen;
pub mod race;
pub mod ranked;
pub mod rows;
pub mod stones;
pub mod tafl;
pub mod tomek;
pub mod towers;
