//! What a file gives names to, so that it can be written once: walks, and regions, facts and goals with parameters; lists that
//! are ranged over. Each use is written out, as text, before it is parsed: what a parameter stands for shows where it stands.
//!
//! `"over(way)" = 'way to enemy, capture'`, used as `over(north or east)`, is read as `north or east to enemy, capture`, and each
//! byte keeps the place where it was written.

use super::ast::{CondAst, Name, Scope};
use super::error::in_word;
use super::limits::WRITTEN_OUT;
use super::parse;
use super::text::Text;
use crate::diag::Diagnostic;
use crate::source::Span;

/// What a name with parameters may be the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Walk,
    Region,
    Fact,
    Goal,
}

impl Sort {
    /// The word for it, and the table where such are declared.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Sort::Walk => ("walk", "walks"),
            Sort::Region => ("region", "regions"),
            Sort::Fact => ("fact", "facts"),
            Sort::Goal => ("goal", "goals"),
        }
    }
}

/// A name that the file gives.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) sort: Sort,
    pub(super) name: Name,
    /// None where the name stands for one thing, which is not written out but for walks.
    pub(super) params: Vec<Name>,
    /// What it stands for; a goal is a table, which its reader keeps.
    pub(super) body: Option<Text>,
    /// How many of its sort without parameters stand before it.
    pub(super) before: usize,
    pub(super) used: bool,
}

impl Definition {
    /// `castle(side, to)`.
    pub(super) fn shown(&self) -> String {
        let params: Vec<&str> = self.params.iter().map(|name| name.value.as_str()).collect();
        match params.as_slice() {
            [] => self.name.value.clone(),
            params => format!("{}({})", self.name.value, params.join(", ")),
        }
    }
}

/// A list, each row of as many texts.
#[derive(Debug)]
pub(super) struct List {
    pub(super) name: Name,
    pub(super) rows: Vec<Vec<Text>>,
    pub(super) used: bool,
}

/// A name as it is used, with what it is given.
pub(super) struct Call {
    pub(super) name: Name,
    /// Whose text uses it.
    pub(super) scope: Scope,
    pub(super) args: Vec<Text>,
    pub(super) span: Span,
}

impl Call {
    /// The name of the one thing that this is: `row(own and edge)`, with single blanks.
    pub(super) fn whole_name(&self) -> Name {
        let words = |text: &Text| text.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let args: Vec<String> = self.args.iter().map(words).collect();
        let value = match args.is_empty() {
            true => self.name.value.clone(),
            false => format!("{}({})", self.name.value, args.join(", ")),
        };
        Name::new(value, self.span)
    }
}

/// A goal that is asked for and is still to be made.
pub(super) struct Wanted {
    /// Which of the definitions.
    pub(super) at: usize,
    pub(super) name: Name,
    pub(super) args: Vec<Text>,
    pub(super) scope: Scope,
}

/// All that the file gives names to, and what has come of it.
#[derive(Default)]
pub(super) struct Definitions {
    pub(super) known: Vec<Definition>,
    pub(super) lists: Vec<List>,
    /// The directions of the file's own.
    pub(super) tracks: Vec<Name>,
    /// The facts that those with parameters have come to, each with its definition.
    pub(super) facts: Vec<(usize, Name, CondAst)>,
    /// The goals that are still to be made, and the names of all that were asked for.
    pub(super) wanted: Vec<Wanted>,
    goals: Vec<String>,
    /// Where definitions stand, and where they are used.
    pub(super) uses: Vec<(Span, Span)>,
    /// Of each use so far its definition, and whose text it stood in.
    scopes: Vec<(usize, u32)>,
    /// How many uses, and brackets around them, lie around the text at hand.
    pub(super) level: u32,
    pub(super) nesting: usize,
    /// How many bytes have been written out.
    written: usize,
    /// How many uses could not be read.
    pub(super) failed: usize,
}

impl Definitions {
    pub(super) fn find(&self, sort: Sort, name: &str) -> Option<usize> {
        self.known.iter().position(|known| known.sort == sort && known.name.value == name)
    }

    /// Whether too much has been written out; that is told once, and nothing more is.
    pub(super) fn is_spent(&self) -> bool {
        self.written > WRITTEN_OUT
    }

    /// Whether the names have parameters, or are those of walks.
    pub(super) fn names(&self, sort: Sort) -> impl Iterator<Item = &str> {
        let of = self.known.iter().filter(move |known| known.sort == sort);
        of.filter(|known| known.sort == Sort::Walk || !known.params.is_empty())
            .map(|known| known.name.value.as_str())
    }

    /// What a use comes to, as text, with its scope.
    pub(super) fn written_out(&mut self, at: usize, call: &Call) -> Result<Text, Diagnostic> {
        let scope = self.enter(at, call)?;
        let known = &self.known[at];
        let body = known.body.as_ref().map(|body| body.within(scope));
        let body = body.unwrap_or_else(|| Text::plain(""));
        let names: Vec<&Name> = known.params.iter().collect();
        let args: Vec<&Text> = call.args.iter().collect();
        substituted(&body, &names, &args, &self.tracks, call.span, &mut self.written)
    }

