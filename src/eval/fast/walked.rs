//! What no set tells: moves that are walked, and conditions that are asked of the board as it stands.

use super::Fast;
use super::facts::Made;
use super::list::Play;
use super::tried::Doubt;
use crate::eval;
use crate::eval::Evaluator;
use crate::eval::machine::Machine;
use crate::index::{Cell, Piece, Player, ScoreId};
use crate::position::{Edit, TooWide};
use crate::program::{
    Becomes, Begins, CondCode, Content, Entry, Group, Loose, May, Moves, NOWHERE, Ready, Script,
    Set, Ticket, Walked, has, only,
};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Who walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walker {
    /// The piece on the cell where the walk begins.
    Piece,
    /// Nobody: an action that picks that cell first.
    Pick,
    /// Nobody: another action.
    Action,
}

/// A walk of which no set tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning<'p, S> {
    entry: &'p Entry,
    of: Walker,
    /// The cells where it may begin; some, if it begins on none.
    pub from: S,
    /// How many ways it may go from one of them, if moves are drawn by tickets.
    pub ticket: Option<Ticket>,
}

impl<S> Beginning<'_, S> {
    /// How many ways it may go from one of its cells, if one is gone when a ticket is drawn.
    pub fn ways(&self) -> Option<usize> {
        self.ticket?.ways
    }

    /// Whether a piece walks, and never stands in the end where it began, nor does anything that comes there.
    pub fn leaves(&self) -> bool {
        self.of == Walker::Piece && self.ticket.is_some_and(|ticket| !ticket.reverts)
    }
}

