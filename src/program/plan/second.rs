//! Placements of two pieces at once: the cells of the second, by that of the first.
//!
//! `pick empty, put token, pick empty, put token` puts two pieces on any two empty cells: n empty cells have n · (n − 1) / 2
//! such pairs, and of a number among them both cells are told without a list ([`pair_at`]). `pick empty, put token, forward to
//! empty, put token` puts them on a cell and its neighbour: all cells with an empty neighbour are told by one shift of a set.
//! Of pairs that come to the same in either order, that is kept which comes first in the order of moves, as everywhere.

use std::collections::BTreeMap;

use super::content::Contents;
use super::fact::{Fact, Where};
use super::places::{Place, When};
use super::sequel::flat;
use super::sight::Scope;
use super::tail::parted;
use super::tickets::{Led, led};
use crate::index::{Cell, Piece, Register};
use crate::program::check::{Codes, View};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, EVERY, Finder, Given, NONE, Trail, join, meet, without};
use crate::rules::{Act, MoveRule, Node, Test, Walk};

/// Differences of indices by which pairs are counted at most; where there are more, they are counted cell by cell.
const SHIFTS: usize = 8;

/// The second piece of a placement of two.
#[derive(Debug)]
pub(crate) struct Second<S> {
    /// What is put.
    pub piece: Piece,
    /// By the cell of the first, where the second may be put, if nothing stands there.
    cells: Box<[S]>,
    /// The same by difference of indices, with the cells of the first of which it is so; none, if there are many.
    shifts: Vec<(S, i16)>,
    /// Whether every two cells of those of the first are a pair, told by the lower one first.
    pub any: bool,
    /// The cells of the second, if they are the same whatever that of the first is; whether a pair is the same the other way
    /// round.
    free: Option<(S, bool)>,
    /// Whether its cell is one of those that tell the move.
    pub told: bool,
}

/// The pair of numbers below `count`, the lower one first, before which so many others come in their order.
///
/// Of 4: (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3).
#[inline]
pub(crate) fn pair_at(count: u32, before: u32) -> (u32, u32) {
    // From the last one back, one pair has the first number before the last, two have the one before that.
    let back = count * (count - 1) / 2 - 1 - before;
    let mut rows = ((f64::from(8 * back + 1).sqrt() - 1.0) / 2.0) as u32;
    while rows * (rows + 1) / 2 > back {
        rows -= 1;
    }
    while (rows + 1) * (rows + 2) / 2 <= back {
        rows += 1;
    }
    (count - 2 - rows, count - 1 - (back - rows * (rows + 1) / 2))
}

impl<S: Set> Second<S> {
    /// With pairs of those cells, by the cell of the first; `alike`: a pair is the same the other way round.
    fn new(piece: Piece, pairs: Vec<S>, alike: bool, told: bool) -> Self {
        let twice = |one: usize, two: usize| alike && two < one && pairs[two].has(one);
        let kept = |(one, twos): (usize, &S)| {
            let twos = twos.cells().filter(|two| !twice(one, *two));
            twos.fold(S::NONE, |twos, two| twos | S::one(two))
        };
        let cells: Box<[S]> = pairs.iter().enumerate().map(kept).collect();
        let mut by: BTreeMap<i16, S> = BTreeMap::new();
        for (one, twos) in cells.iter().enumerate() {
            for two in twos.cells() {
                if by.len() > SHIFTS {
                    break;
                }
                *by.entry(two as i16 - one as i16).or_insert(S::NONE) |= S::one(one);
            }
        }
        let few = by.len() <= SHIFTS;
        let shifts = by.into_iter().filter(|_| few).map(|(by, from)| (from, by)).collect();
        Self { piece, cells, shifts, any: false, free: None, told }
    }

    /// The cell of that number for the second with the first on a cell, whatever stands there.
    #[inline]
    pub fn nth_led(&self, first: usize, number: usize) -> Option<u16> {
        let cells = self.cells[first];
        (number < cells.len() as usize).then(|| cells.nth(number as u32) as u16)
    }

    /// Whether pairs are told by no few shifts, nor by the numbers of cells alone.
    pub fn is_counted_singly(&self) -> bool {
        self.shifts.is_empty() && !self.any && self.free.is_none()
    }

    /// How many cells there are for the second at most, whatever stands there.
    pub fn most(&self) -> usize {
        self.cells.iter().map(|cells| cells.len() as usize).max().unwrap_or(0)
    }

    /// The cells of the second with the first on a cell, of those that are `empty`.
    #[inline]
    pub fn beside(&self, first: usize, empty: S) -> S {
        self.cells[first] & empty
    }

