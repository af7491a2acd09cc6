//! A referee for board games written as data.
//!
//! The whole way, from a rule file and a board to an answer:
//!
//! ```
//! use interp::{eval::Evaluator, notation::Notation, program::Program, rules, source::Source};
//!
//! let page = r#"
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
//! say  = "won"
//! when = 'last three'
//! [[verdict]]
//! say  = "open"
//! [format]
//! case  = "{board}"
//! turn  = 'fewest'
//! cells = { "." = 'empty', X = 'x token', O = 'o token' }
//! "#;
//!
//! let rules = rules::load(&Source::new("three.toml", page)).expect("no faults");
//! let notation = Notation::new(&rules);
//! let position = notation.position("XX.\nOO.\n...").expect("a board").position;
//!
//! let program = Program::compile(&rules, position.size);
//! let mut evaluator = Evaluator::new(&program);
//! let mut moves = Vec::new();
//! evaluator.moves(&position, &mut moves).expect("a small game");
//! assert_eq!(moves.len(), 5);
//!
//! let verdict = evaluator.verdict(&position).expect("a small game").expect("one holds");
//! assert_eq!(rules.verdicts[verdict].say.value, "open");
//! ```
//!
//! `docs/architecture.md` is the map of the modules.

pub mod actions;
pub mod betza;
pub mod cli;
pub mod diag;
pub mod eval;
pub mod import;
pub mod index;
pub mod notation;
pub mod planes;
pub mod position;
pub mod program;
pub mod report;
pub mod rules;
pub mod source;
pub mod syntax;
pub mod trace;
pub mod trial;
