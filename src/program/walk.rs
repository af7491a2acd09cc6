//! Walks → instructions.

use super::check::{Apart, Check, Codes, View};
use super::codes::{EVERY, NONE};
use super::cond::CondCode;
use super::fork::{self, Fork, Ways};
use super::heading;
use super::latch::{Flood, Latch};
use super::table::{NOWHERE, Region, Turns};
use crate::index::{Cell, Kind, Mark, MoveName, Piece, Register};
use crate::rules::{
    Act, Amount, Bearer, Cells, Dirs, Graph, MoveRule, Node, Purse, Relation, Times, Tower, Walk,
};

/// Rounds of a bounded repetition that are written out.
pub(super) const ROUNDS: u32 = 12;

/// One instruction. Addresses are indices into [`Code::ops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// A choice of the list's headings.
    Face(u32),
    /// One cell along the heading, or fail.
    Ahead,
    /// One cell along the heading that passes the check of the next instruction, which is done with it, or fail.
    Step(u32),
    /// Fail unless the cursor's cell passes the check.
    Test(u32),
    /// Take what stands there, as a capture.
    Capture,
    /// Capture what stands there; it stays until the move is over.
    Take,
    /// Take what stands there.
    Lift,
    /// Take what stands there, and keep it in that register.
    LiftAs(u8),
    /// Put there what is kept in that register.
    PutBack(u8),
    /// Put that there.
    Put(Piece),
    /// Put that there, and the path tells of the cell.
    Cover(Piece),
    /// Put that there, out of that slot.
    Drop(u16, Piece),
    /// Mark the cell when the move is made, or take the mark away.
    Mark(Mark, bool),
    /// The walking piece becomes that kind.
    Become(Kind),
    /// What stands there changes sides.
    Flip,
    /// What stands there goes one cell along the heading, or off the board.
    Push,
    /// The walking piece moves to the cursor.
    Land,
    /// Go on with the piece's moves of the same name; where none fits, done.
    Again,
    /// Go on, or else from that address.
    Split(u32),
    /// Go on from that address.
    Jump(u32),
    /// Start that loop.
    Enter(u32),
    /// Another round of the loop, or go on from the address.
    Loop(u32, u32),
    /// Start that loop, with as many rounds as cells of the line pass the check.
    Along(u32, u32),
    /// Another round of the loop, or, where none is left, go on from the address.
    Round(u32, u32),
    /// Start that loop, with as many rounds as the register says.
    Times(u32, u8),
    /// Start that loop, with as many rounds as pieces stand on the cursor's cell.
    Storeys(u32),
    /// Something is done to a tower.
    Tower(Tower),
    /// The instructions up to [`Op::Fit`] as long as they fit; then go on from the address.
    While(u32),
    /// A number is that much less, or 0; what was taken goes to the register.
    Less(Slots, Option<Amount>, Option<Register>),
    /// A number is that much more.
    More(Slots, Amount),
    /// Turn that block.
    Turn(u32),
    /// In each heading of the list: the instructions up to [`Op::Fit`]; then go on from the address.
    Each(u32, bool, u32),
    /// From each cell that passes the check: the instructions up to [`Op::Fit`]; then go on from the
    /// address.
    Every(u32, bool, u32),
    /// The body of an `Each`, an `Every` or a `While` fits.
    Fit,
    /// Whether the instructions up to [`Op::Seen`] fit; go on from the address.
    See(bool, Eye, u32),
    /// The body of a `See` fits.
    Seen,
    /// In each heading of the list the instructions up to [`Op::Told`] are looked at; where as many fit as the
    /// tally wants, go on from the address.
    Tally(u32, u32, Eye, u32),
    /// The body of a `Tally` fits.
    Told,
    /// A choice of the cells that pass the check.
    Pick(u32),
    /// Names the cursor's cell.
    As(u8),
    /// Back to a named cell, or fail.
    Go(u8),
    /// Back to the walking piece, if one walks.
    Return,
    /// That distance from the cursor's cell goes to the register, or fail.
    Note(u32, u8),
    /// Fail unless the condition holds.
    When(u32),
    /// The walk fits.
    Done,
}

