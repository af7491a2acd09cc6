//! What is asked of a place in a document: where a name is declared and used, what stands there, what may be written.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentHighlight,
    DocumentHighlightKind, Documentation, Hover, HoverContents, Location, MarkupContent,
    MarkupKind, Position, Range, TextEdit, Uri, WorkspaceEdit,
};

use super::documents::{Snapshot, real};
use super::finding::{self, located};
use super::place::Lines;
use super::wire::Refusal;
use crate::editor::chain::{Chain, Target};
use crate::editor::complete::{self, What};
use crate::editor::hover;
use crate::editor::names::Sort;
use crate::game::{Bases, Game, shipped};
use crate::source::{Source, Span};
use crate::syntax::parse;

/// Files of a folder that are looked through for what builds on a document.
const FILES: usize = 1000;

/// A document with all that it extends, and a place in it.
pub struct Asked<'s> {
    snapshot: &'s Snapshot,
    chain: Chain,
    byte: usize,
}

/// A rule file that builds on others.
struct Other {
    uri: String,
    path: PathBuf,
    chain: Chain,
}

impl<'s> Asked<'s> {
    /// A place in a document.
    pub fn new(snapshot: &'s Snapshot, place: Position) -> Self {
        let text = &snapshot.document.text;
        let byte = Lines::new(text, snapshot.units).byte(place);
        let chain = match &snapshot.document.path {
            Some(path) => chain(snapshot, path, text),
            None => Chain::of(Source::new(&snapshot.uri, &**text), &mut |name| {
                Some(Source::new(&name.value, shipped::text(&name.value)?))
            }),
        };
        Self { snapshot, chain, byte }
    }

    /// What the name at the place means, and where it is written there.
    fn target(&self) -> Option<(Target, Span)> {
        let name = self.chain.own()?.name_at(self.byte)?;
        Some((self.chain.target(0, name)?, name.span))
    }

    /// The place of a span in a part of a chain that begins with the file of that address.
    fn location(&self, chain: &Chain, uri: &str, at: usize, span: Span) -> Option<Location> {
        let part = chain.parts.get(at)?;
        let range = Lines::new(&part.text, self.snapshot.units).range(span);
        match at {
            0 => located(uri, range),
            _ => located(&self.snapshot.address(&part.name)?, range),
        }
    }

    /// Where the name is declared; of what a document extends, where that begins.
    pub fn definition(&self) -> Vec<Location> {
        let extends = self.chain.own().and_then(|own| own.outline.find(&["extends"]));
        let on = |span: Span| (span.start..=span.end).contains(&self.byte);
        if extends.is_some_and(|entry| on(entry.value)) {
            let start = Span::new(0, 0);
            return self.location(&self.chain, "", 1, start).into_iter().collect();
        }
        let Some((target, _)) = self.target() else { return Vec::new() };
        let places = self.chain.declarations(&target).into_iter();
        let uri = &self.snapshot.uri;
        places.filter_map(|(at, name)| self.location(&self.chain, uri, at, name.span)).collect()
    }

    /// Where the name is used in the document.
    pub fn highlights(&self) -> Vec<DocumentHighlight> {
        let Some((target, _)) = self.target() else { return Vec::new() };
        let lines = Lines::new(&self.snapshot.document.text, self.snapshot.units);
        let places = self.chain.places(&target).into_iter().filter(|(at, _)| *at == 0);
        let kind = |declares: bool| match declares {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        };
        places
            .map(|(_, name)| DocumentHighlight {
                range: lines.range(name.span),
                kind: Some(kind(name.declares)),
            })
            .collect()
    }

    /// Where the name is used, in the document, what it extends and what builds on it.
    pub fn references(&self, declared: bool) -> Vec<Location> {
        let Some((target, _)) = self.target() else { return Vec::new() };
        let places = self.everywhere(&target).into_iter();
        let asked = places.filter(|place| declared || !place.declares);
        asked.filter_map(|place| located(&place.uri, place.range)).collect()
    }

    /// Every place of a name, in the order of the files.
    fn everywhere(&self, target: &Target) -> Vec<Place> {
        let mut found = Vec::new();
        let mut take = |chain: &Chain, uri: &str, own: bool| {
            for (at, name) in chain.places(target) {
                // Of another file what it builds on has been looked through, or will be.
                if (own || at == 0)
                    && let Some(location) = self.location(chain, uri, at, name.span)
                {
                    let uri = location.uri.to_string();
                    let (range, declares) = (location.range, name.declares);
                    found.push(Place { uri, range, declares });
                }
            }
        };
        take(&self.chain, &self.snapshot.uri, true);
        if target.scope.is_none() {
            for other in self.others(target) {
                take(&other.chain, &other.uri, false);
            }
        }
        let order = |place: &Place| (place.uri.clone(), place.range.start, place.range.end);
        found.sort_by_key(order);
        found.dedup_by_key(|place| order(place));
        found
    }

