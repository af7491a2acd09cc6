//! Follows walks to wherever they could lead, if every test of what stands on a cell passed.

use super::ends::Hops;
use super::sure::Known;
use super::tree::{Made, Stop, Tail};
use crate::index::{Cell, Heading, Kind, MoveName, Player};
use crate::rules::{Act, Cells, Dirs, Facing, Graph, MoveRule, Node, Rules, Test, Tower, Walk};
use std::collections::{BTreeMap, BTreeSet};

/// Stops of a path that are told one by one; longer paths are told by their ends.
const STOPS: usize = 6;
/// Steps of walks that are followed for all moves of some rules.
pub const STEPS: usize = 20_000_000;

/// Why the moves of a name are not told by all stops of their paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Their paths have no longest one.
    Endless,
    /// There are too many ways to go.
    Wide,
}

/// Where a walk stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// How many stops the path has.
    depth: usize,
    /// The stop before the last.
    from: Option<Stop>,
    /// The last stop.
    at: Option<Stop>,
    cursor: Option<Cell>,
    heading: Heading,
    /// Where the walking piece stands.
    place: Option<Cell>,
    tail: Tail,
}

/// Follows the walks of one name.
pub struct Spread<'r> {
    rules: &'r Rules,
    graph: &'r Graph,
    name: MoveName,
    /// Whether only the ends of paths are told.
    ends: bool,
    mover: Player,
    facing: Facing,
    /// The kind that walks, if one does.
    walker: Option<Kind>,
    /// Whether a walk that has no stop but its first and changes no other cell is no move.
    silent: bool,
    registers: BTreeMap<u8, BTreeSet<Cell>>,
    left: &'r mut usize,
    made: Made,
    hops: Hops,
    /// Where an `again` goes on, and those still to be followed.
    again: BTreeSet<(Kind, State)>,
    queue: Vec<(Kind, State)>,
}

/// What the moves of one name can be told by; only the ends of their paths, if `ends`. So many `steps` are
/// left.
pub fn spread(
    rules: &Rules,
    graph: &Graph,
    name: MoveName,
    ends: bool,
    steps: &mut usize,
) -> Result<Made, Fault> {
    let mut spread = Spread {
        rules,
        graph,
        name,
        ends,
        mover: Player(0),
        facing: Facing::NORTH,
        walker: None,
        silent: false,
        registers: BTreeMap::new(),
        left: steps,
        made: Made::default(),
        hops: Hops::default(),
        again: BTreeSet::new(),
        queue: Vec::new(),
    };
    for mover in (0..rules.players.len()).map(Player::at) {
        spread.mover = mover;
        spread.facing = rules.facing(mover);
        spread.player()?;
    }
    let Spread { mut made, hops, left, .. } = spread;
    if ends {
        hops.close(&mut made, left).ok_or(Fault::Wide)?;
    }
    Ok(made)
}

/// The kinds whose pieces have moves of a name.
pub fn walkers(rules: &Rules, name: MoveName) -> impl Iterator<Item = (Kind, &[MoveRule])> {
    let kinds = rules.kinds.iter().enumerate();
    let moving = kinds.filter(|(_, kind)| rules.turn.pieces && !kind.neutral);
    let named = moving.filter(move |(_, kind)| kind.moves.iter().any(|rule| rule.name == name));
    named.map(|(at, kind)| (Kind::at(at), kind.moves.as_slice()))
}

/// Whether any part of a walk is so, what is only looked at left out.
fn any(node: &Node, wanted: &dyn Fn(&Walk) -> bool) -> bool {
    wanted(&node.walk)
        || match &node.walk {
            Walk::Seq(list) | Walk::Alt(list) => list.iter().any(|node| any(node, wanted)),
            Walk::Repeat { body, .. }
            | Walk::Rounds { body, .. }
            | Walk::While { body }
            | Walk::Each { body, .. }
            | Walk::Every { body, .. } => any(body, wanted),
            _ => false,
        }
}

