//! Model → compiled tables and instructions.
//!
//! Everything that depends on a player (facing, owners, regions seen from a side) is resolved here,
//! once a player, so that the machine in [`crate::eval`] knows nothing of rules. [`Program::listing`] tells
//! what became of each rule.

mod check;
mod codes;
mod cond;
mod fork;
mod heading;
mod latch;
mod listing;
mod parted;
mod plan;
mod ranked;
mod reach;
mod set;
mod table;
mod trail;
mod walk;
mod why;

pub(crate) use check::{Apart, Check, Codes, has};
pub(crate) use codes::{only, sole};
pub(crate) use cond::{CondCode, Connect, GoalCode, Line, ReadCode, Ring};
pub(crate) use fork::Fork;
pub(crate) use latch::Latch;
pub use listing::Listed;
pub(crate) use plan::{
    Ago, Aims, Around, BALLOTS, Ballot, Ballots, Bar, Becomes, Begins, Behind, Bunch, Content,
    Contents, Counting, Course, Danger, Deed, Done, Drawn, Each, Enclosed, End, Fact, Far, Fill,
    Finish, Flood, Forbid, GUESSES, Gauge, Given, Goal, Goes, Group, Guess, Guesses, Hop, Hops,
    Join, Joins, KEPT, Known, Leg, Look, Loop, Loose, March, May, Meanwhile, Moves, NARROW, Net,
    Part, Parts, Passes, Phase, Pinch, Place, Plan, Preference, Put, Quarters, Ray, Ready, Room,
    Row, Rows, Run, Rung, SORTS, Same, Script, Sequel, Shape, Shift, Shut, Side as PlanSide, Sight,
    Single, Sort, Start, Stirs, Stride, Strides, Strode, Tail, Take, Taken, Throws, Tick, Ticket,
    Track, Truce, Turn, Turned, Walked, Ways, When, Where, Whole, includes, pair_at,
};
pub(crate) use ranked::{Merged, Ranked, Weights};
pub(crate) use set::{Set, Wide};
pub(crate) use table::{NOWHERE, Neighbours, Region};
pub(crate) use trail::{After, Sets, Tally, tallied};
use walk::Maker;
pub(crate) use walk::{Code, Entry, Eye, Op, Part as WalkPart, Watch};
use why::Why;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::index::{Cell, Kind, MoveName, Piece, Player, ScoreId};
use crate::position::Size;
use crate::rules::{Act, GroupsRule, Layout, Measure, Named, Outcome, Pass, Rules};
use crate::source::Span;
use check::View;
use parted::parted;

/// Instructions of walks that may be run for a program before its rules are lowered to sets: some milliseconds.
const SPARE: u64 = 400_000;

/// Rules compiled for boards of one size. Immutable; share it between threads.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) size: Size,
    pub(crate) cells: usize,
    /// The cells of the grid that the board has; all, if `None`.
    pub(crate) real: Option<Region>,
    /// How many ranks a layer has.
    ranks: u16,
    pub(crate) players: usize,
    /// By player, who stands for the team.
    pub(crate) teams: Vec<Player>,
    pub(crate) pieces_move: bool,
    pub(crate) pass: Option<Pass>,
    /// Whether chance draws some moves.
    pub(crate) draws: bool,
    /// Whether these do not all weigh the same.
    pub(crate) weighs: bool,
    /// Whether each move of a random game is drawn from the list of all, whatever plan there is.
    pub(crate) draws_from_lists: bool,
    pub(crate) layout: Layout,
    pub(crate) routes_differ: bool,
    pub(crate) royal: Codes,
    pub(crate) neighbours: Neighbours,
    pub(crate) code: Code,
    pub(crate) sides: Vec<Side>,
    /// How moves are counted without walking, where that can be; made when it is first wanted.
    plan: OnceLock<Result<Planned, Why>>,
    /// Instructions of walks that may be run before the plan is made.
    spare: Arc<AtomicU64>,
    /// What each kind of each player might capture; made when an attack is first asked of.
    reach: OnceLock<Vec<Vec<Reach>>>,
    rules: Arc<Rules>,
    /// Which names tell moves apart that change the same, and whether some do so only while it is asked what is legal.
    pub(crate) named: Named,
    pub(crate) merges_names: bool,
    /// Whether moves, or endings at which counts stop, ask what positions have been there.
    pub(crate) remembers: bool,
    /// Whether it is asked of a move what moves there are after it, which the positions before may tell.
    pub(crate) replies_ask_past: bool,
}

