//! The TOML document as a syntax tree: every key known, every value of the right type, every quoted word
//! parsed. What the names mean is not known here.

use super::ast::{CasesAst, Choice, CondAst, Content, TestAst, WhoAst};
use super::directions::Dirs;
use super::fields::{Faults, Fields, Value, as_number, as_table, as_text, as_texts, wrong};
use super::limits::FILE_BYTES;
use super::parse;
use super::template::Template;
use super::text::Text;
use crate::diag::Diagnostic;
use crate::source::{Source, Span, Spanned};
use toml::de::{DeTable, DeValue};

/// The version of the language that this program reads.
pub const VERSION: u32 = 1;

/// What a rule file says, as written.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct RulesFile {
    pub name: Option<Text>,
    pub about: Option<Text>,
    pub board: Option<BoardDecl>,
    pub players: Option<PlayersDecl>,
    pub regions: Vec<(Spanned<String>, TestAst)>,
    pub pieces: Vec<PieceDecl>,
    pub actions: Vec<(Spanned<String>, Choice)>,
    pub must: Option<Spanned<String>>,
    pub routes_differ: bool,
    pub goals: Vec<GoalDecl>,
    pub forbids: Vec<ForbidDecl>,
    pub ends: Vec<EndDecl>,
    pub verdicts: Vec<VerdictDecl>,
    pub format: Option<FormatDecl>,
    /// Names whose declarations are at fault: that they are not known is no second fault.
    pub broken: Vec<Spanned<String>>,
    /// Whether nothing could be read, so that nothing is known to be missing.
    pub unread: bool,
}

/// `[board]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct BoardDecl {
    pub span: Span,
    pub shape: Option<Text>,
    pub size: Option<SizeDecl>,
}

/// `size` of a board.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum SizeDecl {
    Fixed(Spanned<u32>, Spanned<u32>),
    Read,
}

/// `[players]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PlayersDecl {
    pub span: Span,
    pub order: Vec<Text>,
    /// Whether all of `order` could be read.
    pub whole: bool,
    pub facing: Vec<(Spanned<String>, Text)>,
}

/// `[pieces.NAME]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PieceDecl {
    pub name: Spanned<String>,
    pub moves: Vec<MoveDecl>,
    pub royal: bool,
    pub neutral: bool,
    pub promote: Option<PromoteDecl>,
}

/// One move of a piece.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct MoveDecl {
    pub name: Option<Spanned<String>>,
    pub walk: Choice,
    pub from: Option<TestAst>,
}

/// `promote = { to, at, when }`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PromoteDecl {
    pub to: Vec<Text>,
    pub at: TestAst,
    pub when: Option<Text>,
}

/// `[goals.NAME]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct GoalDecl {
    pub name: Spanned<String>,
    pub span: Span,
    pub of: Option<TestAst>,
    pub line: Option<Spanned<u32>>,
    pub along: Option<Dirs>,
    pub limit: Vec<(Spanned<String>, Spanned<u32>)>,
    pub connect: Option<Vec<(Spanned<String>, Vec<TestAst>)>>,
    pub by: Option<Dirs>,
}

/// `[[forbid]]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct ForbidDecl {
    pub when: CondAst,
    pub why: Option<String>,
}

/// `[[end]]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct EndDecl {
    pub when: CondAst,
    pub win: Option<WhoAst>,
}

/// `[[verdict]]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VerdictDecl {
    pub say: Spanned<String>,
    pub when: Option<CondAst>,
}

/// `[format]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct FormatDecl {
    pub span: Span,
    pub cases: Option<CasesAst>,
    pub case: Option<Template>,
    pub ask: Option<Text>,
    pub answer: Option<Template>,
    pub no_move: Option<Template>,
    pub turn: TurnDecl,
    pub cells: Vec<(Spanned<String>, Spanned<Content>)>,
    pub coordinate: Option<Template>,
    pub setup: Option<Spanned<String>>,
}

