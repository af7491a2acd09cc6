//! Boards: files, standard input, texts of the command line → cases.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use clap::CommandFactory;

use super::args::{Cli, Positions};
use super::console::Out;
use super::fail::Failure;
use super::load::Loaded;
use crate::diag::nearest;
use crate::notation::{Case, Notation};

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
pub type Cases<'a> = Box<dyn Iterator<Item = Result<Case, Failure>> + 'a>;

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
    pub fn name<'a>(&'a self, loaded: &'a Loaded) -> &'a str {
        match self {
            Place::File("-") => "standard input",
            Place::File(path) => path,
            Place::Text(_) => "--position",
            Place::Setup => &loaded.source.name,
        }
    }

    /// Opens it.
    pub fn cases<'a>(
        &'a self,
        loaded: &'a Loaded,
        notation: &'a Notation<'a>,
        out: &'a Out,
    ) -> Result<Cases<'a>, Failure> {
        let name = self.name(loaded);
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
            Place::Setup => loaded.setup(notation)?.ok_or_else(|| {
                Failure::usage(format!("`{name}` has no usual starting position"))
                    .help("give a BOARD, `-` for standard input, or a position with `--position`")
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
    let cli = Cli::command();
    let commands: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    match nearest(path, commands) {
        Some(near) if error.kind() == io::ErrorKind::NotFound => {
            failure.help(format!("did you mean the command `{near}`?"))
        }
        _ => failure,
    }
}

/// The lines of an input. A line that is too long or not UTF-8 is invalid data.
fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
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
