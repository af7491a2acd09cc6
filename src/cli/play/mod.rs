//! `interp play`: a game at the terminal, against the machine or each other.
//!
//! A [`Session`] is the game that is played: the moves so far and those taken back, who sits at the keyboard for which player, the clocks, which
//! way round the board is seen. It knows no terminal. It [obeys](Session::obey) one `Command` after another, and says in a `Reply` what has
//! come of it:
//!
//! ```text
//! "b2"   ──parse──▶ Move("b2")  ──obey──▶ Moved           the board is another one
//! "undo" ──parse──▶ Undo        ──obey──▶ Moved
//! "hint" ──parse──▶ Hint        ──obey──▶ Think           a search is wanted; what it finds is told
//! "e2e5" ──parse──▶ Move("e2e5")──obey──▶ Fault           it is not legal, and why
//! ```
//!
//! Two fronts stand before it, and understand the same commands. `prompt` reads lines and prints text; it serves pipes, and whoever likes it so.
//! [`screen`] fills a terminal: a cursor on the board picks moves, and keys stand for the commands that are used most.
//!
//! After each command a front makes what follows by itself ([`Session::turn`]): chance draws by the seed and the number of moves made, so that
//! taking moves back does not change what will be drawn; and the machine searches (`Thought`), on a thread where the screen must stay alive.
//! Moves that are taken back are kept, so that they can be made again, until another move is made.
//!
//! | file | what |
//! | --- | --- |
//! | `session` | the game that is played |
//! | `command` | what may be asked, as words and as values |
//! | `clock` | how much time each player has left |
//! | `thought` | what the machine looks for: a move, a hint |
//! | `saved` | a game as a file |
//! | `prompt` | lines of text |
//! | `screen` | a terminal |

// What a stranger writes arrives here: nothing is indexed by it.
#![deny(clippy::indexing_slicing)]

mod clock;
mod command;
mod looker;
mod prompt;
mod saved;
pub mod screen;
mod session;
mod thought;

use std::io::{self, IsTerminal};

use clap::Parser;

use super::args::{Cli, Command, Output, Play};
use super::console::{Console, Out};
use super::fail::Failure;
use super::input::Place;

use crate::game;

pub use clock::Control;
pub use session::{Session, Turn};

use saved::Saved;
use thought::Bounds;

/// Plays a game, on the whole screen where there is one.
pub fn run(console: &mut Console, asked: &mut Play, before: Option<&str>) -> Result<(), Failure> {
    if console.json() {
        return Err(Failure::usage("`interp play` talks with people, not in JSON")
            .help("`interp serve` answers programs"));
    }
    let mut session = begun(console, asked, before)?;
    let whole = io::stdin().is_terminal() && io::stdout().is_terminal() && !asked.plain;
    match whole {
        true => screen::run(&mut session),
        false => prompt::run(console, &mut session, io::stdin().is_terminal()),
    }
}

/// The game with which `interp play` begins behind such words, for a front that is none of these two: `["hex", "--machine", "all"]`. Nothing where
/// they are refused.
pub fn begin(words: &[&str]) -> Option<Session> {
    let cli = Cli::try_parse_from(["interp", "play"].iter().chain(words)).ok()?;
    let Some(Command::Play(mut asked)) = cli.command else { return None };
    let out = Out::new();
    begun(&Console::new(&out, Output::Text), &mut asked, None).ok()
}

/// The game with which the arguments say to begin.
fn begun(console: &Console, asked: &mut Play, before: Option<&str>) -> Result<Session, Failure> {
    let seed = asked.seed.unwrap_or_else(any);
    if let Some(path) = &asked.load {
        let saved = Saved::read(path)?;
        let named = asked.board.named.rules.as_deref().or(asked.board.named.word.as_deref());
        let session = saved.session(path, named.or(before))?.seeded(asked.seed);
        return asked_for(session, asked);
    }
    let game = asked.board.load(before)?;
    let (rules, _) = asked.board.named.parted(before)?;
    let start = start(console, &game, asked.board.place())?;
    let mut play = start.clone();
    if let Some(line) = &asked.board.play {
        play.make_line("--play", line)?;
    }
    asked_for(Session::new(rules, start, play, seed)?, asked)
}

/// The same with what the arguments say of how it is played.
fn asked_for(session: Session, asked: &Play) -> Result<Session, Failure> {
    let bounds = Bounds { nodes: asked.nodes, time: asked.time };
    let mut session = session.searching(bounds).plies(asked.plies);
    if !asked.machine.is_empty() {
        session.seat(&asked.machine)?;
    }
    if let Some(control) = asked.clock {
        session.wind(control);
    }
    if let Some(looker) = &asked.looker {
        session.show_to(looker)?;
    }
    Ok(session)
}

/// The one position of a place.
fn start(console: &Console, game: &game::Game, place: Place<'_>) -> Result<game::Play, Failure> {
    if let Place::File("-") = place {
        return Err(Failure::usage(
            "standard input has the moves, so the board cannot be read there",
        )
        .help("give a position with `--position`"));
    }
    let name = place.name();
    let mut cases = place.cases(game, game.notation(), console.out())?;
    let first = cases.next().transpose()?;
    let first = first.ok_or_else(|| Failure::usage(format!("`{name}` has no position")))?;
    match cases.next() {
        None => Ok(game.play(first.position)),
        Some(_) => Err(Failure::usage(format!("`{name}` has more than one position"))
            .help("give one with `--position`")),
    }
}

/// A seed that is another one each time.
fn any() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Small enough that people can write it down.
    RandomState::new().hash_one(()) % 1_000_000
}
