//! Whether each move is found once.

use std::collections::BTreeSet;

use super::kinds::{Arrivals, Group, Single, Singles};
use super::shape::arrival;
use crate::index::{Cell, Kind, Piece};
use crate::program::check::{Codes, has};
use crate::program::trail::{Effect, Given, Needs, Sets, meet};

/// Which moves are found once.
pub(super) struct Distinct {
    /// By group, the groups before it by which some of its moves are made as well: it is told without these.
    pub less: Vec<Vec<usize>>,
    /// By group, whether one of its moves may come to the same as one of another group.
    pub alike: Vec<bool>,
    /// Whether moves by themselves may come to the same as others.
    pub loosely: bool,
}

/// Tells where one move could be found twice.
pub(super) fn distinct<S>(
    groups: &[(Group<S>, Arrivals, Vec<Given>)],
    loose: &[Singles],
    routes: bool,
) -> Distinct {
    let (less, alike) = (vec![Vec::new(); groups.len()], vec![false; groups.len()]);
    let mut found = Distinct { less, alike, loosely: false };
    for (at, (group, ends, _)) in groups.iter().enumerate() {
        for (before, (other, others, _)) in groups[..at].iter().enumerate() {
            let lands =
                |group: &Group<S>| group.parts.iter().map(|part| part.codes.clone()).collect();
            let (a, b): (Vec<Codes>, Vec<Codes>) = (lands(group), lands(other));
            let meet = a.iter().any(|a| b.iter().any(|b| !meet(a, b).is_none()));
            let shares = |(ends, pieces): (&(Cell, Cell), &Vec<Piece>)| {
                others.get(ends).is_some_and(|known| pieces.iter().any(|one| known.contains(one)))
            };
            if !meet || !ends.iter().any(shares) {
                continue;
            }
            // The same but for their name, and which one that is is known: that of the one that comes first.
            let plain = |group: &Group<S>| {
                group.marks.is_none() && !group.stirs && group.tallies.is_empty()
            };
            let mut shared = ends.iter().filter_map(|(ends, all)| Some((all, others.get(ends)?)));
            let same = shared.all(|(pieces, known)| pieces == known);
            if !(same && plain(group) && plain(other) && other.name <= group.name) {
                (found.alike[at], found.alike[before]) = (true, true);
                continue;
            }
            found.less[at].push(before);
        }
    }
    for (from, moves) in loose.iter().enumerate() {
        let from = Cell::at(from);
        let told: Vec<Told<'_>> =
            moves.iter().map(|(effect, single)| Told::of(effect, single)).collect();
        // Of two moves that change all that they set, only equal ones change the same.
        let mut known = BTreeSet::new();
        found.loosely |= !told
            .iter()
            .all(|one| known.insert((one.sets, one.became, routes.then_some(one.path))));
        for (at, one) in told.iter().enumerate() {
            let idle = one.sure.len() < one.sets.len();
            // What changes nothing on some boards is no move there.
            found.loosely |= one.sure.is_empty() && !one.sets.is_empty();
            let route = |two: &Told<'_>| one.path == two.path && one.became == two.became;
            let alike = |two: &Told<'_>| (!routes || route(two)) && one.may_be(two);
            found.loosely |=
                idle && told.iter().enumerate().any(|(other, two)| other != at && alike(two));
            let plain = one.plain(from);
            let known = |ends: &Arrivals| {
                plain.is_some_and(|(to, piece)| {
                    let way = !routes || *one.path == [from, to];
                    way && ends.get(&(from, to)).is_some_and(|all| all.contains(&piece))
                })
            };
            found.loosely |= groups.iter().any(|(_, ends, _)| known(ends));
        }
        if found.loosely {
            break;
        }
    }
    found
}

/// What a move sets, and what of that is sure to be a change.
struct Told<'e> {
    path: &'e [Cell],
    became: Option<Kind>,
    sets: &'e Sets,
    sure: Vec<(Cell, Piece)>,
}

impl<'e> Told<'e> {
    fn of(effect: &'e Effect, single: &'e Single) -> Self {
        let stays = |cell: Cell, piece: Piece| {
            let before = |needs: &Needs| has(&arrival(needs, cell), piece);
            single.any.iter().any(before)
        };
        Self {
            path: &single.path,
            became: effect.became,
            sets: &effect.sets,
            sure: effect.sets.iter().filter(|(cell, piece)| !stays(*cell, *piece)).collect(),
        }
    }

    fn sets(&self, (cell, piece): &(Cell, Piece)) -> bool {
        self.sets.get(*cell) == Some(*piece)
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
