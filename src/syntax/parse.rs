//! The pest grammars, and their pairs made into the syntax tree.

use super::ast::*;
use super::directions::{Bearing, Compass, DirTerm, Dirs, Group};
use super::error::explain;
use super::template::{Field, Style, Template};
use super::text::Text;
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use pest::Parser;
use pest::iterators::Pair;

use grammar::Language;
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

/// Bytes of one quoted text.
pub const BYTES: usize = 4096;
/// Brackets within brackets.
pub const NESTING: usize = 64;

/// One quoted text on its way into the tree.
struct Reader<'t> {
    text: &'t Text,
    faults: Vec<Diagnostic>,
}

type Parsed<T> = Result<T, Vec<Diagnostic>>;

/// A move pattern.
pub fn pattern(text: &Text) -> Parsed<Choice> {
    read(text, Rule::pattern, "pattern", |reader, pair| reader.choice(only(pair)))
}

/// A test of a cell, or a set of cells.
pub fn test(text: &Text) -> Parsed<TestAst> {
    read(text, Rule::test_only, "cell test", |reader, pair| reader.test(only(pair)))
}

/// A set of directions.
pub fn directions(text: &Text) -> Parsed<Dirs> {
    read(text, Rule::directions_only, "direction set", |reader, pair| reader.directions(only(pair)))
}

/// A condition.
pub fn condition(text: &Text) -> Parsed<CondAst> {
    read(text, Rule::condition, "condition", |reader, pair| reader.cond(only(pair)))
}

/// What stands on a cell of a diagram.
pub fn content(text: &Text) -> Parsed<Content> {
    read(text, Rule::content, "cell's content", |reader, pair| {
        let mut names = reader.names(pair).into_iter();
        match names.next() {
            None => Content::Empty,
            Some(first) => Content::Names(first, names.next()),
        }
    })
}

/// Who wins.
pub fn winner(text: &Text) -> Parsed<WhoAst> {
    read(text, Rule::winner, "winner", |reader, pair| reader.who(only(pair)))
}

/// How many cases there are.
pub fn cases(text: &Text) -> Parsed<CasesAst> {
    read(text, Rule::cases, "number of cases", |reader, pair| {
        let inner = only(pair);
        if inner.as_rule() == Rule::cases_word {
            return if inner.as_str() == "count" { CasesAst::Count } else { CasesAst::End };
        }
        let mut field = Field::Size;
        let mut number = 0;
        for part in inner.into_inner() {
            match part.as_rule() {
                Rule::field => field = reader.field(part).0,
                Rule::number => number = reader.number(&part),
                _ => {}
            }
        }
        CasesAst::Until(field, number)
    })
}

/// A template.
pub fn template(text: &Text) -> Parsed<Template> {
    read(text, Rule::template, "template", |reader, pair| {
        let parts = pair.into_inner().filter_map(|part| {
            let span = reader.span(&part);
            let value = match part.as_rule() {
                Rule::newline => super::template::Part::Newline,
                Rule::open => super::template::Part::Text(String::from("{")),
                Rule::close => super::template::Part::Text(String::from("}")),
                Rule::text => super::template::Part::Text(part.as_str().to_owned()),
                Rule::field => {
                    let (field, style) = reader.field(part);
                    super::template::Part::Field(field, style)
                }
                _ => return None,
            };
            Some(Spanned::new(value, span))
        });
        Template(parts.collect())
    })
}

/// Whether `word` can name something: not a word of the language, not a cell.
pub fn is_name(word: &str) -> bool {
    Language::parse(Rule::name, word)
        .is_ok_and(|mut pairs| pairs.as_str() == word && pairs.next().is_some())
}

/// Whether `word` is a word of the language.
pub(super) fn is_reserved(word: &str) -> bool {
    Language::parse(Rule::reserved, word).is_ok_and(|pairs| pairs.as_str() == word)
}

