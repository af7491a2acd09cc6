//! Scores: what each player has, and who has the most.

use super::Evaluator;
use super::goal::Groups;
use crate::index::{Cell, Player, ScoreId};
use crate::position::{Position, TooWide};
use crate::program::{Check, GroupsCode, ScoreCode};
use crate::rules::limits;

impl Evaluator<'_> {
    /// What each player has of a score, in half points.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks than are tried.
    pub fn scores(&mut self, position: &Position, score: ScoreId) -> Result<Vec<i64>, TooWide> {
        self.load(position);
        let players = (0..self.program.players).map(Player::at);
        players.map(|player| self.points(player, score)).collect()
    }

    /// What a player has of a score, in half points.
    pub(super) fn points(&mut self, player: Player, score: ScoreId) -> Result<i64, TooWide> {
        let program = self.program;
        let ScoreCode { count, sum, heights, groups, bonus } =
            &program.sides[player.index()].scores[score.index()];
        let mut points = i64::from(*bonus);
        for (check, worth) in count {
            self.mark(check, player)?;
            let count = self.passing.iter().filter(|passes| **passes).count();
            points += i64::from(*worth) * count as i64;
        }
        for (slot, of) in sum {
            let first = usize::from(*slot);
            points += 2 * match of {
                None => i64::from(self.machine.cells[first].0),
                Some(check) => {
                    self.mark(check, player)?;
                    let passing = self.passing.iter().enumerate().filter(|(_, passes)| **passes);
                    passing.map(|(at, _)| i64::from(self.machine.cells[first + at].0)).sum()
                }
            };
        }
        if let Some(check) = heights {
            self.mark(check, player)?;
            for at in 0..self.passing.len() {
                if self.passing[at] {
                    points += 2 * self.machine.height_of(Cell::at(at)) as i64;
                }
            }
        }
        if let Some(groups) = groups {
            points += self.worth_of_groups(groups, player)?;
        }
        Ok(points)
    }

    /// What groups of cells are worth to a player, in half points.
    fn worth_of_groups(&mut self, code: &GroupsCode, player: Player) -> Result<i64, TooWide> {
        let counted = self.worth_of_cells(&code.count, player)?;
        let touched = self.worth_of_cells(&code.touching, player)?;
        self.mark(&code.check, player)?;
        let mut groups = Groups::default();
        Ok(groups.worth(&self.passing, &self.program.neighbours, code, &counted, &touched))
    }

    /// What each cell is worth to a player, in half points.
    fn worth_of_cells(
        &mut self,
        worth: &[(Check, i32)],
        player: Player,
    ) -> Result<Vec<i64>, TooWide> {
        let mut sum = vec![0; self.program.cells];
        for (check, points) in worth {
            self.mark(check, player)?;
            for (sum, _) in sum.iter_mut().zip(&self.passing).filter(|(_, passes)| **passes) {
                *sum += i64::from(*points);
            }
        }
        Ok(sum)
    }

    /// Which team alone has the most of a score, or the least, by who stands for it.
    pub(super) fn extreme(
        &mut self,
        most: bool,
        score: ScoreId,
    ) -> Result<Option<Player>, TooWide> {
        let players = (0..self.program.players).map(Player::at);
        let points = players.map(|player| self.points(player, score));
        Ok(alone(most, points.collect::<Result<Vec<_>, _>>()?, &self.program.teams))
    }
}

/// Which team alone has the most points, or the least: the points of its players, who come in their order, are added up.
pub(super) fn alone(
    most: bool,
    points: impl IntoIterator<Item = i64>,
    teams: &[Player],
) -> Option<Player> {
    let mut sums = [0; limits::PLAYERS];
    for (points, team) in points.into_iter().zip(teams) {
        sums[team.index()] += if most { points } else { -points };
    }
    let (mut best, mut whose) = (i64::MIN, None);
    for (player, team) in teams.iter().enumerate() {
        if team.index() == player && sums[player] >= best {
            whose = (sums[player] > best).then_some(*team);
            best = sums[player];
        }
    }
    whose
}
