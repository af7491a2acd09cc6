//! The syntax tree: exactly what a rule file says, each leaf with its place. No meaning yet.

use super::directions::{Compass, Dirs};
use super::template::Field;
use crate::diag::{Diagnostic, Label};
use crate::source::{Span, Spanned};

/// A name as written.
pub type Name = Spanned<String>;

/// A name that a walk gives: to a cell, to what it lifts, to a number that it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenName {
    /// As written.
    pub name: Name,
    /// Whose it is: a walk that is used by its name keeps the names that it gives to itself.
    pub scope: Scope,
}

/// Whose the names of cells in a part of a text are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scope {
    /// Which use of a walk by its name it is, counted over the file from 1; 0 is the text of a move itself.
    pub of: u32,
    /// How many such uses it lies in: two on one level are never under way at once.
    pub level: u32,
}

/// Where something stands that was written elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Used {
    /// What it is used as.
    pub how: How,
    /// The place of the use; of what ranges over a list, that of the list's entry.
    pub at: Span,
    /// What is used; of what ranges over a list, the words that do.
    pub defined: Span,
}

impl Used {
    /// Shows with faults of what is used where it is used; with those of what it is given, by what.
    pub fn explain(&self, faults: &mut [Diagnostic]) {
        for fault in faults {
            let place = fault.labels.first().map_or(self.at, |label| label.span);
            let given = self.at.start <= place.start && place.end <= self.at.end;
            let (span, text) = match (self.how, given) {
                (How::Named, false) => (self.at, "used here"),
                (How::Named, true) => (self.defined, "given to this"),
                (How::Ranging, false) => (self.at, "for this one of the list"),
                (How::Ranging, true) => (self.defined, "the list is gone through here"),
            };
            if fault.labels.iter().all(|label| label.span != span) {
                fault.labels.push(Label { span, text: String::from(text) });
            }
        }
    }
}

/// How a text comes to stand where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It has a name: `castle(west)`.
    Named,
    /// It ranges over a list: `some b of LIST ( … )`.
    Ranging,
}

/// `A | B`: the alternatives of a pattern, each a sequence of parts.
pub type Choice = Spanned<Vec<Spanned<Vec<Spanned<Part>>>>>;

