//! Walks: every way in which a pattern fits, in order.

use std::collections::{BTreeMap, HashSet};

use super::facts::{Made, Scene};
use super::overlay::Overlay;
use super::{Inquiry, STOPS, Stop};
use crate::index::{Cell, Heading, Mark, Piece, Player, Register};
use crate::position::TooWide;
use crate::rules::{Dirs, MoveRule, Node, Test, Walk, limits};

/// Who walks.
#[derive(Clone, Copy)]
pub(super) struct By {
    /// The player.
    pub(super) player: Player,
    /// Whether it is only asked what he attacks, so that walks see no attacks themselves.
    pub(super) attack: bool,
}

/// How far a walk has come.
#[derive(Clone)]
pub(super) struct Stand<'a, 'r> {
    /// The board as the walk has left it.
    pub(super) board: Overlay<'a>,
    /// Where the walking piece stands; nowhere in an action, or once it is off the board.
    pub(super) place: Option<Cell>,
    /// The cell that is looked at.
    pub(super) cursor: Option<Cell>,
    /// The direction of the walk.
    pub(super) heading: Heading,
    /// The cells that have been given names.
    pub(super) names: BTreeMap<Register, Cell>,
    /// The cells that tell the move.
    pub(super) path: Vec<Cell>,
    /// Where something has been captured, in order.
    pub(super) captures: Vec<Cell>,
    /// The marks that are made, or taken away, when the move is made.
    pub(super) marks: Vec<(Mark, Cell, bool)>,
    /// Whether the walk asks to be gone on with.
    pub(super) again: bool,
    /// What is walked where it is not gone on with.
    pub(super) rest: Vec<&'r Node>,
    /// Where pieces stand that leave the board when the move is over.
    pub(super) taken: Vec<Cell>,
}

impl<'a> Stand<'a, '_> {
    /// Before the first step of the piece on `place`, or of an action.
    pub(super) fn start(cells: &'a [Piece], place: Option<Cell>, facing: Heading) -> Self {
        Self {
            board: Overlay::new(cells),
            place,
            cursor: place,
            heading: facing,
            names: BTreeMap::new(),
            path: place.into_iter().collect(),
            captures: Vec::new(),
            marks: Vec::new(),
            again: false,
            rest: Vec::new(),
            taken: Vec::new(),
        }
    }
}

impl<'a> Stand<'a, '_> {
    /// What a test sees from here.
    pub(super) fn scene(&self) -> Scene<'_, 'a> {
        let (board, names) = (&self.board, &self.names);
        Scene { board, names, place: self.place, taken: &self.taken, path: &self.path }
    }
}

type Ways<'a, 'r> = Result<Vec<Stand<'a, 'r>>, TooWide>;

