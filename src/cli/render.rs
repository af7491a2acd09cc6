//! Failures → what standard error shows: snippets for people, JSON for programs.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::fail::Failure;
use super::place;
use crate::diag::Diagnostic;
use crate::notation::BoardFault;
use crate::report;
use crate::source::{Part, Source, Span};

/// The failure for people, with colours that the stream takes out where they are not wanted.
pub fn text(failure: &Failure) -> String {
    let blocks: Vec<String> = match failure {
        Failure::Closed => Vec::new(),
        Failure::Usage(message, help) | Failure::Undecided(message, help) => {
            vec![render(Group::with_title(Level::ERROR.primary_title(message.as_str())), help)]
        }
        Failure::Rules(source, faults) | Failure::Test(source, faults) => {
            faults.iter().map(|fault| diagnostic(source, fault, Level::ERROR)).collect()
        }
        Failure::Partial(source, faults, _) => {
            faults.iter().map(|fault| diagnostic(source, fault, Level::WARNING)).collect()
        }
        Failure::Board(name, faults) => faults.iter().map(|fault| board(name, fault)).collect(),
    };
    blocks.join("\n")
}

fn diagnostic(source: &Source, fault: &Diagnostic, level: Level<'static>) -> String {
    let title = level.primary_title(fault.message.as_str());
    if fault.labels.is_empty() {
        return render(Group::with_title(title), &fault.help);
    }
    // One snippet a file, in the order in which the labels come to them.
    let mut shown: Vec<(Part<'_>, Vec<Annotation<'_>>)> = Vec::new();
    for (index, label) in fault.labels.iter().enumerate() {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let (part, Span { start, end }) = place::local(source, label.span);
        let text = Some(label.text.as_str()).filter(|text| !text.is_empty());
        let annotation = kind.span(start..end).label(text);
        match shown.iter_mut().find(|(known, _)| known.start == part.start) {
            Some((_, annotations)) => annotations.push(annotation),
            None => shown.push((part, vec![annotation])),
        }
    }
    let snippets = shown.into_iter().map(|(part, annotations)| {
        Snippet::source(part.text).path(part.name).annotations(annotations)
    });
    render(title.elements(snippets), &fault.help)
}

fn board(name: &str, fault: &BoardFault) -> String {
    let Span { start, end } = place::clamp(&fault.text, fault.range.clone().into());
    let label = Some(fault.label.as_str()).filter(|text| !text.is_empty());
    let snippet = Snippet::source(fault.text.as_str())
        .line_start(usize::try_from(fault.line).unwrap_or(usize::MAX))
        .path(name)
        .annotation(AnnotationKind::Primary.span(start..end).label(label));
    render(Level::ERROR.primary_title(fault.message.as_str()).element(snippet), &fault.help)
}

/// What is no failure, for people.
pub fn note(message: &str, help: &[String]) -> String {
    render(Group::with_title(Level::NOTE.primary_title(message)), help)
}

/// What is no failure, as a line of JSON.
pub fn note_json(message: &str, help: &[String]) -> String {
    report::line(&Record { level: "note", message, file: None, labels: Vec::new(), help }) + "\n"
}

fn render<'a>(mut group: Group<'a>, help: &'a [String]) -> String {
    for advice in help {
        group = group.element(Level::HELP.message(advice.as_str()));
    }
    let mut text = Renderer::styled().render(&[group]);
    text.push('\n');
    text
}

/// A failure as a line of JSON.
#[derive(Serialize)]
struct Record<'a> {
    /// `error`, `warning` for what an answer leaves out, or `note`.
    level: &'static str,
    /// What is wrong.
    message: &'a str,
    /// The file or input, where one is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The places; the first is where the fault is.
    labels: Vec<LabelRecord<'a>>,
    /// What to do about it.
    help: &'a [String],
}

/// A place of a failure.
#[derive(Serialize)]
struct LabelRecord<'a> {
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

/// The failure as JSON, one object a fault:
/// `{"level":"error","message":"…","file":"…","labels":[{"line":1,"column":1,"source":"…","text":"…"}],"help":["…"]}`.
pub fn json(failure: &Failure) -> String {
    let level = if matches!(failure, Failure::Partial(..)) { "warning" } else { "error" };
    let record = |message, file, labels, help| {
        let record = Record { level, message, file, labels, help };
        report::line(&record) + "\n"
    };
    match failure {
        Failure::Closed => String::new(),
        Failure::Usage(message, help) | Failure::Undecided(message, help) => {
            record(message, None, Vec::new(), help)
        }
        Failure::Rules(source, faults)
        | Failure::Test(source, faults)
        | Failure::Partial(source, faults, _) => faults
            .iter()
            .map(|fault| {
                let file = fault.labels.first().map(|label| place::of(source, label.span).file);
                let labels = fault.labels.iter().map(|label| {
                    let place = place::of(source, label.span);
                    LabelRecord {
                        file: Some(place.file).filter(|name| Some(*name) != file),
                        line: place.line as u64,
                        column: place.column,
                        source: place.text,
                        text: &label.text,
                    }
                });
                let file = file.unwrap_or(&source.name);
                record(&fault.message, Some(file), labels.collect(), &fault.help)
            })
            .collect(),
        Failure::Board(name, faults) => faults
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the failure shows, without colours.
    fn plain(failure: &Failure) -> String {
        anstream::adapter::strip_str(&text(failure)).to_string()
    }

    #[test]
    fn a_board_shows_its_line() {
        let fault = BoardFault::new(4, "..x.", 2..3, "unknown piece `x`").label("not known");
        let shown = plain(&Failure::Board(String::from("a.txt"), vec![fault]));
        let expected =
            "error: unknown piece `x`\n --> a.txt:4:3\n  |\n4 | ..x.\n  |   ^ not known\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_fault_in_two_files_shows_both() {
        let source = Source::new("mine", "b = 2").on(Source::new("base", "# one\na = b"));
        let fault = Diagnostic::new("unknown `b`", Span::new(10, 11)).also(Span::new(12, 13), "b");
        let failure = Failure::Rules(Box::new(source), vec![fault]);
        let shown = "error: unknown `b`\n --> base:2:5\n  |\n2 | a = b\n  |     ^\n  |\n ::: mine:1:1\n  |\n1 | b = 2\n  | - b\n";
        assert_eq!(plain(&failure), shown);
        let record = json(&failure);
        assert!(record.contains(r#""file":"base","labels":[{"line":2,"column":5,"source":"b""#));
        assert!(record.contains(r#"{"file":"mine","line":1,"column":1,"source":"b","text":"b"}"#));
    }

    #[test]
    fn places_outside_the_text_are_brought_inside() {
        let source = Source::new("r", "é");
        for span in [(0, 1), (1, 1), (2, 2), (2, 9), (9, 3)] {
            let fault =
                Diagnostic::new("broken", Span::new(span.0, span.1)).also(Span::new(0, 9), "");
            let failure = Failure::Rules(Box::new(source.clone()), vec![fault]);
            assert!(plain(&failure).contains("error: broken"));
            assert!(json(&failure).contains("\"line\":1"));
        }
        let failure = Failure::Rules(
            Box::new(Source::new("r", "")),
            vec![Diagnostic::new("empty", Span::new(0, 0))],
        );
        assert!(plain(&failure).contains("error: empty"));
        let end = BoardFault::new(9, "", 0..0, "nothing there");
        assert!(plain(&Failure::Board(String::from("-"), vec![end])).contains("-:9:1"));
    }
}
