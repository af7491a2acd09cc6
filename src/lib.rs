//! A referee for board games written as data.
//!
//! A [`Game`] is a rule file that has been read; a [`Play`] is a position of it with its history. Moves are made as people write
//! them or taken from the list, and taken back; everything can be asked of a position:
//!
//! ```
//! use interp::Game;
//!
//! let game = Game::from_text(r#"
//! [board]
//! size = [3, 3]
//! [players]
//! order = ["x", "o"]
//! [pieces]
//! token = {}
//! [actions]
//! place = 'pick empty, put token'
//! [goals.three]
//! line = 3
//! [[end]]
//! when = 'last three'
//! win  = 'last'
//! [[verdict]]
//! say  = "a line of three"
//! when = 'last three'
//! [[verdict]]
//! say  = "open"
//! [format]
//! case  = "{board}"
//! turn  = 'fewest'
//! cells = { "." = 'empty', X = 'x token', O = 'o token' }
//! "#)?;
//!
//! let mut play = game.position("XX.\nOO.\n...")?;
//! assert_eq!(play.turn(), "x");
//! assert_eq!(play.moves()?.len(), 5);
//! play.make("c3")?;
//! assert_eq!(play.verdict()?, "a line of three");
//! assert_eq!(play.end()?.and_then(|end| end.winner).as_deref(), Some("x"));
//! play.undo();
//! assert!(play.end()?.is_none());
//! // What stands there is in the way.
//! assert_eq!(play.make("a3").unwrap_err().code(), interp::Code::Move);
//! # Ok::<(), interp::Fault>(())
//! ```
//!
//! What can go wrong is a [`Fault`], which is an error with a stable [`Code`] and, with the feature `render`, shows the user's own lines.
//!
//! # Features
//!
//! All but `png` are on by default. Without any, the crate reads no file, no clock and starts no thread, and needs pest, serde and toml alone.
//!
//! | feature | gives |
//! | --- | --- |
//! | `shipped` | [`Game::shipped`]: the rule files of `rules/` |
//! | `files` | [`Game::from_file`] |
//! | `parallel` | random games and searches on several threads |
//! | `render` | [`Fault::render`] |
//! | `import` | variants of other programs' formats as rule files |
//! | `picture` | [`Play::picture`]: positions as SVG |
//! | `png` | pictures as PNG as well |
//! | `tidy` | [`Game::tidy`]: a rule file with its blanks laid out anew |
//! | `cli` | the command `interp`, JSON and its schema; all of the above |
//!
//! The modules that are not shown here serve the crate's own tests and benches; they may change from one version to the next.
//! `docs/architecture.md` is their map.

#[doc(hidden)]
pub mod actions;
#[doc(hidden)]
pub mod betza;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod diag;
#[cfg(feature = "cli")]
mod editor;
#[doc(hidden)]
pub mod eval;
mod game;
#[cfg(feature = "import")]
#[doc(hidden)]
pub mod import;
#[doc(hidden)]
pub mod index;
#[doc(hidden)]
pub mod notation;
mod parallel;
#[cfg(feature = "picture")]
mod picture;
#[doc(hidden)]
pub mod planes;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod syntax;
#[cfg(feature = "tidy")]
mod tidy;
#[doc(hidden)]
pub mod trace;
#[doc(hidden)]
pub mod trial;
mod words;
#[cfg(feature = "picture")]
mod xml;

pub use diag::WarningCode;
pub use notation::geometry::{CellShape, Geometry, Point};

#[cfg(feature = "picture")]
pub use game::Picture;
pub use game::{
    Changed, Chosen, Code, Counted, Difference, End, Explanation, Extent, Fault, Game, Held,
    Marked, Move, Moves, Named, Parting, Place, Placed, Play, Playouts, Reason, Record, Search,
    Setup, Solution, Tally, View, Warning,
};