impl<'r> Inquiry<'r> {
    /// Every way to its end that the rule's walk has from `place`, `again` included.
    pub(super) fn ways<'a>(
        &mut self,
        by: By,
        rule: &'r MoveRule,
        cells: &'a [Piece],
        place: Option<Cell>,
    ) -> Ways<'a, 'r> {
        let start = Stand::start(cells, place, self.rules.facing(by.player));
        let mut open = self.walk(by, &rule.walk, start)?;
        open.reverse();
        let mut ends = Vec::new();
        while let Some(mut stand) = open.pop() {
            let onward = if stand.again { self.onward(by, rule, &stand)? } else { Vec::new() };
            if onward.is_empty() {
                let rest = std::mem::take(&mut stand.rest);
                stand.again = false;
                ends.extend(self.sequence(by, rest.into_iter(), stand)?);
            } else {
                open.extend(onward.into_iter().rev());
            }
            if open.len() + ends.len() > limits::WAYS {
                return Err(TooWide::Ways);
            }
        }
        for end in &mut ends {
            for cell in std::mem::take(&mut end.taken) {
                end.board.set(cell, Piece::EMPTY);
            }
        }
        Ok(ends)
    }

    /// The same-named moves of the piece, from where the walk has left it.
    fn onward<'a>(&mut self, by: By, rule: &MoveRule, stand: &Stand<'a, 'r>) -> Ways<'a, 'r> {
        let rules = self.rules;
        let facing = rules.facing(by.player);
        let kind = stand.place.and_then(|place| stand.board.at(place).kind());
        let (Some(place), Some(kind)) = (stand.place, kind) else { return Ok(Vec::new()) };
        if stand.captures.len() > self.graph.cells() {
            return Err(TooWide::Ways);
        }
        let mut found = Vec::new();
        for next in rules.kinds[kind.index()].moves.iter().filter(|next| next.name == rule.name) {
            if self.graph.contains(&next.from, place, facing) {
                let fresh = Stand {
                    cursor: Some(place),
                    names: BTreeMap::new(),
                    again: false,
                    rest: Vec::new(),
                    ..stand.clone()
                };
                found.extend(self.walk(by, &next.walk, fresh)?);
            }
        }
        Ok(found)
    }

    /// Every way in which a walk fits from here.
    pub(super) fn walk<'a>(
        &mut self,
        by: By,
        node: &'r Node,
        stand: Stand<'a, 'r>,
    ) -> Ways<'a, 'r> {
        self.spend(1)?;
        let (cursor, found) = (stand.cursor, stand.cursor.map(|cell| stand.board.at(cell)));
        let ways = match &node.walk {
            Walk::Seq(nodes) => return self.sequence(by, nodes.iter(), stand),
            Walk::Alt(nodes) => {
                let mut ways = Vec::new();
                for node in nodes {
                    ways.extend(self.walk(by, node, stand.clone())?);
                }
                return bounded(ways);
            }
            Walk::Repeat { .. } => return self.repeat(by, node, stand),
            Walk::Each { dirs, body, optional } => {
                return self.each(by, dirs, body, *optional, stand);
            }
            Walk::Along { test, body } => return self.along(by, test, body, stand),
            Walk::Turn { cells, right } => {
                self.turn(by, cells, *right, stand).into_iter().collect()
            }
            Walk::Every { test, body, optional } => {
                return self.every(by, test, body, *optional, stand);
            }
            Walk::See { body, holds } => {
                let fits = !self.walk(by, body, stand.clone())?.is_empty();
                if fits == *holds { vec![stand] } else { Vec::new() }
            }
            Walk::Tally { relation, number, dirs, body } => {
                let facing = self.rules.facing(by.player);
                let mut fits = 0;
                for heading in self.graph.resolve(dirs, facing, stand.heading) {
                    let turned = Stand { heading, ..stand.clone() };
                    fits += u16::from(!self.walk(by, body, turned)?.is_empty());
                }
                if relation.holds(fits, *number) { vec![stand] } else { Vec::new() }
            }
            Walk::Face(dirs) => {
                let facing = self.rules.facing(by.player);
                let headings = self.graph.resolve(dirs, facing, stand.heading);
                headings.into_iter().map(|heading| Stand { heading, ..stand.clone() }).collect()
            }
            Walk::Ahead => {
                let next = cursor.and_then(|cell| self.graph.next(cell, stand.heading));
                next.map(|cell| Stand { cursor: Some(cell), ..stand }).into_iter().collect()
            }
            Walk::Test(test) => match cursor {
                Some(cell) if self.test(by, &stand.scene(), cell, test)? => vec![stand],
                _ => Vec::new(),
            },
            Walk::Pick(test) => {
                let mut ways = Vec::new();
                for cell in self.graph.all() {
                    self.spend(1)?;
                    if self.test(by, &stand.scene(), cell, test)? {
                        let mut way = Stand { cursor: Some(cell), ..stand.clone() };
                        way.heading = self.rules.facing(by.player);
                        way.path.push(cell);
                        ways.push(way);
                    } else {
                        self.stop(by, node, cell, stand.board.at(cell));
                    }
                }
                ways
            }
            Walk::As(name) => match cursor {
                Some(cell) => {
                    let mut named = stand;
                    named.names.insert(*name, cell);
                    vec![named]
                }
                None => Vec::new(),
            },
            Walk::Go(name) => match stand.names.get(name).copied() {
                Some(cell) => vec![Stand { cursor: Some(cell), ..stand }],
                None => Vec::new(),
            },
            Walk::Return => vec![Stand { cursor: stand.place.or(stand.cursor), ..stand }],
            Walk::When(when) => {
                let made = Made {
                    captured: !stand.captures.is_empty(),
                    name: None,
                    kind: None,
                    before: 0,
                };
                let cells = stand.board.cells();
                if self.about(made, |this| this.holds(&cells, by.player, when))? {
                    vec![stand]
                } else {
                    Vec::new()
                }
            }
            Walk::Act(act) => self.act(by, *act, stand).into_iter().collect(),
        };
        if let (true, Some(cell), Some(found)) = (ways.is_empty(), cursor, found) {
            self.stop(by, node, cell, found);
        }
        bounded(ways)
    }

    /// Writes down where a walk failed, if that is asked for.
    fn stop(&mut self, by: By, node: &'r Node, cell: Cell, found: Piece) {
        if let Some(stops) = self.stops.as_mut().filter(|stops| !by.attack && stops.len() < STOPS) {
            stops.push(Stop { node, cell, found });
        }
    }

    /// One after the other; after an `again` the rest waits for the end of the chain.
    fn sequence<'a>(
        &mut self,
        by: By,
        nodes: impl Iterator<Item = &'r Node>,
        stand: Stand<'a, 'r>,
    ) -> Ways<'a, 'r> {
        let mut ways = vec![stand];
        for node in nodes {
            let mut onward = Vec::new();
            for mut way in ways {
                if way.again {
                    way.rest.push(node);
                    onward.push(way);
                    continue;
                }
                onward.extend(self.walk(by, node, way)?);
                if onward.len() > limits::WAYS {
                    return Err(TooWide::Ways);
                }
            }
            ways = onward;
        }
        Ok(ways)
    }

    /// The body as often as may be, the longest first. A way that comes to a cell with a heading that
    /// it had there is given up; in a search, one that any way had there.
    fn repeat<'a>(&mut self, by: By, node: &'r Node, stand: Stand<'a, 'r>) -> Ways<'a, 'r> {
        let Walk::Repeat { body, min, max } = &node.walk else { return Ok(Vec::new()) };
        let (min, max, searches) = (*min, *max, node.searches());
        enum Task<'a, 'r> {
            /// Goes on from here, so many bodies and that mark of the trail behind it.
            Try(Stand<'a, 'r>, u32, usize),
            /// Ends here.
            Keep(Stand<'a, 'r>),
        }
        // Each mark: where a way has been, and the mark before it.
        let mut trail = vec![((stand.cursor, stand.heading), None)];
        let mut seen = HashSet::new();
        let mut open = vec![Task::Try(stand, 0, 0)];
        let mut ends = Vec::new();
        while let Some(task) = open.pop() {
            let (stand, count, mark) = match task {
                Task::Keep(stand) => {
                    ends.push(stand);
                    continue;
                }
                Task::Try(stand, count, mark) => (stand, count, mark),
            };
            if searches && count >= min && !seen.insert((stand.cursor, stand.heading)) {
                continue;
            }
            if count >= min {
                open.push(Task::Keep(stand.clone()));
            }
            if max.is_some_and(|max| count >= max) {
                continue;
            }
            for way in self.walk(by, body, stand)?.into_iter().rev() {
                self.spend(count as usize / 64)?;
                if searches {
                    open.push(Task::Try(way, count + 1, 0));
                    continue;
                }
                let here = (way.cursor, way.heading);
                let mut behind = Some(mark);
                while let Some(mark) = behind.filter(|mark| trail[*mark].0 != here) {
                    behind = trail[mark].1;
                }
                if behind.is_none() {
                    trail.push((here, Some(mark)));
                    open.push(Task::Try(way, count + 1, trail.len() - 1));
                }
            }
            if open.len() + ends.len() > limits::WAYS {
                return Err(TooWide::Ways);
            }
        }
        Ok(ends)
    }

    /// In each direction the first way in which the body fits.
    fn each<'a>(
        &mut self,
        by: By,
        dirs: &Dirs,
        body: &'r Node,
        optional: bool,
        stand: Stand<'a, 'r>,
    ) -> Ways<'a, 'r> {
        let (cursor, heading) = (stand.cursor, stand.heading);
        let mut fits = optional;
        let mut done = stand;
        for ahead in self.graph.resolve(dirs, self.rules.facing(by.player), heading) {
            let turned = Stand { heading: ahead, ..done.clone() };
            if let Some(first) = self.walk(by, body, turned)?.into_iter().next() {
                fits = true;
                done = Stand { cursor, heading, ..first };
            }
        }
        Ok(if fits { vec![done] } else { Vec::new() })
    }
}