    /// The rule files that build on one in which the name is declared: those that are open, and those beside the document.
    fn others(&self, target: &Target) -> Vec<Other> {
        let declared = self.chain.declarations(target);
        let of = |at: usize| self.chain.parts.get(at).map(|part| part.name.as_str());
        let declared: Vec<&str> = declared.iter().filter_map(|(at, _)| of(*at)).collect();
        let mine: Vec<PathBuf> =
            self.chain.parts.iter().map(|part| real(Path::new(&part.name))).collect();
        let folder = self.snapshot.document.path.as_deref().and_then(Path::parent);
        let beside = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
        let beside = beside.flatten().map(|entry| entry.path());
        let beside = beside.filter(|path| path.extension().is_some_and(|end| end == "toml"));
        let mut paths: Vec<PathBuf> =
            self.snapshot.open.iter().map(|open| open.real.clone()).collect();
        let files = beside.take(FILES).map(|path| real(&path));
        paths.extend(files);
        paths.sort();
        paths.dedup();
        let other = |path: PathBuf| {
            let open = self.snapshot.open_at(&path);
            let text = match open {
                Some(open) => open.text.to_string(),
                None => fs::read_to_string(&path).ok()?,
            };
            if !text.contains("extends") {
                return None;
            }
            let uri = open.map_or_else(|| super::uri::of(&path), |open| open.uri.clone());
            let chain = chain(self.snapshot, &path, &text);
            let known = |name: &str| declared.iter().any(|one| same(one, name));
            let builds = chain.parts.iter().skip(1).any(|part| known(&part.name));
            builds.then_some(Other { uri, path, chain })
        };
        paths.into_iter().filter(|path| !mine.contains(path)).filter_map(other).collect()
    }

    /// What may be renamed at the place.
    pub fn renamable(&self) -> Result<Range, Refusal> {
        let (target, span) = self.target().ok_or_else(|| Refusal::failed(self.no_name()))?;
        self.is_ours(&target)?;
        Ok(Lines::new(&self.snapshot.document.text, self.snapshot.units).range(span))
    }

    /// Why nothing can be renamed at the place.
    fn no_name(&self) -> String {
        let text = &self.snapshot.document.text;
        let word = hover::word_at(text, self.byte);
        match word {
            "" => String::from("no name stands here"),
            word if crate::editor::lexicon::word(word).is_some() => {
                format!("`{word}` is a word of the language")
            }
            word => format!("`{word}` is no name that this file gives"),
        }
    }

    /// Whether the name is declared in files that can be changed.
    fn is_ours(&self, target: &Target) -> Result<(), Refusal> {
        let parts = self.chain.declarations(target).into_iter();
        let mut names = parts.filter_map(|(at, _)| self.chain.parts.get(at)).skip_while(|part| {
            Path::new(&part.name).is_absolute() || part.name == self.snapshot.uri
        });
        match names.next() {
            None => Ok(()),
            Some(part) => Err(Refusal::failed(format!(
                "`{}` is declared in the shipped rules `{}`, which stay as they are",
                target.name, part.name
            ))),
        }
    }