fn read<T>(
    text: &Text,
    rule: Rule,
    what: &str,
    build: impl FnOnce(&mut Reader, Pair<Rule>) -> T,
) -> Parsed<T> {
    if text.value.len() > BYTES {
        let fault = Diagnostic::new(format!("the {what} is too long"), text.span);
        return Err(vec![fault.help(format!("at most {BYTES} bytes are read"))]);
    }
    if let Some(at) = too_deep(&text.value) {
        let fault =
            Diagnostic::new(format!("the {what} is nested too deeply"), text.span(at, at + 1));
        return Err(vec![fault.help(format!(
            "at most {NESTING} brackets, or `not`s in a row, may be open at once"
        ))]);
    }
    let parsed = Language::parse(rule, &text.value).or_else(|_| {
        // Once more, slowly, for the furthest place and what was expected there.
        pest::set_error_detail(true);
        let again = Language::parse(rule, &text.value);
        pest::set_error_detail(false);
        again
    });
    let mut reader = Reader { text, faults: Vec::new() };
    match parsed.map(|mut pairs| pairs.next()) {
        Ok(Some(pair)) => {
            let tree = build(&mut reader, pair);
            if reader.faults.is_empty() { Ok(tree) } else { Err(reader.faults) }
        }
        Ok(None) => Err(vec![Diagnostic::new(format!("the {what} is empty"), text.span)]),
        Err(error) => Err(vec![explain(what, text, &error)]),
    }
}