/// What a look does on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eye {
    /// It only looks: where it turns back, nothing is undone.
    Plain,
    /// It goes to cells that are picked, or changes what it looks at.
    Acting,
}

/// A part of a walk that is run by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The first instruction.
    pub at: u32,
    /// What it does.
    pub eye: Eye,
}

/// A check, and what of it is told at a glance.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// What may stand on a cell that passes.
    pub codes: Codes,
    /// The cells among which those that pass are, and whether the board has others.
    pub cells: Region,
    pub bounded: bool,
    /// All of it.
    pub check: Check,
}

/// Where a number is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slots {
    /// In that slot.
    One(u16),
    /// In the slot of the cursor's cell, of those that begin there.
    Cells(u16),
}

impl Slots {
    /// The slot, if the cursor has a cell where that matters.
    pub fn at(self, cursor: u16) -> Option<u16> {
        match self {
            Slots::One(slot) => Some(slot),
            Slots::Cells(first) => (cursor != NOWHERE).then(|| first + cursor),
        }
    }
}

/// The bounds of a loop that is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopRule {
    /// At least so many rounds.
    pub min: u32,
    /// At most so many.
    pub max: u32,
    /// What becomes of a round that begins where an earlier one did.
    pub watch: Watch,
}

impl LoopRule {
    /// Whether it matters how many rounds there were, once there were so many.
    #[inline]
    pub fn counts(&self, rounds: u32) -> bool {
        rounds < self.min || self.max < u32::MAX
    }
}

/// What becomes of a round that begins where an earlier one did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    /// No round can.
    Not,
    /// It fails if the earlier one led to it.
    Own,
    /// It fails. As many headings are told apart on each cell: one where none matters.
    All(u32),
}

/// Who makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// A piece.
    Piece,
    /// Nobody: it is an action.
    Nobody,
}

/// One compiled walk: of a player and a kind, or of a player's action.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The name of the move.
    pub name: MoveName,
    /// The cells where it may start; all, if `None`.
    pub from: Option<Region>,
    /// The first instruction.
    pub start: u32,
    /// Whether it may capture.
    pub captures: bool,
    /// How many ways it may go from where it starts, whatever stands there, if they are bounded; of an action that picks first, from
    /// the cell that it picks.
    pub ways: Ways,
}

impl Entry {
    /// Whether it may start on a cell.
    #[inline]
    pub fn starts_on(&self, cell: Cell) -> bool {
        self.from.as_ref().is_none_or(|from| from.contains(cell))
    }
}

/// A square block of cells that is turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Each four cells that change places: the first goes where the second is, and so on.
    pub rounds: Vec<[u16; 4]>,
    /// The first cell, and where it goes.
    pub told: [u16; 2],
}

impl Block {
    /// The block of those cells, as that player sees them, turned clockwise if it is turned `right`; `None` if
    /// they are none.
    pub fn of(cells: &Cells, right: bool, view: &View<'_>) -> Option<Self> {
        Self::new(&view.graph.quarter(cells, view.facing, right)?)
    }

    /// Where the turn brings what stands on a cell.
    pub fn to(&self, cell: u16) -> u16 {
        let next = |round: &[u16; 4]| {
            let at = round.iter().position(|of| *of == cell)?;
            Some(round[(at + 1) % 4])
        };
        self.rounds.iter().find_map(next).unwrap_or(cell)
    }

    fn new(turned: &[(Cell, Cell)]) -> Option<Self> {
        let to = |from: Cell| turned.iter().find(|pair| pair.0 == from).map(|pair| pair.1);
        let (first, second) = *turned.first()?;
        let mut rounds: Vec<[u16; 4]> = Vec::new();
        for (from, second) in turned.iter().copied() {
            let (third, fourth) = (to(second)?, to(to(second)?)?);
            let known = rounds.iter().any(|round| round.contains(&from.0));
            if !known && from != second {
                rounds.push([from.0, second.0, third.0, fourth.0]);
            }
        }
        Some(Self { rounds, told: [first.0, second.0] })
    }
}

