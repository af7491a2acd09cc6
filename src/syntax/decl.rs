//! What a rule file declares, as written: the tree that [`document`](super::document) reads.

use super::ast::{CasesAst, Choice, CondAst, Content, MeasureAst, Receiver, TestAst, Used, WinAst};
use super::chance::Weight;
use super::directions::Dirs;
use super::template::TemplateAst;
use super::text::Text;
use crate::diag::Warning;
use crate::source::{Span, Spanned};

/// What a rule file says, as written.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct RulesFile {
    pub name: Option<Text>,
    pub about: Option<Text>,
    pub board: Option<BoardDecl>,
    pub players: Option<PlayersDecl>,
    pub regions: Vec<(Spanned<String>, TestAst)>,
    pub pieces: Vec<PieceDecl>,
    pub actions: Vec<(Spanned<String>, Choice)>,
    pub turn: TurnRulesDecl,
    /// The names of moves that nobody chooses, and what each weighs.
    pub chance: Vec<Weight>,
    pub throws: Vec<ThrowDecl>,
    pub tracks: Vec<TrackDecl>,
    pub marks: Vec<(Spanned<String>, Text)>,
    pub counters: Vec<CounterDecl>,
    /// Numbers that walks change, and what has them.
    pub numbers: Vec<(Spanned<String>, Text)>,
    /// Whether there are hands, and whose what is captured goes to.
    pub hands: Option<Option<Receiver>>,
    pub facts: Vec<(Spanned<String>, CondAst)>,
    pub goals: Vec<GoalDecl>,
    pub scores: Vec<ScoreDecl>,
    pub forbids: Vec<ForbidDecl>,
    pub ends: Vec<EndDecl>,
    pub verdicts: Vec<VerdictDecl>,
    pub sight: Option<SightDecl>,
    pub format: Option<FormatDecl>,
    pub tests: Vec<TestDecl>,
    /// Words for several kinds.
    pub kinds: Vec<(Spanned<String>, Vec<Text>)>,
    /// Walks, and regions with parameters: names that are used up, and what each is.
    pub words: Vec<(Spanned<String>, &'static str)>,
    /// Texts that have a name, and each use of one.
    pub uses: Vec<(Span, Span)>,
    /// Names whose declarations are at fault: that they are not known is no second fault.
    pub broken: Vec<Spanned<String>>,
    /// Names of moves whose walks are at fault. Moves may be called as anything else is, so that these excuse no other name.
    pub unread_moves: Vec<String>,
    /// Keys of what the file builds on that were taken away (`key = false`), where that is written.
    pub removed: Vec<Spanned<String>>,
    /// What may be other than its author thinks.
    pub warnings: Vec<Warning>,
    /// Whether nothing could be read, so that nothing is known to be missing.
    pub unread: bool,
}

/// `[turn]`.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct TurnRulesDecl {
    /// The name of a move, or a condition.
    pub must: Option<MustDecl>,
    /// By what moves are preferred to others, the weightiest first.
    pub prefer: Vec<Spanned<MeasureAst>>,
    pub routes_differ: bool,
    /// When captured pieces leave the board.
    pub captures: Option<Text>,
    pub pass: Option<Text>,
    /// Who makes each turn of a round.
    pub order: Vec<Text>,
    /// How many moves a turn has.
    pub steps: Option<Spanned<u32>>,
    pub again: Option<CondAst>,
    pub over: Option<CondAst>,
    pub skip: Option<CondAst>,
    /// What follows every move, as part of it.
    pub then: Option<Choice>,
}

/// `must` of `[turn]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MustDecl {
    By(Spanned<String>),
    When(CondAst),
}

/// `NAME` of `[directions]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TrackDecl {
    pub name: Spanned<String>,
    pub of: TrackLines,
}

/// The lines of cells along which a direction leads.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackLines {
    /// The same for every player.
    All(Vec<TrackLine>),
    /// Each player's own.
    Each(Vec<(Spanned<String>, Vec<TrackLine>)>),
}

/// A line of cells, each its file and rank from 0.
pub type TrackLine = Vec<Spanned<(u16, u16)>>;

