//! Games in which pieces only stride, or are put on empty cells: all that has to be kept is some sets of cells.

use super::behind::Behind;
use super::content::{Content, Joins};
use super::fact::{Fact, Where};
use super::goal::{Goal, Row};
use super::heed::Read;
use super::stride::{Stride, Strides};
use super::{Plan, Side};
use crate::index::{GoalId, Kind, Piece, Player};
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, meet, only};
use crate::program::{Program, Winner};
use crate::rules::Graph;

/// Rules by which players do nothing but let a piece of theirs stride, which changes the cell that it leaves and
/// the one where it arrives, or put one.
#[derive(Debug)]
pub(crate) struct March<S> {
    /// The sets of cells that are kept; the first one tells where nothing stands.
    pub sets: Vec<Content>,
    /// By content, where it is kept, if it is.
    pub at: Vec<u8>,
    /// By player.
    pub legs: Vec<Leg<S>>,
    /// The first of the slots, which are kept as well if numbers or counters are asked for.
    pub slots: Option<usize>,
    /// Whether rows are looked for only through the cell where a player's last move has led: on wide boards that is quicker than to shift
    /// all of them.
    pub by_arrival: bool,
}

/// By difference of cells, what it does to the kept sets that something else stands there.
pub(crate) type Others<S> = Box<[(i16, Joins<S>)]>;

/// What a player may do at his turn.
#[derive(Debug)]
pub(crate) struct Leg<S> {
    /// The strides: what they ask for is told by where that is kept.
    pub strides: Strides<S>,
    /// By placement, and by stride behind them, what it does to the kept sets.
    pub joins: Vec<Joins<S>>,
    /// By stride, what stands on other cells then, by their differences; none if no stride changes more than two.
    pub others: Vec<Others<S>>,
    /// What comes behind each.
    pub behind: Vec<Behind<S>>,
    /// Which come to the same, if some may.
    pub same: Option<Same>,
    /// What it does to the kept sets that cells are emptied behind a move, or that pieces are his, by kind.
    pub emptied: Joins<S>,
    pub turned: Vec<Joins<S>>,
}

/// What tells whether strides come to the same.
#[derive(Debug)]
pub(crate) enum Same {
    /// The kept sets that they must then leave alike: that of empty cells before those of the player's pieces.
    Sets(Vec<Content>),
    /// By stride, by how many cells away another piece stands that does the same by another stride.
    Away(Vec<Box<[(i16, u16)]>>),
}

/// Boards of so many cells at most are shifted as a whole to find a row, whatever has changed.
pub(crate) const NARROW: usize = 128;

/// Sets that are kept at most.
pub(crate) const KEPT: usize = 16;

