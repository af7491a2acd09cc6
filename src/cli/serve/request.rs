//! What a program may ask: one JSON object a line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::Setup;

/// A request. `id` comes back with its answer; a request may have none.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// Whatever the asker likes.
    #[serde(default)]
    pub id: Value,
    /// What is asked, and its arguments.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Ask {
    /// Reads a rule file: a path or shipped rules by `rules`, or its `text`. Answers the number of the game.
    Load {
        /// A path, or the name of shipped rules.
        #[serde(default)]
        rules: Option<String>,
        /// The text of a rule file.
        #[serde(default)]
        text: Option<String>,
    },
    /// Sets up a position: the usual one, a `text` in the game's format, or a `setup` by names. Answers the number of the play.
    Position {
        /// The game.
        game: u64,
        /// The position's text.
        #[serde(default)]
        text: Option<String>,
        /// The position by names.
        #[serde(default)]
        setup: Option<Setup>,
    },
    /// The legal moves.
    Moves {
        /// The play.
        play: u64,
    },
    /// Makes moves, one or a line of them.
    Make {
        /// The play.
        play: u64,
        /// The moves: `e2e4 e7e5`.
        moves: String,
    },
    /// Takes the last move back.
    Undo {
        /// The play.
        play: u64,
    },
    /// How the game stands.
    Verdict {
        /// The play.
        play: u64,
    },
    /// What a player sees of the position.
    Seen {
        /// The play.
        play: u64,
        /// The player.
        player: String,
    },
    /// Why the position is judged so, or why a move is legal or not.
    Explain {
        /// The play.
        play: u64,
        /// The move, by its cells.
        #[serde(default, rename = "move")]
        chosen: Option<String>,
    },
    /// A good move.
    Search {
        /// The play.
        play: u64,
        /// Positions to look at.
        #[serde(default)]
        nodes: Option<u64>,
        /// Time to spend.
        #[serde(default)]
        seconds: Option<f64>,
    },
    /// What the position is worth with best play; of one player, a shortest solution.
    Solve {
        /// The play.
        play: u64,
        /// Positions to look at.
        #[serde(default)]
        nodes: Option<u64>,
        /// Time to spend.
        #[serde(default)]
        seconds: Option<f64>,
    },
    /// Random games.
    Playout {
        /// The play.
        play: u64,
        /// How many.
        games: u64,
        /// Their seed, 1 if not said.
        #[serde(default = "one")]
        seed: u64,
    },
    /// Ends the search, the proof or the random games of the request of that `id`: it answers what it has found.
    Cancel {
        /// The `id` of that request.
        request: Value,
    },
    /// Forgets a play, or a game with all its plays.
    Close {
        /// The play.
        #[serde(default)]
        play: Option<u64>,
        /// The game.
        #[serde(default)]
        game: Option<u64>,
    },
}

fn one() -> u64 {
    1
}

/// What goes back: the answer's own keys, or `error`.
#[derive(Debug, Serialize)]
pub struct Response {
    /// The `id` of the request.
    pub id: Value,
    /// The answer, or `{"error": {…}}`.
    #[serde(flatten)]
    pub answer: Value,
}
