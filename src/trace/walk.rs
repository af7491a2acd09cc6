//! Walks: every way in which a pattern fits, in order.

use std::collections::HashSet;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use super::facts::Made;
use super::overlay::Overlay;
use super::uses::{Trail, Uses};
use super::{Inquiry, STOPS, Stop};
use crate::index::{Cell, Heading, Kind, Mark, Piece, Player, Register};
use crate::position::TooWide;
use crate::rules::{Amount, Dirs, Facing, MoveRule, Node, Test, Times, Walk, limits};

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
    /// Where the walking piece stands; nowhere in an action, or once it is off the board.
    pub(super) place: Option<Cell>,
    /// The cell that is looked at.
    pub(super) cursor: Option<Cell>,
    /// The direction of the walk.
    pub(super) heading: Heading,
    /// Whether the walk asks to be gone on with.
    pub(super) again: bool,
    /// Which clauses of the rules it has come over, where that is asked for.
    pub(super) trail: Trail,
    /// What it has done, shared with the ways that part from it until one of them does more.
    done: Rc<Done<'a, 'r>>,
}

/// What a walk has done on its way.
#[derive(Clone)]
pub(super) struct Done<'a, 'r> {
    /// The board as the walk has left it.
    pub(super) board: Overlay<'a>,
    /// The cells that have been given names.
    pub(super) names: Vec<(Register, Cell)>,
    /// The numbers that have been taken down.
    pub(super) held: Vec<(Register, u8)>,
    /// What has been lifted to be put down again.
    pub(super) kept: Vec<(Register, Piece)>,
    /// The cells that tell the move.
    pub(super) path: Vec<Cell>,
    /// Where something has been captured, in order.
    pub(super) captures: Vec<Cell>,
    /// The marks that are made, or taken away, when the move is made.
    pub(super) marks: Vec<(Mark, Cell, bool)>,
    /// What is walked where it is not gone on with.
    pub(super) rest: Vec<&'r Node>,
    /// Where pieces stand that leave the board when the move is over.
    pub(super) taken: Vec<Cell>,
    /// Where it has taken the top of a tower beneath its own piece.
    pub(super) tucked: Vec<Cell>,
    /// How many pieces of its tower the walking piece takes along, itself included; all, if `None`.
    pub(super) load: Option<usize>,
    /// What the walking piece has become.
    pub(super) became: Option<Kind>,
}

impl<'a, 'r> Deref for Stand<'a, 'r> {
    type Target = Done<'a, 'r>;

    #[inline]
    fn deref(&self) -> &Done<'a, 'r> {
        &self.done
    }
}

impl<'a, 'r> DerefMut for Stand<'a, 'r> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Done<'a, 'r> {
        Rc::make_mut(&mut self.done)
    }
}

impl<'a, 'r> Stand<'a, 'r> {
    /// Before the first step of the piece on `place`, or of an action.
    pub(super) fn start(cells: &'a [Piece], place: Option<Cell>, facing: Facing) -> Self {
        let done = Done {
            board: Overlay::new(cells),
            names: Vec::new(),
            held: Vec::new(),
            kept: Vec::new(),
            path: place.into_iter().collect(),
            captures: Vec::new(),
            marks: Vec::new(),
            rest: Vec::new(),
            taken: Vec::new(),
            tucked: Vec::new(),
            load: None,
            became: None,
        };
        let (heading, trail, done) = (facing.heading, Trail::default(), Rc::new(done));
        Self { place, cursor: place, heading, again: false, trail, done }
    }

    /// Before the first step of a look from a cell, which sees what the walk has done, but has captured
    /// nothing itself.
    pub(super) fn look(&self, cell: Cell, facing: Facing) -> Self {
        let (place, cursor, done) = (None, Some(cell), Rc::clone(&self.done));
        let (heading, trail) = (facing.heading, Trail::default());
        let mut look = Self { place, cursor, heading, again: false, trail, done };
        if !look.captures.is_empty() {
            look.captures.clear();
        }
        look
    }

