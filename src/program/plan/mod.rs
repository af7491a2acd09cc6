//! Rules → a plan: what is looked up instead of walked.
//!
//! Rules have a plan if every walk of theirs has [trails](super::trail) and every condition asks only what
//! can be told from sets of cells. The moves of a kind are then a few [shapes](shape::Shape) and some
//! moves by themselves; prohibitions on cells left open to capture are [dangers](danger::Danger), from
//! which pins and evasions are found without trying moves. No kind is known by name.

mod content;
mod danger;
mod fact;
mod kinds;
mod places;
mod shape;
mod shift;

pub(crate) use content::{Content, Contents};
pub(crate) use danger::Danger;
use fact::Facts;
pub(crate) use fact::{Fact, Where};
pub(crate) use kinds::{Becomes, Group, Loose, Moves, Ready};
pub(crate) use places::Place;
pub(crate) use shape::Shape;

use super::Program;
use super::check::{View, has};
use super::cond::CondCode;
use super::set::Set;
use super::trail::Finder;
use crate::index::{Kind, MoveName, Piece, Player};
use crate::position::Size;
use crate::rules::{Cond, Rules, Who};

/// Rules planned for boards of one size.
#[derive(Debug)]
pub(crate) struct Plan<S> {
    /// The sets of pieces that it asks of.
    pub contents: Contents,
    /// The cells of the board.
    pub cells: S,
    /// What is planned for each player.
    pub sides: Vec<Side<S>>,
    /// It counts lines of fewer plies than these, of games without a past.
    pub plies: u32,
    /// Between two cells what a piece goes over, by table: `from * cells + to`.
    pub between: Vec<Box<[S]>>,
}

/// What is planned for one player.
#[derive(Debug)]
pub(crate) struct Side<S> {
    /// The moves of each kind.
    pub kinds: Vec<Moves<S>>,
    /// The placements.
    pub places: Vec<Place<S>>,
    /// What may not be left open.
    pub dangers: Vec<Danger<S>>,
    /// What his royal pieces are in, where they are attacked.
    pub attack: Option<Danger<S>>,
    /// The other prohibitions: on moves of these names, or on every one.
    pub forbids: Vec<(Option<Vec<MoveName>>, Fact<S>)>,
    /// What holds of the moves that must be made.
    pub must: Option<Fact<S>>,
    /// The endings that a count stops at, but for those that only hold where no move is.
    pub endings: Vec<Fact<S>>,
    /// When each counter changes.
    pub counters: Vec<Counting<S>>,
}

/// When a counter changes.
#[derive(Debug)]
pub(crate) struct Counting<S> {
    /// What it starts with.
    pub start: u8,
    /// One more, one less, as at the start.
    pub changes: [Fact<S>; 3],
}

