//! Templates as written.

use crate::source::Spanned;

/// Text with fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Template(pub Vec<Spanned<Part>>);

/// A part of a [`Template`].
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Text without a line end.
    Text(String),
    /// The end of a line.
    Newline,
    /// A field.
    Field(Field, Style),
}

/// What a field stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The board.
    Board,
    /// Whose turn it is, in the format's words.
    Turn,
    /// Width and height at once, of a square board.
    Size,
    /// The width.
    Width,
    /// The height.
    Height,
    /// The number of the case, from 1.
    Number,
    /// The name of the player to move.
    Mover,
    /// The verdict's text.
    Verdict,
    /// The number of landings of the move.
    Hops,
    /// The cells of the move, one a line.
    Path,
    /// The move in the usual notation: its cells joined by `-`, or `x` where it captures.
    Move,
    /// Every legal move, one a line.
    Moves,
    /// The file's letters.
    File,
    /// The rank, from 1 in the south.
    Rank,
    /// The row, from 0 in the north.
    Row,
    /// The column, from 0 in the west.
    Column,
}

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As it is; a board: one line a row, the northernmost first.
    Plain,
    /// In capitals.
    Upper,
    /// In small letters.
    Lower,
    /// A board on one line: rows parted by `/`, runs of empty cells as numbers.
    Packed,
}

impl Field {
    /// Every field.
    pub const ALL: [Field; 16] = [
        Field::Board,
        Field::Turn,
        Field::Size,
        Field::Width,
        Field::Height,
        Field::Number,
        Field::Mover,
        Field::Verdict,
        Field::Hops,
        Field::Path,
        Field::Move,
        Field::Moves,
        Field::File,
        Field::Rank,
        Field::Row,
        Field::Column,
    ];

    /// The word for it in a template.
    pub fn word(self) -> &'static str {
        match self {
            Field::Board => "board",
            Field::Turn => "turn",
            Field::Size => "size",
            Field::Width => "width",
            Field::Height => "height",
            Field::Number => "n",
            Field::Mover => "mover",
            Field::Verdict => "verdict",
            Field::Hops => "hops",
            Field::Path => "path",
            Field::Move => "move",
            Field::Moves => "moves",
            Field::File => "file",
            Field::Rank => "rank",
            Field::Row => "row",
            Field::Column => "column",
        }
    }
}

impl Style {
    /// Every style that has a word; [`Style::Plain`] has none.
    pub const ALL: [Style; 3] = [Style::Upper, Style::Lower, Style::Packed];

    /// The word for it in a template.
    pub fn word(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Upper => "upper",
            Style::Lower => "lower",
            Style::Packed => "packed",
        }
    }
}
