//! Moves picked by their cells: which cell was pressed after which, and what that means.

use std::collections::BTreeSet;

use crate::game::Moves;

/// A legal move: its cells by name, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The cells that tell it.
    pub cells: Vec<String>,
    /// Its text.
    pub text: String,
}

/// What pressing a cell means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// That move is meant.
    Make(String),
    /// One of these moves is meant.
    Choose(Vec<String>),
    /// These cells are picked now, and more are to follow.
    Picked(Vec<String>),
    /// No legal move goes by that cell.
    Nothing,
}

/// The moves as ways.
pub fn ways(moves: &Moves) -> Vec<Way> {
    let way = |chosen: &crate::game::Move| Way {
        cells: chosen.cells().collect(),
        text: chosen.text().to_owned(),
    };
    moves.iter().map(way).collect()
}

impl Way {
    /// How many of its cells are behind it when it has gone by all those cells in their order, the first of them its own first: `a1 c3` of
    /// `a1 b2 c3 d4` are three.
    fn behind(&self, picked: &[String]) -> Option<usize> {
        if picked.first() != self.cells.first() {
            return None;
        }
        let mut cells = self.cells.iter().enumerate();
        let mut behind = 0;
        for cell in picked {
            behind = cells.find(|(_, known)| *known == cell)?.0 + 1;
        }
        Some(behind)
    }

    fn ends(&self, cell: &str) -> bool {
        self.cells.last().is_some_and(|last| last == cell)
    }
}

/// The ways that go by those cells; all if there are none.
pub fn by<'w>(ways: &'w [Way], picked: &[String]) -> Vec<&'w Way> {
    let fits = |way: &&Way| picked.is_empty() || way.behind(picked).is_some();
    ways.iter().filter(fits).collect()
}

/// The cells that may be pressed next: the next one of each way, and its last.
pub fn next(ways: &[Way], picked: &[String]) -> BTreeSet<String> {
    let mut next = BTreeSet::new();
    for way in by(ways, picked).into_iter().filter(|_| !picked.is_empty()) {
        let ahead = way.cells.get(way.behind(picked).unwrap_or_default()..).unwrap_or_default();
        next.extend([ahead.first(), ahead.last()].into_iter().flatten().cloned());
    }
    next
}

/// What it means that a cell is pressed, after those that are picked.
pub fn press(ways: &[Way], picked: &[String], cell: &str) -> Pressed {
    let one_of = |those: Vec<&Way>| match those.as_slice() {
        [only] => Pressed::Make(only.text.clone()),
        several => Pressed::Choose(several.iter().map(|way| way.text.clone()).collect()),
    };
    if picked.last().is_some_and(|last| last == cell) {
        // The same cell again: what ends there is meant, or nothing any more.
        let ended: Vec<&Way> = by(ways, picked).into_iter().filter(|way| way.ends(cell)).collect();
        return match ended.is_empty() {
            true => Pressed::Picked(Vec::new()),
            false => one_of(ended),
        };
    }
    let mut after = picked.to_vec();
    after.push(cell.to_owned());
    let those = by(ways, &after);
    match those.as_slice() {
        [] if picked.is_empty() => Pressed::Nothing,
        // Another piece may be meant.
        [] => press(ways, &[], cell),
        // A piece with one move is picked all the same.
        [only] if !picked.is_empty() || only.cells.len() == 1 => one_of(those),
        _ if !picked.is_empty() && those.iter().all(|way| way.ends(cell)) => one_of(those),
        _ if those.iter().all(|way| way.cells.len() == 1) => one_of(those),
        _ => Pressed::Picked(after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(texts: &[&str]) -> Vec<Way> {
        let way = |text: &&str| {
            let cells = text.split(['=', '@']).next_back().filter(|_| text.contains('@'));
            let cells = cells.unwrap_or(text.split('=').next().unwrap_or_default());
            Way { cells: cells.split('-').map(str::to_owned).collect(), text: (*text).to_owned() }
        };
        texts.iter().map(way).collect()
    }

    fn picked(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    #[test]
    fn a_piece_is_picked_and_then_where_it_goes() {
        let ways = ways(&["a1-a2", "b1-b2", "b1-c2"]);
        assert_eq!(press(&ways, &[], "a1"), Pressed::Picked(picked(&["a1"])));
        assert_eq!(press(&ways, &picked(&["a1"]), "a2"), Pressed::Make(String::from("a1-a2")));
        assert_eq!(press(&ways, &picked(&["a1"]), "b1"), Pressed::Picked(picked(&["b1"])));
        assert_eq!(press(&ways, &picked(&["a1"]), "a1"), Pressed::Picked(Vec::new()));
        assert_eq!(press(&ways, &picked(&["a1"]), "c3"), Pressed::Nothing);
        assert_eq!(next(&ways, &picked(&["b1"])), BTreeSet::from_iter(picked(&["b2", "c2"])));
        assert!(next(&ways, &[]).is_empty());
    }

    #[test]
    fn what_is_told_by_one_cell_is_made_at_once_or_chosen() {
        let placed = ways(&["a1", "b1"]);
        assert_eq!(press(&placed, &[], "b1"), Pressed::Make(String::from("b1")));
        let dropped = ways(&["P@a1", "N@a1", "b1-b2"]);
        assert_eq!(press(&dropped, &[], "a1"), Pressed::Choose(picked(&["P@a1", "N@a1"])));
        // A placement beside a move from the same cell: the cell twice is the placement.
        let both = ways(&["a1", "a1-b2"]);
        assert_eq!(press(&both, &[], "a1"), Pressed::Picked(picked(&["a1"])));
        assert_eq!(press(&both, &picked(&["a1"]), "a1"), Pressed::Make(String::from("a1")));
    }

    #[test]
    fn moves_between_the_same_cells_are_chosen_from() {
        let ways = ways(&["a7-a8=Q", "a7-a8=R", "a7-b8=Q"]);
        let from = picked(&["a7"]);
        assert_eq!(press(&ways, &from, "a8"), Pressed::Choose(picked(&["a7-a8=Q", "a7-a8=R"])));
        assert_eq!(press(&ways, &from, "b8"), Pressed::Make(String::from("a7-b8=Q")));
    }

    #[test]
    fn longer_ways_are_told_by_their_end_or_cell_by_cell() {
        let ways = ways(&["a1-c3-e5", "a1-c3-e1", "a1-c3"]);
        let from = picked(&["a1"]);
        assert_eq!(press(&ways, &from, "e5"), Pressed::Make(String::from("a1-c3-e5")));
        let on = picked(&["a1", "c3"]);
        assert_eq!(press(&ways, &from, "c3"), Pressed::Picked(on.clone()));
        assert_eq!(press(&ways, &on, "c3"), Pressed::Make(String::from("a1-c3")));
        assert_eq!(press(&ways, &on, "e1"), Pressed::Make(String::from("a1-c3-e1")));
        assert_eq!(next(&ways, &on), BTreeSet::from_iter(picked(&["e1", "e5"])));
    }
}
