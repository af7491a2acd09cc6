//! The validated model of a rule file: every name resolved, every leaf with its span.
//!
//! A move is a walk over a small core ([`Walk`]); the words `step`, `slide`, `leap` and `jump`
//! have been expanded into it by `rules::expand`. Nothing here knows of speed.

use crate::index::{
    Counter, FactId, GoalId, Kind, Mark, MoveName, Number, Piece, Player, Register, ScoreId,
};
use crate::position::Size;
use crate::source::{Span, Spanned};

pub use super::form::{Also, Form};
use super::shape::Shape;
pub use super::tower::{Portion, Tower};
pub use crate::syntax::ast::Storey;
pub use crate::syntax::ast::{Receiver, Relation, Repetition};
pub use crate::syntax::directions::{Bearing, Compass, DirTerm, Dirs, Group};
pub use crate::syntax::template::{Field, Part, Style, Template};
pub use crate::syntax::text::Text;

/// Everything a rule file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The game's name.
    pub name: String,
    /// One line about the game.
    pub about: Option<String>,
    /// The board, whose size may be read with each position.
    pub board: Board,
    /// The players in turn order; from two to six.
    pub players: Vec<PlayerRule>,
    /// The kinds of piece; at most [`super::limits::KINDS`].
    pub kinds: Vec<KindRule>,
    /// The directions of the file's own.
    pub tracks: Vec<TrackRule>,
    /// The marks that cells can carry, by [`Mark`].
    pub marks: Vec<MarkRule>,
    /// The counters, by [`Counter`].
    pub counters: Vec<CounterRule>,
    /// The numbers that walks change, by [`Number`].
    pub numbers: Vec<NumberRule>,
    /// Whether players have hands, and what comes into them.
    pub hands: Option<HandRule>,
    /// The moves that no piece on the board makes: placements.
    pub actions: Vec<MoveRule>,
    /// The names of moves, by [`MoveName`].
    pub move_names: Vec<String>,
    /// What a player does in a turn.
    pub turn: TurnRule,
    /// The moves that nobody chooses.
    pub chance: Vec<ChanceRule>,
    /// The named goals.
    pub goals: Vec<GoalRule>,
    /// The scores, by [`ScoreId`].
    pub scores: Vec<ScoreRule>,
    /// The facts by [`FactId`]; none where one asks what only a move can tell.
    pub facts: Vec<Option<Cond>>,
    /// The names of the facts, by [`FactId`].
    pub fact_names: Vec<String>,
    /// The regions. Each is put in where it is named; explanations call it by its name.
    pub regions: Vec<(String, Test)>,
    /// Prohibitions on the position after a move, with `mover` the player who made it.
    pub forbids: Vec<Forbid>,
    /// Endings, tried in order.
    pub endings: Vec<Ending>,
    /// Verdict texts, tried in order; the first that holds is said.
    pub verdicts: Vec<VerdictRule>,
    /// The usual starting position, as a text in the file's own format.
    pub setup: Option<Spanned<String>>,
    /// What each player sees of a position; all of it, if the file does not say.
    pub sight: Option<SightRule>,
    /// How positions are read and answers printed.
    pub format: Format,
    /// What the file says of itself that can be tried.
    pub tests: Vec<TestRule>,
}

/// The board's shape and size.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Width and height of its grid in cells, layers above one another, or `None` where each position brings its own.
    pub size: Option<Size>,
    /// What it looks like.
    pub shape: Shape,
    /// How many pieces may stand on one another; one, if cells carry no towers.
    pub stack: u16,
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
    /// The first player of the team, who stands for it: the player who is in none.
    pub team: Player,
    /// The team's name, if the player is in one.
    pub team_name: Option<Spanned<String>>,
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
    /// What a captured one is in its captor's hand; nothing of a neutral kind goes there.
    pub hand: Option<Kind>,
    /// Its moves.
    pub moves: Vec<MoveRule>,
}

/// A direction of the file's own.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackRule {
    /// The name.
    pub name: Spanned<String>,
    /// Its steps; of each player, if they differ.
    pub of: Vec<Vec<TrackStep>>,
}

/// A step of a track: from which file and rank to which, each from 0.
pub type TrackStep = ((u16, u16), (u16, u16));

