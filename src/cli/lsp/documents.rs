//! The rule files that are open in an editor. Their texts there count, not what is on the disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::TextDocumentContentChangeEvent;

use super::finding::Finding;
use super::place::{Lines, Units};
use super::uri;

/// A rule file that is open.
#[derive(Clone, Debug)]
pub struct Document {
    /// Where it is, if it is a file.
    pub path: Option<PathBuf>,
    /// Its text.
    pub text: Arc<str>,
    /// The editor's number of the text.
    pub version: i32,
    /// Our number of the text and of all that it builds on: no two states of any documents have the same.
    pub state: u64,
    /// What was found in it last, and in which state.
    pub found: Option<(u64, Vec<Finding>)>,
}

/// All of them, by their addresses.
#[derive(Default)]
pub struct Documents {
    open: BTreeMap<String, Document>,
    states: u64,
    /// What columns count.
    pub units: Units,
}

/// All that is needed to look at a document, while others are changed.
#[derive(Clone)]
pub struct Snapshot {
    /// Its address.
    pub uri: String,
    /// The document.
    pub document: Document,
    /// The files that are open.
    pub open: Vec<Open>,
    /// What columns count.
    pub units: Units,
}

/// A file that is open.
#[derive(Clone, Debug)]
pub struct Open {
    /// Where it really is.
    pub real: PathBuf,
    /// Its address, as the editor writes it.
    pub uri: String,
    /// Its text.
    pub text: Arc<str>,
}

impl Snapshot {
    /// The file at a path, if it is open.
    pub fn open_at(&self, path: &Path) -> Option<&Open> {
        let path = real(path);
        self.open.iter().find(|known| known.real == path)
    }

    /// The text of the file at a path, if it is open.
    pub fn text_of(&self, path: &Path) -> Option<String> {
        self.open_at(path).map(|open| open.text.to_string())
    }

    /// The address of a part of a source, by its name: that of a file, or of shipped rules.
    pub fn address(&self, name: &str) -> Option<String> {
        let path = Path::new(name);
        match self.open_at(path) {
            Some(open) => Some(open.uri.clone()),
            None if path.is_absolute() => Some(uri::of(path)),
            None => uri::of_shipped(name),
        }
    }
}

impl Documents {
    fn state(&mut self) -> u64 {
        self.states += 1;
        self.states
    }

    /// A document is opened, or opened anew.
    pub fn open(&mut self, uri: String, text: String, version: i32) {
        let path = uri::path(&uri);
        let (text, state) = (Arc::from(text), self.state());
        self.open.insert(uri, Document { path, text, version, state, found: None });
    }

    /// A document is changed.
    pub fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let (units, state) = (self.units, self.state());
        let Some(document) = self.open.get_mut(uri) else { return };
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let span = Lines::new(&text, units).span(range);
                    text.replace_range(span.start..span.end, &change.text);
                }
            }
        }
        (document.text, document.version, document.state) = (Arc::from(text), version, state);
    }

    /// A document is closed; whether it was open.
    pub fn close(&mut self, uri: &str) -> bool {
        self.open.remove(uri).is_some()
    }

    /// Those that may build on the document of that address, which has changed, are to be looked at anew: their addresses.
    pub fn touch_others(&mut self, uri: &str) -> Vec<String> {
        let builds = |document: &Document| document.text.contains("extends");
        let others = self.open.iter().filter(|(known, other)| *known != uri && builds(other));
        let others: Vec<String> = others.map(|(known, _)| known.clone()).collect();
        for other in &others {
            let state = self.state();
            if let Some(document) = self.open.get_mut(other) {
                document.state = state;
            }
        }
        others
    }

    /// Keeps what was found in a document; its version, or none if it has changed since.
    pub fn found(&mut self, uri: &str, state: u64, findings: Vec<Finding>) -> Option<i32> {
        let document = self.open.get_mut(uri).filter(|document| document.state == state)?;
        document.found = Some((state, findings));
        Some(document.version)
    }

    /// The document of that address as it is now.
    pub fn snapshot(&self, uri: &str) -> Option<Snapshot> {
        let document = self.open.get(uri)?.clone();
        let files = self.open.iter().filter_map(|(uri, document)| {
            let (real, text) = (real(document.path.as_deref()?), Arc::clone(&document.text));
            Some(Open { real, uri: uri.clone(), text })
        });
        Some(Snapshot { uri: uri.to_owned(), document, open: files.collect(), units: self.units })
    }
}

/// Where a file really is, however it is reached.
pub fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
