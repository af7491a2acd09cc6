//! A good move where nothing that stands on the board tells who is ahead: Monte Carlo tree search.
//!
//! A simulation goes down the tree to a leaf and plays a random game from there. Which move it takes on the way is told by how
//! such games ended (UCT, Kocsis and Szepesvári 2006), and as long as there are few of them, by how those ended in which the
//! player came to the same cell at any time (RAVE, Gelly and others 2007). What is won or lost for certain is told upwards
//! (MCTS-Solver, Winands and others 2008). Every player is taken to seek his own win; a draw is half a win.

use super::Done;
use crate::eval::fast::list::Play;
use crate::eval::fast::{Fast, Memory};
use crate::eval::playout::Chance;
use crate::eval::search::{Bound, Places};
use crate::index::Player;
use crate::parallel;
use crate::position::{Position, State};
use crate::program::{Drawn, Goal, NOWHERE, Plan, Set};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A leaf's moves become nodes when it has been come to so often.
const GROWS: u32 = 4;
/// How much a move is worth that has been tried less often than others: the constant of UCT.
const CURIOUS: f32 = 0.3;
/// So many random games in which the player came to the cell later tell no more, however many they are, than this number of
/// those that begin with the move.
const ALIKE: f32 = 200.0;
/// Moves in a random game at most, by cell of the board. Where pieces are captured random games may go on for long.
const PLIES: usize = 8;
/// Lists of walked moves that stay known at most.
const WALKS: usize = 1 << 10;
/// Simulations between two questions whether to stop.
const ASKED: u32 = 8;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Won(Player),
    Drawn,
}

impl End {
    fn new(state: State) -> Self {
        match state {
            State::Won(winner, _) => Self::Won(winner),
            State::Drawn(_) | State::Ongoing => Self::Drawn,
        }
    }

    /// Half points that a player has won by it.
    fn points(self, player: Player) -> u32 {
        match self {
            Self::Won(winner) if winner == player => 2,
            Self::Won(_) => 0,
            Self::Drawn => 1,
        }
    }
}

/// Random games and the half points won in them.
#[derive(Clone, Copy, Debug, Default)]
struct Games {
    played: u32,
    points: u32,
}

impl Games {
    fn add(&mut self, points: u32) {
        self.played += 1;
        self.points += points;
    }
}

/// A move, and the position that it leads to.
#[derive(Clone, Copy, Debug)]
struct Node {
    play: Play,
    /// Where a piece is placed by it; [`NOWHERE`] if none is.
    cell: u16,
    /// The moves from here, if they are nodes: where they begin, and how many they are.
    first: u32,
    count: u32,
    /// Games that began with it, and those in which its player came to its cell later; won by its player.
    games: Games,
    alike: Games,
    /// How the game ends if nobody errs, once that is known.
    end: Option<End>,
}

impl Node {
    fn new(play: Play) -> Self {
        let cell = if let Play::Place { to, .. } = play { to } else { NOWHERE };
        let (games, alike) = (Games::default(), Games::default());
        Self { play, cell, first: 0, count: 0, games, alike, end: None }
    }

    /// How good a move is for the player who makes it; `curious` is large where many others have been tried.
    fn promise(&self, player: Player, curious: f32) -> f32 {
        match self.end {
            Some(End::Drawn) => return 0.5,
            Some(End::Won(winner)) => return if winner == player { f32::MAX } else { -1.0 },
            None => {}
        }
        // One drawn game more, so that there is something to go by.
        let alike = self.alike.played as f32 + 1.0;
        let told = (self.alike.points as f32 + 1.0) / (2.0 * alike);
        let played = self.games.played as f32;
        let mean = self.games.points as f32 / (2.0 * played).max(1.0);
        let share = alike / (alike + played + played * alike / ALIKE);
        mean + share * (told - mean) + (curious / (played + 1.0)).sqrt()
    }
}

