//! `interp import`: variants of another program's file as rule files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::Serialize;

use super::args::Import;
use super::console::Console;
use super::fail::Failure;
use crate::diag::{Diagnostic, nearest};
use crate::game::{Fault, Game, shipped};
use crate::import::{Format, Imported, Importer, ini};
use crate::source::{Source, Span, Spanned};

/// The format that is read: what its options mean.
const TABLE: &str = include_str!("../../tables/fairy_stockfish.toml");

/// A variant that was imported.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The section.
    variant: &'a str,
    /// The rule file.
    rules: &'a str,
    /// Whether nothing was left behind.
    whole: bool,
}

/// Writes a rule file for every section, or for one.
pub fn run(console: &mut Console, arguments: &Import) -> Result<(), Failure> {
    let source = read(&arguments.file)?;
    let refused = |faults| Failure::Rules(Box::new(source.clone()), faults);
    let sections = ini::parse(&source.text).map_err(refused)?;
    let format = Format::parse(TABLE)
        .map_err(|why| Failure::usage(format!("the table of options is broken: {why}")))?;
    let wanted: Vec<usize> = match &arguments.variant {
        None => (0..sections.len()).collect(),
        Some(name) => {
            let names = || sections.iter().map(|section| section.name.value.as_str());
            let at = names().position(|known| known == name).ok_or_else(|| {
                let failure = Failure::usage(format!("no variant `{name}` in `{}`", source.name));
                match nearest(name, names()) {
                    Some(near) => failure.help(format!("did you mean `{near}`?")),
                    None => failure,
                }
            })?;
            vec![at]
        }
    };
    if wanted.is_empty() {
        return Err(Failure::usage(format!("no variant in `{}`", source.name))
            .help("a variant is a section: `[name]` or `[name:base]`"));
    }
    let importer = Importer::new(&format, &sections, &|name| shipped::text(name));
    let (mut left, mut faults, mut written) = (Vec::new(), Vec::new(), Vec::new());
    for number in wanted {
        let imported = importer.import(number);
        let name = sections.get(number).map(|section| &section.name);
        let imported =
            imported.and_then(|imported| match (name, Game::from_text(&imported.text)) {
                (Some(name), Err(fault)) => Err(vec![unsound(name, &fault)]),
                _ => Ok(imported),
            });
        match (imported, name) {
            (Ok(imported), _) => left.extend(write(console, arguments, imported, &mut written)?),
            (Err(found), name) => refuse(&mut faults, found, name),
        }
    }
    if !left.is_empty() {
        console.fail(&Failure::Partial(Box::new(source.clone()), left, arguments.partial));
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(refused(faults)),
    }
}

/// That the rules of a section would be refused when they are read.
fn unsound(name: &Spanned<String>, fault: &Fault) -> Diagnostic {
    let message = format!("`{}` is not carried over", name.value);
    let why: Vec<&str> = fault.messages().collect();
    Diagnostic::new(message, name.span)
        .label(format!("its rules would not load: {}", why.join("; ")))
        .help("what it says together cannot be said in a rule file; say less at once")
}

/// Adds the faults of a section. One that several sections have, as they build on one another, is told
/// once.
fn refuse(faults: &mut Vec<Diagnostic>, found: Vec<Diagnostic>, name: Option<&Spanned<String>>) {
    for fault in found {
        let alike = |known: &&mut Diagnostic| {
            known.message == fault.message && known.labels.first() == fault.labels.first()
        };
        match (faults.iter_mut().find(alike), name) {
            (Some(known), Some(name)) => {
                let also = (name.span, String::from("builds on it, and is not written either"));
                *known = known.clone().also(also.0, also.1);
            }
            (Some(_), None) => {}
            (None, _) => faults.push(fault),
        }
    }
}

/// Writes one rule file to where it belongs, by a name that is not among those written; what it leaves out.
fn write(
    console: &mut Console,
    arguments: &Import,
    imported: Imported,
    written: &mut Vec<String>,
) -> Result<Vec<Diagnostic>, Failure> {
    let Imported { name, text, lost } = imported;
    let whole = lost.is_empty();
    let stem = file_name(&name);
    let mut file = stem.clone();
    while written.contains(&file) {
        file = format!("{stem}_{}", written.len());
    }
    let gap = if written.is_empty() { "" } else { "\n" };
    written.push(file.clone());
    if let Some(folder) = &arguments.out {
        let path = Path::new(folder).join(format!("{file}.toml"));
        let cannot = |error: io::Error| Failure::unwritable(path.display(), &error);
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, &text)).map_err(cannot)?;
        console.answer(&path.display().to_string())?;
    } else if console.json() {
        console.record(&Record { variant: &name, rules: &text, whole })?;
    } else {
        let head = if arguments.variant.is_some() {
            String::new()
        } else {
            format!("{gap}# === {name} ===\n")
        };
        console.answer(&format!("{head}{}", text.trim_end()))?;
    }
    Ok(lost)
}

/// A name that is a file's everywhere.
fn file_name(name: &str) -> String {
    let plain = |sign: char| match sign.is_ascii_alphanumeric() {
        true => sign.to_ascii_lowercase(),
        false => '_',
    };
    name.chars().map(plain).collect()
}

fn read(path: &str) -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    let most = ini::BYTES as u64 + 1;
    let (name, done) = match path {
        "-" => ("standard input", io::stdin().lock().take(most).read_to_end(&mut bytes)),
        _ => (path, File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))),
    };
    done.map_err(|error| Failure::unreadable(name, &error))?;
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let fault = Diagnostic::new("the file is not text in UTF-8", Span::new(good, good + 1))
            .label("the first byte that is not");
        Failure::Rules(Box::new(Source::new(name, text)), vec![fault])
    })
}