/// A [`Plan`] for boards of some width.
#[derive(Clone, Debug)]
pub(crate) enum Planned {
    /// Up to 64 cells.
    One(Arc<Plan<u64>>),
    /// Up to 128.
    Two(Arc<Plan<u128>>),
    /// Up to 256.
    Four(Arc<Plan<Wide<4>>>),
    /// Up to 384.
    Six(Arc<Plan<Wide<6>>>),
    /// Up to 576.
    Nine(Arc<Plan<Wide<9>>>),
}

/// What is compiled for one player.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// Where the player faces.
    pub facing: u16,
    /// The walks, by kind.
    pub kinds: Vec<Walks>,
    /// The walks that no piece makes.
    pub actions: Walks,
    /// What stands for a piece of the player where none stands.
    pub stand_in: Piece,
    /// The goals.
    pub goals: Vec<GoalCode>,
    /// The facts when it is the player's turn.
    pub facts: Vec<CondCode>,
    /// What may not hold after the player's move.
    pub forbids: Vec<CondCode>,
    /// What holds of the moves that must be made.
    pub must: Option<CondCode>,
    /// By what moves are preferred to others.
    pub prefer: Vec<MeasureCode>,
    /// Who moves next, where players do not simply take turns.
    pub passing: Option<Passing>,
    /// When each counter goes up, down and back, by [`Counter`](crate::index::Counter).
    pub counters: Vec<Steps>,
    /// By piece code the slot of the hand where it goes when the player captures it.
    pub hand: Box<[u16]>,
    /// Where the walks start that tests look at.
    pub looks: Vec<WalkPart>,
    /// The first instructions of what walks do in each of some directions, in the order of [`Rules::scripts`].
    pub scripts: Vec<WalkPart>,
    /// What the cells of each letter of the format must pass, when it is the player's turn.
    pub letters: Vec<Vec<Check>>,
    /// The endings when it is the player's turn, who wins by them, and whether counts stop there.
    pub endings: Vec<(CondCode, Winner, bool)>,
    /// The scores.
    pub scores: Vec<ScoreCode>,
    /// The verdicts when it is the player's turn; `None` always holds.
    pub verdicts: Vec<Option<CondCode>>,
    /// Whether an ending asks if this player is stuck.
    pub asks_stuck: bool,
}

/// A compiled score of one player's, in half points.
#[derive(Clone, Debug)]
pub(crate) struct ScoreCode {
    /// What a cell is worth if it passes.
    pub count: Vec<(Check, i32)>,
    /// The first slots of the numbers of cells that are added up, of those that pass, and the slots of the player's own.
    pub sum: Vec<(u16, Option<Check>)>,
    /// On which cells all pieces count, those beneath others too.
    pub heights: Option<Check>,
    /// What groups of cells are worth.
    pub groups: Option<Box<GroupsCode>>,
    /// What the player has beside that.
    pub bonus: i32,
}

/// What groups of cells are worth to a player, in half points.
#[derive(Clone, Debug)]
pub(crate) struct GroupsCode {
    /// What each cell must be.
    pub check: Check,
    /// The directions in which a cell joins another; of two opposites only one.
    pub joins: Box<[u16]>,
    /// Next to each cell, those that it may join, either way.
    pub near: Vec<Box<[u16]>>,
    /// What a cell of a group is worth if it passes.
    pub count: Vec<(Check, i32)>,
    /// What a cell next to a group is worth if it passes.
    pub touching: Vec<(Check, i32)>,
    /// How these come together.
    pub rule: GroupsRule,
}