/// Instructions and what they refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    /// The instructions.
    pub ops: Vec<Op>,
    /// By instruction, what must be there to go on from it.
    pub latches: Vec<Latch>,
    /// By instruction, among what the player chooses there.
    pub forks: Vec<Fork>,
    /// The cells of `Fork::Pick`.
    pub picks: Vec<Box<[u16]>>,
    /// How many steps lead straight on at most, once that was asked.
    straight: Option<u32>,
    /// The conditions of `When`.
    pub conds: Vec<CondCode>,
    /// The distances that walks take down.
    pub distances: Vec<Apart>,
    /// The checks of `Test` and `Pick`.
    pub checks: Vec<Asked>,
    /// The lists of `Face` and `Each`.
    pub turns: Vec<Turns>,
    /// The loops.
    pub loops: Vec<LoopRule>,
    /// By loop, how a look that only looks goes through it, if its rounds are single steps.
    pub floods: Vec<Option<Flood>>,
    /// The numbers of `Tally`.
    pub tallies: Vec<(Relation, u16)>,
    /// The blocks of `Turn`.
    pub blocks: Vec<Block>,
    /// How many registers the walks use.
    pub registers: usize,
    /// The cells that the board has.
    pub all: Region,
}

impl Code {
    /// None yet, for a board.
    pub fn new(graph: &Graph) -> Self {
        let mut all = Region::none(graph.cells());
        graph.all().for_each(|cell| all.insert(cell));
        Self { all, ..Self::default() }
    }

    /// Compiles a move for one player.
    pub fn entry(
        &mut self,
        (rule, by): (&MoveRule, Maker),
        view: &View<'_>,
        neutral: &[bool],
    ) -> Entry {
        let start = self.here();
        let narrowed = by == Maker::Nobody && fork::picks_first(&rule.walk);
        let ways = Writer { chooses: true, narrowed, ..Writer::new(self, view, neutral) }
            .node(&rule.walk, true);
        self.push(Op::Done);
        let from = view.region(&rule.from);
        let everywhere = from.len() == self.all.len();
        Entry {
            name: rule.name,
            from: (!everywhere).then_some(from),
            start,
            captures: super::reach::captures(&rule.walk, view),
            ways,
        }
    }

    /// Compiles a part of a walk that is run by itself, as what a test looks at, for one player; where it starts.
    pub fn look(&mut self, body: &Node, view: &View<'_>, neutral: &[bool]) -> Part {
        let at = self.here();
        Writer::new(self, view, neutral).node(body, true);
        self.push(Op::Done);
        Part { at, eye: self.eye(at as usize) }
    }

    /// What the instructions from that one on do.
    fn eye(&self, first: usize) -> Eye {
        let plain = |op: &Op| match op {
            Op::Face(_) | Op::Ahead | Op::Test(_) | Op::Split(_) | Op::Jump(_) => true,
            Op::Enter(id) => self.loops[*id as usize].watch != Watch::Own,
            Op::See(_, eye, _) | Op::Tally(_, _, eye, _) => *eye == Eye::Plain,
            Op::Loop(..) | Op::Go(_) | Op::Return | Op::Seen | Op::Told | Op::Done => true,
            _ => false,
        };
        if self.ops[first..].iter().all(plain) { Eye::Plain } else { Eye::Acting }
    }

    fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.forks.push(Fork::None);
    }

    /// How many steps lead straight on at most, on a board.
    fn straight(&mut self, graph: &Graph) -> u32 {
        *self.straight.get_or_insert_with(|| fork::straight(graph))
    }

    /// The index of an equal check, added if it is new.
    pub(super) fn check(&mut self, check: Check) -> u32 {
        if let Some(at) = self.checks.iter().position(|known| known.check == check) {
            return at as u32;
        }
        let codes = check.codes().unwrap_or(EVERY);
        let cells = check.cells().map(|cells| cells.zip(&self.all, |a, b| a & b));
        let bounded = cells.is_some();
        let cells = cells.unwrap_or_else(|| self.all.clone());
        self.checks.push(Asked { codes, cells, bounded, check });
        self.checks.len() as u32 - 1
    }

    /// The index of an equal list of headings, added if it is new.
    fn turns(&mut self, turns: Turns) -> u32 {
        if let Some(at) = self.turns.iter().position(|known| *known == turns) {
            return at as u32;
        }
        self.turns.push(turns);
        self.turns.len() as u32 - 1
    }
}

