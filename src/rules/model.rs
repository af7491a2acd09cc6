//! The validated model of a rule file: every name resolved, every leaf with its span.
//!
//! A move is a walk over a small core ([`Walk`]); the words `step`, `slide`, `leap` and `jump`
//! have been expanded into it by `rules::expand`. Nothing here knows of speed.

use crate::index::{GoalId, Kind, MoveName, Piece, Player, Register};
use crate::position::Size;
use crate::source::{Span, Spanned};

pub use crate::syntax::ast::Relation;
pub use crate::syntax::directions::{Bearing, Compass, DirTerm, Dirs, Group};
pub use crate::syntax::template::{Field, Part, Style, Template};

/// Everything a rule file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The game's name.
    pub name: String,
    /// One line about the game.
    pub about: Option<String>,
    /// The board, whose size may be read with each position.
    pub board: Board,
    /// The players in turn order; two or three.
    pub players: Vec<PlayerRule>,
    /// The kinds of piece; at most [`super::limits::KINDS`].
    pub kinds: Vec<KindRule>,
    /// The moves that no piece on the board makes: placements.
    pub actions: Vec<MoveRule>,
    /// The names of moves, by [`MoveName`].
    pub move_names: Vec<String>,
    /// What a player does in a turn.
    pub turn: TurnRule,
    /// The named goals.
    pub goals: Vec<GoalRule>,
    /// Prohibitions on the position after a move, with `mover` the player who made it.
    pub forbids: Vec<Forbid>,
    /// Endings, tried in order.
    pub endings: Vec<Ending>,
    /// Verdict texts, tried in order; the first that holds is said.
    pub verdicts: Vec<VerdictRule>,
    /// The usual starting position, as a text in the file's own format.
    pub setup: Option<Spanned<String>>,
    /// How positions are read and answers printed.
    pub format: Format,
}

/// The board's shape and size.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Width and height in cells, or `None` where each position brings its own.
    pub size: Option<Size>,
    /// Where the board was declared.
    pub span: Span,
}

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRule {
    /// The name.
    pub name: Spanned<String>,
    /// Where the player's `forward` points.
    pub facing: Option<Compass>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRule {
    /// The name.
    pub name: Spanned<String>,
    /// Whether pieces of this kind are nobody's.
    pub neutral: bool,
    /// Whether its owner may not leave it attacked.
    pub royal: bool,
    /// Its moves.
    pub moves: Vec<MoveRule>,
}

/// One move of a piece, or one action.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// Its name; unnamed moves are called `move`.
    pub name: MoveName,
    /// The cells from which a piece may make it (always everything for an action).
    pub from: Cells,
    /// The walk, promotion included, ending in `land` where a piece moves.
    pub walk: Node,
}

/// A walk and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The walk.
    pub walk: Walk,
    /// The text that says it (for an expanded word, the word's).
    pub span: Span,
}

/// The core of the move language. A walk starts with the cursor on the mover's cell (an action's
/// starts nowhere and must `pick`) and the heading the player's facing.
#[derive(Clone, Debug, PartialEq)]
pub enum Walk {
    /// Each in order.
    Seq(Vec<Node>),
    /// Any one of them: a choice of the player.
    Alt(Vec<Node>),
    /// The body `min` to `max` times: a choice of the player.
    Repeat {
        /// What is repeated; it always moves the cursor.
        body: Box<Node>,
        /// At least so often.
        min: u32,
        /// At most so often.
        max: Option<u32>,
    },
    /// Turn to one of these headings: a choice of the player.
    Face(Dirs),
    /// The cursor goes one cell (or leap) along the heading; fails off the board.
    Ahead,
    /// Fails unless the cursor's cell passes.
    Test(Test),
    /// Acts on the cursor's cell.
    Act(Act),
    /// In every one of these directions, in the graph's order, the first fit of the body is done
    /// (repeats try the longest first); cursor and heading return. Fails where none fits,
    /// unless `optional`.
    Each {
        /// The directions.
        dirs: Dirs,
        /// What is done in each.
        body: Box<Node>,
        /// Whether it is enough that no direction fits.
        optional: bool,
    },
    /// Fails unless the body fits (`holds`) or does not (`!holds`) from here; leaves no trace.
    See {
        /// What is looked at.
        body: Box<Node>,
        /// Whether it must fit or must not.
        holds: bool,
    },
    /// The cursor goes to any cell of the board that passes: a choice of the player.
    Pick(Test),
    /// Names the cursor's cell.
    As(Register),
    /// The cursor returns to a named cell.
    Go(Register),
}

/// What a walk does to the cursor's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Takes what stands there off the board, as a capture. Fails on an empty cell.
    Capture,
    /// Takes what stands there off the board, not as a capture. Fails on an empty cell.
    Lift,
    /// Puts a piece there (of the mover's, or nobody's if the kind is neutral). Fails on an occupied cell.
    Put(Kind),
    /// The walking piece becomes another kind of the same owner, where it stands.
    Become(Kind),
    /// What stands there becomes the mover's. Fails unless an enemy's piece stands there.
    Flip,
    /// The walking piece leaves its cell and stands on the cursor's; what stood there, if anything else
    /// did, is captured. On its own cell it does nothing.
    Land,
    /// After landing: the same-named moves of the piece (as it now is) go on from here; it ends only
    /// where none fits.
    Again,
}

