//! How far a walk has come.

use std::collections::BTreeMap;

use super::{EMPTY, EVERY, Effect, Needs, Trail, meet, only};
use crate::index::{Cell, Heading, Kind, Piece, Register};
use crate::program::check::{Codes, View, has};

/// How far a walk has come, for all boards that are as it needs them.
#[derive(Clone)]
pub(super) struct Way {
    /// What must be so before.
    pub needs: Needs,
    /// What it has done.
    pub effect: Effect,
    /// Where it is.
    pub cursor: Option<Cell>,
    /// Where the walking piece is, if it is one's.
    pub place: Option<Cell>,
    /// Where it heads.
    pub heading: Heading,
    /// The cells that it has named.
    pub names: BTreeMap<Register, Cell>,
}

impl Way {
    /// At the start of a walk.
    pub fn start(view: &View<'_>, from: Option<(Cell, Kind)>) -> Self {
        let mut way = Way {
            needs: Needs::default(),
            effect: Effect::default(),
            cursor: from.map(|from| from.0),
            place: from.map(|from| from.0),
            heading: view.facing,
            names: BTreeMap::new(),
        };
        if let Some((cell, kind)) = from {
            let piece = Piece::new(kind, Some(view.mover));
            way.needs.content.push((cell, only(piece)));
            way.effect.path.push(cell);
        }
        way
    }

    /// What may stand on a cell now.
    pub fn at(&self, cell: Cell) -> Codes {
        if let Some(piece) = self.effect.sets.get(&cell) {
            return only(*piece);
        }
        let known = self.needs.content.iter().find(|need| need.0 == cell);
        known.map_or(EVERY, |need| need.1)
    }

    /// The same way where one of those stands on the cell, if that can be.
    pub fn where_stands(mut self, cell: Cell, wanted: &Codes) -> Option<Self> {
        let found = meet(&self.at(cell), wanted);
        if found == [0; 4] {
            return None;
        }
        if !self.effect.sets.contains_key(&cell) {
            match self.needs.content.iter_mut().find(|need| need.0 == cell) {
                Some(need) => need.1 = found,
                None if found == EVERY => {}
                None => self.needs.content.push((cell, found)),
            }
        }
        Some(self)
    }

    /// What is sure to stand on a cell, if that is sure.
    pub fn sure(&self, cell: Cell) -> Option<Piece> {
        let found = self.at(cell);
        let mut codes = (0..=u8::MAX).filter(|code| has(&found, Piece(*code)));
        let first = codes.next()?;
        codes.next().is_none().then_some(Piece(first))
    }

    /// Lets a piece stand on a cell.
    pub fn set(&mut self, cell: Cell, piece: Piece) {
        self.effect.sets.insert(cell, piece);
    }

    /// What has come of it; nothing if it changes nothing.
    pub fn trail(mut self) -> Option<Trail> {
        // What is sure to be as before is no change.
        let same = |cell: &Cell, piece: &Piece| {
            self.needs.content.iter().any(|need| need == &(*cell, only(*piece)))
        };
        self.effect.sets.retain(|cell, piece| !same(cell, piece));
        // Nothing is captured where nothing can stand.
        let empty = |cell: &Cell| self.needs.content.contains(&(*cell, EMPTY));
        self.effect.captures.retain(|cell| !empty(cell));
        self.effect.captures.sort();
        self.effect.captures.dedup();
        let changes = !self.effect.sets.is_empty() || !self.effect.marks.is_empty();
        changes.then_some(Trail { needs: self.needs, effect: self.effect })
    }
}
