//! Goals and conditions, for one player each.

use super::GroupsCode;
use super::check::{Check, Codes, View, has};
use super::table::NOWHERE;
use super::walk::Entry;
use crate::index::{GoalId, Heading, Kind, MoveName, Piece, Player, ScoreId};
use crate::rules::several::Logic;
use crate::rules::{
    Act, Aim, Cells, Cond, Dirs, Goal, GroupsRule, MoveRule, Place, Reading, Relation, Repetition,
    Test, Than, Walk, Who,
};

/// A goal as one player has it.
#[derive(Clone, Debug)]
pub(crate) enum GoalCode {
    /// The player does not have it.
    Never,
    /// So many passing cells in a row.
    Line(Box<Line>),
    /// A group of passing cells that touches enough sides.
    Connect(Box<Connect>),
    /// All passing cells, at least one, in one group.
    Together {
        /// What is adjacent; of two opposites only one.
        joins: Box<[u16]>,
        /// What passes.
        check: Check,
    },
    /// A cell that is shut in by passing cells.
    Ring(Box<Ring>),
}

/// A line as one player has it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// How many.
    pub length: usize,
    /// Whether a longer row does not count.
    pub exactly: bool,
    /// Along which headings; of two opposites only one.
    pub headings: Box<[u16]>,
    /// Of each of the headings, from which cell it leads to each cell.
    pub before: Vec<Box<[u16]>>,
    /// What passes.
    pub check: Check,
    /// At most so many of these codes in the row.
    pub limits: Vec<(Codes, u16)>,
}

/// A ring as one player has it.
#[derive(Clone, Debug)]
pub(crate) struct Ring {
    /// What does not get out; of two opposites only one.
    pub joins: Box<[u16]>,
    /// From each cell those that are one step away, either way.
    pub near: Vec<Box<[u16]>>,
    /// 1 for the cells at the border.
    pub border: Box<[u64]>,
    /// What passes.
    pub check: Check,
}

/// A connection as one player has it.
#[derive(Clone, Debug)]
pub(crate) struct Connect {
    /// What is adjacent; of two opposites only one.
    pub joins: Box<[u16]>,
    /// What is adjacent.
    pub headings: Box<[u16]>,
    /// What passes.
    pub check: Check,
    /// The sides that each cell is on, a bit each.
    pub sides: Box<[u64]>,
    /// How many of them a group must touch.
    pub least: u32,
    /// If every move is a placement that can only help: what is put, and where it may be.
    pub placements: Option<Vec<(Check, Piece)>>,
}

/// A compiled [`Cond`], with players as sets of bits.
#[derive(Clone, Debug)]
pub(crate) enum CondCode {
    /// All of them.
    All(Vec<CondCode>),
    /// At least one.
    Any(Vec<CondCode>),
    /// Not that.
    Not(Box<CondCode>),
    /// One of the players has no legal move.
    Stuck(u8),
    /// A royal piece of one of the players is attacked.
    Attacked(u8),
    /// One of the players has reached the goal.
    Has(u8, GoalId),
    /// One of the players can reach the aim in so many moves.
    Can(u8, Aim, u8),
    /// How many cells pass.
    Count(Check, Relation, u16),
    /// The number in one of the slots.
    Slot(Box<[u16]>, Relation, u16),
    /// The number in the slot is one of these, a bit each.
    Among(u16, [u64; 4]),
    /// The board is as it was when the turn began.
    Unchanged,
    /// One of the numbers that are read compares so with one of the others.
    Compare(Box<[ReadCode; 2]>, Relation),
    /// One of the players has so many half points.
    Score(u8, ScoreId, Relation, i32),
    /// One of the players has more of the score than every other.
    Leads(u8, ScoreId),
    /// The position has been there so often.
    Repeated(Repetition),
    /// The move has captured.
    Captured,
    /// The move has that name.
    By(MoveName),
    /// The move's piece was of one of these kinds.
    Moved(Box<[Kind]>),
}

/// A compiled [`Reading`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadCode {
    /// The number in each of these slots.
    Slots(Box<[u16]>),
    /// What each of these players has of the score.
    Score(u8, ScoreId),
}

impl ReadCode {
    fn new(view: &View<'_>, reading: Reading) -> Self {
        let players = view.each(reading.who());
        let layout = view.layout;
        ReadCode::Slots(match reading {
            Reading::Hand(_, kind) => {
                players.filter_map(|player| Some(layout.hand(player, kind)?.0)).collect()
            }
            Reading::Counter(_, counter) => {
                players.map(|player| layout.counter(counter, player).0).collect()
            }
            Reading::Number(_, of) => {
                players.map(|player| layout.player_number(of, player).0).collect()
            }
            Reading::Score(who, score) => return ReadCode::Score(view.whose(who), score),
        })
    }
}

