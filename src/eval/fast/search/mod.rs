//! A good move: alpha-beta with iterative deepening over the moves that sets of cells tell, judging by the rules alone.
//!
//! Principal variation search (Marsland and Campbell 1982) with a transposition table; the move of the table first, then
//! captures by what they win, killers, and quiet moves by how often they were enough; late quiet moves less deep at first;
//! captures alone below the last ply. Two players or teams search by negamax; of three, everybody else is taken to play against the
//! one who asked and the team (the paranoid assumption).

mod carlo;
mod order;
mod quiet;
mod table;
mod worth;

use super::list::Play;
use super::{Fast, Memory};
use crate::eval::search::{Bound, Places};
use crate::index::Player;
use crate::parallel;
use crate::position::{Position, State};
use crate::program::Set;
use order::{Known, Ranked};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use table::{Bounds, Entry, Table};
pub(super) use worth::Worth;

/// What winning is worth, less a point a ply.
const WIN: i32 = 1_000_000;
/// More than anything is worth.
const INFINITE: i32 = WIN + 1;
/// Plies at most.
const PLIES: u32 = 64;
/// Plies of captures at most, beyond the depth.
const CAPTURES: u32 = 16;
/// A value beyond this is of a game that is decided.
const DECIDED: i32 = WIN - 1000;
/// Positions between two questions whether to stop.
const ASKED: u64 = 256;
/// Quiet moves after so many others are searched less deep at first, from such a depth on.
const LATE: usize = 4;
const DEEP: u32 = 3;

/// A search from one position.
struct Search<'s, 'p, S> {
    fast: &'s mut Fast<'p, S>,
    worth: &'s Worth<'p, S>,
    table: &'s Table,
    known: Known,
    /// The keys of the positions from the first one of the search on.
    line: Vec<u64>,
    /// Lists that are not in use.
    spare: Vec<Vec<Ranked>>,
    me: Player,
    looked: u64,
    /// Plies that were searched whole.
    depth: u32,
    bound: Bound<'s>,
    over: bool,
}

/// A value, for the player to move, between what is sought at least and what is enough.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl<'p, S: Set> Fast<'p, S> {
    /// A good move and how play may go on, by their places among the legal ones, in their order; `None` if there is none, or
    /// more is asked of the position than is tried.
    ///
    /// Threads beside this one search the same position and tell what they find by the table that all share (Lazy SMP); half of
    /// them a ply deeper.
    pub(super) fn best(&mut self, position: &Position, bound: Bound<'_>) -> Option<Places> {
        // What is listed on the way is forgotten in the end.
        let lent = self.lend();
        let found = match self.judges_by_playouts() {
            true => carlo::best(self, position, bound),
            false => self.best_by_worth(position, bound),
        };
        self.give_back(lent);
        found
    }

    /// The same, judging by what stands on the board.
    fn best_by_worth(&mut self, position: &Position, bound: Bound<'_>) -> Option<Places> {
        let (worth, table) = (Worth::new(self), Table::new(bound.memory()));
        let (done, others) = (AtomicBool::new(false), AtomicU64::new(0));
        let (program, plan) = (self.program, self.plan);
        let stop = || done.load(Relaxed) || bound.stops();
        let beside = |number: usize| {
            let mut fast = Fast::with(program, plan, Box::new(Memory::new(program, plan)));
            let bound = Bound { stop: Some(&stop), ..bound };
            let mut search = Search::new(&mut fast, &worth, &table, position, bound);
            search.run(1 + number as u32 % 2);
            others.fetch_add(search.looked, Relaxed);
        };
        let mut found = parallel::beside(bound.helpers(), beside, || {
            let _done = Done(&done);
            let mut search = Search::new(self, &worth, &table, position, bound);
            let best = search.run(1)?;
            let line = search.line_from(best);
            Some(Places { line, depth: search.depth, positions: search.looked })
        })?;
        found.positions += others.into_inner();
        Some(found)
    }

    /// The moves of the position from which is searched, in their order; `None` if it is over, or more is asked of it than is
    /// tried.
    fn first_moves(&mut self, turn: Player) -> Option<Vec<Play>> {
        let mut moves = Vec::new();
        let state = self.list_and_state(turn, &mut moves);
        if self.wide || state != State::Ongoing || moves.is_empty() {
            return None;
        }
        self.sort(turn, &mut moves);
        Some(moves)
    }

    /// Enters that a position has been come to; its key.
    fn come_to(&mut self, turn: Player) -> u64 {
        self.asked = 0;
        self.begin_turn();
        if self.plan.remembers {
            self.now = Some(self.remembered(turn));
        }
        self.board.past(turn, true).key
    }
}