impl<'r> Inquiry<'r> {
    /// The body as often as cells of the line pass.
    fn along<'a>(
        &mut self,
        by: By,
        test: &'r Test,
        body: &'r Node,
        stand: Stand<'a, 'r>,
    ) -> Ways<'a, 'r> {
        let Some(cursor) = stand.cursor else { return Ok(Vec::new()) };
        let mut rounds = 0;
        for cell in self.graph.line(cursor, stand.heading) {
            self.spend(1)?;
            rounds += usize::from(self.test(by, &stand.scene(), cell, test)?);
        }
        self.sequence(by, std::iter::repeat_n(body, rounds), stand)
    }

    /// From each cell that passes the first way in which the body fits.
    fn every<'a>(
        &mut self,
        by: By,
        test: &'r Test,
        body: &'r Node,
        optional: bool,
        stand: Stand<'a, 'r>,
    ) -> Ways<'a, 'r> {
        let (cursor, heading) = (stand.cursor, stand.heading);
        let mut cells = Vec::new();
        for cell in self.graph.all() {
            self.spend(1)?;
            if self.test(by, &stand.scene(), cell, test)? {
                cells.push(cell);
            }
        }
        let mut fits = optional;
        let mut done = stand;
        for cell in cells {
            let facing = self.rules.facing(by.player);
            let there = Stand { cursor: Some(cell), heading: facing, ..done.clone() };
            if let Some(first) = self.walk(by, body, there)?.into_iter().next() {
                fits = true;
                done = Stand { cursor, heading, ..first };
            }
        }
        Ok(if fits { vec![done] } else { Vec::new() })
    }
}

fn bounded<'a, 'r>(ways: Vec<Stand<'a, 'r>>) -> Ways<'a, 'r> {
    if ways.len() > limits::WAYS { Err(TooWide::Ways) } else { Ok(ways) }
}
