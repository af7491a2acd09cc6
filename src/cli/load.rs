//! Rule files, from the disk or out of the program.

use std::path::Path;

use super::fail::Failure;
use crate::game::{Code, Fault, Game, near_shipped, shipped};
use crate::notation::Case;

/// How the names of rule files end.
const TOML: &str = ".toml";

const ALL_SHIPPED: &str = "`interp games` lists the rules that are shipped";

/// The game of the rules of that name: a file's, with or without its `.toml`, or else shipped ones.
pub fn rules(name: &str) -> Result<Game, Fault> {
    match on_disk(name) {
        Some(path) => Game::from_file(path),
        None if shipped::text(name).is_some() => Game::shipped(name),
        None => Err(Fault::plain(Code::Unreadable, format!("cannot read `{name}`: no such file"))
            .help(near_shipped(name))),
    }
}

/// The failure where no rules are named, but perhaps a board.
pub fn none_given(board: Option<&str>) -> Failure {
    let failure = Failure::usage("no rules given");
    match board {
        Some(board) => failure
            .help(format!("`{board}` is taken for a board, before which the rules are named")),
        None => failure
            .help("name a rule file or shipped rules by `--rules RULES`, or as the first word"),
    }
    .help(ALL_SHIPPED)
}

/// Whether there are rules of that name, or any file.
pub fn is_any(name: &str) -> bool {
    shipped::text(name).is_some() || on_disk(name).is_some()
}

/// Whether there is a file of that name, which is not called a rule file, and no rules.
pub fn is_other(name: &str) -> bool {
    shipped::text(name).is_none() && on_disk(name).is_some_and(|path| !path.ends_with(TOML))
}

/// The file that a name stands for. As where a file names the one that it extends, rule files come first and shipped
/// rules next; but here any other file may be named after these.
pub fn on_disk(name: &str) -> Option<String> {
    let file = if name.ends_with(TOML) { name.to_owned() } else { format!("{name}{TOML}") };
    if Path::new(&file).exists() {
        return Some(file);
    }
    let other = shipped::text(name).is_none() && Path::new(name).exists();
    other.then(|| name.to_owned())
}

/// The usual starting position of a game as a case, if there is one.
pub fn start(game: &Game) -> Result<Option<Case>, Failure> {
    game.setup_case().map_err(|faults| Failure::Rules(Box::new(game.source().clone()), faults))
}