/// A part of a walk.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// `( … )`, perhaps with a count.
    Bracket(Choice, Option<Count>),
    /// `( … ){along TEST}`.
    Along(Choice, TestAst),
    /// `( … ){NAME}`: as often as the number says that the walk has taken down under that name.
    Rounds(Choice, GivenName),
    /// `while ( … )`.
    While(Choice),
    /// `head DIRS`.
    Head(Dirs),
    /// `turn CELLS left`, or `right`.
    Turn(TestAst, bool),
    /// `each DIRS ( … )`, with `?` when none need fit.
    Each {
        /// The directions.
        dirs: Dirs,
        /// What is walked in each.
        body: Choice,
        /// Whether none need fit.
        optional: bool,
    },
    /// `every TEST ( … )`, with `?` when none need fit.
    Every {
        /// Which cells.
        test: TestAst,
        /// What is walked from each.
        body: Choice,
        /// Whether none need fit.
        optional: bool,
    },
    /// `see ( … )` or `unless ( … )`.
    Look {
        /// What is looked at.
        body: Choice,
        /// `see`, not `unless`.
        holds: bool,
    },
    /// `at least 2 DIRS ( … )`, which stands only in a look.
    Tally {
        /// How the number of directions compares.
        relation: Relation,
        /// With what.
        number: u16,
        /// The directions.
        dirs: Dirs,
        /// What is looked at in each.
        body: Choice,
    },
    /// `pick TEST`.
    Pick(TestAst),
    /// `put KIND`, or `put NAME`: what has been lifted under that name; `to` what each cell must be on which it comes.
    Put(GivenName, Option<TestAst>),
    /// `put KIND on top`, or `put NAME on top`.
    PutOnTop(GivenName),
    /// `drop KIND or KIND … on top`.
    DropOnTop(Vec<Name>),
    /// `carry 3`, `carry some as NAME`: how much of the tower the walking piece takes along.
    Carry(Portion, Option<GivenName>),
    /// `leave 1`, `leave some`: how much of that stays on the cursor's cell.
    Leave(Portion),
    /// `capture all`, `lift bottom`: of a tower more, or another piece, than what is on top.
    Whole {
        /// Whether it is a capture.
        captures: bool,
        /// All of it, and not the lowest piece.
        all: bool,
    },
    /// `make KIND or KIND …`: what stands there changes its kind.
    Make(Vec<Name>),
    /// `lift as NAME`.
    LiftAs(GivenName),
    /// `drop KIND or KIND …`, `to` what each cell must be on which it comes.
    Drop(Vec<Name>, Option<TestAst>),
    /// `if (CONDITION)`.
    If(CondAst),
    /// `become KIND or KIND …`.
    Become(Vec<Name>),
    /// `as NAME`.
    As(GivenName),
    /// `go NAME`: to a cell that the walk has named, or the only one of a region.
    Go(GivenName),
    /// `go TEST`: to the only cell that lies there.
    GoTo(TestAst),
    /// `mark NAME`, or `unmark NAME`.
    Mark(Name, bool),
    /// `take seeds as NAME`, `take 2 seeds`: all of a number or so much of it, perhaps taken down under a name.
    Take(Option<Quantity>, PurseAst, Option<GivenName>),
    /// `take any THROW as NAME`: one of several dice; of those that show the same it does not matter which.
    TakeAny(Name, Option<GivenName>),
    /// `add 1 seeds`.
    Add(Quantity, PurseAst),
    /// `note distance any to own as NAME`: how far it is is taken down.
    Note(Box<DistanceAst>, GivenName),
    /// `capture`, `lift`, `flip`, `push`, `land`, `again`, `return`.
    Act(ActWord),
    /// `step`, `leap`, `slide`, `jump`, or directions alone.
    Shift(Shift),
    /// A test of the cursor's cell.
    Test(TestAst),
    /// A walk by its name.
    Walk(Choice, Used),
    /// `any b of LIST ( … )`: an alternative for each entry.
    Choose(Vec<(Choice, Used)>),
}

/// `distance DIRS over TEST to TEST`.
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceAst {
    /// The steps.
    pub by: Dirs,
    /// What the cells between must be.
    pub over: Option<TestAst>,
    /// To what.
    pub to: TestAst,
}

/// A number that a walk changes: whose it is, if that is said, and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct PurseAst {
    /// `other`, or a player; the mover's, the turn's or the cell's if nothing is said.
    pub whose: Option<WhoAst>,
    /// The number.
    pub number: Name,
}

/// How many.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// So many.
    Fixed(u16),
    /// As many as the walk has taken down under that name.
    Held(GivenName),
}

/// How many pieces of a tower.
#[derive(Clone, Debug, PartialEq)]
pub enum Portion {
    /// All.
    All,
    /// Any number, as the player chooses.
    Some,
    /// A number between these, as the player chooses.
    Between(u16, u16),
    /// So many.
    Exactly(Quantity),
}

/// How often: at least, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// At least so often.
    pub min: u32,
    /// At most so often; without end if `None`.
    pub max: Option<u32>,
}

/// An act without an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ActWord {
    Capture,
    Lift,
    Flip,
    Push,
    Land,
    Again,
    Return,
    LandOnTop,
    Tuck,
    Give,
}

/// A shift of the cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// Its word.
    pub word: ShiftWord,
    /// Where to.
    pub dirs: Dirs,
    /// How many cells a slide goes.
    pub range: Option<Count>,
    /// What a jump goes over, and what it does to it.
    pub over: Option<(Over, TestAst)>,
    /// What the cell of arrival must be.
    pub to: Option<TestAst>,
}

/// What a jump does to what it goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Nothing: `over`.
    Passes,
    /// `capturing`.
    Captures,
    /// `tucking`: it goes beneath the piece that jumps.
    Tucks,
}

/// The words for shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftWord {
    /// Directions alone.
    Bare,
    /// `step` or `leap`.
    Step,
    /// `slide`.
    Slide,
    /// `jump`.
    Jump,
}

