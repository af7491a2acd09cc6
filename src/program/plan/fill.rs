//! Games in which pieces are put and never go elsewhere: what a placement can end, and what is kept up with to tell so.

use std::collections::BTreeMap;

use super::content::{Content, Contents};
use super::fact::{Fact, Where};
use super::goal::{Goal, Join, Row, Shut};
use super::heed::Read;
use super::lines::Lines;
use super::net::Net;
use super::room::{Near, Passes, Room};
use super::round::Round;
use super::sequel::Sequel;
use super::taken::Taken;
use super::{Place, Plan, Program, Side, Tick, Winner};
use crate::index::{GoalId, Piece};
use crate::program::check::has;
use crate::program::set::Set;
use crate::program::trail::EMPTY;
use crate::rules::Relation;

/// Rules that let players do nothing but put pieces on cells, one or two at a turn, which stay there unless a later placement
/// takes them off, turns them over or puts others there.
#[derive(Debug)]
pub(crate) struct Fill<S> {
    /// The sets of cells that are kept.
    pub sets: Vec<Content>,
    /// By content, where it is kept, if it is, and where the empty cells are, if they are.
    pub at: Vec<u16>,
    pub empty: usize,
    /// By kept set, whether empty cells are in it.
    pub empties: Vec<bool>,
    /// The cells that are chosen among, of players whom no piece keeps away.
    pub rooms: Vec<S>,
    /// The lines on which rows are looked for.
    pub lines: Vec<Lines>,
    /// What may be in a row.
    pub rows: Vec<Rows<S>>,
    /// What may hang together.
    pub nets: Vec<Net<S>>,
    /// The cells that pieces draw others to or keep them from: kept sets as well, behind the others.
    pub near: Vec<Near<S>>,
    /// The slots of the numbers that are kept.
    pub slots: Vec<u16>,
    /// By place of the round.
    pub turns: Vec<Turn<S>>,
    /// Whether every turn is one placement of one piece, and none is ever taken off.
    pub plain: bool,
    /// Whether it hangs on what stands where who moves next.
    pub told: bool,
}

/// What may be in a row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rows<S> {
    /// What stands there.
    pub of: Content,
    /// Where it counts.
    pub cells: S,
    /// Which of the lines.
    pub lines: usize,
}

/// What may be done at a place of the round.
#[derive(Debug)]
pub(crate) struct Turn<S> {
    /// Whose it is.
    pub side: usize,
    /// The place after it, that where the next turn begins, and all to which it may come to from here.
    pub next: usize,
    pub next_turn: usize,
    pub after: Vec<usize>,
    /// By the player who has moved last, what the slot of the turn holds there; none where players simply take turns.
    pub values: Vec<u8>,
    /// The placement that may be made, and the others, in the order of what they put.
    pub put: Put<S>,
    pub more: Vec<Put<S>>,
    /// Whether what is drawn may be none: masks may refuse some, or they are [guessed](super::guess).
    pub doubts: bool,
}

impl<S> Turn<S> {
    /// Each placement.
    pub fn puts(&self) -> impl Iterator<Item = &Put<S>> {
        std::iter::once(&self.put).chain(&self.more)
    }
}

/// What a placement does.
#[derive(Debug)]
pub(crate) struct Put<S> {
    /// Its number among those of the player.
    pub place: usize,
    /// Whether it is of two pieces.
    pub twice: bool,
    /// Where it may be.
    pub room: Room<S>,
    /// The other rooms that it takes a cell of.
    pub others: Vec<usize>,
    /// The kept sets that it changes, and of those that tell what is near to pieces the ones that grow.
    pub flips: Vec<usize>,
    pub grows: Vec<usize>,
    /// What it takes off or turns over.
    pub takes: Vec<Taken<S>>,
    /// By kept set, whether what it puts is in it.
    pub comes: Vec<bool>,
    /// Whether a piece stands where it is put, and whether the cell is empty then.
    pub replaces: bool,
    pub clears: bool,
    /// How it changes the kept numbers, each with its place among them: counters, and those that are told with it.
    pub ticks: Vec<(usize, Tick)>,
    pub tallies: Vec<(usize, i16)>,
    /// What may come about by it.
    pub tracks: Vec<Track>,
    /// By the place that is next, of those that may be: what may hold after it and did not before, in the order of the endings.
    pub ends: Vec<Vec<(usize, End<S>)>>,
    /// Where fewer cells than these are empty, the game may be over whatever came about.
    pub full: u16,
}