/// A mark that cells can carry.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkRule {
    /// The name.
    pub name: Spanned<String>,
    /// How long it stays.
    pub lasts: Lasts,
}

/// How long a mark stays on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// Until the next move has been made.
    Ply,
    /// Until the player who made it has moved again.
    Turn,
    /// Until what stands on the cell changes.
    Piece,
    /// To the end of the game.
    Ever,
}

/// A number that is kept from move to move, from 0 to 255; it does not go beyond.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterRule {
    /// The name.
    pub name: Spanned<String>,
    /// Whether each player has his own; `up`, `down` and `reset` then change that of who moved.
    pub each: bool,
    /// What it is at the start of the game.
    pub start: u8,
    /// After a move of which this holds it is one more.
    pub up: Option<Spanned<Cond>>,
    /// After a move of which this holds it is one less.
    pub down: Option<Spanned<Cond>>,
    /// After a move of which this holds it is as at the start, whatever the others say.
    pub reset: Option<Spanned<Cond>>,
}

/// A number that walks change, from 0 to 255.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberRule {
    /// The name.
    pub name: Spanned<String>,
    /// What has it.
    pub of: Bearer,
}

/// What has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// Each cell.
    Cell,
    /// Each player.
    Player,
    /// Whoever's turn it is: it is 0 when a turn begins.
    Turn,
}

impl Bearer {
    /// Whose the number is, said of it where something else was thought.
    pub(crate) fn told(self) -> &'static str {
        match self {
            Bearer::Cell => "each cell has its own",
            Bearer::Player => "each player has one",
            Bearer::Turn => "there is one, of whoever's turn it is",
        }
    }
}

/// How much of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So much.
    Fixed(u16),
    /// As much as the walk has taken down there.
    Held(Register),
}

/// Hands: pieces beside the board, to be dropped on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandRule {
    /// Whose hand what is captured goes to, if it goes to one.
    pub receiver: Option<Receiver>,
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
    /// The body `min` to `max` times: a choice of the player. Where it [searches](Node::searches),
    /// it goes on from each cell and heading once.
    Repeat {
        /// What is repeated; it always moves the cursor by a step, or [uses something up](Node::uses_up).
        body: Box<Node>,
        /// At least so often.
        min: u32,
        /// At most so often.
        max: Option<u32>,
    },
    /// The body so many times, one after the other.
    Rounds {
        /// How many.
        times: Times,
        /// What is repeated.
        body: Box<Node>,
    },
    /// The first fit of the body is done, again and again from where it leads, until none fits.
    While {
        /// What is done.
        body: Box<Node>,
    },
    /// What stands on a square block of cells is turned by a right angle. Fails if the cells are none.
    Turn {
        /// The block.
        cells: Cells,
        /// Clockwise.
        right: bool,
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
    /// The cells that pass are taken down; then from each of them, in the board's order and heading
    /// where the player faces, the first fit of the body is done; cursor and heading return. Fails
    /// where none fits, unless `optional`.
    Every {
        /// Which cells.
        test: Test,
        /// What is done from each.
        body: Box<Node>,
        /// Whether it is enough that no cell fits.
        optional: bool,
    },
    /// Fails unless the body fits (`holds`) or does not (`!holds`) from here; leaves no trace.
    See {
        /// What is looked at.
        body: Box<Node>,
        /// Whether it must fit or must not.
        holds: bool,
    },
    /// Fails unless the number of these directions in which the body fits compares so with the number;
    /// leaves no trace.
    Tally {
        /// How it compares.
        relation: Relation,
        /// The number.
        number: u16,
        /// The directions.
        dirs: Dirs,
        /// What is looked at in each.
        body: Box<Node>,
    },
    /// The cursor goes to any cell of the board that passes: a choice of the player.
    Pick(Test),
    /// Names the cursor's cell.
    As(Register),
    /// The cursor returns to a named cell.
    Go(Register),
    /// The cursor returns to the walking piece; where none walks it stays.
    Return,
    /// Takes down how far it is from the cursor's cell. Fails where no way leads there.
    Note(Box<Distance>, Register),
    /// Fails unless the condition holds of the board as the walk has changed it (counts, hands,
    /// counters, `captured`).
    When(Cond),
}