/// By what a move is better than another.
#[derive(Clone, Debug)]
pub(crate) enum MeasureCode {
    /// What each captured piece is worth, by kind.
    Worth(Vec<u32>),
    /// That kind captured first.
    First(Kind),
    /// It holds after the move.
    Holds(CondCode),
}

/// Who wins by an ending.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Winner {
    /// Nobody.
    Nobody,
    /// That player.
    Player(Player),
    /// Who has moved last, where the slot of the turn tells.
    Last,
    /// Who alone has the most of the score, or the least.
    Extreme(bool, ScoreId),
}

/// What tells who moves next: asked of a player's move, but for the last.
#[derive(Clone, Debug)]
pub(crate) struct Passing {
    /// He moves again.
    pub again: CondCode,
    /// His turn is over.
    pub over: CondCode,
    /// He is passed over when it would be his turn.
    pub skip: CondCode,
}

impl Passing {
    /// Whether it is asked of the move alone, not of the position that it leads to.
    pub fn of_move(&self) -> bool {
        let skips = !matches!(&self.skip, CondCode::Any(none) if none.is_empty());
        self.again.of_move() && self.over.of_move() && !skips
    }
}

/// When a counter changes; nothing is asked where it always or never does.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// What it starts with.
    pub start: u8,
    /// One more.
    pub up: CondCode,
    /// One less.
    pub down: CondCode,
    /// As at the start.
    pub reset: CondCode,
}

impl Steps {
    /// Whether they ask of the move alone, not of the position that it leads to.
    pub fn of_move(&self) -> bool {
        [&self.up, &self.down, &self.reset].into_iter().all(CondCode::of_move)
    }
}

/// The walks of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Walks {
    /// The walks.
    pub entries: Vec<Entry>,
    /// Those that may capture.
    pub capturing: Box<[u32]>,
}

/// From each cell the cells where one of the walks of a kind might capture; unknown if `None`.
type Reach = Option<Vec<Region>>;

impl Program {
    /// Whether pieces of a kind are nobody's.
    pub(crate) fn is_neutral(&self, kind: Kind) -> bool {
        self.rules.kinds[kind.index()].neutral
    }

    /// Whether a player moves that piece.
    #[inline]
    pub(crate) fn moves(&self, piece: Piece, player: Player) -> bool {
        self.rules.moves(piece, player)
    }

    /// Where a walk stands in the rules, by its number among those of a kind or the actions.
    pub(crate) fn walk_span(&self, kind: Option<Kind>, at: usize) -> Option<Span> {
        let moves = match kind {
            Some(kind) => &self.rules.kinds.get(kind.index())?.moves,
            None => &self.rules.actions,
        };
        moves.get(at).map(|rule| rule.walk.span)
    }

    /// Where each cell goes by each symmetry of the board that the rules do not notice.
    pub(crate) fn symmetries(&self) -> Vec<Vec<Cell>> {
        self.rules.symmetries(self.size)
    }

