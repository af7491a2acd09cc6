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
    /// How many players there are.
    fn players(&self) -> usize;
    /// How many moves the player has.
    fn moves(&mut self, player: usize) -> usize;
    /// How the game stands at the turn of the player, who has so many moves.
    fn state(&self, player: usize, moves: usize) -> State;
    /// Makes the move of the player's before which so many others come in their order.
    fn make(&mut self, player: usize, before: usize);

    /// Plays on until the game is over, or so many plies have been played.
    #[inline(always)]
    fn play(&mut self, turn: Player, chance: &mut Chance, plies: u32) -> Playout {
        let mut game = Playout::default();
        let mut turn = turn.index();
        loop {
            let moves = self.moves(turn);
            game.state = self.state(turn, moves);
            if game.state != State::Ongoing || moves == 0 {
                return game;
            }
            if game.plies == plies {
                game.unended = true;
                return game;
            }
            game.plies += 1;
            game.survey(moves);
            self.make(turn, chance.below(moves));
            turn = if turn + 1 == self.players() { 0 } else { turn + 1 };
        }
    }
}
