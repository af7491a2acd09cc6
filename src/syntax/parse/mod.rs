//! The pest grammars, and their pairs made into the syntax tree.

mod brackets;
mod calls;
mod cells;
mod condition;
mod directions;
mod numbers;
mod pattern;
mod towers;

use super::ast::*;
use super::decl::TrackLine;
use super::directions::Dirs;
use super::limits::{NESTING, PATTERN_BYTES, WRITTEN_OUT};
use super::template::{Field, Named, Part, PartAst, Style, TemplateAst};
use super::text::Text;
use super::unfold::{Definitions, words};
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::{Pair, Pairs};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use grammar::Language as Grammar;
pub(super) use grammar::Rule;

/// The parser of every quoted word of the language.
#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/words.pest"]
    #[grammar = "grammar/directions.pest"]
    #[grammar = "grammar/cells.pest"]
    #[grammar = "grammar/pattern.pest"]
    #[grammar = "grammar/condition.pest"]
    #[grammar = "grammar/template.pest"]
    pub(in crate::syntax) struct Language;
}

/// One quoted text on its way into the tree.
struct Reader<'t> {
    text: &'t Text,
    /// What the file gives names to.
    known: &'t mut Definitions,
    faults: Vec<Diagnostic>,
}

type Parsed<T> = Result<T, Vec<Diagnostic>>;

/// A move pattern that uses no names for walks.
pub fn pattern(text: &Text) -> Parsed<Choice> {
    pattern_with(text, &mut Definitions::default())
}

/// A test of a cell that uses no names with parameters.
pub fn test(text: &Text) -> Parsed<TestAst> {
    test_with(text, &mut Definitions::default())
}

/// A move pattern.
pub(super) fn pattern_with(text: &Text, known: &mut Definitions) -> Parsed<Choice> {
    read(text, Rule::pattern, "pattern", known, |reader, pair| reader.choice(only(pair)))
}

/// A test of a cell, or a set of cells.
pub(super) fn test_with(text: &Text, known: &mut Definitions) -> Parsed<TestAst> {
    read(text, Rule::test_only, "cell test", known, |reader, pair| reader.test(only(pair)))
}

/// A line of cells, one after the other.
pub(super) fn lane(text: &Text) -> Parsed<TrackLine> {
    read(text, Rule::lane, "line of cells", &mut Definitions::default(), |reader, pair| {
        let squares = pair.into_inner().filter(|part| part.as_rule() == Rule::square);
        let place =
            |part: Pair<Rule>| Spanned::new(cells::square(part.as_str()), reader.span(&part));
        squares.map(place).collect()
    })
}

/// A set of directions.
pub(super) fn directions_with(text: &Text, known: &mut Definitions) -> Parsed<Dirs> {
    read(text, Rule::directions_only, "direction set", known, |reader, pair| {
        reader.directions(only(pair))
    })
}

/// A condition.
pub(super) fn condition_with(text: &Text, known: &mut Definitions) -> Parsed<CondAst> {
    read(text, Rule::condition, "condition", known, |reader, pair| reader.cond(only(pair)))
}

/// By what a move is preferred to another.
pub(super) fn measure_with(text: &Text, known: &mut Definitions) -> Parsed<MeasureAst> {
    read(text, Rule::measure, "measure", known, |reader, pair| {
        let inner = only(pair);
        let rule = inner.as_rule();
        let name = |reader: &mut Reader<'_>| reader.names(inner.clone()).pop();
        match rule {
            Rule::most_captured => MeasureAst::Most(name(reader)),
            Rule::captured_first => match name(reader) {
                Some(name) => MeasureAst::First(name),
                None => MeasureAst::Most(None),
            },
            _ => MeasureAst::When(reader.cond(inner)),
        }
    })
}

/// What stands on a cell of a diagram.
pub fn content(text: &Text) -> Parsed<Content> {
    read(text, Rule::content, "cell's content", &mut Definitions::default(), |reader, pair| {
        let mut names = reader.names(pair).into_iter();
        match names.next() {
            None => Content::Empty,
            Some(first) => Content::Names(first, names.next()),
        }
    })
}

