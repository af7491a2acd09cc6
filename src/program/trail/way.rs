//! How far a walk has come.

use std::rc::Rc;

use super::{EMPTY, EVERY, Effect, Gone, Needs, Trail, meet, only, sole};
use crate::index::{Cell, Heading, Kind, Piece, Register};
use crate::program::check::{Codes, View, has};
use crate::rules::Purse;

/// How far a walk has come, for all boards that are as it needs them.
#[derive(Clone)]
pub(super) struct Way {
    /// What must be so before, and what it has done: most ways that part have both in common for long.
    pub needs: Rc<Needs>,
    pub effect: Rc<Effect>,
    /// Where it is.
    pub cursor: Option<Cell>,
    /// Where the walking piece is, if it is one's.
    pub place: Option<Cell>,
    /// Where it heads.
    pub heading: Heading,
    /// The cells that it has named.
    pub names: Rc<Vec<(Register, Cell)>>,
    /// What it has lifted to put it down again.
    pub kept: Rc<Vec<(Register, Piece)>>,
    /// How much it has taken of numbers, by the name of that.
    pub held: Rc<Vec<(Register, Held)>>,
    /// Where it has captured what leaves the board when the move is over.
    pub taken: Rc<Vec<Cell>>,
    /// How far it had come when it could be gone on with, if it can be.
    pub gone: Option<Rc<Gone>>,
    /// From where it was looked for what is given, if not from where it begins.
    pub onto: Option<Cell>,
}

/// How much a walk has taken of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// So much.
    Known(u16),
    /// All that there is of that number: how much that is, nothing has told yet.
    All(Purse),
}

impl Way {
    /// At the start of a walk.
    pub fn start(view: &View<'_>, from: Option<(Cell, Kind)>) -> Self {
        let mut way = Way {
            needs: Rc::default(),
            effect: Rc::default(),
            cursor: from.map(|from| from.0),
            place: from.map(|from| from.0),
            heading: view.facing.heading,
            names: Rc::default(),
            kept: Rc::default(),
            held: Rc::default(),
            taken: Rc::default(),
            gone: None,
            onto: None,
        };
        if let Some((cell, kind)) = from {
            let piece = Piece::new(kind, Some(view.mover));
            way.needs().content.push((cell, only(piece)));
            way.effect().path.push(cell);
        }
        way
    }

    /// What must be so before, to be changed.
    pub fn needs(&mut self) -> &mut Needs {
        Rc::make_mut(&mut self.needs)
    }

    /// What it has done, to be changed.
    pub fn effect(&mut self) -> &mut Effect {
        Rc::make_mut(&mut self.effect)
    }

    /// The same way where one of those stands on the cell, if that can be.
    pub fn where_stands(mut self, cell: Cell, wanted: &Codes) -> Option<Self> {
        if let Some(piece) = self.effect.sets.get(cell) {
            // What has come up there is not known.
            if piece.is_empty() && self.effect.lowers.contains(&cell) {
                self.effect().vague = true;
                return Some(self);
            }
            return has(wanted, piece).then_some(self);
        }
        let Some(at) = self.needs.content.iter().position(|need| need.0 == cell) else {
            if *wanted != EVERY {
                self.needs().content.push((cell, wanted.clone()));
            }
            return (!wanted.is_none()).then_some(self);
        };
        let known = &self.needs.content[at].1;
        let found = meet(known, wanted);
        if found != *known {
            if found.is_none() {
                return None;
            }
            self.needs().content[at].1 = found;
        }
        Some(self)
    }

    /// What is sure to stand on a cell, if that is sure.
    pub fn sure(&self, cell: Cell) -> Option<Piece> {
        if let Some(piece) = self.effect.sets.get(cell) {
            return Some(piece);
        }
        sole(&self.needs.content.iter().find(|need| need.0 == cell)?.1)
    }

    /// The same way where the cell at hand has that name, if there is one.
    pub fn named(mut self, name: Register) -> Option<Self> {
        let cell = self.cursor?;
        let names = Rc::make_mut(&mut self.names);
        match names.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 = cell,
            None => names.push((name, cell)),
        }
        Some(self)
    }

    /// The cell of that name.
    pub fn name(&self, name: Register) -> Option<Cell> {
        self.names.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// The piece that it keeps under that name.
    pub fn kept(&self, name: Register) -> Option<Piece> {
        self.kept.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Keeps a piece under that name, or none.
    pub fn keep(&mut self, name: Register, piece: Option<Piece>) {
        let kept = Rc::make_mut(&mut self.kept);
        kept.retain(|known| known.0 != name);
        kept.extend(piece.map(|piece| (name, piece)));
    }

    /// How much it has taken under that name.
    pub fn held(&self, name: Register) -> Option<Held> {
        self.held.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Takes down under a name how much was taken.
    pub fn hold(&mut self, name: Register, held: Held) {
        let all = Rc::make_mut(&mut self.held);
        all.retain(|known| known.0 != name);
        all.push((name, held));
    }

    /// Whether it has taken all that there is of a number, of which nothing has told how much that is.
    pub fn takes_unknown(&self) -> bool {
        self.held.iter().any(|known| matches!(known.1, Held::All(..)))
    }

    /// Whether all is yet as it was before.
    pub fn changes_nothing(&self) -> bool {
        // Marks are made when the move is over.
        let Effect { path, marks, .. } = &*self.effect;
        let none = Effect { path: path.clone(), marks: marks.clone(), ..Effect::default() };
        let taken = self.taken.is_empty() && self.held.is_empty() && self.kept.is_empty();
        taken && *self.effect == none
    }

    /// Whether it ends elsewhere than where it was looked for what is given.
    pub fn looks_elsewhere(&self) -> bool {
        self.onto.is_some() && self.effect.path.last() != self.onto.as_ref()
    }

    /// Lets a piece stand on a cell.
    pub fn set(&mut self, cell: Cell, piece: Piece) {
        self.effect().sets.insert(cell, piece);
    }

    /// What has come of it; nothing if it changes nothing.
    pub fn trail(self) -> Option<Trail> {
        let gone = self.gone.clone();
        let (needs, effect) = self.told();
        changes(&effect).then_some(Trail { needs, effect, gone })
    }

    /// Whether nothing has changed yet where it is over but for what follows, also if that `ends_later`.
    pub fn changes_later(&self, ends_later: bool) -> bool {
        let follows = ends_later || !self.effect.after.is_empty();
        follows && !changes(&self.clone().told().1)
    }

    /// What it has needed and done, were it over.
    pub fn told(self) -> Gone {
        let (needs, effect) = (Rc::unwrap_or_clone(self.needs), self.effect);
        let mut effect = Rc::unwrap_or_clone(effect);
        effect.became = effect.became.filter(|_| self.place.is_none());
        self.taken.iter().for_each(|cell| effect.sets.insert(*cell, Piece::EMPTY));
        // What is sure to be as before is no change, unless something stands on top of its like.
        let rises = effect.rises;
        let same = |cell: Cell, piece: Piece| !rises && sole(&needs.on(cell)) == Some(piece);
        effect.sets.retain(|cell, piece| !same(cell, piece));
        // Nothing is captured where nothing can stand.
        effect.captures.retain(|cell| needs.on(*cell) != EMPTY);
        effect.captures.sort();
        effect.captures.dedup();
        (needs, effect)
    }
}

/// Whether a walk has changed anything but by what follows it.
fn changes(effect: &Effect) -> bool {
    !effect.sets.is_empty() || !effect.marks.is_empty() || !effect.tallies.is_empty()
}