/// Where the brackets, or the `not`s in a row, go deeper than [`NESTING`].
fn too_deep(value: &str) -> Option<usize> {
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
        if depth > NESTING || nots > NESTING {
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

    fn choice(&mut self, pair: Pair<Rule>) -> Choice {
        let span = self.span(&pair);
        let sequences = pair.into_inner().map(|sequence| {
            let span = self.span(&sequence);
            Spanned::new(sequence.into_inner().map(|part| self.part(part)).collect(), span)
        });
        let sequences = sequences.collect();
        Spanned::new(sequences, span)
    }

    fn part(&mut self, pair: Pair<Rule>) -> Spanned<Part> {
        let span = self.span(&pair);
        let inner = only(pair);
        let part = match inner.as_rule() {
            Rule::bracket => {
                let mut inners = inner.into_inner();
                let body = inners.next().map(|body| self.choice(body));
                let count = inners.next().map(|count| self.count(count));
                Part::Bracket(body.unwrap_or_else(|| Spanned::new(Vec::new(), span)), count)
            }
            Rule::each => {
                let (mut dirs, mut body, mut optional) = (Dirs(Vec::new()), None, false);
                for inner in inner.into_inner() {
                    match inner.as_rule() {
                        Rule::directions => dirs = self.directions(inner),
                        Rule::choice => body = Some(self.choice(inner)),
                        Rule::maybe => optional = true,
                        _ => {}
                    }
                }
                Part::Each {
                    dirs,
                    body: body.unwrap_or_else(|| Spanned::new(Vec::new(), span)),
                    optional,
                }
            }
            Rule::look => {
                let (mut body, mut holds) = (None, true);
                for inner in inner.into_inner() {
                    match inner.as_rule() {
                        Rule::look_word => holds = inner.as_str() == "see",
                        _ => body = Some(self.choice(inner)),
                    }
                }
                Part::Look { body: body.unwrap_or_else(|| Spanned::new(Vec::new(), span)), holds }
            }
            Rule::pick => match inner.into_inner().find(|inner| inner.as_rule() == Rule::test) {
                Some(test) => Part::Pick(self.test(test)),
                None => Part::Pick(Spanned::new(TestWord::Empty, span)),
            },
            Rule::turn_into => Part::Become(self.names(inner)),
            Rule::put | Rule::call | Rule::go | Rule::mark => {
                let rule = inner.as_rule();
                let name =
                    self.names(inner).pop().unwrap_or_else(|| Spanned::new(String::new(), span));
                match rule {
                    Rule::put => Part::Put(name),
                    Rule::call => Part::As(name),
                    Rule::go => Part::Go(name),
                    _ => Part::Mark(name),
                }
            }
            Rule::act => Part::Act(match inner.as_str() {
                "capture" => ActWord::Capture,
                "lift" => ActWord::Lift,
                "flip" => ActWord::Flip,
                "land" => ActWord::Land,
                _ => ActWord::Again,
            }),
            Rule::shift => Part::Shift(self.shift(inner)),
            _ => Part::Test(self.test(inner)),
        };
        Spanned::new(part, span)
    }

    fn count(&mut self, pair: Pair<Rule>) -> Count {
        let inner = if pair.as_rule() == Rule::times { pair } else { only(pair) };
        match inner.as_rule() {
            Rule::star => Count { min: 0, max: None },
            Rule::plus => Count { min: 1, max: None },
            Rule::maybe => Count { min: 0, max: Some(1) },
            _ => {
                let span = self.span(&inner);
                let comma = inner.clone().into_inner().any(|part| part.as_rule() == Rule::comma);
                let bounds: Vec<u32> = inner
                    .into_inner()
                    .filter(|part| part.as_rule() == Rule::number)
                    .map(|part| self.bounded(&part, 256))
                    .collect();
                let min = bounds.first().copied().unwrap_or(0);
                let max = if comma { bounds.get(1).copied() } else { Some(min) };
                if max.is_some_and(|max| max < min || max == 0) {
                    let fault = Diagnostic::new("a count that nothing satisfies", span);
                    self.faults.push(fault.help("write `{least,most}`, the most at least 1"));
                }
                Count { min, max }
            }
        }
    }

    fn shift(&mut self, pair: Pair<Rule>) -> Shift {
        let mut shift = Shift {
            word: ShiftWord::Bare,
            dirs: Dirs(Vec::new()),
            range: None,
            over: None,
            to: None,
        };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::step => shift.word = ShiftWord::Step,
                Rule::slide => shift.word = ShiftWord::Slide,
                Rule::jump => shift.word = ShiftWord::Jump,
                Rule::directions => shift.dirs = self.directions(inner),
                Rule::times => shift.range = Some(self.count(inner)),
                Rule::over => {
                    let mut captures = false;
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::over_word => captures = part.as_str() == "capturing",
                            _ => shift.over = Some((captures, self.test(part))),
                        }
                    }
                }
                Rule::test => shift.to = Some(self.test(inner)),
                _ => {}
            }
        }
        shift
    }

    fn directions(&mut self, pair: Pair<Rule>) -> Dirs {
        Dirs(
            pair.into_inner()
                .filter(|inner| inner.as_rule() == Rule::direction)
                .map(|inner| self.direction(inner))
                .collect(),
        )
    }

    fn direction(&mut self, pair: Pair<Rule>) -> DirTerm {
        let span = self.span(&pair);
        let (mut bearing, mut group) = (None, None);
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::bearing => {
                    bearing = Some(match inner.as_str() {
                        "forward" => Bearing::Forward,
                        "backward" => Bearing::Backward,
                        "sideways" => Bearing::Sideways,
                        _ => Bearing::Outward,
                    });
                }
                _ => group = Some(self.group(only(inner))),
            }
        }
        if bearing == Some(Bearing::Outward) && group.is_none() {
            self.faults.push(Diagnostic::new("`outward` needs a group of directions", span).help(
                "for example `outward diagonal`: the diagonals on either side of the heading",
            ));
        }
        DirTerm { bearing, group: group.unwrap_or(Group::Orthogonal) }
    }

    fn group(&mut self, inner: Pair<Rule>) -> Group {
        match inner.as_rule() {
            Rule::compass => Group::Compass(compass(inner.as_str())),
            Rule::vector => {
                let span = self.span(&inner);
                let steps: Vec<u8> =
                    inner.into_inner().map(|part| self.bounded(&part, 16) as u8).collect();
                if steps.iter().all(|step| *step == 0) {
                    self.faults.push(Diagnostic::new("a leap that goes nowhere", span));
                    return Group::Leap(0, 1);
                }
                Group::Leap(steps.first().copied().unwrap_or(0), steps.get(1).copied().unwrap_or(0))
            }
            _ => match inner.as_str() {
                "orthogonal" => Group::Orthogonal,
                "diagonal" => Group::Diagonal,
                "ahead" => Group::Ahead,
                "back" => Group::Back,
                "left" => Group::Left,
                "right" => Group::Right,
                _ => Group::Any,
            },
        }
    }

    fn test(&mut self, pair: Pair<Rule>) -> TestAst {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::test | Rule::test_all => {
                let or = pair.as_rule() == Rule::test;
                let mut parts: Vec<TestAst> = pair
                    .into_inner()
                    .filter(|inner| matches!(inner.as_rule(), Rule::test_all | Rule::test_not))
                    .map(|inner| self.test(inner))
                    .collect();
                if parts.len() == 1 {
                    return parts.remove(0);
                }
                if or { TestWord::Or(parts) } else { TestWord::And(parts) }
            }
            Rule::test_not => {
                let not = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::w_not);
                let inner = pair.into_inner().find(|inner| inner.as_rule() != Rule::w_not);
                match inner.map(|inner| self.test(inner)) {
                    Some(inner) if not => TestWord::Not(Box::new(inner)),
                    Some(inner) => return inner,
                    None => TestWord::Empty,
                }
            }
            _ => {
                let mut inners = pair.into_inner();
                let Some(first) = inners.next() else {
                    return Spanned::new(TestWord::Empty, span);
                };
                let second = inners.next().map(|name| self.name(&name));
                match first.as_rule() {
                    Rule::test => return self.test(first),
                    Rule::place => self.place(only(first)),
                    Rule::standing => self.standing(only(first)),
                    Rule::owner => TestWord::Owner(owner(first.as_str()), second),
                    _ => TestWord::Names(self.name(&first), second),
                }
            }
        };
        Spanned::new(value, span)
    }

    fn standing(&mut self, inner: Pair<Rule>) -> TestWord {
        match inner.as_str() {
            "empty" => TestWord::Empty,
            "occupied" | "piece" => TestWord::Occupied,
            "attacked" => TestWord::Attacked,
            "unmoved" => TestWord::Unmoved,
            _ => match self.names(inner).pop() {
                Some(name) => TestWord::Marked(name),
                None => TestWord::Empty,
            },
        }
    }

    fn place(&mut self, inner: Pair<Rule>) -> TestWord {
        let rule = inner.as_rule();
        let text = inner.as_str();
        match rule {
            Rule::edge => {
                let side = inner.into_inner().find(|part| part.as_rule() == Rule::compass);
                TestWord::Edge(side.map(|side| {
                    let way = compass(side.as_str());
                    if matches!(
                        way,
                        Compass::Northeast
                            | Compass::Northwest
                            | Compass::Southeast
                            | Compass::Southwest
                    ) {
                        let fault = Diagnostic::new(
                            format!("a board has no `{}` edge", side.as_str()),
                            self.span(&side),
                        );
                        self.faults
                            .push(fault.help("its edges are `north`, `east`, `south` and `west`"));
                    }
                    way
                }))
            }
            Rule::corner => TestWord::Corner,
            Rule::centre => TestWord::Centre,
            Rule::square => {
                let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
                let rank: u16 = text[digits..].parse().unwrap_or(1);
                TestWord::Square(file_number(&text[..digits]), rank.saturating_sub(1))
            }
            Rule::file => {
                let letters = inner.into_inner().find(|part| part.as_rule() == Rule::letters);
                TestWord::File(letters.map_or(0, |letters| file_number(letters.as_str())))
            }
            _ => {
                let (mut ordinal, mut last, mut number) = (0, None, None);
                for part in inner.into_inner() {
                    match part.as_rule() {
                        Rule::ordinal => {
                            let known = [
                                "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
                            ];
                            let at =
                                known.iter().position(|word| *word == part.as_str()).unwrap_or(0);
                            ordinal = at as u16 + 1;
                        }
                        Rule::end => last = Some(part.as_str() == "last"),
                        Rule::number => number = Some(self.bounded(&part, 256) as u16),
                        _ => {}
                    }
                }
                match (rule, last, number) {
                    (Rule::ranks, Some(true), Some(n)) => TestWord::RanksTo(0, n),
                    (Rule::ranks, _, Some(n)) => TestWord::RanksFrom(0, n),
                    (_, _, Some(n)) => TestWord::Rank(n),
                    (_, Some(true), _) => TestWord::RanksTo(ordinal, 1),
                    _ => TestWord::RanksFrom(ordinal, 1),
                }
            }
        }
    }

    fn cond(&mut self, pair: Pair<Rule>) -> CondAst {
        let span = self.span(&pair);
        let value = match pair.as_rule() {
            Rule::cond | Rule::cond_all => {
                let or = pair.as_rule() == Rule::cond;
                let mut parts: Vec<CondAst> = pair
                    .into_inner()
                    .filter(|inner| matches!(inner.as_rule(), Rule::cond_all | Rule::cond_not))
                    .map(|inner| self.cond(inner))
                    .collect();
                if parts.len() == 1 {
                    return parts.remove(0);
                }
                if or { CondWord::Or(parts) } else { CondWord::And(parts) }
            }
            Rule::cond_not => {
                let not = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::w_not);
                match pair.into_inner().find(|inner| inner.as_rule() != Rule::w_not) {
                    Some(inner) if not => CondWord::Not(Box::new(self.cond(inner))),
                    Some(inner) => return self.cond(inner),
                    None => CondWord::And(Vec::new()),
                }
            }
            Rule::cond_unit => {
                let inner = only(pair);
                match inner.as_rule() {
                    Rule::amount => self.amount(inner),
                    Rule::fact => self.fact(inner),
                    _ => return self.cond(inner),
                }
            }
            _ => CondWord::And(Vec::new()),
        };
        Spanned::new(value, span)
    }

    fn amount(&mut self, pair: Pair<Rule>) -> CondWord {
        let (mut relation, mut number) = (Relation::AtLeast, 1);
        let mut test = Spanned::new(TestWord::Empty, self.span(&pair));
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::test_unit {
                test = self.test(inner);
                continue;
            }
            for part in inner.into_inner() {
                match part.as_rule() {
                    Rule::none => (relation, number) = (Relation::Equal, 0),
                    Rule::number => number = self.bounded(&part, 10_000) as u16,
                    Rule::bound => {
                        let word = part.as_str();
                        relation = if word.contains("least") {
                            Relation::AtLeast
                        } else if word.contains("most") {
                            Relation::AtMost
                        } else {
                            Relation::Equal
                        };
                    }
                    _ => {}
                }
            }
        }
        CondWord::Amount(relation, number, test)
    }

    fn fact(&mut self, pair: Pair<Rule>) -> CondWord {
        let mut who = Spanned::new(WhoWord::Word(OwnerWord::Mover), self.span(&pair));
        let mut fact = CondWord::And(Vec::new());
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::who => who = self.who(inner),
                Rule::fact_word if inner.as_str() == "stuck" => fact = CondWord::Stuck(who.clone()),
                Rule::fact_word => fact = CondWord::Attacked(who.clone()),
                Rule::name => fact = CondWord::Goal(who.clone(), self.name(&inner)),
                Rule::can => {
                    let mut aim = None;
                    let mut moves = Spanned::new(1, who.span);
                    for part in inner.into_inner() {
                        match part.as_rule() {
                            Rule::name => aim = Some(self.name(&part)),
                            Rule::number => {
                                moves = Spanned::new(self.number(&part), self.span(&part))
                            }
                            _ => {}
                        }
                    }
                    if let Some(aim) = aim {
                        fact = CondWord::Can(who.clone(), aim, moves);
                    }
                }
                _ => {}
            }
        }
        fact
    }

    fn who(&mut self, pair: Pair<Rule>) -> WhoAst {
        let span = self.span(&pair);
        let inner = only(pair);
        let value = match inner.as_rule() {
            Rule::who_word => WhoWord::Word(owner(inner.as_str())),
            _ => WhoWord::Name(inner.as_str().to_owned()),
        };
        Spanned::new(value, span)
    }

    fn field(&mut self, pair: Pair<Rule>) -> (Field, Style) {
        let (mut field, mut style) = (Field::Board, Style::Plain);
        for inner in pair.into_inner() {
            let word = inner.as_str();
            let (known, what): (Vec<&str>, &str) = if inner.as_rule() == Rule::field_name {
                if let Some(found) = Field::ALL.iter().find(|found| found.word() == word) {
                    field = *found;
                    continue;
                }
                (Field::ALL.iter().map(|field| field.word()).collect(), "field")
            } else {
                if let Some(found) = Style::ALL.iter().find(|found| found.word() == word) {
                    style = *found;
                    continue;
                }
                (Style::ALL.iter().map(|style| style.word()).collect(), "style")
            };
            self.faults.push(Diagnostic::unknown(what, word, self.span(&inner), known));
        }
        (field, style)
    }
}

fn owner(word: &str) -> OwnerWord {
    match word {
        "own" | "mover" => OwnerWord::Mover,
        "last" => OwnerWord::Last,
        _ => OwnerWord::Other,
    }
}

pub(super) fn compass(word: &str) -> Compass {
    match word {
        "north" => Compass::North,
        "northeast" => Compass::Northeast,
        "east" => Compass::East,
        "southeast" => Compass::Southeast,
        "south" => Compass::South,
        "southwest" => Compass::Southwest,
        "west" => Compass::West,
        _ => Compass::Northwest,
    }
}

/// `a` is 0, `z` 25, `aa` 26.
fn file_number(letters: &str) -> u16 {
    letters
        .bytes()
        .fold(0_u16, |number, letter| number * 26 + u16::from(letter - b'a') + 1)
        .saturating_sub(1)
}
