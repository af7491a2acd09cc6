//! `interp betza`: Betza notation as a pattern, and back.

use serde::Serialize;

use super::console::Console;
use super::fail::Failure;
use crate::betza;
use crate::source::Source;
use crate::syntax::parse;
use crate::syntax::text::Text;

/// One meaning, said twice.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// In Betza notation.
    betza: &'a str,
    /// As a pattern.
    pattern: &'a str,
}

/// Prints the pattern of a Betza text, or the Betza text of a pattern.
pub fn run(
    console: &mut Console,
    text: Option<&str>,
    pattern: Option<&str>,
) -> Result<(), Failure> {
    let json = console.json();
    let mut answer = |record: Record<'_>, said: &str| match json {
        true => console.record(&record),
        false => console.answer(said),
    };
    match (text, pattern) {
        (Some(betza), _) => {
            let text = Text::plain(betza);
            let made = betza::parse(&text).and_then(|moves| betza::pattern(&moves));
            let pattern = made.map_err(refused("TEXT", betza))?.value;
            answer(Record { betza, pattern: &pattern }, &pattern)
        }
        (None, Some(pattern)) => {
            let walk = parse::pattern(&Text::plain(pattern));
            let betza =
                walk.and_then(|walk| betza::back(&walk)).map_err(refused("--pattern", pattern))?;
            answer(Record { betza: &betza, pattern }, &betza)
        }
        (None, None) => Err(Failure::usage("no Betza text to translate")
            .help("`interp betza TEXT`, or `interp betza --pattern PATTERN`")),
    }
}

/// What is written in the language of rule files is refused as they are.
fn refused(name: &str, text: &str) -> impl FnOnce(Vec<crate::diag::Diagnostic>) -> Failure {
    let source = Source::new(name, text);
    move |faults| Failure::Rules(Box::new(source), faults)
}
