//! TOML over TOML, as `extends` does it, and the difference that leads from one to another.

use toml::{Table, Value};

/// The lists that a rule file adds to.
const ENDS: [&str; 3] = ["before", "after", "instead"];

/// Tables of names that conditions ask for.
const NAMED: [&str; 4] = ["facts", "counters", "goals", "scores"];

/// Lists of a rule file that are not replaced without a word.
const RULES: [&str; 2] = ["end", "forbid"];

/// What the one pattern of a piece is called where named moves are put beside it.
const UNNAMED: &str = "move";

/// Lays a table over another: tables merge, `false` takes away, all else replaces.
pub fn lay(base: &mut Table, over: &Table) {
    for (key, value) in over.iter().filter(|(key, _)| !ENDS.contains(&key.as_str())) {
        match (base.get_mut(key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => lay(old, new),
            (Some(old @ Value::String(_)), Value::Table(new)) if key == "moves" => {
                let mut named = alone(old.clone());
                lay(&mut named, new);
                *old = Value::Table(named);
            }
            (Some(Value::Boolean(old)), Value::Boolean(false)) => *old = false,
            (_, Value::Boolean(false)) => drop(base.remove(key)),
            _ => drop(base.insert(key.clone(), value.clone())),
        }
    }
    for (end, lists) in ENDS.iter().filter_map(|end| Some((end, over.get(*end)?.as_table()?))) {
        add(base, lists, end);
    }
}

/// The moves of a piece that has one, with its name.
fn alone(walk: Value) -> Table {
    Table::from_iter([(String::from(UNNAMED), walk)])
}

fn add(base: &mut Table, lists: &Table, end: &str) {
    for (key, value) in lists {
        match (base.get_mut(key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => add(old, new, end),
            (Some(Value::Array(old)), Value::Array(new)) if end != "instead" => {
                let at = if end == "before" { 0 } else { old.len() };
                old.splice(at..at, new.iter().cloned());
            }
            _ => drop(base.insert(key.clone(), value.clone())),
        }
    }
}

/// Adds a table to another: tables merge, lists grow, all else replaces.
pub fn grow(base: &mut Table, more: Table) {
    for (key, value) in more {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => grow(old, new),
            (Some(Value::Array(old)), Value::Array(new)) => old.extend(new),
            (_, value) => drop(base.insert(key, value)),
        }
    }
}

/// What is to be laid over `base` so that it becomes `target`.
pub fn difference(base: &Table, target: &Table) -> Table {
    let mut over = Table::new();
    let (mut before, mut after, mut instead) = (Table::new(), Table::new(), Table::new());
    for (key, value) in target {
        match (base.get(key), value) {
            (Some(old), new) if old == new => {}
            (Some(Value::Table(old)), Value::Table(new)) => {
                over.insert(key.clone(), Value::Table(difference(old, new)));
            }
            (Some(old @ Value::String(_)), Value::Table(new)) if key == "moves" => {
                let changed = difference(&alone(old.clone()), new);
                over.insert(key.clone(), Value::Table(changed));
            }
            (Some(Value::Array(old)), Value::Array(new))
                if are_tables(old) && new.ends_with(old) =>
            {
                let more = new[..new.len() - old.len()].to_vec();
                before.insert(key.clone(), Value::Array(more));
            }
            (Some(Value::Array(old)), Value::Array(new))
                if are_tables(old) && new.starts_with(old) =>
            {
                after.insert(key.clone(), Value::Array(new[old.len()..].to_vec()));
            }
            (Some(Value::Array(_)), Value::Array(_)) if RULES.contains(&key.as_str()) => {
                instead.insert(key.clone(), value.clone());
            }
            _ => drop(over.insert(key.clone(), value.clone())),
        }
    }
    for key in base.keys().filter(|key| !target.contains_key(*key)) {
        over.insert(key.clone(), Value::Boolean(false));
    }
    let lists = ENDS.into_iter().zip([before, after, instead]);
    for (end, lists) in lists.filter(|(_, lists)| !lists.is_empty()) {
        over.insert(end.to_owned(), Value::Table(lists));
    }
    over
}

fn are_tables(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(Value::is_table)
}

/// The way to a part of a rule file that is replaced as a whole.
type Unit = Vec<String>;

/// Keys of `[format]` that say together what a position looks like.
const TOGETHER: [&str; 4] = ["case", "turn", "letters", "setup"];

/// The parts of a rule file: a rule of a piece, a key of another table, a list.
fn units(document: &Table) -> Vec<Unit> {
    let mut units = Vec::new();
    for (key, value) in document {
        let Value::Table(table) = value else {
            units.push(vec![key.clone()]);
            continue;
        };
        for (name, value) in table {
            let deep = key == "pieces" || key == "format" && name == "cells";
            match value {
                Value::Table(parts) if deep => {
                    units.extend(
                        parts.keys().map(|part| vec![key.clone(), name.clone(), part.clone()]),
                    );
                }
                _ => units.push(vec![key.clone(), name.clone()]),
            }
        }
    }
    units
}

fn at<'d>(document: &'d Table, unit: &[String]) -> Option<&'d Value> {
    let (last, way) = unit.split_last()?;
    let table = way.iter().try_fold(document, |table, key| table.get(key)?.as_table())?;
    table.get(last)
}

