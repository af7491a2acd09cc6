//! What the reference's answers rest on.

use super::Digest;
use crate::tool::{files, root, text};
use std::sync::OnceLock;

/// The sources of the reference and of what reads rules for it, and of what asks it.
const SOURCES: &[&str] = &[
    "src/actions",
    "src/rules",
    "src/syntax",
    "src/trace",
    "src/words",
    "tests/chance",
    "tests/recorded",
];

/// Those that lie beside others.
const ALONE: &[&str] = &["src/index.rs", "src/planes.rs", "src/position.rs", "src/source.rs"];

/// The rule files that it is asked about, and the language in which they are written.
const RULES: &[(&str, &str)] =
    &[("rules", ".toml"), ("tests/cases/cliffs", ".toml"), ("grammar", ".pest")];

/// A number of all of it: where it is the same, the reference says the same.
pub fn basis() -> u64 {
    static BASIS: OnceLock<u64> = OnceLock::new();
    *BASIS.get_or_init(|| {
        let sources = SOURCES.iter().flat_map(|folder| files(folder, ".rs"));
        let alone = ALONE.iter().map(|path| root().join(path));
        let rules = RULES.iter().flat_map(|(folder, ending)| files(folder, ending));
        let mut digest = Digest::default();
        for path in sources.chain(alone).chain(rules) {
            digest.add(Digest::of(&text(&path)));
        }
        digest.0
    })
}

/// The same of the engine's sources.
pub fn engine() -> u64 {
    static ENGINE: OnceLock<u64> = OnceLock::new();
    *ENGINE.get_or_init(|| {
        let sources = ["src/program", "src/eval"].iter().flat_map(|folder| files(folder, ".rs"));
        let mut digest = Digest::default();
        sources.for_each(|path| digest.add(Digest::of(&text(&path))));
        digest.0
    })
}
