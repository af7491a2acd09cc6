//! Games played at random.

use super::Evaluator;
use crate::index::Player;
use crate::position::{Move, Position, State, TooWide};
use crate::rules::Pass;

/// Plies after which a random game is given up, where nobody says otherwise.
pub const PLIES: u32 = 10_000;

/// Chance that is the same in every run and on every machine: the generator SplitMix64 (Steele, Lea
/// and Flood 2014).
#[derive(Clone, Debug)]
pub struct Chance(u64);

/// What SplitMix64 adds at each step.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Chance {
    /// The chance of the game of that number: it depends on nothing but the two, so that games may be
    /// played in any order.
    pub fn of_game(seed: u64, number: u64) -> Self {
        let own = Self(seed).number();
        Self(own ^ Self(number.wrapping_mul(STEP)).number())
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Whether moves are counted here where they are drawn without being listed: of the positions of a game those
    /// that are as likely as all others, so that what is told of them is true of all; of fewer where `walked` moves must be listed for it.
    /// No number is taken.
    pub(super) fn surveys(&self, walked: bool) -> bool {
        let one_of = if walked { 16 * SURVEYED } else { SURVEYED };
        self.clone().number().is_multiple_of(one_of)
    }

    /// A number below `bound`, which is not 0, each as likely as every other: the high half of a product
    /// (Lemire 2019).
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        loop {
            let product = u128::from(self.number()) * u128::from(bound);
            let low = product as u64;
            // Of the low halves so many are not taken that the others fall to all numbers alike.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    /// What the first of so many draws of a number below a bound comes to that comes to anything; nothing is drawn below 0.
    #[inline(always)]
    pub(super) fn first_of<T>(
        &mut self,
        draws: usize,
        bound: usize,
        mut comes_to: impl FnMut(usize) -> Option<T>,
    ) -> Option<T> {
        let draws = if bound > 0 { draws } else { 0 };
        (0..draws).find_map(|_| comes_to(self.below(bound)))
    }

    /// One of some things by its number, each as likely as it weighs; something weighs more than 0.
    pub fn weighed(&mut self, weights: &[u64]) -> usize {
        let mut left = self.below(weights.iter().sum::<u64>() as usize) as u64;
        let drawn = weights.iter().position(|weight| match left.checked_sub(*weight) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        drawn.unwrap_or(0)
    }
}

/// Where moves are drawn without being listed, they are counted at one position of so many.
const SURVEYED: u64 = 256;

/// A random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it ended. [`State::Ongoing`]: it was given up, or no move was left and no ending held.
    pub state: State,
    /// Whether it was given up.
    pub unended: bool,
    /// Moves made.
    pub plies: u32,
    /// Legal moves, summed over the positions in which they were counted.
    pub choices: u64,
    /// Those positions: all in which a move was made, or about one in 256 where moves are drawn without being
    /// listed.
    pub surveyed: u32,
}

impl Default for Playout {
    fn default() -> Self {
        Self { state: State::Ongoing, unended: false, plies: 0, choices: 0, surveyed: 0 }
    }
}

impl Playout {
    /// This game, up to a position from which another was played.
    pub(super) fn and(self, rest: Playout) -> Self {
        Self {
            plies: self.plies + rest.plies,
            choices: self.choices + rest.choices,
            surveyed: self.surveyed + rest.surveyed,
            ..rest
        }
    }

    /// Enters how many moves there are.
    pub(super) fn survey(&mut self, moves: usize) {
        self.choices += moves as u64;
        self.surveyed += 1;
    }
}

impl Evaluator<'_> {
    /// Plays from a position until the game is over, or so many plies have been played: each time one
    /// of the legal moves, in their order, each as likely as every other, or as the rules weigh it.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn playout(
        &mut self,
        position: &Position,
        chance: &mut Chance,
        plies: u32,
    ) -> Result<Playout, TooWide> {
        if self.program.draws_from_lists {
            let mut own = chance.clone();
            if let Some(game) = self.soon(|this| this.drawn(position, &mut own, plies, |_| {})) {
                *chance = own;
                return Ok(game);
            }
        }
        self.ready();
        if let Some(planner) = &mut self.planner {
            let mut own = chance.clone();
            if let Some(game) = planner.playout(position, &mut own, plies) {
                *chance = own;
                return Ok(game);
            }
        }
        self.replay(position, chance, plies, |_| {})
    }

    /// The same game as [`Evaluator::playout`] plays. `see` is told each move.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn replay(
        &mut self,
        position: &Position,
        chance: &mut Chance,
        plies: u32,
        see: impl FnMut(Move),
    ) -> Result<Playout, TooWide> {
        if !self.program.draws_from_lists {
            self.ready();
        }
        self.drawn(position, chance, plies, see)
    }

    /// The same, with what is ready.
    fn drawn(
        &mut self,
        position: &Position,
        chance: &mut Chance,
        plies: u32,
        mut see: impl FnMut(Move),
    ) -> Result<Playout, TooWide> {
        self.load(position);
        if let Some(planner) = &mut self.planner {
            planner.begin_game();
        }
        let mut moves = self.take();
        let mut turn = position.turn;
        let mut game = Playout::default();
        loop {
            self.machine.begin();
            game.state = self.playing(turn, &mut moves)?;
            if game.state != State::Ongoing || moves.len() == 0 {
                break;
            }
            if game.plies == plies {
                game.unended = true;
                break;
            }
            moves.sort();
            self.machine.keep(moves.len());
            let before = chance.clone();
            let lot = self.planner.as_mut();
            let lot = lot.and_then(|planner| planner.lot(&self.machine.cells, turn, chance));
            let at = match lot {
                None => {
                    game.survey(moves.len());
                    match self.program.uneven((0..moves.len()).map(|at| moves.name(at))) {
                        Some(weights) => chance.weighed(&weights),
                        None => chance.below(moves.len()),
                    }
                }
                Some(lot) => {
                    if before.surveys(lot.is_walked()) {
                        game.survey(moves.len());
                    }
                    let passes = matches!(self.program.pass, Some(Pass::Free(_)));
                    lot.draw(&moves, passes, chance)
                }
            };
            game.plies += 1;
            see(moves.get(at));
            self.remember(turn)?;
            self.apply(&moves, at);
            turn = self.mover(turn);
        }
        self.give(moves);
        Ok(game)
    }
}