/// Whether nothing but conditions stand between the last `pick` and what follows those parts of a walk.
fn follows_pick(before: &[Node]) -> bool {
    let last = before.iter().rfind(|node| !matches!(node.walk, Walk::When(_)));
    last.is_some_and(|node| matches!(node.walk, Walk::Pick(_)))
}

/// Writes the instructions of one walk.
struct Writer<'c, 'v> {
    code: &'c mut Code,
    view: &'v View<'v>,
    neutral: &'v [bool],
    /// Whether what is chosen here is the player's choice.
    chooses: bool,
    /// Whether the cell of the next `pick` is known before.
    narrowed: bool,
    /// Whether what follows may change what is put on a cell; and whether that is put next, where the cursor is.
    changes: bool,
    fills: bool,
}

impl<'c, 'v> Writer<'c, 'v> {
    fn new(code: &'c mut Code, view: &'v View<'v>, neutral: &'v [bool]) -> Self {
        Self { code, view, neutral, chooses: false, narrowed: false, changes: false, fills: false }
    }
}

impl Writer<'_, '_> {
    fn put(&mut self, op: Op) -> usize {
        self.code.push(op);
        self.code.ops.len() - 1
    }

    /// Writes the instruction, at which the player chooses so.
    fn fork(&mut self, op: Op, fork: Fork) -> usize {
        let at = self.put(op);
        self.fork_at(at, fork);
        at
    }

    fn fork_at(&mut self, at: usize, fork: Fork) {
        if self.chooses {
            self.code.forks[at] = fork;
        }
    }

    /// Writes what leaves the player no choice.
    fn within(&mut self, body: &Node, free: bool) {
        let chooses = std::mem::take(&mut self.chooses);
        self.node(body, free);
        self.chooses = chooses;
    }

