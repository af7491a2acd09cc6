//! What a position is worth: proved by alpha-beta over the three things that it can be worth, or, where no ending draws, by proof
//! numbers ([`numbers`]).
//!
//! A value stands only on values that are already known, so what is proved is proved, however much is left out; a position
//! that comes again below itself would break that, and stops the search. What was proved is kept in a table of bounded memory
//! under two keys of 64 bits that are made of the board in different ways.

mod numbers;
mod table;
mod zone;

use super::Fast;
use super::list::Play;
use super::search::Worth;
use crate::eval::solve::{Halt, Watch};
use crate::index::Player;
use crate::position::{Position, State};
use crate::program::{Fact, Set, Winner};
use table::{Entry, Table};

/// Plies at most in one line.
const PLIES: usize = 500;
/// Moves are counted by so many of their prints' low bits.
const PRINTS: usize = 1 << 14;

/// What is known of a position for who is to move: 1 won, 0 nobody's, -1 lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    least: i8,
    most: i8,
}

impl Known {
    fn entry(self) -> Entry {
        let known = (self.least + 1) as u64 | ((self.most + 1) as u64) << 2 | SET;
        Entry { known, spared: 0 }
    }

    fn told(Entry { known, .. }: Entry) -> Self {
        Self { least: (known & 3) as i8 - 1, most: (known >> 2 & 3) as i8 - 1 }
    }
}

/// Tells what is known from nothing.
const SET: u64 = 1 << 4;

/// Positions to look at for a shortest win of a position that has been proved won.
const FEW: u64 = 60;

/// What a position is worth to the player to move: 1 won, 0 nobody's, -1 lost.
#[derive(Debug)]
pub(in crate::eval) struct Proof {
    pub value: i8,
    /// The place of a move among the legal ones, in their order, that keeps that, if the position is not lost and not over.
    pub best: Option<usize>,
    /// A line of best play to the end of a position that is won, by the places of its moves, if few positions tell it.
    pub line: Option<Vec<usize>>,
    /// Whether by proof numbers.
    pub numbers: bool,
}

struct Tree<'t, 'p, 'w, S> {
    fast: &'t mut Fast<'p, S>,
    watch: &'t mut Watch<'w>,
    table: Table,
    worth: Worth<'p, S>,
    /// The first keys of the positions of the line at hand.
    line: Vec<u64>,
    /// By player and print, how often a move was enough.
    enough: Vec<Box<[u32]>>,
    looked: u64,
    /// Who is to move in the first position, and what he seeks: 1 a win, 0 no loss.
    me: Player,
    sought: i8,
    /// Whether a win may need a few cells only.
    zones: bool,
}

/// A move of a position, and what is known of where it leads.
struct Child {
    play: Play,
    print: u32,
    /// What it is worth at least and at most to who makes it.
    known: Known,
    /// How promising it is: by what the position is worth that it leads to, as far as that tells, and by how often such a move
    /// was enough.
    rank: (i32, u32),
}

impl<'p, S: Set> Fast<'p, S> {
    /// What a position is worth.
    pub(super) fn solve(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
        looked: &mut u64,
    ) -> Result<Proof, Halt> {
        // Who moves next must be known before a move is made.
        if self.program.layout.schedule().is_some() {
            return Err(Halt::Returns);
        }
        let (plan, worth) = (self.plan, Worth::new(self));
        self.load(&position.cells, true);
        // Counters that nothing asks for do not tell positions apart.
        let mut sides = plan.sides.iter();
        self.counts = sides.any(|side| side.asks_slots || side.ends.iter().any(Fact::asks_slots));
        let enough = (0..self.program.players).map(|_| vec![0; PRINTS].into()).collect();
        let draws = plan.sides.iter().flat_map(|side| &side.winners);
        let draws = draws.into_iter().any(|winner| !matches!(winner, Winner::Player(_)));
        let zones = !draws && self.has_zones();
        let (table, line, me) = (Table::new(watch.memory(), zones), Vec::new(), position.turn);
        let mut tree =
            Tree { fast: self, watch, table, worth, line, enough, looked: 0, me, sought: 1, zones };
        let lent = tree.fast.lend();
        let solved = if draws { tree.root(me) } else { tree.by_numbers(me) };
        let solved = solved.map(|proof| Proof { numbers: !draws, ..proof });
        tree.fast.give_back(lent);
        *looked = tree.looked;
        solved
    }

    /// Two keys of the position, of which the second one is the same whoever is to move.
    fn keys(&self, turn: Player) -> [u64; 2] {
        let mixed = self.board.mixed();
        [self.board.past(turn, true).key ^ mixed.rotate_left(32), mixed]
    }
}

