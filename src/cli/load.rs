//! Rule files, from the disk or out of the program.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::bases::Bases;
use super::fail::Failure;
use crate::diag::{Diagnostic, nearest};
use crate::notation::{Case, Notation};
use crate::rules::{Rules, limits};
use crate::source::{Source, Span};
use crate::syntax::extend;

/// How the names of rule files end.
const TOML: &str = ".toml";

const ALL_SHIPPED: &str = "`interp games` lists the rules that are shipped";

/// A rule file and what it says.
#[derive(Debug)]
pub struct Loaded {
    /// The text.
    pub source: Source,
    /// What it says.
    pub rules: Rules,
}

/// Loads the rules of that name: a file's, with or without its `.toml`, or else shipped ones.
pub fn rules(name: &str) -> Result<Loaded, Failure> {
    match on_disk(name) {
        Some(path) => gathered(&path, true),
        None => gathered(name, false),
    }
}

/// Loads shipped rules, whatever files there are.
pub fn shipped(name: &str) -> Result<Loaded, Failure> {
    gathered(name, false)
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
    super::shipped::text(name).is_some() || on_disk(name).is_some()
}

/// Whether there is a file of that name, which is not called a rule file, and no rules.
pub fn is_other(name: &str) -> bool {
    super::shipped::text(name).is_none() && on_disk(name).is_some_and(|path| !path.ends_with(TOML))
}

/// The file that a name stands for. As where a file names the one that it extends, rule files come first and shipped
/// rules next; but here any other file may be named after these.
fn on_disk(name: &str) -> Option<String> {
    let file = if name.ends_with(TOML) { name.to_owned() } else { format!("{name}{TOML}") };
    if Path::new(&file).exists() {
        return Some(file);
    }
    let other = super::shipped::text(name).is_none() && Path::new(name).exists();
    other.then(|| name.to_owned())
}

/// Loads a rule file with all that it extends.
fn gathered(name: &str, on_disk: bool) -> Result<Loaded, Failure> {
    let mut source = source(name, on_disk)?;
    let mut bases = Bases::of(name, on_disk);
    let gathered = extend::gather(&mut source, &mut |name| bases.read(name));
    match gathered.map_err(|fault| vec![fault]).and_then(|()| crate::rules::load(&source)) {
        Ok(rules) => Ok(Loaded { source, rules }),
        Err(faults) => Err(Failure::Rules(Box::new(source), faults)),
    }
}

/// Reads the file of that path, or takes the shipped one of that name.
fn source(name: &str, on_disk: bool) -> Result<Source, Failure> {
    if !on_disk {
        return match super::shipped::text(name) {
            Some(text) => Ok(Source::new(name, text)),
            None => {
                Err(Failure::unreadable(name, &io::ErrorKind::NotFound.into())
                    .help(shipped_help(name)))
            }
        };
    }
    let bytes = bytes(Path::new(name)).map_err(|error| Failure::unreadable(name, &error))?;
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let fault =
            Diagnostic::new("the rule file is not text in UTF-8", Span::new(good, good + 1))
                .label("the first byte that is not");
        Failure::Rules(Box::new(Source::new(name, text)), vec![fault])
    })
}

/// The bytes of a rule file; of one that is too large, enough to say so.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limits::FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Which shipped rules a name may have meant.
pub fn shipped_help(name: &str) -> String {
    match nearest(name, super::shipped::names()) {
        Some(near) => format!("did you mean the shipped rules `{near}`?"),
        None => String::from(ALL_SHIPPED),
    }
}

impl Loaded {
    /// The usual starting position, if the file has one.
    pub fn setup(&self, notation: &Notation<'_>) -> Result<Option<Case>, Failure> {
        let Some(setup) = &self.rules.setup else { return Ok(None) };
        notation.position(&setup.value).map(Some).map_err(|faults| {
            let faults = faults.into_iter().map(|fault| {
                let place = format!("in its line {}, column {}", fault.line, fault.column);
                let diagnostic = Diagnostic::new(fault.message, setup.span).label(place);
                let said = Some(fault.label).filter(|label| !label.is_empty());
                said.into_iter().chain(fault.help).fold(diagnostic, Diagnostic::help)
            });
            Failure::Rules(Box::new(self.source.clone()), faults.collect())
        })
    }
}
