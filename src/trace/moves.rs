//! Moves: pseudo-legal, legal, and how the game stands.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter::successors;
use std::rc::Rc;

use super::facts::applied;
use super::overlay::Overlay;
use super::uses::Trail;
use super::walk::By;
use super::{Inquiry, KNOWN};
use crate::index::{Cell, Counter, Kind, Mark, MoveName, Piece, Player};
use crate::position::{Edit, Move, State, TooWide};
use crate::rules::{Cond, Measure, MoveRule, Outcome, Pass, Place, Who, limits};
use crate::source::Spanned;

/// A pseudo-legal move and the rule that makes it.
#[derive(Clone)]
pub(super) struct Found<'r> {
    /// The move.
    pub(super) chosen: Move,
    /// Its rule.
    pub(super) rule: &'r MoveRule,
    /// What it captures, in order.
    pub(super) taken: Vec<Piece>,
    /// Which clauses of the rules it has come over, where that is asked for.
    pub(super) trail: Trail,
}

impl<'r> Inquiry<'r> {
    /// The rules by which a player may try to move, each with the cell of the piece (an action has
    /// none).
    pub(super) fn rules_of(
        &self,
        cells: &[Piece],
        player: Player,
    ) -> Vec<(Option<Cell>, &'r MoveRule)> {
        let (rules, facing) = (self.rules, self.rules.facing(player));
        let mut found = Vec::new();
        for cell in self.graph.all().filter(|_| rules.turn.pieces) {
            let piece = cells[cell.index()];
            let Some(kind) = piece.kind().filter(|_| rules.moves(piece, player)) else {
                continue;
            };
            for rule in &rules.kinds[kind.index()].moves {
                if self.graph.contains(&rule.from, cell, facing) {
                    found.push((Some(cell), rule));
                }
            }
        }
        found.extend(rules.actions.iter().map(|rule| (None, rule)));
        found
    }

    /// Every route that fits and changes something, sorted; several may be one move.
    pub(super) fn routes(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<Found<'r>>, TooWide> {
        let by = By { player, attack: false };
        let mut found = Vec::new();
        for (place, rule) in self.rules_of(cells, player) {
            for way in self.ways(by, rule, cells, place)? {
                let (gone, trail) = (way.place.is_none(), way.trail.clone());
                let way = way.end();
                let mut captures = way.captures;
                let taken = self.layout.captured(|slot| cells[slot.index()], &captures);
                captures.sort();
                captures.dedup();
                let mut board = way.board;
                let became = way.became.filter(|_| gone && self.rules.turn.routes_differ);
                // What is drawn may be that nothing changes.
                if self.settle(&mut board, player, way.marks) || self.rules.is_drawn(rule.name) {
                    let edits = board.edits();
                    let (path, name) = (way.path, rule.name);
                    let chosen = Move { path, edits, captures, name, became };
                    found.push(Found { chosen, rule, taken, trail });
                }
            }
            if found.len() > limits::WAYS {
                return Err(TooWide::Ways);
            }
        }
        found.sort_by(|a, b| a.chosen.cmp(&b.chosen));
        Ok(found)
    }

    /// Ends and makes the marks that a move of the player's does; false if the walk has changed
    /// nothing, and so is no move.
    fn settle(
        &self,
        board: &mut Overlay<'_>,
        player: Player,
        made: Vec<(Mark, Cell, bool)>,
    ) -> bool {
        let edits = board.edits();
        let on_board = |edit: &&Edit| edit.cell.index() < self.layout.cells();
        let changed: Vec<Cell> = edits.iter().filter(on_board).map(|edit| edit.cell).collect();
        let moves = !edits.is_empty() || !made.is_empty();
        self.layout.settle(player, made, &changed, board);
        moves
    }

    /// The pseudo-legal moves, sorted: of the routes that are one move, the one whose captures come in
    /// the better order, or else the first. Those of different names that tell them apart are several yet.
    pub(super) fn pseudo(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<Found<'r>>, TooWide> {
        let routes = self.routes(cells, player)?;
        let found = self.once(routes, |name| self.named.tells(name));
        if found.len() > limits::MOVES { Err(TooWide::Moves) } else { Ok(found) }
    }