    /// Writes the instructions of a part of a walk; how many ways lead through it. `free` where no heading matters after the walk.
    fn node(&mut self, node: &Node, free: bool) -> Ways {
        match &node.walk {
            Walk::Seq(list) => {
                let changes = self.changes;
                let mut ways = Some(1);
                for (at, node) in list.iter().enumerate() {
                    let free = heading::heeded(&list[at + 1..]).map_or(free, |heeded| !heeded);
                    self.changes = changes || list[at + 1..].iter().any(fork::changes);
                    // What is asked after a `pick` is about the board alone: it is asked once, before, and not of each cell.
                    let asks = |node: &&Node| matches!(node.walk, Walk::When(_));
                    let each = match node.walk {
                        Walk::Pick(_) => {
                            let asked = list[at + 1..].iter().take_while(asks);
                            asked.for_each(|when| {
                                self.node(when, free);
                            });
                            self.fills = !changes && fork::fill(&list[at + 1..]);
                            let ways = self.node(node, free);
                            self.fills = false;
                            ways
                        }
                        Walk::When(_) if follows_pick(&list[..at]) => Some(1),
                        _ => self.node(node, free),
                    };
                    ways = fork::product(ways, each);
                }
                self.changes = changes;
                return ways;
            }
            Walk::Alt(list) => return self.alt(list, free),
            Walk::Repeat { body, min, max } => {
                let changes = self.changes;
                self.changes |= fork::changes(body);
                let ways = self.repeat(node, body, (*min, *max), free);
                self.changes = changes;
                return ways;
            }
            Walk::Face(dirs) => {
                let turns = self.turns(dirs);
                let most = self.code.turns[turns as usize].most();
                let fork = if most > 1 { Fork::Face(most) } else { Fork::None };
                self.fork(Op::Face(turns), fork);
                return Some(most.into());
            }
            Walk::Ahead => {
                self.put(Op::Ahead);
            }
            Walk::Test(test) => {
                let check = self.view.check(test);
                let check = self.code.check(check);
                self.put(Op::Test(check));
            }
            Walk::Act(act) => {
                let op = self.act(*act);
                let settles = fork::settles(*act) && !self.changes;
                self.fork(op, if settles { Fork::Settled } else { Fork::None });
                // What goes on may go on again and again.
                return if *act == Act::Again { None } else { Some(1) };
            }
            Walk::Each { dirs, body, optional } => {
                let turns = self.turns(dirs);
                let at = self.put(Op::Each(turns, *optional, 0));
                self.within(body, true);
                self.put(Op::Fit);
                self.code.ops[at] = Op::Each(turns, *optional, self.code.here());
            }
            Walk::Rounds { times, body } => {
                let id = self.code.loops.len() as u32;
                self.code.loops.push(LoopRule { min: 0, max: u32::MAX, watch: Watch::Not });
                let begin = match times {
                    Times::Passing(test) => {
                        let check = self.view.check(test);
                        Op::Along(id, self.code.check(check))
                    }
                    Times::Held(register) => Op::Times(id, register.0),
                    Times::Height => Op::Storeys(id),
                };
                self.put(begin);
                let round = self.put(Op::Round(id, 0));
                let changes = self.changes;
                self.changes |= fork::changes(body);
                let each = self.node(body, false);
                self.changes = changes;
                self.put(Op::Jump(round as u32));
                self.code.ops[round] = Op::Round(id, self.code.here());
                return each.filter(|each| *each == 1);
            }
            Walk::While { body } => {
                let at = self.put(Op::While(0));
                self.within(body, false);
                self.put(Op::Fit);
                self.code.ops[at] = Op::While(self.code.here());
            }
            Walk::Turn { cells, right } => match Block::of(cells, *right, self.view) {
                Some(block) => {
                    self.code.blocks.push(block);
                    self.put(Op::Turn(self.code.blocks.len() as u32 - 1));
                }
                None => {
                    let never = self.code.check(Check::Leaf(NONE, None));
                    self.put(Op::Test(never));
                }
            },
            Walk::Every { test, body, optional } => {
                let check = self.view.check(test);
                let check = self.code.check(check);
                let at = self.put(Op::Every(check, *optional, 0));
                self.within(body, true);
                self.put(Op::Fit);
                self.code.ops[at] = Op::Every(check, *optional, self.code.here());
            }
            Walk::See { body, holds } => {
                let at = self.put(Op::See(*holds, Eye::Acting, 0));
                self.within(body, true);
                self.put(Op::Seen);
                let eye = self.code.eye(at + 1);
                self.code.ops[at] = Op::See(*holds, eye, self.code.here());
            }
            Walk::Tally { relation, number, dirs, body } => {
                let turns = self.turns(dirs);
                let id = self.code.tallies.len() as u32;
                self.code.tallies.push((*relation, *number));
                let at = self.put(Op::Tally(turns, id, Eye::Acting, 0));
                self.within(body, true);
                self.put(Op::Told);
                let eye = self.code.eye(at + 1);
                self.code.ops[at] = Op::Tally(turns, id, eye, self.code.here());
            }
            Walk::Pick(test) => {
                let check = self.view.check(test);
                let check = self.code.check(check);
                let at = self.put(Op::Pick(check));
                if self.chooses && !std::mem::take(&mut self.narrowed) {
                    return Some(self.picks_of(at, check));
                }
            }
            Walk::As(register) => {
                self.register(register.0);
                self.put(Op::As(register.0));
            }
            Walk::Go(register) => {
                self.register(register.0);
                self.put(Op::Go(register.0));
            }
            Walk::Return => {
                self.put(Op::Return);
            }
            Walk::Note(of, register) => {
                self.register(register.0);
                self.code.distances.push(self.view.apart(of));
                self.put(Op::Note(self.code.distances.len() as u32 - 1, register.0));
            }
            Walk::When(when) => {
                self.code.conds.push(CondCode::new(self.view, when));
                self.put(Op::When(self.code.conds.len() as u32 - 1));
            }
        }
        Some(1)
    }

