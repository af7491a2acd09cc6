//! Faults → JSON.

use serde::Serialize;

use super::render::Tone;
use super::{Fault, What};
use crate::diag::{Diagnostic, Fix, Warning};
use crate::source::Source;

/// One thing that is wrong, as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct FaultRecord<'a> {
    /// `error`, `warning` for what an answer leaves out or what may be other than it seems, or `note`.
    level: &'static str,
    /// The fault's code, or the warning's.
    code: &'static str,
    /// What is wrong.
    message: &'a str,
    /// The file or input, where one is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The places; the first is where the fault is.
    labels: Vec<LabelRecord<'a>>,
    /// What to do about it.
    help: &'a [String],
    /// What may be written instead, each by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixRecord<'a>>,
}

/// Changes of a text after which a fault is gone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct FixRecord<'a> {
    /// What is done.
    title: &'a str,
    /// Whether `interp check --fix` does it; else it is a guess.
    sure: bool,
    /// The places, and what stands there instead.
    edits: Vec<EditRecord<'a>>,
}

/// A place, and what is to stand there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct EditRecord<'a> {
    /// The line, from 1.
    line: u64,
    /// The column in characters, from 1.
    column: usize,
    /// What stands there, which may go over several lines.
    source: &'a str,
    /// What is to stand there.
    text: &'a str,
}

/// A place of a failure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct LabelRecord<'a> {
    /// The file, where it is another than the failure's.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The line, from 1.
    line: u64,
    /// The column in characters, from 1.
    column: usize,
    /// The text at the place.
    source: &'a str,
    /// What is said there.
    text: &'a str,
}

/// The fault as JSON, one object for each thing that is wrong:
/// `{"level":"error","code":"rules","message":"…","file":"…","labels":[{"line":1,"column":1,"source":"…","text":"…"}],"help":["…"]}`.
pub(crate) fn json(fault: &Fault, tone: Tone) -> Vec<FaultRecord<'_>> {
    let level = match tone {
        Tone::Error => "error",
        Tone::Warning => "warning",
        Tone::Note => "note",
    };
    let code = fault.code().as_str();
    let record = |message, file, labels, help| {
        let fixes = Vec::new();
        FaultRecord { level, code, message, file, labels, help, fixes }
    };
    match fault.what() {
        What::Plain(said) => {
            said.iter().map(|(message, help)| record(message, None, Vec::new(), help)).collect()
        }
        What::Rules(source, faults) => {
            faults.iter().map(|fault| in_rules(source, fault, level, code)).collect()
        }
        What::Warnings(source, found) => warnings(source, found),
        What::Lines(name, faults) => faults
            .iter()
            .map(|fault| {
                let label = LabelRecord {
                    file: None,
                    line: fault.line,
                    column: fault.column,
                    source: fault.text.get(fault.range.clone()).unwrap_or_default(),
                    text: &fault.label,
                };
                record(&fault.message, Some(name), vec![label], &fault.help)
            })
            .collect(),
    }
}

/// Warnings as JSON, in the same form: `{"level":"warning","code":"replaced-list",…}`.
pub(crate) fn warnings<'f>(source: &'f Source, found: &'f [Warning]) -> Vec<FaultRecord<'f>> {
    let one =
        |warning: &'f Warning| in_rules(source, &warning.told, "warning", warning.code.as_str());
    found.iter().map(one).collect()
}

fn in_rules<'f>(
    source: &'f Source,
    fault: &'f Diagnostic,
    level: &'static str,
    code: &'static str,
) -> FaultRecord<'f> {
    let file = fault.labels.first().map(|label| source.place(label.span).file);
    let labels = fault.labels.iter().map(|label| {
        let place = source.place(label.span);
        LabelRecord {
            file: Some(place.file).filter(|name| Some(*name) != file),
            line: place.line as u64,
            column: place.column,
            source: place.text,
            text: &label.text,
        }
    });
    FaultRecord {
        level,
        code,
        message: &fault.message,
        file: Some(file.unwrap_or(&source.name)),
        labels: labels.collect(),
        help: &fault.help,
        fixes: fault.fixes.iter().map(|fix| fixed(source, fix)).collect(),
    }
}

fn fixed<'f>(source: &'f Source, fix: &'f Fix) -> FixRecord<'f> {
    let edits = fix.edits.iter().map(|(span, text)| {
        let place = source.place(*span);
        EditRecord { line: place.line as u64, column: place.column, source: place.text, text }
    });
    FixRecord { title: &fix.title, sure: fix.sure, edits: edits.collect() }
}
