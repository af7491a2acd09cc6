//! Positions in several forms: which one a text is in, what is said where none fits, and every position
//! of others that our rule files must read.

use std::io;

use crate::tool::{root, text};
use interp::notation::{Notation, ReadError};
use interp::rules::Rules;
use interp::source::Source;

/// The game of most tests here.
const GAME: &str = "tests/cases/boards/forms/rules.toml";

fn game() -> Rules {
    crate::tool::rules(&root().join(GAME))
}

/// What is read from an input, each case as it is written, and the fault that ends it.
fn read(input: Vec<io::Result<String>>) -> (Vec<String>, Option<String>) {
    let rules = game();
    let notation = Notation::new(&rules);
    let mut written = Vec::new();
    for case in notation.cases(input) {
        match case {
            Ok(case) => written.push(notation.write(&case.position)),
            Err(ReadError::Faults(faults)) => {
                let help: Vec<&str> =
                    faults.iter().flat_map(|fault| &fault.help).map(String::as_str).collect();
                return (written, Some(format!("{} [{}]", faults[0], help.join("; "))));
            }
            Err(ReadError::Io(fault)) => return (written, Some(fault.to_string())),
        }
    }
    (written, None)
}

fn lines(text: &str) -> Vec<io::Result<String>> {
    text.split('\n').map(|line| Ok(line.to_owned())).collect()
}

#[track_caller]
fn assert_read(input: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|case| (*case).to_owned()).collect();
    assert_eq!(read(lines(input)), (expected, None), "{input}");
}

#[track_caller]
fn assert_refused(input: &str, expected: &str) {
    assert_eq!(read(lines(input)).1.as_deref(), Some(expected), "{input}");
}

#[test]
fn the_first_form_that_fits_is_meant() {
    let red = "r\nT..\n..t";
    assert_read("r\nT..\n..t", &[red]);
    assert_read("T2/2t b 7 3+3", &[red]);
    assert_read("T2/2t b 7", &[red]);
    assert_read("T2/2t b", &[red]);
    assert_read("T2/2t r +0+0", &[red]);
    assert_read("r\nA--\n--B", &[red]);
}

#[test]
fn an_input_may_mix_the_forms() {
    let (red, blue) = ("r\nT..\n..t", "b\nT..\n..t");
    let input = "r\nA--\n--B\nr\nT..\n..t\n\nT2/2t r 1\nT2/2t b +0+0\nb\nT..\n..t\nT2/2t r";
    assert_read(input, &[red, red, blue, blue, blue, blue]);
}

#[test]
fn what_is_spent_is_counted_from_the_start() {
    let rules = game();
    let notation = Notation::new(&rules);
    let calls = |text: &str| {
        let case = notation.position(text).map_err(|faults| faults[0].to_string())?;
        Ok::<Vec<u8>, String>(case.position.cells[6..].iter().map(|slot| slot.byte()).collect())
    };
    assert_eq!(calls("T2/2t r +2+0"), Ok(vec![1, 3]));
    assert_eq!(calls("T2/2t r +3+1"), Ok(vec![0, 2]));
    assert_eq!(calls("T2/2t r 0 5+1"), Ok(vec![5, 1]));
    let fault = "1:10: too large a number: `calls` starts at 3";
    assert_eq!(calls("T2/2t r +4+0"), Err(fault.to_owned()));
}

#[test]
fn the_form_that_gets_furthest_says_what_is_wrong() {
    assert_refused(
        "T2/2t b x",
        "1:9: expected a number, found `x` [this is the form `packed`, which fits best; in the \
         format's own form: expected whose turn it is: `r` or `b`, found `T2/2t b x` at 1:1]",
    );
    assert_refused(
        "r\nTx.\n..t",
        "2:2: unknown piece `x`: expected one of `.`, `T` or `t` [the format's other forms, \
         `packed`, `given` and `letters`, do not fit either]",
    );
    assert_refused(
        "r\nA--\n-xB",
        "3:2: unknown piece `x`: expected one of `-`, `A` or `B` [this is the form `letters`, \
         which fits best; in the format's own form: unknown piece `A` at 2:1]",
    );
    // Cases before the fault are read.
    assert_eq!(read(lines("T2/2t b\nT2/2t")).0, ["r\nT..\n..t"]);
}

#[test]
fn a_line_that_cannot_be_read_is_not_passed_over() {
    let broken = || Err(io::Error::new(io::ErrorKind::InvalidData, "no text"));
    let line = |text: &str| Ok(text.to_owned());
    // The own form breaks off at the second line; the packed one would be content with the first.
    let (read_before, fault) = read(vec![line("r"), broken(), line("T2/2t b")]);
    assert_eq!((read_before, fault.as_deref()), (Vec::new(), Some("2:1: no text []")));
    let (read_before, fault) = read(vec![line("T2/2t b"), broken(), line("T2/2t b")]);
    assert_eq!(read_before, ["r\nT..\n..t"]);
    assert_eq!(fault.as_deref(), Some("2:1: no text []"));
}

#[test]
fn a_game_may_start_in_any_form() {
    let page = text(&root().join(GAME));
    let page = page.replace("[format.also.packed]", "setup = 'T2/2t b 1'\n[format.also.packed]");
    let rules = interp::rules::load(&Source::new("game", page)).expect("a rule file of ours");
    let notation = Notation::new(&rules);
    let setup = &rules.setup.as_ref().expect("a setup").value;
    let written = notation.position(setup).map(|case| notation.write(&case.position));
    assert_eq!(written.as_deref(), Ok("r\nT..\n..t"));
}

#[test]
fn positions_of_others_are_read_and_written_back() {
    let mut counts = (0, 0);
    let mut loaded: Option<(String, Rules)> = None;
    for line in text(&root().join("tests/cases/positions/fairy_stockfish.txt")).lines() {
        let fields: Vec<&str> = line.split(" | ").collect();
        let (name, position, written) = match fields[..] {
            _ if line.starts_with('#') => continue,
            [name, position] => (name, position, position),
            [name, position, written] => (name, position, written),
            _ => panic!("two fields, or three: {line}"),
        };
        if loaded.as_ref().is_none_or(|(known, _)| known != name) {
            let rules = crate::tool::rules(&root().join(format!("rules/{name}.toml")));
            loaded = Some((name.to_owned(), rules));
        }
        let (_, rules) = loaded.as_ref().expect("just loaded");
        let notation = Notation::new(rules);
        let read = |text: &str| match notation.position(text) {
            Ok(case) => case.position,
            Err(faults) => panic!("{name}: {text}: {}", faults[0]),
        };
        let found = read(position);
        assert_eq!(notation.write(&found), written, "{name}: {position}");
        assert_eq!(read(written), found, "{name}: {position}");
        counts = (counts.0 + 1, counts.1 + usize::from(position == written));
    }
    assert_eq!(counts, (104, 89), "positions, and those that are written as they are read");
}
