//! A rule file with all that it extends, as an editor sees it: where a name is declared and where it is used.

use super::names::{self, Name, Sort};
use super::outline::{self, Outline, Step};
use crate::source::{Source, Span, Spanned};
use crate::syntax::limits::CHAIN;

/// Lines of a declaration that are shown.
const LINES: usize = 16;

/// One of the files.
#[derive(Clone, Debug)]
pub struct Part {
    /// The path of the file, or the name of shipped rules.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What stands where in it.
    pub outline: Outline,
    /// Its names.
    pub names: Vec<Name>,
}

impl Part {
    fn of(source: Source) -> Self {
        let Source { name, text, .. } = source;
        let outline = Outline::of(&text);
        let names = names::names(&text, &outline);
        Self { name, text, outline, names }
    }

    /// What the file extends, and where it says so.
    fn extends(&self) -> Option<Spanned<String>> {
        let entry = self.outline.find(&["extends"])?;
        let raw = self.text.get(entry.value.start..entry.value.end)?;
        (entry.sort == outline::Sort::Text)
            .then(|| Spanned::new(outline::inside(raw).0.to_owned(), entry.value))
    }

    /// The name that a byte touches.
    pub fn name_at(&self, byte: usize) -> Option<&Name> {
        let touches = |name: &&Name| (name.span.start..=name.span.end).contains(&byte);
        self.names.iter().find(touches)
    }
}

/// The files, each before what it extends.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The first is the one that an author looks at.
    pub parts: Vec<Part>,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The name.
    pub name: String,
    /// What it is the name of.
    pub sort: Sort,
    /// Of one that only a text knows, the file and the place of the text.
    pub scope: Option<(usize, Span)>,
}

impl Chain {
    /// The chain of a source; `read` gives what a file extends, by the name that stands there.
    pub fn of(source: Source, read: &mut dyn FnMut(&Spanned<String>) -> Option<Source>) -> Self {
        let mut parts = vec![Part::of(source)];
        while parts.len() < CHAIN
            && let Some(base) = parts.last().and_then(Part::extends).and_then(|name| read(&name))
            && parts.iter().all(|part| part.name != base.name)
        {
            parts.push(Part::of(base));
        }
        Self { parts }
    }

    /// The file that an author looks at.
    pub fn own(&self) -> Option<&Part> {
        self.parts.first()
    }

    fn all(&self) -> impl Iterator<Item = (usize, &Name)> {
        self.parts
            .iter()
            .enumerate()
            .flat_map(|(at, part)| part.names.iter().map(move |name| (at, name)))
    }

    /// Everything that is declared for the whole file.
    pub fn declared(&self) -> impl Iterator<Item = (usize, &Name)> {
        let whole = |name: &Name| name.declares && name.sorts.first() != Some(&Sort::Local);
        self.all().filter(move |(_, name)| whole(name))
    }

    /// What a name of that file means; none, if nothing declares it.
    pub fn target(&self, at: usize, name: &Name) -> Option<Target> {
        let found = |sort: Sort, scope| Target { name: name.name.clone(), sort, scope };
        if name.declares {
            let sort = *name.sorts.first()?;
            let scope = name.scope.filter(|_| sort == Sort::Local);
            return Some(found(sort, scope.map(|scope| (at, scope))));
        }
        for sort in name.sorts.iter().copied() {
            if sort != Sort::Local {
                let is =
                    |other: &Name| other.name == name.name && other.sorts.first() == Some(&sort);
                if self.declared().any(|(_, other)| is(other)) {
                    return Some(found(sort, None));
                }
            } else if let Some(scope) = name.scope {
                let gives = |other: &&Name| {
                    other.declares
                        && other.sorts.first() == Some(&Sort::Local)
                        && other.name == name.name
                        && other.scope.is_some_and(|of| of == scope)
                };
                if self.parts.get(at)?.names.iter().any(|other| gives(&other)) {
                    return Some(found(sort, Some((at, scope))));
                }
            }
        }
        None
    }

    /// Every place of what is meant: the file, the name, and whether it is declared there.
    pub fn places(&self, target: &Target) -> Vec<(usize, &Name)> {
        let same = |(at, name): &(usize, &Name)| {
            name.name == target.name && self.target(*at, name).as_ref() == Some(target)
        };
        self.all().filter(same).collect()
    }

    /// Where it is declared, first what is nearest to the author's file; of several places in one file the first.
    pub fn declarations(&self, target: &Target) -> Vec<(usize, &Name)> {
        let mut places = self.places(target);
        places.retain(|(_, name)| name.declares);
        places.dedup_by_key(|(at, _)| *at);
        places
    }

    /// What is written where something is declared: its lines, or of a header what stands below it.
    pub fn written(&self, at: usize, span: Span) -> &str {
        let Some(part) = self.parts.get(at) else { return "" };
        let entry = part.outline.key_at(span.start);
        let section = entry.filter(|entry| entry.heads).and_then(|entry| {
            let of = |path: &[Step]| path == entry.path;
            part.outline.sections.iter().find(|section| of(&section.path))
        });
        let whole = match (section, entry) {
            (Some(section), _) => section.span,
            (None, Some(entry)) => span.to(entry.value),
            (None, None) => span,
        };
        let start = part.text.get(..whole.start).and_then(|text| text.rfind('\n'));
        let rest = part.text.get(whole.end..).unwrap_or_default();
        let end = whole.end + rest.find('\n').unwrap_or(rest.len());
        let start = start.map_or(0, |at| at + 1);
        let text = part.text.get(start..end).unwrap_or_default();
        let lines = text.match_indices('\n').nth(LINES).map_or(text.len(), |(at, _)| at);
        text.get(..lines).unwrap_or_default().trim_end()
    }
}
