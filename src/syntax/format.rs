//! The sections `[format]`, with its templates, glyphs, letters and the other forms that are read, and `[sight]`.

use super::decl::{FormDecl, FormatDecl, GlyphDecl, LettersDecl, SightDecl, TurnDecl};
use super::document::Reader;
use super::fields::{Fields, as_table, as_text, as_texts};
use super::parse;
use crate::diag::Diagnostic;
use crate::source::Spanned;
use toml::de::DeValue;

/// The keys of a form that is only read.
const FORM: [&str; 3] = ["case", "turn", "cells"];

impl<'f> Reader<'f, '_> {
    pub(super) fn format(&mut self, mut fields: Fields<'f>) -> FormatDecl {
        let known = [
            "cases",
            "case",
            "ask",
            "answer",
            "no_move",
            "turn",
            "cells",
            "kinds",
            "moves",
            "coordinate",
            "letters",
            "also",
            "setup",
        ];
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
        let turn = self.turn_words(&mut fields);
        if !fields.has("cells") {
            let help = "say which character is what: `cells = { \".\" = 'empty', … }`";
            self.missing_with(&fields, "cells", "`[format]`", help);
        }
        let cells = self.glyphs(&mut fields);
        let kinds = fields.words("kinds", self.faults);
        let moves = fields.text("moves", self.faults);
        let mut letters = Vec::new();
        for (mark, value) in
            fields.table("letters", self.faults).map_or_else(Vec::new, Fields::rest)
        {
            let table = as_table(self.file, value, self.faults);
            let mut read = Vec::new();
            for (letter, value) in table.map_or_else(Vec::new, Fields::rest) {
                let texts = as_texts(self.file, value, self.faults);
                let tests = texts.iter().map(|text| self.test(text));
                read.extend(tests.collect::<Option<Vec<_>>>().map(|tests| (letter, tests)));
            }
            letters.push(LettersDecl { mark, letters: read });
        }
        let mut also = Vec::new();
        for (name, value) in fields.table("also", self.faults).map_or_else(Vec::new, Fields::rest) {
            let form = as_table(self.file, value, self.faults);
            also.extend(form.map(|fields| self.form(name, fields)));
        }
        let setup =
            fields.text("setup", self.faults).map(|text| Spanned::new(text.value, text.span));
        let ask = fields.text("ask", self.faults);
        FormatDecl {
            span,
            cases,
            case,
            ask,
            answer,
            no_move,
            turn,
            cells,
            kinds,
            moves,
            letters,
            also,
            coordinate,
            setup,
        }
    }

    /// `[sight]`: what positions show to a player.
    pub(super) fn sight(&mut self, mut fields: Fields<'f>) -> SightDecl {
        let before = self.faults.len();
        fields.only("`[sight]`", &["sees", "moves", "knows", "hidden", "unknown"], self.faults);
        // An unknown key may have been meant for one of them.
        if self.faults.len() == before && !fields.has("sees") && !fields.has("knows") {
            let fault = Diagnostic::new("a `[sight]` that hides nothing", fields.span);
            self.faults.push(
                fault
                    .help("write `sees = 'own'`: the cells that a player sees")
                    .help("or `knows = 'own'`: the pieces of which a player knows the kind"),
            );
        }
        let moves = fields.flag("moves", self.faults).is_some_and(|flag| flag.value);
        let mut test = |key: &str| {
            let text = fields.text(key, self.faults);
            text.and_then(|text| self.test(&text))
        };
        let (sees, knows) = (test("sees"), test("knows"));
        let hidden = fields.text("hidden", self.faults);
        let unknown = fields.words("unknown", self.faults);
        SightDecl { sees, moves, knows, hidden, unknown }
    }

    /// `[format.also.NAME]`.
    fn form(&mut self, name: Spanned<String>, mut fields: Fields<'f>) -> FormDecl {
        fields.only("a form", &FORM, self.faults);
        if !FORM.iter().any(|key| fields.has(key)) {
            let fault = Diagnostic::new("a form that does not differ", name.span);
            let known = crate::diag::list(&FORM);
            self.faults.push(fault.help(format!("give it its own {known}")));
        }
        let case = fields.text("case", self.faults);
        let case = case.and_then(|text| self.parsed(parse::template(&text)));
        let turn = self.turn_words(&mut fields);
        let cells = fields.has("cells").then(|| self.glyphs(&mut fields));
        FormDecl { name, case, turn, cells }
    }

    fn turn_words(&mut self, fields: &mut Fields<'f>) -> TurnDecl {
        match fields.take("turn") {
            None => TurnDecl::Absent,
            Some((_, value)) if matches!(value.get_ref(), DeValue::Table(_)) => {
                let fields = as_table(self.file, value, self.faults);
                let words = fields.map_or_else(Vec::new, |fields| fields.rest_words(self.faults));
                TurnDecl::Words(words)
            }
            Some((_, value)) => {
                as_text(self.file, &value, self.faults).map_or(TurnDecl::Absent, TurnDecl::Word)
            }
        }
    }

    fn glyphs(&mut self, fields: &mut Fields<'f>) -> Vec<GlyphDecl> {
        let mut cells = Vec::new();
        for (glyph, text) in fields.words("cells", self.faults) {
            let content = self.parsed(parse::content(&text));
            cells.extend(content.map(|content| (glyph, Spanned::new(content, text.span))));
        }
        cells
    }
}
