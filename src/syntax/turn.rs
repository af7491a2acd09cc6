//! `[turn]`: what a player does in a turn.

use super::ast::MeasureAst;
use super::decl::{MustDecl, TurnRulesDecl};
use super::document::Reader;
use super::fields::{Fields, Value, as_number, as_table, as_text};
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use toml::de::DeValue;

impl<'f> Reader<'f, '_> {
    pub(super) fn turn(&mut self, mut fields: Fields<'f>) -> TurnRulesDecl {
        fields.only(
            "`[turn]`",
            &[
                "order", "steps", "again", "over", "skip", "must", "prefer", "routes", "captures",
                "pass", "then",
            ],
            self.faults,
        );
        let must = fields.text("must", self.faults).and_then(|text| {
            let one_word = !text.value.contains(|c: char| c.is_whitespace() || c == '(');
            if one_word && text.value != "captured" {
                return Some(MustDecl::By(Spanned::new(text.value, text.span)));
            }
            self.condition(&text).map(MustDecl::When)
        });
        let prefer = fields.take("prefer").map(|(_, value)| self.prefer(value));
        let routes = fields.text("routes", self.faults);
        if let Some(routes) = &routes
            && !["differ", "same"].contains(&routes.value.as_str())
        {
            let known = ["differ", "same"];
            self.faults.push(Diagnostic::unknown("word", &routes.value, routes.span, known));
        }
        let then = fields.text("then", self.faults);
        let order = fields.texts("order", self.faults);
        let steps = fields.number("steps", self.faults);
        let mut when = |key: &str| {
            let text = fields.text(key, self.faults)?;
            self.condition(&text)
        };
        let (again, over, skip) = (when("again"), when("over"), when("skip"));
        TurnRulesDecl {
            must,
            prefer: prefer.unwrap_or_default(),
            captures: fields.text("captures", self.faults),
            routes_differ: routes.is_some_and(|routes| routes.value == "differ"),
            pass: fields.text("pass", self.faults),
            order,
            steps,
            again,
            over,
            skip,
            then: then.and_then(|text| self.pattern(&text)),
        }
    }

    /// `prefer = 'MEASURE'`, or a list of measures.
    fn prefer(&mut self, value: Value<'f>) -> Vec<Spanned<MeasureAst>> {
        if !matches!(value.get_ref(), DeValue::Array(_)) {
            return self.measure(value).into_iter().collect();
        }
        match value.into_inner() {
            DeValue::Array(items) => {
                items.into_iter().filter_map(|item| self.measure(item)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn measure(&mut self, value: Value<'f>) -> Option<Spanned<MeasureAst>> {
        let span = Span::from(value.span());
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            let text = as_text(self.file, &value, self.faults)?;
            let measure = self.measure_of(&text)?;
            return Some(Spanned::new(measure, span));
        }
        let mut worth = Vec::new();
        let kinds = as_table(self.file, value, self.faults)?.rest();
        let empty = kinds.is_empty();
        for (kind, value) in kinds {
            worth.extend(as_number(&value, self.faults).map(|number| (kind, number)));
        }
        if worth.is_empty() {
            let fault = Diagnostic::new("captured pieces are worth nothing here", span);
            let fault = fault.help("write `{ KIND = 3, KIND = 5 }`, or `'most captured'`");
            self.faults.extend(Some(fault).filter(|_| empty));
            return None;
        }
        Some(Spanned::new(MeasureAst::Worth(worth), span))
    }
}
