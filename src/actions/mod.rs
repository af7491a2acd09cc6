//! Every move of a game as a number that depends on the rules and the board alone: what learning systems need.
//!
//! ```
//! use interp::{actions::Actions, eval::Evaluator, notation::Notation, program::Program, rules, source::Source};
//!
//! let page = r#"
//! [board]
//! size = [3, 3]
//! [players]
//! order = ["x", "o"]
//! [pieces]
//! token = {}
//! [actions]
//! place = 'pick empty, put token'
//! [[verdict]]
//! say  = "open"
//! [format]
//! case  = "{board}"
//! turn  = 'fewest'
//! cells = { "." = 'empty', X = 'x token', O = 'o token' }
//! "#;
//! let rules = rules::load(&Source::new("three.toml", page)).expect("no faults");
//! let position = Notation::new(&rules).position("XX.\nOO.\n...").expect("a board").position;
//! let program = Program::compile(&rules, position.size);
//! let mut legal = Vec::new();
//! Evaluator::new(&program).legal(&position, &mut legal).expect("a small game");
//!
//! let actions = Actions::new(&rules, position.size).expect("a small game");
//! assert_eq!(actions.len(), 9);
//!
//! let mut mask = Vec::new();
//! actions.mask(&position, &legal, &mut mask);
//! assert_eq!(mask, [true, true, true, false, false, true, false, false, true]);
//! assert_eq!(actions.find(&position, &legal, 8), Some(&legal[4]));
//! assert_eq!(actions.of(&position, &legal[4], &legal), Some(8));
//! assert_eq!(actions.find(&position, &legal, 4), None);
//! ```
//!
//! `docs/actions.md` tells what the numbers mean.

mod ends;
mod spread;
mod sure;
mod tree;

use crate::index::{Cell, Kind, MoveName, Piece};
use crate::position::{Move, Position, Size};
use crate::rules::{Pass, Rules};
use spread::Fault;
use std::collections::BTreeMap;
use tree::{Made, Tree};

pub use tree::{Stop, Tail};

/// The most actions that rules may have.
pub const MOST: u64 = 1 << 28;
/// How many legal moves may share their name, both ends of their paths and what they become, where only these
/// are told: chains without a longest one.
pub const RANKS: u32 = 8;
/// Numbers at the end, where there are such chains, that no move has for its own.
pub const SPARE: u32 = 64;

/// The moves of some rules can go more ways than can be numbered: there would be more than [`MOST`] actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// The name of the moves where the limit was passed.
    pub name: MoveName,
}

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("on this board moves can go more ways than can be numbered")
    }
}

impl std::error::Error for TooMany {}

/// The actions of some rules on boards of one size.
#[derive(Clone, Debug)]
pub struct Actions {
    size: Size,
    blocks: Vec<Block>,
    len: u32,
}

/// The actions of one name: their numbers follow one another.
#[derive(Clone, Debug)]
struct Block {
    name: MoveName,
    first: u32,
    tree: Tree,
    /// How many numbers each leaf of the tree has.
    ranks: u32,
    /// Of each kind whether its pieces make these moves.
    walkers: Vec<bool>,
    /// Where a cell is told by another: the lowest of its line, or, where there is no choice, the board's first.
    feet: Option<Vec<Cell>>,
}

/// Some actions that follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of their moves.
    pub name: MoveName,
    /// The first of them.
    pub first: u32,
    /// How many there are.
    pub len: u32,
    /// How many of them share all that is told: 1, or [`RANKS`].
    pub ranks: u32,
    /// Whether a cell that is told stands for others as well: for its line, or for all.
    pub merged: bool,
}

/// What an action means, whatever the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The name of the moves.
    pub name: MoveName,
    /// The cells of the path; of a chain the first and the last.
    pub stops: Vec<Stop>,
    /// What is told beside the path.
    pub tail: Tail,
    /// Which of the legal moves that share all this, in their order, from 0.
    pub rank: u32,
}