/// A throw of dice in `[chance]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ThrowDecl {
    /// What it is called.
    pub name: Spanned<String>,
    /// The names of the moves that it may come to.
    pub moves: Vec<Spanned<String>>,
    /// The numbers that it goes into, the highest first.
    pub into: Vec<Spanned<String>>,
}

/// `[counters.NAME]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct CounterDecl {
    pub name: Spanned<String>,
    pub each: bool,
    pub start: Option<Spanned<u32>>,
    pub up: Option<CondAst>,
    pub down: Option<CondAst>,
    pub reset: Option<CondAst>,
}

/// `[board]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct BoardDecl {
    pub span: Span,
    pub shape: Option<Text>,
    pub size: Option<SizeDecl>,
    pub side: Option<Spanned<u32>>,
    pub form: Option<Text>,
    pub holes: Option<TestAst>,
    pub wraps: Option<Text>,
    pub drawing: Option<Text>,
    /// How high towers may be; no cell has one if there is none.
    pub stack: Option<Spanned<u32>>,
}

/// `size` of a board.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum SizeDecl {
    /// Files, ranks, and layers if there are three.
    Fixed(Vec<Spanned<u32>>),
    Read,
}

/// `[players]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PlayersDecl {
    pub span: Span,
    pub order: Vec<Text>,
    /// Whether all of `order` could be read.
    pub whole: bool,
    pub facing: Vec<(Spanned<String>, Text)>,
    /// Each with its members.
    pub teams: Vec<(Spanned<String>, Vec<Text>)>,
}

/// `[pieces.NAME]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PieceDecl {
    pub name: Spanned<String>,
    pub moves: Vec<MoveDecl>,
    pub royal: bool,
    pub neutral: bool,
    pub promote: Option<PromoteDecl>,
    /// The kind whose moves it has as well.
    pub like: Option<Text>,
    /// What a captured one is in hand.
    pub hand: Option<Text>,
    /// The cells that it covers, where it is more than one.
    pub shape: Option<ShapeDecl>,
}

/// `shape` of a piece.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct ShapeDecl {
    /// Its picture: rows from the north, `x` for a cell and `.` for none.
    pub picture: Text,
    /// Whether it may be turned by right angles.
    pub turned: bool,
    /// Whether it may be mirrored.
    pub mirrored: bool,
}

/// One move of a piece.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct MoveDecl {
    pub name: Option<Spanned<String>>,
    pub walk: WalkDecl,
    pub from: Option<TestAst>,
}

/// How a move is written.
#[derive(Clone, Debug, PartialEq)]
pub enum WalkDecl {
    /// As a pattern.
    Pattern(Choice),
    /// In Betza notation, not read yet.
    Betza(Text),
}

/// `promote = { to, at, when }`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PromoteDecl {
    pub to: Vec<Text>,
    pub at: TestAst,
    pub when: Option<Text>,
    pub from: Option<TestAst>,
    pub optional: bool,
    pub forced: Option<TestAst>,
    pub limit: Vec<(Spanned<String>, Spanned<u32>)>,
}

/// `[goals.NAME]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct GoalDecl {
    /// Whether it is told already that it says no sort of goal, or none that could be read.
    pub broken: bool,
    pub name: Spanned<String>,
    pub span: Span,
    pub of: Option<TestAst>,
    pub line: Option<Spanned<u32>>,
    /// Whether a longer row does not count.
    pub exactly: bool,
    pub along: Option<Dirs>,
    pub limit: Vec<(Spanned<String>, Spanned<u32>)>,
    pub connect: Option<ConnectDecl>,
    /// How many of the sets a group must touch.
    pub least: Option<Spanned<u32>>,
    pub together: bool,
    pub ring: bool,
    pub by: Option<Dirs>,
    pub across: Option<Dirs>,
    /// The use that asks for it, if it has parameters.
    pub used: Option<Used>,
}

/// `connect` of a goal: the sets of cells.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectDecl {
    /// The same for every player.
    All(Vec<TestAst>),
    /// Each player's own.
    Each(Vec<(Spanned<String>, Vec<TestAst>)>),
}

