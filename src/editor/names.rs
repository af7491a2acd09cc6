//! The names that a file gives, and where it uses them: an index of words, each with the sorts of thing that it may be the name of there.
//!
//! ```text
//! [marks]
//! passed = 'ply'                     declares the mark `passed`
//! [pieces.man]                      declares the kind `man`
//! moves = 'ahead, mark passed'       uses the mark `passed`
//! ```
//!
//! What a word may be is told by where it stands: by the schema for a whole text, by the words before it within one. A name means one
//! thing in the whole file, so that this is enough where a text is broken, too. Names that a walk gives to cells, parameters, and what
//! ranges over a list are known within their own text alone.

use super::outline::{self, Entry, Outline, Step};
use super::schema::{self, Tongue};
use crate::source::Span;
use crate::syntax::parse::Language;

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// A player.
    Player,
    /// A kind of piece.
    Kind,
    /// A word for several kinds.
    Kinds,
    /// A region.
    Region,
    /// A walk.
    Walk,
    /// A direction of the file's own.
    Direction,
    /// A list.
    List,
    /// A fact.
    Fact,
    /// A goal.
    Goal,
    /// A counter.
    Counter,
    /// A number.
    Number,
    /// A score.
    Score,
    /// A mark.
    Mark,
    /// A move.
    Move,
    /// A cell, a piece or a number to which a walk gives a name, a parameter, or what ranges over a list.
    Local,
}

impl Sort {
    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Player => "player",
            Sort::Kind => "kind",
            Sort::Kinds => "word for kinds",
            Sort::Region => "region",
            Sort::Walk => "walk",
            Sort::Direction => "direction",
            Sort::List => "list",
            Sort::Fact => "fact",
            Sort::Goal => "goal",
            Sort::Counter => "counter",
            Sort::Number => "number",
            Sort::Score => "score",
            Sort::Mark => "mark",
            Sort::Move => "move",
            Sort::Local => "name of this text's own",
        }
    }
}

/// A name where it is written.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// What it may be the name of; the first of these that is declared is meant.
    pub sorts: Vec<Sort>,
    /// Whether it is declared here.
    pub declares: bool,
    /// Of a name that may be one of a text's own, where that is known.
    pub scope: Option<Span>,
}

/// What tests of cells may name, and walks.
const THINGS: [Sort; 5] = [Sort::Kind, Sort::Kinds, Sort::Region, Sort::Player, Sort::Walk];
/// What conditions may name.
const FACTS: [Sort; 4] = [Sort::Fact, Sort::Counter, Sort::Number, Sort::Score];

/// Every name in a text, in its order.
pub fn names(text: &str, outline: &Outline) -> Vec<Name> {
    let mut reader = Reader { text, names: Vec::new() };
    for entry in &outline.entries {
        reader.key(entry, outline);
        if entry.sort == outline::Sort::Text {
            reader.value(entry, outline);
        }
    }
    let mut names = reader.names;
    names.sort_by_key(|name| (name.span, !name.declares));
    names.dedup_by_key(|name| name.span);
    names
}

/// A text between its quotes, as many bytes long as it is written, with blanks for what is escaped.
pub fn plain(raw: &str) -> (String, usize) {
    let (inside, wide) = outline::inside(raw);
    if !raw.starts_with('"') {
        return (inside.to_owned(), wide);
    }
    let mut out = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().chars().next()) {
            ('\\', Some(next)) => {
                chars.next();
                // A line that goes on is still a line.
                out.push(' ');
                match next {
                    '\n' => out.push('\n'),
                    next => out.push_str(&" ".repeat(next.len_utf8())),
                }
            }
            (c, _) => out.push(c),
        }
    }
    (out, wide)
}

/// A word or a sign of a text, and where it starts.
pub type Token<'t> = (usize, &'t str);

/// Whether a sign may stand within a word.
pub fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// The words and signs of a text without its comments.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or(' ');
        let long = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            c if in_word(c) => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        if first != '#' && !first.is_whitespace() {
            found.push((at, rest.get(..long).unwrap_or_default()));
        }
        at += long;
    }
    found
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic())
}