/// Which piece of a tower is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storey {
    /// The one right beneath the top: `under`.
    Under,
    /// The lowest: `bottom`. Of a piece alone that is the piece.
    Bottom,
    /// Any of them, the top included: `tower`.
    Any,
}

/// A test as written.
pub type TestAst = Spanned<TestWord>;

/// A test of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TestWord {
    /// `A or B`.
    Or(Vec<TestAst>),
    /// `A and B`.
    And(Vec<TestAst>),
    /// `not A`.
    Not(Box<TestAst>),
    /// `empty`.
    Empty,
    /// `occupied`, `piece`.
    Occupied,
    /// `attacked`.
    Attacked,
    /// `taken`.
    Taken,
    /// `visited`.
    Visited,
    /// `unmoved`.
    Unmoved,
    /// `marked NAME`.
    Marked(Name),
    /// `at NAME`: the cell that the walk has named so.
    At(GivenName),
    /// `seeds at least 2`.
    Number(GivenName, Relation, Quantity),
    /// `distance any to own at most 2`.
    Distance(Box<DistanceAst>, Relation, Quantity),
    /// `under (enemy)`, `bottom (own)`, `tower (own KIND)`: another piece of a tower than the one on top.
    Within(Storey, Box<TestAst>),
    /// `see ( … )` or `unless ( … )`.
    Look(Choice, bool),
    /// `in row`: it lies in a line of that goal.
    Lies(Name),
    /// `own`, `enemy warden`.
    Owner(OwnerWord, Option<Name>),
    /// `warden`, `green warden`, `region`.
    Names(Name, Option<Name>),
    /// `edge`, `west edge`.
    Edge(Option<Compass>),
    /// `corner`.
    Corner,
    /// `dark`, not `light`.
    Shade(bool),
    /// `ranks 3 to 5` (from 1).
    Ranks(u16, u16),
    /// `files c to e` (from 0).
    Files(u16, u16),
    /// `odd files`, `even ranks`: whether files are meant, and whether odd ones, counted from 1.
    SecondEach(bool, bool),
    /// `centre`.
    Centre,
    /// `second rank` (from the player's side; from 0), `count` ranks.
    RanksFrom(u16, u16),
    /// `last rank`, `second last rank` (from 0, back from the far side), `count` ranks.
    RanksTo(u16, u16),
    /// `rank 3` (from 1).
    Rank(u16),
    /// `file c` (from 0).
    File(u16),
    /// `layer 2` (from 1).
    Layer(u16),
    /// `c3` (file and rank from 0).
    Square(u16, u16),
    /// A test for each player, of a region.
    Each(Vec<(Name, TestAst)>),
    /// A region with parameters, or one of those that a test ranges over.
    Used(Box<TestAst>, Used),
}

/// Whose, relative to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerWord {
    /// `own`, `mover`.
    Mover,
    /// `enemy`, `other`.
    Other,
    /// `ally`: another one of the mover's team.
    Ally,
    /// `last`: the player before the mover.
    Last,
}

/// A condition as written.
pub type CondAst = Spanned<CondWord>;

/// A fact about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum CondWord {
    /// `A or B`.
    Or(Vec<CondAst>),
    /// `A and B`.
    And(Vec<CondAst>),
    /// `at least 2 w of LIST ( … )`: so many of these.
    Several(Vec<CondAst>, Relation, u16),
    /// `not A`.
    Not(Box<CondAst>),
    /// `no TEST`, `at least 3 TEST`.
    Amount(Relation, u16, TestAst),
    /// `mover stuck`.
    Stuck(WhoAst),
    /// `mover attacked`.
    Attacked(WhoAst),
    /// `green path`.
    Goal(WhoAst, Name),
    /// `green can path in 1`.
    Can(WhoAst, Name, Spanned<u32>),
    /// `green to move`.
    Turn(WhoAst),
    /// `green holds at least 2 warden`.
    Holds(WhoAst, Relation, u16, Name),
    /// `clock at least 100`, `green clock at least other clock`.
    Compare(ReadingAst, Relation, ThanAst),
    /// `dead`: a fact of the file's.
    Named(Name),
    /// One of those that a condition ranges over.
    Used(Box<CondAst>, Used),
    /// `repeated 3`, `board repeated 2 within 2`.
    Repeated(Repetition),
    /// `board unchanged`.
    Unchanged,
    /// `step at least 2`.
    Step(Relation, u16),
    /// `green leads area`.
    Leads(WhoAst, Name),
    /// `captured`.
    Captured,
    /// `by NAME`.
    By(Name),
    /// `moved KIND`, `moved (KIND or KIND)`.
    Moved(Vec<Name>),
}

