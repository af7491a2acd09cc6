//! What a variant says, its bases included: every option with its value.

use super::cells::{self, Cells, Size};
use super::ini::{Entry, Section};
use super::table::{Format, OptionRow};
use super::value::{Type, Value, read};
use crate::diag::Diagnostic;
use crate::source::Span;
use std::collections::BTreeMap;

/// A type of piece of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The type, as the format names it.
    pub kind: String,
    /// Its letter, small.
    pub letter: char,
    /// Its moves in Betza notation, where the variant writes them.
    pub betza: Option<String>,
}

/// The effective settings of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Values by option, the first and the second player's.
    values: BTreeMap<String, [Value; 2]>,
    /// The pieces, in the order in which they were named.
    pub pieces: Vec<Piece>,
    /// Where a type of piece may go.
    pub regions: BTreeMap<(String, usize), Value>,
    /// Which entry said what, by option: the last one of the user's own file.
    pub said: BTreeMap<String, Span>,
}

/// What became of an entry that says nothing about the rules, or nothing that is understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// It is about programs and screens.
    Display(Entry),
    /// It is said again below, and that counts.
    Again(Entry, Entry),
    /// It is not carried over, and why.
    Lost(Entry, Diagnostic),
}

impl Settings {
    /// The settings of a variant without a base: every option as the format has it, and no pieces.
    ///
    /// # Errors
    ///
    /// Where a default of the table is of the wrong kind.
    pub fn new(format: &Format) -> Result<Self, String> {
        let mut values = BTreeMap::new();
        // Letters of defaults are types, written out.
        for (name, row) in &format.table.options {
            let value = |text: &str| {
                let of_types = matches!(row.kind, Type::Kinds)
                    .then(|| Value::Kinds(text.split_whitespace().map(str::to_owned).collect()));
                let read = of_types.or_else(|| read(row.kind, text, &|_| None));
                read.ok_or_else(|| format!("`{name}` has a default of the wrong kind"))
            };
            let first = match (row.kind, row.default.as_str()) {
                (Type::Number, "") => Value::Number(0),
                (Type::Flag, "") => Value::Flag(false),
                (Type::Rank | Type::File, "") => Value::Text(String::new()),
                (_, text) => value(text)?,
            };
            let second = row.second.as_ref().map_or(Ok(first.clone()), |text| value(text))?;
            values.insert(name.clone(), [first, second]);
        }
        Ok(Self { values, pieces: Vec::new(), regions: BTreeMap::new(), said: BTreeMap::new() })
    }

    /// The values of an option.
    pub fn get(&self, option: &str) -> Option<&[Value; 2]> {
        self.values.get(option)
    }

    /// Gives an option that value, for both players; one that cannot be read changes nothing.
    pub fn put(&mut self, format: &Format, option: &str, text: &str) {
        let Some(row) = format.table.options.get(option) else { return };
        if let Some(value) = read(row.kind, text, &|letter| self.letter(letter)) {
            self.values.insert(option.to_owned(), [value.clone(), value]);
        }
    }

