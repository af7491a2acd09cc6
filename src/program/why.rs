//! Why a rule got no better form: the place of the lowering that gives up says so, and the walk that it was following
//! adds where in the rule file that is.
//!
//! `slide any, land, pick empty, put token` gives up at `pick`: [`Reason::SecondChoice`], with that word's span.

use std::fmt;

use crate::source::Span;

/// Why sets do not tell a part of the rules, and the text that says that part, once it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Why {
    /// What it asks or does.
    pub reason: Reason,
    /// The innermost text that says so.
    pub span: Option<Span>,
}

impl Why {
    /// The same, said there if no part within has said where.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span: self.span.or(Some(span)), ..self }
    }
}

impl From<Reason> for Why {
    fn from(reason: Reason) -> Self {
        Self { reason, span: None }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.phrase())
    }
}

/// What the lowering gives up at. Each prints as what a rule does, after its name: `goes too many ways`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// More steps or ways than are followed.
    TooManyWays,
    /// A move goes on where none of its name may.
    GoesOn,
    /// A move that goes on, or a piece that it goes on with, does more than to jump and to capture one piece.
    NoHop,
    /// A move may be gone on with where it cannot end.
    EndsElsewhere,
    /// Something is done after an `each`.
    AfterEach,
    /// More is done in a direction than one change of one cell.
    EachDoesMore,
    /// What is done in a direction depends on what went before it.
    EachLooksBack,
    /// An `each` of which one direction at least must fit.
    EachNeedsOne,
    /// An `every`.
    Every,
    /// A number of directions.
    Tally,
    /// Something that is done as long as it fits.
    While,
    /// Moves that are drawn.
    Drawn,
    /// Numbers of cells or players.
    Numbers,
    /// Pieces that stand on one another.
    Towers,
    /// Points, which are compared with another number.
    Scores,
    /// How far cells are from others.
    Distances,
    /// What groups of cells are worth.
    Groups,
    /// A piece that covers several cells.
    Shapes,
    /// A quarter turn of a block.
    Turns,
    /// A piece is pushed on.
    Pushes,
    /// What a piece becomes, or what is flipped, is one of several.
    Unsure,
    /// What the move itself has put or changed is taken.
    Overwrites,
    /// Several pieces come out of the hand, or one does that does not come by an action.
    Drops,
    /// Pieces on a line are counted, by more than one of the straight lines that sets count.
    CountsLine,
    /// A walk is gone on with a cell or heading that only the board tells.
    Heading,
    /// Several things may not be so together.
    NotTogether,
    /// Cells that a walk has named.
    Names,
    /// Cells that are attacked.
    Attacked,
    /// A cell that must not be attacked, of a piece that may be.
    Unsafe,
    /// What the walk has captured.
    Taken,
    /// Where the walk has been.
    Visited,
    /// Marks.
    Marked,
    /// Rows that a piece lies in.
    Lies,
    /// Something of the board that the walk has changed before.
    Changed,
    /// A condition on more than cells, hands and counters.
    Asks,
    /// A choice after a choice.
    SecondChoice,
    /// A walk goes on from where a piece was put.
    GoesAway,
    /// Several cells change.
    SeveralCells,
    /// Marks are made.
    MakesMarks,
    /// More is done or asked than to change what stands on one cell.
    NoPlacement,
    /// What must stand near is not one thing on one of several cells.
    Neighbours,
    /// More stands in a look than can be told back to its beginning.
    Looks,
    /// A look goes round the board, to where it was before.
    Round,
    /// The same move might come about in two ways.
    Alike,
    /// A condition asks the name of a move that is found by sets and by walking.
    NameAsked,
    /// Another move of the piece, or of a piece that it becomes, is walked.
    WithOthers,
    /// A jump over pieces on no line.
    NoLine,
    /// Moves that must be safe, or must or should be made, beside a change that only trying tells.
    Strict,
    /// Captures in an order that a preference asks.
    Order,
    /// What captures or attacks is looked for where pieces jump on and on.
    SeenJumps,
    /// What could capture may do so from anywhere.
    Anywhere,
    /// A player can reach something in several moves.
    LooksAhead,
    /// A move is looked ahead to, where earlier positions matter.
    AheadOfPast,
    /// Every position has been there once.
    OnceThere,
    /// Several paths tell the same move.
    Paths,
    /// What earlier positions there were and what could be done in them, in a condition on counters or prohibitions.
    Past,
    /// How the board was when the turn began.
    Unchanged,
    /// Who moves next is told by the order of `[turn]`, or by conditions of it.
    Schedule,
    /// Pieces that are nobody's are moved.
    Nobodys,
    /// A board of more cells than sets have.
    TooLarge,
}

