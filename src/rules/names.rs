//! The names that a file declares, and what tests of cells mean by them.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use super::covers::Covers;
use super::given::Given;
use super::limits;
use super::model::*;
use super::shape::Shape;
use crate::diag::Diagnostic;
use crate::index::{Counter, Kind, Mark, Player, Register, ScoreId};
use crate::position::Size;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{CondAst, GivenName, OwnerWord, TestAst, TestWord};
use crate::syntax::decl::{RulesFile, ThrowDecl};
use crate::syntax::foreign;
use crate::syntax::parse;

type Name = Spanned<String>;

/// What a walk does with the cell or the piece at hand, by a word alone.
const ACTS: [&str; 12] = [
    "capture", "lift", "flip", "land", "again", "push", "return", "tuck", "give", "swap", "back",
    "ahead",
];

/// What it does with what it names.
const ACTS_ON: [&str; 8] = ["become", "put", "drop", "mark", "unmark", "take", "carry", "leave"];

/// The mark of the pieces that have not moved since the game began.
pub(super) const UNMOVED: &str = "unmoved";

/// Every name that is known at some place of the file.
#[derive(Clone)]
pub(super) struct Names {
    /// Those that the file declares. Every look within a walk knows them as well.
    file: Rc<Declared>,
    /// Names that walks give, by [`Register`], each with the level on which its walk is used.
    pub(super) registers: Vec<(u32, String)>,
    /// Those that the walk at hand has given so far, and to what.
    pub(super) given: Vec<(GivenName, Given)>,
    /// Whether it is a walk that asks, and not a condition, which knows of no walk.
    pub(super) walking: bool,
}

impl Deref for Names {
    type Target = Declared;

    fn deref(&self) -> &Declared {
        &self.file
    }
}

impl DerefMut for Names {
    fn deref_mut(&mut self) -> &mut Declared {
        Rc::make_mut(&mut self.file)
    }
}

