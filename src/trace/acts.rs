//! Acts: what a walk does to the board.

use super::Inquiry;
use super::walk::{By, Stand};
use crate::index::{Cell, Piece};
use crate::rules::{Act, Bearer, Cells, Tower};

impl Inquiry<'_> {
    /// The walk after an act, unless that does not fit.
    pub(super) fn act<'a, 'n>(
        &self,
        by: By,
        act: Act,
        mut stand: Stand<'a, 'n>,
    ) -> Option<Stand<'a, 'n>> {
        if act == Act::Again {
            stand.again = true;
            return Some(stand);
        }
        if let Act::Become(kind) = act {
            let place = stand.place?;
            let owner = stand.board.at(place).owner();
            stand.became = Some(kind);
            stand.board.set(place, Piece::new(kind, owner));
            return Some(stand);
        }
        if let Act::Take(purse, ..) | Act::Add(purse, _) = act {
            let (number, player) = (purse.number, purse.player(by.player));
            let slot = match self.layout.bearer(number) {
                Bearer::Cell => self.layout.cell_number(number, stand.cursor?),
                Bearer::Player | Bearer::Turn => self.layout.player_number(number, player),
            };
            return counted(act, slot, stand);
        }
        if let Act::Tower(Tower::Carry(portion, held)) = act {
            return self.carry(portion, held, stand);
        }
        let cell = stand.cursor?;
        let found = stand.board.at(cell);
        if stand.taken.contains(&cell) && !matches!(act, Act::Mark(..)) {
            return None;
        }
        match act {
            Act::Capture if self.rules.turn.captures_last && stand.place != Some(cell) => {
                if found.is_empty() {
                    return None;
                }
                stand.taken.push(cell);
                self.capture(by, cell, found, &mut stand);
            }
            Act::Capture | Act::Lift | Act::LiftAs(_) => {
                if found.is_empty() {
                    return None;
                }
                self.lower(&mut stand.board, cell);
                match act {
                    Act::Capture => self.capture(by, cell, found, &mut stand),
                    Act::LiftAs(name) => {
                        stand.kept.retain(|(known, _)| *known != name);
                        stand.kept.push((name, found));
                    }
                    _ => {}
                }
                if stand.place == Some(cell) {
                    stand.place = None;
                }
            }
            Act::PutBack(name) => {
                let at = stand.kept.iter().position(|(known, _)| *known == name)?;
                if !found.is_empty() {
                    return None;
                }
                let (_, piece) = stand.kept.remove(at);
                stand.board.set(cell, piece);
            }
            Act::Put(kind) | Act::Cover(kind) => {
                if !found.is_empty() {
                    return None;
                }
                if let Act::Cover(_) = act {
                    stand.path.push(cell);
                }
                let owner = (!self.rules.kinds[kind.index()].neutral).then_some(by.player);
                stand.board.set(cell, Piece::new(kind, owner));
            }
            Act::Drop(kind) => {
                let slot = self.layout.hand(by.player, kind)?;
                let held = stand.board.at(slot).byte().checked_sub(1)?;
                if !found.is_empty() {
                    return None;
                }
                stand.board.set(slot, Piece::of_byte(held));
                stand.board.set(cell, Piece::new(kind, Some(by.player)));
            }
            Act::Tower(tower) => return self.act_on_tower(by, tower, cell, stand),
            Act::Mark(mark, on) => stand.marks.push((mark, cell, on)),
            Act::Flip => {
                let team = |player| self.rules.team(player);
                found.owner().filter(|owner| team(*owner) != team(by.player))?;
                stand.board.set(cell, Piece::new(found.kind()?, Some(by.player)));
            }
            Act::Push => {
                if found.is_empty() {
                    return None;
                }
                let next = self.graph.next(cell, stand.heading);
                match next {
                    Some(next) if stand.board.at(next).is_empty() => {
                        let tower = self.tower(&stand.board, cell);
                        self.build(&mut stand.board, next, &tower)?;
                    }
                    Some(_) => return None,
                    None => self.capture_all(by, cell, &mut stand),
                }
                self.build(&mut stand.board, cell, &[])?;
                if stand.place == Some(cell) {
                    stand.place = next;
                    stand.path.extend(next);
                }
            }
            Act::Land => {
                let place = stand.place?;
                if place != cell {
                    if found.owner() == Some(by.player) {
                        return None;
                    }
                    self.capture_all(by, cell, &mut stand);
                    self.arrive(place, cell, &[], &mut stand)?;
                }
            }
            Act::Become(_) | Act::Again | Act::Take(..) | Act::Add(..) => {}
        }
        Some(stand)
    }

    /// What stands on a block of cells is turned.
    pub(super) fn turn<'a, 'n>(
        &self,
        by: By,
        cells: &Cells,
        right: bool,
        mut stand: Stand<'a, 'n>,
    ) -> Option<Stand<'a, 'n>> {
        let turned = self.graph.quarter(cells, self.rules.facing(by.player), right)?;
        if turned.iter().any(|(from, _)| stand.taken.contains(from)) {
            return None;
        }
        let before = stand.board.clone();
        for (from, to) in &turned {
            let tower = self.tower(&before, *from);
            self.build(&mut stand.board, *to, &tower)?;
        }
        let place = turned.iter().find(|(from, _)| stand.place == Some(*from));
        stand.place = place.map_or(stand.place, |(_, to)| Some(*to));
        // The first of the cells, and where it went, tell which block was turned, and how.
        stand.path.extend(turned.first().into_iter().flat_map(|(from, to)| [*from, *to]));
        Some(stand)
    }

    /// What stood on the cell is captured, and goes to a hand where the rules say so.
    pub(super) fn capture(&self, by: By, cell: Cell, found: Piece, stand: &mut Stand<'_, '_>) {
        stand.captures.push(cell);
        let held = self.rules.in_hand(found, by.player);
        if let Some(slot) = held.and_then(|(player, kind)| self.layout.hand(player, kind)) {
            let held = stand.board.at(slot).byte().saturating_add(1);
            stand.board.set(slot, Piece::of_byte(held));
        }
    }
}

/// A number is more or less, if it can be.
fn counted<'a, 'n>(act: Act, slot: Cell, mut stand: Stand<'a, 'n>) -> Option<Stand<'a, 'n>> {
    let count = stand.board.at(slot).0;
    let after = match act {
        Act::Add(_, amount) => count + stand.amount(amount)?,
        Act::Take(_, amount, held) => {
            let taken = match amount {
                Some(amount) => stand.amount(amount)?,
                None => Some(count).filter(|count| *count > 0)?,
            };
            let left = count.checked_sub(taken)?;
            if let Some(held) = held {
                stand.held.retain(|(known, _)| *known != held);
                stand.held.push((held, taken as u8));
            }
            left
        }
        _ => return None,
    };
    stand.board.set(slot, Piece::of_byte(u8::try_from(after).ok()?));
    Some(stand)
}