/// How far it is from a cell to the nearest that passes: from 0, where the cell itself does, to 255 steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// The steps, as one heads who faces where the mover does.
    pub by: Dirs,
    /// What the cells between must be.
    pub over: Test,
    /// What the nearest cell must be.
    pub to: Test,
}

/// How many times something is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Times {
    /// As often as cells pass on the line through the cursor, along the heading and back.
    Passing(Test),
    /// As often as the number says that the walk has taken down there.
    Held(Register),
    /// As often as pieces stand on the cursor's cell.
    Height,
}

/// A number that a walk changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// The number: of the cursor's cell, of the turn, or of a player.
    pub number: Number,
    /// Of that player: the mover, the other one of two, or one by name; the mover if it is no player's.
    pub who: Who,
}

impl Purse {
    /// Whose it is where that player moves.
    pub fn player(self, mover: Player) -> Player {
        match self.who {
            Who::Player(player) => player,
            Who::Other => Player::at(1 - mover.index()),
            _ => mover,
        }
    }
}

/// What a walk does to the cursor's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Takes what stands there off the board, as a capture. Fails on an empty cell. Where captures come
    /// last, it stays there until the move is over, and nothing more can be done to it.
    Capture,
    /// Takes what stands there off the board, not as a capture. Fails on an empty cell.
    Lift,
    /// The same, and the piece is kept under that name, in place of what was.
    LiftAs(Register),
    /// Puts the piece there that is kept under that name, whoever's it is; it is kept no longer. Fails on an
    /// occupied cell, and where none is kept.
    PutBack(Register),
    /// Puts a piece there (of the mover's, or nobody's if the kind is neutral). Fails on an occupied cell.
    Put(Kind),
    /// Puts a piece there as `Put`, one of several cells of a shape, and the path tells of the cell.
    Cover(Kind),
    /// Puts a piece there out of the mover's hand. Fails on an occupied cell, or if he has none.
    Drop(Kind),
    /// Marks the cell when the move is made, or takes the mark away (`false`); the walk itself does not
    /// see it yet.
    Mark(Mark, bool),
    /// The number is that much less, or 0 if no amount is told; what was taken is taken down
    /// there. Fails where there is nothing, or not so much.
    Take(Purse, Option<Amount>, Option<Register>),
    /// The number is that much more. Fails where it would be more than 255.
    Add(Purse, Amount),
    /// Something is done to a tower.
    Tower(Tower),
    /// The walking piece becomes another kind of the same owner, where it stands.
    Become(Kind),
    /// What stands there becomes the mover's. Fails unless an enemy's piece stands there.
    Flip,
    /// What stands there goes one cell on along the heading; off the board it is captured. Fails on an empty
    /// cell, or if something stands in the way.
    Push,
    /// The walking piece leaves its cell and stands on the cursor's; what stood there, if anything else
    /// did, is captured. On its own cell it does nothing.
    Land,
    /// After landing: the same-named moves of the piece (as it now is) go on from here, with the heading
    /// that the walk has; it ends only where none fits, and only there what follows is done.
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
    /// The walk has captured what stands there, and it leaves the board when the move is over.
    Taken,
    /// The walk has begun there, or has landed or picked there since.
    Visited,
    /// It carries the mark.
    Marked(Mark),
    /// It is the cell that the walk has named so.
    Named(Register),
    /// Its number compares so with the amount.
    Number(Number, Relation, Amount),
    /// What the walk has taken down there compares so, whatever the cell.
    Held(Register, Relation, Amount),
    /// The number of pieces that stand there compares so with the amount.
    Height(Relation, Amount),
    /// How far it is from there compares so with the amount; where no way leads, it is farther than any.
    Distance(Box<Distance>, Relation, Amount),
    /// Another piece of the tower there than the one on top passes; the test asks what the piece is.
    Within(Storey, Box<Test>),
    /// The piece there lies in a line that reaches the goal (a [`Goal::Line`]) for its owner.
    Lies(GoalId),
    /// From there, heading where the mover faces, the walk fits (`holds`) or does not.
    Look {
        /// What is looked at.
        body: Box<Node>,
        /// Whether it must fit or must not.
        holds: bool,
    },
}

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The player to move; in a pattern the one who moves.
    Mover,
    /// Any player of another team; without teams any other player.
    Other,
    /// Any other player of the mover's team.
    Ally,
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
    /// The outermost cells on that side.
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
    /// The n-th layer (from 0) counted from below.
    Layer(u16),
    /// Every second file, from the first in the west or (`false`) from the second.
    Files(bool),
    /// Every second rank, from the first in the south or (`false`) from the second.
    Ranks(bool),
    /// The cells of the south-western corner's colour, of two that alternate.
    Dark,
    /// The cell on that file and rank.
    At(u16, u16),
    /// Those of the player, of a set for each.
    Each(Vec<Cells>),
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
    /// Who makes each move of a round; over again after the last.
    pub order: Vec<Player>,
    /// Whose move fulfils this moves again.
    pub again: Option<Spanned<Cond>>,
    /// A move that fulfils this ends the turn, whatever steps are left of it.
    pub over: Option<Spanned<Cond>>,
    /// A player of whom this holds when it would be his turn is passed over.
    pub skip: Option<Spanned<Cond>>,
    /// Moves of which this holds must be made where one is legal.
    pub must: Option<Spanned<Cond>>,
    /// Of the moves that are left, those best by the first of these, of these those best by the second…
    pub prefer: Vec<Spanned<Measure>>,
    /// Whether what a walk captures leaves the board only when the move is over.
    pub captures_last: bool,
    /// When a player may, or must, leave the board as it is.
    pub pass: Option<Pass>,
    /// Whether two routes to the same position are two moves.
    pub routes_differ: bool,
}

