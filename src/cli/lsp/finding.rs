//! What is found in a rule file, as editors are told it.

use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
};

use super::documents::Snapshot;
use super::place::Lines;
use crate::cli::{check, findings};
use crate::diag::{Diagnostic, Fix, WarningCode};
use crate::editor::is_rules;
use crate::editor::outline::Outline;
use crate::game::{Fault, Game, What};
use crate::source::{Part, Source, Span};

/// A fault, or a warning.
#[derive(Clone, Debug)]
pub struct Finding {
    /// As the editor shows it.
    pub shown: lsp_types::Diagnostic,
    /// What sort of warning it is; none of a fault.
    pub code: Option<WarningCode>,
    /// Where it is, in bytes of the document.
    pub span: Span,
    /// What may be written instead, places in bytes of the document.
    pub fixes: Vec<Fix>,
}

/// The game of a document, or what is wrong with it.
pub fn game(snapshot: &Snapshot) -> Result<Game, Fault> {
    let text = &snapshot.document.text;
    match &snapshot.document.path {
        Some(path) => Game::edited(path, text, &|path| snapshot.text_of(path)),
        None => Game::from_text(text),
    }
}

/// What the text of a document shows at once, and the game in which more can be looked for.
pub fn at_once(snapshot: &Snapshot) -> (Vec<Finding>, Option<Game>) {
    let outline = Outline::of(&snapshot.document.text);
    if outline.entries.is_empty() || !is_rules(&outline, None) {
        return (Vec::new(), None);
    }
    let fault = match game(snapshot) {
        Ok(game) => match check::positions(&game) {
            Ok(()) => {
                let told = game.text_warnings();
                let told = told.iter().map(|one| (&one.told, Some(one.code)));
                return (Teller::new(snapshot, game.source()).all(told), Some(game));
            }
            Err(failure) => failure.told().map(|(fault, _)| fault),
        },
        Err(fault) => Some(fault),
    };
    (fault.map_or_else(Vec::new, |fault| faults(snapshot, &fault)), None)
}

/// All that is found in a game which has no faults: it is played for that.
pub fn in_time(snapshot: &Snapshot, game: &Game) -> Vec<Finding> {
    match game.found_warnings() {
        Ok(found) => {
            let told = found.iter().map(|one| (&one.told, Some(one.code)));
            Teller::new(snapshot, game.source()).all(told)
        }
        Err(fault) => faults(snapshot, &fault),
    }
}

fn faults(snapshot: &Snapshot, fault: &Fault) -> Vec<Finding> {
    match fault.what() {
        What::Rules(source, faults) => {
            Teller::new(snapshot, source).all(faults.iter().map(|fault| (fault, None)))
        }
        // What has no place in the text is told at its beginning.
        _ => {
            let source = Source::new("", &*snapshot.document.text);
            let told: Vec<Diagnostic> =
                fault.messages().map(|message| Diagnostic::new(message, Span::default())).collect();
            Teller::new(snapshot, &source).all(told.iter().map(|fault| (fault, None)))
        }
    }
}

/// Says what is found in a source, whose own part is a document.
struct Teller<'s> {
    snapshot: &'s Snapshot,
    source: &'s Source,
    own: Part<'s>,
    lines: Lines<'s>,
}

impl<'s> Teller<'s> {
    fn new(snapshot: &'s Snapshot, source: &'s Source) -> Self {
        let own = source.own();
        Self { snapshot, source, own, lines: Lines::new(own.text, snapshot.units) }
    }

    fn all<'d>(
        &self,
        told: impl Iterator<Item = (&'d Diagnostic, Option<WarningCode>)>,
    ) -> Vec<Finding> {
        told.map(|(told, code)| self.one(told, code)).collect()
    }

    /// The place in the document; none of what stands in a file that it builds on.
    fn inside(&self, span: Span) -> Option<Span> {
        (span.start >= self.own.start).then(|| self.source.local(span).1)
    }

    fn one(&self, told: &Diagnostic, code: Option<WarningCode>) -> Finding {
        let inside = told.labels.iter().position(|label| self.inside(label.span).is_some());
        // What is wrong elsewhere is shown where the document names what it builds on.
        let span = inside
            .and_then(|at| self.inside(told.labels.get(at)?.span))
            .unwrap_or_else(|| self.extends());
        let first = told.labels.get(inside.unwrap_or(0));
        let mut message = told.message.clone();
        if let Some(label) = first.filter(|label| !label.text.is_empty()) {
            message += &format!(": {}", label.text);
        }
        for help in &told.help {
            message += &format!("\nhelp: {help}");
        }
        let others = told.labels.iter().enumerate().filter(|(at, _)| Some(*at) != inside);
        let related: Vec<DiagnosticRelatedInformation> = others
            .filter_map(|(_, label)| {
                let said = if label.text.is_empty() { &told.message } else { &label.text };
                Some(DiagnosticRelatedInformation {
                    location: self.location(label.span)?,
                    message: said.clone(),
                })
            })
            .collect();
        let data = code.map(|code| serde_json::json!({ "explain": findings::section(code) }));
        let shown = lsp_types::Diagnostic {
            range: self.lines.range(span),
            severity: Some(match code {
                Some(_) => DiagnosticSeverity::WARNING,
                None => DiagnosticSeverity::ERROR,
            }),
            code: code.map(|code| NumberOrString::String(code.as_str().to_owned())),
            source: Some(String::from("interp")),
            message,
            related_information: (!related.is_empty()).then_some(related),
            data,
            ..lsp_types::Diagnostic::default()
        };
        let local = |fix: &Fix| {
            let edits =
                fix.edits.iter().map(|(span, text)| Some((self.inside(*span)?, text.clone())));
            let edits = edits.collect::<Option<Vec<_>>>()?;
            Some(Fix { title: fix.title.clone(), sure: fix.sure, edits })
        };
        Finding { shown, code, span, fixes: told.fixes.iter().filter_map(local).collect() }
    }

    /// Where the document names what it builds on.
    fn extends(&self) -> Span {
        let outline = Outline::of(self.own.text);
        let named = outline.find(&["extends"]).map(|entry| entry.value);
        named.unwrap_or_else(|| self.own.first_line().within(self.own.start))
    }

    fn location(&self, span: Span) -> Option<Location> {
        let (part, local) = self.source.local(span);
        if part.start == self.own.start {
            return located(&self.snapshot.uri, self.lines.range(local));
        }
        let uri = self.snapshot.address(part.name)?;
        let range = Lines::new(part.text, self.snapshot.units).range(local);
        located(&uri, range)
    }
}

/// A place in a document; none where the address is none.
pub fn located(uri: &str, range: Range) -> Option<Location> {
    Some(Location::new(uri.parse().ok()?, range))
}
