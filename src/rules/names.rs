//! The names that a file declares, and what tests of cells mean by them.

use super::limits;
use super::model::*;
use crate::diag::Diagnostic;
use crate::index::{Kind, Player, Register};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{OwnerWord, TestAst, TestWord};
use crate::syntax::document::{RulesFile, SizeDecl};
use crate::syntax::parse;

type Name = Spanned<String>;

/// Every declared name.
#[derive(Clone)]
pub(super) struct Names {
    pub(super) players: Vec<Name>,
    /// Whether the file's players are all known; where not, one that is missed may be among them.
    players_whole: bool,
    kinds: Vec<(Name, bool)>,
    regions: Vec<(Name, Cells)>,
    pub(super) goals: Vec<Name>,
    /// Names that walks give to cells, by [`Register`].
    registers: Vec<String>,
    /// All regions of the file; each may use those above it.
    declared: Vec<Name>,
    /// The board's sides, where the file tells them.
    size: Option<(u32, u32)>,
}

impl Names {
    pub(super) fn new(file: &RulesFile, faults: &mut Vec<Diagnostic>) -> Self {
        let mut names = Names {
            players: Vec::new(),
            players_whole: false,
            kinds: file.pieces.iter().map(|piece| (piece.name.clone(), piece.neutral)).collect(),
            regions: Vec::new(),
            goals: file.goals.iter().map(|goal| goal.name.clone()).collect(),
            registers: Vec::new(),
            declared: file.regions.iter().map(|(name, _)| name.clone()).collect(),
            size: match file.board.as_ref().and_then(|board| board.size.as_ref()) {
                Some(SizeDecl::Fixed(width, height)) => Some((width.value, height.value)),
                _ => None,
            },
        };
        names.read_players(file, faults);
        let mut seen: Vec<(&Name, &str)> = Vec::new();
        let players = names.players.iter().map(|name| (name, "player"));
        let kinds = file.pieces.iter().map(|piece| (&piece.name, "piece"));
        let regions = file.regions.iter().map(|(name, _)| (name, "region"));
        for (name, what) in players.chain(kinds).chain(regions) {
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
        too_many("goals", names.goals.get(limits::GOALS), limits::GOALS, faults);
        for (name, cells) in &file.regions {
            let cells = names.cells(cells, faults).unwrap_or(Cells::All);
            names.regions.push((name.clone(), cells));
        }
        names
    }

    fn read_players(&mut self, file: &RulesFile, faults: &mut Vec<Diagnostic>) {
        let Some(decl) = &file.players else { return };
        let before = faults.len();
        for name in &decl.order {
            let named = Spanned::new(name.value.clone(), name.span);
            if !parse::is_name(&name.value) {
                let fault = Diagnostic::new(
                    format!("`{}` cannot be a player's name", name.value),
                    name.span,
                );
                faults.push(
                    fault.help("a name starts with a letter and is not a word of the language"),
                );
            }
            self.players.push(named);
        }
        too_many("players", self.players.get(limits::PLAYERS), limits::PLAYERS, faults);
        self.players_whole = decl.whole && faults.len() == before;
        if let ([one], true) = (self.players.as_slice(), self.players_whole) {
            let fault = Diagnostic::new("a game has two or three players", one.span);
            faults.push(fault.label("only one"));
        }
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
            let known = known.chain(words.iter().copied());
            let fault = Diagnostic::unknown("player", &name.value, name.span, known);
            faults.push(fault);
        }
        found.filter(|at| *at < limits::PLAYERS).map(Player::at)
    }

