//! Boards: files, standard input, texts of the command line → cases.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};

use clap::CommandFactory;

use super::args::{Cli, Positions};
use super::console::{Console, Out};
use super::fail::Failure;
use super::load;
use crate::diag::nearest;
use crate::game::{Game, near_shipped};
use crate::notation::{Case, Notation};
use crate::rules::Cases;

/// Bytes of a line; the longest line of the largest board is shorter.
const LINE_BYTES: u64 = 1 << 16;

/// Where positions come from.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// The file of that path; `-` is standard input.
    File(&'a str),
    /// That text, which holds exactly one.
    Text(&'a str),
    /// The rules' usual starting position.
    Setup,
}

/// Cases, until a failure.
pub type Inputs<'a> = Box<dyn Iterator<Item = Result<Case, Failure>> + 'a>;

impl Positions {
    /// Where a command takes its positions from.
    pub fn place(&self) -> Place<'_> {
        match (&self.position, &self.board) {
            (Some(text), _) => Place::Text(text),
            (None, Some(path)) => Place::File(path),
            (None, None) => Place::Setup,
        }
    }
}

impl Place<'_> {
    /// The name under which the user knows it.
    pub fn name(&self) -> &str {
        match self {
            Place::File("-") => "standard input",
            Place::File(path) => path,
            Place::Text(_) => "--position",
            // A fault there shows lines of that text, which are others than those of the file.
            Place::Setup => "setup",
        }
    }

    /// Opens it.
    pub fn cases<'a>(
        &'a self,
        loaded: &'a Game,
        notation: &'a Notation,
        out: &'a Out,
    ) -> Result<Inputs<'a>, Failure> {
        let name = self.name();
        let case = match self {
            Place::File(path) => {
                let lines = lines(open(path, out)?);
                let cases = notation.cases(lines);
                return Ok(Box::new(
                    cases.map(move |case| case.map_err(|error| Failure::read(name, error))),
                ));
            }
            Place::Text(text) => notation
                .position(&text.replace("\\n", "\n"))
                .map_err(|faults| Failure::Board(name.to_owned(), faults))?,
            Place::Setup => load::start(loaded)?.ok_or_else(|| {
                let rules = &loaded.source().name;
                Failure::usage(format!("`{rules}` has no usual starting position"))
                    .help("give a BOARD, `-` for standard input, or a position with `--position`")
                    .help("or write one into the rule file, as the `setup` of its `[format]`")
            })?,
        };
        Ok(Box::new(std::iter::once(Ok(case))))
    }
}

fn open<'a>(path: &str, out: &'a Out) -> Result<Box<dyn BufRead + 'a>, Failure> {
    let input: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(|error| missing(path, &error))?),
    };
    Ok(Box::new(BufReader::with_capacity(1 << 16, Prompt { input, out })))
}

/// An input that may keep its reader waiting: the answers so far are written before that.
struct Prompt<'a> {
    input: Box<dyn Read>,
    out: &'a Out,
}

impl Read for Prompt<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // What keeps the output from being written is told by the next answer.
        let _ = self.out.flush();
        self.input.read(bytes)
    }
}

/// The failure of a board that cannot be opened; its name may have been meant for a command.
pub fn missing(path: &str, error: &io::Error) -> Failure {
    let failure = Failure::unreadable(path, error);
    match near_command(path) {
        Some(help) if error.kind() == io::ErrorKind::NotFound => failure.help(help),
        _ => failure,
    }
}

/// The failure of a word that is no command, no rules and no file.
pub fn no_command(word: &str) -> Failure {
    let failure = Failure::usage(format!("no such command or file: `{word}`"));
    match near_command(word) {
        Some(help) => failure.help(help),
        None => failure.help("`interp help` lists the commands").help(near_shipped(word)),
    }
}

/// Which command a word may have been meant for.
pub fn near_command(word: &str) -> Option<String> {
    let mut cli = Cli::command();
    // Only then it has `help`.
    cli.build();
    let commands: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    nearest(word, commands).map(|near| format!("did you mean the command `{near}`?"))
}

/// Tells who sits before the terminal, where boards are read from it, that they are awaited, and how they are written.
pub fn await_boards(console: &mut Console, loaded: &Game) {
    if !io::stdin().is_terminal() {
        return;
    }
    let mut help = Vec::new();
    match &loaded.rules().format.cases {
        Cases::Count => help.push(String::from("the first line says how many positions follow")),
        Cases::Until(_, mark) => help.push(format!("a line that begins with `{mark}` ends them")),
        Cases::End => {}
    }
    if let Some(setup) = &loaded.rules().setup {
        help.push(format!("the usual starting position is written\n{}", setup.value.trim_end()));
        help.push(format!("`interp board --rules {}` draws it", loaded.source().name));
    }
    console.note("positions are read from the terminal, up to Ctrl-D", &help);
}

/// The lines of an input. A line that is too long or not UTF-8 is invalid data.
pub fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        match input.by_ref().take(LINE_BYTES + 1).read_until(b'\n', &mut bytes) {
            Err(error) => return Some(Err(error)),
            Ok(0) => return None,
            Ok(_) => {}
        }
        let invalid = |message: String| Err(io::Error::new(io::ErrorKind::InvalidData, message));
        if bytes.len() as u64 > LINE_BYTES {
            return Some(invalid(format!("a line has more than {LINE_BYTES} bytes")));
        }
        Some(String::from_utf8(bytes).or_else(|error| {
            let good = error.utf8_error().valid_up_to();
            let byte = error.as_bytes().get(good).copied().unwrap_or_default();
            invalid(format!("the input is not text in UTF-8: byte {} is {byte:#04x}", good + 1))
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_and_bytes_that_are_no_text_are_invalid() {
        let read = |bytes: &'static [u8]| lines(bytes).next().expect("a line");
        assert_eq!(read(b"ab\ncd").expect("text"), "ab\n");
        assert_eq!(read(b"a\xff").expect_err("bytes").kind(), io::ErrorKind::InvalidData);
        let long = vec![b'.'; 1 << 17];
        let error = lines(&long[..]).next().expect("a line").expect_err("too long");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