impl<S: Set> Tree<'_, '_, '_, S> {
    fn root(&mut self, turn: Player) -> Result<Proof, Halt> {
        self.fast.begin_turn();
        let mut lent = self.fast.lend();
        let (value, best) = match self.ended(turn, &mut lent.moves)? {
            Some(value) => (value, None),
            None => {
                self.line.push(self.fast.keys(turn)[0]);
                let mut children = self.children(turn, &lent.moves);
                self.best(turn, &mut children, -1, 1)?
            }
        };
        self.fast.give_back(lent);
        self.fast.turns.pop();
        self.told(turn, value, best)
    }

    /// What is told of a position that is worth that, by such a move; of a list that was given back, so that in the list that is
    /// made here it has the same numbers.
    fn told(&mut self, turn: Player, value: i8, best: Option<Play>) -> Result<Proof, Halt> {
        let mut moves = Vec::new();
        self.fast.list(turn, &mut moves);
        let line = (value != 0).then(|| self.shortest(turn, value == 1)).flatten();
        self.fast.sort(turn, &mut moves);
        let best = best.filter(|_| value > -1);
        let best = best.and_then(|best| moves.iter().position(|play| *play == best));
        let first = line.as_ref().and_then(|line| line.first().copied());
        let best = first.filter(|_| value == 1).or(best);
        Ok(Proof { value, best, line, numbers: false })
    }

    /// A line in which who wins takes the fewest plies and the other the most, if few positions tell it.
    fn shortest(&mut self, turn: Player, wins: bool) -> Option<Vec<usize>> {
        let mut left = FEW;
        let (mark, turns, lent) = (self.fast.board.mark(), self.fast.turns.len(), self.fast.lend());
        let found = (0..).find_map(|plies| self.within(turn, wins, plies, &mut left).transpose());
        // Where it was given up in the middle of a line, the position is come back to.
        self.fast.board.undo(mark);
        self.fast.turns.truncate(turns);
        self.fast.give_back(lent);
        let mut line = found?.ok()?;
        line.reverse();
        Some(line)
    }

    /// Such a line, its last move first, if it has so many plies at most; `wins`: whether the player to move wins. Fails where no
    /// more positions are left to look at.
    fn within(
        &mut self,
        turn: Player,
        wins: bool,
        plies: usize,
        left: &mut u64,
    ) -> Result<Option<Vec<usize>>, Halt> {
        *left = left.checked_sub(1).ok_or(Halt::Spent)?;
        self.fast.begin_turn();
        let mut lent = self.fast.lend();
        let found = match self.ended(turn, &mut lent.moves)? {
            Some(value) => (value == if wins { 1 } else { -1 }).then(Vec::new),
            None if plies == 0 => None,
            None => {
                let (next, mut most) = (self.fast.next(turn), plies - 1);
                let mut found: Option<Vec<usize>> = None;
                self.fast.sort(turn, &mut lent.moves);
                for (at, play) in lent.moves.iter().enumerate() {
                    let mark = self.fast.board.mark();
                    self.fast.make(turn, *play);
                    let line = self.within(next, wins == (next == turn), most, left)?;
                    self.fast.board.undo(mark);
                    let Some(mut line) = line else {
                        if wins {
                            continue;
                        }
                        found = None;
                        break;
                    };
                    let long = line.len();
                    line.push(at);
                    if wins || found.as_ref().is_none_or(|found| found.len() < line.len()) {
                        found = Some(line);
                    }
                    // Who wins looks for less from here on.
                    match long.checked_sub(1) {
                        Some(less) if wins => most = less,
                        None if wins => break,
                        _ => {}
                    }
                }
                found
            }
        };
        self.fast.give_back(lent);
        self.fast.turns.pop();
        Ok(found)
    }

    /// What the position on the board is worth to the player if the game is over; else his moves.
    fn ended(&mut self, turn: Player, moves: &mut Vec<Play>) -> Result<Option<i8>, Halt> {
        let fast = &mut *self.fast;
        fast.asked = 0;
        let state = fast.list_and_state(turn, moves);
        if fast.wide {
            return Err(Halt::Returns);
        }
        Ok(match state {
            State::Won(winner, _) => Some(if winner == turn { 1 } else { -1 }),
            State::Drawn(_) => Some(0),
            // Where no move is left and no ending holds, nobody wins.
            State::Ongoing => moves.is_empty().then_some(0),
        })
    }

    /// What the position on the board is worth to the player, as far as it lies between the two.
    fn value(&mut self, turn: Player, mut alpha: i8, mut beta: i8) -> Result<i8, Halt> {
        let keys = self.fast.keys(turn);
        if let Some(known) = self.table.get(keys).map(Known::told) {
            if known.least >= beta || known.least == known.most {
                return Ok(known.least);
            }
            if known.most <= alpha {
                return Ok(known.most);
            }
            (alpha, beta) = (alpha.max(known.least), beta.min(known.most));
        }
        let before = self.looked;
        self.enter(keys[0])?;
        let mut lent = self.fast.lend();
        let (value, exact) = match self.ended(turn, &mut lent.moves)? {
            Some(value) => (value, true),
            None => {
                let mut children = self.children(turn, &lent.moves);
                (self.best(turn, &mut children, alpha, beta)?.0, false)
            }
        };
        self.fast.give_back(lent);
        self.leave();
        let known = match value {
            value if exact || alpha < value && value < beta => Known { least: value, most: value },
            value if value >= beta => Known { least: value, most: 1 },
            value => Known { least: -1, most: value },
        };
        self.table.put(keys, known.entry(), (self.looked - before).ilog2());
        Ok(value)
    }

    /// Goes on to a position; fails where it is on the line, or the bounds are reached.
    fn enter(&mut self, key: u64) -> Result<(), Halt> {
        if self.line.contains(&key) || self.line.len() >= PLIES {
            return Err(Halt::Returns);
        }
        self.looked += 1;
        self.watch.check(self.looked)?;
        self.fast.begin_turn();
        self.line.push(key);
        Ok(())
    }

    /// Goes back from it.
    fn leave(&mut self) {
        self.line.pop();
        self.fast.turns.pop();
    }

    /// The moves with what is known of where they lead, the most promising first.
    fn children(&mut self, turn: Player, moves: &[Play]) -> Vec<Child> {
        let mut children = Vec::with_capacity(moves.len());
        for play in moves {
            let print = self.fast.print(*play);
            let mark = self.fast.board.mark();
            self.fast.make(turn, *play);
            let (known, worth) = self.leads_to(turn);
            self.fast.board.undo(mark);
            let rank = (worth, self.enough[turn.index()][print as usize % PRINTS]);
            children.push(Child { play: *play, print, known, rank });
            if known.least == 1 {
                break;
            }
        }
        children.sort_by_key(|child| {
            let Known { least, most } = child.known;
            std::cmp::Reverse((least, most, child.rank))
        });
        children
    }

    /// What is known for the player of the position on the board, to which he has just moved, and what it seems to be worth.
    fn leads_to(&mut self, player: Player) -> (Known, i32) {
        let next = self.fast.next(player);
        let mut known = self.table.get(self.fast.keys(next)).map(Known::told);
        if known.is_none() && !self.fast.program.sides[next.index()].asks_stuck {
            self.fast.begin_turn();
            known = match self.fast.state(next) {
                State::Won(winner, _) => Some(if winner == next { 1 } else { -1 }),
                State::Drawn(_) => Some(0),
                State::Ongoing => None,
            }
            .map(|value| Known { least: value, most: value });
            self.fast.turns.pop();
        }
        let known = known.unwrap_or(Known { least: -1, most: 1 });
        let known = match next == player {
            true => known,
            false => Known { least: -known.most, most: -known.least },
        };
        if known.least == known.most {
            return (known, 0);
        }
        let worth = self.worth.judge(self.fast, [player, next], |owner| owner == player);
        (known, worth)
    }

    /// The worth of the best of some moves, and that one.
    fn best(
        &mut self,
        turn: Player,
        children: &mut [Child],
        alpha: i8,
        beta: i8,
    ) -> Result<(i8, Option<Play>), Halt> {
        let next = self.fast.next(turn);
        let (mut best, mut chosen) = (-2, None);
        for child in children {
            let alpha = alpha.max(best);
            if child.known.most <= alpha {
                best = best.max(child.known.most);
                continue;
            }
            let mark = self.fast.board.mark();
            self.fast.make(turn, child.play);
            let value = match next == turn {
                true => self.value(next, alpha, beta)?,
                false => -self.value(next, -beta, -alpha)?,
            };
            self.fast.board.undo(mark);
            if value > best {
                (best, chosen) = (value, Some(child.play));
            }
            if best >= beta {
                let enough = &mut self.enough[turn.index()][child.print as usize % PRINTS];
                *enough = enough.saturating_add(1);
                break;
            }
        }
        Ok((best, chosen))
    }
}