/// What is looked at after a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Track {
    /// Some of the rows.
    Rows(usize),
    /// One of the nets.
    Net(usize),
    /// A player's goal that is told by a whole set, which is kept: a ring, rows on lines that close or are too long for a word,
    /// groups where pieces are taken off.
    Whole(usize, GoalId, usize),
}

/// What a goal asks of what is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bar {
    /// So many in a row; whether exactly so many.
    Row(u32, bool),
    /// A group that touches so many of these sides.
    Group(u64, u32),
    /// What it is.
    Whole,
}

/// One ending of such a game.
#[derive(Debug)]
pub(crate) enum End<S> {
    /// A goal, by one of the turn's tracks.
    Goal(usize, Bar),
    /// How many cells are empty.
    Left(Relation, u16),
    /// How many of some cells are in that kept set.
    Stands(usize, S, Relation, u16),
    /// One of these kept numbers.
    Slot(Box<[usize]>, Relation, u16),
    /// Whatever else kept sets and numbers tell: this player's ending is asked as it is written.
    Told(usize),
}

/// What an ending asks of a placement.
enum Ask<S> {
    /// A player's goal.
    Goal(Wanted),
    /// How many of these cells have that content.
    Stands(Content, S, Relation, u16),
    /// The number in one of these slots.
    Slot(Vec<u16>, Relation, u16),
    /// All that the ending of this player's turn asks.
    Told(usize),
}

/// A player and a goal of his.
type Wanted = (usize, GoalId);

/// What is asked of a placement, each with its ending.
type Asks<S> = Vec<(usize, Ask<S>)>;

/// The same by place of the round, placement and the place that is next.
type Asked<S> = Vec<Vec<Vec<Asks<S>>>>;

