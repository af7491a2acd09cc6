//! The names that a file gives to what it would write twice: `[walks]`, `[lists]`, and what has parameters among regions, facts
//! and goals. They are gathered before anything is parsed.

use super::ast::{CondAst, Name, Used};
use super::decl::{GoalDecl, RulesFile};
use super::document::Reader;
use super::fields::{Fields, Value, as_table, as_text, wrong};
use super::parse;
use super::text::Text;
use super::unfold::{Definition, List, Sort, Wanted, words};
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::source::{Span, Spanned};
use std::collections::BTreeSet;
use toml::de::DeValue;

/// A goal with parameters, which is read for each use.
pub(super) type Goals<'f> = Vec<(usize, Value<'f>)>;

impl<'f> Reader<'f, '_> {
    /// Takes what has parameters out of the tables, with all walks and lists.
    pub(super) fn define(&mut self, top: &mut Fields<'f>) {
        for (name, value) in top.table("walks", self.faults).map_or_else(Vec::new, Fields::rest) {
            let text = as_text(self.file, &value, self.faults);
            self.definition(Sort::Walk, name, text, 0);
        }
        for sort in [Sort::Region, Sort::Fact, Sort::Goal] {
            let (_, table) = sort.words();
            for (before, name, value) in top.with_parameters(table) {
                if sort == Sort::Goal {
                    let at = self.known.known.len();
                    self.definition(sort, name, None, before);
                    if self.known.known.len() > at {
                        self.goals.push((at, value));
                    }
                } else {
                    let text = as_text(self.file, &value, self.faults);
                    self.definition(sort, name, text, before);
                }
            }
        }
        self.attributes(top);
        self.kinds(top);
        for (name, value) in top.table("lists", self.faults).map_or_else(Vec::new, Fields::rest) {
            self.list(name, value);
        }
    }

    fn definition(&mut self, sort: Sort, key: Spanned<String>, body: Option<Text>, before: usize) {
        let text = Text::new(self.file, key.span, &key.value);
        let missing = body.is_none() && sort != Sort::Goal;
        let Some((name, params)) = self.head(&text).filter(|_| !missing) else {
            let name = key.value.split('(').next().unwrap_or_default().trim().to_owned();
            self.broken.push(Spanned::new(name, key.span));
            return;
        };
        if let Some(at) = self.known.find(sort, &name.value) {
            let first = self.known.known[at].name.span;
            let fault = Diagnostic::new(format!("`{}` is written twice", name.value), name.span);
            self.faults.push(fault.label("again").also(first, "first here"));
            return;
        }
        self.known.known.push(Definition { sort, name, params, body, before, used: false });
    }

    /// `castle(side, to)`: the name, and its parameters.
    fn head(&mut self, text: &Text) -> Option<(Name, Vec<Name>)> {
        let value = text.value.as_str();
        let word = |start: usize, end: usize| {
            let part = &value[start..end];
            let start = start + (part.len() - part.trim_start().len());
            let end = start + part.trim().len();
            Name::new(value[start..end].to_owned(), text.span(start, end))
        };
        let mut names = Vec::new();
        let open = value.find('(').unwrap_or(value.len());
        names.push(word(0, open));
        let inside = value[open..].strip_prefix('(').map(|rest| rest.trim_end());
        match inside.map(|rest| rest.strip_suffix(')')) {
            None => {}
            Some(Some(inside)) => {
                let mut start = open + 1;
                for part in inside.split(',') {
                    names.push(word(start, start + part.len()));
                    start += part.len() + 1;
                }
            }
            Some(None) => {
                let fault = Diagnostic::new("parameters without a closing bracket", text.span);
                self.faults.push(fault.help("write `\"NAME(ONE, OTHER)\" = …`"));
                return None;
            }
        }
        for (at, name) in names.iter().enumerate() {
            if !parse::is_name(&name.value) {
                self.faults.push(parse::no_name(&name.value, name.span));
                return None;
            }
            let first = names[..at].iter().skip(1).find(|other| other.value == name.value);
            if let Some(first) = first.filter(|_| at > 0) {
                let fault =
                    Diagnostic::new(format!("`{}` is a parameter twice", name.value), name.span);
                self.faults.push(fault.label("again").also(first.span, "first here"));
                return None;
            }
        }
        let params = names.split_off(1);
        Some((names.remove(0), params))
    }

    fn list(&mut self, name: Spanned<String>, value: Value<'f>) {
        let before = self.faults.len();
        if !parse::is_name(&name.value) {
            self.faults.push(parse::no_name(&name.value, name.span));
        }
        let place = Span::from(value.span());
        let mut rows: Vec<Vec<Text>> = Vec::new();
        match value.into_inner() {
            DeValue::Array(items) => {
                for item in items {
                    let row = match item.get_ref() {
                        DeValue::Array(row) => row
                            .iter()
                            .filter_map(|text| as_text(self.file, text, self.faults))
                            .collect(),
                        _ => as_text(self.file, &item, self.faults).into_iter().collect(),
                    };
                    rows.push(row);
                }
            }
            other => {
                wrong::<()>("a list", &other, place, self.faults);
            }
        }
        if self.faults.len() == before {
            self.rows(&rows, place);
        }
        if let Some(list) = self.known.lists.iter().find(|list| list.name.value == name.value) {
            let fault = Diagnostic::new(format!("`{}` names two things", name.value), name.span);
            self.faults.push(fault.label("a list").also(list.name.span, "another"));
        }
        if self.faults.len() > before {
            self.broken.push(name);
            return;
        }
        let trimmed = |text: &Text| text.slice(0, text.value.len());
        let rows = rows.iter().map(|row| row.iter().map(trimmed).collect()).collect();
        self.known.lists.push(List { name, rows, used: false });
    }

    /// Reports what keeps a list from being gone through.
    fn rows(&mut self, rows: &[Vec<Text>], place: Span) {
        let Some(first) = rows.first() else {
            let fault = Diagnostic::new("a list of nothing", place);
            self.faults.push(fault.help("write `[\"…\", \"…\"]`, what stands for each in turn"));
            return;
        };
        if let Some(empty) = rows.iter().flatten().find(|text| text.value.trim().is_empty()) {
            self.faults.push(Diagnostic::new("nothing stands here", empty.span));
        }
        let other = rows.iter().find(|row| row.len() != first.len() || row.is_empty());
        if let Some(other) = other {
            let span = |row: &[Text]| row.first().map_or(place, |text| text.span);
            let message = format!("a row of {} among rows of {}", other.len(), first.len());
            let fault = Diagnostic::new(message, span(other));
            self.faults.push(fault.also(span(first), "the first row"));
        }
    }

    /// Reads the goals that those with parameters have come to, and puts them, and facts made so, where their definitions stand.
    pub(super) fn made(&mut self, file: &mut RulesFile) {
        let mut goals: Vec<(usize, GoalDecl)> = Vec::new();
        while let Some(wanted) =
            (!self.known.wanted.is_empty()).then(|| self.known.wanted.remove(0))
        {
            let of = self.goals.iter().find(|(at, _)| *at == wanted.at);
            let Some(value) = of.map(|(_, value)| value.clone()) else { continue };
            let defined = self.known.known[wanted.at].name.span;
            let used = Used { how: super::ast::How::Named, at: wanted.name.span, defined };
            let (at, name) = (wanted.at, wanted.name.clone());
            let before = self.faults.len();
            self.bound = Some(wanted);
            if let Some(fields) = as_table(self.file, value, self.faults) {
                let goal = self.goal(name, fields);
                goals.push((at, GoalDecl { used: Some(used), ..goal }));
            }
            self.bound = None;
            used.explain(&mut self.faults[before..]);
        }
        goals.sort_by_key(|(at, _)| *at);
        for (at, goal) in goals.into_iter().rev() {
            let place = self.known.known[at].before.min(file.goals.len());
            file.goals.insert(place, goal);
        }
        let mut facts: Vec<(usize, Name, CondAst)> = std::mem::take(&mut self.known.facts);
        facts.sort_by_key(|(at, ..)| *at);
        for (at, name, fact) in facts.into_iter().rev() {
            let place = self.known.known[at].before.min(file.facts.len());
            file.facts.insert(place, (name, fact));
        }
        for known in &self.known.known {
            if known.sort == Sort::Walk || known.sort == Sort::Region {
                file.words.push((known.name.clone(), known.sort.words().0));
            }
        }
        self.unused(file);
        file.uses = std::mem::take(&mut self.known.uses);
    }

    /// The text of a goal with parameters, for the use at hand; any other as it is.
    pub(super) fn bound(&mut self, text: Text) -> Text {
        let Some(wanted) = &self.bound else { return text };
        match self.known.bound(&text, wanted) {
            Ok(text) => text,
            Err(fault) => {
                self.faults.push(fault);
                text
            }
        }
    }

    /// A number of a goal, which may be a parameter.
    pub(super) fn number(&mut self, fields: &mut Fields<'f>, key: &str) -> Option<Spanned<u32>> {
        let parameter = |wanted: &Wanted, text: &str| {
            let params = &self.known.known[wanted.at].params;
            let at = params.iter().position(|name| name.value == text.trim())?;
            wanted.args.get(at).cloned()
        };
        let given = match (&self.bound, fields.get(key).map(|value| value.get_ref())) {
            (Some(wanted), Some(DeValue::String(text))) => parameter(wanted, text),
            _ => None,
        };
        let Some(given) = given else { return fields.number(key, self.faults) };
        fields.take(key);
        let number = given.value.parse().ok();
        if number.is_none() {
            let fault = Diagnostic::new(format!("`{}` is no number", given.value), given.span);
            self.faults.push(fault.label("should be a whole number"));
        }
        number.map(|number| Spanned::new(number, given.span))
    }

    /// Warns of names and parameters of the user's own file that nothing uses.
    fn unused(&mut self, file: &mut RulesFile) {
        let mut warn = |span: Span, message: String, label: &str| {
            if span.start >= self.start {
                let told = Diagnostic::new(message, span).label(label.to_owned());
                let told = told.help("use it, or take it away");
                file.warnings.push(Warning::new(WarningCode::NeverUsed, told));
            }
        };
        for (at, known) in self.known.known.iter().enumerate() {
            if known.sort != Sort::Walk && known.params.is_empty() {
                continue;
            }
            let what = known.sort.words().0;
            if !known.used {
                let message = format!("the {what} `{}` is never used", known.shown());
                warn(known.name.span, message, "nothing names it");
            }
            let mut said = BTreeSet::new();
            let mut say =
                |text: &str| said.extend(words(text).into_iter().map(|(_, word)| word.to_owned()));
            match (&known.body, self.goals.iter().find(|(of, _)| *of == at)) {
                (Some(body), _) => say(&body.value),
                (None, Some((_, goal))) => texts(goal.get_ref(), &mut say),
                (None, None) => continue,
            }
            for param in known.params.iter().filter(|param| !said.contains(&param.value)) {
                let message = format!("the parameter `{}` stands for nothing", param.value);
                warn(param.span, message, &format!("not used in `{}`", known.shown()));
            }
        }
        for list in self.known.lists.iter().filter(|list| !list.used) {
            let message = format!("the list `{}` is never used", list.name.value);
            warn(list.name.span, message, "nothing goes through it");
        }
    }
}

/// All texts within a value.
fn texts(value: &DeValue<'_>, say: &mut impl FnMut(&str)) {
    match value {
        DeValue::String(text) => say(text),
        DeValue::Array(items) => items.iter().for_each(|item| texts(item.get_ref(), say)),
        DeValue::Table(table) => table.values().for_each(|value| texts(value.get_ref(), say)),
        _ => {}
    }
}
