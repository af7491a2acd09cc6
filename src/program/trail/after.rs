//! What follows a move, on cells that depend only on where it ends: whatever of some pieces stands there becomes
//! another, or leaves the board.

use std::collections::HashMap;
use std::rc::Rc;

use super::way::Way;
use super::{EMPTY, Finder, join, meet, only, without};
use crate::index::{Cell, Heading, Piece};
use crate::program::check::Codes;
use crate::program::why::{Reason, Why};
use crate::rules::{Cond, Dirs, Node};

/// What follows on one cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct After {
    /// The cell.
    pub cell: Cell,
    /// If one of these stands there,
    pub of: Codes,
    /// this does then.
    pub piece: Piece,
}

/// By the part of a walk, the cell and the heading.
pub(super) type Follows = HashMap<(*const Node, Cell, Heading), Result<Rc<Vec<After>>, Why>>;

impl Finder<'_, '_> {
    /// The way on after a deed in each of some directions, where it fits.
    pub(super) fn each(
        &mut self,
        node: &Node,
        dirs: &Dirs,
        body: &Node,
        mut way: Way,
    ) -> Result<Way, Why> {
        // What has been captured may still stand there, and is gone when this is done by the plan.
        if !way.taken.is_empty() {
            return Err(Reason::Taken.into());
        }
        let cell = way.cursor.ok_or(Reason::EachDoesMore)?;
        let key = (std::ptr::from_ref(node), cell, way.heading);
        let known = match self.follows.get(&key) {
            Some(known) => known.clone(),
            None => {
                let found = self.around(dirs, body, cell, way.heading).map(Rc::new);
                self.follows.insert(key, found.clone());
                found
            }
        };
        way.effect().after = known?.to_vec();
        Ok(way)
    }

    /// What is done in each of some directions from a cell, whatever went before.
    fn around(
        &mut self,
        dirs: &Dirs,
        body: &Node,
        cell: Cell,
        heading: Heading,
    ) -> Result<Vec<After>, Why> {
        let mut after: Vec<After> = Vec::new();
        for heading in self.view.headings(dirs, heading).iter().copied() {
            let mut start = Way::start(self.view, None);
            (start.cursor, start.heading) = (Some(cell), heading);
            let apart = std::mem::replace(&mut self.apart, true);
            let fits = self.walk(body, start);
            self.apart = apart;
            for fit in fits? {
                let (needs, effect) = (&fit.needs, &fit.effect);
                let sets: Vec<(Cell, Piece)> = effect.sets.iter().collect();
                let ([(cell, of)], [(set, piece)]) = (&needs.content[..], &sets[..]) else {
                    return Err(Reason::EachDoesMore.into());
                };
                // A deed on the cell that it depends on, and on nothing else; one of several, by what stands there.
                let plain = cell == set
                    && effect.lowers.is_empty()
                    && effect.captures.is_empty()
                    && effect.marks.is_empty()
                    && effect.tallies.is_empty()
                    && effect.drop.is_none()
                    && effect.path.is_empty()
                    && effect.after.is_empty()
                    && needs.content_alone();
                let meets = |known: &After| {
                    let all = join(&known.of, &only(known.piece));
                    known.cell == *cell && !meet(&all, &join(of, &only(*piece))).is_none()
                };
                if !plain || after.iter().any(meets) {
                    return Err(Reason::EachDoesMore.into());
                }
                after.push(After { cell: *cell, of: of.clone(), piece: *piece });
            }
        }
        after.sort();
        Ok(after)
    }

    /// The ways on which a condition on the walk so far holds, or does not.
    pub(super) fn when(&mut self, when: &Cond, wanted: bool, way: Way) -> Result<Vec<Way>, Why> {
        match when {
            Cond::Not(when) => self.when(when, !wanted, way),
            Cond::Captured => Ok(captured(wanted, way)),
            Cond::All(list) | Cond::Any(list) if list.len() == 1 => {
                self.when(&list[0], wanted, way)
            }
            when => self.cond_given(when, wanted, way),
        }
    }
}

/// The ways on which something has been captured, or nothing has.
fn captured(wanted: bool, mut way: Way) -> Vec<Way> {
    let mut ways = Vec::new();
    for cell in way.effect.captures.clone() {
        let stands = without(&way.needs.on(cell), &EMPTY);
        if wanted && !stands.is_none() {
            ways.push(way.with(cell, stands));
        }
        // On the others nothing is captured there.
        let empty = meet(&way.needs.on(cell), &EMPTY);
        if empty.is_none() {
            return ways;
        }
        way = way.with(cell, empty);
    }
    if !wanted {
        ways.push(way);
    }
    ways
}

impl Way {
    /// The same way where just that stood on a cell before.
    fn with(&self, cell: Cell, codes: Codes) -> Self {
        let mut way = self.clone();
        match way.needs().content.iter_mut().find(|need| need.0 == cell) {
            Some(need) => need.1 = codes,
            None => way.needs().content.push((cell, codes)),
        }
        way
    }
}