/// Tells other threads that a search is done, however it comes to its end.
pub(super) struct Done<'d>(pub &'d AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl<'s, 'p, S: Set> Search<'s, 'p, S> {
    fn new(
        fast: &'s mut Fast<'p, S>,
        worth: &'s Worth<'p, S>,
        table: &'s Table,
        position: &Position,
        bound: Bound<'s>,
    ) -> Self {
        fast.load_turn(position, true);
        position.history.iter().for_each(|past| fast.history.add(*past));
        fast.history.search_from_here();
        let known = Known::new(fast.program.players);
        let (line, spare, me) = (Vec::new(), Vec::new(), position.turn);
        let (looked, depth, over) = (0, 0, false);
        Self { fast, worth, table, known, line, spare, me, looked, depth, bound, over }
    }

    /// Searches deeper and deeper, from so many plies on; the best move.
    fn run(&mut self, from: u32) -> Option<Play> {
        let me = self.me;
        let key = self.fast.come_to(me);
        let moves = self.fast.first_moves(me)?;
        let mut best = moves[0];
        if moves.len() > 1 {
            self.line.push(key);
            let now = self.fast.now;
            now.iter().for_each(|now| self.fast.history.add(*now));
            let mut ranked = self.ranked(me, &moves, 0, 0);
            for at in 0..ranked.len() {
                order::next(&mut ranked, at);
            }
            for depth in from..PLIES {
                let value = self.at_root(&mut ranked, depth);
                best = ranked[0].play;
                self.depth = if self.over { self.depth } else { depth };
                if self.over || value.abs() > DECIDED {
                    break;
                }
            }
            now.iter().for_each(|_| {
                self.fast.history.pop();
            });
        }
        Some(best)
    }

    /// How play may go on with a move, as far as the table tells: by the places of the moves.
    fn line_from(&mut self, best: Play) -> Vec<usize> {
        let (mut turn, mut moves) = (self.me, Vec::new());
        let (mut line, mut print) = (Vec::new(), self.fast.print(best));
        let start = self.fast.board.mark();
        while line.len() < PLIES as usize {
            let key = self.fast.come_to(turn);
            if !line.is_empty() {
                let Some(entry) = self.table.get(key).filter(|_| !self.line.contains(&key)) else {
                    break;
                };
                print = entry.best;
                self.line.push(key);
            }
            let state = self.fast.list_and_state(turn, &mut moves);
            if state != State::Ongoing || std::mem::take(&mut self.fast.wide) {
                break;
            }
            self.fast.sort(turn, &mut moves);
            let at = moves.iter().position(|play| self.fast.print(*play) == print);
            let Some(at) = at.filter(|_| print != 0) else { break };
            line.push(at);
            let now = self.fast.now.take();
            now.iter().for_each(|now| self.fast.history.add(*now));
            self.fast.make(turn, moves[at]);
            turn = self.fast.mover(turn);
        }
        self.fast.board.undo(start);
        line
    }

    /// Searches each of the first moves and brings the best to the front.
    fn at_root(&mut self, moves: &mut [Ranked], depth: u32) -> i32 {
        let mut alpha = -INFINITE;
        for at in 0..moves.len() {
            let window = Window { alpha, beta: INFINITE };
            let value = self.child(self.me, moves[at], depth, 0, (window, at, false));
            if self.over {
                break;
            }
            if value > alpha {
                alpha = value;
                moves[..=at].rotate_right(1);
            }
        }
        alpha
    }

    /// Whether a player is of the team of the one who asked.
    fn side(&self, player: Player) -> bool {
        self.fast.program.team(player) == self.fast.program.team(self.me)
    }

    /// The value of a move for the player who makes it, first with a window of no width where an earlier move has set it.
    fn child(
        &mut self,
        turn: Player,
        chosen: Ranked,
        depth: u32,
        ply: u32,
        (window, at, late): (Window, usize, bool),
    ) -> i32 {
        let mark = self.fast.board.mark();
        self.fast.make(turn, chosen.play);
        let next = self.fast.mover(turn);
        let rest = depth.saturating_sub(1);
        let less = if late { 1 + u32::from(at > 3 * LATE && depth > 2 * DEEP) } else { 0 };
        let mut value = window.alpha + 1;
        let narrow = Window { beta: window.alpha + 1, ..window };
        if at > 0 {
            value = self.after(turn, next, rest.saturating_sub(less), ply + 1, narrow);
            if value > window.alpha && less > 0 {
                value = self.after(turn, next, rest, ply + 1, narrow);
            }
        }
        if at == 0 || value > window.alpha && window.beta - window.alpha > 1 {
            value = self.after(turn, next, rest, ply + 1, window);
        }
        self.fast.board.undo(mark);
        value
    }

    /// The value for `mover`, who has just moved, of the position in which it is `turn`'s turn.
    fn after(&mut self, mover: Player, turn: Player, depth: u32, ply: u32, window: Window) -> i32 {
        if self.side(turn) == self.side(mover) {
            self.value(turn, depth, ply, window)
        } else {
            let window = Window { alpha: -window.beta, beta: -window.alpha };
            -self.value(turn, depth, ply, window)
        }
    }

    fn count(&mut self) {
        self.looked += 1;
        self.over |= self.bound.nodes.is_some_and(|nodes| self.looked >= nodes);
        if self.looked.is_multiple_of(ASKED) {
            self.over |= self.bound.stops();
        }
    }