impl CondCode {
    /// Compiles a condition for the viewing player.
    pub fn new(view: &View<'_>, cond: &Cond) -> Self {
        // Who has moved last the slot of the turn tells: a condition for each.
        if view.told_last() && asks_last(cond) {
            let each = (0..view.players).map(Player::at).map(|last| {
                view.last.set(Some(last));
                let asked = Self::new(view, cond);
                view.last.set(None);
                Self::all(vec![Self::place(view, |place| place.last == last), asked])
            });
            return Self::any(each.collect());
        }
        let each = |list: &[Cond]| list.iter().map(|cond| Self::new(view, cond)).collect();
        match cond {
            Cond::All(list) => Self::all(each(list)),
            Cond::Any(list) => Self::any(each(list)),
            Cond::Several(list, relation, number) => {
                let logic = Logic {
                    all: &Self::all,
                    any: &Self::any,
                    not: &|code| CondCode::Not(Box::new(code)),
                };
                let told = logic.several(&each(list), *relation, *number);
                told.expect("the reader refuses what is too long")
            }
            Cond::Not(cond) => CondCode::Not(Box::new(Self::new(view, cond))),
            Cond::Stuck(who) => CondCode::Stuck(view.whose(*who)),
            Cond::Attacked(who) => CondCode::Attacked(view.whose(*who)),
            Cond::Has(who, goal) => CondCode::Has(view.whose(*who), *goal),
            Cond::Can(who, aim, moves) => CondCode::Can(view.whose(*who), *aim, *moves),
            Cond::Count(test, relation, number) => {
                CondCode::Count(view.check(test), *relation, *number)
            }
            Cond::Turn(who) if view.whose(*who) >> view.mover.0 & 1 != 0 => CondCode::All(vec![]),
            Cond::Turn(_) => CondCode::Any(vec![]),
            Cond::Compare(reading, relation, than) => match (ReadCode::new(view, *reading), than) {
                (ReadCode::Slots(slots), Than::Fixed(number)) => {
                    CondCode::Slot(slots, *relation, *number)
                }
                (ReadCode::Score(who, score), Than::Fixed(points)) => {
                    CondCode::Score(who, score, *relation, 2 * i32::from(*points))
                }
                (read, Than::Reading(other)) => {
                    let other = ReadCode::new(view, *other);
                    CondCode::Compare(Box::new([read, other]), *relation)
                }
            },
            Cond::Leads(who, score) => CondCode::Leads(view.whose(*who), *score),
            Cond::Repeated(repetition) => CondCode::Repeated(*repetition),
            Cond::Unchanged => CondCode::Unchanged,
            Cond::Step(relation, number) => Self::place(view, |place| {
                let step = view.layout.schedule().map_or(1, |schedule| schedule.step(place.at));
                relation.holds(usize::from(step), usize::from(*number))
            }),
            Cond::Captured => CondCode::Captured,
            Cond::By(name) => CondCode::By(*name),
            Cond::Moved(kinds) => CondCode::Moved(kinds.as_slice().into()),
        }
    }

    /// That the player is at such a place of the schedule, were it his turn.
    fn place(view: &View<'_>, such: impl Fn(Place) -> bool) -> Self {
        if let Some((slot, values)) = view.places(&such) {
            return CondCode::Among(slot, values);
        }
        match such(Place { at: 0, last: view.last() }) {
            true => CondCode::All(Vec::new()),
            false => CondCode::Any(Vec::new()),
        }
    }

    /// All of some conditions, those that are such themselves taken apart: a condition is lowered alike whether a part of
    /// it has a name or not.
    fn all(list: Vec<Self>) -> Self {
        let parts = list.into_iter().flat_map(|one| match one {
            CondCode::All(parts) => parts,
            other => vec![other],
        });
        CondCode::All(Self::cheapest_first(parts.collect()))
    }

    /// One of some conditions, likewise.
    fn any(list: Vec<Self>) -> Self {
        let parts = list.into_iter().flat_map(|one| match one {
            CondCode::Any(parts) => parts,
            other => vec![other],
        });
        CondCode::Any(Self::cheapest_first(parts.collect()))
    }

    /// In what order they are asked does not matter to what they say, so what takes long is asked last.
    fn cheapest_first(mut parts: Vec<Self>) -> Vec<Self> {
        parts.sort_by_key(Self::cost);
        parts
    }

