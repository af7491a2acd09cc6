//! Goals and conditions, for one player each.

use super::check::{Check, Codes, View, codes, has};
use super::table::Region;
use super::walk::Entry;
use crate::index::{GoalId, Kind, MoveName, Piece};
use crate::rules::{Act, Aim, Cells, Cond, Dirs, Goal, MoveRule, Relation, Walk};

/// A goal as one player has it.
#[derive(Clone, Debug)]
pub(crate) enum GoalCode {
    /// The player does not have it.
    Never,
    /// So many passing cells in a row.
    Line {
        /// How many.
        length: usize,
        /// Along which headings; of two opposites only one.
        headings: Box<[u16]>,
        /// What passes.
        check: Check,
        /// At most so many of these codes in the row.
        limits: Vec<(Codes, u16)>,
    },
    /// A group of passing cells that touches every side.
    Connect(Box<Connect>),
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
    /// The sides that each cell is on, a bit each; the sides are cut into parts of at most 64.
    pub sides: Vec<Box<[u64]>>,
    /// The bits of all sides of each part.
    pub full: Vec<u64>,
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
    /// The position has been there so often.
    Repeated(u16),
    /// The move has captured.
    Captured,
    /// The move has that name.
    By(MoveName),
    /// The move's piece was of one of these kinds.
    Moved(Box<[Kind]>),
}

impl CondCode {
    /// Compiles a condition for the viewing player.
    pub fn new(view: &View<'_>, cond: &Cond) -> Self {
        let each = |list: &[Cond]| list.iter().map(|cond| Self::new(view, cond)).collect();
        match cond {
            Cond::All(list) => CondCode::All(each(list)),
            Cond::Any(list) => CondCode::Any(each(list)),
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
            Cond::Holds(who, kind, relation, number) => {
                let slots = view.each(*who).filter_map(|player| view.layout.hand(player, *kind));
                CondCode::Slot(slots.map(|slot| slot.0).collect(), *relation, *number)
            }
            Cond::Counter(who, counter, relation, number) => {
                let slots = view.each(*who).map(|player| view.layout.counter(*counter, player).0);
                CondCode::Slot(slots.collect(), *relation, *number)
            }
            Cond::Repeated(times) => CondCode::Repeated(*times),
            Cond::Captured => CondCode::Captured,
            Cond::By(name) => CondCode::By(*name),
            Cond::Moved(kinds) => CondCode::Moved(kinds.as_slice().into()),
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

    /// Whether the condition asks if one of these players is stuck.
    pub fn asks_stuck(&self, players: u8) -> bool {
        match self {
            CondCode::All(list) | CondCode::Any(list) => {
                list.iter().any(|cond| cond.asks_stuck(players))
            }
            CondCode::Not(cond) => cond.asks_stuck(players),
            CondCode::Stuck(who) => who & players != 0,
            _ => false,
        }
    }
}

impl GoalCode {
    /// Compiles a goal for the viewing player; `placements` as [`placements`] finds them.
    pub fn new(view: &View<'_>, goal: &Goal, placements: Option<&[(Check, Piece)]>) -> Self {
        match goal {
            Goal::Line { length, along, of, limits } => GoalCode::Line {
                length: usize::from(*length),
                headings: one_of_opposites(view, along),
                check: view.check(of),
                limits: limits.iter().map(|(kind, most)| (of_kind(*kind), *most)).collect(),
            },
            Goal::Connect { sides, by, of } => {
                let Some((_, sides)) = sides.iter().find(|(player, _)| *player == view.mover)
                else {
                    return GoalCode::Never;
                };
                let check = view.check(of);
                let joins = one_of_opposites(view, by);
                let headings: Box<[u16]> =
                    view.graph.resolve(by, view.facing, view.facing).iter().map(|h| h.0).collect();
                let symmetric = 2 * joins.len() == headings.len();
                let (sides, full) = masks(view, sides);
                let helps = |list: &&[(Check, Piece)]| {
                    symmetric
                        && full.len() == 1
                        && list.iter().all(|(_, piece)| only_helps(&check, *piece))
                };
                let placements = placements.filter(helps).map(<[_]>::to_vec);
                GoalCode::Connect(Box::new(Connect {
                    joins,
                    headings,
                    check,
                    sides,
                    full,
                    placements,
                }))
            }
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
    codes(|of, _| of == kind)
}

fn one_of_opposites(view: &View<'_>, dirs: &Dirs) -> Box<[u16]> {
    let mut kept: Vec<u16> = Vec::new();
    let back = Dirs(vec![crate::rules::DirTerm::of(crate::rules::Group::Back)]);
    for heading in view.graph.resolve(dirs, view.facing, view.facing) {
        let opposite = view.graph.resolve(&back, view.facing, heading);
        if !opposite.iter().any(|known| kept.contains(&known.0)) {
            kept.push(heading.0);
        }
    }
    kept.into()
}

/// For each part of 64 sides the sides of every cell, and the bits of all sides.
fn masks(view: &View<'_>, sides: &[Cells]) -> (Vec<Box<[u64]>>, Vec<u64>) {
    let mut masks = Vec::new();
    let mut full = Vec::new();
    for part in sides.chunks(64) {
        let mut mask = vec![0u64; view.graph.cells()].into_boxed_slice();
        for (bit, cells) in part.iter().enumerate() {
            let region = Region::of(view.graph, cells, view.facing);
            for cell in view.graph.all().filter(|cell| region.contains(*cell)) {
                mask[cell.index()] |= 1 << bit;
            }
        }
        masks.push(mask);
        full.push(u64::MAX >> (64 - part.len()));
    }
    if masks.is_empty() {
        masks.push(vec![0; view.graph.cells()].into());
        full.push(0);
    }
    (masks, full)
}

/// The walks that may capture.
pub(crate) fn capturing(entries: &[Entry]) -> Box<[u32]> {
    let all = entries.iter().enumerate();
    all.filter(|(_, entry)| entry.captures).map(|(at, _)| at as u32).collect()
}