    /// The piece of that type.
    pub fn piece(&self, kind: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.kind == kind)
    }

    /// The type of the piece of that letter.
    pub fn letter(&self, letter: char) -> Option<String> {
        let letter = letter.to_ascii_lowercase();
        self.pieces.iter().find(|piece| piece.letter == letter).map(|piece| piece.kind.clone())
    }

    /// The size of the board.
    pub fn size(&self, format: &Format) -> Size {
        let of = |option: &String| match self.get(option).map(|values| &values[0]) {
            Some(Value::Number(number)) => u16::try_from(*number).unwrap_or(u16::MAX),
            Some(Value::File(file)) => file + 1,
            _ => 1,
        };
        let [files, ranks] = &format.table.size;
        Size { files: of(files), ranks: of(ranks).min(256) }
    }

    /// The cells of an option of cells, by player.
    pub fn cells(&self, values: &[Value; 2], size: Size) -> Option<[Cells; 2]> {
        let of = |value: &Value| match value {
            Value::Cells(places) => Some(cells::cells(places, size)),
            _ => None,
        };
        Some([of(&values[0])?, of(&values[1])?])
    }

    /// Lays a section over the settings. What is not understood changes nothing, and is noted.
    /// `own` tells whether the section stands in the user's file.
    pub fn lay<'s>(&mut self, format: &Format, section: &'s Section, own: bool) -> Vec<Note> {
        let mut notes = Vec::new();
        // What is said twice is what is said last.
        let last = |(at, entry): (usize, &'s Entry)| {
            let again = section.entries[at + 1..].iter().find(|later| later.key == entry.key);
            match again {
                None => Ok(entry),
                Some(later) => Err((entry, later)),
            }
        };
        let (mut pieces, mut others) = (Vec::new(), Vec::new());
        for entry in section.entries.iter().enumerate().map(last) {
            match entry {
                // Letters come first: other options are written with them.
                Ok(entry) if format.piece(&entry.key.value).is_some() => pieces.push(entry),
                Ok(entry) => others.push(entry),
                Err((entry, later)) if entry.value == later.value => {}
                Err((entry, later)) => {
                    notes.push(Note::Again(entry.clone(), later.clone()));
                }
            }
        }
        for entry in pieces {
            if let Err(fault) = self.lay_piece(format, entry) {
                notes.push(Note::Lost(entry.clone(), *fault));
            }
            if own {
                self.said.insert(entry.key.value.clone(), entry.span());
            }
        }
        for entry in others {
            if own {
                for (name, _) in targets(format, &entry.key.value) {
                    self.said.insert(name, entry.span());
                }
                self.said.insert(entry.key.value.clone(), entry.span());
            }
            match self.lay_option(format, entry) {
                Ok(true) => {}
                Ok(false) => notes.push(Note::Display(entry.clone())),
                Err(fault) => notes.push(Note::Lost(entry.clone(), *fault)),
            }
        }
        notes
    }

    fn lay_piece(&mut self, format: &Format, entry: &Entry) -> Result<(), Box<Diagnostic>> {
        let kind = &entry.key.value;
        let text = entry.value.value.as_str();
        self.pieces.retain(|piece| piece.kind != *kind);
        let mut letters = text.chars();
        let Some(letter) = letters.next().filter(char::is_ascii_alphabetic) else {
            if ["", "-"].contains(&text) {
                return Ok(());
            }
            let fault =
                Diagnostic::new(format!("`{text}` is no letter of a piece"), entry.value.span);
            return Err(Box::new(fault.help("write a letter, or `-` to take the piece away")));
        };
        let letter = letter.to_ascii_lowercase();
        let rest = letters.as_str().trim_start();
        let betza = rest.strip_prefix(':').map(|betza| betza.trim().to_owned());
        self.pieces.retain(|piece| piece.letter != letter);
        let row = format.piece(kind);
        let own = row.is_some_and(|row| row.custom);
        let bare = betza.is_none();
        self.pieces.push(Piece { kind: kind.clone(), letter, betza: betza.filter(|_| own) });
        if !own && !rest.is_empty() || own && bare && !rest.is_empty() {
            let fault = Diagnostic::new(format!("`{rest}` is not understood"), entry.value.span);
            return Err(Box::new(fault.label("expected one letter")));
        }
        if bare && row.is_some_and(|row| row.numbered) {
            let fault = Diagnostic::new(format!("`{kind}` has no moves"), entry.value.span);
            return Err(Box::new(fault.help("write them behind its letter, as in `a:mRcB`")));
        }
        Ok(())
    }

    /// Whether the entry is about rules.
    fn lay_option(&mut self, format: &Format, entry: &Entry) -> Result<bool, Box<Diagnostic>> {
        let key = &entry.key.value;
        if let Some((kind, side)) = region(format, key) {
            let value = self.read(Type::Cells, entry)?;
            self.regions.insert((kind, side), value);
            return Ok(true);
        }
        let targets = targets(format, key);
        if targets.is_empty() {
            let known = format.table.options.keys().map(String::as_str);
            let mut fault = Diagnostic::unknown("option", key, entry.key.span, known);
            // The list of all that is known is too long to be read.
            fault.help.clear();
            return Err(Box::new(fault));
        }
        for (name, side) in targets {
            let Some(row) = format.table.options.get(&name) else { continue };
            if row.display {
                return Ok(false);
            }
            let value = self.read(row.kind, entry)?;
            if let Value::Kinds(kinds) = &value
                && kinds.iter().any(|kind| kind == "*")
                && !row.all
            {
                let fault = Diagnostic::new("`*` is not understood", entry.value.span);
                return Err(Box::new(fault.label("name the pieces here")));
            }
            self.carried(row, entry, &name)?;
            let Some(known) = self.values.get_mut(&name) else { continue };
            match (&value, row.kind, side) {
                // What is said of some pieces leaves the others as they are.
                (Value::Pairs(pairs), Type::Become | Type::Amounts, _) => {
                    known.iter_mut().for_each(|known| {
                        if let Value::Pairs(old) = known {
                            old.retain(|(from, _)| pairs.iter().all(|(new, _)| new != from));
                            let new =
                                pairs.iter().filter(|(_, to)| !["", "0"].contains(&to.as_str()));
                            old.extend(new.cloned());
                        }
                    })
                }
                (_, _, Some(side)) => known[side] = value,
                (_, _, None) => *known = [value.clone(), value],
            }
        }
        Ok(true)
    }

    fn read(&self, kind: Type, entry: &Entry) -> Result<Value, Box<Diagnostic>> {
        let text = &entry.value.value;
        read(kind, text, &|letter| self.letter(letter)).ok_or_else(|| {
            let fault = Diagnostic::new(format!("`{text}` is not understood"), entry.value.span);
            Box::new(fault.label(format!("expected {}", kind.expected())))
        })
    }

    fn carried(&self, row: &OptionRow, entry: &Entry, name: &str) -> Result<(), Box<Diagnostic>> {
        let text = &entry.value.value;
        let Some(carried) = &row.carried else { return Ok(()) };
        if carried.contains(text) || *text == row.default {
            return Ok(());
        }
        let message = format!("`{name} = {text}` is not carried over");
        let fault = Diagnostic::new(message, entry.span());
        Err(Box::new(fault.label(row.why.clone())))
    }
}

/// The options that a key sets, and of which player.
fn targets(format: &Format, key: &str) -> Vec<(String, Option<usize>)> {
    if let Some(names) = format.table.aliases.get(key) {
        return names.iter().flat_map(|name| targets(format, name)).collect();
    }
    if format.table.options.contains_key(key) {
        return vec![(key.to_owned(), None)];
    }
    for (side, ending) in format.table.sides.iter().enumerate() {
        if let Some(name) = key.strip_suffix(ending.as_str())
            && format.table.options.get(name).is_some_and(|row| row.sided)
        {
            return vec![(name.to_owned(), Some(side))];
        }
    }
    Vec::new()
}

/// The type of piece and the player of whose region a key tells.
fn region(format: &Format, key: &str) -> Option<(String, usize)> {
    let rest = key.strip_prefix(format.table.region.as_str())?;
    let (side, name) =
        format.table.sides.iter().enumerate().find_map(|(side, ending)| {
            rest.strip_prefix(ending.as_str()).map(|name| (side, name))
        })?;
    let mut letters = name.chars();
    let first = letters.next()?.to_ascii_lowercase();
    let kind = format!("{first}{}", letters.as_str());
    format.piece(&kind).map(|_| (kind, side))
}
