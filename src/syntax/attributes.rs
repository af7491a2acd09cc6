//! `each` of a piece: a kind for every combination of what it may be like.
//!
//! And `[kinds]`, the words for several kinds that a file gives itself.
//!
//! `[pieces.token] each = { height = ["tall", "short"], top = ["flat", "hollow"] }` makes the kinds `tall-flat-token`,
//! `tall-hollow-token` and so on. Each value is a word for the kinds that have it, the piece's own name one for all; the values of an
//! attribute are a list, and so are the kinds.

use super::ast::Name;
use super::document::Reader;
use super::fields::{Fields, as_table, as_texts};
use super::limits::KINDS;
use super::parse;
use super::text::Text;
use super::unfold::List;
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use toml::de::DeValue;

/// A piece that stands for several kinds.
pub(super) struct Product {
    /// Its name.
    piece: String,
    /// The kinds, in the order of the attributes, the last one changing first.
    kinds: Vec<Name>,
}

impl<'f> Reader<'f, '_> {
    /// Finds the pieces that stand for several kinds, with the lists and words that come of them.
    pub(super) fn attributes(&mut self, top: &Fields<'f>) {
        let Some(DeValue::Table(pieces)) = top.get("pieces").map(|value| value.get_ref()) else {
            return;
        };
        for (key, piece) in pieces {
            let DeValue::Table(piece) = piece.get_ref() else { continue };
            let Some(each) = piece.get("each") else { continue };
            let name = Spanned::new(key.get_ref().to_string(), Span::from(key.span()));
            let before = self.faults.len();
            let mut attributes: Vec<(Name, Vec<Text>)> = Vec::new();
            let table = as_table(self.file, each.clone(), self.faults);
            for (attribute, values) in table.map_or_else(Vec::new, Fields::rest) {
                let values = as_texts(self.file, values, self.faults);
                attributes.push((attribute, values));
            }
            if self.faults.len() == before {
                self.combine(name, attributes, Span::from(each.span()));
            }
        }
    }

    fn combine(&mut self, name: Name, attributes: Vec<(Name, Vec<Text>)>, place: Span) {
        let before = self.faults.len();
        if attributes.is_empty() || attributes.iter().any(|(_, values)| values.is_empty()) {
            let fault = Diagnostic::new("a piece that is like nothing", place);
            let help = "write `each = { ATTRIBUTE = [\"ONE\", \"OTHER\"] }`";
            self.faults.push(fault.help(help));
        }
        let words = attributes.iter().flat_map(|(attribute, values)| {
            let values = values.iter().map(|value| (value.value.as_str(), value.span));
            std::iter::once((attribute.value.as_str(), attribute.span)).chain(values)
        });
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for (word, span) in words {
            if !parse::is_name(word) {
                self.faults.push(parse::no_name(word, span));
            }
            if let Some((_, first)) = seen.iter().find(|(known, _)| *known == word) {
                let fault = Diagnostic::new(format!("`{word}` names two things"), span);
                self.faults.push(fault.label("again").also(*first, "first here"));
            }
            seen.push((word, span));
        }
        let count = attributes.iter().map(|(_, values)| values.len());
        if count.fold(1, usize::saturating_mul) > KINDS {
            let fault = Diagnostic::new("too many kinds", place);
            self.faults.push(fault.label(format!("at most {KINDS}")));
        }
        if self.faults.len() > before {
            // That the words which would have come of it are not known is no second fault.
            let lists = attributes.iter().map(|(attribute, _)| attribute.clone());
            let values = attributes.iter().flat_map(|(_, values)| values);
            let values = values.map(|value| Spanned::new(value.value.clone(), value.span));
            let faults = &self.faults[before..];
            let told = |word: &Name| {
                faults.iter().any(|fault| fault.message.contains(&format!("`{}`", word.value)))
            };
            self.broken.extend(lists.chain(values).chain([name]).filter(|word| !told(word)));
            return;
        }
        let mut kinds = vec![Vec::<&Text>::new()];
        for (_, values) in &attributes {
            kinds = kinds
                .iter()
                .flat_map(|kind| values.iter().map(|value| [kind.as_slice(), &[value]].concat()))
                .collect();
        }
        let named = |kind: &Vec<&Text>| {
            let mut words: Vec<&str> = kind.iter().map(|value| value.value.as_str()).collect();
            words.push(&name.value);
            Spanned::new(words.join("-"), name.span)
        };
        let names: Vec<Name> = kinds.iter().map(named).collect();
        let text = |name: &Name| Text::made(name.span, [(name.value.as_str(), name.span)]);
        for (attribute, values) in &attributes {
            for value in values {
                let of = kinds.iter().zip(&names).filter(|(kind, _)| kind.contains(&value));
                let of = of.map(|(_, name)| text(name)).collect();
                self.group(Spanned::new(value.value.clone(), value.span), of);
            }
            let rows = values.iter().map(|value| vec![value.clone()]).collect();
            let mut lists = self.known.lists.iter();
            if let Some(list) = lists.find(|list| list.name.value == attribute.value) {
                let message = format!("`{}` names two things", attribute.value);
                let fault = Diagnostic::new(message, attribute.span);
                self.faults.push(fault.label("again").also(list.name.span, "first here"));
            }
            self.known.lists.push(List { name: attribute.clone(), rows, used: true });
        }
        self.group(name.clone(), names.iter().map(text).collect());
        self.products.push(Product { piece: name.value, kinds: names });
    }

    /// A word for several kinds, which is a list of them as well.
    fn group(&mut self, name: Name, kinds: Vec<Text>) {
        let rows = kinds.iter().map(|kind| vec![kind.clone()]).collect();
        self.known.lists.push(List { name: name.clone(), rows, used: true });
        self.groups.push((name, kinds));
    }

    /// The words of `[kinds]`.
    pub(super) fn kinds(&mut self, top: &mut Fields<'f>) {
        let words = self.named(top, "kinds", |reader, name, value| {
            let kinds = as_texts(reader.file, value, reader.faults);
            if kinds.is_empty() {
                let fault = Diagnostic::new("a word for no kind", name.span);
                reader.faults.push(fault.help("write `[\"KIND\", \"KIND\"]`"));
                return None;
            }
            Some((name, kinds))
        });
        words.into_iter().for_each(|(name, kinds)| self.group(name, kinds));
    }

    /// The names of the kinds that a piece stands for: its own, or several.
    pub(super) fn kinds_of(&self, piece: &Name) -> Vec<Name> {
        let product = self.products.iter().find(|product| product.piece == piece.value);
        product.map_or_else(|| vec![piece.clone()], |product| product.kinds.clone())
    }
}