impl Actions {
    /// The actions of those rules on boards of that size.
    ///
    /// # Errors
    /// [`TooMany`] where there are more than [`MOST`].
    pub fn new(rules: &Rules, size: Size) -> Result<Self, TooMany> {
        let graph = rules.graph(size);
        let lines = sure::feet(rules, &graph);
        let pass = rules.turn.pass.map(|(Pass::Stuck(name) | Pass::Free(name))| name);
        let mut steps = spread::STEPS;
        let (mut blocks, mut len, mut chains) = (Vec::new(), 0u64, false);
        for name in (0..rules.move_names.len()).map(MoveName::at) {
            let too_many = TooMany { name };
            // Of a tower more than one piece may go, and what is beneath comes up: only both ends of a path tell such moves.
            let towers = rules.board.stack > 1 && spread::walkers(rules, name).next().is_some();
            let whole = match towers {
                true => Err(Fault::Endless),
                false => spread::spread(rules, &graph, name, false, &mut steps),
            };
            let (mut made, ends) = match whole {
                Ok(made) => (made, false),
                Err(Fault::Endless | Fault::Wide) => {
                    let made = spread::spread(rules, &graph, name, true, &mut steps).ok();
                    let made = made.or_else(|| ends::anywhere(rules, &graph));
                    (made.ok_or(too_many)?, true)
                }
            };
            if pass == Some(name) {
                made.bare.insert(Tail::default());
            }
            let actions = || rules.actions.iter().filter(|rule| rule.name == name);
            let mut walkers = vec![false; rules.kinds.len()];
            spread::walkers(rules, name).for_each(|(kind, _)| walkers[kind.index()] = true);
            // Moves of one cell that no piece makes.
            let once = made.depth() == 1
                && !walkers.contains(&true)
                && actions().next().is_some()
                && actions().all(|rule| sure::picks_once(&rule.walk));
            let alone = || actions().all(|rule| sure::picks_the_only_one(&rule.walk));
            let feet = match &lines {
                _ if !once => None,
                _ if alone() => graph.all().next().map(|cell| vec![cell; graph.cells()]),
                lines => lines.clone(),
            };
            if let Some(feet) = &feet {
                made = told_by(&made, feet);
            }
            let tree = Tree::new(&made, MOST).ok_or(too_many)?;
            let ranks = if ends { RANKS } else { 1 };
            let wide = tree.leaves() * u64::from(ranks);
            if wide == 0 {
                continue;
            }
            blocks.push(Block { name, first: len as u32, tree, ranks, walkers, feet });
            len += wide;
            chains |= ends;
            if len > MOST {
                return Err(too_many);
            }
        }
        let spare = if chains { SPARE } else { 0 };
        Ok(Self { size, blocks, len: len as u32 + spare })
    }

    /// How many actions there are; each is a number below that.
    #[expect(clippy::len_without_is_empty, reason = "a game without any move is none")]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The size of the boards that the numbers are for.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of each legal move of a position, in their order; `legal` is all of them. None for a move
    /// that has no number of its own while others have all those that are left, see `docs/actions.md`.
    pub fn numbers(&self, position: &Position, legal: &[Move], found: &mut Vec<Option<u32>>) {
        found.clear();
        if position.size != self.size {
            found.resize(legal.len(), None);
            return;
        }
        let mut shared: BTreeMap<u32, u32> = BTreeMap::new();
        for chosen in legal {
            found.push(self.own(position, chosen).and_then(|(block, base)| {
                let rank = shared.entry(base).or_default();
                *rank += 1;
                (*rank <= block.ranks).then(|| base + *rank - 1)
            }));
        }
        if found.iter().all(Option::is_some) {
            return;
        }
        // The others get the highest numbers that are left.
        let mut taken: Vec<u32> = found.iter().flatten().copied().collect();
        taken.sort_unstable();
        let mut free = (0..self.len).rev().filter(|number| match taken.last() == Some(number) {
            true => taken.pop().is_none(),
            false => true,
        });
        for number in found.iter_mut().filter(|number| number.is_none()) {
            *number = free.next();
        }
    }

    /// The number of a legal move of a position; `legal` is all of them, in their order. None for any other move.
    pub fn of(&self, position: &Position, chosen: &Move, legal: &[Move]) -> Option<u32> {
        let at = legal.iter().position(|other| other == chosen)?;
        if let Some((block, base)) = self.own(position, chosen) {
            let shares = |other: &&Move| block.base(position, other) == Some(base);
            let rank = legal[..at].iter().filter(|other| block.alike(other, chosen));
            let rank = rank.filter(shares).count();
            if rank < block.ranks as usize {
                return Some(base + rank as u32);
            }
        }
        let mut found = Vec::new();
        self.numbers(position, legal, &mut found);
        found.get(at).copied().flatten()
    }

    /// The legal move of that number; the inverse of [`Actions::of`]. None where there is none.
    pub fn find<'m>(
        &self,
        position: &Position,
        legal: &'m [Move],
        action: u32,
    ) -> Option<&'m Move> {
        if action >= self.len {
            return None;
        }
        if let Some(meaning) = self.meaning(action) {
            let block = self.block(meaning.name)?;
            let shares = |other: &&Move| block.base(position, other) == Some(action - meaning.rank);
            let alike = legal.iter().filter(|other| block.goes_by(other, &meaning.stops));
            let found = alike.filter(shares).nth(meaning.rank as usize);
            if position.size == self.size && found.is_some() {
                return found;
            }
        }
        let mut found = Vec::new();
        self.numbers(position, legal, &mut found);
        legal.get(found.iter().position(|number| *number == Some(action))?)
    }

    /// Which numbers are legal moves of a position, [`Actions::len`] of them; `legal` is all legal moves.
    pub fn mask(&self, position: &Position, legal: &[Move], mask: &mut Vec<bool>) {
        mask.clear();
        mask.resize(self.len(), false);
        let mut found = Vec::new();
        self.numbers(position, legal, &mut found);
        for number in found.into_iter().flatten() {
            mask[number as usize] = true;
        }
    }

    /// The numbering, a name of moves at a time.
    pub fn groups(&self) -> impl Iterator<Item = Group> + '_ {
        self.blocks.iter().map(|block| Group {
            name: block.name,
            first: block.first,
            len: block.len(),
            ranks: block.ranks,
            merged: block.feet.is_some(),
        })
    }

    /// What a number means in every position in which its move finds its own number free; none for
    /// numbers that no move has for its own.
    pub fn meaning(&self, action: u32) -> Option<Meaning> {
        let block = self.blocks.partition_point(|block| block.first <= action).checked_sub(1)?;
        let block = &self.blocks[block];
        let at = action - block.first;
        let (stops, tail) = block.tree.tell(u64::from(at / block.ranks))?;
        Some(Meaning { name: block.name, stops, tail, rank: at % block.ranks })
    }

    /// The first number of the moves that are told like this one, and where it is from.
    fn own(&self, position: &Position, chosen: &Move) -> Option<(&Block, u32)> {
        let block = self.block(chosen.name).filter(|_| position.size == self.size)?;
        Some((block, block.base(position, chosen)?))
    }

    fn block(&self, name: MoveName) -> Option<&Block> {
        self.blocks.iter().find(|block| block.name == name)
    }
}

