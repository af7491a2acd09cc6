//! Finds the files that a rule file extends.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::fail::reason;
use super::{load, shipped};
use crate::diag::Diagnostic;
use crate::source::{Source, Spanned};

/// The chain of files that extend one another, as far as it has been read.
pub struct Bases {
    /// The folder of the last one; none where the program carries it.
    folder: Option<PathBuf>,
    /// The files so far: where they really are, and the name under which they are known.
    known: Vec<(PathBuf, String)>,
}

impl Bases {
    /// Nothing but the user's own file, or shipped rules.
    pub fn of(main: &str, on_disk: bool) -> Self {
        let mut bases = Bases { folder: None, known: Vec::new() };
        if on_disk {
            bases.enter(Path::new(main), main);
        }
        bases
    }

    /// Reads what the last file extends: a path from its folder, or shipped rules.
    pub fn read(&mut self, name: &Spanned<String>) -> Result<Source, Diagnostic> {
        let file = match name.value.strip_suffix(".toml") {
            Some(_) => name.value.clone(),
            None => format!("{}.toml", name.value),
        };
        let carried = shipped::text(&name.value);
        let path = self.folder.as_ref().map(|folder| folder.join(&file));
        let path = path.filter(|path| path.exists());
        // A file of the name of shipped rules extends those, and not itself.
        match (path.filter(|path| carried.is_none() || !self.is_last(path)), carried) {
            (Some(path), _) => self.file(&path, name),
            (None, Some(text)) => {
                self.folder = None;
                let known = name.value.strip_suffix(".toml").unwrap_or(&name.value);
                Ok(Source::new(known, text))
            }
            (None, None) => {
                let fault = unreadable(name, &reason(&io::ErrorKind::NotFound.into()));
                Err(fault.help(load::shipped_help(&name.value)))
            }
        }
    }

    fn file(&mut self, path: &Path, name: &Spanned<String>) -> Result<Source, Diagnostic> {
        let bytes = load::bytes(path).map_err(|error| unreadable(name, &reason(&error)))?;
        let text =
            String::from_utf8(bytes).map_err(|_| unreadable(name, "it is not text in UTF-8"))?;
        let shown = self.enter(path, &path.to_string_lossy());
        Ok(Source::new(shown, text))
    }

    /// Goes on from a file; the name under which it is known.
    fn enter(&mut self, path: &Path, name: &str) -> String {
        self.folder = path.parent().map(Path::to_path_buf);
        let real = real(path);
        let first = self.known.iter().find(|(known, _)| *known == real);
        let name = first.map_or(name, |(_, name)| name).to_owned();
        self.known.push((real, name.clone()));
        name
    }

    fn is_last(&self, path: &Path) -> bool {
        self.known.last().is_some_and(|(last, _)| *last == real(path))
    }
}

/// Where a file really is, however it is reached.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn unreadable(name: &Spanned<String>, why: &str) -> Diagnostic {
    Diagnostic::new(format!("cannot read `{}`", name.value), name.span).label(why)
}
