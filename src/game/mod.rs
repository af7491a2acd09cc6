//! The front door: a [`Game`] is a rule file that has been read, a [`Play`] a position of it with its history. Both are owned, cheap to
//! clone and can be sent to other threads; nothing of the modules behind them need be known.
//!
//! A question that reaches a limit (see the [`Code`]s that begin with `Limit`) is answered by a [`Fault`], never by a guess.

// Strangers' names and numbers arrive here: nothing is indexed by them.
#![deny(clippy::indexing_slicing)]

mod compare;
mod describe;
mod explanation;
mod fault;
#[cfg(feature = "files")]
mod files;
mod learn;
mod line;
mod load;
mod moves;
#[cfg(feature = "picture")]
mod picture;
mod play;
mod playouts;
#[cfg(feature = "cli")]
mod reach;
#[cfg(feature = "cli")]
mod record;
#[cfg(feature = "render")]
mod render;
mod search;
mod setup;
pub(crate) mod shipped;
mod table;
mod view;
mod warning;

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::actions::{Actions, TooMany};
use crate::diag::{self, Diagnostic};
use crate::eval::Seat;
use crate::index::Player;
use crate::notation::{BoardFault, Case, Notation};
use crate::planes::Planes;
use crate::position::{Position, Size};
use crate::program::Program;
use crate::rules::{self, Rules, blame};
use crate::source::{Source, Span};
use crate::syntax::text::Text;

pub use compare::{Changed, Difference, Extent, Parting};
pub use explanation::{Explanation, Named, Reason};
pub use fault::{Code, Fault};
pub use moves::{Chosen, Move, Moves};
#[cfg(feature = "picture")]
pub use picture::Picture;
pub use play::{End, Play};
pub use playouts::{Playouts, Record, Tally};
pub use search::{Search, Solution};
pub use setup::{Counted, Held, Marked, Placed, Setup};
pub use view::View;
pub use warning::Warning;

pub(crate) use fault::What;
#[cfg(feature = "cli")]
pub(crate) use files::{Bases, reason};
#[cfg(feature = "cli")]
pub(crate) use load::near_shipped;
#[cfg(feature = "cli")]
pub(crate) use record::{FaultRecord, json, warnings};
#[cfg(feature = "cli")]
pub(crate) use render::{Tone, text};

/// Sizes of boards for which what was made is kept; a game of boards of more sizes makes some again.
const BOARDS: usize = 32;

/// Memory of plays that are over that is kept for others.
const SEATS: usize = 16;

/// A rule file that has been read.
///
/// A clone is another handle on the same game.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    source: Source,
    rules: Arc<Rules>,
    /// What in the rule file, as read, may be other than its author thinks.
    warnings: Vec<diag::Warning>,
    notation: Notation,
    /// What is made of the rules for a size of board, the oldest first.
    boards: Mutex<Vec<Arc<Board>>>,
}

/// What is made of the rules for boards of one size.
pub(crate) struct Board {
    /// The rules, compiled.
    pub program: Program,
    /// The numbers of moves, made when first wanted.
    actions: OnceLock<Result<Actions, TooMany>>,
    /// What learning systems see, made when first wanted.
    planes: OnceLock<Planes>,
    /// Memory of plays that are over.
    seats: Mutex<Vec<Seat>>,
}

impl Board {
    /// Memory for a play, which may have served another.
    fn seat(&self) -> Seat {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Takes back what served a play.
    fn leave(&self, mut seat: Seat) {
        seat.clear();
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if seats.len() < SEATS {
            seats.push(seat);
        }
    }
}

/// A place in a rule file, as people tell it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Place {
    /// The file, or the name of shipped rules.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there.
    pub text: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Game {
    /// A game of rules that have been read from that source.
    pub(crate) fn new(source: Source, rules: Rules, warnings: Vec<diag::Warning>) -> Self {
        let rules = Arc::new(rules);
        let notation = Notation::of(Arc::clone(&rules));
        Self(Arc::new(Inner { source, rules, warnings, notation, boards: Mutex::default() }))
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.0.rules.name
    }

    /// The names of the players, in the order in which they move.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.0.rules.players.iter().map(|player| player.name.value.as_str())
    }

