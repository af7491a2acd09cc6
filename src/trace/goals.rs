//! Goals: the cells that reach one.

use super::Inquiry;
use super::facts::Scene;
use super::overlay::Overlay;
use super::walk::By;
use crate::index::{Cell, GoalId, Kind, Piece, Player};
use crate::position::TooWide;
use crate::rules::{Cells, Dirs, Goal, Test};
use std::collections::BTreeMap;

impl<'r> Inquiry<'r> {
    /// The cells by which a player has reached a goal: the line, or the path from side to side.
    pub(super) fn reached(
        &mut self,
        cells: &[Piece],
        player: Player,
        goal: GoalId,
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        match &self.rules.goals[goal.index()].goal {
            Goal::Line { length, along, of, limits } => {
                let passing = self.passing(cells, player, of)?;
                self.line(cells, player, &passing, *length, along, limits)
            }
            Goal::Connect { sides, by, of } => {
                let Some((_, sides)) = sides.iter().find(|(owner, _)| *owner == player) else {
                    return Ok(None);
                };
                let passing = self.passing(cells, player, of)?;
                self.connection(player, &passing, sides, by)
            }
        }
    }

    /// Which cells pass a test, the player being its mover.
    pub(super) fn passing(
        &mut self,
        cells: &[Piece],
        player: Player,
        test: &'r Test,
    ) -> Result<Vec<bool>, TooWide> {
        let board = Overlay::new(cells);
        let by = By { player, attack: false };
        let scene = Scene { board: &board, names: &BTreeMap::new(), place: None, taken: &[] };
        let mut passing = Vec::with_capacity(self.graph.cells());
        for cell in self.graph.all() {
            self.spend(1)?;
            passing.push(self.test(by, &scene, cell, test)?);
        }
        Ok(passing)
    }

    fn line(
        &mut self,
        cells: &[Piece],
        player: Player,
        passing: &[bool],
        length: u16,
        along: &Dirs,
        limits: &[(Kind, u16)],
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        let facing = self.rules.facing(player);
        let headings = self.graph.resolve(along, facing, facing);
        for start in self.graph.all() {
            for heading in headings.iter().copied() {
                self.spend(1)?;
                let line: Vec<Cell> =
                    std::iter::successors(Some(start), |cell| self.graph.next(*cell, heading))
                        .take(usize::from(length))
                        .take_while(|cell| passing[cell.index()])
                        .collect();
                let within = limits.iter().all(|(kind, most)| {
                    let of = |cell: &&Cell| cells[cell.index()].kind() == Some(*kind);
                    line.iter().filter(of).count() <= usize::from(*most)
                });
                if line.len() == usize::from(length) && within {
                    return Ok(Some(line));
                }
            }
        }
        Ok(None)
    }

    fn connection(
        &mut self,
        player: Player,
        passing: &[bool],
        sides: &[Cells],
        by: &Dirs,
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        let (graph, facing) = (self.graph, self.rules.facing(player));
        let on = |side: &Cells, cell: Cell| graph.contains(side, cell, facing);
        let mut near = vec![Vec::new(); passing.len()];
        let headings = graph.resolve(by, facing, facing);
        for cell in graph.all() {
            for heading in headings.iter().copied() {
                self.spend(1)?;
                if let Some(next) = graph.next(cell, heading) {
                    near[cell.index()].push(next);
                    near[next.index()].push(cell);
                }
            }
        }
        let mut seen = vec![false; passing.len()];
        for start in graph.all() {
            if !passing[start.index()] || seen[start.index()] {
                continue;
            }
            let group: Vec<Cell> =
                flood(&[start], &near, passing).into_iter().map(|(cell, _)| cell).collect();
            for cell in &group {
                seen[cell.index()] = true;
            }
            if !sides.iter().all(|side| group.iter().any(|cell| on(side, *cell))) {
                continue;
            }
            let [from, to] = sides else {
                return Ok(Some(group));
            };
            let starts: Vec<Cell> = group.into_iter().filter(|cell| on(from, *cell)).collect();
            let steps = flood(&starts, &near, passing);
            let last = steps.iter().position(|(cell, _)| on(to, *cell));
            let mut path: Vec<Cell> =
                std::iter::successors(last, |at| steps[*at].1).map(|at| steps[at].0).collect();
            path.reverse();
            return Ok(Some(path));
        }
        Ok(None)
    }
}

/// The passing cells that hang together with the starts, nearest first, each with the index of the
/// one from which it was reached.
fn flood(starts: &[Cell], near: &[Vec<Cell>], passing: &[bool]) -> Vec<(Cell, Option<usize>)> {
    let mut seen = vec![false; passing.len()];
    let mut found: Vec<(Cell, Option<usize>)> = starts.iter().map(|cell| (*cell, None)).collect();
    for cell in starts {
        seen[cell.index()] = true;
    }
    let mut at = 0;
    while let Some((cell, _)) = found.get(at).copied() {
        for next in &near[cell.index()] {
            if passing[next.index()] && !seen[next.index()] {
                seen[next.index()] = true;
                found.push((*next, Some(at)));
            }
        }
        at += 1;
    }
    found
}
