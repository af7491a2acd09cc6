//! What conditions and templates of the table may ask of a variant.

use super::cells::{self, Size};
use super::settings::{Piece, Settings};
use super::start::Start;
use super::table::{FileRow, Format};
use super::value::Value;
use super::when;
use std::collections::BTreeMap;

/// A variant, as the rows of the table see it.
#[derive(Debug)]
pub struct Scope<'a> {
    pub(super) format: &'a Format,
    pub(super) settings: &'a Settings,
    /// The rule file that the variant is written over, where there is one.
    pub(super) file: Option<&'a FileRow>,
    /// Whether it has the pieces of that file, and no others.
    pub(super) same: bool,
    /// Whether it is that file itself, from which others differ.
    pub(super) base: bool,
    pub(super) size: Size,
    pub(super) start: Start,
    lists: BTreeMap<String, Vec<String>>,
}

/// What a row is about when it is written for each of several.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// The player.
    pub side: Option<usize>,
    /// The type of piece.
    pub piece: Option<String>,
    /// What goes with it: a type of piece, or a number.
    pub to: Option<String>,
    /// The move that something is put around.
    pub walk: Option<String>,
}

/// A name of the table, `option@first` being the first player's.
pub(super) fn sided<'n>(name: &'n str, bound: &Bound) -> (&'n str, Bound) {
    match name.split_once('@') {
        None => (name, bound.clone()),
        Some((name, side)) => {
            (name, Bound { side: Some(usize::from(side == "second")), ..bound.clone() })
        }
    }
}

/// What could not be said, and the option that asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The option; none where the table is at fault.
    pub option: Option<String>,
    /// Why.
    pub why: String,
}

impl Failed {
    pub(super) fn table(why: impl Into<String>) -> Self {
        Self { option: None, why: why.into() }
    }

    pub(super) fn of(option: &str, why: impl Into<String>) -> Self {
        Self { option: Some(option.to_owned()), why: why.into() }
    }
}

impl<'a> Scope<'a> {
    /// The scope of a variant.
    ///
    /// # Errors
    ///
    /// Where the table's lists are not understood.
    pub fn new(
        format: &'a Format,
        settings: &'a Settings,
        file: Option<&'a FileRow>,
        [same, base]: [bool; 2],
    ) -> Result<Self, Failed> {
        let size = settings.size(format);
        let text = match settings.get(&format.table.start) {
            Some([Value::Text(text), _]) => text.as_str(),
            _ => "",
        };
        let start = Start::read(text, size);
        let lists = BTreeMap::new();
        let mut scope = Scope { format, settings, file, same, base, size, start, lists };
        for (name, text) in [("started", &scope.start.board), ("held", &scope.start.hands)] {
            let there = Start::pieces(text);
            let there =
                there.iter().filter_map(|piece| piece.trim_matches(['+', '~']).chars().next());
            let kinds = there.filter_map(|letter| settings.letter(letter)).collect();
            scope.lists.insert(name.to_owned(), kinds);
        }
        let all = settings.pieces.iter().map(|piece| piece.kind.clone()).collect();
        scope.lists.insert(String::from("pieces"), all);
        for row in &format.table.lists {
            let mut kinds = Vec::new();
            for piece in &settings.pieces {
                let bound = Bound { piece: Some(piece.kind.clone()), ..Bound::default() };
                if scope.holds(&row.when, &bound)? {
                    kinds.push(piece.kind.clone());
                }
            }
            scope.lists.insert(row.name.clone(), kinds);
        }
        Ok(scope)
    }

    /// Whether a condition of the table holds.
    ///
    /// # Errors
    ///
    /// Where it is not understood.
    pub fn holds(&self, text: &str, bound: &Bound) -> Result<bool, Failed> {
        when::holds(text, &mut |name, than| self.atom(name, than, bound))
            .map_err(|why| Failed::table(format!("{why}, in `{text}`")))
    }