/// Moves of a name that nobody chooses: where one is legal, one of them is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceRule {
    /// Their name.
    pub name: MoveName,
    /// What each of them weighs: it is drawn so often, as others of a position are drawn as often as they weigh. The weights
    /// of all rules have no common divisor.
    pub weight: u32,
    /// Where it is said.
    pub span: Span,
}

/// By what a move is better than another.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// What the captured pieces are worth together; a kind that is not named is worth nothing.
    Worth(Vec<(Kind, u32)>),
    /// A piece of that kind is captured where the other captures one of another kind, in the order in
    /// which they are captured.
    First(Kind),
    /// It holds after the move.
    Holds(Cond),
}

/// When a player passes. A pass is a move: prohibitions hold of it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Where he has no other move.
    Stuck(MoveName),
    /// Whenever he likes.
    Free(MoveName),
}

/// A named goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalRule {
    /// The name.
    pub name: Spanned<String>,
    /// What it asks.
    pub goal: Goal,
}

/// What a player has by the cells of the board. Points are counted in halves.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRule {
    /// The name.
    pub name: Spanned<String>,
    /// What each cell that passes is worth to the `Mover` of the test.
    pub count: Vec<(Test, i32)>,
    /// What the numbers of cells that pass come to, or a player's own number where there is no test.
    pub sum: Vec<(Number, Option<Test>)>,
    /// On which cells all pieces count, those beneath others too; none, if none do.
    pub heights: Option<Test>,
    /// What groups of cells are worth.
    pub groups: Option<GroupsRule>,
    /// What each player has beside that, by [`Player`].
    pub bonus: Vec<i32>,
}

/// What groups of cells are worth. Points are counted in halves.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupsRule {
    /// What each cell must be, for the `Mover` of the test.
    pub of: Test,
    /// What is adjacent, either way.
    pub by: Dirs,
    /// What each cell of a group that passes is worth.
    pub count: Vec<(Test, i32)>,
    /// What each cell next to a group that passes is worth; a group counts it once.
    pub touching: Vec<(Test, i32)>,
    /// With fewer points by its cells and those next to it a group does not count.
    pub least: i32,
    /// What is taken off these points.
    pub less: i32,
    /// What a group that counts is worth whatever its points.
    pub each: Option<i32>,
    /// How many count, those worth the most first; all, if `None`.
    pub largest: Option<u16>,
    /// Whether what they are worth is multiplied, in whole points. It is 0 where fewer count than should, or none.
    pub product: bool,
}

