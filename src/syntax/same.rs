//! What a variant says that the file it extends says as well, so that it changes nothing.

use super::fields::Value;
use crate::diag::{Diagnostic, Fix, Warning, WarningCode};
use crate::source::Span;
use toml::de::{DeTable, DeValue};

/// What need not be other than it was: a file says what it is, whatever it extends.
const FREE: [&str; 4] = ["name", "about", "extends", "interp"];

/// A warning of each key that has the value which it had. A table in braces is written in one piece, so that it is one value.
pub(super) fn idle(base: &DeTable<'_>, over: &DeTable<'_>, text: &str) -> Vec<Warning> {
    let mut found = Vec::new();
    for (key, value) in over {
        let name = key.get_ref().as_ref();
        let Some((old_key, old)) = base.get_key_value(name) else { continue };
        if FREE.contains(&name) {
            continue;
        }
        match (old.get_ref(), value.get_ref()) {
            (DeValue::Table(base), DeValue::Table(over))
                if !text[value.span().start..].starts_with('{') =>
            {
                found.extend(idle(base, over, text));
            }
            _ if says(old, value, false) => {
                let fix = Fix::without(text, key.span().into(), value.span().into());
                let mut told = told(name, (key.span().into(), value), (old_key.span().into(), old));
                told.told = told.told.fix(fix);
                found.push(told);
            }
            _ => {}
        }
    }
    found
}

fn told(name: &str, (at, value): (Span, &Value<'_>), (before, old): (Span, &Value<'_>)) -> Warning {
    let less = match (old.get_ref(), value.get_ref()) {
        (DeValue::Table(base), DeValue::Table(over)) => base.len() > over.len(),
        _ => false,
    };
    let help = match less {
        true => {
            "a table is added to the one of the base, which keeps its other keys: `KEY = false` takes one away"
        }
        false => "change it, or take it away",
    };
    let told = Diagnostic::new(format!("`{name}` is as it was"), at)
        .label("changes nothing")
        .also(before, "the base says the same")
        .help(help);
    Warning::new(WarningCode::IdleKey, told)
}

/// Whether a value says nothing that another does not: the keys of its tables may be fewer, unless both must be the same as a `whole`,
/// as the items of lists must.
fn says(base: &Value<'_>, over: &Value<'_>, whole: bool) -> bool {
    match (base.get_ref(), over.get_ref()) {
        (DeValue::Table(base), DeValue::Table(over)) => {
            let enough = if whole { base.len() == over.len() } else { !over.is_empty() };
            let mut all = over.iter();
            enough
                && all.all(|(key, value)| {
                    let old = base.get(key.get_ref().as_ref());
                    old.is_some_and(|old| says(old, value, whole))
                })
        }
        (DeValue::Array(base), DeValue::Array(over)) => {
            let mut pairs = base.iter().zip(over.iter());
            base.len() == over.len() && pairs.all(|(old, new)| says(old, new, true))
        }
        (DeValue::String(one), DeValue::String(other)) => one == other,
        (DeValue::Boolean(one), DeValue::Boolean(other)) => one == other,
        (DeValue::Integer(one), DeValue::Integer(other)) => {
            (one.radix(), one.as_str()) == (other.radix(), other.as_str())
        }
        _ => false,
    }
}