    /// Of routes that are one move, the one whose captures come in the better order, or else the first; those of such names are moves
    /// of their own.
    fn once(&self, routes: Vec<Found<'r>>, tells: impl Fn(MoveName) -> bool) -> Vec<Found<'r>> {
        let differ = self.rules.turn.routes_differ;
        let mut best: BTreeMap<_, Found<'r>> = BTreeMap::new();
        for mut found in routes {
            let path = if differ { found.chosen.path.clone() } else { Vec::new() };
            let name = Some(found.chosen.name).filter(|name| tells(*name));
            let same = best.entry((path, found.chosen.edits.clone(), found.chosen.became, name));
            let kept = same.or_insert_with(|| found.clone());
            // What is one move has come over all of them.
            found.trail.join(&kept.trail);
            if self.order(&found, kept) == Ordering::Greater {
                *kept = found;
            } else {
                kept.trail = found.trail;
            }
        }
        let mut found: Vec<Found<'r>> = best.into_values().collect();
        found.sort_by(|a, b| a.chosen.cmp(&b.chosen));
        found
    }

    /// The first prohibition that holds after a move of that player.
    pub(super) fn refusal(
        &mut self,
        cells: &[Piece],
        chosen: &Move,
        player: Player,
    ) -> Result<Option<usize>, TooWide> {
        let after = applied(cells, chosen);
        let made = self.made(cells, chosen, player)?;
        self.about(made, |this| {
            for (index, forbid) in this.rules.forbids.iter().enumerate() {
                if this.holds(&after, player, &forbid.when.value)? {
                    this.note(forbid.when.span);
                    return Ok(Some(index));
                }
            }
            Ok(None)
        })
    }

    /// The move with what it does to the counters.
    pub(super) fn counted(
        &mut self,
        cells: &[Piece],
        mut chosen: Move,
        player: Player,
    ) -> Result<Move, TooWide> {
        let rules = self.rules;
        if rules.counters.is_empty() && self.layout.schedule().is_none() {
            return Ok(chosen);
        }
        let after = applied(cells, &chosen);
        let made = self.made(cells, &chosen, player)?;
        let changes = self.about(made, |this| {
            let mut changes = Vec::new();
            for (index, rule) in rules.counters.iter().enumerate() {
                let mut asks = |when: &'r Option<Spanned<Cond>>, absent: bool| match when {
                    Some(when) => this.decides(&after, player, when),
                    None => Ok(absent),
                };
                let up = asks(&rule.up, rule.down.is_none())?;
                let (down, reset) = (asks(&rule.down, false)?, asks(&rule.reset, false)?);
                let slot = this.layout.counter(Counter::at(index), player);
                let before = cells[slot.index()];
                let moved = before.byte().saturating_add(up.into()).saturating_sub(down.into());
                let after = Piece::of_byte(if reset { rule.start } else { moved });
                if before != after {
                    changes.push(Edit { cell: slot, before, after });
                }
            }
            let mut after = after;
            changes.iter().for_each(|edit| after[edit.cell.index()] = edit.after);
            changes.extend(this.passed(&after, player)?);
            Ok(changes)
        })?;
        // What the walk has added to a number of the turn goes with the turn.
        for change in changes {
            match chosen.edits.iter_mut().find(|edit| edit.cell == change.cell) {
                Some(edit) => edit.after = change.after,
                None => chosen.edits.push(change),
            }
        }
        chosen.edits.retain(|edit| edit.before != edit.after);
        chosen.edits.sort();
        Ok(chosen)
    }