/// `turn` of a format.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum TurnDecl {
    Absent,
    Word(Text),
    Words(Vec<(Spanned<String>, Text)>),
}

/// Reads a rule file; every fault of the whole file is in `faults`.
pub fn read(source: &Source, faults: &mut Vec<Diagnostic>) -> RulesFile {
    let file = source.text.as_str();
    if file.len() > FILE_BYTES {
        let fault = Diagnostic::new("the rule file is too large", Span::new(0, 0));
        faults.push(fault.help(format!("at most {FILE_BYTES} bytes are read")));
        return RulesFile { unread: true, ..RulesFile::default() };
    }
    let (table, errors) = DeTable::parse_recoverable(file);
    if let Some(error) = errors.into_iter().next() {
        // The first fault of the notation itself; what follows it is mostly its echo.
        let span = error.span().map_or(Span::new(0, 0), Span::from);
        faults.push(notation(file, table.get_ref(), error.message(), span));
        return RulesFile { unread: true, ..RulesFile::default() };
    }
    let span = Span::from(table.span());
    Reader { file, faults, broken: Vec::new() }.rules(Fields::new(file, table.into_inner(), span))
}

/// A fault of the notation, in our own words where the parser's say too little.
fn notation(file: &str, table: &DeTable, message: &str, span: Span) -> Diagnostic {
    if message.starts_with("duplicate key") {
        let name = file.get(span.start..span.end).unwrap_or("").trim_matches(['"', '\'']);
        let fault = Diagnostic::new(format!("`{name}` is written twice"), span).label("again");
        // What the parser kept after the fault may lack the first; the text before it has it.
        let line = file.get(..span.start).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let (before, _) = DeTable::parse_recoverable(&file[..line]);
        let first =
            key_before(table, name, span).or_else(|| key_before(before.get_ref(), name, span));
        return match first {
            Some(first) => fault.also(first, "first here"),
            None => fault,
        };
    }
    let rest = file.get(span.start..).unwrap_or("").lines().next().unwrap_or("").trim();
    if message.starts_with("string values must be quoted") && rest.is_empty() {
        return Diagnostic::new("a value is missing", span).label("nothing follows the `=`");
    }
    let message = message.trim_end().replace('\n', ", ");
    Diagnostic::new(message, span).label("this is not TOML")
}

/// The last key of that name before a place, in this table or one within it.
fn key_before(table: &DeTable, name: &str, place: Span) -> Option<Span> {
    let within = |value: &DeValue| match value {
        DeValue::Table(table) => key_before(table, name, place),
        DeValue::Array(items) => items
            .iter()
            .filter_map(|item| match item.get_ref() {
                DeValue::Table(table) => key_before(table, name, place),
                _ => None,
            })
            .max(),
        _ => None,
    };
    let own = |key: &toml::Spanned<std::borrow::Cow<str>>| {
        let span = Span::from(key.span());
        (key.get_ref() == name && span.end <= place.start).then_some(span)
    };
    table.iter().flat_map(|(key, value)| [own(key), within(value.get_ref())]).flatten().max()
}

struct Reader<'f, 'o> {
    file: &'f str,
    faults: &'o mut Faults,
    broken: Vec<Spanned<String>>,
}