    /// How many pairs there are with the first on one of those cells, which are empty, and the second on one that is.
    pub fn count(&self, firsts: S, empty: S) -> u64 {
        if self.any {
            let count = u64::from(firsts.len());
            return count * count.saturating_sub(1) / 2;
        }
        if let Some((seconds, alike)) = self.free {
            return Product::new(firsts, seconds & empty, alike).pairs().into();
        }
        match self.starts(firsts, empty) {
            Some(starts) => starts.map(|starts| u64::from(starts.len())).sum(),
            None => firsts.cells().map(|first| u64::from(self.beside(first, empty).len())).sum(),
        }
    }

    /// From where pairs go by each of the differences of indices, of those of which the first is on one of those cells and the second on
    /// one that is empty; `None` where pairs are not told so.
    pub fn starts(&self, firsts: S, empty: S) -> Option<impl Iterator<Item = S>> {
        let told = !self.any && self.free.is_none() && !self.shifts.is_empty();
        let start = move |(from, by): &(S, i16)| firsts & *from & empty.moved(-*by);
        told.then(|| self.shifts.iter().map(start))
    }

    /// The pair before which so many others come, by first cell and by second.
    pub fn nth(&self, firsts: S, empty: S, mut before: usize) -> (usize, usize) {
        if self.any {
            let (one, two) = pair_at(firsts.len(), before as u32);
            return (firsts.nth(one), firsts.nth(two));
        }
        if let Some((seconds, alike)) = self.free {
            return Product::new(firsts, seconds & empty, alike).nth(before as u32);
        }
        if let [(from, by)] = self.shifts[..] {
            let second = ((firsts & from).moved(by) & empty).nth(before as u32);
            return ((second as i16 - by) as usize, second);
        }
        for first in firsts.cells() {
            let seconds = self.beside(first, empty);
            match before.checked_sub(seconds.len() as usize) {
                None => return (first, seconds.nth(before as u32)),
                Some(others) => before = others,
            }
        }
        (0, 0)
    }
}

/// Pairs of a cell of one set and another of a second one, in the order of the first and then of the second. Where a pair is the
/// same the other way round, the lower cell is the first of two that are in both.
struct Product<S> {
    firsts: S,
    seconds: S,
    /// The cells that are in both, and how many cells the second set has.
    both: S,
    most: u32,
    alike: bool,
}

impl<S: Set> Product<S> {
    fn new(firsts: S, seconds: S, alike: bool) -> Self {
        Self { firsts, seconds, both: firsts & seconds, most: seconds.len(), alike }
    }

    /// How many pairs there are.
    fn pairs(&self) -> u32 {
        let words =
            (0..S::CELLS / 64).scan(0, |below, word| Some(self.part(word, u64::MAX, below)));
        words.sum()
    }

    /// How many there are of which the first cell is one of these of a word, all of which are in a row; so many cells `below`
    /// are in both sets, to which those of these are added.
    fn part(&self, word: usize, mask: u64, below: &mut u32) -> u32 {
        let firsts = (self.firsts.word(word) & mask).count_ones();
        let both = (self.both.word(word) & mask).count_ones();
        let twice = if self.alike { both * *below + both * both.saturating_sub(1) / 2 } else { 0 };
        *below += both;
        firsts * self.most - both - twice
    }

    /// The pair before which so many others come; there are more.
    fn nth(&self, mut before: u32) -> (usize, usize) {
        let (mut word, mut bit, mut below) = (0, 0, 0);
        loop {
            let mut passed = below;
            match before.checked_sub(self.part(word, u64::MAX, &mut passed)) {
                Some(rest) if word + 1 < S::CELLS / 64 => {
                    (word, before, below) = (word + 1, rest, passed)
                }
                _ => break,
            }
        }
        for width in [32, 16, 8, 4, 2, 1] {
            let mut passed = below;
            let part = self.part(word, ((1 << width) - 1) << bit, &mut passed);
            if let Some(rest) = before.checked_sub(part) {
                (bit, before, below) = (bit + width, rest, passed);
            }
        }
        let first = 64 * word + bit;
        let taken = match self.alike && self.both.has(first) {
            true => self.both & S::one(first).up_to_lowest(),
            false => S::NONE,
        };
        (first, (self.seconds & !S::one(first) & !taken).nth(before))
    }
}

impl<S: Set> Place<S> {
    /// A placement of two pieces, as far as the cells are concerned.
    fn of_two(rule: &MoveRule, action: u16, piece: Piece, cells: S, second: Second<S>) -> Self {
        Self { second: Some(second), ..Self::plain(rule, action, piece, cells) }
    }