impl<S: Set> Plan<S> {
    /// What such games come to, if the rules are such.
    pub(super) fn fill(&mut self, program: &Program) -> Option<Fill<S>> {
        if !self.plays_on(program) {
            return None;
        }
        let round = Round::new(program, &self.sides)?;
        let told = round.after.iter().any(|after| after.len() > 1);
        let left: Option<Vec<Vec<usize>>> =
            self.sides.iter().map(|side| side.places_left(&self.contents)).collect();
        let left = left?;
        let mut all = self.sides.iter().zip(&left);
        if !all.all(|(side, left)| side.fills(left, self.fills_later)) {
            return None;
        }
        let takes = |place: &Place<S>| !place.sequel.is_empty() || place.on.is_some();
        let mut all = self.sides.iter().zip(&left);
        let leaves = all.any(|(side, left)| left.iter().any(|at| takes(&side.places[*at])));
        // What is so for good where pieces are only added might not be so here.
        if leaves && (self.fills_later || program.has_hands()) {
            return None;
        }
        let empty = self.contents.of(&EMPTY);
        let asked = self.asked(&round, &left)?;
        let mut fill = Fill {
            sets: Vec::new(),
            at: Vec::new(),
            empty: 0,
            empties: Vec::new(),
            rooms: Vec::new(),
            lines: Vec::new(),
            rows: Vec::new(),
            nets: Vec::new(),
            near: Vec::new(),
            slots: Vec::new(),
            turns: Vec::new(),
            plain: !leaves && !told,
            told,
        };
        let mut goals: Vec<Wanted> = wanted(&asked).collect();
        goals.sort_unstable();
        goals.dedup();
        let tracks: Option<Vec<_>> =
            goals.iter().map(|wanted| fill.keep(self, *wanted, &goals, leaves)).collect();
        let tracks: BTreeMap<Wanted, (Track, Bar)> = goals.iter().copied().zip(tracks?).collect();
        let whole = |wanted: &Wanted| match tracks.get(wanted) {
            Some((Track::Whole(.., set), _)) => Some(*set),
            _ => None,
        };
        for (at, (asks, side)) in asked.iter().zip(&round.sides).enumerate() {
            let mut puts = Vec::new();
            for (asks, place) in asks.iter().zip(&left[*side]) {
                let of = &self.sides[*side].places[*place];
                let takes = Taken::all(of, program, &mut self.contents, &mut fill.sets)?;
                // Of several pieces that come to be each is followed after the other: none of them passes before.
                if takes.iter().any(|takes| takes.turns) {
                    let others = |set: &Content| self.passes_other(*set, of.piece);
                    if goals.iter().filter_map(whole).any(|set| others(&fill.sets[set])) {
                        return None;
                    }
                }
                let alone = left[*side].len() == 1;
                let put = (*side, *place, of);
                let put = fill.put(self, put, (empty, alone, leaves), asks, &tracks);
                puts.push(Put { takes, ..put });
            }
            let piece = |put: &Put<S>| self.sides[*side].places[put.place].piece;
            puts.sort_by_key(piece);
            let mut puts = puts.into_iter();
            let (put, more) = (puts.next()?, puts.collect());
            let forbids = &self.sides[*side].forbids;
            forbids
                .iter()
                .try_for_each(|forbid| forbid.fact.reads(&mut |read| fill.keep_read(read)))?;
            let doubts = !forbids.is_empty();
            let (after, next_turn) = (round.after[at].clone(), round.next_turn[at]);
            let next = after[0];
            let values = round.values.get(at).cloned().unwrap_or_default();
            fill.turns.push(Turn {
                side: *side,
                next,
                next_turn,
                after,
                values,
                put,
                more,
                doubts,
            });
        }
        if told {
            fill.keep_told(self)?;
        }
        fill.tick(&self.sides)?;
        fill.plain &= fill.slots.is_empty();
        fill.plain &= fill.turns.iter().all(|turn| turn.more.is_empty() && !turn.put.twice);
        fill.at = vec![0; self.contents.codes.len() + fill.near.len()];
        for (number, content) in fill.sets.iter().enumerate() {
            fill.at[usize::from(content.0)] = number as u16;
        }
        for number in 0..fill.near.len() {
            fill.at[self.contents.codes.len() + number] = (fill.sets.len() + number) as u16;
        }
        fill.settle(&self.sides, &self.contents);
        Some(fill)
    }

    /// Whether a piece of another player's passes as well as such a one.
    fn passes_other(&self, of: Content, piece: Piece) -> bool {
        let codes = &self.contents.codes[usize::from(of.0)];
        let mut others = self.contents.pieces().filter(|other| other.owner() != piece.owner());
        has(codes, piece) && others.any(|other| has(codes, other))
    }

    /// What placements can bring about; `None` if that is not all that can end the game.
    fn asked(&self, round: &Round, left: &[Vec<usize>]) -> Option<Asked<S>> {
        let pieces = |at: usize| {
            let side = round.sides[at];
            left[side].iter().map(move |place| self.sides[side].places[*place].piece)
        };
        let mut asked = Vec::new();
        for at in 0..round.sides.len() {
            let each = pieces(at).map(|piece| {
                let each = round.after[at].iter().map(|to| {
                    let mut asks = Vec::new();
                    let next = &self.sides[round.sides[*to]];
                    for (number, ending) in next.ends.iter().enumerate() {
                        let known = asks.len();
                        let parts = self.asks(number, (round, at, *to), ending, piece, &mut asks);
                        if parts.is_none() {
                            asks.truncate(known);
                            self.told(ending, &mut |_| Some(()))?;
                            asks.push((number, Ask::Told(round.sides[*to])));
                        }
                    }
                    Some(asks)
                });
                each.collect::<Option<Vec<_>>>()
            });
            asked.push(each.collect::<Option<Vec<_>>>()?);
        }
        // Whoever can bring a goal about is looked at when he may have done so.
        let looks = |asks: &[(usize, Ask<S>)], wanted: Wanted| {
            asks.iter().any(|(_, ask)| matches!(ask, Ask::Goal(goal) if *goal == wanted))
        };
        let all = wanted(&asked).all(|(side, goal)| {
            let of = self.sides[side].goals[goal.index()].as_ref().ok();
            let helps = |piece| of.and_then(|goal| self.helps(goal, piece)) == Some(true);
            asked.iter().enumerate().all(|(at, each)| {
                let mut each = pieces(at).zip(each);
                each.all(|(piece, asks)| {
                    !helps(piece) || asks.iter().all(|asks| looks(asks, (side, goal)))
                })
            })
        });
        all.then_some(asked)
    }

