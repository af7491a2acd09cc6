//! What a file says over what it extends: tables merge, lists and values replace, `key = false` takes
//! away; `[before]` and `[after]` add to lists, `[instead]` says that a list replaces.

use std::collections::BTreeMap;

use super::document::is_one_move;
use super::fields::{Faults, Value, article, wrong};
use crate::diag::{Diagnostic, Fix, Warning, WarningCode, nearest};
use crate::source::{Span, Spanned};
use toml::Spanned as Placed;
use toml::de::{DeArray, DeString, DeTable, DeValue};

/// The tables of all parts so far, as one.
pub(super) struct Merged<'f> {
    /// What they say together. Keys stand where the first part that has them puts them; a key's place
    /// in the text is the last that wrote it.
    pub(super) table: DeTable<'f>,
    /// The keys that were taken away, where that is written.
    pub(super) removed: Vec<Spanned<String>>,
    /// What was to be taken away and is not there.
    pub(super) absent: Absent,
    /// What replaces more than it seems to.
    pub(super) warnings: Vec<Warning>,
}

/// Keys with the value `false` of which nothing was there to be taken away.
///
/// Which keys may be false is known only to those who read them; what they do not report is fine.
#[derive(Default)]
pub(super) struct Absent {
    faults: Vec<Diagnostic>,
    /// Which of the faults is about the key or the value at a place.
    places: BTreeMap<Span, usize>,
}

/// Of how many misspelt keys the right one is looked for, and among how many: a bound on the work
/// that a hostile file can ask for.
const LOOKED_FOR: (usize, usize) = (64, 256);

/// Which end of a list is added to, and the table that says so.
const ENDS: [(&str, End); 3] =
    [("before", End::Front), ("after", End::Back), ("instead", End::Whole)];

#[derive(Clone, Copy, PartialEq)]
enum End {
    Front,
    Back,
    /// The list replaces the base's, and says so.
    Whole,
}

/// The lists of rules that go on holding unless something takes them away: who writes one in a variant may mean one more. (Where
/// verdicts are replaced by too few, the last that always holds is missed.)
const RULES: [&str; 2] = ["end", "forbid"];

/// What a pattern without a name is called where others are put beside it; `by move` asks for it.
const UNNAMED: &str = "move";

impl<'f> Merged<'f> {
    /// The first part, which has nothing to be laid over.
    pub(super) fn new(mut table: DeTable<'f>, faults: &mut Faults) -> Self {
        let extends = table.contains_key("extends");
        for (word, _) in ENDS {
            if let Some((key, _)) = table.remove_entry(word).filter(|_| !extends) {
                let fault = Diagnostic::new(
                    format!("`{word}` is about the lists of another file"),
                    key.span().into(),
                );
                faults.push(fault.help("say which file that is: `extends = \"…\"`, at the top"));
            }
        }
        Self { table, removed: Vec::new(), absent: Absent::default(), warnings: Vec::new() }
    }

    /// Lays the next part over those so far.
    pub(super) fn put(&mut self, mut over: DeTable<'f>, faults: &mut Faults) {
        let added = ENDS.map(|(word, end)| (over.remove(word), end));
        for key in RULES {
            self.warnings.extend(replaced(key, &self.table, &over));
        }
        name_moves(&mut self.table, &over);
        name_anew(&mut self.table, &over);
        let base = std::mem::take(&mut self.table);
        self.table = self.tables(base, over);
        for (value, end) in added {
            let Some(value) = value else { continue };
            let span = Span::from(value.span());
            match value.into_inner() {
                DeValue::Table(lists) => add(&mut self.table, lists, end, faults),
                other => {
                    wrong::<()>("a table of lists", &other, span, faults);
                }
            }
        }
    }

