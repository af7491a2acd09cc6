//! `interp explain`: what holds and why, with the lines of the rule file that say so.

use std::io;
use std::path::Path;

use serde::Serialize;

use super::args::Positions;
use super::console::Console;
use super::each;
use super::fail::Failure;
use crate::game::Game;
use crate::game::{Code, Explanation};

/// Why the position of a case is judged as it is.
#[derive(Serialize, schemars::JsonSchema)]
#[schemars(rename = "Explanation of a case")]
pub struct Explained {
    /// The number of the case, from 1.
    case: u64,
    #[serde(flatten)]
    explanation: Explanation,
}

/// Explains every case, or one move in every case.
pub fn run(
    console: &mut Console,
    loaded: &Game,
    board: &Positions,
    chosen: Option<&str>,
) -> Result<(), Failure> {
    if let (Some(path), None) = (&board.board, chosen)
        && path != "-"
        && !Path::new(path).exists()
    {
        return Err(Failure::unreadable(path, &io::ErrorKind::NotFound.into())
            .help("a move to be explained is given with `--move MOVE`"));
    }
    each::show(console, loaded, board.start(), |console, asked| {
        let play = loaded.play(asked.case.position.clone());
        let explanation = match chosen {
            None => play.explanation(),
            Some(text) => play.explain(text).map_err(|fault| fault.with(Code::Usage))?,
        };
        match console.json() {
            true => console.record(&Explained { case: asked.case.number, explanation }),
            false => console.answer(&explanation.to_string()),
        }
    })
}
