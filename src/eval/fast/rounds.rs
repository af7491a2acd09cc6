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

    /// How often one of all moves of the player's is drawn, as it may be refused; 0 if none may be.
    fn draws(&self, _: usize) -> usize {
        0
    }
    /// Whether that move is.
    fn refused(&self, _: usize, _: usize) -> bool {
        false
    }

    /// The number of a move that is not refused, drawn as [`Fast::drawn_again`](super::Fast::drawn_again) draws it.
    fn drawn(&self, player: usize, moves: usize, chance: &mut Chance) -> Option<usize> {
        let allowed = |before: usize| (!self.refused(player, before)).then_some(before);
        chance.first_of(self.draws(player), moves, allowed).or_else(|| {
            let allowed: Vec<usize> = (0..moves).filter_map(allowed).collect();
            (!allowed.is_empty()).then(|| allowed[chance.below(allowed.len())])
        })
    }

    /// The same with how chance stands then.
    #[inline(never)]
    fn draw(&self, player: usize, moves: usize, chance: &Chance) -> (Option<usize>, Chance) {
        let mut after = chance.clone();
        (self.drawn(player, moves, &mut after), after)
    }

    /// Plays on until the game is over, or so many plies have been played.
    #[inline(always)]
    fn play(&mut self, turn: Player, chance: &mut Chance, plies: u32) -> Playout {
        let mut game = Playout::default();
        let mut turn = turn.index();
        loop {
            let all = self.moves(turn);
            let drawn = (self.draws(turn) > 0).then(|| self.draw(turn, all, chance));
            let moves = drawn.as_ref().map_or(all, |(chosen, _)| usize::from(chosen.is_some()));
            game.state = self.state(turn, moves);
            if game.state != State::Ongoing || moves == 0 {
                return game;
            }
            if game.plies == plies {
                game.unended = true;
                return game;
            }
            game.plies += 1;
            let before = match drawn {
                Some((Some(chosen), after)) => {
                    if chance.surveys() {
                        game.survey((0..all).filter(|at| !self.refused(turn, *at)).count());
                    }
                    *chance = after;
                    chosen
                }
                _ => {
                    game.survey(moves);
                    chance.below(moves)
                }
            };
            self.make(turn, before);
            turn = if turn + 1 == self.players() { 0 } else { turn + 1 };
        }
    }
}