/// Every declared name.
#[derive(Clone)]
pub(super) struct Declared {
    pub(super) players: Vec<Name>,
    /// Whether the file's players are all known; where not, one that is missed may be among them.
    players_whole: bool,
    /// Whether some players are a team.
    pub(super) has_teams: bool,
    pub(super) kinds: Vec<(Name, bool)>,
    /// How each kind that covers several cells may lie, by kind.
    pub(super) covers: Vec<Option<Covers>>,
    /// Words for several kinds.
    pub(super) groups: Vec<(Name, Vec<Kind>)>,
    regions: Vec<(Name, Test)>,
    pub(super) goals: Vec<Name>,
    pub(super) scores: Vec<Name>,
    /// Whether each of the goals is a line.
    lines: Vec<bool>,
    /// Marks, and how long each stays. [`Names::mark`] knows one more.
    pub(super) marks: Vec<(Name, Lasts)>,
    /// Counters, and whether each player has his own.
    pub(super) counters: Vec<(Name, bool)>,
    /// Numbers that walks change, and what has each.
    pub(super) numbers: Vec<(Name, Bearer)>,
    pub(super) throws: Vec<ThrowDecl>,
    /// Facts, in the order of the file.
    pub(super) facts: Vec<(Name, CondAst)>,
    /// How many parts each fact has, as [`super::cond::sizes`] tells.
    pub(super) sizes: Vec<Option<usize>>,
    /// How high towers may be, if cells carry any.
    pub(super) stack: Option<u16>,
    /// Whether there are hands.
    pub(super) hands: bool,
    /// Whether captured pieces stay on the board until the move is over.
    captures_last: bool,
    /// All regions of the file; each may use those above it.
    declared: Vec<Name>,
    /// Walks, and regions with parameters.
    words: Vec<(Name, &'static str)>,
    /// The board's sides, where the file tells them.
    pub(super) size: Option<(u32, u32)>,
    /// What the board looks like, but for its holes.
    pub(super) shape: Shape,
}

impl Names {
    pub(super) fn new(file: &RulesFile, faults: &mut Vec<Diagnostic>) -> Self {
        let declared = Declared {
            players: Vec::new(),
            players_whole: false,
            has_teams: false,
            kinds: file.pieces.iter().map(|piece| (piece.name.clone(), piece.neutral)).collect(),
            covers: Vec::new(),
            groups: Vec::new(),
            regions: Vec::new(),
            goals: file.goals.iter().map(|goal| goal.name.clone()).collect(),
            scores: file.scores.iter().map(|score| score.name.clone()).collect(),
            lines: file.goals.iter().map(|goal| goal.line.is_some()).collect(),
            marks: Vec::new(),
            counters: file.counters.iter().map(|one| (one.name.clone(), one.each)).collect(),
            numbers: Vec::new(),
            throws: file.throws.clone(),
            sizes: super::cond::sizes(&file.facts),
            facts: file.facts.clone(),
            // How high is told where the board is read.
            stack: file
                .board
                .as_ref()
                .and_then(|board| board.stack.as_ref())
                .map(|stack| stack.value.clamp(2, u32::from(limits::STACK)) as u16),
            hands: file.hands.is_some(),
            captures_last: file.turn.captures.as_ref().is_some_and(|when| when.value == "end"),
            declared: file.regions.iter().map(|(name, _)| name.clone()).collect(),
            words: file.words.clone(),
            size: None,
            shape: Shape::default(),
        };
        let (registers, given) = (Vec::new(), Vec::new());
        let mut names = Names { file: Rc::new(declared), registers, given, walking: false };
        if let Some(board) = &file.board {
            // What is wrong with it is told where the board is read.
            let (shape, size) = super::board::outline(board, &mut Vec::new());
            let ranks = |size: Size| u32::from(shape.ranks(size));
            names.size = size.map(|size| (u32::from(size.width), ranks(size)));
            names.shape = shape;
        }
        names.read_covers(file, faults);
        names.read_players(file, faults);
        names.read_marks(file, faults);
        names.read_numbers(file, faults);
        let mut seen: Vec<(&Name, &str)> = Vec::new();
        let players = names.players.iter().map(|name| (name, "player"));
        let kinds = file.pieces.iter().map(|piece| (&piece.name, "piece"));
        let regions = file.regions.iter().map(|(name, _)| (name, "region"));
        let (tallies, points) = (names.counters.iter(), names.scores.iter());
        let numbers = tallies.map(|(name, _)| (name, "counter"));
        let others = names.numbers.iter().map(|(name, _)| (name, "number"));
        let numbers = numbers.chain(points.map(|name| (name, "score"))).chain(others);
        let numbers: Vec<_> = numbers.collect();
        for (at, (name, what)) in numbers.iter().enumerate() {
            let earlier = numbers[..at].iter().find(|(other, _)| other.value == name.value);
            if let Some((other, first)) = earlier {
                let fault =
                    Diagnostic::new(format!("`{}` names two things", name.value), name.span);
                faults
                    .push(fault.label(format!("a {what}")).also(other.span, format!("a {first}")));
            }
        }
        let words = file.words.iter().map(|(name, what)| (name, *what));
        let groups = file.kinds.iter().map(|(name, _)| (name, "word for kinds"));
        for (name, what) in players.chain(kinds).chain(regions).chain(words).chain(groups) {
            if let Some((other, first)) = seen.iter().find(|(other, _)| other.value == name.value) {
                let fault =
                    Diagnostic::new(format!("`{}` names two things", name.value), name.span);
                faults
                    .push(fault.label(format!("a {what}")).also(other.span, format!("a {first}")));
            }
            seen.push((name, what));
        }
        if let Some(goal) = names.goals.iter().find(|goal| goal.value == "win") {
            let fault = Diagnostic::new("`win` cannot be a goal's name", goal.span);
            faults.push(fault.help("`can win in 1` asks for any ending that is won"));
        }
        too_many(
            "pieces",
            file.pieces.get(limits::KINDS).map(|piece| &piece.name),
            limits::KINDS,
            faults,
        );
        let counter = names.counters.get(limits::COUNTERS).map(|(name, _)| name);
        too_many("counters", counter, limits::COUNTERS, faults);
        let fact = names.facts.get(limits::FACTS).map(|(name, _)| name);
        too_many("facts", fact, limits::FACTS, faults);
        too_many("scores", names.scores.get(limits::SCORES), limits::SCORES, faults);
        too_many("goals", names.goals.get(limits::GOALS), limits::GOALS, faults);
        names.read_groups(file, faults);
        for (name, cells) in &file.regions {
            let test = names.test(cells, faults).unwrap_or(Test::In(Cells::All));
            names.regions.push((name.clone(), test));
        }
        names
    }

