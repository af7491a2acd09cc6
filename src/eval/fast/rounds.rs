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

    /// Whether what is drawn of the player's may be none of his moves, or one that is refused.
    fn doubts(&self, _: usize) -> bool {
        false
    }
    /// The first of a few draws that comes to a move which is not refused, if there is one.
    fn first_drawn(&mut self, _: usize, _: &mut Chance) -> Option<Self::Move> {
        None
    }
    /// Whether a move is refused.
    fn refused(&self, _: usize, _: Self::Move) -> bool {
        false
    }

    /// The moves that are not refused.
    fn allowed(&mut self, player: usize) -> Vec<Self::Move> {
        let moves = (0..self.moves(player)).map(|before| self.nth(player, before));
        moves.filter(|one| !self.refused(player, *one)).collect()
    }

    /// How many these are.
    fn legal(&mut self, player: usize) -> usize {
        self.allowed(player).len()
    }

    /// A move that is not refused, drawn as [`Fast::drawn_again`](super::Fast::drawn_again) or
    /// [`Fast::drawn_by_guess`](super::Fast::drawn_by_guess) draws it.
    fn drawn(&mut self, player: usize, chance: &mut Chance) -> Option<Self::Move> {
        self.first_drawn(player, chance).or_else(|| {
            let allowed = self.allowed(player);
            (!allowed.is_empty()).then(|| allowed[chance.below(allowed.len())])
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
            let drawn = self.doubts(turn).then(|| self.draw(turn, chance));
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
                    if chance.surveys(false) {
                        game.survey(self.legal(turn));
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
