//! A position of a game, and a line of moves that is played from it and taken back in place.
//!
//! `stand` takes the position over; `status` tells how the game stands and how many moves there are, without a list where
//! sets tell it; `fill` lists them; `make_step` makes one, and `take_back` takes the last one back.

use super::Fast;
use super::list::Play;
use crate::index::{Piece, Player};
use crate::position::{Edit, Move, Past, Position, State};
use crate::program::{Fact, Set};
use crate::rules::Pass;

/// Questions to count moves from which on listing them might ask too many.
const FEW: u32 = 100;

/// A move of a list that is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// As sets tell it.
    Sets(Play),
    /// One of which only its list told: the move of that number in [`Filled::told`].
    Told(u32),
}

/// The legal moves of a position, which may be told and made long after they were listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filled {
    /// The cells and slots.
    pub cells: Box<[Piece]>,
    /// The moves, in their order.
    pub steps: Vec<Step>,
    /// Those of them that are told already.
    pub told: Vec<Move>,
}

impl<S: Set> Fast<'_, S> {
    /// Takes over a position; `keyed`: with its history, which conditions may ask for anyway.
    pub(super) fn stand(&mut self, position: &Position, keyed: bool) {
        let keyed = keyed || self.plan.remembers;
        self.load_turn(position, keyed);
        if keyed {
            position.history.iter().for_each(|past| self.history.add(*past));
        }
        self.begin_turn();
    }

    /// What will be remembered of the position at hand, which was taken over with its history.
    pub(super) fn past(&mut self, turn: Player) -> Past {
        let past = match self.now {
            Some(past) => past,
            None => self.remembered(turn),
        };
        self.now = Some(past);
        past
    }

    /// The same, if conditions ask for it.
    fn note_past(&mut self, turn: Player) {
        if self.plan.remembers {
            self.past(turn);
        }
    }

    /// How the game stands, and how many moves there are: none where it is over. `None` if too much is asked for that.
    pub(super) fn status(&mut self, turn: Player) -> Option<(State, usize)> {
        (self.asked, self.wide) = (0, false);
        self.note_past(turn);
        let legal = self.legal(turn) as usize;
        let state = self.state_of(turn, legal == 0);
        if self.wide {
            return None;
        }
        let passes = match self.program.pass {
            _ if state != State::Ongoing => return Some((state, 0)),
            Some(Pass::Free(_)) => self.chooses(turn) && self.may_pass(turn),
            Some(Pass::Stuck(_)) => legal == 0 && self.may_pass(turn),
            None => false,
        };
        (!self.wide).then_some((state, legal + usize::from(passes)))
    }

    /// How the game stands. `None` if too much is asked for that.
    pub(super) fn standing(&mut self, turn: Player) -> Option<State> {
        (self.asked, self.wide) = (0, false);
        self.note_past(turn);
        let state = self.state(turn);
        (!self.wide).then_some(state)
    }

    /// Which verdict holds first, by its number, if one does. `None` if too much is asked for that.
    pub(super) fn verdict(&mut self, turn: Player) -> Option<Option<usize>> {
        let plan = self.plan;
        let verdicts = plan.sides[turn.index()].verdicts.as_ref()?;
        (self.asked, self.wide) = (0, false);
        self.note_past(turn);
        // What only verdicts ask of earlier positions is not kept from move to move.
        if verdicts.iter().flatten().any(Fact::asks_past) {
            self.past(turn);
        }
        self.told = Some([0; 2]);
        let holds = |this: &mut Self, when: &Option<Fact<S>>| {
            when.as_ref().is_none_or(|when| this.holds(when, None))
        };
        let first = verdicts.iter().position(|when| holds(self, when));
        self.told = None;
        (!self.wide).then_some(first)
    }

    /// The first moves of lines of so many plies that are counted. `None` if too much is asked for that.
    pub(super) fn counted_moves(&mut self, position: &Position, depth: u32) -> Option<Vec<Move>> {
        self.stand(position, false);
        self.counting = true;
        self.foresee(depth, !position.history.is_empty());
        self.counts = true;
        self.note_past(position.turn);
        match self.ended(position.turn) {
            true => (!self.wide).then(Vec::new),
            false => self.legal_moves(position.turn),
        }
    }

    /// Whether to list the player's moves may ask too much where to count them just now did not.
    pub(super) fn may_widen(&self, player: Player) -> bool {
        self.plan.sides[player.index()].walks || self.plan.asks || self.asked > FEW
    }

    /// The player's legal moves in their order, whether or not an ending holds. `None` if too much is asked for that.
    pub(super) fn legal_moves(&mut self, turn: Player) -> Option<Vec<Move>> {
        (self.asked, self.wide) = (0, false);
        self.note_past(turn);
        let told = self.in_order(turn, |this, moves| {
            moves.iter().map(|play| this.told(turn, *play)).collect()
        });
        (!self.wide).then_some(told)
    }

    /// The player's legal moves in their order, to be kept. `None` if too much is asked for that.
    pub(super) fn fill(&mut self, turn: Player) -> Option<Filled> {
        (self.asked, self.wide) = (0, false);
        self.note_past(turn);
        let filled = self.in_order(turn, |this, moves| {
            let (mut steps, mut told) = (Vec::with_capacity(moves.len()), Vec::new());
            for play in moves {
                steps.push(match play {
                    Play::Chain { .. } | Play::Walked { .. } => {
                        told.push(this.told(turn, *play));
                        Step::Told(told.len() as u32 - 1)
                    }
                    play => Step::Sets(*play),
                });
            }
            let mut cells: Box<[Piece]> = this.board.cells.as_slice().into();
            this.board.write(&mut cells);
            Filled { cells, steps, told }
        });
        (!self.wide).then_some(filled)
    }

    /// The moves of such a list as values; it must be of the position at hand.
    pub(super) fn tell(&mut self, turn: Player, filled: &Filled) -> Vec<Move> {
        let tell = |step: &Step| match *step {
            Step::Sets(play) => self.told(turn, play),
            Step::Told(at) => filled.told[at as usize].clone(),
        };
        filled.steps.iter().map(tell).collect()
    }

    /// Makes a move of such a list.
    pub(super) fn make_step(&mut self, turn: Player, filled: &Filled, at: usize) {
        if self.board.board_key().is_some() {
            let past = self.past(turn);
            self.history.add(past);
        }
        match filled.steps[at] {
            Step::Sets(play) => self.make(turn, play),
            Step::Told(told) => {
                for Edit { cell, after, .. } in &filled.told[told as usize].edits {
                    self.board.edit(cell.index(), *after);
                }
            }
        }
        self.begin_turn();
        self.now = None;
    }

    /// Takes back the move that was made last.
    pub(super) fn take_back(&mut self) {
        self.turns.pop();
        let mark = self.turns.last().map_or(0, |turn| turn.mark);
        self.board.undo(mark);
        self.now = self.history.pop();
    }

    /// The position at hand, so many plies after `start`, which was taken over with its history.
    pub(super) fn position(&self, start: &Position, turn: Player, plies: u32) -> Position {
        let mut cells = self.board.cells.clone();
        self.board.write(&mut cells);
        let (size, ply) = (start.size, start.ply.saturating_add(plies));
        Position { size, cells, turn, ply, history: self.history.past().to_vec() }
    }

    /// Asks about the player's moves in their order.
    pub(super) fn in_order<T>(
        &mut self,
        player: Player,
        ask: impl FnOnce(&mut Self, &[Play]) -> T,
    ) -> T {
        self.listed(player, |this, moves| {
            this.sort(player, moves);
            ask(this, moves)
        })
    }
}