/// `[scores.NAME]`. Points are counted in halves.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct ScoreDecl {
    pub name: Spanned<String>,
    /// What a cell that passes is worth.
    pub count: Vec<(TestAst, i32)>,
    /// Numbers that are added up: of the cells that pass, or the player's own.
    pub sum: Vec<(Spanned<String>, Option<TestAst>)>,
    /// What groups of cells are worth.
    pub groups: Option<GroupsDecl>,
    /// What players have beside that.
    pub bonus: Vec<(Spanned<String>, i32)>,
}

/// `groups` of a score. Points are counted in halves.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct GroupsDecl {
    pub of: Option<TestAst>,
    pub by: Option<Dirs>,
    /// What a cell of a group is worth.
    pub count: Option<Vec<(TestAst, i32)>>,
    /// What a cell next to a group is worth.
    pub touching: Vec<(TestAst, i32)>,
    /// What is taken off what these come to.
    pub less: Option<i32>,
    /// What a group is worth whatever it comes to.
    pub each: Option<Spanned<i32>>,
    /// With fewer points a group does not count.
    pub least: Option<Spanned<u32>>,
    /// How many count, those worth the most first.
    pub largest: Option<Spanned<u32>>,
    /// Whether what they are worth is multiplied, and where that is said.
    pub product: Option<Span>,
}

/// `[[forbid]]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct ForbidDecl {
    pub when: CondAst,
    pub why: Option<String>,
}

/// `[[end]]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct EndDecl {
    pub when: CondAst,
    pub win: Option<WinAst>,
    pub claim: bool,
    pub perft: bool,
}

/// `[[verdict]]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct VerdictDecl {
    pub say: Spanned<String>,
    pub when: Option<CondAst>,
}

/// `[[test]]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TestDecl {
    pub span: Span,
    pub name: Option<Text>,
    pub position: Option<Text>,
    pub play: Option<Text>,
    pub answer: Option<Text>,
    pub state: Option<Text>,
    /// All legal moves.
    pub moves: Option<Spanned<Vec<Text>>>,
    /// Some that are legal, some that are not.
    pub legal: Vec<Text>,
    pub illegal: Vec<Text>,
    /// Counts by depth, from 1.
    pub perft: Vec<Spanned<u32>>,
    /// The position as players see it.
    pub seen: Vec<(Spanned<String>, Text)>,
}

/// `[sight]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct SightDecl {
    pub sees: Option<TestAst>,
    pub moves: bool,
    pub knows: Option<TestAst>,
    pub hidden: Option<Text>,
    /// A glyph for each player.
    pub unknown: Vec<(Spanned<String>, Text)>,
}

/// `[format]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct FormatDecl {
    pub span: Span,
    pub cases: Option<CasesAst>,
    pub case: Option<TemplateAst>,
    pub ask: Option<Text>,
    pub answer: Option<TemplateAst>,
    pub no_move: Option<TemplateAst>,
    pub turn: TurnDecl,
    pub cells: Vec<GlyphDecl>,
    /// Letters, and the kinds before whose cells they stand.
    pub kinds: Vec<(Spanned<String>, Text)>,
    /// How much of a move its name tells.
    pub moves: Option<Text>,
    pub letters: Vec<LettersDecl>,
    pub also: Vec<FormDecl>,
    pub coordinate: Option<TemplateAst>,
    pub setup: Option<Spanned<String>>,
}

/// A glyph, and what it stands for.
pub type GlyphDecl = (Spanned<String>, Spanned<Content>);

/// `[format.also.NAME]`: another form in which positions are read; what it does not say is as in the
/// format itself.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct FormDecl {
    pub name: Spanned<String>,
    pub case: Option<TemplateAst>,
    pub turn: TurnDecl,
    pub cells: Option<Vec<GlyphDecl>>,
}

/// `[format.letters.MARK]`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct LettersDecl {
    pub mark: Spanned<String>,
    /// Each letter, and the cells of which it says that they carry the mark: those that pass one of
    /// the tests, each of which must pass somewhere.
    pub letters: Vec<(Spanned<String>, Vec<TestAst>)>,
}

/// `turn` of a format.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum TurnDecl {
    Absent,
    Word(Text),
    Words(Vec<(Spanned<String>, Text)>),
}