    /// The cell that has been given a name.
    pub(super) fn named(&self, name: Register) -> Option<Cell> {
        self.names.iter().find(|(known, _)| *known == name).map(|(_, cell)| *cell)
    }

    /// The number that has been taken down under a name.
    pub(super) fn number(&self, name: Register) -> Option<u8> {
        self.held.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
    }

    /// How much is meant; none where nothing has been taken down under that name.
    pub(super) fn amount(&self, amount: Amount) -> Option<u16> {
        match amount {
            Amount::Fixed(number) => Some(number),
            Amount::Held(name) => self.number(name).map(u16::from),
        }
    }

    /// The end of the walk: what it has done.
    pub(super) fn end(self) -> Done<'a, 'r> {
        Rc::unwrap_or_clone(self.done)
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
        let mut open = Vec::new();
        self.walk(by, &rule.walk, start, &mut open)?;
        open.reverse();
        let mut ends = Vec::new();
        while let Some(mut stand) = open.pop() {
            let onward = if stand.again { self.onward(by, rule, &stand)? } else { Vec::new() };
            if onward.is_empty() {
                let rest = stand.rest.clone();
                stand.again = false;
                self.sequence(by, rest.into_iter(), stand, &mut ends)?;
            } else {
                open.extend(onward.into_iter().rev());
            }
            if open.len() + ends.len() > limits::WAYS {
                return Err(TooWide::Ways);
            }
        }
        for end in ends.iter_mut().filter(|end| !end.taken.is_empty()) {
            for cell in std::mem::take(&mut end.taken) {
                self.lower(&mut end.board, cell);
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
        if stand.captures.len() > self.graph.cells() * self.layout.stack() {
            return Err(TooWide::Ways);
        }
        let mut found = Vec::new();
        for next in rules.kinds[kind.index()].moves.iter().filter(|next| next.name == rule.name) {
            if self.graph.contains(&next.from, place, facing) {
                let mut fresh = Stand { cursor: Some(place), again: false, ..stand.clone() };
                fresh.names.clear();
                fresh.held.clear();
                fresh.kept.clear();
                fresh.rest.clear();
                fresh.load = None;
                self.walk(by, &next.walk, fresh, &mut found)?;
            }
        }
        Ok(found)
    }

    /// The same, and where walks failed on the way, each with how many parts of the rule it had come over.
    pub(super) fn ways_and_stops<'a>(
        &mut self,
        by: By,
        rule: &'r MoveRule,
        cells: &'a [Piece],
        place: Option<Cell>,
    ) -> Result<(Vec<Stand<'a, 'r>>, Vec<Stop<'r>>), TooWide> {
        self.stops = Some(Vec::new());
        let uses = self.uses.replace(Uses::of(rule.walk.spans()));
        let ways = self.ways(by, rule, cells, place);
        self.uses = uses;
        let stops = self.stops.take().unwrap_or_default();
        Ok((ways?, stops))
    }

    /// Adds to `ways` every one in which a walk fits from here.
    pub(super) fn walk<'a>(
        &mut self,
        by: By,
        node: &'r Node,
        mut stand: Stand<'a, 'r>,
        ways: &mut Vec<Stand<'a, 'r>>,
    ) -> Result<(), TooWide> {
        self.spend(1)?;
        self.enter(&mut stand.trail, node.span);
        let known = ways.len();
        let cursor = stand.cursor;
        let before = self.stops.as_ref().map(|_| stand.clone());
        match &node.walk {
            Walk::Seq(nodes) => return self.sequence(by, nodes.iter(), stand, ways),
            Walk::Alt(nodes) => {
                for node in nodes {
                    self.walk(by, node, stand.clone(), ways)?;
                }
                return Ok(());
            }
            Walk::Repeat { .. } => return self.repeat(by, node, stand, ways),
            Walk::Each { dirs, body, optional } => {
                ways.extend(self.each(by, dirs, body, *optional, stand)?);
            }
            Walk::Rounds { times, body } => {
                let rounds = match times {
                    Times::Passing(test) => self.along(by, test, &stand)?,
                    Times::Held(name) => stand.number(*name).map(usize::from),
                    Times::Height => stand.cursor.map(|cell| self.height(&stand.board, cell)),
                };
                return match rounds {
                    Some(rounds) => {
                        self.sequence(by, std::iter::repeat_n(&**body, rounds), stand, ways)
                    }
                    None => Ok(()),
                };
            }
            Walk::While { body } => {
                ways.extend(self.while_fits(by, body, stand)?);
                return Ok(());
            }
            Walk::Turn { cells, right } => ways.extend(self.turn(by, cells, *right, stand)),
            Walk::Every { test, body, optional } => {
                ways.extend(self.every(by, test, body, *optional, stand)?);
                return Ok(());
            }
            Walk::See { body, holds } => {
                let look = Stand { trail: Trail::default(), ..stand.clone() };
                let seen = self.unseen(|this| this.first(by, body, look))?;
                match &seen {
                    Some(seen) if *holds => stand.trail.join(&seen.trail),
                    Some(seen) => self.note_all(&seen.trail),
                    None => {}
                }
                if seen.is_some() == *holds {
                    ways.push(stand);
                }
            }
            Walk::Tally { relation, number, dirs, body } => {
                let mut fits = 0;
                for heading in self.headings(dirs, by, stand.heading).iter().copied() {
                    let turned = Stand { heading, trail: Trail::default(), ..stand.clone() };
                    let seen = self.unseen(|this| this.first(by, body, turned))?;
                    fits += u16::from(seen.is_some());
                    stand.trail.join(&seen.map(|seen| seen.trail).unwrap_or_default());
                }
                if relation.holds(fits, *number) {
                    ways.push(stand);
                }
            }
            Walk::Face(dirs) => {
                let headings = self.headings(dirs, by, stand.heading);
                ways.extend(headings.iter().map(|at| Stand { heading: *at, ..stand.clone() }));
            }
            Walk::Ahead => {
                let next = cursor.and_then(|cell| self.graph.next(cell, stand.heading));
                ways.extend(next.map(|cell| Stand { cursor: Some(cell), ..stand }));
            }
            Walk::Test(test) => match cursor {
                Some(cell) if self.test(by, &stand, cell, test)? => ways.push(stand),
                _ => {}
            },
            Walk::Pick(test) => {
                for cell in self.graph.all() {
                    self.spend(1)?;
                    if self.test(by, &stand, cell, test)? {
                        let mut way = Stand { cursor: Some(cell), ..stand.clone() };
                        way.heading = self.rules.facing(by.player).heading;
                        way.path.push(cell);
                        ways.push(way);
                    } else {
                        self.stop(by, node, cell, &stand)?;
                    }
                }
            }
            Walk::As(name) => {
                if let Some(cell) = cursor {
                    let mut named = stand;
                    named.names.retain(|(known, _)| known != name);
                    named.names.push((*name, cell));
                    ways.push(named);
                }
            }
            Walk::Go(name) => {
                if let Some(cell) = stand.named(*name) {
                    ways.push(Stand { cursor: Some(cell), ..stand });
                }
            }
            Walk::Note(of, name) => {
                if let Some(cell) = cursor
                    && let Some(distance) = self.distance(by, &stand, cell, of)?
                {
                    let mut noted = stand;
                    noted.held.retain(|(known, _)| known != name);
                    noted.held.push((*name, distance));
                    ways.push(noted);
                }
            }
            Walk::Return => ways.push(Stand { cursor: stand.place.or(stand.cursor), ..stand }),
            Walk::When(when) => {
                let made = Made {
                    captured: !stand.captures.is_empty(),
                    name: None,
                    kind: None,
                    before: 0,
                    key: None,
                };
                let cells = stand.board.cells();
                let before = std::mem::replace(&mut self.attacking, by.attack);
                let holds = self
                    .unseen(|this| this.about(made, |this| this.holds(&cells, by.player, when)));
                self.attacking = before;
                if holds? {
                    ways.push(stand);
                }
            }
            Walk::Act(act) => ways.extend(self.act(by, *act, stand)),
        }
        if let (true, Some(cell), Some(before)) = (ways.len() == known, cursor, before) {
            self.stop(by, node, cell, &before)?;
        }
        if ways.len() > limits::WAYS { Err(TooWide::Ways) } else { Ok(()) }
    }