/// Puts a value there, or takes it away.
fn put(document: &mut Table, unit: &[String], value: Option<Value>) {
    let Some((last, way)) = unit.split_last() else { return };
    let mut table = document;
    for key in way {
        if value.is_none() && !table.contains_key(key) {
            return;
        }
        let inner = table.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(inner) = inner else { return };
        table = inner;
    }
    match value {
        Some(value) => drop(table.insert(last.clone(), value)),
        None => drop(table.remove(last)),
    }
}

/// The rule file `document`, changed in every part in which `new` differs from `old`.
///
/// `old` says of `document` what the table says of it; the two need not be written alike, but a part of
/// one must mean what the part of that name means in the other.
pub fn patched(document: &Table, old: &Table, new: &Table) -> Table {
    let mut target = document.clone();
    let mut all = units(old);
    all.extend(units(new));
    let mut changed: Vec<Unit> =
        all.into_iter().filter(|unit| at(old, unit) != at(new, unit)).collect();
    let together = |unit: &Unit| {
        unit[0] == "format" && unit.get(1).is_some_and(|key| TOGETHER.contains(&key.as_str()))
    };
    let rewritten = changed.iter().any(|unit| unit.len() == 1 || together(unit));
    if changed.iter().any(together) {
        changed.extend(TOGETHER.iter().map(|key| vec![String::from("format"), (*key).to_owned()]));
    }
    for unit in changed {
        let value = match (at(document, &unit), at(old, &unit), at(new, &unit)) {
            // What was put before a list is put before the file's own.
            (Some(Value::Array(own)), Some(Value::Array(old)), Some(Value::Array(new)))
                if are_tables(own) && new.ends_with(old) =>
            {
                let more = new[..new.len() - old.len()].iter().cloned();
                Some(Value::Array(more.chain(own.iter().cloned()).collect()))
            }
            (_, _, new) => new.cloned(),
        };
        put(&mut target, &unit, value);
    }
    for (table, value) in new {
        let Value::Table(new) = value else { continue };
        // What is written anew needs what it is written of.
        let needed = rewritten && ["counters", "marks", "facts"].contains(&table.as_str());
        for (name, value) in new {
            let bare = value.as_table().is_some_and(Table::is_empty);
            // A fact that is only its name stands for whatever the file says.
            let needed = needed && value.as_str() != Some(name);
            let way = [table.clone(), name.clone()];
            if (needed || bare) && at(&target, &way).is_none() {
                put(&mut target, &way, Some(value.clone()));
            }
        }
    }
    for (table, value) in old {
        let Value::Table(old) = value else { continue };
        let there = new.get(table).and_then(Value::as_table);
        for name in old.keys().filter(|name| there.is_none_or(|there| !there.contains_key(*name))) {
            put(&mut target, &[table.clone(), name.clone()], None);
        }
        // What the file says beside that under names is its own.
        let own = NAMED.contains(&table.as_str())
            && target.get(table).and_then(Value::as_table).is_some_and(|left| !left.is_empty());
        if there.is_none() && !own {
            target.remove(table);
        }
    }
    for (table, _) in new.iter().filter(|(_, value)| value.as_table().is_some_and(Table::is_empty))
    {
        target.entry(table.clone()).or_insert_with(|| Value::Table(Table::new()));
    }
    target
}

