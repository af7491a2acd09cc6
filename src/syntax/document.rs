//! The TOML document as a syntax tree: every key known, every value of the right type, every quoted word
//! parsed. What the names mean is not known here.

use super::ast::{Choice, CondAst, MeasureAst, Receiver, TestAst, TestWord};
use super::attributes::Product;
use super::decl::{
    BoardDecl, CounterDecl, EndDecl, ForbidDecl, MoveDecl, PieceDecl, PlayersDecl, PromoteDecl,
    RulesFile, ShapeDecl, SizeDecl, VerdictDecl, WalkDecl,
};
use super::define::Goals;
use super::directions::Dirs;
use super::fields::{Faults, Fields, Value, as_number, as_table, as_text, as_texts, wrong};
use super::limits::FILE_BYTES;
use super::text::Text;
use super::unfold::{Definitions, Wanted};
use super::{parse, parts, said, test};
use crate::diag::Diagnostic;
use crate::source::{Source, Span, Spanned};
use toml::de::{DeTable, DeValue};

pub use super::parts::VERSION;

/// Reads a rule file; every fault of the whole file is in `faults`.
pub fn read(source: &Source, faults: &mut Vec<Diagnostic>) -> RulesFile {
    let file = source.text.as_str();
    if file.len() > FILE_BYTES {
        let fault = Diagnostic::new("the rule file is too large", Span::new(0, 0));
        faults.push(fault.help(format!("at most {FILE_BYTES} bytes are read")));
        return RulesFile { unread: true, ..RulesFile::default() };
    }
    let Some(merged) = parts::merged(source, faults) else {
        return RulesFile { unread: true, ..RulesFile::default() };
    };
    let own = source.own();
    let before = faults.len();
    let mut reader = Reader {
        file,
        start: own.start,
        faults,
        broken: Vec::new(),
        unread_moves: Vec::new(),
        known: Definitions::default(),
        goals: Vec::new(),
        bound: None,
        products: Vec::new(),
        groups: Vec::new(),
    };
    let span = Span::new(own.start, file.len());
    let mut rules = reader.rules(Fields::new(file, merged.table, span));
    merged.absent.explain(&mut faults[before..]);
    rules.removed = merged.removed;
    rules.warnings.extend(merged.warnings);
    rules
}

/// The document on its way into the tree; `super::format` reads its last section.
pub(super) struct Reader<'f, 'o> {
    /// The text of the whole source.
    pub(super) file: &'f str,
    /// Where the user's own file starts in it.
    pub(super) start: usize,
    pub(super) faults: &'o mut Faults,
    pub(super) broken: Vec<Spanned<String>>,
    pub(super) unread_moves: Vec<String>,
    /// What the file gives names to.
    pub(super) known: Definitions,
    /// The goals with parameters, and which use of one is being read.
    pub(super) goals: Goals<'f>,
    pub(super) bound: Option<Wanted>,
    /// Pieces that stand for several kinds, and the words that come of them.
    pub(super) products: Vec<Product>,
    pub(super) groups: Vec<(Spanned<String>, Vec<Text>)>,
}