    /// The first way in which a walk fits from here.
    pub(super) fn first<'a>(
        &mut self,
        by: By,
        node: &'r Node,
        stand: Stand<'a, 'r>,
    ) -> Result<Option<Stand<'a, 'r>>, TooWide> {
        let mut ways = Vec::new();
        self.walk(by, node, stand, &mut ways)?;
        Ok(ways.into_iter().next())
    }

    /// Writes down where a walk failed, if that is asked for.
    fn stop(
        &mut self,
        by: By,
        node: &'r Node,
        cell: Cell,
        stand: &Stand<'_, 'r>,
    ) -> Result<(), TooWide> {
        if by.attack || self.stops.as_ref().is_none_or(|stops| stops.len() >= STOPS) {
            return Ok(());
        }
        let part = match &node.walk {
            Walk::Test(test) | Walk::Pick(test) => {
                Some(self.unseen(|this| this.at_fault(by, stand, cell, test))?)
            }
            _ => None,
        };
        let number = match part {
            Some(Test::Number(number, ..)) => {
                stand.board.at(self.layout.cell_number(*number, cell)).0
            }
            Some(Test::Height(..)) => self.height(&stand.board, cell) as u16,
            Some(Test::Held(name, ..)) => stand.amount(Amount::Held(*name)).unwrap_or_default(),
            _ => 0,
        };
        let (found, path, parts) = (stand.board.at(cell), stand.path.clone(), stand.trail.len());
        if let Some(stops) = &mut self.stops {
            stops.push(Stop { node, part, cell, found, number, path, parts });
        }
        Ok(())
    }

    /// Of a test that a cell does not pass, the first part that it does not.
    fn at_fault(
        &mut self,
        by: By,
        stand: &Stand<'_, 'r>,
        cell: Cell,
        test: &'r Test,
    ) -> Result<&'r Test, TooWide> {
        if let Test::All(tests) = test {
            for test in tests {
                if !self.test(by, stand, cell, test)? {
                    return self.at_fault(by, stand, cell, test);
                }
            }
        }
        Ok(test)
    }

    /// The headings that `dirs` names for a walk that heads for `ahead`; each is found once.
    fn headings(&mut self, dirs: &'r Dirs, by: By, ahead: Heading) -> Rc<[Heading]> {
        let facing = self.rules.facing(by.player);
        let found = self.headings.entry((std::ptr::from_ref(dirs), facing, ahead));
        let graph = self.graph;
        Rc::clone(found.or_insert_with(|| graph.resolve(dirs, facing, ahead).into()))
    }

    /// One after the other; after an `again` the rest waits for the end of the chain.
    fn sequence<'a>(
        &mut self,
        by: By,
        nodes: impl Iterator<Item = &'r Node>,
        stand: Stand<'a, 'r>,
        ways: &mut Vec<Stand<'a, 'r>>,
    ) -> Result<(), TooWide> {
        let (mut here, mut onward) = (vec![stand], Vec::new());
        for node in nodes {
            for mut way in here.drain(..) {
                if way.again {
                    way.rest.push(node);
                    onward.push(way);
                } else {
                    self.walk(by, node, way, &mut onward)?;
                }
            }
            std::mem::swap(&mut here, &mut onward);
        }
        ways.append(&mut here);
        Ok(())
    }

    /// The body as often as may be, the longest first. A way that comes to a cell with a heading that
    /// it had there is given up, unless each round uses something up or it need not go; in a search, one that any way had there.
    fn repeat<'a>(
        &mut self,
        by: By,
        node: &'r Node,
        stand: Stand<'a, 'r>,
        ends: &mut Vec<Stand<'a, 'r>>,
    ) -> Result<(), TooWide> {
        let Walk::Repeat { body, min, max } = &node.walk else { return Ok(()) };
        let (min, max, searches) = (*min, *max, node.searches());
        let free = searches || node.uses_up();
        enum Task<'a, 'r> {
            /// Goes on from here, so many bodies and that mark of the trail behind it.
            Try(Stand<'a, 'r>, u32, usize),
            /// Ends here.
            Keep(Stand<'a, 'r>),
        }
        // Each mark: where a way has been, and the mark before it.
        let mut trail = vec![((stand.cursor, stand.heading), None)];
        let mut seen = HashSet::new();
        let (mut open, mut ways) = (vec![Task::Try(stand, 0, 0)], Vec::new());
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
            self.walk(by, body, stand, &mut ways)?;
            for way in ways.drain(..).rev() {
                self.spend(count as usize / 64)?;
                if free {
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
        Ok(())
    }

    /// In each direction the first way in which the body fits.
    fn each<'a>(
        &mut self,
        by: By,
        dirs: &'r Dirs,
        body: &'r Node,
        optional: bool,
        stand: Stand<'a, 'r>,
    ) -> Result<Option<Stand<'a, 'r>>, TooWide> {
        let (cursor, heading) = (stand.cursor, stand.heading);
        let mut fits = optional;
        let mut done = stand;
        for ahead in self.headings(dirs, by, heading).iter().copied() {
            let turned = Stand { heading: ahead, ..done.clone() };
            if let Some(first) = self.first(by, body, turned)? {
                fits = true;
                done = Stand { cursor, heading, ..first };
            }
        }
        Ok(fits.then_some(done))
    }
}