    /// The value for the side of `turn`.
    fn value(&mut self, turn: Player, depth: u32, ply: u32, window: Window) -> i32 {
        self.count();
        if self.over {
            return 0;
        }
        let before = self.fast.now.take();
        let value = match depth {
            0 => {
                self.fast.begin_turn();
                self.fast.asked = 0;
                self.settled(turn, ply, window)
            }
            _ => {
                let key = self.fast.come_to(turn);
                // Where the rules say nothing of it, play that goes round comes to nothing.
                match !self.fast.plan.remembers && self.line.contains(&key) {
                    true => 0,
                    false => self.remembered(key, turn, depth, ply, window),
                }
            }
        };
        self.fast.turns.pop();
        self.fast.now = before;
        value
    }

    /// What a game is worth that is over.
    fn outcome(&self, state: State, turn: Player, ply: u32) -> i32 {
        let far = WIN - ply as i32;
        match state {
            State::Won(winner, _) if self.side(winner) == self.side(turn) => far,
            State::Won(..) => -far,
            State::Drawn(_) | State::Ongoing => 0,
        }
    }

    /// The same, with what the table tells.
    fn remembered(
        &mut self,
        key: u64,
        turn: Player,
        depth: u32,
        ply: u32,
        mut window: Window,
    ) -> i32 {
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth) {
            let value = entry.value - entry.value.signum() * far(entry.value, ply);
            match entry.bounds {
                Bounds::Exact => return value,
                Bounds::Least if value >= window.beta => return value,
                Bounds::Most if value <= window.alpha => return value,
                Bounds::Least => window.alpha = window.alpha.max(value),
                Bounds::Most => window.beta = window.beta.min(value),
            }
        }
        let best = known.map_or(0, |entry| entry.best);
        let mut lent = self.fast.lend();
        let (value, best) = self.look(&mut lent.moves, (key, best), turn, depth, ply, window);
        self.fast.give_back(lent);
        if !self.over {
            let bounds = match value {
                value if value >= window.beta => Bounds::Least,
                value if value <= window.alpha => Bounds::Most,
                _ => Bounds::Exact,
            };
            let value = value + value.signum() * far(value, ply);
            self.table.put(key, Entry { depth: depth as u8, value, bounds, best });
        }
        value
    }

    /// The same, by looking at the position; and the print of the best move, or 0.
    fn look(
        &mut self,
        moves: &mut Vec<Play>,
        (key, best): (u64, u32),
        turn: Player,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> (i32, u32) {
        let fast = &mut *self.fast;
        let side = &fast.program.sides[turn.index()];
        let listed = side.asks_stuck;
        let state = match listed {
            true => fast.list_and_state(turn, moves),
            false => fast.state(turn),
        };
        if state != State::Ongoing {
            return (self.outcome(state, turn, ply), 0);
        }
        if !listed {
            fast.list(turn, moves);
        }
        // Of a position of which more is asked than is tried nothing is known but what stands where.
        if std::mem::take(&mut fast.wide) || moves.is_empty() {
            return (self.judge(turn), 0);
        }
        let mut ranked = self.ranked(turn, moves, best, ply as usize);
        self.line.push(key);
        let now = self.fast.now;
        now.iter().for_each(|now| self.fast.history.add(*now));
        let found = self.children(&mut ranked, turn, depth, ply, window);
        now.iter().for_each(|_| {
            self.fast.history.pop();
        });
        self.line.pop();
        self.spare.push(ranked);
        found
    }

    fn children(
        &mut self,
        moves: &mut [Ranked],
        turn: Player,
        depth: u32,
        ply: u32,
        mut window: Window,
    ) -> (i32, u32) {
        let mut best = (window.alpha, 0);
        for at in 0..moves.len() {
            let chosen = order::next(moves, at);
            let late = at >= LATE && depth >= DEEP && chosen.gain == 0;
            let value = self.child(turn, chosen, depth, ply, (window, at, late));
            if self.over {
                break;
            }
            if value > best.0 {
                best = (value, chosen.print);
                window.alpha = value;
            }
            if value >= window.beta {
                if chosen.gain == 0 {
                    self.known.enough(turn, chosen.print, depth, ply as usize);
                }
                break;
            }
        }
        best
    }

    /// What the position is worth to the side of `turn` as it stands.
    fn judge(&mut self, turn: Player) -> i32 {
        let mine = self.side(turn);
        let (program, team) = (self.fast.program, self.fast.program.team(self.me));
        let players = [turn, self.fast.next(turn)];
        let value =
            self.worth.judge(self.fast, players, |player| (program.team(player) == team) == mine);
        // What is no win is worth less than one, however many pieces there are.
        value.clamp(-WIN / 2, WIN / 2)
    }
}

/// How many plies lie between a position and the first one, where that is part of what it is worth.
fn far(value: i32, ply: u32) -> i32 {
    if value.abs() > DECIDED { ply as i32 } else { 0 }
}
