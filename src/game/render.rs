//! Faults → text for people, with the user's own lines.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Fault, What};
use crate::diag::{Diagnostic, Warning};
use crate::notation::BoardFault;
use crate::source::{self, Part, Source, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// There is no answer.
    Error,
    /// There is one, but not the whole.
    #[cfg(feature = "cli")]
    Warning,
    /// Nothing is wrong; something is told.
    #[cfg(feature = "cli")]
    Note,
}

impl Fault {
    /// The fault as people read it: each thing that is wrong with the lines of the user's text around it, the place underlined, and
    /// what would help. With `colour`, in the escape sequences of a terminal.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        text(self, Tone::Error, &renderer)
    }
}

/// A warning for people.
pub(super) fn warning(source: &Source, warning: &Warning, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let code = Some(warning.code.as_str());
    diagnostic(&renderer, source, &warning.told, code, Level::WARNING)
}

/// The fault for people.
pub(crate) fn text(fault: &Fault, tone: Tone, renderer: &Renderer) -> String {
    let level = match tone {
        Tone::Error => Level::ERROR,
        #[cfg(feature = "cli")]
        Tone::Warning => Level::WARNING,
        #[cfg(feature = "cli")]
        Tone::Note => Level::NOTE,
    };
    let blocks: Vec<String> = match fault.what() {
        What::Plain(said) => {
            let title = |message: &str| level.clone().primary_title(message.to_owned());
            let block = |(message, help): &(String, Vec<String>)| {
                render(renderer, Group::with_title(title(message)), help)
            };
            said.iter().map(block).collect()
        }
        What::Rules(source, faults) => faults
            .iter()
            .map(|fault| diagnostic(renderer, source, fault, None, level.clone()))
            .collect(),
        What::Warnings(source, found) => {
            let one = |warning: &Warning| {
                let code = Some(warning.code.as_str());
                diagnostic(renderer, source, &warning.told, code, level.clone())
            };
            found.iter().map(one).collect()
        }
        What::Lines(name, faults) => {
            faults.iter().map(|fault| board(renderer, name, fault)).collect()
        }
    };
    blocks.join("\n")
}

fn diagnostic(
    renderer: &Renderer,
    source: &Source,
    fault: &Diagnostic,
    code: Option<&'static str>,
    level: Level<'static>,
) -> String {
    let title = level.primary_title(fault.message.as_str());
    let title = match code {
        Some(code) => title.id(code),
        None => title,
    };
    if fault.labels.is_empty() {
        return render(renderer, Group::with_title(title), &fault.help);
    }
    // One snippet a file, in the order in which the labels come to them.
    let mut shown: Vec<(Part<'_>, Vec<Annotation<'_>>)> = Vec::new();
    for (index, label) in fault.labels.iter().enumerate() {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let (part, Span { start, end }) = source.local(label.span);
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
    render(renderer, title.elements(snippets), &fault.help)
}

fn board(renderer: &Renderer, name: &str, fault: &BoardFault) -> String {
    let Span { start, end } = source::clamp(&fault.text, fault.range.clone().into());
    let label = Some(fault.label.as_str()).filter(|text| !text.is_empty());
    let snippet = Snippet::source(fault.text.as_str())
        .line_start(usize::try_from(fault.line).unwrap_or(usize::MAX))
        .path(name)
        .annotation(AnnotationKind::Primary.span(start..end).label(label));
    render(
        renderer,
        Level::ERROR.primary_title(fault.message.as_str()).element(snippet),
        &fault.help,
    )
}

fn render<'a>(renderer: &Renderer, mut group: Group<'a>, help: &'a [String]) -> String {
    for advice in help {
        group = group.element(Level::HELP.message(advice.as_str()));
    }
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::Code;

    fn lines(name: &str, fault: BoardFault) -> Fault {
        Fault::new(Code::Position, What::Lines(name.to_owned(), vec![fault]))
    }

    fn rules(source: &Source, fault: Diagnostic) -> Fault {
        Fault::new(Code::Rules, What::Rules(source.clone(), vec![fault]))
    }

    #[test]
    fn a_board_shows_its_line() {
        let fault = BoardFault::new(4, "..x.", 2..3, "unknown piece `x`").label("not known");
        let shown = lines("a.txt", fault).render(false);
        let expected =
            "error: unknown piece `x`\n --> a.txt:4:3\n  |\n4 | ..x.\n  |   ^ not known\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_fault_in_two_files_shows_both() {
        let source = Source::new("mine", "b = 2").on(Source::new("base", "# one\na = b"));
        let fault = Diagnostic::new("unknown `b`", Span::new(10, 11)).also(Span::new(12, 13), "b");
        let failure = rules(&source, fault);
        let shown = "error: unknown `b`\n --> base:2:5\n  |\n2 | a = b\n  |     ^\n  |\n ::: mine:1:1\n  |\n1 | b = 2\n  | - b\n";
        assert_eq!(failure.render(false), shown);
        assert_eq!(failure.to_string(), "base:2:5: unknown `b`");
    }

    #[test]
    fn places_outside_the_text_are_brought_inside() {
        let source = Source::new("r", "é");
        for span in [(0, 1), (1, 1), (2, 2), (2, 9), (9, 3)] {
            let fault =
                Diagnostic::new("broken", Span::new(span.0, span.1)).also(Span::new(0, 9), "");
            let failure = rules(&source, fault);
            assert!(failure.render(false).contains("error: broken"));
            assert!(failure.to_string().contains(":1:"));
        }
        let failure = rules(&Source::new("r", ""), Diagnostic::new("empty", Span::new(0, 0)));
        assert!(failure.render(false).contains("error: empty"));
        let end = BoardFault::new(9, "", 0..0, "nothing there");
        assert!(lines("-", end).render(false).contains("-:9:1"));
    }
}
