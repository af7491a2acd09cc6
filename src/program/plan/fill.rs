//! Games in which pieces are only ever added: what a placement can end, and what is kept up with to tell so.

use std::collections::BTreeMap;

use super::content::Content;
use super::fact::{Fact, Where};
use super::goal::{Goal, Join, Row, Shut};
use super::lines::Lines;
use super::net::Net;
use super::{Place, Plan, Program, Side, Winner};
use crate::index::{GoalId, Piece};
use crate::program::check::has;
use crate::program::set::Set;
use crate::program::trail::EMPTY;
use crate::rules::Relation;

/// Rules that let players do nothing but place one sort of piece each, one or two at a turn.
#[derive(Debug)]
pub(crate) struct Fill<S> {
    /// The sets of cells that are kept.
    pub sets: Vec<Content>,
    /// By content, where it is kept, if it is, and where the empty cells are, if they are.
    pub at: Vec<u16>,
    pub empty: usize,
    /// The cells that are chosen among, of players whom no piece keeps away.
    pub rooms: Vec<S>,
    /// The lines on which rows are looked for.
    pub lines: Vec<Lines>,
    /// What may be in a row.
    pub rows: Vec<Rows<S>>,
    /// What may hang together.
    pub nets: Vec<Net<S>>,
    /// By player.
    pub turns: Vec<Turn<S>>,
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

/// What a player's placement does.
#[derive(Debug)]
pub(crate) struct Turn<S> {
    /// The number of his placement.
    pub place: usize,
    /// Whether it is of two pieces.
    pub twice: bool,
    /// Where it may be.
    pub room: Room,
    /// The other rooms that it takes a cell of.
    pub others: Vec<usize>,
    /// The kept sets that it changes.
    pub flips: Vec<usize>,
    /// What may come about by it.
    pub tracks: Vec<Track>,
    /// What may hold after it and did not before, in the order of the endings.
    pub ends: Vec<(usize, End<S>)>,
    /// Where fewer cells than these are empty, the game may be over whatever came about.
    pub full: u16,
}

/// Where a placement may be.
#[derive(Debug)]
pub(crate) enum Room {
    /// On each empty cell of one of the rooms.
    All(usize),
    /// On each empty cell of which what stands elsewhere tells that it may be there.
    Part,
}

/// What is looked at after a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Track {
    /// Some of the rows.
    Rows(usize),
    /// One of the nets.
    Net(usize),
    /// A player's goal that is told by a whole set, which is kept: a ring, or rows on lines that close or are too long for a word.
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
    LeftOf(S, usize, Relation, u16),
}

/// What an ending asks of a placement.
enum Ask<S> {
    /// A player's goal.
    Goal(Wanted),
    /// How many cells are empty, of these.
    Left(S, Relation, u16),
}

/// A player and a goal of his.
type Wanted = (usize, GoalId);

/// What is asked of placements, by player, each with its ending.
type Asked<S> = Vec<Vec<(usize, Ask<S>)>>;

impl<S: Set> Plan<S> {
    /// What such games come to, if the rules are such.
    pub(super) fn fill(&mut self, program: &Program) -> Option<Fill<S>> {
        let left: Option<Vec<usize>> =
            self.sides.iter().map(|side| side.place_left(&self.contents)).collect();
        let left = left?;
        let places = |(side, left): (&Side<S>, &usize)| {
            let place = &side.places[*left];
            place.slot.is_none()
                && (!place.sees() || place.asks_board())
                && place.sequel.is_empty()
                && place.turns.is_empty()
                && place.after.is_none()
                && place
                    .second
                    .as_ref()
                    .is_none_or(|two| two.any && two.piece == place.piece && !place.sees())
                && side.kinds.iter().all(|kind| !kind.moves)
                && side.forbids.is_empty()
                && side.dangers.is_empty()
                && side.truces.is_empty()
                && side.must.is_none()
                && (side.counters.is_empty() || self.fills_later && side.counts_up())
                && side.kinds.iter().all(|kind| kind.walked.is_empty())
                && side.walked.iter().all(|walked| !walked.given.is_empty())
                && !side.winners.iter().any(|winner| matches!(winner, Winner::Extreme(..)))
        };
        if !self.plays_on(program) || !self.sides.iter().zip(&left).all(places) {
            return None;
        }
        let asked = self.asked(&left)?;
        let empty = self.contents.of(&EMPTY);
        let mut fill = Fill {
            sets: Vec::new(),
            at: Vec::new(),
            empty: 0,
            rooms: Vec::new(),
            lines: Vec::new(),
            rows: Vec::new(),
            nets: Vec::new(),
            turns: Vec::new(),
        };
        let mut goals: Vec<Wanted> = wanted(&asked).collect();
        goals.sort_unstable();
        goals.dedup();
        let told: Option<Vec<_>> =
            goals.iter().map(|wanted| fill.keep(self, *wanted, &goals)).collect();
        let told: BTreeMap<Wanted, (Track, Bar)> = goals.into_iter().zip(told?).collect();
        for ((side, asks), left) in self.sides.iter().zip(&asked).zip(&left) {
            let turn = fill.turn(self, (*left, &side.places[*left]), asks, &told, empty);
            fill.turns.push(turn);
        }
        fill.empty = fill.sets.iter().position(|set| *set == empty).unwrap_or(0);
        fill.at = vec![0; self.contents.codes.len()];
        for (number, content) in fill.sets.iter().enumerate() {
            fill.at[usize::from(content.0)] = number as u16;
        }
        let Fill { sets, rooms, turns, .. } = &mut fill;
        for (turn, side) in turns.iter_mut().zip(&self.sides) {
            let piece = side.places[turn.place].piece;
            let codes = |at: &usize| &self.contents.codes[usize::from(sets[*at].0)];
            let flips = |at: &usize| has(codes(at), piece) != has(codes(at), Piece::EMPTY);
            turn.flips = (0..sets.len()).filter(flips).collect();
            let other = |at: &usize| !matches!(turn.room, Room::All(own) if own == *at);
            turn.others = (0..rooms.len()).filter(other).collect();
        }
        Some(fill)
    }