    fn read_players(&mut self, file: &RulesFile, faults: &mut Vec<Diagnostic>) {
        let Some(decl) = &file.players else { return };
        let before = faults.len();
        for name in &decl.order {
            let named = Spanned::new(name.value.clone(), name.span);
            if !parse::is_name(&name.value) {
                let fault = parse::no_name(&name.value, name.span);
                faults.push(
                    fault
                        .help("positions may write it as you like: `turn = { \"WORD\" = \"NAME\" }` under `[format]`"),
                );
            }
            self.players.push(named);
        }
        too_many("players", self.players.get(limits::PLAYERS), limits::PLAYERS, faults);
        self.players_whole = decl.whole && faults.len() == before;
        self.has_teams = !decl.teams.is_empty();
    }

    /// Refuses what takes another player, where there is none.
    pub(super) fn against(&self, what: &str, span: Span, faults: &mut Vec<Diagnostic>) {
        if self.players.len() == 1 && self.players_whole {
            let fault = Diagnostic::new(format!("`{what}` needs a second player"), span);
            let fault = fault.label("this game has one player");
            faults.push(fault.help("all pieces are `own` or nobody's, and nobody attacks them"));
        }
    }

    fn read_marks(&mut self, file: &RulesFile, faults: &mut Vec<Diagnostic>) {
        let known = [
            ("ply", Lasts::Ply),
            ("turn", Lasts::Turn),
            ("piece", Lasts::Piece),
            ("ever", Lasts::Ever),
        ];
        for (name, lasts) in &file.marks {
            if !parse::is_name(&name.value) {
                faults.push(crate::syntax::parse::no_name(&name.value, name.span));
            }
            let found = known.iter().find(|(word, _)| *word == lasts.value);
            if found.is_none() {
                let words = known.iter().map(|(word, _)| *word);
                faults.push(Diagnostic::unknown("duration", &lasts.value, lasts.span, words));
            }
            self.marks.push((name.clone(), found.map_or(Lasts::Ply, |(_, lasts)| *lasts)));
        }
        // One is left for the mark that needs no declaration.
        let last = self.marks.get(limits::MARKS - 1).map(|(name, _)| name);
        too_many("marks", last, limits::MARKS - 1, faults);
    }

