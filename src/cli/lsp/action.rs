//! What can be done about a finding: its fixes, all sure ones at once, or a comment that says it is meant.

use std::collections::HashMap;

use lsp_types::{CodeAction, CodeActionContext, CodeActionKind, TextEdit, Uri, WorkspaceEdit};

use super::documents::Snapshot;
use super::finding::{self, Finding};
use super::place::Lines;
use crate::cli::mend;
use crate::editor::outline::Outline;
use crate::source::Span;

/// The actions for what is found at a place of a document.
pub fn actions(snapshot: &Snapshot, at: Span, context: &CodeActionContext) -> Vec<CodeAction> {
    let found = match &snapshot.document.found {
        Some((state, found)) if *state == snapshot.document.state => found.clone(),
        // The text is newer than what has been found so far.
        _ => finding::at_once(snapshot).0,
    };
    let Ok(uri) = snapshot.uri.parse::<Uri>() else { return Vec::new() };
    let maker = Maker { lines: Lines::new(&snapshot.document.text, snapshot.units), uri };
    let wanted = |kind: &CodeActionKind| {
        let within = |asked: &CodeActionKind| {
            let rest = kind.as_str().strip_prefix(asked.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        context.only.as_ref().is_none_or(|only| only.iter().any(within))
    };
    let touches = |one: &&Finding| one.span.start <= at.end && at.start <= one.span.end;
    let mut actions = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        for one in found.iter().filter(touches) {
            for fix in &one.fixes {
                let edits = fix.edits.iter().map(|(span, text)| (*span, text.as_str()));
                actions.push(maker.fix(one, fix.title.clone(), fix.sure, edits.collect()));
            }
            actions.extend(maker.allow(&snapshot.document.text, one));
        }
    }
    let kind = CodeActionKind::SOURCE_FIX_ALL;
    let sure = found.iter().filter_map(|one| one.fixes.iter().find(|fix| fix.sure));
    let (edits, count) = mend::together(sure);
    if count > 0 && wanted(&kind) {
        let title = String::from("mend all that is sure");
        let edit = Some(maker.edit(edits));
        actions.push(CodeAction { title, kind: Some(kind), edit, ..CodeAction::default() });
    }
    actions
}

/// Makes actions of one document.
struct Maker<'t> {
    lines: Lines<'t>,
    uri: Uri,
}

impl Maker<'_> {
    fn edit(&self, edits: Vec<(Span, &str)>) -> WorkspaceEdit {
        let edits = edits.into_iter();
        let edits =
            edits.map(|(span, text)| TextEdit::new(self.lines.range(span), text.to_owned()));
        #[expect(
            clippy::mutable_key_type,
            reason = "the protocol's type; its cache is no part of the key"
        )]
        let changes = HashMap::from([(self.uri.clone(), edits.collect())]);
        WorkspaceEdit::new(changes)
    }

    fn fix(&self, of: &Finding, title: String, sure: bool, edits: Vec<(Span, &str)>) -> CodeAction {
        CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![of.shown.clone()]),
            is_preferred: sure.then_some(true),
            edit: Some(self.edit(edits)),
            ..CodeAction::default()
        }
    }

    /// A comment on a line of its own, above what the warning is about.
    fn allow(&self, text: &str, of: &Finding) -> Option<CodeAction> {
        let code = of.code?;
        let outline = Outline::of(text);
        let keys = outline.entries.iter().filter_map(|entry| entry.key);
        let heads = outline.sections.iter().map(|section| section.head);
        let begins = keys.chain(heads).map(|span| span.start);
        let key = begins.filter(|start| *start <= of.span.start).max()?;
        let line = text.get(..key)?.rfind('\n').map_or(0, |at| at + 1);
        let indent = text.get(line..)?;
        let indent = indent.get(..indent.len() - indent.trim_start().len())?;
        let comment = format!("{indent}# interp: allow {code}\n");
        let title = format!("allow this: `{code}` is meant here");
        Some(self.fix(of, title, false, vec![(Span::new(line, line), &comment)]))
    }
}