    /// Notes among which cells that instruction picks; how many there are.
    fn picks_of(&mut self, at: usize, check: u32) -> u64 {
        let among = &self.code.checks[check as usize].cells;
        let cells = (0..self.view.graph.cells()).filter(|cell| among.contains(Cell::at(*cell)));
        let cells: Box<[u16]> = cells.map(|cell| cell as u16).collect();
        let (ways, known) =
            (cells.len() as u64, self.code.picks.iter().position(|one| *one == cells));
        let list = known.unwrap_or_else(|| {
            self.code.picks.push(cells);
            self.code.picks.len() - 1
        });
        self.fork_at(at, Fork::Pick(list as u32, self.fills));
        ways
    }

    fn register(&mut self, register: u8) {
        self.code.registers = self.code.registers.max(usize::from(register) + 1);
    }

    fn turns(&mut self, dirs: &Dirs) -> u32 {
        self.code.turns(Turns::new(self.view.graph, dirs, self.view.facing))
    }

    fn act(&mut self, act: Act) -> Op {
        if let Act::LiftAs(register)
        | Act::PutBack(register)
        | Act::Take(.., Some(register))
        | Act::Tower(Tower::Carry(_, Some(register)) | Tower::PutBack(register)) = act
        {
            self.register(register.0);
        }
        match act {
            Act::Capture if self.view.captures_last => Op::Take,
            Act::Capture => Op::Capture,
            Act::Lift => Op::Lift,
            Act::LiftAs(register) => Op::LiftAs(register.0),
            Act::PutBack(register) => Op::PutBack(register.0),
            Act::Put(kind) => {
                let owner = (!self.neutral[kind.index()]).then_some(self.view.mover);
                Op::Put(Piece::new(kind, owner))
            }
            Act::Cover(kind) => {
                let owner = (!self.neutral[kind.index()]).then_some(self.view.mover);
                Op::Cover(Piece::new(kind, owner))
            }
            Act::Drop(kind) => {
                // Without hands the loader lets nothing be dropped.
                let slot = self.view.layout.hand(self.view.mover, kind);
                let piece = Piece::new(kind, Some(self.view.mover));
                Op::Drop(slot.map_or(NOWHERE, |slot| slot.0), piece)
            }
            Act::Mark(mark, on) => Op::Mark(mark, on),
            Act::Take(purse, amount, held) => Op::Less(self.slots(purse), amount, held),
            Act::Add(purse, amount) => Op::More(self.slots(purse), amount),
            Act::Become(kind) => Op::Become(kind),
            Act::Tower(tower) => Op::Tower(tower),
            Act::Flip => Op::Flip,
            Act::Push => Op::Push,
            Act::Land => Op::Land,
            Act::Again => Op::Again,
        }
    }

    /// Where the number is that a walk changes.
    fn slots(&self, purse: Purse) -> Slots {
        let (view, number) = (&self.view, purse.number);
        match view.layout.bearer(number) {
            Bearer::Cell => Slots::Cells(view.layout.cell_number(number, Cell(0)).0),
            Bearer::Player | Bearer::Turn => {
                Slots::One(view.layout.player_number(number, purse.player(view.mover)).0)
            }
        }
    }

    fn alt(&mut self, list: &[Node], free: bool) -> Ways {
        let Some((last, others)) = list.split_last() else {
            let never = self.code.check(Check::Leaf(NONE, None));
            self.put(Op::Test(never));
            return Some(0);
        };
        let narrowed = self.narrowed;
        let (mut jumps, mut splits) = (Vec::new(), Vec::new());
        for node in others {
            let split = self.put(Op::Split(0));
            self.narrowed = narrowed;
            let ways = self.node(node, free);
            splits.push((split, ways));
            jumps.push(self.put(Op::Jump(0)));
            self.code.ops[split] = Op::Split(self.code.here());
        }
        self.narrowed = narrowed;
        let mut all = self.node(last, free);
        for jump in jumps {
            self.code.ops[jump] = Op::Jump(self.code.here());
        }
        for (split, ways) in splits.into_iter().rev() {
            self.fork_at(split, Fork::Split(ways.unwrap_or(0), all.unwrap_or(0)));
            all = fork::sum(ways, all);
        }
        all
    }

