//! Tests of a cell, folded into a set of piece codes and a set of cells where that is possible.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

pub(crate) use super::codes::{Codes, has};
use super::codes::{EMPTY, EVERY, NONE, PIECES, join, meet, without};
use super::table::Region;
use crate::index::{Cell, GoalId, Heading, Mark, Piece, Player, Register};
use crate::rules::{
    Amount, Cells, Dirs, Distance, Facing, Graph, Layout, Node, Place, Relation, Rules, Storey,
    Test, Who,
};

/// Directions, and the headings that they were found to mean.
type Turn = (Dirs, Rc<[Heading]>);

/// A compiled [`Test`], for one player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    /// What stands there is one of these codes, and the cell one of these (any, if `None`).
    Leaf(Codes, Option<Region>),
    /// All of them.
    All(Vec<Check>),
    /// At least one of them.
    Any(Vec<Check>),
    /// Not that.
    Not(Box<Check>),
    /// An enemy attacks the cell.
    Attacked,
    /// The walk has captured what stands there.
    Taken,
    /// The walk has been there.
    Visited,
    /// The number in the slot is one of these, a bit each; whatever the cell.
    Among(u16, [u64; 4]),
    /// The cell carries the mark.
    Marked(Mark),
    /// The cell's number, in the slots that begin there, compares so with the amount.
    Number(u16, Relation, Amount),
    /// What the walk has taken down there compares so.
    Held(Register, Relation, Amount),
    /// The number of pieces on the cell compares so with the amount.
    Height(Relation, Amount),
    /// How far it is from the cell compares so with the amount.
    Distance(Box<Apart>, Relation, Amount),
    /// A piece of the tower on the cell is one of these.
    Within(Storey, Codes),
    /// The walk has named the cell so.
    Named(u8),
    /// The piece lies in a line of that goal of its owner's.
    Lies(GoalId),
    /// Whether that look of the program fits from the cell.
    Look(u16, bool),
}

/// How far it is from a cell to the nearest that passes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Apart {
    /// As the rules say it.
    pub of: Distance,
    /// The headings of the steps.
    pub headings: Box<[u16]>,
    /// What the cells between must be.
    pub over: Check,
    /// What the nearest cell must be.
    pub to: Check,
}

impl Check {
    /// Whether it asks for nothing but what stands on a cell, and where that is.
    pub fn stands(&self) -> bool {
        match self {
            Check::Leaf(..) => true,
            Check::All(list) | Check::Any(list) => list.iter().all(Check::stands),
            Check::Not(check) => check.stands(),
            _ => false,
        }
    }

    /// What may stand on a cell that passes, if that is known; it may be less.
    pub fn codes(&self) -> Option<Codes> {
        match self {
            Check::Leaf(codes, _) => Some(codes.clone()),
            Check::All(list) => {
                list.iter().filter_map(Self::codes).reduce(|all, codes| meet(&all, &codes))
            }
            _ => None,
        }
    }
}

impl Check {
    /// What may stand on a cell that passes, if the first thing that is asked tells it.
    #[inline]
    pub fn first_codes(&self) -> Option<&Codes> {
        match self {
            Check::Leaf(codes, _) => Some(codes),
            Check::All(list) => list.first().and_then(Self::first_codes),
            _ => None,
        }
    }

    /// The cells among which those that pass are, if the first thing that is asked tells some.
    #[inline]
    pub fn cells(&self) -> Option<&Region> {
        match self {
            Check::Leaf(_, cells) => cells.as_ref(),
            Check::All(list) => list.first().and_then(Self::cells),
            _ => None,
        }
    }

    /// Whether no cell passes where nothing is attacked.
    pub fn needs_attack(&self) -> bool {
        match self {
            Check::Attacked => true,
            Check::All(list) => list.iter().any(Self::needs_attack),
            Check::Any(list) => list.iter().all(Self::needs_attack),
            _ => false,
        }
    }