    /// Every piece that may ever stand on a cell, the empty one first.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        let rules = &*self.rules;
        let neutral = |kind: &Kind| rules.kinds[kind.index()].neutral;
        // What becomes a neutral kind stays whose it was.
        let becomes = |act: Act| matches!(act, Act::Become(kind) if neutral(&kind));
        let walks = rules.kinds.iter().flat_map(|rule| &rule.moves).chain(&rules.actions);
        let becomes = walks.into_iter().any(|rule| rule.walk.acts(&becomes));
        let owners = |kind: Kind| {
            let nobody = neutral(&kind).then_some(None);
            let players = (0..self.players).filter(move |_| becomes || !neutral(&kind));
            nobody.into_iter().chain(players.map(|player| Some(Player::at(player))))
        };
        let kinds = (0..self.kinds()).map(Kind::at);
        let pieces = kinds.flat_map(|kind| owners(kind).map(move |owner| Piece::new(kind, owner)));
        std::iter::once(Piece::EMPTY).chain(pieces).collect()
    }

    /// Compiles the rules for boards of that size.
    pub fn compile(rules: &Rules, size: Size) -> Program {
        let parted = Arc::new(parted(rules));
        let rules = &*parted;
        let graph = rules.graph(size);
        let neutral: Vec<bool> = rules.kinds.iter().map(|rule| rule.neutral).collect();
        let mut code = Code::new(&graph);
        let (layout, looks, scripts) = (rules.layout(size), rules.looks(), rules.scripts());
        let sides = (0..rules.players.len())
            .map(Player::at)
            .map(|mover| {
                let view = View::new(rules, &graph, &layout, &looks, mover).with_scripts(&scripts);
                side(rules, &view, &mut code, &neutral)
            })
            .collect();
        code.look_ahead();
        let named = Named::of(rules);
        Program {
            size,
            cells: graph.cells(),
            real: (!graph.is_whole()).then(|| code.all.clone()),
            ranks: rules.board.shape.ranks(size),
            layout,
            players: rules.players.len(),
            teams: (0..rules.players.len()).map(|player| rules.team(Player::at(player))).collect(),
            pieces_move: rules.turn.pieces,
            pass: rules.turn.pass,
            draws: !rules.chance.is_empty(),
            weighs: rules.chance.iter().any(|rule| rule.weight > 1),
            draws_from_lists: rules.draws_from_lists(graph.cells()),
            routes_differ: rules.turn.routes_differ,
            royal: Codes::royal(rules),
            neighbours: Neighbours::new(&graph),
            code,
            sides,
            plan: OnceLock::new(),
            spare: Arc::new(AtomicU64::new(SPARE)),
            reach: OnceLock::new(),
            remembers: rules.remembers(),
            replies_ask_past: rules.replies_ask_past().is_some(),
            merges_names: named.merges(),
            named,
            rules: parted,
        }
    }

    /// Whether no move makes the number in a slot more: what is in hands comes out of them, where captures do not go there.
    #[inline]
    pub(crate) fn falls(&self, slot: u16) -> bool {
        !self.rules.captures_to_hand() && self.layout.is_hand(slot.into())
    }

    /// Whether some players are a team.
    pub(crate) fn has_teams(&self) -> bool {
        self.teams.iter().enumerate().any(|(at, team)| team.index() != at)
    }

    /// Who stands for a player's team.
    #[inline]
    pub(crate) fn team(&self, player: Player) -> Player {
        self.teams.get(player.index()).copied().unwrap_or(player)
    }

    /// How many kinds of pieces there are.
    pub(crate) fn kinds(&self) -> usize {
        self.sides.first().map_or(0, |side| side.kinds.len())
    }

    /// How moves are counted without walking, where that can be.
    pub(crate) fn plan(&self) -> Option<&Planned> {
        self.planned().as_ref().ok()
    }

    /// Instructions of walks that may be run before the plan is made; none once it is.
    pub(crate) fn spare(&self) -> u64 {
        if self.plan.get().is_some() { 0 } else { self.spare.load(Ordering::Relaxed) }
    }

    /// Enters that so many were run.
    pub(crate) fn spend(&self, instructions: u64) {
        let left = |spare: u64| Some(spare.saturating_sub(instructions));
        // Threads share what is left; without any none is taken.
        let _ = self.spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
    }

    /// The same, or why it cannot be.
    fn planned(&self) -> &Result<Planned, Why> {
        fn made<S: Set>(
            program: &Program,
            kind: fn(Arc<Plan<S>>) -> Planned,
        ) -> Result<Planned, Why> {
            Plan::new(&program.rules, program).map(|plan| kind(Arc::new(plan)))
        }
        let plan = || match self.cells {
            0..=64 => made(self, Planned::One),
            65..=128 => made(self, Planned::Two),
            129..=256 => made(self, Planned::Four),
            257..=384 => made(self, Planned::Six),
            _ => made(self, Planned::Nine),
        };
        self.plan.get_or_init(plan)
    }

    /// From each cell the cells where a piece of each kind of that player might capture.
    pub(crate) fn reach(&self, player: Player) -> &[Reach] {
        let made = self.reach.get_or_init(|| {
            let rules = &*self.rules;
            let (graph, looks) = (rules.graph(self.size), rules.looks());
            let of_player = |player: &Side, mover: usize| -> Vec<Reach> {
                let view = View::new(rules, &graph, &self.layout, &looks, Player::at(mover));
                let kinds = rules.kinds.iter().zip(&player.kinds);
                kinds.map(|(kind, walks)| reaches(&view, &kind.moves, &walks.capturing)).collect()
            };
            self.sides.iter().enumerate().map(|(mover, side)| of_player(side, mover)).collect()
        });
        &made[player.index()]
    }

    /// What each of the legal moves weighs, these being their names, where chance draws one.
    pub(crate) fn weights(&self, legal: impl Iterator<Item = MoveName>) -> Option<Vec<u64>> {
        self.draws.then(|| self.rules.weights(legal)).flatten()
    }

    /// Whether any moves are drawn.
    pub(crate) fn draws(&self) -> bool {
        self.draws
    }

    /// The same, unless all moves of chance weigh the same: then they are drawn as if players chose at random.
    pub(crate) fn uneven(&self, legal: impl Iterator<Item = MoveName>) -> Option<Vec<u64>> {
        self.weighs.then(|| self.rules.weights(legal)).flatten()
    }

    /// Whether moves of that name are drawn, and not chosen.
    pub(crate) fn is_drawn(&self, name: MoveName) -> bool {
        self.draws && self.rules.is_drawn(name)
    }

    /// Whether that is the name of a pass.
    pub(crate) fn is_pass(&self, name: MoveName) -> bool {
        self.rules.turn.is_pass(Some(name))
    }

    /// The size of the boards that the program is for.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Whether anything can come into a hand.
    fn has_hands(&self) -> bool {
        self.sides.iter().flat_map(|side| side.hand.iter()).any(|slot| *slot != NOWHERE)
    }

    /// Whether lines of moves are counted by sets of cells alone, and nothing is walked.
    pub fn counts_by_sets(&self) -> bool {
        self.plan().is_some_and(|plan| match plan {
            Planned::One(plan) => plan.tells_all(),
            Planned::Two(plan) => plan.tells_all(),
            Planned::Four(plan) => plan.tells_all(),
            Planned::Six(plan) => plan.tells_all(),
            Planned::Nine(plan) => plan.tells_all(),
        })
    }

    /// Whether random games are played by sets of cells, but for what of the moves is walked.
    pub fn plays_by_sets(&self) -> bool {
        self.plan().is_some_and(|plan| match plan {
            Planned::One(plan) => plan.plays,
            Planned::Two(plan) => plan.plays,
            Planned::Four(plan) => plan.plays,
            Planned::Six(plan) => plan.plays,
            Planned::Nine(plan) => plan.plays,
        })
    }

    /// Whether the name of a move that a player chooses to make tells it from others that come to the same.
    pub(crate) fn asks_names(&self) -> bool {
        let rules = &self.rules;
        let mut walks = rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
        walks.any(|rule| self.named.tells(rule.name) && !self.is_drawn(rule.name))
    }

    /// Whether a walk may turn its piece into another kind.
    pub(crate) fn becomes_other(&self, entry: &Entry, kind: Kind) -> bool {
        self.becomes(entry).any(|other| other != kind)
    }

    /// The kinds that a piece may become by a walk.
    pub(crate) fn becomes(&self, entry: &Entry) -> impl Iterator<Item = Kind> {
        let ops = self.code.ops.iter().skip(entry.start as usize);
        ops.take_while(|op| **op != Op::Done).filter_map(|op| match op {
            Op::Become(other) => Some(*other),
            _ => None,
        })
    }

    /// Whether the board has that cell of the grid.
    #[inline]
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.real.as_ref().is_none_or(|real| real.contains(cell))
    }

    /// How many ranks a cell lies before the player's own side.
    pub(crate) fn advance(&self, player: Player, cell: Cell) -> i32 {
        let (file, rank) = (cell.0 % self.size.width, cell.0 / self.size.width % self.ranks);
        i32::from(match self.sides[player.index()].facing {
            3..=5 => self.ranks - 1 - rank,
            2 => file,
            6 => self.size.width - 1 - file,
            _ => rank,
        })
    }
}