/// What became of many random games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Of those won, by [`Player`].
    pub wins: Vec<u64>,
    /// Drawn by an ending.
    pub draws: u64,
    /// Where no move was left and no ending held.
    pub open: u64,
    /// The numbers of those that were given up.
    pub unended: Vec<u64>,
    /// By the index of the ending.
    pub endings: Vec<u64>,
    /// Moves made in all games, in the shortest and in the longest.
    pub plies: u64,
    /// In the shortest.
    pub least: u32,
    /// In the longest.
    pub most: u32,
    /// Legal moves in all positions in which they were counted.
    pub choices: u64,
    /// Those positions.
    pub surveyed: u64,
}

impl Tally {
    /// No games yet, for rules of so many players and endings.
    pub fn new(players: usize, endings: usize) -> Self {
        Self { wins: vec![0; players], endings: vec![0; endings], ..Self::default() }
    }

    /// Counts the game of that number.
    pub fn count(&mut self, number: u64, game: &Playout) {
        self.least = if self.games == 0 { game.plies } else { self.least.min(game.plies) };
        self.most = self.most.max(game.plies);
        self.games += 1;
        self.plies += u64::from(game.plies);
        self.choices += game.choices;
        self.surveyed += u64::from(game.surveyed);
        match game.state {
            State::Won(winner, ending) => {
                self.wins[winner.index()] += 1;
                self.endings[ending] += 1;
            }
            State::Drawn(ending) => {
                self.draws += 1;
                self.endings[ending] += 1;
            }
            State::Ongoing if game.unended => self.unended.push(number),
            State::Ongoing => self.open += 1,
        }
    }

    /// The games that a player has won.
    pub fn won(&self, player: Player) -> u64 {
        self.wins[player.index()]
    }

    /// Moves a game, on average; 0 of no games.
    pub fn mean(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// Legal moves a position, on average, if they were counted anywhere.
    pub fn branching(&self) -> Option<f64> {
        (self.surveyed > 0).then(|| self.choices as f64 / self.surveyed as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // The first numbers of SplitMix64 from the seed 1234567, as its authors' program prints them.
        let mut chance = Chance(1_234_567);
        let first = [chance.number(), chance.number(), chance.number()];
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_choice_is_as_likely_as_every_other() {
        for bound in [1, 2, 3, 7, 20] {
            let mut counts = vec![0u32; bound];
            for number in 0..20_000 {
                counts[Chance::of_game(5, number).below(bound)] += 1;
            }
            let mean = 20_000.0 / bound as f64;
            let squares = counts.iter().map(|count| (f64::from(*count) - mean).powi(2) / mean);
            // The 99.99th percentile of chi-square with 19 degrees of freedom is 53.
            assert!(squares.sum::<f64>() < 53.0, "{counts:?}");
        }
    }
}