impl<S: Set> Fast<'_, S> {
    /// Whether random games tell more of a position than what stands there: pieces are only ever placed, and the aim is a goal
    /// that is no row, or a score. Open rows are counted; where only having moves matters, those are.
    pub(in crate::eval::fast) fn judges_by_playouts(&self) -> bool {
        let Plan { sides, fill, drawn, plays, .. } = self.plan;
        let places = fill.is_some() || matches!(drawn, Some(Drawn::Places));
        let mut goals = sides.iter().flat_map(|side| &side.goals).peekable();
        // Who wins of several in a team is not told by the games of each.
        let alone = !self.program.has_teams();
        let aims = goals.peek().is_some() || !self.program.sides.iter().all(|side| side.asks_stuck);
        *plays && places && aims && alone && !goals.any(|goal| matches!(goal, Ok(Goal::Line(_))))
    }
}

/// A search from one position.
struct Carlo<'s, 'p, S> {
    fast: &'s mut Fast<'p, S>,
    start: &'s Position,
    /// The first one is the position from which is searched.
    nodes: Vec<Node>,
    /// Nodes at most.
    most: usize,
    /// Whether pieces are only added in the random games.
    adds: bool,
    /// The nodes on the way to the leaf, and who moves there.
    line: Vec<(usize, Player)>,
    /// By cell, who came there first after a node; a number that is no player's if nobody did.
    came: Vec<u8>,
    chance: Chance,
    looked: u64,
    bound: Bound<'s>,
}

/// Nobody came to a cell.
const NOBODY: u8 = u8::MAX;

/// A good move and how play may go on, by their places among the legal ones, in their order; `None` if there is none, or more is
/// asked of the position than is tried. Looked at are the nodes of the tree that a simulation goes through, the first one
/// included, and at its end a random game: one more if pieces are only added in it, as that is quick, else as many as there are
/// moves in it.
///
/// Threads beside this one grow trees of their own by other chances; the games of all tell which move is best (root
/// parallelization, Chaslot and others 2008).
pub(super) fn best<S: Set>(
    fast: &mut Fast<'_, S>,
    start: &Position,
    bound: Bound<'_>,
) -> Option<Places> {
    let (done, told) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let (program, plan) = (fast.program, fast.plan);
    let stop = || done.load(Relaxed) || bound.stops();
    let share = bound.memory() / (1 + bound.helpers());
    let tell = |first: First| told.lock().unwrap_or_else(|poison| poison.into_inner()).push(first);
    let beside = |number: usize| {
        let mut fast = Fast::with(program, plan, Box::new(Memory::new(program, plan)));
        let bound = Bound { stop: Some(&stop), memory: Some(share), ..bound };
        let mut search = Carlo::new(&mut fast, start, bound, number as u64);
        if let Some(moves) = search.run() {
            tell(search.first(&moves));
        }
    };
    let main = || {
        let _done = Done(&done);
        let mut search = Carlo::new(fast, start, Bound { memory: Some(share), ..bound }, 0);
        let moves = search.run()?;
        Some((search.first(&moves), search.line(&moves)))
    };
    let (first, line) = parallel::beside(bound.helpers(), beside, main)?;
    let all = told.into_inner().unwrap_or_else(|poison| poison.into_inner());
    let first = all.into_iter().fold(first, First::with);
    let best = first.best(start.turn);
    let line = if line.first() == Some(&best) { line } else { vec![best] };
    Some(Places { depth: line.len() as u32, line, positions: first.looked })
}

/// What a tree tells of the first moves, in their order: how many games began with each, and how the game ends then if that is
/// known.
struct First {
    moves: Vec<(u32, Option<End>)>,
    looked: u64,
}

impl First {
    /// What two trees tell.
    fn with(mut self, other: Self) -> Self {
        for (one, other) in self.moves.iter_mut().zip(other.moves) {
            *one = (one.0.saturating_add(other.0), one.1.or(other.1));
        }
        self.looked += other.looked;
        self
    }

    /// The best move.
    fn best(&self, turn: Player) -> usize {
        let rank = |at: &usize| rank(turn, self.moves[*at].0, self.moves[*at].1);
        // Of equals `max_by_key` takes the last: reversed, the first.
        (0..self.moves.len()).rev().max_by_key(rank).unwrap_or(0)
    }
}

/// How good a move is with which so many games began, for the player who makes it: that which was tried most often, of those that
/// are not lost; one that wins, if it is known.
fn rank(turn: Player, played: u32, end: Option<End>) -> (u8, u32) {
    match end {
        Some(End::Won(winner)) if winner == turn => (2, played),
        Some(End::Won(_)) => (0, played),
        _ => (1, played),
    }
}

