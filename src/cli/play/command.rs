//! What may be asked of a game that is played, as words and as values.

use crate::diag::nearest;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To make that move.
    Move(String),
    /// To take moves back, up to the last that a person chose.
    Undo,
    /// To make moves again that were taken back.
    Redo,
    /// For a good move.
    Hint,
    /// For the legal moves, or those of a cell.
    Moves(Option<String>),
    /// Why the position is judged so, or why a move is legal or not.
    Explain(Option<String>),
    /// For the board.
    Board,
    /// To show what that player sees, or all.
    For(String),
    /// To turn the board round.
    Flip,
    /// To write the game into a file.
    Save(String),
    /// To go on with the game of a file.
    Load(String),
    /// To begin anew.
    New,
    /// To let the machine play for a player, or for whoever is to move.
    Machine(Option<String>),
    /// To let a person play for him.
    Person(Option<String>),
    /// To let the machine make this move.
    Go,
    /// For the commands.
    Help,
    /// To end.
    Quit,
}

/// What may stand behind a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// Perhaps something.
    Perhaps(&'static str),
    /// Something.
    One(&'static str),
}

/// The commands: word, what stands behind it, what it does.
const COMMANDS: &[(&str, Takes, &str)] = &[
    ("undo", Takes::Nothing, "takes moves back, up to your last one"),
    ("redo", Takes::Nothing, "makes them again"),
    ("hint", Takes::Nothing, "tells a good move"),
    ("moves", Takes::Perhaps("CELL"), "lists the legal moves, or those of a cell"),
    ("explain", Takes::Perhaps("MOVE"), "tells what holds and why, or why a move is legal or not"),
    ("board", Takes::Nothing, "shows the board again"),
    (
        "for",
        Takes::One("PLAYER"),
        "shows what that player sees, or `all`, where the rules hide something",
    ),
    ("flip", Takes::Nothing, "turns the board round"),
    ("go", Takes::Nothing, "lets the machine make this move"),
    (
        "machine",
        Takes::Perhaps("PLAYER"),
        "lets the machine play for a player, for all, or for who is to move",
    ),
    ("person", Takes::Perhaps("PLAYER"), "lets a person play for them"),
    ("new", Takes::Nothing, "begins anew"),
    ("save", Takes::One("FILE"), "writes the game into a file"),
    ("load", Takes::One("FILE"), "goes on with the game of a file"),
    ("help", Takes::Nothing, "tells this"),
    ("quit", Takes::Nothing, "ends"),
];

/// What stands before a command that is also the name of a legal move.
const MARK: char = ':';

impl Command {
    /// What a line asks. The name of a legal move, as `is_move` knows it, is that move; what stands behind a colon is a command in any case, and
    /// what is no command is a move.
    ///
    /// # Errors
    /// A command that lacks something, or has too much.
    pub fn parse(line: &str, is_move: impl Fn(&str) -> bool) -> Result<Self, String> {
        let line = line.trim();
        let marked = line.strip_prefix(MARK);
        let whole = || Ok(Self::Move(line.to_owned()));
        if marked.is_none() && is_move(line) {
            return whole();
        }
        let text = marked.unwrap_or(line).trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let known = COMMANDS.iter().find(|(known, ..)| *known == word);
        let Some((word, takes, _)) = known else {
            return match marked {
                Some(_) => Err(unknown(word)),
                None => whole(),
            };
        };
        let some = (!rest.is_empty()).then(|| rest.to_owned());
        match (takes, &some) {
            (Takes::Nothing, Some(rest)) => {
                return Err(format!("`{word}` stands alone, without `{rest}`"));
            }
            (Takes::One(what), None) => return Err(format!("`{word}` takes a {what}")),
            _ => {}
        }
        Ok(match *word {
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "hint" => Self::Hint,
            "moves" => Self::Moves(some),
            "explain" => Self::Explain(some),
            "board" => Self::Board,
            "for" => Self::For(some.unwrap_or_default()),
            "flip" => Self::Flip,
            "go" => Self::Go,
            "machine" => Self::Machine(some),
            "person" => Self::Person(some),
            "new" => Self::New,
            "save" => Self::Save(some.unwrap_or_default()),
            "load" => Self::Load(some.unwrap_or_default()),
            "help" => Self::Help,
            _ => Self::Quit,
        })
    }
}

/// The words of all commands.
pub fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(word, ..)| *word)
}

/// Which command a word may have been meant for.
pub fn near(word: &str) -> Option<&'static str> {
    nearest(word, words())
}

fn unknown(word: &str) -> String {
    match near(word) {
        Some(near) => format!("no command `{word}`; did you mean `{near}`?"),
        None => format!("no command `{word}`; `help` lists them"),
    }
}

/// What each command does, a line each.
pub fn help() -> Vec<String> {
    let head = |word: &str, takes: Takes| match takes {
        Takes::Nothing => word.to_owned(),
        Takes::Perhaps(what) => format!("{word} [{what}]"),
        Takes::One(what) => format!("{word} {what}"),
    };
    let rows = COMMANDS.iter().map(|(word, takes, does)| (head(word, *takes), *does));
    let rows: Vec<(String, &str)> =
        std::iter::once((String::from("MOVE"), "makes a move, as `moves` lists it"))
            .chain(rows)
            .collect();
    let wide = rows.iter().map(|(head, _)| head.len()).max().unwrap_or(0);
    rows.iter().map(|(head, does)| format!("{head:wide$}  {does}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        let parsed = |line: &str| Command::parse(line, |text| text == "flip");
        assert_eq!(parsed(" undo "), Ok(Command::Undo));
        assert_eq!(parsed("moves"), Ok(Command::Moves(None)));
        assert_eq!(parsed("explain a1-b2"), Ok(Command::Explain(Some(String::from("a1-b2")))));
        assert_eq!(parsed("save my game"), Ok(Command::Save(String::from("my game"))));
        assert_eq!(parsed("a1 b2"), Ok(Command::Move(String::from("a1 b2"))));
        assert_eq!(parsed("undone"), Ok(Command::Move(String::from("undone"))));
        // A legal move that is called as a command is.
        assert_eq!(parsed("flip"), Ok(Command::Move(String::from("flip"))));
        assert_eq!(parsed(":flip"), Ok(Command::Flip));
    }

    #[test]
    fn what_cannot_be_a_command_is_told() {
        let told = |line: &str| Command::parse(line, |_| false).expect_err(line);
        assert_eq!(told("undo 2"), "`undo` stands alone, without `2`");
        assert_eq!(told("load"), "`load` takes a FILE");
        assert_eq!(told(":hnit"), "no command `hnit`; did you mean `hint`?");
        assert_eq!(told(":"), "no command ``; `help` lists them");
    }

    #[test]
    fn every_command_is_understood() {
        for (word, takes, _) in COMMANDS {
            let line = match takes {
                Takes::One(_) => format!("{word} some"),
                _ => (*word).to_owned(),
            };
            let command = Command::parse(&line, |_| false).expect("a command");
            assert_eq!(matches!(command, Command::Quit), *word == "quit", "{word}");
        }
    }
}
