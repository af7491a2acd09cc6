//! A good move where nothing that stands on the board tells who is ahead: Monte Carlo tree search.
//!
//! A simulation goes down the tree to a leaf and plays a random game from there. Which move it takes on the way is told by how
//! such games ended (UCT, Kocsis and Szepesvári 2006), and as long as there are few of them, by how those ended in which the
//! player came to the same cell at any time (RAVE, Gelly and others 2007). What is won or lost for certain is told upwards
//! (MCTS-Solver, Winands and others 2008). Every player is taken to seek his own win; a draw is half a win.

use crate::eval::fast::Fast;
use crate::eval::fast::list::Play;
use crate::eval::playout::Chance;
use crate::eval::search::Bound;
use crate::index::Player;
use crate::position::{Position, State};
use crate::program::{Drawn, Goal, NOWHERE, Plan, Set};

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
        let aims = goals.peek().is_some() || !self.program.sides.iter().all(|side| side.asks_stuck);
        *plays && places && aims && !goals.any(|goal| matches!(goal, Ok(Goal::Line(_))))
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

/// The place of a good move among the legal ones, in their order; `None` if there is none, or more is asked of the position than
/// is tried. Looked at are the nodes of the tree that a simulation goes through, the first one included, and at its end a random
/// game: one more if pieces are only added in it, as that is quick, else as many as there are moves in it.
pub(super) fn best<S: Set>(
    fast: &mut Fast<'_, S>,
    start: &Position,
    bound: Bound<'_>,
) -> Option<usize> {
    let most = bound.memory() / size_of::<Node>();
    let came = vec![NOBODY; fast.program.cells];
    let mut search = Carlo {
        fast,
        start,
        nodes: vec![Node::new(Play::Pass)],
        most: most.min(u32::MAX as usize),
        adds: false,
        line: Vec::new(),
        came,
        chance: Chance::of_game(0, 0),
        looked: 0,
        bound,
    };
    search.run()
}

impl<S: Set> Carlo<'_, '_, S> {
    fn run(&mut self) -> Option<usize> {
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
        let best = self.chosen();
        moves.iter().position(|play| *play == best)
    }

    fn is_over(&self) -> bool {
        let asks = self.nodes[0].games.played.is_multiple_of(ASKED);
        self.bound.nodes.is_some_and(|nodes| self.looked >= nodes) || asks && self.bound.stops()
    }

    /// The move of the first position that was tried most often, of those that are not lost.
    fn chosen(&self) -> Play {
        let turn = self.start.turn;
        let rank = |node: &Node| match node.end {
            Some(End::Won(winner)) if winner == turn => (2, node.games.played),
            Some(End::Won(_)) => (0, node.games.played),
            _ => (1, node.games.played),
        };
        let mut best = self.children(0).start;
        for at in self.children(0) {
            if rank(&self.nodes[at]) > rank(&self.nodes[best]) {
                best = at;
            }
        }
        self.nodes[best].play
    }

    /// Lets the first position stand on the board. Moves that were walked in it and in others stay known.
    fn load(&mut self) {
        let walking = self.fast.walking;
        self.fast.load(&self.start.cells, self.fast.plan.remembers);
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
            turn = self.fast.next(turn);
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
        let walking = self.fast.walking;
        let game = match self.adds {
            true => self.fast.filled_on(turn, chance, plies, see),
            false => self.fast.play_on((turn, self.start.size), chance, plies, see),
        };
        self.fast.walking = walking;
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
