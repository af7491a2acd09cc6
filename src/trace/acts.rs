//! Acts: what a walk does to the board.

use super::Inquiry;
use super::walk::{By, Stand};
use crate::index::Piece;
use crate::rules::Act;

impl Inquiry<'_> {
    /// The walk after an act, unless that does not fit.
    pub(super) fn act<'a>(&self, by: By, act: Act, mut stand: Stand<'a>) -> Option<Stand<'a>> {
        if act == Act::Again {
            stand.again = true;
            return Some(stand);
        }
        if let Act::Become(kind) = act {
            let place = stand.place?;
            stand.board.set(place, Piece::new(kind, stand.board.at(place).owner()));
            return Some(stand);
        }
        let cell = stand.cursor?;
        let found = stand.board.at(cell);
        match act {
            Act::Capture | Act::Lift => {
                if found.is_empty() {
                    return None;
                }
                stand.board.set(cell, Piece::EMPTY);
                if act == Act::Capture {
                    stand.captures.push(cell);
                }
                if stand.place == Some(cell) {
                    stand.place = None;
                }
            }
            Act::Put(kind) => {
                if !found.is_empty() {
                    return None;
                }
                let owner = (!self.rules.kinds[kind.index()].neutral).then_some(by.player);
                stand.board.set(cell, Piece::new(kind, owner));
            }
            Act::Flip => {
                found.owner().filter(|owner| *owner != by.player)?;
                stand.board.set(cell, Piece::new(found.kind()?, Some(by.player)));
            }
            Act::Land => {
                let place = stand.place?;
                if place != cell {
                    if found.owner() == Some(by.player) {
                        return None;
                    }
                    if !found.is_empty() {
                        stand.captures.push(cell);
                    }
                    stand.board.set(cell, stand.board.at(place));
                    stand.board.set(place, Piece::EMPTY);
                    stand.place = Some(cell);
                    stand.path.push(cell);
                }
            }
            Act::Become(_) | Act::Again => {}
        }
        Some(stand)
    }
}
