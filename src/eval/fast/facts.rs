//! Conditions, told from sets of cells.

use super::Fast;
use super::board::Board;
use super::field::Field;
use crate::eval::score::alone;
use crate::index::{GoalId, Kind, MoveName, Piece, Player, ScoreId};
use crate::position::State;
use crate::program::{Ago, Fact, Set, Where, Winner};
use crate::rules::Relation;
use crate::rules::limits::DEPTH;

/// Questions at most, at one position of a line, about the moves that a player has.
const ASKED: u32 = 10_000;

/// What conditions may ask of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub captured: bool,
    pub name: MoveName,
    /// The kind of the piece that made it, if one did.
    pub kind: Option<Kind>,
    /// The key of the board before it, if boards are remembered.
    pub before: Option<u64>,
}

/// Whether these are so many cells. Whether there is any is told without counting.
#[inline]
pub(super) fn amounts<S: Set>(cells: S, relation: Relation, number: u16) -> bool {
    match (relation, number) {
        (Relation::AtLeast, 1) => !cells.is_none(),
        (Relation::Equal, 0) => cells.is_none(),
        _ => relation.holds(cells.len() as usize, usize::from(number)),
    }
}

impl<'p, S: Set> Fast<'p, S> {
    /// Whether a condition holds; of a move if one is asked about. What is soon told is told in line.
    #[inline(always)]
    pub(super) fn holds(&mut self, fact: &Fact<S>, made: Option<&Made>) -> bool {
        match fact {
            Fact::Any(none) if none.is_empty() => false,
            Fact::By(name) => made.is_some_and(|made| made.name == *name),
            Fact::Slot { .. } | Fact::Count(..) | Fact::Among(..) => {
                self.field().tells(fact, false)
            }
            _ => self.weighs(fact, made),
        }
    }

    /// Whether any condition holds.
    fn weighs(&mut self, fact: &Fact<S>, made: Option<&Made>) -> bool {
        match fact {
            // These are told in line.
            Fact::Slot { .. } | Fact::Count(..) | Fact::Among(..) | Fact::By(_) => {
                self.holds(fact, made)
            }
            Fact::Compare(..) => self.field().tells(fact, false),
            Fact::All(list) => list.iter().all(|fact| self.holds(fact, made)),
            Fact::Any(list) => list.iter().any(|fact| self.holds(fact, made)),
            Fact::Not(fact) => !self.holds(fact, made),
            Fact::Stuck(who) => self.players(*who).any(|player| self.stuck(player)),
            Fact::Leads(leads) => leads.iter().any(|(player, fact)| self.leads(*player, fact)),
            Fact::Attacked(who) => self.players(*who).any(|player| self.attacked(player)),
            Fact::Seen(danger) => self.is_there(danger),
            Fact::Taken(anchors, may) => self.taken(*anchors, may),
            Fact::Around(anchors, around) => self.taken_around(*anchors, around),
            Fact::Asked(asker, when, _) => self.ask(*asker, when, made),
            Fact::Has(who, goal, ago) => {
                self.players(*who).any(|player| self.has(player, *goal, *ago))
            }
            Fact::Score(who, score, relation, halves) => self
                .players(*who)
                .any(|player| relation.holds(self.points(player, *score), i64::from(*halves))),
            Fact::Most(who, score) => {
                let leader = self.extreme(true, *score);
                let program = self.program;
                self.players(*who).any(|player| leader == Some(program.team(player)))
            }
            // While it is asked what could be done in a position, none has come again.
            Fact::Repeated(..) | Fact::Returns(..) if self.keying => false,
            // Where nothing is remembered nothing can have come again.
            Fact::Repeated(repetition, _) => {
                match (self.board.board_key(), made.and_then(|made| made.before)) {
                    (Some(board), Some(before)) => {
                        self.history.comes_again(board, before, *repetition)
                    }
                    _ => self.now.is_some_and(|now| self.history.repeated(now, *repetition)),
                }
            }
            Fact::Returns(repetition, next, _) => self.now.is_some_and(|before| {
                let after = self.remembered(*next);
                self.history.comes_again(after.key, before.key, *repetition)
            }),
            Fact::Captured => made.is_some_and(|made| made.captured),
            Fact::Moved(kinds) => {
                made.and_then(|made| made.kind).is_some_and(|kind| kinds.contains(&kind))
            }
        }
    }

    /// Whether a player has reached a goal, which is found once while endings are asked.
    fn has(&mut self, player: Player, goal: GoalId, ago: Ago) -> bool {
        let Some([known, have]) = self.told else { return self.reached(player, goal, ago) };
        let goals = self.plan.sides[player.index()].goals.len();
        let bit = 1u64.checked_shl((player.index() * goals + goal.index()) as u32).unwrap_or(0);
        if known & bit != 0 {
            return have & bit != 0;
        }
        let reached = self.reached(player, goal, ago);
        self.told = Some([known | bit, if reached { have | bit } else { have }]);
        reached
    }

    /// The board with the plan.
    pub(super) fn field(&self) -> Field<'p, '_, S, Board<S>> {
        Field { plan: self.plan, board: &self.board }
    }

