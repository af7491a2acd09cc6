//! How a document is laid out: tidied, folded, and its outline.

use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind, TextEdit};

use super::documents::Snapshot;
use super::place::Lines;
use super::wire::Refusal;
use crate::editor::outline::{Entry, Outline, Sort, Step};
use crate::game::Game;
use crate::source::Span;

/// The changes that make a document tidy.
pub fn tidied(snapshot: &Snapshot) -> Result<Vec<TextEdit>, Refusal> {
    let before = &*snapshot.document.text;
    let after = Game::tidy(before).map_err(|fault| {
        Refusal::failed(format!("what is no TOML is not laid out anew: {fault}"))
    })?;
    if before == after {
        return Ok(Vec::new());
    }
    // Only the lines that change, so that the editor's own marks stay on the others.
    let same = |(a, b): &(&str, &str)| a == b;
    let lines = before.split_inclusive('\n').zip(after.split_inclusive('\n'));
    let head: usize = lines.take_while(same).map(|(line, _)| line.len()).sum();
    let (old, new) = (before.get(head..), after.get(head..));
    let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
    let lines = old.split_inclusive('\n').rev().zip(new.split_inclusive('\n').rev());
    let tail: usize = lines.take_while(same).map(|(line, _)| line.len()).sum();
    let text = new.get(..new.len() - tail).unwrap_or_default();
    let span = Span::new(head, before.len() - tail);
    Ok(vec![TextEdit::new(Lines::new(before, snapshot.units).range(span), text.to_owned())])
}

/// What can be folded: tables, values of several lines, comments of several lines.
pub fn folds(snapshot: &Snapshot) -> Vec<FoldingRange> {
    let text = &*snapshot.document.text;
    let outline = Outline::of(text);
    let lines = Lines::new(text, snapshot.units);
    let fold = |span: Span, kind: Option<FoldingRangeKind>| {
        let (start, end) = (lines.position(span.start), lines.position(span.end));
        (start.line < end.line).then(|| FoldingRange {
            start_line: start.line,
            end_line: end.line,
            kind,
            ..FoldingRange::default()
        })
    };
    let sections = outline.sections.iter().map(|section| section.span);
    let values = outline.entries.iter().map(|entry| entry.value);
    let mut folds: Vec<FoldingRange> =
        sections.chain(values).filter_map(|span| fold(span, None)).collect();
    let mut block: Option<Span> = None;
    for comment in &outline.comments {
        let line = text.get(..comment.start).unwrap_or_default();
        let alone = line.rsplit('\n').next().unwrap_or_default().trim().is_empty();
        let next = |block: Span| {
            let between = text.get(block.end..comment.start).unwrap_or("x");
            between.trim().is_empty() && between.matches('\n').count() == 1
        };
        block = match block {
            Some(before) if alone && next(before) => Some(before.to(*comment)),
            before => {
                folds.extend(before.and_then(|span| fold(span, Some(FoldingRangeKind::Comment))));
                alone.then_some(*comment)
            }
        };
    }
    folds.extend(block.and_then(|span| fold(span, Some(FoldingRangeKind::Comment))));
    folds
}

/// The tables of a document, each with its keys.
pub fn symbols(snapshot: &Snapshot) -> Vec<DocumentSymbol> {
    let text = &*snapshot.document.text;
    let outline = Outline::of(text);
    let lines = Lines::new(text, snapshot.units);
    let begin = outline.sections.first().map_or(text.len(), |section| section.head.start);
    let keys = |within: Span, depth: usize| {
        let inside = move |entry: &&Entry| {
            let key = entry.key.filter(|_| !entry.heads && entry.path.len() == depth + 1);
            key.is_some_and(|key| within.start <= key.start && key.end <= within.end)
        };
        let symbol = |entry: &Entry| {
            let key = entry.key?;
            let kind = if entry.sort == Sort::Table { SymbolKind::OBJECT } else { SymbolKind::KEY };
            let Some(Step::Key(name)) = entry.path.last() else { return None };
            let whole = key.to(entry.value);
            Some(symbol(name.clone(), kind, lines.range(whole), lines.range(key), Vec::new()))
        };
        let mut found: Vec<DocumentSymbol> =
            outline.entries.iter().filter(inside).filter_map(symbol).collect();
        // Of `moves.step` and `moves.take` the table is told once.
        found.dedup_by(|one, before| one.name == before.name);
        found
    };
    let mut symbols = keys(Span::new(0, begin), 0);
    for section in &outline.sections {
        let name = text.get(section.head.start..section.head.end).unwrap_or_default();
        let name = name.trim_matches(['[', ']']).trim().to_owned();
        let kind = match section.path.as_slice() {
            [Step::Key(table), Step::Key(_), ..] if table == "pieces" => SymbolKind::CLASS,
            [.., Step::Item] => SymbolKind::EVENT,
            _ => SymbolKind::NAMESPACE,
        };
        let (span, head) = (lines.range(section.span), lines.range(section.head));
        symbols.push(symbol(name, kind, span, head, keys(section.span, section.path.len())));
    }
    symbols.retain(|symbol| !symbol.name.is_empty());
    symbols
}

fn symbol(
    name: String,
    kind: SymbolKind,
    range: lsp_types::Range,
    selection_range: lsp_types::Range,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the protocol's type has a field that is no longer used")]
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: (!children.is_empty()).then_some(children),
    }
}
