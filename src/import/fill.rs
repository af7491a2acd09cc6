//! Templates of the table → TOML: `${option}`, `${option:filter}`, `$[when ? text]`.

use super::around;
use super::cells::{self, letter};
use super::scope::{Bound, Failed, Scope, sided};
use super::value::Value;
use toml::{Table, Value as Toml};

/// Brackets within brackets of a template.
const DEPTH: usize = 16;

impl Scope<'_> {
    /// A value of the table with its templates filled in.
    pub(super) fn value(&self, value: &Toml, bound: &Bound) -> Result<Toml, Failed> {
        Ok(match value {
            Toml::String(text) => self.typed(text, bound)?,
            Toml::Array(list) => Toml::Array(
                list.iter().map(|item| self.value(item, bound)).collect::<Result<_, _>>()?,
            ),
            Toml::Table(table) => Toml::Table(self.table(table, bound)?),
            other => other.clone(),
        })
    }

    /// A table of the table; keys are templates too.
    pub(super) fn table(&self, table: &Table, bound: &Bound) -> Result<Table, Failed> {
        let mut filled = Table::new();
        for (key, value) in table {
            filled.insert(self.text(key, bound, 0)?, self.value(value, bound)?);
        }
        Ok(filled)
    }

    /// A text that is one placeholder and nothing else has its type; any other is a text.
    fn typed(&self, text: &str, bound: &Bound) -> Result<Toml, Failed> {
        let whole =
            text.strip_prefix("${").filter(|rest| closing(rest, '{', '}') == Some(rest.len() - 1));
        match whole {
            Some(rest) => self.placeholder(&rest[..rest.len() - 1], bound, 0),
            None => self.text(text, bound, 0).map(Toml::String),
        }
    }

    pub(super) fn text(&self, text: &str, bound: &Bound, depth: usize) -> Result<String, Failed> {
        let broken = || Failed::table(format!("`{text}` is no template"));
        if depth > DEPTH {
            return Err(broken());
        }
        let (mut filled, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('$') {
            let (before, from) = rest.split_at(at);
            filled += before;
            let (open, close) = match from.as_bytes().get(1) {
                Some(b'{') => ('{', '}'),
                Some(b'[') => ('[', ']'),
                _ => return Err(broken()),
            };
            let end = closing(&from[2..], open, close).ok_or_else(broken)?;
            let inner = &from[2..2 + end];
            rest = &from[2 + end + 1..];
            if open == '{' {
                filled += &shown(&self.placeholder(inner, bound, depth)?);
                continue;
            }
            let (when, then) = inner.split_once('?').ok_or_else(broken)?;
            if self.holds(when, bound)? {
                filled += &self.text(then, bound, depth + 1)?;
            }
        }
        Ok(filled + rest)
    }

    fn placeholder(&self, text: &str, bound: &Bound, depth: usize) -> Result<Toml, Failed> {
        let (name, filter) = text.split_once(':').unwrap_or((text, ""));
        let (name, bound) = sided(name, bound);
        let bound = &bound;
        let string = |text: &str| Ok(Toml::String(text.to_owned()));
        let players = self.players();
        match (name, bound.side) {
            ("first", _) => return string(&players[0]),
            ("second", _) => return string(&players[1]),
            ("player", Some(side)) => return string(&players[side]),
            ("other", Some(side)) => return string(&players[1 - side]),
            ("piece", _) => return self.piece(bound.piece.as_deref(), filter),
            ("to", _) => return self.piece(bound.to.as_deref(), filter),
            ("walk", _) => return string(bound.walk.as_deref().unwrap_or_default()),
            ("landed", _) => {
                return string(&around::landed(bound.walk.as_deref().unwrap_or_default()));
            }
            _ => {}
        }
        let (word, args) = filter.split_once(' ').unwrap_or((filter, ""));
        let args = self.args(args, bound, depth)?;
        if let Some(values) = self.values(name)
            && !matches!(values[0], Value::Kinds(_))
        {
            return self.option(name, &values, word, &args, bound);
        }
        if let Some(kinds) = self.kinds(name, bound) {
            let values = self.values(name);
            if bound.side.is_none() && values.is_some_and(|[first, second]| first != second) {
                return Err(Failed::of(name, "the two players have different ones"));
            }
            return self.list(name, &kinds, word, &args, bound);
        }
        match self.settings.piece(name) {
            Some(_) => self.piece(Some(name), filter),
            None => Err(Failed::table(format!("`${{{text}}}` is not known"))),
        }
    }

    /// Words and quoted texts, filled in.
    fn args(&self, text: &str, bound: &Bound, depth: usize) -> Result<Vec<String>, Failed> {
        let mut args = Vec::new();
        for (at, part) in text.split('\'').enumerate() {
            match at % 2 {
                0 => args.extend(part.split_whitespace().map(str::to_owned)),
                _ => args.push(self.text(part, bound, depth + 1)?),
            }
        }
        Ok(args)
    }

    fn piece(&self, kind: Option<&str>, filter: &str) -> Result<Toml, Failed> {
        let kind = kind.ok_or_else(|| Failed::table("no piece is meant here"))?;
        if kind.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Toml::Integer(kind.parse().unwrap_or_default()));
        }
        let letter = self.settings.piece(kind).map(|piece| piece.letter);
        Ok(Toml::String(match filter {
            "upper" => {
                letter.map(|letter| letter.to_ascii_uppercase().to_string()).unwrap_or_default()
            }
            "lower" => letter.map(String::from).unwrap_or_default(),
            "promoted" => self.promoted(kind),
            "walk" => self.whole_walk(kind)?,
            "bounds" => self.bounds_of(kind),
            "all" => joined(&self.all_kinds(kind)?),
            _ if filter.starts_with("of ") => {
                of_player(filter.trim_start_matches("of "), &self.all_kinds(kind)?)
            }
            "stuck" => self.stuck(kind).unwrap_or_default(),
            _ => self.kind(kind),
        }))
    }

    fn list(
        &self,
        name: &str,
        kinds: &[String],
        word: &str,
        args: &[String],
        bound: &Bound,
    ) -> Result<Toml, Failed> {
        let names: Vec<String> = kinds.iter().map(|kind| self.kind(kind)).collect();
        if word == "all" || word == "of" {
            let all =
                kinds.iter().map(|kind| self.all_kinds(kind)).collect::<Result<Vec<_>, _>>()?;
            let whose = args.first().map(String::as_str).unwrap_or_default();
            let player = (whose == "player").then_some(bound.side).flatten();
            let whose = player.map_or(whose, |side| self.players()[side].as_str());
            return Ok(Toml::String(match word {
                "all" => joined(&all.concat()),
                _ => of_player(whose, &all.concat()),
            }));
        }
        let arg = |at: usize| args.get(at).map(String::as_str).unwrap_or_default();
        Ok(match word {
            "list" => {
                let item = |name: &String| Toml::String(format!("{}{name}", arg(0)));
                Toml::Array(names.iter().map(item).collect())
            }
            "joinall" => {
                let own = |kind: &String| Ok(of_player("own", &self.all_kinds(kind)?));
                let all = kinds.iter().map(own).collect::<Result<Vec<_>, _>>()?;
                let parts = all.iter().map(|own| arg(1).replace("own *", own));
                Toml::String(parts.collect::<Vec<_>>().join(arg(0)))
            }
            "join" => {
                let parts: Vec<String> =
                    names.iter().map(|name| arg(1).replace('*', name)).collect();
                Toml::String(parts.join(arg(0)))
            }
            "become" => {
                let one = |(kind, name): (&String, &String)| {
                    let name = format!("{}{name}", arg(1));
                    match self.amount(arg(0), kind) {
                        None => format!("become {name}"),
                        Some(1) => format!("if (no own {name}), become {name}"),
                        Some(most) => {
                            format!("if (at most {} (own {name})), become {name}", most - 1)
                        }
                    }
                };
                let walks: Vec<String> = kinds.iter().zip(&names).map(one).collect();
                Toml::String(walks.join(" | "))
            }
            "outermost" => Toml::String(self.outermost(kinds, arg(0), arg(1), bound)?),
            "first" => match names.as_slice() {
                [first, ..] => Toml::String(first.clone()),
                [] => return Err(Failed::of(name, "the variant has no such piece")),
            },
            "one" => match names.as_slice() {
                [one] => Toml::String(one.clone()),
                _ => return Err(Failed::of(name, "one kind of piece is expected")),
            },
            _ => match names.as_slice() {
                [] => return Err(Failed::of(name, "the variant has no such piece")),
                _ => Toml::String(joined(&names)),
            },
        })
    }

    /// The number that goes with a type of piece, from 1.
    fn amount(&self, option: &str, kind: &str) -> Option<u32> {
        let Some([Value::Pairs(pairs), _]) = self.values(option) else { return None };
        let (_, amount) = pairs.into_iter().find(|(from, _)| from == kind)?;
        amount.parse().ok().filter(|amount| *amount > 0)
    }

    /// The moves of a piece as one pattern.
    fn whole_walk(&self, kind: &str) -> Result<String, Failed> {
        let none = || Failed::of(kind, "its moves are no single pattern");
        let piece = self.settings.piece(kind).ok_or_else(none)?;
        match self.moves(piece)? {
            Some(("betza", Toml::String(betza))) => self.pattern(kind, &betza),
            Some((_, Toml::String(walk))) => Ok(walk),
            Some((_, Toml::Table(moves))) => {
                let walks = moves.values().map(|walk| walk.as_str().ok_or_else(none));
                Ok(walks.collect::<Result<Vec<_>, _>>()?.join(" | "))
            }
            _ => Err(none()),
        }
    }

    /// The cell of the outermost of these pieces on a rank, at the start; the corner if there is none.
    fn outermost(
        &self,
        kinds: &[String],
        end: &str,
        rank: &str,
        bound: &Bound,
    ) -> Result<String, Failed> {
        let side = bound.side.ok_or_else(|| Failed::table("no player is meant here"))?;
        let rank = self.rank(rank, side)?;
        let rows = self.start.rows(self.size);
        let row = rows.as_ref().and_then(|rows| rows.get(usize::from(rank) - 1));
        let is_one = |cell: &Option<char>| {
            cell.is_some_and(|sign| {
                let own = sign.is_ascii_uppercase() == (side == 0);
                own && self.settings.letter(sign).is_some_and(|kind| kinds.contains(&kind))
            })
        };
        let found = row.and_then(|row| match end {
            "east" => row.iter().rposition(is_one),
            _ => row.iter().position(is_one),
        });
        let corner = if end == "east" { self.size.files - 1 } else { 0 };
        let file = found.and_then(|file| u16::try_from(file).ok()).unwrap_or(corner);
        Ok(format!("{}{rank}", letter(file)))
    }

    /// The rank of an option, counted from the player's side, as a rank from 1.
    fn rank(&self, option: &str, side: usize) -> Result<u16, Failed> {
        let Some([Value::Number(rank), _]) = self.settings.get(option) else {
            return Err(Failed::table(format!("`{option}` is no rank")));
        };
        let rank = u16::try_from(*rank).ok().filter(|rank| (1..=self.size.ranks).contains(rank));
        let rank = rank.ok_or_else(|| Failed::of(option, "it is not a rank of the board"))?;
        Ok(if side == 0 { rank } else { self.size.ranks + 1 - rank })
    }

    fn option(
        &self,
        name: &str,
        values: &[Value; 2],
        word: &str,
        args: &[String],
        bound: &Bound,
    ) -> Result<Toml, Failed> {
        if bound.side.is_none() && word != "cells" && values[0] != values[1] {
            return Err(Failed::of(name, "the two players have different ones"));
        }
        let number = || args.first().and_then(|text| text.parse::<i64>().ok()).unwrap_or(1);
        let value = &values[bound.side.unwrap_or(0)];
        Ok(match (value, word) {
            (Value::Number(value), "twice") => Toml::Integer(i64::from(*value) * 2),
            (Value::Number(value), "plus") => Toml::Integer(i64::from(*value) + number()),
            (Value::Number(value), "block") => {
                Toml::String(block(*value, args.first().map_or("own", String::as_str)))
            }
            (Value::Number(value), "minus") => Toml::Integer(i64::from(*value) - number()),
            (Value::Number(_), "rank") => {
                Toml::Integer(i64::from(self.rank(name, bound.side.unwrap_or(0))?))
            }
            (Value::Number(value), _) => Toml::Integer(i64::from(*value)),
            (Value::File(file), "number") => Toml::Integer(i64::from(*file) + 1),
            (Value::File(file), _) => {
                let by = match word {
                    "east" => Some(file + 1),
                    "west" => file.checked_sub(1),
                    _ => Some(*file),
                };
                let by = by.filter(|file| *file < self.size.files);
                let by =
                    by.ok_or_else(|| Failed::of(name, "that lies beyond the edge of the board"))?;
                Toml::String(letter(by).to_string())
            }
            (Value::Flag(flag), _) => Toml::Boolean(*flag),
            (Value::Text(text), _) => Toml::String(text.clone()),
            (Value::Cells(_), _) => {
                let sets = self.settings.cells(values, self.size);
                let text = sets.and_then(|sets| match bound.side {
                    Some(side) => cells::of_one(&sets[side], self.size),
                    None => cells::of_both(&sets, self.size),
                });
                let why = "the cells of the two players are neither the same nor each other's mirror image";
                Toml::String(text.ok_or_else(|| Failed::of(name, why))?)
            }
            (Value::Pairs(pairs), _) => {
                let amount = |(from, to): &(String, String)| {
                    (self.kind(from), Toml::Integer(to.parse().unwrap_or_default()))
                };
                Toml::Table(pairs.iter().map(amount).collect())
            }
            (Value::Kinds(_), _) => return Err(Failed::table(format!("`{name}` is a list"))),
        })
    }
}

/// Names as one test.
fn joined(names: &[String]) -> String {
    match names {
        [one] => one.clone(),
        _ => format!("({})", names.join(" or ")),
    }
}

/// A player's pieces of these kinds as one test.
fn of_player(player: &str, names: &[String]) -> String {
    match names {
        [one] => format!("{player} {one}"),
        _ => format!("({player} and {})", joined(names)),
    }
}

/// A walk over a square block of so many cells a side, from one corner: each of them passes the test.
fn block(side: u32, test: &str) -> String {
    let side = side.min(16);
    let row = |rank: u32| {
        let way = if rank.is_multiple_of(2) { "east" } else { "west" };
        let up = (rank > 0).then(|| format!("north to {test}"));
        up.into_iter().chain((1..side).map(move |_| format!("{way} to {test}")))
    };
    (0..side).flat_map(row).collect::<Vec<_>>().join(", ")
}

/// A value within a text.
fn shown(value: &Toml) -> String {
    match value {
        Toml::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Where the bracket closes that was opened just before the text.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        if sign == open {
            depth += 1;
        } else if sign == close {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        }
    }
    None
}