    /// The cells that pass.
    pub(super) fn cells(&self, cells: &Where<S>) -> S {
        self.field().cells(cells)
    }

    /// What a player has of a score, in half points.
    fn points(&mut self, player: Player, score: ScoreId) -> i64 {
        let plan = self.plan;
        let Ok(told) = &plan.sides[player.index()].scores[score.index()] else {
            return self.ask_points(player, score);
        };
        let count = told.count.iter();
        let points = count.map(|(cells, worth)| i64::from(*worth) * self.cells(cells).len() as i64);
        i64::from(told.bonus) + points.sum::<i64>()
    }

    /// Who alone has the most of a score, or the least.
    fn extreme(&mut self, most: bool, score: ScoreId) -> Option<Player> {
        let players = (0..self.program.players).map(Player::at);
        let program = self.program;
        alone(most, players.map(|player| self.points(player, score)), &program.teams)
    }

    /// How a game stands that an ending at a player's turn has ended.
    pub(super) fn outcome(&mut self, turn: Player, ending: usize) -> State {
        let winner = match self.plan.sides[turn.index()].winners[ending] {
            Winner::Nobody => None,
            Winner::Player(winner) => Some(winner),
            Winner::Last => {
                let slot = |at: usize| Piece::of_byte(self.board.slot(at));
                Some(self.program.team(self.program.layout.last(slot, turn)))
            }
            Winner::Extreme(most, score) => self.extreme(most, score),
        };
        winner.map_or(State::Drawn(ending), |winner| State::Won(winner, ending))
    }

    /// Whether some move of the player's might bring it about, as conditions are asked that may refuse moves.
    pub(super) fn may_come(&mut self, player: Player, fact: &Fact<S>) -> bool {
        match fact {
            Fact::All(list) => list.iter().all(|fact| self.may_come(player, fact)),
            Fact::Any(list) => list.iter().any(|fact| self.may_come(player, fact)),
            Fact::Slot { steady: true, .. } | Fact::Among(..) => self.holds(fact, None),
            // Of what only ever falls there will not be so much again.
            Fact::Slot { slots, relation, .. }
                if relation.grows() && slots.iter().all(|slot| self.program.falls(*slot)) =>
            {
                self.holds(fact, None)
            }
            // A move that changes few cells changes how many pass by no more.
            Fact::Count(cells, relation, number) if cells.is_plain() => {
                let Some([less, more]) = self.changes_of(player, cells) else { return true };
                let now = self.cells(cells).len();
                let mut after = now.saturating_sub(less)..=now + more;
                after.any(|count| relation.holds(count, u32::from(*number)))
            }
            _ => true,
        }
    }

    /// Of how many cells more that pass and that no longer pass a move of the player's may make them, at most.
    fn changes_of(&self, player: Player, cells: &Where<S>) -> Option<[u32; 2]> {
        let side = &self.plan.sides[player.index()];
        let most = u32::from(side.changes?);
        let Where::Stands(content, within) = cells else { return Some([most; 2]) };
        let mut spans = side.spans.iter();
        let span = spans.find(|(of, among, _)| of == content && among == within);
        Some(span.map_or([most; 2], |(.., span)| *span))
    }

    fn players(&self, who: u8) -> impl Iterator<Item = Player> + use<S> {
        let players = self.program.players;
        (0..players).map(Player::at).filter(move |player| who >> player.0 & 1 != 0)
    }

    /// Whether the player has no legal move.
    fn stuck(&mut self, player: Player) -> bool {
        if let Some((_, stuck)) = self.known.filter(|known| known.0 == player) {
            return stuck;
        }
        self.asking(|this| {
            let none = |this: &mut Self| match this.moves(player) {
                Some(count) => count == 0,
                None => this.lists_none(player),
            };
            !this.walks_somewhere(player) && none(this)
        })
    }

    /// Whether the player has a move after which a condition holds.
    fn leads(&mut self, player: Player, fact: &Fact<S>) -> bool {
        self.asking(|this| {
            this.listed(player, |this, moves| {
                moves.iter().any(|play| {
                    let mark = this.board.mark();
                    this.make(player, *play);
                    let holds = this.holds(fact, None);
                    this.board.undo(mark);
                    holds
                })
            })
        })
    }

    /// Asks about the moves that a player has. Where such questions lie too deep in one another, or are too many,
    /// the count is given up.
    fn asking(&mut self, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        self.asked += 1;
        if self.depth >= DEPTH || self.asked > ASKED {
            self.wide = true;
            return true;
        }
        self.depth += 1;
        // What is known is of the board as it stands, not of one that a move leads to.
        let known = (self.known.take(), self.told.take());
        let answer = ask(self);
        (self.known, self.told) = known;
        self.depth -= 1;
        answer
    }

    /// Whether an ending that a count stops at holds when it is the player's turn.
    pub(super) fn ended(&mut self, player: Player) -> bool {
        let plan = self.plan;
        let endings = std::mem::take(&mut self.endings[player.index()]);
        let all = &plan.sides[player.index()].endings;
        let ended = endings.iter().any(|at| self.holds(&all[usize::from(*at)], None));
        self.endings[player.index()] = endings;
        ended
    }
}
