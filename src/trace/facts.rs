//! Facts: tests of cells, attacks and conditions.

use std::collections::BTreeSet;

use super::Inquiry;
use super::walk::{By, Stand};
use crate::index::{Cell, Kind, MoveName, Piece, Player};
use crate::position::{Edit, Move, State, TooWide};
use crate::rules::{Aim, Amount, Cond, Distance, Reading, Repetition, Rules, Test, Than, Who};

/// What conditions may ask of a move that has just been made.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Made {
    pub(super) captured: bool,
    /// Its name; none while it is still walked.
    pub(super) name: Option<MoveName>,
    /// The kind of the piece that made it, if one did.
    pub(super) kind: Option<Kind>,
    /// The key of the board before it.
    pub(super) before: u64,
    /// The key of the position before it, where that may matter to the moves after it.
    pub(super) key: Option<u64>,
}

impl<'r> Inquiry<'r> {
    /// What may be asked of a move on those cells.
    pub(super) fn made(
        &mut self,
        cells: &[Piece],
        chosen: &Move,
        player: Player,
    ) -> Result<Made, TooWide> {
        let from = chosen.path.first().map(|cell| cells[cell.index()]);
        let kind = from.filter(|piece| self.rules.moves(*piece, player)).and_then(Piece::kind);
        let (captured, name) = (!chosen.captures.is_empty(), Some(chosen.name));
        let key = match self.replies_ask_past {
            false => None,
            // No position is taken for a repetition then.
            true if self.keying => Some(0),
            true => Some(self.key(cells, player)?),
        };
        Ok(Made { captured, name, kind, before: self.layout.board_key(cells), key })
    }

    /// Whether a cell passes a test, as the walker sees it from where he stands.
    pub(super) fn test(
        &mut self,
        by: By,
        stand: &Stand<'_, 'r>,
        cell: Cell,
        test: &'r Test,
    ) -> Result<bool, TooWide> {
        let board = &stand.board;
        let found = board.at(cell);
        Ok(match test {
            Test::All(tests) => {
                for test in tests {
                    if !self.test(by, stand, cell, test)? {
                        return Ok(false);
                    }
                }
                true
            }
            Test::Any(tests) => {
                for test in tests {
                    if self.test(by, stand, cell, test)? {
                        return Ok(true);
                    }
                }
                false
            }
            Test::Not(test) => !self.test(by, stand, cell, test)?,
            Test::Empty => found.is_empty(),
            Test::Occupied => !found.is_empty(),
            Test::Owned(Who::Nobody) => !found.is_empty() && found.owner().is_none(),
            Test::Owned(who) => {
                let last = self.layout.last(|at| board.at(Cell::at(at)), by.player);
                found.owner().is_some_and(|owner| means(self.rules, by.player, last, *who, owner))
            }
            Test::Is(kind) => found.kind() == Some(*kind),
            Test::In(cells) => self.graph.contains(cells, cell, self.rules.facing(by.player)),
            Test::Attacked if by.attack => false,
            Test::Attacked => {
                let mut cells = board.cells();
                if let Some(place) = stand.place.filter(|place| *place != cell) {
                    // The question is whether the piece would be attacked there, not shielded by itself.
                    self.relocate(&mut cells, place, cell);
                }
                for other in self.whose(&cells, by.player, Who::Other) {
                    if self.attacked(&cells, cell, other, by.player)? {
                        return Ok(true);
                    }
                }
                false
            }
            Test::Taken => stand.taken.contains(&cell) || stand.tucked.contains(&cell),
            Test::Visited => stand.path.contains(&cell),
            Test::Lies(goal) => match found.owner() {
                Some(player) => {
                    let by = By { player, ..by };
                    self.row(&board.cells(), by, *goal, Some(cell))?.is_some()
                }
                None => false,
            },
            Test::Marked(mark) => self.layout.marked_in(|slot| board.at(slot), *mark, cell),
            Test::Named(name) => stand.named(*name) == Some(cell),
            Test::Number(number, relation, amount) => {
                let count = board.at(self.layout.cell_number(*number, cell)).0;
                stand.amount(*amount).is_some_and(|amount| relation.holds(count, amount))
            }
            Test::Held(name, relation, amount) => {
                let (held, amount) = (stand.amount(Amount::Held(*name)), stand.amount(*amount));
                held.zip(amount).is_some_and(|(held, amount)| relation.holds(held, amount))
            }
            Test::Height(relation, amount) => {
                let height = self.height(board, cell) as u16;
                stand.amount(*amount).is_some_and(|amount| relation.holds(height, amount))
            }
            Test::Distance(of, relation, amount) => match stand.amount(*amount) {
                Some(amount) => {
                    let distance = self.distance(by, stand, cell, of)?;
                    relation.holds_of(distance.map(u16::from), amount)
                }
                None => false,
            },
            Test::Within(storey, of) => self.has_within(by, stand, cell, (*storey, of))?,
            Test::Look { body, holds } => {
                let look = stand.look(cell, self.rules.facing(by.player));
                let seen = self.unseen(|this| this.first(by, body, look))?;
                if let Some(seen) = &seen {
                    self.note_all(&seen.trail);
                }
                seen.is_some() == *holds
            }
        })
    }

