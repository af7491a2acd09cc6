//! The names that a file declares, and what tests of cells mean by them.

use super::limits;
use super::model::*;
use crate::diag::Diagnostic;
use crate::index::{Kind, Player, Register};
use crate::source::Spanned;
use crate::syntax::ast::{OwnerWord, TestAst, TestWord};
use crate::syntax::document::RulesFile;
use crate::syntax::parse;

type Name = Spanned<String>;

/// Every declared name.
#[derive(Clone)]
pub(super) struct Names {
    pub(super) players: Vec<Name>,
    kinds: Vec<(Name, bool)>,
    regions: Vec<(Name, Cells)>,
    pub(super) goals: Vec<Name>,
    /// Names that walks give to cells, by [`Register`].
    registers: Vec<String>,
}

impl Names {
    pub(super) fn new(file: &RulesFile, faults: &mut Vec<Diagnostic>) -> Self {
        let mut names = Names {
            players: Vec::new(),
            kinds: file.pieces.iter().map(|piece| (piece.name.clone(), piece.neutral)).collect(),
            regions: Vec::new(),
            goals: file.goals.iter().map(|goal| goal.name.clone()).collect(),
            registers: Vec::new(),
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
        let Some(decl) = &file.players else {
            let help = "add `[players]` with `order = [\"…\", \"…\"]`";
            faults.push(
                Diagnostic::new("the file declares no players", crate::source::Span::new(0, 0))
                    .help(help),
            );
            return;
        };
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
        if self.players.is_empty() {
            faults.push(Diagnostic::new("`[players]` needs the key `order`", decl.span));
        }
    }

    pub(super) fn player(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Player> {
        let found = self.players.iter().position(|player| player.value == name.value);
        if found.is_none() {
            let known = self.players.iter().map(|player| player.value.as_str());
            let words = ["mover", "other", "last"];
            let fault = Diagnostic::unknown("player", &name.value, name.span, known.chain(words));
            faults.push(fault);
        }
        found.filter(|at| *at < limits::PLAYERS).map(Player::at)
    }

    pub(super) fn kind(&self, name: &Name, faults: &mut Vec<Diagnostic>) -> Option<Kind> {
        let found = self.kinds.iter().position(|(kind, _)| kind.value == name.value);
        if found.is_none() {
            let known = self.kinds.iter().map(|(kind, _)| kind.value.as_str());
            faults.push(Diagnostic::unknown("piece", &name.value, name.span, known));
        }
        found.filter(|at| *at < limits::KINDS).map(Kind::at)
    }

    pub(super) fn neutral(&self, kind: Kind) -> bool {
        self.kinds.get(kind.index()).is_some_and(|(_, neutral)| *neutral)
    }

    /// The register of a cell's name; a new one where it is defined (`as`).
    pub(super) fn register(
        &mut self,
        name: &Name,
        defines: bool,
        faults: &mut Vec<Diagnostic>,
    ) -> Register {
        if let Some(at) = self.registers.iter().position(|known| *known == name.value) {
            return Register::at(at);
        }
        if !defines {
            let known = self.registers.iter().map(String::as_str);
            faults.push(
                Diagnostic::unknown("cell", &name.value, name.span, known)
                    .help("a walk names a cell with `as NAME` before it can `go NAME`"),
            );
            return Register(0);
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
            TestWord::RanksFrom(from, count) => Test::In(ranks(*from, *count, Cells::RankFrom)),
            TestWord::RanksTo(from, count) => Test::In(ranks(*from, *count, Cells::RankTo)),
            TestWord::Rank(0) => {
                faults.push(Diagnostic::new("ranks are counted from 1", test.span));
                return None;
            }
            TestWord::Rank(rank) => Test::In(Cells::Rank(rank - 1)),
            TestWord::File(file) => Test::In(Cells::File(*file)),
            TestWord::Square(file, rank) => Test::In(Cells::At(*file, *rank)),
        })
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
            self.player(first, faults);
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
        let kinds = self.kinds.iter().map(|(kind, _)| kind.value.as_str());
        let regions = self.regions.iter().map(|(region, _)| region.value.as_str());
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