struct Reader<'t> {
    text: &'t str,
    names: Vec<Name>,
}

/// What is known within a text alone.
#[derive(Default)]
struct Own {
    /// Parameters, and what ranges over lists: they stand for something wherever they are.
    words: Vec<String>,
    /// What is lifted, and can be put down.
    lifted: Vec<String>,
    scope: Option<Span>,
}

impl Reader<'_> {
    fn push(&mut self, name: &str, at: usize, sorts: &[Sort], declares: bool, scope: Option<Span>) {
        let (span, sorts) = (Span::new(at, at + name.len()), sorts.to_vec());
        self.names.push(Name { name: name.to_owned(), span, sorts, declares, scope });
    }

    /// A key that is a name, or says something.
    fn key(&mut self, entry: &Entry, outline: &Outline) {
        let Some(key) = entry.key else { return };
        let raw = self.text.get(key.start..key.end).unwrap_or_default();
        let (text, wide) = plain(raw);
        let start = key.start + wide;
        if let Some(sort) = declared(&entry.path, outline) {
            // What a variant takes away is declared elsewhere.
            let value = self.text.get(entry.value.start..entry.value.end);
            let declares = value != Some("false");
            let words: Vec<Token<'_>> =
                tokens(&text).into_iter().filter(|(_, word)| is_word(word)).collect();
            let mut words = words.into_iter();
            if let Some((at, word)) = words.next() {
                self.push(word, start + at, &[sort], declares, None);
            }
            // `"row(n, b)"`
            let scope = whole(entry, outline);
            for (at, word) in words {
                self.push(word, start + at, &[Sort::Local], true, Some(key.to(scope)));
            }
            return;
        }
        let Some((_, table)) = entry.path.split_last() else { return };
        if let Some(tongue) = schema::tongue_of_keys(table) {
            self.code(&text, start, tongue, &Own::default(), &entry.path);
        } else if matches!(outline::keys(&entry.path).as_slice(), ["chance", _]) {
            for (at, word) in tokens(&text).into_iter().take(1) {
                self.push(word, start + at, &[Sort::Move, Sort::Number], false, None);
            }
        }
    }

    /// A text that is a name, or says something.
    fn value(&mut self, entry: &Entry, outline: &Outline) {
        let raw = self.text.get(entry.value.start..entry.value.end).unwrap_or_default();
        let (text, wide) = plain(raw);
        let start = entry.value.start + wide;
        let sort = match outline::keys(&entry.path).as_slice() {
            ["players", "order"] => Some(Sort::Player),
            ["areas", _, "names"] => Some(Sort::Region),
            ["pieces", _, "each", _] => Some(Sort::Kinds),
            ["chance", _, "into"] => Some(Sort::Number),
            _ => None,
        };
        if let Some(sort) = sort {
            for (at, word) in tokens(&text).into_iter().filter(|(_, word)| is_word(word)).take(1) {
                self.push(word, start + at, &[sort], true, None);
            }
            return;
        }
        let (words, scope) = self.parameters(entry, outline);
        let own = Own { words, lifted: Vec::new(), scope: Some(scope) };
        // A list's entries stand where anything may.
        let listed = matches!(outline::keys(&entry.path).as_slice(), ["lists", _]);
        let tongue = schema::tongue(&entry.path);
        let tongue = tongue.or(listed.then_some(Tongue::In(Language::Pattern)));
        match tongue {
            Some(tongue) => self.code(&text, start, tongue, &own, &entry.path),
            // `line = 'n'`
            None => {
                for (at, word) in tokens(&text) {
                    if own.words.iter().any(|known| known == word) {
                        self.push(word, start + at, &[Sort::Local], false, own.scope);
                    }
                }
            }
        }
    }

    /// The parameters of that in which an entry stands, and where they are known; of a text without any, the text.
    fn parameters(&self, entry: &Entry, outline: &Outline) -> (Vec<String>, Span) {
        let around = outline.entries.iter().find(|around| {
            around.key.is_some()
                && around.path.len() == 2
                && matches!(around.path.last(), Some(Step::Key(key)) if key.contains('('))
                && entry.path.starts_with(&around.path)
        });
        let Some((around, Some(Step::Key(key)))) =
            around.map(|around| (around, around.path.last()))
        else {
            return (Vec::new(), entry.value);
        };
        let words = tokens(key).into_iter().map(|(_, word)| word).filter(|word| is_word(word));
        let words = words.skip(1).map(str::to_owned).collect();
        let key = around.key.unwrap_or(around.value);
        (words, key.to(whole(around, outline)))
    }

    /// A text of that language.
    fn code(&mut self, text: &str, start: usize, tongue: Tongue, own: &Own, path: &[Step]) {
        if tongue == Tongue::Template {
            return self.template(text, start);
        }
        let tokens = tokens(text);
        let token = |at: usize| tokens.get(at).map_or("", |(_, word)| *word);
        let before = |at: usize, by: usize| at.checked_sub(by).map_or("", token);
        let scope = own.scope.unwrap_or(Span::new(start, start + text.len()));
        let mut own =
            Own { words: own.words.clone(), lifted: own.lifted.clone(), scope: Some(scope) };
        // What ranges over lists: `any a, b of LIST`.
        let mut ranging: Vec<usize> = Vec::new();
        for at in (0..tokens.len()).filter(|at| token(*at) == "of") {
            let mut first = at.saturating_sub(1);
            while before(first, 1) == "," && is_word(before(first, 2)) {
                first -= 2;
            }
            if ["any", "some", "every", "no"].contains(&before(first, 1)) {
                ranging.extend((first..at).step_by(2));
            }
        }
        own.words.extend(ranging.iter().map(|at| token(*at).to_owned()));
        let lifted =
            (0..tokens.len()).filter(|at| before(*at, 1) == "as" && before(*at, 2) == "lift");
        own.lifted.extend(lifted.map(|at| token(at).to_owned()));
        // Whether a test of a cell stands here, and not a fact; of the brackets around it the same.
        let tests = !matches!(tongue, Tongue::In(Language::Condition | Language::Measure));
        let (mut test, mut around) = (tests, vec![tests]);
        let base = |around: &[bool]| around.last().copied().unwrap_or(tests);
        for (at, (place, word)) in tokens.iter().enumerate() {
            let place = start + place;
            match *word {
                "(" => {
                    let asks = before(at, 1) == "if";
                    test &= !asks;
                    around.push(test);
                    continue;
                }
                ")" => {
                    if around.len() > 1 {
                        around.pop();
                    }
                    test = base(&around);
                    continue;
                }
                "and" | "or" | "," | "|" => test = base(&around),
                "of" if !tests => test = base(&around),
                "some" | "no" | "least" | "most" | "exactly" => test = true,
                _ => {}
            }
            if !is_word(word) {
                continue;
            }
            if ranging.contains(&at) {
                self.push(word, place, &[Sort::Local], true, own.scope);
                continue;
            }
            if own.words.iter().any(|known| known == word) {
                self.push(word, place, &[Sort::Local], false, own.scope);
                continue;
            }
            let next = token(at + 1);
            let held = before(at, 1) == "{" || is_quantity(before(at, 1), next);
            let mut sorts: Vec<Sort> = match (before(at, 1), before(at, 2)) {
                ("mark" | "unmark" | "marked", _) => vec![Sort::Mark],
                ("by", _) => vec![Sort::Move, Sort::Number],
                ("can", _) => vec![Sort::Goal, Sort::Fact],
                ("in", _) => vec![Sort::Goal],
                ("leads", _) => vec![Sort::Score],
                ("go" | "as", _) => vec![Sort::Local],
                ("at", _) if !["least", "most"].contains(word) => vec![Sort::Local],
                ("take" | "add", _) if is_word(next) && next != "as" && next != "and" => {
                    vec![Sort::Local]
                }
                ("take" | "add", _) | (_, "take" | "add") => vec![Sort::Number],
                ("most" | "least", _) if tongue == Tongue::In(Language::Winner) => {
                    vec![Sort::Score]
                }
                _ if held => vec![Sort::Local],
                ("put", _) if own.lifted.iter().any(|lifted| lifted == word) => vec![Sort::Local],
                (prev, _) if prev == "of" || prev == "," && in_lists(&tokens, at) => {
                    vec![Sort::List, Sort::Kinds, Sort::Kind]
                }
                _ if tongue == Tongue::In(Language::Directions) => vec![Sort::Direction],
                _ if tongue == Tongue::Kind => vec![Sort::Kind, Sort::Kinds],
                _ if matches!(tongue, Tongue::Player | Tongue::State) => vec![Sort::Player],
                _ if tongue == Tongue::Mark => vec![Sort::Mark],
                _ if tongue == Tongue::Number => vec![Sort::Number],
                _ if outline::keys(path) == ["turn", "must"] && tokens.len() == 1 => {
                    vec![Sort::Move, Sort::Fact]
                }
                _ => {
                    let bound = ["at", "exactly"].contains(&next)
                        || next.starts_with(|c: char| c.is_ascii_digit());
                    let numbers = bound || !test;
                    let (first, then): (&[Sort], &[Sort]) = match (numbers, bound) {
                        (true, true) => (&FACTS[1..], &THINGS),
                        (true, false) => (&FACTS, &THINGS),
                        (false, _) => (&THINGS, &FACTS),
                    };
                    let more = [Sort::Direction, Sort::Goal, Sort::Local];
                    first.iter().chain(then).chain(&more).copied().collect()
                }
            };
            sorts.dedup();
            let gives = before(at, 1) == "as";
            self.push(word, place, &sorts, gives, own.scope);
        }
    }

    /// `{marked:passed}`: fields of what the file names.
    fn template(&mut self, text: &str, start: usize) {
        let tokens = tokens(text);
        for window in tokens.windows(4) {
            let [(_, "{"), (_, field), (_, ":"), (at, name)] = window else { continue };
            let sort = match *field {
                "letters" | "marked" => Sort::Mark,
                "counter" => Sort::Counter,
                "numbers" => Sort::Number,
                "score" => Sort::Score,
                "number" => Sort::Region,
                _ => continue,
            };
            self.push(name, start + at, &[sort], false, None);
        }
    }
}

