//! Conditions, goals and how the game stands.

use super::Evaluator;
use super::goal::{Groups, has_line};
use crate::index::{Cell, GoalId, Player};
use crate::position::{State, TooWide};
use crate::program::{Check, CondCode, GoalCode, ReadCode, Winner};
use crate::rules::{Aim, Relation, Repetition};

/// A player of whom it is known whether he has a legal move.
type Known = Option<(Player, bool)>;

impl Evaluator<'_> {
    /// How the game stands when it is the player's turn.
    pub(super) fn standing(&mut self, turn: Player, known: Known) -> Result<State, TooWide> {
        let endings = &self.program.sides[turn.index()].endings;
        if endings.is_empty() {
            return Ok(State::Ongoing);
        }
        self.within(|this| {
            // An ending is about a position, not about the move that may be asked about outside.
            let made = this.made.take();
            let ended = this.ending(turn, known);
            this.made = made;
            let Some(at) = ended? else { return Ok(State::Ongoing) };
            let winner = match endings[at].1 {
                Winner::Nobody => None,
                Winner::Player(player) => Some(player),
                Winner::Last => Some(this.program.team(this.last(turn))),
                Winner::Extreme(most, score) => this.extreme(most, score)?,
            };
            Ok(winner.map_or(State::Drawn(at), |winner| State::Won(winner, at)))
        })
    }

    /// The first ending that holds.
    fn ending(&mut self, turn: Player, known: Known) -> Result<Option<usize>, TooWide> {
        let program = self.program;
        for (at, (when, _, counts)) in program.sides[turn.index()].endings.iter().enumerate() {
            if (*counts || !self.counting) && self.holds(when, turn, known)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether a condition of the mover's holds.
    pub(super) fn holds(
        &mut self,
        cond: &CondCode,
        mover: Player,
        known: Known,
    ) -> Result<bool, TooWide> {
        match cond {
            CondCode::All(list) => {
                for cond in list {
                    if !self.holds(cond, mover, known)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            CondCode::Any(list) => {
                for cond in list {
                    if self.holds(cond, mover, known)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            CondCode::Not(cond) => Ok(!self.holds(cond, mover, known)?),
            CondCode::Stuck(who) => self.replied(|this| {
                this.one_of(*who, |this, player| match known {
                    Some((of, stuck)) if of == player => Ok(stuck),
                    _ => this.stuck(player),
                })
            }),
            CondCode::Attacked(who) => {
                self.one_of(*who, |this, player| this.machine.royal_attacked(player))
            }
            CondCode::Has(who, goal) => self.one_of(*who, |this, player| this.has(player, *goal)),
            CondCode::Can(who, aim, moves) => {
                self.one_of(*who, |this, player| this.can(player, *aim, *moves))
            }
            CondCode::Count(check, relation, number) => {
                self.count(check, *relation, usize::from(*number), mover)
            }
            CondCode::Slot(slots, relation, number) => {
                Ok(self.machine.slots(slots, *relation, *number))
            }
            CondCode::Compare(read, relation) => {
                let [values, others] = &**read;
                let (values, others) = (self.readings(values)?, self.readings(others)?);
                Ok(relation.holds_of_any(values, others.into_iter()))
            }
            CondCode::Among(slot, values) => Ok(self.machine.among(*slot, values)),
            CondCode::Unchanged => Ok(self.unchanged()),
            CondCode::Score(who, score, relation, halves) => self.one_of(*who, |this, player| {
                Ok(relation.holds(this.points(player, *score)?, i64::from(*halves)))
            }),
            CondCode::Leads(who, score) => {
                let leader = self.extreme(true, *score)?;
                let leads = |player| leader == Some(self.program.team(player));
                Ok((0..self.program.players).any(|at| who >> at & 1 != 0 && leads(Player::at(at))))
            }
            CondCode::Repeated(repetition) => self.repeated(mover, *repetition),
            CondCode::Captured => Ok(self.made.is_some_and(|made| made.captured)),
            CondCode::By(name) => Ok(self.made.is_some_and(|made| made.name == *name)),
            CondCode::Moved(kinds) => {
                Ok(self.made.and_then(|made| made.kind).is_some_and(|kind| kinds.contains(&kind)))
            }
        }
    }

    /// What is read, in halves.
    fn readings(&mut self, read: &ReadCode) -> Result<Vec<i64>, TooWide> {
        match read {
            ReadCode::Slots(slots) => {
                let held = |slot: &u16| 2 * i64::from(self.machine.cells[usize::from(*slot)].0);
                Ok(slots.iter().map(held).collect())
            }
            ReadCode::Score(who, score) => {
                let players = (0..self.program.players).filter(|at| who >> at & 1 != 0);
                players.map(|at| self.points(Player::at(at), *score)).collect()
            }
        }
    }

    /// Whether the position has been there so often.
    fn repeated(
        &mut self,
        mover: Player,
        Repetition { times, board, within }: Repetition,
    ) -> Result<bool, TooWide> {
        // Before the turn passes, the position meant is the one that the move leads to; the one
        // before the move is the latest of the earlier ones, and not in the history yet.
        if self.keying {
            return Ok(false);
        }
        let made = self.made;
        let earlier = self.history.len() + usize::from(made.is_some());
        let seen = within.map_or(earlier, |plies| earlier.min(usize::from(plies)));
        if seen + 1 < usize::from(times) {
            return Ok(false);
        }
        let latest = made.map(|made| made.before).filter(|_| seen > 0);
        let first = self.history.len() - (seen - usize::from(latest.is_some()));
        let mut before = 1;
        if board {
            let key = self.program.layout.board_key(&self.machine.cells);
            before += usize::from(latest == Some(key));
            before += self.history[first..].iter().filter(|past| past.board == key).count();
        } else {
            let key = match made {
                Some(_) => self.key_after(mover)?,
                None => self.key_of(mover)?,
            };
            before += self.history[first..].iter().filter(|past| past.key == key).count();
        }
        Ok(before >= usize::from(times))
    }

    /// The key of the position that a move leads to which has been made but for whose turn it is.
    fn key_after(&mut self, mover: Player) -> Result<u64, TooWide> {
        let edits = self.passed(mover)?;
        for edit in &edits {
            self.machine.cells[edit.cell.index()] = edit.after;
        }
        let key = self.key_of(self.mover(mover));
        for edit in &edits {
            self.machine.cells[edit.cell.index()] = edit.before;
        }
        key
    }

    /// Whether the board is as it was when the turn began.
    fn unchanged(&self) -> bool {
        let (layout, cells) = (&self.program.layout, &self.machine.cells);
        let moves = layout.made(|at| cells[at]);
        // What is asked about a move that is made is not in the history yet.
        let began = match (self.made, self.history.len().checked_sub(moves)) {
            (Some(made), _) if moves == 0 => Some(made.before),
            (None, _) if moves == 0 => return true,
            (_, Some(at)) => self.history.get(at).map(|past| past.board),
            _ => None,
        };
        began == Some(layout.board_key(cells))
    }

    /// Who has moved before the player whose turn it is.
    fn last(&self, turn: Player) -> Player {
        self.program.layout.last(|at| self.machine.cells[at], turn)
    }

    fn one_of(
        &mut self,
        who: u8,
        mut ask: impl FnMut(&mut Self, Player) -> Result<bool, TooWide>,
    ) -> Result<bool, TooWide> {
        for player in (0..self.program.players).map(Player::at) {
            if who >> player.0 & 1 != 0 && ask(self, player)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn stuck(&mut self, player: Player) -> Result<bool, TooWide> {
        let mut moves = self.take();
        // What must be made and what is preferred leaves a move where there is one.
        self.within(|this| this.allowed(player, &mut moves))?;
        let stuck = moves.len() == 0;
        self.give(moves);
        Ok(stuck)
    }

    fn count(
        &mut self,
        check: &Check,
        relation: Relation,
        number: usize,
        mover: Player,
    ) -> Result<bool, TooWide> {
        let count = self.machine.count(check, number, mover);
        self.spent()?;
        Ok(relation.holds(count, number))
    }

    /// Fails if the machine has been at it for too long.
    fn spent(&self) -> Result<(), TooWide> {
        if self.machine.is_spent() { Err(TooWide::Steps) } else { Ok(()) }
    }

    /// Whether the player has reached the goal.
    pub(super) fn has(&mut self, player: Player, goal: GoalId) -> Result<bool, TooWide> {
        let program = self.program;
        match &program.sides[player.index()].goals[goal.index()] {
            GoalCode::Never => Ok(false),
            GoalCode::Line(line) => {
                self.mark(&line.check, player)?;
                let cells = &self.machine.cells[..program.cells];
                Ok(has_line(line, cells, &program.neighbours, &self.passing))
            }
            GoalCode::Connect(connect) => {
                self.grouped(player, goal, &connect.check, |groups, passing| {
                    groups.connected(passing, &program.neighbours, connect)
                })
            }
            GoalCode::Together { joins, check } => {
                self.grouped(player, goal, check, |groups, passing| {
                    groups.together(passing, &program.neighbours, joins)
                })
            }
            GoalCode::Ring(ring) => self.grouped(player, goal, &ring.check, |groups, passing| {
                groups.ring(passing, &program.neighbours, ring)
            }),
        }
    }

    /// What groups of cells that pass say of a goal; asked once a board.
    fn grouped(
        &mut self,
        player: Player,
        goal: GoalId,
        check: &Check,
        ask: impl FnOnce(&mut Groups, &mut [bool]) -> bool,
    ) -> Result<bool, TooWide> {
        let at = self.groups_of(player, goal);
        if self.groups[at].0 != self.version {
            self.mark(check, player)?;
            let groups = &mut self.groups[at];
            groups.1 = ask(&mut groups.2, &mut self.passing);
            groups.0 = self.version;
        }
        Ok(self.groups[at].1)
    }

    fn groups_of(&self, player: Player, goal: GoalId) -> usize {
        player.index() * self.program.sides[0].goals.len() + goal.index()
    }

    /// Marks the cells that pass.
    pub(super) fn mark(&mut self, check: &Check, player: Player) -> Result<(), TooWide> {
        self.passing.clear();
        if let (Check::Leaf(codes, None), None) = (check, &self.program.real) {
            let cells = self.machine.cells[..self.program.cells].iter();
            self.passing.extend(cells.map(|piece| crate::program::has(codes, *piece)));
            return Ok(());
        }
        for at in 0..self.program.cells {
            let cell = Cell::at(at);
            let passes = self.program.has(cell) && self.machine.test(check, cell, player);
            self.passing.push(passes);
        }
        self.spent()
    }

    /// Whether the player, were it his turn, can reach the aim in so many moves.
    fn can(&mut self, player: Player, aim: Aim, left: u8) -> Result<bool, TooWide> {
        let ends = !matches!(aim, Aim::Fact(_));
        if ends && self.standing(player, None)? != State::Ongoing {
            return Ok(false);
        }
        let program = self.program;
        if let (Aim::Goal(goal), 1) = (aim, left)
            && let GoalCode::Connect(connect) = &program.sides[player.index()].goals[goal.index()]
            && let Some(placements) = &connect.placements
        {
            self.has(player, goal)?;
            let groups = &self.groups[self.groups_of(player, goal)].2;
            let cells = &self.machine.cells[..program.cells];
            return Ok(groups.connected_by(cells, program, connect, placements));
        }
        let mut moves = self.take();
        self.lawful(player, &mut moves)?;
        self.complete(player, &mut moves, false)?;
        let mut found = false;
        for at in 0..moves.len() {
            self.apply(&moves, at);
            let answer = self.leads(player, aim, left);
            self.undo(&moves, at);
            if answer? {
                found = true;
                break;
            }
        }
        self.give(moves);
        Ok(found)
    }

    /// Whether the player, who has just moved, has reached the aim or will whatever is replied.
    fn leads(&mut self, player: Player, aim: Aim, left: u8) -> Result<bool, TooWide> {
        let next = self.mover(player);
        let reached = match aim {
            Aim::Goal(goal) => self.has(player, goal)?,
            Aim::Fact(fact) => {
                let facts = &self.program.sides[next.index()].facts;
                self.holds(&facts[fact.index()], next, None)?
            }
            Aim::Win => {
                let team = self.program.team(player);
                matches!(self.standing(next, None)?, State::Won(winner, _) if winner == team)
            }
        };
        Ok(reached || (left > 1 && self.whatever(next, player, aim, left - 1)?))
    }

    fn whatever(
        &mut self,
        turn: Player,
        player: Player,
        aim: Aim,
        left: u8,
    ) -> Result<bool, TooWide> {
        if turn == player {
            return self.can(player, aim, left);
        }
        // A team-mate helps: one way is enough.
        let team = self.program.team(player);
        let helps = self.program.team(turn) == team;
        let mut replies = self.take();
        self.playable(turn, &mut replies, false)?;
        let mut found = !helps && replies.len() > 0;
        for at in 0..replies.len() {
            self.apply(&replies, at);
            let next = self.mover(turn);
            let won = match helps && aim == Aim::Win {
                true => self.standing(next, None),
                false => Ok(State::Ongoing),
            };
            let won = won.map(|state| matches!(state, State::Won(winner, _) if winner == team));
            let answer = match won {
                Ok(false) => self.whatever(next, player, aim, left),
                won => won,
            };
            self.undo(&replies, at);
            if answer? == helps {
                found = helps;
                break;
            }
        }
        self.give(replies);
        Ok(found)
    }
}
