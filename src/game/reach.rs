//! Where a piece goes from the middle of an empty board.

use crate::eval::Evaluator;
use crate::index::{Cell, Kind, Piece, Player};
use crate::position::{Position, Size};
use crate::program::Program;
use crate::rules::{Act, Graph, Rules, Walk};

use super::Game;

/// The size of a board of which the rules name none.
const SIZE: Size = Size { width: 8, height: 8 };

/// Cells of a board that is looked at: each costs a position.
const CELLS: usize = 400;

impl Game {
    /// A drawing of where a piece of a kind, alone but for one enemy, can go from the middle of the board, and what its signs mean; none
    /// where the kind is nobody's, or does not go anywhere. With `only`, by its moves of that name.
    ///
    /// Endings and prohibitions are left aside: a single piece is no game.
    pub(crate) fn reach(&self, kind: &str, only: Option<&str>) -> Option<String> {
        let at = self.rules().kinds.iter().position(|known| known.name.value == kind)?;
        if self.rules().kinds.get(at)?.neutral {
            return None;
        }
        let mut rules = Rules {
            endings: Vec::new(),
            forbids: Vec::new(),
            chance: Vec::new(),
            actions: Vec::new(),
            ..self.rules().clone()
        };
        // Only what it is and may become goes anywhere, so that no more is made into a program.
        let moving = becomes(&rules, Kind::at(at));
        for (other, rule) in rules.kinds.iter_mut().enumerate() {
            if !moving.contains(&Kind::at(other)) {
                rule.moves.clear();
            }
        }
        let size = rules.board.size.unwrap_or(SIZE);
        let graph = Graph::still(&rules.board.shape, size);
        if graph.cells() > CELLS {
            return None;
        }
        let from = middle(&graph)?;
        let only = match only {
            Some(name) => Some(rules.move_names.iter().position(|known| known == name)?),
            None => None,
        };
        let program = Program::compile(&rules, size);
        let kind = Kind::at(at);
        let evaluator = Evaluator::plain(&program);
        let turn = self.holder(kind);
        let mut seeker = Seeker { program: &program, evaluator, size, from, kind, only, turn };
        let enemy = (0..rules.players.len()).map(Player::at).find(|other| *other != turn);
        let alone = seeker.ends(None)?;
        let signs: Vec<&str> = graph
            .all()
            .map(|cell| {
                let mut taken = || enemy.and_then(|enemy| seeker.ends(Some((cell, enemy))));
                let takes = cell != from && taken().is_some_and(|(_, takes)| takes.contains(&cell));
                match (alone.0.contains(&cell), takes) {
                    (true, true) => GOES_AND_TAKES,
                    (true, false) => GOES,
                    (false, true) => TAKES,
                    (false, false) => "",
                }
            })
            .collect();
        if signs.iter().all(|sign| sign.is_empty()) {
            return None;
        }
        let cells: Vec<Cell> = graph.all().collect();
        let glyph = self.notation().glyph(Piece::new(kind, Some(turn))).to_owned();
        let drawn = self.notation().draw_signs(size, |cell| {
            let sign = cells.iter().position(|known| *known == cell);
            let sign = sign.and_then(|at| signs.get(at)).copied().unwrap_or_default();
            match sign {
                _ if cell == from => &glyph,
                "" => ".",
                sign => sign,
            }
        });
        let legend = [
            (GOES_AND_TAKES, "it goes there, and captures there"),
            (GOES, "it goes there, and does not capture"),
            (TAKES, "it goes there only to capture"),
        ];
        let legend = legend.iter().filter(|(sign, _)| signs.contains(sign));
        let legend: String = legend.map(|(sign, says)| format!("{sign}  {says}\n")).collect();
        Some(format!("{drawn}{legend}"))
    }

    /// A player who has such pieces: at the start, or as they have a glyph.
    fn holder(&self, kind: Kind) -> Player {
        let piece = |player: &Player| Piece::new(kind, Some(*player));
        let start = self.start().ok();
        let has = |player: &Player| {
            start.as_ref().is_some_and(|play| play.inner().cells.contains(&piece(player)))
        };
        let glyphs = &self.rules().format.cells;
        let told = |player: &Player| glyphs.iter().any(|glyph| glyph.piece == piece(player));
        let mut players = (0..self.rules().players.len()).map(Player::at);
        let found = players.clone().find(has).or_else(|| players.find(told));
        found.unwrap_or_else(|| Player::at(0))
    }
}

/// A kind, and those that a piece of it may become while it goes.
fn becomes(rules: &Rules, kind: Kind) -> Vec<Kind> {
    let mut found = vec![kind];
    let mut at = 0;
    while let Some(rule) = found.get(at).and_then(|kind| rules.kinds.get(kind.index())) {
        let others = (0..rules.kinds.len()).map(Kind::at);
        let may = |other: &Kind| {
            let makes = |walk: &Walk| matches!(walk, Walk::Act(Act::Become(made)) if made == other);
            rule.moves.iter().any(|rule| rule.walk.any(&makes))
        };
        let fresh: Vec<Kind> = others.filter(|other| !found.contains(other)).filter(may).collect();
        found.extend(fresh);
        at += 1;
    }
    found
}

const GOES_AND_TAKES: &str = "*";
const GOES: &str = "o";
const TAKES: &str = "x";

/// The cell nearest to the middle of the board's files and ranks.
fn middle(graph: &Graph) -> Option<Cell> {
    let size = graph.size();
    let last = |side: u16| i32::from(side.saturating_sub(1));
    graph.all().min_by_key(|cell| {
        let (file, rank) = graph.file_rank(*cell);
        let off = |at: u16, side: u16| (2 * i32::from(at) - last(side)).abs();
        // Of several the south-western one.
        (off(file, size.width).pow(2) + off(rank, size.height).pow(2), rank, file)
    })
}

/// Asks for the moves of one piece.
struct Seeker<'p> {
    program: &'p Program,
    evaluator: Evaluator<'p>,
    size: Size,
    from: Cell,
    kind: Kind,
    /// The number of the name that its moves are to have.
    only: Option<usize>,
    /// Whose it is.
    turn: Player,
}

impl Seeker<'_> {
    /// The cells where moves of the piece end and those where they capture, with an enemy of its kind on a cell.
    fn ends(&mut self, enemy: Option<(Cell, Player)>) -> Option<(Vec<Cell>, Vec<Cell>)> {
        let cells = usize::from(self.size.width) * usize::from(self.size.height);
        let turn = self.turn;
        let mut board = vec![Piece::EMPTY; cells];
        *board.get_mut(self.from.index())? = Piece::new(self.kind, Some(turn));
        if let Some((cell, enemy)) = enemy {
            *board.get_mut(cell.index())? = Piece::new(self.kind, Some(enemy));
        }
        self.program.layout.complete(&mut board, turn);
        let position =
            Position { size: self.size, cells: board, turn, ply: 0, history: Vec::new() };
        let mut moves = Vec::new();
        self.evaluator.moves(&position, &mut moves).ok()?;
        let own = moves.iter().filter(|chosen| chosen.path.first() == Some(&self.from));
        let named = |name: usize| self.only.is_none_or(|only| only == name);
        let own: Vec<_> =
            own.filter(|chosen| chosen.path.len() > 1 && named(chosen.name.index())).collect();
        let ends = own.iter().filter_map(|chosen| chosen.path.last().copied()).collect();
        let takes = own.iter().flat_map(|chosen| chosen.captures.iter().copied()).collect();
        Some((ends, takes))
    }
}