    fn tables(&mut self, base: DeTable<'f>, over: DeTable<'f>) -> DeTable<'f> {
        let mut over: BTreeMap<DeString<'f>, (Span, Value<'f>)> = over
            .into_iter()
            .map(|(key, value)| {
                let span = Span::from(key.span());
                (key.into_inner(), (span, value))
            })
            .collect();
        let removes = over.values().any(|(_, value)| is_false(value));
        let known: Vec<String> = match removes {
            true => base.keys().map(|key| key.get_ref().to_string()).collect(),
            false => Vec::new(),
        };
        let homes = homes(&base, over.iter().filter(|(_, (_, value))| is_false(value)));
        let mut merged = DeTable::new();
        for (key, value) in base {
            match over.remove(key.get_ref()) {
                None => drop(merged.insert(key, value)),
                Some((span, change)) => match self.value(value, change) {
                    None => self.removed.push(Spanned::new(key.into_inner().into_owned(), span)),
                    Some(value) => {
                        let key = Placed::new(span.start..span.end, key.into_inner());
                        merged.insert(key, value);
                    }
                },
            }
        }
        let mut new: Vec<_> = over.into_iter().collect();
        new.sort_by_key(|(_, (span, _))| *span);
        for (key, (span, value)) in new {
            if is_false(&value) {
                let home = homes.get(key.as_ref()).map(String::as_str);
                self.absent.note((&key, span), value.span().into(), &known, home);
            }
            merged.insert(Placed::new(span.start..span.end, key), value);
        }
        merged
    }

    /// The value of a key that both have; none where it is taken away.
    fn value(&mut self, base: Value<'f>, over: Value<'f>) -> Option<Value<'f>> {
        let range = over.span();
        let value = match (base.into_inner(), over.into_inner()) {
            (DeValue::Table(base), DeValue::Table(over)) => DeValue::Table(self.tables(base, over)),
            (base, DeValue::Boolean(false)) if !matches!(base, DeValue::Boolean(_)) => return None,
            (_, over) => over,
        };
        Some(Placed::new(range, value))
    }
}

/// By key that is to be taken away, the first table of some others that has it.
fn homes<'k>(
    base: &DeTable<'_>,
    taken: impl Iterator<Item = (&'k DeString<'k>, &'k (Span, Value<'k>))>,
) -> BTreeMap<String, String> {
    let home = |key: &DeString<'_>| {
        let mut tables = base.iter();
        tables.find_map(|(name, value)| match value.get_ref() {
            DeValue::Table(table) if table.contains_key(key.as_ref()) => {
                Some((key.to_string(), name.get_ref().to_string()))
            }
            _ => None,
        })
    };
    taken.filter_map(|(key, _)| home(key)).collect()
}

/// A list of rules that takes the place of the base's without saying so.
fn replaced(key: &str, base: &DeTable<'_>, over: &DeTable<'_>) -> Option<Warning> {
    let (old, list) = base.get_key_value(key)?;
    let (new, _) = over.get_key_value(key).filter(|(_, value)| is_list(value.get_ref()))?;
    let gone = match list.get_ref() {
        DeValue::Array(items) if items.len() == 1 => String::from("this one no longer holds"),
        DeValue::Array(items) if !items.is_empty() => {
            format!("all {} that begin here no longer hold", items.len())
        }
        _ => return None,
    };
    let message = format!("`[[{key}]]` takes the place of every `[[{key}]]` of the base");
    let told = Diagnostic::new(message, new.span().into())
        .label("from here on these alone hold")
        .also(old.span().into(), gone)
        .help(format!("`[[before.{key}]]` or `[[after.{key}]]` adds to those of the base"))
        .help(format!("`[[instead.{key}]]` says that these are to be replaced"));
    Some(Warning::new(WarningCode::ReplacedList, told))
}

fn is_list(value: &DeValue<'_>) -> bool {
    matches!(value, DeValue::Array(items) if !items.is_empty())
}