    pub(super) fn kind(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Kind> {
        let found = self.kinds.iter().position(|(kind, _)| kind.value == name.value);
        // Without any, that is the fault.
        if found.is_none() && !self.kinds.is_empty() {
            let known = self.kinds.iter().map(|(kind, _)| kind.value.as_str());
            faults.push(Diagnostic::unknown("piece", &name.value, name.span, known));
        }
        found.filter(|at| *at < limits::KINDS).map(Kind::at)
    }

    pub(super) fn neutral(&self, kind: Kind) -> bool {
        self.kinds.get(kind.index()).is_some_and(|(_, neutral)| *neutral)
    }

    /// The register of a cell's name; a new one where it is defined (`as`).
    ///
    /// `before` are the names that the walk has given so far.
    pub(super) fn register(
        &mut self,
        name: &Name,
        defines: bool,
        before: &mut Vec<String>,
        faults: &mut Vec<Diagnostic>,
    ) -> Register {
        if defines {
            before.push(name.value.clone());
        } else if !before.contains(&name.value) {
            let known = before.iter().map(String::as_str);
            let mut fault = Diagnostic::unknown("cell", &name.value, name.span, known);
            if before.is_empty() {
                fault = fault.label("the walk has named no cell");
            }
            fault.help.clear();
            faults.push(fault.help("a walk names a cell with `as NAME` before it can `go NAME`"));
            return Register(0);
        }
        if let Some(at) = self.registers.iter().position(|known| *known == name.value) {
            return Register::at(at);
        }
        if self.registers.len() >= limits::REGISTERS {
            faults.push(
                Diagnostic::new("too many named cells", name.span)
                    .label(format!("at most {}", limits::REGISTERS)),
            );
            return Register(0);
        }
        self.registers.push(name.value.clone());
        Register::at(self.registers.len() - 1)
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
            TestWord::Attacked => Test::Attacked,
            TestWord::Unmoved | TestWord::Marked(_) => {
                let fault =
                    Diagnostic::new("marks on cells are not judged by this version", test.span);
                faults.push(fault.help(
                    "the word has its place in the language, but nothing keeps the marks yet",
                ));
                return None;
            }
            TestWord::Owner(owner, kind) => {
                let who = match owner {
                    OwnerWord::Mover => Who::Mover,
                    OwnerWord::Other => Who::Other,
                    OwnerWord::Last => Who::Last,
                };
                self.owned(who, kind.as_ref(), faults)?
            }
            TestWord::Names(first, second) => self.named(first, second.as_ref(), faults)?,
            TestWord::Edge(Some(side)) => Test::In(Cells::Edge(*side)),
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
            TestWord::Square(file, rank) => {
                self.on_board(file + 1, self.size.map(|size| size.0), test.span, faults)?;
                self.on_board(rank + 1, self.size.map(|size| size.1), test.span, faults)?;
                Test::In(Cells::At(*file, *rank))
            }
        })
    }

    /// Reports a place that counts further than the board is long.
    fn on_board(
        &self,
        counted: u16,
        side: Option<u32>,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<()> {
        let (Some((width, height)), Some(side)) = (self.size, side) else { return Some(()) };
        if side == 0 || u32::from(counted) <= side {
            return Some(());
        }
        let fault = Diagnostic::new("this lies beyond the board", span);
        faults.push(fault.label(format!("the board has {width} files and {height} ranks")));
        None
    }

    fn owned(&self, who: Who, kind: Option<&Name>, faults: &mut Vec<Diagnostic>) -> Option<Test> {
        match kind {
            None => Some(Test::Owned(who)),
            Some(kind) => {
                let kind = self.kind(kind, faults)?;
                Some(Test::All(vec![Test::Owned(who), Test::Is(kind)]))
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
            // Two names in a row are an owner and a kind.
            self.player_or(first, &["own", "enemy"], faults);
            self.kind(second, faults);
            return None;
        }
        if let Some((_, cells)) =
            self.regions.iter().find(|(region, _)| region.value == first.value)
        {
            return Some(Test::In(cells.clone()));
        }
        if self.kinds.iter().any(|(kind, _)| kind.value == first.value) {
            return self.kind(first, faults).map(Test::Is);
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
        let kinds = self.kinds.iter().map(|(kind, _)| kind.value.as_str());
        let regions = self.declared.iter().map(|region| region.value.as_str());
        let players = self.players.iter().map(|player| player.value.as_str());
        let words =
            ["empty", "occupied", "own", "enemy", "piece", "attacked", "edge", "corner", "centre"];
        let known: Vec<&str> = kinds.chain(regions).chain(players).chain(words).collect();
        faults.push(Diagnostic::unknown("piece, region or word", &first.value, first.span, known));
        None
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

fn too_many(what: &str, first: Option<&Name>, most: usize, faults: &mut Vec<Diagnostic>) {
    if let Some(name) = first {
        faults.push(
            Diagnostic::new(format!("too many {what}"), name.span).label(format!("at most {most}")),
        );
    }
}
