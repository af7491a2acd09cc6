//! Random games → JSON.

use serde::Serialize;

/// What became of random games from a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct TallyRecord<'a> {
    /// The number of the case, from 1.
    pub case: u64,
    /// How many games were played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// How many each player has won.
    pub wins: Vec<WinsRecord<'a>>,
    /// How many an ending has drawn.
    pub draws: u64,
    /// In how many no move was left, and no ending held.
    pub open: u64,
    /// The numbers of those that were given up.
    pub unended: &'a [u64],
    /// How many moves were made.
    pub plies: PliesRecord,
    /// Legal moves a position, on average: of all positions in which a move was made, or of about one in 256 where
    /// moves are drawn without being listed; none if there was no such position.
    pub branching: Option<f64>,
    /// In how many positions they were counted, if not in all of those.
    pub surveyed: Option<u64>,
    /// How many games each ending has ended.
    pub endings: &'a [EndingRecord],
}

/// The games that a player has won.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct WinsRecord<'a> {
    /// The player's name.
    pub player: &'a str,
    /// His games.
    pub games: u64,
}

/// Moves a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct PliesRecord {
    /// On average.
    pub mean: f64,
    /// In the shortest.
    pub least: u32,
    /// In the longest.
    pub most: u32,
}

/// An ending of the rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct EndingRecord {
    /// Its condition, as it is written.
    pub when: String,
    /// The file that says so.
    pub file: String,
    /// The line of that file.
    pub line: usize,
    /// The games that it has ended.
    pub games: u64,
}

/// One random game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct GameRecord<'a> {
    /// The number of the case, from 1.
    pub case: u64,
    /// The number of the game.
    pub game: u64,
    /// The seed.
    pub seed: u64,
    /// Its moves.
    pub moves: &'a [String],
    /// `ongoing`, `won` or `drawn`.
    pub state: &'static str,
    /// The name of the player who has won, or null.
    pub winner: Option<&'a str>,
}
