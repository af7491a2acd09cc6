//! `[goals]` and `[scores]`.

use super::ast::TestAst;
use super::decl::{ConnectDecl, GoalDecl, GroupsDecl, ScoreDecl};
use super::document::Reader;
use super::fields::{Fields, Value, as_number, as_points, as_table, as_text, as_texts};
use super::text::Text;
use crate::source::{Span, Spanned};
use toml::de::DeValue;

impl<'f> Reader<'f, '_> {
    pub(super) fn goal(&mut self, name: Spanned<String>, mut fields: Fields<'f>) -> GoalDecl {
        let sorts: [(&str, &str, &[&str]); 4] = [
            ("line", "a line", &["line", "exactly", "along", "of", "limit"]),
            ("connect", "a connection", &["connect", "least", "by", "of"]),
            ("together", "a group of all", &["together", "by", "of"]),
            ("ring", "a ring", &["ring", "across", "of"]),
        ];
        let before = self.faults.len();
        let mut chosen = sorts.iter().filter(|(key, ..)| fields.has(key));
        match (chosen.next(), chosen.next()) {
            (Some((_, what, keys)), None) => fields.only(what, keys, self.faults),
            _ => {
                let mut all: Vec<&str> =
                    sorts.iter().flat_map(|(.., keys)| keys.iter().copied()).collect();
                all.sort_unstable();
                all.dedup();
                fields.only("a goal", &all, self.faults);
            }
        }
        // A sort that is misspelt, or no number where one is wanted, is told already.
        let told = sorts.iter().filter(|(key, ..)| fields.has(key)).count() == 1;
        let test = fields.text("of", self.faults);
        let of = test.and_then(|text| self.test(&text));
        let line = self.number(&mut fields, "line");
        let along = fields.text("along", self.faults);
        let along = along.and_then(|text| self.directions(&text));
        let limit = self.limits(&mut fields);
        let connect = fields.take("connect").and_then(|(_, value)| self.connect(value));
        let exactly = fields.flag("exactly", self.faults).is_some_and(|flag| flag.value);
        let least = self.number(&mut fields, "least");
        let together = fields.flag("together", self.faults).is_some_and(|flag| flag.value);
        let ring = fields.flag("ring", self.faults).is_some_and(|flag| flag.value);
        let mut dirs = |key: &str| {
            let text = fields.text(key, self.faults);
            text.and_then(|text| self.directions(&text))
        };
        let (by, across) = (dirs("by"), dirs("across"));
        GoalDecl {
            broken: told && self.faults.len() > before,
            name,
            span: fields.span,
            of,
            line,
            exactly,
            along,
            limit,
            connect,
            least,
            together,
            ring,
            by,
            across,
            used: None,
        }
    }

    pub(super) fn score(&mut self, name: Spanned<String>, mut fields: Fields<'f>) -> ScoreDecl {
        fields.only("a score", &["count", "sum", "groups", "bonus"], self.faults);
        let grouped = fields.has("groups");
        let groups = fields.table("groups", self.faults).map(|table| self.groups(table));
        let count = match fields.take("count") {
            Some((_, value)) => self.worth(value),
            None if fields.has("sum") || grouped => Vec::new(),
            None => {
                self.missing_with(
                    &fields,
                    "count",
                    "a score",
                    "write `count = 'own'`, or `count = { 'own' = 1, 'own and edge' = 2 }`",
                );
                Vec::new()
            }
        };
        let mut bonus = Vec::new();
        let table = fields.table("bonus", self.faults);
        for (player, value) in table.map_or_else(Vec::new, Fields::rest) {
            bonus.extend(as_points(&value, self.faults).map(|points| (player, points)));
        }
        let mut sum = Vec::new();
        let table = fields.table("sum", self.faults);
        for (number, value) in table.map_or_else(Vec::new, Fields::rest) {
            let of = match value.get_ref() {
                DeValue::Boolean(true) => Some(None),
                _ => {
                    let text = as_text(self.file, &value, self.faults);
                    text.and_then(|text| self.test(&text)).map(Some)
                }
            };
            sum.extend(of.map(|of| (number, of)));
        }
        ScoreDecl { name, count, sum, groups, bonus }
    }

    /// What cells are worth: a test, for one point each, or a table of points by tests.
    fn worth(&mut self, value: Value<'f>) -> Vec<(TestAst, i32)> {
        let mut worth = Vec::new();
        if matches!(value.get_ref(), DeValue::String(_)) {
            let text = as_text(self.file, &value, self.faults);
            let test = text.and_then(|text| self.test(&text));
            worth.extend(test.map(|test| (test, 2)));
            return worth;
        }
        let table = as_table(self.file, value, self.faults);
        for (key, value) in table.map_or_else(Vec::new, Fields::rest) {
            let text = Text::new(self.file, key.span, &key.value);
            let test = self.test(&text);
            let points = as_points(&value, self.faults);
            worth.extend(test.zip(points));
        }
        worth
    }

    /// `groups = { … }` of a score.
    fn groups(&mut self, mut fields: Fields<'f>) -> GroupsDecl {
        let keys = ["of", "by", "count", "touching", "less", "each", "least", "largest", "product"];
        fields.only("what groups are worth", &keys, self.faults);
        let of = fields.text("of", self.faults).and_then(|text| self.test(&text));
        let by = fields.text("by", self.faults).and_then(|text| self.directions(&text));
        let count = fields.take("count").map(|(_, value)| self.worth(value));
        let touching = fields.take("touching");
        let touching = touching.map_or_else(Vec::new, |(_, value)| self.worth(value));
        let mut points = |key: &str| {
            let (_, value) = fields.take(key)?;
            let span = Span::from(value.span());
            Some(Spanned::new(as_points(&value, self.faults)?, span))
        };
        let (less, each) = (points("less").map(|points| points.value), points("each"));
        let least = self.number(&mut fields, "least");
        let largest = self.number(&mut fields, "largest");
        let product = fields.flag("product", self.faults).filter(|flag| flag.value);
        let product = product.map(|flag| flag.span);
        GroupsDecl { of, by, count, touching, less, each, least, largest, product }
    }

    /// Sets of cells: a list for all players, or a table of each one's.
    fn connect(&mut self, value: Value<'f>) -> Option<ConnectDecl> {
        let sets = |reader: &mut Self, value: Value<'f>| {
            let texts = as_texts(reader.file, value, reader.faults);
            texts.iter().filter_map(|text| reader.test(text)).collect::<Vec<_>>()
        };
        if matches!(value.get_ref(), DeValue::Array(_)) {
            return Some(ConnectDecl::All(sets(self, value)));
        }
        let table = as_table(self.file, value, self.faults)?;
        let each = table.rest().into_iter().map(|(player, value)| (player, sets(self, value)));
        Some(ConnectDecl::Each(each.collect()))
    }

    /// `limit = { KIND = 1 }`.
    pub(super) fn limits(
        &mut self,
        fields: &mut Fields<'f>,
    ) -> Vec<(Spanned<String>, Spanned<u32>)> {
        let mut limit = Vec::new();
        for (key, value) in fields.table("limit", self.faults).map_or_else(Vec::new, Fields::rest) {
            limit.extend(as_number(&value, self.faults).map(|number| (key, number)));
        }
        limit
    }
}
