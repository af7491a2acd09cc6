//! Rule files on the disk: the only place of the library that reads files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::load::unknown_base;
use super::{Code, Fault, Game, What, shipped};
use crate::diag::Diagnostic;
use crate::rules::limits;
use crate::source::{Source, Span, Spanned};

impl Game {
    /// The game of a rule file. What it extends is looked for in its folder, then among shipped rules.
    ///
    /// # Errors
    /// [`Code::Unreadable`] if there is no such file, [`Code::Rules`] with every fault of its text.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Fault> {
        let path = path.as_ref();
        let source = Self::source_from(path)?;
        let mut bases = Bases::of(path, &source.name, &|_| None);
        Self::gathered(source, &mut |name| bases.read(name))
    }

    /// The game of a rule file as it stands in an editor: `open` gives the texts of files that are open there, which count in place of
    /// what is on the disk.
    #[cfg(feature = "cli")]
    pub(crate) fn edited(
        path: &Path,
        text: &str,
        open: &dyn Fn(&Path) -> Option<String>,
    ) -> Result<Self, Fault> {
        let source = Source::new(path.to_string_lossy(), text);
        let mut bases = Bases::of(path, &source.name, open);
        Self::gathered(source, &mut |name| bases.read(name))
    }

    /// The text of a rule file, whatever it says.
    pub(crate) fn source_from(path: impl AsRef<Path>) -> Result<Source, Fault> {
        let path = path.as_ref();
        let name = path.to_string_lossy().into_owned();
        let bytes = bytes(path).map_err(|error| {
            Fault::plain(Code::Unreadable, format!("cannot read `{name}`: {}", reason(&error)))
        })?;
        Self::source_of(&name, bytes)
    }

    /// The text of what was read under that name.
    pub(crate) fn source_of(name: &str, bytes: Vec<u8>) -> Result<Source, Fault> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let fault =
                Diagnostic::new("the rule file is not text in UTF-8", Span::new(good, good + 1))
                    .label("the first byte that is not");
            Fault::new(Code::Rules, What::Rules(Source::new(name, text), vec![fault]))
        })?;
        Ok(Source::new(name, text))
    }
}

/// The bytes of a rule file; of one that is too large, enough to say so.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limits::FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a file cannot be read.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => String::from("no such file"),
        io::ErrorKind::PermissionDenied => String::from("permission denied"),
        io::ErrorKind::IsADirectory => String::from("it is a directory"),
        _ => error.to_string(),
    }
}

/// The chain of files that extend one another, as far as it has been read.
pub(crate) struct Bases<'o> {
    /// The folder of the last one; none where the library carries it.
    folder: Option<PathBuf>,
    /// The files so far: where they really are, and the name under which they are known.
    known: Vec<(PathBuf, String)>,
    /// Texts that count in place of what is on the disk.
    open: &'o dyn Fn(&Path) -> Option<String>,
}

impl<'o> Bases<'o> {
    /// The chain that begins with a file which is known under that name.
    pub(crate) fn of(path: &Path, name: &str, open: &'o dyn Fn(&Path) -> Option<String>) -> Self {
        let mut bases = Self { folder: None, known: Vec::new(), open };
        bases.enter(path, name);
        bases
    }

    /// Reads what the last file extends: a path from its folder, or shipped rules.
    pub(crate) fn read(&mut self, name: &Spanned<String>) -> Result<Source, Diagnostic> {
        let file = match name.value.strip_suffix(".toml") {
            Some(_) => name.value.clone(),
            None => format!("{}.toml", name.value),
        };
        let carried = shipped::text(&name.value);
        let path = self.folder.as_ref().map(|folder| folder.join(&file));
        let path = path.filter(|path| path.exists() || (self.open)(path).is_some());
        // A file of the name of shipped rules extends those, and not itself.
        match (path.filter(|path| carried.is_none() || !self.is_last(path)), carried) {
            (Some(path), _) => self.file(&path, name),
            (None, Some(text)) => {
                self.folder = None;
                let known = name.value.strip_suffix(".toml").unwrap_or(&name.value);
                Ok(Source::new(known, text))
            }
            (None, None) => Err(unknown_base(name, &reason(&io::ErrorKind::NotFound.into()))),
        }
    }

    fn file(&mut self, path: &Path, name: &Spanned<String>) -> Result<Source, Diagnostic> {
        let unreadable = |why: &str| {
            Diagnostic::new(format!("cannot read `{}`", name.value), name.span).label(why)
        };
        let text = match (self.open)(path) {
            Some(text) => text,
            None => {
                let bytes = bytes(path).map_err(|error| unreadable(&reason(&error)))?;
                String::from_utf8(bytes).map_err(|_| unreadable("it is not text in UTF-8"))?
            }
        };
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