    fn atom(&self, name: &str, than: Option<(char, &str)>, bound: &Bound) -> Result<bool, String> {
        let (name, bound) = sided(name, bound);
        let bound = &bound;
        let unknown = || format!("`{name}` is not known");
        match than {
            None => Ok(match name {
                "rooted" => self.file.is_some(),
                "same" => self.same,
                "base" => self.base,
                "first" => bound.side == Some(0),
                "second" => bound.side == Some(1),
                "rights" => {
                    let rights = self.start.part("rights").unwrap_or_default();
                    !["", "-"].contains(&rights)
                }
                _ if self.format.table.facts.contains_key(name) => {
                    let fact = &self.format.table.facts[name];
                    return self.holds(fact, bound).map_err(|failed| failed.why);
                }
                _ if self.lists.contains_key(name) => !self.lists[name].is_empty(),
                _ if self.settings.get(name).is_some() => {
                    let values = self.settings.get(name).ok_or_else(unknown)?;
                    match bound.side {
                        Some(side) => self.there(&values[side]).holds(),
                        None => values.iter().any(|value| self.there(value).holds()),
                    }
                }
                _ if self.format.piece(name).is_some() => self.settings.piece(name).is_some(),
                _ => return Err(unknown()),
            }),
            Some(('=', wanted)) if name == "piece" => Ok(bound.piece.as_deref() == Some(wanted)),
            Some(('=', wanted)) => {
                let values = self.settings.get(name).ok_or_else(unknown)?;
                Ok(match &values[bound.side.unwrap_or(0)] {
                    Value::Flag(flag) => flag.to_string() == wanted,
                    Value::Number(number) => number.to_string() == wanted,
                    Value::Text(text) => text == wanted,
                    Value::File(file) => (file + 1).to_string() == wanted,
                    Value::Kinds(kinds) => kinds.join(",") == wanted,
                    _ => return Err(format!("`{name}` is not compared")),
                })
            }
            Some((_, wanted)) => {
                let wanted = match wanted {
                    "piece" => bound.piece.as_deref().unwrap_or_default(),
                    "to" => bound.to.as_deref().unwrap_or_default(),
                    other => other,
                };
                let row = self.format.piece(wanted);
                if name == "drawn" {
                    return Ok(self.start.board.contains(wanted));
                }
                // Whether the file beside one is on the board.
                if let ("east" | "west", Some([Value::File(file), _])) =
                    (name, self.settings.get(wanted))
                {
                    let east = name == "east" && file + 1 < self.size.files;
                    return Ok(east || name == "west" && (1..self.size.files).contains(file));
                }
                if name == "alike" {
                    return Ok(self.values(wanted).is_some_and(|values| self.alike(&values)));
                }
                if name == "same" {
                    return Ok(self.values(wanted).is_some_and(|[first, second]| first == second));
                }
                if name == "whole" {
                    let sets = self.values(wanted);
                    let sets = sets.and_then(|values| self.settings.cells(&values, self.size));
                    let board = usize::from(self.size.files) * usize::from(self.size.ranks);
                    return Ok(sets.is_some_and(|sets| sets.iter().all(|set| set.len() == board)));
                }
                if name == "several" {
                    return Ok(self.kinds(wanted, bound).is_some_and(|kinds| kinds.len() > 1));
                }
                if let Some(kinds) = self.kinds(name, bound) {
                    return Ok(kinds.iter().any(|kind| kind == wanted || kind == "*"));
                }
                let betza = self.settings.piece(wanted).and_then(|piece| piece.betza.as_deref());
                match (name, name.strip_prefix("writes_")) {
                    ("stuck", _) => Ok(self.stuck(wanted).is_some()),
                    ("bounded", _) => Ok(self.bounded(wanted)),
                    ("moving", _) => Ok(betza
                        .map_or(row.is_some_and(|row| row.moves.is_some()), |betza| {
                            !betza.is_empty() && self.pattern(wanted, betza).is_ok()
                        })),
                    (_, Some(letters)) => Ok(betza.is_some_and(|betza| betza.contains(letters))),
                    _ => Ok(row.is_some_and(|row| row.tags.iter().any(|tag| tag == name))),
                }
            }
        }
    }

    /// Whether the values of the players can be said in one text.
    fn alike(&self, values: &[Value; 2]) -> bool {
        let sets = self.settings.cells(values, self.size);
        values[0] == values[1]
            || sets.is_some_and(|sets| cells::of_both(&sets, self.size).is_some())
    }

