//! Groups of stones on hexagons, from the rules alone: what the stars of a board are worth, and what the sizes of groups come to when
//! they are multiplied.

use std::collections::{BTreeMap, BTreeSet};

/// A hexagon, by slanting file and rank.
type Cell = (i32, i32);
/// What stands on each hexagon.
pub type Board = BTreeMap<Cell, u8>;

/// The cells of a board that is given in rows from the north, of which those below rank `waist`, counted from 0 in the south, each
/// begin a file further east than the one above.
pub fn read(rows: &[String], waist: i32) -> Board {
    let ranks = (0..rows.len() as i32).rev();
    let cells = ranks.zip(rows).flat_map(|(rank, row)| {
        let files = (waist - rank).max(0)..;
        files.map(move |file| (file, rank)).zip(row.bytes())
    });
    cells.collect()
}

fn beside((x, y): Cell) -> [Cell; 6] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)]
}

/// The groups of one colour.
fn groups(board: &Board, colour: u8) -> Vec<BTreeSet<Cell>> {
    let mut left: BTreeSet<Cell> =
        board.iter().filter(|(_, stone)| **stone == colour).map(|(cell, _)| *cell).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut group = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in beside(cell).into_iter().filter(|next| left.remove(next)) {
                group.insert(next);
                open.push(next);
            }
        }
        groups.push(group);
    }
    groups
}

/// What a colour's stars are worth: each group that touches three cells of the rim (`#`) or more, two less than it touches.
pub fn stars(board: &Board, colour: u8) -> i64 {
    let touched = |group: &BTreeSet<Cell>| {
        let around: BTreeSet<Cell> = group.iter().flat_map(|cell| beside(*cell)).collect();
        around.iter().filter(|cell| board.get(cell) == Some(&b'#')).count() as i64
    };
    groups(board, colour)
        .iter()
        .map(touched)
        .filter(|touched| *touched >= 3)
        .map(|touched| touched - 2)
        .sum()
}

/// The sizes of a colour's groups, multiplied; 0 without any.
pub fn product(board: &Board, colour: u8) -> i64 {
    let groups = groups(board, colour);
    if groups.is_empty() { 0 } else { groups.iter().map(|group| group.len() as i64).product() }
}