    /// How long it takes to ask, roughly: what is known already, cells counted, walks that are tried, whole positions.
    fn cost(&self) -> u8 {
        match self {
            CondCode::All(list) | CondCode::Any(list) => {
                list.iter().map(Self::cost).max().unwrap_or_default()
            }
            CondCode::Not(cond) => cond.cost(),
            CondCode::Captured
            | CondCode::By(_)
            | CondCode::Moved(_)
            | CondCode::Slot(..)
            | CondCode::Among(..) => 0,
            CondCode::Count(..) | CondCode::Unchanged => 1,
            CondCode::Compare(..)
            | CondCode::Score(..)
            | CondCode::Leads(..)
            | CondCode::Has(..) => 2,
            CondCode::Attacked(_) => 3,
            CondCode::Stuck(_) | CondCode::Repeated(_) => 4,
            CondCode::Can(..) => 5,
        }
    }

    /// Whether the condition asks of the move alone, not of the position that it leads to.
    pub fn of_move(&self) -> bool {
        match self {
            CondCode::All(list) | CondCode::Any(list) => list.iter().all(Self::of_move),
            CondCode::Not(cond) => cond.of_move(),
            CondCode::Captured | CondCode::By(_) | CondCode::Moved(_) => true,
            _ => false,
        }
    }

    /// Whether a part of the condition that is none of others is such.
    fn asks(&self, such: &impl Fn(&Self) -> bool) -> bool {
        match self {
            CondCode::All(list) | CondCode::Any(list) => list.iter().any(|cond| cond.asks(such)),
            CondCode::Not(cond) => cond.asks(such),
            cond => such(cond),
        }
    }

    /// Whether the condition asks if one of these players is stuck.
    pub fn asks_stuck(&self, players: u8) -> bool {
        self.asks(&|cond| matches!(cond, CondCode::Stuck(who) if who & players != 0))
    }

    /// Whether the condition asks if anybody has reached a goal.
    pub fn asks_goal(&self, goal: GoalId) -> bool {
        self.asks(&|cond| matches!(cond, CondCode::Has(_, of) if *of == goal))
    }
}

/// Whether a part of a condition that is none of others asks who moved last.
fn asks_last(cond: &Cond) -> bool {
    let last = |who: &Who| *who == Who::Last;
    match cond {
        Cond::Stuck(who) | Cond::Attacked(who) | Cond::Has(who, _) | Cond::Can(who, ..) => {
            last(who)
        }
        Cond::Turn(who) | Cond::Leads(who, _) => last(who),
        Cond::Compare(reading, _, than) => reading.and(*than).any(|one| last(&one.who())),
        Cond::Count(test, ..) => test.asks_last(),
        _ => false,
    }
}

impl GoalCode {
    /// Compiles a goal for the viewing player; `placements` as [`placements`] finds them.
    pub fn new(view: &View<'_>, goal: &Goal, placements: Option<&[(Check, Piece)]>) -> Self {
        match goal {
            Goal::Line { length, exactly, along, of, limits } => {
                let headings = one_of_opposites(view, along);
                let before = headings.iter().map(|heading| before(view, Heading(*heading)));
                GoalCode::Line(Box::new(Line {
                    length: usize::from(*length),
                    exactly: *exactly,
                    before: before.collect(),
                    headings,
                    check: view.check(of),
                    limits: limits.iter().map(|(kind, most)| (of_kind(*kind), *most)).collect(),
                }))
            }
            Goal::Connect { sides, least, by, of } => {
                let Some((_, sides)) = sides.iter().find(|(player, _)| *player == view.mover)
                else {
                    return GoalCode::Never;
                };
                let check = view.check(of);
                let joins = one_of_opposites(view, by);
                let headings = headings(view, by);
                let symmetric = 2 * joins.len() == headings.len();
                let helps = |list: &&[(Check, Piece)]| {
                    symmetric && list.iter().all(|(_, piece)| only_helps(&check, *piece))
                };
                let placements = placements.filter(helps).map(<[_]>::to_vec);
                GoalCode::Connect(Box::new(Connect {
                    joins,
                    headings,
                    check,
                    least: least.map_or(sides.len() as u32, u32::from),
                    sides: masks(view, sides),
                    placements,
                }))
            }
            Goal::Together { by, of } => {
                GoalCode::Together { joins: one_of_opposites(view, by), check: view.check(of) }
            }
            Goal::Ring { across, of } => GoalCode::Ring(Box::new(ring(view, across, of))),
        }
    }
}

fn headings(view: &View<'_>, dirs: &Dirs) -> Box<[u16]> {
    view.graph
        .resolve(dirs, view.facing, view.facing.heading)
        .iter()
        .map(|heading| heading.0)
        .collect()
}