impl GroupsRule {
    /// What groups come to, in half points, of what each has by its cells and those next to it.
    pub fn total(&self, points: impl IntoIterator<Item = i64>) -> i64 {
        let counting = points.into_iter().filter(|points| *points >= i64::from(self.least));
        let worth = |points| self.each.map_or(points - i64::from(self.less), i64::from);
        let mut worth: Vec<i64> = counting.map(worth).collect();
        if let Some(most) = self.largest.map(usize::from) {
            worth.sort_unstable_by(|a, b| b.cmp(a));
            worth.truncate(most);
            if self.product && worth.len() < most {
                return 0;
            }
        }
        match self.product {
            false => worth.into_iter().sum(),
            true if worth.is_empty() => 0,
            true => 2 * worth.into_iter().map(|halves| halves / 2).product::<i64>(),
        }
    }

    /// No product of what groups on so many cells are worth is greater.
    pub(super) fn most_product(&self, cells: usize) -> f64 {
        let sum = |worth: &[(Test, i32)]| -> f64 {
            worth.iter().map(|(_, halves)| f64::from(halves.abs()) / 2.0).sum()
        };
        // A cell touches no more cells than there are headings, each both ways.
        let cell = sum(&self.count) + 64.0 * sum(&self.touching);
        let beside = f64::from(self.less.abs()) / 2.0;
        let worth = |size: usize| match self.each {
            Some(each) => f64::from(each.abs()) / 2.0,
            None => cell * size as f64 + beside,
        };
        let all = (1..=cells).map(|size| worth(size).ln() / size as f64).fold(0.0, f64::max);
        let some = self.largest.map(|most| f64::from(most) * worth(cells).ln().max(0.0));
        some.map_or(all * cells as f64, |some| some.min(all * cells as f64)).exp()
    }
}

/// What a goal asks of the position, for one player (the `Mover` of its tests).
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// So many cells in a row, all passing `of`.
    Line {
        /// How many (or more).
        length: u16,
        /// Whether a longer row does not count.
        exactly: bool,
        /// Along which directions (one of two opposites is enough).
        along: Dirs,
        /// What each cell must be.
        of: Test,
        /// At most so many of a kind within the `length` cells.
        limits: Vec<(Kind, u16)>,
    },
    /// One group of cells passing `of`, adjacent `by` those directions, that touches so many sets of cells.
    Connect {
        /// The sets of cells for each player who has this goal.
        sides: Vec<(Player, Vec<Cells>)>,
        /// How many of them; all, if `None`.
        least: Option<u16>,
        /// What is adjacent.
        by: Dirs,
        /// What each cell must be.
        of: Test,
    },
    /// The cells passing `of`, at least one, are one group, adjacent `by` those directions.
    Together {
        /// What is adjacent.
        by: Dirs,
        /// What each cell must be.
        of: Test,
    },
    /// From some cell, whatever it is, no walk `across` over cells that do not pass `of` leads to a
    /// cell at the border: one from which such a direction leads off the board.
    Ring {
        /// The steps that do not get out.
        across: Dirs,
        /// What each cell of the ring must be.
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
    /// The number of these that hold compares so with the number.
    Several(Vec<Cond>, Relation, u16),
    /// The mover is one of these.
    Turn(Who),
    /// What is read compares so with the other. Where one or both are several players', it is enough that one does so with one.
    Compare(Reading, Relation, Than),
    /// The player has more of the score than every other.
    Leads(Who, ScoreId),
    /// The position, its sameness being that of [`super::Layout::key`] or of
    /// [`super::Layout::board_key`], has been there so often in the game, this time included.
    Repeated(Repetition),
    /// The board is as it was when the turn began; false where that is not known.
    Unchanged,
    /// Which step of the turn it is, from 1, compares so with the number.
    Step(Relation, u16),
    /// The move just made has captured something.
    Captured,
    /// The move just made has that name.
    By(MoveName),
    /// The piece that made the move was of one of these kinds.
    Moved(Vec<Kind>),
}

/// A number that a position has beside the board, or comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// How many such pieces the player's hand holds.
    Hand(Who, Kind),
    /// A counter; the player's own, if each has one.
    Counter(Who, Counter),
    /// A number of the player's, or of the turn.
    Number(Who, Number),
    /// The player's points of a score.
    Score(Who, ScoreId),
}

impl Reading {
    /// Whose it is.
    pub fn who(self) -> Who {
        match self {
            Reading::Hand(who, _)
            | Reading::Counter(who, _)
            | Reading::Number(who, _)
            | Reading::Score(who, _) => who,
        }
    }

