//! The table of a foreign format: what its options, pieces and variants are, and what each means as TOML.
//!
//! The table is data, and `tables/` holds it; this module says only what may stand in it.

use super::ini::{self, Section};
use super::value::Type;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Table as Toml;

/// A foreign format.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The two players, as the format orders them.
    pub players: [String; 2],
    /// What the format puts behind the name of an option that each player has.
    pub sides: [String; 2],
    /// The name of an option that each type of piece has: `${option}${side}${Type}`, of cells.
    pub region: String,
    /// The option that holds the usual starting position.
    pub start: String,
    /// The options with the size of the board: files, ranks.
    pub size: [String; 2],
    /// The template of the cells where a piece has its first moves.
    pub unmoved: String,
    /// The options of pieces that others become, with the condition under which what they were is
    /// remembered: then those are kinds of their own, called after the piece, or after what it becomes.
    pub remembered: BTreeMap<String, String>,
    /// Letters of Betza notation that say nothing where a condition does not hold.
    #[serde(default)]
    pub silent: BTreeMap<char, String>,
    /// Conditions with a name.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// Old and odd names of options.
    #[serde(default)]
    pub aliases: BTreeMap<String, Vec<String>>,
    /// The options.
    pub options: BTreeMap<String, OptionRow>,
    /// The types of pieces.
    pub pieces: BTreeMap<String, PieceRow>,
    /// Lists of pieces that follow from others, in order.
    #[serde(default)]
    pub lists: Vec<ListRow>,
    /// What a position's line consists of.
    pub fields: Vec<FieldRow>,
    /// What is not carried over.
    #[serde(default)]
    pub refuse: Vec<RefuseRow>,
    /// What is written, in order; later rows add to earlier ones.
    pub rule: Vec<RuleRow>,
    /// What is put around the moves of pieces, in order; later rows stand around earlier ones.
    #[serde(default)]
    pub around: Vec<AroundRow>,
    /// Letters of Betza notation that stand for several: where they are written with directions or a
    /// range, the others are written instead.
    #[serde(default)]
    pub compounds: BTreeMap<char, String>,
    /// The variants that the format brings along, as sections.
    pub variants: String,
    /// Those of them that are rule files already.
    pub files: BTreeMap<String, FileRow>,
}

/// An option.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionRow {
    /// The kind of its values.
    #[serde(rename = "type")]
    pub kind: Type,
    /// Its value where none is given, as it would be written.
    #[serde(default)]
    pub default: String,
    /// That of the second player, where it is another.
    pub second: Option<String>,
    /// Whether each player has his own value.
    #[serde(default)]
    pub sided: bool,
    /// Whether `*` stands for all pieces.
    #[serde(default)]
    pub all: bool,
    /// It is about programs and screens, and no rule.
    #[serde(default)]
    pub display: bool,
    /// The values that are carried over, where not all are.
    pub carried: Option<Vec<String>>,
    /// Why the others are not.
    #[serde(default)]
    pub why: String,
}

/// A type of piece.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceRow {
    /// Its moves, as a rule file has them; templates.
    pub moves: Option<toml::Value>,
    /// Whether the variant may write its moves, in Betza notation, behind its letter.
    #[serde(default)]
    pub custom: bool,
    /// Whether numbers are put behind its name.
    #[serde(default)]
    pub numbered: bool,
    /// Where it cannot move any more.
    pub stuck: Option<String>,
    /// Words that conditions ask for.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// A list of types of pieces.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRow {
    /// Its name.
    pub name: String,
    /// Which pieces are in it.
    pub when: String,
}

/// A part of a position's line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldRow {
    /// When it is there.
    pub when: Option<String>,
    /// How the rule file writes it.
    pub text: String,
    /// Whether it follows the last one without a blank.
    #[serde(default)]
    pub joined: bool,
    /// Which part of the foreign position it is; the text itself where none is named.
    pub take: Option<String>,
    /// What it is where the position has no such part.
    #[serde(default)]
    pub default: String,
}

/// What is not carried over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefuseRow {
    /// When.
    pub when: String,
    /// For each of what.
    pub each: Option<String>,
    /// Which options it is about.
    pub options: Vec<String>,
    /// Why.
    pub why: String,
}

/// A piece of a rule file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleRow {
    /// When it is written.
    pub when: Option<String>,
    /// For each of what: `sides`, `pieces`, or a list or an option of pieces.
    pub each: Option<String>,
    /// What is written: tables merge, lists grow; keys and texts are templates.
    pub add: Toml,
}

/// What is put around every move of some pieces: `${walk}` is the move, `${landed}` the same with the
/// piece arrived and the cursor there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AroundRow {
    /// When it is written.
    pub when: Option<String>,
    /// Of which pieces: a list or an option of pieces.
    pub each: String,
    /// The kind whose moves they are; a template.
    #[serde(default = "own")]
    pub kind: String,
    /// Only of moves of these names; of all where there are none.
    #[serde(default)]
    pub only: Vec<String>,
    /// But of moves of these names.
    #[serde(default)]
    pub except: Vec<String>,
    /// Whether each player has his own text, which is written for the pieces that he has in the list.
    #[serde(default)]
    pub sided: bool,
    /// The text; a template.
    pub walk: String,
}

fn own() -> String {
    String::from("${piece}")
}

/// A rule file that is one of the format's variants.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRow {
    /// The rule file, without its ending.
    pub file: String,
    /// Whether it is written for its own size of board, and is no base of others.
    #[serde(default)]
    pub fixed: bool,
    /// Options of which it says nothing, each with the value of which one says nothing.
    #[serde(default)]
    pub lacks: BTreeMap<String, String>,
    /// The names of its players.
    pub players: Option<[String; 2]>,
    /// The names of its kinds, by type; with `+` before it, of what the type is promoted to.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

/// A table, with its variants read.
#[derive(Debug)]
pub struct Format {
    /// The table.
    pub table: Table,
    /// Its variants.
    pub variants: Vec<Section>,
}

impl Format {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// What is wrong with the table.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Table = toml::from_str(text).map_err(|fault| fault.to_string())?;
        let variants = ini::parse(&table.variants).map_err(|faults| {
            let faults = faults.into_iter().map(|fault| fault.message);
            faults.collect::<Vec<_>>().join(", ")
        })?;
        Ok(Self { table, variants })
    }

    /// The row of a type of piece; numbers behind its name are those of the format's own slots.
    pub fn piece(&self, kind: &str) -> Option<&PieceRow> {
        if let Some(row) = self.table.pieces.get(kind) {
            return (!row.numbered).then_some(row);
        }
        let stem = kind.trim_end_matches(|letter: char| letter.is_ascii_digit());
        self.table.pieces.get(stem).filter(|row| row.numbered && stem.len() < kind.len())
    }
}