impl Block {
    fn len(&self) -> u32 {
        self.tree.leaves() as u32 * self.ranks
    }

    /// The cell by which a cell of a path is told.
    fn told(&self, cell: Cell) -> Cell {
        let feet = self.feet.as_ref();
        feet.and_then(|feet| feet.get(cell.index())).copied().unwrap_or(cell)
    }

    /// Whether two moves may share their numbers: what does not cost much to see.
    fn alike(&self, one: &Move, other: &Move) -> bool {
        let ends = |chosen: &Move| {
            [chosen.path.first(), chosen.path.last()].map(|end| end.map(|cell| self.told(*cell)))
        };
        one.name == other.name && ends(one) == ends(other)
    }

    /// The same of a move and stops.
    fn goes_by(&self, one: &Move, stops: &[Stop]) -> bool {
        let ends = [one.path.first(), one.path.last()].map(|end| end.map(|cell| self.told(*cell)));
        one.name == self.name
            && ends == [stops.first(), stops.last()].map(|end| end.map(|stop| stop.cell))
    }

    /// The first number of the moves that are told like this one.
    fn base(&self, position: &Position, chosen: &Move) -> Option<u32> {
        let at = |cell: Cell| position.cells.get(cell.index()).copied().unwrap_or_default();
        let became = |cell: Cell| chosen.became.filter(|_| chosen.path.last() == Some(&cell));
        let edit = |cell: Cell| chosen.edits.iter().find(|edit| edit.cell == cell);
        let piece = chosen.path.first().map_or(Piece::EMPTY, |cell| at(*cell));
        let owned = piece.owner().is_none_or(|owner| owner == position.turn);
        let walks = |kind: &Kind| self.walkers.get(kind.index()) == Some(&true);
        let walker = piece.kind().filter(|_| owned).filter(walks);
        let stop = |cell: Cell| {
            let kind = became(cell).or_else(|| edit(cell).and_then(|edit| edit.after.kind()));
            Stop { cell, kind: kind.filter(|kind| walker != Some(*kind)) }
        };
        let first = |cell: Cell| match walker {
            Some(_) => Stop { cell, kind: None },
            None => stop(cell),
        };
        if self.feet.is_some() {
            let [cell] = chosen.path[..] else { return None };
            let stop = Stop { cell: self.told(cell), ..first(cell) };
            return Some(self.first + self.tree.leaf(&[stop], Tail::default(), &[])? as u32);
        }
        let mut stops: Vec<Stop> = Vec::with_capacity(chosen.path.len());
        let mut path = chosen.path.iter().copied();
        stops.extend(path.next().map(first));
        if self.ranks > 1 {
            stops.extend(path.next_back().map(stop));
            let leaf = self.tree.leaf(&stops, Tail::default(), &[])?;
            return Some(self.first + leaf as u32 * self.ranks);
        }
        stops.extend(path.map(stop));
        // What changes beside the path; the first cell of a piece's path may be filled again.
        let (mut tail, mut changed) = (Tail::default(), Vec::new());
        for edit in chosen.edits.iter().filter(|edit| position.is_cell(edit)) {
            let on_path = chosen.path.iter().position(|cell| *cell == edit.cell);
            let filled_again = on_path == Some(0)
                && walker.is_some()
                && !edit.after.is_empty()
                && !chosen.path[1..].contains(&edit.cell);
            if on_path.is_none() || filled_again {
                tail = tail.with(edit.cell);
                tail.kind = edit.after.kind().or(tail.kind);
                changed.push(edit.cell);
            }
        }
        Some(self.first + self.tree.leaf(&stops, tail, &changed)? as u32)
    }
}

/// What was made, each cell of a path of one stop told by another.
fn told_by(made: &Made, cells: &[Cell]) -> Made {
    let told = |stop: &Stop| Stop { cell: cells[stop.cell.index()], ..*stop };
    let mut after = Made { bare: made.bare.clone(), ..Made::default() };
    after.first = made.first.iter().map(told).collect();
    for ((level, stop), (_, tails)) in &made.stops {
        after.stops.entry((*level, told(stop))).or_default().1.extend(tails);
    }
    after
}
