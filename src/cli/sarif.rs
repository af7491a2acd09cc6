//! `interp check --sarif`: what was found, as editors and continuous integration read it (SARIF 2.1.0, OASIS Standard, 27 March 2020).

use serde_json::{Value, json};

use crate::diag::{Diagnostic, Fix, WarningCode};
use crate::source::{Place, Source, Span};

use super::findings;

/// The code of what keeps a file from being read.
const FAULT: &str = "fault";

/// The log of these results.
pub fn log(results: Vec<Value>) -> Value {
    let fault = json!({
        "id": FAULT,
        "shortDescription": { "text": "the rule file is refused" },
        "defaultConfiguration": { "level": "error" },
    });
    let warnings = WarningCode::ALL.iter().map(|code| {
        let text = findings::section(*code);
        json!({
            "id": code.as_str(),
            "shortDescription": { "text": findings::summary(text) },
            "help": { "text": text, "markdown": text },
            "defaultConfiguration": { "level": "warning" },
        })
    });
    let rules: Vec<Value> = std::iter::once(fault).chain(warnings).collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "interp",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// What was found in a rule file: a fault, which has no code of its own, or a warning.
pub fn result(source: &Source, told: &Diagnostic, code: Option<WarningCode>) -> Value {
    let id = code.map_or(FAULT, WarningCode::as_str);
    let index = code.and_then(|code| WarningCode::ALL.iter().position(|known| *known == code));
    let text = match told.help.is_empty() {
        true => told.message.clone(),
        false => format!("{} ({})", told.message, told.help.join("; ")),
    };
    let mut labels = told.labels.iter();
    let place = |label: &crate::diag::Label| location(source, label.span, &label.text);
    let first: Vec<Value> = labels.next().map(place).into_iter().collect();
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": index.map_or(0, |index| index + 1),
        "level": if code.is_some() { "warning" } else { "error" },
        "message": { "text": text },
        "locations": first,
    });
    let related: Vec<Value> = labels.map(place).collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::from(related);
    }
    if !told.fixes.is_empty() {
        result["fixes"] = told.fixes.iter().map(|fix| fixed(source, fix)).collect();
    }
    result
}

fn location(source: &Source, span: Span, said: &str) -> Value {
    let place = source.place(span);
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(place.file) },
        "region": region(place),
    } });
    if !said.is_empty() {
        location["message"] = json!({ "text": said });
    }
    location
}

fn fixed(source: &Source, fix: &Fix) -> Value {
    let file = fix.edits.first().map_or("", |(span, _)| source.place(*span).file);
    let edits = fix.edits.iter().map(|(span, text)| {
        json!({ "deletedRegion": region(source.place(*span)), "insertedContent": { "text": text } })
    });
    json!({
        "description": { "text": fix.title },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(file) },
            "replacements": edits.collect::<Vec<Value>>(),
        }],
    })
}

/// From where to where, lines and columns from 1; the end is not part of it.
fn region(place: Place<'_>) -> Value {
    let lines = place.text.matches('\n').count();
    let last = place.text.rsplit('\n').next().unwrap_or_default().chars().count();
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.line + lines,
        "endColumn": if lines == 0 { place.column + last } else { last + 1 },
    })
}

/// A path as a relative reference.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/").replace('%', "%25");
    path.replace(' ', "%20").replace('#', "%23").replace('?', "%3F")
}