    /// What of an ending a piece can bring about that is added at one place of the round, before another one.
    fn asks(
        &self,
        number: usize,
        (round, at, to): (&Round, usize, usize),
        ending: &Fact<S>,
        piece: Piece,
        asks: &mut Asks<S>,
    ) -> Option<()> {
        match ending {
            Fact::Any(list) => list
                .iter()
                .try_for_each(|fact| self.asks(number, (round, at, to), fact, piece, asks)),
            Fact::All(list) => {
                if list.iter().any(|fact| round.tells(at, to, fact) == Some(false)) {
                    return Some(());
                }
                let mut rest = list.iter().filter(|fact| round.tells(at, to, fact).is_none());
                let (fact, None) = (rest.next()?, rest.next()) else { return None };
                self.asks(number, (round, at, to), fact, piece, asks)
            }
            Fact::Has(who, id, _) => {
                for side in (0..self.sides.len()).filter(|side| who >> side & 1 != 0) {
                    let goal = self.sides[side].goals[id.index()].as_ref().ok()?;
                    if self.helps(goal, piece)? {
                        asks.push((number, Ask::Goal((side, *id))));
                    }
                }
                Some(())
            }
            Fact::Count(Where::Stands(content, cells), relation, count) => {
                asks.push((number, Ask::Stands(*content, *cells, *relation, *count)));
                Some(())
            }
            Fact::Slot { slots, relation, number: count, .. } => {
                asks.push((number, Ask::Slot(slots.to_vec(), *relation, *count)));
                Some(())
            }
            // Who puts pieces on any of some cells is stuck where none of them is empty.
            Fact::Stuck(who) if *who == 1 << round.sides[to] => {
                let (content, cells) = self.empties_of(round.sides[to])?;
                asks.push((number, Ask::Stands(content, cells, Relation::Equal, 0)));
                Some(())
            }
            _ => None,
        }
    }

    /// The empty cells and where they may be, if a player may do nothing but put a piece on any of those, and may always do so.
    fn empties_of(&self, side: usize) -> Option<(Content, S)> {
        let Side { places, forbids, walks, .. } = &self.sides[side];
        let [place] = &places[..] else { return None };
        let plain = place.when.is_empty() && !place.sees() && place.second.is_none();
        let empty = self.contents.codes.iter().position(|codes| *codes == EMPTY)?;
        let alone = plain && forbids.is_empty() && !walks;
        alone.then_some((Content(empty as u16), place.cells))
    }

