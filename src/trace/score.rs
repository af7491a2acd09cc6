//! Scores: what each player has, and who has the most.

use super::Inquiry;
use crate::index::{Cell, Piece, Player, ScoreId};
use crate::position::TooWide;

impl Inquiry<'_> {
    /// What a player has of a score, in half points.
    pub(super) fn points(
        &mut self,
        cells: &[Piece],
        player: Player,
        score: ScoreId,
    ) -> Result<i32, TooWide> {
        let rule = &self.rules.scores[score.index()];
        let mut points = rule.bonus[player.index()];
        for (test, worth) in &rule.count {
            let passing = self.passing(cells, player, test)?;
            points += worth * passing.into_iter().filter(|passes| *passes).count() as i32;
        }
        for (number, of) in &rule.sum {
            let held = |slot: Cell| i32::from(cells[slot.index()].0);
            points += 2 * match of {
                None => held(self.layout.player_number(*number, player)),
                Some(test) => {
                    let passing = self.passing(cells, player, test)?.into_iter().enumerate();
                    let counts = passing.filter(|(_, passes)| *passes);
                    let slot = |at| self.layout.cell_number(*number, Cell::at(at));
                    counts.map(|(at, _)| held(slot(at))).sum()
                }
            };
        }
        if let Some(of) = &rule.heights {
            let passing = self.passing(cells, player, of)?.into_iter().enumerate();
            let passing = passing.filter(|(_, passes)| *passes).map(|(at, _)| Cell::at(at));
            let height = |cell| self.layout.height(|slot| cells[slot.index()], cell) as i32;
            points += 2 * passing.map(height).sum::<i32>();
        }
        Ok(points)
    }

    /// Who alone has the most of a score, or the least.
    pub(super) fn extreme(
        &mut self,
        cells: &[Piece],
        most: bool,
        score: ScoreId,
    ) -> Result<Option<Player>, TooWide> {
        let mut best = (i32::MIN, None);
        for player in (0..self.rules.players.len()).map(Player::at) {
            let points = self.points(cells, player, score)?;
            let points = if most { points } else { -points };
            if points > best.0 {
                best = (points, Some(player));
            } else if points == best.0 {
                best.1 = None;
            }
        }
        Ok(best.1)
    }
}