impl<S: Set> Plan<S> {
    /// What such games come to, if the rules are such.
    pub(super) fn march(&mut self, program: &Program, graph: &Graph) -> Option<March<S>> {
        let apart = |side: &Side<S>| side.must_first && !side.strides_first();
        // What becomes of counters hangs on the move alone.
        let told = |side: &Side<S>| {
            let mut strides = side.all_strides().into_iter().flat_map(|strides| &strides.all);
            let single = strides.any(|stride| stride.which.is_some());
            side.told_ticks.is_some() && !single && side.sequel.is_empty()
        };
        let counts = |side: &Side<S>| self.counts && !side.counters.is_empty();
        let keeps = |side: &Side<S>| counts(side) && !told(side) || apart(side);
        if !self.plays_plainly(program) || program.has_hands() || self.sides.iter().any(keeps) {
            return None;
        }
        let empty = self.contents.of(&EMPTY);
        let mut kept = vec![empty];
        let mut legs = Vec::new();
        let mut slots = false;
        let mut pieces = Vec::new();
        for (player, side) in self.sides.iter().enumerate() {
            let strides = side.all_strides()?;
            let puts = side.places.iter().all(|place| place.is_brief() && place.after.is_none());
            let free = !side.listed || strides.captures_first;
            let told = !strides.has_rivals() && (free || side.draws_by_masks(strides));
            if !told || !puts || !side.empties(strides) {
                return None;
            }
            let extreme = |winner: &Winner| matches!(winner, Winner::Extreme(..));
            let goal = |who, id| self.rows_of(who, id).all(|row| row.is_some());
            let told = side.ends.iter().all(|ending| ending.asks_board(1 << player, &goal));
            if !told || side.winners.iter().any(extreme) {
                return None;
            }
            let mut see = |read: Read| {
                match read {
                    Read::Stands(content) => {
                        keep(&mut kept, content);
                    }
                    Read::Number(_) => slots = true,
                }
                Some(())
            };
            let given = strides.grants.iter().flat_map(|grant| side.given(*grant));
            let mut told = given.map(|given| given.reads(&mut see)).all(|told| told.is_some());
            told &= side
                .places
                .iter()
                .all(|place| place.slot.is_none() && place.reads(&mut see).is_some());
            let mut asks = |fact: &Fact<S>| {
                told &= match fact {
                    Fact::Stuck(_) => true,
                    Fact::Slot { slots, .. } => {
                        slots.iter().all(|slot| see(Read::Number(*slot)).is_some())
                    }
                    Fact::Has(who, id, _) => {
                        let mut rows = self.rows_of(*who, *id).flatten();
                        rows.all(|row| row.of.reads(&mut see).is_some())
                    }
                    fact => fact.reads(&mut see).is_some(),
                };
            };
            side.ends.iter().for_each(|ending| ending.visit(&mut asks));
            side.forbids.iter().for_each(|forbid| asks(&forbid.fact));
            let masked = side.forbids.iter().any(|forbid| forbid.fact.asks_slots());
            if !told || masked {
                return None;
            }
            let kinds = side.kinds.len();
            let follows = side.sequel.iter().enumerate();
            let follows = follows
                .map(|one| Behind::new(one, (&mut self.contents, &mut kept), (graph, kinds)));
            let behind = follows.collect::<Option<Vec<_>>>()?;
            // Whatever a move changes leaves a cell empty, or lets one of the player's pieces stand there.
            let same = side.repeats.as_ref().map(|repeats| {
                if repeats.shared.is_some() {
                    return Same::Away(strides.shared(side));
                }
                let own =
                    (0..kinds).map(|kind| Piece::new(Kind::at(kind), Some(Player::at(player))));
                let own = own.map(|piece| keep(&mut kept, self.contents.of(&only(piece))));
                Same::Sets(std::iter::once(Content(0)).chain(own).collect())
            });
            let puts = strides.puts.iter();
            let mut after: Vec<[Piece; 2]> =
                puts.map(|put| [Piece::EMPTY, side.places[usize::from(*put)].piece]).collect();
            let groups =
                side.kinds.iter().flat_map(|kind| &kind.groups).map(|group| &group.tallies);
            let mut tallies = groups.chain(side.places.iter().map(|place| &place.tallies));
            slots |= tallies.any(|tallies| !tallies.is_empty());
            let strides = strides.changed(|stride| {
                after.push(arrives(side, stride)?);
                Some(kept_stride(stride, &mut kept))
            })?;
            // What is moved besides is told by neither.
            if matches!(same, Some(Same::Sets(_))) && strides.all.iter().any(Stride::moves_others) {
                return None;
            }
            let emptied = Joins::default();
            let (joins, others, turned) = (Vec::new(), Vec::new(), Vec::new());
            legs.push(Leg { strides, joins, others, behind, same, emptied, turned });
            pieces.push(after);
        }
        for (player, (leg, pieces)) in legs.iter_mut().zip(pieces).enumerate() {
            let joins =
                pieces.iter().map(|piece| self.contents.joins(kept.iter().copied(), *piece));
            leg.joins = joins.collect();
            if leg.strides.all.iter().any(|stride| !stride.others.is_empty()) {
                let join = |piece| self.contents.joins(kept.iter().copied(), [piece; 2]);
                let others = leg.strides.all.iter().map(|stride| {
                    stride.others.iter().map(|(by, piece)| (*by, join(*piece))).collect()
                });
                leg.others = others.collect();
            }
            let turned = (0..self.sides[player].kinds.len())
                .map(|kind| Piece::new(Kind::at(kind), Some(Player::at(player))));
            let turned = turned.map(|piece| self.contents.joins(kept.iter().copied(), [piece; 2]));
            leg.turned = turned.collect();
            leg.emptied = self.contents.joins(kept.iter().copied(), [Piece::EMPTY; 2]);
        }
        let mut at = vec![0; self.contents.codes.len()];
        for (number, content) in kept.iter().enumerate().take(KEPT) {
            at[usize::from(content.0)] = number as u8;
        }
        let by_arrival = S::CELLS > NARROW
            && legs.iter().all(|leg| leg.behind.is_empty())
            && !legs.iter().flat_map(|leg| &leg.strides.all).any(Stride::moves_others)
            && self.sides.iter().enumerate().all(|(player, side)| {
                let mut goals = side.goals.iter().flatten();
                goals.all(|goal| self.is_of_own(goal, Player::at(player)))
            });
        (kept.len() <= KEPT).then_some(March {
            sets: kept,
            at,
            legs,
            slots: slots.then_some(program.cells),
            by_arrival,
        })
    }
}