    /// The names of the kinds of piece.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.0.rules.kinds.iter().map(|kind| kind.name.value.as_str())
    }

    /// The usual starting position.
    ///
    /// # Errors
    /// [`Code::NoStart`] if the rule file has none, [`Code::Rules`] if its text is not a position.
    pub fn start(&self) -> Result<Play, Fault> {
        match self.setup_case() {
            Ok(Some(case)) => Ok(self.play(case.position)),
            Ok(None) => {
                let message = format!("`{}` has no usual starting position", self.0.source.name);
                Err(Fault::plain(Code::NoStart, message))
            }
            Err(faults) => Err(Fault::new(Code::Rules, What::Rules(self.0.source.clone(), faults))),
        }
    }

    /// The usual starting position as it is read, if the rule file has one.
    pub(crate) fn setup_case(&self) -> Result<Option<Case>, Vec<Diagnostic>> {
        self.read_setup().map_err(|faults| {
            blame(&self.0.source, faults, |source| match rules::load(source) {
                Ok(rules) => {
                    let game = Self::new(source.clone(), rules, Vec::new());
                    game.read_setup().err().unwrap_or_default()
                }
                Err(faults) => faults,
            })
        })
    }

    fn read_setup(&self) -> Result<Option<Case>, Vec<Diagnostic>> {
        let Some(setup) = &self.0.rules.setup else { return Ok(None) };
        let case = self.0.notation.position(&setup.value).map(Some);
        case.map_err(|faults| {
            let text = Text::new(&self.0.source.text, setup.span, &setup.value);
            let place = |bytes: Range<usize>| text.span(bytes.start, bytes.end);
            let told = |fault: BoardFault| fault.in_rules(&setup.value, setup.span, place);
            faults.into_iter().map(told).collect()
        })
    }

    /// A position, written in the game's format; in none other than that the file's `setup` is written in, or one of its `forms`.
    ///
    /// # Errors
    /// [`Code::Position`], with everything that is wrong with the text.
    pub fn position(&self, text: &str) -> Result<Play, Fault> {
        let case = self.0.notation.position(text);
        let case = case.map_err(|faults| {
            Fault::new(Code::Position, What::Lines(String::from("position"), faults))
        })?;
        Ok(self.play(case.position))
    }

    /// A position that is made up piece by piece.
    ///
    /// # Errors
    /// [`Code::Setup`], with everything in it that the rules do not have.
    pub fn setup(&self, setup: &Setup) -> Result<Play, Fault> {
        setup.position(self).map(|position| self.play(position))
    }

    /// Random games from the usual starting position.
    pub fn playouts(&self, games: u64) -> Playouts {
        Playouts::new(self.start(), games)
    }

    /// A play from a position of these rules, which has been checked.
    pub(crate) fn play(&self, position: Position) -> Play {
        Play::new(self.clone(), position)
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.0.rules
    }

    pub(crate) fn source(&self) -> &Source {
        &self.0.source
    }

    pub(crate) fn notation(&self) -> &Notation {
        &self.0.notation
    }

    /// What is made of the rules for boards of that size.
    fn board(&self, size: Size) -> Arc<Board> {
        let mut boards = self.0.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = boards.iter().find(|board| board.program.size() == size) {
            return Arc::clone(board);
        }
        let program = Program::compile(&self.0.rules, size);
        let (actions, planes) = (OnceLock::new(), OnceLock::new());
        let board = Arc::new(Board { program, actions, planes, seats: Mutex::default() });
        if boards.len() == BOARDS {
            boards.remove(0);
        }
        boards.push(Arc::clone(&board));
        board
    }

    /// Where the condition of an ending stands.
    pub(crate) fn ending(&self, ending: usize) -> Place {
        let rule = self.rules().endings.get(ending);
        self.place(rule.map_or(Span::new(0, 0), |rule| rule.when.span))
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        let place = self.0.source.place(span);
        Place {
            file: place.file.to_owned(),
            line: place.line,
            column: place.column,
            text: place.text.to_owned(),
        }
    }

    pub(crate) fn player(&self, player: Player) -> &str {
        self.0.notation.player_name(player)
    }

    /// What the winner of a game is called.
    pub(crate) fn winner(&self, winner: Player) -> &str {
        self.0.notation.winner_name(winner)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.name()).finish()
    }
}
