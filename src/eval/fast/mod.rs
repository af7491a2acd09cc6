//! Counting and playing by a [`Plan`]: moves as sets of cells, pins and evasions without trying them.

mod around;
mod ballot;
mod board;
mod bring;
mod capture;
mod choose;
mod costs;
mod count;
mod course;
mod danger;
mod doubted;
mod draw;
mod facts;
mod field;
mod fill;
mod finish;
mod forest;
mod goal;
mod guess;
mod heads;
mod history;
mod hop;
mod list;
mod make;
mod march;
mod order;
mod pass;
mod phase;
mod place;
mod planner;
mod play;
mod prefer;
mod rounds;
mod search;
mod sequel;
mod sight;
mod solve;
mod stand;
mod stride;
mod targets;
mod throw;
mod tickets;
mod tried;
mod truce;
mod twins;
mod walked;

use super::buffer::Moves;
use super::{Evaluator, Scratch};
use crate::index::{Piece, Player};
use crate::position::Past;
use crate::program::{Fact, Plan, PlanSide, Program, Set};
use board::Board;
use choose::Choice;
use course::Coursing;
use danger::Bind;
use fill::Filling;
use history::History;
use hop::Chains;
use list::Play;
use march::Marching;
use phase::Stage;
pub(super) use planner::{Kept, Planner};
pub(crate) use stand::{Filled, Step};
use std::ops::{Deref, DerefMut};

/// A plan and the memory to run it.
#[derive(Debug)]
pub(super) struct Fast<'p, S> {
    program: &'p Program,
    plan: &'p Plan<S>,
    memory: Box<Memory<S>>,
    /// A game in which nothing is done but the moves of phases; made when it is first wanted.
    coursing: Option<Box<Coursing<'p, S>>>,
    /// What walks, and answers what no set tells; made when it is first wanted.
    walker: Option<Box<Evaluator<'p>>>,
    /// The same while it goes one way after another.
    walking_on: Option<Box<Evaluator<'p>>>,
    /// Instructions that it may still run.
    allowed: u64,
    /// Lists of phases that are not in use.
    stages: Vec<Vec<Stage<'p, S>>>,
}

/// Scratch memory that outlives the plan it was made for: it may be put by and taken up again.
#[derive(Debug)]
pub(super) struct Memory<S> {
    board: Board<S>,
    /// The turns of the line from where the board was loaded.
    turns: Vec<Turn>,
    /// By player, the endings that may stop a count.
    endings: Vec<Vec<u16>>,
    /// Whether the counters are kept.
    counts: bool,
    /// Earlier positions of a game that is played, and what will be remembered of this one.
    history: History,
    now: Option<Past>,
    /// The cells where what came after the last placement has captured.
    captured: S,
    /// A player of whom it is known whether he is stuck.
    known: Option<(Player, bool)>,
    /// While endings are asked: of which players and goals it is known whether they are reached, a bit each, and
    /// which of them are.
    told: Option<[u64; 2]>,
    /// What there is to choose from.
    choice: Choice<S>,
    /// A game in which pieces are only added.
    filling: Filling<S>,
    /// A game in which pieces only stride.
    marching: Box<Marching<S>>,
    /// The moves that are chains of hops, of the lists that are in use.
    chains: Chains<S>,
    /// The moves that are walked: lists of which so many are in use.
    walks: Vec<Moves>,
    walking: usize,
    /// The branches that a way of them has taken; how ways may begin, and the branches of these.
    branches: Vec<u32>,
    parts: (Vec<tickets::Part>, Vec<u32>),
    /// What it has cost to find moves in the game at hand.
    costs: costs::Costs,
    /// How many of them, from the first, a tree of a search still asks for while a game is played at random.
    kept: usize,
    /// The walker's memory, while it does not walk.
    idle: Option<Box<Scratch>>,
    /// Whether lines of moves are counted, past endings that do not stop a count.
    counting: bool,
    /// Whether, while moves are told, what masks refuse is left out; and whether none of that holds as the board is, so that moves
    /// which change nothing of it are not looked at.
    masking: bool,
    lenient: bool,
    /// Whether moves are told that leave open what may not be left so, as if nothing could be.
    daring: bool,
    /// Whether it is asked what could be done in a position: no repetition is forbidden meanwhile.
    keying: bool,
    /// Lists of moves that are not in use.
    pool: Vec<Vec<Play>>,
    /// Moves with numbers by which they are compared first, while they are.
    traced: Vec<(u64, Play)>,
    /// Lists of what binds pieces that are not in use.
    binds: Vec<Vec<Bind<S>>>,
    /// How deep questions lie in one another, and how many a position has asked.
    depth: u32,
    asked: u32,
    /// Whether they were too many.
    wide: bool,
}

/// A turn of a line.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// How much was changed before it.
    mark: usize,
    /// The number in the slot of the turn, where players do not simply take turns.
    place: u8,
}

