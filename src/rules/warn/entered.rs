//! Cells to which no piece can come, whatever is played.

use super::super::graph::Facing;
use super::super::model::*;
use super::fits::{Course, Enters, States};
use super::ground::Ground;
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::{Cell, Heading, Kind, Player};
use crate::position::Position;
use std::collections::BTreeSet;

/// Cells that are told by their names.
const NAMED: usize = 6;

/// Warns of cells where nothing stands at the start and to which no piece can come. All of the cells of one colour, of two that
/// alternate, are not told of: pieces that only go diagonally never leave theirs, and where none stands on the other colour that is
/// how the game is played. `name` tells a cell.
pub(crate) fn entered(
    rules: &Rules,
    start: &Position,
    name: impl Fn(Cell) -> String,
) -> Option<Warning> {
    let ground = Ground::sized(rules, start.size)?;
    let entered = Entered::of(rules, &ground, start)?;
    let never: Vec<Cell> = ground.graph.all().filter(|cell| !entered.has(*cell)).collect();
    let colour = |dark: bool| {
        let facing = ground.facings.first().copied().unwrap_or(Facing::NORTH);
        let of = |cell: &Cell| ground.graph.contains(&Cells::Dark, *cell, facing) == dark;
        ground.graph.all().filter(of).collect::<Vec<Cell>>()
    };
    if never.is_empty() || never == colour(true) || never == colour(false) {
        return None;
    }
    let names: Vec<String> = never.iter().take(NAMED).map(|cell| name(*cell)).collect();
    let more = match never.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let told = Diagnostic::new("cells that no piece can reach", rules.board.span)
        .label(format!("nothing ever stands on {}{more}", names.join(", ")))
        .help("let something stand there in the `setup`, let a move lead there, or take them off the board with `holes`");
    Some(Warning::new(WarningCode::NeverEntered, told))
}

/// Where pieces may stand: of each player, and last nobody's, by their kinds.
struct Entered {
    cells: Vec<Vec<BTreeSet<Cell>>>,
    /// Whether pieces may change hands, or be moved by others, so that any may stand where one does.
    mixed: bool,
}

impl Entered {
    /// Everything to which pieces may come from a position, as if every other piece were where it is wanted; `None` where that is too
    /// much to look at, or a part of the board is turned, or cells carry numbers.
    fn of(rules: &Rules, ground: &Ground, start: &Position) -> Option<Self> {
        let moves = || rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
        let any = |wanted: &dyn Fn(&Walk) -> bool| moves().any(|rule| rule.walk.any(wanted));
        let numbered = rules.numbers.iter().any(|number| number.of == Bearer::Cell);
        if numbered || any(&|walk| matches!(walk, Walk::Turn { .. })) {
            return None;
        }
        let mixed = any(&|walk| {
            matches!(walk, Walk::Act(Act::Flip | Act::Push | Act::PutBack(_) | Act::Tower(_)))
        });
        let none = vec![BTreeSet::new(); rules.kinds.len()];
        let mut entered = Self { cells: vec![none; rules.players.len() + 1], mixed };
        let stands = |cell: Cell| {
            let piece = start.cells.get(cell.index())?;
            Some((piece.kind()?, piece.owner()))
        };
        for cell in ground.graph.all() {
            if let Some((kind, owner)) = stands(cell) {
                entered.add(owner, kind, &BTreeSet::from([cell]));
            }
        }
        while entered.grow(rules, ground)? {}
        Some(entered)
    }

    fn has(&self, cell: Cell) -> bool {
        self.cells.iter().flatten().any(|cells| cells.contains(&cell))
    }

    fn add(&mut self, owner: Option<Player>, kind: Kind, cells: &BTreeSet<Cell>) -> bool {
        let nobody = self.cells.len() - 1;
        let own = owner.map_or(nobody, Player::index);
        let mut grown = false;
        for (player, kinds) in self.cells.iter_mut().enumerate() {
            for (at, entered) in kinds.iter_mut().enumerate() {
                if self.mixed || (player == own && at == kind.index()) {
                    let before = entered.len();
                    entered.extend(cells);
                    grown |= entered.len() > before;
                }
            }
        }
        grown
    }

    /// Follows every walk once from all cells that are known; whether there are more now.
    fn grow(&mut self, rules: &Rules, ground: &Ground) -> Option<bool> {
        let mut grown = false;
        for facing in &ground.facings {
            let kinds = rules.kinds.iter().enumerate();
            let of_pieces = kinds.flat_map(|(at, kind)| {
                kind.moves.iter().map(move |rule| (Some(Kind::at(at)), rule))
            });
            let all = of_pieces.chain(rules.actions.iter().map(|rule| (None, rule)));
            for (walker, rule) in all {
                grown |= self.follow(rules, ground, *facing, walker, rule)?;
            }
        }
        Some(grown)
    }

    fn follow(
        &mut self,
        rules: &Rules,
        ground: &Ground,
        facing: Facing,
        walker: Option<Kind>,
        rule: &MoveRule,
    ) -> Option<bool> {
        let neutral = |kind: Kind| rules.kinds.get(kind.index()).is_some_and(|kind| kind.neutral);
        let nobody = self.cells.len() - 1;
        let known = |kind: Kind| {
            let whose = if neutral(kind) { nobody } else { facing.player.index() };
            &self.cells[whose][kind.index()]
        };
        let places: BTreeSet<Cell> = match walker {
            None => ground.graph.all().collect(),
            Some(kind) => {
                let begins = |cell: &&Cell| ground.graph.contains(&rule.from, **cell, facing);
                known(kind).iter().filter(begins).copied().collect()
            }
        };
        // A capture that goes on keeps the heading that it has.
        let on = rule.walk.any(&|walk| matches!(walk, Walk::Act(Act::Again)));
        let turned = |cell: Cell| {
            let headings = if on { 0..ground.graph.headings() } else { 0..0 };
            let all = headings.map(Heading::at).chain([facing.heading]);
            all.map(move |heading| (cell, heading))
        };
        let begun: States = places.iter().copied().flat_map(turned).collect();
        if begun.is_empty() {
            return Some(false);
        }
        let mut course = Course::new(ground, facing, places, rule);
        course.node(&rule.walk, begun)?;
        let mut grown = false;
        for (what, cells) in std::mem::take(&mut course.entered) {
            let kind = match what {
                Enters::Kind(kind) => kind,
                // Where any may stand, whose it is makes no difference.
                Enters::Walker | Enters::Any => walker.unwrap_or(Kind::at(0)),
            };
            grown |= self.add((!neutral(kind)).then_some(facing.player), kind, &cells);
        }
        Some(grown)
    }
}
