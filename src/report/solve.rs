//! Decided positions → JSON.

use serde::Serialize;

/// What a case is worth with best play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct SolutionRecord<'a> {
    /// The number of the case, from 1.
    pub case: u64,
    /// The name of the player to move.
    pub mover: &'a str,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: WorthRecord<'a>,
}

/// What a position is worth with best play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct WorthRecord<'a> {
    /// The name of the player who wins, or null where nobody can force a win.
    pub winner: Option<&'a str>,
    /// In how many plies, where they were counted.
    pub plies: Option<usize>,
    /// A best move; null where every move loses, or there is none.
    #[serde(rename = "move")]
    pub best: Option<&'a str>,
    /// The moves of a line of best play, where plies were counted and somebody wins.
    pub line: Option<&'a [String]>,
    /// Of one player, how many sequences of moves win in as few as those of `line`: a number of up to 39 digits, `0` where none
    /// wins at all. 2^128 - 1 stands for as many or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<String>,
    /// By player, how often he wins with best play, from 0 to 1, where chance draws some of the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<Vec<ChanceRecord<'a>>>,
    /// How many positions were looked at.
    pub positions: u64,
}

/// How often a player wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ChanceRecord<'a> {
    /// The player's name.
    pub player: &'a str,
    /// From 0 to 1.
    pub probability: f64,
}