/// Who wins.
pub fn winner(text: &Text) -> Parsed<WinAst> {
    read(text, Rule::winner, "winner", &mut Definitions::default(), |reader, pair| {
        let mut parts = pair.into_inner();
        let first = parts.next();
        let most = first.as_ref().is_some_and(|first| first.as_str() == "most");
        match (first, parts.next()) {
            (Some(_), Some(name)) if name.as_rule() == Rule::name => {
                WinAst::Extreme(most, reader.name(&name))
            }
            (Some(who), _) => WinAst::Who(reader.who(who)),
            (None, _) => WinAst::Who(Spanned::new(WhoWord::Word(OwnerWord::Mover), text.span)),
        }
    })
}

/// How many cases there are.
pub fn cases(text: &Text) -> Parsed<CasesAst> {
    read(text, Rule::cases, "number of cases", &mut Definitions::default(), |reader, pair| {
        let inner = only(pair);
        if inner.as_rule() == Rule::cases_word {
            return if inner.as_str() == "count" { CasesAst::Count } else { CasesAst::End };
        }
        let mut field = Field::Size;
        let mut number = 0;
        for part in inner.into_inner() {
            match part.as_rule() {
                Rule::field => {
                    let span = reader.span(&part);
                    match reader.field(part) {
                        Some(PartAst::Part(Part::Field(read, _))) => field = read,
                        Some(_) => {
                            let fault = Diagnostic::new("no size ends the cases here", span);
                            reader.faults.push(fault.help("for example `until {size} = 0`"));
                        }
                        None => {}
                    }
                }
                Rule::number => number = reader.number(&part),
                _ => {}
            }
        }
        CasesAst::Until(field, number)
    })
}

/// A template.
pub fn template(text: &Text) -> Parsed<TemplateAst> {
    read(text, Rule::template, "template", &mut Definitions::default(), |reader, pair| {
        let parts = pair.into_inner().filter_map(|part| {
            let span = reader.span(&part);
            let value = match part.as_rule() {
                Rule::newline => PartAst::Part(Part::Newline),
                Rule::open => PartAst::Part(Part::Text(String::from("{"))),
                Rule::close => PartAst::Part(Part::Text(String::from("}"))),
                Rule::text => PartAst::Part(Part::Text(part.as_str().to_owned())),
                Rule::field => reader.field(part)?,
                _ => return None,
            };
            Some(Spanned::new(value, span))
        });
        parts.collect()
    })
}

/// The fault of a text that stands where a name is given, and why it is none.
pub fn no_name(text: &str, span: Span) -> Diagnostic {
    let told = Diagnostic::new(format!("`{text}` cannot be a name"), span);
    if is_reserved(text) {
        return told
            .label("a word of the language")
            .help(format!("take another word, or one that holds it: `my_{text}`"));
    }
    if Grammar::parse(Rule::square, text).is_ok_and(|pairs| pairs.as_str() == text) {
        let letters = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let number = &text[letters.len()..];
        return told
            .label("names a cell: letters of a file, and the number of a rank")
            .help(format!("put something between letters and number: `{letters}_{number}`"));
    }
    told.label("not a word")
        .help("a name starts with a letter, and goes on with letters, digits, `_` or `-`")
}

/// Whether `word` can name something: not a word of the language, not a cell.
pub fn is_name(word: &str) -> bool {
    Grammar::parse(Rule::name, word)
        .is_ok_and(|mut pairs| pairs.as_str() == word && pairs.next().is_some())
}

/// Whether `word` can be the name of a move: any word.
pub fn is_word(word: &str) -> bool {
    Grammar::parse(Rule::word, word).is_ok_and(|pairs| pairs.as_str() == word)
}

/// Whether `word` is a word of the language.
pub fn is_reserved(word: &str) -> bool {
    Grammar::parse(Rule::reserved, word).is_ok_and(|pairs| pairs.as_str() == word)
}

/// Whether a text is a whole pattern, a whole condition or a whole test.
pub(super) fn stands_alone(what: &str, text: &str) -> bool {
    let rule = match what {
        "pattern" => Rule::pattern,
        "condition" => Rule::condition,
        _ => Rule::test_only,
    };
    Grammar::parse(rule, text).is_ok()
}

/// Whether a text holds together wherever it is put: a word, a number, directions, one test. Names that are joined by `or` are
/// directions if each of them is the name of one, which `is_direction` tells, and else tests.
pub(super) fn is_one(text: &str, is_direction: impl Fn(&str) -> bool) -> bool {
    let parses = |rule| Grammar::parse(rule, text).is_ok();
    let whole = text.trim();
    let leads = |word: &str| is_reserved(word) || is_direction(word);
    !whole.contains(|c: char| c.is_whitespace() || "(),|#".contains(c))
        || too_deep(text, NESTING).is_none()
            && (parses(Rule::test_unit_only)
                || parses(Rule::directions_only)
                    && words(text).into_iter().all(|(_, word)| leads(word)))
}

