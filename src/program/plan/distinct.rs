//! Whether each move is found once.

use std::collections::BTreeMap;

use super::kinds::{Arrivals, Group};
use super::shape::arrival;
use crate::index::{Cell, MoveName, Piece};
use crate::program::check::{Codes, has};
use crate::program::trail::{Effect, Given, Needs, meet};

/// Fails where one move could be found twice.
pub(super) fn distinct<S>(
    groups: &[(Group<S>, Arrivals, Vec<Given>)],
    loose: &[BTreeMap<Effect, (MoveName, Vec<Needs>)>],
    routes: bool,
) -> Option<()> {
    for (at, (group, ends, _)) in groups.iter().enumerate() {
        for (other, others, _) in &groups[..at] {
            let lands = |group: &Group<S>| group.parts.iter().map(|part| part.codes).collect();
            let (a, b): (Vec<Codes>, Vec<Codes>) = (lands(group), lands(other));
            let meet = a.iter().any(|a| b.iter().any(|b| meet(a, b) != [0; 4]));
            let shares = |(ends, pieces): (&(Cell, Cell), &Vec<Piece>)| {
                others.get(ends).is_some_and(|known| pieces.iter().any(|one| known.contains(one)))
            };
            if meet && ends.iter().any(shares) {
                return None;
            }
        }
    }
    for (from, moves) in loose.iter().enumerate() {
        let from = Cell::at(from);
        let told: Vec<Told<'_>> =
            moves.iter().map(|(effect, (_, needs))| Told::of(effect, needs)).collect();
        for (at, one) in told.iter().enumerate() {
            // Of two moves that change all that they set, only equal ones change the same.
            let idle = one.sure.len() < one.sets.len();
            let alike = |two: &Told<'_>| if idle { one.may_be(two) } else { one.sets == two.sets };
            let alike = |two: &Told<'_>| (!routes || one.path == two.path) && alike(two);
            if told.iter().enumerate().any(|(other, two)| other != at && alike(two)) {
                return None;
            }
            let plain = one.plain(from);
            let known = |ends: &Arrivals| {
                plain.is_some_and(|(to, piece)| {
                    ends.get(&(from, to)).is_some_and(|all| all.contains(&piece))
                })
            };
            if groups.iter().any(|(_, ends, _)| known(ends)) {
                return None;
            }
        }
    }
    Some(())
}

/// What a move sets, and what of that is sure to be a change.
struct Told<'e> {
    path: &'e [Cell],
    sets: &'e BTreeMap<Cell, Piece>,
    sure: Vec<(Cell, Piece)>,
}

impl<'e> Told<'e> {
    fn of(effect: &'e Effect, needs: &[Needs]) -> Self {
        let stays = |cell: Cell, piece: Piece| {
            let before = |needs: &Needs| has(&arrival(needs, cell), piece);
            needs.iter().any(before)
        };
        let sure = effect.sets.iter().map(|(cell, piece)| (*cell, *piece));
        Self {
            path: &effect.path,
            sets: &effect.sets,
            sure: sure.filter(|(cell, piece)| !stays(*cell, *piece)).collect(),
        }
    }

    fn sets(&self, (cell, piece): &(Cell, Piece)) -> bool {
        self.sets.get(cell) == Some(piece)
    }

    /// Whether both can change the same on some board.
    fn may_be(&self, other: &Told<'_>) -> bool {
        self.sure.iter().all(|one| other.sets(one)) && other.sure.iter().all(|one| self.sets(one))
    }

    /// The plain move that it may be: where that leads, and what the piece is then.
    fn plain(&self, from: Cell) -> Option<(Cell, Piece)> {
        let left = (from, Piece::EMPTY);
        let mut others = self.sure.iter().filter(|one| **one != left);
        let arrives = *others.next()?;
        (others.next().is_none() && self.sets(&left)).then_some(arrives)
    }
}