/// Whether a name is a number that a walk has taken down: `at least held`, `carry held`.
fn is_quantity(before: &str, next: &str) -> bool {
    match before {
        "carry" | "leave" => !["all", "some"].contains(&next),
        "least" | "most" | "exactly" => {
            next.is_empty() || !is_word(next) || next == "and" || next == "or"
        }
        _ => false,
    }
}

/// Whether a word stands in a list of lists: `of ONE, OTHER (`.
fn in_lists(tokens: &[Token<'_>], at: usize) -> bool {
    let token = |at: usize| tokens.get(at).map_or("", |(_, word)| *word);
    let mut at = at;
    while at >= 2 && token(at - 1) == "," && is_word(token(at - 2)) {
        at -= 2;
    }
    at >= 1 && token(at - 1) == "of"
}

/// What a key declares.
fn declared(path: &[Step], outline: &Outline) -> Option<Sort> {
    Some(match outline::keys(path).as_slice() {
        ["regions", _] => Sort::Region,
        ["areas" | "lists", _] => Sort::List,
        ["pieces", _] => Sort::Kind,
        ["pieces", _, "each", _] => Sort::List,
        ["pieces", _, "moves", name] if !["walk", "betza", "from"].contains(name) => Sort::Move,
        ["actions", _] => Sort::Move,
        ["kinds", _] => Sort::Kinds,
        ["walks", _] => Sort::Walk,
        ["marks", _] => Sort::Mark,
        ["counters", _] => Sort::Counter,
        ["numbers", _] => Sort::Number,
        ["directions", _] => Sort::Direction,
        ["facts", _] => Sort::Fact,
        ["goals", _] => Sort::Goal,
        ["scores", _] => Sort::Score,
        // A throw, whose number need not be declared.
        ["chance", name] if outline.find(&["chance", name, "roll"]).is_some() => Sort::Number,
        _ => return None,
    })
}

/// From an entry to the end of everything in it.
fn whole(entry: &Entry, outline: &Outline) -> Span {
    let inside = outline.entries.iter().filter(|other| other.path.starts_with(&entry.path));
    inside.fold(entry.value, |span, other| span.to(other.value))
}
