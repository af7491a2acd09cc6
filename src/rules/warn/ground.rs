//! The board of a file, to be asked what can be on it.

use super::super::check::possible_of;
use super::super::graph::{Facing, Graph};
use super::super::model::*;
use crate::index::{Cell, Heading, Player};
use crate::position::Size;

/// Boards with more cells are not looked at.
const CELLS: usize = 1024;

/// A board whose size the file tells, and how its players sit at it.
pub(super) struct Ground {
    pub(super) graph: Graph,
    /// How each player sits, in turn order.
    pub(super) facings: Vec<Facing>,
    /// Of each kind, whether its pieces are nobody's; of no use where pieces may be a team-mate's, neither own nor an enemy's.
    neutral: Option<Vec<bool>>,
}

impl Ground {
    /// That of some rules, if all positions have the same and it is not too large to be looked at.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        Self::sized(rules, rules.board.size?)
    }

    /// That of some rules on a board of that size, if it is not too large to be looked at.
    pub(super) fn sized(rules: &Rules, size: Size) -> Option<Self> {
        let graph = rules.graph(size);
        let facing = |(at, player): (usize, &PlayerRule)| Facing {
            heading: Graph::compass(player.facing.unwrap_or(Compass::North)),
            player: Player::at(at),
        };
        let facings = rules.players.iter().enumerate().map(facing).collect();
        let neutral = rules.kinds.iter().map(|kind| kind.neutral).collect();
        let neutral = Some(neutral).filter(|_| !rules.has_teams());
        (graph.cells() <= CELLS).then_some(Self { graph, facings, neutral })
    }

    /// Whether something can stand on a cell, or nothing, with which it passes for that player.
    pub(super) fn may_pass(&self, test: &Test, cell: Cell, facing: Facing) -> bool {
        let place = |cells: &Cells| Some(self.graph.contains(cells, cell, facing));
        possible_of(test, self.neutral.as_deref(), &place)
    }

    /// On how many cells at most a test passes at once, whoever asks.
    pub(super) fn most(&self, test: &Test) -> usize {
        let count = |facing: &Facing| {
            self.graph.all().filter(|cell| self.may_pass(test, *cell, *facing)).count()
        };
        self.facings.iter().map(count).max().unwrap_or(0)
    }

    /// Whether a player could have so many cells in a row that pass.
    pub(super) fn has_line(&self, length: usize, along: &Dirs, of: &Test) -> bool {
        self.facings.iter().any(|facing| {
            let may: Vec<bool> = (0..self.graph.cells())
                .map(|cell| {
                    self.graph.has(Cell::at(cell)) && self.may_pass(of, Cell::at(cell), *facing)
                })
                .collect();
            let headings = self.graph.resolve(along, *facing, facing.heading);
            self.graph
                .all()
                .any(|cell| headings.iter().any(|heading| self.runs(cell, *heading, length, &may)))
        })
    }

    /// Whether so many cells from one on along a heading are among these.
    fn runs(&self, cell: Cell, heading: Heading, length: usize, may: &[bool]) -> bool {
        let mut at = Some(cell);
        for _ in 0..length {
            match at {
                Some(cell) if may.get(cell.index()) == Some(&true) => {
                    at = self.graph.next(cell, heading);
                }
                _ => return false,
            }
        }
        true
    }
}