impl<'f> Reader<'f, '_> {
    fn rules(&mut self, mut top: Fields<'f>) -> RulesFile {
        let known = [
            "interp", "name", "about", "board", "players", "regions", "pieces", "actions", "turn",
            "goals", "forbid", "end", "verdict", "format",
        ];
        top.only("a rule file", &known, self.faults);
        self.sections(&top);
        if let Some(version) =
            top.number("interp", self.faults).filter(|version| version.value != VERSION)
        {
            let message = format!("version {} of the language is not known", version.value);
            self.faults.push(
                Diagnostic::new(message, version.span)
                    .label(format!("this program reads version {VERSION}")),
            );
        }
        let board = top.table("board", self.faults).map(|fields| self.board(fields));
        let players = top.table("players", self.faults).map(|fields| self.players(fields));
        let (mut must, mut routes_differ) = (None, false);
        if let Some(mut turn) = top.table("turn", self.faults) {
            turn.only("`[turn]`", &["must", "routes"], self.faults);
            must = turn.text("must", self.faults).map(|text| Spanned::new(text.value, text.span));
            if let Some(routes) = turn.text("routes", self.faults) {
                routes_differ = routes.value == "differ";
                if !["differ", "same"].contains(&routes.value.as_str()) {
                    let fault =
                        Diagnostic::unknown("word", &routes.value, routes.span, ["differ", "same"]);
                    self.faults.push(fault);
                }
            }
        }
        let mut file = RulesFile {
            name: top.text("name", self.faults),
            about: top.text("about", self.faults),
            board,
            players,
            regions: self.named(&mut top, "regions", |reader, name, value| {
                let text = as_text(reader.file, &value, reader.faults)?;
                Some((name, reader.parsed(parse::test(&text))?))
            }),
            pieces: self.named(&mut top, "pieces", |reader, name, value| {
                let fields = as_table(reader.file, value, reader.faults)?;
                Some(reader.piece(name, fields))
            }),
            actions: self.named(&mut top, "actions", |reader, name, value| {
                let text = as_text(reader.file, &value, reader.faults)?;
                Some((name, reader.parsed(parse::pattern(&text))?))
            }),
            must,
            routes_differ,
            goals: self.named(&mut top, "goals", |reader, name, value| {
                let fields = as_table(reader.file, value, reader.faults)?;
                Some(reader.goal(name, fields))
            }),
            forbids: self.listed(&mut top, "forbid", Self::forbid),
            ends: self.listed(&mut top, "end", Self::end),
            verdicts: self.listed(&mut top, "verdict", Self::verdict),
            format: top.table("format", self.faults).map(|fields| self.format(fields)),
            broken: Vec::new(),
            unread: false,
        };
        file.broken.append(&mut self.broken);
        file
    }

    /// Reports the sections that no file goes without.
    fn sections(&mut self, top: &Fields<'f>) {
        let needed = [
            ("board", "a `[board]` with `size = [8, 8]`"),
            ("players", "`[players]` with `order = [\"…\", \"…\"]`"),
            ("pieces", "`[pieces.NAME]` for each kind of piece"),
            ("format", "a `[format]` with `cells = { \".\" = 'empty', … }`"),
        ];
        let missing: Vec<_> = needed.into_iter().filter(|(key, _)| !top.has(key)).collect();
        let names: Vec<&str> = missing.iter().map(|(key, _)| *key).collect();
        if names.is_empty() {
            return;
        }
        let message = format!("the file has no {}", crate::diag::list(&names));
        let fault = Diagnostic::new(message, Span::new(0, 0));
        let add: Vec<&str> = missing.iter().map(|(_, what)| *what).collect();
        self.faults.push(fault.help(format!("add {}", add.join(", "))));
    }

    /// Every entry of a table of names.
    fn named<T>(
        &mut self,
        top: &mut Fields<'f>,
        key: &str,
        mut read: impl FnMut(&mut Self, Spanned<String>, Value<'f>) -> Option<T>,
    ) -> Vec<T> {
        let Some(fields) = top.table(key, self.faults) else { return Vec::new() };
        let mut found = Vec::new();
        for (name, value) in fields.rest() {
            if parse::is_name(&name.value) {
                match read(self, name.clone(), value) {
                    Some(read) => found.push(read),
                    None => self.broken.push(name),
                }
            } else {
                self.broken.push(name.clone());
                let fault =
                    Diagnostic::new(format!("`{}` cannot be a name", name.value), name.span);
                self.faults.push(fault.help("a name starts with a letter, goes on with letters, digits, `_` or `-`, and is neither a word of the language nor a cell"));
            }
        }
        found
    }

    fn listed<T>(
        &mut self,
        top: &mut Fields<'f>,
        key: &str,
        read: impl Fn(&mut Self, Fields<'f>) -> Option<T>,
    ) -> Vec<T> {
        let tables = top.tables(key, self.faults);
        tables.into_iter().filter_map(|fields| read(self, fields)).collect()
    }

    fn parsed<T>(&mut self, parsed: Result<T, Vec<Diagnostic>>) -> Option<T> {
        parsed.map_err(|faults| self.faults.extend(faults)).ok()
    }

    fn board(&mut self, mut fields: Fields<'f>) -> BoardDecl {
        fields.only("`[board]`", &["shape", "size"], self.faults);
        let shape = fields.text("shape", self.faults);
        let size = match fields.take("size") {
            Some((_, value)) => self.size(value),
            None => {
                self.missing_with(
                    &fields,
                    "size",
                    "`[board]`",
                    "write `size = [files, ranks]`, or `size = 'read'`",
                );
                None
            }
        };
        BoardDecl { span: fields.span, shape, size }
    }

    fn size(&mut self, value: Value<'f>) -> Option<SizeDecl> {
        let span = Span::from(value.span());
        match value.get_ref() {
            DeValue::String(word) if word == "read" => Some(SizeDecl::Read),
            DeValue::Array(items) if items.len() == 2 => {
                let mut sides = items.iter().filter_map(|item| as_number(item, self.faults));
                Some(SizeDecl::Fixed(sides.next()?, sides.next()?))
            }
            DeValue::Array(items) => {
                let fault = Diagnostic::new("a board has two sides", span);
                self.faults.push(
                    fault
                        .label(format!("a list of {}", items.len()))
                        .help("write `size = [files, ranks]`"),
                );
                None
            }
            other => wrong("`[files, ranks]` or `'read'`", other, span, self.faults),
        }
    }

    fn players(&mut self, mut fields: Fields<'f>) -> PlayersDecl {
        fields.only("`[players]`", &["order", "facing"], self.faults);
        let before = self.faults.len();
        if !fields.has("order") {
            self.missing::<()>(&fields, "order", "`[players]`");
        }
        let order = fields.texts("order", self.faults);
        let whole = self.faults.len() == before && !order.is_empty();
        if order.is_empty() && self.faults.len() == before {
            let fault = Diagnostic::new("no player is named in `order`", fields.span);
            self.faults.push(fault.help("write `order = [\"…\", \"…\"]`, in turn order"));
        }
        let facing =
            fields.table("facing", self.faults).map_or_else(Vec::new, |facing| self.words(facing));
        PlayersDecl { span: fields.span, order, whole, facing }
    }

    /// A table of texts.
    fn words(&mut self, fields: Fields<'f>) -> Vec<(Spanned<String>, Text)> {
        let mut words = Vec::new();
        for (key, value) in fields.rest() {
            words.extend(as_text(self.file, &value, self.faults).map(|text| (key, text)));
        }
        words
    }

    fn piece(&mut self, name: Spanned<String>, mut fields: Fields<'f>) -> PieceDecl {
        fields.only("a piece", &["moves", "royal", "owner", "promote"], self.faults);
        let mut moves = Vec::new();
        if let Some((_, value)) = fields.take("moves") {
            if matches!(value.get_ref(), DeValue::Table(table) if !is_one_move(table)) {
                for (key, value) in
                    as_table(self.file, value, self.faults).map_or_else(Vec::new, Fields::rest)
                {
                    moves.extend(self.one_move(Some(key), value));
                }
            } else {
                moves.extend(self.one_move(None, value));
            }
        }
        let neutral = fields.text("owner", self.faults).is_some_and(|owner| {
            if owner.value != "none" {
                let fault = Diagnostic::new(format!("unknown owner `{}`", owner.value), owner.span);
                self.faults.push(fault.label("a piece belongs to whoever has it, or to `none`"));
            }
            owner.value == "none"
        });
        let promote = fields.table("promote", self.faults).and_then(|fields| self.promote(fields));
        PieceDecl {
            name,
            moves,
            royal: fields.flag("royal", self.faults).is_some_and(|flag| flag.value),
            neutral,
            promote,
        }
    }

    fn one_move(&mut self, name: Option<Spanned<String>>, value: Value<'f>) -> Option<MoveDecl> {
        if matches!(value.get_ref(), DeValue::Table(_)) {
            let mut fields = as_table(self.file, value, self.faults)?;
            fields.only("a move", &["walk", "from"], self.faults);
            let walk = self.required(&mut fields, "walk", "a move")?;
            let walk = self.parsed(parse::pattern(&walk));
            let from = fields.text("from", self.faults);
            let from = from.and_then(|from| self.parsed(parse::test(&from)));
            return Some(MoveDecl { name, walk: walk?, from });
        }
        let text = as_text(self.file, &value, self.faults)?;
        Some(MoveDecl { name, walk: self.parsed(parse::pattern(&text))?, from: None })
    }

    fn promote(&mut self, mut fields: Fields<'f>) -> Option<PromoteDecl> {
        fields.only("`promote`", &["to", "at", "when"], self.faults);
        let to = match fields.take("to") {
            Some((_, value)) => as_texts(self.file, value, self.faults),
            None => self.missing(&fields, "to", "`promote`").unwrap_or_default(),
        };
        let at = self.required(&mut fields, "at", "`promote`");
        let at = at.and_then(|at| self.parsed(parse::test(&at)));
        let when = fields.text("when", self.faults);
        Some(PromoteDecl { to, at: at?, when })
    }

    fn goal(&mut self, name: Spanned<String>, mut fields: Fields<'f>) -> GoalDecl {
        fields.only("a goal", &["line", "along", "of", "limit", "connect", "by"], self.faults);
        let test = fields.text("of", self.faults);
        let of = test.and_then(|text| self.parsed(parse::test(&text)));
        let line = fields.number("line", self.faults);
        let along = fields.text("along", self.faults);
        let along = along.and_then(|text| self.parsed(parse::directions(&text)));
        let mut limit = Vec::new();
        for (key, value) in fields.table("limit", self.faults).map_or_else(Vec::new, Fields::rest) {
            limit.extend(as_number(&value, self.faults).map(|number| (key, number)));
        }
        let connect = fields.table("connect", self.faults).map(|connect| {
            let mut sides = Vec::new();
            for (player, value) in connect.rest() {
                let texts = as_texts(self.file, value, self.faults);
                let cells =
                    texts.iter().filter_map(|text| self.parsed(parse::test(text))).collect();
                sides.push((player, cells));
            }
            sides
        });
        let by = fields.text("by", self.faults);
        let by = by.and_then(|text| self.parsed(parse::directions(&text)));
        GoalDecl { name, span: fields.span, of, line, along, limit, connect, by }
    }

    fn forbid(&mut self, mut fields: Fields<'f>) -> Option<ForbidDecl> {
        fields.only("`[[forbid]]`", &["when", "why"], self.faults);
        let why = fields.text("why", self.faults).map(|text| text.value);
        let when = self.required(&mut fields, "when", "`[[forbid]]`")?;
        Some(ForbidDecl { when: self.parsed(parse::condition(&when))?, why })
    }

    fn end(&mut self, mut fields: Fields<'f>) -> Option<EndDecl> {
        fields.only("`[[end]]`", &["when", "win", "draw"], self.faults);
        let when = self.required(&mut fields, "when", "`[[end]]`");
        let when = when.and_then(|text| self.parsed(parse::condition(&text)));
        let win = fields.text("win", self.faults);
        let draw = fields.flag("draw", self.faults).filter(|draw| draw.value);
        match (&win, draw) {
            (Some(win), Some(draw)) => {
                let fault = Diagnostic::new("an ending is won or drawn, not both", draw.span)
                    .label("drawn");
                self.faults.push(fault.also(win.span, "won"));
            }
            (None, None) => {
                let fault = Diagnostic::new("an ending without a result", fields.span);
                self.faults.push(
                    fault.help("add `win = \"mover\"` (or another player), or `draw = true`"),
                );
            }
            _ => {}
        }
        let win = win.and_then(|text| self.parsed(parse::winner(&text)));
        Some(EndDecl { when: when?, win })
    }

    fn verdict(&mut self, mut fields: Fields<'f>) -> Option<VerdictDecl> {
        fields.only("`[[verdict]]`", &["say", "when"], self.faults);
        let say = self.required(&mut fields, "say", "`[[verdict]]`")?;
        let when = fields.text("when", self.faults);
        let when = match when {
            Some(text) => Some(self.parsed(parse::condition(&text))?),
            None => None,
        };
        Some(VerdictDecl { say: Spanned::new(say.value, say.span), when })
    }

    fn format(&mut self, mut fields: Fields<'f>) -> FormatDecl {
        let known =
            ["cases", "case", "ask", "answer", "no_move", "turn", "cells", "coordinate", "setup"];
        fields.only("`[format]`", &known, self.faults);
        let span = fields.span;
        let cases =
            fields.text("cases", self.faults).and_then(|text| self.parsed(parse::cases(&text)));
        let mut template = |key: &str| {
            let text = fields.text(key, self.faults);
            text.and_then(|text| self.parsed(parse::template(&text)))
        };
        let (case, answer, no_move) = (template("case"), template("answer"), template("no_move"));
        let coordinate = template("coordinate");
        let turn = match fields.take("turn") {
            None => TurnDecl::Absent,
            Some((_, value)) if matches!(value.get_ref(), DeValue::Table(_)) => {
                let fields = as_table(self.file, value, self.faults);
                TurnDecl::Words(fields.map_or_else(Vec::new, |fields| self.words(fields)))
            }
            Some((_, value)) => {
                as_text(self.file, &value, self.faults).map_or(TurnDecl::Absent, TurnDecl::Word)
            }
        };
        if !fields.has("cells") {
            let help = "say which character is what: `cells = { \".\" = 'empty', … }`";
            self.missing_with(&fields, "cells", "`[format]`", help);
        }
        let mut cells = Vec::new();
        for (glyph, text) in
            fields.table("cells", self.faults).map_or_else(Vec::new, |cells| self.words(cells))
        {
            let content = self.parsed(parse::content(&text));
            cells.extend(content.map(|content| (glyph, Spanned::new(content, text.span))));
        }
        let setup =
            fields.text("setup", self.faults).map(|text| Spanned::new(text.value, text.span));
        let ask = fields.text("ask", self.faults);
        FormatDecl { span, cases, case, ask, answer, no_move, turn, cells, coordinate, setup }
    }

    fn required(&mut self, fields: &mut Fields<'f>, key: &str, what: &str) -> Option<Text> {
        match fields.take(key) {
            Some((_, value)) => as_text(self.file, &value, self.faults),
            None => self.missing(fields, key, what),
        }
    }

    fn missing<T>(&mut self, fields: &Fields<'f>, key: &str, what: &str) -> Option<T> {
        if !fields.has(key) {
            self.faults.push(Diagnostic::new(format!("{what} needs the key `{key}`"), fields.span));
        }
        None
    }

    fn missing_with(&mut self, fields: &Fields<'f>, key: &str, what: &str, help: &str) {
        if !fields.has(key) {
            let fault = Diagnostic::new(format!("{what} needs the key `{key}`"), fields.span);
            self.faults.push(fault.help(help));
        }
    }
}

/// Whether a table under `moves` is one move with its place (`{ walk, from }`), not named moves.
fn is_one_move(table: &DeTable) -> bool {
    table.len() == 2 && ["walk", "from"].iter().all(|key| table.contains_key(*key))
}