/// Gives a name to the one pattern of a piece, where moves with names are put beside it.
fn name_moves(base: &mut DeTable<'_>, over: &DeTable<'_>) {
    let pieces = over.get("pieces").map(Placed::get_ref);
    let (Some(DeValue::Table(over)), Some(base)) = (pieces, base.get_mut("pieces")) else { return };
    let DeValue::Table(base) = base.get_mut() else { return };
    for (name, change) in over {
        let DeValue::Table(change) = change.get_ref() else { continue };
        let named = |value: &Value<'_>| matches!(value.get_ref(), DeValue::Table(moves) if !is_one_move(moves));
        let Some(DeValue::Table(piece)) =
            base.get_mut(name.get_ref().as_ref()).map(Placed::get_mut)
        else {
            continue;
        };
        // Either way of writing moves replaces what was written in the other.
        for (new, old) in [("betza", "moves"), ("moves", "betza")] {
            let whole = change.get(new).is_some_and(|value| !named(value) && !is_false(value));
            if whole && !change.contains_key(old) {
                piece.remove(old);
            }
        }
        if !change.get("moves").is_some_and(named) {
            continue;
        }
        let betza = match change.contains_key("betza") {
            true => None,
            false => piece.remove_entry("betza"),
        };
        if let Some((key, text)) = betza {
            // What was `betza = 'T'` is `moves.move.betza = 'T'`.
            let (place, range) = (key.span(), text.span());
            let one = Placed::new(range.clone(), DeValue::Table(DeTable::from_iter([(key, text)])));
            let moves = Placed::new(place, DeString::from("moves"));
            piece.insert(moves, alone(one, range));
        } else if let Some(moves) = piece.get_mut("moves").filter(|moves| !named(moves)) {
            let range = moves.span();
            let none = Placed::new(range.clone(), DeValue::Boolean(false));
            *moves = alone(std::mem::replace(moves, none), range);
        }
    }
}

/// The tables of names that may have parameters, `"NAME(ONE)"`.
const DEFINED: [&str; 4] = ["walks", "regions", "facts", "goals"];

/// Writes the base's names as the next part writes them, where the parameters have other names there: a name is written anew, or
/// taken away, whatever its parameters are called.
fn name_anew(base: &mut DeTable<'_>, over: &DeTable<'_>) {
    let bare = |key: &str| key.split('(').next().unwrap_or_default().trim_end().to_owned();
    for table in DEFINED {
        let (Some(DeValue::Table(over)), Some(DeValue::Table(base))) =
            (over.get(table).map(Placed::get_ref), base.get_mut(table).map(Placed::get_mut))
        else {
            continue;
        };
        let anew: BTreeMap<String, String> =
            over.keys().map(|key| (bare(key.get_ref()), key.get_ref().to_string())).collect();
        let other = |key: &str| anew.get(&bare(key)).filter(|new| *new != key);
        if !base.keys().any(|key| other(key.get_ref()).is_some()) {
            continue;
        }
        for (key, value) in std::mem::take(base) {
            let key = match other(key.get_ref()) {
                Some(new) => Placed::new(key.span(), DeString::from(new.clone())),
                None => key,
            };
            base.insert(key, value);
        }
    }
}

/// A table of one move.
fn alone<'f>(walk: Value<'f>, range: std::ops::Range<usize>) -> Value<'f> {
    let name = Placed::new(range.clone(), DeString::from(UNNAMED));
    Placed::new(range, DeValue::Table(DeTable::from_iter([(name, walk)])))
}