    /// Whether the cell passes, as far as what stands there tells: what takes more does not hold.
    #[inline]
    pub fn passes(&self, cell: Cell, piece: Piece) -> bool {
        match self {
            Check::Leaf(codes, None) => has(codes, piece),
            Check::Leaf(codes, Some(cells)) => has(codes, piece) && cells.contains(cell),
            Check::All(list) => list.iter().all(|check| check.passes(cell, piece)),
            Check::Any(list) => list.iter().any(|check| check.passes(cell, piece)),
            Check::Not(check) => !check.passes(cell, piece),
            _ => false,
        }
    }

    /// Whether it takes more than what stands on the cell.
    pub fn asks_more(&self) -> bool {
        match self {
            Check::Leaf(..) => false,
            Check::All(list) | Check::Any(list) => list.iter().any(Check::asks_more),
            Check::Not(check) => check.asks_more(),
            Check::Attacked
            | Check::Taken
            | Check::Visited
            | Check::Among(..)
            | Check::Marked(_)
            | Check::Number(..)
            | Check::Held(..)
            | Check::Height(..)
            | Check::Distance(..)
            | Check::Within(..)
            | Check::Named(_)
            | Check::Lies(_)
            | Check::Look(..) => true,
        }
    }

    /// Whether nothing passes that the player could capture.
    pub fn spares(&self, own: &Codes) -> bool {
        match self {
            Check::Leaf(codes, _) => without(codes, own).is_none(),
            Check::All(list) => list.iter().any(|check| check.spares(own)),
            Check::Any(list) => !list.is_empty() && list.iter().all(|check| check.spares(own)),
            _ => false,
        }
    }
}

/// What a test is compiled for.
pub(crate) struct View<'a> {
    /// The board.
    pub graph: &'a Graph,
    /// Whose test it is.
    pub mover: Player,
    /// Where that player faces.
    pub facing: Facing,
    /// How many players there are.
    pub players: usize,
    /// The mover's team, as bits.
    pub team: u8,
    /// Whether captures come last.
    pub captures_last: bool,
    /// Whether moves differ by the way they go.
    pub routes_differ: bool,
    /// Whether what is captured goes to a hand.
    pub captures_to_hand: bool,
    /// Where the slots are.
    pub layout: &'a Layout,
    /// The walks that tests look at.
    pub looks: &'a [&'a Node],
    /// What walks do in each of some directions: see [`Rules::scripts`].
    pub scripts: &'a [&'a Node],
    /// Who has moved last, where that is not told by whose turn it is.
    pub last: std::cell::Cell<Option<Player>>,
    /// By heading, what directions were found to mean for who heads there.
    turns: RefCell<HashMap<Heading, Vec<Turn>>>,
    /// What sets of cells were found to be.
    regions: RefCell<Vec<(Cells, Region)>>,
}

