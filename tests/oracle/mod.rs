//! The four contest problems solved by hand, and some games on boards of other shapes, from their statements and
//! from nothing else.
//!
//! Each is as plain as it can be: the program must agree with it, with the contests byte for byte.
#![allow(dead_code, reason = "each suite uses its own part")]

pub mod arrows;
pub mod bids;
pub mod boards;
pub mod castles;
pub mod dice;
pub mod discs;
pub mod draughts;
pub mod flying;
pub mod forbidden;
pub mod lions;
pub mod loops;
pub mod mate;
pub mod partners;
pub mod path;
pub mod pushes;
pub mod queen;
pub mod race;
pub mod ranked;
pub mod rims;
pub mod rows;
pub mod stones;
pub mod swarm;
pub mod tafl;
pub mod tiles;
pub mod tomek;
pub mod towers;
pub mod units;
pub mod walls;

/// A row of a board, a dot for each empty cell, as packed boards have it: `..w` is `2w`.
pub fn packed(row: &[u8]) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for letter in row {
        if *letter == b'.' {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &run.to_string();
            run = 0;
        }
        text.push(char::from(*letter));
    }
    if run > 0 { text + &run.to_string() } else { text }
}