    /// The placement of an action that picks an empty cell, and then any other, and puts a piece on each; `routes`: another
    /// path is another move.
    pub(super) fn of_picks(
        rule: &MoveRule,
        action: u16,
        finder: &Finder<'_, '_>,
        scope: &mut Scope<'_, '_, S>,
        routes: bool,
    ) -> Option<Self> {
        let list = flat(&rule.walk);
        let puts = |node: &&Node| matches!(node.walk, Walk::Act(Act::Put(_)));
        let at = list.iter().position(puts)?;
        let (begin, [put, then @ .., last]) = list.split_at(at) else { return None };
        let (Walk::Act(Act::Put(first)), Walk::Act(Act::Put(second))) = (&put.walk, &last.walk)
        else {
            return None;
        };
        let chosen = then.iter().position(|node| !matches!(node.walk, Walk::As(_)))?;
        let (names, [pick, looks @ ..]) = then.split_at(chosen) else { return None };
        let Walk::Pick(two) = &pick.walk else { return None };
        let (mut one, mut facts) = (None, Vec::new());
        let mut names: Vec<Register> = names.iter().filter_map(|node| name(node)).collect();
        for node in begin {
            match &node.walk {
                Walk::Pick(test) if one.is_none() => one = Some(test),
                Walk::As(name) if one.is_some() => names.push(*name),
                Walk::When(when) => {
                    let when = CondCode::new(scope.view, when);
                    facts.push(Fact::told(&when, scope).ok()?);
                }
                _ => return None,
            }
        }
        let mut cells = |test| {
            let check = scope.view.check(test);
            let cells = Where::new(&check, scope).ok()?;
            cells.empties(scope.cells, scope.contents)
        };
        // What is asked of where the first piece stands the board alone tells.
        let [asked, plain] = parted(two);
        let asked = asked.into_iter().map(|test| match test {
            Test::Look { body, holds } => Some((body, *holds)),
            _ => None,
        });
        let looks = looks.iter().map(|node| match &node.walk {
            Walk::See { body, holds } => Some((body, *holds)),
            _ => None,
        });
        let related: Vec<_> = asked.chain(looks).collect::<Option<_>>()?;
        let two = Test::All(plain.into_iter().cloned().collect());
        let (ones, twos) = (cells(one?)?, cells(&two)?);
        let (first, second) = (finder.put(*first), finder.put(*second));
        let alike = first == second && !routes;
        let mut pairs = vec![S::NONE; scope.view.graph.cells()];
        ones.cells().for_each(|one| pairs[one] = twos & !S::one(one));
        for (body, holds) in &related {
            let led = leads(body, &names, scope)?;
            for one in ones.cells() {
                let near = twos.cells().filter(|two| led[*two].has(one));
                let near = near.fold(S::NONE, |near, two| near | S::one(two));
                pairs[one] &= if *holds { near } else { !near };
            }
        }
        let mut second = Second::new(second, pairs, alike, true);
        if related.is_empty() {
            second.any = alike && ones == twos;
            second.free = Some((twos, alike));
        }
        let mut place = Self::of_two(rule, action, first, ones, second);
        if !facts.is_empty() {
            place.when = vec![When::hold(facts, ones)];
        }
        Some(place)
    }

    /// The placement of an action of which every way puts two pieces on empty cells and asks for nothing else of cells, and
    /// the conditions on which it may be made; `None` if they do not put the same, or not on the same conditions.
    pub(super) fn of_pairs(
        rule: &MoveRule,
        action: u16,
        trails: &[Trail],
        view: &View<'_>,
        routes: bool,
    ) -> Option<(Self, Vec<Given>)> {
        let mut pairs = vec![S::NONE; view.graph.cells()];
        let mut cells = S::NONE;
        let mut common = None;
        for Trail { needs, effect, .. } in trails {
            let known: Vec<_> = effect.sets.iter().collect();
            let [one, two] = known[..] else { return None };
            let start = *effect.path.first()?;
            let [one, two] = if one.0 == start { [one, two] } else { [two, one] };
            let told = effect.path.len() == 2;
            let path = &[one.0, two.0][..if told { 2 } else { 1 }];
            let plain = effect.path == path
                && needs.marked.is_empty()
                && needs.safe.is_empty()
                && needs.counts.is_empty()
                && effect.marks.is_empty()
                && effect.tallies.is_empty()
                && effect.captures.is_empty()
                && effect.after.is_empty()
                && effect.drop.is_none();
            let empty = |cell: Cell| needs.content.contains(&(cell, EMPTY));
            let on_empty = needs.content.len() == 2 && empty(one.0) && empty(two.0);
            let sort = (one.1, two.1, told, needs.given.clone());
            let puts = !one.1.is_empty() && !two.1.is_empty();
            if !plain || !on_empty || !puts || *common.get_or_insert_with(|| sort.clone()) != sort {
                return None;
            }
            pairs[one.0.index()] |= S::one(two.0.index());
            cells |= S::one(one.0.index());
        }
        let (piece, other, told, given) = common?;
        let second = Second::new(other, pairs, piece == other && !routes, told);
        Some((Self::of_two(rule, action, piece, cells, second), given))
    }
}

