//! What a code of a warning means: the page `docs/findings.md`, a section a code.

use super::console::Console;
use super::fail::Failure;
use crate::diag::WarningCode;

const PAGE: &str = include_str!("../../docs/findings.md");

/// Prints the section of a code.
pub fn explain(console: &mut Console, word: &str) -> Result<(), Failure> {
    let near = match WarningCode::named(word) {
        Ok(code) => return console.answer(section(code)),
        Err(near) => near,
    };
    let failure = Failure::usage(format!("there is no warning `{word}`"));
    Err(match near {
        Some(near) => failure.help(format!("did you mean `{}`?", near.as_str())),
        None => failure.help("docs/findings.md has all of them"),
    })
}

/// The section of a code, without its heading.
pub fn section(code: WarningCode) -> &'static str {
    let heading = format!("\n## {}\n", code.as_str());
    let Some((_, rest)) = PAGE.split_once(heading.as_str()) else { return "" };
    rest.split("\n## ").next().unwrap_or_default().trim()
}

/// The first sentence of a section.
pub fn summary(section: &str) -> &str {
    let first = section.split("\n\n").next().unwrap_or_default();
    first.split_inclusive(". ").next().unwrap_or_default().trim()
}
