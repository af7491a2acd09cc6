//! Templates: as written, and with every name resolved.

use crate::index::{Counter, Mark, Number, ScoreId};
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

/// A template as written.
pub type TemplateAst = Vec<Spanned<PartAst>>;

/// A part of a [`TemplateAst`].
#[derive(Clone, Debug, PartialEq)]
pub enum PartAst {
    /// What means the same in every file.
    Part(Part),
    /// A field of something that the file names: `{marked:fresh}`, `{counter:lives:spent}`.
    Named(Named, Spanned<String>, Style),
}

/// A field of something that the file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Letters for the cells that carry a mark.
    Letters,
    /// The names of the cells that carry a mark.
    Marked,
    /// The number of a counter.
    Counter,
    /// The numbers of the cells, or of the players.
    Numbers,
    /// What the players have of a score.
    Score,
    /// The number of a cell among those of a region.
    Number,
}

impl Named {
    /// Each of them.
    pub const ALL: [Named; 6] = [
        Named::Letters,
        Named::Marked,
        Named::Counter,
        Named::Numbers,
        Named::Score,
        Named::Number,
    ];

    /// The word for it in a template.
    pub fn word(self) -> &'static str {
        match self {
            Named::Letters => "letters",
            Named::Marked => "marked",
            Named::Counter => "counter",
            Named::Numbers => "numbers",
            Named::Score => "score",
            Named::Number => "number",
        }
    }

    /// A field of that sort, whichever it is of.
    pub fn any(self) -> Field {
        match self {
            Named::Letters => Field::Letters(Mark(0)),
            Named::Marked => Field::Marked(Mark(0)),
            Named::Counter => Field::Counter(Counter(0)),
            Named::Numbers => Field::Numbers(Number(0)),
            Named::Score => Field::Score(ScoreId(0)),
            Named::Number => Field::Nth,
        }
    }

    /// What it is of.
    pub fn of(self) -> &'static str {
        match self {
            Named::Letters | Named::Marked => "mark",
            Named::Counter => "counter",
            Named::Numbers => "number",
            Named::Score => "score",
            Named::Number => "region",
        }
    }
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
    /// The pieces of each player by their cells.
    Pieces,
    /// The pieces in hand.
    Hands,
    /// The number of the round, from 1: the first player's first move begins it.
    Round,
    /// The number of the move that is to be made, from 1, whoever makes it.
    Ply,
    /// Which step of the turn it is, from 1.
    Step,
    /// A number of which nothing is kept; it is only read.
    Ignored,
    /// Letters for the cells that carry the mark.
    Letters(Mark),
    /// The names of the cells that carry the mark.
    Marked(Mark),
    /// The number of the counter; of one that each player has, all of them joined by `+`.
    Counter(Counter),
    /// The number of each cell, row by row as the board is written; or of each player, joined by `+`.
    Numbers(Number),
    /// What each player has of the score, in turn order, joined by `:`.
    Score(ScoreId),
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
    /// The layer's letter.
    Layer,
    /// The row, from 0 in the north.
    Row,
    /// The column, from 0 in the west.
    Column,
    /// The number of the cell among those that the format numbers, from 1 in the north-west.
    Nth,
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
    /// With a capital at its beginning.
    Title,
    /// A board on one line: rows parted by `/`, runs of empty cells as numbers; numbers parted by `,`.
    Packed,
    /// Hands with a number before a glyph that stands for several; `-` where they are empty.
    Counted,
    /// Hands between `[` and `]`.
    Bracketed,
    /// A counter that goes down, by how far it has gone.
    Spent,
}

impl Field {
    /// Every field that is of nothing that a file names.
    pub const ALL: [Field; 23] = [
        Field::Board,
        Field::Pieces,
        Field::Turn,
        Field::Size,
        Field::Width,
        Field::Height,
        Field::Hands,
        Field::Round,
        Field::Ply,
        Field::Step,
        Field::Ignored,
        Field::Number,
        Field::Mover,
        Field::Verdict,
        Field::Hops,
        Field::Path,
        Field::Move,
        Field::Moves,
        Field::File,
        Field::Rank,
        Field::Layer,
        Field::Row,
        Field::Column,
    ];

    /// Whether it tells of what is not on the board, or of nothing: it may be missing.
    pub fn tells_slots(self) -> bool {
        use Field::{Counter, Hands, Ignored, Letters, Marked, Numbers, Ply, Round, Step};
        matches!(self, Hands | Round | Ply | Step | Ignored | Letters(_) | Marked(_))
            || matches!(self, Counter(_) | Numbers(_))
    }

    /// The mark that it tells of.
    pub fn mark(self) -> Option<Mark> {
        match self {
            Field::Letters(mark) | Field::Marked(mark) => Some(mark),
            _ => None,
        }
    }

    /// The word for it in a template.
    pub fn word(self) -> &'static str {
        match self {
            Field::Board => "board",
            Field::Pieces => "pieces",
            Field::Turn => "turn",
            Field::Size => "size",
            Field::Width => "width",
            Field::Height => "height",
            Field::Hands => "hands",
            Field::Round => "round",
            Field::Ply => "ply",
            Field::Step => "step",
            Field::Ignored => "number",
            Field::Letters(_) => Named::Letters.word(),
            Field::Marked(_) => Named::Marked.word(),
            Field::Counter(_) => Named::Counter.word(),
            Field::Numbers(_) => Named::Numbers.word(),
            Field::Score(_) => Named::Score.word(),
            Field::Number => "n",
            Field::Mover => "mover",
            Field::Verdict => "verdict",
            Field::Hops => "hops",
            Field::Path => "path",
            Field::Move => "move",
            Field::Moves => "moves",
            Field::File => "file",
            Field::Rank => "rank",
            Field::Layer => "layer",
            Field::Row => "row",
            Field::Column => "column",
            Field::Nth => "number:REGION",
        }
    }
}

impl Style {
    /// Every style that has a word; [`Style::Plain`] has none.
    pub const ALL: [Style; 7] = [
        Style::Upper,
        Style::Lower,
        Style::Title,
        Style::Packed,
        Style::Counted,
        Style::Bracketed,
        Style::Spent,
    ];

    /// Whether a field can be written so.
    pub fn fits(self, field: Field) -> bool {
        // Of what the file names, letters are never changed: they would not be read again.
        match self {
            Style::Plain => true,
            Style::Upper | Style::Lower | Style::Title => !matches!(
                field,
                Field::Letters(_)
                    | Field::Marked(_)
                    | Field::Counter(_)
                    | Field::Numbers(_)
                    | Field::Score(_)
                    | Field::Pieces
                    | Field::Nth
            ),
            Style::Packed => matches!(field, Field::Board | Field::Numbers(_)),
            Style::Counted | Style::Bracketed => field == Field::Hands,
            Style::Spent => matches!(field, Field::Counter(_)),
        }
    }

    /// The word for it in a template.
    pub fn word(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Upper => "upper",
            Style::Lower => "lower",
            Style::Title => "title",
            Style::Packed => "packed",
            Style::Counted => "counted",
            Style::Bracketed => "bracketed",
            Style::Spent => "spent",
        }
    }
}