impl<S: Set> Plan<S> {
    /// Whether a goal is a row of a player's own pieces, which may be longer.
    fn is_of_own(&self, goal: &Goal<S>, player: Player) -> bool {
        match goal {
            Goal::Line(Row { of: Where::Stands(content, _), exactly: false, .. }) => {
                let codes = &self.contents.codes[usize::from(content.0)];
                meet(codes, &Codes::of(player)) == *codes
            }
            Goal::Never => true,
            _ => false,
        }
    }

    /// The rows that a goal is for these players, a bit each; none for one of whom shifts of sets do not tell whether there is one.
    fn rows_of(&self, who: u8, id: GoalId) -> impl Iterator<Item = Option<&Row<S>>> {
        let sides = self.sides.iter().enumerate();
        let goals = sides.filter(move |(at, _)| who >> at & 1 != 0);
        goals.map(move |(_, side)| match &side.goals[id.index()] {
            Ok(Goal::Line(row)) if row.shifts.is_some() => Some(row),
            _ => None,
        })
    }
}

impl<S: Set> Side<S> {
    /// Whether what comes behind every move is at most that cells are emptied, and nothing asks ahead what there will be then.
    fn empties(&self, strides: &Strides<S>) -> bool {
        let plain = self.forbids.is_empty() && !strides.captures_first && strides.puts.is_empty();
        let all = 0..self.sequel.len();
        let alone = self.followed.iter().all(|followed| *followed == all) && plain;
        self.finish.is_none() && (self.sequel.is_empty() || alone)
    }
}

/// Where a set of cells is kept.
pub(super) fn keep(kept: &mut Vec<Content>, content: Content) -> Content {
    let at = kept.iter().position(|known| *known == content).unwrap_or_else(|| {
        kept.push(content);
        kept.len() - 1
    });
    Content(at as u16)
}

/// What stands on the cell that is left by a stride, and where it arrives, if that is all that comes of it.
fn arrives<S>(side: &Side<S>, stride: &Stride<S>) -> Option<[Piece; 2]> {
    if stride.which.is_some() {
        return stride.exchange;
    }
    let group = &side.kinds[usize::from(stride.kind)].groups[usize::from(stride.group)];
    let plain = group.tail.is_none() && group.after.is_none() && group.marks.is_none();
    let plain = plain && !group.rises;
    let [becomes] = &group.becomes[..] else { return None };
    let alone = plain && becomes.to.is_none();
    match (&becomes.pieces[..], alone) {
        ([piece], true) => Some([Piece::EMPTY, *piece]),
        _ => None,
    }
}

/// A stride that asks for what is kept.
fn kept_stride<S: Set>(stride: &Stride<S>, kept: &mut Vec<Content>) -> Stride<S> {
    let mut stride = stride.clone();
    stride.pieces = keep(kept, stride.pieces);
    stride.shift.land = keep(kept, stride.shift.land);
    if let Some((_, Some(of))) = &mut stride.shift.hurdle {
        *of = keep(kept, *of);
    }
    stride
}