/// Compiles everything for one player.
fn side(rules: &Rules, view: &View<'_>, code: &mut Code, neutral: &[bool]) -> Side {
    let mut walks = |moves: &[crate::rules::MoveRule], by: Maker| {
        let entries: Vec<Entry> =
            moves.iter().map(|rule| code.entry((rule, by), view, neutral)).collect();
        let capturing = cond::capturing(&entries);
        Walks { entries, capturing }
    };
    let kinds = rules.kinds.iter().map(|kind| walks(&kind.moves, Maker::Piece)).collect();
    let actions = walks(&rules.actions, Maker::Nobody);
    let may_only_place = rules.forbids.is_empty()
        && rules.turn.must.is_none()
        && rules.turn.prefer.is_empty()
        && rules.turn.pass.is_none()
        && (!rules.turn.pieces || rules.kinds.iter().all(|kind| kind.moves.is_empty()));
    let placements =
        may_only_place.then(|| cond::placements(view, &rules.actions, neutral)).flatten();
    let cond = |cond: &crate::rules::Cond| CondCode::new(view, cond);
    let endings: Vec<(CondCode, Winner, bool)> = rules
        .endings
        .iter()
        .map(|ending| {
            // What must be claimed does not end the game by itself.
            let when =
                if ending.claim { CondCode::Any(Vec::new()) } else { cond(&ending.when.value) };
            (when, winner(rules, view, ending.result), ending.perft)
        })
        .collect();
    let absent = |always: bool| match always {
        true => CondCode::All(Vec::new()),
        false => CondCode::Any(Vec::new()),
    };
    let asked = |when: &Option<crate::source::Spanned<crate::rules::Cond>>, always: bool| match when
    {
        Some(when) => cond(&when.value),
        None => absent(always),
    };
    let counters = rules.counters.iter().map(|one| Steps {
        start: one.start,
        up: asked(&one.up, one.down.is_none()),
        down: asked(&one.down, false),
        reset: asked(&one.reset, false),
    });
    let counters = counters.collect();
    let turn = &rules.turn;
    let passing = view.layout.schedule().map(|_| Passing {
        again: asked(&turn.again, false),
        over: asked(&turn.over, false),
        skip: asked(&turn.skip, false),
    });
    let hand = (0..Piece::codes(rules.kinds.len())).map(|code| {
        let held = rules.in_hand(Piece(code), view.mover);
        let slot = held.and_then(|(player, kind)| view.layout.hand(player, kind));
        slot.map_or(NOWHERE, |slot| slot.0)
    });
    let hand = hand.collect();
    let looks = view.looks.iter().map(|body| code.look(body, view, neutral)).collect();
    let scripts = view.scripts.iter().map(|body| code.look(body, view, neutral)).collect();
    let me = 1 << view.mover.0;
    Side {
        facing: view.facing.heading.0,
        kinds,
        actions,
        stand_in: rules.stand_in(view.mover),
        goals: rules
            .goals
            .iter()
            .map(|rule| GoalCode::new(view, &rule.goal, placements.as_deref()))
            .collect(),
        facts: rules
            .facts
            .iter()
            .map(|fact| fact.as_ref().map_or(CondCode::Any(Vec::new()), &cond))
            .collect(),
        must: rules.turn.must.as_ref().map(|must| cond(&must.value)),
        prefer: rules
            .turn
            .prefer
            .iter()
            .map(|measure| match &measure.value {
                Measure::Worth(kinds) => {
                    let worth = |kind| kinds.iter().find(|(known, _)| *known == kind);
                    let all = (0..rules.kinds.len()).map(Kind::at);
                    MeasureCode::Worth(
                        all.map(|kind| worth(kind).map_or(0, |found| found.1)).collect(),
                    )
                }
                Measure::First(kind) => MeasureCode::First(*kind),
                Measure::Holds(when) => MeasureCode::Holds(cond(when)),
            })
            .collect(),
        counters,
        passing,
        hand,
        looks,
        scripts,
        letters: rules
            .format
            .letters
            .iter()
            .map(|letter| letter.tests.iter().map(|test| view.check(test)).collect())
            .collect(),
        scores: rules
            .scores
            .iter()
            .map(|score| {
                let count = score.count.iter();
                let count = count.map(|(test, worth)| (view.check(test), *worth));
                let sum = score.sum.iter().map(|(number, of)| {
                    let slot = match of {
                        Some(_) => view.layout.cell_number(*number, Cell(0)),
                        None => view.layout.player_number(*number, view.mover),
                    };
                    (slot.0, of.as_ref().map(|of| view.check(of)))
                });
                let bonus = score.bonus[view.mover.index()];
                let heights = score.heights.as_ref().map(|of| view.check(of));
                let groups = score.groups.as_ref();
                let groups = groups.map(|rule| Box::new(GroupsCode::new(view, rule)));
                ScoreCode { count: count.collect(), sum: sum.collect(), heights, groups, bonus }
            })
            .collect(),
        forbids: rules.forbids.iter().map(|forbid| cond(&forbid.when.value)).collect(),
        asks_stuck: endings.iter().any(|(cond, ..)| cond.asks_stuck(me)),
        endings,
        verdicts: rules
            .verdicts
            .iter()
            .map(|rule| rule.when.as_ref().map(|when| cond(&when.value)))
            .collect(),
    }
}

