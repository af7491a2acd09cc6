//! Goals: the cells that reach one.

use super::Inquiry;
use super::walk::{By, Stand};
use crate::index::{Cell, GoalId, Piece, Player};
use crate::position::TooWide;
use crate::rules::{Cells, Dirs, Goal, Test};

impl<'r> Inquiry<'r> {
    /// The cells by which a player has reached a goal: the line, or the path from side to side.
    pub(super) fn reached(
        &mut self,
        cells: &[Piece],
        player: Player,
        goal: GoalId,
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        let by = By { player, attack: self.attacking };
        match &self.rules.goals[goal.index()].goal {
            Goal::Line { .. } => self.row(cells, by, goal, None),
            Goal::Connect { sides, least, by, of } => {
                let Some((_, sides)) = sides.iter().find(|(owner, _)| *owner == player) else {
                    return Ok(None);
                };
                let passing = self.passing(cells, player, of)?;
                let least = least.map_or(sides.len(), usize::from);
                self.connection(player, &passing, sides, least, by)
            }
            Goal::Together { by, of } => {
                let passing = self.passing(cells, player, of)?;
                let near = self.near(player, by)?;
                let Some(first) = self.graph.all().find(|cell| passing[cell.index()]) else {
                    return Ok(None);
                };
                let group = flood(&[first], &near, &passing);
                let whole = passing.iter().filter(|passes| **passes).count();
                let group: Vec<Cell> = group.into_iter().map(|(cell, _)| cell).collect();
                Ok((group.len() == whole).then_some(group))
            }
            Goal::Ring { across, of } => {
                let passing = self.passing(cells, player, of)?;
                self.ring(player, &passing, across)
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
        self.passing_by(cells, By { player, attack: self.attacking }, test)
    }

    fn passing_by(
        &mut self,
        cells: &[Piece],
        by: By,
        test: &'r Test,
    ) -> Result<Vec<bool>, TooWide> {
        let stand = Stand::start(cells, None, self.rules.facing(by.player));
        let mut passing = vec![false; self.graph.cells()];
        for cell in self.graph.all() {
            self.spend(1)?;
            passing[cell.index()] = self.test(by, &stand, cell, test)?;
        }
        Ok(passing)
    }

    /// The first line that reaches the goal, `through` that cell if there is one; none if the goal is
    /// no line.
    pub(super) fn row(
        &mut self,
        cells: &[Piece],
        by: By,
        goal: GoalId,
        through: Option<Cell>,
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        let Goal::Line { length, exactly, along, of, limits } =
            &self.rules.goals[goal.index()].goal
        else {
            return Ok(None);
        };
        let passing = self.passing_by(cells, by, of)?;
        let passes = |cell: Option<Cell>| cell.is_some_and(|cell| passing[cell.index()]);
        let length = usize::from(*length);
        let facing = self.rules.facing(by.player);
        let headings = self.graph.resolve(along, facing, facing.heading);
        for start in self.graph.all() {
            self.spend(headings.len())?;
            for heading in headings.iter().copied().filter(|_| passing[start.index()]) {
                let next = |cell: &Cell| self.graph.next(*cell, heading);
                let before = || self.graph.all().find(|other| next(other) == Some(start));
                let line = std::iter::successors(Some(start), next)
                    .take(length)
                    .take_while(|cell| passing[cell.index()]);
                if line.clone().count() < length {
                    continue;
                }
                let line: Vec<Cell> = line.collect();
                let within = limits.iter().all(|(kind, most)| {
                    let of = |cell: &&Cell| cells[cell.index()].kind() == Some(*kind);
                    line.iter().filter(of).count() <= usize::from(*most)
                });
                let here = through.is_none_or(|cell| line.contains(&cell));
                let longer = || passes(before()) || passes(line.last().and_then(next));
                if within && here && !(*exactly && longer()) {
                    return Ok(Some(line));
                }
            }
        }
        Ok(None)
    }

    /// From each cell those that are one step away, either way.
    pub(super) fn near(&mut self, player: Player, by: &Dirs) -> Result<Vec<Vec<Cell>>, TooWide> {
        let (graph, facing) = (self.graph, self.rules.facing(player));
        let mut near = vec![Vec::new(); graph.cells()];
        for heading in graph.resolve(by, facing, facing.heading) {
            for cell in graph.all() {
                self.spend(1)?;
                if let Some(next) = graph.next(cell, heading) {
                    near[cell.index()].push(next);
                    near[next.index()].push(cell);
                }
            }
        }
        Ok(near)
    }

    /// The passing cells around one that cannot get out.
    fn ring(
        &mut self,
        player: Player,
        passing: &[bool],
        across: &Dirs,
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        let (graph, facing) = (self.graph, self.rules.facing(player));
        let headings = graph.resolve(across, facing, facing.heading);
        let near = self.near(player, across)?;
        let border = |cell: Cell| headings.iter().any(|at| graph.next(cell, *at).is_none());
        let open: Vec<bool> = passing.iter().map(|passes| !passes).collect();
        for cell in graph.all() {
            let inside: Vec<Cell> =
                flood(&[cell], &near, &open).into_iter().map(|(cell, _)| cell).collect();
            self.spend(inside.len())?;
            if !inside.iter().any(|cell| border(*cell)) {
                let mut ring: Vec<Cell> =
                    inside.iter().flat_map(|cell| near[cell.index()].clone()).collect();
                ring.retain(|cell| passing[cell.index()] && !inside.contains(cell));
                ring.sort();
                ring.dedup();
                return Ok(Some(ring));
            }
        }
        Ok(None)
    }

    fn connection(
        &mut self,
        player: Player,
        passing: &[bool],
        sides: &[Cells],
        least: usize,
        by: &Dirs,
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        let (graph, facing) = (self.graph, self.rules.facing(player));
        let on = |side: &Cells, cell: Cell| graph.contains(side, cell, facing);
        let near = self.near(player, by)?;
        for group in groups(&near, passing) {
            let touched = |side: &&Cells| group.iter().any(|cell| on(side, *cell));
            if sides.iter().filter(touched).count() < least {
                continue;
            }
            let ([from, to], 2) = (sides, least) else {
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

/// The groups of passing cells, each by its first cell.
pub(super) fn groups(near: &[Vec<Cell>], passing: &[bool]) -> Vec<Vec<Cell>> {
    let mut seen = vec![false; passing.len()];
    let mut groups = Vec::new();
    for start in (0..passing.len()).map(Cell::at) {
        if !passing[start.index()] || seen[start.index()] {
            continue;
        }
        let group: Vec<Cell> =
            flood(&[start], near, passing).into_iter().map(|(cell, _)| cell).collect();
        for cell in &group {
            seen[cell.index()] = true;
        }
        groups.push(group);
    }
    groups
}

/// The passing cells that hang together with the starts, nearest first, each with the index of the
/// one from which it was reached.
pub(super) fn flood(
    starts: &[Cell],
    near: &[Vec<Cell>],
    passing: &[bool],
) -> Vec<(Cell, Option<usize>)> {
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