/// What may come next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Words of the language, as far as they are spelt out.
    pub words: BTreeSet<String>,
    /// Whether a name may.
    pub names: bool,
}

/// A language in which a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Move patterns.
    Pattern,
    /// Conditions.
    Condition,
    /// Tests of a cell.
    Test,
    /// Directions.
    Directions,
    /// By what moves are preferred.
    Measure,
    /// Who wins.
    Winner,
}

/// What may come behind a text; nothing, if the text itself cannot be the beginning of anything.
pub fn expected(language: Language, before: &str) -> Expected {
    let rule = match language {
        Language::Pattern => Rule::pattern,
        Language::Condition => Rule::condition,
        Language::Test => Rule::test_only,
        Language::Directions => Rule::directions_only,
        Language::Measure => Rule::measure,
        Language::Winner => Rule::winner,
    };
    if before.len() > PATTERN_BYTES || too_deep(before, NESTING).is_some() {
        return Expected::default();
    }
    // A sign that nothing can begin with; and a word that is a name if it can be anything.
    const NONE: char = '\u{1}';
    const NAME: &str = "zq-name";
    let end = before.len();
    let failed = in_detail(rule, &format!("{before}{NONE}")).err();
    let mut words = failed.map_or_else(BTreeSet::new, |error| super::error::expected(&error, end));
    let goes_on = |word: &str| match Grammar::parse(rule, &format!("{before}{word}{NONE}")) {
        Ok(_) => true,
        Err(error) => match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at >= end + word.len(),
        },
    };
    // Pest does not tell all that it has tried; but a word of the language is no name, so that it is seen to go on.
    if !words.is_empty() {
        let known = super::error::reserved();
        words.extend(known.filter(|word| goes_on(word)).map(str::to_owned));
    }
    Expected { words, names: goes_on(NAME) }
}

/// Parses a text so that a fault tells all that was expected. Pest is told to for all threads at once: of those one parses so at a time.
fn in_detail(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, pest::error::Error<Rule>> {
    static ONE: Mutex<()> = Mutex::new(());
    let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let parsed = Grammar::parse(rule, text);
    pest::set_error_detail(false);
    drop(one);
    parsed
}

fn read<T>(
    text: &Text,
    rule: Rule,
    what: &str,
    known: &mut Definitions,
    build: impl FnOnce(&mut Reader, Pair<Rule>) -> T,
) -> Parsed<T> {
    // What is written out is bounded as a whole.
    let most = if known.level == 0 { PATTERN_BYTES } else { WRITTEN_OUT };
    if text.value.len() > most {
        let fault = Diagnostic::new(format!("the {what} is too long"), text.span);
        return Err(vec![fault.help(format!("at most {PATTERN_BYTES} bytes are read"))]);
    }
    if let Some(at) = too_deep(&text.value, NESTING.saturating_sub(known.nesting)) {
        let fault =
            Diagnostic::new(format!("the {what} is nested too deeply"), text.span(at, at + 1));
        return Err(vec![fault.help(format!(
            "at most {NESTING} brackets, or `not`s in a row, may be open at once"
        ))]);
    }
    // Once more, slowly, for the furthest place and what was expected there.
    let parsed = Grammar::parse(rule, &text.value).or_else(|_| in_detail(rule, &text.value));
    let mut reader = Reader { text, known, faults: Vec::new() };
    match parsed.map(|mut pairs| pairs.next()) {
        Ok(Some(pair)) => {
            let tree = build(&mut reader, pair);
            if reader.faults.is_empty() { Ok(tree) } else { Err(reader.faults) }
        }
        Ok(None) => Err(vec![Diagnostic::new(format!("the {what} is empty"), text.span)]),
        Err(error) => Err(vec![brackets::fault(what, rule, text, &error)]),
    }
}

/// Where the brackets, or the `not`s in a row, go deeper than `most`.
fn too_deep(value: &str, most: usize) -> Option<usize> {
    let (mut depth, mut nots) = (0_usize, 0_usize);
    for (at, c) in value.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if value[at..].starts_with("not") {
            nots += 1;
        } else if !"not \t\r\n(".contains(c) {
            nots = 0;
        }
        if depth > most || nots > most {
            return Some(at);
        }
    }
    None
}

