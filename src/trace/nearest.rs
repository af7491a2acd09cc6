//! How near a player is to a goal that he has not reached, and what stands between.
//!
//! A cell is *wanted* if the goal asks for it and it does not pass; one on which nothing stands may pass yet, one on which something stands
//! is taken for barred, which it is as long as that stands there.

use std::collections::VecDeque;

use super::Inquiry;
use super::goals::{flood, groups};
use crate::index::{Cell, GoalId, Piece, Player};
use crate::position::TooWide;
use crate::rules::{Cells, Dirs, Goal};

/// How near a goal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Nearest {
    /// These cells would reach it: those that pass, and those that are empty and wanted.
    Open(Vec<Cell>, Vec<Cell>),
    /// On every line something bars it.
    Barred,
    /// No way leads from side to side over what passes and what is empty: these cells, on which something stands, cut it off.
    Cut(Vec<Cell>),
    /// This group touches so many of the sides of which so many are asked for.
    Touches(Vec<Cell>, usize, usize),
    /// There are so many groups; a cell of each.
    Groups(Vec<Cell>),
}

impl Inquiry<'_> {
    /// How near a player is to a goal that he has not reached, if that can be told.
    pub(super) fn nearest(
        &mut self,
        cells: &[Piece],
        player: Player,
        goal: GoalId,
    ) -> Result<Option<Nearest>, TooWide> {
        let rules = self.rules;
        match &rules.goals[goal.index()].goal {
            Goal::Line { length, along, of, limits, .. } => {
                // Of what may stand in a row only so often the nearest is not looked for.
                if !limits.is_empty() {
                    return Ok(None);
                }
                let passing = self.passing(cells, player, of)?;
                self.nearest_line(cells, player, &passing, (*length).into(), along)
            }
            Goal::Connect { sides, least, by, of } => {
                let Some((_, sides)) = sides.iter().find(|(owner, _)| *owner == player) else {
                    return Ok(None);
                };
                let passing = self.passing(cells, player, of)?;
                let least = least.map_or(sides.len(), usize::from);
                match (sides.as_slice(), least) {
                    ([from, to], 2) => self.nearest_way(cells, player, &passing, [from, to], by),
                    _ => self.nearest_group(player, &passing, sides, least, by),
                }
            }
            Goal::Together { by, of } => {
                let passing = self.passing(cells, player, of)?;
                let near = self.near(player, by)?;
                let groups = groups(&near, &passing);
                let firsts = groups.iter().filter_map(|group| group.first().copied());
                Ok((groups.len() > 1).then(|| Nearest::Groups(firsts.collect())))
            }
            Goal::Ring { .. } => Ok(None),
        }
    }

    /// The line of which the most passes, if the rest of it is empty.
    fn nearest_line(
        &mut self,
        cells: &[Piece],
        player: Player,
        passing: &[bool],
        length: usize,
        along: &Dirs,
    ) -> Result<Option<Nearest>, TooWide> {
        let (graph, facing) = (self.graph, self.rules.facing(player));
        let headings = graph.resolve(along, facing, facing.heading);
        let mut best: Option<(Vec<Cell>, Vec<Cell>)> = None;
        for start in graph.all() {
            self.spend(headings.len() * length)?;
            for heading in headings.iter().copied() {
                let next = |cell: &Cell| graph.next(*cell, heading);
                let line: Vec<Cell> =
                    std::iter::successors(Some(start), next).take(length).collect();
                let (has, wants): (Vec<Cell>, Vec<Cell>) =
                    line.into_iter().partition(|cell| passing[cell.index()]);
                let open = wants.iter().all(|cell| cells[cell.index()] == Piece::EMPTY);
                let whole = has.len() + wants.len() == length;
                let more = best.as_ref().is_none_or(|(known, _)| has.len() > known.len());
                if open && whole && more {
                    best = Some((has, wants));
                }
            }
        }
        Ok(Some(best.map_or(Nearest::Barred, |(has, wants)| Nearest::Open(has, wants))))
    }

    /// The way from side to side on which the fewest cells are wanted, or what cuts the sides off.
    fn nearest_way(
        &mut self,
        cells: &[Piece],
        player: Player,
        passing: &[bool],
        [from, to]: [&Cells; 2],
        by: &Dirs,
    ) -> Result<Option<Nearest>, TooWide> {
        let (graph, facing) = (self.graph, self.rules.facing(player));
        let on = |side: &Cells, cell: Cell| graph.contains(side, cell, facing);
        let near = self.near(player, by)?;
        let open = |cell: Cell| passing[cell.index()] || cells[cell.index()] == Piece::EMPTY;
        let costs = |cell: Cell| usize::from(!passing[cell.index()]);
        // How many cells are wanted from the first side to each, and the cell before it.
        let mut known: Vec<Option<(usize, Option<Cell>)>> = vec![None; passing.len()];
        let mut queue: VecDeque<(Cell, usize, Option<Cell>)> = VecDeque::new();
        let enter = |queue: &mut VecDeque<_>, cell: Cell, cost: usize, before| match costs(cell) {
            0 => queue.push_front((cell, cost, before)),
            more => queue.push_back((cell, cost + more, before)),
        };
        for cell in graph.all().filter(|cell| open(*cell) && on(from, *cell)) {
            enter(&mut queue, cell, 0, None);
        }
        while let Some((cell, cost, before)) = queue.pop_front() {
            self.spend(1)?;
            if known[cell.index()].is_some() {
                continue;
            }
            known[cell.index()] = Some((cost, before));
            if on(to, cell) {
                let before = |cell: &Cell| known[cell.index()].and_then(|(_, before)| before);
                let way = std::iter::successors(Some(cell), before);
                let (mut has, mut wants): (Vec<Cell>, Vec<Cell>) =
                    way.partition(|cell| passing[cell.index()]);
                has.reverse();
                wants.reverse();
                return Ok(Some(Nearest::Open(has, wants)));
            }
            for next in near[cell.index()].iter().copied().filter(|next| open(*next)) {
                enter(&mut queue, next, cost, Some(cell));
            }
        }
        // What bars the way on this side, seen from the other one.
        let reached = |cell: Cell| known[cell.index()].is_some();
        let bars = |cell: Cell| {
            !reached(cell)
                && (on(from, cell) || near[cell.index()].iter().any(|next| reached(*next)))
        };
        let rest: Vec<bool> =
            (0..passing.len()).map(|at| !reached(Cell::at(at)) && !bars(Cell::at(at))).collect();
        let ends: Vec<Cell> =
            graph.all().filter(|cell| on(to, *cell) && rest[cell.index()]).collect();
        let beyond: Vec<Cell> =
            flood(&ends, &near, &rest).into_iter().map(|(cell, _)| cell).collect();
        let cuts = |cell: &Cell| {
            bars(*cell)
                && (on(to, *cell) || near[cell.index()].iter().any(|next| beyond.contains(next)))
        };
        Ok(Some(Nearest::Cut(graph.all().filter(cuts).collect())))
    }

    /// The group that touches the most sides.
    fn nearest_group(
        &mut self,
        player: Player,
        passing: &[bool],
        sides: &[Cells],
        least: usize,
        by: &Dirs,
    ) -> Result<Option<Nearest>, TooWide> {
        let (graph, facing) = (self.graph, self.rules.facing(player));
        let near = self.near(player, by)?;
        let mut best: Option<(Vec<Cell>, usize)> = None;
        for group in groups(&near, passing) {
            let on = |side: &&Cells| group.iter().any(|cell| graph.contains(side, *cell, facing));
            let touched = sides.iter().filter(on).count();
            if best.as_ref().is_none_or(|(_, known)| touched > *known) {
                best = Some((group, touched));
            }
        }
        Ok(best.map(|(group, touched)| Nearest::Touches(group, touched, least)))
    }
}