impl<'r> Inquiry<'r> {
    /// How many cells of the line pass; none without a cursor.
    fn along(
        &mut self,
        by: By,
        test: &'r Test,
        stand: &Stand<'_, 'r>,
    ) -> Result<Option<usize>, TooWide> {
        let Some(cursor) = stand.cursor else { return Ok(None) };
        let mut rounds = 0;
        for cell in self.graph.line(cursor, stand.heading) {
            self.spend(1)?;
            rounds += usize::from(self.test(by, stand, cell, test)?);
        }
        Ok(Some(rounds))
    }

    /// The first way in which the body fits, again and again, until it does not; none where it has not ended after
    /// [`limits::ROUNDS`] rounds.
    fn while_fits<'a>(
        &mut self,
        by: By,
        body: &'r Node,
        stand: Stand<'a, 'r>,
    ) -> Result<Option<Stand<'a, 'r>>, TooWide> {
        let mut done = stand;
        for _ in 0..=limits::ROUNDS {
            match self.first(by, body, done.clone())? {
                Some(next) => done = next,
                None => return Ok(Some(done)),
            }
        }
        Ok(None)
    }

    /// From each cell that passes the first way in which the body fits.
    fn every<'a>(
        &mut self,
        by: By,
        test: &'r Test,
        body: &'r Node,
        optional: bool,
        stand: Stand<'a, 'r>,
    ) -> Result<Option<Stand<'a, 'r>>, TooWide> {
        let (cursor, heading) = (stand.cursor, stand.heading);
        let mut cells = Vec::new();
        for cell in self.graph.all() {
            self.spend(1)?;
            if self.test(by, &stand, cell, test)? {
                cells.push(cell);
            }
        }
        let mut fits = optional;
        let mut done = stand;
        for cell in cells {
            let facing = self.rules.facing(by.player);
            let there = Stand { cursor: Some(cell), heading: facing.heading, ..done.clone() };
            if let Some(first) = self.first(by, body, there)? {
                fits = true;
                done = Stand { cursor, heading, ..first };
            }
        }
        Ok(fits.then_some(done))
    }
}