impl<'s, 'p, S: Set> Carlo<'s, 'p, S> {
    fn new(fast: &'s mut Fast<'p, S>, start: &'s Position, bound: Bound<'s>, seed: u64) -> Self {
        let most = (bound.memory() / size_of::<Node>()).min(u32::MAX as usize);
        let came = vec![NOBODY; fast.program.cells];
        let (nodes, line) = (vec![Node::new(Play::Pass)], Vec::new());
        let (adds, looked, chance) = (false, 0, Chance::of_game(seed, 0));
        Self { fast, start, nodes, most, adds, line, came, chance, looked, bound }
    }

    /// Grows the tree; the moves of the first position, in their order.
    fn run(&mut self) -> Option<Vec<Play>> {
        let turn = self.start.turn;
        self.load();
        let plan = self.fast.plan;
        self.adds = plan.fill.is_some() && !plan.fills_later && !self.fast.reached_any();
        self.fast.come_to(turn);
        let moves = self.fast.first_moves(turn)?;
        self.most = self.most.max(1 + moves.len());
        self.grow(0, &moves);
        while moves.len() > 1 && self.nodes[0].end.is_none() && !self.is_over() {
            self.simulate();
        }
        Some(moves)
    }

    /// What the tree tells of these moves.
    fn first(&self, moves: &[Play]) -> First {
        let mut first = First { moves: vec![(0, None); moves.len()], looked: self.looked };
        for child in &self.nodes[self.children(0)] {
            if let Some(at) = moves.iter().position(|play| *play == child.play) {
                first.moves[at] = (child.games.played, child.end);
            }
        }
        first
    }

    /// The line of moves that were tried most often, by their places.
    fn line(&mut self, moves: &[Play]) -> Vec<usize> {
        let (mut line, mut at, mut turn) = (Vec::new(), 0, self.start.turn);
        let mut moves = moves.to_vec();
        self.load();
        while let Some(child) = self.children(at).rev().max_by_key(|at| {
            let Node { games, end, .. } = self.nodes[*at];
            rank(turn, games.played, end)
        }) {
            let play = self.nodes[child].play;
            let print = self.fast.print(play);
            let Some(place) = moves.iter().position(|play| self.fast.print(*play) == print) else {
                break;
            };
            line.push(place);
            self.fast.come_to(turn);
            let now = self.fast.now.take();
            now.iter().for_each(|now| self.fast.history.add(*now));
            self.fast.make(turn, play);
            (at, turn) = (child, self.fast.mover(turn));
            self.fast.list(turn, &mut moves);
            self.fast.sort(turn, &mut moves);
        }
        line
    }

    fn is_over(&self) -> bool {
        let asks = self.nodes[0].games.played.is_multiple_of(ASKED);
        self.bound.nodes.is_some_and(|nodes| self.looked >= nodes) || asks && self.bound.stops()
    }

    /// Lets the first position stand on the board. Moves that were walked in it and in others stay known.
    fn load(&mut self) {
        let walking = self.fast.walking;
        self.fast.load_turn(self.start, self.fast.plan.remembers);
        self.fast.walking = walking;
        self.start.history.iter().for_each(|past| self.fast.history.add(*past));
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[at];
        first as usize..first as usize + count as usize
    }

    /// Makes nodes of the moves of a leaf, if there is room for them.
    fn grow(&mut self, at: usize, moves: &[Play]) {
        let Ok(count) = u32::try_from(moves.len()) else { return };
        if self.nodes.len() + moves.len() > self.most {
            return;
        }
        let first = self.nodes.len();
        self.nodes.extend(moves.iter().map(|play| Node::new(*play)));
        // Of moves of which as much is known the first one is taken: which that is, is left to chance.
        for rest in (1..moves.len()).rev() {
            self.nodes.swap(first + rest, first + self.chance.below(rest + 1));
        }
        (self.nodes[at].first, self.nodes[at].count) = (first as u32, count);
    }

