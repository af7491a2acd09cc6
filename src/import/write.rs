//! A table of TOML as a person writes a rule file.

use toml::{Table, Value};

/// The whole file.
pub fn file(document: &Table) -> String {
    let mut text = String::new();
    leaves(&mut text, document);
    for (key, value) in document {
        match value {
            Value::Table(table) => section(&mut text, &bare(key), table, 1),
            Value::Array(list) if is_list(list) => tables(&mut text, &bare(key), list),
            _ => {}
        }
    }
    text
}

/// What is said in a line of its own.
fn leaves(text: &mut String, table: &Table) {
    let lines: Vec<(String, &Value)> = table
        .iter()
        .filter(|(_, value)| is_leaf(value))
        .map(|(key, value)| (bare(key), value))
        .collect();
    let width = lines.iter().map(|(key, _)| key.len()).max().unwrap_or_default().min(16);
    for (key, value) in lines {
        *text += &format!("{key:width$} = {}\n", shown(value));
    }
}

fn section(text: &mut String, name: &str, table: &Table, depth: usize) {
    let lists = |value: &Value| matches!(value, Value::Array(list) if is_list(list));
    let headed = |inner: &Table| depth == 1 && !is_short(name, inner);
    let only_inner = !table.is_empty()
        && table.values().all(|value| lists(value) || value.as_table().is_some_and(headed));
    if !only_inner {
        *text += &format!("\n[{name}]\n");
    }
    leaves(text, table);
    let (short, long): (Vec<_>, Vec<_>) = table
        .iter()
        .partition(|(_, value)| value.as_table().is_some_and(|inner| is_short(name, inner)));
    for (key, value) in short.into_iter().chain(long) {
        match value {
            Value::Table(inner) if depth == 1 && is_short(name, inner) => {
                *text += &format!("{} = {}\n", bare(key), shown(value));
            }
            Value::Table(inner) if depth == 1 => {
                section(text, &format!("{name}.{}", bare(key)), inner, 2);
            }
            Value::Table(inner) => dotted(text, &bare(key), inner),
            Value::Array(list) if is_list(list) => {
                tables(text, &format!("{name}.{}", bare(key)), list);
            }
            _ => {}
        }
    }
}

/// Whether a table is said in one line of its section; a piece has its own, as long as it is.
fn is_short(section: &str, table: &Table) -> bool {
    section != "pieces" && !table.is_empty() && table.len() < 3 && table.values().all(is_leaf)
}

/// A table within a section, a line a leaf: `moves.step = 'step any'`.
fn dotted(text: &mut String, name: &str, table: &Table) {
    if table.is_empty() {
        *text += &format!("{name} = {{}}\n");
    }
    for (key, value) in table {
        let name = format!("{name}.{}", bare(key));
        match value {
            Value::Table(inner)
                if !inner.is_empty() && inner.values().all(is_leaf) && inner.len() < 4 =>
            {
                *text += &format!("{name} = {}\n", shown(value));
            }
            Value::Table(inner) => dotted(text, &name, inner),
            _ => *text += &format!("{name} = {}\n", shown(value)),
        }
    }
}

fn tables(text: &mut String, name: &str, list: &[Value]) {
    for table in list.iter().filter_map(Value::as_table) {
        *text += &format!("\n[[{name}]]\n");
        leaves(text, table);
    }
}

fn is_list(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(Value::is_table)
}

fn is_leaf(value: &Value) -> bool {
    match value {
        Value::Table(_) => false,
        Value::Array(list) => !is_list(list),
        _ => true,
    }
}

/// A key, quoted where it must be.
fn bare(key: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-';
    match !key.is_empty() && key.chars().all(plain) {
        true => key.to_owned(),
        false => Value::String(key.to_owned()).to_string(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(list) => {
            format!("[{}]", list.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Value::Table(table) => {
            let pairs: Vec<String> = table
                .iter()
                .map(|(key, value)| format!("{} = {}", bare(key), shown(value)))
                .collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}

/// A text in single quotes, where it can be.
fn quoted(text: &str) -> String {
    let plain = |sign: char| !sign.is_control();
    match text {
        _ if text.chars().all(plain) && !text.contains('\'') => format!("'{text}'"),
        _ if text.chars().all(|sign| plain(sign) || sign == '\n')
            && !text.contains("'''")
            && !text.ends_with('\'') =>
        {
            format!("'''\n{text}'''")
        }
        _ => Value::String(text.to_owned()).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let source = "a = 'it''s'\n[b]\nc = false\n[b.d]\ne.f = 1\ne.g = { h = 'x', i = 'y' }\n\"+X\" = ''\n[[l]]\nm = \"1\\n2\"\n[n]\n[[o.l]]\np = [1, 'q']";
        let source = source.replace("'it''s'", "\"it's\"");
        let document: Table = source.parse().expect("TOML");
        let written = file(&document);
        assert_eq!(written.parse::<Table>().expect(&written), document, "{written}");
    }
}