/// The first inner pair that is not the end of input; the pair itself if it has none.
fn only(pair: Pair<Rule>) -> Pair<Rule> {
    pair.clone().into_inner().find(|inner| inner.as_rule() != Rule::EOI).unwrap_or(pair)
}

impl Reader<'_> {
    fn span(&self, pair: &Pair<Rule>) -> Span {
        let span = pair.as_span();
        let end = span.start() + span.as_str().trim_end().len();
        self.text.span(span.start(), end.max(span.start()))
    }

    fn number(&mut self, pair: &Pair<Rule>) -> u32 {
        // The grammar allows at most nine digits, which fit.
        pair.as_str().parse().unwrap_or_default()
    }

    fn bounded(&mut self, pair: &Pair<Rule>, most: u32) -> u32 {
        let number = self.number(pair);
        if number > most {
            let fault = Diagnostic::new(format!("`{number}` is too large"), self.span(pair));
            self.faults.push(fault.label(format!("at most {most}")));
        }
        number.min(most)
    }

    fn name(&mut self, pair: &Pair<Rule>) -> Name {
        Spanned::new(pair.as_str().to_owned(), self.span(pair))
    }

    fn names(&mut self, pair: Pair<Rule>) -> Vec<Name> {
        pair.into_inner()
            .filter(|inner| inner.as_rule() == Rule::name)
            .map(|inner| self.name(&inner))
            .collect()
    }

    /// A field of a template; none, and a fault, where there is no such.
    fn field(&mut self, pair: Pair<Rule>) -> Option<PartAst> {
        let whole = self.span(&pair);
        let mut words = pair.into_inner().map(|inner| self.name(&inner));
        let (name, second, third) = (words.next()?, words.next(), words.next());
        // A number that nothing is kept of is of nothing.
        let of = |named: &Named| *named != Named::Number || second.is_some();
        let mut known = Named::ALL.into_iter().filter(of);
        if let Some(named) = known.find(|named| named.word() == name.value) {
            let Some(of) = second else {
                let (word, of) = (named.word(), named.of());
                let fault = Diagnostic::new(format!("of which {of}?"), whole);
                self.faults.push(fault.help(format!("for example `{{{word}:NAME}}`")));
                return None;
            };
            let style = match third {
                // Which of them it is does not matter for how it may be written.
                Some(word) => self.style(&word, named.any())?,
                None => Style::Plain,
            };
            return Some(PartAst::Named(named, of, style));
        }
        let Some(field) = Field::ALL.into_iter().find(|field| field.word() == name.value) else {
            let named = Named::ALL.iter().map(|named| named.word());
            let known = Field::ALL.iter().map(|field| field.word()).chain(named);
            self.faults.push(Diagnostic::unknown("field", &name.value, name.span, known));
            return None;
        };
        if let Some(third) = third {
            self.faults.push(Diagnostic::new("a field is written in one style", third.span));
        }
        let style = match second {
            Some(word) => self.style(&word, field)?,
            None => Style::Plain,
        };
        Some(PartAst::Part(Part::Field(field, style)))
    }

    /// The style of a field; none, and a fault, where there is no such.
    fn style(&mut self, word: &Name, field: Field) -> Option<Style> {
        let Some(style) = Style::ALL.into_iter().find(|style| style.word() == word.value) else {
            let known = Style::ALL.iter().filter(|style| style.fits(field));
            let known = known.map(|style| style.word());
            self.faults.push(Diagnostic::unknown("style", &word.value, word.span, known));
            return None;
        };
        if !style.fits(field) {
            let message = format!("`{}` is never `{}`", field.word(), style.word());
            self.faults.push(Diagnostic::new(message, word.span));
        }
        Some(style)
    }
}

#[cfg(test)]
mod tests {
    use super::super::error;
    use super::{Rule, in_detail};

    #[test]
    fn several_threads_are_told_what_was_expected() {
        let told = || {
            let fault = in_detail(Rule::pattern, "step \u{1}").expect_err("no pattern");
            error::expected(&fault, "step ".len())
        };
        let all = told();
        assert!(all.contains("forward"), "{all:?}");
        std::thread::scope(|scope| {
            let often = || (0..5_000).filter(|_| told() != all).count();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(often)).collect();
            let less = threads.into_iter().map(|thread| thread.join().expect("no panic"));
            assert_eq!(less.sum::<usize>(), 0);
        });
    }
}
