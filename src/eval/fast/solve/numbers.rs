//! Proof-number search: next is looked at what would decide most.
//!
//! Of each position is known how many others must at least be shown to be good for a proof, and how many for its opposite
//! (Allis, van der Meulen and van den Herik 1994). It is searched depth first: a position as long as its numbers say that it is
//! the one to look at (df-pn, Nagai 2002), and somewhat longer, as coming back costs (Pawlewicz and Lew 2007). The question
//! is whether the player who is to move in the first position comes to what is sought: a win, or no loss.
//!
//! Numbers may be wrong, as where many ways lead to one position, and then the search takes longer. What is proved stands on
//! ends of games alone.

use super::table::{BITS, Entry};
use super::{Proof, Tree, zone};
use crate::eval::fast::list::Play;
use crate::eval::solve::Halt;
use crate::index::Player;
use crate::position::State;
use crate::program::Set;

/// More than any number of positions: it cannot be shown.
const NEVER: u32 = (1 << NUMBER) - 1;
/// Bits of a number.
const NUMBER: u32 = 28;
/// A part of the second best number by which the best may exceed it before that is looked at.
const LONGER: u32 = 4;
/// What is mixed into a key where no loss is sought.
const OTHER: u64 = 0x5851_f42d_4c95_7f2d;

/// What is known of whether a position is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Positions that must be shown to be good for a proof; 0 where it is proved.
    proof: u32,
    /// Positions that must be shown not to be, for the opposite.
    disproof: u32,
    /// Where the opposite is shown: whether it is lost, and not only no win.
    lost: bool,
    /// Where it is won or lost: the cells that who wins does not need.
    pub spared: u64,
}

impl Numbers {
    /// Of a position that is worth that to who asks.
    fn of(value: i8, sought: i8, spared: u64) -> Self {
        match value >= sought {
            true => Self { proof: 0, disproof: NEVER, lost: false, spared },
            false => Self { proof: NEVER, disproof: 0, lost: value < 0, spared },
        }
    }

    fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, lost: false, spared: 0 }
    }

    /// Whether it is known if the position is good.
    pub fn known(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether it is known to be good for who asks, or lost for him.
    pub fn decided(self, good: bool) -> bool {
        if good { self.proof == 0 } else { self.disproof == 0 && self.lost }
    }

    fn entry(self) -> Entry {
        let Self { proof, disproof, lost, spared } = self;
        let known = u64::from(proof) | u64::from(disproof) << NUMBER;
        Entry { known: known | u64::from(lost) << (BITS - 1), spared }
    }

    fn told(Entry { known, spared }: Entry) -> Self {
        let number = |bits: u64| (bits & u64::from(NEVER)) as u32;
        let lost = known >> (BITS - 1) != 0;
        Self { proof: number(known), disproof: number(known >> NUMBER), lost, spared }
    }
}

/// A move, and what is known of where it leads.
pub(super) struct Child {
    /// The move.
    pub play: Play,
    keys: [u64; 2],
    /// What is known.
    pub told: Numbers,
    /// Whether the move is answered as another one is.
    pub skipped: bool,
}