    /// Tells of each part of the position for which a condition asks, unless it is more than what stands where, numbers and what
    /// was put.
    fn told(&self, fact: &Fact<S>, see: &mut impl FnMut(Read) -> Option<()>) -> Option<()> {
        match fact {
            Fact::All(list) | Fact::Any(list) => {
                list.iter().try_for_each(|fact| self.told(fact, see))
            }
            Fact::Not(fact) => self.told(fact, see),
            Fact::By(_) => Some(()),
            Fact::Captured => {
                let mut places = self.sides.iter().flat_map(|side| &side.places);
                places.all(|place| !place.sequel.iter().any(Sequel::lifts)).then_some(())
            }
            Fact::Among(slot, _) => (self.slot == Some(*slot)).then_some(()),
            Fact::Slot { slots, .. } => slots.iter().try_for_each(|slot| see(Read::Number(*slot))),
            Fact::Compare(read, _) => {
                read.iter().flatten().try_for_each(|slot| see(Read::Number(*slot)))
            }
            Fact::Has(who, goal, _) => {
                let mut sides = self.sides.iter().enumerate();
                sides.try_for_each(|(at, side)| match &side.goals[goal.index()] {
                    _ if who >> at & 1 == 0 => Some(()),
                    Ok(Goal::Line(row)) if row.shifts.is_some() => row.of.reads(see),
                    _ => None,
                })
            }
            Fact::Count(cells, ..) => cells.reads(see),
            _ => None,
        }
    }

    /// Whether a piece that is added can help to reach a goal; `None` if it might be in its way.
    fn helps(&self, goal: &Goal<S>, piece: Piece) -> Option<bool> {
        let of = match goal {
            Goal::Never => return Some(false),
            Goal::Line(Row { of, limits, .. }) if limits.is_empty() => of,
            Goal::Connect(Join { of, .. }) | Goal::Ring(Shut { of, .. }) => of,
            Goal::Line(_) | Goal::Together(_) => return None,
        };
        let (content, _) = stands(of)?;
        let codes = &self.contents.codes[usize::from(content.0)];
        (!has(codes, Piece::EMPTY)).then_some(has(codes, piece))
    }
}

impl<S: Set> Side<S> {
    /// Whether a player does nothing but make these placements, those that are left once others are over.
    fn fills(&self, left: &[usize], fills_later: bool) -> bool {
        let alone = left.len() == 1;
        let places = left.iter().map(|left| &self.places[*left]);
        let mut plain = places.map(|place| {
            place.slot.is_none()
                && !place.less.iter().any(|less| left.contains(&usize::from(*less)))
                && (!place.sees() || place.asks_board())
                && (place.sequel.is_empty() || alone && place.second.is_none())
                && place.turns.is_empty()
                && place.after.is_none()
                && place
                    .second
                    .as_ref()
                    .is_none_or(|two| alone && two.piece == place.piece && !place.sees())
        });
        plain.all(|plain| plain)
            && self.kinds.iter().all(|kind| !kind.moves && kind.walked.is_empty())
            && (self.forbids.is_empty() || self.masks_kept(left))
            && self.dangers.is_empty()
            && self.truces.is_empty()
            && self.must.is_none()
            && (fills_later && self.counts_up() || !fills_later && self.ticks.is_some())
            && self.walked.iter().all(|walked| !walked.given.is_empty())
            && !self.winners.iter().any(|winner| matches!(winner, Winner::Extreme(..)))
    }
}

/// The goals that are asked for.
fn wanted<S>(asked: &Asked<S>) -> impl Iterator<Item = Wanted> {
    asked.iter().flatten().flatten().flatten().filter_map(|(_, ask)| match ask {
        Ask::Goal(wanted) => Some(*wanted),
        Ask::Stands(..) | Ask::Slot(..) | Ask::Told(_) => None,
    })
}

/// What passes, and where, if that is what stands there.
fn stands<S: Set>(of: &Where<S>) -> Option<(Content, S)> {
    match of {
        Where::Stands(content, cells) => Some((*content, *cells)),
        _ => None,
    }
}

/// The place of a value in a list, which it is put into if it is not there.
pub(super) fn place_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