/// Adds lists to those at the same keys.
fn add<'f>(table: &mut DeTable<'f>, lists: DeTable<'f>, end: End, faults: &mut Faults) {
    for (key, value) in lists {
        let range = value.span();
        let added = match value.into_inner() {
            DeValue::Table(lists) => {
                // Where no table is, a new one is filled; that its key means nothing is told later.
                let entry = table.entry(key.clone());
                let empty = Placed::new(range, DeValue::Table(DeTable::new()));
                let old = entry.or_insert(empty);
                match old.get_mut() {
                    DeValue::Table(table) => add(table, lists, end, faults),
                    other => faults.push(no_list("table", &key, other)),
                }
                continue;
            }
            DeValue::Array(added) => added,
            other => {
                wrong::<()>("a list", &other, range.into(), faults);
                continue;
            }
        };
        let Some(old) = table.get_mut(key.get_ref().as_ref()) else {
            if end == End::Whole {
                let message = format!("there is no `{}` to be replaced", key.get_ref());
                let fault = Diagnostic::new(message, key.span().into());
                faults.push(fault.label("not in the file that this one extends"));
            }
            table.insert(key, Placed::new(range, DeValue::Array(added)));
            continue;
        };
        let DeValue::Array(list) = old.get_mut() else {
            faults.push(no_list("list", &key, old.get_ref()));
            continue;
        };
        let old = std::mem::replace(list, DeArray::new());
        *list = match end {
            End::Front => added.into_iter().chain(old).collect(),
            End::Back => old.into_iter().chain(added).collect(),
            End::Whole => added,
        };
    }
}

/// Something is to be added to what is no such thing.
fn no_list(what: &str, key: &Placed<DeString<'_>>, old: &DeValue<'_>) -> Diagnostic {
    let message = format!("nothing can be added to `{}`, which is no {what}", key.get_ref());
    let fault =
        Diagnostic::new(message, key.span().into()).label(format!("it is {}", article(old)));
    match old {
        DeValue::Array(_) => fault.help(format!(
            "what is added to a list stands in double brackets: `[[before.{0}]]` or `[[after.{0}]]`",
            key.get_ref()
        )),
        _ => fault,
    }
}

fn is_false(value: &Value<'_>) -> bool {
    matches!(value.get_ref(), DeValue::Boolean(false))
}

impl Absent {
    fn note(
        &mut self,
        (key, place): (&str, Span),
        value: Span,
        known: &[String],
        home: Option<&str>,
    ) {
        let fault = Diagnostic::new(format!("there is no `{key}` to take away"), place);
        let few = if self.faults.len() < LOOKED_FOR.0 { LOOKED_FOR.1 } else { 0 };
        let fault = match (home, nearest(key, known.iter().take(few).map(String::as_str))) {
            (Some(home), _) => fault
                .label(format!("`{home}` has one"))
                .fix(Fix::instead(place, &format!("{home}.{key}"))),
            (None, Some(near)) => fault.meant(place, near),
            (None, None) => fault.label("not in the file that this one extends"),
        };
        self.places.extend([(place, self.faults.len()), (value, self.faults.len())]);
        self.faults.push(fault);
    }

