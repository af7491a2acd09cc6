//! The games and plays that a program holds, and the answers to what it asks of them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::request::Ask;
use crate::cli::answer::deadline;
use crate::cli::load;
use crate::game::{self, Code, Fault, Game, Play, Search, Tone};
use crate::report::WorthRecord;

/// Games that a program may hold at once.
const GAMES: usize = 64;
/// Plays that it may hold at once.
const PLAYS: usize = 1024;
/// Positions a search looks at where nothing bounds it.
const NODES: u64 = 200_000;
/// Positions that are looked at to decide one where nothing bounds it.
const SOLVED: u64 = 5_000_000;

/// What a program holds. Numbers are given once and not again.
#[derive(Default)]
pub struct Session {
    games: BTreeMap<u64, Game>,
    /// Each with the number of its game.
    plays: BTreeMap<u64, (u64, Play)>,
    last: u64,
}

impl Session {
    /// The answer to a request; `cancelled` is looked at while it takes long.
    pub fn answer(&mut self, ask: Ask, cancelled: &AtomicBool) -> Value {
        match self.asked(ask, cancelled) {
            Ok(answer) => answer,
            Err(fault) => error(&fault),
        }
    }

    fn asked(&mut self, ask: Ask, cancelled: &AtomicBool) -> Result<Value, Fault> {
        Ok(match ask {
            Ask::Load { rules, text } => {
                let game = match (rules, text) {
                    (Some(rules), None) => load::rules(&rules)?,
                    (None, Some(text)) => Game::from_text(&text)?,
                    _ => return Err(usage("`load` takes `rules` or `text`")),
                };
                bounded("games", self.games.len(), GAMES)?;
                let players: Vec<&str> = game.players().collect();
                let answer =
                    json!({ "game": self.last + 1, "name": game.name(), "players": players });
                self.last += 1;
                self.games.insert(self.last, game);
                answer
            }
            Ask::Position { game: number, text, setup } => {
                let known = self.games.get(&number);
                let game = known.ok_or_else(|| usage(&format!("there is no game {number}")))?;
                let play = match (text, setup) {
                    (None, None) => game.start()?,
                    (Some(text), None) => game.position(&text)?,
                    (None, Some(setup)) => game.setup(&setup)?,
                    _ => return Err(usage("`position` takes `text` or `setup`, not both")),
                };
                bounded("plays", self.plays.len(), PLAYS)?;
                self.last += 1;
                let answer = told(&play, json!({ "play": self.last }));
                self.plays.insert(self.last, (number, play));
                answer
            }
            Ask::Moves { play } => {
                let moves = self.play(play)?.moves()?;
                let moves: Vec<_> = moves.iter().map(|one| one.record()).collect();
                json!({ "moves": moves })
            }
            Ask::Make { play, moves } => {
                let play = self.play(play)?;
                play.make_all(&moves)?;
                told(play, json!({}))
            }
            Ask::Undo { play } => {
                let play = self.play(play)?;
                if !play.undo() {
                    return Err(usage("no move is left to be taken back"));
                }
                told(play, json!({}))
            }
            Ask::Verdict { play } => {
                let play = self.play(play)?;
                let end = play.end()?;
                let state = match &end {
                    None => "ongoing",
                    Some(end) if end.winner.is_some() => "won",
                    Some(_) => "drawn",
                };
                let place = end.as_ref().map(|end| end.place.clone());
                let winner = end.and_then(|end| end.winner);
                json!({ "verdict": play.verdict()?, "state": state, "winner": winner, "ending": place })
            }
            Ask::Seen { play, player } => {
                let view = self.play(play)?.seen(&player)?;
                json!({ "text": view.text(), "hidden": view.hidden() })
            }
            Ask::Explain { play, chosen } => {
                let play = self.play(play)?;
                let explanation = match chosen {
                    Some(chosen) => play.explain(&chosen)?,
                    None => play.explanation(),
                };
                json!(explanation)
            }
            Ask::Search { play, nodes, seconds } => {
                let stop = ends(seconds, cancelled)?;
                let nodes = nodes.unwrap_or(if seconds.is_some() { u64::MAX } else { NODES });
                let best = self.play(play)?.best(Search::nodes(nodes).until(&stop))?;
                let best = best.map(|best| best.record());
                json!({ "move": best, "cancelled": cancelled.load(Ordering::Relaxed) })
            }
            Ask::Solve { play, nodes, seconds } => {
                let stop = ends(seconds, cancelled)?;
                let nodes = nodes.unwrap_or(if seconds.is_some() { u64::MAX } else { SOLVED });
                let play = self.play(play)?;
                let found = play.solve(Search::nodes(nodes).until(&stop))?;
                json!(Decided {
                    decided: found.is_some(),
                    cancelled: cancelled.load(Ordering::Relaxed),
                    worth: found.as_ref().map(|found| found.record(play.game())),
                })
            }
            Ask::Playout { play, games, seed } => {
                let playouts = self.play(play)?.playouts(games).seed(seed);
                let (tally, whole) = playouts.run_with(|_| !cancelled.load(Ordering::Relaxed))?;
                let won =
                    |(player, games): &(String, u64)| json!({ "player": player, "games": games });
                let wins: Vec<Value> = tally.wins.iter().map(won).collect();
                json!({
                    "games": tally.games,
                    "wins": wins,
                    "draws": tally.draws,
                    "open": tally.open,
                    "unended": tally.unended.len(),
                    "plies": { "mean": tally.mean, "least": tally.least, "most": tally.most },
                    "branching": tally.branching,
                    "surveyed": tally.surveyed,
                    "cancelled": !whole,
                })
            }
            // It has been done when it was read; here it only has its turn to be answered.
            Ask::Cancel { .. } => json!({}),
            Ask::Close { play: Some(number), game: None } => {
                self.play(number)?;
                self.plays.remove(&number);
                json!({})
            }
            Ask::Close { play: None, game: Some(number) } => {
                if self.games.remove(&number).is_none() {
                    return Err(usage(&format!("there is no game {number}")));
                }
                self.plays.retain(|_, (game, _)| *game != number);
                json!({})
            }
            Ask::Close { .. } => return Err(usage("`close` takes `play` or `game`")),
        })
    }