    /// The changes by which a name becomes another.
    pub fn rename(&self, new: &str) -> Result<WorkspaceEdit, Refusal> {
        let (target, _) = self.target().ok_or_else(|| Refusal::failed(self.no_name()))?;
        self.is_ours(&target)?;
        let fits = match target.sort {
            Sort::Move => parse::is_word(new),
            _ => parse::is_name(new),
        };
        if !fits {
            let told = parse::no_name(new, Span::default());
            let why = told.labels.first().map_or("", |label| label.text.as_str());
            return Err(Refusal::failed(format!("{}: {why}", told.message)));
        }
        let others = if target.scope.is_none() { self.others(&target) } else { Vec::new() };
        let chains = std::iter::once(&self.chain).chain(others.iter().map(|other| &other.chain));
        for chain in chains {
            let names = chain.parts.iter().flat_map(|part| &part.names);
            let taken = |name: &&crate::editor::names::Name| {
                let moves = name.sorts.first() == Some(&Sort::Move);
                name.declares && name.name == new && moves == (target.sort == Sort::Move)
            };
            if let Some(name) = names.clone().find(taken) {
                let what = name.sorts.first().map_or("name", |sort| sort.word());
                return Err(Refusal::failed(format!("`{new}` is taken: it names a {what}")));
            }
        }
        let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for place in self.everywhere(&target) {
            edits.entry(place.uri).or_default().push(TextEdit::new(place.range, new.to_owned()));
        }
        self.still_sound(&edits, &others)?;
        #[expect(
            clippy::mutable_key_type,
            reason = "the protocol's type; its cache is no part of the key"
        )]
        let changes: HashMap<Uri, Vec<TextEdit>> =
            edits.into_iter().filter_map(|(uri, edits)| Some((uri.parse().ok()?, edits))).collect();
        Ok(WorkspaceEdit::new(changes))
    }

    /// Holds that files which are sound are so after the changes. A name may stand where none is looked for, as part of a longer one.
    fn still_sound(
        &self,
        edits: &BTreeMap<String, Vec<TextEdit>>,
        others: &[Other],
    ) -> Result<(), Refusal> {
        let changed = |uri: &str, text: &str| {
            let Some(edits) = edits.get(uri) else { return text.to_owned() };
            let lines = Lines::new(text, self.snapshot.units);
            let mut text = text.to_owned();
            for edit in edits.iter().rev() {
                let span = lines.span(edit.range);
                text.replace_range(span.start..span.end, &edit.new_text);
            }
            text
        };
        let after = |path: &Path| {
            let text = self.snapshot.text_of(path).or_else(|| fs::read_to_string(path).ok())?;
            let uri = self.snapshot.address(&path.to_string_lossy())?;
            Some(changed(&uri, &text))
        };
        let own = self.snapshot.document.path.as_deref().map(|path| (path, &self.chain));
        let files = own.into_iter();
        let files = files.chain(others.iter().map(|other| (other.path.as_path(), &other.chain)));
        for (path, chain) in files {
            let Some(part) = chain.own() else { continue };
            let before = Game::edited(path, &part.text, &|path| self.snapshot.text_of(path));
            let Some(text) = after(path).filter(|_| before.is_ok()) else { continue };
            if let Err(fault) = Game::edited(path, &text, &after) {
                let why = fault.messages().next().unwrap_or_default().to_owned();
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                return Err(Refusal::failed(format!("`{file}` would be refused then: {why}")));
            }
        }
        Ok(())
    }

    /// What stands at the place.
    pub fn hover(&self) -> Option<Hover> {
        let found = hover::hover(&self.chain, self.byte)?;
        let mut text = found.text;
        if let Some(kind) = found.kind
            && let Ok(game) = finding::game(self.snapshot)
            && let Some(drawn) = game.reach(&kind, found.only.as_deref())
        {
            text += &format!("\n\n```text\n{drawn}```");
        }
        let lines = Lines::new(&self.snapshot.document.text, self.snapshot.units);
        let contents = MarkupContent { kind: MarkupKind::Markdown, value: text };
        let range = Some(lines.range(found.span));
        Some(Hover { contents: HoverContents::Markup(contents), range })
    }

    /// What may be written at the place.
    pub fn completion(&self) -> Vec<CompletionItem> {
        let mut rules: Vec<String> = shipped::names().map(str::to_owned).collect();
        let path = self.snapshot.document.path.as_deref();
        let folder = path.and_then(Path::parent).and_then(|folder| fs::read_dir(folder).ok());
        let beside = folder.into_iter().flatten().flatten().map(|entry| entry.path());
        let beside = beside.filter(|other| {
            other.extension().is_some_and(|end| end == "toml") && Some(other.as_path()) != path
        });
        rules.extend(
            beside.take(FILES).filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())),
        );
        rules.sort();
        rules.dedup();
        let found = complete::proposals(&self.chain, self.byte, &rules);
        let lines = Lines::new(&self.snapshot.document.text, self.snapshot.units);
        let range = lines.range(found.span);
        let item = |proposal: complete::Proposal| {
            let kind = match proposal.what {
                What::Key => CompletionItemKind::PROPERTY,
                What::Word => CompletionItemKind::KEYWORD,
                What::Value => CompletionItemKind::VALUE,
                What::Rules => CompletionItemKind::FILE,
                What::Name(Sort::Kind | Sort::Kinds) => CompletionItemKind::CLASS,
                What::Name(Sort::Walk | Sort::Move) => CompletionItemKind::FUNCTION,
                What::Name(_) => CompletionItemKind::VARIABLE,
            };
            let documentation =
                (!proposal.about.is_empty()).then_some(Documentation::MarkupContent(
                    MarkupContent { kind: MarkupKind::Markdown, value: proposal.about },
                ));
            CompletionItem {
                label: proposal.word.clone(),
                kind: Some(kind),
                documentation,
                filter_text: Some(proposal.word),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, proposal.text))),
                ..CompletionItem::default()
            }
        };
        found.all.into_iter().map(item).collect()
    }
}

/// A name where it is written.
struct Place {
    uri: String,
    range: Range,
    declares: bool,
}

/// Whether two names of parts are of one file.
fn same(one: &str, other: &str) -> bool {
    one == other || Path::new(one).is_absolute() && real(Path::new(one)) == real(Path::new(other))
}

/// A file with all that it extends.
fn chain(snapshot: &Snapshot, path: &Path, text: &str) -> Chain {
    let source = Source::new(path.to_string_lossy(), text);
    let open = |path: &Path| snapshot.text_of(path);
    let mut bases = Bases::of(path, &source.name, &open);
    Chain::of(source, &mut |name| bases.read(name).ok())
}