    /// A value without pieces that the variant does not have.
    fn there(&self, value: &Value) -> Value {
        match value {
            Value::Kinds(kinds) => {
                let there = |kind: &&String| *kind == "*" || self.settings.piece(kind).is_some();
                Value::Kinds(kinds.iter().filter(there).cloned().collect())
            }
            Value::Pairs(pairs) => {
                let there = |(from, to): &&(String, String)| {
                    let known = |kind: &str| self.settings.piece(kind).is_some();
                    known(from) && (known(to) || to.parse::<u32>().is_ok())
                };
                Value::Pairs(pairs.iter().filter(there).cloned().collect())
            }
            Value::Cells(places) if cells::cells(places, self.size).is_empty() => {
                Value::Cells(Vec::new())
            }
            other => other.clone(),
        }
    }

    /// The values of an option, without pieces that the variant does not have.
    pub(super) fn values(&self, name: &str) -> Option<[Value; 2]> {
        self.settings.get(name).map(|[first, second]| [self.there(first), self.there(second)])
    }

    /// The pieces of a list or an option; of the first player where the players differ.
    pub(super) fn kinds(&self, name: &str, bound: &Bound) -> Option<Vec<String>> {
        if let Some(kinds) = self.lists.get(name) {
            return Some(kinds.clone());
        }
        match self.values(name)?[bound.side.unwrap_or(0)].clone() {
            Value::Kinds(kinds) => Some(kinds),
            Value::Pairs(pairs) => Some(pairs.into_iter().map(|(from, _)| from).collect()),
            _ => None,
        }
    }

    /// The names of the players.
    pub(super) fn players(&self) -> &[String; 2] {
        self.file.and_then(|file| file.players.as_ref()).unwrap_or(&self.format.table.players)
    }

    /// The name of a kind: that of the rule file, or the type's in small letters.
    pub(super) fn kind(&self, kind: &str) -> String {
        if let Some(name) = self.file.and_then(|file| file.names.get(kind)) {
            return name.clone();
        }
        match (kind, self.format.piece(kind), self.settings.piece(kind)) {
            ("*", _, _) => String::from("piece"),
            (_, Some(row), Some(Piece { letter, .. })) if row.numbered => format!("piece_{letter}"),
            _ => {
                let small = |letter: char| match letter.is_ascii_uppercase() {
                    true => format!("_{}", letter.to_ascii_lowercase()),
                    false => letter.to_string(),
                };
                kind.chars().map(small).collect()
            }
        }
    }

    /// The names of all kinds that are of a type: its own, and those that remember what they were.
    pub(super) fn all_kinds(&self, kind: &str) -> Result<Vec<String>, Failed> {
        let mut names = vec![self.kind(kind)];
        for (option, when) in &self.format.table.remembered {
            if !self.holds(when, &Bound::default())? {
                continue;
            }
            for value in self.values(option).into_iter().flatten() {
                match value {
                    Value::Pairs(pairs) => {
                        let here = pairs.iter().filter(|(_, to)| to == kind);
                        names.extend(here.map(|(from, _)| self.promoted(from)));
                    }
                    Value::Kinds(kinds) if kinds.iter().any(|known| known == kind) => {
                        names.push(format!("promoted_{}", self.kind(kind)));
                    }
                    _ => {}
                }
            }
        }
        let mut seen: Vec<String> = Vec::new();
        names.retain(|name| !seen.contains(name) && (seen.push(name.clone()), true).1);
        Ok(names)
    }

    /// The name of the kind that a type is promoted to and that is that type again in hand.
    pub(super) fn promoted(&self, kind: &str) -> String {
        let named = self.file.and_then(|file| file.names.get(&format!("+{kind}")));
        named.cloned().unwrap_or_else(|| format!("promoted_{}", self.kind(kind)))
    }

    /// Where a type of piece cannot move any more.
    pub(super) fn stuck(&self, kind: &str) -> Option<String> {
        let betza = self.settings.piece(kind).and_then(|piece| piece.betza.as_deref());
        match betza {
            Some(betza) => super::pieces::stuck(betza),
            None => self.format.piece(kind)?.stuck.clone(),
        }
    }
}