    fn repeat(
        &mut self,
        node: &Node,
        body: &Node,
        (min, max): (u32, Option<u32>),
        free: bool,
    ) -> Ways {
        // Round a ring even a straight line comes back.
        let rings = self.view.graph.has_rings();
        let comes_back = !node.uses_up() && (turns_or_jumps(body) || rings);
        let simple = !comes_back && !loops(body);
        let straight = fork::is_straight(body);
        let most = max.or_else(|| straight.then(|| self.code.straight(self.view.graph)));
        if simple && min <= 1 && max.is_none() {
            let first = if min == 1 { self.node(body, false) } else { Some(1) };
            let split = self.put(Op::Split(0));
            let each = self.node(body, false);
            self.put(Op::Jump(split as u32));
            self.code.ops[split] = Op::Split(self.code.here());
            let further = fork::rounds(each, (0, most));
            if let (Some(each), Some(most)) = (each, most) {
                self.fork_at(split, Fork::Further { most, each });
            }
            fork::product(first, further)
        } else if let Some(max) = max.filter(|max| simple && (min..=ROUNDS).contains(max)) {
            let mut first = Some(1);
            for _ in 0..min {
                first = fork::product(first, self.node(body, false));
            }
            let (mut splits, mut each) = (Vec::new(), Some(1));
            for _ in min..max {
                splits.push(self.put(Op::Split(0)));
                each = self.node(body, false);
            }
            let mut further = Some(1);
            for split in splits.into_iter().rev() {
                self.code.ops[split] = Op::Split(self.code.here());
                let onward = fork::product(each, further);
                self.fork_at(split, Fork::Split(onward.unwrap_or(0), 1));
                further = fork::sum(onward, Some(1));
            }
            fork::product(first, further)
        } else {
            let id = self.code.loops.len() as u32;
            let graph = self.view.graph;
            let by_cell = free && heading::heeded(std::slice::from_ref(body)) == Some(false);
            let headings = if by_cell { 1 } else { graph.headings() };
            let watch = match (comes_back, node.searches()) {
                (false, _) => Watch::Not,
                (true, false) => Watch::Own,
                (true, true) => Watch::All(headings as u32),
            };
            self.code.loops.push(LoopRule { min, max: max.unwrap_or(u32::MAX), watch });
            let enter = self.put(Op::Enter(id));
            let again = self.put(Op::Loop(id, 0));
            let each = self.node(body, false);
            self.put(Op::Jump(again as u32));
            self.code.ops[again] = Op::Loop(id, self.code.here());
            // Where a search has been it does not go by another way, unless there is but one.
            let each =
                each.filter(|each| *each == 1 && straight || !matches!(watch, Watch::All(_)));
            if let (Some(each), Some(most)) = (each, most) {
                self.fork_at(enter, Fork::Enter);
                self.fork_at(again, Fork::Round { most, each });
            }
            fork::rounds(each, (min, most))
        }
    }
}

/// Whether any part of a walk is so.
pub(crate) fn any(node: &Node, wanted: &dyn Fn(&Walk) -> bool) -> bool {
    wanted(&node.walk)
        || match &node.walk {
            Walk::Seq(list) | Walk::Alt(list) => list.iter().any(|node| any(node, wanted)),
            Walk::Repeat { body, .. }
            | Walk::Each { body, .. }
            | Walk::Tally { body, .. }
            | Walk::Every { body, .. }
            | Walk::Rounds { body, .. }
            | Walk::While { body }
            | Walk::See { body, .. } => any(body, wanted),
            _ => false,
        }
}

/// Whether a walk may turn or leap about, so that repeating it can come back.
fn turns_or_jumps(node: &Node) -> bool {
    any(node, &|walk| matches!(walk, Walk::Face(_) | Walk::Go(_) | Walk::Pick(_) | Walk::Return))
}

/// Whether a walk has loops of its own, or is long, so that it is not to be written twice.
fn loops(node: &Node) -> bool {
    any(node, &|walk| match walk {
        Walk::Repeat { .. }
        | Walk::Each { .. }
        | Walk::Tally { .. }
        | Walk::Every { .. }
        | Walk::Rounds { .. }
        | Walk::While { .. }
        | Walk::See { .. } => true,
        Walk::Seq(list) | Walk::Alt(list) => list.len() > 8,
        _ => false,
    })
}