    /// The mark of that name; `unmoved` is one without being declared.
    pub(super) fn mark(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Mark> {
        if name.value == UNMOVED {
            return Some(Mark::at(self.marks.len()));
        }
        let found = self.marks.iter().position(|(known, _)| known.value == name.value);
        if found.is_none() {
            let known = self.marks.iter().map(|(known, _)| known.value.as_str()).chain([UNMOVED]);
            let fault = Diagnostic::undeclared("mark", &name.value, name.span, known);
            let help = format!("declare it: `[marks]` with `{} = 'ply'`", name.value);
            faults.push(if fault.fixes.is_empty() { fault.help(help) } else { fault });
        }
        found.filter(|at| *at < limits::MARKS).map(Mark::at)
    }

    /// The counter of that name, and whether each player has his own.
    pub(super) fn counter(
        &self,
        name: &Name,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<(Counter, bool)> {
        self.counter_or(name, &[], faults)
    }

    /// The same where `others` might be meant, which are numbers and scores.
    pub(super) fn counter_or(
        &self,
        name: &Name,
        others: &[&str],
        faults: &mut Vec<Diagnostic>,
    ) -> Option<(Counter, bool)> {
        let found = self.counters.iter().position(|(known, _)| known.value == name.value);
        if found.is_none() {
            let known = self.counters.iter().map(|(known, _)| known.value.as_str());
            let known = known.chain(others.iter().copied());
            let what = if others.is_empty() { "counter" } else { "counter, number or score" };
            let fault = Diagnostic::unknown(what, &name.value, name.span, known);
            let counts = ["ply", "plies", "moves", "turns", "round", "rounds"];
            faults.push(match counts.contains(&name.value.as_str()) {
                true => {
                    let word = &name.value;
                    fault.help(format!("`[counters]` with `{word} = {{}}` counts moves"))
                }
                false => fault,
            });
        }
        let at = found.filter(|at| *at < limits::COUNTERS)?;
        Some((Counter::at(at), self.counters[at].1))
    }

    /// The score of that name.
    pub(super) fn score(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<ScoreId> {
        let found = self.scores.iter().position(|known| known.value == name.value);
        if found.is_none() {
            let known = self.scores.iter().map(|known| known.value.as_str());
            faults.push(Diagnostic::unknown("score", &name.value, name.span, known));
        }
        found.filter(|at| *at < limits::SCORES).map(ScoreId::at)
    }

    /// What each player is given, in their order; who has none is told of as missing, and where, and what to do.
    pub(super) fn each_player<'a, T>(
        &self,
        given: &'a [(Name, T)],
        (missing, span, help): (&str, Span, &str),
        faults: &mut Vec<Diagnostic>,
    ) -> Vec<Option<&'a T>> {
        for (player, _) in given {
            self.player(player, faults);
        }
        let of = self.players.iter().map(|player| {
            let found = given.iter().find(|(name, _)| name.value == player.value);
            if found.is_none() {
                let message = format!("`{}` has no {missing} here", player.value);
                faults.push(Diagnostic::new(message, span).help(help));
            }
            found.map(|(_, given)| given)
        });
        of.collect()
    }

    pub(super) fn player(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Player> {
        self.player_or(name, &[], faults)
    }

    /// The player of that name, where the `words` could stand as well.
    pub(super) fn player_or(
        &self,
        name: &Name,
        words: &[&str],
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Player> {
        let found = self.players.iter().position(|player| player.value == name.value);
        if found.is_none() && self.players_whole {
            let known = self.players.iter().map(|player| player.value.as_str());
            let known = known.chain(words.iter().copied().filter(|word| self.has_word(word)));
            let acts: &[&str] = if self.walking { &ACTS_ON } else { &[] };
            let fault = Diagnostic::unknown_or("player", &name.value, name.span, known, acts);
            faults.push(match name.value.as_str() {
                "board" => fault.help("of the board say `board repeated N` or `board unchanged`"),
                "draw" | "drawn" | "nobody" | "none" => {
                    fault.help("where nobody wins write `draw = true`")
                }
                _ => fault,
            });
        }
        found.filter(|at| *at < limits::PLAYERS).map(Player::at)
    }

    /// A set of cells: a test that asks only where a cell is.
    pub(super) fn cells(&self, test: &TestAst, faults: &mut Vec<Diagnostic>) -> Option<Cells> {
        let before = faults.len();
        let cells = self.test(test, faults).and_then(cells_of);
        if cells.is_none() && faults.len() == before {
            let fault = Diagnostic::new(
                "a set of cells asks where a cell is, not what stands there",
                test.span,
            );
            faults
                .push(fault.help("for example `last rank`, `edge`, `file c`, `centre or corner`"));
        }
        cells
    }

    pub(super) fn test(&self, test: &TestAst, faults: &mut Vec<Diagnostic>) -> Option<Test> {
        let many = |parts: &[TestAst], faults: &mut Vec<Diagnostic>| -> Option<Vec<Test>> {
            let parts: Vec<Option<Test>> =
                parts.iter().map(|part| self.test(part, faults)).collect();
            parts.into_iter().collect()
        };
        Some(match &test.value {
            TestWord::Or(parts) => Test::Any(many(parts, faults)?),
            TestWord::And(parts) => Test::All(many(parts, faults)?),
            TestWord::Not(part) => Test::Not(Box::new(self.test(part, faults)?)),
            TestWord::Empty => Test::Empty,
            TestWord::Occupied => Test::Occupied,
            TestWord::Attacked => {
                self.against("attacked", test.span, faults);
                Test::Attacked
            }
            TestWord::Taken => {
                if !self.captures_last && self.stack.is_none() {
                    let fault = Diagnostic::new("here what is captured is gone at once", test.span);
                    faults.push(fault.help(
                        "`taken` passes where `[turn]` has `captures = \"end\"`, and after `tuck`",
                    ));
                    return None;
                }
                Test::Taken
            }
            TestWord::Visited => {
                if !self.walking {
                    let fault = Diagnostic::new("only a walk has been anywhere", test.span);
                    faults
                        .push(fault.help("`visited` is asked by the walk of a piece or an action"));
                    return None;
                }
                Test::Visited
            }
            TestWord::Unmoved => {
                let name = Spanned::new(String::from(UNMOVED), test.span);
                Test::Marked(self.mark(&name, faults)?)
            }
            TestWord::Marked(name) => Test::Marked(self.mark(name, faults)?),
            TestWord::At(name) => {
                if !self.is_named(name, false, faults) {
                    return None;
                }
                Test::Named(self.register_of(name).unwrap_or(Register(0)))
            }
            TestWord::Number(name, relation, quantity) if self.is_height(&name.name) => {
                Test::Height(*relation, self.amount(quantity, faults)?)
            }
            TestWord::Distance(distance, relation, quantity) => {
                let (distance, amount) =
                    (self.distance(distance, faults), self.amount(quantity, faults));
                Test::Distance(Box::new(distance?), *relation, amount?)
            }
            TestWord::Within(storey, of) => self.within(*storey, of, test.span, faults)?,
            TestWord::Number(name, relation, quantity)
                if self.is_held(name) && !self.is_number(&name.name) =>
            {
                let (held, amount) = (self.held(name, faults), self.amount(quantity, faults));
                Test::Held(held?, *relation, amount?)
            }
            TestWord::Number(name, relation, quantity) => {
                let (number, amount) =
                    (self.number_of_cells(&name.name, faults), self.amount(quantity, faults));
                Test::Number(number?, *relation, amount?)
            }
            TestWord::Lies(name) => {
                let goal = self.line_goal(name, faults)?;
                if self.lines.get(goal.index()) == Some(&false) {
                    let fault = Diagnostic::new(
                        format!("the goal `{}` is no line to lie in", name.value),
                        name.span,
                    );
                    let declared = &self.goals[goal.index()];
                    faults.push(fault.also(declared.span, "declared here"));
                    return None;
                }
                Test::Lies(goal)
            }
            TestWord::Each(each) => {
                let none = ("cells", test.span, "give some to each player");
                let sets = self.each_player(each, none, faults).into_iter();
                let sets: Vec<_> = sets.map(|cells| self.cells(cells?, faults)).collect();
                Test::In(Cells::Each(sets.into_iter().collect::<Option<Vec<_>>>()?))
            }
            TestWord::Used(test, used) => {
                let before = faults.len();
                let found = self.test(test, faults);
                used.explain(&mut faults[before..]);
                found?
            }
            TestWord::Look(body, holds) => Test::Look {
                body: Box::new(super::expand::look(self, body, faults)?),
                holds: *holds,
            },
            TestWord::SecondEach(true, odd) => Test::In(Cells::Files(*odd)),
            TestWord::SecondEach(false, odd) => Test::In(Cells::Ranks(*odd)),
            TestWord::Shade(dark) => self.shade(*dark, test.span, faults)?,
            TestWord::Ranks(from, to) | TestWord::Files(from, to) => {
                let files = matches!(test.value, TestWord::Files(..));
                let first = if files { *from } else { from.saturating_sub(1) };
                let last = if files { *to } else { to.saturating_sub(1) };
                if (!files && *from == 0) || last < first {
                    let fault = Diagnostic::new("no cell lies between these", test.span);
                    faults.push(fault.help("the smaller comes first, and ranks count from 1"));
                    return None;
                }
                let side = self.size.map(|size| if files { size.0 } else { size.1 });
                self.on_board(last + 1, side, test.span, faults)?;
                let one = if files { Cells::File } else { Cells::Rank };
                Test::In(Cells::Either((first..=last).map(one).collect()))
            }
            TestWord::Owner(owner, kind) => {
                if *owner == OwnerWord::Other {
                    self.against("enemy", test.span, faults);
                }
                if *owner == OwnerWord::Ally {
                    self.allied(test.span, faults);
                }
                let who = match owner {
                    OwnerWord::Mover => Who::Mover,
                    OwnerWord::Other => Who::Other,
                    OwnerWord::Ally => Who::Ally,
                    OwnerWord::Last => Who::Last,
                };
                self.owned(who, kind.as_ref(), faults)?
            }
            TestWord::Names(first, second) => self.named(first, second.as_ref(), faults)?,
            TestWord::Edge(Some(side)) => {
                self.has_side(*side, test.span, faults)?;
                Test::In(Cells::Edge(*side))
            }
            TestWord::Edge(None) => Test::In(Cells::Edges),
            TestWord::Corner => Test::In(Cells::Corners),
            TestWord::Centre => Test::In(Cells::Centre),
            TestWord::RanksFrom(from, count) | TestWord::RanksTo(from, count) => {
                let side = |(width, height): (u32, u32)| width.max(height);
                self.on_board(from + count, self.size.map(side), test.span, faults)?;
                let rank = match &test.value {
                    TestWord::RanksFrom(..) => Cells::RankFrom,
                    _ => Cells::RankTo,
                };
                Test::In(ranks(*from, *count, rank))
            }
            TestWord::Rank(0) => {
                faults.push(Diagnostic::new("ranks are counted from 1", test.span));
                return None;
            }
            TestWord::Rank(rank) => {
                self.on_board(*rank, self.size.map(|size| size.1), test.span, faults)?;
                Test::In(Cells::Rank(rank - 1))
            }
            TestWord::File(file) => {
                self.on_board(file + 1, self.size.map(|size| size.0), test.span, faults)?;
                Test::In(Cells::File(*file))
            }
            TestWord::Layer(layer) => Test::In(self.layer(*layer, test.span, faults)?),
            TestWord::Square(file, rank) => {
                self.on_board(file + 1, self.size.map(|size| size.0), test.span, faults)?;
                self.on_board(rank + 1, self.size.map(|size| size.1), test.span, faults)?;
                Test::In(Cells::At(*file, *rank))
            }
        })
    }

    /// The regions without parameters, areas among them.
    pub(super) fn regions(&self) -> &[(Name, Test)] {
        &self.regions
    }

    fn owned(&self, who: Who, kind: Option<&Name>, faults: &mut Vec<Diagnostic>) -> Option<Test> {
        match kind {
            None => Some(Test::Owned(who)),
            Some(kind) => {
                let kind = self.of_kind(kind, faults)?;
                Some(Test::All(vec![Test::Owned(who), kind]))
            }
        }
    }

    fn named(
        &self,
        first: &Name,
        second: Option<&Name>,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Test> {
        if self.players.iter().any(|player| player.value == first.value) {
            let player = self.player(first, faults)?;
            return self.owned(Who::Player(player), second, faults);
        }
        if let Some(second) = second {
            if let Some(fault) = self.foreign_act(first) {
                faults.push(fault);
                return None;
            }
            // Two names in a row are an owner and a kind.
            self.player_or(first, &["own", "enemy", "ally"], faults);
            self.kinds_of(second, faults);
            return None;
        }
        if let Some((_, test)) = self.regions.iter().find(|(region, _)| region.value == first.value)
        {
            return Some(test.clone());
        }
        let mut kinds = self.kinds.iter().map(|(kind, _)| kind);
        let mut groups = self.groups.iter().map(|(group, _)| group);
        if kinds.any(|kind| kind.value == first.value)
            || groups.any(|group| group.value == first.value)
        {
            return self.of_kind(first, faults);
        }
        if let Some(declared) = self.declared.iter().find(|name| name.value == first.value) {
            let fault = Diagnostic::new(
                format!("the region `{}` is used before it is declared", first.value),
                first.span,
            );
            faults.push(
                fault
                    .also(declared.span, "declared here")
                    .help("a region may use those that stand above it"),
            );
            return None;
        }
        if let Some((declared, _)) =
            self.words.iter().find(|(name, what)| name.value == first.value && *what == "walk")
        {
            let fault =
                Diagnostic::new(format!("`{}` is a walk, and no test", first.value), first.span);
            let fault = fault.also(declared.span, "declared here");
            faults.push(fault.help("it stands alone in a walk; a test is `see ( … )` around it"));
            return None;
        }
        let is = |known: &Name| known.value == first.value;
        let asks = if self.goals.iter().any(is) {
            Some((
                "a goal",
                format!("`in {}` asks whether the piece there lies in such a line", first.value),
            ))
        } else if self.marks.iter().any(|(known, _)| is(known)) {
            Some(("a mark", format!("write `marked {}`", first.value)))
        } else if self.facts.iter().any(|(known, _)| is(known)) {
            let help = match self.walking {
                true => format!("a fact is about the whole board: `if ({})`", first.value),
                false => String::from(
                    "a fact is about the whole board: it stands beside tests of cells, joined by `and`",
                ),
            };
            Some(("a fact", help))
        } else {
            None
        };
        if let Some((what, help)) = asks {
            let message = format!("`{}` is {what}, and no test", first.value);
            faults.push(Diagnostic::new(message, first.span).label("not a test").help(help));
            return None;
        }
        let kinds = self.kinds.iter().map(|(kind, _)| kind.value.as_str());
        let kinds = kinds.chain(self.groups.iter().map(|(group, _)| group.value.as_str()));
        let kinds = kinds.chain(self.words.iter().map(|(name, _)| name.value.as_str()));
        let regions = self.declared.iter().map(|region| region.value.as_str());
        let players = self.players.iter().map(|player| player.value.as_str());
        let words = [
            "empty", "occupied", "own", "enemy", "ally", "piece", "attacked", "edge", "corner",
            "centre",
        ];
        let words = words.into_iter().filter(|word| self.has_word(word));
        let known: Vec<&str> = kinds.chain(regions).chain(players).chain(words).collect();
        let unknown = || {
            let what = "piece, region or word";
            match foreign::test(&first.value) {
                Some(test) => {
                    Diagnostic::new(format!("unknown {what} `{}`", first.value), first.span)
                        .label(format!("the language says `{test}`"))
                }
                None => {
                    let acts: &[&str] = if self.walking { &ACTS } else { &[] };
                    Diagnostic::unknown_or(what, &first.value, first.span, known, acts)
                }
            }
        };
        faults.push(self.foreign_act(first).unwrap_or_else(unknown));
        None
    }

    /// What is said of a word in a walk by which authors mean something that is done: `remove`.
    fn foreign_act(&self, word: &Name) -> Option<Diagnostic> {
        let help = foreign::act(&word.value).filter(|_| self.walking)?;
        let declared = self.words.iter().any(|(name, _)| name.value == word.value);
        (!declared).then(|| foreign::no_act(&word.value, word.span).help(help))
    }
}

fn ranks(from: u16, count: u16, rank: impl Fn(u16) -> Cells) -> Cells {
    if count == 1 { rank(from) } else { Cells::Either((from..from + count).map(rank).collect()) }
}

/// The set of cells of a test that asks only where.
pub(super) fn cells_of(test: Test) -> Option<Cells> {
    let many = |tests: Vec<Test>| tests.into_iter().map(cells_of).collect::<Option<Vec<Cells>>>();
    Some(match test {
        Test::In(cells) => cells,
        Test::All(tests) => Cells::Both(many(tests)?),
        Test::Any(tests) => Cells::Either(many(tests)?),
        Test::Not(test) => Cells::Not(Box::new(cells_of(*test)?)),
        _ => return None,
    })
}

pub(super) fn too_many(
    what: &str,
    first: Option<&Name>,
    most: usize,
    faults: &mut Vec<Diagnostic>,
) {
    if let Some(name) = first {
        faults.push(
            Diagnostic::new(format!("too many {what}"), name.span).label(format!("at most {most}")),
        );
    }
}
