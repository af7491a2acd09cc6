//! Random games of which little has to be kept, turn by turn.

use crate::eval::playout::{Chance, Playout};
use crate::index::Player;
use crate::position::State;
use crate::program::{Joins, Set};

/// Lets a piece stand on one cell instead of others, on sets that this joins so.
#[inline]
pub(super) fn exchange<S: Set>(sets: &mut [S], joins: &Joins<S>, left: S, to: S) {
    for (set, [leaves, comes]) in sets.iter_mut().zip(joins) {
        *set = *set & !(left | to) | left & *leaves | to & *comes;
    }
}

/// A game, as it stands.
pub(super) trait Rounds {
    /// A move.
    type Move: Copy;

    /// How many players there are.
    fn players(&self) -> usize;
    /// How many moves the player has, those that are refused too.
    fn moves(&mut self, player: usize) -> usize;
    /// Of those the one before which so many others come in their order.
    fn nth(&self, player: usize, before: usize) -> Self::Move;
    /// How the game stands at the turn of the player, who has so many moves.
    fn state(&self, player: usize, moves: usize) -> State;
    /// Makes a move of the player's.
    fn make(&mut self, player: usize, one: Self::Move);

    /// How often one of all moves of the player's, or of what may be some, is drawn, as it may be none; 0 if each can be made.
    fn draws(&self, _: usize) -> usize {
        0
    }
    /// Whether any may be refused, and whether that one is.
    fn refuses(&self, _: usize) -> bool {
        false
    }
    fn refused(&self, _: usize, _: Self::Move) -> bool {
        false
    }
    /// Whether moves are drawn among more than those that there are, and the first of so many draws that comes to one then.
    fn guesses(&self, _: usize) -> bool {
        false
    }
    fn guess(&self, _: usize, _: &mut Chance) -> Option<Self::Move> {
        None
    }

    /// How many moves are not refused.
    fn allowed(&mut self, player: usize) -> usize {
        let all = self.moves(player);
        match self.refuses(player) {
            true => {
                (0..all).filter(|before| !self.refused(player, self.nth(player, *before))).count()
            }
            false => all,
        }
    }

    /// A move that is not refused, drawn as [`Fast::drawn_again`](super::Fast::drawn_again) or
    /// [`Fast::drawn_by_guess`](super::Fast::drawn_by_guess) draws it.
    fn drawn(&mut self, player: usize, chance: &mut Chance) -> Option<Self::Move> {
        let drawn = match self.guesses(player) {
            true => self.guess(player, chance),
            false => {
                let all = self.moves(player);
                chance.first_of(self.draws(player), all, |before| {
                    Some(self.nth(player, before)).filter(|one| !self.refused(player, *one))
                })
            }
        };
        drawn.or_else(|| {
            let moves = self.allowed(player);
            let before = (moves > 0).then(|| chance.below(moves))?;
            let mut all = (0..self.moves(player)).map(|before| self.nth(player, before));
            let mut allowed = all.by_ref().filter(|one| !self.refused(player, *one));
            allowed.nth(before)
        })
    }

    /// The same with how chance stands then.
    #[inline(never)]
    fn draw(&mut self, player: usize, chance: &Chance) -> (Option<Self::Move>, Chance) {
        let mut after = chance.clone();
        (self.drawn(player, &mut after), after)
    }

    /// Plays on until the game is over, or so many plies have been played.
    #[inline(always)]
    fn play(&mut self, turn: Player, chance: &mut Chance, plies: u32) -> Playout {
        let mut game = Playout::default();
        let mut turn = turn.index();
        loop {
            let drawn = (self.draws(turn) > 0).then(|| self.draw(turn, chance));
            let moves = match &drawn {
                Some((chosen, _)) => usize::from(chosen.is_some()),
                None => self.moves(turn),
            };
            game.state = self.state(turn, moves);
            if game.state != State::Ongoing || moves == 0 {
                return game;
            }
            if game.plies == plies {
                game.unended = true;
                return game;
            }
            game.plies += 1;
            let one = match drawn {
                Some((Some(chosen), after)) => {
                    if chance.surveys() {
                        game.survey(self.allowed(turn));
                    }
                    *chance = after;
                    chosen
                }
                _ => {
                    game.survey(moves);
                    let before = chance.below(moves);
                    self.nth(turn, before)
                }
            };
            self.make(turn, one);
            turn = if turn + 1 == self.players() { 0 } else { turn + 1 };
        }
    }
}
