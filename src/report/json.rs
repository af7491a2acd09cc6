//! Answers as JSON: one object a line. Keys keep their order; new ones may be added at the end.

use serde::Serialize;

use super::GeometryRecord;
use crate::index::{Cell, Player};
use crate::notation::Notation;
use crate::position::{Move, Position};
use crate::rules::{Change, Field, Style};

/// A move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct MoveRecord {
    /// Its text, different from that of every other move of the position.
    pub text: String,
    /// Its name in the rules.
    pub name: String,
    /// The cells of its path.
    pub path: Vec<String>,
    /// The cells where something is captured.
    pub captures: Vec<String>,
    /// What changes: cells, then hands, marks, counters, numbers and what stands beneath others.
    pub edits: Vec<EditRecord>,
    /// How likely it is, from 0 to 1, in a position whose move chance draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
}

/// The moves of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct MovesRecord {
    /// The number of the case, from 1.
    pub case: u64,
    /// The name of the player to move.
    pub mover: String,
    /// The legal moves.
    pub moves: Vec<MoveRecord>,
}

/// One thing changed, told apart by its first key.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum EditRecord {
    /// What stands on a cell.
    Cell {
        /// The cell.
        cell: String,
        /// What stood there: `first major`, `empty`.
        before: String,
        /// What stands there then.
        after: String,
    },
    /// How many pieces of a kind are in a hand.
    Hand {
        /// The player whose hand it is.
        hand: String,
        /// The kind.
        kind: String,
        /// How many there were.
        before: u8,
        /// How many there are then.
        after: u8,
    },
    /// Whether a cell carries a mark.
    Mark {
        /// The mark.
        mark: String,
        /// The cell.
        cell: String,
        /// The player who made it, where it lasts a turn of his.
        #[serde(skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// Whether it carried it.
        before: bool,
        /// Whether it does then.
        after: bool,
    },
    /// A piece of a tower that stands beneath others.
    Beneath {
        /// The cell.
        beneath: String,
        /// How high it stands, the lowest piece being the first.
        storey: usize,
        /// What stood there: `first major`, `empty`.
        before: String,
        /// What stands there then.
        after: String,
    },
    /// A number of a cell or of a player.
    Number {
        /// The number.
        number: String,
        /// The cell, where each has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        cell: Option<String>,
        /// The player, where each has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// What it was.
        before: u8,
        /// What it is then.
        after: u8,
    },
    /// A number that is kept.
    Counter {
        /// The counter.
        counter: String,
        /// The player whose it is, where each has his own.
        #[serde(skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// What it was.
        before: u8,
        /// What it is then.
        after: u8,
    },
}

/// A position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct BoardRecord {
    /// The number of the case, from 1.
    pub case: u64,
    /// The name of the player to move.
    pub mover: String,
    /// Files.
    pub width: u16,
    /// Ranks.
    pub height: u16,
    /// The rows in the glyphs of the file, the northernmost first.
    pub rows: Vec<String>,
    /// The position in the file's own format.
    pub text: String,
    /// The cells where legal moves end, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<String>>,
    /// Where each cell lies in the plane.
    pub geometry: GeometryRecord,
}

/// A test of a rule file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct TestRecord<'a> {
    /// The file.
    pub file: &'a str,
    /// Its number in the file, from 1.
    pub test: usize,
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// Whether it holds; what does not is told on standard error.
    pub ok: bool,
}

/// The moves and positions below a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct CountRecord {
    /// The number of the case, from 1.
    pub case: u64,
    /// How many moves deep.
    pub depth: u32,
    /// The number of sequences of so many moves.
    pub nodes: u64,
    /// How many there are on average where what chance draws is drawn, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The same below each first move, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Branch>>,
}

/// A first move and what is below it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Branch {
    /// The move's text.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The number of sequences that begin with it.
    pub nodes: u64,
    /// What they add to the mean, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