impl<'f> Reader<'f, '_> {
    fn rules(&mut self, mut top: Fields<'f>) -> RulesFile {
        let known = [
            "interp",
            "extends",
            "before",
            "after",
            "instead",
            "name",
            "about",
            "board",
            "players",
            "regions",
            "pieces",
            "actions",
            "turn",
            "chance",
            "goals",
            "scores",
            "marks",
            "counters",
            "numbers",
            "directions",
            "hands",
            "facts",
            "walks",
            "lists",
            "areas",
            "kinds",
            "forbid",
            "end",
            "verdict",
            "sight",
            "format",
            "test",
        ];
        top.only("a rule file", &known, self.faults);
        self.sections(&top);
        let unused = said::unused(&top, self.file, self.start);
        let tracks = self.tracks(&mut top);
        self.define(&mut top);
        let board = top.table("board", self.faults).map(|fields| self.board(fields));
        let areas = self.areas(&mut top, board.as_ref());
        let players = top.table("players", self.faults).map(|fields| self.players(fields));
        let turn = top.table("turn", self.faults).map(|fields| self.turn(fields));
        let hands = top.table("hands", self.faults).map(|mut hands| {
            hands.only("`[hands]`", &["captures"], self.faults);
            hands.take("captures").and_then(|(_, value)| self.receiver(&value))
        });
        let (chance, throws) = self.chance(&mut top);
        let mut file = RulesFile {
            name: top.text("name", self.faults),
            about: top.text("about", self.faults),
            board,
            players,
            regions: self.named(&mut top, "regions", |reader, name, value| {
                Some((name, reader.region(value)?))
            }),
            pieces: self
                .named(&mut top, "pieces", |reader, name, value| {
                    let fields = as_table(reader.file, value, reader.faults)?;
                    let kinds = reader.kinds_of(&name);
                    let piece = reader.piece(name, fields);
                    Some(kinds.into_iter().map(move |name| PieceDecl { name, ..piece.clone() }))
                })
                .into_iter()
                .flatten()
                .collect(),
            actions: self.named(&mut top, "actions", |reader, name, value| {
                let text = as_text(reader.file, &value, reader.faults)?;
                Some((name, reader.pattern(&text)?))
            }),
            turn: turn.unwrap_or_default(),
            chance,
            throws: Vec::new(),
            tracks,
            marks: top.words("marks", self.faults),
            counters: self.named(&mut top, "counters", |reader, name, value| {
                let fields = as_table(reader.file, value, reader.faults)?;
                Some(reader.counter(name, fields))
            }),
            numbers: top.words("numbers", self.faults),
            hands,
            facts: self.named(&mut top, "facts", |reader, name, value| {
                let text = as_text(reader.file, &value, reader.faults)?;
                Some((name, reader.condition(&text)?))
            }),
            goals: self.named(&mut top, "goals", |reader, name, value| {
                let fields = as_table(reader.file, value, reader.faults)?;
                Some(reader.goal(name, fields))
            }),
            scores: self.named(&mut top, "scores", |reader, name, value| {
                let fields = as_table(reader.file, value, reader.faults)?;
                Some(reader.score(name, fields))
            }),
            forbids: self.listed(&mut top, "forbid", Self::forbid),
            ends: self.listed(&mut top, "end", Self::end),
            verdicts: self.listed(&mut top, "verdict", Self::verdict),
            sight: top.table("sight", self.faults).map(|fields| self.sight(fields)),
            format: top.table("format", self.faults).map(|fields| self.format(fields)),
            tests: test::all(self.file, &mut top, self.faults),
            kinds: std::mem::take(&mut self.groups),
            words: Vec::new(),
            uses: Vec::new(),
            broken: Vec::new(),
            unread_moves: Vec::new(),
            removed: Vec::new(),
            warnings: unused,
            unread: false,
        };
        file.regions.splice(0..0, areas);
        throws.into_iter().for_each(|throw| throw.written_out(&mut file, self.faults));
        self.made(&mut file);
        file.broken.append(&mut self.broken);
        file.unread_moves.append(&mut self.unread_moves);
        file
    }

    /// Reports the sections that no file goes without.
    fn sections(&mut self, top: &Fields<'f>) {
        let needed = [
            ("board", "a `[board]` with `size = [8, 8]`"),
            ("players", "`[players]` with `order = [\"…\", \"…\"]`"),
            // A game may be played with numbers alone.
            ("pieces", "`[pieces.NAME]` for each kind of piece"),
            ("format", "a `[format]` with `cells = { \".\" = 'empty', … }`"),
        ];
        let spared = |key: &str| top.has(key) || key == "pieces" && top.has("numbers");
        let missing: Vec<_> = needed.into_iter().filter(|(key, _)| !spared(key)).collect();
        let names: Vec<&str> = missing.iter().map(|(key, _)| *key).collect();
        // What an `extends` at fault would have brought is not missed.
        if names.is_empty() || top.has("extends") {
            return;
        }
        let message = format!("the file has no {}", crate::diag::list(&names));
        let fault = Diagnostic::new(message, Span::new(self.start, self.start));
        let add: Vec<&str> = missing.iter().map(|(_, what)| *what).collect();
        self.faults.push(fault.help(format!("add {}", add.join(", "))));
    }

    /// Every entry of a table of names.
    pub(super) fn named<T>(
        &mut self,
        top: &mut Fields<'f>,
        key: &str,
        mut read: impl FnMut(&mut Self, Spanned<String>, Value<'f>) -> Option<T>,
    ) -> Vec<T> {
        let Some(fields) = top.table(key, self.faults) else { return Vec::new() };
        let mut found = Vec::new();
        for (name, value) in fields.rest() {
            // A move is named only where nothing else can stand.
            let fits = if key == "actions" { parse::is_word } else { parse::is_name };
            if fits(&name.value) {
                match read(self, name.clone(), value) {
                    Some(read) => found.push(read),
                    None => self.broken.push(name),
                }
            } else {
                self.broken.push(name.clone());
                self.faults.push(parse::no_name(&name.value, name.span));
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

    pub(super) fn pattern(&mut self, text: &Text) -> Option<Choice> {
        let parsed = parse::pattern_with(text, &mut self.known);
        self.parsed(parsed)
    }

    pub(super) fn test(&mut self, text: &Text) -> Option<TestAst> {
        let parsed = match &self.bound {
            Some(_) => parse::test_with(&self.bound(text.clone()), &mut self.known),
            None => parse::test_with(text, &mut self.known),
        };
        self.parsed(parsed)
    }

    pub(super) fn directions(&mut self, text: &Text) -> Option<Dirs> {
        let text = self.bound(text.clone());
        let parsed = parse::directions_with(&text, &mut self.known);
        self.parsed(parsed)
    }

    pub(super) fn condition(&mut self, text: &Text) -> Option<CondAst> {
        let parsed = parse::condition_with(text, &mut self.known);
        self.parsed(parsed)
    }

    pub(super) fn measure_of(&mut self, text: &Text) -> Option<MeasureAst> {
        let parsed = parse::measure_with(text, &mut self.known);
        self.parsed(parsed)
    }

    pub(super) fn parsed<T>(&mut self, parsed: Result<T, Vec<Diagnostic>>) -> Option<T> {
        parsed.map_err(|faults| self.faults.extend(faults)).ok()
    }

    fn board(&mut self, mut fields: Fields<'f>) -> BoardDecl {
        let known = ["shape", "size", "side", "form", "holes", "wraps", "drawing", "stack"];
        fields.only("`[board]`", &known, self.faults);
        let shape = fields.text("shape", self.faults);
        let side = fields.number("side", self.faults);
        let form = fields.text("form", self.faults);
        let holes = fields.text("holes", self.faults);
        let holes = holes.and_then(|holes| self.test(&holes));
        let wraps = fields.text("wraps", self.faults);
        let drawing = fields.text("drawing", self.faults);
        let stack = fields.number("stack", self.faults);
        let size = match fields.take("size") {
            Some((_, value)) => self.size(value),
            None if side.is_none() && drawing.is_none() => {
                let help = "write `size = [files, ranks]`, or `size = 'read'`";
                self.missing_with(&fields, "size", "`[board]`", help);
                None
            }
            None => None,
        };
        BoardDecl { span: fields.span, shape, size, side, form, holes, wraps, drawing, stack }
    }

    /// What a region is: a test, or one for each player.
    fn region(&mut self, value: Value<'f>) -> Option<TestAst> {
        let span = Span::from(value.span());
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            let text = as_text(self.file, &value, self.faults)?;
            return self.test(&text);
        }
        let mut each = Vec::new();
        let table = as_table(self.file, value, self.faults)?;
        for (player, text) in table.rest_words(self.faults) {
            each.push((player, self.test(&text)?));
        }
        Some(Spanned::new(TestWord::Each(each), span))
    }

    fn size(&mut self, value: Value<'f>) -> Option<SizeDecl> {
        let span = Span::from(value.span());
        match value.get_ref() {
            DeValue::String(word) if word == "read" => Some(SizeDecl::Read),
            DeValue::Array(items) if (2..=3).contains(&items.len()) => {
                let sides = items.iter().filter_map(|item| as_number(item, self.faults));
                let sides: Vec<Spanned<u32>> = sides.collect();
                (sides.len() == items.len()).then_some(SizeDecl::Fixed(sides))
            }
            DeValue::Array(items) => {
                let fault = Diagnostic::new("a board has two sides, or three", span);
                self.faults.push(
                    fault
                        .label(format!("a list of {}", items.len()))
                        .help("write `size = [files, ranks]`, or `size = [files, ranks, layers]`"),
                );
                None
            }
            other => wrong("`[files, ranks]` or `'read'`", other, span, self.faults),
        }
    }

    fn players(&mut self, mut fields: Fields<'f>) -> PlayersDecl {
        fields.only("`[players]`", &["order", "facing", "teams"], self.faults);
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
        let facing = fields.words("facing", self.faults);
        let teams = fields.table("teams", self.faults).map_or_else(Vec::new, Fields::rest);
        let teams = teams
            .into_iter()
            .map(|(name, value)| (name, as_texts(self.file, value, self.faults)))
            .collect();
        PlayersDecl { span: fields.span, order, whole, facing, teams }
    }

    fn counter(&mut self, name: Spanned<String>, mut fields: Fields<'f>) -> CounterDecl {
        fields.only("a counter", &["each", "start", "up", "down", "reset"], self.faults);
        let each = fields.flag("each", self.faults).is_some_and(|flag| flag.value);
        let start = fields.number("start", self.faults);
        let mut when = |key: &str| {
            let text = fields.text(key, self.faults);
            text.and_then(|text| self.condition(&text))
        };
        let (up, down, reset) = (when("up"), when("down"), when("reset"));
        CounterDecl { name, each, start, up, down, reset }
    }

    /// Whose hand what is captured goes to, if it goes to one.
    fn receiver(&mut self, value: &Value<'_>) -> Option<Receiver> {
        let (expected, span) = ("`true`, `false` or `\"owner\"`", Span::from(value.span()));
        match value.get_ref() {
            DeValue::Boolean(taken) => taken.then_some(Receiver::Captor),
            DeValue::String(word) if word == "owner" => Some(Receiver::Owner),
            DeValue::String(word) => {
                let fault = Diagnostic::new(format!("nobody's hand is `{word}`"), span);
                self.faults.push(fault.label(format!("should be {expected}")).help(
                    "`captures = true` is the hand of who captures, `captures = \"owner\"` that of the piece's owner",
                ));
                None
            }
            other => wrong(expected, other, span, self.faults),
        }
    }

    fn piece(&mut self, name: Spanned<String>, mut fields: Fields<'f>) -> PieceDecl {
        let known =
            ["moves", "betza", "royal", "owner", "promote", "hand", "like", "each", "shape"];
        fields.only("a piece", &known, self.faults);
        // What it may be like is known already.
        fields.take("each");
        let mut moves = Vec::new();
        if let Some(text) = self.betza(&mut fields, "moves") {
            moves.push(MoveDecl { name: None, walk: WalkDecl::Betza(text), from: None });
        }
        if let Some((_, value)) = fields.take("moves") {
            if matches!(value.get_ref(), DeValue::Table(table) if !is_one_move(table)) {
                for (key, value) in
                    as_table(self.file, value, self.faults).map_or_else(Vec::new, Fields::rest)
                {
                    match self.one_move(Some(key.clone()), value) {
                        Some(one) => moves.push(one),
                        None => self.unread_moves.push(key.value),
                    }
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
            like: fields.text("like", self.faults),
            hand: fields.text("hand", self.faults),
            shape: fields.take("shape").and_then(|(_, value)| self.shape(value)),
        }
    }

    /// The cells that a piece covers: a picture, or a table of it and what may be done with it.
    fn shape(&mut self, value: Value<'f>) -> Option<ShapeDecl> {
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            let picture = as_text(self.file, &value, self.faults)?;
            return Some(ShapeDecl { picture, turned: true, mirrored: true });
        }
        let mut fields = as_table(self.file, value, self.faults)?;
        fields.only("a shape", &["cells", "turned", "mirrored"], self.faults);
        let picture = self.required(&mut fields, "cells", "a shape")?;
        let mut flag = |key| fields.flag(key, self.faults).is_none_or(|flag| flag.value);
        Some(ShapeDecl { picture, turned: flag("turned"), mirrored: flag("mirrored") })
    }

    fn one_move(&mut self, name: Option<Spanned<String>>, value: Value<'f>) -> Option<MoveDecl> {
        if matches!(value.get_ref(), DeValue::Table(_)) {
            let mut fields = as_table(self.file, value, self.faults)?;
            fields.only("a move", &["walk", "betza", "from"], self.faults);
            let walk = if fields.has("betza") {
                self.betza(&mut fields, "walk").map(WalkDecl::Betza)
            } else {
                let walk = self.required(&mut fields, "walk", "a move")?;
                self.pattern(&walk).map(WalkDecl::Pattern)
            };
            let from = fields.text("from", self.faults);
            let from = from.and_then(|from| self.test(&from));
            return Some(MoveDecl { name, walk: walk?, from });
        }
        let text = as_text(self.file, &value, self.faults)?;
        let walk = WalkDecl::Pattern(self.pattern(&text)?);
        Some(MoveDecl { name, walk, from: None })
    }

    /// The text of `betza`, which stands in place of another key.
    fn betza(&mut self, fields: &mut Fields<'f>, other: &str) -> Option<Text> {
        let (key, value) = fields.take("betza")?;
        if let Some((other, _)) = fields.take(other) {
            let fault = Diagnostic::new("the moves are written twice", key.span);
            let message = format!("`betza` stands in place of `{}`", other.value);
            self.faults.push(fault.label(message).also(other.span, "written here as well"));
        }
        as_text(self.file, &value, self.faults)
    }

    fn promote(&mut self, mut fields: Fields<'f>) -> Option<PromoteDecl> {
        let known = ["to", "at", "when", "from", "optional", "forced", "limit"];
        fields.only("`promote`", &known, self.faults);
        let to = match fields.take("to") {
            Some((_, value)) => as_texts(self.file, value, self.faults),
            None => self.missing(&fields, "to", "`promote`").unwrap_or_default(),
        };
        let at = self.required(&mut fields, "at", "`promote`");
        let at = at.and_then(|at| self.test(&at));
        let when = fields.text("when", self.faults);
        let mut test = |key: &str| {
            let text = fields.text(key, self.faults);
            text.and_then(|text| self.test(&text))
        };
        let (from, forced) = (test("from"), test("forced"));
        let optional = fields.flag("optional", self.faults).is_some_and(|flag| flag.value);
        let limit = self.limits(&mut fields);
        Some(PromoteDecl { to, at: at?, when, from, optional, forced, limit })
    }

    fn forbid(&mut self, mut fields: Fields<'f>) -> Option<ForbidDecl> {
        fields.only("`[[forbid]]`", &["when", "why"], self.faults);
        let why = fields.text("why", self.faults).map(|text| text.value);
        let when = self.required(&mut fields, "when", "`[[forbid]]`")?;
        Some(ForbidDecl { when: self.condition(&when)?, why })
    }

    fn end(&mut self, mut fields: Fields<'f>) -> Option<EndDecl> {
        fields.only("`[[end]]`", &["when", "win", "draw", "claim", "perft"], self.faults);
        let when = self.required(&mut fields, "when", "`[[end]]`");
        let when = when.and_then(|text| self.condition(&text));
        let win = fields.text("win", self.faults);
        let draw = fields.flag("draw", self.faults).filter(|draw| draw.value);
        match (&win, draw) {
            (Some(win), Some(draw)) => {
                let fault = Diagnostic::new("an ending is won or drawn, not both", draw.span)
                    .label("drawn");
                self.faults.push(fault.also(win.span, "won"));
            }
            // An unknown key may have been meant for one of them.
            (None, None) if !fields.has("win") && !fields.has("draw") => {
                let fault = Diagnostic::new("an ending without a result", fields.span);
                self.faults.push(
                    fault.help("add `win = \"mover\"` (or another player), or `draw = true`"),
                );
            }
            _ => {}
        }
        let win = win.and_then(|text| self.parsed(parse::winner(&text)));
        let claim = fields.flag("claim", self.faults).is_some_and(|flag| flag.value);
        let perft = fields.flag("perft", self.faults).is_none_or(|flag| flag.value);
        Some(EndDecl { when: when?, win, claim, perft })
    }

    fn verdict(&mut self, mut fields: Fields<'f>) -> Option<VerdictDecl> {
        fields.only("`[[verdict]]`", &["say", "when"], self.faults);
        let say = self.required(&mut fields, "say", "`[[verdict]]`")?;
        let when = fields.text("when", self.faults);
        let when = match when {
            Some(text) => Some(self.condition(&text)?),
            None => None,
        };
        Some(VerdictDecl { say: Spanned::new(say.value, say.span), when })
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

    pub(super) fn missing_with(&mut self, fields: &Fields<'f>, key: &str, what: &str, help: &str) {
        if !fields.has(key) {
            let fault = Diagnostic::new(format!("{what} needs the key `{key}`"), fields.span);
            self.faults.push(fault.help(help));
        }
    }
}

/// Whether a table under `moves` is one move with its place (`{ walk, from }`, `{ betza }`), not named moves.
pub(super) fn is_one_move(table: &DeTable) -> bool {
    let from = usize::from(table.contains_key("from"));
    table.len() == 1 + from && table.contains_key("betza")
        || table.len() == 2 && from == 1 && table.contains_key("walk")
}