/// A number that is read: whose it is, if that is said, and its name.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct ReadingAst {
    pub who: Option<WhoAst>,
    pub name: Name,
}

/// What such a number is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum ThanAst {
    /// `100`.
    Fixed(u16),
    /// `other clock`.
    Reading(ReadingAst),
}

/// By what moves are preferred to others.
#[derive(Clone, Debug, PartialEq)]
pub enum MeasureAst {
    /// `most captured`, `most captured KIND`.
    Most(Option<Name>),
    /// `captured KIND first`.
    First(Name),
    /// `{ KIND = 3 }`: what the captured pieces are worth.
    Worth(Vec<(Name, Spanned<u32>)>),
    /// A condition.
    When(CondAst),
}

/// How often, and among how many, a position has been there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// So often, this time included.
    pub times: u16,
    /// Whether only the board is compared.
    pub board: bool,
    /// How many plies back it is looked for.
    pub within: Option<u16>,
}

/// Who wins an ending, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum WinAst {
    /// A player.
    Who(WhoAst),
    /// Who alone has the most of a score, or the least.
    Extreme(bool, Name),
}

/// A player as written.
pub type WhoAst = Spanned<WhoWord>;

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub enum WhoWord {
    /// `mover`, `other`, `last`.
    Word(OwnerWord),
    /// By name.
    Name(String),
}

/// Whose hand what is captured goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// The player's who captures it.
    Captor,
    /// Its owner's.
    Owner,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl std::fmt::Display for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Relation::Less => "fewer than",
            Relation::AtMost => "at most",
            Relation::Equal => "exactly",
            Relation::AtLeast => "at least",
            Relation::More => "more than",
        })
    }
}

impl Relation {
    /// Whether a distance stands in this relation to `number`; none is greater than any.
    pub fn holds_of(self, distance: Option<u16>, number: u16) -> bool {
        match distance {
            Some(distance) => self.holds(distance, number),
            None => self.grows(),
        }
    }

    /// Whether it holds of any more where it holds of fewer.
    pub fn grows(self) -> bool {
        matches!(self, Relation::AtLeast | Relation::More)
    }

    /// Whether it holds of any count but 0 and of no other (`true`), or of 0 alone (`false`); `None` if of others.
    pub fn says_some(self, number: u16) -> Option<bool> {
        match (self, number) {
            (Relation::AtLeast, 1) | (Relation::More, 0) => Some(true),
            (Relation::AtMost | Relation::Equal, 0) | (Relation::Less, 1) => Some(false),
            _ => None,
        }
    }

    /// Whether one of some numbers stands in this relation to one of others.
    pub fn holds_of_any<N: PartialOrd + Copy>(
        self,
        numbers: impl IntoIterator<Item = N>,
        others: impl Iterator<Item = N> + Clone,
    ) -> bool {
        let compares = |number| others.clone().any(|other| self.holds(number, other));
        numbers.into_iter().any(compares)
    }

    /// Whether `count` stands in this relation to `number`.
    pub fn holds<N: PartialOrd>(self, count: N, number: N) -> bool {
        match self {
            Relation::Less => count < number,
            Relation::AtMost => count <= number,
            Relation::Equal => count == number,
            Relation::AtLeast => count >= number,
            Relation::More => count > number,
        }
    }
}

/// What stands on a cell of a diagram, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// `empty`.
    Empty,
    /// `token`, `green warden`.
    Names(Name, Option<Name>),
}

/// How many cases, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum CasesAst {
    /// `count`.
    Count,
    /// `end`.
    End,
    /// `until {size} = 0`.
    Until(Field, u32),
}