/// Adds the kinds of `new`, with their glyphs, that the file speaks of and does not have.
pub fn with_kinds(mut document: Table, new: &Table) -> Table {
    let kinds = new.get("pieces").and_then(Value::as_table).into_iter().flatten();
    for (kind, row) in kinds {
        let way = [String::from("pieces"), kind.clone()];
        if at(&document, &way).is_some() || !mentions(&Value::Table(document.clone()), kind) {
            continue;
        }
        put(&mut document, &way, Some(row.clone()));
        let cells = at(new, &[String::from("format"), String::from("cells")]);
        for (glyph, what) in cells.and_then(Value::as_table).into_iter().flatten() {
            let way = [String::from("format"), String::from("cells"), glyph.clone()];
            if mentions(what, kind) && at(&document, &way).is_none() {
                put(&mut document, &way, Some(what.clone()));
            }
        }
    }
    document
}

/// Whether a text of the value has that word; keys do not count.
fn mentions(value: &Value, word: &str) -> bool {
    let part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-';
    match value {
        Value::String(text) => text.split(|sign| !part(sign)).any(|known| known == word),
        Value::Array(list) => list.iter().any(|value| mentions(value, word)),
        Value::Table(table) => table.values().any(|value| mentions(value, word)),
        _ => false,
    }
}

/// The file without facts, endings and verdicts that ask for something which `base` has and it has not.
pub fn without_loose(mut document: Table, base: &Table) -> Table {
    let mut gone: Vec<String> = Vec::new();
    for section in NAMED.into_iter().chain(["pieces"]) {
        let names = |document: &Table| -> Vec<String> {
            let table = document.get(section).and_then(Value::as_table);
            table.into_iter().flat_map(Table::keys).cloned().collect()
        };
        let there = names(&document);
        gone.extend(names(base).into_iter().filter(|name| !there.contains(name)));
    }
    // A fact that goes takes along those that ask for it.
    while let Some(Value::Table(facts)) = document.get_mut("facts") {
        let asks = |(_, fact): &(&String, &Value)| gone.iter().any(|name| mentions(fact, name));
        let Some(name) = facts.iter().find(asks).map(|(name, _)| name.clone()) else { break };
        facts.remove(&name);
        gone.push(name);
    }
    // Nor is another form of positions left that tells of hands which nobody has.
    let handless = document.get("hands").is_none();
    if let Some(Value::Table(format)) = document.get_mut("format")
        && let Some(Value::Table(forms)) = format.get_mut("also")
        && handless
    {
        let hands = |form: &Value| form.to_string().contains("{hands");
        forms.retain(|_, form| !hands(form));
        if forms.is_empty() {
            format.remove("also");
        }
    }
    for list in ["end", "verdict"] {
        let Some(Value::Array(list)) = document.get_mut(list) else { continue };
        list.retain(|row| {
            let when = row.get("when");
            !when.is_some_and(|when| gone.iter().any(|name| mentions(when, name)))
        });
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    /// Holds that the difference of two tables leads from the one to the other.
    fn assert_leads(base: &str, target: &str) -> Table {
        let (mut base, target) = (table(base), table(target));
        let over = difference(&base, &target);
        lay(&mut base, &over);
        assert_eq!(base, target, "by {over}");
        over
    }

    #[test]
    fn a_difference_leads_from_one_to_the_other() {
        assert_leads("a = 1\nb = { c = 2, d = [1] }", "b = { d = [2], e = 'x' }");
        assert_leads("a = { b = 1 }", "a = 'b'");
        assert_leads("a = 'b'", "a = { b = 1 }");
        assert_leads("a = {}", "a = {}\nb = {}");
        let over = assert_leads("[[e]]\nx = 1", "[[e]]\nx = 2\n[[e]]\nx = 1");
        assert!(over.contains_key("before"));
        let over = assert_leads("[[e]]\nx = 1", "[[e]]\nx = 1\n[[e]]\nx = 2");
        assert!(over.contains_key("after"));
        assert_leads("[[e]]\nx = 1", "[[e]]\nx = 2");
    }

    #[test]
    fn what_the_table_does_not_change_stays() {
        let document = table("[pieces.a]\nmoves = 'mine'\nroyal = true\n[[end]]\nwhen = 'own'");
        let old = table("[pieces.a]\nmoves = 'old'\n[pieces.b]\nmoves = 'b'\n[[end]]\nwhen = 'x'");
        let new = table(
            "[pieces.a]\nmoves = 'old'\nhand = 'c'\n[pieces.d]\n[[end]]\nwhen = 'y'\n[[end]]\nwhen = 'x'",
        );
        let expected = table(
            "[pieces.a]\nmoves = 'mine'\nroyal = true\nhand = 'c'\n[pieces.d]\n[[end]]\nwhen = 'y'\n[[end]]\nwhen = 'own'",
        );
        assert_eq!(patched(&document, &old, &new), expected);
    }
}
