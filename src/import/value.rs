//! The values of options: what kinds of value there are, and how each is read.

use serde::Deserialize;

/// What kind of value an option has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// `true` or `false`.
    Flag,
    /// A number, 0 or more.
    Number,
    /// A rank: a number from 1.
    Rank,
    /// A file: a letter, or a number from 1.
    File,
    /// The letters of pieces; `*` for all, `-` for none.
    Kinds,
    /// Cells: `*1` a rank, `a*` a file, `d4` a cell; `-` for none.
    Cells,
    /// One of the words that the table lists.
    Word,
    /// `a:b c:d`: from a piece to a piece.
    Become,
    /// `a:3 b:2`: from a piece to a number.
    Amounts,
    /// Anything.
    Text,
}

impl Type {
    /// What such a value looks like.
    pub fn expected(self) -> &'static str {
        match self {
            Type::Flag => "`true` or `false`",
            Type::Number => "a number",
            Type::Rank => "a rank, as `8`",
            Type::File => "a file, as `8` or `h`",
            Type::Kinds => "letters of pieces of this variant, as `nbrq`, or `-`",
            Type::Cells => "cells, as `*1 d4 a*`, or `-`",
            Type::Word => "a known word",
            Type::Become => "pieces of this variant, as `a:b c:d`",
            Type::Amounts => "pieces of this variant with numbers, as `a:3 b:2`",
            Type::Text => "a text",
        }
    }
}

/// Cells as they are written: whole ranks, whole files, single cells; all counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Place {
    Rank(u16),
    File(u16),
    Cell(u16, u16),
}

/// The value of an option. Pieces are named as the foreign format names their types.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A truth value.
    Flag(bool),
    /// A number; of a rank, from 1.
    Number(u32),
    /// A file, from 0.
    File(u16),
    /// Types of pieces; `*` for all.
    Kinds(Vec<String>),
    /// Cells.
    Cells(Vec<Place>),
    /// A word or a text.
    Text(String),
    /// Types of pieces, each with another or with a number.
    Pairs(Vec<(String, String)>),
}

impl Value {
    /// Whether the value says anything: true, not zero, not empty.
    pub fn holds(&self) -> bool {
        match self {
            Value::Flag(flag) => *flag,
            Value::Number(number) => *number > 0,
            Value::File(_) => true,
            Value::Kinds(kinds) => !kinds.is_empty(),
            Value::Cells(places) => !places.is_empty(),
            Value::Text(text) => !["", "-", "none"].contains(&text.as_str()),
            Value::Pairs(pairs) => !pairs.is_empty(),
        }
    }
}

/// Reads a value; `letter` tells the type of the piece of that letter. `None` if it is not of that kind.
pub fn read(kind: Type, text: &str, letter: &dyn Fn(char) -> Option<String>) -> Option<Value> {
    Some(match kind {
        Type::Flag => Value::Flag(match text {
            "true" => true,
            "false" => false,
            _ => return None,
        }),
        Type::Number => Value::Number(text.parse().ok().filter(|number| *number < 100_000)?),
        Type::Rank => Value::Number(text.parse().ok().filter(|rank| (1..=256).contains(rank))?),
        Type::File => Value::File(file(text)?),
        Type::Kinds => {
            let mut kinds = Vec::new();
            for sign in text.chars().filter(|sign| !sign.is_whitespace() && *sign != '-') {
                let kind = if sign == '*' { String::from("*") } else { letter(sign)? };
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            Value::Kinds(kinds)
        }
        Type::Cells => {
            let words = text.split_whitespace().filter(|word| *word != "-");
            Value::Cells(words.map(place).collect::<Option<_>>()?)
        }
        Type::Become | Type::Amounts => {
            let mut pairs = Vec::new();
            for (from, to) in pairs_of(text)? {
                let to = match kind {
                    Type::Amounts => to.parse::<u16>().ok()?.to_string(),
                    _ if to == "-" => String::new(),
                    _ => letter(only(&to)?)?,
                };
                pairs.push((letter(only(&from)?)?, to));
            }
            Value::Pairs(pairs)
        }
        Type::Word | Type::Text => Value::Text(text.to_owned()),
    })
}

/// The letter of which the text consists.
fn only(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// `a:b c : d` as its pairs.
fn pairs_of(text: &str) -> Option<Vec<(String, String)>> {
    let joined = text.replace(':', " : ");
    let words: Vec<&str> = match joined.trim() {
        "-" => Vec::new(),
        joined => joined.split_whitespace().collect(),
    };
    let whole = words.len().is_multiple_of(3);
    let pairs = words.chunks(3).map(|chunk| match chunk {
        [from, ":", to] => Some(((*from).to_owned(), (*to).to_owned())),
        _ => None,
    });
    if whole { pairs.collect() } else { None }
}

/// A file from 0, written as a letter or as a number from 1.
fn file(text: &str) -> Option<u16> {
    match text.parse::<u16>() {
        Ok(number) => (1..=26).contains(&number).then(|| number - 1),
        Err(_) => {
            let letter = only(text)?.to_ascii_lowercase();
            letter.is_ascii_lowercase().then(|| u16::from(letter as u8 - b'a'))
        }
    }
}

fn place(word: &str) -> Option<Place> {
    let rank = |text: &str| {
        let rank = text.parse::<u16>().ok()?;
        (1..=256).contains(&rank).then(|| rank - 1)
    };
    if let Some(number) = word.strip_prefix('*') {
        return rank(number).map(Place::Rank);
    }
    let letter = word.chars().next().filter(char::is_ascii_alphabetic)?;
    let (name, rest) = word.split_at(letter.len_utf8());
    match rest {
        "*" => file(name).map(Place::File),
        _ => Some(Place::Cell(file(name)?, rank(rest)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(letter: char) -> Option<String> {
        ['a', 'b'].contains(&letter).then(|| format!("{letter}{letter}"))
    }

    #[test]
    fn each_kind_of_value_is_read() {
        let read = |kind, text| read(kind, text, &letter);
        assert_eq!(read(Type::Flag, "yes"), None);
        assert_eq!(read(Type::File, "c"), Some(Value::File(2)));
        assert_eq!(read(Type::File, "10"), Some(Value::File(9)));
        assert_eq!(read(Type::Kinds, "ab"), Some(Value::Kinds(vec!["aa".into(), "bb".into()])));
        assert_eq!(read(Type::Kinds, "c"), None);
        assert_eq!(read(Type::Kinds, "-"), Some(Value::Kinds(Vec::new())));
        let cells = vec![Place::Rank(9), Place::File(1), Place::Cell(3, 3)];
        assert_eq!(read(Type::Cells, "*10 b* d4"), Some(Value::Cells(cells)));
        assert_eq!(read(Type::Cells, "d"), None);
        let pairs = vec![("aa".into(), "bb".into()), ("bb".into(), String::new())];
        assert_eq!(read(Type::Become, "a:b b : -"), Some(Value::Pairs(pairs)));
        assert_eq!(read(Type::Amounts, "a:300000"), None);
        assert_eq!(read(Type::Amounts, "a:"), None);
    }
}
