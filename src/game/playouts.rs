//! Games played at random, and what became of them.

use super::{End, Fault, Play};
use crate::eval::Evaluator;
use crate::eval::playout::{self, Chance, PLIES};
use crate::parallel;
use crate::position::State;

/// Games of the first block, and moves in a block that are few: then the next one has twice as many games.
const BLOCK: u64 = 64;
const FEW: u64 = 1 << 16;

/// Random games that are to be played, set up step by step:
/// `game.playouts(1_000).seed(7).threads(2).run()`.
#[derive(Clone, Debug)]
pub struct Playouts {
    start: Result<Play, Fault>,
    games: u64,
    seed: u64,
    threads: usize,
    plies: u32,
    allowed: u64,
}

/// What became of random games.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// How many were played.
    pub games: u64,
    /// The players' names in turn order, and how many games each has won.
    pub wins: Vec<(String, u64)>,
    /// How many an ending has drawn.
    pub draws: u64,
    /// In how many no move was left, and no ending held.
    pub open: u64,
    /// The numbers of those that were given up.
    pub unended: Vec<u64>,
    /// Moves made in a game: on average, in the shortest, in the longest.
    pub mean: f64,
    /// In the shortest.
    pub least: u32,
    /// In the longest.
    pub most: u32,
    /// Legal moves a position, on average, if they were counted anywhere: see
    /// [`surveyed`](crate::eval::playout::Playout::surveyed).
    pub branching: Option<f64>,
    /// In how many positions they were counted, if not in all in which a move was made.
    pub surveyed: Option<u64>,
    /// How many games each ending of the rule file has ended.
    pub endings: Vec<u64>,
}

/// One random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its moves.
    pub moves: Vec<String>,
    /// How it ended; `None` if it was given up, or no move was left and no ending held.
    pub end: Option<End>,
    /// Whether it was given up.
    pub unended: bool,
}

impl Playouts {
    pub(super) fn new(start: Result<Play, Fault>, games: u64) -> Self {
        Self { start, games, seed: 1, threads: 1, plies: PLIES, allowed: u64::MAX }
    }

    /// With that seed: the same seed plays the same games, on every machine and with any number of threads. 1 if not said.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// On so many threads; on one without the feature `parallel`.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Giving a game up after so many moves; after 10,000 if not said.
    #[must_use]
    pub fn plies(mut self, plies: u32) -> Self {
        self.plies = plies;
        self
    }

    /// Running so many instructions of walks at most on each thread; where games take more, a limit is reached.
    pub(super) fn allow(mut self, instructions: u64) -> Self {
        self.allowed = instructions;
        self
    }

    /// Plays them.
    ///
    /// # Errors
    /// What is wrong with the starting position, or a limit that a game has reached.
    pub fn run(self) -> Result<Tally, Fault> {
        self.run_with(|_| true).map(|(tally, _)| tally)
    }

    /// Plays them, and tells `see` now and then how many have been played; it says whether to go on. Whether all were played.
    ///
    /// # Errors
    /// What is wrong with the starting position, or a limit that a game has reached.
    pub fn run_with(self, mut see: impl FnMut(u64) -> bool) -> Result<(Tally, bool), Fault> {
        let play = self.start?;
        let rules = play.game().rules();
        let mut tally = playout::Tally::new(rules.players.len(), rules.endings.len());
        let (program, position) = (play.program(), play.inner());
        let (mut first, mut block, mut whole) = (1, BLOCK, true);
        while first <= self.games {
            if !see(first - 1) {
                whole = false;
                break;
            }
            let last = self.games.min(first.saturating_add(block - 1));
            let before = tally.plies;
            let numbers: Vec<u64> = (first..=last).collect();
            let games = parallel::map(
                self.threads,
                &numbers,
                || {
                    let mut evaluator = Evaluator::lazy(program);
                    evaluator.allow(self.allowed);
                    evaluator
                },
                |evaluator, number| {
                    let mut chance = Chance::of_game(self.seed, *number);
                    evaluator.playout(position, &mut chance, self.plies)
                },
            );
            for (number, game) in numbers.into_iter().zip(games) {
                tally.count(number, &game?);
            }
            if tally.plies - before < FEW {
                block *= 2;
            }
            let Some(next) = last.checked_add(1) else { break };
            first = next;
        }
        let won = |team| (play.game().winner(team).to_owned(), tally.won(team));
        let (mean, branching) = (tally.mean(), tally.branching());
        let surveyed = Some(tally.surveyed).filter(|positions| *positions < tally.plies);
        let wins = rules.teams().map(won).collect();
        let playout::Tally { games, draws, open, unended, least, most, endings, .. } = tally;
        let told = Tally {
            games,
            wins,
            draws,
            open,
            unended,
            mean,
            least,
            most,
            branching,
            surveyed,
            endings,
        };
        Ok((told, whole))
    }

    /// Plays the game of that number, from 1, and tells its moves.
    ///
    /// # Errors
    /// What is wrong with the starting position, or a limit that the game has reached.
    pub fn replay(self, number: u64) -> Result<Record, Fault> {
        let play = self.start?;
        let mut evaluator = play.evaluator();
        let mut line = Vec::new();
        let mut chance = Chance::of_game(self.seed, number);
        let game =
            evaluator.replay(play.inner(), &mut chance, self.plies, |chosen| line.push(chosen))?;
        let moves = play.game().notation().line(&mut evaluator, play.inner(), &line)?;
        let (winner, ending) = match game.state {
            State::Ongoing => return Ok(Record { moves, end: None, unended: game.unended }),
            State::Won(winner, ending) => (Some(play.game().winner(winner).to_owned()), ending),
            State::Drawn(ending) => (None, ending),
        };
        let place = play.game().ending(ending);
        Ok(Record { moves, end: Some(End { winner, ending, place }), unended: game.unended })
    }
}
