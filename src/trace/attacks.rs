//! Attacks: what a player could capture if it were his move.

use std::collections::VecDeque;

use super::Inquiry;
use super::facts::Made;
use super::walk::By;
use crate::index::{Cell, Piece, Player};
use crate::position::TooWide;
use crate::rules::{MoveRule, Rules};

/// On one board, the cells where a player is known to capture what stands there. It is looked for
/// rule by rule, no further than is asked, as the next question is often one of the same board.
pub(super) struct Struck<'r> {
    /// What the board was, and all else that the answers rest on.
    asked: (Vec<Piece>, Player, Option<Made>, bool, bool),
    /// By cell and slot.
    struck: Vec<bool>,
    /// The rules that have not been followed yet.
    left: VecDeque<(Option<Cell>, &'r MoveRule)>,
}

impl<'r> Inquiry<'r> {
    /// Whether a player attacks a cell of the defender's, or one where a piece of his would stand.
    pub(super) fn attacked(
        &mut self,
        cells: &[Piece],
        cell: Cell,
        attacker: Player,
        defender: Player,
    ) -> Result<bool, TooWide> {
        let cells = defended(self.rules, cells, cell, defender);
        let asked = (cells.clone(), attacker, self.made, self.attacking, self.keying);
        // A walk that is followed may ask for attacks itself.
        let known = self.struck.take().filter(|known| known.asked == asked);
        let mut known = known.unwrap_or_else(|| Struck {
            asked,
            struck: vec![false; cells.len()],
            left: self.rules_of(&cells, attacker).into(),
        });
        let by = By { player: attacker, attack: true };
        while !known.struck[cell.index()]
            && let Some((place, rule)) = known.left.pop_front()
        {
            for way in self.ways(by, rule, &cells, place)? {
                way.captures.iter().for_each(|taken| known.struck[taken.index()] = true);
            }
        }
        let struck = known.struck[cell.index()];
        self.struck = Some(known);
        Ok(struck)
    }

    /// Up to so many rules by which a player attacks a cell, and where their pieces stand (an
    /// action's stands nowhere).
    pub(super) fn attackers(
        &mut self,
        cells: &[Piece],
        cell: Cell,
        attacker: Player,
        defender: Player,
        most: usize,
    ) -> Result<Vec<(Option<Cell>, &'r MoveRule)>, TooWide> {
        let cells = defended(self.rules, cells, cell, defender);
        let by = By { player: attacker, attack: true };
        let mut found = Vec::new();
        for (place, rule) in self.rules_of(&cells, attacker) {
            if found.len() >= most {
                break;
            }
            if self.ways(by, rule, &cells, place)?.iter().any(|way| way.captures.contains(&cell)) {
                found.push((place, rule));
            }
        }
        Ok(found)
    }

    /// The cells of a player's royal pieces.
    pub(super) fn royals(&self, cells: &[Piece], player: Player) -> Vec<Cell> {
        let royal = |piece: Piece| {
            piece.owner() == Some(player)
                && piece.kind().is_some_and(|kind| self.rules.kinds[kind.index()].royal)
        };
        self.graph.all().filter(|cell| royal(cells[cell.index()])).collect()
    }
}

/// The board with a piece of the defender's on the cell.
fn defended(rules: &Rules, cells: &[Piece], cell: Cell, defender: Player) -> Vec<Piece> {
    let mut cells = cells.to_vec();
    let found = cells[cell.index()];
    cells[cell.index()] = match found.kind() {
        Some(kind) => Piece::new(kind, Some(defender)),
        None => rules.stand_in(defender),
    };
    cells
}