    /// Of the faults that are only about such a `false`, says so.
    pub(super) fn explain(&self, faults: &mut [Diagnostic]) {
        for fault in faults {
            let place = fault.labels.first().and_then(|label| self.places.get(&label.span));
            if let Some(absent) = place.and_then(|at| self.faults.get(*at)) {
                *fault = absent.clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;
    use crate::source::Source;

    /// Parts from the first to the user's own, laid over one another: the keys and values in order, or
    /// what is wrong, with the text that it points at.
    fn laid(parts: &[&str]) -> Result<String, Vec<String>> {
        let mut parts = parts.iter().map(|text| Source::new("", *text));
        let first = parts.next().unwrap_or_default();
        let source = parts.fold(first, |base, part| part.on(base));
        let mut faults = Vec::new();
        let merged = parts::merged(&source, &mut faults);
        let tell = |fault: &Diagnostic| {
            let span = fault.labels[0].span;
            format!(
                "{} [{}] {}",
                fault.message,
                &source.text[span.start..span.end],
                fault.labels[0].text
            )
        };
        match merged.filter(|_| faults.is_empty()) {
            Some(merged) => Ok(table(&merged.table, &source.text)),
            None => Err(faults.iter().map(tell).collect()),
        }
    }

    /// A table in one line; every place is held to be where its text stands.
    fn table(shown: &DeTable<'_>, text: &str) -> String {
        let entry = |(key, value): (&Placed<DeString<'_>>, &Value<'_>)| {
            assert_eq!(&text[key.span()], key.get_ref());
            format!("{}={}", key.get_ref(), one(value, text))
        };
        shown.iter().map(entry).collect::<Vec<_>>().join(" ")
    }

    fn one(value: &Value<'_>, text: &str) -> String {
        match value.get_ref() {
            DeValue::Table(fields) => format!("{{{}}}", table(fields, text)),
            DeValue::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| one(item, text)).collect();
                format!("[{}]", items.join(" "))
            }
            _ => text[value.span()].to_owned(),
        }
    }

    fn assert_laid(base: &str, over: &str, expected: &str) {
        assert_eq!(laid(&[base, over]).as_deref(), Ok(expected), "{base}\n---\n{over}");
    }

    #[test]
    fn tables_merge_at_every_depth() {
        assert_laid("a.x = 1\n[b.c]\ny = 2", "[b.c]\nz = 3", "a={x=1} b={c={y=2 z=3}}");
        assert_laid("t = { p = 1 }", "[t]\nq = 2", "t={p=1 q=2}");
    }

    #[test]
    fn values_and_lists_replace() {
        assert_laid("a = 1\nl = [1, 2, 3]", "a = 'x'\nl = [4]", "a='x' l=[4]");
        assert_laid("[[e]]\nw = 1\n[[e]]\nw = 2", "[[e]]\nv = 3", "e=[{v=3}]");
        assert_laid(
            "a = 1\nb = { x = 1 }\nc = [1]",
            "a.y = 2\nb = 3\nc.z = 4",
            "a={y=2} b=3 c={z=4}",
        );
    }

    #[test]
    fn the_keys_of_the_base_keep_their_order_and_new_ones_follow() {
        assert_laid("z = 1\nm = 2\na = 3", "k = 6\nc = 5\na = 4\nz = 0", "z=0 m=2 a=4 k=6 c=5");
    }

    #[test]
    fn false_takes_away_what_is_no_truth_value() {
        assert_laid("a = 1\nb = [1]\nc.x = 1\nd = 2", "a = false\nb = false\nc = false", "d=2");
        assert_laid("t = { a = 1, b = 2 }", "t.a = false", "t={b=2}");
        assert_laid("a = true\nb = false", "a = false\nb = true", "a=false b=true");
        assert_laid("t = {}", "t.flag = false", "t={flag=false}");
    }

    #[test]
    fn what_is_taken_away_may_be_written_anew() {
        assert_eq!(laid(&["a = 1\nb = 2", "a = false", "a = 3"]).as_deref(), Ok("b=2 a=3"));
        assert_eq!(laid(&["a.x = 1", "a.y = 2", "a.z = 3"]).as_deref(), Ok("a={x=1 y=2 z=3}"));
    }

    #[test]
    fn a_pattern_without_a_name_gets_one_where_others_are_put_beside_it() {
        let pieces = |base: &str, over: &str| {
            let mut parts = [base, over].into_iter().map(|text| format!("[pieces.p]\n{text}"));
            let first = Source::new("", parts.next().unwrap_or_default());
            let source = parts.fold(first, |base, text| Source::new("", text).on(base));
            let merged = parts::merged(&source, &mut Vec::new()).expect("TOML");
            let DeValue::Table(pieces) = merged.table["pieces"].get_ref() else { return vec![] };
            let DeValue::Table(piece) = pieces["p"].get_ref() else { return vec![] };
            let DeValue::Table(moves) = piece["moves"].get_ref() else { return vec![] };
            let text = |value: &Value<'_>| source.text[value.span()].to_owned();
            moves.iter().map(|(key, value)| format!("{} {}", key.get_ref(), text(value))).collect()
        };
        let both = vec![String::from("move 'a'"), String::from("side 'b'")];
        assert_eq!(pieces("moves = 'a'", "moves.side = 'b'"), both);
        assert_eq!(pieces("betza = 'a'", "moves.side = 'b'"), both);
        assert_eq!(
            pieces("moves = { walk = 'a', from = 'c' }", "moves.side = 'b'"),
            ["move { walk = 'a', from = 'c' }", "side 'b'"]
        );
        assert_eq!(pieces("moves = 'a'", "moves.move = false\nmoves.side = 'b'"), ["side 'b'"]);
        assert!(pieces("moves.x = 'a'", "moves = 'b'").is_empty());
    }

    #[test]
    fn a_list_of_rules_that_replaces_says_so_or_is_warned_of() {
        let warned = |over: &str| {
            let base = Source::new("", "[[end]]\nwhen = 'a'\n[[end]]\nwhen = 'b'\n[[verdict]]");
            let source = Source::new("", over).on(base);
            let mut faults = Vec::new();
            let merged = parts::merged(&source, &mut faults).expect("TOML");
            let told = merged.warnings.iter().map(|warning| warning.told.labels[1].text.clone());
            (told.collect::<Vec<_>>(), faults.len())
        };
        let all = vec![String::from("all 2 that begin here no longer hold")];
        assert_eq!(warned("[[end]]\nwhen = 'c'"), (all, 0));
        for over in [
            "end = false",
            "[[instead.end]]",
            "[[after.end]]",
            "[[verdict]]\nsay = 'c'",
            "[[forbid]]",
        ] {
            assert_eq!(warned(over), (vec![], 0), "{over}");
        }
        assert_eq!(warned("[[instead.forbid]]"), (vec![], 1));
        assert_laid("l = [1]", "instead.l = [2]", "l=[2]");
    }

    #[test]
    fn before_and_after_add_to_lists() {
        let base = "l = [2]\n[[e]]\nw = 2";
        assert_laid(base, "before.l = [1]\nafter.l = [3]", "l=[1 2 3] e=[{w=2}]");
        assert_laid(
            base,
            "[[before.e]]\nw = 0\n[[before.e]]\nw = 1",
            "l=[2] e=[{w=0} {w=1} {w=2}]",
        );
        assert_laid("a.b.l = [1]", "[after.a.b]\nl = [2]", "a={b={l=[1 2]}}");
        assert_laid("a = 1", "after.l = [1]\nafter.t.l = [2]", "a=1 l=[1] t={l=[2]}");
        assert_laid("l = [1]", "l = [2]\nafter.l = [3]", "l=[2 3]");
        let chain = ["l = [1]", "before.l = [2]", "before.l = [3]"];
        assert_eq!(laid(&chain).as_deref(), Ok("l=[3 2 1]"));
    }

    #[test]
    fn only_lists_of_another_file_are_added_to() {
        let fault = |parts: &[&str]| laid(parts).err().unwrap_or_default().join("; ");
        assert_eq!(
            fault(&["a = 1", "before.a = [2]"]),
            "nothing can be added to `a`, which is no list [a] it is a whole number"
        );
        assert_eq!(
            fault(&["a = 1", "after.a.b = [2]"]),
            "nothing can be added to `a`, which is no table [a] it is a whole number"
        );
        assert_eq!(
            fault(&["l = [1]", "before.l = 2"]),
            "expected a list, found a whole number [2] should be a list"
        );
        assert_eq!(
            fault(&["l = [1]", "before = 2"]),
            "expected a table of lists, found a whole number [2] should be a table of lists"
        );
        assert_eq!(
            fault(&["before.l = [2]"]),
            "`before` is about the lists of another file [before] "
        );
    }

    #[test]
    fn a_part_that_is_not_toml_is_told_in_its_place() {
        let faults = laid(&["a = 1", "b = 2\nb = 3"]).err().unwrap_or_default();
        assert_eq!(faults, ["`b` is written twice [b] again"]);
        assert_eq!(laid(&["a = ", "b = "]).err().map(|faults| faults.len()), Some(2));
    }

    #[test]
    fn a_version_is_asked_of_every_part() {
        let faults = laid(&["interp = 7", "interp = 1"]).err().unwrap_or_default();
        assert_eq!(
            faults,
            ["version 7 of the language is not known [7] this program reads version 1"]
        );
    }
}