    /// What the move that is asked about does to the place in the schedule, the board being as after it.
    pub(super) fn passed(&mut self, after: &[Piece], player: Player) -> Result<Vec<Edit>, TooWide> {
        let (rules, layout) = (self.rules, self.layout);
        let slots = layout.schedule().zip(layout.turn_slots());
        let Some((schedule, (slot, made))) = slots else { return Ok(Vec::new()) };
        let Some(here) = layout.place(|at| after[at], player) else { return Ok(Vec::new()) };
        let mut asks = |when: &'r Option<Spanned<Cond>>| match when {
            Some(when) => self.decides(after, player, when),
            None => Ok(false),
        };
        let (again, over) = (asks(&rules.turn.again)?, asks(&rules.turn.over)?);
        let over = over || self.made.is_some_and(|made| rules.turn.is_pass(made.name));
        let first = match (over, again) {
            (true, _) => schedule.next_turn(here.at),
            (false, true) => here.at,
            (false, false) => schedule.next(here.at),
        };
        let goes_on = !over && (again || schedule.step(first) > 1);
        let mut next = first;
        let mut board = after.to_vec();
        let set = |board: &mut Vec<Piece>, at: usize| {
            // The numbers of the turn go with it.
            if at != first || !goes_on {
                layout.turn_numbers().for_each(|at| board[at] = Piece::EMPTY);
            }
            let value = schedule.value(Place { at, last: player });
            let run = if schedule.player(at) == player {
                board[made].byte().saturating_add(1)
            } else {
                0
            };
            (board[slot], board[made]) = (Piece::of_byte(value), Piece::of_byte(run));
        };
        if let Some(skip) = &rules.turn.skip {
            next = self.replied(|this| {
                let made = this.made.take();
                let places = successors(Some(first), |at| Some(schedule.next_turn(*at)));
                let chosen = places.take(schedule.len()).find_map(|at| {
                    board.copy_from_slice(after);
                    set(&mut board, at);
                    match this.decides(&board, schedule.player(at), skip) {
                        Ok(true) => None,
                        Ok(false) => Some(Ok(at)),
                        Err(wide) => Some(Err(wide)),
                    }
                });
                this.made = made;
                // Where everyone is passed over, it is who would have been next.
                chosen.unwrap_or(Ok(first))
            })?;
        }
        board.copy_from_slice(after);
        set(&mut board, next);
        let slots = [slot, made].into_iter().chain(layout.turn_numbers());
        let changed = slots.filter(|at| board[*at] != after[*at]);
        Ok(changed
            .map(|at| Edit { cell: Cell::at(at), before: after[at], after: board[at] })
            .collect())
    }

    /// The pseudo-legal moves, sorted, each with the first prohibition that refuses it.
    pub(super) fn judged(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<(Found<'r>, Option<usize>)>, TooWide> {
        self.within(|this| {
            let mut judged = Vec::new();
            for found in this.pseudo(cells, player)? {
                let refusal = this.refusal(cells, &found.chosen, player)?;
                judged.push((found, refusal));
            }
            Ok(judged)
        })
    }

    /// The moves that no prohibition refuses, sorted; one may yet force others aside.
    pub(super) fn allowed(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<Found<'r>>, TooWide> {
        let judged = self.judged(cells, player)?;
        let allowed = judged.into_iter().filter(|(_, refusal)| refusal.is_none());
        Ok(allowed.map(|(found, _)| found).collect())
    }

    /// The legal moves, sorted, whether or not an ending holds: without what they do to the
    /// counters, and without a pass. What moves are legal rests on the board and the player alone, so
    /// they are found once, however many endings and verdicts ask for them.
    pub(super) fn legal(&mut self, cells: &[Piece], player: Player) -> Result<Rc<[Move]>, TooWide> {
        let key = (player, cells.to_vec());
        if let Some(known) = self.known.get(&key) {
            return Ok(Rc::clone(known));
        }
        let legal = self.allowed(cells, player)?;
        let legal = self.required(cells, player, legal)?;
        let legal = self.preferred(cells, player, legal)?;
        let legal: Rc<[Move]> = legal.into_iter().map(|found| found.chosen).collect();
        if self.known.len() >= KNOWN {
            self.known.clear();
        }
        self.known.insert(key, Rc::clone(&legal));
        Ok(legal)
    }

    /// Of the moves that are allowed, those that must be made if there are any.
    pub(super) fn required(
        &mut self,
        cells: &[Piece],
        player: Player,
        allowed: Vec<Found<'r>>,
    ) -> Result<Vec<Found<'r>>, TooWide> {
        let Some(must) = &self.rules.turn.must else { return Ok(allowed) };
        let first = self.holding(cells, player, &must.value, &allowed)?;
        if (1..allowed.len()).contains(&first.len()) {
            self.note(must.span);
        }
        Ok(if first.is_empty() { allowed } else { first })
    }

    /// Of these moves, those after which a condition holds.
    fn holding(
        &mut self,
        cells: &[Piece],
        player: Player,
        when: &'r Cond,
        moves: &[Found<'r>],
    ) -> Result<Vec<Found<'r>>, TooWide> {
        let mut holding = Vec::new();
        for found in moves {
            let after = applied(cells, &found.chosen);
            let made = self.made(cells, &found.chosen, player)?;
            if self.about(made, |this| this.holds(&after, player, when))? {
                holding.push(found.clone());
            }
        }
        Ok(holding)
    }

    /// Of these moves, those that no measure puts behind others: the legal ones, each once.
    pub(super) fn preferred(
        &mut self,
        cells: &[Piece],
        player: Player,
        mut moves: Vec<Found<'r>>,
    ) -> Result<Vec<Found<'r>>, TooWide> {
        for measure in &self.rules.turn.prefer {
            // What is drawn is drawn, whatever a player would prefer.
            if moves.iter().all(|found| self.rules.is_drawn(found.chosen.name)) {
                break;
            }
            let before = moves.len();
            match &measure.value {
                Measure::Worth(kinds) => {
                    let most = moves.iter().map(|found| worth(kinds, &found.taken)).max();
                    moves.retain(|found| Some(worth(kinds, &found.taken)) == most);
                }
                Measure::First(kind) => {
                    let best = moves.iter().map(|found| firsts(*kind, &found.taken)).max();
                    moves.retain(|found| Some(firsts(*kind, &found.taken)) == best);
                }
                Measure::Holds(when) => {
                    let holding = self.holding(cells, player, when, &moves)?;
                    if !holding.is_empty() {
                        moves = holding;
                    }
                }
            }
            if moves.len() < before {
                self.note(measure.span);
            }
        }
        Ok(self.once(moves, |name| self.named.lasts(name)))
    }

    /// How two routes compare by the order of what they capture.
    fn order(&self, a: &Found<'r>, b: &Found<'r>) -> Ordering {
        let measures = self.rules.turn.prefer.iter();
        let orders = measures.map(|measure| match &measure.value {
            Measure::First(kind) => firsts(*kind, &a.taken).cmp(&firsts(*kind, &b.taken)),
            _ => Ordering::Equal,
        });
        orders.fold(Ordering::Equal, Ordering::then)
    }

    /// The legal moves, sorted, with what they do to the counters, and the pass where there is one.
    pub(super) fn legal_or_pass(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<Move>, TooWide> {
        let mut legal = Vec::new();
        for chosen in self.legal(cells, player)?.iter() {
            legal.push(self.counted(cells, chosen.clone(), player)?);
        }
        legal.sort();
        let pass = match self.rules.turn.pass {
            Some(Pass::Free(name)) => {
                // Nobody passes where a move is drawn.
                let drawn = legal.first().is_some_and(|legal| self.rules.is_drawn(legal.name));
                Some(name).filter(|_| !drawn)
            }
            Some(Pass::Stuck(name)) => Some(name).filter(|_| legal.is_empty()),
            None => None,
        };
        let Some(name) = pass else { return Ok(legal) };
        let chosen = self.pass(cells, player, name);
        if self.refusal(cells, &chosen, player)?.is_none() {
            legal.push(self.counted(cells, chosen, player)?);
            legal.sort();
        }
        Ok(legal)
    }

    /// The move that leaves the board as it is.
    pub(super) fn pass(&self, cells: &[Piece], player: Player, name: MoveName) -> Move {
        let mut board = Overlay::new(cells);
        self.layout.settle(player, [], &[], &mut board);
        let (path, edits, captures) = (Vec::new(), board.edits(), Vec::new());
        Move { path, edits, captures, name, became: None }
    }

    /// The legal moves, sorted; none when the game is over.
    pub(super) fn moves(&mut self, cells: &[Piece], player: Player) -> Result<Vec<Move>, TooWide> {
        match self.state(cells, player)? {
            State::Ongoing => self.legal_or_pass(cells, player),
            State::Won(..) | State::Drawn(_) => Ok(Vec::new()),
        }
    }

    /// How the game stands, by the first ending that holds.
    pub(super) fn state(&mut self, cells: &[Piece], turn: Player) -> Result<State, TooWide> {
        self.within(|this| {
            let rules = this.rules;
            // An ending is about a position, not about the move that may be asked about outside.
            let made = this.made.take();
            let ended = this.ending(cells, turn);
            this.made = made;
            Ok(match ended?.map(|index| (index, rules.endings[index].result)) {
                None => State::Ongoing,
                Some((index, Outcome::Extreme(most, score))) => {
                    let winner = this.extreme(cells, most, score)?;
                    winner.map_or(State::Drawn(index), |winner| State::Won(winner, index))
                }
                Some((index, Outcome::Draw | Outcome::Win(Who::Nobody))) => State::Drawn(index),
                Some((index, Outcome::Win(who))) => {
                    let winner = match who {
                        Who::Mover | Who::Ally | Who::Nobody => turn,
                        Who::Last => this.last(cells, turn),
                        Who::Other => rules.opponent(turn),
                        Who::Player(player) => player,
                    };
                    State::Won(rules.team(winner), index)
                }
            })
        })
    }

    /// The first ending that holds and needs no claim.
    fn ending(&mut self, cells: &[Piece], turn: Player) -> Result<Option<usize>, TooWide> {
        for (index, ending) in self.rules.endings.iter().enumerate() {
            if !ending.claim && self.holds(cells, turn, &ending.when.value)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The first verdict that holds.
    pub(super) fn verdict(
        &mut self,
        cells: &[Piece],
        turn: Player,
    ) -> Result<Option<usize>, TooWide> {
        for (index, verdict) in self.rules.verdicts.iter().enumerate() {
            let holds = match &verdict.when {
                Some(when) => self.holds(cells, turn, &when.value)?,
                None => true,
            };
            if holds {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

/// What captured pieces are worth together.
fn worth(kinds: &[(Kind, u32)], taken: &[Piece]) -> u64 {
    let worth = |piece: &Piece| kinds.iter().find(|(kind, _)| piece.kind() == Some(*kind));
    taken.iter().filter_map(worth).map(|(_, worth)| u64::from(*worth)).sum()
}

/// Which of the captured pieces are of that kind.
fn firsts(kind: Kind, taken: &[Piece]) -> Vec<bool> {
    taken.iter().map(|piece| piece.kind() == Some(kind)).collect()
}