/// Whether a walk may add a stop to the path.
fn stops(walk: &Walk) -> bool {
    let acts = [Act::Land, Act::Again, Act::Push];
    matches!(walk, Walk::Pick(_) | Walk::Turn { .. })
        || matches!(walk, Walk::Act(act) if acts.contains(act))
        || matches!(walk, Walk::Act(Act::Cover(_) | Act::Tower(Tower::LandOnTop | Tower::Leave(_))))
}

fn states(found: impl IntoIterator<Item = State>) -> Vec<State> {
    let mut states: Vec<State> = found.into_iter().collect();
    // Most come in runs that are in order.
    states.sort();
    states.dedup();
    states
}

impl Spread<'_> {
    /// Follows all walks of a player's.
    fn player(&mut self) -> Result<(), Fault> {
        let (rules, graph, name) = (self.rules, self.graph, self.name);
        for (kind, moves) in walkers(rules, name) {
            self.walker = Some(kind);
            for rule in moves.iter().filter(|rule| rule.name == name) {
                let mut begun = Vec::new();
                for cell in graph.all() {
                    if !self.contains(&rule.from, cell) {
                        continue;
                    }
                    let first = Stop { cell, kind: None };
                    self.made.first.insert(first);
                    self.hops.first.insert(first);
                    begun.push(State {
                        depth: 1,
                        from: None,
                        at: Some(first),
                        cursor: Some(cell),
                        heading: self.facing.heading,
                        place: Some(cell),
                        tail: Tail::default(),
                    });
                }
                // A walk that returns to cells it has named is followed from each cell alone.
                let returns = any(&rule.walk, &|walk| matches!(walk, Walk::Go(_)));
                for part in begun.chunks(if returns { 1 } else { begun.len().max(1) }) {
                    self.follow(rule, part.to_vec())?;
                }
            }
            while let Some((kind, state)) = self.queue.pop() {
                let moves = rules.kinds.get(kind.index()).map_or(&[][..], |kind| &kind.moves);
                let place = state.place;
                for rule in moves.iter().filter(|rule| rule.name == name) {
                    if place.is_some_and(|place| self.contains(&rule.from, place)) {
                        self.follow(rule, vec![State { cursor: place, ..state }])?;
                    }
                }
            }
        }
        self.walker = None;
        for rule in rules.actions.iter().filter(|rule| rule.name == name) {
            let start = State {
                depth: 0,
                from: None,
                at: None,
                cursor: None,
                heading: self.facing.heading,
                place: None,
                tail: Tail::default(),
            };
            self.follow(rule, vec![start])?;
        }
        Ok(())
    }

    fn follow(&mut self, rule: &MoveRule, begun: Vec<State>) -> Result<(), Fault> {
        self.registers.clear();
        let loud = |walk: &Walk| {
            matches!(walk, Walk::Each { .. } | Walk::Every { .. } | Walk::Act(Act::Mark(..)))
        };
        self.silent = !any(&rule.walk, &loud);
        let ended = self.node(&rule.walk, begun)?;
        ended.into_iter().for_each(|state| self.finish(state));
        Ok(())
    }

    /// A move ends.
    fn finish(&mut self, state: State) {
        let unmoved = state.at.is_some_and(|at| at.kind.is_none() && state.place == Some(at.cell));
        let idle = self.walker.is_some() && state.depth == 1 && unmoved;
        if idle && self.silent && state.tail == Tail::default() {
            return;
        }
        self.link(&state);
        match state.at {
            None => drop(self.made.bare.insert(state.tail)),
            Some(at) if self.ends && state.depth == 1 => drop(self.hops.single.insert(at)),
            Some(at) if self.ends => drop(self.hops.last.insert(at)),
            Some(at) => {
                let stop = self.made.stops.entry((state.depth - 1, at)).or_default();
                stop.1.insert(state.tail);
            }
        }
    }

    /// Takes down that the last stop follows the one before.
    fn link(&mut self, state: &State) {
        let Some(at) = state.at else { return };
        if self.ends {
            match state.from {
                Some(from) => drop(self.hops.hops.entry(from).or_default().insert(at)),
                None if state.depth == 1 => drop(self.hops.first.insert(at)),
                None => {}
            }
            return;
        }
        match state.from {
            Some(from) => {
                let before = self.made.stops.entry((state.depth - 2, from)).or_default();
                before.0.insert(at);
            }
            None => drop(self.made.first.insert(at)),
        }
        self.made.stops.entry((state.depth - 1, at)).or_default();
    }

    /// How many stops the path has with one more.
    fn deeper(&self, state: &State) -> Result<usize, Fault> {
        match state.depth {
            depth if self.ends => Ok((depth + 1).min(2)),
            STOPS => Err(Fault::Endless),
            depth => Ok(depth + 1),
        }
    }

    /// Adds a stop to the path.
    fn stop(&mut self, state: State, stop: Stop) -> Result<State, Fault> {
        self.link(&state);
        let depth = self.deeper(&state)?;
        Ok(State { depth, from: state.at, at: Some(stop), tail: Tail::default(), ..state })
    }

    fn spend(&mut self, steps: usize) -> Result<(), Fault> {
        *self.left = self.left.checked_sub(steps).ok_or(Fault::Wide)?;
        Ok(())
    }

    fn node(&mut self, node: &Node, begun: Vec<State>) -> Result<Vec<State>, Fault> {
        self.spend(begun.len().max(1))?;
        let graph = self.graph;
        Ok(match &node.walk {
            Walk::Seq(list) => {
                let picked = list.iter().position(|node| matches!(node.walk, Walk::Pick(_)));
                let (first, rest) = list.split_at(picked.map_or(list.len(), |at| at + 1));
                let mut after = begun;
                for node in first {
                    after = self.node(node, after)?;
                }
                // What returns to cells that it names is followed from each that is picked alone.
                let returns = |node: &Node| any(node, &|walk| matches!(walk, Walk::Go(_)));
                let alone = if rest.iter().any(returns) { 1 } else { after.len().max(1) };
                let (named, mut ended) = (self.registers.clone(), Vec::new());
                for part in after.chunks(alone) {
                    self.registers.clone_from(&named);
                    let mut part = part.to_vec();
                    for node in rest {
                        part = self.node(node, part)?;
                    }
                    ended.extend(part);
                }
                states(ended)
            }
            Walk::Alt(list) => {
                let mut after = Vec::new();
                for node in list {
                    after.extend(self.node(node, begun.clone())?);
                }
                states(after)
            }
            Walk::Repeat { body, min, max } => self.repeat(body, *min, *max, begun)?,
            Walk::Rounds { body, .. } | Walk::While { body } => {
                self.repeat(body, 0, None, begun)?
            }
            Walk::Turn { cells, right } => {
                let Some(turned) = graph.quarter(cells, self.facing, *right) else {
                    return Ok(Vec::new());
                };
                let Some((first, second)) = turned.first().copied() else { return Ok(Vec::new()) };
                let mut after = Vec::new();
                for mut state in begun {
                    let moved = turned.iter().find(|pair| Some(pair.0) == state.place);
                    state.place = moved.map_or(state.place, |pair| Some(pair.1));
                    let state = self.stop(state, Stop { cell: first, kind: None })?;
                    after.push(self.stop(state, Stop { cell: second, kind: None })?);
                }
                states(after)
            }
            Walk::Face(dirs) => self.turned(dirs, &begun),
            Walk::Ahead => states(begun.into_iter().filter_map(|state| {
                let cursor = graph.next(state.cursor?, state.heading)?;
                Some(State { cursor: Some(cursor), ..state })
            })),
            Walk::Test(test) => {
                let mut left = begun;
                let passes =
                    |state: &State| state.cursor.is_some_and(|cell| self.may_pass(test, cell));
                left.retain(passes);
                left
            }
            Walk::Act(act) => {
                let mut after = Vec::new();
                for state in begun {
                    after.extend(self.act(*act, state)?);
                }
                states(after)
            }
            // What is done everywhere is no choice, but a path that grows by it cannot be followed.
            Walk::Each { body, .. } | Walk::Every { body, .. } => match any(body, &stops) {
                true if self.ends => return Err(Fault::Wide),
                true => return Err(Fault::Endless),
                false => begun,
            },
            Walk::See { .. } | Walk::Tally { .. } | Walk::When(_) | Walk::Note(..) => begun,
            Walk::Pick(test) => {
                let cells: Vec<Cell> =
                    graph.all().filter(|cell| self.may_pass(test, *cell)).collect();
                // However a walk has come to its last stop, it goes on alike.
                let mut linked = Vec::with_capacity(begun.len());
                for state in begun {
                    self.link(&state);
                    let (cursor, heading, tail) = (None, self.facing.heading, Tail::default());
                    linked.push(State { from: None, cursor, heading, tail, ..state });
                }
                let mut after = Vec::new();
                for state in states(linked) {
                    self.spend(cells.len())?;
                    let depth = self.deeper(&state)?;
                    after.extend(cells.iter().map(|cell| {
                        let at = Some(Stop { cell: *cell, kind: None });
                        State { depth, from: state.at, at, cursor: Some(*cell), ..state }
                    }));
                }
                states(after)
            }
            Walk::As(register) => {
                let named = self.registers.entry(register.0).or_default();
                named.extend(begun.iter().filter_map(|state| state.cursor));
                begun
            }
            Walk::Go(register) => {
                let named = self.registers.get(&register.0).cloned().unwrap_or_default();
                self.spend(named.len() * begun.len())?;
                let to = |cell: Cell| move |state: &State| State { cursor: Some(cell), ..*state };
                states(named.into_iter().flat_map(|cell| begun.iter().map(to(cell))))
            }
            Walk::Return => states(begun.into_iter().map(|state| {
                let cursor = state.place.or(state.cursor);
                State { cursor, ..state }
            })),
        })
    }

    fn repeat(
        &mut self,
        body: &Node,
        min: u32,
        max: Option<u32>,
        begun: Vec<State>,
    ) -> Result<Vec<State>, Fault> {
        let mut fresh = begun;
        for _ in 0..min {
            fresh = self.node(body, fresh)?;
        }
        let mut all = fresh.clone();
        let mut rounds = max.map_or(u32::MAX, |max| max.saturating_sub(min));
        while rounds > 0 && !fresh.is_empty() {
            fresh = self.node(body, fresh)?;
            fresh.retain(|state| all.binary_search(state).is_err());
            all = states(all.into_iter().chain(fresh.iter().copied()));
            rounds -= 1;
        }
        Ok(all)
    }

    fn act(&mut self, act: Act, mut state: State) -> Result<Option<State>, Fault> {
        if act == Act::Again {
            if !self.ends {
                return Err(Fault::Endless);
            }
            self.link(&state);
            let on = State { from: None, ..state };
            let kind = state.at.and_then(|at| at.kind).or(self.walker);
            let fresh = kind.filter(|kind| on.place.is_some() && self.again.insert((*kind, on)));
            self.queue.extend(fresh.map(|kind| (kind, on)));
            return Ok(Some(state));
        }
        if let Act::Become(kind) = act {
            if let Some(at) = state.at.as_mut().filter(|at| state.place == Some(at.cell)) {
                at.kind = Some(kind).filter(|kind| self.walker != Some(*kind));
            }
            return Ok(Some(state));
        }
        // A player's number needs no cell.
        if let Act::Take(..) | Act::Add(..) = act {
            return Ok(Some(state));
        }
        let Some(cursor) = state.cursor else { return Ok(None) };
        match act {
            Act::Capture | Act::Lift | Act::LiftAs(_) => {
                self.changes(&mut state, cursor);
                if state.place == Some(cursor) {
                    state.place = None;
                }
            }
            // Which piece it is, is told by the position.
            Act::Flip | Act::PutBack(_) => self.changes(&mut state, cursor),
            Act::Tower(Tower::LandOnTop) => return self.act(Act::Land, state),
            Act::Tower(Tower::Leave(_)) => {
                if state.place != Some(cursor) && state.at.is_none_or(|at| at.cell != cursor) {
                    state = self.moved(state, cursor)?;
                }
            }
            Act::Tower(Tower::Carry(..)) => {}
            Act::Tower(Tower::Tuck | Tower::TakeBottom(_) | Tower::Give | Tower::PutBack(_)) => {
                self.changes(&mut state, cursor);
            }
            Act::Tower(Tower::TakeAll(_)) => {
                self.changes(&mut state, cursor);
                if state.place == Some(cursor) {
                    state.place = None;
                }
            }
            Act::Take(..) | Act::Add(..) => {}
            Act::Cover(kind) => {
                return self.stop(state, Stop { cell: cursor, kind: Some(kind) }).map(Some);
            }
            Act::Put(kind)
            | Act::Drop(kind)
            | Act::Tower(Tower::Put(kind) | Tower::Drop(kind) | Tower::Make(kind)) => {
                let shown = Some(kind).filter(|kind| self.walker != Some(*kind));
                let left = self.walker.is_some() && state.depth == 2;
                match &mut state {
                    State { at: Some(at), .. } if at.cell == cursor => at.kind = shown,
                    State { from: Some(from), .. } if from.cell == cursor && !left => {}
                    _ if self.ends => {}
                    _ => {
                        state.tail = state.tail.with(cursor);
                        state.tail.kind = Some(kind);
                    }
                }
            }
            Act::Push => {
                let next = self.graph.next(cursor, state.heading);
                self.changes(&mut state, cursor);
                if let Some(next) = next {
                    self.changes(&mut state, next);
                }
                if state.place == Some(cursor) {
                    state.place = next;
                    if let Some(next) = next {
                        state = self.moved(state, next)?;
                    }
                }
            }
            Act::Land => {
                let Some(place) = state.place else { return Ok(None) };
                state.place = Some(cursor);
                if place != cursor && state.at.is_none_or(|at| at.cell != cursor) {
                    state = self.moved(state, cursor)?;
                }
            }
            Act::Mark(..) | Act::Become(_) | Act::Again => {}
        }
        Ok(Some(state))
    }

    /// The walking piece has come to another cell, as the kind that it is now.
    fn moved(&mut self, mut state: State, cell: Cell) -> Result<State, Fault> {
        let kind = state.at.as_mut().and_then(|at| at.kind.take());
        self.stop(state, Stop { cell, kind })
    }

    /// A cell changes that may lie off the path.
    fn changes(&self, state: &mut State, cell: Cell) {
        let on_path = |stop: Option<Stop>| stop.is_some_and(|stop| stop.cell == cell);
        if !self.ends && !on_path(state.at) && !on_path(state.from) {
            state.tail = state.tail.with(cell);
        }
    }

    /// Each state with each of the headings.
    fn turned(&self, dirs: &Dirs, begun: &[State]) -> Vec<State> {
        let mut known: BTreeMap<Heading, Vec<Heading>> = BTreeMap::new();
        for state in begun {
            let resolve = || self.graph.resolve(dirs, self.facing, state.heading);
            known.entry(state.heading).or_insert_with(resolve);
        }
        let turn = |state: &State| {
            let state = *state;
            let headings = known.get(&state.heading).into_iter().flatten();
            headings.map(move |heading| State { heading: *heading, ..state })
        };
        states(begun.iter().flat_map(turn))
    }

    fn contains(&self, cells: &Cells, cell: Cell) -> bool {
        self.graph.contains(cells, cell, self.facing)
    }

    /// Whether a cell could pass a test, if what stands there were right.
    fn may_pass(&self, test: &Test, cell: Cell) -> bool {
        let known = Known { graph: self.graph, facing: self.facing, empty: &[] };
        known.passes(test, cell) != Some(false)
    }
}