    /// This, and what it is compared with if that is read too.
    pub fn and(self, than: Than) -> impl Iterator<Item = Reading> {
        let other = if let Than::Reading(other) = than { Some(other) } else { None };
        std::iter::once(self).chain(other)
    }
}

/// What a number that is read is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Than {
    /// So much.
    Fixed(u16),
    /// Another one that is read.
    Reading(Reading),
}

/// What a player can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A goal.
    Goal(GoalId),
    /// An ending that he wins.
    Win,
    /// A fact of the position after the move, whoever's turn it is then; endings do not matter.
    Fact(FactId),
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
    /// Whether it ends the game only when a player claims it, so that play may go on.
    pub claim: bool,
    /// Whether counts of moves stop at it.
    pub perft: bool,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That player wins.
    Win(Who),
    /// Who alone has the most of the score wins (`true`), or the least; nobody, if several have.
    Extreme(bool, ScoreId),
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
    /// Glyphs for what stands on a cell; where several fit, the longest is meant.
    pub cells: Vec<Glyph>,
    /// What stands before a cell in `{pieces}` where there is a piece of that kind, if anything does.
    pub kinds: Vec<(Spanned<String>, Kind)>,
    /// Whether a move's name tells no more than what tells it from all others.
    pub short: bool,
    /// The cells that have numbers, if the names of cells are numbers.
    pub numbered: Option<Cells>,
    /// Letters for sets of marked cells, in `{letters:MARK}`.
    pub letters: Vec<Letter>,
    /// Other forms in which positions are read, tried in order where the format's own does not fit.
    pub also: Vec<Also>,
    /// The name of a cell, of the fields `file` (letters), `rank` (from 1, south first), `row` (from 0, north first) and `column` (from 0).
    pub coordinate: Template,
}

/// What a player sees of a position. In its tests that player is the mover.
#[derive(Clone, Debug, PartialEq)]
pub struct SightRule {
    /// The cells that they see; all of them if absent.
    pub sees: Option<Test>,
    /// Whether they also see the cells of the moves that they would have, were it their turn: those by which the moves go, and
    /// those that they change.
    pub moves: bool,
    /// The cells on which they know of which kind a player's piece is, if they see it; all of them if absent.
    pub knows: Option<Test>,
    /// What is shown of a cell that they do not see.
    pub hidden: String,
    /// What is shown of a piece whose kind they do not know, by its player.
    pub unknown: Vec<String>,
}

/// A letter that says of some cells that they carry a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    /// The letter.
    pub letter: Spanned<String>,
    /// The mark.
    pub mark: Mark,
    /// It says so of the cells that pass one of these, and each must pass somewhere; the mover is the
    /// player whose turn it is.
    pub tests: Vec<Test>,
}

/// What stands in a diagram for the content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// From one to [`super::limits::GLYPH`] characters, no blanks among them.
    pub glyph: Spanned<String>,
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
    /// The first player in turn order of those who have the fewest pieces on the board; where that is written.
    Fewest(Span),
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

/// A position, moves from there, and what is expected then.
#[derive(Clone, Debug, PartialEq)]
pub struct TestRule {
    /// Where the test stands.
    pub span: Span,
    /// Its name.
    pub name: Option<String>,
    /// The position as a case of the format; none for the usual starting position.
    pub position: Option<Text>,
    /// The moves made from it.
    pub play: Option<Text>,
    /// What the main job answers.
    pub answer: Option<Text>,
    /// How the game stands.
    pub state: Option<Spanned<Standing>>,
    /// All legal moves.
    pub moves: Option<Spanned<Vec<Text>>>,
    /// Moves that are legal.
    pub legal: Vec<Text>,
    /// Moves that are not.
    pub illegal: Vec<Text>,
    /// How many lines of 1, 2, 3… moves there are.
    pub perft: Vec<Spanned<u32>>,
    /// The position as players see it, as a case of the format.
    pub seen: Vec<(Player, Text)>,
}

/// How a game is expected to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A player has won: `NAME wins`.
    Won(Player),
    /// Nobody wins: `draw`.
    Drawn,
    /// Nothing has ended it: `goes on`.
    Open,
}