impl MoveRecord {
    /// The records of a position's moves.
    pub fn all(notation: &Notation, moves: &[Move], position: &Position) -> Vec<Self> {
        let texts = notation.move_names(moves, position);
        let likely = notation.rules().probabilities(moves);
        let each = moves.iter().zip(texts).enumerate().map(|(at, (chosen, text))| Self {
            probability: likely.as_ref().and_then(|likely| likely.get(at)).copied(),
            ..Self::new(notation, chosen, text, position)
        });
        each.collect()
    }

    /// The record of a move that has that text.
    pub fn new(notation: &Notation, chosen: &Move, text: String, position: &Position) -> Self {
        let rules = notation.rules();
        let cell = |cell: Cell| notation.cell_name(cell, position.size);
        let changes = rules.layout(position.size).changes(&chosen.edits);
        let edits = changes.into_iter().map(|change| EditRecord::new(notation, change, position));
        Self {
            text,
            name: rules.move_names.get(chosen.name.index()).cloned().unwrap_or_default(),
            path: chosen.path.iter().copied().map(cell).collect(),
            captures: chosen.captures.iter().copied().map(cell).collect(),
            edits: edits.collect(),
            probability: None,
        }
    }
}

impl EditRecord {
    fn new(notation: &Notation, change: Change, position: &Position) -> Self {
        let rules = notation.rules();
        let name = |cell: Cell| notation.cell_name(cell, position.size);
        let player = |player: Player| notation.player_name(player).to_owned();
        match change {
            Change::Cell(edit) => Self::Cell {
                cell: name(edit.cell),
                before: rules.piece_name(edit.before),
                after: rules.piece_name(edit.after),
            },
            Change::Hand(owner, kind, [before, after]) => Self::Hand {
                hand: player(owner),
                kind: rules.kinds[kind.index()].name.value.clone(),
                before,
                after,
            },
            Change::Mark(mark, cell, owner, after) => Self::Mark {
                mark: rules.marks[mark.index()].name.value.clone(),
                cell: name(cell),
                player: owner.map(player),
                before: !after,
                after,
            },
            Change::Number(number, cell, [before, after]) => Self::Number {
                number: rules.numbers[number.index()].name.value.clone(),
                cell: Some(name(cell)),
                player: None,
                before,
                after,
            },
            Change::Beneath(cell, storey, [before, after]) => Self::Beneath {
                beneath: name(cell),
                storey: storey + 1,
                before: rules.piece_name(before),
                after: rules.piece_name(after),
            },
            Change::Store(number, owner, [before, after]) => Self::Number {
                number: rules.numbers[number.index()].name.value.clone(),
                cell: None,
                player: owner.map(player),
                before,
                after,
            },
            Change::Counter(counter, owner, [before, after]) => Self::Counter {
                counter: rules.counters[counter.index()].name.value.clone(),
                player: owner.map(player),
                before,
                after,
            },
        }
    }
}

impl MovesRecord {
    /// The record of a position's moves.
    pub fn new(notation: &Notation, case: u64, moves: &[Move], position: &Position) -> Self {
        Self {
            case,
            mover: notation.player_name(position.turn).to_owned(),
            moves: MoveRecord::all(notation, moves, position),
        }
    }
}

impl BoardRecord {
    /// The record of a position.
    pub fn new(
        notation: &Notation,
        case: u64,
        position: &Position,
        targets: Option<&[Cell]>,
    ) -> Self {
        let name = |cell: &Cell| notation.cell_name(*cell, position.size);
        let board = notation.field(Field::Board, Style::Plain, position).unwrap_or_default();
        Self {
            case,
            mover: notation.player_name(position.turn).to_owned(),
            width: position.size.width,
            height: position.size.height,
            rows: board.split('\n').map(str::to_owned).collect(),
            text: notation.write(position),
            targets: targets.map(|cells| cells.iter().map(name).collect()),
            geometry: notation.geometry(position.size).into(),
        }
    }
}
