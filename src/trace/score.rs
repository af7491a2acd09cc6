//! Scores: what each player has, and who has the most.

use super::Inquiry;
use super::goals::groups;
use crate::index::{Cell, Piece, Player, ScoreId};
use crate::position::TooWide;
use crate::rules::{GroupsRule, Test};

impl<'r> Inquiry<'r> {
    /// What a player has of a score, in half points.
    pub(super) fn points(
        &mut self,
        cells: &[Piece],
        player: Player,
        score: ScoreId,
    ) -> Result<i64, TooWide> {
        let rule = &self.rules.scores[score.index()];
        let mut points = i64::from(rule.bonus[player.index()]);
        for (test, worth) in &rule.count {
            let passing = self.passing(cells, player, test)?;
            let count = passing.into_iter().filter(|passes| *passes).count();
            points += i64::from(*worth) * count as i64;
        }
        for (number, of) in &rule.sum {
            let held = |slot: Cell| i64::from(cells[slot.index()].0);
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
            let height = |cell| self.layout.height(|slot| cells[slot.index()], cell) as i64;
            points += 2 * passing.map(height).sum::<i64>();
        }
        if let Some(groups) = &rule.groups {
            points += self.worth_of_groups(cells, player, groups)?;
        }
        Ok(points)
    }

    /// What groups of cells are worth to a player, in half points.
    fn worth_of_groups(
        &mut self,
        cells: &[Piece],
        player: Player,
        rule: &'r GroupsRule,
    ) -> Result<i64, TooWide> {
        let near = self.near(player, &rule.by)?;
        let passing = self.passing(cells, player, &rule.of)?;
        let counted = self.worth_of_cells(cells, player, &rule.count)?;
        let touched = self.worth_of_cells(cells, player, &rule.touching)?;
        let mut points = Vec::new();
        for group in groups(&near, &passing) {
            let mut beside: Vec<Cell> =
                group.iter().flat_map(|cell| near[cell.index()].iter().copied()).collect();
            beside.retain(|cell| !passing[cell.index()]);
            beside.sort();
            beside.dedup();
            let own: i64 = group.iter().map(|cell| counted[cell.index()]).sum();
            points.push(own + beside.iter().map(|cell| touched[cell.index()]).sum::<i64>());
        }
        Ok(rule.total(points))
    }

    /// What each cell is worth to a player, in half points.
    fn worth_of_cells(
        &mut self,
        cells: &[Piece],
        player: Player,
        worth: &'r [(Test, i32)],
    ) -> Result<Vec<i64>, TooWide> {
        let mut sum = vec![0; self.graph.cells()];
        for (test, points) in worth {
            let passing = self.passing(cells, player, test)?;
            for (sum, _) in sum.iter_mut().zip(passing).filter(|(_, passes)| *passes) {
                *sum += i64::from(*points);
            }
        }
        Ok(sum)
    }

    /// Which team alone has the most of a score, or the least, by who stands for it. Its players' points are added up.
    pub(super) fn extreme(
        &mut self,
        cells: &[Piece],
        most: bool,
        score: ScoreId,
    ) -> Result<Option<Player>, TooWide> {
        let mut best = (i64::MIN, None);
        let rules = self.rules;
        for player in rules.teams() {
            let mut points = 0;
            for member in rules.members(player) {
                points += self.points(cells, member, score)?;
            }
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