impl<S: Set> Memory<S> {
    /// Scratch memory for a plan of a program.
    pub fn new(program: &Program, plan: &Plan<S>) -> Self {
        Self {
            board: Board::new(program, plan),
            turns: Vec::new(),
            endings: vec![Vec::new(); program.players],
            counts: true,
            history: History::default(),
            now: None,
            captured: S::NONE,
            known: None,
            told: None,
            choice: Choice::default(),
            filling: Filling::default(),
            marching: Box::default(),
            chains: Chains::default(),
            walks: Vec::new(),
            walking: 0,
            branches: Vec::new(),
            parts: Default::default(),
            costs: Default::default(),
            kept: 0,
            idle: None,
            counting: false,
            masking: false,
            lenient: false,
            daring: false,
            keying: false,
            pool: Vec::new(),
            traced: Vec::new(),
            binds: Vec::new(),
            depth: 0,
            asked: 0,
            wide: false,
        }
    }
}

// The plan is read while its memory is written.
impl<S> Deref for Fast<'_, S> {
    type Target = Memory<S>;

    #[inline]
    fn deref(&self) -> &Memory<S> {
        &self.memory
    }
}

impl<S> DerefMut for Fast<'_, S> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Memory<S> {
        &mut self.memory
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// A plan of a program with memory that was made for it.
    fn with(program: &'p Program, plan: &'p Plan<S>, memory: Box<Memory<S>>) -> Self {
        Self {
            program,
            plan,
            memory,
            coursing: None,
            walker: None,
            walking_on: None,
            allowed: u64::MAX,
            stages: Vec::new(),
        }
    }

    /// The memory, to be put by.
    fn rest(mut self) -> Box<Memory<S>> {
        self.memory.idle = self.walker.take().map(|walker| Box::new(walker.rest()));
        self.memory
    }

    /// Takes over cells and slots of a game without a past; `keyed`: what is remembered of positions will be asked.
    fn load(&mut self, cells: &[Piece], keyed: bool) {
        self.board.load(cells, keyed);
        self.turns.clear();
        self.history.clear();
        (self.now, self.known, self.told) = (None, None, None);
        (self.wide, self.counts, self.counting, self.masking) = (false, true, false, false);
        (self.walking, self.kept, self.daring, self.keying) = (0, 0, false, false);
    }

    /// Enters a turn of the line; how much was changed before it.
    #[inline]
    fn begin_turn(&mut self) -> usize {
        let mark = self.board.mark();
        let place = self.plan.slot.map_or(0, |slot| self.board.slot(slot.into()));
        self.turns.push(Turn { mark, place });
        mark
    }

    /// How many lines of `depth` moves there are from those cells and slots after a `past`, unless prohibitions ask
    /// too much of the moves that they lead to, or of what has been there.
    fn leaves_of(
        &mut self,
        cells: &[Piece],
        past: &[Past],
        turn: Player,
        depth: u32,
    ) -> Option<u64> {
        let remembers = depth >= self.plan.plies || self.plan.remembers && !past.is_empty();
        if remembers && !self.plan.tells_past {
            return None;
        }
        self.load(cells, remembers);
        self.counting = true;
        self.foresee(depth, !past.is_empty());
        past.iter().for_each(|past| self.history.add(*past));
        let count = self.leaves(turn, depth);
        (!self.wide).then_some(count)
    }

    /// Finds which endings may come in a line of so many plies, and whether the counters matter to it: those
    /// endings ask for them, or what must or may not be done.
    fn foresee(&mut self, depth: u32, past: bool) {
        let plan = self.plan;
        let Memory { board, endings: soon_by, counts, .. } = &mut *self.memory;
        *counts = plan.sides.iter().any(|side| side.asks_slots);
        let count = |slot: u16| {
            let most = |side: &PlanSide<S>| {
                let mut same = side.counters.iter().filter(|counting| counting.slot == slot);
                same.next().map(|counting| counting.start.max(board.slot(slot.into())))
            };
            plan.sides.iter().find_map(most)
        };
        for (side, endings) in plan.sides.iter().zip(soon_by) {
            let soon =
                |at: &u16| u32::from(side.endings[usize::from(*at)].earliest(past, &count)) < depth;
            endings.clear();
            endings.extend((0..side.endings.len() as u16).filter(soon));
            let mut asked = endings.iter().map(|at| &side.endings[usize::from(*at)]);
            *counts |= asked.any(Fact::asks_slots);
        }
    }

    /// Enters what is remembered of a position into the history, if anything is.
    #[inline]
    fn note(&mut self, past: Option<Past>) {
        past.into_iter().for_each(|past| self.history.add(past));
    }

    fn next(&self, player: Player) -> Player {
        Player::at((player.index() + 1) % self.program.players)
    }
}