    /// Goes down to a leaf, plays from there and enters how that ended.
    fn simulate(&mut self) {
        self.load();
        self.line.clear();
        self.came.fill(NOBODY);
        let (mut at, mut turn) = (0, self.start.turn);
        let end = loop {
            self.looked += 1;
            self.line.push((at, turn));
            let node = self.nodes[at];
            if let Some(end) = node.end {
                break end;
            }
            self.fast.come_to(turn);
            if node.count == 0 && node.games.played >= GROWS {
                self.list(at, turn);
            }
            if self.nodes[at].count == 0 {
                self.fast.turns.pop();
                break self.play(at, turn);
            }
            at = self.select(at, turn);
            let now = self.fast.now.take();
            now.iter().for_each(|now| self.fast.history.add(*now));
            self.fast.make(turn, self.nodes[at].play);
            turn = self.fast.mover(turn);
        };
        self.enter(end);
    }

    fn list(&mut self, at: usize, turn: Player) {
        let mut moves = self.fast.pool.pop().unwrap_or_default();
        let walks = self.fast.walking;
        self.fast.list(turn, &mut moves);
        // Walked moves stay known as long as there are nodes of them.
        let walked = moves.iter().any(|play| matches!(play, Play::Walked { .. }));
        if !std::mem::take(&mut self.fast.wide) && (!walked || walks < WALKS) {
            self.grow(at, &moves);
        }
        if !walked || self.nodes[at].count == 0 {
            self.fast.walking = walks;
        }
        self.fast.pool.push(moves);
    }

    /// The most promising move.
    fn select(&self, at: usize, turn: Player) -> usize {
        let tried = self.nodes[at].games.played;
        // The binary logarithm, which is the same on every machine.
        let curious = CURIOUS * CURIOUS * (tried + 1).ilog2() as f32;
        let mut best = (f32::MIN, 0);
        for child in self.children(at) {
            let promise = self.nodes[child].promise(turn, curious);
            if promise > best.0 {
                best = (promise, child);
            }
        }
        best.1
    }

    /// Plays a random game from the board; how it ends. That is certain if no move is made.
    fn play(&mut self, at: usize, turn: Player) -> End {
        let plies = (PLIES * self.fast.program.cells) as u32;
        let (came, chance) = (&mut self.came, &mut self.chance);
        let see = |player: Player, cell: usize| {
            if came[cell] == NOBODY {
                came[cell] = player.0;
            }
        };
        // The tree has moves that were walked.
        let walking = self.fast.walking;
        self.fast.kept = walking;
        let game = match self.adds {
            true => self.fast.filled_on(turn, chance, plies, see),
            false => self.fast.play_on(turn, chance, plies, see),
        };
        (self.fast.walking, self.fast.kept) = (walking, 0);
        let Some(game) = game else { return End::Drawn };
        self.looked += if self.adds { 1 } else { game.plies.into() };
        let end = End::new(game.state);
        if game.plies == 0 {
            self.nodes[at].end = Some(end);
        }
        end
    }

    /// Enters how a game ended into the nodes on its way.
    fn enter(&mut self, end: End) {
        for depth in (0..self.line.len()).rev() {
            let (at, turn) = self.line[depth];
            let points = end.points(turn);
            for child in self.children(at) {
                let node = &mut self.nodes[child];
                if node.cell != NOWHERE && self.came[usize::from(node.cell)] == turn.0 {
                    node.alike.add(points);
                }
            }
            if let Some((child, _)) = self.line.get(depth + 1)
                && let Some(known) = self.nodes[*child].end
            {
                self.settle(at, turn, known);
            }
            // The games of a move are its player's, who had the turn before.
            let mover = depth.checked_sub(1).map_or(turn, |before| self.line[before].1);
            self.nodes[at].games.add(end.points(mover));
            let cell = self.nodes[at].cell;
            if depth > 0 && cell != NOWHERE {
                self.came[usize::from(cell)] = mover.0;
            }
        }
    }

    /// Enters what is known for certain of a position of which one move has become so.
    fn settle(&mut self, at: usize, turn: Player, known: End) {
        if known == End::Won(turn) {
            self.nodes[at].end = Some(known);
            return;
        }
        let children = &self.nodes[self.children(at)];
        // Who wins of several others is one to him who loses.
        if children.iter().all(|child| child.end.is_some()) {
            let drawn = children.iter().any(|child| child.end == Some(End::Drawn));
            self.nodes[at].end = Some(if drawn { End::Drawn } else { known });
        }
    }
}