/// What a walk names the cell where it is.
fn name(node: &Node) -> Option<Register> {
    match node.walk {
        Walk::As(name) => Some(name),
        _ => None,
    }
}

/// By cell, those to one of which a look leads from it whatever stands anywhere, which asks at last for a cell of one of these names.
fn leads<S: Set>(body: &Node, names: &[Register], scope: &Scope<'_, '_, S>) -> Option<Vec<S>> {
    let view = scope.view;
    let list = flat(body);
    let (Node { walk: Walk::Test(Test::Named(name)), .. }, way) = list.split_last()? else {
        return None;
    };
    if !names.contains(name) {
        return None;
    }
    if !way.iter().all(|node| matches!(node.walk, Walk::Face(_) | Walk::Ahead)) {
        return None;
    }
    let from = |at: usize| {
        let begins = Led::from([((Cell::at(at), view.facing.heading), 1)]);
        let led = way.iter().try_fold(begins, |at, node| led(node, &at, view))?;
        Some(led.keys().fold(S::NONE, |led, (at, _)| led | S::one(at.index())))
    };
    (0..view.graph.cells()).map(from).collect()
}

impl<S: Set> Where<S> {
    /// The cells that pass where they are empty, of these, if none passes where anything stands, and only what stands there
    /// is asked for.
    pub(super) fn empties(&self, cells: S, contents: &Contents) -> Option<S> {
        let mut empties = S::NONE;
        for cell in cells.cells() {
            let codes = self.codes_at(cell, contents)?;
            if codes == EMPTY {
                empties |= S::one(cell);
            } else if !codes.is_none() {
                return None;
            }
        }
        Some(empties)
    }

    /// With what on it a cell passes, if nothing else is asked for.
    fn codes_at(&self, cell: usize, contents: &Contents) -> Option<Codes> {
        let each = |list: &[Self], from: Codes, with: fn(&Codes, &Codes) -> Codes| {
            let codes = |all: Codes, part: &Self| Some(with(&all, &part.codes_at(cell, contents)?));
            list.iter().try_fold(from, codes)
        };
        match self {
            Where::Stands(content, cells) if cells.has(cell) => {
                Some(contents.codes[usize::from(content.0)].clone())
            }
            Where::Stands(..) => Some(NONE),
            Where::All(list) => each(list, EVERY, meet),
            Where::Any(list) => each(list, NONE, join),
            Where::Not(cells) => Some(without(&EVERY, &cells.codes_at(cell, contents)?)),
            Where::Look(..) | Where::Lies(..) | Where::Marked(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Product, pair_at};
    use crate::program::set::Set;

    #[test]
    fn pairs_of_two_sets_are_numbered_in_their_order() {
        let set = |cells: &[usize]| cells.iter().fold(0u64, |set, cell| set | u64::one(*cell));
        let lists: [&[usize]; 5] = [&[], &[0, 3, 63], &[3], &[1, 2, 3, 20, 40], &[0, 2, 40, 63]];
        for firsts in lists {
            for seconds in lists {
                for alike in [false, true] {
                    let twice = |one: usize, two: usize| {
                        alike && two < one && firsts.contains(&two) && seconds.contains(&one)
                    };
                    let pairs =
                        firsts.iter().flat_map(|one| seconds.iter().map(|two| (*one, *two)));
                    let pairs: Vec<_> =
                        pairs.filter(|(one, two)| one != two && !twice(*one, *two)).collect();
                    let product = Product::new(set(firsts), set(seconds), alike);
                    assert_eq!(product.pairs() as usize, pairs.len());
                    let told: Vec<_> =
                        (0..pairs.len()).map(|before| product.nth(before as u32)).collect();
                    assert_eq!(told, pairs, "{firsts:?} {seconds:?} {alike}");
                }
            }
        }
    }

    #[test]
    fn pairs_are_numbered_in_their_order() {
        for count in 2..40 {
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two)));
            for (before, pair) in pairs.enumerate() {
                assert_eq!(pair_at(count, before as u32), pair, "{before} of {count}");
            }
        }
        assert_eq!(pair_at(384, 384 * 383 / 2 - 1), (382, 383));
    }
}