impl<S: Set> Tree<'_, '_, '_, S> {
    /// What the position is worth.
    pub(super) fn by_numbers(&mut self, turn: Player) -> Result<Proof, Halt> {
        self.fast.begin_turn();
        let ended = self.ended(turn, &mut Vec::new())?;
        self.fast.turns.pop();
        if let Some(value) = ended {
            return self.told(turn, value, None);
        }
        self.me = turn;
        let (found, best) = self.prove(turn, Numbers::open(NEVER, NEVER))?;
        if found.proof == 0 || found.lost {
            return self.told(turn, if found.lost { -1 } else { 1 }, best);
        }
        self.sought = 0;
        let (found, best) = self.prove(turn, Numbers::open(NEVER, NEVER))?;
        self.told(turn, if found.proof == 0 { 0 } else { -1 }, best)
    }

    /// The keys of the question on the board.
    fn question(&self, turn: Player) -> [u64; 2] {
        let [key, other] = self.fast.keys(turn);
        [if self.sought > 0 { key } else { key ^ OTHER }, other]
    }

    /// What is known of the position once one of its numbers has come to the limit; and the best move.
    fn prove(&mut self, turn: Player, limit: Numbers) -> Result<(Numbers, Option<Play>), Halt> {
        let keys = self.question(turn);
        self.enter(keys[0])?;
        let before = self.looked;
        let mut lent = self.fast.lend();
        let mine = turn == self.me;
        let found = match self.ended(turn, &mut lent.moves)? {
            Some(value) => (Numbers::of(if mine { value } else { -value }, self.sought, 0), None),
            None => {
                let mut children = self.expand(turn, &lent.moves)?;
                self.deepen(turn, &mut children, limit)?
            }
        };
        self.fast.give_back(lent);
        self.leave();
        let work = (self.looked - before + 1).ilog2();
        self.table.put(keys, found.0.entry(), work);
        Ok(found)
    }

    /// Looks at the most promising move, and again, until one of the numbers has come to the limit.
    fn deepen(
        &mut self,
        turn: Player,
        children: &mut [Child],
        limit: Numbers,
    ) -> Result<(Numbers, Option<Play>), Halt> {
        let (mine, next) = (turn == self.me, self.fast.next(turn));
        loop {
            let Summary { mut numbers, best, second } = Summary::of(children, mine);
            let Child { play, keys, told, .. } = children[best];
            if numbers.known() && self.zones {
                numbers.spared = zone::spared(children, best, mine);
            }
            let Numbers { proof, disproof, .. } = numbers;
            if numbers.known() || proof >= limit.proof || disproof >= limit.disproof {
                return Ok((numbers, Some(play)));
            }
            let entry = self.table.get(keys).map(Numbers::told);
            let found = match entry.filter(|entry| *entry != told) {
                Some(entry) => entry,
                None => {
                    let longer = second.saturating_add(second / LONGER + 1).min(NEVER);
                    // What may be added to the sum.
                    let more = |limit: u32, sum: u32, own: u32| (limit - sum + own).min(NEVER);
                    let limit = match mine {
                        true => Numbers::open(
                            limit.proof.min(longer),
                            more(limit.disproof, disproof, told.disproof),
                        ),
                        false => Numbers::open(
                            more(limit.proof, proof, told.proof),
                            limit.disproof.min(longer),
                        ),
                    };
                    let mark = self.fast.board.mark();
                    self.fast.make(turn, play);
                    let found = self.prove(next, limit)?.0;
                    self.fast.board.undo(mark);
                    found
                }
            };
            children[best].told = found;
            if self.zones {
                zone::skip(children, best, mine);
            }
        }
    }

    /// The moves with what is known of where they lead: all of them, or up to one that decides.
    fn expand(&mut self, turn: Player, moves: &[Play]) -> Result<Vec<Child>, Halt> {
        let (mine, next) = (turn == self.me, self.fast.next(turn));
        let mut children: Vec<Child> = Vec::with_capacity(moves.len());
        for play in moves {
            let mark = self.fast.board.mark();
            self.fast.make(turn, *play);
            let keys = self.question(next);
            let told = match self.table.get(keys) {
                Some(entry) => Numbers::told(entry),
                None => self.first(next),
            };
            self.fast.board.undo(mark);
            if self.fast.wide {
                return Err(Halt::Returns);
            }
            children.push(Child { play: *play, keys, told, skipped: false });
            let enough = if mine { told.proof } else { told.disproof } == 0;
            if enough && (mine || told.lost || self.sought == 0) {
                break;
            }
        }
        if self.zones {
            (0..children.len()).for_each(|at| zone::skip(&mut children, at, mine));
        }
        Ok(children)
    }

    /// What is known of a position that has not been looked at: whether the game is over; else how many moves there are, or
    /// how far the players are from their goals.
    fn first(&mut self, turn: Player) -> Numbers {
        self.fast.begin_turn();
        let fast = &mut *self.fast;
        let asks_stuck = fast.program.sides[turn.index()].asks_stuck;
        let count = if self.zones && !asks_stuck { 1 } else { fast.legal(turn) };
        let state = match asks_stuck {
            true => fast.state_of(turn, count == 0),
            false => fast.state(turn),
        };
        fast.turns.pop();
        match state {
            State::Won(winner, _) => {
                let spared = if self.zones { zone::spared_by(fast, winner) } else { 0 };
                Numbers::of(if winner == self.me { 1 } else { -1 }, self.sought, spared)
            }
            State::Drawn(_) => Numbers::of(0, self.sought, 0),
            State::Ongoing if self.zones => {
                let far = [self.me, fast.next(self.me)].map(|player| {
                    let steps = fast.steps_left(player).clamp(1, NUMBER / 2 - 2);
                    1 << (2 * steps - u32::from(player == turn))
                });
                Numbers::open(far[0], far[1])
            }
            State::Ongoing => {
                let count = u32::try_from(count).unwrap_or(NEVER).clamp(1, NEVER - 1);
                let (proof, disproof) = if turn == self.me { (1, count) } else { (count, 1) };
                Numbers::open(proof, disproof)
            }
        }
    }
}

/// What the moves of a position tell of it.
struct Summary {
    numbers: Numbers,
    /// The place of the most promising one.
    best: usize,
    /// The number that the next one has.
    second: u32,
}

impl Summary {
    /// Of a position where who asks is to move, who needs one good move, or the other, of whom all must be good.
    fn of(children: &[Child], mine: bool) -> Self {
        let (mut sum, mut least, mut second, mut best) = (0, NEVER + 1, NEVER, 0);
        let mut lost = mine;
        for (at, Child { told, .. }) in children.iter().enumerate() {
            let (one, all) = match mine {
                true => (told.proof, told.disproof),
                false => (told.disproof, told.proof),
            };
            sum = (sum + all).min(NEVER - 1);
            lost = match mine {
                true => lost && told.lost,
                false => lost || told.decided(false),
            };
            if one < least {
                second = least.min(NEVER);
                (least, best) = (one, at);
            } else if one < second {
                second = one;
            }
        }
        let sum = if least == 0 { NEVER } else { sum };
        let (proof, disproof) = if mine { (least, sum) } else { (sum, least) };
        // Only of what is no win is it told.
        let lost = lost && disproof == 0;
        Self { numbers: Numbers { proof, disproof, lost, spared: 0 }, best, second }
    }
}
