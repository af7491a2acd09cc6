//! A game as a file: TOML, in the words of the command line.
//!
//! ```toml
//! # A game that `interp play --load` goes on with.
//! rules = "mine"
//! play = "b2-b3 c7-c6"
//! machine = ["second"]
//! seed = 7
//! ```

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::clock::{Clock, Control};
use super::session::Session;
use crate::cli::fail::Failure;
use crate::cli::load;

/// Bytes of a saved game.
const BYTES: u64 = 1 << 20;

const HEAD: &str = "# A game that `interp play --load` goes on with.\n";

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The rules, as the command line names them.
    pub rules: String,
    /// Where it began, if not with the usual starting position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves, as `--play` reads them.
    pub play: String,
    /// For whom the machine plays.
    pub machine: Vec<String>,
    /// Who looks at it, if not everyone does.
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    pub looker: Option<String>,
    /// The chance of draws.
    pub seed: u64,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<SavedClock>,
}

/// Clocks, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedClock {
    /// What each player had.
    whole: f64,
    /// What each turn adds.
    added: f64,
    /// What each has left.
    left: Vec<f64>,
}

impl From<&Clock> for SavedClock {
    fn from(clock: &Clock) -> Self {
        // Tenths will do.
        let seconds = |time: &Duration| (time.as_secs_f64() * 10.0).ceil() / 10.0;
        let Control { whole, added } = &clock.control;
        let left = clock.left.iter().map(seconds).collect();
        Self { whole: seconds(whole), added: seconds(added), left }
    }
}

impl Saved {
    /// Reads the file of that path.
    pub fn read(path: &str) -> Result<Self, Failure> {
        let unreadable = |error: &io::Error| Failure::unreadable(path, error);
        let known = fs::metadata(path).map_err(|error| unreadable(&error))?;
        if known.len() > BYTES {
            return Err(none(path, &format!("it has more than {BYTES} bytes")));
        }
        let text = fs::read_to_string(path).map_err(|error| unreadable(&error))?;
        toml::from_str(&text).map_err(|error| none(path, error.message()))
    }

    /// Writes it into a file; over another one only if that is a saved game too.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let cannot = |error: &io::Error| Failure::unwritable(path.display(), error);
        let shown = path.display().to_string();
        if path.exists() && Self::read(&shown).is_err() {
            return Err(Failure::usage(format!(
                "`{shown}` is there already, and is no saved game"
            )));
        }
        let text = toml::to_string(self)
            .map_err(|error| Failure::usage(format!("the game cannot be written: {error}")))?;
        // First beside it, so that a game that was there is not lost halfway.
        let beside = path.with_extension("part");
        let write = |text: &str| -> io::Result<()> {
            let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        write(&format!("{HEAD}{text}")).map_err(|error| cannot(&error))
    }

    /// The game that the file of that path has kept, by rules of its own or by those that are `named`.
    pub fn session(&self, path: &str, named: Option<&str>) -> Result<Session, Failure> {
        let rules = named.unwrap_or(&self.rules);
        let game = load::rules(rules)?;
        let start = match &self.position {
            Some(text) => game.position(text)?,
            None => game.start()?,
        };
        let mut play = start.clone();
        play.make_line(path, &self.play)?;
        let mut session = Session::new(rules, start, play, self.seed)?;
        session.seat(&self.machine)?;
        if let Some(looker) = &self.looker {
            session.show_to(looker)?;
        }
        let Some(clock) = &self.clock else { return Ok(session) };
        let length = |seconds: f64| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| none(path, &format!("{seconds} is no length of time")))
        };
        let control = Control { whole: length(clock.whole)?, added: length(clock.added)? };
        if clock.left.len() != session.game().players().count() {
            return Err(none(path, "each player has a clock"));
        }
        let left: Result<Vec<Duration>, Failure> =
            clock.left.iter().map(|left| length(*left)).collect();
        Ok(session.with_left(control, left?))
    }
}

/// The failure of a file that is no saved game.
fn none(path: &str, why: &str) -> Failure {
    // The first line says what is wrong.
    let why = why.lines().next().unwrap_or_default();
    Failure::usage(format!("`{path}` is no saved game: {why}"))
}