    /// Checks what is given to a name, and notes the use.
    fn enter(&mut self, at: usize, call: &Call) -> Result<Scope, Diagnostic> {
        let known = &mut self.known[at];
        known.used = true;
        let (what, shown) = (known.sort.words().0, known.shown());
        if known.params.len() != call.args.len() {
            return Err(wrong_number(known, call));
        }
        if let Some(empty) = call.args.iter().find(|arg| arg.value.is_empty()) {
            let fault = Diagnostic::new("nothing is given here", empty.span);
            let fault = fault.label(format!("`{shown}`")).also(known.name.span, "declared here");
            return Err(fault);
        }
        let (name, place) = (known.name.clone(), known.body.as_ref().map(|body| body.span));
        self.uses.extend(place.map(|place| (place, call.span)));
        let mut around = call.scope.of;
        while let Some((outer, next)) = (around as usize).checked_sub(1).map(|of| self.scopes[of]) {
            if outer == at {
                let fault = Diagnostic::new(
                    format!("the {what} `{}` rests on itself", name.value),
                    name.span,
                );
                return Err(fault.also(call.span, "used here"));
            }
            around = next;
        }
        self.scopes.push((at, call.scope.of));
        Ok(Scope { of: self.scopes.len() as u32, level: self.level + 1 })
    }

    /// Asks for a goal; it is made once.
    pub(super) fn want(&mut self, at: usize, call: Call) -> Result<Name, Diagnostic> {
        let name = call.whole_name();
        if self.goals.contains(&name.value) {
            return Ok(name);
        }
        let scope = self.enter(at, &call)?;
        self.goals.push(name.value.clone());
        self.wanted.push(Wanted { at, name: name.clone(), args: call.args, scope });
        Ok(name)
    }

    /// A text of a goal with parameters, with what they stand for.
    pub(super) fn bound(&mut self, text: &Text, wanted: &Wanted) -> Result<Text, Diagnostic> {
        let names: Vec<&Name> = self.known[wanted.at].params.iter().collect();
        let args: Vec<&Text> = wanted.args.iter().collect();
        let body = text.within(wanted.scope);
        substituted(&body, &names, &args, &self.tracks, wanted.name.span, &mut self.written)
    }

    /// What stands for one row of a list.
    pub(super) fn ranged(
        &mut self,
        body: &Text,
        names: &[Name],
        row: &[Text],
    ) -> Result<Text, Diagnostic> {
        let names: Vec<&Name> = names.iter().collect();
        let row: Vec<&Text> = row.iter().collect();
        substituted(body, &names, &row, &self.tracks, body.span, &mut self.written)
    }
}

/// A name is given too much, or too little.
fn wrong_number(known: &Definition, call: &Call) -> Diagnostic {
    let (wants, has) = (known.params.len(), call.args.len());
    let what = known.sort.words().0;
    let message = match (wants, has) {
        (0, _) => format!("the {what} `{}` has no parameters", call.name.value),
        (_, 0) => format!("the {what} `{}` has parameters", call.name.value),
        _ => format!("`{}` is given {has} of {wants}", call.name.value),
    };
    let fault = Diagnostic::new(message, call.span).also(known.name.span, "declared here");
    let fault = fault.label(if has > wants { "too much is given" } else { "too little is given" });
    match wants {
        0 => fault.help(format!("write `{}`", call.name.value)),
        _ => fault.help(format!(
            "write `{}`, the bracket right behind the name; what has a comma stands in brackets of its own",
            known.shown()
        )),
    }
}

/// A text with what stands for some of its words; `tracks` are the directions of the file's own.
fn substituted(
    body: &Text,
    names: &[&Name],
    args: &[&Text],
    tracks: &[Name],
    place: Span,
    written: &mut usize,
) -> Result<Text, Diagnostic> {
    let args: Vec<Text> = args.iter().map(|arg| held_together(arg, tracks)).collect();
    let mut parts: Vec<(&Text, usize, usize)> = Vec::new();
    let mut done = 0;
    for (start, word) in words(&body.value) {
        let stands = names.iter().position(|name| name.value == word);
        if let Some(arg) = stands.and_then(|at| args.get(at)) {
            parts.extend([(body, done, start), (arg, 0, arg.value.len())]);
            done = start + word.len();
        }
    }
    parts.push((body, done, body.value.len()));
    *written += parts.iter().map(|(_, start, end)| end - start).sum::<usize>() + 1;
    if *written > WRITTEN_OUT {
        let fault = Diagnostic::new("what has names comes to too much", place);
        let label = format!("more than {WRITTEN_OUT} bytes when all is written out");
        return Err(fault.label(label));
    }
    parts.retain(|(_, start, end)| start < end);
    Ok(Text::joined(body.span, parts))
}

/// What is given, in brackets if it would not hold together without.
fn held_together(arg: &Text, tracks: &[Name]) -> Text {
    if parse::is_one(&arg.value, |word| tracks.iter().any(|track| track.value == word)) {
        return arg.clone();
    }
    let bracket = |text: &str, at: usize| {
        Text::made(arg.span, [(text, arg.span(at, at + 1))]).within(arg.scope(at))
    };
    let (open, close) = (bracket("(", 0), bracket(")", arg.value.len().saturating_sub(1)));
    // A comment at its end would take the bracket with it.
    let line = bracket("\n", arg.value.len().saturating_sub(1));
    let parts = [(&open, 0, 1), (arg, 0, arg.value.len()), (&line, 0, 1), (&close, 0, 1)];
    Text::joined(
        arg.span,
        parts.into_iter().filter(|(text, ..)| text.value != "\n" || arg.value.contains('#')),
    )
}

/// The words of a text, and where they start; comments have none.
pub(super) fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let long = match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            c if in_word(c) => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        if c.is_ascii_alphabetic() {
            found.push((at, &rest[..long]));
        }
        at += long;
    }
    found
}