impl<S: Set> Fill<S> {
    /// Keeps up with one of the goals that are asked for; `leaves`: pieces may be taken off.
    fn keep(
        &mut self,
        plan: &Plan<S>,
        wanted: Wanted,
        all: &[Wanted],
        leaves: bool,
    ) -> Option<(Track, Bar)> {
        let goal = |wanted: &Wanted| plan.sides[wanted.0].goals[wanted.1.index()].as_ref().ok();
        match goal(&wanted)? {
            Goal::Never | Goal::Together(_) => None,
            // What is taken off may leave a row that is no longer than it must be, or part a group.
            Goal::Line(row) if leaves && row.exactly => None,
            Goal::Connect(join) if leaves => self.whole(plan, wanted, &join.of),
            Goal::Line(row) => {
                // Rows of all lengths that are looked for on the same cells are found together.
                let (of, cells) = stands(&row.of)?;
                let lengths = all.iter().filter_map(|other| match goal(other)? {
                    Goal::Line(other) => {
                        let alike = stands(&other.of)? == (of, cells) && other.ways == row.ways;
                        alike.then_some(other.length)
                    }
                    _ => None,
                });
                let least = lengths.fold(row.length, usize::min);
                let lines = Lines::new(&row.ways, cells, least).filter(|_| row.length < 64);
                let Some(lines) = lines else { return self.whole(plan, wanted, &row.of) };
                let lines = place_of(&mut self.lines, lines);
                let rows = Rows { of, cells, lines };
                let track = Track::Rows(place_of(&mut self.rows, rows));
                Some((track, Bar::Row(row.length as u32, row.exactly)))
            }
            Goal::Connect(join) => {
                let mut known = self.nets.iter_mut().enumerate();
                let known = known.find_map(|(at, net)| Some((at, net.take(join)?)));
                let (net, (sides, least)) = match known {
                    Some(known) => known,
                    None => {
                        let mut net = Net::new(join)?;
                        let goal = net.take(join)?;
                        self.nets.push(net);
                        (self.nets.len() - 1, goal)
                    }
                };
                Some((Track::Net(net), Bar::Group(sides, least)))
            }
            Goal::Ring(shut) => self.whole(plan, wanted, &shut.of),
        }
    }

    /// Keeps all that stands where it counts for a goal.
    fn whole(&mut self, plan: &Plan<S>, wanted: Wanted, of: &Where<S>) -> Option<(Track, Bar)> {
        let (of, cells) = stands(of)?;
        let set = place_of(&mut self.sets, of);
        (cells == plan.cells).then_some((Track::Whole(wanted.0, wanted.1, set), Bar::Whole))
    }

    /// What a placement does, but for what it takes off and the sets and the other rooms that it changes. `empty`: of the empty
    /// cells; `alone`: there is no other at the turn; `leaves`: pieces may be taken off.
    fn put(
        &mut self,
        plan: &Plan<S>,
        (side, at, place): (usize, usize, &Place<S>),
        (empty, alone, leaves): (Content, bool, bool),
        asks: &[Asks<S>],
        known: &BTreeMap<Wanted, (Track, Bar)>,
    ) -> Put<S> {
        let mut tracks = Vec::new();
        let mut full = 0;
        let two = place.second.as_ref();
        let refuses = !plan.sides[side].forbids.is_empty();
        let near = match place.sees() && !leaves {
            true => Room::near(place, plan, &mut self.near),
            false => None,
        };
        let room = match near {
            _ if two.is_some_and(|two| !two.any) => Room::Pairs,
            _ if alone && !place.sees() => match refuses {
                true => Room::Masked(place_of(&mut self.rooms, place.cells)),
                false => Room::All(place_of(&mut self.rooms, place.cells)),
            },
            _ if !place.sees() => Room::Near(Passes { every: Vec::new(), any: Vec::new() }),
            Some(near) => near,
            None => Room::Asked,
        };
        if !matches!(room, Room::All(_)) {
            self.empty = place_of(&mut self.sets, empty);
        }
        _ = place.reads(&mut |read| self.keep_read(read));
        let mut end = |(at, ask): &(usize, Ask<S>)| {
            let end = match ask {
                Ask::Stands(content, cells, relation, number)
                    if (*content, *cells) == (empty, plan.cells) =>
                {
                    let holds = |left: &u16| relation.holds(*left, *number);
                    let most = (0..=cells.len() as u16).rev().find(holds);
                    full = most.map_or(0, |most| most + 1).max(full);
                    End::Left(*relation, *number)
                }
                Ask::Stands(content, cells, relation, number) => {
                    full = u16::MAX;
                    End::Stands(place_of(&mut self.sets, *content), *cells, *relation, *number)
                }
                Ask::Told(next) => {
                    full = u16::MAX;
                    let ending = &plan.sides[*next].ends[*at];
                    _ = plan.told(ending, &mut |read| self.keep_read(read));
                    End::Told(*next)
                }
                Ask::Slot(slots, relation, number) => {
                    full = u16::MAX;
                    let kept = slots.iter().map(|slot| place_of(&mut self.slots, *slot));
                    End::Slot(kept.collect(), *relation, *number)
                }
                Ask::Goal(wanted) => {
                    let (track, reach) = known[wanted];
                    End::Goal(place_of(&mut tracks, track), reach)
                }
            };
            (*at, end)
        };
        let ends = asks.iter().map(|asks| asks.iter().map(&mut end).collect()).collect();
        let (others, flips, grows, takes, comes, ticks, tallies) = Default::default();
        let twice = two.is_some();
        let (replaces, clears) = (place.on.is_some(), place.piece.is_empty());
        Put {
            place: at,
            twice,
            room,
            others,
            flips,
            grows,
            takes,
            comes,
            replaces,
            clears,
            ticks,
            tallies,
            tracks,
            ends,
            full,
        }
    }