impl<S: Set> Plan<S> {
    /// The plan of rules for boards of that size, which `program` was made for; `None` if there is none.
    pub fn new(rules: &Rules, program: &Program) -> Option<Self> {
        let size: Size = program.size();
        let turn = &rules.turn;
        let plain = !turn.routes_differ && !turn.captures_last && turn.prefer.is_empty();
        if program.cells > S::CELLS || !plain {
            return None;
        }
        let graph = rules.graph(size);
        let (layout, looks) = (rules.layout(size), rules.looks());
        let neutral: Vec<bool> = rules.kinds.iter().map(|rule| rule.neutral).collect();
        let mut plan = Plan {
            contents: Contents::default(),
            cells: graph.all().fold(S::NONE, |cells, cell| cells | S::one(cell.index())),
            sides: Vec::new(),
            plies: u32::MAX,
            between: Vec::new(),
        };
        for mover in (0..rules.players.len()).map(Player::at) {
            let facing = rules.facing(mover);
            let (graph, layout, players) = (&graph, &layout, rules.players.len());
            let view =
                View { graph, mover, facing, players, layout, looks: &looks, captures_last: false };
            let mut finder = Finder::new(&view, &neutral);
            let kinds = (0..rules.kinds.len()).map(Kind::at).map(|kind| {
                let moves =
                    if rules.turn.pieces { &rules.kinds[kind.index()].moves[..] } else { &[] };
                kinds::moves(kind, moves, &view, &mut finder, &mut plan.contents)
            });
            let kinds = kinds.collect::<Option<Vec<_>>>()?;
            let mut places = Vec::new();
            for rule in &rules.actions {
                places.extend(places::places(rule, &view, &mut finder, &mut plan.contents)?);
            }
            let (contents, cells, plies) = (&mut plan.contents, plan.cells, &mut plan.plies);
            let mut facts = Facts { contents, cells, players, plies };
            let mut fact = |when: &CondCode| Fact::new(when, &mut facts);
            let side = &program.sides[mover.index()];
            let must = match &side.must {
                Some(must) if !must.of_move() => return None,
                Some(must) => Some(fact(must)?),
                None => None,
            };
            let mut endings = Vec::new();
            for (when, _, _) in side.endings.iter().filter(|(.., perft)| *perft) {
                let ending = fact(when)?;
                if program.pass.is_some() || !ending.says_stuck(1 << mover.0) {
                    endings.push(ending);
                }
            }
            let mut counters = Vec::new();
            for steps in &side.counters {
                let changes = [fact(&steps.up)?, fact(&steps.down)?, fact(&steps.reset)?];
                counters.push(Counting { start: steps.start, changes });
            }
            let (dangers, forbids, attack) = (Vec::new(), Vec::new(), None);
            plan.sides.push(Side {
                kinds,
                places,
                dangers,
                attack,
                forbids,
                must,
                endings,
                counters,
            });
        }
        for mover in (0..rules.players.len()).map(Player::at) {
            let facing = rules.facing(mover);
            let (graph, layout, players) = (&graph, &layout, rules.players.len());
            let view =
                View { graph, mover, facing, players, layout, looks: &looks, captures_last: false };
            plan.sides[mover.index()].attack = Some(plan.attack(rules, &view)?);
            for (at, forbid) in rules.forbids.iter().enumerate() {
                let names = named(&forbid.when.value);
                let danger = match names {
                    Some(_) => None,
                    None => plan.danger(&forbid.when.value, rules, &view, &neutral),
                };
                if let Some(danger) = danger {
                    plan.sides[mover.index()].dangers.push(danger);
                } else {
                    let forbid = &program.sides[mover.index()].forbids[at];
                    let (contents, cells, plies) =
                        (&mut plan.contents, plan.cells, &mut plan.plies);
                    let mut facts = Facts { contents, cells, players, plies };
                    let fact = Fact::new(forbid, &mut facts)?;
                    plan.sides[mover.index()].forbids.push((names, fact));
                }
            }
        }
        plan.find_wary();
        plan.safe_is_danger(rules).then_some(plan)
    }

    /// Finds the pieces that may be in a danger, and the moves by which others come to be such.
    fn find_wary(&mut self) {
        for (player, side) in self.sides.iter_mut().enumerate() {
            for (kind, moves) in side.kinds.iter_mut().enumerate() {
                let piece = Piece::new(Kind::at(kind), Some(Player::at(player)));
                moves.wary = side.dangers.iter().any(|danger| has(&danger.codes, piece));
                for group in &mut moves.groups {
                    let pieces = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
                    let mut others = pieces.filter(|piece| piece.kind() != Some(Kind::at(kind)));
                    let dangers = &side.dangers;
                    group.wary =
                        others.any(|piece| dangers.iter().any(|danger| has(&danger.codes, *piece)));
                }
            }
        }
    }

    /// Whether a cell that must be safe in a walk is one where its piece would be in no danger.
    fn safe_is_danger(&self, rules: &Rules) -> bool {
        let attack = |when: &Cond| matches!(when, Cond::Attacked(Who::Mover));
        let by_place = rules.forbids.iter().map(|forbid| &forbid.when.value);
        let one = by_place.filter(|when| named(when).is_none()).all(attack);
        self.sides.iter().enumerate().all(|(mover, side)| {
            side.kinds.iter().enumerate().all(|(kind, moves)| {
                let piece = Piece::new(Kind::at(kind), Some(Player::at(mover)));
                let asks = |loose: &Loose<S>| loose.any.iter().any(|ready| !ready.safe.is_empty());
                let royal = side.dangers.iter().any(|danger| has(&danger.codes, piece));
                one && royal || !moves.loose.iter().flatten().any(asks)
            })
        })
    }
}

/// The names of moves that a prohibition is about, if it is about no others.
fn named(when: &Cond) -> Option<Vec<MoveName>> {
    match when {
        Cond::By(name) => Some(vec![*name]),
        Cond::All(list) => list.iter().find_map(named),
        Cond::Any(list) => {
            let all: Option<Vec<_>> = list.iter().map(named).collect();
            all.map(|all| all.concat()).filter(|all| !all.is_empty())
        }
        _ => None,
    }
}