impl Reason {
    /// What a rule of which this is so does or asks.
    pub fn phrase(self) -> &'static str {
        match self {
            Reason::TooManyWays => "goes too many ways",
            Reason::GoesOn => "goes on from where it ends",
            Reason::NoHop => "goes on, and does more than capture one piece at a jump",
            Reason::EndsElsewhere => "may go on where it cannot end",
            Reason::AfterEach => "goes on after an `each`",
            Reason::EachDoesMore => "does more in a direction than one change",
            Reason::EachLooksBack => "asks in a direction for what went before",
            Reason::EachNeedsOne => "needs a direction that fits",
            Reason::Every => "acts on every cell that passes",
            Reason::Tally => "counts directions",
            Reason::While => "goes on as long as it fits",
            Reason::Drawn => "is drawn, and may change nothing",
            Reason::Numbers => "asks for numbers, or changes them",
            Reason::Towers => "moves towers, or asks for what is beneath others",
            Reason::Scores => "compares points with another number",
            Reason::Distances => "asks how far it is",
            Reason::Groups => "asks what groups are worth",
            Reason::Shapes => "covers several cells",
            Reason::Turns => "turns a block",
            Reason::Pushes => "pushes",
            Reason::Unsure => "changes one of several kinds",
            Reason::Overwrites => "takes what it has put",
            Reason::Drops => "drops a piece on the way",
            Reason::CountsLine => "counts pieces on a line",
            Reason::Heading => "follows a direction chosen on the way",
            Reason::NotTogether => "asks that several things are not so together",
            Reason::Names => "asks for a named cell",
            Reason::Attacked => "asks what is attacked",
            Reason::Unsafe => "asks what is attacked, of a piece that may be",
            Reason::Taken => "asks what was captured",
            Reason::Visited => "asks where it has been",
            Reason::Marked => "asks for a mark",
            Reason::Lies => "asks for a row",
            Reason::Changed => "asks for what it has changed",
            Reason::Asks => "asks for more than cells, hands and counters",
            Reason::SecondChoice => "a choice after a choice",
            Reason::GoesAway => "goes on from where it puts a piece",
            Reason::SeveralCells => "changes several cells",
            Reason::MakesMarks => "makes marks",
            Reason::NoPlacement => "does more than change one cell",
            Reason::Neighbours => "asks for several neighbours",
            Reason::Looks => "does more in a look than step and test",
            Reason::Round => "goes round the board in a look",
            Reason::Alike => "may come to the same as another move",
            Reason::NameAsked => "a condition asks its name, and a move beside it is walked",
            Reason::WithOthers => "a move beside it is walked",
            Reason::NoLine => "jumps over pieces along no line",
            Reason::Strict => "must be tried, and the other moves must be safe or chosen",
            Reason::Order => "captures several, in an order that is asked for",
            Reason::SeenJumps => "jumps on, where it is asked what is attacked or seen",
            Reason::Anywhere => "something may capture from anywhere",
            Reason::LooksAhead => "looks several moves ahead",
            Reason::AheadOfPast => "looks ahead where earlier positions matter",
            Reason::OnceThere => "asks for a position that was there once",
            Reason::Paths => "several paths tell one move",
            Reason::Past => {
                "asks what positions there were and what could be done in them: `board repeated` asks of the board alone"
            }
            Reason::Unchanged => "asks how the board was when the turn began",
            Reason::Schedule => "players do not simply take turns",
            Reason::Nobodys => "moves pieces that are nobody's",
            Reason::TooLarge => "the board has more cells than sets",
        }
    }
}