impl<S: Set> Beginning<'_, S> {
    /// Whether it may start on a cell.
    pub fn starts_on(&self, from: usize) -> bool {
        self.of != Walker::Piece || self.entry.starts_on(Cell::at(from))
    }

    /// Walks from those of its cells.
    fn walk(
        &self,
        player: Player,
        from: S,
        walker: &mut Evaluator<'_>,
        found: &mut eval::Moves,
    ) -> Result<(), TooWide> {
        let entry = self.entry;
        match self.of {
            Walker::Piece => {
                let mut starts = from.cells().filter(|from| entry.starts_on(Cell::at(*from)));
                starts.try_for_each(|from| walker.walk(player, entry, from as u16, found))
            }
            Walker::Pick => {
                let words = (0..S::CELLS / 64).map(|word| from.word(word));
                walker.walk_picking(player, entry, words, found)
            }
            Walker::Action => walker.walk(player, entry, NOWHERE, found),
        }
    }

    /// Sets up a walk from one of its cells.
    fn start(&self, player: Player, from: usize, machine: &mut Machine<'_>) {
        match self.of {
            Walker::Piece => machine.start(player, self.entry, from as u16, NOWHERE),
            Walker::Pick => {
                let words = (0..S::CELLS / 64).map(|word| S::one(from).word(word));
                machine.start_picking(player, self.entry, words);
            }
            Walker::Action => machine.start(player, self.entry, NOWHERE, NOWHERE),
        }
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// What walks, with the board as it stands; to be given back by [`Fast::sit`].
    fn rouse(&mut self) -> Box<Evaluator<'p>> {
        let program = self.program;
        let mut walker = self.walker.take().unwrap_or_else(|| {
            Box::new(match self.idle.take() {
                Some(scratch) => Evaluator::with(program, *scratch),
                None => Evaluator::plain(program),
            })
        });
        self.board.write(&mut walker.machine.cells);
        walker.version += 1;
        walker.machine.allow(self.allowed);
        (walker.depth, walker.counting) = (0, self.counting);
        walker
    }

    /// Takes back what walks, with its answer; where it has found too much, that is noted.
    fn sit<T>(&mut self, mut walker: Box<Evaluator<'p>>, answer: Result<T, TooWide>) -> Option<T> {
        self.allowed = walker.machine.left();
        if answer.is_err() {
            self.wide = true;
            walker.machine.reset();
        }
        self.walker = Some(walker);
        answer.ok()
    }

    /// Asks what walks, with the board as it stands; `None` where it finds too much.
    fn walker<T>(
        &mut self,
        ask: impl FnOnce(&mut Evaluator<'p>) -> Result<T, TooWide>,
    ) -> Option<T> {
        // Once something was too much, nothing that is found counts.
        if self.wide {
            return None;
        }
        let mut walker = self.rouse();
        let answer = ask(&mut walker);
        self.sit(walker, answer)
    }

    /// Whether a condition of that player's holds that no set tells.
    pub(super) fn ask(&mut self, player: Player, when: &CondCode, made: Option<&Made>) -> bool {
        let made = made.map(|made| eval::Made {
            captured: made.captured,
            name: made.name,
            kind: made.kind,
            before: made.before.unwrap_or(0),
            key: None,
        });
        let answer = self.walker(|walker| {
            walker.made = made;
            walker.holds(when, player, None)
        });
        answer.unwrap_or(true)
    }

    /// Whether pieces that might capture one of those do so.
    pub(super) fn taken(&mut self, anchors: Content, may: &[May<S>]) -> bool {
        let anchors = self.board.set(anchors);
        let mut walks = false;
        // Where it is asked what is attacked, nothing is.
        let takes = |this: &mut Self, player, from, ready: &Ready<S>| {
            let asks = ready.meanwhile.as_ref().is_some_and(|one| !one.safe);
            this.stands(from, ready) && (!asks || this.holds_meanwhile(player, ready))
        };
        for may in may {
            let kind = &self.plan.sides[may.player.index()].kinds[may.kind.index()];
            let pieces = self.board.set(kind.pieces);
            for at in anchors.cells() {
                for from in (may.from[at] & pieces).cells() {
                    walks |= kind.is_walked();
                    let captures = |loose: &&Loose<S>| {
                        loose.effect.captures.iter().any(|cell| cell.index() == at)
                    };
                    let loose = kind.loose[from].iter().filter(captures);
                    let mut ready = loose.flat_map(|loose| &loose.any);
                    let mut groups = kind.groups.iter();
                    if ready.any(|ready| takes(self, may.player, from, ready))
                        || groups.any(|group| !group.rises && self.reach(group, from).has(at))
                    {
                        return true;
                    }
                }
            }
        }
        walks && self.taken_by_walks(anchors, may)
    }

    /// The same, by what is walked.
    fn taken_by_walks(&mut self, anchors: S, may: &[May<S>]) -> bool {
        let plan = self.plan;
        let sides = &self.program.sides;
        let found = self.walker(|walker| {
            let kind = |may: &May<S>| &plan.sides[may.player.index()].kinds[may.kind.index()];
            for may in may.iter().filter(|may| kind(may).is_walked()) {
                let own = only(Piece::new(may.kind, Some(may.player)));
                let walks = &sides[may.player.index()].kinds[may.kind.index()];
                for at in anchors.cells() {
                    for from in (may.from[at] & plan.cells).cells() {
                        let stands = has(&own, walker.machine.cells[from]);
                        let (cell, from) = (Cell::at(at), from as u16);
                        if stands && walker.machine.takes(cell, may.player, walks, from)? {
                            return Ok(true);
                        }
                    }
                }
            }
            Ok(false)
        });
        found.unwrap_or(true)
    }

    /// Runs a script from a cell, as far as it goes; whether it could be done.
    pub(super) fn act_by_walk(&mut self, player: Player, cell: usize, script: &Script) -> bool {
        if self.wide {
            return false;
        }
        let mut walker = self.rouse();
        let machine = &mut walker.machine;
        let answer = machine.does(script.at, Cell::at(cell), player);
        if answer == Ok(true) {
            machine.changes(|cell, _| {
                let (cell, piece) = (cell.index(), machine.cells[cell.index()]);
                match cell < self.program.cells {
                    _ if self.board.cells[cell] == piece => {}
                    true => self.board.put(cell, piece),
                    false => self.board.set_slot(cell, piece.byte()),
                }
            });
            let captured = machine.captured().iter();
            self.captured |= captured.fold(S::NONE, |all, cell| all | S::one(cell.index()));
            machine.stop();
        }
        self.sit(walker, answer).unwrap_or(false)
    }

    /// What a player has of a score that no set tells, in half points.
    pub(super) fn ask_points(&mut self, player: Player, score: ScoreId) -> i64 {
        self.walker(|walker| walker.points(player, score)).unwrap_or(0)
    }

    /// Whether a walk of the piece on a cell comes to a loose move.
    pub(super) fn can_walk(&mut self, player: Player, from: usize, loose: &Loose<S>) -> bool {
        let Some(kind) = self.board.cells[from].kind() else { return false };
        let entries = &self.program.sides[player.index()].kinds[kind.index()].entries;
        let at = self.new_list();
        self.walking -= 1;
        let mut found = std::mem::take(&mut self.walks[at]);
        let done = self.walker(|walker| {
            for entry in entries.iter().filter(|entry| entry.name == loose.name) {
                if entry.starts_on(Cell::at(from)) {
                    walker.walk(player, entry, from as u16, &mut found)?;
                }
            }
            Ok(())
        });
        if done.is_none() {
            found.clear();
        }
        let known = found.len();
        self.walks[at] = found;
        (0..known).any(|one| self.changes_as(loose, at, one))
    }

    /// Walks all that the player may by walks of which no set tells; the number of the list.
    fn walk(&mut self, player: Player) -> usize {
        let beginnings: Vec<_> = self.beginnings(player).collect();
        self.walk_from(player, &beginnings, S::ALL)
    }

    /// The same from some cells alone.
    pub(super) fn walk_from(
        &mut self,
        player: Player,
        beginnings: &[Beginning<'p, S>],
        cells: S,
    ) -> usize {
        let at = self.new_list();
        let mut found = std::mem::take(&mut self.walks[at]);
        let mut here = beginnings.iter().filter(|one| !(one.from & cells).is_none()).peekable();
        if here.peek().is_some() {
            let mut walker = self.rouse();
            let done = here
                .try_for_each(|one| one.walk(player, one.from & cells, &mut walker, &mut found));
            if done.is_err() {
                found.clear();
            }
            self.sit(walker, done);
        }
        self.walks[at] = found;
        at
    }

    /// The number of a list of what a way of a walk from a cell comes to, if it fits: by these branches first, and then by its number.
    /// The branches that it takes in all are written down.
    pub(super) fn go_way(
        &mut self,
        player: Player,
        (beginning, from): (&Beginning<'p, S>, usize),
        (begun, number): (&[u32], u64),
        branches: &mut Vec<u32>,
    ) -> usize {
        let at = self.new_list();
        let mut found = std::mem::take(&mut self.walks[at]);
        if !self.wide {
            // What goes one way after another sees the same board.
            let mut walker = self.walking_on.take().unwrap_or_else(|| self.rouse());
            let way = (beginning.entry, begun, number);
            let done = walker.walk_way(way, &mut found, branches, |machine| {
                beginning.start(player, from, machine);
            });
            match done {
                Ok(()) => self.walking_on = Some(walker),
                Err(_) => _ = self.sit(walker, done),
            }
        }
        self.walks[at] = found;
        at
    }

    /// The beginnings of the ways of some walks, up to the first fork after something is changed: `see` is told by which walk, from which
    /// cell, the branches, and how many ways begin so.
    pub(super) fn each_beginning(
        &mut self,
        player: Player,
        beginnings: &[Beginning<'p, S>],
        mut see: impl FnMut((usize, usize), &[u32], u64),
    ) {
        self.each_start(
            beginnings,
            |_| S::ALL,
            |walker, one, at| {
                let ways = one.ways().unwrap_or(0) as u64;
                let start = |machine: &mut Machine<'_>| one.start(player, at.1, machine);
                walker.each_beginning(ways, start, |branches, ways| see(at, branches, ways))
            },
        );
    }

    /// Asks what walks of each of some walks and each of its cells from which it may start.
    fn each_start(
        &mut self,
        beginnings: &[Beginning<'p, S>],
        cells: impl Fn(&Beginning<'p, S>) -> S,
        mut ask: impl FnMut(
            &mut Evaluator<'p>,
            &Beginning<'p, S>,
            (usize, usize),
        ) -> Result<(), TooWide>,
    ) {
        self.walker(|walker| {
            beginnings.iter().enumerate().try_for_each(|(number, one)| {
                let from = one.from & cells(one);
                let mut starts = from.cells().filter(|from| one.starts_on(*from));
                starts.try_for_each(|from| ask(walker, one, (number, from)))
            })
        });
    }

    /// What `ask` comes to, if it runs so many instructions of walks at most.
    pub(super) fn in_time<T>(&mut self, most: u64, ask: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let allowed = self.allowed;
        if self.wide || allowed < most {
            return None;
        }
        self.allowed = most;
        let answer = ask(self);
        let spent = most - self.allowed;
        self.allowed = allowed - spent;
        (!std::mem::take(&mut self.wide)).then_some(answer)
    }

    /// Takes back what goes one way after another, before anything else walks or the board changes.
    pub(super) fn lull(&mut self) {
        if let Some(walker) = self.walking_on.take() {
            self.sit(walker, Ok(()));
        }
    }

    /// Each way of some walks, each from some cells, that may come to the only move of a list: `see` is told by which walk and from which
    /// cell, what it comes to, the only move of another list, and that list, and the branches that it takes.
    pub(super) fn each_way_to(
        &mut self,
        player: Player,
        (beginnings, cells): (&[Beginning<'p, S>], impl Fn(&Beginning<'p, S>) -> S),
        list: usize,
        mut see: impl FnMut((usize, usize), (&eval::Moves, &eval::Moves), &[u32]),
    ) {
        let moves = std::mem::take(&mut self.walks[list]);
        self.each_start(beginnings, cells, |walker, one, at| {
            let start = |machine: &mut Machine<'_>| one.start(player, at.1, machine);
            walker.each_way_to(one.entry, moves.edits(0), start, |found, branches| {
                see(at, (found, &moves), branches);
            })
        });
        self.walks[list] = moves;
    }

    /// An empty list of what is walked.
    fn new_list(&mut self) -> usize {
        let at = self.walking;
        self.walking += 1;
        if self.walks.len() == at {
            self.walks.push(eval::Moves::default());
        }
        self.walks[at].clear();
        at
    }

    /// What is walked, where anything of it may fit.
    pub(super) fn beginnings(&self, player: Player) -> impl Iterator<Item = Beginning<'p, S>> {
        let (side, walks) = (&self.plan.sides[player.index()], &self.program.sides[player.index()]);
        let tickets = side.tickets.as_ref();
        let kinds = side.kinds.iter().zip(&walks.kinds).enumerate();
        let kinds = kinds.filter(|(_, kind)| !kind.0.walked.is_empty());
        let pieces = kinds.flat_map(move |(number, (kind, walks))| {
            let pieces = self.board.set(kind.pieces);
            let mut may = pieces;
            if !kind.may.is_empty() {
                let fits = may.cells().filter(|from| self.may_walk(kind, *from));
                may = fits.fold(S::NONE, |fits, cell| fits | S::one(cell));
            }
            let each = kind.walked.iter().zip(&kind.begins).enumerate();
            each.map(move |(at, (rule, begins))| {
                let ticket = tickets.map(|tickets| tickets.pieces[number][at]);
                let entry = &walks.entries[usize::from(*rule)];
                let from = self.may_begin(begins, may);
                Beginning { entry, of: Walker::Piece, from, ticket }
            })
        });
        let walked = side.walked.iter().enumerate().filter(|(_, walked)| self.may_act(walked));
        let actions = walked.map(move |(at, walked)| {
            let (of, from) = match &walked.picks {
                None => (Walker::Action, self.plan.cells),
                Some(picks) => (Walker::Pick, self.field().seen(picks)),
            };
            let entry = &walks.actions.entries[usize::from(walked.action)];
            let ticket = tickets.map(|tickets| tickets.actions[at]);
            Beginning { entry, of, from, ticket }
        });
        pieces.chain(actions).filter(|beginning| !beginning.from.is_none())
    }

    /// Of some pieces those from which a walk may fit.
    fn may_begin(&self, begins: &Begins<S>, pieces: S) -> S {
        let field = self.field();
        match begins.given.iter().all(|fact| field.tells(fact, false)) {
            true => field.seen_of(&begins.from, pieces),
            false => S::NONE,
        }
    }

    /// Whether what an action asks for first holds.
    fn may_act(&self, walked: &Walked<S>) -> bool {
        walked.given.iter().all(|fact| self.field().tells(fact, false))
    }

    /// Whether a piece of a kind may have moves that are walked, as far as that is known.
    fn may_walk(&self, kind: &Moves<S>, from: usize) -> bool {
        let may = kind.may.get(from);
        may.is_none_or(|may| may.iter().any(|ready| self.stands(from, ready)))
    }

    /// Whether it is known that there are no moves that are walked.
    pub(super) fn walks_none(&self, player: Player) -> bool {
        self.beginnings(player).next().is_none()
    }

    /// Whether it is known that there are no moves that are walked, nor such as must be made, where then only what is refused or left
    /// open is asked of moves.
    pub(super) fn rests(&self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        let Some(must) = &side.rests else { return false };
        let none = |at: &usize| self.places(player, &side.places[*at]).is_none();
        must.iter().all(none) && self.walks_none(player)
    }

    /// Walks what there is to choose from by the cell where it begins; whether each begins on a cell, and none may be
    /// found otherwise too.
    pub(super) fn choose_walks(&mut self, player: Player, found: &mut Vec<(u16, Play)>) -> bool {
        found.clear();
        self.walking = self.kept;
        let side = &self.plan.sides[player.index()];
        let beginnings: Vec<_> = self.beginnings(player).collect();
        if beginnings.is_empty() {
            return true;
        }
        if side.walks_what_is_told() {
            return false;
        }
        let list = self.walk_from(player, &beginnings, S::ALL);
        if self.walks[list].may_be_twice() {
            return false;
        }
        for at in 0..self.walks[list].len() {
            let Some(first) = self.walks[list].path(at).first().map(|cell| cell.0) else {
                return false;
            };
            let play = Play::Walked { list: list as u16, at: at as u32 };
            if self.walks_safely(player, play) {
                found.push((first, play));
            }
        }
        true
    }

    /// Each move that is walked and leaves nothing open.
    pub(super) fn each_walked(&mut self, player: Player, mut see: impl FnMut(&mut Self, Play)) {
        let walking = self.walking;
        let list = self.walk(player);
        for at in 0..self.walks[list].len() {
            let play = Play::Walked { list: list as u16, at: at as u32 };
            if !self.is_told(player, list, at) && self.walks_safely(player, play) {
                see(self, play);
            }
        }
        self.walking = walking;
    }

    /// Whether a move that is walked and leaves nothing open is soon found, where prohibitions refuse none and no move ends with more:
    /// from one cell after another.
    pub(super) fn walks_somewhere(&mut self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        if !side.walks || side.finish.is_some() || side.tests || self.doubt(player) != Doubt::None {
            return false;
        }
        let beginnings: Vec<_> = self.beginnings(player).collect();
        let walking = self.walking;
        beginnings.iter().any(|one| {
            let mut cells = match one.of {
                Walker::Action => one.from & one.from.up_to_lowest(),
                Walker::Piece | Walker::Pick => one.from,
            };
            let one = std::slice::from_ref(one);
            std::iter::from_fn(|| cells.pop()).any(|cell| {
                let list = self.walk_from(player, one, S::one(cell));
                let safely = (0..self.walks[list].len()).any(|at| {
                    self.walks_safely(player, Play::Walked { list: list as u16, at: at as u32 })
                });
                self.walking = walking;
                safely
            })
        })
    }

    /// Whether a move that is walked is one that sets tell as well.
    pub(super) fn is_told(&mut self, player: Player, list: usize, at: usize) -> bool {
        let plan = self.plan;
        let Some(from) = self.walks[list].path(at).first().copied() else { return false };
        let piece = self.board.cells[from.index()];
        let Some(kind) = piece.kind().filter(|_| piece.owner() == Some(player)) else {
            return false;
        };
        let moves = &plan.sides[player.index()].kinds[kind.index()];
        if !moves.mixed && plan.sides[player.index()].walked.is_empty() {
            return false;
        }
        // What follows a move may change more cells than that where it leads.
        for edit in 0..self.walks[list].edits(at).len() {
            let Edit { cell: to, after: piece, .. } = self.walks[list].edits(at)[edit];
            if to == from || to.index() >= self.program.cells {
                continue;
            }
            for (index, group) in moves.groups.iter().enumerate() {
                let plain = Play::Plain { from: from.0, to: to.0, piece, group: index as u8 };
                if group.tail.is_some() {
                    if self.puts_so(player, (from, index, group), list, at) {
                        return true;
                    }
                    continue;
                }
                let becomes = |becomes: &Becomes<S>| {
                    becomes.may(from.index(), to.index()) && becomes.pieces.contains(&piece)
                };
                if group.becomes.iter().any(becomes)
                    && self.reach(group, from.index()).has(to.index())
                    && self.is_same(player, plain, list, at)
                {
                    return true;
                }
            }
        }
        moves.loose[from.index()].iter().enumerate().any(|(index, loose)| {
            let play = Play::Loose { from: from.0, at: index as u16 };
            self.can(player, from.index(), loose) && self.is_same(player, play, list, at)
        })
    }

    /// Whether a move of a group by which a piece goes from a cell and then puts something is one that is walked.
    fn puts_so(
        &mut self,
        player: Player,
        (from, index, group): (Cell, usize, &Group<S>),
        list: usize,
        at: usize,
    ) -> bool {
        let Some(tail) = &group.tail else { return false };
        let (reach, piece) = (self.reach(group, from.index()), self.board.cells[from.index()]);
        let edits = || {
            let edits = self.walks[list].edits(at).iter();
            edits.filter(|edit| edit.cell.index() < self.program.cells)
        };
        let mut plays = Vec::new();
        for to in edits().filter(|to| to.after == piece && reach.has(to.cell.index())) {
            let beyond = self.beyond(tail, from.index(), to.cell.index());
            let puts =
                edits().filter(|put| put.after == tail.piece && beyond.has(put.cell.index()));
            let [from, to, group] = [from.0, to.cell.0, index as u16];
            let put = |put: &Edit| Play::Put { from, to, group: group as u8, at: put.cell.0 };
            plays.extend(puts.map(put));
        }
        plays.into_iter().any(|play| self.is_same(player, play, list, at))
    }

    /// Whether a move that is walked leaves nothing open.
    pub(super) fn walks_safely(&mut self, player: Player, play: Play) -> bool {
        let side = &self.plan.sides[player.index()];
        let asked = !side.dangers.is_empty() || !side.truces.is_empty();
        !asked || self.leaves_safe(player, play)
    }

    /// Adds the moves that are walked to others. What is among these already is told by the first of its ways.
    pub(super) fn list_walked(&mut self, player: Player, moves: &mut Vec<Play>) {
        let side = &self.plan.sides[player.index()];
        // What an action does to a piece may be what the piece does.
        let mixed = side.mixed || side.meddled || !side.walked.is_empty();
        let list = self.walk(player);
        if self.walks[list].len() == 0 {
            return;
        }
        let known = moves.len();
        let mut traced = std::mem::take(&mut self.traced);
        traced.clear();
        let told = mixed && side.follows.is_some();
        if told {
            let trace = |play: &Play| (self.trace(player, *play).unwrap_or_default(), *play);
            traced.extend(moves.iter().map(trace));
            traced.sort_unstable_by_key(|(trace, _)| *trace);
        }
        for at in 0..self.walks[list].len() {
            let play = Play::Walked { list: list as u16, at: at as u32 };
            // Of the others only those may be the same that do the same by themselves.
            let other = match told {
                true => {
                    let trace = self.trace(player, play).unwrap_or_default();
                    let first = traced.partition_point(|(other, _)| *other < trace);
                    let same = traced[first..].iter().take_while(|other| other.0 == trace);
                    // Of others it is not told what they change.
                    let vague = if trace > 0 { &traced[..first] } else { &[] };
                    let mut same = same.chain(vague.iter().take_while(|other| other.0 == 0));
                    let other = same.find(|(_, other)| self.is_same(player, *other, list, at));
                    other.and_then(|(_, other)| moves[..known].iter().position(|one| one == other))
                }
                false => {
                    let mut others = moves[..known].iter();
                    others.position(|other| mixed && self.is_same(player, *other, list, at))
                }
            };
            match other {
                Some(other) if self.compare(player, play, moves[other]) == Ordering::Less => {
                    moves[other] = play;
                }
                Some(_) => {}
                None if self.walks_safely(player, play) => moves.push(play),
                None => {}
            }
        }
        self.traced = traced;
    }

    /// Keeps one of several legal moves that come to the same, where nothing told them apart but names of which it is asked what is
    /// legal. Such are walked, or one of them is.
    pub(super) fn once(&mut self, player: Player, moves: &mut Vec<Play>) {
        if moves.len() < 2 || !self.program.merges_names {
            return;
        }
        let walked = |play: &Play| match play {
            Play::Walked { list, at } => Some((usize::from(*list), *at as usize)),
            _ => None,
        };
        let side = &self.plan.sides[player.index()];
        let twice = |(list, _): (usize, usize)| self.walks[list].may_be_twice();
        let mut found = moves.iter().filter_map(walked);
        // An action may do what sets tell as well.
        let may = match side.walked.is_empty() {
            true => found.any(twice),
            false => found.next().is_some(),
        };
        if !may {
            return;
        }
        let prefer = &self.program.sides[player.index()].prefer;
        let mut known = HashMap::new();
        let mut kept: Vec<Play> = Vec::with_capacity(moves.len());
        for play in moves.drain(..) {
            let name = self.program.named.lasting(self.name(player, play));
            let path = match (self.program.routes_differ, walked(&play)) {
                (false, _) => Vec::new(),
                (true, Some((list, at))) => self.walks[list].path(at).to_vec(),
                (true, None) => {
                    let told = self.ways_told(player, play).into_iter();
                    told.filter(|cell| *cell != NOWHERE).map(Cell).collect()
                }
            };
            let edits = self.edits_of(|this| this.act(player, play));
            let became = self.became(player, play);
            let at = *known.entry((edits, became, path, name)).or_insert(kept.len());
            let Some(other) = kept.get(at).copied() else {
                kept.push(play);
                continue;
            };
            let comes_first = match (walked(&play), walked(&other)) {
                (Some((list, one)), Some((same, other))) if list == same => {
                    self.walks[list].is_first(one, other, prefer)
                }
                _ => self.compare(player, play, other) == Ordering::Less,
            };
            if comes_first {
                kept[at] = play;
            }
        }
        *moves = kept;
    }

    /// Whether a move of a kind that is walked in part changes the same as one that is walked.
    fn is_same(&mut self, player: Player, play: Play, list: usize, at: usize) -> bool {
        // Either is another move, if its name tells.
        let (name, other) = (self.walks[list].name(at), self.name(player, play));
        if self.program.named.tell_apart(name, other) {
            return false;
        }
        if !self.is_alike(player, play, list, at) || !self.goes_alike(player, play, list, at) {
            return false;
        }
        let edits = self.edits_of(|this| this.act(player, play));
        edits == self.walks[list].edits(at)
    }

    /// Whether it is no other move for the way that it goes, where routes differ.
    fn goes_alike(&self, player: Player, play: Play, list: usize, at: usize) -> bool {
        if !self.program.routes_differ {
            return true;
        }
        let path = self.walks[list].path(at);
        match play {
            Play::Plain { from, to, .. } => *path == [Cell(from), Cell(to)],
            Play::Put { from, to, group, at } => {
                let told = self.group(player, from, group).tail.as_ref();
                match told.is_some_and(|tail| tail.told) {
                    true => *path == [Cell(from), Cell(to), Cell(at)],
                    false => *path == [Cell(from), Cell(to)],
                }
            }
            Play::Loose { from, at } => self
                .loose(player, from.into(), at)
                .is_some_and(|loose| loose.effect.path.as_slice() == path),
            _ => false,
        }
    }

    /// Whether it does so on the board's cells, as far as that is told without making it: not where more follows it.
    fn is_alike(&self, player: Player, play: Play, list: usize, at: usize) -> bool {
        if self.brings_more(player, play) {
            return true;
        }
        let edits = self.walks[list].edits(at);
        let edits = || edits.iter().filter(|edit| edit.cell.index() < self.program.cells);
        let sets = |cell: usize, piece: Piece| {
            edits().any(|edit| edit.cell.index() == cell && edit.after == piece)
        };
        match play {
            Play::Plain { from, to, piece, .. } => {
                // On top of a piece of its own sort a piece changes nothing there that shows.
                let shows = self.board.cells[usize::from(to)] != piece;
                edits().count() == 1 + usize::from(shows)
                    && sets(from.into(), Piece::EMPTY)
                    && (!shows || sets(to.into(), piece))
            }
            Play::Loose { from, at: one } => {
                let loose = self.loose(player, from.into(), one);
                loose.is_some_and(|loose| self.changes_as(loose, list, at))
            }
            Play::Put { to, at: put, group, from } => {
                let tail = self.group(player, from, group).tail.as_ref();
                let piece = self.board.cells[usize::from(from)];
                sets(to.into(), piece) && tail.is_some_and(|tail| sets(put.into(), tail.piece))
            }
            Play::Place { at: place, to, then: 0 } => {
                let place = &self.plan.sides[player.index()].places[usize::from(place)];
                place.ways() == 1 && sets(to.into(), place.piece)
            }
            _ => false,
        }
    }

    /// Whether something follows a move that changes more.
    fn brings_more(&self, player: Player, play: Play) -> bool {
        let side = &self.plan.sides[player.index()];
        match play {
            Play::Plain { from, group, .. } | Play::Put { from, group, .. } => {
                !side.sequel.is_empty() || self.group(player, from, group).after.is_some()
            }
            Play::Loose { from, at } => {
                let loose = self.loose(player, from.into(), at);
                !side.sequel.is_empty() || loose.is_some_and(|one| !one.effect.after.is_empty())
            }
            Play::Place { at, .. } => {
                let place = &side.places[usize::from(at)];
                !place.sequel.is_empty() || place.after.is_some()
            }
            _ => false,
        }
    }

    /// Whether a loose move changes the same cells as one that is walked.
    fn changes_as(&self, loose: &Loose<S>, list: usize, at: usize) -> bool {
        let edits = self.walks[list].edits(at);
        let edits = || edits.iter().filter(|edit| edit.cell.index() < self.program.cells);
        let comes = |(cell, piece)| (cell, self.comes_up(loose, cell, piece).0);
        let changes = |(cell, piece): &(Cell, Piece)| self.board.cells[cell.index()] != *piece;
        let changes = || loose.effect.sets.iter().map(comes).filter(changes);
        let same = |(cell, piece): (Cell, Piece)| {
            edits().any(|edit| edit.cell == cell && edit.after == piece)
        };
        changes().count() == edits().count() && changes().all(same)
    }
}