    /// Keeps a part of a position.
    fn keep_read(&mut self, read: Read) -> Option<()> {
        match read {
            Read::Stands(content) => _ = place_of(&mut self.sets, content),
            Read::Number(slot) => _ = place_of(&mut self.slots, slot),
        }
        Some(())
    }

    /// Keeps what rules ask for that tell who moves next, unless it is more than what stands where and what was put.
    fn keep_told(&mut self, plan: &Plan<S>) -> Option<()> {
        let passing = plan.sides.iter().filter_map(|side| side.passing.as_ref());
        let mut told = passing.flat_map(|passing| [&passing.again, &passing.over, &passing.skip]);
        told.try_for_each(|fact| plan.told(fact, &mut |read| self.keep_read(read)))
    }

    /// Finds how the placements change the kept numbers, if their names tell.
    fn tick(&mut self, sides: &[Side<S>]) -> Option<()> {
        if self.slots.is_empty() {
            return Some(());
        }
        let kept = |slot| self.slots.iter().position(|known| *known == slot);
        for Turn { side, put, more, .. } in &mut self.turns {
            for put in std::iter::once(put).chain(more) {
                let Place { name, tallies, .. } = &sides[*side].places[put.place];
                let ticks = sides[*side].ticks.as_ref()?[name.index()].iter();
                put.ticks = ticks.filter_map(|tick| Some((kept(tick.slot)?, *tick))).collect();
                let tallies = tallies.iter();
                put.tallies =
                    tallies.filter_map(|(slot, more)| Some((kept(*slot)?, *more))).collect();
            }
        }
        Some(())
    }

    /// Finds what the placements change of what is kept.
    fn settle(&mut self, sides: &[Side<S>], contents: &Contents) {
        let Fill { sets, rooms, near, turns, empties, .. } = self;
        let codes = |content: Content| &contents.codes[usize::from(content.0)];
        *empties = sets.iter().map(|set| has(codes(*set), Piece::EMPTY)).collect();
        for Turn { side, put, more, .. } in turns {
            for put in std::iter::once(put).chain(more) {
                let piece = sides[*side].places[put.place].piece;
                let flips = |at: &usize| {
                    has(codes(sets[*at]), piece) != has(codes(sets[*at]), Piece::EMPTY)
                };
                put.flips = (0..sets.len()).filter(flips).collect();
                put.comes = sets.iter().map(|set| has(codes(*set), piece)).collect();
                put.grows = (0..near.len()).filter(|at| has(codes(near[*at].of), piece)).collect();
                let other = |at: &usize| !matches!(put.room, Room::All(own) if own == *at);
                put.others = (0..rooms.len()).filter(other).collect();
            }
        }
    }
}