    /// What placements can bring about; `None` if that is not all that can end the game.
    fn asked(&self, left: &[usize]) -> Option<Asked<S>> {
        let players = self.sides.len();
        let piece = |mover: usize| self.sides[mover].places[left[mover]].piece;
        let mut asked = Vec::new();
        for mover in 0..players {
            let mut asks = Vec::new();
            for (at, ending) in self.sides[(mover + 1) % players].ends.iter().enumerate() {
                self.asks(at, ending, piece(mover), &mut asks)?;
            }
            asked.push(asks);
        }
        // Whoever can bring a goal about is looked at when he may have done so.
        let looks = |mover: usize, wanted: Wanted| {
            let is = |ask: &(usize, Ask<S>)| matches!(ask.1, Ask::Goal(goal) if goal == wanted);
            asked[mover].iter().any(is)
        };
        let all = wanted(&asked).all(|(side, goal)| {
            let helps = |mover| {
                let goal = self.sides[side].goals[goal.index()].as_ref().ok();
                goal.and_then(|goal| self.helps(goal, piece(mover))) == Some(true)
            };
            (0..players).all(|mover| !helps(mover) || looks(mover, (side, goal)))
        });
        all.then_some(asked)
    }

    /// What of an ending a piece that is added can bring about.
    fn asks(
        &self,
        at: usize,
        ending: &Fact<S>,
        piece: Piece,
        asks: &mut Vec<(usize, Ask<S>)>,
    ) -> Option<()> {
        match ending {
            Fact::Any(list) => list.iter().try_for_each(|fact| self.asks(at, fact, piece, asks)),
            Fact::Has(who, id, _) => {
                for side in (0..self.sides.len()).filter(|side| who >> side & 1 != 0) {
                    let goal = self.sides[side].goals[id.index()].as_ref().ok()?;
                    if self.helps(goal, piece)? {
                        asks.push((at, Ask::Goal((side, *id))));
                    }
                }
                Some(())
            }
            Fact::Count(Where::Stands(content, cells), relation, number) => {
                let empty = self.contents.codes[usize::from(content.0)] == EMPTY;
                asks.push((at, Ask::Left(*cells, *relation, *number)));
                empty.then_some(())
            }
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

/// The goals that are asked for.
fn wanted<S>(asked: &Asked<S>) -> impl Iterator<Item = Wanted> {
    asked.iter().flatten().filter_map(|(_, ask)| match ask {
        Ask::Goal(wanted) => Some(*wanted),
        Ask::Left(..) => None,
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
fn place_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

impl<S: Set> Fill<S> {
    /// Keeps up with one of the goals that are asked for.
    fn keep(&mut self, plan: &Plan<S>, wanted: Wanted, all: &[Wanted]) -> Option<(Track, Bar)> {
        let goal = |wanted: &Wanted| plan.sides[wanted.0].goals[wanted.1.index()].as_ref().ok();
        match goal(&wanted)? {
            Goal::Never | Goal::Together(_) => None,
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
                let Some(lines) = lines else {
                    let set = place_of(&mut self.sets, of);
                    let whole = (Track::Whole(wanted.0, wanted.1, set), Bar::Whole);
                    return (cells == plan.cells).then_some(whole);
                };
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
            Goal::Ring(shut) => {
                let (of, cells) = stands(&shut.of)?;
                let set = place_of(&mut self.sets, of);
                (cells == plan.cells).then_some((Track::Whole(wanted.0, wanted.1, set), Bar::Whole))
            }
        }
    }

    /// What a player's placement does, but for the sets and the other rooms that it changes.
    fn turn(
        &mut self,
        plan: &Plan<S>,
        (at, place): (usize, &Place<S>),
        asks: &[(usize, Ask<S>)],
        told: &BTreeMap<Wanted, (Track, Bar)>,
        empty: Content,
    ) -> Turn<S> {
        let mut tracks = Vec::new();
        let mut full = 0;
        let room = match place.sees() {
            false => Room::All(place_of(&mut self.rooms, place.cells)),
            true => {
                place_of(&mut self.sets, empty);
                _ = place.reads(&mut |content| _ = place_of(&mut self.sets, content));
                Room::Part
            }
        };
        let ends = asks.iter().map(|(at, ask)| {
            let end = match ask {
                Ask::Left(cells, relation, number) if *cells == plan.cells => {
                    let holds = |left: &u16| relation.holds(*left, *number);
                    let most = (0..=cells.len() as u16).rev().find(holds);
                    full = most.map_or(0, |most| most + 1).max(full);
                    End::Left(*relation, *number)
                }
                Ask::Left(cells, relation, number) => {
                    full = u16::MAX;
                    End::LeftOf(*cells, place_of(&mut self.sets, empty), *relation, *number)
                }
                Ask::Goal(wanted) => {
                    let (track, reach) = told[wanted];
                    End::Goal(place_of(&mut tracks, track), reach)
                }
            };
            (*at, end)
        });
        let ends = ends.collect();
        let (twice, others, flips) = (place.second.is_some(), Vec::new(), Vec::new());
        Turn { place: at, twice, room, others, flips, tracks, ends, full }
    }
}
