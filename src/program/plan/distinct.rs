//! Whether each move is found once.

use std::collections::{BTreeMap, BTreeSet};

use super::kinds::{Arrivals, Group, Marked, Single, Singles};
use crate::index::{Cell, Kind, Mark, Piece};
use crate::program::check::{Codes, View, has};
use crate::program::trail::{Effect, Given, Needs, Sets, Tally, meet};
use crate::rules::{Lasts, Named};

/// Which moves are found once.
pub(super) struct Distinct {
    /// By group, the groups before it by which some of its moves are made as well: it is told without these.
    pub less: Vec<Vec<usize>>,
    /// By group, whether one of its moves may come to the same as one of another group.
    pub alike: Vec<bool>,
    /// Whether moves by themselves may come to the same as others.
    pub loosely: bool,
    /// Whether some come to the same on the board's cells, whatever marks they make.
    pub overlaps: bool,
}

/// Tells where one move could be found twice; `marks` tells those that a plain move of a name makes or takes away, by its ends.
pub(super) fn distinct<S>(
    groups: &[(Group<S>, Arrivals, Vec<Given>)],
    loose: &[Singles],
    marks: &Marked,
    (view, named): (&View<'_>, &Named),
) -> Distinct {
    let routes = view.routes_differ;
    let lasts: Vec<Lasts> = view.layout.marks().map(|mark| mark.1).collect();
    let (less, alike) = (vec![Vec::new(); groups.len()], vec![false; groups.len()]);
    let mut found = Distinct { less, alike, loosely: false, overlaps: false };
    for (at, (group, ends, _)) in groups.iter().enumerate() {
        for (before, (other, others, _)) in groups[..at].iter().enumerate() {
            let lands =
                |group: &Group<S>| group.parts.iter().map(|part| part.codes.clone()).collect();
            let (a, b): (Vec<Codes>, Vec<Codes>) = (lands(group), lands(other));
            let meet = a.iter().any(|a| b.iter().any(|b| !meet(a, b).is_none()));
            let left = |group: &Group<S>, (from, to): (Cell, Cell)| {
                let made = marks.get(&(group.name, from, to));
                sure_marks(made.map_or(&[], |made| made), (from, to), &lasts)
            };
            let shares = |(ends, pieces): (&(Cell, Cell), &Vec<Piece>)| {
                others.get(ends).is_some_and(|known| pieces.iter().any(|one| known.contains(one)))
            };
            let shared: Vec<(Cell, Cell)> =
                ends.iter().filter(|ends| meet && shares(*ends)).map(|ends| *ends.0).collect();
            found.overlaps |= !shared.is_empty();
            let same =
                |ends: &(Cell, Cell)| group.rises || left(group, *ends) == left(other, *ends);
            // What changes numbers otherwise is another move.
            if group.tallies != other.tallies || !shared.iter().any(same) {
                continue;
            }
            // The same but for their name, and which one that is is known: that of the one that comes first.
            let plain = |group: &Group<S>| {
                group.marks.is_none() && !group.stirs && group.tallies.is_empty()
            };
            let mut shared = ends.iter().filter_map(|(ends, all)| Some((all, others.get(ends)?)));
            let same = shared.all(|(pieces, known)| pieces == known);
            let told = named.tell_apart(group.name, other.name);
            if told || !(same && plain(group) && plain(other) && other.name <= group.name) {
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
        let mut known: BTreeMap<_, Vec<&Told<'_>>> = BTreeMap::new();
        for one in &told {
            let same = known.entry((one.same(), routes.then_some(one.path))).or_default();
            found.loosely |= same.iter().any(|other| one.may_stand_with(other));
            same.push(one);
        }
        for (at, one) in told.iter().enumerate() {
            let idle = one.sure.len() < one.sets.len();
            // What changes nothing on some boards is no move there.
            found.loosely |= one.sure.is_empty() && !one.sets.is_empty();
            let route = |two: &Told<'_>| one.path == two.path && one.became == two.became;
            let tallied = |two: &Told<'_>| one.tallies == two.tallies;
            let alike = |two: &Told<'_>| tallied(two) && (!routes || route(two)) && one.may_be(two);
            found.loosely |=
                idle && told.iter().enumerate().any(|(other, two)| other != at && alike(two));
            let plain = one.plain(from);
            let known = |(group, ends): (&Group<S>, &Arrivals)| {
                let tallied = group.tallies[..] == *one.tallies;
                tallied
                    && plain.is_some_and(|(to, piece)| {
                        let way = !routes || *one.path == [from, to];
                        way && ends.get(&(from, to)).is_some_and(|all| all.contains(&piece))
                            && one.may_arrive(to, group)
                    })
            };
            found.loosely |= groups.iter().any(|(group, ends, _)| known((group, ends)));
        }
        if found.loosely {
            break;
        }
    }
    found.overlaps |= found.loosely;
    found
}

/// Of the marks that a move from one cell to another makes those that are there only if it does: the others of their sort went before
/// them, or with what stood there.
fn sure_marks(
    made: &[(Mark, Cell, bool)],
    (from, to): (Cell, Cell),
    lasts: &[Lasts],
) -> BTreeSet<(Mark, Cell)> {
    let mut sure = BTreeSet::new();
    for (mark, cell, on) in made {
        let told = match lasts[mark.index()] {
            Lasts::Ply | Lasts::Turn => true,
            Lasts::Piece => *cell == from || *cell == to,
            Lasts::Ever => false,
        };
        match on {
            true if told => _ = sure.insert((*mark, *cell)),
            _ => _ = sure.remove(&(*mark, *cell)),
        }
    }
    sure
}

/// What a move sets, and what of that is sure to be a change.
struct Told<'e> {
    path: &'e [Cell],
    became: Option<Kind>,
    tallies: &'e [Tally],
    any: &'e [Needs],
    sets: &'e Sets,
    sure: Vec<(Cell, Piece)>,
}

impl<'e> Told<'e> {
    fn of(effect: &'e Effect, single: &'e Single) -> Self {
        let stays = |cell: Cell, piece: Piece| {
            let before = |needs: &Needs| has(&needs.on(cell), piece);
            single.any.iter().any(before)
        };
        Self {
            path: &single.path,
            became: effect.became,
            tallies: &effect.tallies,
            any: &single.any,
            sets: &effect.sets,
            sure: effect.sets.iter().filter(|(cell, piece)| !stays(*cell, *piece)).collect(),
        }
    }

    /// What tells it from others that change all that they set.
    fn same(&self) -> (&Sets, Option<Kind>, &[Tally]) {
        (self.sets, self.became, self.tallies)
    }

    /// Whether both can be made on some board, as far as what stands where tells.
    fn may_stand_with(&self, other: &Self) -> bool {
        let fit = |one: &Needs, two: &Needs| {
            let mut needs = one.content.iter();
            needs.all(|(cell, codes)| !meet(codes, &two.on(*cell)).is_none())
        };
        self.any.iter().any(|one| other.any.iter().any(|two| fit(one, two)))
    }

    /// Whether what may stand where it arrives is what moves of a group may arrive on.
    fn may_arrive<S>(&self, to: Cell, group: &Group<S>) -> bool {
        let meets =
            |codes: &Codes| self.any.iter().any(|needs| !meet(&needs.on(to), codes).is_none());
        group.parts.iter().any(|part| meets(&part.codes))
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