impl<'a> View<'a> {
    /// What that player sees of the rules.
    pub fn new(
        rules: &Rules,
        graph: &'a Graph,
        layout: &'a Layout,
        looks: &'a [&'a Node],
        mover: Player,
    ) -> Self {
        Self {
            graph,
            mover,
            facing: rules.facing(mover),
            players: rules.players.len(),
            team: rules.members(rules.team(mover)).fold(0, |team, one| team | 1 << one.0),
            captures_last: rules.turn.captures_last,
            routes_differ: rules.turn.routes_differ,
            captures_to_hand: rules.captures_to_hand(),
            layout,
            looks,
            scripts: &[],
            last: std::cell::Cell::default(),
            turns: RefCell::default(),
            regions: RefCell::default(),
        }
    }

    /// The same, which knows what walks do in each of some directions.
    pub fn with_scripts(self, scripts: &'a [&'a Node]) -> Self {
        Self { scripts, ..self }
    }

    /// The cells that a set of the rules means to the player.
    pub fn region(&self, cells: &Cells) -> Region {
        let mut regions = self.regions.borrow_mut();
        if let Some((_, region)) = regions.iter().find(|(known, _)| known == cells) {
            return region.clone();
        }
        let region = Region::of(self.graph, cells, self.facing);
        regions.push((cells.clone(), region.clone()));
        region
    }

    /// The headings that directions mean for who heads somewhere; see [`Graph::resolve`].
    pub fn headings(&self, dirs: &Dirs, ahead: Heading) -> Rc<[Heading]> {
        let mut turns = self.turns.borrow_mut();
        let known = turns.entry(ahead).or_default();
        if let Some((_, headings)) = known.iter().find(|(known, _)| known == dirs) {
            return Rc::clone(headings);
        }
        let headings: Rc<[Heading]> = self.graph.resolve(dirs, self.facing, ahead).into();
        known.push((dirs.clone(), Rc::clone(&headings)));
        headings
    }

    /// Whether directions mean the same, wherever one heads.
    pub fn is_steady(&self, dirs: &Dirs) -> bool {
        let headings = self.headings(dirs, self.facing.heading);
        let mut others = (0..self.graph.headings()).map(Heading::at);
        others.all(|ahead| self.headings(dirs, ahead) == headings)
    }

    /// Who has moved last.
    pub fn last(&self) -> Player {
        let before = || Player::at((self.mover.index() + self.players - 1) % self.players);
        self.last.get().unwrap_or_else(before)
    }

    /// Whether who has moved last is told by a slot.
    pub fn told_last(&self) -> bool {
        self.last.get().is_none() && self.layout.schedule().is_some()
    }

    /// The numbers in the slot of the turn that tell such a place of the schedule, were it the player's turn.
    pub fn places(&self, such: impl Fn(Place) -> bool) -> Option<(u16, [u64; 4])> {
        let (slot, _) = self.layout.turn_slots()?;
        let mut values = [0; 4];
        for value in 0..=u8::MAX {
            let place = self.layout.place(|_| Piece::of_byte(value), self.mover);
            let holds = place.is_some_and(&such);
            values[usize::from(value / 64)] |= u64::from(holds) << (value % 64);
        }
        Some((slot as u16, values))
    }

    fn among(&self, such: impl Fn(Place) -> bool) -> Check {
        let places = self.places(such);
        places.map_or(Check::Leaf(EVERY, None), |(slot, values)| Check::Among(slot, values))
    }

    /// The players that a word means, as bits.
    pub fn whose(&self, who: Who) -> u8 {
        let all = (1u8 << self.players) - 1;
        match who {
            Who::Mover => 1 << self.mover.0,
            Who::Other => all & !self.team,
            Who::Ally => self.team & !(1 << self.mover.0),
            Who::Last => 1 << self.last().0,
            Who::Player(player) => 1 << player.0,
            Who::Nobody => 0,
        }
    }

    /// The players that a word means.
    pub fn each(&self, who: Who) -> impl Iterator<Item = Player> + use<> {
        let (whose, players) = (self.whose(who), self.players);
        (0..players).map(Player::at).filter(move |player| whose >> player.0 & 1 != 0)
    }

    /// Compiles a test.
    pub fn check(&self, test: &Test) -> Check {
        match test {
            Test::All(list) => self.all(list.iter().map(|test| self.check(test)).collect()),
            Test::Any(list) => self.any(list.iter().map(|test| self.check(test)).collect()),
            Test::Not(test) => self.not(self.check(test)),
            Test::Empty => Check::Leaf(EMPTY, None),
            Test::Occupied => Check::Leaf(PIECES, None),
            Test::Owned(Who::Nobody) => Check::Leaf(Codes::of_nobody(), None),
            Test::Owned(Who::Last) if self.told_last() => {
                let each = (0..self.players).map(Player::at).map(|last| {
                    let owned = Check::Leaf(Codes::of_players(1 << last.0), None);
                    self.all(vec![owned, self.among(|place| place.last == last)])
                });
                self.any(each.collect())
            }
            Test::Owned(who) => Check::Leaf(Codes::of_players(self.whose(*who)), None),
            Test::Is(kind) => Check::Leaf(Codes::of_kind(*kind), None),
            Test::In(cells) => Check::Leaf(EVERY, Some(self.region(cells))),
            Test::Attacked => Check::Attacked,
            Test::Taken => Check::Taken,
            Test::Visited => Check::Visited,
            Test::Marked(mark) => Check::Marked(*mark),
            Test::Number(number, relation, amount) => {
                let first = self.layout.cell_number(*number, Cell(0));
                Check::Number(first.0, *relation, *amount)
            }
            Test::Held(name, relation, amount) => Check::Held(*name, *relation, *amount),
            Test::Height(relation, amount) => Check::Height(*relation, *amount),
            Test::Distance(of, relation, amount) => {
                Check::Distance(Box::new(self.apart(of)), *relation, *amount)
            }
            // The loader lets such a test ask only what a piece is.
            Test::Within(storey, of) => match self.check(of) {
                Check::Leaf(codes, _) => Check::Within(*storey, codes),
                _ => Check::Leaf(NONE, None),
            },
            Test::Lies(goal) => Check::Lies(*goal),
            Test::Named(register) => Check::Named(register.0),
            Test::Look { body, holds } => {
                let same = |look: &&Node| std::ptr::eq(*look, &**body);
                let at = self.looks.iter().position(same);
                // The expansion made each look of the rules once, and `looks` has them all; rules that were made of others have
                // copies of theirs.
                let at = at.or_else(|| self.looks.iter().position(|look| **look == **body));
                Check::Look(at.map_or(u16::MAX, |at| at as u16), *holds)
            }
        }
    }

    /// Compiles a distance.
    pub fn apart(&self, of: &Distance) -> Apart {
        let headings = self.headings(&of.by, self.facing.heading);
        Apart {
            of: of.clone(),
            headings: headings.iter().map(|heading| heading.0).collect(),
            over: self.check(&of.over),
            to: self.check(&of.to),
        }
    }

    fn all(&self, list: Vec<Check>) -> Check {
        let mut codes = EVERY;
        let mut cells: Option<Region> = None;
        let mut rest = Vec::new();
        for check in list {
            match check {
                Check::Leaf(more, region) => {
                    codes = meet(&codes, &more);
                    cells = match (cells, region) {
                        (Some(a), Some(b)) => Some(a.zip(&b, |a, b| a & b)),
                        (a, b) => a.or(b),
                    };
                }
                other => rest.push(other),
            }
        }
        let leaf = Check::Leaf(codes, cells);
        if rest.is_empty() {
            return leaf;
        }
        rest.insert(0, leaf);
        Check::All(rest)
    }

    fn any(&self, list: Vec<Check>) -> Check {
        let mut folded: Vec<Check> = Vec::new();
        for check in list {
            let merged = folded.iter_mut().find_map(|known| {
                let sum = union(known, &check)?;
                *known = sum;
                Some(())
            });
            if merged.is_none() {
                folded.push(check);
            }
        }
        match folded.len() {
            0 => Check::Leaf(NONE, None),
            1 => folded.remove(0),
            _ => Check::Any(folded),
        }
    }

    fn not(&self, check: Check) -> Check {
        match check {
            Check::Leaf(codes, None) => Check::Leaf(codes.complement(), None),
            Check::Leaf(codes, Some(cells)) if codes == EVERY => {
                Check::Leaf(EVERY, Some(cells.complement(self.graph.cells())))
            }
            Check::Not(check) => *check,
            check => Check::Not(Box::new(check)),
        }
    }
}

/// One leaf that means either of two, if there is one.
fn union(a: &Check, b: &Check) -> Option<Check> {
    let (Check::Leaf(left, here), Check::Leaf(right, there)) = (a, b) else { return None };
    if here == there {
        return Some(Check::Leaf(join(left, right), here.clone()));
    }
    match (here, there) {
        (Some(here), Some(there)) if left == right => {
            Some(Check::Leaf(left.clone(), Some(here.zip(there, |a, b| a | b))))
        }
        _ => None,
    }
}