/// Who wins by an ending.
fn winner(rules: &Rules, view: &View<'_>, result: Outcome) -> Winner {
    use crate::rules::Who;
    match result {
        Outcome::Draw | Outcome::Win(Who::Nobody) => Winner::Nobody,
        Outcome::Extreme(most, score) => Winner::Extreme(most, score),
        Outcome::Win(Who::Mover | Who::Ally) => Winner::Player(rules.team(view.mover)),
        Outcome::Win(Who::Last) if rules.by_rule() => Winner::Last,
        Outcome::Win(Who::Last) => Winner::Player(rules.team(rules.previous(view.mover))),
        Outcome::Win(Who::Other) => Winner::Player(rules.team(rules.opponent(view.mover))),
        Outcome::Win(Who::Player(player)) => Winner::Player(rules.team(player)),
    }
}

/// From each cell the cells where one of the capturing moves might capture.
fn reaches(view: &View<'_>, moves: &[crate::rules::MoveRule], capturing: &[u32]) -> Reach {
    let mut sum: Reach = None;
    for at in capturing {
        let table = reach::reach(&moves[*at as usize].walk, view)?;
        sum = Some(match sum {
            None => table,
            Some(sum) => sum.iter().zip(&table).map(|(a, b)| a.zip(b, |a, b| a | b)).collect(),
        });
    }
    sum
}