    fn play(&mut self, number: u64) -> Result<&mut Play, Fault> {
        let known = self.plays.get_mut(&number).map(|(_, play)| play);
        known.ok_or_else(|| usage(&format!("there is no play {number}")))
    }
}

/// What is answered of a position that was to be decided.
#[derive(Serialize)]
struct Decided<'a> {
    decided: bool,
    cancelled: bool,
    #[serde(flatten)]
    worth: Option<WorthRecord<'a>>,
}

/// Asked now and then: whether the time is over, or the request was cancelled.
fn ends(seconds: Option<f64>, cancelled: &AtomicBool) -> Result<impl Fn() -> bool + Sync, Fault> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| usage("`seconds` is not a length of time"))?;
    let over = time.map(deadline);
    Ok(move || cancelled.load(Ordering::Relaxed) || over.as_ref().is_some_and(|over| over()))
}

/// What is told of a position that has been reached.
fn told(play: &Play, mut answer: Value) -> Value {
    if let Some(keys) = answer.as_object_mut() {
        keys.insert(String::from("mover"), json!(play.turn()));
        keys.insert(String::from("text"), json!(play.text()));
    }
    answer
}

/// A fault as an answer.
pub fn error(fault: &Fault) -> Value {
    json!({ "error": { "code": fault.code().as_str(), "faults": game::json(fault, Tone::Error) } })
}

/// The fault of a request that makes no sense.
pub fn usage(message: &str) -> Fault {
    Fault::plain(Code::Usage, message)
}

fn bounded(what: &str, held: usize, bound: usize) -> Result<(), Fault> {
    match held < bound {
        true => Ok(()),
        false => Err(usage(&format!("at most {bound} {what} are held at once"))
            .help("`close` those that are done")),
    }
}