/// A test of one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// All of them.
    All(Vec<Test>),
    /// At least one of them.
    Any(Vec<Test>),
    /// Not that.
    Not(Box<Test>),
    /// Nothing stands there.
    Empty,
    /// Something stands there.
    Occupied,
    /// A piece of theirs stands there.
    Owned(Who),
    /// A piece of that kind stands there.
    Is(Kind),
    /// It is one of these cells (as seen by the mover).
    In(Cells),
    /// An enemy of the mover attacks it.
    Attacked,
}

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The player to move; in a pattern the one who moves.
    Mover,
    /// Any other player.
    Other,
    /// The player who moved last: the one before the mover in turn order.
    Last,
    /// That player.
    Player(Player),
    /// Nobody: a neutral piece.
    Nobody,
}

/// A set of cells, which may depend on a player's facing.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Every cell.
    All,
    /// The outermost cells on that side (north, east, south or west).
    Edge(Compass),
    /// All edges.
    Edges,
    /// The corners.
    Corners,
    /// The one, two or four cells in the middle.
    Centre,
    /// The n-th rank (from 0) counted from the player's own side.
    RankFrom(u16),
    /// The n-th rank (from 0) counted back from the far side.
    RankTo(u16),
    /// The n-th rank (from 0) counted from the south.
    Rank(u16),
    /// The n-th file (from 0) counted from the west.
    File(u16),
    /// The cell on that file and rank.
    At(u16, u16),
    /// In all of them.
    Both(Vec<Cells>),
    /// In one of them.
    Either(Vec<Cells>),
    /// Not in it.
    Not(Box<Cells>),
}

/// What a player does in a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnRule {
    /// Whether pieces on the board move.
    pub pieces: bool,
    /// The moves of this name must be made where one is legal.
    pub must: Option<MoveName>,
    /// Whether two routes to the same position are two moves.
    pub routes_differ: bool,
}

/// A named goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalRule {
    /// The name.
    pub name: Spanned<String>,
    /// What it asks.
    pub goal: Goal,
}

/// What a goal asks of the position, for one player (the `Mover` of its tests).
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// So many cells in a row, all passing `of`.
    Line {
        /// How many (or more).
        length: u16,
        /// Along which directions (one of two opposites is enough).
        along: Dirs,
        /// What each cell must be.
        of: Test,
        /// At most so many of a kind within the `length` cells.
        limits: Vec<(Kind, u16)>,
    },
    /// One group of cells passing `of`, adjacent `by` those directions, that touches every set of cells.
    Connect {
        /// The sets of cells for each player who has this goal.
        sides: Vec<(Player, Vec<Cells>)>,
        /// What is adjacent.
        by: Dirs,
        /// What each cell must be.
        of: Test,
    },
}

/// A fact about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// All of them.
    All(Vec<Cond>),
    /// At least one.
    Any(Vec<Cond>),
    /// Not that.
    Not(Box<Cond>),
    /// The player, were it his turn, has no legal move.
    Stuck(Who),
    /// A royal piece of the player is attacked.
    Attacked(Who),
    /// The player has reached the goal.
    Has(Who, GoalId),
    /// The player, were it his turn, can reach the aim in so many moves of his own, whatever the others reply.
    Can(Who, Aim, u8),
    /// The number of cells that pass compares so with the number.
    Count(Test, Relation, u16),
}

/// What a player can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A goal.
    Goal(GoalId),
    /// An ending that he wins.
    Win,
}

/// A prohibition: a move after which the condition holds is not legal. `mover` is who moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// The condition, on the position after the move and before the turn passes.
    pub when: Spanned<Cond>,
    /// In the author's words, why.
    pub why: Option<String>,
}

/// An ending of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// When it holds; `mover` is the player whose turn it would be.
    pub when: Spanned<Cond>,
    /// Who wins.
    pub result: Outcome,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That player wins.
    Win(Who),
    /// Nobody wins.
    Draw,
}

/// A text to be said when a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictRule {
    /// The text.
    pub say: Spanned<String>,
    /// When; always, if `None`.
    pub when: Option<Spanned<Cond>>,
}

/// How positions are read and answers printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Format {
    /// How many cases an input holds.
    pub cases: Cases,
    /// What a case looks like.
    pub case: Template,
    /// What is asked.
    pub ask: Ask,
    /// How the answer is printed (a line end follows).
    pub answer: Template,
    /// What is printed instead where a move is asked and there is none.
    pub no_move: Option<Template>,
    /// Words for players in `{turn}`.
    pub turn: TurnText,
    /// Characters for what stands on a cell.
    pub cells: Vec<Glyph>,
    /// The name of a cell, of the fields `file` (letters), `rank` (from 1, south first), `row` (from 0, north first) and `column` (from 0).
    pub coordinate: Template,
}

/// A character of a diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The character.
    pub glyph: Spanned<char>,
    /// What stands there.
    pub piece: Piece,
}

/// How many cases an input holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Cases {
    /// The first line says how many.
    Count,
    /// Until a case's first field reads so (the field must be the case's first).
    Until(Field, u32),
    /// To the end of the input.
    End,
}

/// Whose turn a position says it is.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnText {
    /// These words, each for a player.
    Words(Vec<(Spanned<String>, Player)>),
    /// The first player in turn order of those who have the fewest pieces on the board.
    Fewest,
    /// Always the first player's.
    First,
}

/// What is asked of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The verdict.
    Verdict,
    /// A good move.
    Move,
    /// Every legal move.
    Moves,
}