/// From which cell a heading leads to each cell.
fn before(view: &View<'_>, heading: Heading) -> Box<[u16]> {
    let mut before = vec![NOWHERE; view.graph.cells()];
    for cell in view.graph.all() {
        if let Some(next) = view.graph.next(cell, heading) {
            before[next.index()] = cell.0;
        }
    }
    before.into()
}

fn ring(view: &View<'_>, across: &Dirs, of: &Test) -> Ring {
    let mut border = vec![1; view.graph.cells()];
    for cell in view.graph.all() {
        border[cell.index()] = 0;
    }
    for heading in headings(view, across) {
        for cell in view.graph.all() {
            if view.graph.next(cell, Heading(heading)).is_none() {
                border[cell.index()] = 1;
            }
        }
    }
    Ring {
        joins: one_of_opposites(view, across),
        near: near(view, across),
        border: border.into(),
        check: view.check(of),
    }
}

/// From each cell those that are one such step away, either way.
fn near(view: &View<'_>, dirs: &Dirs) -> Vec<Box<[u16]>> {
    let mut near = vec![Vec::new(); view.graph.cells()];
    for heading in headings(view, dirs) {
        for cell in view.graph.all() {
            if let Some(next) = view.graph.next(cell, Heading(heading)) {
                near[cell.index()].push(next.0);
                near[next.index()].push(cell.0);
            }
        }
    }
    near.into_iter().map(Vec::into_boxed_slice).collect()
}

impl GroupsCode {
    pub(super) fn new(view: &View<'_>, rule: &GroupsRule) -> Self {
        let worth = |of: &[(Test, i32)]| {
            of.iter().map(|(test, points)| (view.check(test), *points)).collect()
        };
        Self {
            check: view.check(&rule.of),
            joins: one_of_opposites(view, &rule.by),
            near: near(view, &rule.by),
            count: worth(&rule.count),
            touching: worth(&rule.touching),
            rule: rule.clone(),
        }
    }
}

/// The placements of a player whose only moves they are, each what may be picked and what is put.
pub(crate) fn placements(
    view: &View<'_>,
    actions: &[MoveRule],
    neutral: &[bool],
) -> Option<Vec<(Check, Piece)>> {
    let placement = |rule: &MoveRule| {
        let mut steps = Vec::new();
        flatten(&rule.walk, &mut steps)?;
        let [Walk::Pick(test), Walk::Act(Act::Put(kind))] = steps[..] else { return None };
        let check = view.check(test);
        let owner = (!neutral[kind.index()]).then_some(view.mover);
        (!check.asks_more() && rule.from == Cells::All).then(|| (check, Piece::new(*kind, owner)))
    };
    actions.iter().map(placement).collect()
}

/// The steps of a walk that is only a sequence.
fn flatten<'r>(node: &'r crate::rules::Node, steps: &mut Vec<&'r Walk>) -> Option<()> {
    match &node.walk {
        Walk::Seq(list) => list.iter().try_for_each(|node| flatten(node, steps)),
        Walk::Alt(_) | Walk::Repeat { .. } => None,
        walk => {
            steps.push(walk);
            Some(())
        }
    }
}

/// Whether putting the piece on an empty cell takes nothing from a goal of such cells.
fn only_helps(check: &Check, piece: Piece) -> bool {
    matches!(check, Check::Leaf(codes, _) if !has(codes, Piece::EMPTY) || has(codes, piece))
}

fn of_kind(kind: Kind) -> Codes {
    Codes::of_kind(kind)
}

fn one_of_opposites(view: &View<'_>, dirs: &Dirs) -> Box<[u16]> {
    let mut kept: Vec<u16> = Vec::new();
    let back = Dirs(vec![crate::rules::DirTerm::of(crate::rules::Group::Back)]);
    for heading in view.graph.resolve(dirs, view.facing, view.facing.heading) {
        let opposite = view.graph.resolve(&back, view.facing, heading);
        if !opposite.iter().any(|known| kept.contains(&known.0)) {
            kept.push(heading.0);
        }
    }
    kept.into()
}

/// The sides that each cell is on, of which the rules allow fewer than 64.
fn masks(view: &View<'_>, sides: &[Cells]) -> Box<[u64]> {
    let mut mask = vec![0u64; view.graph.cells()];
    for (bit, cells) in sides.iter().enumerate() {
        let region = view.region(cells);
        for cell in view.graph.all().filter(|cell| region.contains(*cell)) {
            mask[cell.index()] |= 1 << bit;
        }
    }
    mask.into()
}

/// The walks that may capture.
pub(crate) fn capturing(entries: &[Entry]) -> Box<[u32]> {
    let all = entries.iter().enumerate();
    all.filter(|(_, entry)| entry.captures).map(|(at, _)| at as u32).collect()
}