    /// How many steps it is from a cell to the nearest that passes, if a way leads there.
    pub(super) fn distance(
        &mut self,
        by: By,
        stand: &Stand<'_, 'r>,
        cell: Cell,
        of: &'r Distance,
    ) -> Result<Option<u8>, TooWide> {
        let facing = self.rules.facing(by.player);
        let headings = self.graph.resolve(&of.by, facing, facing.heading);
        let mut seen = vec![cell];
        let mut here = vec![cell];
        for steps in 0..=u8::MAX {
            let mut next = Vec::new();
            for cell in here {
                self.spend(1)?;
                if self.test(by, stand, cell, &of.to)? {
                    return Ok(Some(steps));
                }
                if steps > 0 && !self.test(by, stand, cell, &of.over)? {
                    continue;
                }
                for heading in &headings {
                    let ahead = self.graph.next(cell, *heading);
                    if let Some(ahead) = ahead.filter(|ahead| !seen.contains(ahead)) {
                        seen.push(ahead);
                        next.push(ahead);
                    }
                }
            }
            here = next;
        }
        Ok(None)
    }

    /// Whether a condition holds.
    pub(super) fn holds(
        &mut self,
        cells: &[Piece],
        mover: Player,
        when: &'r Cond,
    ) -> Result<bool, TooWide> {
        match when {
            Cond::All(all) => {
                for when in all {
                    if !self.holds(cells, mover, when)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Cond::Any(any) => {
                for when in any {
                    if self.holds(cells, mover, when)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Cond::Several(parts, relation, number) => {
                let mut holding = 0;
                for when in parts {
                    holding += usize::from(self.holds(cells, mover, when)?);
                }
                Ok(relation.holds(holding, usize::from(*number)))
            }
            Cond::Not(when) => Ok(!self.holds(cells, mover, when)?),
            Cond::Stuck(who) => self.replied(|this| {
                this.one_of(cells, mover, *who, |this, player| {
                    // What must be made and what is preferred leaves a move where there is one.
                    match this.rules.turn.must.is_none() && this.rules.turn.prefer.is_empty() {
                        true => Ok(this.legal(cells, player)?.is_empty()),
                        false => Ok(this.allowed(cells, player)?.is_empty()),
                    }
                })
            }),
            Cond::Attacked(who) => self.one_of(cells, mover, *who, |this, player| {
                for cell in this.royals(cells, player) {
                    for other in this.whose(cells, player, Who::Other) {
                        if this.attacked(cells, cell, other, player)? {
                            return Ok(true);
                        }
                    }
                }
                Ok(false)
            }),
            Cond::Has(who, goal) => self.one_of(cells, mover, *who, |this, player| {
                Ok(this.reached(cells, player, *goal)?.is_some())
            }),
            Cond::Can(who, aim, moves) => self.one_of(cells, mover, *who, |this, player| {
                Ok(this.way_to(cells, player, *aim, *moves)?.is_some())
            }),
            Cond::Count(test, relation, number) => {
                let passing = self.passing(cells, mover, test)?;
                let count = passing.into_iter().filter(|passes| *passes).count();
                Ok(relation.holds(count, usize::from(*number)))
            }
            Cond::Turn(who) => Ok(means(self.rules, mover, self.last(cells, mover), *who, mover)),
            Cond::Compare(reading, relation, than) => {
                let others = match than {
                    Than::Fixed(number) => vec![2 * i64::from(*number)],
                    Than::Reading(other) => self.readings(cells, mover, *other)?,
                };
                let values = self.readings(cells, mover, *reading)?;
                Ok(relation.holds_of_any(values, others.into_iter()))
            }
            Cond::Leads(who, score) => {
                let leader = self.extreme(cells, true, *score)?;
                self.one_of(cells, mover, *who, |this, player| {
                    Ok(leader == Some(this.rules.team(player)))
                })
            }
            Cond::Repeated(repetition) => self.repeated(cells, mover, *repetition),
            Cond::Unchanged => Ok(self.unchanged(cells)),
            Cond::Step(relation, number) => {
                let step = self.layout.step(|at| cells[at], mover);
                Ok(relation.holds(usize::from(step), usize::from(*number)))
            }
            Cond::Captured => Ok(self.made.is_some_and(|made| made.captured)),
            Cond::By(name) => Ok(self.made.is_some_and(|made| made.name == Some(*name))),
            Cond::Moved(kinds) => {
                Ok(self.made.and_then(|made| made.kind).is_some_and(|kind| kinds.contains(&kind)))
            }
        }
    }

    /// What is read of each player who is meant, in halves.
    fn readings(
        &mut self,
        cells: &[Piece],
        mover: Player,
        reading: Reading,
    ) -> Result<Vec<i64>, TooWide> {
        let players = self.whose(cells, mover, reading.who());
        let read = |player: Player| {
            let slot = match reading {
                Reading::Hand(_, kind) => self.layout.hand(player, kind),
                Reading::Counter(_, counter) => Some(self.layout.counter(counter, player)),
                Reading::Number(_, of) => Some(self.layout.player_number(of, player)),
                Reading::Score(_, score) => return self.points(cells, player, score),
            };
            Ok(slot.map_or(0, |slot| 2 * i64::from(cells[slot.index()].0)))
        };
        players.into_iter().map(read).collect()
    }

    /// Whether the position has been there so often.
    fn repeated(
        &mut self,
        cells: &[Piece],
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
        // A game too short for it needs no key, which may take finding all moves.
        if seen + 1 < usize::from(times) {
            return Ok(false);
        }
        let latest = made.map(|made| made.before).filter(|_| seen > 0);
        let key = match board {
            true => self.layout.board_key(cells),
            false if made.is_some() => {
                let mut after = cells.to_vec();
                let passed = self.passed(cells, mover)?;
                passed.iter().for_each(|edit| after[edit.cell.index()] = edit.after);
                self.key(&after, self.layout.mover(&after, mover))?
            }
            false => self.key(cells, mover)?,
        };
        let past = self.history.iter().rev().take(seen - usize::from(latest.is_some()));
        let before = match board {
            true => {
                past.filter(|past| past.board == key).count() + usize::from(latest == Some(key))
            }
            // It was another player's turn before the move.
            false => past.filter(|past| past.key == key).count(),
        };
        Ok(before + 1 >= usize::from(times))
    }

    /// Whether the board is as it was when the turn began.
    fn unchanged(&self, cells: &[Piece]) -> bool {
        // What is asked about a move that is made is not in the history yet.
        let moves = self.layout.made(|at| cells[at]);
        let began = match (self.made, self.history.len().checked_sub(moves)) {
            (Some(made), _) if moves == 0 => Some(made.before),
            (None, _) if moves == 0 => return true,
            (_, Some(at)) => self.history.get(at).map(|past| past.board),
            _ => None,
        };
        began == Some(self.layout.board_key(cells))
    }

    /// Who moved before that player.
    pub(super) fn last(&self, cells: &[Piece], mover: Player) -> Player {
        self.layout.last(|at| cells[at], mover)
    }

    /// The players that a word means, seen from the mover.
    pub(super) fn whose(
        &self,
        cells: &[Piece],
        mover: Player,
        who: Who,
    ) -> impl Iterator<Item = Player> + use<> {
        let last = self.last(cells, mover);
        let all = (0..self.rules.players.len()).map(Player::at);
        let meant: Vec<Player> =
            all.filter(|player| means(self.rules, mover, last, who, *player)).collect();
        meant.into_iter()
    }

    /// The position's key, as [`super::Reference::key`] tells.
    pub(super) fn key(&mut self, cells: &[Piece], turn: Player) -> Result<u64, TooWide> {
        let mut fleeting = self.layout.has_fleeting(cells);
        if fleeting {
            let within = |edit: &&Edit| self.layout.is_of_board(edit.cell.index());
            let edits = |chosen: &Move| chosen.edits.iter().filter(within).copied().collect();
            // The marks are among what tells the moves apart: their order says nothing of them.
            let on_board =
                |moves: &[Move]| -> BTreeSet<Vec<Edit>> { moves.iter().map(edits).collect() };
            let mut without = cells.to_vec();
            self.layout.clear_fleeting(&mut without);
            // Where a prohibition asks for repetitions, it would ask for this key again.
            let asking = self.rules.moves_ask_past() && !self.keying;
            let known = asking.then(|| std::mem::take(&mut self.known));
            let keying = std::mem::replace(&mut self.keying, true);
            let with = self.legal(cells, turn);
            let without = self.legal(&without, turn);
            self.keying = keying;
            if let Some(known) = known {
                self.known = known;
            }
            fleeting = on_board(&with?) != on_board(&without?);
        }
        Ok(self.layout.key(cells, turn, fleeting))
    }

    /// Whether something is so for one of those players.
    fn one_of(
        &mut self,
        cells: &[Piece],
        mover: Player,
        who: Who,
        mut ask: impl FnMut(&mut Self, Player) -> Result<bool, TooWide>,
    ) -> Result<bool, TooWide> {
        for player in self.whose(cells, mover, who) {
            if ask(self, player)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first move by which the player, were it his turn, reaches the aim in so many moves.
    pub(super) fn way_to(
        &mut self,
        cells: &[Piece],
        player: Player,
        aim: Aim,
        moves: u8,
    ) -> Result<Option<Move>, TooWide> {
        if !matches!(aim, Aim::Fact(_)) && self.state(cells, player)? != State::Ongoing {
            return Ok(None);
        }
        for chosen in self.legal_or_pass(cells, player)? {
            let after = applied(cells, &chosen);
            let next = self.layout.mover(&after, player);
            let reached = match aim {
                Aim::Goal(goal) => self.reached(&after, player, goal)?.is_some(),
                Aim::Fact(fact) => match &self.rules.facts[fact.index()] {
                    Some(when) => self.holds(&after, next, when)?,
                    None => false,
                },
                Aim::Win => {
                    let team = self.rules.team(player);
                    matches!(self.state(&after, next)?, State::Won(winner, _) if winner == team)
                }
            };
            if reached || moves > 1 && self.whatever(&after, next, player, aim, moves - 1)? {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }

    /// Whether the player reaches the aim whatever the others reply, `turn` being the next to. A team-mate helps.
    fn whatever(
        &mut self,
        cells: &[Piece],
        turn: Player,
        player: Player,
        aim: Aim,
        moves: u8,
    ) -> Result<bool, TooWide> {
        if turn == player {
            return Ok(self.way_to(cells, player, aim, moves)?.is_some());
        }
        let team = self.rules.team(player);
        let helps = self.rules.team(turn) == team;
        let replies = self.moves(cells, turn)?;
        for reply in &replies {
            let after = applied(cells, reply);
            let next = self.layout.mover(&after, turn);
            let won = helps
                && aim == Aim::Win
                && matches!(self.state(&after, next)?, State::Won(winner, _) if winner == team);
            if (won || self.whatever(&after, next, player, aim, moves)?) == helps {
                return Ok(helps);
            }
        }
        Ok(!helps && !replies.is_empty())
    }
}

/// Whether a word means a player, seen from the mover.
fn means(rules: &Rules, mover: Player, last: Player, who: Who, player: Player) -> bool {
    match who {
        Who::Mover => player == mover,
        Who::Other => rules.team(player) != rules.team(mover),
        Who::Ally => player != mover && rules.team(player) == rules.team(mover),
        Who::Last => player == last,
        Who::Player(named) => player == named,
        Who::Nobody => false,
    }
}

/// The cells after a move.
pub(super) fn applied(cells: &[Piece], chosen: &Move) -> Vec<Piece> {
    let mut cells = cells.to_vec();
    for edit in &chosen.edits {
        cells[edit.cell.index()] = edit.after;
    }
    cells
}
